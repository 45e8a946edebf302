//! Who plays at a table: a commander of this program, or, by whoever implements [`Player`], a
//! program of its own.

use ai::{Budget, ComputerPlayer, Level};
use catalog::Library;
use tabletop::{AnyGame, Side};

use crate::improve::WeightsFile;

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

    /// Hears that the game is over.
    fn rise(&mut self, _table: &dyn AnyGame) {}
}

/// A commander of this program.
pub struct Computer<'a> {
    library: &'a Library,
    level: Level,
    weights: Option<WeightsFile>,
    budget: Budget,
    seated: Option<ComputerPlayer>,
}

impl<'a> Computer<'a> {
    /// A commander of that level, which judges by the weights of the file if there is one.
    pub fn new(
        library: &'a Library,
        level: Level,
        weights: Option<WeightsFile>,
        budget: Budget,
    ) -> Computer<'a> {
        Computer { library, level, weights, budget, seated: None }
    }
}

impl Player for Computer<'_> {
    fn sit(&mut self, table: &dyn AnyGame, side: Side, seed: u64) -> Result<(), String> {
        self.seated = Some(match &self.weights {
            Some(file) => self.library.seat_weighed(table, side, self.level, seed, file)?,
            None => self
                .library
                .seat(table, side, self.level, seed)
                .ok_or("there are no computer commanders for these rules")?,
        });
        Ok(())
    }

    fn order(&mut self, table: &mut dyn AnyGame) -> Result<(), String> {
        let seated = self.seated.as_mut().ok_or("it sits at no table")?;
        seated.order(table, self.budget)
    }
}
