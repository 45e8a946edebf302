//! The players of a file.

use ai::Level;
use tabletop::text;

use super::fields::{Fields, Placed, Reading, number};
use crate::club::event::{Entrant, Kind, same_name};
use crate::club::rating::PlayerRating;

/// Limit on the players of a tournament.
const MOST_PLAYERS: usize = 200;
/// Limit on the rounds of a Swiss.
pub(super) const MOST_ROUNDS: usize = 50;

/// The ratings a player may begin with.
const RATINGS: std::ops::RangeInclusive<f64> = 0.0..=4000.0;

/// A player with what the draw need not know.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Participant {
    pub entrant: Entrant,
    /// The level, if it is a commander of this program.
    pub commander: Option<String>,
    pub rating: PlayerRating,
}

pub(super) fn read<'t>(
    reading: &Reading<'t>,
    fields: &Fields<'_, 't>,
    kind: Option<Kind>,
) -> Vec<Participant> {
    let mut players: Vec<Participant> = Vec::new();
    let mut last = fields.at;
    let mut count = 0;
    for value in fields.list("player") {
        last = value.span().start;
        count += 1;
        let Some((player, at)) = player(reading, value, kind) else { continue };
        // Names that only differ in their capitals would be taken for each other.
        let same = |other: &Participant| {
            same_name(&other.entrant.name.to_lowercase(), &player.entrant.name.to_lowercase())
        };
        if players.iter().any(same) {
            reading.fault(at, format!("name: there is a '{}' already", player.entrant.name));
        } else {
            players.push(player);
        }
    }
    if count < 2 {
        reading.fault(last, "player: at least two were expected, each under [[player]]");
    }
    if count > MOST_PLAYERS {
        reading.fault(last, format!("player: at most {MOST_PLAYERS} were expected"));
    }
    players
}

fn player<'t>(reading: &Reading<'t>, value: Placed<'t>, kind: Option<Kind>) -> Option<(Participant, usize)> {
    let fields = Fields::of(reading, value, "player")?;
    let name = fields.needed("name");
    if let Some((name, at)) = name {
        // A server names a computer in its files as no person may be called.
        let person = fields.value("commander").is_none();
        reading.check(if person { text::PERSON } else { text::TITLE }, "name", (name, at));
        if name.trim() != name {
            reading.fault(at, "name: no space was expected around it");
        }
    }
    let commander = fields.text("commander").and_then(|(word, at)| {
        if Level::from_word(word).is_none() {
            let levels: Vec<String> = Level::ALL.iter().map(ToString::to_string).collect();
            reading
                .fault(at, format!("commander: '{word}': one of these was expected: {}", levels.join(", ")));
            return None;
        }
        Some(word.to_owned())
    });
    let rating = fields.value("rating").and_then(|value| rating(reading, value));
    let enters = fields.whole("enters", 1..=MOST_ROUNDS);
    if let (Some((2.., at)), Some(Kind::RoundRobin | Kind::KnockOut)) = (enters, kind) {
        reading.fault(at, "enters: only a Swiss admits late entrants");
    }
    let withdrew = fields.whole("withdrew", 0..=MOST_ROUNDS);
    fields.end();
    let (name, at) = name?;
    let entrant = Entrant {
        name: name.to_owned(),
        rating: rating.map(|rating| rating.rating),
        enters: enters.map_or(1, |(round, _)| round),
        withdrew: withdrew.map(|(round, _)| round),
    };
    Some((Participant { entrant, commander, rating: rating.unwrap_or_default() }, at))
}

/// `1620`, or a table with what is known of it.
fn rating<'t>(reading: &Reading<'t>, value: Placed<'t>) -> Option<PlayerRating> {
    let unknown = PlayerRating::default();
    if value.get_ref().as_table().is_none() {
        let typed = number(value.get_ref()).filter(|rating| RATINGS.contains(rating));
        if typed.is_none() {
            reading.fault(value.span().start, "rating: a number from 0 to 4000 was expected, or a table");
        }
        return Some(PlayerRating { rating: typed?, ..unknown });
    }
    let fields = Fields::of(reading, value, "rating")?;
    let rating = fields.number("rating", RATINGS);
    if fields.value("rating").is_none() {
        reading.fault(fields.at, "rating: a number from 0 to 4000 was expected");
    }
    let deviation = fields.number("deviation", 10.0..=350.0).unwrap_or(unknown.deviation);
    let volatility = fields.number("volatility", 0.01..=0.2).unwrap_or(unknown.volatility);
    fields.end();
    Some(PlayerRating { rating: rating?, deviation, volatility })
}
