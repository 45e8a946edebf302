//! The task of one game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;
use tabletop::{AnyGame, BySide, Failure, ShareState, Side};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::ai_seats::{AiSeats, has_stood};
use super::connection::Connection;
use super::failure::{broken, lost};
use super::message::{Decided, Found, Message};
use super::patches::{Change, LastTold, Mark};
use super::retention::Expiry;
use super::review::{Goes, Review};
use super::shared::{InMemory, Mailbox, Shared};
use super::thinkers::{Came, Wanted};
use super::thinking::{Kind, Party, Ticket};
use crate::line::guarded;
use crate::protocol::answer::{ReviewTold, Reviewed, ThinkingTold, You, answer};
use crate::protocol::params::Stake;
use crate::protocol::{
    Answer, Ask, Outcome, RpcError, Secret, Thought, Viewer, handlers, moments, notice, params, thought,
};
use crate::secrets::{for_logs, fresh_secret, same_hash, token_hash};
use crate::store::{Kept, NextTurn, Present, Standing, StoreError};
use crate::thought::{Ready, Topic};
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
    _in_memory: InMemory,
}

/// Why something was not answered.
enum Unanswered {
    /// Another server has written to the game at the same time: the table is as it was.
    Overtaken,
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
    /// A computer's order could not be kept, and nobody else will ask for the game again.
    owed: bool,
    /// Who came last: a computer thinks for them.
    last: Option<Party>,
    /// When somebody has lately asked for what is past, and after which version: the entries since
    /// then are held.
    reached_back: Option<(Instant, u32)>,
}

/// A game that nothing has come for in this time lets go of what can be made of its table.
const RESTS: Duration = Duration::from_secs(5);

/// One that nothing has come for in this time leaves memory, though somebody watches.
const LEAVES: Duration = Duration::from_secs(60);

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
            owed: false,
            last: None,
            reached_back: None,
        }
    }

    /// Answers messages until nobody wants the game any more.
    pub(super) async fn run(mut self) {
        let mut since = Instant::now();
        loop {
            match tokio::time::timeout(self.patience(since.elapsed()), self.messages.recv()).await {
                Ok(Some(queued)) => {
                    // In a box of its own, so that a game that waits takes no room for answers.
                    Box::pin(self.answer(queued.message).instrument(queued.request)).await;
                    since = Instant::now();
                }
                Ok(None) => return,
                // A computer's order could not be kept: it thinks again, as soon as the game can be
                // read again.
                Err(_) if self.owed => {
                    self.owed = Box::pin(self.open()).await.is_err_and(|e| e.code == RpcError::OURS);
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
            self.let_go();
            // Somebody tries names: nothing is kept for that.
            if self.open.is_none()
                && self.away.is_none()
                && !self.owed
                && self.watchers.is_empty()
                && !self.is_thinking()
                && self.shared.put_away(&self.game, &self.messages)
            {
                return;
            }
        }
    }

    /// How long messages are waited for, after nothing has come for so long.
    fn patience(&self, quiet: Duration) -> Duration {
        let idle = self.shared.idle;
        if self.owed {
            return RETRIED.min(idle);
        }
        let rests = self.last_told.is_awake().then_some(RESTS);
        let leaves = self.open.is_some().then_some(LEAVES);
        let next = [rests, leaves].into_iter().flatten().map(|after| after.min(idle)).chain([idle]);
        let next = next.filter_map(|after| after.checked_sub(quiet)).find(|wait| !wait.is_zero());
        let lets_go = self.reached_back.map(|(at, _)| RESTS.min(idle).saturating_sub(at.elapsed()));
        next.into_iter().chain(lets_go).min().unwrap_or(idle)
    }

    /// Lets go of what nothing has come for in so long, as far as it can be read and made again.
    fn rest(&mut self, quiet: Duration) {
        let idle = self.shared.idle;
        if quiet >= RESTS.min(idle) {
            self.last_told.rest();
        }
        if quiet < LEAVES.min(idle) || self.is_thinking() {
            return;
        }
        // Of shares for each throw, one that was told for the throw at hand stands in no entry yet.
        let throws = |open: &mut Open| {
            let asked = |shares: BySide<ShareState>| {
                Side::BOTH.into_iter().any(|side| shares[side] == ShareState::Asked)
            };
            open.table.header().shares.is_some() && open.table.shares().is_some_and(asked)
        };
        if let Some(mut open) = self.open.take_if(|open| !throws(open)) {
            self.away = Some(BySide::from_fn(|side| !open.table.come(side)));
        }
    }

    /// Lets go of entries that everybody has been told and nobody can take back, once nobody has
    /// asked for what is past in a while: they are on disk. A bot is told all of them.
    fn let_go(&mut self) {
        let lasts = RESTS.min(self.shared.idle);
        self.reached_back = self.reached_back.filter(|(at, _)| at.elapsed() < lasts);
        let until = self.reached_back.map_or(self.told, |(_, since)| since.min(self.told));
        if let Some(open) = &mut self.open
            && !Side::BOTH.into_iter().any(|side| open.commanders.of(side).is_some_and(|c| c.bot.is_some()))
            && guarded(|| {
                open.table.let_go(until);
                Ok(())
            })
            .is_err()
        {
            self.open = None;
        }
    }

    /// Takes the entries back up that the game has let go of, if any after that version is among
    /// them.
    async fn recall(&mut self, since: u32) -> Result<(), RpcError> {
        let Some(open) = &mut self.open else { return Err(lost()) };
        let held = open.table.held_since();
        if since >= held {
            return Ok(());
        }
        let entries = self.shared.store.entries_between(&self.game, 0, held).await.map_err(|e| broken(&e))?;
        let recalled = guarded(|| Ok(open.table.recall(&entries)?));
        recalled.map_err(|error| {
            // It is read whole, and whatever is wrong with it told.
            self.open = None;
            let game = for_logs(&self.game);
            tracing::error!(game, error = error.message, "entries that were let go of cannot be read");
            RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
        })
    }

    /// The same for somebody who is likely to ask for more of what is past.
    async fn recall_for_a_while(&mut self, since: u32) -> Result<(), RpcError> {
        let version = self.open.as_ref().map_or(0, |open| open.table.version());
        if since < version && self.reached_back.is_none_or(|(_, back)| since <= back) {
            self.reached_back = Some((Instant::now(), since));
        }
        self.recall(since).await
    }

    /// Takes the views back up that were told last, before anything changes: patches are made of
    /// them.
    fn wake(&mut self) {
        let Some(open) = &self.open else { return };
        let view = |place| guarded(|| handlers::view(&*open.table, &self.game, place, None)).ok();
        self.last_told.wake(view);
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
                if is_reviewed(&self.shared, &self.game, version).await =>
            {
                let answer = self.reviewed(token.as_deref(), version).await;
                let _ = reply.send(answer);
            }
            Message::Ask { connection, token, ask: ask @ (Ask::Advice | Ask::Review(_)), reply } => {
                let kind = if ask == Ask::Advice { Kind::Advice } else { Kind::Review };
                // Its place first: who has enough of them there costs nothing more.
                let ticket = self.shared.thinking.enter(kind, &self.game, Some(connection.party()));
                let thought = match ticket {
                    Ok(ticket) => self.thought(token.as_deref(), &ask).await.map(|thought| (ticket, thought)),
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
            Message::Ask { connection, token, ask, reply } => {
                self.last = Some(connection.party());
                let answer = self.ask(&connection, token.as_deref(), &ask).await;
                // Whoever asked may have gone.
                let _ = reply.send(answer);
            }
            Message::Watch { connection, token, watch, reply } => {
                self.last = Some(connection.party());
                let answer = self.watch(connection, token.as_deref(), &watch).await;
                let _ = reply.send(answer);
            }
            Message::Unwatch { connection } => {
                self.watchers.retain(|w| w.connection.number() != connection);
                self.forget_views();
            }
            Message::Decided(mut decided) => {
                let due = self.open.as_ref().and_then(|open| AiSeats::due(&decided, &*open.table));
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
            Message::Changed => self.look_again().await,
            Message::TakeOn => self.take_on().await,
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
        let Some(kind) = open.turns(&self.watchers) else { return self.ai_seats.call_off() };
        let asker = (kind, self.last);
        self.ai_seats.think(
            &self.shared,
            (&self.game, asker),
            (&*open.table, &open.library),
            &open.commanders,
        );
    }

    /// Gives the order that a computer has decided on, as everybody's orders are given. If the game
    /// has gone on in the meantime it is forgotten.
    async fn execute(&mut self, decided: Decided) {
        let Decided { version, side, counsel, .. } = decided;
        if self.open().await.is_err() {
            return;
        }
        self.wake();
        let Some(open) = &mut self.open else { return };
        if open.table.version() != version {
            return;
        }
        let key = AiSeats::key(&self.shared, &self.game, &*open.table, &open.commanders);
        let given = match &counsel {
            Some(counsel) if open.table.takes_no_number(&counsel.order) && has_stood(&*open.table, side) => {
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
            tracing::error!(game = for_logs(&self.game), %side, version, what, "a commander failed");
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
        // Where another server's computer was faster there is nothing left to do.
        if let Err(Unanswered::Refused(error)) = self.write(version, Cause::Decided(key)).await {
            self.owed = true;
            tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "a computer's order was not kept"
            );
        }
    }

    /// A computer's turn in this game was forgotten by whoever entered it into the queue: it is
    /// carried out here, or removed if nobody waits for it.
    async fn take_on(&mut self) {
        let opened = self.open().await.map(|_| ());
        let gone = match &opened {
            Ok(()) => false,
            Err(error) if error.code == RpcError::NO_GAME => true,
            Err(error) => {
                let game = for_logs(&self.game);
                return tracing::error!(game, error = error.message, "a forgotten turn cannot be taken on");
            }
        };
        let wanted = self.open.as_ref().filter(|open| !gone && open.turns(&self.watchers).is_some());
        let key =
            wanted.and_then(|open| AiSeats::key(&self.shared, &self.game, &*open.table, &open.commanders));
        if let Err(error) = self.shared.store.withdraw_turns(&self.game, key.as_deref()).await {
            tracing::error!(game = for_logs(&self.game), %error, "forgotten turns could not be removed");
        }
    }

    /// Lets go of the game if it has outstayed, and nobody is at it; whether it has gone.
    async fn expire(&mut self, expiry: Expiry) -> bool {
        self.watchers.retain(|w| w.connection.is_open());
        let store = &self.shared.store;
        let gone = match expiry {
            Expiry::Outstayed { now, .. } if !self.watchers.is_empty() => {
                store.note_watched(&self.game, now).await.map(|()| false)
            }
            Expiry::Unstarted { .. } if !self.watchers.is_empty() => return false,
            _ if self.is_thinking() => return false,
            Expiry::Unstarted { before } => store.forget(&self.game, before).await,
            Expiry::Outstayed { which, before, now } => {
                store.retire(&self.game, which, Expiry::unwatched(before, now)).await
            }
        };
        match gone {
            Ok(true) => {
                (self.open, self.away) = (None, None);
                true
            }
            Ok(false) => false,
            Err(error) => {
                tracing::error!(game = for_logs(&self.game), %error, "a game that is to go could not be let go");
                false
            }
        }
    }

    /// What has to be thought out for this question, if whoever asks may ask it.
    async fn thought(&mut self, token: Option<&str>, ask: &Ask) -> Result<Thinking, RpcError> {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(token)?;
        if *ask == Ask::Advice && !open.advice {
            return Err(RpcError::not_yours("in this game nobody is given advice"));
        }
        if let Some(since) = ask.reaches_back_to() {
            self.recall_for_a_while(since).await?;
        }
        let open = self.open().await?;
        let table = &*open.table;
        let library = &open.library;
        let ready = || match thought(library, table, place, ask).unwrap_or_else(|| Err(lost()))? {
            Thought::Known(answer) => Ok(Thinking::Known(answer)),
            Thought::Asked(version, what) => {
                let ready = Ready::new((version, &what), (library, table), None)?;
                Ok(Thinking::Over(Topic { game, version, what }, ready))
            }
        };
        guarded(ready)
    }

    /// Thinks away from the table, here or elsewhere, and answers whoever asked; calls it off if
    /// they have gone.
    fn think_over(
        &self,
        (kind, ticket): (Kind, Ticket),
        topic: Topic,
        ready: Ready,
        connection: Arc<Connection>,
        mut reply: oneshot::Sender<Answer>,
    ) {
        let (shared, game) = (Arc::clone(&self.shared), self.game.clone());
        let thinking = async move {
            let tell = |place| connection.tell(thinking_told(&game, kind, place));
            let called_off = CancellationToken::new();
            let asker = fresh_secret().unwrap_or_default();
            let wanted = Wanted {
                job: Some(topic.job(kind.urgency(), &asker)),
                claimed: false,
                ticket: Some(ticket),
                called_off: called_off.clone(),
                reminded: true,
            };
            let think = |ready: &mut Option<Ready>| {
                let ready = ready.take().ok_or_else(lost);
                guarded(|| answer(&ready?.think().0))
            };
            let mut thinking = std::pin::pin!(shared.think(wanted, Some(ready), think, tell));
            let came = tokio::select! {
                (came, _) = &mut thinking => came,
                () = reply.closed() => {
                    called_off.cancel();
                    thinking.await.0
                }
            };
            let answer = match came {
                Came::Here(answer) => answer,
                Came::Elsewhere(found, _) => answer(&found),
                Came::Failed => Err(lost()),
                Came::CalledOff { .. } => Err(Unanswered::Overtaken.into()),
            };
            // Whoever asked may have gone.
            let _ = reply.send(answer);
        };
        self.shared.at_work.spawn(thinking.in_current_span());
    }

    /// Begins the review of the whole game, or goes on with it, and tells what is known of it so far.
    async fn review_whole(&mut self, connection: &Arc<Connection>, token: Option<&str>) -> Answer {
        self.open().await?.place(token)?;
        self.recall_for_a_while(0).await?;
        let open = self.open().await?;
        let (table, library) = (&*open.table, &open.library);
        let moments = guarded(|| moments(library, table))?;
        let mut kept = self.shared.store.reviews(&self.game).await.map_err(|e| broken(&e))?;
        let left = moments.iter().map(|m| m.version).filter(|version| !kept.contains_key(version)).collect();
        let reviewed = moments.iter().filter_map(|moment| kept.remove(&moment.version)).collect();
        let mut review = match self.review.take() {
            Some(review) => review,
            None => {
                let review = Review::new(left, moments.len(), connection.party());
                if let Some(version) = review.next() {
                    let ticket =
                        self.shared.thinking.enter(Kind::Review, &self.game, Some(connection.party()))?;
                    let open = self.open().await?;
                    let goes = guarded(|| Goes::new(&open.library, &*open.table, version))?;
                    review.think(&self.shared, &self.game, goes, Some(ticket));
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
        if self.open().await.is_err() || self.recall_for_a_while(0).await.is_err() {
            return;
        }
        let Some(open) = &self.open else { return };
        // An order was taken back: the game goes on, and nobody may know what a general would do.
        if open.table.asked().is_some() || !review.done(version) {
            return;
        }
        let next = review.next().map(|next| guarded(|| Goes::new(&open.library, &*open.table, next)));
        if !failed && let Err(error) = self.shared.store.keep_review(&self.game, version, &moment).await {
            tracing::error!(game = for_logs(&self.game), %error, "what a review found could not be kept");
        }
        let (done, of) = review.progress();
        let told = ReviewTold { game: &self.game, done, of, moment: &moment };
        review.tell(&notice("game.reviewed", &told).into());
        if let Some(Ok(goes)) = next {
            review.think(&self.shared, &self.game, goes, None);
            self.review = Some(review);
        }
    }

    /// What a review has found of a moment.
    async fn reviewed(&mut self, token: Option<&str>, version: u32) -> Answer {
        self.open().await?.place(token)?;
        self.recall_for_a_while(0).await?;
        let open = self.open().await?;
        guarded(|| moments(&open.library, &*open.table))?;
        let mut kept = self.shared.store.reviews(&self.game).await.map_err(|e| broken(&e))?;
        kept.remove(&version).map_or_else(|| Err(lost()), |found| answer(&found))
    }

    /// Goes on with what another server has written to the game, and tells who watches.
    async fn look_again(&mut self) {
        if self.open.is_none() {
            return self.look_from_away().await;
        }
        self.wake();
        let Some(open) = &mut self.open else { return };
        let stood = |open: &Open| (open.table.version(), open.table.shares(), open.table.waiting());
        let before = stood(open);
        let followed = match follow(&self.shared, &self.game, open).await {
            Ok(version) => self.settle(version).await,
            // Orders without a number were given, or it is not to be followed: it is read anew.
            Err(_) => {
                if let Some(mut open) = self.open.take() {
                    self.away = Some(BySide::from_fn(|side| !open.table.come(side)));
                }
                self.open().await.map(|_| ())
            }
        };
        if let Err(error) = followed {
            return tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "what another server wrote could not be read"
            );
        }
        // A player has come there, or has given a share.
        if let Some(now) = self.open.as_ref().map(stood)
            && now.0 == before.0
            && now != before
        {
            self.tell(now.0);
        }
    }

    /// A game that has left memory is read for those who watch it. They are told what the other
    /// server wrote, or that nobody is waited for any more; of an order without a number, nothing.
    async fn look_from_away(&mut self) {
        self.watchers.retain(|w| w.connection.is_open());
        if self.watchers.is_empty() {
            return;
        }
        let told = self.told;
        match self.open().await.map(|open| (open.table.version(), open.table.waiting().is_empty())) {
            Ok((version, true)) if version == told && self.awaited => self.tell(version),
            Ok(_) => {}
            Err(error) => tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "what another server wrote could not be read"
            ),
        }
    }

    /// Writes what came of shares that two servers were given, if the table is further than that
    /// version, and tells who watches what they were not told.
    async fn settle(&mut self, kept: u32) -> Result<(), RpcError> {
        let Some(version) = self.open.as_ref().map(|open| open.table.version()) else { return Ok(()) };
        if version != kept {
            // The dice fall here, if they have not fallen there.
            match self.write(kept, Cause::Asked { came: false }).await {
                Ok(()) => {}
                Err(Unanswered::Overtaken) => return Box::pin(self.open()).await.map(|_| ()),
                Err(Unanswered::Refused(error)) => return Err(error),
            }
        }
        if version != self.told {
            match self.watchers.is_empty() {
                true => self.told = version,
                false => self.tell(version),
            }
        }
        Ok(())
    }

    /// The game, read from the database if it must be. Who watches is told what another server has
    /// written meanwhile.
    async fn open(&mut self) -> Result<&mut Open, RpcError> {
        let mut kept = None;
        let open = match self.open.take() {
            Some(open) => open,
            None => {
                let present = self.shared.store.present(&self.game).await.map_err(|e| broken(&e))?;
                let loaded = self.shared.store.load(&self.game).await.map_err(|e| broken(&e))?;
                let loaded = loaded.ok_or_else(RpcError::no_game)?;
                let mut open = read(&self.shared, &self.game, loaded).await?;
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

    /// Answers; anew if another server has written to the game at the same time, as if it had been
    /// asked after that.
    async fn ask(&mut self, connection: &Connection, token: Option<&str>, ask: &Ask) -> Answer {
        for _ in 1..MOST_TRIES {
            match self.ask_once(connection, token, ask).await {
                Err(Unanswered::Overtaken) => {}
                Err(Unanswered::Refused(error)) => return Err(error),
                Ok(answer) => return Ok(answer),
            }
        }
        Ok(self.ask_once(connection, token, ask).await?)
    }

    async fn ask_once(
        &mut self,
        connection: &Connection,
        token: Option<&str>,
        ask: &Ask,
    ) -> Result<Box<RawValue>, Unanswered> {
        let game = self.game.clone();
        let place = self.open().await?.place(token)?;
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
        if matches!(ask, Ask::Order { .. } | Ask::Undo | Ask::Redo | Ask::Share(_)) {
            self.wake();
        }
        if let Some(since) = ask.reaches_back_to() {
            self.recall_for_a_while(since).await?;
        }
        let open = self.open().await?;
        let before = open.table.version();
        let came = open.come(place);
        let answer = guarded(|| handlers::ask(&mut *open.table, &game, place, ask, secret, outcome));
        if answer.as_ref().is_err_and(|error| error.code == RpcError::OURS) {
            self.open = None;
            return Ok(answer?);
        }
        // What another server has written may allow what is refused here.
        let has_gone_on = answer.is_err()
            && open.table.version() == before
            && self.shared.store.has_gone_on(&self.game, before).await.map_err(|e| broken(&e))?;
        if has_gone_on {
            self.look_again().await;
            return Err(Unanswered::Overtaken);
        }
        if let Err(error) = &answer {
            self.awaited |= error.data.as_ref().is_some_and(|data| data["waiting"].is_array());
        }
        let stake = match ask {
            Ask::Share(stake) if answer.is_ok() => Some(stake),
            _ => None,
        };
        self.keep_present((place, came), before, stake).await?;
        self.write(before, Cause::Asked { came }).await?;
        Ok(answer?)
    }

    /// Lets other servers know that a player has come, or has given a share that stands in no entry
    /// yet.
    async fn keep_present(
        &mut self,
        (place, came): (Viewer, bool),
        before: u32,
        stake: Option<&Stake>,
    ) -> Result<(), Unanswered> {
        let (Some(open), Some(side)) = (&self.open, handlers::player(place)) else { return Ok(()) };
        let share = match stake {
            Some(Stake::Share(share)) if open.table.version() == before => Some(share.clone()),
            _ => None,
        };
        if !came && share.is_none() {
            return Ok(());
        }
        let present = Present { seat: side.word().to_owned(), version: before, share };
        let kept = self.shared.store.keep_present(&self.game, &present).await;
        kept.map_err(|error| {
            self.open = None;
            broken(&error).into()
        })
    }

    /// Brings entries after `before` to disk and tells everyone. If that fails the game is read
    /// again: the table has gone where its record has not. Of orders without a number nobody is
    /// told.
    ///
    /// They are told too when a player has just come to the table, which may be what the dice
    /// waited for.
    async fn write(&mut self, before: u32, cause: Cause) -> Result<(), Unanswered> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let pending = open.table.pending();
        let turn = (self.shared.thinkers.is_some() && !open.commanders.is_empty()).then(|| {
            let of = (&*open.table, &open.commanders);
            self.ai_seats.next(&self.shared, &self.game, of, open.turns(&self.watchers))
        });
        if open.table.version() == before {
            if pending != open.pending {
                // Whatever a person says in advance, a computer goes on thinking.
                let turn = match &cause {
                    Cause::Decided(done) => turn.map(|turn| NextTurn { done: done.clone(), ..turn }),
                    Cause::Asked { .. } => None,
                };
                let kept = self.shared.store.keep_standing_with(&self.game, before, &pending, turn).await;
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
        open.pending = pending;
        let entries = open.table.entries(before);
        let standing = Standing::of(&*open.table);
        let kept = self.shared.store.append_with(&self.game, before, &entries, &standing, turn).await;
        if let Err(error) = kept {
            self.open = None;
            return Err(match error {
                StoreError::Stale => Unanswered::Overtaken,
                other => broken(&other).into(),
            });
        }
        if entries.iter().any(|entry| entry.get("order").is_some()) {
            self.shared.unstarted.started(&self.game);
        }
        self.tell(before);
        Ok(())
    }

    /// Tells everyone who watches, each what their place may know: what happened since that version,
    /// and what they were not told before.
    fn tell(&mut self, since: u32) {
        let Some(open) = &self.open else { return };
        let since = since.min(std::mem::replace(&mut self.told, open.table.version()));
        self.watchers.retain(|w| w.connection.is_open());
        let patched: Vec<Viewer> =
            self.watchers.iter().filter(|w| w.held.is_some()).map(|w| w.place).collect();
        let mut changes: HashMap<Viewer, (Change, Option<Mark>)> = HashMap::new();
        for watcher in &mut self.watchers {
            let place = watcher.place;
            let (change, mark) = match changes.entry(place) {
                Entry::Occupied(change) => change.into_mut(),
                Entry::Vacant(unwritten) => {
                    let changed = guarded(|| handlers::changed(&*open.table, &self.game, place, since));
                    let Ok(changed) = changed else { continue };
                    let change = match patched.contains(&place) {
                        true => self.last_told.change(place, changed),
                        false => (Change::whole(&changed), None),
                    };
                    unwritten.insert(change)
                }
            };
            watcher.connection.tell_of(&self.game, change.to(watcher.held));
            if watcher.held.is_some() {
                watcher.held = *mark;
            }
        }
        self.forget_views();
    }

    /// Forgets the views of kinds of watchers of whom nobody is told patches any more.
    fn forget_views(&mut self) {
        let watchers = &self.watchers;
        self.last_told.retain(|place| watchers.iter().any(|w| w.held.is_some() && w.place == place));
    }

    async fn watch(
        &mut self,
        connection: Arc<Connection>,
        token: Option<&str>,
        watch: &params::Watch,
    ) -> Answer {
        for _ in 1..MOST_TRIES {
            match self.watch_once(Arc::clone(&connection), token, watch).await {
                Err(Unanswered::Overtaken) => {}
                Err(Unanswered::Refused(error)) => return Err(error),
                Ok(answer) => return Ok(answer),
            }
        }
        Ok(self.watch_once(connection, token, watch).await?)
    }

    async fn watch_once(
        &mut self,
        connection: Arc<Connection>,
        token: Option<&str>,
        watch: &params::Watch,
    ) -> Result<Box<RawValue>, Unanswered> {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(token)?;
        let stake = Stake::read(watch.commit.clone(), watch.commitment.clone(), watch.seed.clone());
        let stake = stake.map_err(RpcError::malformed)?;
        if stake.is_some() {
            self.wake();
        }
        let open = self.open().await?;
        let before = open.table.version();
        if let Some(stake) = &stake
            && let Err(error) = guarded(|| offer(&mut *open.table, place, stake))
        {
            self.open = None;
            return Err(error.into());
        }
        let came = open.come(place);
        self.keep_present((place, came), before, stake.as_ref()).await?;
        self.write(before, Cause::Asked { came }).await?;
        self.open().await?;
        self.recall(watch.version).await?;
        let open = self.open().await?;
        let told = handlers::Told { name: &open.name, commanders: &open.commanders, advice: open.advice };
        let watched = guarded(|| handlers::watched(&*open.table, &game, told, place, watch.version))?;
        self.watchers.retain(|w| w.connection.is_open() && w.connection.number() != connection.number());
        if let Some(place) = self.ai_seats.place {
            connection.tell(thinking_told(&self.game, Kind::Turn, place));
        }
        let held = watch.patches.then(|| self.last_told.note(place, watched.version, &watched.view));
        // What follows is told after the answer, which it may be a patch of.
        connection.hold(&self.game);
        self.watchers.push(Watcher { connection, place, held });
        self.forget_views();
        Ok(answer(&watched)?)
    }
}

/// Whether something was found of a moment in a review.
async fn is_reviewed(shared: &Shared, game: &str, version: u32) -> bool {
    shared.store.reviews(game).await.is_ok_and(|found| found.contains_key(&version))
}

/// What whoever waits is told of its place.
fn thinking_told(game: &str, kind: Kind, place: usize) -> Utf8Bytes {
    notice("game.thinking", &ThinkingTold { game, kind: kind.told(), place }).into()
}

/// Goes on with what another server has written to a game; the version that is in the database.
async fn follow(shared: &Shared, game: &str, open: &mut Open) -> Result<u32, RpcError> {
    let entries = shared.store.entries_after(game, open.table.version()).await.map_err(|e| broken(&e))?;
    let count = open.table.version() as usize + entries.len();
    let pending = shared.store.standing(game, count).await.map_err(|e| broken(&e))?;
    let present = shared.store.present(game).await.map_err(|e| broken(&e))?;
    if !pending.is_empty() {
        return Err(lost());
    }
    // It may have been deleted there.
    if entries.is_empty() && shared.store.battle(game).await.map_err(|e| broken(&e))?.is_none() {
        return Err(RpcError::no_game());
    }
    guarded(|| Ok(open.table.follow(&entries)?))?;
    let version = open.table.version();
    present.iter().for_each(|present| open.seat(present));
    Ok(version)
}

/// A game as the database kept it. No part of the task: what its computer players think with stays
/// with one thread at a time.
async fn read(shared: &Shared, game: &str, kept: Kept) -> Result<Open, RpcError> {
    let Kept { header, secret, name, seats, entries, commanders, advice, doubtful, .. } = kept;
    let secret = tabletop::Header { secret, ..header.clone() }.seed();
    let library = shared.library_for(&header).await?;
    let pending = shared.store.standing(game, entries.len()).await.map_err(|e| broken(&e))?;
    let load = || {
        let mut table = library.load(&header, &entries, secret)?;
        table.wait(&pending)?;
        Ok(table)
    };
    let mut table = guarded(load).map_err(|error| {
        let at = shared.store.location();
        tracing::error!(game = for_logs(game), %at, error = error.message, "a record cannot be read");
        RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
    })?;
    for side in seats.iter().filter_map(|(you, _)| handlers::player(Viewer::from(*you))) {
        table.expect(side);
    }
    if doubtful {
        // What is kept for lists was damaged: the table tells it anew.
        let game_told = for_logs(game);
        tracing::warn!(
            game = game_told,
            "where this game stands was not kept as it was written: it is written anew"
        );
        if let Err(error) = shared.store.restate(game, &Standing::of(&*table)).await {
            tracing::error!(game = game_told, %error, "where this game stands could not be written anew");
        }
    }
    let _in_memory = shared.one_in_memory();
    Ok(Open { table, library, secret, name, seats, commanders, advice, pending, _in_memory })
}

impl Open {
    /// How urgent a computer's turn is, if anybody waits for it: two computers play on only while
    /// somebody looks.
    fn turns(&self, watchers: &[Watcher]) -> Option<Kind> {
        let played = !self.seats.is_empty();
        let watched = || watchers.iter().any(|watcher| watcher.connection.is_open());
        if played {
            return Some(Kind::Turn);
        }
        watched().then_some(Kind::Shown)
    }

    /// Whoever holds this place has come to the table; whether that is news.
    fn come(&mut self, place: Viewer) -> bool {
        handlers::player(place).is_some_and(|side| self.table.come(side))
    }

    /// Another server says that this player is at the table.
    fn seat(&mut self, present: &Present) {
        let Some(side) = Side::from_word(&present.seat) else { return };
        self.table.come(side);
        if let Some(share) = &present.share
            && self.table.version() == present.version
        {
            // One that does not fit is not of this throw.
            let _ = guarded(|| Ok(self.table.seed(side, share)?));
        }
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
