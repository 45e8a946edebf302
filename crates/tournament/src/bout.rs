//! Games as data: what another machine needs to play them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabletop::BySide;

use catalog::pack::Files;

use crate::series::{Finished, Series, WeightsFile};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleData {
    pub scenario: String,
    pub options: Map<String, Value>,
    /// The data pack that the scenario comes from: the files that are read over the program's own.
    pub pack: Option<Files>,
    /// The SHA-256 of the data files, with those of the program.
    pub data: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bout {
    pub battle: BattleData,
    /// The players and the number of games.
    pub series: Series,
    /// Weights files of commanders who judge by their own, by the side they are named for.
    pub weights: BySide<Option<WeightsFile>>,
}

impl Bout {
    /// The bout in parts of that many games each, except the last; an even number where sides are swapped.
    pub fn parts(&self, games: u64) -> Vec<Bout> {
        let size = games.max(1);
        let part = |from| Bout { series: self.series.part(from, size), ..self.clone() };
        (0..self.series.games.div_ceil(size)).map(|number| part(number * size)).collect()
    }

    /// The games of all parts of that many games each.
    pub fn joined(parts: Vec<Vec<Finished>>, games: u64) -> Vec<Finished> {
        let numbered = |(part, finished): (u64, Vec<Finished>)| {
            finished.into_iter().map(move |game| {
                game.map(|mut game| {
                    game.number += part * games.max(1);
                    game
                })
            })
        };
        (0..).zip(parts).flat_map(numbered).collect()
    }
}

/// A place where games can be played.
pub trait Venue {
    /// The games of each bout.
    ///
    /// # Errors
    /// Why they could not be played.
    fn play(&self, bouts: &[Bout]) -> Result<Vec<Vec<Finished>>, String>;
}
