//! `longroll backup`, and the key, which it leaves out.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;
use tempfile::tempdir;

use crate::served::{Client, Served};

fn longroll(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(arguments)
        .arg("--data-dir")
        .arg(folder)
        .output()
        .expect("it runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test]
async fn a_backup_is_made_of_a_running_server_and_restored_with_its_key() {
    let folder = tempdir().expect("a folder");
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let began = client.ask("game.new", &json!({ "scenario": "training" })).await;
    let file = folder.path().join("copy");
    let name = file.to_str().expect("a name");
    let made = longroll(&["backup", name], folder.path());
    assert!(made.status.success(), "{}", told(&made));
    assert!(told(&made).contains("1 game, each checked"), "{}", told(&made));
    let key = folder.path().join("longroll.key");
    assert!(told(&made).contains(&format!("the key {} is not in it", key.display())), "{}", told(&made));
    let again = longroll(&["backup", name], folder.path());
    assert!(!again.status.success() && told(&again).contains("is there already"), "{}", told(&again));
    served.kill();

    let there = tempdir().expect("a folder");
    std::fs::copy(&file, there.path().join("games.sqlite")).expect("a copy");
    let refused = longroll(&["serve", "--port", "0"], there.path());
    assert!(!refused.status.success());
    let words = told(&refused);
    assert!(words.contains("longroll.key is missing") && words.contains("--without-key"), "{words}");
    // Without its key the game can be watched; with it, played.
    let look = json!({ "game": began["game"] });
    let served = Served::start_with(there.path(), &["--without-key"]);
    assert_eq!(Client::connect(&served).await.ask("game.view", &look).await["version"], 0);
    drop(served);
    let served = Served::start_with(there.path(), &["--key-file", key.to_str().expect("a name")]);
    assert_eq!(Client::connect(&served).await.ask("game.view", &look).await["version"], 0);
}
