//! An order as strokes on the map: from where, to where, and for what purpose.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Protocol;

/// What a stroke stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// A unit goes there.
    Move,
    /// A unit attacks there, or fires there.
    Attack,
}

/// A stroke between two printed hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stroke {
    /// The hex it begins at.
    pub from: String,
    /// The hex it ends at.
    pub to: String,
    /// What it stands for.
    pub purpose: Purpose,
}

impl Stroke {
    /// The stroke between two hexes, by the numbers that are printed on them.
    pub fn new(from: &str, to: &str, purpose: Purpose) -> Stroke {
        Stroke { from: from.to_owned(), to: to.to_owned(), purpose }
    }
}

/// Rules whose orders can be drawn.
pub trait Drawn: Protocol {
    /// The strokes of an order, in a position in which it could be given.
    fn strokes(&self, state: &Self::State, order: &Self::Order) -> Vec<Stroke>;
}
