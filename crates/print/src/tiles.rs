//! The map on as many sheets as it needs, to be cut out and glued together.

use render::{BLACK, Point};

use crate::lettering::Cut;
use crate::page::{Area, END, Page, Role, Window, mm, rectangle, strokes, text};
use crate::paper::{Paper, Scale};

/// The overlap of neighbouring sheets, in millimetres.
pub(crate) const OVERLAP: f64 = 10.0;
/// Clear paper at the sides and the top: room for marks within the area that any printer can print.
const MARGIN: f64 = 9.0;
/// Clear paper at the foot: room for label and plan as well.
const FOOT: f64 = 25.0;

/// How a map is divided into sheets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Division {
    /// The sheets' size in millimetres, portrait or landscape.
    sheet: (f64, f64),
    /// The number of sheets across and down.
    pub(crate) count: (usize, usize),
    /// The size of the picture on each sheet, in millimetres.
    picture: (f64, f64),
    /// Millimetres per unit of the drawing.
    unit: f64,
}

/// How many sheets a length takes, and how much of it is on each.
fn divide(length: f64, room: f64) -> (usize, f64) {
    let count = ((length - OVERLAP) / (room - OVERLAP)).ceil().max(1.0);
    (count as usize, (length + (count - 1.0) * OVERLAP) / count)
}

impl Division {
    /// The division of a drawing of that size that needs the fewest sheets; portrait if landscape
    /// is no better. `hex` is the width of a hex in units of the drawing.
    pub(crate) fn new(size: (f64, f64), hex: f64, paper: Paper, scale: Scale) -> Division {
        let unit = scale.hex / hex;
        let (width, height) = paper.size();
        let on = |sheet: (f64, f64)| {
            let (across, wide) = divide(size.0 * unit, sheet.0 - 2.0 * MARGIN);
            let (down, high) = divide(size.1 * unit, sheet.1 - MARGIN - FOOT);
            Division { sheet, count: (across, down), picture: (wide, high), unit }
        };
        let (upright, lying) = (on((width, height)), on((height, width)));
        let sheets = |division: Division| division.count.0 * division.count.1;
        if sheets(lying) < sheets(upright) { lying } else { upright }
    }

    /// The pages, row by row from the north-west.
    pub(crate) fn pages(self) -> Vec<Page> {
        let mut pages = Vec::new();
        for row in 0..self.count.1 {
            for column in 0..self.count.0 {
                pages.push(self.page(column, row));
            }
        }
        pages
    }

    fn page(self, column: usize, row: usize) -> Page {
        let (width, height) = self.picture;
        let corner = Point::new((self.sheet.0 - width) / 2.0, MARGIN + (self.room() - height) / 2.0);
        let on = Area { at: corner, width, height };
        let step = (width - OVERLAP, height - OVERLAP);
        let of = Area {
            at: Point::new(column as f64 * step.0 / self.unit, row as f64 * step.1 / self.unit),
            width: width / self.unit,
            height: height / self.unit,
        };
        let label = label(column, row);
        let mut page = Page::new(Role::Map(label.clone()), self.sheet);
        page.window = Some(Window { of, on });
        page.over.push_str(&self.marks(on, column, row));
        page.over.push_str(&self.plan(column, row));
        let foot = self.sheet.1 - 18.0;
        page.over.push_str(&text(Point::new(12.0, foot + 5.0), 8.0, Cut::Bold, "", &label));
        let (across, down) = self.count;
        let how = match (across * down, column > 0, row > 0) {
            (1, ..) => "The whole map.",
            (_, false, false) => "Glue its neighbours over its right and lower edge, mark to mark.",
            (_, true, false) => {
                "Cut along the marks at the left; glue it over the sheet to the left, mark to mark."
            }
            (_, false, true) => "Cut along the marks at the top; glue it over the sheet above, mark to mark.",
            (_, true, true) => {
                "Cut along the marks at the left and the top; glue it over the sheets there, mark to mark."
            }
        };
        page.over.push_str(&text(Point::new(30.0, foot + 1.5), 2.8, Cut::Roman, "", how));
        page.over.push_str(&measure(Point::new(30.0, foot + 5.0)));
        page
    }

    /// The height available for the picture.
    fn room(self) -> f64 {
        self.sheet.1 - MARGIN - FOOT
    }

    /// Marks outside the picture: where to cut, where the cut edges of the neighbours go, and the
    /// corners of the whole map.
    fn marks(self, on: Area, column: usize, row: usize) -> String {
        let (left, top) = (on.at.x, on.at.y);
        let (right, foot) = (left + on.width, top + on.height);
        let last = (column + 1 == self.count.0, row + 1 == self.count.1);
        let half = OVERLAP / 2.0;
        let uprights =
            [if column == 0 { left } else { left + half }, if last.0 { right } else { right - half }];
        let levels = [if row == 0 { top } else { top + half }, if last.1 { foot } else { foot - half }];
        let mut lines = Vec::new();
        for x in uprights {
            lines.push((Point::new(x, top - 1.0), Point::new(x, top - 4.5)));
            lines.push((Point::new(x, foot + 1.0), Point::new(x, foot + 4.5)));
        }
        for y in levels {
            lines.push((Point::new(left - 1.0, y), Point::new(left - 4.5, y)));
            lines.push((Point::new(right + 1.0, y), Point::new(right + 4.5, y)));
        }
        strokes(&lines)
    }

    /// The small plan of all sheets at the foot, with this one filled in.
    fn plan(self, column: usize, row: usize) -> String {
        let (across, down) = self.count;
        // At most as high as the foot allows, whatever the division.
        let high = (12.0 / down as f64).min(4.0);
        let wide = (high * self.picture.0 / self.picture.1).min(60.0 / across as f64);
        let corner =
            Point::new(self.sheet.0 - 12.0 - wide * across as f64, self.sheet.1 - 11.0 - high * down as f64);
        let mut plan = String::new();
        for y in 0..down {
            for x in 0..across {
                let at = corner.shifted(x as f64 * wide, y as f64 * high);
                let fill = if (x, y) == (column, row) { BLACK } else { "none" };
                let paint = format!("fill=\"{fill}\" stroke=\"{BLACK}\" stroke-width=\".2\"");
                plan.push_str(&rectangle(Area { at, width: wide, height: high }, &paint));
            }
        }
        let beside = Point::new(corner.x - 2.0, self.sheet.1 - 11.5);
        plan + &text(beside, 2.8, Cut::Italic, END, &format!("{across} by {down} sheets"))
    }
}

/// A line of 50 mm, to measure on the printed page.
pub(crate) fn measure(at: Point) -> String {
    let end = at.shifted(50.0, 0.0);
    let lines = [
        (at, end),
        (at.shifted(0.0, -0.9), at.shifted(0.0, 0.9)),
        (end.shifted(0.0, -0.9), end.shifted(0.0, 0.9)),
    ];
    let words = "This line measures 50 mm if the page was printed at its true size.";
    let words = text(end.shifted(2.0, 0.9), 2.5, Cut::Italic, "", words);
    format!("<g data-mm=\"{}\">{}{words}</g>", mm(50.0), strokes(&lines))
}

/// `A1`: columns by letters, rows by numbers.
fn label(column: usize, row: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &(row + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_go_on_after_z() {
        assert_eq!([label(0, 0), label(2, 4), label(25, 0), label(26, 9)], ["A1", "C5", "Z1", "AA10"]);
    }

    #[test]
    fn a_length_is_divided_evenly() {
        assert_eq!(divide(100.0, 190.0), (1, 100.0));
        assert_eq!(divide(190.0, 190.0), (1, 190.0));
        let (count, each) = divide(400.0, 190.0);
        assert_eq!(count, 3);
        assert!(each <= 190.0 && (each * 3.0 - 2.0 * OVERLAP - 400.0).abs() < 1e-9);
    }
}
