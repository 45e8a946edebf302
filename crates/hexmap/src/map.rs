//! A map: a grid, its ground, its hexsides, its names, and its doubtful values.

use crate::{Certainty, Direction, Grid, Ground, Hex, Hexside};

/// A name printed on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub hex: Hex,
    /// The kind of thing that is named: `"gap"`, `"house"`, `"bridge"`, `"crossroads"`, `"height"`
    /// …
    pub kind: String,
}

/// A road or trail that runs off the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeExit {
    /// The last hex on the sheet.
    pub hex: Hex,
    /// Whether it is a road rather than a trail.
    pub road: bool,
    /// The side of the sheet, as a compass word: `"west"`, `"north"`, `"east"` or `"south"`.
    pub edge: &'static str,
}

/// A named creek or river, for its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    pub name: String,
    /// The hexes along its course, in order.
    pub hexes: Vec<Hex>,
}

/// A value of the map that the sources leave uncertain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    pub hexes: Vec<Hex>,
    /// The value that this map uses.
    pub kept: String,
    /// The evidence for and against it.
    pub what: String,
}

/// A wall that runs through some hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wall {
    pub name: String,
    pub hexes: Vec<Hex>,
    /// The hexes beyond its ends, to which it points.
    pub points_to: Vec<Hex>,
    /// The hex beside it: in its own hexes it is drawn on that side.
    pub beside: Option<Hex>,
    /// Whether there is one on each side of the road through its hexes.
    pub both_sides: bool,
}

/// A map sheet with everything printed on it.
#[derive(Debug, Clone)]
pub struct Map {
    pub title: String,
    pub grid: Grid,
    /// The origin of this map, for readers.
    pub about: String,
    /// The width of a hex in metres of real ground, for the scale bar.
    pub hex_metres: u32,
    pub places: Vec<Place>,
    pub streams: Vec<Stream>,
    pub walls: Vec<Wall>,
    /// Roads and trails that leave the sheet.
    pub edge_exits: Vec<EdgeExit>,
    pub doubts: Vec<Doubt>,
    pub(crate) ground: Vec<Ground>,
    pub(crate) sides: Vec<[Hexside; 6]>,
    pub(crate) certainty: Vec<Certainty>,
}

impl Map {
    /// A map of clear ground on that grid, for tests and for starting a new map.
    pub fn blank(title: &str, grid: Grid) -> Map {
        let count = grid.len();
        Map {
            title: title.to_owned(),
            grid,
            about: String::new(),
            hex_metres: 0,
            places: Vec::new(),
            streams: Vec::new(),
            walls: Vec::new(),
            edge_exits: Vec::new(),
            doubts: Vec::new(),
            ground: vec![Ground::default(); count],
            sides: vec![[Hexside::default(); 6]; count],
            certainty: vec![Certainty::Printed; count],
        }
    }

    #[inline]
    pub fn ground(&self, hex: Hex) -> Ground {
        self.ground[hex.index()]
    }

    /// Changes the ground of a hex.
    pub fn set_ground(&mut self, hex: Hex, ground: Ground) {
        self.ground[hex.index()] = ground;
    }

    /// The evidence for a hex's value.
    pub fn certainty(&self, hex: Hex) -> Certainty {
        self.certainty[hex.index()]
    }

    /// The hexside of `hex` in that direction, seen from `hex`.
    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> Hexside {
        self.sides[hex.index()][direction.index()]
    }

    /// The hexside between two adjacent hexes, seen from `from`.
    pub fn side_between(&self, from: Hex, to: Hex) -> Option<Hexside> {
        self.grid.direction(from, to).map(|d| self.side(from, d))
    }

    /// Changes the hexside between two adjacent hexes, on both its sides. Works belong to one side
    /// only: `change` is called for `from` first, with `true`, then for `to`.
    ///
    /// Returns whether the hexes are adjacent; if not, nothing is changed.
    pub fn change_side(&mut self, from: Hex, to: Hex, mut change: impl FnMut(&mut Hexside, bool)) -> bool {
        let Some(direction) = self.grid.direction(from, to) else { return false };
        change(&mut self.sides[from.index()][direction.index()], true);
        change(&mut self.sides[to.index()][direction.opposite().index()], false);
        true
    }

    /// Whether a road goes through the hex.
    pub fn has_road(&self, hex: Hex) -> bool {
        self.sides[hex.index()].iter().any(|s| s.road)
            || self.edge_exits.iter().any(|e| e.hex == hex && e.road)
    }
}
