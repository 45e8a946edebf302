//! How many bytes an address sends and fetches.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{BURST, Client, Limit};

/// How much each client has sent and fetched of late. How long an answer is, is known only once it
/// is there: it is given all the same, and whoever asked waits the longer for the next one.
#[derive(Debug)]
pub(super) struct Bytes {
    limit: Limit,
    began: Instant,
    /// Until when each has used up what it may have.
    used_until: Mutex<HashMap<Client, Duration>>,
}

/// So much may be used in advance.
const AHEAD: Duration = Duration::from_secs(BURST as u64);

impl Bytes {
    /// So many KiB a second, with a burst of ten seconds' worth.
    pub(super) fn new(limit: Limit) -> Bytes {
        Bytes { limit, began: Instant::now(), used_until: Mutex::default() }
    }

    fn used_until(&self) -> MutexGuard<'_, HashMap<Client, Duration>> {
        self.used_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long this client has to wait, if it has used more than it may.
    pub(super) fn wait(&self, client: Client) -> Option<Duration> {
        self.limit.of(client)?;
        let ahead = self.used_until().get(&client)?.saturating_sub(self.began.elapsed());
        ahead.checked_sub(AHEAD).filter(|wait| !wait.is_zero())
    }

    /// This client has sent or been sent so many.
    pub(super) fn charge(&self, client: Client, bytes: usize) {
        let Some(most) = self.limit.of(client) else { return };
        let now = self.began.elapsed();
        let took = Duration::from_secs_f64(bytes as f64 / (f64::from(most.get()) * 1024.0));
        let mut used_until = self.used_until();
        let until = used_until.entry(client).or_insert(now);
        *until = (*until).max(now).saturating_add(took);
    }

    /// Forgets who has nothing left to make up for.
    pub(super) fn tidy(&self) {
        let now = self.began.elapsed();
        let mut used_until = self.used_until();
        used_until.retain(|_, until| *until > now);
        used_until.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_has_been_sent_too_much_waits_until_it_is_made_up_for() {
        let bytes = Bytes::new(Limit::usual(2));
        let (one, two) = (Client::at([192, 0, 2, 1].into()), Client::at([192, 0, 2, 2].into()));
        bytes.charge(one, 20 * 1024);
        assert_eq!(bytes.wait(one), None, "ten seconds' worth at once");
        bytes.charge(one, 6 * 1024);
        assert_eq!(
            bytes.wait(one),
            Some(Duration::from_secs(3)),
            "a long answer counts, though it was given"
        );
        assert_eq!(bytes.wait(two), None);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(bytes.wait(one), None);
        bytes.tidy();
        assert_eq!(bytes.used_until().len(), 1);
        tokio::time::advance(Duration::from_secs(10)).await;
        bytes.tidy();
        assert_eq!(bytes.used_until().len(), 0);
        let own = Client::at([127, 0, 0, 1].into());
        bytes.charge(own, usize::MAX);
        assert_eq!(bytes.wait(own), None);
    }
}
