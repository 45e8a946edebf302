//! Playouts: a game played on from a position to its end.

use tabletop::{BySide, RuleCheck, Score, Side};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commanded, Commander};
use crate::information_set::InformationSet;
use crate::interrupt::interrupted;
use crate::level::Level;

/// Far more orders than any game of these rules has taken.
const MOST_ORDERS: usize = 100_000;

/// Plays on from a position to the end of the game. Commanders of that level play both sides with
/// that budget for each player-turn; dice and choices come from `seed`. `None` if a commander gives
/// up, the game does not end, or the thinking is called off.
pub fn playout<R: Commanded>(
    rules: &R,
    from: &R::State,
    (level, budget): (Level, Budget),
    seed: u64,
) -> Option<Score> {
    let mut dice = Chance::new(seed);
    let mut commanders: BySide<Box<dyn Commander<R>>> =
        BySide::from_fn(|side: Side| rules.commander(level, seed.wrapping_mul(2).wrapping_add(side as u64)));
    let mut state = from.clone();
    for _ in 0..MOST_ORDERS {
        if interrupted() {
            return None;
        }
        let Some(side) = rules.asked(&state) else { return Some(rules.score(&state)) };
        let decision = commanders[side].decide(InformationSet::new(rules, &state, side), budget)?;
        rules.execute(&mut state, side, &decision.order, &mut dice, &mut RuleCheck::quiet()).ok()?;
    }
    None
}
