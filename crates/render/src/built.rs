//! Structures that cross water or hold ground: bridges, fords, ferries, works.

use hexmap::{Crossing, Direction, Hexside, Map, Water};

use crate::Geometry;
use crate::geometry::Point;
use crate::ink::{BLACK, ROAD, WATER_LINE};
use crate::pen::{Drawing, Pen};

/// Path data of the symbols of the whole sheet, by kind.
#[derive(Default)]
pub(crate) struct Symbols {
    decks: Pen,
    parapets: Pen,
    stones: Pen,
    ropes: Pen,
    arrows: Pen,
    boats: Pen,
    banks: Pen,
    barbs: Pen,
}

/// A local frame: `along` in the direction of travel, `across` to its right.
#[derive(Clone, Copy)]
struct Frame {
    at: Point,
    heading: Point,
}

impl Frame {
    fn new(at: Point, towards: Point) -> Frame {
        Frame { at, heading: at.heading(towards) }
    }

    fn point(self, along: f64, across: f64) -> Point {
        self.at.shifted(
            self.heading.x * along - self.heading.y * across,
            self.heading.y * along + self.heading.x * across,
        )
    }
}

/// Whether a road or a trail goes over a hexside.
fn leads(side: Hexside) -> bool {
    side.road || side.trail
}

impl Symbols {
    pub(crate) fn new(map: &Map, geometry: &Geometry) -> Symbols {
        let mut symbols = Symbols::default();
        for hex in map.grid.hexes() {
            let centre = geometry.centre(hex);
            let (mut banks, mut ends) = (Vec::new(), Vec::new());
            let pontoons = map.ground(hex).water == Water::Pontoon;
            // Where a way leads over them they follow it.
            let led = Direction::ALL.iter().any(|&d| leads(map.side(hex, d)));
            for direction in Direction::ALL {
                let side = map.side(hex, direction);
                let Some(next) = map.grid.neighbour(hex, direction) else { continue };
                let (a, b) = geometry.side(hex, direction);
                let other = geometry.centre(next);
                if pontoons && if led { leads(side) } else { map.ground(next).water != Water::River } {
                    ends.push(a.middle(b));
                }
                // Each hexside is visited from both its hexes; a crossing is drawn once.
                if hex < next {
                    match side.crossing {
                        Crossing::Bridge => symbols.bridge(a.middle(b), other),
                        Crossing::Ford => symbols.ford(a.middle(b), other),
                        Crossing::None => {}
                    }
                }
                if side.works {
                    symbols.works(a, b);
                }
                if side.ferry && map.ground(hex).water == Water::Ferry {
                    banks.push(a.middle(b));
                }
            }
            symbols.ferry(centre, &banks);
            symbols.pontoons(centre, &ends);
        }
        symbols
    }

    /// A bridge: a deck between two parapets with splayed ends.
    pub(crate) fn bridge(&mut self, at: Point, towards: Point) {
        let frame = Frame::new(at, towards);
        self.decks.polygon(&[
            frame.point(-9.0, -4.4),
            frame.point(9.0, -4.4),
            frame.point(9.0, 4.4),
            frame.point(-9.0, 4.4),
        ]);
        for hand in [-1.0, 1.0] {
            self.parapets.polyline(&[
                frame.point(-12.5, 8.6 * hand),
                frame.point(-7.5, 4.6 * hand),
                frame.point(7.5, 4.6 * hand),
                frame.point(12.5, 8.6 * hand),
            ]);
        }
    }

    /// A ford: two lines of stepping stones through the water.
    pub(crate) fn ford(&mut self, at: Point, towards: Point) {
        let frame = Frame::new(at, towards);
        for hand in [-1.0, 1.0] {
            for step in -2..=2 {
                let stone = frame.point(f64::from(step) * 4.6, 4.2 * hand);
                self.stones.polyline(&[stone, stone]);
            }
        }
    }

    /// Pontoons: from mid-stream to each end of the bridge a plank way over a row of boats.
    pub(crate) fn pontoons(&mut self, centre: Point, ends: &[Point]) {
        for &end in ends {
            let frame = Frame::new(centre, end);
            let length = centre.distance(end);
            self.decks.polygon(&[
                frame.point(0.0, -3.0),
                frame.point(length, -3.0),
                frame.point(length, 3.0),
                frame.point(0.0, 3.0),
            ]);
            for hand in [-1.0, 1.0] {
                self.parapets.polyline(&[frame.point(0.0, 3.0 * hand), frame.point(length, 3.0 * hand)]);
            }
            let boats = (length / 7.0).floor().max(1.0);
            for boat in 0..boats as u32 {
                let at = (f64::from(boat) + 0.5) * length / boats;
                self.parapets.polyline(&[frame.point(at, -8.0), frame.point(at, 8.0)]);
            }
        }
    }

    /// A ferry: ropes from mid-stream to its banks, each with an arrow head that points to the
    /// bank, and a boat.
    pub(crate) fn ferry(&mut self, centre: Point, banks: &[Point]) {
        for &bank in banks {
            let frame = Frame::new(bank, centre.towards(bank, 2.0));
            self.ropes.polyline(&[centre, frame.point(-2.0, 0.0)]);
            let head = [(7.0, 0.0), (-4.0, -5.0), (-1.5, 0.0), (-4.0, 5.0)];
            self.arrows.polygon(&head.map(|(along, across)| frame.point(along, across)));
        }
        if let [first, .., last] = banks {
            let way = Frame::new(*first, *last);
            let boat = Frame { at: centre, heading: way.heading };
            self.boats.move_to(boat.point(-9.0, 0.0));
            self.boats.quad_to(boat.point(0.0, -8.0), boat.point(9.0, 0.0));
            self.boats.quad_to(boat.point(0.0, 8.0), boat.point(-9.0, 0.0));
        }
    }

    /// Works on the hexside from `a` to `b`, clockwise around the hex they protect: a bank, with
    /// barbs on its far side.
    pub(crate) fn works(&mut self, a: Point, b: Point) {
        let frame = Frame::new(a, b);
        let length = a.distance(b);
        self.banks.polyline(&[frame.point(0.0, -1.0), frame.point(length, -1.0)]);
        let count = 5;
        let step = length / f64::from(count);
        for i in 0..count {
            let from = f64::from(i) * step;
            self.barbs.polygon(&[
                frame.point(from + 1.2, -1.5),
                frame.point(from + step / 2.0, -9.5),
                frame.point(from + step - 1.2, -1.5),
            ]);
        }
    }

    pub(crate) fn draw(self, drawing: &mut Drawing) {
        drawing.raw("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">");
        drawing.path(&self.banks.finish(), &format!("stroke=\"{BLACK}\" stroke-width=\"3.4\""));
        drawing.path(&self.barbs.finish(), &format!("fill=\"{BLACK}\""));
        drawing.path(&self.decks.finish(), &format!("fill=\"{ROAD}\""));
        drawing.path(&self.parapets.finish(), &format!("stroke=\"{BLACK}\" stroke-width=\"2.6\""));
        let stones = self.stones.finish();
        drawing.path(&stones, "stroke=\"#fffaf0\" stroke-width=\"4.6\"");
        drawing.path(&stones, &format!("stroke=\"{BLACK}\" stroke-width=\"3\""));
        drawing.path(
            &self.ropes.finish(),
            &format!("stroke=\"{BLACK}\" stroke-width=\"1.8\" stroke-dasharray=\"5 4\""),
        );
        drawing
            .path(&self.arrows.finish(), &format!("fill=\"{BLACK}\" stroke=\"{ROAD}\" stroke-width=\".8\""));
        drawing.path(
            &self.boats.finish(),
            &format!("fill=\"{ROAD}\" stroke=\"{WATER_LINE}\" stroke-width=\"1.6\""),
        );
        drawing.raw("</g>");
    }
}
