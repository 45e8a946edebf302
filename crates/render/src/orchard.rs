//! Orchards: trees in rows.

use std::collections::BTreeSet;

use crate::Geometry;
use crate::geometry::{Node, Point};
use crate::grain::sway;
use crate::ink::{LEAF_LINE, ORCHARD};
use crate::pen::{Drawing, Pen};

/// The distance from tree to tree and from row to row, in units.
const APART: (f64, f64) = (9.6, 9.2);
/// Trees are no farther than this from the centre of their hex.
const REACH: f64 = 29.0;

/// Draws orchards on those hexes. There are no trees around the number at the top of a hex.
pub(crate) fn draw(drawing: &mut Drawing, geometry: &Geometry, set: &BTreeSet<Node>) {
    let (mut crowns, mut shadows) = (Pen::new(), Pen::new());
    for &node in set {
        let centre = geometry.point(node);
        let lie = sway(node, 311, 0.4);
        for row in -4..=4_i32 {
            for column in -4..=4_i32 {
                let (x, y) = (f64::from(column) * APART.0, f64::from(row) * APART.1);
                let (dx, dy) = (x * lie.cos() - y * lie.sin(), x * lie.sin() + y * lie.cos());
                if dx.hypot(dy) > REACH || (dx.abs() < 16.0 && dy.abs() > 15.0) {
                    continue;
                }
                let tree: Point = centre.shifted(dx, dy);
                crowns.polyline(&[tree, tree]);
                shadows.polyline(&[tree.shifted(0.6, 3.0), tree.shifted(5.2, 3.0)]);
            }
        }
    }
    let crowns = crowns.finish();
    if crowns.is_empty() {
        return;
    }
    drawing.raw("<g fill=\"none\" stroke-linecap=\"round\">");
    drawing.path(&shadows.finish(), &format!("stroke=\"{LEAF_LINE}\" stroke-width=\".9\""));
    drawing.path(&crowns, &format!("stroke=\"{LEAF_LINE}\" stroke-width=\"6\""));
    drawing.path(&crowns, &format!("stroke=\"{ORCHARD}\" stroke-width=\"4.4\""));
    drawing.raw("</g>");
}
