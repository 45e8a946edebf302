//! What games let notices know.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::RpcError;
use protocol::answer::You;
use tokio::sync::oneshot;

use super::message::{Message, SeatNews};
use super::{Games, lost};
use crate::notices::Notices;

/// The games that have changed, and the seats that are asked and whose players are at the table,
/// since notices looked last. Where there are none nothing is noted.
#[derive(Default)]
pub(super) struct ForNotices(Mutex<Option<Changes>>);

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Games that this server has written to.
    pub(crate) games: BTreeSet<String>,
    /// Seats of games that others have written to, with their players here.
    pub(crate) attended: BTreeSet<(String, &'static str)>,
}

impl ForNotices {
    fn changes(&self) -> MutexGuard<'_, Option<Changes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was written to a game.
    pub(super) fn changed(&self, game: &str) {
        if let Some(changes) = &mut *self.changes() {
            changes.games.insert(game.to_owned());
        }
    }

    /// A seat is asked, and its player is at the table here.
    pub(super) fn attended(&self, game: &str, you: You) {
        if let Some(changes) = &mut *self.changes() {
            changes.attended.insert((game.to_owned(), you.word()));
        }
    }
}

impl Games {
    /// Tells accounts what they are asked, from now on.
    pub fn open_notices(&self, notices: Arc<Notices>) {
        self.shared.for_notices.changes().get_or_insert_default();
        // Whoever has opened them before has opened them.
        let _ = self.notices.set(notices);
    }

    /// The notices, if accounts can have some here.
    pub(crate) fn notices(&self) -> Option<&Arc<Notices>> {
        self.notices.get()
    }

    /// Does what there is to do for notices: enters what is to be told, and sends what is due. It is to
    /// be called every few seconds.
    pub async fn look_after_notices(&self) {
        if let Some(notices) = self.notices() {
            notices.enter(self).await;
            notices.send_due().await;
        }
    }

    /// What has changed since this was asked last.
    pub(crate) fn take_changes(&self) -> Changes {
        self.shared.for_notices.changes().as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Something of a game is to be told, and could not be yet.
    pub(crate) fn look_again_for_notices(&self, game: &str) {
        self.shared.for_notices.changed(game);
    }

    /// What is news to a seat of a game.
    ///
    /// # Errors
    /// [`RpcError::NO_GAME`], or why it cannot be read.
    pub(crate) async fn seat_news(&self, game: &str, you: You) -> Result<SeatNews, RpcError> {
        let (reply, told) = oneshot::channel();
        self.shared.send(game, Message::SeatNews { you, reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }
}
