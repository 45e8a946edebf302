//! Asking one game: the same on the line and on the server, whoever keeps the game.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabletop::{Failure, Header, Seat, Side, Table, hex_string};

use super::answer::{Changed, Logged, Ordered, Saved, Stepped, Watched, You, answer};
use super::params::Commanders;
use super::{Answer, Ask, RpcError, thought};

/// How whoever asks stands to the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Looks on.
    Watcher,
    /// Holds this side's seat.
    Seat(Side),
    /// Plays both sides at one screen.
    Both,
}

impl From<You> for Place {
    fn from(you: You) -> Place {
        match you {
            You::Union => Place::Seat(Side::Union),
            You::Confederate => Place::Seat(Side::Confederate),
            You::Both => Place::Both,
        }
    }
}

impl Place {
    /// The seat whose view this is: at one screen, that of the side being asked.
    fn seat(self, table: &dyn Table) -> Seat {
        match self {
            Place::Watcher => None,
            Place::Seat(side) => Some(side),
            Place::Both => table.asked(),
        }
    }

    /// The side that acts.
    pub(super) fn side(self, table: &dyn Table) -> Result<Side, RpcError> {
        match self {
            Place::Watcher => {
                Err(RpcError::not_yours("only who holds a seat may ask this: a token is needed"))
            }
            Place::Seat(side) => Ok(side),
            Place::Both => table.asked().ok_or_else(|| RpcError::new(RpcError::GONE, "the game is over")),
        }
    }

    /// As the protocol tells it.
    pub fn you(self) -> Option<You> {
        match self {
            Place::Watcher => None,
            Place::Seat(side) => Some(side.into()),
            Place::Both => Some(You::Both),
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
pub fn ask(table: &mut dyn Table, game: &str, place: Place, ask: &Ask, secret: Secret) -> Answer {
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
            if place == Place::Both {
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
            let events = table.log(place.seat(table), before).into_iter().flat_map(events).collect();
            answer(&Ordered { version: table.version(), events, view: view(table, game, place, None)? })
        }
        Ask::Undo => step(table, game, place, |table, side| table.undo(side)),
        Ask::Redo => step(table, game, place, |table, side| table.redo(side)),
        Ask::Log(since) => answer(&Logged { entries: table.log(place.seat(table), *since) }),
        Ask::Save if secret == Secret::Kept && keeps_back(table, place) => {
            Err(RpcError::not_yours("until the game is over, its record holds what this seat may not know"))
        }
        Ask::Save => answer(&Saved { record: record(table, secret) }),
        Ask::Advice | Ask::Review(_) => match thought(table, place, ask) {
            Some(thought) => thought?(),
            None => Err(RpcError::ours("nobody can think about this")),
        },
    }
}

/// Undo or redo. At one screen it may be the side not asked whose order comes back, one that ended a phase: whoever
/// made the last entry is tried first, so that the reason of a "no" is about that order.
fn step(
    table: &mut dyn Table,
    game: &str,
    place: Place,
    step: impl Fn(&mut dyn Table, Side) -> Result<(), Failure>,
) -> Answer {
    let mut side = place.side(table)?;
    if place == Place::Both {
        let last = table.entries(table.version().saturating_sub(1)).pop();
        side = last.and_then(|entry| Side::from_word(entry["side"].as_str()?)).unwrap_or(side);
    }
    match step(table, side) {
        Err(Failure::Gone(why)) if place == Place::Both => {
            step(table, side.other()).map_err(|_| Failure::Gone(why))?;
        }
        other => other?,
    }
    answer(&Stepped { version: table.version(), view: view(table, game, place, None)? })
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
fn either_may(table: &dyn Table) -> [(&'static str, bool); 2] {
    let other = table.asked().map(Side::other);
    [
        ("undo", other.is_some_and(|side| table.may_undo(side))),
        ("redo", other.is_some_and(|side| table.may_redo(side))),
    ]
}

/// The view of a place.
///
/// # Errors
/// A fault of ours if the rules wrote something that is no JSON.
pub fn view(table: &dyn Table, game: &str, place: Place, version: Option<u32>) -> Answer {
    let text = table.view(game, place.seat(table), version);
    let view = RawValue::from_string(text).map_err(|_| RpcError::ours("the view could not be written"))?;
    if place != Place::Both || version.is_some_and(|v| v < table.version()) {
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
pub fn changed(table: &dyn Table, game: &str, place: Place, since: u32) -> Result<Changed, RpcError> {
    Ok(Changed {
        game: game.to_owned(),
        version: table.version(),
        entries: table.log(place.seat(table), since),
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
    table: &dyn Table,
    game: &str,
    told: Told<'_>,
    place: Place,
    since: u32,
) -> Result<Watched, RpcError> {
    let Changed { version, entries, view, .. } = changed(table, game, place, since)?;
    Ok(Watched {
        version,
        entries,
        view,
        you: place.you(),
        name: told.name.to_owned(),
        commanders: told.commanders.clone(),
        advice: told.advice && place != Place::Watcher,
    })
}

/// Whether something in the record is not told to this place.
fn keeps_back(table: &dyn Table, place: Place) -> bool {
    let told = |entry: &Value| entry["events"].as_array().map_or(0, Vec::len);
    let (all, known) = (table.entries(0), table.log(place.seat(table), 0));
    place != Place::Both
        && table.asked().is_some()
        && all.iter().map(told).sum::<usize>() != known.iter().map(told).sum::<usize>()
}

/// The record as JSON Lines.
fn record(table: &dyn Table, secret: Secret) -> String {
    let header = Header {
        secret: match secret {
            Secret::Told(seed) => Some(hex_string(&seed)),
            Secret::Kept => None,
        },
        ..table.header().clone()
    };
    let mut lines = header.value().to_string();
    lines.push('\n');
    for entry in table.entries(0) {
        lines.push_str(&entry.to_string());
        lines.push('\n');
    }
    lines
}
