//! What Event chits do, and when (10.4, K45, K53, K100).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, guns, rebel, union};
use crate::check::{Table, start};
use serde_json::{Value, json};
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

/// Level, clear ground: 3721 has 3622 and 3621 to the north.
fn two_lines() -> Table {
    field(json!([
        union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
        union("u-2", TYLER, "3622", (4.0, 3), (2.0, 2)),
        rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2)),
        rebel("c-2", BURKS, "3822", (3.0, 3), (1.0, 2)),
    ]))
}

/// A brigade of the Union with a full activation, before its order.
fn ordering(table: Table, held: &[&str]) -> Table {
    let mut table = table.drawing(&["k62-tyler"]).holding(held);
    table.go(&[1]);
    table.asks("orders", Union);
    table
}

fn order(name: &str) -> Value {
    json!({ "order": { "order": name } })
}

fn play(chit: &str) -> Value {
    json!({ "play": { "chit": chit } })
}

fn pass() -> Value {
    json!({ "pass": {} })
}

fn activation(table: &Table) -> Value {
    serde_json::to_value(table.state.top()).unwrap()["activation"].clone()
}

#[test]
fn kernstown_10_4a_a_chit_is_played_at_its_moment_only() {
    let mut table = ordering(two_lines(), &["u-confident", "u-take-aim"]);
    table.refused(Union, play("u-confident"), "11.1");
    table.ok(Union, order("attack"), &[]);
    table.asks("moment", Union);
    assert_eq!(table.offers(), [play("u-confident"), pass()]);
    table.refused(Union, play("u-take-aim"), "10.4a");
    table.refused(Union, play("u-rally"), "10.3a");
    table.refused(Union, play("c-rally"), "10.3a");
    table.ok(Union, play("u-confident"), &[]);
    assert_eq!(table.chit("u-confident"), "discarded");
    table.asks("fire", Union);
    let fire = json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } });
    table.ok(Union, fire, &[]);
    table.asks("moment", Union);
    assert_eq!(table.offers(), [play("u-take-aim"), pass()]);
}

#[test]
fn kernstown_10_4a_confident_raises_the_cr_while_the_activation_lasts() {
    let mut table = ordering(two_lines(), &["u-confident"]);
    let unit = table.unit("u-1");
    let before = table.battle.cohesion(&table.state, unit);
    table.ok(Union, order("defend"), &[]);
    table.ok(Union, play("u-confident"), &[]);
    assert_eq!(table.battle.cohesion(&table.state, unit), before + 1);
    assert_eq!(table.battle.cohesion(&table.state, table.unit("c-1")), 3);
    for _ in ["fire", "movement", "rally"] {
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    assert_eq!(table.battle.cohesion(&table.state, unit), before);
}

#[test]
fn kernstown_10_4a_quick_march_doubles_and_fatigue_halves_the_allowances() {
    let sheet = || {
        field(json!([
            union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
            rebel("c-1", BURKS, "4001", (3.0, 3), (1.0, 2))
        ]))
    };
    let pace = |chits: &[&str], table: Table, side| {
        let mut table =
            table.drawing(&[if side == Union { "k62-tyler" } else { "k62-burks" }]).holding(chits);
        table.go(&[1]);
        table.ok(side, order("attack"), &[]);
        for chit in chits {
            let owner = if chit.starts_with('u') { Union } else { Confederate };
            table.ok(owner, play(chit), &[]);
        }
        activation(&table)["pace"].clone()
    };
    assert_eq!(pace(&[], sheet(), Confederate), 2);
    assert_eq!(pace(&["c-quick-march"], sheet(), Confederate), 4);
    assert_eq!(pace(&["u-fatigue"], sheet(), Confederate), 1);
    assert_eq!(pace(&["c-quick-march", "u-fatigue"], sheet(), Confederate), 2);
}

#[test]
fn kernstown_k45_the_active_side_plays_first_then_they_alternate_until_both_pass() {
    let mut table = two_lines().drawing(&["k62-burks"]).holding(&["c-quick-march", "u-fatigue"]);
    table.go(&[1]);
    table.ok(Confederate, order("attack"), &[]);
    table.asks("moment", Confederate);
    table.ok(Confederate, pass(), &[]);
    table.asks("moment", Union);
    table.ok(Union, play("u-fatigue"), &[]);
    // The Union has played: the Confederate may think again.
    table.asks("moment", Confederate);
    table.ok(Confederate, pass(), &[]);
    table.asks("fire", Confederate);
    assert_eq!(table.chit("c-quick-march"), "held");
}

#[test]
fn kernstown_k53_command_confusion_comes_first_and_changes_an_order_once() {
    for (die, order_now, step) in [
        (1, "regroup", "rally"),
        (2, "defend", "fire"),
        (3, "maneuver", "movement"),
        (4, "attack", "fire"),
        (6, "attack", "fire"),
    ] {
        let mut table =
            two_lines().drawing(&["k62-burks"]).holding(&["c-quick-march", "u-command-confusion"]);
        table.go(&[1]);
        table.ok(Confederate, order("attack"), &[]);
        // Before the active side's own chit.
        table.asks("moment", Union);
        table.ok(Union, play("u-command-confusion"), &[die]);
        table.asks("moment", Confederate);
        table.refused(Confederate, play("u-command-confusion"), "10.3a");
        table.ok(Confederate, pass(), &[]);
        assert_eq!(activation(&table)["order"], order_now, "on a {die}");
        table.asks(step, Confederate);
    }
    // Who lets it pass cannot play it any more.
    let mut table = two_lines().drawing(&["k62-burks"]).holding(&["u-fatigue", "u-command-confusion"]);
    table.go(&[1]);
    table.ok(Confederate, order("attack"), &[]);
    table.refused(Union, play("u-fatigue"), "K53");
    table.ok(Union, pass(), &[]);
    table.asks("moment", Union);
    table.refused(Union, play("u-command-confusion"), "K53");
    table.ok(Union, play("u-fatigue"), &[]);
    assert_eq!(activation(&table)["pace"], 1);
}

#[test]
fn kernstown_10_4a_take_aim_and_good_ground_shift_a_fire_and_different_chits_add() {
    let column = |held: &[&str], plays: &[(tabletop::Side, &str)]| {
        let mut table = two_lines().drawing(&["k62-burks"]).holding(held);
        table.go(&[1]);
        table.ok(Confederate, order("attack"), &[]);
        let fire = json!({ "fire": { "shots": [{ "units": ["c-1"], "target": "3621" }] } });
        let mut events = table.ok(Confederate, fire, if plays.is_empty() { &[1, 1] } else { &[] });
        for (i, (side, chit)) in plays.iter().enumerate() {
            let last = i + 1 == plays.len();
            events = table.ok(*side, play(chit), if last { &[1, 1] } else { &[] });
        }
        table.event(&events, "combat-thrown")["column"].clone()
    };
    assert_eq!(column(&[], &[]), "3");
    assert_eq!(column(&["c-take-aim"], &[(Confederate, "c-take-aim")]), "4");
    assert_eq!(column(&["u-good-ground"], &[(Union, "u-good-ground")]), "1");
    let both = [(Confederate, "c-take-aim"), (Union, "u-good-ground")];
    assert_eq!(column(&["c-take-aim", "u-good-ground"], &both), "2");
}

#[test]
fn kernstown_3_2d_good_ground_is_never_played_in_a_wall_hex_nor_in_chaos() {
    let fired_at = |hex: &str, from: &str, chaos: bool| {
        let mut table = field(json!([
            union("u-1", TYLER, hex, (3.0, 3), (1.0, 2)),
            rebel("c-1", BURKS, from, (6.0, 3), (1.0, 2)),
        ]))
        .drawing(&["k62-burks"])
        .holding(&["u-good-ground"]);
        if chaos {
            table.apply(json!({ "event": "chaos-came", "hex": hex, "units": ["u-1"] }));
        }
        table.go(&[1]);
        table.ok(Confederate, order("attack"), &[]);
        table.ok(Confederate, json!({ "fire": { "shots": [{ "units": ["c-1"], "target": hex }] } }), &[]);
        table.now_asked().0
    };
    assert_eq!(fired_at("3621", "3721", false), "moment");
    assert_eq!(fired_at("3621", "3721", true), "fire", "10.5b: no chit of the owner's on a hex in chaos");
    assert_eq!(fired_at("1835", "1935", false), "fire", "the wall stands in 1835");
}

#[test]
fn kernstown_10_4a_inspired_leadership_makes_a_failed_command_roll_good() {
    let mut table = two_lines().drawing(&["k62-tyler"]).holding(&["u-inspired-leadership"]);
    let events = table.go(&[6]);
    assert_eq!(table.event(&events, "command-thrown")["made"], false);
    table.asks("moment", Union);
    let mut limited = table.copy();
    let events = table.ok(Union, play("u-inspired-leadership"), &[]);
    assert_eq!(table.event(&events, "activated")["grant"], "full");
    table.asks("orders", Union);
    let events = limited.ok(Union, pass(), &[]);
    assert_eq!(limited.event(&events, "activated")["grant"], "limited");
    // Not on a roll that was made, nor on the enemy's.
    let mut table = two_lines().drawing(&["k62-tyler"]).holding(&["u-inspired-leadership"]);
    table.go(&[3]);
    table.asks("orders", Union);
    let mut table = two_lines().drawing(&["k62-tyler"]).holding(&["c-inspired-leadership"]);
    table.go(&[6]);
    table.asks("fire", Union);
}

#[test]
fn kernstown_10_4a_hold_the_line_lets_a_unit_ignore_a_retreat() {
    let retreat = |held: &[&str], chaos: bool| {
        let mut table = two_lines().drawing(&[]).holding(held);
        if chaos {
            table.apply(json!({ "event": "chaos-came", "hex": "3621", "units": ["u-1"] }));
        }
        table.apply(json!({ "event": "retreat-ordered", "unit": "u-1", "hexes": 1, "case": "15.4" }));
        table.under_way(json!({ "retreat": {
            "side": "union", "unit": "u-1", "origin": "3621", "distance": 1, "causes": [], "walked": [], "path": [],
            "off": false, "panic": false, "stage": "ordered" } }));
        table.go(&[]);
        table
    };
    let mut table = retreat(&["u-hold-the-line"], false);
    table.asks("moment", Union);
    table.ok(Union, play("u-hold-the-line"), &[]);
    assert_eq!(table.place("u-1"), "3621");
    assert!(table.state.stack.len() == 1 || table.now_asked().0 != "retreat");
    let table = retreat(&["c-hold-the-line"], false);
    assert_ne!(table.now_asked().0, "moment", "only the owner of the unit");
    let table = retreat(&["u-hold-the-line"], true);
    assert_ne!(table.now_asked().0, "moment", "10.5b");
}

#[test]
fn kernstown_20_1g_no_command_confusion_on_the_confederates_in_the_first_turn_of_scenario_1() {
    for (turn, asked) in [(1, "fire"), (2, "moment")] {
        let mut table = start(1).drawing(&["k62-garnett"]).holding(&["u-command-confusion"]).in_turn(turn);
        table.go(&[1]);
        table.asks("orders", Confederate);
        table.ok(Confederate, order("attack"), &[]);
        assert_eq!(table.now_asked().0, asked, "turn {turn}");
    }
}

#[test]
fn kernstown_10_4b_common_events_are_for_scenario_5_and_the_first_chit_drawn() {
    let mut table = start(4).drawing(&["u-rally"]);
    table.go(&[]);
    table.refused(Union, json!({ "common": {} }), "10.4b");
    let mut table = start(5).drawing(&["u-rally"]);
    table.go(&[]);
    assert!(table.is_offered(&json!({ "common": {} })));
    table.ok(Union, json!({ "common": {} }), &[]);
    // As the second it earns nothing.
    let mut table = start(5).drawing(&["u-rally", "u-firefight"]);
    table.go(&[1]);
    table.ok(Union, json!({ "hold": {} }), &[]);
    while table.now_asked().0 == "held" {
        let side = table.battle.asked(&table.state).unwrap();
        table.ok(side, pass(), &[]);
    }
    table.asks("drawn", Union);
    table.refused(Union, json!({ "common": {} }), "K104");
    assert!(!table.is_offered(&json!({ "common": {} })));
}

#[test]
fn kernstown_10_4a_ammunition_is_found_for_ones_own_and_lost_by_the_enemy_on_the_map() {
    let table = || {
        let mut table = field(json!([
            guns("g-1", "union", "R", "3621", 3.0),
            guns("g-2", "union", "R", "3521", 3.0),
            union("u-1", "b62-tyler", "3622", (4.0, 3), (1.0, 2)),
            rebel("c-1", "b62-burks", "3721", (4.0, 3), (1.0, 2)),
            rebel("c-2", "b62-burks", "3722", (4.0, 3), (1.0, 2)),
        ]))
        .holding(&["c-find-ammo", "c-union-low-ammo"])
        .in_turn(13);
        for unit in ["g-1", "c-1", "c-2"] {
            table.apply(
                json!({ "event": "ammo", "unit": unit, "low": true, "for-good": false, "case": "10.4a" }),
            );
        }
        table.apply(json!({ "event": "broken", "unit": "c-2", "from": "3722", "track": 1, "case": "15.7" }));
        table.under_way(
            json!({ "held": { "side": "confederate", "passed": false, "end": false, "asks": true } }),
        );
        table
    };
    let find = |unit: &str| json!({ "play": { "chit": "c-find-ammo", "unit": unit } });
    let mark = |unit: &str| json!({ "play": { "chit": "c-union-low-ammo", "unit": unit } });
    for (unit, says) in [("g-1", "not a unit of yours on the map"), ("c-2", "not a unit of yours on the map")]
    {
        let why = table().refused(Confederate, find(unit), "10.4a");
        assert!(why.contains(says), "{why}");
    }
    assert!(table().is_legal(Confederate, &find("c-1")));
    table().refused(Confederate, mark("c-1"), "10.4a");
    let mut gone = table();
    gone.apply(json!({ "event": "eliminated", "unit": "g-2", "from": "3521", "case": "15.7" }));
    gone.refused(Confederate, mark("g-2"), "10.4a");
    table().refused(Confederate, mark("u-1"), "20.2g");
    table().refused(Confederate, mark("g-1"), "20.2g");
    assert!(table().is_legal(Confederate, &mark("g-2")));
}
