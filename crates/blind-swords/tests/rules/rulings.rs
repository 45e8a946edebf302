//! Rulings on what the scenarios print (K7, K8, K11, K13, K15).
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use crate::check::{Table, start};
use blind_swords::ChitKind;
use serde_json::json;
use tabletop::Side::Union;

fn entry(table: &Table, unit: &str) -> String {
    let start = table.battle.scenario.starts[table.unit(unit).index()];
    table.battle.number(start.hex).to_owned()
}

#[test]
fn kernstown_k7_the_trace_of_scenario_1_is_one_closed_border_itself_in_play() {
    let table = start(1);
    let inside = |number: &str| table.battle.in_play(table.hex(number));
    for border in ["1026", "1041", "2734", "2740", "1830", "2332", "1140"] {
        assert!(inside(border), "{border}");
    }
    for outside in ["1025", "2733", "2834", "2840", "1829", "2331"] {
        assert!(!inside(outside), "{outside}");
    }
}

#[test]
fn kernstown_k8_units_stand_as_each_scenario_prints_them() {
    let (four, five) = (start(4), start(5));
    for (unit, in_four, in_five) in [
        ("c64-mcclanahan", "4001", "4002"),
        ("c64-17va-cav", "3902", "3901"),
        ("c64-22va-cav", "4002", "4001"),
    ] {
        assert_eq!(four.place(unit), in_four);
        assert_eq!(entry(&five, unit), in_five);
    }
    assert_eq!(four.place("u64-1nylinc-b"), "1238");
    assert_eq!(five.place("u64-1nylinc-b"), "1238");
}

#[test]
fn kernstown_k11_imboden_is_under_ransom_and_comes_mounted() {
    let table = start(4);
    let unit = table.unit("c64-18va-davis-cav");
    let brigade = table.battle.unit(unit).brigade.unwrap();
    let chit = table
        .battle
        .chit_ids()
        .map(|c| table.battle.chit(c))
        .find(|c| matches!(&c.kind, ChitKind::Command { brigades, .. } if brigades.contains(&brigade)))
        .unwrap();
    assert_eq!(chit.name, "Ransom");
    assert!(table.state.unit(unit).mounted);
    let ashby = start(2);
    assert!(ashby.state.unit(ashby.unit("c62-7va-cav-a")).mounted);
}

#[test]
fn kernstown_k13_only_voluntary_exits_wait_for_the_turn_of_three() {
    let mut table = start(4);
    // A retreat off the map counts at 2:20, as the event that it brings says; a voluntary exit then
    // does not.
    table.apply(json!({ "event": "retreated-off", "unit": "u64-9wv", "from": "1022", "counts": true, "case": "20.4i" }));
    let counted = table.state.exited[Union];
    assert!(counted > 0);
    let exits = table.battle.scenario.victory.exits[Union].unwrap();
    assert!(exits.retreats_count);
    assert_eq!(table.battle.scenario.times[usize::from(exits.from) - 1], "3:00");
}

#[test]
fn kernstown_k15_a_fragile_unit_counts_at_its_only_side() {
    let mut table = start(4);
    let unit = table.unit("c64-ss-evans");
    let printed = table.battle.unit(unit);
    assert!(printed.fragile);
    let strength = printed.faces.worn.strength.floor();
    let before = table.battle.standing_now(&table.state).points[Union];
    table.apply(json!({ "event": "eliminated", "unit": "c64-ss-evans", "from": table.place("c64-ss-evans"), "case": "15.7" }));
    assert_eq!(table.battle.standing_now(&table.state).points[Union] - before, strength);
}

#[test]
fn kernstown_k114_48_va_is_of_burks_brigade_in_scenario_3() {
    let table = start(3);
    let unit = table.unit("c62-48va");
    let brigade = table.battle.unit(unit).brigade.unwrap();
    assert_eq!(table.battle.brigade(brigade).id, "b62-burks");
    assert!(table.battle.brigade(brigade).units.contains(&unit));
    assert!(table.battle.scenario.starts[unit.index()].turn > 0, "it comes later");
    assert!(start(2).battle.named("c62-48va").is_none(), "scenario 3 only");
}
