//! What is on disk.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use server::store::{Database, OpenError, Settings, Store, backup, restore, transfer};
use tempfile::tempdir;

use crate::older;
use crate::site::Site;

fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("games.sqlite")
}

#[tokio::test]
async fn every_game_is_where_it_was_after_a_restart() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "mode": "two", "name": "Ours" })).await;
    client.take(&game, &tokens["union"], 3).await.unwrap();
    let throw = json!({ "game": game, "token": tokens["confederate"], "order": { "throw": {} } });
    client.ask("game.order", throw).await.unwrap();
    client.ask("game.undo", json!({ "game": game, "token": tokens["union"] })).await.unwrap_err();
    let look = json!({ "game": game, "token": tokens["union"] });
    let before = client.ask("game.view", look.clone()).await.unwrap();
    let log = client.ask("game.log", json!({ "game": game })).await.unwrap();
    site.close().await;

    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    assert_eq!(client.ask("game.view", look).await.unwrap(), before);
    assert_eq!(client.ask("game.log", json!({ "game": game })).await.unwrap(), log);
    assert_eq!(client.take(&game, &tokens["confederate"], 1).await.unwrap_err()["code"], 1);
    assert_eq!(client.take(&game, &tokens["union"], 1).await.unwrap()["version"], 3);
    let listed = client.ask("game.list", json!({ "tokens": [tokens["union"]] })).await.unwrap();
    assert_eq!(listed["games"][0]["name"], "Ours");
    site.close().await;
}

#[tokio::test]
async fn games_of_an_older_program_are_read() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
    site.close().await;
    // The database as it was before there were packs.
    older::take_back(&file(folder.path()), 1).await;
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    assert_eq!(client.ask("game.view", json!({ "game": game })).await.unwrap(), view);
    assert_eq!(client.take(&game, &tokens["both"], 1).await.unwrap()["version"], 2);
    let listed = client.ask("game.list", json!({ "tokens": [tokens["both"]] })).await.unwrap();
    assert_eq!(listed["games"][0]["title"], "The heap");
    assert!(listed["games"][0].get("pack").is_none());
    site.close().await;
}

#[tokio::test]
async fn no_secret_is_kept_in_the_clear() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (_, tokens) = client.begin(json!({ "scenario": "heap", "mode": "two" })).await;
    site.close().await;
    let bytes = std::fs::read(file(folder.path())).unwrap();
    for seat in ["union", "confederate"] {
        let token = tokens[seat].as_str().unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()), "{seat}");
    }
}

#[tokio::test]
async fn two_servers_on_one_folder_never_write_the_same_version() {
    let folder = tempdir().unwrap();
    let (here, there) = (Site::open(folder.path()).await, Site::open(folder.path()).await);
    let (mut one, mut two) = (here.client().await, there.client().await);
    let (game, tokens) = one.begin(json!({ "scenario": "mountain" })).await;
    let token = &tokens["both"];
    assert_eq!(two.take(&game, token, 1).await.unwrap()["version"], 1);
    assert_eq!(one.take(&game, token, 2).await.unwrap()["version"], 2);
    // `two` is still at version 1: its order is judged anew, as if it had come after.
    let done = two.take(&game, token, 3).await.unwrap();
    assert_eq!((&done["version"], &done["view"]["heap"]), (&json!(3), &json!(1_000_000 - 6)));
    // One that was made for another position is refused then.
    let late = json!({ "game": game, "token": token, "version": 2, "order": { "take": { "count": 1 } } });
    let stale = one.ask("game.order", late).await.unwrap_err();
    assert_eq!(stale["code"], 2, "{stale}");
    assert_eq!(one.take(&game, token, 1).await.unwrap()["version"], 4);
    here.close().await;
    there.close().await;
}

#[tokio::test]
async fn an_order_that_could_not_be_written_did_not_happen() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let token = &tokens["both"];
    client.take(&game, token, 1).await.unwrap();
    // The disk fails: here, because the table has been taken away.
    let hands =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", file(folder.path()).display())).await.unwrap();
    sqlx::query("ALTER TABLE entries RENAME TO away").execute(&hands).await.unwrap();
    let failed = client.take(&game, token, 2).await.unwrap_err();
    assert_eq!(failed["code"], -32603);
    assert!(!failed["message"].as_str().unwrap().contains("away"), "how the database fails is for the log");
    sqlx::query("ALTER TABLE away RENAME TO entries").execute(&hands).await.unwrap();
    hands.close().await;
    let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
    assert_eq!((&view["version"], &view["heap"]), (&json!(1), &json!(9)));
    assert_eq!(client.take(&game, token, 3).await.unwrap()["version"], 2);
    site.close().await;
}

/// The error of opening a folder, which must fail.
async fn refusal(folder: &Path) -> OpenError {
    Store::open(folder).await.expect_err("it is not sound")
}

#[tokio::test]
async fn a_damaged_database_is_named_copied_and_left_alone() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    for _ in 0..40 {
        client.begin(json!({ "scenario": "heap" })).await;
    }
    site.close().await;
    let sound = std::fs::read(file(folder.path())).unwrap();

    let mut torn = sound.clone();
    torn.truncate(sound.len() / 2 + 100);
    let mut scratched = sound.clone();
    for byte in &mut scratched[4096..8192] {
        *byte ^= 0x5a;
    }
    let overwritten = b"not a database at all, but somebody's letter home. ".repeat(200);
    for (number, damaged) in (1..).zip([torn, scratched, overwritten]) {
        std::fs::write(file(folder.path()), &damaged).unwrap();
        let error = refusal(folder.path()).await;
        let OpenError::Damaged(damage) = &error else { panic!("{error}") };
        assert_eq!(damage.file, file(folder.path()));
        let copy = folder.path().join(format!("games.sqlite.damaged-{number}"));
        assert_eq!(damage.copies.as_ref().unwrap(), std::slice::from_ref(&copy));
        assert_eq!(std::fs::read(&copy).unwrap(), damaged, "the copy is exact");
        assert_eq!(std::fs::read(file(folder.path())).unwrap(), damaged, "the file is as it was");
        let told = error.to_string();
        assert!(told.contains("games.sqlite is damaged") && told.contains("damaged-"), "{told}");
    }
    // With the sound file back, everything is there.
    std::fs::write(file(folder.path()), &sound).unwrap();
    assert!(Store::open(folder.path()).await.is_ok());
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_to_it() {
    let folder = tempdir().unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    let hands =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", file(folder.path()).display())).await.unwrap();
    sqlx::query("INSERT INTO form (number) VALUES (1000)").execute(&hands).await.unwrap();
    hands.close().await;
    let error = refusal(folder.path()).await;
    assert!(matches!(error, OpenError::Newer { form: 1000, .. }), "{error}");
}

#[tokio::test]
async fn a_damaged_record_is_told_and_harms_no_other_game() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    let (other, others) = client.begin(json!({ "scenario": "heap" })).await;
    for _ in 0..3 {
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    site.close().await;
    let hands =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", file(folder.path()).display())).await.unwrap();
    sqlx::query("DELETE FROM entries WHERE version = 2").execute(&hands).await.unwrap();
    hands.close().await;

    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let error = client.ask("game.view", json!({ "game": game })).await.unwrap_err();
    assert_eq!(error["code"], -32603, "{error}");
    assert_eq!(client.take(&other, &others["both"], 1).await.unwrap()["version"], 1);
    site.close().await;
}

#[tokio::test]
async fn orders_at_once_are_carried_out_one_after_another() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let (game, token): (Arc<str>, Value) = (game.into(), tokens["both"].clone());
    let mut players = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (mut client, game, token) = (site.client().await, Arc::clone(&game), token.clone());
        players.spawn(async move {
            let mut versions = Vec::new();
            for _ in 0..10 {
                versions.push(client.take(&game, &token, 1).await.unwrap()["version"].as_u64().unwrap());
            }
            versions
        });
    }
    let mut versions: Vec<u64> = players.join_all().await.into_iter().flatten().collect();
    versions.sort_unstable();
    assert_eq!(versions, (1..=80).collect::<Vec<_>>());
    let view = client.ask("game.view", json!({ "game": &*game })).await.unwrap();
    assert_eq!(view["heap"], 1_000_000 - 80);
    site.close().await;
}

#[tokio::test]
async fn a_backup_that_is_put_back_or_moved_has_lost_nothing() {
    let (folder, there) = (tempdir().unwrap(), tempdir().unwrap());
    let place = Database::Folder(folder.path().to_owned());
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "heap" })).await;
    client.take(&game, &tokens["both"], 1).await.unwrap();
    let copy = there.path().join("backup.sqlite");
    backup(&place, &copy, &Settings::default()).await.unwrap();
    client.take(&game, &tokens["both"], 1).await.unwrap();
    site.close().await;
    // An earlier copy in its place is a loss, unless it is put there as a backup is.
    let lossy = tempdir().unwrap();
    for name in ["longroll.key", "games.sqlite-count"] {
        std::fs::copy(folder.path().join(name), lossy.path().join(name)).unwrap();
    }
    std::fs::copy(&copy, file(lossy.path())).unwrap();
    let error = Store::open(lossy.path()).await.expect_err("an entry is missing");
    assert!(matches!(error, OpenError::Lost { missing: 1, .. }), "{error}");
    std::fs::remove_file(file(folder.path())).unwrap();
    restore(&copy, &place, &Settings::default()).await.unwrap();
    Store::open(folder.path()).await.unwrap().close().await;
    let count = there.path().join("games.sqlite-count");
    std::fs::write(&count, "99\n").unwrap();
    std::fs::copy(folder.path().join("longroll.key"), there.path().join("longroll.key")).unwrap();
    transfer(&place, &Database::Folder(there.path().to_owned()), &Settings::default()).await.unwrap();
    assert_eq!(std::fs::read_to_string(&count).unwrap().trim_start_matches('0'), "1\n");
    Store::open(there.path()).await.unwrap().close().await;
}
