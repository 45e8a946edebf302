//! Locks by name: what is known by the same key is done by one caller at a time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Locks, each of which exists while somebody holds it or waits for it.
#[derive(Debug)]
pub(crate) struct Locks<K>(Mutex<HashMap<K, Weak<Semaphore>>>);

impl<K> Default for Locks<K> {
    fn default() -> Locks<K> {
        Locks(Mutex::default())
    }
}

impl<K: Eq + Hash> Locks<K> {
    /// Waits for the lock of that key and holds it until the permit is dropped.
    pub(crate) async fn lock(&self, key: K) -> Option<OwnedSemaphorePermit> {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match locks.get(&key).and_then(Weak::upgrade) {
                Some(lock) => lock,
                None => {
                    locks.retain(|_, lock| lock.strong_count() > 0);
                    let lock = Arc::new(Semaphore::new(1));
                    locks.insert(key, Arc::downgrade(&lock));
                    lock
                }
            }
        };
        // No semaphore here is ever closed.
        lock.acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_caller_at_a_time_has_the_lock_of_a_key() {
        let locks = Locks::default();
        let first = locks.lock("a").await;
        let mut second = Box::pin(locks.lock("a"));
        assert!(futures_util::poll!(&mut second).is_pending());
        let _other = locks.lock("b").await;
        drop(first);
        drop(second.await);
        let _third = locks.lock("c").await;
        assert_eq!(locks.0.lock().expect("no panic").len(), 2, "nothing is kept of a lock that nobody holds");
    }
}
