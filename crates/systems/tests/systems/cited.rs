//! A law of citing under generated play: whatever is told of a game, each case has the number that
//! the folder of the edition prints, or says that it is not held; and the rules reference has it.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::collections::BTreeSet;

use ai::RandomCommander;
use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};
use tabletop::{AnyGame, Case, Failure, Game, GameSystem, Opening, Rules, Side, Viewer};

const STANDARD: &str = "blue-gray-1975";

/// Editions, and some of what their games are sure to cite: numbers with the folder that prints them.
const EDITIONS: [(&str, &[(&str, &str)]); 4] = [
    ("chattanooga-1975", &[("17.11", "chattanooga-1975")]),
    ("chattanooga-2006", &[("18.11", "chattanooga-2006"), ("21.11", "chattanooga-2006")]),
    ("chickamauga-1975", &[("15.1", "chickamauga-1975"), ("17.2", "chickamauga-1975")]),
    ("chickamauga-2006", &[("21.2", "chickamauga-2006"), ("15.1", "chickamauga-1975")]),
];

/// What is told of cases, wherever it stands: their number, rulebook and number in print.
fn cited<'a>(told: &'a Value, found: &mut Vec<(&'a str, &'a Value, &'a Value)>) {
    match told {
        Value::Object(fields) => {
            if let Some(case) = fields.get("case").and_then(Value::as_str) {
                found.push((case, &told["system"], &told["printed"]));
            }
            // What is printed is no case that is told of for itself.
            for (_, value) in fields.iter().filter(|(name, _)| *name != "printed") {
                cited(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| cited(value, found)),
        _ => {}
    }
}

/// Everything that a seat is told at this moment.
fn told(game: &Game<Battle>, turn: usize) -> Vec<Value> {
    let battle = game.rules();
    let mut told = Vec::new();
    for viewer in [Viewer::Watcher, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)] {
        told.push(serde_json::from_str(&AnyGame::view(game, "1", viewer, None)).unwrap());
        told.push(AnyGame::options(game, viewer));
    }
    let units: Vec<&str> = battle.ids().map(|unit| battle.unit(unit).id.as_str()).collect();
    let hexes: Vec<&str> = battle.map().grid.hexes().map(|hex| battle.map().grid.number(hex)).collect();
    for side in Side::BOTH {
        for (i, unit) in units.iter().enumerate().filter(|(i, _)| (i + turn).is_multiple_of(9)) {
            let to = hexes[(i * 53 + turn * 31) % hexes.len()];
            for verb in ["move", "exit", "retreat", "attack", "advance", "zones", "reach"] {
                told.push(answer(AnyGame::targets(game, side, verb, &json!(unit))));
            }
            let exit = json!({ "exit": { "unit": unit, "from": to } });
            for order in [json!({ "move": { "unit": unit, "to": to } }), exit] {
                told.push(answer(AnyGame::explain(game, side, &order).map(|told| json!(told))));
                told.push(answer(AnyGame::preview(game, side, &order).map(|told| json!(told))));
            }
        }
        for verb in ["zones", "table", "end-movement", "hold"] {
            told.push(answer(AnyGame::targets(game, side, verb, &Value::Null)));
        }
    }
    told
}

/// An answer, or the refusal as it is sent.
fn answer(answer: Result<Value, Failure>) -> Value {
    match answer {
        Ok(told) => told,
        Err(Failure::Refused { refusal, system, printed }) => {
            json!({ "case": refusal.case, "system": system, "printed": printed })
        }
        Err(_) => Value::Null,
    }
}

/// What is told in a game that is played at random to its end.
fn played(games: &Library, edition: &str, seed: u8) -> Vec<Value> {
    let battle = games.battle(edition, &Map::new(), None).unwrap();
    let header = games.begin(edition, &Map::new(), None, &[], [seed; 32]).unwrap().header().clone();
    let mut game = Game::new(battle, header, Opening::new([seed; 32]));
    let mut commander = RandomCommander::new(u64::from(seed));
    let mut all = Vec::new();
    for order in 0.. {
        let asked = game.rules().asked(game.state());
        if order % 120 == 0 || asked.is_none() {
            all.extend(told(&game, order));
        }
        let Some(side) = asked else { break };
        let order = commander.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    all.push(json!(AnyGame::log(&game, Viewer::Watcher, 0)));
    all
}

#[test]
fn each_edition_cites_its_own_numbers_or_says_that_they_are_not_held() {
    let games = Library::load(&catalog::embedded::data).unwrap_or_else(|faults| panic!("{faults}"));
    let library = systems::library().unwrap_or_else(|faults| panic!("{faults}"));
    let rulebooks = library.reference()["systems"].as_array().unwrap();
    for (edition, sure) in EDITIONS {
        let exclusive = edition.split('-').next().unwrap();
        let rulebook = rulebooks.iter().find(|book| book["system"] == exclusive).unwrap();
        let known = |case: &str| {
            let mut cases = rulebook["cases"].as_array().unwrap().iter();
            cases.find(|entry| entry["number"] == case).unwrap_or_else(|| panic!("{exclusive} {case}"))
        };
        let all: Vec<Value> = (0..3).flat_map(|seed| played(&games, edition, seed)).collect();
        let mut found = Vec::new();
        all.iter().for_each(|told| cited(told, &mut found));
        let mut seen = BTreeSet::new();
        for (case, system, printed) in found {
            if Case::new(case).chapter() <= 12 {
                assert!(system.is_null() || system == STANDARD, "{edition} {case}: {system}");
                assert!(printed.is_null(), "{edition} {case}: {printed}");
                continue;
            }
            assert_eq!(system, exclusive, "{edition} {case}");
            let (number, folder) = (printed["case"].as_str(), printed["system"].as_str());
            let (Some(number), Some(folder)) = (number, folder) else {
                panic!("{edition} {case}: {printed}")
            };
            let held = printed["not-held"].is_null();
            assert_eq!(held, folder == edition, "{edition} {case}: {printed}");
            assert!(folder.starts_with(exclusive), "{edition} {case}: {printed}");
            // The reference has the case, and says the same of its number.
            let mut here = known(case)["printed"].as_array().into_iter().flatten();
            match here.find(|one| one["edition"] == edition) {
                Some(one) => {
                    for field in ["case", "system", "not-held"] {
                        assert_eq!(one[field], printed[field], "{edition} {case}");
                    }
                }
                None => assert!(held && number == case, "{edition} {case}: {printed}"),
            }
            seen.insert((number, folder));
        }
        assert!(sure.iter().all(|cited| seen.contains(cited)), "{edition}: {seen:?}");
    }
}
