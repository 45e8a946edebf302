//! The commanders of Blind Swords that play to win.

use std::time::Instant;

use blind_swords::{Battle, BrigadeId, BrigadeOrder, Order, Question, State};
use tabletop::BySide;

use super::chits::USELESS;
use super::field::Field;
use super::ground::Ground;
use super::intents::intents;
use super::scripts::{Script, homeward, scripts};
use super::thoroughness::Thoroughness;
use super::trial::{Candidate, Trial};
use super::weights::BlindSwordsWeights;
use crate::budget::{Budget, Stopwatch, TimeAccount};
use crate::chance::Chance;
use crate::commander::Commander;
use crate::decision::Decision;
use crate::information_set::InformationSet;
use crate::intents::{Intents, Planned};
use crate::level::Level;
use crate::mean::mean_and_error;
use crate::threads::{ahead, in_order, search};

/// A recruit, a veteran or a general.
pub(super) struct Planner {
    level: Level,
    scripts: Vec<Script>,
    homeward: Script,
    chance: Chance,
    /// Computed once per battle, then reused.
    ground: Option<Ground>,
    /// The index of the script for the brigade that is active.
    manner: usize,
    /// The turn and the brigade for whose march that script was chosen.
    marching: Option<(u8, BrigadeId)>,
    account: TimeAccount,
    /// The alternative to the order just chosen, in a sentence.
    weighed: String,
    /// The side goes home. Once it does it does not turn round.
    goes_home: bool,
}

/// By the clock, the fraction of the time left that is spent on one of the many questions of a
/// game-turn.
const QUESTION: f64 = 0.08;

/// By the clock, the difference in standard errors that settles which of two candidates is better.
const SETTLED: f64 = 4.0;

/// With fewer runs no conclusion is drawn.
const LEAST_RUNS: usize = 4;

impl Planner {
    pub(super) fn new(level: Level, seed: u64, weights: BlindSwordsWeights) -> Planner {
        Planner {
            level,
            scripts: scripts(&weights),
            homeward: homeward(&weights),
            goes_home: false,
            weighed: String::new(),
            chance: Chance::new(seed),
            ground: None,
            manner: 0,
            marching: None,
            account: TimeAccount::default(),
        }
    }

    /// Compares candidates by trials; those that do worse get fewer. The first candidate is the
    /// best without search, and is given up only for one that is clearly better.
    fn best(
        &mut self,
        known: InformationSet<'_, Battle>,
        ground: &Ground,
        candidates: Vec<Candidate>,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Candidate> {
        let mut left: Vec<(Candidate, Vec<f64>)> = candidates.into_iter().map(|c| (c, Vec::new())).collect();
        let trial = Trial {
            battle: known.rules(),
            ground,
            scripts: &self.scripts,
            side: known.side(),
            horizon: how.horizon,
        };
        let mut runs = how.first;
        let mut spent = false;
        for round in 0.. {
            // By the clock the last two are tried as long as there is time and neither is clearly
            // better.
            let goes_on = round < how.rounds || watch.is_timed() && is_open(&left);
            if left.len() < 2 || !goes_on {
                break;
            }
            let (mut run, count) = (0, left.len());
            while run < runs && !spent {
                // So many runs at once that every thread has its share of them.
                let at_once = ahead().div_ceil(count).min((runs - run) as usize);
                let mut samples = Vec::new();
                for _ in 0..at_once {
                    // The same sample and the same dice for all candidates.
                    let mut sample = known.sample(&mut self.chance);
                    // Questions that are asked only to reveal nothing would waste time here.
                    sample.asking = BySide::default();
                    let seed = self.chance.below(1 << 30) as u64;
                    spent = !left.iter().all(|_| watch.spend());
                    if spent {
                        break;
                    }
                    samples.push((sample, seed));
                }
                let values = in_order(
                    samples.len() * count,
                    || watch.is_over(),
                    |i| {
                        let (sample, seed) = &samples[i / count];
                        trial.run(sample, &left[i % count].0, &mut Chance::new(*seed)).unwrap_or(-1e6)
                    },
                );
                spent |= values.len() < samples.len() * count;
                // A run that not all candidates have had says nothing.
                for values in values.chunks_exact(count) {
                    left.iter_mut().zip(values).for_each(|((_, all), value)| all.push(*value));
                }
                run += at_once as u32;
            }
            let plain = left.remove(0);
            let sure = |tried: &(Candidate, Vec<f64>)| surely(&tried.1, &plain.1, how.doubt);
            left.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
            left.truncate(left.len().div_ceil(2));
            left.insert(0, plain);
            runs *= 2;
            if spent {
                break;
            }
        }
        let plain = left.first()?.1.clone();
        let tried = left.clone();
        let sure = |tried: &(Candidate, Vec<f64>)| surely(&tried.1, &plain, how.doubt);
        // Of equals the first wins: `max_by` would return the last.
        let best = left.into_iter().rev().max_by(|a, b| sure(a).total_cmp(&sure(b)))?;
        self.weighed = self.runner_up(&best, &tried);
        Some(best.0)
    }

    /// The best alternative in trials, in a sentence; empty if none was tried.
    fn runner_up(&self, best: &(Candidate, Vec<f64>), tried: &[(Candidate, Vec<f64>)]) -> String {
        let others = tried.iter().filter(|(candidate, _)| candidate.order != best.0.order);
        let worse = |other: &(Candidate, Vec<f64>)| gain(&best.1, &other.1).0;
        let Some(other) = others.min_by(|a, b| worse(a).total_cmp(&worse(b))) else { return String::new() };
        let trials = best.1.len().min(other.1.len());
        let (Order::Order { order }, true) = (&other.0.order, trials >= LEAST_RUNS) else {
            return String::new();
        };
        let purpose = self.scripts.get(other.0.script).map_or("", |script| script.purpose);
        let by = worse(other);
        let how = if by >= 0.05 { format!("{by:.1} worse") } else { "about as good".to_owned() };
        let purpose = if purpose.is_empty() { String::new() } else { format!(", {purpose}") };
        format!(" Also considered: {}{purpose}, {how} in {trials} trials.", order.word())
    }

    /// The purpose of the active brigade.
    fn purpose(&self) -> &'static str {
        if self.goes_home {
            return self.homeward.purpose;
        }
        self.scripts.get(self.manner).map_or("", |script| script.purpose)
    }

    /// An order with every script that it can be carried out by.
    fn ways(&self, order: Order) -> Vec<Candidate> {
        let Order::Order { order: given } = order else { return Vec::new() };
        let moves = given != BrigadeOrder::Regroup;
        let suits = |&script: &usize| script == 0 || moves && self.scripts[script].suits(given);
        (0..self.scripts.len())
            .filter(suits)
            .map(|script| Candidate { order: order.clone(), script })
            .collect()
    }

    fn think(
        &mut self,
        known: InformationSet<'_, Battle>,
        ground: &Ground,
        state: &State,
        how: Thoroughness,
        watch: &mut Stopwatch,
    ) -> Option<Order> {
        let battle = known.rules();
        let question = battle.question(state)?;
        if let Question::Movement(brigade, order) = question
            && how.marches
            && self.marching != Some((state.turn, brigade))
        {
            // How the brigade is to march is thought over once, when its fire has been seen.
            let suiting = (0..self.scripts.len()).filter(|&script| self.scripts[script].suits(order));
            let mut suiting: Vec<usize> = suiting.collect();
            suiting.sort_by_key(|&script| script != self.manner);
            let candidates: Vec<Candidate> = suiting
                .into_iter()
                .filter_map(|script| {
                    let order = Field::new(battle, ground, &self.scripts[script].weights, state).answer()?;
                    Some(Candidate { order, script })
                })
                .collect();
            self.marching = Some((state.turn, brigade));
            let best = self.best(known, ground, candidates, how, watch)?;
            self.manner = best.script;
            return Some(best.order);
        }
        if let Question::Movement(..) = question {
            return Field::new(battle, ground, &self.scripts.get(self.manner)?.weights, state).answer();
        }
        let plain = self.scripts.first()?.weights.clone();
        let field = Field::new(battle, ground, &plain, state);
        if let Question::Reserve(_) = question {
            return field.answer();
        }
        let mut ranked = field.ranked();
        // Trials are not asked about a chit that does nothing: their dice might speak for it.
        ranked.retain(|(worth, order)| !matches!(order, Order::Play { .. }) || *worth > USELESS);
        let orders = ranked.iter().take(how.orders).map(|(_, order)| order.clone());
        let candidate = |order: Order, script| Candidate { order, script };
        let candidates: Vec<Candidate> = match question {
            Question::Orders(_) => {
                self.marching = None;
                orders.flat_map(|order| self.ways(order)).collect()
            }
            Question::Close(_) | Question::Advance(_) => {
                orders.map(|order| candidate(order, self.manner)).collect()
            }
            _ => orders.map(|order| candidate(order, 0)).collect(),
        };
        if !matters(question, how) || ranked.len() < 2 {
            return ranked.into_iter().next().map(|(_, order)| order);
        }
        let best = self.best(known, ground, candidates, how, watch)?;
        if let Question::Orders(_) = question {
            self.manner = best.script;
        }
        Some(best.order)
    }
}

/// Whether a question is worth trials. Moves are not: trying them unit by unit has not won more
/// games.
fn matters(question: Question, how: Thoroughness) -> bool {
    match question {
        Question::Orders(_) | Question::Close(_) => true,
        Question::Command { .. }
        | Question::Commander(_)
        | Question::Advance(_)
        | Question::ReactionWindow(_)
        | Question::Keys
        | Question::Held { .. }
        | Question::Drawn(_) => how.chits,
        _ => false,
    }
}

/// Whether it is still open which of the candidates left is better than the first.
fn is_open(left: &[(Candidate, Vec<f64>)]) -> bool {
    let Some(((_, plain), rest)) = left.split_first() else { return false };
    rest.iter().any(|(_, values)| {
        let (average, error) = gain(values, plain);
        error > 0.0 && average.abs() < SETTLED * error
    })
}

/// By how much one candidate does better than the plain one, run by run, less `doubt` standard
/// errors; 0 for the plain one itself.
fn surely(values: &[f64], plain: &[f64], doubt: f64) -> f64 {
    let (average, error) = gain(values, plain);
    if average == 0.0 && error == 0.0 {
        return 0.0;
    }
    // One or two runs prove nothing.
    if values.len().min(plain.len()) < LEAST_RUNS {
        return f64::NEG_INFINITY;
    }
    average - doubt * error
}

/// By how much one candidate does better than another, run by run, and the standard error of that
/// mean.
fn gain(values: &[f64], plain: &[f64]) -> (f64, f64) {
    let gains: Vec<f64> = values.iter().zip(plain).map(|(a, b)| a - b).collect();
    mean_and_error(&gains)
}

impl Commander<Battle> for Planner {
    fn decide(&mut self, known: InformationSet<'_, Battle>, budget: Budget) -> Option<Decision<Order>> {
        let battle = known.rules();
        let begun = Instant::now();
        let state = known.sample(&mut self.chance);
        let ground = match self.ground.take() {
            Some(ground) => ground,
            None => Ground::new(battle, self.scripts.first()?.weights.reach),
        };
        self.weighed.clear();
        let how = Thoroughness::of(self.level, battle);
        if let (Some(_), false) = (how, self.goes_home) {
            let field = Field::new(battle, &ground, &self.scripts.first()?.weights, &state);
            self.goes_home = field.should_go_home(known.side());
        }
        let order = match how {
            Some(_) if self.goes_home => Field::new(battle, &ground, &self.homeward.weights, &state).answer(),
            None => Field::new(battle, &ground, &self.scripts.first()?.weights, &state).answer(),
            Some(how) => {
                let mut watch =
                    self.account.budget_for(budget, u32::from(state.turn), 0.25, QUESTION).begin(u32::MAX);
                search(|| self.think(known, &ground, &state, how, &mut watch))
            }
        };
        let purpose = self.purpose();
        let decision = self.scripts.first().zip(order).map(|(plain, order)| {
            let weights = if self.goes_home { &self.homeward.weights } else { &plain.weights };
            let mut reason = Field::new(battle, &ground, weights, &state).reason(&order, purpose);
            if let Order::Order { .. } = order {
                reason.push_str(&self.weighed);
            }
            Decision::because(order, reason)
        });
        self.ground = Some(ground);
        self.account.charge(begun.elapsed());
        decision
    }

    fn intents(&mut self, known: InformationSet<'_, Battle>, planned: &[Planned<Battle>]) -> Intents {
        let battle = known.rules();
        let Some(plain) = self.scripts.first() else { return Intents::default() };
        let ground = self.ground.take().unwrap_or_else(|| Ground::new(battle, plain.weights.reach));
        let purpose = self.purpose();
        let weights = if self.goes_home { &self.homeward.weights } else { &plain.weights };
        let stated = intents(battle, &ground, weights, purpose, planned);
        self.ground = Some(ground);
        stated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(values: [&[f64]; 2]) -> Vec<(Candidate, Vec<f64>)> {
        values.map(|v| (Candidate { order: Order::Pass {}, script: 0 }, v.to_vec())).into()
    }

    #[test]
    fn by_the_clock_what_is_settled_or_all_the_same_is_tried_no_longer() {
        assert!(is_open(&candidates([&[1.0, 5.0, 2.0, 3.0], &[2.0, 3.0, 4.0, 2.0]])));
        assert!(!is_open(&candidates([&[1.0, 5.0, 2.0, 3.0], &[1.0, 5.0, 2.0, 3.0]])), "the same");
        assert!(!is_open(&candidates([&[1.0, 5.0, 2.0, 3.0], &[9.0, 13.1, 10.0, 11.0]])), "surely better");
        assert!(!is_open(&candidates([&[9.0, 13.1, 10.0, 11.0], &[1.0, 5.0, 2.0, 3.0]])), "surely worse");
    }
}
