//! 15, 17 and 25: who comes, when and where.

use serde_json::{Value, json};

use crate::check::*;
use crate::chickamauga::{EDITIONS, path};

/// What a unit that is due looks like: strength, type, turn and entry hexes.
fn due(table: &Table, id: &str) -> (u64, String, u64, Value) {
    let unit = table.unit(id);
    let word = |key: &str| unit[key].as_str().unwrap().to_owned();
    assert_eq!(word("status"), "due");
    (unit["strength"].as_u64().unwrap(), word("type"), unit["turn"].as_u64().unwrap(), unit["entry"].clone())
}

#[test]
fn chickamauga_17_2_confederate_reinforcements_come_on_turns_2_and_5() {
    for edition in EDITIONS {
        let table = on(edition).set();
        let entry = json!(["1627", "1928"]);
        for (id, strength, arm, turn) in [
            ("c-deshler", 5, "infantry", 2),
            ("c-helm", 4, "infantry", 2),
            ("c-adams", 4, "infantry", 2),
            ("c-stovall", 3, "infantry", 2),
            ("c-2-guns", 4, "artillery", 2),
            ("c-deas", 6, "infantry", 2),
            ("c-anderson", 6, "infantry", 2),
            ("c-manigault", 6, "infantry", 2),
            ("c-1-guns", 3, "artillery", 2),
            ("c-crews", 3, "cavalry", 5),
            ("c-russell", 2, "cavalry", 5),
            ("c-morgan", 4, "cavalry", 5),
            ("c-harrison", 5, "cavalry", 5),
        ] {
            assert_eq!(due(&table, id), (strength, arm.to_owned(), turn, entry.clone()), "{id} in {edition}");
        }
        // And no others but, in 1975, Roddey.
        let view = table.view();
        let units = view["units"].as_array().unwrap();
        let coming = units.iter().filter(|u| u["side"] == "confederate" && u["status"] == "due").count();
        assert_eq!(coming, if edition.ends_with("1975") { 14 } else { 13 });
    }
}

#[test]
fn chickamauga_17_2_a_reinforcement_comes_on_from_its_turn_by_its_hexes() {
    let set =
        |turn: u8| on("chickamauga-2006").units(&["c-crews turn=5"]).turn(turn).movement(Confederate).set();
    assert_eq!(set(4).case(Confederate, path("c-crews", &["1627"])), "15.1");
    assert_eq!(set(5).case(Confederate, path("c-crews", &["0728"])), "15.1", "not by the union's hexes");
    let mut table = set(5);
    let events = table.order(Confederate, path("c-crews", &["1928", "2027"]));
    assert_eq!(event(&events, "moved")["entered"], true);
    assert_eq!(table.at("c-crews"), "2027");
    // Whoever did not come on in time may on any later turn.
    set(7).order(Confederate, path("c-crews", &["1627"]));
}

#[test]
fn chickamauga_15_0_a_column_pays_one_point_more_for_each_unit_before_it_in_the_hex() {
    let units: Vec<String> =
        (1..=8).map(|i| format!("u{i} union infantry 4 turn=2 entry=0728,1027")).collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = on("chickamauga-1975").units(&units).turn(2).movement(Union).set();
    let mut costs = Vec::new();
    for (unit, to) in [("u1", "0727"), ("u2", "0727"), ("u3", "0726"), ("u4", "0726"), ("u5", "0725")] {
        let mut way = vec!["0728", "0727"];
        if to != "0727" {
            way.push("0726");
        }
        if to == "0725" {
            // Four points to come on, and three hexes more are one too many for the fifth.
            way.push("0725");
            assert_eq!(table.case(Union, path(unit, &way)), "5.15");
            way.truncate(1);
        }
        let events = table.order(Union, path(unit, &way));
        costs.push(event(&events, "moved")["cost"].as_u64().unwrap() - (way.len() as u64 - 1));
    }
    assert_eq!(costs, [1, 2, 3, 4, 5], "what 0728 cost each of them");
    // The other hex has a column of its own.
    let events = table.order(Union, path("u6", &["1027", "1127"]));
    assert_eq!(event(&events, "moved")["cost"], 2);
    let events = table.order(Union, path("u7", &["1027"]));
    assert_eq!(event(&events, "moved")["cost"], 2);
    // In the next turn the count begins anew.
    table.end_movement(Union);
    table.end_combat(Union);
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    table.moves(Union, "u5", "0724");
    let events = table.order(Union, path("u8", &["0728"]));
    assert_eq!(event(&events, "moved")["cost"], 1);
}

#[test]
fn chickamauga_15_0_a_column_grows_too_long_for_its_last_unit() {
    let units: Vec<String> = (1..=7)
        .map(|i| format!("u{i} union infantry 4 turn=2 entry=0728 movement={}", if i < 7 { 20 } else { 6 }))
        .collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = on("chickamauga-1975").units(&units).turn(2).movement(Union).set();
    for (unit, to) in
        [("u1", "0724"), ("u2", "0724"), ("u3", "0725"), ("u4", "0725"), ("u5", "0726"), ("u6", "0726")]
    {
        table.moves(Union, unit, to);
    }
    assert_eq!(table.case(Union, path("u7", &["0728"])), "15.0", "seven points for six");
    assert!(table.hexes(Union, "move", "u7").is_empty());
}

#[test]
fn chickamauga_15_2_a_unit_that_has_come_on_moves_on_and_attacks_in_the_same_player_turn() {
    for edition in EDITIONS {
        let units = ["u union infantry 8 turn=2 entry=0728", "x confederate infantry 1 0825"];
        let mut table = on(edition).units(&units).turn(2).movement(Union).dice(&[1]).set();
        table.order(Union, path("u", &["0728", "0727", "0726"]));
        table.end_movement(Union);
        table.attacks(Union, &["u"], &["0825"]);
        assert_eq!(table.at("x"), "eliminated");
    }
}

#[test]
fn chickamauga_15_3_units_for_which_a_column_leaves_no_points_come_on_later() {
    for edition in EDITIONS {
        let units: Vec<String> = (1..=7)
            .map(|i| {
                format!("u{i} union infantry 4 turn=2 entry=0728 movement={}", if i < 7 { 20 } else { 6 })
            })
            .collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = on(edition).units(&units).turn(2).movement(Union).set();
        let ways = ["0724", "0724", "0725", "0725", "0726", "0726"];
        for (unit, to) in ["u1", "u2", "u3", "u4", "u5", "u6"].into_iter().zip(ways) {
            table.moves(Union, unit, to);
        }
        table.end_movement(Union);
        assert_eq!(table.at("u7"), "due");
        table.end_combat(Union);
        table.end_movement(Confederate);
        table.end_combat(Confederate);
        table.order(Union, path("u7", &["0728"]));
        assert_eq!(table.at("u7"), "0728");
    }
}

#[test]
fn chickamauga_15_4_units_never_arrive_stacked_and_blocked_hexes_delay_them() {
    let due = "u union infantry 4 turn=2 entry=0728,1027";
    // A friend stands in one entry hex, an enemy in the other.
    let units = [due, "f union infantry 4 0728", "x confederate infantry 4 1027"];
    let mut table = on("chickamauga-1975").units(&units).turn(2).movement(Union).set();
    assert_eq!(table.case(Union, path("u", &["0728"])), "15.4");
    assert_eq!(table.case(Union, path("u", &["0728", "0727"])), "15.4", "not even in passing");
    assert_eq!(table.case(Union, path("u", &["1027"])), "5.12");
    assert!(table.hexes(Union, "move", "u").is_empty());
    // 15.5: it is delayed, not lost; when the friend has moved on it comes.
    table.end_movement(Union);
    assert_eq!(table.at("u"), "due");
    table.end_combat(Union);
    table.end_movement(Confederate);
    table.end_combat(Confederate);
    table.moves(Union, "f", "0727");
    table.order(Union, path("u", &["0728"]));
    assert_eq!(table.at("u"), "0728");
}

#[test]
fn chickamauga_15_5_reinforcements_enter_enemy_zones_by_day_and_stop_and_not_at_night() {
    let units = ["u union infantry 4 turn=2 entry=0728,1027", "x confederate infantry 4 0726"];
    let set = |turn: u8| on("chickamauga-1975").units(&units).turn(turn).movement(Union).set();
    let near = ["u union infantry 4 turn=2 entry=0728,1027", "x confederate infantry 4 0827"];
    let set_near = |turn: u8| on("chickamauga-1975").units(&near).turn(turn).movement(Union).set();
    // 0827 has both 0728 and 1027's neighbour 0928 in its zone.
    let mut day = set_near(8);
    assert_eq!(day.case(Union, path("u", &["0728", "0727"])), "5.13", "it stops where it came on");
    day.order(Union, path("u", &["0728"]));
    day.end_movement(Union);
    assert_eq!(day.view()["owed"]["attackers"], json!(["u"]), "and must attack");
    let mut night = set_near(9);
    assert_eq!(night.case(Union, path("u", &["0728"])), "10.2");
    night.order(Union, path("u", &["1027"]));
    // One hex further off the zone begins beyond the entry hex.
    assert_eq!(set(9).case(Union, path("u", &["0728", "0727"])), "10.2");
    set(9).order(Union, path("u", &["0728"]));
    set(8).order(Union, path("u", &["0728", "0727"]));
}

#[test]
fn chickamauga_15_1_a_unit_comes_on_in_its_game_turn_or_later_by_its_own_entry_hexes() {
    for edition in EDITIONS {
        let units =
            ["u union infantry 4 turn=5 entry=0728,1027", "x confederate infantry 4 turn=5 entry=1627"];
        let set = |turn: u8| on(edition).units(&units).turn(turn).movement(Union).set();
        assert_eq!(set(4).case(Union, path("u", &["0728"])), "15.1", "not yet");
        assert_eq!(set(5).case(Union, path("u", &["1627"])), "15.1", "that is the enemy's");
        for turn in [5, 11] {
            set(turn).order(Union, path("u", &["0728"]));
        }
    }
}

#[test]
fn chickamauga_25_1_g_t_anderson_and_roddey_are_out_of_the_2006_game() {
    let ids = |edition: &str| -> Vec<String> {
        let view = on(edition).set().view();
        view["units"].as_array().unwrap().iter().map(|u| u["id"].as_str().unwrap().to_owned()).collect()
    };
    let (old, new) = (ids("chickamauga-1975"), ids("chickamauga-2006"));
    for id in ["c-g-t-anderson", "c-roddey"] {
        assert!(old.contains(&id.to_owned()), "{id} plays in 1975");
        assert!(!new.contains(&id.to_owned()), "{id} does not in 2006");
    }
    assert_eq!(old.len(), new.len() + 2, "and nobody else is missing");
    let table = on("chickamauga-1975").set();
    assert_eq!(
        (table.unit("c-g-t-anderson")["strength"].as_u64(), table.at("c-g-t-anderson")),
        (Some(4), "1722".into())
    );
    assert_eq!(due(&table, "c-roddey"), (4, "cavalry".to_owned(), 8, json!(["1627", "1928"])));
}

#[test]
fn chickamauga_25_2_wood_and_wilson_have_a_strength_of_five() {
    for edition in EDITIONS {
        let table = on(edition).set();
        assert_eq!(table.unit("c-wood")["strength"], 5);
        assert_eq!(table.unit("c-wilson")["strength"], 5);
    }
}
