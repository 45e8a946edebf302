//! Moments at which chits may be played (K45).

use serde::{Deserialize, Serialize};

use crate::chit::{ChitId, ReactionWindow};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    /// The activation below has been given its order, which the enemy may still confuse (K53).
    OrderGiven,
    /// The order of the activation below stands.
    OrderStands,
    FireDeclared,
    /// The Close Combat below is about to be thrown for.
    CloseDeclared,
    /// A command roll has failed; the command chit and its owner.
    CommandRollFailed(ChitId),
    RetreatOrdered,
}

impl Trigger {
    /// The moment it is for a side, which is the one that acts (`own`) or the other.
    pub fn reaction_window(&self, own: bool) -> ReactionWindow {
        match self {
            Trigger::OrderGiven | Trigger::OrderStands if own => ReactionWindow::OwnOrderGiven,
            Trigger::OrderGiven | Trigger::OrderStands => ReactionWindow::EnemyOrderGiven,
            Trigger::FireDeclared if own => ReactionWindow::OwnFireDeclared,
            Trigger::FireDeclared => ReactionWindow::EnemyFireDeclared,
            Trigger::CloseDeclared if own => ReactionWindow::OwnCloseDeclared,
            Trigger::CloseDeclared => ReactionWindow::EnemyCloseDeclared,
            Trigger::CommandRollFailed(_) => ReactionWindow::OwnCommandRollFailed,
            Trigger::RetreatOrdered => ReactionWindow::OwnRetreatOrdered,
        }
    }
}
