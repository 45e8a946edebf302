//! The secrets of the dice at rest: under which key they are, and how those of older databases come
//! under one.

use std::path::PathBuf;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};

use super::error::OpenError;
use super::key::Key;
use super::link::is_file;
use super::location::Location;
use super::seal::Sealed;
use super::{StoreError, key::KeyError};

/// What the database says of its key.
struct Ring {
    /// The key's fingerprint, if there has been one.
    fingerprint: Option<String>,
    /// How many secrets are encrypted.
    locked: i64,
}

/// The key in that file, which every secret is then encrypted under; none where it is to be done
/// without.
///
/// # Errors
/// [`OpenError::Locked`] if secrets are encrypted under another key, or the key file's own fault.
pub(super) async fn take_key(
    pool: &AnyPool,
    at: &Location,
    key_file: Option<PathBuf>,
) -> Result<Option<Key>, OpenError> {
    let failed = |source| OpenError::Store(StoreError::Database { at: at.clone(), source });
    let Some(key_file) = key_file else { return Ok(None) };
    // Dropped on an error, the connection is closed, and what it had begun is undone.
    let mut change = pool.acquire().await.map_err(failed)?.detach();
    if is_file(&change) {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut change).await.map_err(failed)?;
    } else {
        sqlx::query("BEGIN").execute(&mut change).await.map_err(failed)?;
        // Of several servers that start at once, one brings the key.
        sqlx::query("LOCK TABLE keyring IN EXCLUSIVE MODE").execute(&mut change).await.map_err(failed)?;
    }
    let ring = ring(&mut change).await.map_err(failed)?;
    let found = Key::read(&key_file);
    let wrong = match (&ring.fingerprint, &found) {
        // Servers of one database have one key, from the first of them on.
        (Some(kept), found) if ring.locked > 0 || at.file().is_none() => match found {
            Ok(Some(key)) if key.fingerprint() == *kept => None,
            Ok(Some(key)) => Some(format!(
                "{} holds another key (its fingerprint is {})",
                key_file.display(),
                key.fingerprint()
            )),
            Ok(None) => Some(format!("the key {} is missing", key_file.display())),
            Err(error @ (KeyError::Unreadable { .. } | KeyError::NoKey { .. } | KeyError::Unmade { .. })) => {
                Some(error.to_string())
            }
        },
        _ => None,
    };
    if let (Some(what), Some(fingerprint)) = (wrong, ring.fingerprint.clone()) {
        let games = if ring.locked == 1 { "1 game".to_owned() } else { format!("{} games", ring.locked) };
        return Err(OpenError::Locked { what, games, at: at.clone(), fingerprint });
    }
    let key = match found.map_err(OpenError::Key)? {
        Some(key) => key,
        // On disk before anything is encrypted under it.
        None => Key::make(&key_file).map_err(OpenError::Key)?,
    };
    let lock = async {
        if ring.fingerprint.as_ref() != Some(&key.fingerprint()) {
            sqlx::query("DELETE FROM keyring").execute(&mut change).await?;
            sqlx::query("INSERT INTO keyring (fingerprint, scrubbed) VALUES ($1, 1)")
                .bind(key.fingerprint())
                .execute(&mut change)
                .await?;
        }
        lock_all(&mut change, &key).await?;
        sqlx::query("COMMIT").execute(&mut change).await?;
        scrub(&mut change, at).await?;
        sqlx::Connection::close(change).await
    };
    lock.await.map_err(failed)?;
    Ok(Some(key))
}

async fn ring(connection: &mut AnyConnection) -> Result<Ring, sqlx::Error> {
    Ok(Ring {
        fingerprint: sqlx::query_scalar("SELECT fingerprint FROM keyring")
            .fetch_optional(&mut *connection)
            .await?,
        locked: sqlx::query_scalar("SELECT COUNT(*) FROM games WHERE secret LIKE 'x1:%'")
            .fetch_one(&mut *connection)
            .await?,
    })
}

/// Encrypts every secret that is not. What is damaged is left as it is, so that it stays noticed.
async fn lock_all(change: &mut AnyConnection, key: &Key) -> Result<(), sqlx::Error> {
    let games: Vec<String> =
        sqlx::query_scalar("SELECT id FROM games WHERE secret IS NOT NULL AND secret NOT LIKE 'x1:%'")
            .fetch_all(&mut *change)
            .await?;
    if games.is_empty() {
        return Ok(());
    }
    for game in games {
        let query = format!("SELECT {}, seal FROM games WHERE id = $1", Sealed::COLUMNS);
        let row = sqlx::query(AssertSqlSafe(query)).bind(&game).fetch_one(&mut *change).await?;
        let seats = sqlx::query("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat")
            .bind(&game)
            .fetch_all(&mut *change)
            .await?;
        let sealed = Sealed::read(&row, &seats).ok();
        let seal: Option<String> = row.try_get("seal").unwrap_or_default();
        let Some(mut sealed) = sealed.filter(|sealed| Some(sealed.seal()) == seal) else {
            tracing::error!(game = game.get(..8), "a game is damaged: its secret stays as it is");
            continue;
        };
        let Some(secret) = &sealed.secret else { continue };
        sealed.secret = Some(key.lock(&game, secret).map_err(sqlx::Error::Protocol)?);
        sqlx::query("UPDATE games SET secret = $1, seal = $2 WHERE id = $3")
            .bind(&sealed.secret)
            .bind(sealed.seal())
            .bind(&game)
            .execute(&mut *change)
            .await?;
    }
    sqlx::query("UPDATE keyring SET scrubbed = 0").execute(&mut *change).await?;
    Ok(())
}

/// Writes the whole file anew after secrets were encrypted: older programs have left copies of them
/// in its free pages. If that fails it is tried again at the next start.
async fn scrub(connection: &mut AnyConnection, at: &Location) -> Result<(), sqlx::Error> {
    let scrubbed: Option<i64> =
        sqlx::query_scalar("SELECT scrubbed FROM keyring").fetch_optional(&mut *connection).await?;
    if scrubbed != Some(0) {
        return Ok(());
    }
    if let Err(error) = sqlx::query("VACUUM").execute(&mut *connection).await {
        tracing::warn!(%at, %error, "secrets from before may still be in free parts of the database");
        return Ok(());
    }
    sqlx::query("UPDATE keyring SET scrubbed = 1").execute(&mut *connection).await?;
    Ok(())
}
