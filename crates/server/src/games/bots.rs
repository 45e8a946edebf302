//! The programs of bots that run: how many at once, and which stop when another is needed.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::thinking::Party;
use crate::limits::Shares;

/// The games whose bots run, those that were asked last at the end.
#[derive(Debug, Default)]
pub(super) struct RunningBots(Mutex<Shares<String, IpAddr>>);

/// A game whose bots run until this is dropped.
#[derive(Debug)]
pub(super) struct RunningBot {
    of: Arc<RunningBots>,
    game: String,
}

impl RunningBots {
    fn games(&self) -> MutexGuard<'_, Shares<String, IpAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bots of a game are about to run; with the game whose bots have to stop for it, if there are `most`.
    pub(super) fn enter(
        self: &Arc<RunningBots>,
        game: &str,
        asker: Option<Party>,
        most: usize,
    ) -> (RunningBot, Option<String>) {
        let holder = asker.and_then(Party::holder);
        let mut games = self.games();
        let stops = games.in_its_place(most, holder.as_ref());
        stops.iter().for_each(|game| games.leave(game));
        games.enter(game.to_owned(), holder);
        (RunningBot { of: Arc::clone(self), game: game.to_owned() }, stops)
    }
}

impl Drop for RunningBot {
    fn drop(&mut self) {
        self.of.games().leave(&self.game);
    }
}
