//! Fires: announced together, and one being resolved (12).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::ChitId;
use crate::order::Shot;
use crate::unit::UnitId;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub side: Side,
    pub kind: FireKind,
    pub shots: Vec<Shot>,
    /// Hexes that are under Flanking Fire (12.4).
    pub flanked: Vec<Hex>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireKind {
    /// During the Fire Combat Step of a brigade.
    Step,
    /// A battery fires in the Artillery Phase.
    Battery,
    /// Opportunity Fire at that unit (13.7).
    Opportunity(UnitId),
    /// Defensive Fire against an attack on that hex (14.3a).
    Defensive(Hex),
    Firefight,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    pub side: Side,
    pub kind: FireKind,
    pub shot: Shot,
    pub flanking: bool,
    pub lead: Option<UnitId>,
    pub chits: Vec<ChitId>,
    /// Rare shifts announced on it, in columns.
    pub rare: i8,
    pub stage: FireStage,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireStage {
    /// The Lead Unit is to be found.
    Lead,
    /// Its owner chooses between these (12.2).
    ChoosingLead(Vec<UnitId>),
    Chits,
    Throw,
}
