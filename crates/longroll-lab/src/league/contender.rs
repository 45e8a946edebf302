//! The players of a league: as they are typed, and as they come to the table.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use ai::{Budget, Exploiter, Level};
use catalog::Library;
use serde_json::{Value, json};
use server::bot::Bot;
use sha2::{Digest, Sha256};

use longroll::outcome::Stop;
use longroll::record;
use tabletop::{Act, AnyGame, Side, hex_string};
use tournament::{Computer, Mind, Player, WeightsFile};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Contender {
    /// Its name in tables and results.
    pub name: String,
    pub who: Who,
    /// How long a commander thinks about a player-turn.
    pub thought: Budget,
    /// The weights file by which a commander judges; without one the program's own.
    pub weights: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Who {
    Level(Level),
    Exploiter(Exploiter),
    /// A commander of another build of Longroll.
    Build(Level, String),
    /// Any program that speaks the protocol of bots, with its arguments.
    Program(String, Vec<String>),
}

impl Contender {
    /// Reads a player as typed: `LEVEL`, `LEVEL@PROGRAM` for that level of another build, or
    /// `exec:PROGRAM`; before it `NAME=`, if it is to have another name than that.
    pub(crate) fn read(text: &str) -> Result<Contender, String> {
        let named = text.split_once('=').filter(|(name, _)| !name.contains([':', '@', '/', ' ']));
        let (name, who) = named.unwrap_or((text, text));
        if name.is_empty() {
            return Err("a name was expected before '='".to_owned());
        }
        Ok(Contender { name: name.to_owned(), who: Who::read(who)?, thought: Budget::Own, weights: None })
    }

    /// Makes it ready to play.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn entrant<'a>(
        &'a self,
        library: &'a Library,
        packs: &'a [String],
        answer: Duration,
    ) -> Result<Entrant<'a>, Stop> {
        let weights = match &self.weights {
            Some(file) => Some((file.display().to_string(), record::text(file)?)),
            None => None,
        };
        Ok(Entrant { contender: self.clone(), library, packs, answer, weights })
    }
}

impl Who {
    pub(crate) fn read(text: &str) -> Result<Who, String> {
        if let Some(command) = text.strip_prefix("exec:") {
            let (program, arguments) = Bot::words(command)?;
            return Ok(Who::Program(program, arguments));
        }
        let (word, program) = text.split_once('@').map_or((text, None), |(word, at)| (word, Some(at)));
        if let (Some(idea), None) = (Exploiter::from_word(word), program) {
            return Ok(Who::Exploiter(idea));
        }
        match (Level::from_word(word), program) {
            (Some(level), None) => Ok(Who::Level(level)),
            (Some(level), Some(program)) if !program.is_empty() => Ok(Who::Build(level, program.to_owned())),
            _ => Err(format!(
                "'{text:.60}': a level ({}), an exploiter ({}), LEVEL@PROGRAM or exec:PROGRAM was expected",
                Level::ALL.map(Level::word).join(", "),
                Exploiter::ALL.map(Exploiter::word).join(", ")
            )),
        }
    }
}

/// A contender with all that it needs to play.
pub(crate) struct Entrant<'a> {
    contender: Contender,
    library: &'a Library,
    /// The arguments that name the data packs.
    packs: &'a [String],
    /// How long a program may take for an answer.
    answer: Duration,
    weights: Option<WeightsFile>,
}

impl<'a> Entrant<'a> {
    /// One that was sent from another machine, without files of its own.
    pub(crate) fn sent(
        name: String,
        who: Who,
        thought: Budget,
        weights: Option<WeightsFile>,
        library: &'a Library,
        answer: Duration,
    ) -> Entrant<'a> {
        let contender = Contender { name, who, thought, weights: None };
        Entrant { contender, library, packs: &[], answer, weights }
    }

    /// Its name in tables and results.
    pub(crate) fn name(&self) -> &str {
        &self.contender.name
    }

    pub(crate) fn who(&self) -> &Who {
        &self.contender.who
    }

    /// How long it thinks about a player-turn, if it is a commander.
    pub(crate) fn thought(&self) -> Budget {
        self.contender.thought
    }

    /// The weights by which it judges, if not by a program's own.
    pub(crate) fn weights(&self) -> Option<&WeightsFile> {
        self.weights.as_ref()
    }

    /// The player: one of many, if games are played at a time.
    pub(crate) fn player(&self) -> Box<dyn Player + 'a> {
        let Contender { who, thought, weights, .. } = &self.contender;
        match who {
            Who::Level(level) => {
                let mind = Mind::Level(*level, self.weights.clone());
                Box::new(Computer::new(self.library, mind, *thought))
            }
            Who::Exploiter(idea) => Box::new(Computer::new(self.library, Mind::Exploiter(*idea), *thought)),
            Who::Build(level, program) => {
                let mut arguments = vec!["bot".to_owned(), level.word().to_owned()];
                arguments.extend(self.packs.iter().cloned());
                match thought {
                    Budget::Own => {}
                    Budget::Trials(trials) => arguments.extend(["--trials".to_owned(), trials.to_string()]),
                    Budget::Time(time) => {
                        arguments.extend(["--clock".to_owned(), time.as_secs_f64().to_string()]);
                    }
                }
                if let Some(file) = weights {
                    arguments.extend(["--weights".to_owned(), file.display().to_string()]);
                }
                Outside::boxed(program, arguments, true, self.answer)
            }
            Who::Program(program, arguments) => {
                Outside::boxed(program, arguments.clone(), false, self.answer)
            }
        }
    }

    /// This player's identity in the results.
    ///
    /// # Errors
    /// A program that cannot be read.
    pub(crate) fn identity(&self) -> Result<Value, Stop> {
        let mut is = match &self.contender.who {
            Who::Level(level) => {
                let own = std::env::current_exe().map_err(Stop::because)?;
                json!({ "level": level.word(), "program": build(&own)? })
            }
            Who::Exploiter(idea) => {
                let own = std::env::current_exe().map_err(Stop::because)?;
                json!({ "exploiter": idea.word(), "program": build(&own)? })
            }
            Who::Build(level, program) => {
                json!({ "level": level.word(), "program": build(Path::new(program))? })
            }
            // Where it stands on the path the system knows.
            Who::Program(program, arguments) if !program.contains('/') => {
                json!({ "command": program, "arguments": arguments })
            }
            Who::Program(program, arguments) => {
                json!({ "program": build(Path::new(program))?, "arguments": arguments })
            }
        };
        match self.contender.thought {
            Budget::Own => {}
            Budget::Trials(trials) => is["trials"] = json!(trials),
            Budget::Time(time) => is["clock"] = json!(time.as_secs_f64()),
        }
        if let Some((_, text)) = &self.weights {
            is["weights"] = json!(hex_string(&Sha256::digest(text)));
        }
        Ok(is)
    }
}

/// The identity of a program's file, which differs between builds.
fn build(program: &Path) -> Result<Value, Stop> {
    let wrong = |error: std::io::Error| Stop::because(format!("{}: {error}", program.display()));
    let file = std::fs::metadata(program).map_err(wrong)?;
    let made = file.modified().map_err(wrong)?.duration_since(UNIX_EPOCH);
    Ok(json!({ "bytes": file.len(), "made": made.map_or(0, |since| since.as_secs()) }))
}

struct Outside {
    bot: Bot,
    side: Side,
    /// Whether it is another build of Longroll: it is sent the record alone, and one process plays
    /// all games. Others are started for each game.
    longroll: bool,
    /// The version at which it has given an order that takes no number; next it must decide.
    stood: Option<u32>,
}

impl Outside {
    fn boxed<'a>(
        program: &str,
        arguments: Vec<String>,
        longroll: bool,
        answer: Duration,
    ) -> Box<dyn Player + 'a> {
        let side = Side::Union;
        let bot = Bot::of(program.to_owned(), arguments, side, answer);
        Box::new(Outside { bot, side, longroll, stood: None })
    }
}

impl Player for Outside {
    fn sit(&mut self, _table: &dyn AnyGame, side: Side, seed: u64) -> Result<(), String> {
        (self.side, self.stood) = (side, None);
        match self.longroll {
            true => self.bot.sit_trusted(side, seed),
            false => self.bot.sit(side),
        }
        Ok(())
    }

    fn order(&mut self, table: &mut dyn AnyGame) -> Result<(), String> {
        let version = table.version();
        let ordered = self.bot.ask(table)?;
        if table.takes_no_number(&ordered.order) && self.stood.replace(version) == Some(version) {
            return Err("it gives instructions again and decides nothing".to_owned());
        }
        table
            .act(
                self.side,
                Act::Order { order: &ordered.order, version: Some(version), reason: &ordered.reason },
            )
            .map_err(|failure| format!("{}: {failure}", ordered.order))
    }

    fn rise(&mut self, table: &dyn AnyGame) {
        if !self.longroll {
            self.bot.end(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_read_as_it_is_typed() {
        let read = |text: &str| Contender::read(text).map(|contender| (contender.name, contender.who));
        assert_eq!(read("general"), Ok(("general".to_owned(), Who::Level(Level::General))));
        assert_eq!(read("sit"), Ok(("sit".to_owned(), Who::Exploiter(Exploiter::Sit))));
        let build = Who::Build(Level::Veteran, "./old/longroll".to_owned());
        assert_eq!(read("veteran@./old/longroll"), Ok(("veteran@./old/longroll".to_owned(), build.clone())));
        assert_eq!(read("old=veteran@./old/longroll"), Ok(("old".to_owned(), build)));
        let program = Who::Program("./mybot".to_owned(), vec!["--speed=2".to_owned()]);
        assert_eq!(read("exec:./mybot --speed=2"), Ok(("exec:./mybot --speed=2".to_owned(), program)));
        for wrong in ["", "admiral", "general@", "=general", "old=", "@program", "exec:", "exec:'bot"] {
            assert!(Contender::read(wrong).is_err(), "{wrong}");
        }
    }
}
