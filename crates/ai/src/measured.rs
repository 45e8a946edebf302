//! Games that are measured: their results, and what was counted in them.

use std::time::Duration;

use tabletop::{BySide, Score};

use crate::budget::Budget;
use crate::commander::Commanded;
use crate::contest::RunOptions;
use crate::counts::Counts;
use crate::duel::{Seat, duel};
use crate::level::Level;

/// The result of a duel.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The score at the end.
    pub score: Score,
    /// The last game-turn played.
    pub turns: u32,
    /// How many orders were given.
    pub orders: u64,
    /// How many bytes of JSON views were made, if any.
    pub view_bytes: u64,
    /// How long each side thought, over the whole game.
    pub thought: BySide<Duration>,
    /// The longest that each side thought about one game-turn: its own player-turn plus its
    /// decisions in the enemy's.
    pub longest: BySide<Duration>,
    /// What was counted.
    pub counts: Counts,
}

/// Rules whose games can be measured.
pub trait Measured: Commanded {
    /// Counts what an event is about to change in a position.
    fn count(&self, before: &Self::State, event: &Self::Event, counts: &mut Counts);

    /// The game-turn of a position.
    fn turn(&self, state: &Self::State) -> u32;

    /// One game between random commanders that share one source of chance: the original baseline.
    /// Random commanders in a [`duel`](crate::duel) have a source each, so they play other games of
    /// the same kind.
    ///
    /// # Errors
    /// See [`contest`](crate::contest()).
    fn at_random(&self, seed: u64, run: RunOptions) -> Result<Duel, String> {
        let seat = Seat { level: Level::Random, budget: Budget::Own };
        duel(self, seed, BySide { union: seat, confederate: seat }, run)
    }
}
