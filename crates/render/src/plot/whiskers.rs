//! Numbers with their intervals: a mark for each, and a whisker as long as its interval.

use super::axis::{Axis, plain};
use super::document;
use crate::geometry::Point;
use crate::ink;
use crate::pen::number;

#[derive(Debug, Clone, PartialEq)]
pub struct Whisker {
    /// The name of what was measured.
    pub label: String,
    /// The number and the ends of its interval; `None` where nothing could be measured.
    pub value: Option<(f64, f64, f64)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Whiskers {
    pub title: String,
    pub axis: String,
    /// The value at which nothing is gained or lost; it gets a line of its own.
    pub even: Option<f64>,
    /// Whether the numbers are fractions of 1, to be shown in percent.
    pub share: bool,
    pub lines: Vec<Whisker>,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 290.0;
const RIGHT: f64 = 690.0;
const LINE: f64 = 30.0;
const TOP: f64 = 48.0;
const FOOT: f64 = 56.0;
/// The longest label that fits, in characters.
const LONGEST: usize = 40;

pub fn whiskers_svg(plot: &Whiskers) -> String {
    let height = TOP + plot.lines.len() as f64 * LINE + FOOT;
    let axis = if plot.share {
        Axis::of(0.0, 1.0, LEFT, RIGHT)
    } else {
        let values =
            plot.lines.iter().filter_map(|line| line.value).flat_map(|(value, low, high)| [value, low, high]);
        Axis::over(values.chain(plot.even), LEFT, RIGHT)
    };
    let word = |value: f64| if plot.share { format!("{} %", plain(value * 100.0)) } else { plain(value) };
    let told: Vec<String> = plot
        .lines
        .iter()
        .map(|line| match line.value {
            Some((value, low, high)) => {
                format!("{}: {} ({} to {})", line.label, word(value), word(low), word(high))
            }
            None => format!("{}: not measured", line.label),
        })
        .collect();
    document(WIDTH, height, &plot.title, &told.join("; "), |drawing| {
        drawing.lettering(Point::new(24.0, 28.0), "font-size=\"18\" font-weight=\"bold\"", &plot.title);
        axis.draw(drawing, TOP, height - FOOT, &plot.axis, word);
        if let Some(even) = plot.even {
            let line =
                format!("M{} {}V{}", number(axis.place(even)), number(TOP - 4.0), number(height - FOOT));
            drawing.path(
                &line,
                &format!("stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"", ink::BLACK),
            );
        }
        for (i, line) in plot.lines.iter().enumerate() {
            let y = TOP + (i as f64 + 0.5) * LINE;
            let label: String = if line.label.chars().count() > LONGEST {
                line.label.chars().take(LONGEST - 1).chain(['…']).collect()
            } else {
                line.label.clone()
            };
            drawing.lettering(Point::new(LEFT - 14.0, y + 5.0), "text-anchor=\"end\"", &label);
            let Some((value, low, high)) = line.value else { continue };
            let (low, high) = (axis.place(low.max(axis.low())), axis.place(high.min(axis.high())));
            let bar = format!(
                "M{0} {1}H{2}M{0} {3}v10M{2} {3}v10",
                number(low),
                number(y),
                number(high),
                number(y - 5.0)
            );
            drawing.path(&bar, &format!("stroke=\"{}\" stroke-width=\"2\"", ink::WATER_LINE));
            let mark = format!("M{} {}l6 6l-6 6l-6 -6z", number(axis.place(value)), number(y - 6.0));
            drawing.path(&mark, &format!("fill=\"{}\"", ink::BLACK));
            drawing.lettering(
                Point::new(RIGHT + 10.0, y + 5.0),
                "font-size=\"13\"",
                &word(rounded(value, plot.share)),
            );
        }
    })
}

/// A value to about three digits, to stand beside its whisker.
fn rounded(value: f64, share: bool) -> f64 {
    let scale = if share {
        1000.0
    } else if value.abs() < 10.0 {
        100.0
    } else {
        10.0
    };
    (value * scale).round() / scale
}
