//! Line of sight (12.1a), what fire passes over (12.1b), and where it comes in (12.4).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union};
use blind_swords::{Hindrance, View};
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::Union;

/// How one hex sees another with units in these hexes between, and the first thing in the way.
fn sight(from: &str, to: &str, between: &[&str]) -> (View, Vec<(String, Hindrance)>) {
    let units: Vec<Value> = between
        .iter()
        .enumerate()
        .map(|(i, hex)| union(&format!("u-{i}"), "b62-tyler", hex, (3.0, 3), (1.0, 2)))
        .collect();
    let table = field(json!(units));
    look(&table, from, to)
}

fn look(table: &Table, from: &str, to: &str) -> (View, Vec<(String, Hindrance)>) {
    let sight = table.battle.sight(&table.state, table.hex(from), table.hex(to));
    let back = table.battle.sight(&table.state, table.hex(to), table.hex(from));
    assert_eq!(
        sight.view == View::Blocked,
        back.view == View::Blocked,
        "{from} and {to} see each other or neither"
    );
    assert_eq!(table.battle.sees(&table.state, table.hex(from), table.hex(to)), sight.view != View::Blocked);
    (sight.view, sight.obstacles.iter().map(|o| (table.battle.number(o.hex).to_owned(), o.what)).collect())
}

fn by(hex: &str, what: Hindrance) -> Vec<(String, Hindrance)> {
    vec![(hex.to_owned(), what)]
}

#[test]
fn kernstown_12_1a_the_rulebooks_example_two_woods_on_the_level_of_both_block() {
    // 3525 and 3526 are Light Woods on the level of 3524 and 3527.
    let (view, why) = sight("3524", "3527", &[]);
    assert_eq!(view, View::Blocked);
    assert!(why.contains(&("3526".to_owned(), Hindrance::SecondWoods)), "{why:?}");
    // One of them alone obscures, and so does a target in woods.
    let (view, why) = sight("3524", "3526", &[]);
    assert_eq!(view, View::Obscured);
    assert_eq!(why, [("3525".to_owned(), Hindrance::Woods), ("3526".to_owned(), Hindrance::TargetInWoods)]);
    // The firer's own woods do not matter.
    assert_eq!(sight("3525", "3524", &[]), (View::Clear, Vec::new()));
}

#[test]
fn kernstown_12_1a_same_level() {
    // 1836 is higher than 1735 and 1936.
    assert_eq!(sight("1936", "1735", &[]), (View::Blocked, by("1836", Hindrance::HigherGround)));
    // 1000, 1100 and 1201 are flat and clear.
    assert_eq!(sight("1000", "1201", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("1000", "1201", &["1100"]), (View::Blocked, by("1100", Hindrance::UnitsOnLevel)));
    assert_eq!(sight("1638", "1839", &[]), (View::Obscured, by("1738", Hindrance::Orchard)));
    assert_eq!(sight("1638", "1839", &["1738"]).0, View::Blocked);
}

#[test]
fn kernstown_12_1a_from_lower_to_higher_and_back() {
    // 1007 lies at 3, 1008 and 1009 at 4: the crest is nearer than the target.
    assert_eq!(sight("1007", "1009", &[]), (View::Blocked, by("1008", Hindrance::Crest)));
    assert_eq!(sight("1009", "1007", &[]), (View::Blocked, by("1008", Hindrance::Crest)));
    // On the level of the lower end units obscure, ground does not.
    assert_eq!(sight("1002", "1201", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("1002", "1201", &["1101"]), (View::Obscured, by("1101", Hindrance::Units)));
    assert_eq!(sight("1201", "1002", &["1101"]), (View::Obscured, by("1101", Hindrance::Units)));
    // Between both levels too.
    assert_eq!(sight("1024", "1026", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("1024", "1026", &["1025"]), (View::Obscured, by("1025", Hindrance::Units)));
    // Lower than both, far off: from 2423 (9) over 2425 (7) to the ridge at 2332 (13).
    assert_eq!(sight("2423", "2332", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("2423", "2332", &["2425"]), (View::Obscured, by("2425", Hindrance::Units)));
}

#[test]
fn kernstown_k25_units_below_obscure_in_every_mixture() {
    // 1928 and 2129 lie at 9, 2029 between them at 8.
    assert_eq!(sight("1928", "2129", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("1928", "2129", &["2029"]), (View::Obscured, by("2029", Hindrance::Units)));
    // Some hexes lower than both, some between: both have units.
    let (view, why) = sight("2423", "2332", &["2425", "2330"]);
    assert_eq!(view, View::Obscured);
    assert_eq!(why, [("2425".to_owned(), Hindrance::Units), ("2330".to_owned(), Hindrance::Units)]);
}

#[test]
fn kernstown_k24_woods_count_on_the_common_level_only() {
    // 1118 is woods at 4, between 1117 at 4 and 1119 at 5.
    assert_eq!(sight("1117", "1119", &[]), (View::Clear, Vec::new()));
    // 1118 again, between 1018 and 1219 at 5.
    assert_eq!(sight("1018", "1219", &[]), (View::Clear, Vec::new()));
    // Any number of orchards obscures.
    let (view, why) = sight("1436", "1840", &[]);
    assert_eq!(view, View::Obscured);
    assert_eq!(why, [("1738".to_owned(), Hindrance::Orchard), ("1739".to_owned(), Hindrance::Orchard)]);
}

#[test]
fn kernstown_k23_along_a_hexside_the_worse_of_two_counts() {
    // From 1036 to 1137, both at 6, between 1136 at 7 and 1037 at 6.
    assert_eq!(sight("1036", "1137", &[]), (View::Blocked, by("1136", Hindrance::HigherGround)));
    // Whichever of the two it is: 1208 is at 4, the others at 3.
    assert_eq!(sight("1107", "1307", &[]), (View::Blocked, by("1208", Hindrance::HigherGround)));
    assert_eq!(sight("1036", "1137", &["1037"]).0, View::Blocked);
    // From 1029 to 1130, between two hexes of woods: one intervening hex, so one of woods.
    let (view, why) = sight("1029", "1130", &[]);
    assert_eq!(view, View::Obscured, "{why:?}");
    assert!(why.iter().all(|(_, what)| *what != Hindrance::SecondWoods), "{why:?}");
    // Along the edge of the sheet there is one hex only.
    assert_eq!(sight("1000", "1200", &[]), (View::Clear, Vec::new()));
    assert_eq!(sight("1000", "1200", &["1100"]), (View::Blocked, by("1100", Hindrance::UnitsOnLevel)));
}

#[test]
fn kernstown_k22_a_corner_alone_does_not_count() {
    // The line 1000-1201 passes 1100 and only touches what lies beside it.
    let (_, why) = sight("1000", "1201", &["1101", "1001", "1200"]);
    assert_eq!(why, Vec::new());
}

#[test]
fn kernstown_k26_a_target_in_cover_is_obscured_even_next_to_the_firer() {
    assert_eq!(sight("3524", "3525", &[]), (View::Obscured, by("3525", Hindrance::TargetInWoods)));
    assert_eq!(sight("1638", "1738", &[]), (View::Obscured, by("1738", Hindrance::TargetInOrchard)));
}

#[test]
fn kernstown_k27_the_hexes_of_both_ends_are_not_in_the_way() {
    assert_eq!(sight("1000", "1201", &["1000"]), (View::Clear, Vec::new()));
    assert_eq!(sight("1000", "1201", &["1201"]), (View::Clear, Vec::new()));
    // Nor is the ground of either: from the crest at 1008 down to 1007 and back.
    assert_eq!(sight("1008", "1007", &[]), (View::Clear, Vec::new()));
}

#[test]
fn kernstown_3_2a_a_level_in_every_hex() {
    let table = field(json!([]));
    let level = |hex| table.battle.map().ground(table.hex(hex)).level;
    assert!(table.battle.map().grid.hexes().all(|h| (1..=13).contains(&table.battle.map().ground(h).level)));
    assert_eq!([level("3524"), level("3525"), level("3526")], [level("3527"); 3]);
}

#[test]
fn kernstown_k29_lines_a_hexside_apart() {
    let table = field(json!([rebel("c-1", "b62-burks", "2423", (3.0, 3), (1.0, 2))]));
    let apart = |a, b| table.battle.flank_each_other(table.hex("2423"), table.hex(a), table.hex(b));
    // Around 2423: 2422 east, 2323 north-west, 2322 north-east, 2424 west, 2523 south-west, 2522
    // south-east.
    assert!(!apart("2422", "2422"), "one hex");
    assert!(!apart("2422", "2322"), "hexes next to each other");
    assert!(apart("2422", "2323"), "one hex between");
    assert!(apart("2422", "2424"), "opposite");
    // From farther off the side by which the line comes in counts.
    assert!(!apart("2420", "2421"));
    assert!(apart("2420", "2426"));
    // 2223 lies straight north: its line comes in by the corner between 2322 and 2323, by both
    // hexsides.
    assert!(!apart("2223", "2322") && !apart("2223", "2323"));
    assert!(!apart("2223", "2422") && !apart("2223", "2424"), "next to one of the two");
    assert!(apart("2223", "2522") && apart("2223", "2523"));
}

#[test]
fn kernstown_12_1a_what_can_be_seen_from_a_hex_is_told_hex_by_hex() {
    let table = crate::check::start(2);
    let (battle, state) = (&table.battle, &table.state);
    let answer = json!(battle.targets(state, Union, "sight", &json!("3721")).unwrap());
    assert_eq!((&answer["verb"], &answer["from"]), (&json!("sight"), &json!("3721")));
    let from = table.hex("3721");
    let told = answer["targets"].as_array().unwrap();
    let farthest = told.iter().map(|seen| seen["range"].as_u64().unwrap()).max().unwrap();
    for seen in told {
        let to = table.hex(seen["hex"].as_str().unwrap());
        let sight = battle.sight(state, from, to);
        assert_eq!(seen["range"], battle.map().grid.distance(from, to), "{seen}");
        assert_eq!(seen["view"], json!(sight.view), "{seen}");
        let by: Vec<&str> = sight.obstacles.iter().map(|obstacle| battle.number(obstacle.hex)).collect();
        let named: Vec<&str> =
            seen["by"].as_array().unwrap().iter().map(|o| o["hex"].as_str().unwrap()).collect();
        assert_eq!(named, by, "{seen}");
    }
    // Every hex within the longest range but itself.
    let grid = &battle.map().grid;
    let near = grid.hexes().filter(|&to| to != from && u64::from(grid.distance(from, to)) <= farthest);
    assert_eq!(told.len(), near.count());
    for nowhere in [json!("9999"), json!(7)] {
        assert!(battle.targets(state, Union, "sight", &nowhere).is_err(), "{nowhere}");
    }
}

#[test]
fn kernstown_13_1_where_either_side_could_come_is_told_at_any_time() {
    let table = field(json!([
        rebel("c-1", "b62-burks", "2423", (3.0, 3), (1.0, 2)),
        union("u-1", "b62-tyler", "2426", (3.0, 3), (1.0, 2)),
    ]));
    let told = |subject: &str| {
        json!(table.battle.targets(&table.state, Union, "reach", &json!(subject)).unwrap())["targets"].clone()
    };
    let theirs = told("confederate");
    assert_eq!(theirs, told("c-1"), "the only unit there is");
    let grid = &table.battle.map().grid;
    let far = |hex: &str| grid.distance(table.hex("2423"), table.hex(hex));
    let hexes: Vec<&str> = theirs.as_array().unwrap().iter().map(|t| t["hex"].as_str().unwrap()).collect();
    assert!(hexes.iter().any(|hex| far(hex) >= 3), "{hexes:?}");
    assert!(!hexes.contains(&"2423") && !hexes.contains(&"2426"), "neither where it stands nor an enemy");
    // Next to an enemy only an order brings it that may engage: it is told, for one may be given.
    assert!(hexes.iter().any(|hex| grid.distance(table.hex("2426"), table.hex(hex)) == 1), "{hexes:?}");
    let costs = theirs.as_array().unwrap().iter().map(|t| t["by"][0]["cost"].as_u64().unwrap());
    assert!(costs.clone().all(|cost| cost > 0) && costs.max() > Some(2));
    for nobody in [json!("nobody"), json!(null)] {
        assert!(table.battle.targets(&table.state, Union, "reach", &nobody).is_err(), "{nobody}");
    }
}
