//! Accounts in a file: that nothing in it opens anything, that damage is noticed, and that they go into
//! backups.

use serde_json::json;
use server::store;
use tempfile::tempdir;

use crate::accounts::{ORIGIN, PASSWORD, listed, of_account, open, over, settings, two};
use crate::site::{hands, open_store};

#[tokio::test]
async fn nothing_that_opens_anything_is_in_the_database() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookie = club.join("Ann").await;
    let secret = cookie.split_once('=').unwrap().1.to_owned();
    let mut client = club.client("").await;
    let (_, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let token = tokens["both"].as_str().unwrap().to_owned();
    let kept = club.post("seats/keep", &cookie, json!({ "tokens": [token] })).await;
    assert_eq!(kept.body, json!({ "kept": 1, "unknown": 0 }));
    club.site.close().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        for what in [&secret, &token, &PASSWORD.to_owned()] {
            let found = bytes.windows(what.len()).any(|window| window == what.as_bytes());
            assert!(!found, "{}: {what}", file.display());
        }
    }
    let mut hands = hands(folder.path()).await;
    let password: String =
        sqlx::query_scalar("SELECT password FROM accounts").fetch_one(&mut hands).await.unwrap();
    assert!(password.starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{password}");
}

#[tokio::test]
async fn damage_is_noticed_and_accounts_go_along_into_a_backup() {
    let (folder, copy, moved) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let key = store::KeyChoice::File(folder.path().join("the.key"));
    let with_key = store::Settings { key, ..store::Settings::default() };
    let club = over(open_store(folder.path(), with_key.clone()).await, settings(), ORIGIN).await;
    let ann = club.join("Ann").await;
    club.join("Ben").await;
    let mut guest = club.client("").await;
    let (game, tokens) = two(&mut guest).await;
    club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"], tokens["confederate"]] })).await;
    club.site.close().await;
    let place = store::Database::Folder(folder.path().to_owned());
    let made = store::backup(&place, &copy.path().join("games.sqlite"), &with_key).await.unwrap();
    assert_eq!((made.games, made.misfits), (1, vec![]));
    store::transfer(&place, &store::Database::Folder(moved.path().to_owned()), &with_key).await.unwrap();
    // Either is as good as what it was made of.
    for folder in [moved.path(), copy.path()] {
        let club = over(open_store(folder, with_key.clone()).await, settings(), ORIGIN).await;
        assert_eq!(club.who(&ann).await, "Ann");
        assert_eq!(listed(&mut club.client(&ann).await, &[]).await.len(), 2);
        assert_eq!(club.post("create", "", json!({ "name": "Ann", "password": PASSWORD })).await.status, 409);
        club.site.close().await;
    }
    let club = over(open_store(copy.path(), with_key.clone()).await, settings(), ORIGIN).await;
    let mut away = club.client(&ann).await;
    let mut hands = hands(copy.path()).await;
    for damage in [
        "UPDATE accounts SET name = 'Bem' WHERE name = 'Ben'",
        "UPDATE account_seats SET seat = 'both' WHERE seat = 'union'",
    ] {
        sqlx::query(damage).execute(&mut hands).await.unwrap();
    }
    let odd = club.sign_in("Ben", PASSWORD).await;
    assert_eq!(odd.status, 500);
    assert!(odd.error().starts_with("An account is damaged"), "{odd:?}");
    assert_eq!(listed(&mut away, &[]).await, [(game.clone(), "confederate".to_owned(), true)]);
    let refused = away.ask("game.view", json!({ "game": game, "token": of_account("both", &game) })).await;
    assert_eq!(refused.unwrap_err()["code"], 4);
    club.site.close().await;
    let place = store::Database::Folder(copy.path().to_owned());
    let made = store::backup(&place, &copy.path().join("again.sqlite"), &with_key).await.unwrap();
    assert_eq!(made.misfits, [("accounts", 1), ("seats of accounts", 1)]);
}

#[tokio::test]
async fn a_backup_tells_of_whatever_is_not_as_it_was_written() {
    let (folder, copy) = (tempdir().unwrap(), tempdir().unwrap());
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut open_ones = Vec::new();
    for _ in 0..2 {
        let terms = json!({ "terms": { "scenario": "heap" }, "side": "union" });
        let made = club.post("/club/challenges/make", &ann, terms).await;
        assert_eq!(made.status, 200, "{made:?}");
        open_ones.push(made.body["challenge"].clone());
    }
    let first = json!({ "challenge": open_ones[0] });
    assert_eq!(club.post("/club/challenges/accept", &ben, first).await.status, 200);
    let mut client = club.client("").await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    for take in [4, 6] {
        client.take(&game, &tokens["both"], take).await.unwrap();
    }
    let put = json!({ "game": game, "token": tokens["both"] });
    assert_eq!(club.post("/library/put", &ann, put).await.status, 200);
    let study = json!({ "shown": "open", "title": "Taking", "moments": [] });
    assert_eq!(club.post("/studies/keep", &ann, study).await.status, 200);
    let tokens = json!({ "tokens": [tokens["both"]] });
    assert_eq!(club.post("seats/keep", &ann, tokens).await.status, 200);
    club.site.close().await;
    let mut hands = hands(folder.path()).await;
    let account: String =
        sqlx::query_scalar("SELECT id FROM accounts WHERE name = 'Ann'").fetch_one(&mut hands).await.unwrap();
    let kept = open_store(folder.path(), store::Settings::default()).await;
    let games = [("a game".to_owned(), None), ("another".to_owned(), Some(json!({ "won": true })))];
    let line = json!({ "title": "Autumn Swiss" });
    let tournament = store::NewTournament { id: "swiss", version: 0, open: true, line: &line, games: &games };
    assert!(kept.keep_tournament(&tournament).await.unwrap());
    let key = store::KeptPasskey {
        id: "key".to_owned(),
        account,
        name: "a telephone".to_owned(),
        key: "{}".to_owned(),
        created: 1,
        used: 1,
    };
    assert!(kept.add_passkey(&key, 9).await.unwrap());
    kept.close().await;
    let settings = store::Settings::default();
    let place = store::Database::Folder(folder.path().to_owned());
    let mut copies = 0..;
    let mut made = async || {
        let file = copy.path().join(format!("{}.sqlite", copies.next().unwrap()));
        store::backup(&place, &file, &settings).await.unwrap().misfits
    };
    assert_eq!(made().await, []);
    for (damage, kind, count) in [
        ("UPDATE accounts SET changed = changed + 1", "accounts", 2),
        ("UPDATE account_seats SET created = created + 1", "seats of accounts", 3),
        ("UPDATE matches SET rated = 1 - rated", "games of matches", 1),
        ("UPDATE challenges SET until = until + 1", "challenges", 1),
        ("UPDATE tournaments SET version = version + 1", "tournaments", 1),
        ("UPDATE tournament_games SET counts = '{}'", "games of tournaments", 2),
        ("UPDATE library SET margin = margin + 1", "games of the library", 1),
        ("UPDATE studies SET line = 'no JSON'", "studies", 1),
        ("UPDATE passkeys SET used = used + 1", "passkeys", 1),
    ] {
        sqlx::query(damage).execute(&mut hands).await.unwrap();
        assert_eq!(made().await.last(), Some(&(kind, count)));
    }
    assert_eq!(made().await.len(), 9);
}

#[tokio::test]
async fn what_was_said_and_noted_moves_along_with_the_games() {
    let (folder, moved) = (tempdir().unwrap(), tempdir().unwrap());
    let key = store::KeyChoice::File(folder.path().join("the.key"));
    let with_key = store::Settings { key, ..store::Settings::default() };
    let club = over(open_store(folder.path(), with_key.clone()).await, settings(), ORIGIN).await;
    let mut client = club.client("").await;
    let (game, tokens) = two(&mut client).await;
    let with = |more: serde_json::Value| {
        let mut params = more;
        params["game"] = json!(game);
        params["token"] = tokens["union"].clone();
        params
    };
    client.ask("talk.say", with(json!({ "room": "players", "text": "Well met." }))).await.unwrap();
    client.ask("talk.mute", with(json!({ "muted": true }))).await.unwrap();
    client.ask("talk.note", with(json!({ "hex": "1216", "text": "Hold." }))).await.unwrap();
    let talk = client.ask("talk.read", with(json!({}))).await.unwrap();
    let notes = client.ask("talk.notes", with(json!({}))).await.unwrap();
    club.site.close().await;
    let place = |folder: &tempfile::TempDir| store::Database::Folder(folder.path().to_owned());
    store::transfer(&place(&folder), &place(&moved), &with_key).await.unwrap();
    let club = over(open_store(moved.path(), with_key).await, settings(), ORIGIN).await;
    let mut client = club.client("").await;
    assert_eq!(client.ask("talk.read", with(json!({}))).await.unwrap(), talk);
    assert_eq!(client.ask("talk.notes", with(json!({}))).await.unwrap(), notes);
    assert_eq!(
        (&talk["muted"], &talk["players"]["messages"][0]["text"]),
        (&json!(true), &json!("Well met."))
    );
    club.site.close().await;
}
