//! Moments at which chits may be played (10.1, K45, K53).

use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind, Effect};
use crate::chits::play::When;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::course::Course;
use crate::sequence::frame::{Frame, Grant, Occasion};
use crate::sequence::stack::not_asked;
use crate::state::{Rare, State};
use crate::unit::UnitId;

/// An activation's pace by its order, in halves; Quick March doubles what it is, Fatigue halves it.
const TWICE: u8 = 2;

impl Battle {
    /// A moment opens above the frame it is about, if somebody is asked: the active side first (K45).
    pub(crate) fn open_moment(&self, course: &mut Course, what: Occasion, active: Side) {
        for (side, passed) in [(active, false), (active.other(), true)] {
            if self.is_asked_at(course, &what, side) {
                return course.push(Frame::Moment { side, what, passed });
            }
        }
        self.moment_over(course, what, active);
    }

    /// After Command Confusion had its chance, the order stands (K53).
    fn moment_over(&self, course: &mut Course, what: Occasion, active: Side) {
        if what == Occasion::OrderGiven {
            self.open_moment(course, Occasion::OrderStands, active);
        }
    }

    fn is_asked_at(&self, course: &Course, what: &Occasion, side: Side) -> bool {
        let state: &State = &course.state;
        self.is_asked_of_chits(state, side, When::At(what)) || !self.rare_plays(state, side, what).is_empty()
    }

    /// A chit or rare event is played at this moment, or the side passes.
    pub(crate) fn decide_moment(
        &self,
        course: &mut Course,
        side: Side,
        what: &Occasion,
        passed: bool,
        order: &Order,
    ) -> Result<(), Refusal> {
        let active = self.acting(&course.state);
        match order {
            Order::Pass {} => {
                course.pop();
                if !passed && self.is_asked_at(course, what, side.other()) {
                    course.push(Frame::Moment { side: side.other(), what: what.clone(), passed: true });
                } else {
                    self.moment_over(course, what.clone(), active);
                }
                return Ok(());
            }
            Order::Play { chit, .. } => {
                self.may_play(course, side, When::At(what), order)?;
                course.happen(Event::ChitPlayed { chit: *chit, unit: None, brigade: None, hex: None });
                course.pop();
                if self.use_chit(course, *chit) {
                    return Ok(());
                }
            }
            Order::Rare { units, brigade: None, columns } => {
                let rare = self.may_use_rare(course, side, what, units, *columns)?;
                course.pop();
                self.use_rare(course, rare, units, columns.unwrap_or(0));
            }
            _ => return Err(not_asked(course, order)),
        }
        // Somebody has played: both may again, the other first.
        for (side, passed) in [(side.other(), false), (side, true)] {
            if self.is_asked_at(course, what, side) {
                course.push(Frame::Moment { side, what: what.clone(), passed });
                return Ok(());
            }
        }
        self.moment_over(course, what.clone(), active);
        Ok(())
    }

    /// Every chit and rare event that fits, and passing.
    pub(crate) fn offer_moment(&self, state: &State, side: Side, what: &Occasion) -> Vec<Order> {
        let mut offers: Vec<Order> = state
            .held(&self.scenario.chits, side)
            .flat_map(|chit| self.plays(state, side, When::At(what), chit))
            .collect();
        offers.extend(self.rare_plays(state, side, what));
        offers.push(Order::Pass {});
        offers
    }

    /// Notes in the frame on top, which the moment was about, what the chit does to it. True where that frame is gone.
    fn use_chit(&self, course: &mut Course, chit: ChitId) -> bool {
        let ChitKind::Event(event) = &self.chit(chit).kind else { return false };
        let Some(mut frame) = course.top() else { return false };
        match (&mut frame, event.effect) {
            (Frame::Activation(a), Effect::QuickMarch) => a.pace *= TWICE,
            (Frame::Activation(a), Effect::Fatigue) => a.pace /= TWICE,
            (Frame::Activation(a), Effect::Confident) => a.bonus += 1,
            (Frame::Activation(a), Effect::CommandConfusion { orders }) => {
                let die = course.throw();
                let order = orders.get(usize::from(die.saturating_sub(1))).copied().flatten();
                course.happen(Event::ConfusionThrown { die, order });
                if let Some(order) = order {
                    a.order = Some(order);
                    course.happen(Event::Ordered { brigade: a.brigade, order, case: case!("10.9") });
                }
            }
            (Frame::Fire(fire), _) => fire.chits.push(chit),
            (Frame::Melee(melee), _) => melee.chits.push(chit),
            (Frame::Command { grant, .. }, Effect::InspiredLeadership) => *grant = Grant::Full,
            (Frame::Retreat(_), Effect::HoldTheLine) => {
                course.pop();
                return true;
            }
            _ => return false,
        }
        course.set(frame);
        false
    }

    /// Notes a rare event in the frame it shifts, or stops the unit.
    fn use_rare(&self, course: &mut Course, rare: Rare, units: &[UnitId], columns: i8) {
        let columns = match rare {
            Rare::FoolishAttack => self.rare_columns(rare),
            Rare::Bonus(_) => columns,
            Rare::Deception => 0,
        };
        course.happen(Event::RareUsed { rare, units: units.to_vec(), columns });
        let Some(mut frame) = course.top() else { return };
        match &mut frame {
            Frame::Fire(fire) => fire.rare += columns,
            Frame::Melee(melee) => melee.rare += columns,
            _ => return,
        }
        course.set(frame);
    }
}
