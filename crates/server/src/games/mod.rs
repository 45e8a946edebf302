//! All games of a server, each with a task of its own.
//!
//! A game's task is its mailbox: it alone holds the table, answers one message after another,
//! writes entries to disk before it acknowledges them, and tells those who watch. It is started
//! when somebody asks for the game and ends when nobody has for a while. What goes wrong in one
//! game ends at most that task; the next message starts it anew from the record.

mod ai_player;
mod ai_seats;
mod begin;
mod connection;
mod game_task;
mod packs;
mod review;
mod thinking;
mod unstarted;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::limits::{self, Client, Limits, Rate};
use crate::protocol::answer::{Listed, Listing, Unlisted, Welcome, answer};
use crate::protocol::{Answer, Ask, Call, PackCall, RpcError, params};
use crate::secrets::token_hash;
use crate::store::{Held, Store, StoreError};
use catalog::Library;
use catalog::pack::PackCache;

use ai_seats::Decided;
pub use connection::Connection;
use game_task::GameTask;
use review::Found;
use thinking::Queue;
pub use thinking::Thinking;
use unstarted::Unstarted;

/// How many seats one `game.list` may name.
const LONGEST_LIST: usize = 256;

/// How many games one connection may watch.
const MOST_WATCHED: usize = 64;

/// Something for the task of a game.
enum Message {
    /// Asked with this token over that connection.
    Ask { connection: Arc<Connection>, token: Option<String>, ask: Ask, reply: oneshot::Sender<Answer> },
    /// This connection wants to be told of every change.
    Watch {
        connection: Arc<Connection>,
        token: Option<String>,
        watch: params::Watch,
        reply: oneshot::Sender<Answer>,
    },
    /// It no longer does.
    Unwatch { connection: u64 },
    /// A computer that commands a side has come to a decision.
    Decided(Box<Decided>),
    /// It has this place in the thinking queue.
    Place(usize),
    /// A moment of the game has been reviewed.
    Reviewed(Box<Found>),
    /// Its review has this place in the thinking queue.
    ReviewPlace(usize),
    /// The game goes, if it has no order and did not change since then; whether it did.
    Expire { before: i64, reply: oneshot::Sender<bool> },
}

/// All games of a server.
pub struct Games {
    library: Arc<Library>,
    store: Store,
    packs: PackCache,
    idle: Duration,
    /// Who thinks next: one processor is left for everybody else.
    thinking: Arc<Queue>,
    limits: Limits,
    /// How often games may be made, and packs.
    games: Rate,
    packs_made: Rate,
    unstarted: Unstarted,
    /// How many records and packs may be read through at once.
    auditors: Semaphore,
    /// Cancelled when the server closes.
    closing: CancellationToken,
    /// The outside programs that may command a side: their names, and how they are started.
    bots: BTreeMap<String, String>,
    open: Mutex<HashMap<String, mpsc::UnboundedSender<Message>>>,
}

impl Games {
    /// The games in that store. A game nobody asked for in `idle` and nobody watches is put away.
    pub fn new(library: Arc<Library>, store: Store, idle: Duration) -> Arc<Games> {
        Games::with(library, store, idle, BTreeMap::new(), Limits::default())
    }

    /// The same, with outside programs that may command a side (by name, each as one would type it)
    /// and other limits.
    pub fn with(
        library: Arc<Library>,
        store: Store,
        idle: Duration,
        bots: BTreeMap<String, String>,
        limits: Limits,
    ) -> Arc<Games> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let (packs, open) = (PackCache::default(), Mutex::default());
        Arc::new(Games {
            library,
            store,
            packs,
            idle,
            thinking: Queue::new(processors.saturating_sub(1)),
            auditors: Semaphore::new(processors),
            closing: CancellationToken::new(),
            limits,
            games: Rate::an_hour(limits.games_of),
            packs_made: Rate::an_hour(limits.packs_of),
            unstarted: Unstarted::default(),
            bots,
            open,
        })
    }

    /// What can be played.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What is allowed here.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Forgets who has not been here for long.
    pub fn tidy(&self) {
        self.games.tidy();
        self.packs_made.tidy();
    }

    /// One more game, or pack, is made by this client.
    fn spend(rate: &Rate, client: Client, limit: &str, what: &str) -> Result<(), RpcError> {
        rate.spend(client).map_err(|wait| {
            let often = format!(
                "from your address as many {what} were made as one may make in an hour: wait {}",
                limits::wait(wait)
            );
            RpcError::limit(limit, often, Some(wait))
        })
    }

    /// How many games are open.
    pub fn open_games(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Answers a call that came over that connection.
    ///
    /// # Errors
    /// Any [`RpcError`].
    pub async fn call(self: &Arc<Games>, call: Call, connection: &Arc<Connection>) -> Answer {
        match call {
            Call::Initialize => {
                answer(&Welcome { bots: self.bots.keys().cloned().collect(), ..Welcome::to(&self.library) })
            }
            Call::New(_) | Call::Position(_) | Call::Load(_) => {
                let client = connection.client();
                Games::spend(&self.games, client, "games-per-hour", "games")?;
                match call {
                    Call::New(new) => self.begin_new(new, client).await,
                    Call::Position(position) => self.begin_position(position, client).await,
                    Call::Load(load) => self.begin_loaded(load, client).await,
                    _ => Err(lost()),
                }
            }
            Call::Pack(call) => {
                if matches!(call, PackCall::Keep(_) | PackCall::Load(_)) {
                    Games::spend(&self.packs_made, connection.client(), "packs-per-hour", "data packs")?;
                }
                self.pack_call(call).await
            }
            Call::Of { game, who, ask } => {
                let thought = matches!(ask, Ask::Advice | Ask::Review(_));
                let (reply, told) = oneshot::channel();
                let wire_of = Arc::clone(connection);
                self.send(&game, Message::Ask { connection: wire_of, token: who.token, ask, reply });
                tokio::select! {
                    told = told => told.unwrap_or_else(|_| Err(lost())),
                    // Whoever thinks for it sees that nobody waits any more.
                    () = connection.ended(), if thought => Err(lost()),
                }
            }
            Call::Watch(watch, who) => {
                if !connection.watch(&watch.game, MOST_WATCHED) {
                    let most = format!("game: one connection watches at most {MOST_WATCHED} games");
                    return Err(RpcError::malformed(most));
                }
                let (reply, told) = oneshot::channel();
                let game = watch.game.clone();
                self.send(
                    &game,
                    Message::Watch { connection: Arc::clone(connection), token: who.token, watch, reply },
                );
                let told = told.await.unwrap_or_else(|_| Err(lost()));
                if told.is_err() {
                    connection.unwatch(&game);
                }
                told
            }
            Call::Unwatch(one) => {
                if connection.unwatch(&one.game) {
                    self.send(&one.game, Message::Unwatch { connection: connection.number() });
                }
                answer(&serde_json::json!({}))
            }
            Call::List(list) => self.list(&list, connection).await,
        }
    }

    /// Calls off all thinking, for the server closes.
    pub fn close(&self) {
        self.closing.cancel();
    }

    /// A connection has ended.
    pub fn leave(self: &Arc<Games>, connection: &Connection) {
        for game in connection.close() {
            self.send(&game, Message::Unwatch { connection: connection.number() });
        }
    }

    /// Puts a message into a game's mailbox, opening the game if it is not open.
    fn send(self: &Arc<Games>, game: &str, message: Message) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let message = match open.get(game) {
            Some(mailbox) => match mailbox.send(message) {
                Ok(()) => return,
                // Its task has ended: a panic, or the game does not exist.
                Err(returned) => returned.0,
            },
            None => message,
        };
        if matches!(message, Message::Unwatch { .. }) {
            return;
        }
        let (mailbox, messages) = mpsc::unbounded_channel();
        // The receiver is right here: this cannot fail.
        let _ = mailbox.send(message);
        open.insert(game.to_owned(), mailbox);
        tokio::spawn(GameTask::new(Arc::clone(self), game.to_owned(), messages).run());
    }

    /// Lets go of a game if no message is waiting. Messages are sent under the same lock, so none
    /// is lost.
    fn put_away(&self, game: &str, messages: &mpsc::UnboundedReceiver<Message>) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let away = messages.is_empty();
        if away {
            open.remove(game);
        }
        away
    }

    async fn list(self: &Arc<Games>, list: &params::List, connection: &Arc<Connection>) -> Answer {
        if list.tokens.len() > LONGEST_LIST {
            return Err(RpcError::malformed(format!("tokens: at most {LONGEST_LIST} at once")));
        }
        let mut games = Vec::new();
        let mut damaged = Vec::new();
        for token in &list.tokens {
            let held = match self.held(token, connection).await {
                Ok(Some(held)) => held,
                Ok(None) => continue,
                // The others are listed all the same.
                Err(StoreError::Unreadable { file, game, what }) => {
                    let error = broken(&StoreError::Unreadable { file, game: game.clone(), what });
                    damaged.push(Unlisted { game, message: error.message });
                    continue;
                }
                Err(error) => return Err(broken(&error)),
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
        answer(&Listing { games, damaged })
    }

    /// The game of the seat that this token opens. Where its standing is not kept as it was
    /// written, the game is read once, which mends that.
    async fn held(
        self: &Arc<Games>,
        token: &str,
        connection: &Arc<Connection>,
    ) -> Result<Option<Held>, StoreError> {
        let hash = token_hash(token);
        let held = self.store.seated(&hash).await?;
        let Some(game) = held.as_ref().filter(|held| held.doubtful).map(|held| held.id.clone()) else {
            return Ok(held);
        };
        let (reply, told) = oneshot::channel();
        let ask = Ask::View(None);
        let connection = Arc::clone(connection);
        self.send(&game, Message::Ask { connection, token: Some(token.to_owned()), ask, reply });
        match told.await {
            Ok(Ok(_)) => self.store.seated(&hash).await,
            Ok(Err(error)) => {
                Err(StoreError::Unreadable { file: self.store.file().to_owned(), game, what: error.message })
            }
            Err(_) => Ok(held),
        }
    }
}

/// The task ended without an answer.
fn lost() -> RpcError {
    RpcError::ours("the program failed at this; the game is as its record says")
}

/// Storage failed: the log says how, the caller what that means for the game.
fn broken(error: &StoreError) -> RpcError {
    let code = match error {
        StoreError::Stale | StoreError::NoKey => RpcError::GONE,
        StoreError::Unreadable { .. } => {
            tracing::error!(%error, "a game is damaged");
            RpcError::OURS
        }
        StoreError::Database { .. } | StoreError::Uncertain { .. } | StoreError::Locking(_) => {
            tracing::error!(%error, "the database failed");
            RpcError::OURS
        }
    };
    RpcError::new(code, error.told())
}
