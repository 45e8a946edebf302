//! Rough ground: hachures that fall away from the heights.

use std::collections::BTreeSet;

use crate::Geometry;
use crate::area::{natural, outlines};
use crate::geometry::{Node, Point, beyond};
use crate::grain::grain;
use crate::ink::{BROWN, BUFF};
use crate::pen::{Drawing, Pen};

/// The spacing of the strokes in a row of hachures: sometimes close, sometimes open.
const STROKES: &str = ".9 1.9 .8 2.3 1 1.7 .7 2.6 .9 2 .8 4.2";

/// Draws rough ground on those hexes: a tint, a row of long hachures inside the outline, a shorter
/// row inside that, and knolls where the ground is rough all around. `id` names the outline within
/// the drawing.
pub(crate) fn draw(drawing: &mut Drawing, geometry: &Geometry, set: &BTreeSet<Node>, id: &str) {
    let (mut foot, mut shoulder, mut knolls) = (Pen::new(), Pen::new(), Pen::new());
    for run in outlines(geometry, set) {
        foot.smooth_loop(&natural(geometry, &run, 8.0, 5.0, 31));
        shoulder.smooth_loop(&natural(geometry, &run, 20.0, 4.0, 31));
    }
    if foot.is_empty() {
        return;
    }
    for &node in set {
        let foot: Vec<Point> = (0..6)
            .map(|k| beyond(geometry.layout(), node, k))
            .filter(|next| !set.contains(next))
            .map(|next| geometry.point(next))
            .collect();
        // Elsewhere the two rows fill the hex.
        if foot.len() <= 2 {
            let centre = geometry.point(node);
            let summit = foot.iter().fold(centre, |at, &low| {
                let down = centre.heading(low);
                at.shifted(-down.x * 7.0, -down.y * 7.0)
            });
            knoll(&mut knolls, summit, node, if foot.is_empty() { 1.0 } else { 0.72 });
        }
    }
    drawing.raw("<defs>");
    drawing.path(&foot.finish(), &format!("id=\"{id}\""));
    drawing.raw("</defs>");
    drawing.reuse(
        id,
        &format!(
            "fill=\"{BUFF}\" fill-opacity=\".45\" stroke=\"{BUFF}\" stroke-opacity=\".3\" stroke-width=\"12\""
        ),
    );
    // A wide line with short dashes looks like a row of strokes across it.
    let hachures = format!("fill=\"none\" stroke=\"{BROWN}\" stroke-dasharray=\"{STROKES}\"");
    drawing.reuse(id, &format!("{hachures} stroke-width=\"10\""));
    drawing.path(&shoulder.finish(), &format!("{hachures} stroke-width=\"7\""));
    drawing.path(&knolls.finish(), &format!("{hachures} stroke-width=\"8\""));
}

/// Hachures on a knoll: two slopes that face away from each other, of unequal length.
fn knoll(pen: &mut Pen, centre: Point, node: Node, size: f64) {
    let lie = grain(node, 41) * std::f64::consts::TAU;
    let (wide, high) = ((15.0 + 6.0 * grain(node, 43)) * size, (10.0 + 5.0 * grain(node, 44)) * size);
    let steps = 5;
    for (half, salt) in [(0.0, 46), (std::f64::consts::PI, 52)] {
        let arc = 1.5 + 1.3 * grain(node, salt);
        let points: Vec<Point> = (0..=steps)
            .map(|i| {
                let angle = half - arc / 2.0 + arc * f64::from(i) / f64::from(steps);
                let wobble = 0.9 + 0.25 * grain((node.0 + i, node.1), salt + 1);
                let (x, y) = (angle.cos() * wide * wobble, angle.sin() * high * wobble);
                centre.shifted(x * lie.cos() - y * lie.sin(), x * lie.sin() + y * lie.cos())
            })
            .collect();
        pen.smooth_line(&points);
    }
}
