//! Where the tests' games are kept: each folder stands for a database of its own, on the server
//! that the variable LONGROLL_POSTGRES names. `./test` starts one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use server::store::{Database, KeyChoice, ServerAddress, Settings, transfer};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};

/// Whether a share that stands in no entry yet outlives its server.
pub const SHARES_ARE_KEPT: bool = true;

/// A connection, and a transaction that is written and ended at once.
pub const CALLS_OF_A_GROUP: usize = 3;

/// The address of the server, with nothing behind its last stroke.
fn server() -> String {
    std::env::var("LONGROLL_POSTGRES").expect("LONGROLL_POSTGRES names the server to test with: see ./test")
}

/// The name of the database that stands for a folder.
fn name(folder: &Path) -> String {
    let mut hash = DefaultHasher::new();
    (std::process::id(), folder).hash(&mut hash);
    format!("t{:016x}", hash.finish())
}

/// The address of the database that stands for that folder.
pub fn address(folder: &Path) -> String {
    format!("{}/{}", server(), name(folder))
}

/// How the games of that folder are opened; its database is made if it is not there.
pub async fn kept_in(folder: &Path, settings: Settings) -> Settings {
    let mut root = PgConnection::connect(&format!("{}/postgres", server())).await.unwrap();
    let name = name(folder);
    let query = sqlx::query("SELECT COUNT(*) FROM pg_database WHERE datname = $1").bind(&name);
    let there: i64 = query.fetch_one(&mut root).await.unwrap().get(0);
    if there == 0 {
        let make = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(make).execute(&mut root).await.unwrap();
    }
    root.close().await.unwrap();
    let address: ServerAddress = address(folder).parse().unwrap();
    Settings { server: Some(address), ..settings }
}

/// A separate connection to the database that stands for that folder.
pub async fn hands(folder: &Path) -> PgConnection {
    PgConnection::connect(&address(folder)).await.unwrap()
}

/// The games of that folder as they are at this moment, whoever has them open.
pub async fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let key = copy.path().join("longroll.key");
    std::fs::copy(folder.join("longroll.key"), &key).unwrap();
    kept_in(copy.path(), Settings::default()).await;
    let from = Database::Server(address(folder).parse().unwrap());
    let to = Database::Server(address(copy.path()).parse().unwrap());
    let settings = Settings { key: KeyChoice::File(key), ..Settings::default() };
    transfer(&from, &to, &settings).await.unwrap();
    copy
}
