//! Plots of measured values: how they are distributed, and their intervals. Each is one
//! self-contained `<svg>` with a title and a description, and nothing in it depends on colour
//! alone.

mod axis;
mod spread;
mod whiskers;

pub use spread::{Panel, Spread, spread_svg};
pub use whiskers::{Whisker, Whiskers, whiskers_svg};

use crate::ink;
use crate::pen::{Drawing, escape, number};

const FONT: &str = "Georgia, 'Times New Roman', serif";

/// A document of that size with what `draw` draws.
fn document(width: f64, height: f64, title: &str, about: &str, draw: impl FnOnce(&mut Drawing)) -> String {
    let mut drawing = Drawing::new();
    let (w, h) = (number(width), number(height));
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" font-family=\"{FONT}\" font-size=\"14\" fill=\"{}\">",
        ink::BLACK
    ));
    drawing.raw(&format!("<title>{}</title><desc>{}</desc>", escape(title), escape(about)));
    drawing.raw(&format!("<path d=\"M0 0h{w}v{h}h-{w}z\" fill=\"{}\"/>", ink::PAPER));
    draw(&mut drawing);
    drawing.raw("</svg>");
    drawing.finish()
}
