//! What clients are sent in the same shape for every game, whatever its rules.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{
    BySide, Case, Clock, ClockView, Downtime, Ending, NoShow, Offer, OpenOffer, PackMark, PrintedCase,
    ShareState, Side, Throw,
};

/// The part of a view besides the position: where in its record the game is.
#[derive(Debug, Clone, Default)]
pub struct Situation {
    /// The game's name, if it has one.
    pub game: String,
    /// The data pack it is played on.
    pub pack: Option<PackMark>,
    /// How many entries the record has.
    pub version: u32,
    /// The hash of the server's seed.
    pub commitment: String,
    /// How many dice have been thrown.
    pub thrown: u32,
    /// Dice were loaded, or the position set up by hand.
    pub practice: bool,
    /// The server's seed, once the game is over.
    pub revealed: Option<String>,
    /// How both sides' shares of the dice stand, where any are expected or were given.
    pub shares: Option<BySide<ShareState>>,
    /// The sides whose players the dice wait for.
    pub waiting: Vec<Side>,
    /// How the throws stand, in a match with shares for each.
    pub throw: Option<Throw>,
    /// How it ended, if it was not played to its end.
    pub ended: Option<Ending>,
    pub offers: Vec<OpenOffer>,
    /// The clocks, if it has any.
    pub clock: Option<Clock>,
    /// The player who has made no entry, in a game without clocks.
    pub no_show: Option<NoShow>,
    /// Whether the viewer may undo the last order.
    pub undo: bool,
    /// Whether the viewer may redo what was undone.
    pub redo: bool,
}

impl Situation {
    /// The clocks, as views tell of them.
    pub fn clock(&self) -> Option<ClockView<'_>> {
        self.clock.as_ref().map(Clock::view)
    }

    /// The dice, as views tell of them.
    pub fn dice(&self) -> DiceView<'_> {
        DiceView {
            commitment: &self.commitment,
            practice: self.practice,
            revealed: self.revealed.as_deref(),
            shares: self.shares,
            throw: self.throw.as_ref(),
            thrown: self.thrown,
            waiting: &self.waiting,
        }
    }
}

/// The dice of a game, as views tell of them: see "Dice" in docs/protocol.md.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct DiceView<'a> {
    /// The hash of the server's seed.
    pub commitment: &'a str,
    /// Dice were loaded, or the position was set up by hand.
    pub practice: bool,
    /// The server's seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<&'a str>,
    /// How both sides' shares stand, where any are expected or were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<BySide<ShareState>>,
    /// How the throws stand, in a match with shares for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<&'a Throw>,
    pub thrown: u32,
    /// Whose players they wait for; absent if they wait for nobody.
    #[serde(skip_serializing_if = "<[Side]>::is_empty")]
    pub waiting: &'a [Side],
}

/// Turn and phase of a game, for lists of games and reviews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub turn: u32,
    pub turns: u32,
    /// The phase, as views name it.
    pub phase: String,
    /// The side whose player-turn it is, or the one asked where both act in turns.
    pub phasing: Option<Side>,
}

/// The present points of a game, for descriptions in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VictoryInfo {
    pub points: BySide<i32>,
    pub level: String,
    /// The side that would win; `None` for a draw.
    pub leader: Option<Side>,
    pub lines: Vec<VictoryLineInfo>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VictoryLineInfo {
    pub side: Side,
    pub points: i32,
    pub case: Case,
    /// What the edition that is played prints for it.
    pub printed: Option<PrintedCase>,
    pub text: String,
}

/// A unit in a list for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitInfo {
    pub id: String,
    pub side: Side,
    pub kind: String,
    /// Its strength as it is printed.
    pub strength: String,
    /// The hex it is in, or where else it is.
    pub place: String,
    pub name: String,
}

/// A case to read, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Citation<'a> {
    pub case: Case,
    /// The rulebook it is of.
    pub system: &'a str,
}

/// A case and what it says here, in a sentence: why there is nothing to answer, what holds for a
/// unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reason {
    /// The case that stands in the way.
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook it is of.
    pub system: String,
    pub text: String,
}

/// A refusal as it is told in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusalInfo {
    pub case: Case,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: String,
}

/// `game.explain`: every case that was asked of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Explanation {
    /// In the order in which they were asked; of an order that is refused the last one failed.
    pub asked: Vec<CheckInfo>,
    pub legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusalInfo>,
}

/// A case that was asked of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckInfo {
    pub case: Case,
    pub passed: bool,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook it is of.
    pub system: String,
    /// What must be so.
    pub text: Cow<'static, str>,
}

/// `game.options`: what the rules offer, and whether anything can be taken back.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OptionsAnswer<O> {
    #[serde(flatten)]
    pub offered: O,
    /// Whether the last order may be taken back.
    pub undo: bool,
    /// Whether what was undone may be given again.
    pub redo: bool,
}

/// `game.preview`: what an order would do, or why it may not be given.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PreviewAnswer<P> {
    /// The order is legal.
    Legal {
        /// What it would do, dice aside.
        #[serde(flatten)]
        preview: P,
        /// It is.
        #[schemars(extend("const" = true))]
        legal: bool,
    },
    /// It is not.
    Refused {
        /// It is not.
        #[schemars(extend("const" = false))]
        legal: bool,
        refusal: RefusalInfo,
    },
}

impl<P> PreviewAnswer<P> {
    pub fn legal(preview: P) -> PreviewAnswer<P> {
        PreviewAnswer::Legal { preview, legal: true }
    }

    /// Of an order that is refused.
    pub fn refused(refusal: RefusalInfo) -> PreviewAnswer<P> {
        PreviewAnswer::Refused { legal: false, refusal }
    }
}

/// One thing that made the result of a die what it is: a strength, what multiplies it, a shift of
/// columns, what a die is held against. What it changes stands in the field of that name; the text
/// says it in words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Modifier {
    pub case: Case,
    /// The column that has been come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The hex whose strength it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// What it adds to the number that a die is held against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i16>,
    /// Columns, to the right above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// The rulebook the case is of.
    pub system: String,
    /// What it is, in a few words.
    pub text: String,
    /// What the strength of its unit or hex is multiplied by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<f64>,
    /// The unit whose strength or rating it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl Modifier {
    /// One that changes nothing yet.
    pub fn new(case: Case, system: &str, text: impl Into<String>) -> Modifier {
        Modifier {
            case,
            column: None,
            hex: None,
            printed: None,
            rating: None,
            shift: None,
            strength: None,
            system: system.to_owned(),
            text: text.into(),
            times: None,
            unit: None,
        }
    }
}

/// The modifiers of the results of one order's events. It is found when the events happen, for it follows
/// from the position in which they did; records do not hold it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Modifiers(Vec<(usize, Vec<Modifier>)>);

impl Modifiers {
    /// Notes those of the event of that number, counted from 0, after those of the events before.
    pub fn note(&mut self, event: usize, modifiers: Vec<Modifier>) {
        if !modifiers.is_empty() {
            self.0.push((event, modifiers));
        }
    }

    /// Those of the event of that number.
    pub fn of(&self, event: usize) -> &[Modifier] {
        let found = self.0.binary_search_by_key(&event, |(number, _)| *number);
        found.ok().and_then(|at| self.0.get(at)).map_or(&[], |(_, modifiers)| modifiers)
    }
}

/// An event as it is told: its own fields, with its case, the rulebook of that, and a sentence.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(transform = schemars::of_object(opened))]
pub struct LogEvent<E> {
    /// What happened, as far as it is told.
    #[schemars(flatten)]
    pub event: E,
    pub case: Case,
    /// What made a result what it is, one thing after another; absent where there is nothing of the
    /// kind.
    #[schemars(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// What the edition that is played prints for it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: String,
    /// The line of the log; absent where the event only moves the game along.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl<E> LogEvent<E> {
    /// The same with what made its result what it is.
    #[must_use]
    pub fn modified(self, modifiers: &[Modifier]) -> LogEvent<E> {
        LogEvent { modifiers: modifiers.to_vec(), ..self }
    }
}

/// An event as records keep it has no fields but its own; as it is told it has, and those stand in
/// the place of its own of the same name.
#[allow(dead_code, reason = "only generated schemas are opened")]
fn opened(schema: &mut Map<String, Value>) {
    parts_of(schema).for_each(open);
}

fn parts_of(fields: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let all = fields.iter_mut().filter(|(name, _)| matches!(name.as_str(), "allOf" | "anyOf" | "oneOf"));
    let parts = all.filter_map(|(_, parts)| parts.as_array_mut()).flatten();
    parts.filter_map(Value::as_object_mut)
}

fn open(part: &mut Map<String, Value>) {
    const TOLD: [&str; 5] = ["case", "modifiers", "printed", "system", "text"];
    part.remove("additionalProperties");
    if let Some(own) = part.get_mut("properties").and_then(Value::as_object_mut) {
        own.retain(|name, _| !TOLD.contains(&name.as_str()));
    }
    if let Some(required) = part.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| !TOLD.iter().any(|told| name == told));
    }
    parts_of(part).for_each(open);
}

impl<E: Serialize> Serialize for LogEvent<E> {
    /// Some events bear their case themselves: it is written once.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut event = serde_json::to_value(&self.event).map_err(S::Error::custom)?;
        let Value::Object(fields) = &mut event else { return event.serialize(serializer) };
        fields.insert("case".to_owned(), self.case.number().into());
        fields.insert("system".to_owned(), self.system.as_str().into());
        if let Some(printed) = &self.printed {
            let printed = serde_json::to_value(printed).map_err(S::Error::custom)?;
            fields.insert("printed".to_owned(), printed);
        }
        if !self.modifiers.is_empty() {
            let modifiers = serde_json::to_value(&self.modifiers).map_err(S::Error::custom)?;
            fields.insert("modifiers".to_owned(), modifiers);
        }
        if let Some(text) = &self.text {
            fields.insert("text".to_owned(), text.as_str().into());
        }
        event.serialize(serializer)
    }
}

/// An entry of the record as a viewer is told it: `order`, `undo`, `redo`, `declared`, `link`, `links`,
/// `commit`, `seed`, `offer`, `accept`, `decline`, `resign`, `seated`, `claim`, `replace` or `reveal`
/// says what it is; `O` and `E` are how orders and events are told.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LogEntry<O = Value, E = Value> {
    /// The version of the offer that is taken, and carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accept: Option<u32>,
    /// When it was made, in seconds since 1970 (UTC): in a game with clocks, and where an entry is about time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// When the server was down since the entry before, in a game that counts time: from when to when, in
    /// seconds since 1970 (UTC). No clock ran then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Downtime>,
    /// The side claims the game, since the other's time has run out; without clocks: since the other has not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub claim: Option<bool>,
    /// The hash that binds a side to its share of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// An order that is fixed and waits for its dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<O>,
    /// The version of the offer that is declined, or taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline: Option<u32>,
    /// How many dice the order took; absent if none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<u32>,
    /// What came of the order, as far as it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<E>>,
    /// An order was declared, or a share given, that is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub given: Option<bool>,
    /// The first player's link for the dice of the order that is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Both players' links for the dice of the order that is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<BySide<String>>,
    /// What is offered to the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// The order as it was given; absent where it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<O>,
    /// Why a computer gave it, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The entry that counts again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redo: Option<u32>,
    /// The side lets a computer of that level play on for the other, whose time has run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace: Option<String>,
    /// The side gives the game up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub resign: Option<bool>,
    /// The server's seed: the last entry of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reveal: Option<String>,
    /// Both players have taken their seats, and not both have made an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub seated: Option<bool>,
    /// A player's share of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Who did it; absent of what the program itself entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Orders without a number that were given since the entry before, as far as they are told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<UnnumberedInfo<O, E>>,
    /// The entry that no longer counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<u32>,
    pub version: u32,
}

impl<O, E> LogEntry<O, E> {
    /// An entry of which nothing is told but that it is there.
    pub(crate) fn new(version: u32, side: Option<Side>) -> LogEntry<O, E> {
        LogEntry {
            accept: None,
            at: None,
            away: Vec::new(),
            claim: None,
            decline: None,
            offer: None,
            replace: None,
            resign: None,
            commit: None,
            declared: None,
            dice: None,
            events: None,
            given: None,
            link: None,
            links: None,
            order: None,
            reason: None,
            redo: None,
            reveal: None,
            seated: None,
            seed: None,
            side,
            standing: Vec::new(),
            undo: None,
            version,
        }
    }
}

/// An order that takes no number, and what came of it, as its seat is told it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnnumberedInfo<O = Value, E = Value> {
    pub events: Vec<E>,
    pub order: O,
    pub side: Side,
}
