//! A worker: it takes jobs as long as it has places for them.

use std::any::Any;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::errand::Errand;
use super::{Gate, Times, Work};
use crate::store::{JobNews, Store, StoreError, TakenJob, Taking};

/// A worker over a database.
pub struct Worker {
    pub(super) store: Store,
    name: String,
    kinds: Vec<Arc<dyn Work>>,
    places: usize,
    /// What it waits at before it takes a job, if anything.
    gate: Option<Gate>,
    pub(super) times: Times,
    /// The batches that it is not fit for.
    refused: Mutex<Vec<String>>,
    /// The database does not answer.
    away: AtomicBool,
    pub(super) stopping: CancellationToken,
}

/// What there is to do next.
enum Next {
    /// Perhaps a job can be taken.
    Take,
    /// What is listed here has to be looked at.
    Look(JobNews),
    Stop,
}

impl Worker {
    /// A worker of that name, which no other should have, for these kinds of work; it does as many
    /// pieces at a time as it has places.
    pub fn new(store: Store, name: String, kinds: Vec<Arc<dyn Work>>, places: usize, times: Times) -> Worker {
        Worker {
            store,
            name,
            kinds,
            places: places.max(1),
            gate: None,
            times,
            refused: Mutex::default(),
            away: AtomicBool::new(false),
            stopping: CancellationToken::new(),
        }
    }

    /// The same, which waits at a gate before it takes a job.
    pub fn behind(self, gate: Gate) -> Worker {
        Worker { gate: Some(gate), ..self }
    }

    /// Takes jobs and does them until `stop` is done. What is not finished then is given back at
    /// once; a piece that does not notice its interrupt may still be running on its thread when
    /// this ends.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let worker = Arc::new(self);
        let mut stop = pin!(stop);
        let mut news = worker.store.job_news();
        let mut at_work = JoinSet::new();
        let mut errands: HashMap<String, Weak<Notify>> = HashMap::new();
        let mut wait = Some(Duration::ZERO);
        // Nothing waited when it was looked last, and there are no news.
        let mut nothing = false;
        loop {
            let next = tokio::select! {
                biased;
                () = &mut stop => Next::Stop,
                Some(_) = at_work.join_next() => Next::Take,
                told = news.recv() => match told {
                    Some(JobNews::Waiting(kind)) if worker.does(&kind) => Next::Take,
                    Some(told) => Next::Look(told),
                    // The database is closed: there is nothing more to be had.
                    None => Next::Stop,
                },
                () = sleep(wait.unwrap_or_default()), if wait.is_some() => Next::Take,
                () = worker.freed(), if !nothing => Next::Take,
            };
            match next {
                Next::Stop => break,
                Next::Look(told) => {
                    errands.retain(|_, errand| errand.strong_count() > 0);
                    let concerned = |key: &str| match &told {
                        JobNews::Withdrawn(withdrawn) => withdrawn == key,
                        told => *told == JobNews::Missed,
                    };
                    let concerned = errands.iter().filter(|(key, _)| concerned(key));
                    concerned
                        .filter_map(|(_, errand)| errand.upgrade())
                        .for_each(|errand| errand.notify_one());
                    if told != JobNews::Missed {
                        continue;
                    }
                }
                Next::Take => {}
            }
            (wait, nothing) = (None, false);
            while at_work.len() < worker.places {
                let Ok(place) = worker.place() else { break };
                match worker.take().await {
                    Ok(Taking::Job(job)) => {
                        let Some(work) = worker.kinds.iter().find(|work| work.kind() == job.kind) else {
                            continue;
                        };
                        let errand = Errand::new(Arc::clone(&worker), job, Arc::clone(work));
                        errands.insert(errand.key().to_owned(), Arc::downgrade(&errand.look));
                        at_work.spawn(async move {
                            let _place = place;
                            errand.run().await;
                        });
                    }
                    Ok(Taking::Nothing(due)) => {
                        nothing = true;
                        wait = Some(due.map_or(worker.times.look, |due| due.min(worker.times.look)));
                        break;
                    }
                    Err(Silent) => {
                        wait = Some(worker.times.again);
                        break;
                    }
                }
            }
        }
        worker.stopping.cancel();
        while at_work.join_next().await.is_some() {}
    }

    /// A place at its gate, if it has one; an error if none is free.
    fn place(&self) -> Result<Option<Box<dyn Any + Send>>, Closed> {
        self.gate.as_ref().map(|gate| (gate.enter)().ok_or(Closed)).transpose()
    }

    /// Done when a place may be free at its gate.
    async fn freed(&self) {
        match &self.gate {
            Some(gate) => gate.free.notified().await,
            None => std::future::pending().await,
        }
    }

    /// The shortest lease of what it does.
    pub(super) fn shortest_lease(&self) -> Duration {
        self.kinds.iter().filter_map(|work| work.lease()).chain([self.times.lease]).min().unwrap_or_default()
    }

    fn does(&self, kind: &str) -> bool {
        self.kinds.iter().any(|work| work.kind() == kind)
    }

    /// The kinds of work that it does.
    pub(super) fn kinds(&self) -> Vec<&str> {
        self.kinds.iter().map(|work| work.kind()).collect()
    }

    async fn take(&self) -> Result<Taking, Silent> {
        let kinds = self.kinds();
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.ask(self.store.take_job(&self.name, &kinds, &refused, self.shortest_lease())).await
    }

    /// It is not fit for the batch of that job.
    pub(super) fn refuse(&self, job: &TakenJob) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if !refused.contains(&job.batch) {
            refused.push(job.batch.clone());
        }
    }

    /// Asks the database something; who asks can wait, and the log says once that it does not
    /// answer.
    pub(super) async fn ask<T>(
        &self,
        question: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, Silent> {
        let why = match timeout(self.times.patience, question).await {
            Ok(Ok(answer)) => {
                if self.away.swap(false, Ordering::Relaxed) {
                    tracing::info!(at = %self.store.location(), "the database answers again");
                }
                return Ok(answer);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("{}: no answer", self.store.location()),
        };
        if !self.away.swap(true, Ordering::Relaxed) {
            tracing::warn!(why, "the database is tried again and again");
        }
        Err(Silent)
    }
}

/// No place is free at the gate.
struct Closed;

/// The database did not answer.
#[derive(Debug)]
pub(super) struct Silent;
