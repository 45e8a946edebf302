//! Reviews of whole games: work of the server that goes on whoever hangs up, and survives the
//! server itself.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::kept_in::Backend;
use crate::site::{Client, Site, hands, soon};

async fn site(folder: &std::path::Path) -> Site {
    Site::open_with(folder, systems::library().unwrap()).await
}

/// A battle that two computers have fought to its end.
async fn fought(client: &mut Client) -> String {
    let levels = json!({ "union": { "level": "recruit" }, "confederate": { "level": "random" } });
    let (game, _) = client.begin(json!({ "scenario": "training", "commanders": levels })).await;
    let mut view = client.ask("game.watch", json!({ "game": game })).await.unwrap()["view"].take();
    while view["phase"] != "over" {
        let mut changed = client.hear().await;
        if changed["game"] == game.as_str() {
            view = changed["view"].take();
        }
    }
    client.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    game
}

fn whole(game: &str) -> Value {
    json!({ "game": game, "whole": true })
}

fn versions(moments: &Value) -> Vec<u64> {
    moments.as_array().unwrap().iter().map(|moment| moment["version"].as_u64().unwrap()).collect()
}

/// The next moment that is told; other notices are passed over.
async fn told(client: &mut Client) -> Value {
    loop {
        let mut message = client.notice().await;
        if message["method"] == "game.reviewed" {
            return message["params"].take();
        }
    }
}

#[tokio::test]
async fn a_whole_game_is_reviewed_once_whoever_asks_and_every_moment_is_told_once() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let (mut first, mut second) = (site.client().await, site.client().await);
    let game = fought(&mut first).await;
    let begun = first.ask("game.review", whole(&game)).await.unwrap();
    let moments = versions(&begun["moments"]);
    assert_eq!(begun["reviewed"], json!([]));
    // Asking again begins nothing, neither from there nor from elsewhere, though one client may
    // have two reviews in the queue at most and one game four.
    for _ in 0..8 {
        first.ask("game.review", whole(&game)).await.unwrap();
        second.ask("game.review", whole(&game)).await.unwrap();
    }
    let mut all = Vec::new();
    for done in 1..=moments.len() {
        let (one, other) = (told(&mut first).await, told(&mut second).await);
        assert_eq!(one, other);
        assert_eq!((&one["done"], &one["of"]), (&json!(done), &json!(moments.len())));
        all.push(one["moment"].clone());
    }
    assert_eq!(versions(&json!(all)), moments, "in their order, each once");
    for moment in &all {
        assert!(moment["outlook"]["games"].as_u64() >= Some(2), "{moment}");
        assert!(moment["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{moment}");
        assert!(!moment["intents"].as_array().unwrap().is_empty(), "{moment}");
    }
    // What was found is there for good, whole and moment by moment.
    let again = second.ask("game.review", whole(&game)).await.unwrap();
    assert_eq!(again["reviewed"], json!(all));
    let of = json!({ "game": game, "version": moments[1] });
    assert_eq!(second.ask("game.review", of).await.unwrap(), all[1]);
    site.close().await;
}

#[tokio::test]
async fn a_server_that_stops_in_the_middle_goes_on_where_it_was() {
    let folder = tempdir().unwrap();
    let first = site(folder.path()).await;
    let mut client = first.client().await;
    let game = fought(&mut client).await;
    let moments = versions(&client.ask("game.review", whole(&game)).await.unwrap()["moments"]);
    let found = told(&mut client).await["moment"].clone();
    first.close().await;

    let second = site(folder.path()).await;
    let mut client = second.client().await;
    let resumed = client.ask("game.review", whole(&game)).await.unwrap();
    let kept = resumed["reviewed"].as_array().unwrap().clone();
    assert_eq!(kept[0], found, "what was told is kept");
    assert!(kept.len() < moments.len(), "it had not come to its end");
    let mut all = kept;
    while all.len() < moments.len() {
        all.push(told(&mut client).await["moment"].clone());
    }
    assert_eq!(versions(&json!(all)), moments);
    second.close().await;
}

#[tokio::test]
async fn a_line_that_is_cut_costs_nothing() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut client = site.client().await;
    let game = fought(&mut client).await;
    let count = client.ask("game.review", whole(&game)).await.unwrap()["moments"].as_array().unwrap().len();
    drop(client);
    // Nobody is there, and it goes on.
    let store = site.games.store();
    soon(async { while store.reviews(&game).await.unwrap().len() < 2 {} }).await;
    let mut client = site.client().await;
    let answer = client.ask("game.review", whole(&game)).await.unwrap();
    let mut seen: BTreeSet<u64> = versions(&answer["reviewed"]).into_iter().collect();
    while seen.len() < count {
        seen.insert(told(&mut client).await["moment"]["version"].as_u64().unwrap());
    }
    site.close().await;
}

#[tokio::test]
async fn a_computer_moves_while_the_queue_is_full_of_reviews() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(fought(&mut person).await);
    }
    let mut readers = Vec::new();
    for game in &games {
        let mut reader = site.client().await;
        reader.ask("game.review", whole(game)).await.unwrap();
        readers.push(reader);
    }
    // A recruit has the side that moves first, and plays its whole turn meanwhile.
    let new = json!({ "scenario": "training", "commanders": { "union": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    let look = json!({ "game": game, "token": tokens["confederate"] });
    let mut view = person.ask("game.watch", look).await.unwrap()["view"].take();
    while view["question"]["side"] != "confederate" {
        let mut changed = person.hear().await;
        view = changed["view"].take();
    }
    let mut missing = 0;
    for (reader, game) in readers.iter_mut().zip(&games) {
        let answer = reader.ask("game.review", whole(game)).await.unwrap();
        missing += answer["moments"].as_array().unwrap().len() - answer["reviewed"].as_array().unwrap().len();
    }
    assert!(missing > 0, "the reviews are not over: the turn came before them");
    site.close().await;
}

#[tokio::test]
async fn only_what_is_over_is_reviewed_and_only_by_a_call_that_is_sound() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "training" })).await;
    let of = |token: &Value| json!({ "game": game, "token": token, "whole": true });
    assert_eq!(client.ask("game.review", of(&tokens["both"])).await.unwrap_err()["code"], 4);
    assert_eq!(client.ask("game.review", of(&json!("nobody's"))).await.unwrap_err()["code"], 4);
    let both = json!({ "game": game, "whole": true, "version": 0 });
    assert_eq!(client.ask("game.review", both).await.unwrap_err()["code"], -32602);
    assert_eq!(client.ask("game.review", whole("none")).await.unwrap_err()["code"], 3);
    site.close().await;
}

pub async fn what_is_damaged_of_a_review_is_found_again(backend: Backend) {
    let folder = backend.folder();
    let first = site(folder.path()).await;
    let mut client = first.client().await;
    let game = fought(&mut client).await;
    let store = first.games.store();
    store.keep_review(&game, 0, &json!({ "version": 0 })).await.unwrap();
    store.keep_review(&game, 7, &json!({ "version": 7, "margin": 0.1 + 0.2 })).await.unwrap();
    assert_eq!(store.reviews(&game).await.unwrap().len(), 2);
    first.close().await;
    let mut hands = hands(folder.path()).await;
    sqlx::query("UPDATE reviews SET line = '{\"version\":1}' WHERE version = 0")
        .execute(&mut hands)
        .await
        .unwrap();
    sqlx::Connection::close(hands).await.unwrap();

    let second = site(folder.path()).await;
    let store = second.games.store();
    let kept = store.reviews(&game).await.unwrap();
    assert_eq!(kept.keys().collect::<Vec<_>>(), [&7]);
    let mut client = second.client().await;
    client.ask("game.review", whole(&game)).await.unwrap();
    let again = told(&mut client).await;
    assert_eq!(again["moment"]["version"], 0, "found again");
    assert_eq!(store.reviews(&game).await.unwrap()[&0], again["moment"]);
    second.close().await;
}

#[tokio::test]
async fn other_questions_are_answered_while_advice_is_thought_over() {
    let folder = tempdir().unwrap();
    let site = site(folder.path()).await;
    let mut person = site.client().await;
    let new = json!({ "scenario": "chickamauga-2006", "advice": true });
    let (game, tokens) = person.begin(new).await;
    let of = json!({ "game": game, "token": tokens["both"] });
    for (id, method) in [(71, "game.advice"), (72, "game.options")] {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": of });
        person.send(request.to_string()).await;
    }
    let first = loop {
        let message = person.receive().await.unwrap();
        if message["id"].is_number() {
            break message;
        }
    };
    assert_eq!(first["id"], 72, "the general takes his time");
    assert!(first["result"]["verbs"].is_array());
    site.close().await;
}
