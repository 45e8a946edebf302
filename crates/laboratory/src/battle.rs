//! A battle, whichever rules it is fought by.

use commander::{Finished, Series};
use serde_json::{Map, Value};
use tabletop::Rules;

/// A battle by one of the rules there are.
pub enum Battle {
    /// Blue & Gray.
    BlueGray(blue_gray::Battle),
    /// Kernstown.
    BlindSwords(blind_swords::Battle),
}

impl Battle {
    /// The battle of a scenario with these options. `read` gives the text of a data file.
    ///
    /// # Errors
    /// The faults of the data, or that there is no such scenario or option, in words.
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

    /// The SHA-256 of its data files.
    pub fn data(&self) -> &str {
        match self {
            Battle::BlueGray(battle) => battle.data(),
            Battle::BlindSwords(battle) => battle.data(),
        }
    }
}
