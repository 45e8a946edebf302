//! Fire Combat (12): the step, and one fire from its Lead Unit to its dice.

pub(crate) mod aims;
pub(crate) mod firepower;
pub(crate) mod flanking;
pub(crate) mod lead;
pub(crate) mod lines;
pub(crate) mod shifts;
pub(crate) mod shots;
pub(crate) mod sight;
pub(crate) mod sight_cache;
pub(crate) mod volley;
pub(crate) mod walls;

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::data::tables::Test;
use crate::event::Event;
use crate::fire::shifts::Aim;
use crate::order::{Order, Shot};
use crate::sequence::course::Course;
use crate::sequence::frame::{Activation, Fire, FireKind, FireStage, Frame, Occasion};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// An order of the Fire Combat Step (12.0).
    pub(crate) fn decide_fire(
        &self,
        course: &mut Course,
        side: Side,
        a: Activation,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::End {} => {
                self.next_step(course, a);
                Ok(())
            }
            Order::Fire { shots } => {
                self.check_shots(course, side, &FireKind::Step, shots)?;
                self.volley(course, side, FireKind::Step, shots.clone());
                Ok(())
            }
            _ => Err(not_asked(course, order)),
        }
    }

    /// Each fire of the active brigade, pairs that flank, and the end of the step.
    pub(crate) fn offer_fire(&self, state: &State, a: &Activation) -> Vec<Order> {
        let units = self.ready_to_fire(state, a);
        let mut orders = self.fire_orders(state, a.side, &FireKind::Step, &units);
        orders.push(Order::End {});
        orders
    }

    /// The units of the brigade on the map that have not fired in this step.
    pub(crate) fn ready_to_fire(&self, state: &State, a: &Activation) -> Vec<UnitId> {
        let brigade = self.brigade(a.brigade).units.iter().copied();
        brigade.filter(|&u| state.hex(u).is_some() && !state.unit(u).fired).collect()
    }

    /// Orders to fire with these units: each fire alone, and pairs that flank (12.4).
    pub(crate) fn fire_orders(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        units: &[UnitId],
    ) -> Vec<Order> {
        let shots = self.possible_shots(state, side, kind, units);
        let pairs = self.flanking_fires(state, side, kind, &shots);
        let alone = shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] });
        let paired = pairs.into_iter().map(|pair| Order::Fire { shots: pair.into() });
        alone.chain(paired).collect()
    }

    /// Judges announced fires of any kind by all cases of chapter 12.
    ///
    /// # Errors
    /// The first case that forbids them.
    pub(crate) fn check_shots(
        &self,
        course: &mut Course,
        side: Side,
        kind: &FireKind,
        shots: &[Shot],
    ) -> Result<(), Refusal> {
        self.judge_shots(&course.state, side, kind, shots, course.rule_check)
    }

    /// One step of a fire: its Lead Unit, chits, dice (12.2, 12.3).
    pub(crate) fn step_fire(&self, course: &mut Course, mut fire: Fire) {
        match &fire.stage {
            FireStage::Lead => {
                let leads = match fire.kind {
                    // The moving unit leads, whoever else stands there (13.7).
                    FireKind::Opportunity(mover) => vec![mover],
                    _ => self.leads(&course.state, fire.shot.target),
                };
                fire.lead = leads.first().copied();
                fire.stage = if leads.len() > 1 { FireStage::ChoosingLead(leads) } else { FireStage::Chits };
                course.set(Frame::Fire(fire));
            }
            FireStage::Chits => {
                fire.stage = FireStage::Throw;
                let side = fire.side;
                course.set(Frame::Fire(fire));
                self.open_moment(course, Occasion::FireDeclared, side);
            }
            FireStage::Throw => self.throw_fire(course, &fire),
            FireStage::ChoosingLead(_) => {}
        }
    }

    /// The dice of a fire (12.3a, 12.3b).
    fn throw_fire(&self, course: &mut Course, fire: &Fire) {
        course.pop();
        let Some(lead) = fire.lead.filter(|&lead| course.state.hex(lead) == Some(fire.shot.target)) else {
            course.happen(Event::Voided { close: false, case: case!("12.4") });
            return;
        };
        let state = &course.state;
        let shares = self.shares(state, &fire.kind, &fire.shot);
        let aim = Aim {
            kind: &fire.kind,
            shot: &fire.shot,
            shares: &shares,
            sights: &self.sights(state, &fire.shot),
            flanking: fire.flanking,
            lead,
            chits: &fire.chits,
            rare: fire.rare,
        };
        let Some(column) = self.fire_column(&fire.kind, &shares, &self.fire_shifts(state, &aim)) else {
            course.happen(Event::Voided { close: false, case: case!("K61") });
            return;
        };
        let cohesion = self.cohesion(state, lead);
        let table = &self.scenario.tables.combat;
        let faces = [course.throw(), course.throw()];
        let test = table.test(column, faces[0], faces[1], cohesion);
        let column = table.columns.get(column).map_or_else(String::new, |(name, _)| name.clone());
        course.happen(Event::CombatThrown { close: false, column, faces, lead, cohesion, test });
        let (side, causes, hex) = (fire.side, fire.shot.units.clone(), fire.shot.target);
        match fire.kind {
            _ if test == Test::None => {}
            FireKind::Opportunity(_) => self.begin_test_of_mover(course, test, side, causes, hex, lead),
            _ => self.begin_test(course, false, test, side, causes, hex, lead, None),
        }
    }

    /// The owner of tied units says which leads (12.2, K33).
    pub(crate) fn decide_lead_of_fire(
        &self,
        course: &mut Course,
        _side: Side,
        mut fire: Fire,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Lead { unit } = order else { return Err(not_asked(course, order)) };
        let FireStage::ChoosingLead(tied) = &fire.stage else { return Err(not_asked(course, order)) };
        course.rule_check.check(
            case!("12.2"),
            "it is one of the largest units",
            tied.contains(unit),
            || format!("{} is not among {}, the largest", self.unit(*unit).name, self.called(tied)),
        )?;
        fire.lead = Some(*unit);
        fire.stage = FireStage::Chits;
        course.set(Frame::Fire(fire));
        Ok(())
    }

    /// The tied units.
    pub(crate) fn offer_lead_of_fire(&self, fire: &Fire) -> Vec<Order> {
        match &fire.stage {
            FireStage::ChoosingLead(tied) => tied.iter().map(|&unit| Order::Lead { unit }).collect(),
            _ => Vec::new(),
        }
    }
}
