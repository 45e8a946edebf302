//! Letting go: of what nobody has asked for in a while, of the past that is on disk, and of the
//! whole game; and taking it up again.

use std::time::Duration;

use protocol::guarded;
use protocol::{RpcError, handlers};
use tabletop::{BySide, ShareState, Side};
use tokio::time::Instant;

use super::GameTask;
use super::open::Open;
use crate::games::failure::{broken, lost};
use crate::games::retention::Expiry;
use crate::secrets::for_logs;

/// A game that nothing has come for in this time lets go of what can be made of its table.
const RESTS: Duration = Duration::from_secs(5);

/// One that nothing has come for in this time leaves memory, though somebody watches.
pub(in crate::games) const LEAVES: Duration = Duration::from_secs(60);

/// The bots of one that nothing has come for in this time stop until they are asked again.
const BOTS_STOP: Duration = Duration::from_secs(600);

impl GameTask {
    /// How long messages are waited for, after nothing has come for so long.
    pub(super) fn patience(&self, quiet: Duration) -> Duration {
        let idle = self.shared.idle;
        if let Some(owed) = self.owed {
            return owed.min(idle);
        }
        let rests = self.last_told.is_awake().then_some(RESTS);
        let leaves = self.open.is_some().then_some(LEAVES);
        let bots = self.ai_seats.run_bots().then_some(BOTS_STOP);
        let next = [rests, leaves, bots].into_iter().flatten().map(|after| after.min(idle)).chain([idle]);
        let next = next.filter_map(|after| after.checked_sub(quiet)).find(|wait| !wait.is_zero());
        let lets_go = self.reached_back.map(|(at, _)| RESTS.min(idle).saturating_sub(at.elapsed()));
        next.into_iter().chain(lets_go).min().unwrap_or(idle)
    }

    /// Lets go of what nothing has come for in so long, as far as it can be read and made again.
    pub(super) fn rest(&mut self, quiet: Duration) {
        let idle = self.shared.idle;
        if quiet >= RESTS.min(idle) {
            self.last_told.rest();
        }
        if quiet >= BOTS_STOP.min(idle) {
            self.ai_seats.stop_bots();
        }
        if quiet >= LEAVES.min(idle) {
            self.leave_memory();
        }
    }

    /// The table leaves memory, if nothing is lost with it.
    pub(super) fn leave_memory(&mut self) {
        if self.is_thinking() {
            return;
        }
        // Of shares for each throw, one that was told for the throw at hand stands in no entry yet.
        let throws = |open: &mut Open| {
            let asked = |shares: BySide<ShareState>| {
                Side::BOTH.into_iter().any(|side| shares[side] == ShareState::Asked)
            };
            open.table.header().shares.is_some() && open.table.shares().is_some_and(asked)
        };
        if let Some(mut open) = self.open.take_if(|open| !throws(open)) {
            self.away = Some(BySide::from_fn(|side| !open.table.come(side)));
        }
    }

    /// Lets go of entries that everybody has been told and nobody can take back, once nobody has
    /// asked for what is past in a while: they are on disk. A bot is told all of them.
    pub(super) fn let_go(&mut self) {
        let lasts = RESTS.min(self.shared.idle);
        self.reached_back = self.reached_back.filter(|(at, _)| at.elapsed() < lasts);
        let until = self.reached_back.map_or(self.told, |(_, since)| since.min(self.told));
        if let Some(open) = &mut self.open
            && !Side::BOTH.into_iter().any(|side| open.commanders.of(side).is_some_and(|c| c.bot.is_some()))
            && guarded(|| {
                open.table.let_go(until);
                Ok(())
            })
            .is_err()
        {
            self.open = None;
        }
    }

    /// Takes the entries back up that the game has let go of, if any after that version is among
    /// them.
    pub(super) async fn recall(&mut self, since: u32) -> Result<(), RpcError> {
        let Some(open) = &mut self.open else { return Err(lost()) };
        let held = open.table.held_since();
        if since >= held {
            return Ok(());
        }
        let work = self.shared.allowances.work();
        let _long = work.turn_to_read(open.is_long()).await;
        let entries = self.shared.store.entries_between(&self.game, 0, held).await.map_err(|e| broken(&e))?;
        let recalled = work.read(self.client, || guarded(|| Ok(open.table.recall(&entries)?)));
        recalled.map_err(|error| {
            // It is read whole, and whatever is wrong with it told.
            self.open = None;
            let game = for_logs(&self.game);
            tracing::error!(game, error = error.message, "entries that were let go of cannot be read");
            RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
        })
    }

    /// The same for somebody who is likely to ask for more of what is past.
    pub(super) async fn recall_for_a_while(&mut self, since: u32) -> Result<(), RpcError> {
        let version = self.open.as_ref().map_or(0, |open| open.table.version());
        if since < version && self.reached_back.is_none_or(|(_, back)| since <= back) {
            self.reached_back = Some((Instant::now(), since));
        }
        self.recall(since).await
    }

    /// Takes the views back up that were told last, before anything changes: patches are made of
    /// them.
    pub(super) fn wake(&mut self) {
        let Some(open) = &self.open else { return };
        let view = |place| guarded(|| handlers::view(&*open.table, &self.game, place, None)).ok();
        self.last_told.wake(view);
    }

    /// Lets go of the game if it has outstayed, and nobody is at it; whether it has gone.
    pub(super) async fn expire(&mut self, expiry: Expiry) -> bool {
        self.watchers.retain(|w| w.connection.is_open());
        let store = &self.shared.store;
        let gone = match expiry {
            Expiry::Outstayed { now, .. } if !self.watchers.is_empty() => {
                store.note_watched(&self.game, now).await.map(|()| false)
            }
            Expiry::Unstarted { .. } if !self.watchers.is_empty() => return false,
            _ if self.is_thinking() => return false,
            Expiry::Unstarted { before } => store.forget(&self.game, Some(before)).await,
            Expiry::Crowded => store.forget(&self.game, None).await,
            Expiry::Outstayed { which, before, now } => {
                store.retire(&self.game, which, Expiry::unwatched(before, now)).await
            }
        };
        match gone {
            Ok(true) => {
                (self.open, self.away) = (None, None);
                self.shared.thinking.forget(&self.game);
                true
            }
            Ok(false) => false,
            Err(error) => {
                tracing::error!(game = for_logs(&self.game), %error, "a game that is to go could not be let go");
                false
            }
        }
    }
}
