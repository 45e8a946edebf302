//! A server on a free port, and clients that talk to it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::games::{Games, Thinking};
use server::store::{Settings, Store};
use server::{Front, Limits, Listeners, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

pub use crate::kept_in::hands;
use crate::kept_in::kept_in;
use crate::toy::Toys;

/// How long a computer takes over an answer that tells nothing else.
pub const STEADY: Duration = Duration::from_millis(50);

/// How long a test waits for something that must happen before it gives up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A map of three hexes.
const SHEET: &str = r#"
title = "A sheet"
about = "For tests."
hex_metres = 400
[grid]
layout = "flat-even-lower"
numbering = "column-row"
columns = 2
rows = 2
first_column = 1
first_row = 1
[ground]
legend = { }
rows = """
..
f-
"""
"#;

/// The store of that folder.
pub async fn open_store(folder: &Path, settings: Settings) -> Store {
    Store::open_with(folder, kept_in(folder, settings).await).await.unwrap()
}

/// A running server.
pub struct Site {
    pub address: String,
    pub games: Arc<Games>,
    /// Where its metrics are.
    pub metrics: String,
    stop: CancellationToken,
    task: JoinHandle<std::io::Result<()>>,
}

impl Site {
    /// A server that stores its games in that folder and closes games after `idle`.
    pub async fn open_idle(folder: &Path, idle: Duration) -> Site {
        let sheet = hexmap::read_map("sheet.toml", SHEET).unwrap();
        let library = Library::new().with_system(Arc::new(Toys)).with_map("sheet", Arc::new(sheet));
        Site::open_library(folder, library, idle).await
    }

    /// A server that offers that library.
    pub async fn open_with(folder: &Path, library: Library) -> Site {
        Site::open_library(folder, library, Duration::from_secs(3600)).await
    }

    /// The same, which closes games after `idle`.
    pub async fn open_library(folder: &Path, library: Library, idle: Duration) -> Site {
        Site::open_store(open_store(folder, Settings::default()).await, library, idle).await
    }

    /// A server of the toy system over that store.
    pub async fn open_settled(folder: &Path, settings: Settings) -> Site {
        let store = open_store(folder, settings).await;
        let library = Library::new().with_system(Arc::new(Toys));
        Site::open_store(store, library, Duration::from_secs(3600)).await
    }

    /// A server that offers that library, over that store.
    pub async fn open_store(store: Store, library: Library, idle: Duration) -> Site {
        Site::open_front(store, library, idle, Limits::default(), Front::default()).await
    }

    /// A server of the toy system with these limits, reached in this way.
    pub async fn open_limited(folder: &Path, limits: Limits, front: Front) -> Site {
        let sheet = hexmap::read_map("sheet.toml", SHEET).unwrap();
        let library = Library::new().with_system(Arc::new(Toys)).with_map("sheet", Arc::new(sheet));
        let store = open_store(folder, Settings::default()).await;
        Site::open_front(store, library, Duration::from_secs(3600), limits, front).await
    }

    /// A server of computers that think in this way.
    pub async fn open_thinking(store: Store, library: Library, thinking: Thinking) -> Site {
        let (idle, limits) = (Duration::from_secs(3600), Limits::default());
        let library = Arc::new(library);
        let games = Games::thinking_so(library, store, idle, Default::default(), limits, thinking);
        Site::of(games, Front::default()).await
    }

    pub async fn open_front(
        store: Store,
        library: Library,
        idle: Duration,
        limits: Limits,
        front: Front,
    ) -> Site {
        let thinking = Thinking { steady: STEADY, ..Thinking::default() };
        let games = Games::thinking_so(Arc::new(library), store, idle, Default::default(), limits, thinking);
        Site::of(games, front).await
    }

    /// A server of these games, reached in this way.
    pub async fn of(games: Arc<Games>, front: Front) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let measured = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let metrics = measured.local_addr().unwrap().to_string();
        let listeners = Listeners { games: listener, metrics: Some(measured) };
        let stop = CancellationToken::new();
        let task = tokio::spawn(serve(Arc::clone(&games), listeners, front, stop.clone().cancelled_owned()));
        Site { address, games, metrics, stop, task }
    }

    /// A server that stores its games in that folder.
    pub async fn open(folder: &Path) -> Site {
        Site::open_idle(folder, Duration::from_secs(3600)).await
    }

    /// Stops it as a person would.
    pub async fn close(self) {
        self.stop.cancel();
        soon(self.task).await.unwrap().unwrap();
    }

    /// Asks it to stop; done when it has.
    pub fn stop(self) -> JoinHandle<std::io::Result<()>> {
        self.stop.cancel();
        self.task
    }

    /// A new client.
    pub async fn client(&self) -> Client {
        Client::connect(&self.address).await
    }

    /// The server's answer to a request, headers and body as they came.
    pub async fn raw(&self, request: &str) -> String {
        raw(&self.address, request).await
    }

    /// A plain GET request with additional headers.
    pub async fn get(&self, path: &str, head: &str) -> String {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}\r\n", self.address))
            .await
    }
}

/// The answer from that address to a request.
pub async fn raw(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // The server may close the connection while we are still sending.
    let _ = soon(stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// The result of the future, or a failed test: never a hanging one.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it takes too long")
}

/// A connection to the server.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// Notices that came while the client waited for an answer.
    pub heard: Vec<Value>,
    /// How long messages were that came compressed.
    pub compressed: Vec<usize>,
}

impl Client {
    pub async fn connect(address: &str) -> Client {
        let (socket, _) = soon(connect_async(format!("ws://{address}/ws"))).await.unwrap();
        Client::over(socket)
    }

    /// A client over an existing connection.
    pub fn over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Client {
        Client { socket, next: 0, heard: Vec::new(), compressed: Vec::new() }
    }

    pub async fn send(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` when the server has closed.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            match soon(self.socket.next()).await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Binary(deflated))) => {
                    self.compressed.push(deflated.len());
                    return Some(serde_json::from_reader(DeflateDecoder::new(&deflated[..])).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The answer to a call: its result, or the error.
    pub async fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        self.send(request.to_string()).await;
        loop {
            let mut message = self.receive().await.expect("the server has closed");
            if message["method"].is_string() {
                self.heard.push(message);
                continue;
            }
            assert_eq!(message["id"], self.next);
            return if message["error"].is_null() {
                Ok(message["result"].take())
            } else {
                Err(message["error"].take())
            };
        }
    }

    /// The next notice, whichever it is.
    pub async fn notice(&mut self) -> Value {
        if self.heard.is_empty() {
            return self.receive().await.expect("the server has closed");
        }
        self.heard.remove(0)
    }

    /// The parameters of the next notice.
    pub async fn hear(&mut self) -> Value {
        let mut notice = loop {
            let notice = if self.heard.is_empty() {
                self.receive().await.expect("the server has closed")
            } else {
                self.heard.remove(0)
            };
            // Whether a computer, or an answer, has to wait depends on the machine.
            if !["game.thinking", "working"].iter().any(|method| notice["method"] == *method) {
                break notice;
            }
        };
        assert_eq!(notice["method"], "game.changed", "{notice}");
        notice["params"].take()
    }

    /// A new game: its name and its tokens.
    pub async fn begin(&mut self, params: Value) -> (String, Value) {
        let began = self.ask("game.new", params).await.unwrap();
        (began["game"].as_str().unwrap().to_owned(), began["tokens"].clone())
    }

    /// Takes from the heap.
    pub async fn take(&mut self, game: &str, token: &Value, count: u32) -> Result<Value, Value> {
        let order = json!({ "take": { "count": count } });
        self.ask("game.order", json!({ "game": game, "token": token, "order": order })).await
    }
}
