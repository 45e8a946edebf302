//! Single wrong bits in the database: each game comes back as it was or is reported as damaged, or
//! the whole file is refused.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use server::store::{Held, Kept, OpenError, Store, StoreError};
use sqlx::Connection;
use tempfile::tempdir;
use testing::nightly;

use crate::older;
use crate::site::{Site, hands};

/// Pseudo-random numbers that are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).unwrap()
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("games.sqlite")
}

/// Games as they must come back, each with the hash of a token.
struct Before(Vec<(String, String, Kept, Held)>);

/// SHA-256, as the server stores tokens.
fn token_hash(token: &Value) -> String {
    use sha2::Digest;
    tabletop::hex_string(&sha2::Sha256::digest(token.as_str().unwrap().as_bytes()))
}

impl Before {
    async fn of(store: &Store, games: &[(String, Value)]) -> Before {
        let mut before = Vec::new();
        for (game, token) in games {
            let hash = token_hash(token);
            let kept = store.load(game).await.unwrap().unwrap();
            let held = store.seated(&hash).await.unwrap().unwrap();
            assert!(!kept.doubtful && !held.doubtful);
            before.push((game.clone(), hash, kept, held));
        }
        Before(before)
    }

    /// How many games a store that could be opened reports as damaged.
    async fn check(&self, store: &Store, what: &str) -> usize {
        let mut named = 0;
        for (game, hash, kept, held) in &self.0 {
            match store.load(game).await {
                Ok(Some(found)) => {
                    // Its position is computed from its entries and then written again.
                    let found = Kept { doubtful: false, ..found };
                    assert_eq!(format!("{found:?}"), format!("{kept:?}"), "{what}");
                }
                Ok(None) => panic!("{what}: a game is gone"),
                Err(StoreError::Unreadable { game: of, .. }) => {
                    assert_eq!(of, *game, "{what}");
                    named += 1;
                }
                Err(StoreError::Database { source, .. }) => {
                    assert!(source.as_database_error().is_some(), "{what}: {source}");
                    named += 1;
                }
                Err(other) => panic!("{what}: {other}"),
            }
            match store.seated(hash).await {
                Ok(Some(found)) if found.doubtful => {}
                Ok(Some(found)) => assert_eq!(format!("{found:?}"), format!("{held:?}"), "{what}"),
                Ok(None) => panic!("{what}: a seat is gone"),
                Err(StoreError::Unreadable { .. } | StoreError::Database { .. }) => {}
                Err(other) => panic!("{what}: {other}"),
            }
        }
        named
    }
}

/// Games of two kinds, one of them long, in a separate database.
async fn some_games(folder: &Path) -> Vec<(String, Value)> {
    let site = Site::open(folder).await;
    let mut client = site.client().await;
    let mut games = Vec::new();
    for number in 0..6_u32 {
        let new = json!({ "scenario": "mountain", "name": format!("Game {number}") });
        let (game, tokens) = client.begin(new).await;
        for order in 0..4 * number {
            client.take(&game, &tokens["both"], 1 + order % 7).await.unwrap();
        }
        games.push((game, tokens["both"].clone()));
    }
    site.close().await;
    games
}

#[tokio::test]
async fn no_flipped_bit_changes_or_shortens_a_game_unnoticed() {
    let folder = tempdir().unwrap();
    let games = some_games(folder.path()).await;
    let store = Store::open(folder.path()).await.unwrap();
    let before = Before::of(&store, &games).await;
    store.close().await;
    let sound = std::fs::read(file(folder.path())).unwrap();
    let pages = sound.len() / 4096;
    assert!(pages > 10, "{pages} pages");
    let mut numbers = Numbers(1863);
    let (mut refused, mut named) = (0, 0);
    for page in 0..pages {
        for _ in 0..nightly(2, 12) {
            let bit = numbers.below(8 * 4096);
            let at = page * 4096 + bit / 8;
            let mut flipped = sound.clone();
            flipped[at] ^= 1 << (bit % 8);
            let what = format!("bit {} of byte {at}", bit % 8);
            std::fs::write(file(folder.path()), &flipped).unwrap();
            match Store::open(folder.path()).await {
                Ok(store) => {
                    named += before.check(&store, &what).await;
                    store.close().await;
                }
                Err(error) => {
                    assert!(error.to_string().contains("games.sqlite"), "{what}: {error}");
                    refused += 1;
                    if let OpenError::Damaged(damage) = error {
                        for copy in damage.copies.unwrap() {
                            std::fs::remove_file(copy).unwrap();
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 2 && named > 2, "{refused} refused, {named} named");
}

#[tokio::test]
async fn no_flipped_bit_of_the_log_is_passed_over() {
    let folder = tempdir().unwrap();
    let games = some_games(folder.path()).await;
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    for (game, token) in &games {
        for _ in 0..3 {
            client.take(game, token, 1).await.unwrap();
        }
    }
    let before = Before::of(site.games.store(), &games).await;
    // As left by a kill.
    let sound = std::fs::read(file(folder.path())).unwrap();
    let log = std::fs::read(folder.path().join("games.sqlite-wal")).unwrap();
    assert!(log.len() > 10 * 4096, "{} bytes", log.len());
    let key = std::fs::read(folder.path().join("longroll.key")).unwrap();
    site.close().await;
    let mut numbers = Numbers(1862);
    let mut refused = 0;
    for _ in 0..nightly(20, 200) {
        let there = tempdir().unwrap();
        let mut flipped = log.clone();
        let bit = numbers.below(8 * log.len());
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(file(there.path()), &sound).unwrap();
        std::fs::write(there.path().join("games.sqlite-wal"), &flipped).unwrap();
        std::fs::write(there.path().join("longroll.key"), &key).unwrap();
        let what = format!("bit {bit} of the log");
        match Store::open(there.path()).await {
            Ok(store) => {
                assert_eq!(before.check(&store, &what).await, 0, "{what}");
                store.close().await;
            }
            Err(error) => {
                assert!(error.to_string().contains("games.sqlite"), "{what}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 3, "{refused} refused");
}

#[tokio::test]
async fn damage_is_told_with_its_entry_and_the_other_games_go_on() {
    let folder = tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "name": "Broken" })).await;
    let (other, others) = client.begin(json!({ "scenario": "mountain", "name": "Whole" })).await;
    for _ in 0..5 {
        client.take(&game, &tokens["both"], 1).await.unwrap();
        client.take(&other, &others["both"], 1).await.unwrap();
    }
    site.close().await;
    let sound = std::fs::read(file(folder.path())).unwrap();
    for (number, change, words) in [
        (0, "DELETE FROM entries WHERE version = 5", "missing"),
        (1, "DELETE FROM entries WHERE version = 3", "entry 3 is missing"),
        (
            2,
            "UPDATE entries SET line = replace(line, 'union', 'uniom') WHERE version = 3",
            "not as it was written",
        ),
        (3, "UPDATE games SET head = substr(head, 2) || substr(head, 1, 1)", "not as it was written"),
        (4, "UPDATE games SET name = 'Brokem'", "what was kept when it began"),
        (5, "UPDATE games SET secret = NULL", "what was kept when it began"),
        (6, "UPDATE seats SET hash = 'x' || hash", "what was kept when it began"),
        (7, "UPDATE games SET turn = 77", ""),
    ] {
        std::fs::write(file(folder.path()), &sound).unwrap();
        // What came after it is given up.
        std::fs::remove_file(folder.path().join("games.sqlite-count")).unwrap();
        let mut hands = hands(folder.path()).await;
        let of = if change.contains("entries") || change.contains("seats") { "game" } else { "id" };
        let and = if change.contains("WHERE") { "AND" } else { "WHERE" };
        let change = format!("{change} {and} {of} = '{game}'");
        sqlx::query(sqlx::AssertSqlSafe(change)).execute(&mut hands).await.unwrap();
        hands.close().await.unwrap();
        let site = Site::open(folder.path()).await;
        let mut client = site.client().await;
        let list = json!({ "tokens": [tokens["both"], others["both"]] });
        let listed = client.ask("game.list", list).await.unwrap();
        if words.is_empty() {
            // Its turn follows from its entries.
            let games = listed["games"].as_array().unwrap();
            let turn = |name| &games.iter().find(|game| game["name"] == name).unwrap()["turn"];
            assert_eq!(turn("Broken"), turn("Whole"), "{listed}");
            site.close().await;
            continue;
        }
        let error = client.ask("game.view", json!({ "game": game })).await;
        let error = error.expect_err(&format!("{number}: it is read"));
        let message = error["message"].as_str().unwrap();
        assert_eq!(error["code"], -32603, "{number}");
        assert!(message.contains("damaged") && message.contains(words), "{number}: {message}");
        assert_eq!(client.take(&other, &others["both"], 1).await.unwrap()["version"], 6);
        assert!(
            listed["games"].as_array().unwrap().iter().any(|game| game["name"] == "Whole"),
            "{number}: {listed}"
        );
        if words.contains("began") && number != 6 {
            assert_eq!(listed["damaged"][0]["game"], game, "{listed}");
        }
        site.close().await;
    }
}

#[tokio::test]
async fn games_of_every_older_form_come_back_and_are_bound_from_then_on() {
    for form in 1..=4 {
        let folder = tempdir().unwrap();
        let games = some_games(folder.path()).await;
        older::take_back(&file(folder.path()), form).await;
        let store = Store::open(folder.path()).await.unwrap();
        for (number, (game, _)) in games.iter().enumerate() {
            let kept = store.load(game).await.unwrap().unwrap();
            assert_eq!(kept.entries.len(), 4 * number);
            assert_eq!((kept.secret.as_deref(), kept.doubtful), (Some(older::SECRET), false));
            assert_eq!(store.commitment_of(game).await.unwrap(), Some(kept.header.commitment));
        }
        store.close().await;
        let mut hands = hands(folder.path()).await;
        let (last, _) = &games[5];
        sqlx::query("DELETE FROM entries WHERE game = $1 AND version > 12")
            .bind(last)
            .execute(&mut hands)
            .await
            .unwrap();
        hands.close().await.unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        assert!(matches!(store.load(last).await, Err(StoreError::Unreadable { .. })), "form {form}");
        store.close().await;
    }
}

#[tokio::test]
async fn a_log_that_survives_its_database_is_kept_and_named() {
    let folder = tempdir().unwrap();
    some_games(folder.path()).await;
    let site = Site::open(folder.path()).await;
    site.client().await.begin(json!({ "scenario": "heap" })).await;
    let sound = std::fs::read(file(folder.path())).unwrap();
    let log = std::fs::read(folder.path().join("games.sqlite-wal")).unwrap();
    assert!(!log.is_empty());
    site.close().await;
    let mut headless = sound.clone();
    headless[..4096].fill(0);
    let cuts = [None, Some(&sound[..0]), Some(&sound[..1]), Some(&sound[..100]), Some(&headless[..])];
    for main in cuts {
        let there = tempdir().unwrap();
        let beside = there.path().join("games.sqlite-wal");
        std::fs::write(&beside, &log).unwrap();
        if let Some(main) = main {
            std::fs::write(file(there.path()), main).unwrap();
        }
        for number in 1..3 {
            let error = Store::open(there.path()).await.expect_err("its games are in the log");
            let told = error.to_string();
            assert!(told.contains("games.sqlite is damaged") && told.contains("games.sqlite-wal"), "{told}");
            let copy = there.path().join(format!("games.sqlite.damaged-{number}-wal"));
            assert_eq!(std::fs::read(copy).unwrap(), log, "a copy is kept");
            assert_eq!(std::fs::read(&beside).unwrap(), log, "it is left alone");
            assert_eq!(std::fs::read(file(there.path())).ok().as_deref(), main);
        }
    }
    // Cut off anywhere else, nothing is lost unnoticed: what the log lacks is missed.
    for cut in [4096, 2 * 4096, 3 * 4096 + 17, sound.len() - 4096] {
        let there = tempdir().unwrap();
        std::fs::write(there.path().join("games.sqlite-wal"), &log).unwrap();
        std::fs::write(file(there.path()), &sound[..cut]).unwrap();
        let told = Store::open(there.path()).await.expect_err("pages are missing").to_string();
        assert!(told.contains("damaged-1") && told.contains("damaged-1-wal"), "{told}");
    }
    // A database of one byte without a log is not a database either.
    let there = tempdir().unwrap();
    std::fs::write(file(there.path()), b"S").unwrap();
    assert!(matches!(Store::open(there.path()).await, Err(OpenError::Damaged(_))));
}

#[tokio::test]
async fn the_main_file_is_no_husk() {
    let folder = tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let main = std::fs::read(file(folder.path())).unwrap();
    let tables = b"CREATE TABLE games";
    assert!(main.windows(tables.len()).any(|window| window == tables), "its tables are in it from the start");
    assert_eq!(std::fs::metadata(folder.path().join("games.sqlite-wal")).map_or(0, |log| log.len()), 0);
    store.close().await;
}
