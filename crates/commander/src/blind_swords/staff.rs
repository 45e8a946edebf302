//! The commanders of Blind Swords who play to win.

use blind_swords::{Battle, Order, Question, State};

use super::field::Field;
use super::ground::Ground;
use super::scripts::{Script, scripts};
use super::thoroughness::Thoroughness;
use super::trial::{Course, Trial};
use super::weights::BlindSwordsWeights;
use crate::budget::{Budget, Stopwatch};
use crate::chance::Chance;
use crate::commander::{Commander, Decision};
use crate::known::Known;
use crate::level::Level;

/// A recruit, a veteran or a general.
pub(super) struct Staff {
    level: Level,
    scripts: Vec<Script>,
    chance: Chance,
    /// Found once a battle.
    ground: Option<Ground>,
    /// The manner in which the brigade that acts is handled.
    manner: usize,
}

/// Of fewer runs nothing is concluded.
const LEAST_RUNS: usize = 4;

impl Staff {
    pub fn new(level: Level, seed: u64, weights: BlindSwordsWeights) -> Staff {
        Staff { level, scripts: scripts(&weights), chance: Chance::new(seed), ground: None, manner: 0 }
    }

    /// Tries courses against each other, those that do worse fewer times. The first is what looks best at a glance, and is
    /// left only for one that is surer to be better.
    fn best(
        &mut self,
        known: Known<'_, Battle>,
        ground: &Ground,
        courses: Vec<Course>,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Course> {
        let mut left: Vec<(Course, Vec<f64>)> = courses.into_iter().map(|c| (c, Vec::new())).collect();
        let trial = Trial {
            battle: known.rules(),
            ground,
            scripts: &self.scripts,
            side: known.side(),
            horizon: how.horizon,
        };
        let mut runs = how.first;
        for _ in 0..how.rounds {
            if left.len() < 2 {
                break;
            }
            'runs: for _ in 0..runs {
                // The same sample and the same dice for all.
                let sample = known.sample(&mut self.chance);
                let seed = self.chance.below(1 << 30) as u64;
                let mut values = Vec::with_capacity(left.len());
                for (course, _) in &left {
                    if !watch.spend() {
                        break 'runs;
                    }
                    values.push(trial.run(&sample, course, &mut Chance::new(seed)).unwrap_or(-1e6));
                }
                for ((_, all), value) in left.iter_mut().zip(values) {
                    all.push(value);
                }
            }
            let plain = left.remove(0);
            let sure = |tried: &(Course, Vec<f64>)| surely(&tried.1, &plain.1, how.doubt);
            left.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
            left.truncate(left.len().div_ceil(2));
            left.insert(0, plain);
            runs *= 2;
        }
        let plain = left.first()?.1.clone();
        let sure = |tried: &(Course, Vec<f64>)| surely(&tried.1, &plain, how.doubt);
        // Of equals the first: `max_by` finds the last.
        left.into_iter().rev().max_by(|a, b| sure(a).total_cmp(&sure(b))).map(|(course, _)| course)
    }

    fn think(
        &mut self,
        known: Known<'_, Battle>,
        ground: &Ground,
        state: &State,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Order> {
        let battle = known.rules();
        let question = battle.question(state)?;
        if matches!(question, Question::Movement(..) | Question::Reserve(_)) {
            return Field::new(battle, ground, &self.scripts.get(self.manner)?.weights, state).answer();
        }
        let plain = self.scripts.first()?.weights.clone();
        let ranked = Field::new(battle, ground, &plain, state).ranked();
        let orders = ranked.iter().take(how.orders).map(|(_, order)| order.clone());
        let course = |order: Order, script| Course { order, script };
        let courses: Vec<Course> = match question {
            Question::Orders(_) => {
                let scripts = self.scripts.len();
                orders
                    .flat_map(|order| (0..scripts).map(move |script| course(order.clone(), script)))
                    .collect()
            }
            _ => orders.map(|order| course(order, self.manner)).collect(),
        };
        if !matters(question, how) || ranked.len() < 2 {
            return ranked.into_iter().next().map(|(_, order)| order);
        }
        let best = self.best(known, ground, courses, how, watch)?;
        if let Question::Orders(_) = question {
            self.manner = best.script;
        }
        Some(best.order)
    }
}

/// Whether a question is worth trials. Moves are not: trying them unit by unit has won nobody more games.
fn matters(question: Question, how: Thoroughness) -> bool {
    match question {
        Question::Orders(_) | Question::Close(_) => true,
        Question::Command { .. }
        | Question::Commander(_)
        | Question::Advance(_)
        | Question::Moment(_)
        | Question::Keys
        | Question::Held { .. }
        | Question::Drawn(_) => how.chits,
        _ => false,
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// By how much one course does better than the plain one, run by run, less so many standard errors: nothing for the plain
/// one itself.
fn surely(values: &[f64], plain: &[f64], doubt: f64) -> f64 {
    let gains: Vec<f64> = values.iter().zip(plain).map(|(a, b)| a - b).collect();
    if gains.iter().all(|&gain| gain == 0.0) {
        return 0.0;
    }
    // A run or two say nothing.
    if gains.len() < LEAST_RUNS {
        return f64::NEG_INFINITY;
    }
    let average = mean(&gains);
    let spread = gains.iter().map(|g| (g - average).powi(2)).sum::<f64>() / (gains.len().max(2) - 1) as f64;
    average - doubt * (spread / gains.len() as f64).sqrt()
}

impl Commander<Battle> for Staff {
    fn decide(&mut self, known: Known<'_, Battle>, budget: Budget) -> Option<Decision<Order>> {
        let battle = known.rules();
        let state = known.sample(&mut self.chance);
        let ground = match self.ground.take() {
            Some(ground) => ground,
            None => Ground::new(battle, self.scripts.first()?.weights.reach),
        };
        let order = match Thoroughness::of(self.level, battle) {
            None => Field::new(battle, &ground, &self.scripts.first()?.weights, &state).answer(),
            Some(how) => {
                let mut watch = budget.part(0.25).begin(u32::MAX);
                self.think(known, &ground, &state, how, &mut watch)
            }
        };
        let purpose = self.scripts.get(self.manner).map_or("", |script| script.purpose);
        let decision = self.scripts.first().zip(order).map(|(plain, order)| {
            let reason = Field::new(battle, &ground, &plain.weights, &state).reason(&order, purpose);
            Decision::because(order, reason)
        });
        self.ground = Some(ground);
        decision
    }
}
