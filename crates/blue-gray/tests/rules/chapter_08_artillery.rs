//! 8 Artillery.

use crate::check::*;
use serde_json::{Value, json};

/// A combat phase on the proving ground.
fn fight(side: Side, units: &[&str], dice: &[u8]) -> Table {
    on("proving-ground").units(units).combat(side).dice(dice).set()
}

/// The case by which a gun of strength 5 in one hex may not bombard another, if it may not.
fn bars(from: &str, to: &str) -> Option<String> {
    let units = [format!("g union artillery 5 {from}"), format!("x confederate infantry 5 {to}")];
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = fight(Union, &units, &[]);
    let order = attack(&["g"], &[to]);
    if table.legal(Union, order.clone()) { None } else { Some(table.case(Union, order)) }
}

// 8.1 Bombardment

#[test]
fn case_8_11_guns_reach_two_and_three_hexes_and_nobody_else_does() {
    assert_eq!(bars("0502", "0504"), None);
    assert_eq!(bars("0502", "0505"), None);
    assert_eq!(bars("0502", "0506").as_deref(), Some("8.11"));
    assert_eq!(bars("0502", "0704"), None, "three hexes aslant");
    assert_eq!(bars("0502", "0705").as_deref(), Some("8.11"));
    for arm in ["infantry", "cavalry"] {
        let unit = format!("a union {arm} 9 0502");
        let mut table = fight(Union, &[&unit, "x confederate infantry 5 0504"], &[]);
        assert_eq!(table.attack_case(Union, &["a"], &["0504"]), "7.15", "{arm}");
    }
    // The other side's guns do the same.
    let table = fight(Confederate, &["g confederate artillery 9 0502", "x union infantry 5 0505"], &[]);
    assert!(table.legal(Confederate, attack(&["g"], &["0505"])));
}

#[test]
fn case_8_11_no_gun_must_fire() {
    let mut table = fight(Union, &["g union artillery 5 0502", "x confederate infantry 5 0504"], &[]);
    assert_eq!(table.view()["owed"]["attackers"], json!([]));
    assert_eq!(table.view()["owed"]["defenders"], json!([]));
    table.end_combat(Union);
    assert_eq!(table.asked(), "confederate movement");
}

#[test]
fn case_8_12_range_counts_the_target_and_not_the_guns_own_hex() {
    for (hex, range) in [("0504", 2), ("0505", 3), ("0703", 2), ("0803", 3)] {
        let target = format!("x confederate infantry 5 {hex}");
        let table = fight(Union, &["g union artillery 5 0502", &target], &[]);
        let odds = table.odds(Union, &["g"], &[hex]);
        assert_eq!(odds["attackers"][0]["mode"], "bombardment");
        assert_eq!(odds["attackers"][0]["range"], range, "0502 to {hex}");
    }
}

#[test]
fn case_8_13_guns_alone_bombard_one_hex_only() {
    let mut table = fight(
        Union,
        &["g union artillery 5 0502", "x confederate infantry 5 0504", "y confederate infantry 5 0505"],
        &[],
    );
    assert_eq!(table.attack_case(Union, &["g"], &["0504", "0505"]), "8.13");
    assert!(table.legal(Union, attack(&["g"], &["0504"])));
    assert!(table.legal(Union, attack(&["g"], &["0505"])));
}

#[test]
fn case_8_14_two_guns_of_one_hex_bombard_the_same_target() {
    let units = [
        "g union artillery 5 0502",
        "h union artillery 5 0502",
        "i union artillery 5 0302",
        "x confederate infantry 5 0504",
        "y confederate infantry 5 0404",
    ];
    let mut table = fight(Union, &units, &[4]);
    table.attacks(Union, &["g"], &["0504"]);
    table.order(Union, json!({"stand": {}}));
    assert_eq!(table.attack_case(Union, &["h"], &["0404"]), "8.14");
    assert_eq!(table.attack_case(Union, &["h"], &["0504"]), "8.14", "nor the same once more");
    assert!(table.legal(Union, attack(&["i"], &["0404"])), "guns of another hex are free");
    // Together they bombard as one strength.
    let table = fight(Union, &units, &[]);
    assert_eq!(table.odds(Union, &["g", "h"], &["0504"])["attack"], 10);
}

#[test]
fn case_8_15_bombarding_guns_suffer_no_result() {
    // 1-5: thrown back (3), eliminated (4); 6-1: exchanged (6).
    for (gun, die, result) in [(1, 3, "Ar"), (1, 4, "Ae"), (30, 6, "Ex")] {
        let gun = format!("g union artillery {gun} 0502");
        let mut table = fight(Union, &[&gun, "x confederate infantry 5 0504"], &[die]);
        let events = table.attacks(Union, &["g"], &["0504"]);
        assert_eq!(event(&events, "die-thrown")["result"], result);
        assert_eq!(table.at("g"), "0502", "{result}");
        assert_eq!(table.at("x"), if result == "Ex" { "eliminated" } else { "0504" });
        let asked = if result == "Ar" { "union withdraw-battery" } else { "union combat" };
        assert_eq!(table.asked(), asked, "{result}: nothing is paid and nobody is made to go");
    }
}

#[test]
fn case_8_16_bombarding_guns_may_take_the_retreat_or_stand() {
    let units = [
        "g union artillery 1 0502",
        "h union artillery 1 0502",
        "i union artillery 1 0303",
        "x confederate infantry 15 0504",
    ];
    let mut table = fight(Union, &units, &[1]);
    table.attacks(Union, &["g", "h", "i"], &["0504"]);
    assert_eq!(table.asked(), "union withdraw-battery");
    assert_eq!(table.question_case(), "8.16");
    assert_eq!(table.view()["question"]["units"], json!(["g", "h", "i"]));
    let withdraw = |unit: &str, to: &str| json!({"withdraw-battery": {"unit": unit, "to": to}});
    assert_eq!(table.case(Confederate, json!({"stand": {}})), "8.16", "it is for their owner to say");
    assert_eq!(table.case(Union, json!({"end-combat": {}})), "8.16");
    // It is a retreat like others: one hex, not into an enemy zone.
    assert_eq!(table.case(Union, withdraw("g", "0503")), "7.72");
    assert_eq!(table.case(Union, withdraw("g", "0702")), "7.71");
    let events = table.order(Union, withdraw("g", "0602"));
    assert_eq!(event(&events, "retreated")["case"], "8.16");
    assert_eq!(table.at("g"), "0602");
    assert_eq!(table.view()["question"]["units"], json!(["h", "i"]), "each decides for itself");
    table.order(Union, json!({"stand": {}}));
    assert_eq!((table.at("h"), table.at("i")), ("0502".to_owned(), "0303".to_owned()));
    assert_eq!(table.asked(), "union combat", "and no enemy advances");
    // On Ae there is no such choice.
    let mut table = fight(Union, &units, &[4]);
    table.attacks(Union, &["g"], &["0504"]);
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_8_16_a_battery_displaces_like_any_unit_and_is_not_asked_without_a_way_out() {
    let units = [
        "g union artillery 1 0101",
        "c union infantry 1 0102",
        "d union infantry 1 0102",
        "e union infantry 1 0201",
        "f union infantry 1 0201",
        "x confederate infantry 5 0104",
        "y confederate infantry 1 0401",
    ];
    let mut table = fight(Union, &units, &[1]);
    table.attacks(Union, &["g"], &["0104"]);
    assert_eq!(table.asked(), "union withdraw-battery");
    assert_eq!(table.case(Union, json!({"withdraw-battery": {"unit": "g", "to": "0102"}})), "7.81");
    let back = |chain: Value| json!({"withdraw-battery": {"unit": "g", "to": "0102", "displace": chain}});
    table.order(Union, back(json!([{"unit": "c", "to": "0202"}])));
    assert_eq!((table.at("g"), table.at("c")), ("0102".to_owned(), "0202".to_owned()));
    // In a corner with the enemy's zones all around it is not asked and stays unhurt.
    let mut table = fight(
        Union,
        &["g union artillery 1 0101", "x confederate infantry 5 0203", "y confederate infantry 1 0301"],
        &[1],
    );
    table.attacks(Union, &["g"], &["0203"]);
    assert_eq!(table.asked(), "union withdraw-battery", "0102 is open");
    let mut table = fight(
        Union,
        &["g union artillery 1 0101", "x confederate infantry 5 0103", "y confederate infantry 1 0301"],
        &[1],
    );
    table.attacks(Union, &["g"], &["0103"]);
    assert_eq!(table.asked(), "union combat");
    assert_eq!(table.at("g"), "0101");
}

// 8.2 Combined attacks

#[test]
fn case_8_21_guns_attack_alone_together_or_with_units_next_to_the_enemy() {
    let units = [
        "a union infantry 4 0504",
        "g union artillery 3 0503",
        "h union artillery 2 0703",
        "x confederate infantry 3 0505",
    ];
    let table = fight(Union, &units, &[]);
    let odds = table.odds(Union, &["a", "g", "h"], &["0505"]);
    assert_eq!((&odds["attack"], &odds["column"]), (&json!(9), &json!("3-1")));
    let modes: Vec<&str> =
        odds["attackers"].as_array().unwrap().iter().map(|a| a["mode"].as_str().unwrap()).collect();
    assert_eq!(modes, ["adjacent", "bombardment", "bombardment"]);
    assert_eq!(table.odds(Union, &["a"], &["0505"])["attack"], 4);
    let far = fight(Union, &[units[1], units[2], units[3]], &[]);
    assert_eq!(far.odds(Union, &["g", "h"], &["0505"])["attack"], 5);
    assert_eq!(far.odds(Union, &["h"], &["0505"])["attack"], 2);
}

#[test]
fn case_8_22_in_a_combined_attack_guns_need_only_one_of_the_hexes() {
    // g is three hexes from 0504 and four from 0604.
    let units = [
        "a union infantry 4 0505",
        "g union artillery 3 0501",
        "x confederate infantry 3 0504",
        "y confederate infantry 3 0604",
    ];
    let mut table = fight(Union, &units, &[]);
    assert_eq!(table.odds(Union, &["a", "g"], &["0504", "0604"])["attack"], 7);
    assert_eq!(table.attack_case(Union, &["g"], &["0604"]), "8.11", "alone it does not reach that far");
    // The units next to the enemy must be next to every hex attacked.
    let mut table = fight(
        Union,
        &["b union infantry 4 0404", "a union infantry 4 0505", units[1], units[2], units[3]],
        &[],
    );
    assert_eq!(table.attack_case(Union, &["a", "b", "g"], &["0504", "0604"]), "7.25");
    // A gun that reaches neither does not help.
    let mut table =
        fight(Union, &[units[0], "g union artillery 3 0701", units[2], "y confederate infantry 3 0405"], &[]);
    assert_eq!(table.attack_case(Union, &["a", "g"], &["0504", "0405"]), "8.11");
}

#[test]
fn case_8_23_bombarding_strength_is_neither_paid_nor_lost() {
    let units = [
        "a union infantry 2 0504",
        "b union infantry 3 0604",
        "g union artillery 9 0503",
        "x confederate infantry 2 0505",
    ];
    // 6-1, exchange: either unit next to the enemy pays, the gun does not.
    let mut table = fight(Union, &units, &[6]);
    table.attacks(Union, &["a", "b", "g"], &["0505"]);
    assert_eq!(table.asked(), "union exchange");
    let ways = table.targets(Union, "lose", json!("a"));
    assert_eq!(ways["targets"], json!([{"units": ["a"]}, {"units": ["b"]}]));
    assert_eq!(table.case(Union, json!({"lose": {"units": ["g"]}})), "7.6");
    table.order(Union, json!({"lose": {"units": ["a"]}}));
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("g")),
        ("eliminated".into(), "0604".into(), "0503".into())
    );
    // Where the strength next to the enemy falls short it is all lost, and the gun makes up for
    // nothing.
    let mut table = fight(
        Union,
        &["a union infantry 1 0504", "g union artillery 29 0503", "x confederate infantry 5 0505"],
        &[6],
    );
    table.attacks(Union, &["a", "g"], &["0505"]);
    assert_eq!(
        (table.at("a"), table.at("g"), table.at("x")),
        ("eliminated".into(), "0503".into(), "eliminated".into())
    );
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_8_23_the_units_next_to_the_enemy_suffer_and_the_guns_behind_do_not() {
    let units = [
        "a union infantry 1 0504",
        "g union artillery 1 0503",
        "h union artillery 1 0604",
        "x confederate infantry 15 0505",
    ];
    // 1-5, die 4: a and h, which is next to the enemy, are gone.
    let mut table = fight(Union, &units, &[4]);
    table.attacks(Union, &["a", "g", "h"], &["0505"]);
    assert_eq!(
        (table.at("a"), table.at("h"), table.at("g")),
        ("eliminated".into(), "eliminated".into(), "0503".into())
    );
    // Die 1: they must retreat, g may.
    let mut table = fight(Union, &units, &[1]);
    table.attacks(Union, &["a", "g", "h"], &["0505"]);
    assert_eq!(table.asked(), "union retreat");
    assert_eq!(table.view()["question"]["units"], json!(["a", "h"]));
    table.retreats(Union, "a", "0403");
    table.retreats(Union, "h", "0704");
    assert_eq!(table.asked(), "union withdraw-battery");
    table.order(Union, json!({"stand": {}}));
    assert_eq!(table.at("g"), "0503");
    assert_eq!(table.asked(), "confederate advance");
}

// 8.3 Line of sight

#[test]
fn case_8_31_a_blocking_hex_between_blocks_the_line_and_is_named() {
    assert_eq!(bars("1501", "1503").as_deref(), Some("8.31"), "the forest in 1502 is between");
    let mut table = fight(Union, &["g union artillery 5 1501", "x confederate infantry 5 1503"], &[]);
    let (_, sentence) = table.refused(Union, attack(&["g"], &["1503"]));
    assert!(sentence.contains("1502"), "{sentence}");
    let targets = table.targets(Union, "attack", json!("g"));
    assert_eq!(targets["blocked"][0]["by"], json!(["1502"]));
    // At three hexes either of the two between blocks.
    assert_eq!(bars("1507", "1504").as_deref(), Some("8.31"), "1505 and 1506");
    assert_eq!(bars("1508", "1505").as_deref(), Some("8.31"), "1506 alone, 1507 is clear");
    assert_eq!(bars("1401", "1701").as_deref(), None, "past the wood");
    assert_eq!(bars("0502", "0505"), None, "open ground");
}

#[test]
fn case_8_32_along_a_hexside_only_both_hexes_together_block() {
    // Between 1502 and 1503, both forest; between 1501, clear, and 1502.
    assert_eq!(bars("1402", "1602").as_deref(), Some("8.32"));
    assert_eq!(bars("1401", "1601"), None);
    // Between 1506, forest, and 1507, clear.
    assert_eq!(bars("1406", "1606"), None);
    // At the edge of the sheet there is only one hex beside the line, and one does not block: 0827
    // is forest.
    let table = on("chickamauga-1975")
        .units(&["g union artillery 5 0728", "x confederate infantry 5 0928"])
        .combat(Union)
        .set();
    assert!(table.legal(Union, attack(&["g"], &["0928"])));
}

#[test]
fn case_8_33_forest_and_town_block_and_rough_alone_does_not() {
    assert_eq!(bars("1501", "1503").as_deref(), Some("8.31"), "forest");
    assert_eq!(bars("1511", "1513").as_deref(), Some("8.31"), "forest & rough");
    assert_eq!(bars("2207", "2210").as_deref(), Some("8.31"), "town");
    assert_eq!(bars("2108", "2308"), None, "beside a town");
    assert_eq!(bars("1508", "1510"), None, "rough");
    assert_eq!(bars("1507", "1510"), None, "rough twice");
}

#[test]
fn case_8_34_the_hexes_at_both_ends_never_block() {
    assert_eq!(bars("1505", "1507").as_deref(), Some("8.31"), "1506 is between");
    assert_eq!(bars("1506", "1508"), None, "from forest");
    assert_eq!(bars("1508", "1506"), None, "into forest");
    assert_eq!(bars("2209", "2211"), None, "from town");
    assert_eq!(bars("1514", "1516"), None, "from forest & rough");
    assert_eq!(bars("1516", "1514"), None, "into it");
}

#[test]
fn case_8_35_guns_fire_over_friend_and_enemy() {
    let table = fight(
        Union,
        &[
            "g union artillery 5 0502",
            "a union infantry 5 0503",
            "x confederate infantry 5 0504",
            "y confederate infantry 5 0505",
        ],
        &[],
    );
    assert!(table.legal(Union, attack(&["g"], &["0505"])));
}

// 8.4 Adjacent attacks

#[test]
fn case_8_41_a_gun_in_an_enemy_zone_must_attack_what_is_next_to_it_and_may_not_bombard() {
    let mut table = fight(
        Union,
        &["g union artillery 5 0504", "x confederate infantry 5 0505", "y confederate infantry 5 0502"],
        &[],
    );
    assert_eq!(table.attack_case(Union, &["g"], &["0502"]), "8.41");
    assert_eq!(table.case(Union, json!({"end-combat": {}})), "7.12");
    assert_eq!(table.view()["owed"]["attackers"], json!(["g"]));
    let odds = table.odds(Union, &["g"], &["0505"]);
    assert_eq!(odds["attackers"][0]["mode"], "adjacent");
    // Nor may it add its fire to somebody else's attack.
    let mut table = fight(
        Union,
        &[
            "g union artillery 5 0504",
            "a union infantry 5 0603",
            "x confederate infantry 5 0505",
            "y confederate infantry 5 0703",
        ],
        &[],
    );
    assert_eq!(table.attack_case(Union, &["a", "g"], &["0703"]), "8.41");
}

#[test]
fn case_8_42_a_gun_attacks_several_hexes_that_it_is_next_to() {
    let mut table = fight(
        Union,
        &["g union artillery 5 0505", "x confederate infantry 2 0504", "y confederate infantry 3 0604"],
        &[],
    );
    let odds = table.odds(Union, &["g"], &["0504", "0604"]);
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(5), &json!(5)));
    assert_eq!(table.attack_case(Union, &["g"], &["0504"]), "7.23", "it must attack both");
}

#[test]
fn case_8_43_a_gun_next_to_the_enemy_suffers_every_result() {
    // 1-5: thrown back (1), eliminated (4); 6-1: exchanged (6).
    for (gun, die, result) in [(1, 1, "Ar"), (1, 4, "Ae"), (30, 6, "Ex")] {
        let gun = format!("g union artillery {gun} 0504");
        let mut table = fight(Union, &[&gun, "x confederate infantry 5 0505"], &[die]);
        let events = table.attacks(Union, &["g"], &["0505"]);
        assert_eq!(event(&events, "die-thrown")["result"], result);
        if result == "Ar" {
            assert_eq!(table.asked(), "union retreat", "it must, whether it likes it or not");
            table.retreats(Union, "g", "0503");
        } else {
            assert_eq!(table.at("g"), "eliminated", "{result}");
        }
    }
}

#[test]
fn case_8_44_no_ground_keeps_guns_from_an_adjacent_attack() {
    // From clear into forest, rough, forest & rough, town and works, and over a bridge and a ford.
    for (from, to) in [
        ("1507", "1506"),
        ("1507", "1508"),
        ("1511", "1512"),
        ("2207", "2208"),
        ("2011", "2012"),
        ("1204", "1304"),
        ("1206", "1307"),
    ] {
        assert_eq!(bars(from, to), None, "{from} to {to}");
    }
    assert_eq!(bars("1603", "1604"), None, "in the wood");
}

#[test]
fn case_8_45_a_gun_bombards_over_a_creek_the_enemy_next_to_it_or_any_other_in_range() {
    // 1205/1305 has no crossing; y stands further off.
    let units = [
        "g union artillery 5 1205",
        "a union infantry 5 1206",
        "x confederate infantry 1 1305",
        "y confederate infantry 5 1405",
    ];
    let mut table = fight(Union, &units, &[1]);
    assert_eq!(table.view()["owed"]["attackers"], json!([]), "there is no contact over the creek");
    assert_eq!(table.odds(Union, &["g"], &["1405"])["attackers"][0]["mode"], "bombardment");
    let odds = table.odds(Union, &["g"], &["1305"]);
    assert_eq!(odds["attackers"][0]["mode"], "bombardment");
    assert_eq!(odds["attackers"][0]["case"], "8.45");
    assert_eq!(table.attack_case(Union, &["a"], &["1306"]), "7.0", "nobody is there");
    // 2-1 over the water, die 1: the defender goes, and the gun does not follow.
    table.attacks(Union, &["g"], &["1305"]);
    assert_eq!(table.asked(), "confederate retreat");
    table.retreats(Confederate, "x", "1304");
    assert_eq!(table.asked(), "union combat");
    // No result touches the gun: 1-1 (5 against 2 doubled is 1-1), die 6.
    let mut table = fight(Union, &["g union artillery 1 1205", "x confederate infantry 3 1305"], &[5]);
    let events = table.attacks(Union, &["g"], &["1305"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ae");
    assert_eq!(table.at("g"), "1205");
    // Infantry cannot attack over it.
    let mut table = fight(Union, &["a union infantry 5 1205", "x confederate infantry 3 1305"], &[]);
    assert_eq!(table.attack_case(Union, &["a"], &["1305"]), "9.0");
    table.end_combat(Union);
    // With an enemy on its own bank the gun is in a zone and fights there.
    let mut table = fight(
        Union,
        &["g union artillery 5 1205", "x confederate infantry 3 1305", "z confederate infantry 3 1105"],
        &[],
    );
    assert_eq!(table.attack_case(Union, &["g"], &["1305"]), "8.41");
    // With two enemies next to it, both over the creek, it may bombard either.
    let table = fight(
        Union,
        &["g union artillery 5 1205", "x confederate infantry 3 1305", "z confederate infantry 3 1306"],
        &[],
    );
    assert!(table.legal(Union, attack(&["g"], &["1305"])) && table.legal(Union, attack(&["g"], &["1306"])));
}

// 8.5 Defence

#[test]
fn case_8_51_guns_add_nothing_to_the_defence_of_another_hex() {
    let table = fight(
        Union,
        &["a union infantry 6 0504", "x confederate infantry 3 0505", "g confederate artillery 9 0506"],
        &[],
    );
    let odds = table.odds(Union, &["a"], &["0505"]);
    assert_eq!((&odds["defence"], &odds["column"]), (&json!(3), &json!("2-1")));
    // Nor do they fire in the other side's phase.
    let mut table = fight(
        Union,
        &["a union infantry 6 0504", "x confederate infantry 3 0505", "g confederate artillery 9 0506"],
        &[],
    );
    assert_eq!(table.case(Confederate, attack(&["g"], &["0504"])), "4.1");
}

#[test]
fn case_8_52_guns_defend_with_their_own_strength_and_suffer_as_others_do() {
    let units = ["a union infantry 18 0504", "g confederate artillery 3 0505"];
    let table = fight(Union, &units, &[]);
    assert_eq!(table.odds(Union, &["a"], &["0505"])["defence"], 3);
    for (die, asked) in [(1, "union advance"), (4, "confederate retreat"), (6, "union combat")] {
        let mut table = fight(Union, &units, &[die]);
        table.attacks(Union, &["a"], &["0505"]);
        assert_eq!(table.asked(), asked, "die {die}");
        assert_eq!(table.at("g") == "eliminated", die != 4);
    }
    // Bombarded, they do not fire back, and retreat like others.
    let mut table = fight(Union, &["h union artillery 18 0502", "g confederate artillery 3 0505"], &[4]);
    table.attacks(Union, &["h"], &["0505"]);
    table.retreats(Confederate, "g", "0506");
    assert_eq!(table.at("g"), "0506");
}

#[test]
fn case_8_1_the_end_of_a_combat_phase_counts_the_units_that_can_still_attack() {
    // The guns may bombard x; nobody must attack.
    let units =
        ["g union artillery 4 0202", "x confederate infantry 2 0402", "y confederate infantry 2 1105"];
    let mut table = on("training").units(&units).combat(Union).dice(&[1]).set();
    let told = table.ending(Union);
    assert_eq!(
        (&told["verb"], &told["attacks"], &told["untouched"]),
        (&json!("end-combat"), &json!(1), &json!(true))
    );
    assert_eq!(told["unmoved"], 0);
    table.attacks(Union, &["g"], &["0402"]);
    table.settle();
    let told = table.ending(Union);
    assert_eq!((&told["attacks"], &told["untouched"]), (&json!(0), &json!(false)));
}
