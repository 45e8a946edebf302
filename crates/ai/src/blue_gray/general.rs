//! The general's search: several plans, made with more or less fear of the enemy, are each
//! rehearsed under the real rules with the same dice, and the best is improved by rehearsing its
//! neighbours.

use blue_gray::{Order, State, UnitId};
use hexmap::Hex;

use super::deal::Deal;
use super::declarations::Attack;
use super::judgement::Judgement;
use super::muster::Plan;
use super::planning::Planning;
use super::weights::BlueGrayWeights;
use crate::budget::Stopwatch;
use crate::chance::Chance;
use crate::interrupt::interrupted;
use crate::mean::mean_and_error;
use crate::threads::{ahead, in_order};

/// How many times a plan is rehearsed.
const OFTEN: usize = 18;

/// Trials that one rehearsal of a plan counts as.
const REHEARSAL: u32 = 10;

/// After how many rehearsals a plan is given up if it is behind: by then each attack has thrown
/// every face equally often.
const LOOKS: [usize; 3] = [6, 12, OFTEN];

/// How many times the rest of a combat phase is rehearsed, for each attack that could come first.
const COMBATS: usize = 12;

/// How many of the answers that look best are rehearsed, and how often each.
const ANSWERS: (usize, usize) = (6, 12);

/// After this many rehearsals an answer that is clearly behind is given up.
const FIRST_LOOK: usize = 6;

/// The most positions of a combat phase that a general solves.
const SOLVED: usize = 1000;

/// Differences below this, in points, are not mentioned.
pub(super) const TOLD: f64 = 0.1;

/// The choice, and the next best with its disadvantage in points.
pub(super) type Chosen<T> = (T, Option<(T, f64)>);

/// A plan and the results of its rehearsals.
struct Candidate {
    plan: Plan,
    /// Its evaluation without rehearsals, less its price.
    reckoned: f64,
    /// The cost of moving and of dropping purposes.
    price: f64,
    /// The result of each rehearsal; the same index means the same dice.
    rehearsed: Vec<f64>,
    /// Results of its first rehearsals that were found before they were asked for.
    ahead: Vec<f64>,
}

impl Candidate {
    /// By how much it is better than another over the rehearsals that both have had, and the
    /// standard error of that.
    fn lead(&self, other: &Candidate, trust: f64) -> (f64, f64) {
        let (mean, error) = lead(&self.rehearsed, &other.rehearsed);
        // Rehearsals and the evaluation each see what the other does not.
        let mean = mean - (self.price - other.price);
        (mean * trust + (self.reckoned - other.reckoned) * (1.0 - trust), error * trust)
    }

    /// Whether it is better by more than chance explains.
    fn beats(&self, other: &Candidate, trust: f64) -> bool {
        let (lead, error) = self.lead(other, trust);
        lead > error + 0.05
    }
}

impl<'a> Judgement<'a> {
    /// The plan of a general: the one with the best evaluation, unless rehearsals show another to
    /// be better.
    pub(super) fn compare(self, state: &'a State, watch: &mut Stopwatch, chance: &mut Chance) -> Plan {
        let seed = seed_of(chance);
        let reckoned = self.deliberate(state, &mut watch.share(1500), chance);
        let mut best = self.candidate(state, reckoned.plan, reckoned.value);
        self.rehearse_often(state, &mut best, OFTEN, seed, watch);
        for fear in [0.4, 1.8] {
            if interrupted() {
                return best.plan;
            }
            let weights = BlueGrayWeights { threat: self.weights.threat * fear, ..self.weights.clone() };
            let tempered = Judgement { weights: &weights, ..self };
            let plan = tempered.deliberate(state, &mut watch.share(500), chance).plan;
            let begun = Planning::begin(self, state, plan);
            let mut tried = self.candidate(state, begun.plan, begun.value);
            self.rehearse_often(state, &mut tried, OFTEN, seed, watch);
            if tried.plan != best.plan && tried.beats(&best, self.weights.rehearsal) {
                best = tried;
            }
        }
        self.refine(state, best, seed, watch, chance)
    }

    fn candidate(&self, state: &State, plan: Plan, reckoned: f64) -> Candidate {
        let price = self.standing.price(*self, state, &plan);
        Candidate { plan, reckoned, price, rehearsed: Vec::new(), ahead: Vec::new() }
    }

    /// Rehearses a plan until it has been rehearsed this many times.
    fn rehearse_often(
        &self,
        state: &State,
        candidate: &mut Candidate,
        times: usize,
        seed: u64,
        watch: &mut Stopwatch,
    ) {
        let had = candidate.rehearsed.len();
        let afforded = (had..times).take_while(|_| watch.spend_many(REHEARSAL)).count();
        candidate.rehearsed.extend(candidate.ahead.iter().skip(had).take(afforded));
        let (had, times) = (candidate.rehearsed.len(), had + afforded);
        let plan = &candidate.plan;
        let found = in_order(
            times - had,
            || watch.is_over(),
            |i| self.rehearse(state, plan, Deal { seed, round: (had + i) as u64 }),
        );
        candidate.rehearsed.extend(found);
    }

    /// Rehearses candidates for the first time before it is known whether all of them are wanted.
    fn rehearse_ahead<'c>(
        &self,
        state: &State,
        candidates: impl Iterator<Item = &'c mut Candidate>,
        seed: u64,
        watch: &Stopwatch,
    ) {
        let [first, ..] = LOOKS;
        let mut candidates: Vec<&mut Candidate> = candidates.collect();
        let found = in_order(
            candidates.len() * first,
            || watch.is_over(),
            |i| self.rehearse(state, &candidates[i / first].plan, Deal { seed, round: (i % first) as u64 }),
        );
        for (candidate, found) in candidates.iter_mut().zip(found.chunks(first)) {
            candidate.ahead = found.to_vec();
        }
    }

    /// Tries the neighbours of a plan: the evaluation rejects most, the rest are rehearsed with the
    /// same dice.
    fn refine(
        &self,
        state: &State,
        mut best: Candidate,
        seed: u64,
        watch: &mut Stopwatch,
        chance: &mut Chance,
    ) -> Plan {
        let trust = self.weights.rehearsal;
        let mut planning = Planning::begin(*self, state, best.plan.clone());
        let choices = planning.all_choices();
        loop {
            let drawn = planning.neighbours(&choices, watch, chance);
            if drawn.is_empty() {
                return best.plan;
            }
            // A plan with a much worse evaluation is not worth the time.
            let least = best.reckoned - 0.5;
            let mut tried: Vec<(Option<Candidate>, Chance)> = drawn
                .into_iter()
                .map(|(plan, reckoned, after)| {
                    ((reckoned >= least).then(|| self.candidate(state, plan, reckoned)), after)
                })
                .collect();
            if tried.len() > 1 {
                self.rehearse_ahead(state, tried.iter_mut().filter_map(|of| of.0.as_mut()), seed, watch);
            }
            for (tried, after) in tried {
                if !watch.spend() {
                    return best.plan;
                }
                *chance = after;
                let Some(mut tried) = tried else { continue };
                // It is given up as soon as it is behind.
                for part in LOOKS {
                    self.rehearse_often(state, &mut tried, part, seed, watch);
                    if tried.lead(&best, trust).0 < 0.0 {
                        break;
                    }
                }
                if tried.rehearsed.len() == best.rehearsed.len() && tried.beats(&best, trust) {
                    planning = Planning::begin(*self, state, tried.plan.clone());
                    best = tried;
                    // The others were neighbours of the plan before.
                    break;
                }
            }
        }
    }

    /// The attack a general makes next, and what came next to it. Where the phase is small enough it
    /// is solved; elsewhere it is, of the attacks of one assignment, the one after which the phase
    /// goes best, each rehearsed to the end of the phase with the same dice, so many times as often
    /// as by a general.
    pub(super) fn choose_attack(
        &self,
        state: &State,
        times: usize,
        watch: &mut Stopwatch,
        chance: &mut Chance,
    ) -> Option<Chosen<Attack>> {
        if let Some(solved) = self.solved(state, SOLVED * times, watch) {
            return solved;
        }
        let mut attacks = self.attacks(state);
        if attacks.len() < 2 {
            return attacks.pop().map(|attack| (attack, None));
        }
        attacks.truncate(6);
        let seed = seed_of(chance);
        let mut wanted: Vec<(usize, Deal)> = Vec::new();
        for at in 0..attacks.len() {
            let rounds = (0..COMBATS * times).take_while(|_| watch.spend_many(4));
            wanted.extend(rounds.map(|round| (at, Deal { seed, round: round as u64 })));
        }
        let ends = in_order(
            wanted.len(),
            || watch.is_over(),
            |i| {
                let (at, deal) = wanted[i];
                self.rehearse_combat(state, &attacks[at], deal)
            },
        );
        let mut tried: Vec<(Vec<f64>, Attack)> = Vec::new();
        let mut best = 0;
        for (at, attack) in attacks.into_iter().enumerate() {
            let of_it = wanted.iter().zip(&ends).filter(|((of, _), _)| *of == at);
            let ends: Vec<f64> = of_it.map(|(_, end)| *end).collect();
            // The order of the evaluation stands unless another attack is clearly better.
            if let Some((others, _)) = tried.get(best) {
                let (mean, error) = lead(&ends, others);
                if mean > error + 0.05 {
                    best = tried.len();
                }
            }
            tried.push((ends, attack));
        }
        let (ends, attack) = tried.remove(best);
        let others = tried.into_iter().map(|(others, attack)| (lead(&ends, &others).0, attack));
        let next = others.filter(|(lead, _)| *lead >= TOLD).min_by(|a, b| a.0.total_cmp(&b.0));
        Some((attack, next.map(|(lead, attack)| (attack, lead))))
    }

    /// The answer that a general gives: of those that look best one step ahead the one after which
    /// the game goes best, each rehearsed with the same dice; and what came next to it, with how
    /// many points worse it was judged.
    pub(super) fn choose_answer(
        &self,
        state: &State,
        times: usize,
        watch: &mut Stopwatch,
        chance: &mut Chance,
    ) -> Option<Chosen<Order<UnitId, Hex>>> {
        let side = state.question()?.side;
        let seed = seed_of(chance);
        let usual = self.answer(state, chance)?;
        let mut offers: Vec<(f64, Order<UnitId, Hex>)> = self
            .answers(state, 3)
            .into_iter()
            .filter_map(|order| Some((self.one_step(state, side, &order, chance)?, order)))
            .collect();
        // What is best one step ahead stands unless another is clearly better.
        offers.sort_by(|a, b| (b.1 == usual).cmp(&(a.1 == usual)).then(b.0.total_cmp(&a.0)));
        let (most, often) = (ANSWERS.0, ANSWERS.1 * times);
        offers.truncate(most);
        let mut tried: Vec<(Order<UnitId, Hex>, Vec<f64>)> =
            offers.into_iter().map(|(_, order)| (order, Vec::new())).collect();
        let mut round = 0;
        while round < often && tried.len() > 1 {
            // The first round shows which answers are refused.
            let look = if round < FIRST_LOOK { FIRST_LOOK } else { often } - round;
            let rounds = if round == 0 { 1 } else { (ahead() / tried.len()).clamp(1, look) };
            let price = 5 * tried.len() as u32;
            let rounds = (0..rounds).take_while(|_| watch.spend_many(price)).count();
            let count = tried.len();
            let found = in_order(
                rounds * count,
                || watch.is_over(),
                |i| {
                    let deal = Deal { seed, round: (round + i / count) as u64 };
                    self.rehearse_answer(state, side, &tried[i % count].0, deal)
                },
            );
            if rounds == 0 || found.len() < rounds * count {
                break;
            }
            for (i, end) in found.into_iter().enumerate() {
                tried[i % count].1.extend(end);
            }
            round += rounds;
            tried.retain(|(_, ends)| ends.len() == round);
            if round == FIRST_LOOK {
                let mean = |ends: &[f64]| ends.iter().sum::<f64>() / ends.len() as f64;
                let best = tried.iter().map(|(_, ends)| mean(ends)).fold(f64::NEG_INFINITY, f64::max);
                let leader = tried.iter().find(|(_, ends)| mean(ends) >= best).map(|(_, ends)| ends.clone());
                let leader = leader.unwrap_or_default();
                tried.retain(|(_, ends)| {
                    let (behind, error) = lead(&leader, ends);
                    behind <= error + 0.05
                });
            }
        }
        let mut best = 0;
        for at in 1..tried.len() {
            let (mean, error) = lead(&tried[at].1, &tried[best].1);
            if mean > error * 0.5 + 0.02 {
                best = at;
            }
        }
        if tried.is_empty() {
            return Some((usual, None));
        }
        let (order, ends) = tried.remove(best);
        // What came nearest to it of all that was weighed.
        let others = tried.into_iter().map(|(order, others)| (lead(&ends, &others).0, order));
        let next = others.filter(|(lead, _)| *lead >= TOLD).min_by(|a, b| a.0.total_cmp(&b.0));
        Some((order, next.map(|(lead, order)| (order, lead))))
    }
}

/// By how much the results of one are better than those of another, over the same dice, and the
/// standard error of that.
fn lead(ends: &[f64], others: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = ends.iter().zip(others).map(|(a, b)| a - b).collect();
    mean_and_error(&differences)
}

fn seed_of(chance: &mut Chance) -> u64 {
    let bytes = chance.bytes();
    u64::from_le_bytes(std::array::from_fn(|i| bytes[i]))
}
