//! Positions set up by hand: what follows from their turn and units, and what they begin with.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::field::{guns, rebel, union, with};
use serde_json::{Map, Value, json};
use tabletop::Side::{Confederate, Union};
use tabletop::{GameSystem, Rules, Viewer};

const HISTORICAL: &str = "kernstown-2-historical";
const BRECKINRIDGE: &str = "kernstown-4-breckinridge";

/// The position, or what is wrong with it.
fn set_up(scenario: &str, position: Value) -> Result<Table, String> {
    let mut options = Map::new();
    options.insert("brisk".to_owned(), json!(false));
    let battle = crate::check::library().battle(scenario, &options, Some(&position))?;
    let state = battle.start();
    assert!(battle.faults(&state).is_empty(), "{:?}", battle.faults(&state));
    Ok(Table { battle, state, events: Vec::new() })
}

fn table(position: Value) -> Table {
    set_up(HISTORICAL, position).unwrap_or_else(|e| panic!("{e}"))
}

fn refused(position: Value, says: &str) {
    match set_up(HISTORICAL, position.clone()) {
        Ok(_) => panic!("{position} was accepted"),
        Err(what) => assert!(what.contains(says), "'{what}' does not say '{says}'"),
    }
}

fn tyler(id: &str, hex: &str) -> Value {
    union(id, "b62-tyler", hex, (3.0, 3), (1.0, 2))
}

fn burks(id: &str, hex: &str) -> Value {
    rebel(id, "b62-burks", hex, (3.0, 3), (1.0, 2))
}

fn is_frozen(turn: u8, others: &[Value]) -> bool {
    let mut units = vec![json!({ "id": "c62-5va", "hex": "3530" })];
    units.extend_from_slice(others);
    let table = table(json!({ "turn": turn, "units": units }));
    let frozen = table.state.unit(table.unit("c62-5va")).frozen;
    assert_eq!(frozen, !table.state.thawed);
    frozen
}

#[test]
fn kernstown_k94_sandbox_units_past_their_hour_are_free() {
    let until = crate::check::scenario(HISTORICAL).frozen.as_ref().unwrap().until;
    assert!(is_frozen(1, &[]) && is_frozen(until - 1, &[]));
    assert!(!is_frozen(until, &[]) && !is_frozen(until + 1, &[]));
    // Sullivan's release thaws them at any hour (20.2h): a Confederate within three hexes of 2423.
    assert!(!is_frozen(1, &[burks("c-1", "2426")]));
}

#[test]
fn kernstown_k95_sandbox_an_enemy_near_the_hill_has_released_sullivan() {
    let released = |units: Value| table(json!({ "units": units })).state.released;
    assert!(!released(json!([tyler("u-1", "2423")])), "his own side does not");
    assert!(!released(json!([burks("c-1", "2427")])), "four hexes off");
    assert!(released(json!([burks("c-1", "2426")])), "three hexes off");
    assert!(released(json!([burks("c-1", "2423")])));
    // Who is still to come stands nowhere.
    assert!(!released(json!([with(burks("c-1", "2426"), json!({ "turn": 2 }))])));
    // Released from the start (20.3d).
    let aware = set_up("kernstown-3-jackson-aware", json!({ "units": [] })).unwrap();
    assert!(aware.state.released);
}

#[test]
fn kernstown_k97_sandbox_a_victory_hex_is_held_by_who_stands_there() {
    let table = table(json!({ "turn": 9, "units": [
        burks("c-1", "1835"), tyler("u-1", "1834"), with(burks("c-2", "2131"), json!({ "turn": 12 })),
    ] }));
    for (hex, side) in [("1835", Confederate), ("1834", Union), ("1836", Union), ("2131", Union)] {
        assert!(
            table.battle.holds(&table.state, side, table.hex(hex)),
            "{hex} is not held by the {side} side"
        );
    }
    let stone_wall = set_up("kernstown-1-stone-wall", json!({ "units": [] })).unwrap();
    let first = crate::check::scenario("kernstown-1-stone-wall")
        .victory
        .control_hexes
        .iter()
        .map(|w| w.holder)
        .collect::<Vec<_>>();
    assert_eq!(stone_wall.state.holders, first, "nobody stands anywhere");
}

#[test]
fn sandbox_a_record_of_the_first_form_derives_nothing() {
    let library: &dyn GameSystem = crate::check::library();
    let position = json!({ "turn": 17, "units": [{ "id": "c62-5va", "hex": "2423" }] });
    let begun = library.begin(HISTORICAL, &Map::new(), Some(&position), &[], [7; 32]).unwrap();
    let held = |header: &tabletop::Header| {
        let table = library.load(header, &[], Some([7; 32])).unwrap();
        let view: Value = serde_json::from_str(&table.view("g", Viewer::Watcher, None)).unwrap();
        let hill = view["control"].as_array().unwrap().iter().find(|c| c["hex"] == "2423").unwrap();
        (hill["side"].clone(), view["released"].clone(), view["units"][0]["frozen"].clone())
    };
    let mut header = begun.header().clone();
    header.longroll = 1;
    assert_eq!(held(&header), (json!("union"), json!(false), json!(true)));
    let battle = crate::check::library().battle(HISTORICAL, &Map::new(), Some(&position)).unwrap();
    assert!(battle.start().released && battle.start().thawed);
}

#[test]
fn sandbox_a_position_begins_with_the_question_it_names() {
    let units = json!([
        tyler("u-1", "3621"),
        burks("c-1", "3721"),
        guns("g-1", "union", "R", "3421", 3.0),
        guns("x-1", "confederate", "R", "3923", 3.0),
    ]);
    let with = |fields: Value| {
        let mut position = json!({ "units": units });
        for (name, value) in fields.as_object().unwrap() {
            position[name] = value.clone();
        }
        position
    };
    table(with(json!({}))).asks("keys", Union);
    table(with(json!({ "phase": "command-decision", "side": "union" }))).asks("keys", Union);
    table(with(json!({ "phase": "artillery" }))).asks("batteries", Union);
    let artillery = table(with(json!({ "phase": "artillery", "side": "confederate" })));
    artillery.asks("batteries", Confederate);
    // The cup has what is always in it (8.3) and no Event chit.
    assert_eq!(artillery.chit("k62-tyler"), "cup");
    assert_eq!(artillery.chit("w-fog"), "cup");
    assert_eq!(artillery.chit("k62-ashby"), "aside", "nobody of his is here");
    assert_eq!(artillery.chit("u-rally"), "excluded");
    refused(with(json!({ "side": "confederate" })), "side: the Union side is asked first");
    refused(with(json!({ "phase": "chit-draw" })), "phase: \"command-decision\", \"artillery\"");
    refused(with(json!({ "phase": "over" })), "phase: \"command-decision\", \"artillery\"");
    refused(with(json!({ "phase": "movement" })), "phase: unknown variant `movement`");
    refused(with(json!({ "phase": "activation" })), "activation: the brigade that is active was expected");
    refused(json!({ "units": [tyler("u-1", "3621")], "phase": "artillery" }), "phase: no question would be");
    // Whoever has no battery passes (9.3).
    let union_only = json!({ "units": [guns("g-1", "union", "R", "3421", 3.0)], "phase": "artillery" });
    table(union_only.clone()).asks("batteries", Union);
    let mut theirs = union_only;
    theirs["side"] = json!("confederate");
    refused(theirs, "side: the Union side is asked first in this position, not the Confederate side");
}

fn active(activation: Value) -> Value {
    json!({ "turn": 4, "activation": activation, "units": [
        tyler("u-1", "3621"), union("u-2", "b62-kimball", "3520", (3.0, 3), (1.0, 2)), burks("c-1", "3721"),
        with(tyler("u-3", "1014"), json!({ "turn": 4 })),
    ] })
}

#[test]
fn kernstown_10_7_sandbox_a_position_begins_with_a_brigades_activation() {
    let mut table = table(active(json!({ "brigade": "b62-tyler" })));
    table.asks("orders", Union);
    assert_eq!(table.chit("k62-tyler"), "drawn");
    assert_eq!([table.chit("k62-kimball"), table.chit("w-fortunes")], ["cup", "cup"]);
    assert_eq!([table.chit("u-rally"), table.chit("c-rally")], ["excluded", "excluded"]);
    assert!(table.state.used[table.battle.unit(table.unit("u-1")).brigade.unwrap().index()]);
    assert_eq!(table.place("u-3"), "1014", "its reinforcements have come on (13.11)");
    assert_eq!(table.state.turn, 4);
    table.ok(Union, json!({ "order": { "order": "attack" } }), &[]);
    let fire = json!({ "fire": { "shots": [{ "units": ["u-1"], "target": "3721" }] } });
    assert!(table.is_offered(&fire));
    for step in ["fire", "movement"] {
        table.asks(step, Union);
        table.ok(Union, json!({ "end": {} }), &[]);
    }
    // It was his only brigade: his chit is done, and the next one is drawn by a die.
    let state = table.state.clone();
    table.ok(Union, json!({ "end": {} }), &[1]);
    assert_eq!(table.chit("k62-tyler"), "discarded");
    assert_ne!(table.state, state);
}

#[test]
fn kernstown_11_1_sandbox_an_activation_may_have_its_order() {
    let table_of =
        |order: &str| table(active(json!({ "brigade": "b62-tyler", "side": "union", "order": order })));
    for (order, step) in
        [("attack", "fire"), ("defend", "fire"), ("maneuver", "movement"), ("regroup", "movement")]
    {
        let table = table_of(order);
        let (asked, side) = table.now_asked();
        assert_eq!(side, Union);
        let row = table.battle.scenario.tables.order(serde_json::from_value(json!(order)).unwrap());
        let expected = if row.fires { "fire" } else { step };
        assert!(asked == expected || row.infantry == 0 && asked == "rally", "{order}: {asked}");
    }
}

#[test]
fn kernstown_10_7_sandbox_a_limited_activation_only_fires() {
    let mut table = table(active(json!({ "brigade": "b62-burks", "limited": true })));
    table.asks("fire", Confederate);
    let events = table.ok(Confederate, json!({ "end": {} }), &[1]);
    assert_eq!(table.event(&events, "activation-ended")["brigade"], "b62-burks");
    refused(
        active(json!({ "brigade": "b62-burks", "limited": true, "order": "attack" })),
        "activation.order: a Limited Activation has no order",
    );
}

#[test]
fn kernstown_20_4e_sandbox_the_opening_attack_is_over_when_a_chit_is_drawn() {
    let unit = |id: &str, side: &str, brigade: &str, hex: &str| {
        json!({ "id": id, "side": side, "type": "infantry", "weapon": "R", "brigade": brigade, "hex": hex,
                "strength": 3, "cohesion": 4, "fragile": true })
    };
    let scenario = crate::check::scenario(BRECKINRIDGE);
    let brigades = |chit: &str| match &scenario.chits.iter().find(|c| c.id == chit).unwrap().kind {
        blind_swords::ChitKind::Command { brigades, .. } => brigades.clone(),
        _ => panic!("{chit} is no command chit"),
    };
    let attacker = brigades("k64-breckinridge")[0];
    let other = brigades("k64-gordon")[0];
    let id = |brigade: blind_swords::BrigadeId| scenario.brigades[brigade.index()].id.as_str();
    let position = |turn: u8, brigade: &str| {
        json!({ "turn": turn, "activation": { "brigade": brigade }, "units": [
            unit("c-1", "confederate", id(attacker), "2020"), unit("c-2", "confederate", id(other), "2030"),
        ] })
    };
    let table = set_up(BRECKINRIDGE, position(1, id(other))).unwrap();
    assert!(table.state.used[attacker.index()], "it has attacked already");
    assert_ne!(table.chit("k64-breckinridge"), "cup");
    let what = set_up(BRECKINRIDGE, position(1, id(attacker))).err().unwrap();
    assert!(what.starts_with("activation.brigade: on turn 1"), "{what}");
    let table = set_up(BRECKINRIDGE, position(2, id(attacker))).unwrap();
    assert!(!table.state.used[other.index()] && table.state.used[attacker.index()]);
}

#[test]
fn sandbox_an_activation_that_cannot_be_is_refused_by_its_field() {
    let of = |activation: Value| active(activation);
    refused(of(json!({ "brigade": "b62-nobody" })), "activation.brigade: 'b62-nobody' is none of");
    refused(of(json!({ "brigade": "b62-nobody", "side": "union" })), "b62-tyler");
    refused(
        of(json!({ "brigade": "b62-garnett" })),
        "activation.brigade: b62-garnett has no unit on the map",
    );
    refused(
        of(json!({ "brigade": "b62-tyler", "side": "confederate" })),
        "activation.side: b62-tyler is of the Union",
    );
    refused(
        of(json!({ "brigade": "b62-tyler", "order": "charge" })),
        "activation.order: unknown variant `charge`",
    );
    refused(of(json!({ "side": "union" })), "activation: missing field `brigade`");
    refused(of(json!({ "brigade": "b62-tyler", "speed": 3 })), "unknown field `speed`");
    let mut both = of(json!({ "brigade": "b62-tyler" }));
    both["phase"] = json!("artillery");
    refused(both.clone(), "phase: a position with activation begins in the phase \"activation\"");
    both["phase"] = json!("activation");
    table(both.clone()).asks("orders", Union);
    both["side"] = json!("confederate");
    refused(both, "side: the Union side is asked first");
    // A Limited Activation of who is not there yet asks nothing.
    let waiting = json!({ "turn": 4, "activation": { "brigade": "b62-tyler", "limited": true },
                          "units": [with(tyler("u-1", "1014"), json!({ "turn": 4 })), burks("c-1", "3721")] });
    refused(waiting, "activation: no question would be asked before the next chit is drawn");
}

#[test]
fn sandbox_a_unit_that_waits_names_its_entry_hex() {
    let waits = |fields: Value| {
        let mut unit = tyler("u-1", "1014");
        unit.as_object_mut().unwrap().remove("hex");
        json!({ "units": [with(unit, fields)] })
    };
    let entry = |position: Value| {
        let table = table(position);
        assert_eq!(table.place("u-1"), "due");
        let start = table.battle.scenario.starts[table.unit("u-1").index()];
        (table.battle.number(start.hex).to_owned(), start.turn)
    };
    assert_eq!(entry(waits(json!({ "turn": 3, "hex": "1014" }))), ("1014".to_owned(), 3));
    assert_eq!(entry(waits(json!({ "turn": 3, "entry": ["1014"] }))), ("1014".to_owned(), 3));
    refused(waits(json!({})), "units[0] (u-1): hex: the hex it stands in was expected");
    refused(waits(json!({ "turn": 3 })), "units[0] (u-1): entry: the hex by which it comes on was expected");
    refused(waits(json!({ "turn": 3, "entry": ["1014", "1015"] })), "entry: one hex was expected");
    refused(waits(json!({ "turn": 3, "entry": ["9999"] })), "entry[0]: '9999' is not a hex of this map");
    refused(
        waits(json!({ "turn": 3, "hex": "1014", "entry": ["1014"] })),
        "entry: hex names the entry hex already",
    );
    refused(waits(json!({ "hex": "1014", "entry": ["1014"] })), "entry: only a unit that waits");
    refused(waits(json!({ "turn": 0, "hex": "1014" })), "turn: 1 to 18 was expected");
    refused(waits(json!({ "turn": 19, "hex": "1014" })), "turn: 1 to 18 was expected");
    let mut late = waits(json!({ "turn": 3, "hex": "1014" }));
    late["turn"] = json!(4);
    refused(late, "turn: 4 to 18 was expected");
    // A reinforcement of the scenario has its own.
    let own = table(json!({ "units": [{ "id": "u62-1wv-a", "turn": 7 }] }));
    let start = own.battle.scenario.starts[own.unit("u62-1wv-a").index()];
    assert_eq!((own.battle.number(start.hex), start.turn), ("1014", 7));
    refused(
        json!({ "units": [{ "id": "c62-5va", "turn": 7 }] }),
        "units[0] (c62-5va): entry: the hex by which",
    );
}

#[test]
fn sandbox_a_worn_face_is_taken_by_both_its_names() {
    let unit = |fields: Value| {
        let mut unit = tyler("u-1", "3621");
        unit.as_object_mut().unwrap().remove("worn_face");
        json!({ "units": [with(unit, fields)] })
    };
    let face = json!({ "strength": 2, "cohesion": 1 });
    for name in ["worn_face", "worn-face"] {
        let mut fields = Map::new();
        fields.insert(name.to_owned(), face.clone());
        let table = table(unit(Value::Object(fields)));
        let faces = table.battle.unit(table.unit("u-1")).faces;
        assert_eq!((faces.worn.strength.number(), faces.worn.cohesion), (2.0, 1), "{name}");
    }
    refused(unit(json!({ "worn_face": face, "worn-face": face })), "worn-face: worn_face says it already");
    refused(unit(json!({})), "worn_face is missing");
}

#[test]
fn sandbox_what_is_malformed_is_named_by_its_place() {
    refused(json!({ "units": [{ "id": 7 }] }), "units[0].id: invalid type");
    refused(
        json!({ "units": [{ "id": "u62-7oh-b", "hex": "2423", "hits": "two" }] }),
        "units[0].hits: invalid type",
    );
    refused(json!({ "units": [], "turn": 300 }), "turn: invalid value");
    refused(json!({ "units": [], "activation": 3 }), "activation: invalid type");
}
