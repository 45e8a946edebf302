//! A pairing: two players who meet in a scenario, in pairs of games with the same dice, each with
//! either side.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use ai::{Interrupt, Threads};
use catalog::Library;
use tabletop::BySide;

use crate::league::player::Player;
use crate::league::table::{Setting, at_table};
use crate::series::{Finished, Game};

/// Makes a player, one for each game that is played at a time.
pub type Entrant<'a> = &'a (dyn Fn() -> Box<dyn Player + 'a> + Sync);

pub struct Pairing<'a> {
    pub setting: &'a Setting,
    /// The two players, each under the side that it has in the first game of a pair.
    pub entrants: BySide<Entrant<'a>>,
    /// Their names, for what went wrong.
    pub names: &'a BySide<String>,
    /// The seeds, one for each pair.
    pub seeds: &'a [u64],
    /// How many pairs are played at a time.
    pub jobs: u16,
}

struct Progress {
    next: usize,
    over: bool,
    games: Vec<(usize, Finished)>,
}

impl Pairing<'_> {
    /// Plays the pairs and returns their games in the order of the seeds. `told` hears of every
    /// pair once both its games are over, in the order in which pairs end, and of a fault. It
    /// answers whether it is enough; nothing more is begun then, nor after a fault.
    pub fn play(&self, library: &Library, told: &(dyn Fn(&[Finished]) -> bool + Sync)) -> Vec<Finished> {
        let progress = Mutex::new(Progress { next: 0, over: false, games: Vec::new() });
        let locked = || progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let work = || {
            let mut players = BySide::from_fn(|named| (self.entrants[named])());
            loop {
                let mut now = locked();
                let (at, Some(&seed)) = (now.next, self.seeds.get(now.next)) else { return };
                if now.over {
                    return;
                }
                now.next += 1;
                drop(now);
                let pair = self.pair(library, at as u64, seed, &mut players);
                let mut now = locked();
                now.over |= told(&pair) || pair.iter().any(Result::is_err);
                now.games.extend(pair.into_iter().map(|game| (at, game)));
            }
        };
        let (interrupt, threads) = (Interrupt::current().unwrap_or_default(), Threads::given());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| threads.over(|| interrupt.over(work)));
            }
        });
        let mut games = std::mem::take(&mut locked().games);
        games.sort_by_key(|(at, _)| *at);
        games.into_iter().map(|(_, game)| game).collect()
    }

    /// Both games of a seed, or the first and what went wrong.
    fn pair(
        &self,
        library: &Library,
        at: u64,
        seed: u64,
        players: &mut BySide<Box<dyn Player + '_>>,
    ) -> Vec<Finished> {
        let mut pair = Vec::new();
        for swapped in [false, true] {
            let BySide { union: first, confederate: second } = &mut *players;
            let mut seated: BySide<&mut dyn Player> = match swapped {
                false => BySide { union: &mut **first, confederate: &mut **second },
                true => BySide { union: &mut **second, confederate: &mut **first },
            };
            let names = BySide::from_fn(|side| {
                let named = if swapped { side.other() } else { side };
                self.names[named].as_str()
            });
            let played =
                catch_unwind(AssertUnwindSafe(|| at_table(library, self.setting, seed, &mut seated, &names)));
            let duel = played.unwrap_or_else(|_| {
                let scenario = &self.setting.scenario;
                Err(format!("{scenario}, seed {seed}, {} as Union: the game ended in a panic", names.union))
            });
            let number = 2 * at + u64::from(swapped);
            pair.push(duel.map(|duel| Game { number, seed, swapped, duel }));
            if pair.iter().any(Result::is_err) {
                break;
            }
        }
        pair
    }
}
