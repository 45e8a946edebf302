//! Who is told something of a game.

use crate::{Seat, Side};

/// How somebody who is told of a game stands to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Looks on.
    Watcher,
    /// Holds this side's seat.
    Side(Side),
    /// Plays both sides at one screen.
    Both,
}

impl Viewer {
    /// The seat with whose knowledge it looks at a game in which `asked` is asked now: at one
    /// screen, that of the side being asked.
    pub fn seat(self, asked: Option<Side>) -> Seat {
        match self {
            Viewer::Watcher => None,
            Viewer::Side(side) => Some(side),
            Viewer::Both => asked,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Viewer {
        seat.map_or(Viewer::Watcher, Viewer::Side)
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Viewer {
        Viewer::Side(side)
    }
}
