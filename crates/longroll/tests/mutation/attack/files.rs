//! Mutated files: data files, packs, records, experiments and weights, fed to the code that reads
//! them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use ai::{Budget, Chance, Level, Weighed};
use catalog::pack::{Files, Pack, read_zip, write_zip};
use catalog::{Library, Start};
use hexmap::Faults;
use protocol::Line;
use protocol::RpcError;
use protocol::handlers::whole;
use protocol::record::read_record;
use render::{MapOptions, map_svg};
use serde_json::{Value, json};
use tabletop::{Act, Side, Viewer};
use tempfile::TempDir;
use tournament::{Experiment, Systems};

use super::edit::{self, Edit, mixed, smallest};
use super::play::Played;
use super::watch::Watch;

/// A file that is mutated, and how it is read.
#[derive(Clone)]
enum Base {
    /// A file of the data folder, by its path.
    Data(String),
    /// A file of a pack that contains a new battle, by its path.
    Battle(String),
    /// A pack as a zip.
    Zip(Vec<u8>),
    /// A record of a game.
    Record(String),
    /// An experiment of the laboratory.
    Experiment(String),
    /// The weights of commanders: a scenario for them to play, and the file's text.
    Weights(&'static str, String),
}

/// Everything that is read besides the mutated file.
pub struct Shelf {
    library: Arc<Library>,
    /// A copy of the data folder.
    folder: TempDir,
    data: Files,
    battle: Files,
    bases: Vec<Base>,
    words: Vec<Vec<String>>,
}

/// How a file was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// With a clear error.
    Refused,
    /// It is sound in spite of the change.
    Sound,
}

/// The project's data folder.
pub fn data_folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

fn gather(folder: &Path, below: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read_to_string(entry.path()).expect("it is text"));
        }
    }
}

/// The training battle under another name, with its index: a pack that brings a new battle.
fn battle(data: &Files) -> Files {
    let moved = |text: &str| text.replace("training", "mill");
    let mut files = Files::new();
    for (path, text) in data.iter().filter(|(path, _)| path.starts_with("blue-gray/training/")) {
        files.insert(moved(path), moved(text));
    }
    let index = &data["blue-gray/index.toml"];
    let mut index: toml::Table = toml::from_str(index).expect("it is TOML");
    let path = |name: &str| toml::Value::String(format!("blue-gray/mill/{name}.toml"));
    if let Some(toml::Value::Table(maps)) = index.get_mut("maps") {
        maps.insert("mill".to_owned(), path("map"));
    }
    if let Some(toml::Value::Array(scenarios)) = index.get_mut("scenarios") {
        scenarios.push(path("battle"));
    }
    files.insert("blue-gray/index.toml".to_owned(), toml::to_string(&index).expect("it can be written"));
    files.insert(
        "pack.toml".to_owned(),
        "title = \"The mill\"\nabout = \"A mill.\\nAnd a road.\"\n".to_owned(),
    );
    files
}

/// The record of the first orders of a game, with shares of the dice, and with orders undone and
/// redone.
fn record(library: &Library, scenario: &str, orders: usize, chance: &mut Chance) -> String {
    let mut game = Played::begin(library, scenario, chance).expect("it begins");
    if chance.one_in(2) {
        game.table.act(Side::Union, Act::Seed("a share")).expect("it is the first");
    }
    for _ in 0..orders {
        let Some((side, order)) = game.next().expect("somebody orders") else { break };
        game.table.order(side, &order, None).expect("it is legal");
        if game.table.options(Viewer::Side(side))["undo"] == true && chance.one_in(3) {
            game.table.act(side, Act::Undo).expect("it may");
            if chance.one_in(2) {
                game.table.act(side, Act::Redo).expect("it may");
            }
        }
    }
    game.record()
}

impl Shelf {
    /// The project's files, and records of games played for the purpose.
    pub fn new(library: &Arc<Library>, seed: u64) -> Shelf {
        let chance = &mut Chance::new(mixed(seed, u64::MAX));
        let mut data = Files::new();
        gather(&data_folder(), "", &mut data);
        let folder = TempDir::new().expect("a folder");
        for (path, text) in &data {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
            fs::write(path, text).expect("it is written");
        }
        let battle = battle(&data);
        let sound =
            Pack::read(systems::registry(), battle.clone()).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(sound.scenarios().count() > 0);
        let mut bases: Vec<Base> = Vec::new();
        for (path, text) in &data {
            match path.split('/').next() {
                Some("lab") => bases.extend([Base::Data(path.clone()), Base::Experiment(text.clone())]),
                Some("commander") => {
                    let scenario =
                        if path.contains("blue-gray") { "training" } else { "kernstown-1-stone-wall" };
                    bases.extend([Base::Data(path.clone()), Base::Weights(scenario, text.clone())]);
                }
                // The files that make up a battle count more than those that describe it.
                _ => bases.extend(std::iter::repeat_n(Base::Data(path.clone()), 2)),
            }
        }
        bases.extend(battle.keys().cloned().map(Base::Battle));
        bases.push(Base::Zip(write_zip(&battle).expect("it is written")));
        for path in ["kernstown/map.toml", "blue-gray/chattanooga/map.toml"] {
            let files = Files::from([
                (path.to_owned(), data[path].clone()),
                ("pack.toml".to_owned(), battle["pack.toml"].clone()),
            ]);
            bases.push(Base::Zip(write_zip(&files).expect("it is written")));
        }
        let scenarios: Vec<String> = library.scenarios().map(|scenario| scenario.id.clone()).collect();
        for scenario in &scenarios {
            let orders = [20, 60, 400][chance.below(3)];
            bases.push(Base::Record(record(library, scenario, orders, chance)));
        }
        bases.push(Base::Record(record(library, "training", usize::MAX, chance)));
        let words = bases
            .iter()
            .map(|base| match base {
                Base::Data(path) => edit::words_of(&data[path]),
                Base::Battle(path) => edit::words_of(&battle[path]),
                Base::Record(text) | Base::Experiment(text) | Base::Weights(_, text) => edit::words_of(text),
                Base::Zip(_) => Vec::new(),
            })
            .collect();
        Shelf { library: Arc::clone(library), folder, data, battle, bases, words }
    }

    /// Feeds the `n`th mutated file of a seed to the code that reads it.
    ///
    /// # Errors
    /// What it did that no file may do, with the smallest input that does it.
    pub fn attack(&self, seed: u64, n: u64, watch: &mut Watch) -> Result<Taken, String> {
        let chance = &mut Chance::new(mixed(seed, n));
        let which = chance.below(self.bases.len());
        let again = mixed(seed, n) ^ 1;
        let edits: Vec<Edit> = (0..1 + chance.below(3) * chance.below(3))
            .map(|i| {
                let seed = mixed(again, i as u64);
                if chance.one_in(2) { Edit::Tree(seed) } else { Edit::Text(seed) }
            })
            .collect();
        self.feed(which, &edits, again, watch).map_err(|what| {
            let fails = |edits: &[Edit]| self.feed(which, edits, again, watch).is_err();
            let edits = smallest(&edits, fails);
            let bytes = self.mutated(which, &edits);
            let told = kept(&format!("file-{seed}-{n}"), &bytes);
            format!("file {n} of seed {seed} ({}): {what}\n  edits {edits:?}, {told}", self.name(which))
        })
    }

    fn name(&self, which: usize) -> String {
        match &self.bases[which] {
            Base::Data(path) => path.clone(),
            Base::Battle(path) => format!("{path} of a pack"),
            Base::Zip(_) => "a zip".to_owned(),
            Base::Record(_) => "a record".to_owned(),
            Base::Experiment(_) => "an experiment".to_owned(),
            Base::Weights(..) => "weights".to_owned(),
        }
    }

    fn original(&self, which: usize) -> &[u8] {
        match &self.bases[which] {
            Base::Data(path) => self.data[path].as_bytes(),
            Base::Battle(path) => self.battle[path].as_bytes(),
            Base::Record(text) | Base::Experiment(text) | Base::Weights(_, text) => text.as_bytes(),
            Base::Zip(bytes) => bytes,
        }
    }

    /// The file after these edits.
    fn mutated(&self, which: usize, edits: &[Edit]) -> Vec<u8> {
        let mut bytes = self.original(which).to_vec();
        let words = &self.words[which];
        for one in edits {
            match *one {
                Edit::Text(seed) => edit::text(&mut bytes, seed, words),
                Edit::Tree(seed) => {
                    let done = match &self.bases[which] {
                        Base::Record(_) => entry(&mut bytes, seed, words),
                        Base::Zip(_) => None,
                        _ => document(&mut bytes, seed, words),
                    };
                    if done.is_none() {
                        edit::text(&mut bytes, seed, words);
                    }
                }
            }
            bytes.truncate(8 * 1024 * 1024);
        }
        bytes
    }

    fn feed(&self, which: usize, edits: &[Edit], seed: u64, watch: &mut Watch) -> Result<Taken, String> {
        let bytes = self.mutated(which, edits);
        let chance = &mut Chance::new(seed);
        match &self.bases[which] {
            Base::Data(path) => self.folder(path, &bytes, chance, watch),
            Base::Battle(path) => {
                let mut files = self.battle.clone();
                let Ok(text) = String::from_utf8(bytes) else { return Ok(Taken::Refused) };
                files.insert(path.clone(), text);
                self.pack(files, chance, watch)
            }
            Base::Zip(_) => match watch.mind("a zip is read", || read_zip(&bytes))? {
                Ok(files) => self.pack(files, chance, watch),
                Err(what) => said(&what),
            },
            Base::Record(_) => self.record(&bytes, chance, watch),
            Base::Experiment(_) => experiment(&bytes, watch),
            Base::Weights(scenario, _) => self.weights(scenario, &bytes, watch),
        }
    }

    /// As a file of the data folder, read by `longroll check`, and as a file of a pack.
    fn folder(
        &self,
        path: &str,
        bytes: &[u8],
        chance: &mut Chance,
        watch: &mut Watch,
    ) -> Result<Taken, String> {
        let file = self.folder.path().join(path);
        fs::write(&file, bytes).expect("it is written");
        let read = watch.mind("the data is read", || Library::at(systems::registry(), self.folder.path()));
        fs::write(&file, &self.data[path]).expect("it is written");
        let text = String::from_utf8(bytes.to_vec()).ok();
        let read = read?;
        let part = path.split('/').next().unwrap_or_default();
        // Weights, ratings and common passwords are built in; experiments and the parts of a new battle are read when
        // they are used.
        let is_read = !["accounts", "commander", "lab", "new-battle", "ratings"].contains(&part);
        if is_read && read.is_ok() && text.is_none() {
            return Err("a file that is no text was passed over".to_owned());
        }
        if let Err(faults) = &read {
            let mut files = self.data.clone();
            files.insert(path.to_owned(), String::from_utf8_lossy(bytes).into_owned());
            clear(faults, &files)?;
        }
        if let Some(text) = text.filter(|_| ["blue-gray", "kernstown"].contains(&part)) {
            if chance.one_in(3) {
                self.checked(path, &text, watch)?;
            }
            let about = ("pack.toml".to_owned(), "title = \"Mutated\"\n".to_owned());
            return self.pack(Files::from([(path.to_owned(), text), about]), chance, watch);
        }
        Ok(if read.is_ok() { Taken::Sound } else { Taken::Refused })
    }

    /// As a document in the editor.
    fn checked(&self, path: &str, text: &str, watch: &mut Watch) -> Result<(), String> {
        let Ok(document) = toml::from_str::<toml::Table>(text) else { return Ok(()) };
        let Ok(document) = serde_json::to_value(document) else { return Ok(()) };
        for method in ["pack.check", "pack.keep"] {
            let mut params = json!({ "files": { path: document } });
            if method == "pack.keep" {
                params["title"] = json!("Mutated");
            }
            let request =
                json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
            let mut line = Line::new(Arc::clone(&self.library));
            let told = watch.mind(method, || line.hear(request.as_bytes()))?;
            let told: Value = serde_json::from_str(&told.unwrap_or_default()).map_err(|e| e.to_string())?;
            if told["error"]["code"] == -32603 {
                return Err(format!("{method}: {}", super::watch::last_panic().unwrap_or_default()));
            }
        }
        Ok(())
    }

    /// As a pack.
    fn pack(&self, files: Files, chance: &mut Chance, watch: &mut Watch) -> Result<Taken, String> {
        let mut known = self.data.clone();
        known.extend(files.clone());
        let pack = match watch.mind("a pack is read", || Pack::read(systems::registry(), files))? {
            Ok(pack) => pack,
            Err(faults) => {
                clear(&faults, &known)?;
                return Ok(Taken::Refused);
            }
        };
        let scenarios: Vec<String> = pack.scenarios().map(|scenario| scenario.id.clone()).collect();
        let Some(scenario) = scenarios.get(chance.below(scenarios.len().max(1))) else {
            return Ok(Taken::Sound);
        };
        if let Some(map) = pack.library().map(scenario) {
            watch.mind("a map is drawn", || map_svg(&map, &MapOptions::default()))?;
            watch.mind("a map is told", || Library::board(&map).is_ok())?;
        }
        let orders = if chance.one_in(10) { 300 } else { 25 };
        self.played(pack.library(), scenario, orders, chance, watch)?;
        Ok(Taken::Sound)
    }

    /// A few orders of a game, which is then audited.
    fn played(
        &self,
        library: &Library,
        scenario: &str,
        orders: usize,
        chance: &mut Chance,
        watch: &mut Watch,
    ) -> Result<(), String> {
        let begun = watch.mind("a game begins", || Played::begin(library, scenario, chance))?;
        let mut game = begun.map_err(|what| format!("a game on what is sound: {what}"))?;
        for _ in 0..orders {
            if watch.mind("an order", || game.play(1))?? == 0 {
                break;
            }
        }
        for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
            let view = watch.mind("a view", || game.table.view("1", seat.into(), None))?;
            serde_json::from_str::<Value>(&view).map_err(|error| format!("a view: {error}"))?;
        }
        let (header, entries) = (game.table.header().clone(), whole(&*game.table));
        let again = watch.mind("a game is loaded", || library.admit(&header, &entries, Some(game.seed)))?;
        let again = again.map_err(|failure| format!("a game just played: {failure}"))?;
        if again.view("1", Viewer::Watcher, None) != game.table.view("1", Viewer::Watcher, None) {
            return Err("a game was loaded as another position".to_owned());
        }
        Ok(())
    }

    /// As a record: audited, printed and loaded.
    fn record(&self, bytes: &[u8], chance: &mut Chance, watch: &mut Watch) -> Result<Taken, String> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(Taken::Refused) };
        let (mut header, mut entries) = match watch.mind("a record is read", || read_record(text))? {
            Ok(read) => read,
            Err(error) => return said(&error.message),
        };
        let mut text = text.to_owned();
        // In a game under earlier rules much more may stand.
        if header.rules > 0 && chance.one_in(2) {
            header.rules = 0;
            tabletop::chain::rebind(&header.value(), &mut entries);
            let lines = std::iter::once(header.value()).chain(entries.iter().cloned());
            text = lines.map(|line| format!("{line}\n")).collect();
        }
        let secret = header.seed();
        let loaded = watch.mind("a record is loaded", || self.library.load(&header, &entries, secret))?;
        let table = match loaded {
            Ok(table) => table,
            Err(failure) => return said(&RpcError::from(failure).message),
        };
        let audit = watch.mind("a record is audited", || table.verify())?;
        watch.mind("a record is told", || table.log(Viewer::Watcher, 0))?;
        for version in [0, table.version() / 2, table.version()] {
            watch.mind("a view of a record", || table.view("1", Viewer::Watcher, Some(version)))?;
        }
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "game.load", "params": { "record": text } });
        let mut line = Line::new(Arc::clone(&self.library));
        let told = watch.mind("game.load", || line.hear(request.to_string().as_bytes()))?;
        let told: Value = serde_json::from_str(&told.unwrap_or_default()).map_err(|e| e.to_string())?;
        if told["error"]["code"] == -32603 {
            return Err(format!("game.load: {}", super::watch::last_panic().unwrap_or_default()));
        }
        if audit.broken.or(audit.astray).is_some() {
            return Ok(Taken::Refused);
        }
        if let Some(secret) = secret {
            let mut game = Played::on(&self.library, table, secret, chance)?;
            watch.mind("a record is played on", || game.play(3))?.map(drop).or_else(|what| {
                // A record without its secret can be continued only until a die is needed.
                if what.contains("secret") { Ok(()) } else { Err(what) }
            })?;
        }
        Ok(Taken::Sound)
    }

    /// As the weights of a commander, which then decides.
    fn weights(&self, scenario: &str, bytes: &[u8], watch: &mut Watch) -> Result<Taken, String> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(Taken::Refused) };
        let file = "weights.toml";
        let known = Files::from([(file.to_owned(), text.to_owned())]);
        let read = watch.mind("weights are read", || {
            if scenario == "training" {
                blue_gray::Battle::read_weights(file, text).map(drop)
            } else {
                blind_swords::Battle::read_weights(file, text).map(drop)
            }
        })?;
        if let Err(faults) = read {
            return clear(&faults, &known).map(|()| Taken::Refused);
        }
        let start = Start { scenario, ..Start::default() };
        let mut table = self.library.begin(&start, [7; 32]).map_err(|failure| failure.to_string())?;
        let file = (file.to_owned(), text.to_owned());
        watch.mind_thinking("commanders with these weights", || -> Result<(), String> {
            for _ in 0..6 {
                let Some(side) = table.asked() else { break };
                let mut player = self.library.seat_weighed(&*table, side, Level::Recruit, 1, &file)?;
                let position = player.copy(&*table).ok_or("the table is of other rules")?;
                let counsel = player.decide(&position, Budget::Trials(1)).ok_or("nobody decides")?;
                table.order(side, &counsel.order, None).map_err(|failure| failure.to_string())?;
            }
            Ok(())
        })??;
        Ok(Taken::Sound)
    }
}

/// As an experiment, which is read and prepared but not run.
fn experiment(bytes: &[u8], watch: &mut Watch) -> Result<Taken, String> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(Taken::Refused) };
    let experiment = match watch.mind("an experiment is read", || Experiment::read(text))? {
        Ok(experiment) => experiment,
        Err(what) => return said(&what),
    };
    // Every variant reads all the data.
    let variants = experiment.variants.len();
    if variants > 6 {
        return Ok(Taken::Sound);
    }
    match watch.mind_thinking("an experiment is prepared", || {
        let (data, read) = (systems::registry(), catalog::embedded::data);
        let systems = Systems { data, read, matches: systems::each() };
        tournament::prepare(&systems, experiment).map(drop)
    })? {
        Ok(()) => Ok(Taken::Sound),
        Err(what) => said(&what),
    }
}

/// Edits a data file as a document.
fn document(bytes: &mut Vec<u8>, seed: u64, words: &[String]) -> Option<()> {
    let table: toml::Table = toml::from_str(std::str::from_utf8(bytes).ok()?).ok()?;
    let mut document = serde_json::to_value(table).ok()?;
    edit::tree(&mut document, seed, words);
    without_nulls(&mut document);
    *bytes = toml::to_string(&document).ok()?.into_bytes();
    Some(())
}

/// TOML has no null.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(list) => {
            list.retain(|value| !value.is_null());
            list.iter_mut().for_each(without_nulls);
        }
        _ => {}
    }
}

/// Edits a line of a record as JSON.
fn entry(bytes: &mut Vec<u8>, seed: u64, words: &[String]) -> Option<()> {
    let chance = &mut Chance::new(seed ^ 0x5eed);
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let at = if chance.one_in(8) { 0 } else { chance.below(lines.len()) };
    let line = lines.get_mut(at)?;
    let mut value: Value = serde_json::from_slice(line).ok()?;
    edit::tree(&mut value, seed, words);
    *line = format!("{value}\n").into_bytes();
    *bytes = lines.concat();
    Some(())
}

/// Checks that an error is a sentence that says something and is not too long.
fn said(what: &str) -> Result<Taken, String> {
    if what.trim().is_empty() {
        return Err("it was refused without a word".to_owned());
    }
    if what.len() > 5_000 {
        return Err(format!("it was refused with {} bytes: {:.300}", what.len(), what));
    }
    Ok(Taken::Refused)
}

/// Checks that every fault names a line of an existing file and says something.
fn clear(faults: &Faults, files: &BTreeMap<String, String>) -> Result<(), String> {
    if faults.is_empty() {
        return Err("it was refused without a fault".to_owned());
    }
    for fault in &faults.0 {
        said(&fault.what)?;
        let lines = files.get(&fault.file).map(|text| text.split('\n').count().max(1));
        // A file named by another need not exist; the fault is then at line 1 of it.
        let there = lines.map_or(fault.line == 1, |lines| (1..=lines).contains(&fault.line));
        if fault.file.is_empty() || !there {
            return Err(format!("a fault at no line of any file: {fault:.300}"));
        }
    }
    Ok(())
}

/// Saves a failing input so that it can be examined.
pub fn kept(name: &str, bytes: &[u8]) -> String {
    let file = std::env::temp_dir().join(format!("longroll-{name}"));
    let written = fs::write(&file, bytes);
    match written {
        Ok(()) => format!("the input is in {}", file.display()),
        Err(error) => format!("the input could not be kept: {error}"),
    }
}
