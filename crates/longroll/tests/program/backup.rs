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

#[tokio::test]
async fn a_backup_goes_where_no_games_are_and_games_move_between_folders() {
    let folder = tempdir().expect("a folder");
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    let began = client.ask("game.new", &json!({ "scenario": "training" })).await;
    let file = folder.path().join("copy");
    let name = file.to_str().expect("a name");
    assert!(longroll(&["backup", name], folder.path()).status.success());
    served.kill();
    let key = folder.path().join("longroll.key");
    let key = key.to_str().expect("a name");

    let there = tempdir().expect("a folder");
    let refused = longroll(&["restore", name], there.path());
    assert!(!refused.status.success() && told(&refused).contains("longroll.key is missing"), "{refused:?}");
    assert!(std::fs::read_dir(there.path()).expect("it is there").next().is_none(), "nothing is left behind");
    let restored = longroll(&["restore", name, "--key-file", key], there.path());
    assert!(restored.status.success(), "{}", told(&restored));
    assert!(told(&restored).contains("1 game, each checked to its last entry"), "{}", told(&restored));
    let again = longroll(&["restore", name, "--key-file", key], there.path());
    assert!(!again.status.success() && told(&again).contains("holds games already"), "{}", told(&again));
    let nothing = longroll(&["restore", "/no/such/file", "--key-file", key], there.path());
    assert!(!nothing.status.success() && told(&nothing).contains("there is no database"), "{nothing:?}");

    let moved = tempdir().expect("a folder");
    let names = [there.path(), moved.path()].map(|folder| folder.to_str().expect("a name").to_owned());
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_longroll")).args(arguments).output().expect("it runs")
    };
    let done = run(&["move-database", &names[0], &names[1], "--key-file", key]);
    assert!(done.status.success() && told(&done).contains("1 game, each checked"), "{}", told(&done));
    let twice = run(&["move-database", &names[0], &names[1], "--key-file", key]);
    assert!(!twice.status.success() && told(&twice).contains("holds games already"), "{}", told(&twice));
    let other = run(&["move-database", &names[0], "mysql://host/games", "--key-file", key]);
    assert!(!other.status.success() && told(&other).contains("mysql:// is neither"), "{}", told(&other));
    let look = json!({ "game": began["game"] });
    let served = Served::start_with(moved.path(), &["--key-file", key]);
    assert_eq!(Client::connect(&served).await.ask("game.view", &look).await["version"], 0);
}

#[cfg(not(feature = "club"))]
#[test]
fn a_program_without_postgresql_says_so() {
    let folder = tempdir().expect("a folder");
    let refused = longroll(&["serve", "--database", "postgres://longroll@localhost/games"], folder.path());
    assert!(!refused.status.success());
    assert!(told(&refused).contains("built without PostgreSQL"), "{}", told(&refused));
}
