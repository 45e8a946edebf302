//! A duel: one game between two commanders, determined by its seed; its result, and what was
//! counted in it.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tabletop::{BySide, Score, Side};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commanded, Commander};
use crate::contest::{RunOptions, contest_seen};
use crate::counts::Counts;
use crate::information_set::InformationSet;
use crate::level::Level;

/// The commander of a side, and how long it may think about a player-turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    pub level: Level,
    pub budget: Budget,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Duel {
    pub score: Score,
    pub turns: u32,
    pub orders: u64,
    /// How many bytes of patches of views were made, if any.
    pub view_bytes: u64,
    /// How long each side thought, over the whole game.
    pub thought: BySide<Duration>,
    /// The longest that each side thought about one game-turn: its own player-turn plus its
    /// decisions in the enemy's.
    pub longest: BySide<Duration>,
    pub counts: Counts,
}

/// Rules whose games can be measured.
pub trait Measured: Commanded {
    /// Counts what an event is about to change in a position.
    fn count(&self, before: &Self::State, event: &Self::Event, counts: &mut Counts);

    fn turn(&self, state: &Self::State) -> u32;

    /// One game between random commanders that share one source of chance: the original baseline.
    /// Random commanders in a [`duel`](crate::duel) have a source each, so they play other games of
    /// the same kind.
    ///
    /// # Errors
    /// See [`contest`](crate::contest()).
    fn at_random(&self, seed: u64, run: RunOptions) -> Result<Duel, String> {
        let seat = Seat { level: Level::Random, budget: Budget::Own };
        duel(self, seed, BySide { union: seat, confederate: seat }, run)
    }
}

/// Plays one game. The dice depend on the seed only, not on the commanders: two games with the same
/// seed and the commanders swapped are a pair. A commander's own choices are seeded by the game's
/// seed and its side.
///
/// # Errors
/// See [`contest`](crate::contest()).
pub fn duel<R: Measured>(rules: &R, seed: u64, seats: BySide<Seat>, run: RunOptions) -> Result<Duel, String> {
    let commanders = BySide::from_fn(|side| rules.commander(seats[side].level, seed_of(seed, side)));
    duel_between(rules, seed, commanders, BySide::from_fn(|side| seats[side].budget), run)
}

/// The seed of a side's commander in the game with that seed.
pub fn seed_of(seed: u64, side: Side) -> u64 {
    seed.wrapping_mul(2).wrapping_add(side as u64)
}

/// The key of the dice of the game with that seed.
pub fn dice_of(seed: u64) -> [u8; 32] {
    Chance::new(seed).bytes()
}

/// The same with commanders that already exist.
///
/// # Errors
/// See [`contest`](crate::contest()).
pub fn duel_between<R: Measured>(
    rules: &R,
    seed: u64,
    mut commanders: BySide<Box<dyn Commander<R>>>,
    budgets: BySide<Budget>,
    run: RunOptions,
) -> Result<Duel, String> {
    timed(rules, seed, dice_of(seed), run, |rules: &R, state, side| {
        let decision = commanders[side].decide(InformationSet::new(rules, state, side), budgets[side])?;
        Some(decision.order)
    })
}

/// A contest that is measured; `choose` is also given the side whose order it is to choose.
pub(crate) fn timed<R: Measured>(
    rules: &R,
    seed: u64,
    dice: [u8; 32],
    run: RunOptions,
    mut choose: impl FnMut(&R, &R::State, Side) -> Option<R::Order>,
) -> Result<Duel, String> {
    let (mut thought, mut longest) = <(BySide<Duration>, BySide<Duration>)>::default();
    let (mut turns, mut this_turn) = (0, BySide::<Duration>::default());
    let mut counts = Counts::default();
    let played = contest_seen(
        rules,
        seed,
        dice,
        run,
        |rules, state| {
            let side = rules.asked(state)?;
            let now = rules.turn(state);
            if now != turns {
                (turns, this_turn) = (now, BySide::default());
            }
            let begun = Instant::now();
            let order = choose(rules, state, side);
            let took = begun.elapsed();
            thought[side] += took;
            this_turn[side] += took;
            longest[side] = longest[side].max(this_turn[side]);
            order
        },
        |rules, before, event| rules.count(before, event, &mut counts),
    )?;
    Ok(Duel {
        score: rules.score(&played.state),
        turns,
        orders: played.orders,
        view_bytes: played.view_bytes,
        thought,
        longest,
        counts,
    })
}
