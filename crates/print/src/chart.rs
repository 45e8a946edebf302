//! The blocks of a page of text: headings, paragraphs, tables, tracks, and boxes for counters.

use std::rc::Rc;

use render::{BLACK, Point};

use crate::flow::Piece;
use crate::lettering::{Cut, Lettering};
use crate::page::{Area, END, MIDDLE, rectangle, text};

/// The size of running text, in millimetres.
const SIZE: f64 = 2.9;
/// A table's lettering is at least this fraction of that.
const SMALLEST: f64 = 0.65;
/// Below this fraction the table goes across the page.
const CRAMPED: f64 = 0.9;
/// Likewise if one of its rows would need more lines than this.
const TALLEST: f64 = 5.0;
const LINE: f64 = 3.75;
/// How many rows of counters there is room for in a box.
const TRAY: u8 = 3;
/// The distance between the edge of a cell and its text.
const PAD: f64 = 1.1;

/// A block of a page of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Heading(String),
    Text(String),
    Table(Table),
    /// A square for each game-turn, large enough for a counter.
    Track(Vec<Turn>),
    /// Boxes for many counters, side by side.
    Trays(Vec<Tray>),
}

/// A box in which counters lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tray {
    pub name: String,
    /// Its use, a few words per line.
    pub notes: Vec<String>,
}

/// A table. Every row has as many cells as there are column heads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub number: String,
    pub night: bool,
    /// Its events, a few words per line.
    pub notes: Vec<String>,
}

/// Sets blocks as pieces of a column.
pub(crate) struct Setter<'a> {
    pub(crate) lettering: &'a Lettering,
    pub(crate) width: f64,
    /// The width of all columns together, for a table that needs it.
    pub(crate) across: f64,
    /// The edge length of a counter.
    pub(crate) counter: f64,
}

impl Setter<'_> {
    pub(crate) fn pieces(&self, blocks: &[Block]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for block in blocks {
            match block {
                Block::Heading(words) => pieces.push(self.heading(words)),
                Block::Text(words) => pieces.extend(self.text(words)),
                Block::Table(table) => pieces.extend(self.table(table)),
                Block::Track(turns) => pieces.extend(self.track(turns)),
                Block::Trays(trays) => pieces.extend(self.trays(trays)),
            }
        }
        pieces
    }

    fn heading(&self, words: &str) -> Piece {
        let size = 4.2;
        let lines = self.lettering.wrap(words, Cut::Bold, size, self.width);
        let mut svg = String::new();
        for (i, line) in lines.iter().enumerate() {
            svg.push_str(&text(Point::new(0.0, (i as f64 + 0.8) * 5.2), size, Cut::Bold, "", line));
        }
        Piece { height: lines.len() as f64 * 5.2 + 0.6, gap: 5.0, svg, keep: true, ..Piece::default() }
    }

    /// A paragraph, one piece per line, so that it can continue in the next column.
    fn text(&self, words: &str) -> Vec<Piece> {
        let lines = self.lettering.wrap(words, Cut::Roman, SIZE, self.width);
        let count = lines.len();
        let line = |(i, line): (usize, &String)| Piece {
            height: LINE,
            gap: if i == 0 { 1.2 } else { 0.0 },
            svg: text(Point::new(0.0, LINE * 0.75), SIZE, Cut::Roman, "", line),
            // Neither its first nor its last line stands alone in a column.
            keep: i == 0 && count > 1 || i + 2 == count,
            ..Piece::default()
        };
        lines.iter().enumerate().map(line).collect()
    }

    /// A table: in the column, or across all columns if it is cramped there.
    fn table(&self, table: &Table) -> Vec<Piece> {
        let narrow = self.rows(table);
        if self.across <= self.width {
            return narrow;
        }
        let tallest = narrow.iter().map(|piece| piece.height).fold(0.0, f64::max);
        let cramped = self.size(table) < SIZE * CRAMPED || tallest > LINE * TALLEST;
        if !cramped {
            return narrow;
        }
        let mut wide = Setter { width: self.across, ..*self }.rows(table);
        wide.iter_mut().for_each(|piece| piece.wide = true);
        wide
    }

    fn rows(&self, table: &Table) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if !table.title.is_empty() {
            pieces.push(self.heading(&table.title));
        }
        let size = self.size(table);
        let widths = self.widths(table, size);
        // Columns of figures and other short entries are centred, columns of words are flush left.
        let centred: Vec<bool> = (0..table.head.len())
            .map(|column| column > 0 && table.rows.iter().all(|row| short(row.get(column))))
            .collect();
        let (head, height) = self.row(&table.head, &widths, &centred, (Cut::Bold, size), "#d9cba8");
        let repeated = Rc::new((height, head.clone()));
        if table.head.iter().any(|words| !words.is_empty()) {
            pieces.push(Piece { height, gap: 0.8, svg: head, keep: true, ..Piece::default() });
        }
        for (i, row) in table.rows.iter().enumerate() {
            let ground = if i % 2 == 0 { "#fff" } else { "#f3eddd" };
            let (svg, height) = self.row(row, &widths, &centred, (Cut::Roman, size), ground);
            let head = Some(Rc::clone(&repeated));
            pieces.push(Piece { height, svg, keep: i == 0, head, ..Piece::default() });
        }
        if let Some(last) = pieces.last_mut() {
            last.keep = false;
        }
        pieces
    }

    /// The least width of each column without breaking a word.
    fn least(&self, table: &Table, size: f64) -> Vec<f64> {
        let widest = |column: usize| {
            let each =
                cells(table, column).flat_map(|(words, cut)| words.split(' ').map(move |word| (word, cut)));
            each.map(|(word, cut)| self.lettering.width(word, cut, size)).fold(0.0, f64::max) + 2.0 * PAD
        };
        (0..table.head.len()).map(widest).collect()
    }

    /// The size of a table's lettering: smaller where its words would otherwise have to be broken.
    fn size(&self, table: &Table) -> f64 {
        let padding = 2.0 * PAD * table.head.len() as f64;
        let words = self.least(table, SIZE).iter().sum::<f64>() - padding;
        let room = (self.width - padding) / words;
        if words > 0.0 && room < 1.0 { SIZE * room.max(SMALLEST) } else { SIZE }
    }

    /// The widths of the columns: as their texts need; if that is too much the widest are narrowed;
    /// what is left over is shared out.
    fn widths(&self, table: &Table, size: f64) -> Vec<f64> {
        let cells = |column: usize| cells(table, column);
        let measure = |words: &str, cut: Cut| self.lettering.width(words, cut, size);
        let mut widths: Vec<f64> = (0..table.head.len())
            .map(|column| {
                let widest = cells(column).map(|(words, cut)| measure(words, cut)).fold(0.0, f64::max);
                widest + 2.0 * PAD
            })
            .collect();
        let total: f64 = widths.iter().sum();
        if total <= self.width {
            let more = (self.width - total) / widths.len().max(1) as f64;
            widths.iter_mut().for_each(|width| *width += more);
            return widths;
        }
        let mut least = self.least(table, size);
        // If there is still no room, words are broken in all columns alike.
        if least.iter().sum::<f64>() > self.width {
            let most = self.width / widths.len() as f64;
            least.iter_mut().for_each(|width| *width = width.min(most));
        }
        share(self.width, &widths, &least)
    }

    /// A row of cells and its height.
    fn row(
        &self,
        cells: &[String],
        widths: &[f64],
        centred: &[bool],
        (cut, size): (Cut, f64),
        ground: &str,
    ) -> (String, f64) {
        let high = LINE * size / SIZE;
        let lines: Vec<Vec<String>> = cells
            .iter()
            .zip(widths)
            .map(|(words, width)| self.lettering.wrap(words, cut, size, width - 2.0 * PAD + 0.01))
            .collect();
        let most = lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let height = most as f64 * high + 1.0;
        let paint = format!("fill=\"{ground}\" stroke=\"{BLACK}\" stroke-width=\".12\"");
        let mut svg = String::new();
        let mut x = 0.0;
        for ((lines, &width), &centred) in lines.iter().zip(widths).zip(centred) {
            svg.push_str(&rectangle(Area { at: Point::new(x, 0.0), width, height }, &paint));
            let (at, more) = if centred { (x + width / 2.0, MIDDLE) } else { (x + PAD, "") };
            for (i, line) in lines.iter().enumerate() {
                let y = 0.5 + (i as f64 + 0.75) * high;
                svg.push_str(&text(Point::new(at, y), size, cut, more, line));
            }
            x += width;
        }
        (svg, height)
    }

    /// Rows of squares that hold a counter without hiding the number.
    fn track(&self, turns: &[Turn]) -> Vec<Piece> {
        let least = (self.counter + 5.0).max(17.5);
        let across = (self.width / least).floor().max(1.0);
        let side = self.width / across;
        let high = self.counter + 9.5;
        turns
            .chunks(across as usize)
            .map(|row| {
                let svg = row.iter().enumerate().map(|(i, turn)| square(turn, i as f64 * side, side, high));
                Piece { height: high, svg: svg.collect(), ..Piece::default() }
            })
            .collect()
    }

    /// A row of boxes, each high enough for a few rows of counters.
    fn trays(&self, trays: &[Tray]) -> Option<Piece> {
        let width = self.width / trays.len() as f64;
        let height = 8.0 + f64::from(TRAY) * (self.counter + 1.5);
        let paint = format!("fill=\"#fff\" stroke=\"{BLACK}\" stroke-width=\".3\"");
        let svg = trays.iter().enumerate().map(|(i, tray)| {
            let x = i as f64 * width;
            let mut svg = rectangle(Area { at: Point::new(x, 0.0), width, height }, &paint);
            svg.push_str(&text(Point::new(x + width / 2.0, 5.0), 3.6, Cut::Bold, MIDDLE, &tray.name));
            let count = tray.notes.len() as f64;
            for (i, note) in tray.notes.iter().enumerate() {
                let y = height - 1.4 - (count - 1.0 - i as f64) * 2.9;
                svg.push_str(&text(Point::new(x + width / 2.0, y), 2.4, Cut::Roman, MIDDLE, note));
            }
            svg
        });
        (!trays.is_empty()).then(|| Piece { height, svg: svg.collect(), ..Piece::default() })
    }
}

/// Shares `room` out among columns that need more: each gets a share proportional to the root of
/// its need, since long texts can be broken, but no more than it needs and no less than its
/// `least`.
fn share(room: f64, needs: &[f64], least: &[f64]) -> Vec<f64> {
    let mut given: Vec<Option<f64>> = vec![None; needs.len()];
    loop {
        let left = room - given.iter().flatten().sum::<f64>();
        let open = || (0..needs.len()).filter(|&i| given[i].is_none());
        let weights: f64 = open().map(|i| needs[i].sqrt()).sum();
        let part = |i: usize| left * needs[i].sqrt() / weights;
        let settled = open()
            .find(|&i| needs[i] <= part(i))
            .map(|i| (i, needs[i]))
            .or_else(|| open().find(|&i| least[i] > part(i)).map(|i| (i, least[i])));
        match settled {
            Some((i, width)) => given[i] = Some(width),
            None => return (0..needs.len()).map(|i| given[i].unwrap_or_else(|| part(i))).collect(),
        }
    }
}

/// The cells of a column with their lettering; the column head comes first.
fn cells(table: &Table, column: usize) -> impl Iterator<Item = (&String, Cut)> {
    let rows = table.rows.iter().filter_map(move |row| row.get(column)).map(|words| (words, Cut::Roman));
    table.head.get(column).map(|words| (words, Cut::Bold)).into_iter().chain(rows)
}

/// Whether a cell contains only a figure or a mark.
fn short(words: Option<&String>) -> bool {
    words.is_none_or(|words| words.chars().count() <= 4)
}

fn square(turn: &Turn, x: f64, side: f64, high: f64) -> String {
    let ground = if turn.night { "#b9bcc9" } else { "#fff" };
    let paint = format!("fill=\"{ground}\" stroke=\"{BLACK}\" stroke-width=\".3\"");
    let mut svg = rectangle(Area { at: Point::new(x, 0.0), width: side, height: high }, &paint);
    svg.push_str(&text(Point::new(x + 1.2, 5.0), 5.0, Cut::Bold, "", &turn.number));
    if turn.night {
        svg.push_str(&text(Point::new(x + side - 1.2, 3.8), 2.8, Cut::Italic, END, "night"));
    }
    let count = turn.notes.len() as f64;
    for (i, note) in turn.notes.iter().enumerate() {
        let y = high - 1.4 - (count - 1.0 - i as f64) * 2.9;
        svg.push_str(&text(Point::new(x + side / 2.0, y), 2.4, Cut::Roman, MIDDLE, note));
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_take_what_there_is_and_no_more() {
        let lettering = Lettering::new();
        let setter = Setter { lettering: &lettering, width: 90.0, across: 90.0, counter: 12.7 };
        let words = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let long = "as long as it takes to be wider than the column it stands in, and by a good deal";
        for rows in [vec![words(&["1", "2"])], vec![words(&["1", long]), words(&[long, "2"])]] {
            let table = Table { title: String::new(), head: words(&["Die", "Result"]), rows };
            let widths = setter.widths(&table, setter.size(&table));
            assert!((widths.iter().sum::<f64>() - 90.0).abs() < 1e-6, "{widths:?}");
            let pieces = setter.table(&table);
            assert_eq!(pieces.len(), 1 + table.rows.len());
            assert!(!pieces[pieces.len() - 1].keep);
        }
    }

    #[test]
    fn a_table_that_is_cramped_in_a_column_goes_across_the_page() {
        let lettering = Lettering::new();
        let setter = Setter { lettering: &lettering, width: 90.0, across: 186.0, counter: 12.7 };
        let table = |head: &[&str], cell: &str| Table {
            title: "A table".to_owned(),
            head: head.iter().map(|&word| word.to_owned()).collect(),
            rows: vec![vec![cell.to_owned(); head.len()]; 3],
        };
        let wide = |table: &Table| setter.table(table).iter().all(|piece| piece.wide);
        let narrow = |table: &Table| setter.table(table).iter().all(|piece| !piece.wide);
        assert!(narrow(&table(&["Die", "Result"], "Ar")));
        let six = ["One", "Two", "Three", "Four", "Five", "Six"];
        assert!(wide(&table(&six, "reconstructed")), "words that would have to be lettered small");
        assert!(narrow(&table(&six, "1")));
        let long = "as many words as it takes to go on for more lines than anybody likes to read in a column \
                    that is as narrow as this one, and on, and on, and on";
        assert!(wide(&table(&["a", "b", "c", "d"], long)), "many lines of a few words");
    }

    #[test]
    fn words_are_made_smaller_before_they_are_broken() {
        let lettering = Lettering::new();
        let setter = Setter { lettering: &lettering, width: 90.0, across: 90.0, counter: 12.7 };
        let row: Vec<String> =
            ["Confederate", "reconstructed", "reconstructed", "Maneuver", "rulebook", "Command"]
                .map(str::to_owned)
                .into();
        let table = Table { title: String::new(), head: row.clone(), rows: vec![row] };
        let size = setter.size(&table);
        assert!((SIZE * SMALLEST..SIZE).contains(&size), "{size}");
        let least = setter.least(&table, size);
        let widths = setter.widths(&table, size);
        assert!(widths.iter().zip(&least).all(|(width, least)| width + 1e-6 >= *least), "{widths:?}");
    }

    #[test]
    fn narrow_columns_keep_their_words_and_wide_ones_share() {
        assert_eq!(share(100.0, &[10.0, 200.0], &[10.0, 20.0]), [10.0, 90.0]);
        assert_eq!(share(100.0, &[40.0, 1000.0], &[38.0, 20.0]), [38.0, 62.0]);
        let three = share(100.0, &[90.0, 90.0, 360.0], &[5.0, 5.0, 5.0]);
        assert!((three[2] - 2.0 * three[0]).abs() < 1e-9 && (three.iter().sum::<f64>() - 100.0).abs() < 1e-9);
    }

    #[test]
    fn boxes_stand_side_by_side_and_hold_rows_of_counters() {
        let lettering = Lettering::new();
        let setter = Setter { lettering: &lettering, width: 90.0, across: 186.0, counter: 12.7 };
        let tray = |name: &str| Tray { name: name.to_owned(), notes: vec!["to the left".to_owned()] };
        let row = setter.trays(&[tray("3"), tray("2"), tray("1")]).expect("there are boxes");
        assert_eq!(row.svg.matches("<rect").count(), 3);
        assert!(row.svg.contains("width=\"30\"") && row.height > 3.0 * 12.7);
        assert_eq!(row.svg.matches(">to the left<").count(), 3);
        assert!(setter.trays(&[]).is_none());
    }

    #[test]
    fn a_square_is_larger_than_the_counter_on_it() {
        let lettering = Lettering::new();
        for counter in [6.35, 12.7, 25.4] {
            let setter = Setter { lettering: &lettering, width: 90.0, across: 90.0, counter };
            let turns: Vec<Turn> =
                (1..=15).map(|n| Turn { number: n.to_string(), night: n == 9, notes: Vec::new() }).collect();
            let rows = setter.track(&turns);
            let svg: String = rows.iter().map(|row| row.svg.as_str()).collect();
            assert_eq!(svg.matches("<rect").count(), 15);
            assert_eq!(svg.matches(">night<").count(), 1);
            assert!(rows.iter().all(|row| row.height > counter + 5.0));
        }
    }
}
