//! A running server as whoever runs it asks about it: over a socket in its data folder, which only
//! the account that it runs under can open. One question a connection, one answer, each a line of
//! JSON.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream as Caller;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::games::Games;
use crate::limits::LimitsTold;

/// So many servers may share a data folder and be asked.
const MOST: usize = 9;

/// The longest question, in bytes.
const LONGEST: u64 = 4096;

/// How long whoever is connected may take to ask.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long an answer may take: a long list is read from the database, and each game of it.
const ANSWERED: Duration = Duration::from_secs(600);

/// What can be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// Which games are in memory.
    Open,
    /// What is thought over, and what waits for it.
    Queue,
    /// What is allowed, and who was refused something of late.
    Limits,
    /// That this game be deleted; whether there was one.
    Delete(String),
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Told {
    Open(Vec<String>),
    Queue(Vec<Errand>),
    Limits(LimitsTold),
    Deleted(bool),
    Failed { error: String },
}

/// Something in the thinking queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Errand {
    /// `quick-turn`, `turn`, `long-turn`, `shown-turn` (nobody but computers plays), `advice`, `lesson`, `review`.
    pub kind: &'static str,
    /// The game.
    pub game: String,
    /// 0: it is being thought over.
    pub place: usize,
    /// A worker thinks it over, or another server.
    pub elsewhere: bool,
    /// For how many seconds it has been there.
    pub seconds: u64,
    /// For which address, of IPv6 the /64; nothing for programs of this machine.
    pub address: Option<std::net::IpAddr>,
}

/// The socket of a server; it goes with this.
#[derive(Debug)]
pub struct Desk {
    listener: UnixListener,
    path: PathBuf,
}

fn path(folder: &Path, number: usize) -> PathBuf {
    folder.join(if number == 1 { "admin.sock".to_owned() } else { format!("admin-{number}.sock") })
}

impl Desk {
    /// Opens the socket of a server in that data folder. What a server that was killed left behind
    /// is removed.
    ///
    /// # Errors
    /// The system's.
    pub fn open(folder: &Path) -> io::Result<Desk> {
        for path in (1..=MOST).map(|number| path(folder, number)) {
            if std::fs::symlink_metadata(&path).is_ok() {
                if Caller::connect(&path).is_ok() {
                    // Another server of this folder.
                    continue;
                }
                std::fs::remove_file(&path)?;
            }
            let listener = UnixListener::bind(&path)?;
            std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
            return Ok(Desk { listener, path });
        }
        Err(io::Error::other(format!("{MOST} servers run in this folder already")))
    }

    /// Answers about these games.
    pub async fn answer(self, games: Arc<Games>) {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(answer(stream, Arc::clone(&games)))),
                Err(error) => {
                    tracing::warn!(%error, "a question about this server could not be taken");
                    tokio::time::sleep(PATIENCE).await;
                }
            }
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn answer(mut stream: UnixStream, games: Arc<Games>) {
    let (reader, mut writer) = stream.split();
    let mut line = Vec::new();
    let mut reader = tokio::io::BufReader::new(reader.take(LONGEST));
    let heard = tokio::time::timeout(PATIENCE, reader.read_until(b'\n', &mut line));
    if !matches!(heard.await, Ok(Ok(_))) {
        return;
    }
    let told = match serde_json::from_slice(&line) {
        Ok(Question::Open) => Told::Open(games.open_names()),
        Ok(Question::Queue) => Told::Queue(games.errands()),
        Ok(Question::Limits) => Told::Limits(games.limits_told()),
        Ok(Question::Delete(game)) => match games.delete(&game).await {
            Ok(found) => Told::Deleted(found),
            Err(error) => Told::Failed { error: error.to_string() },
        },
        Err(error) => Told::Failed { error: error.to_string() },
    };
    let mut answer = serde_json::to_vec(&told).unwrap_or_default();
    answer.push(b'\n');
    // Whoever asked may have gone.
    let _ = writer.write_all(&answer).await;
}

/// Asks every server that runs in that data folder: one answer of each.
///
/// # Errors
/// What a server could not do, or why it cannot be asked; a folder without a running server has no
/// answers.
pub fn ask(folder: &Path, question: &Question) -> Result<Vec<Value>, String> {
    let mut answers = Vec::new();
    for path in (1..=MOST).map(|number| path(folder, number)) {
        let mut stream = match Caller::connect(&path) {
            Ok(stream) => stream,
            // Nobody has begun one there, or was killed.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) =>
            {
                continue;
            }
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let asked = || -> io::Result<Value> {
            stream.set_read_timeout(Some(ANSWERED))?;
            let mut line = serde_json::to_vec(question)?;
            line.push(b'\n');
            stream.write_all(&line)?;
            let mut answer = String::new();
            BufReader::new(&stream).read_line(&mut answer)?;
            Ok(serde_json::from_str(&answer)?)
        };
        let mut asked = asked;
        let answer = asked().map_err(|error| format!("{}: {error}", path.display()))?;
        match answer["error"].as_str() {
            Some(error) => return Err(error.to_owned()),
            None => answers.push(answer),
        }
    }
    Ok(answers)
}
