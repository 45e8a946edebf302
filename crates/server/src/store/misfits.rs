//! What is kept under a seal beside the games, for accounts and for what they do together: how much of
//! it is not as it was written.

use sqlx::any::AnyRow;

use super::{Store, StoreError, accounts, challenges, matches, passkeys, tournaments};
#[cfg(feature = "club")]
use super::{library, studies};

/// A kind of what is kept under a seal.
struct Kind {
    /// What whoever runs the server calls them.
    called: &'static str,
    /// The first form of the database that has them.
    since: i64,
    /// All of them.
    rows: &'static str,
    /// Whether one is as it was written.
    is_whole: fn(&AnyRow) -> bool,
}

const KINDS: &[Kind] = &[
    Kind { called: "accounts", since: 10, rows: accounts::COLUMNS, is_whole: accounts::is_whole },
    Kind { called: "seats of accounts", since: 10, rows: accounts::SEATS, is_whole: accounts::is_whole_seat },
    Kind { called: "games of matches", since: 11, rows: matches::COLUMNS, is_whole: matches::is_whole },
    Kind { called: "challenges", since: 11, rows: challenges::COLUMNS, is_whole: challenges::is_whole },
    Kind { called: "tournaments", since: 12, rows: tournaments::COLUMNS, is_whole: tournaments::is_whole },
    Kind {
        called: "games of tournaments",
        since: 12,
        rows: tournaments::GAMES,
        is_whole: tournaments::is_whole_game,
    },
    #[cfg(feature = "club")]
    Kind { called: "games of the library", since: 15, rows: library::COLUMNS, is_whole: library::is_whole },
    #[cfg(feature = "club")]
    Kind { called: "studies", since: 15, rows: studies::COLUMNS, is_whole: studies::is_whole },
    Kind { called: "passkeys", since: 16, rows: passkeys::COLUMNS, is_whole: passkeys::is_whole },
];

/// The form from which on sessions are bound, under the server's key.
const SESSIONS_SINCE: i64 = 18;

impl Store {
    /// How many of each kind are not as they were written, in a database of that form; nothing of a
    /// kind that is whole.
    ///
    /// # Errors
    /// The database's own.
    pub(super) async fn misfits(&self, form: i64) -> Result<Vec<(&'static str, usize)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let mut misfits = Vec::new();
            for kind in KINDS.iter().filter(|kind| kind.since <= form) {
                let rows = link.rows(sqlx::query(kind.rows)).await?;
                let odd = rows.iter().filter(|row| !(kind.is_whole)(row)).count();
                misfits.extend((odd > 0).then_some((kind.called, odd)));
            }
            if form >= SESSIONS_SINCE {
                let rows = link.rows(sqlx::query(accounts::SESSIONS)).await?;
                let odd = rows.iter().filter(|row| !self.is_whole_session(row)).count();
                misfits.extend((odd > 0).then_some(("sessions", odd)));
            }
            link.release();
            Ok::<_, sqlx::Error>(misfits)
        };
        found.await.map_err(|error| self.failed(error))
    }
}
