//! The facts of the program's own data files, and of small ones: read, compared and merged.

use catalog::embedded;
use catalog::facts::{Basis, Facts, Take, compare, facts, merge};
use catalog::pack::{document, rewritten};
use serde_json::Value;

fn own(file: &str) -> String {
    embedded::data(file).expect("it is part of the program")
}

fn read(file: &str, text: &str) -> (Value, Facts) {
    (document(file, text).expect("it parses"), facts(file, text).expect("it is sound"))
}

/// The text with facts of the other taken into it, and which.
fn taken(file: &str, here: &str, there: &str, take: &Take) -> (String, Vec<String>, Vec<String>) {
    let ((document, facts), (other, others)) = (read(file, here), read(file, there));
    let merged = merge((&document, &facts), (&other, &others), take);
    (rewritten(here, &merged.document).expect("it can be written"), merged.taken, merged.left)
}

fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

const CHART: &str = r#"
source = "a chart of this test"

[combat]
columns = ["1", "2", "3"]

[[combat.row]]
roll = "11"
cells = ["-", "0", "1"]
labels = "..r"

[[combat.row]]
roll = "12" # the last
cells = ["0", "1", "2"]
labels = "..."

[[order]]
id = "march"
allowance = 6
rough = 3
label = "reconstructed"
"#;

#[test]
fn a_fact_has_a_place_a_value_and_what_it_rests_on() {
    let facts = read("charts.toml", CHART).1;
    let fact = |place: &str| facts.get(place).map(|fact| (&*fact.value, fact.basis)).expect(place);
    assert_eq!(fact("combat, row 11, cells 2"), ("0", Some(Basis::Reconstructed)));
    assert_eq!(fact("combat, row 11, cells 3"), ("1", Some(Basis::Rules)));
    assert_eq!(fact("order march, allowance"), ("6", Some(Basis::Reconstructed)));
    assert_eq!(fact("combat, columns"), (r#"["1","2","3"]"#, None));
}

#[test]
fn facts_of_a_map_are_told_by_hex_and_hexside() {
    let facts = read("kernstown/map.toml", &own("kernstown/map.toml")).1;
    let fact = |place: &str| facts.get(place).map(|fact| (&*fact.value, fact.basis)).expect(place);
    assert_eq!(fact("ground 1031"), ("light woods", Some(Basis::Reconstructed)));
    assert_eq!(fact("levels 1031").1, Some(Basis::Reconstructed));
    assert_eq!(fact("slope 1024/1025"), ("there", Some(Basis::Reconstructed)));
    assert_eq!(fact("wall The Stone Wall, points_to"), ("1932", Some(Basis::Rules)));
    let facts = read("map.toml", &own("blue-gray/chattanooga/map.toml")).1;
    let of_ground = |basis| facts.values().filter(|f| f.kind == "ground" && f.basis == Some(basis)).count();
    assert!(of_ground(Basis::Rules) > 0 && of_ground(Basis::Overlap) > 0 && of_ground(Basis::Setup) > 0);
    assert_eq!(facts.get("bridge Harrison road bridge").map(|fact| fact.hexes.len()), Some(2));
    assert_eq!(facts.get("works 1022/0923").map(|fact| fact.hexes.join(" ")), Some("1022 0923".into()));
    // A river that fills a hex, and none beside it.
    assert_eq!(facts.get("ground 1601").map(|fact| &*fact.value), Some("river"));
}

#[test]
fn a_counter_that_prints_two_numbers_rests_on_the_weaker_of_them() {
    let file = "kernstown/units-1862.toml";
    let facts = read(file, &own(file)).1;
    let fact = |place: &str| facts.get(place).and_then(|fact| fact.basis).expect(place);
    // 20.2f gives the strength; the cohesion is an estimate.
    assert_eq!(fact("unit c62-7va-cav-b, fresh"), Basis::Reconstructed);
    assert_eq!(facts.get("unit c62-7va-cav-b, side").and_then(|fact| fact.basis), None);
}

#[test]
fn only_what_differs_is_told() {
    let there = changed(CHART, &[(r#"["-", "0", "1"]"#, r#"["-", "0-1", "1"]"#), (r#""..r""#, r#"".pr""#)]);
    let (here, there) = (read("a", CHART).1, read("a", &there).1);
    assert!(compare(&here, &here).is_empty());
    let differences = compare(&here, &there);
    let places: Vec<&str> = differences.iter().map(|difference| difference.place).collect();
    assert_eq!(places, ["combat, row 11, cells 2"]);
    assert!(differences[0].is_better_there() && !differences[0].is_of_basis());
}

#[test]
fn of_a_table_that_one_lacks_only_that_is_told() {
    let there = changed(CHART, &[(r#""march""#, r#""flee""#)]);
    let (here, there) = (read("a", CHART).1, read("a", &there).1);
    let differences = compare(&here, &there);
    let told: Vec<_> = differences.iter().map(|d| (d.place, d.here.is_some(), d.there.is_some())).collect();
    assert_eq!(told, [("order flee", false, true), ("order march", true, false)]);
    assert_eq!(differences[0].there.map(|fact| &*fact.value), Some("allowance 6; rough 3"));
}

#[test]
fn what_rests_on_something_better_is_taken_with_its_label_and_nothing_else() {
    let there = changed(
        CHART,
        &[
            (r#"["-", "0", "1"]"#, r#"["0", "0-1", "1"]"#),
            (r#""..r""#, r#"".pr""#),
            ("allowance = 6", "allowance = 5"),
        ],
    );
    let (text, taken, left) = taken("a", CHART, &there, &Take::default());
    assert_eq!(taken, ["combat, row 11, cells 2"]);
    assert_eq!(left, ["combat, row 11, cells 1", "order march, allowance"]);
    let facts = read("a", &text).1;
    let fact = |place: &str| facts.get(place).map(|fact| (&*fact.value, fact.basis)).expect(place);
    assert_eq!(fact("combat, row 11, cells 2"), ("0-1", Some(Basis::Printed)));
    assert_eq!(fact("combat, row 11, cells 1"), ("-", Some(Basis::Reconstructed)));
    // What was not touched stays as it was written.
    assert!(text.contains(r#"roll = "12" # the last"#), "{text}");
}

#[test]
fn a_label_over_several_values_comes_with_the_last_of_them() {
    let printed = r#"label = "printed""#;
    let changes = [
        ("allowance = 6", "allowance = 5"),
        ("rough = 3", "rough = 2"),
        (r#"label = "reconstructed""#, printed),
    ];
    let there = changed(CHART, &changes);
    let one = Take { only: vec!["order march, allowance".to_owned()], ..Take::default() };
    let (text, places, left) = taken("a", CHART, &there, &one);
    assert_eq!((places.len(), left.len()), (1, 1));
    assert!(text.contains("allowance = 5") && !text.contains(printed), "{text}");
    let (text, places, _) = taken("a", &text, &there, &Take::default());
    assert_eq!(places, ["order march, allowance", "order march, rough"]);
    assert!(text.contains("rough = 2") && text.contains(printed), "{text}");
}

#[test]
fn no_empty_labels_come_with_a_field_that_has_none() {
    let here = "[[unit]]\nid = \"a\"\nturn = 1\n";
    let there = "[[unit]]\nid = \"a\"\nturn = 2\nlabels = { weapon = \"printed\" }\n";
    let (text, _, _) = taken("a", here, there, &Take { all: true, ..Take::default() });
    assert!(text.contains("turn = 2") && !text.contains("labels"), "{text}");
}

#[test]
fn a_hex_is_taken_with_its_letter_of_certainty() {
    let file = "blue-gray/chattanooga/map.toml";
    let here = own(file);
    let (ground, certainty) = here.split_once("[certainty]").expect("it has both");
    let there = format!(
        "{}[certainty]{}",
        changed(ground, &[("\nff.ffhhfff", "\nrf.ffhhfff")]),
        changed(certainty, &[("\n.....hh...", "\np....hh...")])
    );
    let (text, taken, left) = taken(file, &here, &there, &Take::default());
    assert_eq!((taken, left.len()), (vec!["ground 0101".to_owned()], 0));
    assert_eq!(text, there);
}

#[test]
fn a_hexside_comes_and_goes() {
    let file = "kernstown/map.toml";
    let here = own(file);
    let there = changed(&here, &[(" 1025/1026 ", " ")]);
    let all = Take { all: true, ..Take::default() };
    // A side that is not there says nothing of what that rests on: it is left unless all is taken.
    assert_eq!(taken(file, &here, &there, &Take::default()).2, ["slope 1025/1026"]);
    let (without, places, _) = taken(file, &here, &there, &all);
    assert_eq!(places, ["slope 1025/1026"]);
    assert!(!without.contains("1025/1026"));
    let (with, places, _) = taken(file, &without, &here, &all);
    assert_eq!(places, ["slope 1025/1026"]);
    assert!(compare(&read(file, &with).1, &read(file, &here).1).is_empty());
}

/// Whatever differs between two files of one kind can be taken over, fact by fact, until they are
/// alike.
#[test]
fn all_facts_taken_make_one_file_of_another() {
    let pairs = [
        ("kernstown/units-1862.toml", "kernstown/units-1864.toml"),
        ("kernstown/scenario-1.toml", "kernstown/scenario-4.toml"),
        ("kernstown/scenario-3.toml", "kernstown/scenario-2.toml"),
        ("blue-gray/chattanooga/1975.toml", "blue-gray/chattanooga/2006.toml"),
        ("blue-gray/chattanooga/units.toml", "blue-gray/chickamauga/units.toml"),
    ];
    for (here, there) in pairs {
        let all = Take { all: true, ..Take::default() };
        let (text, _, left) = taken(here, &own(here), &own(there), &all);
        let (now, wanted) = (read(here, &text).1, read(here, &own(there)).1);
        let differ: Vec<_> = compare(&now, &wanted).into_iter().filter(|d| !d.is_of_basis()).collect();
        assert_eq!(left, Vec::<String>::new(), "{here} from {there}");
        assert!(differ.is_empty(), "{here} from {there}: {differ:?}");
    }
}

/// A file that somebody sends is read in a time that grows with its length, not with its square.
#[test]
fn thousands_of_tables_that_are_alike_are_told_apart() {
    let text = "[[a]]\n".repeat(80_000) + &"[[b]]\nid = \"x\"\nhex = \"0101\"\n".repeat(10_000);
    let facts = read("a", &text).1;
    // A table each, and of the second kind a field besides.
    assert_eq!(facts.len(), 100_000);
    assert!(facts.contains_key("b x (10000)") && facts.contains_key("a 80000"));
    let differences = compare(&facts, &read("a", CHART).1).len();
    assert!(differences > 90_000);
}

#[test]
fn what_is_no_data_file_is_named() {
    let faults = facts("a.toml", "x = ").expect_err("it does not parse");
    assert!(faults.to_string().starts_with("a.toml:1:"), "{faults}");
    assert!(facts("a.toml", "[grid]\nlayout = \"round\"\n").is_err());
}
