//! The execution of an order: what follows from it, event by event, up to the next question.

use std::borrow::Cow;

use tabletop::{Dice, LoadedDice, Refusal, RuleCheck};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::procedure::{Change, Procedure};
use crate::state::State;

/// An order being carried out. The position is copied when the first event happens: what only asks
/// copies nothing.
pub(crate) struct Execution<'a> {
    pub battle: &'a Battle,
    pub state: Cow<'a, State>,
    pub events: Vec<Event>,
    pub dice: &'a mut dyn Dice,
    pub rule_check: &'a mut RuleCheck,
}

impl<'a> Execution<'a> {
    pub(crate) fn new(
        battle: &'a Battle,
        state: &'a State,
        dice: &'a mut dyn Dice,
        rule_check: &'a mut RuleCheck,
    ) -> Execution<'a> {
        // Most orders bring a few events, and hardly any only one.
        let events = Vec::with_capacity(8);
        Execution { battle, state: Cow::Borrowed(state), events, dice, rule_check }
    }

    /// Lets an event happen, and whatever a change of ground brings at once: watched hexes change
    /// hands, what was held back is released (K95, K97).
    pub(crate) fn apply(&mut self, event: Event) {
        self.battle.apply_event(self.state.to_mut(), &event);
        self.events.push(event);
        let battle = self.battle;
        if let Some(event) = self.events.last() {
            for more in battle.consequences(&self.state, event) {
                battle.apply_event(self.state.to_mut(), &more);
                self.events.push(more);
            }
        }
    }

    /// A procedure on top of the stack.
    pub(crate) fn push(&mut self, procedure: impl Into<Procedure>) {
        self.apply(Event::Stack { change: Change::Push(Box::new(procedure.into())) });
    }

    /// Another procedure in the place of the top.
    pub(crate) fn set(&mut self, procedure: impl Into<Procedure>) {
        self.apply(Event::Stack { change: Change::Set(Box::new(procedure.into())) });
    }

    /// Another procedure in the place of one further down.
    pub(crate) fn set_at(&mut self, index: usize, procedure: impl Into<Procedure>) {
        self.apply(Event::Stack { change: Change::At(index, Box::new(procedure.into())) });
    }

    pub(crate) fn pop(&mut self) {
        self.apply(Event::Stack { change: Change::Pop });
    }

    pub(crate) fn throw(&mut self) -> u8 {
        self.dice.throw()
    }

    /// One of `count` things, each as likely as any other, with the dice it took: the faces are
    /// read as a number in base six, and thrown again where that number is too great to be shared
    /// out evenly.
    ///
    /// # Panics
    /// Never: of nothing, or of one thing, the first is picked without a die.
    pub(crate) fn pick(&mut self, count: usize) -> (usize, Vec<u8>) {
        pick(self.dice, count)
    }

    /// Proceeds to the next question that no standing order answers, or to the end of the game.
    ///
    /// # Errors
    /// None that a player can cause: an answer given in advance is an order that is legal.
    pub(crate) fn proceed(&mut self) -> Result<(), Refusal> {
        while !self.state.stack.is_empty() {
            let battle = self.battle;
            let answer = self
                .state
                .question()
                .map(|question| battle.answered(&self.state).or_else(|| question.ends_itself(battle, self)));
            match answer {
                None => battle.step(self),
                Some(None) => break,
                Some(Some(order)) => self.decide(&order)?,
            }
        }
        Ok(())
    }

    /// An order of the side that is asked, judged and carried out.
    ///
    /// # Errors
    /// The first case that forbids it; nothing has changed then.
    pub(crate) fn decide(&mut self, order: &Order) -> Result<(), Refusal> {
        let battle = self.battle;
        battle.decide(self, order)
    }

    /// The procedure on top, by value: procedures are small, and a chapter works on its own copy
    /// before it sets it again.
    pub(crate) fn top(&self) -> Option<Procedure> {
        self.state.stack.last().cloned()
    }
}

/// One of `count` things by these dice: see [`Execution::pick`].
pub(crate) fn pick(dice: &mut dyn Dice, count: usize) -> (usize, Vec<u8>) {
    let mut faces = Vec::new();
    if count <= 1 {
        return (0, faces);
    }
    let (mut size, mut throws) = (6, 1);
    while size < count {
        size *= 6;
        throws += 1;
    }
    loop {
        let number = (0..throws).fold(0, |number, _| {
            let face = dice.throw();
            faces.push(face);
            number * 6 + usize::from(face - 1)
        });
        if number < size - size % count {
            return (number % count, faces);
        }
    }
}

/// Dice that only note that they were asked for.
#[derive(Default)]
pub(crate) struct Still {
    pub thrown: bool,
}

impl Dice for Still {
    fn throw(&mut self) -> u8 {
        self.thrown = true;
        LoadedDice::default().throw()
    }
}
