//! A series: many games between the same two commanders.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use tabletop::{BySide, Side};

use ai::{Duel, Interrupt, Level, Measured, RunOptions, Seat, Threads, duel};

/// A weights file: its name, used in faults, and its text.
pub type WeightsFile = (String, String);

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The two commanders, each under the side that it plays when sides are not swapped.
    pub seats: BySide<Seat>,
    /// The number of games; if sides are swapped, both games of a pair count.
    pub games: u64,
    /// The seed of the first game; each further game, or pair of games, has the next seed.
    pub seed: u64,
    /// Whether every seed is played twice, the second time with sides swapped.
    pub swap: bool,
    /// How many games are played at a time; that is for each machine to say.
    #[serde(skip)]
    pub jobs: u16,
    pub run: RunOptions,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Number of the game, from 0.
    pub number: u64,
    pub seed: u64,
    /// Whether sides are swapped in it.
    pub swapped: bool,
    pub duel: Duel,
}

impl Game {
    /// The side that the commander listed under `named` plays in this game.
    pub fn side_of(&self, named: Side) -> Side {
        if self.swapped { named.other() } else { named }
    }

    /// By how many points that commander is ahead at the end.
    pub fn margin(&self, named: Side) -> i32 {
        self.duel.score.margin(self.side_of(named))
    }
}

/// A game, or what went wrong in it, with its seed.
pub type Finished = Result<Game, String>;

impl Series {
    /// Plays the games and returns them in the order of their numbers. `told` is called with each
    /// game as it ends, on any thread.
    pub fn play<R: Measured>(&self, rules: &R, told: &(dyn Fn(&Finished) + Sync)) -> Vec<Finished> {
        self.play_by(&|seed, _, seats| self.one(rules, seed, seats), told)
    }

    fn one<R: Measured>(&self, rules: &R, seed: u64, seats: BySide<Seat>) -> Result<Duel, String> {
        if !self.swap && Side::BOTH.iter().all(|side| seats[*side].level == Level::Random) {
            rules.at_random(seed, self.run)
        } else {
            duel(rules, seed, seats, self.run)
        }
    }

    /// At most that many games from this one on, as a series of their own: the same games with other numbers.
    /// In a series with swapped sides it begins with a pair.
    pub fn part(&self, from: u64, games: u64) -> Series {
        let from = from.min(self.games);
        let seeds = if self.swap { from / 2 } else { from };
        Series { games: games.min(self.games - from), seed: self.seed.wrapping_add(seeds), ..*self }
    }

    /// The same, where `one` plays the game of a seed, swapped or not, with the commanders of the
    /// two sides.
    pub fn play_by(
        &self,
        one: &(dyn Fn(u64, bool, BySide<Seat>) -> Result<Duel, String> + Sync),
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Vec<Finished> {
        let next = AtomicU64::new(0);
        let (interrupt, threads) = (Interrupt::current().unwrap_or_default(), Threads::given());
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                // A series that was called off is not finished.
                if number >= self.games || interrupt.is_raised() {
                    return done;
                }
                let game = self.game(number, one);
                told(&game);
                done.push((number, game));
            }
        };
        let mut all = Vec::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1))
                .map(|_| scope.spawn(|| threads.over(|| interrupt.over(work))))
                .collect();
            // A worker catches the panics of its games and does not panic itself.
            all.extend(workers.into_iter().filter_map(|worker| worker.join().ok()).flatten());
        });
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, game)| game).collect()
    }

    fn game(
        &self,
        number: u64,
        one: &(dyn Fn(u64, bool, BySide<Seat>) -> Result<Duel, String> + Sync),
    ) -> Finished {
        let (round, swapped) = if self.swap { (number / 2, number % 2 == 1) } else { (number, false) };
        let seed = self.seed.wrapping_add(round);
        let seats = BySide::from_fn(|side| if swapped { self.seats[side.other()] } else { self.seats[side] });
        // A fault in one game does not end the others.
        let duel = catch_unwind(AssertUnwindSafe(|| one(seed, swapped, seats))).unwrap_or_else(|_| {
            Err(format!("seed {seed}: the game ended in a panic; run it alone to see where"))
        })?;
        Ok(Game { number, seed, swapped, duel })
    }
}
