//! Games move from a file to PostgreSQL and back, and a backup of either can be put into either.

use std::path::Path;

use serde_json::{Value, json};
use server::store::{Database, MoveError, Settings, Store, backup, restore, transfer};
use sqlx::Executor;

use crate::kept_in::{Backend, address, hands, kept_in};
use crate::site::Site;

/// Every game as it is kept.
async fn games(folder: &Path, settings: Settings) -> Vec<Value> {
    let store = Store::open_with(folder, settings).await.unwrap();
    let mut games = Vec::new();
    for game in store.games().await.unwrap() {
        let kept = store.load(&game).await.unwrap().unwrap();
        let waiting = store.standing(&game, kept.entries.len()).await.unwrap();
        games.push(json!([kept.header.value(), kept.secret, kept.name, kept.mode, kept.entries, waiting]));
    }
    store.close().await;
    games
}

#[tokio::test]
async fn games_move_to_a_server_and_back_and_are_the_same() {
    let (old, new, back) = (Backend::File.folder(), Backend::Postgres.folder(), Backend::File.folder());
    let key = old.path().join("longroll.key");
    let settings = Settings { key: server::store::KeyChoice::File(key), ..Settings::default() };
    let store = Store::open_with(old.path(), settings.clone()).await.unwrap();
    let library = catalog::Library::new().with_system(std::sync::Arc::new(crate::toy::Toys));
    let site = Site::open_store(store, library, std::time::Duration::from_secs(3600)).await;
    let mut client = site.client().await;
    for scenario in ["heap", "mountain", "heap"] {
        let (game, tokens) = client.begin(json!({ "scenario": scenario })).await;
        client.take(&game, &tokens["both"], 1).await.unwrap();
    }
    site.close().await;
    let before = games(old.path(), settings.clone()).await;
    assert_eq!(before.len(), 3);

    let file = Database::Folder(old.path().to_owned());
    let there = kept_in(new.path(), settings.clone()).await;
    let server = Database::Server(address(new.path()).parse().unwrap());
    let moved = transfer(&file, &server, &settings).await.unwrap();
    assert_eq!((moved.games, moved.damaged.len()), (3, 0));
    assert_eq!(games(new.path(), there.clone()).await, before);
    // Nothing is written over.
    let again = transfer(&file, &server, &settings).await.unwrap_err();
    assert!(matches!(again, MoveError::NotEmpty(_)), "{again}");
    assert!(again.to_string().contains("holds games already"), "{again}");

    // A backup of the server is a file, which a folder and another server take.
    let copy = back.path().join("copy.sqlite");
    let made = backup(&server, &copy, &settings).await.unwrap();
    assert_eq!((made.games, made.damaged.len(), made.older), (3, 0, false));
    assert!(made.fingerprint.is_some());
    let folder = back.path().join("games");
    restore(&copy, &Database::Folder(folder.clone()), &settings).await.unwrap();
    assert_eq!(games(&folder, settings.clone()).await, before);
    let other = Backend::Postgres.folder();
    let elsewhere = kept_in(other.path(), settings.clone()).await;
    let other_server = Database::Server(address(other.path()).parse().unwrap());
    restore(&copy, &other_server, &settings).await.unwrap();
    assert_eq!(games(other.path(), elsewhere).await, before);
    let full = restore(&copy, &Database::Folder(folder), &settings).await.unwrap_err();
    assert!(matches!(full, MoveError::NotEmpty(_)), "{full}");
}

#[tokio::test]
async fn a_server_with_another_key_or_another_schema_is_refused() {
    let folder = Backend::Postgres.folder();
    let settings = kept_in(folder.path(), Settings::default()).await;
    Store::open_with(folder.path(), settings.clone()).await.unwrap().close().await;
    // The second server has no key beside it: it must not make one of its own.
    let second = Backend::Postgres.folder();
    let told = Store::open_with(second.path(), settings.clone()).await.unwrap_err().to_string();
    assert!(told.contains("longroll.key is missing") && told.contains("0 games"), "{told}");
    assert!(!second.path().join("longroll.key").exists());

    let mut hands = hands(folder.path()).await;
    hands.execute("ALTER TABLE entries ALTER COLUMN line DROP NOT NULL").await.unwrap();
    let told = Store::open_with(folder.path(), settings).await.unwrap_err().to_string();
    assert!(told.contains("table or index 'entries' is not as this program makes it"), "{told}");
}
