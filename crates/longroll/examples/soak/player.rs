//! The two players of a game, and what they measure.

use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tabletop::{BySide, Side};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::play::Play;

/// How long an answer may take before the server is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the players play.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// They are told what has changed, and not the view whole.
    pub patches: bool,
    /// They ask after every order what may be done next.
    pub options: bool,
    /// They take what they are told first compressed.
    pub compress: bool,
    /// Orders a second.
    pub rate: f64,
}

/// What was measured.
#[derive(Debug, Default)]
pub struct Measured {
    /// From each order's being sent to its answer.
    pub answered: Vec<Duration>,
    /// What came over the sockets of both players, in bytes.
    pub bytes: u64,
}

impl Measured {
    /// Adds what was measured at another table.
    pub fn add(&mut self, mut other: Measured) {
        self.answered.append(&mut other.answered);
        self.bytes += other.bytes;
    }
}

/// The socket of a player.
pub struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: Value,
    asked: u64,
    /// The length of the answer that was waited for last, as it came.
    length: usize,
}

impl Connection {
    /// Connects to the server at that address.
    ///
    /// # Errors
    /// It does not answer.
    pub async fn open(address: &str) -> Result<Connection, String> {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.map_err(|e| e.to_string())?;
        Ok(Connection { socket, token: Value::Null, asked: 0, length: 0 })
    }

    /// Asks without waiting; returns how the answer begins.
    async fn send(&mut self, method: &str, mut params: Value) -> Result<String, String> {
        self.asked += 1;
        if !self.token.is_null() {
            params["token"] = self.token.clone();
        }
        let request = json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        self.socket.send(Message::text(request.to_string())).await.map_err(|e| e.to_string())?;
        Ok(format!(r#"{{"jsonrpc":"2.0","id":{},"#, self.asked))
    }

    /// The next message.
    async fn next(&mut self) -> Result<Message, String> {
        match self.socket.next().await {
            Some(message) => message.map_err(|e| e.to_string()),
            None => Err("the server has gone".to_owned()),
        }
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// What the server said.
    pub async fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let head = self.send(method, params).await?;
        loop {
            let next = timeout(PATIENCE, self.next()).await;
            let next = next.map_err(|_| "no answer within a minute")??;
            self.length = next.len();
            let text = match next {
                Message::Text(text) => text.to_string(),
                Message::Binary(deflated) => {
                    let mut text = String::new();
                    let read = DeflateDecoder::new(&deflated[..]).read_to_string(&mut text);
                    read.map_err(|e| e.to_string())?;
                    text
                }
                _ => continue,
            };
            if text.starts_with(&head) {
                return result(&text);
            }
        }
    }

    /// What comes with the next notice of that name, which may take any time.
    ///
    /// # Errors
    /// The server has gone.
    pub async fn hear(&mut self, name: &str) -> Result<Value, String> {
        loop {
            let Message::Text(text) = self.next().await? else { continue };
            let mut told: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
            if told["method"] == name {
                return Ok(told["params"].take());
            }
        }
    }
}

/// The result in an answer.
fn result(text: &str) -> Result<Value, String> {
    let mut answer: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    if answer["error"].is_null() { Ok(answer["result"].take()) } else { Err(text.to_owned()) }
}

/// A game, and what opens its seats.
pub struct Made {
    game: Value,
    tokens: Value,
    play: Arc<Play>,
}

impl Made {
    /// Makes a game at that server.
    ///
    /// # Errors
    /// What it said.
    pub async fn at(server: String, play: Arc<Play>) -> Result<Made, String> {
        let load = json!({ "record": play.record, "mode": "two" });
        let mut loaded = Connection::open(&server).await?.ask("game.load", load).await?;
        Ok(Made { game: loaded["game"].take(), tokens: loaded["tokens"].take(), play })
    }
}

/// A game with its two players.
pub struct Table {
    lines: BySide<Connection>,
    game: Value,
    play: Arc<Play>,
    pace: Pace,
    first: usize,
}

/// An order on its way.
struct Given {
    head: String,
    at: Instant,
}

impl Table {
    /// Seats both players at a game, each at a server of theirs.
    ///
    /// # Errors
    /// What a server said.
    pub async fn seat(at: BySide<String>, made: Made, pace: Pace) -> Result<Table, String> {
        let Made { game, mut tokens, play } = made;
        let (union, confederate) =
            (Connection::open(&at.union).await?, Connection::open(&at.confederate).await?);
        let mut lines = BySide { union, confederate };
        let mut first = 0;
        for side in Side::BOTH {
            let line = &mut lines[side];
            line.token = tokens[side.word()].take();
            let mut watch = json!({ "game": game, "patches": pace.patches });
            // Programs of before do not know it.
            if pace.compress {
                watch["compress"] = true.into();
            }
            line.ask("game.watch", watch).await?;
            first += line.length;
        }
        Ok(Table { lines, game, play, pace, first })
    }

    /// What both players were told first, in bytes.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Gives one order after another, at its time and once the one before is answered, and measures
    /// in that span; stays until all may go.
    ///
    /// # Errors
    /// An order was refused, or is not where it belongs in the game.
    pub async fn play(
        mut self,
        phase: Duration,
        (from, until): (Instant, Instant),
        mut stopped: watch::Receiver<()>,
    ) -> Result<Measured, String> {
        let between = Duration::from_secs_f64(1.0 / self.pace.rate);
        let mut due = Instant::now() + phase;
        let (mut measured, mut done) = (Measured::default(), 0);
        let mut given: Option<Given> = None;
        loop {
            let more = given.is_none() && done < self.play.orders.len() && due < until;
            let BySide { union, confederate } = &mut self.lines;
            let message = tokio::select! {
                () = sleep_until(due), if more => {
                    let (side, order) = &self.play.orders[done];
                    let at = Instant::now();
                    let params = json!({ "game": self.game, "order": order });
                    let head = self.lines[*side].send("game.order", params).await?;
                    given = Some(Given { head, at });
                    due = (due + between).max(at);
                    continue;
                }
                () = sleep_until(given.as_ref().map_or(until, |given| given.at) + PATIENCE), if given.is_some() => {
                    return Err("an order was not answered within a minute".to_owned());
                }
                _ = stopped.changed(), if given.is_none() => return Ok(measured),
                message = union.next() => message?,
                message = confederate.next() => message?,
            };
            let Message::Text(text) = message else { continue };
            let now = Instant::now();
            if (from..until).contains(&now) {
                measured.bytes += text.len() as u64;
            }
            let Some(answered) = given.take_if(|given| text.starts_with(&given.head)) else { continue };
            done += 1;
            let version = result(&text)?["version"].as_u64();
            if version < Some(self.play.begun + done as u64) {
                return Err(format!("order {done} became version {version:?}"));
            }
            if answered.at >= from && now < until {
                measured.answered.push(now - answered.at);
            }
            if self.pace.options
                && let Some((side, _)) = self.play.orders.get(done)
            {
                self.lines[*side].send("game.options", json!({ "game": self.game })).await?;
            }
        }
    }
}
