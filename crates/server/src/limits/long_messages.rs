//! Long messages: how many may be on their way, or be answered, at once. Each takes memory for as long as that lasts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::Client;

/// Messages over this length need a place, in bytes.
pub const LONG: u64 = 64 * 1024;

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
pub struct LongMessages {
    taken: Mutex<Vec<Arc<Message>>>,
    freed: Notify,
}

#[derive(Debug)]
struct Message {
    client: Client,
    began: Instant,
    bytes: AtomicU64,
    whole: AtomicBool,
    cut: CancellationToken,
}

impl Message {
    fn bytes_a_second(&self) -> f64 {
        self.bytes.load(Ordering::Relaxed) as f64 / self.began.elapsed().as_secs_f64()
    }
}

/// The place of one message; free again when it is dropped.
#[derive(Debug)]
pub struct LongMessage {
    of: Arc<LongMessages>,
    message: Arc<Message>,
}

impl LongMessages {
    /// Waits for a place. Where all are taken, the message that comes slowest loses its connection, which is what
    /// `cut` is for.
    pub async fn enter(self: Arc<LongMessages>, client: Client, cut: CancellationToken) -> LongMessage {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            freed.as_mut().enable();
            if let Some(message) = self.try_enter(client, &cut) {
                return LongMessage { of: self.clone(), message };
            }
            // What has just begun to come can be cut off only later.
            let _ = timeout(GRACE, freed).await;
        }
    }

    fn taken(&self) -> MutexGuard<'_, Vec<Arc<Message>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_enter(&self, client: Client, cut: &CancellationToken) -> Option<Arc<Message>> {
        let mut taken = self.taken();
        if let Some(network) = client.widest() {
            let own = taken.iter().filter(|message| message.client == client).count();
            let around = taken.iter().filter(|message| message.client.widest() == Some(network)).count();
            if own >= PLACES_OF_ONE || around >= PLACES_OF_A_NETWORK {
                return None;
            }
        }
        if taken.len() >= PLACES {
            let coming = taken
                .iter()
                .filter(|message| !message.whole.load(Ordering::Relaxed) && message.began.elapsed() >= GRACE);
            if let Some(slowest) = coming.min_by(|a, b| a.bytes_a_second().total_cmp(&b.bytes_a_second())) {
                slowest.cut.cancel();
            }
            return None;
        }
        let message = Arc::new(Message {
            client,
            began: Instant::now(),
            bytes: AtomicU64::new(0),
            whole: AtomicBool::new(false),
            cut: cut.clone(),
        });
        taken.push(Arc::clone(&message));
        Some(message)
    }

    /// How many are on their way or being answered.
    pub fn count(&self) -> usize {
        self.taken().len()
    }
}

impl LongMessage {
    /// More of it has come.
    pub fn came(&self, bytes: u64) {
        self.message.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// All of it has come.
    pub fn is_whole(&self) {
        self.message.whole.store(true, Ordering::Relaxed);
    }
}

impl Drop for LongMessage {
    fn drop(&mut self) {
        self.of.taken().retain(|message| !Arc::ptr_eq(message, &self.message));
        self.of.freed.notify_waiters();
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
    async fn where_all_are_taken_the_slowest_makes_room_and_none_that_is_whole() {
        let all = Arc::new(LongMessages::default());
        let cuts: Vec<CancellationToken> = (0..PLACES).map(|_| CancellationToken::new()).collect();
        let mut places = Vec::new();
        for (n, cut) in cuts.iter().enumerate() {
            let place = Arc::clone(&all).enter(client(n as u8), cut.clone()).await;
            place.came(if n == 0 { 0 } else { 1000 * n as u64 });
            places.push(place);
        }
        places[0].is_whole();
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
