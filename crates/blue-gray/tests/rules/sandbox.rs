//! Positions set up by hand: what they may say, and what follows from their turn and units.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::{Confederate, Union, library};
use serde_json::{Map, Value, json};
use tabletop::{GameSystem, Protocol, Rules};

fn set_up(scenario: &str, effectiveness: bool, position: Value) -> Result<blue_gray::Battle, String> {
    let mut options = Map::new();
    options.insert("attack-effectiveness".to_owned(), json!(effectiveness));
    library().battle(scenario, &options, Some(&position))
}

fn refused(position: Value, says: &str) {
    match set_up("chickamauga-1975", true, position.clone()) {
        Ok(_) => panic!("{position} was accepted"),
        Err(what) => assert!(what.contains(says), "'{what}' does not say '{says}'"),
    }
}

fn infantry(fields: Value) -> Value {
    let mut unit = json!({ "id": "a", "side": "union", "type": "infantry", "strength": 5 });
    for (name, value) in fields.as_object().unwrap() {
        unit[name] = value.clone();
    }
    json!({ "units": [unit] })
}

#[test]
fn case_11_0_sandbox_no_unit_is_ineffective_where_effectiveness_is_not_played() {
    let position = infantry(json!({ "hex": "1207", "ineffective": true }));
    let battle = set_up("chickamauga-1975", true, position.clone()).unwrap();
    assert!(battle.start().marks(battle.named("a").unwrap()).ineffective);
    let what = set_up("chickamauga-1975", false, position.clone()).err().unwrap();
    assert_eq!(what, "units[0] (a): ineffective: the option attack-effectiveness is off in this game");
    // A record of the first form in which it stands can still be read.
    let library: &dyn GameSystem = library();
    let plain = infantry(json!({ "hex": "1207" }));
    let begun = library.begin("chickamauga-1975", &Map::new(), Some(&plain), &[], [7; 32]).unwrap();
    let mut header = begun.header().clone();
    header.position = Some(position);
    assert!(library.load(&header, &[], Some([7; 32])).is_err());
    header.longroll = 1;
    assert!(library.load(&header, &[], Some([7; 32])).is_ok());
}

#[test]
fn case_5_0_sandbox_a_unit_that_waits_names_its_turn_and_its_entry_hexes() {
    let battle = set_up("chickamauga-1975", true, infantry(json!({ "turn": 3, "entry": ["0504"] }))).unwrap();
    assert!(battle.start().hex(battle.named("a").unwrap()).is_none());
    refused(
        infantry(json!({ "turn": 3 })),
        "units[0] (a): entry: the hexes by which it comes on were expected",
    );
    refused(infantry(json!({ "turn": 3, "entry": ["9999"] })), "'9999' is not a hex of this map");
    refused(infantry(json!({ "turn": 99, "entry": ["0504"] })), "units[0] (a): turn: 1 to ");
    refused(infantry(json!({ "turn": 0, "entry": ["0504"] })), "units[0] (a): turn: 1 to ");
    refused(infantry(json!({})), "either hex, where it stands, or turn");
    refused(infantry(json!({ "hex": "1207", "turn": 3 })), "either hex, where it stands, or turn");
    refused(infantry(json!({ "hex": "1207", "entry": ["0504"] })), "entry: only a unit that waits");
    refused(infantry(json!({ "hex": "1207", "strength": "five" })), "units[0].strength: invalid type");
    refused(infantry(json!({ "hex": "1207", "speed": 5 })), "units[0].speed: unknown field `speed`");
    // A reinforcement of the scenario has its own.
    let scenario = library().scenario("chattanooga-1975").unwrap();
    let due = scenario.units.iter().find(|u| matches!(u.start, blue_gray::Start::Due { .. })).unwrap();
    let position = json!({ "units": [{ "id": due.id, "turn": 5 }] });
    let battle = set_up("chattanooga-1975", true, position).unwrap();
    let blue_gray::Start::Due { turn, entry } = &battle.units()[0].start else { panic!("it waits") };
    let blue_gray::Start::Due { entry: own, .. } = &due.start else { panic!("it waits") };
    assert_eq!((turn, entry), (&5, own));
}

#[test]
fn chattanooga_20_11_sandbox_who_stands_in_a_prize_has_taken_it() {
    let position = |hex: &str| {
        json!({ "turn": 3, "side": "confederate", "units": [
            { "id": "x", "side": "confederate", "type": "infantry", "strength": 5, "hex": hex },
            { "id": "y", "side": "confederate", "type": "infantry", "strength": 5, "hex": "2305" },
            { "id": "a", "side": "union", "type": "infantry", "strength": 5, "hex": "1010" },
        ] })
    };
    let points = |hex: &str| {
        let battle = set_up("chattanooga-1975", true, position(hex)).unwrap();
        let state = battle.start();
        (battle.account(&state).lines.iter().any(|l| l.text.contains(hex)), state.scored[Confederate], battle)
    };
    let (told, scored, battle) = points("1514");
    assert_eq!((told, scored), (true, 4));
    // Not once more when the next order is given.
    let mut dice = tabletop::LoadedDice::default();
    let order = battle.read_order(&json!({ "end-movement": {} })).unwrap();
    let events = battle
        .judge(&battle.start(), Confederate, &order, &mut dice, &mut tabletop::RuleCheck::quiet())
        .unwrap();
    assert!(events.iter().all(|e| battle.event_value(e)["event"] != "scored"), "{events:?}");
    assert_eq!(points("1513").1, 0);
    // Nor in the scenario itself, nor by who held it first.
    let scenario = library().battle("chattanooga-1975", &Map::new(), None).unwrap();
    assert_eq!(scenario.start().scored[Confederate], 0);
    assert_eq!(scenario.start().scored[Union], 0);
}
