//! Games to test with, and short ways to say what is done in them.

use std::fmt::Debug;

use serde_json::{Map, Value, json};
use tabletop::{
    AnyGame, Audit, Failure, Game, GameSetup, GameSystem, Header, Record, ServerSeed, Side, audit,
    hex_string, share_hash,
};

use crate::toy::{Heap, Toys};

pub const SECRET: ServerSeed = [5; 32];
pub use Side::{Confederate, Union};

/// A game of the heap of ten.
pub fn begun() -> Box<dyn AnyGame> {
    with_dice(&[])
}

/// Whether that side may `undo` or `redo`.
pub fn may(what: &str, table: &dyn AnyGame, side: Side) -> bool {
    table.options(side.into())[what] == true
}

/// The same, with loaded dice.
pub fn with_dice(faces: &[u8]) -> Box<dyn AnyGame> {
    Toys.begin("heap", &Map::new(), None, faces, SECRET).unwrap()
}

/// A game of form 1, which has no hashes, or of another header.
pub fn with_header(change: impl FnOnce(&mut Header), secret: Option<ServerSeed>) -> Box<dyn AnyGame> {
    let mut header = begun().header().clone();
    change(&mut header);
    Toys.load(&header, &[], secret).unwrap()
}

/// The game with its types, by the header of the toys.
pub fn typed(dice: &[u8]) -> Game<Heap> {
    let (system, scenario, options) = ("heap", "heap", &Map::new());
    let setup = GameSetup { system, scenario, options, position: None, dice, pack: None };
    Game::<Heap>::begin(Heap { heap: 10 }, setup, SECRET).unwrap()
}

pub fn loaded(header: &Header, lines: &[Value]) -> Result<Box<dyn AnyGame>, Failure> {
    Toys.load(header, lines, Some(SECRET))
}

pub fn take(count: u32) -> Value {
    json!({ "take": { "count": count } })
}

pub fn throw() -> Value {
    json!({ "throw": {} })
}

pub fn whisper(word: &str) -> Value {
    json!({ "whisper": { "word": word } })
}

pub fn plan(word: &str) -> Value {
    json!({ "plan": { "word": word } })
}

pub fn swear() -> Value {
    json!({ "swear": {} })
}

/// Orders that are legal, the Union's first, by turns.
pub fn by_turns(table: &mut dyn AnyGame, orders: &[Value]) {
    for (order, side) in orders.iter().zip(Side::BOTH.into_iter().cycle()) {
        table.order(side, order, None).unwrap();
    }
}

/// A game that is over: three entries, the last of them the server's seed.
pub fn over() -> Box<dyn AnyGame> {
    let mut table = begun();
    by_turns(&mut *table, &[take(9), take(1)]);
    table
}

pub fn view(table: &dyn AnyGame, seat: Option<Side>) -> Value {
    serde_json::from_str(&table.view("the game", seat.into(), None)).unwrap()
}

/// The log after a version as a seat is told it, as JSON.
pub fn log(table: &dyn AnyGame, seat: Option<Side>, since: u32) -> Vec<Value> {
    table.log(seat.into(), since).into_iter().map(|entry| json!(entry)).collect()
}

pub fn why<T: Debug, E: ToString + Debug>(result: Result<T, E>) -> String {
    result.unwrap_err().to_string()
}

/// A line with the number and the hash that it needs to come next.
pub fn next(table: &dyn AnyGame, mut line: Value) -> Value {
    line["version"] = json!(table.version() + 1);
    line["prev"] = json!(table.hash());
    line
}

pub fn with_secret(header: &Header) -> Header {
    Header { secret: Some(hex_string(&SECRET)), ..header.clone() }
}

/// The audit of a record, by the seed in it if there is one.
pub fn audited(header: &Header, lines: Vec<Value>, held: &[String]) -> Audit {
    let record = Record::of(header.clone(), lines);
    let table = Toys.load(header, &[], None).unwrap();
    audit(&mut *table.auditor(record.seed()), &record, held)
}

/// What the audit says of one more line after those of a game, with the line that it names.
pub fn fault(table: &dyn AnyGame, line: Value) -> (usize, String) {
    let mut lines = table.entries(0);
    lines.push(next(table, line));
    let fault = audited(&with_secret(table.header()), lines, &[]).broken.unwrap();
    (fault.line, fault.what)
}

/// A link of a side's chain: the greater the number, the sooner it is told.
pub fn link(side: Side, number: usize) -> String {
    (0..number).fold(side.word().to_owned(), |link, _| share_hash(&link))
}
