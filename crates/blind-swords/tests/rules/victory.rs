//! Control, points and levels of the six scenarios (18.2, 20).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, field_of, guns, rebel, union};
use crate::check::{Table, start};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

/// What was scored in these events: side, points, case.
fn scored(table: &Table, events: &[blind_swords::Event]) -> Vec<(String, i64, String)> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    table
        .all(events, "scored")
        .iter()
        .map(|e| (text(&e["side"]), e["points"].as_i64().unwrap(), text(&e["case"])))
        .collect()
}

fn line(side: &str, points: i64, case: &str) -> (String, i64, String) {
    (side.to_owned(), points, case.to_owned())
}

/// That turn ends.
fn end_turn(table: Table, turn: u8) -> (Table, Vec<blind_swords::Event>) {
    let mut table = table.in_turn(turn).drawing(&[]);
    let events = table.go(&[]);
    (table, events)
}

fn take(table: &mut Table, hex: &str, side: tabletop::Side) {
    let control_hexes = &table.battle.scenario.victory.control_hexes;
    let at = control_hexes.iter().position(|w| table.battle.number(w.hex) == hex).unwrap();
    table.apply(json!({ "event": "taken", "watch": at, "side": side }));
}

#[test]
fn kernstown_k97_control_passes_as_soon_as_a_unit_stands_in_or_passes_through_a_hex() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "1020", (3.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "2830", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-burks"]);
    table.apply(
        json!({ "event": "moved", "unit": "c-1", "from": "2830", "to": "2333", "cost": 2, "case": "13.3" }),
    );
    table.go(&[1]);
    table.ok(Confederate, json!({ "order": { "order": "attack" } }), &[]);
    table.ok(Confederate, json!({ "end": {} }), &[]);
    // Through 2332 and out again.
    let near: Vec<String> = table
        .battle
        .around(table.hex("2332"))
        .filter(|&h| table.battle.distance(h, table.hex("2333")) == 2)
        .map(|h| table.battle.number(h).to_owned())
        .collect();
    let path = |out: &str| json!({ "move": { "units": ["c-1"], "path": ["2332", out] } });
    let out =
        near.iter().find(|out| table.is_legal(Confederate, &path(out))).unwrap_or_else(|| panic!("{near:?}"));
    let events = table.ok(Confederate, path(out), &[]);
    let taken = table.event(&events, "taken");
    assert_eq!(taken["side"], "confederate");
    assert!(table.battle.holds(&table.state, Confederate, table.hex("2332")));
    assert!(table.battle.holds(&table.state, Union, table.hex("2131")), "the others stay as they were");
}

#[test]
fn kernstown_k97_who_holds_what_at_the_start() {
    let held = |number: u8| start(number).state.holders;
    assert_eq!(held(1), [Confederate; 4], "20.1f");
    assert_eq!(held(2), [Union; 7], "20.2l");
    for number in 4..=6 {
        assert_eq!(held(number), [Union]);
    }
}

#[test]
fn kernstown_20_1_levels_go_by_the_hexes_of_the_wall_that_the_union_holds() {
    let levels = [
        "Major CSA Victory",
        "Minor CSA Victory",
        "Minor USA Victory",
        "Major USA Victory",
        "Decisive USA Victory",
    ];
    for (count, level) in levels.iter().enumerate() {
        let mut table = start(1);
        for hex in &["1834", "1835", "1836", "1933"][..count] {
            take(&mut table, hex, Union);
        }
        let (table, events) = end_turn(table, 11);
        let ended = table.event(&events, "game-ended");
        assert_eq!((&ended["level"], &ended["union"]), (&json!(level), &json!(count)));
        assert!(scored(&table, &events).is_empty(), "there are no points");
    }
}

#[test]
fn kernstown_20_2_sandy_ridge_counts_from_three_twenty_unless_the_hill_is_confederate() {
    let ridge = |turn: u8, hill: bool| {
        let mut table = start(2);
        take(&mut table, "1834", Confederate);
        take(&mut table, "2332", Confederate);
        if hill {
            take(&mut table, "2423", Confederate);
        }
        let (table, events) = end_turn(table, turn);
        scored(&table, &events)
    };
    let hill = line("union", 3, "20.2l");
    // 3:20 is the seventh turn.
    assert_eq!(ridge(6, false), std::slice::from_ref(&hill));
    let one = line("confederate", 1, "20.2j");
    assert_eq!(ridge(7, false), [one.clone(), one, hill]);
    assert_eq!(ridge(7, true), [line("confederate", 2, "20.2l")]);
}

#[test]
fn kernstown_k101_the_bonuses_of_six_o_clock_come_after_its_points() {
    let bonus = |count: usize, hill: bool| {
        let mut table = start(2);
        for hex in &["1834", "1835", "1836", "1933", "2131", "2332"][..count] {
            take(&mut table, hex, Confederate);
        }
        if hill {
            take(&mut table, "2423", Confederate);
        }
        let (table, events) = end_turn(table, 15);
        scored(&table, &events).last().cloned().unwrap()
    };
    assert_eq!(bonus(0, false), line("union", 3, "20.2l"));
    assert_eq!(bonus(1, false), line("confederate", 8, "20.2k"));
    assert_eq!(bonus(2, false), line("confederate", 12, "20.2k"));
    assert_eq!(bonus(3, false), line("confederate", 16, "20.2k"));
    assert_eq!(bonus(4, false), line("confederate", 20, "20.2k"));
    assert_eq!(bonus(6, false), line("confederate", 20, "20.2k"));
    assert_eq!(bonus(6, true), line("confederate", 20, "20.2l"), "for the hill, and nothing for the ridge");
    // A turn sooner or later there is none.
    for turn in [14, 16] {
        let mut table = start(2);
        take(&mut table, "2423", Confederate);
        let (table, events) = end_turn(table, turn);
        assert_eq!(scored(&table, &events), [line("confederate", 2, "20.2l")]);
    }
}

/// Losses of both sides: 3 SP and a cadre broken, a battery of 4 eliminated.
fn losses(scenario: &str, union_brigade: &str, rebel_brigade: &str) -> Table {
    let mut table = field_of(
        scenario,
        json!([
            union("u-1", union_brigade, "1020", (3.0, 3), (1.0, 2)),
            union("u-2", union_brigade, "1021", (0.5, 3), (0.5, 2)),
            guns("u-guns", "union", "R", "1022", 4.0),
            union("u-here", union_brigade, "1023", (5.0, 3), (2.0, 2)),
            rebel("c-1", rebel_brigade, "3020", (3.0, 3), (1.0, 2)),
            rebel("c-2", rebel_brigade, "3021", (0.5, 3), (0.5, 2)),
            guns("c-guns", "confederate", "R", "3022", 4.0),
        ]),
    );
    for (unit, from) in [("u-1", "1020"), ("u-2", "1021"), ("c-1", "3020"), ("c-2", "3021")] {
        table.apply(json!({ "event": "broken", "unit": unit, "from": from, "track": 1, "case": "15.7" }));
    }
    for (unit, from) in [("u-guns", "1022"), ("c-guns", "3022")] {
        table.apply(json!({ "event": "eliminated", "unit": unit, "from": from, "case": "15.7" }));
    }
    table
}

#[test]
fn kernstown_k98_losses_count_once_at_the_end_by_their_fresh_sides() {
    // 3 + ½ + 4 = 7½: seven points; in 4 to 6 the Confederate's are halved.
    let (table, events) = end_turn(losses("kernstown-2-historical", "b62-tyler", "b62-burks"), 18);
    let last = scored(&table, &events);
    assert!(
        last.contains(&line("confederate", 7, "20.2m")) && last.contains(&line("union", 7, "20.2m")),
        "{last:?}"
    );
    let (table, events) = end_turn(losses("kernstown-4-breckinridge", "b64-hayes", "b64-york"), 9);
    let last = scored(&table, &events);
    assert!(
        last.contains(&line("confederate", 3, "20.4i")) && last.contains(&line("union", 7, "20.4i")),
        "{last:?}"
    );
    // Not before the end.
    let (table, events) = end_turn(losses("kernstown-2-historical", "b62-tyler", "b62-burks"), 17);
    assert!(!scored(&table, &events).iter().any(|l| l.2 == "20.2m"));
}

#[test]
fn kernstown_k99_strength_that_left_counts_once_by_the_sides_own_edges() {
    let left = |scenario: &str, brigades: (&str, &str), strengths: &[f64], turn: u8| {
        let units: Vec<Value> = strengths
            .iter()
            .enumerate()
            .map(|(i, &sp)| {
                union(&format!("u-{i}"), brigades.0, &format!("10{:02}", 20 + i), (sp, 3), (0.5, 2))
            })
            .chain([rebel("c-1", brigades.1, "3020", (3.0, 3), (1.0, 2))])
            .collect();
        let mut table = field_of(scenario, json!(units));
        for i in 0..strengths.len() {
            let hex = format!("10{:02}", 20 + i);
            table.apply(json!({ "event": "exited", "unit": format!("u-{i}"), "hex": hex, "counts": true, "case": "13.12" }));
        }
        let (table, events) = end_turn(table, turn);
        scored(&table, &events)
    };
    let first = ("b62-tyler", "b62-burks");
    // 6½ + 6½ + 6½ = 19½: one point for every ten.
    let lines = left("kernstown-2-historical", first, &[6.5, 6.5, 6.5], 18);
    assert!(lines.contains(&line("union", 1, "20.2n")), "{lines:?}");
    assert!(!lines.iter().any(|l| l.2 == "20.2m"), "who has left is no casualty");
    let lines = left("kernstown-2-historical", first, &[9.5], 18);
    assert!(!lines.iter().any(|l| l.2 == "20.2n"));
    // In 1864 one for every seven.
    let lines = left("kernstown-4-breckinridge", ("b64-hayes", "b64-york"), &[6.5, 6.5, 6.5], 9);
    assert!(lines.contains(&line("union", 2, "20.4i")), "{lines:?}");
}

/// The level of a game that ends with these points.
fn level(number: u8, union: i64, confederate: i64) -> String {
    let mut table = start(number);
    let last = table.battle.scenario.times.len() as u8;
    // What the last turn and its losses bring beside them is nothing: nobody holds the hill for
    // these points.
    for (side, points) in [("union", union), ("confederate", confederate)] {
        table
            .apply(json!({ "event": "scored", "side": side, "points": points, "case": "18.2", "hex": null }));
    }
    let (table, events) = end_turn(table, last);
    table.event(&events, "game-ended")["level"].as_str().unwrap().to_owned()
}

#[test]
fn kernstown_20_2_and_20_3_levels_go_by_the_confederate_points_less_the_unions() {
    // The Union scores three for the hill in the last turn.
    for number in [2, 3] {
        for (net, name) in [
            (-16, "Decisive USA Victory"),
            (-15, "Major USA Victory"),
            (14, "Major USA Victory"),
            (15, "Minor USA Victory"),
            (28, "Minor USA Victory"),
            (29, "Minor CSA Victory"),
            (39, "Minor CSA Victory"),
            (40, "Major CSA Victory"),
            (50, "Major CSA Victory"),
            (51, "Decisive CSA Victory"),
        ] {
            assert_eq!(level(number, 20, 23 + net), name, "{net}");
        }
    }
}

#[test]
fn kernstown_20_4_levels_go_by_the_difference() {
    for (union, confederate, name) in [
        (0, 3, "Draw"),
        (0, 4, "Confederate Minor Victory"),
        (0, 43, "Confederate Minor Victory"),
        (0, 44, "Confederate Major Victory"),
        (0, 102, "Confederate Major Victory"),
        (0, 103, "Confederate Decisive Victory"),
        (38, 0, "Union Major Victory"),
    ] {
        assert_eq!(level(4, union, confederate), name, "{union} to {confederate}");
    }
}

#[test]
fn kernstown_20_4_the_hill_and_its_bonus_at_four_twenty() {
    let hill = |number: u8, turn: u8, side| {
        let mut table = start(number);
        take(&mut table, "2423", side);
        let (table, events) = end_turn(table, turn);
        scored(&table, &events)
    };
    assert_eq!(hill(4, 6, Union), [line("union", 3, "20.4i")]);
    assert_eq!(hill(4, 7, Union), [line("union", 3, "20.4i"), line("union", 20, "20.4i")]);
    assert_eq!(hill(4, 7, Confederate), [line("confederate", 2, "20.4i")]);
    // In the long scenarios 4:20 is the fourteenth turn.
    assert_eq!(hill(6, 14, Union).len(), 2);
    assert_eq!(hill(5, 7, Union).len(), 1);
}

#[test]
fn kernstown_20_5_the_union_begins_with_fifteen_points() {
    assert_eq!(start(5).state.points.union, 15);
    for number in [1, 2, 3, 4, 6] {
        assert_eq!(start(number).state.points.union, 0);
    }
}

#[test]
fn kernstown_20_3_jackson_aware_differs_in_ammunition_frost_and_sullivan() {
    let table = start(3);
    let chits: Vec<String> = table.battle.chit_ids().map(|c| table.battle.chit(c).id.clone()).collect();
    assert!(!chits.contains(&"u-csa-low-ammo".to_owned()) && !chits.contains(&"c-find-ammo".to_owned()));
    assert!(chits.contains(&"c-union-low-ammo".to_owned()));
    assert!(table.battle.ids().all(|u| !table.state.unit(u).frozen));
    assert!(table.state.released);
    assert!(start(2).battle.ids().any(|u| start(2).state.unit(u).frozen));
}

#[test]
fn kernstown_21_6_is_scenario_5_without_its_points_and_common_events() {
    let (five, six) = (start(5), start(6));
    assert_eq!(five.battle.scenario.times, six.battle.scenario.times);
    for unit in five.battle.ids() {
        let id = &five.battle.unit(unit).id;
        assert_eq!(five.place(id), six.place(id), "{id}");
    }
    assert_eq!(six.state.points.union, 0);
    assert!(six.battle.scenario.common[Union].is_none() && five.battle.scenario.common[Union].is_some());
}

#[test]
fn kernstown_k10_scenario_3_adds_to_the_arrivals_of_2_and_scenario_6_has_those_of_5() {
    let due = |number: u8| -> Vec<(String, u8)> {
        let table = start(number);
        let due = table.battle.ids().filter(|&u| table.state.unit(u).place == blind_swords::Place::Due);
        let mut due: Vec<(String, u8)> = due
            .map(|u| (table.battle.unit(u).id.clone(), table.battle.scenario.starts[u.index()].turn))
            .collect();
        due.sort();
        due
    };
    let (two, three) = (due(2), due(3));
    assert!(two.iter().all(|unit| three.contains(unit)), "Tyler still comes at 1:40");
    for more in [("u62-66oh", 5), ("u62-7wv", 11), ("u62-4oh", 11), ("c62-48va", 11)] {
        assert!(three.contains(&(more.0.to_owned(), more.1)), "{more:?}");
    }
    assert_eq!(due(5), due(6));
    assert!(!due(6).is_empty());
}

#[test]
fn kernstown_k107_the_options_are_off_unless_chosen() {
    let options = blind_swords::Options::default();
    assert!(!options.chew && !options.rare_events && !options.broken_stay_worn);
    for number in 1..=6 {
        let info = &start(number).battle.scenario.info;
        // When a side is asked about chits is no rule.
        let rules = info.options.iter().filter(|o| o.hides.is_none());
        assert_eq!(rules.filter(|o| !o.default).count(), 3, "{}", info.id);
    }
}

#[test]
fn kernstown_k108_one_unit_begins_in_skirmish_order() {
    for number in 1..=6 {
        let table = start(number);
        let skirmishers: Vec<String> = table
            .battle
            .ids()
            .filter(|&u| table.state.unit(u).skirmish)
            .map(|u| table.battle.unit(u).id.clone())
            .collect();
        let expected: &[&str] = if number == 2 || number == 3 { &["u62-8oh-b"] } else { &[] };
        assert_eq!(skirmishers, expected, "scenario {number}");
    }
}
