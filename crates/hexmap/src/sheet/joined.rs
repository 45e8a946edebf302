//! Reads a map of two overlapping sheets. Its file names the sheets' own files, so that a correction to a
//! sheet also corrects the joined map.

use serde::Deserialize;

use super::sketch_map;
use crate::grid::{Laid, Together};
use crate::{
    Direction, Doubt, EdgeExit, Fault, Faults, Grid, Hex, HexSet, Hexside, Map, Place, Source, Spanned,
    Stream, Wall, read_toml,
};

/// A map with what was read for it.
#[derive(Debug, Default)]
pub struct Sketched {
    /// The map, if there is one at all.
    pub map: Option<Map>,
    /// The faults of its file, or of the sheets that it names.
    pub faults: Faults,
    /// The files of its sheets, each with its text; none if the map is one sheet.
    pub sheets: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinedToml {
    title: String,
    about: String,
    sheet: Vec<SheetToml>,
    join: JoinToml,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetToml {
    /// What its hexes are said to be of.
    name: String,
    file: Spanned<String>,
    #[serde(default)]
    prefix: Option<Spanned<String>>,
    /// Features to leave out, such as `"works"`.
    #[serde(default)]
    without: Vec<Spanned<String>>,
}

impl SheetToml {
    fn prefix(&self) -> &str {
        self.prefix.as_ref().map_or("", |prefix| prefix.get_ref())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinToml {
    /// Hexes that coincide, `2025/0101`: of the first sheet and of the second.
    same: Spanned<String>,
    /// The name of the sheet that counts where both lie.
    counts: Spanned<String>,
    /// Why, for the reader of the file.
    #[serde(rename = "because")]
    _because: String,
    #[serde(default, rename = "source")]
    _source: Option<String>,
}

/// Whether the text is that of a map of several sheets.
pub(super) fn is_joined(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("join"))
}

/// Reads as much as possible of a joined map. `read` gives the text of the sheets' files.
pub(super) fn sketch(file: &str, text: &str, read: &dyn Fn(&str) -> Option<String>) -> Sketched {
    let source = Source::new(file, text);
    let toml: JoinedToml = match read_toml(file, text) {
        Ok(toml) => toml,
        Err(faults) => return Sketched { faults, ..Sketched::default() },
    };
    let mut sketched = Sketched::default();
    let mut maps = Vec::new();
    for sheet in &toml.sheet {
        let (path, at) = (sheet.file.get_ref(), sheet.file.span().start);
        let Some(text) = read(path) else {
            sketched.faults.add(source.fault(at, format!("there is no file {path}")));
            continue;
        };
        if is_joined(&text) {
            sketched.faults.add(source.fault(at, format!("{path} is not a sheet, but a joined map itself")));
            continue;
        }
        let (map, faults) = sketch_map(path, &text);
        sketched.faults.extend(faults);
        maps.extend(map);
        sketched.sheets.push((path.clone(), text));
    }
    if !sketched.faults.is_empty() {
        return sketched;
    }
    match join(&toml, &source, maps) {
        Ok(map) => sketched.map = Some(map),
        Err(fault) => sketched.faults.add(fault),
    }
    sketched
}

fn join(toml: &JoinedToml, source: &Source<'_>, maps: Vec<Map>) -> Result<Map, Fault> {
    let same = toml.join.same.span().start;
    let (Ok([first, second]), [one, other]) = (<[Map; 2]>::try_from(maps), toml.sheet.as_slice()) else {
        return Err(source.fault(same, "two sheets ([[sheet]]) were expected"));
    };
    for sheet in [one, other] {
        let prefix = sheet.prefix();
        if prefix.len() > 2 || !prefix.chars().all(|c| c.is_ascii_uppercase()) {
            let what = format!("'{prefix}'; a prefix of at most two capital letters was expected");
            return Err(source.fault(sheet.prefix.as_ref().map_or(same, |prefix| prefix.span().start), what));
        }
    }
    let mut left_out = one.without.iter().chain(&other.without);
    if let Some(word) = left_out.find(|word| word.get_ref() != "works") {
        return Err(source.fault(word.span().start, format!("'{}'; \"works\" was expected", word.get_ref())));
    }
    let [first, second] = [(one, first), (other, second)].map(|(sheet, mut map)| {
        if !sheet.without.is_empty() {
            map.sides.iter_mut().flatten().for_each(|side| side.works = false);
        }
        map
    });
    if first.hex_metres != second.hex_metres {
        let what = format!(
            "a hex is {} metres wide on {} and {} on {}: they do not fit",
            first.hex_metres, one.name, second.hex_metres, other.name
        );
        return Err(source.fault(same, what));
    }
    let counts = toml.join.counts.get_ref();
    let second_counts = match [one, other].map(|sheet| sheet.name == *counts) {
        [true, _] => false,
        [_, true] => true,
        _ => {
            let what =
                format!("'{counts}' is not a sheet; \"{}\" or \"{}\" was expected", one.name, other.name);
            return Err(source.fault(toml.join.counts.span().start, what));
        }
    };
    let [below, above] = [(one, &first), (other, &second)].map(|(sheet, map)| Laid {
        name: &sheet.name,
        prefix: sheet.prefix(),
        grid: &map.grid,
    });
    let pairs = pairs(&toml.join.same, source, below, above)?;
    let Together { grid, first: here, second: there } =
        Grid::together(below, above, &pairs).map_err(|what| source.fault(same, what))?;
    let mut joined = Map::blank(&toml.title, grid);
    joined.about = toml.about.trim().to_owned();
    joined.hex_metres = first.hex_metres;
    // The one that counts is laid over the other.
    let mut sheets = [Sheet { map: &first, places: &here }, Sheet { map: &second, places: &there }];
    if !second_counts {
        sheets.reverse();
    }
    let [below, above] = sheets;
    let covered: HexSet = above.places.iter().copied().collect();
    below.lay(&mut joined, &covered);
    above.lay(&mut joined, &HexSet::default());
    below.edges(&mut joined, &covered);
    above.edges(&mut joined, &HexSet::default());
    below.ends(&mut joined, &covered);
    Ok(joined)
}

/// The hexes that are said to coincide, of the first sheet and of the second.
fn pairs(
    same: &Spanned<String>,
    source: &Source<'_>,
    first: Laid<'_>,
    second: Laid<'_>,
) -> Result<Vec<(Hex, Hex)>, Fault> {
    let fault = |what: String| source.fault(same.span().start, what);
    let hex = |number: &str, laid: Laid<'_>| {
        laid.grid.parse(number).ok_or_else(|| fault(format!("'{number}' is not a hex of {}", laid.name)))
    };
    let mut pairs = Vec::new();
    for word in same.get_ref().split_whitespace() {
        let Some((one, other)) = word.split_once('/') else {
            return Err(fault(format!(
                "'{word}'; two hexes that coincide, such as 2025/0101, were expected"
            )));
        };
        pairs.push((hex(one, first)?, hex(other, second)?));
    }
    if pairs.len() < 2 {
        return Err(fault(
            "two pairs of hexes were expected: one alone cannot show that a sheet is turned".to_owned(),
        ));
    }
    Ok(pairs)
}

/// A sheet, and where on the joined map its hexes are.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    map: &'a Map,
    places: &'a [Hex],
}

impl Sheet<'_> {
    fn at(&self, hex: Hex) -> Hex {
        self.places[hex.index()]
    }

    fn all(&self, hexes: &[Hex]) -> Vec<Hex> {
        hexes.iter().map(|&hex| self.at(hex)).collect()
    }

    /// Lays it onto the joined map. Features in hexes that another sheet will cover are left out where they
    /// would appear twice.
    fn lay(&self, joined: &mut Map, covered: &HexSet) {
        let map = self.map;
        for hex in map.grid.hexes() {
            let at = self.at(hex);
            joined.ground[at.index()] = map.ground(hex);
            joined.certainty[at.index()] = map.certainty(hex);
            for (direction, _) in map.grid.neighbours(hex) {
                joined.sides[at.index()][direction.index()] = map.side(hex, direction);
            }
        }
        let seen = |hex: &Hex| !covered.contains(self.at(*hex));
        for place in map.places.iter().filter(|place| seen(&place.hex)) {
            joined.places.push(Place { hex: self.at(place.hex), ..place.clone() });
        }
        for stream in &map.streams {
            joined.streams.push(Stream { name: stream.name.clone(), hexes: self.all(&stream.hexes) });
        }
        for wall in &map.walls {
            joined.walls.push(Wall {
                name: wall.name.clone(),
                hexes: self.all(&wall.hexes),
                points_to: self.all(&wall.points_to),
                beside: wall.beside.map(|hex| self.at(hex)),
                both_sides: wall.both_sides,
            });
        }
        for doubt in map.doubts.iter().filter(|doubt| doubt.hexes.iter().any(seen)) {
            joined.doubts.push(Doubt { hexes: self.all(&doubt.hexes), ..doubt.clone() });
        }
    }

    /// Roads and trails that leave this sheet: they leave the joined map as well, unless the other
    /// sheet lies there.
    fn edges(&self, joined: &mut Map, covered: &HexSet) {
        let layout = joined.grid.layout();
        for edge in self.map.edge_exits.iter().filter(|edge| !covered.contains(self.at(edge.hex))) {
            let at = self.at(edge.hex);
            let letter = edge.edge[..1].to_ascii_uppercase();
            // The hexsides by which one leaves this sheet and stays on the map.
            let off: Vec<Direction> = (Direction::ALL.into_iter())
                .filter(|d| self.map.grid.neighbour(edge.hex, *d).is_none())
                .filter(|d| joined.grid.neighbour(at, *d).is_some())
                .collect();
            if !off.iter().any(|d| d.name(layout).contains(&letter)) {
                joined.edge_exits.push(EdgeExit { hex: at, ..*edge });
            } else if !off.iter().any(|&d| goes_on(joined.side(at, d), edge.road)) {
                ends(joined, at, if edge.road { "road" } else { "trail" });
            }
        }
    }

    /// Notes roads and trails of a sheet that is covered where the other has no part of them.
    fn ends(&self, joined: &mut Map, covered: &HexSet) {
        let mut found = Vec::new();
        for hex in self.map.grid.hexes().filter(|&hex| covered.contains(self.at(hex))) {
            let at = self.at(hex);
            for (word, road) in [("road", true), ("trail", false)] {
                let has =
                    |d: Direction| if road { joined.side(at, d).road } else { joined.side(at, d).trail };
                let from = |d: Direction| {
                    let from = joined.grid.neighbour(at, d);
                    has(d) && from.is_some_and(|from| !covered.contains(from))
                };
                let on = |d: Direction| {
                    joined.grid.neighbour(at, d).is_some_and(|to| covered.contains(to))
                        && goes_on(joined.side(at, d), false)
                };
                let leaves = joined.edge_exits.iter().any(|edge| edge.hex == at);
                if Direction::ALL.into_iter().any(from) && !Direction::ALL.into_iter().any(on) && !leaves {
                    found.push((at, word));
                }
            }
        }
        for (at, word) in found {
            ends(joined, at, word);
        }
    }
}

/// Whether a way goes on through a hexside: a road by a road, a trail by either.
fn goes_on(side: Hexside, road: bool) -> bool {
    side.road || !road && side.trail
}

/// Reports a way that ends where the sheets meet.
fn ends(joined: &mut Map, at: Hex, word: &str) {
    joined.doubts.push(Doubt {
        hexes: vec![at],
        kept: format!("the {word} ends here"),
        what: format!("where the sheets meet: the other one shows no {word} that goes on."),
    });
}
