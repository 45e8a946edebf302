//! The edges of the map, or of the area in play (13.12, 15.4, 20.1a).

use hexmap::{Direction, Hex};
use tabletop::Side;

use crate::battle::Battle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    North,
    East,
    South,
    West,
}

impl Battle {
    /// The neighbour on a side, if it is in play.
    fn open(&self, hex: Hex, direction: &str) -> bool {
        let grid = &self.map().grid;
        Direction::named(grid.layout(), direction)
            .and_then(|d| grid.neighbour(hex, d))
            .is_some_and(|near| self.in_play(near))
    }

    /// The edges a hex lies on. Rows run east and west, so a hex is on the north edge if both its
    /// northern neighbours are wanting, and on the east edge if its eastern one is.
    pub fn edges(&self, hex: Hex) -> Vec<Edge> {
        let open = |direction| self.open(hex, direction);
        [
            (Edge::North, open("NE") || open("NW")),
            (Edge::East, open("E")),
            (Edge::South, open("SE") || open("SW")),
            (Edge::West, open("W")),
        ]
        .into_iter()
        .filter_map(|(edge, inland)| (!inland).then_some(edge))
        .collect()
    }

    /// The edges a side comes from and goes home by (15.4).
    pub fn home_edges(side: Side) -> [Edge; 2] {
        match side {
            Side::Union => [Edge::North, Edge::East],
            Side::Confederate => [Edge::South, Edge::West],
        }
    }

    /// Whether a unit of that side can leave for home from that hex.
    pub fn leaves_home(&self, side: Side, hex: Hex) -> bool {
        self.edges(hex).iter().any(|edge| Battle::home_edges(side).contains(edge))
    }

    /// Whether a step goes toward a side's home (K84).
    pub fn is_homeward(&self, side: Side, direction: Direction) -> bool {
        let name = direction.name(self.map().grid.layout());
        match side {
            Side::Union => matches!(name, "NE" | "E" | "NW"),
            Side::Confederate => matches!(name, "SW" | "W" | "SE"),
        }
    }
}
