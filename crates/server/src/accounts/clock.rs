//! The time of day, which tests hand in.

use std::fmt;
use std::sync::Arc;

/// Tells the time, in seconds since 1970.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// One that tells this.
    pub fn telling(time: impl Fn() -> i64 + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(time))
    }

    pub(crate) fn now(&self) -> i64 {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::telling(crate::store::now)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
