//! What ending a phase now would cost, for the answer to `game.options`.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{BySide, Case, LoadedDice, PrintedCase, RuleCheck, Side, capital};

use crate::Event;
use crate::battle::Battle;
use crate::order::Order;
use crate::phase::Phase;
use crate::state::{Place, State};
use crate::unit::{Start, UnitId};

/// What ending the phase now would leave undone, and what it would cost. The duties that forbid it
/// are in `owed`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Ending<'a> {
    /// The number of units that can still attack; 0 outside a combat phase.
    pub attacks: usize,
    /// The side's units that would be lost for good, by cases.
    pub lost: Vec<Loss<'a>>,
    /// The change in each side's victory points.
    pub points: BySide<i32>,
    /// The number of units that are due and have not come on; 0 outside a movement phase.
    pub reinforcements: usize,
    /// The number of units on the map that can still move, within any movement quota; 0 outside a
    /// movement phase.
    pub unmoved: usize,
    /// Nothing has been done in this phase, though something could be.
    pub untouched: bool,
    /// The order that ends the phase.
    pub verb: &'static str,
}

/// Units that would be lost under one case.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Loss<'a> {
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// One sentence that names the units.
    pub text: String,
    pub units: Vec<&'a str>,
}

impl Battle {
    /// The cost of ending the phase for the side that gives orders in it; `None` while it is not asked for
    /// orders. `able` are the units that can still move or attack.
    pub(crate) fn ending(&self, state: &State, side: Side, able: &[UnitId]) -> Option<Ending<'_>> {
        if state.asked() != Some(side) || state.question().is_some() {
            return None;
        }
        let (verb, order) = match state.phase {
            Phase::Movement => ("end-movement", Order::EndMovement {}),
            Phase::Combat => ("end-combat", Order::EndCombat {}),
            Phase::Over => return None,
        };
        let moving = state.phase == Phase::Movement;
        let begun = match moving {
            true => self.roster(side).iter().any(|&u| state.marks(u).moved),
            false => !state.attacked_from.is_empty() || !state.bombarded_from.is_empty(),
        };
        let (lost, points) = self.cost_of(state, side, &order);
        Some(Ending {
            attacks: if moving { 0 } else { able.len() },
            lost,
            points,
            reinforcements: if moving { self.waiting(state, side) } else { 0 },
            unmoved: if moving { self.unmoved(state, able) } else { 0 },
            untouched: !begun && !able.is_empty(),
            verb,
        })
    }

    /// How many of these units can still move on the map, within the quota (17.1).
    fn unmoved(&self, state: &State, able: &[UnitId]) -> usize {
        let on_map = able.iter().filter(|&&u| state.hex(u).is_some());
        let (counting, exempt): (Vec<UnitId>, Vec<UnitId>) =
            on_map.partition(|&&u| self.counts_against_quota(state, u));
        let left =
            self.quota_limit(state).map_or(usize::MAX, |limit| limit.saturating_sub(state.moved).into());
        exempt.len() + counting.len().min(left)
    }

    /// How many of a side's reinforcements are due and wait off the map.
    fn waiting(&self, state: &State, side: Side) -> usize {
        let due = |&&u: &&UnitId| {
            state.place(u) == Place::Due
                && matches!(self.unit(u).start, Start::Due { turn, .. } if state.turn >= turn)
        };
        self.roster(side).iter().filter(due).count()
    }

    /// The units that a side loses by an order without dice, up to the next question, and the change
    /// in victory points: what happens when the order is carried out as far as that side knows.
    fn cost_of(
        &self,
        state: &State,
        side: Side,
        order: &Order<UnitId, hexmap::Hex>,
    ) -> (Vec<Loss<'_>>, BySide<i32>) {
        let mut known = self.as_known_to(state, side);
        let mut dice = LoadedDice::default();
        let quiet = &mut RuleCheck::without_messages();
        let events = self.resolve(&known, side, order, &mut dice, quiet).unwrap_or_default();
        let before = self.account(&known).points;
        let mut lost: Vec<(Case, Vec<UnitId>)> = Vec::new();
        for event in &events {
            let (units, case) = match event {
                Event::ReinforcementsLost { units, case } => (units.as_slice(), *case),
                Event::Eliminated { unit, case, .. } => (std::slice::from_ref(unit), *case),
                _ => (&[][..], tabletop::case!("4.1")),
            };
            let own: Vec<UnitId> = units.iter().copied().filter(|&u| self.unit(u).side == side).collect();
            if !own.is_empty() {
                match lost.iter_mut().find(|(known, _)| *known == case) {
                    Some((_, all)) => all.extend(own),
                    None => lost.push((case, own)),
                }
            }
            self.apply_event(&mut known, event);
        }
        let after = self.account(&known).points;
        let points =
            BySide { union: after.union - before.union, confederate: after.confederate - before.confederate };
        (lost.into_iter().map(|(case, units)| self.loss(case, &units)).collect(), points)
    }

    fn loss(&self, case: Case, units: &[UnitId]) -> Loss<'_> {
        let verb = tabletop::agree(units.len(), "is", "are");
        Loss {
            case,
            printed: self.scenario.printed(case),
            system: self.scenario.system_of(case),
            text: format!("{} {verb} eliminated.", capital(&self.called(units))),
            units: self.names(units),
        }
    }
}
