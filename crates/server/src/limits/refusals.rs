//! Who was refused something of late, and how often, since a limit was reached.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

use super::Client;

/// How long somebody who was refused something is remembered.
const REMEMBERED: Duration = Duration::from_secs(15 * 60);

/// Of so many it is remembered at most: who comes from ever new addresses takes no memory.
const MOST: usize = 1024;

/// Whoever was refused something.
#[derive(Debug, Default)]
pub struct Refusals {
    /// How often each limit was reached.
    counts: Mutex<BTreeMap<String, u64>>,
    of_late: Mutex<HashMap<(Client, String), OfLate>>,
}

#[derive(Debug)]
struct OfLate {
    times: u64,
    last: Instant,
}

/// One address that was refused something of late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The address; of IPv6 the /64.
    pub address: IpAddr,
    /// The name of the limit that it reached.
    pub limit: String,
    /// How often, since it was first remembered.
    pub times: u64,
    /// How many seconds ago it was last.
    pub seconds_ago: u64,
}

impl Refusals {
    fn of_late(&self) -> MutexGuard<'_, HashMap<(Client, String), OfLate>> {
        self.of_late.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This client was refused something: that limit is reached.
    pub(crate) fn note(&self, limit: &str, client: Client) {
        *self.counts().entry(limit.to_owned()).or_default() += 1;
        let mut of_late = self.of_late();
        let key = (client, limit.to_owned());
        if of_late.len() >= MOST && !of_late.contains_key(&key) {
            return;
        }
        let one = of_late.entry(key).or_insert(OfLate { times: 0, last: Instant::now() });
        one.times += 1;
        one.last = Instant::now();
    }

    /// How often each limit was reached.
    pub(crate) fn counts(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who was refused something in the last quarter of an hour, the last one first.
    pub fn list(&self) -> Vec<Refused> {
        self.tidy();
        let of_late = self.of_late();
        let told = |((client, limit), one): (&(Client, String), &OfLate)| Refused {
            address: client.network,
            limit: limit.clone(),
            times: one.times,
            seconds_ago: one.last.elapsed().as_secs(),
        };
        let mut list: Vec<Refused> = of_late.iter().map(told).collect();
        list.sort_by(|a, b| (a.seconds_ago, a.address, &a.limit).cmp(&(b.seconds_ago, b.address, &b.limit)));
        list
    }

    /// Forgets who was refused nothing for a while.
    pub(super) fn tidy(&self) {
        self.of_late().retain(|_, one| one.last.elapsed() < REMEMBERED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_was_refused_is_remembered_for_a_while() {
        let refusals = Refusals::default();
        let (one, two) = (Client::at([192, 0, 2, 1].into()), Client::at([192, 0, 2, 2].into()));
        refusals.note("sockets", one);
        tokio::time::advance(Duration::from_secs(60)).await;
        refusals.note("games-per-hour", two);
        refusals.note("games-per-hour", two);
        let told = |address: [u8; 4], limit: &str, times, seconds_ago| Refused {
            address: address.into(),
            limit: limit.to_owned(),
            times,
            seconds_ago,
        };
        let both = [told([192, 0, 2, 2], "games-per-hour", 2, 0), told([192, 0, 2, 1], "sockets", 1, 60)];
        assert_eq!(refusals.list(), both);
        tokio::time::advance(REMEMBERED - Duration::from_secs(60)).await;
        assert_eq!(refusals.list().len(), 1);
        // Whoever has many addresses fills no memory.
        for n in 0..2 * MOST as u32 {
            refusals.note("sockets", Client::at(IpAddr::V4(n.into())));
        }
        assert_eq!(refusals.list().len(), MOST);
        assert_eq!(refusals.counts()["sockets"], 1 + 2 * MOST as u64);
    }
}
