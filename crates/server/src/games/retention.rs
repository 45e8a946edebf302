//! Games that go after a while: those nobody began, and where whoever runs the server has said so,
//! those that are over and those nobody goes on with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::oneshot;

use super::message::Message;
use super::shared::Shared;
use crate::limits::KeptTold;
use crate::store::{Forgettable, Outstayed, StoreError};

/// So long somebody must not have watched a game on any server before it goes. Every server looks
/// at least that often which of the games that are to go are watched there.
const UNWATCHED: i64 = 2 * 3600;

/// Which game goes, if it is one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expiry {
    /// It has no order, and has not changed since then.
    Unstarted { before: i64 },
    /// It has no order, and another takes its place, though somebody may watch it.
    Crowded,
    /// It is of that kind, and has not changed since then; with the time now.
    Outstayed { which: Outstayed, before: i64, now: i64 },
}

impl Expiry {
    /// Since when a game must not have changed, and nobody have watched it, to go.
    pub(super) fn unwatched(before: i64, now: i64) -> (i64, i64) {
        (before.saturating_sub(UNWATCHED), now.saturating_sub(UNWATCHED))
    }
}

/// How many games have gone since the server was started.
#[derive(Debug, Default)]
pub(super) struct Gone {
    unstarted: AtomicU64,
    finished: AtomicU64,
    idle: AtomicU64,
}

impl Gone {
    fn of(&self, which: Outstayed) -> &AtomicU64 {
        match which {
            Outstayed::Finished => &self.finished,
            Outstayed::Idle => &self.idle,
        }
    }
}

fn seconds(stay: Duration) -> i64 {
    i64::try_from(stay.as_secs()).unwrap_or(i64::MAX)
}

impl Shared {
    /// How long games of that kind are kept.
    fn stay(&self, which: Outstayed) -> Option<Duration> {
        match which {
            Outstayed::Finished => self.limits.finished_for,
            Outstayed::Idle => self.limits.idle_for,
        }
    }

    /// Lets go of the games that have not changed for longer than they may stay; `now` in seconds
    /// since 1970. A game that somebody watches stays, and time in which no server was up does not count.
    pub(super) async fn expire(self: &Arc<Shared>, now: i64) {
        // What is not noted then keeps its game.
        #[cfg(feature = "club")]
        self.settle_results().await;
        if let Err(error) = self.store.sweep_holders().await {
            tracing::error!(%error, "networks of what is gone could not be forgotten");
        }
        // Players have an hour to come back.
        if !self.uptime.is_back(now) {
            return;
        }
        if let Some(stay) = self.limits.unstarted_for {
            self.expire_unstarted(now, seconds(stay)).await;
        }
        for which in Outstayed::ALL {
            let Some(stay) = self.stay(which) else { continue };
            let before = self.uptime.before(now, seconds(stay));
            let games = match self.store.outstayed(which, before).await {
                Ok(games) => games,
                Err(error) => {
                    tracing::error!(%error, "games that are to go could not be looked for");
                    continue;
                }
            };
            let mut gone = 0;
            for game in games {
                let expiry = Expiry::Outstayed { which, before, now };
                gone += u64::from(self.expire_one(&game, expiry).await);
            }
            self.gone.of(which).fetch_add(gone, Ordering::Relaxed);
            match which {
                _ if gone == 0 => {}
                Outstayed::Finished => tracing::info!(gone, "games that were over were deleted"),
                Outstayed::Idle => tracing::info!(gone, "games nobody went on with were deleted"),
            }
        }
    }

    async fn expire_unstarted(self: &Arc<Shared>, now: i64, stay: i64) {
        let games = match self.store.forgettable(None).await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "games nobody began could not be looked for"),
        };
        let mut gone = 0;
        for Forgettable { id, updated, longer } in games {
            let before = self.uptime.before(now, stay.saturating_add(longer));
            if updated < before && self.expire_one(&id, Expiry::Unstarted { before }).await {
                self.unstarted.started(&id);
                gone += 1;
            }
        }
        self.gone.unstarted.fetch_add(gone, Ordering::Relaxed);
        if gone > 0 {
            tracing::info!(gone, "games nobody began were let go");
        }
    }

    /// When a game goes if nobody has given an order by then, in seconds since 1970.
    ///
    /// # Errors
    /// The database's own.
    pub(super) async fn goes(&self, game: &str) -> Result<Option<i64>, StoreError> {
        let Some(stay) = self.limits.unstarted_for else { return Ok(None) };
        let found = self.store.forgettable(Some(game)).await?;
        let goes =
            |game: &Forgettable| self.uptime.after(game.updated, game.longer.saturating_add(seconds(stay)));
        Ok(found.first().map(goes))
    }

    /// Its task does it: nobody else is at the game then.
    pub(super) async fn expire_one(self: &Arc<Shared>, game: &str, expiry: Expiry) -> bool {
        let (reply, told) = oneshot::channel();
        self.send(game, Message::Expire { expiry, reply });
        told.await.unwrap_or(false)
    }

    /// How long games are kept, and how many have gone.
    pub(super) fn kept_told(&self) -> Vec<KeptTold> {
        let told = |games, stay: Option<Duration>, gone: &AtomicU64| KeptTold {
            games,
            days: stay.map(|stay| stay.as_secs() / (24 * 3600)),
            gone: gone.load(Ordering::Relaxed),
        };
        vec![
            told("unstarted", self.limits.unstarted_for, &self.gone.unstarted),
            told("finished", self.limits.finished_for, &self.gone.finished),
            told("idle", self.limits.idle_for, &self.gone.idle),
        ]
    }
}
