//! The whole sheet, layer by layer from the paper up.

use hexmap::{Direction, Map, Water};

use crate::Geometry;
use crate::area::{Field, outlines};
use crate::brook::Brooks;
use crate::built::Symbols;
use crate::geometry::Point;
use crate::heights::Heights;
use crate::ink::{BLACK, PAPER, SERIF, halo};
use crate::names::{Clutter, number_spot};
use crate::pen::{Drawing, Pen, escape, number};
use crate::slopes::Slopes;
use crate::{
    certainty, crags, heights, legend, margin, names, orchard, relief, stream_names, town, walls, water,
    ways, woods,
};

/// Options for what is drawn besides the map itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapOptions {
    /// Whether every hex shows its number.
    pub numbers: bool,
    /// Whether every hex shows the evidence for its ground: a tint and a letter, with a key.
    pub certainty: bool,
    /// Whether there is a terrain key below the map. The drawing's size does not depend on it.
    pub legend: bool,
}

impl Default for MapOptions {
    /// Shows numbers and legend, without certainty.
    fn default() -> MapOptions {
        MapOptions { numbers: true, certainty: false, legend: true }
    }
}

/// Draws a map as one self-contained SVG document.
///
/// Its `viewBox` is `0 0 width height` of the map's [`Geometry`], whatever the options; see
/// [`layout`](crate::layout) for where each hex is. All ids defined in it begin with `map-`, so two
/// maps on one page must be shown as images, not inline.
pub fn map_svg(map: &Map, options: &MapOptions) -> String {
    let geometry = Geometry::new(map);
    let mut drawing = Drawing::new();
    let (width, height) = (number(geometry.width()), number(geometry.height()));
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>",
        title = escape(&map.title)
    ));
    draw(&mut drawing, map, &geometry, options);
    drawing.raw("</svg>");
    drawing.finish()
}

/// The map as a document of its size in its own units, for pages that show parts of it.
pub fn map_picture(map: &Map, options: &MapOptions) -> String {
    let geometry = Geometry::new(map);
    let mut drawing = Drawing::new();
    drawing.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">",
        w = number(geometry.width()),
        h = number(geometry.height())
    ));
    draw(&mut drawing, map, &geometry, options);
    drawing.raw("</svg>");
    drawing.finish()
}

/// Draws a map into an element whose user units are those of the map's geometry.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry, options: &MapOptions) {
    let (width, height) = (number(geometry.width()), number(geometry.height()));
    drawing.raw(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>"));
    let (low, high) = geometry.neat_line();
    drawing.raw("<defs>");
    if map.grid.hexes().any(|hex| map.ground(hex).woods) {
        woods::define(drawing);
    }
    drawing.raw(&format!(
        "<clipPath id=\"map-neat\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath></defs>\
         <g clip-path=\"url(#map-neat)\">",
        number(low.x),
        number(low.y),
        number(high.x - low.x),
        number(high.y - low.y)
    ));
    within(drawing, map, geometry, options);
    drawing.raw("</g>");
    margin::draw(drawing, map, geometry);
    let Some((top, _)) = geometry.strip() else { return };
    if options.legend {
        let (from, to) = match geometry.key_tier() {
            Some(tier) => (Point::new(low.x, tier + 14.0), high.x),
            None => {
                let to = if options.certainty { high.x - 410.0 } else { high.x - 150.0 };
                (Point::new(low.x + 370.0, top + 14.0), to)
            }
        };
        legend::draw(drawing, map, geometry, from, to - from.x);
    }
    if options.certainty {
        certainty::key(drawing, map, Point::new(high.x - 400.0, top + 22.0));
    }
}

/// Draws everything inside the neat line.
fn within(drawing: &mut Drawing, map: &Map, geometry: &Geometry, options: &MapOptions) {
    let field = Field::new(map, geometry);
    let courses = water::courses(map, geometry);
    let creek = water::creek_line(&courses);
    let ways = ways::ways(map, geometry);

    let brooks = Brooks::new(map, geometry);
    let walls = walls::lines(map, geometry);
    let heights = Heights::new(map, &field);

    let contours = heights.as_ref().map(|heights| heights.draw(drawing, geometry));
    let wooded = field.nodes(|g| g.woods);
    woods::floor(drawing, geometry, &wooded, "map-woods", heights.is_some());
    relief::draw(drawing, geometry, &field.nodes(|g| g.rough), "map-rough");
    woods::trees(drawing, &wooded, "map-woods");
    if let Some(lines) = &contours {
        heights::contours(drawing, lines);
    }
    Slopes::new(map, geometry).draw(drawing);
    orchard::draw(drawing, geometry, &field.nodes(|g| g.orchard));
    crags::draw(drawing, geometry, &field.nodes(|g| g.angled));
    town::draw(drawing, geometry, &field.nodes(|g| g.town));
    water::banks(drawing, &creek);
    water::river(drawing, geometry, &field.nodes(|g| g.water != Water::None));
    grid(drawing, map, geometry);
    // Drawn over the hexsides that they run along.
    water::creeks(drawing, &creek);
    brooks.draw(drawing);
    border(drawing, map, geometry);
    ways::draw(drawing, &ways);
    walls::draw(drawing, &walls);
    Symbols::new(map, geometry).draw(drawing);
    if options.certainty {
        certainty::draw(drawing, map, geometry);
    }
    let mut clutter = Clutter::new(map, geometry, options.numbers, &ways.points);
    clutter.relief(&brooks, &walls);
    if options.numbers {
        numbers(drawing, map, geometry);
        if heights.is_some() {
            heights::figures(drawing, map, geometry);
            clutter.figures(map, geometry);
        }
    }
    names::draw(drawing, map, geometry, &mut clutter);
    stream_names::draw(drawing, map, geometry, &courses, &brooks, &mut clutter);
}

/// Lightens the ground between the last hexes and the neat line, which is not played on.
fn border(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    let (low, high) = geometry.neat_line();
    let mut pen = Pen::new();
    pen.polygon(&[low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]);
    let set = map.grid.hexes().map(|hex| geometry.node(hex)).collect();
    for run in outlines(geometry, &set) {
        pen.polygon(&run.iter().map(|&node| geometry.point(node)).collect::<Vec<_>>());
    }
    drawing.path(&pen.finish(), &format!("fill=\"{PAPER}\" fill-opacity=\".62\" fill-rule=\"evenodd\""));
}

/// Draws the hexsides, each of them once.
fn grid(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    let mut pen = Pen::new();
    for hex in map.grid.hexes() {
        let mut down = false;
        for direction in Direction::ALL {
            // The first three belong to this hex, the others to its neighbours, where there are
            // any.
            let ours = direction.index() < 3 || map.grid.neighbour(hex, direction).is_none();
            if ours {
                let (a, b) = geometry.side(hex, direction);
                if !down {
                    pen.move_to(a);
                }
                pen.line_to(b);
            }
            down = ours;
        }
    }
    drawing.path(
        &pen.finish(),
        &format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".7\" stroke-opacity=\".6\""),
    );
}

fn numbers(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    drawing.raw(&format!(
        "<g class=\"map-numbers\" {SERIF} font-size=\"9.5\" text-anchor=\"middle\" fill=\"{BLACK}\" {}>",
        halo(1.1)
    ));
    for hex in map.grid.hexes() {
        drawing.lettering(number_spot(map, geometry, hex), "", map.grid.number(hex));
    }
    drawing.raw("</g>");
}
