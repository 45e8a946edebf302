//! What surrounds the map: neat line and frame, title, scale bar, compass.

use hexmap::Map;

use crate::Geometry;
use crate::geometry::Point;
use crate::ink::{BLACK, PAPER, SERIF};
use crate::pen::{Drawing, Pen, number};

/// Draws the frame and the contents of the strip below the map except the terrain key; around a
/// figure only a line.
pub(crate) fn draw(drawing: &mut Drawing, map: &Map, geometry: &Geometry) {
    let (low, high) = geometry.neat_line();
    rule(drawing, geometry, 0.0, 1.0);
    let Some((top, height)) = geometry.strip() else { return };
    rule(drawing, geometry, 8.0, 4.5);
    rule(drawing, geometry, 14.0, 0.9);
    title(drawing, map, Point::new(low.x + 175.0, top + 62.0));
    scale(drawing, map, geometry, Point::new(low.x + 175.0, top + 150.0));
    compass(drawing, Point::new(high.x - 70.0, top + height / 2.0));
}

/// A rectangular line `out` units outside the neat line.
fn rule(drawing: &mut Drawing, geometry: &Geometry, out: f64, width: f64) {
    let (low, high) = geometry.neat_line();
    drawing.raw(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{BLACK}\" stroke-width=\"{width}\"/>",
        number(low.x - out),
        number(low.y - out),
        number(high.x - low.x + 2.0 * out),
        number(high.y - low.y + 2.0 * out)
    ));
}

fn title(drawing: &mut Drawing, map: &Map, at: Point) {
    let title = map.title.to_uppercase();
    // Wide lettering, narrower for long titles.
    let size = (330.0 / (title.chars().count().max(1) as f64 * 0.92)).clamp(14.0, 36.0);
    drawing.lettering(
        at,
        &format!(
            "{SERIF} font-size=\"{}\" font-weight=\"700\" letter-spacing=\"{}\" text-anchor=\"middle\" fill=\"{BLACK}\" \
             textLength=\"330\" lengthAdjust=\"spacing\"",
            number(size),
            number(size * 0.12)
        ),
        &title,
    );
    // A swelled rule under the title.
    let mut pen = Pen::new();
    pen.move_to(at.shifted(-150.0, 18.0));
    pen.quad_to(at.shifted(0.0, 14.5), at.shifted(150.0, 18.0));
    pen.quad_to(at.shifted(0.0, 21.5), at.shifted(-150.0, 18.0));
    pen.close();
    let diamond = at.shifted(0.0, 18.0);
    pen.polygon(&[
        diamond.shifted(0.0, -5.0),
        diamond.shifted(9.0, 0.0),
        diamond.shifted(0.0, 5.0),
        diamond.shifted(-9.0, 0.0),
    ]);
    drawing.path(&pen.finish(), &format!("fill=\"{BLACK}\""));
}

/// The fractions of a kilometre or a mile that a bar may show, with their labels.
const PARTS: [(f64, &str); 4] = [(1.0, ""), (0.5, "½"), (0.25, "¼"), (0.1, "⅒")];

/// How many kilometres or miles a bar can show, their numbers side by side.
const MOST_UNITS: u32 = 20;

/// A bar of kilometres above a bar of miles, each as long as about 330 units allow. Where the
/// ground is drawn too large for a whole unit, the bar shows the largest fraction that fits.
fn scale(drawing: &mut Drawing, map: &Map, geometry: &Geometry, at: Point) {
    if map.hex_metres == 0 {
        return;
    }
    let unit = geometry.hex_width() / f64::from(map.hex_metres);
    drawing.raw(&format!("<g {SERIF} font-size=\"11\" text-anchor=\"middle\" fill=\"{BLACK}\">"));
    drawing.lettering(
        at.shifted(0.0, -24.0),
        "font-size=\"12.5\" font-style=\"italic\"",
        &format!("One hex to {} metres", map.hex_metres),
    );
    for (dy, metres, name) in [(0.0, 1000.0, "km"), (32.0, 1609.344, "mile")] {
        let fits = PARTS.into_iter().find(|(part, _)| metres * part * unit <= 330.0);
        let (part, word) = fits.unwrap_or(PARTS[PARTS.len() - 1]);
        let whole = metres * part * unit;
        let count = if word.is_empty() { (300.0 / whole).floor().max(1.0) as u32 } else { 1 };
        // At a very small scale the units would not be distinguishable.
        if count > MOST_UNITS {
            continue;
        }
        let left = at.shifted(-whole * f64::from(count) / 2.0, dy);
        let mut filled = Pen::new();
        // The first length is divided into quarters.
        for quarter in 0..4 * count {
            let first = quarter < 4;
            if if first { quarter % 2 == 0 } else { (quarter / 4) % 2 == 0 } {
                let x = whole * f64::from(quarter) / 4.0;
                let width = whole / 4.0;
                filled.polygon(&[
                    left.shifted(x, 0.0),
                    left.shifted(x + width, 0.0),
                    left.shifted(x + width, 5.0),
                    left.shifted(x, 5.0),
                ]);
            }
        }
        drawing.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"5\" fill=\"{PAPER}\" stroke=\"{BLACK}\" stroke-width=\".8\"/>",
            number(left.x),
            number(left.y),
            number(whole * f64::from(count))
        ));
        drawing.path(&filled.finish(), "");
        for mark in 0..=count {
            let text = match (mark, word) {
                // There is only one fraction: two halves would have been a whole.
                (1, word) if !word.is_empty() => format!("{word} {name}"),
                (mark, _) if mark == count => format!("{mark} {name}"),
                _ => mark.to_string(),
            };
            drawing.lettering(left.shifted(whole * f64::from(mark), -4.0), "", &text);
        }
    }
    drawing.raw("</g>");
}

/// A needle that points north, one half of it dark.
fn compass(drawing: &mut Drawing, at: Point) {
    let (mut light, mut dark) = (Pen::new(), Pen::new());
    for (dx, dy) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
        let reach = if dy == -1.0 { 74.0 } else { 44.0 };
        let tip = at.shifted(dx * reach, dy * reach);
        let (left, right) =
            (at.shifted((dx + dy) * 8.0, (dy - dx) * 8.0), at.shifted((dx - dy) * 8.0, (dy + dx) * 8.0));
        light.polygon(&[at, left, tip]);
        dark.polygon(&[at, right, tip]);
    }
    drawing.raw(&format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"30\" fill=\"none\" stroke=\"{BLACK}\" stroke-width=\"1.2\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"26.5\" fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".5\"/>",
        x = number(at.x),
        y = number(at.y)
    ));
    drawing.path(
        &light.finish(),
        &format!("fill=\"{PAPER}\" stroke=\"{BLACK}\" stroke-width=\".8\" stroke-linejoin=\"round\""),
    );
    drawing.path(
        &dark.finish(),
        &format!("fill=\"{BLACK}\" stroke=\"{BLACK}\" stroke-width=\".8\" stroke-linejoin=\"round\""),
    );
    drawing.lettering(
        at.shifted(0.0, -80.0),
        &format!("{SERIF} font-size=\"22\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{BLACK}\""),
        "N",
    );
}
