//! The sequence of play, the Command Decision Phase and the end of a turn (4, 5, 7, 8, 18).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::{Table, start};
use blind_swords::{Event, Phase};
use serde_json::json;
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules};

fn phases(events: &[Event]) -> Vec<Phase> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::PhaseBegan { phase } => Some(*phase),
            _ => None,
        })
        .collect()
}

/// Scenario 1 after both have chosen their Key Chits; of the others the first are taken.
fn cup_made() -> Table {
    let mut table = start(1);
    table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    // Two of eight and one of eight, each by two dice: the lowest numbers.
    table.ok(Confederate, json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }), &[1, 1, 1, 1, 1, 1]);
    table
}

#[test]
fn kernstown_7_0_a_turn_goes_through_its_phases_in_order() {
    let mut table = cup_made();
    // The Union has no battery in this scenario: the Confederate alone is asked (9.3).
    table.asks("batteries", Confederate);
    table.ok(Confederate, json!({ "pass": {} }), &[]);
    assert_eq!(phases(&table.events)[..2], [Phase::Artillery, Phase::ChitDraw]);
    // Nothing is left in the cup but Tyler's chit.
    let mut table = table.drawing(&["k62-tyler"]);
    table.events.clear();
    table.go(&[1]);
    table.asks("orders", Union);
    table.ok(Union, json!({ "order": { "order": "attack" } }), &[]);
    for step in ["fire", "movement", "close"] {
        table.asks(step, Union);
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    assert_eq!(
        phases(&table.events),
        [Phase::Activation, Phase::ChitDraw, Phase::EndTurn, Phase::CommandDecision]
    );
    assert_eq!(table.state.turn, 2);
    table.asks("keys", Union);
}

#[test]
fn kernstown_8_1_each_side_chooses_its_key_chits() {
    let mut table = start(1);
    table.asks("keys", Union);
    table.refused(Union, json!({ "keys": { "chits": [] } }), "8.1");
    table.refused(Union, json!({ "keys": { "chits": ["u-rally", "u-firefight"] } }), "8.1");
    table.refused(Union, json!({ "keys": { "chits": ["c-rally"] } }), "8.1");
    table.refused(Union, json!({ "keys": { "chits": ["k62-tyler"] } }), "8.1");
    table.refused(Confederate, json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }), "8.1");
    assert_eq!(table.offers().len(), 9);
    table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    table.asks("keys", Confederate);
    table.refused(Confederate, json!({ "keys": { "chits": ["c-rally", "c-rally"] } }), "8.1");
    assert_eq!(table.offers().len(), 45, "two of ten");
    table.ok(Confederate, json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }), &[1, 1, 1, 1, 1, 1]);
    for key in ["u-rally", "c-rally", "c-firefight"] {
        assert_eq!(table.chit(key), "cup");
    }
}

#[test]
fn kernstown_8_2_others_join_them_at_random_and_the_rest_is_out() {
    let mut table = start(1);
    table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    let events = table.ok(
        Confederate,
        json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }),
        &[2, 3, 1, 4, 6, 6, 1, 2],
    );
    let joined = table.all(&events, "chits-included");
    assert_eq!(joined.len(), 2);
    assert_eq!(joined[0]["chits"].as_array().map(Vec::len), Some(2));
    assert_eq!(joined[1]["chits"].as_array().map(Vec::len), Some(1));
    // Of eight chits by two dice: 23 is the ninth of 36, so the first but one of the second eight;
    // 66 is thrown again.
    assert_eq!(joined[0]["faces"], json!([2, 3, 1, 4]));
    assert_eq!(joined[1]["faces"], json!([6, 6, 1, 2]));
    let places = |side: &str, place: &str| {
        table
            .battle
            .chit_ids()
            .map(|c| table.battle.chit(c).id.clone())
            .filter(|id| id.starts_with(side) && table.chit(id) == place)
            .count()
    };
    assert_eq!((places("u-", "cup"), places("u-", "excluded")), (3, 6));
    assert_eq!((places("c-", "cup"), places("c-", "excluded")), (3, 7));
    // Another throw takes others.
    let mut other = start(1);
    other.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    let events = other.ok(
        Confederate,
        json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }),
        &[1, 1, 1, 1, 1, 1],
    );
    assert_ne!(other.all(&events, "chits-included")[0]["chits"], joined[0]["chits"]);
}

#[test]
fn kernstown_8_3_command_chits_of_who_is_there_or_due_and_the_wild_chits_fill_the_cup() {
    let table = cup_made();
    for chit in ["k62-tyler", "k62-garnett", "w-fortunes", "w-fog"] {
        assert_eq!(table.chit(chit), "cup", "{chit}");
    }
    for chit in ["k62-fulkerson", "k62-burks"] {
        assert_eq!(table.chit(chit), "aside", "{chit} comes with its first unit, at 4:00");
    }
    // A turn later they are due.
    let mut table = start(1).drawing(&[]);
    table.go(&[]);
    assert_eq!(table.state.turn, 2);
    table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    table.ok(Confederate, json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }), &[1, 1, 1, 1, 1, 1]);
    assert_eq!((table.chit("k62-fulkerson"), table.chit("k62-burks")), ("cup".to_owned(), "cup".to_owned()));
}

#[test]
fn kernstown_k41_a_destroyed_brigade_has_no_chit_and_one_in_the_available_box_has() {
    let mut table = start(1);
    table.apply(json!({ "event": "broken", "unit": "c62-27va", "from": "1834", "track": 1, "case": "15.7" }));
    let mut there = table.copy();
    let keys = |table: &mut Table| {
        table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
        table.ok(
            Confederate,
            json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }),
            &[1, 1, 1, 1, 1, 1],
        );
    };
    keys(&mut table);
    assert_eq!(table.chit("k62-garnett"), "aside", "Box 1 does not count (K42)");
    there.apply(json!({ "event": "track-moved", "units": ["c62-27va"] }));
    keys(&mut there);
    assert_eq!(there.chit("k62-garnett"), "cup");
}

#[test]
fn kernstown_k40_a_seat_is_told_its_own_key_chits_and_of_the_others_only_how_many() {
    let mut table = start(1);
    let keys = table.ok(Union, json!({ "keys": { "chits": ["u-rally"] } }), &[]);
    let chosen = keys.iter().find(|e| matches!(e, Event::KeysChosen { .. })).unwrap();
    assert_eq!(
        table.battle.redact(chosen, &[], Some(Union)).map(|told| json!(told)).unwrap()["chits"],
        json!(["u-rally"])
    );
    assert_eq!(
        table.battle.redact(chosen, &[], Some(Confederate)).map(|told| json!(told)).unwrap()["chits"],
        json!(1)
    );
    let events = table.ok(
        Confederate,
        json!({ "keys": { "chits": ["c-rally", "c-firefight"] } }),
        &[1, 1, 1, 1, 1, 1],
    );
    for event in events.iter().filter(|e| matches!(e, Event::ChitsIncluded { .. })) {
        for seat in [Union, Confederate] {
            let told = table.battle.redact(event, &[], Some(seat)).map(|told| json!(told)).unwrap();
            assert!(told["chits"].is_number(), "nobody knows which have joined: {told}");
        }
    }
}

#[test]
fn kernstown_18_1_held_chits_come_first_at_the_end_of_a_turn_the_union_before_the_confederate() {
    let mut table = start(4).drawing(&[]).holding(&["k64-crook", "k64-early"]);
    table.go(&[]);
    table.asks("held", Union);
    assert_eq!(table.state.phase, Phase::EndTurn);
    table.ok(Union, json!({ "play": { "chit": "k64-crook", "brigade": "b64-hayes" } }), &[]);
    table.asks("orders", Union);
    table.ok(Union, json!({ "order": { "order": "regroup" } }), &[]);
    table.ok(Union, json!({ "end": {} }), &[]);
    table.asks("held", Confederate);
    table.ok(Confederate, json!({ "pass": {} }), &[]);
    assert_eq!(table.state.turn, 2, "the Union has nothing left to play (K43)");
    assert_eq!(table.chit("k64-early"), "aside", "what was held is lost with the turn (K44)");
}

#[test]
fn kernstown_18_2_points_come_before_the_broken_track_moves() {
    let mut table = start(4).drawing(&[]);
    table.apply(json!({ "event": "broken", "unit": "u64-13wv", "from": "3020", "track": 2, "case": "15.7" }));
    let events = table.go(&[]);
    let names = Table::names(&events);
    let at = |name: &str| names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{name}: {names:?}"));
    assert!(at("scored") < at("track-moved") && at("track-moved") < at("turn-ended"));
    assert!(at("turn-ended") < at("turn-began"));
}

#[test]
fn kernstown_18_3_activated_brigades_are_available_again() {
    let mut table = start(4).drawing(&[]);
    table.apply(json!({ "event": "activated", "side": "union", "brigade": "b64-hayes", "grant": "full", "chit": "k64-duval" }));
    assert!(table.state.used.contains(&true));
    table.go(&[]);
    assert!(!table.state.used.contains(&true));
}

#[test]
fn kernstown_18_4_units_move_down_the_broken_track_and_stay_in_the_available_box() {
    let mut table = start(4).drawing(&[]);
    for (unit, from, track) in
        [("u64-13wv", "3020", 3), ("u64-5wv", "3018", 2), ("u64-23oh", "3017", 1), ("u64-36oh", "3016", 0)]
    {
        table.apply(json!({ "event": "broken", "unit": unit, "from": from, "track": track, "case": "15.7" }));
    }
    table.go(&[]);
    let boxes: Vec<String> =
        ["u64-13wv", "u64-5wv", "u64-23oh", "u64-36oh"].iter().map(|u| table.place(u)).collect();
    assert_eq!(boxes, ["box 2", "box 1", "box 0", "box 0"]);
}

#[test]
fn kernstown_18_5_event_chits_are_gathered_and_what_lasts_a_turn_ends() {
    let mut table = start(1).drawing(&[]).holding(&["u-good-ground"]);
    table.apply(json!({ "event": "chaos-came", "hex": "1834", "units": ["c62-27va"] }));
    table.go(&[]);
    assert_eq!(table.chit("u-good-ground"), "aside");
    assert!(!table.state.unit(table.unit("c62-27va")).chaos);
    assert_eq!(table.state.turn, 2);
}

#[test]
fn kernstown_k96_after_the_last_turn_the_game_ends_with_its_points() {
    let mut table = start(4).drawing(&[]).in_turn(9);
    let events = table.go(&[]);
    let names = Table::names(&events);
    assert!(names.contains(&"scored".to_owned()) && names.contains(&"game-ended".to_owned()));
    assert!(!names.contains(&"turn-ended".to_owned()));
    assert_eq!(table.battle.asked(&table.state), None);
    assert_eq!(table.state.phase, Phase::Over);
}

#[test]
fn kernstown_5_0_infantry_and_cavalry_belong_to_brigades_and_batteries_to_none() {
    for number in 1..=6 {
        let table = start(number);
        for unit in table.battle.ids() {
            let printed = table.battle.unit(unit);
            assert_eq!(printed.brigade.is_none(), table.battle.is_gun(unit), "{}", printed.id);
            if let Some(brigade) = printed.brigade {
                assert!(table.battle.brigade(brigade).units.contains(&unit));
                assert_eq!(table.battle.brigade(brigade).side, printed.side);
                // In 1862 there are no divisions (10.9).
                assert_eq!(table.battle.brigade(brigade).division.is_none(), number <= 3);
            }
        }
    }
}

#[test]
fn kernstown_4_3_a_brigades_marker_is_turned_by_its_division_and_not_by_the_cic() {
    let mut table = start(4);
    let brigade = |name: &str| json!({ "event": "activated", "side": "union", "brigade": "b64-hayes", "grant": name, "chit": null });
    table.apply(brigade("commander"));
    assert!(!table.state.used.contains(&true));
    for grant in ["full", "limited", "spent"] {
        let mut table = start(4);
        table.apply(brigade(grant));
        assert!(table.state.used.contains(&true), "{grant}");
    }
}

#[test]
fn kernstown_4_4_the_four_types_of_chits() {
    use blind_swords::ChitKind;
    let table = start(5);
    let count = |is: &dyn Fn(&ChitKind) -> bool| {
        table.battle.chit_ids().filter(|&c| is(&table.battle.chit(c).kind)).count()
    };
    assert_eq!(count(&|k| matches!(k, ChitKind::Command { .. })), 10, "ten divisions");
    assert_eq!(count(&|k| matches!(k, ChitKind::Commander { .. })), 2, "Early and Crook");
    assert_eq!(count(&|k| matches!(k, ChitKind::FortunesOfWar | ChitKind::FogOfWar)), 2);
    assert_eq!(count(&|k| matches!(k, ChitKind::Event(_))), 20, "eleven of the Union's, nine Confederate");
}
