//! The news feeds of a game's seats.

use std::sync::Arc;

use protocol::answer::{FeedTold, You, answer};
use protocol::guarded;
use protocol::{Answer, RpcError, handlers};
use serde_json::Value;
use tabletop::Viewer;

use super::GameTask;
use crate::games::failure::broken;
use crate::games::feed::{Feed, News, end_in_words, last_done};
#[cfg(feature = "club")]
use crate::games::message::SeatNews;
use crate::secrets::{SeatHash, feed_secret, same_hash};

/// The most lines of what has happened.
const MOST_LINES: usize = 40;

/// So many of the last entries are looked at for what is news.
const LOOKED_BACK: u32 = 500;

impl GameTask {
    /// Where the news feed of the seat with that token is.
    pub(super) async fn feed_of(&mut self, seat: Option<&SeatHash>) -> Answer {
        let game = self.game.clone();
        let open = self.open().await?;
        open.place(seat)?;
        let seat =
            seat.ok_or_else(|| RpcError::not_yours("a feed tells when a seat is asked: a token is needed"))?;
        let secret = feed_secret(seat.as_str());
        answer(&FeedTold { path: format!("/feed/{game}/{secret}.atom") })
    }

    /// The feed of the seat that this secret is of.
    ///
    /// # Errors
    /// If there is none of it, or the game cannot be read.
    pub(super) async fn feed(&mut self, secret: &str) -> Result<Feed, RpcError> {
        let open = self.open().await?;
        // Every seat is compared, so that the time does not tell which one it was.
        let seat = open.seats.iter().fold(None, |found, (you, hash)| {
            if same_hash(&feed_secret(hash), secret) { Some((*you, hash.clone())) } else { found }
        });
        let (you, hash) = seat.ok_or_else(RpcError::no_game)?;
        self.feed_for(you, &hash).await
    }

    /// What the feed of a seat would tell now, for notices.
    ///
    /// # Errors
    /// If there is no such seat, or the game cannot be read.
    #[cfg(feature = "club")]
    pub(super) async fn seat_news(&mut self, you: You) -> Result<SeatNews, RpcError> {
        let open = self.open().await?;
        let seat = open.seats.iter().find(|(seat, _)| *seat == you);
        let (_, hash) = seat.ok_or_else(RpcError::no_game)?.clone();
        let over = open.table.asked().is_none();
        let alone = match you {
            You::Union => open.commanders.confederate.is_some(),
            You::Confederate => open.commanders.union.is_some(),
            You::Both => true,
        };
        let feed = self.feed_for(you, &hash).await?;
        Ok(SeatNews { feed, over, attended: self.is_attended(you), alone })
    }

    /// Whether the player of a seat is at the table here.
    #[cfg(feature = "club")]
    fn is_attended(&self, you: You) -> bool {
        let place = Viewer::from(you);
        self.watchers.iter().any(|watcher| watcher.place == place && watcher.connection.is_open())
    }

    /// Another server has written to the game: whoever is asked and at the table here need not be told
    /// at once.
    #[cfg(feature = "club")]
    pub(super) fn note_attended(&self) {
        let asked = self.open.as_ref().and_then(|open| open.table.asked()).map(You::from);
        if let Some(you) = asked.filter(|you| self.is_attended(*you)) {
            self.shared.for_notices.attended(&self.game, you);
        }
    }

    async fn feed_for(&mut self, you: You, hash: &str) -> Result<Feed, RpcError> {
        let (game, client, work) =
            (self.game.clone(), self.client, Arc::clone(self.shared.allowances.work()));
        let open = self.open().await?;
        let viewer = Viewer::from(you);
        let table = &*open.table;
        let since = table.version().saturating_sub(LOOKED_BACK);
        let log = work.read(client, || guarded(|| Ok(table.log(Viewer::Watcher, since))))?;
        let since = last_done(&log, viewer);
        let news = log.into_iter().filter(|entry| entry.version > since);
        let lines = news.filter_map(|entry| entry.events).flatten();
        let mut lines: Vec<String> =
            lines.filter_map(|event| event["text"].as_str().map(str::to_owned)).collect();
        lines.drain(..lines.len().saturating_sub(MOST_LINES));
        let title = match table.asked() {
            None => Some(end_in_words(table.ending(), &table.victory())),
            Some(asked) if viewer == Viewer::Both || viewer == Viewer::Side(asked) => {
                let view = handlers::view(table, &game, Viewer::Watcher, None)?;
                let view: Value = serde_json::from_str(view.get()).unwrap_or_default();
                let question = view["question"]["text"].as_str();
                Some(question.map_or_else(
                    || format!("The {asked} side is asked."),
                    |text| format!("The {asked} side is asked: {text}"),
                ))
            }
            // Nothing else tells a player who is not asked that a match waits for the share of the dice.
            Some(_) if table.header().coming => {
                let waited = table.waiting().into_iter().find(|side| viewer == Viewer::Side(*side));
                waited.map(|side| format!("The dice wait for the {side} player."))
            }
            Some(_) => None,
        };
        let version = table.version();
        let name = open.name.clone();
        let held = self.shared.store.seated(hash).await.map_err(|e| broken(&e))?;
        let held = held.ok_or_else(RpcError::no_game)?;
        let called = if name.is_empty() { held.title.unwrap_or(held.scenario) } else { name };
        let whose = match you {
            You::Union => "the Union side",
            You::Confederate => "the Confederate side",
            You::Both => "both sides",
        };
        Ok(Feed {
            game,
            title: format!("{called}: {whose}"),
            updated: held.updated,
            version,
            news: title.map(|title| News { title, lines }),
        })
    }
}
