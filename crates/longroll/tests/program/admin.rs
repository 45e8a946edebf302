//! `longroll admin`: what whoever runs a server is shown, beside a running server and without one.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
#[cfg(feature = "club")]
use server::store::NewTournament;
use server::store::{JobState, MOST_TRIES, NewJob, Store, Taking};
use tempfile::tempdir;

use crate::served::{Client, Served};

fn admin(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll"))
        .arg("admin")
        .args(arguments)
        .arg("--data-dir")
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(output)))
}

/// The same text on every run: games by number, and no times.
fn steady(output: &Output, games: &[&str]) -> String {
    let mut steady = text(output);
    for (number, game) in (1..).zip(games) {
        steady = steady.replace(game, &format!("{:032}", number));
    }
    // Whatever was so many seconds ago.
    for seconds in 0..120 {
        steady = steady.replace(&format!(" {seconds} s ago"), " 0 s ago");
    }
    steady
}

#[tokio::test]
async fn games_are_listed_shown_and_deleted_beside_a_running_server() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let served = Served::start(folder);
    let mut client = Client::connect(&served).await;
    let commanders = json!({ "confederate": { "level": "recruit" } });
    let first = client.ask("game.new", &json!({ "scenario": "training", "name": "Monday" })).await;
    let second = client.ask("game.new", &json!({ "scenario": "training", "mode": "two" })).await;
    let third = client.ask("game.new", &json!({ "scenario": "training", "commanders": commanders })).await;
    client.ask("game.watch", &json!({ "game": first["game"] })).await;
    let names: Vec<&str> =
        [&first, &second, &third].map(|began| began["game"].as_str().expect("a name")).into();

    let listed = json_of(&admin(folder, &["games", "--check", "--json"]));
    let of = |name: &str| {
        let games = listed["games"].as_array().expect("a list");
        games.iter().find(|game| game["game"] == name).unwrap_or_else(|| panic!("{name} in {listed}")).clone()
    };
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(3));
    assert_eq!((of(names[0])["open"].clone(), of(names[1])["open"].clone()), (json!(true), json!(false)));
    assert_eq!(of(names[1])["mode"], "two");
    assert_eq!(of(names[2])["confederate"], "recruit");
    assert!(listed["games"].as_array().expect("a list").iter().all(|game| game["damaged"].is_null()));
    // Nothing that opens a seat, and no secret.
    for began in [&first, &second, &third] {
        for token in began["tokens"].as_object().expect("tokens").values() {
            assert!(!listed.to_string().contains(token.as_str().expect("a token")));
        }
    }
    insta::assert_snapshot!(steady(&admin(folder, &["game", &names[0][..12]]), &names));
    assert!(
        text(&admin(folder, &["game", "nobody"])).contains("no game of a name that begins with 'nobody'")
    );

    // Nobody is at the terminal to be asked.
    let unasked = admin(folder, &["delete", names[0]]);
    assert!(!unasked.status.success() && text(&unasked).contains("--yes deletes without a question"));
    let deleted = admin(folder, &["delete", names[0], "--yes"]);
    assert!(deleted.status.success(), "{}", text(&deleted));
    // The server has let go of it too, though it had it open.
    let id = client.send("game.view", &json!({ "game": names[0] })).await;
    let answer = client.receive().await.expect("it answers");
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(3)), "{answer}");
    let left = json_of(&admin(folder, &["games", "--json"]));
    assert_eq!(left["games"].as_array().map(Vec::len), Some(2));
    served.kill();

    // Without a server: the same games, and none in memory. What a killed one left does no harm.
    let deleted = admin(folder, &["delete", names[1], "--yes", "--json"]);
    assert_eq!(json_of(&deleted)["deleted"], names[1]);
    insta::assert_snapshot!(steady(&admin(folder, &["games"]), &names));
    let alone = admin(folder, &["queue"]);
    assert!(!alone.status.success() && text(&alone).contains("no server runs in"), "{}", text(&alone));
    let _again = Served::start(folder);
    assert!(admin(folder, &["queue"]).status.success(), "it has its socket again");
}

#[tokio::test]
async fn a_damaged_game_is_named_and_a_folder_without_games_stays_empty() {
    let folder = tempdir().expect("a folder");
    let empty = admin(folder.path(), &["games"]);
    assert!(!empty.status.success() && text(&empty).contains("there are no games in"), "{}", text(&empty));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);

    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let began = client.ask("game.new", &json!({ "scenario": "training", "name": "Tuesday" })).await;
    // A backup is one file.
    let damaged = tempdir().expect("a folder");
    let file = damaged.path().join("games.sqlite");
    let mut backup = Command::new(env!("CARGO_BIN_EXE_longroll"));
    backup.arg("backup").arg(&file).arg("--data-dir").arg(folder.path());
    assert!(backup.output().expect("it runs").status.success());
    drop(served);
    let mut bytes = std::fs::read(&file).expect("a file");
    let at = bytes.windows(7).position(|bytes| bytes == b"Tuesday").expect("it is in the clear");
    bytes[at] = b'S';
    std::fs::write(&file, bytes).expect("it is written");
    let told = json_of(&admin(damaged.path(), &["game", began["game"].as_str().expect("a name"), "--json"]));
    assert!(told["damaged"].is_string(), "{told}");
    let listed = text(&admin(damaged.path(), &["games", "--check"]));
    assert!(listed.contains("1 game, 1 of them damaged"), "{listed}");
    let there = tempdir().expect("a folder");
    let mut restore = Command::new(env!("CARGO_BIN_EXE_longroll"));
    restore.arg("restore").arg(&file).arg("--data-dir").arg(there.path());
    restore.arg("--key-file").arg(folder.path().join("longroll.key"));
    let restored = restore.output().expect("it runs");
    assert!(!restored.status.success(), "{}", text(&restored));
    assert!(text(&restored).contains("damaged games: 1"), "{}", text(&restored));
}

#[tokio::test]
async fn the_queue_and_the_limits_are_those_of_the_running_server() {
    let folder = tempdir().expect("a folder");
    let set = [
        "--max-connections",
        "100",
        "--games-per-hour",
        "1",
        "--advice-per-hour",
        "0",
        "--finished-days",
        "30",
    ];
    let served = Served::start_with(folder.path(), &set);
    let mut client = Client::connect(&served).await;
    client.ask("game.new", &json!({ "scenario": "training" })).await;
    let id = client.send("game.new", &json!({ "scenario": "training" })).await;
    let refused = client.receive().await.expect("it answers");
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(id), &json!(7)));
    let message = refused["error"]["message"].as_str().expect("a sentence");
    assert_eq!(message, "one address may make 1 games an hour: wait 60 minutes");
    insta::assert_snapshot!(steady(&admin(folder.path(), &["limits"]), &[]));
    let told = json_of(&admin(folder.path(), &["limits", "--json"]));
    let refused = &told["servers"][0]["refused"][0];
    assert_eq!((&refused["address"], &refused["times"]), (&json!("127.0.0.1"), &json!(1)), "{told}");
    insta::assert_snapshot!(steady(&admin(folder.path(), &["queue"]), &[]));
}

#[tokio::test]
async fn a_proxy_that_was_not_named_is_told_of_once() {
    let (folder, log) = (tempdir().expect("a folder"), tempfile::NamedTempFile::new().expect("a log"));
    let to = Stdio::from(log.reopen().expect("the log"));
    let served = Served::start_logging(folder.path(), "warn", to);
    let told = || text(&admin(folder.path(), &["limits"]));
    assert!(!told().contains("--trusted-proxies"), "{}", told());
    for _ in 0..3 {
        let mut request = std::net::TcpStream::connect(&served.address).expect("it answers");
        let head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n";
        request.write_all(head.as_bytes()).expect("it listens");
        std::io::read_to_string(request).expect("it answers");
    }
    assert!(told().contains("start the server with --trusted-proxies 127.0.0.1"), "{}", told());
    let log = std::fs::read_to_string(log.path()).expect("the log");
    assert_eq!(log.matches("--trusted-proxies 127.0.0.1").count(), 1, "{log}");
}

#[cfg(feature = "club")]
#[tokio::test]
async fn tournaments_are_listed_and_those_that_were_cancelled_deleted() {
    let folder = tempdir().expect("a folder");
    let store = Store::open(folder.path()).await.expect("it opens");
    let games = [("a game".to_owned(), None)];
    for (id, stage, made) in [("a1", "cancelled", 10), ("a2", "running", 20), ("b3", "open", 30)] {
        let line = json!({ "title": "Autumn", "maker_name": "Ann", "stage": stage, "made": made });
        let (open, games) = (stage != "cancelled", if stage == "running" { &games[..] } else { &[] });
        let new = NewTournament { id, version: 0, open, line: &line, games };
        assert!(store.keep_tournament(&new).await.expect("it is written"));
    }
    store.close().await;
    let listed = || {
        let told = json_of(&admin(folder.path(), &["tournaments", "--json"]));
        let one = |of: &Value| format!("{} {}", of["tournament"], of["stage"]).replace('"', "");
        told["tournaments"].as_array().expect("a list").iter().map(one).collect::<Vec<_>>()
    };
    assert_eq!(listed(), ["b3 open", "a2 running", "a1 cancelled"]);
    let delete = |name: &str| admin(folder.path(), &["delete-tournament", name]);
    for (name, says) in [
        ("c", "no tournament of a name that begins with 'c'"),
        ("a", "several tournaments of a name that begins with 'a'"),
        ("a2", "Autumn has begun, and its games count for ratings"),
    ] {
        let refused = delete(name);
        assert!(!refused.status.success() && text(&refused).contains(says), "{}", text(&refused));
    }
    let deleted = delete("a1");
    assert_eq!(text(&deleted), "the tournament a1, Autumn, is deleted\n");
    assert_eq!(listed(), ["b3 open", "a2 running"]);
}

#[tokio::test]
async fn a_job_that_was_set_aside_is_shown_with_what_went_wrong() {
    let folder = tempdir().expect("a folder");
    let store = Store::open(folder.path()).await.expect("it opens");
    let job = |key: &str| NewJob {
        kind: "games".to_owned(),
        key: key.to_owned(),
        batch: "balance".to_owned(),
        urgency: 0,
        work: json!({}),
        preferred: None,
    };
    store.enter_jobs(&[job("balance 1")]).await.expect("it is entered");
    let lease = std::time::Duration::from_secs(3600);
    for _ in 0..MOST_TRIES {
        let Ok(Taking::Job(job)) = store.take_job("smithy", &["games"], &[], lease).await else {
            panic!("there is a job to take");
        };
        assert!(store.fail_job(&job, "no such scenario").await.expect("it is kept"));
    }
    // One that waits is not set aside.
    store.enter_jobs(&[job("balance 2")]).await.expect("it is entered");
    assert_eq!(store.jobs_in(JobState::Waiting).await.expect("they are read").len(), 1);
    store.close().await;

    let shown = admin(folder.path(), &["queue"]);
    assert!(shown.status.success(), "{}", text(&shown));
    let shown = text(&shown);
    let lines: Vec<Vec<&str>> = shown
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert_eq!(lines[1], ["games", "3", "smithy", "no such scenario", "balance 1"]);
    let told = json_of(&admin(folder.path(), &["queue", "--json"]));
    assert_eq!(told["set-aside"][0]["error"], "no such scenario", "{told}");
    assert_eq!(told["set-aside"].as_array().map(Vec::len), Some(1));
}
