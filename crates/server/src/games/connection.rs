//! A connection as games see it: somewhere to send messages, until it is closed.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};
use tokio_util::sync::CancellationToken;

use super::thinking::Party;
use crate::limits::{Client, Unsent, Waiting};

/// How many messages may wait for a slow connection before it is cut; it catches up when it comes
/// back.
const PATIENCE: usize = 64;

/// An answer waits while so many bytes of earlier ones are not taken, so that whoever asks and takes nothing holds no
/// more than that and one answer.
const MOST_BYTES: usize = 1 << 20;

/// A connection that has no more than this to take is not cut for what others of its network do not take.
const FEW_BYTES: usize = 64 * 1024;

/// What waits for a connection to take it, in bytes.
#[derive(Debug)]
pub(crate) struct Untaken {
    bytes: AtomicUsize,
    taken: Notify,
    /// The same, with what waits to be one of these, as it counts for the network.
    waiting: Mutex<Waiting>,
}

impl Untaken {
    /// So many more wait; `false` if the network holds too many, this connection more than a few among them.
    fn more(&self, bytes: usize) -> bool {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.more(bytes) || waiting.bytes() <= FEW_BYTES
    }

    /// So many of what was to wait wait no more.
    fn fewer(&self, bytes: usize) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).fewer(bytes);
    }

    fn add(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::SeqCst);
    }

    /// So many were taken.
    pub(crate) fn take(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::SeqCst);
        self.fewer(bytes);
        self.taken.notify_waiters();
    }

    async fn wait(&self) {
        loop {
            let mut taken = std::pin::pin!(self.taken.notified());
            taken.as_mut().enable();
            if self.bytes.load(Ordering::SeqCst) < MOST_BYTES {
                return;
            }
            taken.await;
        }
    }
}

/// One connection.
#[derive(Debug)]
pub struct Connection {
    number: u64,
    client: Client,
    /// The hash of the secret of the session that it was opened in, if somebody was signed in.
    #[cfg_attr(not(feature = "club"), expect(dead_code, reason = "nobody signs in without accounts"))]
    session: Option<String>,
    out: mpsc::Sender<Message>,
    untaken: Arc<Untaken>,
    cut: CancellationToken,
    watched: Mutex<HashSet<String>>,
    /// What was told of games that are watched from now on, while that is not answered yet.
    held: Mutex<HashMap<String, Vec<Utf8Bytes>>>,
}

impl Connection {
    /// A client's connection, and the messages to be sent over it. `cut` is cancelled when it is to
    /// be closed.
    pub fn new(client: Client, cut: CancellationToken) -> (Arc<Connection>, mpsc::Receiver<Message>) {
        Connection::in_session(client, cut, None, &Arc::default())
    }

    /// The same, opened by somebody who is signed in: the hash of their session's secret. What waits for it counts
    /// there for its network.
    pub(crate) fn in_session(
        client: Client,
        cut: CancellationToken,
        session: Option<String>,
        unsent: &Arc<Unsent>,
    ) -> (Arc<Connection>, mpsc::Receiver<Message>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (out, messages) = mpsc::channel(PATIENCE);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let waiting = Mutex::new(unsent.hold_none(client));
        (
            Arc::new(Connection {
                number,
                client,
                session,
                out,
                untaken: Arc::new(Untaken { bytes: AtomicUsize::new(0), taken: Notify::new(), waiting }),
                cut,
                watched: Mutex::default(),
                held: Mutex::default(),
            }),
            messages,
        )
    }

    /// Tells connections apart.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Who is at the other end.
    pub fn client(&self) -> Client {
        self.client
    }

    /// The hash of the secret of the session that it was opened in.
    #[cfg(feature = "club")]
    pub(crate) fn session(&self) -> Option<&str> {
        self.session.as_deref()
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

    /// Ends it.
    pub(super) fn cut(&self) {
        self.cut.cancel();
    }

    /// Whether it is still there.
    pub fn is_open(&self) -> bool {
        !self.out.is_closed() && !self.cut.is_cancelled()
    }

    /// What waits until it is taken.
    pub(crate) fn untaken(&self) -> &Arc<Untaken> {
        &self.untaken
    }

    /// Sends an answer, waiting while others wait.
    pub async fn answer(&self, message: String) {
        self.send(Message::Text(message.into())).await;
    }

    /// Sends an answer that has been compressed, in the same way.
    pub async fn answer_compressed(&self, message: Bytes) {
        self.send(Message::Binary(message)).await;
    }

    async fn send(&self, message: Message) {
        if !self.untaken.more(message.len()) {
            return self.cut();
        }
        tokio::select! {
            () = self.untaken.wait() => {}
            () = self.cut.cancelled() => return,
        }
        self.untaken.add(message.len());
        // If nobody takes it any more, the connection is being closed.
        let _ = self.out.send(message).await;
    }

    /// Sends something nobody asked for. Never waits: a connection too slow for it is cut.
    pub fn tell(&self, message: Utf8Bytes) {
        if self.untaken.more(message.len()) {
            self.tell_counted(message);
        } else {
            self.cut.cancel();
        }
    }

    /// The same for what counts for the network already.
    fn tell_counted(&self, message: Utf8Bytes) {
        self.untaken.add(message.len());
        if self.out.try_send(Message::Text(message)).is_err() {
            self.cut.cancel();
        }
    }

    /// From now on what is told of that game waits for [`release`](Connection::release).
    pub(super) fn hold(&self, game: &str) {
        // What was held for an earlier answer is in this one.
        let before = self.held().insert(game.to_owned(), Vec::new());
        self.untaken.fewer(before.iter().flatten().map(|message| message.len()).sum());
    }

    /// Sends what is told of a game, as [`tell`](Connection::tell) does.
    pub(super) fn tell_of(&self, game: &str, message: Utf8Bytes) {
        // Told under the lock, so that nothing overtakes what was held.
        match self.held().get_mut(game) {
            // No answer waits for what is held: that is sent after one.
            Some(held) if held.len() < PATIENCE && self.untaken.more(message.len()) => held.push(message),
            Some(_) => self.cut.cancel(),
            None => self.tell(message),
        }
    }

    /// That the game is watched has been answered: what was held is sent.
    pub fn release(&self, game: &str) {
        let mut held = self.held();
        for message in held.remove(game).into_iter().flatten() {
            self.tell_counted(message);
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Vec<Utf8Bytes>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
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
        assert_eq!(messages.recv().await, Some(Message::text("news")));
    }

    #[tokio::test]
    async fn an_answer_waits_while_a_megabyte_of_others_is_not_taken() {
        let (connection, mut messages) = Connection::new(somebody(), CancellationToken::new());
        connection.answer("a".repeat(MOST_BYTES - 1)).await;
        connection.answer("b".repeat(MOST_BYTES)).await;
        let mut third = Box::pin(connection.answer("c".to_owned()));
        assert!(futures_util::poll!(&mut third).is_pending());
        // What is told of a game waits for no answer.
        connection.tell("news".into());
        let taken = messages.try_recv().expect("it is there").len();
        connection.untaken().take(taken);
        assert!(futures_util::poll!(&mut third).is_pending(), "the second is as long as all may be");
        connection.untaken().take(messages.try_recv().expect("it is there").len());
        third.await;
        // Nobody waits for a connection that is cut.
        connection.answer("d".repeat(MOST_BYTES)).await;
        let mut last = Box::pin(connection.answer("e".to_owned()));
        assert!(futures_util::poll!(&mut last).is_pending());
        connection.close();
        last.await;
    }

    #[tokio::test]
    async fn who_takes_little_is_cut_once_its_network_holds_too_much() {
        let unsent: Arc<Unsent> = Arc::default();
        let connect = || Connection::in_session(somebody(), CancellationToken::new(), None, &unsent);
        let ((long, _untaken), (short, _taken)) = (connect(), connect());
        long.answer("a".repeat(FEW_BYTES)).await;
        let others = unsent.hold(somebody(), (64 << 20) - FEW_BYTES).expect("there is room");
        short.answer("a".repeat(FEW_BYTES)).await;
        assert!(short.is_open());
        long.answer("b".to_owned()).await;
        assert!(!long.is_open());
        short.tell("b".into());
        assert!(!short.is_open());
        drop((others, long, short, _untaken, _taken));
        assert_eq!(unsent.bytes(), 0);
    }

    #[tokio::test]
    async fn what_is_held_until_an_answer_is_taken_counts_for_the_network() {
        let unsent: Arc<Unsent> = Arc::default();
        let (connection, mut messages) =
            Connection::in_session(somebody(), CancellationToken::new(), None, &unsent);
        connection.hold("a");
        connection.tell_of("a", "x".repeat(FEW_BYTES).into());
        assert_eq!(unsent.bytes(), FEW_BYTES);
        connection.release("a");
        connection.untaken().take(messages.try_recv().expect("it is there").len());
        assert_eq!(unsent.bytes(), 0, "it counts once");
        for _ in 0..2 {
            connection.hold("a");
            connection.tell_of("a", "x".into());
        }
        assert_eq!(unsent.bytes(), 1, "what gives way to another answer counts no more");
        connection.release("a");
        connection.untaken().take(messages.try_recv().expect("it is there").len());
        let others = unsent.hold(somebody(), 64 << 20).expect("there is room");
        connection.hold("a");
        connection.tell_of("a", "x".repeat(FEW_BYTES).into());
        assert!(connection.is_open(), "others of the network took all, and this is little");
        connection.tell_of("a", "x".into());
        assert!(!connection.is_open());
        drop((others, connection, messages));
        assert_eq!(unsent.bytes(), 0);
    }

    #[test]
    fn what_is_told_of_a_game_comes_after_the_answer_that_it_is_watched() {
        let (connection, mut messages) = Connection::new(somebody(), CancellationToken::new());
        connection.hold("a");
        connection.tell_of("a", "second".into());
        connection.tell_of("b", "first".into());
        connection.tell_of("a", "third".into());
        connection.release("a");
        connection.tell_of("a", "fourth".into());
        for message in ["first", "second", "third", "fourth"] {
            assert_eq!(messages.try_recv(), Ok(Message::text(message)));
        }
        // Nobody holds anything for good.
        connection.hold("a");
        for _ in 0..=PATIENCE {
            connection.tell_of("a", "news".into());
        }
        assert!(!connection.is_open());
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
