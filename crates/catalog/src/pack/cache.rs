//! The packs at hand, so that they need not be read again.

use std::sync::{Arc, Mutex, PoisonError};

use super::Pack;

/// How many are kept at hand.
const MOST: usize = 64;

/// Packs that were loaded or made while the program runs; the one that was asked for last comes
/// first, and the last one goes when there are too many.
#[derive(Default)]
pub struct PackCache {
    packs: Mutex<Vec<Arc<Pack>>>,
}

impl PackCache {
    /// Puts a pack on the shelf.
    pub fn put(&self, pack: Pack) -> Arc<Pack> {
        let pack = Arc::new(pack);
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        packs.retain(|known| known.mark() != pack.mark());
        packs.insert(0, Arc::clone(&pack));
        packs.truncate(MOST);
        pack
    }

    /// The pack of that id.
    pub fn find(&self, id: &str) -> Option<Arc<Pack>> {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let at = packs.iter().position(|pack| pack.mark().id == id)?;
        packs[..=at].rotate_right(1);
        packs.first().cloned()
    }
}
