//! The data packs of a server: those it was started with, and those that were loaded or made here.

use std::sync::Arc;

use tabletop::Header;

use super::failure::{broken, lost};
use super::shared::Shared;
use crate::line::guarded;
use crate::packs::{self, list};
use crate::protocol::answer::answer;
use crate::protocol::{Answer, PackCall, RpcError};
use crate::traced::of_this_request;
use catalog::Library;
use catalog::pack::Pack;

/// How many packs one `pack.list` may name.
const LONGEST_LIST: usize = 64;

/// How many packs one pack may be said to have facts from at once.
const MOST_SOURCES: usize = 16;

impl Shared {
    /// The pack of that id; `title` is what a record calls it.
    ///
    /// # Errors
    /// [`RpcError::NO_PACK`] if it is not here.
    pub(super) async fn pack(&self, id: &str, title: Option<&str>) -> Result<Arc<Pack>, RpcError> {
        packs::find(&self.library, &self.packs, &self.store, id, title).await
    }

    /// The library a game is begun from: that of the pack, or the server's own.
    pub(super) async fn library_of(&self, pack: Option<&str>) -> Result<Arc<Library>, RpcError> {
        match pack {
            Some(id) => Ok(Arc::clone(self.pack(id, None).await?.library())),
            None => Ok(Arc::clone(&self.library)),
        }
    }

    /// The library a record belongs to.
    pub(super) async fn library_for(&self, header: &Header) -> Result<Arc<Library>, RpcError> {
        match &header.pack {
            Some(mark) => Ok(Arc::clone(self.pack(&mark.id, Some(&mark.title)).await?.library())),
            None => Ok(Arc::clone(&self.library)),
        }
    }

    /// The map that a game is played on and the pack it is from; `None` where there is no such game,
    /// or it is a position of its own.
    pub(super) async fn map_of(&self, game: &str) -> Option<(String, Option<String>)> {
        let (scenario, pack) = self.store.battle(game).await.ok()??;
        let library = self.library_of(pack.as_deref()).await.ok()?;
        let map = &library.scenario(&scenario)?.map;
        library.maps().contains_key(map.as_str()).then(|| (map.clone(), pack))
    }

    pub(super) async fn pack_call(&self, call: PackCall) -> Answer {
        if let PackCall::List(asked) = &call {
            if asked.packs.len() > LONGEST_LIST {
                return Err(RpcError::malformed(format!("packs: at most {LONGEST_LIST} at once")));
            }
            let mut named = Vec::new();
            for id in &asked.packs {
                match self.pack(id, None).await {
                    Ok(pack) => named.push(pack),
                    Err(error) if error.code == RpcError::NO_PACK => {}
                    Err(error) => return Err(error),
                }
            }
            return answer(&list(&self.library, named.into_iter()));
        }
        let base = match call.base() {
            Some(id) => Some(self.pack(id, None).await?),
            None => None,
        };
        if call.from().len() > MOST_SOURCES {
            return Err(RpcError::malformed(format!("from: at most {MOST_SOURCES} packs at once")));
        }
        let mut from = Vec::new();
        for id in call.from() {
            from.push(self.pack(id, None).await?);
        }
        let (library, drawings) = (Arc::clone(&self.library), Arc::clone(&self.drawings));
        // Reading all files and drawing a map takes long enough to be in the way of others.
        let _auditor = self.auditors.acquire().await;
        let asked = tokio::task::spawn_blocking(of_this_request(move || {
            guarded(|| packs::ask(&library, base.as_deref(), &from, &drawings, &call))
        }));
        let (answer, made) = asked.await.unwrap_or_else(|_| Err(lost()))?;
        if let Some(made) = made {
            self.store.keep_pack(&made).await.map_err(|e| broken(&e))?;
            tracing::info!(pack = made.mark().id, title = made.mark().title, "a pack is kept");
            self.packs.put(made);
        }
        Ok(answer)
    }
}
