//! The line: the protocol over standard input and output. Games live as long as the process.

use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tabletop::{AnyGame, BySide, ServerSeed};

use crate::answer::{Began, Welcome, answer};
use crate::drawings::Drawings;
use crate::packs::{self, NamedPacks, info, list, missing};
use crate::record::read_new_record;
use crate::seeds::{fresh_seed, seed_of};
use crate::{
    Answer, Ask, Call, LONGEST_MESSAGE, PackCall, Request, RpcError, Secret, Transport, Viewer, Who,
    handlers, response, thought,
};
use catalog::Library;
use catalog::Start;
use catalog::pack::{Pack, PackCache};

/// How much memory packs may take, in bytes: there is no database to read them from again.
const PACKS: usize = 1 << 30;

/// A game on the line.
struct Open {
    table: Box<dyn AnyGame>,
    library: Arc<Library>,
    secret: Option<ServerSeed>,
}

/// Plays every seat of its own games.
pub struct Line {
    library: Arc<Library>,
    packs: PackCache,
    drawings: Drawings,
    games: HashMap<String, Open>,
    opened: u32,
}

impl Line {
    /// A line with no games yet.
    pub fn new(library: Arc<Library>) -> Line {
        Line {
            library,
            packs: PackCache::new(PACKS),
            drawings: Drawings::default(),
            games: HashMap::new(),
            opened: 0,
        }
    }

    /// Answers every message of `input`, one a line, until it ends.
    ///
    /// # Errors
    /// Only those of `input` and `output` themselves.
    pub fn run(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut message = Vec::new();
        loop {
            message.clear();
            let limit = LONGEST_MESSAGE as u64 + 1;
            if input.by_ref().take(limit).read_until(b'\n', &mut message)? == 0 {
                return Ok(());
            }
            let reply = if message.len() > LONGEST_MESSAGE && !message.ends_with(b"\n") {
                skip_line(&mut input)?;
                let error = format!("a message has at most {LONGEST_MESSAGE} bytes");
                Some(response(&serde_json::Value::Null, &Err(RpcError::new(RpcError::NO_REQUEST, error))))
            } else if message.iter().all(u8::is_ascii_whitespace) {
                None
            } else {
                self.hear(message.trim_ascii())
            };
            if let Some(reply) = reply {
                output.write_all(reply.as_bytes())?;
                output.write_all(b"\n")?;
                output.flush()?;
            }
        }
    }

    /// Answers one message; nothing is said to a notification.
    pub fn hear(&mut self, message: &[u8]) -> Option<String> {
        let request = match Request::read(message) {
            Ok(request) => request,
            Err((id, error)) => return Some(response(&id, &Err(error))),
        };
        let answer =
            Call::read(Transport::Line, &request.method, request.params).and_then(|call| self.call(call));
        request.id.map(|id| response(&id, &answer))
    }

    fn call(&mut self, call: Call) -> Answer {
        match call {
            Call::Initialize => answer(&Welcome::to(&self.library)),
            Call::New(new) => {
                let start =
                    Start { scenario: &new.scenario, options: new.options, position: None, dice: &new.dice };
                self.begin(new.pack.as_deref(), &start, new.seed.as_deref())
            }
            Call::Position(position) => {
                let start = Start {
                    scenario: &position.scenario,
                    position: Some(position.setting()),
                    options: position.options,
                    dice: &position.dice,
                };
                self.begin(position.pack.as_deref(), &start, position.seed.as_deref())
            }
            Call::Load(load) => {
                let (header, entries) = read_new_record(&load.record)?;
                let secret = header.seed();
                let library = match &header.pack {
                    Some(mark) => {
                        let pack = self.pack(&mark.id).ok_or_else(|| missing(&mark.id, Some(&mark.title)))?;
                        Arc::clone(pack.library())
                    }
                    None => Arc::clone(&self.library),
                };
                let table = guarded(|| Ok(library.admit(&header, &entries, secret)?))?;
                self.open(table, library, secret)
            }
            Call::Branch(branch, _) => {
                let open = self.games.get(&branch.game).ok_or_else(RpcError::no_game)?;
                let secret = fresh_seed()?;
                let seats = open.table.header().seats.clone();
                let seats = seats.unwrap_or_else(|| BySide::from_fn(|_| "person".to_owned()));
                let table = guarded(|| Ok(open.table.branch(branch.version, seats, secret)?))?;
                let library = Arc::clone(&open.library);
                self.open(table, library, Some(secret))
            }
            Call::Pack(call) => self.pack_call(&call),
            Call::Of { game, who, ask } => self.ask(&game, &who, &ask),
            // The line's call reader knows no others.
            Call::Watch(..) | Call::Unwatch(_) | Call::List(_) | Call::Sharing(_) | Call::Talk(..) => {
                Err(RpcError::new(RpcError::NO_METHOD, "only a server speaks this method"))
            }
        }
    }

    fn begin(&mut self, pack: Option<&str>, start: &Start<'_>, seed: Option<&str>) -> Answer {
        let seed = seed.map_or_else(fresh_seed, |text| Ok(seed_of(text)))?;
        let library = match pack {
            Some(id) => Arc::clone(self.pack(id).ok_or_else(|| missing(id, None))?.library()),
            None => Arc::clone(&self.library),
        };
        let table = guarded(|| Ok(library.begin(start, seed)?))?;
        self.open(table, library, Some(seed))
    }

    /// The pack of that id: one that was given, or one that was loaded or made here.
    fn pack(&self, id: &str) -> Option<Arc<Pack>> {
        self.library.pack(id).cloned().or_else(|| self.packs.find(id))
    }

    fn pack_call(&self, call: &PackCall) -> Answer {
        if let PackCall::List(asked) = call {
            let named = asked.packs.iter().filter_map(|id| self.pack(id)).map(|pack| info(&pack)).collect();
            return answer(&list(&self.library, named));
        }
        let base = call.base().map(|id| self.pack(id).ok_or_else(|| missing(id, None))).transpose()?;
        let from = call.from().iter().map(|id| self.pack(id).ok_or_else(|| missing(id, None)));
        let from = from.collect::<Result<Vec<_>, _>>()?;
        let lineage = from.iter().flat_map(|pack| pack.lineage()).collect();
        let named = NamedPacks { base: base.as_deref(), from: from.first().map(|pack| &**pack), lineage };
        let (answer, made) = guarded(|| packs::ask(&self.library, named, &self.drawings, call, &|| true))?;
        if let Some(made) = made {
            self.packs.put(made);
        }
        Ok(answer)
    }

    fn open(&mut self, table: Box<dyn AnyGame>, library: Arc<Library>, secret: Option<ServerSeed>) -> Answer {
        self.opened += 1;
        let game = self.opened.to_string();
        let view = guarded(|| handlers::view(&*table, &game, Viewer::Both, None))?;
        let began =
            Began { game: game.clone(), version: table.version(), hash: table.hash(), view, tokens: None };
        self.games.insert(game, Open { table, library, secret });
        answer(&began)
    }

    fn ask(&mut self, game: &str, who: &Who, ask: &Ask) -> Answer {
        let open = self.games.get_mut(game).ok_or_else(RpcError::no_game)?;
        let place = who.side.map_or(Viewer::Watcher, Viewer::Side);
        let secret = open.secret.map_or(Secret::Kept, Secret::Told);
        let answer = match guarded(|| thought(&open.library, &*open.table, place, ask).transpose()) {
            Ok(None) => guarded(|| {
                handlers::ask(&mut *open.table, game, place, ask, secret, handlers::Outcome::Answered)
            }),
            Ok(Some(thought)) => guarded(|| thought.think(&open.library, &*open.table)),
            Err(error) => Err(error),
        };
        if answer.as_ref().is_err_and(|error| error.code == RpcError::OURS) {
            self.restore(game);
        }
        answer
    }

    /// After a fault a game is as its record says; entries come into the record last of all.
    fn restore(&mut self, game: &str) {
        if let Some(open) = self.games.get_mut(game) {
            let again = guarded(|| {
                Ok(open.library.load(open.table.header(), &handlers::whole(&*open.table), open.secret)?)
            });
            match again {
                Ok(table) => open.table = table,
                Err(_) => drop(self.games.remove(game)),
            }
        }
    }
}

/// Reads on to the end of an overlong line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (used, end) = match buffer.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(used);
        if end {
            return Ok(());
        }
    }
}

/// Runs something of the rules; a panic in there becomes a fault of ours.
///
/// # Errors
/// Whatever `run` says.
pub fn guarded<T>(run: impl FnOnce() -> Result<T, RpcError>) -> Result<T, RpcError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        tracing::error!("the rules panicked; the game goes on from its record");
        Err(RpcError::ours("the program failed at this; the game is as it was before"))
    })
}
