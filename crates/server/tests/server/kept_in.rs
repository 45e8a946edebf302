//! Where the tests' games are kept: in files.

use std::path::Path;

use server::store::Settings;

/// Whether a share that stands in no entry yet outlives its server.
pub const SHARES_ARE_KEPT: bool = false;

/// A connection, a transaction that is begun and written at once, and its end.
pub const CALLS_OF_A_GROUP: usize = 4;

/// How the games of that folder are opened.
pub async fn kept_in(_: &Path, settings: Settings) -> Settings {
    settings
}

/// A separate connection to the database in that folder.
pub async fn hands(folder: &Path) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("games.sqlite"));
    sqlx::ConnectOptions::connect(&options).await.unwrap()
}

/// The folder as it is at this moment, whoever has it open.
pub async fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}
