//! The job queue: each job is done once, whoever is lost on the way.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use server::store::{Beat, JobNews, JobState, MOST_TRIES, NewJob, ROUNDS, Settings, Store, TakenJob, Taking};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::kept_in::{Backend, kept_in};
use crate::site::soon;

/// A lease that outlives every test.
const LONG: Duration = Duration::from_secs(3600);

/// A lease that has run out as soon as it begins.
const OUT: Duration = Duration::ZERO;

async fn store(folder: &Path) -> Store {
    let settings = kept_in(folder, Settings::default()).await;
    Store::open_with(folder, settings).await.unwrap()
}

async fn new_store(backend: Backend) -> (TempDir, Store) {
    let folder = backend.folder();
    let store = store(folder.path()).await;
    (folder, store)
}

fn job(key: &str) -> NewJob {
    NewJob {
        kind: "sum".to_owned(),
        key: key.to_owned(),
        batch: "sums".to_owned(),
        urgency: 0,
        work: json!({ "of": key }),
        preferred: None,
    }
}

async fn take(store: &Store, worker: &str, lease: Duration) -> Option<TakenJob> {
    match store.take_job(worker, &["sum"], &[], lease).await.unwrap() {
        Taking::Job(job) => Some(job),
        Taking::Nothing(_) => None,
    }
}

async fn state(store: &Store, key: &str) -> Option<JobState> {
    store.job(key).await.unwrap().map(|job| job.state)
}

pub async fn two_workers_never_get_one_job(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    let jobs: Vec<NewJob> = (0..40).map(|number| job(&format!("{number:02}"))).collect();
    assert_eq!(store.enter_jobs(&jobs).await.unwrap(), 40);
    // The same once more.
    assert_eq!(store.enter_jobs(&jobs).await.unwrap(), 0);
    let mut workers = tokio::task::JoinSet::new();
    for worker in 0..8 {
        let store = store.clone();
        workers.spawn(async move {
            let mut keys = Vec::new();
            while let Some(job) = take(&store, &format!("worker {worker}"), LONG).await {
                assert_eq!(job.work, json!({ "of": job.key }));
                assert!(store.finish_job(&job, &json!(worker)).await.unwrap());
                keys.push(job.key);
            }
            keys
        });
    }
    let mut taken = soon(workers.join_all()).await.concat();
    taken.sort_unstable();
    assert_eq!(taken, jobs.iter().map(|job| job.key.clone()).collect::<Vec<_>>());
    let results = store.results("sums").await.unwrap();
    assert_eq!(results.into_keys().collect::<Vec<_>>(), taken);
}

pub async fn a_lease_that_ran_out_is_taken_over_and_the_late_result_is_refused(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    store.enter_jobs(&[job("a"), job("b")]).await.unwrap();
    let late = take(&store, "slow", OUT).await.unwrap();
    // It can still be saved by a heartbeat.
    assert_eq!(store.heartbeat(&late, LONG).await.unwrap(), Beat::Extended);
    assert_eq!(take(&store, "quick", LONG).await.unwrap().key, "b");
    assert_eq!(take(&store, "quick", LONG).await, None);
    assert_eq!(store.heartbeat(&late, OUT).await.unwrap(), Beat::Extended);
    let second = take(&store, "quick", LONG).await.unwrap();
    assert_eq!((&*second.key, second.tries), ("a", 2));

    assert_eq!(store.heartbeat(&late, LONG).await.unwrap(), Beat::Lost);
    assert!(!store.finish_job(&late, &json!("late")).await.unwrap());
    assert!(!store.fail_job(&late, "late").await.unwrap());
    assert!(!store.give_back_job(&late).await.unwrap());
    assert!(!store.job_progress(&late, &json!("late")).await.unwrap());
    assert_eq!(state(&store, "a").await, Some(JobState::Taken));
    assert!(store.finish_job(&second, &json!("in time")).await.unwrap());
    // Who was not told of it may say it again, and nobody else may.
    assert!(store.finish_job(&second, &json!("again")).await.unwrap());
    assert!(!store.finish_job(&late, &json!("late")).await.unwrap());
    assert_eq!(store.results("sums").await.unwrap()["a"], json!("in time"));
}

pub async fn a_job_is_set_aside_after_three_tries_with_what_went_wrong(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    store.enter_jobs(&[job("failing")]).await.unwrap();
    // What was given back was no try.
    let given_back = take(&store, "leaving", LONG).await.unwrap();
    assert!(store.give_back_job(&given_back).await.unwrap());
    for number in 1..=MOST_TRIES {
        let taken = take(&store, "worker", LONG).await.unwrap();
        assert_eq!(taken.tries, number);
        assert!(store.fail_job(&taken, &format!("fault {number}")).await.unwrap());
    }
    assert_eq!(take(&store, "worker", LONG).await, None);
    store.enter_jobs(&[job("lethal")]).await.unwrap();
    for _ in 0..MOST_TRIES {
        take(&store, "worker", OUT).await.unwrap();
    }
    assert_eq!(take(&store, "worker", LONG).await, None);
    let aside = store.jobs_in(JobState::SetAside).await.unwrap();
    let told: Vec<_> = aside.iter().map(|job| (&*job.key, job.tries, job.error.as_deref())).collect();
    assert_eq!(told, [("failing", 3, Some("fault 3")), ("lethal", 3, Some("its worker was lost"))]);
    // Entering it again does not bring it back.
    assert_eq!(store.enter_jobs(&[job("failing")]).await.unwrap(), 0);
    assert_eq!(take(&store, "worker", LONG).await, None);
}

pub async fn a_job_that_was_withdrawn_is_nobodys(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    store.enter_jobs(&[job("a"), job("b")]).await.unwrap();
    let taken = take(&store, "worker", LONG).await.unwrap();
    assert!(store.withdraw_job("a").await.unwrap());
    assert!(store.withdraw_job("b").await.unwrap());
    assert!(!store.withdraw_job("b").await.unwrap());
    assert_eq!(store.heartbeat(&taken, LONG).await.unwrap(), Beat::Withdrawn);
    assert!(!store.finish_job(&taken, &json!(1)).await.unwrap());
    assert_eq!(take(&store, "worker", LONG).await, None);
    assert!(store.results("sums").await.unwrap().is_empty());
}

pub async fn jobs_are_taken_by_kind_urgency_and_preference(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    let mine = |name: &str, time| Some((name.to_owned(), time));
    store
        .enter_jobs(&[
            NewJob { kind: "product".to_owned(), urgency: 9, ..job("other kind") },
            NewJob { urgency: 1, ..job("plain") },
            NewJob { urgency: 2, ..job("urgent") },
            NewJob { urgency: 3, preferred: mine("one", LONG), ..job("for one") },
            NewJob { preferred: mine("nobody", OUT), ..job("for nobody") },
        ])
        .await
        .unwrap();
    assert_eq!(take(&store, "two", LONG).await.unwrap().key, "urgent");
    assert_eq!(take(&store, "one", LONG).await.unwrap().key, "for one");
    assert_eq!(take(&store, "two", LONG).await.unwrap().key, "plain");
    assert_eq!(take(&store, "two", LONG).await.unwrap().key, "for nobody");
    // The rest is taken: the first lease runs out within the hour.
    let Taking::Nothing(Some(due)) = store.take_job("two", &["sum"], &[], LONG).await.unwrap() else {
        panic!("there is nothing to take");
    };
    assert!(due > OUT && due <= LONG, "{due:?}");
    assert_eq!(store.take_job("two", &["nothing"], &[], LONG).await.unwrap(), Taking::Nothing(None));
}

pub async fn each_fifth_job_is_less_urgent(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    let named = |key: &str, urgency| NewJob { urgency, ..job(key) };
    let mut jobs: Vec<NewJob> = (0..6).map(|n| named(&format!("turn {n}"), 4 * ROUNDS)).collect();
    jobs.extend([
        named("advice of one who asks much", 2 * ROUNDS - 1),
        named("advice to another", 2 * ROUNDS),
    ]);
    jobs.push(named("review", ROUNDS));
    store.enter_jobs(&jobs).await.unwrap();
    let mut order = Vec::new();
    while let Some(job) = take(&store, "one", LONG).await {
        order.push(job.key);
    }
    let turns = ["turn 0", "turn 1", "turn 2", "turn 3"];
    assert_eq!(order[..4], turns);
    assert_eq!(order[4..7], ["advice to another", "turn 4", "turn 5"]);
    assert_eq!(order[7..], ["advice of one who asks much", "review"]);
}

pub async fn results_are_removed_some_time_after_they_were_fetched(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    store.enter_jobs(&[job("done"), job("waiting")]).await.unwrap();
    let taken = take(&store, "worker", LONG).await.unwrap();
    assert!(store.finish_job(&taken, &json!(1)).await.unwrap());
    // Nobody has fetched it.
    assert_eq!(store.tidy_jobs(OUT, LONG).await.unwrap(), 0);
    assert_eq!(store.results("sums").await.unwrap().len(), 1);
    assert_eq!(store.tidy_jobs(LONG, OUT).await.unwrap(), 0);
    assert_eq!(store.tidy_jobs(OUT, LONG).await.unwrap(), 1);
    let left: Vec<String> = store.batch("sums").await.unwrap().into_iter().map(|job| job.key).collect();
    assert_eq!(left, ["waiting"]);
}

async fn next(news: &mut mpsc::UnboundedReceiver<JobNews>) -> JobNews {
    soon(news.recv()).await.expect("the store tells")
}

pub async fn what_happens_in_the_queue_is_told(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    let mut news = store.job_news();
    assert_eq!(next(&mut news).await, JobNews::Missed);
    store.enter_jobs(&[job("a"), job("b")]).await.unwrap();
    assert_eq!(next(&mut news).await, JobNews::Waiting("sum".to_owned()));
    // Nothing new, and so no news.
    store.enter_jobs(&[job("a")]).await.unwrap();
    let first = take(&store, "worker", LONG).await.unwrap();
    store.job_progress(&first, &json!({ "games": 3 })).await.unwrap();
    assert_eq!(next(&mut news).await, JobNews::Progress("sums".to_owned()));
    assert_eq!(store.job("a").await.unwrap().unwrap().progress, Some(json!({ "games": 3 })));
    store.finish_job(&first, &json!(1)).await.unwrap();
    assert_eq!(next(&mut news).await, JobNews::Ended("sums".to_owned()));
    let second = take(&store, "worker", LONG).await.unwrap();
    store.fail_job(&second, "a fault").await.unwrap();
    assert_eq!(next(&mut news).await, JobNews::Waiting("sum".to_owned()));
    store.withdraw_job("b").await.unwrap();
    assert_eq!(next(&mut news).await, JobNews::Withdrawn("b".to_owned()));
}

pub async fn the_queue_outlives_the_program(backend: Backend) {
    let folder = backend.folder();
    let first = store(folder.path()).await;
    first.enter_jobs(&[job("a"), job("b"), job("c")]).await.unwrap();
    let done = take(&first, "worker", LONG).await.unwrap();
    first.finish_job(&done, &json!(6)).await.unwrap();
    take(&first, "worker", OUT).await.unwrap();
    first.close().await;
    let second = store(folder.path()).await;
    assert_eq!(second.enter_jobs(&[job("a"), job("b"), job("c")]).await.unwrap(), 0);
    let mut keys = BTreeSet::new();
    while let Some(job) = take(&second, "worker", LONG).await {
        keys.insert(job.key);
    }
    assert_eq!(keys.into_iter().collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(second.results("sums").await.unwrap()["a"], json!(6));
}
