//! The data of Kernstown as it is read: what the rulebook fixes of it, and what happens to files
//! that are at fault.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod charts;
mod chits;
mod faults;
mod games;
mod map;
mod sandbox;
mod scenarios;
mod units;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use blind_swords::{Library, Scenario};

/// Everything, as it stands.
pub static LIBRARY: LazyLock<Library> = LazyLock::new(|| match Library::load(&read) {
    Ok(library) => library,
    Err(faults) => panic!("{faults}"),
});

/// A data file as it stands.
pub fn read(file: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file)).ok()
}

/// The scenario with that number.
pub fn scenario(number: u8) -> Arc<Scenario> {
    let ids = [
        "kernstown-1-stone-wall",
        "kernstown-2-historical",
        "kernstown-3-jackson-aware",
        "kernstown-4-breckinridge",
        "kernstown-5-historical-1864",
        "kernstown-6-what-if",
    ];
    LIBRARY.scenario(ids[usize::from(number) - 1]).unwrap()
}
