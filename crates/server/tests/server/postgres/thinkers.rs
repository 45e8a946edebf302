//! Who thinks where several servers share a database: each decision of a computer is thought over
//! once, whoever does it, and none is forgotten.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use server::games::Thinking;
use server::store::{KeyChoice, NewJob, Settings, Store, TakenJob, Taking};
use server::thinking;
use sqlx::Row;

use crate::kept_in::{Backend, hands};
use crate::site::{Client, STEADY, Site, open_store, soon};

/// A lease that outlives every test.
const LONG: Duration = Duration::from_secs(3600);

async fn store(folder: &Path) -> Store {
    let key = KeyChoice::File(folder.join("longroll.key"));
    open_store(folder, Settings { key, ..Settings::default() }).await
}

/// A server over the database of that folder, which thinks over so many things at a time.
async fn node(folder: &Path, places: usize) -> Site {
    let thinking = Thinking { places: Some(places), steady: STEADY, ..Thinking::default() };
    Site::open_thinking(store(folder).await, systems::library().unwrap(), thinking).await
}

/// The same, which waits a tenth of the usual time for others that give no sign of life.
async fn impatient(folder: &Path, places: usize) -> Site {
    let usual = Thinking::default();
    let thinking = Thinking { places: Some(places), steady: STEADY, lease: usual.lease / 10, ..usual };
    Site::open_thinking(store(folder).await, systems::library().unwrap(), thinking).await
}

/// How many things were thought over there, and elsewhere for it.
fn thought(site: &Site) -> (u64, u64) {
    let [(_, here), (_, elsewhere)] = site.games.thought_over();
    (here, elsewhere)
}

/// A battle in which a recruit has the side that moves first.
async fn against_a_recruit(person: &mut Client) -> (String, Value) {
    let new = json!({ "scenario": "training", "commanders": { "union": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    (game, tokens["confederate"].clone())
}

/// Watches until the game is over, or that side is asked; the last view.
async fn until_asked(client: &mut Client, game: &str, token: &Value, side: &str) -> Value {
    let watch = json!({ "game": game, "token": token });
    let mut view = client.ask("game.watch", watch).await.unwrap()["view"].take();
    while view["phase"] != "over" && view["question"]["side"] != side {
        let mut changed = client.hear().await;
        if changed["version"].as_u64() > view["version"].as_u64() {
            view = changed["view"].take();
        }
    }
    view
}

/// What is in the queue of that database: keys and states.
async fn jobs(folder: &Path) -> Vec<(String, String)> {
    let mut hands = hands(folder).await;
    let rows = sqlx::query("SELECT key, state FROM jobs ORDER BY key").fetch_all(&mut hands).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Waits until that is so of the games and the queue of a database, which tells of every change. A
/// server does not hear of its own: this listens beside them.
async fn until(folder: &Path, is_so: impl AsyncFn() -> bool) {
    let store = store(folder).await;
    let (mut games, mut jobs) = (store.news().unwrap(), store.job_news());
    let wait = async {
        while !is_so().await {
            tokio::select! {
                _ = games.recv() => {}
                _ = jobs.recv() => {}
            }
        }
    };
    soon(wait).await;
}

/// Waits until nothing is in the queue.
async fn done(folder: &Path) {
    until(folder, async || jobs(folder).await.is_empty()).await;
}

/// The next turn that waits, in the hands of some worker.
async fn taken(store: &Store, lease: Duration) -> TakenJob {
    let mut news = store.job_news();
    let taken = async {
        loop {
            match store.take_job("a worker", &["turn"], &[], lease).await.unwrap() {
                Taking::Job(job) => return job,
                // It is left to its server for a while.
                Taking::Nothing(Some(due)) => {
                    let _ = tokio::time::timeout(due, news.recv()).await;
                }
                Taking::Nothing(None) => drop(news.recv().await),
            }
        }
    };
    soon(taken).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_is_thought_over_once_though_two_servers_have_its_game() {
    let folder = Backend::Postgres.folder();
    let (one, two) = (node(folder.path(), 1).await, node(folder.path(), 1).await);
    let (mut here, mut there) = (one.client().await, two.client().await);
    let levels = json!({ "union": { "level": "recruit" }, "confederate": { "level": "random" } });
    let (game, _) = here.begin(json!({ "scenario": "training", "commanders": levels })).await;
    there.ask("game.watch", json!({ "game": game })).await.unwrap();
    let view = until_asked(&mut here, &game, &Value::Null, "nobody").await;
    assert_eq!(view["phase"], "over");
    let log = here.ask("game.log", json!({ "game": game })).await.unwrap();
    let orders = log["entries"].as_array().unwrap().iter().filter(|entry| entry["order"].is_object());
    let orders = orders.count() as u64;
    let (one_thought, two_thought) = (thought(&one), thought(&two));
    let told = format!("{orders} orders, {one_thought:?} {two_thought:?}");
    let (here, elsewhere) = (one_thought.0 + two_thought.0, one_thought.1 + two_thought.1);
    // On a machine that is busy a server may think in the place that it lends.
    assert!(here <= orders && here + elsewhere >= orders, "{told}");
    done(folder.path()).await;
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_does_not_think_has_turns_advice_and_reviews_from_others() {
    let folder = Backend::Postgres.folder();
    let (asked, thinks) = (node(folder.path(), 0).await, node(folder.path(), 1).await);
    let mut person = asked.client().await;
    let (game, token) = against_a_recruit(&mut person).await;
    let view = until_asked(&mut person, &game, &token, "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    let advice = person.ask("game.advice", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!(advice["version"], view["version"]);
    assert!(!advice["counsel"].as_array().unwrap().is_empty(), "{advice}");
    // What was found in it is in the queue no longer than it takes to be told.
    done(folder.path()).await;

    let levels = json!({ "union": { "level": "random" }, "confederate": { "level": "random" } });
    let (game, _) = person.begin(json!({ "scenario": "training", "commanders": levels })).await;
    let view = until_asked(&mut person, &game, &Value::Null, "nobody").await;
    let moment = json!({ "game": game, "version": view["version"].as_u64().unwrap() - 1 });
    let moment = person.ask("game.review", moment).await.unwrap();
    assert!(moment["outlook"]["games"].as_u64() >= Some(1), "{moment}");
    assert!(moment["summary"].is_string() && moment["counsel"].is_array(), "{moment}");
    done(folder.path()).await;
    let (here, elsewhere) = thought(&asked);
    assert_eq!(here, 0);
    assert!(elsewhere > 10, "{elsewhere}");
    // For whom a server thinks that is not asked itself is the worker's affair.
    assert_eq!(thought(&thinks), (0, 0));
    asked.close().await;
    thinks.close().await;
}

#[tokio::test]
async fn a_turn_that_waits_when_its_server_goes_is_carried_out_by_another_though_nobody_looks() {
    let folder = Backend::Postgres.folder();
    let first = node(folder.path(), 0).await;
    let mut person = first.client().await;
    let (game, token) = against_a_recruit(&mut person).await;
    let watch = json!({ "game": game, "token": token });
    let begun = person.ask("game.watch", watch).await.unwrap()["version"].as_u64().unwrap();
    until(folder.path(), async || !jobs(folder.path()).await.is_empty()).await;
    drop(person);
    first.close().await;
    let [(_, state)] = &jobs(folder.path()).await[..] else { panic!("it is left to others") };
    assert_eq!(state, "waiting");

    let second = impatient(folder.path(), 1).await;
    let kept = second.games.store();
    until(folder.path(), async || {
        let facts = kept.facts(Some(&game)).await.unwrap();
        let asks = kept.load(&game).await.unwrap().unwrap().entries.len() as u64;
        // The recruit has ended its player-turn, or waits for a loss to be taken.
        asks > begun && jobs(folder.path()).await.is_empty() && !facts[0].over
    })
    .await;
    let mut person = second.client().await;
    let view = person.ask("game.view", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!(view["question"]["side"], "confederate");
    second.close().await;
}

#[tokio::test]
async fn a_turn_that_no_worker_survives_falls_to_a_stand_in() {
    let folder = Backend::Postgres.folder();
    let site = impatient(folder.path(), 0).await;
    let store = store(folder.path()).await;
    let mut person = site.client().await;
    let (game, token) = against_a_recruit(&mut person).await;
    let watch = json!({ "game": game, "token": token });
    let mut version = person.ask("game.watch", watch).await.unwrap()["version"].as_u64().unwrap();
    for turn in 0..2 {
        let first = taken(&store, Duration::ZERO).await;
        for _ in 0..2 {
            let again = taken(&store, if turn == 0 { Duration::ZERO } else { LONG }).await;
            assert_eq!(again.key, first.key);
            if turn == 1 {
                store.fail_job(&again, "it is poisoned").await.unwrap();
            }
        }
        // Nobody asks any more what has become of it: the server sees it.
        loop {
            let changed = person.hear().await["version"].as_u64().unwrap();
            if changed > version {
                version = changed;
                break;
            }
        }
        assert!(jobs(folder.path()).await.iter().all(|(key, _)| *key != first.key));
    }
    site.close().await;
}

#[tokio::test]
async fn a_worker_that_is_lost_over_a_turn_is_replaced_and_what_it_finds_late_counts_no_more() {
    let folder = Backend::Postgres.folder();
    let site = node(folder.path(), 0).await;
    let store = store(folder.path()).await;
    let mut person = site.client().await;
    let (game, token) = against_a_recruit(&mut person).await;
    let watch = json!({ "game": game, "token": token });
    person.ask("game.watch", watch).await.unwrap();
    let lost = taken(&store, Duration::ZERO).await;
    let other = node(folder.path(), 1).await;
    let view = until_asked(&mut person, &game, &token, "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    assert!(
        !store.finish_job(&lost, &json!({ "order": { "end-movement": {} }, "reason": "" })).await.unwrap()
    );
    let after = person.ask("game.view", json!({ "game": game, "token": token })).await.unwrap();
    assert_eq!(after["version"], view["version"]);
    site.close().await;
    other.close().await;
}

#[tokio::test]
async fn what_a_worker_finds_that_may_not_be_ordered_is_not_carried_out() {
    let folder = Backend::Postgres.folder();
    let site = node(folder.path(), 0).await;
    let store = store(folder.path()).await;
    let mut person = site.client().await;
    let (game, token) = against_a_recruit(&mut person).await;
    let watch = json!({ "game": game, "token": token });
    let begun = person.ask("game.watch", watch).await.unwrap()["version"].as_u64().unwrap();
    let job = taken(&store, LONG).await;
    let nonsense = json!({ "order": { "move": { "unit": "nobody", "to": "0101" } }, "reason": "a whim" });
    assert!(store.finish_job(&job, &nonsense).await.unwrap());
    // A stand-in plays anything legal.
    let changed = person.hear().await;
    assert_eq!(changed["version"], begun + 1);
    assert_ne!(changed["entries"][0]["order"], nonsense["order"]);
    site.close().await;
}

#[tokio::test]
async fn a_deleted_game_and_one_that_has_gone_on_leave_nothing_in_the_queue() {
    let folder = Backend::Postgres.folder();
    let site = node(folder.path(), 0).await;
    let mut person = site.client().await;
    let new = json!({ "scenario": "training", "commanders": { "confederate": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    let of = |more: Value| {
        let mut params = json!({ "game": game, "token": tokens["union"] });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    person.ask("game.watch", of(json!({}))).await.unwrap();
    // Until the computer is asked, which is entered some time later.
    loop {
        let options = person.ask("game.options", of(json!({}))).await.unwrap();
        let verbs = options["verbs"].as_array().unwrap();
        let end = verbs.iter().find_map(|verb| verb["verb"].as_str().filter(|verb| verb.starts_with("end")));
        let Some(end) = end else { break };
        person.ask("game.order", of(json!({ "order": { end: {} } }))).await.unwrap();
    }
    until(folder.path(), async || jobs(folder.path()).await.len() == 1).await;
    assert!(site.games.delete(&game).await.unwrap());
    done(folder.path()).await;
    site.close().await;
}

#[tokio::test]
async fn a_worker_needs_no_key_and_says_nothing_of_a_game_but_its_result() {
    let folder = Backend::Postgres.folder();
    let site = node(folder.path(), 0).await;
    let settings = Settings { key: KeyChoice::Without, ..Settings::default() };
    let keyless = open_store(folder.path(), settings).await;
    assert!(!keyless.has_key());
    let kinds = thinking(std::sync::Arc::new(systems::library().unwrap()), keyless.clone());
    let times = server::work::Times::over(keyless.location());
    let worker = server::work::Worker::new(keyless, "keyless".to_owned(), kinds, 1, times);
    let stop = tokio_util::sync::CancellationToken::new();
    let works = tokio::spawn(worker.run(stop.clone().cancelled_owned()));
    let mut person = site.client().await;
    let new =
        json!({ "scenario": "kernstown-1-stone-wall", "commanders": { "union": { "level": "recruit" } } });
    let (game, tokens) = person.begin(new).await;
    let view = until_asked(&mut person, &game, &tokens["confederate"], "confederate").await;
    assert_eq!(view["question"]["side"], "confederate");
    assert!(thought(&site).1 > 0);
    done(folder.path()).await;
    stop.cancel();
    soon(works).await.unwrap();
    site.close().await;
}

#[tokio::test]
async fn however_many_turns_wait_one_that_was_done_and_forgotten_is_found() {
    let folder = Backend::Postgres.folder();
    let store = store(folder.path()).await;
    let turn = |game: usize| NewJob {
        kind: "turn".to_owned(),
        key: format!("turn {game}"),
        batch: format!("game {game}"),
        urgency: 0,
        work: json!({ "game": game.to_string() }),
        preferred: None,
    };
    store.enter_jobs(&(0..70).map(turn).collect::<Vec<_>>()).await.unwrap();
    store.enter_jobs(&[NewJob { urgency: 1, ..turn(70) }]).await.unwrap();
    let Taking::Job(job) = store.take_job("worker", &["turn"], &[], LONG).await.unwrap() else { panic!() };
    assert!(store.finish_job(&job, &json!({})).await.unwrap());
    assert_eq!(store.forgotten_turns(Duration::ZERO).await.unwrap(), ["70"]);
}
