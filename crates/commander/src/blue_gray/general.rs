//! The general's way: several plans made with different tempers, each rehearsed by the real rules with the same dice, and
//! the best of them made better by rehearsing what is next to it.

use blue_gray::State;

use super::judgement::Judgement;
use super::muster::Plan;
use super::planning::Planning;
use super::weights::BlueGrayWeights;
use crate::budget::Stopwatch;
use crate::chance::Chance;

/// How often every plan is rehearsed at first.
const FIRST: u64 = 6;

/// How often the better ones are.
const THEN: u64 = 14;

/// A plan and what its rehearsals came to.
struct Candidate {
    plan: Plan,
    /// What can be reckoned of it.
    reckoned: f64,
    /// What each rehearsal came to; the same place is the same dice.
    rehearsed: Vec<f64>,
}

impl Candidate {
    fn mean(&self) -> f64 {
        if self.rehearsed.is_empty() {
            return self.reckoned;
        }
        self.rehearsed.iter().sum::<f64>() / self.rehearsed.len() as f64
    }

    /// What it is held to be worth: both judgements see what the other does not.
    fn worth(&self, weights: &BlueGrayWeights) -> f64 {
        self.mean() * weights.rehearsal + self.reckoned * (1.0 - weights.rehearsal)
    }
}

impl<'a> Judgement<'a> {
    /// The plan of a general.
    pub fn compare(self, state: &'a State, watch: &mut Stopwatch, chance: &mut Chance) -> Plan {
        let seed = u64::from_le_bytes(std::array::from_fn(|i| chance.bytes()[i]));
        let mut candidates: Vec<Candidate> = Vec::new();
        for fear in [1.0, 0.4, 1.8] {
            let weights = BlueGrayWeights { threat: self.weights.threat * fear, ..self.weights.clone() };
            let tempered = Judgement { weights: &weights, ..self };
            let plan = tempered.deliberate(state, &mut watch.share(700), chance).plan;
            self.enter(state, &mut candidates, plan);
        }
        self.enter(state, &mut candidates, self.plan(state));
        self.enter(state, &mut candidates, Plan { moves: Vec::new() });
        for candidate in &mut candidates {
            self.rehearse_often(state, candidate, FIRST, seed, watch);
        }
        candidates.sort_by(|a, b| b.worth(self.weights).total_cmp(&a.worth(self.weights)));
        candidates.truncate(2);
        for candidate in &mut candidates {
            self.rehearse_often(state, candidate, THEN, seed, watch);
        }
        candidates.sort_by(|a, b| b.worth(self.weights).total_cmp(&a.worth(self.weights)));
        if candidates.is_empty() {
            return Plan { moves: Vec::new() };
        }
        let best = candidates.swap_remove(0);
        self.refine(state, best, seed, watch, chance)
    }

    fn enter(&self, state: &State, candidates: &mut Vec<Candidate>, plan: Plan) {
        if candidates.iter().all(|c| c.plan != plan) {
            let begun = Planning::begin(*self, state, plan);
            candidates.push(Candidate { plan: begun.plan, reckoned: begun.value, rehearsed: Vec::new() });
        }
    }

    /// Rehearses a plan until it has been so often.
    fn rehearse_often(
        &self,
        state: &State,
        candidate: &mut Candidate,
        times: u64,
        seed: u64,
        watch: &mut Stopwatch,
    ) {
        while (candidate.rehearsed.len() as u64) < times && watch.spend_many(10) {
            let dice = seed.wrapping_add(candidate.rehearsed.len() as u64);
            candidate.rehearsed.push(self.rehearse(state, &candidate.plan, dice));
        }
    }

    /// Tries what is next to a plan: what can be reckoned weeds out most, the rest is rehearsed with the same dice.
    fn refine(
        &self,
        state: &State,
        mut best: Candidate,
        seed: u64,
        watch: &mut Stopwatch,
        chance: &mut Chance,
    ) -> Plan {
        let mut planning = Planning::begin(*self, state, best.plan.clone());
        let choices = planning.all_choices();
        while watch.spend() {
            let Some((plan, reckoned)) = planning.neighbour(&choices, chance) else { break };
            // Not much worse by reckoning, or not worth the time.
            if reckoned < best.reckoned - 0.5 {
                continue;
            }
            let mut tried = Candidate { plan, reckoned, rehearsed: Vec::new() };
            let often = best.rehearsed.len() as u64;
            // Given up at half time if it is behind by then.
            for part in [often / 2, often] {
                self.rehearse_often(state, &mut tried, part, seed, watch);
                let count = tried.rehearsed.len().max(1);
                let so_far = best.rehearsed.iter().take(count).sum::<f64>() / count as f64;
                if tried.mean() < so_far {
                    break;
                }
            }
            if tried.rehearsed.len() == best.rehearsed.len()
                && tried.worth(self.weights) > best.worth(self.weights) + 0.05
            {
                planning = Planning::begin(*self, state, tried.plan.clone());
                best = tried;
            }
        }
        best.plan
    }
}
