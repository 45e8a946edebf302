//! Judges and applies the answers to questions: orders of the side asked, or its standing orders.

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, Side, case};

use crate::event::Event::{self, *};
use crate::execution::Execution;
use crate::order::Order;
use crate::unit::UnitId;

impl Execution<'_> {
    /// An answer, judged and then carried out; `standing`: the case under which a standing order
    /// gives it.
    ///
    /// # Errors
    /// The first case that forbids it. Nothing has happened then.
    pub(crate) fn answer(
        &mut self,
        side: Side,
        order: &Order<UnitId, Hex>,
        standing: Option<Case>,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let events = self.answer_events(side, order, rule_check)?;
        if let Some(case) = standing {
            self.emit(StandingOrder { side, case });
        }
        self.emit(Settled {});
        for event in events {
            self.emit(event);
        }
        Ok(())
    }

    /// The events of an answer once the question is settled.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub(crate) fn answer_events(
        &mut self,
        side: Side,
        order: &Order<UnitId, Hex>,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event<UnitId, Hex>>, Refusal> {
        let (battle, state) = (self.battle, &self.state);
        let case = state.question().map_or(case!("4.1"), |q| q.case);
        Ok(match order {
            Order::Retreat { unit, to, displace } | Order::WithdrawBattery { unit, to, displace } => {
                let case = battle.asked_about(state, *unit, rule_check)?;
                battle.retreat(state, *unit, *to, displace, rule_check)?;
                // The last unit of the chain moves first, so that each finds room.
                let pushes = displace.iter().rev();
                let mut events: Vec<Event<UnitId, Hex>> = pushes
                    .filter_map(|p| Some(Displaced { unit: p.unit, from: state.hex(p.unit)?, to: p.to }))
                    .collect();
                let from = state.hex(*unit);
                events.extend(from.map(|from| Retreated { unit: *unit, from, to: *to, case }));
                events
            }
            Order::RetreatBeforeCombat {} => {
                let unit = battle.question_units(state).first().copied();
                let Some((unit, (upto, case))) =
                    unit.and_then(|u| Some((u, battle.unit(u).traits.withdraws?)))
                else {
                    return Err(Refusal::new(case!("7.71"), "no unit may retreat before combat now"));
                };
                let die = self.dice.throw();
                vec![WithdrawalThrown { unit, die, succeeded: die <= upto, case }]
            }
            Order::Stand {} => vec![Stood { units: battle.question_units(state).to_vec(), case }],
            Order::Lose { units } => {
                if let Some(combat) = &state.combat {
                    battle.pay(state, combat, units, rule_check)?;
                }
                let lost = |&unit| Some(Eliminated { unit, hex: state.hex(unit)?, case: case!("7.6") });
                units.iter().filter_map(lost).collect()
            }
            Order::Advance { unit, to } => {
                let (Some(combat), Some(from)) = (&state.combat, state.hex(*unit)) else {
                    return Err(Refusal::new(case!("7.75"), "the unit is not on the map"));
                };
                let to = battle.advance(state, combat, *unit, *to, rule_check)?;
                vec![Advanced { unit: *unit, from, to }]
            }
            Order::Hold {} => vec![Held { side }],
            // The phases' own orders answer no question, which the time to give them is judged by.
            Order::Move { .. }
            | Order::Exit { .. }
            | Order::EndMovement {}
            | Order::Attack { .. }
            | Order::EndCombat {}
            | Order::Instruct { .. } => return Err(Refusal::new(case, "that does not answer a question")),
        })
    }

    /// Gives the answer of the standing orders of the side asked, if they have one; returns whether it did.
    pub(crate) fn answer_by_standing_order(&mut self) -> bool {
        let Some(question) = self.state.question() else { return false };
        let (side, case) = (question.side, question.case);
        let Some(order) = self.battle.standing_answer(&self.state) else { return false };
        let quiet = &mut RuleCheck::without_messages();
        self.battle.right_time(&self.state, side, order.verb(), quiet).is_ok()
            && self.answer(side, &order, Some(case), quiet).is_ok()
    }
}
