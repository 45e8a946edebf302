//! Who plays at a table: a commander of this program, or any other implementation of [`Player`].

use ai::{Budget, ComputerPlayer, Exploiter, Level};
use catalog::Library;
use tabletop::{AnyGame, Side};

use crate::series::WeightsFile;

/// A player of games, one after another.
pub trait Player: Send {
    /// Takes a side of a new game; `seed` is the seed of its random choices.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    fn sit(&mut self, table: &dyn AnyGame, side: Side, seed: u64) -> Result<(), String>;

    /// Gives the next order of its side.
    ///
    /// # Errors
    /// Why it gave none, in a sentence. The game cannot go on then.
    fn order(&mut self, table: &mut dyn AnyGame) -> Result<(), String>;

    /// Called when the game is over.
    fn rise(&mut self, _table: &dyn AnyGame) {}
}

#[derive(Debug, Clone, PartialEq)]
pub enum Mind {
    /// A commander of that level, which judges by the weights of the file if there is one.
    Level(Level, Option<WeightsFile>),
    Exploiter(Exploiter),
}

pub struct Computer<'a> {
    library: &'a Library,
    mind: Mind,
    budget: Budget,
    seated: Option<ComputerPlayer>,
}

impl<'a> Computer<'a> {
    /// That commander with that budget for a player-turn.
    pub fn new(library: &'a Library, mind: Mind, budget: Budget) -> Computer<'a> {
        Computer { library, mind, budget, seated: None }
    }
}

impl Player for Computer<'_> {
    fn sit(&mut self, table: &dyn AnyGame, side: Side, seed: u64) -> Result<(), String> {
        let seated = match &self.mind {
            Mind::Level(level, Some(file)) => {
                Some(self.library.seat_weighed(table, side, *level, seed, file)?)
            }
            Mind::Level(level, None) => self.library.seat(table, side, *level, seed),
            Mind::Exploiter(idea) => self.library.seat_exploiter(table, side, *idea, seed),
        };
        self.seated = Some(seated.ok_or("there is no such commander for these rules")?);
        Ok(())
    }

    fn order(&mut self, table: &mut dyn AnyGame) -> Result<(), String> {
        let seated = self.seated.as_mut().ok_or("it sits at no table")?;
        seated.order(table, self.budget)
    }
}
