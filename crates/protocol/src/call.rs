//! From method and parameters to a typed call.

use std::collections::BTreeMap;

use ai::Level;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabletop::{Offer, Side};

use crate::params::{
    AnswerOffer, BranchGame, CheckPack, ComparePack, Draft, KeepPack, Lesson, List, ListPacks, LoadGame,
    LoadPack, Log, MakeOffer, MergePack, NewGame, Nothing, OneGame, OpenPack, Order, PackAfter, Position,
    Replace, Review, Share, Stake, Step, Targets, View, Watch,
};
use crate::sharing::{AgreedPack, ReadersOf, SharePack, WithdrawPack};
use crate::steps::{AskSteps, ReadSheet};
use crate::talk::{Mute, ReadTalk, ReportSaid, Say, ShowPresence, TalkCall, WriteNote};
use crate::{RpcError, Transport};

/// A call whose parameters have been read.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// Name, version, systems and scenarios.
    Initialize,
    /// A new game.
    New(NewGame),
    /// A sandbox.
    Position(Position),
    /// A game from its record.
    Load(LoadGame),
    /// A game for practice from a position of another.
    Branch(BranchGame, Who),
    /// Something about data packs.
    Pack(PackCall),
    /// Something about packs that people share.
    Sharing(SharingCall),
    /// Something asked of one game.
    Of {
        /// The game.
        game: String,
        /// Who asks.
        who: Who,
        /// What.
        ask: Ask,
    },
    /// From now on tell this connection of every change.
    Watch(Watch, Who),
    /// No longer.
    Unwatch(OneGame),
    /// The games of these seats.
    List(List),
    /// Something about the talk of one game.
    Talk(TalkCall, Who),
}

/// What can be asked about data packs.
#[derive(Debug, Clone, PartialEq)]
pub enum PackCall {
    /// The files of a scenario.
    Open(OpenPack),
    /// The faults of files.
    Check(CheckPack),
    /// What files have otherwise than a pack.
    Compare(ComparePack),
    /// Facts of a pack taken into files.
    Merge(MergePack),
    /// What an owner is asked of the printed sheets.
    Steps(AskSteps),
    /// What stands on the printed sheets.
    Read(ReadSheet),
    /// Make a pack of files.
    Keep(KeepPack),
    /// A pack from its zip.
    Load(LoadPack),
    /// The pack of the battle that follows a finished game.
    After(PackAfter),
    /// What packs there are.
    List(ListPacks),
}

/// What can be asked about the packs that people share on a server.
#[derive(Debug, Clone, PartialEq)]
pub enum SharingCall {
    /// Which there are.
    List,
    /// Share a pack.
    Share(SharePack),
    /// Share it no longer.
    Withdraw(WithdrawPack),
    /// What readers read, fact by fact.
    Readers(ReadersOf),
    /// A pack of what they agree on.
    Agreed(AgreedPack),
}

impl PackCall {
    /// The documents that it brings.
    pub fn documents(&self) -> Option<&BTreeMap<String, Value>> {
        match self {
            PackCall::Check(asked) => Some(&asked.files),
            PackCall::Compare(asked) => Some(&asked.files),
            PackCall::Merge(asked) => Some(&asked.files),
            PackCall::Steps(asked) => Some(&asked.files),
            PackCall::Read(asked) => Some(&asked.files),
            PackCall::Keep(asked) => Some(&asked.files),
            PackCall::Open(_) | PackCall::Load(_) | PackCall::After(_) | PackCall::List(_) => None,
        }
    }

    /// The pack that it names.
    pub fn base(&self) -> Option<&str> {
        match self {
            PackCall::Open(asked) => asked.pack.as_deref(),
            PackCall::Check(asked) => asked.base.as_deref(),
            PackCall::Compare(asked) => asked.against.as_deref(),
            PackCall::Merge(asked) => asked.base.as_deref(),
            PackCall::Steps(asked) => asked.base.as_deref(),
            PackCall::Read(asked) => asked.base.as_deref(),
            PackCall::Keep(asked) => asked.base.as_deref(),
            PackCall::After(asked) => asked.base.as_deref(),
            PackCall::Load(_) | PackCall::List(_) => None,
        }
    }

    /// The packs besides that it takes facts from.
    pub fn from(&self) -> &[String] {
        match self {
            PackCall::Merge(asked) => asked.from.as_slice(),
            PackCall::Keep(asked) => &asked.from,
            _ => &[],
        }
    }
}

/// Who asks: on the line they simply say so, on the server a token shows it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Who {
    /// On the line: the side or seat.
    pub side: Option<Side>,
    /// On the server: the seat's secret.
    pub token: Option<String>,
}

/// What can be asked of one game.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// The view of a seat.
    View(Option<u32>),
    /// What the side may do.
    Options,
    /// Where, at what cost.
    Targets {
        /// The verb.
        verb: String,
        /// Of whom.
        subject: Value,
    },
    /// What an order would do.
    Preview(Value),
    /// Every case asked of an order.
    Explain(Value),
    /// An order.
    Order {
        /// The order.
        order: Value,
        /// The version it was made for.
        version: Option<u32>,
    },
    /// Take the last order back, if the game is still at that version.
    Undo(Option<u32>),
    /// Give it again, in the same way.
    Redo(Option<u32>),
    /// Entries after a version.
    Log(u32),
    /// A player's share of the dice, or what binds it.
    Share(Stake),
    /// Offer the other side something.
    Offer(Offer),
    /// Take what it offered at that version.
    Accept(u32),
    /// Decline it, or take one's own offer back.
    Decline(u32),
    /// Give the game up.
    Resign,
    /// Claim the game, since the other's time has run out.
    Claim,
    /// Let a computer of that level play on for the other.
    Replace(Level),
    /// Where the seat's news feed is.
    Feed,
    /// The record.
    Save,
    /// What a general would do now.
    Advice,
    /// What is to be learnt of a turn that has ended: the last, or that of a game-turn.
    Lesson(Option<u32>),
    /// How a game that is over went: its moments, or what is to be said of one of them.
    Review(Option<u32>),
    /// The review of all its moments, as work of the server.
    WholeReview,
}

impl Ask {
    /// Whether it changes the game.
    pub fn changes(&self) -> bool {
        matches!(
            self,
            Ask::Order { .. }
                | Ask::Undo(_)
                | Ask::Redo(_)
                | Ask::Share(_)
                | Ask::Offer(_)
                | Ask::Accept(_)
                | Ask::Decline(_)
                | Ask::Resign
                | Ask::Claim
                | Ask::Replace(_)
        )
    }

    /// Whether it ends the game, or a player's part in it.
    pub fn ends(&self) -> bool {
        matches!(self, Ask::Resign | Ask::Claim | Ask::Replace(_))
    }

    /// The version after which the entries of the game are needed to answer it; nothing if what is
    /// past does not matter.
    pub fn reaches_back_to(&self) -> Option<u32> {
        match self {
            Ask::View(version) => *version,
            Ask::Log(since) => Some(*since),
            // The game may go back to whatever it is.
            Ask::Offer(_) | Ask::Accept(_) => Some(0),
            Ask::Save | Ask::Lesson(_) | Ask::Review(_) | Ask::WholeReview => Some(0),
            Ask::Options
            | Ask::Targets { .. }
            | Ask::Preview(_)
            | Ask::Explain(_)
            | Ask::Order { .. }
            | Ask::Undo(_)
            | Ask::Redo(_)
            | Ask::Share(_)
            | Ask::Decline(_)
            | Ask::Resign
            | Ask::Claim
            | Ask::Replace(_)
            | Ask::Feed
            | Ask::Advice => None,
        }
    }
}

/// How a method says who asks.
#[derive(Clone, Copy, PartialEq)]
enum Asker {
    /// It does not.
    Nobody,
    /// On the line by `seat`, which may be left out.
    Seat,
    /// On the line by `side`, which may not.
    Side,
}

/// Every method, with whether the line speaks it too.
pub const METHODS: [(&str, bool); 51] = [
    ("initialize", true),
    ("game.new", true),
    ("game.position", true),
    ("game.view", true),
    ("game.options", true),
    ("game.targets", true),
    ("game.preview", true),
    ("game.order", true),
    ("game.undo", true),
    ("game.redo", true),
    ("game.log", true),
    ("game.save", true),
    ("game.load", true),
    ("game.branch", true),
    ("game.explain", true),
    ("game.advice", true),
    ("game.lesson", true),
    ("game.review", true),
    ("game.offer", true),
    ("game.accept", true),
    ("game.decline", true),
    ("game.resign", true),
    ("game.claim", true),
    ("game.replace", false),
    ("game.feed", false),
    ("game.share", false),
    ("game.watch", false),
    ("game.unwatch", false),
    ("game.list", false),
    ("talk.read", false),
    ("talk.say", false),
    ("talk.mute", false),
    ("talk.show", false),
    ("talk.report", false),
    ("talk.note", false),
    ("talk.notes", false),
    ("pack.open", true),
    ("pack.check", true),
    ("pack.compare", true),
    ("pack.merge", true),
    ("pack.steps", true),
    ("pack.read", true),
    ("pack.keep", true),
    ("pack.load", true),
    ("pack.after", true),
    ("pack.list", true),
    ("pack.shared", false),
    ("pack.share", false),
    ("pack.withdraw", false),
    ("pack.readers", false),
    ("pack.agreed", false),
];

/// Whether a message of that method may be long: it brings files, a record or a position.
pub fn may_be_long(method: &str) -> bool {
    method.starts_with("pack.") || matches!(method, "game.load" | "game.position")
}

impl Call {
    /// Whether its answer is thought over, and may be long in coming.
    pub fn takes_thought(&self) -> bool {
        matches!(self, Call::Of { ask: Ask::Advice | Ask::Lesson(_) | Ask::Review(_), .. })
    }

    /// Reads a call.
    ///
    /// # Errors
    /// [`RpcError::NO_METHOD`], or [`RpcError::MALFORMED`] naming the field.
    pub fn read(transport: Transport, method: &str, params: Map<String, Value>) -> Result<Call, RpcError> {
        let unknown = || RpcError::new(RpcError::NO_METHOD, format!("there is no method '{method}'"));
        let known = METHODS.iter().find(|(name, _)| *name == method);
        if known.is_none_or(|(_, line)| transport == Transport::Line && !line) {
            return Err(unknown());
        }
        let asked = |params, asker, read: fn(Value) -> Result<(String, Ask), RpcError>| {
            let (who, rest) = who(transport, asker, params)?;
            let (game, ask) = read(rest)?;
            Ok(Call::Of { game, who, ask })
        };
        match method {
            "initialize" => typed::<Nothing>(Value::Object(params)).map(|_| Call::Initialize),
            "game.new" => seating(transport, &params).and(typed(Value::Object(params)).map(Call::New)),
            "game.position" => {
                seating(transport, &params).and(typed(Value::Object(params)).map(Call::Position))
            }
            "game.load" => seating(transport, &params).and(typed(Value::Object(params)).map(Call::Load)),
            "game.branch" => {
                seating(transport, &params)?;
                let (who, rest) = who(transport, Asker::Nobody, params)?;
                typed(rest).map(|branch| Call::Branch(branch, who))
            }
            "game.view" => {
                asked(params, Asker::Seat, |rest| typed::<View>(rest).map(|p| (p.game, Ask::View(p.version))))
            }
            "game.options" => {
                asked(params, Asker::Side, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Options)))
            }
            "game.targets" => asked(params, Asker::Side, |rest| {
                typed::<Targets>(rest).map(|p| (p.game, Ask::Targets { verb: p.verb, subject: p.subject }))
            }),
            "game.preview" => asked(params, Asker::Side, |rest| {
                typed::<Draft>(rest).map(|p| (p.game, Ask::Preview(p.order)))
            }),
            "game.explain" => asked(params, Asker::Side, |rest| {
                typed::<Draft>(rest).map(|p| (p.game, Ask::Explain(p.order)))
            }),
            "game.order" => asked(params, Asker::Side, |rest| {
                typed::<Order>(rest).map(|p| (p.game, Ask::Order { order: p.order, version: p.version }))
            }),
            "game.undo" => {
                asked(params, Asker::Side, |rest| typed::<Step>(rest).map(|p| (p.game, Ask::Undo(p.version))))
            }
            "game.redo" => {
                asked(params, Asker::Side, |rest| typed::<Step>(rest).map(|p| (p.game, Ask::Redo(p.version))))
            }
            "game.offer" => asked(params, Asker::Side, |rest| {
                typed::<MakeOffer>(rest).map(|p| (p.game, Ask::Offer(p.offer)))
            }),
            "game.accept" => asked(params, Asker::Side, |rest| {
                typed::<AnswerOffer>(rest).map(|p| (p.game, Ask::Accept(p.offer)))
            }),
            "game.decline" => asked(params, Asker::Side, |rest| {
                typed::<AnswerOffer>(rest).map(|p| (p.game, Ask::Decline(p.offer)))
            }),
            "game.resign" => {
                asked(params, Asker::Side, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Resign)))
            }
            "game.claim" => {
                asked(params, Asker::Side, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Claim)))
            }
            "game.replace" => asked(params, Asker::Side, |rest| {
                typed::<Replace>(rest).map(|p| (p.game, Ask::Replace(p.level)))
            }),
            "game.feed" => {
                asked(params, Asker::Side, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Feed)))
            }
            "game.log" => {
                asked(params, Asker::Seat, |rest| typed::<Log>(rest).map(|p| (p.game, Ask::Log(p.since))))
            }
            "game.save" => {
                asked(params, Asker::Nobody, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Save)))
            }
            "game.advice" => {
                asked(params, Asker::Side, |rest| typed::<OneGame>(rest).map(|p| (p.game, Ask::Advice)))
            }
            "game.lesson" => asked(params, Asker::Side, |rest| {
                typed::<Lesson>(rest).map(|p| (p.game, Ask::Lesson(p.turn)))
            }),
            "game.review" if transport == Transport::Line && params.contains_key("whole") => {
                Err(RpcError::malformed("unknown field `whole`: only a server reviews whole games by itself"))
            }
            "game.review" => asked(params, Asker::Seat, |rest| {
                let Review { game, version, whole } = typed(rest)?;
                match (whole, version) {
                    (true, Some(_)) => {
                        Err(RpcError::malformed("version: a review of the whole game is of no one moment"))
                    }
                    (true, None) => Ok((game, Ask::WholeReview)),
                    (false, version) => Ok((game, Ask::Review(version))),
                }
            }),
            "game.share" => asked(params, Asker::Side, |rest| {
                let Share { game, commit, commitment, seed } = typed(rest)?;
                let stake = Stake::read(commit, commitment, seed).map_err(RpcError::malformed)?;
                let stake =
                    stake.ok_or_else(|| RpcError::malformed("commit: a commit or a seed was expected"))?;
                Ok((game, Ask::Share(stake)))
            }),
            "game.watch" => {
                let (who, rest) = who(transport, Asker::Seat, params)?;
                typed(rest).map(|watch| Call::Watch(watch, who))
            }
            "game.unwatch" => {
                let (_, rest) = who(transport, Asker::Nobody, params)?;
                typed(rest).map(Call::Unwatch)
            }
            "talk.read" => talk(transport, params, |rest| typed::<ReadTalk>(rest).map(TalkCall::Read)),
            "talk.say" => talk(transport, params, |rest| typed::<Say>(rest).map(TalkCall::Say)),
            "talk.mute" => talk(transport, params, |rest| typed::<Mute>(rest).map(TalkCall::Mute)),
            "talk.show" => talk(transport, params, |rest| typed::<ShowPresence>(rest).map(TalkCall::Show)),
            "talk.report" => talk(transport, params, |rest| typed::<ReportSaid>(rest).map(TalkCall::Report)),
            "talk.note" => talk(transport, params, |rest| typed::<WriteNote>(rest).map(TalkCall::Note)),
            "talk.notes" => {
                talk(transport, params, |rest| typed::<OneGame>(rest).map(|p| TalkCall::Notes(p.game)))
            }
            "pack.open" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Open(p))),
            "pack.compare" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Compare(p))),
            "pack.merge" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Merge(p))),
            "pack.check" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Check(p))),
            "pack.steps" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Steps(p))),
            "pack.read" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Read(p))),
            "pack.keep" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Keep(p))),
            "pack.load" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::Load(p))),
            "pack.after" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::After(p))),
            "pack.list" => typed(Value::Object(params)).map(|p| Call::Pack(PackCall::List(p))),
            "pack.shared" => {
                typed::<Nothing>(Value::Object(params)).map(|_| Call::Sharing(SharingCall::List))
            }
            "pack.share" => typed(Value::Object(params)).map(|p| Call::Sharing(SharingCall::Share(p))),
            "pack.withdraw" => typed(Value::Object(params)).map(|p| Call::Sharing(SharingCall::Withdraw(p))),
            "pack.readers" => typed(Value::Object(params)).map(|p| Call::Sharing(SharingCall::Readers(p))),
            "pack.agreed" => typed(Value::Object(params)).map(|p| Call::Sharing(SharingCall::Agreed(p))),
            "game.list" => typed(Value::Object(params)).map(Call::List),
            _ => Err(unknown()),
        }
    }
}

/// Seats are handed out by the server alone.
fn seating(transport: Transport, params: &Map<String, Value>) -> Result<(), RpcError> {
    match ["mode", "name", "commanders", "advice", "shares", "clock"]
        .into_iter()
        .find(|field| params.contains_key(*field))
    {
        Some(field) if transport == Transport::Line => {
            Err(RpcError::malformed(format!("unknown field `{field}`: only a server hands out seats")))
        }
        _ => Ok(()),
    }
}

/// Takes out of the parameters who asks.
fn who(transport: Transport, asker: Asker, mut params: Map<String, Value>) -> Result<(Who, Value), RpcError> {
    let mut who = Who::default();
    match transport {
        Transport::Server => match params.remove("token") {
            None | Some(Value::Null) => {}
            Some(Value::String(token)) => who.token = Some(token),
            Some(_) => return Err(RpcError::malformed("token: a string was expected")),
        },
        Transport::Line if asker != Asker::Nobody => {
            let field = if asker == Asker::Seat { "seat" } else { "side" };
            who.side = match params.remove(field) {
                None | Some(Value::Null) if asker == Asker::Seat => None,
                None => return Err(RpcError::malformed(format!("missing field `{field}`"))),
                Some(value) => Some(value.as_str().and_then(Side::from_word).ok_or_else(|| {
                    RpcError::malformed(format!("{field}: neither \"union\" nor \"confederate\""))
                })?),
            };
        }
        Transport::Line => {}
    }
    Ok((who, Value::Object(params)))
}

/// Reads something about talk.
fn talk(
    transport: Transport,
    params: Map<String, Value>,
    read: fn(Value) -> Result<TalkCall, RpcError>,
) -> Result<Call, RpcError> {
    let (who, rest) = who(transport, Asker::Nobody, params)?;
    Ok(Call::Talk(read(rest)?, who))
}

/// Reads parameters as a type; the message names the field.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, RpcError> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let what = hexmap::misfit(error.inner());
        // serde names an unknown field itself, and no parameter has fields of its own.
        let named = path == "." || what.starts_with("unknown field");
        RpcError::malformed(if named { what } else { format!("{path}: {what}") })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(transport: Transport, method: &str, params: Value) -> Result<Call, RpcError> {
        let Value::Object(params) = params else { panic!("parameters are an object") };
        Call::read(transport, method, params)
    }

    fn complaint(transport: Transport, method: &str, params: Value) -> String {
        read(transport, method, params).expect_err("it is malformed").message
    }

    #[test]
    fn the_line_says_its_side_and_the_server_shows_a_token() {
        let Ok(Call::Of { who, .. }) =
            read(Transport::Line, "game.undo", json!({"game": "1", "side": "union"}))
        else {
            panic!("it is sound");
        };
        assert_eq!(who.side, Some(Side::Union));
        let Ok(Call::Of { who, .. }) =
            read(Transport::Server, "game.undo", json!({"game": "1", "token": "t"}))
        else {
            panic!("it is sound");
        };
        assert_eq!(who.token.as_deref(), Some("t"));
        assert_eq!(
            complaint(Transport::Server, "game.undo", json!({"game": "1", "side": "union"})),
            "unknown field `side`, expected `game` or `version`"
        );
        assert_eq!(
            complaint(Transport::Line, "game.undo", json!({"game": "1", "side": "union", "token": "t"})),
            "unknown field `token`, expected `game` or `version`"
        );
    }

    #[test]
    fn a_complaint_names_the_field() {
        assert_eq!(complaint(Transport::Line, "game.undo", json!({"game": "1"})), "missing field `side`");
        assert_eq!(
            complaint(Transport::Line, "game.undo", json!({"game": "1", "side": "north"})),
            "side: neither \"union\" nor \"confederate\""
        );
        assert_eq!(
            complaint(Transport::Line, "game.view", json!({"game": 7})),
            "game: invalid type: integer `7`, expected a string"
        );
        assert_eq!(complaint(Transport::Line, "game.new", json!({})), "missing field `scenario`");
        assert_eq!(
            complaint(Transport::Line, "game.new", json!({"scenario": "x", "dice": [1, "2"]})),
            "dice[1]: invalid type: string \"2\", expected a whole number from 0 to 255"
        );
        assert_eq!(
            complaint(Transport::Line, "game.new", json!({"scenario": "x", "mode": "two"})),
            "unknown field `mode`: only a server hands out seats"
        );
    }

    #[test]
    fn what_only_the_server_speaks_the_line_does_not_know() {
        for (method, line) in METHODS {
            let known = |transport| {
                read(transport, method, json!({"nobody": "knows this"})).expect_err("no method takes it").code
                    == RpcError::MALFORMED
            };
            assert!(known(Transport::Server), "{method}");
            assert_eq!(known(Transport::Line), line, "{method}");
        }
        assert_eq!(
            read(Transport::Server, "game.destroy", json!({})).expect_err("unknown").code,
            RpcError::NO_METHOD
        );
    }
}
