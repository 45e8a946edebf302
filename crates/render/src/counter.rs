//! Counters like those of the games: side, type symbol, strength, designation.

use crate::pen::{Drawing, escape};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Force {
    Union,
    Confederate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arm {
    /// Drawn as a box with a cross.
    Infantry,
    /// Drawn as a box with one diagonal.
    Cavalry,
    /// A box with a round shot.
    Artillery,
    /// Drawn as a box with a wheel.
    Train,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterFace {
    pub force: Force,
    pub arm: Arm,
    /// The large figures at the foot: `"5-6"`, strength and movement allowance.
    pub values: String,
    /// The small line at the top: `"1/2/XIV"`.
    pub designation: String,
    /// Whether this is the back of the counter: the unit is ineffective.
    pub ineffective: bool,
}

/// The face of a counter that is not a unit: lines of lettering, in a side's colours or in none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerFace {
    /// The side whose colours it has.
    pub force: Option<Force>,
    /// Lines of lettering, from the top.
    pub lines: Vec<String>,
}

/// The edge length of a counter in SVG units; its `viewBox` is `0 0 SIZE SIZE`.
pub const SIZE: u32 = 100;

pub(crate) const SANS: &str = "font-family=\"'Helvetica Neue',Arial,'Liberation Sans',sans-serif\" font-weight=\"700\" text-anchor=\"middle\"";

/// Ground, edge and ink of a counter; those of the back are paler.
#[derive(Clone, Copy)]
pub(crate) struct Colours {
    pub(crate) ground: &'static str,
    pub(crate) edge: &'static str,
    pub(crate) ink: &'static str,
}

/// The colours of a side's counters, or of a counter of neither side.
pub(crate) fn colours(force: Option<Force>, pale: bool) -> Colours {
    let (ground, edge, ink) = match (force, pale) {
        (Some(Force::Union), false) => ("#9db7d6", "#24405f", "#10233a"),
        (Some(Force::Union), true) => ("#e4ebf2", "#24405f", "#3c5674"),
        (Some(Force::Confederate), false) => ("#b9b5a8", "#45423a", "#211f1a"),
        (Some(Force::Confederate), true) => ("#eeece5", "#45423a", "#5c584d"),
        (None, _) => ("#f1e7d0", "#2c241b", "#2c241b"),
    };
    Colours { ground, edge, ink }
}

/// Draws a counter: one self-contained `<svg>` with a square `viewBox` of 100 units.
///
/// The back, for an ineffective unit, is the same face in paler colours, its symbol broken by a
/// bar, so that it can be told from the front without colour.
pub fn counter_svg(face: &CounterFace) -> String {
    document(&title(face), |drawing| draw(drawing, face))
}

/// A counter as a separate document.
pub(crate) fn document(title: &str, draw: impl FnOnce(&mut Drawing)) -> String {
    let title = escape(title);
    let mut drawing = Drawing::new();
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title>"
    ));
    draw(&mut drawing);
    drawing.raw("</svg>");
    drawing.finish()
}

pub(crate) fn title(face: &CounterFace) -> String {
    let state = if face.ineffective { ", ineffective" } else { "" };
    format!("{} {} {}{state}", kind(face.force, face.arm), face.designation, face.values)
}

/// The side and the type of a unit in words.
pub(crate) fn kind(force: Force, arm: Arm) -> String {
    let side = match force {
        Force::Union => "Union",
        Force::Confederate => "Confederate",
    };
    let arm = match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::Train => "train",
    };
    format!("{side} {arm}")
}

/// The ground of a counter and its edge.
pub(crate) fn draw_ground(drawing: &mut Drawing, Colours { ground, edge, .. }: Colours) {
    drawing.raw(&format!(
        "<rect x=\"1.5\" y=\"1.5\" width=\"97\" height=\"97\" rx=\"6\" fill=\"{ground}\" stroke=\"{edge}\" stroke-width=\"3\"/>"
    ));
}

/// Draws a unit's counter into an element [`SIZE`] units across.
pub(crate) fn draw(drawing: &mut Drawing, face: &CounterFace) {
    let colours = colours(Some(face.force), face.ineffective);
    let ink = colours.ink;
    draw_ground(drawing, colours);
    drawing.raw(&format!("<g fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.4\">"));
    drawing.raw("<rect x=\"26\" y=\"25\" width=\"48\" height=\"31\" fill=\"#fbf8ef\"/>");
    drawing.raw(match face.arm {
        Arm::Infantry => "<path d=\"M26 25l48 31M74 25L26 56\"/>",
        Arm::Cavalry => "<path d=\"M26 56L74 25\"/>",
        // A thick stroke around a small circle: a dot in the stroke's colour.
        Arm::Artillery => "<circle stroke-width=\"7.5\" cx=\"50\" cy=\"40.5\" r=\"3.75\"/>",
        Arm::Train => {
            "<circle cx=\"50\" cy=\"40.5\" r=\"11.5\"/>\
             <path stroke-width=\"2.4\" d=\"M38.5 40.5h23M50 29v23M41.9 32.4l16.2 16.2M58.1 32.4l-16.2 16.2\"/>"
        }
    });
    if face.ineffective {
        drawing.raw("<path stroke-width=\"3\" stroke-dasharray=\"7 4\" d=\"M10 61.5h80\"/>");
    }
    drawing.raw(&format!("</g><g fill=\"{ink}\" {SANS}>"));
    line(drawing, &face.designation, 19.0, 16.0, 90.0);
    line(drawing, &face.values, 91.0, 34.0, 88.0);
    drawing.raw("</g>");
}

/// Draws a marker into an element [`SIZE`] units across.
pub(crate) fn draw_marker(drawing: &mut Drawing, face: &MarkerFace) {
    let colours = colours(face.force, false);
    draw_words(drawing, colours, &face.lines);
}

/// Draws a counter that has only lettering.
pub(crate) fn draw_words<S: AsRef<str>>(drawing: &mut Drawing, colours: Colours, lines: &[S]) {
    draw_ground(drawing, colours);
    drawing.raw(&format!("<g fill=\"{}\" {SANS}>", colours.ink));
    let size = (84.0 / lines.len().max(1) as f64 / 1.25).min(21.0);
    let top = 50.0 - lines.len() as f64 * size * 1.25 / 2.0;
    for (i, text) in lines.iter().enumerate() {
        line(drawing, text.as_ref(), top + (i as f64 + 0.9) * size * 1.25, size, 88.0);
    }
    drawing.raw("</g>");
}

/// A line across the middle of the counter; see [`line_at`].
fn line(drawing: &mut Drawing, text: &str, y: f64, size: f64, width: f64) {
    line_at(drawing, text, (50.0, y), size, width);
}

/// A line centred on its base point; one that is too long is squeezed to `width` rather than run
/// over the edge.
pub(crate) fn line_at(drawing: &mut Drawing, text: &str, (x, y): (f64, f64), size: f64, width: f64) {
    let wide = text.chars().count() as f64 * size * 0.56;
    let squeeze = if wide > width {
        format!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"")
    } else {
        String::new()
    };
    let size = (size * 10.0).round() / 10.0;
    let (x, y) = ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
    drawing.raw(&format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{squeeze}>{}</text>", escape(text)));
}
