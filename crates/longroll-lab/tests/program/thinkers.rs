//! Computers' turns where servers and workers are killed over them: somebody goes on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::postgres::database;
use crate::served::{Client, Served};

fn start(folder: &Path, database: &str, more: &[&str]) -> Served {
    Served::start_with(folder, &[&["--database", database], more].concat())
}

/// What `psql` says to that.
fn asked(database: &str, query: &str) -> String {
    let said = Command::new("psql").args([database, "-qtAc", query]).output().expect("psql answers");
    assert!(said.status.success(), "{said:?}");
    String::from_utf8(said.stdout).expect("it is text").trim().to_owned()
}

/// Waits until a query is answered so.
fn until(database: &str, query: &str, answer: &str) {
    let given_up = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while asked(database, query) != answer {
        assert!(std::time::Instant::now() < given_up, "{query}: {}", asked(database, query));
    }
}

const TAKEN: &str = "SELECT COUNT(*) FROM jobs WHERE state = 'taken'";
const LEFT: &str = "SELECT COUNT(*) FROM jobs";
const ORDERS: &str = "SELECT COUNT(*) > 0 FROM entries WHERE line LIKE '%\"side\":\"union\"%'";

/// A battle against a general who has the first move, and takes its time; it has begun to think.
async fn against_a_general(server: &Served, database: &str) -> (Client, Value) {
    let mut person = Client::connect(server).await;
    let general = json!({ "union": { "level": "general", "clock": 20 } });
    let began = person.ask("game.new", &json!({ "scenario": "training", "commanders": general })).await;
    let watch = json!({ "game": began["game"], "token": began["tokens"]["confederate"] });
    person.ask("game.watch", &watch).await;
    until(database, TAKEN, "1");
    assert_eq!(asked(database, ORDERS), "f");
    (person, watch)
}

#[tokio::test]
async fn a_server_that_is_killed_while_it_thinks_is_replaced_by_another_though_nobody_looks() {
    let folder = tempdir().expect("a folder");
    let database = database("killed");
    let (first, second) = (start(folder.path(), &database, &[]), start(folder.path(), &database, &[]));
    let (person, watch) = against_a_general(&first, &database).await;
    first.kill();
    drop(person);
    // Whichever thought it over: the general ends its player-turn, or asks its enemy something.
    until(&database, ORDERS, "t");
    until(&database, LEFT, "0");
    let view = Client::connect(&second).await.ask("game.view", &watch).await;
    assert_eq!(view["question"]["side"], "confederate", "{view}");
}

/// A worker that was started by itself.
struct Worker(Child);

impl Worker {
    fn start(database: &str, folder: &Path) -> Worker {
        let mut process = Command::new(crate::LONGROLL)
            .args(["work", "--kinds", "turn,advice", "--places", "1", "--database", database])
            .arg("--data-dir")
            .arg(folder)
            .stdout(Stdio::piped())
            .env("LONGROLL_LOG", "trace")
            .stderr(File::options().create(true).append(true).open(folder.join("log")).expect("a log"))
            .spawn()
            .expect("it runs");
        let mut line = String::new();
        let out = process.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says that it is there");
        Worker(process)
    }

    /// Like `kill -9`.
    fn kill(mut self) {
        self.0.kill().expect("it is killed");
        self.0.wait().expect("it is gone");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_over_a_turn_is_replaced_and_none_tells_more_than_it_must() {
    let folder = tempdir().expect("a folder");
    let database = database("replaced");
    // The worker has a folder of its own, without the key.
    let own = tempdir().expect("a folder");
    let server = start(folder.path(), &database, &["--no-thinking"]);
    let first = Worker::start(&database, own.path());
    let (mut person, watch) = against_a_general(&server, &database).await;
    first.kill();
    let _second = Worker::start(&database, own.path());
    until(&database, ORDERS, "t");
    until(&database, LEFT, "0");
    let view = person.ask("game.view", &watch).await;
    assert_eq!(view["question"]["side"], "confederate", "{view}");
    let advice = person.ask("game.advice", &watch).await;
    assert_eq!(advice["version"], view["version"]);
    assert_eq!(asked(&database, LEFT), "0", "advice goes with its answer");
    // Whoever has the name of a game may watch it, and its token plays it.
    let log = std::fs::read_to_string(own.path().join("log")).expect("a log");
    assert!(!log.is_empty() && !own.path().join("longroll.key").exists());
    for secret in [&watch["game"], &watch["token"]] {
        assert!(!log.contains(secret.as_str().expect("text")), "{log}");
    }
}
