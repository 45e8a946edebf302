//! One job in a worker's hands: from its taking until it is finished, failed or given back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ai::Interrupt;
use serde_json::Value;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use super::worker::Worker;
use super::{Piece, Unfinished, Work};
use crate::aside::run_aside;
use crate::store::{Beat, StoreError, TakenJob};

/// How a job leaves a worker's hands.
enum End {
    Finished(Value),
    Failed(String),
    Refused(String),
    GivenBack,
}

/// A job that is being done.
pub(super) struct Errand {
    worker: Arc<Worker>,
    job: Arc<TakenJob>,
    work: Arc<dyn Work>,
    /// Told when something has happened that may concern its lease.
    pub(super) look: Arc<Notify>,
}

impl Errand {
    pub(super) fn new(worker: Arc<Worker>, job: TakenJob, work: Arc<dyn Work>) -> Errand {
        Errand { worker, job: Arc::new(job), work, look: Arc::default() }
    }

    pub(super) fn key(&self) -> &str {
        &self.job.key
    }

    /// Does it. Its place is taken until its thread has ended, or the program ends.
    pub(super) async fn run(self) {
        let (worker, job) = (&self.worker, &*self.job);
        tracing::debug!(job = job.key, tries = job.tries, "a job is begun");
        let (progress, told) = watch::channel(None);
        let interrupt = Interrupt::new();
        let mut thread = run_aside({
            let (job, work, interrupt) = (Arc::clone(&self.job), Arc::clone(&self.work), interrupt.clone());
            move || {
                let piece = Piece { job: &job, interrupt: &interrupt, progress: &progress };
                let run = || interrupt.over(|| work.run(&piece));
                // The panic itself is on standard error: what it says may not be for everybody.
                let panicked = |_| Err(Unfinished::Failed("the program failed at this".to_owned()));
                catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(panicked)
            }
        });
        let done = tokio::select! {
            biased;
            done = &mut thread => done,
            () = worker.stopping.cancelled() => {
                interrupt.raise();
                self.end(End::GivenBack).await;
                return;
            }
            why = self.keep() => {
                tracing::info!(job = job.key, ?why, "a job is called off");
                interrupt.raise();
                tokio::select! {
                    _ = &mut thread => {}
                    () = worker.stopping.cancelled() => {}
                }
                return;
            }
            () = self.tell(told) => return,
            () = self.hurry(&interrupt) => return,
        };
        let lost = |_| Err(Unfinished::Failed("its thread was lost".to_owned()));
        let end = match done.unwrap_or_else(lost) {
            Ok(result) => End::Finished(result),
            Err(Unfinished::Failed(why)) => {
                tracing::warn!(job = job.key, why, "a job failed");
                End::Failed(why)
            }
            Err(Unfinished::Refused(why)) => {
                tracing::warn!(batch = job.batch, why, "this worker is not fit for a batch");
                worker.refuse(job);
                End::Refused(why)
            }
        };
        self.end(end).await;
    }

    /// Tells the database how it ended until it answers, or once more when the program ends.
    async fn end(&self, end: End) {
        let (worker, job) = (&self.worker, &*self.job);
        loop {
            let last = worker.stopping.is_cancelled();
            match worker.ask(self.keep_end(&end)).await {
                Ok(true) => return,
                Ok(false) => {
                    tracing::info!(job = job.key, "what came of a job counts no more: another worker has it");
                    return;
                }
                Err(_) if last => return,
                Err(_) => {}
            }
            tokio::select! {
                () = sleep(worker.times.again) => {}
                () = worker.stopping.cancelled() => {}
            }
        }
    }

    async fn keep_end(&self, end: &End) -> Result<bool, StoreError> {
        let store = &self.worker.store;
        match end {
            End::Finished(result) => store.finish_job(&self.job, result).await,
            End::Failed(why) => store.fail_job(&self.job, why).await,
            End::Refused(why) => store.refuse_job(&self.job, why).await,
            End::GivenBack => store.give_back_job(&self.job).await,
        }
    }

    /// Extends the lease until it is lost.
    async fn keep(&self) -> Beat {
        let Worker { store, times, .. } = &*self.worker;
        let lease = self.work.lease().unwrap_or(times.lease);
        let beat = times.beat.min(lease / 4);
        // It was taken for no longer than the shortest lease of what might have come.
        let mut wait = if lease > self.worker.shortest_lease() { Duration::ZERO } else { beat };
        loop {
            tokio::select! {
                () = sleep(wait) => {}
                () = self.look.notified() => {}
            }
            wait = beat;
            match self.worker.ask(store.heartbeat(&self.job, lease)).await {
                Ok(Beat::Extended) => {}
                Ok(gone) => return gone,
                // Whether it still has its job is known when the database answers again.
                Err(_) => {}
            }
        }
    }

    /// Has it end with what it has found once it has had its time and another waits; does not end.
    async fn hurry(&self, interrupt: &Interrupt) {
        let (worker, job) = (&self.worker, &*self.job);
        if let Some(time) = self.work.gives_way(job) {
            sleep(time).await;
            while !matches!(worker.ask(worker.store.is_job_awaited(job, &worker.kinds())).await, Ok(true)) {
                sleep(worker.times.beat).await;
            }
            tracing::debug!(job = job.key, "a job gives way");
            interrupt.raise();
        }
        std::future::pending().await
    }

    /// Keeps what is told of its progress; does not end.
    async fn tell(&self, mut told: watch::Receiver<Option<Value>>) {
        let Worker { store, times, .. } = &*self.worker;
        while told.changed().await.is_ok() {
            let progress = told.borrow_and_update().clone();
            if let Some(progress) = progress {
                // What is lost here is told by the next word, or by the result.
                let _ = self.worker.ask(store.job_progress(&self.job, &progress)).await;
                sleep(times.told).await;
            }
        }
        std::future::pending().await
    }
}
