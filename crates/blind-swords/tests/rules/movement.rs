//! Movement: allowances, stacks, engagement, leaving the map (6.1, 11, 13.1 to 13.6, 13.12).

use crate::check::field::{field, guns, union, with};
use crate::check::moves::{blue, grey, horse, priced};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};

#[test]
fn kernstown_13_2_the_order_sets_the_allowance_and_what_is_offered_holds() {
    for order in ["attack", "defend", "maneuver"] {
        let mut table = field(json!([blue("u-1", "1310"), horse("h-1", "1311"), grey("x-1", "1307")]));
        table.movement_step(Union, order);
        table.offers_hold();
    }
    let mut table = field(json!([guns("g-1", "union", "S", "1310", 3.0), grey("x-1", "1313")]));
    table.battery_step(Union, "1310");
    table.offers_hold();
}

#[test]
fn kernstown_11_2_attack_moves_four_points_on_foot_and_six_mounted() {
    allowances("attack", 4, 6);
}

#[test]
fn kernstown_11_3_defend_moves_two_points_on_foot_and_three_mounted() {
    allowances("defend", 2, 3);
}

#[test]
fn kernstown_11_4_maneuver_moves_six_points_on_foot_and_nine_mounted() {
    allowances("maneuver", 6, 9);
}

/// Along the lane of the east, a point a hex: 1000, 1100, 1200, 1300, 1401, 1501, 1602, 1701,
/// 1802, 1902.
fn allowances(order: &str, foot: usize, mounted: usize) {
    let lane = ["1100", "1200", "1300", "1401", "1501", "1602", "1701", "1802", "1902", "2002"];
    for (unit, points) in [(blue("u-1", "1000"), foot), (horse("u-1", "1000"), mounted)] {
        let mut table = field(json!([unit, grey("z-9", "4041")]));
        table.movement_step(Union, order);
        let beyond = json!({ "move": { "units": ["u-1"], "to": lane[points] } });
        table.refused(Union, beyond, "13.3");
        assert_eq!(table.walk(Union, "u-1", lane[points - 1]).len(), points);
    }
}

#[test]
fn kernstown_4_8_half_of_three_points_is_one() {
    // Fatigue: halves are kept until the end, then dropped.
    let mut table = field(json!([horse("h-1", "1000"), blue("u-1", "1310"), grey("z-9", "4041")]));
    table.step_of(Union, json!({ "order": "defend", "pace": 1 }));
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1200" } }), "13.3");
    assert_eq!(table.walk(Union, "h-1", "1100"), priced(&[("1100", 2)]));
    // Quick March doubles.
    table.step_of(Union, json!({ "order": "defend", "pace": 4 }));
    assert_eq!(table.walk(Union, "u-1", "1308").len(), 2);
    let moving = json!({ "move": { "units": ["u-1"], "path": ["1309", "1310", "1311"] } });
    table.refused(Union, moving, "13.3");
}

#[test]
fn kernstown_13_1_units_move_one_after_another_each_once() {
    let mut table = field(json!([blue("a-1", "1310"), blue("b-1", "1312"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "path": ["1308"] } }), "13.1");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "to": "1310" } }), "13.1");
    table.refused(Union, json!({ "move": { "units": ["a-1", "a-1"], "to": "1309" } }), "13.1");
    table.refused(Union, json!({ "move": { "units": ["z-9"], "to": "4040" } }), "13.0");
    table.walk(Union, "a-1", "1309");
    // It may go on while nobody else has moved …
    table.walk(Union, "a-1", "1308");
    table.walk(Union, "b-1", "1311");
    // … and no more.
    table.refused(Union, json!({ "move": { "units": ["a-1"], "to": "1307" } }), "13.1");
    table.offers_hold();
    table.refused(Confederate, json!({ "end": {} }), "13.0");
    let events = table.ok(Union, json!({ "end": {} }), &[]);
    assert!(crate::check::Table::names(&events).contains(&"move-ended".to_owned()));
}

#[test]
fn kernstown_13_1_enemies_bar_their_hexes() {
    let mut table = field(json!([blue("a-1", "1310"), grey("z-9", "1308")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "to": "1308" } }), "13.1");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "path": ["1309", "1308"] } }), "13.1");
}

#[test]
fn kernstown_13_3_one_hex_is_always_allowed() {
    // Up a Steep Slope costs three points; under Defend there are two.
    let mut table = field(json!([blue("u-1", "2124"), grey("z-9", "4041")]));
    table.movement_step(Union, "defend");
    assert_eq!(table.walk(Union, "u-1", "2224"), priced(&[("2224", 4)]));
    // Not as the second hex of a move.
    let mut table = field(json!([blue("u-1", "2024"), grey("z-9", "4041")]));
    table.movement_step(Union, "defend");
    table.walk(Union, "u-1", "2124");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "2224" } }), "13.3");
    // And not into an overstacked hex.
    let other = union("o-1", "b62-sullivan", "2224", (9.0, 3), (1.0, 2));
    let mut table = field(json!([blue("u-1", "2124"), other, grey("z-9", "4041")]));
    table.movement_step(Union, "defend");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "2224" } }), "6.1");
}

#[test]
fn kernstown_13_4_k68_a_stack_moves_as_one_and_pays_for_its_slowest() {
    let mut table =
        field(json!([blue("a-1", "2304"), horse("h-1", "2304"), blue("b-1", "2404"), grey("z-9", "4041")]));
    table.movement_step(Union, "maneuver");
    table.refused(Union, json!({ "move": { "units": ["a-1", "b-1"], "to": "2403" } }), "13.4");
    // The horses pay two points for the orchard, and they cannot stay with men on foot.
    table.refused(Union, json!({ "move": { "units": ["a-1", "h-1"], "to": "2305" } }), "6.1b");
    let mut table = field(json!([
        union("a-1", "b62-tyler", "2016", (4.0, 3), (1.0, 2)),
        union("b-1", "b62-tyler", "2016", (4.0, 3), (1.0, 2)),
        union("o-1", "b62-sullivan", "2116", (3.0, 3), (1.0, 2)),
        grey("z-9", "4041")
    ]));
    table.movement_step(Union, "maneuver");
    // 8 points and 3 are too many for the road of 2116.
    let events =
        table.ok(Union, json!({ "move": { "units": ["a-1", "b-1"], "path": ["2116", "2217"] } }), &[]);
    assert_eq!(table.steps(&events), priced(&[("2116", 2), ("2116", 2), ("2217", 1), ("2217", 1)]));
    // One of them goes on alone.
    assert_eq!(table.walk(Union, "a-1", "2317"), priced(&[("2317", 1)]));
    table.refused(Union, json!({ "move": { "units": ["b-1"], "to": "2316" } }), "13.1");
}

#[test]
fn kernstown_6_1_ten_points_in_a_hex_at_the_end_of_a_move() {
    let other = |sp: f64| union("o-1", "b62-sullivan", "1309", (sp, 3), (1.0, 2));
    let mut table = field(json!([blue("u-1", "1310"), other(7.5), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), "6.1");
    // It may pass through.
    table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1309", "1308"] } }), &[]);
    let mut table = field(json!([blue("u-1", "1310"), other(7.0), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.walk(Union, "u-1", "1309");
}

#[test]
fn kernstown_6_1_morale_hits_make_no_room() {
    let other = with(union("o-1", "b62-sullivan", "1309", (8.0, 3), (1.0, 2)), json!({ "hits": 2 }));
    let mut table = field(json!([blue("u-1", "1310"), other, grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), "6.1");
}

#[test]
fn kernstown_6_1a_guns_count_three_quarters() {
    // The rulebook's example: six guns, five points and a cadre fill a hex.
    let hex = |last: f64| {
        let mut table = field(json!([
            union("u-1", "b62-tyler", "1310", (last, 3), (0.5, 2)),
            guns("g-1", "union", "S", "1309", 6.0),
            union("f-5", "b62-tyler", "1309", (5.0, 3), (1.0, 2)),
            grey("z-9", "4041")
        ]));
        table.movement_step(Union, "attack");
        table.order(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), &[]).is_ok()
    };
    assert!(hex(0.5));
    assert!(!hex(1.0));
}

#[test]
fn kernstown_6_1b_k37_horses_pass_through_others_and_do_not_stay_with_them() {
    let mut table =
        field(json!([horse("h-1", "1310"), blue("u-1", "1309"), horse("i-1", "1311"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["h-1"], "to": "1309" } }), "6.1b");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1310" } }), "6.1b");
    table.walk(Union, "h-1", "1311");
    table.ok(Union, json!({ "move": { "units": ["i-1"], "path": ["1310", "1309", "1308"] } }), &[]);
}

#[test]
fn kernstown_6_1d_k38_halves_stand_with_each_other_and_with_guns_only() {
    let half = |id: &str, hex: &str| with(blue(id, hex), json!({ "regiment": "7 OH" }));
    let mut table = field(json!([
        half("a-1", "1310"),
        half("b-1", "1309"),
        blue("c-1", "1410"),
        guns("g-1", "union", "S", "1309", 1.0),
        grey("z-9", "4041")
    ]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "to": "1410" } }), "6.1d");
    table.refused(Union, json!({ "move": { "units": ["c-1"], "to": "1310" } }), "6.1d");
    table.walk(Union, "a-1", "1309");
    table.refused(Union, json!({ "move": { "units": ["c-1"], "to": "1309" } }), "6.1d");
}

#[test]
fn kernstown_k38_who_was_forced_into_a_wrong_stack_leaves_it_with_its_next_move() {
    let half = with(blue("a-1", "1310"), json!({ "regiment": "7 OH" }));
    let other = with(blue("b-1", "1209"), json!({ "regiment": "7 OH" }));
    let mut table =
        field(json!([half, other, blue("c-1", "1310"), blue("d-1", "1309"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.refused(Union, json!({ "move": { "units": ["a-1"], "to": "1309" } }), "6.1d");
    assert!(!table.reach("a-1").contains(&"1309".to_owned()));
    table.walk(Union, "a-1", "1211");
}

#[test]
fn kernstown_k36_the_limit_is_looked_at_when_a_unit_ends_its_move() {
    // Eleven points stand there from the start; whoever does not move may stay.
    let mut table = field(json!([
        union("a-1", "b62-tyler", "1310", (6.0, 3), (1.0, 2)),
        union("b-1", "b62-tyler", "1310", (5.0, 3), (1.0, 2)),
        grey("z-9", "4041")
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["a-1"], "path": ["1309"] } }), &[]);
    table.refused(Union, json!({ "move": { "units": ["a-1"], "path": ["1310"] } }), "6.1");
}

#[test]
fn kernstown_13_6_k65_maneuver_does_not_bring_a_unit_next_to_the_enemy() {
    let units = json!([blue("u-1", "1312"), blue("v-1", "1309"), grey("x-1", "1308")]);
    let mut table = field(units.clone());
    table.movement_step(Union, "maneuver");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), "13.6");
    // Not even from one such hex to another; but it may leave.
    table.refused(Union, json!({ "move": { "units": ["v-1"], "path": ["1209"] } }), "K65");
    table.offers_hold();
    let mut table = field(units.clone());
    table.movement_step(Union, "attack");
    table.walk(Union, "u-1", "1209");
    let mut table = field(units);
    table.reserve_step(Union);
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1209" } }), "13.6");
}

#[test]
fn kernstown_k65_not_next_to_skirmishers_who_would_withdraw() {
    let x = with(grey("x-1", "1308"), json!({ "skirmish": true }));
    let mut table = field(json!([blue("u-1", "1311"), x]));
    table.movement_step(Union, "maneuver");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1309" } }), "13.6");
}

#[test]
fn kernstown_13_12_k71_leaving_the_map() {
    let mut table = field(json!([blue("u-1", "1010"), blue("v-1", "1210"), grey("z-9", "4041")]));
    table.movement_step(Union, "defend");
    table.refused(Union, json!({ "move": { "units": ["v-1"], "exit": true } }), "13.12");
    // Two points: one to the edge, one to leave.
    table.refused(Union, json!({ "move": { "units": ["v-1"], "to": "1010", "exit": true } }), "13.12");
    assert!(table.reach("u-1").contains(&"off".to_owned()));
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "exit": true } }), &[]);
    assert_eq!(table.event(&events, "exited")["counts"], true);
    assert_eq!(table.place("u-1"), "exited");
    assert_eq!(table.state.exited[Union], 12);
    // By an edge that is not its own it goes and scores nothing.
    let mut table = field(json!([blue("u-1", "4010"), grey("z-9", "1041")]));
    table.movement_step(Union, "maneuver");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "4012", "exit": true } }), &[]);
    assert_eq!(table.event(&events, "exited")["counts"], false);
    assert_eq!(table.state.exited[Union], 0);
}

#[test]
fn kernstown_k71_in_scenario_1_nobody_leaves_the_area_of_his_own_will() {
    let units = json!([blue("u-1", "1026"), grey("z-9", "2740")]);
    let mut table = crate::check::field::field_of("kernstown-1-stone-wall", units);
    table.movement_step(Union, "maneuver");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "exit": true } }), "20.1a");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1025" } }), "20.1a");
    table.offers_hold();
}

#[test]
fn kernstown_k94_k47_frozen_units_and_those_in_chaos_do_not_move() {
    let frozen = json!({ "id": "c62-5va", "hex": "1310" });
    let mut table = field(json!([frozen, grey("g-1", "1412"), blue("z-9", "4000")]));
    table.apply(json!({ "event": "chaos-came", "hex": "1412", "units": ["g-1"] }));
    table.movement_step(Confederate, "attack");
    table.refused(Confederate, json!({ "move": { "units": ["c62-5va"], "to": "1311" } }), "20.2h");
    table.refused(Confederate, json!({ "move": { "units": ["g-1"], "to": "1413" } }), "K47");
    assert_eq!(table.offers(), [json!({ "end": {} })]);
    table.apply(json!({ "event": "thawed", "units": ["c62-5va"], "case": "K94" }));
    table.walk(Confederate, "c62-5va", "1311");
}

#[test]
fn kernstown_6_1_a_hex_may_be_filled_and_a_large_unit_stands_alone() {
    let large = |strength: f64| with(blue("u-1", "1310"), json!({ "strength": strength }));
    let friend = |strength: f64| {
        let unit = with(blue("u-2", "1312"), json!({ "strength": strength }));
        with(unit, json!({ "brigade": "b62-kimball" }))
    };
    let reach = |units: Value| {
        let mut table = field(units);
        table.movement_step(Union, "attack");
        table.reach("u-1")
    };
    let far = grey("z-9", "4041");
    assert!(reach(json!([large(12.0), far])).contains(&"1311".to_owned()));
    assert!(reach(json!([large(6.0), friend(4.0), far])).contains(&"1312".to_owned()));
    assert!(!reach(json!([large(6.0), friend(4.5), far])).contains(&"1312".to_owned()));
}

#[test]
fn kernstown_13_4_units_on_their_way_together_go_on_together() {
    use tabletop::Rules;
    let mut table = field(json!([blue("u-1", "1310"), blue("u-2", "1310"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1", "u-2"], "to": "1311" } }), &[]);
    let parts = table.battle.parts(&table.state);
    let both = parts.iter().find(|part| matches!(part, blind_swords::Part::Move(units) if units.len() == 2));
    let order = table.battle.order_in(&table.state, both.unwrap(), |_| 0).unwrap();
    assert!(table.battle.offers(&table.state).contains(&order));
    assert_eq!(table.battle.asked(&table.state), Some(Union));
}

#[test]
fn kernstown_13_3_a_refusal_says_what_is_left() {
    let left = |pace: u8, order: &str, unit: Value| {
        let mut table = field(json!([unit, grey("z-9", "4041")]));
        table.step_of(Union, json!({ "order": order, "pace": pace }));
        table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "1330" } }), "13.3")
    };
    let foot = || blue("u-1", "1310");
    assert!(left(2, "defend", foot()).contains("with 2 movement points"));
    assert!(left(1, "defend", foot()).contains("with 1 movement points"));
}
