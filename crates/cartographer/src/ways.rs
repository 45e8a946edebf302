//! Roads and trails: smooth lines from hex to hex through their centres.

use std::collections::BTreeMap;

use hexmap::{Crossing, Direction, Hex, Map, Water};

use crate::Geometry;
use crate::geometry::Point;
use crate::grain::swayed;
use crate::ink::{BLACK, PAPER, ROAD};
use crate::pen::{Drawing, Pen};

/// One way out of a hex.
#[derive(Clone, Copy)]
struct Exit {
    /// Where it leaves the hex: half-way to the next hex, or beyond the neat line.
    at: Point,
    /// A road rather than a trail.
    road: bool,
}

/// The roads and trails of a map as they are drawn.
pub(crate) struct Ways {
    /// Path data of all roads.
    pub(crate) roads: String,
    /// Path data of all trails.
    pub(crate) trails: String,
    /// Points along both, a few units apart, for lettering to keep clear of.
    pub(crate) points: Vec<Point>,
}

/// A curve within one hex, drawn towards `towards`.
#[derive(Clone, Copy)]
struct Piece {
    from: Point,
    towards: Point,
    to: Point,
}

/// Where the ways of a hex meet: its centre, a little out of place unless something is built to fit it.
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
        let side = map.side(hex, direction);
        if (side.road || side.trail)
            && let Some(next) = map.grid.neighbour(hex, direction)
        {
            // Both hexes take the same point, and both curves point along the line between their hubs there.
            exits.push(Exit { at: here.middle(hub(map, geometry, next)), road: side.road });
        }
    }
    let (low, high) = geometry.neat_line();
    for exit in map.edge_exits.iter().filter(|e| e.hex == hex) {
        let at = match exit.edge {
            "west" => Point::new(low.x - 8.0, here.y),
            "east" => Point::new(high.x + 8.0, here.y),
            "north" => Point::new(here.x, low.y - 8.0),
            _ => Point::new(here.x, high.y + 8.0),
        };
        exits.push(Exit { at, road: exit.road });
    }
    exits
}

/// The two exits that lie most nearly opposite each other, the first of equals.
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

/// Lays out the roads and trails of a map.
pub(crate) fn ways(map: &Map, geometry: &Geometry) -> Ways {
    let (mut roads, mut trails) = (Vec::new(), Vec::new());
    for hex in map.grid.hexes() {
        let here = hub(map, geometry, hex);
        let (road_exits, trail_exits): (Vec<Exit>, Vec<Exit>) =
            exits(map, geometry, hex).into_iter().partition(|e| e.road);
        let mut meeting = here;
        for (exits, pieces, first) in
            [(&road_exits, &mut roads, true), (&trail_exits, &mut trails, road_exits.is_empty())]
        {
            let through = if first { straightest(here, exits) } else { None };
            if let Some((i, j)) = through {
                let (from, to) = (exits[i].at, exits[j].at);
                pieces.push(Piece { from, towards: here, to });
                // The middle of that curve: where further ways join it.
                meeting = from.middle(to).middle(here);
            }
            for (k, exit) in exits.iter().enumerate() {
                if through.is_none_or(|(i, j)| k != i && k != j) {
                    pieces.push(Piece { from: exit.at, towards: exit.at.middle(here), to: meeting });
                }
            }
        }
    }
    let points =
        roads.iter().chain(&trails).flat_map(|p| [p.from, p.from.middle(p.to).middle(p.towards), p.to]);
    Ways { points: points.collect(), roads: joined(&roads), trails: joined(&trails) }
}

/// Path data of pieces, end to end where they meet, so that dashes run on from hex to hex.
fn joined(pieces: &[Piece]) -> String {
    let key = |p: Point| ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64);
    let mut at: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        at.entry(key(piece.from)).or_default().push(i);
        at.entry(key(piece.to)).or_default().push(i);
    }
    let mut drawn = vec![false; pieces.len()];
    let mut pen = Pen::new();
    // Begin where only one piece ends; what is left then are rings.
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

/// Draws trails, then roads over them.
pub(crate) fn draw(drawing: &mut Drawing, ways: &Ways) {
    drawing.raw("<g fill=\"none\" stroke-linejoin=\"round\">");
    drawing.path(&ways.trails, &format!("stroke=\"{PAPER}\" stroke-width=\"4.6\" stroke-opacity=\".8\""));
    drawing
        .path(&ways.trails, &format!("stroke=\"{BLACK}\" stroke-width=\"1.9\" stroke-dasharray=\"7 3.6\""));
    drawing.path(&ways.roads, &format!("stroke=\"{BLACK}\" stroke-width=\"6.2\" stroke-linecap=\"round\""));
    drawing.path(&ways.roads, &format!("stroke=\"{ROAD}\" stroke-width=\"3.8\" stroke-linecap=\"round\""));
    drawing.raw("</g>");
}
