//! The turns of computers in the queue, for servers that share a database. The transaction that
//! brings a game to where a computer is asked enters the job, and the one that keeps the computer's
//! order removes it: so no turn is forgotten, whoever is lost, and what a job holds of a seat's
//! secrets goes when it is done.

use std::time::Duration;

use protocol::ready::What;
use serde_json::Value;
use sqlx::Row;

use super::jobs::{JobState, MOST_TRIES, NewJob, TakenJob, millis};
use super::link::Link;
use super::news::JobNews;
use super::{Location, Store, StoreError};
use crate::thought::batch;

/// What becomes of the computer's turn in a game that is written to: the one that was in the queue
/// goes.
#[derive(Debug, Clone, Default)]
pub struct NextTurn {
    /// The next one, if a computer is asked now.
    pub job: Option<NewJob>,
    /// Whether workers are told of it: not if the one it is reserved for knows.
    pub told: bool,
    /// The decision that is carried out, if that takes no number: it must be in the queue still.
    pub done: Option<String>,
}

/// What somebody who would do a job is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// It is theirs.
    Mine(TakenJob),
    /// Another has it, or it is reserved for another, for that long at least.
    Others(Duration),
    /// It is done, by that worker.
    Done {
        /// What came of it.
        result: Value,
        /// Who did it.
        worker: String,
    },
    /// It was set aside.
    SetAside,
    /// It is not in the queue.
    Absent,
}

impl Store {
    /// Takes this job for a worker, entering it if it is not in the queue.
    ///
    /// # Errors
    /// The database's own.
    pub async fn claim_job(&self, job: &NewJob, worker: &str, lease: Duration) -> Result<Claim, StoreError> {
        let claimed = async {
            let lease_name = super::open::node()?;
            let mut change = self.change_jobs_lightly().await?;
            let now = change.now;
            // A row that is touched is passed over by those who look for a job: one that is not to
            // be had is only looked at.
            let before = found(&mut change.link, &job.key, worker, now).await?;
            if !matches!(before, Claim::Absent | Claim::Others(Duration::ZERO)) {
                self.end_jobs(change, Vec::new()).await?;
                return Ok(before);
            }
            let claim = sqlx::query(
                "INSERT INTO jobs (key, kind, batch, urgency, work, state, worker, lease, until, tries, reserved, \
                 entered, ended, fetched) VALUES ($1, $2, $3, $4, $5, 'taken', $6, $7, $8, 1, 0, $9, 0, 0) \
                 ON CONFLICT (key) DO UPDATE SET state = 'taken', worker = excluded.worker, \
                 lease = excluded.lease, until = excluded.until, tries = jobs.tries + 1, progress = NULL \
                 WHERE (jobs.state = 'waiting' AND (jobs.preferred IS NULL OR jobs.preferred = $6 OR \
                 jobs.reserved <= $9)) OR (jobs.state = 'taken' AND jobs.until <= $9 AND jobs.tries < $10) \
                 RETURNING tries",
            )
            .bind(&job.key)
            .bind(&job.kind)
            .bind(&job.batch)
            .bind(job.urgency)
            .bind(job.work.to_string())
            .bind(worker)
            .bind(&lease_name)
            .bind(now.saturating_add(millis(lease)))
            .bind(now)
            .bind(i64::from(MOST_TRIES));
            if let Some(row) = change.link.row(claim).await? {
                let tries: i64 = row.try_get("tries")?;
                let late = is_late(&mut change.link, job).await?;
                self.end_jobs(change, Vec::new()).await?;
                let mine = || Claim::Mine(TakenJob::new(job, tries, lease_name));
                return Ok(if late { Claim::Absent } else { mine() });
            }
            let found = found(&mut change.link, &job.key, worker, now).await?;
            self.end_jobs(change, Vec::new()).await?;
            Ok(found)
        };
        claimed.await.map_err(|error| self.failed(error))
    }

    /// Lets everybody take this job, entering it if it is not in the queue; what becomes of it is
    /// told as by [`Store::look_at_job`].
    ///
    /// # Errors
    /// The database's own.
    pub async fn offer_job(&self, job: &NewJob, worker: &str) -> Result<Claim, StoreError> {
        let offered = async {
            let mut change = self.change_jobs_lightly().await?;
            let now = change.now;
            let before = found(&mut change.link, &job.key, worker, now).await?;
            if !matches!(before, Claim::Absent | Claim::Others(Duration::ZERO)) {
                self.end_jobs(change, Vec::new()).await?;
                return Ok(before);
            }
            let offer = sqlx::query(
                "INSERT INTO jobs (key, kind, batch, urgency, work, state, until, tries, reserved, entered, ended, \
                 fetched) VALUES ($1, $2, $3, $4, $5, 'waiting', 0, 0, 0, $6, 0, 0) \
                 ON CONFLICT (key) DO UPDATE SET preferred = NULL \
                 WHERE jobs.state = 'waiting' AND jobs.preferred = $7",
            )
            .bind(&job.key)
            .bind(&job.kind)
            .bind(&job.batch)
            .bind(job.urgency)
            .bind(job.work.to_string())
            .bind(change.now)
            .bind(worker);
            let offered = change.link.execute(offer).await? > 0 && !is_late(&mut change.link, job).await?;
            let news = if offered { vec![JobNews::Waiting(job.kind.clone())] } else { Vec::new() };
            let found = found(&mut change.link, &job.key, worker, now).await?;
            self.end_jobs(change, news).await?;
            Ok(found)
        };
        offered.await.map_err(|error| self.failed(error))
    }

    /// How far a job is, for a worker who waits for it: one that waits, or whose worker is lost, is
    /// others' for no time.
    ///
    /// # Errors
    /// The database's own.
    pub async fn look_at_job(&self, key: &str, worker: &str) -> Result<Claim, StoreError> {
        let looked = async {
            let mut change = self.change_jobs_lightly().await?;
            let now = change.now;
            let found = found(&mut change.link, key, worker, now).await?;
            self.end_jobs(change, Vec::new()).await?;
            Ok(found)
        };
        looked.await.map_err(|error| self.failed(error))
    }

    /// Removes the turns of a game that are in the queue, but for that one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn withdraw_turns(&self, game: &str, but: Option<&str>) -> Result<(), StoreError> {
        let withdrawn = async {
            let mut change = self.change_jobs_lightly().await?;
            let delete = sqlx::query("DELETE FROM jobs WHERE batch = $1 AND kind = $2 AND key <> $3")
                .bind(batch(game))
                .bind(What::TURN)
                .bind(but.unwrap_or_default());
            change.link.execute(delete).await?;
            self.end_jobs(change, Vec::new()).await
        };
        withdrawn.await.map_err(|error| self.failed(error))
    }

    /// The games whose computer's turn was done, or set aside, so long ago, and not carried out:
    /// whoever entered it is lost. If turns have waited for so long, workers are told of them once
    /// more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn forgotten_turns(&self, after: Duration) -> Result<Vec<String>, StoreError> {
        let found = async {
            let mut change = self.change_jobs_lightly().await?;
            let before = change.now.saturating_sub(millis(after));
            let waiting = sqlx::query(
                "SELECT key FROM jobs WHERE kind = $1 AND \
                 ((state = 'taken' AND until <= $2) OR (state = 'waiting' AND entered <= $3)) LIMIT 1",
            );
            let waiting = change.link.row(waiting.bind(What::TURN).bind(change.now).bind(before)).await?;
            let news: Vec<JobNews> =
                waiting.map(|_| JobNews::Waiting(What::TURN.to_owned())).into_iter().collect();
            let ended = sqlx::query(
                "SELECT work FROM jobs WHERE kind = $1 AND state IN ('done', 'set-aside') AND ended <= $2 \
                 ORDER BY entered LIMIT 64",
            );
            let mut games = Vec::new();
            for row in change.link.rows(ended.bind(What::TURN).bind(before)).await? {
                let work: String = row.try_get("work")?;
                let work: Value =
                    serde_json::from_str(&work).map_err(|error| sqlx::Error::Decode(error.into()))?;
                games.extend(work["game"].as_str().map(str::to_owned));
            }
            self.end_jobs(change, news).await?;
            Ok(games)
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Removes advice, lessons and reviews that nobody fetched for so long, whatever became of them: whoever
    /// asked is lost.
    ///
    /// # Errors
    /// The database's own.
    pub async fn tidy_thoughts(&self, after: Duration) -> Result<u64, StoreError> {
        let tidied = async {
            let mut change = self.change_jobs_lightly().await?;
            let delete = sqlx::query(
                "DELETE FROM jobs WHERE kind IN ('advice', 'lesson', 'review') AND \
                 ((state IN ('done', 'set-aside') AND ended <= $1) OR (state = 'waiting' AND entered <= $2))",
            )
            .bind(change.now.saturating_sub(millis(after)))
            .bind(change.now.saturating_sub(millis(after.saturating_mul(60))));
            let removed = change.link.execute(delete).await?;
            self.end_jobs(change, Vec::new()).await?;
            Ok(removed)
        };
        tidied.await.map_err(|error| self.failed(error))
    }

    /// Enters a computer's next turn within a change of its game; false if the decision that is
    /// carried out is in the queue no more.
    pub(super) async fn write_turn(
        &self,
        link: &mut Link,
        game: &str,
        turn: &NextTurn,
    ) -> Result<bool, sqlx::Error> {
        if matches!(self.location, Location::File(_)) {
            return Ok(true);
        }
        let delete = sqlx::query("DELETE FROM jobs WHERE batch = $1 AND kind = $2 RETURNING key");
        let mut there = false;
        for row in link.rows(delete.bind(batch(game)).bind(What::TURN)).await? {
            there |= turn.done.as_deref() == Some(row.try_get("key")?);
        }
        if turn.done.is_some() && !there {
            return Ok(false);
        }
        let Some(job) = &turn.job else { return Ok(true) };
        let (worker, time) = job.preferred.clone().unzip();
        let insert = sqlx::query(
            "INSERT INTO jobs (key, kind, batch, urgency, work, state, until, tries, preferred, reserved, entered, \
             ended, fetched) SELECT $1, $2, $3, $4, $5, 'waiting', 0, 0, $6, now + $7, now, 0, 0 FROM \
             (SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now) AS clock \
             ON CONFLICT (key) DO NOTHING",
        )
        .bind(&job.key)
        .bind(&job.kind)
        .bind(&job.batch)
        .bind(job.urgency)
        .bind(job.work.to_string())
        .bind(worker)
        .bind(time.map_or(0, millis));
        link.execute(insert).await?;
        if turn.told {
            link.announce(JobNews::Waiting(job.kind.clone()).line());
        }
        Ok(true)
    }
}

/// Whether a computer's turn was entered though its game has gone on; then it is not. Another server
/// has carried it out just now: whoever entered it has waited for the end of that.
async fn is_late(link: &mut Link, job: &NewJob) -> Result<bool, sqlx::Error> {
    let Some(version) = job.work["version"].as_i64().filter(|_| job.kind == What::TURN) else {
        return Ok(false);
    };
    let game = job.work["game"].as_str().unwrap_or_default().to_owned();
    let newer = sqlx::query("SELECT version FROM entries WHERE game = $1 AND version > $2 LIMIT 1");
    let late = link.row(newer.bind(game).bind(version)).await?.is_some();
    if late {
        link.execute(sqlx::query("DELETE FROM jobs WHERE key = $1").bind(&job.key)).await?;
    }
    Ok(late)
}

/// How far the job of that key is.
async fn found(link: &mut Link, key: &str, worker: &str, now: i64) -> Result<Claim, sqlx::Error> {
    let query = sqlx::query(
        "SELECT state, worker, until, tries, preferred, reserved, result FROM jobs WHERE key = $1",
    )
    .bind(key);
    let Some(row) = link.row(query).await? else { return Ok(Claim::Absent) };
    let state: String = row.try_get("state")?;
    let (until, reserved): (i64, i64) = (row.try_get("until")?, row.try_get("reserved")?);
    let preferred: Option<String> = row.try_get("preferred")?;
    let left = |until: i64| Duration::from_millis(u64::try_from(until - now).unwrap_or(0));
    if state == JobState::Done.word() {
        let result: String = row.try_get("result")?;
        let result = serde_json::from_str(&result).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let worker: Option<String> = row.try_get("worker")?;
        return Ok(Claim::Done { result, worker: worker.unwrap_or_default() });
    }
    if state == JobState::SetAside.word() {
        return Ok(Claim::SetAside);
    }
    if state == JobState::Taken.word() {
        let lost = until <= now && row.try_get::<i64, _>("tries")? >= i64::from(MOST_TRIES);
        // Whoever takes a job next sets it aside; for who waits it is so already.
        return Ok(if lost { Claim::SetAside } else { Claim::Others(left(until)) });
    }
    let for_another = preferred.is_some_and(|preferred| preferred != worker);
    Ok(Claim::Others(if for_another { left(reserved) } else { Duration::ZERO }))
}
