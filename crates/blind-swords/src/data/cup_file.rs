//! Reads what a scenario has in the cup, and what it changes on single chits.

use tabletop::Side;

use crate::chit::{Chit, ChitKind};
use crate::data::chit_file::{ChitBook, Formation, PrintedChit};
use crate::data::draft::Draft;
use crate::data::scenario_toml::ScenarioToml;
use crate::unit::{Brigade, BrigadeId};

/// The most Key Chits of a side, and Event chits that they are chosen from: every choice is offered.
const MOST_KEYS: u8 = 4;
const MOST_EVENTS: usize = 30;

impl Draft<'_> {
    /// The chits: the scenario's command chits, commanders and Wild chits, and every Event chit it
    /// does not leave out.
    pub(crate) fn cup(&mut self, book: &ChitBook, toml: &ScenarioToml) {
        let cup = &toml.cup;
        let find = |id: &str| book.chits.iter().find(|printed| printed.chit.id == id);
        for id in &cup.chits {
            let Some(printed) = find(id.get_ref()) else {
                self.r.fault_of(id, format!("there is no chit '{}'", id.get_ref()));
                continue;
            };
            let mut chit = printed.chit.clone();
            match &mut chit.kind {
                ChitKind::Event(_) => {
                    let what = "Event chits are in the cup unless they are excluded; name commanders, command and Wild chits";
                    self.r.fault_of(id, what);
                    continue;
                }
                ChitKind::Command { brigades, .. } => {
                    *brigades = self.commanded(printed.formation.as_ref(), chit.side);
                    if brigades.is_empty() {
                        let what = format!("'{}' commands no brigade of this scenario", id.get_ref());
                        self.r.fault_of(id, what);
                    }
                }
                _ => {}
            }
            if self.chits.iter().any(|c| c.id == chit.id) {
                self.r.fault_of(id, format!("'{}' is named twice", chit.id));
                continue;
            }
            self.chits.push(chit);
        }
        for i in 0..self.brigades.len() {
            let commands = |c: &&Chit| matches!(&c.kind, ChitKind::Command { brigades, .. } if brigades.contains(&BrigadeId(i as u8)));
            let chits = self.chits.iter().filter(commands).count();
            if chits != 1 {
                let what =
                    format!("{chits} chits command the brigade '{}'; one was expected", self.brigades[i].id);
                self.r.fault(toml.case_at(), what);
            }
        }
        for side in Side::BOTH {
            for id in &cup.excluded[side] {
                let own = |PrintedChit { chit, .. }: &PrintedChit| {
                    matches!(chit.kind, ChitKind::Event(_)) && chit.side == Some(side)
                };
                if !find(id.get_ref()).is_some_and(own) {
                    self.r.fault_of(id, format!("the {side} side has no Event chit '{}'", id.get_ref()));
                }
            }
            let excluded = |chit: &Chit| cup.excluded[side].iter().any(|id| *id.get_ref() == chit.id);
            let events = book.chits.iter().map(|printed| &printed.chit).filter(|chit| {
                matches!(chit.kind, ChitKind::Event(_)) && chit.side == Some(side) && !excluded(chit)
            });
            let before = self.chits.len();
            self.chits.extend(events.cloned());
            let events = self.chits.len() - before;
            let wanted = u16::from(cup.keys[side]) + u16::from(cup.random[side]);
            if cup.keys[side] > MOST_KEYS || events > MOST_EVENTS {
                let what = format!(
                    "the {side} side is to choose {} of {events} Event chits; at most {MOST_KEYS} of {MOST_EVENTS} were expected",
                    cup.keys[side]
                );
                self.r.fault(toml.case_at(), what);
            }
            if events < usize::from(wanted) {
                let what =
                    format!("the {side} side has {events} Event chits and is to put {wanted} into the cup");
                self.r.fault(toml.case_at(), what);
            }
        }
        self.changes(toml);
    }

    /// What the scenario changes on single chits.
    fn changes(&mut self, toml: &ScenarioToml) {
        for change in &toml.commander {
            let Some(chit) = self.chit(&change.chit) else { continue };
            match &mut self.chits[chit.index()].kind {
                ChitKind::Commander { active_on, .. } => *active_on = change.active_on,
                _ => self.r.fault_of(&change.chit, "a commander's chit was expected"),
            }
        }
        for change in &toml.event {
            let from = change.from.as_ref().map(|time| self.turn(time));
            let Some(chit) = self.chit(&change.chit) else { continue };
            let ChitKind::Event(event) = &mut self.chits[chit.index()].kind else {
                self.r.fault_of(&change.chit, "an Event chit was expected");
                continue;
            };
            if let Some(from) = from {
                event.from_turn = from;
                event.from_case = change.case;
            }
            event.not_first_turn = change.not_first_turn;
            if from.is_some() != change.case.is_some() {
                self.r.fault_of(&change.chit, "`from` and its `case` go together");
            }
        }
    }

    fn commanded(&self, formation: Option<&Formation>, side: Option<Side>) -> Vec<BrigadeId> {
        let of = |b: &Brigade| match formation {
            Some(Formation::Brigade(id)) => b.id == *id,
            Some(Formation::Division(name)) => b.division.as_ref() == Some(name),
            None => false,
        };
        let own = |b: &Brigade| Some(b.side) == side && of(b);
        self.brigades.iter().enumerate().filter(|(_, b)| own(b)).map(|(i, _)| BrigadeId(i as u8)).collect()
    }
}

impl ScenarioToml {
    /// Where the cup stands in the file.
    fn case_at(&self) -> usize {
        self.cup.case.span().start
    }
}
