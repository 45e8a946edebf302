//! The side of a shard's life that asks: they are entered, waited for and put together again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use longroll::outcome::Stop;
use serde_json::{Value, json};
use server::store::{Database, JobNews, JobState, JobStatus, KeyChoice, NewJob, Settings, Store, StoreError};
use server::work::{Times, Work, Worker};
use sha2::{Digest, Sha256};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tournament::{Bout, Finished, Venue};

use super::shard::{KIND, Shard};
use crate::work::name;

/// The time without any worker taking a shard after which the user is warned.
const TAKEN_WITHIN: Duration = Duration::from_secs(10);

/// News that come within this time of each other are looked at together.
const TOGETHER: Duration = Duration::from_millis(500);

/// How long the end of this program's own worker is waited for.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Experiments come after all that a person at a game waits for.
pub(super) const URGENCY: i64 = -10;

/// The number of jobs entered at a time.
const AT_ONCE: usize = 200;

pub(crate) struct Spread {
    pub(super) runtime: Option<Runtime>,
    pub(super) store: Store,
    times: Times,
    /// Stops the worker of this program.
    own: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
    pub(super) bar: ProgressBar,
    batches: Mutex<BTreeSet<String>>,
}

/// A shard that has been asked for.
struct Asked {
    job: NewJob,
    shard: Shard,
    bout: usize,
}

impl Spread {
    /// Opens the database, with a worker in this program for that many games at a time.
    pub(super) fn open(
        database: &Database,
        jobs: u16,
        work: Arc<dyn Work>,
        bar: ProgressBar,
    ) -> Result<Spread, Stop> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| Stop::because(format!("no threads could be started: {error}")))?;
        let (folder, server) = match database {
            Database::Folder(folder) => (folder.as_path(), None),
            Database::Server(address) => (Path::new("."), Some(address.clone())),
        };
        // Games that people play are of no interest here.
        let settings = Settings { server, key: KeyChoice::Without, ..Settings::default() };
        let store = runtime.block_on(Store::open_with(folder, settings)).map_err(Stop::because)?;
        let times = Times::over(store.location());
        let own = (jobs > 0).then(|| {
            let (stop, stopped) = oneshot::channel::<()>();
            let worker = Worker::new(store.clone(), name(), vec![work], usize::from(jobs), times);
            let run = worker.run(async {
                let _ = stopped.await;
            });
            (stop, runtime.spawn(run))
        });
        Ok(Spread { runtime: Some(runtime), store, times, own, bar, batches: Mutex::default() })
    }

    /// Removes everything that was asked for: the results have been put to use.
    pub(crate) fn finish(self) {
        let batches = std::mem::take(&mut *self.batches.lock().unwrap_or_else(PoisonError::into_inner));
        let Some(runtime) = &self.runtime else { return };
        for batch in batches {
            if let Err(error) = runtime.block_on(self.store.remove_batch(&batch)) {
                self.say(&format!("{error}; the workers remove what is left in some days"));
                return;
            }
        }
    }

    pub(crate) fn say(&self, what: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "longroll: {what}");
        });
    }

    /// Asks the database until it answers.
    pub(super) async fn ask<T>(&self, question: impl AsyncFn() -> Result<T, StoreError>) -> T {
        let mut said = false;
        loop {
            match question().await {
                Ok(answer) => return answer,
                Err(error) if !said => {
                    said = true;
                    self.say(&format!("{error}; it is tried again until the database answers"));
                }
                Err(_) => {}
            }
            sleep(self.times.again).await;
        }
    }

    async fn play_all(&self, bouts: &[Bout]) -> Result<Vec<Vec<Finished>>, String> {
        let batch = batch_of(bouts);
        let asked = shards(bouts, &batch);
        let mut news = self.store.job_news();
        self.begin(&batch).await;
        let before = self.bar.position();
        let mut watch = Watch::new();
        let results = loop {
            let known = self.ask(async || self.store.batch(&batch).await).await;
            let known: BTreeMap<&str, &JobStatus> =
                known.iter().map(|status| (status.key.as_str(), status)).collect();
            let missing: Vec<NewJob> = asked
                .iter()
                .filter(|asked| !known.contains_key(asked.job.key.as_str()))
                .map(|asked| asked.job.clone())
                .collect();
            if !missing.is_empty() {
                self.enter(&missing).await;
                continue;
            }
            self.bar.set_position(before + asked.iter().map(|asked| asked.done(&known)).sum::<u64>());
            for told in watch.look(&known) {
                self.say(&told);
            }
            if known.values().any(|job| matches!(job.state, JobState::Waiting | JobState::Taken)) {
                self.wait(&mut news, KIND, &batch).await;
                continue;
            }
            set_aside(asked.iter().map(|asked| asked.job.key.as_str()), &known)?;
            let results = self.ask(async || self.store.results(&batch).await).await;
            // Another run of the same experiment may have removed them.
            if asked.iter().all(|asked| results.contains_key(&asked.job.key)) {
                break results;
            }
        };
        joined(bouts, asked, results)
    }

    /// Begins a batch. Jobs that were set aside are tried again, since running a command again asks for that.
    pub(super) async fn begin(&self, batch: &str) {
        self.batches.lock().unwrap_or_else(PoisonError::into_inner).insert(batch.to_owned());
        for job in self.ask(async || self.store.batch(batch).await).await {
            if job.state == JobState::SetAside {
                self.ask(async || self.store.withdraw_job(&job.key).await).await;
            }
        }
    }

    pub(super) async fn enter(&self, jobs: &[NewJob]) {
        for jobs in jobs.chunks(AT_ONCE) {
            self.ask(async || self.store.enter_jobs(jobs).await).await;
        }
    }

    /// Waits until something has happened to a batch of jobs of that kind, or may have.
    pub(super) async fn wait(&self, news: &mut UnboundedReceiver<JobNews>, kind: &str, batch: &str) {
        let concerns = |told: Option<JobNews>| match told {
            Some(JobNews::Ended(of) | JobNews::Progress(of)) => of == batch,
            // What was given back or refused waits again.
            Some(JobNews::Waiting(of)) => of == kind,
            Some(JobNews::Withdrawn(_)) => false,
            Some(JobNews::Missed) | None => true,
        };
        let heard = async { while !concerns(news.recv().await) {} };
        if timeout(self.times.look.min(TAKEN_WITHIN), heard).await.is_ok() {
            sleep(TOGETHER).await;
            while news.try_recv().is_ok() {}
        }
    }
}

impl Venue for Spread {
    fn play(&self, bouts: &[Bout]) -> Result<Vec<Vec<Finished>>, String> {
        let Some(runtime) = &self.runtime else { return Err("there are no threads".to_owned()) };
        runtime.block_on(async {
            let stop =
                longroll::service::stop().map_err(|error| format!("signals cannot be heard: {error}"))?;
            tokio::select! {
                played = self.play_all(bouts) => played,
                () = stop => Err("called off; the same command goes on where this one was".to_owned()),
            }
        })
    }
}

impl Drop for Spread {
    /// Returns the unfinished jobs of this program's own worker.
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        runtime.block_on(async {
            if let Some((stop, worker)) = self.own.take() {
                let _ = stop.send(());
                let _ = timeout(LAST_WORDS, worker).await;
            }
            let _ = timeout(LAST_WORDS, self.store.close()).await;
        });
        runtime.shutdown_background();
    }
}

/// The name of what is asked for: the same for the same games by the same program.
fn batch_of(bouts: &[Bout]) -> String {
    let told: Vec<Shard> = bouts.iter().map(|bout| Shard::of(bout.clone())).collect();
    let hash = Sha256::digest(json!(told).to_string());
    format!("games-{}", tabletop::hex_string(&hash[..8]))
}

fn shards(bouts: &[Bout], batch: &str) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (index, bout) in bouts.iter().enumerate() {
        let size = Shard::size(&bout.series);
        for (part, of) in bout.parts(size).into_iter().zip(0..) {
            let (first, games) = (of * size, part.series.games);
            let shard = Shard::of(part);
            let job = NewJob {
                kind: KIND.to_owned(),
                key: format!(
                    "{batch}: {} {index}, games {first} to {}",
                    bout.battle.scenario,
                    first + games - 1
                ),
                batch: batch.to_owned(),
                urgency: URGENCY,
                work: json!(shard),
                preferred: None,
            };
            asked.push(Asked { job, shard, bout: index });
        }
    }
    asked
}

impl Asked {
    /// How many of its games have been played.
    fn done(&self, known: &BTreeMap<&str, &JobStatus>) -> u64 {
        let Some(status) = known.get(self.job.key.as_str()) else { return 0 };
        match status.state {
            JobState::Done => self.shard.bout.series.games,
            JobState::Taken => status.progress.as_ref().and_then(Value::as_u64).unwrap_or(0),
            JobState::Waiting | JobState::SetAside => 0,
        }
    }
}

/// The messages already shown while the games are played.
pub(super) struct Watch {
    begun: Instant,
    said: BTreeSet<String>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        Watch { begun: Instant::now(), said: BTreeSet::new() }
    }

    /// Returns the messages that are due now.
    pub(super) fn look(&mut self, known: &BTreeMap<&str, &JobStatus>) -> Vec<String> {
        let mut told: Vec<String> = known
            .values()
            .filter_map(|job| {
                let (error, worker) = (job.error.as_ref()?, job.worker.as_deref().unwrap_or("a worker"));
                Some(format!("{worker}: {error}"))
            })
            .collect();
        let waits = known.values().all(|job| job.state == JobState::Waiting);
        if waits && self.begun.elapsed() >= TAKEN_WITHIN {
            told.push("no worker takes these games; 'longroll work' starts one".to_owned());
        }
        told.retain(|told| self.said.insert(told.clone()));
        told
    }
}

/// The error for jobs that were set aside, if any.
pub(super) fn set_aside<'a>(
    keys: impl Iterator<Item = &'a str>,
    known: &BTreeMap<&str, &JobStatus>,
) -> Result<(), String> {
    let aside: Vec<String> = keys
        .filter_map(|key| known.get(key))
        .filter(|job| job.state == JobState::SetAside)
        .map(|job| format!("{} ({})", job.key, job.error.as_deref().unwrap_or("no worker said why")))
        .collect();
    if aside.is_empty() {
        return Ok(());
    }
    Err(format!(
        "some games could not be played, and were set aside: {}; the rest is kept, and the same command tries \
         these again",
        aside.join("; ")
    ))
}

fn joined(
    bouts: &[Bout],
    asked: Vec<Asked>,
    mut results: BTreeMap<String, Value>,
) -> Result<Vec<Vec<Finished>>, String> {
    let mut parts: Vec<Vec<Vec<Finished>>> = bouts.iter().map(|_| Vec::new()).collect();
    for Asked { job, shard, bout } in asked {
        let result = results.remove(&job.key).unwrap_or_default();
        let games = shard.games(result).map_err(|what| format!("{}: {what}", job.key))?;
        parts[bout].push(games);
    }
    Ok(parts
        .into_iter()
        .zip(bouts)
        .map(|(parts, bout)| Bout::joined(parts, Shard::size(&bout.series)))
        .collect())
}
