//! What seats are told. Nothing is hidden in this game.

use serde_json::{Value, json};
use tabletop::{Failure, Rules, Seat, Side, Situation};

use crate::position::{Event, Order, State};
use crate::rules::Lane;

impl Lane {
    pub(crate) fn told_event(&self, event: &Event) -> Value {
        let Event::Moved { side, to } = event;
        let mut told = json!(event);
        told["system"] = json!(crate::library::SYSTEM);
        told["text"] = json!(format!("The {side} picket goes to {to}."));
        told
    }

    pub(crate) fn view(&self, state: &State, seat: Seat, situation: &Situation) -> Value {
        let grid = &self.scenario.map.grid;
        let unit = |side: Side| json!({ "id": format!("{side}-picket"), "name": "Picket", "side": side, "hex": grid.number(state.at[side]) });
        json!({
            "game": situation.game,
            "version": situation.version,
            "scenario": crate::library::SCENARIO,
            "system": crate::library::SYSTEM,
            "seat": seat,
            "asked": self.asked(state),
            "turn": state.moves / 2 + 1,
            "turns": self.scenario.turns,
            "units": Side::BOTH.map(unit),
            "undo": situation.undo,
            "redo": situation.redo,
        })
    }

    pub(crate) fn verbs(&self, state: &State, side: Side) -> Value {
        let verbs: &[&str] = if self.asked(state) == Some(side) { &["move"] } else { &[] };
        json!({ "asked": self.asked(state), "verbs": verbs })
    }

    pub(crate) fn hexes(&self, state: &State, side: Side, verb: &str) -> Result<Value, Failure> {
        if verb != "move" || self.asked(state) != Some(side) {
            return Err(Failure::Malformed(format!("verb: '{verb}' has no targets now")));
        }
        let target = |order: Order| {
            let Order::Move { to } = &order;
            json!({ "hex": to, "order": order })
        };
        let targets: Vec<Value> = self.orders(state).into_iter().map(target).collect();
        Ok(json!({ "verb": verb, "targets": targets }))
    }
}
