//! What takes thought to answer: advice and reviews. The table is read at once, the thinking can be
//! done elsewhere.

use std::time::Duration;

use ai::{Budget, Counsel, Level, Moment, Outlook, Study};
use catalog::Library;
use tabletop::AnyGame;

use super::answer::{Advised, Reviewed, ReviewedMoment, answer};
use super::handlers::side_of;
use super::{Answer, Ask, RpcError, Viewer};

/// Games played on from a moment that is reviewed, at most.
pub(crate) const REVIEWED_BY: u32 = 32;

/// How long they may take: so long others wait for the processor.
pub(crate) const REVIEWED_WITHIN: Duration = Duration::from_secs(3);

/// An answer still to be thought out.
pub type Thought = Box<dyn FnOnce() -> Answer + Send>;

/// What has to be thought out for this, if anything has.
///
/// # Errors
/// If this place may not ask it, or not now.
pub fn thought(
    library: &Library,
    table: &dyn AnyGame,
    place: Viewer,
    ask: &Ask,
) -> Option<Result<Thought, RpcError>> {
    match ask {
        Ask::Advice => Some(advice(library, table, place)),
        Ask::Review(version) => Some(review(library, table, *version)),
        _ => None,
    }
}

fn advice(library: &Library, table: &dyn AnyGame, place: Viewer) -> Result<Thought, RpcError> {
    let side = side_of(place, table)?;
    if table.asked() != Some(side) {
        return Err(RpcError::new(RpcError::GONE, format!("the {side} side is not asked now")));
    }
    let version = table.version();
    // The general's own chance: the same question gets the same advice.
    let seed = u64::from(version);
    let player = library.seat(table, side, Level::General, seed).ok_or_else(no_commander)?;
    let position = player.copy(table).ok_or_else(no_commander)?;
    let mut player = player;
    Ok(Box::new(move || {
        let counsel = player.plan(&position, Budget::Own, seed);
        answer(&Advised { version, would: counsel.into() })
    }))
}

fn review(library: &Library, table: &dyn AnyGame, version: Option<u32>) -> Result<Thought, RpcError> {
    let Some(version) = version else {
        let moments = moments(library, table)?;
        return Ok(Box::new(move || answer(&Reviewed::Moments { moments })));
    };
    over(table)?;
    if version > table.version() {
        let entries = table.version();
        return Err(RpcError::malformed(format!("version: the game has only {entries} entries")));
    }
    let study = study(library, table, version)?;
    let seed = u64::from(version);
    Ok(Box::new(move || {
        let outlook = study.outlook(REVIEWED_BY, REVIEWED_WITHIN, seed);
        let counsel = study.counsel(Budget::Own, seed);
        answer(&Reviewed::Moment(reviewed(version, outlook, counsel)))
    }))
}

/// The moments of a game that is over.
///
/// # Errors
/// If it is not over, or nobody can think about it.
pub fn moments(library: &Library, table: &dyn AnyGame) -> Result<Vec<Moment>, RpcError> {
    over(table)?;
    library.moments(table).ok_or_else(no_commander)
}

/// A moment of a game, to be thought about.
pub(crate) fn study(library: &Library, table: &dyn AnyGame, version: u32) -> Result<Study, RpcError> {
    library.study(table, version).ok_or_else(no_commander)
}

/// What is to be said of a moment.
pub fn reviewed(version: u32, outlook: Option<Outlook>, counsel: Counsel) -> ReviewedMoment {
    ReviewedMoment { version, outlook, would: counsel.into() }
}

/// A game is reviewed when nothing of it is to be decided any more.
fn over(table: &dyn AnyGame) -> Result<(), RpcError> {
    match table.asked() {
        Some(_) => Err(RpcError::not_yours("a game can be reviewed once it is over")),
        None => Ok(()),
    }
}

fn no_commander() -> RpcError {
    RpcError::malformed("game: there are no computer commanders for its rules")
}
