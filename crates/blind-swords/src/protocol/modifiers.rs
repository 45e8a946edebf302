//! What made the result of a die what it is: strengths and their factors, columns and their shifts,
//! what a CR is made of, each with its case. Found by the code that threw, from the position in
//! which it did.

use hexmap::Hex;
use tabletop::{Case, Modifier, Modifiers, case, spelled};

use crate::battle::Battle;
use crate::cohesion::effects::Spared;
use crate::data::tables::Depletion;
use crate::event::Event;
use crate::fire::firepower::total;
use crate::fire::shifts::Applied;
use crate::points::Strength;
use crate::sequence::procedure::{Change, CloseCombat, Fire, Procedure};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// What made the results of these events what they are, which happened from that position.
    pub(crate) fn modifiers_of(&self, before: &State, events: &[Event]) -> Modifiers {
        let mut all = Modifiers::default();
        let Some(last) = events.iter().rposition(has_modifiers) else { return all };
        let mut state = before.clone();
        // A fire is no longer under way when its dice fall.
        let mut fire: Option<Fire> = None;
        for (number, event) in events.iter().enumerate().take(last + 1) {
            if let (Event::Stack { change: Change::Pop }, Some(Procedure::Fire(over))) = (event, state.top())
            {
                fire = Some(over.clone());
            }
            if has_modifiers(event) {
                let over = fire.take();
                all.note(number, self.modifiers_before(&state, over.as_ref(), event));
            }
            self.apply_event(&mut state, event);
        }
        all
    }

    /// Those of an event that is about to happen.
    fn modifiers_before(&self, state: &State, fire: Option<&Fire>, event: &Event) -> Vec<Modifier> {
        match event {
            Event::CombatThrown { close: false, lead, .. } => {
                let mut all = fire.map_or_else(Vec::new, |fire| self.fire_modifiers(state, fire, *lead));
                all.extend(self.rating_modifiers(state, *lead));
                all
            }
            Event::Voided { close: false, .. } => {
                let thrown = fire.and_then(|fire| Some((fire, fire.lead?)));
                thrown.map_or_else(Vec::new, |(fire, lead)| self.fire_modifiers(state, fire, lead))
            }
            Event::CombatThrown { lead, .. } => {
                let mut all = match state.top() {
                    Some(Procedure::CloseCombat(close)) => self.close_modifiers(state, close, *lead),
                    _ => Vec::new(),
                };
                all.extend(self.rating_modifiers(state, *lead));
                all
            }
            Event::TestThrown { depletion: Depletion::Both, .. } => self.spared_modifiers(state),
            Event::BreakThrown { unit, .. } | Event::RebuildThrown { unit, .. } => {
                self.rating_modifiers(state, *unit)
            }
            Event::CommandThrown { chit, rating, .. } => {
                let why = self.command_rating(state, *chit).why;
                let told = why.map(|(why, case)| Modifier {
                    rating: Some(i16::from(*rating)),
                    ..self.modifier(case, format!("{} {why}", self.chit(*chit).name))
                });
                told.into_iter().collect()
            }
            Event::EarningThrown { side, .. } => {
                let told = self.earnable(state, *side).map(|(chit, upto)| Modifier {
                    rating: Some(i16::from(upto)),
                    ..self.modifier(case!("20.5"), format!("{}, earned up to", self.chit(chit).name))
                });
                told.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn modifier(&self, case: Case, text: impl Into<String>) -> Modifier {
        Modifier::new(case, self.system_of(case), text)
    }

    /// What a unit brings before it is multiplied.
    fn strength_modifier(&self, state: &State, unit: UnitId) -> Modifier {
        let hits = state.unit(unit).hits;
        let called = &self.unit(unit);
        let (case, text) = match hits {
            0 => (case!("4.1"), called.name.clone()),
            1 => (self.scenario.tables.morale.strength.case, format!("{} with a Morale Hit", called.name)),
            n => (
                self.scenario.tables.morale.strength.case,
                format!("{} with {} Morale Hits", called.name, spelled(u32::from(n))),
            ),
        };
        let strength = Some(self.strength(state, unit).number());
        Modifier { strength, unit: Some(called.id.clone()), ..self.modifier(case, text) }
    }

    fn shift_modifier(&self, shift: &Applied) -> Modifier {
        Modifier { shift: Some(shift.columns), ..self.modifier(shift.case, shift.name) }
    }

    /// The column that a strength begins on.
    fn first_column(&self, strength: Strength, column: Option<usize>, whose: &str) -> Modifier {
        let table = &self.scenario.tables.combat;
        let found = column.and_then(|column| table.columns.get(column));
        let case = found.map_or(case!("12.3"), |column| column.least.case);
        let column = found.map(|column| column.name.clone());
        Modifier { column, ..self.modifier(case, format!("{} SP {whose}", strength.number())) }
    }

    /// What keeps a fire or Close Combat on the table, and the column that it is thrown on.
    fn last_column(&self, first: usize, shifts: &[Applied], column: usize, lowest: Case) -> Vec<Modifier> {
        let table = &self.scenario.tables.combat;
        let moved = first as i32 + shifts.iter().map(|shift| i32::from(shift.columns)).sum::<i32>();
        let mut all = Vec::new();
        if moved != column as i32 {
            let (case, text) = if moved < 0 {
                (lowest, "Not left of the first column")
            } else {
                (case!("12.3"), "Not right of the last column")
            };
            let back = i8::try_from(column as i32 - moved).unwrap_or_default();
            all.push(Modifier { shift: Some(back), ..self.modifier(case, text) });
        }
        let name = table.columns.get(column).map(|column| column.name.clone());
        all.push(Modifier { column: name, ..self.modifier(case!("12.3"), "Thrown on") });
        all
    }

    /// Of a fire: what each unit brings by range and circumstance, and every shift (12.1, 12.3).
    fn fire_modifiers(&self, state: &State, fire: &Fire, lead: UnitId) -> Vec<Modifier> {
        let way = self.column_of(state, fire, lead);
        let mut all = Vec::new();
        for share in &way.shares {
            all.push(self.strength_modifier(state, share.unit));
            all.extend(share.factors.iter().map(|factor| Modifier {
                times: Some(factor.times),
                unit: Some(self.unit(share.unit).id.clone()),
                ..self.modifier(factor.case, factor.name)
            }));
        }
        all.push(self.first_column(total(&way.shares), way.first, "fire"));
        all.extend(way.shifts.iter().map(|shift| self.shift_modifier(shift)));
        match (way.first, way.column) {
            (Some(first), Some(column)) => {
                all.extend(self.last_column(first, &way.shifts, column, case!("K61")));
            }
            _ => all.push(self.modifier(case!("K61"), "Left of the first column")),
        }
        all
    }

    /// Of a Close Combat: the strength of the Assaulting Hex, that of all who attack against the
    /// defenders', and every shift (14.3c, 14.3d).
    fn close_modifiers(&self, state: &State, close_combat: &CloseCombat, lead: UnitId) -> Vec<Modifier> {
        let Some(assaulting) = close_combat.assaulting else { return Vec::new() };
        let odds = self.close_odds(state, close_combat, assaulting, lead);
        let attackers = close_combat.attackers(state);
        let front = attackers.iter().filter(|&&unit| state.hex(unit) == Some(assaulting));
        let mut all: Vec<Modifier> = front.map(|&unit| self.strength_modifier(state, unit)).collect();
        let from = format!("in the Assaulting Hex, {}", self.number(assaulting));
        all.push(self.first_column(odds.attack, Some(odds.first), &from));
        let sides = format!("{} SP in all against {}", odds.total.number(), odds.defence.number());
        all.push(self.modifier(case!("14.3d"), sides));
        all.extend(odds.shifts.iter().map(|shift| self.shift_modifier(shift)));
        all.extend(self.last_column(odds.first, &odds.shifts, odds.column, case!("K72")));
        all
    }

    /// What makes up the CR that a die is held against (15.5, 15.6, K35).
    fn rating_modifiers(&self, state: &State, unit: UnitId) -> Vec<Modifier> {
        let rating = self.cohesion_rating(state, unit);
        let (morale, numbers) = (&self.scenario.tables.morale, &self.scenario.numbers);
        let attack = self.unit(unit).brigade.map(|brigade| self.special_bonus_and_case(state, brigade).1);
        let name = &self.unit(unit).name;
        let held = if rating.held() > 0 { "Not below 0" } else { "Not above 6" };
        let parts = [
            (rating.hits, "Morale Hits", morale.cohesion.case),
            (rating.unsupported, "Without support", morale.unsupported.case),
            (rating.confident, "Confident", numbers.confident.case),
            (rating.attack, "Special attack", attack.unwrap_or(case!("20.4e"))),
            (rating.held(), held, case!("K35")),
        ];
        let printed = (rating.printed, format!("Printed CR of {name}"), case!("4.1"));
        let applying = parts.into_iter().filter(|(by, ..)| *by != 0);
        let named = applying.map(|(by, text, case)| (by, text.to_owned(), case));
        std::iter::once(printed)
            .chain(named)
            .map(|(by, text, case)| Modifier {
                rating: Some(by),
                unit: Some(self.unit(unit).id.clone()),
                ..self.modifier(case, text)
            })
            .collect()
    }

    /// Who is spared where both sides of a Close Combat are to be depleted (15.2a).
    fn spared_modifiers(&self, state: &State) -> Vec<Modifier> {
        let Some(Procedure::CloseCombat(close_combat)) = state.top() else { return Vec::new() };
        let target: Hex = close_combat.target;
        let who = match self.spared(state, &close_combat.attackers(state), target) {
            Some(Spared::Attackers) => "attackers",
            Some(Spared::Defenders) => "defenders",
            None => return Vec::new(),
        };
        let overwhelming = self.scenario.numbers.overwhelming;
        let times = spelled(u32::from(*overwhelming));
        vec![self.modifier(overwhelming.case, format!("The {who} have {times} times the strength: spared"))]
    }
}

/// Whether such an event can have modifiers.
fn has_modifiers(event: &Event) -> bool {
    match event {
        Event::Voided { close: false, case } => *case == case!("K61"),
        Event::TestThrown { depletion, .. } => *depletion == Depletion::Both,
        Event::CombatThrown { .. }
        | Event::BreakThrown { .. }
        | Event::RebuildThrown { .. }
        | Event::CommandThrown { .. }
        | Event::EarningThrown { .. } => true,
        _ => false,
    }
}
