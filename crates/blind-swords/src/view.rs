//! The view of a seat: what is on the table, and of what is hidden only its own.

use serde_json::{Value, json};
use tabletop::{Failure, Seat, Side, Situation};

use crate::battle::Battle;
use crate::order::Order;
use crate::state::State;

impl Battle {
    /// Writes the view of a seat as JSON.
    pub(crate) fn view(&self, state: &State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        let _ = (state, seat, situation, out);
    }

    /// What a side may do now: its verbs, and for each the subjects.
    pub(crate) fn options_answer(&self, state: &State, side: Side) -> Value {
        let _ = (state, side);
        json!({})
    }

    /// The offers of a verb on a subject.
    pub(crate) fn targets_answer(&self, state: &State, side: Side, verb: &str, subject: &Value) -> Result<Value, Failure> {
        let _ = (state, side, verb, subject);
        Ok(json!({}))
    }

    /// What a legal order would do, dice aside.
    pub(crate) fn preview_value(&self, state: &State, side: Side, order: &Order) -> Value {
        let _ = (state, side, order);
        json!({})
    }

    /// What no play should ever lead to.
    pub(crate) fn invariants(&self, state: &State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }
}
