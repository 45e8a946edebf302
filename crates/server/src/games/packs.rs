//! The data packs of a server: those it was started with, and those that were loaded or made here.

use std::sync::Arc;

use protocol::answer::answer;
use protocol::packs::{self, NamedPacks, info, list, missing, read_kept};
use protocol::{Answer, PackCall, RpcError};
use tabletop::Header;

use super::failure::broken;
use super::shared::Shared;
use crate::limits::{Client, Wanted, WorkTurn};
use catalog::Library;
use catalog::pack::Pack;

/// How many packs one `pack.list` may name.
const LONGEST_LIST: usize = 64;

/// How many packs one pack may be said to have facts from at once.
const MOST_SOURCES: usize = 16;

impl Shared {
    /// The pack of that id: one that is offered, at hand or kept in the database. Whoever reads it, for whom that
    /// turn is, waits for nothing but a processor; `title` is what a record calls it.
    ///
    /// # Errors
    /// [`RpcError::NO_PACK`] if it is not here.
    pub(super) async fn pack(
        &self,
        turn: &WorkTurn,
        id: &str,
        title: Option<&str>,
    ) -> Result<Arc<Pack>, RpcError> {
        let at_hand = || self.library.pack(id).cloned().or_else(|| self.packs.find(id));
        if let Some(pack) = at_hand() {
            return Ok(pack);
        }
        let _lock = self.packs_read.lock(id.to_owned()).await;
        if let Some(pack) = at_hand() {
            return Ok(pack);
        }
        let files = self.store.pack(id).await.map_err(|e| broken(&e))?.ok_or_else(|| missing(id, title))?;
        let registry = self.library.registry();
        let name = id.to_owned();
        let pack = self.work(turn, move |_| read_kept(registry, &name, files)).await?;
        Ok(self.packs.put(pack))
    }

    /// The library a game is begun from: that of the pack, or the server's own.
    pub(super) async fn library_of(
        &self,
        turn: &WorkTurn,
        pack: Option<&str>,
    ) -> Result<Arc<Library>, RpcError> {
        match pack {
            Some(id) => Ok(Arc::clone(self.pack(turn, id, None).await?.library())),
            None => Ok(Arc::clone(&self.library)),
        }
    }

    /// The library a record belongs to.
    pub(super) async fn library_for(
        &self,
        turn: &WorkTurn,
        header: &Header,
    ) -> Result<Arc<Library>, RpcError> {
        match &header.pack {
            Some(mark) => Ok(Arc::clone(self.pack(turn, &mark.id, Some(&mark.title)).await?.library())),
            None => Ok(Arc::clone(&self.library)),
        }
    }

    /// The turn in which something from that pack is begun for a client: its network waits for it only where there may
    /// be a pack to read.
    pub(super) async fn turn_for(&self, client: Option<Client>, pack: Option<&str>) -> WorkTurn {
        match client.filter(|_| pack.is_some()) {
            Some(client) => self.allowances.work().turn_to_work(client).await,
            None => WorkTurn::within(client),
        }
    }

    /// The map that a game is played on and the pack it is from; `None` where there is no such game,
    /// or it is a position of its own.
    pub(super) async fn map_of(&self, client: Client, game: &str) -> Option<(String, Option<String>)> {
        let (scenario, pack) = self.store.battle(game).await.ok()??;
        let turn = self.turn_for(Some(client), pack.as_deref()).await;
        let library = self.library_of(&turn, pack.as_deref()).await.ok()?;
        let map = &library.scenario(&scenario)?.map;
        library.maps().contains_key(map.as_str()).then(|| (map.clone(), pack))
    }

    /// Answers a call about packs. Its network's turn comes first: each pack that is asked for takes much memory.
    pub(super) async fn pack_call(&self, call: PackCall, client: Client) -> Answer {
        if matches!(&call, PackCall::List(asked) if asked.packs.len() > LONGEST_LIST) {
            return Err(RpcError::malformed(format!("packs: at most {LONGEST_LIST} at once")));
        }
        if call.from().len() > MOST_SOURCES {
            return Err(RpcError::malformed(format!("from: at most {MOST_SOURCES} packs at once")));
        }
        let turn = match call {
            PackCall::After(_) => self.turn_to_judge(client).await?,
            _ => self.allowances.work().turn_to_work(client).await,
        };
        if let PackCall::List(asked) = &call {
            let mut named = Vec::new();
            for id in &asked.packs {
                match self.pack(&turn, id, None).await {
                    Ok(pack) => named.push(info(&pack)),
                    Err(error) if error.code == RpcError::NO_PACK => {}
                    Err(error) => return Err(error),
                }
            }
            return answer(&list(&self.library, named));
        }
        let base = match call.base() {
            Some(id) => Some(self.pack(&turn, id, None).await?),
            None => None,
        };
        let (mut from, mut lineage) = (None, Vec::new());
        for id in call.from() {
            let pack = self.pack(&turn, id, None).await?;
            lineage.extend(pack.lineage());
            from.get_or_insert(pack);
        }
        let (library, drawings) = (Arc::clone(&self.library), Arc::clone(&self.drawings));
        let work = move |wanted: &Wanted| {
            let named = NamedPacks { base: base.as_deref(), from: from.as_deref(), lineage };
            packs::ask(&library, named, &drawings, &call, &|| wanted.is_wanted())
        };
        let (answer, made) = self.work(&turn, work).await?;
        if let Some(made) = made {
            let holder = self.store.holder(client);
            self.store.keep_pack(&made, holder.as_ref()).await.map_err(|e| broken(&e))?;
            tracing::info!(pack = made.mark().id, title = made.mark().title, "a pack is kept");
            self.packs.put(made);
        }
        Ok(answer)
    }
}
