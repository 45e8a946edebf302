//! How often something was tried within the hour, by whom or for what.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::limits::{Client, Scope};

/// How long a try counts, from the first one on, in seconds.
const HOUR: i64 = 3600;

/// The most that are remembered; then those of the fewest tries go, of these the oldest. So trying that many
/// addresses or names takes no memory, and gives back no tries of another.
const MOST: usize = 50_000;

/// Counts of tries. The time is handed in, in seconds since 1970.
#[derive(Debug)]
pub(crate) struct Tries<K>(Mutex<HashMap<K, Count>>);

#[derive(Debug, Clone, Copy)]
struct Count {
    since: i64,
    tries: u32,
}

impl<K> Default for Tries<K> {
    fn default() -> Tries<K> {
        Tries(Mutex::default())
    }
}

impl<K: Hash + Eq + Clone> Tries<K> {
    fn counts(&self) -> MutexGuard<'_, HashMap<K, Count>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more, if there are not so many already.
    ///
    /// # Errors
    /// In how many seconds there may be one.
    pub(crate) fn spend(&self, who: &K, most: u32, now: i64) -> Result<(), i64> {
        let mut counts = self.counts();
        if counts.len() >= MOST && !counts.contains_key(who) {
            make_room(&mut counts, now);
        }
        let count = counts.entry(who.clone()).or_insert(Count { since: now, tries: 0 });
        if now - count.since >= HOUR {
            *count = Count { since: now, tries: 0 };
        }
        if count.tries >= most {
            return Err(count.since + HOUR - now);
        }
        count.tries += 1;
        Ok(())
    }

    /// That one was not meant.
    pub(crate) fn refund(&self, who: &K) {
        if let Some(count) = self.counts().get_mut(who) {
            count.tries = count.tries.saturating_sub(1);
        }
    }

    /// Forgets those of more than an hour ago.
    pub(crate) fn tidy(&self, now: i64) {
        let mut counts = self.counts();
        counts.retain(|_, count| now - count.since < HOUR && count.tries > 0);
        counts.shrink_to_fit();
    }
}

impl Tries<Scope> {
    /// Counts one more of an address, and of the networks around it.
    ///
    /// # Errors
    /// In how many seconds there may be one.
    pub(crate) fn spend_of(&self, client: Client, most: NonZeroU32, now: i64) -> Result<(), i64> {
        for (counted, scope) in client.scopes().enumerate() {
            self.spend(&scope, scope.most(most).get(), now).inspect_err(|_| {
                client.scopes().take(counted).for_each(|scope| self.refund(&scope));
            })?;
        }
        Ok(())
    }

    /// That one was not meant.
    pub(crate) fn refund_of(&self, client: Client) {
        client.scopes().for_each(|scope| self.refund(&scope));
    }
}

/// Lets go of a tenth, those of the fewest tries.
fn make_room<K: Hash + Eq + Clone>(counts: &mut HashMap<K, Count>, now: i64) {
    counts.retain(|_, count| now - count.since < HOUR);
    if counts.len() < MOST {
        return;
    }
    let mut all: Vec<(u32, i64)> = counts.values().map(|count| (count.tries, count.since)).collect();
    all.sort_unstable();
    let until = all[MOST / 10];
    let mut going = MOST / 10;
    counts.retain(|_, count| {
        let goes = going > 0 && (count.tries, count.since) <= until;
        going -= usize::from(goes);
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_an_hour_there_are_only_so_many() {
        let tries = Tries::default();
        for _ in 0..3 {
            tries.spend(&"ann", 3, 1000).unwrap();
        }
        assert_eq!(tries.spend(&"ann", 3, 1600), Err(3000));
        tries.spend(&"ben", 3, 1600).unwrap();
        tries.refund(&"ann");
        tries.spend(&"ann", 3, 1600).unwrap();
        assert_eq!(tries.spend(&"ann", 3, 4599), Err(1));
        tries.spend(&"ann", 3, 4600).unwrap();
        tries.tidy(4600 + HOUR);
        assert!(tries.counts().is_empty());
    }

    #[test]
    fn a_network_has_sixteen_times_as_many_as_an_address() {
        let (tries, most) = (Tries::default(), NonZeroU32::new(3).unwrap());
        let at = |last: u8| Client::at([192, 0, 2, last].into());
        let spent = (0..100).filter(|last| tries.spend_of(at(last % 20), most, 1000).is_ok()).count();
        assert_eq!(spent, 48);
        tries.spend_of(Client::at([192, 0, 3, 1].into()), most, 1000).unwrap();
        assert!(tries.spend_of(at(99), most, 1000).is_err());
        tries.refund_of(at(0));
        tries.spend_of(at(99), most, 1000).unwrap();
        assert_eq!(tries.counts()[&at(0).scopes().next().unwrap()].tries, 2);
    }

    #[test]
    fn whoever_tries_ever_new_names_fills_no_memory() {
        let tries = Tries::default();
        (0..3).for_each(|_| tries.spend(&usize::MAX, 3, 1000).unwrap());
        for name in 0..2 * MOST {
            tries.spend(&name, 3, 1000 + name as i64 / 1000).unwrap();
        }
        assert!(tries.spend(&usize::MAX, 3, 1100).is_err(), "nor does it give others their tries back");
        assert!(tries.counts().len() <= MOST);
        assert!(tries.counts().contains_key(&(2 * MOST - 1)));
    }
}
