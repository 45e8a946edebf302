//! What other servers over the same database do in the game, and what they are told of it.

use protocol::guarded;
use protocol::params::Stake;
use protocol::{RpcError, Viewer, handlers};
use tabletop::BySide;

use super::open::Open;
use super::{Cause, GameTask, Unanswered};
use crate::games::failure::{broken, lost};
use crate::games::shared::Shared;
use crate::secrets::for_logs;
use crate::store::Present;

impl GameTask {
    /// Goes on with what another server has written to the game, and tells who watches.
    pub(super) async fn look_again(&mut self) {
        if self.open.is_none() {
            return self.look_from_away().await;
        }
        self.wake();
        let Some(open) = &mut self.open else { return };
        let stood = |open: &Open| (open.table.version(), open.table.shares(), open.table.waiting());
        let before = stood(open);
        let followed = match follow(&self.shared, &self.game, open).await {
            Ok(version) => self.settle(version).await,
            // Orders without a number were given, or it is not to be followed: it is read anew.
            Err(_) => {
                if let Some(mut open) = self.open.take() {
                    self.away = Some(BySide::from_fn(|side| !open.table.come(side)));
                }
                self.open().await.map(|_| ())
            }
        };
        if let Err(error) = followed {
            return tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "what another server wrote could not be read"
            );
        }
        // A player has come there, or has given a share.
        if let Some(now) = self.open.as_ref().map(stood)
            && now.0 == before.0
            && now != before
        {
            self.tell(now.0);
        }
    }

    /// The same if another server has written to it, of which nothing was heard yet: whoever was answered there is
    /// told no less here. Whether that was so.
    pub(super) async fn catch_up(&mut self) -> Result<bool, RpcError> {
        let Some(version) = self.open.as_ref().map(|open| open.table.version()) else { return Ok(false) };
        let has_gone_on = self.shared.store.has_gone_on(&self.game, version).await.map_err(|e| broken(&e))?;
        if has_gone_on {
            self.look_again().await;
        }
        Ok(has_gone_on)
    }

    /// A game that has left memory is read for those who watch it. They are told what the other
    /// server wrote, or that nobody is waited for any more; of an order without a number, nothing.
    pub(super) async fn look_from_away(&mut self) {
        self.watchers.retain(|w| w.connection.is_open());
        if self.watchers.is_empty() {
            return;
        }
        let told = self.told;
        match self.open().await.map(|open| (open.table.version(), open.table.waiting().is_empty())) {
            Ok((version, true)) if version == told && self.awaited => self.tell(version),
            Ok(_) => {}
            Err(error) => tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "what another server wrote could not be read"
            ),
        }
    }

    /// Writes what came of shares that two servers were given, if the table is further than that
    /// version, and tells who watches what they were not told.
    pub(super) async fn settle(&mut self, kept: u32) -> Result<(), RpcError> {
        let Some(version) = self.open.as_ref().map(|open| open.table.version()) else { return Ok(()) };
        if version != kept {
            // The dice fall here, if they have not fallen there.
            match self.write(kept, Cause::Asked { came: false }).await {
                Ok(()) => {}
                Err(Unanswered::Overtaken) => return Box::pin(self.open()).await.map(|_| ()),
                Err(unanswered) => return Err(unanswered.into()),
            }
        }
        if version != self.told {
            match self.watchers.is_empty() {
                true => self.told = version,
                false => self.tell(version),
            }
        }
        Ok(())
    }

    /// Lets other servers know that a player has come, or has given a share that stands in no entry
    /// yet.
    pub(super) async fn keep_present(
        &mut self,
        (place, came): (Viewer, bool),
        before: u32,
        stake: Option<&Stake>,
    ) -> Result<(), Unanswered> {
        let (Some(open), Some(side)) = (&self.open, handlers::player(place)) else { return Ok(()) };
        let share = match stake {
            Some(Stake::Share(share)) if open.table.version() == before => Some(share.clone()),
            _ => None,
        };
        if !came && share.is_none() {
            return Ok(());
        }
        let present = Present { seat: side.word().to_owned(), version: before, share };
        let kept = self.shared.store.keep_present(&self.game, &present).await;
        kept.map_err(|error| {
            self.open = None;
            broken(&error).into()
        })
    }
}

/// Goes on with what another server has written to a game; the version that is in the database.
pub(super) async fn follow(shared: &Shared, game: &str, open: &mut Open) -> Result<u32, RpcError> {
    let entries = shared.store.entries_after(game, open.table.version()).await.map_err(|e| broken(&e))?;
    let count = open.table.version() as usize + entries.len();
    let pending = shared.store.standing(game, count).await.map_err(|e| broken(&e))?;
    let present = shared.store.present(game).await.map_err(|e| broken(&e))?;
    if !pending.is_empty() {
        return Err(lost());
    }
    // It may have been deleted there.
    if entries.is_empty() && shared.store.battle(game).await.map_err(|e| broken(&e))?.is_none() {
        return Err(RpcError::no_game());
    }
    guarded(|| Ok(open.table.follow(&entries)?))?;
    open.grown(&entries);
    open.seat_replacements();
    let version = open.table.version();
    present.iter().for_each(|present| open.seat(present));
    Ok(version)
}
