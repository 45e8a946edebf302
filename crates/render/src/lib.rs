//! Draws maps and counters as SVG, for the screen and for print: a sheet in the style of the
//! engineers' maps of the 1860s, drawn from the map's data alone.
//!
//! [`map_svg`] draws a [`hexmap::Map`]; [`layout`] says where each hex of that drawing is, so that
//! a page can put counters on it; [`counter_svg`] and [`banded_svg`] draw counters, and [`Face`]
//! any side of one; [`plot`] draws measured values. The same input always gives the same bytes.

#![warn(unreachable_pub)]

mod area;
mod banded;
mod brook;
mod built;
mod certainty;
mod counter;
mod crags;
mod face;
mod geometry;
mod grain;
mod heights;
mod ink;
mod layout;
mod legend;
mod margin;
mod names;
mod orchard;
mod pen;
pub mod plot;
mod relief;
mod sheet;
mod slopes;
mod status;
mod stream_names;
mod town;
mod walls;
mod water;
mod ways;
mod woods;

pub use banded::{Band, BandedFace, banded_svg};
pub use counter::{Arm, CounterFace, Force, MarkerFace, SIZE as COUNTER_SIZE, counter_svg};
pub use face::Face;
pub use geometry::{Geometry, Point};
pub use ink::{BLACK, SERIF};
pub use layout::{BoardLayout, HexPlace, layout, layout_json};
pub use pen::escape;
pub use sheet::{MapOptions, map_picture, map_svg};
pub use status::{Status, status_svg};
