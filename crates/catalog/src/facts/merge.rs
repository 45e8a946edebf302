//! Facts of one file taken into another.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::{Map as Object, Value};

use super::read::{LEVELS_CERTAINTY, label_names};
use super::{Address, Difference, Fact, Facts, Spot, Step, compare, follow, follow_mut, names};

/// Which of the facts that differ are taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Take {
    /// Those alone whose place begins with one of these; all if there is none.
    pub only: Vec<String>,
    /// Whatever they rest on, and those too that one of the two lacks. Else those alone that rest
    /// on something better there than here.
    pub all: bool,
    /// Those alone at these very places, whatever they rest on.
    pub at: Option<BTreeSet<String>>,
}

impl Take {
    pub fn at(places: impl IntoIterator<Item = String>) -> Take {
        Take { at: Some(places.into_iter().collect()), ..Take::default() }
    }

    fn takes(&self, difference: &Difference<'_>) -> bool {
        if let Some(places) = &self.at {
            return places.contains(difference.place);
        }
        let named = self.only.is_empty()
            || self.only.iter().any(|start| difference.place.starts_with(start.as_str()));
        named && (self.all || difference.is_better_there())
    }
}

/// A file into which facts were taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub document: Value,
    /// The places of the facts that were taken.
    pub taken: Vec<String>,
    /// The places of those that differ and were left.
    pub left: Vec<String>,
}

/// Takes facts of another reading of a file. What says on what they rest comes with them.
pub fn merge((here, facts): (&Value, &Facts), (there, others): (&Value, &Facts), take: &Take) -> Merged {
    let mut merged = Merged { document: here.clone(), taken: Vec::new(), left: Vec::new() };
    let mut differences = compare(facts, others);
    // Tables of lists are found by their names, which tables that come and go may change: they come
    // last, and among them those that go, from the end of their list.
    differences.sort_by_key(|difference| match difference {
        Difference { here: Some(_), there: Some(_), .. } => (0, Reverse(0)),
        Difference { here: None, .. } => (1, Reverse(0)),
        Difference { here: Some(fact), .. } => (2, Reverse(number(here, &fact.at).unwrap_or(0))),
    });
    for difference in &differences {
        let list = match take.takes(difference) && put(&mut merged.document, there, difference).is_some() {
            true => &mut merged.taken,
            false => &mut merged.left,
        };
        list.push(difference.place.to_owned());
    }
    merged.taken.sort();
    merged.left.sort();
    let taken = |place: &str| merged.taken.binary_search_by(|other| other.as_str().cmp(place)).is_ok();
    let changed: Vec<&Fact> =
        differences.iter().filter(|d| taken(d.place)).filter_map(|difference| difference.there).collect();
    for fact in changed {
        relabel(&mut merged.document, there, &fact.at);
    }
    merged
}

/// The place of a table in its list.
fn number(document: &Value, at: &Address) -> Option<usize> {
    let (Step::Item(name), list) = at.steps.split_last()? else { return None };
    names(follow(document, list)?.as_array()?).iter().position(|other| other == name)
}

/// Puts a fact as it is there into the document; `None` if there is no room for it.
fn put(document: &mut Value, there: &Value, difference: &Difference<'_>) -> Option<()> {
    match (difference.here, difference.there) {
        (_, Some(fact)) => put_in(document, there, fact),
        (Some(fact), None) => take_out(document, fact),
        (None, None) => None,
    }
}

fn put_in(document: &mut Value, there: &Value, fact: &Fact) -> Option<()> {
    let Address { steps, spot } = &fact.at;
    let (last, table) = steps.split_last()?;
    match spot {
        Spot::Value => {
            let value = follow(there, steps)?.clone();
            match last {
                Step::Key(key) => {
                    let to = made(document, table)?.as_object_mut()?;
                    to.insert(key.clone(), value);
                    label_field(to, follow(there, table)?.as_object()?, key);
                }
                Step::Index(index) => {
                    *follow_mut(document, steps)? = value;
                    label_element(document, there, table, *index);
                }
                Step::Item(_) => return None,
            }
        }
        Spot::Table => {
            let value = follow(there, steps)?.clone();
            match follow_mut(document, table) {
                Some(list) => list.as_array_mut()?.push(value),
                None => {
                    let (Step::Key(key), above) = table.split_last()? else { return None };
                    let above = follow_mut(document, above)?.as_object_mut()?;
                    above.insert(key.clone(), Value::Array(vec![value]));
                }
            }
        }
        Spot::Letter(column, row) => {
            let place = (*column, *row);
            let letter = letter_at(follow(there, steps)?.get("rows")?, place)?;
            write_letter(follow_mut(document, steps)?.get_mut("rows")?, place, letter)?;
        }
        Spot::Side(side) => {
            // In the first list of its kind, whichever it stands in there.
            let Step::Key(kind) = steps.first()? else { return None };
            let text = document.get_mut(kind)?.get_mut(0)?.get_mut("sides")?;
            let sides = text.as_str()?;
            *text = Value::String(broken(sides.split_whitespace().chain([side.as_str()])));
        }
    }
    Some(())
}

fn take_out(document: &mut Value, fact: &Fact) -> Option<()> {
    let Address { steps, spot } = &fact.at;
    let (last, table) = steps.split_last()?;
    match (spot, last) {
        (Spot::Value, Step::Key(key)) => {
            follow_mut(document, table)?.as_object_mut()?.remove(key)?;
            without_empty(document, table);
        }
        (Spot::Table, Step::Item(name)) => {
            let list = follow_mut(document, table)?.as_array_mut()?;
            let index = names(list).iter().position(|other| other == name)?;
            list.remove(index);
            without_empty(document, table);
        }
        (Spot::Side(side), _) => {
            let text = follow_mut(document, steps)?;
            *text = Value::String(broken(text.as_str()?.split_whitespace().filter(|other| other != side)));
        }
        // A list that is longer than the other's, and a hex that the other sheet lacks.
        _ => return None,
    }
    Some(())
}

/// The table that those steps lead to; tables that are not there yet are made.
fn made<'a>(document: &'a mut Value, steps: &[Step]) -> Option<&'a mut Value> {
    let mut value = document;
    for step in steps {
        value = match step {
            Step::Key(key) => {
                value.as_object_mut()?.entry(key).or_insert_with(|| Value::Object(Object::new()))
            }
            step => follow_mut(value, std::slice::from_ref(step))?,
        };
    }
    Some(value)
}

/// Takes away the table or list that those steps lead to if nothing is in it any more, and so on
/// upwards.
fn without_empty(document: &mut Value, steps: &[Step]) {
    let mut steps = steps;
    while let Some((Step::Key(key), above)) = steps.split_last() {
        let empty = match follow(document, steps) {
            Some(Value::Object(table)) => table.is_empty(),
            Some(Value::Array(list)) => list.is_empty(),
            _ => false,
        };
        let Some(above_it) = follow_mut(document, above).and_then(Value::as_object_mut) else { return };
        if !empty {
            return;
        }
        above_it.remove(key);
        steps = above;
    }
}

/// Takes over what the other table says that this field rests on.
fn label_field(to: &mut Object<String, Value>, from: &Object<String, Value>, key: &str) {
    let own = format!("{key}-label");
    if let Some(label) = from.get(&own) {
        to.insert(own, label.clone());
    }
    let Some(labels) = from.get("labels").and_then(Value::as_object) else { return };
    for name in label_names(key) {
        let Some(label) = labels.get(name) else { continue };
        let to = to.entry("labels").or_insert_with(|| Value::Object(Object::new()));
        if let Some(to) = to.as_object_mut() {
            to.insert(name.to_owned(), label.clone());
        }
    }
}

/// Takes over the letter for an element of a list that has a letter for each.
fn label_element(document: &mut Value, there: &Value, list: &[Step], index: usize) -> Option<()> {
    let (_, table) = list.split_last()?;
    let labels = |document: &Value| {
        let key = list.last().and_then(|step| match step {
            Step::Key(key) => Some(format!("{key}-labels")),
            _ => None,
        });
        let own = key.map(|key| [table, &[Step::Key(key)]].concat());
        let own = own.filter(|own| follow(document, own).is_some());
        own.unwrap_or_else(|| [table, &[Step::Key("labels".to_owned())]].concat())
    };
    let letter = letter_at(follow(there, &labels(there))?, (index, 0))?;
    let labels = labels(document);
    write_letter(follow_mut(document, &labels)?, (index, 0), letter)
}

/// A label over several values comes with them once all of them are as they are there.
fn relabel(document: &mut Value, there: &Value, at: &Address) -> Option<()> {
    if let Spot::Letter(column, row) = at.spot {
        let place = (column, row);
        let letter = |of: &Value, part: &str| letter_at(of.get(part)?.get("rows")?, place);
        // Where levels have letters of their own, those of certainty speak of the ground alone.
        let own = [&*document, there].iter().all(|of| of.get(LEVELS_CERTAINTY).is_some());
        let (parts, certainty): (&[&str], &str) = match &at.steps[..] {
            [Step::Key(part)] if own && part == "levels" => (&["levels"], LEVELS_CERTAINTY),
            _ if own => (&["ground"], "certainty"),
            _ => (&["ground", "levels"], "certainty"),
        };
        if parts.iter().all(|part| letter(document, part) == letter(there, part)) {
            let letter = letter(there, certainty)?;
            write_letter(document.get_mut(certainty)?.get_mut("rows")?, place, letter)?;
        }
        return Some(());
    }
    let table = match at.steps.split_last()? {
        (Step::Key(_), table) => table,
        _ => return None,
    };
    let from = follow(there, table)?.as_object()?;
    let to = follow_mut(document, table)?.as_object_mut()?;
    let labels = ["label", "certainty", "source", "basis"];
    let values = |table: &Object<String, Value>| -> Object<String, Value> {
        table.clone().into_iter().filter(|(key, _)| !labels.contains(&key.as_str())).collect()
    };
    if values(from) == values(to) {
        for label in labels {
            match from.get(label) {
                Some(value) => to.insert(label.to_owned(), value.clone()),
                None => to.remove(label),
            };
        }
    }
    Some(())
}

/// The letter at that column and row of a text.
fn letter_at(text: &Value, (column, row): (usize, usize)) -> Option<char> {
    text.as_str()?.lines().nth(row)?.chars().nth(column)
}

pub(crate) fn write_letter(text: &mut Value, (column, row): (usize, usize), letter: char) -> Option<()> {
    letter_at(text, (column, row))?;
    let lines = text.as_str()?.split('\n').enumerate().map(|(number, line)| {
        let mut letters: Vec<char> = line.chars().collect();
        if number == row {
            letters[column] = letter;
        }
        letters.into_iter().collect()
    });
    *text = Value::String(lines.collect::<Vec<String>>().join("\n"));
    Some(())
}

/// Words in lines of a data file's width.
fn broken<'a>(words: impl Iterator<Item = &'a str>) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        if length > 0 {
            let breaks = length + 1 + word.len() > WIDTH;
            text.push(if breaks { '\n' } else { ' ' });
            length = if breaks { 0 } else { length + 1 };
        }
        text.push_str(word);
        length += word.len();
    }
    text
}
