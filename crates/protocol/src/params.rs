//! The parameters of every method, as types: what is not here is refused.
//!
//! Who asks (`side` and `seat` on the line, `token` on the server) is read apart from these, in
//! [`call`](crate::call), since it differs between the two doors and nothing else does.

use std::collections::BTreeMap;

use ai::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabletop::{ClockSettings, Offer, ShareMode, Side};

use crate::answer::You;

/// No parameters.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// How the seats of a game on the server are handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One token plays both sides.
    #[default]
    HotSeat,
    /// Each side has a token of its own.
    Two,
}

impl Mode {
    /// The word in the protocol and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Mode::HotSeat => "hot-seat",
            Mode::Two => "two",
        }
    }

    /// The seats that have a token.
    pub fn seats(self) -> &'static [You] {
        match self {
            Mode::HotSeat => &[You::Both],
            Mode::Two => &[You::Union, You::Confederate],
        }
    }
}

/// A computer that commands a side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commander {
    /// How well; of a bot, who takes the decisions that it forfeits.
    pub level: Level,
    /// The outside program that commands, one of those that `initialize` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// How many seconds it may think about a player-turn, a bot about each answer; without it as
    /// long as its level does by itself, a bot ten seconds. A marshal thinks no longer than its
    /// server lets it, and without it so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60))]
    pub clock: Option<u8>,
}

/// Which sides computers command.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    /// The Union's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub union: Option<Commander>,
    /// The Confederacy's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confederate: Option<Commander>,
}

impl Commanders {
    /// Who commands that side, if it is a computer.
    pub fn of(&self, side: Side) -> Option<&Commander> {
        match side {
            Side::Union => self.union.as_ref(),
            Side::Confederate => self.confederate.as_ref(),
        }
    }

    /// Who sits there, as a record's header tells it.
    pub fn seat(&self, side: Side) -> String {
        match self.of(side) {
            None => "person".to_owned(),
            Some(Commander { bot: Some(bot), .. }) => format!("bot:{bot}"),
            Some(Commander { level, .. }) => level.word().to_owned(),
        }
    }

    /// The same, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Option<Commander> {
        match side {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }

    /// Whether people play both sides.
    pub fn is_empty(&self) -> bool {
        self.union.is_none() && self.confederate.is_none()
    }
}

/// `game.new`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The scenario's id.
    pub scenario: String,
    /// The data pack to play it on; without one, what `initialize` offers.
    #[serde(default)]
    pub pack: Option<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// On the line the same seed gives the same dice; on a server it is only the creator's share.
    #[serde(default)]
    pub seed: Option<String>,
    /// Faces thrown first: practice only.
    #[serde(default)]
    #[schemars(inner(range(min = 1, max = 6)))]
    pub dice: Vec<u8>,
    /// On the server: how the seats are handed out.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// On the server: what the players call the game.
    #[serde(default)]
    pub name: Option<String>,
    /// On the server: which sides computers command. Their seats are not handed out.
    #[serde(default)]
    pub commanders: Commanders,
    /// On the server: whether players may ask for advice; if it is not said, where a computer
    /// plays.
    #[serde(default)]
    pub advice: Option<bool>,
    /// On the server, for two: `each-throw` if both give a share of the dice for every order that
    /// takes any.
    #[serde(default)]
    pub shares: Option<ShareMode>,
    /// On the server, for two: how the clocks are set; without it there are none.
    #[serde(default)]
    pub clock: Option<ClockSettings>,
}

/// `game.position`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The scenario whose map and rules are used.
    pub scenario: String,
    /// As in `game.new`.
    #[serde(default)]
    pub pack: Option<String>,
    /// Just these units; each scenario's rules read their own.
    pub units: Vec<Value>,
    /// The game-turn; 1 if it is not said.
    #[serde(default)]
    pub turn: Option<u32>,
    /// The phase with which it begins.
    #[serde(default)]
    pub phase: Option<String>,
    /// Whose turn to act it is.
    #[serde(default)]
    pub side: Option<Side>,
    /// What is under way when it begins.
    #[serde(default)]
    pub activation: Option<Value>,
    /// As in `game.new`.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// As in `game.new`.
    #[serde(default)]
    pub seed: Option<String>,
    /// As in `game.new`.
    #[serde(default)]
    #[schemars(inner(range(min = 1, max = 6)))]
    pub dice: Vec<u8>,
    /// As in `game.new`.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// As in `game.new`.
    #[serde(default)]
    pub name: Option<String>,
    /// As in `game.new`.
    #[serde(default)]
    pub commanders: Commanders,
    /// As in `game.new`.
    #[serde(default)]
    pub advice: Option<bool>,
}

impl Position {
    /// The position alone: what a system is handed and a record keeps.
    pub fn setting(&self) -> Value {
        let mut setting = Map::from_iter([("units".to_owned(), Value::Array(self.units.clone()))]);
        let fields = [
            ("turn", self.turn.map(Value::from)),
            ("phase", self.phase.clone().map(Value::from)),
            ("side", self.side.map(|side| Value::from(side.word()))),
            ("activation", self.activation.clone()),
        ];
        setting.extend(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        Value::Object(setting)
    }
}

/// `game.load`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadGame {
    /// JSON Lines: a header, then entries.
    pub record: String,
    /// As in `game.new`.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// As in `game.new`.
    #[serde(default)]
    pub name: Option<String>,
    /// As in `game.new`.
    #[serde(default)]
    pub commanders: Commanders,
    /// As in `game.new`.
    #[serde(default)]
    pub advice: Option<bool>,
}

/// `game.branch`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BranchGame {
    /// The game that is played on from.
    pub game: String,
    /// The version whose position the new game begins in.
    pub version: u32,
    /// As in `game.new`.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// As in `game.new`; without it the turn and the game that it is played on from.
    #[serde(default)]
    pub name: Option<String>,
    /// As in `game.new`.
    #[serde(default)]
    pub commanders: Commanders,
    /// As in `game.new`.
    #[serde(default)]
    pub advice: Option<bool>,
}

/// A game and nothing else: `game.options`, `game.resign`, `game.claim`, `game.save`, `game.unwatch`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneGame {
    /// The game.
    pub game: String,
}

/// `game.offer`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MakeOffer {
    /// The game.
    pub game: String,
    /// What is offered.
    pub offer: Offer,
}

/// `game.accept`, `game.decline`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerOffer {
    /// The game.
    pub game: String,
    /// The version of the offer's entry.
    pub offer: u32,
}

/// `game.replace`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    /// The game.
    pub game: String,
    /// Who plays on for the other side.
    pub level: Level,
}

/// `game.view`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The game.
    pub game: String,
    /// The view as it was then.
    #[serde(default)]
    pub version: Option<u32>,
}

/// `game.targets`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// The game.
    pub game: String,
    /// One of the verbs of `game.options`.
    pub verb: String,
    /// Of whom: a unit id or, for some verbs, more.
    #[serde(default)]
    pub subject: Value,
}

/// `game.preview` and `game.explain`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The game.
    pub game: String,
    /// The order, which is not given.
    #[schemars(with = "Map<String, Value>")]
    pub order: Value,
}

/// `game.order`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The game.
    pub game: String,
    /// The order: one key, its verb.
    #[schemars(with = "Map<String, Value>")]
    pub order: Value,
    /// The version it was made for; if the game has gone on since, the order is refused as stale.
    #[serde(default)]
    pub version: Option<u32>,
}

/// `game.undo`, `game.redo`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The game.
    pub game: String,
    /// The version that is seen; if the game has gone on since, nothing is taken back or given again.
    #[serde(default)]
    pub version: Option<u32>,
}

/// `game.log`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// The game.
    pub game: String,
    /// Only entries after this version.
    #[serde(default)]
    pub since: u32,
}

/// `game.review`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The game, which is over.
    pub game: String,
    /// One of its moments; without it the moments are told.
    #[serde(default)]
    pub version: Option<u32>,
    /// On the server: it reviews all of them, one after another, and keeps what it finds.
    #[serde(default)]
    pub whole: bool,
}

/// `game.lesson`
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The game.
    pub game: String,
    /// Of which game-turn the side's turn is; without it the last that has ended.
    #[serde(default)]
    pub turn: Option<u32>,
}

/// `game.watch`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The game.
    pub game: String,
    /// The last version seen: entries after it come with the answer.
    #[serde(default)]
    pub version: u32,
    /// This player's share of the dice without a commitment, taken if it still can be.
    #[serde(default)]
    pub seed: Option<String>,
    /// The SHA-256 of this player's share of the dice, taken if the side has given neither yet.
    #[serde(default)]
    pub commit: Option<String>,
    /// With `commit`: the commitment of this game's dice that this player has noted.
    #[serde(default)]
    pub commitment: Option<String>,
    /// Whether changes are told as patches of the view, where that is shorter.
    #[serde(default)]
    pub patches: bool,
    /// Whether the answer, if it is long, may come as a binary message: its text, compressed as raw
    /// DEFLATE (RFC 1951).
    #[serde(default)]
    pub compress: bool,
}

/// `game.share`: `commit` with `commitment`, or `seed`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The game.
    pub game: String,
    /// The SHA-256 of this player's share of the dice, in hexadecimal.
    #[serde(default)]
    pub commit: Option<String>,
    /// With `commit`: the commitment of this game's dice that this player has noted.
    #[serde(default)]
    pub commitment: Option<String>,
    /// The share itself.
    #[serde(default)]
    pub seed: Option<String>,
}

/// A share of the dice, or what binds a player to it.
#[derive(Debug, Clone, PartialEq)]
pub enum Stake {
    /// Its hash, and the commitment of the dice that the player has noted.
    Commit(String, String),
    /// The share itself.
    Share(String),
}

impl Stake {
    /// What of this is given, if anything is.
    ///
    /// # Errors
    /// What is missing or too much.
    pub fn read(
        commit: Option<String>,
        commitment: Option<String>,
        seed: Option<String>,
    ) -> Result<Option<Stake>, &'static str> {
        match (commit, commitment, seed) {
            (Some(commit), Some(commitment), None) => Ok(Some(Stake::Commit(commit, commitment))),
            (None, None, seed) => Ok(seed.map(Stake::Share)),
            (None, Some(_), _) => Err("commitment: it goes with commit"),
            (Some(_), _, Some(_)) => Err("seed: either a commit or a share was expected"),
            (Some(_), None, _) => {
                Err("commitment: the one that was noted of this game is expected with commit")
            }
        }
    }
}

/// `game.list`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The seats whose games are wanted.
    pub tokens: Vec<String>,
    /// Whether those of the account that is signed in are wanted too.
    #[serde(default)]
    pub account: bool,
}

/// `pack.open`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenPack {
    /// The scenario whose files are wanted.
    pub scenario: String,
    /// The pack to take them from; without one, from what `initialize` offers.
    #[serde(default)]
    pub pack: Option<String>,
}

/// `pack.check`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckPack {
    /// Data files by their path below `data/`, as documents.
    #[schemars(with = "BTreeMap<String, Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack whose files they stand over.
    #[serde(default)]
    pub base: Option<String>,
    /// The drawings that the asker has, by path, each by its mark. Whoever sends this, even empty,
    /// is told marks, and of a map of which it has a drawing what has changed in it.
    #[serde(default)]
    pub drawn: Option<BTreeMap<String, String>>,
}

/// `pack.compare`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComparePack {
    /// Data files by their path below `data/`, as documents.
    #[schemars(with = "BTreeMap<String, Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack with which they are compared; without one, the program's own data.
    #[serde(default)]
    pub against: Option<String>,
}

/// `pack.merge`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergePack {
    /// Data files by their path below `data/`, as documents.
    #[schemars(with = "BTreeMap<String, Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack whose files they stand over.
    #[serde(default)]
    pub base: Option<String>,
    /// The pack that facts are taken from; without one, the program's own data.
    #[serde(default)]
    pub from: Option<String>,
    /// Which of the facts that differ are taken; left out, those that rest on something better there.
    #[serde(default)]
    pub take: TakeFacts,
}

/// Which facts `pack.merge` takes: those that rest on something better there, if nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeFacts {
    /// All that differ, whatever they rest on.
    #[serde(default)]
    pub all: bool,
    /// These alone, whatever they rest on.
    #[serde(default)]
    pub facts: Option<Vec<FactPlace>>,
}

/// Where a fact is, as `pack.compare` tells it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FactPlace {
    /// Its file.
    pub file: String,
    /// Its place in the file, in words.
    pub place: String,
}

/// `pack.keep`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepPack {
    /// Data files by their path below `data/`, as documents.
    #[schemars(with = "BTreeMap<String, Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The pack's title.
    pub title: String,
    /// Who made it.
    #[serde(default)]
    pub author: Option<String>,
    /// What it is and where its facts come from.
    #[serde(default)]
    pub about: Option<String>,
    /// The pack whose files they stand over; the new pack has those too.
    #[serde(default)]
    pub base: Option<String>,
    /// The packs that facts were taken over from besides: the new pack names them.
    #[serde(default)]
    pub from: Vec<String>,
}

/// `pack.load`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadPack {
    /// The zip, in Base64.
    pub zip: String,
}

/// `pack.after`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackAfter {
    /// The record of a finished game: JSON Lines.
    pub record: String,
    /// The interlude; without one, the first that follows the game's scenario.
    #[serde(default)]
    pub interlude: Option<String>,
    /// The values of the interlude's options that are not to have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, i32>,
    /// The pack that the game was played on.
    #[serde(default)]
    pub base: Option<String>,
}

/// `pack.list`
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListPacks {
    /// Packs to tell of besides those the server was started with.
    #[serde(default)]
    pub packs: Vec<String>,
}
