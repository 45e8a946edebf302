//! Pairs of a league as a job, so that any worker over the database may play them.
//!
//! A worker starts no program because a job says so: a job names another build of Longroll by its file's
//! hash, and a worker starts it only if its operator has offered that very file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ai::{Budget, Exploiter, Level};
use catalog::Library;
use catalog::pack::{Files, Pack};
use longroll::outcome::Stop;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use server::work::{Piece, Unfinished, Work};
use sha2::{Digest, Sha256};
use tabletop::{BySide, hex_string};
use tournament::{Finished, Pairing, Player, Setting, WeightsFile};

use super::contender::{Entrant, Who};
use super::data_of;
use crate::spread::Origin;

pub(crate) const KIND: &str = "pairs";

/// The content of a job of this kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pairs {
    origin: Origin,
    scenario: String,
    options: Map<String, Value>,
    /// The data pack that the scenario comes from.
    pack: Option<Files>,
    /// The SHA-256 of the scenario's data.
    data: String,
    players: BySide<SentPlayer>,
    /// How long a program may take for an answer.
    answer: Duration,
    /// The seeds, one for each pair.
    pub seeds: Vec<u64>,
}

/// A player, as a worker needs to know it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SentPlayer {
    name: String,
    who: SentWho,
    thought: Budget,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SentWho {
    Level(Level, Option<WeightsFile>),
    Exploiter(String),
    /// That level of the build with this SHA-256.
    Build(Level, String),
}

/// The SHA-256 of a program's file.
///
/// # Errors
/// What keeps it from being read.
fn hash_of(program: &Path) -> Result<String, String> {
    let wrong = |error: io::Error| format!("{}: {error}", program.display());
    let mut file = File::open(program).map_err(wrong)?;
    let (mut hash, mut part) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part).map_err(wrong)? {
            0 => return Ok(hex_string(&hash.finalize())),
            read => hash.update(&part[..read]),
        }
    }
}

/// The games of two players of a league, ready to be sent.
pub(crate) struct Sendable(Pairs);

impl Sendable {
    /// The part of a meeting that all its pairs share. `None` if only this machine can play it: a player is a
    /// program other than Longroll, or another build that needs files from here.
    ///
    /// # Errors
    /// A program that cannot be read.
    pub(crate) fn of(
        library: &Library,
        setting: &Setting,
        data: &str,
        both: BySide<&Entrant<'_>>,
        answer: Duration,
    ) -> Result<Option<Sendable>, Stop> {
        let pack = library.offering(&setting.scenario).map(|pack| pack.files().clone());
        let sent = |entrant: &Entrant<'_>| -> Result<Option<SentPlayer>, Stop> {
            let who = match (entrant.who(), entrant.weights()) {
                (Who::Level(level), weights) => SentWho::Level(*level, weights.cloned()),
                (Who::Exploiter(idea), _) => SentWho::Exploiter(idea.word().to_owned()),
                (Who::Build(level, program), None) if pack.is_none() => {
                    SentWho::Build(*level, hash_of(Path::new(program)).map_err(Stop::because)?)
                }
                (Who::Build(..) | Who::Program(..), _) => return Ok(None),
            };
            Ok(Some(SentPlayer { name: entrant.name().to_owned(), who, thought: entrant.thought() }))
        };
        let (Some(union), Some(confederate)) = (sent(both.union)?, sent(both.confederate)?) else {
            return Ok(None);
        };
        Ok(Some(Sendable(Pairs {
            origin: Origin::here(),
            scenario: setting.scenario.clone(),
            options: setting.options.clone(),
            pack,
            data: data.to_owned(),
            players: BySide { union, confederate },
            answer,
            seeds: Vec::new(),
        })))
    }

    pub(crate) fn pairs(&self, seeds: &[u64]) -> Pairs {
        Pairs { seeds: seeds.to_vec(), ..self.0.clone() }
    }

    /// How many pairs are a job: some seconds' work.
    pub(crate) fn size(&self) -> usize {
        let of = |player: &SentPlayer| match (player.thought, &player.who) {
            (Budget::Own, SentWho::Level(Level::Random, _)) => 30,
            (Budget::Own, SentWho::Level(Level::Recruit, _)) => 10,
            (Budget::Own, SentWho::Level(Level::Veteran, _) | SentWho::Exploiter(_)) => 2,
            _ => 1,
        };
        of(&self.0.players.union).min(of(&self.0.players.confederate))
    }

    /// The identity of these games, apart from their seeds.
    pub(crate) fn identity(&self) -> String {
        hex_string(&Sha256::digest(json!(self.0).to_string()))
    }
}

impl Pairs {
    /// Their title in lists of jobs.
    pub(crate) fn title(&self) -> String {
        let BySide { union, confederate } = &self.players;
        format!("{}, {} against {}", self.scenario, union.name, confederate.name)
    }

    /// The games of a result, pair by pair.
    ///
    /// # Errors
    /// That it is none of these pairs.
    pub(crate) fn games(&self, result: Value) -> Result<Vec<Finished>, String> {
        let games: Vec<Finished> = serde_json::from_value(result).map_err(|error| error.to_string())?;
        let whole = 2 * self.seeds.len();
        match games.iter().any(Result::is_err) || games.len() == whole {
            true => Ok(games),
            false => Err(format!("{} games were played, not {whole}", games.len())),
        }
    }
}

pub(crate) struct PairsWork {
    /// The builds that it may start, by the SHA-256 of their files.
    builds: BTreeMap<String, PathBuf>,
    /// The library of the last data pack, or without one: the next job is most likely of the same.
    last: Mutex<Option<(Option<Files>, Arc<Library>)>>,
}

impl PairsWork {
    /// One who may start these builds of Longroll.
    ///
    /// # Errors
    /// A program that cannot be read.
    pub(crate) fn offering(builds: &[PathBuf]) -> Result<PairsWork, Stop> {
        let builds = builds.iter().map(|program| Ok((hash_of(program)?, program.clone())));
        let builds = builds.collect::<Result<_, String>>().map_err(Stop::because)?;
        Ok(PairsWork { builds, last: Mutex::default() })
    }

    fn library(&self, pack: &Option<Files>) -> Result<Arc<Library>, String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, library)) = last.as_ref().filter(|(known, _)| known == pack) {
            return Ok(Arc::clone(library));
        }
        let mut library = systems::library().map_err(|faults| faults.to_string())?;
        if let Some(files) = pack {
            let pack =
                Pack::read_kept(systems::registry(), files.clone()).map_err(|faults| faults.to_string())?;
            library = library.with_pack(pack);
        }
        let library = Arc::new(library);
        *last = Some((pack.clone(), Arc::clone(&library)));
        Ok(library)
    }

    /// The players of a job, with weights but without files of their own.
    fn player(&self, sent: &SentPlayer) -> Result<(Who, Option<WeightsFile>), Unfinished> {
        Ok(match &sent.who {
            SentWho::Level(level, weights) => (Who::Level(*level), weights.clone()),
            SentWho::Exploiter(word) => {
                let unknown = || Unfinished::Refused(format!("this worker knows no exploiter '{word:.40}'"));
                (Who::Exploiter(Exploiter::from_word(word).ok_or_else(unknown)?), None)
            }
            SentWho::Build(level, hash) => {
                let Some(program) = self.builds.get(hash) else {
                    let short: String = hash.chars().take(12).collect();
                    return Err(Unfinished::Refused(format!(
                        "this worker was not offered the program of '{}' (SHA-256 {short}…): --build \
                         PROGRAM offers it",
                        sent.name
                    )));
                };
                (Who::Build(*level, program.display().to_string()), None)
            }
        })
    }
}

impl Work for PairsWork {
    fn kind(&self) -> &str {
        KIND
    }

    fn run(&self, piece: &Piece<'_>) -> Result<Value, Unfinished> {
        let pairs = Pairs::deserialize(&piece.job.work).map_err(|error| {
            Unfinished::Refused(format!("this worker does not understand the league: {error}"))
        })?;
        pairs.origin.check().map_err(Unfinished::Refused)?;
        let (union, confederate) =
            (self.player(&pairs.players.union)?, self.player(&pairs.players.confederate)?);
        let library = self.library(&pairs.pack).map_err(Unfinished::Failed)?;
        let setting = Setting { scenario: pairs.scenario.clone(), options: pairs.options.clone() };
        let own = data_of(&library, &setting).map_err(Unfinished::Failed)?;
        if own != pairs.data {
            return Err(Unfinished::Refused(format!("the data of {} are others here", pairs.scenario)));
        }
        let entrant = |(who, weights): (Who, Option<WeightsFile>), sent: &SentPlayer| {
            Entrant::sent(sent.name.clone(), who, sent.thought, weights, &library, pairs.answer)
        };
        let union = entrant(union, &pairs.players.union);
        let confederate = entrant(confederate, &pairs.players.confederate);
        let make: [&(dyn Fn() -> Box<dyn Player> + Sync); 2] = [&|| union.player(), &|| confederate.player()];
        let names = BySide { union: union.name().to_owned(), confederate: confederate.name().to_owned() };
        let played = AtomicU64::new(0);
        let told = |pair: &[Finished]| {
            let count = pair.len() as u64;
            piece.tell(json!(played.fetch_add(count, Ordering::Relaxed) + count));
            piece.interrupt.is_raised()
        };
        let [union, confederate] = make;
        let pairing = Pairing {
            setting: &setting,
            entrants: BySide { union, confederate },
            names: &names,
            seeds: &pairs.seeds,
            jobs: 1,
        };
        let games = pairing.play(&library, &told);
        serde_json::to_value(games).map_err(|error| Unfinished::Failed(error.to_string()))
    }
}
