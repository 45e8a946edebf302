//! Records that were played under earlier rules, one for each rule that has changed: they are read, go
//! on, and are never called broken, and nothing can be hidden behind their age.
//!
//! A rule that changes brings a record of its own into `earlier-rules`, written by a program from
//! before the change.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use std::path::Path;

use ai::{Budget, Level};
use catalog::{Library, Start};
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, BySide, Record, Side, Verdict, Viewer, chain};

/// The orders that a game goes on for.
const ORDERS: usize = 25;

fn library() -> Library {
    systems::library().unwrap()
}

/// Every record of the folder, with its name.
fn records() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier-rules");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut records: Vec<(String, Vec<u8>)> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "jsonl"))
        .map(|file| (file.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(file).unwrap()))
        .collect();
    records.sort();
    records
}

fn entries(record: &Record) -> Vec<Value> {
    record.entries.iter().map(|(_, entry)| entry.clone()).collect()
}

/// The record with its lines bound anew, as a file.
fn bound(record: &Record, mut entries: Vec<Value>) -> Vec<u8> {
    let header = record.header.value();
    chain::rebind(&header, &mut entries);
    std::iter::once(header).chain(entries).map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// Every die of an entry's events, as the place in the entry where it stands.
fn dice(entry: &Value) -> Vec<String> {
    let mut places = Vec::new();
    for (at, event) in entry["events"].as_array().into_iter().flatten().enumerate() {
        if event["die"].is_u64() {
            places.push(format!("/events/{at}/die"));
        }
        let faces = event["faces"].as_array().map_or(0, Vec::len);
        places.extend((0..faces).map(|face| format!("/events/{at}/faces/{face}")));
    }
    places
}

/// Plays a game on at random, as far as it goes.
fn play_on(library: &Library, table: &mut dyn AnyGame, name: &str) {
    for number in 0..ORDERS {
        let Some(side) = table.asked() else { return };
        let mut player = library.seat(table, side, Level::Random, number as u64).unwrap();
        let position = player.copy(table).unwrap();
        let decided = player.decide(&position, Budget::Own);
        let decided = decided.unwrap_or_else(|| panic!("{name}: nothing is left to answer"));
        table
            .act(side, Act::Order { order: &decided.order, version: None, reason: &decided.reason })
            .unwrap();
    }
}

/// What holds of every record of the past, whatever has changed since.
fn holds(library: &Library, name: &str, text: &[u8]) {
    let record = Record::read(text).unwrap();
    assert_eq!(record.fault, None, "{name}");
    let lines = entries(&record);
    let audit = library.audit(text, &[]);
    assert_eq!(audit.broken, None, "{name}");
    if let Some(fault) = &audit.earlier {
        assert_eq!(audit.verdict(), Verdict::Unproved, "{name}");
        let named = format!("played under earlier rules, line {}: ", fault.line);
        assert!(audit.unproved.iter().any(|why| why.starts_with(&named)), "{name}: {audit:?}");
    }
    // It is loaded, looked at, searched and played on.
    let mut table = library
        .admit(&record.header, &lines, record.header.seed())
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    assert_eq!(table.hash(), audit.hash, "{name}");
    for viewer in [Viewer::Watcher, Viewer::Both, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)]
    {
        for version in 0..=table.version() {
            serde_json::from_str::<Value>(&table.view("", viewer, Some(version))).unwrap();
        }
        assert_eq!(table.log(viewer, 0).len(), lines.len(), "{name}");
        table.options(viewer);
    }
    table.facts();
    library.moments(&*table);
    for side in Side::BOTH {
        library.taken_turn(&*table, Some(side), None);
    }
    if table.asked().is_some() && record.seed().is_some() {
        let seats = BySide::from_fn(|_| "person".to_owned());
        let mut branch = table.branch(table.version(), seats, [3; 32]).unwrap();
        play_on(library, &mut *branch, name);
        assert_eq!(branch.verify().broken, None, "{name}, played on from");
        let side = Side::BOTH.into_iter().find(|&side| table.options(Viewer::Side(side))["undo"] == true);
        if let Some(side) = side {
            table.act(side, Act::Undo).unwrap();
            table.act(side, Act::Redo).unwrap();
        }
        play_on(library, &mut *table, name);
    }
    assert_eq!(table.verify().broken, None, "{name}, played on");
    // No die is any other than it was.
    for (at, line) in lines.iter().enumerate() {
        for place in dice(line).into_iter().filter(|_| record.seed().is_some()) {
            let mut forged = lines.clone();
            let face = forged[at].pointer_mut(&place).unwrap();
            *face = json!(face.as_u64().unwrap() % 6 + 1);
            let audit = library.audit(&bound(&record, forged), &[]);
            assert_eq!(audit.verdict(), Verdict::Broken, "{name}: {place} of line {}: {audit:?}", at + 2);
        }
    }
    // A line that was left out, or put in twice, leaves no chain.
    let mut short = lines.clone();
    short.remove(0);
    let audit = library.audit(&bound(&record, short), &[]);
    assert!(lines.len() == 1 || audit.verdict() == Verdict::Broken, "{name}");
}

#[test]
fn records_of_earlier_rules_go_on_and_are_never_broken() {
    let library = library();
    let records = records();
    assert!(!records.is_empty());
    for (name, text) in records {
        holds(&library, &name, &text);
    }
}

/// The first orders of a game between computers, as a program of the oldest version wrote them.
fn oldest(library: &Library, scenario: &str, orders: usize) -> Record {
    let start = Start { scenario, ..Start::default() };
    let begun = library.begin(&start, [7; 32]).unwrap();
    let header =
        tabletop::Header { rules: 0, secret: Some(tabletop::hex_string(&[7; 32])), ..begun.header().clone() };
    let mut table = library.load(&header, &[], header.seed()).unwrap();
    let mut players = Side::BOTH.map(|side| library.seat(&*table, side, Level::Random, 5).unwrap());
    for _ in 0..orders {
        let Some(side) = table.asked() else { break };
        let player = &mut players[usize::from(side == Side::Confederate)];
        let position = player.copy(&*table).unwrap();
        let decided = player.decide(&position, Budget::Own).unwrap();
        table.order(side, &decided.order, None).unwrap();
    }
    Record::of(header, table.entries(0))
}

#[test]
fn a_game_that_once_came_out_otherwise_goes_on() {
    let library = library();
    for scenario in ["training", "chickamauga-1975", "kernstown-1-stone-wall"] {
        let record = oldest(&library, scenario, 80);
        let lines = entries(&record);
        let text = bound(&record, lines.clone());
        let audit = library.audit(&text, &[]);
        assert_eq!((audit.verdict(), audit.earlier), (Verdict::Unfinished, None), "{scenario}");
        // Of an order that took no die an event of no consequence is another than today's rules make of it.
        let movable = |line: &Value| line["events"].as_array().is_some_and(|events| events.iter().any(moved));
        let at = lines.iter().position(movable).unwrap();
        let mut otherwise = lines;
        for event in otherwise[at]["events"].as_array_mut().unwrap().iter_mut().filter(|event| moved(event)) {
            event["cost"] = json!(event["cost"].as_u64().unwrap() + 1);
        }
        let text = bound(&record, otherwise);
        let audit = library.audit(&text, &[]);
        assert_eq!((audit.broken, audit.earlier.map(|f| f.line)), (None, Some(at + 2)), "{scenario}");
        holds(&library, scenario, &text);
        // With the version of today nothing excuses it.
        let header = tabletop::Header { rules: begun_now(&library, scenario), ..record.header.clone() };
        let today = Record { header, ..Record::read(&text).unwrap() };
        let audit = library.audit(&bound(&today, entries(&today)), &[]);
        assert_eq!(audit.broken.map(|fault| fault.line), Some(at + 2), "{scenario}");
    }
}

/// Whether an event tells of a unit that moved for points.
fn moved(event: &Value) -> bool {
    event["event"] == "moved" && event["cost"].is_u64()
}

fn begun_now(library: &Library, scenario: &str) -> u32 {
    library.begin(&Start { scenario, ..Start::default() }, [7; 32]).unwrap().header().rules
}

#[test]
fn every_change_of_the_rules_is_numbered_and_told() {
    let library = library();
    let folders = ["chickamauga-1975", "kernstown-1-stone-wall"];
    let versions = folders.map(|scenario| begun_now(&library, scenario));
    assert!(versions.iter().all(|version| *version > 0), "{versions:?}");
    for changes in
        [<blue_gray::Battle as tabletop::Rules>::CHANGES, <blind_swords::Battle as tabletop::Rules>::CHANGES]
    {
        for (change, version) in changes.iter().zip(1..) {
            assert_eq!(change.version, version, "{change:?}");
            assert!(change.what.ends_with('.'), "{change:?}");
        }
    }
}

#[test]
fn a_record_of_a_newer_program_is_named_as_one() {
    let library = library();
    let record = oldest(&library, "training", 3);
    let header = tabletop::Header { rules: 1000, ..record.header.clone() };
    let newer = Record { header, ..record };
    let audit = library.audit(&bound(&newer, entries(&newer)), &[]);
    assert_eq!((audit.verdict(), audit.broken), (Verdict::Unproved, None));
    assert!(audit.unproved.iter().any(|why| why.contains("a newer program")), "{:?}", audit.unproved);
    for refused in [
        library.load(&newer.header, &[], None).map(drop),
        library.admit(&newer.header, &entries(&newer), None).map(drop),
    ] {
        assert!(refused.unwrap_err().to_string().contains("written by a newer program"));
    }
}
