//! A commander's own source of randomness, separate from the game's dice.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tabletop::Dice;

/// A seeded source of random choices.
#[derive(Debug, Clone)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, all about equally likely. `bound` must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Multiply and shift: the bias for the small bounds used here is below one in a million.
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// True with probability 1 in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these at random; `None` if there are none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }

    /// 32 random bytes, for the seed of a game's dice.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

/// The commander's own dice, never the game's.
impl Dice for Chance {
    fn throw(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}
