//! The lock that a server holds on its data folder. A server keeps open games in memory, and over a
//! file it does not hear of what another process writes: a second one would serve stale games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use super::OpenError;

/// The file that is locked. It stays in the folder; what counts is the lock alone.
const FILE: &str = "server.lock";

/// More digits than any process id has.
const LONGEST_ID: u64 = 20;

/// The right to serve the games of a data folder. The operating system takes it back when the process
/// ends, in whatever way.
#[derive(Debug)]
pub struct ServerLock {
    _file: File,
}

impl ServerLock {
    /// Locks a data folder, which is created if it does not exist.
    ///
    /// # Errors
    /// [`OpenError::InUse`] if another process holds the lock, [`OpenError::Folder`] if the folder
    /// cannot be used.
    pub fn take(folder: &Path) -> Result<ServerLock, OpenError> {
        let failed = |source| OpenError::Folder { folder: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(folder.join(FILE))
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse { folder: folder.to_owned(), holder: holder(&mut file) });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        write_id(&mut file).map_err(failed)?;
        Ok(ServerLock { _file: file })
    }
}

/// Notes which process holds the lock, for the message of one that is refused.
fn write_id(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// The process that holds the lock; `None` where a locked file cannot be read (Windows).
fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(LONGEST_ID).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
