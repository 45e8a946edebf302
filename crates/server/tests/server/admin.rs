//! Games as whoever runs the server sees them, and their end.

use serde_json::json;
use server::store::GameFacts;

use crate::kept_in::Backend;
use crate::site::Site;

async fn facts(site: &Site, game: &str) -> Option<GameFacts> {
    site.games.store().facts(Some(game)).await.unwrap().pop()
}

pub async fn facts_of_games_are_told_and_no_secret(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (first, tokens) = client.begin(json!({ "scenario": "heap", "name": "one" })).await;
    client.take(&first, &tokens["both"], 2).await.unwrap();
    let (second, _) = client.begin(json!({ "scenario": "heap", "mode": "two" })).await;
    let told = facts(&site, &first).await.unwrap();
    assert_eq!((told.name.as_str(), told.scenario.as_str(), told.mode.as_str()), ("one", "heap", "hot-seat"));
    assert_eq!((told.union.as_str(), told.confederate.as_str(), told.over), ("person", "person", false));
    let log = client.ask("game.log", json!({ "game": first })).await.unwrap();
    assert_eq!(told.entries, log["entries"].as_array().unwrap().len() as i64);
    assert!(told.size > 50, "{told:?}");
    let text = json!(told).to_string();
    assert!(!text.contains(tokens["both"].as_str().unwrap()), "{text}");
    let other = facts(&site, &second).await.unwrap();
    assert_eq!((other.mode.as_str(), other.name.as_str(), other.entries), ("two", "", 0));
    let all = site.games.store().facts(None).await.unwrap();
    assert_eq!(all.len(), 2);
    assert!(all[0].updated >= all[1].updated);
    assert_eq!(site.games.store().fault(&first).await.unwrap(), None);
    assert!(facts(&site, "nobody").await.is_none());
    site.close().await;
}

pub async fn a_deleted_game_is_gone_for_whoever_has_it_open_and_others_go_on(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let (other, others) = client.begin(json!({ "scenario": "heap" })).await;
    for (game, tokens) in [(&game, &tokens), (&other, &others)] {
        client.ask("game.watch", json!({ "game": game, "token": tokens["both"] })).await.unwrap();
        client.take(game, &tokens["both"], 1).await.unwrap();
    }
    assert_eq!(site.games.open_names().len(), 2);
    assert!(site.games.delete(&game).await.unwrap());
    assert!(!site.games.delete(&game).await.unwrap(), "there is none any more");
    assert_eq!(site.games.open_names(), std::slice::from_ref(&other));
    for (method, params) in [
        ("game.view", json!({ "game": game })),
        ("game.order", json!({ "game": game, "token": tokens["both"], "order": { "take": { "count": 1 } } })),
    ] {
        let error = client.ask(method, params).await.unwrap_err();
        assert_eq!(error["code"], 3, "{method}: {error}");
    }
    assert!(facts(&site, &game).await.is_none());
    client.take(&other, &others["both"], 1).await.unwrap();
    site.close().await;
    let site = Site::open(folder.path()).await;
    assert_eq!(site.games.store().games().await.unwrap(), [other]);
    site.close().await;
}
