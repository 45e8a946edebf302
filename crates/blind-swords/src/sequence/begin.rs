//! From the set-up to the first question (8.3, 9.1, 10.7).

use tabletop::Side;

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::course::{Course, Still};
use crate::sequence::frame::{Frame, Grant, Step};
use crate::sequence::opening::First;
use crate::state::{Phase, State};
use crate::unit::BrigadeId;

impl Battle {
    /// The position at the first question, and whether a die was thrown before it, which no opening may.
    pub(crate) fn opened(&self) -> (State, bool) {
        let (mut dice, mut rule_check) = (Still::default(), tabletop::RuleCheck::quiet());
        let set_up = self.set_up();
        let mut course = Course::new(self, &set_up, &mut dice, &mut rule_check);
        self.begin(&mut course);
        let mut asks = course.proceed().is_ok();
        if let First::Activation { brigade, order: Some(order), .. } = self.begins.first {
            let waits = matches!(course.state.top(), Some(Frame::Activation(a)) if a.step == Step::Orders);
            let order = Order::Order { order };
            asks &= waits
                && course.decide(self.brigade(brigade).side, &order).is_ok()
                && course.proceed().is_ok();
        }
        let state = course.state.into_owned();
        (state, dice.thrown || !asks)
    }

    /// Goes from the set-up to what comes first.
    fn begin(&self, course: &mut Course) {
        match self.begins.first {
            First::Keys => {}
            First::Artillery(side) => {
                self.fill_plain_cup(course);
                course.happen(Event::PhaseBegan { phase: Phase::Artillery });
                self.begin_artillery(course, side);
            }
            First::Activation { brigade, chit, grant, .. } => {
                self.fill_plain_cup(course);
                course.happen(Event::PhaseBegan { phase: Phase::ChitDraw });
                self.skip_opening_attack(course);
                course.happen(Event::ChitDrawn { chit, faces: Vec::new(), negated: false });
                self.activate(course, self.brigade(brigade).side, brigade, grant, Some(chit));
            }
        }
    }

    /// 8.3 without 8.1 and 8.2: the chits that are always in the cup, and no others.
    fn fill_plain_cup(&self, course: &mut Course) {
        for side in Side::BOTH {
            course.happen(Event::ChitsIncluded { side, chits: Vec::new(), faces: Vec::new() });
        }
        course.happen(Event::CupFilled { chits: self.fixed_chits(&course.state) });
    }

    /// The attack that opens the game has been made before the first chit was drawn (20.4e).
    fn skip_opening_attack(&self, course: &mut Course) {
        let Some(attack) = self.scenario.opening_attack.filter(|_| course.state.turn == 1) else { return };
        let ChitKind::Command { brigades, .. } = &self.chit(attack.chit).kind else { return };
        let there: Vec<BrigadeId> =
            brigades.iter().copied().filter(|&b| self.is_in_game(&course.state, b)).collect();
        for brigade in there {
            let side = self.brigade(brigade).side;
            course.happen(Event::Activated { side, brigade, grant: Grant::Special, chit: None });
        }
    }
}
