//! The packs at hand, so that they need not be read again.

use std::sync::{Arc, Mutex, PoisonError};

use super::Pack;

/// Bytes of memory for the library of a pack: nearly all of it is the program's own data, read again.
const LIBRARY: usize = 16 << 20;

/// Bytes of memory for a byte of a pack's files once read.
const PER_BYTE: usize = 20;

/// Packs that were loaded or made while the program runs; the one that was asked for last comes
/// first, and the last one goes when they take too much memory.
pub struct PackCache {
    packs: Mutex<Vec<Arc<Pack>>>,
    most: usize,
}

impl PackCache {
    /// A cache of about that many bytes.
    pub fn new(most: usize) -> PackCache {
        PackCache { packs: Mutex::default(), most }
    }

    /// Puts a pack on the shelf.
    pub fn put(&self, pack: Pack) -> Arc<Pack> {
        let pack = Arc::new(pack);
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        packs.retain(|known| known.mark() != pack.mark());
        packs.insert(0, Arc::clone(&pack));
        while packs.len() > 1 && packs.iter().map(|pack| pack.memory()).sum::<usize>() > self.most {
            packs.pop();
        }
        pack
    }

    pub fn find(&self, id: &str) -> Option<Arc<Pack>> {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let at = packs.iter().position(|pack| pack.mark().id == id)?;
        packs[..=at].rotate_right(1);
        packs.first().cloned()
    }
}

impl Pack {
    /// About how much memory it takes, in bytes.
    pub fn memory(&self) -> usize {
        LIBRARY + self.files.values().map(String::len).sum::<usize>() * PER_BYTE
    }
}
