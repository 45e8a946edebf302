//! How values are put into words on charts.

use crate::data::cell::Cell;
use crate::data::label::Label;

/// What the marks behind a cell mean.
pub(super) const KEY: &str = "* stated by the rulebook, † published, ‡ read from the printed chart; \
                              everything else is reconstructed.";

/// What stands where a chart has nothing.
pub(super) const NOTHING: &str = "—";

/// A number as it is said at the table: 0.5 is ½.
pub(super) fn figure(number: f64) -> String {
    let part = match number.fract() {
        0.25 => "¼",
        0.5 => "½",
        0.75 => "¾",
        _ => return number.to_string(),
    };
    if number < 1.0 { part.to_owned() } else { format!("{}{part}", number.trunc()) }
}

/// A number of whole pieces of which `pieces` make one.
pub(super) fn pieces(count: impl Into<f64>, pieces: u8) -> String {
    figure(count.into() / f64::from(pieces))
}

/// What a value rests on, in words.
pub(super) fn rests(label: Label) -> String {
    match label {
        Label::Printed => "the printed chart",
        Label::Rules => "the rulebook",
        Label::Published => "published",
        Label::Reconstructed => "reconstructed",
    }
    .to_owned()
}

/// A cell's text with the mark of what it rests on.
pub(super) fn marked<T>(text: &str, cell: &Cell<T>) -> String {
    match cell.label {
        Label::Rules => format!("{text} *"),
        Label::Published => format!("{text} †"),
        Label::Printed => format!("{text} ‡"),
        Label::Reconstructed => text.to_owned(),
    }
}

/// A cell of dice or ratings, `0-1/2-3/4`, that a narrow column breaks behind its strokes only.
pub(super) fn unbroken(cell: &str) -> String {
    cell.replace('-', "\u{2011}").replace('/', "/\u{200b}")
}

/// From the first to the last: `3-8`, or `2` where both are the same.
pub(super) fn span<T: PartialEq + std::fmt::Display>(first: T, last: T) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
