//! The house: all games of a server, each kept by a task of its own.
//!
//! A game's task is its mailbox: it alone holds the table, answers one letter after another, writes entries to disk
//! before it acknowledges them, and tells those who watch. It is started when somebody asks for the game and ends when
//! nobody has for a while. What goes wrong in one game ends at most that task; the next letter starts it anew from the record.

mod begin;
mod keeper;
mod mind;
mod packs;
mod staff;
mod wire;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::Library;
use crate::pack::Shelf;
use crate::protocol::answer::{Listed, Listing, Welcome, answer};
use crate::protocol::{Answer, Ask, Call, RpcError, params};
use crate::secrets::token_hash;
use crate::store::{Store, StoreError};

use keeper::Keeper;
use staff::Decided;
pub use wire::Wire;

/// How many seats one `game.list` may name.
const LONGEST_LIST: usize = 256;

/// How many games one connection may watch.
const MOST_WATCHED: usize = 64;

/// Something for the keeper of a game.
enum Letter {
    /// Asked with this token.
    Ask { token: Option<String>, ask: Ask, reply: oneshot::Sender<Answer> },
    /// This connection wants to be told of every change.
    Watch { wire: Arc<Wire>, token: Option<String>, watch: params::Watch, reply: oneshot::Sender<Answer> },
    /// It no longer does.
    Unwatch { wire: u64 },
    /// A computer that commands a side has come to a decision.
    Decided(Box<Decided>),
}

/// All games of a server.
pub struct House {
    library: Arc<Library>,
    store: Store,
    packs: Shelf,
    idle: Duration,
    /// How many may think at once: one processor is left for everybody else.
    thinkers: Semaphore,
    /// The outside programs that may command a side: their names, and how they are started.
    bots: BTreeMap<String, String>,
    open: Mutex<HashMap<String, mpsc::UnboundedSender<Letter>>>,
}

impl House {
    /// A house for the games in that store. A game nobody asked for in `idle` and nobody watches is put away.
    pub fn new(library: Arc<Library>, store: Store, idle: Duration) -> Arc<House> {
        House::with_bots(library, store, idle, BTreeMap::new())
    }

    /// The same, with outside programs that may command a side: by name, each as one would type it.
    pub fn with_bots(
        library: Arc<Library>,
        store: Store,
        idle: Duration,
        bots: BTreeMap<String, String>,
    ) -> Arc<House> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Semaphore::new(processors.saturating_sub(1).max(1));
        let (packs, open) = (Shelf::default(), Mutex::default());
        Arc::new(House { library, store, packs, idle, thinkers, bots, open })
    }

    /// What can be played.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How many games are open.
    pub fn open_games(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Answers a call that came over that connection.
    ///
    /// # Errors
    /// Any [`RpcError`].
    pub async fn call(self: &Arc<House>, call: Call, wire: &Arc<Wire>) -> Answer {
        match call {
            Call::Initialize => {
                answer(&Welcome { bots: self.bots.keys().cloned().collect(), ..self.library.welcome() })
            }
            Call::New(new) => self.begin_new(new).await,
            Call::Position(position) => self.begin_position(position).await,
            Call::Load(load) => self.begin_loaded(load).await,
            Call::Pack(call) => self.pack_call(call).await,
            Call::Of { game, who, ask } => {
                let (reply, told) = oneshot::channel();
                self.post(&game, Letter::Ask { token: who.token, ask, reply });
                told.await.unwrap_or_else(|_| Err(lost()))
            }
            Call::Watch(watch, who) => {
                if !wire.watch(&watch.game, MOST_WATCHED) {
                    let most = format!("game: one connection watches at most {MOST_WATCHED} games");
                    return Err(RpcError::malformed(most));
                }
                let (reply, told) = oneshot::channel();
                let game = watch.game.clone();
                self.post(&game, Letter::Watch { wire: Arc::clone(wire), token: who.token, watch, reply });
                let told = told.await.unwrap_or_else(|_| Err(lost()));
                if told.is_err() {
                    wire.unwatch(&game);
                }
                told
            }
            Call::Unwatch(one) => {
                if wire.unwatch(&one.game) {
                    self.post(&one.game, Letter::Unwatch { wire: wire.number() });
                }
                answer(&serde_json::json!({}))
            }
            Call::List(list) => self.list(&list).await,
        }
    }

    /// A connection has ended.
    pub fn leave(self: &Arc<House>, wire: &Wire) {
        for game in wire.hang_up() {
            self.post(&game, Letter::Unwatch { wire: wire.number() });
        }
    }

    /// Puts a letter into a game's mailbox, opening the game if it is not open.
    fn post(self: &Arc<House>, game: &str, letter: Letter) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let letter = match open.get(game) {
            Some(mailbox) => match mailbox.send(letter) {
                Ok(()) => return,
                // Its task has ended: a panic, or the game does not exist.
                Err(returned) => returned.0,
            },
            None => letter,
        };
        if matches!(letter, Letter::Unwatch { .. }) {
            return;
        }
        let (mailbox, letters) = mpsc::unbounded_channel();
        // The receiver is right here: this cannot fail.
        let _ = mailbox.send(letter);
        open.insert(game.to_owned(), mailbox);
        tokio::spawn(Keeper::new(Arc::clone(self), game.to_owned(), letters).run());
    }

    /// Lets go of a game if no letter is waiting. Letters are posted under the same lock, so none is lost.
    fn put_away(&self, game: &str, letters: &mpsc::UnboundedReceiver<Letter>) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let away = letters.is_empty();
        if away {
            open.remove(game);
        }
        away
    }

    async fn list(&self, list: &params::List) -> Answer {
        if list.tokens.len() > LONGEST_LIST {
            return Err(RpcError::malformed(format!("tokens: at most {LONGEST_LIST} at once")));
        }
        let mut games = Vec::new();
        for token in &list.tokens {
            let Some(held) = self.store.seated(&token_hash(token)).await.map_err(|e| broken(&e))? else {
                continue;
            };
            let title = held.title.unwrap_or_else(|| {
                self.library.scenario(&held.scenario).map_or(held.scenario.clone(), |s| s.title.clone())
            });
            games.push(Listed {
                game: held.id,
                name: held.name,
                scenario: held.scenario,
                title,
                pack: held.pack,
                turn: held.standing.turn,
                turns: held.standing.turns,
                phase: held.standing.phase,
                over: held.standing.asked.is_none(),
                asked: held.standing.asked,
                you: held.you,
                commanders: held.commanders,
                updated: held.updated,
            });
        }
        games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.game.cmp(&b.game)));
        answer(&Listing { games })
    }
}

/// The keeper ended without an answer.
fn lost() -> RpcError {
    RpcError::ours("the program failed at this; the game is as its record says")
}

/// Storage failed: the log says how, the caller only that it did.
fn broken(error: &StoreError) -> RpcError {
    match error {
        StoreError::Stale => RpcError::new(RpcError::GONE, "the game has gone on in the meantime"),
        StoreError::Unreadable { .. } => {
            tracing::error!(%error, "a game cannot be read");
            RpcError::ours("what is kept of this game cannot be read; the server's log says where")
        }
        StoreError::Database { .. } => {
            tracing::error!(%error, "the database failed");
            RpcError::ours("the database failed; nothing was changed, and the server's log says why")
        }
    }
}
