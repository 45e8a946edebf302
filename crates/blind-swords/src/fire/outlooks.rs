//! Whether the ground lets one hex see another, worked out once for a pair of hexes: fire asks for it again and again.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use hexmap::Hex;

use crate::battle::Battle;
use crate::fire::sight::View;

/// The line has been followed.
const FOLLOWED: u64 = 1;
/// It is open.
const OPEN: u64 = 2;
/// Pairs of hexes to a word, two bits each.
const TO_A_WORD: usize = 32;

/// What has been worked out for the map of a scenario so far. A copy of the scenario works it out anew: its map may be
/// given another.
#[derive(Debug, Default)]
pub(crate) struct Known(OnceLock<Box<[AtomicU64]>>);

impl Clone for Known {
    fn clone(&self) -> Known {
        Known::default()
    }
}

impl Battle {
    /// Whether the ground alone leaves the line between two hexes open: [`Battle::sees_over_ground`] is not blocked.
    pub(crate) fn ground_lets_see(&self, from: Hex, to: Hex) -> bool {
        let hexes = self.map().grid.len();
        let words = self.scenario.outlooks.0.get_or_init(|| {
            std::iter::repeat_with(AtomicU64::default).take((hexes * hexes).div_ceil(TO_A_WORD)).collect()
        });
        let pair = from.index() * hexes + to.index();
        let (word, shift) = (&words[pair / TO_A_WORD], pair % TO_A_WORD * 2);
        let known = word.load(Ordering::Relaxed) >> shift;
        if known & FOLLOWED != 0 {
            return known & OPEN != 0;
        }
        let open = self.sees_over_ground(from, to) != View::Blocked;
        // Whoever else follows the same line at the same time finds the same.
        word.fetch_or((FOLLOWED | if open { OPEN } else { 0 }) << shift, Ordering::Relaxed);
        open
    }
}
