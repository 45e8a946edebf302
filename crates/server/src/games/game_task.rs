//! The task of one game.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ai::Interrupt;
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tabletop::{AnyGame, BySide, Failure, ShareState};
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

use super::ai_seats::{AiSeats, Decided};
use super::review::{Found, Review};
use super::thinking::{Kind, Party, Ticket};
use super::{Connection, Games, Message, broken, lost};
use crate::line::guarded;
use crate::protocol::answer::{ReviewTold, Reviewed, ThinkingTold, You, answer};
use crate::protocol::params::Stake;
use crate::protocol::{
    Answer, Ask, RpcError, Secret, Thought, Viewer, handlers, moments, notice, params, study, thought,
};
use crate::secrets::{same_hash, token_hash};
use crate::store::{Kept, Standing, StoreError};
use catalog::Library;

/// A game that has been read from the database.
struct Open {
    table: Box<dyn AnyGame>,
    library: Arc<Library>,
    secret: Option<tabletop::ServerSeed>,
    name: String,
    seats: Vec<(You, String)>,
    commanders: params::Commanders,
    advice: bool,
    /// The orders without a number that are on disk.
    pending: Vec<Value>,
}

/// Somebody to be told of changes.
struct Watcher {
    connection: Arc<Connection>,
    place: Viewer,
}

/// Holds the table of one game and answers its messages, one after another.
pub(super) struct GameTask {
    games: Arc<Games>,
    game: String,
    messages: mpsc::UnboundedReceiver<Message>,
    open: Option<Open>,
    watchers: Vec<Watcher>,
    ai_seats: AiSeats,
    /// The review of the game that is under way.
    review: Option<Review>,
    /// An order was refused since the dice wait for a player to come: who watches is told when one
    /// does.
    awaited: bool,
    /// A computer's order could not be kept, and nobody else will ask for the game again.
    owed: bool,
    /// Who came last: a computer thinks for them.
    last: Option<Party>,
}

/// How long after a failure of the database a computer's order is tried again.
const RETRIED: Duration = Duration::from_secs(5);

impl GameTask {
    pub(super) fn new(
        games: Arc<Games>,
        game: String,
        messages: mpsc::UnboundedReceiver<Message>,
    ) -> GameTask {
        GameTask {
            games,
            game,
            messages,
            open: None,
            watchers: Vec::new(),
            ai_seats: AiSeats::default(),
            review: None,
            awaited: false,
            owed: false,
            last: None,
        }
    }

    /// Answers messages until nobody wants the game any more.
    pub(super) async fn run(mut self) {
        loop {
            let wait = if self.owed { RETRIED.min(self.games.idle) } else { self.games.idle };
            match tokio::time::timeout(wait, self.messages.recv()).await {
                Ok(Some(message)) => self.answer(message).await,
                Ok(None) => return,
                // A computer's order could not be kept: it thinks again, as soon as the game can be
                // read again.
                Err(_) if self.owed => self.owed = self.open().await.is_err_and(|e| e.code == RpcError::OURS),
                Err(_) => {
                    self.watchers.retain(|w| w.connection.is_open());
                    if self.watchers.is_empty()
                        && !self.is_thinking()
                        && self.games.put_away(&self.game, &self.messages)
                    {
                        return;
                    }
                }
            }
            self.think();
            // Somebody tries names: nothing is kept for that.
            if self.open.is_none()
                && !self.owed
                && self.watchers.is_empty()
                && !self.is_thinking()
                && self.games.put_away(&self.game, &self.messages)
            {
                return;
            }
        }
    }

    /// Whether anything is thought over that comes back here.
    fn is_thinking(&self) -> bool {
        self.ai_seats.is_thinking() || self.review.is_some()
    }

    async fn answer(&mut self, message: Message) {
        match message {
            Message::Ask { connection, token, ask: Ask::WholeReview, reply } => {
                let answer = self.review_whole(&connection, token.as_deref()).await;
                let _ = reply.send(answer);
            }
            Message::Ask { token, ask: Ask::Review(Some(version)), reply, .. }
                if is_reviewed(&self.games, &self.game, version).await =>
            {
                let answer = self.reviewed(token.as_deref(), version).await;
                let _ = reply.send(answer);
            }
            Message::Ask { connection, token, ask: ask @ (Ask::Advice | Ask::Review(_)), reply } => {
                let kind = if ask == Ask::Advice { Kind::Advice } else { Kind::Review };
                // Its place first: who has enough of them there costs nothing more.
                let ticket = self.games.thinking.enter(kind, &self.game, Some(connection.party()));
                let thought = match ticket {
                    Ok(ticket) => self.thought(token.as_deref(), &ask).await.map(|thought| (ticket, thought)),
                    Err(refused) => Err(refused),
                };
                match thought {
                    Ok((ticket, thought)) => self.think_over((kind, ticket), thought, connection, reply),
                    Err(error) => drop(reply.send(Err(error))),
                }
            }
            Message::Ask { connection, token, ask, reply } => {
                self.last = Some(connection.party());
                let answer = self.ask(token.as_deref(), &ask).await;
                // Whoever asked may have gone.
                let _ = reply.send(answer);
            }
            Message::Watch { connection, token, watch, reply } => {
                self.last = Some(connection.party());
                let answer = self.watch(connection, token.as_deref(), &watch).await;
                let _ = reply.send(answer);
            }
            Message::Unwatch { connection } => self.watchers.retain(|w| w.connection.number() != connection),
            Message::Decided(mut decided) => {
                let due = self.open.as_ref().and_then(|open| AiSeats::due(&decided, &*open.table));
                if let Some(due) = due {
                    return decided.wait(due, &self.games, &self.game);
                }
                self.ai_seats.decided(&mut decided);
                if !decided.called_off {
                    self.carry_out(*decided).await;
                }
            }
            Message::Reviewed(found) => self.found(*found).await,
            Message::ReviewPlace(place) => {
                if let Some(review) = &mut self.review {
                    review.tell(&thinking_told(&self.game, Kind::Review, place));
                }
            }
            Message::Expire { before, reply } => {
                let gone = self.expire(before).await;
                let _ = reply.send(gone);
            }
            Message::Place(place) => {
                self.ai_seats.place = Some(place);
                let told = thinking_told(&self.game, Kind::Turn, place);
                self.watchers.iter().for_each(|watcher| watcher.connection.tell(told.clone()));
            }
        }
    }

    /// Lets the computer whose side is asked think. Two computers play on only while somebody
    /// looks.
    fn think(&mut self) {
        let Some(open) = &self.open else { return };
        self.watchers.retain(|w| w.connection.is_open());
        // A computer's order might need a die too.
        if !open.table.waiting().is_empty() {
            return;
        }
        let played = !open.seats.is_empty();
        if self.watchers.is_empty() && !played {
            return self.ai_seats.call_off();
        }
        let kind = if played { Kind::Turn } else { Kind::Shown };
        let asker = (kind, self.last);
        self.ai_seats.think(
            &self.games,
            (&self.game, asker),
            (&*open.table, &open.library),
            &open.commanders,
        );
    }

    /// Gives the order that a computer has decided on, as everybody's orders are given. If the game
    /// has gone on in the meantime it is forgotten.
    async fn carry_out(&mut self, decided: Decided) {
        let Decided { version, side, counsel, .. } = decided;
        if self.open().await.is_err() {
            return;
        }
        let Some(open) = &mut self.open else { return };
        if open.table.version() != version {
            return;
        }
        let given = match &counsel {
            Some(counsel)
                if open.table.takes_no_number(&counsel.order) && self.ai_seats.stands_again(version) =>
            {
                Err("it gives instructions again and decides nothing".to_owned())
            }
            None => Err("it came to no decision".to_owned()),
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
            if !self.ai_seats.fail(version, side, &what) {
                return;
            }
            // The next to think is a stand-in.
            if self.open().await.is_err() {
                return;
            }
        }
        if let Err(error) = self.write(version, false).await {
            self.owed = true;
            tracing::error!(
                game = public(&self.game),
                error = error.message,
                "a computer's order was not kept"
            );
        }
    }

    /// Lets go of the game if nobody has begun it since then, and nobody is at it; whether it has
    /// gone.
    async fn expire(&mut self, before: i64) -> bool {
        self.watchers.retain(|w| w.connection.is_open());
        if !self.watchers.is_empty() || self.ai_seats.is_thinking() {
            return false;
        }
        match self.games.store.forget(&self.game, before).await {
            Ok(true) => {
                self.open = None;
                true
            }
            Ok(false) => false,
            Err(error) => {
                tracing::error!(game = public(&self.game), %error, "a game nobody began could not be let go");
                false
            }
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
        let library = &open.library;
        guarded(|| thought(library, table, place, ask).unwrap_or_else(|| Err(lost())))
    }

    /// Thinks away from the table and answers whoever asked; calls it off if they have gone.
    fn think_over(
        &self,
        (kind, mut ticket): (Kind, Ticket),
        thought: Thought,
        connection: Arc<Connection>,
        mut reply: oneshot::Sender<Answer>,
    ) {
        let game = self.game.clone();
        tokio::spawn(async move {
            let tell = |place| connection.tell(thinking_told(&game, kind, place));
            let mut beat = tokio::time::interval(BEAT);
            beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first is now.
            beat.tick().await;
            tokio::select! {
                () = ticket.turn(Some(BEAT), tell) => {}
                () = reply.closed() => return,
            }
            let interrupt = Interrupt::new();
            let over = interrupt.clone();
            let mut thought = tokio::task::spawn_blocking(move || over.over(|| guarded(thought)));
            let answer = loop {
                tokio::select! {
                    answer = &mut thought => break answer,
                    () = reply.closed() => {
                        interrupt.raise();
                        // Its place is free when it has ended.
                        let _ = thought.await;
                        return;
                    }
                    // Whoever waits long hears that it is still thought over.
                    _ = beat.tick() => tell(0),
                }
            };
            // Whoever asked may have gone.
            let _ = reply.send(answer.unwrap_or_else(|_| Err(lost())));
        });
    }

    /// Begins the review of the whole game, or goes on with it, and tells what is known of it so far.
    async fn review_whole(&mut self, connection: &Arc<Connection>, token: Option<&str>) -> Answer {
        let open = self.open().await?;
        open.place(token)?;
        let (table, library) = (&*open.table, &open.library);
        let moments = guarded(|| moments(library, table))?;
        let mut kept = self.games.store.reviews(&self.game).await.map_err(|e| broken(&e))?;
        let left = moments.iter().map(|m| m.version).filter(|version| !kept.contains_key(version)).collect();
        let reviewed = moments.iter().filter_map(|moment| kept.remove(&moment.version)).collect();
        let mut review = match self.review.take() {
            Some(review) => review,
            None => {
                let review = Review::new(left, moments.len(), connection.party());
                if let Some(version) = review.next() {
                    let ticket =
                        self.games.thinking.enter(Kind::Review, &self.game, Some(connection.party()))?;
                    let open = self.open().await?;
                    let study = guarded(|| study(&open.library, &*open.table, version))?;
                    review.think(&self.games, &self.game, study, Some(ticket));
                }
                review
            }
        };
        if review.next().is_some() {
            review.follow(connection);
            self.review = Some(review);
        }
        answer(&Reviewed::Whole { moments, reviewed })
    }

    /// A moment has been reviewed: it is kept and told, and the next one is thought about.
    async fn found(&mut self, Found { version, moment, failed }: Found) {
        let Some(mut review) = self.review.take() else { return };
        let Ok(open) = self.open().await else { return };
        // An order was taken back: the game goes on, and nobody may know what a general would do.
        if open.table.asked().is_some() || !review.done(version) {
            return;
        }
        let next = review.next().map(|next| guarded(|| study(&open.library, &*open.table, next)));
        if !failed && let Err(error) = self.games.store.keep_review(&self.game, version, &moment).await {
            tracing::error!(game = public(&self.game), %error, "what a review found could not be kept");
        }
        let (done, of) = review.progress();
        let told = ReviewTold { game: &self.game, done, of, moment: &moment };
        review.tell(&notice("game.reviewed", &told).into());
        if let Some(Ok(study)) = next {
            review.think(&self.games, &self.game, study, None);
            self.review = Some(review);
        }
    }

    /// What a review has found of a moment.
    async fn reviewed(&mut self, token: Option<&str>, version: u32) -> Answer {
        let open = self.open().await?;
        open.place(token)?;
        guarded(|| moments(&open.library, &*open.table))?;
        let mut kept = self.games.store.reviews(&self.game).await.map_err(|e| broken(&e))?;
        kept.remove(&version).map_or_else(|| Err(lost()), |found| answer(&found))
    }

    /// The game, read from the database if it must be.
    async fn open(&mut self) -> Result<&mut Open, RpcError> {
        let open = match self.open.take() {
            Some(open) => open,
            None => {
                let kept = self.games.store.load(&self.game).await.map_err(|e| broken(&e))?;
                let kept = kept.ok_or_else(RpcError::no_game)?;
                let mut open = read(&self.games, &self.game, kept).await?;
                for watcher in self.watchers.iter().filter(|w| w.connection.is_open()) {
                    open.come(watcher.place);
                }
                open
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
            (Ask::Save, Viewer::Both) => open.secret.map_or(Secret::Kept, Secret::Told),
            _ => Secret::Kept,
        };
        let before = open.table.version();
        let came = open.come(place);
        let answer = guarded(|| handlers::ask(&mut *open.table, &game, place, ask, secret));
        if answer.as_ref().is_err_and(|error| error.code == RpcError::OURS) {
            self.open = None;
            return answer;
        }
        if let Err(error) = &answer {
            self.awaited |= error.data.as_ref().is_some_and(|data| data["waiting"].is_array());
        }
        self.write(before, came).await?;
        answer
    }

    /// Brings entries after `before` to disk and tells everyone. If that fails the game is read
    /// again: the table has gone where its record has not. Of orders without a number nobody is
    /// told.
    ///
    /// They are told too when a player has just come to the table, which may be what the dice
    /// waited for.
    async fn write(&mut self, before: u32, came: bool) -> Result<(), RpcError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let pending = open.table.pending();
        if open.table.version() == before {
            if pending != open.pending {
                if let Err(error) = self.games.store.keep_standing(&self.game, before, &pending).await {
                    self.open = None;
                    return Err(broken(&error));
                }
                open.pending = pending;
                self.games.started(&self.game);
            }
            if came && (self.awaited || open.table.shares().is_some_and(|shares| shares != BySide::default()))
            {
                self.tell(before);
            }
            return Ok(());
        }
        open.pending = pending;
        let entries = open.table.entries(before);
        let standing = standing(&*open.table);
        if let Err(error) = self.games.store.append(&self.game, before, &entries, &standing).await {
            self.open = None;
            return Err(match error {
                StoreError::Stale => Failure::Gone("the game has gone on in the meantime".to_owned()).into(),
                other => broken(&other),
            });
        }
        if entries.iter().any(|entry| entry.get("order").is_some()) {
            self.games.started(&self.game);
        }
        self.tell(before);
        Ok(())
    }

    /// Tells everyone who watches, each what their place may know.
    fn tell(&mut self, since: u32) {
        let Some(open) = &self.open else { return };
        self.watchers.retain(|w| w.connection.is_open());
        let mut written: HashMap<Viewer, Utf8Bytes> = HashMap::new();
        for watcher in &self.watchers {
            let message = match written.get(&watcher.place) {
                Some(message) => message.clone(),
                None => {
                    let changed =
                        guarded(|| handlers::changed(&*open.table, &self.game, watcher.place, since));
                    let Ok(changed) = changed else { continue };
                    let message = Utf8Bytes::from(notice("game.changed", &changed));
                    written.insert(watcher.place, message.clone());
                    message
                }
            };
            watcher.connection.tell(message);
        }
    }

    async fn watch(
        &mut self,
        connection: Arc<Connection>,
        token: Option<&str>,
        watch: &params::Watch,
    ) -> Answer {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(token)?;
        let stake = Stake::read(watch.commit.clone(), watch.commitment.clone(), watch.seed.clone());
        let stake = stake.map_err(RpcError::malformed)?;
        let before = open.table.version();
        if let Some(stake) = &stake
            && let Err(error) = guarded(|| offer(&mut *open.table, place, stake))
        {
            self.open = None;
            return Err(error);
        }
        let came = open.come(place);
        self.write(before, came).await?;
        let open = self.open().await?;
        let told = handlers::Told { name: &open.name, commanders: &open.commanders, advice: open.advice };
        let watched = guarded(|| handlers::watched(&*open.table, &game, told, place, watch.version))?;
        self.watchers.retain(|w| w.connection.is_open() && w.connection.number() != connection.number());
        if let Some(place) = self.ai_seats.place {
            connection.tell(thinking_told(&self.game, Kind::Turn, place));
        }
        self.watchers.push(Watcher { connection, place });
        answer(&watched)
    }
}

/// How often whoever waits for an answer that takes thought hears of it.
pub(super) const BEAT: Duration = Duration::from_secs(5);

/// Whether something was found of a moment in a review.
async fn is_reviewed(games: &Games, game: &str, version: u32) -> bool {
    games.store.reviews(game).await.is_ok_and(|found| found.contains_key(&version))
}

/// What whoever waits is told of its place.
fn thinking_told(game: &str, kind: Kind, place: usize) -> Utf8Bytes {
    notice("game.thinking", &ThinkingTold { game, kind: kind.told(), place }).into()
}

/// A game as the database kept it. No part of the task: what its computer players think with stays
/// with one thread at a time.
async fn read(games: &Games, game: &str, kept: Kept) -> Result<Open, RpcError> {
    let Kept { header, secret, name, seats, entries, commanders, advice, doubtful, .. } = kept;
    let secret = tabletop::Header { secret, ..header.clone() }.seed();
    let library = games.library_for(&header).await?;
    let pending = games.store.standing(game, entries.len()).await.map_err(|e| broken(&e))?;
    let load = || {
        let mut table = library.load(&header, &entries, secret)?;
        table.wait(&pending)?;
        Ok(table)
    };
    let mut table = guarded(load).map_err(|error| {
        let file = games.store.file().display();
        tracing::error!(game = public(game), %file, error = error.message, "a record cannot be read");
        RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
    })?;
    for side in seats.iter().filter_map(|(you, _)| handlers::player(Viewer::from(*you))) {
        table.expect(side);
    }
    if doubtful {
        // What is kept for lists was damaged: the table tells it anew.
        let game_told = public(game);
        tracing::warn!(
            game = game_told,
            "where this game stands was not kept as it was written: it is written anew"
        );
        if let Err(error) = games.store.restate(game, &standing(&*table)).await {
            tracing::error!(game = game_told, %error, "where this game stands could not be written anew");
        }
    }
    Ok(Open { table, library, secret, name, seats, commanders, advice, pending })
}

impl Open {
    /// Whoever holds this place has come to the table; whether that is news.
    fn come(&mut self, place: Viewer) -> bool {
        handlers::player(place).is_some_and(|side| self.table.come(side))
    }

    /// How whoever shows this token stands to the game.
    fn place(&self, token: Option<&str>) -> Result<Viewer, RpcError> {
        let Some(token) = token else { return Ok(Viewer::Watcher) };
        let hash = token_hash(token);
        // Every seat is compared, so that the time does not tell which one it was.
        let seat = self.seats.iter().fold(
            None,
            |found, (you, kept)| {
                if same_hash(kept, &hash) { Some(*you) } else { found }
            },
        );
        seat.map(Viewer::from).ok_or_else(|| RpcError::not_yours("this token opens no seat of this game"))
    }
}

/// A player's share of the dice, or what binds it, if it still can be taken: a page that comes back
/// offers it again.
fn offer(table: &mut dyn AnyGame, place: Viewer, stake: &Stake) -> Result<(), RpcError> {
    let state = handlers::player(place).and_then(|side| table.shares().map(|shares| shares[side]));
    let held = !matches!(state, None | Some(ShareState::None | ShareState::Awaited));
    let passed_over = match stake {
        Stake::Commit(_, commitment) => held && *commitment == table.header().commitment,
        Stake::Share(_) => matches!(state, Some(ShareState::Committed | ShareState::Asked)),
    };
    if passed_over {
        return Ok(());
    }
    match handlers::stake_of(table, place, stake) {
        Err(error) if error.code == RpcError::GONE => Ok(()),
        other => other,
    }
}

/// Where a table stands, for lists.
pub(super) fn standing(table: &dyn AnyGame) -> Standing {
    let tabletop::Standing { turn, turns, phase, .. } = table.standing();
    Standing { turn, turns, phase, asked: table.asked() }
}

/// As much of a game's name as a log may tell: enough to find it, too little to watch it.
pub(super) fn public(game: &str) -> &str {
    game.get(..8).unwrap_or(game)
}
