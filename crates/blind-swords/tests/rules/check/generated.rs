//! Positions of games played at random.

use tabletop::{Protocol, RuleCheck, Rules};

use super::chance::any_order;
use super::{Table, start};
use testing::Chance;

/// Plays each scenario at random for so many orders, or to its end, and looks at each question.
pub fn at_every_question(orders: usize, mut look: impl FnMut(&Table, &mut Chance, usize)) {
    for number in 1..=6 {
        let mut table = start(number);
        table.battle.options.brisk = true;
        table.battle.options.rare_events = number % 2 == 0;
        let mut chance = Chance(977 * u64::from(number));
        for count in 0..orders {
            let Some(side) = table.state.asked() else { break };
            look(&table, &mut chance, count);
            let order = any_order(&mut chance, &table.battle.offers(&table.state));
            let shown = table.battle.order_value(&order);
            table
                .battle
                .execute(&mut table.state, side, &order, &mut chance, &mut RuleCheck::without_messages())
                .unwrap_or_else(|refusal| panic!("scenario {number}, {shown} was offered: {refusal}"));
            let faults = table.battle.faults(&table.state);
            assert!(faults.is_empty(), "scenario {number}, after {shown}: {faults:?}");
        }
    }
}

/// What is asked, and enough of the position to find it again.
pub fn shown(table: &Table) -> String {
    let question = table.battle.question(&table.state);
    format!("{} turn {}: {question:?}", table.battle.scenario.info.id, table.state.turn)
}
