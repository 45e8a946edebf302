//! The column shifts of Fire Combat (12.3).

use hexmap::Hex;
use serde::Serialize;
use tabletop::{Case, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect};
use crate::data::shift::{FireShift, Shift};
use crate::data::tables::Band;
use crate::fire::firepower::{Share, total};
use crate::fire::sight::{Hindrance, Sight};
use crate::order::Shot;
use crate::points::Strength;
use crate::sequence::procedure::{Fire, FireKind};
use crate::state::State;
use crate::unit::{UnitId, Weapon};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Applied<'a> {
    /// Its name in data and protocol; of a chit, the chit's.
    pub id: &'a str,
    pub name: &'a str,
    /// Positive values shift to the right.
    pub columns: i8,
    pub case: Case,
}

impl Applied<'_> {
    pub fn of(shift: &Shift) -> Applied<'_> {
        Applied { id: shift.id, name: &shift.name, columns: *shift.columns, case: shift.columns.case }
    }
}

/// A fire whose shifts are asked for.
pub(crate) struct Aim<'a> {
    pub kind: &'a FireKind,
    pub shot: &'a Shot,
    pub shares: &'a [Share],
    /// What is in the way from each hex that it comes from.
    pub sights: &'a [Sight],
    /// It is part of Flanking Fire.
    pub flanking: bool,
    /// The Lead Unit of the target.
    pub lead: UnitId,
    pub chits: &'a [ChitId],
    /// Columns shifted by announced rare events.
    pub rare: i8,
}

/// How a fire comes to its column.
pub(crate) struct FireColumn<'a> {
    pub shares: Vec<Share>,
    pub shifts: Vec<Applied<'a>>,
    /// The column that its strength begins on.
    pub first: Option<usize>,
    /// The column it is thrown on; `None` where it comes to nothing.
    pub column: Option<usize>,
}

impl Battle {
    /// How a fire that is about to be thrown comes to its column, against that Lead Unit.
    pub(crate) fn column_of(&self, state: &State, fire: &Fire, lead: UnitId) -> FireColumn<'_> {
        let shares = self.shares(state, &fire.kind, &fire.shot);
        let aim = Aim {
            kind: &fire.kind,
            shot: &fire.shot,
            shares: &shares,
            sights: &self.sights(state, &fire.shot),
            flanking: fire.flanking,
            lead,
            chits: &fire.chits,
            rare: fire.rare,
        };
        let shifts = self.fire_shifts(state, &aim);
        let first = self.scenario.tables.combat.column(total(&shares));
        let column = self.fire_column(&fire.kind, &shares, &shifts);
        FireColumn { shares, shifts, first, column }
    }

    /// The hexes a fire comes from, each once.
    pub(crate) fn origins(&self, state: &State, units: &[UnitId]) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = units.iter().filter_map(|&u| state.hex(u)).collect();
        hexes.sort();
        hexes.dedup();
        hexes
    }

    /// What is in the way of a fire from each hex that it comes from.
    pub(crate) fn sights(&self, state: &State, shot: &Shot) -> Vec<Sight> {
        let origins = self.origins(state, &shot.units);
        origins.into_iter().map(|from| self.sight(state, from, shot.target)).collect()
    }

    /// Every shift that applies to a fire, each with its case (12.3).
    pub(crate) fn fire_shifts(&self, state: &State, aim: &Aim) -> Vec<Applied<'_>> {
        let (tables, numbers) = (&self.scenario.tables, &self.scenario.numbers);
        let share = |part: Strength, whole: Strength| numbers.is_share(part.0, whole.0);
        let target = aim.shot.target;
        let ground = self.map().ground(target);
        let origins = self.origins(state, &aim.shot.units);
        // Of two hexes that fire together, what hinders either hinders the fire (12.1e).
        let hindered = |any: &[Hindrance]| aim.sights.iter().any(|s| s.has(any));
        let brought =
            |of: &dyn Fn(&Share) -> bool| aim.shares.iter().filter(|s| of(s)).map(|s| s.brought).sum();
        let weapon = |unit: UnitId| self.faces(state, unit).weapon;
        let is_gun = |s: &Share| self.is_gun(s.unit);
        let is_foot = |s: &Share| self.is_foot(state, s.unit);
        let far = |s: &Share| matches!(s.band, Band::Long | Band::Extreme);
        let carbines = aim.shares.iter().filter(|s| weapon(s.unit) == Weapon::C).count() as i32;
        let units = aim.shares.len() as i32;
        let sharp = |unit: UnitId| self.unit(unit).sharpshooter;
        // A unit that is fired at while it moves stands for itself (13.7).
        let defenders: Vec<UnitId> = match aim.kind {
            FireKind::Opportunity(mover) => vec![*mover],
            _ => state.stack(target).to_vec(),
        };
        let defending = |of: &dyn Fn(UnitId) -> bool| {
            let foot = defenders.iter().copied().filter(|&u| self.is_foot(state, u) && of(u));
            foot.map(|u| self.strength(state, u)).sum()
        };
        let applies = |shift: FireShift| match shift {
            FireShift::TargetInCover => ground.woods || ground.orchard,
            FireShift::OverUnits => hindered(&[Hindrance::Units]),
            FireShift::ThroughCover => hindered(&[Hindrance::Woods, Hindrance::Orchard]),
            FireShift::FirerSkirmish => aim.shares.iter().any(|s| state.unit(s.unit).skirmish),
            FireShift::TargetSkirmish => state.unit(aim.lead).skirmish,
            FireShift::MixedFar => {
                share(brought(&|s| is_gun(s) && weapon(s.unit) == Weapon::Mx && far(s)), brought(&is_gun))
            }
            FireShift::CanisterSmoothbore => share(
                brought(&|s| is_gun(s) && weapon(s.unit) == Weapon::S && s.band == Band::Canister),
                brought(&is_gun),
            ),
            FireShift::FlankingFire => aim.flanking,
            FireShift::Carbines => numbers.is_share(carbines, units),
            FireShift::TargetSharpshooters => share(defending(&sharp), defending(&|_| true)),
            FireShift::FiringSharpshooters => {
                share(brought(&|s| is_foot(s) && sharp(s.unit)), brought(&is_foot))
            }
            FireShift::StoneWall => origins.iter().any(|&from| self.wall_protects(target, from)),
            FireShift::TargetCavalry => self.is_mounted(state, aim.lead),
            // These come with the chits and rare events played on the fire.
            FireShift::GoodGround
            | FireShift::TakeAim
            | FireShift::FogFoolishAttack
            | FireShift::FogUsaBonus
            | FireShift::FogCsaBonus => false,
        };
        let mut shifts: Vec<Applied<'_>> = FireShift::ALL
            .iter()
            .filter(|&&shift| applies(shift))
            .map(|&shift| Applied::of(tables.fire_shift(shift)))
            .collect();
        shifts.extend(aim.chits.iter().filter_map(|&chit| self.shift_of_chit(chit)));
        if aim.rare != 0 {
            shifts.push(Applied { id: "rare", name: "Rare event", columns: aim.rare, case: case!("K50") });
        }
        shifts
    }

    /// The shift that a chit brings to the combat it was played on.
    pub(crate) fn shift_of_chit(&self, chit: ChitId) -> Option<Applied<'_>> {
        let chit = self.chit(chit);
        let ChitKind::Event(event) = &chit.kind else { return None };
        let columns = match event.effect {
            Effect::RebelYell { columns } | Effect::GoodGround { columns } | Effect::TakeAim { columns } => {
                columns
            }
            _ => return None,
        };
        Some(Applied { id: &chit.id, name: &chit.name, columns, case: event.case })
    }

    /// The column of a fire after its shifts. Left of the first it is nothing, but Defensive Fire
    /// stays on the first; right of the last it stays on the last (12.3, K61).
    pub(crate) fn fire_column(&self, kind: &FireKind, shares: &[Share], shifts: &[Applied]) -> Option<usize> {
        let table = &self.scenario.tables.combat;
        let start = table.column(total(shares))? as i32;
        let column = start + shifts.iter().map(|s| i32::from(s.columns)).sum::<i32>();
        let last = table.columns.len() as i32 - 1;
        match kind {
            _ if column >= 0 => Some(column.min(last) as usize),
            FireKind::Defensive(_) => Some(0),
            _ => None,
        }
    }
}
