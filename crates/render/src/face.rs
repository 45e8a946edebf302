//! A side of any counter that is printed.

use crate::banded::{self, BandedFace};
use crate::counter::{self, Colours, CounterFace, Force, MarkerFace};
use crate::pen::Drawing;
use crate::status::{self, Status};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Face {
    Unit(CounterFace),
    /// A unit with the band of its brigade.
    Banded(BandedFace),
    /// A marker that is placed on units.
    Status(Status),
    Marker(MarkerFace),
    Blank(Option<Force>),
}

impl Face {
    pub fn title(&self) -> String {
        match self {
            Face::Unit(face) => counter::title(face),
            Face::Banded(face) => banded::title(face),
            Face::Status(status) => status.word().to_owned(),
            Face::Marker(face) => face.lines.join(" "),
            Face::Blank(_) => "blank".to_owned(),
        }
    }

    pub fn ground(&self) -> &'static str {
        self.colours().ground
    }

    /// Its drawing without a document around it, [`COUNTER_SIZE`](crate::COUNTER_SIZE) units
    /// across.
    pub fn drawing(&self) -> String {
        let mut drawing = Drawing::new();
        match self {
            Face::Unit(face) => counter::draw(&mut drawing, face),
            Face::Banded(face) => banded::draw(&mut drawing, face),
            Face::Status(status) => status::draw(&mut drawing, *status),
            Face::Marker(face) => counter::draw_marker(&mut drawing, face),
            Face::Blank(_) => counter::draw_ground(&mut drawing, self.colours()),
        }
        drawing.finish()
    }

    fn colours(&self) -> Colours {
        match self {
            Face::Unit(face) => counter::colours(Some(face.force), face.ineffective),
            Face::Banded(face) => counter::colours(Some(face.force), face.worn),
            Face::Status(status) => status.colours(),
            Face::Marker(face) => counter::colours(face.force, false),
            Face::Blank(force) => counter::colours(*force, true),
        }
    }
}
