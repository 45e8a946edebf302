//! The review of a finished game as work of the server: moment by moment, each in its turn among all
//! thinking, whether or not anybody still waits for it. What is found is kept with the game, so that
//! neither a lost line nor a server that stops costs more than the moment at hand.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use ai::Counsel;
use catalog::Library;
use protocol::RpcError;
use protocol::ready::{Ready, What, add};
use serde_json::{Value, json};
use tabletop::AnyGame;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::connection::Connection;
use super::message::{Found, Message};
use super::shared::Shared;
use super::thinkers::{Came, Wanted};
use super::thinking::{BEAT, Kind, Party, Ticket};
use crate::secrets::{for_logs, fresh_secret};
use crate::thought::Topic;

/// How often a moment comes again that had to give way.
const MOST_PUT_OFF: usize = 2;

/// A review that is under way.
pub(super) struct Review {
    /// The versions of the moments that are still to be reviewed, the one at hand first.
    left: VecDeque<u32>,
    /// How many moments the game has.
    of: usize,
    /// How often each moment was put off.
    put_off: HashMap<u32, usize>,
    /// For whom it was begun: it counts as theirs.
    party: Party,
    /// Who is told of it.
    followers: Vec<Arc<Connection>>,
}

impl Review {
    pub(super) fn new(left: VecDeque<u32>, of: usize, party: Party) -> Review {
        Review { left, of, put_off: HashMap::new(), party, followers: Vec::new() }
    }

    /// This connection is told of it too.
    pub(super) fn follow(&mut self, connection: &Arc<Connection>) {
        self.followers.retain(|one| one.is_open() && one.number() != connection.number());
        self.followers.push(Arc::clone(connection));
    }

    /// The moment at hand.
    pub(super) fn next(&self) -> Option<u32> {
        self.left.front().copied()
    }

    /// The moment at hand is done; whether it is that one.
    pub(super) fn done(&mut self, version: u32) -> bool {
        let at_hand = self.next() == Some(version);
        if at_hand {
            self.left.pop_front();
        }
        at_hand
    }

    /// The moment that was just done comes again after the others; not if that has happened too often.
    pub(super) fn put_off(&mut self, version: u32) -> bool {
        let times = self.put_off.entry(version).or_default();
        *times += 1;
        let may_be = *times <= MOST_PUT_OFF;
        if may_be {
            self.left.push_back(version);
        }
        may_be
    }

    /// How many moments are done, and of how many.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.of - self.left.len(), self.of)
    }

    /// Tells everyone who follows it.
    pub(super) fn tell(&mut self, message: &Utf8Bytes) {
        self.followers.retain(|one| one.is_open());
        self.followers.iter().for_each(|one| one.tell(message.clone()));
    }

    /// Thinks about the moment at hand, away from the table; what is found comes as a message. A
    /// first `ticket` is there already.
    pub(super) fn think(&self, shared: &Arc<Shared>, game: &str, goes: Goes, ticket: Option<Ticket>) {
        let place = Place { shared: Arc::clone(shared), game: game.to_owned(), party: self.party };
        shared.at_work.spawn(async move {
            if let Some(found) = place.review(goes, ticket).await {
                place.shared.send(&place.game, Message::Reviewed(Box::new(found)));
            }
        });
    }
}

/// A moment that is to be thought about in two goes, so that nobody waits for both.
pub(super) struct Goes {
    version: u32,
    outlook: Ready,
    counsel: Ready,
}

impl Goes {
    /// # Errors
    /// If there is no such moment, or nobody can think about it.
    pub(super) fn new(library: &Library, table: &dyn AnyGame, version: u32) -> Result<Goes, RpcError> {
        let ready = |what: &What| Ready::new((version, what), (library, table), None);
        Ok(Goes { version, outlook: ready(&OUTLOOK)?, counsel: ready(&COUNSEL)? })
    }
}

const OUTLOOK: What = What::Moment { outlook: true, counsel: false };
const COUNSEL: What = What::Moment { outlook: false, counsel: true };

/// Where the thinking of a review waits for its turn.
struct Place {
    shared: Arc<Shared>,
    game: String,
    party: Party,
}

impl Place {
    /// Reviews a moment; `None` if the server closes, or the game goes on.
    async fn review(&self, goes: Goes, ticket: Option<Ticket>) -> Option<Found> {
        let Goes { version, outlook, counsel } = goes;
        let looked = self.think(version, OUTLOOK, outlook, ticket).await?;
        let advised = match &looked {
            Some(Value::Object(_)) => self.think(version, COUNSEL, counsel, None).await?,
            _ => None,
        };
        let called_off = looked == Some(Value::Null) || advised == Some(Value::Null);
        let failed = called_off || advised.is_none();
        // Where the general fails, the outlook still stands.
        let looked = looked.filter(Value::is_object);
        let mut moment = looked.unwrap_or_else(|| json!({ "version": version, "outlook": null }));
        match advised {
            Some(Value::Object(would)) => moment.as_object_mut()?.extend(would),
            _ => add(&mut moment, Counsel::default().into()),
        }
        Some(Found { version, moment, failed, called_off })
    }

    /// Thinks when its turn has come, here or elsewhere; `None` if the server closes, or the game
    /// goes on, and nothing in it if whoever thought about it failed; null if it was called off.
    async fn think(
        &self,
        version: u32,
        what: What,
        ready: Ready,
        ticket: Option<Ticket>,
    ) -> Option<Option<Value>> {
        let ticket = match ticket {
            Some(ticket) => ticket,
            None => self.enter().await?,
        };
        let topic = Topic { game: self.game.clone(), version, what };
        let asker = fresh_secret().unwrap_or_default();
        let wanted = Wanted {
            job: Some(topic.job(self.shared.thinking.urgency(Kind::Review, None), &asker)),
            claimed: false,
            ticket: Some(ticket),
            called_off: self.shared.closing.child_token(),
            spread: true,
            reminded: false,
        };
        let tell = |place| self.shared.send(&self.game, Message::ReviewPlace(place));
        let think = |ready: &mut Option<Ready>| ready.take().map(|ready| ready.think().0);
        let (came, _) = self.shared.think(wanted, Some(ready), think, tell).await;
        match came {
            Came::Here(found, _) => Some(found),
            Came::Elsewhere(found, _) => Some(Some(found)),
            Came::CalledOff { .. } => None,
            Came::Failed => {
                tracing::error!(game = for_logs(&self.game), "a review failed at a moment");
                Some(None)
            }
        }
    }

    /// A place in the queue, sooner or later: what has been begun is not refused any more.
    async fn enter(&self) -> Option<Ticket> {
        loop {
            if let Ok(ticket) = self.shared.thinking.enter(Kind::Review, &self.game, Some(self.party)) {
                return Some(ticket);
            }
            tokio::select! {
                () = tokio::time::sleep(BEAT) => {}
                () = self.shared.closing.cancelled() => return None,
            }
        }
    }
}
