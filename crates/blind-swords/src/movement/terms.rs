//! The terms on which a brigade moves (13.2, 13.5a, 13.6, 13.10).

use tabletop::Case;

use crate::sequence::procedure::{MarchKind, Moving};
use crate::unit::BrigadeId;

/// The terms on which a brigade may move now.
#[derive(Debug, Clone)]
pub(crate) struct MovementTerms {
    pub brigade: BrigadeId,
    /// Movement allowance, counted in half points.
    pub foot: u8,
    pub mounted: u8,
    /// It may move next to enemies (13.6).
    pub engages: bool,
    /// March Column (13.5a).
    pub marches: bool,
    /// It may close afterwards, and so charge (13.10).
    pub closes: bool,
    pub kind: MarchKind,
    /// The case that sets the allowances.
    pub case: Case,
    /// Who is in the midst of a move.
    pub moving: Option<Moving>,
}
