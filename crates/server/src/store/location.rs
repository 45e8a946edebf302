//! Where the games are: a file of this machine, or a database server. Statements are the same for
//! both; what only one of them needs is asked for here.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Once};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AssertSqlSafe};
use url::Url;

/// Where the games are kept, as it is told to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// In this SQLite file.
    File(PathBuf),
    /// In a PostgreSQL database.
    Server(ServerAddress),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(file) => write!(f, "{}", file.display()),
            Location::Server(address) => write!(f, "{address}"),
        }
    }
}

impl Location {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Location::File(file) => Some(file),
            Location::Server(_) => None,
        }
    }
}

/// The address of a PostgreSQL database: `postgres://user:password@host/name`. Told to people, it is
/// without the password.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress(Arc<Url>);

/// Why an address is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is not written as an address.
    #[error("the address of a database is postgres://USER:PASSWORD@HOST/NAME: {0}")]
    Malformed(String),
    /// It is of another kind of database.
    #[error(
        "games are kept in a folder, or in PostgreSQL (postgres://USER:PASSWORD@HOST/NAME): {0}:// is neither"
    )]
    OtherKind(String),
    /// This program was built without it.
    #[error(
        "this longroll was built without PostgreSQL: build it with --features club, or take a released one"
    )]
    NotBuiltIn,
}

impl FromStr for ServerAddress {
    type Err = AddressError;

    fn from_str(address: &str) -> Result<ServerAddress, AddressError> {
        let url = Url::parse(address).map_err(|error| AddressError::Malformed(error.to_string()))?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(AddressError::OtherKind(url.scheme().to_owned()));
        }
        if cfg!(not(feature = "club")) {
            return Err(AddressError::NotBuiltIn);
        }
        Ok(ServerAddress(Arc::new(url)))
    }
}

impl ServerAddress {
    /// The address with everything that is needed to connect: not for logs.
    pub(super) fn url(&self) -> &Url {
        &self.0
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = Url::clone(&self.0);
        // A password may stand in the query as well. Where there is no host there is none before it.
        let _ = told.set_password(None);
        told.set_query(None);
        write!(f, "{told}")
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// How the file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Made if it is not there.
    Make,
    /// Only read, and nobody else writes to it.
    ReadUnchanging,
}

/// The way to an SQLite file.
pub(super) fn file(file: &Path, access: Access) -> Result<AnyConnectOptions, sqlx::Error> {
    let whole = std::path::absolute(file)?;
    let text = whole.to_str().ok_or_else(|| {
        sqlx::Error::Configuration(format!("the name of {} must be text", file.display()).into())
    })?;
    let path: String = text.bytes().fold(String::new(), |path, byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
            path + &char::from(byte).to_string()
        }
        other => path + &format!("%{other:02X}"),
    });
    let how = match access {
        Access::Make => "mode=rwc",
        Access::ReadUnchanging => "mode=ro&immutable=true",
    };
    options(&format!("sqlite:{path}?{how}"))
}

/// The way to a database in memory of one's own.
pub(super) fn memory() -> Result<AnyConnectOptions, sqlx::Error> {
    options("sqlite::memory:")
}

fn options(address: &str) -> Result<AnyConnectOptions, sqlx::Error> {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(install_default_drivers);
    AnyConnectOptions::from_str(address)
}

/// So many read a file at a time; one connection more is for who writes.
pub(super) const READERS: usize = 3;

/// Connections to the file in which games are kept.
pub(super) fn file_pool(patience: Duration, most_pages: Option<u32>) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(READERS as u32 + 1)
        // A file does not hang up: there is nothing to find out before each use.
        .test_before_acquire(false)
        .after_connect(move |connection, _| Box::pin(set_up_file(connection, patience, most_pages)))
}

/// The settings of a connection to the file in which games are kept.
pub(super) async fn set_up_file(
    connection: &mut AnyConnection,
    patience: Duration,
    most_pages: Option<u32>,
) -> Result<(), sqlx::Error> {
    set_patience(connection, patience).await?;
    let most = most_pages.map(|most| format!("PRAGMA max_page_count = {most}"));
    let settings = [
        "PRAGMA journal_mode = WAL",
        // An acknowledged order survives a loss of power, not only of the program.
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        // The log is folded into the file in the background: while it is longer than so many pages,
        // whoever writes does it, and orders wait.
        "PRAGMA wal_autocheckpoint = 16384",
        // What was deleted or encrypted does not stay behind in free pages.
        "PRAGMA secure_delete = ON",
    ];
    for setting in settings.into_iter().map(str::to_owned).chain(most) {
        sqlx::raw_sql(AssertSqlSafe(setting)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// How long a connection to a file waits while another writes.
pub(super) async fn set_patience(
    connection: &mut AnyConnection,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let setting = format!("PRAGMA busy_timeout = {}", patience.as_millis());
    sqlx::raw_sql(AssertSqlSafe(setting)).execute(connection).await.map(|_| ())
}

/// The way to a database server.
pub(super) fn server(address: &ServerAddress) -> Result<AnyConnectOptions, sqlx::Error> {
    options(address.url().as_str())
}

/// So many pieces of work use a database server at a time; two connections more are for who appends to games.
pub(super) const WORKERS: usize = 14;

/// Connections to the database server in which games are kept.
pub(super) fn server_pool(patience: Duration) -> AnyPoolOptions {
    let pool = AnyPoolOptions::new().max_connections(WORKERS as u32 + 2).acquire_timeout(patience);
    pool.after_connect(move |connection, _| {
        Box::pin(async move {
            let settings = [
                // An acknowledged order is on disk, whatever the server does by default.
                "SET synchronous_commit = on".to_owned(),
                format!("SET lock_timeout = {}", patience.as_millis()),
                "SET idle_in_transaction_session_timeout = '60s'".to_owned(),
                "SET client_min_messages = warning".to_owned(),
            ];
            for setting in settings {
                sqlx::raw_sql(AssertSqlSafe(setting)).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}
