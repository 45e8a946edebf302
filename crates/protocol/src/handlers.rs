//! Asking one game: the same on the line and on the server, whoever keeps the game.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Failure, Header, Side, Viewer, hex_string};

use crate::answer::{Changed, Logged, Ordered, Saved, Stepped, ViewTold, Watched, You, answer};
use crate::params::{Commanders, Stake};
use crate::{Answer, Ask, RpcError};

impl From<You> for Viewer {
    fn from(you: You) -> Viewer {
        match you {
            You::Union => Viewer::Side(Side::Union),
            You::Confederate => Viewer::Side(Side::Confederate),
            You::Both => Viewer::Both,
        }
    }
}

/// The side that a viewer acts for.
///
/// # Errors
/// Watchers act for none, and once the game is over a screen for both does not either.
pub(super) fn side_of(viewer: Viewer, table: &dyn AnyGame) -> Result<Side, RpcError> {
    match viewer {
        Viewer::Watcher => Err(RpcError::not_yours("only who holds a seat may ask this: a token is needed")),
        Viewer::Side(side) => Ok(side),
        Viewer::Both => table.asked().ok_or_else(|| RpcError::new(RpcError::GONE, "the game is over")),
    }
}

/// The side as whose its player's share of the dice goes in. At one screen there is one player,
/// whose share goes in as the Union's.
pub fn player(viewer: Viewer) -> Option<Side> {
    match viewer {
        Viewer::Watcher => None,
        Viewer::Side(side) => Some(side),
        Viewer::Both => Some(Side::Union),
    }
}

/// The seat that a viewer holds, as the protocol tells it.
pub fn you(viewer: Viewer) -> Option<You> {
    match viewer {
        Viewer::Watcher => None,
        Viewer::Side(side) => Some(side.into()),
        Viewer::Both => Some(You::Both),
    }
}

/// Whether the record that is given out holds the secret part of the dice. It then can be played on
/// elsewhere, and its dice can be foretold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// Let it be in the record.
    Told(tabletop::ServerSeed),
    /// Leave it out.
    Kept,
}

/// How whoever changes a game is told what has become of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// By the answer.
    Answered,
    /// Beside the answer, which then holds no more than version and hash: this connection is told of
    /// every new version.
    ToldBeside,
}

/// Answers what is asked of one game. What [`Ask::changes`] the table does so by appending entries:
/// the caller sees its version grow.
///
/// # Errors
/// Any [`RpcError`]; nothing has changed then.
pub fn ask(
    table: &mut dyn AnyGame,
    game: &str,
    place: Viewer,
    ask: &Ask,
    secret: Secret,
    outcome: Outcome,
) -> Answer {
    if let Viewer::Side(side) = place
        && ask.changes()
        && let Some(level) = table.replacement(side)
    {
        let text = format!("since this side's time ran out a {level} commands it: the seat only looks on");
        return Err(RpcError::not_yours(text));
    }
    let before = table.version();
    let told_beside = |table: &dyn AnyGame| outcome == Outcome::ToldBeside && table.version() > before;
    let stepped = |table: &dyn AnyGame| {
        let view = (!told_beside(table)).then(|| view(table, game, place, None)).transpose()?;
        answer(&Stepped { version: table.version(), hash: table.hash(), view })
    };
    let act = |table: &mut dyn AnyGame, act: Act<'_>| {
        table.act(side_of(place, table)?, act)?;
        stepped(table)
    };
    match ask {
        Ask::View(version) => {
            if let Some(version) = version
                && *version > before
            {
                return Err(RpcError::malformed(format!("version: the game has only {before} entries")));
            }
            view(table, game, place, *version)
        }
        Ask::Options => {
            side_of(place, table)?;
            answer(&table.options(place))
        }
        Ask::Targets { verb, subject } => answer(&table.targets(side_of(place, table)?, verb, subject)?),
        Ask::Preview(order) => answer(&table.preview(side_of(place, table)?, order)?),
        Ask::Explain(order) => answer(&table.explain(side_of(place, table)?, order)?),
        Ask::Order { order, version } => {
            table.order(side_of(place, table)?, order, *version)?;
            if told_beside(table) {
                let (version, hash) = (table.version(), table.hash());
                return answer(&Ordered { version, hash, events: None, view: None });
            }
            // What takes no number stands in no entry yet.
            let entries = table.log(place, before);
            let events: Vec<Value> = match entries.is_empty() {
                true => table.pending_info(place).into_iter().flat_map(|order| order.events).collect(),
                false => entries.into_iter().filter_map(|entry| entry.events).flatten().collect(),
            };
            answer(&Ordered {
                version: table.version(),
                hash: table.hash(),
                events: Some(events),
                view: Some(view(table, game, place, None)?),
            })
        }
        Ask::Undo(version) => {
            table.fresh(*version)?;
            step(table, place, Act::Undo)?;
            stepped(table)
        }
        Ask::Redo(version) => {
            table.fresh(*version)?;
            step(table, place, Act::Redo)?;
            stepped(table)
        }
        Ask::Offer(offer) => {
            let side = side_of(place, table)?;
            table.act(side, Act::Offer(*offer))?;
            if takes_offers(place, table, side.other()) {
                let version = table.version();
                table.act(side.other(), Act::Accept(version))?;
            }
            stepped(table)
        }
        Ask::Accept(offer) => act(table, Act::Accept(*offer)),
        Ask::Decline(offer) => act(table, Act::Decline(*offer)),
        Ask::Resign => act(table, Act::Resign),
        Ask::Claim => act(table, Act::Claim),
        Ask::Replace(level) => act(table, Act::Replace(level.word())),
        Ask::Log(since) => answer(&Logged { entries: table.log(place, *since) }),
        Ask::Share(stake) => {
            stake_of(table, place, stake)?;
            stepped(table)
        }
        Ask::Save if secret == Secret::Kept && place != Viewer::Both && table.withholds(place) => {
            Err(RpcError::not_yours(
                "until all players are bound, the record holds a share of the dice that is not told yet",
            ))
        }
        Ask::Save if secret == Secret::Kept && table.keeps_anything(place) => Err(RpcError::not_yours(
            "until the game is over, its record may hold what this seat may not know",
        )),
        Ask::Save => answer(&Saved { record: record(table, place, secret) }),
        // Who holds the game tells it; on the line there are no feeds.
        Ask::Feed => Err(RpcError::ours("there are no feeds here")),
        // Who holds the game has it thought out: see `thought`.
        Ask::Advice | Ask::Lesson(_) | Ask::Review(_) | Ask::WholeReview => {
            Err(RpcError::ours("nobody can think about this"))
        }
    }
}

/// Whether what is offered to that side is taken without asking: where one person plays both sides,
/// and by a computer, which lets one go back.
fn takes_offers(place: Viewer, table: &dyn AnyGame, side: Side) -> bool {
    let seats = table.header().seats.as_ref();
    let computer = seats.is_some_and(|seats| seats[side] != "person") || table.replacement(side).is_some();
    place == Viewer::Both || computer
}

/// Takes a player's share of the dice, or what binds it.
///
/// # Errors
/// Why it counts for nothing.
pub fn stake_of(table: &mut dyn AnyGame, place: Viewer, stake: &Stake) -> Result<(), RpcError> {
    let side = player(place).ok_or_else(|| RpcError::not_yours("only players have a share of the dice"))?;
    let act = match stake {
        Stake::Commit(commit, commitment) => Act::Commit(commit, commitment),
        Stake::Share(share) => Act::Seed(share),
    };
    Ok(table.act(side, act)?)
}

/// Undo or redo. At one screen it may be the side not asked whose order comes back, one that ended
/// a phase: whoever made the last entry is tried first, so that the reason of a "no" is about that
/// order.
fn step(table: &mut dyn AnyGame, place: Viewer, step: Act<'_>) -> Result<(), RpcError> {
    let mut side = side_of(place, table)?;
    if place == Viewer::Both {
        side = table.last_side().unwrap_or(side);
    }
    match table.act(side, step) {
        Err(Failure::Gone(why)) if place == Viewer::Both => {
            table.act(side.other(), step).map_err(|_| Failure::Gone(why))?;
        }
        other => other?,
    }
    Ok(())
}

/// The view of a place.
///
/// # Errors
/// A fault of ours if the rules wrote something that is no JSON.
pub fn view(table: &dyn AnyGame, game: &str, place: Viewer, version: Option<u32>) -> Answer {
    let text = table.view(game, place, version);
    RawValue::from_string(text).map_err(|_| RpcError::ours("the view could not be written"))
}

/// What a place is told when the game has gone on from version `since`.
///
/// # Errors
/// As [`view`].
pub fn changed(table: &dyn AnyGame, game: &str, place: Viewer, since: u32) -> Result<Changed, RpcError> {
    Ok(Changed {
        game: game.to_owned(),
        version: table.version(),
        hash: table.hash(),
        entries: table.log(place, since),
        view: ViewTold::Whole { view: view(table, game, place, None)? },
    })
}

/// What is told of a game besides its table.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// What the players call it.
    pub name: &'a str,
    /// Which sides computers command.
    pub commanders: &'a Commanders,
    /// Whether players may ask for advice.
    pub advice: bool,
}

/// What a place is told when it begins to watch.
///
/// # Errors
/// As [`view`].
pub fn watched(
    table: &dyn AnyGame,
    game: &str,
    told: Told<'_>,
    place: Viewer,
    since: u32,
) -> Result<Watched, RpcError> {
    Ok(Watched {
        version: table.version(),
        hash: table.hash(),
        entries: table.log(place, since),
        view: view(table, game, place, None)?,
        you: you(place),
        name: told.name.to_owned(),
        commanders: told.commanders.clone(),
        advice: told.advice && place != Viewer::Watcher,
    })
}

/// Every line of the record but its header: the entries, and what has no number and waits for the
/// next one.
pub fn whole(table: &dyn AnyGame) -> Vec<Value> {
    let mut lines = table.entries(0);
    let pending = table.pending();
    if !pending.is_empty() {
        lines.push(json!({ "standing": pending }));
    }
    lines
}

/// The record as JSON Lines. What has no number yet goes along only where nothing has to be kept
/// from whoever is given it: not even whether there is something.
fn record(table: &dyn AnyGame, place: Viewer, secret: Secret) -> String {
    let header = Header {
        secret: match secret {
            Secret::Told(seed) => Some(hex_string(&seed)),
            Secret::Kept => None,
        },
        ..table.header().clone()
    };
    let mut lines = header.value().to_string();
    lines.push('\n');
    let open = place == Viewer::Both || secret != Secret::Kept;
    let entries = if open { whole(table) } else { table.entries(0) };
    for entry in entries {
        lines.push_str(&entry.to_string());
        lines.push('\n');
    }
    lines
}
