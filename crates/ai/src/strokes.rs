//! An order as strokes on the map: from where, to where, and for what purpose.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Protocol;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    Move,
    /// A unit attacks there, or fires there.
    Attack,
}

/// A stroke between two printed hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stroke {
    /// The hex where the stroke begins.
    pub from: String,
    /// The hex where the stroke ends.
    pub to: String,
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
