//! The combat phase as an optimization: who attacks whom, so that everything owed is attacked
//! (7.11, 7.12) and the expected total is highest. Attacks at bad odds that free other units for
//! good ones (7.5) follow from it without special treatment.

use blue_gray::{Arm, State, UnitId};
use hexmap::Hex;
use tabletop::RuleCheck;

use super::judgement::Judgement;
use super::stakes::Stakes;
use crate::interrupt::interrupted;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Attack {
    pub attackers: Vec<UnitId>,
    pub against: Vec<Hex>,
    /// The strengths of attack and defence.
    pub odds: (u16, u16),
    pub value: f64,
    /// Whether a unit there owed an attack, or a hex there had to be attacked.
    pub owed: bool,
}

/// A hex of the phasing side next to the enemy.
pub(super) struct Front {
    pub hex: Hex,
    pub units: Vec<UnitId>,
    pub strength: u16,
    pub owes: bool,
    /// The enemy hexes it may attack, as a set.
    pub reaches: u64,
    pub thrown_back: f64,
    pub lost: f64,
    /// Its own units, as (printed strength, cost of losing it).
    pub price: Vec<(u16, f64)>,
}

/// An enemy hex that can be attacked.
pub(super) struct Target {
    pub hex: Hex,
    pub strength: u16,
    pub printed: u16,
    pub owed: bool,
    pub driven: f64,
    pub destroyed: f64,
}

/// Guns of one hex that bombard the same target.
pub(super) struct Guns {
    pub units: Vec<UnitId>,
    /// The targets in range and sight.
    pub aims: Vec<Aimed>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Aimed {
    pub target: usize,
    pub over_water: bool,
    /// Their total strength at its range.
    pub strength: u16,
}

/// One combat: a set of fronts and a set of targets; every front touches every target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Combat {
    pub fronts: u64,
    pub targets: u64,
}

/// The combat phase as an optimization problem.
pub(super) struct Declarations<'a> {
    pub judgement: Judgement<'a>,
    pub fronts: Vec<Front>,
    pub targets: Vec<Target>,
    pub guns: Vec<Guns>,
}

/// The members of a set, in order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then_some(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

impl<'a> Declarations<'a> {
    /// The problem for a position in its combat phase.
    pub(super) fn of(judgement: Judgement<'a>, state: &State) -> Declarations<'a> {
        let battle = judgement.battle;
        let (side, enemy) = (state.phasing, state.phasing.other());
        let field = &battle.scenario.field;
        let mut targets: Vec<Target> = Vec::new();
        let mut fronts: Vec<Front> = Vec::new();
        let mut guns: Vec<Guns> = Vec::new();
        let mut index: Vec<(Hex, usize)> = Vec::new();
        let quiet = &mut RuleCheck::without_messages();
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
            for near in field.zone(hex).filter(|&n| state.holder(n) == Some(enemy)) {
                if let Some(i) = target_of(near, &mut targets) {
                    reaches |= 1 << i;
                }
            }
            let strength = |units: &[UnitId]| units.iter().map(|&u| u16::from(battle.unit(u).strength)).sum();
            if reaches != 0 && !state.bombarded_from.contains(hex) && fronts.len() < 64 {
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
            // All of a hex bombard the same target (8.14), or each its own (r9.14).
            let together = if battle.options.separate_bombardments { 1 } else { batteries.len().max(1) };
            for units in batteries.chunks(together) {
                let strength = |range| units.iter().map(|&u| battle.bombarding_strength(u, range)).sum();
                let aims = battle.aims(state, units[0]).filter_map(|aim| {
                    let target = target_of(aim.hex, &mut targets)?;
                    Some(Aimed { target, over_water: aim.over_water, strength: strength(aim.range) })
                });
                let aims: Vec<Aimed> = aims.collect();
                if !aims.is_empty() {
                    guns.push(Guns { units: units.to_vec(), aims });
                }
            }
        }
        Declarations { judgement, fronts, targets, guns }
    }

    /// The attacks, the one with the highest expected gain first.
    pub(super) fn solve(&self) -> Vec<Attack> {
        let mut aimed = vec![None; self.guns.len()];
        let mut combats = self.first();
        // Each pass tries every front elsewhere; a few passes are enough to converge.
        for _ in 0..6 {
            let fronts = self.shift(&mut combats, &aimed);
            let targets = self.release(&mut combats, &aimed);
            let guns = self.lay(&combats, &mut aimed);
            if !(fronts || targets || guns) || interrupted() {
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

    /// The guns that bombard in a combat.
    fn firing<'b>(
        &'b self,
        combat: Combat,
        aimed: &'b [Option<usize>],
    ) -> impl Iterator<Item = (&'b Guns, Aimed)> {
        self.guns.iter().zip(aimed).filter_map(move |(guns, aim)| {
            let &aimed = guns.aims.get((*aim)?)?;
            (combat.targets & (1 << aimed.target) != 0).then_some((guns, aimed))
        })
    }

    fn odds(&self, combat: Combat, aimed: &[Option<usize>]) -> (u16, u16) {
        let mut attack: u16 = members(combat.fronts).map(|i| self.fronts[i].strength).sum();
        let mut over_water = true;
        for (_, aimed) in self.firing(combat, aimed) {
            attack += aimed.strength;
            over_water &= aimed.over_water;
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

    /// The expected gain of a combat.
    pub(super) fn value(&self, combat: Combat, aimed: &[Option<usize>]) -> f64 {
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

    /// The approximate cost of an exchange against this much printed strength, paid with the
    /// cheapest units.
    fn price(&self, fronts: u64, printed: u16, all: f64) -> f64 {
        let total: u16 = members(fronts).map(|i| self.fronts[i].strength).sum();
        if total <= printed {
            return all;
        }
        // A single unit that covers it alone, or a fraction of all.
        let part = all * f64::from(printed) / f64::from(total.max(1));
        let single = members(fronts)
            .flat_map(|i| &self.fronts[i].price)
            .filter(|(strength, _)| *strength >= printed)
            .map(|(_, cost)| *cost)
            .fold(f64::INFINITY, f64::min);
        if single.is_finite() { single.min(part * 1.6) } else { part * 1.15 }
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

    /// The worth of driving the enemy off a hex, according to the places there.
    pub(super) fn ground_prize(&self, state: &State, hex: Hex) -> f64 {
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
