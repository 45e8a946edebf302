//! Movement of infantry and cavalry (13.1 to 13.6, 13.12): the Movement Step, and the Reserve Move
//! out of turn (13.5a).

pub(crate) mod arrivals;
pub(crate) mod cavalry;
pub(crate) mod charge;
pub(crate) mod edges;
pub(crate) mod march;
pub(crate) mod movement_step;
pub(crate) mod opportunity;
pub(crate) mod paths;
pub(crate) mod reach;
pub(crate) mod skirmish;
pub(crate) mod step_costs;
pub(crate) mod terms;
pub(crate) mod terrain_costs;

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::BrigadeOrder;
use crate::event::Event;
use crate::movement::reach::{Terms, Threat, Walk};
use crate::movement::terms::MovementTerms;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, March, MarchKind, MarchStage, Moving};
use crate::state::State;
use crate::unit::{BrigadeId, UnitId};

/// A move as it is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub units: &'a [UnitId],
    pub to: Option<Hex>,
    pub path: Option<&'a [Hex]>,
    pub exit: bool,
    pub charge: bool,
}

/// A move that was found legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    pub start: Hex,
    /// The hexes entered, with what each costs in half points.
    pub path: Vec<(Hex, u8)>,
    /// Spent when it is over, in half points.
    pub spent: u8,
    pub allowance: u8,
    /// Movement spent before the plan began.
    pub before: u8,
}

impl Battle {
    /// The terms of a brigade's Movement Step.
    fn movement_terms(&self, state: &State, a: &Activation) -> MovementTerms {
        let row = self.scenario.tables.order(a.order.unwrap_or(BrigadeOrder::Regroup));
        // Fractions that are left in the end are dropped (4.8).
        let paced = |points: u8| (u16::from(points) * u16::from(a.pace) / 4 * 2).min(250) as u8;
        let special = self.special_allowance(state, a.grant);
        MovementTerms {
            brigade: a.brigade,
            foot: special.unwrap_or_else(|| paced(row.infantry)),
            mounted: special.unwrap_or_else(|| paced(row.cavalry)),
            engages: row.engages,
            marches: row.marches && special.is_none(),
            closes: row.closes,
            kind: MarchKind::Step,
            case: row.case,
            moving: a.moving.clone(),
        }
    }

    /// The terms of a Reserve Move: those of Maneuver (13.5a, K65).
    fn reserve_movement_terms(&self, brigade: BrigadeId, moving: Option<Moving>) -> MovementTerms {
        let row = self.scenario.tables.order(BrigadeOrder::Maneuver);
        MovementTerms {
            brigade,
            foot: row.infantry,
            mounted: row.cavalry,
            engages: false,
            marches: true,
            closes: false,
            kind: MarchKind::Reserve,
            case: case!("13.5a"),
            moving,
        }
    }

    /// What a unit may spend, in half points: settled by the state in which its move begins (K69).
    fn allowance(&self, state: &State, movement_terms: &MovementTerms, units: &[UnitId]) -> u8 {
        match &movement_terms.moving {
            Some(moving) if units.iter().all(|u| moving.units.contains(u)) => moving.allowance,
            _ => units
                .iter()
                .map(
                    |&u| if self.is_mounted(state, u) { movement_terms.mounted } else { movement_terms.foot },
                )
                .min()
                .unwrap_or(0),
        }
    }

    /// Every case of a move of infantry or cavalry, and the way it takes.
    fn judge_move(
        &self,
        state: &State,
        rule_check: &mut RuleCheck,
        movement_terms: &MovementTerms,
        asked: &Asked,
    ) -> Result<Plan, Refusal> {
        let (units, start) =
            (asked.units, self.require_movers(state, rule_check, movement_terms, asked.units)?);
        let begun = self.is_under_way(movement_terms, units);
        let threat = self.threat_to_brigade(state, movement_terms.brigade);
        if asked.charge {
            self.require_charge(state, rule_check, units, start, movement_terms.closes, begun)?;
        }
        let terms = self.terms(state, movement_terms, units, asked.charge);
        self.judge_way(rule_check, &Walk::new(self, state, &threat, units, start, terms), asked)
    }

    /// The terms on which these units of a brigade move on.
    pub(crate) fn terms(
        &self,
        state: &State,
        movement_terms: &MovementTerms,
        units: &[UnitId],
        charge: bool,
    ) -> Terms {
        let begun = self.is_under_way(movement_terms, units);
        Terms {
            allowance: self.allowance(state, movement_terms, units),
            spent: movement_terms.moving.as_ref().filter(|_| begun).map_or(0, |m| m.spent),
            begun,
            engages: movement_terms.engages,
            marches: movement_terms.marches,
            charge,
        }
    }

    /// They are in the midst of a move that they have begun.
    fn is_under_way(&self, movement_terms: &MovementTerms, units: &[UnitId]) -> bool {
        movement_terms.moving.as_ref().is_some_and(|m| m.begun && units.iter().all(|u| m.units.contains(u)))
    }

    pub(crate) fn threat_to_brigade<'a>(&self, state: &'a State, brigade: BrigadeId) -> Threat<'a> {
        Threat::new(state, self.brigade(brigade).side)
    }

    /// What must be so of units that a brigade moves, wherever to; the hex they stand in.
    fn require_movers(
        &self,
        state: &State,
        rule_check: &mut RuleCheck,
        movement_terms: &MovementTerms,
        units: &[UnitId],
    ) -> Result<Hex, Refusal> {
        let name = &self.brigade(movement_terms.brigade).name;
        let stranger = units.iter().find(|&&u| self.unit(u).brigade != Some(movement_terms.brigade));
        rule_check.check(case!("13.0"), "the units belong to the brigade", stranger.is_none(), || {
            format!("{} does not belong to {name}", stranger.map_or("", |&u| &self.unit(u).name))
        })?;
        let start = self.require_able(state, rule_check, units)?;
        let overlap =
            movement_terms.moving.as_ref().is_some_and(|m| units.iter().any(|u| m.units.contains(u)))
                && !self.is_under_way(movement_terms, units);
        rule_check.check(case!("13.1"), "units that move together have moved alike", !overlap, || {
            format!("some of {} have begun their move and the others have not", self.called(units))
        })?;
        let done = units.iter().find(|&&u| state.unit(u).moved);
        rule_check.check(case!("13.1"), "they have not moved in this step", done.is_none(), || {
            format!("{} has moved already", done.map_or("", |&u| &self.unit(u).name))
        })?;
        let allowance = self.allowance(state, movement_terms, units);
        rule_check.check(movement_terms.case, "they have movement points", allowance > 0, || {
            format!("{} has no movement points under this order", self.called(units))
        })?;
        Ok(start)
    }

    /// What must be so of any units that move of their own will; the hex they stand in.
    pub(crate) fn require_able(
        &self,
        state: &State,
        rule_check: &mut RuleCheck,
        units: &[UnitId],
    ) -> Result<Hex, Refusal> {
        let repeated = units.iter().enumerate().any(|(i, u)| units[..i].contains(u));
        rule_check.check(
            case!("13.1"),
            "units are named, each once",
            !units.is_empty() && !repeated,
            || "list the units that move, each once".to_owned(),
        )?;
        let start = units.first().and_then(|&u| state.hex(u));
        let together = start.is_some() && units.iter().all(|&u| state.hex(u) == start);
        rule_check.check(case!("13.4"), "they stand in one hex", together, || {
            format!("{} do not stand together on the map", self.called(units))
        })?;
        let frozen = units.iter().find(|&&u| state.unit(u).frozen);
        let frozen_case = self.scenario.frozen.as_ref().map_or(case!("K94"), |f| f.case);
        rule_check.check(frozen_case, "none of them is frozen", frozen.is_none(), || {
            format!("{} is frozen and may not move (K94)", frozen.map_or("", |&u| &self.unit(u).name))
        })?;
        let chaos = units.iter().find(|&&u| state.unit(u).chaos);
        rule_check.check(case!("K47"), "none of them is in Battlefield Chaos", chaos.is_none(), || {
            format!("{} is in Battlefield Chaos and may not move", chaos.map_or("", |&u| &self.unit(u).name))
        })?;
        match start {
            Some(start) => Ok(start),
            None => Err(Refusal::new(case!("13.4"), "list the units that move")),
        }
    }

    fn begin_move(
        &self,
        execution: &mut Execution,
        side: Side,
        movement_terms: &MovementTerms,
        asked: &Asked,
        plan: Plan,
    ) {
        let units = asked.units.to_vec();
        let moving = Moving {
            units: units.clone(),
            spent: plan.spent,
            allowance: plan.allowance,
            begun: true,
            charge: asked.charge,
            from: movement_terms
                .moving
                .as_ref()
                .filter(|_| self.is_under_way(movement_terms, &units))
                .map_or(plan.start, |m| m.from),
        };
        self.take_over(execution, movement_terms, moving);
        if asked.charge {
            for &unit in &units {
                execution.apply(Event::Charged { unit });
            }
        }
        execution.push(March {
            side,
            units,
            at: plan.start,
            path: plan.path,
            exit: asked.exit,
            kind: movement_terms.kind,
            stage: MarchStage::Leaving,
            withdrawn: Vec::new(),
            stirred: false,
        });
    }

    /// Other units begin or resume their move: a unit that was moving and is not among them is done
    /// (13.1).
    fn take_over(&self, execution: &mut Execution, movement_terms: &MovementTerms, now: Moving) {
        if let Some(before) = &movement_terms.moving {
            let units: Vec<UnitId> =
                before.units.iter().copied().filter(|u| !now.units.contains(u)).collect();
            if !units.is_empty() {
                execution.apply(Event::MoveEnded { units });
            }
        }
        self.keep_moving(execution, Some(now));
    }

    /// Whether the step may end: no unit that overstacks a hex could still leave it.
    fn may_end_moving(&self, state: &State, movement_terms: &MovementTerms) -> bool {
        self.crowd_to_clear(state, movement_terms).is_none()
    }
}
