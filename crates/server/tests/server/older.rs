//! Databases as older programs left them.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// What each form added to the one before it, in the SQL of the program that had it.
const FORMS: [&[&str]; 4] = [
    &[
        "CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, scenario TEXT NOT NULL, header TEXT NOT NULL, secret TEXT, name TEXT NOT NULL, mode TEXT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL, turn BIGINT NOT NULL, turns BIGINT NOT NULL, phase TEXT NOT NULL, asked TEXT)",
        "CREATE TABLE seats (game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (game, seat))",
        "CREATE UNIQUE INDEX seats_by_hash ON seats (hash)",
        "CREATE TABLE entries (game TEXT NOT NULL REFERENCES games (id), version BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, version))",
    ],
    &[
        "CREATE TABLE packs (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, files TEXT NOT NULL, created BIGINT NOT NULL)",
        "ALTER TABLE games ADD COLUMN pack TEXT REFERENCES packs (id)",
        "ALTER TABLE games ADD COLUMN title TEXT",
        "CREATE INDEX games_by_pack ON games (pack)",
    ],
    &[
        "ALTER TABLE games ADD COLUMN commanders TEXT",
        "ALTER TABLE games ADD COLUMN advice BIGINT NOT NULL DEFAULT 0",
    ],
    &[
        "CREATE TABLE IF NOT EXISTS standing (game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE, after BIGINT NOT NULL, line TEXT NOT NULL, hash TEXT NOT NULL)",
    ],
];

/// Converts a database back to an earlier form, with the same games. Their secrets are in the
/// clear, as they were then, each of them `SECRET`. What the form did not have is lost.
pub async fn take_back(file: &Path, form: usize) {
    let new = file.with_extension("new");
    std::fs::rename(file, &new).unwrap();
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true).foreign_keys(false);
    let mut hands = options.connect().await.unwrap();
    sqlx::query("PRAGMA journal_mode = WAL").execute(&mut hands).await.unwrap();
    sqlx::query("CREATE TABLE form (number BIGINT NOT NULL)").execute(&mut hands).await.unwrap();
    for (number, statements) in (1_i64..).zip(&FORMS[..form]) {
        for statement in *statements {
            sqlx::query(*statement).execute(&mut hands).await.unwrap();
        }
        sqlx::query("INSERT INTO form VALUES ($1)").bind(number).execute(&mut hands).await.unwrap();
    }
    sqlx::query("ATTACH $1 AS new").bind(new.to_str().unwrap()).execute(&mut hands).await.unwrap();
    let more = ["", ", pack, title", ", commanders, advice", ""][..form].concat();
    let columns = format!(
        "id, scenario, header, secret, name, mode, created, updated, turn, turns, phase, asked{more}"
    );
    let mut copies = vec![
        format!("INSERT INTO games ({columns}) SELECT {columns} FROM new.games"),
        "INSERT INTO seats SELECT game, seat, hash FROM new.seats".to_owned(),
        "INSERT INTO entries SELECT game, version, line FROM new.entries".to_owned(),
        format!("UPDATE games SET secret = '{SECRET}' WHERE secret IS NOT NULL"),
    ];
    if form > 1 {
        copies.push("INSERT INTO packs SELECT id, title, files, created FROM new.packs".to_owned());
    }
    if form > 3 {
        copies.push("INSERT INTO standing SELECT game, after, line, hash FROM new.standing".to_owned());
    }
    for copy in copies {
        sqlx::query(sqlx::AssertSqlSafe(copy)).execute(&mut hands).await.unwrap();
    }
    sqlx::query("DETACH new").execute(&mut hands).await.unwrap();
    hands.close().await.unwrap();
    std::fs::remove_file(&new).unwrap();
}

/// What older programs stored as a secret, in the clear.
pub const SECRET: &str = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e70000";
