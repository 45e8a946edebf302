//! From the set-up to the first question (8.3, 9.1, 10.7).

use tabletop::Side;

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::execution::{Execution, Still};
use crate::sequence::opening::First;
use crate::sequence::procedure::Grant;
use crate::state::{Phase, State};
use crate::unit::BrigadeId;

impl Battle {
    /// The position at the first question, and whether a die was thrown before it, which no opening
    /// may.
    pub(crate) fn opened(&self) -> (State, bool) {
        let (mut dice, mut rule_check) = (Still::default(), tabletop::RuleCheck::quiet());
        let set_up = self.set_up();
        let mut execution = Execution::new(self, &set_up, &mut dice, &mut rule_check);
        self.begin(&mut execution);
        let mut asks = execution.proceed().is_ok();
        if let First::Activation { brigade, order: Some(order), .. } = self.begins.first {
            let waits = self.question(&execution.state) == Some(Question::Orders(brigade));
            let order = Order::Order { order };
            asks &= waits && execution.decide(&order).is_ok() && execution.proceed().is_ok();
        }
        let state = execution.state.into_owned();
        (state, dice.thrown || !asks)
    }

    /// Goes from the set-up to what comes first.
    fn begin(&self, execution: &mut Execution) {
        match self.begins.first {
            First::Keys => {}
            First::Artillery(side) => {
                self.fill_plain_cup(execution);
                execution.apply(Event::PhaseBegan { phase: Phase::Artillery });
                self.begin_artillery(execution, side);
            }
            First::Activation { brigade, chit, grant, .. } => {
                self.fill_plain_cup(execution);
                execution.apply(Event::PhaseBegan { phase: Phase::ChitDraw });
                self.skip_opening_attack(execution);
                execution.apply(Event::ChitDrawn { chit, faces: Vec::new(), negated: false });
                self.activate(execution, self.brigade(brigade).side, brigade, grant, Some(chit));
            }
        }
    }

    /// 8.3 without 8.1 and 8.2: the chits that are always in the cup, and no others.
    fn fill_plain_cup(&self, execution: &mut Execution) {
        for side in Side::BOTH {
            execution.apply(Event::ChitsIncluded { side, chits: Vec::new(), faces: Vec::new() });
        }
        execution.apply(Event::CupFilled { chits: self.fixed_chits(&execution.state) });
    }

    /// The attack that opens the game has been made before the first chit was drawn (20.4e).
    fn skip_opening_attack(&self, execution: &mut Execution) {
        let Some(attack) = self.scenario.opening_attack.filter(|_| execution.state.turn == 1) else { return };
        let ChitKind::Command { brigades, .. } = &self.chit(attack.chit).kind else { return };
        let there: Vec<BrigadeId> =
            brigades.iter().copied().filter(|&b| self.is_in_game(&execution.state, b)).collect();
        for brigade in there {
            let side = self.brigade(brigade).side;
            execution.apply(Event::Activated { side, brigade, grant: Grant::Special, chit: None });
        }
    }
}
