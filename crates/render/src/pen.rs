//! Writes SVG: path data in tenths of a unit, relative and short, and elements with escaped text.

use std::fmt::Write as _;

use crate::geometry::Point;

/// Path data under construction. Coordinates are rounded to tenths, and relative ones are computed
/// from the rounded position of the pen, so that errors do not add up.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    data: String,
    at: (i64, i64),
    start: (i64, i64),
    last: char,
}

fn tenths(point: Point) -> (i64, i64) {
    ((point.x * 10.0).round() as i64, (point.y * 10.0).round() as i64)
}

/// A number of tenths, as short as SVG allows: `.5`, `-3`, `12.4`.
fn push_tenths(to: &mut String, tenths: i64) {
    if tenths < 0 {
        to.push('-');
    }
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if whole != 0 || rest == 0 {
        let _ = write!(to, "{whole}");
    }
    if rest != 0 {
        let _ = write!(to, ".{rest}");
    }
}

/// A length or coordinate, rounded to tenths.
pub(crate) fn number(value: f64) -> String {
    let mut text = String::new();
    push_tenths(&mut text, (value * 10.0).round() as i64);
    text
}

impl Pen {
    pub(crate) fn new() -> Pen {
        Pen::default()
    }

    pub(crate) fn finish(self) -> String {
        self.data
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    fn command(&mut self, letter: char) {
        if self.last != letter {
            self.data.push(letter);
            self.last = letter;
        }
    }

    fn pair(&mut self, (x, y): (i64, i64)) {
        for value in [x, y] {
            let touches = self.data.ends_with(|c: char| c.is_ascii_digit());
            if touches && value >= 0 {
                self.data.push(' ');
            }
            push_tenths(&mut self.data, value);
        }
    }

    fn relative(&self, to: (i64, i64)) -> (i64, i64) {
        (to.0 - self.at.0, to.1 - self.at.1)
    }

    /// Lifts the pen and sets it down at `to`.
    pub(crate) fn move_to(&mut self, to: Point) {
        let to = tenths(to);
        // Absolute, with the letter repeated: a second pair after `M` would be a line.
        self.data.push('M');
        self.last = 'M';
        self.pair(to);
        self.at = to;
        self.start = to;
    }

    pub(crate) fn line_to(&mut self, to: Point) {
        let to = tenths(to);
        let by = self.relative(to);
        self.command('l');
        self.pair(by);
        self.at = to;
    }

    pub(crate) fn quad_to(&mut self, control: Point, to: Point) {
        let (control, to) = (tenths(control), tenths(to));
        let (c, t) = (self.relative(control), self.relative(to));
        self.command('q');
        self.pair(c);
        self.pair(t);
        self.at = to;
    }

    /// A straight line back to where the pen was last set down.
    pub(crate) fn close(&mut self) {
        self.data.push('z');
        self.last = 'z';
        self.at = self.start;
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.move_to(first);
        for &point in rest {
            self.line_to(point);
        }
        self.close();
    }

    /// An open line of straight segments.
    pub(crate) fn polyline(&mut self, points: &[Point]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.move_to(first);
        for &point in rest {
            self.line_to(point);
        }
    }

    /// A smooth closed curve that is drawn towards each point in turn and passes halfway between
    /// them.
    pub(crate) fn smooth_loop(&mut self, points: &[Point]) {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        self.move_to(last.middle(first));
        for (i, &point) in points.iter().enumerate() {
            let next = points[(i + 1) % points.len()];
            self.quad_to(point, point.middle(next));
        }
        // The pen is back at its start. A closing `z` would add a line of zero length, and some
        // browsers draw its dashes as a blot.
    }

    /// A smooth open curve from the first point to the last, drawn towards those between.
    pub(crate) fn smooth_line(&mut self, points: &[Point]) {
        match points {
            [] | [_] => {}
            [a, b] => self.polyline(&[*a, *b]),
            [first, inner @ .., last] => {
                self.move_to(*first);
                for (i, &point) in inner.iter().enumerate() {
                    let to = if i + 1 == inner.len() { *last } else { point.middle(inner[i + 1]) };
                    self.quad_to(point, to);
                }
            }
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Drawing {
    text: String,
}

impl Drawing {
    pub(crate) fn new() -> Drawing {
        Drawing::default()
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    pub(crate) fn raw(&mut self, svg: &str) {
        self.text.push_str(svg);
    }

    /// A path with these additional attributes; nothing if there is no path data.
    pub(crate) fn path(&mut self, data: &str, attributes: &str) {
        if !data.is_empty() {
            let _ = write!(self.text, "<path {attributes} d=\"{data}\"/>");
        }
    }

    /// A reference to something defined earlier.
    pub(crate) fn reuse(&mut self, id: &str, attributes: &str) {
        let _ = write!(self.text, "<use href=\"#{id}\" {attributes}/>");
    }

    pub(crate) fn lettering(&mut self, at: Point, attributes: &str, text: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        let _ = write!(
            self.text,
            "<text x=\"{}\" y=\"{}\"{space}{attributes}>{}</text>",
            number(at.x),
            number(at.y),
            escape(text)
        );
    }
}

/// Escapes text for SVG content and attribute values. Characters that XML cannot hold become
/// spaces.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}
