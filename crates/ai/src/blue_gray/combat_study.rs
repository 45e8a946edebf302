//! What commanders give up in a combat phase, measured against the exact solution.

use std::collections::BTreeSet;

use blue_gray::{Battle, Phase, State};

use super::exact::Exact;
use super::judgement::Judgement;
use super::planner::{Planner, ardour};
use super::standing::Standing;
use super::survey::Survey;
use super::weights::BlueGrayWeights;
use crate::budget::Budget;
use crate::commander::Commander;
use crate::information_set::InformationSet;
use crate::level::Level;

/// A combat phase that was solved, and what commanders chose first in it.
#[derive(Debug, Clone, PartialEq)]
pub struct CombatStudy {
    /// The expected worth of the phase's end with the best play of both sides, in points, as the
    /// general judges it.
    pub best: f64,
    /// How many different worths its first orders have: with one there is nothing to choose.
    pub choices: usize,
    /// How many positions were looked at.
    pub positions: u32,
    /// For each level that was asked, how much less its first order is worth than the best one.
    pub given_up: Vec<f64>,
}

/// Solves the combat phase of a position, and asks commanders of these levels for their first order
/// there. `None` where it is no beginning of a decision in a combat phase, and where more than
/// `most` positions would have to be looked at.
pub fn combat_study(
    battle: &Battle,
    state: &State,
    levels: &[Level],
    seed: u64,
    most: u32,
) -> Option<CombatStudy> {
    if state.phase != Phase::Combat || state.question().is_some() {
        return None;
    }
    let mut weights = BlueGrayWeights::default().of(Level::General);
    let survey = Survey::new(battle, &weights);
    weights.urge *= ardour(battle, state, state.phasing);
    let standing = Standing::default();
    let judgement =
        Judgement { battle, survey: &survey, weights: &weights, standing: &standing, quick: false };
    let mut exact = Exact::new(judgement, state, most, &|| false);
    let best = exact.worth(state)?;
    let worths = exact.worths(state)?.into_iter().map(|(_, worth)| (worth * 1e6).round() as i64);
    let worths: BTreeSet<i64> = worths.collect();
    let known = InformationSet::new(battle, state, state.phasing);
    let mut given_up = Vec::new();
    for level in levels {
        let own = BlueGrayWeights::default().of(*level);
        let decision = Planner::new(*level, seed, own).decide(known, Budget::Own)?;
        given_up.push(best - exact.after(state, &decision.order)?);
    }
    Some(CombatStudy { best, choices: worths.len(), positions: most - exact.left, given_up })
}
