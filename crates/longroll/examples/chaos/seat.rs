//! A player whose server may go at any moment: they go to the next one.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a server may take to let somebody in.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long before a server is asked again that could not say.
const PAUSE: Duration = Duration::from_millis(100);

/// For so long no server answers at most before that is a fault of its own.
const LOST: Duration = Duration::from_secs(120);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What came of a question.
pub enum Came {
    Result(Value),
    Refused(Value),
    /// The server went, and nobody knows what became of it.
    Gone,
}

/// A player of a game, at one of the servers.
pub struct Seat {
    nodes: Arc<[String]>,
    at: usize,
    socket: Option<Socket>,
    asked: u64,
    /// The game and the token; nothing before there is a game.
    place: Option<(Value, Value)>,
    /// The last version that a server told of.
    pub version: u64,
    /// The view that goes with it.
    pub view: Value,
    /// The highest version that a server has acknowledged an order with.
    pub acknowledged: u64,
}

impl Seat {
    /// Nobody's yet; the servers are tried from that one on.
    pub fn new(nodes: Arc<[String]>, at: usize) -> Seat {
        Seat {
            nodes,
            at,
            socket: None,
            asked: 0,
            place: None,
            version: 0,
            view: Value::Null,
            acknowledged: 0,
        }
    }

    /// Sits down at a game.
    ///
    /// # Errors
    /// As [`Seat::watch`].
    pub async fn sit(&mut self, game: &Value, token: &Value) -> Result<(), String> {
        self.place = Some((game.clone(), token.clone()));
        (self.version, self.acknowledged) = (0, 0);
        self.watch().await
    }

    /// Goes to the next server.
    fn leave(&mut self) {
        self.socket = None;
        self.at += 1;
    }

    /// Is connected with some server.
    async fn connect(&mut self) -> Result<(), String> {
        let since = Instant::now();
        while self.socket.is_none() {
            let address = &self.nodes[self.at % self.nodes.len()];
            match timeout(PATIENCE, connect_async(format!("ws://{address}/ws"))).await {
                Ok(Ok((socket, _))) => self.socket = Some(socket),
                _ => {
                    self.leave();
                    if since.elapsed() > LOST {
                        return Err("no server lets anybody in".to_owned());
                    }
                    if self.at.is_multiple_of(self.nodes.len()) {
                        sleep(PAUSE).await;
                    }
                }
            }
        }
        Ok(())
    }

    /// Watches the game from the last version on, at whatever server there is.
    ///
    /// # Errors
    /// The game is not there any more, or is not what it was: in words.
    pub async fn watch(&mut self) -> Result<(), String> {
        let since = Instant::now();
        loop {
            self.connect().await?;
            let Some((game, token)) = &self.place else { return Ok(()) };
            let watch = json!({ "game": game, "token": token, "version": self.version });
            let came = self.ask_once("game.watch", watch).await;
            match came {
                Came::Result(watched) => {
                    self.take(&watched);
                    if self.version < self.acknowledged {
                        return Err(format!(
                            "an acknowledged order is lost: version {} was, {} is",
                            self.acknowledged, self.version
                        ));
                    }
                    return Ok(());
                }
                // The database does not answer.
                Came::Refused(error) if error["code"] == -32603 => sleep(PAUSE).await,
                Came::Refused(error) => return Err(format!("a game is not there any more: {error}")),
                Came::Gone => {}
            }
            if since.elapsed() > LOST {
                return Err("no server shows the game".to_owned());
            }
        }
    }

    /// Takes in what is told of the game.
    fn take(&mut self, told: &Value) {
        if let Some(version) = told["version"].as_u64() {
            self.version = version;
        }
        if told["view"].is_object() {
            self.view = told["view"].clone();
        }
    }

    /// Asks the server that it is with, once.
    pub async fn ask_once(&mut self, method: &str, params: Value) -> Came {
        self.asked += 1;
        let id = self.asked;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let Some(socket) = &mut self.socket else { return Came::Gone };
        if socket.send(Message::text(request.to_string())).await.is_err() {
            self.leave();
            return Came::Gone;
        }
        loop {
            let Some(mut message) = self.message().await else { return Came::Gone };
            if message["id"] == id {
                return match message["error"].take() {
                    Value::Null => Came::Result(message["result"].take()),
                    error => Came::Refused(error),
                };
            }
        }
    }

    /// The next message, with what it tells of the game taken in; nothing if the server has gone.
    async fn message(&mut self) -> Option<Value> {
        let socket = self.socket.as_mut()?;
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap_or_default();
                    if message["method"] == "game.changed" {
                        self.take(&message["params"]);
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.leave();
                    return None;
                }
                Some(Ok(_)) => {}
            }
        }
    }

    /// Asks until some server has an answer; only for what may be asked twice.
    ///
    /// # Errors
    /// The question is refused, or no server answers.
    pub async fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let since = Instant::now();
        while since.elapsed() < LOST {
            if self.socket.is_none() {
                self.watch().await?;
            }
            match self.ask_once(method, params.clone()).await {
                Came::Result(result) => return Ok(result),
                Came::Refused(error) if error["code"] == -32603 => sleep(PAUSE).await,
                Came::Refused(error) => return Err(format!("{method}: {error}")),
                Came::Gone => {}
            }
        }
        Err(format!("{method}: no server answers"))
    }

    /// Gives an order that follows on that version, until it is kept; whether that was acknowledged.
    ///
    /// # Errors
    /// It is refused, or the game is not what it was.
    pub async fn order(&mut self, order: &Value, version: u64) -> Result<bool, String> {
        loop {
            if self.socket.is_none() {
                self.watch().await?;
            }
            // A server went when it was on disk and before it could say so.
            if self.version > version {
                return Ok(false);
            }
            let Some((game, token)) = &self.place else { return Err("there is no game".to_owned()) };
            let ask = json!({ "game": game, "token": token, "order": order, "version": version });
            match self.ask_once("game.order", ask).await {
                Came::Result(done) => {
                    let now = done["version"].as_u64().unwrap_or(0);
                    if now <= version {
                        return Err(format!("an order after version {version} became version {now}"));
                    }
                    self.take(&done);
                    self.acknowledged = now;
                    return Ok(true);
                }
                // The database does not answer, or the game has gone on: by this very order, perhaps.
                Came::Refused(error) if error["code"] == -32603 || error["code"] == 2 => {
                    self.watch().await?;
                    if self.version <= version && error["code"] == 2 {
                        let waiting = error["data"]["waiting"].is_array();
                        if !waiting {
                            return Err(format!("an order was refused: {error}"));
                        }
                    }
                    sleep(PAUSE).await;
                }
                Came::Refused(error) => return Err(format!("an order was refused: {error}")),
                Came::Gone => {}
            }
        }
    }

    /// Waits until it is told of that version.
    ///
    /// # Errors
    /// The game is not what it was.
    pub async fn until(&mut self, version: u64) -> Result<(), String> {
        while self.version < version {
            if self.socket.is_none() {
                self.watch().await?;
            } else {
                self.message().await;
            }
        }
        Ok(())
    }
}
