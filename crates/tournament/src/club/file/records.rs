//! The records that a file names, held against what it says.

use std::collections::BTreeMap;

use catalog::Library;
use hexmap::Faults;
use tabletop::{Audit, Header, Record, Side, Verdict};

use super::ClubFile;
use super::fields::Reading;
use super::rounds::{GameFile, word};
use crate::club::event::GameResult;

/// The check of a record that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordCheck {
    pub file: String,
    /// The position of its game in the tournament's file.
    pub(super) at: usize,
    /// Whether it is proved to be what was played.
    pub verified: Verified,
    /// Why the game is not rated, if the record says so.
    pub(super) unrated: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// Every order and die follows, and it is the record whose hash was noted.
    Sound,
    /// Nothing contradicts it; these are the reasons why it may differ from what was played.
    Unproved(Vec<String>),
}

impl ClubFile {
    /// Audits every record that is named, as `longroll verify` does. `text` is that of this file,
    /// `name` its name; `open` gives the bytes of a record.
    ///
    /// # Errors
    /// Every record that is broken, of an unfinished game, or does not agree with the file, at the
    /// line where it is named.
    pub fn verify(
        &self,
        name: &str,
        text: &str,
        library: &Library,
        open: &mut dyn FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Vec<RecordCheck>, Faults> {
        let reading = Reading::new(name, text, false);
        let (mut checks, mut seen) = (Vec::new(), BTreeMap::new());
        for round in &self.rounds {
            for game in &round.games {
                let Some((path, at)) = &game.record else { continue };
                let fault = |what: String| reading.fault(*at, format!("record: {path}: {what}"));
                let bytes = match open(path) {
                    Ok(bytes) => bytes,
                    Err(error) => {
                        fault(error.to_string());
                        continue;
                    }
                };
                let held: Vec<String> = game.hash.iter().cloned().collect();
                let audit = library.audit(&bytes, &held);
                match self.check(library, &round.scenario, game, &bytes, &audit) {
                    Err(faults) => faults.into_iter().for_each(fault),
                    Ok(header) => {
                        if let Some(other) = seen.insert(audit.hash.clone(), path) {
                            fault(format!("it is the same game as {other}"));
                        }
                        let verified = match audit.verdict() {
                            Verdict::Sound => Verified::Sound,
                            _ => Verified::Unproved(audit.unproved.clone()),
                        };
                        let unrated = unrated(&header, &audit);
                        checks.push(RecordCheck { file: path.clone(), at: game.at, verified, unrated });
                    }
                }
            }
        }
        reading.end(Some(checks))
    }

    /// Whether a record is of a finished game, and of the one that the file says was played.
    fn check(
        &self,
        library: &Library,
        scenario: &str,
        game: &GameFile,
        bytes: &[u8],
        audit: &Audit,
    ) -> Result<Header, Vec<String>> {
        if let Some(broken) = &audit.broken {
            return Err(vec![format!("it is broken at line {}: {}", broken.line, broken.what)]);
        }
        let record =
            Record::read(bytes).map_err(|fault| vec![format!("line {}: {}", fault.line, fault.what)])?;
        let header = record.header;
        let mut faults = Vec::new();
        if header.scenario != scenario {
            faults.push(format!("it is of '{}', and '{scenario}' is played", header.scenario));
        } else {
            self.check_options(library, &header, &mut faults);
        }
        self.check_seats(&header, game, &mut faults);
        let entries: Vec<serde_json::Value> = record.entries.into_iter().map(|(_, entry)| entry).collect();
        match library.load(&header, &entries, None) {
            Err(failure) => faults.push(format!("what came of it cannot be told: {failure}")),
            Ok(table) if !audit.over || table.asked().is_some() => {
                faults.push("its game is not over".to_owned());
            }
            Ok(table) => {
                // Given up, drawn or claimed: that counts, however the points stand.
                let winner = table.ending().map_or(table.victory().leader, |ending| ending.winner);
                let result = winner.map_or(GameResult::Drawn, GameResult::Won);
                if game.result != Some(result) {
                    let said = game.result.map_or("nothing", word);
                    faults.push(format!("its result is '{}', and the file says '{said}'", word(result)));
                }
            }
        }
        if faults.is_empty() { Ok(header) } else { Err(faults) }
    }

    fn check_options(&self, library: &Library, header: &Header, faults: &mut Vec<String>) {
        let known = library.scenario(&header.scenario).map_or(&[][..], |scenario| &scenario.options);
        for option in known {
            let named = self.options.get(&option.id).copied();
            // What hides nothing but when a side is asked is chosen by how people meet.
            if named.is_none() && option.hides.is_some() {
                continue;
            }
            let default = option.default_at(header.rules);
            let expected = named.unwrap_or(default);
            let played = header.options.get(&option.id).and_then(|on| on.as_bool()).unwrap_or(default);
            if played != expected {
                let state = |on: bool| if on { "on" } else { "off" };
                let what = format!(
                    "its option '{}' is {}, and {} is expected",
                    option.id,
                    state(played),
                    state(expected)
                );
                faults.push(what);
            }
        }
    }

    /// Whether commanders sat where the file has them, and nowhere else.
    fn check_seats(&self, header: &Header, game: &GameFile, faults: &mut Vec<String>) {
        let Some(seats) = &header.seats else { return };
        for side in Side::BOTH {
            let (sat, player) = (seats[side].as_str(), game.players[side]);
            let level = ai::Level::from_word(sat).map(|_| sat);
            if level != self.commander(player) {
                let what = format!("on its {side} side sat '{sat}', which '{}' is not", self.name(player));
                faults.push(what);
            }
        }
    }
}

/// Why the game of a record is not rated, if it is not.
fn unrated(header: &Header, audit: &Audit) -> Option<String> {
    if header.practice {
        return Some("its dice or its position were set up for practice".to_owned());
    }
    if let Some(pack) = &header.pack {
        return Some(format!("it was played on the data pack '{}'", pack.title));
    }
    audit.astray.as_ref().map(|_| "it was played on other data than this program's".to_owned())
}
