//! Drawing chits: who gets what, and what it activates (10.1 to 10.3, 10.5a, 10.6 to 10.9).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::{Table, start};
use blind_swords::Event;
use serde_json::json;
use tabletop::Protocol;
use tabletop::Side::{Confederate, Union};

/// Events of the draws: which chits came out.
fn drawn(table: &Table, events: &[Event]) -> Vec<String> {
    table.all(events, "chit-drawn").iter().map(|e| e["chit"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn kernstown_10_1_held_chits_before_every_draw_the_union_first_until_both_pass() {
    let mut table = start(4).drawing(&["k64-duval"]).holding(&["k64-crook", "k64-early"]);
    table.go(&[]);
    table.asks("held", Union);
    table.ok(Union, json!({ "pass": {} }), &[]);
    table.asks("held", Confederate);
    table.ok(Confederate, json!({ "play": { "chit": "k64-early", "brigade": "b64-york" } }), &[]);
    table.asks("orders", Confederate);
    table.ok(Confederate, json!({ "order": { "order": "regroup" } }), &[]);
    table.ok(Confederate, json!({ "end": {} }), &[]);
    // After the Confederate has played the Union is asked again; then a chit is drawn.
    table.asks("held", Union);
    let events = table.ok(Union, json!({ "pass": {} }), &[1]);
    assert_eq!(drawn(&table, &events), ["k64-duval"]);
    table.asks("command", Union);
}

#[test]
fn kernstown_k43_a_side_is_asked_only_if_it_can_play_something_now() {
    // Good Ground waits for a combat: nobody is asked before the draw.
    let mut table = start(1).drawing(&["k62-tyler"]).holding(&["u-good-ground"]);
    let events = table.go(&[1]);
    assert_eq!(drawn(&table, &events), ["k62-tyler"]);
    table.asks("orders", Union);
    // A Rally chit with a unit to rally is playable; with none it is not.
    let mut table = start(1).drawing(&["k62-tyler"]).holding(&["u-rally"]);
    let mut shaken = table.copy();
    table.go(&[1]);
    table.asks("orders", Union);
    shaken.apply(json!({ "event": "morale-hit", "unit": "u62-7oh-a", "hits": 1, "case": "15.6" }));
    shaken.go(&[]);
    shaken.asks("held", Union);
}

#[test]
fn kernstown_10_2_one_chit_is_drawn_at_random() {
    let cup = ["u-rally", "u-firefight", "u-take-aim"];
    let one = |face: u8| {
        let mut table = start(1).drawing(&cup);
        let events = table.go(&[face]);
        assert_eq!(table.all(&events, "chit-drawn")[0]["faces"], json!([face]));
        drawn(&table, &events).remove(0)
    };
    let faces: Vec<String> = (1..=6).map(one).collect();
    assert_eq!(faces[..3], faces[3..], "three chits share six faces evenly");
    let mut drawn = faces[..3].to_vec();
    drawn.sort();
    assert_eq!(drawn, ["u-firefight", "u-rally", "u-take-aim"]);
}

#[test]
fn kernstown_k44_the_owner_alone_sees_a_drawn_event_chit_and_plays_or_holds_it() {
    let mut table = start(1).drawing(&["u-rally"]);
    table.apply(json!({ "event": "morale-hit", "unit": "u62-7oh-a", "hits": 1, "case": "15.6" }));
    let events = table.go(&[]);
    table.asks("drawn", Union);
    let event = events.iter().find(|e| matches!(e, Event::ChitDrawn { .. })).unwrap();
    assert_eq!(
        table.battle.redact(event, &[], Some(Union)).map(|told| json!(told)).unwrap()["chit"],
        "u-rally"
    );
    assert!(
        table.battle.redact(event, &[], Some(Confederate)).map(|told| json!(told)).unwrap()["chit"].is_null()
    );
    table.refused(Confederate, json!({ "hold": {} }), "10.3a");
    assert!(table.is_offered(&json!({ "hold": {} })));
    let play = json!({ "play": { "chit": "u-rally", "unit": "u62-7oh-a", "rally": "recover" } });
    assert!(table.is_offered(&play));
    let mut held = table.copy();
    table.ok(Union, play, &[]);
    assert_eq!(table.state.unit(table.unit("u62-7oh-a")).hits, 0);
    let events = held.ok(Union, json!({ "hold": {} }), &[]);
    let event = events.iter().find(|e| matches!(e, Event::ChitHeld { .. })).unwrap();
    assert!(
        held.battle.redact(event, &[], Some(Confederate)).map(|told| json!(told)).unwrap()["chit"].is_null(),
        "that it is held is public, not which"
    );
    // The last chit is out: what is held can be played once more, and is lost then (18.1, 18.5).
    held.asks("held", Union);
    held.ok(Union, json!({ "pass": {} }), &[]);
    assert_eq!(held.chit("u-rally"), "aside");
    assert_eq!(held.state.turn, 2);
}

#[test]
fn kernstown_10_3a_a_chit_that_does_something_in_a_combat_can_only_be_held_when_it_is_drawn() {
    let mut table = start(1).drawing(&["u-good-ground"]);
    table.go(&[]);
    table.asks("drawn", Union);
    assert_eq!(table.offers(), [json!({ "hold": {} })]);
    table.refused(Union, json!({ "play": { "chit": "u-good-ground" } }), "10.4a");
    table.refused(Union, json!({ "play": { "chit": "u-rally" } }), "10.3a");
}

#[test]
fn kernstown_10_3b_a_wild_chit_takes_effect_at_once_and_the_next_is_drawn() {
    let mut table = start(1).drawing(&["w-fog"]);
    // A six is nothing: the cup is empty and the turn ends.
    let events = table.go(&[6]);
    assert_eq!(table.event(&events, "fog-thrown")["result"], "nothing");
    assert_eq!(table.state.turn, 2);
}

#[test]
fn kernstown_10_3c_a_cic_chit_activates_a_brigade_or_is_held() {
    let mut table = start(2).drawing(&["k62-jackson"]);
    table.go(&[]);
    table.asks("commander", Confederate);
    let mut held = table.copy();
    table.refused(Confederate, json!({ "activate": { "brigade": "b62-kimball" } }), "10.6");
    table.ok(Confederate, json!({ "activate": { "brigade": "b62-burks" } }), &[]);
    table.asks("orders", Confederate);
    assert_eq!(table.chit("k62-jackson"), "discarded");
    held.ok(Confederate, json!({ "hold": {} }), &[]);
    assert_eq!(held.chit("k62-jackson"), "held");
    held.asks("held", Confederate);
    held.ok(Confederate, json!({ "play": { "chit": "k62-jackson", "brigade": "b62-ashby" } }), &[]);
    held.asks("orders", Confederate);
}

#[test]
fn kernstown_10_3d_a_command_chit_goes_back_while_it_has_brigades_left() {
    let mut table = start(4).drawing(&["k64-duval"]);
    let events = table.go(&[4]);
    let thrown = table.event(&events, "command-thrown");
    assert_eq!((&thrown["rating"], &thrown["made"]), (&json!(4), &json!(true)));
    table.asks("command", Union);
    table.refused(Union, json!({ "activate": { "brigade": "b64-ely" } }), "10.7");
    table.ok(Union, json!({ "activate": { "brigade": "b64-hayes" } }), &[]);
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    let events = table.ok(Union, json!({ "end": {} }), &[5]);
    // Back in the cup, and drawn again: of Johnson's brigade alone nobody is asked.
    assert_eq!(Table::names(&events).iter().filter(|n| *n == "chit-returned").count(), 1);
    assert_eq!(drawn(&table, &events), ["k64-duval"]);
    let activated = table.event(&events, "activated");
    assert_eq!((&activated["brigade"], &activated["grant"]), (&json!("b64-johnson"), &json!("limited")));
    table.asks("fire", Union);
    let events = table.ok(Union, json!({ "end": {} }), &[]);
    assert!(!Table::names(&events).contains(&"chit-returned".to_owned()));
    assert_eq!(table.state.turn, 2, "the chit was discarded and the cup is empty");
}

#[test]
fn kernstown_k52_the_roll_comes_before_the_choice_and_a_limited_activation_only_fires() {
    let mut table = start(1).drawing(&["k62-tyler"]).holding(&["c-command-confusion"]);
    let events = table.go(&[4]);
    let thrown = table.event(&events, "command-thrown");
    assert_eq!((&thrown["die"], &thrown["rating"], &thrown["made"]), (&json!(4), &json!(3), &json!(false)));
    // There is no order, so no chit is played on one.
    table.asks("fire", Union);
    table.refused(Union, json!({ "order": { "order": "attack" } }), "12.0");
    table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.state.turn, 2, "nothing comes after the Fire Combat Step");
}

#[test]
fn kernstown_10_7_a_brigade_is_activated_once_a_turn_by_its_division() {
    let mut table = start(4).drawing(&["k64-thoburn"]);
    table.apply(
        json!({ "event": "activated", "side": "union", "brigade": "b64-ely", "grant": "full", "chit": null }),
    );
    let events = table.go(&[1]);
    assert_eq!(table.event(&events, "activated")["brigade"], "b64-wells");
    let mut table = start(5).drawing(&["k64-gordon"]);
    table.go(&[1]);
    table.apply(json!({ "event": "activated", "side": "confederate", "brigade": "b64-york", "grant": "full", "chit": null }));
    table.refused(Confederate, json!({ "activate": { "brigade": "b64-york" } }), "10.7");
}

#[test]
fn kernstown_k42_a_brigade_without_units_cannot_be_activated_and_its_chit_is_discarded() {
    let mut table = start(1).drawing(&["k62-garnett"]);
    table.apply(json!({ "event": "eliminated", "unit": "c62-27va", "from": "1834", "case": "15.7" }));
    let events = table.go(&[]);
    assert_eq!(table.event(&events, "chit-discarded")["case"], "K42");
    assert!(table.all(&events, "command-thrown").is_empty());
    // With a unit in the Available Box it acts; in Box 1 it would not.
    let mut table = start(1).drawing(&["k62-garnett"]);
    table.apply(json!({ "event": "broken", "unit": "c62-27va", "from": "1834", "track": 1, "case": "15.7" }));
    let mut near = table.copy();
    let events = table.go(&[]);
    assert!(table.all(&events, "activated").is_empty());
    near.apply(json!({ "event": "track-moved", "units": ["c62-27va"] }));
    near.go(&[1]);
    near.asks("orders", Confederate);
    near.ok(Confederate, json!({ "order": { "order": "regroup" } }), &[]);
    near.asks("rally", Confederate);
}

#[test]
fn kernstown_10_5a_fortunes_of_war_negates_the_next_chit() {
    // An Event chit: gone, and both may see it (K46).
    let mut table = start(1).drawing(&["u-rally"]);
    table.apply(json!({ "event": "fortunes-drawn" }));
    table.apply(json!({ "event": "morale-hit", "unit": "u62-7oh-a", "hits": 1, "case": "15.6" }));
    let events = table.go(&[]);
    let event = events.iter().find(|e| matches!(e, Event::ChitDrawn { .. })).unwrap();
    assert_eq!(
        table.battle.redact(event, &[], Some(Confederate)).map(|told| json!(told)).unwrap()["chit"],
        "u-rally"
    );
    assert_eq!(table.event(&events, "chit-discarded")["case"], "10.5a");
    assert_eq!(table.state.turn, 2);
    // The Fog of War: no die. The CIC: nothing.
    for chit in ["w-fog", "k64-early"] {
        let mut table = start(4).drawing(&[chit]);
        table.apply(json!({ "event": "fortunes-drawn" }));
        let events = table.go(&[]);
        assert_eq!(table.event(&events, "chit-discarded")["chit"], chit);
        assert_eq!(table.state.turn, 2);
    }
}

#[test]
fn kernstown_10_5a_a_negated_command_chit_marks_a_brigade_that_does_nothing() {
    let mut table = start(4).drawing(&["k64-duval"]);
    table.apply(json!({ "event": "fortunes-drawn" }));
    let events = table.go(&[]);
    assert!(table.all(&events, "command-thrown").is_empty(), "no roll is made");
    table.asks("command", Union);
    // Hayes is marked; the chit goes back and comes out again, not negated any more.
    let events = table.ok(Union, json!({ "activate": { "brigade": "b64-hayes" } }), &[1]);
    assert_eq!(table.all(&events, "activated")[0]["grant"], "spent");
    assert_eq!(table.all(&events, "chit-returned").len(), 1);
    assert_eq!(table.all(&events, "activated")[1]["brigade"], "b64-johnson");
    table.asks("orders", Union);
}

#[test]
fn kernstown_k46_fortunes_of_war_as_the_last_chit_has_no_effect() {
    let mut table = start(1).drawing(&["w-fortunes"]);
    table.go(&[]);
    assert_eq!(table.state.turn, 2);
    assert!(!table.state.fortunes, "it does not reach into the next turn");
}

#[test]
fn kernstown_k46_the_chit_after_fortunes_of_war_is_hit_whoever_owns_it() {
    for chit in ["c-quick-march", "u-fatigue"] {
        let mut table = start(1).drawing(&["w-fortunes", chit]);
        // Whichever face brings Fortunes of War out first.
        let first = |face| {
            let mut t = table.copy();
            let events = t.order(Union, json!({ "instruct": { "instructions": {} } }), &[face]);
            events.is_ok_and(|e| drawn(&t, &e)[0] == "w-fortunes")
        };
        let face = if first(1) { 1 } else { 2 };
        let events = table.go(&[face]);
        assert_eq!(drawn(&table, &events), ["w-fortunes", chit]);
        assert_eq!(table.all(&events, "chit-discarded")[1]["chit"], chit);
    }
}

#[test]
fn kernstown_10_6_a_cic_activation_leaves_the_marker_alone() {
    let mut table = start(4).drawing(&["k64-early"]);
    table.apply(json!({ "event": "activated", "side": "confederate", "brigade": "b64-york", "grant": "full", "chit": null }));
    let used = table.state.used.clone();
    table.go(&[]);
    // Even a brigade that was activated.
    assert!(table.is_offered(&json!({ "activate": { "brigade": "b64-york" } })));
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-york" } }), &[]);
    table.asks("orders", Confederate);
    assert_eq!(table.state.used, used);
    let mut table = start(4).drawing(&["k64-early"]);
    table.go(&[]);
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-evans" } }), &[]);
    assert!(!table.state.used.contains(&true));
}

#[test]
fn kernstown_10_6a_jackson_and_early_are_always_active_and_their_replacements_on_one_to_five() {
    for (number, chit) in [(2, "k62-jackson"), (4, "k64-early")] {
        let mut table = start(number).drawing(&[chit]);
        let events = table.go(&[]);
        assert!(table.all(&events, "command-thrown").is_empty());
        table.asks("commander", Confederate);
        for (die, active) in [(5, true), (6, false)] {
            let mut table = start(number).drawing(&[chit]);
            table.general(Confederate, chit, true);
            let events = table.go(&[die]);
            assert_eq!(table.event(&events, "command-thrown")["made"], active);
            assert_eq!(table.chit(chit) == "drawn", active);
        }
    }
}

#[test]
fn kernstown_10_6a_crook_is_active_on_a_one_his_replacement_on_one_and_two() {
    for (die, hit, active) in [(1, false, true), (2, false, false), (2, true, true), (3, true, false)] {
        let mut table = start(4).drawing(&["k64-crook"]);
        if hit {
            table.general(Union, "k64-crook", true);
        }
        let events = table.go(&[die]);
        assert_eq!(table.event(&events, "command-thrown")["made"], active);
        if active {
            // The roll is made once, when he is drawn; then he may be held.
            table.asks("commander", Union);
            table.ok(Union, json!({ "hold": {} }), &[]);
            table.asks("held", Union);
            table.ok(Union, json!({ "play": { "chit": "k64-crook", "brigade": "b64-hayes" } }), &[]);
            table.asks("orders", Union);
        } else {
            assert_eq!(table.event(&events, "chit-discarded")["case"], "10.6");
        }
    }
}

#[test]
fn kernstown_k51_a_cic_activation_brings_in_due_reinforcements() {
    // In scenario 5 Rodes comes at 1:00, the fourth turn; Early alone can call a brigade of his.
    let mut table = start(5).drawing(&["k64-early"]).in_turn(4);
    table.go(&[]);
    table.ok(Confederate, json!({ "activate": { "brigade": "b64-cox" } }), &[]);
    assert_eq!(table.place("c64-2-3nc"), "4014");
    table.asks("orders", Confederate);
}

#[test]
fn kernstown_10_8_a_discarded_chit_is_out_for_the_turn() {
    let mut table = start(1).drawing(&["w-fog"]);
    table.go(&[6]);
    // It was gathered with the others when the turn ended; in the same turn it was not drawn again.
    let drawn = drawn(&table, &table.events);
    assert_eq!(drawn, ["w-fog"]);
}

#[test]
fn kernstown_10_9_in_1862_a_chit_is_a_brigades_own() {
    let mut table = start(2).drawing(&["k62-kimball"]);
    let events = table.go(&[1]);
    assert_eq!(table.event(&events, "activated")["brigade"], "b62-kimball", "nobody is asked which");
    table.asks("orders", Union);
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    assert_eq!(table.state.turn, 2, "it is discarded afterwards");
}

/// The chit's roll is made, but nobody under it can act any more.
#[test]
fn kernstown_k42_a_command_chit_that_has_nobody_left_is_discarded() {
    let mut table = start(2).drawing(&["k62-tyler"]);
    table.apply(json!({ "event": "chit-drawn", "chit": "k62-tyler", "faces": [], "negated": false }));
    table.apply(
        json!({ "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "full", "chit": null }),
    );
    let command = json!({ "side": "union", "chit": "k62-tyler", "grant": "full", "asks": false });
    table.apply(json!({ "event": "stack", "change": { "push": { "command": command } } }));
    let events = table.go(&[]);
    let discarded = table.event(&events, "chit-discarded");
    assert_eq!((&discarded["chit"], &discarded["case"]), (&json!("k62-tyler"), &json!("K42")));
    assert!(table.all(&events, "activated").is_empty());
}
