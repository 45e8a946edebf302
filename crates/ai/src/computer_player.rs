//! A commander with its types hidden behind JSON, as a server seats it in a game.

use std::any::Any;

use serde_json::Value;
use tabletop::{Act, AnyGame, Game, Side, Standing};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commanded, Commander};
use crate::decision::Decision;
use crate::information_set::InformationSet;
use crate::intents::{Intents, Planned};
use crate::level::Level;
use crate::plan::plan;
use crate::strokes::{Drawn, Stroke};

/// A copy of a position, so that a commander can think about it while the game goes on.
pub struct Position(Box<dyn Any + Send>);

/// An order in the protocol's form, with the reason for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    pub order: Value,
    /// The reason in a sentence; empty where it is obvious.
    pub reason: String,
    /// How the order is drawn on the map.
    pub strokes: Vec<Stroke>,
    /// Whether it throws a die, ends a phase or asks the other side, as far as a plan foresees.
    pub apart: bool,
}

/// A commander's orders up to the first that throws a die, with their purposes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Counsel {
    pub orders: Vec<Advice>,
    pub intents: Intents,
}

/// A commander of one side of one game.
pub struct ComputerPlayer(Box<dyn AnyPlayer>);

trait AnyPlayer: Send {
    fn copy(&self, table: &dyn AnyGame) -> Option<Position>;
    fn decide(&mut self, position: &Position, budget: Budget) -> Option<Advice>;
    fn plan(&mut self, position: &Position, budget: Budget, seed: u64) -> Counsel;
    fn order(&mut self, table: &mut dyn AnyGame, budget: Budget) -> Result<(), String>;
}

struct Of<R: Commanded> {
    rules: R,
    side: Side,
    commander: Box<dyn Commander<R>>,
}

impl ComputerPlayer {
    /// A commander of that level for a side, under these rules; `seed` is the seed of its random
    /// choices.
    pub fn of<R: Commanded + Drawn>(rules: R, side: Side, level: Level, seed: u64) -> ComputerPlayer {
        let commander = rules.commander(level, seed);
        ComputerPlayer::commanded(rules, side, commander)
    }

    /// This commander for a side, under these rules.
    pub fn commanded<R: Commanded + Drawn>(
        rules: R,
        side: Side,
        commander: Box<dyn Commander<R>>,
    ) -> ComputerPlayer {
        ComputerPlayer(Box::new(Of { rules, side, commander }))
    }

    /// A copy of the game's current position; `None` if the game is played by other rules.
    pub fn copy(&self, table: &dyn AnyGame) -> Option<Position> {
        self.0.copy(table)
    }

    /// The next order, if its side is asked.
    pub fn decide(&mut self, position: &Position, budget: Budget) -> Option<Advice> {
        self.0.decide(position, budget)
    }

    /// The orders it would give from here until a die is thrown; `seed` is for its own dice.
    pub fn plan(&mut self, position: &Position, budget: Budget, seed: u64) -> Counsel {
        self.0.plan(position, budget, seed)
    }

    /// Gives its next order at this table.
    ///
    /// # Errors
    /// Why it gave none, in a sentence.
    pub fn order(&mut self, table: &mut dyn AnyGame, budget: Budget) -> Result<(), String> {
        self.0.order(table, budget)
    }
}

impl Position {
    pub(crate) fn of<S: Send + 'static>(state: S) -> Position {
        Position(Box::new(state))
    }
}

impl<R: Commanded + Drawn> AnyPlayer for Of<R>
where
    R::State: 'static,
{
    fn copy(&self, table: &dyn AnyGame) -> Option<Position> {
        let game = table.as_any().downcast_ref::<Game<R>>()?;
        Some(Position::of(game.state().clone()))
    }

    fn decide(&mut self, position: &Position, budget: Budget) -> Option<Advice> {
        let state = position.0.downcast_ref::<R::State>()?;
        let decision = self.commander.decide(InformationSet::new(&self.rules, state, self.side), budget)?;
        Some(counsel(&self.rules, state, decision, false))
    }

    fn plan(&mut self, position: &Position, budget: Budget, seed: u64) -> Counsel {
        let Some(state) = position.0.downcast_ref::<R::State>() else { return Counsel::default() };
        let known = InformationSet::new(&self.rules, state, self.side);
        let mut planned: Vec<Planned<R>> = Vec::new();
        let mut apart = Vec::new();
        let phase = |state: &R::State| {
            let Standing { turn, phase, .. } = self.rules.standing(state);
            (turn, phase)
        };
        plan(&mut *self.commander, known, budget, &mut Chance::new(seed), |state, decision, after| {
            let along = after.is_some_and(|after| {
                phase(after) == phase(state) && self.rules.asked(after) == Some(self.side)
            });
            apart.push(!along);
            planned.push((state.clone(), decision));
        });
        let intents = self.commander.intents(known, &planned).complete::<R>(&planned);
        let orders = planned
            .into_iter()
            .zip(apart)
            .map(|((state, decision), apart)| counsel(&self.rules, &state, decision, apart))
            .collect();
        Counsel { orders, intents }
    }

    fn order(&mut self, table: &mut dyn AnyGame, budget: Budget) -> Result<(), String> {
        let position = self.copy(table).ok_or("it does not know these rules")?;
        let advice = self.decide(&position, budget).ok_or("it gives no order")?;
        table
            .act(self.side, Act::Order { order: &advice.order, version: None, reason: &advice.reason })
            .map_err(|failure| format!("{}: {failure}", advice.order))
    }
}

fn counsel<R: Drawn>(rules: &R, state: &R::State, decision: Decision<R::Order>, apart: bool) -> Advice {
    Advice {
        apart,
        order: rules.order_value(&decision.order),
        reason: decision.reason,
        strokes: rules.strokes(state, &decision.order),
    }
}
