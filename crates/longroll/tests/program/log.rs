//! What the log contains, and what it must not.

use std::process::Stdio;

use serde_json::json;
use tempfile::tempdir;

use crate::served::{Client, Served};

#[tokio::test]
async fn the_log_holds_no_secret_however_much_of_it_is_asked_for() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("log");
    let log = std::fs::File::create(&file).expect("a file");
    let served = Served::start_logging(folder.path(), "trace", Stdio::from(log));
    let mut client = Client::connect(&served).await;
    let begun = client.ask("game.new", &json!({ "scenario": "training", "mode": "two" })).await;
    let (game, token) = (&begun["game"], &begun["tokens"]["union"]);
    client.ask("game.watch", &json!({ "game": game, "token": token, "seed": "my own share" })).await;
    client.ask("game.order", &json!({ "game": game, "token": token, "order": { "end-movement": {} } })).await;
    served.kill();
    let log = std::fs::read_to_string(&file).expect("it is text");
    assert!(log.contains("a game begins"), "{log}");
    for secret in [game, token, &begun["tokens"]["confederate"], &json!("my own share")] {
        assert!(!log.contains(secret.as_str().expect("text")), "{secret} in\n{log}");
    }
}
