//! Documents written over a pack, as the files of a new one.

use std::collections::BTreeMap;

use hexmap::Faults;
use serde_json::Value;
use toml_edit::DocumentMut;

use super::files::{Gathered, LONGEST_PACK, MOST_FILES, check_path};
use super::{ABOUT, Files, Pack, document, text, whole};
use crate::embedded;
use crate::system::Systems;

/// How many maps documents may hold: each is drawn whole. The program's own data have half as many.
const MOST_MAPS: usize = 12;

/// The most entries in a list of a document. Each may be compared with each of another file; the longest list of the
/// program's own data has a fifth of them.
pub(super) const LONGEST_LIST: usize = 1000;

/// Counts documents before any of them is read.
///
/// # Errors
/// What was found, and what is allowed.
pub fn count(documents: &BTreeMap<String, Value>) -> Result<(), String> {
    let within = |found: usize, most: usize, what: &str| {
        if found <= most { Ok(()) } else { Err(format!("{found} {what}; at most {most} are allowed")) }
    };
    within(documents.len(), MOST_FILES, "documents were sent")?;
    within(documents.values().filter(|document| is_map(document)).count(), MOST_MAPS, "maps were sent")?;
    let longest = documents.values().map(longest_list).max().unwrap_or_default();
    within(longest, LONGEST_LIST, "entries were sent in one list")?;
    let together = documents.values().map(length).sum();
    within(together, LONGEST_PACK, "bytes of JSON were sent in all documents together")
}

/// Whether a document is a map that can be drawn.
pub fn is_map(document: &Value) -> bool {
    document["grid"].is_object() && document["ground"].is_object()
}

/// The entries of the longest list, or table, in a document.
fn longest_list(document: &Value) -> usize {
    match document {
        Value::Array(list) => list.iter().map(longest_list).max().unwrap_or_default().max(list.len()),
        Value::Object(table) => table.values().map(longest_list).max().unwrap_or_default().max(table.len()),
        _ => 0,
    }
}

/// The length of a document as JSON in bytes, without storing it.
fn length(document: &Value) -> usize {
    struct Length(usize);
    impl std::io::Write for Length {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut length = Length(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut length, document);
    length.0
}

/// The files of a pack with these documents over it, and what is wrong with the documents.
pub fn drafted(
    registry: Systems,
    base: Option<&Pack>,
    documents: &BTreeMap<String, Value>,
) -> (Files, Faults) {
    let mut files = base.map(|pack| pack.files().clone()).unwrap_or_default();
    files.remove(ABOUT);
    let (mut new, mut faults) = (Gathered::default(), Faults::default());
    for (path, document) in documents {
        match write(registry, &files, path, document).and_then(|text| new.add(path, text.into_bytes())) {
            Ok(()) => {}
            Err(what) => faults.add(whole(path, what)),
        }
    }
    files.extend(new.done());
    (files, faults)
}

fn write(registry: Systems, files: &Files, path: &str, document: &Value) -> Result<String, String> {
    check_path(path)?;
    if path == ABOUT {
        return Err("title, author and about are said apart from the files".to_owned());
    }
    let object = document.as_object().ok_or("an object was expected")?;
    match text(files, path) {
        Some(original) => document::merged(&original, object),
        None => {
            let models = registry.iter().flat_map(|system| system.models());
            let models = models.filter_map(|path| embedded::data(path));
            let model = models.max_by_key(|model| {
                let model: DocumentMut = model.parse().unwrap_or_default();
                object.keys().filter(|key| model.contains_key(key)).count()
            });
            document::fresh(&model.unwrap_or_default(), object)
        }
    }
}
