//! The next attack of a combat phase that is small enough to be solved.

use blue_gray::{Order, State};
use tabletop::RuleCheck;

use super::declarations::Attack;
use super::exact::Exact;
use super::general::{Chosen, TOLD};
use super::judgement::Judgement;
use super::planner::attack_order;
use crate::budget::Stopwatch;

/// Positions searched for each trial of a rehearsed phase.
const FOR_A_TRIAL: usize = 4;

/// Differences below this count as equal.
const SAME: f64 = 1e-9;

impl Judgement<'_> {
    /// The attack with which the phase ends best, whatever the enemy answers, and what came next to
    /// it; `Some(None)` if no further attack is best. `None` if more than `most` positions would
    /// have to be looked at, or there is not the time for it.
    pub(super) fn solved(
        &self,
        state: &State,
        most: usize,
        watch: &mut Stopwatch,
    ) -> Option<Option<Chosen<Attack>>> {
        let most = most.min(FOR_A_TRIAL * watch.affords(most.div_ceil(FOR_A_TRIAL)));
        if most == 0 {
            return None;
        }
        // If it comes to nothing the time left is for rehearsals; trials it takes none.
        let part = watch.share(0);
        let over = || part.is_over();
        let mut exact = Exact::new(*self, state, most as u32, &over);
        let worths = exact.worths(state)?;
        let best = worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
        // Of equals the usual one.
        let usual = self.next_attack(state).map_or(Order::EndCombat {}, |attack| attack_order(&attack));
        let among =
            |order: &Order<_, _>| worths.iter().any(|(other, worth)| other == order && *worth >= best - SAME);
        let chosen = if among(&usual) {
            usual
        } else {
            worths.iter().find(|(_, worth)| *worth >= best - SAME).map(|(order, _)| order.clone())?
        };
        let Some(attack) = self.attack_of(state, &chosen, best - exact.judged(state)) else {
            return Some(None);
        };
        let next = worths
            .iter()
            .filter(|(_, worth)| best - worth >= TOLD)
            .filter_map(|(order, worth)| Some((self.attack_of(state, order, 0.0)?, best - worth)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        Some(Some((attack, next)))
    }

    /// The attack that an order declares, if it does, with that gain.
    fn attack_of(
        &self,
        state: &State,
        order: &Order<blue_gray::UnitId, hexmap::Hex>,
        value: f64,
    ) -> Option<Attack> {
        let Order::Attack { attackers, defenders, .. } = order else { return None };
        let (battle, quiet) = (self.battle, &mut RuleCheck::without_messages());
        let declared = battle.declare(state, state.phasing, attackers, defenders, None, quiet).ok()?;
        Some(Attack {
            attackers: attackers.clone(),
            against: defenders.clone(),
            odds: (declared.attack, declared.defence),
            value,
            owed: attackers.iter().any(|&unit| battle.owes(state, unit))
                || defenders.iter().any(|&hex| battle.owed(state, hex)),
        })
    }
}
