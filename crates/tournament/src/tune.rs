//! Better weights by self-play, or by play against another player. The method is SPSA (simultaneous
//! perturbation stochastic approximation). In every round all weights are changed at once, each a little up
//! or down at random. The commander with these changes plays the one with the opposite changes, in pairs on
//! the same seeds, and the weights take a step towards the winner, the further the clearer it won. A round
//! needs only two opponents however many weights there are, and the method tolerates noise. Against another
//! player both play that player on the same seeds, and seed by seed the one with the better margin wins.

use std::cmp::Ordering;

use catalog::Library;
use tabletop::{BySide, Side};

use crate::bout::{BattleData, Bout, Venue};
use crate::league::{Computer, Entrant, Mind, Pairing, Player, Setting};
use crate::series::{Finished, Game, Series};
use crate::tally::{Count, Tally};
use ai::Chance;
use ai::Level;
use ai::Weighed;

#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    pub rounds: u32,
    /// How far apart the weights of the two opponents are, as a fraction of themselves.
    pub apart: f64,
    /// How far the weights go in a round that is won completely, as a fraction of themselves.
    pub step: f64,
    /// The names of the weights that may change; all if empty.
    pub only: Vec<String>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { rounds: 30, apart: 0.25, step: 0.1, only: Vec::new() }
    }
}

/// A player that weights are to do better against.
pub struct Against<'a> {
    /// Where the scenarios and the commanders come from.
    pub library: &'a Library,
    /// The scenarios of the battles, in their order.
    pub settings: &'a [Setting],
    pub entrant: Entrant<'a>,
    pub name: &'a str,
}

/// A round that has been played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Round {
    /// Number of the round, from 1.
    pub number: u32,
    /// How the first of its two commanders did in the pairs.
    pub pairs: Count,
    /// How far the weights went, as a fraction of themselves.
    pub step: f64,
}

/// Improves the weights by which commanders of one level judge on these battles. `series` describes
/// the games: both seats have that level, its games are those of one round on each battle, in
/// pairs, and its seeds go on from round to round. `told` is called after every game, `rounded`
/// after every round.
///
/// # Errors
/// A name that no weight has; the fault of a game. A commander that cannot play a game with changed
/// weights is not worth tuning further.
pub fn tune<R: Weighed>(
    battles: &[&R],
    series: &Series,
    tuning: &Tuning,
    weights: &R::Weights,
    told: &(dyn Fn(&Finished) + Sync),
    rounded: &mut dyn FnMut(Round),
) -> Result<R::Weights, String> {
    tune_on(&Field { battles, venue: None, against: None, told }, series, tuning, weights, rounded)
}

/// The battles that weights are tuned on, and where they are played.
pub(crate) struct Field<'a, 'b, R> {
    pub(crate) battles: &'a [&'a R],
    pub(crate) venue: Option<(&'a dyn Venue, &'a [BattleData])>,
    /// The player that they are to do better against; games with it are played here.
    pub(crate) against: Option<&'a Against<'b>>,
    pub(crate) told: &'a (dyn Fn(&Finished) + Sync),
}

impl<R: Weighed> Field<'_, '_, R> {
    /// How the pairs of a round between the two went, on each battle.
    fn round(&self, round: &Series, rivals: &BySide<R::Weights>) -> Result<Vec<Count>, String> {
        if let Some(against) = self.against {
            let battles = 0..self.battles.len();
            return battles.map(|at| compared::<R>(against, at, round, rivals, self.told)).collect();
        }
        let games = self.play(round, rivals)?;
        if let Some(fault) = games.iter().flatten().find_map(|game| game.as_ref().err()) {
            return Err(fault.clone());
        }
        let pairs = games.iter().map(|games| Tally::of(games, true).pairs);
        Ok(pairs.map(|pairs| pairs.map_or_else(Count::default, |pairs| pairs.count)).collect())
    }

    /// The games of a series on each battle.
    pub(crate) fn play(
        &self,
        series: &Series,
        rivals: &BySide<R::Weights>,
    ) -> Result<Vec<Vec<Finished>>, String> {
        let Some((venue, battles)) = self.venue else {
            let here = |battle: &&R| series.play_weighed(*battle, rivals, self.told);
            return Ok(self.battles.iter().map(here).collect());
        };
        let weights = BySide::from_fn(|side| Some(("weights".to_owned(), R::write_weights(&rivals[side]))));
        let bout =
            |battle: &BattleData| Bout { battle: battle.clone(), series: *series, weights: weights.clone() };
        venue.play(&battles.iter().map(bout).collect::<Vec<_>>())
    }
}

/// The same as [`tune`], wherever the games are played.
pub(crate) fn tune_on<R: Weighed>(
    field: &Field<'_, '_, R>,
    series: &Series,
    tuning: &Tuning,
    weights: &R::Weights,
    rounded: &mut dyn FnMut(Round),
) -> Result<R::Weights, String> {
    let mut chance = Chance::new(series.seed);
    let level = series.seats.union.level;
    let chosen = chosen::<R>(weights, level, &tuning.only)?;
    let mut centre: Vec<f64> = vec![0.0; chosen.len()];
    let settle = f64::from(tuning.rounds) / 10.0;
    for number in 1..=tuning.rounds {
        let k = f64::from(number);
        // The usual rates of decay (Spall 1998).
        let apart = tuning.apart / k.powf(0.101);
        let rate = tuning.step * ((1.0 + settle) / (k + settle)).powf(0.602);
        let coins: Vec<f64> =
            chosen.iter().map(|chosen| chosen * if chance.one_in(2) { 1.0 } else { -1.0 }).collect();
        let moved = |by: f64| scaled::<R>(weights, level, &centre, &coins, by);
        let rivals = BySide { union: moved(apart), confederate: moved(-apart) };
        let mut pairs = Count::default();
        for count in field.round(&seeds_of(series, u64::from(number) - 1), &rivals)? {
            pairs.won += count.won;
            pairs.drawn += count.drawn;
            pairs.lost += count.lost;
        }
        // From -1, all lost, to 1, all won.
        let clear = (pairs.won as f64 - pairs.lost as f64) / pairs.games().max(1) as f64;
        let step = rate * clear;
        for (centre, coin) in centre.iter_mut().zip(&coins) {
            *centre += step * coin;
        }
        rounded(Round { number, pairs, step: step.abs() });
    }
    let none = vec![0.0; centre.len()];
    Ok(scaled::<R>(weights, level, &centre, &none, 0.0))
}

/// The result of a round in which both play another player on the same seeds: the better margin over both
/// games of a seed wins it.
fn compared<R: Weighed>(
    against: &Against<'_>,
    battle: usize,
    round: &Series,
    rivals: &BySide<R::Weights>,
    told: &(dyn Fn(&Finished) + Sync),
) -> Result<Count, String> {
    let setting = against.settings.get(battle).ok_or("a scenario of the other player is missing")?;
    let seeds: Vec<u64> = (0..round.games / 2).map(|pair| round.seed.wrapping_add(pair)).collect();
    let ai::Seat { level, budget } = round.seats.union;
    let margins = |weights: &R::Weights| -> Result<Vec<i32>, String> {
        let file = ("weights".to_owned(), R::write_weights(weights));
        let own = || -> Box<dyn Player + '_> {
            Box::new(Computer::new(against.library, Mind::Level(level, Some(file.clone())), budget))
        };
        let other = || -> Box<dyn Player + '_> { (against.entrant)() };
        let names = BySide { union: level.to_string(), confederate: against.name.to_owned() };
        let pairing = Pairing {
            setting,
            entrants: BySide { union: &own, confederate: &other },
            names: &names,
            seeds: &seeds,
            jobs: round.jobs,
        };
        let games = pairing.play(against.library, &|pair| {
            pair.iter().for_each(told);
            false
        });
        let games = games.into_iter().collect::<Result<Vec<_>, _>>()?;
        let margin = |pair: &[Game]| -> i32 { pair.iter().map(|game| game.margin(Side::Union)).sum() };
        Ok(games.chunks(2).map(margin).collect())
    };
    let mut count = Count::default();
    for (first, second) in margins(&rivals.union)?.into_iter().zip(margins(&rivals.confederate)?) {
        let winner = match first.cmp(&second) {
            Ordering::Greater => Some(Side::Union),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Confederate),
        };
        count.add(winner, Side::Union);
    }
    Ok(count)
}

/// For each weight 1 if it may change, else 0.
fn chosen<R: Weighed>(weights: &R::Weights, level: Level, only: &[String]) -> Result<Vec<f64>, String> {
    let only: Vec<&str> =
        only.iter().map(|name| R::weight_named(weights, level, name)).collect::<Result<_, _>>()?;
    let is_chosen = |name: &str| only.is_empty() || only.contains(&name);
    Ok(R::list_weights(weights, level).iter().map(|(name, _)| f64::from(u8::from(is_chosen(name)))).collect())
}

/// The series of a round: its seeds follow those of the round before.
fn seeds_of(series: &Series, round: u64) -> Series {
    let seed = series.seed.wrapping_add(round.wrapping_mul(series.games / 2));
    Series { seed, swap: true, ..*series }
}

/// The weights, each of those that a commander of that level judges by multiplied by a power of e
/// of its own: a weight of 0 stays 0, and none changes its sign.
fn scaled<R: Weighed>(
    weights: &R::Weights,
    level: Level,
    centre: &[f64],
    coins: &[f64],
    by: f64,
) -> R::Weights {
    let mut scaled = weights.clone();
    for (((name, value), centre), coin) in R::list_weights(weights, level).into_iter().zip(centre).zip(coins)
    {
        R::set_weight(&mut scaled, name, rounded(value * (centre + coin * by).exp()));
    }
    scaled
}

/// A weight to four digits: more would be noise in the file.
fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10_f64.powi(3 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

impl Series {
    /// Plays the games with commanders that judge by these weights, each listed under the side of
    /// its commander.
    pub fn play_weighed<R: Weighed>(
        &self,
        rules: &R,
        weights: &BySide<R::Weights>,
        told: &(dyn Fn(&Finished) + Sync),
    ) -> Vec<Finished> {
        self.play_by(
            &|seed, swapped, seats| {
                let commanders = BySide::from_fn(|side: Side| {
                    let named = if swapped { side.other() } else { side };
                    rules.weighed(seats[side].level, ai::seed_of(seed, side), &weights[named])
                });
                let budgets = BySide::from_fn(|side| seats[side].budget);
                ai::duel_between(rules, seed, commanders, budgets, self.run)
            },
            told,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_keeps_four_digits_and_its_sign() {
        assert_eq!(rounded(0.123_456), 0.1235);
        assert_eq!(rounded(-1234.56), -1235.0);
        assert_eq!(rounded(0.0), 0.0);
    }

    #[test]
    fn weights_that_are_none_stay_none() {
        type Battle = blue_gray::Battle;
        const LEVEL: Level = Level::Veteran;
        let mut weights = <Battle as Weighed>::Weights::default();
        let names: Vec<&str> = Battle::list_weights(&weights, LEVEL).iter().map(|(name, _)| *name).collect();
        Battle::set_weight(&mut weights, names[0], 0.0);
        Battle::set_weight(&mut weights, names[1], 2.0);
        let ones = vec![1.0; names.len()];
        let moved = scaled::<Battle>(&weights, LEVEL, &ones, &ones, -1.0);
        assert_eq!(moved, weights);
        let moved = Battle::list_weights(&scaled::<Battle>(&weights, LEVEL, &ones, &ones, 1.0), LEVEL);
        assert_eq!((moved[0].1, moved[1].1), (0.0, 14.78));
    }
}
