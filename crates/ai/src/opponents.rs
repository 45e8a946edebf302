//! The computer opponents of one set of rules, with its types hidden behind JSON: what a registry
//! of games holds.

use std::marker::PhantomData;

use tabletop::{AnyGame, Game, Side};

use crate::computer_player::ComputerPlayer;
use crate::exploiter::Exploiter;
use crate::lesson::{TakenTurn, turn_of};
use crate::level::Level;
use crate::review::{Moment, Study, moments_of, study_of};
use crate::strokes::Drawn;
use crate::weighed::Weighed;

/// The computer opponents of a system of rules, who also review games. Every answer is `None` for a game with
/// other rules.
pub trait Opponents: Send + Sync {
    /// A commander of that level for a side of this game, that makes its choices by that seed.
    fn seat(&self, game: &dyn AnyGame, side: Side, level: Level, seed: u64) -> Option<ComputerPlayer>;

    /// An opponent with that one idea for a side of this game, that makes its choices by that seed;
    /// `None` also where the idea makes no sense.
    fn seat_exploiter(
        &self,
        game: &dyn AnyGame,
        side: Side,
        idea: Exploiter,
        seed: u64,
    ) -> Option<ComputerPlayer>;

    /// A commander of that level with the weights of a file: its name, which its faults are told by, and its text.
    ///
    /// # Errors
    /// The faults of the file, in words.
    fn seat_weighed(
        &self,
        game: &dyn AnyGame,
        side: Side,
        level: Level,
        seed: u64,
        file: &(String, String),
    ) -> Option<Result<ComputerPlayer, String>>;

    /// The moments of a game at which a side begins its part of a turn.
    fn moments(&self, game: &dyn AnyGame) -> Option<Vec<Moment>>;

    /// A game as it was after that version, to be studied.
    fn study(&self, game: &dyn AnyGame, version: u32) -> Option<Study>;

    /// That side's last finished turn, or its turn of that number; either side's if none is named. `None`
    /// also if these rules have no tutor, `Some(None)` if there is no such turn.
    fn taken_turn(
        &self,
        game: &dyn AnyGame,
        side: Option<Side>,
        turn: Option<u32>,
    ) -> Option<Option<TakenTurn>>;
}

/// The opponents of the rules `R`.
pub struct By<R>(PhantomData<fn() -> R>);

impl<R> By<R> {
    /// The only value there is of it.
    pub const NEW: By<R> = By(PhantomData);
}

impl<R: Weighed + Drawn + Clone> Opponents for By<R> {
    fn seat(&self, game: &dyn AnyGame, side: Side, level: Level, seed: u64) -> Option<ComputerPlayer> {
        Some(ComputerPlayer::of(rules_of::<R>(game)?, side, level, seed))
    }

    fn seat_exploiter(
        &self,
        game: &dyn AnyGame,
        side: Side,
        idea: Exploiter,
        seed: u64,
    ) -> Option<ComputerPlayer> {
        let rules = rules_of::<R>(game)?;
        let commander = rules.exploiter(idea, seed)?;
        Some(ComputerPlayer::commanded(rules, side, commander))
    }

    fn seat_weighed(
        &self,
        game: &dyn AnyGame,
        side: Side,
        level: Level,
        seed: u64,
        (file, text): &(String, String),
    ) -> Option<Result<ComputerPlayer, String>> {
        let rules = rules_of::<R>(game)?;
        let weights = R::read_weights(file, text).map_err(|faults| faults.to_string());
        Some(weights.map(|weights| {
            let commander = rules.weighed(level, seed, &weights);
            ComputerPlayer::commanded(rules, side, commander)
        }))
    }

    fn moments(&self, game: &dyn AnyGame) -> Option<Vec<Moment>> {
        moments_of::<R>(game)
    }

    fn study(&self, game: &dyn AnyGame, version: u32) -> Option<Study> {
        study_of::<R>(game, version)
    }

    fn taken_turn(
        &self,
        game: &dyn AnyGame,
        side: Option<Side>,
        turn: Option<u32>,
    ) -> Option<Option<TakenTurn>> {
        turn_of::<R>(game, side, turn)
    }
}

/// The rules of a game, if they are these.
fn rules_of<R: Weighed + Clone>(game: &dyn AnyGame) -> Option<R> {
    Some(game.as_any().downcast_ref::<Game<R>>()?.rules().clone())
}
