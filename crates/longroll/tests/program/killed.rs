//! The program is killed in the middle of play: every acknowledged order is still there afterwards.

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
        let entries = log["entries"].as_array().expect("a list");
        assert!(
            entries.len() >= done + acknowledged,
            "{} acknowledged, {} there",
            done + acknowledged,
            entries.len()
        );
        for (entry, (side, order)) in entries.iter().zip(&recorded.orders) {
            assert_eq!((&entry["side"], &entry["order"]), (&json!(side), order));
        }
        done = entries.len();
    }

    // The same game continues to its end, with the dice it would have had.
    let mut client = Client::connect(&served).await;
    for (_, order) in recorded.orders.iter().skip(done) {
        client.ask("game.order", &json!({ "game": game, "token": token, "order": order })).await;
    }
    let saved = client.ask("game.save", &json!({ "game": game, "token": token })).await;
    let lines: Vec<Value> = saved["record"]
        .as_str()
        .expect("a record")
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    assert!(lines[1..] == recorded.record[1..], "the record differs");
}
