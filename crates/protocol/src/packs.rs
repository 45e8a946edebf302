//! What is asked of packs over the protocol.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hexmap::Faults;
use serde_json::value::RawValue;
use tabletop::{PackMark, Record};

use catalog::facts::{self, Fact, Take};
use catalog::pack::{
    ABOUT, About, Files, Pack, about_text, count, document, drafted, faults, is_map, not_here, read_zip,
    short, text, typed_faults, write_zip,
};
use catalog::{After, Library, Systems};

use crate::answer::{
    Checked, Compared, DifferenceTold, Drawn, FactTold, FaultTold, Kept, Merged, Opened, PackInfo, PackTold,
    Packs, WentOn, answer,
};
use crate::drawings::Drawings;
use crate::error::lost;
use crate::params::{CheckPack, ComparePack, FactPlace, KeepPack, MergePack, PackAfter};
use crate::record::read_new_record;
use crate::sheets;
use crate::{PackCall, RpcError};

/// How long the drawings in one answer may be together before no more are made, in bytes: the program's own maps have
/// a third of it.
const MOST_DRAWN: usize = 10 << 20;

/// The packs that a call names.
pub struct NamedPacks<'a> {
    /// The one that its documents are read over, or compared with.
    pub base: Option<&'a Pack>,
    /// The first of those that it takes facts from besides.
    pub from: Option<&'a Pack>,
    /// All that those have facts from, by their ids.
    pub lineage: Vec<String>,
}

/// What a call comes to: the answer, and the pack that was made or loaded. `drawings` are the maps
/// that were sent before. Once `wanted` says that nobody waits for the answer, no more is drawn or
/// read for it.
///
/// # Errors
/// Any [`RpcError`].
pub fn ask(
    library: &Library,
    NamedPacks { base, from, lineage }: NamedPacks<'_>,
    drawings: &Drawings,
    call: &PackCall,
    wanted: &dyn Fn() -> bool,
) -> Result<(Box<RawValue>, Option<Pack>), RpcError> {
    if let Some(documents) = call.documents() {
        count(documents).map_err(|what| RpcError::malformed(format!("files: {what}")))?;
    }
    match call {
        PackCall::Open(asked) => {
            let base = base.or(library.offering(&asked.scenario).map(|pack| &**pack));
            Ok((answer(&open(library, base, &asked.scenario)?)?, None))
        }
        PackCall::Check(asked) => {
            Ok((answer(&check(library.registry(), base, drawings, asked, wanted)?)?, None))
        }
        PackCall::Compare(asked) => Ok((answer(&compare(library.registry(), base, asked)?)?, None)),
        PackCall::Merge(asked) => Ok((answer(&merge(library.registry(), base, from, asked)?)?, None)),
        PackCall::Steps(asked) => Ok((answer(&sheets::ask(library, base, asked)?)?, None)),
        PackCall::Read(asked) => Ok((answer(&sheets::read(library, base, asked)?)?, None)),
        PackCall::Keep(asked) => {
            let (pack, kept) = keep(library.registry(), base, lineage, asked)?;
            Ok((answer(&kept)?, Some(pack)))
        }
        PackCall::Load(asked) => {
            let pack = load(library.registry(), &asked.zip)?;
            Ok((answer(&info(&pack))?, Some(pack)))
        }
        PackCall::After(asked) => {
            let (pack, told) = after(library, base, asked, wanted)?;
            Ok((answer(&told)?, Some(pack)))
        }
        PackCall::List(_) => Ok((answer(&list(library, Vec::new()))?, None)),
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
        let document = document(path, &text).map_err(|faults| at_fault(&faults))?;
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

/// `pack.check`: the faults of documents read over a pack and the program's own data, and the maps
/// among them.
///
/// # Errors
/// That nobody waits for them.
fn check(
    registry: Systems,
    base: Option<&Pack>,
    drawings: &Drawings,
    asked: &CheckPack,
    wanted: &dyn Fn() -> bool,
) -> Result<Checked, RpcError> {
    let still_wanted = || if wanted() { Ok(()) } else { Err(lost()) };
    let (files, mut found) = drafted(registry, base, &asked.files);
    let (mut maps, mut undrawn, mut bytes) = (BTreeMap::new(), Vec::new(), 0);
    for path in asked.files.keys() {
        let Some(text) = files.get(path).filter(|_| is_map(&asked.files[path])) else { continue };
        still_wanted()?;
        if bytes > MOST_DRAWN {
            undrawn.push(path.clone());
            continue;
        }
        let drawn = match &asked.drawn {
            Some(held) => drawings.told(path, text, held.get(path).map(String::as_str)),
            None => Drawn::whole(path, text),
        };
        if let Some(drawn) = drawn {
            bytes += drawn.size();
            maps.insert(path.clone(), drawn);
        }
    }
    still_wanted()?;
    found.extend(faults(registry, &files));
    Ok(Checked { faults: told(&found), maps, undrawn })
}

/// `pack.compare`: the facts that documents have otherwise than a pack, or than the program's own
/// data.
///
/// # Errors
/// Where the documents cannot be read; other faults keep nobody from comparing.
fn compare(registry: Systems, against: Option<&Pack>, asked: &ComparePack) -> Result<Compared, RpcError> {
    let (here, faults) = drafted(registry, against, &asked.files);
    if !faults.is_empty() {
        return Err(at_fault(&faults));
    }
    let none = Files::new();
    let there = against.map_or(&none, Pack::files);
    let mut differences = Vec::new();
    for file in asked.files.keys() {
        let read = |files: &Files| {
            let text = text(files, file).unwrap_or_default();
            facts::facts(file, &text).map_err(|faults| at_fault(&faults))
        };
        let (here, there) = (read(&here)?, read(there)?);
        differences.extend(facts::compare(&here, &there).iter().map(|difference| DifferenceTold {
            file: file.clone(),
            place: difference.place.to_owned(),
            kind: difference.here.or(difference.there).map_or_else(String::new, |fact| fact.kind.clone()),
            hexes: difference.here.or(difference.there).map_or_else(Vec::new, |fact| fact.hexes.clone()),
            here: difference.here.map(fact_told),
            there: difference.there.map(fact_told),
            better: difference.is_better_there(),
        }));
    }
    Ok(Compared { differences })
}

/// `pack.merge`: documents with facts of another pack taken into them, or of the program's own data.
///
/// # Errors
/// Where the documents cannot be read; what does not fit together is told of the result.
fn merge(
    registry: Systems,
    base: Option<&Pack>,
    from: Option<&Pack>,
    asked: &MergePack,
) -> Result<Merged, RpcError> {
    let (here, faults) = drafted(registry, base, &asked.files);
    if !faults.is_empty() {
        return Err(at_fault(&faults));
    }
    if let Some(unknown) =
        asked.take.facts.iter().flatten().find(|fact| !asked.files.contains_key(&fact.file))
    {
        return Err(RpcError::malformed(format!("take.facts: {} is none of these files", unknown.file)));
    }
    let none = Files::new();
    let there = from.map_or(&none, Pack::files);
    let mut merged = Merged { files: BTreeMap::new(), taken: Vec::new(), left: 0, faults: Vec::new() };
    for file in asked.files.keys() {
        let read = |files: &Files| {
            let text = text(files, file).unwrap_or_default();
            let read = || Ok((document(file, &text)?, facts::facts(file, &text)?));
            read().map_err(|faults: Faults| at_fault(&faults))
        };
        let ((document, facts), (other, others)) = (read(&here)?, read(there)?);
        let take = match &asked.take.facts {
            Some(chosen) => {
                let of_file = chosen.iter().filter(|fact| fact.file == *file);
                Take::at(of_file.map(|fact| fact.place.clone()))
            }
            None => Take { all: asked.take.all, ..Take::default() },
        };
        let one = facts::merge((&document, &facts), (&other, &others), &take);
        merged.left += one.left.len();
        if !one.taken.is_empty() {
            merged.files.insert(file.clone(), one.document);
        }
        let place = |place| FactPlace { file: file.clone(), place };
        merged.taken.extend(one.taken.into_iter().map(place));
    }
    let mut all = asked.files.clone();
    all.extend(merged.files.clone());
    let (files, mut found) = drafted(registry, base, &all);
    found.extend(catalog::pack::faults(registry, &files));
    merged.faults = told(&found);
    Ok(merged)
}

pub fn fact_told(fact: &Fact) -> FactTold {
    FactTold {
        value: fact.value.clone(),
        basis: fact.basis.map(|basis| basis.to_string()),
        at: fact.path.clone(),
    }
}

/// `pack.keep`: the pack of these documents, and its zip.
///
/// # Errors
/// Its faults.
fn keep(
    registry: Systems,
    base: Option<&Pack>,
    mut lineage: Vec<String>,
    asked: &KeepPack,
) -> Result<(Pack, Kept), RpcError> {
    let (mut files, faults) = drafted(registry, base, &asked.files);
    if !faults.is_empty() {
        return Err(at_fault(&faults));
    }
    lineage.extend(base.iter().flat_map(|pack| pack.lineage()));
    let about = About {
        title: asked.title.clone(),
        author: asked.author.clone(),
        about: asked.about.clone(),
        from: lineage,
    };
    files.insert(ABOUT.to_owned(), about_text("", &about).map_err(RpcError::ours)?);
    typed_faults(&files).into_result(()).map_err(|faults| at_fault(&faults))?;
    kept(registry, &files)
}

/// The pack of these files, whose texts have been read, and its zip.
///
/// # Errors
/// Its faults.
pub fn kept(registry: Systems, files: &Files) -> Result<(Pack, Kept), RpcError> {
    let zip = write_zip(files).map_err(RpcError::ours)?;
    // What cannot be loaded again is not kept.
    let files = read_zip(&zip).map_err(RpcError::malformed)?;
    let pack = Pack::read_kept(registry, files).map_err(|faults| at_fault(&faults))?;
    let kept = Kept { info: info(&pack), zip: BASE64_STANDARD.encode(zip) };
    Ok((pack, kept))
}

/// `pack.load`: the pack in a zip.
///
/// # Errors
/// Why it is no pack, or its faults.
fn load(registry: Systems, zip: &str) -> Result<Pack, RpcError> {
    let bytes = BASE64_STANDARD
        .decode(zip.trim())
        .map_err(|error| RpcError::malformed(format!("zip: this is no Base64: {error}")))?;
    let files = read_zip(&bytes).map_err(|what| RpcError::malformed(format!("zip: {what}")))?;
    Pack::read(registry, files).map_err(|faults| at_fault(&faults))
}

/// `pack.after`: the battle that follows a finished game. `base` is the pack that the game was
/// played on.
///
/// # Errors
/// Why the record is none, that its pack is not the one that is named, and what
/// [`Library::after`] says.
fn after(
    library: &Library,
    base: Option<&Pack>,
    asked: &PackAfter,
    wanted: &dyn Fn() -> bool,
) -> Result<(Pack, WentOn), RpcError> {
    let (header, entries) = read_new_record(&asked.record)?;
    let of = header.pack.as_ref().filter(|mark| base.is_none_or(|base| base.mark().id != mark.id));
    if let Some(mark) = of {
        return Err(missing(&mark.id, Some(&mark.title)));
    }
    if header.pack.is_none() && base.is_some() {
        return Err(RpcError::malformed("base: the game was played on no pack"));
    }
    let known = base.map_or(library, |pack| pack.library());
    let secret = header.seed();
    let (game, _) = known.admit_while(Record::of(header, entries), secret, wanted)?;
    let After { interlude, sequel, pack } =
        known.after(&*game, asked.interlude.as_deref(), &asked.options, base)?;
    let zip = write_zip(pack.files()).map_err(RpcError::ours)?;
    let told = WentOn {
        info: info(&pack),
        interlude,
        options: sequel.options,
        scenario: sequel.scenario,
        units: sequel.units,
        lines: sequel.lines,
        zip: BASE64_STANDARD.encode(zip),
    };
    Ok((pack, told))
}

/// What a lobby tells of a pack.
pub fn info(pack: &Pack) -> PackInfo {
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
pub fn list(library: &Library, named: Vec<PackInfo>) -> Packs {
    let mut packs: Vec<PackInfo> = library.packs().iter().map(|pack| info(pack)).collect();
    for pack in named {
        if packs.iter().all(|known| known.pack != pack.pack) {
            packs.push(pack);
        }
    }
    Packs { packs }
}

/// The pack of files that were kept, maybe by an earlier program.
///
/// # Errors
/// That it does not fit to this program any more.
pub fn read_kept(registry: Systems, id: &str, files: Files) -> Result<Pack, RpcError> {
    Pack::read_kept(registry, files).map_err(|faults| {
        tracing::error!(pack = id, %faults, "a pack that was kept can no longer be read");
        RpcError::ours(format!("this data pack does not fit to this program any more: {faults}"))
    })
}

/// That there is no such pack here.
pub fn missing(id: &str, title: Option<&str>) -> RpcError {
    let told = short(id);
    let (message, data) = match title {
        Some(title) => (
            not_here(&PackMark { id: id.to_owned(), title: title.to_owned() }),
            serde_json::json!({ "pack": id, "title": title }),
        ),
        None => (
            format!("pack: there is no data pack {told}… here: load it first"),
            serde_json::json!({ "pack": id }),
        ),
    };
    RpcError { data: Some(data), ..RpcError::new(RpcError::NO_PACK, message) }
}

/// The error that names faults.
pub fn at_fault(faults: &Faults) -> RpcError {
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
