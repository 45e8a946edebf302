//! Counters on sheets, front and back, for two-sided printing.

use render::{BLACK, COUNTER_SIZE, Face, Point, escape};

use crate::lettering::Cut;
use crate::page::{Area, MIDDLE, Page, Role, mm, rectangle, strokes, text};
use crate::paper::{Paper, Scale};

/// The gap between counters, in millimetres; filled with the colour of the counters, so that a cut
/// may be inaccurate.
const GUTTER: f64 = 2.0;
/// Clear paper at the sides; the marks are in it.
const MARGIN: f64 = 12.0;
/// Clear paper above the counters; heading and marks are in it.
const TOP: f64 = 28.0;
/// Clear paper below them, in millimetres.
const FOOT: f64 = 20.0;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// Its id in the data, which is unique.
    pub id: String,
    pub front: Face,
    pub back: Face,
}

/// How counters are laid out on a sheet: in a centred grid, so that the back is its mirror image.
struct Grid {
    sheet: (f64, f64),
    counter: f64,
    columns: usize,
    rows: usize,
}

impl Grid {
    fn new(paper: Paper, scale: Scale) -> Grid {
        let sheet = paper.size();
        let fit = |room: f64| (((room + GUTTER) / (scale.counter + GUTTER)).floor() as usize).max(1);
        Grid {
            sheet,
            counter: scale.counter,
            columns: fit(sheet.0 - 2.0 * MARGIN),
            rows: fit(sheet.1 - TOP - FOOT),
        }
    }

    /// The north-west corner of a counter on the front.
    fn place(&self, index: usize) -> Point {
        let step = self.counter + GUTTER;
        let left = (self.sheet.0 - (self.columns as f64 * step - GUTTER)) / 2.0;
        let (column, row) = (index % self.columns, index / self.columns);
        Point::new(left + column as f64 * step, TOP + row as f64 * step)
    }

    /// The same position seen from the back, with the sheet turned over its long edge.
    fn mirrored(&self, front: Point) -> Point {
        Point::new(self.sheet.0 - front.x - self.counter, front.y)
    }

    /// The lines along which `count` counters are cut, as strokes outside them.
    fn cuts(&self, count: usize) -> String {
        let across = count.min(self.columns);
        let down = count.div_ceil(self.columns);
        let first = self.place(0);
        let last = self.place((down - 1) * self.columns + across - 1).shifted(self.counter, self.counter);
        let mut lines = Vec::new();
        for column in 0..across {
            let x = self.place(column).x;
            for x in [x, x + self.counter] {
                lines.push((Point::new(x, first.y - 1.6), Point::new(x, first.y - 5.0)));
                lines.push((Point::new(x, last.y + 1.6), Point::new(x, last.y + 5.0)));
            }
        }
        for row in 0..down {
            let y = self.place(row * self.columns).y;
            for y in [y, y + self.counter] {
                lines.push((Point::new(first.x - 1.6, y), Point::new(first.x - 5.0, y)));
                lines.push((Point::new(last.x + 1.6, y), Point::new(last.x + 5.0, y)));
            }
        }
        strokes(&lines)
    }

    /// Crosses in circles at positions that are their own mirror images, to align the two sides of
    /// the sheet.
    fn register(&self) -> String {
        let (width, height) = self.sheet;
        let mut lines = Vec::new();
        let mut circles = String::new();
        for x in [MARGIN, width / 2.0, width - MARGIN] {
            for y in [10.0, height - 14.0] {
                let at = Point::new(x, y);
                lines.push((at.shifted(-3.0, 0.0), at.shifted(3.0, 0.0)));
                lines.push((at.shifted(0.0, -3.0), at.shifted(0.0, 3.0)));
                circles.push_str(&format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"1.8\" fill=\"none\" stroke=\"{BLACK}\" stroke-width=\".2\"/>",
                    mm(x),
                    mm(y)
                ));
            }
        }
        strokes(&lines) + &circles
    }
}

/// The sheets, each front followed by its back.
pub(crate) fn pages(counters: &[Counter], paper: Paper, scale: Scale) -> Vec<Page> {
    let grid = Grid::new(paper, scale);
    let mut pages = Vec::new();
    let sheets = counters.chunks(grid.columns * grid.rows);
    let count = sheets.len();
    for (i, sheet) in sheets.enumerate() {
        let mut front = Page::new(Role::Fronts(i + 1), grid.sheet);
        let mut back = Page::new(Role::Backs(i + 1), grid.sheet);
        let of = if count > 1 { format!(", sheet {} of {count}", i + 1) } else { String::new() };
        let heading = |page: &mut Page, words: &str, how: &str| {
            let middle = Point::new(grid.sheet.0 / 2.0, 17.0);
            page.over.push_str(&text(middle, 3.6, Cut::Bold, MIDDLE, words));
            page.over.push_str(&text(middle.shifted(0.0, 3.8), 2.5, Cut::Italic, MIDDLE, how));
            page.over.push_str(&grid.register());
        };
        let how = "Print this page and the next on both sides of a sheet that is turned over its long edge.";
        heading(&mut front, &format!("Counters, front{of}"), how);
        heading(&mut back, &format!("Counters, back{of}"), "The back of the page before.");
        front.over.push_str(&grid.cuts(sheet.len()));
        for (place, counter) in sheet.iter().enumerate() {
            let at = grid.place(place);
            draw(&mut front, &counter.id, "front", &counter.front, at, scale.counter);
            draw(&mut back, &counter.id, "back", &counter.back, grid.mirrored(at), scale.counter);
        }
        pages.extend([front, back]);
    }
    pages
}

/// Draws one side of a counter, with its colour extended to the middle of the gutter.
fn draw(page: &mut Page, id: &str, side: &str, face: &Face, at: Point, size: f64) {
    let half = GUTTER / 2.0;
    let bleed = Area { at: at.shifted(-half, -half), width: size + GUTTER, height: size + GUTTER };
    page.over.push_str(&rectangle(bleed, &format!("fill=\"{}\"", face.ground())));
    page.over.push_str(&format!(
        "<g data-{side}=\"{}\" transform=\"translate({} {}) scale({:.6})\"><title>{}</title>{}</g>",
        escape(id),
        mm(at.x),
        mm(at.y),
        size / f64::from(COUNTER_SIZE),
        escape(&face.title()),
        face.drawing()
    ));
}
