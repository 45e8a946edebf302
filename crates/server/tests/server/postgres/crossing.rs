//! Two servers write to the same games at the same time, and somebody else holds one of them.

use std::collections::BTreeSet;
use std::path::Path;

use futures_util::future::join_all;
use futures_util::{FutureExt, poll};
use serde_json::{Value, json};
use server::store::{NewSaid, SaidKept, Settings, Standing, Store, StoreError};
use sqlx::{AnyConnection, Executor};

use crate::accounts::{ORIGIN, PASSWORD, open, over, settings};
use crate::groups::games;
use crate::kept_in::{Backend, hands};
use crate::site::{open_store, soon};

#[tokio::test]
async fn of_groups_that_cross_each_game_takes_one_entry_and_neither_waits_for_the_other() {
    let (folder, _, one, mut lines) = games(Backend::Postgres, 30).await;
    let two = open_store(folder.path(), Settings::default()).await;
    let standing = Standing::default();
    for round in 0..20 {
        let entries: Vec<Value> = lines.iter().map(|line| line.next(&[])).collect();
        let given: Vec<_> = lines.iter().zip(&entries).collect();
        let here = join_all(given.iter().map(|(line, entry)| {
            one.append(&line.game, line.version(), std::slice::from_ref(*entry), &standing)
        }));
        // In the opposite order, as two groups that lock what the other waits for would be.
        let there = join_all(given.iter().rev().map(|(line, entry)| {
            two.append(&line.game, line.version(), std::slice::from_ref(*entry), &standing)
        }));
        // Long before the database looks for such a pair, or gives up on it.
        let (here, there) = soon(async { tokio::join!(here, there) }).await;
        for (number, (line, entry)) in lines.iter_mut().zip(entries).enumerate() {
            let outcomes = [&here[number], &there[there.len() - 1 - number]];
            let kept = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            let stale = outcomes.iter().filter(|outcome| matches!(outcome, Err(StoreError::Stale))).count();
            assert_eq!((kept, stale), (1, 1), "{round}, {number}: {outcomes:?}");
            line.entries.push(entry);
            assert_eq!(one.load(&line.game).await.unwrap().unwrap().entries, line.entries);
        }
    }
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn no_order_that_waits_for_the_next_entry_is_lost_to_another_server() {
    let (folder, _, here, mut lines) = games(Backend::Postgres, 1).await;
    let there = open_store(folder.path(), Settings::default()).await;
    let (mut line, standing) = (lines.remove(0), Standing::default());
    let game = line.game.clone();
    let orders = |name: &str| vec![json!({ "instruct": name })];
    let (union, confederate) = (orders("union"), orders("confederate"));
    let kept = async |at: u32| here.standing(&game, at as usize).await.unwrap();
    let entry = line.next(&[]);
    let one = std::slice::from_ref(&entry);
    let version = line.version();
    here.keep_standing(&game, version, &union).await.unwrap();
    // Whoever does not know of it neither writes over it nor writes the entry that it is to be in.
    let over = there.keep_standing(&game, version, &confederate).await;
    assert!(matches!(over, Err(StoreError::Stale)), "{over:?}");
    let past = there.append(&game, version, one, &standing).await;
    assert!(matches!(past, Err(StoreError::Stale)), "{past:?}");
    assert_eq!(kept(version).await, union);
    let both = [union.clone(), confederate.clone()].concat();
    there.keep_standing_with((&game, version, &union), &both, None).await.unwrap();
    let past = here.append_with((&game, version, &union), one, &standing, None).await;
    assert!(matches!(past, Err(StoreError::Stale)), "{past:?}");
    here.append_with((&game, version, &both), one, &standing, None).await.unwrap();
    line.entries.push(entry);
    // The game has gone on: nothing waits, and nothing is kept for what is past.
    let late = there.keep_standing(&game, version, &union).await;
    assert!(matches!(late, Err(StoreError::Stale)), "{late:?}");
    assert!(kept(line.version()).await.is_empty());
    let entry = line.next(&[]);
    there.append(&game, line.version(), std::slice::from_ref(&entry), &standing).await.unwrap();
    // Of many that come at once none is lost: each is kept, or refused and given again.
    line.entries.push(entry);
    let version = line.version();
    let entry = line.next(&[]);
    let (instructs, moves) = tokio::join!(
        here.keep_standing(&game, version, &union),
        there.append(&game, version, std::slice::from_ref(&entry), &standing)
    );
    assert_eq!((instructs.is_ok(), moves.is_ok()), (moves.is_err(), instructs.is_err()));
    here.close().await;
    there.close().await;
}

/// A store whose readers of facts wait, for longer than any test does, for whoever holds the table; and who does.
async fn held_up(folder: &Path) -> (Store, AnyConnection) {
    let patience = std::time::Duration::from_secs(6000);
    let busy = open_store(folder, Settings { patience, ..Settings::default() }).await;
    let mut hands = hands(folder).await;
    hands.execute("BEGIN").await.unwrap();
    hands.execute("LOCK TABLE library_facts IN ACCESS EXCLUSIVE MODE").await.unwrap();
    (busy, hands)
}

#[tokio::test]
async fn no_number_of_readers_keeps_an_order_waiting() {
    let (folder, _, store, lines) = games(Backend::Postgres, 1).await;
    let (busy, mut hands) = held_up(folder.path()).await;
    let read = async |_| busy.library_facts("game-0").await;
    let reading = join_all((0..40).map(read));
    let entry = lines[0].next(&[]);
    let standing = Standing::default();
    let order = busy.append(&lines[0].game, 0, std::slice::from_ref(&entry), &standing);
    let order = async {
        soon(order).await.unwrap();
        hands.execute("ROLLBACK").await.unwrap();
    };
    let (read, ()) = tokio::join!(reading, order);
    assert!(read.iter().all(Result::is_ok), "{read:?}");
    store.close().await;
    busy.close().await;
}

/// Whether a statement waits for a lock in this database: others are there too.
const HELD_UP: &str = "SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                       WHERE datname = current_database() AND NOT granted)";

#[tokio::test]
async fn a_server_that_does_not_answer_is_waited_for_half_a_minute() {
    let (folder, _, store, _) = games(Backend::Postgres, 1).await;
    let (busy, mut hands) = held_up(folder.path()).await;
    let mut read = Box::pin(busy.library_facts("game-0"));
    // The database stands for a line that is cut once the statement has arrived.
    while !sqlx::query_scalar::<_, bool>(HELD_UP).fetch_one(&mut hands).await.unwrap() {
        assert!(poll!(read.as_mut()).is_pending());
    }
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    let error = read.await.unwrap_err();
    assert!((30..40).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    assert!(matches!(error, StoreError::Database { source: sqlx::Error::Io(_), .. }), "{error:?}");
    tokio::time::resume();
    hands.execute("ROLLBACK").await.unwrap();
    soon(busy.library_facts("game-0")).await.unwrap();
    store.close().await;
    busy.close().await;
}

#[tokio::test]
async fn whoever_hangs_up_again_and_again_has_no_connection_made_anew() {
    let (folder, _, store, _) = games(Backend::Postgres, 1).await;
    let mut hands = hands(folder.path()).await;
    let mut connections = async || -> BTreeSet<i32> {
        let query = "SELECT pid FROM pg_stat_activity \
                     WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::query_scalar(query).fetch_all(&mut hands).await.unwrap().into_iter().collect()
    };
    store.load("game-0").await.unwrap();
    let before = connections().await;
    assert!(!before.is_empty());
    for polls in 0..400 {
        let mut reads = Box::pin(store.load("game-0").fuse());
        let mut writes = Box::pin(store.note_up(1, 2).fuse());
        for _ in 0..polls % 20 {
            let _ = (poll!(reads.as_mut()), poll!(writes.as_mut()));
            tokio::task::yield_now().await;
        }
    }
    soon(store.load("game-0")).await.unwrap();
    let after = connections().await;
    assert!(before.is_subset(&after), "{before:?}, {after:?}");
    // Nothing is left open.
    soon(store.note_up(1, 2)).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_game_that_somebody_holds_keeps_no_other_game_waiting() {
    let (folder, _, store, lines) = games(Backend::Postgres, 6).await;
    let standing = Standing::default();
    let mut hands = hands(folder.path()).await;
    hands.execute("BEGIN").await.unwrap();
    hands.execute("SELECT id FROM games WHERE id = 'game-2' FOR UPDATE").await.unwrap();
    let entries: Vec<Value> = lines.iter().map(|line| line.next(&[])).collect();
    let appends = lines.iter().zip(&entries).map(|(line, entry)| {
        let append = store.append(&line.game, 0, std::slice::from_ref(entry), &standing);
        async { (line.game.clone(), append.await) }
    });
    let mut appends: futures_util::stream::FuturesUnordered<_> = appends.collect();
    for _ in 0..5 {
        let (game, outcome) = soon(futures_util::StreamExt::next(&mut appends)).await.unwrap();
        assert_ne!(game, "game-2");
        outcome.unwrap();
    }
    // Nor does the next group wait.
    let next = lines[0].next(&entries[..1]);
    soon(store.append(&lines[0].game, 1, std::slice::from_ref(&next), &standing)).await.unwrap();
    hands.execute("COMMIT").await.unwrap();
    let (game, outcome) = soon(futures_util::StreamExt::next(&mut appends)).await.unwrap();
    assert_eq!(game, "game-2");
    outcome.unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_row_that_somebody_holds_keeps_neither_talk_nor_readiness_waiting() {
    let (folder, _, store, _) = games(Backend::Postgres, 1).await;
    let mut hands = hands(folder.path()).await;
    hands.execute("BEGIN").await.unwrap();
    hands.execute("SELECT id FROM games FOR NO KEY UPDATE").await.unwrap();
    hands.execute("SELECT number FROM form WHERE number = 1 FOR UPDATE").await.unwrap();
    let said = NewSaid { game: "game-0", room: "players", author: "union", text: "Well played.", at: 1 };
    assert_eq!(soon(store.say(&said, 9)).await.unwrap(), SaidKept::Kept(1));
    soon(store.ready()).await.unwrap();
    hands.execute("ROLLBACK").await.unwrap();
    store.close().await;
}

/// Waits until a statement that begins so waits for a lock in the database of that folder.
async fn until_held_up(folder: &Path, statement: &str) {
    let mut hands = hands(folder).await;
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1 || '%'";
    let waits = || sqlx::query_scalar::<_, i64>(waiting).bind(statement);
    while waits().fetch_one(&mut hands).await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_account_is_deleted_once_the_match_that_it_is_to_play_has_begun() {
    let folder = Backend::Postgres.folder();
    let here = open(folder.path()).await;
    let there = over(open_store(folder.path(), Settings::default()).await, settings(), ORIGIN).await;
    let (ann, ben) = (here.join("Ann").await, here.join("Ben").await);
    let challenge = json!({ "terms": { "scenario": "heap" }, "side": "union" });
    let made = here.post("/club/challenges/make", &ann, challenge).await;
    let accept = json!({ "challenge": made.body["challenge"] });
    // The match waits halfway, and whoever deletes the account waits for the match.
    let mut hands = hands(folder.path()).await;
    hands.execute("BEGIN").await.unwrap();
    hands.execute("LOCK TABLE matches IN EXCLUSIVE MODE").await.unwrap();
    let accepted = there.post("/club/challenges/accept", &ben, accept);
    let deleted = async {
        until_held_up(folder.path(), "INSERT INTO matches ").await;
        here.post("delete", &ann, json!({ "password": PASSWORD })).await
    };
    let released = async {
        until_held_up(folder.path(), "SELECT id FROM accounts WHERE id = $1 FOR UPDATE").await;
        hands.execute("ROLLBACK").await.unwrap();
    };
    let (accepted, deleted, ()) = soon(async { tokio::join!(accepted, deleted, released) }).await;
    assert_eq!((accepted.status, deleted.status), (200, 200), "{accepted:?} {deleted:?}");
    let of = here.get("/club/matches", &ben).await.body["matches"][0].clone();
    assert_eq!((&of["players"], &of["over"]), (&json!([null, "Ben"]), &json!(true)));
    assert_eq!(of["games"][0]["result"]["winner"], "confederate");
    here.site.close().await;
    there.site.close().await;
}

#[tokio::test]
async fn where_a_game_stands_may_be_written_anew_while_a_group_is_under_way() {
    let (_folder, _, store, mut lines) = games(Backend::Postgres, 1).await;
    let line = &mut lines[0];
    for turn in 0..100 {
        let standing = Standing { turn, ..Standing::default() };
        let entry = line.next(&[]);
        let append = store.append(&line.game, line.version(), std::slice::from_ref(&entry), &standing);
        let (appended, restated) =
            soon(async { tokio::join!(append, store.restate(&line.game, &standing)) }).await;
        appended.unwrap();
        restated.unwrap();
        line.entries.push(entry);
        let kept = store.load(&line.game).await.unwrap().unwrap();
        assert_eq!(kept.entries, line.entries);
        assert!(!kept.doubtful, "{turn}");
    }
    store.close().await;
}
