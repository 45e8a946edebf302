//! How amounts, names and conditions are written where programs read them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};
use blind_swords::{Battle, Place, Strength};
use serde_json::{Value, json};
use tabletop::{Protocol, Rules, case};

fn table() -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (0.5, 2)),
        with(union("u-2", "b62-tyler", "1014", (3.0, 3), (1.0, 2)), json!({ "turn": 9 })),
        guns("g-1", "union", "R", "3620", 3.0),
        with(
            rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
            json!({ "type": "cavalry", "weapon": "C" })
        ),
        rebel("c-2", "b62-burks", "3722", (4.0, 3), (1.0, 2)),
        rebel("c-3", "b62-burks", "3822", (4.0, 3), (1.0, 2)),
        rebel("c-4", "b62-burks", "1022", (4.0, 3), (1.0, 2)),
    ]));
    table.apply(json!({ "event": "depleted", "unit": "u-1", "case": "12.3" }));
    table.apply(json!({ "event": "broken", "unit": "c-2", "from": "3722", "track": 2, "case": "15.7" }));
    table.apply(json!({ "event": "eliminated", "unit": "c-3", "from": "3822", "case": "15.7" }));
    table.apply(json!({ "event": "exited", "unit": "c-4", "hex": "1022", "counts": false, "case": "13.12" }));
    table
}

#[test]
fn kernstown_4_8_a_strength_is_written_in_points_and_read_again() {
    for (points, parts) in [(0.0, 0), (0.5, 128), (3.0, 768), (2.75, 704)] {
        assert_eq!(json!(Strength(parts)), json!(points));
        assert_eq!(serde_json::from_value::<Strength>(json!(points)).unwrap(), Strength(parts));
    }
    let schema = json!(schemars::schema_for!(Strength));
    assert_eq!((&schema["type"], &schema["minimum"]), (&json!("number"), &json!(0)));
    assert_eq!(schema["title"], "Strength");
}

#[test]
fn every_unit_is_told_with_its_place_and_the_strength_of_the_side_that_is_up() {
    let table = table();
    let told = table.battle.unit_infos(&table.state, None).into_iter();
    let lines: Vec<String> = told
        .map(|unit| {
            format!("{} {} {} {} {}", unit.id, unit.side.word(), unit.kind, unit.strength, unit.place)
        })
        .collect();
    let expected = [
        "u-1 union infantry 0.5 3621",
        "u-2 union infantry 3.0 due",
        "g-1 union artillery 3.0 3620",
        "c-1 confederate cavalry 4.0 3721",
        "c-2 confederate infantry 1.0 broken",
        "c-3 confederate infantry 4.0 eliminated",
        "c-4 confederate infantry 4.0 exited",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn kernstown_7_0_a_list_of_games_names_turn_phase_and_who_is_asked() {
    let mut table = table();
    for phase in ["command-decision", "artillery", "chit-draw", "activation", "end-turn", "over"] {
        table.apply(json!({ "event": "phase-began", "phase": phase }));
        let standing = table.battle.standing(&table.state);
        assert_eq!(standing.phase, phase);
        assert_eq!(json!(table.state.phase), phase, "in views the same");
        assert_eq!((standing.turn, standing.turns), (1, 18));
        assert_eq!(standing.phasing, table.state.asked());
    }
    table.fire_step(tabletop::Side::Union, "b62-tyler");
    assert_eq!(table.battle.standing(&table.state).phasing, Some(tabletop::Side::Union));
    let table = table.in_turn(7);
    assert_eq!(table.battle.standing(&table.state).turn, 7);
}

#[test]
fn the_conditions_of_all_units_stand_in_the_order_of_the_scenario() {
    let table = table();
    let units = table.state.units();
    assert_eq!(units.len(), table.battle.scenario.units.len());
    for unit in table.battle.ids() {
        assert_eq!(units[unit.index()], *table.state.unit(unit));
    }
    assert_eq!(units[table.unit("c-2").index()].place, Place::Broken(2));
}

#[test]
fn a_case_belongs_to_the_rulebook_or_to_the_rulings() {
    let battle = table().battle;
    assert_eq!(Rules::system_of(&battle, case!("12.3")), "kernstown");
    assert_eq!(Rules::system_of(&battle, case!("K39")), "kernstown-rulings");
}

/// A record names the files that it was played with by their hash.
#[test]
fn a_battle_names_its_data_by_their_hash() {
    let hash = |number: u8| crate::check::start(number).battle.data().to_owned();
    for number in 1..=6 {
        let data = hash(number);
        assert_eq!(data, crate::check::start(number).battle.scenario.data);
        assert!(data.len() == 64 && data.chars().all(|c| c.is_ascii_hexdigit()), "{data}");
    }
    assert_ne!(hash(1), hash(2));
}

/// What holds ids in the place of indices is described as what it holds.
#[test]
fn what_is_told_with_names_has_the_schema_of_what_is_told() {
    fn definitions(schema: &Value) -> Vec<String> {
        schema["$defs"].as_object().unwrap().keys().cloned().collect()
    }
    let targets = json!(schemars::schema_for!(<Battle as Protocol>::Targets<'_>));
    assert!(definitions(&targets).contains(&"Order".to_owned()), "{:?}", definitions(&targets));
    let order = &targets["$defs"]["OrderTarget"]["properties"]["order"];
    assert_eq!(order["$ref"], "#/$defs/Order");
    let verbs = targets["$defs"]["Order"]["oneOf"].as_array().unwrap();
    assert!(verbs.iter().any(|verb| verb["required"] == json!(["fire"])));
    let preview = json!(schemars::schema_for!(<Battle as Protocol>::Preview<'_>));
    for name in ["FirePreview", "ClosePreview"] {
        assert!(preview["$defs"][name]["properties"].is_object(), "{name}");
    }
    // A list is written in its place: it has no name of its own.
    let view = json!(schemars::schema_for!(<Battle as Protocol>::View<'_>));
    assert_eq!(view["$defs"]["ActivationView"]["properties"]["assaults"]["type"], "array");
}

#[test]
fn a_position_that_cannot_be_has_its_faults_named() {
    let mut table = table();
    assert_eq!(table.battle.faults(&table.state), [""; 0]);
    table.apply(
        json!({ "event": "moved", "unit": "u-1", "from": "3621", "to": "3721", "cost": 2, "case": "13.1" }),
    );
    let faults = table.battle.faults(&table.state);
    assert!(!faults.is_empty(), "two sides stand in one hex");
}

#[test]
fn a_number_that_no_strength_has_is_refused_wherever_it_is_read() {
    for far in [-0.5, 0.25, 100.5, 1e18, -1e19, f64::MAX, f64::NAN] {
        assert_eq!(Strength::from_number(far), None, "{far}");
    }
    assert_eq!(Strength::from_number(100.0), Some(Strength::whole(100)));
    for far in ["-1", "1e18", "-9223372036854775808", "10000.5"] {
        let error = serde_json::from_str::<Strength>(far).expect_err(far).to_string();
        assert!(error.contains("a strength is between 0 and 10000"), "{error}");
    }
    assert_eq!(serde_json::from_str::<Strength>("2.5").ok(), Strength::from_number(2.5));
}
