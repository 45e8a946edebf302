//! What ground, slopes and roads cost (3.2, 6.1c, 13.3, 13.5).

use std::sync::Arc;

use crate::check::Table;
use crate::check::field::{field, guns, union};
use crate::check::moves::{blue, grey, horse, priced};
use serde_json::{Value, json};
use tabletop::Protocol;
use tabletop::Side::Union;

/// What it costs a unit to go from a hex to the next, in half points, under Maneuver.
fn cost(unit: Value, to: &str) -> u64 {
    let mut table = field(json!([unit, grey("z-9", "4041")]));
    table.movement_step(Union, "maneuver");
    let steps = table.walk(Union, "u-1", to);
    assert_eq!(steps.len(), 1, "{steps:?}");
    steps[0].1
}

fn battery_cost(from: &str, to: &str) -> u64 {
    let mut table = field(json!([guns("u-1", "union", "S", from, 4.0), grey("z-9", "4041")]));
    table.battery_step(Union, from);
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": to } }), &[]);
    table.steps(&events)[0].1
}

#[test]
fn kernstown_13_3_ground_costs_what_the_chart_says_and_adds_up() {
    for (from, to, foot, mounted, battery) in [
        ("1310", "1311", 2, 2, 2),  // clear
        ("1032", "1031", 4, 4, 6),  // light woods
        ("2304", "2305", 2, 4, 4),  // orchard
        ("1833", "1834", 2, 4, 4),  // a wall hex
        ("2230", "2330", 4, 6, 6),  // Angled
        ("2431", "2531", 6, 8, 10), // Angled and woods
    ] {
        assert_eq!(cost(blue("u-1", from), to), foot, "{from} to {to} on foot");
        assert_eq!(cost(horse("u-1", from), to), mounted, "{from} to {to} mounted");
        assert_eq!(battery_cost(from, to), battery, "{from} to {to} with guns");
    }
}

/// The same position, on the same map but with a stream along every hexside.
fn flooded(mut table: Table) -> Table {
    let mut scenario = (*table.battle.scenario).clone();
    let mut map = (*scenario.map).clone();
    let hexes: Vec<_> = map.grid.hexes().collect();
    for hex in hexes {
        let near: Vec<_> = map.grid.neighbours(hex).collect();
        for (direction, other) in near {
            map.change_side(hex, other, |side, _| side.creek = true);
            assert!(map.side(hex, direction).is_plain_creek());
        }
    }
    scenario.map = Arc::new(map);
    table.battle.scenario = Arc::new(scenario);
    table
}

#[test]
fn kernstown_3_2b_streams_have_no_effect_on_movement_and_combat() {
    // Hogg Run and its branches flow about 2725.
    let units = || {
        field(json!([
            blue("u-1", "2725"),
            horse("u-2", "2827"),
            guns("u-3", "union", "R", "2822", 4.0),
            grey("z-1", "2625"),
            grey("z-9", "4041"),
        ]))
    };
    let told = |make: &dyn Fn(Table) -> Table| {
        let mut told = Vec::new();
        let mut table = make(units());
        table.movement_step(Union, "maneuver");
        told.push(json!(table.offers()));
        told.push(json!(table.walk(Union, "u-2", "2926")));
        let mut table = make(units());
        table.battery_step(Union, "2822");
        told.push(json!(table.offers()));
        for (step, order) in [
            ("fire", json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "2625" }] } })),
            ("close", json!({ "close": { "assaults": [{ "units": ["u-1"], "target": "2625" }] } })),
        ] {
            let mut table = make(units());
            table.step_of(Union, json!({ "step": step }));
            let read = table.battle.read_order(&order).unwrap_or_else(|e| panic!("{e}"));
            let preview = json!(table.battle.preview(&table.state, Union, &read));
            assert_ne!(preview, json!({}), "{step}");
            told.push(json!([table.offers(), preview]));
        }
        told
    };
    let (dry, wet) = (told(&|table| table), told(&flooded));
    assert!(dry.iter().all(|answer| answer.as_array().is_some_and(|a| !a.is_empty())), "{dry:?}");
    assert_eq!(dry, wet);
}

#[test]
fn kernstown_3_2e_cavalry_and_guns_enter_light_woods() {
    assert_eq!(cost(horse("u-1", "1032"), "1031"), 4);
    assert_eq!(battery_cost("1032", "1031"), 6);
}

#[test]
fn kernstown_3_2g_angled_ground_is_hard_in_every_direction() {
    assert_eq!(cost(blue("u-1", "2230"), "2330"), 4);
    assert_eq!(cost(blue("u-1", "2330"), "2230"), 4);
}

#[test]
fn kernstown_3_2h_slopes_cost_going_up_only() {
    assert_eq!(cost(blue("u-1", "2225"), "2224"), 4);
    assert_eq!(cost(blue("u-1", "2224"), "2225"), 2);
    assert_eq!(cost(horse("u-1", "2225"), "2224"), 4);
}

#[test]
fn kernstown_3_2i_steep_slopes_cost_both_ways() {
    assert_eq!(cost(blue("u-1", "2124"), "2224"), 6);
    assert_eq!(cost(blue("u-1", "2224"), "2124"), 4);
    assert_eq!(battery_cost("2224", "2124"), 4);
}

#[test]
fn kernstown_k21_a_step_of_one_level_without_a_slope_costs_nothing() {
    // 1918 lies a level above 1917, gently.
    assert_eq!(cost(blue("u-1", "1917"), "1918"), 2);
    assert_eq!(cost(blue("u-1", "1918"), "1917"), 2);
}

#[test]
fn kernstown_13_5_a_road_costs_one_point_whatever_it_leads_through() {
    // The lane climbs a slope into the walled hex 1637.
    assert_eq!(cost(horse("u-1", "1537"), "1637"), 2);
    // The lane through the woods of 1240.
    assert_eq!(cost(blue("u-1", "1140"), "1240"), 2);
    // 1139 has a road, 1240 a lane, and none joins them.
    let mut table = field(json!([blue("u-1", "1139"), grey("z-9", "4041")]));
    table.movement_step(Union, "maneuver");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1240"] } }), &[]);
    assert_eq!(table.steps(&events), priced(&[("1240", 4)]));
}

#[test]
fn kernstown_3_2f_march_column_is_for_roads_and_not_for_lanes() {
    let mut table = field(json!([blue("u-1", "1139"), grey("z-9", "4041")]));
    table.movement_step(Union, "maneuver");
    let path = json!({ "move": { "units": ["u-1"], "path": ["1140", "1240"] } });
    let events = table.ok(Union, path, &[]);
    // By road at the rate of March Column, then by lane without it.
    assert_eq!(table.steps(&events), priced(&[("1140", 1), ("1240", 2)]));
}

#[test]
fn kernstown_k20_guns_climb_along_a_road() {
    // 2933 to 2934 is a lane up a slope; no road of this map climbs a Steep Slope, so that costs
    // are what can be seen.
    assert_eq!(battery_cost("2933", "2934"), 2);
    assert_eq!(battery_cost("2016", "2116"), 1);
}

#[test]
fn kernstown_13_5a_march_column_is_for_maneuver_reserve_moves_and_guns() {
    let pike = ["2016", "2116", "2217", "2317", "2417"];
    for (order, half) in [("attack", 2), ("defend", 2), ("maneuver", 1)] {
        let mut table = field(json!([blue("u-1", "1915"), grey("z-9", "4041")]));
        table.movement_step(Union, order);
        assert_eq!(table.walk(Union, "u-1", "2116"), priced(&[("2016", half), ("2116", half)]), "{order}");
    }
    let mut table = field(json!([blue("u-1", "1915"), grey("z-9", "4041")]));
    table.reserve_step(Union);
    assert_eq!(table.walk(Union, "u-1", "2417"), pike.map(|h| (h.to_owned(), 1)));
    table.ok(Union, json!({ "end": {} }), &[]);
    // Twelve hexes of turnpike for six points.
    let mut table = field(json!([guns("u-1", "union", "S", "1915", 4.0), grey("z-9", "4041")]));
    table.battery_step(Union, "1915");
    table.refused(Union, json!({ "move": { "units": ["u-1"], "to": "3220" } }), "13.3");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "3119" } }), &[]);
    assert_eq!(table.steps(&events).len(), 12);
    assert!(table.steps(&events).iter().all(|s| s.1 == 1));
}

#[test]
fn kernstown_k68_in_a_full_hex_the_road_costs_what_the_ground_does() {
    // 2116 holds 8 points: with the mover there are more than 10 in it. Its ground costs a whole
    // point.
    let full = |strength: f64| {
        let mut table = field(json!([
            blue("u-1", "2016"),
            union("o-1", "b62-sullivan", "2116", (strength, 3), (1.0, 2)),
            grey("z-9", "4041")
        ]));
        table.movement_step(Union, "maneuver");
        table.walk(Union, "u-1", "2217")
    };
    assert_eq!(full(7.0), priced(&[("2116", 1), ("2217", 1)]));
    assert_eq!(full(8.0), priced(&[("2116", 2), ("2217", 1)]));
}

#[test]
fn kernstown_13_5b_units_in_the_way_close_the_road_to_more_than_ten_points() {
    // Through the woods of 1240: one point by the free lane, two through the units that fill it.
    let mut table = field(json!([
        blue("u-1", "1140"),
        union("o-1", "b62-sullivan", "1240", (8.0, 3), (1.0, 2)),
        grey("z-9", "4041")
    ]));
    table.movement_step(Union, "attack");
    let path = json!({ "move": { "units": ["u-1"], "path": ["1240", "1239"] } });
    let events = table.ok(Union, path, &[]);
    assert_eq!(table.steps(&events), priced(&[("1240", 4), ("1239", 2)]));
}

#[test]
fn kernstown_6_1c_the_limit_holds_on_roads_at_all_times_for_whole_stacks() {
    // Six points come by one lane, five stand on it: each alone would pass.
    let stack = |other: f64| {
        let mut table = field(json!([
            blue("a-1", "1140"),
            blue("b-1", "1140"),
            union("o-1", "b62-sullivan", "1240", (other, 3), (1.0, 2)),
            grey("z-9", "4041")
        ]));
        table.movement_step(Union, "attack");
        let path = json!({ "move": { "units": ["a-1", "b-1"], "path": ["1240", "1239"] } });
        let events = table.ok(Union, path, &[]);
        table.steps(&events)[0].1
    };
    assert_eq!(stack(4.0), 2);
    assert_eq!(stack(5.0), 4);
}

#[test]
fn kernstown_k19_kinds_of_road_join_in_a_hex_but_only_a_hexside_with_a_road_is_one() {
    // By road and lane from 1139 over 1140 to 1240: two points, as much as through the woods.
    let mut table = field(json!([blue("u-1", "1139"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1140", "1240"] } }), &[]);
    assert_eq!(table.steps(&events), priced(&[("1140", 2), ("1240", 2)]));
    // Straight across there is no road, though both hexes have one.
    let mut table = field(json!([blue("u-1", "1139"), grey("z-9", "4041")]));
    table.movement_step(Union, "attack");
    let events = table.ok(Union, json!({ "move": { "units": ["u-1"], "path": ["1240"] } }), &[]);
    assert_eq!(table.steps(&events), priced(&[("1240", 4)]));
}
