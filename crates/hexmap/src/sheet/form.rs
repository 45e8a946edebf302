//! The format of a map's data file, and its size limits.

use serde::Deserialize;

use crate::{Fault, Faults, Layout, Numbering, Source, Spanned};

/// The most entries of each kind; the largest map has a tenth of that.
const MOST_FEATURES: usize = 1000;

const MOST_PLACES: usize = 300;

const MOST_STREAMS: usize = 50;

/// The longest name of a place or a stream, in characters.
const LONGEST_NAME: usize = 80;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapToml {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) hex_metres: u32,
    pub(super) grid: GridToml,
    pub(super) ground: Ruled,
    #[serde(default)]
    pub(super) certainty: Option<Ruled>,
    #[serde(default)]
    pub(super) road: Vec<Chain>,
    #[serde(default)]
    pub(super) trail: Vec<Chain>,
    #[serde(default)]
    pub(super) creek: Vec<Border>,
    #[serde(default)]
    pub(super) bridge: Vec<Spot>,
    #[serde(default)]
    pub(super) ford: Vec<Spot>,
    #[serde(default)]
    pub(super) works: Vec<Border>,
    #[serde(default)]
    pub(super) ferry: Vec<Ferry>,
    #[serde(default)]
    pub(super) river: Vec<Chain>,
    #[serde(default)]
    pub(super) place: Vec<PlaceToml>,
    #[serde(default)]
    pub(super) edge: Vec<EdgeToml>,
    #[serde(default)]
    pub(super) doubt: Vec<DoubtToml>,
    #[serde(default)]
    pub(super) levels: Option<Ruled>,
    /// The basis of each hex's level, where it differs from that of its ground.
    #[serde(default, rename = "levels-certainty")]
    pub(super) levels_certainty: Option<Ruled>,
    #[serde(default)]
    pub(super) lane: Vec<Chain>,
    #[serde(default)]
    pub(super) turnpike: Vec<Chain>,
    #[serde(default)]
    pub(super) stream: Vec<Chain>,
    #[serde(default)]
    pub(super) slope: Vec<Border>,
    #[serde(default)]
    pub(super) steep: Vec<Border>,
    #[serde(default)]
    pub(super) wall: Vec<WallToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GridToml {
    pub(super) layout: Layout,
    pub(super) numbering: Numbering,
    pub(super) columns: Spanned<u8>,
    pub(super) rows: u8,
    pub(super) first_column: Spanned<u8>,
    pub(super) first_row: Spanned<u8>,
}

/// Letters: one line per row, one letter per column; `-` where the sheet has no hex.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ruled {
    /// The meaning of each letter, as information for the reader; the letters are fixed.
    #[serde(rename = "legend")]
    pub(super) _legend: toml::Table,
    pub(super) rows: Spanned<String>,
}

/// Hexes in order, `0101 0201 0202`: the feature goes through every hexside between one hex and the
/// next.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chain {
    #[serde(default)]
    pub(super) name: Option<String>,
    pub(super) hexes: Spanned<String>,
    #[serde(default, rename = "source")]
    pub(super) _source: Option<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

/// Hexsides, `0502/0601 0503/0601`: the feature lies on each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Border {
    #[serde(default)]
    pub(super) name: Option<String>,
    pub(super) sides: Spanned<String>,
    #[serde(default, rename = "source")]
    pub(super) _source: Option<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spot {
    #[serde(default)]
    pub(super) name: Option<String>,
    pub(super) side: Spanned<String>,
    #[serde(default, rename = "source")]
    pub(super) _source: Option<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ferry {
    #[serde(default)]
    pub(super) name: Option<String>,
    pub(super) hex: Spanned<String>,
    /// The two hexes its arrows point to.
    pub(super) banks: Spanned<String>,
    #[serde(default, rename = "source")]
    pub(super) _source: Option<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceToml {
    pub(super) name: String,
    pub(super) hex: Spanned<String>,
    pub(super) kind: String,
    #[serde(default, rename = "source")]
    pub(super) _source: Option<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EdgeToml {
    pub(super) hex: Spanned<String>,
    pub(super) way: Spanned<String>,
    pub(super) side: Spanned<String>,
    #[serde(default, rename = "certainty")]
    pub(super) _certainty: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DoubtToml {
    pub(super) hexes: Spanned<String>,
    pub(super) kept: String,
    pub(super) what: String,
}

impl MapToml {
    /// Faults for everything that exceeds the limits: each entry costs time to measure and draw.
    pub(super) fn too_much(&self, source: &Source<'_>) -> Faults {
        let mut faults = Faults::default();
        let streams = self.creek.iter().filter(|creek| creek.name.is_some()).count()
            + self.river.iter().filter(|river| river.name.is_some()).count();
        for (place, count, most) in [
            ("road", self.road.len(), MOST_FEATURES),
            ("trail", self.trail.len(), MOST_FEATURES),
            ("creek", self.creek.len(), MOST_FEATURES),
            ("creek", streams, MOST_STREAMS),
            ("bridge", self.bridge.len(), MOST_FEATURES),
            ("ford", self.ford.len(), MOST_FEATURES),
            ("works", self.works.len(), MOST_FEATURES),
            ("ferry", self.ferry.len(), MOST_FEATURES),
            ("river", self.river.len(), MOST_FEATURES),
            ("place", self.place.len(), MOST_PLACES),
            ("edge", self.edge.len(), MOST_FEATURES),
            ("doubt", self.doubt.len(), MOST_FEATURES),
            ("lane", self.lane.len(), MOST_FEATURES),
            ("turnpike", self.turnpike.len(), MOST_FEATURES),
            ("stream", self.stream.len(), MOST_FEATURES),
            ("slope", self.slope.len(), MOST_FEATURES),
            ("steep", self.steep.len(), MOST_FEATURES),
            ("wall", self.wall.len(), MOST_FEATURES),
        ] {
            if count > most {
                let named = if most == MOST_STREAMS { "streams with a name" } else { "entries" };
                let what = format!("{place}: {count} {named}; at most {most} are possible");
                faults.add(Fault { place: Some(place.to_owned()), ..source.fault(0, what) });
            }
        }
        let names = (self.place.iter().map(|place| ("place", Some(&place.name))))
            .chain(self.creek.iter().map(|creek| ("creek", creek.name.as_ref())))
            .chain(self.river.iter().map(|river| ("river", river.name.as_ref())));
        for (place, name) in names {
            let length = name.map_or(0, |name| name.chars().count());
            if length > LONGEST_NAME {
                let what =
                    format!("{place}: a name of {length} characters; at most {LONGEST_NAME} are possible");
                faults.add(Fault { place: Some(place.to_owned()), ..source.fault(0, what) });
            }
        }
        faults
    }
}

/// A wall: the hexes it runs through, and the hexes beyond its ends that it points to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WallToml {
    pub(super) name: String,
    pub(super) hexes: Spanned<String>,
    #[serde(default)]
    pub(super) points_to: Option<Spanned<String>>,
    /// In its own hexes the wall is drawn on the side of this hex.
    #[serde(default)]
    pub(super) beside: Option<Spanned<String>>,
    /// Whether it stands on both sides of the road.
    #[serde(default)]
    pub(super) both_sides: bool,
    #[serde(default, rename = "source")]
    _source: Option<String>,
    #[serde(default, rename = "certainty")]
    _certainty: Option<String>,
}
