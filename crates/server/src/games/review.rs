//! The review of a finished game as work of the server: moment by moment, each in its turn among all
//! thinking, whether or not anybody still waits for it. What is found is kept with the game, so that
//! neither a lost line nor a server that stops costs more than the moment at hand.

use std::collections::VecDeque;
use std::sync::Arc;

use ai::{Counsel, Interrupt, Study};
use serde_json::json;
use tokio::sync::oneshot::error::RecvError;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use super::connection::Connection;
use super::message::{Found, Message};
use super::shared::Shared;
use super::thinking::{BEAT, Kind, Party, Ticket};
use crate::aside::think_aside;
use crate::protocol::{REVIEWED_BY, REVIEWED_WITHIN, reviewed};
use crate::secrets::for_logs;

/// A review that is under way.
pub(super) struct Review {
    /// The versions of the moments that are still to be reviewed, the one at hand first.
    left: VecDeque<u32>,
    /// How many moments the game has.
    of: usize,
    /// For whom it was begun: it counts as theirs.
    party: Party,
    /// Who is told of it.
    followers: Vec<Arc<Connection>>,
}

impl Review {
    pub(super) fn new(left: VecDeque<u32>, of: usize, party: Party) -> Review {
        Review { left, of, party, followers: Vec::new() }
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
    pub(super) fn think(&self, shared: &Arc<Shared>, game: &str, study: Study, ticket: Option<Ticket>) {
        let Some(version) = self.next() else { return };
        let place = Place {
            shared: Arc::clone(shared),
            game: game.to_owned(),
            party: self.party,
            closing: shared.closing.child_token(),
        };
        tokio::spawn(async move {
            if let Some(found) = place.review(version, study, ticket).await {
                place.shared.send(&place.game, Message::Reviewed(Box::new(found)));
            }
        });
    }
}

/// Where the thinking of a review waits for its turn.
struct Place {
    shared: Arc<Shared>,
    game: String,
    party: Party,
    closing: CancellationToken,
}

impl Place {
    /// Reviews a moment in two goes, so that nobody waits for both; `None` if the server closes.
    async fn review(&self, version: u32, study: Study, ticket: Option<Ticket>) -> Option<Found> {
        let seed = u64::from(version);
        let found = |failed, outlook, counsel| Found {
            version,
            moment: json!(reviewed(version, outlook, counsel)),
            failed,
        };
        let looked = self.think(ticket, move || {
            let outlook = study.outlook(REVIEWED_BY, REVIEWED_WITHIN, seed);
            (study, outlook)
        });
        let (study, outlook) = match looked.await? {
            Ok(looked) => looked,
            Err(_) => return Some(found(true, None, Counsel::default())),
        };
        let counsel = self.think(None, move || study.counsel(ai::Budget::Own, seed)).await?;
        // Where the general fails, the outlook still stands.
        Some(found(counsel.is_err(), outlook, counsel.unwrap_or_default()))
    }

    /// Thinks when its turn has come; `None` if the server closes.
    async fn think<T: Send + 'static>(
        &self,
        ticket: Option<Ticket>,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Result<T, RecvError>> {
        let mut ticket = match ticket {
            Some(ticket) => ticket,
            None => self.enter().await?,
        };
        let tell = |place| self.shared.send(&self.game, Message::ReviewPlace(place));
        tokio::select! {
            () = ticket.turn(None, tell) => {}
            () = self.closing.cancelled() => return None,
        }
        let interrupt = Interrupt::new();
        let over = interrupt.clone();
        let mut thinking = think_aside(move || over.over(think));
        let thought = tokio::select! {
            thought = &mut thinking => thought,
            () = self.closing.cancelled() => {
                interrupt.raise();
                // Its place is free when it has ended.
                let _ = thinking.await;
                return None;
            }
        };
        if let Err(error) = &thought {
            tracing::error!(game = for_logs(&self.game), %error, "a review failed at a moment");
        }
        drop(ticket);
        Some(thought)
    }

    /// A place in the queue, sooner or later: what has been begun is not refused any more.
    async fn enter(&self) -> Option<Ticket> {
        loop {
            if let Ok(ticket) = self.shared.thinking.enter(Kind::Review, &self.game, Some(self.party)) {
                return Some(ticket);
            }
            tokio::select! {
                () = tokio::time::sleep(BEAT) => {}
                () = self.closing.cancelled() => return None,
            }
        }
    }
}
