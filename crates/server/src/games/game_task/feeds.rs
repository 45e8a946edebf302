//! The news feeds of a game's seats.

use serde_json::Value;
use tabletop::Viewer;

use super::GameTask;
use crate::games::failure::broken;
use crate::games::feed::{Feed, News, end_in_words, last_done};
use crate::line::guarded;
use crate::protocol::answer::{FeedTold, You, answer};
use crate::protocol::{Answer, RpcError, handlers};
use crate::secrets::{SeatHash, feed_secret, same_hash};

/// The most lines of what has happened.
const MOST_LINES: usize = 40;

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
        let game = self.game.clone();
        let open = self.open().await?;
        // Every seat is compared, so that the time does not tell which one it was.
        let seat = open.seats.iter().fold(None, |found, (you, hash)| {
            if same_hash(&feed_secret(hash), secret) { Some((*you, hash.clone())) } else { found }
        });
        let (you, hash) = seat.ok_or_else(RpcError::no_game)?;
        let viewer = Viewer::from(you);
        let table = &*open.table;
        let log = guarded(|| Ok(table.log(Viewer::Watcher, 0)))?;
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
            Some(_) => None,
        };
        let version = table.version();
        let name = open.name.clone();
        let held = self.shared.store.seated(&hash).await.map_err(|e| broken(&e))?;
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
