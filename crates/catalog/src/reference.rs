//! The rules reference: read from its data files, with its tables and drawings filled in.

use hexmap::{Faults, Spanned, read_toml};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tabletop::{Case, Charts, EditionCase};
use toml::Table;

use crate::diagram;
use crate::library::Library;
use crate::system::{Read, Systems};

/// A file of the reference. What each case holds beside its number is passed on as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    system: String,
    title: String,
    #[serde(default)]
    chapter: Vec<Table>,
    #[serde(default)]
    case: Vec<Spanned<Table>>,
}

/// The whole reference: `{systems: [{system, title, chapters, cases}]}`. `games` are those with the
/// charts that a case may include, and whose editions number its cases; `None` where they could not
/// be read.
///
/// # Errors
/// Every fault with its line.
pub(crate) fn read(registry: Systems, read: Read<'_>, games: Option<&Library>) -> Result<Value, Faults> {
    let mut faults = Faults::default();
    let charts = games.map(Library::charts);
    let mut systems = Vec::new();
    for name in registry.iter().flat_map(|system| system.reference()) {
        // A folder may hold fewer battles than the program's own.
        let Some(text) = read(name) else { continue };
        match read_toml::<File>(name, &text) {
            Ok(file) => systems.push(shown(name, &text, file, games, charts.as_ref(), &mut faults)),
            Err(error) => faults.extend(error),
        }
    }
    faults.into_result(json!({ "systems": systems }))
}

fn shown(
    name: &str,
    text: &str,
    file: File,
    games: Option<&Library>,
    charts: Option<&Charts>,
    faults: &mut Faults,
) -> Value {
    let mut cases = Vec::new();
    for case in file.case {
        let line = hexmap::line_of(text, case.span().start);
        let mut shown = Map::new();
        for (field, value) in case.into_inner() {
            match (field.as_str(), &value) {
                ("include", toml::Value::String(wanted)) => {
                    let Some(charts) = charts else { continue };
                    match charts.get(wanted) {
                        Some(chart) => drop(shown.insert("table".to_owned(), json!(chart))),
                        None => {
                            let what = format!("there is no table '{wanted}' to include");
                            faults.push(name, line, what);
                        }
                    }
                }
                ("diagram", toml::Value::Table(plan)) => match diagram::draw(plan) {
                    Ok(drawn) => drop(shown.insert(field, drawn)),
                    Err(what) => faults.push(name, line, format!("its diagram: {what}")),
                },
                _ => drop(shown.insert(field, json!(value))),
            }
        }
        match shown.get("number").and_then(Value::as_str) {
            Some(number) => {
                let case = games.zip(Case::parse(number));
                let printed = case.map(|(games, case)| games.edition_numbers(&file.system, case));
                // What an edition prints as it stands here needs no word.
                let other = |one: &EditionCase| one.printed.not_held || one.printed.case.number() != number;
                let printed: Vec<_> = printed.into_iter().flatten().filter(other).collect();
                if !printed.is_empty() {
                    shown.insert("printed".to_owned(), json!(printed));
                }
            }
            None => faults.push(name, line, "a case has a number"),
        }
        cases.push(Value::Object(shown));
    }
    json!({ "system": file.system, "title": file.title, "chapters": file.chapter, "cases": cases })
}
