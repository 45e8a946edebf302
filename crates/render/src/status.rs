//! The status of a unit, as markers that are placed on it.

use crate::counter::{Colours, SANS, document, draw_words, line_at};
use crate::pen::{Drawing, number};

/// A marker that is placed on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    Shaken,
    Disrupted,
    /// The unit is low on ammunition.
    LowAmmunition,
    /// The unit is in Skirmish Order.
    Skirmish,
}

impl Status {
    pub const ALL: [Status; 4] = [Status::Shaken, Status::Disrupted, Status::LowAmmunition, Status::Skirmish];

    pub fn word(self) -> &'static str {
        match self {
            Status::Shaken => "Shaken",
            Status::Disrupted => "Disrupted",
            Status::LowAmmunition => "Low ammo",
            Status::Skirmish => "Skirmish",
        }
    }

    pub(crate) fn colours(self) -> Colours {
        let (ground, ink) = match self {
            Status::Shaken => ("#ffd23e", "#1c1305"),
            Status::Disrupted => ("#b3160b", "#ffffff"),
            Status::LowAmmunition => ("#f2a65a", "#1c1305"),
            Status::Skirmish => ("#b9d7a8", "#1c1305"),
        };
        Colours { ground, edge: "#1c1305", ink }
    }
}

/// Draws the marker as a counter: one self-contained `<svg>` with a square `viewBox` of 100 units.
pub fn status_svg(status: Status) -> String {
    document(status.word(), |drawing| draw(drawing, status))
}

/// Draws the marker into an element of a counter's size.
pub(crate) fn draw(drawing: &mut Drawing, status: Status) {
    let word = status.word().to_uppercase();
    draw_words(drawing, status.colours(), &word.split(' ').collect::<Vec<_>>());
}

/// Draws a small marker of that size on a unit, with its north-west corner at `x`, `y`.
pub(crate) fn draw_small(
    drawing: &mut Drawing,
    status: Status,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) {
    let Colours { ground, edge, ink } = status.colours();
    drawing.raw(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{ground}\" stroke=\"{edge}\"/>\
         <g fill=\"{ink}\" {SANS}>",
        number(x),
        number(y),
        number(width),
        number(height)
    ));
    line_at(drawing, status.word(), (x + width / 2.0, y + height * 0.78), height * 0.84, width - 4.0);
    drawing.raw("</g>");
}
