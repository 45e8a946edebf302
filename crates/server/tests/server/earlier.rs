//! Games of a server whose rules have changed since: they are all there, and go on.

use std::path::Path;
use std::sync::Arc;

use catalog::Library;
use serde_json::{Value, json};
use server::store::{Database, Settings, backup, restore};
use tabletop::Verdict;
use tempfile::tempdir;

use crate::site::Site;
use crate::toy::LaterToys;

fn of_today() -> Library {
    Library::new().with_system(Arc::new(LaterToys))
}

async fn opened_today(folder: &Path) -> Site {
    Site::open_with(folder, of_today()).await
}

#[tokio::test]
async fn games_of_yesterday_go_on_under_the_rules_of_today() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    // What was taken is no longer legal.
    let (going, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let token = tokens["both"].clone();
    client.take(&going, &token, 7).await.unwrap();
    client.take(&going, &token, 2).await.unwrap();
    let (ended, of_ended) = client.begin(json!({ "scenario": "heap" })).await;
    for count in [9, 1] {
        client.take(&ended, &of_ended["both"], count).await.unwrap();
    }
    drop(client);
    site.close().await;

    let site = opened_today(folder.path()).await;
    let mut client = site.client().await;
    let all = json!([token, of_ended["both"]]);
    let listed = client.ask("game.list", json!({ "tokens": all })).await.unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2, "{listed}");
    assert_eq!(listed.get("damaged"), None, "{listed}");
    let watched = client.ask("game.watch", json!({ "game": going, "token": token })).await.unwrap();
    assert_eq!(watched["view"]["heap"], json!(999_991));
    let refused = client.take(&going, &token, 6).await.unwrap_err();
    assert_eq!(refused["data"]["case"], json!("2.2"), "{refused}");
    client.take(&going, &token, 5).await.unwrap();
    let asked = json!({ "game": going, "token": token });
    client.ask("game.undo", asked.clone()).await.unwrap();
    client.ask("game.redo", asked).await.unwrap();
    client.ask("game.log", json!({ "game": going })).await.unwrap();
    client.ask("game.view", json!({ "game": going, "version": 1 })).await.unwrap();
    let branch = client.ask("game.branch", json!({ "game": ended, "version": 1 })).await.unwrap();
    assert_eq!(branch["view"]["heap"], json!(1));

    // Their records are taken wherever the rules are today's, and said to be what they are.
    for (game, token) in [(&going, &token), (&ended, &of_ended["both"])] {
        let saved = client.ask("game.save", json!({ "game": game, "token": token })).await.unwrap();
        let record = saved["record"].as_str().unwrap();
        let audit = of_today().audit(record.as_bytes(), &[]);
        assert_eq!((audit.verdict(), audit.earlier.map(|fault| fault.line)), (Verdict::Unproved, Some(2)));
        let loaded = client.ask("game.load", json!({ "record": record })).await.unwrap();
        assert_eq!(loaded["version"], json!(record.lines().count() - 1));
        let forged = record.replacen("\"count\":7", "\"count\":8", 1);
        if forged != record {
            client.ask("game.load", json!({ "record": forged })).await.unwrap_err();
        }
    }
    let of_tomorrow = newer(&mut client, &going).await;
    let refused = client.ask("game.load", json!({ "record": of_tomorrow })).await;
    let said = refused.unwrap_err()["message"].as_str().unwrap().to_owned();
    assert!(said.contains("written by a newer program"), "{said}");
    drop(client);
    site.close().await;

    // They go along into a backup, and come back out of it.
    let place = tempdir().unwrap();
    let copy = place.path().join("games.sqlite");
    let made =
        backup(&Database::Folder(folder.path().to_owned()), &copy, &Settings::default()).await.unwrap();
    assert_eq!((made.games, made.damaged, made.misfits), (5, vec![], vec![]));
    let back = tempdir().unwrap();
    std::fs::copy(folder.path().join("longroll.key"), back.path().join("longroll.key")).unwrap();
    restore(&copy, &Database::Folder(back.path().to_owned()), &Settings::default()).await.unwrap();
    let site = opened_today(back.path()).await;
    let mut client = site.client().await;
    assert_eq!(client.take(&going, &token, 5).await.unwrap()["version"], json!(6));
}

/// The record of a game as a newer program would have written it.
async fn newer(client: &mut crate::site::Client, game: &str) -> String {
    let saved = client.ask("game.save", json!({ "game": game })).await.unwrap();
    let record = saved["record"].as_str().unwrap();
    let mut header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    header["rules"] = json!(9);
    format!("{header}\n")
}
