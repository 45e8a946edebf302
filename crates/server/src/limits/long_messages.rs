//! Long messages: how many may be on their way, or be answered, at once. Each takes memory for as long as that lasts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::Client;

/// Messages over this length need a place, in bytes.
pub(crate) const LONG: u64 = 64 * 1024;

/// Places in all.
const PLACES: usize = 16;

/// Places of one client.
const PLACES_OF_ONE: usize = 2;

/// Places of the network around a client.
const PLACES_OF_A_NETWORK: usize = 4;

/// A message that has been coming for this long may be cut off to make room.
const GRACE: Duration = Duration::from_secs(2);

/// The long messages that are on their way or being answered.
#[derive(Debug, Default)]
pub(crate) struct LongMessages {
    places: Mutex<Places>,
}

#[derive(Debug, Default)]
struct Places {
    taken: Vec<Arc<Message>>,
    /// In the order in which they came.
    waiting: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    client: Client,
    cut: CancellationToken,
    place: oneshot::Sender<LongMessage>,
}

#[derive(Debug)]
struct Message {
    client: Client,
    began: Instant,
    bytes: AtomicU64,
    answered: AtomicBool,
    cut: CancellationToken,
}

impl Message {
    fn bytes_a_second(&self) -> f64 {
        self.bytes.load(Ordering::Relaxed) as f64 / self.began.elapsed().as_secs_f64()
    }
}

/// The place of one message; free again when it is dropped.
#[derive(Debug)]
pub(crate) struct LongMessage {
    of: Arc<LongMessages>,
    message: Arc<Message>,
}

impl LongMessages {
    /// Waits for a place. Where all are taken, the message that comes slowest loses its connection, which is what
    /// `cut` is for; one that has come and waits for other answers of its connection to be taken goes on coming.
    pub(crate) async fn enter(
        self: Arc<LongMessages>,
        client: Client,
        cut: CancellationToken,
    ) -> LongMessage {
        let mut place = self.wait(client, &cut);
        loop {
            self.admit();
            // What has just begun to come can be cut off only later.
            match timeout(GRACE, &mut place).await {
                Ok(Ok(place)) => return place,
                Ok(Err(_)) => place = self.wait(client, &cut),
                Err(_) => {}
            }
        }
    }

    fn wait(&self, client: Client, cut: &CancellationToken) -> oneshot::Receiver<LongMessage> {
        let (place, given) = oneshot::channel();
        self.places().waiting.push(Waiting { client, cut: cut.clone(), place });
        given
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free places to those who wait, or has one made free.
    fn admit(self: &Arc<LongMessages>) {
        let mut unwanted = Vec::new();
        let mut places = self.places();
        places.waiting.retain(|waiting| !waiting.place.is_closed());
        while let Some(next) = places.next() {
            if places.taken.len() >= PLACES {
                places.cut_slowest();
                break;
            }
            let Waiting { client, cut, place } = places.waiting.remove(next);
            let message = Arc::new(Message {
                client,
                began: Instant::now(),
                bytes: AtomicU64::new(0),
                answered: AtomicBool::new(false),
                cut,
            });
            places.taken.push(Arc::clone(&message));
            unwanted.extend(place.send(LongMessage { of: Arc::clone(self), message }).err());
        }
        // These free their places themselves, for which they take the lock.
        drop(places);
    }

    /// How many are on their way or being answered.
    pub(crate) fn count(&self) -> usize {
        self.places().taken.len()
    }
}

impl Places {
    /// Whose turn it is: of those who may have another place, the one whose network has the fewest, so that a network
    /// with many that wait keeps nobody else waiting.
    fn next(&self) -> Option<usize> {
        let share = |waiting: &Waiting| {
            let Some(network) = waiting.client.widest() else { return Some(0) };
            let own = self.taken.iter().filter(|message| message.client == waiting.client).count();
            let around = self.taken.iter().filter(|message| message.client.widest() == Some(network)).count();
            (own < PLACES_OF_ONE && around < PLACES_OF_A_NETWORK).then_some(around)
        };
        let may = self.waiting.iter().enumerate().filter_map(|(n, waiting)| Some((share(waiting)?, n)));
        may.min().map(|(_, n)| n)
    }

    fn cut_slowest(&self) {
        let coming = self
            .taken
            .iter()
            .filter(|message| !message.answered.load(Ordering::Relaxed) && message.began.elapsed() >= GRACE);
        if let Some(slowest) = coming.min_by(|a, b| a.bytes_a_second().total_cmp(&b.bytes_a_second())) {
            slowest.cut.cancel();
        }
    }
}

impl LongMessage {
    /// More of it has come.
    pub(crate) fn came(&self, bytes: u64) {
        self.message.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// All of it has come, and it is answered now.
    pub(crate) fn is_answered(&self) {
        self.message.answered.store(true, Ordering::Relaxed);
    }
}

impl Drop for LongMessage {
    fn drop(&mut self) {
        self.of.places().taken.retain(|message| !Arc::ptr_eq(message, &self.message));
        self.of.admit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Client {
        Client::at([192, 0, last / 2, last].into())
    }

    #[tokio::test(start_paused = true)]
    async fn one_client_has_two_places_and_waits_for_a_third() {
        let all = Arc::new(LongMessages::default());
        let enter = |last| Arc::clone(&all).enter(client(last), CancellationToken::new());
        let (one, _two) = (enter(1).await, enter(1).await);
        let mut third = Box::pin(enter(1));
        assert!(futures_util::poll!(&mut third).is_pending());
        let _other = enter(2).await;
        drop(one);
        third.await;
        assert_eq!(all.count(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn one_network_has_a_quarter_of_the_places() {
        let all = Arc::new(LongMessages::default());
        let enter = |address: String| {
            Arc::clone(&all).enter(Client::at(address.parse().expect("an address")), CancellationToken::new())
        };
        let mut held = Vec::new();
        for n in 0..4 {
            held.push(enter(format!("2001:db8:0:{n:x}00::1")).await);
        }
        let mut fifth = Box::pin(enter("2001:db8:0:ff00::1".to_owned()));
        assert!(futures_util::poll!(&mut fifth).is_pending());
        let _other = enter("2001:db8:1::1".to_owned()).await;
        held.pop();
        fifth.await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_free_place_goes_to_the_network_that_has_the_fewest() {
        let all = Arc::new(LongMessages::default());
        let enter = |network: usize, host: usize| {
            let address = format!("2001:db8:{network:x}:{host:x}00::1").parse().expect("an address");
            Box::pin(Arc::clone(&all).enter(Client::at(address), CancellationToken::new()))
        };
        let mut held = Vec::new();
        for place in 0..PLACES {
            held.push(enter(place / PLACES_OF_A_NETWORK, place % PLACES_OF_A_NETWORK).await);
        }
        let mut greedy: Vec<_> = (0..20).map(|n| enter(n % 4, 8 + n)).collect();
        for waiting in &mut greedy {
            assert!(futures_util::poll!(waiting).is_pending());
        }
        let (mut gone, mut late) = (enter(5, 0), enter(6, 0));
        assert!(futures_util::poll!(&mut gone).is_pending() && futures_util::poll!(&mut late).is_pending());
        drop(gone);
        held.remove(0);
        let late = late.await;
        for waiting in &mut greedy {
            assert!(futures_util::poll!(waiting).is_pending());
        }
        // Now its own network has the fewest of those who wait.
        drop(late);
        assert!(futures_util::poll!(&mut greedy[0]).is_ready());
        assert_eq!(all.count(), PLACES);
    }

    #[tokio::test(start_paused = true)]
    async fn where_all_are_taken_the_slowest_makes_room_and_none_that_is_answered() {
        let all = Arc::new(LongMessages::default());
        let cuts: Vec<CancellationToken> = (0..PLACES).map(|_| CancellationToken::new()).collect();
        let mut places = Vec::new();
        for (n, cut) in cuts.iter().enumerate() {
            let place = Arc::clone(&all).enter(client(n as u8), cut.clone()).await;
            place.came(if n == 0 { 0 } else { 1000 * n as u64 });
            places.push(place);
        }
        places[0].is_answered();
        let cut: Vec<_> = cuts.clone();
        let mut late = Box::pin(Arc::clone(&all).enter(client(100), CancellationToken::new()));
        assert!(futures_util::poll!(&mut late).is_pending());
        assert!(cuts.iter().all(|cut| !cut.is_cancelled()), "they have just begun");
        let loses = tokio::spawn(async move {
            cut[1].cancelled().await;
            drop(places.remove(1));
            places
        });
        late.await;
        let _places = loses.await.expect("no panic");
        let cut: Vec<usize> = (0..PLACES).filter(|n| cuts[*n].is_cancelled()).collect();
        assert_eq!(cut, [1]);
    }
}
