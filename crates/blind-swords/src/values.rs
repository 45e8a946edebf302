//! What a unit is worth now: arm, strength, cohesion, support, and room in a hex (4.1, 6.1, 15.5,
//! 15.6).

use hexmap::Hex;

use crate::battle::Battle;
use crate::data::tables::Mover;
use crate::points::Strength;
use crate::sequence::procedure::{Grant, Procedure};
use crate::state::State;
use crate::unit::{Arm, BrigadeId, UnitId};

/// What makes up a modified CR (K35).
#[derive(Debug, Clone, Copy)]
pub(crate) struct CohesionRating {
    /// Rating printed on the side that shows.
    pub printed: i16,
    /// For Morale Hits (15.6).
    pub hits: i16,
    /// For want of support (15.5a).
    pub unsupported: i16,
    /// For a chit played on its brigade's activation (10.4a).
    pub confident: i16,
    /// For a special attack (20.4e, 20.5e).
    pub attack: i16,
}

impl CohesionRating {
    /// The sum before it is held to what there is.
    fn sum(self) -> i16 {
        self.printed + self.hits + self.unsupported + self.confident + self.attack
    }

    /// The modified CR: held to 0 to 6 at the end.
    fn modified(self) -> u8 {
        self.sum().clamp(0, 6) as u8
    }

    /// What holding it to 0 to 6 adds.
    pub(crate) fn held(self) -> i16 {
        self.sum().clamp(0, 6) - self.sum()
    }
}

impl Battle {
    /// A mounted cavalry unit: what the rules call cavalry (6.1b).
    pub fn is_mounted(&self, state: &State, unit: UnitId) -> bool {
        self.unit(unit).arm == Arm::Cavalry && state.unit(unit).mounted
    }

    /// Infantry, or cavalry that has dismounted (6.1b).
    pub fn is_foot(&self, state: &State, unit: UnitId) -> bool {
        match self.unit(unit).arm {
            Arm::Infantry => true,
            Arm::Cavalry => !state.unit(unit).mounted,
            Arm::Artillery => false,
        }
    }

    pub fn is_gun(&self, unit: UnitId) -> bool {
        self.unit(unit).arm == Arm::Artillery
    }

    /// Whose movement costs it pays (13.3).
    pub fn mover(&self, state: &State, unit: UnitId) -> Mover {
        if self.is_gun(unit) {
            Mover::Guns
        } else if self.is_mounted(state, unit) {
            Mover::Mounted
        } else {
            Mover::Foot
        }
    }

    /// SP after Morale Hits, before any factor (4.1, 15.6, K31).
    pub fn strength(&self, state: &State, unit: UnitId) -> Strength {
        let hits = state.unit(unit).hits * *self.scenario.tables.morale.strength;
        self.printed(state, unit).strength.less(hits)
    }

    /// Whether the unit has support (15.5, K87).
    pub fn is_supported(&self, state: &State, unit: UnitId) -> bool {
        self.is_supported_without(state, unit, &[])
    }

    /// The same, if those could not give any.
    pub(crate) fn is_supported_without(&self, state: &State, unit: UnitId, lost: &[UnitId]) -> bool {
        state.hex(unit).is_none() || self.supporters(state, unit).any(|friend| !lost.contains(&friend))
    }

    /// The units that support a unit on the map (15.5a, K87).
    pub fn supporters<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let (side, brigade) = (self.unit(unit).side, self.unit(unit).brigade);
        let gives = move |&friend: &UnitId| {
            let there = state.unit(friend);
            friend != unit
                && self.unit(friend).side == side
                && there.hits == 0
                && !there.chaos
                && if self.is_gun(unit) { !self.is_gun(friend) } else { self.unit(friend).brigade == brigade }
        };
        let near = |hex| std::iter::once(hex).chain(self.map().grid.neighbours(hex).map(|(_, near)| near));
        let hex = state.hex(unit).filter(|_| !state.unit(unit).chaos);
        hex.into_iter().flat_map(near).flat_map(|hex| state.stack(hex)).copied().filter(gives)
    }

    /// The modified CR (K35): printed, less hits, less want of support, plus what an activation or
    /// a special attack adds, held to 0 to 6 at the end.
    pub fn cohesion(&self, state: &State, unit: UnitId) -> u8 {
        let there = state.unit(unit);
        self.rated(state, unit, there.worn, there.hits, self.is_supported(state, unit))
    }

    /// The modified CR the unit would have in that condition.
    pub(crate) fn rated(&self, state: &State, unit: UnitId, worn: bool, hits: u8, supported: bool) -> u8 {
        self.rating_of(state, unit, worn, hits, supported).modified()
    }

    /// What makes up the CR of a unit just now.
    pub(crate) fn cohesion_rating(&self, state: &State, unit: UnitId) -> CohesionRating {
        let there = state.unit(unit);
        self.rating_of(state, unit, there.worn, there.hits, self.is_supported(state, unit))
    }

    fn rating_of(
        &self,
        state: &State,
        unit: UnitId,
        worn: bool,
        hits: u8,
        supported: bool,
    ) -> CohesionRating {
        let morale = &self.scenario.tables.morale;
        let faces = self.faces(state, unit);
        let face = if worn { faces.worn } else { faces.fresh.unwrap_or(faces.worn) };
        let (confident, attack) =
            self.unit(unit).brigade.map_or((0, 0), |brigade| self.cohesion_bonuses(state, brigade));
        CohesionRating {
            printed: i16::from(face.cohesion),
            hits: -i16::from(hits * *morale.cohesion),
            unsupported: if supported { 0 } else { -i16::from(*morale.unsupported) },
            confident: i16::from(confident),
            attack: i16::from(attack),
        }
    }

    /// What is added just now to the CR of a brigade's units by Confident (10.4a), and by a special
    /// attack (20.4e, 20.5e).
    fn cohesion_bonuses(&self, state: &State, brigade: BrigadeId) -> (u8, u8) {
        let confident: u8 = state
            .stack
            .iter()
            .map(|f| match f {
                Procedure::Activation(a) if a.brigade == brigade => a.bonus,
                _ => 0,
            })
            .sum();
        (confident, self.special_bonus(state, brigade))
    }

    /// Room a unit takes in a hex, in quarter points, by the printed SP of the side it shows (6.1,
    /// 6.1a).
    pub fn room(&self, state: &State, unit: UnitId) -> u16 {
        let printed = self.printed(state, unit).strength;
        if self.is_gun(unit) {
            *self.scenario.tables.stacking.gun * u16::try_from(printed.floor()).unwrap_or(0)
        } else {
            u16::try_from(printed.0 / 64).unwrap_or(0)
        }
    }

    pub fn crowd(&self, state: &State, hex: Hex) -> u16 {
        state.stack(hex).iter().map(|&u| self.room(state, u)).sum()
    }

    /// Whether a unit could end a move or retreat in that hex with those who stand there: room, no
    /// horses among others, no strangers among the halves of a regiment unless `forced` (6.1, 6.1b,
    /// 6.1d, K38). The enemy's presence is another question.
    pub fn may_stand(&self, state: &State, unit: UnitId, hex: Hex, forced: bool) -> bool {
        self.may_stand_with(state, &[unit], hex, forced)
    }

    /// The same of several units that come together.
    pub fn may_stand_with(&self, state: &State, units: &[UnitId], hex: Hex, forced: bool) -> bool {
        let all = || state.stack(hex).iter().filter(|u| !units.contains(u)).chain(units).copied();
        let count = all().count();
        if count < 2 {
            return true;
        }
        let room: u16 = all().map(|u| self.room(state, u)).sum();
        if room > *self.scenario.tables.stacking.limit {
            return false;
        }
        let mounted = all().filter(|&u| self.is_mounted(state, u)).count();
        if mounted > 0 && mounted < count {
            return false;
        }
        forced || !units.iter().any(|&u| all().any(|other| self.are_strangers(u, other)))
    }

    /// Half a regiment may share a hex with its other half and with guns only, and others not with
    /// it (6.1d).
    pub fn is_wrongly_stacked(&self, unit: UnitId, among: &[UnitId]) -> bool {
        among.iter().any(|&other| self.are_strangers(unit, other))
    }

    /// One of them is half a regiment, the other neither a gun nor of that regiment.
    fn are_strangers(&self, a: UnitId, b: UnitId) -> bool {
        let strange = |half: UnitId, other: UnitId| {
            half != other
                && self.unit(half).is_half()
                && !self.is_gun(other)
                && !self.unit(half).halves.contains(&other)
        };
        strange(a, b) || strange(b, a)
    }

    /// The largest printed SP of the sides showing among some units; all that tie (12.2).
    pub fn largest(&self, state: &State, units: &[UnitId]) -> Vec<UnitId> {
        let strength = |u: UnitId| self.printed(state, u).strength;
        let Some(most) = units.iter().map(|&u| strength(u)).max() else { return Vec::new() };
        units.iter().copied().filter(|&u| strength(u) == most).collect()
    }

    /// The allowance of a special attack (20.5d) or none, for movement.
    pub(crate) fn special_allowance(&self, state: &State, grant: Grant) -> Option<u8> {
        (grant == Grant::Special && state.special.as_ref().is_some_and(|s| s.surprise))
            .then_some(*self.scenario.tables.costs.surprise)
    }
}
