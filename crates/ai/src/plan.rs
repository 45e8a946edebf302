//! A commander's plan, as far as it can be stated before a die is thrown.

use tabletop::{RuleCheck, Rules};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::Commander;
use crate::decision::Decision;
use crate::information_set::InformationSet;
use crate::interrupt::interrupted;

/// No side gives more orders between two throws of a die.
const LONGEST: usize = 200;

/// The orders a commander would give from here until a die is thrown or the other side is asked.
/// The order that throws the die is the last. `dice` are the commander's own; what they show is
/// left out. `each` is given every order with the position in which it would be given, and the one that
/// it leads to unless a die is thrown.
pub fn plan<R: Rules>(
    commander: &mut dyn Commander<R>,
    known: InformationSet<'_, R>,
    budget: Budget,
    dice: &mut Chance,
    mut each: impl FnMut(&R::State, Decision<R::Order>, Option<&R::State>),
) {
    let (rules, side) = (known.rules(), known.side());
    let mut state = known.sample(dice);
    for _ in 0..LONGEST {
        if interrupted() || rules.asked(&state) != Some(side) {
            return;
        }
        let Some(decision) = commander.decide(InformationSet::new(rules, &state, side), budget) else {
            return;
        };
        let Ok(events) = rules.judge(&state, side, &decision.order, dice, &mut RuleCheck::quiet()) else {
            break;
        };
        if !rules.faces(&events).is_empty() {
            each(&state, decision, None);
            return;
        }
        let before = state.clone();
        for event in &events {
            rules.apply(&mut state, event);
        }
        each(&before, decision, Some(&state));
    }
}
