//! Work that keeps a processor busy for long: reading packs and records, drawing maps.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::task::block_in_place;

use super::rate::Over;
use super::{Client, Limit, Rate};
use crate::aside::{processor_time, run_aside};
use crate::locks::Locks;

/// Does such work away from the threads that answer orders: as many pieces at once as there are processors, and one
/// of each network, so that one with many connections or addresses waits for itself and not the others for it.
#[derive(Debug)]
pub struct WorkQueue {
    places: Arc<Semaphore>,
    /// The one place of each network that has work here.
    networks: Locks<IpAddr>,
    /// The one question of each network that is being answered.
    askers: Locks<IpAddr>,
    /// The one request of each network that waits for a server elsewhere.
    #[cfg(feature = "club")]
    senders: Locks<IpAddr>,
    /// The one order of each network that is being carried out.
    movers: Locks<IpAddr>,
    /// Places for what games work out for those who ask: one processor is left for orders.
    answering: Arc<Semaphore>,
    /// The one place for what games with long records work out: it takes long, and others do not wait for it.
    answering_long: Arc<Semaphore>,
    /// The one long record that is being read.
    long_records: Semaphore,
    /// The one record of all that are brought which is being judged.
    brought_records: Arc<Semaphore>,
    seconds: Rate,
    done: AtomicU64,
}

/// For whom work is done: it is charged to that client, whose network has had a turn before anything that others
/// need too is held.
#[derive(Debug)]
pub struct WorkTurn {
    client: Option<Client>,
    /// Held by the work itself too, which may go on when its asker has gone.
    of_network: Option<Arc<OwnedSemaphorePermit>>,
    of_record: Option<Arc<RecordTurn>>,
}

/// The turn to check a record that is brought.
#[derive(Debug)]
struct RecordTurn {
    _permit: Option<OwnedSemaphorePermit>,
    /// How long it may still keep a processor busy. How busy the machine is otherwise does not count.
    left: Mutex<Duration>,
}

impl RecordTurn {
    fn left(&self) -> Duration {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spend(&self, used: Duration) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left.saturating_sub(used);
    }
}

impl WorkTurn {
    /// For a client that has another turn of its network, or a game that it asks: those wait for no network.
    pub(crate) fn within(client: Option<Client>) -> WorkTurn {
        WorkTurn { client, of_network: None, of_record: None }
    }

    /// The client that is charged.
    pub(crate) fn client(&self) -> Option<Client> {
        self.client
    }

    /// For the server itself.
    pub(crate) fn own() -> WorkTurn {
        WorkTurn::within(None)
    }
}

/// Tells a piece of work whether its result is still wanted.
#[derive(Debug)]
pub struct Wanted {
    asker: Weak<()>,
    began: Duration,
    most: Duration,
}

impl Wanted {
    /// Whether anybody still waits for the result, and it has not taken too long.
    pub fn is_wanted(&self) -> bool {
        self.asker.strong_count() > 0 && !self.is_over()
    }

    /// Whether it has kept a processor busy for as long as it may.
    pub(crate) fn is_over(&self) -> bool {
        self.used() >= self.most
    }

    fn used(&self) -> Duration {
        processor_time().saturating_sub(self.began)
    }
}

/// The turn of a client's network: while it is held, no other question of that network is answered.
#[cfg(feature = "club")]
#[derive(Debug)]
pub(crate) struct AskTurn {
    queue: Arc<WorkQueue>,
    client: Client,
    permit: Option<OwnedSemaphorePermit>,
}

#[cfg(feature = "club")]
impl AskTurn {
    /// A turn that is not held yet.
    pub(crate) fn of(queue: &Arc<WorkQueue>, client: Client) -> AskTurn {
        AskTurn { queue: Arc::clone(queue), client, permit: None }
    }

    /// Waits until no other question of the network is being answered.
    pub(crate) async fn take(&mut self) {
        self.permit = self.queue.turn_to_ask(self.client).await;
    }

    /// Gives it back.
    pub(crate) fn release(&mut self) {
        self.permit = None;
    }

    /// Waits for a server elsewhere, which may be slow, and leaves the turn to others of the network meanwhile. Of one
    /// network one request at a time does so.
    pub(crate) async fn lend<T>(&mut self, wait: impl Future<Output = T>) -> T {
        self.release();
        let sends = match self.client.widest() {
            Some(network) => self.queue.senders.lock(network).await,
            None => None,
        };
        let done = wait.await;
        drop(sends);
        self.take().await;
        done
    }
}

impl WorkQueue {
    /// `places` pieces of work at once; `seconds` is what one client may use of them in a minute.
    pub fn new(places: usize, seconds: Limit) -> WorkQueue {
        WorkQueue {
            places: Arc::new(Semaphore::new(places)),
            networks: Locks::default(),
            askers: Locks::default(),
            #[cfg(feature = "club")]
            senders: Locks::default(),
            movers: Locks::default(),
            answering: Arc::new(Semaphore::new(places.saturating_sub(1).max(1))),
            answering_long: Arc::new(Semaphore::new(1)),
            long_records: Semaphore::new(1),
            brought_records: Arc::new(Semaphore::new(1)),
            seconds: Rate::a_minute(seconds),
            done: AtomicU64::new(0),
        }
    }

    /// Waits until no other such work of this client's network is done. This machine's own programs may stand for
    /// many people: they do not wait for each other.
    pub async fn turn_to_work(&self, client: Client) -> WorkTurn {
        let of_network = match client.widest() {
            Some(network) => self.networks.lock(network).await,
            None => None,
        };
        WorkTurn { client: Some(client), of_network: of_network.map(Arc::new), of_record: None }
    }

    /// The same for a record that somebody brings, which may take long to judge and much memory: until the turn is
    /// dropped no other is, and there are places left for all other work. In all of the turn its work may keep a
    /// processor busy for no longer than `most`.
    pub async fn turn_to_judge(&self, client: Client, most: Duration) -> WorkTurn {
        let turn = self.turn_to_work(client).await;
        // It is never closed.
        let permit = Arc::clone(&self.brought_records).acquire_owned().await.ok();
        WorkTurn { of_record: Some(Arc::new(RecordTurn { _permit: permit, left: Mutex::new(most) })), ..turn }
    }

    /// Does the work once there is a place for it, and charges the client for the time it took; `None` if it
    /// panicked. When the future is dropped, work that has not begun never does.
    pub async fn run<T: Send + 'static>(
        self: &Arc<WorkQueue>,
        turn: &WorkTurn,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) -> Option<T> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let asker = Arc::new(());
        let weak = Arc::downgrade(&asker);
        let (queue, client) = (Arc::clone(self), turn.client);
        let (of_network, of_record) = (turn.of_network.clone(), turn.of_record.clone());
        let running = run_aside(move || {
            let most = of_record.as_ref().map_or(Duration::MAX, |turn| turn.left());
            let wanted = Wanted { asker: weak, began: processor_time(), most };
            let done = queue.charged(client, || work(&wanted));
            if let Some(turn) = &of_record {
                turn.spend(wanted.used());
            }
            queue.done.fetch_add(1, Ordering::Relaxed);
            drop((place, of_network, of_record));
            done
        });
        let done = running.await.ok();
        drop(asker);
        done
    }

    /// Waits until no other question of this client's network is being answered: so one network with many connections
    /// keeps neither other people's questions nor their games waiting.
    pub async fn turn_to_ask(&self, client: Client) -> Option<OwnedSemaphorePermit> {
        self.askers.lock(client.widest()?).await
    }

    fn places_to_answer(&self, is_long: bool) -> Arc<Semaphore> {
        Arc::clone(if is_long { &self.answering_long } else { &self.answering })
    }

    /// A place for working out the answer to a question about a record, long or not, if one is free.
    pub(crate) fn free_place(&self, is_long: bool) -> Option<OwnedSemaphorePermit> {
        self.places_to_answer(is_long).try_acquire_owned().ok()
    }

    /// Waits for such a place. No game does: its orders would wait too.
    pub async fn place(&self, is_long: bool) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        self.places_to_answer(is_long).acquire_owned().await.ok()
    }

    /// Reads something that may be long. It is charged, and does not hold up the thread that it was called on.
    pub(crate) fn read<T>(&self, client: Option<Client>, read: impl FnOnce() -> T) -> T {
        let flavor = Handle::try_current().map(|handle| handle.runtime_flavor());
        match flavor {
            Ok(RuntimeFlavor::MultiThread) => block_in_place(|| self.charged(client, read)),
            _ => self.charged(client, read),
        }
    }

    /// Waits until no other long record is read, if this one is: while they are, they take much memory.
    pub(crate) async fn turn_to_read(&self, is_long: bool) -> Option<SemaphorePermit<'_>> {
        if is_long { self.long_records.acquire().await.ok() } else { None }
    }

    /// Waits until no other order of this client's network is under way, so that orders of many games at once leave a
    /// processor to everybody else's. It is waited for before the game is asked: a game waits for no network.
    pub async fn turn_to_move(&self, client: Client) -> Option<OwnedSemaphorePermit> {
        self.movers.lock(client.widest()?).await
    }

    /// Does what charges the client for the time it takes.
    pub(crate) fn charged<T>(&self, client: Option<Client>, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        if let Some(client) = client {
            self.seconds.charge(client, began.elapsed().as_secs_f64());
        }
        done
    }

    /// How long this client has to wait until it may have more work done.
    pub(crate) fn wait(&self, client: Client) -> Option<Over> {
        self.seconds.wait(client)
    }

    /// How many pieces of work have been done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Forgets clients that have nothing left to make up for.
    pub fn tidy(&self) {
        self.seconds.tidy();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use tokio::sync::oneshot;

    use super::*;

    fn client(last: u8) -> Option<Client> {
        Some(Client::at([192, 0, last, 1].into()))
    }

    async fn in_turn<T: Send + 'static>(
        queue: &Arc<WorkQueue>,
        client: Option<Client>,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) -> Option<T> {
        let turn = queue.turn_to_work(client.expect("a client")).await;
        queue.run(&turn, work).await
    }

    #[cfg(feature = "club")]
    #[tokio::test]
    async fn a_network_that_waits_for_a_server_elsewhere_is_answered_meanwhile_and_waits_for_one_at_a_time() {
        let queue = Arc::new(WorkQueue::new(1, Limit::usual(0)));
        let one = client(1).expect("a client");
        let (mut first, mut second) = (AskTurn::of(&queue, one), AskTurn::of(&queue, one));
        first.take().await;
        let (answer, waits) = oneshot::channel();
        let mut first = Box::pin(first.lend(waits));
        assert!(futures_util::poll!(&mut first).is_pending());
        second.take().await;
        let mut second = Box::pin(second.lend(async { 7 }));
        assert!(futures_util::poll!(&mut second).is_pending(), "the first still waits");
        let other = client(2).expect("a client");
        let mut elsewhere = AskTurn::of(&queue, other);
        assert_eq!(elsewhere.lend(async { 8 }).await, 8, "another network does not wait");
        answer.send(9).expect("it waits");
        assert_eq!(first.await, Ok(9));
        // The first has its turn again, and still holds it.
        assert!(futures_util::poll!(&mut second).is_pending());
    }

    #[tokio::test]
    async fn one_client_has_one_place_and_leaves_the_others_to_others() {
        let queue = Arc::new(WorkQueue::new(2, Limit::usual(0)));
        let (finish, wait) = mpsc::channel::<()>();
        let (started, has_started) = oneshot::channel();
        let first = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move {
                let work = move |_: &Wanted| {
                    let _ = started.send(());
                    wait.recv()
                };
                in_turn(&queue, client(1), work).await
            }
        });
        has_started.await.expect("it has a place");
        let begun = Arc::new(AtomicUsize::new(0));
        let counts = Arc::clone(&begun);
        let mut second = Box::pin(in_turn(&queue, client(1), move |_| counts.fetch_add(1, Ordering::SeqCst)));
        assert!(futures_util::poll!(&mut second).is_pending());
        assert_eq!(in_turn(&queue, client(2), |_| 7).await, Some(7), "another network does not wait");
        assert_eq!(queue.run(&WorkTurn::within(client(1)), |_| 6).await, Some(6), "nor does a game");
        // Its asker has gone: it never begins.
        drop(second);
        finish.send(()).expect("it waits");
        assert_eq!(first.await.expect("no panic"), Some(Ok(())));
        assert_eq!(in_turn(&queue, client(1), |_| 8).await, Some(8));
        assert_eq!(begun.load(Ordering::SeqCst), 0);
        assert_eq!(queue.places.available_permits(), 2);
    }

    #[tokio::test]
    async fn one_record_that_is_brought_is_judged_at_a_time_and_other_work_goes_on() {
        let queue = Arc::new(WorkQueue::new(2, Limit::usual(0)));
        let client = |last| client(last).expect("a client");
        let turn = queue.turn_to_judge(client(1), Duration::MAX).await;
        let mut next = Box::pin(queue.turn_to_judge(client(2), Duration::MAX));
        assert!(futures_util::poll!(&mut next).is_pending());
        let (finish, wait) = mpsc::channel::<()>();
        let judging = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.run(&turn, move |_| wait.recv()).await }
        });
        assert_eq!(in_turn(&queue, Some(client(3)), |_| 7).await, Some(7));
        assert!(futures_util::poll!(&mut next).is_pending());
        finish.send(()).expect("it waits");
        assert_eq!(judging.await.expect("no panic"), Some(Ok(())));
        assert_eq!(queue.run(&next.await, |_| 8).await, Some(8));
    }

    #[tokio::test]
    async fn a_record_is_judged_for_as_long_as_it_may_keep_a_processor_busy() {
        let queue = Arc::new(WorkQueue::new(2, Limit::usual(0)));
        let client = client(1).expect("a client");
        let most = Duration::from_millis(20);
        let turn = queue.turn_to_judge(client, most).await;
        let work = |wanted: &Wanted| {
            let has_time = wanted.is_wanted();
            while wanted.is_wanted() {}
            (has_time, wanted.is_over())
        };
        assert_eq!(queue.run(&turn, work).await, Some((true, true)));
        // Its next piece has nothing left.
        assert_eq!(queue.run(&turn, work).await, Some((false, true)));
        assert_eq!(queue.run(&WorkTurn::within(Some(client)), |wanted| wanted.is_over()).await, Some(false));
    }

    #[tokio::test(start_paused = true)]
    async fn one_question_of_each_network_is_answered_at_a_time_and_charged() {
        let queue = Arc::new(WorkQueue::new(2, Limit::usual(1)));
        let (one, two) = (client(1).expect("a client"), client(2).expect("a client"));
        let turn = queue.turn_to_ask(one).await;
        let neighbour = Client::at([192, 0, 1, 200].into());
        let mut second = Box::pin(queue.turn_to_ask(neighbour));
        assert!(futures_util::poll!(&mut second).is_pending());
        assert!(queue.turn_to_ask(two).await.is_some(), "another network does not wait");
        assert!(
            queue.turn_to_ask(Client::at([127, 0, 0, 1].into())).await.is_none(),
            "nor does this machine"
        );
        drop(turn);
        assert!(second.await.is_some());
        // Of two processors one is left for orders.
        let place = queue.free_place(false);
        assert!(place.is_some() && queue.free_place(false).is_none());
        let mut next = Box::pin(queue.place(false));
        assert!(futures_util::poll!(&mut next).is_pending());
        // Long records have one of their own, however many processors there are.
        let long = queue.place(true).await;
        assert!(long.is_some() && queue.free_place(true).is_none());
        drop(place);
        assert!(next.await.is_some());
        assert!(queue.free_place(true).is_none());
        let count = || (0..10_000_u64).map(std::hint::black_box).sum::<u64>();
        assert_eq!(queue.read(Some(one), count), 49_995_000);
        assert!(queue.seconds.wait(one).is_none());
        queue.seconds.charge(one, 1.0);
        assert!(queue.seconds.wait(one).is_some(), "the question has used some of it");
        queue.seconds.charge(two, 1.0);
        assert!(queue.seconds.wait(two).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn one_order_of_each_network_is_carried_out_at_a_time_and_charged() {
        let queue = Arc::new(WorkQueue::new(2, Limit::usual(1)));
        let (one, two) = (client(1).expect("a client"), client(2).expect("a client"));
        let turn = queue.movers.lock(one.widest().expect("a network")).await;
        let mut order = Box::pin(queue.turn_to_move(one));
        assert!(futures_util::poll!(&mut order).is_pending());
        assert!(queue.turn_to_move(two).await.is_some(), "another network does not wait");
        let own = Client::at([127, 0, 0, 1].into());
        assert!(queue.turn_to_move(own).await.is_none(), "nor does this machine");
        drop(turn);
        assert!(order.await.is_some());
        // Neither the questions nor the work of a network keep its orders waiting.
        let _turn = queue.turn_to_ask(one).await;
        let _place = queue.place(false).await;
        assert!(queue.turn_to_move(one).await.is_some());
        assert_eq!(queue.charged(Some(one), || 4), 4);
        // Of long records one is read at a time, for whomever.
        let long = queue.turn_to_read(true).await;
        assert!(queue.turn_to_read(false).await.is_none());
        let mut next = Box::pin(queue.turn_to_read(true));
        assert!(futures_util::poll!(&mut next).is_pending());
        drop(long);
        assert!(next.await.is_some());
        queue.seconds.charge(one, 1.0);
        assert!(queue.wait(one).is_some(), "its orders have used some of it");
    }

    #[tokio::test]
    async fn work_learns_that_nobody_waits_for_it() {
        let queue = Arc::new(WorkQueue::new(1, Limit::usual(0)));
        let ((started, has_started), (gone, has_gone)) = (oneshot::channel(), mpsc::channel::<()>());
        let (tell, told) = oneshot::channel();
        let mut asked = Box::pin(in_turn(&queue, client(1), move |wanted| {
            let _ = started.send(wanted.is_wanted());
            let _ = has_gone.recv();
            let _ = tell.send(wanted.is_wanted());
        }));
        assert!(futures_util::poll!(&mut asked).is_pending());
        assert_eq!(has_started.await, Ok(true));
        drop(asked);
        gone.send(()).expect("it waits");
        assert_eq!(told.await, Ok(false));
    }

    #[tokio::test]
    async fn time_is_charged_to_the_client_that_it_was_used_for() {
        let queue = Arc::new(WorkQueue::new(1, Limit::usual(30)));
        queue.seconds.charge(client(1).expect("a client"), 31.0);
        assert!(queue.wait(client(1).expect("a client")).is_some());
        assert_eq!(queue.wait(client(2).expect("a client")), None);
        // A panic frees the place.
        assert_eq!(in_turn(&queue, client(2), |_| -> u8 { panic!("as the test wants it") }).await, None);
        assert_eq!(in_turn(&queue, client(2), |_| 1).await, Some(1));
    }
}
