//! The facts of a data file.

use hexmap::{Faults, Grid};
use serde_json::{Map as Object, Value};

use super::{Address, Basis, Fact, Facts, Spot, Step, names, within};
use crate::pack::document;

/// Keys that describe values and are no facts themselves.
const ABOUT: [&str; 17] = [
    "about",
    "basis",
    "case",
    "cases",
    "certainty",
    "doubt",
    "edition",
    "label",
    "labels",
    "legend",
    "levels-certainty",
    "note",
    "notes",
    "reason",
    "recorded",
    "source",
    "system",
];

/// Fields that hold the numbers of hexes.
const HEXES: [&str; 5] = ["banks", "entry", "hex", "hexes", "side"];

/// A counter prints two numbers in one field; the file says of each what it rests on.
const PARTS: [(&str, &str); 2] = [("strength", "fresh"), ("cohesion", "fresh")];

/// The part of a map that says of each level what it rests on.
pub(crate) const LEVELS_CERTAINTY: &str = "levels-certainty";

/// The facts of a data file; `file` is its name in faults.
///
/// # Errors
/// Where it does not parse, and the faults of a map.
pub fn facts(file: &str, text: &str) -> Result<Facts, Faults> {
    let document = document(file, text)?;
    let grid = match document.get("grid") {
        Some(_) => Some(hexmap::read_map(file, text)?.grid),
        None => None,
    };
    let mut reader = Reader {
        facts: Facts::new(),
        grid,
        certainty: rows(document.get("certainty")),
        levels: document.get(LEVELS_CERTAINTY).map(|part| rows(Some(part))),
    };
    if let Some(object) = document.as_object() {
        reader.table(&Place::default(), object);
    }
    Ok(reader.facts)
}

/// The lines of the rows of a part of a map, letter by letter.
fn rows(part: Option<&Value>) -> Vec<Vec<char>> {
    let rows = part.and_then(|part| part.get("rows")).and_then(Value::as_str).unwrap_or_default();
    rows.lines().map(|line| line.chars().collect()).collect()
}

/// The basis of a field by the labels beside it: the weakest, if they are of its parts.
pub(super) fn labelled(table: &Object<String, Value>, key: &str) -> Option<Basis> {
    let word = |value: &Value| value.as_str().and_then(Basis::of);
    if let Some(own) = own_label(table, key) {
        return word(&table[&own]);
    }
    let labels = table.get("labels")?.as_object()?;
    let parts = label_names(key).filter_map(|name| word(labels.get(name)?));
    parts.min()
}

/// The field beside another that says what it alone rests on: `hit-label` of `hit`, and of
/// `hit-upto` too.
pub(crate) fn own_label(table: &Object<String, Value>, key: &str) -> Option<String> {
    let stems = std::iter::once(key).chain(key.strip_suffix("-upto"));
    stems.map(|stem| format!("{stem}-label")).find(|label| table.contains_key(label))
}

/// The names under which `labels` speaks of a field.
pub(crate) fn label_names(key: &str) -> impl Iterator<Item = &str> {
    let parts = PARTS.iter().filter(move |(_, field)| *field == key).map(|(part, _)| *part);
    std::iter::once(key).chain(parts)
}

/// Where the reader is: in steps and in words.
#[derive(Clone, Default)]
struct Place {
    steps: Vec<Step>,
    words: String,
    /// Path shown in faults, such as `unit.12.fresh`.
    path: String,
    /// The basis of everything below, unless a nearer one is given.
    basis: Option<Basis>,
    /// The headings of the columns of a chart.
    columns: Vec<String>,
}

impl Place {
    /// The value under that key, or at that index.
    fn below(&self, step: Step, key: &str, words: &str) -> Place {
        let mut below = self.clone();
        if !below.path.is_empty() {
            below.path.push('.');
        }
        below.path.push_str(key);
        below.steps.push(step);
        if !words.is_empty() {
            if !below.words.is_empty() {
                below.words.push_str(", ");
            }
            below.words.push_str(words);
        }
        below
    }
}

struct Reader {
    facts: Facts,
    grid: Option<Grid>,
    certainty: Vec<Vec<char>>,
    /// The letters of what levels rest on, if they have their own.
    levels: Option<Vec<Vec<char>>>,
}

impl Reader {
    fn add(&mut self, place: &Place, words: String, value: String, basis: Option<Basis>, spot: Spot) {
        let kind = match place.steps.first() {
            Some(Step::Key(key)) => key.clone(),
            _ => String::new(),
        };
        let hexes = match (&spot, place.steps.last()) {
            (Spot::Side(side), _) => side.split('/').map(str::to_owned).collect(),
            (Spot::Value, Some(Step::Key(key))) if HEXES.contains(&key.as_str()) => {
                let number = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
                value.split([' ', '/']).filter(number).map(str::to_owned).collect()
            }
            (Spot::Table, _) => {
                within(&self.facts, &words).flat_map(|(_, fact)| fact.hexes.clone()).collect()
            }
            (Spot::Letter(column, row), _) => self.number(*column, *row).into_iter().collect(),
            _ => Vec::new(),
        };
        let at = Address { steps: place.steps.clone(), spot };
        self.facts.insert(words, Fact { kind, value, basis, hexes, path: place.path.clone(), at });
    }

    fn number(&self, column: usize, row: usize) -> Option<String> {
        let grid = self.grid.as_ref()?;
        let hex = grid.at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        Some(grid.number(hex).to_owned())
    }

    fn table(&mut self, place: &Place, table: &Object<String, Value>) {
        let mut place = place.clone();
        let word = |key: &str| table.get(key).and_then(Value::as_str).and_then(Basis::of);
        place.basis = word("label").or_else(|| word("certainty")).or(place.basis);
        if let Some(Value::Array(columns)) = table.get("columns") {
            place.columns = columns.iter().map(told).collect();
        }
        let drawn = self.grid.is_some() && place.steps.len() == 1;
        for (key, value) in table {
            let about = ["-label", "-labels", "-case"].iter().any(|end| key.ends_with(end));
            if about || ABOUT.contains(&key.as_str()) || key == "id" {
                continue;
            }
            if drawn && key == "rows" {
                self.letters(&place, table);
                continue;
            }
            let mut below = place.below(Step::Key(key.clone()), key, key);
            below.basis = labelled(table, key).or(place.basis);
            let letters = table.get(&format!("{key}-labels")).or_else(|| table.get("labels"));
            if let (Value::Array(list), Some(Value::String(letters))) = (value, letters)
                && letters.chars().count() == list.len()
                && !list.iter().any(Value::is_object)
            {
                self.elements(&below, list, Some(letters));
                continue;
            }
            self.value(&below, key, value);
        }
    }

    fn value(&mut self, place: &Place, key: &str, value: &Value) {
        match value {
            Value::Object(table) => self.table(place, table),
            Value::Array(list) if !list.is_empty() && list.iter().all(Value::is_object) => {
                self.tables(place, key, list);
            }
            Value::Array(list) if !list.is_empty() && list.iter().all(Value::is_array) => {
                self.elements(place, list, None);
            }
            Value::String(text) if key == "sides" => self.sides(place, text),
            value => self.add(place, place.words.clone(), told(value), place.basis, Spot::Value),
        }
    }

    fn tables(&mut self, place: &Place, key: &str, list: &[Value]) {
        for (number, (name, table)) in names(list).into_iter().zip(list).enumerate() {
            let Some(table) = table.as_object() else { continue };
            let before = place.words.strip_suffix(key).unwrap_or_default();
            // One table alone needs no number.
            let single = list.len() == 1 && name == "1";
            let words = if single { format!("{before}{key}") } else { format!("{before}{key} {name}") };
            let mut below = place.below(Step::Item(name), &number.to_string(), "");
            below.words = words.clone();
            self.table(&below, table);
            let weakest = within(&self.facts, &words).filter_map(|(_, fact)| fact.basis).min();
            self.add(&below, words, fields(table), weakest, Spot::Table);
        }
    }

    fn elements(&mut self, place: &Place, list: &[Value], letters: Option<&str>) {
        let headed = place.columns.len() == list.len() && !place.words.ends_with("columns");
        let mut letters = letters.into_iter().flat_map(str::chars);
        for (index, element) in list.iter().enumerate() {
            let heading = if headed { &place.columns[index] } else { &(index + 1).to_string() };
            let mut below = place.below(Step::Index(index), &index.to_string(), "");
            below.words = format!("{} {heading}", place.words);
            if let Some(letter) = letters.next() {
                below.basis = Basis::of(letter.encode_utf8(&mut [0; 4])).or(place.basis);
            }
            match element {
                Value::Array(inner) => self.elements(&below, inner, None),
                element => self.add(&below, below.words.clone(), told(element), below.basis, Spot::Value),
            }
        }
    }

    fn sides(&mut self, place: &Place, text: &str) {
        // Which of several lists contains a hexside means nothing.
        let Some(Step::Key(kind)) = place.steps.first() else { return };
        for side in text.split_whitespace() {
            let words = format!("{kind} {side}");
            self.add(place, words, "there".to_owned(), place.basis, Spot::Side(side.to_owned()));
        }
    }

    /// A fact for each hex of a part of the map.
    fn letters(&mut self, place: &Place, part: &Object<String, Value>) {
        let Some(grid) = self.grid.clone() else { return };
        let lines = rows(Some(&Value::Object(part.clone())));
        let levels = place.words == "levels";
        for hex in grid.hexes() {
            let (column, row) = grid.place(hex);
            let (column, row) = (usize::from(column), usize::from(row));
            let letter = |lines: &[Vec<char>]| lines.get(row)?.get(column).map(char::to_string);
            let Some(value) = letter(&lines) else { continue };
            let word = part.get("legend").and_then(|legend| legend.get(&value)).and_then(Value::as_str);
            let basis = letter(&self.certainty).as_deref().and_then(Basis::of);
            // The letters of certainty are about the ground; a level without letters of its own comes from
            // the real hills until the hex is read from the sheet.
            let basis = match &self.levels {
                Some(own) if levels => letter(own).as_deref().and_then(Basis::of),
                _ => basis.map(|basis| match basis {
                    Basis::Printed => Basis::Printed,
                    _ if levels => Basis::Reconstructed,
                    basis => basis,
                }),
            };
            let words = format!("{} {}", place.words, grid.number(hex));
            self.add(place, words, word.unwrap_or(&value).to_owned(), basis, Spot::Letter(column, row));
        }
    }
}

/// The content of a table of a list: `hex 0505; name Mill Bridge`.
fn fields(table: &Object<String, Value>) -> String {
    let plain = |(key, value): &(&String, &Value)| {
        !ABOUT.contains(&key.as_str()) && !value.is_object() && !value.is_array() && *key != "id"
    };
    let fields = table.iter().filter(plain).map(|(key, value)| format!("{key} {}", told(value)));
    fields.collect::<Vec<_>>().join("; ")
}

/// The value as shown in messages.
fn told(value: &Value) -> String {
    match value {
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
