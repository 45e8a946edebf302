//! Slopes on hexsides: hachures that begin at the hexside and run down into the lower hex, long and
//! close where it is steep.

use hexmap::{Direction, Map, Slope};

use crate::Geometry;
use crate::geometry::Point;
use crate::ink::{BROWN, CLIFF};
use crate::pen::{Drawing, Pen};

/// Path data of the slopes of a sheet.
#[derive(Default)]
pub(crate) struct Slopes {
    heads: Pen,
    tails: Pen,
    crests: Pen,
    steep_heads: Pen,
    steep_tails: Pen,
}

impl Slopes {
    pub(crate) fn new(map: &Map, geometry: &Geometry) -> Slopes {
        let mut slopes = Slopes::default();
        for hex in map.grid.hexes() {
            for direction in Direction::ALL {
                let (a, b) = geometry.side(hex, direction);
                match map.side(hex, direction).slope {
                    Slope::Down => slopes.slope(a, b),
                    Slope::SteepDown => slopes.steep(a, b),
                    // Drawn from the upper hex.
                    Slope::None | Slope::Up | Slope::SteepUp => {}
                }
            }
        }
        slopes
    }

    /// A slope on the hexside from `a` to `b`, clockwise around the upper hex.
    pub(crate) fn slope(&mut self, a: Point, b: Point) {
        row(&mut self.heads, a, b, 0.14, 2.0);
        row(&mut self.tails, a, b, 0.14, 5.0);
    }

    /// A steep slope on the hexside from `a` to `b`, clockwise around the upper hex.
    pub(crate) fn steep(&mut self, a: Point, b: Point) {
        row(&mut self.crests, a, b, 0.06, -1.6);
        row(&mut self.steep_heads, a, b, 0.08, 3.5);
        row(&mut self.steep_tails, a, b, 0.08, 8.0);
    }

    /// Draws them all. A hachure is a dash of a wide line; a wider dash at its head turns it into a
    /// wedge.
    pub(crate) fn draw(self, drawing: &mut Drawing) {
        let mut row = |pen: Pen, ink: &str, width: f64, dashes: &str, offset: f64| {
            drawing.path(
                &pen.finish(),
                &format!(
                    "fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\" \
                     stroke-dashoffset=\"{offset}\""
                ),
            );
        };
        row(self.tails, BROWN, 10.0, ".9 3.2 .8 2.7 .9 3.7", -0.3);
        row(self.heads, BROWN, 4.0, "1.5 2.6 1.4 2.1 1.6 3", 0.0);
        row(self.steep_tails, CLIFF, 16.0, ".9 2.9 .8 2.5 1 3.1", -0.5);
        row(self.steep_heads, CLIFF, 7.0, "1.9 1.9 1.8 1.5 2 2.1", 0.0);
        drawing.path(
            &self.crests.finish(),
            &format!("fill=\"none\" stroke=\"{CLIFF}\" stroke-width=\"2.4\" stroke-linecap=\"round\""),
        );
    }
}

/// A line along the hexside, `down` units down the slope, shortened at both ends by the fraction
/// `short`.
fn row(pen: &mut Pen, a: Point, b: Point, short: f64, down: f64) {
    let along = a.heading(b);
    let (from, to) = (a.towards(b, short), b.towards(a, short));
    pen.polyline(&[from, to].map(|p| p.shifted(along.y * down, -along.x * down)));
}
