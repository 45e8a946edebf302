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
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, Fire, FireKind, FireStage, Procedure, Trigger};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// An order of the Fire Combat Step (12.0).
    pub(crate) fn decide_fire(
        &self,
        execution: &mut Execution,
        side: Side,
        a: Activation,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::End {} => {
                self.next_step(execution, a);
                Ok(())
            }
            Order::Fire { shots } => {
                self.check_shots(execution, side, &FireKind::Step, shots)?;
                self.volley(execution, side, FireKind::Step, shots.clone());
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
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
        execution: &mut Execution,
        side: Side,
        kind: &FireKind,
        shots: &[Shot],
    ) -> Result<(), Refusal> {
        self.judge_shots(&execution.state, side, kind, shots, execution.rule_check)
    }

    /// One step of a fire: its Lead Unit, chits, dice (12.2, 12.3).
    pub(crate) fn step_fire(&self, execution: &mut Execution, mut fire: Fire) {
        match &fire.stage {
            FireStage::Lead => {
                let leads = match fire.kind {
                    // The moving unit leads, whoever else stands there (13.7).
                    FireKind::Opportunity(mover) => vec![mover],
                    _ => self.leads(&execution.state, fire.shot.target),
                };
                fire.lead = leads.first().copied();
                fire.stage = if leads.len() > 1 { FireStage::ChoosingLead(leads) } else { FireStage::Chits };
                execution.set(Procedure::Fire(fire));
            }
            FireStage::Chits => {
                fire.stage = FireStage::Throw;
                let side = fire.side;
                execution.set(Procedure::Fire(fire));
                self.open_window(execution, Trigger::FireDeclared, side);
            }
            FireStage::Throw => self.throw_fire(execution, &fire),
            FireStage::ChoosingLead(_) => {}
        }
    }

    /// The dice of a fire (12.3a, 12.3b).
    fn throw_fire(&self, execution: &mut Execution, fire: &Fire) {
        execution.pop();
        let Some(lead) = fire.lead.filter(|&lead| execution.state.hex(lead) == Some(fire.shot.target)) else {
            execution.apply(Event::Voided { close: false, case: case!("12.4") });
            return;
        };
        let state = &execution.state;
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
            execution.apply(Event::Voided { close: false, case: case!("K61") });
            return;
        };
        let cohesion = self.cohesion(state, lead);
        let table = &self.scenario.tables.combat;
        let faces = [execution.throw(), execution.throw()];
        let test = table.test(column, faces[0], faces[1], cohesion);
        let column = table.columns.get(column).map_or_else(String::new, |column| column.name.clone());
        execution.apply(Event::CombatThrown { close: false, column, faces, lead, cohesion, test });
        let (side, causes, hex) = (fire.side, fire.shot.units.clone(), fire.shot.target);
        match fire.kind {
            _ if test == Test::None => {}
            FireKind::Opportunity(_) => self.begin_test_of_mover(execution, test, side, causes, hex, lead),
            _ => self.begin_test(execution, false, test, side, causes, hex, lead, None),
        }
    }

    /// The owner of tied units says which leads (12.2, K33).
    pub(crate) fn decide_lead_of_fire(
        &self,
        execution: &mut Execution,
        _side: Side,
        mut fire: Fire,
        order: &Order,
    ) -> Result<(), Refusal> {
        let Order::Lead { unit } = order else { return Err(not_asked(execution, order)) };
        let FireStage::ChoosingLead(tied) = &fire.stage else { return Err(not_asked(execution, order)) };
        execution.rule_check.check(
            case!("12.2"),
            "it is one of the largest units",
            tied.contains(unit),
            || format!("{} is not among {}, the largest", self.unit(*unit).name, self.called(tied)),
        )?;
        fire.lead = Some(*unit);
        fire.stage = FireStage::Chits;
        execution.set(Procedure::Fire(fire));
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
