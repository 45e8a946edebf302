//! 21.1 and 21.2: points, occupation and levels.

use serde_json::json;

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

#[test]
fn chickamauga_21_13_the_levels_of_victory() {
    for edition in EDITIONS {
        let table = on(edition).units(&["far union infantry 1 0301"]).set();
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
                assert_eq!((level.name.as_str(), level.score), (name, score), "{net} in {edition}");
            }
        }
    }
}

#[test]
fn chickamauga_21_13_the_game_ends_after_turn_15_with_its_level() {
    for edition in EDITIONS {
        // 15 points for hexes against none: a marginal union victory.
        let mut table =
            on(edition).units(&["far union infantry 1 0301"]).turn(15).movement(Confederate).set();
        table.end_movement(Confederate);
        let events = table.end_combat(Confederate);
        let ended = event(&events, "game-ended");
        assert_eq!(
            (&ended["union"], &ended["confederate"], &ended["level"], &ended["case"]),
            (&json!(15), &json!(0), &json!("marginal"), &json!("21.13"))
        );
        assert_eq!(table.asked(), "over");
        assert_eq!(table.view()["victory"]["leader"], "union");
        // One confederate in 1115 and one in 0502 turn it round: 10 against 25.
        let units =
            ["far union infantry 1 0301", "x confederate infantry 1 1115", "y confederate infantry 1 0502"];
        let mut table = on(edition).units(&units).turn(15).movement(Confederate).set();
        table.end_movement(Confederate);
        let events = table.end_combat(Confederate);
        let ended = event(&events, "game-ended");
        assert_eq!((&ended["union"], &ended["confederate"]), (&json!(10), &json!(25)));
        assert_eq!(ended["level"], "marginal");
        assert_eq!(table.view()["victory"]["leader"], "confederate");
        // Before turn 15 nothing ends.
        let mut table =
            on(edition).units(&["far union infantry 1 0301"]).turn(14).movement(Confederate).set();
        table.end_movement(Confederate);
        let events = table.end_combat(Confederate);
        assert!(!kinds(&events).contains(&"game-ended"));
        assert_eq!(table.view()["turn"], 15);
    }
}
