//! Turnpikes, roads, lanes and trails: smooth lines from hex to hex through their centres.

use std::collections::BTreeMap;

use hexmap::{Crossing, Direction, Hex, Hexside, Map, Water};

use crate::Geometry;
use crate::geometry::Point;
use crate::grain::swayed;
use crate::ink::{BLACK, PAPER, ROAD};
use crate::pen::{Drawing, Pen};

/// The kind of a way, from the greatest to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A toll road, built for all kinds of wagons.
    Turnpike,
    Road,
    /// The least important kind of road.
    Lane,
    /// A trail, which is not a road.
    Trail,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Turnpike, Kind::Road, Kind::Lane, Kind::Trail];

    /// The greatest kind of way through that hexside.
    pub(crate) fn of(side: Hexside) -> Option<Kind> {
        let ways = [side.turnpike, side.road, side.lane, side.trail];
        Kind::ALL.into_iter().zip(ways).find(|&(_, there)| there).map(|(kind, _)| kind)
    }

    /// The width it is drawn in, with its casing and without. Trails are a dashed line.
    fn widths(self) -> (f64, f64) {
        match self {
            Kind::Turnpike => (9.4, 6.2),
            Kind::Road => (6.2, 3.8),
            Kind::Lane | Kind::Trail => (4.0, 2.4),
        }
    }
}

/// One way out of a hex.
#[derive(Clone, Copy)]
struct Exit {
    /// Where it leaves the hex: halfway to the next hex, or beyond the neat line.
    at: Point,
    kind: Kind,
}

/// The ways of a map as drawn.
pub(crate) struct Ways {
    /// SVG path data, indexed by [`Kind`].
    lines: [String; 4],
    /// Points along all of them, a few units apart, which lettering keeps clear of.
    pub(crate) points: Vec<Point>,
}

impl Ways {
    /// A single way along that path data.
    pub(crate) fn sample(kind: Kind, data: String) -> Ways {
        let mut lines: [String; 4] = Default::default();
        lines[kind as usize] = data;
        Ways { lines, points: Vec::new() }
    }

    fn line(&self, kind: Kind) -> &str {
        &self.lines[kind as usize]
    }
}

/// A curve within one hex, drawn towards `towards`.
#[derive(Clone, Copy)]
struct Piece {
    from: Point,
    towards: Point,
    to: Point,
}

/// Where the ways of a hex meet: its centre, slightly displaced unless a structure must fit it.
fn hub(map: &Map, geometry: &Geometry, hex: Hex) -> Point {
    let built = map.ground(hex).water != Water::None
        || Direction::ALL
            .iter()
            .any(|&d| map.side(hex, d).crossing != Crossing::None || map.side(hex, d).ferry);
    let centre = geometry.centre(hex);
    if built { centre } else { swayed(centre, geometry.node(hex), 81, 3.5) }
}

fn exits(map: &Map, geometry: &Geometry, hex: Hex) -> Vec<Exit> {
    let here = hub(map, geometry, hex);
    let mut exits = Vec::new();
    for direction in Direction::ALL {
        if let Some(kind) = Kind::of(map.side(hex, direction))
            && let Some(next) = map.grid.neighbour(hex, direction)
        {
            // Both hexes use the same point, and both curves point along the line between their
            // hubs there.
            exits.push(Exit { at: here.middle(hub(map, geometry, next)), kind });
        }
    }
    // A turnpike that ends in the last hex of the sheet is the road that leaves the sheet.
    let road = exits.iter().map(|exit| exit.kind).min().filter(|kind| *kind == Kind::Turnpike);
    let (low, high) = geometry.neat_line();
    for exit in map.edge_exits.iter().filter(|e| e.hex == hex) {
        // Of joined sheets many an edge is far from the neat line: there it ends on the paper.
        let far = 1.6 * geometry.hex_width();
        let at = match exit.edge {
            "west" => Point::new((low.x - 8.0).max(here.x - far), here.y),
            "east" => Point::new((high.x + 8.0).min(here.x + far), here.y),
            "north" => Point::new(here.x, (low.y - 8.0).max(here.y - far)),
            _ => Point::new(here.x, (high.y + 8.0).min(here.y + far)),
        };
        let kind = if exit.road { road.unwrap_or(Kind::Road) } else { Kind::Trail };
        exits.push(Exit { at, kind });
    }
    exits
}

/// The two exits that are most nearly opposite each other; of equals the first.
fn straightest(hub: Point, exits: &[Exit]) -> Option<(usize, usize)> {
    let mut best: Option<(f64, (usize, usize))> = None;
    for i in 0..exits.len() {
        for j in i + 1..exits.len() {
            let (a, b) = (hub.heading(exits[i].at), hub.heading(exits[j].at));
            let bend = a.x * b.x + a.y * b.y;
            if best.is_none_or(|(least, _)| bend < least - 1e-6) {
                best = Some((bend, (i, j)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// Lays out the ways of a map.
pub(crate) fn ways(map: &Map, geometry: &Geometry) -> Ways {
    let mut pieces: [Vec<Piece>; 4] = Default::default();
    for hex in map.grid.hexes() {
        let here = hub(map, geometry, hex);
        let all = exits(map, geometry, hex);
        let mut meeting = here;
        let mut first = true;
        for (kind, pieces) in Kind::ALL.into_iter().zip(&mut pieces) {
            let exits: Vec<Exit> = all.iter().copied().filter(|exit| exit.kind == kind).collect();
            let through = if first { straightest(here, &exits) } else { None };
            if let Some((i, j)) = through {
                let (from, to) = (exits[i].at, exits[j].at);
                pieces.push(Piece { from, towards: here, to });
                // The middle of that curve, where further ways join it.
                meeting = from.middle(to).middle(here);
            }
            for (k, exit) in exits.iter().enumerate() {
                if through.is_none_or(|(i, j)| k != i && k != j) {
                    pieces.push(Piece { from: exit.at, towards: exit.at.middle(here), to: meeting });
                }
            }
            first &= exits.is_empty();
        }
    }
    let points = pieces.iter().flatten().flat_map(|p| [p.from, p.from.middle(p.to).middle(p.towards), p.to]);
    Ways { points: points.collect(), lines: pieces.each_ref().map(|pieces| joined(pieces)) }
}

/// Path data of pieces, end to end where they meet, so that dashes continue from hex to hex.
fn joined(pieces: &[Piece]) -> String {
    let key = |p: Point| ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64);
    let mut at: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        at.entry(key(piece.from)).or_default().push(i);
        at.entry(key(piece.to)).or_default().push(i);
    }
    let mut drawn = vec![false; pieces.len()];
    let mut pen = Pen::new();
    // Start where only one piece ends; only rings are left after that.
    let loose = |p: Point| at.get(&key(p)).map_or(0, Vec::len) != 2;
    let starts =
        (0..pieces.len()).filter(|&i| loose(pieces[i].from) || loose(pieces[i].to)).chain(0..pieces.len());
    for start in starts.collect::<Vec<_>>() {
        if drawn[start] {
            continue;
        }
        let mut from = if loose(pieces[start].from) { pieces[start].from } else { pieces[start].to };
        let mut next = Some(start);
        pen.move_to(from);
        while let Some(i) = next {
            drawn[i] = true;
            let piece = pieces[i];
            let to = if key(piece.from) == key(from) { piece.to } else { piece.from };
            pen.quad_to(piece.towards, to);
            from = to;
            next = if loose(from) {
                None
            } else {
                at.get(&key(from)).into_iter().flatten().copied().find(|&j| !drawn[j])
            };
        }
    }
    pen.finish()
}

/// Draws trails, then roads over them. All casings come first, so that ways open into each other
/// where they meet.
pub(crate) fn draw(drawing: &mut Drawing, ways: &Ways) {
    let trails = ways.line(Kind::Trail);
    let roads = [Kind::Lane, Kind::Road, Kind::Turnpike];
    drawing.raw("<g fill=\"none\" stroke-linejoin=\"round\">");
    drawing.path(trails, &format!("stroke=\"{PAPER}\" stroke-width=\"4.6\" stroke-opacity=\".8\""));
    drawing.path(trails, &format!("stroke=\"{BLACK}\" stroke-width=\"1.9\" stroke-dasharray=\"7 3.6\""));
    for kind in roads {
        let width = kind.widths().0;
        let attributes = format!("stroke=\"{BLACK}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
        drawing.path(ways.line(kind), &attributes);
    }
    for kind in roads {
        let width = kind.widths().1;
        let attributes = format!("stroke=\"{ROAD}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
        drawing.path(ways.line(kind), &attributes);
    }
    drawing.raw("</g>");
}
