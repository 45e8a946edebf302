//! The answer to `game.watch`, compressed for who asks for it.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::site::{Client, Site};

/// A game of many orders, each told in the log.
async fn long_game(client: &mut Client) -> (String, Value) {
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    for version in 1..=40 {
        let took = client.take(&game, &tokens["both"], 1).await.unwrap();
        assert_eq!(took["version"], version);
    }
    (game, tokens["both"].clone())
}

#[tokio::test]
async fn who_asks_for_it_is_told_the_same_in_fewer_bytes_and_others_as_ever() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut plain = site.client().await;
    let (game, token) = long_game(&mut plain).await;
    let watch =
        |compress: bool| json!({ "game": game, "token": token, "patches": true, "compress": compress });
    let whole = plain.ask("game.watch", watch(false)).await.unwrap();
    let mut packed = site.client().await;
    assert_eq!(packed.ask("game.watch", watch(true)).await.unwrap(), whole);
    let [length] = packed.compressed[..] else { panic!("{:?}", packed.compressed) };
    assert!(4 * length < whole.to_string().len(), "{length} of {} bytes", whole.to_string().len());
    // What follows is text for both, and comes after that answer.
    plain.take(&game, &token, 1).await.unwrap();
    assert_eq!(packed.hear().await, plain.hear().await);
    site.close().await;
}

#[tokio::test]
async fn what_is_short_holds_a_token_or_is_no_answer_to_a_watch_is_text() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, token) = long_game(&mut client).await;
    let seen = json!({ "game": game, "token": token, "version": 40, "compress": true });
    assert!(client.ask("game.watch", seen).await.unwrap().to_string().len() < 2048);
    assert!(client.compressed.is_empty(), "it is short");
    let all = json!({ "game": game, "token": token, "compress": true });
    client.ask("game.watch", all).await.unwrap();
    assert_eq!(client.compressed.len(), 1);
    for method in ["game.log", "game.save", "game.view", "game.options"] {
        client.ask(method, json!({ "game": game, "token": token })).await.unwrap();
    }
    let name = "a long name, ".repeat(300);
    let record = client.ask("game.save", json!({ "game": game, "token": token })).await.unwrap();
    client.ask("game.load", json!({ "record": record["record"] })).await.unwrap();
    let refused = client.ask("game.watch", json!({ "game": name, "compress": true })).await.unwrap_err();
    assert_eq!(refused["code"], 3);
    let malformed = json!({ "game": game, "compress": "yes" });
    client.ask("game.watch", malformed).await.unwrap_err();
    client.take(&game, &token, 1).await.unwrap();
    assert_eq!(client.compressed.len(), 1, "nothing else is compressed");
    site.close().await;
}
