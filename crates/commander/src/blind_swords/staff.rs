//! The commanders of Blind Swords who play to win.

use blind_swords::{Battle, Order, Part, Question, State, UnitId};

use super::field::Field;
use super::ground::Ground;
use super::trial::{Course, Horizon, Trial};
use super::weights::BlindSwordsWeights;
use crate::budget::{Budget, Stopwatch};
use crate::chance::Chance;
use crate::commander::{Commander, Decision};
use crate::known::Known;
use crate::level::Level;

/// A recruit, a veteran or a general.
pub(super) struct Staff {
    level: Level,
    weights: BlindSwordsWeights,
    chance: Chance,
    /// Found once a battle.
    ground: Option<Ground>,
    /// Units that were found to stand well where they are, in this step of that brigade and turn.
    stayed: Vec<UnitId>,
    step: Option<(u8, Question)>,
}

/// How thoroughly a level tries things.
#[derive(Debug, Clone, Copy)]
struct Thoroughness {
    /// The most orders that are tried at a question, of a move and of anything else.
    moves: usize,
    others: usize,
    /// Trials of each in the first round; rounds, each with half of the orders and twice the trials.
    first: u32,
    rounds: u32,
    horizon: Horizon,
    /// How many standard errors surer another course must be than what a recruit would do.
    doubt: f64,
}

impl Thoroughness {
    fn of(level: Level) -> Option<Thoroughness> {
        match level {
            Level::Random | Level::Recruit => None,
            Level::Veteran => Some(Thoroughness {
                moves: 5,
                others: 6,
                first: 12,
                rounds: 1,
                horizon: Horizon { activations: 1, turns: 0 },
                doubt: 1.0,
            }),
            Level::General => Some(Thoroughness {
                moves: 8,
                others: 10,
                first: 12,
                rounds: 2,
                horizon: Horizon { activations: 4, turns: 1 },
                doubt: 1.0,
            }),
        }
    }
}

impl Staff {
    pub fn new(level: Level, seed: u64, weights: BlindSwordsWeights) -> Staff {
        Staff { level, weights, chance: Chance::new(seed), ground: None, stayed: Vec::new(), step: None }
    }

    /// Tries courses against each other, those that do worse fewer times; the first of equals wins.
    fn best(
        &mut self,
        known: Known<'_, Battle>,
        ground: &Ground,
        courses: Vec<Course>,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Course> {
        let battle = known.rules();
        let mut left: Vec<(Course, Vec<f64>)> = courses.into_iter().map(|c| (c, Vec::new())).collect();
        let trial = Trial { battle, ground, side: known.side(), horizon: how.horizon };
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
                    let mut dice = Chance::new(seed);
                    let worth = trial.run(&sample, course, &self.stayed, &mut dice);
                    values.push(worth.unwrap_or(-1e6));
                }
                for ((_, all), value) in left.iter_mut().zip(values) {
                    all.push(value);
                }
            }
            // What a recruit would do stays in; of the others those that were surest to be better.
            let plain = left.remove(0);
            left.sort_by(|a, b| {
                surely(&b.1, &plain.1, how.doubt).total_cmp(&surely(&a.1, &plain.1, how.doubt))
            });
            left.truncate(left.len().div_ceil(2));
            left.insert(0, plain);
            runs *= 2;
        }
        let plain = left.first()?.1.clone();
        let (course, _) = left
            .into_iter()
            .rev()
            .max_by(|a, b| surely(&a.1, &plain, how.doubt).total_cmp(&surely(&b.1, &plain, how.doubt)))?;
        Some(course)
    }

    /// The moves of a step, unit by unit.
    fn march(
        &mut self,
        known: Known<'_, Battle>,
        ground: &Ground,
        state: &State,
        closes: bool,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Order> {
        let battle = known.rules();
        let field = Field::new(battle, ground, state);
        for part in battle.parts(state) {
            let Part::Move(units) = &part else { continue };
            if units.iter().any(|u| self.stayed.contains(u)) {
                continue;
            }
            let mut moves: Vec<(f64, Order)> = battle
                .orders_in(state, &part)
                .into_iter()
                .map(|order| (field.order_of_march(&order, closes), order))
                .collect();
            moves.sort_by(|a, b| b.0.total_cmp(&a.0));
            moves.truncate(how.moves);
            let goes = moves.first().is_some_and(|(worth, _)| *worth > ground.weights.stir);
            let mut courses: Vec<Course> = moves.into_iter().map(|(_, order)| Course::Give(order)).collect();
            if courses.is_empty() {
                continue;
            }
            // First what a recruit would do.
            courses.insert(usize::from(goes), Course::Stay(units.clone()));
            match self.best(known, ground, courses, how, watch)? {
                Course::Give(order) => return Some(order),
                Course::Stay(units) => self.stayed.extend(units),
            }
        }
        field.answer(&self.stayed)
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
        let now = (state.turn, question);
        if self.step != Some(now) {
            self.step = Some(now);
            self.stayed.clear();
        }
        match question {
            Question::Movement(_, order) => {
                let closes = battle.scenario.tables.order(order).closes;
                return self.march(known, ground, state, closes, how, watch);
            }
            Question::Reserve(_) => return self.march(known, ground, state, false, how, watch),
            _ => {}
        }
        let field = Field::new(battle, ground, state);
        let mut ranked = field.ranked();
        if !matters(question, self.level) || ranked.len() < 2 {
            return ranked.into_iter().next().map(|(_, order)| order);
        }
        ranked.truncate(how.others);
        // Doing nothing is always thought of.
        let courses: Vec<Course> = ranked.into_iter().map(|(_, order)| Course::Give(order)).collect();
        match self.best(known, ground, courses, how, watch)? {
            Course::Give(order) => Some(order),
            Course::Stay(_) => field.answer(&[]),
        }
    }
}

/// Whether a question is worth trials.
fn matters(question: Question, level: Level) -> bool {
    match question {
        Question::Orders(_) | Question::Close(_) | Question::Command { .. } | Question::Commander(_) => true,
        Question::Advance(_) | Question::Retreat(_) | Question::Moment(_) => true,
        Question::Keys | Question::Held { .. } | Question::Drawn(_) | Question::BatteryHex(_) => {
            level == Level::General
        }
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
            None => Ground::new(battle, self.weights.clone()),
        };
        let order = match Thoroughness::of(self.level) {
            None => Field::new(battle, &ground, &state).answer(&[]),
            Some(how) => {
                let mut watch = budget.part(0.15).begin(u32::MAX);
                self.think(known, &ground, &state, how, &mut watch)
            }
        };
        self.ground = Some(ground);
        order.map(Decision::plain)
    }
}
