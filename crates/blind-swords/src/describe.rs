//! Events in sentences, and who is told of them (4.4, 8.1, 10.3a, K40, K44).

use serde_json::{Value, json};
use tabletop::{Seat, Side};

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::event::Event;

impl Battle {
    /// An event as a seat is told it; `None` if it is not told of it at all.
    pub(crate) fn event_told(&self, event: &Event, seat: Seat) -> Option<Value> {
        use Event::*;
        let secret = |side: Side| seat.is_some_and(|seat| seat != side);
        let owner = |chit: &crate::chit::ChitId| self.chit(*chit).side;
        let is_event = |chit: &crate::chit::ChitId| matches!(self.chit(*chit).kind, ChitKind::Event(_));
        match event {
            Stack { .. } => return None,
            Instructed { side, .. } if secret(*side) => return None,
            _ => {}
        }
        let mut value = json!(event);
        let case = event.case();
        let mut text = Some(self.sentence(event));
        match event {
            KeysChosen { side, chits } if secret(*side) => {
                value["chits"] = json!(chits.len());
                text = Some(format!("The {side} side has chosen its Key Chits."));
            }
            ChitsIncluded { side, chits, .. } if seat.is_some() => {
                value["chits"] = json!(chits.len());
                value["faces"] = json!([]);
                text = Some(format!("{} more {side} Event chits went into the cup.", chits.len()));
            }
            ChitDrawn { chit, negated: false, .. } if is_event(chit) && owner(chit).is_some_and(secret) => {
                let side = owner(chit).unwrap_or(Side::Union);
                value["chit"] = Value::Null;
                value["side"] = json!(side);
                // The dice would tell which of the chits in the cup it was.
                value["faces"] = json!([]);
                text = Some(format!("A {side} Event chit is drawn."));
            }
            ChitHeld { chit } if owner(chit).is_some_and(secret) => {
                let side = owner(chit).unwrap_or(Side::Union);
                value["chit"] = Value::Null;
                value["side"] = json!(side);
                text = Some(format!("The {side} side holds a chit."));
            }
            ChitDiscarded { chit, .. } if is_event(chit) && owner(chit).is_some_and(secret) => {
                value["chit"] = Value::Null;
                text = None;
            }
            StepCleared { .. } | HaveFired { .. } | MoveEnded { .. } | ActivationEnded { .. } | BatteriesDone { .. } => {
                text = None;
            }
            _ => {}
        }
        self.outward(&mut value);
        value["case"] = json!(case);
        value["system"] = json!(self.system_of(case));
        if let Some(text) = text {
            value["text"] = json!(text);
        }
        Some(value)
    }

    /// An event in a sentence.
    pub(crate) fn sentence(&self, event: &Event) -> String {
        format!("{event:?}")
    }
}
