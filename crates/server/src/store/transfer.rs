//! Moving all games from one database to another: from a file to PostgreSQL when a club grows, and
//! back into a file to keep a copy.

use std::path::{Path, PathBuf};

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::error::Broken;
use super::link::Link;
use super::open::FILE;
use super::{Location, OpenError, ServerAddress, Settings, Store, StoreError};

/// The tables, each after those that it refers to; the columns that say in which order its rows are
/// read; and the one that names a game.
const TABLES: [Table; 32] = [
    Table { name: "holders", columns: &["kind", "item", "networks"], order: "kind, item", game: None },
    Table { name: "packs", columns: &["id", "title", "files", "created"], order: "id", game: None },
    Table {
        name: "shared_packs",
        columns: &["id", "number", "pack", "author", "note", "hash", "created"],
        order: "number",
        game: None,
    },
    Table {
        name: "accounts",
        columns: &["id", "name", "password", "created", "changed", "seal"],
        order: "id",
        game: None,
    },
    Table {
        name: "passkeys",
        columns: &["id", "account", "name", "passkey", "created", "used", "seal"],
        order: "id",
        game: None,
    },
    Table { name: "account_names", columns: &["key", "account", "until"], order: "key", game: None },
    Table {
        name: "sessions",
        columns: &["hash", "id", "account", "created", "seen", "until", "browser", "seal"],
        order: "hash",
        game: None,
    },
    Table {
        name: "games",
        columns: &[
            "id",
            "scenario",
            "header",
            "secret",
            "name",
            "mode",
            "created",
            "updated",
            "turn",
            "turns",
            "phase",
            "asked",
            "pack",
            "title",
            "commanders",
            "advice",
            "head",
            "seal",
            "mark",
            "commitment",
            "pending",
        ],
        order: "id",
        game: Some("id"),
    },
    Table { name: "seats", columns: &["game", "seat", "hash"], order: "seat", game: Some("game") },
    Table { name: "entries", columns: &["game", "version", "line"], order: "version", game: Some("game") },
    Table {
        name: "standing",
        columns: &["game", "after", "line", "hash"],
        order: "after",
        game: Some("game"),
    },
    Table {
        name: "reviews",
        columns: &["game", "version", "line", "hash"],
        order: "version",
        game: Some("game"),
    },
    Table {
        name: "presence",
        columns: &["game", "seat", "version", "share"],
        order: "seat",
        game: Some("game"),
    },
    Table {
        name: "account_seats",
        columns: &["account", "game", "seat", "created", "seal", "told"],
        order: "account, seat",
        game: Some("game"),
    },
    Table {
        name: "talk",
        columns: &["game", "room", "number", "at", "author", "text"],
        order: "room, number",
        game: Some("game"),
    },
    Table {
        name: "notes",
        columns: &["game", "seat", "hex", "text", "at"],
        order: "seat, hex",
        game: Some("game"),
    },
    Table {
        name: "talk_settings",
        columns: &["game", "seat", "muted", "shown"],
        order: "seat",
        game: Some("game"),
    },
    Table {
        name: "library",
        columns: &[
            "game",
            "scenario",
            "title",
            "union_player",
            "confederate_player",
            "winner",
            "level",
            "reason",
            "margin",
            "size",
            "turn",
            "finished",
            "practice",
            "source",
            "by_account",
            "hash",
            "form",
            "seal",
        ],
        order: "game",
        game: Some("game"),
    },
    Table {
        name: "library_facts",
        columns: &["game", "number", "version", "turn", "kind", "side", "subject", "name", "odds"],
        order: "number",
        game: Some("game"),
    },
    Table {
        name: "reports",
        columns: &["id", "game", "author", "text", "reporter", "why", "at"],
        order: "id",
        game: None,
    },
    Table {
        name: "studies",
        columns: &["id", "account", "readers", "created", "updated", "line", "seal"],
        order: "id",
        game: None,
    },
    // Matches outlive games: they go as a whole.
    Table {
        name: "matches",
        columns: &["id", "terms", "rated", "shown", "created", "seal"],
        order: "id",
        game: None,
    },
    Table {
        name: "match_games",
        columns: &[
            "game",
            "of_match",
            "number",
            "union_account",
            "confederate_account",
            "finished",
            "result",
            "seal",
        ],
        order: "game",
        game: None,
    },
    Table {
        name: "challenges",
        columns: &["id", "link", "by_account", "for_account", "terms", "created", "until", "seal", "told"],
        order: "id",
        game: None,
    },
    Table { name: "notices", columns: &["account", "feed", "seen"], order: "account", game: None },
    Table {
        name: "channels",
        columns: &[
            "id",
            "account",
            "kind",
            "locked",
            "confirmed",
            "paused",
            "hour",
            "created",
            "sent",
            "failed",
            "error",
        ],
        order: "id",
        game: None,
    },
    Table {
        name: "quiet_hours",
        columns: &["account", "begins", "ends", "east"],
        order: "account",
        game: None,
    },
    Table {
        name: "outbox",
        columns: &[
            "id", "channel", "about", "seat", "version", "text", "due", "next", "tries", "lease", "until",
        ],
        order: "id",
        game: None,
    },
    Table {
        name: "tournaments",
        columns: &["id", "version", "open", "line", "seal", "made", "maker"],
        order: "id",
        game: None,
    },
    Table {
        name: "tournament_games",
        columns: &["game", "tournament", "counts", "seal"],
        order: "game",
        game: None,
    },
    Table { name: "uptime", columns: &["node", "begun", "until"], order: "node, begun", game: None },
    Table { name: "keyring", columns: &["fingerprint", "scrubbed"], order: "fingerprint", game: None },
];

/// The columns that hold whole numbers; all others hold text.
const NUMBERS: [&str; 38] = [
    "made",
    "begun",
    "created",
    "updated",
    "turn",
    "turns",
    "advice",
    "version",
    "after",
    "scrubbed",
    "number",
    "changed",
    "seen",
    "until",
    "at",
    "muted",
    "shown",
    "rated",
    "finished",
    "open",
    "confirmed",
    "paused",
    "hour",
    "sent",
    "failed",
    "begins",
    "ends",
    "east",
    "due",
    "next",
    "tries",
    "told",
    "used",
    "margin",
    "size",
    "form",
    "odds",
    "practice",
];

struct Table {
    name: &'static str,
    columns: &'static [&'static str],
    order: &'static str,
    game: Option<&'static str>,
}

/// Where games are moved from or to.
#[derive(Debug, Clone)]
pub enum Database {
    /// The file in this data folder.
    Folder(PathBuf),
    /// A PostgreSQL database.
    Server(ServerAddress),
}

impl Database {
    /// The folder that a file would be in; a server needs none.
    fn folder(&self) -> &Path {
        match self {
            Database::Folder(folder) => folder,
            Database::Server(_) => Path::new("."),
        }
    }

    fn settings(&self, settings: &Settings) -> Settings {
        let server = match self {
            Database::Folder(_) => None,
            Database::Server(address) => Some(address.clone()),
        };
        Settings { server, ..settings.clone() }
    }
}

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// How many games.
    pub games: usize,
    /// Those that are damaged, and what is wrong: so they were, and so they are now.
    pub damaged: Vec<(String, String)>,
    /// Where they are now.
    pub to: Location,
}

/// Why nothing was moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// One of the two cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There are no games.
    #[error("there is no database {0}")]
    Nothing(PathBuf),
    /// What is moved from is damaged.
    #[error("{file} is damaged ({what}): nothing was moved")]
    Damaged {
        /// The database file.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The folder cannot be written to.
    #[error("the folder {folder} cannot be written to: {source}")]
    Unwritten {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There are games already.
    #[error("{0} holds games already: games are moved to an empty database only")]
    NotEmpty(Location),
    /// A database failed, or something in it cannot be copied.
    #[error("{0}: nothing was moved")]
    Store(#[from] StoreError),
    /// A game is not the same after it was copied.
    #[error("game {0:.8} is not the same in the copy: nothing was moved")]
    Differs(String),
}

/// Copies every game, pack, review and account to an empty database, and reads each game there. What is
/// moved from stays as it is; no server may run on it meanwhile, or what it writes is left behind.
/// The key to the secrets of the dice is the same for both.
///
/// # Errors
/// [`MoveError`]; nothing is kept in the new database then.
pub async fn transfer(from: &Database, to: &Database, settings: &Settings) -> Result<Moved, MoveError> {
    if let Database::Folder(folder) = from {
        let file = folder.join(FILE);
        if !tokio::fs::metadata(&file).await.is_ok_and(|about| about.len() > 0) {
            return Err(MoveError::Nothing(file));
        }
    }
    let source = Store::open_with(from.folder(), from.settings(settings)).await?;
    // It holds no games: what was noted of others that it held says nothing of these.
    let into = Settings { accept_loss: true, ..to.settings(settings) };
    let moved = match Store::open_with(to.folder(), into).await {
        Ok(target) => {
            let moved = copy(&source, &target).await;
            target.close().await;
            moved
        }
        Err(error) => Err(error.into()),
    };
    source.close().await;
    moved
}

async fn copy(source: &Store, target: &Store) -> Result<Moved, MoveError> {
    let games = match copy_rows(source, target).await {
        Ok(games) => games,
        Err(Halt::Source(error)) => return Err(source.failed(error).into()),
        Err(Halt::Target(Broken::Refused(error))) => return Err(error.into()),
        Err(Halt::Target(Broken::Undone(error) | Broken::Unknown(error))) => {
            return Err(target.failed(error).into());
        }
        Err(Halt::NotEmpty) => return Err(MoveError::NotEmpty(target.location.clone())),
        Err(Halt::Differs(game)) => return Err(MoveError::Differs(game)),
    };
    target.written.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut damaged = Vec::new();
    for game in &games {
        match target.load(game).await {
            Ok(_) => {}
            Err(StoreError::Unreadable { what, .. }) => damaged.push((game.clone(), what)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Moved { games: games.len(), damaged, to: target.location.clone() })
}

/// Why copying came to nothing.
enum Halt {
    Source(sqlx::Error),
    Target(Broken),
    NotEmpty,
    Differs(String),
}

/// Copies all rows in one transaction, compares what was written, and tells the games' names.
async fn copy_rows(source: &Store, target: &Store) -> Result<Vec<String>, Halt> {
    let into = |error: sqlx::Error| Halt::Target(Broken::Undone(error));
    let mut from = source.link().await.map_err(Halt::Source)?;
    from.begin_reading().await.map_err(Halt::Source)?;
    let mut to = target.change().await.map_err(into)?;
    // All packs are read at once.
    from.be_patient();
    to.be_patient();
    for table in ["games", "packs", "accounts"] {
        let query = format!("SELECT id FROM {table} LIMIT 1");
        if to.row(sqlx::query(AssertSqlSafe(query))).await.map_err(into)?.is_some() {
            return Err(Halt::NotEmpty);
        }
    }
    // Opening it has written which key it has.
    to.execute(sqlx::query("DELETE FROM keyring")).await.map_err(into)?;
    let found = from.rows(sqlx::query("SELECT id FROM games ORDER BY id")).await.map_err(Halt::Source)?;
    let games: Vec<String> =
        found.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>().map_err(Halt::Source)?;
    // A game at a time, so that a thousand long ones need not be in memory at once.
    for table in TABLES.iter().filter(|table| table.game.is_none() && table.name != "keyring") {
        table.copy(&mut from, &mut to, None).await?;
    }
    for game in &games {
        for table in TABLES.iter().filter(|table| table.game.is_some()) {
            table.copy(&mut from, &mut to, Some(game)).await?;
        }
    }
    for table in TABLES.iter().filter(|table| table.name == "keyring") {
        table.copy(&mut from, &mut to, None).await?;
    }
    to.commit().await.map_err(|error| Halt::Target(Broken::Unknown(error)))?;
    to.release();
    from.commit().await.map_err(Halt::Source)?;
    from.release();
    Ok(games)
}

/// What stands in a column of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    Number(Option<i64>),
    Text(Option<String>),
}

impl Table {
    /// Copies its rows, of one game if it is named, and reads them back.
    async fn copy(&self, from: &mut Link, to: &mut Link, game: Option<&str>) -> Result<(), Halt> {
        let rows = self.read(from, game).await.map_err(Halt::Source)?;
        let into = |error: sqlx::Error| Halt::Target(Broken::Undone(error));
        let places: Vec<String> = (1..=self.columns.len()).map(|number| format!("${number}")).collect();
        let columns = self.columns.join(", ");
        let statement = format!("INSERT INTO {} ({columns}) VALUES ({})", self.name, places.join(", "));
        for row in &rows {
            let mut insert = sqlx::query(AssertSqlSafe(statement.clone()));
            for cell in row {
                insert = match cell {
                    Cell::Number(number) => insert.bind(*number),
                    Cell::Text(text) => insert.bind(text.clone()),
                };
            }
            to.execute(insert).await.map_err(into)?;
        }
        if self.read(to, game).await.map_err(into)? == rows {
            return Ok(());
        }
        Err(Halt::Differs(game.unwrap_or(self.name).to_owned()))
    }

    async fn read(&self, link: &mut Link, game: Option<&str>) -> Result<Vec<Vec<Cell>>, sqlx::Error> {
        let of = self.game.map(|column| format!("WHERE {column} = $1 ")).unwrap_or_default();
        let statement =
            format!("SELECT {} FROM {} {of}ORDER BY {}", self.columns.join(", "), self.name, self.order);
        let mut query = sqlx::query(AssertSqlSafe(statement));
        if self.game.is_some() {
            query = query.bind(game.map(str::to_owned));
        }
        let rows = link.rows(query).await?;
        rows.iter().map(|row| self.cells(row)).collect()
    }

    fn cells(&self, row: &AnyRow) -> Result<Vec<Cell>, sqlx::Error> {
        let cell = |column: &&str| -> Result<Cell, sqlx::Error> {
            Ok(match NUMBERS.contains(column) {
                true => Cell::Number(row.try_get(*column)?),
                false => Cell::Text(row.try_get(*column)?),
            })
        };
        self.columns.iter().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::forms::FORMS;
    use super::*;

    /// Every column that the forms make is moved, but for the queue: whoever wants a job done enters
    /// it again, and results can be found again; and but for what is over in minutes.
    #[tokio::test]
    async fn nothing_that_the_forms_make_is_left_behind() {
        let way = super::super::location::memory().unwrap();
        let mut made = sqlx::ConnectOptions::connect(&way).await.unwrap();
        for statement in FORMS.iter().copied().flatten() {
            sqlx::query(*statement).execute(&mut made).await.unwrap();
        }
        let rows = sqlx::query(
            "SELECT t.name AS name, c.name AS part, c.type AS kind FROM sqlite_schema t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND t.name NOT IN ('jobs', 'ceremonies')",
        )
        .fetch_all(&mut made)
        .await
        .unwrap();
        let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows {
            let part: String = row.get("part");
            assert_eq!(row.get::<String, _>("kind") == "BIGINT", NUMBERS.contains(&&*part), "{part}");
            columns.entry(row.get("name")).or_default().insert(part);
        }
        let moved: BTreeMap<String, BTreeSet<String>> = TABLES
            .iter()
            .map(|t| (t.name.to_owned(), t.columns.iter().map(|&c| c.to_owned()).collect()))
            .collect();
        assert_eq!(columns, moved);
    }
}
