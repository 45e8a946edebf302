//! A battle of any system of rules.

use std::collections::BTreeMap;

use commander::{Finished, Level, Series, Weighed};
use serde_json::{Map, Value};
use tabletop::{BySide, Rules};

/// A battle of one of the systems.
pub enum Battle {
    /// Blue & Gray.
    BlueGray(blue_gray::Battle),
    /// Kernstown.
    BlindSwords(blind_swords::Battle),
}

impl Battle {
    /// The battle of a scenario with these options. `read` returns the text of a data file.
    ///
    /// # Errors
    /// The faults of the data, or a message that there is no such scenario or option.
    pub fn read(
        read: &dyn Fn(&str) -> Option<String>,
        scenario: &str,
        options: &Map<String, Value>,
    ) -> Result<Battle, String> {
        let kernstown = blind_swords::Library::load(read).map_err(|faults| faults.to_string())?;
        if kernstown.scenario(scenario).is_some() {
            return kernstown.battle(scenario, options, None).map(Battle::BlindSwords);
        }
        let library = blue_gray::Library::load(read).map_err(|faults| faults.to_string())?;
        library.battle(scenario, options, None).map(Battle::BlueGray)
    }

    /// Plays a series of games of it.
    pub fn play(&self, series: &Series, told: &(dyn Fn(&Finished) + Sync)) -> Vec<Finished> {
        match self {
            Battle::BlueGray(battle) => series.play(battle, told),
            Battle::BlindSwords(battle) => series.play(battle, told),
        }
    }

    /// The same with commanders that judge by weights files, each a file name and its text, under
    /// the side of its commander. Without a file a commander uses the program's weights.
    ///
    /// # Errors
    /// The faults of the files.
    pub fn play_weighed(
        &self,
        series: &Series,
        files: &BySide<Option<(String, String)>>,
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Result<Vec<Finished>, String> {
        match self {
            Battle::BlueGray(battle) => {
                Ok(series.play_weighed(battle, &weights::<blue_gray::Battle>(files)?, told))
            }
            Battle::BlindSwords(battle) => {
                Ok(series.play_weighed(battle, &weights::<blind_swords::Battle>(files)?, told))
            }
        }
    }

    /// The weights file of commanders of that level that judge as the program's do except for these
    /// weights: its name and its text. `None` if no weight is changed.
    ///
    /// # Errors
    /// A name that no weight has, or a value that is not allowed.
    pub fn weights_file(
        &self,
        level: Level,
        changed: &BTreeMap<String, f64>,
    ) -> Result<Option<(String, String)>, String> {
        if changed.is_empty() {
            return Ok(None);
        }
        let text = match self {
            Battle::BlueGray(_) => changed_weights::<blue_gray::Battle>(level, changed)?,
            Battle::BlindSwords(_) => changed_weights::<blind_swords::Battle>(level, changed)?,
        };
        Ok(Some(("weights".to_owned(), text)))
    }

    /// The SHA-256 of its data files.
    pub fn data(&self) -> &str {
        match self {
            Battle::BlueGray(battle) => battle.data(),
            Battle::BlindSwords(battle) => battle.data(),
        }
    }
}

/// The program's weights with these changes, as a file.
fn changed_weights<R: Weighed>(level: Level, changed: &BTreeMap<String, f64>) -> Result<String, String> {
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
    Ok(R::write_weights(&weights))
}

/// The weights of these files.
fn weights<R: Weighed>(files: &BySide<Option<(String, String)>>) -> Result<BySide<R::Weights>, String> {
    let read = |file: &Option<(String, String)>| match file {
        None => Ok(R::Weights::default()),
        Some((name, text)) => R::read_weights(name, text).map_err(|faults| faults.to_string()),
    };
    Ok(BySide { union: read(&files.union)?, confederate: read(&files.confederate)? })
}
