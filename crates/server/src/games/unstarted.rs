//! Games nobody has begun: how many there may be, in all and by whoever made them, and which give way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::RpcError;
use tokio::sync::OnceCell;

use super::failure::broken;
use super::retention::Expiry;
use super::shared::Shared;
use crate::limits::{Client, Holder, Room, Shares};
use crate::secrets::for_logs;
use crate::store::Store;

/// When it is worth trying again: how often unstarted games are swept.
const LOOKED: Duration = Duration::from_secs(3600);

/// Who begins a game, for the caps on unstarted games.
#[derive(Debug, Clone)]
pub(crate) enum BegunBy {
    /// A player who starts a game.
    Player(Client),
    /// An account that accepts a challenge. Its game counts for this client's network and never gives way: both
    /// accounts expect it.
    #[cfg_attr(not(feature = "club"), expect(dead_code, reason = "there are no challenges without accounts"))]
    Challenge(Client),
    /// The server, for a tournament: its game counts for the networks of the tournament's maker, as far as they are
    /// known, and never gives way.
    #[cfg_attr(
        not(feature = "club"),
        expect(dead_code, reason = "there are no tournaments without accounts")
    )]
    Tournament(Option<Holder<String>>),
}

impl BegunBy {
    /// The client that asks for it.
    pub(super) fn client(&self) -> Option<Client> {
        match self {
            BegunBy::Player(client) | BegunBy::Challenge(client) => Some(*client),
            BegunBy::Tournament(_) => None,
        }
    }

    /// The networks that its game is counted for.
    pub(super) fn holder(&self, store: &Store) -> Option<Holder<String>> {
        match self {
            BegunBy::Tournament(holder) => holder.clone(),
            BegunBy::Player(client) | BegunBy::Challenge(client) => store.holder(*client),
        }
    }
}

/// The networks that a game is counted for, and whether it never gives way.
type ForWhom = (Option<Holder<String>>, bool);

/// The games without an order.
#[derive(Debug, Default)]
pub(super) struct Unstarted {
    /// Read from the database when it is first needed.
    games: OnceCell<Mutex<Shares<String, String>>>,
    /// Those that are about to be made: the database does not know of them yet.
    noted: Mutex<HashMap<String, ForWhom>>,
}

impl Unstarted {
    async fn games(&self, store: &Store) -> Result<MutexGuard<'_, Shares<String, String>>, RpcError> {
        let read =
            || async { Ok::<_, RpcError>(Mutex::new(store.unstarted().await.map_err(|e| broken(&e))?)) };
        let games = self.games.get_or_try_init(read).await?;
        Ok(games.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads them anew.
    async fn read_anew(&self, store: &Store) -> Result<(), RpcError> {
        let mut anew = store.unstarted().await.map_err(|e| broken(&e))?;
        let mut games = self.games(store).await?;
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        for (game, (holder, stays)) in &*noted {
            anew.enter_so(game.clone(), holder.clone(), *stays);
        }
        *games = anew;
        Ok(())
    }

    /// A game has had its first order, or does not exist.
    pub(super) fn started(&self, game: &str) {
        if let Some(games) = self.games.get() {
            games.lock().unwrap_or_else(PoisonError::into_inner).leave(&game.to_owned());
        }
    }
}

/// A game that is counted as one nobody has begun; no more, if this is dropped before it is made.
pub(super) struct Noted {
    shared: Arc<Shared>,
    game: String,
    is_made: bool,
}

impl Noted {
    /// The database knows of it.
    pub(super) fn made(mut self) {
        self.is_made = true;
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        let unstarted = &self.shared.unstarted;
        unstarted.noted.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.game);
        if !self.is_made {
            unstarted.started(&self.game);
        }
    }
}

impl Shared {
    /// Whether this client may begin one more game, before anything is done for it.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`].
    pub(super) async fn may_begin(&self, client: Client) -> Result<(), RpcError> {
        let by = BegunBy::Player(client);
        self.count_again(&by).await?;
        let games = self.unstarted.games(&self.store).await?;
        self.room_for(&games, &by, by.holder(&self.store).as_ref()).map(|_| ())
    }

    /// Counts anew where there is no room for one more: games that are counted here may have begun on another server.
    async fn count_again(&self, by: &BegunBy) -> Result<(), RpcError> {
        let is_full = {
            let games = self.unstarted.games(&self.store).await?;
            self.room_for(&games, by, by.holder(&self.store).as_ref()).is_err()
        };
        if is_full && self.store.is_shared() { self.unstarted.read_anew(&self.store).await } else { Ok(()) }
    }

    fn room_for(
        &self,
        games: &Shares<String, String>,
        by: &BegunBy,
        holder: Option<&Holder<String>>,
    ) -> Result<Room<String>, RpcError> {
        let most = self.limits.unstarted;
        let most_of =
            by.client().and_then(|client| self.limits.unstarted_of.of(client)).map_or(0, |most| most.get());
        if most_of > 0 && holder.map_or(0, |holder| games.held(holder)) >= most_of as usize {
            let many = format!(
                "one address may have made {most_of} games in which nobody has given an order yet: begin one of yours \
                 first"
            );
            return Err(RpcError::limit("unstarted-per-address", most_of as usize, many, LOOKED));
        }
        let room = match by {
            BegunBy::Tournament(None) => games.room_for_server(most),
            _ => games.room(most, holder),
        };
        if room == Room::None {
            let full = format!(
                "this server holds {most} games in which nobody has given an order, or your network its part of them, \
                 and takes no more: begin one of those, or try again another day"
            );
            return Err(RpcError::limit("unstarted-games", most, full, LOOKED));
        }
        Ok(room)
    }

    /// Notes a game that is about to be made, if there may be one more, perhaps in the place of another.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`].
    pub(super) async fn note_unstarted(
        self: &Arc<Shared>,
        game: &str,
        by: &BegunBy,
    ) -> Result<Noted, RpcError> {
        let holder = by.holder(&self.store);
        self.count_again(by).await?;
        loop {
            let oldest = {
                let mut games = self.unstarted.games(&self.store).await?;
                match self.room_for(&games, by, holder.as_ref())? {
                    Room::Instead(oldest) => {
                        games.leave(&oldest);
                        oldest
                    }
                    _ => {
                        let stays = !matches!(by, BegunBy::Player(_));
                        games.enter_so(game.to_owned(), holder.clone(), stays);
                        let mut noted = self.unstarted.noted.lock().unwrap_or_else(PoisonError::into_inner);
                        noted.insert(game.to_owned(), (holder, stays));
                        return Ok(Noted { shared: Arc::clone(self), game: game.to_owned(), is_made: false });
                    }
                }
            };
            // One that has begun meanwhile stays, and is counted no more.
            if self.expire_one(&oldest, Expiry::Crowded).await {
                tracing::info!(game = for_logs(&oldest), "a game nobody began gave way to another");
            }
        }
    }
}
