//! Stops a search that is under way when its result is no longer needed.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The interrupt of this thread. Commanders think on the thread that asks them, so nothing has to be
    /// passed down through their search.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// Calls off thinking, from any thread. Once raised it stays raised.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// An interrupt that has not been raised.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Calls off all thinking done under it. The results are then useless: a commander that is
    /// called off takes the best it has found so far, and playouts stop before the end of the game.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The interrupt of this thread, for other threads that help it.
    pub fn current() -> Option<Interrupt> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs `think` on this thread so that it can be called off.
    pub fn over<T>(&self, think: impl FnOnce() -> T) -> T {
        /// Restores the previous interrupt, also after a panic.
        struct Before(Option<Interrupt>);
        impl Drop for Before {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _before = Before(CURRENT.replace(Some(self.clone())));
        think()
    }
}

/// Whether the thinking on this thread has been called off.
pub(crate) fn interrupted() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(Interrupt::is_raised))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn what_is_called_off_spends_no_more() {
        let interrupt = Interrupt::new();
        interrupt.over(|| {
            let mut watch = Budget::Own.begin(3);
            assert!(watch.spend());
            interrupt.raise();
            assert!(!watch.spend() && !watch.spend_many(2));
        });
        assert!(Budget::Own.begin(3).spend(), "elsewhere nothing was called off");
    }

    #[test]
    fn a_panic_leaves_no_interrupt_behind() {
        let interrupt = Interrupt::new();
        interrupt.raise();
        let fell = std::panic::catch_unwind(|| interrupt.over(|| panic!("as it should")));
        assert!(fell.is_err() && !interrupted());
    }
}
