//! The measures of a game.

use tabletop::Side;

use crate::experiments::experiment::Measure;
use crate::interval::{Interval, mean};
use crate::series::Game;

impl Measure {
    /// Its value in a game; `None` if it is a ratio and the divisor is 0.
    pub fn of(&self, game: &Game) -> Option<f64> {
        let count = |name: &str| match self.side {
            Some(side) => game.duel.counts.of(name, side),
            None => Side::BOTH.iter().map(|side| game.duel.counts.of(name, *side)).sum(),
        };
        match &self.per {
            None => Some(count(&self.count)),
            Some(per) => {
                let of = count(per);
                (of > 0.0).then(|| count(&self.count) / of)
            }
        }
    }

    pub fn mean<'a>(&self, games: impl Iterator<Item = &'a Game>) -> Option<Interval> {
        let values: Vec<f64> = games.filter_map(|game| self.of(game)).collect();
        mean(&values)
    }
}

/// The mean difference of a value between two series, game by game with the same seed.
pub(crate) fn difference(
    from: &[&Game],
    to: &[&Game],
    value: &dyn Fn(&Game) -> Option<f64>,
) -> Option<Interval> {
    let of =
        |games: &[&Game], seed: u64| games.iter().find(|game| game.seed == seed).and_then(|game| value(game));
    let differences: Vec<f64> =
        to.iter().filter_map(|game| Some(value(game)? - of(from, game.seed)?)).collect();
    mean(&differences)
}
