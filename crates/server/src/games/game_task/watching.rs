//! Who watches the game, and what they are told.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use protocol::answer::answer;
use protocol::guarded;
use protocol::params::Stake;
use protocol::{RpcError, Viewer, handlers, params};
use serde_json::value::RawValue;

use super::open::offer;
use super::{Cause, GameTask, MOST_TRIES, Unanswered, Watcher, thinking_told};
use crate::games::connection::Connection;
use crate::games::patches::{Change, Mark};
use crate::games::thinking::Kind;
use crate::secrets::SeatHash;

/// How many times over a whole view counts: whoever asks for patches is told much less.
const WHOLE: usize = 4;

impl GameTask {
    /// Tells everyone who watches, each what their place may know: what happened since that version,
    /// and what they were not told before.
    pub(super) fn tell(&mut self, since: u32) {
        let Some(open) = &self.open else { return };
        let since = since.min(std::mem::replace(&mut self.told, open.table.version()));
        self.watchers.retain(|w| w.connection.is_open());
        let patched: Vec<Viewer> =
            self.watchers.iter().filter(|w| w.held.is_some()).map(|w| w.place).collect();
        let mut changes: HashMap<Viewer, (Change, Option<Mark>)> = HashMap::new();
        for watcher in &mut self.watchers {
            let place = watcher.place;
            let (change, mark) = match changes.entry(place) {
                Entry::Occupied(change) => change.into_mut(),
                Entry::Vacant(unwritten) => {
                    let changed = guarded(|| handlers::changed(&*open.table, &self.game, place, since));
                    let Ok(changed) = changed else { continue };
                    let change = match patched.contains(&place) {
                        true => self.last_told.change(place, changed),
                        false => (Change::whole(&changed), None),
                    };
                    unwritten.insert(change)
                }
            };
            let message = change.to(watcher.held);
            let (client, allowances) = (watcher.connection.client(), &self.shared.allowances);
            // The limit is told when the client comes back.
            if allowances.may_transfer(client).is_err() {
                watcher.connection.cut();
                continue;
            }
            let times = if watcher.held.is_some() { 1 } else { WHOLE };
            allowances.transferred(client, times * message.len());
            watcher.connection.tell_of(&self.game, message);
            if watcher.held.is_some() {
                watcher.held = *mark;
            }
        }
        self.forget_views();
    }

    /// Forgets the views of kinds of watchers of whom nobody is told patches any more.
    pub(super) fn forget_views(&mut self) {
        let watchers = &self.watchers;
        self.last_told.retain(|place| watchers.iter().any(|w| w.held.is_some() && w.place == place));
    }

    pub(super) async fn watch(
        &mut self,
        connection: &Arc<Connection>,
        seat: Option<&SeatHash>,
        watch: &params::Watch,
    ) -> Result<Box<RawValue>, Unanswered> {
        for _ in 1..MOST_TRIES {
            match self.watch_once(Arc::clone(connection), seat, watch).await {
                Err(Unanswered::Overtaken) => {}
                answer => return answer,
            }
        }
        self.watch_once(Arc::clone(connection), seat, watch).await
    }

    pub(super) async fn watch_once(
        &mut self,
        connection: Arc<Connection>,
        seat: Option<&SeatHash>,
        watch: &params::Watch,
    ) -> Result<Box<RawValue>, Unanswered> {
        let game = self.game.clone();
        let place = self.open().await?.place(seat)?;
        self.serve(place, &connection);
        let stake = Stake::read(watch.commit.clone(), watch.commitment.clone(), watch.seed.clone());
        let stake = stake.map_err(RpcError::malformed)?;
        if stake.is_some() {
            self.wake();
        }
        let open = self.open().await?;
        let before = open.table.version();
        if let Some(stake) = &stake
            && let Err(error) = guarded(|| offer(&mut *open.table, place, stake))
        {
            self.open = None;
            return Err(error.into());
        }
        let came = open.come(place);
        if let Some(side) = handlers::player(place) {
            open.table.take_seat(Some(side));
            open.take_seats();
        }
        self.keep_present((place, came), before, stake.as_ref()).await?;
        self.write(before, Cause::Asked { came }).await?;
        self.open().await?;
        self.recall(watch.version).await?;
        self.take_place()?;
        let work = Arc::clone(self.shared.allowances.work());
        let open = self.open().await?;
        let told = handlers::Told { name: &open.name, commanders: &open.commanders, advice: open.advice };
        let watched = || guarded(|| handlers::watched(&*open.table, &game, told, place, watch.version));
        let watched = work.read(Some(connection.client()), watched)?;
        self.watchers.retain(|w| w.connection.is_open() && w.connection.number() != connection.number());
        if let Some(place) = self.ai_seats.place {
            connection.tell(thinking_told(&self.game, Kind::Turn, place));
        }
        let held = watch.patches.then(|| self.last_told.note(place, watched.version, &watched.view));
        // What follows is told after the answer, which it may be a patch of.
        connection.hold(&self.game);
        self.watchers.push(Watcher { connection, place, held });
        self.forget_views();
        self.tell_presence(place);
        Ok(answer(&watched)?)
    }
}
