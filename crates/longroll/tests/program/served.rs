//! A running server program: started from the command line, contacted over its WebSocket.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::game::request;

/// `longroll serve` on a free port.
pub struct Served {
    pub program: Child,
    pub address: String,
}

impl Served {
    /// Starts it and waits for the line that says it is ready.
    pub fn start(folder: &Path) -> Served {
        Served::start_with(folder, &[])
    }

    /// The same with more arguments.
    pub fn start_with(folder: &Path, more: &[&str]) -> Served {
        Served::spawn(folder, more, "warn", Stdio::inherit())
    }

    /// The same with this log level, writing the log there.
    pub fn start_logging(folder: &Path, log: &str, to: Stdio) -> Served {
        Served::spawn(folder, &[], log, to)
    }

    fn spawn(folder: &Path, more: &[&str], log: &str, to: Stdio) -> Served {
        let mut program = Command::new(crate::LONGROLL)
            .args(["serve", "--port", "0", "--data-dir"])
            .arg(folder)
            .args(more)
            .env("LONGROLL_LOG", log)
            .stdout(Stdio::piped())
            .stderr(to)
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(program.stdout.take().expect("it speaks"));
        out.read_line(&mut line).expect("it says where it is");
        let address =
            line.trim_end().strip_prefix("Longroll is at http://").unwrap_or_else(|| panic!("{line:?}"));
        Served { address: address.to_owned(), program }
    }

    /// Like `kill -9`: no goodbye, nothing flushed.
    pub fn kill(mut self) {
        self.program.kill().expect("it is killed");
        self.program.wait().expect("it is gone");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A failed test leaves no server behind; one that has already gone is not a fault.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A connection to it.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: usize,
}

impl Client {
    pub async fn connect(served: &Served) -> Client {
        let (socket, _) = connect_async(format!("ws://{}/ws", served.address)).await.expect("it answers");
        Client { socket, next: 0 }
    }

    /// A client over an existing connection.
    pub fn over(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Client {
        Client { socket, next: 0 }
    }

    /// Sends a request without waiting; returns its id.
    pub async fn send(&mut self, method: &str, params: &Value) -> usize {
        self.next += 1;
        let text = request(self.next, method, params);
        // A killed server does not take it: the missing answer will show that.
        let _ = self.socket.send(Message::text(text)).await;
        self.next
    }

    /// The next message; `None` once the server is gone.
    pub async fn receive(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(30), self.socket.next());
            match message.await.expect("it takes too long") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("it is JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The result of a request.
    pub async fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params).await;
        let mut answer = loop {
            let message = self.receive().await.expect("the server is there");
            // A watcher is notified of changes in between.
            if message["method"].is_null() {
                break message;
            }
        };
        assert_eq!(answer["id"], id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }
}
