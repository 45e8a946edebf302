//! The combat phase, solved: who attacks whom, so that everything owed is attacked (7.11, 7.12) and the whole is expected to
//! bring the most. Attacks at bad odds that free others for good ones (7.5) come out of it by themselves.

use blue_gray::{Arm, State, UnitId};
use hexmap::Hex;
use tabletop::Inquiry;

use super::judgement::Judgement;
use super::odds::Stakes;

/// One attack to be declared.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Attack {
    /// The attacking units.
    pub attackers: Vec<UnitId>,
    /// The hexes attacked.
    pub against: Vec<Hex>,
    /// Strengths of attack and defence.
    pub odds: (u16, u16),
    /// What it is expected to bring.
    pub value: f64,
    /// Somebody there owed an attack, or was owed one.
    pub owed: bool,
}

/// A hex of the phasing side next to the enemy.
struct Front {
    hex: Hex,
    units: Vec<UnitId>,
    strength: u16,
    owes: bool,
    /// The enemy hexes it may attack, as a set.
    reaches: u64,
    thrown_back: f64,
    lost: f64,
    /// Its own units, as (printed strength, cost of losing it).
    price: Vec<(u16, f64)>,
}

/// An enemy hex that can be attacked.
struct Target {
    hex: Hex,
    strength: u16,
    printed: u16,
    owed: bool,
    driven: f64,
    destroyed: f64,
}

/// Guns of one hex that may bombard.
struct Guns {
    units: Vec<UnitId>,
    strength: u16,
    /// The targets in range and sight, with whether the line crosses water.
    aims: Vec<(usize, bool)>,
}

/// One combat: sets of fronts and targets; all of the first touch all of the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Combat {
    fronts: u64,
    targets: u64,
}

/// The combat phase as a puzzle.
pub(super) struct Declarations<'a> {
    judgement: Judgement<'a>,
    fronts: Vec<Front>,
    targets: Vec<Target>,
    guns: Vec<Guns>,
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |i| set & (1 << i) != 0)
}

impl<'a> Declarations<'a> {
    /// The puzzle of a position in its combat phase.
    pub fn of(judgement: Judgement<'a>, state: &State) -> Declarations<'a> {
        let battle = judgement.battle;
        let (side, enemy) = (state.phasing, state.phasing.other());
        let field = &battle.scenario.field;
        let mut targets: Vec<Target> = Vec::new();
        let mut fronts: Vec<Front> = Vec::new();
        let mut guns: Vec<Guns> = Vec::new();
        let mut index: Vec<(Hex, usize)> = Vec::new();
        let quiet = &mut Inquiry::wordless();
        let mut target_of = |hex: Hex, targets: &mut Vec<Target>| -> Option<usize> {
            if let Some(&(_, i)) = index.iter().find(|(h, _)| *h == hex) {
                return Some(i);
            }
            if targets.len() == 64 || !battle.attackable(state, hex) {
                return None;
            }
            targets.push(judgement.target(state, hex));
            index.push((hex, targets.len() - 1));
            Some(targets.len() - 1)
        };
        let mut seen: Vec<Hex> = Vec::new();
        for (_, hex) in battle.on_map(state, side) {
            if seen.contains(&hex) || state.attacked_from.contains(hex) {
                continue;
            }
            seen.push(hex);
            let units: Vec<UnitId> = state
                .stack(hex)
                .filter(|&u| {
                    let marks = state.marks(u);
                    battle.can_attack(state, u) && !marks.attacked && !marks.advanced
                })
                .collect();
            if units.is_empty() {
                continue;
            }
            let in_zone = state.in_zone(enemy, hex);
            let mut reaches = 0;
            for near in field.zone(hex).filter(|&n| state.holder(battle, n) == Some(enemy)) {
                if let Some(i) = target_of(near, &mut targets) {
                    reaches |= 1 << i;
                }
            }
            let strength = |units: &[UnitId]| units.iter().map(|&u| u16::from(battle.unit(u).strength)).sum();
            if reaches != 0 && fronts.len() < 64 {
                let owes = units.iter().any(|&u| battle.owes(state, u));
                let losing = battle.options.attack_effectiveness && in_zone;
                let mut thrown_back = 0.0;
                for &unit in &units {
                    let cut = if battle.ways(state, unit).is_empty() { 1.0 } else { 0.0 };
                    let strength = f64::from(battle.unit(unit).strength);
                    let weary = if losing { judgement.weights.ineffective * strength } else { 0.0 };
                    thrown_back += cut * judgement.worth(state, unit)
                        + (1.0 - cut) * (strength * judgement.weights.repulse + weary);
                }
                let price: Vec<(u16, f64)> = units
                    .iter()
                    .map(|&u| (u16::from(battle.unit(u).strength), judgement.worth(state, u)))
                    .collect();
                fronts.push(Front {
                    hex,
                    strength: strength(&units),
                    owes,
                    reaches,
                    thrown_back,
                    lost: price.iter().map(|p| p.1).sum(),
                    price,
                    units,
                });
                continue;
            }
            if in_zone {
                continue;
            }
            let batteries: Vec<UnitId> = units
                .into_iter()
                .filter(|&u| {
                    battle.unit(u).arm == Arm::Artillery && battle.may_bombard(state, u, quiet).is_ok()
                })
                .collect();
            let Some(&first) = batteries.first() else { continue };
            let aims: Vec<(usize, bool)> = battle
                .aims(state, first)
                .filter_map(|aim| Some((target_of(aim.hex, &mut targets)?, aim.over_water)))
                .collect();
            if !aims.is_empty() {
                guns.push(Guns { strength: strength(&batteries), units: batteries, aims });
            }
        }
        Declarations { judgement, fronts, targets, guns }
    }

    /// The attacks, the one that is expected to bring most first.
    pub fn solve(&self) -> Vec<Attack> {
        let mut aimed = vec![None; self.guns.len()];
        let mut combats = self.first();
        // Each pass tries every front elsewhere; a few passes settle it.
        for _ in 0..6 {
            let fronts = self.shift(&mut combats, &aimed);
            let targets = self.release(&mut combats, &aimed);
            let guns = self.lay(&combats, &mut aimed);
            if !(fronts || targets || guns) {
                break;
            }
        }
        let mut attacks: Vec<Attack> =
            combats.iter().filter(|c| c.targets != 0).filter_map(|c| self.attack(*c, &aimed)).collect();
        attacks.sort_by(|a, b| b.value.total_cmp(&a.value));
        attacks
    }

    fn attack(&self, combat: Combat, aimed: &[Option<usize>]) -> Option<Attack> {
        let mut attackers: Vec<UnitId> =
            members(combat.fronts).flat_map(|i| self.fronts[i].units.iter().copied()).collect();
        for (guns, _) in self.firing(combat, aimed) {
            attackers.extend(&guns.units);
        }
        let owed = members(combat.fronts).any(|i| self.fronts[i].owes)
            || members(combat.targets).any(|i| self.targets[i].owed);
        (!attackers.is_empty()).then(|| Attack {
            attackers,
            against: members(combat.targets).map(|i| self.targets[i].hex).collect(),
            odds: self.odds(combat, aimed),
            value: self.value(combat, aimed),
            owed,
        })
    }

    /// Everybody at what he is strongest against; then somebody for all that are owed and left out. Fronts are several only
    /// against one target, and targets several only for one front: so there is always somebody.
    fn first(&self) -> Vec<Combat> {
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
            // Best somebody who is not needed where he is.
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

    /// The guns that fire into a combat.
    fn firing<'b>(
        &'b self,
        combat: Combat,
        aimed: &'b [Option<usize>],
    ) -> impl Iterator<Item = (&'b Guns, bool)> {
        self.guns.iter().zip(aimed).filter_map(move |(guns, aim)| {
            let &(target, water) = guns.aims.get((*aim)?)?;
            (combat.targets & (1 << target) != 0).then_some((guns, water))
        })
    }

    fn odds(&self, combat: Combat, aimed: &[Option<usize>]) -> (u16, u16) {
        let mut attack: u16 = members(combat.fronts).map(|i| self.fronts[i].strength).sum();
        let mut over_water = true;
        for (guns, water) in self.firing(combat, aimed) {
            attack += guns.strength;
            over_water &= water;
        }
        let from: Vec<Hex> = members(combat.fronts).map(|i| self.fronts[i].hex).collect();
        let defence = members(combat.targets)
            .map(|t| {
                let target = &self.targets[t];
                target.strength * u16::from(self.judgement.battle.multiple(target.hex, &from, over_water))
            })
            .sum();
        (attack, defence)
    }

    fn value(&self, combat: Combat, aimed: &[Option<usize>]) -> f64 {
        if combat.targets == 0 {
            return 0.0;
        }
        let (attack, defence) = self.odds(combat, aimed);
        if attack == 0 {
            return if members(combat.targets).any(|t| self.targets[t].owed) { -1000.0 } else { 0.0 };
        }
        let mut stakes = Stakes::default();
        let mut printed = 0;
        for target in members(combat.targets).map(|t| &self.targets[t]) {
            stakes.de += target.destroyed;
            stakes.dr += target.driven;
            printed += target.printed;
        }
        for front in members(combat.fronts).map(|i| &self.fronts[i]) {
            stakes.ar -= front.thrown_back;
            stakes.ae -= front.lost;
        }
        stakes.ex = stakes.de - self.price(combat.fronts, printed, -stakes.ae);
        stakes.expected(self.judgement.results(attack, defence))
    }

    /// About what an exchange against so much printed strength costs: the cheapest units first.
    fn price(&self, fronts: u64, printed: u16, all: f64) -> f64 {
        let total: u16 = members(fronts).map(|i| self.fronts[i].strength).sum();
        if total <= printed {
            return all;
        }
        // A single unit that pays it alone, or a part of all.
        let part = all * f64::from(printed) / f64::from(total.max(1));
        let single = members(fronts)
            .flat_map(|i| &self.fronts[i].price)
            .filter(|(strength, _)| *strength >= printed)
            .map(|(_, cost)| *cost)
            .fold(f64::INFINITY, f64::min);
        if single.is_finite() { single.min(part * 1.6) } else { part * 1.15 }
    }

    /// Tries every front in every other combat; says whether anything got better.
    fn shift(&self, combats: &mut Vec<Combat>, aimed: &[Option<usize>]) -> bool {
        let mut better = false;
        for i in 0..self.fronts.len() {
            let bit = 1 << i;
            let at = combats.iter().position(|c| c.fronts & bit != 0);
            let mut best: Option<(f64, Vec<Combat>)> = None;
            let before: f64 = combats.iter().map(|c| self.value(*c, aimed)).sum();
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
                let after: f64 = tried.iter().map(|c| self.value(*c, aimed)).sum();
                if after > before + 1e-6 && best.as_ref().is_none_or(|(b, _)| after > *b) {
                    best = Some((after, tried));
                }
            }
            // Who owes nothing may also stay out.
            if !self.fronts[i].owes
                && let Some(at) = at
            {
                let mut tried = combats.clone();
                if self.leave(&mut tried, at, i, aimed) {
                    let after: f64 = tried.iter().map(|c| self.value(*c, aimed)).sum();
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

    /// Takes a front out of a combat; whatever it attacked alone and is owed must be taken up by another combat.
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

    /// Takes single targets out of combats against several: to a front of that combat alone, or to another combat.
    fn release(&self, combats: &mut Vec<Combat>, aimed: &[Option<usize>]) -> bool {
        let mut better = false;
        let mut at = 0;
        while at < combats.len() {
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

    /// Lays every gun where it helps most.
    fn lay(&self, combats: &[Combat], aimed: &mut [Option<usize>]) -> bool {
        let mut better = false;
        for g in 0..self.guns.len() {
            let total = |combats: &[Combat], aimed: &[Option<usize>]| -> f64 {
                combats.iter().map(|c| self.value(*c, aimed)).sum()
            };
            let was = aimed[g];
            let mut best = (total(combats, aimed), was);
            for aim in std::iter::once(None).chain((0..self.guns[g].aims.len()).map(Some)) {
                aimed[g] = aim;
                let now = total(combats, aimed);
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

impl Judgement<'_> {
    fn target(&self, state: &State, hex: Hex) -> Target {
        let battle = self.battle;
        let mut target = Target {
            hex,
            strength: 0,
            printed: 0,
            owed: battle.owed(state, hex),
            driven: 0.0,
            destroyed: 0.0,
        };
        for unit in state.stack(hex) {
            let strength = u16::from(battle.unit(unit).strength);
            target.printed += strength;
            if !state.marks(unit).spent() {
                target.strength += strength;
            }
            let cut = if battle.ways(state, unit).is_empty() { 1.0 } else { 0.0 };
            target.driven += self.retreat_cost(state, unit, cut);
            target.destroyed += self.worth(state, unit);
        }
        let prize = self.ground_prize(state, hex);
        target.driven += prize;
        target.destroyed += prize;
        target
    }

    /// What it is worth to drive the enemy off a hex, by the places there.
    pub fn ground_prize(&self, state: &State, hex: Hex) -> f64 {
        let side = state.phasing;
        let places = self.survey.places.iter().filter(|p| p.hex == hex && !p.is_settled(state));
        let worth: f64 = places
            .filter(|p| p.holder(self.battle, state) != Some(side))
            .map(|p| p.points[side] + p.points[side.other()])
            .sum();
        let exits: f64 = (self.survey.exits.iter().filter(|(h, ..)| *h == hex))
            .map(|_| (self.survey.passage.union + self.survey.passage.confederate).min(20.0))
            .sum();
        (worth + exits) * 0.35
    }
}
