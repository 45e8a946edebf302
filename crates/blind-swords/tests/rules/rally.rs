//! Rally (17).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::Table;
use crate::check::close_combats::{TYLER, blue, grey};
use crate::check::field::{field, field_of, guns, rebel, union, with};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};
use testing::Chance;

fn rally(unit: &str, how: &str) -> Value {
    json!({ "rally": { "unit": unit, "rally": how } })
}

/// Tyler's Rally Step under that order.
fn rallying(units: Value, order: &str) -> Table {
    let mut table = field(units);
    table.step(Union, TYLER, "rally", order);
    table
}

fn disrupted(id: &str, hex: &str) -> Value {
    with(blue(id, hex, 4.0, 4), json!({ "hits": 2 }))
}

#[test]
fn kernstown_17_1_only_the_brigade_and_batteries_with_it_far_from_the_enemy() {
    let mut table = rallying(
        json!([
            disrupted("u-1", "2015"),
            disrupted("u-2", "1818"),
            with(disrupted("u-3", "2014"), json!({ "brigade": "b62-kimball" })),
            with(guns("u-4", "union", "R", "2114", 4.0), json!({ "hits": 1, "worn": true })),
            with(guns("u-5", "union", "R", "2511", 4.0), json!({ "hits": 1 })),
            grey("c-1", "1718", 3.0, 3),
        ]),
        "regroup",
    );
    table.refused(Union, rally("u-3", "recover"), "17.1");
    table.refused(Union, rally("u-2", "recover"), "17.1");
    table.refused(Union, rally("u-5", "recover"), "17.1");
    table.refused(Union, rally("u-4", "rebuild"), "17.1");
    table.refused(Union, rally("c-1", "recover"), "17.1");
    table.ok(Union, rally("u-4", "recover"), &[]);
    table.ok(Union, rally("u-1", "recover"), &[]);
}

#[test]
fn kernstown_17_2a_recovery_takes_one_hit_under_defend_and_all_under_regroup() {
    let left = |order: &str| {
        let mut table = rallying(json!([disrupted("u-1", "2015")]), order);
        let events = table.ok(Union, rally("u-1", "recover"), &[]);
        assert_eq!(table.event(&events, "recovered")["case"], "17.2a");
        table.state.unit(table.unit("u-1")).hits
    };
    assert_eq!(left("defend"), 1);
    assert_eq!(left("regroup"), 0);
    let mut table = rallying(json!([disrupted("u-1", "2015")]), "attack");
    table.refused(Union, rally("u-1", "recover"), "17.2a");
    let mut table = rallying(json!([blue("u-1", "2015", 4.0, 4)]), "regroup");
    table.refused(Union, rally("u-1", "recover"), "17.2a");
}

#[test]
fn kernstown_17_2b_a_die_up_to_the_worn_cr_rebuilds_under_regroup_only() {
    let worn =
        || json!([with(blue("u-1", "2015", 4.0, 4), json!({ "worn": true })), blue("u-2", "2014", 2.0, 3)]);
    let mut table = rallying(worn(), "defend");
    table.refused(Union, rally("u-1", "rebuild"), "17.2b");
    // The worn CR is 3, and it is supported.
    let rebuilt = |die: u8| {
        let mut table = rallying(worn(), "regroup");
        table.ok(Union, rally("u-1", "rebuild"), &[die]);
        !table.state.unit(table.unit("u-1")).worn
    };
    assert!(rebuilt(3));
    assert!(!rebuilt(4));
}

#[test]
fn kernstown_17_2b_fragile_units_are_never_rebuilt_and_fresh_ones_need_not_be() {
    let fragile = with(blue("u-1", "2015", 2.0, 4), json!({ "fragile": true, "worn_face": null }));
    let mut table = rallying(json!([fragile, blue("u-2", "2014", 2.0, 3)]), "regroup");
    table.refused(Union, rally("u-1", "rebuild"), "17.2b");
    table.refused(Union, rally("u-2", "rebuild"), "17.2b");
}

#[test]
fn kernstown_k89_one_rally_a_step_and_hits_stay_and_count_in_a_rebuild() {
    let shaken = with(blue("u-1", "2015", 4.0, 4), json!({ "worn": true, "hits": 1 }));
    let mut table = rallying(json!([shaken, blue("u-2", "2014", 2.0, 3)]), "regroup");
    // Worn 3, less 1 for the hit.
    let events = table.ok(Union, rally("u-1", "rebuild"), &[2]);
    assert_eq!(table.event(&events, "rebuild-thrown")["cohesion"], 2);
    let there = *table.state.unit(table.unit("u-1"));
    assert!(!there.worn);
    assert_eq!(there.hits, 1);
    table.refused(Union, rally("u-1", "recover"), "K89");
}

#[test]
fn kernstown_k88_three_hexes_is_a_distance_of_three() {
    let at = |enemy: &str| {
        let mut table = rallying(json!([disrupted("u-1", "2015"), grey("c-1", enemy, 3.0, 3)]), "regroup");
        table.order(Union, rally("u-1", "recover"), &[]).is_ok()
    };
    assert!(!at("2017"));
    assert!(at("2018"));
}

#[test]
fn kernstown_k90_a_unit_comes_back_within_three_hexes_of_its_brigade_and_three_from_any_enemy() {
    let mut table = rallying(
        json!([blue("u-1", "2015", 3.0, 4), blue("u-2", "1915", 3.0, 4), grey("c-1", "2019", 3.0, 3)]),
        "regroup",
    );
    table.apply(json!({ "event": "broken", "unit": "u-2", "from": "1915", "track": 0, "case": "15.7" }));
    // The worn CR of 3: it always counts as supported in the Available Box (15.5a).
    let events = table.ok(Union, rally("u-2", "rebuild"), &[3]);
    assert_eq!(table.event(&events, "rebuild-thrown")["cohesion"], 3);
    assert_eq!(table.question(), "union return");
    let place = |hex: &str| json!({ "place": { "unit": "u-2", "hex": hex } });
    table.refused(Union, place("2017"), "17.2b");
    table.refused(Union, place("2011"), "17.2b");
    table.ok(Union, place("2012"), &[]);
    assert_eq!(table.place("u-2"), "2012");
    assert!(table.state.unit(table.unit("u-2")).worn);
}

#[test]
fn kernstown_k39_a_rebuilt_unit_that_overstacks_its_hex_moves_aside() {
    let crowded = json!([
        with(blue("u-1", "2015", 6.0, 4), json!({ "worn": true })),
        blue("u-2", "2015", 6.0, 4),
        grey("c-1", "2019", 3.0, 3),
    ]);
    let mut table = rallying(crowded, "regroup");
    table.ok(Union, rally("u-1", "rebuild"), &[3]);
    assert_eq!(table.question(), "union displace");
    let place = |hex: &str| json!({ "place": { "unit": "u-1", "hex": hex } });
    // Away from the enemy in the west.
    table.refused(Union, place("2016"), "K39");
    table.ok(Union, place("2014"), &[]);
    assert_eq!(table.place("u-1"), "2014");
}

#[test]
fn kernstown_16_2_a_rebuilt_unit_that_moves_aside_drives_off_skirmishers() {
    let thin = with(grey("c-1", "2012", 3.0, 3), json!({ "skirmish": true }));
    let mut table = rallying(json!([blue("u-1", "2015", 6.0, 4), thin]), "regroup");
    table.under_way(json!({ "displace": { "side": "union", "unit": "u-1", "hexes": ["2013", "2014"] } }));
    table.ok(Union, json!({ "place": { "unit": "u-1", "hex": "2013" } }), &[]);
    assert_eq!(table.question(), "confederate skirmish-withdrawal");
}

#[test]
fn kernstown_k90_without_its_brigade_a_unit_comes_back_near_its_division_or_else_near_any_friend() {
    let of = |id: &str, brigade: &str, hex: &str| union(id, brigade, hex, (3.0, 4), (1.0, 3));
    let returns = |friends: &[Value]| {
        let mut units = vec![of("u-1", "b64-hayes", "1915"), grey_1864("c-1", "2040")];
        units.extend(friends.iter().cloned());
        let mut table = field_of("kernstown-5-historical-1864", json!(units));
        table.step(Union, "b64-hayes", "rally", "regroup");
        table.apply(json!({ "event": "broken", "unit": "u-1", "from": "1915", "track": 0, "case": "15.7" }));
        table.ok(Union, rally("u-1", "rebuild"), &[1]);
        let grid = &table.battle.map().grid;
        let near = |unit: &str| {
            let hex = table.state.hex(table.unit(unit)).unwrap();
            table
                .offers()
                .iter()
                .all(|o| grid.distance(hex, table.hex(o["place"]["hex"].as_str().unwrap())) <= 3)
        };
        friends.iter().map(|friend| near(friend["id"].as_str().unwrap())).collect::<Vec<bool>>()
    };
    // Duval's other brigade, and one of Mulligan's.
    let (duval, mulligan) = (of("u-2", "b64-johnson", "2015"), of("u-3", "b64-linton", "2030"));
    assert_eq!(returns(&[duval, mulligan.clone()]), [true, false]);
    assert_eq!(returns(&[mulligan]), [true]);
}

/// The hexes in which a broken unit of Terry's is offered to come back in 1864, and where a unit of
/// its side stands.
fn places(units: &[Value]) -> (Table, Vec<String>) {
    let back = rebel("c-1", "b64-terry", "4000", (3.0, 4), (1.0, 3));
    let mut table = field_of("kernstown-5-historical-1864", Value::Array([&[back], units].concat()));
    table.step(Confederate, "b64-terry", "rally", "regroup");
    table.apply(json!({ "event": "broken", "unit": "c-1", "from": "4000", "track": 0, "case": "15.7" }));
    let order = table.battle.read_order(&rally("c-1", "rebuild")).unwrap();
    let offered = table.battle.offers(&table.state).contains(&order);
    let Ok(events) = table.order(Confederate, rally("c-1", "rebuild"), &[1]) else {
        assert!(!offered);
        return (table, Vec::new());
    };
    assert!(offered);
    let hexes = match table.question().as_str() {
        "confederate return" => {
            table.offers_hold();
            let hex = |offer: &Value| offer["place"]["hex"].as_str().unwrap().to_owned();
            table.offers().iter().map(hex).collect()
        }
        _ => vec![table.event(&events, "returned")["hex"].as_str().unwrap().to_owned()],
    };
    (table, hexes)
}

#[test]
fn kernstown_k90_with_no_open_hex_near_its_division_a_unit_comes_back_near_any_friend() {
    let ring = ["1304", "1306", "1205", "1206", "1405", "1406"];
    let mut units = vec![
        rebel("c-2", "b64-york", "1305", (3.0, 4), (1.0, 3)),
        rebel("c-3", "b64-cox", "3020", (3.0, 4), (1.0, 3)),
    ];
    units.extend(ring.iter().map(|hex| union(&format!("u-{hex}"), "b64-hayes", hex, (3.0, 4), (1.0, 3))));
    let (table, hexes) = places(&units);
    assert!(!hexes.is_empty());
    let far = |hex: &String| table.battle.distance(table.hex(hex), table.hex("3020"));
    assert!(hexes.iter().all(|hex| far(hex) <= 3), "{hexes:?}");
    assert!(hexes.iter().any(|hex| far(hex) == 3));
}

#[test]
fn kernstown_k90_a_unit_of_the_brigade_with_no_open_hex_about_it_bars_nobody() {
    let ring = |brigade: &str| -> Vec<Value> {
        let mut units = vec![
            rebel("c-2", brigade, "1305", (3.0, 4), (1.0, 3)),
            rebel("c-3", "b64-york", "3020", (3.0, 4), (1.0, 3)),
            rebel("c-4", "b64-cox", "3035", (3.0, 4), (1.0, 3)),
        ];
        units.extend(
            ["1302", "1308", "1107", "1507", "1104", "1504"]
                .iter()
                .map(|hex| union(&format!("u-{hex}"), "b64-hayes", hex, (3.0, 4), (1.0, 3))),
        );
        units
    };
    let near = |units: &[Value], unit: &str| {
        let (table, hexes) = places(units);
        let there = table.hex(&table.place(unit));
        !hexes.is_empty() && hexes.iter().all(|hex| table.battle.distance(table.hex(hex), there) <= 3)
    };
    // Every hex near its brigade is too near to an enemy: then near its division.
    assert!(near(&ring("b64-terry"), "c-3"));
    // Only its brigade where there is a hex, whoever else has one.
    let mut open = ring("b64-terry");
    open.truncate(3);
    assert!(near(&open, "c-2"));
    // No hex near any friend, no attempt.
    let mut alone = ring("b64-terry");
    alone.drain(1..3);
    let (mut table, hexes) = places(&alone);
    assert!(hexes.is_empty(), "{hexes:?}");
    table.refused(Confederate, rally("c-1", "rebuild"), "17.2b");
}

/// Positions at random: the nearest kin beside whom there is a hex, and every hex there.
#[test]
fn kernstown_k90_the_hexes_of_a_return_are_those_near_the_nearest_kin_with_an_open_one() {
    let mut chance = Chance(90);
    let (mut fallbacks, mut shut) = ([0; 4], 0);
    for _ in 0..200 {
        let mut units = Vec::new();
        let mut taken = Vec::new();
        let mut hex = |chance: &mut Chance, (first, columns): (usize, usize)| loop {
            let hex = format!("{:02}{:02}", 10 + chance.below(10), first + chance.below(columns));
            if !taken.contains(&hex) {
                taken.push(hex.clone());
                return hex;
            }
        };
        // Its brother stands among enemies, the others also beyond them.
        let kin = [(1, "b64-terry", (7, 3)), (2, "b64-york", (4, 14)), (2, "b64-cox", (4, 18))];
        for (count, brigade, columns) in kin {
            for i in 0..chance.below(count + 1) {
                let strength = [3.0, 9.0][chance.below(2)];
                units.push(rebel(
                    &format!("{brigade}-{i}"),
                    brigade,
                    &hex(&mut chance, columns),
                    (strength, 4),
                    (1.0, 3),
                ));
            }
        }
        for i in 0..1 + chance.below(24) {
            let hex = hex(&mut chance, (4, 10));
            units.push(union(&format!("u-{i}"), "b64-hayes", &hex, (3.0, 4), (1.0, 3)));
        }
        let (mut table, found) = places(&units);
        // Back in the box, whatever came of it.
        let case = json!({ "event": "broken", "unit": "c-1", "from": "4000", "track": 0, "case": "15.7" });
        table.apply(case);
        let (battle, state) = (&table.battle, &table.state);
        let unit = table.unit("c-1");
        let near = |names: &[&str]| -> Vec<String> {
            let kin: Vec<_> = battle
                .ids()
                .filter(|&u| battle.unit(u).side == Confederate && u != unit)
                .filter(|&u| names.iter().any(|name| battle.unit(u).id.starts_with(name)))
                .filter_map(|u| state.hex(u))
                .collect();
            let enemies: Vec<_> =
                battle.ids().filter(|&u| battle.unit(u).side == Union).filter_map(|u| state.hex(u)).collect();
            let grid = &battle.map().grid;
            grid.hexes()
                .filter(|&h| kin.iter().any(|&k| grid.distance(k, h) <= 3))
                .filter(|&h| enemies.iter().all(|&e| grid.distance(e, h) >= 3))
                .filter(|&h| battle.may_stand(state, unit, h, false))
                .map(|h| battle.number(h).to_owned())
                .collect()
        };
        let levels = [near(&["b64-terry"]), near(&["b64-terry", "b64-york"]), near(&["b64"])];
        let level = levels.iter().position(|hexes| !hexes.is_empty());
        fallbacks[level.unwrap_or(3)] += 1;
        let kin = units.iter().any(|unit| unit["brigade"] == "b64-terry");
        shut += usize::from(kin && level.is_some_and(|level| level > 0));
        assert_eq!(found, level.map_or(Vec::new(), |level| levels[level].clone()), "{units:?}");
    }
    assert!(fallbacks.iter().all(|&count| count > 3) && shut > 3, "{fallbacks:?} {shut}");
}

/// A Confederate regiment of Forsberg's in 1864.
fn grey_1864(id: &str, hex: &str) -> Value {
    rebel(id, "b64-forsberg", hex, (3.0, 3), (1.0, 2))
}

#[test]
fn kernstown_17_2_by_the_option_a_unit_that_was_broken_stays_worn_on_the_map() {
    let rebuild = |option: bool, broken: bool, back: bool| {
        let units = json!([
            with(blue("u-1", "2015", 4.0, 4), json!({ "worn": !broken })),
            blue("u-2", "2014", 2.0, 3),
            grey("c-1", "2040", 3.0, 3),
        ]);
        let mut table = rallying(units, "regroup");
        table.battle.options.broken_stay_worn = option;
        if broken {
            table.apply(
                json!({ "event": "broken", "unit": "u-1", "from": "2015", "track": 0, "case": "15.7" }),
            );
        }
        if back {
            table.apply(json!({ "event": "returned", "unit": "u-1", "hex": "2015" }));
        }
        table
            .order(Union, rally("u-1", "rebuild"), &[6])
            .err()
            .map(|refusal| refusal.case.number().to_owned())
    };
    assert_eq!(rebuild(true, true, true), Some("17.2".to_owned()));
    assert_eq!(rebuild(true, true, false), None, "it comes back to the map worn");
    assert_eq!(rebuild(true, false, false), None, "it was never broken");
    assert_eq!(rebuild(false, true, true), None, "without the option");
}

#[test]
fn kernstown_k39_a_rebuilt_unit_stays_where_there_is_room_for_it() {
    for units in [
        json!([with(blue("u-1", "2015", 6.0, 4), json!({ "worn": true })), blue("u-2", "2015", 4.0, 4)]),
        json!([with(blue("u-1", "2015", 12.0, 4), json!({ "worn": true })), blue("u-2", "2014", 4.0, 4)]),
    ] {
        let mut table = rallying(units, "regroup");
        let events = table.ok(Union, rally("u-1", "rebuild"), &[3]);
        assert!(table.all(&events, "displaced").is_empty());
        assert_eq!((table.question().as_str(), table.place("u-1").as_str()), ("union rally", "2015"));
    }
}

/// Room is made for reinforcements as the Movement Step ends (13.11), and not once more here.
#[test]
fn kernstown_13_11_the_end_of_a_rally_step_moves_nobody_aside() {
    let mut table = rallying(
        json!([
            blue("u-1", "2015", 8.0, 4),
            blue("u-2", "2015", 8.0, 4),
            with(blue("u-3", "1915", 4.0, 4), json!({ "hits": 1 })),
            grey("c-1", "2040", 3.0, 3),
        ]),
        "regroup",
    );
    table.battle.options.brisk = false;
    let end = table.battle.read_order(&json!({ "end": {} })).unwrap();
    let mut dice = testing::Chance(5);
    let check = &mut tabletop::RuleCheck::quiet();
    let events = table.battle.judge(&table.state, Union, &end, &mut dice, check).unwrap();
    let names = Table::names(&events);
    assert!(names.contains(&"activation-ended".to_owned()), "{names:?}");
    assert!(!names.contains(&"displaced".to_owned()), "{names:?}");
}
