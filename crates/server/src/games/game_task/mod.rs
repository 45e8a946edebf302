//! The task of one game: its table, and everything that is asked of it, one after another.

mod branch;
mod computers;
mod elsewhere;
mod feeds;
mod open;
mod resting;
mod reviews;
mod talk;
mod watching;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use protocol::answer::ThinkingTold;
use protocol::guarded;
use protocol::ready::Ready;
use protocol::talk::Room;
use protocol::{Answer, Ask, Outcome, RpcError, Secret, Viewer, handlers, notice};
use serde_json::Value;
use serde_json::value::RawValue;
use tabletop::{BySide, Failure, Offer, Side};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tracing::Instrument;

use super::ai_seats::AiSeats;
use super::connection::Connection;
use super::failure::{broken, lost};
#[cfg(feature = "club")]
use super::message::is_over;
use super::message::{Message, Turn};
use super::patches::{LastTold, Mark};
use super::review::Review;
use super::shared::{Mailbox, Shared};
use super::thinking::{Kind, Party};
use crate::limits::Client;
use crate::secrets::SeatHash;
use crate::store::{NextTurn, Standing, StoreError};
use crate::thought::Topic;
use open::{Open, read};

pub(super) use resting::LEAVES;
use reviews::is_reviewed;

/// Why something was not answered.
enum Unanswered {
    /// Another server has written to the game at the same time: the table is as it was.
    Overtaken,
    /// There is no place for working it out now.
    Busy,
    /// For a reason that is told.
    Refused(RpcError),
}

impl From<RpcError> for Unanswered {
    fn from(error: RpcError) -> Unanswered {
        Unanswered::Refused(error)
    }
}

impl From<Unanswered> for RpcError {
    fn from(unanswered: Unanswered) -> RpcError {
        match unanswered {
            Unanswered::Overtaken => Failure::Gone("the game has gone on in the meantime".to_owned()).into(),
            Unanswered::Busy => lost(),
            Unanswered::Refused(error) => error,
        }
    }
}

/// Why a game is written to.
enum Cause {
    /// Somebody has asked, or the dice fell.
    Asked {
        /// A player has just come to the table.
        came: bool,
    },
    /// A computer has decided: what its decision is called in the queue, if it is there.
    Decided(Option<String>),
}

/// What comes of a question that takes thought.
enum Thinking {
    /// It is known already.
    Known(Answer),
    /// This is to be thought over.
    Over(Topic, Ready),
}

/// Somebody to be told of changes.
struct Watcher {
    connection: Arc<Connection>,
    place: Viewer,
    /// The view that it was told last, if it is told patches.
    held: Option<Mark>,
}

/// Holds the table of one game and answers its messages, one after another.
pub(super) struct GameTask {
    shared: Arc<Shared>,
    game: String,
    messages: Mailbox,
    open: Option<Open>,
    /// The game was let go of and is read again when somebody asks for it; whose players had come to
    /// the table.
    away: Option<BySide<bool>>,
    watchers: Vec<Watcher>,
    /// The views that those were told last who are told patches.
    last_told: LastTold,
    ai_seats: AiSeats,
    /// The review of the game that is under way.
    review: Option<Review>,
    /// The version that everybody who watches has been told.
    told: u32,
    /// An order was refused since the dice wait for a player to come: who watches is told when one
    /// does.
    awaited: bool,
    /// How soon the game is opened again: a computer is to go on in it, and nobody else will ask for it.
    owed: Option<Duration>,
    /// Who came last: a computer thinks for them.
    last: Option<Party>,
    /// Whose work it is to read the game.
    client: Option<Client>,
    /// What the question that is being answered was waited for with.
    turn: Turn,
    /// When somebody has lately asked for what is past, and after which version: the entries since
    /// then are held.
    reached_back: Option<(Instant, u32)>,
    /// The number of what was said last, of what those who watch were told.
    said: HashMap<Room, u32>,
    /// Which players let the other know when they are there, as far as somebody has asked.
    shown: BySide<bool>,
}

/// How often a question is answered anew since another server was faster.
const MOST_TRIES: u32 = 4;

/// How long after a failure of the database a computer's order is tried again.
const RETRIED: Duration = Duration::from_secs(5);

impl GameTask {
    pub(super) fn new(shared: Arc<Shared>, game: String, messages: Mailbox) -> GameTask {
        GameTask {
            shared,
            game,
            messages,
            open: None,
            away: None,
            watchers: Vec::new(),
            last_told: LastTold::default(),
            ai_seats: AiSeats::default(),
            review: None,
            told: 0,
            awaited: false,
            owed: None,
            last: None,
            client: None,
            turn: Turn::default(),
            reached_back: None,
            said: HashMap::new(),
            shown: BySide::default(),
        }
    }

    /// Answers messages until nobody wants the game any more.
    pub(super) async fn run(mut self) {
        let mut since = Instant::now();
        loop {
            match tokio::time::timeout(self.patience(since.elapsed()), self.messages.recv()).await {
                Ok(Some(queued)) => {
                    self.client = queued.client.or(self.client);
                    self.turn = queued.turn;
                    // In a box of its own, so that a game that waits takes no room for answers.
                    Box::pin(self.answer(queued.message).instrument(queued.request)).await;
                    self.turn = Turn::default();
                    since = Instant::now();
                }
                Ok(None) => return,
                // A computer's order could not be kept: it thinks again, as soon as the game can be
                // read again.
                Err(_) if self.owed.is_some() => {
                    self.owed = Box::pin(self.open()).await.err().and_then(|error| tried_again(&error));
                }
                Err(_) => {
                    self.watchers.retain(|w| w.connection.is_open());
                    let quiet = since.elapsed();
                    self.rest(quiet);
                    if quiet >= self.shared.idle
                        && self.watchers.is_empty()
                        && !self.is_thinking()
                        && self.shared.put_away(&self.game, &self.messages)
                    {
                        return;
                    }
                }
            }
            self.think();
            if self.open.is_none() && self.owed.is_none() && !self.is_thinking() {
                self.ai_seats.admission = None;
            }
            self.ai_seats.kept.free();
            self.let_go();
            if self.open.as_mut().is_some_and(Open::is_crowded) {
                self.leave_memory();
            }
            // Somebody tries names: nothing is kept for that.
            if self.open.is_none()
                && self.away.is_none()
                && self.owed.is_none()
                && self.watchers.is_empty()
                && !self.is_thinking()
                && self.shared.put_away(&self.game, &self.messages)
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
        if let Message::Ask { connection, .. } | Message::Watch { connection, .. } = &message {
            self.client = Some(connection.client());
        }
        if message.is_question() {
            // If the database does not say, what is known here is answered.
            let _ = self.catch_up().await;
        }
        if let Some(open) = &mut self.open {
            self.shared.tell_time(&mut *open.table);
        }
        match message {
            Message::Ask { connection, seat, ask: Ask::WholeReview, reply } => {
                let answer = self.review_whole(&connection, seat.as_ref()).await;
                let _ = reply.send(answer);
            }
            Message::Ask { seat, ask: Ask::Review(Some(version)), reply, .. }
                if is_reviewed(&self.shared, &self.game, version).await =>
            {
                let answer = self.reviewed(seat.as_ref(), version).await;
                let _ = reply.send(answer);
            }
            Message::Ask {
                connection,
                seat,
                ask: ask @ (Ask::Advice | Ask::Lesson(_) | Ask::Review(_)),
                reply,
            } => {
                let kind = match ask {
                    Ask::Advice => Kind::Advice,
                    Ask::Lesson(_) => Kind::Lesson,
                    _ => Kind::Review,
                };
                // Its place first: who has enough of them there costs nothing more.
                let ticket = self.shared.thinking.enter(kind, &self.game, Some(connection.party()));
                let thought = match ticket {
                    Ok(ticket) => self.thought(seat.as_ref(), &ask).await.map(|thought| (ticket, thought)),
                    Err(refused) => Err(refused),
                };
                match thought {
                    Ok((_, Thinking::Known(answer))) => drop(reply.send(answer)),
                    Ok((ticket, Thinking::Over(topic, ready))) => {
                        self.think_over((kind, ticket), topic, ready, connection, reply);
                    }
                    Err(error) => drop(reply.send(Err(error))),
                }
            }
            Message::Ask { seat, ask: Ask::Feed, reply, .. } => {
                let answer = self.feed_of(seat.as_ref()).await;
                let _ = reply.send(answer);
            }
            Message::Talk { seat, caller, talk, reply } => {
                self.talk((seat.as_ref(), caller), talk, reply).await;
            }
            Message::Feed { secret, reply } => {
                let feed = self.feed(&secret).await;
                let _ = reply.send(feed);
            }
            Message::Clock { reply } => {
                let shared = Arc::clone(&self.shared);
                let left = self.open().await.ok().and_then(|open| {
                    shared.tell_time(&mut *open.table);
                    open.table.clock_left()
                });
                let _ = reply.send(left);
            }
            Message::Branch { seat, version, seats, reply } => {
                let branched = self.branch(seat.as_ref(), version, seats).await;
                let _ = reply.send(branched);
            }
            #[cfg(feature = "club")]
            Message::Shelf { reply } => {
                let shelf = self.shelf().await;
                let _ = reply.send(shelf);
            }
            #[cfg(feature = "club")]
            Message::SeatOf { seat, reply } => {
                let place = self.open().await.and_then(|open| open.place(Some(&seat)));
                let _ = reply.send(place);
            }
            #[cfg(feature = "club")]
            Message::SeatNews { you, reply } => {
                let news = self.seat_news(you).await;
                let _ = reply.send(news);
            }
            #[cfg(feature = "club")]
            Message::Outcome { reply } => {
                let outcome = self.open().await.and_then(|open| outcome(open));
                let _ = reply.send(outcome);
            }
            Message::Ask { connection, seat, ask, reply } => {
                match self.ask(&connection, seat.as_ref(), &ask).await {
                    Err(Unanswered::Busy) => self.put_back(Message::Ask { connection, seat, ask, reply }),
                    // Whoever asked may have gone.
                    answer => drop(reply.send(answer.map_err(RpcError::from))),
                }
            }
            Message::Watch { connection, seat, watch, reply } => {
                match self.watch(&connection, seat.as_ref(), &watch).await {
                    Err(Unanswered::Busy) => self.put_back(Message::Watch { connection, seat, watch, reply }),
                    answer => drop(reply.send(answer.map_err(RpcError::from))),
                }
            }
            Message::Unwatch { connection } => {
                let gone = self.watchers.iter().find(|w| w.connection.number() == connection);
                let place = gone.map(|watcher| watcher.place);
                self.watchers.retain(|w| w.connection.number() != connection);
                self.forget_views();
                if let Some(place) = place {
                    self.tell_presence(place);
                }
            }
            Message::Decided(mut decided) => {
                let pause = self.shared.steady;
                let due = self.open.as_ref().and_then(|open| AiSeats::due(&decided, &*open.table, pause));
                if let Some(due) = due {
                    return decided.wait(due, &self.shared, &self.game);
                }
                self.ai_seats.decided(&mut decided);
                if decided.overtaken {
                    self.look_again().await;
                } else if !decided.called_off {
                    self.execute(*decided).await;
                }
            }
            Message::Changed => {
                self.look_again().await;
                #[cfg(feature = "club")]
                self.note_attended();
                self.hear_talk().await;
            }
            Message::TakeOn => self.take_on().await,
            Message::MayThink(admission) => {
                self.ai_seats.admission = Some(admission);
                self.owed = self.open().await.err().and_then(|error| tried_again(&error));
            }
            Message::Reviewed(found) => self.found(*found).await,
            Message::ReviewPlace(place) => {
                if let Some(review) = &mut self.review {
                    review.tell(&thinking_told(&self.game, Kind::Review, place));
                }
            }
            Message::Expire { expiry, reply } => {
                let gone = self.expire(expiry).await;
                let _ = reply.send(gone);
            }
            Message::StopBots => self.ai_seats.stop_bots(),
            Message::Place(place) => self.tell_place(place),
        }
    }

    /// Tells who watches which place the computer has that is asked; 0 is none.
    fn tell_place(&mut self, place: usize) {
        self.ai_seats.place = Some(place);
        let told = thinking_told(&self.game, Kind::Turn, place);
        self.watchers.iter().for_each(|watcher| watcher.connection.tell(told.clone()));
    }

    /// A computer of the game thinks for its players, or for whoever looks on if no player has come: who watches moves
    /// nobody else's game into rounds of their own.
    fn serve(&mut self, place: Viewer, connection: &Connection) {
        if place != Viewer::Watcher || self.last.is_none() {
            self.last = Some(connection.party());
        }
    }

    /// For whom a computer of the game thinks; whoever has only had it read, if nobody has asked how it stands.
    fn asker(&self) -> Option<Party> {
        self.last.or(self.client.map(Party::Client))
    }

    fn has_long_record(&self) -> bool {
        self.open.as_ref().is_some_and(Open::is_long)
    }

    /// A place for working out an answer; it is kept until the message is answered.
    fn take_place(&mut self) -> Result<(), Unanswered> {
        let (work, is_long) = (self.shared.allowances.work(), self.has_long_record());
        self.turn.place = self.turn.place.take().or_else(|| work.free_place(is_long));
        if self.turn.place.is_some() { Ok(()) } else { Err(Unanswered::Busy) }
    }

    /// Lets a question wait for a place beside the game, whose orders go on meanwhile.
    fn put_back(&mut self, message: Message) {
        let (shared, game, is_long) = (Arc::clone(&self.shared), self.game.clone(), self.has_long_record());
        let mut turn = std::mem::take(&mut self.turn);
        let waiting = async move {
            turn.place = shared.allowances.work().place(is_long).await;
            shared.send_in_turn((None, turn), &game, message);
        };
        self.shared.at_work.spawn(waiting.in_current_span());
    }

    /// The game, read from the database if it must be. Who watches is told what another server has
    /// written meanwhile.
    async fn open(&mut self) -> Result<&mut Open, RpcError> {
        let mut kept = None;
        let open = match self.open.take() {
            Some(open) => open,
            None => {
                let present = self.shared.store.present(&self.game).await.map_err(|e| broken(&e))?;
                let mut open = read(&self.shared, self.client, &self.game).await?;
                kept = Some(open.table.version());
                for watcher in self.watchers.iter().filter(|w| w.connection.is_open()) {
                    open.come(watcher.place);
                }
                let came = self.away.take().unwrap_or_default();
                for side in Side::BOTH.into_iter().filter(|side| came[*side]) {
                    open.table.come(side);
                }
                present.iter().for_each(|present| open.seat(present));
                open
            }
        };
        let version = self.open.insert(open).table.version();
        self.settle(kept.unwrap_or(version)).await?;
        self.open.as_mut().ok_or_else(lost)
    }

    /// What the library is to keep of it.
    #[cfg(feature = "club")]
    async fn shelf(&mut self) -> Result<crate::games::message::OnShelf, RpcError> {
        is_over(&*self.open().await?.table)?;
        self.recall_for_a_while(0).await?;
        let (client, work) = (self.client, Arc::clone(self.shared.allowances.work()));
        let open = self.open().await?;
        let shelf = || crate::games::message::OnShelf::of(&open.library, &*open.table);
        work.read(client, || guarded(shelf))
    }

    /// Answers; anew if another server has written to the game at the same time, as if it had been
    /// asked after that.
    async fn ask(
        &mut self,
        connection: &Connection,
        seat: Option<&SeatHash>,
        ask: &Ask,
    ) -> Result<Box<RawValue>, Unanswered> {
        for _ in 1..MOST_TRIES {
            match self.ask_once(connection, seat, ask).await {
                Err(Unanswered::Overtaken) => {}
                answer => return answer,
            }
        }
        self.ask_once(connection, seat, ask).await
    }

    async fn ask_once(
        &mut self,
        connection: &Connection,
        seat: Option<&SeatHash>,
        ask: &Ask,
    ) -> Result<Box<RawValue>, Unanswered> {
        let game = self.game.clone();
        let place = self.open().await?.place(seat)?;
        self.serve(place, connection);
        let number = connection.number();
        let told_patches =
            |w: &Watcher| w.held.is_some() && w.connection.number() == number && w.place == place;
        let beside = self.watchers.iter().any(told_patches);
        let outcome = if beside { Outcome::ToldBeside } else { Outcome::Answered };
        let open = self.open().await?;
        // Whoever plays both sides at one screen may take the game elsewhere and play on there.
        let secret = match (ask, place) {
            (Ask::Save, Viewer::Both) => open.secret.map_or(Secret::Kept, Secret::Told),
            _ => Secret::Kept,
        };
        if ask.changes() {
            if !ask.ends() {
                self.shared.allowances.may_record(connection.client()).map_err(RpcError::from)?;
            }
            self.wake();
        }
        let limits = self.shared.limits;
        self.open().await?.room_for(place, ask, &limits)?;
        if let Some(since) = ask.reaches_back_to() {
            self.recall_for_a_while(since).await?;
        }
        if matches!(ask, Ask::Replace(_)) {
            if self.shared.store.is_rated(&self.game).await.map_err(|e| broken(&e))? {
                let claim = "in a rated game no computer plays on for a player: claim the game";
                return Err(RpcError::not_yours(claim).into());
            }
            self.open().await?.has_commanders()?;
        }
        if let Ask::Offer(Offer::Rewind { to }) = ask {
            self.may_go_back(*to).await?;
        }
        if !ask.changes() {
            self.take_place()?;
        }
        let work = Arc::clone(self.shared.allowances.work());
        let open = self.open().await?;
        let before = open.table.version();
        let came = open.come(place);
        let is_made_up = open.is_made_up();
        let answer = || guarded(|| handlers::ask(&mut *open.table, &game, place, ask, secret, outcome));
        let answer = match ask.changes() && !is_made_up {
            true => work.charged(Some(connection.client()), answer),
            false => work.read(Some(connection.client()), answer),
        };
        if answer.as_ref().is_err_and(|error| error.code == RpcError::OURS) {
            self.open = None;
            return Ok(answer?);
        }
        // What another server has written may allow what is refused here.
        if answer.is_err() && open.table.version() == before && self.catch_up().await? {
            return Err(Unanswered::Overtaken);
        }
        if let Err(error) = &answer {
            self.awaited |= error.data.as_ref().is_some_and(|data| data["waiting"].is_array());
        }
        let stake = match ask {
            Ask::Share(stake) if answer.is_ok() => Some(stake),
            _ => None,
        };
        if answer.is_ok() && matches!(ask, Ask::Offer(_) | Ask::Accept(_)) {
            self.ai_seats.forget_plans();
        }
        if let (Ask::Replace(_), Ok(_), Some(open)) = (ask, &answer, &mut self.open) {
            open.seat_replacements();
        }
        self.keep_present((place, came), before, stake).await?;
        self.write(before, Cause::Asked { came }).await?;
        Ok(answer?)
    }

    /// A game of a tournament against a computer counts, and the computer takes every offer: nobody plays on from
    /// before a die that they have seen.
    async fn may_go_back(&mut self, to: u32) -> Result<(), RpcError> {
        let open = self.open().await?;
        let played_by_computer = Side::BOTH.into_iter().any(|side| open.commanders.of(side).is_some());
        let is_thrown = |entry: &Value| entry.get("dice").is_some();
        if !played_by_computer || !open.table.entries(to).iter().any(is_thrown) {
            return Ok(());
        }
        let counts = self.shared.store.tournament_of(&self.game).await.map_err(|e| broken(&e))?;
        if counts.is_some() {
            return Err(Failure::Gone(
                "this game counts in a tournament: it goes back no further than the last order that took dice".to_owned(),
            )
            .into());
        }
        Ok(())
    }

    /// Brings entries after `before` to disk and tells everyone. If that fails the game is read
    /// again: the table has gone where its record has not. Of orders without a number nobody is
    /// told.
    ///
    /// They are told too when a player has just come to the table, which may be what the dice
    /// waited for.
    async fn write(&mut self, before: u32, cause: Cause) -> Result<(), Unanswered> {
        let asker = self.asker();
        let Some(open) = &mut self.open else { return Ok(()) };
        let pending = open.table.pending();
        let turn = (self.shared.thinkers.is_some() && !open.commanders.is_empty()).then(|| {
            let of = (&*open.table, &open.commanders);
            self.ai_seats.next(&self.shared, &self.game, of, (open.turns(&self.watchers), asker))
        });
        if open.table.version() == before {
            if pending != open.pending {
                // Whatever a person says in advance, a computer goes on thinking.
                let turn = match &cause {
                    Cause::Decided(done) => turn.map(|turn| NextTurn { done: done.clone(), ..turn }),
                    Cause::Asked { .. } => None,
                };
                let of = (&*self.game, before, &*open.pending);
                let kept = self.shared.store.keep_standing_with(of, &pending, turn).await;
                if let Err(error) = kept {
                    self.open = None;
                    return Err(match error {
                        StoreError::Stale => Unanswered::Overtaken,
                        other => broken(&other).into(),
                    });
                }
                open.pending = pending;
                self.shared.unstarted.started(&self.game);
            }
            let came = matches!(cause, Cause::Asked { came: true });
            if came && (self.awaited || open.table.shares().is_some_and(|shares| shares != BySide::default()))
            {
                self.tell(before);
            }
            return Ok(());
        }
        let waiting = std::mem::replace(&mut open.pending, pending);
        let entries = open.table.entries(before);
        let standing = Standing::of(&*open.table);
        let of = (&*self.game, before, &*waiting);
        let kept = self.shared.store.append_with(of, &entries, &standing, turn).await;
        if let Err(error) = kept {
            self.open = None;
            return Err(match error {
                StoreError::Stale => Unanswered::Overtaken,
                other => broken(&other).into(),
            });
        }
        let bytes = open.grown(&entries);
        // What a computer decides is counted for the client that asked last.
        if let Some(client) = self.client {
            self.shared.allowances.recorded(client, bytes);
        }
        if entries.iter().any(|entry| entry.get("order").is_some()) {
            self.shared.unstarted.started(&self.game);
        }
        #[cfg(feature = "club")]
        if let Ok(Some(outcome)) = outcome(open) {
            self.shared.note_result(&self.game, &outcome).await;
        }
        #[cfg(feature = "club")]
        self.shared.for_notices.changed(&self.game);
        self.tell(before);
        Ok(())
    }
}

/// How the game ended; nothing if it goes on.
#[cfg(feature = "club")]
fn outcome(open: &Open) -> Result<Option<crate::club::matches::Outcome>, RpcError> {
    use crate::club::matches::Outcome;
    let table = &*open.table;
    if table.asked().is_some() {
        return Ok(None);
    }
    let unplayed = table.ending().is_some() && !open.is_played();
    guarded(|| Ok(Some(Outcome { unplayed, ..Outcome::of(table.ending(), &table.victory()) })))
}

/// How soon a game is opened again that could not be opened, if that may help.
fn tried_again(error: &RpcError) -> Option<Duration> {
    match error.code {
        RpcError::OURS => Some(RETRIED),
        RpcError::LIMIT => Some(LEAVES),
        _ => None,
    }
}

/// What whoever waits is told of its place.
fn thinking_told(game: &str, kind: Kind, place: usize) -> Utf8Bytes {
    notice("game.thinking", &ThinkingTold { game, kind: kind.told(), place }).into()
}
