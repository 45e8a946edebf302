//! Hexes, maps, and what can be measured on them: reach, range and sight.
//!
//! A [`Hex`] is a dense index into one [`Grid`]; printed hex numbers exist only at the edges of the
//! program ([`Grid::parse`], [`Grid::number`]). A [`Map`] adds the ground of every hex and what
//! lies on every hexside. What that ground *costs* or *does* is up to the rules crates.

#![warn(unreachable_pub)]

mod document;
mod fault;
mod grid;
mod ground;
mod hex;
mod map;
mod misfit;
mod passages;
mod reach;
mod sheet;
mod sight;
mod source;
mod spanned;
mod spread;

pub use document::read_toml;
pub use fault::{Fault, Faults, brief};
pub use grid::{Direction, Grid, Laid, Layout, Numbering, Together};
pub use ground::{Certainty, Crossing, Ground, Hexside, Slope, Water};
pub use hex::{Hex, HexSet};
pub use map::{Doubt, EdgeExit, Map, Place, Stream, Wall};
pub use misfit::misfit;
pub use passages::{Passage, Passages};
pub use reach::{Reach, Step};
pub use sheet::{Sketched, read_map, sketch_any, sketch_map};
pub use sight::{Sighting, sight_line};
pub use source::{Source, line_of};
pub use spanned::Spanned;
pub use spread::Spread;
