//! Units on their way (13).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::unit::UnitId;

/// Units on their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    pub units: Vec<UnitId>,
    /// Where they are.
    pub at: Hex,
    /// The hexes still to be entered, with what each costs in half points.
    pub path: Vec<(Hex, u8)>,
    /// Off the map from the last hex.
    pub exit: bool,
    pub kind: MarchKind,
    pub stage: MarchStage,
    /// Cavalry that has withdrawn from its last step (13.8).
    pub withdrawn: Vec<UnitId>,
    /// Enemies have withdrawn on the way: what lies ahead may have changed.
    pub stirred: bool,
}

/// What kind of movement it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchKind {
    /// A brigade's Movement Step.
    Step,
    /// A battery in the Artillery Phase.
    Battery,
    /// The Reserve Move chit.
    Reserve,
    /// A Wayward Move (10.5b).
    Wayward,
    /// Mounting or dismounting: no hex is entered (13.9).
    Mounting,
    /// Cavalry withdraws from a mover (13.8).
    Withdrawal,
}

/// Where a step of a march stands (K64).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchStage {
    /// Opportunity Fire is to be offered in the hex being left.
    Leaving,
    /// The next hex is entered.
    Entering,
    /// Skirmishers withdraw.
    Skirmishers,
    /// Cavalry may withdraw.
    Cavalry,
}
