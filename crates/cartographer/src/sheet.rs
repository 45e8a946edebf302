//! The whole sheet, layer upon layer from the paper up.

use hexmap::Map;

use crate::Geometry;
use crate::area::{Field, organic, outlines};
use crate::pen::{Drawing, Pen, escape, number};

/// What is drawn besides the map itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapOptions {
    /// The number of every hex.
    pub numbers: bool,
    /// What each hex's ground rests on: a tint and a letter, with their key.
    pub certainty: bool,
    /// The terrain key below the map. The drawing's size does not depend on it.
    pub legend: bool,
}

impl Default for MapOptions {
    /// Numbers and legend, without certainty.
    fn default() -> MapOptions {
        MapOptions { numbers: true, certainty: false, legend: true }
    }
}

/// Draws a map as one self-contained SVG document.
///
/// Its `viewBox` is `0 0 width height` of the map's [`Geometry`], whatever the options; see
/// [`layout`](crate::layout) for where each hex lies.
pub fn map_svg(map: &Map, options: &MapOptions) -> String {
    let geometry = Geometry::new(&map.grid);
    let field = Field::new(map, &geometry);
    let mut drawing = Drawing::new();
    let (width, height) = (number(geometry.width()), number(geometry.height()));
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>\
         <rect width=\"100%\" height=\"100%\" fill=\"#efe4cb\"/>",
        escape(&map.title)
    ));
    for (set, fill) in [
        (field.nodes(|g| g.woods), "#c9c79f"),
        (field.nodes(|g| g.rough), "#b08b5a80"),
        (field.nodes(|g| g.water != hexmap::Water::None), "#a9bcc2"),
    ] {
        let mut pen = Pen::new();
        for run in outlines(&geometry, &set) {
            pen.smooth_loop(&organic(&geometry, &run, 2.0, 2.0, 7));
        }
        drawing.path(&pen.finish(), &format!("fill=\"{fill}\""));
    }
    let mut pen = Pen::new();
    for hex in map.grid.hexes() {
        pen.polygon(&geometry.corners(hex));
    }
    drawing.path(&pen.finish(), "fill=\"none\" stroke=\"#33291f\" stroke-width=\".6\"");
    if options.numbers {
        drawing.raw("<g font-family=\"serif\" font-size=\"9\" text-anchor=\"middle\">");
        for hex in map.grid.hexes() {
            drawing.lettering(geometry.centre(hex).shifted(0.0, -24.0), "", map.grid.number(hex));
        }
        drawing.raw("</g>");
    }
    drawing.raw("</svg>");
    drawing.finish()
}
