//! Why there is nothing to choose from: the case and the sentence behind every empty answer.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Reason, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::order::{Ask, Order};
use crate::state::State;
use crate::unit::{Arm, UnitId};
use crate::view::StuckView;

/// What was found; if that is nothing, the reason.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Found<T> {
    /// Why there is nothing; absent if there is something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    pub targets: Vec<T>,
}

impl Battle {
    /// The targets found, or the reason why there are none.
    pub(crate) fn found<T>(&self, targets: Vec<T>, why: impl FnOnce() -> Refusal) -> Found<T> {
        let reason = targets.is_empty().then(|| self.reason(&why()));
        Found { targets, reason }
    }

    fn reason(&self, refusal: &Refusal) -> Reason {
        Reason {
            case: refusal.case,
            printed: self.scenario.printed(refusal.case),
            system: self.scenario.system_of(refusal.case).to_owned(),
            text: tabletop::capital(&refusal.message) + ".",
        }
    }

    /// Why a unit has no hex to move to.
    pub(crate) fn why_no_move(&self, state: &State, side: Side, unit: UnitId) -> Refusal {
        match self.right_time(state, side, "move", &mut RuleCheck::quiet()) {
            Err(no) => no,
            Ok(()) => self.why_nowhere(state, side, unit),
        }
    }

    /// Why a unit has no hex to leave the map by.
    pub(crate) fn why_no_exit(&self, state: &State, side: Side, unit: UnitId) -> Refusal {
        let quiet = &mut RuleCheck::quiet();
        self.right_time(state, side, "exit", quiet)
            .and_then(|()| self.departure(state, side, unit, None, None, quiet))
            .err()
            .unwrap_or_else(|| Refusal::new(case!("5.16"), "no exit hex is in reach"))
    }

    /// Why a unit has no hex to retreat to, under the verb of any retreat.
    pub(crate) fn why_no_retreat(&self, state: &State, side: Side, verb: &str, unit: UnitId) -> Refusal {
        let quiet = &mut RuleCheck::quiet();
        if let Err(no) = self.right_time(state, side, verb, quiet) {
            return no;
        }
        let stuck = self.stuck(state).into_iter().find(|(u, _)| *u == unit).map(|(_, no)| no);
        stuck
            .or_else(|| self.asked_about(state, unit, quiet).err())
            .unwrap_or_else(|| self.why_no_way(state, unit))
    }

    /// The units that the open retreat is about and that have no way out as things stand, each with
    /// why.
    pub(crate) fn stuck(&self, state: &State) -> Vec<(UnitId, Refusal)> {
        let Some(question) = state.question() else { return Vec::new() };
        let others = |units: Vec<UnitId>| {
            units.into_iter().filter(|u| !question.units.contains(u) && state.hex(*u).is_some())
        };
        match (question.ask, &state.combat) {
            (Ask::Retreat, _) => {
                let all = self.sent_back(state).map_or(Vec::new(), |(units, _)| units);
                others(all)
                    .map(|u| {
                        let no = self.why_no_way(state, u);
                        let fixed = self.unit(u).traits.immobile.is_some();
                        let hope = if fixed { "" } else { " if no way opens" };
                        let text = format!("{}; it is eliminated{hope}", no.message);
                        (u, Refusal::new(no.case, text))
                    })
                    .collect()
            }
            (Ask::WithdrawBattery, Some(combat)) => others(combat.bombarding.clone())
                .filter(|&u| !state.marks(u).retreated)
                .map(|u| {
                    let no = self.why_no_way(state, u);
                    (u, Refusal::new(case!("8.16"), format!("{}; it cannot take the retreat", no.message)))
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The stuck units as the question tells of them.
    pub(crate) fn stuck_view(&self, state: &State) -> Vec<StuckView<'_>> {
        let stuck = self.stuck(state).into_iter();
        stuck.map(|(unit, no)| StuckView { reason: self.reason(&no), unit: &self.unit(unit).id }).collect()
    }

    /// Why no hex is open to a unit that must retreat.
    fn why_no_way(&self, state: &State, unit: UnitId) -> Refusal {
        let of = self.unit(unit);
        let case = self.case_of_loss(state, unit);
        if of.traits.immobile.is_some() {
            return Refusal::new(case, format!("{} may not be moved", of.called()));
        }
        let Some(from) = state.hex(unit) else {
            return Refusal::new(case!("7.71"), format!("{} is not on the map", of.called()));
        };
        let quiet = &mut RuleCheck::quiet();
        let mut whys = Vec::new();
        for (_, to) in self.map().grid.neighbours(from) {
            let Err(no) = self.retreat(state, unit, to, &[], quiet) else { continue };
            let full = no.case == case!("7.81");
            whys.push(if full {
                format!("{} is full, and no unit there can be displaced", self.number(to))
            } else {
                no.message
            });
        }
        Refusal::new(case, told(format!("{} has no way out of {}", of.called(), self.number(from)), whys))
    }

    /// Why no enemy hex can join an attack with these attackers on these hexes.
    pub(crate) fn why_no_attack(
        &self,
        state: &State,
        side: Side,
        attackers: &[UnitId],
        defenders: &[Hex],
    ) -> Refusal {
        let quiet = &mut RuleCheck::quiet();
        if let Err(no) = self.right_time(state, side, "attack", quiet) {
            return no;
        }
        for &unit in attackers {
            if let Err(no) = self.may_attack(state, side, unit, quiet) {
                return no;
            }
        }
        let mut hexes: Vec<Hex> = self.on_map(state, side.other()).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.is_empty() {
            return Refusal::new(case!("7.0"), format!("no {} unit is on the map", side.other()));
        }
        hexes.retain(|hex| !defenders.contains(hex));
        let verdict = |&hex: &Hex| self.may_be_attacked(state, side, hex, &mut RuleCheck::quiet());
        let spent = hexes.iter().find_map(|hex| verdict(hex).err());
        hexes.retain(|hex| verdict(hex).is_ok());
        if hexes.is_empty() {
            return spent
                .unwrap_or_else(|| Refusal::new(case!("7.0"), "there is no other enemy hex to attack"));
        }
        let Some(&first) = attackers.first() else { return self.why_none_attack(state, side) };
        // The player most likely wonders about the nearest enemy.
        let at = state.hex(first);
        hexes.sort_by_key(|&hex| at.map(|at| self.map().grid.distance(at, hex)));
        for &unit in attackers {
            let from = state.hex(unit);
            let next = hexes.iter().any(|&h| from.is_some_and(|at| self.scenario.field.in_contact(at, h)));
            if self.unit(unit).arm == Arm::Artillery
                && !next
                && let Err(no) = self.may_bombard(state, unit, quiet)
            {
                return no;
            }
        }
        let joined = |hex: Hex| -> Vec<Hex> { defenders.iter().copied().chain([hex]).collect() };
        hexes
            .iter()
            .find_map(|&hex| self.declare(state, side, attackers, &joined(hex), None, quiet).err())
            .unwrap_or_else(|| Refusal::new(case!("7.15"), "no other hex can join the attack"))
    }

    /// Why no unit of a side can attack.
    fn why_none_attack(&self, state: &State, side: Side) -> Refusal {
        let mut refusal = None;
        for (unit, _) in self.on_map(state, side) {
            match self.may_attack(state, side, unit, &mut RuleCheck::quiet()) {
                Err(no) => refusal = refusal.or(Some(no)),
                Ok(()) => {
                    let aimed = self.aims(state, unit).find(|aim| self.attackable(state, aim.hex));
                    let weak = aimed.and_then(|aim| {
                        self.declare(state, side, &[unit], &[aim.hex], None, &mut RuleCheck::quiet()).err()
                    });
                    if let Some(no) = weak.filter(|no| no.case == case!("r9.18")) {
                        return no;
                    }
                    let text = format!(
                        "no {side} unit that may still attack is next to an enemy, and no battery has one in range and in sight"
                    );
                    return Refusal::new(case!("7.15"), text);
                }
            }
        }
        refusal.unwrap_or_else(|| Refusal::new(case!("7.0"), format!("no {side} unit is on the map")))
    }

    /// Why a unit has no hex to advance into.
    pub(crate) fn why_no_advance(&self, state: &State, side: Side, unit: UnitId) -> Refusal {
        let quiet = &mut RuleCheck::quiet();
        if let Err(no) = self.right_time(state, side, "advance", quiet) {
            return no;
        }
        let judged = state.combat.as_ref().map(|combat| self.advance(state, combat, unit, None, quiet));
        judged
            .and_then(Result::err)
            .unwrap_or_else(|| Refusal::new(case!("7.75"), "no hex was vacated next to it"))
    }

    /// Why there is no way to pay an exchange.
    pub(crate) fn why_no_payment(&self, state: &State, side: Side) -> Refusal {
        self.right_time(state, side, "lose", &mut RuleCheck::quiet())
            .err()
            .unwrap_or_else(|| Refusal::new(case!("7.6"), "there is nothing to pay"))
    }

    /// Why an order has no targets that needs none: it is refused, or there is nothing to choose.
    pub(crate) fn why_no_target(
        &self,
        state: &State,
        side: Side,
        verb: &str,
        order: &Order<UnitId, Hex>,
    ) -> Refusal {
        let dice = &mut tabletop::LoadedDice::default();
        match self.resolve(state, side, order, dice, &mut RuleCheck::quiet()) {
            Err(no) => no,
            Ok(_) => {
                let case = state.question().map_or(case!("4.1"), |q| q.case);
                Refusal::new(case, format!("'{verb}' can be ordered, and there is nothing to choose in it"))
            }
        }
    }
}

/// Several reasons in one sentence, each once.
pub(crate) fn told(what: String, mut whys: Vec<String>) -> String {
    let mut once: Vec<String> = Vec::new();
    whys.retain(|why| {
        let new = !once.contains(why);
        once.push(why.clone());
        new
    });
    if whys.is_empty() { what } else { format!("{what}: {}", whys.join("; ")) }
}
