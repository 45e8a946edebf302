//! Fieldstone walls: they run through hexes and end at the hexside towards the hex they point to.

use hexmap::{Direction, Hex, Map, Wall};

use crate::Geometry;
use crate::geometry::Point;
use crate::ink::{BLACK, STONE};
use crate::pen::{Drawing, Pen};
use crate::ways::Kind;

/// The distance between the middle of a road and the walls on both its sides, in units.
const VERGE: f64 = 9.5;
/// The distance between the middle of its hexes and a wall that is drawn on one side of them, in
/// units.
const ASIDE: f64 = 19.0;
/// How far a wall that does not point to a hex runs past the centre of its last hex, in units.
const PAST: f64 = 20.0;

/// The lines of all walls of a map.
pub(crate) fn lines(map: &Map, geometry: &Geometry) -> Vec<Vec<Point>> {
    map.walls
        .iter()
        .flat_map(|wall| chains(map, wall).into_iter().map(move |chain| (wall, chain)))
        .flat_map(|(wall, chain)| {
            let Some((&first, &last)) = chain.first().zip(chain.last()) else { return Vec::new() };
            let ends: Vec<Hex> = wall.points_to.clone();
            let (ahead, behind) = (
                ends.iter().copied().find(|&h| map.grid.adjacent(h, first)),
                // A wall of a single hex has both ends in it.
                ends.iter().copied().rev().find(|&h| map.grid.adjacent(h, last)),
            );
            let behind = behind.filter(|_| ends.len() > 1);
            let road = ahead.filter(|&next| wall.both_sides && way(map, first, next));
            let middle = |a: Hex, b: Hex| geometry.centre(a).middle(geometry.centre(b));
            let mut line: Vec<Point> = ahead.map(|next| middle(first, next)).into_iter().collect();
            line.extend(chain.iter().map(|&hex| geometry.centre(hex)));
            let far = behind.or_else(|| opposite(map, geometry, last, road?));
            line.push(match far {
                Some(next) => middle(last, next),
                None => beyond(&line),
            });
            if wall.both_sides {
                return vec![beside(&line, VERGE), beside(&line, -VERGE)];
            }
            let aside = wall.beside.and_then(|other| {
                let near = chain.iter().copied().find(|&hex| map.grid.adjacent(hex, other))?;
                Some(geometry.centre(near).heading(geometry.centre(other)))
            });
            let aside = aside.unwrap_or(Point::new(0.0, 0.0));
            vec![line.into_iter().map(|p| p.shifted(aside.x * ASIDE, aside.y * ASIDE)).collect()]
        })
        .collect()
}

/// A wall's hexes in order, starting at an end that points somewhere; several runs of them if the
/// wall has gaps.
fn chains(map: &Map, wall: &Wall) -> Vec<Vec<Hex>> {
    let mut left = wall.hexes.clone();
    let points = |hex: &Hex| wall.points_to.iter().any(|&to| map.grid.adjacent(*hex, to));
    let mut chains = Vec::new();
    while !left.is_empty() {
        let mut chain = Vec::new();
        let mut next = left.iter().position(points).or(Some(0));
        while let Some(i) = next {
            let hex = left.remove(i);
            chain.push(hex);
            next = left.iter().position(|&other| map.grid.adjacent(hex, other));
        }
        chains.push(chain);
    }
    chains
}

fn way(map: &Map, a: Hex, b: Hex) -> bool {
    map.side_between(a, b).is_some_and(|side| Kind::of(side).is_some())
}

/// The hex where the road that enters `hex` from `from` continues: the way out most nearly
/// opposite.
fn opposite(map: &Map, geometry: &Geometry, hex: Hex, from: Hex) -> Option<Hex> {
    let centre = geometry.centre(hex);
    let back = centre.heading(geometry.centre(from));
    let straight = |next: &Hex| {
        let on = centre.heading(geometry.centre(*next));
        back.x * on.x + back.y * on.y
    };
    Direction::ALL
        .into_iter()
        .filter_map(|d| map.grid.neighbour(hex, d))
        .filter(|&next| next != from && way(map, hex, next))
        .min_by(|a, b| straight(a).total_cmp(&straight(b)))
}

/// The point where a line would continue past its last point.
fn beyond(line: &[Point]) -> Point {
    match line {
        [.., before, last] => {
            let on = before.heading(*last);
            last.shifted(on.x * PAST, on.y * PAST)
        }
        [only] => only.shifted(PAST, 0.0),
        [] => Point::new(0.0, 0.0),
    }
}

/// The line moved `by` units to its left.
fn beside(line: &[Point], by: f64) -> Vec<Point> {
    (0..line.len())
        .map(|i| {
            let heading = line[i.saturating_sub(1)].heading(line[(i + 1).min(line.len() - 1)]);
            line[i].shifted(heading.y * by, -heading.x * by)
        })
        .collect()
}

/// Draws walls along those lines: stone by stone between two dark edges.
pub(crate) fn draw(drawing: &mut Drawing, lines: &[Vec<Point>]) {
    let mut pen = Pen::new();
    for line in lines {
        pen.smooth_line(line);
    }
    let data = pen.finish();
    drawing.path(&data, &format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\"5.4\""));
    drawing.path(
        &data,
        &format!(
            "fill=\"none\" stroke=\"{STONE}\" stroke-width=\"3.4\" stroke-dasharray=\"5.4 1.1 3.8 1.1\""
        ),
    );
}
