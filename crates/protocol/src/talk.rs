//! What people say to each other about a game on a server, and what they note for themselves: what is
//! asked about it, and what is answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// Between the players; nobody else ever reads it.
    Players,
    /// Among those who look on. The players read it once the game is over.
    Watchers,
}

impl Room {
    /// Both rooms.
    pub const ALL: [Room; 2] = [Room::Players, Room::Watchers];

    /// The word in the protocol and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Room::Players => "players",
            Room::Watchers => "watchers",
        }
    }
}

/// `talk.read`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadTalk {
    /// The game.
    pub game: String,
    /// The number of the last message of the players that is known already.
    #[serde(default)]
    pub players: u32,
    /// The number of the last message of the watchers that is known already.
    #[serde(default)]
    pub watchers: u32,
}

/// `talk.say`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The game.
    pub game: String,
    /// Where it is said.
    pub room: Room,
    /// What: at most 1,000 characters.
    pub text: String,
}

/// `talk.mute`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mute {
    /// The game.
    pub game: String,
    /// Whether the other player is no longer heard; they are not told.
    pub muted: bool,
}

/// `talk.show`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowPresence {
    /// The game.
    pub game: String,
    /// Whether the other player is told when one is at the table.
    pub shown: bool,
}

/// `talk.report`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportSaid {
    /// The game.
    pub game: String,
    /// Where it was said.
    pub room: Room,
    /// The message.
    pub number: u32,
    /// What is wrong with it, for whoever runs the server: at most 1,000 characters.
    #[serde(default)]
    pub why: String,
}

/// `talk.note`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteNote {
    /// The game.
    pub game: String,
    /// The hex that it is about, as it is printed; left out, the game as a whole.
    #[serde(default)]
    pub hex: Option<String>,
    /// What it says, at most 1,000 characters, in place of what was noted there; nothing takes the
    /// note away.
    pub text: String,
}

/// What can be asked about the talk of one game.
#[derive(Debug, Clone, PartialEq)]
pub enum TalkCall {
    /// What was said.
    Read(ReadTalk),
    /// Say something.
    Say(Say),
    /// No longer hear the other player, or again.
    Mute(Mute),
    /// Let the other player know when one is there, or no longer.
    Show(ShowPresence),
    /// Report something to whoever runs the server.
    Report(ReportSaid),
    /// Note something for oneself.
    Note(WriteNote),
    /// One's own notes.
    Notes(String),
}

impl TalkCall {
    /// What is to be kept of it.
    pub fn text(&self) -> Option<&str> {
        match self {
            TalkCall::Say(Say { text, .. }) | TalkCall::Note(WriteNote { text, .. }) => Some(text),
            TalkCall::Report(ReportSaid { why, .. }) => Some(why),
            _ => None,
        }
    }

    /// The game that it is about.
    pub fn game(&self) -> &str {
        match self {
            TalkCall::Read(ReadTalk { game, .. })
            | TalkCall::Say(Say { game, .. })
            | TalkCall::Mute(Mute { game, .. })
            | TalkCall::Show(ShowPresence { game, .. })
            | TalkCall::Report(ReportSaid { game, .. })
            | TalkCall::Note(WriteNote { game, .. })
            | TalkCall::Notes(game) => game,
        }
    }
}

/// `talk.read`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TalkTold {
    /// What the players say; left out where nobody sits on the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<RoomTold>,
    /// What the watchers say.
    pub watchers: RoomTold,
    /// Whether the one who asks no longer hears the other player.
    pub muted: bool,
    /// Whether the other player is told when the one who asks is at the table.
    pub shown: bool,
    /// The other player is at the table, and lets it be known; else this is left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub present: bool,
}

/// What is said in a room.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RoomTold {
    /// The first 200 messages after the one that is known already, in order; none where they may not be read.
    pub messages: Vec<SaidTold>,
    /// There are more after these, for the next call; else this is left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Why one may neither read nor say anything here now, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// Why one may only read here, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<String>,
}

/// Something that was said.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SaidTold {
    /// Its number in its room.
    pub number: u32,
    /// When: seconds since 1970, UTC.
    pub at: i64,
    /// Who: a side's word in the players' room, an account's name in the watchers'; nothing where the
    /// account is gone.
    pub author: String,
    /// What.
    pub text: String,
    /// Whether the one who asks has said it.
    pub own: bool,
}

/// `talk.say`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SayMade {
    /// The message's number in its room.
    pub number: u32,
}

/// `talk.notes`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NotesTold {
    /// The notes, that about the game as a whole first, then by hex.
    pub notes: Vec<NoteTold>,
}

/// A note.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NoteTold {
    /// The hex that it is about; left out, the game as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// What it says.
    pub text: String,
    /// When it was written: seconds since 1970, UTC.
    pub at: i64,
}

/// `talk.news`: something was said that the one who is told may read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TalkNews {
    /// The game.
    pub game: String,
    /// Where.
    pub room: Room,
}
