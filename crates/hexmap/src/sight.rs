//! Sight: what a straight line from hex centre to hex centre passes, exactly.

use crate::{Grid, Hex};

/// One thing that a line of sight passes between its two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sighting {
    /// The line goes through the inside of this hex.
    Through(Hex),
    /// The line runs along the hexside that these two hexes share, the lower of them first; the second is
    /// `None` at the edge of the sheet.
    Along(Hex, Option<Hex>),
}

/// Everything that the line from `a` to `b` passes, in order, the two ends left out.
///
/// The line is followed in whole numbers, so that a line along a hexside is never taken for one
/// that clips a hex. A line that only touches the corner of a hex does not pass it.
pub fn sight_line(grid: &Grid, a: Hex, b: Hex) -> Vec<Sighting> {
    let ((aq, ar), (bq, br)) = (grid.axial(a), grid.axial(b));
    let (dq, dr) = (bq - aq, br - ar);
    let mut passed = Vec::new();
    let span = grid.distance(a, b) as i32;
    for q in dq.min(0) - 1..=dq.max(0) + 1 {
        for r in dr.min(0) - 1..=dr.max(0) + 1 {
            if (q, r) == (0, 0) || (q, r) == (dq, dr) || (q.abs().max(r.abs()).max((q + r).abs())) > span {
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
        // The two hexes of a hexside share the same stretch of the line.
        let partner = passed.get(i).filter(|(other, _)| other.edge && other.start == stretch.start);
        i += usize::from(partner.is_some());
        match (hex(at), partner.and_then(|(_, at)| hex(*at))) {
            // Always in the same order, whichever end the line is followed from.
            (Some(x), Some(y)) => line.push(Sighting::Along(x.min(y), Some(x.max(y)))),
            (Some(x), other) | (other @ None, Some(x)) => line.push(Sighting::Along(x, other)),
            (None, None) => {}
        }
    }
    line
}

/// A fraction of the line's length, compared by cross-multiplication.
#[derive(Debug, Clone, Copy)]
struct Fraction(i64, i64);

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Fraction {}
impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// The part of the line within one hex.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    start: Fraction,
    /// On the border of the hex rather than inside it.
    edge: bool,
}

/// Where the line from the origin to `d` runs inside, or along the border of, the hex at `c`.
///
/// A hex is where none of the three differences of cube coordinates from its centre exceeds 1. Along the
/// line each difference is `alpha + beta * t`; what is left of 0..1 after the three bounds is the stretch.
fn stretch(d: (i32, i32), c: (i32, i32)) -> Option<Stretch> {
    let differences = |(q, r): (i32, i32)| {
        let s = -q - r;
        [i64::from(q - r), i64::from(r - s), i64::from(s - q)]
    };
    let (line, centre) = (differences(d), differences(c));
    let (mut start, mut end) = (Fraction(0, 1), Fraction(1, 1));
    let mut edge = false;
    for k in 0..3 {
        let (alpha, beta) = (-centre[k], line[k]);
        if beta == 0 {
            match alpha.abs() {
                0 => {}
                1 => edge = true,
                _ => return None,
            }
            continue;
        }
        // The hexagon's half-width in these differences is 1 (its centre distance is 1 along q or r).
        let (low, high) = if beta > 0 {
            ((-1 - alpha, beta), (1 - alpha, beta))
        } else {
            ((alpha - 1, -beta), (alpha + 1, -beta))
        };
        start = start.max(Fraction(low.0, low.1));
        end = end.min(Fraction(high.0, high.1));
    }
    (start < end).then_some(Stretch { start, edge })
}
