//! The viewers of a game.

use crate::{Seat, Side};

/// A client's relation to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    Watcher,
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
