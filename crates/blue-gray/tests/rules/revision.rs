//! Standard rules of the revision of 2006 that are options of its scenarios: cases cited with an r.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Map, Value, json};
use tabletop::{AnyGame, GameSystem};

const OPTIONS: [(&str, &str); 4] = [
    ("strategic-movement", "r6.41"),
    ("separate-bombardments", "r9.14"),
    ("bombardment-odds", "r9.18"),
    ("long-range", "r9.19"),
];

/// The road of the proving ground that runs through it from edge to edge.
const ROAD: [&str; 24] = [
    "0105", "0204", "0305", "0404", "0505", "0604", "0705", "0804", "0905", "1004", "1105", "1204", "1304",
    "1403", "1504", "1603", "1704", "1803", "1904", "2003", "2104", "2203", "2304", "2403",
];

/// A movement phase of the Union with strategic movement.
fn march(scenario: &str, units: &[&str]) -> Table {
    on(scenario).option("strategic-movement").units(units).movement(Union).set()
}

/// A combat phase of the Union on the proving ground with an option.
fn fight(option: &str, units: &[&str], dice: &[u8]) -> Table {
    on("proving-ground").option(option).units(units).combat(Union).dice(dice).set()
}

fn to(unit: &str, hex: &str) -> Value {
    json!({"move": {"unit": unit, "to": hex}})
}

fn path(unit: &str, hexes: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": hexes}})
}

/// How many hexes of the road a unit that begins on its first hex could march along it.
#[track_caller]
fn along(table: &Table, unit: &str) -> usize {
    let hexes = table.hexes(Union, "move", unit);
    ROAD.iter().rposition(|hex| hexes.iter().any(|reached| reached == hex)).unwrap()
}

/// What a hex in reach is told to be.
#[track_caller]
fn target(table: &Table, unit: &str, hex: &str) -> Value {
    let targets = table.targets(Union, "move", json!(unit));
    targets["targets"]
        .as_array()
        .unwrap()
        .iter()
        .find(|target| target["hex"] == hex)
        .cloned()
        .unwrap_or_default()
}

// The options.

#[test]
fn revision_rules_are_options_of_the_scenarios_of_2006_alone_and_off_by_default() {
    for info in library().scenarios() {
        let revised = info.id.ends_with("2006") || info.id == "proving-ground";
        for (id, case) in OPTIONS {
            let offered = info.options.iter().find(|option| option.id == id);
            assert_eq!(offered.is_some(), revised, "{id} of {}", info.id);
            assert!(offered.is_none_or(|o| !o.default && o.case.as_deref() == Some(case)), "{id}");
            let chosen: Map<String, Value> = [(id.to_owned(), json!(true))].into_iter().collect();
            let begun = library().battle(&info.id, &chosen, None);
            assert_eq!(begun.is_ok(), revised, "{id} of {}", info.id);
        }
    }
}

// r6.4 Strategic movement

#[test]
fn revision_6_42_infantry_and_guns_march_two_points_farther() {
    for arm in ["infantry", "artillery"] {
        let unit = format!("a union {arm} 5 0105");
        let off = on("proving-ground").units(&[&unit]).movement(Union).set();
        assert_eq!(along(&off, "a"), 6, "{arm}");
        let mut table = march("proving-ground", &[&unit]);
        assert_eq!(along(&table, "a"), 8, "{arm}");
        assert!(!table.legal(Union, to("a", ROAD[9])), "{arm}");
        let events = table.moves(Union, "a", ROAD[8]);
        assert_eq!(event(&events, "moved")["cost"], 8);
        assert_eq!(event(&events, "moved")["case"], "r6.41");
        assert!(event(&events, "moved")["text"].as_str().unwrap().contains("marches"));
    }
}

#[test]
fn revision_6_42_what_is_added_is_added_to_the_units_own_allowance() {
    let table = march("chickamauga-2006", &["u-wilder 0101"]);
    assert!(table.legal(Union, to("u-wilder", "0902")), "9 of 7 and 2");
    assert!(!table.legal(Union, to("u-wilder", "1103")));
}

#[test]
fn revision_6_43_cavalry_marches_four_points_farther() {
    let mut table = march("proving-ground", &["a union cavalry 5 0105"]);
    assert_eq!(along(&table, "a"), 10);
    assert_eq!(table.case(Union, to("a", ROAD[11])), "5.15");
}

#[test]
fn revision_6_46_at_night_the_addition_is_one_point_less() {
    for (arm, hexes) in [("infantry", 7), ("artillery", 7), ("cavalry", 9)] {
        let unit = format!("a union {arm} 5 0105");
        let table = on("proving-ground").option("strategic-movement").units(&[&unit]).turn(3).movement(Union);
        assert_eq!(along(&table.set(), "a"), hexes, "{arm}");
    }
}

#[test]
fn revision_6_41_it_begins_three_hexes_from_every_enemy() {
    for (enemy, far) in [("0102", true), ("0103", false), ("0108", true), ("0107", false)] {
        let enemy = format!("x confederate infantry 1 {enemy}");
        let mut table = march("proving-ground", &["a union infantry 5 0105", &enemy]);
        assert_eq!(table.legal(Union, to("a", ROAD[8])), far, "{enemy}");
        assert_eq!(along(&table, "a"), if far { 8 } else { 6 }, "{enemy}");
        if !far {
            let (case, text) = table.refused(Union, to("a", ROAD[8]));
            assert_eq!(case, "r6.41");
            assert!(text.contains("2 from x in"), "{text}");
            assert_eq!(table.case(Union, path("a", &ROAD[1..9])), "r6.41");
            // What is too far in any case is refused by its points.
            assert_eq!(table.case(Union, to("a", ROAD[12])), "5.15");
        }
    }
    // An enemy without a zone of control counts like every other; a friend does not.
    let mut table = on("chickamauga-2006")
        .option("strategic-movement")
        .units(&["c-gist 1002", "u-train 1004"])
        .movement(Confederate)
        .set();
    assert_eq!(table.case(Confederate, to("c-gist", "0302")), "r6.41");
    let table = march("proving-ground", &["a union infantry 5 0105", "b union infantry 5 0106"]);
    assert_eq!(along(&table, "a"), 8);
}

#[test]
fn revision_6_44_it_never_comes_nearer_than_three_hexes() {
    // Two hexes from 0705: the road beyond 0604 is closed to it, though it could end far from there.
    let near = &["a union infantry 5 0105", "x confederate infantry 1 0707"];
    let mut table = march("proving-ground", near);
    assert_eq!(along(&table, "a"), 6, "an ordinary move may come near");
    let (case, text) = table.refused(Union, path("a", &ROAD[1..9]));
    assert_eq!(case, "r6.44");
    assert!(text.contains("0705 is 2 from x in 0707"), "{text}");
    let (case, text) = table.refused(Union, to("a", ROAD[8]));
    assert_eq!((case.as_str(), text.contains("3 hexes from every enemy")), ("r6.44", true), "{text}");
    // Three hexes away it passes.
    let table = march("proving-ground", &["a union infantry 5 0105", "x confederate infantry 1 0708"]);
    assert!(table.legal(Union, path("a", &ROAD[1..9])));
    // The last hex counts too.
    let mut table = march("proving-ground", &["a union infantry 5 0105", "x confederate infantry 1 1105"]);
    assert_eq!(table.case(Union, to("a", ROAD[8])), "r6.44");
    assert!(table.legal(Union, to("a", ROAD[7])));
}

#[test]
fn revision_6_44_it_never_mixes_with_ordinary_movement() {
    // Six points by road and off it are an ordinary move; seven are neither.
    let mut table = march("proving-ground", &["a union infantry 5 0105"]);
    assert!(table.legal(Union, path("a", &["0204", "0305", "0404", "0505", "0604", "0603"])));
    let mixed = path("a", &["0204", "0305", "0404", "0505", "0604", "0705", "0706"]);
    let (case, text) = table.refused(Union, mixed);
    assert_eq!((case.as_str(), text.contains("none joins 0705 and 0706")), ("r6.45", true), "{text}");
    assert_eq!(table.case(Union, to("a", "0805")), "r6.45");
    assert!(!table.hexes(Union, "move", "a").contains(&"0805".to_owned()));
    // Nor does it leave the road and come back to it.
    let detour = ["0205", "0305", "0404", "0505", "0604", "0705", "0804"];
    assert_eq!(table.case(Union, path("a", &detour)), "r6.45");
}

#[test]
fn revision_6_45_it_follows_trails_too_at_their_cost() {
    let mut table = march("proving-ground", &["a union infantry 5 1405"]);
    assert!(table.legal(Union, path("a", &["1506", "1605", "1706", "1805"])), "8 points by trail");
    assert_eq!(target(&table, "a", "1805")["strategic"], true);
    assert!(target(&table, "a", "1706")["strategic"].is_null(), "6 points are an ordinary move");
    assert_eq!(table.case(Union, to("a", "1906")), "5.15", "10 points");
}

#[test]
fn revision_6_45_begun_beside_the_road_it_cannot_be() {
    let mut table = march("proving-ground", &["a union infantry 5 0106"]);
    assert_eq!(along(&table, "a"), 6, "one point to the road, five along it, and 0705 from below");
    assert_eq!(table.case(Union, to("a", ROAD[7])), "r6.45");
}

#[test]
fn revision_6_41_chickamauga_19_23_the_train_has_no_strategic_movement() {
    let mut table = march("chickamauga-2006", &["u-train 1002", "a union infantry 5 1203"]);
    let (case, text) = table.refused(Union, to("u-train", "0302"));
    assert_eq!((case.as_str(), text.contains("no strategic movement")), ("19.23", true), "{text}");
    assert_eq!(
        table.case(Union, path("u-train", &["0902", "0801", "0702", "0601", "0502", "0402", "0302"])),
        "19.23"
    );
    assert!(table.legal(Union, to("u-train", "0402")));
    assert!(!table.hexes(Union, "move", "u-train").contains(&"0302".to_owned()));
    // A train of another battle has none either: r6.42 and r6.43 name the other types.
    let mut table = march("proving-ground", &["t union train 1 0105"]);
    assert_eq!(table.case(Union, to("t", ROAD[7])), "r6.42");
    // And nobody marches through it.
    let mut table = march("chickamauga-2006", &["u-train 0702", "a union infantry 5 1002"]);
    assert_eq!(
        table.case(Union, path("a", &["0902", "0801", "0702", "0601", "0502", "0402", "0302"])),
        "19.22"
    );
}

#[test]
fn revision_6_41_a_reinforcement_comes_on_by_a_road_far_from_every_enemy() {
    let due = "a union infantry 5 turn=1 entry=0105";
    let off = on("proving-ground").units(&[due]).movement(Union).set();
    assert_eq!(along(&off, "a"), 5);
    let mut table = march("proving-ground", &[due]);
    assert_eq!(along(&table, "a"), 7, "one point for the entry hex");
    assert_eq!(target(&table, "a", ROAD[7])["strategic"], true);
    let events = table.order(Union, path("a", &ROAD[0..8]));
    assert_eq!(event(&events, "moved")["cost"], 8);
    // Too near an enemy.
    let mut table = march("proving-ground", &[due, "x confederate infantry 1 0107"]);
    assert_eq!(along(&table, "a"), 5);
    assert_eq!(table.case(Union, path("a", &ROAD[0..8])), "r6.41");
    assert_eq!(table.case(Union, to("a", ROAD[7])), "r6.41");
    // Not by road: the hex touches one, and none leaves the map there.
    let mut table = march("proving-ground", &["a union infantry 5 turn=1 entry=0204"]);
    assert_eq!(table.case(Union, to("a", ROAD[8])), "r6.45");
}

#[test]
fn revision_6_42_the_points_pay_for_a_place_in_the_column() {
    // 15.2: the nth unit through a hex in one phase pays n points for it.
    let due: Vec<String> = (1..=9).map(|n| format!("a{n} union infantry 1 turn=1 entry=0101")).collect();
    let due: Vec<&str> = due.iter().map(String::as_str).collect();
    let road = ["0101", "0201", "0302", "0402", "0502", "0601"];
    let mut off = on("chickamauga-2006").units(&due).movement(Union).set();
    let mut table = march("chickamauga-2006", &due);
    for n in 1..6 {
        let order = path(&format!("a{n}"), &road[..=6 - n]);
        off.order(Union, order.clone());
        table.order(Union, order);
    }
    assert_eq!(off.case(Union, path("a6", &road[..2])), "5.15");
    assert!(off.legal(Union, path("a6", &road[..1])));
    assert_eq!(table.case(Union, path("a6", &road[..4])), "5.15", "9 of 8 points");
    for n in 6..=8 {
        let events = table.order(Union, path(&format!("a{n}"), &road[..=8 - n]));
        assert_eq!(event(&events, "moved")["cost"], 8, "a{n}");
    }
}

#[test]
fn revision_6_45_a_march_may_lead_off_the_map_by_the_road() {
    // Seven hexes before the edge, and one point to leave it.
    let exit = json!({"exit": {"unit": "a"}});
    let mut off = on("proving-ground").units(&["a union infantry 5 1704"]).movement(Union).set();
    assert_eq!(off.case(Union, exit.clone()), "14.2");
    let mut table = march("proving-ground", &["a union infantry 5 1704"]);
    assert_eq!(table.hexes(Union, "exit", "a"), ["2403"]);
    let by = json!({"exit": {"unit": "a", "path": &ROAD[17..24]}});
    assert!(table.legal(Union, by));
    let events = table.order(Union, exit.clone());
    assert_eq!(event(&events, "exited")["cost"], 8);
    // An enemy beside the road closes it, one beside the unit too.
    for enemy in ["2105", "1706"] {
        let enemy = format!("x confederate infantry 1 {enemy}");
        let mut table = march("proving-ground", &["a union infantry 5 1704", &enemy]);
        assert!(!table.legal(Union, exit.clone()), "{enemy}");
        assert!(table.hexes(Union, "exit", "a").is_empty());
        let by = json!({"exit": {"unit": "a", "path": &ROAD[17..24]}});
        assert!(table.case(Union, by).starts_with("r6.4"), "{enemy}");
    }
}

#[test]
fn revision_6_41_targets_preview_and_explanation_tell_of_it() {
    let table = march("proving-ground", &["a union infantry 5 0105"]);
    assert_eq!(
        target(&table, "a", ROAD[8]),
        json!({"cost": 8, "hex": ROAD[8], "left": 0, "path": &ROAD[1..9], "stop": false, "strategic": true,
               "undo": true})
    );
    assert!(target(&table, "a", ROAD[6])["strategic"].is_null());
    // Of its own six points on the way, of eight beyond.
    assert_eq!([5, 6, 7].map(|n| target(&table, "a", ROAD[n])["left"].as_u64()), [1, 0, 1].map(Some));
    let preview = table.preview(Union, to("a", ROAD[8]));
    assert_eq!(
        (&preview["legal"], &preview["cost"], &preview["strategic"]),
        (&json!(true), &json!(8), &json!(true))
    );
    assert!(table.preview(Union, to("a", ROAD[6]))["strategic"].is_null());
    let explained = AnyGame::explain(&table.game, Union, &to("a", ROAD[8])).unwrap();
    let asked = serde_json::to_value(&explained).unwrap().to_string();
    assert!(
        explained.legal && asked.contains("r6.41") && asked.contains("r6.42") && asked.contains("r6.45"),
        "{asked}"
    );
    // `reach` tells of the next movement phase, of either side.
    let reach = table.targets(Union, "reach", json!("a"));
    let reached = reach["targets"].as_array().unwrap().iter().find(|one| one["hex"] == ROAD[8]).unwrap();
    assert_eq!(reached["by"][0]["cost"], 8);
}

#[test]
fn revision_6_41_a_crowded_hex_may_be_cleared_by_a_march() {
    // 1002 is shut in but for the road, whose next hexes are full: only a march leads past them.
    let shut: Vec<String> = ["0902", "0801", "0702", "0601", "0502", "0402"]
        .iter()
        .flat_map(|hex| {
            [format!("s{hex}a union infantry 1 {hex}"), format!("s{hex}b union infantry 1 {hex}")]
        })
        .collect();
    let mut units: Vec<&str> = shut.iter().map(String::as_str).collect();
    units.extend([
        "a union infantry 1 1002 movement=6",
        "b union infantry 1 1002",
        "c union infantry 1 1103",
    ]);
    for option in [None, Some("strategic-movement")] {
        let set = option.into_iter().fold(on("chickamauga-2006"), |set, option| set.option(option));
        let table = set.units(&units).movement(Union).set();
        let offered = table.hexes(Union, "move", "a").contains(&"0302".to_owned());
        assert_eq!(offered, option.is_some());
    }
}

/// The hexes that a unit may end a strategic march in, by the rule alone: every simple way along
/// roads and trails, followed hex by hex.
fn marched(table: &Table, from: hexmap::Hex, points: u8, enemies: &[hexmap::Hex]) -> Vec<String> {
    let battle = table.game.rules();
    let (map, field) = (battle.map(), &battle.scenario.field);
    let clear = |hex: hexmap::Hex| enemies.iter().all(|&enemy| map.grid.distance(enemy, hex) >= 3);
    let mut best = std::collections::HashMap::new();
    let mut open = if clear(from) { vec![(from, 0_u8)] } else { Vec::new() };
    while let Some((at, spent)) = open.pop() {
        for (direction, near) in map.grid.neighbours(at) {
            let side = map.side(at, direction);
            let Some(cost) = field.cost(at, direction).filter(|_| side.road || side.trail) else { continue };
            let total = spent + cost;
            if total <= points && clear(near) && best.get(&near).is_none_or(|&known| total < known) {
                best.insert(near, total);
                open.push((near, total));
            }
        }
    }
    let room = |hex: &hexmap::Hex| table.game.state().count(*hex) < 2 && *hex != from;
    best.into_keys().filter(room).map(|hex| battle.number(hex).to_owned()).collect()
}

#[test]
fn revision_6_44_reach_in_generated_positions_is_the_ordinary_one_and_what_roads_and_trails_add() {
    let mut seed = 17_u64;
    let (mut farther, mut barred) = (0, 0);
    for round in 0..60 {
        let scenario = ["chickamauga-2006", "chattanooga-2006"][round % 2];
        let grid = on(scenario).set();
        let hexes: Vec<String> = {
            let map = grid.game.rules().map();
            let field = &grid.game.rules().scenario.field;
            let land = map.grid.hexes().filter(|&hex| !field.is_river(hex) && !field.is_ferry(hex));
            let ways = land.filter(|&hex| map.grid.neighbours(hex).any(|(d, _)| field.has_way(hex, d)));
            ways.map(|hex| map.grid.number(hex).to_owned()).collect()
        };
        let mut pick = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % hexes.len()
        };
        let mut taken = Vec::new();
        let mut units = Vec::new();
        for n in 0..12 {
            let at = pick();
            if taken.contains(&at) {
                continue;
            }
            taken.push(at);
            let arm = ["infantry", "cavalry", "artillery"][n % 3];
            let (name, side) =
                if n < 9 { (format!("u{n}"), "union") } else { (format!("x{n}"), "confederate") };
            units.push(format!("{name} {side} {arm} 3 {}", hexes[at]));
        }
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let turn = if round % 3 == 0 { if scenario.starts_with("chick") { 9 } else { 5 } } else { 1 };
        let set = || on(scenario).units(&units).turn(turn).movement(Union);
        let (off, table) = (set().set(), set().option("strategic-movement").set());
        let (battle, state) = (table.game.rules(), table.game.state());
        let enemies: Vec<_> = battle.on_map(state, Confederate).map(|(_, hex)| hex).collect();
        for (unit, hex) in battle.on_map(state, Union) {
            let of = battle.unit(unit);
            let mut expected = off.hexes(Union, "move", &of.id);
            let ordinary = expected.len();
            let may = battle.may_move(state, Union, unit, &mut tabletop::RuleCheck::quiet()).is_ok();
            let more = if of.arm == blue_gray::Arm::Cavalry { 4 } else { 2 } - u8::from(turn > 1);
            let marched = marched(&table, hex, of.movement + more, &enemies);
            expected.extend(marched.into_iter().filter(|_| may));
            expected.sort();
            expected.dedup();
            let told = table.hexes(Union, "move", &of.id);
            assert_eq!(told, expected, "round {round}: {} in {}", of.id, battle.number(hex));
            farther += usize::from(told.len() > ordinary);
            barred += usize::from(told.len() == ordinary);
        }
    }
    assert!(farther > 100 && barred > 30, "{farther} {barred}");
}

// r9.14 Batteries of one hex

#[test]
fn revision_9_14_two_guns_of_one_hex_may_bombard_two_hexes() {
    let units = [
        "g union artillery 5 0502",
        "h union artillery 5 0502",
        "x confederate infantry 5 0504",
        "y confederate infantry 5 0404",
    ];
    for (option, free) in [("long-range", false), ("separate-bombardments", true)] {
        let mut table = fight(option, &units, &[4, 4]);
        table.attacks(Union, &["g"], &["0504"]);
        table.order(Union, json!({"stand": {}}));
        assert_eq!(table.view()["question"]["kind"], "combat");
        let subjects = |table: &Table| -> bool {
            let options = AnyGame::options(&table.game, Union.into());
            options["verbs"].to_string().contains("\"h\"")
        };
        assert_eq!(subjects(&table), free);
        assert_eq!(table.hexes(Union, "attack", "h"), ["0404"]);
        if !free {
            assert_eq!(table.attack_case(Union, &["h"], &["0404"]), "8.14");
            continue;
        }
        assert_eq!(table.attack_case(Union, &["h"], &["0504"]), "7.14", "a hex is attacked once");
        assert_eq!(table.attack_case(Union, &["g"], &["0404"]), "7.14", "and a gun fires once");
        let explained = AnyGame::explain(&table.game, Union, &attack(&["h"], &["0404"])).unwrap();
        assert!(explained.legal && serde_json::to_string(&explained).unwrap().contains("r9.14"));
        table.attacks(Union, &["h"], &["0404"]);
    }
    // They may still fire together.
    let table = fight("separate-bombardments", &units, &[]);
    assert_eq!(table.odds(Union, &["g", "h"], &["0504"])["attack"], 10);
}

#[test]
fn revision_9_14_frees_batteries_alone() {
    // Infantry with a gun in a hex beside the Train, which has no zone: the gun bombards another
    // hex, and the infantry's attack would be a second one from its hex.
    let units = ["c-gist 1205", "g confederate artillery 5 1205", "u-train 1204", "y union infantry 5 1207"];
    let set = || on("chickamauga-2006").option("separate-bombardments").units(&units).combat(Confederate);
    let mut table = set().dice(&[4, 4]).set();
    if table.legal(Confederate, attack(&["g"], &["1207"])) {
        table.attacks(Confederate, &["g"], &["1207"]);
        table.settle();
        assert_eq!(table.attack_case(Confederate, &["c-gist"], &["1204"]), "7.22");
    }
    let mut table = set().dice(&[4, 4]).set();
    table.attacks(Confederate, &["c-gist"], &["1204"]);
    table.settle();
    if table.at("g") == "1205" && table.at("c-gist") == "1205" {
        assert_eq!(table.attack_case(Confederate, &["g"], &["1207"]), "8.14");
    }
}

#[test]
fn revision_9_14_a_gun_that_bombards_leaves_the_other_of_its_hex_to_whom_an_attack_is_owed() {
    let units = [
        "a union infantry 5 0505",
        "x confederate infantry 5 0504",
        "y confederate infantry 1 0506",
        "z confederate infantry 1 0910",
        "g union artillery 6 0708",
        "h union artillery 6 0708",
    ];
    for (option, free) in [("long-range", false), ("separate-bombardments", true)] {
        let mut table = fight(option, &units, &[1]);
        table.attacks(Union, &["a"], &["0504"]);
        table.settle();
        table.assert_owed(&[], &["0506"]);
        assert_eq!(table.legal(Union, attack(&["g"], &["0910"])), free, "{option}");
    }
}

#[test]
fn revision_9_14_guns_in_an_enemy_zone_attack_together_as_ever() {
    let units = ["g union artillery 5 0502", "h union artillery 5 0502", "x confederate infantry 5 0503"];
    let mut table = fight("separate-bombardments", &units, &[]);
    assert_eq!(table.attack_case(Union, &["g"], &["0503"]), "7.22");
}

// r9.18 The least odds of a bombardment

#[test]
fn revision_9_18_no_bombardment_below_one_to_five() {
    for (defence, allowed) in [(10, true), (11, false), (12, false)] {
        let x = format!("x confederate infantry {defence} 0504");
        let units = ["g union artillery 2 0502", &x];
        assert!(
            on("proving-ground").units(&units).combat(Union).set().legal(Union, attack(&["g"], &["0504"]))
        );
        let mut table = fight("bombardment-odds", &units, &[]);
        assert_eq!(table.legal(Union, attack(&["g"], &["0504"])), allowed, "2 to {defence}");
        let offered = AnyGame::options(&table.game, Union.into())["verbs"].to_string().contains("attack");
        assert_eq!(offered, allowed);
        assert_eq!(table.hexes(Union, "attack", "g").is_empty(), !allowed);
        if !allowed {
            let (case, text) = table.refused(Union, attack(&["g"], &["0504"]));
            assert_eq!((case.as_str(), text.contains(&format!("2 to {defence}"))), ("r9.18", true), "{text}");
            let reason = &table.targets(Union, "attack", json!("g"))["reason"];
            assert_eq!(reason["case"], "r9.18");
            let draft = table.targets(Union, "attack", json!({"attackers": ["g"], "defenders": ["0504"]}));
            assert_eq!(draft["draft"]["refusal"]["case"], "r9.18", "{draft}");
            let nobody = table.targets(Union, "attack", json!({}));
            assert_eq!(nobody["reason"]["case"], "r9.18", "{nobody}");
        }
    }
}

#[test]
fn revision_9_18_more_guns_or_a_neighbour_make_it_legal() {
    let x = "x confederate infantry 15 0504";
    let mut table =
        fight("bombardment-odds", &["g union artillery 2 0502", "h union artillery 1 0303", x], &[]);
    assert_eq!(table.attack_case(Union, &["g"], &["0504"]), "r9.18");
    assert_eq!(table.hexes(Union, "attack", "g"), ["0504"], "it can join the other");
    assert!(table.legal(Union, attack(&["g", "h"], &["0504"])));
    // A combined attack is no bombardment alone.
    let table = fight("bombardment-odds", &["g union artillery 1 0502", "a union infantry 1 0503", x], &[]);
    assert!(table.legal(Union, attack(&["a", "g"], &["0504"])));
    assert!(table.legal(Union, attack(&["a"], &["0504"])), "nor is one of infantry");
    // What the ground multiplies counts.
    let table =
        fight("bombardment-odds", &["g union artillery 2 2206", "x confederate infantry 5 2208"], &[]);
    assert!(table.legal(Union, attack(&["g"], &["2208"])), "2 to 10 in a town");
    let table =
        fight("bombardment-odds", &["g union artillery 2 2206", "x confederate infantry 6 2208"], &[]);
    assert!(!table.legal(Union, attack(&["g"], &["2208"])), "2 to 12");
}

#[test]
fn revision_9_18_and_9_19_hold_in_the_forecast() {
    let subject = json!({"hexes": ["0505"], "attackers": [{"unit": "g", "from": "0502"}]});
    for (strength, odds) in [(3, Some(2)), (2, None)] {
        let gun = format!("g union artillery {strength} 0502");
        let set = on("proving-ground").option("bombardment-odds").option("long-range").movement(Union);
        let table = set.units(&[&gun, "x confederate infantry 10 0505"]).set();
        let told = AnyGame::targets(&table.game, Confederate, "foresee", &subject);
        match (told, odds) {
            (Ok(told), Some(attack)) => assert_eq!(told["attack"]["odds"]["attack"], attack),
            (Err(tabletop::Failure::Refused { refusal, .. }), None) => {
                assert_eq!(refusal.case.to_string(), "r9.18");
            }
            (told, _) => panic!("{strength}: {told:?}"),
        }
    }
}

#[test]
fn revision_9_18_chattanoogas_19_14_lifts_it() {
    let units = ["g union artillery 1 1412", "x confederate infantry 15 1414"];
    let set = on("chattanooga-2006").option("bombardment-odds").units(&units).combat(Union);
    let mut table = set.dice(&[4]).set();
    let explained = AnyGame::explain(&table.game, Union, &attack(&["g"], &["1414"])).unwrap();
    let asked = serde_json::to_string(&explained).unwrap();
    assert!(explained.legal && asked.contains("r19.14") && !asked.contains("r9.18"), "{asked}");
    table.attacks(Union, &["g"], &["1414"]);
}

// r9.19 Fire at range three

#[test]
fn revision_9_19_at_range_three_a_gun_counts_a_third_less() {
    let left = [1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8];
    for (strength, left) in (1..).zip(left) {
        let gun = format!("g union artillery {strength} 0502");
        for (hex, counts) in [("0504", strength), ("0505", left)] {
            let x = format!("x confederate infantry 1 {hex}");
            let off = on("proving-ground").units(&[&gun, &x]).combat(Union).set();
            assert_eq!(off.odds(Union, &["g"], &[hex])["attack"], strength);
            let table = fight("long-range", &[&gun, &x], &[]);
            let odds = table.odds(Union, &["g"], &[hex]);
            assert_eq!(odds["attack"], counts, "{strength} at {hex}");
            assert_eq!(odds["attackers"][0]["strength"], counts);
            let weakened = &odds["attackers"][0]["weakened"];
            if counts == strength {
                assert!(weakened.is_null());
            } else {
                assert_eq!(*weakened, json!({"case": "r9.19", "printed": strength}));
            }
        }
    }
}

#[test]
fn revision_9_19_is_reckoned_gun_by_gun_and_told_in_the_log() {
    let units = [
        "g union artillery 4 0502",
        "h union artillery 4 0502",
        "i union artillery 4 0503",
        "x confederate infantry 5 0505",
    ];
    let mut table = fight("long-range", &units, &[4]);
    assert_eq!(table.odds(Union, &["g", "h"], &["0505"])["attack"], 6, "twice 3, not a third off 8");
    let events = table.attacks(Union, &["g", "i"], &["0505"]);
    let declared = event(&events, "attack-declared");
    assert_eq!(declared["attack"], 7);
    let lines = declared["modifiers"].as_array().unwrap();
    let of = |unit: &str| lines.iter().find(|line| line["unit"] == unit).unwrap();
    assert_eq!((&of("g")["strength"], &of("g")["case"]), (&json!(3.0), &json!("r9.19")));
    assert_eq!((&of("i")["strength"], &of("i")["case"]), (&json!(4.0), &json!("8.11")));
}

#[test]
fn revision_9_19_of_several_hexes_the_nearest_counts() {
    // Support against two hexes: one is two hexes from the guns and one three.
    let units = [
        "g union artillery 6 0502",
        "a union infantry 5 0604",
        "x confederate infantry 5 0504",
        "y confederate infantry 5 0505",
    ];
    let table = fight("long-range", &units, &[]);
    for hexes in [["0504", "0505"], ["0505", "0504"]] {
        assert_eq!(table.odds(Union, &["a", "g"], &hexes)["attack"], 11, "{hexes:?}");
    }
    let alone = [units[0], units[1], units[3]];
    assert_eq!(fight("long-range", &alone, &[]).odds(Union, &["a", "g"], &["0505"])["attack"], 9);
}

#[test]
fn revision_9_19_counts_for_the_odds_of_9_18() {
    let set = |both: bool| {
        let set = on("proving-ground").option("bombardment-odds");
        let set = if both { set.option("long-range") } else { set };
        set.units(&["g union artillery 3 0502", "x confederate infantry 12 0505"]).combat(Union).set()
    };
    assert!(set(false).legal(Union, attack(&["g"], &["0505"])), "3 to 12");
    assert_eq!(set(true).attack_case(Union, &["g"], &["0505"]), "r9.18", "2 to 12");
}
