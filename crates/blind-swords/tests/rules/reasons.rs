//! Why an answer of `game.targets` is empty: the case that stands in the way, whatever was asked
//! about.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{field, guns, rebel, union, with};
use blind_swords::VERBS;
use serde_json::{Value, json};
use tabletop::Side::{self, Confederate, Union};
use tabletop::{Failure, Protocol};

/// Tyler's brigade next to the enemy, in that step of an attack.
fn step(name: &str) -> Table {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "1310", (3.0, 3), (1.0, 2)),
        with(union("u-3", "b62-tyler", "3520", (3.0, 3), (1.0, 2)), json!({ "skirmish": true })),
        union("u-4", "b62-kimball", "3620", (3.0, 3), (1.0, 2)),
        with(union("u-5", "b62-tyler", "1014", (3.0, 3), (1.0, 2)), json!({ "turn": 9 })),
        guns("g-1", "union", "R", "3420", 3.0),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]));
    table.fire_step(Union, "b62-tyler");
    let mut activation = json!(table.state.top());
    activation["activation"]["step"] = json!(name);
    activation["activation"]["brigade"] = json!("b62-tyler");
    if name == "rally" {
        activation["activation"]["order"] = json!("regroup");
    }
    table.under_way(activation);
    table.asks(name, Union);
    table
}

/// The case and the sentence of an empty answer.
fn why(table: &Table, side: Side, verb: &str, subject: Value) -> (String, String) {
    let answer = table.battle.targets(&table.state, side, verb, &subject).map(|told| json!(told)).unwrap();
    assert_eq!(answer["targets"], json!([]), "{verb} {subject}");
    let reason = &answer["reason"];
    (reason["case"].as_str().unwrap().to_owned(), reason["text"].as_str().unwrap().to_owned())
}

fn says(table: &Table, verb: &str, subject: Value, case: &str, text: &str) {
    let (found, sentence) = why(table, Union, verb, subject.clone());
    let fits = found == case && sentence.to_lowercase().contains(&text.to_lowercase());
    assert!(fits, "{verb} {subject}: {found}: {sentence}");
}

#[test]
fn kernstown_12_0_units_that_may_not_fire_say_why() {
    let mut table = step("fire");
    assert!(
        table
            .battle
            .targets(&table.state, Union, "fire", &json!("u-1"))
            .map(|told| json!(told))
            .unwrap()
            .get("reason")
            .is_none()
    );
    says(&table, "fire", json!("u-2"), "12.1c", "3721 is out of range of u-2");
    says(&table, "fire", json!("u-4"), "12.0", "not of the active brigade");
    says(&table, "fire", json!("u-5"), "12.1", "not a unit of the Union side on the map");
    says(&table, "fire", json!("c-1"), "12.1", "not a unit of the Union side on the map");
    says(&table, "fire", json!("g-1"), "12.0", "fires in the Artillery Phase");
    says(&table, "move", json!("u-1"), "12.0", "'move' does not answer the question");
    table.apply(json!({ "event": "have-fired", "units": ["u-1"] }));
    says(&table, "fire", json!("u-1"), "12.1", "u-1 has fired");
    assert_eq!(why(&table, Confederate, "fire", json!("c-1")).0, "12.0");
    assert!(why(&table, Confederate, "fire", json!("c-1")).1.contains("The Union side is asked now"));
    says(&table, "fire", Value::Null, "12.0", "nothing can be given 'fire' now");
}

#[test]
fn kernstown_13_0_units_that_may_not_move_say_why() {
    let mut table = step("movement");
    says(&table, "move", json!("u-4"), "13.0", "does not belong to");
    says(&table, "move", json!("c-1"), "13.0", "does not belong to");
    says(&table, "move", json!("g-1"), "13.0", "does not belong to");
    says(&table, "move", json!("u-5"), "13.4", "do not stand together on the map");
    says(&table, "move", json!(["u-1", "u-2"]), "13.4", "do not stand together");
    says(&table, "move", json!([]), "13.1", "list the units that move");
    says(&table, "mount", json!("u-1"), "13.9", "no counter to change to");
    says(&table, "leave-skirmish", json!("u-1"), "16.1", "u-1");
    table.apply(json!({ "event": "move-ended", "units": ["u-2"] }));
    says(&table, "move", json!("u-2"), "13.1", "has moved already");
    table.apply(json!({ "event": "chaos-came", "hex": "3621", "units": ["u-1"] }));
    says(&table, "move", json!("u-1"), "K47", "Battlefield Chaos");
}

#[test]
fn kernstown_14_2_units_that_may_not_close_say_why() {
    let table = step("close");
    says(&table, "close", json!("u-2"), "14.2", "u-2 is not next to 3721");
    says(&table, "close", json!("u-3"), "14.1", "Skirmish Order");
    says(&table, "close", json!("u-4"), "14.2", "not of the brigade that attacks");
    says(&table, "close", json!("g-1"), "14.1", "is a battery");
}

#[test]
fn kernstown_17_2_units_that_have_nothing_to_rally_from_say_so() {
    let mut table = step("rally");
    says(&table, "rally", json!("u-2"), "17.2a", "no Morale Hit to recover from");
    says(&table, "rally", json!("u-4"), "17.1", "does not belong to");
    says(&table, "rally", json!("c-1"), "17.1", "the enemy's");
    table.apply(json!({ "event": "depleted", "unit": "u-1", "case": "12.3" }));
    says(&table, "rally", json!("u-1"), "17.1", "an enemy is less than three hexes from u-1");
}

#[test]
fn kernstown_9_1_10_7_hexes_and_brigades_that_cannot_act_say_why() {
    let mut table = step("fire");
    table.under_way(json!({ "batteries": { "side": "union", "passed": false } }));
    says(&table, "batteries", json!("3621"), "9.1", "no battery in 3621 has still to act");
    says(&table, "batteries", json!("3721"), "9.1", "no battery in 3721 has still to act");
    table.under_way(
        json!({ "command": { "side": "union", "chit": "k62-kimball", "grant": "full", "asks": true } }),
    );
    says(&table, "activate", json!("b62-burks"), "10.7", "is not under");
    table.apply(json!({ "event": "activated", "side": "union", "brigade": "b62-kimball", "grant": "full",
                         "chit": null }));
    says(&table, "activate", json!("b62-kimball"), "10.7", "has been activated this turn");
    says(&table, "play", json!("u-rally"), "10.7", "'play' does not answer the question");
}

#[test]
fn kernstown_10_5b_what_the_fog_of_war_cannot_touch_says_why() {
    let mut table = step("fire");
    table.under_way(json!({ "chaos": { "side": "union" } }));
    says(&table, "chaos", json!("1020"), "10.5b", "no enemy stands in 1020");
    says(&table, "chaos", json!("3621"), "10.5b", "no enemy stands in 3621");
    table.under_way(json!({ "wayward": { "side": "union" } }));
    says(&table, "wayward", json!("u-1"), "10.5b", "u-1 is not an enemy unit on the map");
}

#[test]
fn kernstown_7_0_verbs_and_subjects_that_nobody_knows_are_malformed() {
    let table = step("fire");
    let malformed = |verb: &str, subject: Value, says: &str| match table
        .battle
        .targets(&table.state, Union, verb, &subject)
        .map(|told| json!(told))
    {
        Err(Failure::Malformed(what)) => assert!(what.contains(says), "{what}"),
        other => panic!("{verb} {subject}: {other:?}"),
    };
    malformed("charge", Value::Null, "verb: 'charge' is none of keys, pass");
    malformed(
        "fire",
        json!("u-99"),
        "subject: 'u-99' is not a unit, brigade, chit, hex or order of a brigade",
    );
    malformed("fire", json!(7), "subject: an id, a list of units, or null was expected");
    malformed("move", json!(["u-1", "u-99"]), "subject: there is no unit 'u-99'");
    malformed("move", json!([1]), "subject[0]: the id of a unit was expected");
}

#[test]
fn kernstown_7_0_a_verb_out_of_its_time_says_so_whatever_it_is_asked_about() {
    let subjects = ["u-1", "3621", "b62-tyler", "u-rally", "attack"].map(|id| json!(id));
    let subjects = [vec![Value::Null, json!(["u-1", "u-2"])], subjects.to_vec()].concat();
    // Each verb is out of its time in one of the two steps at least.
    // Where the brigade's order bars it in every step, that is said.
    let regroup = ["fire", "move", "mount", "leave-skirmish", "close"];
    for (name, case, own, (order, barring, barred)) in [
        ("fire", "12.0", ["fire", "end"], ("Attack", "11.2", &["rally"][..])),
        ("rally", "17.0", ["rally", "end"], ("Regroup", "11.5", &regroup)),
    ] {
        let table = step(name);
        for verb in VERBS.into_iter().filter(|verb| !own.contains(verb)) {
            let (case, text) = if barred.contains(&verb) {
                (barring, format!("under {order} units may not"))
            } else {
                (case, format!("'{verb}' does not answer the question"))
            };
            for subject in &subjects {
                says(&table, verb, subject.clone(), case, &text);
            }
        }
    }
}

#[test]
fn kernstown_13_7_who_may_not_fire_at_the_mover_says_why_and_not_at_others() {
    let mut table = field(json!([
        union("u-1", "b62-tyler", "2331", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "2230", (3.0, 3), (1.0, 2)),
        guns("g-1", "confederate", "R", "2330", 3.0),
        rebel("c-1", "b62-burks", "2231", (3.0, 3), (1.0, 2)),
    ]));
    table.movement_step(Union, "attack");
    table.ok(Union, json!({ "move": { "units": ["u-1"], "to": "2332" } }), &[]);
    table.asks("opportunity", Confederate);
    // 2330 is Angled, and next to both.
    assert_eq!(why(&table, Confederate, "fire", json!("g-1")).0, "12.1f");
}

#[test]
fn kernstown_15_8_a_unit_that_cannot_advance_into_the_hex_says_so() {
    let mut table = step("close");
    table.under_way(json!({ "advance": { "side": "union", "hex": "3721", "units": ["u-1"], "reach": 2 } }));
    says(&table, "advance", json!("u-4"), "15.8", "u-4 may not advance");
    says(&table, "advance", json!("u-1"), "15.8", "u-1 cannot end its advance in 3721");
}

#[test]
fn kernstown_17_2_a_worn_unit_without_hits_is_told_why_it_is_not_rebuilt() {
    let mut table = step("rally");
    table.apply(json!({ "event": "depleted", "unit": "u-2", "case": "12.3" }));
    let mut activation = json!(table.state.top());
    activation["activation"]["order"] = json!("defend");
    activation["activation"]["brigade"] = json!("b62-tyler");
    table.under_way(activation.clone());
    says(&table, "rally", json!("u-2"), "17.2b", "may not be rebuilt");
    table.apply(json!({ "event": "morale-hit", "unit": "u-2", "hits": 1, "case": "15.6" }));
    activation["activation"]["order"] = json!("attack");
    table.under_way(activation);
    says(&table, "rally", json!("u-2"), "17.2a", "may not recover");
}
