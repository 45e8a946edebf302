//! What can be seen from a hex, and what is in the way where it cannot: for the page (12.1a).

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tabletop::{Case, Failure};

use crate::battle::Battle;
use crate::data::cell::Cell;
use crate::data::tables::Range;
use crate::fire::sight::View;
use crate::state::State;

/// The answer to `sight`: the hexes within the longest range.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SightAnswer<'a> {
    pub from: &'a str,
    pub targets: Vec<SightTarget<'a>>,
    #[schemars(extend("const" = "sight"))]
    pub verb: &'static str,
}

/// A hex as it is seen from another.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SightTarget<'a> {
    /// Everything that obscures or blocks the line.
    pub by: Vec<ObstacleView<'a>>,
    pub hex: &'a str,
    /// Distance of the hex, in hexes.
    pub range: u32,
    pub view: View,
}

/// What hinders a line of sight.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ObstacleView<'a> {
    pub case: Case,
    pub hex: &'a str,
    pub text: &'static str,
    /// What it does to the line.
    pub view: View,
}

impl Battle {
    /// The farthest that any weapon reaches.
    fn farthest(&self) -> u32 {
        let bands = |r: &Cell<Range>| [r.canister, r.effective, r.long, r.extreme];
        let ranges = &self.scenario.tables.ranges;
        ranges.iter().flat_map(bands).flatten().map(|(_, last)| u32::from(last)).max().unwrap_or(0)
    }

    /// The answer to `sight`: every hex within the longest range of that one, how it is seen, and
    /// by what the line is hindered.
    ///
    /// # Errors
    /// A subject that is no hex of this map.
    pub(super) fn sight_answer(&self, state: &State, subject: &Value) -> Result<SightAnswer<'_>, Failure> {
        let from: Hex = subject
            .as_str()
            .and_then(|number| self.map().grid.parse(number))
            .ok_or_else(|| Failure::Malformed(format!("{subject} is not a hex of this map")))?;
        let far = self.farthest();
        let in_range = |&to: &Hex| to != from && self.in_play(to) && self.distance(from, to) <= far;
        let target = |to| {
            let sight = self.sight(state, from, to);
            let by = sight.obstacles.iter().map(|o| ObstacleView {
                case: o.what.case(),
                hex: self.number(o.hex),
                text: o.what.text(),
                view: o.what.view(),
            });
            SightTarget {
                by: by.collect(),
                hex: self.number(to),
                range: self.distance(from, to),
                view: sight.view,
            }
        };
        let targets = self.map().grid.hexes().filter(in_range).map(target).collect();
        Ok(SightAnswer { from: self.number(from), targets, verb: "sight" })
    }
}
