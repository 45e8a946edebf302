//! What may be ordered now, part by part: for players who choose a part first and want the orders
//! of that one alone. [`Battle::offers`] is all parts together.

use crate::battle::Battle;
use crate::movement::paths::Goal;
use crate::movement::reach::Threat;
use crate::movement::terms::MovementTerms;
use crate::order::{Order, Part, Shot};
use crate::pick::draw;
use crate::sequence::ask::OpenQuestion;
use crate::sequence::procedure::FireKind;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The parts of what the side that is asked may order now, in the order of [`Battle::offers`].
    /// Where little is to be worked out, each order is a part.
    pub fn parts(&self, state: &State) -> Vec<Part> {
        let Some(question) = state.question() else { return Vec::new() };
        let each = || question.offers(self, state).into_iter().map(Part::Order).collect();
        question.parts(self, state).unwrap_or_else(each)
    }

    /// The legal orders of one part of what may be ordered now; none, if there is nothing in it.
    pub fn orders_in(&self, state: &State, part: &Part) -> Vec<Order> {
        let Some(question) = state.question() else { return Vec::new() };
        let side = question.side();
        let mut orders = Vec::new();
        match part {
            Part::Order(order) => orders.push(order.clone()),
            Part::Move(units) => {
                let goals = self.goals_of(state, &question, units).into_iter();
                orders.extend(goals.map(|goal| goal.order(units)));
            }
            Part::Fire(units) => {
                let kind = self.fire_kind_now(state);
                let shots = self.shots_of_group(state, side, &kind, units);
                orders.extend(shots.into_iter().map(|shot| Order::Fire { shots: vec![shot] }));
            }
            Part::Flanking => {
                let units = state.activation().map_or_else(Vec::new, |a| self.ready_to_fire(state, a));
                let shots = self.possible_shots(state, side, &FireKind::Step, &units);
                let pairs = self.flanking_fires(state, side, &FireKind::Step, &shots);
                orders.extend(pairs.into_iter().map(|pair| Order::Fire { shots: pair.into() }));
            }
            Part::Answer => {
                orders = question.offers(self, state);
                orders.retain(|order| matches!(order, Order::Fire { .. }));
            }
            Part::Play(chit) => {
                if let Some(when) = question.when() {
                    orders = self.plays(state, side, when, *chit);
                }
            }
        }
        orders
    }

    /// One of the legal orders of a part; nothing, if there is none. `pick` is given how many there
    /// are to choose from and names one of them by its number: if it names each equally often, each
    /// legal order comes equally often.
    pub fn order_in(&self, state: &State, part: &Part, pick: impl FnMut(usize) -> usize) -> Option<Order> {
        let question = state.question()?;
        let side = question.side();
        match part {
            Part::Move(units) => {
                // Of many moves only the one that is wanted is written out as an order.
                self.some_goal_of(state, &question, units, pick).map(|goal| goal.order(units))
            }
            // Of many fires and plays only those are judged that are drawn.
            Part::Fire(units) => {
                let kind = self.fire_kind_now(state);
                let legal = |shot: &Shot| self.may_shoot(state, side, &kind, std::slice::from_ref(shot));
                let tries = self.tries_of_group(state, side, &kind, units);
                draw(tries, pick, legal).map(|shot| Order::Fire { shots: vec![shot] })
            }
            Part::Play(chit) => {
                let when = question.when()?;
                let tries = self.tries_of_chit(state, side, when, *chit);
                draw(tries, pick, |order| self.is_play(state, side, when, order))
            }
            Part::Order(_) | Part::Flanking | Part::Answer => {
                draw(self.orders_in(state, part), pick, |_| true)
            }
        }
    }

    /// Where these units can go, of the side that is asked.
    fn goals_of(&self, state: &State, question: &OpenQuestion, units: &[UnitId]) -> Vec<Goal> {
        let threat = Threat::new(state, question.side());
        match (question.battery_hex(), units) {
            (Some(hex), &[unit]) => self.battery_goals(state, &threat, unit, hex),
            _ => question
                .movement_terms(self, state)
                .map_or_else(Vec::new, |terms| self.goals(state, &terms, &threat, units)),
        }
    }

    fn some_goal_of(
        &self,
        state: &State,
        question: &OpenQuestion,
        units: &[UnitId],
        pick: impl FnMut(usize) -> usize,
    ) -> Option<Goal> {
        let threat = Threat::new(state, question.side());
        match (question.battery_hex(), units) {
            (Some(hex), &[unit]) => self.some_battery_goal(state, &threat, unit, hex, pick),
            _ => self.some_goal(state, &question.movement_terms(self, state)?, &threat, units, pick),
        }
    }

    /// What a brigade may do with its feet, part by part.
    pub(crate) fn feet(&self, state: &State, movement_terms: &MovementTerms) -> Vec<Part> {
        let mut parts = Vec::new();
        for units in self.able_groups(state, movement_terms) {
            let mut others = Vec::new();
            self.offer_changes(state, movement_terms, &units, &mut others);
            parts.push(Part::Move(units));
            parts.extend(others.into_iter().map(Part::Order));
        }
        parts
    }
}
