//! Games that go after a while, where whoever runs the server has said so.

use std::time::Duration;

use serde_json::{Value, json};
use server::store::{NewJob, Present};
use server::{Front, Limits};
use sqlx::{AssertSqlSafe, Executor, Row};
use tempfile::tempdir;

use crate::kept_in::Backend;
use crate::site::{Client, Site, hands};

pub const DAY: i64 = 24 * 3600;

/// Games that are over stay for ten days, those that do not go on for twenty.
pub fn limits() -> Limits {
    let days = |days: u64| Some(Duration::from_secs(days * 24 * 3600));
    Limits { finished_for: days(10), idle_for: days(20), ..Limits::default() }
}

pub fn now() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() as i64
}

/// The names and tokens of a game that is over, one that has begun and one that has not.
pub async fn games(client: &mut Client) -> [(String, Value); 3] {
    let over = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&over.0, &over.1["both"], 10).await.unwrap();
    let begun = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&begun.0, &begun.1["both"], 1).await.unwrap();
    let new = client.begin(json!({ "scenario": "heap" })).await;
    [over, begun, new]
}

pub async fn there(site: &Site, game: &str) -> bool {
    site.games.store().facts(Some(game)).await.unwrap().len() == 1
}

#[tokio::test]
async fn nothing_that_has_begun_goes_unless_it_is_said() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let [over, begun, new] = games(&mut site.client().await).await;
    site.games.expire(now() + 10_000 * DAY).await;
    assert!(there(&site, &over.0).await && there(&site, &begun.0).await);
    assert!(!there(&site, &new.0).await, "nobody began it");
    site.close().await;
}

pub async fn games_go_at_their_time_and_it_is_told(backend: Backend) {
    let folder = backend.folder();
    let limits = Limits { unstarted_for: None, ..limits() };
    let site = Site::open_limited(folder.path(), limits, Front::default()).await;
    let mut client = site.client().await;
    let [over, begun, new] = games(&mut client).await;
    let now = now();
    for (days, expected) in [
        (9, [true, true, true]),
        // Another two hours pass in which other servers can say that somebody watches.
        (10, [true, true, true]),
        (11, [false, true, true]),
        (19, [false, true, true]),
        (21, [false, false, true]),
        (9999, [false, false, true]),
    ] {
        site.games.expire(now + days * DAY).await;
        for (game, expected) in [&over, &begun, &new].into_iter().zip(expected) {
            assert_eq!(there(&site, &game.0).await, expected, "after {days} days");
        }
    }
    let told = json!(site.games.limits_told().kept);
    let kept = |games: &str, days: Value, gone: u32| json!({ "games": games, "days": days, "gone": gone });
    let expected =
        [kept("unstarted", Value::Null, 0), kept("finished", json!(10), 1), kept("idle", json!(20), 1)];
    assert_eq!(told, json!(expected));
    let gone = client.ask("game.view", json!({ "game": over.0 })).await.unwrap_err();
    assert_eq!(gone["code"], 3);
    let listed = client.ask("game.list", json!({ "tokens": [over.1["both"], new.1["both"]] })).await.unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);
    site.close().await;
}

pub async fn one_that_is_watched_or_goes_on_stays(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open_limited(folder.path(), limits(), Front::default()).await;
    let mut client = site.client().await;
    let [over, begun, _] = games(&mut client).await;
    let mut watcher = site.client().await;
    watcher.ask("game.watch", json!({ "game": over.0 })).await.unwrap();
    let now = now();
    site.games.expire(now + 40 * DAY).await;
    assert!(there(&site, &over.0).await && !there(&site, &begun.0).await);
    watcher.ask("game.unwatch", json!({ "game": over.0 })).await.unwrap();
    site.games.expire(now + 40 * DAY + 3600).await;
    assert!(there(&site, &over.0).await, "it was watched an hour ago");
    site.games.expire(now + 40 * DAY + 3 * 3600).await;
    assert!(!there(&site, &over.0).await);
    site.close().await;
}

#[tokio::test]
async fn a_game_whose_last_change_cannot_be_believed_stays() {
    let folder = tempdir().unwrap();
    let site = Site::open_limited(folder.path(), limits(), Front::default()).await;
    let [over, begun, _] = games(&mut site.client().await).await;
    let mut hands = hands(folder.path()).await;
    // As if the one that has begun were over.
    let damage = format!("UPDATE games SET asked = NULL WHERE id = '{}'", begun.0);
    hands.execute(sqlx::query(AssertSqlSafe(damage))).await.unwrap();
    site.games.expire(now() + 15 * DAY).await;
    assert!(!there(&site, &over.0).await && there(&site, &begun.0).await);
    site.close().await;
}

pub async fn all_that_is_kept_of_a_game_goes_with_it_and_nothing_else(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open_limited(folder.path(), limits(), Front::default()).await;
    let mut client = site.client().await;
    let [over, begun, _] = games(&mut client).await;
    let [stays, _, _] = games(&mut client).await;
    let store = site.games.store();
    let mut hands = hands(folder.path()).await;
    for (pack, created) in [("old", 1), ("young", now() + 100 * DAY), ("shared", 1), ("unplayed", 1)] {
        let pack = format!(
            "INSERT INTO packs (id, title, files, created) VALUES ('{pack}', 'P', '{{}}', {created})"
        );
        hands.execute(sqlx::query(AssertSqlSafe(pack))).await.unwrap();
    }
    for (game, pack) in [(&over, "old"), (&begun, "young"), (&stays, "shared")] {
        let played = format!("UPDATE games SET pack = '{pack}' WHERE id = '{}'", game.0);
        hands.execute(sqlx::query(AssertSqlSafe(played))).await.unwrap();
        store.keep_review(&game.0, 1, &json!({ "version": 1 })).await.unwrap();
        store
            .keep_present(&game.0, &Present { seat: "union".to_owned(), version: 1, share: None })
            .await
            .unwrap();
        let job = NewJob {
            kind: "turn".to_owned(),
            key: game.0.clone(),
            batch: server::batch(&game.0),
            urgency: 0,
            work: json!({}),
            preferred: None,
        };
        store.enter_jobs(&[job]).await.unwrap();
    }
    // That one is watched.
    client.ask("game.watch", json!({ "game": stays.0 })).await.unwrap();
    site.games.expire(now() + 40 * DAY).await;
    for (table, column) in [
        ("games", "id"),
        ("entries", "game"),
        ("seats", "game"),
        ("standing", "game"),
        ("reviews", "game"),
        ("presence", "game"),
        ("jobs", "batch"),
    ] {
        for (game, kept) in [(&over, false), (&begun, false), (&stays, table != "standing")] {
            let name = if table == "jobs" { server::batch(&game.0) } else { game.0.clone() };
            let count = format!("SELECT COUNT(*) FROM {table} WHERE {column} = '{name}'");
            let count: i64 = hands.fetch_one(sqlx::query(AssertSqlSafe(count))).await.unwrap().get(0);
            assert_eq!(count > 0, kept, "{table}");
        }
    }
    let packs = hands.fetch_all("SELECT id FROM packs ORDER BY id").await.unwrap();
    let packs: Vec<String> = packs.iter().map(|row| row.get(0)).collect();
    assert_eq!(packs, ["shared", "unplayed", "young"]);
    site.close().await;
}
