//! Woods: a tint, tree crowns all over it, and a border of crowns along its edge.

use std::collections::BTreeSet;

use crate::Geometry;
use crate::area::{natural, outlines};
use crate::geometry::{Node, Point};
use crate::grain::{grain, sway};
use crate::ink::{LEAF, LEAF_LINE, OLIVE};
use crate::pen::{Drawing, Pen, number};

/// The name of the pattern of crowns.
const PATTERN: &str = "map-trees";
/// The tile of the pattern, in units; large enough that the repetition is not noticed.
const TILE: (f64, f64) = (168.0, 156.0);
/// Trees across and down one tile.
const TREES: (i32, i32) = (12, 13);

/// Writes the pattern of crowns; once per drawing, before any woods.
pub(crate) fn define(drawing: &mut Drawing) {
    let (mut crowns, mut shade, mut shadows) = (Pen::new(), Pen::new(), Pen::new());
    for column in 0..TREES.0 {
        for row in 0..TREES.1 {
            let at = (column, row);
            // About every seventh position stays open, as in hand-drawn woods.
            if grain(at, 90) < 0.14 {
                continue;
            }
            let (w, h) = (TILE.0 / f64::from(TREES.0), TILE.1 / f64::from(TREES.1));
            let tree = Point::new(
                (f64::from(column) + 0.5 + f64::from(row % 2) / 2.0) * w + sway(at, 91, 4.6),
                (f64::from(row) + 0.5) * h + sway(at, 93, 3.8),
            );
            // A tree near the border of the tile is drawn again on the opposite side.
            for dx in [-TILE.0, 0.0, TILE.0] {
                for dy in [-TILE.1, 0.0, TILE.1] {
                    let tree = tree.shifted(dx, dy);
                    if tree.x > -8.0 && tree.x < TILE.0 + 8.0 && tree.y > -8.0 && tree.y < TILE.1 + 8.0 {
                        crown(tree, at, &mut crowns, &mut shade, &mut shadows);
                    }
                }
            }
        }
    }
    let crowns = crowns.finish();
    drawing.raw(&format!(
        "<pattern id=\"{PATTERN}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\" fill=\"none\" \
         stroke-linecap=\"round\">",
        number(TILE.0),
        number(TILE.1)
    ));
    drawing.path(&shadows.finish(), &format!("stroke=\"{LEAF_LINE}\" stroke-width=\".7\""));
    drawing.path(&crowns, &format!("stroke=\"{LEAF_LINE}\" stroke-width=\"4.6\""));
    drawing.path(&crowns, &format!("stroke=\"{LEAF}\" stroke-width=\"3.4\""));
    drawing.path(&shade.finish(), &format!("stroke=\"{LEAF_LINE}\" stroke-width=\".7\""));
    drawing.raw("</pattern>");
}

/// One tree: a crown of three or four lobes, lit from the north-west, and its shadow on the ground.
fn crown(tree: Point, at: Node, crowns: &mut Pen, shade: &mut Pen, shadows: &mut Pen) {
    let size = 0.85 + 0.35 * grain(at, 95);
    let lobes: &[(f64, f64)] = if grain(at, 96) < 0.6 {
        &[(-2.0, 0.4), (1.9, 0.5), (0.0, -1.6)]
    } else {
        &[(-2.6, 0.6), (0.0, 0.9), (2.6, 0.4), (-0.9, -1.5), (1.5, -1.4)]
    };
    for &(x, y) in lobes {
        let lobe = tree.shifted(x * size, y * size);
        crowns.polyline(&[lobe, lobe]);
    }
    shade.polyline(&[tree.shifted(1.1, 1.9), tree.shifted(2.6, 1.2), tree.shifted(3.1, -0.2)]);
    shadows.polyline(&[tree.shifted(0.5, 3.4), tree.shifted(6.2, 3.4)]);
}

/// Draws the floor of the woods on those hexes. `id` names their outline within the drawing, for
/// [`trees`]. If the ground is `tinted` by its level, the tint shows through the floor.
pub(crate) fn floor(
    drawing: &mut Drawing,
    geometry: &Geometry,
    set: &BTreeSet<Node>,
    id: &str,
    tinted: bool,
) {
    let mut edge = Pen::new();
    for run in outlines(geometry, set) {
        edge.smooth_loop(&natural(geometry, &run, 4.6, 7.0, 11));
    }
    if edge.is_empty() {
        return;
    }
    drawing.raw("<defs>");
    drawing.path(&edge.finish(), &format!("id=\"{id}\""));
    drawing.raw("</defs>");
    if tinted {
        // Enough of a floor of its own to be told from open ground of any level.
        drawing.reuse(id, &format!("fill=\"{OLIVE}\" fill-opacity=\".62\""));
    } else {
        drawing.reuse(id, &format!("fill=\"{OLIVE}\""));
    }
}

/// Draws the trees of the woods whose floor was drawn under that `id`; on rough ground, after its
/// hachures.
pub(crate) fn trees(drawing: &mut Drawing, set: &BTreeSet<Node>, id: &str) {
    if set.is_empty() {
        return;
    }
    drawing.reuse(id, &format!("fill=\"url(#{PATTERN})\""));
    // Dashes of zero length with round ends make a row of crowns; a wide dark row under a narrower
    // light one makes a scalloped edge.
    for (ink, width) in [(LEAF_LINE, 7.4), (LEAF, 5.8)] {
        drawing.reuse(
            id,
            &format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-dasharray=\"0 6 0 7.5 0 5.2 0 9\""
            ),
        );
    }
}
