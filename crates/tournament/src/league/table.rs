//! A game at a table: between any two players, with its record, as `longroll play` plays it. With
//! the same seed it has the dice of a duel, and a commander makes the same choices.

use std::time::{Duration, Instant};

use ai::{Counts, Duel};
use catalog::{Library, Start};
use serde_json::{Map, Value};
use tabletop::{BySide, Score, Side};

use crate::league::player::Player;

/// Far more orders than any game of these rules has taken.
const MOST_ORDERS: u64 = 100_000;

#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    pub scenario: String,
    /// Its options, where they are not at their default.
    pub options: Map<String, Value>,
}

/// Plays the game of that seed to its end. What is counted in duels by name is not counted here.
///
/// # Errors
/// What went wrong, with the seed, the order and whose fault it was. There is no result then.
pub fn at_table(
    library: &Library,
    setting: &Setting,
    seed: u64,
    players: &mut BySide<&mut dyn Player>,
    names: &BySide<&str>,
) -> Result<Duel, String> {
    let start =
        Start { scenario: &setting.scenario, options: setting.options.clone(), position: None, dice: &[] };
    let mut table = library
        .begin(&start, ai::dice_of(seed))
        .map_err(|failure| format!("{}, seed {seed}: {failure}", setting.scenario))?;
    let table = &mut *table;
    let fault = |side: Side, number: u64, why: String| {
        format!("{}, seed {seed}, order {number}, {} as {side}: {why}", setting.scenario, names[side])
    };
    for side in Side::BOTH {
        players[side].sit(table, side, ai::seed_of(seed, side)).map_err(|why| fault(side, 0, why))?;
    }
    let (mut thought, mut longest) = <(BySide<Duration>, BySide<Duration>)>::default();
    let (mut turns, mut this_turn) = (0, BySide::<Duration>::default());
    let mut orders = 0;
    while let Some(side) = table.asked() {
        orders += 1;
        if orders > MOST_ORDERS {
            return Err(fault(side, orders, "the game does not end".to_owned()));
        }
        let now = table.standing().turn;
        if now != turns {
            (turns, this_turn) = (now, BySide::default());
        }
        let begun = Instant::now();
        players[side].order(table).map_err(|why| fault(side, orders, why))?;
        let took = begun.elapsed();
        thought[side] += took;
        this_turn[side] += took;
        longest[side] = longest[side].max(this_turn[side]);
    }
    for side in Side::BOTH {
        players[side].rise(table);
    }
    let end = table.victory();
    let score = Score { points: end.points, level: end.level, winner: end.leader };
    Ok(Duel { score, turns, orders, view_bytes: 0, thought, longest, counts: Counts::default() })
}
