//! The grid: which hexes there are, their numbers, and which hexes are neighbours.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{Hex, HexSet};

/// How the hexes are arranged on the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Flat-topped hexes in upright columns; even columns stand half a hex lower and hold one hex
    /// less.
    FlatEvenLower,
    /// Pointy-topped hexes in level rows; odd rows stand half a hex further west and hold one hex
    /// less.
    PointyOddWest,
}

/// How a printed hex number is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// CCRR, columns from the west, rows from the north.
    ColumnRow,
    /// RRCC, rows from the north, columns from the **east**.
    RowColumnFromEast,
}

/// One of the six directions to a neighbour. Pointy-topped grids have east and west in place of
/// north and south: the six values are the six hexsides, clockwise, whatever their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise, the most northerly (flat) or north-easterly (pointy) first.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// Index of the direction, 0 to 5.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }

    /// The compass name on a grid of this layout.
    pub fn name(self, layout: Layout) -> &'static str {
        match layout {
            Layout::FlatEvenLower => ["N", "NE", "SE", "S", "SW", "NW"][self.index()],
            Layout::PointyOddWest => ["NE", "E", "SE", "SW", "W", "NW"][self.index()],
        }
    }

    /// The direction with that compass name.
    pub fn named(layout: Layout, name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.name(layout) == name)
    }

    /// The step in axial coordinates (q, r), by layout.
    fn delta(self, layout: Layout) -> (i32, i32) {
        match layout {
            // q grows to the east, r to the south.
            Layout::FlatEvenLower => [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self.index()],
            Layout::PointyOddWest => [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)][self.index()],
        }
    }
}

#[derive(Debug, Clone)]
pub struct Grid {
    layout: Layout,
    numbering: Numbering,
    columns: u8,
    rows: u8,
    first_column: u8,
    first_row: u8,
    /// Dense index of column-major cells; `None` where a short column or row has no hex.
    cells: Vec<Option<Hex>>,
    places: Vec<(u8, u8)>,
    axial: Vec<(i16, i16)>,
    neighbours: Vec<[Option<Hex>; 6]>,
    numbers: Vec<String>,
    /// Of sheets that were joined: what only they have.
    joined: Option<Joined>,
}

/// The additional data of a grid of two sheets.
#[derive(Debug, Clone)]
struct Joined {
    /// Both numbers of a hex where the sheets lie on one another, and the one of all others.
    by_number: HashMap<String, Hex>,
    /// Of each hex, what the sheets print in it: the name of the sheet and its own number.
    printed: Vec<Vec<(String, String)>>,
    /// The names of the sheets, each with its prefix.
    sheets: [(String, String); 2],
}

/// A sheet that is laid beside or over another one.
#[derive(Debug, Clone, Copy)]
pub struct Laid<'a> {
    pub name: &'a str,
    pub grid: &'a Grid,
    /// The prefix of its numbers on the joined map.
    pub prefix: &'a str,
}

/// Sheets laid together, and where each hex of theirs went.
#[derive(Debug, Clone)]
pub struct Together {
    pub grid: Grid,
    /// The place of each hex of the first sheet, by its index there.
    pub first: Vec<Hex>,
    /// That of each hex of the second.
    pub second: Vec<Hex>,
}

/// The most hexes that a grid may have room for.
pub(crate) const MOST_CELLS: i32 = 4096;

impl Grid {
    /// A grid of `columns` by `rows`, counted from the west and the north. `first_column` and
    /// `first_row` are the lowest numbers printed (01 and 01, or row 10 and
    /// column 00).
    ///
    /// Every short column or row lacks its last hex: the southmost (flat), the westmost (pointy).
    pub fn new(
        layout: Layout,
        numbering: Numbering,
        columns: u8,
        rows: u8,
        first_column: u8,
        first_row: u8,
    ) -> Grid {
        let mut grid = Grid {
            layout,
            numbering,
            columns,
            rows,
            first_column,
            first_row,
            cells: vec![None; usize::from(columns) * usize::from(rows)],
            places: Vec::new(),
            axial: Vec::new(),
            neighbours: Vec::new(),
            numbers: Vec::new(),
            joined: None,
        };
        for column in 0..columns {
            for row in 0..rows {
                if !grid.has_cell(column, row) {
                    continue;
                }
                let hex = Hex(grid.places.len() as u16);
                grid.cells[usize::from(column) * usize::from(rows) + usize::from(row)] = Some(hex);
                grid.places.push((column, row));
                grid.axial.push(grid.axial_of(column, row));
                let (a, b) = match numbering {
                    Numbering::ColumnRow => (column + first_column, row + first_row),
                    Numbering::RowColumnFromEast => (row + first_row, columns - 1 - column + first_column),
                };
                grid.numbers.push(format!("{a:02}{b:02}"));
            }
        }
        grid.find_neighbours();
        grid
    }

    /// Notes the neighbours of every hex.
    fn find_neighbours(&mut self) {
        let by_axial: HashMap<(i16, i16), Hex> =
            self.axial.iter().enumerate().map(|(i, &at)| (at, Hex(i as u16))).collect();
        let around = |&(q, r): &(i16, i16)| {
            Direction::ALL.map(|d| {
                let (dq, dr) = d.delta(self.layout);
                by_axial.get(&(q + dq as i16, r + dr as i16)).copied()
            })
        };
        self.neighbours = self.axial.iter().map(around).collect();
    }

    /// Two sheets laid together so that each pair of hexes, of the first sheet and of the second,
    /// coincides. Hexes of the first keep their printed numbers, also where both sheets lie; those
    /// of the second alone have its number behind its prefix. Where neither sheet lies there is no
    /// hex.
    ///
    /// # Errors
    /// Why the sheets cannot be laid so, in one sentence.
    pub fn together(first: Laid<'_>, second: Laid<'_>, pairs: &[(Hex, Hex)]) -> Result<Together, String> {
        let (a, b) = (first.grid, second.grid);
        if a.layout != b.layout {
            return Err(format!("{} would have to be turned: its hexes stand otherwise", second.name));
        }
        let [(one, other), rest @ ..] = pairs else { return Err("no two hexes coincide".to_owned()) };
        let between = |here: (i32, i32), there: (i32, i32)| (there.0 - here.0, there.1 - here.1);
        let shift = between(b.axial(*other), a.axial(*one));
        for (one, other) in rest {
            if between(b.axial(*other), a.axial(*one)) != shift {
                return Err(format!(
                    "{} on {} does not follow from {} on {}: {} would have to be turned, mirrored or stretched",
                    a.number(*one),
                    b.number(*other),
                    a.number(pairs[0].0),
                    b.number(pairs[0].1),
                    second.name
                ));
            }
        }
        let here = a.hexes().map(|hex| a.unbounded(a.axial(hex)));
        let there = b.hexes().map(|hex| {
            let (q, r) = b.axial(hex);
            a.unbounded((q + shift.0, r + shift.1))
        });
        let (here, there): (Vec<_>, Vec<_>) = (here.collect(), there.collect());
        let all = || here.iter().chain(&there);
        // Which columns (or rows) stand half a hex aside follows from their number, so that the
        // first sheet moves by an even one.
        let even = |least: i32| if least < 0 { -least + (-least & 1) } else { 0 };
        let any = |least: i32| (-least).max(0);
        let least = (all().map(|at| at.0).min().unwrap_or(0), all().map(|at| at.1).min().unwrap_or(0));
        let (right, down) = match a.layout {
            Layout::FlatEvenLower => (even(least.0), any(least.1)),
            Layout::PointyOddWest => (any(least.0), even(least.1)),
        };
        let columns = all().map(|at| at.0).max().unwrap_or(0) + right + 1;
        let rows = all().map(|at| at.1).max().unwrap_or(0) + down + 1;
        let most = i32::from(u8::MAX);
        if columns > most || rows > most || columns * rows > MOST_CELLS {
            return Err(format!(
                "together they are {columns} columns wide and {rows} rows high; room for {MOST_CELLS} hexes is the most"
            ));
        }
        let mut grid = Grid {
            columns: columns as u8,
            rows: rows as u8,
            cells: vec![None; (columns * rows) as usize],
            places: Vec::new(),
            axial: Vec::new(),
            neighbours: Vec::new(),
            numbers: Vec::new(),
            joined: None,
            ..*a
        };
        let moved = |at: &(i32, i32)| ((at.0 + right) as u8, (at.1 + down) as u8);
        let cell = |(column, row): (u8, u8)| usize::from(column) * rows as usize + usize::from(row);
        let mut of: Vec<[Option<Hex>; 2]> = vec![[None; 2]; grid.cells.len()];
        for (which, sheet) in [&here, &there].into_iter().enumerate() {
            for (i, at) in sheet.iter().enumerate() {
                of[cell(moved(at))][which] = Some(Hex(i as u16));
            }
        }
        let sheets = [first, second].map(|laid| (laid.name.to_owned(), laid.prefix.to_owned()));
        let mut joined = Joined { by_number: HashMap::new(), printed: Vec::new(), sheets };
        let mut gone = [vec![Hex(0); a.len()], vec![Hex(0); b.len()]];
        for column in 0..grid.columns {
            for row in 0..grid.rows {
                let both = of[cell((column, row))];
                let mut printed = Vec::new();
                let mut names = Vec::new();
                let hex = Hex(grid.places.len() as u16);
                for (which, laid) in [first, second].iter().enumerate() {
                    let Some(there) = both[which] else { continue };
                    gone[which][there.index()] = hex;
                    let number = laid.grid.number(there).to_owned();
                    names.push(format!("{}{number}", laid.prefix));
                    printed.push((laid.name.to_owned(), number));
                }
                let Some(name) = names.first().cloned() else { continue };
                grid.cells[cell((column, row))] = Some(hex);
                grid.places.push((column, row));
                grid.axial.push(grid.axial_of(column, row));
                grid.numbers.push(name);
                joined.printed.push(printed);
                for name in names {
                    if joined.by_number.insert(name.clone(), hex).is_some() {
                        return Err(format!("two hexes would be called {name}: the prefixes must differ"));
                    }
                }
            }
        }
        grid.joined = Some(joined);
        grid.find_neighbours();
        let [first, second] = gone;
        Ok(Together { grid, first, second })
    }

    /// The hex in which a sheet of a joined map prints that number.
    pub fn parse_on(&self, sheet: &str, number: &str) -> Option<Hex> {
        let (_, prefix) = self.joined.as_ref()?.sheets.iter().find(|(name, _)| name == sheet)?;
        self.parse(&format!("{prefix}{number}"))
    }

    /// The names of the sheets of a joined map; of a map of one sheet, none.
    pub fn sheets(&self) -> impl Iterator<Item = &str> {
        self.joined.iter().flat_map(|joined| &joined.sheets).map(|(name, _)| name.as_str())
    }

    /// The sheets of a joined map that print a hex: each by name, with its own number. Empty on a map of one
    /// sheet.
    pub fn printed(&self, hex: Hex) -> &[(String, String)] {
        self.joined.as_ref().map_or(&[], |joined| &joined.printed[hex.index()])
    }

    /// The number of a hex with what else is printed there: `2025 (Northern Sheet 0101)`.
    pub fn label(&self, hex: Hex) -> String {
        let number = self.number(hex);
        let others: Vec<String> = (self.printed(hex).iter())
            .filter(|(_, own)| own != number)
            .map(|(sheet, own)| format!("{sheet} {own}"))
            .collect();
        if others.is_empty() { number.to_owned() } else { format!("{number} ({})", others.join(", ")) }
    }

    /// Whether a cell of the sheet (counted from 0, from the north-west) is a hex.
    fn has_cell(&self, column: u8, row: u8) -> bool {
        match self.layout {
            // Printed even columns (01 is the first) are the second, fourth … from the west.
            Layout::FlatEvenLower => column.is_multiple_of(2) || row + 1 < self.rows,
            // Odd rows stand half a hex further west; they are the ones that lack the westmost
            // column.
            Layout::PointyOddWest => (row + self.first_row).is_multiple_of(2) || column > 0,
        }
    }

    fn axial_of(&self, column: u8, row: u8) -> (i16, i16) {
        let column = i16::from(column);
        match self.layout {
            Layout::FlatEvenLower => (column, i16::from(row) - (column - (column & 1)) / 2),
            Layout::PointyOddWest => {
                // Counted by printed rows, whose odd ones are shifted half a hex to the west.
                let row = i16::from(row) + i16::from(self.first_row);
                (column - (row + (row & 1)) / 2, row)
            }
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the grid has no hexes at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Every hex, column by column from the west, each from the north.
    #[inline]
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        (0..self.places.len() as u16).map(Hex)
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The numbers of columns and rows.
    pub fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// Column and row counted from 0, from the north-west corner: for drawing and for data files.
    pub fn place(&self, hex: Hex) -> (u8, u8) {
        self.places[hex.index()]
    }

    /// The hex at a column and row (see [`Grid::place`]).
    #[inline]
    pub fn at(&self, column: u8, row: u8) -> Option<Hex> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        self.cells[usize::from(column) * usize::from(self.rows) + usize::from(row)]
    }

    /// Number printed in the hex, four digits.
    #[inline]
    pub fn number(&self, hex: Hex) -> &str {
        &self.numbers[hex.index()]
    }

    /// The hex with that printed number, if the sheet has it. Of a joined map every sheet's number
    /// is read, the second's behind its prefix.
    pub fn parse(&self, number: &str) -> Option<Hex> {
        if let Some(joined) = &self.joined {
            return joined.by_number.get(number).copied();
        }
        let bytes = number.as_bytes();
        if bytes.len() != 4 || !bytes.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let pair = |i: usize| (bytes[i] - b'0') * 10 + (bytes[i + 1] - b'0');
        let (column, row) = match self.numbering {
            Numbering::ColumnRow => {
                (pair(0).checked_sub(self.first_column)?, pair(2).checked_sub(self.first_row)?)
            }
            Numbering::RowColumnFromEast => (
                (self.columns - 1).checked_sub(pair(2).checked_sub(self.first_column)?)?,
                pair(0).checked_sub(self.first_row)?,
            ),
        };
        self.at(column, row)
    }

    /// The neighbour on that side, if it is on the sheet.
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The six neighbours, indexed by direction.
    #[inline]
    pub fn around(&self, hex: Hex) -> &[Option<Hex>; 6] {
        &self.neighbours[hex.index()]
    }

    /// The hexes next to a hex of the set.
    pub fn next_to(&self, set: &HexSet) -> HexSet {
        let mut near = HexSet::new(self.len());
        for hex in set.iter() {
            self.around(hex).iter().flatten().for_each(|&hex| near.mark(hex));
        }
        near
    }

    /// The neighbours that are on the sheet, with their directions.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        Direction::ALL.into_iter().zip(self.neighbours[hex.index()]).filter_map(|(d, n)| Some((d, n?)))
    }

    /// The direction from a hex to an adjacent one.
    #[inline]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.neighbours(from).find(|&(_, n)| n == to).map(|(d, _)| d)
    }

    #[inline]
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.distance(a, b) == 1
    }

    /// Axial coordinates (q to the east, r along the second axis): differences between hexes do not
    /// depend on where on the sheet they lie.
    #[inline]
    pub fn axial(&self, hex: Hex) -> (i32, i32) {
        let (q, r) = self.axial[hex.index()];
        (i32::from(q), i32::from(r))
    }

    /// Column and row of these axial coordinates, on the sheet or beyond its edges.
    #[inline]
    fn unbounded(&self, (q, r): (i32, i32)) -> (i32, i32) {
        match self.layout {
            Layout::FlatEvenLower => (q, r + (q - (q & 1)) / 2),
            Layout::PointyOddWest => (q + (r + (r & 1)) / 2, r - i32::from(self.first_row)),
        }
    }

    /// The hex with these axial coordinates, if it is on the sheet.
    #[inline]
    pub fn at_axial(&self, q: i32, r: i32) -> Option<Hex> {
        let (column, row) = self.unbounded((q, r));
        self.at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }

    /// The distance in hexes; the target counts and the start does not (8.12).
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u32 {
        let ((aq, ar), (bq, br)) = (self.axial(a), self.axial(b));
        let (dq, dr) = (bq - aq, br - ar);
        (dq.abs().max(dr.abs()).max((dq + dr).abs())) as u32
    }

    /// The hexes at most this far from one, itself included, in no particular order.
    pub fn within(&self, hex: Hex, distance: u8) -> impl Iterator<Item = Hex> + '_ {
        let ((q, r), n) = (self.axial(hex), i32::from(distance));
        (-n..=n).flat_map(move |dq| {
            ((-n).max(-dq - n)..=n.min(n - dq)).filter_map(move |dr| self.at_axial(q + dq, r + dr))
        })
    }
}
