//! What can be fired at: every fire that is open to some units, and the fullest announcement of
//! all.

use std::ops::ControlFlow::{self, Break, Continue};

use hexmap::Hex;
use tabletop::{RuleCheck, Side};

use crate::battle::Battle;
use crate::data::tables::Band;
use crate::fire::firepower::total;
use crate::order::Shot;
use crate::sequence::procedure::FireKind;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Each legal fire of single units, of whole hexes of these units, and of two adjacent hexes of
    /// one brigade; with Canister and without.
    pub(crate) fn possible_shots(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        units: &[UnitId],
    ) -> Vec<Shot> {
        let mut shots = Vec::new();
        let _ = self.each_shot(state, side, kind, units, &mut |shot| {
            shots.push(shot);
            Continue(())
        });
        shots
    }

    /// Those of them that are aimed at one hex.
    pub(crate) fn possible_shots_at(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        units: &[UnitId],
        target: Hex,
    ) -> Vec<Shot> {
        let mut shots = Vec::new();
        let mut visit = |shot| {
            shots.push(shot);
            Continue(())
        };
        let mut sift = |shot| self.sift_shot(state, side, kind, shot, &mut visit);
        let _ = self.each_try(state, kind, units, &[target], &mut sift);
        shots
    }

    /// Whether any of these units has a legal fire.
    pub(crate) fn can_fire(&self, state: &State, side: Side, kind: &FireKind, units: &[UnitId]) -> bool {
        self.each_shot(state, side, kind, units, &mut |_| Break(())).is_break()
    }

    /// Visits each legal fire of [`Battle::possible_shots`], until the visitor has seen enough.
    fn each_shot(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        units: &[UnitId],
        visit: &mut dyn FnMut(Shot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let targets = self.fire_targets(state, side, kind);
        let mut sift = |shot| self.sift_shot(state, side, kind, shot, visit);
        self.each_try(state, kind, units, &targets, &mut sift)
    }

    /// The legal fires of these units together.
    pub(crate) fn shots_of_group(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        group: &[UnitId],
    ) -> Vec<Shot> {
        let mut shots = self.tries_of_group(state, side, kind, group);
        shots.retain(|shot| self.may_shoot(state, side, kind, std::slice::from_ref(shot)));
        shots
    }

    /// What the fires of these units together are among, to be sifted by [`Battle::may_shoot`].
    pub(crate) fn tries_of_group(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        group: &[UnitId],
    ) -> Vec<Shot> {
        let mut tries = Vec::new();
        let mut visit = |shot| {
            tries.push(shot);
            Continue(())
        };
        let targets = self.fire_targets(state, side, kind);
        let _ = self.each_try_of_group(state, kind, group, &targets, &mut visit);
        tries
    }

    fn sift_shot(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        shot: Shot,
        visit: &mut dyn FnMut(Shot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.may_shoot(state, side, kind, std::slice::from_ref(&shot)) {
            visit(shot)
        } else {
            Continue(())
        }
    }

    /// Visits every fire of these units at these targets that is neither out of range nor out of
    /// sight of the first of them, to be sifted.
    pub(crate) fn each_try(
        &self,
        state: &State,
        kind: &FireKind,
        units: &[UnitId],
        targets: &[Hex],
        visit: &mut dyn FnMut(Shot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let near = self.near_enough(state, units, targets);
        if near.is_empty() {
            return Continue(());
        }
        let groups = self.firing_groups(state, kind, units);
        groups.iter().try_for_each(|group| self.each_try_of_group(state, kind, group, &near, visit))
    }

    /// Those of the targets that some weapon of these units could carry to. Most do not even lie so
    /// near.
    fn near_enough(&self, state: &State, units: &[UnitId], targets: &[Hex]) -> Vec<Hex> {
        // By the hexes where they stand, mostly one.
        let mut ranges: Vec<(Hex, u32)> = Vec::with_capacity(1);
        for &unit in units {
            let Some(from) = state.hex(unit) else { continue };
            let range = self.scenario.tables.furthest(self.faces(state, unit).weapon, self.unit(unit).arm);
            match ranges.iter_mut().find(|(hex, _)| *hex == from) {
                Some((_, farthest)) => *farthest = range.max(*farthest),
                None => ranges.push((from, range)),
            }
        }
        let near = |&target: &Hex| ranges.iter().any(|&(from, range)| self.distance(from, target) <= range);
        targets.iter().copied().filter(near).collect()
    }

    fn each_try_of_group(
        &self,
        state: &State,
        kind: &FireKind,
        group: &[UnitId],
        targets: &[Hex],
        visit: &mut dyn FnMut(Shot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let guns = group.iter().any(|&u| self.is_gun(u));
        for &target in targets {
            if group.iter().any(|&u| self.band(state, kind, u, target, false).is_none()) {
                continue;
            }
            // The commonest hindrance is looked for before a fire is made up.
            let from = group.first().and_then(|&u| state.hex(u));
            if !from.is_some_and(|from| self.sees(state, from, target)) {
                continue;
            }
            visit(Shot { units: group.to_vec(), target, canister: false })?;
            if guns {
                visit(Shot { units: group.to_vec(), target, canister: true })?;
            }
        }
        Continue(())
    }

    /// Whether fires announced together would be accepted.
    pub(crate) fn may_shoot(&self, state: &State, side: Side, kind: &FireKind, shots: &[Shot]) -> bool {
        self.judge_shots(state, side, kind, shots, &mut RuleCheck::without_messages()).is_ok()
    }

    /// Fires of as many of these units as can fire, each unit once, the strongest fire first.
    pub(crate) fn fullest_fire(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        units: &[UnitId],
    ) -> Vec<Shot> {
        let mut shots = self.possible_shots(state, side, kind, units);
        // A stable sort: of equals the first found stays first.
        shots.sort_by_key(|shot| std::cmp::Reverse(total(&self.shares(state, kind, shot))));
        let mut chosen: Vec<Shot> = Vec::new();
        for shot in shots {
            if shot.units.iter().all(|u| chosen.iter().all(|c| !c.units.contains(u))) {
                chosen.push(shot);
            }
        }
        chosen
    }

    /// Pairs of fires of whole hexes that bring a hex under Flanking Fire (12.4).
    pub(crate) fn flanking_fires(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        shots: &[Shot],
    ) -> Vec<[Shot; 2]> {
        let mut pairs = Vec::new();
        let whole: Vec<(&Shot, Hex)> = shots
            .iter()
            .filter_map(|shot| match self.origins(state, &shot.units).as_slice() {
                [hex] => Some((shot, *hex)),
                _ => None,
            })
            .collect();
        for (i, &(a, from)) in whole.iter().enumerate() {
            for &(b, other) in &whole[i + 1..] {
                let meet = a.target == b.target
                    && from != other
                    && !larger(&whole, a, from)
                    && !larger(&whole, b, other)
                    && self.flank_each_other(a.target, from, other);
                let pair = [a.clone(), b.clone()];
                if meet && self.may_shoot(state, side, kind, &pair) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    /// The units that add their strength: each alone, all on foot of a hex, all batteries of a hex,
    /// both in defence, and those on foot of two adjacent hexes.
    pub(crate) fn firing_groups(&self, state: &State, kind: &FireKind, units: &[UnitId]) -> Vec<Vec<UnitId>> {
        let mut groups: Vec<Vec<UnitId>> = units.iter().map(|&u| vec![u]).collect();
        let in_hex = |hex: Hex, of: &dyn Fn(UnitId) -> bool| -> Vec<UnitId> {
            units.iter().copied().filter(|&u| state.hex(u) == Some(hex) && of(u)).collect()
        };
        let foot = |u: UnitId| self.is_foot(state, u);
        let gun = |u: UnitId| self.is_gun(u);
        let hexes = self.origins(state, units);
        for (i, &hex) in hexes.iter().enumerate() {
            let (infantry, guns) = (in_hex(hex, &foot), in_hex(hex, &gun));
            if matches!(kind, FireKind::Defensive(_)) && !infantry.is_empty() && !guns.is_empty() {
                groups.push([infantry.clone(), guns.clone()].concat());
            }
            for &near in hexes[i + 1..].iter().filter(|&&near| self.distance(hex, near) == 1) {
                let others = in_hex(near, &foot);
                if !infantry.is_empty() && !others.is_empty() {
                    groups.push([infantry.clone(), others].concat());
                }
            }
            groups.extend([infantry, guns].into_iter().filter(|group| group.len() > 1));
        }
        groups
    }

    /// Where a fire of this kind can be aimed at all.
    pub(crate) fn fire_targets(&self, state: &State, side: Side, kind: &FireKind) -> Vec<Hex> {
        match kind {
            FireKind::Opportunity(mover) => state.hex(*mover).into_iter().collect(),
            FireKind::Defensive(attacked) => {
                let close_combat = state.close_combat().filter(|m| m.target == *attacked);
                close_combat.map_or_else(Vec::new, |m| self.origins(state, &m.units))
            }
            _ => state.stacks.occupied().filter(|&hex| self.enemy_in(state, side, hex)).collect(),
        }
    }

    /// The kind of fire that is asked for now, for previews.
    pub(crate) fn fire_kind_now(&self, state: &State) -> FireKind {
        state.question().and_then(|question| question.fire_kind()).unwrap_or(FireKind::Firefight)
    }
}

/// Whether the same hex has a fuller fire at the same target in the same manner.
fn larger(whole: &[(&Shot, Hex)], shot: &Shot, from: Hex) -> bool {
    whole.iter().any(|&(other, hex)| {
        hex == from
            && other.target == shot.target
            && other.canister == shot.canister
            && other.units.len() > shot.units.len()
            && shot.units.iter().all(|u| other.units.contains(u))
    })
}

pub(crate) fn band_name(band: Band) -> &'static str {
    match band {
        Band::Canister => "Canister",
        Band::Effective => "Effective",
        Band::Long => "Long",
        Band::Extreme => "Extreme",
    }
}
