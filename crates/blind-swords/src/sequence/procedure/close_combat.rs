//! Close Combat and the advance after it (14, 15.8).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::ChitId;
use crate::unit::UnitId;

/// 14.3: the active side chooses the next of its Close Combats. What is left stands in the
/// activation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseCombats {
    pub side: Side,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseCombat {
    pub side: Side,
    pub target: Hex,
    pub units: Vec<UnitId>,
    /// The hexes they attack from, as they were when it began.
    pub from: Vec<Hex>,
    pub assaulting: Option<Hex>,
    pub lead: Option<UnitId>,
    pub chits: Vec<ChitId>,
    pub rare: i8,
    /// Mounted defenders who have still to be asked whether they withdraw (14.3b).
    pub riders: Vec<UnitId>,
    /// Units of the defender that were in the hex when it was thrown for.
    pub defenders: Vec<UnitId>,
    /// Withdrawal alone emptied the hex: one hex of advance (K75).
    pub withdrawn: bool,
    pub stage: CloseCombatStage,
}

/// Where a Close Combat stands (14.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseCombatStage {
    /// The next of `riders` may withdraw.
    Riders,
    /// The unit's owner is being asked.
    Rider(UnitId),
    /// Defensive Fire is to be offered.
    Defence,
    /// The defender is announcing Defensive Fire.
    Announcing,
    /// The Assaulting Hex is to be found.
    Assaulting,
    /// The attacker names it among these.
    Naming(Vec<Hex>),
    /// The Lead Unit is to be found.
    Lead,
    /// The owner chooses the Lead Unit among these.
    ChoosingLead(Vec<UnitId>),
    Chits,
    Throw,
    /// The test is carried out; then units may advance.
    Aftermath,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub side: Side,
    /// The hex vacated, open to an advance.
    pub hex: Hex,
    pub units: Vec<UnitId>,
    /// How far to advance: one hex or two.
    pub reach: u8,
    /// A unit in the first hex of its advance, and the second, once Skirmishers have made way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onward: Option<(UnitId, Hex)>,
}
