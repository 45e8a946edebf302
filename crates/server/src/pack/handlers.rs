//! What is asked of packs over the protocol.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use cartographer::{MapOptions, map_svg};
use hexmap::Faults;
use serde_json::Value;
use serde_json::value::RawValue;
use toml_edit::DocumentMut;

use super::files::Gathered;
use super::{ABOUT, Files, Pack, document, over, read_zip, text, whole, write_zip};
use crate::Library;
use crate::protocol::answer::{Checked, Drawn, FaultTold, Kept, Opened, PackInfo, PackTold, Packs, answer};
use crate::protocol::params::{CheckPack, KeepPack};
use crate::protocol::{PackCall, RpcError};

/// A built-in file of each kind, for the order of the keys in a new one.
const MODELS: [&str; 4] = [
    "blue-gray/training/map.toml",
    "blue-gray/training/units.toml",
    "blue-gray/chickamauga/1975.toml",
    "blue-gray/index.toml",
];

/// What a call comes to: the answer, and the pack that was made or loaded. `base` is the pack that the call names.
///
/// # Errors
/// Any [`RpcError`].
pub fn ask(
    library: &Library,
    base: Option<&Pack>,
    call: &PackCall,
) -> Result<(Box<RawValue>, Option<Pack>), RpcError> {
    match call {
        PackCall::Open(asked) => {
            let base = base.or(library.offering(&asked.scenario).map(|pack| &**pack));
            Ok((answer(&open(library, base, &asked.scenario)?)?, None))
        }
        PackCall::Check(asked) => Ok((answer(&check(base, asked))?, None)),
        PackCall::Keep(asked) => {
            let (pack, kept) = keep(base, asked)?;
            Ok((answer(&kept)?, Some(pack)))
        }
        PackCall::Load(asked) => {
            let pack = load(&asked.zip)?;
            Ok((answer(&info(&pack))?, Some(pack)))
        }
        PackCall::List(_) => Ok((answer(&list(library, std::iter::empty()))?, None)),
    }
}

/// `pack.open`: the files a scenario of that library is made of. `pack` is the pack it comes from.
///
/// # Errors
/// If there is no such scenario, or if it is made of no files.
fn open(library: &Library, pack: Option<&Pack>, scenario: &str) -> Result<Opened, RpcError> {
    let known = pack.map_or(library, |pack| pack.library());
    let sources = known
        .sources(scenario)
        .ok_or_else(|| RpcError::malformed(format!("scenario: there are no files of '{scenario}'")))?;
    let (mut files, mut texts) = (BTreeMap::new(), BTreeMap::new());
    let none = Files::new();
    let over = pack.map_or(&none, Pack::files);
    for path in sources.paths() {
        let text = text(over, path).ok_or_else(|| RpcError::ours(format!("{path} cannot be found")))?;
        let document = document::document(path, &text).map_err(|faults| at_fault(&faults))?;
        files.insert(path.clone(), document);
        texts.insert(path.clone(), text);
    }
    Ok(Opened {
        files,
        texts,
        map: sources.map,
        units: sources.units,
        scenario: sources.scenario,
        shared: sources.shared.into_iter().map(|(what, path)| (what.to_owned(), path)).collect(),
        pack: pack.map(|pack| PackTold {
            id: pack.mark().id.clone(),
            title: pack.about().title.clone(),
            author: pack.about().author.clone(),
            about: pack.about().about.clone(),
        }),
    })
}

/// `pack.check`: the faults of documents read over a pack and the program's own data, and the maps among them.
fn check(base: Option<&Pack>, asked: &CheckPack) -> Checked {
    let (files, mut faults) = written(base, &asked.files);
    let mut maps = BTreeMap::new();
    for path in asked.files.keys() {
        let Some(text) = files.get(path).filter(|_| looks_like_a_map(&asked.files[path])) else { continue };
        let Some(map) = hexmap::sketch_map(path, text).0 else { continue };
        if let Ok(layout) = Library::board(&map) {
            maps.insert(path.clone(), Drawn { svg: map_svg(&map, &MapOptions::default()), layout });
        }
    }
    if let Err(more) = over(&files, None) {
        faults.extend(more);
    }
    Checked { faults: told(&faults), maps }
}

fn looks_like_a_map(document: &Value) -> bool {
    document["grid"].is_object() && document["ground"].is_object()
}

/// `pack.keep`: the pack of these documents, and its zip.
///
/// # Errors
/// Its faults.
fn keep(base: Option<&Pack>, asked: &KeepPack) -> Result<(Pack, Kept), RpcError> {
    let (mut files, faults) = written(base, &asked.files);
    if !faults.is_empty() {
        return Err(at_fault(&faults));
    }
    let mut about = DocumentMut::new();
    let words =
        [("title", Some(&asked.title)), ("author", asked.author.as_ref()), ("about", asked.about.as_ref())];
    for (name, words) in words {
        if let Some(words) =
            words.map(|words| words.trim()).filter(|words| name == "title" || !words.is_empty())
        {
            about[name] = toml_edit::value(words);
        }
    }
    files.insert(ABOUT.to_owned(), about.to_string());
    let zip = write_zip(&files).map_err(RpcError::ours)?;
    // What cannot be loaded again is not kept.
    let files = read_zip(&zip).map_err(RpcError::malformed)?;
    let pack = Pack::read(files).map_err(|faults| at_fault(&faults))?;
    let kept = Kept { info: info(&pack), zip: BASE64_STANDARD.encode(zip) };
    Ok((pack, kept))
}

/// `pack.load`: the pack in a zip.
///
/// # Errors
/// Why it is no pack, or its faults.
fn load(zip: &str) -> Result<Pack, RpcError> {
    let bytes = BASE64_STANDARD
        .decode(zip.trim())
        .map_err(|error| RpcError::malformed(format!("zip: this is no Base64: {error}")))?;
    let files = read_zip(&bytes).map_err(|what| RpcError::malformed(format!("zip: {what}")))?;
    Pack::read(files).map_err(|faults| at_fault(&faults))
}

/// What a lobby tells of a pack.
fn info(pack: &Pack) -> PackInfo {
    let about = pack.about().clone();
    PackInfo {
        pack: pack.mark().id.clone(),
        title: about.title,
        author: about.author,
        about: about.about,
        scenarios: pack.scenarios().cloned().collect(),
    }
}

/// `pack.list`: the packs that are offered, and others that somebody named.
pub fn list(library: &Library, named: impl Iterator<Item = Arc<Pack>>) -> Packs {
    let mut packs: Vec<Arc<Pack>> = library.packs().to_vec();
    for pack in named {
        if packs.iter().all(|known| known.mark().id != pack.mark().id) {
            packs.push(pack);
        }
    }
    Packs { packs: packs.iter().map(|pack| info(pack)).collect() }
}

/// That there is no such pack here.
pub fn missing(id: &str, title: Option<&str>) -> RpcError {
    let told: String = id.chars().take(12).filter(char::is_ascii_alphanumeric).collect();
    let (message, data) = match title {
        Some(title) => (
            format!(
                "it was begun on the data pack '{title}' ({told}…), which is not here: load that pack first, or start the program with it (--pack)"
            ),
            serde_json::json!({ "pack": id, "title": title }),
        ),
        None => (
            format!("pack: there is no data pack {told}… here: load it first"),
            serde_json::json!({ "pack": id }),
        ),
    };
    RpcError { data: Some(data), ..RpcError::new(RpcError::NO_PACK, message) }
}

/// The files of a pack with these documents over it.
fn written(base: Option<&Pack>, documents: &BTreeMap<String, Value>) -> (Files, Faults) {
    let mut files = base.map(|pack| pack.files().clone()).unwrap_or_default();
    files.remove(ABOUT);
    let (mut new, mut faults) = (Gathered::default(), Faults::default());
    for (path, document) in documents {
        match write(&files, path, document).and_then(|text| new.add(path, text.into_bytes())) {
            Ok(()) => {}
            Err(what) => faults.add(whole(path, what)),
        }
    }
    files.extend(new.done());
    (files, faults)
}

fn write(files: &Files, path: &str, document: &Value) -> Result<String, String> {
    super::files::check_path(path)?;
    if path == ABOUT {
        return Err("title, author and about are said apart from the files".to_owned());
    }
    let object = document.as_object().ok_or("an object was expected")?;
    match text(files, path) {
        Some(original) => document::merged(&original, object),
        None => {
            let models = MODELS.iter().filter_map(|path| crate::embedded::data(path));
            let model = models.max_by_key(|model| {
                let model: DocumentMut = model.parse().unwrap_or_default();
                object.keys().filter(|key| model.contains_key(key)).count()
            });
            document::fresh(&model.unwrap_or_default(), object)
        }
    }
}

/// The error that names faults.
pub(super) fn at_fault(faults: &Faults) -> RpcError {
    let message = match faults.0.as_slice() {
        [one] => format!("the pack has a fault: {one}"),
        all => format!(
            "the pack has {} faults; the first: {}",
            all.len(),
            all.first().map_or(String::new(), |f| f.to_string())
        ),
    };
    let data = serde_json::json!({ "faults": told(faults) });
    RpcError { data: Some(data), ..RpcError::new(RpcError::PACK_AT_FAULT, message) }
}

fn told(faults: &Faults) -> Vec<FaultTold> {
    let tell = |fault: &hexmap::Fault| FaultTold {
        file: fault.file.clone(),
        line: fault.line,
        place: fault.place.clone(),
        hex: fault.hex.clone(),
        text: fault.what.clone(),
    };
    faults.0.iter().map(tell).collect()
}
