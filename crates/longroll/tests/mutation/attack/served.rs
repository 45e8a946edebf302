//! The same against a server's games, which are on disk: what has been acknowledged is still there
//! after the server is stopped in the middle of everything and started again.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ai::Chance;
use catalog::Library;
use protocol::record::read_record;
use protocol::{Call, Request, Transport, response};
use serde_json::{Value, json};
use server::Client;
use server::games::{Connection, Games};
use server::store::Store;
use tabletop::Side;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use super::edit::{Edit, mixed, smallest};
use super::files::kept;
use super::messages::{ACTS, Speaker, Tally, checked, edits, is_repeated, message, somewhere};
use super::play::Played;
use super::watch::{Watch, last_panic};

/// A server without its sockets.
struct Served {
    runtime: Runtime,
    games: Arc<Games>,
    connection: Arc<Connection>,
    /// Reads what the connection has been sent.
    drain: Box<dyn FnMut()>,
}

/// Everything that can be read from a game.
#[derive(PartialEq)]
struct State {
    save: String,
    views: [String; 2],
}

impl Served {
    fn start(library: &Arc<Library>, folder: &Path) -> Result<Served, String> {
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        let store = runtime.block_on(Store::open(folder)).map_err(|error| error.to_string())?;
        let games = {
            let _inside = runtime.enter();
            Games::new(Arc::clone(library), store, Duration::from_secs(600))
        };
        let (connection, mut told) =
            Connection::new(Client::at(Ipv4Addr::LOCALHOST.into()), CancellationToken::new());
        let drain = Box::new(move || while told.try_recv().is_ok() {});
        Ok(Served { runtime, games, connection, drain })
    }

    /// Handles a message as the socket does.
    fn hear(&mut self, message: &[u8]) -> Option<String> {
        let request = match Request::read(message) {
            Ok(request) => request,
            Err((id, error)) => return Some(response(&id, &Err(error))),
        };
        let answer = match Call::read(Transport::Server, &request.method, request.params) {
            Ok(call) => self.runtime.block_on(self.games.call(call, &self.connection)),
            Err(error) => Err(error),
        };
        (self.drain)();
        request.id.map(|id| response(&id, &answer))
    }

    fn say(&mut self, method: &str, params: &Value) -> String {
        let request = json!({ "jsonrpc": "2.0", "id": 0, "method": method, "params": params });
        self.hear(request.to_string().as_bytes()).unwrap_or_default()
    }

    fn state(&mut self, game: &Value, token: &Value) -> State {
        let look = json!({ "game": game, "token": token });
        State {
            save: self.say("game.save", &look),
            views: [self.say("game.view", &look), self.say("game.view", &json!({ "game": game }))],
        }
    }
}

/// The game of a record, to generate messages about.
fn twin(library: &Library, save: &str, chance: &mut Chance) -> Result<Played, String> {
    let saved: Value = serde_json::from_str(save).map_err(|error| error.to_string())?;
    let record = saved["result"]["record"].as_str().ok_or_else(|| format!("no record: {save:.300}"))?;
    let (header, entries) = read_record(record).map_err(|error| error.message)?;
    let seed = header.seed().ok_or("a record with its secret was expected")?;
    let table = library.load(&header, &entries, Some(seed)).map_err(|failure| failure.to_string())?;
    Played::on(library, table, seed, chance)
}

/// A session of this many messages.
///
/// # Errors
/// The first thing that happened and must not, with the smallest message that causes it.
pub fn attack(
    library: &Arc<Library>,
    seed: u64,
    session: u64,
    messages: u64,
    watch: &mut Watch,
    tally: &mut Tally,
    heard: &mut dyn FnMut(u64),
) -> Result<(), String> {
    let seeded = mixed(seed ^ 0x5e2e, session);
    let chance = &mut Chance::new(seeded);
    let begun = somewhere(library, session, chance)?;
    let at = |n: u64, what: &str| format!("message {n} of served session {session} of seed {seed}: {what}");
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let mut served = Served::start(library, folder.path())?;
    let loaded = served.say("game.load", &json!({ "record": begun.record() }));
    let loaded: Value = serde_json::from_str(&loaded).map_err(|error| error.to_string())?;
    let (game, token) = (loaded["result"]["game"].clone(), loaded["result"]["tokens"]["both"].clone());
    let Some(id) = game.as_str() else { return Err(at(0, &format!("it cannot be loaded: {loaded:.300}"))) };
    let speaker = Speaker::new(library, &begun, id);
    let mut before = served.state(&game, &token);
    let mut table = twin(library, &before.save, chance).map_err(|what| at(0, &what))?;
    let who =
        |method: &str, _: Option<Side>| (method != "pack.list").then(|| ("token".to_owned(), token.clone()));
    for n in 0..messages {
        heard(n);
        if chance.one_in(150) {
            // It ends as if killed: anything still queued is dropped.
            drop(served);
            served = Served::start(library, folder.path()).map_err(|what| at(n, &what))?;
            if served.state(&game, &token) != before {
                return Err(at(
                    n,
                    "the game is not what was acknowledged after the server was started again",
                ));
            }
        }
        let plain =
            chance.one_in(4).then(|| table.next()).transpose().map_err(|what| at(n, &what))?.flatten();
        let (method, params) = match &plain {
            Some((_, order)) => ("game.order", json!({ "game": game, "token": token, "order": order })),
            None => speaker.call(&mut table, &who, chance),
        };
        let request = json!({ "jsonrpc": "2.0", "id": n, "method": method, "params": params });
        let changes = if plain.is_some() { Vec::new() } else { edits(chance, mixed(seeded, n)) };
        let mut say =
            |served: &mut Served, changes: &[Edit], watch: &mut Watch| -> Result<(Value, Value), String> {
                let said = message(&request, changes, speaker.words());
                let sent: Value = serde_json::from_slice(&said).unwrap_or_default();
                last_panic();
                // The disk takes its own time.
                let answer = watch.mind_thinking(method, || served.hear(&said))?;
                tally.messages += 1;
                Ok((checked(&sent, answer.as_deref(), tally)?, sent))
            };
        let (answer, sent) = match say(&mut served, &changes, watch) {
            Ok(answered) => answered,
            Err(what) => {
                let changes = smallest(&changes, |changes| say(&mut served, changes, watch).is_err());
                let said = message(&request, &changes, speaker.words());
                let shown = String::from_utf8_lossy(&said);
                let file = kept(&format!("served-{seed}-{session}-{n}.json"), &said);
                return Err(at(n, &format!("{what}\n  {shown:.600}\n  {file}")));
            }
        };
        let after = served.state(&game, &token);
        let done = !answer["result"].is_null();
        if plain.is_some() && !done {
            return Err(at(n, &format!("a legal order was refused: {answer:.400}")));
        }
        let acts = ACTS.iter().any(|act| sent["method"] == *act);
        let here = sent["params"]["game"] == game;
        if after.save != before.save {
            if !acts || !here || !done && !sent["id"].is_null() {
                return Err(at(
                    n,
                    &format!("{:.300} changed the game, and was answered with {answer:.300}", sent),
                ));
            }
            tally.carried_out += 1;
            table = twin(library, &after.save, chance).map_err(|what| at(n, &what))?;
            if done && answer["result"]["version"] != table.table.version() {
                return Err(at(n, &format!("it was answered with version {}", answer["result"]["version"])));
            }
            before = after;
        } else if acts && here && done && !is_repeated(&sent) {
            return Err(at(n, "an order was acknowledged, and is not in the record"));
        } else if after != before {
            return Err(at(n, "a view changed and the record did not"));
        }
    }
    drop(served);
    let mut served = Served::start(library, folder.path()).map_err(|what| at(messages, &what))?;
    if served.state(&game, &token) != before {
        return Err(at(messages, "the game is not what was acknowledged after the server was started again"));
    }
    Ok(())
}
