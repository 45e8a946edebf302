//! A duel: one game between two commanders, from its seed alone.

use std::time::{Duration, Instant};

use tabletop::{BySide, Score, Side};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::Commander;
use crate::contest::{Watch, contest_seen};
use crate::counts::{Counts, Measured};
use crate::known::Known;
use crate::level::Level;

/// Who commands a side, and how long he may think about a player-turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    /// How well.
    pub level: Level,
    /// How long.
    pub budget: Budget,
}

/// How a duel went.
#[derive(Debug, Clone)]
pub struct Duel {
    /// How it ended.
    pub score: Score,
    /// The last game-turn played.
    pub turns: u32,
    /// How many orders were given.
    pub orders: u64,
    /// How many bytes of JSON views were made, if they were.
    pub view_bytes: u64,
    /// How long each side thought, over the whole game.
    pub thought: BySide<Duration>,
    /// The longest that each side thought about one game-turn: its own player-turn and what it was asked in the enemy's.
    pub longest: BySide<Duration>,
    /// What was counted.
    pub counts: Counts,
}

/// Plays one game. The dice are the seed's, whoever commands: two games of one seed with the commanders changed over are
/// a pair. A commander's own choices come from the seed and his side.
///
/// # Errors
/// See [`contest`](crate::contest()).
pub fn duel<R: Measured>(rules: &R, seed: u64, seats: BySide<Seat>, watch: Watch) -> Result<Duel, String> {
    let commanders = BySide::from_fn(|side| rules.commander(seats[side].level, seed_of(seed, side)));
    duel_between(rules, seed, commanders, BySide::from_fn(|side| seats[side].budget), watch)
}

/// The seed of a side's commander in the game of that seed.
pub fn seed_of(seed: u64, side: Side) -> u64 {
    seed.wrapping_mul(2).wrapping_add(side as u64)
}

/// The same with commanders that were made already.
///
/// # Errors
/// See [`contest`](crate::contest()).
pub fn duel_between<R: Measured>(
    rules: &R,
    seed: u64,
    mut commanders: BySide<Box<dyn Commander<R>>>,
    budgets: BySide<Budget>,
    watch: Watch,
) -> Result<Duel, String> {
    let dice = Chance::new(seed).bytes();
    timed(rules, seed, dice, watch, |rules: &R, state, side| {
        let decision = commanders[side].decide(Known::new(rules, state, side), budgets[side])?;
        Some(decision.order)
    })
}

/// A contest with what is measured in it; `choose` is told whose order it is to give.
pub(crate) fn timed<R: Measured>(
    rules: &R,
    seed: u64,
    dice: [u8; 32],
    watch: Watch,
    mut choose: impl FnMut(&R, &R::State, Side) -> Option<R::Order>,
) -> Result<Duel, String> {
    let (mut thought, mut longest) = <(BySide<Duration>, BySide<Duration>)>::default();
    let (mut turns, mut this_turn) = (0, BySide::<Duration>::default());
    let mut counts = Counts::default();
    let played = contest_seen(
        rules,
        seed,
        dice,
        watch,
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
