//! Event chits drawn and held (10.1, 10.3a, 10.4, 18.1, K43, K44).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::chits::play::When;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Procedure;
use crate::sequence::stack::not_asked;
use crate::state::{ChitPlace, State};

impl Battle {
    /// Who is asked next about held chits: the sides in turn until both have passed in succession. Who is not asked has
    /// passed (K43).
    pub(crate) fn step_held(&self, execution: &mut Execution, side: Side, passed: bool, end: bool) {
        if self.is_asked_to_play_held(&execution.state, side, end) {
            execution.set(Procedure::Held { side, passed, end, asks: true });
        } else {
            self.pass_held(execution, side, passed, end);
        }
    }

    fn pass_held(&self, execution: &mut Execution, side: Side, passed: bool, end: bool) {
        if !passed {
            return execution.set(Procedure::Held { side: side.other(), passed: true, end, asks: false });
        }
        execution.pop();
        if end {
            return;
        }
        // K105: between the held chits and the draw.
        let attacks = |side| self.surprise_chit(&execution.state, side).is_some();
        match Side::BOTH.into_iter().find(|&side| attacks(side)) {
            Some(side) => execution.push(Procedure::Special { side, asks: true }),
            None => self.draw_chit(execution),
        }
    }

    /// A held chit is played, or the side passes.
    pub(crate) fn decide_held(
        &self,
        execution: &mut Execution,
        side: Side,
        passed: bool,
        end: bool,
        order: &Order,
    ) -> Result<(), Refusal> {
        let next = Procedure::Held { side: side.other(), passed: false, end, asks: false };
        match order {
            Order::Pass {} => {
                let case = if end { case!("18.1") } else { case!("10.1") };
                execution.apply(Event::Passed { side, case });
                self.pass_held(execution, side, passed, end);
                Ok(())
            }
            Order::Play { .. } => {
                self.may_play(execution, side, When::held(end), order)?;
                execution.set(next);
                self.play(execution, side, order);
                Ok(())
            }
            Order::Rare { .. } => {
                self.may_deceive(execution, side, order)?;
                execution.set(next);
                self.deceive(execution, order);
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// Every play of a held chit, and passing.
    pub(crate) fn offer_held(&self, state: &State, side: Side, end: bool) -> Vec<Order> {
        let mut offers = self.held_plays(state, side, end);
        offers.push(Order::Pass {});
        offers
    }

    fn held_plays(&self, state: &State, side: Side, end: bool) -> Vec<Order> {
        let mut plays: Vec<Order> = state
            .held(&self.scenario.chits, side)
            .flat_map(|chit| self.plays(state, side, When::held(end), chit))
            .collect();
        plays.extend(self.deceptions(state, side));
        plays
    }

    fn is_asked_to_play_held(&self, state: &State, side: Side, end: bool) -> bool {
        self.is_asked_of_chits(state, side, When::held(end)) || !self.deceptions(state, side).is_empty()
    }

    /// The owner of the Event chit just drawn plays it, uses its Common side, or holds it (10.3a).
    pub(crate) fn decide_drawn(
        &self,
        execution: &mut Execution,
        side: Side,
        chit: ChitId,
        order: &Order,
    ) -> Result<(), Refusal> {
        match order {
            Order::Hold {} => {
                execution.pop();
                execution.apply(Event::ChitHeld { chit });
                Ok(())
            }
            Order::Common {} => {
                let common = self.scenario.common[side].is_some();
                execution.rule_check.check(
                    case!("10.4b"),
                    "the scenario uses Common Events",
                    common,
                    || "this scenario uses no Common Events".to_owned(),
                )?;
                let first = self.is_first(&execution.state, side);
                execution.rule_check.check(
                    case!("K104"),
                    "it is the side's first Event chit of the turn",
                    first,
                    || "only the first Event chit drawn in a turn can be used as a Common Event".to_owned(),
                )?;
                let earnable = self.earnable(&execution.state, side).is_some();
                execution.rule_check.check(case!("20.5"), "there is something to earn", earnable, || {
                    "it has been earned already".to_owned()
                })?;
                execution.pop();
                execution.apply(Event::CommonUsed { chit });
                Ok(())
            }
            Order::Play { chit: played, .. } => {
                execution.rule_check.check(
                    case!("10.3a"),
                    "it is the chit just drawn",
                    *played == chit,
                    || format!("{} was drawn; other chits wait for their step", self.chit(chit).name),
                )?;
                self.may_play(execution, side, When::Drawn, order)?;
                execution.pop();
                self.play(execution, side, order);
                Ok(())
            }
            _ => Err(not_asked(execution, order)),
        }
    }

    /// Every play of the chit just drawn, its Common side, and holding it.
    pub(crate) fn offer_drawn(&self, state: &State, side: Side, chit: ChitId) -> Vec<Order> {
        let mut offers = self.plays(state, side, When::Drawn, chit);
        offers.extend(self.keep_drawn(state, side));
        offers
    }

    /// What else can be done with the chit just drawn: to use its Common side, and to hold it.
    pub(crate) fn keep_drawn(&self, state: &State, side: Side) -> Vec<Order> {
        let mut offers = Vec::new();
        if self.is_first(state, side) && self.earnable(state, side).is_some() {
            offers.push(Order::Common {});
        }
        offers.push(Order::Hold {});
        offers
    }

    /// Whether the chit that a side has just drawn is its first Event chit of the turn (K104): no other has left the cup.
    fn is_first(&self, state: &State, side: Side) -> bool {
        let left_cup = |c: &ChitId| {
            matches!(state.chit(*c).place, ChitPlace::Drawn | ChitPlace::Held | ChitPlace::Discarded)
        };
        self.chit_ids()
            .filter(|&c| self.chit(c).side == Some(side) && matches!(self.chit(c).kind, ChitKind::Event(_)))
            .filter(left_cup)
            .count()
            == 1
    }
}
