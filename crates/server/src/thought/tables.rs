//! The games that a worker thinks about, as the database holds them: without the secret of their
//! dice, which no thinker needs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ai::{ComputerPlayer, Interrupt, Level};
use catalog::Library;
use catalog::pack::PackCache;
use protocol::RpcError;
use protocol::guarded;
use protocol::packs::{missing, read_kept};
use protocol::ready::{Ready, What};
use serde_json::Value;
use tabletop::{AnyGame, BySide};
use tokio::runtime::Handle;

use super::Topic;
use crate::store::{Store, StoreError};

/// Of so many games table and computers are kept at hand.
const AT_HAND: usize = 32;

/// How much memory packs may take while no game at hand needs them, in bytes.
const PACKS: usize = 64 << 20;

/// Why a topic was not thought over.
pub(crate) enum Unthought {
    /// The game has gone on, or is no more: nobody waits for it.
    Gone,
    /// The database could not be read: it may be thought over later, by whomever.
    Unread(StoreError),
    /// This program fails at it. What is said tells nothing of the game.
    Failed(String),
}

fn failed(why: &str) -> Unthought {
    Unthought::Failed(why.to_owned())
}

/// A game at hand.
struct AtHand {
    library: Arc<Library>,
    table: Box<dyn AnyGame>,
    /// The computers that took the last decisions: they remember what they planned.
    players: BySide<Option<(Level, ComputerPlayer)>>,
    /// When it was used last: the number of the use.
    used: u64,
}

#[derive(Default)]
struct Hand {
    games: HashMap<String, AtHand>,
    uses: u64,
}

/// Thinks topics over, about games that it reads in the database.
pub(crate) struct Tables {
    library: Arc<Library>,
    store: Store,
    packs: PackCache,
    hand: Mutex<Hand>,
}

impl Tables {
    pub(crate) fn new(library: Arc<Library>, store: Store) -> Tables {
        Tables { library, store, packs: PackCache::new(PACKS), hand: Mutex::default() }
    }

    /// Thinks a topic over, on this thread; `interrupt` is what calls it off here.
    ///
    /// # Errors
    /// [`Unthought`].
    pub(crate) fn think(&self, topic: &Topic, interrupt: &Interrupt) -> Result<Value, Unthought> {
        let mut game = Handle::current().block_on(self.game(&topic.game))?;
        let Topic { version, what, .. } = topic;
        let remembers = match what {
            What::Turn { side, level, .. } => game.players[*side].take_if(|(of, _)| of == level),
            _ => None,
        };
        let player = remembers.map(|(_, player)| player);
        let ready = guarded(|| Ready::new((*version, what), (&game.library, &*game.table), player));
        let ready = match ready {
            Ok(ready) => ready,
            Err(error) if error.code == RpcError::OURS => return Err(failed("the program failed at it")),
            // It is not so on the table: somebody was faster.
            Err(_) => {
                self.keep(&topic.game, game);
                return Err(Unthought::Gone);
            }
        };
        let thought = guarded(|| Ok(ready.think()));
        let (found, player) = thought.map_err(|_| failed("the program failed at it"))?;
        // What was planned in a hurry is forgotten.
        if let (What::Turn { side, level, .. }, Some(player)) = (what, player)
            && !interrupt.is_raised()
        {
            game.players[*side] = Some((*level, player));
        }
        self.keep(&topic.game, game);
        Ok(found)
    }

    /// That game as it is now, taken out of the hand or read.
    async fn game(&self, name: &str) -> Result<AtHand, Unthought> {
        let kept = {
            let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
            hand.games.remove(name)
        };
        if let Some(mut game) = kept {
            let version = game.table.version();
            let entries = self.store.entries_after(name, version).await.map_err(Unthought::Unread)?;
            let count = version as usize + entries.len();
            let pending = self.store.standing(name, count).await.map_err(Unthought::Unread)?;
            let follows = || {
                game.table.follow(&entries)?;
                Ok(pending.is_empty() && game.table.pending().is_empty())
            };
            if guarded(follows).unwrap_or(false) {
                return Ok(game);
            }
        }
        self.read(name).await
    }

    async fn read(&self, name: &str) -> Result<AtHand, Unthought> {
        let kept = self.store.load(name).await.map_err(Unthought::Unread)?.ok_or(Unthought::Gone)?;
        let pending = self.store.standing(name, kept.entries.len()).await.map_err(Unthought::Unread)?;
        let library = match &kept.header.pack {
            Some(mark) => {
                let pack = match self.library.pack(&mark.id).cloned().or_else(|| self.packs.find(&mark.id)) {
                    Some(pack) => pack,
                    None => {
                        let files = self.store.pack(&mark.id).await.map_err(Unthought::Unread)?;
                        let read = || {
                            let files = files.ok_or_else(|| missing(&mark.id, Some(&mark.title)))?;
                            read_kept(self.library.registry(), &mark.id, files)
                        };
                        let pack = guarded(read).map_err(|_| failed("its data pack cannot be had"))?;
                        self.packs.put(pack)
                    }
                };
                Arc::clone(pack.library())
            }
            None => Arc::clone(&self.library),
        };
        let load = || {
            let mut table = library.load(&kept.header, &kept.entries, None)?;
            table.wait(&pending)?;
            Ok(table)
        };
        let table = guarded(load).map_err(|_| failed("the record of its game cannot be read"))?;
        Ok(AtHand { library, table, players: BySide::default(), used: 0 })
    }

    /// Keeps a game at hand; the one that was used longest ago goes when there are too many.
    fn keep(&self, name: &str, mut game: AtHand) {
        let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        hand.uses += 1;
        game.used = hand.uses;
        hand.games.insert(name.to_owned(), game);
        if hand.games.len() > AT_HAND
            && let Some(oldest) =
                hand.games.iter().min_by_key(|(_, game)| game.used).map(|(name, _)| name.clone())
        {
            hand.games.remove(&oldest);
        }
    }
}
