//! How long the disk itself takes, measured beside the server.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long it is let rest between two writes: as a bystander it must not be what is measured.
const REST: Duration = Duration::from_millis(100);

const WAITS: u8 = 0;
const MEASURES: u8 = 1;
const ENDS: u8 = 2;

/// A thread that appends to a file of its own and waits until that is on disk.
pub struct Disk {
    phase: Arc<AtomicU8>,
    thread: JoinHandle<Vec<Duration>>,
}

impl Disk {
    /// Begins to write beside the database in that folder.
    pub fn probe(folder: &Path) -> Disk {
        let file = folder.join("probe");
        let phase = Arc::new(AtomicU8::new(WAITS));
        let seen = Arc::clone(&phase);
        let thread = std::thread::spawn(move || {
            let mut times = Vec::new();
            let Ok(mut file) = std::fs::File::create(file) else { return times };
            loop {
                match seen.load(Ordering::Relaxed) {
                    ENDS => return times,
                    MEASURES => {
                        let began = Instant::now();
                        if file.write_all(&[0; 4096]).and_then(|()| file.sync_data()).is_ok() {
                            times.push(began.elapsed());
                        }
                    }
                    _ => {}
                }
                std::thread::sleep(REST);
            }
        });
        Disk { phase, thread }
    }

    /// From now on it is measured.
    pub fn begin(&self) {
        self.phase.store(MEASURES, Ordering::Relaxed);
    }

    /// How long each write took.
    pub fn end(self) -> Vec<Duration> {
        self.phase.store(ENDS, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}
