//! What takes thought when somebody asks: advice, lessons, and reviews of a moment or of the whole
//! game.

use std::sync::Arc;

use protocol::answer::{ReviewTold, Reviewed, answer};
use protocol::guarded;
use protocol::ready::Ready;
use protocol::{Answer, Ask, RpcError, Thought, moments, notice, thought};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::{GameTask, Thinking, Unanswered, thinking_told};
use crate::games::connection::Connection;
use crate::games::failure::{broken, lost, overdue};
use crate::games::message::Found;
use crate::games::review::{Goes, Review};
use crate::games::shared::Shared;
use crate::games::thinkers::{Came, Wanted};
use crate::games::thinking::{Kind, Ticket};
use crate::secrets::{SeatHash, for_logs, fresh_secret};
use crate::thought::Topic;

impl GameTask {
    /// What has to be thought out for this question, if whoever asks may ask it.
    pub(super) async fn thought(&mut self, seat: Option<&SeatHash>, ask: &Ask) -> Result<Thinking, RpcError> {
        let game = self.game.clone();
        let open = self.open().await?;
        let place = open.place(seat)?;
        if *ask == Ask::Advice && !open.advice {
            return Err(RpcError::not_yours("in this game nobody is given advice"));
        }
        // Whoever is told what was wrong is helped by a computer too. Once the game is over that
        // helps nobody.
        if matches!(ask, Ask::Lesson(_)) && !open.advice && open.table.asked().is_some() {
            return Err(RpcError::not_yours(
                "in this game nobody is given advice, nor a lesson before it is over",
            ));
        }
        if let Some(since) = ask.reaches_back_to() {
            self.recall_for_a_while(since).await?;
        }
        let (work, client) = (Arc::clone(self.shared.allowances.work()), self.client);
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
        work.read(client, || guarded(ready))
    }

    /// Thinks away from the table, here or elsewhere, and answers whoever asked; calls it off if
    /// they have gone.
    pub(super) fn think_over(
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
                job: Some(topic.job(shared.thinking.urgency(kind, Some(connection.party())), &asker)),
                claimed: false,
                ticket: Some(ticket),
                called_off: called_off.clone(),
                spread: true,
                reminded: true,
            };
            let told = |found: &Value| if found.is_null() { Err(overdue()) } else { answer(found) };
            let think = move |ready: &mut Option<Ready>| {
                let ready = ready.take().ok_or_else(lost);
                guarded(|| told(&ready?.think().0))
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
                Came::Here(answer, _) => answer,
                Came::Elsewhere(found, _) => told(&found),
                Came::Failed => Err(lost()),
                Came::CalledOff { .. } => Err(Unanswered::Overtaken.into()),
            };
            // Whoever asked may have gone.
            let _ = reply.send(answer);
        };
        self.shared.at_work.spawn(thinking.in_current_span());
    }

    /// Begins the review of the whole game, or goes on with it, and tells what is known of it so far.
    pub(super) async fn review_whole(
        &mut self,
        connection: &Arc<Connection>,
        seat: Option<&SeatHash>,
    ) -> Answer {
        self.open().await?.place(seat)?;
        self.recall_for_a_while(0).await?;
        let work = Arc::clone(self.shared.allowances.work());
        let open = self.open().await?;
        let (table, library) = (&*open.table, &open.library);
        let moments = work.read(Some(connection.client()), || guarded(|| moments(library, table)))?;
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
    pub(super) async fn found(&mut self, Found { version, moment, failed, called_off }: Found) {
        let Some(mut review) = self.review.take() else { return };
        if self.open().await.is_err() || self.recall_for_a_while(0).await.is_err() {
            return;
        }
        let Some(open) = &self.open else { return };
        // An order was taken back: the game goes on, and nobody may know what a general would do.
        if open.table.asked().is_some() || !review.done(version) {
            return;
        }
        let put_off = called_off && review.put_off(version);
        let next = review.next().map(|next| guarded(|| Goes::new(&open.library, &*open.table, next)));
        if !failed && let Err(error) = self.shared.store.keep_review(&self.game, version, &moment).await {
            tracing::error!(game = for_logs(&self.game), %error, "what a review found could not be kept");
        }
        if !put_off {
            let (done, of) = review.progress();
            let told = ReviewTold { game: &self.game, done, of, moment: &moment };
            review.tell(&notice("game.reviewed", &told).into());
        }
        if let Some(Ok(goes)) = next {
            review.think(&self.shared, &self.game, goes, None);
            self.review = Some(review);
        }
    }

    /// What a review has found of a moment.
    pub(super) async fn reviewed(&mut self, seat: Option<&SeatHash>, version: u32) -> Answer {
        self.open().await?.place(seat)?;
        self.recall_for_a_while(0).await?;
        let open = self.open().await?;
        guarded(|| moments(&open.library, &*open.table))?;
        let mut kept = self.shared.store.reviews(&self.game).await.map_err(|e| broken(&e))?;
        kept.remove(&version).map_or_else(|| Err(lost()), |found| answer(&found))
    }
}

/// Whether something was found of a moment in a review.
pub(super) async fn is_reviewed(shared: &Shared, game: &str, version: u32) -> bool {
    shared.store.reviews(game).await.is_ok_and(|found| found.contains_key(&version))
}
