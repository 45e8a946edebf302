//! A printed page: a drawing in millimetres, with an optional window on the map below it.

use render::{BLACK, Point, SERIF, escape};

use crate::lettering::Cut;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// The title, the sources, and how to print.
    Title,
    Charts,
    /// A part of the map, with its label, such as `B2`: columns by letters, rows by numbers.
    Map(String),
    /// The fronts of counters; sheets are counted from 1.
    Fronts(usize),
    /// The backs of those counters, mirrored.
    Backs(usize),
}

/// A rectangle: its north-west corner and its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub at: Point,
    pub width: f64,
    pub height: f64,
}

impl Area {
    /// Whether a point is in it or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        let slack = 1e-6;
        (self.at.x - slack..=self.at.x + self.width + slack).contains(&point.x)
            && (self.at.y - slack..=self.at.y + self.height + slack).contains(&point.y)
    }
}

/// A part of the map shown on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The part shown, in units of the map's drawing.
    pub of: Area,
    /// Its position on the page, in millimetres.
    pub on: Area,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    pub role: Role,
    /// In millimetres, as is the height.
    pub width: f64,
    pub height: f64,
    /// The part of the map it shows.
    pub window: Option<Window>,
    /// A drawing over it: SVG in millimetres.
    pub(crate) over: String,
}

impl Page {
    pub(crate) fn new(role: Role, (width, height): (f64, f64)) -> Page {
        Page { role, width, height, window: None, over: String::new() }
    }

    /// The page without its window, as a document.
    pub(crate) fn over_svg(&self) -> String {
        format!("{}{}</svg>", self.opening(), self.over)
    }

    /// The page as a document; `map` is the drawing that windows show a part of, in its own units.
    pub(crate) fn svg(&self, map: &str) -> String {
        let mut svg = self.opening();
        if let Some(Window { of, on }) = self.window {
            svg.push_str(&format!(
                "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" \
                 preserveAspectRatio=\"none\">{map}</svg>",
                mm(on.at.x),
                mm(on.at.y),
                mm(on.width),
                mm(on.height),
                mm(of.at.x),
                mm(of.at.y),
                mm(of.width),
                mm(of.height)
            ));
        }
        svg + &self.over + "</svg>"
    }

    fn opening(&self) -> String {
        let (width, height) = (mm(self.width), mm(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">"
        )
    }
}

/// A length in thousandths, in its shortest form.
pub(crate) fn mm(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A line of book lettering. `more` are further attributes, each after a space.
pub(crate) fn text(at: Point, size: f64, cut: Cut, more: &str, words: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" {SERIF} font-size=\"{}\" fill=\"{BLACK}\"{}{more}>{}</text>",
        mm(at.x),
        mm(at.y),
        mm(size),
        cut.attributes(),
        escape(words)
    )
}

pub(crate) const MIDDLE: &str = " text-anchor=\"middle\"";
pub(crate) const END: &str = " text-anchor=\"end\"";

/// A rectangle. `paint` are its fill and stroke.
pub(crate) fn rectangle(area: Area, paint: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {paint}/>",
        mm(area.at.x),
        mm(area.at.y),
        mm(area.width),
        mm(area.height)
    )
}

/// Straight strokes between pairs of points, 0.2 mm wide.
pub(crate) fn strokes(lines: &[(Point, Point)]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let data: String = lines
        .iter()
        .map(|(from, to)| format!("M{} {}L{} {}", mm(from.x), mm(from.y), mm(to.x), mm(to.y)))
        .collect();
    format!("<path fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".2\" d=\"{data}\"/>")
}

/// The line at the foot of every page.
pub(crate) fn footer(page: &mut Page, title: &str, number: usize, of: usize) {
    let y = page.height - 6.5;
    page.over.push_str(&text(Point::new(12.0, y), 2.7, Cut::Italic, "", title));
    let number = format!("page {number} of {of}");
    page.over.push_str(&text(Point::new(page.width - 12.0, y), 2.7, Cut::Roman, END, &number));
}
