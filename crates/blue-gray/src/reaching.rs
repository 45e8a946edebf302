//! Where units could come with their next move: the answer to the verb `reach` of `game.targets`,
//! of either side and at any time.

use std::collections::BTreeMap;

use hexmap::{Hex, Reach};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tabletop::{Comer, Failure, ReachTarget, Refusal, Side, can_be_told, case};

use crate::battle::Battle;
use crate::reasons::Found;
use crate::state::State;
use crate::unit::UnitId;

/// The answer to `reach`: hexes that units could come to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReachAnswer<'a> {
    #[serde(flatten)]
    pub found: Found<ReachTarget<'a>>,
}

impl Battle {
    /// The answer to `reach`: the hexes that the units of a side on the map, or one unit, could
    /// come to in a movement phase if it began now (5.1, 6.2). How many of them may move, and who
    /// else would be in the way by then, is left out.
    ///
    /// # Errors
    /// A subject that is neither a side nor a unit, or a side whose units could come to too many hexes.
    pub(crate) fn reach_answer(&self, state: &State, subject: &Value) -> Result<ReachAnswer<'_>, Failure> {
        let word = subject
            .as_str()
            .ok_or_else(|| Failure::Malformed("subject: a side or a unit id was expected".to_owned()))?;
        let units: Vec<UnitId> = match Side::from_word(word) {
            Some(side) => self.ids().filter(|&u| self.unit(u).side == side).collect(),
            None => vec![self.read_unit(word).map_err(|e| Failure::Malformed(format!("subject: {e}")))?],
        };
        let mut comers: BTreeMap<Hex, Vec<(u8, UnitId)>> = BTreeMap::new();
        let (mut reach, mut told) = (Reach::new(), 0);
        for unit in units.into_iter().filter(|&u| self.unit(u).traits.immobile.is_none()) {
            let Some(from) = state.hex(unit) else { continue };
            self.search(state, unit, from, &mut reach);
            for &hex in reach.hexes().iter().filter(|&&hex| !self.scenario.field.is_ferry(hex)) {
                comers.entry(hex).or_default().extend(reach.cost(hex).map(|cost| (cost, unit)));
                told += 1;
            }
            for (hex, cost) in self.strategic_reach(state, unit, from) {
                comers.entry(hex).or_default().push((cost, unit));
                told += 1;
            }
            can_be_told(told)?;
        }
        let targets = comers.into_iter().map(|(hex, mut by)| {
            by.sort_unstable();
            let by = by.into_iter().map(|(cost, unit)| Comer {
                cost,
                points: f64::from(cost),
                unit: &self.unit(unit).id,
            });
            ReachTarget { by: by.collect(), case: case!("5.1"), hex: self.number(hex) }
        });
        let found = self
            .found(targets.collect(), || Refusal::new(case!("5.1"), "no unit there can move anywhere now"));
        Ok(ReachAnswer { found })
    }
}
