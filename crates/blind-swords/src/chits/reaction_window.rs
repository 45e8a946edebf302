//! Moments at which chits may be played (10.1, K45, K53).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect};
use crate::chits::play::When;
use crate::data::numbers::paced;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Grant, Procedure, Trigger};
use crate::sequence::stack::not_asked;
use crate::state::{Rare, State};
use crate::unit::UnitId;

impl Battle {
    /// A moment opens above the procedure it is about, if somebody is asked: the active side first (K45).
    pub(crate) fn open_window(&self, execution: &mut Execution, what: Trigger, active: Side) {
        for (side, passed) in [(active, false), (active.other(), true)] {
            if self.is_asked_at(execution, &what, side) {
                return execution.push(Procedure::ReactionWindow { side, what, passed });
            }
        }
        self.window_over(execution, what, active);
    }

    /// After Command Confusion had its chance, the order stands (K53).
    fn window_over(&self, execution: &mut Execution, what: Trigger, active: Side) {
        if what == Trigger::OrderGiven {
            self.open_window(execution, Trigger::OrderStands, active);
        }
    }

    fn is_asked_at(&self, execution: &Execution, what: &Trigger, side: Side) -> bool {
        let state: &State = &execution.state;
        self.is_asked_of_chits(state, side, When::At(what)) || !self.rare_plays(state, side, what).is_empty()
    }

    /// A chit or rare event is played at this moment, or the side passes.
    pub(crate) fn decide_window(
        &self,
        execution: &mut Execution,
        side: Side,
        what: &Trigger,
        passed: bool,
        order: &Order,
    ) -> Result<(), Refusal> {
        let active = self.acting(&execution.state);
        match order {
            Order::Pass {} => {
                execution.pop();
                if !passed && self.is_asked_at(execution, what, side.other()) {
                    execution.push(Procedure::ReactionWindow {
                        side: side.other(),
                        what: what.clone(),
                        passed: true,
                    });
                } else {
                    self.window_over(execution, what.clone(), active);
                }
                return Ok(());
            }
            Order::Play { chit, .. } => {
                self.may_play(execution, side, When::At(what), order)?;
                execution.apply(Event::ChitPlayed { chit: *chit, unit: None, brigade: None, hex: None });
                execution.pop();
                if self.use_chit(execution, *chit) {
                    return Ok(());
                }
            }
            Order::Rare { units, brigade: None, columns } => {
                let rare = self.may_use_rare(execution, side, what, units, *columns)?;
                execution.pop();
                self.use_rare(execution, rare, units, columns.unwrap_or(0));
            }
            _ => return Err(not_asked(execution, order)),
        }
        // Somebody has played: both may again, the other first.
        for (side, passed) in [(side.other(), false), (side, true)] {
            if self.is_asked_at(execution, what, side) {
                execution.push(Procedure::ReactionWindow { side, what: what.clone(), passed });
                return Ok(());
            }
        }
        self.window_over(execution, what.clone(), active);
        Ok(())
    }

    /// Every chit and rare event that fits, and passing.
    pub(crate) fn offer_window(&self, state: &State, side: Side, what: &Trigger) -> Vec<Order> {
        let mut offers: Vec<Order> = state
            .held(&self.scenario.chits, side)
            .flat_map(|chit| self.plays(state, side, When::At(what), chit))
            .collect();
        offers.extend(self.rare_plays(state, side, what));
        offers.push(Order::Pass {});
        offers
    }

    /// Notes in the procedure on top, which the moment was about, what the chit does to it. True where that procedure is gone.
    fn use_chit(&self, execution: &mut Execution, chit: ChitId) -> bool {
        let ChitKind::Event(event) = &self.chit(chit).kind else { return false };
        let Some(mut procedure) = execution.top() else { return false };
        let numbers = &self.scenario.numbers;
        match (&mut procedure, event.effect) {
            (Procedure::Activation(a), Effect::QuickMarch) => a.pace = paced(a.pace, *numbers.quick_march),
            (Procedure::Activation(a), Effect::Fatigue) => a.pace = paced(a.pace, *numbers.fatigue),
            (Procedure::Activation(a), Effect::Confident) => a.bonus += *numbers.confident,
            (Procedure::Activation(a), Effect::CommandConfusion { orders }) => {
                let die = execution.throw();
                let order = orders.get(usize::from(die.saturating_sub(1))).copied().flatten();
                execution.apply(Event::ConfusionThrown { die, order });
                if let Some(order) = order {
                    a.order = Some(order);
                    execution.apply(Event::Ordered { brigade: a.brigade, order, case: case!("10.9") });
                }
            }
            (Procedure::Fire(fire), _) => fire.chits.push(chit),
            (Procedure::CloseCombat(close_combat), _) => close_combat.chits.push(chit),
            (Procedure::Command { grant, .. }, Effect::InspiredLeadership) => *grant = Grant::Full,
            (Procedure::Retreat(_), Effect::HoldTheLine) => {
                execution.pop();
                return true;
            }
            _ => return false,
        }
        execution.set(procedure);
        false
    }

    /// Notes a rare event in the procedure it shifts, or stops the unit.
    fn use_rare(&self, execution: &mut Execution, rare: Rare, units: &[UnitId], columns: i8) {
        let columns = match rare {
            Rare::FoolishAttack => self.rare_columns(rare),
            Rare::Bonus(_) => columns,
            Rare::Deception => 0,
        };
        execution.apply(Event::RareUsed { rare, units: units.to_vec(), columns });
        let Some(mut procedure) = execution.top() else { return };
        match &mut procedure {
            Procedure::Fire(fire) => fire.rare += columns,
            Procedure::CloseCombat(close_combat) => close_combat.rare += columns,
            _ => return,
        }
        execution.set(procedure);
    }
}
