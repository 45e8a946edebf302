//! Games nobody has begun: so many there may be, in all and by whoever made them, and after a while
//! they go.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OnceCell, oneshot};

use super::{Games, Message, broken};
use crate::limits::{Client, Counted, Limits, Tally};
use crate::protocol::RpcError;

/// The games without an order. By whom they were made is known as long as the server runs: no
/// address is written down.
#[derive(Debug, Default)]
pub(super) struct Unstarted {
    /// Read from the database when it is first needed.
    games: OnceCell<Mutex<HashMap<String, Option<Counted<Client>>>>>,
    of: Tally<Client>,
}

impl Games {
    async fn unstarted(&self) -> Result<MutexGuard<'_, HashMap<String, Option<Counted<Client>>>>, RpcError> {
        let read = || async {
            let games = self.store.unstarted().await.map_err(|e| broken(&e))?;
            Ok::<_, RpcError>(Mutex::new(games.into_iter().map(|(game, _)| (game, None)).collect()))
        };
        let games = self.unstarted.games.get_or_try_init(read).await?;
        Ok(games.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a game that is about to be made, if there may be one more.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`].
    pub(super) async fn note_unstarted(&self, game: &str, client: Client) -> Result<(), RpcError> {
        let Limits { unstarted: most, unstarted_of, .. } = self.limits;
        let mut games = self.unstarted().await?;
        if most > 0 && games.len() >= most {
            let full = format!(
                "this server holds {most} games in which nobody has given an order, and takes no more: begin one of those, \
                 or try again another day"
            );
            return Err(RpcError::limit("unstarted-games", full, None));
        }
        let Some(counted) = self.unstarted.of.enter(client, unstarted_of) else {
            let many = "from your address so many games were made in which nobody has given an order yet: begin one of \
                        those first";
            return Err(RpcError::limit("unstarted-per-address", many, None));
        };
        games.insert(game.to_owned(), Some(counted));
        Ok(())
    }

    /// A game has had its first order, or does not exist.
    pub(super) fn started(&self, game: &str) {
        if let Some(games) = self.unstarted.games.get() {
            games.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
        }
    }

    /// Lets go of the games without an order that have not changed for longer than they may stay;
    /// `now` in seconds since
    /// 1970. A game that somebody watches stays.
    pub async fn expire(self: &Arc<Games>, now: i64) {
        let Some(stay) = self.limits.unstarted_for else { return };
        let before = now.saturating_sub(i64::try_from(stay.as_secs()).unwrap_or(i64::MAX));
        let games = match self.store.unstarted().await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "games nobody began could not be looked for"),
        };
        let mut gone = 0;
        for (game, _) in games.into_iter().filter(|(_, updated)| *updated < before) {
            let (reply, told) = oneshot::channel();
            // Its task does it: nobody else is at the game then.
            self.send(&game, Message::Expire { before, reply });
            if told.await.unwrap_or(false) {
                self.started(&game);
                gone += 1;
            }
        }
        if gone > 0 {
            tracing::info!(gone, "games nobody began were let go");
        }
    }
}
