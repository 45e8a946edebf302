//! 19: the Train.

use std::path::Path;

use blue_gray::Library;
use hexmap::Hex;
use serde_json::{Map, Value, json};
use tabletop::Rules;

use crate::check::*;
use crate::chickamauga::{EDITIONS, exit, line, path};

#[test]
fn chickamauga_19_11_the_train_never_attacks() {
    for edition in EDITIONS {
        // a is next to x, the Train is not.
        let mut table = on(edition)
            .units(&["u-train 1206", "a union infantry 4 1403", "x confederate infantry 4 1404"])
            .combat(Union)
            .set();
        assert_eq!(table.attack_case(Union, &["u-train"], &["1404"]), "19.11");
        assert_eq!(table.attack_case(Union, &["a", "u-train"], &["1404"]), "19.11");
    }
}

#[test]
fn chickamauga_19_11_the_train_retreats_from_confederates_when_the_union_combat_phase_begins() {
    for edition in EDITIONS {
        // x came next to it, and next to a as well.
        let units = ["u-train 1206", "a union infantry 4 1405", "x confederate infantry 4 1306"];
        let mut table = on(edition).units(&units).movement(Union).set();
        assert_eq!(table.case(Union, json!({"move": {"unit": "u-train", "to": "1207"}})), "5.13");
        table.end_movement(Union);
        assert_eq!(table.asked(), "union retreat");
        assert_eq!(table.question_case(), "19.11");
        assert_eq!(table.view()["question"]["units"], json!(["u-train"]));
        assert_eq!(table.hexes(Union, "retreat", "u-train"), ["1207"]);
        assert_eq!(table.case(Union, attack(&["a"], &["1306"])), "19.11", "first the Train");
        assert_eq!(table.case(Union, json!({"retreat": {"unit": "u-train", "to": "1106"}})), "19.23");
        assert_eq!(table.case(Union, json!({"retreat": {"unit": "u-train", "to": "1205"}})), "7.72");
        let events = table.retreats(Union, "u-train", "1207");
        assert_eq!(event(&events, "retreated")["case"], "19.11");
        assert_eq!(table.asked(), "union combat", "no confederate advances into 1206");
        assert!(table.legal(Union, attack(&["a"], &["1306"])));
    }
}

#[test]
fn chickamauga_19_11_the_train_retreats_again_from_a_confederate_who_advances() {
    // x destroys b and may advance next to the Train.
    for advances in [true, false] {
        let units = ["u-train 1206", "b union infantry 1 1306", "x confederate infantry 9 1305"];
        let mut table = on("chickamauga-2006").units(&units).combat(Union).dice(&[4]).set();
        assert_eq!(table.asked(), "union combat");
        table.attacks(Union, &["b"], &["1305"]);
        assert_eq!(table.at("b"), "eliminated");
        if advances {
            table.order(Confederate, json!({"advance": {"unit": "x"}}));
            assert_eq!(table.asked(), "union retreat");
            assert_eq!(table.question_case(), "19.11");
            table.retreats(Union, "u-train", "1207");
            assert_eq!(table.asked(), "union combat", "and x goes no further");
        } else {
            table.order(Confederate, json!({"hold": {}}));
            assert_eq!(table.asked(), "union combat");
        }
    }
}

#[test]
fn chickamauga_19_11_in_the_confederate_combat_phase_it_stays_unless_attacked() {
    let units = ["u-train 1206", "x confederate infantry 4 1306"];
    let mut table = on("chickamauga-2006").units(&units).combat(Confederate).dice(&[4]).set();
    assert_eq!(table.asked(), "confederate combat");
    table.end_combat(Confederate);
    assert_eq!(table.at("u-train"), "1206");
    // Attacked and driven back, it leaves its hex to the victor.
    let mut table = on("chickamauga-2006").units(&units).combat(Confederate).dice(&[4]).set();
    table.attacks(Confederate, &["x"], &["1206"]);
    table.retreats(Union, "u-train", "1207");
    assert_eq!(table.asked(), "confederate advance");
}

#[test]
fn chickamauga_19_11_the_train_does_not_advance() {
    let units = ["u-train 1206", "x confederate infantry 1 1306"];
    let mut table = on("chickamauga-2006").units(&units).combat(Confederate).dice(&[4]).set();
    let events = table.attacks(Confederate, &["x"], &["1206"]);
    assert_eq!(event(&events, "die-thrown")["column"], "1-1");
    table.retreats(Confederate, "x", "1406");
    assert_eq!(table.asked(), "confederate combat", "nobody is asked to advance");
}

#[test]
fn chickamauga_19_12_the_train_defends_with_a_strength_of_one() {
    for edition in EDITIONS {
        // In the open, and in the forest & rough of 0212 on its road.
        for (hex, from, defence) in [("1206", "1306", 1), ("0212", "0312", 2)] {
            let (train, enemy) = (format!("u-train {hex}"), format!("x confederate infantry 3 {from}"));
            let table = on(edition).units(&[&train, &enemy]).combat(Confederate).set();
            assert_eq!(table.odds(Confederate, &["x"], &[hex])["defence"], defence, "{hex}");
        }
        // Destroyed, it counts for one point (and for not having left the map).
        let units = ["u-train 1206", "x confederate infantry 6 1306"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[1]).set();
        table.attacks(Confederate, &["x"], &["1206"]);
        assert_eq!(table.at("u-train"), "eliminated");
        assert_eq!(
            line(&table, "21.11"),
            [
                "confederate 1: 1 Union strength points eliminated",
                "confederate 10: the Train has not left the map"
            ]
        );
    }
}

#[test]
fn chickamauga_19_21_the_train_stacks_with_nothing() {
    for edition in EDITIONS {
        for (first, second) in
            [("u-train 1206", "a union infantry 4 1206"), ("a union infantry 4 1206", "u-train 1206")]
        {
            let read = |text: &str| {
                let words: Vec<&str> = text.split_whitespace().collect();
                match words.as_slice() {
                    [id, hex] => json!({"id": id, "hex": hex}),
                    [id, side, arm, strength, hex] => {
                        json!({"id": id, "side": side, "type": arm, "strength": strength.parse::<u8>().unwrap(), "hex": hex})
                    }
                    _ => panic!("{text}"),
                }
            };
            let position = json!({"units": [read(first), read(second)]});
            assert!(library().battle(edition, &serde_json::Map::new(), Some(&position)).is_err());
        }
        // A retreat does not lead into its hex either, however much room there would be.
        let units = ["u-train 1207", "a union infantry 3 1206", "x confederate infantry 18 1205"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        table.attacks(Confederate, &["x"], &["1206"]);
        assert_eq!(table.hexes(Union, "retreat", "a"), ["1107", "1307"]);
        assert_eq!(table.case(Union, json!({"retreat": {"unit": "a", "to": "1207"}})), "19.21");
    }
}

#[test]
fn chickamauga_19_22_nothing_moves_through_the_train_and_it_moves_through_nothing() {
    for edition in EDITIONS {
        let units = ["u-train 1206", "a union infantry 4 1205", "x confederate infantry 4 2020"];
        let mut table = on(edition).units(&units).movement(Union).set();
        assert_eq!(table.case(Union, path("a", &["1206", "1207"])), "19.22");
        assert_eq!(table.case(Union, json!({"move": {"unit": "a", "to": "1206"}})), "19.22");
        assert_eq!(table.cost(Union, "a", "1207"), Some(3), "around it, not along the road");
        assert_eq!(table.case(Union, path("u-train", &["1205", "1204"])), "19.22");
        assert_eq!(table.cost(Union, "u-train", "1204"), None);
        table.moves(Union, "a", "1305");
        table.order(Union, path("u-train", &["1205", "1204"]));
    }
}

#[test]
fn chickamauga_19_22_a_train_in_an_entry_hex_keeps_others_off() {
    let units = ["u-train 0728", "u-2-2-cav turn=8"];
    let mut table = on("chickamauga-2006").units(&units).turn(8).movement(Union).set();
    table.refused(Union, path("u-2-2-cav", &["0728", "0727"]));
    table.order(Union, path("u-2-2-cav", &["1027"]));
}

#[test]
fn chickamauga_19_23_the_train_moves_six_points_along_roads_and_trails_only() {
    for edition in EDITIONS {
        let set = |hex: &str| {
            let train = format!("u-train {hex}");
            on(edition).units(&[&train, "x confederate infantry 4 2020"]).movement(Union).set()
        };
        let mut table = set("1206");
        assert_eq!(table.case(Union, path("u-train", &["1306"])), "19.23");
        assert_eq!(table.case(Union, json!({"move": {"unit": "u-train", "to": "1306"}})), "19.23");
        assert_eq!(table.cost(Union, "u-train", "1212"), Some(6));
        assert_eq!(table.cost(Union, "u-train", "1213"), None);
        assert_eq!(table.case(Union, json!({"move": {"unit": "u-train", "to": "1213"}})), "5.15");
        table.moves(Union, "u-train", "1212");
        // A trail will do: 1602 1603 1704, three hexes of which 1603 and 1704 are reached by trail.
        let mut table = set("1602");
        table.order(Union, path("u-train", &["1603", "1704"]));
        assert_eq!(table.at("u-train"), "1704");
        // It leaves the map like others.
        let mut table = set("0201");
        table.order(Union, exit("u-train"));
        assert_eq!(table.at("u-train"), "exited");
    }
}

#[test]
fn chickamauga_19_23_a_train_that_could_only_retreat_off_the_road_is_eliminated() {
    for edition in EDITIONS {
        // x and y have 1205 and 1207 in their zones; 1106 and 1107 are free, and no road leads
        // there.
        let units = ["u-train 1206", "x confederate infantry 4 1306", "y confederate infantry 4 1308"];
        let mut table = on(edition).units(&units).movement(Union).set();
        let events = table.end_movement(Union);
        let eliminated = event(&events, "eliminated");
        assert_eq!((&eliminated["unit"], &eliminated["case"]), (&json!("u-train"), &json!("19.23")));
        // The same when it is attacked and thrown back.
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1206"]);
        assert_eq!(event(&events, "eliminated")["case"], "19.23");
        // With nothing free at all it is the plain case.
        let units = [
            "u-train 1206",
            "x confederate infantry 4 1306",
            "y confederate infantry 4 1308",
            "z confederate infantry 4 1006",
        ];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1206"]);
        assert_eq!(event(&events, "eliminated")["case"], "7.72");
    }
}

/// a in 1206 is thrown back; 1207, where the Train stands, is the only hex that is in no
/// confederate zone.
const ONTO_THE_TRAIN: [&str; 5] = [
    "u-train 1207",
    "a union infantry 3 1206",
    "x confederate infantry 18 1205",
    "y confederate infantry 1 1406",
    "z confederate infantry 1 1006",
];

#[test]
fn chickamauga_19_24_the_train_is_not_displaced_in_2006_and_is_in_1975() {
    let thrown_back = |edition: &str| {
        let mut table = on(edition).units(&ONTO_THE_TRAIN).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1206"]);
        (table, events)
    };
    let (table, events) = thrown_back("chickamauga-2006");
    let eliminated = event(&events, "eliminated");
    assert_eq!((&eliminated["unit"], &eliminated["case"]), (&json!("a"), &json!("19.24")));
    assert_eq!(table.at("u-train"), "1207");
    let (mut table, _) = thrown_back("chickamauga-1975");
    assert_eq!(table.asked(), "union retreat");
    let back = |to: &str| json!({"retreat": {"unit": "a", "to": "1207", "displace": [{"unit": "u-train", "to": to}]}});
    assert_eq!(table.case(Union, back("1108")), "7.81", "no road leads there");
    assert_eq!(table.case(Union, back("1307")), "7.81", "a road, but a zone");
    let events = table.order(Union, back("1208"));
    assert_eq!(event(&events, "displaced")["unit"], "u-train");
    assert_eq!((table.at("a"), table.at("u-train")), ("1207".to_owned(), "1208".to_owned()));
}

#[test]
fn chickamauga_19_24_a_chain_that_only_the_train_could_end_is_19_24_and_one_it_could_not_end_is_7_82() {
    // Friends fill 1207; behind them the zones leave only 1208, where the Train stands.
    let mut units = vec![
        "u-train 1208",
        "a union infantry 3 1206",
        "b union infantry 1 1207",
        "c union infantry 1 1207",
        "x confederate infantry 18 1205",
        "y confederate infantry 1 1407",
        "z confederate infantry 1 1006",
        "w confederate infantry 1 1008",
    ];
    let thrown_back = |edition: &str, units: &[&str]| {
        let mut table = on(edition).units(units).combat(Confederate).dice(&[4]).set();
        let events = table.attacks(Confederate, &["x"], &["1206"]);
        (table, events)
    };
    let (_, events) = thrown_back("chickamauga-2006", &units);
    assert_eq!(event(&events, "eliminated")["case"], "19.24");
    let (mut table, _) = thrown_back("chickamauga-1975", &units);
    table.order(
        Union,
        json!({"retreat": {"unit": "a", "to": "1207",
            "displace": [{"unit": "b", "to": "1208"}, {"unit": "u-train", "to": "1209"}]}}),
    );
    assert_eq!(table.at("u-train"), "1209");
    // With 1209 closed as well the Train could not have gone either.
    units.push("t confederate infantry 1 1210");
    for edition in EDITIONS {
        let (_, events) = thrown_back(edition, &units);
        assert_eq!(event(&events, "eliminated")["case"], "7.82", "{edition}");
    }
}

#[test]
fn chickamauga_19_24_the_train_displaces_nobody_in_2006_and_does_in_1975() {
    // Of its road hexes 1205 is in the zone of x, and f stands in 1207.
    let units = ["u-train 1206", "f union infantry 4 1207", "x confederate infantry 4 1306"];
    let mut table = on("chickamauga-2006").units(&units).movement(Union).set();
    let events = table.end_movement(Union);
    let eliminated = event(&events, "eliminated");
    assert_eq!((&eliminated["unit"], &eliminated["case"]), (&json!("u-train"), &json!("19.24")));
    assert_eq!(table.at("f"), "1207");
    let mut table = on("chickamauga-1975").units(&units).movement(Union).set();
    table.end_movement(Union);
    assert_eq!(table.asked(), "union retreat");
    table.order(
        Union,
        json!({"retreat": {"unit": "u-train", "to": "1207", "displace": [{"unit": "f", "to": "1208"}]}}),
    );
    assert_eq!((table.at("u-train"), table.at("f")), ("1207".to_owned(), "1208".to_owned()));
    // Two units in 1207 cannot both make room for a Train that stacks with nothing.
    let units = [
        "u-train 1206",
        "f union infantry 4 1207",
        "g union infantry 4 1207",
        "x confederate infantry 4 1306",
    ];
    for edition in EDITIONS {
        let mut table = on(edition).units(&units).movement(Union).set();
        let events = table.end_movement(Union);
        assert_eq!(event(&events, "eliminated")["unit"], "u-train", "{edition}");
    }
}

#[test]
fn chickamauga_19_21_who_makes_room_for_the_train_does_not_come_back_beside_it_by_way_of_others() {
    // f makes room in 1207 and can only go on into 1208, which is full; from there v leaves no way
    // but back into 1207.
    let mut units = vec![
        "u-train 1206",
        "f union infantry 4 1207",
        "g union infantry 4 1208",
        "h union infantry 4 1208",
        "x confederate infantry 4 1306",
        "y confederate infantry 1 1407",
        "z confederate infantry 1 1006",
        "w confederate infantry 1 1008",
        "t confederate infantry 1 1210",
    ];
    let mut table = on("chickamauga-1975").units(&units).movement(Union).set();
    table.end_movement(Union);
    let back = |to: &str| retreat("u-train", "1207", &[("f", "1208"), ("g", to)]);
    assert_eq!(table.case(Union, back("1207")), "7.81");
    table.order(Union, back("1309"));
    assert_eq!((table.at("u-train"), table.at("g")), ("1207".to_owned(), "1309".to_owned()));
    units.push("v confederate infantry 1 1409");
    let mut table = on("chickamauga-1975").units(&units).movement(Union).set();
    let events = table.end_movement(Union);
    assert_eq!(eliminated(&events), ["u-train by 7.82"]);
}

/// A crowd full of units that stack with nothing, alone or among others, with the enemy all around: the chains through
/// it are too many to go through one by one.
#[test]
fn chickamauga_19_21_through_a_crowd_that_stacks_with_nothing_the_search_comes_to_an_end() {
    const AROUND: u32 = 5;
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| {
        let text = std::fs::read_to_string(data.join(file)).ok()?;
        let alone = "[[special]]\ntype = \"infantry\"\nside = \"union\"\nstacks-with-nothing = \"19.21\"\n";
        let here = "# 19: the Union Train.\n";
        Some(if file.ends_with("1975.toml") { text.replace(here, &format!("{alone}\n{here}")) } else { text })
    };
    let library = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    let battle = |position: Option<&Value>| {
        library.battle("chickamauga-1975", &Map::new(), position).unwrap_or_else(|e| panic!("{e}"))
    };
    let printed = battle(None);
    let grid = &printed.map().grid;
    let within = |middle: Hex, far: u32| grid.hexes().filter(move |&hex| grid.distance(middle, hex) <= far);
    let shut = |hex: Hex| {
        grid.neighbours(hex).filter(|&(way, _)| printed.scenario.field.cost(hex, way).is_none()).count()
    };
    let whole =
        |&middle: &Hex| within(middle, AROUND).count() == 1 + 3 * AROUND as usize * (AROUND as usize + 1);
    let middle =
        grid.hexes().filter(whole).min_by_key(|&middle| within(middle, AROUND).map(shut).sum::<usize>());
    let middle = middle.expect("the map is large enough");
    // None of the others stands next to another.
    let mut apart: Vec<Hex> = Vec::new();
    for hex in within(middle, AROUND - 1) {
        if apart.iter().all(|&other| grid.distance(other, hex) > 1) {
            apart.push(hex);
        }
    }
    for others in ["infantry", "cavalry"] {
        let unit = |(i, hex): (usize, Hex)| {
            let at = printed.number(hex);
            let (side, kind) = match grid.distance(middle, hex) {
                AROUND => ("confederate", "infantry"),
                _ if apart.contains(&hex) => ("union", others),
                _ => ("union", "infantry"),
            };
            json!({ "id": format!("u{i}"), "side": side, "type": kind, "strength": 1, "movement": 6, "hex": at })
        };
        let units: Vec<Value> = within(middle, AROUND).enumerate().map(unit).collect();
        let crowd = battle(Some(&json!({ "units": units, "phase": "combat", "side": "confederate" })));
        let state = crowd.start();
        for (unit, _) in crowd.on_map(&state, Union).take(3) {
            assert!(crowd.ways(&state, unit).is_empty(), "{others}: nobody gets out");
        }
    }
}

#[test]
fn chickamauga_19_3_the_train_has_no_zone_and_need_not_be_attacked() {
    for edition in EDITIONS {
        let units = ["u-train 1206", "x confederate infantry 4 1304", "a union infantry 4 2020"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        let events = table.order(Confederate, path("x", &["1305", "1306", "1307"]));
        assert_eq!(event(&events, "moved")["cost"], 3, "past it without a stop");
        table.end_movement(Confederate);
        table.assert_owed(&[], &[]);
        table.end_combat(Confederate);
        assert_eq!(table.at("u-train"), "1206");
        // Nor does it close a way of retreat: 1306 and 1307 are next to it.
        let units = ["u-train 1206", "x confederate infantry 3 1406", "a union infantry 18 1507"];
        let mut table = on(edition).units(&units).combat(Union).dice(&[4]).set();
        table.attacks(Union, &["a"], &["1406"]);
        assert!(table.hexes(Confederate, "retreat", "x").contains(&"1306".to_owned()));
    }
}

#[test]
fn chickamauga_19_3_a_unit_in_a_zone_may_meet_its_duty_against_the_train() {
    let units = [
        "u-train 1204",
        "a union infantry 3 1105",
        "d confederate infantry 4 1106",
        "e confederate infantry 4 1205",
    ];
    for edition in EDITIONS {
        let table = |dice: &[u8]| on(edition).units(&units).turn(8).combat(Confederate).dice(dice).set();
        // 1-1, a four: Ar. a is where it was, and e has only the Train left to attack.
        let mut stays = table(&[4]);
        stays.assert_owed(&["d", "e"], &["1105"]);
        assert_eq!(stays.attack_case(Confederate, &["e"], &["1105"]), "7.12", "d is not next to the Train");
        stays.attacks(Confederate, &["d"], &["1105"]);
        stays.settle();
        stays.assert_owed(&["e"], &[]);
        assert_eq!(stays.case(Confederate, json!({"end-combat": {}})), "7.12");
        stays.attacks(Confederate, &["e"], &["1204"]);
        stays.settle();
        stays.end_combat(Confederate);
        // A one: Dr. Nobody is left in whose zone e would be: it lets the Train be.
        let mut goes = table(&[1]);
        goes.attacks(Confederate, &["d"], &["1105"]);
        goes.settle();
        goes.assert_owed(&[], &[]);
        assert!(goes.legal(Confederate, attack(&["e"], &["1204"])));
        goes.end_combat(Confederate);
        // Together, and the Train first.
        let mut both = table(&[4]);
        both.attacks(Confederate, &["d", "e"], &["1105"]);
        both.settle();
        both.end_combat(Confederate);
        let mut first = table(&[6, 4]);
        first.attacks(Confederate, &["e"], &["1204"]);
        first.settle();
        first.assert_owed(&["d"], &["1105"]);
        first.attacks(Confederate, &["d"], &["1105"]);
    }
}

#[test]
fn chickamauga_19_3_the_train_is_not_taken_from_units_that_have_no_other_enemy() {
    // d fights a alone and is thrown back; e is left with the Train, next to which f stands too.
    let units = [
        "u-train 1204",
        "a union infantry 3 1105",
        "d confederate infantry 4 1106",
        "e confederate infantry 4 1205",
        "f confederate infantry 4 1304",
    ];
    for edition in EDITIONS {
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[4]).set();
        assert!(table.legal(Confederate, attack(&["f"], &["1204"])), "e has a besides");
        table.attacks(Confederate, &["d"], &["1105"]);
        table.settle();
        table.assert_owed(&["e"], &[]);
        assert_eq!(table.attack_case(Confederate, &["f"], &["1204"]), "7.12");
        assert!(table.legal(Confederate, attack(&["e", "f"], &["1204"])));
        table.attacks(Confederate, &["e"], &["1204"]);
    }
}

#[test]
fn chickamauga_19_3_guns_in_a_zone_share_the_train_and_its_neighbours_in_any_order() {
    let units = [
        "u-train 0510",
        "a union infantry 3 0410",
        "b union artillery 4 0410",
        "c3 confederate artillery 8 0409",
        "c6 confederate artillery 4 0511",
    ];
    for edition in EDITIONS {
        let table = on(edition).units(&units).combat(Confederate).set();
        table.assert_owed(&["c3", "c6"], &["0410"]);
        for (unit, other) in [("c3", "c6"), ("c6", "c3")] {
            assert!(table.legal(Confederate, attack(&[unit], &["0410"])), "{unit}");
            assert!(table.legal(Confederate, attack(&[unit], &["0510"])), "{unit}");
            let mut table = on(edition).units(&units).combat(Confederate).dice(&[6]).set();
            table.attacks(Confederate, &[unit], &["0510"]);
            table.settle();
            assert!(table.legal(Confederate, attack(&[other], &["0410"])), "{other}");
        }
        assert!(table.legal(Confederate, attack(&["c3", "c6"], &["0410", "0510"])));
    }
}

#[test]
fn chickamauga_19_3_a_unit_is_free_of_its_duty_when_its_enemy_has_advanced() {
    let units = [
        "u-train 1204",
        "a union infantry 5 1105",
        "d confederate infantry 1 1106",
        "e confederate infantry 4 1205",
    ];
    // 1-5, a six: Ae. a comes on to 1106, next to e.
    for (advances, owing) in [(false, vec!["e"]), (true, vec![])] {
        let mut table = on("chickamauga-1975").units(&units).combat(Confederate).dice(&[6]).set();
        table.attacks(Confederate, &["d"], &["1105"]);
        table.order(Union, if advances { json!({"advance": {"unit": "a"}}) } else { json!({"hold": {}}) });
        table.assert_owed(&owing, &[]);
        assert_eq!(table.legal(Confederate, json!({"end-combat": {}})), advances);
    }
}
