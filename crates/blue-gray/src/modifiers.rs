//! What made the odds of an attack what they are: every strength, multiple and choice of column, each
//! with its case. Found by the code that reckons them, from the position in which they counted.

use tabletop::{Case, Modifier, Modifiers, capital, case};

use crate::battle::Battle;
use crate::combat::{Attack, Target};
use crate::event::Event as Happened;
use crate::state::State;
use crate::tables::Tables;
use crate::unit::UnitId;

type Event = Happened<UnitId, hexmap::Hex>;

impl Battle {
    /// The modifiers of the results of these events, which happened from that position.
    pub(crate) fn modifiers_of(&self, before: &State, events: &[Event]) -> Modifiers {
        let mut all = Modifiers::default();
        let Some(last) = events.iter().rposition(has_modifiers) else { return all };
        let mut state = before.clone();
        let mut declared = false;
        for (number, event) in events.iter().enumerate().take(last + 1) {
            match event {
                // The die is thrown on the declared odds unless a question came between: then the odds are
                // stated again as they are now (7.6).
                Event::DieThrown { .. } if !declared => all.note(number, self.odds_modifiers(&state)),
                Event::WithdrawalThrown { unit, .. } => all.note(number, self.withdrawal_modifiers(*unit)),
                _ => {}
            }
            self.apply_event(&mut state, event);
            if matches!(event, Event::AttackDeclared { .. }) {
                declared = true;
                all.note(number, self.odds_modifiers(&state));
            }
        }
        all
    }

    fn modifier(&self, case: Case, text: impl Into<String>) -> Modifier {
        let printed = self.scenario.printed(case);
        Modifier { printed, ..Modifier::new(case, self.scenario.system_of(case), text) }
    }

    /// Up to what die a unit retreats before combat.
    fn withdrawal_modifiers(&self, unit: UnitId) -> Vec<Modifier> {
        let upto = self.unit(unit).traits.withdraws;
        let told = upto.map(|(upto, case)| Modifier {
            rating: Some(i16::from(upto)),
            ..self.modifier(case, "Retreats before combat on a die up to")
        });
        told.into_iter().collect()
    }

    /// Of the attack under way: what each unit and hex brings, and the column (7.3, 7.4, 7.6, 7.9).
    fn odds_modifiers(&self, state: &State) -> Vec<Modifier> {
        let Some(combat) = &state.combat else { return Vec::new() };
        let hexes: Vec<_> = combat.hexes.iter().copied().filter(|&hex| state.count(hex) > 0).collect();
        let attack = self.attack_now(state, combat, &hexes);
        let brings = |unit: UnitId, case: Case, how: &str| Modifier {
            strength: Some(f64::from(self.unit(unit).strength)),
            unit: Some(self.unit(unit).id.clone()),
            ..self.modifier(case, format!("{}{how}", capital(&self.unit(unit).called())))
        };
        let adjacent = attack.adjacent.iter().map(|&(unit, _)| brings(unit, case!("7.4"), ""));
        let bombarding =
            attack.bombarding.iter().map(|&(unit, _, aim)| match self.weakened(unit, aim.range) {
                None => brings(unit, aim.case, ", bombarding"),
                Some(left) => Modifier {
                    strength: Some(f64::from(left)),
                    ..brings(unit, case!("r9.19"), &format!(", bombarding at range {}", aim.range))
                },
            });
        let mut all: Vec<Modifier> = adjacent.chain(bombarding).collect();
        for target in &attack.targets {
            all.extend(self.target_modifiers(target));
        }
        all.extend(self.column_modifiers(&attack));
        all
    }

    /// The defence strength of the units in a hex, and the best multiple (7.4, 7.74).
    fn target_modifiers(&self, target: &Target) -> Vec<Modifier> {
        let number = self.number(target.hex);
        let line =
            |case: Case, text: String| Modifier { hex: Some(number.to_owned()), ..self.modifier(case, text) };
        let counting: Vec<UnitId> =
            target.units.iter().filter(|(_, counts)| *counts).map(|&(u, _)| u).collect();
        let mut all = vec![Modifier {
            strength: Some(f64::from(target.strength)),
            ..line(case!("7.4"), format!("{} in {number}", capital(&self.called(&counting))))
        }];
        for &(unit, _) in target.units.iter().filter(|(_, counts)| !counts) {
            all.push(line(case!("7.74"), format!("{} does not count", capital(&self.unit(unit).called()))));
        }
        let best = target.multiples.iter().find(|multiple| multiple.by == target.best);
        all.extend(best.map(|multiple| Modifier {
            times: Some(f64::from(multiple.by)),
            ..line(multiple.case, capital(multiple.text))
        }));
        all
    }

    /// The odds, and a lower column that was chosen.
    fn column_modifiers(&self, attack: &Attack) -> Vec<Modifier> {
        let tables = &self.scenario.tables;
        let named = |column| Some(tables.column_name(column).to_owned());
        let odds = Tables::odds(attack.attack, attack.defence);
        let said = format!("{} against {} is {odds}", attack.attack, attack.defence);
        let mut all = vec![Modifier { column: named(attack.column), ..self.modifier(case!("7.6"), said) }];
        let last = attack.final_column();
        if last < attack.column {
            let shift = i8::try_from(i16::from(last.0) - i16::from(attack.column.0)).ok();
            let chosen = self.modifier(case!("7.9"), "A lower column, chosen by the attacker");
            all.push(Modifier { column: named(last), shift, ..chosen });
        }
        all
    }
}

/// Whether such an event can have modifiers.
fn has_modifiers(event: &Event) -> bool {
    matches!(event, Event::AttackDeclared { .. } | Event::DieThrown { .. } | Event::WithdrawalThrown { .. })
}
