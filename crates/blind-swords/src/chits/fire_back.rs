//! The Firefight chit: a hex fires out of turn, and whoever is left in the target fires back.

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::order::{Order, Shot};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, Procedure};
use crate::sequence::stack::not_asked;
use crate::state::State;

impl Battle {
    /// After the first fire: if units are left that can answer it, their side is asked.
    pub(crate) fn step_fire_back(&self, execution: &mut Execution, side: Side, hex: Hex, target: Hex) {
        if self.answers_to_fire(&execution.state, side, hex, target).is_empty() {
            execution.pop();
        } else {
            execution.set(Procedure::FireBack { side, hex, target, asks: true });
        }
    }

    /// The answer: one fire at those who fired first, or none.
    pub(crate) fn decide_fire_back(
        &self,
        execution: &mut Execution,
        side: Side,
        hex: Hex,
        target: Hex,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Pass {} => {
                execution.pop();
                Ok(())
            }
            Order::Fire { shots } => {
                let state = &execution.state;
                let answers = shots.len() == 1
                    && shots
                        .iter()
                        .all(|s| s.target == target && s.units.iter().all(|&u| state.hex(u) == Some(hex)));
                execution.rule_check.check(
                    case!("10.4a"),
                    "the target of a Firefight answers with one fire",
                    answers,
                    || {
                        format!(
                            "units in {} answer with one fire, at {}",
                            self.number(hex),
                            self.number(target)
                        )
                    },
                )?;
                self.check_shots(execution, side, &FireKind::Firefight, shots)?;
                execution.pop();
                self.volley(execution, side, FireKind::Firefight, shots.clone());
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// Each answer, and none.
    pub(crate) fn offer_fire_back(&self, state: &State, side: Side, hex: Hex, target: Hex) -> Vec<Order> {
        let shots = self.answers_to_fire(state, side, hex, target);
        let mut orders: Vec<Order> =
            shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] }).collect();
        orders.push(Order::Pass {});
        orders
    }

    fn answers_to_fire(&self, state: &State, side: Side, hex: Hex, target: Hex) -> Vec<Shot> {
        let own: Vec<_> = state.stack(hex).iter().copied().filter(|&u| self.unit(u).side == side).collect();
        self.possible_shots_at(state, side, &FireKind::Firefight, &own, target)
    }
}
