//! Mutated files and messages: a short run of what `tests/mutate` does at length.

mod attack;

use std::sync::Arc;
use std::time::Duration;

use attack::files::{Shelf, Taken};
use attack::messages::{self, Tally};
use attack::served;
use attack::watch::{Limits, Watch};

/// A test build is ten times slower than the program, and other tests run at the same time.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), memory: None };

#[test]
fn mutated_files_are_sound_or_refused_in_words() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let shelf = Shelf::new(&library, 14);
    let mut watch = Watch::new(LIMITS);
    let (mut refused, mut sound, mut failed) = (0, 0, Vec::new());
    for n in 0..150 {
        match shelf.attack(14, n, &mut watch) {
            Ok(Taken::Refused) => refused += 1,
            Ok(Taken::Sound) => sound += 1,
            Err(what) => failed.push(what),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(refused > 40 && sound > 10, "{refused} refused, {sound} sound");
}

#[test]
fn mutated_messages_are_answered_and_change_nothing_unless_they_are_orders() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut watch = Watch::new(LIMITS);
    let (mut tally, mut failed) = (Tally::default(), Vec::new());
    for session in 0..11 {
        if let Err(what) = messages::attack(&library, 14, session, 120, &mut watch, &mut tally, &mut |_| {}) {
            failed.push(what);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tally.carried_out > 80 && tally.refused > 3 && tally.errors > 300, "{tally:?}");
}

#[test]
fn mutated_messages_to_a_server_lose_no_acknowledged_order() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut watch = Watch::new(LIMITS);
    let (mut tally, mut failed) = (Tally::default(), Vec::new());
    for session in 0..5 {
        if let Err(what) = served::attack(&library, 14, session, 200, &mut watch, &mut tally, &mut |_| {}) {
            failed.push(what);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tally.carried_out > 100 && tally.errors > 50, "{tally:?}");
}
