//! Games that the server begins by itself, with commanders in them, and looks after: those of
//! tournaments.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use ai::Level;
use protocol::answer::You;
use protocol::params::{Commander, Commanders, NewGame, Watch};
use protocol::{Ask, RpcError};
use serde::Deserialize;
use serde_json::Map;
use tabletop::{BySide, Side};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::Games;
use super::connection::Connection;
use super::failure::{broken, lost};
use super::message::Message;
use super::unstarted::BegunBy;
use crate::club::matches::Outcome;
use crate::limits::{Client, Holder, WorkTurn};
use crate::store::StoreError;

/// Who has a side of a game that the server begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sitter {
    /// This account.
    Account(String),
    /// A commander of this level.
    Commander(Level),
}

/// A game that the server begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arranged {
    /// What it is called: 128 random bits in hexadecimal.
    pub(crate) id: String,
    pub(crate) scenario: String,
    /// For people.
    pub(crate) name: String,
    pub(crate) sitters: BySide<Sitter>,
    /// The networks that it counts for until it has an order.
    pub(crate) holder: Option<Holder<String>>,
}

/// Looks on at a game, so that two commanders play on, until it is dropped.
pub(crate) struct Onlooker {
    games: std::sync::Weak<Games>,
    connection: Arc<Connection>,
}

impl Onlooker {
    /// Whether it still looks on.
    pub(crate) fn is_there(&self) -> bool {
        self.connection.is_open()
    }
}

impl Drop for Onlooker {
    fn drop(&mut self) {
        if let Some(games) = self.games.upgrade() {
            games.leave(&self.connection);
        }
    }
}

/// The server itself.
pub(super) fn ourselves() -> Client {
    Client::at(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

impl Games {
    /// Begins a game under its name, if there is none of that name yet, and puts the seats of
    /// accounts into them. Asked again after a crash it does what was left to do.
    ///
    /// # Errors
    /// What cannot be played, a limit, or the database's own.
    pub(crate) async fn begin_arranged(&self, arranged: &Arranged, now: i64) -> Result<(), RpcError> {
        let shared = &self.shared;
        let seat = |side: Side| match &arranged.sitters[side] {
            Sitter::Account(_) => None,
            Sitter::Commander(level) => Some(Commander { level: *level, bot: None, clock: None }),
        };
        let commanders = Commanders { union: seat(Side::Union), confederate: seat(Side::Confederate) };
        let there = shared.store.game_stand(&arranged.id).await.map_err(|error| broken(&error))?;
        if there.is_none() {
            let new = NewGame {
                scenario: arranged.scenario.clone(),
                pack: None,
                options: Map::new(),
                seed: None,
                dice: Vec::new(),
                mode: None,
                name: Some(arranged.name.clone()),
                commanders,
                advice: Some(false),
                shares: None,
                clock: None,
            };
            let (table, header, seed, seating) = shared.set_up(new, &WorkTurn::own()).await?;
            let (mut kept, _nobody_is_told) =
                shared.assemble(&WorkTurn::own(), &*table, header, Some(seed), seating).await?;
            kept.id.clone_from(&arranged.id);
            let holder = arranged.holder.as_ref();
            let noted = shared.note_unstarted(&kept.id, &BegunBy::Tournament(holder.cloned())).await?;
            match shared.store.create(&kept, holder).await {
                // Another server has begun it at the same time.
                Ok(()) | Err(StoreError::Stale) => noted.made(),
                Err(error) => return Err(broken(&error)),
            }
        }
        for side in Side::BOTH {
            let Sitter::Account(account) = &arranged.sitters[side] else { continue };
            let seat = (&*arranged.id, You::from(side));
            // However many it holds: a full account would cost its opponent the game.
            let held = shared.store.hold_seat(account, seat, (now, false), usize::MAX).await;
            held.map_err(|error| broken(&error))?;
        }
        Ok(())
    }

    /// How a game ended; nothing if it goes on.
    ///
    /// # Errors
    /// [`RpcError::NO_GAME`], or why it cannot be read.
    pub(crate) async fn outcome(&self, game: &str) -> Result<Option<Outcome>, RpcError> {
        let (reply, told) = oneshot::channel();
        self.shared.send(game, Message::Outcome { reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Opens a game, so that a commander whose side is asked thinks.
    pub(crate) fn wake(&self, game: &str) {
        let (reply, _) = oneshot::channel();
        let (connection, _) = Connection::new(ourselves(), CancellationToken::new());
        self.shared.send(game, Message::Ask { connection, seat: None, ask: Ask::View(None), reply });
    }

    /// Looks on at a game.
    pub(crate) fn look_on(self: &Arc<Games>, game: &str) -> Onlooker {
        let (connection, mut messages) = Connection::new(ourselves(), CancellationToken::new());
        // What it is told is of no use to anybody.
        tokio::spawn(async move { while messages.recv().await.is_some() {} });
        let (reply, told) = oneshot::channel();
        let watch = Watch {
            game: game.to_owned(),
            version: 0,
            seed: None,
            commit: None,
            commitment: None,
            patches: false,
            compress: false,
        };
        connection.watch(game, 1);
        let of = Arc::clone(&connection);
        self.shared.send(game, Message::Watch { connection: of, seat: None, watch, reply });
        let (of, game) = (Arc::clone(&connection), game.to_owned());
        tokio::spawn(async move {
            if matches!(told.await, Ok(Ok(_))) {
                of.release(&game);
            } else {
                of.close();
            }
        });
        Onlooker { games: Arc::downgrade(self), connection }
    }

    /// The record of a game as everybody may see it.
    ///
    /// # Errors
    /// As of `game.save`.
    pub(crate) async fn record_shown(&self, game: &str) -> Result<String, RpcError> {
        let (reply, told) = oneshot::channel();
        let (connection, _messages) = Connection::new(ourselves(), CancellationToken::new());
        self.shared.send(game, Message::Ask { connection, seat: None, ask: Ask::Save, reply });
        let saved = told.await.unwrap_or_else(|_| Err(lost()))?;
        #[derive(Deserialize)]
        struct Saved {
            record: String,
        }
        serde_json::from_str(saved.get()).map(|saved: Saved| saved.record).map_err(|_| lost())
    }
}
