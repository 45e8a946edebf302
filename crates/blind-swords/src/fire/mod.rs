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

use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::data::tables::Test;
use crate::event::Event;
use crate::order::{Order, Part, Shot};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, Effects, Fire, FireKind, FireStage, Trigger};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The units of the brigade on the map that have not fired in this step.
    pub(crate) fn ready_to_fire(&self, state: &State, a: &Activation) -> Vec<UnitId> {
        let brigade = self.brigade(a.brigade).units.iter().copied();
        brigade.filter(|&u| state.hex(u).is_some() && !state.unit(u).fired).collect()
    }

    /// Orders to fire with these units: each fire alone, and pairs that flank (12.4).
    fn fire_orders(&self, state: &State, side: Side, kind: &FireKind, units: &[UnitId]) -> Vec<Order> {
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
        judging: &mut Judging,
        side: Side,
        kind: &FireKind,
        shots: &[Shot],
    ) -> Result<(), Refusal> {
        self.judge_shots(judging.state, side, kind, shots, judging.rule_check)
    }

    /// One step of a fire: its Lead Unit, chits, dice (12.2, 12.3).
    pub(crate) fn step_fire(&self, execution: &mut Execution, mut fire: Fire) {
        match &fire.stage {
            FireStage::Lead => {
                let leads = match fire.kind {
                    // The moving unit leads, even if others stand in its hex (13.7).
                    FireKind::Opportunity(mover) => vec![mover],
                    _ => self.leads(&execution.state, fire.shot.target),
                };
                fire.lead = leads.first().copied();
                fire.stage = if leads.len() > 1 { FireStage::ChoosingLead(leads) } else { FireStage::Chits };
                execution.set(fire);
            }
            FireStage::Chits => {
                fire.stage = FireStage::Throw;
                let side = fire.side;
                execution.set(fire);
                self.open_window(execution, Trigger::FireDeclared, side);
            }
            FireStage::Throw => self.throw_fire(execution, &fire),
            FireStage::ChoosingLead(_) => {}
        }
    }

    /// The dice of a fire, and the test that they bring (12.3a, 12.3b).
    fn throw_fire(&self, execution: &mut Execution, fire: &Fire) {
        let test = self.throw_for_fire(execution, fire);
        self.begin_test_of_fire(execution, fire, test);
    }

    /// The two dice of a fire, which is over then: the test that they bring, none where it comes to
    /// nothing.
    pub(crate) fn throw_for_fire(&self, execution: &mut Execution, fire: &Fire) -> Test {
        execution.pop();
        let Some(lead) = fire.lead.filter(|&lead| execution.state.hex(lead) == Some(fire.shot.target)) else {
            execution.apply(Event::Voided { close: false, case: case!("12.4") });
            return Test::None;
        };
        let state = &execution.state;
        let Some(column) = self.column_of(state, fire, lead).column else {
            execution.apply(Event::Voided { close: false, case: case!("K61") });
            return Test::None;
        };
        let cohesion = self.cohesion(state, lead);
        let table = &self.scenario.tables.combat;
        let faces = [execution.throw(), execution.throw()];
        let test = table.test(column, faces[0], faces[1], cohesion);
        let column = table.columns.get(column).map_or_else(String::new, |column| column.name.clone());
        execution.apply(Event::CombatThrown { close: false, column, faces, lead, cohesion, test });
        test
    }

    /// The Lead Unit takes that test; the moving unit that is fired at takes it alone (12.3b,
    /// 13.7).
    pub(crate) fn begin_test_of_fire(&self, execution: &mut Execution, fire: &Fire, test: Test) {
        let Some(lead) = fire.lead.filter(|_| test != Test::None) else { return };
        let causes = fire.shot.units.clone();
        let effects = Effects::of_fire(test, fire.side, causes, fire.shot.target, lead);
        self.begin_test(execution, effects, matches!(fire.kind, FireKind::Opportunity(_)));
    }
}

/// 12.0: a brigade's Fire Combat Step.
pub(crate) struct FireStep<'a>(pub &'a Activation);

impl Ask for FireStep<'_> {
    fn side(&self) -> Side {
        self.0.side
    }

    fn kind(&self) -> &'static str {
        "fire"
    }

    fn case(&self, _: &State) -> Case {
        case!("12.0")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: Fire Combat Step", battle.brigade(self.0.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Fire(self.0.brigade)
    }

    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let state = &execution.state;
        battle.ends_step(execution, self.0, true, || {
            !battle.can_fire(state, self.0.side, &FireKind::Step, &battle.ready_to_fire(state, self.0))
        })
    }

    fn is_untouched(&self, battle: &Battle, state: &State) -> bool {
        battle.is_untouched(state, self.0)
    }

    /// Each fire of the active brigade, pairs that flank, and the end of the step.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let units = battle.ready_to_fire(state, self.0);
        let fires = battle.fire_orders(state, self.0.side, &FireKind::Step, &units).into_iter();
        fires.map(Candidate::Legal).chain([Candidate::Try(Order::End {})]).collect()
    }

    /// An order of the Fire Combat Step (12.0).
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.0.side;
        match order {
            Order::End {} => accept(|execution| battle.next_step(execution, self.0.clone())),
            Order::Fire { shots } => {
                battle.check_shots(judging, side, &FireKind::Step, shots)?;
                accept(move |execution| battle.volley(execution, side, FireKind::Step, shots.clone()))
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let groups = battle.firing_groups(state, &FireKind::Step, &battle.ready_to_fire(state, self.0));
        let alone = groups.into_iter().map(Part::Fire);
        Some(alone.chain([Part::Flanking, Part::Order(Order::End {})]).collect())
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Step)
    }
}
