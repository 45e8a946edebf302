//! Counters as the games' own: side, type symbol, strength, designation.

use crate::pen::{Drawing, escape};

/// Whose counter it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Force {
    /// The Union: blue.
    Union,
    /// The Confederacy: grey.
    Confederate,
}

/// What kind of unit it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arm {
    /// A crossed box.
    Infantry,
    /// A box with one diagonal.
    Cavalry,
    /// A box with a round shot.
    Artillery,
    /// A box with a wheel.
    Train,
}

/// What is printed on a counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterFace {
    /// Whose it is.
    pub force: Force,
    /// What kind of unit it is.
    pub arm: Arm,
    /// The large figures at the foot: `"5-6"`, strength and movement allowance.
    pub values: String,
    /// The small line at the top: `"1/2/XIV"`.
    pub designation: String,
    /// The back of the counter: the unit is ineffective.
    pub ineffective: bool,
}

/// The side of a counter in SVG units; its `viewBox` is `0 0 SIZE SIZE`.
const SIZE: u32 = 100;

/// Draws a counter: one self-contained `<svg>` with a square `viewBox` of 100 units.
///
/// The back, for an ineffective unit, is the same face paled, its symbol broken through by a bar: it is told from
/// the front without colour.
pub fn counter_svg(face: &CounterFace) -> String {
    let (ground, edge, ink) = match (face.force, face.ineffective) {
        (Force::Union, false) => ("#9db7d6", "#24405f", "#10233a"),
        (Force::Union, true) => ("#e4ebf2", "#24405f", "#3c5674"),
        (Force::Confederate, false) => ("#b9b5a8", "#45423a", "#211f1a"),
        (Force::Confederate, true) => ("#eeece5", "#45423a", "#5c584d"),
    };
    let side = match face.force {
        Force::Union => "Union",
        Force::Confederate => "Confederate",
    };
    let arm = match face.arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::Train => "train",
    };
    let state = if face.ineffective { ", ineffective" } else { "" };
    let title = escape(&format!("{side} {arm} {} {}{state}", face.designation, face.values));
    let mut drawing = Drawing::new();
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title>\
         <rect x=\"1.5\" y=\"1.5\" width=\"97\" height=\"97\" rx=\"6\" fill=\"{ground}\" stroke=\"{edge}\" stroke-width=\"3\"/>\
         <g fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.4\">"
    ));
    drawing.raw("<rect x=\"26\" y=\"25\" width=\"48\" height=\"31\" fill=\"#fbf8ef\"/>");
    drawing.raw(match face.arm {
        Arm::Infantry => "<path d=\"M26 25l48 31M74 25L26 56\"/>",
        Arm::Cavalry => "<path d=\"M26 56L74 25\"/>",
        // A zero-length stroke with round ends is a dot in the stroke's colour.
        Arm::Artillery => "<path stroke-width=\"15\" stroke-linecap=\"round\" d=\"M50 40.5h0\"/>",
        Arm::Train => {
            "<circle cx=\"50\" cy=\"40.5\" r=\"11.5\"/>\
             <path stroke-width=\"2.4\" d=\"M38.5 40.5h23M50 29v23M41.9 32.4l16.2 16.2M58.1 32.4l-16.2 16.2\"/>"
        }
    });
    if face.ineffective {
        drawing.raw("<path stroke-width=\"3\" stroke-dasharray=\"7 4\" d=\"M10 61.5h80\"/>");
    }
    drawing.raw(&format!(
        "</g><g fill=\"{ink}\" text-anchor=\"middle\" font-family=\"'Helvetica Neue',Arial,'Liberation Sans',sans-serif\" font-weight=\"700\">"
    ));
    for (text, y, size, width) in [(&face.designation, 19.0, 16.0, 90.0), (&face.values, 91.0, 34.0, 88.0)] {
        // A long line is squeezed to the width of the counter rather than run over its edge.
        let wide = text.chars().count() as f64 * size * 0.56;
        let squeeze = if wide > width {
            format!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"")
        } else {
            String::new()
        };
        drawing
            .raw(&format!("<text x=\"50\" y=\"{y}\" font-size=\"{size}\"{squeeze}>{}</text>", escape(text)));
    }
    drawing.raw("</g></svg>");
    drawing.finish()
}
