//! A match: a scenario to be played by the hundred, whichever rules it is played by.

use std::any::Any;
use std::collections::BTreeMap;

use ai::{Level, Weighed};
use catalog::pack::Files;
use catalog::{PerSystem, Read};
use serde_json::{Map, Value};
use tabletop::{Begun, BySide, ScenarioLibrary, Side};

use crate::bout::{BattleData, Bout};
use crate::improve::{Improved, Improvement};
use crate::series::{Finished, Series, WeightsFile};

/// The systems that there are, as a tournament knows them.
pub struct Systems {
    pub data: catalog::Systems,
    /// The text of a data file.
    pub read: catalog::pack::Base,
    pub matches: Vec<Matches>,
}

/// Finds a scenario of one system of rules, by its id and with these options; `None` if it is not of this
/// system. Its errors are the faults of the data, or that there is no such option, in words.
#[derive(Clone, Copy)]
pub struct Matches(pub fn(Read<'_>, scenario: &str, options: &Map<String, Value>) -> Found);

type Found = Result<Option<Box<dyn Match>>, String>;

impl PerSystem for Matches {
    fn of<L>() -> Self
    where
        L: ScenarioLibrary + 'static,
        L::Rules: Weighed + 'static,
    {
        Matches(|read, scenario, options| {
            if read(L::INDEX).is_none() {
                return Ok(None);
            }
            let library = L::load(read).map_err(|faults| faults.to_string())?;
            if library.scenario(scenario).is_none() {
                return Ok(None);
            }
            Ok(Some(Box::new(library.battle(scenario, options, None, Begun::now::<L::Rules>())?)))
        })
    }
}

/// The scenario of that id with these options, by its own rules. `read` gives the text of a data
/// file.
///
/// # Errors
/// The faults of the data, or that there is no such scenario or option, in words.
pub fn find(
    systems: &Systems,
    read: Read<'_>,
    scenario: &str,
    options: &Map<String, Value>,
) -> Result<Box<dyn Match>, String> {
    for Matches(find) in &systems.matches {
        if let Some(found) = find(read, scenario, options)? {
            return Ok(found);
        }
    }
    Err(format!("scenario: there is none called '{scenario}'"))
}

/// A scenario that can be played by the hundred, its rules hidden.
pub trait Match: Send + Sync {
    /// Plays a series of games of it.
    fn play(&self, series: &Series, told: &(dyn Fn(&Finished) + Sync)) -> Vec<Finished>;

    /// The same with commanders who judge by weights files, each by the side it is named for.
    /// Without one it judges by the program's own weights.
    ///
    /// # Errors
    /// The faults of the files, in words.
    fn play_weighed(
        &self,
        series: &Series,
        files: &BySide<Option<WeightsFile>>,
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Result<Vec<Finished>, String>;

    /// A weights file by which commanders of that level judge as the program's do, but for these
    /// weights. `None` where no weight is named.
    ///
    /// # Errors
    /// A name that no weight has, or a value that none can have.
    fn weights_file(
        &self,
        level: Level,
        changed: &BTreeMap<String, f64>,
    ) -> Result<Option<WeightsFile>, String>;

    /// The SHA-256 of its data files.
    fn data(&self) -> &str;

    /// Improves the weights of a commander by self-play on this match and on others: see
    /// [`improve`](crate::improve()).
    ///
    /// # Errors
    /// That another match is by different rules; the faults of the file, a name that no weight has,
    /// or the fault of a game.
    fn improve(&self, others: &[&dyn Match], asked: &mut Improvement<'_>) -> Result<Improved, String>;

    fn as_any(&self) -> &dyn Any;
}

impl<R: Weighed> Match for R {
    fn play(&self, series: &Series, told: &(dyn Fn(&Finished) + Sync)) -> Vec<Finished> {
        series.play(self, told)
    }

    fn play_weighed(
        &self,
        series: &Series,
        files: &BySide<Option<WeightsFile>>,
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Result<Vec<Finished>, String> {
        let read = |file: &Option<WeightsFile>| match file {
            None => Ok(R::Weights::default()),
            Some((name, text)) => R::read_weights(name, text).map_err(|faults| faults.to_string()),
        };
        let weights = BySide { union: read(&files.union)?, confederate: read(&files.confederate)? };
        Ok(series.play_weighed(self, &weights, told))
    }

    fn weights_file(
        &self,
        level: Level,
        changed: &BTreeMap<String, f64>,
    ) -> Result<Option<WeightsFile>, String> {
        if changed.is_empty() {
            return Ok(None);
        }
        if level == Level::Random {
            return Err("weights: a random commander judges by none".to_owned());
        }
        let own = R::Weights::default();
        let mut weights = own.clone();
        for (name, value) in changed {
            let full = R::weight_named(&own, level, name).map_err(|what| format!("weights: {what}"))?;
            if !value.is_finite() {
                return Err(format!("weights: '{name}' is to be a finite number"));
            }
            R::set_weight(&mut weights, full, *value);
        }
        Ok(Some(("weights".to_owned(), R::write_weights(&weights))))
    }

    fn data(&self) -> &str {
        tabletop::Rules::data(self)
    }

    fn improve(&self, others: &[&dyn Match], asked: &mut Improvement<'_>) -> Result<Improved, String> {
        let mut battles = vec![self];
        for other in others {
            battles.push(
                other
                    .as_any()
                    .downcast_ref::<R>()
                    .ok_or("the scenarios are by different rules, whose commanders have different weights")?,
            );
        }
        crate::improve::by_rules(&battles, asked)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Improves the weights of a commander by self-play on these matches, all by the same rules.
///
/// # Errors
/// That there is no match, or that they are by different rules; the faults of the file, a name that
/// no weight has, or the fault of a game.
pub fn improve(matches: &[Box<dyn Match>], mut asked: Improvement<'_>) -> Result<Improved, String> {
    let (first, others) = matches.split_first().ok_or("there is no scenario to play")?;
    let others: Vec<&dyn Match> = others.iter().map(|other| &**other).collect();
    first.improve(&others, &mut asked)
}

impl BattleData {
    /// Of a battle that was found so.
    pub fn of(
        battle: &dyn Match,
        scenario: &str,
        options: Map<String, Value>,
        pack: Option<Files>,
    ) -> BattleData {
        BattleData { scenario: scenario.to_owned(), options, pack, data: battle.data().to_owned() }
    }

    /// The battle itself.
    ///
    /// # Errors
    /// That the program here has other data, or the faults of the data.
    pub fn find(&self, systems: &Systems) -> Result<Box<dyn Match>, String> {
        let read = |path: &str| {
            let own = || (systems.read)(path);
            self.pack.as_ref().and_then(|files| files.get(path).cloned()).or_else(own)
        };
        let battle = find(systems, &read, &self.scenario, &self.options)?;
        if battle.data() != self.data {
            let short = |hash: &str| hash.chars().take(12).collect::<String>();
            return Err(format!(
                "the data of {} are others here: {} in place of {}",
                self.scenario,
                short(battle.data()),
                short(&self.data)
            ));
        }
        Ok(battle)
    }
}

impl Bout {
    /// Plays it on its battle.
    ///
    /// # Errors
    /// The faults of the weights.
    pub fn play_on(
        &self,
        battle: &dyn Match,
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Result<Vec<Finished>, String> {
        match Side::BOTH.iter().all(|side| self.weights[*side].is_none()) {
            true => Ok(battle.play(&self.series, told)),
            false => battle.play_weighed(&self.series, &self.weights, told),
        }
    }
}
