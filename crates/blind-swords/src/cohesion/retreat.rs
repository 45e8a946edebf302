//! Retreat (15.4).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::cohesion::ways::Way;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::course::Course;
use crate::sequence::frame::{Frame, Occasion, Retreat, RetreatStage};
use crate::sequence::stack::not_asked;
use crate::state::{Phase, State};
use crate::unit::UnitId;

impl Battle {
    /// A unit must retreat. One that is on its retreat goes that much farther from where it began (K86).
    pub(crate) fn order_retreat(
        &self,
        course: &mut Course,
        unit: UnitId,
        hexes: u8,
        causes: Vec<UnitId>,
        panic: bool,
    ) {
        let Some(origin) = course.state.hex(unit) else { return };
        let case = if panic { case!("15.1b") } else { case!("15.4") };
        course.happen(Event::RetreatOrdered { unit, hexes, case });
        let under_way = course.state.stack.iter().enumerate().rev().find_map(|(i, frame)| match frame {
            Frame::Retreat(r) if r.unit == unit => Some((i, r.clone())),
            _ => None,
        });
        if let Some((index, mut retreat)) = under_way {
            retreat.distance += hexes;
            retreat.causes.extend(causes);
            retreat.path.clear();
            retreat.off = false;
            retreat.stage = RetreatStage::Planning;
            course.set_at(index, Frame::Retreat(retreat));
            return;
        }
        course.push(Frame::Retreat(Retreat {
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
    pub(crate) fn step_retreat(&self, course: &mut Course, mut retreat: Retreat) {
        let unit = retreat.unit;
        let Some(hex) = course.state.hex(unit) else { return course.pop() };
        match retreat.stage {
            RetreatStage::Ordered => {
                retreat.stage = RetreatStage::Planning;
                let (side, panic) = (retreat.side, retreat.panic);
                course.set(Frame::Retreat(retreat));
                if !panic {
                    self.open_moment(course, Occasion::RetreatOrdered, side);
                }
            }
            RetreatStage::Planning => {
                // 9.5d: the retreat is the battery's act.
                if course.state.phase == Phase::Artillery
                    && self.is_gun(unit)
                    && !course.state.unit(unit).acted
                {
                    course.happen(Event::BatteriesDone { units: vec![unit] });
                }
                let mut ways = self.ways(&course.state, &retreat);
                match ways.len() {
                    0 => {
                        course.pop();
                        self.break_unit(course, unit, 3, case!("15.4"));
                    }
                    1 => self.set_out(course, retreat, ways.remove(0)),
                    _ => {
                        retreat.stage = RetreatStage::Choosing;
                        course.set(Frame::Retreat(retreat));
                    }
                }
            }
            RetreatStage::Leaving => {
                let first = retreat.walked.is_empty();
                retreat.stage = RetreatStage::Walking;
                course.set(Frame::Retreat(retreat));
                // 13.7: no Opportunity Fire in the hex where the retreat begins.
                if !first {
                    self.offer_opportunity_fire(course, unit, hex);
                }
            }
            RetreatStage::Walking if retreat.path.is_empty() && retreat.off => {
                course.pop();
                self.retreat_off(course, unit, hex);
            }
            RetreatStage::Walking if retreat.path.is_empty() => {
                retreat.stage = RetreatStage::Ended;
                course.set(Frame::Retreat(retreat));
            }
            RetreatStage::Walking => {
                let to = retreat.path.remove(0);
                retreat.walked.push(to);
                retreat.stage = if retreat.path.is_empty() && !retreat.off {
                    RetreatStage::Ended
                } else {
                    RetreatStage::Leaving
                };
                course.set(Frame::Retreat(retreat));
                course.happen(Event::Retreated { unit, from: hex, to, case: case!("15.4") });
            }
            RetreatStage::Ended => {
                course.pop();
                // 16.2: Skirmishers make way for who has come to stand next to them.
                self.drive_off_skirmishers(course, unit);
            }
            RetreatStage::Choosing => {}
        }
    }

    fn set_out(&self, course: &mut Course, mut retreat: Retreat, way: Way) {
        retreat.path = way.path;
        retreat.off = way.off;
        retreat.stage = RetreatStage::Leaving;
        course.set(Frame::Retreat(retreat));
    }

    /// A unit retreats off the map: it is broken, or has left where the scenario says so (15.4, 20.4i).
    fn retreat_off(&self, course: &mut Course, unit: UnitId, hex: hexmap::Hex) {
        let side = self.unit(unit).side;
        match self.scenario.victory.exits[side] {
            Some(exits) if exits.retreats_count && self.leaves_home(side, hex) => {
                course.happen(Event::RetreatedOff { unit, from: hex, counts: true, case: exits.case });
            }
            _ => self.break_unit(course, unit, 1, case!("15.4")),
        }
    }

    /// The owner has chosen the way.
    pub(crate) fn decide_retreat(
        &self,
        course: &mut Course,
        _: Side,
        retreat: Retreat,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Retreat { unit, path } = order else { return Err(not_asked(course, order)) };
        let asked = retreat.unit;
        course.rule_check.check(case!("15.4"), "it is this unit that retreats", *unit == asked, || {
            format!("{} retreats now", self.unit(asked).name)
        })?;
        let ways = self.ways(&course.state, &retreat);
        let way = ways.iter().find(|w| w.path == *path).cloned();
        course.rule_check.check(case!("K83"), "no other way is better", way.is_some(), || {
            let best = ways.first().map_or(String::new(), |w| self.numbers(&w.path));
            format!(
                "{} has a better way than by {}: {best}, for example",
                self.unit(asked).name,
                self.numbers(path)
            )
        })?;
        if let Some(way) = way {
            self.set_out(course, retreat, way);
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
