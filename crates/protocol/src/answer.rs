//! What the methods give, as types.

use std::collections::BTreeMap;

use ai::{Advice, Counsel, Intent, Lesson, Mistake, Moment, Outlook, Stroke};
use catalog::{BattleFacts, Library, Offered};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tabletop::{CarriedUnit, ClockLeft, InterludeInfo, LogEntry, PackMark, ScenarioInfo, Side};

use crate::params::{Commanders, FactPlace};
use crate::{Answer, RpcError};

/// Anything that can be written as JSON.
///
/// # Errors
/// A fault of ours if it cannot.
pub fn answer(value: &impl Serialize) -> Answer {
    serde_json::value::to_raw_value(value).map_err(|_| RpcError::ours("the answer could not be written"))
}

/// `initialize`
#[derive(Serialize, JsonSchema)]
pub struct Welcome {
    /// `longroll`
    pub name: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The systems.
    pub systems: Vec<String>,
    /// What can be played.
    pub scenarios: Vec<Offered>,
    /// What is told of the battles, for those who choose one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<BattleFacts>,
    /// The interludes after which a finished game may be gone on from: see `pack.after`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interludes: Vec<InterludeInfo>,
    /// The outside programs that may command a side on this server.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
    /// Whether packs can be shared here with all who come.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sharing: bool,
    /// Whether people can have accounts here: see `/account`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accounts: bool,
}

impl Welcome {
    /// What `initialize` says of that library.
    pub fn to(library: &Library) -> Welcome {
        Welcome {
            name: "longroll",
            version: env!("CARGO_PKG_VERSION"),
            systems: library.systems().map(str::to_owned).collect(),
            scenarios: library.offer(),
            battles: library.battles().to_vec(),
            interludes: library.interludes(),
            bots: Vec::new(),
            sharing: false,
            accounts: false,
        }
    }
}

/// The secrets that open a game's seats. They are told once, to whoever made the game.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Tokens {
    /// Both sides at one screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<String>,
    /// The Union's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub union: Option<String>,
    /// The Confederacy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confederate: Option<String>,
}

impl Tokens {
    /// That of a seat.
    pub fn of(&mut self, you: You) -> &mut Option<String> {
        match you {
            You::Both => &mut self.both,
            You::Union => &mut self.union,
            You::Confederate => &mut self.confederate,
        }
    }
}

/// `game.new`, `game.position`, `game.load`
#[derive(Serialize, JsonSchema)]
pub struct Began {
    /// The game's name.
    pub game: String,
    /// How many entries its record has.
    pub version: u32,
    /// The hash of the record's last line.
    pub hash: String,
    /// The view of the side being asked; once the game is over, a watcher's.
    #[schemars(with = "crate::any_system::AnyView")]
    pub view: Box<RawValue>,
    /// On the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

/// `game.order`
#[derive(Serialize, JsonSchema)]
pub struct Ordered {
    /// How many entries the record has now.
    pub version: u32,
    /// The hash of the record's last line.
    pub hash: String,
    /// What happened, as this seat is told it; absent with the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<crate::any_system::AnyEvent>")]
    pub events: Option<Vec<Value>>,
    /// The view now; absent where `game.changed` has just told this connection of it, which watches
    /// with patches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "crate::any_system::AnyView")]
    pub view: Option<Box<RawValue>>,
}

/// `game.undo`, `game.redo`, `game.share`
#[derive(Serialize, JsonSchema)]
pub struct Stepped {
    /// How many entries the record has now.
    pub version: u32,
    /// The hash of the record's last line.
    pub hash: String,
    /// The view now; absent as in the answer to `game.order`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "crate::any_system::AnyView")]
    pub view: Option<Box<RawValue>>,
}

/// `game.log`
#[derive(Serialize, JsonSchema)]
pub struct Logged {
    /// The entries, as this seat is told them.
    #[schemars(with = "Vec<LogEntry<crate::any_system::AnyOrder, crate::any_system::AnyEvent>>")]
    pub entries: Vec<LogEntry>,
}

/// `game.feed`
#[derive(Serialize, JsonSchema)]
pub struct FeedTold {
    /// Where the feed is on this server. Who knows it can read when the seat is asked, and do
    /// nothing.
    pub path: String,
}

/// `game.save`
#[derive(Serialize, JsonSchema)]
pub struct Saved {
    /// JSON Lines: a header, then entries.
    pub record: String,
}

/// Which seat a token opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum You {
    /// The Union's.
    Union,
    /// The Confederacy's.
    Confederate,
    /// Both.
    Both,
}

impl You {
    /// The word in the protocol and in the database.
    pub fn word(self) -> &'static str {
        match self {
            You::Union => "union",
            You::Confederate => "confederate",
            You::Both => "both",
        }
    }

    /// The seat of that word.
    pub fn from_word(word: &str) -> Option<You> {
        [You::Union, You::Confederate, You::Both].into_iter().find(|you| you.word() == word)
    }
}

impl From<Side> for You {
    fn from(side: Side) -> You {
        match side {
            Side::Union => You::Union,
            Side::Confederate => You::Confederate,
        }
    }
}

/// `game.watch`
#[derive(Serialize, JsonSchema)]
pub struct Watched {
    /// How many entries the record has.
    pub version: u32,
    /// The hash of the record's last line.
    pub hash: String,
    /// The entries after the version that was named.
    #[schemars(with = "Vec<LogEntry<crate::any_system::AnyOrder, crate::any_system::AnyEvent>>")]
    pub entries: Vec<LogEntry>,
    /// The view now.
    #[schemars(with = "crate::any_system::AnyView")]
    pub view: Box<RawValue>,
    /// The seat the token opens.
    pub you: Option<You>,
    /// What the players call the game.
    pub name: String,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// Whether this seat may ask for advice.
    pub advice: bool,
}

/// An order that is advised.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AdvisedOrder {
    /// The order.
    #[schemars(with = "crate::any_system::AnyOrder")]
    pub order: Value,
    /// The reason in a sentence; empty where it is obvious.
    pub reason: String,
    /// How it is drawn on the map.
    pub strokes: Vec<Stroke>,
    /// Which of the intents it is part of, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<usize>,
    /// Whether it throws a die, ends a phase or asks the other side: it is not given along with others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// Orders with one purpose.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct IntentTold {
    /// What they are for, and why, in a sentence.
    pub text: String,
    /// The orders, one after another. Orders of another intent may come between them.
    #[schemars(with = "Vec<crate::any_system::AnyOrder>")]
    pub orders: Vec<Value>,
}

/// What a general would do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Counselled {
    /// What all of it comes to, in a sentence; empty if there is nothing to do.
    pub summary: String,
    /// The orders by purpose.
    pub intents: Vec<IntentTold>,
    /// The orders one after another, up to the first that throws a die.
    pub counsel: Vec<AdvisedOrder>,
}

impl From<Counsel> for Counselled {
    fn from(Counsel { orders, intents }: Counsel) -> Counselled {
        let told = |intent: &Intent| IntentTold {
            text: intent.text.clone(),
            orders: intent.orders.iter().filter_map(|&at| Some(orders.get(at)?.order.clone())).collect(),
        };
        let groups = intents.groups.iter().map(told).collect();
        let counsel = orders.into_iter().enumerate().map(|(at, Advice { order, reason, strokes, apart })| {
            AdvisedOrder { order, reason, strokes, intent: intents.of(at), apart }
        });
        Counselled { counsel: counsel.collect(), intents: groups, summary: intents.summary }
    }
}

/// `game.advice`
#[derive(Serialize, JsonSchema)]
pub struct Advised {
    /// The version it was given for.
    pub version: u32,
    /// What a general would do.
    #[serde(flatten)]
    pub would: Counselled,
}

/// `game.lesson`
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LessonTold {
    /// The version after which the turn had ended.
    pub version: u32,
    /// The game-turn.
    pub turn: u32,
    /// Whose turn it was.
    pub side: Side,
    /// How many orders that side gave.
    pub orders: u32,
    /// What is to be said of it, in a sentence or a few.
    pub text: String,
    /// The order that cost most; null if chance explains all differences.
    pub mistake: Option<MistakeTold>,
}

/// An order that cost more than chance explains.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MistakeTold {
    /// The version of its entry in the log; where a unit should have moved and did not, of the end
    /// of the movement.
    pub version: u32,
    /// The order.
    #[schemars(with = "crate::any_system::AnyOrder")]
    pub order: Value,
    /// How it is drawn on the map.
    pub strokes: Vec<Stroke>,
    /// The order that would have been better; null where that is to leave something undone.
    #[schemars(with = "Option<crate::any_system::AnyOrder>")]
    pub better: Option<Value>,
    /// How that is drawn.
    pub instead: Vec<Stroke>,
    /// The printed hexes it is about.
    pub hexes: Vec<String>,
    /// How many points it cost, as the general judges.
    pub cost: f64,
    /// Half the width of the 95 % confidence interval of that.
    pub within: f64,
    /// How often each of the two was played on.
    pub games: u32,
}

impl From<Lesson> for LessonTold {
    fn from(Lesson { version, turn, side, orders, text, mistake }: Lesson) -> LessonTold {
        let told = |mistake: Mistake| {
            let Mistake { version, order, strokes, better, instead, hexes, cost, within, games } = mistake;
            MistakeTold { version, order, strokes, better, instead, hexes, cost, within, games }
        };
        LessonTold { version, turn, side, orders, text, mistake: mistake.map(told) }
    }
}

/// What is to be said of one moment of a game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReviewedMoment {
    /// The version.
    pub version: u32,
    /// How games ended that veterans, at a glance, played on from there; null if none could be.
    pub outlook: Option<Outlook>,
    /// What a general would have done.
    #[serde(flatten)]
    pub would: Counselled,
}

/// `game.review`
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reviewed {
    /// The moments of the game.
    Moments {
        /// In order.
        moments: Vec<Moment>,
    },
    /// What is to be said of one moment.
    Moment(ReviewedMoment),
    /// The review of the whole game: what is missing follows as `game.reviewed`.
    Whole {
        /// The moments, in order.
        moments: Vec<Moment>,
        /// Those that have been reviewed.
        #[schemars(with = "Vec<ReviewedMoment>")]
        reviewed: Vec<Value>,
    },
}

/// `game.reviewed`, told to whoever asked for the review of the whole game
#[derive(Serialize, JsonSchema)]
pub struct ReviewTold<'a> {
    /// The game.
    pub game: &'a str,
    /// How many of its moments have been reviewed.
    pub done: usize,
    /// How many it has.
    pub of: usize,
    /// The one that has just been reviewed.
    #[schemars(with = "ReviewedMoment")]
    pub moment: &'a Value,
}

/// `game.changed`, told to everyone who watches
#[derive(Serialize, JsonSchema)]
pub struct Changed {
    /// The game.
    pub game: String,
    /// How many entries the record has now.
    pub version: u32,
    /// The hash of the record's last line.
    pub hash: String,
    /// The new entries, as this seat is told them.
    #[schemars(with = "Vec<LogEntry<crate::any_system::AnyOrder, crate::any_system::AnyEvent>>")]
    pub entries: Vec<LogEntry>,
    /// The view now, or what it has become by.
    #[serde(flatten)]
    pub view: ViewTold,
}

/// A view that is told of a change.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ViewTold {
    /// All of it.
    Whole {
        /// The view now.
        #[schemars(with = "crate::any_system::AnyView")]
        view: Box<RawValue>,
    },
    /// What makes it of the view that this connection was told last.
    Patched {
        /// The version of that view.
        from: u32,
        /// The steps, one after another: a JSON Patch (RFC 6902).
        #[schemars(with = "Vec<PatchStep>")]
        patch: Box<RawValue>,
    },
}

/// One operation of a JSON Patch, of those that are sent.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", tag = "op")]
pub enum PatchStep {
    /// Puts a value where there is none, or into a list before what is there.
    Add {
        /// Where, as a JSON Pointer (RFC 6901).
        path: String,
        /// The value.
        value: Value,
    },
    /// Puts a value in the place of another.
    Replace {
        /// Where, as a JSON Pointer.
        path: String,
        /// The value.
        value: Value,
    },
    /// Takes a value away.
    Remove {
        /// Where, as a JSON Pointer.
        path: String,
    },
}

/// What is thought over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Thinking {
    /// A computer's turn.
    Turn,
    /// Advice.
    Advice,
    /// A lesson.
    Lesson,
    /// A review.
    Review,
}

/// `game.thinking`, told to whoever waits: for a computer's turn to everyone who watches, for
/// advice, lessons and reviews to who asked
#[derive(Serialize, JsonSchema)]
pub struct ThinkingTold<'a> {
    /// The game.
    pub game: &'a str,
    /// What is thought over.
    pub kind: Thinking,
    /// Its place in the queue: 1 comes next, 0 is being thought over now.
    pub place: usize,
}

/// One line of `game.list`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Listed {
    /// The game.
    pub game: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The battle.
    pub title: String,
    /// The data pack it is played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackMark>,
    /// The game-turn.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// The phase.
    pub phase: String,
    /// Who is asked.
    pub asked: Option<Side>,
    /// The seat the token opens.
    pub you: You,
    /// Which sides computers command.
    pub commanders: Commanders,
    /// When it last changed: seconds since 1970, UTC.
    pub updated: i64,
    /// Whether it is over.
    pub over: bool,
    /// The clock that runs, in a game with clocks that goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockLeft>,
    /// When it is deleted if nobody has given an order by then: seconds since 1970, UTC. Absent where it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goes: Option<i64>,
    /// Whether the account that is signed in holds the seat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub account: bool,
}

/// `game.list`
#[derive(Serialize, JsonSchema)]
pub struct Listing {
    /// Newest change first.
    pub games: Vec<Listed>,
    /// Games whose record on the server is damaged; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<Unlisted>,
}

/// A game that cannot be listed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Unlisted {
    /// The game.
    pub game: String,
    /// What is wrong with it, in one sentence.
    pub message: String,
}

/// `pack.open`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Opened {
    /// The files by their path below `data/`, as documents.
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The same files as they are written.
    pub texts: BTreeMap<String, String>,
    /// The path of the map sheet.
    pub map: String,
    /// The path of the order of battle.
    pub units: String,
    /// The path of the scenario.
    pub scenario: String,
    /// The paths of what it shares with other scenarios, by what that is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shared: BTreeMap<String, String>,
    /// The pack they come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackTold>,
}

/// What a pack says of itself.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PackTold {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// What is wrong with a data file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FaultTold {
    /// The file's path below `data/`.
    pub file: String,
    /// The line of the file as it would be written.
    pub line: usize,
    /// Where in the document, lists counted from 0: `road.3.hexes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The printed number of the hex it is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// What is wrong, in one sentence.
    pub text: String,
}

/// A map as it is drawn.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Drawn {
    /// All of it.
    Whole {
        /// The drawing.
        svg: String,
        /// As `/maps/<map>.json` gives it.
        #[schemars(with = "Value")]
        layout: Box<RawValue>,
        /// What it is called in `drawn`; told who sends that.
        #[serde(skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// What makes it of the drawing that the asker has.
    Changed {
        /// The mark of that drawing.
        from: String,
        /// The mark of this one. If it is the same, nothing has changed.
        mark: String,
        /// What has changed in the drawing, in the order of the text that the asker has.
        svg: Vec<Splice>,
        /// What has changed in the layout: a JSON Patch (RFC 6902).
        #[schemars(with = "Vec<PatchStep>")]
        layout: Box<RawValue>,
    },
}

/// A piece of text in the place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Splice {
    /// Where in the old text, in UTF-16 code units, as JavaScript counts.
    pub at: usize,
    /// How many of them go.
    pub drop: usize,
    /// What comes in their place.
    pub put: String,
}

/// `pack.check`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Checked {
    /// All faults; none if a pack can be made of it.
    pub faults: Vec<FaultTold>,
    /// The maps among the files, by path, as far as they can be read: what is at fault is left out
    /// of the drawing.
    pub maps: BTreeMap<String, Drawn>,
    /// The maps among the files that are not drawn since the others are long enough for one answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undrawn: Vec<String>,
}

/// A fact as one of two readings of a sheet has it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FactTold {
    /// Its value.
    pub value: String,
    /// What it rests on, if the file says so of this value: `printed`, `rules`, `published`,
    /// `setup`, `overlap`, `historic` or `reconstructed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<String>,
    /// Where in the document, lists counted from 0: `unit.12.fresh`. Of a letter or a hexside the
    /// table that it stands in.
    pub at: String,
}

/// A fact that two readings of a sheet do not have alike.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DifferenceTold {
    /// Its file.
    pub file: String,
    /// Its place in the file, in words: `combat, row 51-53, cells 3`.
    pub place: String,
    /// What the facts of its part of the file are: `ground`, `slope`, `unit`.
    pub kind: String,
    /// The printed numbers of the hexes it is at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// As these files have it; absent if they do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<FactTold>,
    /// As the others have it; absent if they do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<FactTold>,
    /// Whether both say what theirs rests on, and the others' is the better.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub better: bool,
}

/// `pack.compare`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Compared {
    /// Every fact that the two do not have alike, by file and place.
    pub differences: Vec<DifferenceTold>,
}

/// `pack.merge`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Merged {
    /// The files into which anything was taken, as documents.
    #[schemars(with = "BTreeMap<String, serde_json::Map<String, Value>>")]
    pub files: BTreeMap<String, Value>,
    /// The facts that were taken.
    pub taken: Vec<FactPlace>,
    /// How many differ and were left.
    pub left: usize,
    /// What is wrong with the files as they are then; none if a pack can be made of them.
    pub faults: Vec<FaultTold>,
}

/// `pack.load`, and each of `pack.list`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PackInfo {
    /// The pack's id: the SHA-256 of its files.
    pub pack: String,
    /// Its title.
    pub title: String,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The scenarios of which it holds any file.
    pub scenarios: Vec<ScenarioInfo>,
}

/// `pack.keep`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Kept {
    /// The pack.
    #[serde(flatten)]
    pub info: PackInfo,
    /// The pack as a zip, in Base64.
    pub zip: String,
}

/// `pack.after`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WentOn {
    /// The pack that the second battle is begun on.
    #[serde(flatten)]
    pub info: PackInfo,
    /// What lies between the battles, and what may be chosen.
    pub interlude: InterludeInfo,
    /// The values of all options.
    pub options: BTreeMap<String, i32>,
    /// The scenario that `game.new` takes with the pack.
    pub scenario: String,
    /// The units of the second battle that the first has changed.
    pub units: Vec<CarriedUnit>,
    /// What else is otherwise, a sentence each.
    pub lines: Vec<String>,
    /// The pack as a zip, in Base64.
    pub zip: String,
}

/// `pack.list`
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Packs {
    /// The packs.
    pub packs: Vec<PackInfo>,
}
