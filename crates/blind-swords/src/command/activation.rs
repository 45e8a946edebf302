//! A brigade's activation: its steps and its order (7.0, 10.7, 11).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::chit::{BrigadeOrder, ChitId};
use crate::data::tables::Act;
use crate::event::{Clearing, Event};
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{
    Activation, Arrivals, CloseCombats, FireKind, Grant, Procedure, Step, Trigger,
};
use crate::state::{Phase, State};
use crate::unit::{BrigadeId, UnitId};

/// An activation's pace as the order has it, in halves.
const AS_ORDERED: u8 = 2;

/// The steps of an activation, in their order.
const STEPS: [Step; 6] = [Step::Arrivals, Step::Orders, Step::Fire, Step::Movement, Step::Close, Step::Rally];

impl Battle {
    /// A brigade is activated, as far as the grant goes (10.7).
    pub(crate) fn activate(
        &self,
        execution: &mut Execution,
        side: Side,
        brigade: BrigadeId,
        grant: Grant,
        chit: Option<ChitId>,
    ) {
        execution.apply(Event::Activated { side, brigade, grant, chit });
        // 10.5a: it is marked, and that is all.
        if grant == Grant::Spent {
            return self.put_back(execution);
        }
        if execution.state.phase == Phase::ChitDraw {
            execution.apply(Event::PhaseBegan { phase: Phase::Activation });
        }
        execution.apply(Event::StepCleared { step: Clearing::Activation });
        execution.push(Activation {
            side,
            brigade,
            grant,
            step: Step::Arrivals,
            order: None,
            pace: AS_ORDERED,
            bonus: 0,
            moving: None,
            assaults: Vec::new(),
            closed: Vec::new(),
            ties: Vec::new(),
            leads: Vec::new(),
            stations: Vec::new(),
        });
    }

    /// One step of an activation that asks no question.
    pub(crate) fn step_activation(&self, execution: &mut Execution, mut a: Activation) {
        match a.step {
            // 13.11: a Limited Activation brings on no reinforcements.
            Step::Arrivals if a.grant == Grant::Limited => {
                a.step = Step::Orders;
                self.next_step(execution, a);
            }
            Step::Arrivals => {
                let units = self.due_units(&execution.state, a.brigade);
                let (side, brigade) = (a.side, a.brigade);
                let surprise =
                    a.grant == Grant::Special && execution.state.special.as_ref().is_some_and(|s| s.surprise);
                a.step = Step::Orders;
                // 20.5d: the Surprise Attack has one order.
                a.order = surprise.then_some(BrigadeOrder::Attack);
                execution.set(a);
                if surprise {
                    execution.apply(Event::Ordered {
                        brigade,
                        order: BrigadeOrder::Attack,
                        case: case!("20.5"),
                    });
                    self.open_window(execution, Trigger::OrderGiven, side);
                }
                if !units.is_empty() {
                    execution.push(Arrivals { side, units, choice: Vec::new() });
                }
            }
            Step::Close => match a.assaults.len() {
                0 => self.next_step(execution, a),
                1 => {
                    let assault = a.assaults.remove(0);
                    let (side, lead) = (a.side, a.chosen_lead(assault.target));
                    execution.set(a);
                    self.begin_close_combat(execution, side, assault, lead);
                }
                _ => execution.push(CloseCombats { side: a.side }),
            },
            Step::Orders | Step::Fire | Step::Movement | Step::Rally => self.next_step(execution, a),
        }
    }

    /// The step after this one that the grant and the order allow.
    pub(crate) fn step_after(&self, state: &State, a: &Activation) -> Option<Step> {
        let row = a.order.map(|order| self.scenario.tables.order(order));
        let here = self.brigade(a.brigade).units.iter().any(|&u| state.hex(u).is_some());
        let limited = a.grant == Grant::Limited;
        let ordered = |act: Act| row.is_some_and(|row| row.allows(act));
        let allows = |step: Step| match step {
            Step::Arrivals | Step::Orders => false,
            Step::Fire => here && (limited || ordered(Act::Fire)),
            Step::Movement => here && ordered(Act::Move),
            Step::Close => here && ordered(Act::Close),
            Step::Rally => ordered(Act::Recover) || ordered(Act::Rebuild),
        };
        STEPS.into_iter().skip_while(|&s| s != a.step).skip(1).find(|&s| allows(s))
    }

    /// Whether a brigade has done nothing in its activation and can do nothing in the steps after
    /// this one.
    pub(crate) fn is_untouched(&self, state: &State, a: &Activation) -> bool {
        let acted = |&u: &UnitId| {
            let unit = state.unit(u);
            unit.fired || unit.moved || unit.charged || unit.rallied
        };
        if a.moving.is_some() || self.brigade(a.brigade).units.iter().any(acted) {
            return false;
        }
        // Nothing marks a unit that has fought in Close Combat.
        let row = a.order.map(|order| self.scenario.tables.order(order));
        if a.step == Step::Rally && row.is_some_and(|row| row.allows(Act::Close)) {
            return false;
        }
        let mut later = (state.clone(), a.clone());
        while let Some(step) = self.step_after(&later.0, &later.1) {
            let (state, a) = &mut later;
            a.step = step;
            state.stack.pop();
            state.stack.push(Procedure::Activation(a.clone()));
            let nothing = |order: &Order| matches!(order, Order::End {});
            if !self.offers(state).iter().all(nothing) {
                return false;
            }
        }
        true
    }

    /// The next step, or the end of the activation. The activation is the top of the stack.
    pub(crate) fn next_step(&self, execution: &mut Execution, mut a: Activation) {
        let moved = STEPS.into_iter().skip_while(|&s| s != a.step).any(|s| s == Step::Movement);
        let next = self.step_after(&execution.state, &a);
        let brigade = a.brigade;
        match next {
            Some(step) => {
                a.step = step;
                a.moving = None;
                a.assaults.clear();
                a.closed.clear();
                a.ties.clear();
                a.leads.clear();
                a.stations.clear();
                execution.set(a);
            }
            None => self.end_activation(execution, brigade),
        }
        // 13.11: the Movement Step was the last chance of reinforcements to make room by
        // themselves.
        if moved && !matches!(next, Some(Step::Orders | Step::Fire | Step::Movement)) {
            self.spread_out(execution, brigade);
        }
    }

    fn end_activation(&self, execution: &mut Execution, brigade: BrigadeId) {
        execution.pop();
        execution.apply(Event::ActivationEnded { brigade });
        self.put_back(execution);
        if execution.state.phase == Phase::Activation {
            execution.apply(Event::PhaseBegan { phase: Phase::ChitDraw });
        }
    }
}

/// 11: the order of a brigade is to be given.
pub(crate) struct OrdersStep<'a>(pub &'a Activation);

impl Ask for OrdersStep<'_> {
    fn side(&self) -> Side {
        self.0.side
    }

    fn kind(&self) -> &'static str {
        "orders"
    }

    fn case(&self, _: &State) -> Case {
        case!("11.1")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: give the brigade its order", battle.brigade(self.0.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Orders(self.0.brigade)
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(BrigadeOrder::ALL.into_iter().map(|order| Order::Order { order }))
    }

    /// 11.1: the brigade's order.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Order { order: given } = *order else { return Err(battle.not_asked(judging, order)) };
        let Activation { side, brigade, .. } = *self.0;
        accept(move |execution| {
            execution.set(Activation { order: Some(given), ..self.0.clone() });
            execution.apply(Event::Ordered { brigade, order: given, case: given.case() });
            battle.open_window(execution, Trigger::OrderGiven, side);
        })
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Step)
    }
}
