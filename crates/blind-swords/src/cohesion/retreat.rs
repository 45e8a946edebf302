//! Retreat (15.4).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::cohesion::ways::Way;
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Procedure, Retreat, RetreatStage, Trigger};
use crate::state::{Phase, State};
use crate::unit::UnitId;

impl Battle {
    /// A unit must retreat. One that is on its retreat goes that much farther from where it began
    /// (K86).
    pub(super) fn order_retreat(
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
            execution.set_at(index, retreat);
            return;
        }
        execution.push(Retreat {
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
        });
    }

    pub(crate) fn step_retreat(&self, execution: &mut Execution, mut retreat: Retreat) {
        let unit = retreat.unit;
        let Some(hex) = execution.state.hex(unit) else { return execution.pop() };
        match retreat.stage {
            RetreatStage::Ordered => {
                retreat.stage = RetreatStage::Planning;
                let (side, panic) = (retreat.side, retreat.panic);
                execution.set(retreat);
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
                        execution.set(retreat);
                    }
                }
            }
            RetreatStage::Leaving => {
                let first = retreat.walked.is_empty();
                retreat.stage = RetreatStage::Walking;
                execution.set(retreat);
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
                execution.set(retreat);
            }
            RetreatStage::Walking => {
                let to = retreat.path.remove(0);
                retreat.walked.push(to);
                retreat.stage = if retreat.path.is_empty() && !retreat.off {
                    RetreatStage::Ended
                } else {
                    RetreatStage::Leaving
                };
                execution.set(retreat);
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
        execution.set(retreat);
    }

    /// A unit retreats off the map: it is broken, or has left where the scenario says so (15.4,
    /// 20.4i).
    fn retreat_off(&self, execution: &mut Execution, unit: UnitId, hex: hexmap::Hex) {
        let side = self.unit(unit).side;
        match self.scenario.victory.exits[side] {
            Some(exits) if exits.retreats_count && self.leaves_home(side, hex) => {
                execution.apply(Event::RetreatedOff { unit, from: hex, counts: true, case: exits.case });
            }
            _ => self.break_unit(execution, unit, 1, case!("15.4")),
        }
    }
}

impl Ask for Retreat {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "retreat"
    }

    fn case(&self, _: &State) -> Case {
        case!("15.4")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("choose the way {} retreats", battle.unit(self.unit).name)
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (vec![self.unit], Vec::new())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Retreat(self.unit)
    }

    /// The ways that are equally good.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        // Judging one of them is finding all of them.
        let order = |way: Way| Order::Retreat { unit: self.unit, path: way.path };
        battle.ways(state, self).into_iter().map(|way| Candidate::Legal(order(way))).collect()
    }

    /// The owner has chosen the way.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Retreat { unit, path } = order else { return Err(battle.not_asked(judging, order)) };
        let name = &battle.unit(self.unit).name;
        judging.rule_check.check(
            case!("15.4"),
            "it is this unit that retreats",
            *unit == self.unit,
            || format!("{name} retreats now"),
        )?;
        let ways = battle.ways(judging.state, self);
        let way = ways.iter().find(|w| w.path == *path).cloned();
        judging.rule_check.check(case!("K83"), "no other way is better", way.is_some(), || {
            let best = ways.first().map_or(String::new(), |w| battle.numbers(&w.path));
            format!("{name} has a better way than by {}: {best}, for example", battle.numbers(path))
        })?;
        accept(move |execution| {
            if let Some(way) = way {
                battle.set_out(execution, self.clone(), way);
            }
        })
    }
}
