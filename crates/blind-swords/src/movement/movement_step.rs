//! The Movement Step of a brigade (13), and the Reserve Move out of turn (13.5a).

use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::movement::Asked;
use crate::movement::terms::MovementTerms;
use crate::order::{Order, Part};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, FireKind, Procedure, Reserve};
use crate::state::State;

impl Battle {
    /// Judges moves, mounting and leaving Skirmish Order.
    fn judge_feet<'a>(
        &'a self,
        judging: &mut Judging,
        side: Side,
        movement_terms: MovementTerms,
        order: &'a Order,
    ) -> Judged<'a> {
        match order {
            Order::Move { units, to, path, exit, charge } => {
                let asked = Asked { units, to: *to, path: path.as_deref(), exit: *exit, charge: *charge };
                let plan = self.judge_move(judging.state, judging.rule_check, &movement_terms, &asked)?;
                accept(move |execution| self.begin_move(execution, side, &movement_terms, &asked, plan))
            }
            Order::Mount { unit } => self.judge_mount(judging, side, movement_terms, *unit),
            Order::LeaveSkirmish { unit } => self.judge_leave_skirmish(judging, movement_terms, *unit),
            _ => Err(self.not_asked(judging, order)),
        }
    }
}

/// 13: a brigade's Movement Step.
pub(crate) struct MovementStep<'a>(pub &'a Activation);

impl Ask for MovementStep<'_> {
    fn side(&self) -> Side {
        self.0.side
    }

    fn kind(&self) -> &'static str {
        "movement"
    }

    fn case(&self, _: &State) -> Case {
        case!("13.0")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: Movement Step", battle.brigade(self.0.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        let brigade = self.0.brigade;
        self.0.order.map_or(Question::Orders(brigade), |order| Question::Movement(brigade, order))
    }

    /// The player ends a step in which a unit has moved: the move could still be taken back.
    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let state = &execution.state;
        battle.ends_step(execution, self.0, self.0.moving.is_none(), || {
            let movement_terms = battle.movement_terms(state, self.0);
            battle.may_end_moving(state, &movement_terms) && battle.stands(state, &movement_terms)
        })
    }

    fn is_untouched(&self, battle: &Battle, state: &State) -> bool {
        battle.is_untouched(state, self.0)
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let feet = battle.offer_feet(state, &battle.movement_terms(state, self.0)).into_iter();
        feet.map(Candidate::Legal).chain([Candidate::Try(Order::End {})]).collect()
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let movement_terms = battle.movement_terms(judging.state, self.0);
        let Order::End {} = order else {
            return battle.judge_feet(judging, self.0.side, movement_terms, order);
        };
        battle.require_no_crowd(judging, &movement_terms)?;
        accept(|execution| {
            battle.end_moving(execution, self.0.moving.clone());
            if let Some(Procedure::Activation(a)) = execution.top() {
                battle.next_step(execution, a);
            }
        })
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let movement_terms = battle.movement_terms(state, self.0);
        let mut parts = battle.feet(state, &movement_terms);
        parts.extend(battle.may_end_moving(state, &movement_terms).then_some(Part::Order(Order::End {})));
        Some(parts)
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Step)
    }

    fn movement_terms(&self, battle: &Battle, state: &State) -> Option<MovementTerms> {
        Some(battle.movement_terms(state, self.0))
    }
}

impl Reserve {
    fn terms(&self, battle: &Battle) -> MovementTerms {
        battle.reserve_movement_terms(self.brigade, self.moving.clone())
    }
}

impl Ask for Reserve {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "reserve"
    }

    fn case(&self, _: &State) -> Case {
        case!("13.5a")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: Reserve Move", battle.brigade(self.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Reserve(self.brigade)
    }

    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let brisk = battle.options.brisk && !battle.first_form && self.moving.is_none();
        (brisk && battle.stands(&execution.state, &self.terms(battle))).then_some(Order::End {})
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let feet = battle.offer_feet(state, &self.terms(battle)).into_iter();
        feet.map(Candidate::Legal).chain([Candidate::Try(Order::End {})]).collect()
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::End {} = order else {
            return battle.judge_feet(judging, self.side, self.terms(battle), order);
        };
        accept(|execution| {
            battle.end_moving(execution, self.moving.clone());
            execution.pop();
        })
    }

    fn parts(&self, battle: &Battle, state: &State) -> Option<Vec<Part>> {
        let mut parts = battle.feet(state, &self.terms(battle));
        parts.push(Part::Order(Order::End {}));
        Some(parts)
    }

    fn movement_terms(&self, battle: &Battle, _: &State) -> Option<MovementTerms> {
        Some(self.terms(battle))
    }
}
