//! What a news feed tells of a game: that a seat is asked, and what has happened since it last did
//! something. Whoever reads it sees no more than a watcher does.

use tabletop::{EndedBy, Ending, LogEntry, Side, VictoryInfo, Viewer};

/// A feed as it stands now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feed {
    /// The game.
    pub game: String,
    /// What it is called, and whose feed it is.
    pub title: String,
    /// When the game last changed, in seconds since 1970.
    pub updated: i64,
    /// The version at which it stands.
    pub version: u32,
    /// What is news to the seat; nothing while the other side is asked.
    pub news: Option<News>,
}

/// What is news to a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// In a sentence.
    pub title: String,
    /// What has happened since the seat last did something, a sentence each.
    pub lines: Vec<String>,
}

/// After which version everything is news to a seat: that of the last entry it made.
pub(super) fn last_done(log: &[LogEntry], viewer: Viewer) -> u32 {
    let own = |side: Option<Side>| match viewer {
        Viewer::Side(own) => side == Some(own),
        Viewer::Both | Viewer::Watcher => side.is_some(),
    };
    let last = log.iter().rev().find(|entry| own(entry.side));
    last.map_or_else(|| log.first().map_or(0, |first| first.version - 1), |last| last.version)
}

/// How a game that is over ended.
pub(super) fn end_in_words(ending: Option<Ending>, victory: &VictoryInfo) -> String {
    match ending {
        None => match victory.leader {
            None => format!("The game is over: {}.", victory.level),
            Some(winner) => format!("The game is over: the {winner} side has won ({}).", victory.level),
        },
        Some(Ending { by: EndedBy::NoShow, .. }) => {
            "The game is over without a result: a player did not come.".to_owned()
        }
        Some(Ending { winner: None, .. }) => "The game is over: both agreed on a draw.".to_owned(),
        Some(Ending { by, winner: Some(winner) }) => {
            let loser = winner.other();
            let how = match by {
                EndedBy::Time => "had no time left",
                EndedBy::Resignation | EndedBy::Agreement | EndedBy::NoShow => "gave it up",
            };
            format!("The game is over: the {loser} side {how}, the {winner} side has won.")
        }
    }
}
