//! The processors of this server, as far as thoughts share them: each takes those that no other is
//! busy on when it begins, and at least one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ai::Threads;

/// The processors that thoughts are spread over.
#[derive(Debug)]
pub(super) struct Processors {
    all: usize,
    busy: AtomicUsize,
}

/// Those that one thought has, until this is dropped.
#[derive(Debug)]
pub(super) struct Share {
    of: Arc<Processors>,
    count: usize,
}

impl Processors {
    /// So many.
    pub(super) fn new(all: Threads) -> Arc<Processors> {
        Arc::new(Processors { all: all.count(), busy: AtomicUsize::new(0) })
    }

    /// Those of one thought: one, or if it can be spread all that are free.
    pub(super) fn share(self: &Arc<Processors>, spread: bool) -> Share {
        let free = |busy: usize| if spread { self.all.saturating_sub(busy).max(1) } else { 1 };
        let taken =
            self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |busy| Some(busy + free(busy)));
        let count = taken.map_or(1, free);
        Share { of: Arc::clone(self), count }
    }
}

impl Share {
    /// On how many threads the thought goes on.
    pub(super) fn threads(&self) -> Threads {
        Threads::new(self.count)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.busy.fetch_sub(self.count, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_has_the_processors_that_no_other_is_busy_on() {
        let processors = Processors::new(Threads::new(4));
        let recruit = processors.share(false);
        let general = processors.share(true);
        assert_eq!((recruit.threads(), general.threads()), (Threads::ONE, Threads::new(3)));
        let late = processors.share(true);
        assert_eq!(late.threads(), Threads::ONE, "never without one");
        drop(general);
        assert_eq!(processors.share(true).threads(), Threads::new(2));
        drop((recruit, late));
        assert_eq!(processors.share(true).threads(), Threads::new(4));
    }
}
