//! The job queue: work that any worker over the database may do, each piece once.
//!
//! A worker takes a job for a limited time, its lease, and extends the lease by heartbeats. Each
//! taking has a lease of its own: once another worker has taken a job over, whatever the first one
//! still says about it is refused, so that no result counts twice. Until then it may finish, even
//! late: nothing is lost by that, and nothing is done twice.
//!
//! Leases are judged by the database's clock, so that workers whose own clocks differ agree on
//! which lease has run out. A file's clock is this machine's.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::link::Link;
use super::news::JobNews;
use super::{Location, Store, StoreError};

/// After so many tries that failed or lost their worker, a job is set aside.
pub const MOST_TRIES: u32 = 3;

/// After so many that came ahead of less urgent ones, one of these has its go.
pub const AHEAD: u32 = 4;

/// The most urgent first, and among those the oldest.
const URGENT: &str = "urgency DESC, entered, key";

/// Jobs whose urgency differs by less are as urgent: they are only taken in that order.
pub const ROUNDS: i64 = 1000;

/// A job to be entered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// What kind of work it is: workers take the kinds that they know.
    pub kind: String,
    /// Its name. A job whose key is in the queue already is not entered again.
    pub key: String,
    /// What it is a part of: an experiment, a game.
    pub batch: String,
    /// Jobs of higher urgency are taken first, but for each fifth; among equals, those entered first.
    pub urgency: i64,
    /// The work itself.
    pub work: Value,
    /// A worker that should do it, and for how long others leave it alone.
    pub preferred: Option<(String, Duration)>,
}

/// A job that a worker has taken.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenJob {
    /// Its name.
    pub key: String,
    /// What kind of work it is.
    pub kind: String,
    /// What it is a part of.
    pub batch: String,
    /// The work itself.
    pub work: Value,
    /// Which try this is, from 1.
    pub tries: u32,
    /// The name of this taking.
    lease: String,
}

/// What a worker that asks for a job is told.
#[derive(Debug, Clone, PartialEq)]
pub enum Taking {
    /// This job is its own for the time asked for.
    Job(TakenJob),
    /// There is none now. If no news come, one may be free after that time: then the next lease
    /// runs out, or the next preference.
    Nothing(Option<Duration>),
}

/// What a heartbeat is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// The lease is extended.
    Extended,
    /// Nobody wants the job any more.
    Withdrawn,
    /// The lease was lost: another worker has the job, or has ended it, or it was set aside.
    Lost,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// Nobody has it.
    Waiting,
    /// A worker has it.
    Taken,
    /// Its result is there.
    Done,
    /// It failed, or lost its worker, too often.
    SetAside,
}

impl JobState {
    const ALL: [JobState; 4] = [JobState::Waiting, JobState::Taken, JobState::Done, JobState::SetAside];

    pub(super) fn word(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Taken => "taken",
            JobState::Done => "done",
            JobState::SetAside => "set-aside",
        }
    }
}

/// What is known of a job.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JobStatus {
    /// Its name.
    pub key: String,
    /// What kind of work it is.
    pub kind: String,
    /// What it is a part of.
    pub batch: String,
    /// How far it is.
    pub state: JobState,
    /// The worker that had it last.
    pub worker: Option<String>,
    /// How many tries there were.
    pub tries: u32,
    /// What went wrong last.
    pub error: Option<String>,
    /// What its worker told of its progress.
    pub progress: Option<Value>,
}

/// The columns of a [`JobStatus`].
const STATUS: &str = "key, kind, batch, state, worker, tries, error, progress";

/// A transaction of the queue, and what time it is in it.
pub(super) struct Change {
    pub(super) link: Link,
    pub(super) now: i64,
}

impl TakenJob {
    /// A job that was taken just now.
    pub(super) fn new(job: &NewJob, tries: i64, lease: String) -> TakenJob {
        TakenJob {
            key: job.key.clone(),
            kind: job.kind.clone(),
            batch: job.batch.clone(),
            work: job.work.clone(),
            tries: u32::try_from(tries).unwrap_or(u32::MAX),
            lease,
        }
    }
}

impl Store {
    /// Enters jobs; how many of them were not in the queue already.
    ///
    /// # Errors
    /// The database's own: nothing is entered then, or all is, and it does no harm to enter it
    /// again.
    pub async fn enter_jobs(&self, jobs: &[NewJob]) -> Result<u64, StoreError> {
        let entered = async {
            let mut change = self.change_jobs().await?;
            let (mut entered, mut kinds) = (0, Vec::new());
            for job in jobs {
                let (preferred, reserved) = match &job.preferred {
                    Some((worker, time)) => (Some(worker), change.now.saturating_add(millis(*time))),
                    None => (None, 0),
                };
                let insert = sqlx::query(
                    "INSERT INTO jobs (key, kind, batch, urgency, work, state, until, tries, preferred, reserved, \
                     entered, ended, fetched) VALUES ($1, $2, $3, $4, $5, 'waiting', 0, 0, $6, $7, $8, 0, 0) \
                     ON CONFLICT (key) DO NOTHING",
                )
                .bind(&job.key)
                .bind(&job.kind)
                .bind(&job.batch)
                .bind(job.urgency)
                .bind(job.work.to_string())
                .bind(preferred)
                .bind(reserved)
                .bind(change.now);
                if change.link.execute(insert).await? > 0 {
                    entered += 1;
                    if !kinds.contains(&job.kind) {
                        kinds.push(job.kind.clone());
                    }
                }
            }
            self.end_jobs(change, kinds.into_iter().map(JobNews::Waiting).collect()).await?;
            Ok(entered)
        };
        entered.await.map_err(|error| self.failed(error))
    }

    /// Takes the most urgent job of these kinds for a worker, for that long, from any batch but those
    /// that it refused; each fifth time a less urgent one, if one waits.
    ///
    /// # Errors
    /// The database's own. A job that was taken all the same is free again when its lease runs out.
    pub async fn take_job(
        &self,
        worker: &str,
        kinds: &[&str],
        refused: &[String],
        lease: Duration,
    ) -> Result<Taking, StoreError> {
        let lease_name = super::open::node().map_err(|error| self.failed(error))?;
        self.try_take(worker, (kinds, refused), lease, lease_name).await.map_err(|error| self.failed(error))
    }

    async fn try_take(
        &self,
        worker: &str,
        (kinds, refused): (&[&str], &[String]),
        lease: Duration,
        lease_name: String,
    ) -> Result<Taking, sqlx::Error> {
        if kinds.is_empty() {
            return Ok(Taking::Nothing(None));
        }
        let mut kind = format!("kind IN ({})", places(3, kinds.len()));
        if !refused.is_empty() {
            kind += &format!(" AND batch NOT IN ({})", places(3 + kinds.len(), refused.len()));
        }
        let suited = |mut query: sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments>| {
            for word in kinds.iter().copied().chain(refused.iter().map(String::as_str)) {
                query = query.bind(word.to_owned());
            }
            query
        };
        let mut change = self.change_jobs().await?;
        let now = change.now;
        let mut news = Vec::new();
        // Rows that another worker is about to take are passed over.
        let locked = self.pass_over_locked();
        let lost = format!(
            "UPDATE jobs SET state = 'set-aside', error = 'its worker was lost', ended = $1 WHERE key IN \
             (SELECT key FROM jobs WHERE state = 'taken' AND until <= $1 AND tries >= $2{locked}) RETURNING batch"
        );
        let lost = sqlx::query(AssertSqlSafe(lost)).bind(now).bind(i64::from(MOST_TRIES));
        for row in change.link.rows(lost).await? {
            news.push(JobNews::Ended(row.try_get("batch")?));
        }
        let find = |among: &str, order: &str| {
            let query = format!(
                "SELECT key, kind, batch, urgency, work, tries FROM jobs WHERE {kind}{among} AND (\
                 (state = 'waiting' AND (preferred IS NULL OR preferred = $1 OR reserved <= $2)) \
                 OR (state = 'taken' AND until <= $2)) ORDER BY {order} LIMIT 1{locked}"
            );
            suited(sqlx::query(AssertSqlSafe(query)).bind(worker.to_owned()).bind(now))
        };
        let mut found = change.link.row(find("", URGENT)).await?;
        if let Some(first) = &found
            && self.takings.fetch_add(1, Ordering::Relaxed) % (AHEAD + 1) == AHEAD
        {
            // As urgent as the one that has waited longest of the less urgent.
            let behind = first.try_get::<i64, _>("urgency")? - ROUNDS;
            let more = 3 + kinds.len() + refused.len();
            let oldest = find(&format!(" AND urgency <= ${more}"), "entered, key").bind(behind);
            if let Some(oldest) = change.link.row(oldest).await? {
                let most = oldest.try_get::<i64, _>("urgency")?.saturating_add(ROUNDS - 1).min(behind);
                let among = format!(" AND urgency > ${more} AND urgency <= ${}", more + 1);
                let as_urgent = find(&among, URGENT).bind(most.saturating_sub(ROUNDS)).bind(most);
                // Whoever passed over those that were looked at here learns that they still wait.
                for passed in [first, &oldest] {
                    news.push(JobNews::Waiting(passed.try_get("kind")?));
                }
                found = change.link.row(as_urgent).await?.or(Some(oldest));
            }
        }
        let Some(row) = found else {
            let due = format!(
                "SELECT MIN(CASE WHEN state = 'taken' THEN until ELSE reserved END) AS due FROM jobs \
                 WHERE {kind} AND (state = 'taken' OR (state = 'waiting' AND preferred <> $1 AND reserved > $2))"
            );
            let query = suited(sqlx::query(AssertSqlSafe(due)).bind(worker.to_owned()).bind(now));
            let row = change.link.row(query).await?;
            let due: Option<i64> = row.map_or(Ok(None), |row| row.try_get("due"))?;
            self.end_jobs(change, news).await?;
            let after = |due: i64| Duration::from_millis(u64::try_from(due - now).unwrap_or(0));
            return Ok(Taking::Nothing(due.map(after)));
        };
        let (key, work): (String, String) = (row.try_get("key")?, row.try_get("work")?);
        let tries: i64 = row.try_get::<i64, _>("tries")? + 1;
        let take = sqlx::query(
            "UPDATE jobs SET state = 'taken', worker = $1, lease = $2, until = $3, tries = $4, progress = NULL \
             WHERE key = $5",
        )
        .bind(worker)
        .bind(&lease_name)
        .bind(now.saturating_add(millis(lease)))
        .bind(tries)
        .bind(&key);
        change.link.execute(take).await?;
        let job = TakenJob {
            kind: row.try_get("kind")?,
            batch: row.try_get("batch")?,
            work: serde_json::from_str(&work).map_err(|error| sqlx::Error::Decode(error.into()))?,
            tries: u32::try_from(tries).unwrap_or(u32::MAX),
            lease: lease_name,
            key,
        };
        self.end_jobs(change, news).await?;
        Ok(Taking::Job(job))
    }

    /// Extends the lease of a job to that long from now.
    ///
    /// # Errors
    /// The database's own.
    pub async fn heartbeat(&self, job: &TakenJob, lease: Duration) -> Result<Beat, StoreError> {
        let beat = async {
            let mut change = self.change_jobs_lightly().await?;
            let extend =
                sqlx::query("UPDATE jobs SET until = $1 WHERE key = $2 AND lease = $3 AND state = 'taken'")
                    .bind(change.now.saturating_add(millis(lease)))
                    .bind(&job.key)
                    .bind(&job.lease);
            let beat = if change.link.execute(extend).await? > 0 {
                Beat::Extended
            } else {
                let there = sqlx::query("SELECT key FROM jobs WHERE key = $1").bind(&job.key);
                if change.link.row(there).await?.is_some() { Beat::Lost } else { Beat::Withdrawn }
            };
            self.end_jobs(change, Vec::new()).await?;
            Ok(beat)
        };
        beat.await.map_err(|error| self.failed(error))
    }

    /// Whether another job of these kinds, of another batch and about as urgent or more so, waits for a worker.
    ///
    /// # Errors
    /// The database's own.
    pub async fn is_job_awaited(&self, job: &TakenJob, kinds: &[&str]) -> Result<bool, StoreError> {
        let text = format!(
            "SELECT key FROM jobs WHERE state = 'waiting' AND batch <> $1 AND urgency > \
             (SELECT urgency FROM jobs WHERE key = $2) - $3 AND kind IN ({}) LIMIT 1",
            places(4, kinds.len())
        );
        let query = sqlx::query(AssertSqlSafe(text)).bind(&job.batch).bind(&job.key).bind(ROUNDS);
        let query = kinds.iter().fold(query, |query, kind| query.bind((*kind).to_owned()));
        let rows = self.rows_of(query).await?;
        Ok(!rows.is_empty())
    }

    /// Keeps how far a job is; whether it is still this worker's.
    ///
    /// # Errors
    /// The database's own.
    pub async fn job_progress(&self, job: &TakenJob, progress: &Value) -> Result<bool, StoreError> {
        let update =
            sqlx::query("UPDATE jobs SET progress = $1 WHERE key = $2 AND lease = $3 AND state = 'taken'")
                .bind(progress.to_string())
                .bind(&job.key)
                .bind(&job.lease);
        self.change_job(update, JobNews::Progress(job.batch.clone())).await
    }

    /// Keeps the result of a job, and that it is done; false if it is not this worker's any more,
    /// and the result was not kept. To finish twice does no harm.
    ///
    /// # Errors
    /// The database's own; whoever tries again then is told truly.
    pub async fn finish_job(&self, job: &TakenJob, result: &Value) -> Result<bool, StoreError> {
        let finished = async {
            let mut change = self.change_jobs().await?;
            // The error of an earlier try is of no more interest.
            let update = sqlx::query(
                "UPDATE jobs SET state = 'done', result = $1, ended = $2, error = NULL \
                 WHERE key = $3 AND lease = $4 AND state = 'taken'",
            )
            .bind(result.to_string())
            .bind(change.now)
            .bind(&job.key)
            .bind(&job.lease);
            if change.link.execute(update).await? > 0 {
                self.end_jobs(change, vec![JobNews::Ended(job.batch.clone())]).await?;
                return Ok(true);
            }
            // The answer to the first time may have been lost.
            let before = sqlx::query("SELECT key FROM jobs WHERE key = $1 AND lease = $2 AND state = 'done'")
                .bind(&job.key)
                .bind(&job.lease);
            let before = change.link.row(before).await?.is_some();
            self.end_jobs(change, Vec::new()).await?;
            Ok(before)
        };
        finished.await.map_err(|error| self.failed(error))
    }

    /// Keeps that a job failed: it waits for the next try, or is set aside after [`MOST_TRIES`].
    /// False if it is not this worker's any more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn fail_job(&self, job: &TakenJob, error: &str) -> Result<bool, StoreError> {
        let last = job.tries >= MOST_TRIES;
        let news = match last {
            true => JobNews::Ended(job.batch.clone()),
            false => JobNews::Waiting(job.kind.clone()),
        };
        let state = if last { JobState::SetAside } else { JobState::Waiting };
        let update = sqlx::query(
            "UPDATE jobs SET state = $1, error = $2, preferred = NULL \
             WHERE key = $3 AND lease = $4 AND state = 'taken'",
        )
        .bind(state.word())
        .bind(error)
        .bind(&job.key)
        .bind(&job.lease);
        self.change_job(update, news).await
    }

    /// Gives a job back that was not ended, for another worker to take at once; this was no try.
    /// False if it is not this worker's any more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn give_back_job(&self, job: &TakenJob) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE jobs SET state = 'waiting', tries = tries - 1, preferred = NULL \
             WHERE key = $1 AND lease = $2 AND state = 'taken'",
        )
        .bind(&job.key)
        .bind(&job.lease);
        self.change_job(update, JobNews::Waiting(job.kind.clone())).await
    }

    /// Gives a job back that this worker is not fit for, with the reason, for others to take; this
    /// was no try. False if it is not this worker's any more.
    ///
    /// # Errors
    /// The database's own.
    pub async fn refuse_job(&self, job: &TakenJob, why: &str) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE jobs SET state = 'waiting', tries = tries - 1, preferred = NULL, error = $1 \
             WHERE key = $2 AND lease = $3 AND state = 'taken'",
        )
        .bind(why)
        .bind(&job.key)
        .bind(&job.lease);
        self.change_job(update, JobNews::Waiting(job.kind.clone())).await
    }

    /// Removes a job that nobody wants any more, whatever its state; whether it was there. Its
    /// worker hears of it at the next heartbeat.
    ///
    /// # Errors
    /// The database's own.
    pub async fn withdraw_job(&self, key: &str) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM jobs WHERE key = $1").bind(key);
        self.change_job(delete, JobNews::Withdrawn(key.to_owned())).await
    }

    /// Removes all jobs of a batch, whatever their state; how many there were. Who works on one
    /// hears of it at the next heartbeat.
    ///
    /// # Errors
    /// The database's own.
    pub async fn remove_batch(&self, batch: &str) -> Result<u64, StoreError> {
        let removed = async {
            let mut change = self.change_jobs().await?;
            let delete = sqlx::query("DELETE FROM jobs WHERE batch = $1").bind(batch);
            let removed = change.link.execute(delete).await?;
            // Whoever waits for one of them sees that it is gone.
            self.end_jobs(change, vec![JobNews::Ended(batch.to_owned())]).await?;
            Ok(removed)
        };
        removed.await.map_err(|error| self.failed(error))
    }

    /// A job; `None` if it is not in the queue.
    ///
    /// # Errors
    /// The database's own.
    pub async fn job(&self, key: &str) -> Result<Option<JobStatus>, StoreError> {
        Ok(self.statuses("key = $1", key).await?.pop())
    }

    /// The jobs of a batch, by their keys.
    ///
    /// # Errors
    /// The database's own.
    pub async fn batch(&self, batch: &str) -> Result<Vec<JobStatus>, StoreError> {
        self.statuses("batch = $1", batch).await
    }

    /// The jobs in that state, by their keys.
    ///
    /// # Errors
    /// The database's own.
    pub async fn jobs_in(&self, state: JobState) -> Result<Vec<JobStatus>, StoreError> {
        self.statuses("state = $1", state.word()).await
    }

    async fn statuses(&self, which: &'static str, word: &str) -> Result<Vec<JobStatus>, StoreError> {
        let found = async {
            let mut link = self.link().await?;
            let query = format!("SELECT {STATUS} FROM jobs WHERE {which} ORDER BY key");
            let rows = link.rows(sqlx::query(AssertSqlSafe(query)).bind(word)).await?;
            link.release();
            rows.iter().map(status).collect::<Result<_, sqlx::Error>>()
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// The results of a batch by their keys, as far as there are any. That they were fetched is
    /// kept, see [`Store::tidy_jobs`].
    ///
    /// # Errors
    /// The database's own.
    pub async fn results(&self, batch: &str) -> Result<BTreeMap<String, Value>, StoreError> {
        let found = async {
            let mut change = self.change_jobs().await?;
            let fetch = sqlx::query(
                "UPDATE jobs SET fetched = $1 WHERE batch = $2 AND state = 'done' RETURNING key, result",
            )
            .bind(change.now)
            .bind(batch);
            let mut results = BTreeMap::new();
            for row in change.link.rows(fetch).await? {
                let result: String = row.try_get("result")?;
                let result =
                    serde_json::from_str(&result).map_err(|error| sqlx::Error::Decode(error.into()))?;
                results.insert(row.try_get("key")?, result);
            }
            self.end_jobs(change, Vec::new()).await?;
            Ok(results)
        };
        found.await.map_err(|error| self.failed(error))
    }

    /// Removes results that were last fetched so long ago, and those that ended so long ago and
    /// that nobody ever fetched; how many. What waits, is taken or was set aside stays.
    ///
    /// # Errors
    /// The database's own.
    pub async fn tidy_jobs(&self, fetched: Duration, unfetched: Duration) -> Result<u64, StoreError> {
        let tidied = async {
            let mut change = self.change_jobs().await?;
            let delete = sqlx::query(
                "DELETE FROM jobs WHERE state = 'done' AND \
                 ((fetched > 0 AND fetched <= $1) OR (fetched = 0 AND ended <= $2))",
            )
            .bind(change.now.saturating_sub(millis(fetched)))
            .bind(change.now.saturating_sub(millis(unfetched)));
            let removed = change.link.execute(delete).await?;
            self.end_jobs(change, Vec::new()).await?;
            Ok(removed)
        };
        tidied.await.map_err(|error| self.failed(error))
    }

    /// Carries out a change of one job; whether there was one to be changed.
    async fn change_job(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
        news: JobNews,
    ) -> Result<bool, StoreError> {
        let changed = async {
            let mut change = self.change_jobs().await?;
            let changed = change.link.execute(query).await? > 0;
            self.end_jobs(change, if changed { vec![news] } else { Vec::new() }).await?;
            Ok(changed)
        };
        changed.await.map_err(|error| self.failed(error))
    }

    async fn change_jobs(&self) -> Result<Change, sqlx::Error> {
        let mut link = self.change().await?;
        let clock = match &self.location {
            Location::File(_) => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Location::Server(_) => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        };
        let row = link.row(sqlx::query(clock)).await?.ok_or(sqlx::Error::RowNotFound)?;
        let now = row.try_get(0)?;
        Ok(Change { link, now })
    }

    /// The same for what may be lost with the machine of the database, since whoever needs it does
    /// it again: nobody waits for the disk.
    pub(super) async fn change_jobs_lightly(&self) -> Result<Change, sqlx::Error> {
        let mut change = self.change_jobs().await?;
        if let Location::Server(_) = &self.location {
            change.link.execute(sqlx::query("SET LOCAL synchronous_commit TO OFF")).await?;
        }
        Ok(change)
    }

    pub(super) async fn end_jobs(&self, change: Change, news: Vec<JobNews>) -> Result<(), sqlx::Error> {
        let Change { mut link, .. } = change;
        for news in &news {
            link.announce(news.line());
        }
        link.commit().await?;
        link.release();
        self.note_written();
        self.tell_jobs(&news);
        Ok(())
    }

    /// What lets a query pass over rows that another transaction holds. Who writes to a file is
    /// alone there.
    fn pass_over_locked(&self) -> &'static str {
        match &self.location {
            Location::File(_) => "",
            Location::Server(_) => " FOR UPDATE SKIP LOCKED",
        }
    }
}

/// So many places of a query from that number on: `$3, $4`.
fn places(from: usize, many: usize) -> String {
    (from..from + many).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

fn status(row: &AnyRow) -> Result<JobStatus, sqlx::Error> {
    let state: String = row.try_get("state")?;
    let state = JobState::ALL.into_iter().find(|known| known.word() == state);
    let progress: Option<String> = row.try_get("progress")?;
    Ok(JobStatus {
        key: row.try_get("key")?,
        kind: row.try_get("kind")?,
        batch: row.try_get("batch")?,
        state: state.ok_or_else(|| sqlx::Error::Decode("a job's state that nobody knows".into()))?,
        worker: row.try_get("worker")?,
        tries: u32::try_from(row.try_get::<i64, _>("tries")?).unwrap_or(0),
        error: row.try_get("error")?,
        progress: progress.and_then(|progress| serde_json::from_str(&progress).ok()),
    })
}

pub(super) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
