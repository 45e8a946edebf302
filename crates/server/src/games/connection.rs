//! A connection as games see it: somewhere to send messages, until it is closed.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::thinking::Party;
use crate::limits::Client;

/// How many messages may wait for a slow connection before it is cut; it catches up when it comes
/// back.
const PATIENCE: usize = 64;

/// One connection.
#[derive(Debug)]
pub struct Connection {
    number: u64,
    client: Client,
    out: mpsc::Sender<Utf8Bytes>,
    cut: CancellationToken,
    watched: Mutex<HashSet<String>>,
}

impl Connection {
    /// A client's connection, and the messages to be sent over it. `cut` is cancelled when it is to
    /// be closed.
    pub fn new(client: Client, cut: CancellationToken) -> (Arc<Connection>, mpsc::Receiver<Utf8Bytes>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (out, messages) = mpsc::channel(PATIENCE);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        (Arc::new(Connection { number, client, out, cut, watched: Mutex::default() }), messages)
    }

    /// Tells connections apart.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Who is at the other end.
    pub fn client(&self) -> Client {
        self.client
    }

    /// By whom its questions are counted: by address, or by itself where addresses are not told
    /// apart.
    pub(super) fn party(&self) -> Party {
        if self.client.is_exempt() { Party::Connection(self.number) } else { Party::Client(self.client) }
    }

    /// Done when it has ended.
    pub async fn ended(&self) {
        self.cut.cancelled().await;
    }

    /// Whether it is still there.
    pub fn is_open(&self) -> bool {
        !self.out.is_closed() && !self.cut.is_cancelled()
    }

    /// Sends an answer, waiting while others wait.
    pub async fn answer(&self, message: String) {
        // If nobody takes it any more, the connection is being closed.
        let _ = self.out.send(message.into()).await;
    }

    /// Sends something nobody asked for. Never waits: a connection too slow for it is cut.
    pub fn tell(&self, message: Utf8Bytes) {
        if self.out.try_send(message).is_err() {
            self.cut.cancel();
        }
    }

    /// Notes a game as watched; `false` if it would be one too many.
    pub(super) fn watch(&self, game: &str, most: usize) -> bool {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if watched.len() >= most && !watched.contains(game) {
            return false;
        }
        watched.insert(game.to_owned());
        true
    }

    /// Whether that game was watched; it no longer is.
    pub(super) fn unwatch(&self, game: &str) -> bool {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).remove(game)
    }

    /// Closes it and says which games were watched.
    pub(super) fn close(&self) -> HashSet<String> {
        self.cut.cancel();
        std::mem::take(&mut *self.watched.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn somebody() -> Client {
        Client::at([192, 0, 2, 1].into())
    }

    #[tokio::test]
    async fn who_does_not_take_what_is_told_is_cut() {
        let cut = CancellationToken::new();
        let (connection, mut messages) = Connection::new(somebody(), cut.clone());
        for _ in 0..PATIENCE {
            connection.tell("news".into());
        }
        assert!(connection.is_open());
        connection.tell("one too many".into());
        assert!(cut.is_cancelled() && !connection.is_open());
        // What was told before is still there for whoever sends it.
        assert_eq!(messages.recv().await.as_deref(), Some("news"));
    }

    #[test]
    fn a_connection_watches_so_many_games_and_no_more() {
        let (connection, _messages) = Connection::new(somebody(), CancellationToken::new());
        assert!(connection.watch("a", 2) && connection.watch("b", 2));
        assert!(!connection.watch("c", 2));
        assert!(connection.watch("a", 2), "one that is watched already counts once");
        assert!(connection.unwatch("a") && !connection.unwatch("a"));
        assert!(connection.watch("c", 2));
        assert_eq!(connection.close(), HashSet::from(["b".to_owned(), "c".to_owned()]));
        assert!(!connection.is_open());
    }
}
