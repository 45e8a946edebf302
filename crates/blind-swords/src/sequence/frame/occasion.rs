//! Moments at which chits may be played (K45).

use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::chit::{ChitId, Moment};

/// What a moment is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The activation below has been given its order, which the enemy may still confuse (K53).
    OrderGiven,
    /// The order of the activation below stands.
    OrderStands,
    /// The fire below is declared.
    FireDeclared,
    /// The Close Combat below is about to be thrown for.
    CloseDeclared,
    /// A command roll has failed; the command chit and its owner.
    CommandRollFailed(ChitId),
    /// The retreat below is ordered.
    RetreatOrdered,
}

impl Occasion {
    /// The moment it is for that side, when `active` is the side that acts.
    pub fn moment(&self, side: Side, active: Side) -> Moment {
        let own = side == active;
        match self {
            Occasion::OrderGiven | Occasion::OrderStands if own => Moment::OwnOrderGiven,
            Occasion::OrderGiven | Occasion::OrderStands => Moment::EnemyOrderGiven,
            Occasion::FireDeclared if own => Moment::OwnFireDeclared,
            Occasion::FireDeclared => Moment::EnemyFireDeclared,
            Occasion::CloseDeclared if own => Moment::OwnCloseDeclared,
            Occasion::CloseDeclared => Moment::EnemyCloseDeclared,
            Occasion::CommandRollFailed(_) => Moment::OwnCommandRollFailed,
            Occasion::RetreatOrdered => Moment::OwnRetreatOrdered,
        }
    }
}
