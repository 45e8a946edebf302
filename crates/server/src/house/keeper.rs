//! The keeper of one game.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tabletop::{Failure, Side, Table};
use tokio::sync::{mpsc, oneshot};

use super::staff::{Decided, Staff};
use super::{House, Letter, Wire, broken, lost};
use crate::Library;
use crate::line::guarded;
use crate::protocol::answer::{You, answer};
use crate::protocol::{Answer, Ask, Place, RpcError, Secret, Thought, desk, notice, params, thought};
use crate::secrets::{same_hash, token_hash};
use crate::store::{Kept, Standing, StoreError};

/// A game that has been read from the database.
struct Open {
    table: Box<dyn Table>,
    library: Arc<Library>,
    secret: Option<tabletop::ServerSeed>,
    name: String,
    seats: Vec<(You, String)>,
    commanders: params::Commanders,
    advice: bool,
}

/// Somebody to be told of changes.
struct Watcher {
    wire: Arc<Wire>,
    place: Place,
}

/// Holds the table of one game and answers its letters, one after another.
pub(super) struct Keeper {
    house: Arc<House>,
    game: String,
    letters: mpsc::UnboundedReceiver<Letter>,
    open: Option<Open>,
    watchers: Vec<Watcher>,
    staff: Staff,
}

impl Keeper {
    pub(super) fn new(house: Arc<House>, game: String, letters: mpsc::UnboundedReceiver<Letter>) -> Keeper {
        Keeper { house, game, letters, open: None, watchers: Vec::new(), staff: Staff::default() }
    }

    /// Answers letters until nobody wants the game any more.
    pub(super) async fn run(mut self) {
        loop {
            match tokio::time::timeout(self.house.idle, self.letters.recv()).await {
                Ok(Some(letter)) => self.answer(letter).await,
                Ok(None) => return,
                Err(_) => {
                    self.watchers.retain(|w| w.wire.is_open());
                    if self.watchers.is_empty()
                        && !self.staff.is_thinking()
                        && self.house.put_away(&self.game, &self.letters)
                    {
                        return;
                    }
                }
            }
            self.think();
            // Somebody tries names: nothing is kept for that.
            if self.open.is_none()
                && self.watchers.is_empty()
                && !self.staff.is_thinking()
                && self.house.put_away(&self.game, &self.letters)
            {
                return;
            }
        }
    }

    async fn answer(&mut self, letter: Letter) {
        match letter {
            Letter::Ask { token, ask: ask @ (Ask::Advice | Ask::Review(_)), reply } => {
                match self.thought(token.as_deref(), &ask).await {
                    Ok(thought) => self.think_over(thought, reply),
                    Err(error) => drop(reply.send(Err(error))),
                }
            }
            Letter::Ask { token, ask, reply } => {
                let answer = self.ask(token.as_deref(), &ask).await;
                // Whoever asked may have gone.
                let _ = reply.send(answer);
            }
            Letter::Watch { wire, token, watch, reply } => {
                let answer = self.watch(wire, token.as_deref(), &watch).await;
                let _ = reply.send(answer);
            }
            Letter::Unwatch { wire } => self.watchers.retain(|w| w.wire.number() != wire),
            Letter::Decided(mut decided) => {
                self.staff.decided(&mut decided);
                self.carry_out(*decided).await;
            }
        }
    }

    /// Lets the computer whose side is asked think. Two computers play on only while somebody looks.
    fn think(&mut self) {
        let Some(open) = &self.open else { return };
        self.watchers.retain(|w| w.wire.is_open());
        if !self.watchers.is_empty() || !open.seats.is_empty() {
            self.staff.think(&self.house, &self.game, (&*open.table, &open.library), &open.commanders);
        }
    }

    /// Gives the order that a computer has decided on, by the door that everybody's orders come through. If the game has
    /// gone on in the meantime it is forgotten.
    async fn carry_out(&mut self, decided: Decided) {
        let Decided { version, side, counsel, .. } = decided;
        let Ok(open) = self.open().await else { return };
        if open.table.version() != version {
            return;
        }
        let given = match &counsel {
            None => Err("he came to no decision".to_owned()),
            Some(counsel) => {
                let order =
                    || Ok(open.table.order_because(side, &counsel.order, Some(version), &counsel.reason)?);
                guarded(order).map_err(|error| format!("{} was refused: {}", counsel.order, error.message))
            }
        };
        if let Err(what) = given {
            tracing::error!(game = public(&self.game), %side, version, what, "a commander failed");
            // Whatever went wrong, the table is as its record says.
            self.open = None;
            if !self.staff.fail(version, side, &what) {
                return;
            }
            // The next to think is a stand-in.
            if self.open().await.is_err() {
                return;
            }
        }
        if let Err(error) = self.write(version).await {
            tracing::error!(
                game = public(&self.game),
                error = error.message,
                "a computer's order was not kept"
            );
        }
    }

    /// What has to be thought out for this question, if whoever asks may ask it.
    async fn thought(&mut self, token: Option<&str>, ask: &Ask) -> Result<Thought, RpcError> {
        let open = self.open().await?;
        let place = open.place(token)?;
        if *ask == Ask::Advice && !open.advice {
            return Err(RpcError::not_yours("in this game nobody is given advice"));
        }
        let table = &*open.table;
        guarded(|| thought(table, place, ask).unwrap_or_else(|| Err(lost())))
    }

    /// Thinks away from the table and answers whoever asked.
    fn think_over(&self, thought: Thought, reply: oneshot::Sender<Answer>) {
        let house = Arc::clone(&self.house);
        tokio::spawn(async move {
            let Ok(_permit) = house.thinkers.acquire().await else { return };
            let thought = tokio::task::spawn_blocking(move || guarded(thought));
            // Whoever asked may have gone.
            let _ = reply.send(thought.await.unwrap_or_else(|_| Err(lost())));
        });
    }

    /// The game, read from the database if it must be.
    async fn open(&mut self) -> Result<&mut Open, RpcError> {
        let open = match self.open.take() {
            Some(open) => open,
            None => {
                let kept = self.house.store.load(&self.game).await.map_err(|e| broken(&e))?;
                read(&self.house, &self.game, kept.ok_or_else(RpcError::no_game)?).await?
            }
        };
        Ok(self.open.insert(open))
    }

    async fn ask(&mut self, token: Option<&str>, ask: &Ask) -> Answer {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(token)?;
        // Whoever plays both sides at one screen may take the game elsewhere and play on there.
        let secret = match (ask, place) {
            (Ask::Save, Place::Both) => open.secret.map_or(Secret::Kept, Secret::Told),
            _ => Secret::Kept,
        };
        let before = open.table.version();
        let answer = guarded(|| desk::ask(&mut *open.table, &game, place, ask, secret));
        if answer.as_ref().is_err_and(|error| error.code == RpcError::OURS) {
            self.open = None;
            return answer;
        }
        self.write(before).await?;
        answer
    }

    /// Brings entries after `before` to disk and tells everyone. If that fails the game is read again: the table
    /// has gone where its record has not.
    async fn write(&mut self, before: u32) -> Result<(), RpcError> {
        let Some(open) = &self.open else { return Ok(()) };
        if open.table.version() == before {
            return Ok(());
        }
        let entries = open.table.entries(before);
        let standing = standing(&*open.table);
        if let Err(error) = self.house.store.append(&self.game, before, &entries, &standing).await {
            self.open = None;
            return Err(match error {
                StoreError::Stale => Failure::Gone("the game has gone on in the meantime".to_owned()).into(),
                other => broken(&other),
            });
        }
        self.tell(before);
        Ok(())
    }

    /// Tells everyone who watches, each what their place may know.
    fn tell(&mut self, since: u32) {
        let Some(open) = &self.open else { return };
        self.watchers.retain(|w| w.wire.is_open());
        let mut written: HashMap<Place, Utf8Bytes> = HashMap::new();
        for watcher in &self.watchers {
            let message = match written.get(&watcher.place) {
                Some(message) => message.clone(),
                None => {
                    let changed = guarded(|| desk::changed(&*open.table, &self.game, watcher.place, since));
                    let Ok(changed) = changed else { continue };
                    let message = Utf8Bytes::from(notice("game.changed", &changed));
                    written.insert(watcher.place, message.clone());
                    message
                }
            };
            watcher.wire.tell(message);
        }
    }

    async fn watch(&mut self, wire: Arc<Wire>, token: Option<&str>, watch: &params::Watch) -> Answer {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(token)?;
        if let Some(seed) = &watch.seed {
            let before = open.table.version();
            if let Err(error) = guarded(|| give_seed(&mut *open.table, place, seed)) {
                self.open = None;
                return Err(error);
            }
            self.write(before).await?;
        }
        let open = self.open().await?;
        let told = desk::Told { name: &open.name, commanders: &open.commanders, advice: open.advice };
        let watched = guarded(|| desk::watched(&*open.table, &game, told, place, watch.version))?;
        self.watchers.retain(|w| w.wire.is_open() && w.wire.number() != wire.number());
        self.watchers.push(Watcher { wire, place });
        answer(&watched)
    }
}

/// A game as the database kept it. No part of a keeper: what his staff thinks with stays with one thread at a time.
async fn read(house: &House, game: &str, kept: Kept) -> Result<Open, RpcError> {
    let Kept { header, secret, name, seats, entries, commanders, advice, .. } = kept;
    let secret = tabletop::Header { secret, ..header.clone() }.seed();
    let library = house.library_for(&header).await?;
    let table = guarded(|| Ok(library.load(&header, &entries, secret)?)).map_err(|error| {
        let file = house.store.file().display();
        tracing::error!(game = public(game), %file, error = error.message, "a record cannot be read");
        RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
    })?;
    Ok(Open { table, library, secret, name, seats, commanders, advice })
}

impl Open {
    /// How whoever shows this token stands to the game.
    fn place(&self, token: Option<&str>) -> Result<Place, RpcError> {
        let Some(token) = token else { return Ok(Place::Watcher) };
        let hash = token_hash(token);
        // Every seat is compared, so that the time does not tell which one it was.
        let seat = self.seats.iter().fold(
            None,
            |found, (you, kept)| {
                if same_hash(kept, &hash) { Some(*you) } else { found }
            },
        );
        seat.map(Place::from).ok_or_else(|| RpcError::not_yours("this token opens no seat of this game"))
    }
}

/// A player's share of the dice, if it still can be taken. At one screen there is one player, whose share goes in as the
/// Union's.
fn give_seed(table: &mut dyn Table, place: Place, seed: &str) -> Result<(), RpcError> {
    let side = match place {
        Place::Watcher => return Err(RpcError::not_yours("only players have a share of the dice")),
        Place::Seat(side) => side,
        Place::Both => Side::Union,
    };
    match table.seed(side, seed) {
        // Too late, or given before: a page that comes back simply offers it again.
        Ok(()) | Err(Failure::Gone(_)) => Ok(()),
        Err(other) => Err(other.into()),
    }
}

/// Where a table stands, for lists.
pub(super) fn standing(table: &dyn Table) -> Standing {
    let standing = table.standing();
    let number = |field: &str| standing[field].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    Standing {
        turn: number("turn"),
        turns: number("turns"),
        phase: standing["phase"].as_str().unwrap_or_default().to_owned(),
        asked: table.asked(),
    }
}

/// As much of a game's name as a log may tell: enough to find it, too little to watch it.
pub(super) fn public(game: &str) -> &str {
    game.get(..8).unwrap_or(game)
}
