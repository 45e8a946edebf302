//! 21.1 and 21.2: points, occupation and levels.

use serde_json::{Value, json};
use tabletop::{AnyGame, GameSystem, Rules, Viewer};

use crate::check::*;
use crate::chickamauga::{EDITIONS, exit, holder, line, path, points};

#[test]
fn chickamauga_21_11_a_point_for_each_strength_point_eliminated() {
    for edition in EDITIONS {
        let units = [
            "a union infantry 30 1206",
            "x confederate infantry 3 1306",
            "y confederate artillery 2 1306",
            "b union infantry 7 0201",
        ];
        let mut table = on(edition).units(&units).combat(Union).dice(&[1]).set();
        let before = points(&table);
        table.attacks(Union, &["a"], &["1306"]);
        assert_eq!(points(&table), (before.0 + 5, before.1));
        assert_eq!(line(&table, "21.11"), ["union 5: 5 Confederate strength points eliminated"]);
        let units = ["a union infantry 3 1206", "c union infantry 4 1206", "x confederate infantry 42 1306"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[1]).set();
        let before = points(&table);
        table.attacks(Confederate, &["x"], &["1206"]);
        assert_eq!(points(&table), (before.0, before.1 + 7));
    }
}

#[test]
fn chickamauga_21_11_strength_that_left_the_map() {
    for (edition, each) in [("chickamauga-1975", 10), ("chickamauga-2006", 5)] {
        let mut table = on(edition)
            .units(&["a union infantry 4 0101", "b union cavalry 3 0111", "x confederate infantry 4 2020"])
            .movement(Union)
            .set();
        let before = points(&table);
        table.order(Union, exit("a"));
        table.order(Union, exit("b"));
        assert_eq!(points(&table), (before.0 + 7, before.1), "1 each for the union");
        let mut table = on(edition).units(&["x confederate infantry 4 0101"]).movement(Confederate).set();
        let before = points(&table);
        table.order(Confederate, exit("x"));
        assert_eq!(points(&table), (before.0, before.1 + 4 * each), "{each} each for the confederates");
    }
}

#[test]
fn chickamauga_21_11_ten_points_if_the_train_has_not_left() {
    for edition in EDITIONS {
        let late = "confederate 10: the Train has not left the map";
        let mut table = on(edition).units(&["u-train 0101"]).movement(Union).set();
        assert!(line(&table, "21.11").contains(&late.to_owned()));
        let before = points(&table);
        table.order(Union, exit("u-train"));
        assert!(!line(&table, "21.11").contains(&late.to_owned()));
        assert_eq!(points(&table), (before.0 + 1, before.1 - 10));
        // Not yet come on is not having left.
        let table = on(edition).units(&["u-train turn=7"]).movement(Union).set();
        assert!(line(&table, "21.11").contains(&late.to_owned()));
    }
}

#[test]
fn chickamauga_21_12_points_for_hexes_at_the_end() {
    // hex, who can have it, points, who holds it at the start
    let prizes_1975 = [
        ("1920", Some(Union), 10, Confederate),
        ("2311", Some(Union), 20, Confederate),
        ("0211", Some(Confederate), 20, Union),
        ("0502", Some(Confederate), 20, Union),
        ("0822", None, 5, Union),
        ("1108", None, 5, Union),
        ("1115", None, 5, Union),
    ];
    let prizes_2006 = [
        ("1922", Some(Union), 10, Confederate),
        ("2311", Some(Union), 20, Confederate),
        ("0211", Some(Confederate), 20, Union),
        ("0502", Some(Confederate), 20, Union),
        ("0822", None, 5, Union),
        ("1207", None, 5, Union),
        ("1115", None, 5, Union),
    ];
    for (edition, prizes) in [("chickamauga-1975", prizes_1975), ("chickamauga-2006", prizes_2006)] {
        let far = "far union infantry 1 0301";
        let start = on(edition).units(&[far]).set();
        assert_eq!(points(&start), (15, 0), "three hexes of 5 are the union's at the start");
        assert_eq!(line(&start, "21.12").len(), 3);
        for (hex, whose, worth, first) in prizes {
            assert_eq!(holder(&start, hex), first.word(), "{hex} in {edition}");
            for side in [Union, Confederate] {
                let unit = format!("a {} infantry 1 {hex}", side.word());
                let table = on(edition).units(&[far, &unit]).set();
                assert_eq!(holder(&table, hex), side.word());
                let won = |s: Side| if s == side && whose.is_none_or(|w| w == s) { worth } else { 0 };
                let others = if whose.is_none() { 10 } else { 15 };
                assert_eq!(
                    points(&table),
                    (others + won(Union), won(Confederate)),
                    "{hex} in {edition}, {side}"
                );
            }
        }
    }
}

#[test]
fn chickamauga_21_12_a_prize_has_the_name_of_the_place_that_is_there() {
    for edition in EDITIONS {
        let view = on(edition).set().view();
        for watch in view["control"].as_array().unwrap() {
            let (hex, name) = (watch["hex"].as_str().unwrap(), watch["name"].as_str().unwrap());
            match name {
                "Alexander's Bridge" => assert_eq!(hex, "1922", "{edition}: the bridge is at 1922/2022"),
                "Crossroads" => {
                    let map = library().map("chickamauga").unwrap();
                    let at = map.grid.parse(hex).unwrap();
                    let roads = map.grid.neighbours(at).filter(|&(d, _)| map.side(at, d).road).count();
                    assert!(roads >= 3, "{edition}: {roads} roads meet in {hex}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn chickamauga_21_2_who_was_last_in_or_through_a_hex_occupies_it() {
    for edition in EDITIONS {
        let units = ["x confederate infantry 3 0722", "far union infantry 1 0301"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        assert_eq!(holder(&table, "0822"), "union");
        // Through 0822 and out of it again.
        table.order(Confederate, path("x", &["0822", "0823"]));
        assert_eq!(holder(&table, "0822"), "confederate");
        table.end_movement(Confederate);
        table.end_combat(Confederate);
        assert_eq!(holder(&table, "0822"), "confederate", "it stays so");
        // A zone is no occupation: x in 0823 is next to 0822.
        let units = ["x confederate infantry 3 0722", "far union infantry 1 0301"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        table.order(Confederate, path("x", &["0723"]));
        assert_eq!(holder(&table, "0822"), "union");
        // On the way off the map, too.
        let mut table = on(edition).units(&["x confederate infantry 3 0312"]).movement(Confederate).set();
        table.order(Confederate, json!({"exit": {"unit": "x", "path": ["0211", "0111"]}}));
        assert_eq!(holder(&table, "0211"), "confederate");
    }
}

#[test]
fn chickamauga_21_2_retreat_displacement_and_advance_occupy_like_movement() {
    // 0822 lies south of 0821. x is thrown back into it; then it is bombarded out of it; then a
    // advances there.
    let units = ["a union infantry 18 0820", "x confederate infantry 3 0821", "far union infantry 1 0301"];
    let mut table = on("chickamauga-2006").units(&units).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["a"], &["0821"]);
    table.retreats(Confederate, "x", "0822");
    assert_eq!(holder(&table, "0822"), "confederate");
    let units = ["a union infantry 18 0821", "x confederate infantry 3 0822", "far union infantry 1 0301"];
    let mut table = on("chickamauga-2006").units(&units).combat(Union).dice(&[1]).set();
    assert_eq!(holder(&table, "0822"), "confederate", "a unit stands there");
    table.attacks(Union, &["a"], &["0822"]);
    assert_eq!(holder(&table, "0822"), "confederate", "it was the last");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!(holder(&table, "0822"), "union");
    // c is pushed into 0822 by r, who has nowhere else to go: with d it filled 0821.
    let units = [
        "a union infantry 18 0819",
        "b union infantry 1 1020",
        "e union infantry 1 0620",
        "r confederate infantry 3 0820",
        "c confederate infantry 1 0821",
        "d confederate infantry 1 0821",
    ];
    let mut table = on("chickamauga-2006").units(&units).combat(Union).dice(&[4]).set();
    table.attacks(Union, &["a"], &["0820"]);
    let back = json!({"retreat": {"unit": "r", "to": "0821", "displace": [{"unit": "c", "to": "0822"}]}});
    table.order(Confederate, back);
    assert_eq!(holder(&table, "0822"), "confederate");
}

/// Every way to play with levels of victory.
fn with_levels() -> [SetUp; 2] {
    [on("chickamauga-1975").option("victory-levels"), on("chickamauga-2006")]
}

#[test]
fn chickamauga_21_13_the_levels_of_victory() {
    for set_up in with_levels() {
        let table = set_up.units(&["far union infantry 1 0301"]).set();
        let battle = table.game.rules();
        for (net, name, score) in [
            (0, "draw", 0.0),
            (10, "draw", 0.0),
            (11, "marginal", 0.5),
            (25, "marginal", 0.5),
            (26, "substantive", 1.0),
            (50, "substantive", 1.0),
            (51, "decisive", 2.0),
            (200, "decisive", 2.0),
        ] {
            for net in [net, -net] {
                let level = battle.level(net);
                assert_eq!((level.name.as_str(), level.score), (name, score), "{net}");
                let ahead = if net > 0 { Union } else { Confederate };
                assert_eq!(battle.winner(net), (name != "draw").then_some(ahead), "{net}");
            }
        }
    }
}

#[test]
fn chickamauga_21_0_in_1975_the_higher_total_wins_by_whatever_lead_and_equal_totals_are_a_draw() {
    let table = on("chickamauga-1975").units(&["far union infantry 1 0301"]).set();
    let battle = table.game.rules();
    for net in -300..=300 {
        let (level, winner) = (battle.level(net), battle.winner(net));
        let expected = match net {
            1.. => ("victory", 1.0, Some(Union)),
            0 => ("draw", 0.5, None),
            _ => ("victory", 1.0, Some(Confederate)),
        };
        assert_eq!((level.name.as_str(), level.score, winner), expected, "{net}");
    }
}

/// Ends the last game-turn with these units on the map.
fn over(set_up: SetUp, units: &[&str]) -> (Table, Value) {
    let mut table = set_up.units(units).turn(15).movement(Confederate).set();
    table.end_movement(Confederate);
    let events = table.end_combat(Confederate);
    let ended = event(&events, "game-ended").clone();
    assert_eq!(table.asked(), "over");
    (table, ended)
}

/// What is told of it in the last line of the log.
fn last_words(table: &Table) -> String {
    let log = json!(AnyGame::log(&table.game, Viewer::Watcher, 0));
    let mut events = log.as_array().unwrap().iter().flat_map(|entry| entry["events"].as_array()).flatten();
    let ended = events.find(|event| event["event"] == "game-ended").unwrap();
    ended["text"].as_str().unwrap().to_owned()
}

#[test]
fn chickamauga_21_0_a_game_of_1975_ends_with_a_victory_or_a_draw() {
    let far = "far union infantry 1 0301";
    let plain = || on("chickamauga-1975");
    // 15 points for hexes against none.
    let (table, ended) = over(plain(), &[far]);
    assert_eq!((&ended["level"], &ended["case"]), (&json!("victory"), &json!("21.0")));
    let victory = table.view()["victory"].clone();
    assert_eq!((&victory["level"], &victory["leader"]), (&json!("victory"), &json!("union")));
    assert_eq!(victory["score"], 1.0);
    assert_eq!(last_words(&table), "The game is over: Union 15, Confederate 0: a Union victory.");
    // A lead that is a draw by the levels of 2006: 10 for the hexes against 5.
    let (table, ended) = over(plain(), &[far, "x confederate infantry 1 1115"]);
    assert_eq!((&ended["union"], &ended["confederate"]), (&json!(10), &json!(5)));
    assert_eq!(table.view()["victory"]["leader"], "union");
    let score = table.game.rules().score(table.game.state());
    assert_eq!((score.level.as_str(), score.winner), ("union victory", Some(Union)));
    let (table, _) = over(plain(), &[far, "x confederate infantry 1 0211"]);
    assert_eq!(last_words(&table), "The game is over: Union 15, Confederate 20: a Confederate victory.");
    // Equal totals: 15 strength points eliminated against 15 for hexes.
    let units = [far, "a union infantry 15 1206", "x confederate infantry 99 1306"];
    let mut table = plain().units(&units).turn(15).combat(Confederate).dice(&[1]).set();
    table.attacks(Confederate, &["x"], &["1206"]);
    table.settle();
    table.end_combat(Confederate);
    let victory = table.view()["victory"].clone();
    assert_eq!((&victory["union"], &victory["confederate"]), (&json!(15), &json!(15)));
    assert_eq!((&victory["level"], &victory["leader"]), (&json!("draw"), &Value::Null));
    assert_eq!(victory["score"], 0.5);
    assert_eq!(last_words(&table), "The game is over: Union 15, Confederate 15: a draw.");
}

#[test]
fn chickamauga_21_13_the_game_ends_after_turn_15_with_its_level() {
    let far = "far union infantry 1 0301";
    for set_up in with_levels() {
        // 15 points for hexes against none: a marginal union victory.
        let (table, ended) = over(set_up, &[far]);
        assert_eq!(
            (&ended["union"], &ended["confederate"], &ended["level"], &ended["case"]),
            (&json!(15), &json!(0), &json!("marginal"), &json!("21.13"))
        );
        assert_eq!(table.view()["victory"]["leader"], "union");
        assert_eq!(
            last_words(&table),
            "The game is over: Union 15, Confederate 0: a marginal Union victory."
        );
    }
    for set_up in with_levels() {
        // One confederate in 1115 and one in 0502 turn it round: 10 against 25.
        let units = [far, "x confederate infantry 1 1115", "y confederate infantry 1 0502"];
        let (table, ended) = over(set_up, &units);
        assert_eq!((&ended["union"], &ended["confederate"]), (&json!(10), &json!(25)));
        assert_eq!(ended["level"], "marginal");
        assert_eq!(table.view()["victory"]["leader"], "confederate");
    }
    for edition in EDITIONS {
        // Before turn 15 nothing ends.
        let mut table = on(edition).units(&[far]).turn(14).movement(Confederate).set();
        table.end_movement(Confederate);
        let events = table.end_combat(Confederate);
        assert!(!kinds(&events).contains(&"game-ended"));
        assert_eq!(table.view()["turn"], 15);
    }
}

#[test]
fn chickamauga_21_13_only_1975_offers_the_levels_and_without_them_by_default() {
    for scenario in library().scenarios() {
        let option = scenario.options.iter().find(|option| option.id == "victory-levels");
        assert_eq!(option.is_some(), scenario.id == "chickamauga-1975", "{}", scenario.id);
        let Some(option) = option else { continue };
        assert!(!option.default);
        let told = json!(option);
        assert_eq!((&told["case"], &told["rulebook"]), (&json!("21.13"), &json!("chickamauga")));
        assert_eq!(told["printed"]["system"], "chickamauga-2006");
    }
    let chosen = json!({ "victory-levels": true }).as_object().unwrap().clone();
    let refused = library().battle("chickamauga-2006", &chosen, None).map(drop);
    assert!(refused.is_err_and(|why| why.contains("'victory-levels' is none of")));
}

#[test]
fn chickamauga_21_13_a_game_that_was_begun_before_1975_had_no_levels_keeps_them() {
    let position = json!({
        "units": [{ "id": "far", "side": "union", "type": "infantry", "strength": 1, "hex": "0301" },
            { "id": "x", "side": "confederate", "type": "infantry", "strength": 1, "hex": "1115" }],
        "turn": 15, "phase": "movement", "side": "confederate",
    });
    let begin = |scenario: &str, options: Value| {
        let options = options.as_object().unwrap();
        library().begin(scenario, options, Some(&position), &[], [7; 32]).unwrap()
    };
    let mut game = begin("chickamauga-1975", json!({}));
    for order in [json!({ "end-movement": {} }), json!({ "end-combat": {} })] {
        game.order(Confederate, &order, None).unwrap();
    }
    assert_eq!(game.victory().level, "victory", "10 against 5");
    // The same record as it would have been written then, and as it is now.
    let mut header = game.header().clone();
    let now = header.rules;
    for (rules, listed, level, leader) in [
        (0, Some(false), "victory", Some(Union)),
        (0, Some(true), "draw", None),
        (0, None, "draw", None),
        (2, None, "draw", None),
        (3, None, "victory", Some(Union)),
        (now, None, "victory", Some(Union)),
        (now, Some(true), "draw", None),
    ] {
        header.rules = rules;
        header.options = listed.map(|on| ("victory-levels".to_owned(), json!(on))).into_iter().collect();
        let mut resumed = library().load(&header, &[], Some([7; 32])).unwrap();
        for order in [json!({ "end-movement": {} }), json!({ "end-combat": {} })] {
            resumed.order(Confederate, &order, None).unwrap();
        }
        let victory = resumed.victory();
        assert_eq!((victory.level.as_str(), victory.leader), (level, leader), "{rules}, {listed:?}");
    }
}

#[test]
fn chickamauga_1975_is_cited_by_the_numbers_of_its_own_folder() {
    let cases = [
        ("15.0", "15.0"),
        ("15.5", "15.5"),
        ("17.1", "15.51"),
        ("17.2", "15.52"),
        ("18.1", "16.1"),
        ("18.7", "16.7"),
        ("19.11", "18.11"),
        ("19.12", "18.12"),
        ("19.21", "18.21"),
        ("19.22", "18.22"),
        ("19.23", "18.23"),
        ("19.24", "18.24"),
        ("19.3", "18.25"),
        ("21.0", "17.0"),
        ("21.11", "17.11"),
        ("21.12", "17.12"),
        ("21.2", "17.2"),
        ("21.31", "17.31"),
        ("21.32", "17.32"),
    ];
    let scenario = library().scenario("chickamauga-1975").unwrap();
    let printed = |case: &str| json!(scenario.printed(tabletop::Case::parse(case).unwrap()).unwrap());
    for (case, own) in cases {
        assert_eq!(printed(case), json!({ "case": own, "system": "chickamauga-1975" }), "{case}");
    }
    // What it does not have keeps the number of 2006.
    for case in ["20.0", "21.13", "25.1"] {
        let other = json!({ "case": case, "system": "chickamauga-2006", "not-held": true });
        assert_eq!(printed(case), other, "{case}");
    }
    let refused =
        on("chickamauga-1975").units(&["u-train 0101", "a union infantry 1 0201"]).movement(Union).set();
    let order = json!({ "move": { "unit": "a", "to": "0101" } });
    let explained = json!(AnyGame::explain(&refused.game, Union, &order).unwrap());
    assert_eq!(explained["refusal"]["printed"], json!({ "case": "18.22", "system": "chickamauga-1975" }));
}
