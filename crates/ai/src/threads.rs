//! One thought on several processors: what can be tried side by side is tried on several threads,
//! and what is found is the same whatever their number.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::interrupt::{Interrupt, interrupted};

thread_local! {
    /// On how many threads the commanders that are asked on this one may think. Like an
    /// [`Interrupt`] it need not be passed down through a search.
    static GIVEN: Cell<Threads> = const { Cell::new(Threads::ONE) };
}

/// Trials begun on each thread before it is known whether all of them are needed.
const AHEAD: usize = 4;

/// On how many threads a commander thinks. With the same seed and the same number of trials it
/// decides the same on any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// Works on the calling thread only.
    pub const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// A count of 0 means 1.
    pub fn new(count: usize) -> Threads {
        NonZeroUsize::new(count).map_or(Threads::ONE, Threads)
    }

    /// As many as this machine has processors for this program.
    pub fn all() -> Threads {
        std::thread::available_parallelism().map_or(Threads::ONE, Threads)
    }

    pub fn count(self) -> usize {
        self.0.get()
    }

    /// The number given to this thread, for others that go on with its work.
    pub fn given() -> Threads {
        GIVEN.get()
    }

    /// Runs `think` on this thread so that the commanders that are asked in it think on so many
    /// threads; this one waits meanwhile. All of them have ended when a commander answers.
    pub fn over<T>(self, think: impl FnOnce() -> T) -> T {
        /// Restores the number before, also after a panic.
        struct Before(Threads);
        impl Drop for Before {
            fn drop(&mut self) {
                GIVEN.set(self.0);
            }
        }
        let _before = Before(GIVEN.replace(self));
        think()
    }
}

/// Runs a search in which [`in_order`] uses the threads that were given.
pub(crate) fn search<T: Send>(mut think: impl FnMut() -> T + Send) -> T {
    let threads = Threads::given();
    if threads == Threads::ONE {
        return think();
    }
    let interrupt = Interrupt::current().unwrap_or_default();
    let builder = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.count())
        .thread_name(|number| format!("thinking {number}"));
    let thought =
        builder.build_scoped(|thread| interrupt.over(|| thread.run()), |pool| pool.install(&mut think));
    // Where the system gives no threads it thinks on this one.
    thought.unwrap_or_else(|_| think())
}

/// How many threads this search has.
pub(crate) fn count() -> usize {
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

/// The number of this thread among those of a search, from 0.
pub(crate) fn number() -> usize {
    rayon::current_thread_index().unwrap_or_default()
}

/// How many trials are worth beginning side by side before it is known whether all are wanted.
pub(crate) fn ahead() -> usize {
    if count() == 1 { 1 } else { AHEAD * count() }
}

/// The results of `trial` for each number below `most`, in order, up to the first before which `over` says
/// that the time is over, or during which the thinking is interrupted: the result of such a trial is partial, and is
/// dropped.
pub(crate) fn in_order<T: Send>(
    most: usize,
    over: impl Fn() -> bool + Sync,
    trial: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let whole = |i| Some(trial(i)).filter(|_| !interrupted());
    if most < 2 || count() == 1 {
        return (0..most).map_while(|i| if over() { None } else { whole(i) }).collect();
    }
    let next = AtomicUsize::new(0);
    let found = rayon::broadcast(|_| {
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= most || over() {
                return found;
            }
            let Some(of) = whole(i) else { return found };
            found.push((i, of));
        }
    });
    let mut found: Vec<(usize, T)> = found.into_iter().flatten().collect();
    found.sort_unstable_by_key(|(i, _)| *i);
    found.into_iter().enumerate().map_while(|(at, (i, of))| (at == i).then_some(of)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn on<T: Send>(threads: usize, think: impl FnMut() -> T + Send) -> T {
        Threads::new(threads).over(|| search(think))
    }

    #[test]
    fn what_is_found_comes_in_the_order_of_the_trials() {
        for threads in [0, 1, 2, 3, 7] {
            let found = on(threads, || (count(), in_order(50, || false, |i| (i * i, number()))));
            assert_eq!(found.0, threads.max(1));
            assert!(found.1.iter().enumerate().all(|(i, of)| of.0 == i * i && of.1 < threads.max(1)));
            assert_eq!(found.1.len(), 50);
        }
        assert_eq!(count(), 1, "and no longer than the search");
    }

    #[test]
    fn several_threads_have_a_part_in_it() {
        // Each waits for the other: on one thread this would never end.
        let (here, there) = (AtomicBool::new(false), AtomicBool::new(false));
        let meet = |own: &AtomicBool, other: &AtomicBool| {
            own.store(true, Ordering::Relaxed);
            while !other.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        };
        let trial = |i| if i == 0 { meet(&here, &there) } else { meet(&there, &here) };
        assert_eq!(on(2, || in_order(2, || false, trial)).len(), 2);
    }

    #[test]
    fn what_is_called_off_ends_on_all_threads_and_leaves_neither_a_gap_nor_a_part() {
        for threads in 1..4 {
            let interrupt = Interrupt::new();
            let trial = |i| {
                if i == 9 {
                    interrupt.raise();
                }
                i
            };
            let found = interrupt.over(|| on(threads, || in_order(100_000, interrupted, trial)));
            assert!(found.len() <= 9 && (threads > 1 || found.len() == 9), "{}", found.len());
            assert!(found.iter().copied().eq(0..found.len()));
        }
    }

    #[test]
    fn a_panic_on_any_thread_is_told_to_whoever_asks() {
        let fell = |i| assert_ne!(i, 40, "as it should");
        let caught = std::panic::catch_unwind(|| on(2, || in_order(60, || false, fell)));
        assert!(caught.is_err());
        assert_eq!(on(2, || in_order(3, || false, |i| i)), [0, 1, 2], "and the next search thinks");
    }
}
