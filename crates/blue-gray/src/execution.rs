//! Executes an order event by event until a side must answer a question.

use hexmap::Hex;
use tabletop::{Case, Dice, Side, case};

use crate::Event;
use crate::battle::Battle;
use crate::combat::Attack;
use crate::event::Event::*;
use crate::order::Ask;
use crate::phase::Phase;
use crate::state::{Combat, State};
use crate::tables::CombatResult;
use crate::unit::UnitId;

/// An order being carried out on a copy of the position.
pub(crate) struct Execution<'a> {
    pub battle: &'a Battle,
    pub state: State,
    pub events: Vec<Event<UnitId, Hex>>,
    pub dice: &'a mut dyn Dice,
}

impl<'a> Execution<'a> {
    pub(crate) fn new(battle: &'a Battle, state: &State, dice: &'a mut dyn Dice) -> Execution<'a> {
        Execution { battle, state: state.clone(), events: Vec::new(), dice }
    }

    /// Lets an event happen, and what it scores at once.
    pub(crate) fn emit(&mut self, event: Event<UnitId, Hex>) {
        self.battle.apply_event(&mut self.state, &event);
        self.events.push(event);
        let battle = self.battle;
        if battle.scenario.victory.taken.is_empty() {
            return;
        }
        let holds = |hex: Hex, side: Side| {
            battle
                .scenario
                .control_hexes
                .iter()
                .zip(&self.state.holders)
                .any(|(w, &holder)| w.hex == hex && holder == side)
        };
        for scored in battle.prizes(&self.state, holds) {
            battle.apply_event(&mut self.state, &scored);
            self.events.push(scored);
        }
    }

    fn ask(
        &mut self,
        side: Side,
        ask: Ask,
        case: Case,
        units: Vec<UnitId>,
        hexes: Vec<Hex>,
        need: Option<u16>,
    ) {
        self.emit(Asked { side, ask, units, hexes, need, case });
    }

    /// An attack that was found legal is declared and carried out (7.6).
    pub(crate) fn attack(&mut self, attack: &Attack) {
        let column = self.battle.scenario.tables.column_name(attack.final_column()).to_owned();
        self.emit(AttackDeclared {
            attackers: attack.adjacent.iter().map(|&(u, _)| u).collect(),
            bombarding: attack.bombarding.iter().map(|&(u, ..)| u).collect(),
            defenders: attack.targets.iter().map(|target| target.hex).collect(),
            attack: attack.attack,
            defence: attack.defence,
            column,
            lowered: attack.chosen.is_some_and(|c| c < attack.column),
        });
        self.proceed();
    }

    /// Those who are asked decide to stand.
    pub(crate) fn stand(&mut self, units: Vec<UnitId>, case: Case) {
        self.emit(Settled {});
        self.emit(Stood { units, case });
        self.proceed();
    }

    /// Runs until a question is open that no standing order answers, or the phase waits for its side.
    pub(crate) fn proceed(&mut self) {
        while self.state.phase != Phase::Over {
            if !self.state.questions.is_empty() {
                if !self.answer_by_standing_order() {
                    return;
                }
            } else if let Some((units, case)) = self.battle.sent_back(&self.state) {
                self.send_back(units, case);
            } else if let Some(combat) = self.state.combat.clone() {
                self.resolve(&combat);
            } else if self.state.phase == Phase::Combat && self.state.closing {
                self.end_player_turn();
            } else {
                return;
            }
        }
    }

    /// Asks the owner where these units retreat. A unit without a way out waits until its fellows
    /// have gone, and is eliminated only if it has none then (7.72).
    fn send_back(&mut self, units: Vec<UnitId>, case: Case) {
        let with_ways: Vec<UnitId> =
            units.iter().copied().filter(|&u| !self.battle.ways(&self.state, u).is_empty()).collect();
        match with_ways.first() {
            Some(&unit) => {
                let side = self.battle.unit(unit).side;
                self.ask(side, Ask::Retreat, case, with_ways, Vec::new(), None);
            }
            None => {
                for unit in units {
                    if let Some(hex) = self.state.hex(unit) {
                        let case = self.battle.case_of_loss(&self.state, unit);
                        self.emit(Eliminated { unit, hex, case });
                    }
                }
            }
        }
    }

    /// The next step of a combat.
    fn resolve(&mut self, combat: &Combat) {
        let attacker = self.state.phasing;
        let Some((_, result)) = combat.thrown else {
            if combat.voided {
                return self.offer_advance(combat, attacker);
            }
            if let Some(unit) = self.may_withdraw(combat) {
                let case = self.battle.unit(unit).traits.withdraws.map_or(case!("7.71"), |(_, c)| c);
                return self.ask(
                    attacker.other(),
                    Ask::RetreatBeforeCombat,
                    case,
                    vec![unit],
                    Vec::new(),
                    None,
                );
            }
            return self.throw(combat);
        };
        match result {
            CombatResult::Ex if combat.price > 0 => self.exchange(combat),
            CombatResult::Ex | CombatResult::De | CombatResult::Dr => self.offer_advance(combat, attacker),
            CombatResult::Ar if !combat.batteries_asked && self.offer_withdrawal(combat) => {}
            CombatResult::Ar | CombatResult::Ae => self.offer_advance(combat, attacker.other()),
        }
    }

    /// The first defender that may try to retreat before combat and was not asked yet; only if a
    /// retreat is open to it (a ruling).
    fn may_withdraw(&self, combat: &Combat) -> Option<UnitId> {
        combat.hexes.iter().flat_map(|&hex| self.state.stack(hex)).find(|&u| {
            self.battle.unit(u).traits.withdraws.is_some()
                && !combat.asked.contains(&u)
                && !self.state.marks(u).spent()
                && !self.battle.ways(&self.state, u).is_empty()
        })
    }

    /// Throws the die, on the odds as they now are.
    fn throw(&mut self, combat: &Combat) {
        let hexes: Vec<Hex> = combat.hexes.iter().copied().filter(|&h| self.state.count(h) > 0).collect();
        if hexes.is_empty() {
            return self.emit(AttackVoided {});
        }
        let column = self.battle.attack_now(&self.state, combat, &hexes).final_column();
        let tables = self.battle.scenario.tables.clone();
        let die = self.dice.throw();
        let result = tables.result(column, die);
        self.emit(DieThrown { die, column: tables.column_name(column).to_owned(), result });
        let lost: Vec<UnitId> = match result {
            CombatResult::Ae => combat.attackers.iter().map(|&(u, _)| u).collect(),
            CombatResult::De | CombatResult::Ex => hexes.iter().flat_map(|&h| self.state.stack(h)).collect(),
            CombatResult::Ar | CombatResult::Dr => Vec::new(),
        };
        for unit in lost {
            if let Some(hex) = self.state.hex(unit) {
                self.emit(Eliminated { unit, hex, case: case!("7.6") });
            }
        }
        if result == CombatResult::Ar && self.battle.options.attack_effectiveness {
            for unit in self.battle.losing_effectiveness(&self.state, combat) {
                self.emit(EffectivenessLost { unit });
            }
        }
    }

    /// 7.6, Ex: the attacker chooses who pays, where there is a choice.
    fn exchange(&mut self, combat: &Combat) {
        let ways = self.battle.payments(&self.state, combat);
        match ways.as_slice() {
            [] => {}
            [only] => {
                for &unit in only {
                    if let Some(hex) = self.state.hex(unit) {
                        self.emit(Eliminated { unit, hex, case: case!("7.6") });
                    }
                }
            }
            _ => {
                let units: Vec<UnitId> = combat
                    .attackers
                    .iter()
                    .map(|&(u, _)| u)
                    .filter(|&u| self.state.hex(u).is_some())
                    .collect();
                self.ask(
                    self.state.phasing,
                    Ask::Exchange,
                    case!("7.6"),
                    units,
                    Vec::new(),
                    Some(combat.price),
                );
            }
        }
    }

    /// 8.16: batteries that bombarded may take the retreat. Says whether anyone is asked.
    fn offer_withdrawal(&mut self, combat: &Combat) -> bool {
        let units: Vec<UnitId> = combat
            .bombarding
            .iter()
            .copied()
            .filter(|&u| !self.state.marks(u).retreated && !self.battle.ways(&self.state, u).is_empty())
            .collect();
        if units.is_empty() {
            return false;
        }
        self.ask(self.state.phasing, Ask::WithdrawBattery, case!("8.16"), units, Vec::new(), None);
        true
    }

    /// 7.75: one victorious unit may advance; then the combat is over.
    fn offer_advance(&mut self, combat: &Combat, victor: Side) {
        let moves =
            if combat.advance_settled { Vec::new() } else { self.battle.advances(&self.state, combat) };
        if moves.is_empty() {
            return self.emit(CombatEnded {});
        }
        let mut units: Vec<UnitId> = moves.iter().map(|&(u, _)| u).collect();
        units.dedup();
        let mut hexes: Vec<Hex> = moves.iter().map(|&(_, h)| h).collect();
        hexes.sort_unstable();
        hexes.dedup();
        self.ask(victor, Ask::Advance, case!("7.75"), units, hexes, None);
    }
}

impl Battle {
    /// The units that must retreat now, and the case: by a result or before combat; next to an
    /// enemy they give way to (19.11); at the end of the phase those without effectiveness (11.31).
    pub(crate) fn sent_back(&self, state: &State) -> Option<(Vec<UnitId>, Case)> {
        if let Some(&first) = state.retreating.first() {
            let before_combat = state.combat.as_ref().is_some_and(|c| c.thrown.is_none());
            let case = match self.unit(first).traits.withdraws {
                Some((_, case)) if before_combat => case,
                _ => case!("7.71"),
            };
            return Some((state.retreating.clone(), case));
        }
        if state.combat.is_some() || state.phase != Phase::Combat {
            return None;
        }
        let yielding = self.must_give_way(state);
        if let Some(&(_, case)) = yielding.first() {
            return Some((yielding.into_iter().map(|(u, _)| u).collect(), case));
        }
        let leaving = if state.closing { self.must_leave(state) } else { Vec::new() };
        (!leaving.is_empty()).then_some((leaving, case!("11.31")))
    }
}
