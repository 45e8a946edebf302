//! The schemas in docs/schemas.

use std::collections::BTreeMap;
use std::path::Path;

use ai::{Chance, RandomBlindSwords, RandomCommander};
use catalog::embedded;
use protocol::{METHODS, schemas};
use serde_json::{Map, Value};
use tabletop::{AuditedDice, Protocol, RuleCheck};

#[test]
fn the_written_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let mut written = BTreeMap::new();
    for file in std::fs::read_dir(&folder).expect("docs/schemas is there") {
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        written.insert(file.file_name().to_string_lossy().into_owned(), text);
    }
    let current = schemas(systems::registry());
    let names = |schemas: &BTreeMap<String, String>| schemas.keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(&written),
        names(&current),
        "`cargo run --features schemas -- schemas` writes them anew"
    );
    for (name, schema) in &current {
        assert_eq!(
            &written[name], schema,
            "{name}: `cargo run --features schemas -- schemas` writes it anew"
        );
    }
}

#[test]
fn every_method_has_one() {
    let schemas = schemas(systems::registry());
    for (method, line) in METHODS {
        let schema: Value = serde_json::from_str(&schemas[&format!("{method}.json")]).unwrap();
        let params = &schema["properties"]["params"];
        assert_eq!(params["additionalProperties"], false, "{method} refuses what it does not know");
        assert!(schema["properties"]["result"].is_object(), "{method}");
        // Only the server knows tokens, only the line knows sides and seats.
        let fields = params["properties"].as_object();
        let has = |name: &str| fields.is_some_and(|fields| fields.contains_key(name));
        if !line {
            assert!(!has("side") && !has("seat"), "{method}");
        }
    }
}

/// The events of a game as stored in records.
fn events<R: Protocol>(rules: &R, mut choose: impl FnMut(&R, &R::State) -> Option<R::Order>) -> Vec<Value> {
    let mut dice = AuditedDice::new([7; 32], []);
    let mut state = rules.start();
    let mut all = Vec::new();
    while let Some(side) = rules.asked(&state) {
        let order = choose(rules, &state).expect("there is always something to order");
        let events =
            rules.judge(&state, side, &order, &mut dice, &mut RuleCheck::quiet()).expect("it is legal");
        for event in &events {
            all.push(rules.event_value(event));
            rules.apply(&mut state, event);
        }
    }
    all
}

/// The part of an event that its schema does not allow.
fn misfit(schema: &Value, event: &Value) -> Option<String> {
    let of =
        schema["oneOf"].as_array()?.iter().find(|of| of["properties"]["event"]["const"] == event["event"]);
    let Some(of) = of else { return Some("no such event".to_owned()) };
    let fields = event.as_object()?;
    let missing =
        of["required"].as_array()?.iter().filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
    let kind = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let wrong = fields.iter().find(|(name, value)| {
        let Some(field) = of["properties"].get(name.as_str()) else { return true };
        match &field["type"] {
            Value::String(one) => one != kind(value),
            Value::Array(some) => !some.iter().any(|one| one == kind(value)),
            _ => false,
        }
    });
    missing.or(wrong.map(|(name, _)| name.as_str())).map(str::to_owned)
}

#[test]
fn the_events_of_whole_games_are_as_their_schemas_say() {
    let schemas = schemas(systems::registry());
    let read = |name: &str| -> Value { serde_json::from_str(&schemas[name]).expect("it is JSON") };
    let gray = blue_gray::Library::load(&embedded::data).expect("the data are sound");
    let battle = gray.battle("training", &Map::new(), None).expect("there is such a scenario");
    let mut random = RandomCommander::with(Chance::new(3));
    let mut games =
        vec![("blue-gray.event.json", events(&battle, |battle, state| random.order(battle, state)))];
    let swords = blind_swords::Library::load(&embedded::data).expect("the data are sound");
    for scenario in ["kernstown-1-stone-wall", "kernstown-4-breckinridge"] {
        let battle = swords.battle(scenario, &Map::new(), None).expect("there is such a scenario");
        let mut random = RandomBlindSwords::with(Chance::new(3));
        games.push(("kernstown.event.json", events(&battle, |battle, state| random.order(battle, state))));
    }
    for (name, events) in games {
        let schema = read(name);
        let mut seen: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 8, "{name}: only {seen:?}");
        for event in &events {
            assert_eq!(misfit(&schema, event), None, "{name}: {event}");
        }
        // The test can fail.
        assert_eq!(
            misfit(&schema, &serde_json::json!({ "event": "rained" })).as_deref(),
            Some("no such event")
        );
        let mut strange = events[0].clone();
        strange["rain"] = true.into();
        assert_eq!(misfit(&schema, &strange).as_deref(), Some("rain"));
    }
}
