//! A server on this machine that takes mail (RFC 5321), and refuses what a test wants it to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::site::soon;

/// A message that was accepted.
#[derive(Debug, Clone)]
pub struct Mail {
    pub from: String,
    pub to: String,
    pub head: String,
    pub text: String,
}

impl Mail {
    /// A header, unfolded.
    pub fn header(&self, name: &str) -> Option<String> {
        let unfolded = self.head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let mut lines = unfolded.lines();
        let found = lines.find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
        found.map(|value| value.trim().to_owned())
    }

    /// The address in the text that has this in it.
    pub fn link(&self, with: &str) -> String {
        let mut words = self.text.split_whitespace();
        words.find(|word| word.contains(with)).unwrap_or_else(|| panic!("{with}: {}", self.text)).to_owned()
    }
}

#[derive(Default)]
struct State {
    accepted: Vec<Mail>,
    refusals: VecDeque<String>,
}

/// The server.
pub struct MailServer {
    pub address: String,
    state: Arc<Mutex<State>>,
    came: Arc<Notify>,
}

impl MailServer {
    pub async fn open() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("smtp://{}", listener.local_addr().unwrap());
        let state: Arc<Mutex<State>> = Arc::default();
        let came = Arc::new(Notify::new());
        let (shared, tell) = (Arc::clone(&state), Arc::clone(&came));
        tokio::spawn(async move {
            while let Ok((line, _)) = listener.accept().await {
                tokio::spawn(serve(line, Arc::clone(&shared), Arc::clone(&tell)));
            }
        });
        MailServer { address, state, came }
    }

    /// The next messages are refused so.
    pub fn refuse(&self, refusals: &[&str]) {
        self.state.lock().unwrap().refusals.extend(refusals.iter().map(|&refusal| refusal.to_owned()));
    }

    /// The next message that is accepted.
    pub async fn next(&self) -> Mail {
        loop {
            let came = self.came.notified();
            let first = {
                let accepted = &mut self.state.lock().unwrap().accepted;
                if accepted.is_empty() { None } else { Some(accepted.remove(0)) }
            };
            match first {
                Some(mail) => return mail,
                None => soon(came).await,
            }
        }
    }

    /// What was accepted since this was asked last.
    pub fn accepted(&self) -> Vec<Mail> {
        std::mem::take(&mut self.state.lock().unwrap().accepted)
    }
}

async fn serve(line: TcpStream, state: Arc<Mutex<State>>, came: Arc<Notify>) -> Option<()> {
    let (read, mut write) = line.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut from, mut to) = (String::new(), String::new());
    write.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    while let Ok(Some(said)) = lines.next_line().await {
        let upper = said.to_ascii_uppercase();
        let address =
            || said.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(at, _)| at.to_owned());
        let answer = match upper.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" | "HELO" => "250-mail.example\r\n250 8BITMIME".to_owned(),
            "MAIL" => {
                from = address()?;
                "250 so".to_owned()
            }
            "RCPT" => {
                to = address()?;
                "250 so".to_owned()
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut message = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    message += line.strip_prefix('.').unwrap_or(&line);
                    message += "\r\n";
                }
                let mut state = state.lock().unwrap();
                match state.refusals.pop_front() {
                    Some(refusal) => refusal,
                    None => {
                        let (head, text) = message.split_once("\r\n\r\n")?;
                        let quoted = head.to_ascii_lowercase().contains("quoted-printable");
                        let text = if quoted { unquoted(text) } else { text.to_owned() };
                        let (from, to, head) = (from.clone(), to.clone(), head.to_owned());
                        state.accepted.push(Mail { from, to, head, text });
                        came.notify_one();
                        "250 accepted".to_owned()
                    }
                }
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => "500 what".to_owned(),
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// Text that was sent as quoted-printable.
fn unquoted(text: &str) -> String {
    let joined = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let [first, after @ ..] = rest {
        if *first == b'=' && after.len() >= 2 {
            let digits = std::str::from_utf8(&after[..2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap()
}
