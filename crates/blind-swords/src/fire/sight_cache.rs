//! Which hexes the ground lets see each other, kept for a pair of hexes once it is worked out: fire
//! asks for it again and again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use hexmap::Hex;

const FOLLOWED: u64 = 1;
const OPEN: u64 = 2;
/// Pairs of hexes to a word, two bits each.
const TO_A_WORD: usize = 32;

/// What has been worked out for the map of a scenario so far. A copy of the scenario works it out
/// anew: its map may be given another.
#[derive(Debug, Default)]
pub(crate) struct SightCache(Arc<OnceLock<Box<[AtomicU64]>>>);

impl Clone for SightCache {
    fn clone(&self) -> SightCache {
        SightCache::default()
    }
}

impl SightCache {
    /// The same cache, for a scenario on the same map.
    pub(crate) fn shared(&self) -> SightCache {
        SightCache(Arc::clone(&self.0))
    }

    /// Whether the line between two hexes is open, on a map of `hexes` hexes; `follow` works it out
    /// the first time.
    pub(crate) fn is_open(&self, hexes: usize, from: Hex, to: Hex, follow: impl FnOnce() -> bool) -> bool {
        let words = self.0.get_or_init(|| {
            std::iter::repeat_with(AtomicU64::default).take((hexes * hexes).div_ceil(TO_A_WORD)).collect()
        });
        let pair = from.index() * hexes + to.index();
        let (word, shift) = (&words[pair / TO_A_WORD], pair % TO_A_WORD * 2);
        let known = word.load(Ordering::Relaxed) >> shift;
        if known & FOLLOWED != 0 {
            return known & OPEN != 0;
        }
        let open = follow();
        // Another thread that follows the same line at the same time gets the same result.
        word.fetch_or((FOLLOWED | if open { OPEN } else { 0 }) << shift, Ordering::Relaxed);
        open
    }
}
