//! The special rules of scenarios 2 to 6 (20.2 to 20.5, 21.6) that concern command.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, rebel, union};
use crate::check::{Table, start};
use serde_json::json;
use tabletop::Rules;
use tabletop::Side::{Confederate, Union};

/// Scenario 4 with the Artillery Phase passed over.
fn opening() -> Table {
    let mut table = start(4);
    let key = |a: &str, b: &str| json!({ "keys": { "chits": [a, b] } });
    table.ok(Union, key("u-rally", "u-firefight"), &[]);
    table.ok(Confederate, key("c-rally", "c-firefight"), &[]);
    while table.now_asked().0.starts_with("batter") {
        let side = table.battle.asked(&table.state).unwrap();
        table.ok(side, json!({ "pass": {} }), &[]);
    }
    table
}

/// A brigade passes through its activation.
fn regroup(table: &mut Table) {
    table.asks("orders", Confederate);
    table.ok(Confederate, json!({ "order": { "order": "regroup" } }), &[]);
    table.ok(Confederate, json!({ "end": {} }), &[]);
}

#[test]
fn kernstown_20_4_breckinridge_makes_the_first_three_activations_without_a_roll() {
    let mut table = opening();
    table.asks("special", Confederate);
    assert_eq!(table.chit("k64-breckinridge"), "aside", "not in the cup that turn (K102)");
    table.refused(Confederate, json!({ "activate": { "brigade": "b64-york" } }), "20.4e");
    let before = table.events.len();
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-smith" } }), &[]);
    regroup(&mut table);
    table.asks("special", Confederate);
    table.refused(Confederate, json!({ "activate": { "brigade": "b64-smith" } }), "20.4e");
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-patton" } }), &[]);
    regroup(&mut table);
    // The last is not asked about.
    regroup(&mut table);
    let since: Vec<_> = table.events[before..].to_vec();
    assert!(table.all(&since, "special-ended").len() == 1);
    let activated = table.all(&since, "activated");
    assert_eq!(activated[2]["brigade"], "b64-forsberg");
    let names = Table::names(&since);
    let at = |name: &str| names.iter().position(|n| n == name);
    assert!(at("special-ended") < at("chit-drawn"), "before the first draw");
    assert!(at("command-thrown").is_none() || at("special-ended") < at("command-thrown"));
    // Done for the turn but for Early.
    for brigade in ["b64-smith", "b64-patton", "b64-forsberg"] {
        let id = table.battle.brigade_ids().find(|&b| table.battle.brigade(b).id == brigade).unwrap();
        assert!(table.state.used[id.index()]);
    }
}

#[test]
fn kernstown_k102_the_bonus_lasts_from_the_first_activation_to_the_end_of_the_third() {
    let cohesion = |table: &Table, unit: &str| table.battle.cohesion(&table.state, table.unit(unit));
    let quiet = start(4);
    let units = ["c64-36va", "c64-22va", "c64-51va"];
    let as_printed: Vec<u8> = units.iter().map(|u| cohesion(&quiet, u)).collect();
    let raised: Vec<u8> = as_printed.iter().map(|c| (c + 1).min(6)).collect();
    let now = |table: &Table| -> Vec<u8> { units.iter().map(|u| cohesion(table, u)).collect() };
    let mut table = opening();
    assert_eq!(now(&table), raised);
    assert_eq!(
        cohesion(&table, "c64-2-33va"),
        cohesion(&quiet, "c64-2-33va"),
        "Gordon's men have no part in it"
    );
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-smith" } }), &[]);
    // Any order may be given.
    assert_eq!(table.offers().len(), 4);
    regroup(&mut table);
    assert_eq!(now(&table), raised, "those who have acted and those who have not");
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-patton" } }), &[]);
    regroup(&mut table);
    assert_eq!(now(&table), raised);
    regroup(&mut table);
    assert_eq!(now(&table), as_printed);
}

#[test]
fn kernstown_20_5_and_21_6_have_no_opening_attack() {
    for number in [5, 6] {
        let mut table = start(number);
        let key = |a: &str, b: &str| json!({ "keys": { "chits": [a, b] } });
        table.ok(Union, key("u-rally", "u-firefight"), &[]);
        table.ok(Confederate, key("c-rally", "c-firefight"), &[]);
        assert_eq!(table.chit("k64-breckinridge"), "cup");
        while table.now_asked().0.starts_with("batter") {
            let side = table.battle.asked(&table.state).unwrap();
            table.ok(side, json!({ "pass": {} }), &[]);
        }
        assert!(table.state.special.is_none());
    }
}

/// Scenario 5 in a turn whose first Confederate Event chit was used as a Common Event.
fn common(side: tabletop::Side) -> Table {
    let chit = if side == Union { "u-rally" } else { "c-rally" };
    let mut table = start(5).drawing(&[chit]);
    table.go(&[]);
    table.asks("drawn", side);
    table
}

#[test]
fn kernstown_20_5_the_surprise_attack_is_earned_on_one_or_two_with_a_common_event() {
    for (die, earned) in [(1, true), (2, true), (3, false), (6, false)] {
        let mut table = common(Confederate);
        let events = table.ok(Confederate, json!({ "common": {} }), &[die]);
        let thrown = table.event(&events, "earning-thrown");
        assert_eq!((&thrown["side"], &thrown["earned"]), (&json!("confederate"), &json!(earned)));
        assert_eq!(table.state.earned[Confederate].is_some(), earned);
    }
    // Held, it earns nothing.
    let mut table = common(Confederate);
    let events = table.ok(Confederate, json!({ "hold": {} }), &[]);
    let more = if table.now_asked().0 == "held" {
        table.ok(Confederate, json!({ "pass": {} }), &[])
    } else {
        events
    };
    assert!(table.all(&more, "earning-thrown").is_empty());
    assert_eq!(table.state.turn, 2);
}

#[test]
fn kernstown_k104_a_negated_first_chit_and_a_general_who_is_hit_earn_nothing() {
    // Negated by Fortunes of War: the next chit is not the first.
    let mut table = start(5).drawing(&["c-rally", "c-firefight"]);
    table.apply(json!({ "event": "fortunes-drawn" }));
    table.go(&[1]);
    table.asks("drawn", Confederate);
    table.refused(Confederate, json!({ "common": {} }), "K104");
    // A casualty at the end of the turn.
    for (side, chit) in [(Confederate, "k64-breckinridge"), (Union, "k64-crook")] {
        let mut table = common(side);
        table.general(side, chit, true);
        let events = table.ok(side, json!({ "common": {} }), &[]);
        assert!(table.all(&events, "earning-thrown").is_empty());
        assert_eq!(table.state.turn, 2);
    }
    // Once it is earned there is nothing to throw for.
    let mut table = start(5);
    table.apply(json!({ "event": "earning-thrown", "side": "union", "die": 1, "earned": true }));
    let mut table = table.drawing(&["u-rally"]);
    table.go(&[]);
    table.refused(Union, json!({ "common": {} }), "20.5");
}

#[test]
fn kernstown_k106_the_aware_crook_is_active_on_one_to_four_his_replacement_on_one_and_two() {
    let mut table = common(Union);
    let events = table.ok(Union, json!({ "common": {} }), &[1]);
    assert_eq!(table.event(&events, "earning-thrown")["earned"], true);
    for (hit, die, active) in [(false, 4, true), (false, 5, false), (true, 2, true), (true, 3, false)] {
        let mut table = table.copy().drawing(&["k64-crook"]);
        table.general(Union, "k64-crook", hit);
        let events = table.go(&[die]);
        assert_eq!(table.event(&events, "command-thrown")["made"], active, "{die}");
    }
    // A two does not make him aware.
    let mut table = common(Union);
    let events = table.ok(Union, json!({ "common": {} }), &[2]);
    assert_eq!(table.event(&events, "earning-thrown")["earned"], false);
}

/// Scenario 5 in its third turn, the Surprise Attack earned in the second.
fn surprising(cup: &[&str]) -> Table {
    let mut table = start(5).in_turn(2);
    table.apply(json!({ "event": "earning-thrown", "side": "confederate", "die": 1, "earned": true }));
    table.in_turn(3).drawing(cup)
}

#[test]
fn kernstown_k105_the_surprise_attack_comes_before_a_draw_in_a_later_turn() {
    let mut table = surprising(&["k64-duval", "k64-breckinridge"]);
    table.go(&[]);
    table.asks("special", Confederate);
    let mut waits = table.copy();
    let events = table.ok(Confederate, json!({ "surprise": {} }), &[]);
    assert!(table.all(&events, "chit-drawn").is_empty());
    assert_eq!(table.chit("k64-breckinridge"), "discarded");
    let used = table.state.used.iter().filter(|u| **u).count();
    assert_eq!(used, 3, "all three markers are turned with the announcement (20.5f)");
    table.refused(Confederate, json!({ "activate": { "brigade": "b64-york" } }), "20.5d");
    // It is under way: neither begun again nor put off.
    let asked = table.refused(Confederate, json!({ "surprise": {} }), "20.4");
    assert!(asked.contains("choose the next brigade"), "{asked}");
    table.refused(Confederate, json!({ "pass": {} }), "20.4");
    // Or he waits, and a chit is drawn.
    let events = waits.ok(Confederate, json!({ "pass": {} }), &[]);
    assert_eq!(waits.all(&events, "chit-drawn").len(), 1);
    // Not in the turn of the roll, not twice, not without Breckinridge.
    for spoil in [
        json!({ "event": "turn-began", "turn": 2 }),
        json!({ "event": "special-began", "side": "confederate", "chit": "k64-breckinridge", "brigades": [], "surprise": true }),
        json!({ "event": "general-thrown", "side": "confederate", "faces": [2, 1], "chit": "k64-breckinridge", "hit": true }),
    ] {
        let mut table = surprising(&["k64-duval"]);
        table.apply(spoil.clone());
        table.apply(json!({ "event": "special-ended" }));
        table.go(&[1]);
        assert_eq!(table.now_asked().0, "command", "{spoil}");
    }
}

#[test]
fn kernstown_20_5g_when_breckinridge_returns_the_attack_can_come_in_the_following_turn() {
    let table = |turn: u8| {
        let mut table = surprising(&["k64-duval"]);
        table.general(Confederate, "k64-breckinridge", true);
        table.general(Confederate, "k64-breckinridge", false);
        let mut table = table.in_turn(turn);
        table.go(&[]);
        table.now_asked().0
    };
    assert_eq!(table(3), "command");
    assert_eq!(table(4), "special");
    // Only his own return counts, and nothing before the attack is earned.
    let earned = |table: Table| table.state.earned[Confederate];
    let mut table = surprising(&["k64-duval"]);
    let before = table.state.earned[Confederate];
    table.apply(json!({ "event": "turn-began", "turn": 5 }));
    table.general(Confederate, "k64-gordon", true);
    table.general(Confederate, "k64-gordon", false);
    table.general(Confederate, "k64-breckinridge", true);
    assert!(before.is_some_and(|turn| turn < 5));
    assert_eq!(table.state.earned[Confederate], before);
    table.general(Confederate, "k64-breckinridge", false);
    assert_eq!(earned(table), Some(5));
    let mut table = start(5);
    table.general(Confederate, "k64-breckinridge", true);
    table.general(Confederate, "k64-breckinridge", false);
    assert_eq!(earned(table), None);
}

#[test]
fn kernstown_20_5_the_surprise_attack_is_on_attack_with_eight_points_and_one_more_cr() {
    let mut table =
        surprising(&["k64-duval"]).holding(&["u-fatigue", "u-command-confusion", "c-quick-march"]);
    let unit = table.unit("c64-36va");
    let before = table.battle.cohesion(&table.state, unit);
    table.apply(json!({ "event": "activated", "side": "confederate", "brigade": "b64-smith", "grant": "full", "chit": null }));
    table.go(&[]);
    table.ok(Confederate, json!({ "surprise": {} }), &[]);
    assert_eq!(table.battle.cohesion(&table.state, unit), before + 1);
    // Even a brigade already activated this turn; no chit slows, speeds or confuses it; nobody
    // gives it an order.
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-smith" } }), &[]);
    table.asks("fire", Confederate);
    let a = serde_json::to_value(table.state.top()).unwrap();
    assert_eq!((&a["activation"]["order"], &a["activation"]["grant"]), (&json!("attack"), &json!("special")));
    table.ok(Confederate, json!({ "end": {} }), &[]);
    table.asks("movement", Confederate);
    // c64-60va goes along from 3207: further than the four points of an Attack.
    let far =
        table.offers().iter().filter_map(|o| o["move"]["to"].as_str().map(str::to_owned)).collect::<Vec<_>>();
    let start = table.hex("3207");
    let reach = far.iter().map(|h| table.battle.distance(start, table.hex(h))).max().unwrap_or(0);
    assert!(reach > 4, "as far as {reach}");
    for _ in ["movement", "close"] {
        table.ok(Confederate, json!({ "end": {} }), &[]);
    }
    table.asks("special", Confederate);
}

#[test]
fn kernstown_20_5e_only_the_surprise_attack_adds_to_the_cohesion() {
    let added = |surprise: bool| {
        let mut table = start(5);
        let unit = table.unit("c64-36va");
        let before = table.battle.cohesion(&table.state, unit);
        table.apply(json!({ "event": "special-began", "side": "confederate", "chit": "k64-breckinridge",
                            "brigades": [], "surprise": surprise }));
        table.battle.cohesion(&table.state, unit) - before
    };
    assert_eq!((added(true), added(false)), (1, 0), "this scenario has no opening attack");
}

#[test]
fn kernstown_21_6_crook_is_active_when_drawn() {
    let mut table = start(6).drawing(&["k64-crook"]);
    let events = table.go(&[]);
    assert!(table.all(&events, "command-thrown").is_empty());
    table.asks("commander", Union);
    let mut table = start(6).drawing(&["u-rally"]);
    table.go(&[]);
    table.refused(Union, json!({ "common": {} }), "10.4b");
}

fn sullivan(table: &Table) -> u8 {
    let mut table = table.copy().drawing(&["k62-sullivan"]);
    let events = table.go(&[1]);
    table.event(&events, "command-thrown")["rating"].as_u64().unwrap() as u8
}

#[test]
fn kernstown_k95_sullivan_is_released_by_an_attack_or_an_enemy_near_the_hill() {
    assert_eq!(sullivan(&start(2)), 1);
    assert_eq!(sullivan(&start(3)), 3, "20.3d");
    let near = |hex: &str| {
        let mut table = field(json!([
            union("u62-13in", "b62-sullivan", "1020", (3.0, 3), (1.0, 2)),
            rebel("c-1", "b62-burks", "2823", (3.0, 3), (1.0, 2)),
        ]))
        .drawing(&["k62-burks"]);
        table.go(&[1]);
        table.ok(Confederate, json!({ "order": { "order": "attack" } }), &[]);
        table.ok(Confederate, json!({ "end": {} }), &[]);
        let events = table.ok(Confederate, json!({ "move": { "units": ["c-1"], "to": hex } }), &[]);
        (table.all(&events, "released").len(), sullivan(&table))
    };
    assert_eq!(near("2723"), (1, 3), "three hexes from 2423");
    assert_eq!(near("2824"), (0, 1), "four");
    // Fired on, with or without effect.
    let mut table = field(json!([
        union("u62-13in", "b62-sullivan", "3622", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]))
    .drawing(&["k62-burks"]);
    table.go(&[1]);
    table.ok(Confederate, json!({ "order": { "order": "attack" } }), &[]);
    let mut other = table.copy();
    let fire = |target: &str| json!({ "fire": { "shots": [{ "units": ["c-1"], "target": target }] } });
    other.ok(Confederate, fire("3621"), &[1, 1]);
    assert_eq!(sullivan(&other), 1);
    table.ok(Confederate, fire("3622"), &[1, 1]);
    assert_eq!(sullivan(&table), 3);
}

#[test]
fn kernstown_k95_sullivan_is_released_when_an_attack_on_him_is_declared() {
    let declared = |target: &str| {
        let mut table = field(json!([
            union("u62-13in", "b62-sullivan", "3622", (3.0, 3), (1.0, 2)),
            union("u-2", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
            rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
        ]));
        table.fire_step(Confederate, "b62-burks");
        for _ in ["fire", "movement"] {
            table.ok(Confederate, json!({ "end": {} }), &[]);
        }
        let assaults = json!([{ "units": ["c-1"], "target": target }]);
        let events = table.ok(Confederate, json!({ "close": { "assaults": assaults } }), &[]);
        let mut names = Table::names(&events);
        names.retain(|name| ["close-declared", "released", "melee-began"].contains(&name.as_str()));
        names
    };
    assert_eq!(declared("3622"), ["close-declared", "released", "melee-began"]);
    assert_eq!(declared("3621"), ["close-declared", "melee-began"]);
}

#[test]
fn kernstown_k94_the_frozen_units_thaw_together_and_for_good() {
    let frozen = ["c62-5va", "c62-42va", "c62-pleasants", "c62-lanier"];
    let count = |table: &Table| frozen.iter().filter(|u| table.state.unit(table.unit(u)).frozen).count();
    assert_eq!(count(&start(2)), 4);
    assert_eq!(count(&start(3)), 0, "20.3c");
    // At the start of the 5:40 turn, the fourteenth.
    let mut table = start(2).in_turn(12).drawing(&[]);
    table.go(&[]);
    assert_eq!((table.state.turn, count(&table)), (13, 4));
    let mut table = table.drawing(&[]);
    let events = table.go(&[]);
    assert_eq!((table.state.turn, count(&table)), (14, 0));
    assert_eq!(table.event(&events, "thawed")["case"], "K94");
    // When Sullivan is released.
    let mut table = start(2).drawing(&["k62-burks"]);
    table.apply(json!({ "event": "moved", "unit": "c62-21va", "from": table.place("c62-21va"), "to": "3021", "cost": 2, "case": "13.3" }));
    table.go(&[1]);
    table.ok(Confederate, json!({ "order": { "order": "maneuver" } }), &[]);
    assert_eq!(count(&table), 4);
    // A Confederate unit of the brigade comes within three hexes of 2423.
    let to = table
        .offers()
        .iter()
        .filter(|o| o["move"]["units"] == json!(["c62-21va"]))
        .filter_map(|o| o["move"]["to"].as_str().map(str::to_owned))
        .find(|h| table.battle.distance(table.hex(h), table.hex("2423")) <= 3);
    let Some(to) = to else { panic!("the hill is out of reach") };
    let events = table.ok(Confederate, json!({ "move": { "units": ["c62-21va"], "to": to } }), &[]);
    assert_eq!(table.all(&events, "released").len(), 1);
    assert_eq!(count(&table), 0);
}
