//! Print and play: a booklet with the map to scale, the counters front and back, and the charts.
//!
//! This module draws everything and knows nothing: the contents of charts and counters come from
//! the caller as plain values. The map and the counters are drawn by the same code as on the
//! screen. The same input always gives the same bytes.

#![warn(unreachable_pub)]

mod chart;
mod flow;
mod lettering;
mod page;
mod paper;
mod pdf;
mod sheets;
mod tiles;

pub use chart::{Block, Table, Tray, Turn};
pub use page::{Area, Page, Role, Window};
pub use paper::{Paper, Scale};
pub use pdf::PdfError;
pub use sheets::Counter;

use hexmap::Map;
use render::{Geometry, MapOptions, Point, map_picture};

use chart::Setter;
use flow::{Columns, Piece};
use lettering::{Cut, Lettering};
use page::{MIDDLE, text};
use tiles::Division;

/// The printed matter besides the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kit {
    pub title: String,
    pub subtitle: String,
    /// Text on the title page before the list of pages.
    pub about: Vec<Block>,
    /// Text printed after the list of pages.
    pub notices: Vec<Block>,
    pub charts: Vec<Block>,
    /// The counters, in the order in which they are laid out.
    pub counters: Vec<Counter>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printing {
    pub paper: Paper,
    /// The size of hexes and counters.
    pub scale: Scale,
    pub map: MapOptions,
}

/// A booklet ready to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Booklet {
    title: String,
    pages: Vec<Page>,
    /// The map's drawing as a document, and its size in its own units.
    map: String,
    size: (f64, f64),
}

impl Booklet {
    /// Lays out the pages: title, charts, map, counters.
    pub fn new(map: &Map, kit: &Kit, printing: &Printing) -> Booklet {
        let geometry = Geometry::new(map);
        let size = (geometry.width(), geometry.height());
        let lettering = Lettering::new();
        let columns = Columns::new(printing.paper);
        let counter = printing.scale.counter;
        let setter = Setter { lettering: &lettering, width: columns.width, across: columns.across, counter };
        let charts = match &*kit.charts {
            [] => Vec::new(),
            charts => columns.set(&Role::Charts, &Piece::default(), &setter.pieces(charts)),
        };
        let division = Division::new(size, geometry.hex_width(), printing.paper, printing.scale);
        let tiles = division.pages();
        let counters = sheets::pages(&kit.counters, printing.paper, printing.scale);

        let banner = banner(kit, printing.paper);
        let counts = [charts.len(), tiles.len(), counters.len()];
        let cover = |front: usize| {
            let mut blocks = kit.about.clone();
            blocks.extend(contents(front, counts, division.count));
            blocks.extend(kit.notices.iter().cloned());
            columns.set(&Role::Title, &banner, &setter.pieces(&blocks))
        };
        // The list of pages has the same length whatever its numbers, so one trial layout shows how
        // many pages it takes.
        let mut pages = cover(cover(1).len());
        pages.extend(charts.into_iter().chain(tiles).chain(counters));
        let of = pages.len();
        let title = format!("{}, {}", kit.title, kit.subtitle);
        for (i, page) in pages.iter_mut().enumerate() {
            page::footer(page, &title, i + 1, of);
        }
        Booklet { title, pages, map: map_picture(map, &printing.map), size }
    }

    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Every page as an SVG document of the paper's size. A page with a part of the map contains
    /// the whole map, clipped to its window.
    pub fn svgs(&self) -> impl Iterator<Item = String> {
        self.pages.iter().map(|page| page.svg(&self.map))
    }

    /// All pages as one PDF with embedded fonts.
    ///
    /// # Errors
    /// None that a map or kit can cause.
    pub fn pdf(&self) -> Result<Vec<u8>, PdfError> {
        pdf::pdf(&self.title, &self.pages, &self.map, self.size)
    }
}

/// Title and subtitle across the page.
fn banner(kit: &Kit, paper: Paper) -> Piece {
    let middle = paper.size().0 / 2.0 - 12.0;
    let mut svg = text(Point::new(middle, 13.0), 13.0, Cut::Bold, MIDDLE, &kit.title);
    svg.push_str(&text(Point::new(middle, 21.0), 4.6, Cut::Italic, MIDDLE, &kit.subtitle));
    Piece { height: 30.0, svg, ..Piece::default() }
}

/// The list of pages, and how to print them. `front` pages come first, then charts, map and
/// counters.
fn contents(front: usize, [charts, map, counters]: [usize; 3], (across, down): (usize, usize)) -> Vec<Block> {
    let mut rows = Vec::new();
    let mut first = front + 1;
    let sheets = |count: usize| if count == 1 { "one sheet".to_owned() } else { format!("{count} sheets") };
    let tiles = if map == 1 { sheets(1) } else { format!("{across} by {down} sheets") };
    let parts = [
        (charts, "Charts".to_owned(), "on one side or both".to_owned()),
        (map, format!("Map, {tiles}"), "on one side".to_owned()),
        (counters, format!("Counters, {}", sheets(counters / 2)), "on both sides".to_owned()),
    ];
    for (count, what, how) in parts {
        if count > 0 {
            let last = first + count - 1;
            let which = if count == 1 { first.to_string() } else { format!("{first}-{last}") };
            rows.push(vec![which, what, how]);
            first = last + 1;
        }
    }
    let head = ["Pages", "What", "Print"].map(str::to_owned).to_vec();
    let how = "Print at the true size (100 percent, not fitted to the page) and measure the line at the foot of a map sheet. \
               Counters: both sides of stiff paper, turned over the long edge; hold it against the light to see whether the \
               crosses meet. Or print them on two sheets and glue these back to back. Cut along the marks.";
    vec![Block::Table(Table { title: "In this booklet".to_owned(), head, rows }), Block::Text(how.to_owned())]
}
