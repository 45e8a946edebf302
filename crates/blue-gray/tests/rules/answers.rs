//! What the program answers besides orders: options, views, the rulebook of a case.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};
use tabletop::ScenarioLibrary;
use tabletop::{AnyGame, Failure, Viewer};

/// The subjects of a verb in the options, if it is among them.
fn subjects(table: &Table, side: Side, verb: &str) -> Option<Vec<String>> {
    let options = AnyGame::options(&table.game, Viewer::Side(side));
    let verb = options["verbs"].as_array().unwrap().iter().find(|v| v["verb"] == verb)?.clone();
    Some(verb["subjects"].as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect())
}

#[test]
fn every_map_is_found_by_its_own_name() {
    let maps: Vec<(&str, &str)> = library().maps().map(|(name, map)| (name, map.title.as_str())).collect();
    assert!(maps.len() > 3);
    for (name, title) in maps {
        assert_eq!(library().map(name).unwrap().title, title);
    }
    assert!(library().map("no such map").is_none());
}

#[test]
fn a_case_is_cited_with_its_rulebook() {
    let mut table = on("chattanooga-1975")
        .units(&["u-xi-guns 1518", "a union infantry 4 1618", "x confederate infantry 4 1620"])
        .movement(Union)
        .set();
    let system = |table: &mut Table, unit: &str, to: &str| {
        let order = json!({"move": {"unit": unit, "to": to}});
        let explained = AnyGame::explain(&table.game, Union, &order).unwrap();
        match AnyGame::order(&mut table.game, Union, &order, None) {
            Err(Failure::Refused { refusal, system, .. }) => {
                assert_eq!(explained.refusal.unwrap().system, system);
                let asked = explained.asked.last().unwrap();
                assert_eq!((asked.case, &asked.system), (refusal.case, &system));
                (refusal.case.to_string(), system)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(system(&mut table, "u-xi-guns", "1517"), ("16.11".to_owned(), "chattanooga".to_owned()));
    assert_eq!(system(&mut table, "a", "1620"), ("5.12".to_owned(), "blue-gray-1975".to_owned()));
}

#[test]
fn options_offer_a_verb_only_where_it_has_subjects() {
    let units = [
        "a union infantry 4 0508",
        "e union infantry 4 2403",
        "now union infantry 4 turn=1 entry=0101",
        "later union infantry 4 turn=2 entry=0101",
        "x confederate infantry 4 1108",
        "g confederate artillery 4 1208",
    ];
    let table = on("proving-ground").units(&units).movement(Union).set();
    assert_eq!(subjects(&table, Union, "move").unwrap(), ["a", "e", "now"], "later is not due yet");
    assert_eq!(subjects(&table, Union, "exit").unwrap(), ["e"]);
    assert_eq!(subjects(&table, Confederate, "move"), None, "they are not asked");
    // Nobody near the exit; and somebody who could come on but for an enemy in the entry hex.
    let units = [
        "a union infantry 4 0508",
        "now union infantry 4 turn=1 entry=0101",
        "x confederate infantry 4 0101",
    ];
    let table = on("proving-ground").units(&units).movement(Union).set();
    assert_eq!(subjects(&table, Union, "move").unwrap(), ["a"]);
    assert_eq!(subjects(&table, Union, "exit"), None);
    assert!(subjects(&table, Union, "end-movement").is_some());
    // Nobody in contact: no attack. In contact: an attack, and no end before it.
    let table = on("proving-ground")
        .units(&["a union infantry 4 0508", "x confederate infantry 4 0808"])
        .combat(Union)
        .set();
    assert_eq!(
        (subjects(&table, Union, "attack"), subjects(&table, Union, "end-combat")),
        (None, Some(vec![]))
    );
    let table = on("proving-ground")
        .units(&["a union infantry 4 0508", "x confederate infantry 4 0507"])
        .combat(Union)
        .set();
    assert_eq!(
        (subjects(&table, Union, "attack").unwrap(), subjects(&table, Union, "end-combat")),
        (vec!["a".to_owned()], None)
    );
}

#[test]
fn the_view_tells_the_combat_whose_results_are_carried_out() {
    let mut table = on("proving-ground")
        .units(&["a union infantry 18 0508", "g union artillery 3 0510", "x confederate infantry 3 0507"])
        .combat(Union)
        .dice(&[4])
        .set();
    assert_eq!(table.view()["combat"], Value::Null);
    table.attacks(Union, &["a", "g"], &["0507"]);
    assert_eq!(
        table.view()["combat"],
        json!({
            "attackers": ["a"], "bombarding": ["g"], "defenders": ["0507"], "column": "6-1", "die": 4, "result": "Dr",
        })
    );
    table.settle();
    assert_eq!(table.view()["combat"], Value::Null);
}

// Why there is nothing to choose from.

/// The case and the sentence of an empty answer.
#[track_caller]
fn reason(table: &Table, side: Side, verb: &str, subject: Value) -> (String, String) {
    let answer = table.targets(side, verb, subject);
    assert_eq!(answer["targets"], json!([]), "{answer}");
    let reason = &answer["reason"];
    (reason["case"].as_str().unwrap().to_owned(), reason["text"].as_str().unwrap().to_owned())
}

#[test]
fn an_answer_without_moves_says_why() {
    let units = [
        "a union infantry 4 0508",
        "slow union infantry 4 0101 movement=0",
        "e union infantry 4 0808",
        "x confederate infantry 4 0908",
        "later union infantry 4 turn=2 entry=0101",
    ];
    let mut table = on("proving-ground").units(&units).movement(Union).set();
    let why = |table: &Table, side: Side, verb: &str, unit: &str| reason(table, side, verb, json!(unit));
    assert_eq!(why(&table, Union, "move", "x").0, "4.1", "a unit of the other side");
    assert_eq!(why(&table, Confederate, "move", "x").0, "4.1", "the other side is asked");
    assert_eq!(why(&table, Union, "move", "e").0, "5.13");
    assert_eq!(why(&table, Union, "move", "later").0, "14.1");
    let (case, text) = why(&table, Union, "move", "slow");
    assert_eq!(case, "5.15");
    assert_eq!(text, "Slow has nowhere to go: it would take 1 movement points and the unit has 0.");
    assert_eq!(why(&table, Union, "exit", "a").0, "14.2");
    assert_eq!(why(&table, Union, "retreat", "a").0, "4.1", "nobody is asked to retreat");
    for (verb, case) in [("attack", "5.14"), ("advance", "4.1"), ("end-combat", "4.1"), ("hold", "4.1")] {
        assert_eq!(why(&table, Union, verb, "a").0, case, "{verb}");
    }
    let (case, text) = reason(&table, Union, "end-movement", Value::Null);
    assert_eq!((case.as_str(), text.contains("can be ordered")), ("4.1", true), "{text}");
    table.moves(Union, "a", "0507");
    assert_eq!(why(&table, Union, "move", "a").0, "5.17");
    // An answer with targets has no reason.
    let table = on("proving-ground").units(&units).movement(Union).set();
    assert_eq!(table.targets(Union, "move", json!("a"))["reason"], Value::Null);
    let table = on("training").set();
    assert_eq!(reason(&table, Union, "exit", json!("u-1-1")).0, "5.16", "nobody leaves that map");
}

#[test]
fn case_7_82_a_displaced_gun_has_no_targets_and_is_told_why() {
    let mut table = on("proving-ground")
        .units(&[
            "r union infantry 1 0105",
            "g union artillery 2 0106",
            "h union artillery 2 0106",
            "x confederate infantry 5 0204",
            "y confederate infantry 4 0308",
        ])
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["r"], &["0204"]);
    table.order(Union, retreat("r", "0106", &[("g", "0107")]));
    table.order(Confederate, json!({"hold": {}}));
    let (case, text) = reason(&table, Union, "attack", json!("g"));
    assert_eq!(case, "7.82");
    assert!(text.contains("displaced"), "{text}");
    assert!(!table.targets(Union, "attack", json!("h"))["targets"].as_array().unwrap().is_empty());
}

#[test]
fn an_answer_without_enemies_to_attack_says_why() {
    let units = [
        "a union infantry 4 0508",
        "b union infantry 4 0101",
        "c union infantry 4 0609",
        "g union artillery 4 0110",
        "x confederate infantry 4 0507",
        "y confederate infantry 4 0711",
    ];
    let mut table = on("proving-ground").units(&units).combat(Union).dice(&[1]).set();
    assert_eq!(reason(&table, Union, "attack", json!("b")).0, "7.15", "nobody is next to it");
    assert_eq!(reason(&table, Union, "attack", json!("g")).0, "8.11", "out of range");
    let draft = json!({"attackers": ["a"], "defenders": ["0507"]});
    assert_eq!(reason(&table, Union, "attack", draft).0, "7.25", "y is too far to join in");
    table.attacks(Union, &["a"], &["0507"]);
    table.settle();
    assert_eq!(reason(&table, Union, "attack", json!("a")).0, "7.14");
    let (case, _) = reason(&table, Union, "attack", json!({}));
    assert_eq!(case, "7.15", "nobody is left who could");
    assert_eq!(reason(&table, Confederate, "attack", json!({})).0, "4.1");
    let table = on("proving-ground").units(&["a union infantry 4 0508"]).combat(Union).set();
    let (case, text) = reason(&table, Union, "attack", json!({}));
    assert_eq!((case.as_str(), text.as_str()), ("7.0", "No Confederate unit is on the map."));
}

#[test]
fn case_7_72_units_without_a_way_out_are_told_of_before_they_are_gone() {
    let mut table = on("chattanooga-1975")
        .units(&[
            "x confederate infantry 30 1518",
            "u-xi-guns 1517",
            "a union infantry 1 1517",
            "f union infantry 1 2504",
        ])
        .combat(Confederate)
        .dice(&[4])
        .set();
    table.attacks(Confederate, &["x"], &["1517"]);
    let question = table.view()["question"].clone();
    assert_eq!(question["units"], json!(["a"]));
    assert_eq!(question["stuck"][0]["unit"], "u-xi-guns");
    assert_eq!(
        (&question["stuck"][0]["case"], &question["stuck"][0]["system"]),
        (&json!("16.11"), &json!("chattanooga"))
    );
    assert!(question["text"].as_str().unwrap().contains("it is eliminated"), "{question}");
    assert_eq!(reason(&table, Union, "retreat", json!("u-xi-guns")).0, "16.11");
    assert_eq!(reason(&table, Union, "retreat", json!("f")).0, "7.71", "it is not asked");
    assert_eq!(reason(&table, Confederate, "retreat", json!("a")).0, "7.71", "the other side is asked");
    let options = AnyGame::options(&table.game, Viewer::Side(Union));
    assert_eq!(options["question"]["stuck"], question["stuck"]);
    let way = table.hexes(Union, "retreat", "a")[0].clone();
    let events = table.retreats(Union, "a", &way);
    assert_eq!(eliminated(&events), ["u-xi-guns by 16.11"]);
    assert_eq!(table.view()["question"]["stuck"], Value::Null);
}

#[test]
fn case_7_81_a_retreat_to_where_nobody_can_go_is_refused_and_not_offered() {
    let table = {
        let units = ["a union infantry 18 0204", "r confederate infantry 3 0105"];
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        table.attacks(Union, &["a"], &["0105"]);
        table
    };
    let subject = |to: &str| json!({"unit": "r", "to": to, "displace": []});
    let open = table.targets(Confederate, "retreat", subject("0106"));
    assert_eq!(open["targets"], json!([{"hex": "0106", "displace": []}]));
    for to in ["0108", "0205", "0104"] {
        match AnyGame::targets(&table.game, Confederate, "retreat", &subject(to)) {
            Err(Failure::Refused { refusal, .. }) => assert!(refusal.message.contains(to), "{refusal}"),
            other => panic!("{to}: {other:?}"),
        }
    }
    assert_eq!(reason(&table, Union, "retreat", subject("0106")).0, "7.71");
}

#[test]
fn chickamauga_20_0_where_wilder_could_go_before_combat_is_told() {
    let mut table = on("chickamauga-2006")
        .units(&["u-wilder 1207", "x confederate infantry 9 1208"])
        .combat(Confederate)
        .set();
    let (case, _) = reason(&table, Union, "retreat-before-combat", Value::Null);
    assert_eq!(case, "4.1");
    table.attacks(Confederate, &["x"], &["1207"]);
    assert_eq!(table.asked(), "union retreat-before-combat");
    let ways = table.targets(Union, "retreat-before-combat", json!("u-wilder"))["targets"].clone();
    assert!(!ways.as_array().unwrap().is_empty());
    assert_eq!(table.targets(Union, "retreat-before-combat", Value::Null)["targets"], ways);
    assert_eq!(reason(&table, Confederate, "retreat-before-combat", json!("u-wilder")).0, "20.0");
}

// What can be looked up at any time.

#[test]
fn case_8_3_lines_of_sight_are_told_from_any_hex_to_either_seat() {
    let table =
        on("proving-ground").units(&["a union infantry 4 0508", "x confederate infantry 4 0807"]).set();
    for side in [Union, Confederate] {
        let sight = table.targets(side, "sight", json!("1408"));
        assert_eq!(sight["from"], "1408");
        let to = |hex: &str| sight["targets"].as_array().unwrap().iter().find(|t| t["hex"] == hex).cloned();
        // Next to it there is nothing to bombard but over the open creek.
        let next = to("1407").unwrap();
        assert_eq!(
            (&next["range"], &next["view"], &next["bombardment"]),
            (&json!(1), &json!("clear"), &Value::Null)
        );
        assert_eq!(to("1410").unwrap()["bombardment"]["case"], "8.11");
        assert_eq!(to("1404").map(|t| t["range"].clone()), None, "out of range");
    }
    let creek = table.targets(Union, "sight", json!("1206"));
    let over = creek["targets"].as_array().unwrap().iter().find(|t| t["hex"] == "1306").unwrap().clone();
    assert_eq!(
        (&over["range"], &over["bombardment"]["case"], &over["bombardment"]["over-water"]),
        (&json!(1), &json!("8.45"), &json!(true))
    );
    // Through the woods, and along a hexside between two woods.
    let woods = table.targets(Union, "sight", json!("1404"));
    let to =
        |hex: &str| woods["targets"].as_array().unwrap().iter().find(|t| t["hex"] == hex).unwrap().clone();
    let blocked = to("1604");
    assert_eq!((&blocked["view"], &blocked["by"][0]["text"]), (&json!("blocked"), &json!("forest")));
    let cases: Vec<&Value> = blocked["by"].as_array().unwrap().iter().map(|by| &by["case"]).collect();
    assert_eq!(cases, ["8.32", "8.32"], "{blocked}");
    let through = table.targets(Union, "sight", json!("1504"));
    let through = through["targets"].as_array().unwrap().iter().find(|t| t["hex"] == "1506").unwrap().clone();
    assert_eq!(through["by"], json!([{"hex": "1505", "case": "8.31", "text": "forest", "view": "blocked"}]));
    for wrong in [json!("9999"), Value::Null, json!(["1404"])] {
        assert!(
            matches!(AnyGame::targets(&table.game, Union, "sight", &wrong), Err(Failure::Malformed(_))),
            "{wrong}"
        );
    }
}

#[test]
fn case_6_1_zones_are_told_with_who_exerts_them_and_where_they_stop() {
    let table = on("proving-ground")
        .units(&[
            "a union infantry 4 1206",
            "b union artillery 4 1206",
            "x confederate infantry 4 0807",
            "d union infantry 1 turn=3 entry=0101",
        ])
        .set();
    let zones = table.targets(Confederate, "zones", json!("union"));
    let hexes: Vec<&str> =
        zones["targets"].as_array().unwrap().iter().map(|t| t["hex"].as_str().unwrap()).collect();
    // Over the ford into 1307, but not over the open creek into 1306.
    assert_eq!(hexes.len(), 5);
    assert!(["1106", "1107", "1205", "1207", "1307"].iter().all(|hex| hexes.contains(hex)), "{hexes:?}");
    assert_eq!(
        zones["targets"][0]["by"],
        json!([{"unit": "a", "hex": "1206"}, {"unit": "b", "hex": "1206"}])
    );
    assert_eq!(
        zones["stopped"],
        json!([
            {"hex": "1306", "from": "1206", "side": "union", "units": ["a", "b"], "case": "6.6", "text": "the creek between 1206 and 1306 has neither bridge nor ford"},
        ])
    );
    let both = table.targets(Union, "zones", Value::Null)["targets"].as_array().unwrap().len();
    let theirs = table.targets(Union, "zones", json!("x"))["targets"].as_array().unwrap().len();
    assert_eq!((both, theirs), (11, 6));
    assert_eq!(reason(&table, Union, "zones", json!("d")).0, "6.1", "it is not on the map");
    assert!(matches!(AnyGame::targets(&table.game, Union, "zones", &json!(7)), Err(Failure::Malformed(_))));
    let table = on("chickamauga-1975").units(&["u-train 1207"]).set();
    let (case, text) = reason(&table, Confederate, "zones", json!("u-train"));
    assert_eq!((case.as_str(), text.as_str()), ("19.3", "The Train has no zone of control."));
    assert_eq!(table.targets(Union, "zones", Value::Null)["none"][0]["case"], "19.3");
    assert_eq!(reason(&table, Confederate, "zones", json!("confederate")).0, "6.1");
    // A river hex and a ferry stop them too.
    let table = on("proving-ground").units(&["a union infantry 4 0613"]).set();
    let stops = table.targets(Union, "zones", json!("a"))["stopped"].clone();
    assert!(
        stops
            .as_array()
            .unwrap()
            .iter()
            .any(|s| s["hex"] == "0614" && s["text"] == "0614 is a river ferry hex"),
        "{stops}"
    );
    // From pontoons nothing reaches anywhere, whatever lies around them.
    let table = on("proving-ground").units(&["a union infantry 4 0214"]).set();
    let stops = table.targets(Union, "zones", json!("a"))["stopped"].clone();
    let texts: Vec<&str> = stops.as_array().unwrap().iter().map(|s| s["text"].as_str().unwrap()).collect();
    assert!(
        texts.iter().all(|text| text.ends_with("is a pontoon hex") || text.ends_with("is a river hex")),
        "{texts:?}"
    );
}

#[test]
fn case_7_6_the_table_and_the_terrain_effects_are_told() {
    let table = on("proving-ground").units(&["a union infantry 4 0508"]).set();
    let told = table.targets(Confederate, "table", Value::Null);
    let columns: Vec<&str> =
        told["targets"].as_array().unwrap().iter().map(|t| t["column"].as_str().unwrap()).collect();
    assert_eq!(columns, ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]);
    assert_eq!(told["targets"][6]["results"], json!(["De", "Dr", "Dr", "Dr", "Dr", "Ex"]));
    let effect = |list: &str, name: &str| {
        let lines = told[list].as_array().unwrap();
        let line = lines.iter().find(|l| l["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        (line["cost"].as_u64(), line["multiple"].as_u64().unwrap(), line["blocks"].as_bool().unwrap())
    };
    // The terrain effects chart, 9.0.
    for (name, line) in [
        ("clear", (Some(1), 1, false)),
        ("forest", (Some(3), 1, true)),
        ("rough", (Some(3), 2, false)),
        ("forest & rough", (Some(6), 2, true)),
        ("town", (Some(1), 2, true)),
        ("river ferry", (Some(3), 1, false)),
        ("river", (None, 1, false)),
        ("road", (Some(1), 1, false)),
        ("trail", (Some(2), 1, false)),
    ] {
        assert_eq!(effect("terrain", name), line, "{name}");
    }
    for (name, line) in [
        ("creek", (None, 1, false)),
        ("bridge", (Some(0), 2, false)),
        ("ford", (Some(1), 2, false)),
        ("works", (Some(0), 3, false)),
        ("bombardment over water", (None, 2, false)),
    ] {
        assert_eq!(effect("hexsides", name), line, "{name}");
    }
    assert_eq!((&told["stacking"]["limit"], &told["bombardment"]["farthest"]), (&json!(2), &json!(3)));
    assert!(matches!(AnyGame::targets(&table.game, Union, "table", &json!("a")), Err(Failure::Malformed(_))));
    assert!(matches!(
        AnyGame::targets(&table.game, Union, "tables", &Value::Null),
        Err(Failure::Malformed(_))
    ));
}

#[test]
fn what_blocks_a_sight_is_told_of_guns_and_of_hexes_in_range_alone() {
    let table = on("proving-ground")
        .units(&[
            "g union artillery 4 1404",
            "a union infantry 4 1406",
            "open confederate infantry 4 1402",
            "hidden confederate infantry 4 1604",
            "far confederate infantry 4 1904",
        ])
        .combat(Union)
        .set();
    let told = |unit: &str| {
        let answer = table.targets(Union, "attack", json!(unit));
        let list = |key: &str| -> Vec<String> {
            answer[key].as_array().unwrap().iter().map(|t| t["hex"].as_str().unwrap().to_owned()).collect()
        };
        (list("targets"), list("blocked"))
    };
    assert_eq!(told("g"), (vec!["1402".to_owned()], vec!["1604".to_owned()]));
    assert_eq!(told("a"), (vec![], vec![]), "infantry needs no line of sight");
    let blocked = table.targets(Union, "attack", json!("g"))["blocked"][0].clone();
    assert_eq!((&blocked["from"], &blocked["case"]), (&json!("1404"), &json!("8.32")));
}

/// The sentence of the first event of a kind.
fn sentence(events: &[Value], kind: &str) -> String {
    event(events, kind)["text"].as_str().unwrap().to_owned()
}

#[test]
fn the_log_tells_what_happened_in_sentences() {
    let mut table = on("proving-ground")
        .units(&[
            "a union infantry 4 0508",
            "b union infantry 4 0308",
            "n union infantry 4 turn=1 entry=0101,0103",
        ])
        .movement(Union)
        .set();
    assert_eq!(sentence(&table.moves(Union, "a", "0507"), "moved"), "A moves to 0507 (1 point).");
    assert_eq!(sentence(&table.moves(Union, "b", "0306"), "moved"), "B moves to 0306 (2 points).");
    assert_eq!(
        sentence(&table.moves(Union, "n", "0102"), "moved"),
        "N comes on by 0101 and moves to 0102 (2 points)."
    );
    let events = table.end_movement(Union);
    assert_eq!(sentence(&events, "phase-began"), "Game-turn 1: the Union combat phase.");
    let events = table.end_combat(Union);
    assert_eq!(sentence(&events, "phase-began"), "Game-turn 1: the Confederate movement phase.");

    let units = [
        "a union infantry 9 0508",
        "b union infantry 9 0508",
        "c union infantry 9 0607",
        "g union artillery 3 0510",
        "h union artillery 3 0510",
        "x confederate infantry 3 0507",
    ];
    // Who is named, and how it is said.
    for (attackers, told) in [
        (&["c"][..], "C attacks 0507: 9 against 3 is 3-1."),
        (&["a", "b"], "A and b attack 0507: 18 against 3 is 6-1."),
        (&["g"], "The g artillery bombards 0507: 3 against 3 is 1-1."),
        (&["g", "h"], "The g artillery and the h artillery bombard 0507: 6 against 3 is 2-1."),
        (&["c", "g"], "C, with the g artillery bombarding attack 0507: 12 against 3 is 4-1."),
    ] {
        let alone: Vec<&str> = units
            .iter()
            .copied()
            .filter(|u| u.starts_with('x') || attackers.iter().any(|a| u.starts_with(a)))
            .collect();
        let mut table = on("proving-ground").units(&alone).combat(Union).dice(&[3]).set();
        assert_eq!(sentence(&table.attacks(Union, attackers, &["0507"]), "attack-declared"), told);
    }
    let mut table =
        on("proving-ground").units(&["c union infantry 9 0607", units[5]]).combat(Union).dice(&[1]).set();
    let order = json!({"attack": {"attackers": ["c"], "defenders": ["0507"], "column": "1-2"}});
    let events = table.order(Union, order);
    assert_eq!(
        sentence(&events, "attack-declared"),
        "C attacks 0507: 9 against 3 is 3-1, rolled on the 1-2 column by choice."
    );
    assert_eq!(sentence(&events, "die-thrown"), "Die 1 at 1-2: Dr (the defenders retreat).");
}

#[test]
fn a_preview_tells_what_each_result_would_mean() {
    let units = ["a union infantry 4 0508", "g union artillery 4 0510", "x confederate infantry 2 0507"];
    let table = on("proving-ground").units(&units).combat(Union).set();
    let texts = |attackers: &[&str], column: &str| -> Vec<(String, String)> {
        let order = json!({"attack": {"attackers": attackers, "defenders": ["0507"], "column": column}});
        let chances = table.preview(Union, order)["chances"].clone();
        let of = |c: &Value, key: &str| c[key].as_str().unwrap().to_owned();
        chances.as_array().unwrap().iter().map(|c| (of(c, "result"), of(c, "text"))).collect()
    };
    let both = texts(&["a", "g"], "4-1");
    assert_eq!(both[0], ("De".to_owned(), "the defenders are eliminated: x".to_owned()));
    assert_eq!(both[1], ("Dr".to_owned(), "the defenders retreat: x".to_owned()));
    assert_eq!(both[2], ("Ex".to_owned(), "x eliminated; the attackers lose at least 2".to_owned()));
    let low = texts(&["a", "g"], "1-4");
    assert_eq!(
        low,
        [
            ("Ar".to_owned(), "the attackers retreat: a".to_owned()),
            ("Ae".to_owned(), "the attackers are eliminated: a".to_owned()),
        ]
    );
    // Guns that bombard alone suffer nothing.
    let table = on("proving-ground").units(&["g union artillery 8 0510", units[2]]).combat(Union).set();
    let texts = |column: &str| -> Vec<String> {
        let order = json!({"attack": {"attackers": ["g"], "defenders": ["0507"], "column": column}});
        let chances = table.preview(Union, order)["chances"].clone();
        chances.as_array().unwrap().iter().map(|c| c["text"].as_str().unwrap().to_owned()).collect()
    };
    let nothing = "no effect: bombarding artillery suffers nothing";
    assert_eq!(texts("1-4"), [nothing, nothing]);
    assert_eq!(texts("4-1")[2], "the defenders are eliminated: x");
}

#[test]
fn case_7_72_a_preview_knows_that_there_is_no_way_to_retreat() {
    let text = |units: &[&str], attackers: &[&str], result: &str| {
        let table = on("proving-ground").units(units).combat(Union).set();
        let order = json!({"attack": {"attackers": attackers, "defenders": ["0507"]}});
        let chances = table.preview(Union, order)["chances"].clone();
        let of_result = chances.as_array().unwrap().iter().find(|c| c["result"] == result).unwrap();
        of_result["text"].as_str().unwrap().to_owned()
    };
    // Between two enemies every hex around is in a zone of control.
    let defender = "x confederate infantry 2 0507";
    let around = ["a union infantry 4 0508", "b union infantry 4 0506", defender];
    let lost = "the defenders retreat: x; eliminated, with no way to retreat: x";
    assert_eq!(text(&around, &["a", "b"], "Dr"), lost);
    assert_eq!(text(&[around[0], defender], &["a"], "Dr"), "the defenders retreat: x");
    let mut table = on("proving-ground").units(&around).combat(Union).dice(&[2]).set();
    let events = table.attacks(Union, &["a", "b"], &["0507"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    assert_eq!(event(&events, "eliminated")["case"], "7.72");
}

#[test]
fn case_7_75_guns_that_cannot_be_moved_do_not_advance() {
    let set = |guns: &str| {
        let mut table = on("proving-quota")
            .units(&[&format!("{guns} 0508"), "x union infantry 1 0507", "z union infantry 1 1508"])
            .combat(Confederate)
            .dice(&[1])
            .set();
        table.attacks(Confederate, &[guns.split(' ').next().unwrap()], &["0507"]);
        table
    };
    let free = set("q confederate artillery 12");
    assert_eq!(free.asked(), "confederate advance");
    // Of strength 2 they attack at 2-1: Dr with a 1.
    let mut table = set("c-guns");
    assert_eq!(table.asked(), "union retreat");
    let way = table.hexes(Union, "retreat", "x")[0].clone();
    table.retreats(Union, "x", &way);
    assert_eq!(table.asked(), "confederate combat", "nobody advances");
}

#[test]
fn the_score_is_whose_points_are_more_and_how_clearly() {
    let score = |units: &[&str]| {
        let table = on("proving-ground").units(units).set();
        let score = tabletop::Rules::score(table.game.rules(), table.game.state());
        (score.points.union - score.points.confederate, score.level, score.winner)
    };
    // 2208 is worth five to whoever holds it, the Confederates where nobody came; five is a draw.
    assert_eq!(score(&["a union infantry 1 0508"]), (-5, "draw".to_owned(), None));
    assert_eq!(score(&["a union infantry 1 2208"]), (5, "draw".to_owned(), None));
    // A strength point more decides it.
    let after = |units: &[&str], side: Side, unit: &str, hex: &str, die: u8| {
        let mut table = on("proving-ground").units(units).combat(side).dice(&[die]).set();
        table.attacks(side, &[unit], &[hex]);
        table.settle();
        let score = tabletop::Rules::score(table.game.rules(), table.game.state());
        (score.points.union - score.points.confederate, score.level, score.winner)
    };
    let units = ["a union infantry 18 2208", "x confederate infantry 1 2207"];
    assert_eq!(after(&units, Union, "a", "2207", 1), (6, "union decisive".to_owned(), Some(Union)));
    let units = ["a confederate infantry 18 2208", "x union infantry 1 2207"];
    assert_eq!(
        after(&units, Confederate, "a", "2207", 1),
        (-6, "confederate decisive".to_owned(), Some(Confederate))
    );
}

#[test]
fn the_log_tells_at_the_end_who_won() {
    let play = |units: &[&str], attacker: &str| {
        let mut table = on("proving-ground").units(units).turn(6).combat(Confederate).dice(&[1]).set();
        if !attacker.is_empty() {
            table.attacks(Confederate, &[attacker], &["2207"]);
            table.settle();
        }
        sentence(&table.end_combat(Confederate), "game-ended")
    };
    let far = "f union infantry 1 0101";
    assert_eq!(play(&[far], ""), "The game is over: Union 0, Confederate 5: a draw.");
    assert_eq!(
        play(&[far, "a confederate infantry 18 2208", "x union infantry 1 2207"], "a"),
        "The game is over: Union 0, Confederate 6: a decisive Confederate victory."
    );
    let mut table = on("proving-ground")
        .units(&["a union infantry 18 2208", "x confederate infantry 1 2207"])
        .turn(6)
        .combat(Union)
        .dice(&[1])
        .set();
    table.attacks(Union, &["a"], &["2207"]);
    table.settle();
    table.end_combat(Union);
    table.end_movement(Confederate);
    let events = table.end_combat(Confederate);
    assert_eq!(
        sentence(&events, "game-ended"),
        "The game is over: Union 6, Confederate 0: a decisive Union victory."
    );
}

#[test]
fn case_5_1_where_either_side_could_come_is_told_at_any_time() {
    let table = on("proving-ground")
        .units(&[
            "a union infantry 4 1206",
            "b union cavalry 4 0508",
            "x confederate infantry 4 0807",
            "d union infantry 1 turn=3 entry=0101",
        ])
        .set();
    // It is the Union's phase, and the Confederates' reach can be had all the same.
    let reach = |subject: &str| table.targets(Union, "reach", json!(subject))["targets"].clone();
    let theirs = reach("confederate");
    assert_eq!(theirs, reach("x"), "the only unit there is");
    let hexes = |told: &Value| -> Vec<String> {
        let all = told.as_array().unwrap().iter();
        all.map(|t| t["hex"].as_str().unwrap().to_owned()).collect()
    };
    assert!(hexes(&theirs).contains(&"0806".to_owned()) && !hexes(&theirs).contains(&"0508".to_owned()));
    assert_eq!(theirs[0]["by"][0]["unit"], "x");
    // What a side's own unit could do is what its targets say, as long as nobody stands there.
    let mine = reach("a");
    let moves = table.targets(Union, "move", json!("a"));
    for target in moves["targets"].as_array().unwrap() {
        let told = mine.as_array().unwrap().iter().find(|t| t["hex"] == target["hex"]).unwrap();
        let points = target["cost"].as_f64();
        let by = json!([{"cost": target["cost"], "points": points, "unit": "a"}]);
        assert_eq!(told["by"], by, "{target}");
    }
    assert_eq!(reach("d"), json!([]), "not on the map");
    for wrong in [json!("nobody"), Value::Null] {
        assert!(matches!(AnyGame::targets(&table.game, Union, "reach", &wrong), Err(Failure::Malformed(_))));
    }
}

#[test]
fn case_5_1_where_very_many_could_come_is_told_of_one_unit_at_a_time() {
    let hexes = (3..=22).flat_map(|column| [10, 14, 18].map(|row| format!("{column:02}{row:02}")));
    let units: Vec<String> = hexes.map(|hex| format!("u{hex} union infantry 4 {hex} movement=60")).collect();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let table = on("chickamauga-1975").units(&units).set();
    let all = AnyGame::targets(&table.game, Union, "reach", &json!("union"));
    assert!(matches!(all, Err(Failure::Malformed(why)) if why.contains("ask for one unit")));
    assert_ne!(table.targets(Union, "reach", json!("u0310"))["targets"], json!([]));
}
