//! The program is killed in the middle of play, or asked to end: every acknowledged order is still
//! there afterwards.

use std::io::Read;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::game::Game;
use crate::served::{Client, Served};

#[tokio::test]
async fn every_acknowledged_order_outlives_a_kill() {
    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
    let (game, token) = (loaded["game"].clone(), loaded["tokens"]["both"].clone());
    drop(client);

    let mut served = served;
    let mut done = 0;
    // Killed after this many answers, each time with more orders on their way.
    for answers in [1, 7, 20, 3, 45] {
        let mut client = Client::connect(&served).await;
        let mut first = None;
        for (_, order) in recorded.orders.iter().skip(done).take(answers + 25) {
            let id =
                client.send("game.order", &json!({ "game": game, "token": token, "order": order })).await;
            first.get_or_insert(id);
        }
        let first = first.expect("the game is long enough");
        let mut acknowledged = 0;
        while acknowledged < answers {
            let answer = client.receive().await.expect("it answers");
            assert_eq!(answer["id"], first + acknowledged, "{answer}");
            assert_eq!(answer["result"]["version"], done + acknowledged + 1, "{answer}");
            acknowledged += 1;
        }
        served.kill();
        // Answers sent before the end count too.
        while let Some(answer) = client.receive().await {
            assert_eq!(answer["result"]["version"], done + acknowledged + 1, "{answer}");
            acknowledged += 1;
        }

        served = Served::start(folder.path());
        let mut client = Client::connect(&served).await;
        let log = client.ask("game.log", &json!({ "game": game, "token": token })).await;
        let there = recorded.begins_as(&log["entries"]);
        assert!(there >= done + acknowledged, "{} acknowledged, {there} there", done + acknowledged);
        done = there;
    }

    // The same game continues to its end, with the dice it would have had.
    let mut client = Client::connect(&served).await;
    for (_, order) in recorded.orders.iter().skip(done) {
        client.ask("game.order", &json!({ "game": game, "token": token, "order": order })).await;
    }
    let saved = client.ask("game.save", &json!({ "game": game, "token": token })).await;
    recorded.is_played_by(&saved);
}

#[tokio::test]
async fn a_kill_among_many_games_loses_no_acknowledged_order_of_any() {
    /// Enough for orders of several games to go to the disk together.
    const GAMES: usize = 8;
    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let mut served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
        games.push((loaded["game"].clone(), loaded["tokens"]["both"].clone(), 0));
    }
    drop(client);
    for answers in [3, 60, 25, 130] {
        let mut clients = Vec::new();
        for (game, token, done) in &games {
            let mut client = Client::connect(&served).await;
            for (_, order) in recorded.orders.iter().skip(*done).take(answers + 25) {
                client.send("game.order", &json!({ "game": game, "token": token, "order": order })).await;
            }
            clients.push(client);
        }
        let mut acknowledged = [0; GAMES];
        let check = |number: usize, answer: &Value, acknowledged: &mut [usize; GAMES]| {
            acknowledged[number] += 1;
            let version = games[number].2 + acknowledged[number];
            assert_eq!(answer["result"]["version"], version, "game {number}: {answer}");
        };
        // They answer in turn: the kill finds every game with orders on their way.
        for count in 0..answers {
            let number = count % GAMES;
            let answer = clients[number].receive().await.expect("it answers");
            check(number, &answer, &mut acknowledged);
        }
        served.kill();
        for (number, client) in clients.iter_mut().enumerate() {
            while let Some(answer) = client.receive().await {
                check(number, &answer, &mut acknowledged);
            }
        }
        served = Served::start(folder.path());
        let mut client = Client::connect(&served).await;
        for (number, (game, token, done)) in games.iter_mut().enumerate() {
            let log = client.ask("game.log", &json!({ "game": game, "token": token })).await;
            let entries = log["entries"].as_array().expect("a list");
            let least = *done + acknowledged[number];
            assert!(entries.len() >= least, "game {number}: {least} acknowledged, {} there", entries.len());
            for (entry, (side, order)) in entries.iter().zip(&recorded.orders) {
                assert_eq!((&entry["side"], &entry["order"]), (&json!(side), order));
            }
            *done = entries.len();
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn who_asks_it_to_end_loses_no_order_and_no_answer() {
    use rustix::process::{Pid, Signal, kill_process};

    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let mut served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
    let (game, token) = (loaded["game"].clone(), loaded["tokens"]["both"].clone());
    let mut done = 0;
    for answers in [0, 5, 17] {
        let mut client = Client::connect(&served).await;
        for (_, order) in recorded.orders.iter().skip(done).take(answers + 25) {
            client.send("game.order", &json!({ "game": game, "token": token, "order": order })).await;
        }
        let mut acknowledged = 0;
        while acknowledged < answers {
            client.receive().await.expect("it answers");
            acknowledged += 1;
        }
        let pid = Pid::from_raw(i32::try_from(served.program.id()).expect("a process")).expect("a process");
        kill_process(pid, Signal::TERM).expect("it is our own child");
        while let Some(answer) = client.receive().await {
            assert_eq!(answer["result"]["version"], done + acknowledged + 1, "{answer}");
            acknowledged += 1;
        }
        assert_eq!(acknowledged, answers + 25, "all that was sent is answered");
        assert!(served.program.wait().expect("it ends").success());

        served = Served::start(folder.path());
        let mut client = Client::connect(&served).await;
        let log = client.ask("game.log", &json!({ "game": game, "token": token })).await;
        let entries = log["entries"].as_array().expect("a list");
        assert_eq!(entries.len(), done + acknowledged);
        for (entry, (side, order)) in entries.iter().zip(&recorded.orders) {
            assert_eq!((&entry["side"], &entry["order"]), (&json!(side), order));
        }
        done = entries.len();
    }
}

#[tokio::test]
async fn a_server_that_has_lost_entries_starts_only_if_the_loss_is_accepted() {
    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
    let (game, token) = (loaded["game"].clone(), loaded["tokens"]["both"].clone());
    let order = async |client: &mut Client, number: usize| {
        let params = json!({ "game": game, "token": token, "order": recorded.orders[number].1 });
        client.ask("game.order", &params).await["version"].as_u64()
    };
    assert_eq!(order(&mut client, 0).await, Some(1));
    served.kill();
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    // All that there is in the log now came after this start.
    for number in 1..4 {
        order(&mut client, number).await;
    }
    served.kill();
    std::fs::remove_file(folder.path().join("games.sqlite-wal")).expect("a log");
    let lossy = tempdir().expect("a folder");
    for name in ["games.sqlite", "games.sqlite-count", "longroll.key"] {
        std::fs::copy(folder.path().join(name), lossy.path().join(name)).expect("a copy");
    }
    let start = || {
        let mut serve = std::process::Command::new(crate::LONGROLL);
        serve.args(["serve", "--port", "0", "--data-dir"]).arg(folder.path());
        let mut serve = serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // One that serves says where: it is not waited for.
        let mut first = [0; 1];
        if serve.stdout.as_mut().expect("it speaks").read(&mut first).expect("it can be heard") > 0 {
            serve.kill().expect("our own child");
        }
        serve.wait_with_output().expect("it ends")
    };
    for _ in 0..2 {
        let refused = start();
        let says = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{says}");
        assert!(says.contains("games.sqlite has lost 3 entries") && says.contains("--accept-loss"), "{says}");
    }
    // The same if there is no database at all; none is made then.
    std::fs::remove_file(&file).expect("a database");
    let says = String::from_utf8_lossy(&start().stderr).into_owned();
    assert!(says.contains("games.sqlite has lost 4 entries") && !file.exists(), "{says}");
    drop(Served::start_with(lossy.path(), &["--accept-loss"]));
    let served = Served::start(lossy.path());
    let mut client = Client::connect(&served).await;
    assert_eq!(order(&mut client, 1).await, Some(2), "it goes on from the last entry that is left");
}
