//! Text, tables and tracks set in columns, page after page.

use std::rc::Rc;

use render::Point;

use crate::page::{Page, Role};
use crate::paper::Paper;

use crate::page::mm;

/// Clear paper at the sides and the top, in millimetres.
const MARGIN: f64 = 12.0;
/// Clear paper at the foot, in millimetres.
const FOOT: f64 = 14.0;
/// The gap between columns, in millimetres.
const GAP: f64 = 6.0;
/// The least width of a column.
const NARROWEST: f64 = 86.0;

/// A drawing to be set in a column: SVG in millimetres, below and to the right of its origin.
#[derive(Debug, Clone, Default)]
pub(crate) struct Piece {
    pub(crate) height: f64,
    /// Clear paper above it, unless it is at the top of a column.
    pub(crate) gap: f64,
    pub(crate) svg: String,
    /// Whether it must be in the same column as the next piece.
    pub(crate) keep: bool,
    pub(crate) wide: bool,
    /// The heading repeated above it at the top of a column: the height and the drawing.
    pub(crate) head: Option<Rc<(f64, String)>>,
}

/// The columns of a paper size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Columns {
    sheet: (f64, f64),
    count: usize,
    /// Width of each column, in millimetres.
    pub(crate) width: f64,
    /// Width of all columns together, in millimetres.
    pub(crate) across: f64,
}

impl Columns {
    pub(crate) fn new(paper: Paper) -> Columns {
        let sheet = paper.size();
        let room = sheet.0 - 2.0 * MARGIN;
        let count = ((room + GAP) / (NARROWEST + GAP)).floor().max(1.0);
        Columns { sheet, count: count as usize, width: (room + GAP) / count - GAP, across: room }
    }

    /// Sets pieces. The first page has `banner` above its columns, which are shorter by that much.
    /// A piece that spans the columns comes below everything before it, and the columns continue
    /// below it.
    pub(crate) fn set(self, role: &Role, banner: &Piece, pieces: &[Piece]) -> Vec<Page> {
        let foot = self.sheet.1 - FOOT;
        let mut pages = vec![Page::new(role.clone(), self.sheet)];
        place(&mut pages, Point::new(MARGIN, MARGIN), &banner.svg);
        let mut page_top = MARGIN + banner.height;
        let (mut column, mut top, mut across) = (0, page_top, false);
        let mut y = top;
        let mut rest = pieces;
        while !rest.is_empty() {
            let together = rest.iter().position(|piece| !piece.keep).map_or(rest.len(), |last| last + 1);
            let (group, after) = rest.split_at(together);
            rest = after;
            let wide = group.iter().any(|piece| piece.wide);
            // Beside the contents of the first column there is no room for a piece that spans the
            // columns.
            let mut full = wide && column > 0;
            if across && !wide && y > page_top {
                top = y + group.first().map_or(0.0, |piece| piece.gap);
                y = top;
            }
            let begins = y == top;
            let gap = |i: usize, piece: &Piece| if i == 0 && begins { 0.0 } else { piece.gap };
            let needs: f64 = group.iter().enumerate().map(|(i, piece)| piece.height + gap(i, piece)).sum();
            if y + needs > foot && (!begins || top > page_top) {
                full |= wide || begins || column + 1 == self.count;
                column += 1;
                y = top;
            }
            if full {
                pages.push(Page::new(role.clone(), self.sheet));
                page_top = MARGIN;
                (column, top, y) = (0, page_top, page_top);
            }
            across = wide;
            let x = MARGIN + column as f64 * (self.width + GAP);
            for piece in group {
                if y > top {
                    y += piece.gap;
                } else if let Some(head) = &piece.head {
                    place(&mut pages, Point::new(x, y), &head.1);
                    y += head.0;
                }
                place(&mut pages, Point::new(x, y), &piece.svg);
                y += piece.height;
            }
        }
        pages
    }
}

fn place(pages: &mut [Page], at: Point, svg: &str) {
    if let (Some(page), false) = (pages.last_mut(), svg.is_empty()) {
        page.over.push_str(&format!("<g transform=\"translate({} {})\">{svg}</g>", mm(at.x), mm(at.y)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(height: f64, keep: bool, svg: &str) -> Piece {
        Piece { height, keep, svg: svg.to_owned(), ..Piece::default() }
    }

    #[test]
    fn pieces_fill_columns_and_pages_and_stay_with_what_they_head() {
        let columns = Columns::new(Paper::A4);
        assert_eq!(columns.count, 2);
        let banner = Piece::default();
        let set = |pieces: &[Piece]| columns.set(&Role::Charts, &banner, pieces);
        // A column of A4 is 271 mm high.
        assert_eq!(set(&[piece(135.0, false, "a"), piece(135.0, false, "b")]).len(), 1);
        let long = vec![piece(100.0, false, "x"); 5];
        assert_eq!(set(&long).len(), 2);
        let mut headed = vec![piece(100.0, false, "x"), piece(100.0, false, "x")];
        headed.extend([piece(50.0, true, "head"), piece(50.0, false, "body")]);
        let page = &set(&headed)[0].over;
        let second = format!("<g transform=\"translate({} 12)\">head</g>", mm(MARGIN + columns.width + GAP));
        assert!(page.contains(&second), "{page}");
    }

    #[test]
    fn what_goes_across_comes_below_and_the_columns_go_on_below_it() {
        let columns = Columns::new(Paper::A4);
        let banner = Piece::default();
        let set = |pieces: &[Piece]| columns.set(&Role::Charts, &banner, pieces);
        let across = |height: f64| Piece { wide: true, gap: 4.0, ..piece(height, false, "across") };
        let at = |x: f64, y: f64, what: &str| {
            format!("<g transform=\"translate({} {})\">{what}</g>", mm(x), mm(y))
        };
        let next = MARGIN + columns.width + GAP;
        let pages = set(&[
            piece(40.0, false, "a"),
            across(100.0),
            piece(100.0, false, "b"),
            piece(100.0, false, "c"),
            piece(100.0, false, "d"),
        ]);
        for place in [
            at(MARGIN, MARGIN, "a"),
            at(MARGIN, MARGIN + 44.0, "across"),
            at(MARGIN, MARGIN + 144.0, "b"),
            at(next, MARGIN + 144.0, "c"),
        ] {
            assert!(pages[0].over.contains(&place), "{place} in {}", pages[0].over);
        }
        assert!(pages[1].over.contains(&at(MARGIN, MARGIN, "d")), "{}", pages[1].over);
        // There is no room once the second column has begun.
        let pages = set(&[piece(200.0, false, "a"), piece(100.0, false, "b"), across(100.0)]);
        assert!(pages[1].over.contains(&at(MARGIN, MARGIN, "across")), "{}", pages[1].over);
        // Nothing is set into the foot below a piece that spans the columns.
        let pages = set(&[across(200.0), piece(100.0, false, "b")]);
        assert!(pages[1].over.contains(&at(MARGIN, MARGIN, "b")), "{}", pages[1].over);
    }

    #[test]
    fn a_table_that_goes_on_has_its_head_again() {
        let head = Rc::new((10.0, "head".to_owned()));
        let row = Piece { height: 30.0, svg: "row".to_owned(), head: Some(head), ..Piece::default() };
        let pages = Columns::new(Paper::A4).set(&Role::Charts, &Piece::default(), &vec![row; 20]);
        let all: String = pages.iter().map(|page| page.over.as_str()).collect();
        assert_eq!(all.matches("row").count(), 20);
        assert_eq!(all.matches("head").count(), 3);
    }
}
