//! A data pack: files laid out as under `data/` that are read over the program's own, to correct a
//! sheet or to add a battle.

mod archive;
mod cache;
mod document;
mod draft;
mod files;
mod folder;
mod typed;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use hexmap::{Fault, Faults, Map, Source, read_toml};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tabletop::{PackMark, ScenarioInfo, hex_string};

use crate::system::Systems;
use crate::{Library, embedded};
pub use archive::{Zip, read_zip, write_zip};
pub use cache::PackCache;
pub use document::document;
pub use draft::{count, drafted, is_map};
pub use files::Files;
pub(crate) use files::no_text;
use typed::has_long_list;
pub use typed::typed_faults;

/// The file that makes a folder a pack.
pub const ABOUT: &str = "pack.toml";

/// How many packs one may say that it took facts over from.
const MOST_SOURCES: usize = 200;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub title: String,
    #[serde(default)]
    pub author: Option<String>,
    /// Its content and the sources of its facts.
    #[serde(default)]
    pub about: Option<String>,
    /// The ids of the packs that facts were taken over from: who counts readers does not count
    /// those again that were only copied.
    #[serde(default)]
    pub from: Vec<String>,
}

/// The data files that a pack is read over: the text of one by its path.
pub type Base = fn(&str) -> Option<String>;

/// A pack that is sound, with what can be played on it.
pub struct Pack {
    base: Base,
    mark: PackMark,
    about: About,
    files: Files,
    library: Arc<Library>,
}

impl Pack {
    /// The pack of these new files, over the program's own.
    ///
    /// # Errors
    /// As [`Pack::read_over`], and every text that no page could show.
    pub fn read(registry: Systems, files: Files) -> Result<Pack, Faults> {
        let mut typed = typed_faults(&files);
        if has_long_list(&files) {
            return Err(typed);
        }
        match Pack::read_kept(registry, files) {
            Ok(pack) => typed.into_result(pack),
            Err(faults) => {
                typed.extend(faults);
                Err(typed)
            }
        }
    }

    /// The pack of files that were read as new ones before, maybe by an earlier program.
    ///
    /// # Errors
    /// As [`Pack::read_over`].
    pub fn read_kept(registry: Systems, files: Files) -> Result<Pack, Faults> {
        Pack::read_over(registry, embedded::data, files)
    }

    /// The pack of these files, over those.
    ///
    /// # Errors
    /// Every fault: in `pack.toml`, in any other of its files, in files of the base that no longer
    /// fit to them, and files that nothing reads.
    pub fn read_over(registry: Systems, base: Base, files: Files) -> Result<Pack, Faults> {
        let mut faults = Faults::default();
        for path in files.keys() {
            if let Err(what) = files::check_path(path) {
                faults.push(path, 1, what);
            }
        }
        let about = match about(&files) {
            Ok(about) => about,
            Err(more) => {
                faults.extend(more);
                About::default()
            }
        };
        let mark = PackMark { id: identity(&files), title: about.title.clone() };
        match over(registry, base, &files, Some(&mark)) {
            Ok(library) if faults.is_empty() => {
                Ok(Pack { base, mark, about, files, library: Arc::new(library) })
            }
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more);
                Err(faults)
            }
        }
    }

    /// The pack in that folder or zip.
    ///
    /// # Errors
    /// As [`Pack::read`], with the files named by where they are; what cannot be read at all is a
    /// fault of the whole.
    pub fn at(registry: Systems, path: &Path) -> Result<Pack, Faults> {
        let files = files_at(path)?;
        Pack::read(registry, files).map_err(|faults| {
            Faults(
                faults
                    .0
                    .into_iter()
                    .map(|f| Fault { file: path.join(&f.file).display().to_string(), ..f })
                    .collect(),
            )
        })
    }

    /// The mark that records name it by. The id is the SHA-256 of its files.
    pub fn mark(&self) -> &PackMark {
        &self.mark
    }

    pub fn about(&self) -> &About {
        &self.about
    }

    /// The packs that one made of this has facts from: this one, and those that it names.
    pub fn lineage(&self) -> Vec<String> {
        self.about.from.iter().cloned().chain([self.mark.id.clone()]).collect()
    }

    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Its library: its own scenarios, and the program's own that it leaves alone.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Whether any file of that scenario is the pack's.
    pub fn holds(&self, scenario: &str) -> bool {
        self.library
            .sources(scenario)
            .is_some_and(|sources| sources.paths().any(|path| self.files.contains_key(path)))
    }

    /// The scenarios of which it holds any file.
    pub fn scenarios(&self) -> impl Iterator<Item = &ScenarioInfo> {
        self.library.scenarios().filter(|scenario| self.holds(&scenario.id))
    }

    /// The map of that name, if its file is the pack's.
    pub fn map(&self, name: &str) -> Option<Arc<Map>> {
        let scenario = self.library.scenarios().find(|scenario| scenario.map == name)?;
        let file = self.library.sources(&scenario.id)?.map;
        self.library.maps().get(name).filter(|_| self.files.contains_key(&file)).cloned()
    }

    /// The text of a data file as the pack has it.
    pub fn text(&self, path: &str) -> Option<String> {
        self.files.get(path).cloned().or_else(|| (self.base)(path))
    }
}

/// The data files of the pack or data folder at that path.
///
/// # Errors
/// What cannot be read, as a fault of the whole.
pub fn files_at(path: &Path) -> Result<Files, Faults> {
    folder::read_path(path).map_err(|what| whole(&path.display().to_string(), what).into())
}

/// A data file as [`document()`] gives it and as it was changed since, laid over the text that it
/// came from.
///
/// # Errors
/// What no data file can hold, in one sentence.
pub fn rewritten(original: &str, document: &Value) -> Result<String, String> {
    document::merged(original, document.as_object().ok_or("an object was expected")?)
}

/// A fault of a whole file.
fn whole(file: &str, what: impl Into<String>) -> Fault {
    Fault { file: file.to_owned(), line: 1, place: None, hex: None, what: what.into() }
}

/// The text of a data file: the pack's, or the program's own.
pub fn text(files: &Files, path: &str) -> Option<String> {
    files.get(path).cloned().or_else(|| embedded::data(path))
}

/// SHA-256 of the paths and texts.
pub fn identity(files: &Files) -> String {
    let mut hash = Sha256::new();
    for part in files.iter().flat_map(|(path, text)| [path, text]) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hex_string(&hash.finalize())
}

/// The text of a pack's `pack.toml`, laid over what it was before. Words that are blank are left
/// out, the title excepted.
///
/// # Errors
/// What no data file can hold.
pub fn about_text(original: &str, about: &About) -> Result<String, String> {
    let mut document = serde_json::Map::new();
    document.insert("title".to_owned(), about.title.trim().into());
    for (name, words) in [("author", &about.author), ("about", &about.about)] {
        if let Some(words) = words.as_deref().map(str::trim).filter(|words| !words.is_empty()) {
            document.insert(name.to_owned(), words.into());
        }
    }
    let mut from: Vec<&String> = Vec::new();
    for id in &about.from {
        from.retain(|known| *known != id);
        from.push(id);
    }
    // Those that come last are nearest.
    let from = &from[from.len().saturating_sub(MOST_SOURCES)..];
    if !from.is_empty() {
        document.insert("from".to_owned(), from.iter().map(|id| id.as_str()).collect());
    }
    document::merged(original, &document)
}

/// The description of the pack of these files.
///
/// # Errors
/// The faults of its `pack.toml`.
pub fn about(files: &Files) -> Result<About, Faults> {
    let Some(text) = files.get(ABOUT) else {
        return Err(whole(ABOUT, "there is no such file; it holds the pack's title").into());
    };
    let about: About = read_toml(ABOUT, text)?;
    let mut faults = Faults::default();
    let id = |id: &String| id.len() == 64 && id.bytes().all(|b| b.is_ascii_hexdigit());
    if about.from.len() > MOST_SOURCES || !about.from.iter().all(id) {
        let at = text.find("from").unwrap_or(0);
        let what = format!("from: at most {MOST_SOURCES} ids of packs were expected, 64 digits each");
        faults.add(Source::new(ABOUT, text).fault(at, what));
    }
    faults.into_result(about)
}

/// The faults of these new files, read over the program's own.
pub fn faults(registry: Systems, files: &Files) -> Faults {
    let mut faults = typed_faults(files);
    faults.extend(over(registry, embedded::data, files, None).err().unwrap_or_default());
    faults
}

/// The library of these files, read over the program's own.
///
/// # Errors
/// Every fault.
pub fn library(registry: Systems, files: &Files) -> Result<Library, Faults> {
    over(registry, embedded::data, files, None)
}

/// The error for a record whose data pack is missing.
pub fn not_here(mark: &PackMark) -> String {
    format!(
        "it was begun on the data pack '{}' ({}…), which is not here: load that pack first, or start the \
         program with it (--pack)",
        mark.title,
        short(&mark.id)
    )
}

/// The beginning of a pack's id, as shown.
pub fn short(id: &str) -> String {
    id.chars().take(12).filter(char::is_ascii_alphanumeric).collect()
}

/// The library of these files over those of the base.
fn over(registry: Systems, base: Base, files: &Files, mark: Option<&PackMark>) -> Result<Library, Faults> {
    let used = RefCell::new(BTreeSet::from([ABOUT.to_owned()]));
    let read = |path: &str| {
        used.borrow_mut().insert(path.to_owned());
        files.get(path).cloned().or_else(|| base(path))
    };
    let library = Library::read_games(registry, &read, mark)?;
    let mut faults = Faults::default();
    for path in files.keys().filter(|path| !used.borrow().contains(*path)) {
        faults.add(whole(path, "nothing reads this file: neither the program nor an index.toml names it"));
    }
    faults.into_result(library)
}
