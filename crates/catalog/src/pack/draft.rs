//! Documents written over a pack, as the files of a new one.

use std::collections::BTreeMap;

use hexmap::Faults;
use serde_json::Value;
use toml_edit::DocumentMut;

use super::files::{Gathered, check_path};
use super::{ABOUT, Files, Pack, document, text, whole};
use crate::embedded;
use crate::system::Systems;

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
