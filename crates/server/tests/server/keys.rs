//! The key to the secrets of the dice: without it they cannot be read, and the games wait for it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use server::store::{Backup, BackupError, Database, KeyChoice, OpenError, Settings, Store};
use sqlx::Connection;
use tempfile::tempdir;

use crate::older;
use crate::site::{Client, Site, hands};

fn key(folder: &Path) -> PathBuf {
    folder.join("longroll.key")
}

fn with(key: KeyChoice) -> Settings {
    Settings { key, ..Settings::default() }
}

/// Whether any file in the folder contains these bytes.
fn holds(folder: &Path, bytes: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let content = std::fs::read(file.unwrap().path()).unwrap();
        content.windows(bytes.len()).any(|window| window == bytes)
    })
}

async fn thrown(client: &mut Client, game: &str, token: &Value) -> Result<Value, Value> {
    client.ask("game.order", json!({ "game": game, "token": token, "order": { "throw": {} } })).await
}

/// A backup of the games in that folder.
async fn backup(folder: &Path, to: &Path) -> Result<Backup, BackupError> {
    server::store::backup(&Database::Folder(folder.to_owned()), to, &Settings::default()).await
}

#[tokio::test]
async fn secrets_of_older_databases_are_encrypted_and_nowhere_left_in_the_clear() {
    for form in 1..=4 {
        let folder = tempdir().unwrap();
        let site = Site::open(folder.path()).await;
        let mut client = site.client().await;
        let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
        client.take(&game, &tokens["both"], 1).await.unwrap();
        site.close().await;
        std::fs::remove_file(key(folder.path())).unwrap();
        older::take_back(&folder.path().join("games.sqlite"), form).await;
        assert!(holds(folder.path(), older::SECRET.as_bytes()));

        let store = Store::open(folder.path()).await.unwrap();
        assert!(!holds(folder.path(), older::SECRET.as_bytes()), "form {form}");
        let kept = store.load(&game).await.unwrap().unwrap();
        assert_eq!(kept.secret.as_deref(), Some(older::SECRET));
        assert_eq!((kept.entries.len(), kept.doubtful), (1, false));
        store.close().await;
        assert!(!holds(folder.path(), older::SECRET.as_bytes()), "form {form}");
        assert!(std::fs::read_to_string(key(folder.path())).unwrap().starts_with("# The key"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(key(folder.path())).unwrap().permissions().mode() & 0o777, 0o600);
        }
        // The game goes on.
        let site = Site::open(folder.path()).await;
        assert_eq!(site.client().await.take(&game, &tokens["both"], 1).await.unwrap()["version"], 2);
        site.close().await;
    }
}

#[tokio::test]
async fn without_the_right_key_games_are_not_served_and_the_missing_key_is_named() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    thrown(&mut client, &game, &tokens["both"]).await.unwrap();
    site.close().await;
    let sound = std::fs::read(key(folder.path())).unwrap();
    let text = String::from_utf8(sound.clone()).unwrap();

    let away = folder.path().join("away.key");
    std::fs::rename(key(folder.path()), &away).unwrap();
    let refusal = async || Store::open(folder.path()).await.expect_err("the key is not there").to_string();
    let told = refusal().await;
    assert!(told.contains("longroll.key is missing") && told.contains("--without-key"), "{told}");
    assert!(told.contains("of 1 game in "), "{told}");
    assert!(!key(folder.path()).exists(), "no other key is made");

    let another = text.replace('a', "b").replace('0', "1");
    for (content, words) in [
        (another.as_bytes(), "holds another key"),
        (&text.as_bytes()[..text.len() - 8], "holds no key"),
        (b"", "holds no key"),
        (b"\xff\xfe garbage", "holds no key"),
        (text.repeat(2).as_bytes(), "holds no key"),
    ] {
        std::fs::write(key(folder.path()), content).unwrap();
        let told = refusal().await;
        assert!(told.contains("longroll.key") && told.contains(words), "{told}");
        assert!(told.contains("fingerprint"), "{told}");
    }
    std::fs::remove_file(key(folder.path())).unwrap();
    std::fs::create_dir(key(folder.path())).unwrap();
    assert!(refusal().await.contains("cannot be read"));

    // A key given by name is the same key wherever it lies.
    let store = Store::open_with(folder.path(), with(KeyChoice::File(away))).await.unwrap();
    assert!(store.load(&game).await.unwrap().unwrap().secret.is_some());
    store.close().await;
}

#[tokio::test]
async fn without_the_key_games_are_watched_and_played_as_far_as_no_die_is_needed() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let look = json!({ "game": game, "token": tokens["both"] });
    let saved = client.ask("game.save", look.clone()).await.unwrap()["record"].as_str().unwrap().to_owned();
    site.close().await;

    let site = Site::open_settled(folder.path(), with(KeyChoice::Without)).await;
    let mut client = site.client().await;
    assert_eq!(client.ask("game.watch", look.clone()).await.unwrap()["version"], 1);
    assert_eq!(client.take(&game, &tokens["both"], 1).await.unwrap()["version"], 2);
    let refused = thrown(&mut client, &game, &tokens["both"]).await.unwrap_err();
    assert_eq!(refused["code"], 2);
    assert!(refused["message"].as_str().unwrap().contains("needs a die"), "{refused}");
    for (method, params) in
        [("game.new", json!({ "scenario": "heap" })), ("game.load", json!({ "record": saved }))]
    {
        let refused = client.ask(method, params).await.unwrap_err();
        assert_eq!(refused["code"], 2);
        assert!(refused["message"].as_str().unwrap().contains("--without-key"), "{refused}");
    }
    site.close().await;

    // With the key the game continues with the dice it would have had.
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    assert_eq!(thrown(&mut client, &game, &tokens["both"]).await.unwrap()["version"], 3);
    let saved = client.ask("game.save", look).await.unwrap()["record"].as_str().unwrap().to_owned();
    assert!(saved.contains("secret"), "who plays both sides may carry it away");
    site.close().await;
}

#[tokio::test]
async fn a_key_nobody_needs_any_more_is_no_hindrance() {
    let folder = tempdir().unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    let first = std::fs::read(key(folder.path())).unwrap();
    std::fs::remove_file(key(folder.path())).unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    assert_ne!(std::fs::read(key(folder.path())).unwrap(), first);
    // Two servers that begin at the same time have the same key.
    let other = tempdir().unwrap();
    let (one, two) = tokio::join!(Store::open(other.path()), Store::open(other.path()));
    let site = (one.unwrap(), two.unwrap());
    site.0.close().await;
    site.1.close().await;
}

#[tokio::test]
async fn a_backup_is_made_while_games_go_on_and_can_be_put_in_place() {
    let folder = tempdir().unwrap();
    let to = folder.path().join("backup.sqlite");
    let told = backup(folder.path(), &to).await.unwrap_err().to_string();
    assert!(told.contains("there is no database"), "{told}");
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let (other, _) = client.begin(json!({ "scenario": "heap" })).await;
    for _ in 0..20 {
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    let made = backup(folder.path(), &to).await.unwrap();
    assert_eq!((made.games, made.damaged.len(), made.older), (2, 0, false));
    assert!(made.fingerprint.is_some());
    client.take(&game, &tokens["both"], 1).await.unwrap();
    assert!(backup(folder.path(), &to).await.unwrap_err().to_string().contains("there already"));
    let nowhere = folder.path().join("no/such/folder.sqlite");
    assert!(backup(folder.path(), &nowhere).await.unwrap_err().to_string().contains("could not be written"));
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("part") || name.contains("backup"))
        .collect();
    assert_eq!(left, ["backup.sqlite"]);
    site.close().await;

    // Put in place in another folder, with its key.
    let there = tempdir().unwrap();
    std::fs::copy(&to, there.path().join("games.sqlite")).unwrap();
    assert!(matches!(Store::open(there.path()).await, Err(OpenError::Locked { .. })));
    std::fs::copy(key(folder.path()), key(there.path())).unwrap();
    let site = Site::open(there.path()).await;
    let mut client = site.client().await;
    assert_eq!(thrown(&mut client, &game, &tokens["both"]).await.unwrap()["version"], 21);
    assert_eq!(client.ask("game.view", json!({ "game": other })).await.unwrap()["version"], 0);
    site.close().await;
}

#[tokio::test]
async fn a_backup_names_the_games_that_are_damaged() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.begin(json!({ "scenario": "heap" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let mut hands = hands(folder.path()).await;
    sqlx::query("UPDATE entries SET line = replace(line, '1', '2')").execute(&mut hands).await.unwrap();
    hands.close().await.unwrap();
    let made = backup(folder.path(), &folder.path().join("b")).await.unwrap();
    assert_eq!((made.games, made.damaged.len(), &made.damaged[0].0), (2, 1, &game));
    assert!(made.damaged[0].1.contains("entr"), "{:?}", made.damaged);
    site.close().await;
}
