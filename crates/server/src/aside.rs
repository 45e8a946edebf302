//! Threads for what takes long: they give way to all others, so that orders are answered as quickly while computers
//! think, packs are checked and passwords are hashed; and they share alike among themselves.

use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// How far they give way, on the system's scale, of which 19 is the end: so far that a thread that
/// has an order to answer seldom waits for them, and not so far that a busy machine leaves them
/// nothing.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// Works in a thread of its own, which may ask the database of this runtime. The receiver fails if
/// the work does.
pub(crate) fn run_aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> oneshot::Receiver<T> {
    let (tell, told) = oneshot::channel();
    let runtime = Handle::current();
    let thread = std::thread::Builder::new().name("aside".to_owned()).spawn(move || {
        give_way();
        let _within = runtime.enter();
        // Whoever waited may have gone.
        let _ = tell.send(work());
    });
    if let Err(error) = thread {
        tracing::error!(%error, "there is no thread to work in");
    }
    told
}

/// This thread alone gives way: elsewhere than on Linux it would be the whole program.
#[cfg(target_os = "linux")]
fn give_way() {
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::debug!(%error, "a thread does not give way");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

/// How long this thread has kept a processor busy.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}

/// The time since this was first asked: time that others used counts too.
#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_thread_aside_gives_way_and_no_other_does() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let before = nice();
        assert_eq!(run_aside(nice).await.unwrap(), (before + NICE).min(19));
        assert_eq!(nice(), before);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_work_of_a_thread_counts_as_its_time() {
        let (before, most) = (processor_time(), Duration::from_millis(50));
        std::thread::spawn(move || while processor_time() < most {}).join().unwrap();
        assert!(processor_time() - before < most);
    }

    #[tokio::test]
    async fn a_thread_aside_may_ask_what_the_runtime_knows() {
        let asked = run_aside(|| Handle::current().block_on(async { tokio::task::yield_now().await }));
        assert!(asked.await.is_ok());
    }

    #[tokio::test]
    async fn whoever_waits_hears_that_the_work_failed() {
        assert!(run_aside(|| -> u8 { panic!("as the test wants it") }).await.is_err());
    }
}
