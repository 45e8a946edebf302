//! The charts of Fire and Close Combat and their Cohesion Tests (12, 14, 15).

use tabletop::Chart;

use super::words::{KEY, NOTHING, marked, pieces, rests, span, unbroken};
use crate::data::cell::Cell;
use crate::data::shift::Shift;
use crate::data::tables::{CohesionTable, CombatTable, Factors, Range, Test};

/// Factors are stored as whole quarters: 4 means ×1.
const QUARTERS: u8 = 4;

/// The ranges of the weapons (12.1c).
pub(super) fn ranges(ranges: &[Cell<Range>]) -> Chart {
    let row = |range: &Cell<Range>| {
        let arm = if range.artillery { "battery" } else { "infantry, cavalry" };
        let band = |band: Option<(u8, u8)>| {
            band.map_or_else(|| NOTHING.to_owned(), |(first, last)| span(first, last))
        };
        vec![
            format!("{}, {arm}", range.weapon),
            band(range.canister),
            band(range.effective),
            band(range.long),
            band(range.extreme),
            rests(range.label),
            range.reason.clone().unwrap_or_else(|| NOTHING.to_owned()),
        ]
    };
    let head = ["Weapon", "Canister", "Effective", "Long", "Extreme", "Rests on", "Reason"];
    Chart::new("Weapon ranges in hexes", &head, ranges.iter().map(row).collect())
}

/// What strength is multiplied by (12.1c, 12.1d).
pub(super) fn factors(factors: &Factors) -> Chart {
    let rows = [
        ("Canister", factors.canister),
        ("Effective range", factors.effective),
        ("Long range", factors.long),
        ("Extreme range", factors.extreme),
        ("Opportunity Fire", factors.opportunity),
        ("Supporting Defensive Fire", factors.supporting),
        ("In Battlefield Chaos, in defence", factors.chaos),
        ("Low on ammunition", factors.low_ammo),
    ];
    let rows = rows.map(|(fire, by)| vec![fire.to_owned(), pieces(*by, QUARTERS), rests(by.label)]);
    Chart::new("Strength is multiplied by", &["Fire", "Factor", "Rests on"], rows.into())
}

/// The column shifts of a kind of combat (12.3, 14.3d).
pub(super) fn shifts(title: &str, shifts: &[Shift]) -> Chart {
    let row = |shift: &Shift| {
        let columns = match *shift.columns {
            columns @ 0.. => format!("{columns} right"),
            columns => format!("{} left", columns.unsigned_abs()),
        };
        vec![
            shift.name.clone(),
            columns,
            shift.when.clone(),
            shift.columns.case.to_string(),
            rests(shift.columns.label),
        ]
    };
    let head = ["Shift", "Columns", "When", "Case", "Rests on"];
    Chart::new(title, &head, shifts.iter().map(row).collect())
}

/// The Combat Results Table (12.3).
pub(super) fn results(combat: &CombatTable) -> Chart {
    let head: Vec<&str> =
        std::iter::once("Dice").chain(combat.columns.iter().map(|column| column.name.as_str())).collect();
    let rows = combat.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|cell| marked(&unbroken(&boxes(cell)), cell));
        std::iter::once(unbroken(&span(row.from, row.upto))).chain(cells).collect()
    });
    let note = format!("Severe/Tough/Routine, each with the modified CRs that it is for. {KEY}");
    Chart::new("Combat results", &head, rows.collect()).noted(note)
}

/// A cell of it: the CRs of the three tests, the worst first, or a dash.
fn boxes(tests: &[Test; 7]) -> String {
    if tests.iter().all(|test| *test == Test::None) {
        return "-".to_owned();
    }
    let held = |wanted: Test| {
        let first = tests.iter().position(|test| *test == wanted);
        let last = tests.iter().rposition(|test| *test == wanted);
        first.zip(last).map_or_else(|| "-".to_owned(), |(first, last)| span(first, last))
    };
    [Test::Severe, Test::Tough, Test::Routine].map(held).join("/")
}

/// The Cohesion Tests of Fire Combat (15.1): without a test nothing happens.
pub(super) fn fire_tests(table: &CohesionTable) -> Chart {
    tests("Cohesion Tests of Fire Combat", table, &[Test::Routine, Test::Tough, Test::Severe])
}

/// The Cohesion Tests of Close Combat (15.2).
pub(super) fn close_tests(table: &CohesionTable) -> Chart {
    let all = [Test::None, Test::Routine, Test::Tough, Test::Severe];
    tests("Cohesion Tests of Close Combat", table, &all)
}

fn tests(title: &str, table: &CohesionTable, tests: &[Test]) -> Chart {
    let mut rows = Vec::new();
    for &test in tests {
        let name = match test {
            Test::None => "Close fight",
            Test::Routine => "Routine",
            Test::Tough => "Tough",
            Test::Severe => "Severe",
        };
        let test = test as usize;
        let colored = table.text[test].iter().zip(&table.depletion[test]);
        let colored = colored.map(|((text, _), cell)| marked(text, cell));
        let white = table.text[test].iter().zip(&table.skedaddle[test]);
        let white = white.map(|((_, text), cell)| marked(text, cell));
        rows.push(std::iter::once(format!("{name}: Depletion (colored)")).chain(colored).collect());
        rows.push(std::iter::once(format!("{name}: Skedaddle (white)")).chain(white).collect());
    }
    Chart::new(title, &["Die", "1", "2", "3", "4", "5", "6"], rows).noted(KEY)
}

/// The Break Test (15.7).
pub(super) fn break_test(boxes: &[Cell<u8>; 3]) -> Chart {
    let passed = "Shaken; if Shaken, Disrupted; if Disrupted, nothing";
    let mut rows = vec![vec!["the CR or less".to_owned(), passed.to_owned(), "the rulebook".to_owned()]];
    for (over, track) in (1..).zip(boxes) {
        let more = if over == boxes.len() { " or more" } else { "" };
        let result =
            format!("Broken Box {}, worn, without markers; a battery or Fragile unit is eliminated", **track);
        rows.push(vec![format!("more by {over}{more}"), result, rests(track.label)]);
    }
    Chart::new("Break Test", &["Die", "Result", "Rests on"], rows)
}
