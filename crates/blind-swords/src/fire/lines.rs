//! Lines between hex centres: what they pass, by where the ends lie to each other. A line depends
//! on that alone, not on where on the sheet it runs, so each is followed once and kept for good.

use std::sync::{LazyLock, OnceLock};

use hexmap::{Grid, Hex, Layout, Numbering, Sighting, sight_line};

/// One hex that a line goes through, or the two of a hexside it runs along, as axial steps from its
/// start.
#[derive(Debug, Clone, Copy)]
struct Passed {
    hex: (i8, i8),
    other: Option<(i8, i8)>,
}

/// How far apart the ends of a line can be. No sheet that is printed is larger.
const REACH: i32 = 60;
/// The rows and columns of the table of lines.
const SPAN: i32 = 2 * REACH + 1;
/// The rows and columns of a sheet on which a line that long can be followed from its middle.
const SIDE: u8 = 127;
/// The row and the column of its middle.
const CENTRE: u8 = 63;

/// The lines followed so far, on a sheet that is large enough for every one of them.
struct Lines {
    sheet: Grid,
    centre: Hex,
    kept: Vec<OnceLock<Box<[Passed]>>>,
}

static LINES: LazyLock<Option<Lines>> = LazyLock::new(|| {
    let sheet = Grid::new(Layout::PointyOddWest, Numbering::RowColumnFromEast, SIDE, SIDE, 0, 0);
    let centre = sheet.at(CENTRE, CENTRE)?;
    let kept = (0..SPAN * SPAN).map(|_| OnceLock::new()).collect();
    Some(Lines { sheet, centre, kept })
});

/// The line to the hex at these axial steps; `None` where it is too long to be kept.
fn kept((q, r): (i32, i32)) -> Option<&'static [Passed]> {
    let lines = LINES.as_ref()?;
    if q.abs().max(r.abs()).max((q + r).abs()) > REACH {
        return None;
    }
    let slot = lines.kept.get(usize::try_from((q + REACH) * SPAN + r + REACH).ok()?)?;
    Some(slot.get_or_init(|| follow(lines, (q, r))))
}

fn follow(lines: &Lines, (q, r): (i32, i32)) -> Box<[Passed]> {
    let (cq, cr) = lines.sheet.axial(lines.centre);
    let Some(end) = lines.sheet.at_axial(cq + q, cr + r) else { return Box::default() };
    let step = |hex: Hex| {
        let (q, r) = lines.sheet.axial(hex);
        ((q - cq) as i8, (r - cr) as i8)
    };
    sight_line(&lines.sheet, lines.centre, end)
        .into_iter()
        .map(|passed| match passed {
            Sighting::Through(hex) => Passed { hex: step(hex), other: None },
            Sighting::Along(hex, other) => Passed { hex: step(hex), other: other.map(step) },
        })
        .collect()
}

/// Visits all that the line from `from` to `to` passes, in order, the two ends left out: a hex it
/// goes through, or the two of a hexside it runs along. At the edge of the sheet there is only one
/// (K22, K23).
pub fn walk(grid: &Grid, from: Hex, to: Hex, mut visit: impl FnMut(Hex, Option<Hex>)) {
    let ((aq, ar), (bq, br)) = (grid.axial(from), grid.axial(to));
    let mut pass = |hex: Option<Hex>, other: Option<Hex>| match (hex, other) {
        (Some(hex), other) | (None, other @ Some(hex)) => visit(hex, other.filter(|&o| o != hex)),
        (None, None) => {}
    };
    match kept((bq - aq, br - ar)) {
        Some(line) => {
            let at = |(q, r): (i8, i8)| grid.at_axial(aq + i32::from(q), ar + i32::from(r));
            for passed in line {
                pass(at(passed.hex), passed.other.and_then(at));
            }
        }
        None => {
            for passed in sight_line(grid, from, to) {
                match passed {
                    Sighting::Through(hex) => pass(Some(hex), None),
                    Sighting::Along(hex, other) => pass(Some(hex), other),
                }
            }
        }
    }
}

/// Whether the line from `from` to `to` passes such a hex, the ends left out; of a hexside it runs
/// along, either will do.
pub fn passes(grid: &Grid, from: Hex, to: Hex, such: impl Fn(Hex) -> bool) -> bool {
    let mut found = false;
    walk(grid, from, to, |hex, other| found = found || such(hex) || other.is_some_and(&such));
    found
}

/// The hexsides by which the line from `from` enters `target`, counted round the hex from an
/// arbitrary one: one, or through a corner the two that meet there (K29). Nothing where both are
/// the same hex.
pub(super) fn entries(grid: &Grid, target: Hex, from: Hex) -> Vec<usize> {
    /// The axial steps to the neighbours of a hex, in order round it.
    const ROUND: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let ((tq, tr), (fq, fr)) = (grid.axial(target), grid.axial(from));
    let (q, r) = (fq - tq, fr - tr);
    let side = |step: (i8, i8)| ROUND.iter().position(|&s| s == step);
    match kept((q, r)) {
        Some([first, ..]) => side(first.hex).into_iter().chain(first.other.and_then(side)).collect(),
        // Next to each other, nothing lies between.
        _ => side((q as i8, r as i8)).into_iter().collect(),
    }
}
