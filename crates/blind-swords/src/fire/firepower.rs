//! What a unit brings to a fire: its range and every factor (4.8, 12.1c, 12.1d, K31).

use hexmap::Hex;
use serde::Serialize;
use tabletop::{Case, case};

use crate::battle::Battle;
use crate::data::tables::Band;
use crate::order::Shot;
use crate::points::Strength;
use crate::sequence::procedure::FireKind;
use crate::state::State;
use crate::unit::{UnitId, Weapon};

/// A factor that multiplies a unit's strength.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Factor {
    pub name: &'static str,
    pub times: f64,
    pub case: Case,
}

/// One unit's part of a fire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Share {
    pub unit: UnitId,
    pub hex: Hex,
    pub band: Band,
    /// Printed SP of the side that shows.
    pub printed: Strength,
    /// Strength points left after Morale Hits.
    pub strength: Strength,
    pub factors: Vec<Factor>,
    /// Strength points brought to bear after all factors.
    pub brought: Strength,
}

impl Battle {
    /// The band in which a unit would fire at a hex; `None` out of range. Swords and pistols are
    /// for Defensive Fire on foot only (K62).
    pub(super) fn band(
        &self,
        state: &State,
        kind: &FireKind,
        unit: UnitId,
        target: Hex,
        canister: bool,
    ) -> Option<Band> {
        let range = self.distance(state.hex(unit)?, target);
        let weapon = self.faces(state, unit).weapon;
        if weapon == Weapon::CC {
            let defends = matches!(kind, FireKind::Defensive(_)) && self.is_foot(state, unit);
            return defends.then_some(Band::Effective);
        }
        if canister && self.is_gun(unit) {
            return self.scenario.tables.canister(weapon, range).then_some(Band::Canister);
        }
        self.scenario.tables.band(weapon, self.unit(unit).arm, range)
    }

    /// What a unit brings to a fire; `None` out of range.
    pub(super) fn share(&self, state: &State, kind: &FireKind, unit: UnitId, shot: &Shot) -> Option<Share> {
        let hex = state.hex(unit)?;
        let band = self.band(state, kind, unit, shot.target, shot.canister)?;
        let there = state.unit(unit);
        let by = &self.scenario.tables.factors;
        let mut quarters: Vec<(&'static str, i32, Case)> = vec![match band {
            Band::Canister => ("Canister", *by.canister, case!("12.1c")),
            Band::Effective => ("Effective range", *by.effective, case!("12.1c")),
            Band::Long => ("Long range", *by.long, case!("12.1c")),
            Band::Extreme => ("Extreme range", *by.extreme, case!("12.1c")),
        }];
        match kind {
            FireKind::Opportunity(_) => quarters.push(("Opportunity Fire", *by.opportunity, case!("12.1d"))),
            FireKind::Defensive(attacked) => {
                if hex != *attacked {
                    quarters.push(("Supporting Defensive Fire", *by.supporting, case!("14.3a")));
                }
                if there.chaos {
                    quarters.push(("Battlefield Chaos", *by.chaos, case!("10.5b")));
                }
            }
            FireKind::Step | FireKind::Battery | FireKind::Firefight => {}
        }
        if there.low_ammo {
            quarters.push(("Low Ammo", *by.low_ammo, case!("9.5e")));
        }
        let strength = self.strength(state, unit);
        let brought = quarters.iter().fold(strength, |s, &(_, quarters, _)| Strength(s.0 * quarters / 4));
        let factors = quarters
            .into_iter()
            .map(|(name, quarters, case)| Factor { name, times: f64::from(quarters) / 4.0, case })
            .collect();
        Some(Share {
            unit,
            hex,
            band,
            printed: self.printed(state, unit).strength,
            strength,
            factors,
            brought,
        })
    }

    /// What all units of a fire bring. Units out of range bring nothing.
    pub(crate) fn shares(&self, state: &State, kind: &FireKind, shot: &Shot) -> Vec<Share> {
        shot.units.iter().filter_map(|&unit| self.share(state, kind, unit, shot)).collect()
    }
}

pub(crate) fn total(shares: &[Share]) -> Strength {
    shares.iter().map(|s| s.brought).sum()
}
