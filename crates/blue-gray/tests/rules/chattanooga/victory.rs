//! 20: victory.

use serde_json::json;

use crate::chattanooga::{EDITIONS, FAR, holder, line, next_movement, path, points};
use crate::check::*;

#[test]
fn chattanooga_20_11_three_points_a_union_unit_and_two_a_confederate_unit() {
    for edition in EDITIONS {
        let units =
            ["a union infantry 30 1518", "x confederate infantry 4 1618", "y confederate artillery 1 1618"];
        let mut table = on(edition).units(&units).combat(Union).dice(&[1]).set();
        let before = points(&table);
        table.attacks(Union, &["a"], &["1618"]);
        assert_eq!(points(&table), (before.0 + 4, before.1), "two units, whatever their strength");
        assert_eq!(line(&table, "20.11"), ["union 4: 2 Confederate units eliminated"]);
        let units = ["a union infantry 9 1317", "b union infantry 1 1317", "x confederate infantry 60 1318"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[1]).set();
        let before = points(&table);
        table.attacks(Confederate, &["x"], &["1317"]);
        assert_eq!(points(&table), (before.0, before.1 + 6));
    }
}

#[test]
fn chattanooga_20_11_four_points_the_first_time_confederates_take_1514_or_1417() {
    for edition in EDITIONS {
        let units =
            ["x confederate infantry 4 1517", "y confederate infantry 4 1515", "far union infantry 4 0522"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        let before = points(&table);
        // Through 1417 and out of it again.
        let events = table.order(Confederate, path("x", &["1417", "1318"]));
        let scored = event(&events, "scored");
        assert_eq!(
            (&scored["side"], &scored["points"], &scored["hex"], &scored["case"]),
            (&json!("confederate"), &json!(4), &json!("1417"), &json!("20.11"))
        );
        assert_eq!(points(&table), (before.0, before.1 + 4));
        let events = table.order(Confederate, path("y", &["1514"]));
        assert_eq!(event(&events, "scored")["hex"], "1514");
        assert_eq!(points(&table), (before.0, before.1 + 8), "eight for both");
        assert_eq!(line(&table, "20.11"), ["confederate 8: taken once: 1514 and 1417"]);
    }
}

#[test]
fn chattanooga_20_11_once_a_game_even_if_it_is_lost_and_taken_again() {
    for edition in EDITIONS {
        let units = ["x confederate infantry 4 1517", "a union infantry 4 1214"];
        let mut table = on(edition).units(&units).movement(Confederate).set();
        table.order(Confederate, path("x", &["1417", "1517", "1518", "1618"]));
        let once = points(&table);
        next_movement(&mut table, Union);
        table.order(Union, path("a", &["1315", "1316", "1416", "1417", "1317", "1217"]));
        assert_eq!(holder(&table, "1417"), "union");
        assert_eq!(points(&table), once, "the points stay");
        next_movement(&mut table, Confederate);
        let events = table.order(Confederate, path("x", &["1518", "1417", "1318"]));
        assert_eq!(holder(&table, "1417"), "confederate");
        assert!(!kinds(&events).contains(&"scored"));
        assert_eq!(points(&table), once);
    }
}

#[test]
fn chattanooga_20_11_an_advance_takes_a_fort_too() {
    let units = ["a union infantry 1 1417", "x confederate infantry 9 1517"];
    let mut table = on("chattanooga-1975").units(&units).combat(Confederate).dice(&[1]).set();
    table.attacks(Confederate, &["x"], &["1417"]);
    let before = points(&table);
    let events = table.order(Confederate, json!({"advance": {"unit": "x"}}));
    assert_eq!(event(&events, "scored")["hex"], "1417");
    assert_eq!(points(&table), (before.0, before.1 + 4));
}

#[test]
fn chattanooga_20_12_four_points_for_each_town_hex_in_the_zone_of_confederate_infantry() {
    for edition in EDITIONS {
        let town = |units: &[&str]| {
            let table = on(edition).units(units).set();
            (points(&table).1, line(&table, "20.12"))
        };
        // From 1115 the zone takes in 1114, 1214 and 1215.
        let (scored, why) = town(&["x confederate infantry 4 1115"]);
        assert_eq!(scored, 12);
        assert_eq!(why, ["confederate 12: town hexes in the zones of its infantry: 1114, 1214 and 1215"]);
        // Infantry only.
        assert_eq!(town(&["x confederate artillery 4 1115"]).0, 0);
        assert_eq!(town(&["x confederate cavalry 4 1115"]).0, 0);
        // A union unit in the town does not shield it.
        assert_eq!(town(&["x confederate infantry 4 1115", "a union infantry 4 1214"]).0, 12);
        // A hex counts once however many zones it is in; in the town itself the hexes around count.
        assert_eq!(town(&["x confederate infantry 4 1115", "y confederate infantry 4 1116"]).0, 12);
        assert_eq!(town(&["x confederate infantry 4 1214"]).0, 16, "1114, 1213, 1215 and 1314");
        assert_eq!(
            town(&["x confederate infantry 4 1214", "y confederate infantry 4 1115"]).0,
            20,
            "all five"
        );
        // Union infantry earns nothing there, nor does a zone that the river stops: 1012 is across
        // it.
        assert_eq!(town(&["a union infantry 4 1115"]).0, 0);
        assert_eq!(town(&["x confederate infantry 4 0913"]).0, 0);
    }
}

#[test]
fn chattanooga_20_12_four_points_for_each_height_that_the_union_was_the_last_to_control() {
    for edition in EDITIONS {
        let start = on(edition).units(&[FAR]).set();
        assert_eq!(points(&start), (0, 0));
        for hex in ["2207", "2311", "2416", "2419"] {
            let unit = format!("a union infantry 4 {hex}");
            let table = on(edition).units(&[&unit, FAR]).set();
            assert_eq!(points(&table), (4, 0), "{hex}");
            assert_eq!(line(&table, "20.12").len(), 1);
        }
        // Passed through, and passed through again by the enemy.
        let units = ["a union infantry 4 2415", "x confederate infantry 4 2421"];
        let mut table = on(edition).units(&units).movement(Union).set();
        table.order(Union, path("a", &["2416", "2417"]));
        assert_eq!(points(&table), (4, 0));
        // 2416 is rough: 48 against 8 is 6-1.
        let units = ["a union infantry 4 2416", "x confederate infantry 48 2417"];
        let mut table = on(edition).units(&units).combat(Confederate).dice(&[1]).set();
        table.attacks(Confederate, &["x"], &["2416"]);
        assert_eq!(table.at("a"), "eliminated");
        assert_eq!(points(&table).0, 4, "the enemy has not been there");
        table.order(Confederate, json!({"advance": {"unit": "x"}}));
        assert_eq!(points(&table).0, 0);
    }
}

#[test]
fn chattanooga_20_2_the_levels_of_victory() {
    for (edition, bounds) in [("chattanooga-1975", [5, 15, 25]), ("chattanooga-2006", [10, 20, 30])] {
        let table = on(edition).units(&[FAR]).set();
        let battle = table.game.rules();
        let name = |net: i32| battle.level(net).name.clone();
        for sign in [1, -1] {
            assert_eq!(name(0), "draw");
            for (bound, upto, beyond) in [
                (bounds[0], "draw", "marginal"),
                (bounds[1], "marginal", "substantive"),
                (bounds[2], "substantive", "decisive"),
            ] {
                assert_eq!(name(sign * bound), upto, "{edition}");
                assert_eq!(name(sign * (bound + 1)), beyond, "{edition}");
            }
        }
    }
}

#[test]
fn chattanooga_20_2_the_game_ends_after_turn_10_with_its_level() {
    // Two heights are eight points: marginal in 1975, a draw in 2006.
    for (edition, level) in [("chattanooga-1975", "marginal"), ("chattanooga-2006", "draw")] {
        let units = ["a union infantry 4 2416", "b union infantry 4 2419", FAR];
        let mut table = on(edition).units(&units).turn(10).movement(Confederate).set();
        table.end_movement(Confederate);
        let events = table.end_combat(Confederate);
        let ended = event(&events, "game-ended");
        assert_eq!((&ended["union"], &ended["confederate"]), (&json!(8), &json!(0)));
        assert_eq!((&ended["level"], &ended["case"]), (&json!(level), &json!("20.2")));
        assert_eq!(table.asked(), "over");
    }
}
