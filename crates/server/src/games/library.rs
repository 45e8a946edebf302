//! What the library asks of games: what is to be kept of them, and a game that is made of a record.

use std::sync::Arc;

use protocol::record::read_new_record;
use protocol::{RpcError, Viewer};
use tabletop::{Record, Side};
use tokio::sync::oneshot;

use super::Games;
use super::begin::Seating;
use super::failure::lost;
use super::message::{Message, OnShelf, Turn};
use crate::limits::Client;
use crate::secrets::SeatHash;
use crate::store::{InLibrary, NewGame, PutIn, StoreError};

/// A record that was brought and is sound, as a game that is kept nowhere yet.
pub(crate) struct Brought {
    /// What the library keeps of it.
    pub(crate) shelf: OnShelf,
    /// The game.
    new: NewGame,
    /// How much is kept because of it.
    pub(crate) bytes: usize,
}

impl Brought {
    /// What the game is to be called.
    pub(crate) fn game(&self) -> &str {
        &self.new.id
    }
}

impl Games {
    /// What the library is to keep of a game that is over: the work of a client, or of the server itself.
    ///
    /// # Errors
    /// [`RpcError::GONE`] while it goes on, or why it cannot be read.
    pub(crate) async fn shelf(&self, game: &str, client: Option<Client>) -> Result<OnShelf, RpcError> {
        let (reply, told) = oneshot::channel();
        self.shared.send_in_turn((client, Turn::default()), game, Message::Shelf { reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Whose seat of a game that is.
    ///
    /// # Errors
    /// [`RpcError::NOT_YOURS`] if it is none, or why the game cannot be read.
    pub(crate) async fn seat_of(
        &self,
        game: &str,
        seat: SeatHash,
        client: Client,
    ) -> Result<Viewer, RpcError> {
        let (reply, told) = oneshot::channel();
        self.shared.send_for(client, game, Message::SeatOf { seat, reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Judges a record of a finished game that somebody brings.
    ///
    /// # Errors
    /// [`RpcError::MALFORMED`] with the line of the first fault, [`RpcError::GONE`] if the game is not
    /// over.
    pub(crate) async fn judge_record(&self, record: String, client: Client) -> Result<Brought, RpcError> {
        let turn = self.shared.turn_to_judge(client).await?;
        let bytes = record.len();
        let (mut header, entries) = self.shared.work(&turn, move |_| read_new_record(record)).await?;
        // Who brings the secret of a game that is over tells nothing with it.
        let secret = header.seed();
        header.secret = None;
        let library = self.shared.library_for(&turn, &header).await?;
        let judged = self.shared.work(&turn, move |wanted| {
            let record = Record::of(header, entries);
            let (table, _) = library.admit_while(record, secret, &|| wanted.is_wanted())?;
            let shelf = OnShelf::of(&library, &*table)?;
            Ok((table, shelf))
        });
        let (table, shelf) = judged.await?;
        let (new, _nobody_is_told) =
            self.shared.assemble(&turn, &*table, shelf.header.clone(), None, Seating::nobody()).await?;
        let bytes = bytes + self.shared.pack_added(&new.header).await?;
        Ok(Brought { shelf, new, bytes })
    }

    /// Keeps a record that was brought as a game in which nobody has a seat, and its row of the library,
    /// unless the library has it already or its account has brought `most`.
    ///
    /// # Errors
    /// The database's own. Both are kept then or neither: neither, unless it was the commit that failed.
    pub(crate) async fn keep_record(
        &self,
        brought: &Brought,
        row: &InLibrary,
        most: usize,
    ) -> Result<PutIn, StoreError> {
        self.shared.store.bring_into_library(&brought.new, row, &brought.shelf.facts, most).await
    }

    /// The record of a game that is over, as everybody may have it.
    ///
    /// # Errors
    /// As of `game.save`.
    pub(crate) async fn open_record(
        &self,
        game: &str,
        connection: &Arc<super::Connection>,
    ) -> Result<String, RpcError> {
        let (reply, told) = oneshot::channel();
        let ask = protocol::Ask::Save;
        let connection = Arc::clone(connection);
        self.shared.send(game, Message::Ask { connection, seat: None, ask, reply });
        let saved = told.await.unwrap_or_else(|_| Err(lost()))?;
        let saved: serde_json::Value = serde_json::from_str(saved.get()).map_err(|_| lost())?;
        saved["record"].as_str().map(str::to_owned).ok_or_else(lost)
    }
}

/// Whether that is the seat of a player.
pub(crate) fn plays(place: Viewer) -> bool {
    matches!(place, Viewer::Both | Viewer::Side(Side::Union | Side::Confederate))
}
