//! Where everything is on the drawn sheet: hex centres, corners and hexsides in SVG units.

use hexmap::{Direction, Hex, Layout, Map};
use serde::Serialize;

/// The distance from the centre of a hex to its corners, in SVG units.
pub(crate) const RADIUS: f64 = 40.0;
/// Clear paper around the hexes of a sheet, in SVG units.
const MARGIN: f64 = 48.0;
/// Height of the strip below the hexes that holds title, terrain key, scale and compass, in SVG
/// units.
const STRIP: f64 = 236.0;

/// A sheet narrower than this has no room for the key beside title and compass: the key gets a tier
/// of its own below.
const NARROW: f64 = 1000.0;
/// Clear paper around the hexes of a figure, in SVG units.
const FIGURE_MARGIN: f64 = 6.0;

/// A point of the drawing in SVG units, x to the east and y to the **south**.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Grows to the east, and `y` to the south.
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point a fraction `part` of the way to `other` (0 is here, 1 is there).
    pub fn towards(self, other: Point, part: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    pub fn middle(self, other: Point) -> Point {
        self.towards(other, 0.5)
    }

    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point moved by `dx` and `dy`.
    pub fn shifted(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }

    /// The unit vector from here to `other`; zero if they are the same point.
    pub fn heading(self, other: Point) -> Point {
        let length = self.distance(other);
        if length == 0.0 {
            return Point::new(0.0, 0.0);
        }
        Point::new((other.x - self.x) / length, (other.y - self.y) / length)
    }
}

/// A node of the lattice of hex centres and corners, in integers; its two units are half a hexside
/// and half a hex's width. Used as a key, so that hexes that share a corner or a side agree on it
/// exactly.
pub(crate) type Node = (i32, i32);

/// How a map's hexes are laid out in SVG units. The geometry depends on the map only, not on the
/// options it is drawn with.
///
/// A map with a title is a sheet, with a frame around it and a strip for title, key, scale and
/// compass below. A map without one is a figure, as used to explain a rule: only the hexes and a
/// line around them.
#[derive(Debug, Clone)]
pub struct Geometry {
    layout: Layout,
    /// Lattice node of the north-west corner of the box around all hexes.
    low: Node,
    unit: Point,
    margin: f64,
    strip: f64,
    key_below: bool,
    nodes: Vec<Node>,
    width: f64,
    height: f64,
}

impl Geometry {
    pub fn new(map: &Map) -> Geometry {
        let grid = &map.grid;
        let (margin, strip) = if map.title.is_empty() { (FIGURE_MARGIN, 0.0) } else { (MARGIN, STRIP) };
        let layout = grid.layout();
        let half_side = RADIUS / 2.0;
        let half_width = RADIUS * 3f64.sqrt() / 2.0;
        let unit = match layout {
            Layout::FlatEvenLower => Point::new(half_side, half_width),
            Layout::PointyOddWest => Point::new(half_width, half_side),
        };
        let nodes: Vec<Node> = grid
            .hexes()
            .map(|hex| {
                let (q, r) = grid.axial(hex);
                match layout {
                    Layout::FlatEvenLower => (3 * q, 2 * r + q),
                    Layout::PointyOddWest => (2 * q + r, 3 * r),
                }
            })
            .collect();
        let corners = || nodes.iter().flat_map(|&node| (0..6).map(move |k| corner(layout, node, k)));
        let low = (corners().map(|c| c.0).min().unwrap_or(0), corners().map(|c| c.1).min().unwrap_or(0));
        let high = (corners().map(|c| c.0).max().unwrap_or(0), corners().map(|c| c.1).max().unwrap_or(0));
        let width = f64::from(high.0 - low.0) * unit.x + 2.0 * margin;
        let key_below = strip > 0.0 && width < NARROW;
        let strip = if key_below { 2.0 * strip } else { strip };
        let height = f64::from(high.1 - low.1) * unit.y + 2.0 * margin + strip;
        Geometry { layout, low, unit, margin, strip, key_below, nodes, width, height }
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The distance from the centre of a hex to its corners.
    pub fn radius(&self) -> f64 {
        RADIUS
    }

    /// The distance between opposite hexsides, which is also that between the centres of
    /// neighbours.
    pub fn hex_width(&self) -> f64 {
        RADIUS * 3f64.sqrt()
    }

    /// The width of the whole drawing.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The height of the whole drawing.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// The north-west and south-east corners of the box around all hexes: the neat line of the map.
    pub fn neat_line(&self) -> (Point, Point) {
        (
            Point::new(self.margin, self.margin),
            Point::new(self.width - self.margin, self.height - self.margin - self.strip),
        )
    }

    /// Where the strip below the map begins, without its frame, and its height; `None` for a
    /// figure.
    pub(crate) fn strip(&self) -> Option<(f64, f64)> {
        let height = if self.key_below { self.strip / 2.0 } else { self.strip };
        (self.strip > 0.0).then(|| (self.height - self.strip - self.margin / 2.0, height))
    }

    /// Where the tier of the terrain key begins; `None` if the key has no tier of its own.
    pub(crate) fn key_tier(&self) -> Option<f64> {
        let (top, height) = self.strip()?;
        self.key_below.then_some(top + height)
    }

    pub fn centre(&self, hex: Hex) -> Point {
        self.point(self.node(hex))
    }

    /// The six corners of a hex, clockwise; the hexside in direction `i` joins corners `i` and `i +
    /// 1`.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        [0, 1, 2, 3, 4, 5].map(|k| self.point(corner(self.layout, self.node(hex), k)))
    }

    /// The two ends of a hexside, clockwise around `hex`.
    pub fn side(&self, hex: Hex, direction: Direction) -> (Point, Point) {
        let (a, b) = side(self.layout, self.node(hex), direction.index());
        (self.point(a), self.point(b))
    }

    /// The lattice node of a hex's centre.
    pub(crate) fn node(&self, hex: Hex) -> Node {
        self.nodes[hex.index()]
    }

    /// A lattice node in SVG units.
    pub(crate) fn point(&self, node: Node) -> Point {
        Point::new(
            self.margin + f64::from(node.0 - self.low.0) * self.unit.x,
            self.margin + f64::from(node.1 - self.low.1) * self.unit.y,
        )
    }
}

/// Corner `k` (0 to 5, clockwise) of the hex centred on `node`.
pub(crate) fn corner(layout: Layout, node: Node, k: usize) -> Node {
    let (dx, dy) = match layout {
        Layout::FlatEvenLower => [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)][k % 6],
        Layout::PointyOddWest => [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)][k % 6],
    };
    (node.0 + dx, node.1 + dy)
}

/// The two corners of the hexside in direction `k` of the hex centred on `node`, clockwise.
pub(crate) fn side(layout: Layout, node: Node, k: usize) -> (Node, Node) {
    (corner(layout, node, k), corner(layout, node, k + 1))
}

/// The centre of the neighbour in direction `k`.
pub(crate) fn beyond(layout: Layout, node: Node, k: usize) -> Node {
    let (dx, dy) = match layout {
        Layout::FlatEvenLower => [(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)][k % 6],
        Layout::PointyOddWest => [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)][k % 6],
    };
    (node.0 + dx, node.1 + dy)
}
