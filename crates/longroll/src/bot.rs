//! `longroll bot LEVEL`

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use ::protocol::seeds::fresh_seed;
use ai::{Budget, ComputerPlayer, Level, Threads};
use catalog::Library;
use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::{AnyGame, Header, Side};

use crate::data::Data;
use crate::level::{budget, level, seconds};
use crate::outcome::{Outcome, Stop};
use crate::record;
use crate::threads::ThreadCount;

/// Command a side as an outside program
///
/// It speaks the protocol of bots over its standard input and output (docs/protocol.md, "Bots"), so
/// that the commanders of one version of Longroll can play those of another: 'longroll play
/// SCENARIO --union general --confederate "exec:other/longroll bot general" --trust-programs'. It
/// needs the record of the game, and draws from it what its seat may not know, as the computer at a
/// table does. With the same seed it plays as that one.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The level at which the bot plays
    #[arg(value_name = "LEVEL", value_parser = level())]
    level: Level,
    /// How long it may think about a player-turn, in seconds; without this and --trials, its
    /// level's default
    #[arg(long, value_name = "SECONDS", conflicts_with = "trials", value_parser = seconds)]
    clock: Option<Duration>,
    /// How many positions it may try in a player-turn
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    #[command(flatten)]
    threads: ThreadCount,
    /// Judge by the weights in this file (written by 'longroll tune')
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// The parameters of `bot.start` for a bot that is sent the record.
#[derive(Deserialize)]
struct Started {
    side: Side,
    header: Option<Header>,
    seed: Option<String>,
}

/// The parameters of a `bot.order` request.
#[derive(Deserialize)]
struct Asked {
    version: u32,
    record: Option<Sent>,
}

/// The part of the record that it has not been sent yet.
#[derive(Deserialize)]
struct Sent {
    since: u32,
    entries: Vec<Value>,
    standing: Vec<Value>,
}

/// The game, and who commands in it.
struct Seated {
    header: Header,
    /// The game as far as its record was sent.
    table: Box<dyn AnyGame>,
    player: ComputerPlayer,
}

/// A bot that answers for a commander.
struct Commanding {
    library: Library,
    level: Level,
    budget: Budget,
    weights: Option<(String, String)>,
    seated: Option<Seated>,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let weights = match &arguments.weights {
        Some(file) => Some((file.display().to_string(), record::text(file)?)),
        None => None,
    };
    let mut bot = Commanding {
        library: arguments.data.library()?,
        level: arguments.level,
        budget: budget(arguments.clock, arguments.trials),
        weights,
        seated: None,
    };
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message: Value = serde_json::from_str(&line)
            .map_err(|error| Stop::because(format!("'{line:.60}' is no JSON: {error}")))?;
        let Some(id) = message.get("id") else {
            // bot.forfeit and bot.end want no answer: the record tells all that counts.
            continue;
        };
        let answer = match arguments.threads.or(Threads::ONE).over(|| bot.hear(&message)) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(why) => json!({ "jsonrpc": "2.0", "id": id, "error": { "code": 1, "message": why } }),
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

impl Commanding {
    fn hear(&mut self, message: &Value) -> Result<Value, String> {
        let params = message.get("params").unwrap_or(&Value::Null);
        match message["method"].as_str() {
            Some("bot.start") => self.start(read(params)?),
            Some("bot.order") => self.order(read(params)?),
            Some(other) => Err(format!("'{other}': bot.start or bot.order was expected")),
            None => Err("a method was expected".to_owned()),
        }
    }

    fn start(&mut self, started: Started) -> Result<Value, String> {
        let side = started.side;
        let header = started.header.ok_or_else(no_record)?;
        let table = self.library.load(&header, &[], None).map_err(|failure| failure.to_string())?;
        let seed = match &started.seed {
            Some(seed) => u64::from_str_radix(seed, 16)
                .map_err(|_| format!("seed: '{seed:.40}': 16 hexadecimal digits were expected"))?,
            None => {
                let seed = fresh_seed().map_err(|error| error.message)?;
                u64::from_le_bytes(*seed.first_chunk().unwrap_or(&[0; 8]))
            }
        };
        let player = match &self.weights {
            Some(file) => self.library.seat_weighed(&*table, side, self.level, seed, file)?,
            None => self
                .library
                .seat(&*table, side, self.level, seed)
                .ok_or("there are no computer commanders for these rules")?,
        };
        self.seated = Some(Seated { header, table, player });
        Ok(json!({ "name": format!("Longroll {} {}", env!("CARGO_PKG_VERSION"), self.level) }))
    }

    fn order(&mut self, asked: Asked) -> Result<Value, String> {
        let sent = asked.record.ok_or_else(no_record)?;
        let seated = self.seated.as_mut().ok_or("bot.start was expected before bot.order")?;
        seated.follow(&self.library, sent)?;
        let version = seated.table.version();
        if version != asked.version {
            return Err(format!("the record goes to version {version}, and {} was asked", asked.version));
        }
        let position = seated.player.copy(&*seated.table).ok_or("the game is played by other rules")?;
        let decided = seated.player.decide(&position, self.budget);
        let decided = decided.ok_or("the record does not ask this side")?;
        Ok(json!({ "order": decided.order, "reason": decided.reason }))
    }
}

impl Seated {
    /// Brings the game to where the record stands now.
    fn follow(&mut self, library: &Library, sent: Sent) -> Result<(), String> {
        let there = self.table.version();
        if sent.since != there {
            return Err(format!("entries after version {there} were expected, not after {}", sent.since));
        }
        if !self.table.pending().is_empty() {
            // What waited is in the next entry, or was replaced: the game is read anew.
            let entries = self.table.entries(0);
            self.table = library.load(&self.header, &entries, None).map_err(|failure| failure.to_string())?;
        }
        self.table.follow(&sent.entries).map_err(|failure| failure.to_string())?;
        self.table.wait(&sent.standing).map_err(|failure| failure.to_string())
    }
}

fn read<'de, T: Deserialize<'de>>(params: &'de Value) -> Result<T, String> {
    T::deserialize(params).map_err(|error| format!("params: {error}"))
}

fn no_record() -> String {
    "it needs the record of the game: 'longroll play' sends it with --trust-programs".to_owned()
}
