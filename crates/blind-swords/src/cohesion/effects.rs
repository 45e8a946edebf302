//! Cohesion Tests and what they bring, one thing after another (15.0 to 15.2, K80 to K82).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::data::tables::{CohesionTable, Depletion};
use crate::event::Event;
use crate::order::Order;
use crate::points::Strength;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Choice, Effect, Effects};
use crate::state::State;
use crate::unit::UnitId;

/// The side of a Close Combat that a depletion of both spares (15.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spared {
    Attackers,
    Defenders,
}

impl Battle {
    /// Throws a Cohesion Test: the colored die for Depletion, the white one for Skedaddle (15.0). `alone` is
    /// the test of a unit fired at while it moves: no other unit in its hex is depleted (13.7).
    pub(crate) fn begin_test(&self, execution: &mut Execution, mut effects: Effects, alone: bool) {
        let faces = [execution.throw(), execution.throw()];
        let table = self.cohesion_table(effects.close);
        let (test, row) = (effects.test as usize, usize::from(faces[0].clamp(1, 6) - 1));
        let depletion = *table.depletion[test][row];
        let white = usize::from(faces[1].clamp(1, 6) - 1);
        let skedaddle = *table.skedaddle[test][white];
        let text = (table.text[test][row].0.clone(), table.text[test][white].1.clone());
        let (close, lead) = (effects.close, effects.lead);
        execution.apply(Event::TestThrown {
            close,
            test: effects.test,
            faces,
            lead,
            depletion,
            skedaddle,
            text,
        });
        effects.queue = self.depletion_queue(&execution.state, &effects, depletion, alone);
        effects.queue.push(Effect::Skedaddle { die: faces[1] });
        execution.push(effects);
    }

    /// The tests of that kind of combat.
    pub(crate) fn cohesion_table(&self, close: bool) -> &CohesionTable {
        if close { &self.scenario.tables.close_tests } else { &self.scenario.tables.fire_tests }
    }

    /// What a Depletion result asks for, the Lead Unit first (15.1a, 15.2a).
    fn depletion_queue(
        &self,
        state: &State,
        effects: &Effects,
        depletion: Depletion,
        alone: bool,
    ) -> Vec<Effect> {
        let lead = Effect::Deplete(effects.lead);
        let attacker = Effect::Attacker { deplete: true, morale: 0, retreat: 0 };
        let others = state.stack(effects.hex).len().saturating_sub(1);
        let next = |count: usize| std::iter::repeat_n(Effect::DepleteNext, if alone { 0 } else { count });
        match depletion {
            Depletion::None => Vec::new(),
            Depletion::Lead => vec![lead],
            Depletion::Two => std::iter::once(lead).chain(next(others.min(1))).collect(),
            Depletion::All => std::iter::once(lead).chain(next(others)).collect(),
            Depletion::Attacker => vec![attacker],
            Depletion::Both => match self.spared(state, &effects.causes, effects.hex) {
                Some(Spared::Attackers) => vec![lead],
                Some(Spared::Defenders) => vec![attacker],
                None => vec![lead, attacker],
            },
        }
    }

    /// Who is spared where both sides are to be depleted: an overwhelming one (15.2a, K72, K77).
    pub(crate) fn spared(&self, state: &State, attackers: &[UnitId], hex: Hex) -> Option<Spared> {
        let sum = |units: &[UnitId]| -> Strength {
            units.iter().filter(|&&u| state.hex(u).is_some()).map(|&u| self.strength(state, u)).sum()
        };
        let (attack, defence) = (sum(attackers), sum(state.stack(hex)));
        let numbers = &self.scenario.numbers;
        if numbers.overwhelms(attack, defence) {
            Some(Spared::Attackers)
        } else if numbers.overwhelms(defence, attack) {
            Some(Spared::Defenders)
        } else {
            None
        }
    }

    /// What a Skedaddle die asks for: of the Lead Unit Morale Hits, Break Test and Retreat; then
    /// Panic; then those who stood with it (15.1b, 15.2c, K80).
    fn skedaddle_queue(&self, effects: &Effects, die: u8) -> Vec<Effect> {
        let row = usize::from(die.clamp(1, 6) - 1);
        let result = self.cohesion_table(effects.close).skedaddle[effects.test as usize][row];
        let lead = effects.lead;
        let retreat = result.retreat.max(result.all_retreat);
        let attacker = Effect::Attacker {
            deplete: false,
            morale: result.attacker_morale,
            retreat: result.attacker_retreat,
        };
        [
            (result.morale > 0, Effect::Morale(lead, result.morale)),
            (result.break_test, Effect::Break(lead)),
            (retreat > 0, Effect::Retreat(lead, retreat)),
            (result.attacker_morale + result.attacker_retreat > 0, attacker),
            (result.panic > 0, Effect::Panic(result.panic)),
            (result.all_retreat > 0, Effect::RetreatAll(result.all_retreat)),
        ]
        .into_iter()
        .filter_map(|(applies, effect)| applies.then_some(effect))
        .collect()
    }

    /// Carries out the next thing that a test brought.
    pub(crate) fn step_effects(&self, execution: &mut Execution, mut effects: Effects) {
        if effects.queue.is_empty() {
            execution.pop();
            return;
        }
        let next = effects.queue.remove(0);
        let depletion = if effects.close { case!("15.2a") } else { case!("15.1a") };
        match next {
            Effect::Deplete(unit) => {
                effects.depleted.push(unit);
                execution.set(effects);
                self.deplete(execution, unit, depletion);
            }
            Effect::Morale(unit, hits) => {
                execution.set(effects);
                for _ in 0..hits {
                    self.morale_hit(execution, unit, case!("15.6"));
                }
            }
            Effect::Break(unit) => {
                execution.set(effects);
                self.break_test(execution, unit);
            }
            Effect::Retreat(unit, hexes) => {
                let causes = self.causes_of(&execution.state, &effects, unit);
                effects.retreated.push(unit);
                execution.set(effects);
                if execution.state.hex(unit).is_some() {
                    self.order_retreat(execution, unit, hexes, causes, false);
                }
            }
            Effect::Panics(unit) => self.run_in_panic(execution, effects, unit),
            Effect::Skedaddle { die } => {
                let more = self.skedaddle_queue(&effects, die);
                effects.queue.splice(0..0, more);
                execution.set(effects);
            }
            Effect::DepleteNext | Effect::Attacker { .. } | Effect::Panic(_) | Effect::RetreatAll(_) => {
                effects.queue.insert(0, next);
                let choice = self.effect_choice(&execution.state, &effects);
                match choice.units.as_slice() {
                    [] => {
                        effects.queue.remove(0);
                    }
                    [unit] => effects = fall_on(effects, *unit),
                    _ => effects.choosing = Some(choice),
                }
                execution.set(effects);
            }
        }
    }

    /// A unit panics: a Morale Hit, then a retreat; of one that must retreat anyway, the longer
    /// (15.1b, K78).
    fn run_in_panic(&self, execution: &mut Execution, mut effects: Effects, unit: UnitId) {
        let rule = self.scenario.tables.panic;
        let with_lead = execution.state.hex(unit) == Some(effects.hex);
        let all = effects.queue.iter().find_map(|e| match e {
            Effect::RetreatAll(hexes) if with_lead => Some(*hexes),
            _ => None,
        });
        let causes = self.causes_of(&execution.state, &effects, unit);
        effects.retreated.push(unit);
        execution.set(effects);
        execution.apply(Event::Panicked { unit });
        for _ in 0..*rule.morale {
            self.morale_hit(execution, unit, case!("15.1b"));
        }
        if execution.state.hex(unit).is_some() {
            self.order_retreat(execution, unit, rule.retreat.max(all.unwrap_or(0)), causes, true);
        }
    }

    /// Who makes a unit retreat: all who took part in the fire or attack; of an attacker, those who
    /// were attacked (K84).
    fn causes_of(&self, state: &State, effects: &Effects, unit: UnitId) -> Vec<UnitId> {
        if self.unit(unit).side == effects.side {
            state.stack(effects.hex).to_vec()
        } else {
            effects.causes.clone()
        }
    }

    /// The units on which the first effect of the queue may fall, and the side that chooses: one unit
    /// where there is no choice, none where the effect is void.
    fn effect_choice(&self, state: &State, effects: &Effects) -> Choice {
        let owner = effects.side.other();
        match effects.queue.first() {
            Some(Effect::DepleteNext) => Choice { side: owner, units: self.next_to_deplete(state, effects) },
            Some(Effect::Attacker { .. }) => {
                let there = |u: &UnitId| effects.assaulting.is_some() && state.hex(*u) == effects.assaulting;
                let attackers: Vec<UnitId> = effects.causes.iter().copied().filter(there).collect();
                Choice { side: effects.side, units: self.largest(state, &attackers) }
            }
            Some(Effect::Panic(count)) => {
                Choice { side: effects.side, units: self.next_to_panic(state, effects, *count) }
            }
            Some(Effect::RetreatAll(_)) => {
                let left = state.stack(effects.hex).iter().copied();
                let left = left.filter(|u| self.unit(*u).side == owner && !effects.retreated.contains(u));
                Choice { side: owner, units: left.collect() }
            }
            _ => Choice { side: owner, units: Vec::new() },
        }
    }

    /// The next largest units of the hex (15.1a, K80). Equals are asked about only where it
    /// matters: where not all of them will be depleted, or one will take a Break Test, which may
    /// cost another its support.
    fn next_to_deplete(&self, state: &State, effects: &Effects) -> Vec<UnitId> {
        let others = state.stack(effects.hex).iter().copied();
        let left: Vec<UnitId> =
            others.filter(|u| *u != effects.lead && !effects.depleted.contains(u)).collect();
        let mut tied = self.largest(state, &left);
        let places = effects.queue.iter().filter(|e| **e == Effect::DepleteNext).count();
        if places >= tied.len() && tied.iter().all(|&u| !state.unit(u).worn) {
            tied.truncate(1);
        }
        tied
    }

    /// Who panics next: of the enemy's units in the hex or next to it, the Lead Unit excepted,
    /// those of the lowest modified CR, if that is low enough (15.1b, K82). Where all of them must,
    /// there is nothing to choose.
    fn next_to_panic(&self, state: &State, effects: &Effects, count: u8) -> Vec<UnitId> {
        let owner = effects.side.other();
        let able = |u: &UnitId| {
            self.unit(*u).side == owner
                && *u != effects.lead
                && !effects.queue.contains(&Effect::Panics(*u))
                && self.cohesion(state, *u) <= *self.scenario.tables.panic.upto
        };
        let near =
            std::iter::once(effects.hex).chain(self.map().grid.neighbours(effects.hex).map(|(_, near)| near));
        let units: Vec<UnitId> = near.flat_map(|hex| state.stack(hex)).copied().filter(able).collect();
        let Some(lowest) = units.iter().map(|&u| self.cohesion(state, u)).min() else { return units };
        let mut tied: Vec<UnitId> =
            units.into_iter().filter(|&u| self.cohesion(state, u) == lowest).collect();
        if usize::from(count) >= tied.len() {
            tied.truncate(1);
        }
        tied
    }
}

fn choice_case(effects: &Effects) -> Case {
    match effects.queue.first() {
        Some(Effect::Panic(_)) => case!("K82"),
        Some(Effect::RetreatAll(_)) => case!("K78"),
        Some(Effect::Attacker { .. }) => case!("K77"),
        _ => case!("K80"),
    }
}

/// The first effect of the queue falls on that unit.
fn fall_on(mut effects: Effects, unit: UnitId) -> Effects {
    effects.choosing = None;
    if effects.queue.is_empty() {
        return effects;
    }
    match effects.queue.remove(0) {
        Effect::DepleteNext => effects.queue.insert(0, Effect::Deplete(unit)),
        Effect::Attacker { deplete, morale, retreat } => {
            let parts = [
                (deplete, Effect::Deplete(unit)),
                (morale > 0, Effect::Morale(unit, morale)),
                (retreat > 0, Effect::Retreat(unit, retreat)),
            ];
            effects.queue.splice(0..0, parts.into_iter().filter_map(|(applies, e)| applies.then_some(e)));
        }
        Effect::Panic(count) => {
            // Behind those already chosen: no unit runs before all are chosen.
            let chosen = effects.queue.iter().take_while(|e| matches!(e, Effect::Panics(_))).count();
            effects.queue.insert(chosen, Effect::Panics(unit));
            if count > 1 {
                effects.queue.insert(0, Effect::Panic(count - 1));
            }
        }
        Effect::RetreatAll(hexes) => {
            effects.queue.splice(0..0, [Effect::Retreat(unit, hexes), Effect::RetreatAll(hexes)]);
        }
        other => effects.queue.insert(0, other),
    }
    effects
}

impl Effects {
    /// The tied units to choose from.
    fn equals(&self) -> &[UnitId] {
        self.choosing.as_ref().map_or(&[], |choice| &choice.units)
    }

    fn is_panic(&self) -> bool {
        matches!(self.queue.first(), Some(Effect::Panic(_)))
    }
}

impl Ask for Effects {
    /// The side that chooses; the owner of the hex while no choice is open.
    fn side(&self) -> Side {
        self.choosing.as_ref().map_or(self.side.other(), |choice| choice.side)
    }

    fn kind(&self) -> &'static str {
        "choose"
    }

    fn case(&self, _: &State) -> Case {
        if self.is_panic() { case!("K82") } else { case!("15.1a") }
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        if self.is_panic() { "choose who panics" } else { "choose between equals" }.to_owned()
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.equals().to_vec(), vec![self.hex])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Choice
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(self.equals().iter().map(|&unit| Order::Choose { unit }))
    }

    /// A unit is chosen between equals.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Choose { unit } = *order else { return Err(battle.not_asked(judging, order)) };
        judging.rule_check.check(
            choice_case(self),
            "the unit is one of those left to choose from",
            self.equals().contains(&unit),
            || format!("{} is not among {}", battle.unit(unit).name, battle.called(self.equals())),
        )?;
        accept(move |execution| execution.set(fall_on(self.clone(), unit)))
    }
}
