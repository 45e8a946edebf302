//! What chits let units do out of turn: ammunition, rallies, moves, fire and Close Combat (10.4a,
//! 13.5a, 18.1).

use std::ops::ControlFlow;

use hexmap::Hex;
use tabletop::{Refusal, Side, case, spelled};

use crate::battle::Battle;
use crate::chit::ChitId;
use crate::event::{Clearing, Event};
use crate::order::{DeclaredCloseCombat, Order, Rally, Shot};
use crate::sequence::ask::Judging;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, Procedure};
use crate::state::State;
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    /// Low Ammo: one enemy unit, a battery of the Union's or infantry of the Confederates', not
    /// marked yet and not made safe for good (13.13, 20.2g). Of other units nothing is known about
    /// their ammunition.
    pub(super) fn may_run_low(&self, judging: &mut Judging, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let state = judging.state;
        let there = state.unit(unit);
        let name = || self.unit(unit).name.clone();
        let ask = &mut judging.rule_check;
        let theirs = self.unit(unit).side == side.other() && state.hex(unit).is_some();
        ask.check(case!("10.4a"), "it is an enemy unit on the map", theirs, || {
            format!("{} is not an enemy unit on the map", name())
        })?;
        let kind = match side {
            Side::Confederate => self.is_gun(unit),
            Side::Union => self.is_foot(state, unit),
        };
        ask.check(case!("20.2g"), "a battery of the Union's, infantry of the Confederates'", kind, || {
            format!("{} is not a kind of unit that this chit is played on", name())
        })?;
        ask.check(case!("13.13"), "it has not been resupplied", !there.resupplied, || {
            format!("{} has been resupplied and cannot run low again", name())
        })?;
        ask.check(case!("20.2g"), "it is not marked yet", !there.low_ammo, || {
            format!("{} is low on ammunition already", name())
        })
    }

    /// Find Ammo: a unit of one's own that is marked.
    pub(super) fn may_find_ammo(
        &self,
        judging: &mut Judging,
        side: Side,
        unit: UnitId,
    ) -> Result<(), Refusal> {
        self.is_own_and_calm(judging, side, unit)?;
        let low = judging.state.unit(unit).low_ammo;
        judging.rule_check.check(case!("20.2g"), "it is low on ammunition", low, || {
            format!("{} is not low on ammunition", self.unit(unit).name)
        })
    }

    fn is_own_and_calm(&self, judging: &mut Judging, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let name = || self.unit(unit).name.clone();
        let own = self.unit(unit).side == side && judging.state.hex(unit).is_some();
        judging.rule_check.check(case!("10.4a"), "it is a unit of one's own on the map", own, || {
            format!("{} is not a unit of yours on the map", name())
        })?;
        let calm = !self.is_in_chaos(judging.state, unit);
        judging.rule_check.check(
            case!("10.5b"),
            "the owner's chits keep away from Battlefield Chaos",
            calm,
            || format!("{} is in Battlefield Chaos", name()),
        )
    }

    /// The Rally chit: a unit near enough to another of its brigade, with something to rally from.
    pub(super) fn may_rally_by_chit(
        &self,
        judging: &mut Judging,
        side: Side,
        unit: UnitId,
        rally: Rally,
    ) -> Result<(), Refusal> {
        self.is_own_and_calm(judging, side, unit)?;
        let state = judging.state;
        let name = || self.unit(unit).name.clone();
        let brothers = self.unit(unit).brigade.map(|b| self.brigade(b).units.as_slice()).unwrap_or_default();
        let within = *self.scenario.numbers.rally_chit;
        let hexes = spelled(within);
        let near = state.hex(unit).is_some_and(|hex| {
            brothers
                .iter()
                .filter(|&&u| u != unit)
                .filter_map(|&u| state.hex(u))
                .any(|there| self.distance(hex, there) <= within)
        });
        judging.rule_check.check(
            case!("17.1"),
            format!("another unit of its brigade is within {hexes} hexes"),
            near,
            || format!("no other unit of its brigade is within {hexes} hexes of {}", name()),
        )?;
        self.may_gain(judging, unit, rally)
    }

    /// Brigade Reserve Movement (13.5a, 20.2i).
    pub(super) fn may_reserve(
        &self,
        judging: &mut Judging,
        side: Side,
        brigade: BrigadeId,
    ) -> Result<(), Refusal> {
        let printed = self.brigade(brigade);
        judging.rule_check.check(
            case!("13.5a"),
            "it is a brigade of one's own",
            printed.side == side,
            || format!("{} is the enemy's", printed.name),
        )?;
        if let Some(case) = printed.no_reserve {
            judging.rule_check.check(case, "Reserve Moves are open to the brigade", false, || {
                format!("{} makes no Reserve Move", printed.name)
            })?;
        }
        let here = printed.units.iter().any(|&u| judging.state.hex(u).is_some());
        judging.rule_check.check(case!("13.5a"), "the brigade is on the map", here, || {
            format!("{} has no unit on the map to move", printed.name)
        })
    }

    /// The Firefight: units of one hex fire by all cases of chapter 12.
    pub(super) fn may_fire_fight(
        &self,
        judging: &mut Judging,
        side: Side,
        shot: &Shot,
    ) -> Result<(), Refusal> {
        self.stand_together(judging, &shot.units)?;
        self.check_shots(judging, side, &FireKind::Firefight, std::slice::from_ref(shot))
    }

    fn stand_together(&self, judging: &mut Judging, units: &[UnitId]) -> Result<(), Refusal> {
        let mut hexes = units.iter().map(|&u| judging.state.hex(u));
        let first = hexes.next().flatten();
        let together = first.is_some() && hexes.all(|hex| hex == first);
        judging.rule_check.check(case!("18.1"), "they are units of one hex", together, || {
            format!("{} do not stand in one hex", self.called(units))
        })
    }

    /// Visits the fires that the chit could begin, to be sifted.
    pub(super) fn each_fire_fight(
        &self,
        state: &State,
        side: Side,
        visit: &mut dyn FnMut(Shot) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let targets = self.fire_targets(state, side, &FireKind::Firefight);
        let own = |&hex: &Hex| self.holder(state, hex) == Some(side);
        state
            .stacks
            .occupied()
            .filter(own)
            .try_for_each(|hex| self.each_try(state, &FireKind::Firefight, state.stack(hex), &targets, visit))
    }

    /// Rebel Yell at the end of a turn: units of one hex attack one next to it, by all cases of
    /// 14.1 and 14.2.
    pub(super) fn may_yell(&self, judging: &mut Judging, side: Side, shot: &Shot) -> Result<(), Refusal> {
        self.stand_together(judging, &shot.units)?;
        let own: Vec<UnitId> = self.on_map(judging.state, side).map(|(u, _)| u).collect();
        let assault = DeclaredCloseCombat { units: shot.units.clone(), target: shot.target };
        self.check_assaults(judging, side, &own, &[assault])
    }

    /// The Close Combat that the chit begins; it is shouted for as well.
    pub(super) fn yell(&self, execution: &mut Execution, side: Side, chit: ChitId, shot: &Shot) {
        execution.apply(Event::StepCleared { step: Clearing::Activation });
        let Shot { units, target, .. } = shot.clone();
        execution.apply(Event::CloseDeclared { side, targets: vec![target], units: units.clone() });
        self.begin_close_combat(execution, side, DeclaredCloseCombat { units, target }, None);
        if let Some(Procedure::CloseCombat(mut close_combat)) = execution.top() {
            close_combat.chits.push(chit);
            execution.set(close_combat);
        }
    }

    /// Attacks that the chit could begin: each unit alone, and everybody of its hex.
    pub(super) fn yells(&self, state: &State, side: Side) -> Vec<Shot> {
        let mut hexes: Vec<_> = self.on_map(state, side).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
            .into_iter()
            .flat_map(|hex| self.assaults(state, side, state.stack(hex)))
            .filter_map(|order| match order {
                Order::Close { assaults } => match <[DeclaredCloseCombat; 1]>::try_from(assaults) {
                    Ok([DeclaredCloseCombat { units, target }]) => {
                        Some(Shot { units, target, canister: false })
                    }
                    Err(_) => None,
                },
                _ => None,
            })
            .collect()
    }
}
