//! Gathering: units are massed against one enemy hex after another, as long as the expected total
//! rises.

use blue_gray::{State, UnitId};
use hexmap::Hex;
use tabletop::Side;

use super::declarations::Declarations;
use super::judgement::Judgement;
use super::muster::{Able, Plan, at_combat};
use super::stakes::Stakes;
use crate::interrupt::interrupted;

/// Which units can reach each hex.
pub(super) struct Comers {
    /// By hex: indices of able units.
    at: Vec<Vec<u8>>,
}

impl Comers {
    /// Those of the units that can move.
    pub(super) fn of(count: usize, able: &[Able]) -> Comers {
        let mut at = vec![Vec::new(); count];
        for (i, unit) in able.iter().enumerate() {
            for hex in &unit.to {
                at[hex.index()].push(i as u8);
            }
        }
        Comers { at }
    }
}

/// A unit, by its index, sent to a hex next to the enemy.
type Sent = (usize, Hex);

impl Judgement<'_> {
    /// Gathers attacks: adds moves to the plan, using only units that are `free`. Returns the quota
    /// that is left.
    pub(super) fn gather(
        &self,
        state: &State,
        able: &[Able],
        plan: &mut Plan,
        free: &mut [bool],
        mut quota: usize,
    ) -> usize {
        let battle = self.battle;
        if battle.scenario.is_night(state.turn) {
            return quota;
        }
        let enemy = state.phasing.other();
        let comers = Comers::of(battle.map().grid.len(), able);
        let mut goals: Vec<Hex> = battle.on_map(state, enemy).map(|(_, h)| h).collect();
        goals.sort_unstable();
        goals.dedup();
        let mut ahead = at_combat(battle, state, plan);
        let mut total = self.total(&ahead);
        for _ in 0..2 {
            let mut offers: Vec<(f64, Hex)> = goals
                .iter()
                .take_while(|_| !interrupted())
                .filter_map(|&goal| {
                    let (gain, _) = self.assemble(&ahead, able, free, &comers, goal, quota)?;
                    Some((gain, goal))
                })
                .collect();
            offers.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut used = false;
            for (_, goal) in offers {
                if interrupted() {
                    return quota;
                }
                let Some((gain, sent)) = self.assemble(&ahead, able, free, &comers, goal, quota) else {
                    continue;
                };
                if gain < 0.0 {
                    continue;
                }
                let mut tried = plan.clone();
                for &(i, to) in &sent {
                    tried.send(able[i].unit, able[i].from, Some(to));
                }
                let then = at_combat(battle, state, &tried);
                let value = self.total(&then);
                if value > total + self.weights.boldness {
                    for &(i, _) in &sent {
                        free[i] = false;
                        quota = quota.saturating_sub(usize::from(self.is_rationed(state, able[i].unit)));
                    }
                    (*plan, ahead, total) = (tried, then, value);
                    used = true;
                }
            }
            if !used {
                break;
            }
        }
        quota
    }

    /// The expected gain of all attacks of a combat phase.
    pub(super) fn total(&self, state: &State) -> f64 {
        if state.phase != blue_gray::Phase::Combat {
            return 0.0;
        }
        Declarations::of(*self, state)
            .solve()
            .iter()
            .filter(|a| a.owed || a.value > 0.0)
            .map(|a| a.value)
            .sum()
    }

    /// The best force that can be massed against one enemy hex, with its gain over the units that
    /// are there already.
    fn assemble(
        &self,
        ahead: &State,
        able: &[Able],
        free: &[bool],
        comers: &Comers,
        goal: Hex,
        quota: usize,
    ) -> Option<(f64, Vec<Sent>)> {
        let battle = self.battle;
        let field = &battle.scenario.field;
        let side = ahead.phasing;
        let limit = battle.scenario.tables.stacking;
        let stands = |unit: UnitId| able.iter().position(|a| a.unit == unit).is_none_or(|i| !free[i]);
        // The hexes next to it: which units stay there, and how much room is left.
        let mut places: Vec<(Hex, usize)> = Vec::new();
        let mut attack = 0_u16;
        let mut from: Vec<Hex> = Vec::new();
        let mut covers: Vec<Hex> = Vec::new();
        for hex in field.zone(goal) {
            if ahead.holder(hex) == Some(side.other()) {
                continue;
            }
            let fixed: Vec<UnitId> = ahead.stack(hex).filter(|&u| stands(u)).collect();
            let strength: u16 = fixed
                .iter()
                .filter(|&&u| battle.can_attack(ahead, u))
                .map(|&u| u16::from(battle.unit(u).strength))
                .sum();
            if strength > 0 {
                attack += strength;
                from.push(hex);
                covers.extend(field.zone(hex).chain([hex]));
            }
            let alone = fixed.iter().any(|&u| battle.unit(u).traits.stacks_with_nothing.is_some());
            if fixed.len() < limit && !alone {
                places.push((hex, limit - fixed.len()));
            }
        }
        let fixed = (attack, from.clone(), covers.clone());
        let mut sent: Vec<Sent> = Vec::new();
        let before = if attack > 0 { self.against(ahead, side, goal, attack, &from, &covers) } else { 0.0 };
        let mut best: Option<(f64, usize)> = None;
        while sent.len() < 8 && sent.len() < quota {
            let mut step: Option<(f64, usize, usize)> = None;
            for (p, &(hex, room)) in places.iter().enumerate() {
                if room == 0 {
                    continue;
                }
                let comer = comers.at[hex.index()]
                    .iter()
                    .map(|&i| usize::from(i))
                    .filter(|&i| free[i] && !sent.iter().any(|&(s, _)| s == i))
                    .filter(|&i| {
                        battle.can_attack(ahead, able[i].unit)
                            && battle.unit(able[i].unit).traits.stacks_with_nothing.is_none()
                    })
                    .max_by_key(|&i| battle.unit(able[i].unit).strength);
                let Some(i) = comer else { continue };
                let more = attack + u16::from(battle.unit(able[i].unit).strength);
                let (from_len, covers_len) = (from.len(), covers.len());
                from.push(hex);
                covers.extend(field.zone(hex).chain([hex]));
                let mut value = self.against(ahead, side, goal, more, &from, &covers);
                from.truncate(from_len);
                covers.truncate(covers_len);
                // Other enemies that it would have to fight as well.
                let others: u16 = field
                    .zone(hex)
                    .filter(|&n| n != goal && ahead.holder(n) == Some(side.other()) && !battle.owed(ahead, n))
                    .flat_map(|n| ahead.stack(n))
                    .map(|u| u16::from(battle.unit(u).strength))
                    .sum();
                value -= 0.15 * f64::from(others);
                if step.is_none_or(|(v, ..)| value > v) {
                    step = Some((value, p, i));
                }
            }
            let Some((value, p, i)) = step else { break };
            let hex = places[p].0;
            places[p].1 -= 1;
            attack += u16::from(battle.unit(able[i].unit).strength);
            from.push(hex);
            covers.extend(field.zone(hex).chain([hex]));
            sent.push((i, hex));
            let gain = value - before - 0.03 * f64::from(attack);
            if best.is_none_or(|(b, _)| gain > b + 0.01) {
                best = Some((gain, sent.len()));
            }
        }
        let (mut gain, count) = best?;
        sent.truncate(count);
        // A unit placed early may stand better elsewhere, now that the others are known.
        let value = |sent: &[Sent]| {
            let (mut attack, mut from, mut covers) = fixed.clone();
            for &(i, hex) in sent {
                attack += u16::from(battle.unit(able[i].unit).strength);
                from.push(hex);
                covers.extend(field.zone(hex).chain([hex]));
            }
            self.against(ahead, side, goal, attack, &from, &covers)
        };
        let mut now = value(&sent);
        for s in 0..sent.len() {
            for place in &mut places {
                let (i, was) = sent[s];
                if place.1 == 0 || !comers.at[place.0.index()].contains(&(i as u8)) {
                    continue;
                }
                sent[s].1 = place.0;
                let then = value(&sent);
                if then > now + 0.1 {
                    place.1 -= 1;
                    gain += then - now;
                    now = then;
                } else {
                    sent[s].1 = was;
                }
            }
        }
        Some((gain, sent))
    }

    /// The expected gain of an attack on a hex with this strength from those hexes.
    fn against(
        &self,
        state: &State,
        side: Side,
        goal: Hex,
        attack: u16,
        from: &[Hex],
        covers: &[Hex],
    ) -> f64 {
        let battle = self.battle;
        let field = &battle.scenario.field;
        let ways = field.map.grid.neighbours(goal).filter(|&(direction, to)| {
            field.cost(goal, direction).is_some()
                && !field.is_river(to)
                && !field.is_ferry(to)
                && state.holder(to) != Some(side)
                && !state.in_zone(side, to)
                && !covers.contains(&to)
        });
        let ways = ways.count();
        let open = ways > 0;
        let mut stakes = Stakes::default();
        let mut strength = 0;
        for unit in state.stack(goal) {
            strength += u16::from(battle.unit(unit).strength);
            let cut = if open && battle.unit(unit).traits.immobile.is_none() { 0.0 } else { 1.0 };
            stakes.dr += self.retreat_cost(state, unit, cut);
            stakes.de += self.worth(state, unit);
        }
        let prize = self.ground_prize(state, goal);
        stakes.dr += prize;
        stakes.de += prize;
        let defence = strength * u16::from(battle.multiple(goal, from, false));
        stakes.ex = stakes.de
            - f64::from(strength.min(attack)) * (1.0 + self.weights.power * self.still_to_come(state));
        stakes.ar = -f64::from(attack) * self.weights.repulse;
        stakes.ae = -f64::from(attack) * 1.5;
        // Every retreat hex that is closed makes it easier for further units to close the rest.
        stakes.expected(self.results(attack, defence)) - 0.05 * ways as f64
    }
}
