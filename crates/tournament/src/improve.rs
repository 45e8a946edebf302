//! Better weights for the commanders of some matches, and what they are worth.

use tabletop::BySide;

use ai::Weighed;

use crate::bout::{BattleData, Venue};
use crate::series::{Finished, Series, WeightsFile};
use crate::tune::{Against, Field, Round, Tuning, tune_on};

pub struct Improvement<'a> {
    /// The games, of one level on both sides: see [`tune`](crate::tune()).
    pub series: Series,
    pub tuning: Tuning,
    /// How many games the new weights play against the old on each match in the end, on seeds that
    /// no round has seen.
    pub trial: u64,
    /// The player that they are to do better against; without one the level itself.
    pub against: Option<&'a Against<'a>>,
    /// The weights to begin with; without them the program's own.
    pub file: Option<&'a WeightsFile>,
    /// Where the games are played, with the battles' data for it; `None` plays them here.
    pub venue: Option<(&'a dyn Venue, &'a [BattleData])>,
    /// Called with every game that is played here.
    pub told: &'a (dyn Fn(&Finished) + Sync),
    pub rounded: &'a mut dyn FnMut(Round),
}

pub struct Improved {
    /// The file of the new weights.
    pub file: String,
    /// Every weight that the level judges by: its name, what it was, and what it is now.
    pub weights: Vec<(&'static str, f64, f64)>,
    /// The games of the trial; the new weights are named for the Union.
    pub games: Vec<Finished>,
}

/// Improves the weights of a commander by self-play on these battles: see
/// [`improve`](crate::improve()).
pub(crate) fn by_rules<R: Weighed>(battles: &[&R], asked: &mut Improvement<'_>) -> Result<Improved, String> {
    let old = match asked.file {
        None => R::Weights::default(),
        Some((name, text)) => R::read_weights(name, text).map_err(|faults| faults.to_string())?,
    };
    let series = asked.series;
    let field = Field { battles, venue: asked.venue, against: asked.against, told: asked.told };
    let new = tune_on(&field, &series, &asked.tuning, &old, asked.rounded)?;
    let fresh = series.seed.wrapping_add(u64::from(asked.tuning.rounds) * (series.games / 2));
    let trial = Series { games: asked.trial, seed: fresh, ..series };
    let rivals = BySide { union: new.clone(), confederate: old.clone() };
    let games = field.play(&trial, &rivals)?.concat();
    let level = series.seats.union.level;
    let weights = R::list_weights(&old, level).into_iter().zip(R::list_weights(&new, level));
    let weights = weights.map(|((name, old), (_, new))| (name, old, new)).collect();
    Ok(Improved { file: R::write_weights(&new), weights, games })
}
