//! What a pack says was read from the printed sheet.

use std::collections::BTreeMap;

use hexmap::Faults;

use crate::facts::{Basis, Fact, compare, facts};
use crate::pack::{ABOUT, Files, identity, text};

/// A fact that was read from the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The kind of the facts in its part of the file.
    pub kind: String,
    pub value: String,
    /// The printed numbers of the hexes it is at.
    pub hexes: Vec<String>,
    /// As the program's own data have it, if they do.
    pub own: Option<Fact>,
}

/// The facts that a pack marks as read from the sheet, where the program's own data do not say the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Readings {
    pub pack: String,
    /// An identity of its data files, independent of its title and author.
    pub data: String,
    /// The ids of the packs that it has facts from.
    pub from: Vec<String>,
    /// The facts, by file and place.
    pub facts: BTreeMap<(String, String), Reading>,
}

impl Readings {
    /// Those of a pack with that id, which has facts from those.
    ///
    /// # Errors
    /// The faults of a file that cannot be read.
    pub fn of(pack: &str, from: &[String], files: &Files) -> Result<Readings, Faults> {
        let mut data = files.clone();
        data.remove(ABOUT);
        let mut read = Readings {
            pack: pack.to_owned(),
            data: identity(&data),
            from: from.to_vec(),
            facts: BTreeMap::new(),
        };
        let none = Files::new();
        for (file, theirs) in files.iter().filter(|(file, _)| *file != ABOUT) {
            let own = facts(file, &text(&none, file).unwrap_or_default())?;
            let theirs = facts(file, theirs)?;
            for difference in compare(&own, &theirs) {
                let printed = difference.there.filter(|fact| fact.basis == Some(Basis::Printed));
                let Some(fact) = printed else { continue };
                let reading = Reading {
                    kind: fact.kind.clone(),
                    value: fact.value.clone(),
                    hexes: fact.hexes.clone(),
                    own: difference.here.cloned(),
                };
                read.facts.insert((file.clone(), difference.place.to_owned()), reading);
            }
        }
        Ok(read)
    }

    /// The packs that one made of this has facts from: this one, and those that it names.
    pub fn lineage(&self) -> impl Iterator<Item = &String> {
        self.from.iter().chain([&self.pack])
    }

    /// About how much memory they take, in bytes.
    pub fn memory(&self) -> usize {
        /// What a text takes besides its letters, and a fact besides its texts.
        const TEXT: usize = 40;
        const FACT: usize = 100;
        let texts = |texts: &[String]| texts.iter().map(|text| TEXT + text.len()).sum::<usize>();
        let fact = |((file, place), read): (&(String, String), &Reading)| {
            let own = read.own.as_ref().map_or(0, |own| {
                FACT + 3 * TEXT + own.kind.len() + own.value.len() + own.path.len() + texts(&own.hexes)
            });
            let own_texts = file.len() + place.len() + read.kind.len() + read.value.len();
            FACT + 4 * TEXT + own_texts + texts(&read.hexes) + own
        };
        self.facts.iter().map(fact).sum()
    }
}
