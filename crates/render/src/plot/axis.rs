//! The axis along the foot of a plot: round numbers, with a faint line up from each.

use crate::geometry::Point;
use crate::ink;
use crate::pen::{Drawing, number};

#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    left: f64,
    right: f64,
}

impl Axis {
    /// The axis from `left` to `right` that covers these values and has round ends.
    pub(super) fn over(values: impl Iterator<Item = f64>, left: f64, right: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 1.0, high + 1.0);
        }
        let step = step(high - low);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, left, right }
    }

    /// The axis of exactly that range.
    pub(super) fn of(low: f64, high: f64, left: f64, right: f64) -> Axis {
        Axis { low, high, left, right }
    }

    pub(super) fn low(&self) -> f64 {
        self.low
    }

    pub(super) fn high(&self) -> f64 {
        self.high
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)
    }

    /// Draws the axis, its lines from `top` down to `foot`, and the name of what it measures below.
    pub(super) fn draw(
        &self,
        drawing: &mut Drawing,
        top: f64,
        foot: f64,
        label: &str,
        word: impl Fn(f64) -> String,
    ) {
        let step = step(self.high - self.low);
        let ticks = ((self.high - self.low) / step).round() as i64;
        let mut lines = String::new();
        for i in 0..=ticks {
            let value = self.low + i as f64 * step;
            let x = self.place(value);
            lines.push_str(&format!("M{} {}V{}", number(x), number(top), number(foot + 5.0)));
            let at = Point::new(x, foot + 20.0);
            drawing.lettering(at, "text-anchor=\"middle\" font-size=\"12\"", &word(value));
        }
        drawing.path(&lines, &format!("stroke=\"{}\" stroke-width=\".5\" opacity=\".45\"", ink::BLACK));
        let rule = format!("M{} {}H{}", number(self.left), number(foot), number(self.right));
        drawing.path(&rule, &format!("stroke=\"{}\"", ink::BLACK));
        let middle = Point::new((self.left + self.right) / 2.0, foot + 40.0);
        drawing.lettering(middle, "text-anchor=\"middle\" font-style=\"italic\"", label);
    }
}

/// The distance between the numbers on an axis of that length: one, two or five times a power of
/// ten, so that there are at most ten of them.
fn step(length: f64) -> f64 {
    let power = 10_f64.powf((length / 10.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|step| length / step <= 10.0)
        .unwrap_or(10.0 * power)
}

/// A value in its shortest form.
pub(super) fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.replacen('-', "\u{2212}", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_an_axis_are_round_and_few() {
        for (length, distance) in [(1.0, 0.1), (10.0, 1.0), (11.0, 2.0), (87.0, 10.0), (340.0, 50.0)] {
            assert!((step(length) - distance).abs() < 1e-9, "{length}: {}", step(length));
        }
        let axis = Axis::over([-37.0, 22.0].into_iter(), 0.0, 100.0);
        assert_eq!((axis.low(), axis.high()), (-40.0, 30.0));
        let one = Axis::over([5.0].into_iter(), 0.0, 100.0);
        assert!(one.low() < 5.0 && one.high() > 5.0);
        assert_eq!(
            (plain(-2.50), plain(-0.001), plain(20.0)),
            ("\u{2212}2.5".to_owned(), "0".to_owned(), "20".to_owned())
        );
    }
}
