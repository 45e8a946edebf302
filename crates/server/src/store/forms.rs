//! The forms that the database has had, and the way from each to the next.

use serde_json::Value;
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Row};
use tabletop::chain;

use super::Moving;
use super::link::is_file;
use super::location;
use super::seal::{Sealed, commitment, head_after};
use super::tournaments::{made, maker};

/// The form of the database after each of these was carried out, one by one, in order. Only ever
/// append.
pub(super) const FORMS: [&[&str]; 24] = [
    &[
        "CREATE TABLE games (\
       id TEXT NOT NULL PRIMARY KEY, scenario TEXT NOT NULL, header TEXT NOT NULL, secret TEXT, name TEXT NOT NULL, \
       mode TEXT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL, turn BIGINT NOT NULL, \
       turns BIGINT NOT NULL, phase TEXT NOT NULL, asked TEXT)",
        "CREATE TABLE seats (\
       game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, seat))",
        "CREATE UNIQUE INDEX seats_by_hash ON seats (hash)",
        "CREATE TABLE entries (\
       game TEXT NOT NULL REFERENCES games (id), version BIGINT NOT NULL, line TEXT NOT NULL, \
       PRIMARY KEY (game, version))",
    ],
    &[
        "CREATE TABLE packs (\
       id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, files TEXT NOT NULL, created BIGINT NOT NULL)",
        "ALTER TABLE games ADD COLUMN pack TEXT REFERENCES packs (id)",
        "ALTER TABLE games ADD COLUMN title TEXT",
        "CREATE INDEX games_by_pack ON games (pack)",
    ],
    &[
        "ALTER TABLE games ADD COLUMN commanders TEXT",
        "ALTER TABLE games ADD COLUMN advice BIGINT NOT NULL DEFAULT 0",
    ],
    &["CREATE TABLE IF NOT EXISTS standing (\
       game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE, after BIGINT NOT NULL, \
       line TEXT NOT NULL, hash TEXT NOT NULL)"],
    // The hash of a game's last entry, and what binds the rest of its row: see `seal.rs`.
    &[
        "ALTER TABLE games ADD COLUMN head TEXT",
        "ALTER TABLE games ADD COLUMN seal TEXT",
        "ALTER TABLE games ADD COLUMN mark TEXT",
        "CREATE TABLE keyring (fingerprint TEXT NOT NULL, scrubbed BIGINT NOT NULL)",
    ],
    &["CREATE TABLE reviews (\
       game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, version BIGINT NOT NULL, \
       line TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, version))"],
    &["CREATE TABLE presence (\
       game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat TEXT NOT NULL, \
       version BIGINT NOT NULL, share TEXT, PRIMARY KEY (game, seat))"],
    // Moments are milliseconds since 1970 by the database's clock; 0 is never.
    &[
        "CREATE TABLE jobs (\
       key TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, batch TEXT NOT NULL, urgency BIGINT NOT NULL, \
       work TEXT NOT NULL, state TEXT NOT NULL, worker TEXT, lease TEXT, until BIGINT NOT NULL, \
       tries BIGINT NOT NULL, error TEXT, progress TEXT, result TEXT, preferred TEXT, reserved BIGINT NOT NULL, \
       entered BIGINT NOT NULL, ended BIGINT NOT NULL, fetched BIGINT NOT NULL)",
        "CREATE INDEX jobs_by_state ON jobs (state, urgency, entered)",
        "CREATE INDEX jobs_by_batch ON jobs (batch)",
    ],
    // Numbered in the order in which they were shared.
    &[
        "CREATE TABLE shared_packs (\
       id TEXT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, pack TEXT NOT NULL REFERENCES packs (id), \
       author TEXT NOT NULL, note TEXT, hash TEXT NOT NULL, created BIGINT NOT NULL)",
        "CREATE UNIQUE INDEX shared_packs_by_number ON shared_packs (number)",
        "CREATE INDEX shared_packs_by_pack ON shared_packs (pack)",
    ],
    // The names of accounts are kept beside them as hashes, those of accounts that are gone for a while.
    &[
        "CREATE TABLE accounts (\
       id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, password TEXT NOT NULL, created BIGINT NOT NULL, \
       changed BIGINT NOT NULL, seal TEXT NOT NULL)",
        "CREATE TABLE account_names (\
       key TEXT NOT NULL PRIMARY KEY, account TEXT, until BIGINT NOT NULL)",
        "CREATE INDEX account_names_by_account ON account_names (account)",
        "CREATE TABLE sessions (\
       hash TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id), \
       created BIGINT NOT NULL, seen BIGINT NOT NULL, until BIGINT NOT NULL, browser TEXT NOT NULL)",
        "CREATE INDEX sessions_by_account ON sessions (account)",
        "CREATE TABLE account_seats (\
       account TEXT NOT NULL REFERENCES accounts (id), game TEXT NOT NULL REFERENCES games (id), \
       seat TEXT NOT NULL, created BIGINT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (account, game, seat))",
        "CREATE INDEX account_seats_by_game ON account_seats (game)",
    ],
    // A match outlives its games, and the accounts that played it: both are names only. `finished` is
    // 0 as long as no result was noted.
    &[
        "CREATE TABLE matches (\
       id TEXT NOT NULL PRIMARY KEY, terms TEXT NOT NULL, rated BIGINT NOT NULL, shown BIGINT NOT NULL, \
       created BIGINT NOT NULL, seal TEXT NOT NULL)",
        "CREATE TABLE match_games (\
       game TEXT NOT NULL PRIMARY KEY, of_match TEXT NOT NULL REFERENCES matches (id), number BIGINT NOT NULL, \
       union_account TEXT NOT NULL, confederate_account TEXT NOT NULL, finished BIGINT NOT NULL, result TEXT, \
       seal TEXT NOT NULL)",
        "CREATE INDEX match_games_by_match ON match_games (of_match)",
        "CREATE INDEX match_games_by_union ON match_games (union_account)",
        "CREATE INDEX match_games_by_confederate ON match_games (confederate_account)",
        "CREATE TABLE challenges (\
       id TEXT NOT NULL PRIMARY KEY, link TEXT, by_account TEXT NOT NULL REFERENCES accounts (id), \
       for_account TEXT REFERENCES accounts (id), terms TEXT NOT NULL, created BIGINT NOT NULL, \
       until BIGINT NOT NULL, seal TEXT NOT NULL)",
        "CREATE INDEX challenges_by_account ON challenges (by_account)",
        "CREATE INDEX challenges_for_account ON challenges (for_account)",
        "CREATE TABLE notices (\
       account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id), feed TEXT NOT NULL, seen BIGINT NOT NULL)",
    ],
    // A tournament outlives its games too. `open` is 1 until it is over.
    &[
        "CREATE TABLE tournaments (\
       id TEXT NOT NULL PRIMARY KEY, version BIGINT NOT NULL, open BIGINT NOT NULL, line TEXT NOT NULL, \
       seal TEXT NOT NULL)",
        "CREATE TABLE tournament_games (\
       game TEXT NOT NULL PRIMARY KEY, tournament TEXT NOT NULL REFERENCES tournaments (id), counts TEXT, \
       seal TEXT NOT NULL)",
        "CREATE INDEX tournament_games_by_tournament ON tournament_games (tournament)",
    ],
    // What is noted of the game as a whole is noted of no hex. A report outlives the game.
    &[
        "CREATE TABLE talk (\
       game TEXT NOT NULL REFERENCES games (id), room TEXT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, \
       author TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, room, number))",
        "CREATE TABLE notes (\
       game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, hex TEXT NOT NULL, text TEXT NOT NULL, \
       at BIGINT NOT NULL, PRIMARY KEY (game, seat, hex))",
        "CREATE TABLE talk_settings (\
       game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, muted BIGINT NOT NULL, \
       shown BIGINT NOT NULL, PRIMARY KEY (game, seat))",
        "CREATE TABLE reports (\
       id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL, \
       reporter TEXT NOT NULL, why TEXT NOT NULL, at BIGINT NOT NULL)",
    ],
    // Where an account is told that it is asked, and what waits to be told there. `hour` is -1 where it
    // is told at once. `told` is the version of a game up to which a seat's account was told; of a
    // challenge it is 1 once its account was.
    &[
        "CREATE TABLE channels (\
       id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), kind TEXT NOT NULL, \
       locked TEXT NOT NULL, confirmed BIGINT NOT NULL, paused BIGINT NOT NULL, hour BIGINT NOT NULL, \
       created BIGINT NOT NULL, sent BIGINT NOT NULL, failed BIGINT NOT NULL, error TEXT)",
        "CREATE INDEX channels_by_account ON channels (account)",
        "CREATE TABLE quiet_hours (\
       account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id), begins BIGINT NOT NULL, ends BIGINT NOT NULL, \
       east BIGINT NOT NULL)",
        "CREATE TABLE outbox (\
       id TEXT NOT NULL PRIMARY KEY, channel TEXT NOT NULL REFERENCES channels (id), about TEXT NOT NULL, \
       seat TEXT NOT NULL, version BIGINT NOT NULL, text TEXT NOT NULL, due BIGINT NOT NULL, next BIGINT NOT NULL, \
       tries BIGINT NOT NULL, lease TEXT, until BIGINT NOT NULL)",
        "CREATE INDEX outbox_by_channel ON outbox (channel)",
        "CREATE INDEX outbox_by_next ON outbox (next)",
        "ALTER TABLE account_seats ADD COLUMN told BIGINT NOT NULL DEFAULT -1",
        "ALTER TABLE challenges ADD COLUMN told BIGINT NOT NULL DEFAULT 0",
    ],
    // `form` is that of the facts that were found of a game; facts are found again from its record.
    &[
        "CREATE TABLE library (\
       game TEXT NOT NULL PRIMARY KEY REFERENCES games (id), scenario TEXT NOT NULL, title TEXT NOT NULL, \
       union_player TEXT NOT NULL, confederate_player TEXT NOT NULL, winner TEXT, level TEXT, \
       reason TEXT NOT NULL, margin BIGINT NOT NULL, size BIGINT NOT NULL, turn BIGINT NOT NULL, \
       finished BIGINT NOT NULL, practice BIGINT NOT NULL, source TEXT NOT NULL, by_account TEXT, hash TEXT NOT NULL, \
       form BIGINT NOT NULL, seal TEXT NOT NULL)",
        "CREATE INDEX library_by_end ON library (finished, game)",
        "CREATE INDEX library_by_size ON library (size, game)",
        "CREATE INDEX library_by_scenario ON library (scenario, finished, game)",
        "CREATE INDEX library_by_union ON library (union_player, finished, game)",
        "CREATE INDEX library_by_confederate ON library (confederate_player, finished, game)",
        "CREATE UNIQUE INDEX library_by_hash ON library (hash)",
        "CREATE TABLE library_facts (\
       game TEXT NOT NULL REFERENCES games (id), number BIGINT NOT NULL, version BIGINT NOT NULL, \
       turn BIGINT NOT NULL, kind TEXT NOT NULL, side TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, \
       odds BIGINT, PRIMARY KEY (game, number))",
        "CREATE INDEX library_facts_by_kind ON library_facts (kind, turn)",
        "CREATE TABLE studies (\
       id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), readers TEXT NOT NULL, \
       created BIGINT NOT NULL, updated BIGINT NOT NULL, line TEXT NOT NULL, seal TEXT NOT NULL)",
        "CREATE INDEX studies_by_account ON studies (account, updated)",
        "CREATE INDEX studies_by_readers ON studies (readers, updated)",
    ],
    // What is kept of a passkey opens nothing; a ceremony is a passkey's being added or shown.
    &[
        "CREATE TABLE passkeys (\
       id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL, \
       passkey TEXT NOT NULL, created BIGINT NOT NULL, used BIGINT NOT NULL, seal TEXT NOT NULL)",
        "CREATE INDEX passkeys_by_account ON passkeys (account)",
        "CREATE TABLE ceremonies (id TEXT NOT NULL PRIMARY KEY, line TEXT NOT NULL, until BIGINT NOT NULL)",
    ],
    // When each server was up.
    &["CREATE TABLE uptime (\
       node TEXT NOT NULL, begun BIGINT NOT NULL, until BIGINT NOT NULL, PRIMARY KEY (node, begun))"],
    // Nothing shows whose the sessions of older programs were: they end.
    &["DELETE FROM sessions", "ALTER TABLE sessions ADD COLUMN seal TEXT NOT NULL DEFAULT ''"],
    // Three hashes of networks, from the narrowest to the widest.
    &["CREATE TABLE holders (\
       kind TEXT NOT NULL, item TEXT NOT NULL, networks TEXT NOT NULL, PRIMARY KEY (kind, item))"],
    // Lists are read from the newest on. When a tournament was made, in seconds since 1970, is in its line too.
    &[
        "CREATE INDEX challenges_by_age ON challenges (created, id)",
        "ALTER TABLE tournaments ADD COLUMN made BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX tournaments_by_age ON tournaments (open, made, id)",
    ],
    // The commitment of a game's dice is in its header too, and who made a tournament is in its line.
    &[
        "ALTER TABLE games ADD COLUMN commitment TEXT",
        "CREATE INDEX games_by_commitment ON games (commitment)",
        "ALTER TABLE tournaments ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tournaments_by_maker ON tournaments (maker, open)",
    ],
    &[
        "CREATE INDEX talk_by_author ON talk (room, author)",
        "CREATE INDEX reports_by_author ON reports (author)",
        "CREATE INDEX reports_by_reporter ON reports (reporter, game)",
    ],
    // Where orders without a number wait for the next entry, the hash of what is kept of them.
    &[
        "ALTER TABLE games ADD COLUMN pending TEXT",
        "UPDATE games SET pending = (SELECT hash FROM standing WHERE standing.game = games.id AND line <> '[]' \
         AND after = (SELECT COALESCE(MAX(version), 0) FROM entries WHERE entries.game = games.id)) \
         WHERE id IN (SELECT game FROM standing)",
    ],
    // The facts of one game are looked at, never those of all; what is due is found by channel, and what is on its
    // way by when its lease runs out.
    &[
        "DROP INDEX IF EXISTS library_facts_by_kind",
        "CREATE INDEX library_facts_by_game ON library_facts (game, kind)",
        "DROP INDEX IF EXISTS outbox_by_channel",
        "DROP INDEX IF EXISTS outbox_by_next",
        "CREATE INDEX outbox_by_channel ON outbox (channel, next)",
        "CREATE INDEX outbox_by_until ON outbox (until)",
        "CREATE INDEX outbox_by_lease ON outbox (lease)",
        "CREATE INDEX outbox_by_seat ON outbox (about, seat)",
        "CREATE INDEX matches_by_age ON matches (shown, created, id)",
        "CREATE INDEX match_games_by_end ON match_games (finished, of_match)",
        "CREATE INDEX challenges_by_link ON challenges (link)",
        "CREATE INDEX challenges_by_end ON challenges (until)",
        "CREATE INDEX notices_by_feed ON notices (feed)",
        "CREATE INDEX library_by_account ON library (by_account, source)",
    ],
];

/// The first form with hashes.
pub(super) const BOUND: i64 = 5;

/// The first form in which games are found by the commitment of their dice, and tournaments by who made them.
const FOUND: i64 = 21;

/// What a server holds while it brings a PostgreSQL database up: any number that nobody else uses
/// there.
const LOCK: i64 = 0x4c6f_6e67_726f_6c6c;

/// Brings the database to the newest form and returns the form it then has: if that is a newer
/// program's, nothing was changed.
pub(super) async fn bring_up(pool: &AnyPool) -> Result<i64, sqlx::Error> {
    // Dropped on an error, the connection is closed, and what it had begun is undone.
    let mut change = pool.acquire().await?.detach();
    if is_file(&change) {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut change).await?;
    } else {
        sqlx::query("BEGIN").execute(&mut change).await?;
        // Several servers may start at once: one brings the database up, the others find it so.
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).fetch_all(&mut change).await?;
    }
    sqlx::query("CREATE TABLE IF NOT EXISTS form (number BIGINT NOT NULL)").execute(&mut change).await?;
    let numbers: Vec<i64> =
        sqlx::query_scalar("SELECT number FROM form ORDER BY number").fetch_all(&mut change).await?;
    let known = numbers.last().copied().unwrap_or(0);
    if known > FORMS.len() as i64 {
        return Ok(known);
    }
    if !numbers.iter().copied().eq(1..=known) {
        return Err(sqlx::Error::Protocol(format!("its forms are numbered {numbers:?}: it is damaged")));
    }
    for (form, statements) in (known + 1..).zip(FORMS.iter().skip(numbers.len())) {
        for statement in *statements {
            sqlx::query(*statement).execute(&mut change).await?;
        }
        sqlx::query("INSERT INTO form (number) VALUES ($1)").bind(form).execute(&mut change).await?;
    }
    if known < BOUND {
        bind_games(&mut change).await?;
    }
    if known < FOUND {
        describe_tournaments(&mut change).await?;
        note_commitments(&mut change).await?;
    }
    sqlx::query("COMMIT").execute(&mut change).await?;
    sqlx::Connection::close(change).await?;
    Ok(FORMS.len() as i64)
}

/// Fills in what binds the games of older programs. One that cannot be read is left as it is, and
/// told when it is asked for.
async fn bind_games(change: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let games: Vec<String> = sqlx::query_scalar("SELECT id FROM games").fetch_all(&mut *change).await?;
    for game in games {
        let columns = format!("SELECT {}, {} FROM games WHERE id = $1", Sealed::COLUMNS, Moving::COLUMNS);
        let row =
            sqlx::query::<Any>(sqlx::AssertSqlSafe(columns)).bind(&game).fetch_one(&mut *change).await?;
        let seats = sqlx::query("SELECT seat, hash FROM seats WHERE game = $1 ORDER BY seat")
            .bind(&game)
            .fetch_all(&mut *change)
            .await?;
        let lines = sqlx::query("SELECT version, line FROM entries WHERE game = $1 ORDER BY version")
            .bind(&game)
            .fetch_all(&mut *change)
            .await?;
        let bound = || -> Option<(Sealed, Moving)> {
            let sealed = Sealed::read(&row, &seats).ok()?;
            let header: Value = serde_json::from_str(&sealed.header).ok()?;
            let mut entries: Vec<Value> = Vec::with_capacity(lines.len());
            for (number, line) in (1..).zip(&lines) {
                line.try_get::<i64, _>("version").ok().filter(|version| *version == number)?;
                entries.push(serde_json::from_str(line.try_get("line").ok()?).ok()?);
            }
            let mut moving = Moving::read(&row).ok()?;
            moving.head = Some(head_after(chain::header_hash(&header), &entries));
            Some((sealed, moving))
        };
        let Some((sealed, moving)) = bound() else {
            tracing::error!(game = game.get(..8), "a game of an older program is damaged");
            continue;
        };
        sqlx::query("UPDATE games SET head = $1, seal = $2, mark = $3 WHERE id = $4")
            .bind(&moving.head)
            .bind(sealed.seal())
            .bind(moving.mark(&game))
            .bind(&game)
            .execute(&mut *change)
            .await?;
    }
    Ok(())
}

/// Fills in when the tournaments of older programs were made, and by whom.
async fn describe_tournaments(change: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let rows = sqlx::query("SELECT id, line FROM tournaments").fetch_all(&mut *change).await?;
    for row in rows {
        let (id, line): (String, String) = (row.try_get("id")?, row.try_get("line")?);
        let line: Value = serde_json::from_str(&line).unwrap_or_default();
        let update = sqlx::query("UPDATE tournaments SET made = $1, maker = $2 WHERE id = $3");
        update.bind(made(&line)).bind(maker(&line)).bind(id).execute(&mut *change).await?;
    }
    Ok(())
}

/// Fills in by which dice the games of older programs are found.
async fn note_commitments(change: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let games: Vec<String> = sqlx::query_scalar("SELECT id FROM games").fetch_all(&mut *change).await?;
    for game in games {
        let query = sqlx::query_scalar("SELECT header FROM games WHERE id = $1").bind(&game);
        let header: String = query.fetch_one(&mut *change).await?;
        let update = sqlx::query("UPDATE games SET commitment = $1 WHERE id = $2");
        update.bind(commitment(&header)).bind(game).execute(&mut *change).await?;
    }
    Ok(())
}

/// What is not as this program makes it: a table or an index whose words have changed. What others
/// have added is not told.
pub(super) async fn unlike(pool: &AnyPool) -> Result<Option<String>, sqlx::Error> {
    let mut link = pool.acquire().await?;
    let (found, wanted) = if is_file(&link) {
        let found = schema(&mut link).await?;
        let mut plan = location::memory()?.connect().await?;
        make_all(&mut plan).await?;
        let wanted = schema(&mut plan).await?;
        sqlx::Connection::close(plan).await?;
        (found, wanted)
    } else {
        let found = columns(&mut link, "current_schema()").await?;
        // Temporary tables are made beside the others, which this connection then does not see.
        let mut plan = link.detach();
        sqlx::query("BEGIN").execute(&mut plan).await?;
        sqlx::query("SET LOCAL search_path TO pg_temp").execute(&mut plan).await?;
        make_all(&mut plan).await?;
        let wanted = columns(&mut plan, "pg_my_temp_schema()::regnamespace::text").await?;
        sqlx::query("ROLLBACK").execute(&mut plan).await?;
        sqlx::Connection::close(plan).await?;
        (found, wanted)
    };
    let unlike = wanted.into_iter().find(|part| !found.contains(part));
    Ok(unlike.map(|(name, _)| format!("its table or index '{name}' is not as this program makes it")))
}

/// Makes every table and index in an empty database.
async fn make_all(plan: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for statement in FORMS.iter().copied().flatten() {
        sqlx::query(*statement).execute(&mut *plan).await?;
    }
    Ok(())
}

/// Each column and each index of the tables of a schema of PostgreSQL, with what it is.
async fn columns(
    connection: &mut AnyConnection,
    schema: &'static str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    // Names are of a type of their own there, which has to be read as text.
    let query = format!(
        "SELECT CAST(table_name AS TEXT), CONCAT(column_name, ' ', data_type, ' ', is_nullable) \
         FROM information_schema.columns WHERE table_schema = {schema} \
         UNION ALL SELECT CAST(tablename AS TEXT), REGEXP_REPLACE(indexdef, ' ON [^ ]*[.]', ' ON ') \
         FROM pg_indexes WHERE schemaname = {schema}"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(query)).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

/// Each table and index as it was written, in one way of spacing and quoting.
async fn schema(connection: &mut AnyConnection) -> Result<Vec<(String, String)>, sqlx::Error> {
    let rows = sqlx::query("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| {
            let sql: String = row.try_get("sql")?;
            Ok((row.try_get("name")?, sql.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ")))
        })
        .collect()
}
