//! What the tests of several crates share.

#![warn(unreachable_pub)]
// In a test everything unexpected is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

pub mod shape;

use std::collections::BTreeMap;
use std::fmt::Display;

use sha2::{Digest, Sha256};
use tabletop::Dice;

/// How often a test repeats itself: `short` in `./test`, `long` in `tests/nightly`. The short run is
/// the beginning of the long one, and covers every case by itself.
pub fn nightly<T>(short: T, long: T) -> T {
    if std::env::var_os("LONGROLL_NIGHTLY").is_some() { long } else { short }
}

/// Numbers that look random and are the same in every run; dice as well.
pub struct Chance(pub u64);

impl Chance {
    /// A pseudo-random number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % count
    }

    /// Any of these; there has to be one.
    pub fn any<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

impl Dice for Chance {
    fn throw(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

/// Checksums of what was told, by its kind: a snapshot of them notices whatever changes.
#[derive(Default)]
pub struct Checksums(BTreeMap<&'static str, Sha256>);

impl Checksums {
    /// Takes something into the sum of its kind.
    pub fn note(&mut self, kind: &'static str, what: impl Display) {
        let sum = self.0.entry(kind).or_default();
        sum.update(what.to_string());
        sum.update("\n");
    }

    /// A line a kind, in few digits: enough to see a change.
    pub fn lines(self) -> String {
        let line = |(kind, sum): (&str, Sha256)| {
            let sum: [u8; 32] = sum.finalize().into();
            format!("{kind:<10} {}\n", tabletop::hex_string(&sum[..6]))
        };
        self.0.into_iter().map(line).collect()
    }
}
