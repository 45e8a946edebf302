//! Units on their way, and what their way brings about (13, 16.2).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use super::activation::Moving;
use crate::unit::{BrigadeId, UnitId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    pub units: Vec<UnitId>,
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
    /// During the Movement Step of a brigade.
    Step,
    /// A battery in the Artillery Phase.
    Battery,
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
    Entering,
    Skirmishers,
    Cavalry,
}

/// 13.5a: a brigade moves out of turn by a chit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve {
    pub side: Side,
    pub brigade: BrigadeId,
    /// The units that are in the midst of their move.
    pub moving: Option<Moving>,
}

/// 13.11: reinforcements are placed; the first of them is next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrivals {
    pub side: Side,
    pub units: Vec<UnitId>,
    /// Where its hex is barred: the hexes that its owner is asked to choose from.
    pub choice: Vec<Hex>,
}

/// 13.7: `side` may fire at a unit that leaves a hex next to its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opportunity {
    pub side: Side,
    pub mover: UnitId,
    pub hex: Hex,
}

/// 13.8: any of these units may withdraw from a mover.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CavalryWithdrawal {
    pub side: Side,
    pub units: Vec<UnitId>,
    pub mover: UnitId,
}

/// 16.2: skirmishers withdraw, one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkirmishWithdrawal {
    pub side: Side,
    pub units: Vec<UnitId>,
    pub mover: UnitId,
    /// Where the first of them can go, if its owner has a choice.
    pub ways: Vec<Hex>,
}
