//! Games nobody has begun: so many there may be, in all and by whoever made them, and after a while
//! they go.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;

use super::failure::broken;
use crate::limits::{Client, Counted, Limits, Tally};
use crate::protocol::RpcError;
use crate::store::Store;

/// When it is worth trying again: so often is looked for games that go since nobody began them.
const LOOKED: Duration = Duration::from_secs(3600);

/// The games without an order. By whom they were made is known as long as the server runs: no
/// address is written down.
#[derive(Debug, Default)]
pub(super) struct Unstarted {
    /// Read from the database when it is first needed.
    games: OnceCell<Mutex<HashMap<String, Option<Counted<Client>>>>>,
    of: Tally<Client>,
}

impl Unstarted {
    async fn games(
        &self,
        store: &Store,
    ) -> Result<MutexGuard<'_, HashMap<String, Option<Counted<Client>>>>, RpcError> {
        let read = || async {
            let games = store.unstarted().await.map_err(|e| broken(&e))?;
            Ok::<_, RpcError>(Mutex::new(games.into_iter().map(|game| (game, None)).collect()))
        };
        let games = self.games.get_or_try_init(read).await?;
        Ok(games.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a game that is about to be made, if there may be one more; the server itself may make as
    /// many as there is room for.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`].
    pub(super) async fn note(
        &self,
        store: &Store,
        limits: Limits,
        game: &str,
        client: Option<Client>,
    ) -> Result<(), RpcError> {
        let Limits { unstarted: most, unstarted_of, .. } = limits;
        let mut games = self.games(store).await?;
        if most > 0 && games.len() >= most {
            let full = format!(
                "this server holds {most} games in which nobody has given an order, and takes no more: begin one of those, \
                 or try again another day"
            );
            return Err(RpcError::limit("unstarted-games", most, full, LOOKED));
        }
        let Some(client) = client else {
            games.insert(game.to_owned(), None);
            return Ok(());
        };
        let Some(counted) = self.of.enter(client, unstarted_of) else {
            let most = unstarted_of.most();
            let many = format!(
                "one address may have made {most} games in which nobody has given an order yet: begin one of yours first"
            );
            return Err(RpcError::limit("unstarted-per-address", most as usize, many, LOOKED));
        };
        games.insert(game.to_owned(), Some(counted));
        Ok(())
    }

    /// A game has had its first order, or does not exist.
    pub(super) fn started(&self, game: &str) {
        if let Some(games) = self.games.get() {
            games.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
        }
    }
}
