//! An owner reads the printed sheets: everything in doubt is asked once, and an answer changes what it
//! says and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use catalog::facts::{Basis, compare, facts};
use catalog::pack::Files;
use catalog::sheets::{Plan, Sheet, steps};
use catalog::{Library, embedded};
use protocol::Line;
use serde_json::{Value, json};

const CHARTS: &str = "kernstown/charts.toml";
const MAP: &str = "kernstown/map.toml";
const UNITS: &str = "kernstown/units-1862.toml";
const WALL: &str = "kernstown-1-stone-wall";

/// Asks on the line.
fn ask(line: &mut Line, method: &str, params: Value) -> Result<Value, Value> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut answer: Value =
        serde_json::from_str(&line.hear(message.to_string().as_bytes()).unwrap()).unwrap();
    if answer["error"].is_null() { Ok(answer["result"].take()) } else { Err(answer["error"].take()) }
}

fn line() -> Line {
    Line::new(Arc::new(systems::library().unwrap()))
}

/// The sheets of a scenario as the program has them.
fn sheets(library: &Library, scenario: &str) -> Vec<Sheet> {
    let sources = library.sources(scenario).unwrap();
    let own = [("map", sources.map), ("units", sources.units), ("scenario", sources.scenario)];
    own.into_iter().chain(sources.shared).map(|(role, path)| sheet(role, &path, &Files::new())).collect()
}

fn sheet(role: &str, path: &str, files: &Files) -> Sheet {
    let text = catalog::pack::text(files, path).unwrap();
    let document = catalog::pack::document(path, &text).unwrap();
    let grid = document.get("grid").map(|_| hexmap::read_map(path, &text).unwrap().grid);
    let own = facts(path, &embedded::data(path).unwrap()).unwrap();
    Sheet {
        role: role.to_owned(),
        path: path.to_owned(),
        document,
        facts: facts(path, &text).unwrap(),
        own,
        grid,
    }
}

fn plan(library: &Library, scenario: &str) -> Plan {
    let file = library.registered(scenario).unwrap().sheets().unwrap();
    Plan::read(file, &embedded::data(file).unwrap()).unwrap()
}

#[test]
fn everything_that_is_reconstructed_is_asked_for_and_nothing_twice() {
    let library = systems::library().unwrap();
    let scenarios: Vec<String> = library.scenarios().map(|scenario| scenario.id.clone()).collect();
    for scenario in &scenarios {
        let sheets = sheets(&library, scenario);
        let made = steps(&plan(&library, scenario), &sheets);
        let mut covered = BTreeSet::new();
        let mut asked = BTreeSet::new();
        for step in &made.steps {
            for place in &step.covers {
                assert!(covered.insert((&step.file, place)), "{scenario}: {place} stands in two steps");
            }
            for one in &step.asked {
                let part = one.part.as_ref().map(|(number, _)| *number);
                assert!(
                    asked.insert((&step.file, &one.place, part)),
                    "{scenario}: {} is asked twice",
                    one.place
                );
            }
        }
        for sheet in &sheets {
            let doubtful = sheet
                .facts
                .iter()
                .filter(|(_, fact)| fact.basis == Some(Basis::Reconstructed) && !fact.is_table());
            let missing: Vec<&String> = doubtful
                .map(|(place, _)| place)
                .filter(|place| !covered.contains(&(&sheet.path, *place)))
                .collect();
            assert!(missing.is_empty(), "{scenario}: {}: nobody asks for {missing:?}", sheet.path);
        }
    }
}

#[test]
fn what_decides_is_asked_first_and_the_map_row_by_row_last() {
    let told = ask(&mut line(), "pack.steps", json!({ "scenario": WALL })).unwrap();
    let kinds: Vec<&str> =
        told["kinds"].as_array().unwrap().iter().map(|kind| kind["id"].as_str().unwrap()).collect();
    let at = |kind: &str| kinds.iter().position(|one| *one == kind).expect(kind);
    assert!(at("decisive-levels") < at("combat") && at("combat") < at("units") && at("units") < at("ground"));
    let of = |kind: &str| {
        let steps = told["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == kind);
        steps.cloned().collect::<Vec<Value>>()
    };
    let combat = of("combat");
    // All cells but the one that the rulebook gives.
    assert_eq!(combat[0]["asked"].as_array().unwrap().len(), 14 * 13 - 1);
    let words = &told["words"][combat[0]["asked"][0]["words"].as_str().unwrap()];
    assert!(words.as_array().unwrap().iter().all(|word| word["key"].is_string()), "{words}");
    // A counter's numbers stand in the order in which it prints them.
    let counter = &of("units")[0];
    let labels: Vec<String> = counter["asked"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{} {}", one["row"].as_str().unwrap_or_default(), one["label"].as_str().unwrap()))
        .collect();
    assert_eq!(labels, ["Fresh SP", "Fresh CR", "Worn SP", "Worn CR", " Weapon"]);
    assert_eq!(counter["under"], "Tyler");
    // Forty-two hexes a row, less those that were asked for before.
    let row = &of("ground")[0];
    assert!(row["asked"].as_array().unwrap().len() > 35, "{row}");
}

/// Answers of one file.
fn answers(file: &str, all: &[(&str, &str)]) -> Value {
    all.iter().map(|(place, value)| json!({ "file": file, "place": place, "value": value })).collect()
}

#[test]
fn an_answer_changes_its_facts_and_no_other_and_says_what_it_changes_in_play() {
    let mut line = line();
    let mut files = BTreeMap::new();
    let mut read = |file: &str, all: &[(&str, &str)]| -> (BTreeSet<String>, Value) {
        let asked = json!({ "scenario": WALL, "files": files, "answers": answers(file, all) });
        let told = ask(&mut line, "pack.read", asked).unwrap();
        let none = Value::Null;
        let before = files.get(file).unwrap_or(&none);
        let text = embedded::data(file).unwrap();
        let text_before = match before {
            Value::Null => text.clone(),
            document => catalog::pack::rewritten(&text, document).unwrap(),
        };
        let after = catalog::pack::rewritten(&text, &told["files"][file]).unwrap();
        let (here, there) = (facts(file, &text_before).unwrap(), facts(file, &after).unwrap());
        let differ = compare(&here, &there).into_iter().map(|one| {
            assert!(
                one.there.is_none_or(|fact| fact.basis == Some(Basis::Printed) || fact.is_table()),
                "{one:?}"
            );
            one.place.to_owned()
        });
        let differ = differ.collect();
        files.insert(file.to_owned(), told["files"][file].clone());
        (differ, told["says"].clone())
    };
    let set = |places: &[&str]| places.iter().map(|place| (*place).to_owned()).collect::<BTreeSet<String>>();

    let cell = "combat, row 51-53, cells 8-9";
    let (differ, says) = read(CHARTS, &[(cell, "0/1-2/3-6")]);
    assert_eq!(differ, set(&[cell]));
    assert_eq!(says, json!(["Combat results: 51-53, 8-9 now gives 0/1-2/3-6, before 0/1-2/3-5"]));

    let test = "fire-test, test tough, depletion 4";
    let (differ, says) = read(CHARTS, &[(test, "D2")]);
    assert_eq!(differ, set(&[test]));
    assert_eq!(says.as_array().unwrap().len(), 1, "{says}");
    assert!(says[0].as_str().unwrap().contains("now gives D2, before D"), "{says}");

    // That the sheet agrees changes what it rests on alone, and nothing in play.
    let (differ, says) = read(CHARTS, &[("fire-test, test tough, depletion 3", "D")]);
    assert_eq!((differ.len(), says), (1, json!([])));

    // A row of a table bears one label: it is read once all of it is.
    let (differ, _) = read(CHARTS, &[("range 1, long", "2"), ("range 1, effective", "1")]);
    assert_eq!(differ.len(), 0, "{differ:?}");
    let (differ, _) = read(
        CHARTS,
        &[
            ("range 1, long", "2"),
            ("range 1, effective", "1"),
            ("range 1, extreme", "3"),
            ("range 1, canister", ""),
        ],
    );
    assert!(differ.contains("range 1, long") && differ.contains("range 1, effective"), "{differ:?}");

    let (differ, says) = read(UNITS, &[("unit u62-7oh-a, fresh", "7-4")]);
    assert_eq!(differ, set(&["unit u62-7oh-a, fresh"]));
    assert_eq!(says, json!(["7 OH-a, fresh: 7-4, before 6-4"]));

    let (differ, says) = read(MAP, &[("ground 1031", "."), ("levels 1032", "5")]);
    assert_eq!(differ, set(&["ground 1031", "levels 1032"]));
    assert_eq!(says[0], "ground 1031: clear, before light woods");

    let (differ, _) = read(MAP, &[("slope 1024/1025", "not there"), ("slope 1025/1026", "there")]);
    assert!(differ.contains("slope 1024/1025") && differ.contains("slope 1025/1026"), "{differ:?}");
    let (differ, _) = read(MAP, &[("slope 1036/1035", "there")]);
    assert!(differ.contains("slope 1036/1035"), "{differ:?}");

    // All of it is a pack that can be played.
    let kept = ask(&mut line, "pack.keep", json!({ "files": files, "title": "Mine" })).unwrap();
    ask(&mut line, "game.new", json!({ "scenario": WALL, "pack": kept["pack"] })).unwrap();
    // And what was read is known as read on another day.
    let told = ask(&mut line, "pack.steps", json!({ "scenario": WALL, "base": kept["pack"] })).unwrap();
    let read: Vec<&str> = told["steps"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|step| step["asked"].as_array().unwrap())
        .filter(|one| one["read"] == true)
        .map(|one| one["place"].as_str().unwrap())
        .collect();
    for place in
        [cell, test, "ground 1031", "levels 1032", "slope 1024/1025", "slope 1036/1035", "range 1, canister"]
    {
        assert!(read.contains(&place), "{place}: {read:?}");
    }
    assert!(!read.contains(&"levels 1031") && !read.contains(&"ground 1032"));
}

#[test]
fn what_cannot_be_is_refused_with_its_place_and_what_was_expected() {
    let mut line = line();
    let mut refused = |file: &str, all: &[(&str, &str)]| {
        let asked = json!({ "scenario": WALL, "answers": answers(file, all) });
        let error = ask(&mut line, "pack.read", asked).unwrap_err();
        assert_eq!(error["code"], 6, "{error}");
        error["data"]["faults"][0]["text"].as_str().unwrap().to_owned()
    };
    let letter = refused(MAP, &[("ground 1031", "q")]);
    assert!(letter.contains("ground 1031") && letter.contains("f (light woods)"), "{letter}");
    assert!(refused(MAP, &[("levels 1031", "14")]).contains("levels 1031"));
    assert!(refused(MAP, &[("ground 9999", "f")]).contains("no such place"));
    assert!(refused(MAP, &[("slope 1024/1039", "there")]).contains("1039"));
    assert!(refused(MAP, &[("road Middle Road, hexes", "1022 1122 1523")]).contains("1523"));
    assert!(!refused(CHARTS, &[("combat, row 51-53, cells 8-9", "7/8")]).is_empty());
    assert!(!refused(CHARTS, &[("range 1, long", "nine")]).is_empty());
    assert!(refused(CHARTS, &[("costs, clear, points 1", "much")]).contains("a number was expected"));
    let battles = "generals, battle, 1862, union";
    assert!(refused(CHARTS, &[(battles, "k62-tyler")]).contains("6 were expected"));
    assert!(!refused(UNITS, &[("unit u62-7oh-a, fresh", "6")]).is_empty());
    assert!(
        refused(UNITS, &[("unit u62-7oh-a, fresh", "6-4"), ("unit u62-7oh-a, fresh", "5-4")])
            .contains("twice")
    );
    assert!(refused("kernstown/index.toml", &[("title", "x")]).contains("no file"));
    let none = ask(&mut line, "pack.steps", json!({ "scenario": "nothing" })).unwrap_err();
    assert_eq!(none["code"], -32602, "{none}");
}

#[test]
fn every_present_value_may_be_confirmed_and_then_nothing_is_in_doubt() {
    let library = systems::library().unwrap();
    for scenario in [WALL, "kernstown-6", "chattanooga-1975"] {
        let scenario = library.scenarios().find(|one| one.id.starts_with(scenario)).unwrap().id.clone();
        let mut line = line();
        let told = ask(&mut line, "pack.steps", json!({ "scenario": scenario })).unwrap();
        let mut answers: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        let mut joins = BTreeMap::new();
        for step in told["steps"].as_array().unwrap() {
            for one in step["asked"].as_array().unwrap() {
                let text = |field: &str| one[field].as_str().unwrap_or_default().to_owned();
                let key = (step["file"].as_str().unwrap().to_owned(), text("place"));
                joins.insert(key.clone(), text("join"));
                answers.entry(key).or_default().push(text("value"));
            }
        }
        let answers: Vec<Value> = answers
            .iter()
            .map(|((file, place), values)| {
                let value = values.join(&joins[&(file.clone(), place.clone())]);
                json!({ "file": file, "place": place, "value": value })
            })
            .collect();
        let read = ask(&mut line, "pack.read", json!({ "scenario": scenario, "answers": answers })).unwrap();
        assert_eq!(read["says"], json!([]), "{scenario}");
        let now = json!({ "scenario": scenario, "files": read["files"] });
        let told = ask(&mut line, "pack.steps", now).unwrap();
        let open: Vec<String> = told["steps"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|step| step["asked"].as_array().unwrap())
            .filter(|one| one["read"] != true)
            .map(|one| one["place"].as_str().unwrap().to_owned())
            .collect();
        assert!(open.is_empty(), "{scenario}: {open:?}");
        for (path, document) in read["files"].as_object().unwrap() {
            let text = catalog::pack::rewritten(&embedded::data(path).unwrap(), document).unwrap();
            let facts = facts(path, &text).unwrap();
            let left: Vec<&String> = facts
                .iter()
                .filter(|(_, fact)| fact.basis == Some(Basis::Reconstructed) && !fact.is_table())
                .map(|(place, _)| place)
                .collect();
            assert!(left.is_empty(), "{scenario}: {path}: {left:?}");
        }
    }
}

#[test]
fn a_plan_that_lacks_its_words_is_refused() {
    let text = "[[kind]]\nid = \"a\"\ntitle = \"A\"\nfile = \"map\"\nform = \"cells\"\nask = \"?\"\nwords = \"none\"\n";
    let faults = Plan::read("sheets.toml", text).unwrap_err();
    assert!(faults.to_string().contains("there are no words 'none'"), "{faults}");
}
