//! What a notice tells: what a feed tells, and nothing more.

use serde::{Deserialize, Serialize};

use crate::games::{Feed, FeedNews};

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// A seat is asked.
    Asked,
    /// A game is over.
    Over,
    /// Somebody has challenged the account.
    Challenge,
    /// Its owner has asked whether it arrives.
    Trial,
}

impl Kind {
    /// As webhooks are told it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Asked => "seat.asked",
            Kind::Over => "game.over",
            Kind::Challenge => "challenge",
            Kind::Trial => "trial",
        }
    }
}

/// What a notice tells, as it is kept until it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) kind: Kind,
    /// The game, if it is about one.
    pub(super) game: Option<String>,
    /// Its version.
    pub(super) version: u32,
    /// What it is called, and whose seat it is.
    pub(super) name: String,
    /// In a sentence.
    pub(super) title: String,
    /// What has happened, a sentence each.
    pub(super) lines: Vec<String>,
}

impl Told {
    /// What a feed tells now; nothing if nothing is news.
    pub(super) fn of(feed: Feed, over: bool) -> Option<Told> {
        let FeedNews { title, lines } = feed.news?;
        Some(Told {
            kind: if over { Kind::Over } else { Kind::Asked },
            game: Some(feed.game),
            version: feed.version,
            name: feed.title,
            title,
            lines,
        })
    }

    /// What a channel is sent as a trial.
    pub(super) fn trial() -> Told {
        Told {
            kind: Kind::Trial,
            game: None,
            version: 0,
            name: "Longroll".to_owned(),
            title: "This is a trial: notices of your games will come here.".to_owned(),
            lines: Vec::new(),
        }
    }

    /// Where it leads, on the server at that address.
    pub(super) fn url(&self, address: &str) -> String {
        match (&self.game, self.kind) {
            (Some(game), _) => format!("{address}/game/{game}"),
            (None, Kind::Challenge) => format!("{address}/club"),
            (None, _) => format!("{address}/account"),
        }
    }

    /// As plain text, with the address.
    pub(super) fn plain(&self, address: &str) -> String {
        let mut lines: Vec<&str> = vec![&self.name, ""];
        lines.extend(self.lines.iter().map(String::as_str));
        let url = self.url(address);
        lines.extend([&*self.title, "", &*url]);
        lines.join("\n")
    }
}
