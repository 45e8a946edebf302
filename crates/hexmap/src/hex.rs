//! A hex, and sets of hexes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A hex of one particular [`Grid`](crate::Grid), as a dense index from 0.
///
/// Only the grid converts between hexes and printed numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub(crate) u16);

impl Hex {
    /// The dense index, for tables with one entry per hex.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Serialized as `#h` and the dense index, a name that only its own grid can read. Code that writes
/// hexes for people or for files replaces it by the printed number.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("#h{}", self.0))
    }
}

schemars::written_out!(Hex, { "type": "string" });

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.strip_prefix("#h")
            .and_then(|n| n.parse().ok())
            .map(Hex)
            .ok_or_else(|| serde::de::Error::custom(format!("'{text}' is not a hex of this map")))
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex#{}", self.0)
    }
}

/// A set of hexes of one grid, as one bit per hex.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct HexSet {
    words: Vec<u64>,
}

impl HexSet {
    /// An empty set with room for `count` hexes.
    pub fn new(count: usize) -> Self {
        HexSet { words: vec![0; count.div_ceil(64)] }
    }

    /// Adds a hex; returns whether it was new.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let (word, bit) = (hex.index() / 64, 1 << (hex.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Adds a hex for which there is room already.
    #[inline]
    pub(crate) fn mark(&mut self, hex: Hex) {
        self.words[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Removes a hex; returns whether it was in the set.
    #[inline]
    pub fn remove(&mut self, hex: Hex) -> bool {
        let was = self.contains(hex);
        if was {
            self.words[hex.index() / 64] &= !(1 << (hex.index() % 64));
        }
        was
    }

    /// Whether the hex is in the set.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.words.get(hex.index() / 64).is_some_and(|w| w & (1 << (hex.index() % 64)) != 0)
    }

    /// Adds all hexes of another set.
    pub fn join(&mut self, other: &HexSet) {
        self.words.resize(self.words.len().max(other.words.len()), 0);
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Adds all hexes that are not in another set.
    pub fn join_others(&mut self, other: &HexSet) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word |= !less;
        }
    }

    /// Removes all hexes of another set.
    pub fn leave_out(&mut self, other: &HexSet) {
        for (word, less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// Adds the hexes that are in both sets, each shifted by `stride` indices. No hex may leave the
    /// grid by this.
    pub(crate) fn join_moved(&mut self, one: &HexSet, other: &HexSet, stride: isize) {
        let (words, bits) = (stride.unsigned_abs() / 64, stride.unsigned_abs() % 64);
        for (i, (a, b)) in one.words.iter().zip(&other.words).enumerate() {
            let both = u128::from(a & b);
            if both == 0 {
                continue;
            }
            // The word it falls into, and the one it spills over into.
            let (near, over, beyond) = if stride >= 0 {
                let moved = both << bits;
                (moved as u64, (moved >> 64) as u64, [i.checked_add(words), i.checked_add(words + 1)])
            } else {
                let moved = (both << 64) >> bits;
                ((moved >> 64) as u64, moved as u64, [i.checked_sub(words), i.checked_sub(words + 1)])
            };
            for (part, at) in [near, over].into_iter().zip(beyond) {
                if let Some(word) = at.and_then(|at| self.words.get_mut(at)) {
                    *word |= part;
                }
            }
        }
    }

    /// Whether both sets have the same of those hexes.
    pub fn same_within(&self, other: &HexSet, within: &HexSet) -> bool {
        let word = |set: &HexSet, i: usize| set.words.get(i).copied().unwrap_or(0);
        within.words.iter().enumerate().all(|(i, mask)| (word(self, i) ^ word(other, i)) & mask == 0)
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    /// The number of hexes in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The hexes, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    Hex((i * 64) as u16 + bit as u16)
                })
            })
        })
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = HexSet::default();
        set.extend(hexes);
        set
    }
}

impl Extend<Hex> for HexSet {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}
