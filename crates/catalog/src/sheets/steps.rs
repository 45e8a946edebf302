//! The steps of a pass through all that is in doubt.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use hexmap::Grid;
use serde_json::Value;

use super::label::{Label, field};
use super::plan::{Field, Form, Kind, Plan, WordToml};
use super::write::{field_at, item_of, named};
use crate::facts::{Basis, Fact, Facts, Spot, Step as Part, follow};

/// A file of a scenario, and what it was before anybody read anything from the sheet.
pub struct Sheet {
    /// Its role in a scenario: `map`, `units`.
    pub role: String,
    pub path: String,
    pub document: Value,
    pub facts: Facts,
    /// Its facts in the program's own data; empty where those have no such file.
    pub own: Facts,
    pub grid: Option<Grid>,
}

/// A word that may be the answer, with the key that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The key, if it has one.
    pub key: Option<String>,
    pub value: String,
    pub text: Option<String>,
}

/// One value that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub place: String,
    /// Which of several values in it this is, and what joins them.
    pub part: Option<(usize, String)>,
    /// In which row of a chart it stands.
    pub row: String,
    /// Its name: a column of a chart, a field of a counter, a hex.
    pub label: String,
    pub value: String,
    pub basis: Option<Basis>,
    /// Whether it has been read from the sheet.
    pub read: bool,
    pub hexes: Vec<String>,
    /// The name of the words that may be the answer.
    pub words: Option<String>,
}

/// One step: what stands together on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub id: String,
    pub kind: String,
    pub file: String,
    pub title: String,
    /// The heading it stands under, if there is one.
    pub under: String,
    /// Why the present values are what they are.
    pub why: Vec<String>,
    /// The id of the table in its file that it is about, if it has one.
    pub table: Option<String>,
    /// The feature that more hexsides may have.
    pub more: Option<String>,
    /// The facts asked for, in the order of the sheet.
    pub asked: Vec<Asked>,
    /// The places of all facts in doubt that are settled with it.
    pub covers: BTreeSet<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Steps {
    pub steps: Vec<Step>,
    pub words: BTreeMap<String, Vec<Word>>,
}

/// The kind of doubts that no plan mentions.
const REST: &str = "rest";

/// The keys that are given to words that have none, in this order. Those of digits and signs are left
/// to values that are typed.
const KEYS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The steps of these files, in the order of the plan.
pub fn steps(plan: &Plan, sheets: &[Sheet]) -> Steps {
    let places = sheets.iter().map(|sheet| (sheet.path.as_str(), in_order(sheet, places(sheet)))).collect();
    let mut maker = Maker { sheets, places, taken: HashSet::new(), made: Steps::default() };
    for (name, words) in &plan.words {
        let words = words.iter().map(word).collect();
        maker.made.words.insert(name.clone(), words);
    }
    for kind in &plan.kind {
        for sheet in sheets.iter().filter(|sheet| sheet.role == kind.file) {
            maker.kind(kind, sheet);
        }
    }
    for sheet in sheets {
        maker.kind(&rest(sheet), sheet);
    }
    maker.made
}

/// The kind of every doubt that the plan does not mention, so that none is left out.
fn rest(sheet: &Sheet) -> Kind {
    Kind {
        id: REST.to_owned(),
        title: "Everything else".to_owned(),
        file: sheet.role.clone(),
        places: Vec::new(),
        form: Form::Fields,
        ask: "What does the sheet say of these?".to_owned(),
        parts: 1,
        step: None,
        under: None,
        field: Vec::new(),
        upto: super::plan::Upto(Basis::Historic),
        unlabelled: false,
        words: None,
        hexes_of: Vec::new(),
    }
}

fn word(word: &WordToml) -> Word {
    match word {
        WordToml::Value(value) => Word { key: None, value: value.clone(), text: None },
        WordToml::Keyed { key, value, text } => {
            Word { key: key.clone(), value: value.clone(), text: text.clone() }
        }
    }
}

struct Maker<'a> {
    sheets: &'a [Sheet],
    /// The places of each file, in its order.
    places: BTreeMap<&'a str, Vec<&'a str>>,
    /// The facts that a step has asked for, by file and place.
    taken: HashSet<(&'a str, &'a str)>,
    made: Steps,
}

impl<'a> Maker<'a> {
    fn kind(&mut self, kind: &Kind, sheet: &'a Sheet) {
        let decisive = (!kind.hexes_of.is_empty()).then(|| self.decisive(kind));
        let mut groups: Vec<(String, Vec<&'a str>)> = Vec::new();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for place in self.places.get(sheet.path.as_str()).cloned().unwrap_or_default() {
            let Some(fact) = sheet.own.get(place).or_else(|| sheet.facts.get(place)) else { continue };
            if fact.is_table() || !matches(kind, place) || !in_doubt(kind, sheet, place) {
                continue;
            }
            let form = match &fact.at.spot {
                Spot::Letter(..) => Form::Letters,
                Spot::Side(_) => Form::Sides,
                _ if is_name_of_sides(sheet, place) => Form::Sides,
                _ if kind.form == Form::Cells => Form::Cells,
                _ => Form::Fields,
            };
            if kind.id != REST && form != kind.form
                || decisive.as_ref().is_some_and(|hexes| !fact.hexes.iter().any(|hex| hexes.contains(hex)))
                || self.taken.contains(&(sheet.path.as_str(), place))
            {
                continue;
            }
            let group = group(kind, sheet, place, fact, decisive.is_some());
            let number = *numbers.entry(group.clone()).or_insert_with(|| {
                groups.push((group, Vec::new()));
                groups.len() - 1
            });
            groups[number].1.push(place);
        }
        for (group, places) in groups {
            self.step(kind, sheet, &group, places);
        }
    }

    /// The hexes that parts of files name.
    fn decisive(&self, kind: &Kind) -> HashSet<String> {
        let mut hexes = HashSet::new();
        for part in &kind.hexes_of {
            let Some((role, part)) = part.split_once('.') else { continue };
            for sheet in self.sheets.iter().filter(|sheet| sheet.role == role) {
                collect_hexes(&sheet.document[part], &mut hexes);
            }
        }
        hexes
    }

    fn step(&mut self, kind: &Kind, sheet: &'a Sheet, group: &str, places: Vec<&'a str>) {
        let id = format!("{}: {}: {group}", kind.id, sheet.path);
        let mut asked = Vec::new();
        match kind.form {
            _ if kind.field.is_empty() => {
                for &place in &places {
                    if !is_name_of_sides(sheet, place) {
                        asked.push(one(kind, sheet, group, place));
                    }
                }
            }
            _ => asked = fields(kind, sheet, group, &places),
        }
        if asked.is_empty() {
            return;
        }
        // What bears the same label is settled with it.
        let labels: BTreeSet<Label> = asked.iter().filter_map(|one| label(sheet, &one.place)).collect();
        let covered = |place: &&'a str| {
            asked.iter().any(|one| one.place == *place)
                || is_name_of_sides(sheet, place)
                || label(sheet, place).is_some_and(|label| labels.contains(&label))
        };
        let places: Vec<&'a str> = places.into_iter().filter(covered).collect();
        self.taken.extend(places.iter().map(|&place| (sheet.path.as_str(), place)));
        let covers: BTreeSet<String> = places.iter().map(|&place| place.to_owned()).collect();
        let steps = covers.iter().find_map(|place| address(sheet, place)).unwrap_or_default();
        let title = kind
            .step
            .as_deref()
            .map_or_else(|| title(kind, group, &asked), |template| filled(template, sheet, &steps));
        let under =
            kind.under.as_deref().map_or_else(String::new, |template| filled(template, sheet, &steps));
        let why = why(sheet, &steps, &asked);
        let table =
            item_of(&sheet.document, &steps).and_then(|table| table.get("id")?.as_str().map(str::to_owned));
        let more = match kind.form {
            Form::Sides => kind.places.first().map(|place| place.trim().to_owned()),
            _ => None,
        };
        self.words(kind, sheet, &id, &mut asked);
        let (kind, file) = (kind.id.clone(), sheet.path.clone());
        self.made.steps.push(Step { id, kind, file, title, under, why, table, more, asked, covers });
    }

    /// Names the words of whatever has none of its own.
    fn words(&mut self, kind: &Kind, sheet: &Sheet, id: &str, asked: &mut [Asked]) {
        if kind.form == Form::Sides {
            let word = |key: &str, value: &str| Word {
                key: Some(key.to_owned()),
                value: value.to_owned(),
                text: None,
            };
            let words = vec![word("y", "there"), word("x", "not there")];
            self.made.words.entry("sides".to_owned()).or_insert(words);
        }
        let part = |asked: &Asked| asked.place.split(' ').next().unwrap_or_default().to_owned();
        let letters: Option<(String, Vec<Word>)> =
            asked.first().filter(|_| kind.form == Form::Letters).map(|first| {
                let part = part(first);
                let name = format!("{}: {part}", sheet.path);
                (name, legend(&sheet.document[&part]))
            });
        let own = match kind.form {
            Form::Cells if kind.words.is_none() => {
                let name = id.to_owned();
                let values: Vec<&str> =
                    asked.iter().filter(|one| one.words.is_none()).map(|one| one.value.as_str()).collect();
                Some((name, occurring(&values)))
            }
            _ => None,
        };
        let name = match (&kind.words, &letters, &own) {
            (Some(name), ..) => Some(name.clone()),
            _ if kind.form == Form::Sides => Some("sides".to_owned()),
            (_, Some((name, _)), _) | (_, _, Some((name, _))) => Some(name.clone()),
            _ => None,
        };
        for (name, words) in letters.into_iter().chain(own) {
            self.made.words.entry(name).or_insert(words);
        }
        for one in asked.iter_mut().filter(|one| one.words.is_none()) {
            one.words.clone_from(&name);
        }
    }
}

/// Every place of a file, now or before.
fn places(sheet: &Sheet) -> Vec<&str> {
    let all: BTreeSet<&str> = sheet.own.keys().chain(sheet.facts.keys()).map(String::as_str).collect();
    all.into_iter().collect()
}

/// In the order in which the file has them: a counter's, a chart's.
fn in_order<'a>(sheet: &Sheet, places: Vec<&'a str>) -> Vec<&'a str> {
    let mut places = places;
    places.sort_by_cached_key(|place| {
        let fact = sheet.facts.get(*place).or_else(|| sheet.own.get(*place));
        fact.map(|fact| match &fact.at.spot {
            Spot::Letter(column, row) => vec![*row, *column],
            _ => positions(&sheet.document, &fact.at.steps),
        })
    });
    places
}

/// The numbers of the parts of an address in the file.
fn positions(document: &Value, steps: &[Part]) -> Vec<usize> {
    let mut positions = Vec::new();
    for (depth, step) in steps.iter().enumerate() {
        positions.push(match step {
            Part::Index(index) => *index,
            Part::Item(_) => {
                let list = follow(document, &steps[..depth]).and_then(Value::as_array);
                let item = follow(document, &steps[..=depth]);
                list.zip(item)
                    .and_then(|(list, item)| list.iter().position(|one| std::ptr::eq(one, item)))
                    .unwrap_or(0)
            }
            Part::Key(key) => {
                let table = follow(document, &steps[..depth]).and_then(Value::as_object);
                table.and_then(|table| table.keys().position(|one| one == key)).unwrap_or(0)
            }
        });
    }
    positions
}

fn matches(kind: &Kind, place: &str) -> bool {
    kind.places.is_empty() || kind.places.iter().any(|start| place.starts_with(start.as_str()))
}

/// Whether an owner is asked for it: it is in doubt, or was until it was read.
fn in_doubt(kind: &Kind, sheet: &Sheet, place: &str) -> bool {
    let doubtful = |fact: &Fact| match fact.basis {
        Some(basis) => basis <= kind.upto.0,
        None => kind.unlabelled && sheet.document.get("certainty").is_some(),
    };
    match (sheet.own.get(place), sheet.facts.get(place)) {
        (Some(own), _) => doubtful(own),
        (None, Some(now)) => doubtful(now) || now.basis == Some(Basis::Printed),
        (None, None) => false,
    }
}

/// Which step a place belongs to.
fn group(kind: &Kind, sheet: &Sheet, place: &str, fact: &Fact, decisive: bool) -> String {
    let side_row = |side: &str| {
        let first = side.split('/').next().unwrap_or_default();
        let row = sheet.grid.as_ref().and_then(|grid| Some(grid.place(grid.parse(first)?).1));
        row.map_or_else(|| "elsewhere".to_owned(), |row| format!("row {:02}", row + 1))
    };
    match &fact.at.spot {
        // The name of a list goes with the first of its hexsides.
        Spot::Value if is_name_of_sides(sheet, place) => {
            let sides = item_of(&sheet.document, &fact.at.steps).and_then(|item| item.get("sides")?.as_str());
            side_row(sides.and_then(|sides| sides.split_whitespace().next()).unwrap_or_default())
        }
        Spot::Letter(_, row) if !decisive => format!("row {:02}", row + 1),
        Spot::Letter(..) => "hexes".to_owned(),
        Spot::Side(side) => side_row(side),
        _ => {
            // The table of a list, whatever its name; a chart is one step.
            let ends = place.match_indices(", ").map(|(end, _)| &place[..end]);
            let table = |start: &&str| sheet.facts.get(*start).is_some_and(Fact::is_table);
            let table = ends.into_iter().find(table).filter(|_| kind.form == Form::Fields);
            let parts = || place.split(", ").take(kind.parts).collect::<Vec<_>>().join(", ");
            table.map_or_else(parts, str::to_owned)
        }
    }
}

/// A list of hexsides may have a name, which goes with them.
fn is_name_of_sides(sheet: &Sheet, place: &str) -> bool {
    let fact = sheet.facts.get(place).or_else(|| sheet.own.get(place));
    let named = |fact: &Fact| match &fact.at.steps[..] {
        [Part::Key(kind), .., Part::Key(name)] if name == "name" => {
            sheet.document[kind][0].get("sides").is_some()
        }
        _ => false,
    };
    fact.is_some_and(named)
}

fn label(sheet: &Sheet, place: &str) -> Option<Label> {
    let fact = sheet.facts.get(place).or_else(|| sheet.own.get(place))?;
    Label::of(&sheet.document, &fact.at)
}

fn address(sheet: &Sheet, place: &str) -> Option<Vec<Part>> {
    let fact = sheet.facts.get(place).or_else(|| sheet.own.get(place))?;
    Some(fact.at.steps.clone())
}

/// A value as it is asked for.
fn one(kind: &Kind, sheet: &Sheet, group: &str, place: &str) -> Asked {
    let now = sheet.facts.get(place);
    let fact = now.or_else(|| sheet.own.get(place));
    let spot = fact.map(|fact| &fact.at.spot);
    let rest = place.strip_prefix(group).unwrap_or(place).trim_start_matches(", ");
    let (row, label) = match spot {
        Some(Spot::Letter(..) | Spot::Side(_)) => {
            (String::new(), place.split_once(' ').map_or(place, |(_, at)| at).to_owned())
        }
        _ if kind.form == Form::Cells => {
            // A cell's heading stands last; the name of the list says nothing.
            let element = fact.is_some_and(|fact| matches!(fact.at.steps.last(), Some(Part::Index(_))));
            let (row, label) = match element {
                true => rest.rsplit_once(' ').unwrap_or(("", rest)),
                false => rest.rsplit_once(", ").unwrap_or(("", rest)),
            };
            let plain = |row: &str| ["cells", "points"].contains(&row);
            let row = match row.rsplit_once(", ") {
                Some((before, last)) if plain(last) => before,
                None if plain(row) => "",
                _ => row,
            };
            let row = ["row ", "test "].iter().find_map(|word| row.strip_prefix(word)).unwrap_or(row);
            (row.to_owned(), label.to_owned())
        }
        _ => (String::new(), rest.to_owned()),
    };
    let gone = now.is_none();
    Asked {
        place: place.to_owned(),
        part: None,
        row,
        label,
        value: now.map_or_else(
            || if matches!(spot, Some(Spot::Side(_))) { "not there".to_owned() } else { String::new() },
            |now| shown(sheet, now),
        ),
        basis: now.and_then(|now| now.basis),
        // A removed feature was read too: the reader found that it is not on the sheet.
        read: gone || now.is_some_and(|now| now.basis == Some(Basis::Printed)),
        hexes: fact.map_or_else(Vec::new, |fact| fact.hexes.clone()),
        words: None,
    }
}

/// The value as an owner would write it: a list with commas.
fn shown(sheet: &Sheet, fact: &Fact) -> String {
    match (&fact.at.spot, follow(&sheet.document, &fact.at.steps)) {
        (Spot::Value, Some(Value::Array(list))) => {
            let each = list.iter().map(|one| match one {
                Value::String(text) if text.is_empty() => "–".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            each.collect::<Vec<_>>().join(", ")
        }
        (Spot::Value, Some(Value::Bool(yes))) => if *yes { "yes" } else { "no" }.to_owned(),
        _ => fact.value.clone(),
    }
}

/// The fields of a table, in the order in which the sheet prints them.
fn fields(kind: &Kind, sheet: &Sheet, table: &str, places: &[&str]) -> Vec<Asked> {
    let mut asked = Vec::new();
    for Field { key, label, words, part, join, absent } in &kind.field {
        let place = format!("{table}, {key}");
        let known = places.contains(&place.as_str());
        let now = sheet.facts.get(&place);
        let may_be_added = *absent && now.is_none();
        if !known && !may_be_added {
            continue;
        }
        let mut whole = one(kind, sheet, table, &place);
        if now.is_none() {
            // It is read once the table that could have it is.
            let steps = sheet.facts.get(table).map(|fact| field(&fact.at.steps, key)).unwrap_or_default();
            let of_table = Label::of(&sheet.document, &crate::facts::Address { steps, spot: Spot::Value });
            let table = of_table.as_ref().and_then(Label::table).map(<[Part]>::to_vec);
            let label = table.and_then(|table| follow(&sheet.document, &table)?.get("label")?.as_str());
            whole.read = label == Some("printed");
        }
        whole.label.clone_from(label);
        whole.words.clone_from(words);
        if part.is_empty() {
            asked.push(whole);
            continue;
        }
        let values: Vec<&str> = whole.value.split(join.as_str()).collect();
        for (number, part) in part.iter().enumerate() {
            asked.push(Asked {
                part: Some((number, join.clone())),
                row: label.clone(),
                label: part.label.clone(),
                value: values.get(number).map_or_else(String::new, |value| (*value).to_owned()),
                words: Some(part.words.clone()),
                ..whole.clone()
            });
        }
    }
    asked
}

fn title(kind: &Kind, group: &str, asked: &[Asked]) -> String {
    match (kind.form, asked.first(), asked.last()) {
        (Form::Letters | Form::Sides, Some(first), Some(last)) if first.label != last.label => {
            format!("{} to {}", first.label, last.label)
        }
        (Form::Letters | Form::Sides, Some(first), _) => first.label.clone(),
        _ if kind.form == Form::Cells && kind.parts == 1 => kind.title.clone(),
        _ => group.to_owned(),
    }
}

/// A template with the names in braces replaced by fields of a table.
fn filled(template: &str, sheet: &Sheet, steps: &[Part]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        let value = field_at(&sheet.document, steps, name).unwrap_or_default();
        text.push_str(&named(&sheet.document, &value));
        rest = after;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

/// Why the values are what they are, and what is noted in doubt at their hexes.
fn why(sheet: &Sheet, steps: &[Part], asked: &[Asked]) -> Vec<String> {
    let mut why = Vec::new();
    if let Some(item) = item_of(&sheet.document, steps) {
        for name in ["basis", "reason", "source", "note"] {
            why.extend(item.get(name).and_then(Value::as_str).map(str::to_owned));
        }
    }
    let hexes: HashSet<&str> = asked.iter().flat_map(|one| &one.hexes).map(String::as_str).collect();
    for doubt in sheet.document.get("doubt").and_then(Value::as_array).into_iter().flatten() {
        let at = doubt.get("hexes").and_then(Value::as_str).unwrap_or_default();
        if at.split_whitespace().any(|hex| hexes.contains(hex)) {
            let what = doubt.get("what").and_then(Value::as_str).unwrap_or_default();
            why.push(format!("{at}: {what}"));
        }
    }
    why
}

/// The words of a part of a map, from its legend.
fn legend(part: &Value) -> Vec<Word> {
    let legend = part.get("legend").and_then(Value::as_object).into_iter().flatten();
    let words = legend.filter(|(letter, _)| letter.as_str() != "-").map(|(letter, word)| Word {
        key: Some(letter.to_lowercase()),
        value: word.as_str().unwrap_or(letter).to_owned(),
        text: None,
    });
    words.collect()
}

/// The words that occur in a chart, each with a key; values that are typed as quickly have none.
fn occurring(values: &[&str]) -> Vec<Word> {
    let mut words: Vec<&str> = Vec::new();
    for value in values.iter().filter(|value| !value.is_empty()) {
        if !words.contains(value) {
            words.push(value);
        }
    }
    let mut keys = KEYS.chars();
    let keyed = words.into_iter().map(|value| {
        let number = value.parse::<f64>().is_ok();
        let key = if number { None } else { keys.next().map(String::from) };
        Word { key, value: value.to_owned(), text: None }
    });
    keyed.collect()
}

/// The numbers of hexes in a value and all below it.
fn collect_hexes(value: &Value, hexes: &mut HashSet<String>) {
    match value {
        Value::String(text) => {
            let number = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
            hexes.extend(text.split([' ', '\n', '/']).filter(number).map(str::to_owned));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_hexes(value, hexes)),
        Value::Object(table) => table.values().for_each(|value| collect_hexes(value, hexes)),
        _ => {}
    }
}
