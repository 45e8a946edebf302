//! The cup, CIC and command chits, and attacks of a whole division (8, 10.6, 10.7, 20.4e, 20.5d).

use serde::{Deserialize, Serialize};
use tabletop::Side;

use super::activation::Grant;
use crate::chit::ChitId;

/// 8.1: a side chooses its Key Chits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    pub side: Side,
}

/// 10.3c: the owner of a CIC chit just drawn activates a brigade or holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commander {
    pub side: Side,
    pub chit: ChitId,
}

/// 10.7: the owner of a command chit chooses a brigade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    pub side: Side,
    pub chit: ChitId,
    pub grant: Grant,
    /// There is more than one to choose from.
    pub asks: bool,
}

/// 20.4e, 20.5d: a side chooses the next brigade of its special attack, or, before it has begun,
/// whether to make it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Special {
    pub side: Side,
    pub asks: bool,
}
