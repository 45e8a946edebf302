//! Retreat (15.4).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::cohesion::ways::Way;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Procedure, Retreat, RetreatStage, Trigger};
use crate::sequence::stack::not_asked;
use crate::state::{Phase, State};
use crate::unit::UnitId;

impl Battle {
    /// A unit must retreat. One that is on its retreat goes that much farther from where it began (K86).
    pub(crate) fn order_retreat(
        &self,
        execution: &mut Execution,
        unit: UnitId,
        hexes: u8,
        causes: Vec<UnitId>,
        panic: bool,
    ) {
        let Some(origin) = execution.state.hex(unit) else { return };
        let case = if panic { case!("15.1b") } else { case!("15.4") };
        execution.apply(Event::RetreatOrdered { unit, hexes, case });
        let under_way =
            execution.state.stack.iter().enumerate().rev().find_map(|(i, procedure)| match procedure {
                Procedure::Retreat(r) if r.unit == unit => Some((i, r.clone())),
                _ => None,
            });
        if let Some((index, mut retreat)) = under_way {
            retreat.distance += hexes;
            retreat.causes.extend(causes);
            retreat.path.clear();
            retreat.off = false;
            retreat.stage = RetreatStage::Planning;
            execution.set_at(index, Procedure::Retreat(retreat));
            return;
        }
        execution.push(Procedure::Retreat(Retreat {
            side: self.unit(unit).side,
            unit,
            origin,
            distance: hexes,
            causes,
            walked: Vec::new(),
            path: Vec::new(),
            off: false,
            panic,
            stage: RetreatStage::Ordered,
        }));
    }

    /// One step of a retreat.
    pub(crate) fn step_retreat(&self, execution: &mut Execution, mut retreat: Retreat) {
        let unit = retreat.unit;
        let Some(hex) = execution.state.hex(unit) else { return execution.pop() };
        match retreat.stage {
            RetreatStage::Ordered => {
                retreat.stage = RetreatStage::Planning;
                let (side, panic) = (retreat.side, retreat.panic);
                execution.set(Procedure::Retreat(retreat));
                if !panic {
                    self.open_window(execution, Trigger::RetreatOrdered, side);
                }
            }
            RetreatStage::Planning => {
                // 9.5d: the retreat is the battery's act.
                if execution.state.phase == Phase::Artillery
                    && self.is_gun(unit)
                    && !execution.state.unit(unit).acted
                {
                    execution.apply(Event::BatteriesDone { units: vec![unit] });
                }
                let mut ways = self.ways(&execution.state, &retreat);
                match ways.len() {
                    0 => {
                        execution.pop();
                        self.break_unit(execution, unit, 3, case!("15.4"));
                    }
                    1 => self.set_out(execution, retreat, ways.remove(0)),
                    _ => {
                        retreat.stage = RetreatStage::Choosing;
                        execution.set(Procedure::Retreat(retreat));
                    }
                }
            }
            RetreatStage::Leaving => {
                let first = retreat.walked.is_empty();
                retreat.stage = RetreatStage::Walking;
                execution.set(Procedure::Retreat(retreat));
                // 13.7: no Opportunity Fire in the hex where the retreat begins.
                if !first {
                    self.offer_opportunity_fire(execution, unit, hex);
                }
            }
            RetreatStage::Walking if retreat.path.is_empty() && retreat.off => {
                execution.pop();
                self.retreat_off(execution, unit, hex);
            }
            RetreatStage::Walking if retreat.path.is_empty() => {
                retreat.stage = RetreatStage::Ended;
                execution.set(Procedure::Retreat(retreat));
            }
            RetreatStage::Walking => {
                let to = retreat.path.remove(0);
                retreat.walked.push(to);
                retreat.stage = if retreat.path.is_empty() && !retreat.off {
                    RetreatStage::Ended
                } else {
                    RetreatStage::Leaving
                };
                execution.set(Procedure::Retreat(retreat));
                execution.apply(Event::Retreated { unit, from: hex, to, case: case!("15.4") });
            }
            RetreatStage::Ended => {
                execution.pop();
                // 16.2: Skirmishers make way for who has come to stand next to them.
                self.drive_off_skirmishers(execution, unit);
            }
            RetreatStage::Choosing => {}
        }
    }

    fn set_out(&self, execution: &mut Execution, mut retreat: Retreat, way: Way) {
        retreat.path = way.path;
        retreat.off = way.off;
        retreat.stage = RetreatStage::Leaving;
        execution.set(Procedure::Retreat(retreat));
    }

    /// A unit retreats off the map: it is broken, or has left where the scenario says so (15.4, 20.4i).
    fn retreat_off(&self, execution: &mut Execution, unit: UnitId, hex: hexmap::Hex) {
        let side = self.unit(unit).side;
        match self.scenario.victory.exits[side] {
            Some(exits) if exits.retreats_count && self.leaves_home(side, hex) => {
                execution.apply(Event::RetreatedOff { unit, from: hex, counts: true, case: exits.case });
            }
            _ => self.break_unit(execution, unit, 1, case!("15.4")),
        }
    }

    /// The owner has chosen the way.
    pub(crate) fn decide_retreat(
        &self,
        execution: &mut Execution,
        _: Side,
        retreat: Retreat,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Retreat { unit, path } = order else { return Err(not_asked(execution, order)) };
        let asked = retreat.unit;
        execution.rule_check.check(case!("15.4"), "it is this unit that retreats", *unit == asked, || {
            format!("{} retreats now", self.unit(asked).name)
        })?;
        let ways = self.ways(&execution.state, &retreat);
        let way = ways.iter().find(|w| w.path == *path).cloned();
        execution.rule_check.check(case!("K83"), "no other way is better", way.is_some(), || {
            let best = ways.first().map_or(String::new(), |w| self.numbers(&w.path));
            format!(
                "{} has a better way than by {}: {best}, for example",
                self.unit(asked).name,
                self.numbers(path)
            )
        })?;
        if let Some(way) = way {
            self.set_out(execution, retreat, way);
        }
        Ok(())
    }

    /// The ways that are equally good.
    pub(crate) fn offer_retreat(&self, state: &State, retreat: &Retreat) -> Vec<Order> {
        self.ways(state, retreat)
            .into_iter()
            .map(|way| Order::Retreat { unit: retreat.unit, path: way.path })
            .collect()
    }
}
