//! What a page needs to put counters and pointers on a drawn map without knowing any hex
//! arithmetic.

use hexmap::{Direction, Layout, Map};
use serde::Serialize;

use crate::Geometry;
use crate::geometry::Point;

/// Where every hex of a drawn map is. All lengths are in units of the drawing's `viewBox`, `0 0
/// width height`.
#[derive(Debug, Clone, Serialize)]
pub struct BoardLayout {
    /// How the hexes are arranged: `"flat-even-lower"` or `"pointy-odd-west"`.
    pub layout: Layout,
    /// The distance from a hex's centre to its corners.
    pub radius: f64,
    pub width: f64,
    pub height: f64,
    /// The north-west corner of the box around the hexes.
    pub origin: Point,
    /// The south-east corner of the box around the hexes; title, terrain key and scale are below
    /// it.
    pub end: Point,
    /// The six corners of every hex, relative to its centre, clockwise. Hexside `i` joins corners
    /// `i` and `i + 1`.
    pub corners: [Point; 6],
    /// The compass names of the six hexsides, in the order of `corners` and of every hex's
    /// `neighbours`.
    pub directions: [&'static str; 6],
    /// Every hex, column by column from the west, each from the north.
    pub hexes: Vec<HexPlace>,
}

#[derive(Debug, Clone, Serialize)]
pub struct HexPlace {
    pub hex: String,
    /// The centre: `x` to the east, `y` to the south.
    pub x: f64,
    pub y: f64,
    /// The position of its letter in a row of letters of the map file, from 0.
    pub column: u8,
    /// The row of letters that contains its letter, from 0.
    pub row: u8,
    /// The printed numbers of its neighbours by direction; `null` off the sheet.
    pub neighbours: [Option<String>; 6],
    /// Its level; `None` on a map without levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// The layout of the drawing that [`map_svg`](crate::map_svg) makes of this map, whatever its
/// options.
pub fn layout(map: &Map) -> BoardLayout {
    let grid = &map.grid;
    let geometry = Geometry::new(map);
    let (origin, end) = geometry.neat_line();
    let zero = Point::new(0.0, 0.0);
    let corners = grid.hexes().next().map_or([zero; 6], |hex| {
        let centre = geometry.centre(hex);
        geometry.corners(hex).map(|c| tidy(c.shifted(-centre.x, -centre.y)))
    });
    let leveled = grid.hexes().any(|hex| map.ground(hex).level > 0);
    let hexes = grid
        .hexes()
        .map(|hex| {
            let Point { x, y } = tidy(geometry.centre(hex));
            let (column, row) = grid.place(hex);
            let neighbours = grid.around(hex).map(|n| n.map(|n| grid.number(n).to_owned()));
            let level = leveled.then(|| map.ground(hex).level);
            HexPlace { hex: grid.number(hex).to_owned(), x, y, column, row, neighbours, level }
        })
        .collect();
    BoardLayout {
        layout: grid.layout(),
        radius: geometry.radius(),
        width: tenth(geometry.width()),
        height: tenth(geometry.height()),
        origin: tidy(origin),
        end: tidy(end),
        corners,
        directions: Direction::ALL.map(|d| d.name(grid.layout())),
        hexes,
    }
}

/// [`layout`] as JSON.
///
/// # Errors
/// None that a map can cause: the layout consists of numbers and short strings.
pub fn layout_json(map: &Map) -> Result<String, serde_json::Error> {
    serde_json::to_string(&layout(map))
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn tidy(point: Point) -> Point {
    Point::new(tenth(point.x), tenth(point.y))
}
