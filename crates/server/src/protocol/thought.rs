//! What takes thought to answer: advice and reviews. The table is read at once, the thinking can be
//! done elsewhere.

use std::time::Duration;

use ai::{Budget, Level};
use catalog::Library;
use tabletop::AnyGame;

use super::answer::{Advised, Reviewed, answer};
use super::handlers::side_of;
use super::{Answer, Ask, RpcError, Viewer};

/// Games played on from a moment that is reviewed, at most.
const GAMES: u32 = 32;

/// How long they may take; an answer is waited for no longer than some 20 seconds.
const TIME: Duration = Duration::from_secs(3);

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
        answer(&Advised { version, counsel })
    }))
}

fn review(library: &Library, table: &dyn AnyGame, version: Option<u32>) -> Result<Thought, RpcError> {
    if table.asked().is_some() {
        return Err(RpcError::not_yours("a game can be reviewed once it is over"));
    }
    let Some(version) = version else {
        let moments = library.moments(table).ok_or_else(no_commander)?;
        return Ok(Box::new(move || answer(&Reviewed::Moments { moments })));
    };
    if version > table.version() {
        let entries = table.version();
        return Err(RpcError::malformed(format!("version: the game has only {entries} entries")));
    }
    let study = library.study(table, version).ok_or_else(no_commander)?;
    let seed = u64::from(version);
    Ok(Box::new(move || {
        let outlook = study.outlook(GAMES, TIME, seed);
        let counsel = study.counsel(Budget::Own, seed);
        answer(&Reviewed::Moment { version, outlook, counsel })
    }))
}

fn no_commander() -> RpcError {
    RpcError::malformed("game: there are no computer commanders for its rules")
}
