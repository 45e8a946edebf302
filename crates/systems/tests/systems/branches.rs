//! Playing on from positions of games of each system: the same position, audited, and told to each
//! seat as it was.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use ai::{Budget, Level};
use catalog::{Library, Start};
use serde_json::{Map, Value};
use tabletop::{AnyGame, BySide, Side, Viewer};

const SECRET: [u8; 32] = [3; 32];

/// So many orders of two random commanders.
fn played(library: &Library, scenario: &str, orders: u32) -> Box<dyn AnyGame> {
    let start = Start { scenario, options: Map::new(), position: None, dice: &[] };
    let mut table = library.begin(&start, SECRET).unwrap();
    let mut players = BySide::from_fn(|side| library.seat(&*table, side, Level::Random, 7).unwrap());
    for _ in 0..orders {
        let Some(side) = table.asked() else { break };
        players[side].order(&mut *table, Budget::Own).unwrap();
    }
    table
}

/// What a viewer sees of a position, without what is told of the game around it.
fn seen(table: &dyn AnyGame, viewer: Viewer, version: u32) -> Value {
    let mut view: Value = serde_json::from_str(&table.view("g", viewer, Some(version))).unwrap();
    for field in ["dice", "version", "undo", "redo", "ended"] {
        view.as_object_mut().unwrap().remove(field);
    }
    view
}

#[test]
fn each_system_plays_on_from_any_position_and_each_seat_knows_what_it_knew() {
    let library = systems::library().unwrap();
    for (scenario, orders) in [("training", 60), ("kernstown-1-stone-wall", 160)] {
        let table = played(&library, scenario, orders);
        assert!(table.asked().is_some() && table.header().dice.is_empty());
        let last = table.version();
        for version in [0, 1, last / 3, last / 2, last - 1] {
            let new = table.branch(version, BySide::from_fn(|_| "person".to_owned()), [8; 32]).unwrap();
            for viewer in [Viewer::Watcher, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)] {
                let (old, now) = (seen(&*table, viewer, version), seen(&*new, viewer, new.version()));
                assert!(old == now, "{scenario} {version} {viewer:?}");
            }
            let audit = new.verify();
            assert_eq!(audit.broken, None, "{scenario} {version}");
            let mut text = format!("{}\n", new.header().value());
            new.entries(0).iter().for_each(|entry| text.push_str(&format!("{entry}\n")));
            let audit = library.audit(text.as_bytes(), &[]);
            assert_eq!((audit.broken, audit.over), (None, false), "{scenario} {version}");
        }
    }
}

#[test]
fn a_commander_that_plays_on_knows_what_its_seat_knows() {
    let library = systems::library().unwrap();
    let table = played(&library, "kernstown-1-stone-wall", 120);
    // The last position before the end of what was played in which the Confederates are asked.
    let version = (60..table.version())
        .rev()
        .find(|version| {
            let view = table.view("g", Viewer::Watcher, Some(*version));
            serde_json::from_str::<Value>(&view).unwrap()["question"]["side"] == "confederate"
        })
        .unwrap();
    let decided = |secret: [u8; 32]| {
        let seats = BySide { union: "person".to_owned(), confederate: "veteran".to_owned() };
        let new = table.branch(version, seats, secret).unwrap();
        let mut player = library.seat(&*new, Side::Confederate, Level::Veteran, 5).unwrap();
        let position = player.copy(&*new).unwrap();
        player.decide(&position, Budget::Own).unwrap().order
    };
    // Its order does not hang on the dice to come.
    assert_eq!(decided([1; 32]), decided([2; 32]));
}
