//! Mutated messages: sessions over the line protocol, in running games of every scenario. Beside
//! each game there is a twin that is given the same orders; after every message both must be equal.

use std::sync::Arc;

use ai::Chance;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use catalog::Library;
use catalog::pack::{Files, write_zip};
use protocol::Line;
use protocol::record::read_record;
use serde_json::{Map, Value, json};
use tabletop::{Act, Side, Viewer};

use super::edit::{self, Edit, mixed, pick, smallest};
use super::files::kept;
use super::play::Played;
use super::watch::{Watch, last_panic};

/// Verbs of both systems, and one of neither.
const VERBS: [&str; 45] = [
    "move",
    "exit",
    "end-movement",
    "attack",
    "retreat",
    "retreat-before-combat",
    "stand",
    "withdraw-battery",
    "lose",
    "advance",
    "hold",
    "end-combat",
    "keys",
    "pass",
    "end",
    "batteries",
    "fire",
    "mount",
    "leave-skirmish",
    "play",
    "common",
    "chaos",
    "wayward",
    "rare",
    "activate",
    "order",
    "surprise",
    "place",
    "withdraw",
    "lead",
    "choose",
    "close",
    "resolve",
    "assaulting",
    "rally",
    "instruct",
    "sight",
    "zones",
    "table",
    "foresee",
    "column",
    "draft",
    "undo",
    "sights",
    "surrender",
];

/// Fields of orders.
const FIELDS: [&str; 28] = [
    "unit",
    "units",
    "to",
    "path",
    "exit",
    "charge",
    "attackers",
    "defenders",
    "column",
    "columns",
    "displace",
    "chits",
    "chit",
    "shots",
    "target",
    "canister",
    "hex",
    "brigade",
    "order",
    "assaults",
    "rally",
    "instructions",
    "opportunity-fire",
    "no-chits-at",
    "retreat",
    "retreats",
    "stay",
    "shot",
];

/// How many messages were sent, and how they were answered.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Messages sent.
    pub messages: u64,
    /// Answers with a result.
    pub answered: u64,
    /// Orders, undos and redos that changed a game.
    pub carried_out: u64,
    /// Refusals by the rules.
    pub refused: u64,
    /// Other errors.
    pub errors: u64,
    /// Messages that require no answer.
    pub silent: u64,
}

/// The field that tells a method who is asking, and its value.
pub type Who<'a> = &'a dyn Fn(&str, Option<Side>) -> Option<(String, Value)>;

/// Generates messages.
pub struct Speaker {
    game: String,
    words: Vec<String>,
    scenarios: Vec<String>,
    units: Vec<Value>,
    pack: Value,
    zip: String,
}

impl Speaker {
    /// A speaker that knows the words of a game.
    pub fn new(library: &Library, game: &Played, id: &str) -> Speaker {
        let scenarios: Vec<String> = library.scenarios().map(|scenario| scenario.id.clone()).collect();
        let view: Value =
            serde_json::from_str(&game.table.view("1", Viewer::Watcher, None)).unwrap_or_default();
        let units = view["units"].as_array().cloned().unwrap_or_default();
        let mut words: Vec<String> = scenarios.clone();
        let known = [
            &VERBS[..],
            &FIELDS[..],
            &["1", "2", "0303", "0714", "always", "never", "recover", "rebuild"][..],
        ];
        words.extend(known.concat().into_iter().map(str::to_owned));
        for unit in &units {
            for field in ["id", "hex", "brigade"] {
                words.extend(unit[field].as_str().map(str::to_owned));
            }
        }
        let path = "blue-gray/training/battle.toml";
        let text = catalog::embedded::data(path).unwrap_or_default();
        let document: toml::Table = toml::from_str(&text).unwrap_or_default();
        let pack = json!({ path: document });
        let files = Files::from([
            (path.to_owned(), text),
            ("pack.toml".to_owned(), "title = \"A pack\"\n".to_owned()),
        ]);
        let zip = BASE64_STANDARD.encode(write_zip(&files).unwrap_or_default());
        Speaker { game: id.to_owned(), words, scenarios, units, pack, zip }
    }

    /// Words and ids of the game.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    fn word(&self, chance: &mut Chance) -> Value {
        json!(pick(chance, &self.words))
    }

    /// Something in the form of an order.
    fn babble(&self, chance: &mut Chance) -> Value {
        let mut fields = Map::new();
        for _ in 0..chance.below(4) {
            let field = *pick(chance, &FIELDS);
            let value = match chance.below(6) {
                0 => edit::anything(chance, &self.words, 2),
                1 => json!([{ "unit": self.word(chance), "to": self.word(chance) }]),
                2 | 3 => (0..1 + chance.below(3)).map(|_| self.word(chance)).collect(),
                _ => self.word(chance),
            };
            fields.insert(field.to_owned(), value);
        }
        json!({ *pick(chance, &VERBS): fields })
    }

    /// One of the orders that the game offers.
    fn offered(&self, game: &Played, side: Side, chance: &mut Chance) -> Option<Value> {
        let options = game.table.options(side.into());
        let verbs = options["verbs"].as_array().filter(|verbs| !verbs.is_empty())?;
        let option = pick(chance, verbs);
        let verb = option["verb"].as_str()?;
        let subjects = option["subjects"].as_array().cloned().unwrap_or_default();
        let subject = if subjects.is_empty() { Value::Null } else { pick(chance, &subjects).clone() };
        let subject =
            if verb == "attack" { json!({ "attackers": [subject], "defenders": [] }) } else { subject };
        let told = game.table.targets(side, verb, &subject).ok()?;
        let targets = told["targets"].as_array().filter(|targets| !targets.is_empty())?;
        let target = pick(chance, targets);
        Some(match verb {
            _ if target["order"].is_object() => target["order"].clone(),
            "attack" => {
                json!({ "attack": { "attackers": subject["attackers"], "defenders": [target["hex"]] } })
            }
            "lose" => json!({ "lose": { "units": target["units"] } }),
            "exit" => json!({ "exit": { "unit": subject } }),
            _ => json!({ verb: { "unit": subject, "to": target["hex"] } }),
        })
    }

    fn order(&self, game: &mut Played, side: Side, chance: &mut Chance) -> Value {
        let order = match chance.below(4) {
            0 | 1 => game.next().ok().flatten().map(|(_, order)| order),
            2 => self.offered(game, side, chance),
            _ => None,
        };
        order.unwrap_or_else(|| self.babble(chance))
    }

    /// A unit for a set-up position.
    fn unit(&self, chance: &mut Chance) -> Value {
        let Some(unit) = self.units.get(chance.below(self.units.len().max(1))) else { return json!({}) };
        let mut fields = Map::new();
        for field in ["id", "side", "type", "strength", "hex"] {
            if !chance.one_in(12) {
                fields.insert(field.to_owned(), unit[field].clone());
            }
        }
        if fields.get("hex").is_none_or(Value::is_null) {
            fields.insert("hex".to_owned(), self.word(chance));
        }
        if chance.one_in(4) {
            let field = *pick(
                chance,
                &["turn", "entry", "movement", "ineffective", "worn", "hits", "mounted", "worn_face"],
            );
            fields.insert(field.to_owned(), edit::anything(chance, &self.words, 1));
        }
        Value::Object(fields)
    }

    /// A method and its parameters, as a client might call it now. `who` supplies the field that
    /// says who is asking, over the line protocol or on a server.
    pub fn call(&self, game: &mut Played, who: Who<'_>, chance: &mut Chance) -> (&'static str, Value) {
        // When the game is over nobody is asked, and either side will do.
        let asked = game.table.asked().unwrap_or(Side::Union);
        let side = if chance.one_in(8) { asked.other() } else { asked };
        let version = game.table.version();
        let method = match chance.below(200) {
            0..=69 => "game.order",
            70..=91 => "game.preview",
            92..=107 => "game.explain",
            108..=129 => "game.targets",
            130..=137 => "game.options",
            138..=147 => "game.view",
            148..=155 => "game.log",
            156..=162 => "game.undo",
            163..=165 => "game.offer",
            166..=169 => "game.redo",
            170 => "game.accept",
            171 if chance.one_in(10) => "game.resign",
            171 if chance.one_in(2) => "game.claim",
            171 => "game.decline",
            172..=175 => "game.save",
            176..=177 => "game.new",
            178..=183 => "game.position",
            184..=187 => "game.load",
            188 => "pack.open",
            189 if chance.one_in(3) => "pack.compare",
            189 if chance.one_in(4) => "pack.merge",
            189 if chance.one_in(3) => "pack.steps",
            189 if chance.one_in(2) => "pack.read",
            189 => "pack.check",
            190 => "pack.keep",
            191 => "pack.load",
            192 if chance.one_in(2) => "pack.after",
            192 => "pack.list",
            193 => "initialize",
            194 => "game.review",
            195 => "game.watch",
            196 => "game.unwatch",
            197 => "game.list",
            198 if chance.one_in(40) => "game.lesson",
            198 if chance.one_in(20) => "game.advice",
            _ => "game.surrender",
        };
        let mut params = Map::new();
        let mut put = |field: &str, value: Value| drop(params.insert(field.to_owned(), value));
        match method {
            "game.order" | "game.preview" | "game.explain" => {
                put("order", self.order(game, side, chance));
                if method == "game.order" && chance.one_in(3) {
                    put("version", json!(version));
                }
            }
            "game.targets" => {
                let options = game.table.options(side.into());
                let verbs = options["verbs"].as_array().cloned().unwrap_or_default();
                let option = verbs.get(chance.below(verbs.len().max(1)));
                let verb = option.map_or(json!(pick(chance, &VERBS)), |option| option["verb"].clone());
                let subjects =
                    option.and_then(|option| option["subjects"].as_array().cloned()).unwrap_or_default();
                let subject = match chance.below(6) {
                    0 => Value::Null,
                    1 => self.word(chance),
                    2 => {
                        json!({ "unit": self.word(chance), "to": self.word(chance), "displace": [{ "unit": self.word(chance), "to": self.word(chance) }] })
                    }
                    3 if verb == "foresee" => {
                        json!({ "hexes": [self.word(chance)], "attackers": [{ "unit": self.word(chance) }] })
                    }
                    3 => json!({ "attackers": [self.word(chance)], "defenders": [self.word(chance)] }),
                    _ => subjects.get(chance.below(subjects.len().max(1))).cloned().unwrap_or_default(),
                };
                put("verb", verb);
                put("subject", subject);
            }
            "game.view" | "game.review" if chance.one_in(2) => {
                put("version", json!(chance.below(version as usize + 2)));
            }
            "game.offer" => {
                let to = chance.below(version as usize + 1);
                let offers = [
                    json!({ "draw": {} }),
                    json!({ "rewind": { "to": to } }),
                    json!({ "adjourn": { "until": to } }),
                ];
                put("offer", pick(chance, &offers).clone());
            }
            "game.accept" | "game.decline" => {
                let open = game.table.offers();
                let open = open.first().map_or(version, |open| open.version);
                put("offer", json!(if chance.one_in(6) { version } else { open }));
            }
            "game.log" if chance.one_in(2) => put("since", json!(chance.below(version as usize + 2))),
            "game.new" | "game.position" => {
                put("scenario", json!(pick(chance, &self.scenarios)));
                if chance.one_in(3) {
                    put("options", json!({ "touch-move": true }));
                }
                if chance.one_in(3) {
                    put("seed", self.word(chance));
                }
                if chance.one_in(3) {
                    put("dice", json!([1 + chance.below(6), 1 + chance.below(7)]));
                }
                if method == "game.position" {
                    put("scenario", json!(game.table.scenario()));
                    put("units", (0..1 + chance.below(6)).map(|_| self.unit(chance)).collect());
                    if chance.one_in(2) {
                        put("turn", json!(chance.below(12)));
                    }
                    if chance.one_in(2) {
                        put("phase", json!(pick(chance, &["movement", "combat", "over", "activation"])));
                    }
                    if chance.one_in(2) {
                        put("side", json!(side.word()));
                    }
                }
            }
            "game.load" => {
                let mut record = game.record().into_bytes();
                for _ in 0..chance.below(3) {
                    edit::text(&mut record, chance.below(1 << 30) as u64, &self.words);
                }
                put("record", json!(String::from_utf8_lossy(&record)));
            }
            "pack.after" => {
                let mut record = game.record().into_bytes();
                for _ in 0..chance.below(3) {
                    edit::text(&mut record, chance.below(1 << 30) as u64, &self.words);
                }
                put("record", json!(String::from_utf8_lossy(&record)));
                if chance.one_in(3) {
                    put("options", json!({ "raids": chance.below(6), "train": self.word(chance) }));
                }
            }
            "pack.open" => put("scenario", json!(pick(chance, &self.scenarios))),
            "pack.check" | "pack.compare" => put("files", self.pack.clone()),
            "pack.merge" => {
                put("files", self.pack.clone());
                put("take", json!({ "all": chance.one_in(2) }));
            }
            "pack.steps" | "pack.read" => {
                put("scenario", json!(pick(chance, &self.scenarios)));
                put("files", self.pack.clone());
                if method == "pack.read" {
                    let file = match self.pack.as_object().and_then(|files| files.keys().next()) {
                        Some(file) => json!(file),
                        None => self.word(chance),
                    };
                    let place = pick(
                        chance,
                        &["ground 0303", "unit u-1-1, strength", "road 1, hexes", "creek 0101/0102"],
                    );
                    let place = if chance.one_in(2) { json!(place) } else { self.word(chance) };
                    put("answers", json!([{ "file": file, "place": place, "value": self.word(chance) }]));
                }
            }
            "pack.keep" => {
                put("files", self.pack.clone());
                put("title", self.word(chance));
            }
            "pack.load" => put("zip", json!(self.zip)),
            "pack.list" => put("packs", json!([self.word(chance)])),
            "game.list" => put("tokens", json!([self.word(chance)])),
            _ => {}
        }
        if method.starts_with("game.")
            && !["game.new", "game.position", "game.load", "game.list"].contains(&method)
        {
            put("game", json!(self.game));
            if let Some((field, value)) = who(method, Some(side)) {
                put(&field, value);
            }
        }
        (method, Value::Object(params))
    }
}

/// The message of a call after these edits.
pub fn message(request: &Value, edits: &[Edit], words: &[String]) -> Vec<u8> {
    let mut request = request.clone();
    for edit in edits {
        if let Edit::Tree(seed) = edit {
            edit::tree(&mut request, *seed, words);
        }
    }
    let mut bytes = request.to_string().into_bytes();
    for edit in edits {
        if let Edit::Text(seed) = edit {
            raw(&mut bytes, *seed, words);
        }
    }
    bytes.truncate(protocol::LONGEST_MESSAGE);
    bytes
}

/// Edits that are possible only on the bytes of a message.
fn raw(bytes: &mut Vec<u8>, seed: u64, words: &[String]) {
    let chance = &mut Chance::new(seed ^ 0xface);
    let at = bytes.iter().skip(chance.below(bytes.len().max(1))).position(|byte| *byte == b'"');
    let at = at.map_or(bytes.len(), |at| at + 1).min(bytes.len());
    let what = match chance.below(8) {
        0 => "\\ud800".to_owned(),
        1 => "\\ud83c\\udfb2".to_owned(),
        2 => "\":null,\"".to_owned(),
        3 => "[".repeat(100_000),
        4 => "{\"a\":".repeat(100_000),
        5 => "9".repeat(10_000),
        _ => return edit::text(bytes, seed, words),
    };
    bytes.splice(at..at, what.into_bytes());
}

/// A game on the line, its twin, and the speaker.
struct Session {
    line: Line,
    twin: Played,
    /// The record on the line as given by `game.save`, and the views.
    before: State,
}

/// Everything that can be read from a game on the line.
#[derive(PartialEq)]
struct State {
    save: String,
    views: [String; 3],
}

fn say(line: &mut Line, method: &str, params: &Value) -> String {
    let request = json!({ "jsonrpc": "2.0", "id": 0, "method": method, "params": params });
    line.hear(request.to_string().as_bytes()).unwrap_or_default()
}

fn state(line: &mut Line) -> State {
    let seats = [Value::Null, json!("union"), json!("confederate")];
    State {
        save: say(line, "game.save", &json!({ "game": "1" })),
        views: seats.map(|seat| say(line, "game.view", &json!({ "game": "1", "seat": seat }))),
    }
}

impl Session {
    /// A session on the game of this record, which includes its secret.
    fn of(library: &Arc<Library>, record: &str, chance: &mut Chance) -> Result<Session, String> {
        let (header, entries) = read_record(record).map_err(|error| error.message)?;
        let seed = header.seed().ok_or("a record with its secret was expected")?;
        let table = library.load(&header, &entries, Some(seed)).map_err(|failure| failure.to_string())?;
        let twin = Played::on(library, table, seed, chance)?;
        let mut line = Line::new(Arc::clone(library));
        let loaded = say(&mut line, "game.load", &json!({ "record": record }));
        if !loaded.contains("\"result\":") {
            return Err(format!("a game just played cannot be loaded: {loaded:.300}"));
        }
        let before = state(&mut line);
        Ok(Session { line, twin, before })
    }

    /// Sends a message and checks everything that may follow from it.
    fn hear(&mut self, message: &[u8], watch: &mut Watch, tally: &mut Tally) -> Result<Value, String> {
        let sent: Option<Value> = serde_json::from_slice(message).ok();
        let sent = sent.unwrap_or_default();
        let method = sent["method"].as_str().unwrap_or("a message");
        let what = if method.len() < 30 { method } else { "a message" };
        last_panic();
        let line = &mut self.line;
        // These methods think.
        let answer = if ["game.advice", "game.lesson", "game.review"].contains(&method) {
            watch.mind_thinking(what, || line.hear(message))?
        } else {
            watch.mind(what, || line.hear(message))?
        };
        tally.messages += 1;
        let answer = checked(&sent, answer.as_deref(), tally)?;
        let done = !answer["result"].is_null();
        let after = state(&mut self.line);
        if after == self.before {
            let acts = ACTS.contains(&method);
            if acts && done && sent["params"]["game"] == "1" && !is_repeated(&sent) {
                return Err(format!("{method} was answered as carried out, and is not in the record"));
            }
            return Ok(answer);
        }
        if after.save == self.before.save {
            return Err(format!("{what}: a view changed and the record did not"));
        }
        if !done && !sent["id"].is_null() {
            return Err(format!("{what} was answered with an error and changed the game"));
        }
        tally.carried_out += 1;
        self.follow(&sent)?;
        self.before = after;
        if done && answer["result"]["version"] != self.twin.table.version() {
            return Err(format!("{what}: answered with version {}", answer["result"]["version"]));
        }
        Ok(answer)
    }

    /// Does the same in the twin; then both must be equal.
    fn follow(&mut self, sent: &Value) -> Result<(), String> {
        let params = &sent["params"];
        let side =
            params["side"].as_str().and_then(Side::from_word).ok_or("nobody's message changed the game")?;
        let table = &mut self.twin.table;
        let done = match sent["method"].as_str() {
            Some("game.order") => table.order(side, &params["order"], None),
            Some("game.undo") => table.act(side, Act::Undo),
            Some("game.redo") => table.act(side, Act::Redo),
            Some("game.offer") => {
                let offer = serde_json::from_value(params["offer"].clone());
                table.act(side, Act::Offer(offer.map_err(|error| format!("an offer was taken: {error}"))?))
            }
            Some("game.accept") => table.act(side, Act::Accept(version_of(&params["offer"]))),
            Some("game.decline") => table.act(side, Act::Decline(version_of(&params["offer"]))),
            Some("game.resign") => table.act(side, Act::Resign),
            Some("game.claim") => table.act(side, Act::Claim),
            _ => return Err(format!("{} changed the game", sent["method"])),
        };
        done.map_err(|failure| format!("the line took what a table refuses: {failure}"))?;
        Ok(())
    }

    /// At the end the record equals the twin's, and loads to the same position.
    fn end(&mut self, library: &Library) -> Result<(), String> {
        let saved: Value = serde_json::from_str(&self.before.save).map_err(|error| error.to_string())?;
        let record = saved["result"]["record"].as_str().ok_or("the game cannot be saved")?;
        if record != self.twin.record() {
            return Err("the record is not that of the same orders at another table".to_owned());
        }
        let (header, entries) = read_record(record).map_err(|error| error.message)?;
        let again = library.admit(&header, &entries, header.seed());
        let again = again.map_err(|failure| format!("the record is not sound: {failure}"))?;
        let seats = [None, Some(Side::Union), Some(Side::Confederate)];
        for (seat, before) in seats.into_iter().zip(&self.before.views) {
            let view = again.view("1", seat.into(), None);
            let before: Value = serde_json::from_str(before).map_err(|error| error.to_string())?;
            let view: Value = serde_json::from_str(&view).map_err(|error| error.to_string())?;
            if before["result"] != view {
                return Err("the record loads as another position".to_owned());
            }
        }
        Ok(())
    }
}

/// The methods that change a game.
pub const ACTS: [&str; 8] = [
    "game.order",
    "game.undo",
    "game.redo",
    "game.offer",
    "game.accept",
    "game.decline",
    "game.resign",
    "game.claim",
];

/// A version of an offer as it was sent; one that nothing has if it is none.
fn version_of(value: &Value) -> u32 {
    value.as_u64().and_then(|version| u32::try_from(version).ok()).unwrap_or(u32::MAX)
}

/// Standing orders take no number; those already in force leave the record unchanged.
pub fn is_repeated(sent: &Value) -> bool {
    sent["params"]["order"].get("instruct").is_some()
}

/// Checks that an answer conforms to the protocol and belongs to this message. Returns it; null if
/// there is none.
pub fn checked(sent: &Value, answer: Option<&str>, tally: &mut Tally) -> Result<Value, String> {
    let Some(answer) = answer else {
        tally.silent += 1;
        let wanted = sent.get("id").is_some() || !sent.is_object();
        return if wanted { Err("a request was not answered".to_owned()) } else { Ok(Value::Null) };
    };
    if answer.contains('\n') {
        return Err("an answer has more than one line".to_owned());
    }
    let told: Value =
        serde_json::from_str(answer).map_err(|error| format!("an answer is no JSON: {error}"))?;
    let id = sent.get("id").filter(|id| id.is_null() || id.is_number() || id.is_string());
    // A message with too many values is not read whole: its id is told even where something behind it is no JSON.
    let unread = sent.is_null() && told["error"]["code"] == -32600;
    if told["jsonrpc"] != "2.0" || !unread && told["id"] != *id.unwrap_or(&Value::Null) {
        return Err(format!("it is answered under another id: {answer:.200}"));
    }
    match (told.get("result"), told.get("error")) {
        (Some(_), None) => tally.answered += 1,
        (None, Some(error)) => {
            let message = error["message"].as_str().unwrap_or_default();
            let code = error["code"].as_i64().unwrap_or(0);
            if code == -32603 {
                return Err(format!("a fault of ours: {message} at {}", last_panic().unwrap_or_default()));
            }
            if ![-32700, -32600, -32601, -32602, 1, 2, 3, 4, 5, 6].contains(&code) {
                return Err(format!("an unknown error {code}"));
            }
            if message.trim().is_empty() || message.len() > 5_000 {
                return Err(format!("an error of {} bytes: {message:.300}", message.len()));
            }
            if code == 1 && !(error["data"]["case"].is_string() && error["data"]["system"].is_string()) {
                return Err(format!("a refusal without its case: {error}"));
            }
            if code == 1 { tally.refused += 1 } else { tally.errors += 1 }
        }
        _ => return Err(format!("it is neither a result nor an error: {answer:.200}")),
    }
    Ok(told)
}

/// The field that says who is asking, over the line protocol.
fn on_the_line(method: &str, side: Option<Side>) -> Option<(String, Value)> {
    let field = match method {
        "game.save" => return None,
        "game.view" | "game.log" | "game.review" => "seat",
        _ => "side",
    };
    Some((field.to_owned(), json!(side?.word())))
}

/// The edits of a message: often none, mostly to its keys and values.
pub fn edits(chance: &mut Chance, seed: u64) -> Vec<Edit> {
    let count = if chance.one_in(5) { 0 } else { 1 + chance.below(3) };
    (0..count)
        .map(|i| {
            let seed = mixed(seed, i as u64);
            if chance.one_in(6) { Edit::Text(seed) } else { Edit::Tree(seed) }
        })
        .collect()
}

/// A game of some scenario, at some point.
pub fn somewhere(library: &Library, session: u64, chance: &mut Chance) -> Result<Played, String> {
    let scenarios: Vec<String> = library.scenarios().map(|scenario| scenario.id.clone()).collect();
    let scenario = &scenarios[session as usize % scenarios.len()];
    let mut game = Played::begin(library, scenario, chance)?;
    let most = [1, 20, 80, 250, 2_000][chance.below(5)];
    game.play(chance.below(most))?;
    Ok(game)
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
    let seeded = mixed(seed, session);
    let chance = &mut Chance::new(seeded);
    let begun = somewhere(library, session, chance)?;
    let speaker = Speaker::new(library, &begun, "1");
    let at = |n: u64, what: &str| format!("message {n} of session {session} of seed {seed}: {what}");
    let mut game = Session::of(library, &begun.record(), chance).map_err(|what| at(0, &what))?;
    for n in 0..messages {
        heard(n);
        // The game goes on between the mutated messages.
        let plain =
            chance.one_in(6).then(|| game.twin.next()).transpose().map_err(|what| at(n, &what))?.flatten();
        let (method, params) = match &plain {
            Some((side, order)) => ("game.order", json!({ "game": "1", "side": side, "order": order })),
            None => speaker.call(&mut game.twin, &on_the_line, chance),
        };
        let request = json!({ "jsonrpc": "2.0", "id": n, "method": method, "params": params });
        let changes = if plain.is_some() { Vec::new() } else { edits(chance, mixed(seeded, n)) };
        let record = game.twin.record();
        let said = message(&request, &changes, &speaker.words);
        let answer = game.hear(&said, watch, tally);
        let what = match answer {
            Ok(answer) if plain.is_some() && answer["result"].is_null() => {
                format!("a legal order was refused: {answer:.400}")
            }
            Ok(_) => continue,
            Err(what) => what,
        };
        let mut fails = |changes: &[Edit]| {
            let Ok(mut again) = Session::of(library, &record, &mut Chance::new(1)) else { return false };
            let said = message(&request, changes, &speaker.words);
            again.hear(&said, watch, &mut Tally::default()).is_err()
        };
        let changes = smallest(&changes, &mut fails);
        let said = message(&request, &changes, &speaker.words);
        let shown = String::from_utf8_lossy(&said);
        let files = [
            kept(&format!("message-{seed}-{session}-{n}.json"), &said),
            kept(&format!("message-{seed}-{session}-{n}.jsonl"), record.as_bytes()),
        ];
        return Err(at(n, &format!("{what}\n  {shown:.600}\n  {} and {}", files[0], files[1])));
    }
    game.end(library).map_err(|what| at(messages, &what))
}
