//! Every kind of event in a sentence, and to whom it is told (4.4, 8.1, 10.3a, K40, K44).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::check::Table;
use crate::check::field::{field, rebel, union};
use blind_swords::Event;
use serde_json::{Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{Protocol, Rules, Seat};

/// One of each kind, and of each way to say it, but for Cohesion Tests.
const EVENTS: &str = r#"[
    { "event": "stack", "change": "pop" },
    { "event": "turn-began", "turn": 3 },
    { "event": "phase-began", "phase": "command-decision" },
    { "event": "phase-began", "phase": "artillery" },
    { "event": "phase-began", "phase": "chit-draw" },
    { "event": "phase-began", "phase": "activation" },
    { "event": "phase-began", "phase": "end-turn" },
    { "event": "phase-began", "phase": "over" },
    { "event": "keys-chosen", "side": "union", "chits": ["u-rally", "u-confident"] },
    { "event": "keys-chosen", "side": "confederate", "chits": ["c-rally"] },
    { "event": "chits-included", "side": "union", "chits": ["u-rally", "u-confident"], "faces": [1, 2] },
    { "event": "cup-filled", "chits": ["w-fog", "k62-tyler"] },
    { "event": "chit-drawn", "chit": "u-rally", "faces": [3], "negated": false },
    { "event": "chit-drawn", "chit": "u-rally", "faces": [3], "negated": true },
    { "event": "chit-drawn", "chit": "w-fog", "faces": [3], "negated": false },
    { "event": "fortunes-drawn" },
    { "event": "chit-held", "chit": "c-rally" },
    { "event": "chit-played", "chit": "c-rally" },
    { "event": "chit-played", "chit": "c-rally", "unit": "c-1" },
    { "event": "chit-played", "chit": "c-rally", "brigade": "b62-burks" },
    { "event": "chit-played", "chit": "c-rally", "hex": "3721" },
    { "event": "common-used", "chit": "u-rally" },
    { "event": "chit-discarded", "chit": "u-rally", "case": "10.3a" },
    { "event": "chit-discarded", "chit": "w-fog", "case": "10.5b" },
    { "event": "chit-returned", "chit": "k62-tyler" },
    { "event": "fog-thrown", "faces": [1, 2], "result": { "chaos": "union" } },
    { "event": "fog-thrown", "faces": [1, 2, 3], "result": { "wayward": "confederate" } },
    { "event": "fog-thrown", "faces": [1], "result": { "general": "union" } },
    { "event": "fog-thrown", "faces": [1], "result": "nothing" },
    { "event": "fog-thrown", "faces": [1], "result": { "rare": 4 } },
    { "event": "chaos-came", "hex": "3721", "units": ["c-1", "c-2"] },
    { "event": "general-thrown", "side": "union", "faces": [1, 1], "chit": "k62-tyler", "hit": true },
    { "event": "general-thrown", "side": "union", "faces": [1, 1], "chit": "k62-tyler", "hit": false },
    { "event": "general-thrown", "side": "union", "faces": [1, 1], "chit": "k62-tyler", "hit": null },
    { "event": "general-thrown", "side": "union", "faces": [1, 1], "chit": null, "hit": null },
    { "event": "rare-came", "rare": "foolish-attack" },
    { "event": "rare-came", "rare": "deception" },
    { "event": "rare-came", "rare": { "bonus": "confederate" } },
    { "event": "rare-used", "rare": { "bonus": "union" }, "units": [], "columns": -2 },
    { "event": "rare-used", "rare": { "bonus": "union" }, "units": [], "columns": 2 },
    { "event": "rare-used", "rare": "deception", "units": ["u-1"], "columns": 0 },
    { "event": "confusion-thrown", "die": 2, "order": "defend" },
    { "event": "confusion-thrown", "die": 5, "order": null },
    { "event": "command-thrown", "chit": "k62-tyler", "die": 2, "rating": 4, "made": true },
    { "event": "command-thrown", "chit": "k62-tyler", "die": 5, "rating": 4, "made": false },
    { "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "full", "chit": null },
    { "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "limited", "chit": null },
    { "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "spent", "chit": null },
    { "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "commander", "chit": null },
    { "event": "activated", "side": "union", "brigade": "b62-tyler", "grant": "special", "chit": null },
    { "event": "ordered", "brigade": "b62-tyler", "order": "attack", "case": "11.0" },
    { "event": "activation-ended", "brigade": "b62-tyler" },
    { "event": "special-began", "side": "union", "chit": "k62-tyler",
      "brigades": ["b62-tyler", "b62-kimball"], "surprise": true },
    { "event": "special-began", "side": "union", "chit": "k62-tyler", "brigades": ["b62-tyler"],
      "surprise": false },
    { "event": "special-ended" },
    { "event": "earning-thrown", "side": "confederate", "die": 1, "earned": true },
    { "event": "earning-thrown", "side": "confederate", "die": 6, "earned": false },
    { "event": "released", "case": "20.2i" },
    { "event": "thawed", "units": ["u-1", "u-2"], "case": "20.2h" },
    { "event": "batteries-chosen", "side": "union", "hex": "3621" },
    { "event": "batteries-done", "units": ["u-1"] },
    { "event": "passed", "side": "confederate", "case": "9.3" },
    { "event": "arrived", "unit": "u-1", "hex": "3621", "case": "13.11" },
    { "event": "moved", "unit": "u-1", "from": "3621", "to": "3622", "cost": 2, "case": "13.1" },
    { "event": "move-ended", "units": ["u-1"] },
    { "event": "mounted", "unit": "u-1", "mounted": true },
    { "event": "mounted", "unit": "u-1", "mounted": false },
    { "event": "skirmish-left", "unit": "u-1" },
    { "event": "exited", "unit": "u-1", "hex": "3621", "counts": true, "case": "13.12" },
    { "event": "withdrew", "unit": "u-1", "from": "3621", "to": "3622", "case": "13.8" },
    { "event": "charged", "unit": "u-1" },
    { "event": "fire-declared", "side": "union", "units": ["u-1"], "target": "3721", "canister": false,
      "flanking": false, "case": "12.0" },
    { "event": "fire-declared", "side": "union", "units": ["u-1", "u-2"], "target": "3721",
      "canister": true, "flanking": true, "case": "12.0" },
    { "event": "have-fired", "units": ["u-1"] },
    { "event": "combat-thrown", "close": false, "column": "4", "faces": [2, 5], "lead": "c-1",
      "cohesion": 3, "test": "none" },
    { "event": "combat-thrown", "close": false, "column": "4", "faces": [2, 5], "lead": "c-1",
      "cohesion": 3, "test": "routine" },
    { "event": "combat-thrown", "close": true, "column": "4", "faces": [2, 5], "lead": "c-1",
      "cohesion": 3, "test": "tough" },
    { "event": "combat-thrown", "close": true, "column": "4", "faces": [2, 5], "lead": "c-1",
      "cohesion": 3, "test": "severe" },
    { "event": "voided", "close": false, "case": "K61" },
    { "event": "voided", "close": true, "case": "K73" },
    { "event": "depleted", "unit": "c-1", "case": "15.1a" },
    { "event": "morale-hit", "unit": "c-1", "hits": 1, "case": "15.1b" },
    { "event": "morale-hit", "unit": "c-1", "hits": 2, "case": "15.1b" },
    { "event": "break-thrown", "unit": "c-1", "die": 4, "cohesion": 3 },
    { "event": "broken", "unit": "c-1", "from": "3721", "track": 2, "case": "15.7" },
    { "event": "eliminated", "unit": "c-1", "from": "3721", "case": "15.7" },
    { "event": "retreat-ordered", "unit": "c-1", "hexes": 1, "case": "15.4" },
    { "event": "retreat-ordered", "unit": "c-1", "hexes": 3, "case": "15.4" },
    { "event": "retreated", "unit": "c-1", "from": "3721", "to": "3821", "case": "15.4" },
    { "event": "retreated-off", "unit": "c-1", "from": "3721", "counts": false, "case": "20.4i" },
    { "event": "panicked", "unit": "c-1" },
    { "event": "close-declared", "side": "union", "targets": ["3721", "3722"], "units": ["u-1", "u-2"] },
    { "event": "melee-began", "target": "3721", "units": ["u-1", "u-2"] },
    { "event": "assault-from", "hex": "3621" },
    { "event": "advanced", "unit": "u-1", "from": "3621", "to": "3721" },
    { "event": "taken", "watch": 0, "side": "confederate" },
    { "event": "recovered", "unit": "u-1", "hits": 0, "case": "17.2a" },
    { "event": "recovered", "unit": "u-1", "hits": 1, "case": "17.2a" },
    { "event": "rebuild-thrown", "unit": "u-1", "die": 3, "cohesion": 3, "made": true, "case": "17.2b" },
    { "event": "rebuild-thrown", "unit": "u-1", "die": 4, "cohesion": 3, "made": false, "case": "17.2b" },
    { "event": "rebuilt", "unit": "u-1" },
    { "event": "returned", "unit": "u-1", "hex": "3621" },
    { "event": "displaced", "unit": "u-1", "from": "3621", "to": "3622" },
    { "event": "ammo", "unit": "u-1", "low": true, "for-good": false, "case": "10.4a" },
    { "event": "ammo", "unit": "u-1", "low": false, "for-good": true, "case": "13.13" },
    { "event": "scored", "side": "union", "points": 1, "case": "18.2", "hex": null },
    { "event": "scored", "side": "confederate", "points": 3, "case": "18.2", "hex": "3621" },
    { "event": "track-moved", "units": ["u-1", "c-1"] },
    { "event": "turn-ended", "turn": 3 },
    { "event": "step-cleared", "step": "activation" },
    { "event": "instructed", "side": "union", "instructions": {} },
    { "event": "asking-chosen", "side": "union", "when": "every-moment" },
    { "event": "asking-chosen", "side": "union", "when": "when-playable" },
    { "event": "game-ended", "union": 12, "confederate": 9, "level": "A draw", "case": "20.2" }
]"#;

/// One of each kind, and of each way to say it.
fn events() -> Vec<Value> {
    let mut events: Vec<Value> = serde_json::from_str(EVENTS).unwrap();
    for (test, close) in [("none", true), ("routine", true), ("tough", false), ("severe", false)] {
        events.push(thrown(test, close));
    }
    events
}

/// The dice of a Cohesion Test.
fn thrown(test: &str, close: bool) -> Value {
    json!({ "event": "test-thrown", "close": close, "test": test, "faces": [2, 5], "lead": "c-1",
            "depletion": "lead", "text": ["D", "M R1"],
            "skedaddle": { "morale": 1, "break-test": false, "retreat": 1, "all-retreat": 0, "panic": 0,
                           "attacker-morale": 0, "attacker-retreat": 0 } })
}

fn table() -> Table {
    field(json!([
        union("u-1", "b62-tyler", "3621", (3.0, 3), (1.0, 2)),
        union("u-2", "b62-tyler", "3622", (3.0, 3), (1.0, 2)),
        rebel("c-1", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
        rebel("c-2", "b62-burks", "3721", (3.0, 3), (1.0, 2)),
    ]))
}

/// What a seat is told: the case, the sentence, and what of it only this seat may show.
fn told(table: &Table, event: &Event, seat: Seat) -> String {
    let Some(told) = table.battle.redact(event, &[], seat).map(|told| json!(told)) else {
        return "nothing".to_owned();
    };
    let secret = told.get("secret").map_or(String::new(), |side| format!(" [secret of {side}]"));
    let dice = told.get("faces").map_or(String::new(), |faces| format!(" {faces}"));
    let chit = told.get("chit").or(told.get("chits")).map_or(String::new(), |chit| format!(" {chit}"));
    let text = told.get("text").and_then(Value::as_str).unwrap_or("no sentence");
    format!("{}: {text}{chit}{dice}{secret}", told["case"].as_str().unwrap())
}

#[test]
fn every_event_is_told_in_a_sentence() {
    let table = table();
    let mut all = String::new();
    for event in events() {
        let event = table.battle.read_event(&event).unwrap_or_else(|e| panic!("{e}: {event}"));
        let [watcher, blue, grey] =
            [None, Some(Union), Some(Confederate)].map(|seat| told(&table, &event, seat));
        writeln!(all, "{watcher}").unwrap();
        for (side, own) in [("Union", blue), ("Confederate", grey)] {
            if own != watcher {
                writeln!(all, "    {side}: {own}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn no_kind_of_event_is_left_out_here() {
    let schema = serde_json::to_value(schemars::schema_for!(Event)).unwrap();
    let kinds: BTreeSet<String> = schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["properties"]["event"]["const"].as_str().unwrap().to_owned())
        .collect();
    let named: BTreeSet<String> =
        events().iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect();
    assert_eq!(named, kinds);
}

/// The record's audit compares these with what the dice must show.
#[test]
fn the_faces_of_an_event_are_those_that_it_writes() {
    let table = table();
    let mut thrown = 0;
    for written in events() {
        let event = table.battle.read_event(&written).unwrap_or_else(|e| panic!("{e}: {written}"));
        let shown = match (written.get("faces"), written.get("die")) {
            (Some(faces), _) => faces.clone(),
            (None, Some(die)) => json!([die]),
            (None, None) => json!([]),
        };
        assert_eq!(json!(event.faces()), shown, "{written}");
        thrown += event.faces().len();
        let twice = [event.clone(), event.clone()];
        assert_eq!(Rules::faces(&table.battle, &twice), [event.faces(), event.faces()].concat());
    }
    assert!(thrown > 40, "{thrown}");
}
