//! Towns: blocks of houses along streets.

use std::collections::BTreeSet;

use crate::Geometry;
use crate::geometry::{Node, Point};
use crate::grain::grain;
use crate::ink::BLACK;
use crate::pen::{Drawing, Pen};

/// Draws blocks of houses on those hexes.
pub(crate) fn draw(drawing: &mut Drawing, geometry: &Geometry, set: &BTreeSet<Node>) {
    let (mut grounds, mut houses) = (Pen::new(), Pen::new());
    for &node in set {
        let centre = geometry.point(node);
        for column in -2..=2_i32 {
            for row in -2..=2_i32 {
                // The corners of the hex are left out.
                if column.abs() == 2 && row.abs() == 2 {
                    continue;
                }
                let corner = centre.shifted(f64::from(column) * 13.0 - 5.0, f64::from(row) * 12.0 - 3.0);
                rectangle(&mut grounds, corner, 10.0, 9.0);
                let salt = 200 + ((column + 2) * 5 + row + 2).unsigned_abs();
                // Each block is built on two of its sides.
                let deep = 3.0 + 2.0 * grain(node, salt);
                let long = 6.0 + 4.0 * grain(node, salt + 50);
                rectangle(&mut houses, corner, long, deep);
                if grain(node, salt + 100) > 0.35 {
                    rectangle(&mut houses, corner.shifted(10.0 - deep, 9.0 - deep), deep, deep);
                }
            }
        }
    }
    drawing.path(&grounds.finish(), "fill=\"#d9bfa4\" stroke=\"#8d7358\" stroke-width=\".5\"");
    drawing.path(&houses.finish(), &format!("fill=\"{BLACK}\""));
}

fn rectangle(pen: &mut Pen, at: Point, width: f64, height: f64) {
    pen.polygon(&[at, at.shifted(width, 0.0), at.shifted(width, height), at.shifted(0.0, height)]);
}
