//! The file format of an experiment.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ai::{Budget, Level, Seat};
use serde::Deserialize;
use tabletop::Side;

use crate::experiments::change::Change;
use crate::experiments::post::CommanderSpec;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    pub title: String,
    /// The question it is to answer, in one sentence.
    pub question: String,
    /// The background, and what to keep in mind when reading the answer.
    #[serde(default)]
    pub about: String,
    /// The commander of both sides of a variant that does not name its own.
    #[serde(default = "general")]
    pub commander: String,
    /// The trials a commander may spend on a player-turn; its level's default if absent.
    #[serde(default)]
    pub trials: Option<u32>,
    /// The seconds it may think instead: then no two runs are alike.
    #[serde(default)]
    pub clock: Option<f64>,
    /// The number of games of each variant.
    pub games: u64,
    /// The seed of the first game; all variants use the same seeds.
    #[serde(default = "one")]
    pub seed: u64,
    /// Measures taken in addition to the winner.
    #[serde(default, rename = "measure")]
    pub measures: Vec<Measure>,
    #[serde(rename = "variant")]
    pub variants: Vec<Variant>,
}

/// Something measured in every game: a count, or the ratio of two counts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    pub title: String,
    /// The count: `attacks`, `lost attacking`, `morale hits` and others, see docs/laboratory.md.
    pub count: String,
    /// The count it is divided by; games in which that is 0 are left out.
    #[serde(default)]
    pub per: Option<String>,
    /// The side whose count it is; both sides together if absent.
    #[serde(default)]
    pub side: Option<Side>,
}

/// A scenario as it is to be played.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    pub id: String,
    pub title: String,
    pub scenario: String,
    /// Options that are not at their default.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    #[serde(default)]
    pub union: CommanderSpec,
    #[serde(default)]
    pub confederate: CommanderSpec,
    /// The id of the variant that it is compared with, seed by seed.
    #[serde(default)]
    pub against: Option<String>,
    /// How its data differ from the program's.
    #[serde(default, rename = "change")]
    pub changes: Vec<Change>,
}

impl Variant {
    pub fn post(&self, side: Side) -> &CommanderSpec {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

fn general() -> String {
    Level::General.word().to_owned()
}

fn one() -> u64 {
    1
}

impl Experiment {
    /// Reads an experiment.
    ///
    /// # Errors
    /// What is wrong with it, with the line if there is one.
    pub fn read(text: &str) -> Result<Experiment, String> {
        let experiment: Experiment = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            hexmap::brief(format!(
                "line {}: {}",
                before.matches('\n').count() + 1,
                hexmap::misfit(error.message())
            ))
        })?;
        experiment.check().map_err(hexmap::brief)?;
        Ok(experiment)
    }

    fn check(&self) -> Result<(), String> {
        if self.games < 2 {
            return Err("games: at least 2 were expected; fewer have no interval".to_owned());
        }
        if self.variants.is_empty() {
            return Err("variant: at least one was expected".to_owned());
        }
        if self.trials.is_some() && self.clock.is_some() {
            return Err("clock: either this or 'trials' was expected, not both".to_owned());
        }
        if self.clock.is_some_and(|clock| !(clock > 0.0 && clock <= 86_400.0)) {
            return Err("clock: a number of seconds above 0 was expected".to_owned());
        }
        let mut ids = BTreeSet::new();
        for variant in &self.variants {
            if !ids.insert(variant.id.as_str()) {
                return Err(format!("variant '{}': there are two of that id", variant.id));
            }
            for side in Side::BOTH {
                self.seat(variant, side)?;
            }
        }
        for variant in &self.variants {
            if let Some(other) =
                variant.against.as_deref().filter(|id| !ids.contains(id) || *id == variant.id)
            {
                return Err(format!(
                    "variant '{}': against: there is no other variant '{other}'",
                    variant.id
                ));
            }
        }
        Ok(())
    }

    /// Leaves out all variants but those with these ids and the ones they are compared with.
    ///
    /// # Errors
    /// An id that no variant has.
    pub fn keep_only(&mut self, ids: &[String]) -> Result<(), String> {
        let mut kept: BTreeSet<String> = BTreeSet::new();
        let mut wanted: Vec<String> = ids.to_vec();
        while let Some(id) = wanted.pop() {
            let Some(variant) = self.variants.iter().find(|variant| variant.id == id) else {
                let known: Vec<&str> = self.variants.iter().map(|variant| variant.id.as_str()).collect();
                return Err(format!("there is no variant '{id}'; there are {}", known.join(", ")));
            };
            if kept.insert(id) {
                wanted.extend(variant.against.clone());
            }
        }
        self.variants.retain(|variant| kept.contains(&variant.id));
        Ok(())
    }

    /// The commander of that side of a variant, and how long it may think.
    ///
    /// # Errors
    /// An unknown commander.
    pub fn seat(&self, variant: &Variant, side: Side) -> Result<Seat, String> {
        let post = variant.post(side);
        let word = post.level.as_ref().unwrap_or(&self.commander);
        let level = Level::from_word(word).ok_or_else(|| {
            let known = Level::ALL.map(Level::word).join(", ");
            format!("variant '{}': the commander '{word}' is none of {known}", variant.id)
        })?;
        Ok(Seat { level, budget: post.trials.map_or_else(|| self.budget(), Budget::Trials) })
    }

    /// How long commanders may think that have no setting of their own.
    pub fn budget(&self) -> Budget {
        match (self.trials, self.clock) {
            (Some(trials), _) => Budget::Trials(trials),
            (None, Some(clock)) => Budget::Time(Duration::from_secs_f64(clock)),
            (None, None) => Budget::Own,
        }
    }
}
