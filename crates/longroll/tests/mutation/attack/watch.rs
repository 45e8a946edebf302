//! Watches what an input does to the program: panics, time and memory.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The limits for every input.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most processor time that anything may take.
    pub time: Duration,
    /// The most memory that one input may take, in KiB; unlimited where other tests use the process
    /// too.
    pub memory: Option<u64>,
}

/// The extremes observed.
#[derive(Debug, Clone, Default)]
pub struct Met {
    /// The longest time anything took, and what it was.
    pub slowest: (Duration, String),
    /// The most memory anything took, in KiB, and what it was.
    pub largest: (u64, String),
}

/// Watches one action after another.
pub struct Watch {
    limits: Limits,
    /// The extremes so far.
    pub met: Met,
}

/// Where the last panic was, and its message.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

impl Watch {
    /// A watch with these limits. From now on panics are recorded, not printed.
    pub fn new(limits: Limits) -> Watch {
        static QUIET: Once = Once::new();
        QUIET.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                let place = info.location().map_or_else(String::new, ToString::to_string);
                // Panics of the tests themselves are printed as usual.
                if place.contains("tests/mutation") {
                    usual(info);
                }
                let text = info.payload().downcast_ref::<&str>().copied();
                let what =
                    text.or(info.payload().downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
                *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{place}: {what}"));
            }));
        });
        Watch { limits, met: Met::default() }
    }

    /// Runs something that must take neither long nor much memory, and must not panic.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn mind<T>(&mut self, what: &str, run: impl FnOnce() -> T) -> Result<T, String> {
        last_panic();
        let memory = self.limits.memory.map(|_| forget_peak());
        let (began, clock) = (cpu(), Instant::now());
        let done = catch_unwind(AssertUnwindSafe(run));
        let took = match (began, cpu()) {
            (Some(began), Some(now)) => now.saturating_sub(began),
            _ => clock.elapsed(),
        };
        if took > self.met.slowest.0 {
            self.met.slowest = (took, what.to_owned());
        }
        let done =
            done.map_err(|_| format!("{what}: it panicked at {}", last_panic().unwrap_or_default()))?;
        if took > self.limits.time {
            return Err(format!("{what}: it took {took:.1?}"));
        }
        if let (Some(before), Some(most)) = (memory, self.limits.memory) {
            let grown = peak().saturating_sub(before);
            if grown > self.met.largest.0 {
                self.met.largest = (grown, what.to_owned());
            }
            if grown > most {
                return Err(format!("{what}: it took {} MiB", grown / 1024));
            }
        }
        Ok(done)
    }

    /// Runs something that thinks by design, and so may take as long as it needs.
    ///
    /// # Errors
    /// It panicked.
    pub fn mind_thinking<T>(&mut self, what: &str, run: impl FnOnce() -> T) -> Result<T, String> {
        last_panic();
        catch_unwind(AssertUnwindSafe(run))
            .map_err(|_| format!("{what}: it panicked at {}", last_panic().unwrap_or_default()))
    }
}

/// Takes the last panic.
pub fn last_panic() -> Option<String> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// How long this thread has run on a processor, where the system reports it: on a busy machine the
/// clock on the wall tells of the others.
#[cfg(target_os = "linux")]
fn cpu() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).ok()
}

#[cfg(not(target_os = "linux"))]
fn cpu() -> Option<Duration> {
    None
}

/// The most memory in use since [`forget_peak`], in KiB; 0 where the system does not report it.
fn peak() -> u64 {
    status("VmHWM:")
}

/// Resets the peak. Returns the memory in use, in KiB.
fn forget_peak() -> u64 {
    // Where this cannot be written the peak is that of the whole run, so only a new maximum is
    // noticed.
    let _ = fs::write("/proc/self/clear_refs", "5");
    status("VmHWM:")
}

fn status(field: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
