//! Who thinks something over: this server when it has a place for it or, where servers share a
//! database, whichever worker or other server takes it from the queue there first.
//!
//! Over a file everything waits for its turn in the [thinking queue](super::thinking) of this
//! server, and nothing is written down. Over a shared database a computer's turn is a job there: a
//! server claims it before it thinks it over itself, so that no two ever do. Advice and reviews
//! become jobs when they have to wait.

use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use ai::Interrupt;
use protocol::ready::What;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::time::{MissedTickBehavior, sleep};
use tokio_util::sync::CancellationToken;

use super::message::Message;
use super::shared::Shared;
use super::thinking::{BEAT, KeptPlace, Ticket};
use crate::aside::run_aside;
use crate::store::{Beat, Claim, JobNews, NewJob, Store, StoreError, TakenJob};
use crate::thought::{LEASE, gone, thinking};
use crate::traced::of_this_request;
use crate::work::{Gate, Times, Worker};

/// So many things that wait elsewhere are thought over at a time, if there are places for them.
const LENT: usize = 256;

/// After so long advice or a review that is there was forgotten.
const TIDIED: Duration = Duration::from_secs(60);

/// The thinkers of a database that several servers share.
pub(super) struct Thinkers {
    /// What this server is called as a worker.
    pub(super) name: String,
    store: Store,
    /// For how long a turn is its thinker's without a sign of life. A job that somebody else has is
    /// looked at as often, if nothing is heard of it.
    lease: Duration,
    /// Who waits for a job, by its batch.
    waiting: Mutex<HashMap<String, Vec<Weak<Notify>>>>,
}

/// How many were thought over, here and elsewhere.
#[derive(Debug, Default)]
pub(super) struct Counts {
    here: AtomicU64,
    elsewhere: AtomicU64,
}

/// What is to be thought over.
pub(super) struct Wanted {
    /// As a job of the shared database; without one it is thought over here.
    pub(super) job: Option<NewJob>,
    /// Other servers may want the same: it is claimed before it is thought over here.
    pub(super) claimed: bool,
    /// Its place here; without one it waits for none.
    pub(super) ticket: Option<Ticket>,
    /// Nobody waits for it any more.
    pub(super) called_off: CancellationToken,
    /// Whether it is thought over on all processors that are free.
    pub(super) spread: bool,
    /// Whether whoever waits is told every now and then that it is still thought over.
    pub(super) reminded: bool,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum Came<T> {
    /// It was thought over here, in that place.
    Here(T, KeptPlace),
    /// This was found elsewhere, by that worker.
    Elsewhere(Value, String),
    /// Nobody could do it: workers were lost over it again and again.
    Failed,
    /// It was called off, or is in the queue no more.
    CalledOff {
        /// It had been begun here.
        begun: bool,
    },
}

/// Tells whoever waits which place it has.
struct Teller<F> {
    tell: F,
    told: Option<usize>,
}

impl<F: FnMut(usize)> Teller<F> {
    fn place(&mut self, place: usize) {
        // Who need not wait is told nothing.
        let news = self.told.map_or(place > 0, |told| told != place);
        if news {
            self.told = Some(place);
            (self.tell)(place);
        }
    }

    fn again(&mut self) {
        let place = self.told.unwrap_or_default();
        self.told = Some(place);
        (self.tell)(place);
    }
}

impl Counts {
    pub(super) fn told(&self) -> [(&'static str, u64); 2] {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        [("here", of(&self.here)), ("elsewhere", of(&self.elsewhere))]
    }
}

impl Thinkers {
    pub(super) fn new(store: Store, lease: Duration) -> Thinkers {
        Thinkers { name: format!("server {}", store.node()), store, lease, waiting: Mutex::default() }
    }

    /// How often a lease is extended, and turns are looked for that were forgotten.
    fn beat(&self) -> Duration {
        self.lease / 4
    }

    /// Hears of what becomes of the jobs of that batch.
    fn listen(&self, batch: &str) -> Arc<Notify> {
        let heard = Arc::new(Notify::new());
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.entry(batch.to_owned()).or_default().push(Arc::downgrade(&heard));
        heard
    }

    /// Tells those who wait for jobs of that batch, or for any.
    fn tell(&self, batch: Option<&str>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let concerned = |of: &str| batch.is_none_or(|batch| batch == of);
        waiting.retain(|of, listeners| {
            listeners.retain(|listener| listener.strong_count() > 0);
            if concerned(of) {
                listeners.iter().filter_map(Weak::upgrade).for_each(|listener| listener.notify_one());
            }
            !listeners.is_empty()
        });
    }

    /// Tells games what happens in the queue.
    pub(super) async fn hear(self: Arc<Self>, mut news: mpsc::UnboundedReceiver<JobNews>) {
        while let Some(news) = news.recv().await {
            match news {
                JobNews::Ended(batch) => self.tell(Some(&batch)),
                // "kind batch version": whoever else waits for it enters it again.
                JobNews::Withdrawn(key) => self.tell(key.split(' ').nth(1)),
                JobNews::Missed => self.tell(None),
                JobNews::Waiting(_) | JobNews::Progress(_) => {}
            }
        }
    }

    /// Takes on the games whose computer's turn is done and whose server is lost, until this one
    /// closes.
    pub(super) async fn take_on(self: Arc<Self>, shared: Arc<Shared>) {
        let mut looks = 0_u64;
        loop {
            tokio::select! {
                () = sleep(self.beat()) => {}
                () = shared.closing.cancelled() => return,
            }
            looks += 1;
            // A turn that was done so long ago was forgotten by whoever entered it.
            match self.store.forgotten_turns(self.lease / 2).await {
                Ok(games) => games.iter().for_each(|game| shared.send(game, Message::TakeOn)),
                Err(error) => tracing::debug!(%error, "forgotten turns could not be looked for"),
            }
            if looks.is_multiple_of(60)
                && let Err(error) = self.store.tidy_thoughts(TIDIED).await
            {
                tracing::debug!(%error, "forgotten advice could not be removed");
            }
        }
    }
}

/// Takes what waits elsewhere, when this server has a place that nobody here waits for, until it
/// closes.
pub(super) async fn lend(shared: Arc<Shared>, thinkers: Arc<Thinkers>) {
    let queue = Arc::clone(&shared.thinking);
    let free = queue.free();
    let enter = move || Some(Box::new(queue.lend()?) as Box<dyn Any + Send>);
    let kinds = thinking(Arc::clone(&shared.library), shared.store.clone());
    let times =
        Times { lease: thinkers.lease, beat: thinkers.beat(), ..Times::over(shared.store.location()) };
    let worker = Worker::new(shared.store.clone(), thinkers.name.clone(), kinds, LENT, times);
    let gate = Gate { enter: Box::new(enter), free };
    worker.behind(gate).run(shared.closing.clone().cancelled_owned()).await;
}

/// One job that somebody here waits for.
struct Queued<'a> {
    thinkers: &'a Thinkers,
    job: NewJob,
    /// It is, or may be, in the queue of the database.
    entered: bool,
}

impl Queued<'_> {
    async fn offer(&mut self) -> Claim {
        self.entered = true;
        self.told(self.thinkers.store.offer_job(&self.job, &self.thinkers.name).await)
    }

    async fn claim(&mut self) -> Claim {
        self.entered = true;
        self.told(self.thinkers.store.claim_job(&self.job, &self.thinkers.name, self.thinkers.lease).await)
    }

    async fn look(&self) -> Claim {
        self.told(self.thinkers.store.look_at_job(&self.job.key, &self.thinkers.name).await)
    }

    /// What was heard of it; a database that does not answer is asked again.
    fn told(&self, heard: Result<Claim, StoreError>) -> Claim {
        heard.unwrap_or_else(|error| {
            tracing::warn!(%error, "the queue cannot be asked");
            Claim::Others(self.thinkers.beat())
        })
    }

    /// Nobody here wants it any more. A turn that was not called off by those who watch is left to
    /// other servers, as are turns when this one closes.
    async fn leave(&self, closing: bool) {
        if !self.entered || (closing && self.job.kind == What::TURN) {
            return;
        }
        if let Err(error) = self.thinkers.store.withdraw_job(&self.job.key).await {
            tracing::warn!(%error, "what nobody waits for could not be withdrawn");
        }
    }
}

impl Shared {
    /// Thinks something over, with what it takes in `mind`, here or wherever it is done first.
    /// `tell` hears of its place. What the thinker remembers comes back, unless it failed.
    pub(super) async fn think<M: Send + 'static, T: Send + 'static>(
        self: &Arc<Shared>,
        wanted: Wanted,
        mind: M,
        think: impl FnOnce(&mut M) -> T + Send + 'static,
        tell: impl FnMut(usize),
    ) -> (Came<T>, Option<M>) {
        let Wanted { job, claimed, mut ticket, called_off, spread, reminded } = wanted;
        let mut teller = Teller { tell, told: None };
        let mut queued = match (&self.thinkers, job) {
            (Some(thinkers), Some(job)) => Some(Queued { thinkers, job, entered: false }),
            _ => None,
        };
        let heard = queued.as_ref().map(|queued| queued.thinkers.listen(&queued.job.batch));
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first is now.
        beat.tick().await;
        let mut elsewhere = false;
        let looked = queued.as_ref().map_or(LEASE, |queued| queued.thinkers.lease);
        let mut look_in = looked;
        let mut found = None;
        if let Some(queued) = &mut queued
            && ticket.as_ref().is_some_and(|ticket| ticket.place() > 0)
        {
            found = Some(queued.offer().await);
        }
        let lease = loop {
            // What has become of it in the queue of the database.
            match found.take() {
                None => {}
                Some(Claim::Mine(lease)) => break Some(lease),
                // It was not so any more when a worker looked.
                Some(Claim::Done { result, .. }) if result == gone() => {
                    if let Some(queued) = &queued {
                        queued.leave(false).await;
                    }
                    return (Came::CalledOff { begun: false }, Some(mind));
                }
                Some(Claim::Done { result, worker }) => {
                    self.counts.elsewhere.fetch_add(1, Ordering::Relaxed);
                    if let Some(queued) = queued.as_ref().filter(|queued| queued.job.kind != What::TURN) {
                        queued.leave(false).await;
                    }
                    return (Came::Elsewhere(result, worker), Some(mind));
                }
                Some(Claim::SetAside) => {
                    if let Some(queued) = queued.as_ref().filter(|queued| queued.job.kind != What::TURN) {
                        queued.leave(false).await;
                    }
                    return (Came::Failed, Some(mind));
                }
                Some(Claim::Others(left)) => {
                    if left.is_zero() {
                        if let Some(ticket) = ticket.as_mut().filter(|_| elsewhere) {
                            ticket.come_back();
                        }
                        elsewhere = false;
                    } else {
                        if let Some(ticket) = &mut ticket {
                            ticket.leave();
                        }
                        elsewhere = true;
                        teller.place(0);
                    }
                    look_in = if left.is_zero() { looked } else { left.min(looked) };
                }
                // The game has gone on, or somebody else who waited for it waits no more.
                Some(Claim::Absent) => return (Came::CalledOff { begun: false }, Some(mind)),
            }
            let in_queue = queued.as_ref().is_some_and(|queued| queued.entered);
            let come_up = async {
                if let Some(ticket) = &mut ticket {
                    ticket.turn(|place| teller.place(place)).await;
                }
            };
            let news = async {
                match &heard {
                    Some(heard) => heard.notified().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = called_off.cancelled() => {
                    if let Some(queued) = &queued {
                        queued.leave(self.closing.is_cancelled()).await;
                    }
                    return (Came::CalledOff { begun: false }, Some(mind));
                }
                () = come_up, if !elsewhere => match &mut queued {
                    Some(queued) if claimed || queued.entered => {
                        found = Some(queued.claim().await);
                    }
                    _ => break None,
                },
                () = news, if in_queue => {
                    if let Some(queued) = &queued {
                        found = Some(queued.look().await);
                    }
                }
                () = sleep(look_in), if in_queue => {
                    if let Some(queued) = &queued {
                        found = Some(queued.look().await);
                    }
                }
                _ = beat.tick(), if reminded => teller.again(),
            }
        };
        teller.told.is_some_and(|told| told > 0).then(|| teller.place(0));
        self.counts.here.fetch_add(1, Ordering::Relaxed);
        let interrupt = Interrupt::new();
        let over = interrupt.clone();
        let share = self.processors.share(spread);
        let mut thinking = run_aside(of_this_request(move || {
            let mut mind = mind;
            let thought = over.over(|| share.threads().over(|| think(&mut mind)));
            (thought, mind)
        }));
        let keep = async {
            match (&self.thinkers, &lease) {
                (Some(thinkers), Some(lease)) => keep(thinkers, lease).await,
                _ => std::future::pending().await,
            }
        };
        let gives_way = ticket.as_ref().map(Ticket::gives_way);
        let gives_way = async {
            match gives_way {
                Some(gives_way) => gives_way.await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(keep, gives_way);
        let mut hurried = false;
        let done = loop {
            tokio::select! {
                biased;
                done = &mut thinking => break done,
                () = called_off.cancelled() => {
                    interrupt.raise();
                    // Its place is free when it has ended.
                    let mind = thinking.await.ok().map(|(_, mind)| mind);
                    match (&self.thinkers, &lease) {
                        (Some(thinkers), Some(lease)) if self.closing.is_cancelled() => {
                            // Another goes on with it.
                            let _ = thinkers.store.give_back_job(lease).await;
                        }
                        _ => if let Some(queued) = &queued {
                            queued.leave(false).await;
                        }
                    }
                    return (Came::CalledOff { begun: true }, mind);
                }
                () = &mut keep => {
                    interrupt.raise();
                    let mind = thinking.await.ok().map(|(_, mind)| mind);
                    return (Came::CalledOff { begun: true }, mind);
                }
                // What it has found so far is its decision.
                () = &mut gives_way, if !hurried => {
                    hurried = true;
                    interrupt.raise();
                }
                // Whoever waits long hears that it is still thought over.
                _ = beat.tick(), if reminded => teller.again(),
            }
        };
        if let Some(queued) = queued.as_ref().filter(|queued| queued.job.kind != What::TURN) {
            queued.leave(false).await;
        }
        match done {
            Ok((thought, mind)) => (Came::Here(thought, KeptPlace::of(ticket)), Some(mind)),
            Err(error) => {
                tracing::error!(%error, "a thinker failed");
                (Came::Failed, None)
            }
        }
    }
}

/// Extends a lease until it is lost.
async fn keep(thinkers: &Thinkers, lease: &TakenJob) {
    loop {
        sleep(thinkers.beat()).await;
        // What the database does not answer is asked again.
        if matches!(thinkers.store.heartbeat(lease, thinkers.lease).await, Ok(Beat::Lost | Beat::Withdrawn)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Thinking;
    use super::super::thinking::{Kind, Party};
    use super::super::{Client, Games, Limits};
    use super::*;
    use catalog::Library;

    #[tokio::test]
    async fn what_a_turn_that_gives_way_has_found_is_its_decision() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let thinking = Thinking { places: Some(1), ..Thinking::default() };
        let (library, hour) = (Arc::new(Library::new()), Duration::from_secs(3600));
        let games = Games::thinking_so(library, store, hour, Default::default(), Limits::default(), thinking);
        let queue = &games.shared.thinking;
        let from = |network: u8| Some(Party::Client(Client::at([192, 0, network, 1].into())));
        let ticket = queue.enter(Kind::Turn, "a", from(1)).unwrap();
        let _waits = queue.enter(Kind::Turn, "b", from(2)).unwrap();
        let wanted = Wanted {
            job: None,
            claimed: false,
            ticket: Some(ticket),
            called_off: CancellationToken::new(),
            spread: false,
            reminded: false,
        };
        let think = |_: &mut ()| {
            let interrupt = Interrupt::current().expect("it can be called off");
            while !interrupt.is_raised() {
                std::thread::yield_now();
            }
            7
        };
        tokio::time::pause();
        let (came, mind) = games.shared.think(wanted, (), think, |_| {}).await;
        assert!(matches!(came, Came::Here(7, _)) && mind.is_some(), "{came:?}");
    }
}
