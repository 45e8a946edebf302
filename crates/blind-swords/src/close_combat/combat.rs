//! A Close Combat being resolved: withdrawal, Defensive Fire, the Assaulting Hex, the dice (14.3).

use hexmap::Hex;
use tabletop::{RuleCheck, Side};

use crate::battle::Battle;
use crate::data::tables::Test;
use crate::event::Event;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{
    Advance, CloseCombat, CloseCombatStage, Effects, FireKind, Procedure, Trigger,
};
use crate::state::State;
use crate::unit::UnitId;

impl CloseCombat {
    /// A Close Combat as it is drafted: nothing has come of it yet but who attacks from where, and
    /// it is to be thrown.
    pub(crate) fn drafted(side: Side, target: Hex, units: &[UnitId], from: Vec<Hex>) -> CloseCombat {
        CloseCombat {
            side,
            target,
            units: units.to_vec(),
            from,
            assaulting: None,
            lead: None,
            chits: Vec::new(),
            rare: 0,
            riders: Vec::new(),
            defenders: Vec::new(),
            withdrawn: false,
            stage: CloseCombatStage::Throw,
        }
    }

    /// It goes on with that Lead Unit: once the Assaulting Hex is named to the dice, before to the
    /// withdrawals.
    pub(crate) fn led_by(&self, lead: UnitId) -> CloseCombat {
        let stage =
            if self.assaulting.is_some() { CloseCombatStage::Chits } else { CloseCombatStage::Riders };
        CloseCombat { lead: Some(lead), stage, ..self.clone() }
    }

    /// The committed attackers who are still where they attack from.
    pub(crate) fn attackers(&self, state: &State) -> Vec<UnitId> {
        let stays = |u: &UnitId| state.hex(*u).is_some_and(|hex| self.from.contains(&hex));
        self.units.iter().copied().filter(stays).collect()
    }

    pub(super) fn attacking_hexes(&self, state: &State) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.attackers(state).iter().filter_map(|&u| state.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

impl Battle {
    /// Enemies who may give Defensive Fire: those in the hex, and those next to an attacker who may
    /// support it (14.3a).
    pub(super) fn defensive_firers(&self, state: &State, close_combat: &CloseCombat) -> Vec<UnitId> {
        let attacked = close_combat.target;
        let mut hexes = vec![attacked];
        for from in close_combat.attacking_hexes(state) {
            hexes.extend(self.enemies_around(state, close_combat.side, from));
        }
        hexes.sort_unstable();
        hexes.dedup();
        let fires = |&unit: &UnitId| {
            let mut quiet = RuleCheck::without_messages();
            state.hex(unit) == Some(attacked) || self.may_support(state, unit, attacked, &mut quiet).is_ok()
        };
        hexes.iter().flat_map(|&h| state.stack(h).iter().copied()).filter(fires).collect()
    }

    /// One step of a Close Combat.
    pub(crate) fn step_close_combat(&self, execution: &mut Execution, mut close_combat: CloseCombat) {
        let defender = close_combat.side.other();
        match close_combat.stage {
            CloseCombatStage::Riders => {
                if close_combat.riders.is_empty() {
                    if execution.state.stack(close_combat.target).is_empty() {
                        close_combat.withdrawn = true;
                        close_combat.stage = CloseCombatStage::Aftermath;
                    } else {
                        close_combat.stage = CloseCombatStage::Defence;
                    }
                } else {
                    let rider = close_combat.riders.remove(0);
                    if !self.refuges(&execution.state, &close_combat, rider).is_empty() {
                        close_combat.stage = CloseCombatStage::Rider(rider);
                    }
                }
                execution.set(close_combat);
            }
            CloseCombatStage::Defence => {
                let firers = self.defensive_firers(&execution.state, &close_combat);
                let kind = FireKind::Defensive(close_combat.target);
                let can = self.can_fire(&execution.state, defender, &kind, &firers);
                close_combat.stage =
                    if can { CloseCombatStage::Announcing } else { CloseCombatStage::Assaulting };
                execution.set(close_combat);
            }
            CloseCombatStage::Assaulting => {
                let hexes = close_combat.attacking_hexes(&execution.state);
                match hexes[..] {
                    // K76: Defensive Fire drove off all attackers, so no unit advances.
                    [] => execution.pop(),
                    _ if execution.state.stack(close_combat.target).is_empty() => execution.pop(),
                    [only] => {
                        close_combat.assaulting = Some(only);
                        close_combat.stage = CloseCombatStage::Lead;
                        execution.set(close_combat);
                    }
                    _ => {
                        close_combat.stage = CloseCombatStage::Naming(hexes);
                        execution.set(close_combat);
                    }
                }
            }
            CloseCombatStage::Lead => {
                let leads = self.leads_of_close_combat(&execution.state, &close_combat);
                match leads[..] {
                    [] => return execution.pop(),
                    [only] => close_combat = close_combat.led_by(only),
                    _ => close_combat.stage = CloseCombatStage::ChoosingLead(leads),
                }
                execution.set(close_combat);
            }
            CloseCombatStage::Chits => {
                close_combat.stage = CloseCombatStage::Throw;
                let side = close_combat.side;
                execution.set(close_combat);
                self.open_window(execution, Trigger::CloseDeclared, side);
            }
            CloseCombatStage::Throw => self.throw_close_combat(execution, close_combat),
            CloseCombatStage::Aftermath => self.end_close_combat(execution, &close_combat),
            CloseCombatStage::Rider(_)
            | CloseCombatStage::Announcing
            | CloseCombatStage::Naming(_)
            | CloseCombatStage::ChoosingLead(_) => {}
        }
    }

    /// Where a mounted defender can withdraw to: a hex farther from every hex it is attacked from,
    /// where it may stand.
    pub(super) fn refuges(&self, state: &State, close_combat: &CloseCombat, rider: UnitId) -> Vec<Hex> {
        let Some(hex) = state.hex(rider) else { return Vec::new() };
        let side = close_combat.side.other();
        self.around(hex)
            .filter(|&to| {
                close_combat.from.iter().all(|&from| self.distance(from, to) > self.distance(from, hex))
                    && !self.enemy_in(state, side, to)
                    && self.may_stand(state, rider, to, false)
            })
            .collect()
    }

    /// The dice (14.3e), and the test that always follows (14.0).
    fn throw_close_combat(&self, execution: &mut Execution, close_combat: CloseCombat) {
        match self.throw_for_close_combat(execution, close_combat) {
            Some(test) => self.begin_test_of_close_combat(execution, test),
            None => execution.pop(),
        }
    }

    /// Throws the two dice of a Close Combat and returns the test they bring; `None` without an
    /// Assaulting Hex or a Lead Unit.
    pub(crate) fn throw_for_close_combat(
        &self,
        execution: &mut Execution,
        mut close_combat: CloseCombat,
    ) -> Option<Test> {
        let (assaulting, lead) = (close_combat.assaulting?, close_combat.lead?);
        let odds = self.close_odds(&execution.state, &close_combat, assaulting, lead);
        let table = &self.scenario.tables.combat;
        let faces = [execution.throw(), execution.throw()];
        let cohesion = self.cohesion(&execution.state, lead);
        let test = table.test(odds.column, faces[0], faces[1], cohesion);
        let column = table.columns[odds.column].name.clone();
        close_combat.stage = CloseCombatStage::Aftermath;
        close_combat.defenders = execution.state.stack(close_combat.target).to_vec();
        execution.set(close_combat);
        execution.apply(Event::CombatThrown { close: true, column, faces, lead, cohesion, test });
        Some(test)
    }

    /// The Lead Unit of the Close Combat on top takes that test (14.0).
    pub(crate) fn begin_test_of_close_combat(&self, execution: &mut Execution, test: Test) {
        let Some(Procedure::CloseCombat(close_combat)) = execution.top() else { return };
        let Some(lead) = close_combat.lead else { return };
        let causes = close_combat.attackers(&execution.state);
        let CloseCombat { side, target, assaulting, .. } = close_combat;
        let effects = Effects::of_fire(test, side, causes, target, lead);
        self.begin_test(execution, Effects { close: true, assaulting, ..effects }, false);
    }

    /// Who may advance, once everything the test brought has been carried out (15.8, K75, K79).
    fn end_close_combat(&self, execution: &mut Execution, close_combat: &CloseCombat) {
        execution.pop();
        let state = &execution.state;
        let able = |units: &[UnitId]| -> Vec<UnitId> {
            units
                .iter()
                .copied()
                .filter(|&u| {
                    let there = state.unit(u);
                    state.hex(u).is_some()
                        && !self.is_gun(u)
                        && !there.skirmish
                        && !there.frozen
                        && !there.chaos
                })
                .collect()
        };
        let numbers = &self.scenario.numbers;
        let far = |units: &[UnitId], hex: Hex| {
            units
                .iter()
                .all(|&u| state.hex(u).is_none_or(|now| self.distance(now, hex) >= *numbers.driven_off))
        };
        let advance = if state.stack(close_combat.target).is_empty() {
            let reach = if !close_combat.withdrawn && far(&close_combat.defenders, close_combat.target) {
                *numbers.long_advance
            } else {
                1
            };
            Some(Advance {
                side: close_combat.side,
                hex: close_combat.target,
                units: able(&close_combat.attackers(state)),
                reach,
                onward: None,
            })
        } else {
            close_combat.assaulting.filter(|&hex| state.stack(hex).is_empty()).map(|hex| {
                let left: Vec<UnitId> = close_combat.units.clone();
                let stayed: Vec<UnitId> = close_combat
                    .defenders
                    .iter()
                    .copied()
                    .filter(|&u| state.hex(u) == Some(close_combat.target))
                    .collect();
                let gone: Vec<UnitId> = left
                    .into_iter()
                    .filter(|&u| state.hex(u).is_none_or(|now| !close_combat.from.contains(&now)))
                    .collect();
                let reach = if far(&gone, hex) { *numbers.long_advance } else { 1 };
                Advance { side: close_combat.side.other(), hex, units: able(&stayed), reach, onward: None }
            })
        };
        if let Some(advance) = advance {
            self.offer_to_advance(execution, advance);
        }
    }
}
