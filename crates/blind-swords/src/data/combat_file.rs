//! Reads the Combat Results Table and the Cohesion Tests, whose cells are written as the charts
//! print them.

use hexmap::Spanned;
use serde::Deserialize;
use tabletop::Case;

use crate::data::cell::Cell;
use crate::data::label::Label;
use crate::data::reader::Reader;
use crate::data::tables::{CohesionTable, Column, CombatRow, CombatTable, Depletion, Skedaddle, Test};
use crate::points::Strength;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombatToml {
    case: Case,
    columns: Spanned<Vec<String>>,
    least: Spanned<Vec<Spanned<f64>>>,
    labels: Spanned<String>,
    row: Vec<RowToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowToml {
    roll: Spanned<String>,
    cells: Spanned<Vec<Spanned<String>>>,
    labels: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestsToml {
    case: Case,
    test: Vec<TestToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TestToml {
    test: Spanned<String>,
    depletion: Spanned<Vec<Spanned<String>>>,
    depletion_labels: Spanned<String>,
    skedaddle: Spanned<Vec<Spanned<String>>>,
    skedaddle_labels: Spanned<String>,
}

/// The Combat Results Table: every roll on exactly one row, every column with its cell.
pub(super) fn combat(r: &mut Reader<'_>, toml: &CombatToml) -> CombatTable {
    let names = toml.columns.get_ref();
    let labels = r.labels(&toml.labels, names.len());
    if toml.least.get_ref().len() != names.len() {
        r.fault_of(
            &toml.least,
            format!("{} numbers for {} columns", toml.least.get_ref().len(), names.len()),
        );
    }
    let mut columns: Vec<Column> = Vec::new();
    for ((name, least), label) in names.iter().zip(toml.least.get_ref()).zip(labels) {
        let strength = Strength::from_number(*least.get_ref());
        match strength {
            Some(value) if columns.last().is_none_or(|last| *last.least < value) => {
                let least = Cell { value, case: toml.case, label };
                columns.push(Column { name: name.clone(), least });
            }
            _ => r.fault_of(least, "the strengths on which the columns begin are points or halves, and rise"),
        }
    }
    let mut rows = Vec::new();
    let mut seen = [0u8; 67];
    for row in &toml.row {
        let (from, upto) = rolls(r, &row.roll);
        for roll in from..=upto {
            seen[usize::from(roll)] += 1;
        }
        let labels = r.labels(&row.labels, names.len());
        if row.cells.get_ref().len() != names.len() {
            r.fault_of(
                &row.cells,
                format!("{} cells for {} columns", row.cells.get_ref().len(), names.len()),
            );
        }
        let cells = row.cells.get_ref().iter().zip(labels);
        let cells =
            cells.map(|(cell, label)| Cell { value: boxes(r, cell), case: toml.case, label }).collect();
        rows.push(CombatRow { from, upto, cells });
    }
    let wrong: Vec<String> = (1..=6)
        .flat_map(|colored| (1..=6).map(move |white| colored * 10 + white))
        .filter(|&roll| seen[roll] != 1)
        .map(|roll: usize| roll.to_string())
        .collect();
    if !wrong.is_empty() {
        let at = toml.row.last().map_or(0, |row| row.roll.span().start);
        r.fault(at, format!("these rolls are on no row or on more than one: {}", wrong.join(", ")));
    }
    CombatTable { columns, rows }
}

/// Parses a range of rolls such as `51-53`, or one roll such as `66`.
fn rolls(r: &mut Reader<'_>, text: &Spanned<String>) -> (u8, u8) {
    let words = text.get_ref();
    let (from, upto) = words.split_once('-').unwrap_or((words, words));
    let roll = |word: &str| {
        word.parse::<u8>().ok().filter(|n| (1..=6).contains(&(n / 10)) && (1..=6).contains(&(n % 10)))
    };
    match (roll(from), roll(upto)) {
        (Some(from), Some(upto)) if from <= upto => (from, upto),
        _ => {
            r.fault_of(
                text,
                format!("'{words}'; two rolls such as \"51-53\" or one such as \"66\" were expected"),
            );
            // An empty span of rolls: it counts for none.
            (1, 0)
        }
    }
}

/// A cell, "-" or Severe, Tough and Routine with the CRs each holds: "0/1-2/3-5".
fn boxes(r: &mut Reader<'_>, cell: &Spanned<String>) -> [Test; 7] {
    let mut tests = [Test::None; 7];
    let text = cell.get_ref();
    if text == "-" {
        return tests;
    }
    let parts: Vec<&str> = text.split('/').collect();
    let sound = parts.len() == 3
        && [Test::Severe, Test::Tough, Test::Routine].into_iter().zip(&parts).all(|(test, part)| {
            if *part == "-" {
                return true;
            }
            let (from, upto) = part.split_once('-').unwrap_or((part, part));
            let (Ok(from), Ok(upto)) = (from.parse::<usize>(), upto.parse::<usize>()) else { return false };
            let Some(held) = tests.get_mut(from..=upto) else { return false };
            let free = from <= upto && held.iter().all(|t| *t == Test::None);
            held.fill(test);
            free
        });
    if !sound {
        let what = format!(
            "'{text}'; \"-\", or Severe/Tough/Routine such as \"0/1-2/3-5\" with every CR from 0 to 6 once at most, was expected"
        );
        r.fault_of(cell, what);
    }
    tests
}

/// The Cohesion Tests of a kind of combat; `close` has the Close Fight besides.
pub(super) fn tests(r: &mut Reader<'_>, toml: &TestsToml, close: bool) -> CohesionTable {
    // A test that the chart lacks asks for nothing, by the rules of its kind of combat.
    let (case, label) = (toml.case, Label::Rules);
    let mut table = CohesionTable {
        depletion: [[Cell { value: Depletion::None, case, label }; 6]; 4],
        skedaddle: [[Cell { value: Skedaddle::default(), case, label }; 6]; 4],
        text: Default::default(),
    };
    let mut read = [false; 4];
    for test in &toml.test {
        let at = match test.test.get_ref().as_str() {
            "close-fight" if close => Test::None,
            "routine" => Test::Routine,
            "tough" => Test::Tough,
            "severe" => Test::Severe,
            other => {
                r.fault_of(&test.test, format!("'{other}'; \"routine\", \"tough\" or \"severe\" was expected (in Close Combat \"close-fight\" too)"));
                continue;
            }
        } as usize;
        if std::mem::replace(&mut read[at], true) {
            r.fault_of(&test.test, format!("there are two tests '{}'", test.test.get_ref()));
        }
        let mut six = |cells: &Spanned<Vec<Spanned<String>>>, letters: &Spanned<String>| {
            let count = cells.get_ref().len();
            if count != 6 {
                r.fault_of(cells, format!("{count} cells; six were expected, for dice 1 to 6"));
            }
            r.labels(letters, 6)
        };
        let colored = six(&test.depletion, &test.depletion_labels);
        let white = six(&test.skedaddle, &test.skedaddle_labels);
        for (i, (cell, label)) in test.depletion.get_ref().iter().zip(colored).enumerate() {
            match depletion(cell.get_ref()) {
                Some(value) => table.depletion[at][i] = Cell { value, case, label },
                None => {
                    let what = format!(
                        "'{}'; \"-\", \"D\", \"D2\", \"D all\", \"AD\" or \"BD*\" was expected",
                        cell.get_ref()
                    );
                    r.fault_of(cell, what);
                }
            }
            table.text[at][i].0.clone_from(cell.get_ref());
        }
        for (i, (cell, label)) in test.skedaddle.get_ref().iter().zip(white).enumerate() {
            match skedaddle(cell.get_ref()) {
                Some(value) => table.skedaddle[at][i] = Cell { value, case, label },
                None => {
                    let what = format!(
                        "'{}'; \"-\" or some of M, 2M, B, R2, RA2, (P1), AM, AR1 with spaces \
                         between was expected",
                        cell.get_ref()
                    );
                    r.fault_of(cell, what);
                }
            }
            table.text[at][i].1.clone_from(cell.get_ref());
        }
    }
    for (i, name) in ["close-fight", "routine", "tough", "severe"].into_iter().enumerate() {
        if !read[i] && (close || i > 0) {
            let at = toml.test.last().map_or(0, |t| t.test.span().start);
            r.fault(at, format!("the test '{name}' is missing"));
        }
    }
    table
}

fn depletion(cell: &str) -> Option<Depletion> {
    Some(match cell {
        "-" => Depletion::None,
        "D" => Depletion::Lead,
        "D2" => Depletion::Two,
        "D all" => Depletion::All,
        "AD" => Depletion::Attacker,
        "BD*" => Depletion::Both,
        _ => return None,
    })
}

/// The most Morale Hits of one result.
const MOST_HITS: u8 = 3;

fn skedaddle(cell: &str) -> Option<Skedaddle> {
    let mut result = Skedaddle::default();
    if cell == "-" {
        return Some(result);
    }
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| (1..=9).contains(n));
    // Each of them may be a die, and forecasts throw all of them every way.
    let morale = |text: &str| number(text).filter(|hits| *hits <= MOST_HITS);
    for word in cell.split_whitespace() {
        if word == "B" {
            result.break_test = true;
        } else if let Some(hits) = word.strip_suffix("AM") {
            result.attacker_morale = if hits.is_empty() { 1 } else { morale(hits)? };
        } else if let Some(hits) = word.strip_suffix('M') {
            result.morale = if hits.is_empty() { 1 } else { morale(hits)? };
        } else if let Some(hexes) = word.strip_prefix("AR") {
            result.attacker_retreat = number(hexes)?;
        } else if let Some(hexes) = word.strip_prefix("RA") {
            result.all_retreat = number(hexes)?;
        } else if let Some(hexes) = word.strip_prefix('R') {
            result.retreat = number(hexes)?;
        } else if let Some(units) = word.strip_prefix("(P").and_then(|w| w.strip_suffix(')')) {
            result.panic = number(units)?;
        } else {
            return None;
        }
    }
    (result != Skedaddle::default()).then_some(result)
}
