//! The server is asked to stop while orders are on their way: what it has heard is carried out and
//! answered, and everyone is told to come back.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::store::Store;
use server::{Front, Limits, Patience};
use sqlx::{Connection, Row};
use tempfile::tempdir;
use tokio_tungstenite::tungstenite::Message;

use crate::site::{Client, Site, hands, soon};
use crate::toy::Toys;

/// All answers up to the end of the connection, and the code that ended it, if one did.
async fn rest(client: &mut Client) -> (Vec<Value>, Option<u16>) {
    let mut answers = Vec::new();
    loop {
        match soon(client.socket.next()).await {
            Some(Ok(Message::Text(text))) => answers.push(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => return (answers, frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return (answers, None),
        }
    }
}

fn order(id: usize, game: &str, token: &Value) -> String {
    let params = json!({ "game": game, "token": token, "order": { "take": { "count": 1 } } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "game.order", "params": params }).to_string()
}

async fn kept(folder: &Path, game: &str) -> usize {
    let store = Store::open(folder).await.unwrap();
    let kept = store.load(game).await.unwrap().unwrap().entries.len();
    store.close().await;
    kept
}

#[tokio::test]
async fn orders_on_their_way_are_carried_out_and_answered_before_the_end() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut players = Vec::new();
    for _ in 0..4 {
        let mut client = site.client().await;
        let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
        for id in 1..=40 {
            client.send(order(100 + id, &game, &tokens["both"])).await;
        }
        players.push((client, game));
    }
    let mut onlooker = site.client().await;
    let stopped = site.stop();
    for (client, game) in &mut players {
        let (answers, code) = rest(client).await;
        assert_eq!(answers.len(), 40, "of {game}");
        for (version, answer) in (1..).zip(&answers) {
            assert_eq!(
                (&answer["id"], &answer["result"]["version"]),
                (&json!(100 + version), &json!(version)),
                "{answer}"
            );
        }
        assert_eq!(code, Some(1012));
    }
    assert_eq!(rest(&mut onlooker).await, (Vec::new(), Some(1012)));
    soon(stopped).await.unwrap().unwrap();
    for (_, game) in &players {
        assert_eq!(kept(folder.path(), game).await, 40);
    }
}

#[tokio::test]
async fn an_order_that_waits_for_the_disk_is_waited_for() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let mut hands = hands(folder.path()).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut hands).await.unwrap();
    client.send(order(7, &game, &tokens["both"])).await;
    let stopped = site.stop();
    // Nobody else is let in any more, and the order is not forgotten.
    let waiting: i64 =
        sqlx::query("SELECT count(*) FROM entries").fetch_one(&mut hands).await.unwrap().get(0);
    assert_eq!(waiting, 0);
    sqlx::query("ROLLBACK").execute(&mut hands).await.unwrap();
    let (answers, code) = rest(&mut client).await;
    assert_eq!((&answers[0]["id"], &answers[0]["result"]["version"]), (&json!(7), &json!(1)), "{answers:?}");
    assert_eq!((answers.len(), code), (1, Some(1012)));
    soon(stopped).await.unwrap().unwrap();
    hands.close().await.unwrap();
    assert_eq!(kept(folder.path(), &game).await, 1);
}

#[tokio::test]
async fn a_disk_that_never_answers_does_not_keep_it_from_its_end() {
    let folder = tempdir().unwrap();
    let patience = Patience { farewell: Duration::from_millis(300), ..Patience::default() };
    let limits = Limits { patience, ..Limits::default() };
    let store = Store::open(folder.path()).await.unwrap();
    let library = Library::new().with_system(Arc::new(Toys));
    let site = Site::open_front(store, library, Duration::from_secs(3600), limits, Front::default()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let mut hands = hands(folder.path()).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut hands).await.unwrap();
    client.send(order(7, &game, &tokens["both"])).await;
    soon(site.stop()).await.unwrap().unwrap();
    // The order was not acknowledged, and what was before it is there.
    sqlx::query("ROLLBACK").execute(&mut hands).await.unwrap();
    hands.close().await.unwrap();
    assert!((1..=2).contains(&kept(folder.path(), &game).await));
}
