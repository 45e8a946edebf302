//! What comes into the mailbox of a game.

use std::sync::Arc;

use ai::Advice;
use protocol::talk::TalkCall;
use protocol::{Answer, Ask, RpcError, params};
use serde_json::Value;
use tabletop::{AnyGame, BySide, ClockLeft, ServerSeed, Side};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::Instant;
use tracing::Span;

use super::ai_player::AiPlayer;
use super::connection::Connection;
use super::feed::Feed;
use super::retention::Expiry;
use super::thinking::{Admission, KeptPlace};
use crate::limits::Client;
use crate::secrets::SeatHash;
#[cfg(feature = "club")]
use protocol::Viewer;
#[cfg(feature = "club")]
use protocol::answer::You;

/// A message, and the request of which the log says that it is about.
pub(super) struct Queued {
    pub(super) message: Message,
    /// The client that sent it, as far as the message does not tell.
    pub(super) client: Option<Client>,
    pub(super) request: Span,
    pub(super) turn: Turn,
}

/// What a question was waited for with: kept until the game has answered it, or has it thought over.
#[derive(Default)]
pub(super) struct Turn {
    /// The turn of its network.
    pub(super) _of_network: Option<OwnedSemaphorePermit>,
    /// A place for working out the answer, if it has waited for one.
    pub(super) place: Option<OwnedSemaphorePermit>,
}

/// Something for the task of a game.
pub(super) enum Message {
    /// Asked for this seat over that connection.
    Ask { connection: Arc<Connection>, seat: Option<SeatHash>, ask: Ask, reply: oneshot::Sender<Answer> },
    /// Asked about its talk, for this seat by that caller.
    Talk { seat: Option<SeatHash>, caller: Caller, talk: TalkCall, reply: oneshot::Sender<Answer> },
    /// The news feed of the seat that this secret is of.
    Feed { secret: String, reply: oneshot::Sender<Result<Feed, RpcError>> },
    /// Whose clock runs, and what is left of its time.
    Clock { reply: oneshot::Sender<Option<ClockLeft>> },
    /// What its feed would tell a seat now, and whether somebody needs to be told.
    #[cfg(feature = "club")]
    SeatNews { you: You, reply: oneshot::Sender<Result<SeatNews, RpcError>> },
    /// A game for practice from that version of this one is asked for.
    Branch {
        seat: Option<SeatHash>,
        version: u32,
        seats: BySide<String>,
        reply: oneshot::Sender<Result<Branched, RpcError>>,
    },
    /// What the library is to keep of the game, which is over.
    #[cfg(feature = "club")]
    Shelf { reply: oneshot::Sender<Result<OnShelf, RpcError>> },
    /// Whose seat that is of the game.
    #[cfg(feature = "club")]
    SeatOf { seat: SeatHash, reply: oneshot::Sender<Result<Viewer, RpcError>> },
    /// How the game ended; nothing if it goes on.
    #[cfg(feature = "club")]
    Outcome { reply: oneshot::Sender<Result<Option<crate::club::matches::Outcome>, RpcError>> },
    /// This connection wants to be told of every change.
    Watch {
        connection: Arc<Connection>,
        seat: Option<SeatHash>,
        watch: params::Watch,
        reply: oneshot::Sender<Answer>,
    },
    /// It no longer does.
    Unwatch { connection: u64 },
    /// Another server may have written to the game.
    Changed,
    /// A computer that commands a side has come to a decision.
    Decided(Box<Decided>),
    /// It has this place in the thinking queue.
    Place(usize),
    /// A moment of the game has been reviewed.
    Reviewed(Box<Found>),
    /// Its review has this place in the thinking queue.
    ReviewPlace(usize),
    /// A computer's decision waits in the queue of the database, and whoever entered it is lost.
    TakeOn,
    /// Its computers may think now.
    MayThink(Admission),
    /// Its bots stop until they are asked again.
    StopBots,
    /// The game goes, if it has outstayed; whether it did.
    Expire { expiry: Expiry, reply: oneshot::Sender<bool> },
}

impl Message {
    /// Whether it asks how the game stands, and leaves it as it is.
    pub(super) fn is_question(&self) -> bool {
        match self {
            Message::Ask { ask, .. } => !ask.changes(),
            Message::Watch { .. } | Message::Branch { .. } => true,
            #[cfg(feature = "club")]
            Message::Shelf { .. } | Message::SeatOf { .. } | Message::Outcome { .. } => true,
            _ => false,
        }
    }
}

/// What is news to a seat, for notices.
#[cfg(feature = "club")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatNews {
    /// What its feed tells.
    pub(crate) feed: Feed,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// Whether its player is at the table just now, as far as this server knows.
    pub(crate) attended: bool,
    /// Whether it plays against a computer, which answers while it looks on.
    pub(crate) alone: bool,
}

/// Whoever is signed in where something is asked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Caller {
    /// The account's name.
    pub(crate) name: Option<String>,
    /// Whether the account holds a seat of the game.
    pub(crate) plays: bool,
}

/// What the library is to keep of a game that is over.
#[cfg(feature = "club")]
pub(crate) struct OnShelf {
    /// What its record begins with.
    pub(crate) header: tabletop::Header,
    /// The battle.
    pub(crate) title: String,
    /// How it ended.
    pub(crate) outcome: crate::club::matches::Outcome,
    /// The game-turn in which it did.
    pub(crate) turn: u32,
    /// The hash of its record's last line.
    pub(crate) hash: String,
    /// What happened in it.
    pub(crate) facts: Vec<tabletop::Fact>,
}

#[cfg(feature = "club")]
impl OnShelf {
    /// Of that game, of which every entry is at hand.
    pub(crate) fn of(library: &catalog::Library, table: &dyn AnyGame) -> Result<OnShelf, RpcError> {
        is_over(table)?;
        let header = table.header().clone();
        let title = library.scenario(&header.scenario).map(|scenario| scenario.title.clone());
        Ok(OnShelf {
            title: title.unwrap_or_else(|| header.scenario.clone()),
            outcome: crate::club::matches::Outcome::of(table.ending(), &table.victory()),
            turn: table.standing().turn,
            hash: table.hash(),
            facts: table.facts(),
            header,
        })
    }
}

/// Refuses a game that goes on.
#[cfg(feature = "club")]
pub(super) fn is_over(table: &dyn AnyGame) -> Result<(), RpcError> {
    match table.asked() {
        Some(_) => Err(tabletop::Failure::Gone("this game goes on".to_owned()).into()),
        None => Ok(()),
    }
}

/// A game for practice that is to begin from a position of another.
pub(super) struct Branched {
    /// The new game.
    pub(super) table: Box<dyn AnyGame>,
    /// The secret of its dice.
    pub(super) secret: ServerSeed,
    /// What the players call the game that it came from.
    pub(super) of: String,
}

/// What a commander has decided.
pub(super) struct Decided {
    /// For which version of the game.
    pub(super) version: u32,
    /// For which side.
    pub(super) side: Side,
    /// Its order; nothing if it failed.
    pub(super) counsel: Option<Advice>,
    /// The worker that thought it over, if that was not this server.
    pub(super) by: Option<String>,
    /// When its side was asked.
    pub(super) asked: Instant,
    /// It has waited for its time.
    pub(super) waited: bool,
    /// The place it was thought over in.
    pub(super) place: KeptPlace,
    /// The player itself, unless it failed or only stood in.
    pub(super) ai_player: Option<AiPlayer>,
    /// Nobody waited for it any more: there is no decision.
    pub(super) called_off: bool,
    /// Others have seen to it: the game has gone on, or is about to.
    pub(super) overtaken: bool,
}

/// What was found of one moment.
pub(super) struct Found {
    /// Its version.
    pub(super) version: u32,
    /// As it is told and kept.
    pub(super) moment: Value,
    /// The program failed at it: it is told, so that the review comes to its end, and not kept.
    pub(super) failed: bool,
    /// It took long, and others waited: it comes again after the other moments.
    pub(super) called_off: bool,
}
