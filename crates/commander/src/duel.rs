//! A duel: one game between two commanders, from its seed alone.

use std::time::{Duration, Instant};

use tabletop::{BySide, Rules, Score};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commanded, Commander};
use crate::contest::{Watch, contest};
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
}

/// Plays one game. The dice are the seed's, whoever commands: two games of one seed with the commanders changed over are
/// a pair. A commander's own choices come from the seed and his side.
///
/// # Errors
/// See [`contest`].
pub fn duel<R: Commanded>(rules: &R, seed: u64, seats: BySide<Seat>, watch: Watch) -> Result<Duel, String> {
    let mut chance = Chance::new(seed);
    let dice = chance.bytes();
    let mut commanders: BySide<Box<dyn Commander<R>>> = BySide::from_fn(|side| {
        rules.commander(seats[side].level, seed.wrapping_mul(2).wrapping_add(side as u64))
    });
    let mut thought = BySide::<Duration>::default();
    let played = contest(rules, seed, dice, watch, |rules: &R, state| {
        let side = rules.asked(state)?;
        let begun = Instant::now();
        let decision = commanders[side].decide(Known::new(rules, state, side), seats[side].budget);
        thought[side] += begun.elapsed();
        decision.map(|decision| decision.order)
    })?;
    Ok(Duel {
        score: rules.score(&played.state),
        turns: turn(rules, &played.state),
        orders: played.orders,
        view_bytes: played.view_bytes,
        thought,
    })
}

/// The game-turn of a position.
fn turn<R: Rules>(rules: &R, state: &R::State) -> u32 {
    rules.standing(state)["turn"].as_u64().unwrap_or(1) as u32
}
