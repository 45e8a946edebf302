//! How the folder of each edition numbers the exclusive cases, which are cited by one number in all
//! editions of a battle.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, read_toml};
use serde::Deserialize;
use tabletop::{Case, PrintedCase};

/// The editions whose numbers are known.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Editions {
    pub source: String,
    edition: Vec<Arc<Edition>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edition {
    /// A scenario has the name of its folder.
    scenario: String,
    numbers: Vec<FolderNumbers>,
}

/// Cases of which a folder prints the number: those named, those of some chapters under their own
/// numbers, or all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FolderNumbers {
    folder: Arc<str>,
    cases: Option<BTreeMap<Case, Case>>,
    chapters: Option<Vec<u32>>,
}

/// The printed numbers of one edition's exclusive cases; `None` where they are unknown.
#[derive(Debug, Clone, Default)]
pub struct Numbering(Option<Arc<Edition>>);

impl Editions {
    /// Reads them.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(file: &str, text: &str) -> Result<Editions, Faults> {
        read_toml(file, text)
    }

    /// The numbering of a scenario's edition.
    pub fn of(&self, scenario: &str) -> Numbering {
        Numbering(self.edition.iter().find(|edition| edition.scenario == scenario).cloned())
    }
}

impl Numbering {
    /// The printed number of an exclusive case, and its folder.
    pub fn printed(&self, case: Case) -> Option<PrintedCase> {
        let edition = self.0.as_ref()?;
        edition.numbers.iter().find_map(|numbers| {
            let named = match &numbers.cases {
                Some(cases) => cases.get(&case).copied(),
                None => Some(case),
            };
            let held = numbers.chapters.as_ref().is_none_or(|held| held.contains(&case.chapter()));
            let case = named.filter(|_| held)?;
            let not_held = *numbers.folder != *edition.scenario;
            Some(PrintedCase { case, system: numbers.folder.clone(), not_held })
        })
    }
}
