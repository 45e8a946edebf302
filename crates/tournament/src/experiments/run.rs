//! Runs an experiment: first all variants are read, then all are played.

use ai::{RunOptions, Seat};
use serde_json::{Map, Value};
use tabletop::{BySide, PackMark, Side};

use crate::bout::{BattleData, Bout};
use crate::experiments::change::pack;
use crate::experiments::experiment::Experiment;
use crate::matches::{self, Match, Systems};
use crate::series::{Finished, Game, Series, WeightsFile};
use crate::tally::Tally;

/// An experiment whose variants have all been read and found sound.
pub struct Prepared {
    pub experiment: Experiment,
    battles: Vec<Drawn>,
}

/// A variant that has been read.
struct Drawn {
    battle: Box<dyn Match>,
    data: BattleData,
    /// The pack that its changes make.
    pack: Option<PackMark>,
    seats: BySide<Seat>,
    /// Weights files, of who judges by weights of its own.
    weights: BySide<Option<WeightsFile>>,
}

/// A variant that has been played.
pub struct Played {
    /// The series that was played; its run options and number of jobs are irrelevant.
    pub series: Series,
    pub games: Vec<Finished>,
    pub tally: Tally,
    /// The SHA-256 of the data files.
    pub data: String,
    /// The pack made from its changes.
    pub pack: Option<PackMark>,
}

impl Played {
    /// The games that were played to their end.
    pub fn ended(&self) -> Vec<&Game> {
        self.games.iter().filter_map(|game| game.as_ref().ok()).collect()
    }
}

pub struct Results {
    pub experiment: Experiment,
    /// Its variants, in the experiment's order.
    pub variants: Vec<Played>,
}

/// Called with each game as it ends, and with the index of its variant.
pub type Heard<'a> = &'a (dyn Fn(usize, &Finished) + Sync);

/// Reads the data of all variants.
///
/// # Errors
/// What cannot be played, with the variant.
pub fn prepare(systems: &Systems, experiment: Experiment) -> Result<Prepared, String> {
    let mut battles = Vec::new();
    for variant in &experiment.variants {
        let at = |what: String| hexmap::brief(format!("variant '{}': {what}", variant.id));
        let options: Map<String, Value> =
            variant.options.iter().map(|(id, on)| (id.clone(), Value::Bool(*on))).collect();
        let (battle, mark, files) = if variant.changes.is_empty() {
            (matches::find(systems, &systems.read, &variant.scenario, &options), None, None)
        } else {
            let pack = pack(systems, &variant.title, &variant.changes).map_err(at)?;
            let read = |path: &str| pack.text(path);
            let battle = matches::find(systems, &read, &variant.scenario, &options);
            (battle, Some(pack.mark().clone()), Some(pack.files().clone()))
        };
        let battle = battle.map_err(at)?;
        let data = BattleData::of(&*battle, &variant.scenario, options, files);
        let seat = |side| experiment.seat(variant, side);
        let seats = BySide { union: seat(Side::Union)?, confederate: seat(Side::Confederate)? };
        let weights =
            |side: Side| battle.weights_file(seats[side].level, &variant.post(side).weights).map_err(at);
        let weights = BySide { union: weights(Side::Union)?, confederate: weights(Side::Confederate)? };
        battles.push(Drawn { battle, data, pack: mark, seats, weights });
    }
    Ok(Prepared { experiment, battles })
}

/// Plays all variants, `jobs` games at a time.
///
/// # Errors
/// Faults of weights; a prepared experiment has none.
pub fn run(prepared: Prepared, jobs: u16, heard: Heard<'_>) -> Result<Results, String> {
    let mut games = Vec::new();
    for (index, (bout, drawn)) in prepared.bouts(jobs).iter().zip(&prepared.battles).enumerate() {
        games.push(bout.play_on(&*drawn.battle, &|game| heard(index, game))?);
    }
    Ok(prepared.results(games))
}

impl Prepared {
    /// The bouts of each variant, `jobs` games at a time.
    pub fn bouts(&self, jobs: u16) -> Vec<Bout> {
        let bout = |drawn: &Drawn| Bout {
            battle: drawn.data.clone(),
            series: Series {
                seats: drawn.seats,
                games: self.experiment.games,
                seed: self.experiment.seed,
                swap: false,
                jobs,
                run: RunOptions::default(),
            },
            weights: drawn.weights.clone(),
        };
        self.battles.iter().map(bout).collect()
    }

    /// The results, of the games of each variant, wherever they were played.
    pub fn results(self, games: Vec<Vec<Finished>>) -> Results {
        let bouts = self.bouts(1);
        let played = bouts.into_iter().zip(self.battles).zip(games);
        let variants = played.map(|((bout, drawn), games)| Played {
            series: bout.series,
            tally: Tally::of(&games, false),
            games,
            data: drawn.battle.data().to_owned(),
            pack: drawn.pack,
        });
        Results { variants: variants.collect(), experiment: self.experiment }
    }
}
