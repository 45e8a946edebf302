//! A contest: one game between two commanders, from its seed alone.

use blue_gray::{Battle, State};
use serde_json::Value;
use tabletop::{AuditedDice, BySide, Dice, Inquiry, Rules, Side, Situation};

use crate::chance::Chance;
use crate::random::RandomCommander;

/// How one game went.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The points of each side.
    pub points: BySide<i32>,
    /// The level of victory.
    pub level: String,
    /// How many orders were given.
    pub orders: u64,
    /// How many bytes of JSON views were made.
    pub view_bytes: u64,
}

/// What a contest does besides playing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Watch {
    /// Build both seats' JSON views after every order.
    pub views: bool,
    /// Check the invariants after every order, and at the end that the events lead to the same position again.
    pub check: bool,
}

/// Plays one game between random commanders to its end. The same seed gives the same game.
///
/// # Errors
/// What went wrong, with the seed and the order at which it did: a refused order, a broken invariant, a game that
/// does not end.
pub fn random_game(battle: &Battle, seed: u64, watch: Watch) -> Result<Outcome, String> {
    /// No game of these rules has come near to so many.
    const MOST_ORDERS: u64 = 100_000;
    let mut chance = Chance::new(seed);
    let mut dice = AuditedDice::new(chance.bytes(), []);
    let mut commander = RandomCommander::with(chance);
    let mut state = battle.start();
    let mut events = Vec::new();
    let mut bytes = Vec::new();
    let mut outcome = Outcome { points: BySide::default(), level: String::new(), orders: 0, view_bytes: 0 };
    while let Some(side) = battle.asked(&state) {
        let number = outcome.orders + 1;
        let at = |what: String| format!("seed {seed}, order {number}: {what}");
        let order =
            commander.order(battle, &state).ok_or_else(|| at("nobody knows what to do".to_owned()))?;
        let happened = battle
            .judge(&state, side, &order, &mut dice as &mut dyn Dice, &mut Inquiry::quiet())
            .map_err(|refusal| at(format!("{} was refused: {refusal}", battle.order_value(&order))))?;
        for event in &happened {
            battle.apply(&mut state, event);
        }
        outcome.orders = number;
        if watch.views {
            let situation = Situation { version: outcome.orders as u32, ..Situation::default() };
            for seat in Side::BOTH {
                bytes.clear();
                battle.write_view(&state, Some(seat), &situation, &mut bytes);
                outcome.view_bytes += bytes.len() as u64;
            }
        }
        if watch.check {
            let faults = battle.faults(&state);
            if !faults.is_empty() {
                return Err(at(format!("after {}: {}", battle.order_value(&order), faults.join("; "))));
            }
            events.extend(happened);
        }
        if outcome.orders >= MOST_ORDERS {
            return Err(at("the game does not end".to_owned()));
        }
    }
    if watch.check {
        again(battle, &state, &events).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    let account = battle.account(&state);
    outcome.points = account.points;
    outcome.level = battle.level(account.points.union - account.points.confederate).name.clone();
    Ok(outcome)
}

/// Whether the events, written down and read again, lead to the same position.
fn again(battle: &Battle, end: &State, events: &[<Battle as Rules>::Event]) -> Result<(), String> {
    let mut state = battle.start();
    for event in events {
        let written: Value = battle.event_value(event);
        let read = battle.read_event(&written).map_err(|e| format!("{written} cannot be read again: {e}"))?;
        battle.apply(&mut state, &read);
    }
    if state == *end { Ok(()) } else { Err("the events lead to another position when replayed".to_owned()) }
}
