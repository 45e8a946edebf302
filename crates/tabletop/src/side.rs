//! The two sides, and one value for each.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of the American Civil War.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Union,
    Confederate,
}

/// Whose knowledge limits what is shown: a side's, or a spectator's (`None`). A client's relation to the game
/// is a [`Viewer`](crate::Viewer).
pub type Seat = Option<Side>;

impl Side {
    /// Both sides, the Union always first.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    pub fn other(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// The word in data and messages.
    pub fn word(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }

    pub fn from_word(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|s| s.word() == word)
    }
}

impl fmt::Display for Side {
    /// As in a sentence: "the Union moves", "a Confederate unit".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        })
    }
}

/// One value for each of the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    pub union: T,
    pub confederate: T,
}

impl<T> BySide<T> {
    /// The values that `value` gives for each side.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Self {
        BySide { union: value(Side::Union), confederate: value(Side::Confederate) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }
}
