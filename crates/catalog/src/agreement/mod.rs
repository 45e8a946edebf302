//! What several readers of one printed sheet agree on, fact by fact.
//!
//! A reader is the author of a pack in which facts are marked as read from the sheet. Names are not verified:
//! one person can deliberately count as three, but not by accident.

mod read_fact;
mod readings;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use hexmap::Faults;

use crate::facts::{Take, facts, merge};
use crate::pack::{Files, document, rewritten, text};
pub use read_fact::{ReadFact, Value};
pub use readings::{Reading, Readings};

/// The readers who must agree to make a fact. One may misread, and two who differ leave open which is right;
/// three are unlikely to misread a place alike, each on a sheet of their own.
pub const READERS: usize = 3;

/// The most readers that a pack names: that many of the longest names fit into its description.
const MOST_NAMED: usize = 20;

/// A reader and a pack of theirs.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub name: &'a str,
    pub readings: &'a Readings,
}

/// Whether a pack counts for its reader, or why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// Counted in full.
    Once,
    /// The data files are those of the reader of that name, to the letter. It is counted: so are the
    /// files of two who read alike; but one may have copied the other's.
    Alike(String),
    /// The very same pack was counted before, for the reader of that name.
    Same(String),
    /// There was one by this name before: the two count as one reader.
    Again,
}

/// A reader's pack, and what of it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    pub counted: Counted,
    /// How many facts it says were read from the sheet, and count: by file and kind.
    pub read: BTreeMap<(String, String), usize>,
    /// How many were taken over from packs of others, and count for those.
    pub copied: usize,
}

/// The facts on which readers agree or differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Each fact that anybody read, by file and place.
    pub facts: BTreeMap<(String, String), ReadFact>,
    /// The share of each reader's pack, in the order in which they were named.
    pub shares: Vec<Share>,
}

/// A name as it is compared: in small letters, with one space between words.
pub fn folded(name: &str) -> String {
    name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The agreement of these readers, those who came first named first.
///
/// A pack that is named twice counts once, and so does a name: where two packs of one name differ the first
/// counts, so that taking another reader's name cannot undo that reader's facts. A fact that a pack took over
/// from another of these counts only for that other pack.
pub fn agree(readers: &[Reader<'_>]) -> Agreement {
    let mut agreement = Agreement { facts: BTreeMap::new(), shares: Vec::new() };
    let by_pack: HashMap<&str, &Readings> =
        readers.iter().map(|reader| (reader.readings.pack.as_str(), reader.readings)).collect();
    let mut packs: HashMap<&str, &str> = HashMap::new();
    let mut data: HashMap<&str, &str> = HashMap::new();
    let mut names: HashSet<String> = HashSet::new();
    // Who has been counted for a fact.
    let mut counted: HashSet<(String, &(String, String))> = HashSet::new();
    for Reader { name, readings } in readers {
        let mut share = Share { counted: Counted::Once, read: BTreeMap::new(), copied: 0 };
        if let Some(first) = packs.get(readings.pack.as_str()) {
            share.counted = Counted::Same((*first).to_owned());
            agreement.shares.push(share);
            continue;
        }
        packs.insert(&readings.pack, name);
        if let Some(first) = data.insert(&readings.data, name) {
            share.counted = Counted::Alike(first.to_owned());
            data.insert(&readings.data, first);
        }
        let folded = folded(name);
        if !names.insert(folded.clone()) {
            share.counted = Counted::Again;
        }
        let origins: Vec<&Readings> = readings
            .from
            .iter()
            .filter(|id| **id != readings.pack)
            .filter_map(|id| by_pack.get(id.as_str()).copied())
            .collect();
        for (at, reading) in &readings.facts {
            let copied = |origin: &&Readings| origin.facts.get(at).is_some_and(|o| o.value == reading.value);
            if origins.iter().any(copied) {
                share.copied += 1;
                continue;
            }
            if !counted.insert((folded.clone(), at)) {
                continue;
            }
            *share.read.entry((at.0.clone(), reading.kind.clone())).or_default() += 1;
            let told = agreement.facts.entry(at.clone()).or_insert_with(|| ReadFact::of(reading));
            told.add(&reading.value, name);
        }
        agreement.shares.push(share);
    }
    agreement.facts.values_mut().for_each(ReadFact::sort);
    agreement
}

/// The program's own files with what the readers agree on, and how many facts that is; the files
/// of each pack by its id.
///
/// # Errors
/// The faults of a file that cannot be read or written.
pub fn agreed_files(
    agreement: &Agreement,
    readers: &[Reader<'_>],
    packs: &HashMap<String, Files>,
) -> Result<(Files, usize), Faults> {
    let mut wanted: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for ((file, place), told) in &agreement.facts {
        if let Some(agreed) = told.agreed() {
            wanted.entry(file).or_default().insert(place, &agreed.value);
        }
    }
    let (mut files, mut taken) = (Files::new(), 0);
    for (file, mut places) in wanted {
        let mut now = text(&Files::new(), file).unwrap_or_default();
        for Reader { readings, .. } in readers {
            let has = |(place, value): (&&str, &&str)| {
                let reading = readings.facts.get(&(file.to_owned(), (*place).to_owned()));
                reading.is_some_and(|reading| reading.value == *value).then(|| (*place).to_owned())
            };
            let here: BTreeSet<String> = places.iter().filter_map(has).collect();
            let theirs = packs.get(&readings.pack).and_then(|files| files.get(file));
            let Some(theirs) = theirs.filter(|_| !here.is_empty()) else { continue };
            let merged = merge(
                (&document(file, &now)?, &facts(file, &now)?),
                (&document(file, theirs)?, &facts(file, theirs)?),
                &Take::at(here),
            );
            for place in &merged.taken {
                places.remove(place.as_str());
            }
            taken += merged.taken.len();
            now = rewritten(&now, &merged.document).map_err(|what| {
                let mut faults = Faults::default();
                faults.push(file, 1, what);
                faults
            })?;
        }
        files.insert(file.to_owned(), now);
    }
    Ok((files, taken))
}

impl Agreement {
    /// The description of a pack with that many agreed facts.
    pub fn words(&self, facts: usize) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut known = HashSet::new();
        let values = self.facts.values().filter_map(ReadFact::agreed);
        for name in values.flat_map(|value| &value.readers) {
            if known.insert(name) {
                names.push(name);
            }
        }
        let facts = tabletop::counted(facts, "fact");
        let mut words = format!(
            "Agreed: {facts} that at least {READERS} readers of the printed sheet read alike, over the \
             program's own data. Names are as readers gave them; they are not verified. Readers: "
        );
        let told = names.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
        words.push_str(&told);
        if names.len() > MOST_NAMED {
            words.push_str(&format!(" and {} more", names.len() - MOST_NAMED));
        }
        words.push('.');
        words
    }

    /// How many facts are agreed on in those files, and on how many readers differ.
    pub fn counts<'a>(&self, files: impl IntoIterator<Item = &'a str>) -> Counts {
        let files: HashSet<&str> = files.into_iter().collect();
        let told = self.facts.iter().filter(|((file, _), _)| files.contains(file.as_str()));
        let mut counts = Counts::default();
        for (_, told) in told {
            counts.read += 1;
            counts.agreed += usize::from(told.agreed().is_some());
            counts.disputed += usize::from(told.is_disputed());
        }
        counts
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Facts read from the sheet by any reader.
    pub read: usize,
    /// Facts on which enough readers agree.
    pub agreed: usize,
    /// Facts on which two readers differ.
    pub disputed: usize,
}
