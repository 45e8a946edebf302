//! What the side that is asked is asked about, in a few words: for opponents, who need not know the
//! stack.

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::chit::{BrigadeOrder, ChitId, ReactionWindow};
use crate::sequence::procedure::{Activation, Procedure};
use crate::state::State;
use crate::unit::{BrigadeId, UnitId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Key Chits (8.1).
    Keys,
    /// A hex of batteries to act with (9.1).
    Batteries,
    /// What the batteries of this hex do (9.1).
    BatteryHex(Hex),
    /// A battery may rally (9.4).
    BatteryRally,
    /// A held chit may be played (10.1), at the end of the turn or before a draw.
    Held {
        /// The turn ends (18.1).
        end: bool,
    },
    /// What becomes of the chit just drawn (10.3a).
    Drawn(ChitId),
    /// A CIC activates a brigade or is held (10.6).
    Commander(ChitId),
    /// A brigade to activate (10.7).
    Command {
        /// The brigade may do nothing but fire.
        limited: bool,
        /// It loses its activation (10.5a).
        spent: bool,
    },
    /// A special attack: whether it begins, or who is next (20.4e, 20.5d).
    Special,
    /// Where Battlefield Chaos falls (10.5b).
    Chaos,
    /// Which enemy goes astray (10.5b).
    Wayward,
    /// A rare event (10.5b).
    Rare,
    /// A chit may be played at this moment.
    ReactionWindow(ReactionWindow),
    /// The order of a brigade (11).
    Orders(BrigadeId),
    Fire(BrigadeId),
    /// Its Movement Step, under that order.
    Movement(BrigadeId, BrigadeOrder),
    Close(BrigadeId),
    Rally(BrigadeId),
    /// A Reserve Move (13.5a).
    Reserve(BrigadeId),
    /// Where a reinforcement comes on (13.11).
    Arrival,
    /// Opportunity Fire at a unit that leaves a hex (13.7).
    Opportunity(UnitId, Hex),
    /// Cavalry may withdraw from that mover (13.8).
    Cavalry(UnitId),
    /// Skirmishers withdraw (16.2).
    Skirmishers,
    /// Whether to fire back with the Firefight chit.
    FireBack,
    /// Which of equals leads, or suffers (12.2, 15.1).
    Choice,
    /// The way of a retreat (15.4).
    Retreat(UnitId),
    /// Which Close Combat is resolved next (14.3).
    CloseCombats,
    /// Whether a mounted unit withdraws from a Close Combat (14.3b).
    Rider(UnitId),
    /// Defensive Fire for that hex (14.3a).
    Defensive(Hex),
    /// The Assaulting Hex against that hex (14.3c).
    Assaulting(Hex),
    /// An advance into that hex (15.8).
    Advance(Hex),
    /// Where a unit comes back to, or moves aside to (17.2b).
    Placing(UnitId),
}

impl Battle {
    /// What is asked now; nothing once the game is over.
    pub fn question(&self, state: &State) -> Option<Question> {
        state.question().map(|question| question.topic(self, state))
    }

    /// The activation under way: the side, the brigade, its order if it has one, and how many
    /// procedures lie below it.
    pub fn active(&self, state: &State) -> Option<(Side, BrigadeId, Option<BrigadeOrder>, usize)> {
        state.stack.iter().enumerate().rev().find_map(|(below, procedure)| match procedure {
            Procedure::Activation(Activation { side, brigade, order, .. }) => {
                Some((*side, *brigade, *order, below))
            }
            _ => None,
        })
    }

    /// How many procedures lie one in another now: it falls again when the innermost is over.
    pub fn depth(&self, state: &State) -> usize {
        state.stack.len()
    }

    /// The unit whose retreat a moment is about.
    pub fn retreating(&self, state: &State) -> Option<UnitId> {
        state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Retreat(retreat) => Some(retreat.unit),
            _ => None,
        })
    }
}
