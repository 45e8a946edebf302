//! How often, or how much, each address and each network around it may have of something.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Client, Limit, Scope};

/// What a client has to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Over {
    /// How long.
    pub(crate) wait: Duration,
    /// What has used up all that it may have.
    pub(crate) scope: Scope,
}

/// A number of units in a period, by address, and some times as much by network. What is used runs off evenly; up to the burst it may be used at once.
#[derive(Debug)]
pub(crate) struct Rate {
    limit: Limit,
    period: Duration,
    burst: Duration,
    began: Instant,
    /// Until when each of them has used up what it may have, from `began`.
    used_until: Mutex<HashMap<Scope, Duration>>,
}

impl Rate {
    /// Units a second, with a burst of ten seconds' worth: a page is a hundred small files at once.
    pub(crate) fn a_second(limit: Limit) -> Rate {
        Rate::new(limit, Duration::from_secs(1), Duration::from_secs(10))
    }

    /// Units a minute.
    pub(crate) fn a_minute(limit: Limit) -> Rate {
        Rate::new(limit, Duration::from_secs(60), Duration::from_secs(60))
    }

    /// Units an hour.
    pub(crate) fn an_hour(limit: Limit) -> Rate {
        Rate::new(limit, Duration::from_secs(3600), Duration::from_secs(3600))
    }

    fn new(limit: Limit, period: Duration, burst: Duration) -> Rate {
        Rate { limit, period, burst, began: Instant::now(), used_until: Mutex::default() }
    }

    fn used_until(&self) -> MutexGuard<'_, HashMap<Scope, Duration>> {
        self.used_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Uses a unit.
    ///
    /// # Errors
    /// How long to wait until there is one.
    pub(crate) fn spend(&self, client: Client) -> Result<(), Over> {
        let Some(most) = self.limit.of(client) else { return Ok(()) };
        let now = self.began.elapsed();
        let mut used_until = self.used_until();
        let used = |until: Option<&Duration>, scope: Scope| {
            until.map_or(now, |until| (*until).max(now)) + self.period / scope.most(most).get()
        };
        for scope in client.scopes() {
            let used = used(used_until.get(&scope), scope);
            if let Some(wait) = used.checked_sub(now + self.burst).filter(|wait| !wait.is_zero()) {
                return Err(Over { wait, scope });
            }
        }
        for scope in client.scopes() {
            let used = used(used_until.get(&scope), scope);
            used_until.insert(scope, used);
        }
        Ok(())
    }

    /// How long this client has to wait, if [`charge`](Rate::charge) was called with more than it may use.
    pub(crate) fn wait(&self, client: Client) -> Option<Over> {
        self.limit.of(client)?;
        let (now, used_until) = (self.began.elapsed(), self.used_until());
        let over = |scope: Scope| {
            let wait = used_until.get(&scope)?.saturating_sub(now).checked_sub(self.burst)?;
            (!wait.is_zero()).then_some(Over { wait, scope })
        };
        client.scopes().filter_map(over).max_by_key(|over| over.wait)
    }

    /// Uses units whether or not there are so many: for what is known only once it has been given.
    pub(crate) fn charge(&self, client: Client, units: f64) {
        let Some(most) = self.limit.of(client) else { return };
        let now = self.began.elapsed();
        let mut used_until = self.used_until();
        for scope in client.scopes() {
            let until = used_until.entry(scope).or_insert(now);
            let seconds = self.period.as_secs_f64() * units / f64::from(scope.most(most).get());
            let used = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            *until = (*until).max(now).saturating_add(used);
        }
    }

    /// Forgets those that have nothing left to make up for.
    pub(crate) fn tidy(&self) {
        let now = self.began.elapsed();
        let mut used_until = self.used_until();
        used_until.retain(|_, until| *until > now);
        used_until.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::super::wait;
    use super::*;

    fn client(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_done_too_often_has_to_wait() {
        let rate = Rate::a_second(Limit::usual(2));
        let (one, two) = (client("192.0.2.1"), client("192.0.2.2"));
        for _ in 0..20 {
            rate.spend(one).unwrap();
        }
        let wait = rate.spend(one).unwrap_err().wait;
        assert_eq!(wait, Duration::from_millis(500));
        rate.spend(two).unwrap();
        tokio::time::advance(wait).await;
        rate.spend(one).unwrap();
        rate.spend(one).unwrap_err();
        for _ in 0..100 {
            rate.spend(client("::1")).unwrap();
        }
        tokio::time::advance(Duration::from_secs(60)).await;
        rate.tidy();
        assert!(rate.used_until().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_has_some_times_as_much_as_an_address() {
        let rate = Rate::an_hour(Limit::usual(3));
        let spent = |address: fn(u8) -> String| {
            (0..200).find_map(|n| rate.spend(client(&address(n))).err()).expect("it is reached").scope
        };
        let scope = spent(|n| format!("2001:db8:0:{n:x}::1"));
        assert_eq!((scope.times, rate.used_until().len()), (4, 12 + 2), "what is refused is not counted");
        let scope = spent(|n| format!("2001:db8:0:{:x}00::1", u16::from(n) + 1));
        assert_eq!(scope.times, 16);
        assert_eq!(spent(|n| format!("192.0.2.{n}")).times, 16);
        rate.spend(client("2001:db8:1::1")).unwrap();
        rate.spend(client("198.51.100.1")).unwrap();
        // The same of what is charged afterwards.
        rate.charge(client("2001:db8:2::1"), 100.0);
        assert_eq!(rate.wait(client("2001:db8:2:ff::1")).map(|over| over.scope.times), Some(4));
        assert_eq!(rate.wait(client("2001:db8:2:fff::1")).map(|over| over.scope.times), Some(16));
        tokio::time::advance(Duration::from_secs(100 * 3600)).await;
        rate.tidy();
        assert!(rate.used_until().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn an_hour_has_its_own_share() {
        let rate = Rate::an_hour(Limit::set(3));
        let own = client("127.0.0.1");
        for _ in 0..3 {
            rate.spend(own).unwrap();
        }
        assert_eq!(wait(rate.spend(own).unwrap_err().wait), "20 minutes");
        tokio::time::advance(Duration::from_secs(1200)).await;
        rate.spend(own).unwrap();
        assert!(Rate::an_hour(Limit::set(0)).spend(own).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_charged_is_given_and_made_up_for() {
        let rate = Rate::a_second(Limit::usual(2));
        let (one, two) = (client("192.0.2.1"), client("192.0.2.2"));
        rate.charge(one, 20.0);
        assert_eq!(rate.wait(one), None, "ten seconds' worth at once");
        rate.charge(one, 6.0);
        let wait = |client| rate.wait(client).map(|over| over.wait);
        assert_eq!(wait(one), Some(Duration::from_secs(3)), "a long answer counts, though it was given");
        assert_eq!(rate.wait(two), None);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(rate.wait(one), None);
        rate.tidy();
        assert_eq!(rate.used_until().len(), 1, "its network has made up for it");
        tokio::time::advance(Duration::from_secs(10)).await;
        rate.tidy();
        assert!(rate.used_until().is_empty());
        rate.charge(one, f64::MAX);
        assert!(rate.wait(one).is_some());
        rate.charge(client("127.0.0.1"), f64::MAX);
        assert_eq!(rate.wait(client("127.0.0.1")), None);
    }
}
