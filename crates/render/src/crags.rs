//! Angled ground: broken and severely steep, drawn as rock.

use std::collections::BTreeSet;

use crate::Geometry;
use crate::area::{natural, outlines};
use crate::geometry::{Node, Point};
use crate::grain::{grain, sway, swayed};
use crate::ink::{BUFF, CLIFF};
use crate::pen::{Drawing, Pen};

/// Where ledges lie, relative to the centre of a hex.
const LEDGES: [(f64, f64); 9] = [
    (-18.0, -17.0),
    (17.0, -17.0),
    (-1.0, -12.0),
    (-23.0, -2.0),
    (20.0, -3.0),
    (-4.0, 2.0),
    (-16.0, 11.0),
    (12.0, 10.0),
    (-2.0, 17.0),
];

/// Draws angled ground on those hexes: a tint, and ledges with rock falling away below them.
pub(crate) fn draw(drawing: &mut Drawing, geometry: &Geometry, set: &BTreeSet<Node>) {
    let mut ground = Pen::new();
    for run in outlines(geometry, set) {
        ground.smooth_loop(&natural(geometry, &run, 4.6, 4.5, 321));
    }
    drawing.path(&ground.finish(), &format!("fill=\"{BUFF}\" fill-opacity=\".6\""));
    let (mut ledges, mut falls) = (Pen::new(), Pen::new());
    for &node in set {
        for (i, (dx, dy)) in LEDGES.into_iter().enumerate() {
            let salt = 330 + 20 * i as u32;
            let at = swayed(geometry.point(node).shifted(dx, dy), node, salt, 2.2);
            let wide = 7.0 + 3.0 * grain(node, salt + 3);
            let edge: Vec<Point> = (0..5)
                .map(|k| {
                    let part = f64::from(k) / 2.0 - 1.0;
                    at.shifted(part * wide, sway(node, salt + 4 + k, 2.2) + part.abs() * 1.6)
                })
                .collect();
            ledges.polyline(&edge);
            for (k, ends) in edge.windows(2).enumerate() {
                for part in [0.0, 0.5] {
                    let from = ends[0].towards(ends[1], part);
                    let long = 3.2 + 4.6 * grain(node, salt + 10 + 2 * k as u32 + (part * 2.0) as u32);
                    falls.polyline(&[from, from.shifted(-0.8, long)]);
                }
            }
        }
    }
    let line = format!("fill=\"none\" stroke=\"{CLIFF}\" stroke-linejoin=\"bevel\"");
    drawing.path(&falls.finish(), &format!("{line} stroke-width=\".9\""));
    drawing.path(&ledges.finish(), &format!("{line} stroke-width=\"1.9\""));
}
