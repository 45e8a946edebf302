//! Sight: what a straight line from hex centre to hex centre passes, computed exactly.

use crate::{Grid, Hex};

/// One thing that a line of sight passes between its two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sighting {
    /// The line goes through the inside of this hex.
    Through(Hex),
    /// The line runs along the hexside that these two hexes share, the lower of them first; the
    /// second is `None` at the edge of the sheet.
    Along(Hex, Option<Hex>),
}

/// Everything that the line from `a` to `b` passes, in order, without its two ends.
///
/// The line is followed in integers, so that a line along a hexside is never taken for one that
/// clips a hex. A line that only touches the corner of a hex does not pass it.
pub fn sight_line(grid: &Grid, a: Hex, b: Hex) -> Vec<Sighting> {
    let ((aq, ar), (bq, br)) = (grid.axial(a), grid.axial(b));
    let (dq, dr) = (bq - aq, br - ar);
    let mut passed = Vec::new();
    // Every hex that the line passes lies within the coordinates of the two ends: a hex extends two
    // thirds from its centre.
    for q in dq.min(0)..=dq.max(0) {
        for r in dr.min(0)..=dr.max(0) {
            if (q, r) == (0, 0) || (q, r) == (dq, dr) {
                continue;
            }
            if let Some(stretch) = stretch((dq, dr), (q, r)) {
                passed.push((stretch, (q, r)));
            }
        }
    }
    passed.sort_by(|(x, xat), (y, yat)| x.start.cmp(&y.start).then(xat.cmp(yat)));
    let hex = |(q, r): (i32, i32)| grid.at_axial(aq + q, ar + r);
    let mut line = Vec::new();
    let mut i = 0;
    while i < passed.len() {
        let (stretch, at) = passed[i];
        i += 1;
        if !stretch.edge {
            line.extend(hex(at).map(Sighting::Through));
            continue;
        }
        // The two hexes of a hexside share the same stretch of the line. The line never runs along
        // a hexside of its end hexes.
        let partner = passed.get(i);
        i += 1;
        match (hex(at), partner.and_then(|(_, at)| hex(*at))) {
            // Always in the same order, whichever end the line is followed from.
            (Some(x), Some(y)) => line.push(Sighting::Along(x.min(y), Some(x.max(y)))),
            (Some(x), other) | (other @ None, Some(x)) => line.push(Sighting::Along(x, other)),
            (None, None) => {}
        }
    }
    line
}

/// The part of the line within one hex.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    /// In a unit, a fraction of the line, that makes all its bounds integers.
    start: i64,
    /// Whether it is on the border of the hex rather than inside it.
    edge: bool,
}

/// Where the line from the origin to `d` runs inside, or along the border of, the hex at `c`.
///
/// A hex is the set of points where none of the three differences of cube coordinates from its
/// centre exceeds 1. Along the line each difference is `alpha + beta * t`; the stretch is the part
/// of 0..1 that satisfies all three bounds.
fn stretch(d: (i32, i32), c: (i32, i32)) -> Option<Stretch> {
    let differences = |(q, r): (i32, i32)| {
        let s = -q - r;
        [i64::from(q - r), i64::from(r - s), i64::from(s - q)]
    };
    let (line, centre) = (differences(d), differences(c));
    let parts: i64 = line.iter().filter(|beta| **beta != 0).product();
    let (mut start, mut end) = (0, parts.abs());
    let mut edge = false;
    for (alpha, beta) in centre.into_iter().map(|difference| -difference).zip(line) {
        if beta == 0 {
            match alpha.abs() {
                0 => {}
                1 => edge = true,
                _ => return None,
            }
            continue;
        }
        // The hexagon's half-width in these differences is 1 (centres of neighbours are 1 apart
        // along q or r).
        let of_one = parts.abs() / beta;
        let (x, y) = ((-1 - alpha) * of_one, (1 - alpha) * of_one);
        start = start.max(x.min(y));
        end = end.min(x.max(y));
    }
    (start < end).then_some(Stretch { start, edge })
}
