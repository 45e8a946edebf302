//! The writer of a server: it takes all appends that wait and commits them together, so that one
//! wait for the disk does for all of them. Who waits alone is not kept waiting for others.
//!
//! Each is refused or kept by itself all the same. What does not follow on what there is is left out
//! of the group, and tried alone, which finds out why; so is what another server is writing to, so
//! that no group waits for another and nobody waits for a game that somebody else holds. If the group
//! fails, nothing of it is kept, and each is tried alone; if it cannot be told, the database is asked
//! of each.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::Row;
use tabletop::Side;
use tokio::sync::{mpsc, oneshot};
use tracing::{Instrument, Span};

use super::seal::{Moving, head_after};
use super::{HEAD, Location, NextTurn, Standing, Store, StoreError, now};

/// How many appends are committed together at most.
const MOST: usize = 128;

/// Entries to be appended to a game.
#[derive(Debug, Clone)]
pub(super) struct Append {
    pub(super) game: String,
    /// The version that they follow on.
    pub(super) after: u32,
    pub(super) entries: Vec<Value>,
    pub(super) standing: Standing,
    /// Which orders without a number wait for them, as [`super::standing::pending`] has it.
    pub(super) pending: Option<String>,
    /// What becomes of a computer's turn, in a database of several servers.
    pub(super) turn: Option<NextTurn>,
}

impl Append {
    /// The hash of the line that they follow on, if they tell it: those of the first form do not.
    pub(super) fn prev(&self) -> Option<&str> {
        self.entries.first()?.get("prev")?.as_str()
    }

    /// The hash of the last line once they are appended to a record that ends with `head`; nothing
    /// if they follow on another.
    pub(super) fn new_head(&self, head: String) -> Option<String> {
        self.prev().is_none_or(|prev| prev == head).then(|| head_after(head, &self.entries))
    }
}

/// An append, whoever waits for it, and the request of which the log says that it is about.
#[derive(Debug)]
struct Waiting {
    append: Append,
    reply: oneshot::Sender<Result<(), StoreError>>,
    request: Span,
}

impl Waiting {
    fn tell(self, outcome: Result<(), StoreError>) {
        // Whoever waited may have gone.
        let _ = self.reply.send(outcome);
    }
}

/// Where appends wait for the writer.
#[derive(Debug, Clone)]
pub(super) struct Writer(mpsc::UnboundedSender<Waiting>);

impl Writer {
    /// Starts the writer of that store; it ends with the last who could give it something.
    pub(super) fn start(store: Store) -> Writer {
        let (appends, mut waiting) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut group = Vec::new();
            while waiting.recv_many(&mut group, MOST).await > 0 {
                store.append_all(std::mem::take(&mut group)).await;
            }
        });
        Writer(appends)
    }

    /// Hands an append in; what becomes of it is told later. Gives it back if the writer has ended.
    pub(super) fn take(
        &self,
        append: Append,
    ) -> Result<oneshot::Receiver<Result<(), StoreError>>, Box<Append>> {
        let (reply, told) = oneshot::channel();
        let waiting = Waiting { append, reply, request: Span::current() };
        self.0.send(waiting).map(|()| told).map_err(|returned| Box::new(returned.0.append))
    }
}

/// Begins a transaction in a file and writes what follows on the last lines that there are; gives the
/// games of which that is so. In one go: every statement of its own would be a way to the thread of
/// the database and back.
const WRITE: &str = "BEGIN IMMEDIATE; \
    INSERT INTO entries (game, version, line) \
    SELECT line.value ->> 0, line.value ->> 1, line.value ->> 2 FROM json_each($1) AS line \
    JOIN games ON games.id = line.value ->> 0 AND games.head = line.value ->> 3; \
    UPDATE games SET updated = moved.value ->> 1, turn = moved.value ->> 2, turns = moved.value ->> 3, \
    phase = moved.value ->> 4, asked = moved.value ->> 5, head = moved.value ->> 6, \
    mark = moved.value ->> 7, pending = NULL \
    FROM json_each($2) AS moved WHERE games.id = moved.value ->> 0 AND games.head = moved.value ->> 8 \
    RETURNING id, (SELECT entries FROM entry_count) AS entries";

/// The same on a server. It is a transaction of its own, so that all of it is one way there and back. A
/// game that anybody else writes to is left out and not waited for. The names of the games are given
/// twice so that their rows are found by them: else all games are read.
const WRITE_TO_SERVER: &str = "WITH moved AS MATERIALIZED (\
    SELECT value ->> 0 AS game, CAST(value ->> 1 AS BIGINT) AS updated, CAST(value ->> 2 AS BIGINT) AS turn, \
    CAST(value ->> 3 AS BIGINT) AS turns, value ->> 4 AS phase, value ->> 5 AS asked, value ->> 6 AS head, \
    value ->> 7 AS mark, value ->> 8 AS prev, value ->> 9 AS pending FROM json_array_elements(CAST($2 AS JSON))), \
    held AS MATERIALIZED (SELECT moved.* FROM moved, LATERAL (\
    SELECT id FROM games WHERE id = moved.game AND games.head = moved.prev \
    AND games.pending IS NOT DISTINCT FROM moved.pending FOR NO KEY UPDATE SKIP LOCKED) AS row), \
    kept AS (INSERT INTO entries (game, version, line) \
    SELECT held.game, CAST(value ->> 1 AS BIGINT), value ->> 2 \
    FROM json_array_elements(CAST($1 AS JSON)) JOIN held ON held.game = value ->> 0) \
    UPDATE games SET updated = held.updated, turn = held.turn, turns = held.turns, phase = held.phase, \
    asked = held.asked, head = held.head, mark = held.mark, pending = NULL \
    FROM held WHERE games.id = held.game AND games.id = ANY (ARRAY(SELECT game FROM held)) \
    RETURNING games.id";

/// A group as it was written, up to its end.
struct Group {
    /// The games that were written to.
    games: HashSet<String>,
    end: Result<(), sqlx::Error>,
}

impl Store {
    async fn append_all(&self, waiting: Vec<Waiting>) {
        // A second one for a game follows on the first.
        let mut games = HashSet::new();
        let (group, later): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|one| games.insert(one.append.game.clone()));
        let group = self.append_together(group).await;
        if group.is_empty() && later.is_empty() {
            return;
        }
        // The next group does not wait for those that are tried alone.
        let store = self.clone();
        tokio::spawn(async move {
            let alone = |one: Waiting| async {
                let outcome = store.append_alone(&one.append).instrument(one.request.clone()).await;
                one.tell(outcome);
            };
            // All at once: where the database does not answer, nobody waits for one after the other.
            join_all(group.into_iter().map(alone)).await;
            for one in later {
                alone(one).await;
            }
        });
    }

    /// Tells everybody whose append was kept; those are left that are to be tried alone.
    async fn append_together(&self, group: Vec<Waiting>) -> Vec<Waiting> {
        let written = match self.try_append_all(&group).await {
            Ok(written) => written,
            // Alone each would only wait as long once more.
            Err(sqlx::Error::PoolTimedOut) => {
                for one in group {
                    one.tell(Err(self.failed(sqlx::Error::PoolTimedOut)));
                }
                return Vec::new();
            }
            Err(error) => {
                tracing::debug!(%error, appends = group.len(), "appends are tried one by one");
                return group;
            }
        };
        let (written_to, mut left): (Vec<_>, Vec<_>) =
            group.into_iter().partition(|one| written.games.contains(&one.append.game));
        if let Err(error) = &written.end {
            let appends = written_to.len();
            tracing::warn!(%error, appends, "whether a group was kept has to be seen");
            left.extend(self.see_all(written_to).await);
            return left;
        }
        for one in written_to {
            one.tell(Ok(()));
        }
        left
    }

    /// Tells everybody whether their append was kept, as far as that can be seen; gives back those
    /// that were not.
    async fn see_all(&self, group: Vec<Waiting>) -> Vec<Waiting> {
        match self.location {
            // The log of a file is folded into it by one at a time.
            Location::File(_) => {
                let mut left = Vec::new();
                for one in group {
                    left.extend(self.see(one).await);
                }
                left
            }
            Location::Server(_) => {
                join_all(group.into_iter().map(|one| self.see(one))).await.into_iter().flatten().collect()
            }
        }
    }

    /// Tells whoever waits for an append whether it was kept, as far as that can be seen; gives it
    /// back if it was not.
    async fn see(&self, one: Waiting) -> Option<Waiting> {
        let prev = one.append.prev().unwrap_or_default().to_owned();
        let head = one.append.new_head(prev).unwrap_or_default();
        match self.arrived(HEAD, &one.append.game, &head).await {
            Ok(true) => one.tell(Ok(())),
            Ok(false) => return Some(one),
            Err(source) => {
                let at = self.location.clone();
                tracing::error!(%at, error = %source, "nor can it be seen what was kept");
                one.tell(Err(StoreError::Uncertain { at, source }));
            }
        }
        None
    }

    async fn try_append_all(&self, group: &[Waiting]) -> Result<Group, sqlx::Error> {
        let now = now();
        let (mut lines, mut moved) = (Vec::new(), Vec::new());
        let mut games = HashSet::new();
        for append in group.iter().map(|one| &one.append) {
            let Append { game, after, entries, standing, pending, turn } = append;
            // What becomes of a computer's turn is written with the entries, each by itself.
            let alone = turn.is_some() && matches!(self.location, Location::Server(_));
            let Some(prev) = append.prev().filter(|_| !alone) else { continue };
            for (number, line) in (u64::from(*after) + 1..).zip(entries) {
                lines.push(json!([game, number, line.to_string(), prev]));
            }
            let head = Some(head_after(prev.to_owned(), entries));
            let moving = Moving { updated: now, standing: standing.clone(), head };
            let mark = moving.mark(game);
            let Moving { updated, standing: Standing { turn, turns, phase, asked }, head } = moving;
            let asked = asked.map(Side::word);
            moved.push(json!([game, updated, turn, turns, phase, asked, head, mark, prev, pending]));
            games.insert(game.clone());
        }
        let (lines, moved) = (Value::Array(lines).to_string(), Value::Array(moved).to_string());
        match &self.location {
            Location::File(_) => self.write_to_file(lines, moved).await,
            Location::Server(_) => self.write_to_server(games, lines, moved).await,
        }
    }

    async fn write_to_file(&self, lines: String, moved: String) -> Result<Group, sqlx::Error> {
        let turn = self.turn().await;
        let mut link = self.writing_link().await?;
        link.keep(turn);
        let rows = link.begin_with(sqlx::query(WRITE).bind(lines).bind(moved)).await?;
        let games = rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?;
        let entries: Option<i64> = rows.first().map(|row| row.try_get("entries")).transpose()?;
        let end = link.commit().await;
        if end.is_ok() {
            link.release();
            self.note_written();
            if let (Some(count), Some(entries)) = (&self.entry_count, entries) {
                count.note(entries);
            }
        }
        Ok(Group { games, end })
    }

    /// These games are written to, if it cannot be told.
    async fn write_to_server(
        &self,
        all: HashSet<String>,
        lines: String,
        moved: String,
    ) -> Result<Group, sqlx::Error> {
        let mut link = self.writing_link().await?;
        all.iter().for_each(|game| self.announce(&mut link, game));
        let query = sqlx::query(WRITE_TO_SERVER).bind(lines).bind(moved);
        match link.change_at_once(query).await {
            Ok(rows) => {
                let games = rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?;
                link.release();
                Ok(Group { games, end: Ok(()) })
            }
            Err(error) => Ok(Group { games: all, end: Err(error) }),
        }
    }
}
