//! What can be seen from a hex, and what is in the way where it cannot: for the page (12.1a).

use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::Failure;

use crate::battle::Battle;
use crate::data::cell::Cell;
use crate::data::tables::Range;
use crate::state::State;

impl Battle {
    /// The farthest that any weapon reaches.
    fn farthest(&self) -> u32 {
        let bands = |r: &Cell<Range>| [r.canister, r.effective, r.long, r.extreme];
        let ranges = &self.scenario.tables.ranges;
        ranges.iter().flat_map(bands).flatten().map(|(_, last)| u32::from(last)).max().unwrap_or(0)
    }

    /// The answer to `sight`: every hex within the longest range of that one, how it is seen, and by what the line is
    /// hindered.
    ///
    /// # Errors
    /// A subject that is no hex of this map.
    pub(crate) fn sight_answer(&self, state: &State, subject: &Value) -> Result<Value, Failure> {
        let from: Hex = subject
            .as_str()
            .and_then(|number| self.map().grid.parse(number))
            .ok_or_else(|| Failure::Malformed(format!("{subject} is no hex of this map")))?;
        let far = self.farthest();
        let targets: Vec<Value> = self
            .map()
            .grid
            .hexes()
            .filter(|&to| to != from && self.in_play(to) && self.distance(from, to) <= far)
            .map(|to| {
                let sight = self.sight(state, from, to);
                let by: Vec<Value> = sight
                    .obstacles
                    .iter()
                    .map(|o| {
                        json!({ "hex": self.number(o.hex), "case": o.what.case(), "text": o.what.text(),
                                "view": o.what.view() })
                    })
                    .collect();
                json!({ "hex": self.number(to), "range": self.distance(from, to), "view": sight.view, "by": by })
            })
            .collect();
        Ok(json!({ "verb": "sight", "from": self.number(from), "targets": targets }))
    }
}
