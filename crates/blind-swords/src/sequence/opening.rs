//! What a game begins with: its scenario's first turn, or what a position set up by hand says (8.3,
//! 9.1, 10.7).

use tabletop::Side;

use crate::chit::{BrigadeOrder, ChitId};
use crate::sequence::procedure::Grant;
use crate::unit::BrigadeId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum First {
    /// The Command Decision Phase: Key Chits are chosen.
    #[default]
    Keys,
    /// The Artillery Phase, with this side's step. No Event chit is in the cup.
    Artillery(Side),
    /// A brigade whose chit has been drawn and whose command roll is thrown. No Event chit is in
    /// the cup.
    Activation {
        brigade: BrigadeId,
        chit: ChitId,
        grant: Grant,
        /// The order it has been given, if it has.
        order: Option<BrigadeOrder>,
    },
}

/// How a game begins, and what has come about before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Opening {
    pub first: First,
    /// Who holds each watched hex, if it is not who the scenario says (K97).
    pub holders: Option<Vec<Side>>,
    /// What the scenario holds back is released (K95).
    pub released: bool,
    /// What the scenario freezes has thawed (K94).
    pub thawed: bool,
}
