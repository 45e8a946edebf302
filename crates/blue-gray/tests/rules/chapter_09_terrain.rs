//! 9 Terrain: the effects chart.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::Value;

/// The defence of a unit of strength 3 in a hex, attacked by units of strength 1: its total and
/// every multiple named.
fn defence(scenario: &str, hex: &str, attackers: &[&str]) -> (u64, Vec<u64>) {
    let defender = format!("x confederate infantry 3 {hex}");
    let units: Vec<String> = attackers
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let (arm, at) = text.split_once(' ').unwrap();
            format!("a{i} union {arm} 1 {at}")
        })
        .collect();
    let mut all: Vec<&str> = units.iter().map(String::as_str).collect();
    all.push(&defender);
    let table = on(scenario).units(&all).combat(Union).set();
    let ids: Vec<String> = (0..attackers.len()).map(|i| format!("a{i}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let odds = table.odds(Union, &ids, &[hex]);
    assert_eq!(odds["attack"], attackers.len(), "the attacker's strength is never changed");
    let target: &Value = &odds["defenders"][0];
    assert_eq!(target["strength"], 3);
    let multiples = target["multiples"].as_array().unwrap();
    assert!(multiples.iter().all(|m| m["case"] == "9.0"));
    (odds["defence"].as_u64().unwrap(), multiples.iter().map(|m| m["by"].as_u64().unwrap()).collect())
}

fn proving(hex: &str, attackers: &[&str]) -> u64 {
    defence("proving-ground", hex, attackers).0
}

/// What a step costs.
fn step(from: &str, to: &str) -> u64 {
    let unit = format!("a union infantry 1 {from}");
    let mut table =
        on("proving-ground").units(&[&unit, "x confederate infantry 1 0101"]).movement(Union).set();
    let events = table.order(Union, serde_json::json!({"move": {"unit": "a", "path": [to]}}));
    event(&events, "moved")["cost"].as_u64().unwrap()
}

#[test]
fn case_9_0_what_a_step_costs() {
    for (from, to, cost, what) in [
        ("0504", "0505", 1, "clear"),
        ("1507", "1506", 3, "forest"),
        ("1507", "1508", 3, "rough"),
        ("1511", "1512", 6, "forest & rough"),
        ("2207", "2208", 1, "town"),
        ("1404", "1504", 3, "forest beside its road"),
        ("1403", "1504", 1, "forest by road"),
        ("1412", "1513", 1, "forest & rough by road"),
        ("1405", "1506", 2, "forest by trail"),
        ("1409", "1510", 2, "rough by trail"),
        ("1413", "1514", 2, "forest & rough by trail"),
        ("1309", "1409", 1, "clear by trail"),
        ("1204", "1304", 1, "bridge and road"),
        ("1216", "1317", 3, "bridge into forest"),
        ("1206", "1307", 2, "ford into clear"),
        ("1210", "1311", 4, "ford into forest"),
        ("1215", "1316", 4, "ford into rough"),
        ("1202", "1302", 2, "ford by road"),
        ("1212", "1313", 3, "ford by trail into forest"),
        ("1208", "1309", 2, "ford by trail into clear"),
        ("2011", "2012", 1, "works from outside"),
        ("2012", "2011", 1, "works from inside"),
        ("1915", "2015", 3, "works on rough ground"),
        ("0213", "0214", 1, "pontoons"),
        ("0214", "0215", 1, "off them"),
    ] {
        assert_eq!(step(from, to), cost, "{what}: {from} to {to}");
    }
}

#[test]
fn case_9_0_the_ground_of_the_defender_doubles_or_does_nothing() {
    for (hex, from, total, what) in [
        ("0505", "0504", 3, "clear"),
        ("1506", "1507", 3, "forest"),
        ("1508", "1507", 6, "rough"),
        ("1512", "1511", 6, "forest & rough"),
        ("2208", "2207", 6, "town"),
        ("1513", "1412", 6, "forest & rough, attacked by road"),
        ("1604", "1603", 3, "forest, whatever the attacker stands in"),
        ("1507", "1508", 3, "clear, attacked out of rough"),
    ] {
        assert_eq!(proving(hex, &[&format!("infantry {from}")]), total, "{what}");
    }
}

#[test]
fn case_9_0_bridges_and_fords_double_if_every_unit_next_to_the_defender_attacks_over_them() {
    assert_eq!(proving("1304", &["infantry 1204"]), 6, "bridge");
    assert_eq!(proving("1307", &["infantry 1206"]), 6, "ford");
    assert_eq!(proving("1304", &["infantry 1204", "infantry 1204"]), 6, "two units over it");
    assert_eq!(proving("1304", &["infantry 1204", "infantry 1404"]), 3, "one of two over it");
    assert_eq!(proving("1204", &["infantry 1304"]), 6, "from the other bank as well");
    assert_eq!(proving("1304", &["infantry 1404"]), 3, "with the bridge behind it");
    // Guns that bombard spoil nothing, wherever they stand.
    assert_eq!(proving("1304", &["infantry 1204", "artillery 1105"]), 6);
    assert_eq!(proving("1304", &["infantry 1204", "artillery 1506"]), 6);
    assert_eq!(proving("1304", &["infantry 1404", "artillery 1104"]), 3, "nor do they earn it");
    // A gun next to the defender is asked like the others.
    assert_eq!(proving("1304", &["infantry 1204", "artillery 1303"]), 3);
}

#[test]
fn case_9_0_the_creek_itself_can_only_be_attacked_across_at_its_crossings() {
    for (from, to) in [("1205", "1305"), ("1205", "1306"), ("1306", "1205")] {
        let units = [format!("a union infantry 5 {from}"), format!("x confederate infantry 3 {to}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = on("proving-ground").units(&units).combat(Union).set();
        assert_eq!(table.attack_case(Union, &["a"], &[to]), "9.0", "{from} to {to}");
    }
}

#[test]
fn case_9_0_works_triple_if_every_unit_next_to_the_defender_attacks_from_their_barbed_side() {
    assert_eq!(proving("2012", &["infantry 2011"]), 9);
    assert_eq!(proving("2012", &["infantry 2011", "infantry 1912", "cavalry 1913"]), 9);
    assert_eq!(proving("2012", &["infantry 2011", "infantry 2112"]), 3, "one of them from behind");
    assert_eq!(proving("2012", &["infantry 2112"]), 3);
    // From inside the works attack without them: they face one way.
    assert_eq!(proving("2011", &["infantry 2012"]), 3);
    assert_eq!(proving("2012", &["infantry 2011", "artillery 2014"]), 9, "a bombarding gun spoils nothing");
    // 2013 has works towards 1913 and 1914 and none towards 2012.
    assert_eq!(proving("2013", &["infantry 1914"]), 9);
    assert_eq!(proving("2013", &["infantry 1914", "infantry 2012"]), 3);
}

#[test]
fn case_9_0_the_best_multiple_counts_alone() {
    // Rough ground behind works, and behind a ford.
    assert_eq!(defence("proving-ground", "2015", &["infantry 1915"]), (9, vec![2, 3]));
    assert_eq!(defence("proving-ground", "2015", &["infantry 1915", "infantry 2115"]), (6, vec![2]));
    assert_eq!(defence("proving-ground", "1316", &["infantry 1215"]), (6, vec![2, 2]));
    assert_eq!(defence("proving-ground", "1311", &["infantry 1210"]), (6, vec![2]));
}

#[test]
fn case_9_0_bombardment_alone_is_halved_by_water_and_not_by_works() {
    let gun = |hex: &str, from: &[&str]| {
        let guns: Vec<String> = from.iter().map(|f| format!("artillery {f}")).collect();
        proving(hex, &guns.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(gun("0505", &["0503"]), 3, "open ground");
    assert_eq!(gun("1508", &["1510"]), 6, "rough ground as always");
    assert_eq!(gun("1405", &["1205"]), 6, "over the creek");
    assert_eq!(gun("1305", &["1205"]), 6, "over the creek next to it");
    assert_eq!(gun("1404", &["1204"]), 6, "over the bridge or the creek beside it");
    assert_eq!(gun("1407", &["1206"]), 6, "over the ford");
    assert_eq!(gun("0615", &["0612"]), 6, "over the river");
    assert_eq!(gun("0613", &["0611"]), 3, "on this bank");
    // Every gun's line must cross.
    assert_eq!(gun("1405", &["1205", "1206"]), 6);
    assert_eq!(gun("1405", &["1205", "1407"]), 3);
    // With units next to the enemy only those are asked.
    assert_eq!(proving("1405", &["infantry 1404", "artillery 1205"]), 3);
    // Works do not help against guns: from their barbed side, at two hexes.
    assert_eq!(gun("2012", &["1812"]), 3);
    assert_eq!(gun("2012", &["2010"]), 3);
}

#[test]
fn case_9_0_a_line_of_sight_that_runs_along_a_creek_does_not_cross_it() {
    // From 2112 to 2312 the line keeps between 2211, on its own bank, and 2212, beyond the creek.
    assert_eq!(defence("chickamauga-1975", "2312", &["artillery 2112"]).0, 3);
    assert_eq!(defence("chickamauga-1975", "2212", &["artillery 2210"]).0, 6, "this one crosses");
}

#[test]
fn case_9_0_a_bombardment_along_the_edge_of_the_sheet_has_one_way_only() {
    // Beside each of these lines lies one hex; beyond it the sheet ends.
    assert_eq!(defence("chickamauga-1975", "1128", &["artillery 0928"]).0, 6, "by 1027, over the creek");
    assert_eq!(proving("1301", &["artillery 1101"]), 6, "by 1201");
    assert_eq!(proving("1318", &["artillery 1118"]), 6, "by 1217");
    assert_eq!(proving("0301", &["artillery 0101"]), 3, "no water there");
    assert_eq!(proving("0918", &["artillery 0718"]), 3, "no water there");
}

#[test]
fn case_9_0_the_best_multiple_is_the_same_with_and_without_its_reasons() {
    for scenario in ["proving-ground", "chickamauga-1975", "chattanooga-1975"] {
        let table = on(scenario).set();
        let (battle, state) = (table.game.rules(), table.game.state());
        let unit = battle.ids().next().unwrap();
        for hex in battle.map().grid.hexes() {
            let near: Vec<_> = battle.scenario.field.zone(hex).collect();
            for set in 1_u32..1 << near.len() {
                let from: Vec<_> = (0..near.len()).filter(|i| set & (1 << i) != 0).map(|i| near[i]).collect();
                let adjacent = from.iter().map(|&from| (unit, from)).collect();
                let attack = battle.reckon(state, adjacent, Vec::new(), &[hex]);
                assert_eq!(
                    attack.targets[0].best,
                    battle.multiple(hex, &from, false),
                    "{}",
                    battle.number(hex)
                );
            }
        }
    }
}

#[test]
fn case_9_0_nothing_stands_or_fights_in_water() {
    for hex in ["0614", "0714"] {
        let position = serde_json::json!({"units": [{"id": "u-1", "hex": hex}]});
        let battle = library().battle("proving-ground", &serde_json::Map::new(), Some(&position));
        assert!(battle.is_err_and(|e| e.contains("water")), "{hex}");
    }
    // Units on both banks of the ferry are not in contact, and there is no attack over it.
    let mut table = on("proving-ground")
        .units(&["a union infantry 5 0613", "x confederate infantry 5 0615"])
        .combat(Union)
        .set();
    assert_eq!(table.attack_case(Union, &["a"], &["0615"]), "7.15");
    table.end_combat(Union);
}

#[test]
fn case_9_0_a_unit_may_stand_on_pontoons_and_no_other_river_hex_joins_them() {
    let mut table = on("proving-ground")
        .units(&["a union infantry 1 0213", "x confederate infantry 1 0101"])
        .movement(Union)
        .set();
    table.moves(Union, "a", "0214");
    table.end_movement(Union);
    assert_eq!(table.at("a"), "0214");
    let table = on("proving-ground")
        .units(&["a union infantry 1 0214", "x confederate infantry 1 0101"])
        .movement(Union)
        .set();
    let mut near = table.hexes(Union, "move", "a");
    near.retain(|hex| ["0114", "0314", "0213", "0215", "0115", "0315"].contains(&hex.as_str()));
    assert_eq!(near, ["0115", "0213", "0215", "0315"]);
}

#[test]
fn case_9_0_no_combat_goes_into_or_out_of_pontoons_by_fire_neither() {
    // Beside them nobody owes an attack, whoever stands where.
    for side in [Union, Confederate] {
        let table = on("proving-ground")
            .units(&["a union infantry 5 0213", "x confederate infantry 4 0214"])
            .combat(side)
            .set();
        table.assert_owed(&[], &[]);
    }
    let into = [("infantry", "0213"), ("artillery", "0213"), ("artillery", "0212"), ("artillery", "0211")];
    for (arm, from) in into {
        let a = format!("a union {arm} 5 {from}");
        let mut table =
            on("proving-ground").units(&[&a, "x confederate infantry 4 0214"]).combat(Union).set();
        assert_eq!(table.attack_case(Union, &["a"], &["0214"]), "9.0", "{arm} in {from}");
        assert!(table.hexes(Union, "attack", "a").is_empty(), "{arm} in {from}");
    }
    for (arm, hex) in [("infantry", "0215"), ("artillery", "0215"), ("artillery", "0216")] {
        let (a, x) = (format!("a union {arm} 5 0214"), format!("x confederate infantry 4 {hex}"));
        let mut table = on("proving-ground").units(&[&a, &x]).combat(Union).set();
        assert_eq!(table.attack_case(Union, &["a"], &[hex]), "9.0", "{arm} at {hex}");
    }
    // Fire over them is not combat in them.
    let mut table = on("proving-ground")
        .units(&["a union artillery 5 0213", "x confederate infantry 4 0215"])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0215"]);
}

#[test]
fn case_9_0_zones_neither_enter_nor_leave_pontoons() {
    // x in 0315 would hold whoever comes to 0214, and a in 0214 whoever passes it.
    let table = on("proving-ground")
        .units(&["a union infantry 5 0213", "x confederate infantry 4 0315"])
        .movement(Union)
        .set();
    assert!(table.hexes(Union, "move", "a").iter().any(|hex| hex == "0115"), "on over the pontoons");
    let table = on("proving-ground")
        .units(&["a union infantry 5 0116", "x confederate infantry 4 0214"])
        .movement(Union)
        .set();
    assert!(table.hexes(Union, "move", "a").iter().any(|hex| hex == "0316"), "past them");
}

#[test]
fn case_7_72_a_retreat_may_go_onto_pontoons() {
    let mut table = on("proving-ground")
        .units(&["a union infantry 18 0212", "r confederate infantry 3 0213"])
        .combat(Union)
        .dice(&[4])
        .set();
    table.attacks(Union, &["a"], &["0213"]);
    assert_eq!(table.at("r"), "0213");
    assert_eq!(table.hexes(Confederate, "retreat", "r"), ["0214"]);
    table.retreats(Confederate, "r", "0214");
    assert_eq!(table.at("r"), "0214");
}
