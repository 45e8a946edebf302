//! Studies: positions with comments and variations, each study as one document of an account.

use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::accounts::seal;
use super::error::Broken;
use super::{Store, StoreError};

/// A study as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptStudy {
    /// What it is called: 128 random bits in hexadecimal. Who has it reads a study that is shown.
    pub id: String,
    /// Whose it is.
    pub account: String,
    /// Who is shown it: `private`, `link` or `open`.
    pub shown: String,
    /// Seconds since 1970.
    pub created: i64,
    /// When it was last changed: seconds since 1970.
    pub updated: i64,
    /// The study, as JSON.
    pub line: Value,
}

/// Which studies are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Studies<'a> {
    /// Those of an account.
    Of(&'a str),
    /// Those that are open to all, so many at most.
    Open(usize),
}

/// All studies.
pub(super) const COLUMNS: &str = "SELECT id, account, readers, created, updated, line, seal FROM studies";

/// Whether a study is as it was written.
pub(super) fn is_whole(row: &AnyRow) -> bool {
    KeptStudy::read(row).is_ok_and(|kept| kept.is_some())
}

impl KeptStudy {
    fn seal(&self, line: &str) -> String {
        let KeptStudy { id, account, shown, created, updated, line: _ } = self;
        seal("longroll study 1\0", &json!([id, account, shown, created, updated, line]))
    }

    /// From its row, if it is as it was written.
    fn read(row: &AnyRow) -> Result<Option<KeptStudy>, sqlx::Error> {
        let line: String = row.try_get("line")?;
        let Ok(value) = serde_json::from_str(&line) else { return Ok(None) };
        let kept = KeptStudy {
            id: row.try_get("id")?,
            account: row.try_get("account")?,
            shown: row.try_get("readers")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
            line: value,
        };
        let sealed: String = row.try_get("seal")?;
        let whole = sealed == kept.seal(&line);
        if !whole {
            tracing::error!("a study is not as it was written");
        }
        Ok(whole.then_some(kept))
    }
}

impl Store {
    /// Keeps a study as it is now; false if it is new and its account has `most`, or if it is another
    /// account's.
    ///
    /// # Errors
    /// The database's own.
    pub async fn keep_study(&self, study: &KeptStudy, most: usize) -> Result<bool, StoreError> {
        let kept = async {
            let mut link = self.change().await?;
            let line = study.line.to_string();
            let update = sqlx::query(
                "UPDATE studies SET readers = $1, created = $2, updated = $3, line = $4, seal = $5 \
                 WHERE id = $6 AND account = $7",
            )
            .bind(&study.shown)
            .bind(study.created)
            .bind(study.updated)
            .bind(&line)
            .bind(study.seal(&line))
            .bind(&study.id)
            .bind(&study.account);
            if link.execute(update).await? == 0 {
                let count = sqlx::query("SELECT COUNT(*) AS there FROM studies WHERE account = $1");
                let row = link.row(count.bind(&study.account)).await?;
                let there: i64 = row.map_or(Ok(0), |row| row.try_get("there"))?;
                if usize::try_from(there).unwrap_or(usize::MAX) >= most {
                    return Ok(false);
                }
                let insert = sqlx::query(
                    "INSERT INTO studies (id, account, readers, created, updated, line, seal) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(&study.id)
                .bind(&study.account)
                .bind(&study.shown)
                .bind(study.created)
                .bind(study.updated)
                .bind(&line)
                .bind(study.seal(&line));
                link.execute(insert).await?;
            }
            link.commit().await.map_err(Broken::Unknown)?;
            link.release();
            Ok(true)
        };
        match self.done(kept.await) {
            // The study of that name is another account's.
            Err(StoreError::Stale) => Ok(false),
            other => other,
        }
    }

    /// A study, if there is one of that name.
    ///
    /// # Errors
    /// The database's own.
    pub async fn study(&self, id: &str) -> Result<Option<KeptStudy>, StoreError> {
        let rows =
            self.rows_of(sqlx::query(AssertSqlSafe(format!("{COLUMNS} WHERE id = $1"))).bind(id)).await?;
        Ok(self.read_all(&rows, KeptStudy::read)?.pop().flatten())
    }

    /// What studies are called, the one that changed last first, each with the seal of what it says now: together they
    /// may be as long as fifty records.
    ///
    /// # Errors
    /// The database's own.
    pub async fn studies(&self, which: Studies<'_>) -> Result<Vec<(String, String)>, StoreError> {
        let (of, what, most) = match which {
            Studies::Of(account) => ("account = $1", account, 1000),
            Studies::Open(most) => ("readers = $1", "open", most),
        };
        let text = format!("SELECT id, seal FROM studies WHERE {of} ORDER BY updated DESC, id LIMIT {most}");
        let rows = self.rows_of(sqlx::query(AssertSqlSafe(text)).bind(what)).await?;
        self.read_all(&rows, |row| Ok((row.try_get("id")?, row.try_get("seal")?)))
    }

    /// Deletes a study of an account; whether there was one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn delete_study(&self, account: &str, id: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM studies WHERE account = $1 AND id = $2");
        Ok(self.change_by(delete.bind(account).bind(id)).await? > 0)
    }

    /// Of a game that is over: the battle, and how many entries it has; nothing of one that is not.
    ///
    /// # Errors
    /// The database's own.
    pub async fn length_of(&self, game: &str) -> Result<Option<(String, i64, bool)>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query(
                "SELECT title, name, asked, (SELECT MAX(version) FROM entries e WHERE e.game = games.id) AS length \
                 FROM games WHERE id = $1",
            );
            let row = link.row(query.bind(game)).await?;
            link.release();
            row.map(|row| {
                let name: String = row.try_get("name")?;
                let title: Option<String> = row.try_get("title")?;
                let title = if name.is_empty() { title.unwrap_or_default() } else { name };
                let over = row.try_get::<Option<String>, _>("asked")?.is_none();
                Ok((title, row.try_get::<Option<i64>, _>("length")?.unwrap_or_default(), over))
            })
            .transpose()
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }

    /// Whether a game was played on from that position of another.
    ///
    /// # Errors
    /// The database's own.
    pub async fn is_played_on_from(
        &self,
        variation: &str,
        (game, version): (&str, i64),
    ) -> Result<bool, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = sqlx::query("SELECT header FROM games WHERE id = $1").bind(variation);
            let header: Option<String> =
                link.row(query).await?.map(|row| row.try_get("header")).transpose()?;
            // The line after a position has the hash of the line that led there; after the last one
            // the game itself has it.
            let query = sqlx::query("SELECT line FROM entries WHERE game = $1 AND version = $2");
            let next = link.row(query.bind(game).bind(version + 1)).await?;
            let next: Option<String> = next.map(|row| row.try_get("line")).transpose()?;
            let query = sqlx::query("SELECT head FROM games WHERE id = $1").bind(game);
            let head: Option<Option<String>> =
                link.row(query).await?.map(|row| row.try_get("head")).transpose()?;
            link.release();
            let hash = match next {
                Some(line) => serde_json::from_str::<Value>(&line)
                    .ok()
                    .and_then(|line| line["prev"].as_str().map(str::to_owned)),
                None => head.flatten(),
            };
            let header: Value = header.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            let from = &header["from"];
            let same = hash.is_some_and(|hash| from["hash"] == hash);
            Ok(same && from["version"] == version)
        };
        found.await.map_err(|error: sqlx::Error| self.failed(error))
    }
}
