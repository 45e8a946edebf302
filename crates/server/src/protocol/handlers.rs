//! Asking one game: the same on the line and on the server, whoever keeps the game.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabletop::{AnyGame, Failure, Header, Seat, Side, hex_string};

use super::answer::{Changed, Logged, Ordered, Saved, Stepped, Watched, You, answer};
use super::params::{Commanders, Stake};
use super::{Answer, Ask, RpcError};

/// How whoever asks stands to the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Looks on.
    Watcher,
    /// Holds this side's seat.
    Side(Side),
    /// Plays both sides at one screen.
    Both,
}

impl From<You> for Viewer {
    fn from(you: You) -> Viewer {
        match you {
            You::Union => Viewer::Side(Side::Union),
            You::Confederate => Viewer::Side(Side::Confederate),
            You::Both => Viewer::Both,
        }
    }
}

impl Viewer {
    /// The seat whose view this is: at one screen, that of the side being asked.
    fn seat(self, table: &dyn AnyGame) -> Seat {
        match self {
            Viewer::Watcher => None,
            Viewer::Side(side) => Some(side),
            Viewer::Both => table.asked(),
        }
    }

    /// The side that acts.
    pub(super) fn side(self, table: &dyn AnyGame) -> Result<Side, RpcError> {
        match self {
            Viewer::Watcher => {
                Err(RpcError::not_yours("only who holds a seat may ask this: a token is needed"))
            }
            Viewer::Side(side) => Ok(side),
            Viewer::Both => table.asked().ok_or_else(|| RpcError::new(RpcError::GONE, "the game is over")),
        }
    }

    /// The side as whose its player's share of the dice goes in.
    pub fn player(self) -> Option<Side> {
        match self {
            Viewer::Watcher => None,
            Viewer::Side(side) => Some(side),
            Viewer::Both => Some(Side::Union),
        }
    }

    /// As the protocol tells it.
    pub fn you(self) -> Option<You> {
        match self {
            Viewer::Watcher => None,
            Viewer::Side(side) => Some(side.into()),
            Viewer::Both => Some(You::Both),
        }
    }
}

/// Whether the record that is given out holds the secret part of the dice. It then can be played on elsewhere, and its
/// dice can be foretold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// Let it be in the record.
    Told(tabletop::ServerSeed),
    /// Leave it out.
    Kept,
}

/// Answers what is asked of one game. Only [`Ask::Order`], [`Ask::Undo`] and [`Ask::Redo`] change the table, and then by
/// appending entries: the caller sees its version grow.
///
/// # Errors
/// Any [`RpcError`]; nothing has changed then.
pub fn ask(table: &mut dyn AnyGame, game: &str, place: Viewer, ask: &Ask, secret: Secret) -> Answer {
    let before = table.version();
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
            let mut options = table.options(place.side(table)?);
            if place == Viewer::Both {
                for (field, may) in either_may(table) {
                    options[field] = json!(may || options[field] == true);
                }
            }
            answer(&options)
        }
        Ask::Targets { verb, subject } => answer(&table.targets(place.side(table)?, verb, subject)?),
        Ask::Preview(order) => answer(&table.preview(place.side(table)?, order)?),
        Ask::Explain(order) => answer(&table.explain(place.side(table)?, order)?),
        Ask::Order { order, version } => {
            table.order(place.side(table)?, order, *version)?;
            // What takes no number stands in no entry yet.
            let told = match log(table, place, before) {
                none if none.is_empty() => table.pending_told(place.seat(table)),
                entries => entries,
            };
            let events = told.into_iter().flat_map(events).collect();
            answer(&Ordered {
                version: table.version(),
                hash: table.hash(),
                events,
                view: view(table, game, place, None)?,
            })
        }
        Ask::Undo => step(table, game, place, |table, side| table.undo(side)),
        Ask::Redo => step(table, game, place, |table, side| table.redo(side)),
        Ask::Log(since) => answer(&Logged { entries: log(table, place, *since) }),
        Ask::Share(stake) => {
            stake_of(table, place, stake)?;
            answer(&Stepped {
                version: table.version(),
                hash: table.hash(),
                view: view(table, game, place, None)?,
            })
        }
        Ask::Save
            if secret == Secret::Kept && place != Viewer::Both && table.withholds(place.seat(table)) =>
        {
            Err(RpcError::not_yours(
                "until all players are bound, the record holds a share of the dice that is not told yet",
            ))
        }
        Ask::Save if secret == Secret::Kept && keeps_back(table, place) => {
            Err(RpcError::not_yours("until the game is over, its record holds what this seat may not know"))
        }
        Ask::Save => answer(&Saved { record: record(table, place, secret) }),
        // Who holds the game has it thought out: see `thought`.
        Ask::Advice | Ask::Review(_) => Err(RpcError::ours("nobody can think about this")),
    }
}

/// Takes a player's share of the dice, or what binds it. At one screen there is one player, whose share goes in as the
/// Union's.
///
/// # Errors
/// Why it counts for nothing.
pub fn stake_of(table: &mut dyn AnyGame, place: Viewer, stake: &Stake) -> Result<(), RpcError> {
    let side = place.player().ok_or_else(|| RpcError::not_yours("only players have a share of the dice"))?;
    match stake {
        Stake::Commit(commit, commitment) => table.commit(side, commit, commitment)?,
        Stake::Share(share) => table.seed(side, share)?,
    }
    Ok(())
}

/// Undo or redo. At one screen it may be the side not asked whose order comes back, one that ended a phase: whoever
/// made the last entry is tried first, so that the reason of a "no" is about that order.
fn step(
    table: &mut dyn AnyGame,
    game: &str,
    place: Viewer,
    step: impl Fn(&mut dyn AnyGame, Side) -> Result<(), Failure>,
) -> Answer {
    let mut side = place.side(table)?;
    if place == Viewer::Both {
        let last = table.entries(table.version().saturating_sub(1)).pop();
        side = last.and_then(|entry| Side::from_word(entry["side"].as_str()?)).unwrap_or(side);
    }
    match step(table, side) {
        Err(Failure::Gone(why)) if place == Viewer::Both => {
            step(table, side.other()).map_err(|_| Failure::Gone(why))?;
        }
        other => other?,
    }
    answer(&Stepped { version: table.version(), hash: table.hash(), view: view(table, game, place, None)? })
}

fn events(entry: Value) -> Vec<Value> {
    match entry {
        Value::Object(mut fields) => match fields.remove("events") {
            Some(Value::Array(events)) => events,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// At one screen whatever either side may take back may be taken back: what the side not asked adds.
fn either_may(table: &dyn AnyGame) -> [(&'static str, bool); 2] {
    let other = table.asked().map(Side::other);
    [
        ("undo", other.is_some_and(|side| table.may_undo(side))),
        ("redo", other.is_some_and(|side| table.may_redo(side))),
    ]
}

/// The entries after a version, as a place is told them. A screen that both sides look at shows no reason that only one of
/// them may know.
fn log(table: &dyn AnyGame, place: Viewer, since: u32) -> Vec<Value> {
    let mut entries = table.log(place.seat(table), since);
    if place == Viewer::Both {
        for fields in entries.iter_mut().filter_map(Value::as_object_mut) {
            let by = fields.get("side").and_then(Value::as_str).and_then(Side::from_word);
            if by.is_some_and(|by| table.keeps_reasons(by, None)) {
                fields.remove("reason");
            }
        }
    }
    entries
}

/// The view of a place.
///
/// # Errors
/// A fault of ours if the rules wrote something that is no JSON.
pub fn view(table: &dyn AnyGame, game: &str, place: Viewer, version: Option<u32>) -> Answer {
    let text = table.view(game, place.seat(table), version);
    let view = RawValue::from_string(text).map_err(|_| RpcError::ours("the view could not be written"))?;
    if place != Viewer::Both || version.is_some_and(|v| v < table.version()) {
        return Ok(view);
    }
    let either = either_may(table);
    if either.iter().all(|(_, may)| !may) {
        return Ok(view);
    }
    let mut fields: serde_json::Map<String, Value> =
        serde_json::from_str(view.get()).map_err(|_| RpcError::ours("the view is no object"))?;
    for (field, may) in either {
        if may {
            fields.insert(field.to_owned(), Value::Bool(true));
        }
    }
    answer(&fields)
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
        entries: log(table, place, since),
        view: view(table, game, place, None)?,
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
    let Changed { version, hash, entries, view, .. } = changed(table, game, place, since)?;
    Ok(Watched {
        version,
        hash,
        entries,
        view,
        you: place.you(),
        name: told.name.to_owned(),
        commanders: told.commanders.clone(),
        advice: told.advice && place != Viewer::Watcher,
    })
}

/// Whether something in the record is not told to this place.
fn keeps_back(table: &dyn AnyGame, place: Viewer) -> bool {
    let told = |entry: &Value| {
        let events = entry["events"].as_array().map_or(0, Vec::len);
        let standing = entry["standing"].as_array().map_or(0, Vec::len);
        (events, standing, entry["order"].is_object(), entry["reason"].is_string())
    };
    let (all, known) = (table.entries(0), table.log(place.seat(table), 0));
    place != Viewer::Both && table.asked().is_some() && !all.iter().map(told).eq(known.iter().map(told))
}

/// Every line of the record but its header: the entries, and what has no number and waits for the next one.
pub fn whole(table: &dyn AnyGame) -> Vec<Value> {
    let mut lines = table.entries(0);
    let pending = table.pending();
    if !pending.is_empty() {
        lines.push(json!({ "standing": pending }));
    }
    lines
}

/// The record as JSON Lines. What has no number yet goes along only where nothing has to be kept from whoever is given it: not
/// even whether there is something.
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
