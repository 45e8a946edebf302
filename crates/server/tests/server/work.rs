//! Workers: what they take they finish, fail or give back, whatever happens to them on the way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use serde_json::{Value, json};
use server::store::{
    Call, Fault, JobState, MOST_TRIES, NewJob, ROUNDS, Seam, Settings, Store, TakenJob, Taking,
};
use server::work::{Piece, Times, Unfinished, Work, Worker};
use sqlx::{AssertSqlSafe, Executor};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::kept_in::Backend;
use crate::site::{hands, open_store, soon};

/// Does whatever the job says.
struct Chores {
    /// Told when a piece that waits has begun.
    begun: mpsc::Sender<String>,
    /// Told when a piece that waits was interrupted.
    ended: mpsc::Sender<String>,
}

impl Work for Chores {
    fn kind(&self) -> &str {
        "chore"
    }

    fn gives_way(&self, job: &TakenJob) -> Option<Duration> {
        (job.work == "long").then_some(Duration::ZERO)
    }

    fn run(&self, piece: &Piece<'_>) -> Result<Value, Unfinished> {
        match piece.job.work.as_str() {
            Some("panic") => panic!("on purpose"),
            Some("fail") => Err(Unfinished::Failed("a fault".to_owned())),
            Some("refuse") => Err(Unfinished::Refused("not mine".to_owned())),
            Some("tell") => {
                piece.tell(json!("halfway"));
                self.wait(piece)
            }
            Some("wait" | "long") => self.wait(piece),
            _ => Ok(json!({ "of": piece.job.work })),
        }
    }
}

impl Chores {
    /// Goes on until it is interrupted.
    fn wait(&self, piece: &Piece<'_>) -> Result<Value, Unfinished> {
        let _ = self.begun.send(piece.job.key.clone());
        while !piece.interrupt.is_raised() {
            std::thread::yield_now();
        }
        let _ = self.ended.send(piece.job.key.clone());
        Ok(json!("what was found until then"))
    }
}

/// A worker that runs.
struct Hand {
    begun: mpsc::Receiver<String>,
    ended: mpsc::Receiver<String>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

/// Leases that outlive every test, and everything else at once.
const QUICK: Times = Times {
    lease: Duration::from_secs(3600),
    beat: Duration::from_millis(5),
    look: Duration::from_millis(5),
    again: Duration::from_millis(5),
    patience: Duration::from_secs(10),
    told: Duration::from_millis(1),
};

fn hire(store: &Store, name: &str, places: usize, times: Times) -> Hand {
    let ((begin, begun), (end, ended)) = (mpsc::channel(), mpsc::channel());
    let chores = Chores { begun: begin, ended: end };
    let worker = Worker::new(store.clone(), name.to_owned(), vec![Arc::new(chores)], places, times);
    let stop = CancellationToken::new();
    let running = tokio::spawn(worker.run(stop.clone().cancelled_owned()));
    Hand { begun, ended, stop, running }
}

impl Hand {
    async fn next(what: mpsc::Receiver<String>) -> (String, mpsc::Receiver<String>) {
        let wait = tokio::task::spawn_blocking(move || (what.recv().unwrap(), what));
        soon(wait).await.unwrap()
    }

    /// A piece that waits has begun.
    async fn has_begun(mut self) -> (String, Hand) {
        let (key, begun) = Hand::next(self.begun).await;
        self.begun = begun;
        (key, self)
    }

    /// A piece that waits was interrupted.
    async fn was_interrupted(mut self) -> (String, Hand) {
        let (key, ended) = Hand::next(self.ended).await;
        self.ended = ended;
        (key, self)
    }

    async fn stop(self) {
        self.stop.cancel();
        soon(self.running).await.unwrap();
    }
}

async fn new_store(backend: Backend) -> (TempDir, Store) {
    let folder = backend.folder();
    let store = open_store(folder.path(), Settings::default()).await;
    (folder, store)
}

fn chore(key: &str, what: &str) -> NewJob {
    NewJob {
        kind: "chore".to_owned(),
        key: key.to_owned(),
        batch: "chores".to_owned(),
        urgency: 0,
        work: json!(what),
        preferred: None,
    }
}

/// Waits until the job is in that state; what went wrong last.
async fn until(store: &Store, key: &str, state: JobState) -> Option<String> {
    let mut news = store.job_news();
    let reached = async {
        loop {
            if let Some(job) = store.job(key).await.unwrap()
                && job.state == state
            {
                return job.error;
            }
            news.recv().await.unwrap();
        }
    };
    soon(reached).await
}

/// Changes rows by hand.
async fn by_hand(folder: &TempDir, statement: &str) {
    let mut hands = hands(folder.path()).await;
    hands.execute(AssertSqlSafe(statement.to_owned())).await.unwrap();
}

#[tokio::test]
async fn what_is_entered_is_done_and_a_panic_or_a_failure_is_a_try() {
    let (_folder, store) = new_store(Backend::File).await;
    let hand = hire(&store, "worker", 2, QUICK);
    let chores = [chore("a", "sweep"), chore("b", "panic"), chore("c", "fail"), chore("d", "mow")];
    store.enter_jobs(&chores).await.unwrap();
    until(&store, "a", JobState::Done).await;
    until(&store, "d", JobState::Done).await;
    let panicked = until(&store, "b", JobState::SetAside).await;
    assert_eq!(panicked.as_deref(), Some("the program failed at this"));
    assert_eq!(until(&store, "c", JobState::SetAside).await.as_deref(), Some("a fault"));
    assert_eq!(store.job("b").await.unwrap().unwrap().tries, MOST_TRIES);
    let results = store.results("chores").await.unwrap();
    assert_eq!(json!(results), json!({ "a": { "of": "sweep" }, "d": { "of": "mow" } }));
    hand.stop().await;
}

#[tokio::test]
async fn a_worker_has_as_many_pieces_at_hand_as_it_has_places() {
    let (_folder, store) = new_store(Backend::File).await;
    store.enter_jobs(&[chore("a", "wait"), chore("b", "wait"), chore("c", "wait")]).await.unwrap();
    let hand = hire(&store, "worker", 2, QUICK);
    let (_, hand) = hand.has_begun().await;
    let (_, hand) = hand.has_begun().await;
    assert_eq!(store.job("c").await.unwrap().unwrap().state, JobState::Waiting);
    store.withdraw_job("a").await.unwrap();
    let (third, hand) = hand.has_begun().await;
    assert_eq!(third, "c");
    hand.stop().await;
}

#[tokio::test]
async fn who_is_stopped_gives_back_what_is_not_finished() {
    let (_folder, store) = new_store(Backend::File).await;
    store.enter_jobs(&[chore("a", "wait")]).await.unwrap();
    let (_, hand) = hire(&store, "leaving", 1, QUICK).has_begun().await;
    hand.stop().await;
    let given_back = store.job("a").await.unwrap().unwrap();
    assert_eq!((given_back.state, given_back.tries, given_back.error), (JobState::Waiting, 0, None));
    let (key, other) = hire(&store, "staying", 1, QUICK).has_begun().await;
    assert_eq!(key, "a");
    other.stop().await;
}

pub async fn what_was_withdrawn_or_taken_over_is_called_off(backend: Backend) {
    let (folder, store) = new_store(backend).await;
    // Only news can tell of it in time.
    let (_, hand) = {
        let hand = hire(&store, "worker", 1, Times { beat: QUICK.lease, ..QUICK });
        store.enter_jobs(&[chore("a", "wait")]).await.unwrap();
        hand.has_begun().await
    };
    store.withdraw_job("a").await.unwrap();
    let (key, hand) = hand.was_interrupted().await;
    assert_eq!(key, "a");
    hand.stop().await;

    store.enter_jobs(&[chore("b", "wait")]).await.unwrap();
    let (_, hand) = hire(&store, "slow", 1, QUICK).has_begun().await;
    by_hand(&folder, "UPDATE jobs SET lease = 'of another', worker = 'quick'").await;
    let (key, hand) = hand.was_interrupted().await;
    assert_eq!(key, "b");
    hand.stop().await;
    let job = store.job("b").await.unwrap().unwrap();
    assert_eq!((job.state, job.worker.as_deref()), (JobState::Taken, Some("quick")));
    assert!(store.results("chores").await.unwrap().is_empty());
}

pub async fn what_takes_long_ends_with_what_it_has_found_when_others_wait(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    store.enter_jobs(&[chore("a", "long")]).await.unwrap();
    let taken = store.take_job("hand", &["chore"], &[], QUICK.lease).await.unwrap();
    let Taking::Job(own) = taken else { panic!("{taken:?}") };
    let other = |key: &str, kind: &str, batch: &str, urgency| NewJob {
        kind: kind.to_owned(),
        batch: batch.to_owned(),
        urgency,
        ..chore(key, "quick")
    };
    for (other, awaited) in [
        (other("of its batch", "chore", "chores", 0), false),
        (other("less urgent", "chore", "others", -ROUNDS), false),
        (other("of another kind", "errand", "others", 0), false),
        (other("b", "trip", "others", 0), true),
        (other("c", "chore", "others", 0), true),
    ] {
        let key = other.key.clone();
        store.enter_jobs(&[other]).await.unwrap();
        assert_eq!(store.is_job_awaited(&own, &["chore", "trip"]).await.unwrap(), awaited);
        if key == "b" {
            store.withdraw_job(&key).await.unwrap();
        }
    }
    store.give_back_job(&own).await.unwrap();
    // A worker asks, and what it has found by then is the result.
    let hand = hire(&store, "worker", 1, QUICK);
    until(&store, "c", JobState::Done).await;
    assert_eq!(store.results("chores").await.unwrap()["a"], "what was found until then");
    hand.stop().await;
}

#[tokio::test]
async fn a_lease_is_extended_as_long_as_the_work_goes_on() {
    let (folder, store) = new_store(Backend::File).await;
    store.enter_jobs(&[chore("a", "wait")]).await.unwrap();
    let (_, hand) = hire(&store, "worker", 1, QUICK).has_begun().await;
    by_hand(&folder, "UPDATE jobs SET until = 0").await;
    let extended = async {
        // If the lease were out it could be taken.
        loop {
            let count = "SELECT COUNT(*) FROM jobs WHERE until > 0";
            let mut hands = hands(folder.path()).await;
            if sqlx::query_scalar::<_, i64>(count).fetch_one(&mut hands).await.unwrap() == 1 {
                return;
            }
        }
    };
    soon(extended).await;
    let taken = store.take_job("other", &["chore"], &[], QUICK.lease).await.unwrap();
    assert!(matches!(taken, Taking::Nothing(_)), "{taken:?}");
    hand.stop().await;
}

pub async fn a_worker_refuses_a_batch_once_and_others_do_it(backend: Backend) {
    let (_folder, store) = new_store(backend).await;
    let hand = hire(&store, "unfit", 1, QUICK);
    store.enter_jobs(&[chore("a", "refuse"), chore("b", "sweep")]).await.unwrap();
    store.enter_jobs(&[NewJob { batch: "others".to_owned(), ..chore("z", "mow") }]).await.unwrap();
    until(&store, "z", JobState::Done).await;
    let refused = store.job("a").await.unwrap().unwrap();
    assert_eq!((refused.state, refused.tries), (JobState::Waiting, 0));
    assert_eq!(refused.error.as_deref(), Some("not mine"));
    assert_eq!(store.job("b").await.unwrap().unwrap().state, JobState::Waiting);
    hand.stop().await;
    let taken = store.take_job("fit", &["chore"], &[], QUICK.lease).await.unwrap();
    let Taking::Job(taken) = taken else { panic!("it waits for somebody else") };
    assert_eq!((&*taken.key, taken.tries), ("a", 1));
}

#[tokio::test]
async fn what_is_told_of_the_progress_can_be_read() {
    let (_folder, store) = new_store(Backend::File).await;
    store.enter_jobs(&[chore("a", "tell")]).await.unwrap();
    let hand = hire(&store, "worker", 1, QUICK);
    let mut news = store.job_news();
    let told = async {
        while store.job("a").await.unwrap().unwrap().progress != Some(json!("halfway")) {
            news.recv().await.unwrap();
        }
    };
    soon(told).await;
    hand.stop().await;
}

/// A database that can be out of reach.
#[derive(Debug, Default)]
struct Line {
    cut: AtomicBool,
    /// How many calls came to nothing.
    calls: std::sync::atomic::AtomicUsize,
}

impl Seam for Line {
    fn fault(&self, _: Call) -> Option<Fault> {
        if !self.cut.load(Ordering::Relaxed) {
            return None;
        }
        self.calls.fetch_add(1, Ordering::Relaxed);
        Some(Fault::Before(sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into())))
    }
}

pub async fn a_worker_outlives_a_database_that_is_away_for_a_while(backend: Backend) {
    let folder = backend.folder();
    let line = Arc::new(Line::default());
    let settings = Settings { seam: Some(Arc::<Line>::clone(&line)), ..Settings::default() };
    let remote = open_store(folder.path(), settings).await;
    let store = open_store(folder.path(), Settings::default()).await;
    store.enter_jobs(&[chore("a", "wait"), chore("b", "sweep")]).await.unwrap();
    let (_, hand) = hire(&remote, "worker", 2, QUICK).has_begun().await;
    until_done(&store, "b").await;
    line.cut.store(true, Ordering::Relaxed);
    store.enter_jobs(&[chore("c", "sweep")]).await.unwrap();
    let failing = async {
        while line.calls.load(Ordering::Relaxed) < 10 {
            tokio::task::yield_now().await;
        }
    };
    soon(failing).await;
    assert_eq!(store.job("c").await.unwrap().unwrap().state, JobState::Waiting);
    line.cut.store(false, Ordering::Relaxed);
    until_done(&store, "c").await;
    // What it had at hand is still its own.
    assert!(!hand.running.is_finished());
    assert!(hand.ended.try_recv().is_err());
    hand.stop().await;
    assert_eq!(store.job("a").await.unwrap().unwrap().state, JobState::Waiting);
}

/// Waits without news: the worker is over another store.
async fn until_done(store: &Store, key: &str) {
    let done = async { while store.job(key).await.unwrap().unwrap().state != JobState::Done {} };
    soon(done).await;
}
