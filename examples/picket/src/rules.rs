//! The two rules.

use std::sync::Arc;

use hexmap::Hex;
use tabletop::{BySide, Case, Dice, Refusal, RuleCheck, Rules, Score, Side};

use crate::position::{Event, Order, State};
use crate::scenario::Scenario;

/// One hex a turn.
const ONE_HEX: Case = Case::new("1.1");
/// Never into the enemy's hex.
const ENEMY: Case = Case::new("1.2");

/// The goal.
pub(crate) const GOAL: Case = Case::new("1.3");

/// The game on its map.
#[derive(Clone)]
pub struct Lane {
    pub(crate) scenario: Arc<Scenario>,
}

impl Lane {
    /// The orders that are legal now.
    pub fn orders(&self, state: &State) -> Vec<Order> {
        let Some(side) = self.asked(state) else { return Vec::new() };
        let grid = &self.scenario.map.grid;
        let free = grid.neighbours(state.at[side]).filter(|(_, hex)| *hex != state.at[side.other()]);
        free.map(|(_, hex)| Order::Move { to: grid.number(hex).to_owned() }).collect()
    }

    /// Whose picket has reached its goal.
    pub(crate) fn there(&self, state: &State) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| state.at[*side] == self.scenario.goal[*side])
    }

    fn hex(&self, number: &str) -> Option<Hex> {
        self.scenario.map.grid.parse(number)
    }
}

impl Rules for Lane {
    type State = State;
    type Order = Order;
    type Event = Event;

    fn start(&self) -> State {
        State { at: self.scenario.start, asked: Side::Union, moves: 0 }
    }

    fn asked(&self, state: &State) -> Option<Side> {
        let over = self.there(state).is_some() || state.moves >= 2 * self.scenario.turns;
        (!over).then_some(state.asked)
    }

    fn judge(
        &self,
        state: &State,
        side: Side,
        order: &Order,
        _: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Event>, Refusal> {
        let Order::Move { to } = order;
        let hex = self.hex(to);
        let next = hex.is_some_and(|hex| self.scenario.map.grid.adjacent(state.at[side], hex));
        let asked = self.asked(state) == Some(side) && next;
        rule_check.check(ONE_HEX, "The side moves to an adjacent hex, in its turn.", asked, || {
            format!("The {side} picket cannot go to {to} now.")
        })?;
        let free = hex != Some(state.at[side.other()]);
        rule_check.check(ENEMY, "The enemy is not there.", free, || format!("The enemy stands in {to}."))?;
        Ok(vec![Event::Moved { side, to: to.clone() }])
    }

    fn apply(&self, state: &mut State, event: &Event) {
        let Event::Moved { side, to } = event;
        if let Some(hex) = self.hex(to) {
            state.at[*side] = hex;
        }
        state.asked = side.other();
        state.moves += 1;
    }

    fn may_undo(&self, _: &State, _: &Order) -> bool {
        true
    }

    fn system_of(&self, _: Case) -> &str {
        crate::library::SYSTEM
    }

    fn determinize(&self, state: &State, _: Side, _: &mut dyn Dice) -> State {
        state.clone()
    }

    fn score(&self, state: &State) -> Score {
        let winner = self.there(state);
        let points = BySide::from_fn(|side| i32::from(winner == Some(side)));
        let level = if winner.is_some() { "reached" } else { "draw" };
        Score { points, level: level.to_owned(), winner }
    }

    fn data(&self) -> &str {
        ""
    }

    fn faces(&self, _: &[Event]) -> Vec<u8> {
        Vec::new()
    }

    fn faults(&self, state: &State) -> Vec<String> {
        let both = state.at.union == state.at.confederate;
        if both { vec!["both pickets stand in one hex".to_owned()] } else { Vec::new() }
    }
}
