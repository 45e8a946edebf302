//! What all games of a server share: its data and database, who thinks next, what is allowed, and
//! the mailboxes of the games that are open.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ai::Threads;
use catalog::Library;
use catalog::pack::PackCache;
use protocol::RpcError;
use protocol::drawings::Drawings;
use protocol::guarded;
use serde_json::Value;
use tabletop::AnyGame;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Span;

use super::bots::RunningBots;
use super::failure::{lost, took_too_long};
use super::message::{Message, Queued, Turn};
#[cfg(feature = "club")]
use super::notices::ForNotices;
use super::packs_in_use::PacksInUse;
use super::processors::Processors;
use super::retention::Gone;
use super::shared_packs::ReadingsCache;
use super::thinkers::{Counts, Thinkers};
use super::thinking::Queue;
use super::unstarted::Unstarted;
use super::uptime::Uptime;
use crate::limits::{Allowances, Client, Holder, Limits, Shares, Wanted, WorkTurn};
use crate::locks::Locks;
use crate::store::{self, Store};
use crate::thought::LEASE;

/// Starts the task of a game, which answers these messages.
pub(super) type StartTask = fn(Arc<Shared>, String, Mailbox);

/// Where a game gets its messages from. Each in a box: an empty mailbox keeps room for 32 of what it
/// holds.
pub(super) type Mailbox = mpsc::UnboundedReceiver<Box<Queued>>;

/// Records that are longer than that, in bytes, are read one after the other: while they are, they take twenty times as
/// much. Of one game between recruits in each of six scenarios, the longest has 2.6 MB.
pub(super) const LONG_RECORD: usize = 2 << 20;

/// How long what games hold of their records may be together, in bytes; in memory it takes up to three times as much.
const MOST_HELD: usize = 256 << 20;

/// Who holds less than this may stay in any case.
const LITTLE: usize = 256 << 10;

/// How many games may be in memory, at some 70 KB each, before those of networks that have more than their part of them
/// leave it.
const MOST_GAMES: usize = 2048;

/// The games in memory, each with its number, by the client that had it read.
type Games = Shares<u64, IpAddr>;

/// A game in memory, to be counted.
pub(super) struct InMemory {
    games: watch::Sender<Games>,
    number: u64,
    holder: Option<Holder<IpAddr>>,
    held_by_all: Arc<AtomicUsize>,
    held: usize,
}

impl InMemory {
    fn new(
        games: &watch::Sender<Games>,
        holder: Option<Holder<IpAddr>>,
        held_by_all: &Arc<AtomicUsize>,
    ) -> InMemory {
        let mut number = 0;
        games.send_modify(|games| {
            number = games.next();
            games.enter(number, holder);
        });
        InMemory { games: games.clone(), number, holder, held_by_all: Arc::clone(held_by_all), held: 0 }
    }

    /// Whether its network has more than its part of the games in memory.
    pub(super) fn is_one_of_too_many(&self) -> bool {
        self.holder.is_some_and(|holder| !self.games.borrow().has_room(MOST_GAMES, Some(&holder)))
    }

    /// It holds so many bytes of its record now; whether that is too much, with what all others hold.
    pub(super) fn holds(&mut self, bytes: usize) -> bool {
        self.held_by_all.fetch_add(bytes, Ordering::SeqCst);
        self.held_by_all.fetch_sub(std::mem::replace(&mut self.held, bytes), Ordering::SeqCst);
        bytes >= LITTLE && self.held_by_all.load(Ordering::SeqCst) > MOST_HELD
    }
}

impl Drop for InMemory {
    fn drop(&mut self) {
        self.holds(0);
        self.games.send_modify(|games| games.leave(&self.number));
    }
}

/// How much memory packs may take while no game needs them, in bytes.
const PACKS: usize = 128 << 20;

/// What takes thought on this server.
#[derive(Debug, Clone, Copy)]
pub struct Thinking {
    /// So many things are thought over at a time, on every processor but one if it is not said;
    /// none, if that is left to workers.
    pub places: Option<usize>,
    /// The processors that a thought is spread over as far as no other is busy on them.
    pub threads: Threads,
    /// So many seconds a marshal may think about a player-turn.
    pub marshal: u8,
    /// How long a computer always takes over an answer that tells nothing else: longer than it thinks
    /// over most of them.
    pub steady: Duration,
    /// For how long a computer's turn keeps its place from one decision to the next while others wait.
    pub keeps: Duration,
    /// For how long a turn is its thinker's without a sign of life, where servers share a database.
    pub lease: Duration,
}

impl Default for Thinking {
    fn default() -> Thinking {
        Thinking {
            places: None,
            threads: Threads::all(),
            marshal: 20,
            steady: Duration::from_secs(1),
            keeps: Duration::from_secs(5),
            lease: LEASE,
        }
    }
}

/// What all games share.
pub(super) struct Shared {
    pub(super) library: Arc<Library>,
    pub(super) store: Store,
    /// The packs that were read of late.
    pub(super) packs: PackCache,
    /// Each pack is read by one caller at a time.
    pub(super) packs_read: Locks<String>,
    /// Those that games in memory are played from.
    pub(super) packs_in_use: PacksInUse,
    /// What was read of the packs that people share.
    pub(super) readings: ReadingsCache,
    /// The maps that editors were sent of late.
    pub(super) drawings: Arc<Drawings>,
    /// A game nobody asked for in that time and nobody watches is put away.
    pub(super) idle: Duration,
    /// Who thinks next: one processor is left for everybody else.
    pub(super) thinking: Arc<Queue>,
    /// What one thought is spread over.
    pub(super) processors: Arc<Processors>,
    /// So many seconds a marshal may think about a player-turn.
    pub(super) marshal: u8,
    /// How long a computer always takes over an answer that tells nothing else.
    pub(super) steady: Duration,
    /// Those who think besides, where servers share a database.
    pub(super) thinkers: Option<Arc<Thinkers>>,
    /// How many were thought over.
    pub(super) counts: Counts,
    /// What is thought over, or waits for it.
    pub(super) at_work: TaskTracker,
    pub(super) limits: Limits,
    pub(super) unstarted: Unstarted,
    pub(super) gone: Gone,
    pub(super) allowances: Arc<Allowances>,
    pub(super) uptime: Uptime,
    /// Cancelled when the server closes.
    pub(super) closing: CancellationToken,
    /// The outside programs that may command a side: their names, and how they are started.
    pub(super) bots: BTreeMap<String, String>,
    /// Those of them that run.
    pub(super) running_bots: Arc<RunningBots>,
    /// What notices may have to tell.
    #[cfg(feature = "club")]
    pub(super) for_notices: ForNotices,
    start: StartTask,
    in_memory: watch::Sender<Games>,
    held_by_all: Arc<AtomicUsize>,
    open: Mutex<HashMap<String, mpsc::UnboundedSender<Box<Queued>>>>,
}

impl Shared {
    /// Nothing is open yet; `start` starts the task of a game when somebody asks for it.
    pub(super) fn new(
        library: Arc<Library>,
        store: Store,
        idle: Duration,
        bots: BTreeMap<String, String>,
        limits: Limits,
        thinking: Thinking,
        start: StartTask,
    ) -> Arc<Shared> {
        let Thinking { places, threads, marshal, steady, keeps, lease } = thinking;
        let processors = Threads::all().count();
        let places = places.unwrap_or(processors.saturating_sub(1).max(1));
        let thinkers = store.is_shared().then(|| Arc::new(Thinkers::new(store.clone(), lease)));
        Arc::new(Shared {
            library,
            store,
            packs: PackCache::new(PACKS),
            packs_read: Locks::default(),
            packs_in_use: PacksInUse::default(),
            readings: ReadingsCache::default(),
            drawings: Arc::default(),
            idle,
            thinking: Queue::new(places, keeps),
            processors: Processors::new(threads),
            marshal,
            steady,
            thinkers,
            counts: Counts::default(),
            at_work: TaskTracker::new(),
            limits,
            unstarted: Unstarted::default(),
            gone: Gone::default(),
            allowances: Arc::new(Allowances::new(&limits)),
            uptime: Uptime::default(),
            closing: CancellationToken::new(),
            bots,
            running_bots: Arc::default(),
            #[cfg(feature = "club")]
            for_notices: ForNotices::default(),
            start,
            in_memory: watch::Sender::default(),
            held_by_all: Arc::default(),
            open: Mutex::default(),
        })
    }

    /// Does work away from the threads that answer orders, for whom that turn is.
    ///
    /// # Errors
    /// What the work says.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        turn: &WorkTurn,
        work: impl FnOnce(&Wanted) -> Result<T, RpcError> + Send + 'static,
    ) -> Result<T, RpcError> {
        let (request, most) = (Span::current(), self.limits.record_time);
        let work = move |wanted: &Wanted| {
            let done = request.in_scope(|| guarded(|| work(wanted)));
            if wanted.is_over() { Err(took_too_long(most)) } else { done }
        };
        self.allowances.work().run(turn, work).await.unwrap_or_else(|| Err(lost()))
    }

    /// Waits for the turn to judge a record. What was asked before it has been charged by then.
    ///
    /// # Errors
    /// That the client has used up its time.
    pub(super) async fn turn_to_judge(&self, client: Client) -> Result<WorkTurn, RpcError> {
        let turn = self.allowances.work().turn_to_judge(client, self.limits.record_time).await;
        self.allowances.may_work(client)?;
        Ok(turn)
    }

    /// How many games are in memory.
    pub(super) fn open_games(&self) -> usize {
        self.in_memory.borrow().taken()
    }

    /// Waits until no game is in memory.
    pub(super) async fn none_open(&self) {
        // The sender is here: this does not fail.
        let _ = self.in_memory.subscribe().wait_for(|games| games.taken() == 0).await;
    }

    /// One more game is in memory for that client, as long as this is kept.
    pub(super) fn one_in_memory(&self, client: Option<Client>) -> InMemory {
        InMemory::new(&self.in_memory, client.and_then(Client::holder), &self.held_by_all)
    }

    /// The names of the games that are open, in order.
    pub(super) fn open_names(&self) -> Vec<String> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = open.keys().cloned().collect();
        names.sort();
        names
    }

    /// Lets go of a game that is no more: its task ends once it has answered what waits in its
    /// mailbox.
    pub(super) fn close_for_good(&self, game: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
        self.unstarted.started(game);
        self.thinking.forget(game);
    }

    /// Puts a message into a game's mailbox, opening the game if it is not open.
    pub(super) fn send(self: &Arc<Shared>, game: &str, message: Message) {
        self.send_in_turn((None, Turn::default()), game, message);
    }

    /// The same for this client, whose work it then is to read the game.
    pub(super) fn send_for(self: &Arc<Shared>, client: Client, game: &str, message: Message) {
        self.send_in_turn((Some(client), Turn::default()), game, message);
    }

    /// The same with the turn that was waited for.
    pub(super) fn send_in_turn(
        self: &Arc<Shared>,
        (client, turn): (Option<Client>, Turn),
        game: &str,
        message: Message,
    ) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let queued = Box::new(Queued { message, client, request: Span::current(), turn });
        let queued = match open.get(game) {
            Some(mailbox) => match mailbox.send(queued) {
                Ok(()) => return,
                // Its task has ended: a panic, or the game does not exist.
                Err(returned) => returned.0,
            },
            None => queued,
        };
        if matches!(&queued.message, Message::Unwatch { .. }) {
            return;
        }
        let (mailbox, messages) = mpsc::unbounded_channel();
        // The receiver is right here: this cannot fail.
        let _ = mailbox.send(queued);
        open.insert(game.to_owned(), mailbox);
        (self.start)(Arc::clone(self), game.to_owned(), messages);
    }

    /// Lets a game know that another server may have written to it, if it is open here.
    pub(super) fn changed(&self, game: &str) {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mailbox) = open.get(game) {
            let (message, request, turn) = (Message::Changed, Span::none(), Turn::default());
            let queued = Box::new(Queued { message, client: None, request, turn });
            // Its task has ended: it is read anew when somebody asks for it.
            let _ = mailbox.send(queued);
        }
    }

    /// The same for all games that are open.
    pub(super) fn all_changed(&self) {
        let open: Vec<String> =
            self.open.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect();
        open.iter().for_each(|game| self.changed(game));
    }

    /// Lets go of a game if no message is waiting. Messages are sent under the same lock, so none
    /// is lost.
    pub(super) fn put_away(&self, game: &str, messages: &Mailbox) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let away = messages.is_empty();
        if away {
            open.remove(game);
        }
        away
    }
}

impl Shared {
    /// Tells a game what time it is, and when it did not count.
    pub(super) fn tell_time(&self, table: &mut dyn AnyGame) {
        let now = time();
        table.tell_time(now);
        table.tell_away(&self.uptime.down(now));
    }
}

/// What time it is, in seconds since 1970 (UTC), as games with clocks are told it.
pub(super) fn time() -> u64 {
    u64::try_from(store::now()).unwrap_or_default()
}

/// How long entries are together as they are written, in bytes.
pub(super) fn written_bytes(entries: &[Value]) -> usize {
    entries.iter().map(|entry| entry.to_string().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_games_hold_of_their_records_is_counted_as_long_as_they_are_in_memory() {
        let held_by_all = Arc::new(AtomicUsize::new(0));
        let games = watch::Sender::default();
        let one = || InMemory::new(&games, None, &held_by_all);
        let mut little = one();
        assert!(!little.holds(LITTLE - 1));
        let mut all: Vec<InMemory> = (0..8).map(|_| one()).collect();
        let crowded: Vec<bool> = all.iter_mut().map(|game| game.holds(MOST_HELD / 8)).collect();
        assert_eq!(crowded, [false, false, false, false, false, false, false, true]);
        assert!(!little.holds(LITTLE - 1), "it stays");
        assert!(little.holds(LITTLE));
        drop(all.pop());
        assert!(!little.holds(LITTLE));
        drop((all, little));
        assert_eq!((held_by_all.load(Ordering::SeqCst), games.borrow().taken()), (0, 0));
    }

    #[test]
    fn of_too_many_games_in_memory_those_of_the_largest_networks_leave_it() {
        let games = watch::Sender::default();
        let at = |address: &str| {
            InMemory::new(&games, Client::at(address.parse().unwrap()).holder(), &Arc::default())
        };
        let flood: Vec<InMemory> = (0..MOST_GAMES / 2).map(|_| at("192.0.2.1")).collect();
        assert!(flood[0].is_one_of_too_many(), "the next would be in the second half");
        let (other, own) = (at("198.51.100.1"), InMemory::new(&games, None, &Arc::default()));
        assert!(!other.is_one_of_too_many() && !own.is_one_of_too_many());
        drop(flood);
        assert!(!at("192.0.2.1").is_one_of_too_many());
    }
}
