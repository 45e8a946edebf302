//! What a game's facts say is what its views say, for each system.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::collections::BTreeMap;

use ai::{Budget, Level};
use catalog::{Library, Start};
use serde_json::{Map, Value};
use tabletop::{AnyGame, BySide, FactKind, Side, Viewer};

/// A game of two commanders of that level, to its end or so many orders.
fn played(library: &Library, scenario: &str, (level, orders): (Level, u32), seed: u8) -> Box<dyn AnyGame> {
    let start = Start { scenario, options: Map::new(), position: None, dice: &[] };
    let mut table = library.begin(&start, [seed; 32]).unwrap();
    let mut players = BySide::from_fn(|side| library.seat(&*table, side, level, u64::from(seed)).unwrap());
    for _ in 0..orders {
        let Some(side) = table.asked() else { break };
        players[side].order(&mut *table, Budget::Own).unwrap();
    }
    table
}

/// By place or unit, what a view tells of it.
fn by_id(view: &Value, list: &str, id: &str, what: &str) -> BTreeMap<String, String> {
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    view[list].as_array().unwrap().iter().map(|one| (text(one, id), text(one, what))).collect()
}

#[test]
fn facts_are_what_the_views_show_version_by_version() {
    let library = systems::library().unwrap();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (scenario, level, seed) in [
        ("training", (Level::Random, 1000), 1),
        ("training", (Level::Recruit, 1000), 2),
        ("kernstown-training", (Level::Recruit, 600), 3),
    ] {
        let table = played(&library, scenario, level, seed);
        let facts = table.facts();
        let mut expected = Vec::new();
        let mut before: Option<Value> = None;
        for version in 0..=table.version() {
            let view = table.view("g", Viewer::Watcher, Some(version));
            let view: Value = serde_json::from_str(&view).unwrap();
            if let Some(before) = &before {
                let turn = before["turn"].as_u64().unwrap() as u32;
                let (old, now) =
                    (by_id(before, "control", "hex", "side"), by_id(&view, "control", "hex", "side"));
                for (hex, side) in &now {
                    if old[hex] != *side {
                        expected.push((version, turn, "taken", side.clone(), hex.clone()));
                    }
                }
                let (old, now) =
                    (by_id(before, "units", "id", "status"), by_id(&view, "units", "id", "status"));
                let sides = by_id(&view, "units", "id", "side");
                for (id, status) in &now {
                    let word = match status.as_str() {
                        "eliminated" => "eliminated",
                        "exited" => "left",
                        _ => continue,
                    };
                    if old.get(id) != Some(status) {
                        expected.push((version, turn, word, sides[id].clone(), id.clone()));
                    }
                }
            }
            before = Some(view);
        }
        let mut found: Vec<_> = facts
            .iter()
            .filter(|fact| fact.kind != FactKind::Attack)
            .map(|fact| {
                (fact.version, fact.turn, fact.kind.word(), fact.side.word().to_owned(), fact.id.clone())
            })
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{scenario} {seed}");
        for fact in &facts {
            *seen.entry(fact.kind.word()).or_default() += 1;
            assert_eq!(fact.odds.is_some(), fact.kind == FactKind::Attack);
        }
        // A record read again tells the same.
        let again = library.load(table.header(), &table.entries(0), None).unwrap();
        assert_eq!(again.facts(), facts);
    }
    assert!(seen.contains_key("taken") && seen.contains_key("eliminated"), "{seen:?}");
    assert!(seen.contains_key("attack"), "{seen:?}");
}

#[test]
fn attacks_are_told_with_the_odds_of_their_column() {
    let library = systems::library().unwrap();
    let table = played(&library, "training", (Level::Random, 1000), 1);
    let told: Vec<(u32, String, Side)> = table
        .log(Viewer::Watcher, 0)
        .into_iter()
        .map(|entry| serde_json::to_value(entry).unwrap())
        .flat_map(|entry| {
            let version = entry["version"].as_u64().unwrap() as u32;
            let side = entry["side"].as_str().and_then(Side::from_word);
            let events = entry["events"].as_array().cloned().unwrap_or_default();
            events.into_iter().filter_map(move |event| {
                (event["event"] == "attack-declared")
                    .then(|| (version, event["column"].as_str().unwrap().to_owned(), side.unwrap()))
            })
        })
        .collect();
    assert!(!told.is_empty());
    let facts = table.facts();
    for (version, column, side) in told {
        let (attack, defence) = column.split_once('-').unwrap();
        let odds = attack.parse::<u32>().unwrap() * 100 / defence.parse::<u32>().unwrap();
        let fact =
            facts.iter().find(|fact| fact.version == version && fact.kind == FactKind::Attack).unwrap();
        assert_eq!((fact.odds, fact.side), (Some(odds), side));
    }
}
