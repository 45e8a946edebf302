//! When a side is asked whether it plays a chit (10.1, 18.1, K43).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, rebel, union};
use blind_swords::{Asking, Event};
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

fn pass() -> Value {
    json!({ "pass": {} })
}

fn fire(units: &[&str], target: &str) -> Value {
    json!({ "fire": { "shots": [{ "units": units, "target": target }] } })
}

fn two_lines() -> Table {
    field(json!([
        union("u-1", TYLER, "3621", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3721", (4.0, 3), (1.0, 2))
    ]))
}

/// Whether the fire was thrown for: nobody was asked before.
fn is_thrown(events: &[Event]) -> bool {
    Table::names(events).iter().any(|name| name == "combat-thrown")
}

/// The Union asked at every moment.
fn discreet(mut table: Table, held: &[&str]) -> Table {
    table.state.asking.union = Asking::EveryMoment;
    table.holding(held)
}

#[test]
fn kernstown_k43_asked_at_every_moment_it_does_not_matter_what_is_held() {
    // Take Aim could be played on the Union's fire, Hold the Line could not.
    for held in ["u-take-aim", "u-confident", "u-rally", "u-hold-the-line"] {
        let mut table = discreet(two_lines(), &[held]);
        table.fire_step(Union, TYLER);
        let events = table.ok(Union, fire(&["u-1"], "3721"), &[]);
        assert_eq!(Table::names(&events), ["fire-declared", "have-fired"], "{held}");
        table.asks("moment", Union);
        let plays = table.offers().len() - 1;
        assert_eq!(plays, usize::from(held == "u-take-aim"), "{held}");
        let events = table.ok(Union, pass(), &[1, 1]);
        assert_eq!(table.event(&events, "combat-thrown")["column"], json!("4"));
    }
}

#[test]
fn kernstown_k43_asked_only_when_it_can_play_it_is_asked_by_what_it_holds() {
    for (held, asked) in [("u-take-aim", true), ("u-hold-the-line", false)] {
        let mut table = two_lines().holding(&[held]);
        assert_eq!(table.state.asking.union, Asking::WhenPlayable, "unless somebody chose");
        table.fire_step(Union, TYLER);
        let dice: &[u8] = if asked { &[] } else { &[1, 1] };
        let events = table.ok(Union, fire(&["u-1"], "3721"), dice);
        assert_eq!(is_thrown(&events), !asked, "{held}");
    }
}

#[test]
fn kernstown_k43_who_holds_no_event_chit_is_never_asked_about_them() {
    let mut table = discreet(two_lines(), &[]);
    table.fire_step(Union, TYLER);
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
    assert!(is_thrown(&events));
}

#[test]
fn kernstown_k43_at_a_moment_for_none_of_its_chits_nobody_is_asked() {
    // The Confederates' fire at a wall: neither Good Ground nor anything else of the Union's set
    // fits.
    let mut table = field(json!([
        union("u-1", TYLER, "1834", (4.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "1734", (4.0, 3), (1.0, 2))
    ]));
    table.state.asking.union = Asking::EveryMoment;
    let mut table = table.holding(&["u-good-ground"]);
    table.fire_step(Confederate, BURKS);
    let events = table.ok(Confederate, fire(&["c-1"], "1834"), &[1, 1]);
    assert!(is_thrown(&events));
}

#[test]
fn kernstown_k43_before_a_draw_and_at_the_end_it_is_asked_whatever_it_holds() {
    for held in ["u-take-aim", "u-firefight"] {
        let mut table = discreet(two_lines().drawing(&["k62-burks"]), &[held]);
        table.go(&[]);
        table.asks("held", Union);
        table.ok(Union, pass(), &[1]);
        table.asks("orders", Confederate);
        let mut table = discreet(two_lines().drawing(&[]), &[held]);
        table.go(&[]);
        table.asks("held", Union);
    }
}

#[test]
fn kernstown_k43_the_choice_is_public_and_may_be_made_at_any_time() {
    let mut table = two_lines();
    let asked = table.battle.asked(&table.state).unwrap();
    for side in [asked.other(), asked] {
        let order = json!({ "ask": { "when": "every-moment" } });
        let events = table.ok(side, order, &[]);
        assert_eq!(events, [Event::AskingChosen { side, when: Asking::EveryMoment }]);
        assert_eq!(table.state.asking[side], Asking::EveryMoment);
        assert_eq!(table.battle.asked(&table.state), Some(asked), "who is asked is asked still");
        for seat in [None, Some(Union), Some(Confederate)] {
            let told = table.battle.redact(&events[0], &[], seat).map(|told| json!(told)).unwrap();
            assert_eq!((&told["case"], &told["when"]), (&json!("K43"), &json!("every-moment")));
        }
    }
    table.ok(asked, json!({ "ask": { "when": "when-playable" } }), &[]);
    assert_eq!(table.state.asking[asked], Asking::WhenPlayable);
    assert_eq!(table.state.asking[asked.other()], Asking::EveryMoment);
}

#[test]
fn kernstown_k43_an_instruction_answers_in_steps_for_held_chits() {
    let mut table = two_lines().drawing(&["k62-burks"]).holding(&["u-firefight"]);
    let instruct = json!({ "instruct": { "instructions": { "pass-held": true } } });
    table.ok(Union, instruct, &[1]);
    table.asks("orders", Confederate);
}

#[test]
fn kernstown_k43_an_instruction_alone_answers_nothing_that_is_asked_already() {
    let mut table = two_lines().holding(&["u-take-aim"]);
    table.fire_step(Union, TYLER);
    table.ok(Union, fire(&["u-1"], "3721"), &[]);
    let order = json!({ "instruct": { "instructions": { "no-chits-at": ["own-fire-declared"] } } });
    let order = table.battle.read_order(&order).unwrap();
    let events = table.battle.stand(&table.state, Union, &order).unwrap().unwrap();
    assert!(matches!(events[..], [Event::Instructed { side: Union, .. }]), "{events:?}");
    let pass = table.battle.read_order(&pass()).unwrap();
    assert!(table.battle.stand(&table.state, Union, &pass).is_none(), "everything else has a number");
}

#[test]
fn kernstown_k43_a_pass_at_a_moment_and_a_chit_kept_tell_nothing() {
    let mut table = two_lines().holding(&["u-take-aim"]);
    table.fire_step(Union, TYLER);
    table.ok(Union, fire(&["u-1"], "3721"), &[]);
    let read = |order: Value| table.battle.read_order(&order).unwrap();
    let quiet = |order: Value| table.battle.tells_nothing(&table.state, &read(order));
    assert!(quiet(pass()) && quiet(json!({ "hold": {} })) && quiet(json!({ "keys": { "chits": [] } })));
    assert!(!quiet(json!({ "play": { "chit": "u-take-aim" } })) && !quiet(json!({ "end": {} })));
    let mut table = two_lines();
    table.fire_step(Union, TYLER);
    let pass = table.battle.read_order(&pass()).unwrap();
    assert!(!table.battle.tells_nothing(&table.state, &pass), "what is open to all may take its time");
}

#[test]
fn kernstown_k43_a_cic_chit_is_held_openly_and_nobody_is_asked_where_it_cannot_be_played() {
    let mut table = two_lines().holding(&["k62-jackson"]);
    table.state.asking.confederate = Asking::EveryMoment;
    table.fire_step(Union, TYLER);
    let events = table.ok(Union, fire(&["u-1"], "3721"), &[1, 1]);
    assert!(is_thrown(&events));
}
