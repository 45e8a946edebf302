//! What takes thought to answer: advice, lessons and reviews. Whether it may be asked is seen at once; the
//! thinking can be done elsewhere.

use ai::Moment;
use catalog::Library;
use tabletop::AnyGame;

use crate::answer::{Reviewed, answer};
use crate::handlers::side_of;
use crate::ready::{Ready, What, no_commander, over, taken_turn};
use crate::{Answer, Ask, RpcError, Viewer};

/// What comes of a question that takes thought.
pub enum Thought {
    /// It is known already.
    Known(Answer),
    /// This is to be thought over, about the game after that version.
    Asked(u32, What),
}

impl Thought {
    /// Thinks here and now.
    ///
    /// # Errors
    /// If nobody can think about this game.
    pub fn think(self, library: &Library, table: &dyn AnyGame) -> Answer {
        match self {
            Thought::Known(answer) => answer,
            Thought::Asked(version, what) => {
                answer(&Ready::new((version, &what), (library, table), None)?.think().0)
            }
        }
    }
}

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
    let advice = || {
        let side = side_of(place, table)?;
        if table.asked() != Some(side) {
            return Err(RpcError::new(RpcError::GONE, format!("the {side} side is not asked now")));
        }
        Ok(Thought::Asked(table.version(), What::Advice { side }))
    };
    let lesson = |turn: Option<u32>| {
        let side = match place {
            Viewer::Watcher => return Err(side_of(place, table).err().unwrap_or_else(no_commander)),
            Viewer::Side(side) => Some(side),
            // At one screen whoever's turn ended last is told of it.
            Viewer::Both => None,
        };
        let taken = taken_turn(library, table, side, turn)?;
        let what = What::Lesson { side: taken.side(), turn: taken.turn() };
        Ok(Thought::Asked(table.version(), what))
    };
    match ask {
        Ask::Advice => Some(advice()),
        Ask::Lesson(turn) => Some(lesson(*turn)),
        Ask::Review(None) => Some(
            moments(library, table).map(|moments| Thought::Known(answer(&Reviewed::Moments { moments }))),
        ),
        Ask::Review(Some(version)) => {
            let whole = What::Moment { outlook: true, counsel: true };
            Some(over(table).map(|()| Thought::Asked(*version, whole)))
        }
        _ => None,
    }
}

/// The moments of a game that is over.
///
/// # Errors
/// If it is not over, or nobody can think about it.
pub fn moments(library: &Library, table: &dyn AnyGame) -> Result<Vec<Moment>, RpcError> {
    over(table)?;
    library.moments(table).ok_or_else(no_commander)
}
