//! Whether games can be kept at this moment: the database is asked by writing to it.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::Store;
use super::error::cause;
use super::location::Location;

/// So many bytes free on the disk are enough for a while: some hundred thousand orders.
pub(super) const LEAST_ROOM: u64 = 64 << 20;

/// How long the database may take over it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why no game can be kept at this moment, in words without the names of files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unready {
    /// The disk has little room left, or none.
    #[error("the disk that holds the games has {free} MiB left, and {least} MiB are wanted")]
    NoRoom {
        /// How much it has, in MiB.
        free: u64,
        /// How much is wanted, in MiB.
        least: u64,
    },
    /// The database takes no write.
    #[error("{0}")]
    NoWrite(&'static str),
    /// It takes too long over one.
    #[error("the server's database takes longer than {} seconds over a write", PATIENCE.as_secs())]
    TooSlow,
}

impl Store {
    /// Whether a game could be kept now: a transaction goes to the disk that changes nothing, and
    /// the disk has room for more.
    ///
    /// # Errors
    /// What stands in the way.
    pub async fn ready(&self) -> Result<(), Unready> {
        let written = tokio::time::timeout(PATIENCE, self.write_nothing_new()).await;
        match written {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(at = %self.location, %error, "the database takes no write");
                return Err(Unready::NoWrite(cause(&error)));
            }
            Err(_) => return Err(Unready::TooSlow),
        }
        let told = self.seam.as_ref().and_then(|seam| seam.room());
        let room = match (told, self.location.file()) {
            (Some(room), _) => Ok(Some(room)),
            // What room a server has it knows itself.
            (None, None) => Ok(None),
            (None, Some(file)) => {
                let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
                let found = tokio::task::spawn_blocking(move || room_in(&folder)).await;
                found.unwrap_or_else(|error| Err(io::Error::other(error)))
            }
        };
        match room {
            Ok(Some(room)) if room < self.least_room => {
                Err(Unready::NoRoom { free: room >> 20, least: self.least_room.div_ceil(1 << 20) })
            }
            Ok(_) => Ok(()),
            Err(error) => {
                // The write went well: nobody is turned away since a number is not to be had.
                tracing::warn!(%error, "how much room the disk has cannot be found out");
                Ok(())
            }
        }
    }

    /// Sets a number in the head of the file that nobody reads to what it is: unlike a row that is
    /// written as it was, this always goes to the disk. A server writes the row.
    async fn write_nothing_new(&self) -> Result<(), sqlx::Error> {
        let mut link = self.change().await?;
        let statement = match &self.location {
            Location::File(_) => "PRAGMA user_version = 0",
            // A row that nobody holds: another server may have stopped halfway.
            Location::Server(_) => {
                "UPDATE form SET number = number WHERE number = \
                 (SELECT number FROM form FOR UPDATE SKIP LOCKED LIMIT 1)"
            }
        };
        link.execute(sqlx::query(statement)).await?;
        link.commit().await?;
        link.release();
        // So that the log, which grew by it, is folded into the file.
        self.written.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }
}

/// How many bytes this account can still write to the disk of that folder, where that can be told.
fn room_in(folder: &Path) -> io::Result<Option<u64>> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        Ok(None)
    }
}
