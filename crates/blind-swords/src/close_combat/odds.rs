//! The column of a Close Combat: strengths and shifts (14.3c, 14.3d).

use hexmap::{Hex, Slope};

use crate::battle::Battle;
use crate::data::shift::CloseShift;
use crate::fire::shifts::Applied;
use crate::points::Strength;
use crate::sequence::procedure::CloseCombat;
use crate::state::State;
use crate::unit::{UnitId, Weapon};

/// The odds of a Close Combat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CloseOdds<'a> {
    /// Modified SP of the Assaulting Hex.
    pub attack: Strength,
    /// Modified strength points of all the attackers.
    pub total: Strength,
    /// Modified SP in the hex attacked.
    pub defence: Strength,
    pub shifts: Vec<Applied<'a>>,
    /// The column before any shift is applied.
    pub first: usize,
    /// The column it is thrown on.
    pub column: usize,
}

impl Battle {
    /// The odds of a Close Combat from that Assaulting Hex against that Lead Unit.
    pub(crate) fn close_odds(
        &self,
        state: &State,
        close_combat: &CloseCombat,
        assaulting: Hex,
        lead: UnitId,
    ) -> CloseOdds<'_> {
        let numbers = &self.scenario.numbers;
        let all = close_combat.attackers(state);
        let front: Vec<UnitId> = all.iter().copied().filter(|&u| state.hex(u) == Some(assaulting)).collect();
        let defenders = state.stack(close_combat.target);
        let sum = |units: &[UnitId]| -> Strength { units.iter().map(|&u| self.strength(state, u)).sum() };
        let share = |units: &[UnitId], of: &dyn Fn(UnitId) -> bool| {
            let part: Strength = units.iter().filter(|&&u| of(u)).map(|&u| self.strength(state, u)).sum();
            numbers.is_share(part.0, sum(units).0)
        };
        let (attack, total, defence) = (sum(&front), sum(&all), sum(defenders));
        let odds = numbers.odds_shift(total, defence);
        let best = front.iter().map(|&u| self.cohesion(state, u)).max().unwrap_or(0);
        let held = self.cohesion(state, lead);
        let slope = self.map().side_between(assaulting, close_combat.target).map_or(Slope::None, |s| s.slope);
        let muskets = |u: UnitId| self.is_foot(state, u) && self.faces(state, u).weapon == Weapon::S;
        let flanks: Vec<Hex> =
            close_combat.attacking_hexes(state).into_iter().filter(|&h| h != assaulting).collect();
        let largest = self.largest(state, &front);
        let applies = |shift: CloseShift| match shift {
            CloseShift::Odds31
            | CloseShift::Odds21
            | CloseShift::Odds32
            | CloseShift::Odds23
            | CloseShift::Odds12
            | CloseShift::Odds13 => odds == Some(shift),
            CloseShift::DefendingGuns => share(defenders, &|u| self.is_gun(u)),
            CloseShift::BetterAttacker => best > held,
            CloseShift::BetterDefender => best < held,
            CloseShift::UpSlope => slope == Slope::Up,
            CloseShift::UpSteepSlope => slope == Slope::SteepUp,
            CloseShift::AttackingMuskets => share(&front, &muskets),
            CloseShift::DefendingMuskets => share(defenders, &muskets),
            CloseShift::FlankAttack => {
                flanks.len() >= usize::from(*numbers.flanking_hexes)
                    || flanks.iter().any(|&h| self.distance(h, assaulting) >= *numbers.flanking_distance)
            }
            CloseShift::DefendingCavalry => self.is_mounted(state, lead),
            CloseShift::Charge => {
                // K112: of equals it is enough that one has charged.
                let charging = largest.iter().any(|&u| state.unit(u).charged && self.is_mounted(state, u));
                charging && self.is_charge_target(state, assaulting, close_combat.target)
            }
            CloseShift::StoneWall => self.wall_protects(close_combat.target, assaulting),
            CloseShift::LowAmmo => largest.first().is_some_and(|&u| state.unit(u).low_ammo),
            // These come with the chits and rare events played on the combat.
            CloseShift::RebelYell
            | CloseShift::GoodGround
            | CloseShift::FogFoolishAttack
            | CloseShift::FogUsaBonus
            | CloseShift::FogCsaBonus => false,
        };
        let mut shifts: Vec<Applied<'_>> = CloseShift::ALL
            .iter()
            .filter(|&&shift| applies(shift))
            .map(|&shift| Applied::of(self.scenario.tables.close_shift(shift)))
            .collect();
        shifts.extend(close_combat.chits.iter().filter_map(|&chit| self.shift_of_chit(chit)));
        if close_combat.rare != 0 {
            shifts.push(Applied {
                id: "rare",
                name: "Rare event",
                columns: close_combat.rare,
                case: tabletop::case!("10.5b"),
            });
        }
        // C is the lowest column in Close Combat, the last one the highest (K72, 12.3).
        let table = &self.scenario.tables.combat;
        let first = table.column(attack).unwrap_or(0);
        let moved = first as i32 + shifts.iter().map(|s| i32::from(s.columns)).sum::<i32>();
        let column = moved.clamp(0, table.columns.len() as i32 - 1) as usize;
        CloseOdds { attack, total, defence, shifts, first, column }
    }
}
