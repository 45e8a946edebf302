//! The file of a tournament that is run by hand: read, checked, added to.

mod append;
mod fields;
mod players;
mod records;
mod rounds;

use std::collections::BTreeMap;

use catalog::Library;
use hexmap::Faults;
use tabletop::text;
use toml::de::{DeTable, DeValue};

use fields::{Fields, Reading};
use players::{MOST_ROUNDS, Participant};
use rounds::RoundFile;

use crate::club::advantage::{Advantage, Advantages};
use crate::club::event::{Event, GameResult, Kind};
use crate::club::rating::{PlayerRating, RatedGame, rate};
use crate::club::standings::TieBreak;

pub use append::BLANK;
pub use records::{RecordCheck, Verified};

/// A tournament as a file tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct ClubFile {
    pub title: String,
    pub event: Event,
    pub system: String,
    /// The scenarios of the rounds; after the last it begins anew.
    pub scenarios: Vec<String>,
    pub options: BTreeMap<String, bool>,
    /// How many games a match has.
    pub games: usize,
    /// The tie-breaks between players of equal points.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether its games are rated at all.
    pub rated: bool,
    participants: Vec<Participant>,
    rounds: Vec<RoundFile>,
}

/// A game that does not count for ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unrated {
    /// Number of the round, from 1.
    pub round: usize,
    /// The two who played it, the Union first.
    pub players: [usize; 2],
    pub why: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    pub before: Vec<PlayerRating>,
    /// With all that was played so far, as one period.
    pub after: Vec<PlayerRating>,
    pub games: usize,
    /// The games at the table that were not.
    pub unrated: Vec<Unrated>,
}

impl ClubFile {
    /// Reads a file that people have written, by what can be played.
    ///
    /// # Errors
    /// Every fault at its line.
    pub fn read(name: &str, text: &str, library: &Library) -> Result<ClubFile, Faults> {
        ClubFile::read_as(name, text, library, true)
    }

    /// Reads what a server kept: its texts were read when people typed them, maybe by an earlier
    /// program.
    ///
    /// # Errors
    /// As [`ClubFile::read`].
    pub fn read_kept(name: &str, text: &str, library: &Library) -> Result<ClubFile, Faults> {
        ClubFile::read_as(name, text, library, false)
    }

    fn read_as(name: &str, text: &str, library: &Library, typed: bool) -> Result<ClubFile, Faults> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let mut faults = Faults::default();
            errors.iter().for_each(|error| faults.extend(Faults::from_toml(name, text, error)));
            return Err(faults);
        }
        let reading = Reading::new(name, text, typed);
        let file = read(&reading, &Fields::new(&reading, table.get_ref(), 0), library);
        reading.end(file)
    }

    /// The scenario of a round, counted from 1.
    pub fn scenario(&self, round: usize) -> &str {
        match self.rounds.get(round.wrapping_sub(1)) {
            Some(round) => &round.scenario,
            None => self.planned(round),
        }
    }

    fn planned(&self, round: usize) -> &str {
        let at = round.saturating_sub(1) % self.scenarios.len().max(1);
        self.scenarios.get(at).map_or("", String::as_str)
    }

    /// The level of a player who is a commander.
    pub fn commander(&self, player: usize) -> Option<&str> {
        self.participants.get(player)?.commander.as_deref()
    }

    pub fn name(&self, player: usize) -> &str {
        self.event.entrants.get(player).map_or("", |entrant| &entrant.name)
    }

    /// The ratings. `records` is the result of [`ClubFile::verify`].
    pub fn ratings(&self, library: &Library, advantages: &Advantages, records: &[RecordCheck]) -> Ratings {
        let before: Vec<PlayerRating> = self.participants.iter().map(|one| one.rating).collect();
        let (mut games, mut unrated) = (Vec::new(), Vec::new());
        for (at, round) in self.rounds.iter().enumerate() {
            for game in &round.games {
                let players = [game.players.union, game.players.confederate];
                let winner = match game.result {
                    Some(GameResult::Won(side)) => Some(game.players[side]),
                    Some(GameResult::Drawn) => None,
                    _ => continue,
                };
                let record = records.iter().find(|record| record.at == game.at);
                match self.unrated(library, &round.scenario, game, record) {
                    Some(why) => unrated.push(Unrated { round: at + 1, players, why }),
                    None => {
                        let advantage = self.advantage(library, advantages, &round.scenario);
                        games.push(RatedGame { players, winner, advantage: advantage.unwrap_or(0.0) });
                    }
                }
            }
        }
        let after = rate(&before, &games);
        Ratings { before, after, games: games.len(), unrated }
    }

    /// Why a game does not count, if it does not.
    fn unrated(
        &self,
        library: &Library,
        scenario: &str,
        game: &rounds::GameFile,
        record: Option<&RecordCheck>,
    ) -> Option<String> {
        if !self.rated {
            return Some("the tournament is not rated".to_owned());
        }
        if game.advice {
            return Some("a player had advice".to_owned());
        }
        if let Some(pack) = library.offering(scenario) {
            return Some(format!("it was played on the data pack '{}'", pack.mark().title));
        }
        record.and_then(|record| record.unrated.clone())
    }

    /// By how many rating points the Union is the better side of a scenario, if that was measured
    /// with the options that are played.
    pub fn advantage(&self, library: &Library, advantages: &Advantages, scenario: &str) -> Option<f64> {
        let known = library.scenario(scenario)?;
        let usual = known
            .options
            .iter()
            .all(|option| self.options.get(&option.id).is_none_or(|on| *on == option.default));
        advantages.of(scenario).filter(|_| usual).map(Advantage::points)
    }
}

fn read<'t>(reading: &Reading<'t>, fields: &Fields<'_, 't>, library: &Library) -> Option<ClubFile> {
    let title = fields.needed("title");
    if let Some(title) = title {
        reading.check(text::TITLE, "title", title);
    }
    let title = title.map(|(title, _)| title.to_owned());
    let kind = fields.needed("kind").and_then(|(word, at)| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        if kind.is_none() {
            reading.fault(at, format!("kind: '{word}': swiss, round-robin or knock-out was expected"));
        }
        kind
    });
    let (scenarios, system) = scenarios(reading, fields, library);
    let options = options(reading, fields, library, &scenarios);
    let games = fields.whole("games", 1..=2).map_or(2, |(games, _)| games);
    let rounds = fields.whole("rounds", 1..=MOST_ROUNDS);
    match (kind, rounds) {
        (Some(Kind::Swiss), None) if fields.value("rounds").is_none() => {
            reading.fault(fields.at, "rounds: a Swiss has a number of rounds, from 1 to 50");
        }
        (Some(Kind::RoundRobin | Kind::KnockOut), Some((_, at))) => {
            reading.fault(
                at,
                "rounds: only a Swiss has a number of rounds; the others have as many as it takes",
            );
        }
        _ => {}
    }
    let lots = fields.text("lots").map(|(lots, _)| lots.to_owned());
    let tie_breaks = fields.value("tie-breaks").map(|_| tie_breaks(reading, fields));
    let rated = fields.flag("rated").unwrap_or(true);
    let participants = players::read(reading, fields, kind);
    // Without a kind the rounds cannot be checked.
    let Some(kind) = kind else {
        fields.list("round").for_each(drop);
        fields.end();
        return None;
    };
    let event = Event {
        kind,
        rounds: rounds.map_or(0, |(rounds, _)| rounds),
        lots: lots.or_else(|| title.clone()).unwrap_or_default(),
        entrants: participants.iter().map(|one| one.entrant.clone()).collect(),
        played: Vec::new(),
    };
    let mut file = ClubFile {
        title: title.unwrap_or_default(),
        event,
        system: system.unwrap_or_default(),
        scenarios,
        options,
        games,
        tie_breaks: tie_breaks.unwrap_or_else(|| TieBreak::usual(kind)),
        rated,
        participants,
        rounds: Vec::new(),
    };
    rounds::read(reading, fields, library, &mut file);
    fields.end();
    Some(file)
}

/// The scenarios and their system of rules.
fn scenarios(
    reading: &Reading<'_>,
    fields: &Fields<'_, '_>,
    library: &Library,
) -> (Vec<String>, Option<String>) {
    let (mut scenarios, mut system) = (Vec::new(), None::<String>);
    for (id, at) in fields.texts("scenarios") {
        if let Some(of) = scenario(reading, library, system.as_deref(), id, at) {
            system = Some(of);
            scenarios.push(id.to_owned());
        }
    }
    if scenarios.is_empty() {
        let at = fields.value("scenarios").map_or(fields.at, |value| value.span().start);
        reading.fault(at, "scenarios: at least one was expected; 'longroll scenarios' lists them");
    }
    (scenarios, system)
}

/// The system of a scenario, which is to be that of the others.
fn scenario(
    reading: &Reading<'_>,
    library: &Library,
    system: Option<&str>,
    id: &str,
    at: usize,
) -> Option<String> {
    let Some(known) = library.scenario(id) else {
        reading.fault(at, format!("there is no scenario '{id}'; 'longroll scenarios' lists them"));
        return None;
    };
    if let Some(system) = system.filter(|system| **system != known.system) {
        let what = format!(
            "'{id}' is of the system '{}' and the first scenario of '{system}': a tournament keeps to one",
            known.system
        );
        reading.fault(at, what);
    }
    Some(known.system.clone())
}

/// The options, each of which every scenario has.
fn options<'t>(
    reading: &Reading<'t>,
    fields: &Fields<'_, 't>,
    library: &Library,
    scenarios: &[String],
) -> BTreeMap<String, bool> {
    let mut options = BTreeMap::new();
    let table = fields.value("options").and_then(|value| Fields::of(reading, value, "options"));
    for (id, at, value) in table.iter().flat_map(Fields::all) {
        for scenario in scenarios {
            let known = library.scenario(scenario).map_or(&[][..], |scenario| &scenario.options);
            if !known.iter().any(|option| option.id == id) {
                reading.fault(at, format!("options: '{scenario}' has no option '{id}'"));
            }
        }
        match value {
            DeValue::Boolean(on) => drop(options.insert(id.to_owned(), *on)),
            _ => reading.fault(at, format!("options: {id}: true or false was expected")),
        }
    }
    options
}

fn tie_breaks(reading: &Reading<'_>, fields: &Fields<'_, '_>) -> Vec<TieBreak> {
    let mut named = Vec::new();
    for (word, at) in fields.texts("tie-breaks") {
        match TieBreak::ALL.into_iter().find(|tie_break| tie_break.word() == word) {
            Some(tie_break) if named.contains(&tie_break) => {
                reading.fault(at, format!("tie-breaks: '{word}' is there already"));
            }
            Some(tie_break) => named.push(tie_break),
            None => {
                let words = TieBreak::ALL.map(TieBreak::word).join(", ");
                reading.fault(at, format!("tie-breaks: '{word}': one of these was expected: {words}"));
            }
        }
    }
    named
}
