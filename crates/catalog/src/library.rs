//! The library: everything that can be played, and the maps it is played on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ai::{ComputerPlayer, Exploiter, Level, Moment, Study, TakenTurn};
use hexmap::{Faults, Map};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map as Object, Value, json};
use tabletop::{
    AnyGame, Audit, Auditor, Case, Chain, Charts, EditionCase, Failure, Fault, GameSystem, Header, PackMark,
    Record, ScenarioInfo, ServerSeed, Side, Sources,
};

use crate::pack::{self, Pack};
use crate::sheets::Plan;
use crate::system::{Read, Systems};
use crate::{BattleFacts, about_map, battles, reference};

/// The start of a new game.
#[derive(Debug, Clone, Default)]
pub struct Start<'a> {
    pub scenario: &'a str,
    /// Options that differ from their defaults.
    pub options: Object<String, Value>,
    /// A position set up by hand.
    pub position: Option<Value>,
    /// Die faces to be thrown first.
    pub dice: &'a [u8],
}

/// A scenario as `initialize` offers it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Offered {
    #[serde(flatten)]
    pub scenario: ScenarioInfo,
    /// The data pack that it comes from, or that changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackMark>,
}

/// The systems, their scenarios and their maps.
#[derive(Default)]
pub struct Library {
    /// Every system that its data may be of.
    pub(crate) registry: Systems,
    /// Those that it has data of.
    systems: Vec<Arc<dyn GameSystem>>,
    scenarios: Vec<(ScenarioInfo, usize)>,
    maps: BTreeMap<String, Arc<Map>>,
    battles: Vec<BattleFacts>,
    pub(crate) reference: Value,
    pub(crate) tutorials: Vec<Value>,
    packs: Vec<Arc<Pack>>,
    /// The pack that this is the library of.
    pack: Option<PackMark>,
}

impl Library {
    pub fn new() -> Library {
        Library { reference: json!({ "systems": [] }), ..Library::default() }
    }

    /// The games of a data folder alone, without the reference. `pack` is the data pack whose
    /// folder it is.
    ///
    /// # Errors
    /// Every fault of every file.
    pub(crate) fn read_games(
        registry: Systems,
        read: Read<'_>,
        pack: Option<&PackMark>,
    ) -> Result<Library, Faults> {
        let mut library = Library { registry, pack: pack.cloned(), ..Library::new() };
        // A folder may hold some systems alone.
        let mut held: Vec<_> = registry.iter().filter(|system| read(system.index()).is_some()).collect();
        if held.is_empty() {
            // The first one's fault says what is missing.
            held.extend(registry.first());
        }
        for system in held {
            let loaded = system.load(read, pack)?;
            library.battles.extend(battles::read(system.index(), read)?);
            // Asked for when a sheet is transcribed only, and wrong before.
            if let Some((path, text)) = system.sheets().and_then(|path| Some((path, read(path)?))) {
                Plan::read(path, &text)?;
            }
            for (name, map) in loaded.maps {
                library.maps.insert(name, map);
            }
            library = library.with_system(loaded.system);
        }
        Ok(library)
    }

    /// The library of these files over the program's own.
    ///
    /// # Errors
    /// Every fault, in whichever file.
    pub fn with_files(&self, files: &pack::Files) -> Result<Library, Faults> {
        pack::library(self.registry, files)
    }

    /// Adds a data pack to what is offered: its scenarios replace those they change.
    #[must_use]
    pub fn with_pack(mut self, pack: Pack) -> Library {
        self.packs.push(Arc::new(pack));
        self
    }

    /// Adds a system with its scenarios.
    #[must_use]
    pub fn with_system(mut self, system: Arc<dyn GameSystem>) -> Library {
        let index = self.systems.len();
        self.scenarios.extend(system.scenarios().into_iter().map(|scenario| (scenario, index)));
        self.systems.push(system);
        self
    }

    #[must_use]
    pub fn with_map(mut self, name: &str, map: Arc<Map>) -> Library {
        self.maps.insert(name.to_owned(), map);
        self
    }

    /// Everything that can be played without a pack.
    pub fn scenarios(&self) -> impl Iterator<Item = &ScenarioInfo> {
        self.scenarios.iter().map(|(scenario, _)| scenario)
    }

    /// Descriptions of the battles for players who choose one.
    pub fn battles(&self) -> &[BattleFacts] {
        &self.battles
    }

    /// Everything that is offered, packs and all; each id once.
    pub fn offer(&self) -> Vec<Offered> {
        let own = self.scenarios().map(|scenario| &scenario.id);
        let mut ids: Vec<&String> = own.collect();
        for scenario in self.packs.iter().flat_map(|pack| pack.scenarios()) {
            if !ids.contains(&&scenario.id) {
                ids.push(&scenario.id);
            }
        }
        let offered = |id: &String| {
            let pack = self.offering(id);
            let scenario = pack.map_or(self, |pack| pack.library()).own(id)?.clone();
            Some(Offered { scenario, pack: pack.map(|pack| pack.mark().clone()) })
        };
        ids.into_iter().filter_map(offered).collect()
    }

    /// The scenario of that id, as it is offered.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioInfo> {
        self.offering(id).map_or(self, |pack| pack.library()).own(id)
    }

    /// The system whose data that scenario is of, if it comes from files.
    pub fn registered(&self, scenario: &str) -> Option<&'static dyn crate::system::System> {
        let file = self.sources(scenario)?.scenario;
        let folder = |path: &'static str| path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.registry.iter().copied().find(|system| file.starts_with(folder(system.index())))
    }

    fn own(&self, id: &str) -> Option<&ScenarioInfo> {
        self.scenarios().find(|scenario| scenario.id == id)
    }

    /// The data packs that are offered.
    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }

    /// The data pack of that id, if it is offered.
    pub fn pack(&self, id: &str) -> Option<&Arc<Pack>> {
        self.packs.iter().find(|pack| pack.mark().id == id)
    }

    /// The data pack whose scenario of that id is offered: of several the last.
    pub fn offering(&self, scenario: &str) -> Option<&Arc<Pack>> {
        self.packs.iter().rev().find(|pack| pack.holds(scenario))
    }

    /// The files a scenario was read from, if it comes from files.
    pub fn sources(&self, scenario: &str) -> Option<Sources> {
        self.system_of(scenario).ok()?.sources(scenario)
    }

    pub fn maps(&self) -> &BTreeMap<String, Arc<Map>> {
        &self.maps
    }

    /// The map of that name, or of that scenario, as it is offered.
    pub fn map(&self, name: &str) -> Option<Arc<Map>> {
        let pack = self.offering(name);
        let library = pack.map_or(self, |pack| pack.library());
        let name = library.own(name).map_or(name, |scenario| &scenario.map);
        let drawn = |library: &Library| library.maps.get(name).cloned();
        match pack {
            Some(_) => drawn(library),
            None => self.packs.iter().rev().find_map(|pack| pack.map(name)).or_else(|| drawn(self)),
        }
    }

    /// A map as the page reads it: the positions and descriptions of its hexes.
    ///
    /// # Errors
    /// If it cannot be written as JSON, which no map causes.
    pub fn board(map: &Map) -> Result<Value, serde_json::Error> {
        about_map::board(map)
    }

    /// The rules reference of a data folder alone, as the page reads it.
    ///
    /// # Errors
    /// Every fault of its files.
    pub fn reference_of(registry: Systems, read: Read<'_>) -> Result<Value, Faults> {
        let games = Library::read_games(registry, read, None)?;
        reference::read(registry, read, Some(&games))
    }

    /// The charts of all systems, by the names that the reference includes them by.
    pub fn charts(&self) -> Charts {
        self.systems.iter().flat_map(|system| system.charts()).collect()
    }

    /// The known numbers that a rulebook's editions print for one of its cases.
    pub(crate) fn edition_numbers(&self, rulebook: &str, case: Case) -> Vec<EditionCase> {
        self.systems.iter().flat_map(|system| system.edition_numbers(rulebook, case)).collect()
    }

    /// The rules reference, as the page reads it.
    pub fn reference(&self) -> &Value {
        &self.reference
    }

    /// The tutorials, as the page reads them, one for each system that has one.
    pub fn tutorials(&self) -> &[Value] {
        &self.tutorials
    }

    fn system_of(&self, scenario: &str) -> Result<&dyn GameSystem, Failure> {
        self.scenarios
            .iter()
            .find(|(info, _)| info.id == scenario)
            .map(|&(_, index)| &*self.systems[index])
            .ok_or_else(|| Failure::Malformed(format!("scenario: there is none called '{scenario}'")))
    }

    /// A new game.
    ///
    /// # Errors
    /// [`Failure::Malformed`] for unknown names and invalid values.
    pub fn begin(&self, start: &Start<'_>, seed: ServerSeed) -> Result<Box<dyn AnyGame>, Failure> {
        if let Some(face) = start.dice.iter().find(|face| !(1..=6).contains(*face)) {
            return Err(Failure::Malformed(format!("dice: a die has no face {face}")));
        }
        if let Some(pack) = self.offering(start.scenario) {
            return pack.library().begin(start, seed);
        }
        self.system_of(start.scenario)?.begin(
            start.scenario,
            &start.options,
            start.position.as_ref(),
            start.dice,
            seed,
        )
    }

    /// A game from an uploaded record. Its orders are judged again, since its events may say anything. A game
    /// begun under earlier rules may contain what only today's rules forbid.
    ///
    /// # Errors
    /// [`Failure::Malformed`] naming the line.
    pub fn admit(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let record = Record::of(header.clone(), entries.iter().cloned());
        self.admit_while(record, secret, &|| true).map(|(table, _)| table)
    }

    /// The same, as long as `goes_on` says so; gives the entries back.
    ///
    /// # Errors
    /// As [`Library::admit`], and [`Failure::Malformed`] naming the line before which it was stopped.
    pub fn admit_while(
        &self,
        record: Record,
        secret: Option<ServerSeed>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(Box<dyn AnyGame>, Vec<Value>), Failure> {
        let mut auditor = self.auditor(&record)?;
        let audit = tabletop::audit_while(&mut *auditor, &record, &[], goes_on);
        if let Some(fault) = audit.broken.or(audit.astray) {
            return Err(Failure::Malformed(format!("record, {fault}")));
        }
        drop(auditor);
        let entries: Vec<Value> = record.entries.into_iter().map(|(_, entry)| entry).collect();
        Ok((self.load(&record.header, &entries, secret)?, entries))
    }

    /// The auditor that judges that record line by line.
    ///
    /// # Errors
    /// [`Failure::Malformed`] for a header that no play could have written, or whose data are not
    /// at hand.
    pub fn auditor(&self, record: &Record) -> Result<Box<dyn Auditor>, Failure> {
        let header = &record.header;
        let malformed = |what: String| Failure::Malformed(format!("record, line 1: {what}"));
        header.check().map_err(malformed)?;
        if let Some(pack) = header.pack.as_ref().and_then(|mark| self.pack(&mark.id)) {
            let title = &pack.mark().title;
            if header.pack.as_ref().is_some_and(|mark| mark.title != *title) {
                return Err(malformed(format!("pack: it is called '{title}'")));
            }
        }
        let table = self.load(header, &[], None)?;
        let scenario = self.scenario_of(header).map(|scenario| &scenario.system);
        if let Some(system) = scenario.filter(|system| **system != header.system) {
            return Err(malformed(format!("system: '{system}' was expected")));
        }
        Ok(table.auditor(record.seed()))
    }

    /// Audits a record as a file holds it: every line is judged by the code that judges it in play,
    /// to the first that is broken. `held` are hashes from elsewhere that it is to have. Where its
    /// data pack is not at hand, or a newer program wrote it, only its chain of hashes is followed.
    pub fn audit(&self, text: &[u8], held: &[String]) -> Audit {
        let record = match Record::read(text) {
            Ok(record) => record,
            Err(fault) => return Audit::broken(fault),
        };
        let first = |what: String| Audit::broken(Fault { line: 1, what });
        if let Err(what) = record.header.check() {
            return first(what);
        }
        if let Some(mark) = record.header.pack.as_ref().filter(|_| !self.is_at_hand(&record.header)) {
            let mut audit = tabletop::audit(&mut Chain::new(&record.header), &record, held);
            audit.unproved.push(format!(
                "it was begun on the data pack '{}' ({:.12}…), which is not at hand: only its hashes were followed",
                mark.title, mark.id
            ));
            return audit;
        }
        if let Err(newer) = self.rules_are_known(&record.header) {
            let mut audit = tabletop::audit(&mut Chain::new(&record.header), &record, held);
            audit.unproved.push(format!("{newer}: only its hashes were followed"));
            return audit;
        }
        match self.auditor(&record) {
            Ok(mut auditor) => tabletop::audit(&mut *auditor, &record, held),
            Err(failure) => {
                let what = failure.to_string();
                first(what.strip_prefix("record, line 1: ").unwrap_or(&what).to_owned())
            }
        }
    }

    /// Whether this program's rules are as new as those that a record is of.
    fn rules_are_known(&self, header: &Header) -> Result<(), String> {
        let system = self.system_of(&header.scenario).ok();
        system.map_or(Ok(()), |system| header.rules_are_known(system.changes().len() as u32))
    }

    /// Whether the data are at hand that a record was begun on: this program's own, or its data
    /// pack.
    fn is_at_hand(&self, header: &Header) -> bool {
        let own = |mark: &PackMark| self.pack.as_ref().is_some_and(|own| own.id == mark.id);
        header.pack.as_ref().is_none_or(|mark| own(mark) || self.pack(&mark.id).is_some())
    }

    /// The scenario that a record is of.
    fn scenario_of(&self, header: &Header) -> Option<&ScenarioInfo> {
        let pack = header.pack.as_ref().and_then(|mark| self.pack(&mark.id));
        pack.map_or(self, |pack| pack.library()).own(&header.scenario)
    }

    /// A game from its record, which is trusted.
    ///
    /// # Errors
    /// [`Failure::Malformed`] naming the entry.
    pub fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        header.form_is_known().map_err(|what| Failure::Malformed(format!("record: {what}")))?;
        match &header.pack {
            Some(mark) if self.pack.as_ref().is_none_or(|own| own.id != mark.id) => {
                return match self.pack(&mark.id) {
                    Some(pack) => pack.library().load(header, entries, secret),
                    None => Err(Failure::Malformed(pack::not_here(mark))),
                };
            }
            _ => {}
        }
        let mut table = self.system_of(&header.scenario)?.load(header, entries, secret)?;
        if secret.is_none() {
            let mut randomness = [0; 32];
            getrandom::fill(&mut randomness)
                .map_err(|error| Failure::Gone(format!("there is no randomness to be had: {error}")))?;
            table.salt_from(randomness);
        }
        Ok(table)
    }

    /// The systems that it has data of, by their ids.
    pub fn systems(&self) -> impl Iterator<Item = &str> {
        self.systems.iter().map(|system| system.id())
    }

    /// The games of the systems that it has data of.
    pub(crate) fn games(&self) -> &[Arc<dyn GameSystem>] {
        &self.systems
    }

    /// Every system that its data may be of.
    pub fn registry(&self) -> Systems {
        self.registry
    }

    /// A commander of that level for a side of this game, that makes its choices by that seed.
    /// `None` if there are no commanders for its rules.
    pub fn seat(&self, game: &dyn AnyGame, side: Side, level: Level, seed: u64) -> Option<ComputerPlayer> {
        self.registry.iter().find_map(|system| system.opponents().seat(game, side, level, seed))
    }

    /// An opponent with that one idea for a side of this game, that makes its choices by that seed.
    /// `None` if there is none for its rules.
    pub fn seat_exploiter(
        &self,
        game: &dyn AnyGame,
        side: Side,
        idea: Exploiter,
        seed: u64,
    ) -> Option<ComputerPlayer> {
        self.registry.iter().find_map(|system| system.opponents().seat_exploiter(game, side, idea, seed))
    }

    /// A commander of that level with the weights of a file: its name, used in faults, and its text.
    ///
    /// # Errors
    /// The faults of the file, or that there are no commanders for these rules, in words.
    pub fn seat_weighed(
        &self,
        game: &dyn AnyGame,
        side: Side,
        level: Level,
        seed: u64,
        file: &(String, String),
    ) -> Result<ComputerPlayer, String> {
        let mut opponents = self.registry.iter().map(|system| system.opponents());
        let seated = opponents.find_map(|opponents| opponents.seat_weighed(game, side, level, seed, file));
        seated.unwrap_or_else(|| Err("there are no computer commanders for these rules".to_owned()))
    }

    /// The moments of a game; `None` if there are no commanders for its rules.
    pub fn moments(&self, game: &dyn AnyGame) -> Option<Vec<Moment>> {
        self.registry.iter().find_map(|system| system.opponents().moments(game))
    }

    /// That side's last finished turn, or its turn of that number; either side's if none is named. `None` if
    /// these rules have no tutor, `Some(None)` if there is no such turn.
    pub fn taken_turn(
        &self,
        game: &dyn AnyGame,
        side: Option<Side>,
        turn: Option<u32>,
    ) -> Option<Option<TakenTurn>> {
        self.registry.iter().find_map(|system| system.opponents().taken_turn(game, side, turn))
    }

    /// A game as it was after that version, to be studied; `None` if there are no commanders for
    /// its rules.
    pub fn study(&self, game: &dyn AnyGame, version: u32) -> Option<Study> {
        self.registry.iter().find_map(|system| system.opponents().study(game, version))
    }
}

/// Reads the files of a data folder, for [`Library::read`].
pub fn folder_reader(folder: &Path) -> impl Fn(&str) -> Option<String> {
    move |path| std::fs::read_to_string(folder.join(path)).ok()
}
