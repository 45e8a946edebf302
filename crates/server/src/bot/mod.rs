//! Outside programs that command a side: see "Bots" in docs/protocol.md. A bot knows what its seat
//! may know, and its orders go by the same call as everybody's. Whatever it does, it never ends the
//! game: it forfeits a decision.

mod process;

use std::time::{Duration, Instant};

use protocol::guarded;
use protocol::{Answer, Ask, Call, Request, RpcError, Secret, Transport, Viewer, Who, handlers, response};
use serde_json::{Map, Value, json};
use tabletop::text::TextRule;
use tabletop::{AnyGame, Header, Side};

use process::{Process, Silence};

/// What a bot may say of its reason for an order.
const REASON: TextRule = TextRule::line(400);

/// The name by which a bot's game goes.
const GAME: &str = "1";

/// How often a bot is started again in a game, after it ended or was ended for its silence.
const STARTS: u32 = 4;

/// So many silences one after the other, and a bot is ended.
const SILENCES: u32 = 3;

/// An order of a bot, not yet judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered {
    /// The order.
    pub order: Value,
    /// What the bot says it is for; often nothing.
    pub reason: String,
}

/// An outside program in command of a side.
pub struct Bot {
    program: String,
    arguments: Vec<String>,
    side: Side,
    clock: Duration,
    process: Option<Process>,
    /// Whether its process has been told of this game.
    begun: bool,
    starts: u32,
    silences: u32,
    asked: u64,
    trust: Option<Trust>,
}

/// What a bot is told that is trusted with what its seat may not know.
struct Trust {
    /// The seed of its random choices.
    seed: u64,
    /// The last version whose entry it has been sent since it was started.
    sent: u32,
    /// Whether it reads the record alone, and is sent neither view nor options.
    bare: bool,
}

impl Bot {
    /// A bot for that side. `command` is a program with its arguments, as one would type it: words
    /// apart by spaces, quotes around what holds some. It is started when it is first asked.
    /// `clock` is how long it may take for an answer.
    ///
    /// # Errors
    /// What is wrong with the command, in one sentence.
    pub fn new(command: &str, side: Side, clock: Duration) -> Result<Bot, String> {
        let (program, arguments) = Bot::words(command)?;
        Ok(Bot::of(program, arguments, side, clock))
    }

    /// The program and its arguments in a command.
    ///
    /// # Errors
    /// As [`Bot::new`].
    pub fn words(command: &str) -> Result<(String, Vec<String>), String> {
        let mut words =
            shlex::split(command).ok_or_else(|| format!("exec:{command}: a quote is not closed"))?;
        if words.is_empty() {
            return Err("exec: a program was expected, as in exec:./mybot".to_owned());
        }
        let program = words.remove(0);
        Ok((program, words))
    }

    /// The same of a program and its arguments, each as it is.
    pub fn of(program: String, arguments: Vec<String>, side: Side, clock: Duration) -> Bot {
        Bot {
            program,
            arguments,
            side,
            clock,
            process: None,
            begun: false,
            starts: 0,
            silences: 0,
            asked: 0,
            trust: None,
        }
    }

    /// The same bot, which is sent the whole record of the game with all that is hidden from its
    /// seat, and the seed of its random choices. It is trusted to look at no more than its seat may
    /// know.
    #[must_use]
    pub fn trusted(self, seed: u64) -> Bot {
        Bot { trust: Some(Trust { seed, sent: 0, bare: false }), ..self }
    }

    /// Seats it for the next game. A bot that runs is told of it.
    pub fn sit(&mut self, side: Side) {
        self.side = side;
        (self.begun, self.starts) = (false, 0);
    }

    /// The same for a bot that is trusted and goes by the record alone, as `longroll bot` does: it
    /// is sent neither view nor options.
    pub fn sit_trusted(&mut self, side: Side, seed: u64) {
        self.sit(side);
        self.trust = Some(Trust { seed, sent: 0, bare: true });
    }

    /// What it orders at this table, where its side is asked. Its questions are answered meanwhile,
    /// of what its seat may know. The table does not change.
    ///
    /// # Errors
    /// Why it forfeits this decision, in one sentence.
    pub fn ask(&mut self, table: &mut dyn AnyGame) -> Result<Ordered, String> {
        let until = Instant::now() + self.clock;
        let answer = self.start(table, until).and_then(|()| {
            let mut params = json!({ "game": GAME, "version": table.version(), "side": self.side });
            if self.trust.as_ref().is_none_or(|trust| !trust.bare) {
                let view = guarded(|| handlers::view(table, GAME, Viewer::Side(self.side), None))
                    .map_err(|error| error.message)?;
                params["view"] = json!(view);
                params["options"] = table.options(self.side.into());
            }
            if let Some(trust) = &mut self.trust {
                let since = std::mem::replace(&mut trust.sent, table.version());
                params["record"] =
                    json!({ "since": since, "entries": table.entries(since), "standing": table.pending() });
            }
            self.exchange("bot.order", &params, table, until).and_then(ordered)
        });
        if let Err(why) = &answer {
            self.forfeit(table.version(), why);
        }
        answer
    }

    /// Tells it that a decision was taken for it, and why: what it ordered at that version was
    /// refused.
    pub fn forfeit(&self, version: u32, why: &str) {
        self.tell("bot.forfeit", &json!({ "game": GAME, "version": version, "reason": why }));
    }

    /// Tells it that the game is over, and lets it end.
    pub fn end(&mut self, table: &dyn AnyGame) {
        if let Ok(view) = guarded(|| handlers::view(table, GAME, Viewer::Side(self.side), None)) {
            self.tell("bot.end", &json!({ "game": GAME, "version": table.version(), "view": view }));
        }
        if let Some(process) = &mut self.process {
            process.part();
        }
        self.process = None;
    }

    /// Ends its program until it is asked again, which counts as no fault of its own.
    pub fn stop(&mut self) {
        if self.process.take().is_some() {
            self.starts = self.starts.saturating_sub(1);
        }
    }

    fn tell(&self, method: &str, params: &Value) {
        if let Some(process) = &self.process {
            process.say(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{params}}}"));
        }
    }

    /// Starts it, unless it runs, and tells it of this game, unless it knows.
    fn start(&mut self, table: &mut dyn AnyGame, until: Instant) -> Result<(), String> {
        if self.process.is_none() {
            if self.starts >= STARTS {
                return Err(format!("it was started {STARTS} times and is not started again"));
            }
            self.starts += 1;
            self.silences = 0;
            let process = Process::start(&self.program, &self.arguments);
            self.process =
                Some(process.map_err(|error| format!("{} could not be started: {error}", self.program))?);
        } else if self.begun {
            return Ok(());
        }
        self.begun = true;
        let header = table.header();
        let mut params = json!({
            "game": GAME, "system": header.system, "scenario": header.scenario, "side": self.side,
            "clock": self.clock.as_secs_f64(), "options": header.options,
        });
        if let Some(trust) = &mut self.trust {
            trust.sent = 0;
            params["header"] = Header { secret: None, ..header.clone() }.value();
            params["seed"] = json!(format!("{:016x}", trust.seed));
        }
        // What it says of itself is its own affair.
        self.exchange("bot.start", &params, table, until).map(drop)
    }

    /// Asks it one thing and answers its questions until it has answered.
    fn exchange(
        &mut self,
        method: &str,
        params: &Value,
        table: &mut dyn AnyGame,
        until: Instant,
    ) -> Result<Value, String> {
        self.asked += 1;
        let id = self.asked;
        let Some(process) = &self.process else { return Err("it does not run".to_owned()) };
        process
            .say(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}"));
        loop {
            let line = match process.hear(until) {
                Ok(line) => line,
                Err(silence) => return Err(self.silent(silence)),
            };
            let message: Value = serde_json::from_slice(&line)
                .map_err(|error| format!("{} is no JSON: {error}", excerpt(&line)))?;
            if message.get("method").is_some() {
                if let Some(reply) = reply(&line, self.side, table) {
                    process.say(reply);
                }
                continue;
            }
            let Value::Object(mut fields) = message else {
                return Err(format!("{} is no answer: an object was expected", excerpt(&line)));
            };
            // An answer to what was asked before comes too late.
            if fields.get("id").and_then(Value::as_u64).is_some_and(|of| of < id) {
                continue;
            }
            let answer = answered(&mut fields, id, &line);
            self.silences = 0;
            return answer;
        }
    }

    /// What its silence comes to.
    fn silent(&mut self, silence: Silence) -> String {
        match silence {
            Silence::Stalled => {
                self.silences += 1;
                if self.silences >= SILENCES {
                    self.process = None;
                }
                format!("it gave no answer within {} s", self.clock.as_secs_f64())
            }
            Silence::Gone => {
                let fate = self.process.as_mut().map_or_else(String::new, Process::fate);
                self.process = None;
                fate
            }
            Silence::Endless => {
                self.process = None;
                "it wrote a line longer than any message".to_owned()
            }
        }
    }
}

/// The result of an answer.
fn answered(fields: &mut Map<String, Value>, id: u64, line: &[u8]) -> Result<Value, String> {
    if fields.get("id").and_then(Value::as_u64) != Some(id) {
        return Err(format!("{} is no answer: the id {id} was expected", excerpt(line)));
    }
    match (fields.remove("result"), fields.remove("error")) {
        (Some(result), None) => Ok(result),
        (None, Some(error)) => Err(format!(
            "it answers with an error: {}",
            error["message"].as_str().unwrap_or("it does not say which")
        )),
        _ => Err(format!("{} is no answer: either a result or an error was expected", excerpt(line))),
    }
}

/// An order, alone or with a reason.
fn ordered(result: Value) -> Result<Ordered, String> {
    match result {
        Value::Object(mut fields) if fields.contains_key("order") => {
            let order = fields.remove("order").unwrap_or_default();
            let reason = match fields.remove("reason") {
                None => String::new(),
                Some(Value::String(reason)) => REASON.fit(&reason),
                Some(_) => return Err("its 'reason' is no text".to_owned()),
            };
            match fields.keys().next() {
                Some(unknown) => {
                    Err(format!("its result has an unknown field '{unknown}' beside order and reason"))
                }
                None => Ok(Ordered { order, reason }),
            }
        }
        order @ Value::Object(_) => Ok(Ordered { order, reason: String::new() }),
        other => Err(format!("{} is no order", excerpt(other.to_string().as_bytes()))),
    }
}

/// Answers a question of the bot; nothing is said to a notification.
fn reply(line: &[u8], side: Side, table: &mut dyn AnyGame) -> Option<String> {
    let request = match Request::read(line) {
        Ok(request) => request,
        Err((id, error)) => return Some(response(&id, &Err(error))),
    };
    let answer =
        Call::read(Transport::Line, &request.method, request.params).and_then(|call| look(call, side, table));
    request.id.map(|id| response(&id, &answer))
}

/// What a bot may ask: anything about its own game that changes nothing and that its seat may know.
fn look(call: Call, side: Side, table: &mut dyn AnyGame) -> Answer {
    let Call::Of { game, who: Who { side: asker, .. }, ask } = call else {
        return Err(RpcError::new(RpcError::NO_METHOD, "a bot asks of its own game only"));
    };
    if game != GAME {
        return Err(RpcError::no_game());
    }
    if asker.is_some_and(|asker| asker != side) {
        return Err(RpcError::not_yours(format!("this bot commands the {side} side")));
    }
    match ask {
        Ask::View(_)
        | Ask::Options
        | Ask::Targets { .. }
        | Ask::Preview(_)
        | Ask::Explain(_)
        | Ask::Log(_) => guarded(|| {
            handlers::ask(table, GAME, Viewer::Side(side), &ask, Secret::Kept, handlers::Outcome::Answered)
        }),
        _ => Err(RpcError::new(RpcError::NO_METHOD, "a bot gives its order in the answer to bot.order")),
    }
}

/// The beginning of what it wrote, to be quoted.
fn excerpt(line: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(line).chars().take(60).flat_map(char::escape_debug).collect();
    format!("'{text}'")
}
