//! A server on this machine that takes webhooks, and answers as a test wants it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What came.
#[derive(Debug, Clone)]
pub struct Heard {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub text: String,
    pub body: Value,
}

#[derive(Default)]
struct State {
    heard: Vec<Heard>,
    answers: VecDeque<String>,
}

/// The server.
pub struct Receiver {
    pub address: String,
    state: Arc<Mutex<State>>,
}

impl Receiver {
    pub async fn open() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((line, _)) = listener.accept().await {
                tokio::spawn(serve(line, Arc::clone(&shared)));
            }
        });
        Receiver { address, state }
    }

    /// The next are answered so, one after the other: a status with its headers. Others are accepted.
    pub fn answer(&self, answers: &[&str]) {
        self.state.lock().unwrap().answers.extend(answers.iter().map(|&answer| answer.to_owned()));
    }

    /// What came since this was asked last.
    pub fn heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.state.lock().unwrap().heard)
    }
}

async fn serve(mut line: TcpStream, state: Arc<Mutex<State>>) {
    let mut text = Vec::new();
    let (head, length) = loop {
        if line.read_buf(&mut text).await.unwrap_or(0) == 0 {
            return;
        }
        let Some(end) = text.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&text[..end]).into_owned();
        let length = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok())
            .unwrap_or(0);
        if text.len() - end - 4 >= length {
            break (head, length);
        }
    };
    // What browsers are told is encrypted.
    let body = String::from_utf8_lossy(&text[text.len() - length..]).into_owned();
    let mut lines = head.lines();
    let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
    let pairs = lines.filter_map(|line| line.split_once(": "));
    let headers = pairs.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    let answer = {
        let mut state = state.lock().unwrap();
        let heard =
            Heard { path, headers, body: serde_json::from_str(&body).unwrap_or_default(), text: body };
        state.heard.push(heard);
        state.answers.pop_front().unwrap_or_else(|| "204 No Content".to_owned())
    };
    let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
    let _ = line.write_all(answer.as_bytes()).await;
}
