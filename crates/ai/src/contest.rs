//! A contest: one game, determined by its seed, between any two sources of orders.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::{AuditedDice, BySide, Dice, Protocol, RuleCheck, Side, Situation, patch};

/// Extra work of a contest besides playing the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOptions {
    /// Write both views after every order, and send what has changed as JSON patches.
    pub views: bool,
    /// Check the invariants after every order, and at the end that replaying the events leads to
    /// the same position.
    pub check: bool,
}

/// A game that was played to its end.
pub struct Played<S> {
    pub state: S,
    pub orders: u64,
    /// How many bytes of patches of views were made.
    pub view_bytes: u64,
}

/// Plays one game to its end; `choose` gives every order. `dice` is the key of the game's dice;
/// `seed` is only named in errors.
///
/// # Errors
/// What went wrong, with the seed and the number of the order: a refused order, a broken invariant,
/// a game that does not end.
pub fn contest<R: Protocol>(
    rules: &R,
    seed: u64,
    dice: [u8; 32],
    run: RunOptions,
    choose: impl FnMut(&R, &R::State) -> Option<R::Order>,
) -> Result<Played<R::State>, String> {
    contest_seen(rules, seed, dice, run, choose, |_, _, _| {})
}

/// The same; `see` is given every event with the position that it is about to change.
///
/// # Errors
/// See [`contest`].
pub(crate) fn contest_seen<R: Protocol>(
    rules: &R,
    seed: u64,
    dice: [u8; 32],
    run: RunOptions,
    mut choose: impl FnMut(&R, &R::State) -> Option<R::Order>,
    mut see: impl FnMut(&R, &R::State, &R::Event),
) -> Result<Played<R::State>, String> {
    /// Far more orders than any game of these rules has taken.
    const MOST_ORDERS: u64 = 100_000;
    let mut dice = AuditedDice::new(dice, []);
    let mut played = Played { state: rules.start(), orders: 0, view_bytes: 0 };
    let mut events = Vec::new();
    let mut views = BySide::<String>::default();
    while let Some(side) = rules.asked(&played.state) {
        let number = played.orders + 1;
        let at = |what: String| format!("seed {seed}, order {number}: {what}");
        let order = choose(rules, &played.state).ok_or_else(|| at("no order was found".to_owned()))?;
        let happened = rules
            .judge(&played.state, side, &order, &mut dice as &mut dyn Dice, &mut RuleCheck::quiet())
            .map_err(|refusal| at(format!("{} was refused: {refusal}", rules.order_value(&order))))?;
        for event in &happened {
            see(rules, &played.state, event);
            rules.apply(&mut played.state, event);
        }
        played.orders = number;
        if run.views {
            let situation = Situation { version: number as u32, ..Situation::default() };
            for seat in Side::BOTH {
                let mut view = Vec::new();
                rules.write_view(&played.state, Some(seat), &situation, &mut view);
                let view = String::from_utf8(view).map_err(|error| at(error.to_string()))?;
                played.view_bytes += patch(&views[seat], &view).len() as u64;
                views[seat] = view;
            }
        }
        if run.check {
            let faults = rules.faults(&played.state);
            if !faults.is_empty() {
                return Err(at(format!("after {}: {}", rules.order_value(&order), faults.join("; "))));
            }
            events.extend(happened);
        }
        if number >= MOST_ORDERS {
            return Err(at("the game does not end".to_owned()));
        }
    }
    if run.check {
        again(rules, &played.state, &events).map_err(|what| format!("seed {seed}: {what}"))?;
    }
    Ok(played)
}

/// Checks that the events, written as JSON and read again, lead to the same position.
fn again<R: Protocol>(rules: &R, end: &R::State, events: &[R::Event]) -> Result<(), String> {
    let mut state = rules.start();
    for event in events {
        let written: Value = rules.event_value(event);
        let read = rules.read_event(&written).map_err(|e| format!("{written} cannot be read again: {e}"))?;
        rules.apply(&mut state, &read);
    }
    if state == *end { Ok(()) } else { Err("the events lead to another position when replayed".to_owned()) }
}
