//! The Artillery Phase (9).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::unit::UnitId;

/// 9.1 to 9.3: a side's Artillery Step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batteries {
    pub side: Side,
    /// The other side has just passed.
    pub passed: bool,
}

/// 9.1: the batteries of a hex fire or move, one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatteryHex {
    pub side: Side,
    pub hex: Hex,
    /// Those who have still to act.
    pub ready: Vec<UnitId>,
}

/// 9.4: a side may rally one battery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatteryRally {
    pub side: Side,
}
