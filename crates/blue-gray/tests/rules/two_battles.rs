//! 22.0 of Chattanooga: the two sheets as one map, and a finished Chickamauga gone on from.
//!
//! 2525 is the last hex of the Chattanooga sheet above Chickamauga's C0701; both touch 2526, where
//! both sheets lie. North and north-east of C0701 there is nothing.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::collections::BTreeMap;
use std::path::Path;

use blue_gray::{Library, Scenario, Start};
use serde_json::{Value, json};
use tabletop::{ScenarioLibrary, Sequel};

use crate::check::*;

const ON: &str = "two-battles";

fn path(unit: &str, hexes: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": hexes}})
}

#[test]
fn chattanooga_22_0_hexes_are_called_by_the_numbers_of_both_sheets() {
    let library = library();
    let map = library.map(ON).unwrap();
    for (name, other, label) in [
        ("2025", "C0101", "2025 (Chickamauga 0101)"),
        ("2425", "C0501", "2425 (Chickamauga 0501)"),
        ("2426", "C0502", "2426 (Chickamauga 0502)"),
        ("C1115", "C1115", "C1115 (Chickamauga 1115)"),
        ("1514", "1514", "1514"),
    ] {
        let hex = map.grid.parse(name).unwrap();
        assert_eq!(map.grid.parse(other), Some(hex));
        assert_eq!((map.grid.number(hex), map.grid.label(hex)), (name, label.to_owned()));
    }
    // An order may use either number; what happened is told by the first.
    let mut table = on(ON).units(&["a union infantry 4 2024"]).movement(Union).set();
    table.moves(Union, "a", "C0101");
    assert_eq!(table.at("a"), "2025");
}

#[test]
fn chattanooga_22_0_units_march_from_sheet_to_sheet() {
    let mut table = on(ON).units(&["a union infantry 4 2024 movement=20"]).movement(Union).set();
    table.order(Union, path("a", &["2025", "2026", "2027", "C0104", "C0105"]));
    assert_eq!(table.at("a"), "C0105");
    let mut table = on(ON).units(&["a union infantry 4 2525"]).movement(Union).set();
    table.moves(Union, "a", "C0701");
    // Beside the sheets there is nothing: only four hexes lie around C0701.
    let table = on(ON).units(&["a union infantry 4 C0701 movement=1"]).movement(Union).set();
    assert!(
        table
            .hexes(Union, "move", "a")
            .iter()
            .all(|hex| ["2525", "2526", "C0702", "C0801"].contains(&&**hex))
    );
    assert_eq!(library().map(ON).unwrap().grid.parse("2625"), None);
}

#[test]
fn chattanooga_22_0_a_road_goes_on_over_the_seam() {
    // Both ends of the Rossville road: 2023 to 2126 on the one sheet, 0101 to 0201 on the other.
    let units = ["a union infantry 4 2022 movement=4"];
    let mut table = on(ON).units(&units).movement(Union).set();
    let events = table.order(Union, path("a", &["2023", "2024", "2025", "2126"]));
    assert_eq!(event(&events, "moved")["cost"], 4);
    // And from where both lie to where only Chickamauga does.
    let mut table = on(ON).units(&["a union infantry 4 2527 movement=2"]).movement(Union).set();
    let events = table.order(Union, path("a", &["2528", "C0704"]));
    assert_eq!(event(&events, "moved")["cost"], 2);
}

#[test]
fn chattanooga_22_0_zones_of_control_reach_over_the_seam() {
    let units = ["a union infantry 4 2524", "x confederate infantry 4 C0701"];
    let mut table = on(ON).units(&units).movement(Union).set();
    table.order(Union, path("a", &["2525"]));
    table.assert_owed(&[], &[]);
    table.end_movement(Union);
    table.assert_owed(&["a"], &["C0701"]);
    // He who enters the zone stops.
    let mut table = on(ON).units(&units).movement(Union).set();
    assert_eq!(table.case(Union, path("a", &["2525", "2526"])), "5.13");
}

#[test]
fn chattanooga_22_0_units_retreat_over_the_seam_and_not_off_the_sheets() {
    let thrown_back = |more: &[&str]| {
        let mut units = vec!["a union infantry 18 C0702", "x confederate infantry 1 C0701"];
        units.extend(more);
        let mut table = on(ON).units(&units).combat(Union).dice(&[4]).set();
        let events = table.attacks(Union, &["a"], &["C0701"]);
        (table, events)
    };
    let (mut table, _) = thrown_back(&[]);
    assert_eq!(table.hexes(Confederate, "retreat", "x"), ["2525"]);
    table.retreats(Confederate, "x", "2525");
    assert_eq!(table.at("x"), "2525");
    let (_, events) = thrown_back(&["b union infantry 4 2524"]);
    assert_eq!(eliminated(&events), ["x by 7.72"]);
}

#[test]
fn chattanooga_22_0_the_works_of_november_are_not_there_in_september() {
    let library = library();
    let works = |name: &str| {
        let map = library.map(name).unwrap();
        map.grid.hexes().any(|hex| hexmap::Direction::ALL.iter().any(|d| map.side(hex, *d).works))
    };
    assert_eq!((works("chattanooga"), works(ON)), (true, false));
}

#[test]
fn chattanooga_22_0_both_armies_of_chickamauga_begin_where_they_do_there() {
    let library = library();
    let (there, here) = (library.scenario("chickamauga-1975").unwrap(), library.scenario(ON).unwrap());
    let hex = |scenario: &Scenario, id: &str| {
        let unit = scenario.units.iter().find(|unit| unit.id == id)?;
        match &unit.start {
            Start::At(hex) => Some(vec![scenario.field.map.grid.number(*hex).to_owned()]),
            Start::Due { entry, .. } => {
                Some(entry.iter().map(|hex| scenario.field.map.grid.number(*hex).to_owned()).collect())
            }
        }
    };
    assert_eq!(here.units.len() + 1, there.units.len(), "all but the Train");
    for unit in there.units.iter().filter(|unit| unit.id != "u-train") {
        let expected = hex(&there, &unit.id).unwrap().into_iter().map(|number| match number.as_str() {
            // Where both sheets lie.
            "0302" => "2226".to_owned(),
            "0402" => "2327".to_owned(),
            _ => format!("C{number}"),
        });
        assert_eq!(hex(&here, &unit.id), Some(expected.collect()), "{}", unit.id);
    }
}

// Going on from a finished Chickamauga.

const INTERLUDE: &str = "chickamauga-chattanooga";

/// A watcher's view of a finished Chickamauga in which those units were eliminated.
fn finished(eliminated: &[&str], union: i32, confederate: i32) -> Value {
    let scenario = library().scenario("chickamauga-1975").unwrap();
    let units: Vec<Value> = (scenario.units.iter())
        .map(|unit| {
            let status = if eliminated.contains(&unit.id.as_str()) { "eliminated" } else { "map" };
            json!({"id": unit.id, "name": unit.name, "strength": unit.strength, "status": status})
        })
        .collect();
    let victory = json!({"union": union, "confederate": confederate});
    json!({"scenario": "chickamauga-1975", "question": null, "victory": victory, "units": units})
}

fn sequel(view: &Value, chosen: &[(&str, i32)]) -> Result<Sequel, String> {
    let chosen: BTreeMap<String, i32> = chosen.iter().map(|(id, value)| ((*id).to_owned(), *value)).collect();
    ScenarioLibrary::sequel(library(), INTERLUDE, view, &chosen)
}

/// The Chattanooga that follows.
fn follows(view: &Value, chosen: &[(&str, i32)]) -> std::sync::Arc<Scenario> {
    let sequel = sequel(view, chosen).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| {
        sequel.files.get(file).cloned().or_else(|| std::fs::read_to_string(data.join(file)).ok())
    };
    let library = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    library.scenario(&sequel.scenario).unwrap()
}

fn strength(scenario: &Scenario, id: &str) -> Option<u8> {
    scenario.units.iter().find(|unit| unit.id == id).map(|unit| unit.strength)
}

#[test]
fn chattanooga_22_0_what_nobody_lost_is_as_it_is_printed() {
    let printed = library().scenario("chattanooga-1975").unwrap();
    let next = follows(&finished(&[], 7, 7), &[]);
    assert_eq!(next.units, printed.units);
    assert_eq!(next.quota, printed.quota);
    assert_eq!(next.victory.brought, []);
}

#[test]
fn chattanooga_22_0_losses_are_carried_over() {
    // Polk's brigade has an heir of its own; Whitaker's at half of what Willich's was made of.
    let view = finished(&["c-polk", "u-1-2-xx"], 0, 0);
    for (back, polk, willich) in [(0, None, Some(3)), (50, Some(3), Some(5)), (100, Some(5), Some(6))] {
        let next = follows(&view, &[("union-replaced", back), ("confederate-replaced", back)]);
        assert_eq!((strength(&next, "c-polk"), strength(&next, "u-1-3-iv")), (polk, willich), "{back}");
    }
    // Each side by itself.
    let next = follows(&view, &[("union-replaced", 100), ("confederate-replaced", 0)]);
    assert_eq!((strength(&next, "c-polk"), strength(&next, "u-1-3-iv")), (None, Some(6)));
    // What has no heir is lost without a trace.
    let told = sequel(&finished(&["c-kershaw", "c-forrest"], 0, 0), &[]).unwrap();
    assert_eq!(told.units, []);
}

#[test]
fn chattanooga_22_0_players_are_told_of_every_unit_that_is_weaker() {
    let told = sequel(&finished(&["c-polk", "u-1-2-xx"], 0, 0), &[]).unwrap();
    let units: Vec<_> = (told.units.iter())
        .map(|unit| (unit.unit.as_str(), unit.printed, unit.strength, unit.text.contains("eliminated")))
        .collect();
    assert_eq!(units, [("u-1-3-iv", 6, 5, true), ("c-polk", 5, 3, true)]);
    let next = follows(&finished(&["c-polk"], 0, 0), &[]);
    assert!(
        next.info
            .notes
            .iter()
            .any(|note| note.starts_with("Confederate units") && note.contains(": 1, by 2 strength")),
        "{:?}",
        next.info.notes
    );
}

#[test]
fn chattanooga_22_0_raids_and_the_loss_of_the_train_slow_the_union() {
    let limit = |view: &Value, chosen: &[(&str, i32)]| follows(view, chosen).quota.as_ref().unwrap().limit;
    let (saved, lost) = (finished(&[], 0, 0), finished(&["u-train"], 0, 0));
    assert_eq!(limit(&saved, &[]), 11);
    assert_eq!(limit(&saved, &[("raids", 3)]), 8);
    assert_eq!(limit(&saved, &[("train", 3)]), 11, "it was saved");
    assert_eq!(limit(&lost, &[]), 10);
    assert_eq!(limit(&lost, &[("train", 0)]), 11);
    assert_eq!(limit(&lost, &[("train", 3), ("raids", 4)]), 4);
}

#[test]
fn chattanooga_22_0_whether_anybody_dug_in_and_who_comes_is_chosen() {
    let view = finished(&[], 0, 0);
    let works = |scenario: &Scenario| {
        let map = &scenario.field.map;
        map.grid.hexes().any(|hex| hexmap::Direction::ALL.iter().any(|d| map.side(hex, *d).works))
    };
    assert!(works(&follows(&view, &[])));
    assert!(!works(&follows(&view, &[("works", 0)])));
    let next = follows(&view, &[("hooker", 0), ("sherman", 0)]);
    let gone = ["u-1-2-xii", "u-xi-guns", "u-sherman-guns", "u-1-4-xv", "u-3-2-xvii"];
    assert!(gone.iter().all(|id| strength(&next, id).is_none()));
    assert_eq!(next.units.len(), library().scenario("chattanooga-1975").unwrap().units.len() - 21);
    // Who comes keeps their place in the lists that name them: Sherman's guns alone have horses.
    let next = follows(&view, &[("hooker", 0)]);
    let kept: Vec<_> = next.specials.iter().flat_map(|special| &special.except).collect();
    assert_eq!(kept, ["u-sherman-guns"]);
}

#[test]
fn chattanooga_22_0_both_battles_decide_the_campaign() {
    for (union, confederate, expected) in [
        (30, 9, Some((Union, 10))),
        (9, 30, Some((Confederate, 10))),
        (8, 7, None),
        (7, 8, None),
        (10, 900, Some((Confederate, 30))),
        (900, 10, Some((Union, 30))),
    ] {
        let next = follows(&finished(&[], union, confederate), &[]);
        let brought = next.victory.brought.first().map(|brought| (brought.side, brought.points));
        assert_eq!(brought, expected, "{union} to {confederate}");
        let bounds: Vec<_> = next.victory.levels.iter().map(|level| level.upto).collect();
        assert_eq!(bounds, [Some(10), Some(30), Some(50), None]);
    }
    // They stand in the account from the beginning.
    let next = follows(&finished(&[], 30, 9), &[]);
    let battle = blue_gray::Battle::new(next, blue_gray::Options::default());
    let account = battle.account(&blue_gray::State::start(&battle));
    let line = account.lines.iter().find(|line| line.text.contains("from Chickamauga")).unwrap();
    assert_eq!((line.side, line.points), (Union, 10));
}

#[test]
fn chattanooga_22_0_what_cannot_be_gone_on_from_is_refused_with_the_reason() {
    let refused = |view: &Value, chosen: &[(&str, i32)]| sequel(view, chosen).unwrap_err();
    let view = finished(&[], 0, 0);
    let with = |field: &str, value: Value| {
        let mut view = view.clone();
        view[field] = value;
        view
    };
    assert!(refused(&with("scenario", json!("training")), &[]).contains("this game is of training"));
    assert!(refused(&with("question", json!({"kind": "movement"})), &[]).contains("not over"));
    assert!(refused(&with("units", json!([{"id": 7}])), &[]).contains("not a view"));
    assert!(refused(&view, &[("mules", 3)]).starts_with("options: 'mules' is none of union-replaced"));
    assert_eq!(refused(&view, &[("raids", 9)]), "options.raids: 9 is none of 0, 1, 2, 3, 4");
    let none = ScenarioLibrary::sequel(library(), "another", &view, &BTreeMap::new());
    assert_eq!(none.unwrap_err(), "interlude: there is none called 'another'");
}
