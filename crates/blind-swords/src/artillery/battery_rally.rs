//! The rally of batteries at the end of the Artillery Phase (9.4, K55).

use tabletop::{Refusal, Side, case, spelled};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{Order, Rally};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Procedure;
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Whether a battery has kept still in the steps before, with friends on foot at hand and the enemy far.
    fn may_rest(&self, state: &State, unit: UnitId) -> bool {
        self.is_gun(unit)
            && state.hex(unit).is_some()
            && !state.unit(unit).disturbed
            && self.has_foot_at_hand(state, unit)
            && self.far_from_enemies(state, unit)
    }

    fn has_foot_at_hand(&self, state: &State, unit: UnitId) -> bool {
        let Some(hex) = state.hex(unit) else { return false };
        let side = self.unit(unit).side;
        let foot = |&u: &UnitId| self.unit(u).side == side && self.is_foot(state, u);
        state.stack(hex).iter().any(foot) || self.around(hex).any(|near| state.stack(near).iter().any(foot))
    }

    /// What a battery could rally from.
    fn rallies_of(&self, state: &State, unit: UnitId) -> Vec<Rally> {
        let there = state.unit(unit);
        let fresh = self.unit(unit).faces.fresh.is_some();
        [(Rally::Recover, there.hits > 0), (Rally::Rebuild, there.worn && fresh)]
            .into_iter()
            .filter_map(|(rally, has)| has.then_some(rally))
            .collect()
    }

    /// The rallies open to a side.
    fn battery_rallies(&self, state: &State, side: Side) -> Vec<(UnitId, Rally)> {
        self.on_map(state, side)
            .filter(|&(unit, _)| self.may_rest(state, unit))
            .flat_map(|(unit, _)| self.rallies_of(state, unit).into_iter().map(move |rally| (unit, rally)))
            .collect()
    }

    /// The sides that can rally a battery are asked, the Union first.
    pub(crate) fn begin_battery_rally(&self, execution: &mut Execution) {
        let able = |side: Side| !self.battery_rallies(&execution.state, side).is_empty();
        if let Some(side) = [Side::Union, Side::Confederate].into_iter().find(|&side| able(side)) {
            execution.push(Procedure::BatteryRally { side });
        }
    }

    fn next_battery_rally(&self, execution: &mut Execution, side: Side) {
        let next = side.other();
        if side == Side::Union && !self.battery_rallies(&execution.state, next).is_empty() {
            execution.set(Procedure::BatteryRally { side: next });
        } else {
            execution.pop();
        }
    }

    /// A side rallies one battery, or none.
    pub(crate) fn decide_battery_rally(
        &self,
        execution: &mut Execution,
        side: Side,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.apply(Event::Passed { side, case: case!("9.4") });
                self.next_battery_rally(execution, side);
                Ok(())
            }
            Order::Rally { unit, rally } => {
                let (unit, rally) = (*unit, *rally);
                self.require_rest(execution, side, unit)?;
                let has = self.rallies_of(&execution.state, unit).contains(&rally);
                execution.rule_check.check(case!("9.4"), "there is something to rally from", has, || {
                    match rally {
                        Rally::Recover => format!("{} has no Morale Hits", self.unit(unit).name),
                        Rally::Rebuild => {
                            format!("{} has no better side to be flipped to", self.unit(unit).name)
                        }
                    }
                })?;
                self.next_battery_rally(execution, side);
                match rally {
                    Rally::Recover => {
                        let hits = execution.state.unit(unit).hits;
                        self.recover(execution, unit, hits, case!("9.4"));
                    }
                    Rally::Rebuild => self.rebuild(execution, unit, case!("9.4")),
                }
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    fn require_rest(&self, execution: &mut Execution, side: Side, unit: UnitId) -> Result<(), Refusal> {
        let state = &execution.state;
        let (printed, name) = (self.unit(unit), &self.unit(unit).name);
        let own = printed.side == side && self.is_gun(unit) && state.hex(unit).is_some();
        execution.rule_check.check(case!("9.4"), "it is a battery of that side on the map", own, || {
            format!("{name} is no battery of yours on the map")
        })?;
        execution.rule_check.check(
            case!("9.4"),
            "it has not fired, moved, retreated or lost a step in this phase",
            !state.unit(unit).disturbed,
            || format!("{name} has fired, moved, retreated or lost a step in this phase"),
        )?;
        execution.rule_check.check(
            case!("9.4"),
            "infantry is with it or next to it",
            self.has_foot_at_hand(state, unit),
            || format!("no friendly infantry is with {name} or next to it"),
        )?;
        let distance = *self.scenario.tables.rally_distance;
        execution.rule_check.check(
            case!("K55"),
            format!("no enemy is within {} hexes of it", spelled(distance.saturating_sub(1))),
            self.far_from_enemies(state, unit),
            || format!("an enemy is less than {} hexes from {name}", spelled(distance)),
        )
    }

    /// Every rally open to a side, and none.
    pub(crate) fn offer_battery_rally(&self, state: &State, side: Side) -> Vec<Order> {
        self.battery_rallies(state, side)
            .into_iter()
            .map(|(unit, rally)| Order::Rally { unit, rally })
            .chain([Order::Pass {}])
            .collect()
    }
}
