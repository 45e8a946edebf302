//! Where rebuilt units go (17.2b).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::unit::UnitId;

/// 17.2b: a unit comes back from the Broken Track, to one of these hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Return {
    pub side: Side,
    pub unit: UnitId,
    pub hexes: Vec<Hex>,
}

/// 17.2b: a rebuilt unit that overstacks its hex leaves it for one of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Displace {
    pub side: Side,
    pub unit: UnitId,
    pub hexes: Vec<Hex>,
}
