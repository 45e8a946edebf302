//! Data files and positions with faults: each is named, at its file and line, with what was
//! expected.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::path::Path;

use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};

const TABLES: &str = "blue-gray/tables.toml";
const BATTLE: &str = "blue-gray/proving-ground/battle.toml";
const QUOTA: &str = "blue-gray/proving-ground/quota.toml";
const UNITS: &str = "blue-gray/proving-ground/units.toml";
const INDEX: &str = "blue-gray/index.toml";

const ONLY_THE_GROUND: &str = r#"
system = "blue-gray-1975"
title = "Blue & Gray"
tables = "blue-gray/tables.toml"
maps = { proving-ground = "blue-gray/proving-ground/map.toml" }
scenarios = ["blue-gray/proving-ground/battle.toml", "blue-gray/proving-ground/quota.toml"]
option = [{ id = "attack-effectiveness", title = "A", text = "B", case = "11.0", default = false }]
"#;

fn text(file: &str) -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    match file {
        INDEX => Some(ONLY_THE_GROUND.to_owned()),
        _ => std::fs::read_to_string(here.join("tests/ground").join(file))
            .or_else(|_| std::fs::read_to_string(here.join("../../data").join(file)))
            .ok(),
    }
}

/// Reads the proving ground with a file changed: the first `from` in it becomes `to`.
fn changed(file: &str, from: &str, to: &str) -> Result<Library, Vec<String>> {
    let read = |name: &str| {
        let text = text(name)?;
        if name != file {
            return Some(text);
        }
        assert!(text.contains(from), "{file} has no {from}");
        Some(text.replacen(from, to, 1))
    };
    Library::load(&read).map_err(|faults| faults.0.iter().map(ToString::to_string).collect())
}

/// The change brings just this fault, at the line of the change.
#[track_caller]
fn fault(file: &str, from: &str, to: &str, what: &str) {
    match changed(file, from, to) {
        Ok(_) => panic!("{to:?} in {file} was taken"),
        Err(faults) => {
            assert!(faults.iter().any(|f| f.starts_with(file) && f.contains(what)), "{to:?}: {faults:?}");
        }
    }
}

#[track_caller]
fn taken(file: &str, from: &str, to: &str) -> Library {
    changed(file, from, to).unwrap_or_else(|faults| panic!("{to:?} in {file}: {faults:?}"))
}

#[test]
fn the_tables_are_checked() {
    taken(TABLES, "", "");
    for odds in ["\"0-1\"", "\"1-0\"", "\"1\"", "\"a-b\""] {
        fault(TABLES, "\"1-5\"", odds, "invalid odds");
    }
    fault(TABLES, "\"1-4\"", "\"1-5\"", "do not rise");
    fault(TABLES, "\"1-4\"", "\"1-6\"", "do not rise");
    taken(TABLES, "\"1-5\"", "\"1-6\"");
    fault(TABLES, "[\"Ar\", \"Ar\", \"Dr\"", "[\"Ar\", \"Dr\"", "9 results in a row of 10 columns");
    fault(TABLES, "[\"Ar\", \"Ar\", \"Dr\"", "[\"Ar\", \"Xx\", \"Dr\"", "'Xx' is not a combat result");
    let row = "  [\"Ae\", \"Ae\", \"Ae\", \"Ae\", \"Ar\", \"Ar\", \"Ex\", \"Ex\", \"Ex\", \"Ex\"],\n";
    fault(TABLES, row, "", "5 die faces");
    fault(TABLES, row, &row.repeat(2), "7 die faces");
    fault(TABLES, "stacking = 2", "stacking = 0", "limits");
    fault(TABLES, "nearest-bombardment = 2", "nearest-bombardment = 1", "limits");
    fault(TABLES, "farthest-bombardment = 3", "farthest-bombardment = 9", "limits");
    assert_eq!(
        taken(TABLES, "nearest-bombardment = 2", "nearest-bombardment = 3").tables().bombardment,
        (3, 3)
    );
    assert_eq!(
        taken(TABLES, "farthest-bombardment = 3", "farthest-bombardment = 8").tables().bombardment,
        (2, 8)
    );
    assert_eq!(taken(TABLES, "stacking = 2", "stacking = 1").tables().stacking, 1);
    fault(TABLES, "stacking = 2", "stackin = 2", "unknown field");
}

#[test]
fn the_order_of_battle_is_checked() {
    let fault = |from: &str, to: &str, what: &str| fault(UNITS, from, to, what);
    fault("id = \"u-guns\"", "id = \"u-1\"", "two units 'u-1'");
    fault("strength = 5", "strength = 0", "at least 1");
    fault("strength = 5", "strength = 100", "at most 99");
    fault("strength = 5", "strength = 5\nmovement = 61", "at most 60");
    fault("hex = \"0305\"", "hex = \"9999\"", "not a hex of the map");
    fault("hex = \"0305\"", "hex = \"0114\"", "begins in the water");
    fault("hex = \"0305\"", "hex = \"0614\"", "begins in the water");
    fault("hex = \"0905\"", "hex = \"0305\"", "with an enemy");
    fault("hex = \"0305\"", "turn = 1", "no entry hexes");
    fault("hex = \"0305\"", "", "needs a start hex");
    fault("hex = \"0305\"", "hex = \"0305\"\nturn = 1\nentry = [\"0101\"]", "needs a start hex");
    let third = "[[unit]]\nid = \"t\"\nside = \"union\"\nname = \"T\"\ntype = \"infantry\"\nstrength = 1\nhex = \"0205\"\n\n";
    let first = "[[unit]]\nid = \"u-1\"";
    fault(first, &format!("{third}{}{first}", third.replace("\"t\"", "\"s\"")), "which is full");
    taken(UNITS, first, &format!("{third}{first}"));
    let library = taken(UNITS, "strength = 5", "strength = 99\nmovement = 60");
    let unit = &library.scenario("proving-ground").unwrap().units[0];
    assert_eq!((unit.strength, unit.movement), (99, 60));
    let many = |n: usize| {
        (0..n)
            .map(|i| {
                third
                    .replace("\"t\"", &format!("\"t{i}\""))
                    .replace("hex = \"0205\"", "turn = 1\nentry = [\"0101\"]")
            })
            .collect::<String>()
    };
    fault(first, &format!("{}{first}", many(125)), "at most 128");
    taken(UNITS, first, &format!("{}{first}", many(124)));
}

#[test]
fn the_scenario_is_checked() {
    let fault = |from: &str, to: &str, what: &str| fault(BATTLE, from, to, what);
    fault("turns = 6", "turns = 0", "at least one game-turn");
    fault("night = [3]", "night = [7]", "game-turn 7 is none of the 6");
    fault("night = [3]", "night = [0]", "game-turn 0");
    taken(BATTLE, "night = [3]", "night = [1, 6]");
    fault("map = \"proving-ground\"", "map = \"nowhere\"", "there is no map 'nowhere'");
    fault("units.toml", "nobody.toml", "there is no file");
    fault("late = \"delayed\"", "late = \"soon\"", "\"delayed\" or \"lost\"");
    fault("hexes = [\"2403\"]", "hexes = [\"2503\"]", "not a hex of the map");
    fault("hex = \"2208\"", "hex = \"9908\"", "not a hex of the map");
    fault("system = \"points\"", "system = \"taste\"", "\"points\" was expected");
    fault("upto = 5", "upto = -1", "do not rise");
    taken(BATTLE, "upto = 5", "upto = 0");
    let optional = |bound: &str| {
        format!(
            "[[victory.optional-level]]\nname = \"a\"\nscore = 0.0\ncase = \"15.3\"{bound}\n\n[[victory.level]]\nupto = 5"
        )
    };
    taken(BATTLE, "[[victory.level]]\nupto = 5", &optional(""));
    fault("[[victory.level]]\nupto = 5", &optional("\nupto = 3"), "without a bound");
    fault(
        "upto = 5",
        "upto = 5\nname = \"a\"\nscore = 0.0\ncase = \"15.3\"\n[[victory.level]]\nupto = 5",
        "do not rise",
    );
    taken(
        BATTLE,
        "upto = 5",
        "upto = 5\nname = \"a\"\nscore = 0.0\ncase = \"15.3\"\n[[victory.level]]\nupto = 6",
    );
    fault("name = \"decisive\"", "upto = 9\nname = \"decisive\"", "without a bound");
    fault("per = \"strength\"", "per = \"pound\"", "\"strength\" or \"unit\"");
    fault("side = \"either\"", "side = \"neither\"", "\"either\" was expected");
    let special = |text: &str| format!("{text}\n[victory]\nsystem");
    fault(
        "[victory]\nsystem",
        &special("[[special]]\nunit = \"u-9\"\nimmobile = \"16.3\""),
        "'u-9' is not a unit",
    );
    fault(
        "[victory]\nsystem",
        &special("[[special]]\nside = \"union\"\nexcept = [\"u-9\"]\nimmobile = \"16.3\""),
        "'u-9' is not a unit",
    );
    fault(
        "[victory]\nsystem",
        &special("[[change]]\nunit = \"u-9\"\nremove = true\ncase = \"25.1\""),
        "'u-9' is not a unit",
    );
    let victory = |text: &str| format!("[[victory.held]]\n{text}\n\n[[victory.held]]\nhex = \"2208\"");
    fault(
        "[[victory.held]]\nhex = \"2208\"",
        &victory("hex = \"0101\"\nside = \"union\"\npoints = 1\ncase = \"15.1\""),
        "not among the watched hexes",
    );
    let more = |text: &str| format!("{text}\n\n[[victory.held]]\nhex = \"2208\"");
    fault(
        "[[victory.held]]\nhex = \"2208\"",
        &more("[[victory.not-exited]]\nunit = \"u-9\"\nside = \"union\"\npoints = 1\ncase = \"15.1\""),
        "'u-9' is not a unit",
    );
    fault(
        "[[victory.held]]\nhex = \"2208\"",
        &more("[[victory.taken]]\nhex = \"0101\"\nside = \"union\"\npoints = 1\ncase = \"15.1\""),
        "not among the watched hexes",
    );
    for edge in ["north", "no edge"] {
        fault(
            "[[victory.held]]\nhex = \"2208\"",
            &more(&format!(
                "[victory.line]\nside = \"union\"\nfrom = [\"2403\"]\nedge = \"{edge}\"\ncase = \"15.1\""
            )),
            "no road leaves the map",
        );
    }
    taken(
        BATTLE,
        "[[victory.held]]\nhex = \"2208\"",
        &more("[victory.line]\nside = \"union\"\nfrom = [\"0105\"]\nedge = \"east\"\ncase = \"15.1\""),
    );
    self::fault(QUOTA, "units = [\"u-1\"", "units = [\"u-9\"", "'u-9' is not a unit");
    self::fault(
        QUOTA,
        "case = \"16.1\"",
        "case = \"16.1\"\nmore = { hex = \"0101\", units = 1, case = \"16.4\" }",
        "not among the watched hexes",
    );
    self::fault(QUOTA, "id = \"proving-quota\"", "id = \"proving-ground\"", "two scenarios 'proving-ground'");
}

#[test]
fn the_index_is_checked() {
    for (from, to, what) in [
        ("system = \"blue-gray-1975\"", "system = \"chess\"", "the system 'chess'"),
        ("quota.toml", "nothing.toml", "there is no file"),
        ("proving-ground/map.toml", "proving-ground/nothing.toml", "there is no file"),
        ("blue-gray/tables.toml", "blue-gray/nothing.toml", "there is no file"),
        ("title", "tilte", "unknown field"),
    ] {
        fault(INDEX, from, to, what);
    }
    assert!(
        Library::load(&|_| None).is_err_and(|faults| faults.to_string().contains("there is no such file"))
    );
    let library = taken(INDEX, "", "");
    let scenario = library.scenario("proving-ground").unwrap();
    assert_eq!(scenario.info.id, "proving-ground");
    assert_eq!(
        (scenario.sources.map.as_str(), scenario.sources.units.as_str()),
        ("blue-gray/proving-ground/map.toml", UNITS)
    );
    assert_ne!(scenario.data, library.scenario("proving-quota").unwrap().data);
    assert!(library.scenario("no scenario").is_none());
}

/// A battle of these units, or what is wrong with them.
fn position(library: &Library, position: Value) -> Result<Battle, String> {
    library.battle("proving-ground", &Map::new(), Some(&position))
}

#[test]
fn a_position_is_checked() {
    let library = taken(INDEX, "", "");
    let plain = || json!({"id": "a", "side": "union", "type": "infantry", "strength": 5, "hex": "0508"});
    let with = |changes: Value| {
        let mut unit = plain();
        for (key, value) in changes.as_object().unwrap() {
            unit[key] = value.clone();
            if value.is_null() {
                unit.as_object_mut().unwrap().remove(key);
            }
        }
        unit
    };
    let units = |units: &[Value]| position(&library, json!({ "units": units }));
    assert!(units(&[plain()]).is_ok());
    for (changes, what) in [
        (json!({"id": ""}), "1 to 40 characters"),
        (json!({"id": "x".repeat(41)}), "1 to 40 characters"),
        (json!({"side": null}), "side is missing"),
        (json!({"type": null}), "type is missing"),
        (json!({"strength": null}), "strength is missing"),
        (json!({"strength": 0}), "strength of 1 to 99"),
        (json!({"strength": 100}), "strength of 1 to 99"),
        (json!({"movement": 61}), "movement of 0 to 60"),
        (json!({"hex": "9999"}), "not a hex of this map"),
        (json!({"hex": "0114"}), "water"),
        (json!({"hex": "0614"}), "water"),
        (json!({"turn": 1}), "either hex, where it stands, or turn"),
        (json!({"hex": null}), "either hex, where it stands, or turn"),
        (json!({"hex": null, "turn": 1}), "entry: the hexes by which it comes on"),
        (json!({"hex": null, "turn": 1, "entry": ["0199"]}), "not a hex of this map"),
        (json!({"rank": 1}), "unknown field"),
    ] {
        let refused = units(&[with(changes.clone())]).err();
        assert!(refused.as_ref().is_some_and(|no| no.contains(what)), "{changes}: {refused:?}");
    }
    for changes in [
        json!({"id": "x".repeat(40)}),
        json!({"strength": 99, "movement": 60}),
        json!({"strength": 1, "movement": 0}),
        json!({"hex": null, "turn": 1, "entry": ["0101"]}),
    ] {
        assert!(units(&[with(changes.clone())]).is_ok(), "{changes}");
    }
    // A unit of the scenario needs nothing but its hex, and keeps what it is.
    let battle = units(&[json!({"id": "c-guns", "hex": "0508"})]).unwrap();
    let guns = battle.unit(battle.named("c-guns").unwrap());
    assert_eq!((guns.strength, guns.movement, guns.name.as_str()), (2, 6, "Baker"));
    assert_eq!(guns.side, tabletop::Side::Confederate);
    let other = |id: &str, side: &str| with(json!({"id": id, "side": side}));
    assert!(units(&[plain(), plain()]).is_err_and(|no| no.contains("two units of that id")));
    assert!(
        units(&[plain(), other("b", "confederate")]).is_err_and(|no| no.contains("an enemy stands in 0508"))
    );
    assert!(units(&[plain(), other("b", "union")]).is_ok());
    assert!(
        units(&[plain(), other("b", "union"), other("c", "union")])
            .is_err_and(|no| no.contains("0508 is full"))
    );
    let many = |n: usize| -> Vec<Value> {
        (0..n)
            .map(|i| with(json!({"id": format!("u{i}"), "hex": null, "turn": 1, "entry": ["0101"]})))
            .collect()
    };
    assert!(units(&many(128)).is_ok());
    assert!(units(&many(129)).is_err_and(|no| no.contains("at most 128")));
    for (rest, fine) in [
        (json!({"turn": 1}), true),
        (json!({"turn": 6}), true),
        (json!({"turn": 0}), false),
        (json!({"turn": 7}), false),
        (json!({"phase": "combat"}), true),
        (json!({"phase": "over"}), false),
        (json!({"phase": "combat", "turn": 3}), false),
        (json!({"phase": "movement", "turn": 3}), true),
    ] {
        let mut sheet = json!({ "units": [plain()] });
        sheet.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        assert_eq!(position(&library, sheet).is_ok(), fine, "{rest}");
    }
    let options = |options: Value| library.battle("proving-ground", options.as_object().unwrap(), None);
    assert!(options(json!({"attack-effectiveness": true})).unwrap().options.attack_effectiveness);
    assert!(!options(json!({"attack-effectiveness": false})).unwrap().options.attack_effectiveness);
    assert!(options(json!({"touch-move": true})).unwrap().options.touch_move);
    assert!(options(json!({"touch-move": 1})).is_err_and(|no| no.contains("true or false")));
    let levels = options(json!({"victory-levels": true}));
    assert!(levels.is_err_and(|no| no.contains("'victory-levels' is none of")), "this battle has none");
    assert!(options(json!({"tuch-move": true})).is_err_and(|no| no.contains("none of attack-effectiveness")));
    assert!(
        library
            .battle("chess", &Map::new(), None)
            .is_err_and(|no| no.contains("none of proving-ground, proving-quota"))
    );
}
