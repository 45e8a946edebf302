//! The search among declarations: fronts and targets move from combat to combat as long as the
//! expected total rises. Everything that is owed stays attacked.

use super::declarations::{Combat, Declarations, members};
use crate::interrupt::interrupted;

impl Declarations<'_> {
    /// Puts every front against the target it is strongest against, then some front against every
    /// owed target that is left out. Several fronts attack only a single target, and several
    /// targets are attacked only by a single front, so that a front can always be found.
    pub(super) fn first(&self) -> Vec<Combat> {
        let mut combats: Vec<Combat> =
            (0..self.targets.len()).map(|i| Combat { fronts: 0, targets: 1 << i }).collect();
        for (i, front) in self.fronts.iter().enumerate().filter(|(_, f)| f.owes) {
            let best = members(front.reaches)
                .filter(|&t| self.targets[t].owed)
                .min_by_key(|&t| (combats[t].fronts.count_ones(), self.targets[t].strength))
                .or_else(|| members(front.reaches).next());
            if let Some(t) = best {
                combats[t].fronts |= 1 << i;
            }
        }
        for t in 0..self.targets.len() {
            if !self.targets[t].owed || combats[t].fronts != 0 {
                continue;
            }
            let near: Vec<usize> = (0..self.fronts.len())
                .filter(|&i| self.fronts[i].owes && self.fronts[i].reaches & (1 << t) != 0)
                .collect();
            let place = |combats: &[Combat], i: usize| combats.iter().position(|c| c.fronts & (1 << i) != 0);
            // Preferably a front that is not needed where it is.
            let spare = near
                .iter()
                .find(|&&i| place(&combats, i).is_some_and(|c| combats[c].fronts.count_ones() > 1))
                .or(near.first());
            let Some(&i) = spare else { continue };
            let Some(at) = place(&combats, i) else { continue };
            if combats[at].fronts.count_ones() > 1 {
                combats[at].fronts &= !(1 << i);
                combats[t].fronts |= 1 << i;
            } else {
                combats[at].targets |= 1 << t;
                combats[t].targets = 0;
            }
        }
        combats.retain(|c| c.targets != 0);
        combats
    }

    /// Tries every front in every other combat; returns whether the total has improved.
    pub(super) fn shift(&self, combats: &mut Vec<Combat>, aimed: &[Option<usize>]) -> bool {
        let mut better = false;
        for i in (0..self.fronts.len()).take_while(|_| !interrupted()) {
            let bit = 1 << i;
            let at = combats.iter().position(|c| c.fronts & bit != 0);
            let mut best: Option<(f64, Vec<Combat>)> = None;
            let values: Vec<f64> = combats.iter().map(|c| self.value(*c, aimed)).collect();
            let before: f64 = values.iter().sum();
            // Most combats are unchanged.
            let total = |tried: &[Combat], was: &[Combat]| -> f64 {
                let worth = |(i, combat): (usize, &Combat)| match was.get(i) {
                    Some(same) if same == combat => values[i],
                    _ => self.value(*combat, aimed),
                };
                tried.iter().enumerate().map(worth).sum()
            };
            for to in 0..combats.len() {
                if Some(to) == at || combats[to].targets & !self.fronts[i].reaches != 0 {
                    continue;
                }
                let mut tried = combats.clone();
                tried[to].fronts |= bit;
                if let Some(at) = at
                    && !self.leave(&mut tried, at, i, aimed)
                {
                    continue;
                }
                let after = total(&tried, combats);
                if after > before + 1e-6 && best.as_ref().is_none_or(|(b, _)| after > *b) {
                    best = Some((after, tried));
                }
            }
            // A front that owes no attack may also stay out.
            if !self.fronts[i].owes
                && let Some(at) = at
            {
                let mut tried = combats.clone();
                if self.leave(&mut tried, at, i, aimed) {
                    let after = total(&tried, combats);
                    if after > before + 1e-6 && best.as_ref().is_none_or(|(b, _)| after > *b) {
                        best = Some((after, tried));
                    }
                }
            }
            if let Some((_, tried)) = best {
                *combats = tried;
                better = true;
            }
        }
        better
    }

    /// Takes a front out of a combat. Owed targets that it attacked alone must be taken up by
    /// another combat; returns whether they are.
    fn leave(&self, combats: &mut Vec<Combat>, at: usize, front: usize, aimed: &[Option<usize>]) -> bool {
        combats[at].fronts &= !(1 << front);
        if combats[at].fronts != 0 {
            return true;
        }
        let left = std::mem::take(&mut combats[at].targets);
        for t in members(left) {
            if !self.targets[t].owed {
                combats.push(Combat { fronts: 0, targets: 1 << t });
                continue;
            }
            let mut best: Option<(f64, usize)> = None;
            for (to, &combat) in combats.iter().enumerate() {
                if combat.fronts == 0
                    || !members(combat.fronts).all(|i| self.fronts[i].reaches & (1 << t) != 0)
                {
                    continue;
                }
                let with = Combat { targets: combat.targets | (1 << t), ..combat };
                let gain = self.value(with, aimed) - self.value(combat, aimed);
                if best.is_none_or(|(b, _)| gain > b) {
                    best = Some((gain, to));
                }
            }
            match best {
                Some((_, to)) => combats[to].targets |= 1 << t,
                None => return false,
            }
        }
        true
    }

    /// Takes single targets out of combats against several targets: for one front of that combat
    /// alone, or for another combat. Returns whether the total has improved.
    pub(super) fn release(&self, combats: &mut Vec<Combat>, aimed: &[Option<usize>]) -> bool {
        let mut better = false;
        let mut at = 0;
        while at < combats.len() && !interrupted() {
            let combat = combats[at];
            at += 1;
            if combat.targets.count_ones() < 2 {
                continue;
            }
            let before = self.value(combat, aimed);
            let mut best: Option<(f64, Vec<(usize, Combat)>)> = None;
            for t in members(combat.targets) {
                let rest = Combat { targets: combat.targets & !(1 << t), ..combat };
                for i in members(combat.fronts).filter(|_| combat.fronts.count_ones() > 1) {
                    let alone = Combat { fronts: 1 << i, targets: 1 << t };
                    let rest = Combat { fronts: combat.fronts & !(1 << i), ..rest };
                    let gain = self.value(alone, aimed) + self.value(rest, aimed) - before;
                    if gain > 1e-6 && best.as_ref().is_none_or(|(b, _)| gain > *b) {
                        best = Some((gain, vec![(at - 1, rest), (usize::MAX, alone)]));
                    }
                }
                for to in (0..combats.len()).filter(|&to| to != at - 1) {
                    let other = combats[to];
                    if other.fronts == 0
                        || !members(other.fronts).all(|i| self.fronts[i].reaches & (1 << t) != 0)
                    {
                        continue;
                    }
                    let with = Combat { targets: other.targets | (1 << t), ..other };
                    let gain =
                        self.value(with, aimed) + self.value(rest, aimed) - before - self.value(other, aimed);
                    if gain > 1e-6 && best.as_ref().is_none_or(|(b, _)| gain > *b) {
                        best = Some((gain, vec![(at - 1, rest), (to, with)]));
                    }
                }
            }
            if let Some((_, changes)) = best {
                for (to, combat) in changes {
                    match combats.get_mut(to) {
                        Some(place) => *place = combat,
                        None => combats.push(combat),
                    }
                }
                better = true;
            }
        }
        better
    }

    /// Aims every group of guns where it helps most; returns whether the total has improved.
    pub(super) fn lay(&self, combats: &[Combat], aimed: &mut [Option<usize>]) -> bool {
        let mut better = false;
        for g in (0..self.guns.len()).take_while(|_| !interrupted()) {
            let was = aimed[g];
            // Only combats against targets that these guns can hit are affected by their aim.
            let hit = self.guns[g].aims.iter().fold(0, |set, aimed| set | 1 << aimed.target);
            let touched: Vec<Combat> = combats.iter().filter(|c| c.targets & hit != 0).copied().collect();
            let total =
                |aimed: &[Option<usize>]| -> f64 { touched.iter().map(|c| self.value(*c, aimed)).sum() };
            let mut best = (total(aimed), was);
            for aim in std::iter::once(None).chain((0..self.guns[g].aims.len()).map(Some)) {
                aimed[g] = aim;
                let now = total(aimed);
                if now > best.0 + 1e-6 {
                    best = (now, aim);
                }
            }
            aimed[g] = best.1;
            better |= best.1 != was;
        }
        better
    }
}
