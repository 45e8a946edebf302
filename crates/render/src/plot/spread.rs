//! How values are distributed: a histogram for each group, all over one axis.

use super::axis::{Axis, plain};
use super::document;
use crate::geometry::Point;
use crate::ink;
use crate::pen::{Drawing, number};

#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub label: String,
    pub note: String,
    pub values: Vec<f64>,
    /// Their mean, and the ends of its interval.
    pub mean: Option<(f64, f64, f64)>,
}

/// Histograms over one axis, one below the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    pub title: String,
    pub axis: String,
    pub panels: Vec<Panel>,
}

const WIDTH: f64 = 760.0;
const EDGE: f64 = 32.0;
const PANEL: f64 = 150.0;
/// The height above each panel for its label and note.
const HEAD: f64 = 44.0;
const TOP: f64 = 44.0;
const FOOT: f64 = 56.0;
/// About the most bins that are legible.
const BINS: f64 = 30.0;

/// Draws it. Values of 0 have a line of their own; the mean is a mark above each histogram, and its
/// interval a bar.
pub fn spread_svg(spread: &Spread) -> String {
    let height = TOP + spread.panels.len() as f64 * (PANEL + HEAD) + FOOT;
    let all = spread.panels.iter().flat_map(|panel| panel.values.iter().copied());
    let axis = Axis::over(all.chain([0.0]), EDGE, WIDTH - EDGE);
    // Integers, such as points, need bins of integer width.
    let bin = ((axis.high() - axis.low()) / BINS).ceil().max(1.0);
    let about: Vec<String> = spread
        .panels
        .iter()
        .map(|panel| format!("{}: {} values, {}", panel.label, panel.values.len(), panel.note))
        .collect();
    document(WIDTH, height, &spread.title, &about.join("; "), |drawing| {
        drawing.lettering(Point::new(EDGE, 28.0), "font-size=\"18\" font-weight=\"bold\"", &spread.title);
        axis.draw(drawing, TOP + HEAD, height - FOOT, &spread.axis, plain);
        let zero =
            format!("M{} {}V{}", number(axis.place(0.0)), number(TOP + HEAD - 4.0), number(height - FOOT));
        drawing.path(&zero, &format!("stroke=\"{}\" stroke-width=\"1.5\"", ink::BLACK));
        for (i, panel) in spread.panels.iter().enumerate() {
            let foot = TOP + (i + 1) as f64 * (PANEL + HEAD);
            draw_panel(drawing, panel, &axis, bin, foot);
        }
    })
}

fn draw_panel(drawing: &mut Drawing, panel: &Panel, axis: &Axis, bin: f64, foot: f64) {
    let head = foot - PANEL - HEAD;
    // The lines of the axis pass behind the lettering.
    let halo = ink::halo(5.0);
    drawing.lettering(Point::new(EDGE, head + 20.0), &format!("font-weight=\"bold\" {halo}"), &panel.label);
    drawing.lettering(
        Point::new(WIDTH - EDGE, head + 20.0),
        &format!("text-anchor=\"end\" font-size=\"13\" {halo}"),
        &panel.note,
    );
    let count = ((axis.high() - axis.low()) / bin).floor() as usize + 1;
    let mut bins = vec![0_usize; count];
    for value in &panel.values {
        // Bins are centred on multiples of their width, so that 0 is the centre of one.
        let at = ((value - axis.low()) / bin).round();
        if let Some(bin) = bins.get_mut(at as usize) {
            *bin += 1;
        }
    }
    let most = bins.iter().copied().max().unwrap_or(0).max(1) as f64;
    let mut bars = String::new();
    for (i, height) in bins.iter().enumerate().filter(|(_, height)| **height > 0) {
        let centre = axis.low() + i as f64 * bin;
        let (left, right) = (
            axis.place((centre - bin / 2.0).max(axis.low())),
            axis.place((centre + bin / 2.0).min(axis.high())),
        );
        let tall = *height as f64 / most * (PANEL - 18.0);
        bars.push_str(&format!(
            "M{} {}V{}H{}V{}z",
            number(left + 0.5),
            number(foot),
            number(foot - tall),
            number(right - 0.5),
            number(foot)
        ));
    }
    drawing.path(&bars, &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\".7\"", ink::BUFF, ink::BROWN));
    let rule = format!("M{} {}H{}", number(EDGE), number(foot), number(WIDTH - EDGE));
    drawing.path(&rule, &format!("stroke=\"{}\"", ink::BLACK));
    if let Some((mean, low, high)) = panel.mean {
        let y = foot - PANEL - 2.0;
        let (low, high) = (low.max(axis.low()), high.min(axis.high()));
        let bar = format!("M{} {}H{}", number(axis.place(low)), number(y), number(axis.place(high)));
        drawing.path(&bar, &format!("stroke=\"{}\" stroke-width=\"3\"", ink::WATER_LINE));
        let x = axis.place(mean);
        let mark = format!("M{} {}l5 -8h-10z", number(x), number(y + 8.0));
        drawing.path(&mark, &format!("fill=\"{}\"", ink::WATER_LINE));
    }
}
