//! What a Cohesion Test brought, and the retreats that follow (15).

use hexmap::Hex;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::data::tables::Test;
use crate::unit::UnitId;

/// The effects of one Cohesion Test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The side that fired or attacked.
    pub side: Side,
    /// In a Close Combat the attackers; in a fire, who fired (K84).
    pub causes: Vec<UnitId>,
    /// The hex that was fired at or attacked.
    pub hex: Hex,
    /// By the tables of Close Combat.
    pub close: bool,
    /// In a Close Combat, the Assaulting Hex.
    pub assaulting: Option<Hex>,
    pub lead: UnitId,
    /// Still to be carried out, the next first.
    pub queue: Vec<Effect>,
    pub choosing: Option<Choice>,
    /// Units that this result has depleted so far.
    pub depleted: Vec<UnitId>,
    /// Units whose retreat was ordered by this result and how far, for 15.2 (K78).
    pub retreated: Vec<UnitId>,
    pub test: Test,
}

impl Effects {
    /// The test that a fire by `causes` of `side` at `hex` brings on its Lead Unit.
    pub(crate) fn of_fire(test: Test, side: Side, causes: Vec<UnitId>, hex: Hex, lead: UnitId) -> Effects {
        Effects {
            side,
            causes,
            hex,
            close: false,
            assaulting: None,
            lead,
            queue: Vec::new(),
            choosing: None,
            depleted: Vec::new(),
            retreated: Vec::new(),
            test,
        }
    }
}

/// A choice between units that the rules leave open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub side: Side,
    pub units: Vec<UnitId>,
}

/// One thing to be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The unit is flipped to its worn side, or takes a Break Test (15.1a).
    Deplete(UnitId),
    /// The next largest unit of the hex is depleted (D2).
    DepleteNext,
    /// The attacker's largest unit of the Assaulting Hex is depleted, takes hits and retreats, once
    /// it is known which.
    Attacker { deplete: bool, morale: u8, retreat: u8 },
    /// Morale Hits (15.6).
    Morale(UnitId, u8),
    /// A Break Test (15.7).
    Break(UnitId),
    /// A retreat of that many hexes (15.4).
    Retreat(UnitId, u8),
    /// That many units panic (15.1b): they are chosen, all before the first of them runs (15.2).
    Panic(u8),
    /// The unit panics because of the test.
    Panics(UnitId),
    /// All who are left in the hex retreat that far, in their owner's order (15.2c).
    RetreatAll(u8),
    /// The Skedaddle part of the test, once Depletion is done: the die and its test.
    Skedaddle { die: u8 },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    pub side: Side,
    pub unit: UnitId,
    pub origin: Hex,
    pub distance: u8,
    pub causes: Vec<UnitId>,
    pub walked: Vec<Hex>,
    /// Hexes still to be entered, once the way is settled.
    pub path: Vec<Hex>,
    /// It leaves the map at the end of the path.
    pub off: bool,
    pub panic: bool,
    pub stage: RetreatStage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatStage {
    /// Chits may be played before it begins (Hold the Line).
    Ordered,
    /// The way is to be found.
    Planning,
    /// The owner chooses among equal ways.
    Choosing,
    /// Opportunity Fire in the hex being left, except the first.
    Leaving,
    Walking,
    /// Skirmishers next to its last hex withdraw (16.2).
    Ended,
}
