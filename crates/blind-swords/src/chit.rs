//! Chits: what is drawn from the cup (4.4, 10).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{Case, Side, case};

use crate::unit::{BrigadeId, index};

index!(ChitId, "#c");

#[derive(Debug, Clone, PartialEq)]
pub struct Chit {
    /// Stable across versions of the program.
    pub id: String,
    pub name: String,
    /// `None` for the Wild chits, which belong to no side.
    pub side: Option<Side>,
    pub kind: ChitKind,
}

/// The four types of chits (4.4).
#[derive(Debug, Clone, PartialEq)]
pub enum ChitKind {
    /// Activates one brigade of a division; in 1862 the brigade itself (10.7, 10.9).
    Command {
        brigades: Vec<BrigadeId>,
        /// Full activation on a die up to this.
        rating: u8,
        /// The rating of the general's replacement.
        casualty: u8,
        /// The rating once it is released (20.2i); from the start where a scenario says so.
        released: Option<u8>,
    },
    /// Activates any brigade of its side (10.6): on a die up to `active_on`, or `casualty` once a
    /// replacement commands.
    Commander {
        active_on: u8,
        casualty: u8,
        /// The general once he is aware (20.5).
        aware: Option<u8>,
    },
    /// An Event chit (10.4).
    Event(Event),
    /// Wild: negates the next chit (10.5a).
    FortunesOfWar,
    /// Wild: one of the rare events (10.5b).
    FogOfWar,
}

/// What an Event chit does, and when it may be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub effect: Effect,
    pub reaction_windows: Vec<ReactionWindow>,
    /// Its case, for refusals and the log.
    pub case: Case,
    /// It works from this turn on (20.1h, 20.2g).
    pub from_turn: u8,
    /// The case of that, where a scenario makes it wait.
    pub from_case: Option<Case>,
    /// What it does, in a sentence.
    pub text: String,
    /// Not on this side's brigades in the first turn, under that case (20.1g).
    pub not_first_turn: Option<Case>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Shifts one Close Combat of the owner's; at the end of a turn, starts one.
    RebelYell {
        columns: i8,
    },
    /// Shifts one combat against a Union hex that is no wall hex.
    GoodGround {
        columns: i8,
    },
    /// Shifts one Fire Combat of the owner's.
    TakeAim {
        columns: i8,
    },
    /// Marks one enemy battery (of the Union) or infantry unit (of the Confederates) Low Ammo.
    LowAmmo,
    /// Takes a Low Ammo marker off one of the owner's units.
    FindAmmo,
    /// Multiplies the allowances of the owner's activating brigade.
    QuickMarch,
    /// Halves the allowances of the enemy's activating brigade.
    Fatigue,
    /// May change the order of the enemy's activating brigade, by a die.
    CommandConfusion {
        /// The order for each face; none where nothing changes.
        orders: [Option<BrigadeOrder>; 6],
    },
    /// Raises the CR of the owner's activating brigade.
    Confident,
    /// One hex fires at another, which fires back.
    Firefight,
    /// One brigade moves out of turn.
    ReserveMove,
    /// One unit rallies out of turn.
    Rally,
    /// A failed command roll counts as made.
    InspiredLeadership,
    /// One unit ignores one Retreat result.
    HoldTheLine,
    Nothing,
}

/// When an Event chit may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReactionWindow {
    /// As it is drawn (10.3a).
    OnDraw,
    /// Before a draw (10.1).
    HeldStep,
    /// At the end of the turn (18.1).
    EndTurn,
    /// The owner's brigade has its order.
    OwnOrderGiven,
    /// The enemy's brigade has its order.
    EnemyOrderGiven,
    /// The owner has declared a fire.
    OwnFireDeclared,
    /// The enemy has declared a fire.
    EnemyFireDeclared,
    /// A Close Combat of the owner's is about to be thrown for.
    OwnCloseDeclared,
    /// A Close Combat of the enemy's is about to be thrown for.
    EnemyCloseDeclared,
    /// A command roll of the owner's has failed.
    OwnCommandRollFailed,
    /// A unit of the owner's must retreat.
    OwnRetreatOrdered,
}

/// A brigade's order (11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BrigadeOrder {
    /// 11.2.
    Attack,
    /// 11.3.
    Defend,
    /// 11.4.
    Maneuver,
    /// 11.5.
    Regroup,
}

impl BrigadeOrder {
    pub const ALL: [BrigadeOrder; 4] =
        [BrigadeOrder::Attack, BrigadeOrder::Defend, BrigadeOrder::Maneuver, BrigadeOrder::Regroup];

    /// What the brigade may do under it.
    pub fn case(self) -> Case {
        match self {
            BrigadeOrder::Attack => case!("11.2"),
            BrigadeOrder::Defend => case!("11.3"),
            BrigadeOrder::Maneuver => case!("11.4"),
            BrigadeOrder::Regroup => case!("11.5"),
        }
    }

    /// The word in data and messages.
    pub fn word(self) -> &'static str {
        match self {
            BrigadeOrder::Attack => "Attack",
            BrigadeOrder::Defend => "Defend",
            BrigadeOrder::Maneuver => "Maneuver",
            BrigadeOrder::Regroup => "Regroup",
        }
    }
}
