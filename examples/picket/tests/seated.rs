//! A third system is seated at the server, drawn for the page and played in a tournament, and none
//! of them knows it.

use std::sync::Arc;

use ai::{Budget, Level, RunOptions, Seat};
use catalog::{Library, Start};
use picket::{Picket, find, read};
use protocol::Line;
use serde_json::{Map, Value, json};
use tabletop::{BySide, Side};
use tournament::{Experiment, Matches, Series, Systems, Tally};

/// A registry of this system alone.
const REGISTRY: catalog::Systems = &[&Picket];

fn systems() -> Systems {
    Systems { data: REGISTRY, read, matches: vec![Matches(find)] }
}

fn library() -> Library {
    Library::read(REGISTRY, &read).unwrap_or_else(|faults| panic!("{faults}"))
}

/// What the server answers, by the protocol alone.
fn ask(line: &mut Line, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let answer = line.hear(message.to_string().as_bytes()).expect("an answer");
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn a_game_is_played_at_the_server() {
    let mut line = Line::new(Arc::new(library()));
    let welcome = ask(&mut line, "initialize", json!({}));
    assert_eq!(welcome["result"]["scenarios"][0]["id"], "picket-line");
    let begun = ask(&mut line, "game.new", json!({ "scenario": "picket-line" }));
    let game = begun["result"]["game"].clone();
    // What the page's panel is made from: who is asked, for what, and where.
    let options = ask(&mut line, "game.options", json!({ "game": game, "side": "union" }));
    assert_eq!(options["result"]["verbs"], json!(["move"]));
    let targets = json!({ "game": game, "side": "union", "verb": "move" });
    let targets = ask(&mut line, "game.targets", targets);
    assert_eq!(targets["result"]["targets"].as_array().map(Vec::len), Some(4));
    // Both rules refuse by their cases.
    let order = |to: &str| json!({ "game": game, "side": "union", "order": { "move": { "to": to } } });
    let far = ask(&mut line, "game.order", order("0503"));
    assert_eq!(far["error"]["data"]["case"], "1.1", "{far}");
    let legal = ask(&mut line, "game.order", order("0202"));
    assert_eq!(legal["result"]["events"][0]["text"], "The Union picket goes to 0202.", "{legal}");
    // The general of a system without weights gives advice like any other.
    let advice = ask(&mut line, "game.advice", json!({ "game": game, "side": "confederate" }));
    assert!(advice["result"]["counsel"][0]["order"]["move"]["to"].is_string(), "{advice}");
    // Its record is audited by its rules.
    let saved = ask(&mut line, "game.save", json!({ "game": game }));
    let record = saved["result"]["record"].as_str().expect("a record");
    let audit = library().audit(record.as_bytes(), &[]);
    assert!(audit.broken.is_none() && audit.astray.is_none(), "{audit:?}");
}

#[test]
fn a_picket_does_not_enter_the_enemy_s_hex() {
    let library = library();
    let start = Start { scenario: "picket-line", ..Start::default() };
    let mut game = library.begin(&start, [7; 32]).expect("it begins");
    let moves = [(Side::Union, "0202"), (Side::Confederate, "0602"), (Side::Union, "0303")];
    let more = [(Side::Confederate, "0503"), (Side::Union, "0402")];
    for (side, to) in moves.into_iter().chain(more) {
        game.order(side, &json!({ "move": { "to": to } }), None).unwrap_or_else(|e| panic!("{to}: {e}"));
    }
    let into = game.preview(Side::Confederate, &json!({ "move": { "to": "0402" } })).expect("an order");
    assert_eq!(into["refusal"]["case"], "1.2");
}

#[test]
fn computers_are_seated_and_play_in_a_tournament() {
    let found = tournament::find(&systems(), &read, "picket-line", &Map::new()).expect("it is there");
    let seat = Seat { level: Level::Random, budget: Budget::Own };
    let series = Series {
        seats: BySide { union: seat, confederate: seat },
        games: 20,
        seed: 1,
        swap: true,
        jobs: 2,
        run: RunOptions { views: true, check: true },
    };
    let games = found.play(&series, &|_| {});
    let tally = Tally::of(&games, true);
    assert!(tally.faults.is_empty() && tally.games == 20, "{:?}", tally.faults);
    assert!(tally.counts.contains_key("moves"));
}

#[test]
fn an_experiment_changes_its_data_and_reports_on_it() {
    let text = r#"
        title = "A shorter battle"
        question = "Does anybody arrive in one turn?"
        commander = "random"
        games = 10
        [[variant]]
        id = "printed"
        title = "As printed"
        scenario = "picket-line"
        [[variant]]
        id = "short"
        title = "One turn"
        scenario = "picket-line"
        [[variant.change]]
        file = "picket/index.toml"
        set = { turns = 1 }
    "#;
    let experiment = Experiment::read(text).expect("an experiment");
    let prepared = tournament::prepare(&systems(), experiment).expect("it can be played");
    let results = tournament::run(prepared, 2, &|_, _| {}).expect("results");
    let [printed, short] = &results.variants[..] else { panic!("two variants") };
    assert!(printed.pack.is_none() && short.pack.is_some());
    assert!(short.ended().iter().all(|game| game.duel.turns == 1));
    assert!(printed.ended().iter().any(|game| game.duel.turns > 1));
}

#[test]
fn its_map_and_its_reference_are_shown() {
    let library = library();
    let board = Library::board(&library.map("picket-line").expect("a map")).expect("JSON");
    assert_eq!(board["title"], "Picket Lane");
    let reference = library.reference();
    assert_eq!(reference["systems"][0]["cases"][1]["number"], "1.2");
    assert!(protocol::schemas(REGISTRY).contains_key("picket.order.json"));
}
