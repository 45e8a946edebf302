//! A brigade acting (11 to 17).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::BrigadeOrder;
use crate::order::DeclaredCloseCombat;
use crate::state::State;
use crate::unit::{BrigadeId, UnitId};

/// What an activation grants (10.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Grant {
    /// The brigade may do everything its order allows.
    Full,
    /// The brigade may do nothing but fire.
    Limited,
    /// Nothing: the brigade is marked (10.5a).
    Spent,
    /// Everything, whatever the marker says, and the marker stays as it is (10.6).
    Commander,
    /// The Surprise Attack or the opening attack.
    Special,
}

/// The steps of an activation (7.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Reinforcements are placed (K92).
    Arrivals,
    /// 11: the order is to be given.
    Orders,
    /// 12.
    Fire,
    /// 13.
    Movement,
    /// 14: Close Combats are declared, then resolved.
    Close,
    /// 17.
    Rally,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    pub side: Side,
    pub brigade: BrigadeId,
    pub grant: Grant,
    pub step: Step,
    pub order: Option<BrigadeOrder>,
    /// What multiplies its allowances, in halves: 2 as they are, 4 Quick March, 1 Fatigue.
    pub pace: u8,
    /// Added to the CR of its units (Confident).
    pub bonus: u8,
    /// The units that are in the midst of their move.
    pub moving: Option<Moving>,
    /// Close Combats declared and not yet resolved.
    pub assaults: Vec<DeclaredCloseCombat>,
    /// Hexes that are or were the target of a declared Close Combat in this step.
    pub closed: Vec<Hex>,
    /// Those of them whose Lead Unit has still to be chosen, and from whom (K33).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<(Hex, Vec<UnitId>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<(Hex, UnitId)>,
    /// Where those stood who were declared to attack.
    pub stations: Vec<(UnitId, Hex)>,
}

impl Activation {
    /// The Lead Unit that its owner has chosen for a hex under attack.
    pub(crate) fn chosen_lead(&self, target: Hex) -> Option<UnitId> {
        self.leads.iter().find(|(hex, _)| *hex == target).map(|&(_, lead)| lead)
    }

    /// Whether a unit is the target of a Close Combat of this step against another hex than that: it
    /// was when they were declared, or stands in a hex that is still to be attacked (K109).
    pub(crate) fn closes_elsewhere(&self, state: &State, unit: UnitId, attacked: Hex) -> bool {
        let declared = |&(target, from): &(UnitId, Hex)| target == unit && from != attacked;
        !self.closed.is_empty() && state.attacked.iter().any(declared)
            || self.assaults.iter().any(|x| x.target != attacked && Some(x.target) == state.hex(unit))
    }
}

/// Units in the midst of their move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    pub units: Vec<UnitId>,
    /// Movement spent, counted in half points.
    pub spent: u8,
    /// In half points, settled when the move began (K69).
    pub allowance: u8,
    /// It has entered a hex, mounted, dismounted or left Skirmish Order.
    pub begun: bool,
    /// It is a Charge Move (13.10).
    pub charge: bool,
    pub from: Hex,
}
