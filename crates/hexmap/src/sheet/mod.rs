//! Reads a map from its data file: rows of terrain letters, and chains of hex numbers.

mod form;
mod joined;
mod relief;

use form::{Chain, EdgeToml, Ferry, MapToml, Spot};
pub use joined::Sketched;

use crate::grid::MOST_CELLS;
use crate::{
    Certainty, Crossing, Doubt, EdgeExit, Fault, Faults, Grid, Ground, Hex, Hexside, Map, Place, Source,
    Spanned, Stream, Water, line_of, read_toml,
};

/// The ground that a terrain letter stands for.
fn ground(letter: char) -> Option<Ground> {
    let plain = Ground::default();
    Some(match letter {
        '.' => plain,
        'f' => Ground { woods: true, ..plain },
        'r' => Ground { rough: true, ..plain },
        'h' => Ground { woods: true, rough: true, ..plain },
        't' => Ground { town: true, ..plain },
        '~' => Ground { water: Water::River, ..plain },
        '=' => Ground { water: Water::Ferry, ..plain },
        '#' => Ground { water: Water::Pontoon, ..plain },
        'o' => Ground { orchard: true, ..plain },
        'a' => Ground { angled: true, ..plain },
        'b' => Ground { woods: true, angled: true, ..plain },
        _ => return None,
    })
}

fn certainty(letter: char) -> Option<Certainty> {
    Some(match letter {
        'p' => Certainty::Printed,
        'r' => Certainty::Rules,
        's' => Certainty::Setup,
        'o' => Certainty::Overlap,
        'h' => Certainty::Historic,
        '.' => Certainty::Guess,
        _ => return None,
    })
}

/// Reads a map file; `file` is its name in faults.
///
/// # Errors
/// Every fault of the file, with its line: what does not parse, hexes that are not on the sheet,
/// chains whose hexes are not adjacent, crossings without a creek, unknown letters.
pub fn read_map(file: &str, text: &str) -> Result<Map, Faults> {
    match sketch_map(file, text) {
        (Some(map), faults) => faults.into_result(map),
        (None, faults) => Err(faults),
    }
}

/// Reads as much as possible of a map file, be it one sheet or one that names several. `read` gives
/// the text of a file that it names.
pub fn sketch_any(file: &str, text: &str, read: &dyn Fn(&str) -> Option<String>) -> Sketched {
    if joined::is_joined(text) {
        return joined::sketch(file, text, read);
    }
    let (map, faults) = sketch_map(file, text);
    Sketched { map, faults, sheets: Vec::new() }
}

/// Reads as much as possible of a map file that is still being drawn, with all its faults: faulty
/// entries are left out of the map. There is no map at all if the file does not parse or its grid
/// is impossible.
pub fn sketch_map(file: &str, text: &str) -> (Option<Map>, Faults) {
    let source = Source::new(file, text);
    let sheet: MapToml = match read_toml(file, text) {
        Ok(sheet) => sheet,
        Err(faults) => return (None, faults),
    };
    let g = &sheet.grid;
    let columns = *g.columns.get_ref();
    if columns == 0 || g.rows == 0 || i32::from(columns) * i32::from(g.rows) > MOST_CELLS {
        let what = format!("a grid of {columns} by {} hexes; 1 to 4096 hexes are possible", g.rows);
        return (None, source.fault(g.columns.span().start, what).into());
    }
    // Numbers are printed with two digits for the column and two for the row.
    let numbered = [("column", columns, &g.first_column), ("row", g.rows, &g.first_row)];
    for (what, count, first) in numbered {
        let last = u16::from(*first.get_ref()) + u16::from(count) - 1;
        if last > 99 {
            let what = format!("the last {what} would be numbered {last}; at most 99 is possible");
            return (None, source.fault(first.span().start, what).into());
        }
    }
    let too_much = sheet.too_much(&source);
    if !too_much.is_empty() {
        return (None, too_much);
    }
    let grid =
        Grid::new(g.layout, g.numbering, columns, g.rows, *g.first_column.get_ref(), *g.first_row.get_ref());
    let mut reader = Reader { source, map: Map::blank(&sheet.title, grid), faults: Faults::default() };
    reader.map.about = sheet.about.trim().to_owned();
    reader.map.hex_metres = sheet.hex_metres;
    reader.letters(&sheet.ground.rows, "terrain letter", ground, |map, hex, value| {
        map.ground[hex.index()] = value
    });
    if let Some(rows) = &sheet.certainty {
        reader.letters(&rows.rows, "certainty letter", certainty, |map, hex, value| {
            map.certainty[hex.index()] = value
        });
    }
    if let Some(rows) = &sheet.levels_certainty {
        reader.letters(&rows.rows, "certainty letter", certainty, |_, _, _| {});
    }
    for chain in &sheet.road {
        reader.chain(chain, |side| side.road = true);
    }
    for chain in &sheet.trail {
        reader.chain(chain, |side| side.trail = true);
    }
    for creek in &sheet.creek {
        let mut course = Vec::new();
        for (from, to, _) in reader.sides(&creek.sides) {
            reader.map.change_side(from, to, |side, _| side.creek = true);
            course.push(from);
        }
        if let Some(name) = &creek.name {
            reader.map.streams.push(Stream { name: name.clone(), hexes: course });
        }
    }
    for (spots, crossing) in [(&sheet.bridge, Crossing::Bridge), (&sheet.ford, Crossing::Ford)] {
        for spot in spots {
            reader.crossing(spot, crossing);
        }
    }
    for works in &sheet.works {
        for (from, to, _) in reader.sides(&works.sides) {
            reader.map.change_side(from, to, |side, first| side.works |= first);
        }
    }
    for ferry in &sheet.ferry {
        reader.ferry(ferry);
    }
    for river in &sheet.river {
        let hexes = reader.hexes(&river.hexes);
        if let Some(name) = &river.name {
            reader.map.streams.push(Stream { name: name.clone(), hexes });
        }
    }
    for place in &sheet.place {
        if let Some(hex) = reader.hex(&place.hex) {
            reader.map.places.push(Place { name: place.name.clone(), hex, kind: place.kind.clone() });
        }
    }
    reader.relief(&sheet);
    for edge in &sheet.edge {
        reader.edge(edge);
    }
    for doubt in &sheet.doubt {
        let hexes = reader.hexes(&doubt.hexes);
        reader.map.doubts.push(Doubt { hexes, kept: doubt.kept.clone(), what: doubt.what.clone() });
    }
    (Some(reader.map), reader.faults)
}

struct Reader<'a> {
    source: Source<'a>,
    map: Map,
    faults: Faults,
}

impl Reader<'_> {
    fn fault(&mut self, offset: usize, what: impl Into<String>) {
        self.faults.add(self.source.fault(offset, what));
    }

    fn fault_in(&mut self, hex: Hex, offset: usize, what: impl Into<String>) {
        let fault = self.source.fault(offset, what).at_hex(self.map.grid.number(hex));
        self.faults.add(fault);
    }

    fn letters<T>(
        &mut self,
        rows: &Spanned<String>,
        kind: &str,
        read: impl Fn(char) -> Option<T>,
        mut set: impl FnMut(&mut Map, Hex, T),
    ) {
        // A line break right after the opening quotes is not part of the string.
        let text = self.source.text();
        let raw = text[rows.span()].trim_start_matches(['"', '\'']);
        let first = line_of(text, rows.span().start) + usize::from(raw.starts_with(['\n', '\r']));
        let whole = self.source.fault(rows.span().start, "");
        let at = |row: usize, what: String| Fault { line: first + row, what, ..whole.clone() };
        let (columns, height) = self.map.grid.size();
        let lines: Vec<&str> = rows.get_ref().lines().collect();
        if lines.len() != usize::from(height) {
            self.faults.add(at(0, format!("{} rows of letters; the grid has {height}", lines.len())));
        }
        for (row, line) in lines.iter().enumerate().take(usize::from(height)) {
            let count = line.chars().count();
            if count != usize::from(columns) {
                let what = format!("row {} has {count} letters; the grid has {columns} columns", row + 1);
                self.faults.add(at(row, what));
            }
            for (column, letter) in line.chars().enumerate().take(usize::from(columns)) {
                match self.map.grid.at(column as u8, row as u8) {
                    None if letter == '-' => {}
                    None => {
                        let what = format!(
                            "'{letter}' in column {} where the sheet has no hex; '-' was expected",
                            column + 1
                        );
                        self.faults.add(at(row, what));
                    }
                    Some(hex) => match read(letter) {
                        Some(value) => set(&mut self.map, hex, value),
                        None => {
                            let number = self.map.grid.number(hex).to_owned();
                            let fault = at(row, format!("'{letter}' in {number} is not a {kind}"));
                            self.faults.add(fault.at_hex(&number));
                        }
                    },
                }
            }
        }
    }

    /// The hex of one word at `offset`.
    fn word(&mut self, word: &str, offset: usize) -> Option<Hex> {
        let hex = self.map.grid.parse(word);
        if hex.is_none() {
            self.fault(
                offset,
                format!("'{word}' is not a hex of this sheet; a printed number such as 0714 was expected"),
            );
        }
        hex
    }

    fn hex(&mut self, text: &Spanned<String>) -> Option<Hex> {
        self.word(text.get_ref().trim(), text.span().start)
    }

    /// The words of a string, each with its offset in the file. Offsets are exact for strings
    /// without escapes, which hex numbers never need.
    fn words(&self, text: &Spanned<String>) -> Vec<(String, usize)> {
        let raw = &self.source.text()[text.span()];
        raw.split(|c: char| c.is_whitespace() || c == '"' || c == '\'')
            .filter(|w| !w.is_empty())
            .map(|w| (w.to_owned(), text.span().start + (w.as_ptr() as usize - raw.as_ptr() as usize)))
            .collect()
    }

    fn hexes(&mut self, text: &Spanned<String>) -> Vec<Hex> {
        self.words(text).into_iter().filter_map(|(word, at)| self.word(&word, at)).collect()
    }

    fn chain(&mut self, chain: &Chain, mut set: impl FnMut(&mut Hexside)) {
        let mut last: Option<Hex> = None;
        for (word, at) in self.words(&chain.hexes) {
            let Some(hex) = self.word(&word, at) else {
                last = None;
                continue;
            };
            if let Some(from) = last
                && !self.map.change_side(from, hex, |side, _| set(side))
            {
                let from = self.map.grid.number(from).to_owned();
                self.fault_in(hex, at, format!("{from} and {word} do not touch"));
            }
            last = Some(hex);
        }
    }

    fn sides(&mut self, text: &Spanned<String>) -> Vec<(Hex, Hex, usize)> {
        let mut sides = Vec::new();
        for (word, at) in self.words(text) {
            let Some((from, to)) = word.split_once('/') else {
                self.fault(
                    at,
                    format!("'{word}' is not a hexside; two hexes such as 0502/0601 were expected"),
                );
                continue;
            };
            let (Some(a), Some(b)) = (self.word(from, at), self.word(to, at)) else { continue };
            if self.map.grid.adjacent(a, b) {
                sides.push((a, b, at));
            } else {
                self.fault_in(a, at, format!("{from} and {to} do not touch"));
            }
        }
        sides
    }

    fn crossing(&mut self, spot: &Spot, crossing: Crossing) {
        for (from, to, at) in self.sides(&spot.side) {
            if !self.map.side_between(from, to).is_some_and(|s| s.creek) {
                let what = format!("no creek runs along {} to be crossed there", spot.side.get_ref());
                self.fault_in(from, at, what);
            }
            self.map.change_side(from, to, |side, _| side.crossing = crossing);
            if let Some(name) = &spot.name {
                let kind = if crossing == Crossing::Bridge { "bridge" } else { "ford" };
                self.map.places.push(Place { name: name.clone(), hex: from, kind: kind.to_owned() });
            }
        }
    }

    fn ferry(&mut self, ferry: &Ferry) {
        let Some(hex) = self.hex(&ferry.hex) else { return };
        if self.map.ground(hex).water != Water::Ferry {
            let what = format!("the ground of {} is not a ferry ('=')", ferry.hex.get_ref());
            self.fault_in(hex, ferry.hex.span().start, what);
        }
        let banks = self.hexes(&ferry.banks);
        if self.words(&ferry.banks).len() != 2 {
            self.fault_in(hex, ferry.banks.span().start, "a ferry has two banks");
        }
        for bank in banks {
            if !self.map.change_side(hex, bank, |side, _| side.ferry = true) {
                let what = format!("{} and {} do not touch", ferry.hex.get_ref(), self.map.grid.number(bank));
                self.fault_in(hex, ferry.banks.span().start, what);
            }
        }
        if let Some(name) = &ferry.name {
            self.map.places.push(Place { name: name.clone(), hex, kind: "ferry".to_owned() });
        }
    }

    fn edge(&mut self, edge: &EdgeToml) {
        let road = match edge.way.get_ref().as_str() {
            "road" => true,
            "trail" => false,
            other => {
                self.fault(edge.way.span().start, format!("'{other}'; \"road\" or \"trail\" was expected"));
                return;
            }
        };
        let Some(side) = ["north", "east", "south", "west"].into_iter().find(|s| s == edge.side.get_ref())
        else {
            let what =
                format!("'{}'; \"north\", \"east\", \"south\" or \"west\" was expected", edge.side.get_ref());
            self.fault(edge.side.span().start, what);
            return;
        };
        if let Some(hex) = self.hex(&edge.hex) {
            self.map.edge_exits.push(EdgeExit { hex, road, edge: side });
        }
    }
}
