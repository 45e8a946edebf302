//! Mutated files and messages: a short run of what `tests/mutate` does at length.

mod attack;

use std::sync::Arc;
use std::time::Duration;

use attack::files::{Shelf, Taken};
use attack::messages::{self, Tally};
use attack::served;
use attack::watch::{Limits, Watch};
use testing::nightly;

/// What every run begins with; an input is named by it and its number.
const SEED: u64 = 14;

/// A test build is ten times slower than the program, and other tests run at the same time.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), memory: None };

#[test]
fn mutated_files_are_sound_or_refused_in_words() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let shelf = Shelf::new(&library, SEED);
    let mut watch = Watch::new(LIMITS);
    let (mut refused, mut sound, mut failed) = (0, 0, Vec::new());
    let count = nightly(50, 500);
    for n in 0..count {
        match shelf.attack(SEED, n, &mut watch) {
            Ok(Taken::Refused) => refused += 1,
            Ok(Taken::Sound) => sound += 1,
            Err(what) => failed.push(what),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(4 * refused > count && 15 * sound > count, "{refused} refused, {sound} sound");
}

#[test]
fn mutated_messages_are_answered_and_change_nothing_unless_they_are_orders() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut watch = Watch::new(LIMITS);
    let (mut tally, mut failed) = (Tally::default(), Vec::new());
    // A session in a game of each scenario.
    let count = nightly(40, 400);
    for session in 0..11 {
        if let Err(what) =
            messages::attack(&library, SEED, session, count, &mut watch, &mut tally, &mut |_| {})
        {
            failed.push(what);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tally.carried_out > 20 && tally.refused > 0 && tally.errors > 100, "{tally:?}");
}

#[test]
fn mutated_messages_to_a_server_lose_no_acknowledged_order() {
    let library = Arc::new(systems::library().expect("the data is sound"));
    let mut watch = Watch::new(LIMITS);
    let (mut tally, mut failed) = (Tally::default(), Vec::new());
    for session in 0..nightly(2, 20) {
        if let Err(what) = served::attack(&library, SEED, session, 200, &mut watch, &mut tally, &mut |_| {}) {
            failed.push(what);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tally.carried_out > 40 && tally.errors > 20, "{tally:?}");
}
