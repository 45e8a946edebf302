//! The server may not write a file beyond a size: orders are refused with a message, no
//! acknowledged order is lost, and play continues once the limit is lifted.
#![cfg(target_os = "linux")]

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::json;
use tempfile::tempdir;

use crate::game::Game;
use crate::served::{Client, Served};

/// The longest file that it may write.
pub fn limit(served: &Served, bytes: Option<u64>) {
    let pid = Pid::from_raw(i32::try_from(served.program.id()).expect("a process")).expect("a process");
    let most = Rlimit { current: bytes, maximum: None };
    prlimit(Some(pid), Resource::Fsize, most).expect("our own child's limit");
}

#[tokio::test]
async fn a_limit_on_file_sizes_refuses_orders_and_loses_none() {
    let recorded = Game::of("chickamauga-1975", 4);
    let folder = tempdir().expect("a folder");
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let loaded = client.ask("game.load", &json!({ "record": recorded.beginning() })).await;
    let (game, token) = (loaded["game"].clone(), loaded["tokens"]["both"].clone());
    let mut done = 0;
    for more in [1_u64, 5000, 70_000] {
        let log = folder.path().join("games.sqlite-wal");
        let size = std::fs::metadata(&log).expect("a log").len();
        limit(&served, Some(size + more));
        let mut refused = 0;
        while refused < 8 {
            let order = &recorded.orders[done].1;
            let params = json!({ "game": game, "token": token, "order": order, "version": done });
            let id = client.send("game.order", &params).await;
            let answer = client.receive().await.expect("it answers");
            assert_eq!(answer["id"], id);
            if answer["error"].is_null() {
                done += 1;
                assert_eq!(answer["result"]["version"], done);
                // The log may have been restarted meanwhile and have room again.
                assert!(done + 50 < recorded.orders.len(), "there is always room");
                continue;
            }
            let message = answer["error"]["message"].as_str().expect("a sentence");
            assert!(message.contains("disk") && message.contains("nothing was changed"), "{message}");
            refused += 1;
        }
        // Meanwhile the game can be viewed.
        let view = client.ask("game.view", &json!({ "game": game })).await;
        assert_eq!(view["version"], done);
        limit(&served, None);
        for _ in 0..12 {
            let order = &recorded.orders[done].1;
            let params = json!({ "game": game, "token": token, "order": order, "version": done });
            done += 1;
            assert_eq!(client.ask("game.order", &params).await["version"], done);
        }
    }
    served.kill();
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let log = client.ask("game.log", &json!({ "game": game, "token": token })).await;
    let entries = log["entries"].as_array().expect("a list");
    assert_eq!(entries.len(), done);
    for (entry, (side, order)) in entries.iter().zip(&recorded.orders) {
        assert_eq!((&entry["side"], &entry["order"]), (&json!(side), order));
    }
}
