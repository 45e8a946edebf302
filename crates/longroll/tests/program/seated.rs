//! Outside programs seated by a server: `longroll serve --bot NAME=PROGRAM`.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::served::{Client, Served};

/// The entries of a game on the training battle, this bot against a random commander, watched to
/// its end.
async fn game(served: &Served, bot: &str) -> Vec<Value> {
    let mut client = Client::connect(served).await;
    let commanders =
        json!({ "union": { "level": "random", "bot": bot }, "confederate": { "level": "random" } });
    let new = json!({ "scenario": "training", "commanders": commanders });
    let game = client.ask("game.new", &new).await["game"].take();
    let watched = client.ask("game.watch", &json!({ "game": game })).await;
    let mut entries = watched["entries"].as_array().expect("entries").clone();
    let mut phase = watched["view"]["phase"].clone();
    while phase != "over" {
        let mut notice = client.receive().await.expect("the server is there");
        entries.extend(notice["params"]["entries"].as_array().expect("entries").iter().cloned());
        phase = notice["params"]["view"]["phase"].take();
    }
    entries
}

#[tokio::test]
async fn a_bot_plays_in_the_browser_as_computers_do_and_forfeits_decisions_not_games() {
    let folder = tempdir().expect("a folder");
    let bot = format!("first={}", env!("CARGO_BIN_EXE_first-option"));
    let served =
        Served::start_with(folder.path(), &["--bot", &bot, "--bot", "gone=/there/is/no/such/program"]);
    let mut client = Client::connect(&served).await;
    assert_eq!(client.ask("initialize", &json!({})).await["bots"], json!(["first", "gone"]));

    let entries = game(&served, "first").await;
    let reasons = entries.iter().filter(|entry| entry["reason"] == "It was the first that was legal.");
    assert!(reasons.count() > 5, "{entries:?}");
    assert!(entries.iter().all(|entry| entry["reason"].is_null() || entry["side"] == "union"));

    let entries = game(&served, "gone").await;
    assert!(entries.iter().any(|entry| entry["side"] == "union" && entry["order"].is_object()));

    let commanders = json!({ "union": { "level": "random", "bot": "stranger" } });
    client.send("game.new", &json!({ "scenario": "training", "commanders": commanders })).await;
    let refused = client.receive().await.expect("the server is there");
    let message = refused["error"]["message"].as_str().expect("a refusal");
    assert!(message.contains("commanders.union.bot") && message.contains("'stranger'"), "{message}");
}
