//! `longroll admin`: a server's games, its thinking queue and its limits, for its operator.

mod reports;
mod shares;
mod tables;
#[cfg(feature = "club")]
mod tournaments;

use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use serde_json::{Value, json};
use server::store::{Database, GameFacts, JobState, KeyChoice, Settings, Store};

use crate::game_store::{GameStore, runtime};
use crate::outcome::{Outcome, Stop};

/// Show and clean up a server's games, its AI jobs and its limits
///
/// Games are read from the database, whether a server runs or not. Queue and limits are asked of the servers
/// that run in the data folder on this machine, over a socket there: run this under their account. No secret,
/// token or anything hidden is ever shown; but anyone with the name of a game may watch it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// List the games, most recently changed first
    Games {
        /// Read every game to its last entry, and say which are damaged
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        how: How,
    },
    /// Show the facts about one game, and whether it is damaged
    Game {
        /// Its name, or the beginning of its name
        game: String,
        #[command(flatten)]
        how: How,
    },
    /// Show the AI jobs that run or wait, and the database's jobs that were set aside
    Queue {
        #[command(flatten)]
        how: How,
    },
    /// Show the limits in force, and the addresses refused recently
    Limits {
        #[command(flatten)]
        how: How,
    },
    /// List the data packs that people share
    Shares {
        #[command(flatten)]
        how: How,
    },
    /// Stop sharing a data pack, whichever reader shares it
    Unshare {
        /// The share's name, as `shares` lists it, or its beginning
        share: String,
        #[command(flatten)]
        how: How,
    },
    /// List the messages that users reported, oldest first
    Reports {
        #[command(flatten)]
        how: How,
    },
    /// Delete a report that has been dealt with
    EndReport {
        /// The report's name, as `reports` lists it, or its beginning
        report: String,
        #[command(flatten)]
        how: How,
    },
    /// Rebuild the facts about the library's games from their records
    ///
    /// A server does so by itself after an update that finds more. One that runs begins within a few
    /// seconds.
    #[cfg(feature = "club")]
    IndexLibrary {
        #[command(flatten)]
        how: How,
    },
    /// List the tournaments, newest first
    #[cfg(feature = "club")]
    Tournaments {
        #[command(flatten)]
        how: How,
    },
    /// Delete a tournament that has not begun, or was cancelled
    #[cfg(feature = "club")]
    DeleteTournament {
        /// Its name, as `tournaments` lists it, or its beginning
        tournament: String,
        #[command(flatten)]
        how: How,
    },
    /// Delete a game, with its record, for good
    Delete {
        /// Its name, or the beginning of its name
        game: String,
        /// Delete without asking for confirmation first
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        how: How,
    },
}

#[derive(clap::Args)]
struct How {
    /// Write JSON instead of readable text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    games: GameStore,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let (how, told) = match &arguments.what {
        What::Games { check, how } => (how, games(how, *check)?),
        What::Game { game, how } => (how, one_game(how, game)?),
        What::Queue { how } => (how, queue(how)?),
        What::Limits { how } => (how, ask(how, "limits", tables::limits)?),
        What::Shares { how } => (how, shares::list(how)?),
        What::Unshare { share, how } => (how, shares::remove(how, share)?),
        What::Reports { how } => (how, reports::list(how)?),
        What::EndReport { report, how } => (how, reports::end(how, report)?),
        #[cfg(feature = "club")]
        What::IndexLibrary { how } => (how, index_library(how)?),
        #[cfg(feature = "club")]
        What::Tournaments { how } => (how, tournaments::list(how)?),
        #[cfg(feature = "club")]
        What::DeleteTournament { tournament, how } => (how, tournaments::delete(how, tournament)?),
        What::Delete { game, yes, how } => (how, delete(how, game, *yes)?),
    };
    let mut out = io::stdout().lock();
    match how.json {
        true => writeln!(out, "{:#}", told.json)?,
        false => write!(out, "{}", told.text)?,
    }
    Ok(())
}

struct Output {
    json: Value,
    text: String,
}

/// The database, opened without its key, which nothing here needs; there must be one already.
async fn open(how: &How) -> Result<Store, Stop> {
    let folder = how.games.folder()?;
    if let Database::Folder(folder) = how.games.place()?
        && !folder.join("games.sqlite").exists()
    {
        return Err(Stop::because(format!("there are no games in {}", folder.display())));
    }
    let settings = Settings { key: KeyChoice::Without, ..how.games.settings() };
    Store::open_with(&folder, settings).await.map_err(Stop::because)
}

/// Lets the facts of all games of the library be found anew.
#[cfg(feature = "club")]
fn index_library(how: &How) -> Result<Output, Stop> {
    let games = runtime()?.block_on(async {
        let store = open(how).await?;
        let games = store.find_library_anew().await.map_err(Stop::because)?;
        store.close().await;
        Ok::<_, Stop>(games)
    })?;
    let text = format!("{games} games of the library: a server that runs finds what happened in them anew\n");
    Ok(Output { text, json: json!({ "games": games }) })
}

/// Answers of all servers that run in the data folder.
fn servers(folder: &Path, question: &str) -> Result<Vec<Value>, Stop> {
    #[cfg(unix)]
    {
        let question = serde_json::from_value(json!(question)).map_err(Stop::because)?;
        server::admin::ask(folder, &question).map_err(Stop::because)
    }
    #[cfg(not(unix))]
    {
        let _ = (folder, question);
        Ok(Vec::new())
    }
}

/// The games that are in some server's memory.
fn in_memory(folder: &Path) -> Result<BTreeSet<String>, Stop> {
    let names = servers(folder, "open")?;
    let names = names.iter().filter_map(Value::as_array).flatten();
    Ok(names.filter_map(Value::as_str).map(str::to_owned).collect())
}

/// A game with what is known of it beside its facts.
fn with(facts: &GameFacts, open: &BTreeSet<String>, fault: Option<&Option<String>>) -> Value {
    let mut told = json!(facts);
    told["open"] = json!(open.contains(&facts.game));
    if let Some(fault) = fault {
        told["damaged"] = json!(fault);
    }
    told
}

fn games(how: &How, check: bool) -> Result<Output, Stop> {
    let open_games = in_memory(&how.games.folder()?)?;
    let games: Result<Vec<Value>, Stop> = runtime()?.block_on(async {
        let store = open(how).await?;
        let mut told = Vec::new();
        for facts in store.facts(None).await.map_err(Stop::because)? {
            let fault = match check {
                true => Some(store.fault(&facts.game).await.map_err(Stop::because)?),
                false => None,
            };
            told.push(with(&facts, &open_games, fault.as_ref()));
        }
        store.close().await;
        Ok(told)
    });
    let games = games?;
    let text = tables::games(&games);
    Ok(Output { json: json!({ "games": games }), text })
}

/// The one game whose name begins so.
async fn find(store: &Store, game: &str) -> Result<GameFacts, Stop> {
    let names = store.games().await.map_err(Stop::because)?;
    let mut fitting = names.iter().filter(|name| name.starts_with(game));
    let (Some(name), None) = (fitting.next(), fitting.next()) else {
        let what = if names.iter().any(|name| name.starts_with(game)) { "several games" } else { "no game" };
        return Err(Stop::because(format!("{what} of a name that begins with '{game}'")));
    };
    let facts = store.facts(Some(name)).await.map_err(Stop::because)?.pop();
    facts.ok_or_else(|| Stop::because(format!("the game {name} has just been deleted")))
}

fn one_game(how: &How, game: &str) -> Result<Output, Stop> {
    let open_games = in_memory(&how.games.folder()?)?;
    let told = runtime()?.block_on(async {
        let store = open(how).await?;
        let facts = find(&store, game).await?;
        let fault = store.fault(&facts.game).await.map_err(Stop::because)?;
        store.close().await;
        Ok::<_, Stop>(with(&facts, &open_games, Some(&fault)))
    })?;
    let text = tables::game(&told);
    Ok(Output { json: told, text })
}

fn ask(how: &How, question: &str, text: fn(&Value) -> String) -> Result<Output, Stop> {
    let folder = how.games.folder()?;
    let servers = servers(&folder, question)?;
    if servers.is_empty() {
        return Err(Stop::because(format!("no server runs in {}", folder.display())));
    }
    let text = servers.iter().map(text).collect::<Vec<String>>().join("\n");
    Ok(Output { json: json!({ "servers": servers }), text })
}

/// The queues of the servers that run, and the jobs of the database that were set aside.
fn queue(how: &How) -> Result<Output, Stop> {
    let aside: Result<_, Stop> = runtime()?.block_on(async {
        // A folder without games has no jobs either.
        if let Database::Folder(folder) = how.games.place()?
            && !folder.join("games.sqlite").exists()
        {
            return Ok(Vec::new());
        }
        let store = open(how).await?;
        let aside = store.jobs_in(JobState::SetAside).await.map_err(Stop::because)?;
        store.close().await;
        Ok(aside)
    });
    let aside = json!(aside?);
    let is_empty = aside.as_array().is_none_or(Vec::is_empty);
    let mut told = match ask(how, "queue", tables::queue) {
        // Without a server the jobs are all there is to tell.
        Err(_) if !is_empty => Output { json: json!({ "servers": [] }), text: String::new() },
        other => other?,
    };
    if !is_empty {
        told.text.push_str(&tables::set_aside(&aside));
    }
    told.json["set-aside"] = aside;
    Ok(told)
}

fn delete(how: &How, game: &str, yes: bool) -> Result<Output, Stop> {
    let folder = how.games.folder()?;
    let runtime = runtime()?;
    let facts = runtime.block_on(async {
        let store = open(how).await?;
        let facts = find(&store, game).await?;
        store.close().await;
        Ok::<_, Stop>(facts)
    })?;
    if !yes && !confirmed(&facts)? {
        return Err(Stop::because("nothing was deleted"));
    }
    // A running server drops the game at once; without one it is deleted from the database only.
    #[cfg(unix)]
    let asked = server::admin::ask(&folder, &server::admin::Question::Delete(facts.game.clone()));
    #[cfg(not(unix))]
    let asked: Result<Vec<Value>, String> = Ok(Vec::new());
    if asked.map_err(Stop::because)?.is_empty() {
        runtime.block_on(async {
            let store = open(how).await?;
            store.erase(&facts.game).await.map_err(Stop::because)?;
            store.close().await;
            Ok::<_, Stop>(())
        })?;
    }
    Ok(Output { json: json!({ "deleted": facts.game }), text: format!("{} is deleted\n", facts.game) })
}

/// Asks whether this game is to be deleted.
fn confirmed(facts: &GameFacts) -> Result<bool, Stop> {
    if !io::stdin().is_terminal() {
        return Err(Stop::because("there is no terminal to confirm at: --yes deletes without a question"));
    }
    let mut out = io::stdout().lock();
    write!(out, "{}Delete it for good? [y/N] ", tables::game(&json!(facts)))?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
