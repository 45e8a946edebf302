//! How the folder of each edition numbers the exclusive cases, which are cited by one number in all
//! editions of a battle.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::Faults;
use serde::Deserialize;
use tabletop::{Case, PrintedCase};

/// The editions whose numbers are known.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Editions {
    /// Where the numbers come from.
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

/// What is printed for the exclusive cases of one edition; nothing where that is not known.
#[derive(Debug, Clone, Default)]
pub struct Numbering(Option<Arc<Edition>>);

impl Editions {
    /// Reads them.
    ///
    /// # Errors
    /// The first fault, with file and line.
    pub fn read(file: &str, text: &str) -> Result<Editions, Faults> {
        toml::from_str(text).map_err(|error| Faults::from_toml(file, text, &error))
    }

    /// The numbering of a scenario's edition.
    pub fn of(&self, scenario: &str) -> Numbering {
        Numbering(self.edition.iter().find(|edition| edition.scenario == scenario).cloned())
    }
}

impl Numbering {
    /// What is printed for an exclusive case, and in which folder.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use tabletop::case;

    use super::*;

    const TWO_FOLDERS: &str = r#"
        source = "made up"
        [[edition]]
        scenario = "second"
        numbers = [
          { folder = "second", cases = { "17.11" = "18.11" } },
          { folder = "first", chapters = [14] },
          { folder = "old" },
        ]"#;

    #[test]
    fn the_first_list_that_has_a_case_counts() {
        let editions = Editions::read("editions.toml", TWO_FOLDERS).unwrap();
        let printed = |case| {
            let printed = editions.of("second").printed(case).unwrap();
            printed.to_string()
        };
        assert_eq!(printed(case!("17.11")), "18.11");
        assert_eq!(printed(case!("14.3")), "first 14.3", "its own number is not held");
        assert_eq!(printed(case!("17.12")), "old 17.12");
        assert_eq!(editions.of("another").printed(case!("17.11")), None);
    }

    #[test]
    fn a_number_that_is_none_is_a_fault_with_its_line() {
        let wrong = TWO_FOLDERS.replace("18.11", "18 11");
        let faults = Editions::read("editions.toml", &wrong).unwrap_err().to_string();
        assert!(faults.contains("editions.toml:6") && faults.contains("'18 11' is no case"), "{faults}");
    }
}
