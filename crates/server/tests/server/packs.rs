//! Data packs: opened, changed, checked, saved, loaded and played.

use std::cell::Cell;
use std::io::{Cursor, Write};
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use catalog::Library;
use catalog::pack::{Files, Pack, write_zip};
use protocol::drawings::Drawings;
use protocol::packs::{NamedPacks, ask};
use protocol::{Call, Line, Transport};
use serde_json::{Value, json};
use tempfile::tempdir;
use zip::write::SimpleFileOptions;

use crate::site::Site;

const MAP: &str = "blue-gray/training/map.toml";
const UNITS: &str = "blue-gray/training/units.toml";
const BATTLE: &str = "blue-gray/training/battle.toml";

/// A client on the line.
struct Desk {
    line: Line,
    asked: u32,
}

impl Desk {
    fn with(library: Library) -> Desk {
        Desk { line: Line::new(Arc::new(library)), asked: 0 }
    }

    fn new() -> Desk {
        Desk::with(systems::library().unwrap())
    }

    fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.asked += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        let answer = self.line.hear(message.to_string().as_bytes()).unwrap();
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        if answer["error"].is_null() { Ok(answer["result"].take()) } else { Err(answer["error"].take()) }
    }

    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The faults of the training battle after this change.
    fn faults(&mut self, change: impl FnOnce(&mut Value)) -> Vec<Value> {
        let mut files = self.ask("pack.open", json!({ "scenario": "training" }))["files"].take();
        change(&mut files);
        let mut checked = self.ask("pack.check", json!({ "files": files }));
        serde_json::from_value(checked["faults"].take()).unwrap()
    }
}

/// Puts a letter into the grid of a map.
fn paint(files: &mut Value, column: usize, row: usize, letter: &str) {
    let rows = &mut files[MAP]["ground"]["rows"];
    let mut lines: Vec<String> = rows.as_str().unwrap().lines().map(str::to_owned).collect();
    lines[row - 1].replace_range(column - 1..column, letter);
    *rows = json!(lines.join("\n") + "\n");
}

/// The training battle with woods in 0303, saved.
fn corrected(handlers: &mut Desk) -> Value {
    let mut files = handlers.ask("pack.open", json!({ "scenario": "training" }))["files"].take();
    paint(&mut files, 3, 3, "f");
    let kept = json!({ "files": { MAP: files[MAP] }, "title": "More woods", "author": "Somebody" });
    handlers.ask("pack.keep", kept)
}

fn pack(text: &[(&str, &str)]) -> Files {
    text.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// The pack that [`corrected`] makes, from its files.
fn woods(title: &str) -> Files {
    let map = catalog::embedded::data(MAP).unwrap().replace("f..f.....rh.", "f.ff.....rh.");
    pack(&[("pack.toml", &format!("title = \"{title}\"\n")), (MAP, &map)])
}

#[test]
fn a_hex_that_was_corrected_is_what_the_next_game_is_played_on() {
    let mut handlers = Desk::new();
    let opened = handlers.ask("pack.open", json!({ "scenario": "training" }));
    assert_eq!(
        (&opened["map"], &opened["units"], &opened["scenario"]),
        (&json!(MAP), &json!(UNITS), &json!(BATTLE))
    );
    assert_eq!(opened["files"][BATTLE]["turns"], 5);
    assert_eq!(opened["texts"][MAP], catalog::embedded::data(MAP).unwrap());
    assert!(opened.get("pack").is_none());
    let sound = handlers.ask("pack.check", json!({ "files": opened["files"] }));
    assert_eq!(sound["faults"], json!([]));
    assert!(sound["maps"][MAP]["svg"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(sound["maps"][MAP]["layout"]["title"], "Mill Creek");

    let kept = corrected(&mut handlers);
    assert_eq!((&kept["title"], &kept["author"]), (&json!("More woods"), &json!("Somebody")));
    assert_eq!(kept["scenarios"][0]["id"], "training");
    let loaded = Desk::new().ask("pack.load", json!({ "zip": kept["zip"] }));
    assert_eq!((&loaded["pack"], &loaded["scenarios"]), (&kept["pack"], &kept["scenarios"]));

    let mut cost = |params: Value| {
        let began = handlers.ask("game.new", params);
        let subject = json!({ "game": began["game"], "side": "union", "verb": "move", "subject": "u-2-1" });
        let targets = handlers.ask("game.targets", subject);
        let target = targets["targets"].as_array().unwrap().iter().find(|t| t["hex"] == "0303").unwrap();
        (target["cost"].as_u64().unwrap(), began["view"]["pack"].clone(), began["view"]["map"].clone())
    };
    let (plain, none, map) = cost(json!({ "scenario": "training" }));
    assert_eq!((none, map), (Value::Null, json!("training")));
    let (woods, mark, map) = cost(json!({ "scenario": "training", "pack": kept["pack"] }));
    assert!(woods > plain, "{woods} in the woods, {plain} in the open");
    assert_eq!((mark, map), (json!({ "id": kept["pack"], "title": "More woods" }), json!("training")));

    // A pack is opened again, and another is made from it.
    let again = handlers.ask("pack.open", json!({ "scenario": "training", "pack": kept["pack"] }));
    assert_eq!(again["pack"], json!({ "id": kept["pack"], "title": "More woods", "author": "Somebody" }));
    let mut files = json!({ UNITS: again["files"][UNITS] });
    files[UNITS]["unit"][0]["strength"] = json!(9);
    let both = handlers.ask("pack.keep", json!({ "files": files, "title": "Both", "base": kept["pack"] }));
    let opened = handlers.ask("pack.open", json!({ "scenario": "training", "pack": both["pack"] }));
    assert_eq!(opened["files"][UNITS]["unit"][0]["strength"], 9);
    assert_eq!(opened["texts"][MAP], again["texts"][MAP]);
    let known = handlers.ask("pack.list", json!({ "packs": [both["pack"], "nothing"] }));
    assert_eq!(known["packs"].as_array().unwrap().len(), 1);
    assert_eq!(known["packs"][0]["title"], "Both");
}

#[test]
fn the_same_files_are_the_same_pack_however_they_come() {
    let mut handlers = Desk::new();
    let kept = corrected(&mut handlers);
    assert_eq!(corrected(&mut Desk::new()), kept);
    let folder = tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("blue-gray/training")).unwrap();
    let bytes = BASE64_STANDARD.decode(kept["zip"].as_str().unwrap()).unwrap();
    for (path, text) in catalog::pack::read_zip(&bytes).unwrap() {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    // Files that are not data do not count.
    std::fs::write(folder.path().join("README.md"), "Corrected from the printed sheet.").unwrap();
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    std::fs::write(folder.path().join(".git/x.toml"), "no data").unwrap();
    let unpacked = Pack::at(systems::registry(), folder.path()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(unpacked.mark().id, kept["pack"]);
    let other =
        Pack::read(systems::registry(), woods("Other words")).unwrap_or_else(|faults| panic!("{faults}"));
    assert_ne!(other.mark().id, kept["pack"]);
}

#[test]
fn what_was_changed_is_told_fact_by_fact() {
    let mut handlers = Desk::new();
    let files = handlers.ask("pack.open", json!({ "scenario": "training" }))["files"].take();
    let unchanged = handlers.ask("pack.compare", json!({ "files": files }));
    assert_eq!(unchanged, json!({ "differences": [] }));
    let mut changed = files.clone();
    paint(&mut changed, 3, 3, "f");
    let units = "blue-gray/training/units.toml";
    changed[units]["unit"][0]["strength"] = json!(7);
    let woods = json!({
        "file": MAP, "place": "ground 0303", "kind": "ground", "hexes": ["0303"],
        "here": { "value": "forest", "at": "ground" }, "there": { "value": "clear", "at": "ground" },
    });
    let strength = json!({
        "file": units, "place": "unit u-1-1, strength", "kind": "unit",
        "here": { "value": "7", "at": "unit.0.strength" },
        "there": { "value": "5", "at": "unit.0.strength" },
    });
    let compared = handlers.ask("pack.compare", json!({ "files": changed }));
    assert_eq!(compared, json!({ "differences": [woods, strength] }));
    // Against a pack that has the woods already.
    let pack = corrected(&mut handlers)["pack"].take();
    let compared = handlers.ask("pack.compare", json!({ "files": changed, "against": pack }));
    assert_eq!(compared, json!({ "differences": [strength] }));

    let none = json!({ "files": files, "against": "0".repeat(64) });
    assert_eq!(handlers.try_ask("pack.compare", none).unwrap_err()["code"], 5);
    let nonsense = json!({ "files": { MAP: { "title": "", "grid": 3 } } });
    let error = handlers.try_ask("pack.compare", nonsense).unwrap_err();
    assert_eq!(error["code"], 6, "{error}");
}

#[test]
fn facts_of_a_pack_are_taken_into_files_one_by_one_or_all_that_rest_on_better() {
    const CHARTS: &str = "kernstown/charts.toml";
    let mut handlers = Desk::new();
    let open = json!({ "scenario": "kernstown-1-stone-wall" });
    let files = handlers.ask("pack.open", open)["files"].take();
    let mut theirs = files[CHARTS].clone();
    let row = &mut theirs["combat"]["row"][0];
    row["cells"][7] = json!("-/0/1");
    row["cells"][8] = json!("-/0/2");
    // Only the first is said to be read from the sheet.
    row["labels"] = json!(".......p.....");
    let kept = json!({ "files": { CHARTS: theirs }, "title": "Theirs", "author": "Ben" });
    let theirs = handlers.ask("pack.keep", kept)["pack"].take();
    let place =
        |column: &str| json!({ "file": CHARTS, "place": format!("combat, row 11-13, cells {column}") });

    let compared = handlers.ask("pack.compare", json!({ "files": files, "against": theirs }));
    let better: Vec<&Value> =
        compared["differences"].as_array().unwrap().iter().map(|d| &d["better"]).collect();
    assert_eq!(better, [&Value::Null, &json!(true)]);
    let merged = handlers.ask("pack.merge", json!({ "files": files, "from": theirs }));
    assert_eq!((&merged["taken"], &merged["left"]), (&json!([place("8-9")]), &json!(1)));
    let row = &merged["files"][CHARTS]["combat"]["row"][0];
    assert_eq!((&row["cells"][7], &row["labels"]), (&json!("-/0/1"), &json!(".......p.....")));
    assert_eq!((&merged["faults"], merged["files"].as_object().unwrap().len()), (&json!([]), 1));
    let take = json!({ "facts": [place("10-12")] });
    let one = handlers.ask("pack.merge", json!({ "files": files, "from": theirs, "take": take }));
    assert_eq!((&one["taken"], &one["left"]), (&json!([place("10-12")]), &json!(1)));
    let all = handlers.ask("pack.merge", json!({ "files": files, "from": theirs, "take": { "all": true } }));
    assert_eq!((&all["taken"], &all["left"]), (&json!([place("10-12"), place("8-9")]), &json!(0)));
    // Back to the program's own, which rests on nothing better.
    let mut mine = files.clone();
    mine[CHARTS] = all["files"][CHARTS].clone();
    assert_eq!(handlers.ask("pack.merge", json!({ "files": mine }))["taken"], json!([]));
    let back = handlers.ask("pack.merge", json!({ "files": mine, "take": { "all": true } }));
    assert_eq!(back["files"][CHARTS], files[CHARTS]);

    // The new pack names the one that it has facts from.
    let kept = json!({ "files": { CHARTS: mine[CHARTS] }, "title": "Mine", "from": [theirs] });
    let kept = handlers.ask("pack.keep", kept);
    let bytes = BASE64_STANDARD.decode(kept["zip"].as_str().unwrap()).unwrap();
    let about = catalog::pack::about(&catalog::pack::read_zip(&bytes).unwrap()).unwrap();
    assert_eq!(json!(about.from), json!([theirs]));

    // What does not fit together is told of the result, and what cannot be asked is refused.
    let mut broken = files.clone();
    broken[CHARTS]["combat"]["row"][0]["cells"][0] = json!("what");
    let told = handlers.ask("pack.merge", json!({ "files": broken, "from": theirs }));
    assert_eq!(told["faults"][0]["file"], CHARTS, "{told}");
    let elsewhere = json!({ "facts": [{ "file": "x.toml", "place": "a" }] });
    let refused = handlers.try_ask("pack.merge", json!({ "files": files, "take": elsewhere })).unwrap_err();
    assert_eq!(refused["message"], "take.facts: x.toml is none of these files");
    let none = json!({ "files": files, "from": "0".repeat(64) });
    assert_eq!(handlers.try_ask("pack.merge", none).unwrap_err()["code"], 5);
    let none = json!({ "files": {}, "title": "T", "from": ["0".repeat(64)] });
    assert_eq!(handlers.try_ask("pack.keep", none).unwrap_err()["code"], 5);
}

#[test]
fn a_new_battle_is_a_pack_too() {
    let data = |path: &str| catalog::embedded::data(path).unwrap();
    let index = data("blue-gray/index.toml")
        .replace("\"blue-gray/training/battle.toml\",", "\"blue-gray/mine/battle.toml\",");
    let battle = data(BATTLE).replacen("id = \"training\"", "id = \"mine\"", 1);
    let files = pack(&[
        ("pack.toml", "title = \"Mine\"\n"),
        ("blue-gray/index.toml", &index),
        ("blue-gray/mine/battle.toml", &battle),
    ]);
    let mine = Pack::read(systems::registry(), files).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(mine.scenarios().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["mine"]);
    let mark = mine.mark().clone();
    let mut handlers = Desk::with(systems::library().unwrap().with_pack(mine));
    let offer = handlers.ask("initialize", json!({}));
    let offer = offer["scenarios"].as_array().unwrap();
    let offered = |id: &str| offer.iter().filter(|s| s["id"] == id).collect::<Vec<_>>();
    assert_eq!(offered("mine")[0]["pack"], json!(mark));
    assert!(offered("training")[0].get("pack").is_none());
    assert_eq!(handlers.ask("game.new", json!({ "scenario": "mine" }))["view"]["pack"], json!(mark));
}

#[test]
fn a_given_pack_stands_in_the_place_of_what_it_changes() {
    let given = |title: &str| {
        Pack::read(systems::registry(), woods(title)).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let (first, last) = (given("First"), given("Last"));
    let (one, two) = (first.mark().clone(), last.mark().clone());
    let mut handlers = Desk::with(systems::library().unwrap().with_pack(first).with_pack(last));
    let welcome = handlers.ask("initialize", json!({}));
    let plain = Desk::new().ask("initialize", json!({}));
    let ids = |welcome: &Value| -> Vec<String> {
        welcome["scenarios"].as_array().unwrap().iter().map(|s| s["id"].to_string()).collect()
    };
    assert_eq!(ids(&welcome), ids(&plain));
    for scenario in welcome["scenarios"].as_array().unwrap() {
        let pack = if scenario["id"] == "training" { json!(two) } else { Value::Null };
        assert_eq!(scenario["pack"], pack, "{}", scenario["id"]);
    }
    assert_eq!(handlers.ask("game.new", json!({ "scenario": "training" }))["view"]["pack"], json!(two));
    let older = handlers.ask("game.new", json!({ "scenario": "training", "pack": one.id }));
    assert_eq!(older["view"]["pack"], json!(one));
    assert_eq!(handlers.ask("pack.open", json!({ "scenario": "training" }))["pack"], json!(two));
    // A record begun without a pack continues without one.
    let mut without = Desk::new();
    without.ask("game.new", json!({ "scenario": "training" }));
    let record = without.ask("game.save", json!({ "game": "1" }));
    assert_eq!(handlers.ask("game.load", record)["view"].get("pack"), None);
}

/// A map of as many hexes as there may be, in few words.
fn wide_map() -> Value {
    let rows = format!("{}\n", ".".repeat(64)).repeat(64);
    json!({
        "title": "M", "about": "M", "hex_metres": 400, "ground": { "legend": {}, "rows": rows },
        "grid": {
            "layout": "flat-even-lower", "numbering": "column-row", "columns": 64, "rows": 64, "first_column": 1,
            "first_row": 1,
        },
    })
}

#[test]
fn documents_are_counted_before_they_are_read() {
    let mut handlers = Desk::new();
    let many = |count: usize, document: Value| -> Value {
        (0..count).map(|number| (format!("blue-gray/{number}/map.toml"), document.clone())).collect()
    };
    let refused = |handlers: &mut Desk, files: &Value| {
        let mut says = Vec::new();
        for (method, mut params) in [
            ("pack.check", json!({})),
            ("pack.compare", json!({})),
            ("pack.merge", json!({})),
            ("pack.keep", json!({ "title": "Many" })),
            ("pack.steps", json!({ "scenario": "training" })),
            ("pack.read", json!({ "scenario": "training", "answers": [] })),
        ] {
            params["files"] = files.clone();
            let error = handlers.try_ask(method, params).unwrap_err();
            assert_eq!(error["code"], -32602, "{method}: {error}");
            says.push(error["message"].as_str().unwrap().to_owned());
        }
        says.dedup();
        assert_eq!(says.len(), 1, "{says:?}");
        says.remove(0)
    };
    let maps = many(820, wide_map());
    let said = refused(&mut handlers, &maps);
    assert_eq!(said, "files: 820 documents were sent; at most 100 are allowed");
    let said = refused(&mut handlers, &many(13, wide_map()));
    assert_eq!(said, "files: 13 maps were sent; at most 12 are allowed");
    let large = json!({ "title": "x".repeat(500 * 1024) });
    let bytes = 5 * large.to_string().len();
    let said = refused(&mut handlers, &many(5, large));
    let most = 2 * 1024 * 1024;
    assert_eq!(
        said,
        format!(
            "files: {bytes} bytes of JSON were sent in all documents together; at most {most} are allowed"
        )
    );
    assert!(maps.to_string().len() < 4 * 1024 * 1024, "it is no longer than a message may be");
    // As many as may be are read.
    let checked = handlers.ask("pack.check", json!({ "files": many(12, wide_map()) }));
    assert_eq!(checked["maps"].as_object().unwrap().len(), 12, "{:?}", checked["faults"]);
    assert!(checked.to_string().len() < 16 * 1024 * 1024);
}

#[test]
fn the_data_of_the_program_itself_can_be_sent_as_documents() {
    let mut handlers = Desk::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let (mut folders, mut files) = (vec![folder.clone()], json!({}));
    while let Some(next) = folders.pop() {
        for file in std::fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            let path = file.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
            if file.is_dir() {
                folders.push(file);
            } else if path.ends_with(".toml") {
                let text = std::fs::read_to_string(&file).unwrap();
                files[&path] = catalog::pack::document(&path, &text).unwrap_or_else(|_| json!({}));
            }
        }
    }
    assert!(files.as_object().unwrap().len() > 50);
    catalog::pack::count(&serde_json::from_value(files.clone()).unwrap()).unwrap();
    let games: serde_json::Map<String, Value> = files
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, _)| path.starts_with("blue-gray/") || path.starts_with("kernstown/"))
        .filter(|(path, _)| !path.ends_with("/sheets.toml"))
        .map(|(path, document)| (path.clone(), document.clone()))
        .collect();
    let kept = handlers.ask("pack.keep", json!({ "files": games, "title": "All of it" }));
    assert!(kept["pack"].is_string());
    // What the editor and whoever transcribes a sheet send: the files of a scenario.
    for scenario in ["two-battles", "kernstown-1-stone-wall"] {
        let files = handlers.ask("pack.open", json!({ "scenario": scenario }))["files"].take();
        assert!(handlers.ask("pack.check", json!({ "files": files }))["maps"].is_object());
        handlers.ask("pack.steps", json!({ "scenario": scenario, "files": files }));
    }
}

#[test]
fn a_record_names_its_pack_and_says_what_is_missing() {
    let mut handlers = Desk::new();
    let kept = corrected(&mut handlers);
    let began =
        handlers.ask("game.new", json!({ "scenario": "training", "pack": kept["pack"], "seed": "a" }));
    handlers.ask(
        "game.order",
        json!({ "game": began["game"], "side": "union",
        "order": { "move": { "unit": "u-2-1", "to": "0303" } } }),
    );
    let view = handlers.ask("game.view", json!({ "game": began["game"], "seat": "union" }));
    let record = handlers.ask("game.save", json!({ "game": began["game"] }));

    let mut elsewhere = Desk::new();
    let missing = elsewhere.try_ask("game.load", record.clone()).unwrap_err();
    assert_eq!(
        (&missing["code"], &missing["data"]),
        (&json!(5), &json!({ "pack": kept["pack"], "title": "More woods" }))
    );
    assert!(missing["message"].as_str().unwrap().contains("'More woods'"), "{missing}");
    let unknown =
        elsewhere.try_ask("game.new", json!({ "scenario": "training", "pack": kept["pack"] })).unwrap_err();
    assert_eq!((&unknown["code"], &unknown["data"]), (&json!(5), &json!({ "pack": kept["pack"] })));
    for method in ["pack.check", "pack.keep"] {
        let mut params = json!({ "files": {}, "base": "0123" });
        if method == "pack.keep" {
            params["title"] = json!("t");
        }
        assert_eq!(elsewhere.try_ask(method, params).unwrap_err()["code"], 5, "{method}");
    }

    elsewhere.ask("pack.load", json!({ "zip": kept["zip"] }));
    let loaded = elsewhere.ask("game.load", record);
    let mut again = elsewhere.ask("game.view", json!({ "game": loaded["game"], "seat": "union" }));
    again["game"] = view["game"].clone();
    assert_eq!(again, view);
}

#[test]
fn every_fault_is_named_at_its_place() {
    let mut handlers = Desk::new();
    type Change = fn(&mut Value);
    let cases: [(Change, &str, &str, Value, &str); 14] = [
        (|f| paint(f, 2, 1, "x"), MAP, "ground.rows", json!("0201"), "'x' in 0201 is not a terrain letter"),
        (
            |f| f[MAP]["road"][1]["hexes"] = json!("0701 0703"),
            MAP,
            "road.1.hexes",
            json!("0703"),
            "do not touch",
        ),
        (
            |f| f[MAP]["trail"][0]["hexes"] = json!("0109 9999"),
            MAP,
            "trail.0.hexes",
            json!(null),
            "'9999' is not a hex",
        ),
        (|f| f[MAP]["ford"][0]["side"] = json!("0101/0102"), MAP, "ford.0.side", json!("0101"), "no creek"),
        (|f| f[MAP]["edge"][2]["way"] = json!("rail"), MAP, "edge.2.way", json!(null), "'rail'"),
        (
            |f| f[MAP]["place"][0]["colour"] = json!("red"),
            MAP,
            "place.0.colour",
            json!(null),
            "unknown field `colour`",
        ),
        (|f| f[MAP]["grid"]["columns"] = json!(0), MAP, "grid.columns", json!(null), "1 to 4096 hexes"),
        (|f| f[UNITS]["unit"][2]["strength"] = json!(0), UNITS, "unit.2.strength", json!(null), "at least 1"),
        (
            |f| f[UNITS]["unit"][2]["strength"] = json!("many"),
            UNITS,
            "unit.2.strength",
            json!(null),
            "expected a whole number from 0 to 255",
        ),
        (
            |f| f[UNITS]["unit"][2]["hex"] = json!("1313"),
            UNITS,
            "unit.2.hex",
            json!(null),
            "'1313' is not a hex",
        ),
        (
            |f| f[UNITS]["unit"][2]["id"] = json!("u-1-1"),
            UNITS,
            "unit.2.id",
            json!(null),
            "two units 'u-1-1'",
        ),
        (
            |f| drop(f[UNITS]["unit"][2].as_object_mut().unwrap().remove("name")),
            UNITS,
            "unit.2.name",
            json!(null),
            "missing field `name`",
        ),
        (|f| f[BATTLE]["night"] = json!([9]), BATTLE, "night.0", json!(null), "game-turn 9"),
        (|f| f[BATTLE]["map"] = json!("atlantis"), BATTLE, "map", json!(null), "no map 'atlantis'"),
    ];
    for (change, file, place, hex, says) in cases {
        let faults = handlers.faults(change);
        let [fault] = &faults[..] else { panic!("{place}: one fault was expected: {faults:?}") };
        assert_eq!(
            (&fault["file"], &fault["place"], &fault["hex"]),
            (&json!(file), &json!(place), &hex),
            "{fault}"
        );
        assert!(fault["text"].as_str().unwrap().contains(says), "{fault}");
        assert!(fault["line"].as_u64().unwrap() > 1, "{fault}");
    }
    let named = |faults: &[Value]| -> Vec<String> {
        faults
            .iter()
            .map(|f| format!("{} {}", f["place"].as_str().unwrap_or("-"), f["text"].as_str().unwrap()))
            .collect()
    };
    // The faults of all files are reported together, those of the map first.
    let faults = handlers.faults(|files| {
        paint(files, 6, 6, "~");
        files[MAP]["road"][0]["hexes"] = json!("0105");
        files[UNITS]["unit"][0]["hex"] = json!("0606");
        files[UNITS]["unit"][1]["hex"] = json!("0606");
        files[BATTLE]["watch"][0]["hex"] = json!("0101");
        files[BATTLE]["turns"] = json!(0);
    });
    let told = named(&faults).join("\n");
    for says in [
        "unit.0.hex 'u-1-1' begins in the water",
        "turns a game has at least one game-turn",
        "0705 is not among the watched",
    ] {
        assert!(told.contains(says), "{says} in\n{told}");
    }
    let water = faults.iter().find(|fault| fault["place"] == "unit.0.hex").unwrap();
    assert_eq!(water["hex"], "0606");
    // Enemies in one hex, and more units than a hex can hold.
    let faults = handlers.faults(|files| {
        let units = files[UNITS]["unit"].as_array_mut().unwrap();
        let enemy =
            units.iter().position(|unit| unit["side"] == "confederate" && unit["hex"].is_string()).unwrap();
        units[enemy]["hex"] = units[0]["hex"].clone();
    });
    assert!(named(&faults).iter().any(|fault| fault.contains("with an enemy")), "{faults:?}");
    let faults = handlers.faults(|files| (0..4).for_each(|i| files[UNITS]["unit"][i]["hex"] = json!("0204")));
    assert!(named(&faults).iter().any(|fault| fault.contains("which is full")), "{faults:?}");
}

#[test]
fn a_map_is_drawn_though_something_is_at_fault() {
    let mut handlers = Desk::new();
    let mut files = handlers.ask("pack.open", json!({ "scenario": "training" }))["files"].take();
    files[MAP]["road"][0]["hexes"] = json!("0105 0909");
    files[BATTLE]["turns"] = json!("many");
    let checked = handlers.ask("pack.check", json!({ "files": files }));
    assert_eq!(checked["faults"].as_array().unwrap().len(), 2);
    assert!(checked["maps"][MAP]["svg"].as_str().unwrap().starts_with("<svg"));
    files[MAP]["grid"]["columns"] = json!("wide");
    let checked = handlers.ask("pack.check", json!({ "files": files }));
    assert_eq!(checked["maps"], json!({}));
    let refused = handlers.try_ask("pack.keep", json!({ "files": files, "title": "Wide" })).unwrap_err();
    assert_eq!(refused["code"], 6);
    assert_eq!(refused["data"]["faults"], checked["faults"]);
}

#[test]
fn what_is_no_data_file_is_a_fault_of_its_own() {
    let mut handlers = Desk::new();
    for (path, document, says) in [
        ("../../etc/passwd.toml", json!({}), "does not lead to a file inside the pack"),
        ("/etc/x.toml", json!({}), "does not lead to a file inside the pack"),
        ("blue-gray\\x.toml", json!({}), "does not lead to a file inside the pack"),
        ("blue-gray/x.json", json!({}), "ends in .toml"),
        ("blue-gray/straße.toml", json!({}), "letters, digits"),
        (MAP, json!([1]), "an object was expected"),
        (MAP, json!({ "grid": [null] }), "null stands in a list"),
        ("blue-gray/nowhere.toml", json!({ "a": 1 }), "nothing reads this file"),
        ("pack.toml", json!({ "title": "t" }), "said apart"),
    ] {
        let checked = handlers.ask("pack.check", json!({ "files": { path: document } }));
        let faults = checked["faults"].to_string();
        assert!(faults.contains(says), "{path}: {faults}");
        let kept = json!({ "files": { path: document }, "title": "t" });
        assert_eq!(handlers.try_ask("pack.keep", kept).unwrap_err()["code"], 6, "{path}");
    }
    let long = json!({ "files": { MAP: { "title": "x".repeat(600 * 1024) } } });
    assert!(handlers.ask("pack.check", long)["faults"].to_string().contains("at most 512 KiB"));
    for title in ["", " ", "a\u{7}b", &"x".repeat(81)] {
        let refused = handlers.try_ask("pack.keep", json!({ "files": {}, "title": title })).unwrap_err();
        assert_eq!(refused["data"]["faults"][0]["place"], "title", "{title}: {refused}");
    }
    let unknown = handlers.try_ask("pack.open", json!({ "scenario": "atlantis" })).unwrap_err();
    assert_eq!(unknown["code"], -32602);
}

/// A zip of these entries.
fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_zip_that_is_no_pack_is_refused_and_told_why() {
    let mut handlers = Desk::new();
    let title: (&str, &[u8]) = ("pack.toml", b"title = \"t\"\n");
    let nothing = vec![0_u8; 4 * 1024 * 1024];
    let many: Vec<String> = (0..1001).map(|i| format!("{i}.txt")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let large: Vec<(String, Vec<u8>)> =
        (0..8).map(|i| (format!("{i}.toml"), vec![b'#'; 500 * 1024])).collect();
    let large: Vec<(&str, &[u8])> =
        large.iter().map(|(name, text)| (name.as_str(), &text[..])).chain([title]).collect();
    let broken = {
        let mut bytes = zipped(&[title]);
        let at = bytes.windows(5).position(|window| window == b"pack.").unwrap() + 12;
        bytes[at] ^= 0xff;
        bytes
    };
    let foreign = {
        // The name of the second entry is made invalid UTF-8 in both places where it occurs.
        let mut bytes = zipped(&[title, ("aaaa.toml", b"")]);
        while let Some(at) = bytes.windows(4).position(|window| window == b"aaaa") {
            bytes[at] = 0xff;
        }
        bytes
    };
    let link = {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.add_symlink("pack.toml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        zip.finish().unwrap().into_inner()
    };
    for (bytes, says) in [
        (b"hello".to_vec(), "not a readable zip"),
        (Vec::new(), "not a readable zip"),
        (zipped(&[title])[..40].to_vec(), "not a readable zip"),
        (broken, ""),
        (foreign, "is no UTF-8"),
        (link, "not links"),
        (zipped(&[title, ("../outside.toml", b"")]), "'../outside.toml' does not lead"),
        (zipped(&[title, ("../../etc/cron", b"")]), "does not lead"),
        (zipped(&[title, ("/etc/passwd", b"")]), "does not lead"),
        (zipped(&[title, ("C:\\x.toml", b"")]), "does not lead"),
        (zipped(&[title, ("a//b.toml", b"")]), "does not lead"),
        (zipped(&[title, ("./../outside.toml", b"")]), "does not lead"),
        (zipped(&[title, ("..\\outside.toml", b"")]), "does not lead"),
        (zipped(&[title, ("a\\..\\..\\outside.toml", b"")]), "does not lead"),
        (zipped(&[title, ("\\outside.toml", b"")]), "does not lead"),
        (zipped(&[title, ("\\\\server\\share.toml", b"")]), "does not lead"),
        (zipped(&[title, (".//outside.toml", b"")]), "does not lead"),
        (zipped(&[title, ("./pack.toml", title.1)]), "two files of that path"),
        (zipped(&[title, ("a/b.toml", b""), ("a\\b.toml", b"")]), "two files of that path"),
        (zipped(&[title, ("blue-gray/x.toml", &nothing)]), "at most 512 KiB"),
        (zipped(&large), "at most 2048 KiB together"),
        (zipped(&many), "at most 1000 entries"),
        (zipped(&[title, (MAP, b"title = \"\xff\"\n")]), "map.toml:1: this is no UTF-8 text"),
        (zipped(&[("map.toml", b"")]), "no pack.toml at the root"),
        (zipped(&[("a/pack.toml", title.1), ("b/pack.toml", title.1)]), "no pack.toml at the root"),
        (zipped(&[("a/pack.toml", title.1), ("b/x.toml", b"")]), "lies outside 'a/'"),
        (zipped(&[]), "no pack.toml at the root"),
    ] {
        let refused =
            handlers.try_ask("pack.load", json!({ "zip": BASE64_STANDARD.encode(&bytes) })).unwrap_err();
        assert_eq!(refused["code"], -32602, "{refused}");
        let message = refused["message"].as_str().unwrap();
        assert!(message.starts_with("zip: ") && message.contains(says), "{says}: {message}");
    }
    assert_eq!(handlers.try_ask("pack.load", json!({ "zip": "%" })).unwrap_err()["code"], -32602);
    // Here the zip itself is sound, but its files are at fault.
    for (file, text, place) in [
        ("pack.toml", "title = 7", json!("title")),
        ("pack.toml", "title = \"t\"\ncolour = \"red\"", json!("colour")),
        ("blue-gray/tables.toml", "this is no TOML", json!(null)),
        ("reference/blue-gray.toml", "", json!(null)),
    ] {
        let mut files = woods("t");
        files.insert(file.to_owned(), text.to_owned());
        let zip = BASE64_STANDARD.encode(write_zip(&files).unwrap());
        let refused = handlers.try_ask("pack.load", json!({ "zip": zip })).unwrap_err();
        assert_eq!(refused["code"], 6, "{refused}");
        let fault = &refused["data"]["faults"][0];
        assert_eq!((&fault["file"], &fault["place"]), (&json!(file), &place), "{refused}");
    }
}

#[test]
fn a_folder_that_was_zipped_whole_is_a_pack_too() {
    let mut entries: Vec<(String, String)> =
        woods("t").into_iter().map(|(path, text)| (format!("my-pack/{path}"), text)).collect();
    entries.push(("my-pack/README.md".to_owned(), "Woods.".to_owned()));
    entries.push(("__MACOSX/my-pack/._pack.toml".to_owned(), "\u{0}".to_owned()));
    let entries: Vec<(&str, &[u8])> =
        entries.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    let files = catalog::pack::read_zip(&zipped(&entries)).unwrap();
    assert_eq!(files, woods("t"));
}

#[test]
fn a_zip_of_tar_and_one_of_an_old_powershell_are_packs() {
    for whole in ["", "my-pack/"] {
        // `tar -a -cf x.zip .` has the folder itself, too.
        let tar = |path: &str| format!("./{whole}{path}");
        let powershell = |path: &str| format!("{whole}{path}").replace('/', "\\");
        let named = [&tar as &dyn Fn(&str) -> String, &powershell];
        for name in named {
            let mut handlers = Desk::new();
            let files = woods("t");
            let entries: Vec<(String, &str)> =
                files.iter().map(|(path, text)| (name(path), text.as_str())).collect();
            let folders = ["./", "./blue-gray/", "blue-gray\\"].map(|folder| (folder, &b""[..]));
            let entries: Vec<(&str, &[u8])> =
                entries.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).chain(folders).collect();
            let zip = BASE64_STANDARD.encode(zipped(&entries));
            let loaded = handlers.try_ask("pack.load", json!({ "zip": zip }));
            assert_eq!(loaded.map(|loaded| loaded["title"].clone()), Ok(json!("t")), "{:?}", name("x"));
        }
    }
}

#[tokio::test]
async fn a_game_on_a_pack_goes_on_after_a_restart_without_it() {
    let folder = tempdir().unwrap();
    let pack =
        Pack::read(systems::registry(), woods("More woods")).unwrap_or_else(|faults| panic!("{faults}"));
    let mark = json!(pack.mark());
    let library = || systems::library().unwrap();
    let site = Site::open_with(folder.path(), library().with_pack(pack)).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "training" })).await;
    let step = json!({ "game": game, "token": tokens["both"], "order": { "move": { "unit": "u-2-1", "to": "0303" } } });
    let view = client.ask("game.order", step).await.unwrap()["view"].take();
    assert_eq!(view["pack"], mark);
    let record = client.ask("game.save", json!({ "game": game, "token": tokens["both"] })).await.unwrap();
    site.close().await;

    // This time the server is not given the pack; it has kept it for its game.
    let site = Site::open_with(folder.path(), library()).await;
    let mut client = site.client().await;
    let look = json!({ "game": game, "token": tokens["both"] });
    assert_eq!(client.ask("game.view", look).await.unwrap(), view);
    let listed = client.ask("game.list", json!({ "tokens": [tokens["both"]] })).await.unwrap();
    assert_eq!((&listed["games"][0]["pack"], &listed["games"][0]["title"]), (&mark, &json!("Mill Creek")));
    assert_eq!(client.ask("pack.list", json!({})).await.unwrap(), json!({ "packs": [] }));
    let named = client.ask("pack.list", json!({ "packs": [mark["id"]] })).await.unwrap();
    assert_eq!(named["packs"][0]["title"], "More woods");
    assert_eq!(client.ask("game.load", record.clone()).await.unwrap()["view"]["pack"], mark);
    // Its map is drawn as in the pack.
    let body = |answer: String| answer.split_once("\r\n\r\n").unwrap().1.to_owned();
    let id = mark["id"].as_str().unwrap();
    for file in ["training.svg", "training.json"] {
        let own = body(site.get(&format!("/maps/{file}"), "").await);
        let packs = site.get(&format!("/maps/{file}?pack={id}"), "").await;
        assert!(packs.starts_with("HTTP/1.1 200"), "{packs}");
        assert_ne!(body(packs), own, "{file}");
    }
    for path in [
        format!("/maps/nowhere.svg?pack={id}"),
        format!("/maps/training?pack={id}"),
        "/maps/training.svg?pack=0".to_owned(),
    ] {
        assert!(site.get(&path, "").await.starts_with("HTTP/1.1 404"), "{path}");
    }
    site.close().await;

    // Another server knows neither the game nor the pack, until it is loaded.
    let elsewhere = tempdir().unwrap();
    let site = Site::open_with(elsewhere.path(), library()).await;
    let mut client = site.client().await;
    let missing = client.ask("game.load", record.clone()).await.unwrap_err();
    assert_eq!((&missing["code"], &missing["data"]["title"]), (&json!(5), &json!("More woods")));
    let zip = BASE64_STANDARD.encode(write_zip(&woods("More woods")).unwrap());
    assert_eq!(client.ask("pack.load", json!({ "zip": zip })).await.unwrap()["pack"], mark["id"]);
    site.close().await;
    let site = Site::open_with(elsewhere.path(), library()).await;
    let mut client = site.client().await;
    let loaded = client.ask("game.load", record).await.unwrap();
    assert_eq!(loaded["view"]["units"], view["units"]);
    site.close().await;
}

#[tokio::test]
async fn packs_that_nobody_plays_on_make_room_for_others() {
    let folder = tempdir().unwrap();
    let store = server::store::Store::open(folder.path()).await.unwrap();
    let hands =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("games.sqlite").display()))
            .await
            .unwrap();
    for number in 0..205 {
        sqlx::query("INSERT INTO packs (id, title, files, created) VALUES ($1, 'Old', '{}', $2)")
            .bind(format!("{number:03}"))
            .bind(number)
            .execute(&hands)
            .await
            .unwrap();
    }
    let pack = Pack::read(systems::registry(), woods("New")).unwrap_or_else(|faults| panic!("{faults}"));
    store.keep_pack(&pack, None).await.unwrap();
    store.keep_pack(&pack, None).await.unwrap();
    let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM packs").fetch_one(&hands).await.unwrap();
    assert_eq!(kept, 201);
    assert_eq!(store.pack("004").await.unwrap(), None);
    assert!(store.pack("005").await.is_err(), "it is there, and its files are not those of that id");
    assert_eq!(store.pack(&pack.mark().id).await.unwrap().as_ref(), Some(pack.files()));
    hands.close().await;
    store.close().await;
}

#[test]
fn once_nobody_waits_for_the_answer_no_more_maps_are_drawn() {
    let library = systems::library().unwrap();
    let map = Desk::new().ask("pack.open", json!({ "scenario": "training" }))["files"][MAP].take();
    let files: Value = (0..4).map(|n| (format!("blue-gray/{n}/map.toml"), map.clone())).collect();
    let params = json!({ "files": files }).as_object().unwrap().clone();
    let Ok(Call::Pack(call)) = Call::read(Transport::Server, "pack.check", params) else { panic!("a call") };
    let checked = |most: u32| {
        let asked = Cell::new(0);
        // Whoever asked is gone once it has been looked at so often.
        let wanted = || asked.replace(asked.get() + 1) < most;
        let none = NamedPacks { base: None, from: None, lineage: Vec::new() };
        let answer = ask(&library, none, &Drawings::default(), &call, &wanted);
        (answer.map(drop).map_err(|error| error.code), asked.get())
    };
    assert_eq!(checked(5), (Ok(()), 5), "before each map, and before the faults");
    assert_eq!(checked(4), (Err(-32603), 5));
    assert_eq!(checked(1), (Err(-32603), 2));
}
