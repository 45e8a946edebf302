//! Battles of Kernstown for tests.

use std::path::Path;
use std::sync::OnceLock;

use blind_swords::{Battle, Library};
use serde_json::{Map, Value, json};

/// All six, the smallest first.
pub const SCENARIOS: [&str; 6] = [
    "kernstown-1-stone-wall",
    "kernstown-2-historical",
    "kernstown-3-jackson-aware",
    "kernstown-4-breckinridge",
    "kernstown-5-historical-1864",
    "kernstown-6-what-if",
];

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// A scenario, with all its options or none.
pub fn battle(scenario: &str, options: bool) -> Battle {
    let chosen = json!({ "rare-events": options, "chew": options, "broken-stay-worn": options });
    let chosen: Map<String, Value> = serde_json::from_value(chosen).unwrap_or_default();
    library().battle(scenario, &chosen, None).unwrap_or_else(|e| panic!("{e:?}"))
}
