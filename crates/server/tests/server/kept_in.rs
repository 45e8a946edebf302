//! Where the tests' games are stored. A folder stands for the file in it or, if it was made by
//! [`Backend::folder`] for PostgreSQL, for a database of its own on the server that the variable
//! LONGROLL_POSTGRES names; `./test` starts one.

use std::path::Path;

use server::store::Settings;
use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

/// What a test runs over.
#[derive(Debug, Clone, Copy)]
pub enum Backend {
    /// SQLite.
    File,
    /// PostgreSQL.
    #[cfg(feature = "club")]
    Postgres,
}

/// The beginning of the name of a folder that stands for a PostgreSQL database.
const ON_SERVER: &str = "postgres-";

impl Backend {
    /// A new folder for a database of this kind, as are the folders in it.
    pub fn folder(self) -> TempDir {
        match self {
            Backend::File => tempfile::tempdir(),
            #[cfg(feature = "club")]
            Backend::Postgres => tempfile::Builder::new().prefix(ON_SERVER).tempdir(),
        }
        .unwrap()
    }
}

/// Whether the folder stands for a PostgreSQL database.
pub fn on_server(folder: &Path) -> bool {
    folder.iter().any(|part| part.as_encoded_bytes().starts_with(ON_SERVER.as_bytes()))
}

/// How the games of that folder are opened; a PostgreSQL database is made if it is not there.
pub async fn kept_in(folder: &Path, settings: Settings) -> Settings {
    #[cfg(feature = "club")]
    if on_server(folder) {
        postgres::make(folder).await;
        return Settings { server: Some(address(folder).parse().unwrap()), ..settings };
    }
    settings
}

/// The address of the database of that folder.
pub fn address(folder: &Path) -> String {
    #[cfg(feature = "club")]
    if on_server(folder) {
        return postgres::address(&postgres::name(folder));
    }
    format!("sqlite:{}", folder.join("games.sqlite").display())
}

/// A separate connection to the database of that folder.
pub async fn hands(folder: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&address(folder)).await.unwrap()
}

/// The games of that folder as they are at this moment, whoever has them open.
pub async fn copied(folder: &Path) -> TempDir {
    #[cfg(feature = "club")]
    if on_server(folder) {
        return postgres::copied(folder).await;
    }
    let copy = Backend::File.folder();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

#[cfg(feature = "club")]
mod postgres {
    use std::hash::{DefaultHasher, Hash, Hasher};
    use std::path::Path;

    use server::store::{Database, KeyChoice, Settings, Store, transfer};
    use sqlx::{AssertSqlSafe, Connection, PgConnection};
    use tempfile::TempDir;

    use super::Backend;

    /// Held by the test that makes the template: a number that nothing else uses there.
    const LOCK: i64 = 0x7465_7374;

    fn hashed(what: impl Hash) -> String {
        let mut hash = DefaultHasher::new();
        what.hash(&mut hash);
        format!("t{:016x}", hash.finish())
    }

    /// The name of the database that stands for a folder.
    pub fn name(folder: &Path) -> String {
        hashed((std::process::id(), folder))
    }

    /// The address of a database.
    pub fn address(name: &str) -> String {
        let server = std::env::var("LONGROLL_POSTGRES");
        format!("{}/{name}", server.expect("LONGROLL_POSTGRES names the server to test with: see ./test"))
    }

    async fn is_there(root: &mut PgConnection, name: &str) -> bool {
        let query = sqlx::query_scalar("SELECT COUNT(*) FROM pg_database WHERE datname = $1").bind(name);
        query.fetch_one(root).await.map(|count: i64| count == 1).unwrap()
    }

    async fn run(root: &mut PgConnection, statement: String) {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(root).await.unwrap();
    }

    /// Makes the database of a folder, unless it is there.
    pub async fn make(folder: &Path) {
        let mut root = PgConnection::connect(&address("postgres")).await.unwrap();
        let name = name(folder);
        if !is_there(&mut root, &name).await {
            let template = template(&mut root).await;
            run(&mut root, format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
        }
        root.close().await.unwrap();
    }

    /// A database with every table and nothing in it, of this build: the first test makes it.
    async fn template(root: &mut PgConnection) -> String {
        let program = std::env::current_exe().unwrap();
        let template = hashed((&program, program.metadata().unwrap().modified().unwrap()));
        run(root, format!("SELECT pg_advisory_lock({LOCK})")).await;
        if !is_there(root, &template).await {
            let unfinished = format!("{template}_unfinished");
            run(root, format!("DROP DATABASE IF EXISTS {unfinished}")).await;
            run(root, format!("CREATE DATABASE {unfinished}")).await;
            let folder = tempfile::tempdir().unwrap();
            let server = Some(address(&unfinished).parse().unwrap());
            let settings = Settings { server, key: KeyChoice::Without, ..Settings::default() };
            Store::open_with(folder.path(), settings).await.unwrap().close().await;
            run(root, format!("ALTER DATABASE {unfinished} RENAME TO {template}")).await;
        }
        run(root, format!("SELECT pg_advisory_unlock({LOCK})")).await;
        template
    }

    /// A copy of the database of that folder, with its key.
    pub async fn copied(folder: &Path) -> TempDir {
        let copy = Backend::Postgres.folder();
        let key = copy.path().join("longroll.key");
        std::fs::copy(folder.join("longroll.key"), &key).unwrap();
        super::kept_in(copy.path(), Settings::default()).await;
        let at = |folder: &Path| Database::Server(address(&name(folder)).parse().unwrap());
        let settings = Settings { key: KeyChoice::File(key), ..Settings::default() };
        transfer(&at(folder), &at(copy.path()), &settings).await.unwrap();
        copy
    }
}
