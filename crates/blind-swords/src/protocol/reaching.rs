//! Where units could come with one activation: the answer to the verb `reach` of `game.targets`, of
//! either side and at any time.

use std::collections::BTreeMap;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tabletop::{Comer, Failure, ReachTarget, Reason, Side, can_be_told, case};

use crate::battle::Battle;
use crate::chit::BrigadeOrder;
use crate::movement::reach::{Terms, Threat, Walk};
use crate::state::State;
use crate::unit::UnitId;

/// The answer to `reach`: hexes that units could come to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReachAnswer<'a> {
    /// Why there are none; absent if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    pub targets: Vec<ReachTarget<'a>>,
    #[schemars(extend("const" = "reach"))]
    pub verb: &'static str,
}

impl Battle {
    /// The answer to `reach`: the hexes that the infantry and cavalry of a side on the map, or one
    /// unit, could come to in a Movement Step that began now, each by itself and under whichever
    /// order brings it there (11, 13). It tells nothing of chits: which order is given, and to whom,
    /// is left out.
    ///
    /// # Errors
    /// A subject that is neither a side nor a unit, or a side whose units could come to too many hexes.
    pub(super) fn reach_answer(&self, state: &State, subject: &Value) -> Result<ReachAnswer<'_>, Failure> {
        let word = subject
            .as_str()
            .ok_or_else(|| Failure::Malformed("subject: a side or a unit id was expected".to_owned()))?;
        let units: Vec<UnitId> = match Side::from_word(word) {
            Some(side) => self.ids().filter(|&u| self.unit(u).side == side).collect(),
            None => {
                let unit = self.named(word);
                vec![unit.ok_or_else(|| Failure::Malformed(format!("subject: there is no unit '{word}'")))?]
            }
        };
        let mut comers: BTreeMap<Hex, BTreeMap<UnitId, u8>> = BTreeMap::new();
        let mut told = 0;
        for unit in units.into_iter().filter(|&u| !self.is_gun(u) && !state.unit(u).frozen) {
            let Some(start) = state.hex(unit) else { continue };
            let threat = Threat::new(state, self.unit(unit).side);
            for order in BrigadeOrder::ALL {
                let row = self.scenario.tables.order(order);
                let terms = Terms {
                    allowance: if self.is_mounted(state, unit) { row.cavalry } else { row.infantry },
                    spent: 0,
                    begun: false,
                    engages: row.engages,
                    marches: row.marches,
                    charge: false,
                };
                for (hex, cost) in Walk::new(self, state, &threat, &[unit], start, terms).ends() {
                    let known = comers.entry(hex).or_default().entry(unit).or_insert_with(|| {
                        told += 1;
                        cost
                    });
                    *known = cost.min(*known);
                }
            }
            can_be_told(told)?;
        }
        let targets: Vec<ReachTarget<'_>> = comers
            .into_iter()
            .map(|(hex, by)| {
                let mut by: Vec<(u8, UnitId)> = by.into_iter().map(|(unit, cost)| (cost, unit)).collect();
                by.sort_unstable();
                let by = by.into_iter().map(|(cost, unit)| Comer {
                    cost,
                    points: f64::from(cost) / 2.0,
                    unit: &self.unit(unit).id,
                });
                ReachTarget { by: by.collect(), case: case!("13.1"), hex: self.number(hex) }
            })
            .collect();
        let case = case!("13.1");
        let reason = targets.is_empty().then(|| Reason {
            case,
            printed: None,
            system: self.system_of(case).to_owned(),
            text: "No unit there can move anywhere now.".to_owned(),
        });
        Ok(ReachAnswer { reason, targets, verb: "reach" })
    }
}
