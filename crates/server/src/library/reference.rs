//! The rules reference: read from its data files, with its tables and drawings filled in.

use hexmap::Faults;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tabletop::Charts;
use toml::Table;

use super::diagram;

/// The files, in the order in which the page shows them.
const FILES: [&str; 6] = [
    "reference/blue-gray.toml",
    "reference/chickamauga.toml",
    "reference/chattanooga.toml",
    "reference/training.toml",
    "reference/kernstown.toml",
    "reference/kernstown-rulings.toml",
];

/// A file of the reference. What each case holds beside its number is passed on as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    system: String,
    title: String,
    #[serde(default)]
    chapter: Vec<Table>,
    #[serde(default)]
    case: Vec<toml::Spanned<Table>>,
}

/// The whole reference: `{systems: [{system, title, chapters, cases}]}`. `charts` are those that a case
/// may include; nothing where they could not be read.
///
/// # Errors
/// Every fault with its line.
pub(super) fn read(read: &dyn Fn(&str) -> Option<String>, charts: Option<&Charts>) -> Result<Value, Faults> {
    let mut faults = Faults::default();
    let mut systems = Vec::new();
    for name in FILES {
        // A folder may hold fewer battles than the program's own.
        let Some(text) = read(name) else { continue };
        match toml::from_str::<File>(&text) {
            Ok(file) => systems.push(system(name, &text, file, charts, &mut faults)),
            Err(error) => faults.extend(Faults::from_toml(name, &text, &error)),
        }
    }
    faults.into_result(json!({ "systems": systems }))
}

fn system(name: &str, text: &str, file: File, charts: Option<&Charts>, faults: &mut Faults) -> Value {
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
        if !shown.get("number").is_some_and(Value::is_string) {
            faults.push(name, line, "a case has a number");
        }
        cases.push(Value::Object(shown));
    }
    json!({ "system": file.system, "title": file.title, "chapters": file.chapter, "cases": cases })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_whole() {
        let library = crate::Library::embedded().unwrap_or_else(|faults| panic!("{faults}"));
        let reference = library.reference();
        let systems = reference["systems"].as_array().expect("a list");
        let cases = || systems.iter().flat_map(|system| system["cases"].as_array().expect("a list"));
        let numbered = |number: &str| cases().find(|case| case["number"] == number).expect("it is there");
        assert_eq!(numbered("7.6")["table"]["title"], "Combat results");
        assert_eq!(numbered("7.6").get("include"), None);
        assert_eq!(numbered("12.3a")["table"]["head"][1], "C");
        assert!(numbered("K63")["ruling"].is_string());
        for case in cases().filter(|case| !case["diagram"].is_null()) {
            let diagram = &case["diagram"];
            assert!(diagram["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{}", case["number"]);
            let hexes: Vec<&str> = diagram["layout"]["hexes"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|hex| hex["hex"].as_str())
                .collect();
            for unit in diagram["units"].as_array().into_iter().flatten() {
                assert!(unit["hex"].as_str().is_some_and(|hex| hexes.contains(&hex)), "{}", case["number"]);
            }
        }
    }

    #[test]
    fn a_fault_has_its_line() {
        let file = "system = \"s\"\ntitle = \"t\"\n\n[[case]]\nnumber = \"1\"\ninclude = \"weather\"\n";
        let faults =
            read(&|path| (path == "reference/blue-gray.toml").then(|| file.to_owned()), Some(&Charts::new()));
        let faults = faults.expect_err("there is no such table");
        assert_eq!(faults.to_string(), "reference/blue-gray.toml:4: there is no table 'weather' to include");
    }
}
