//! Computers' turns where servers and workers are killed over them: somebody goes on.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use server::store::{JobState, Store};
use tempfile::tempdir;

use crate::served::{Client, Served};
use crate::workers::Place;

fn start(folder: &Path, place: &Place, more: &[&str]) -> Served {
    Served::start_with(folder, &[&["--database", &*place.argument], more].concat())
}

/// Waits until that is so: the database tells of every change of a game and of the queue.
async fn until(store: &Store, is_so: impl AsyncFn() -> bool) {
    let (mut games, mut jobs) = (store.news().expect("it is PostgreSQL"), store.job_news());
    let wait = async {
        while !is_so().await {
            tokio::select! {
                _ = games.recv() => {}
                _ = jobs.recv() => {}
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(120), wait).await.expect("it takes too long");
}

async fn jobs(store: &Store, state: JobState) -> usize {
    store.jobs_in(state).await.expect("it is read").len()
}

/// How many jobs there are.
async fn left(store: &Store) -> usize {
    let mut left = 0;
    for state in [JobState::Waiting, JobState::Taken, JobState::Done, JobState::SetAside] {
        left += jobs(store, state).await;
    }
    left
}

/// Waits until the general has ended its player-turn, or asks its enemy something.
async fn until_played(store: &Store, game: &Value) {
    let game = game.as_str().expect("its name");
    until(store, async || {
        let kept = store.load(game).await.expect("it is read").expect("it is there");
        let by_union = |entry: &Value| entry["side"] == "union";
        kept.entries.iter().any(by_union) && left(store).await == 0
    })
    .await;
}

/// Stops a process while it holds a turn of a computer; it never goes on.
async fn stop_over_a_turn(store: &Store, process: &Child) {
    let signal = |signal| kill_process(Pid::from_child(process), signal).expect("it is there");
    loop {
        until(store, async || jobs(store, JobState::Taken).await == 1).await;
        signal(Signal::STOP);
        // It may just have finished.
        if jobs(store, JobState::Taken).await == 1 {
            return;
        }
        signal(Signal::CONT);
    }
}

/// Ends every lease, and tells the thinkers that there is something to do: nobody waits for the time
/// that a lease has.
fn end_leases(place: &Place) {
    let end = "UPDATE jobs SET until = 0 WHERE state = 'taken'; NOTIFY longroll_jobs, 'waiting turn'";
    let said = Command::new("psql").args([&*place.argument, "-qtAc", end]).output().expect("psql answers");
    assert!(said.status.success(), "{said:?}");
}

/// A battle against a general who has the first move.
async fn against_a_general(server: &Served) -> (Client, Value) {
    let mut person = Client::connect(server).await;
    let general = json!({ "union": { "level": "general", "clock": 3 } });
    let began = person.ask("game.new", &json!({ "scenario": "training", "commanders": general })).await;
    let watch = json!({ "game": began["game"], "token": began["tokens"]["confederate"] });
    person.ask("game.watch", &watch).await;
    (person, watch)
}

#[tokio::test]
async fn a_server_that_is_killed_while_it_thinks_is_replaced_by_another_though_nobody_looks() {
    let folder = tempdir().expect("a folder");
    let place = Place::server("lost_server").await;
    let first = start(folder.path(), &place, &[]);
    let (person, watch) = against_a_general(&first).await;
    stop_over_a_turn(&place.store, &first.program).await;
    let second = start(folder.path(), &place, &[]);
    first.kill();
    drop(person);
    end_leases(&place);
    until_played(&place.store, &watch["game"]).await;
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
    let place = Place::server("lost_worker").await;
    // The worker has a folder of its own, without the key.
    let own = tempdir().expect("a folder");
    let server = start(folder.path(), &place, &["--no-thinking"]);
    let first = Worker::start(&place.argument, own.path());
    let (mut person, watch) = against_a_general(&server).await;
    stop_over_a_turn(&place.store, &first.0).await;
    first.kill();
    let _second = Worker::start(&place.argument, own.path());
    end_leases(&place);
    until_played(&place.store, &watch["game"]).await;
    let view = person.ask("game.view", &watch).await;
    assert_eq!(view["question"]["side"], "confederate", "{view}");
    let advice = person.ask("game.advice", &watch).await;
    assert_eq!(advice["version"], view["version"]);
    assert_eq!(left(&place.store).await, 0, "advice goes with its answer");
    // Whoever has the name of a game may watch it, and its token plays it.
    let log = std::fs::read_to_string(own.path().join("log")).expect("a log");
    assert!(!log.is_empty() && !own.path().join("longroll.key").exists());
    for secret in [&watch["game"], &watch["token"]] {
        assert!(!log.contains(secret.as_str().expect("text")), "{log}");
    }
}
