//! What was read from the sheet, written into a document.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map as Object, Value, json};

use super::label::{Label, field};
use crate::facts::{
    Address, Basis, Difference, Fact, Facts, Spot, Step, compare, follow, follow_mut, write_letter,
};

/// The fact on the sheet at one place. An empty value means none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub place: String,
    pub value: String,
}

/// Why an answer could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub place: String,
    /// The fault, and what was expected.
    pub what: String,
}

/// Writes answers into a document and marks them as read from the sheet. `asked` are the places that
/// an owner is asked for: values under one label are marked once all of those have been answered.
///
/// # Errors
/// Every answer that cannot be taken; the document is then to be thrown away.
pub fn write(
    document: &mut Value,
    facts: &Facts,
    asked: &BTreeSet<String>,
    answers: &[Answer],
) -> Result<(), Vec<Refused>> {
    let mut refused = Vec::new();
    let mut answered = HashSet::new();
    let mut labels: BTreeMap<Label, Vec<&str>> = BTreeMap::new();
    for answer in answers {
        if !answered.insert(answer.place.as_str()) {
            refused.push(refuse(answer, "it is answered twice".to_owned()));
            continue;
        }
        match at(document, facts, &answer.place).map(|at| (put(document, &at, &answer.value), at)) {
            Some((Ok(()), at)) => {
                if let Some(label) = Label::of(document, &at) {
                    labels.entry(label).or_default().push(&answer.place);
                }
            }
            Some((Err(what), _)) => refused.push(refuse(answer, what)),
            None => refused.push(refuse(answer, "there is no such place in this file".to_owned())),
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    // Those asked for under each label that is to be written: all of them must have been answered.
    let mut waiting: BTreeMap<Label, bool> = BTreeMap::new();
    for place in asked.iter().filter(|place| !answered.contains(place.as_str())) {
        let label = at(document, facts, place).and_then(|at| Label::of(document, &at));
        if let Some(label) = label.filter(|label| labels.contains_key(label)) {
            waiting.insert(label, true);
        }
    }
    for (label, places) in labels {
        if waiting.contains_key(&label) {
            continue;
        }
        if label.write(document).is_none() {
            let what = "the file has no room to say what this rests on".to_owned();
            refused.extend(
                places.iter().map(|place| Refused { place: (*place).to_owned(), what: what.clone() }),
            );
        }
    }
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

fn refuse(answer: &Answer, what: String) -> Refused {
    Refused { place: answer.place.clone(), what }
}

/// The address of a place, of one too that the file has nothing at yet: a field of a table that is
/// there, a hexside.
fn at(document: &Value, facts: &Facts, place: &str) -> Option<Address> {
    if let Some(fact) = facts.get(place) {
        return Some(fact.at.clone());
    }
    if let Some((kind, side)) = place.split_once(' ').filter(|(_, side)| is_side(side)) {
        // Features on hexsides are in lists, which may not exist yet.
        let of_sides = |list: &Value| list.get(0).is_none_or(|table| table.get("sides").is_some());
        let possible = document.get("grid").is_some() && document.get(kind).is_some_and(of_sides);
        let steps = vec![Step::Key(kind.to_owned())];
        return possible.then(|| Address { steps, spot: Spot::Side(side.to_owned()) });
    }
    let (table, name) = place.rsplit_once(", ")?;
    let fact = facts.get(table).filter(|fact| fact.is_table())?;
    Some(Address { steps: field(&fact.at.steps, name), spot: Spot::Value })
}

fn is_side(word: &str) -> bool {
    let hex = |hex: &str| hex.len() == 4 && hex.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('/').is_some_and(|(one, other)| hex(one) && hex(other))
}

fn put(document: &mut Value, at: &Address, value: &str) -> Result<(), String> {
    let lost = || "there is no such place in this file".to_owned();
    match &at.spot {
        Spot::Table => Err("this is a table: its fields are asked for".to_owned()),
        Spot::Side(side) => put_side(document, &at.steps, side, value),
        Spot::Letter(column, row) => {
            let part = follow_mut(document, &at.steps).ok_or_else(lost)?;
            let letter = letter_of(part, value)?;
            let rows = part.get_mut("rows").ok_or_else(lost)?;
            write_letter(rows, (*column, *row), letter).ok_or_else(lost)
        }
        Spot::Value => {
            let (last, table) = at.steps.split_last().ok_or_else(lost)?;
            let present = follow(document, &at.steps).cloned();
            match last {
                Step::Index(_) => {
                    *follow_mut(document, &at.steps).ok_or_else(lost)? = read(present.as_ref(), value)?;
                }
                Step::Key(key) => {
                    let table =
                        follow_mut(document, table).and_then(Value::as_object_mut).ok_or_else(lost)?;
                    let text = matches!(present, None | Some(Value::String(_)));
                    if value.trim().is_empty() && text {
                        table.remove(key);
                    } else {
                        let value = read(present.as_ref(), value)?;
                        table.insert(key.clone(), value);
                    }
                }
                Step::Item(_) => return Err(lost()),
            }
            Ok(())
        }
    }
}

/// A value of the same kind as the present one.
fn read(present: Option<&Value>, value: &str) -> Result<Value, String> {
    let value = value.trim();
    let wrong = |what: &str| format!("'{value}' was read; {what} was expected");
    match present {
        Some(Value::Number(_)) => {
            if let Ok(whole) = value.parse::<i64>() {
                return Ok(json!(whole));
            }
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(|number| json!(number)).ok_or_else(|| wrong("a number"))
        }
        Some(Value::Bool(_)) => match value {
            "yes" | "true" => Ok(json!(true)),
            "no" | "false" => Ok(json!(false)),
            _ => Err(wrong("yes or no")),
        },
        Some(Value::Array(list)) => {
            let parts: Vec<&str> = value.split(',').map(str::trim).collect();
            if parts.len() != list.len() {
                return Err(format!(
                    "{} values were read; {} were expected, with commas",
                    parts.len(),
                    list.len()
                ));
            }
            let each = list
                .iter()
                .zip(parts)
                .map(|(present, part)| read(Some(present), if part == "–" { "" } else { part }));
            each.collect::<Result<Vec<_>, _>>().map(Value::Array)
        }
        Some(Value::Object(_)) => Err(wrong("one value")),
        Some(Value::String(_) | Value::Null) | None => Ok(json!(value)),
    }
}

/// The letter of a part of a map for a value: the letter itself, or what it stands for.
fn letter_of(part: &Value, value: &str) -> Result<char, String> {
    let none = Object::new();
    let legend = part.get("legend").and_then(Value::as_object).unwrap_or(&none);
    let known = |(letter, word): &(&String, &Value)| {
        letter.as_str() != "-" && (letter.as_str() == value || word.as_str() == Some(value))
    };
    if let Some(letter) = legend.iter().find(known).and_then(|(letter, _)| letter.chars().next()) {
        return Ok(letter);
    }
    let words = legend.iter().filter(|(letter, _)| letter.as_str() != "-");
    let words: Vec<String> =
        words.map(|(letter, word)| format!("{letter} ({})", word.as_str().unwrap_or_default())).collect();
    Err(format!("'{value}' was read; expected was one of {}", words.join(", ")))
}

/// Moves a hexside to the list of those that were read, or takes it out.
fn put_side(document: &mut Value, steps: &[Step], side: &str, value: &str) -> Result<(), String> {
    let Some(Step::Key(kind)) = steps.first() else { return Err("there are no hexsides here".to_owned()) };
    let there = match value {
        "there" => true,
        "" | "not there" => false,
        _ => return Err(format!("'{value}' was read; 'there' or 'not there' was expected")),
    };
    let lists = document.get_mut(kind).and_then(Value::as_array_mut).ok_or("there are no hexsides here")?;
    let printed = |list: &Value| label_of(list) == Some(Basis::Printed);
    let mut name = None;
    let mut done = false;
    for list in lists.iter_mut() {
        let read = printed(list);
        let Some(text) = list.get("sides").and_then(Value::as_str) else { continue };
        if !text.split_whitespace().any(|word| word == side) {
            continue;
        }
        if there && read {
            done = true;
            continue;
        }
        let left: Vec<&str> = text.split_whitespace().filter(|word| *word != side).collect();
        let left = broken(&left);
        name = list.get("name").cloned();
        list["sides"] = json!(left);
    }
    if there && !done {
        let to = lists.iter_mut().find(|list| printed(list) && list.get("name") == name.as_ref());
        match to {
            Some(list) => {
                let text = list.get("sides").and_then(Value::as_str).unwrap_or_default().to_owned();
                let words: Vec<&str> = text.split_whitespace().chain([side]).collect();
                list["sides"] = json!(broken(&words));
            }
            None => {
                let mut list = json!({ "sides": side, "certainty": "printed" });
                if let Some(name) = name {
                    list["name"] = name;
                }
                lists.push(list);
            }
        }
    }
    // A list stays even if nothing is left in it: more may be read.
    let empty =
        |list: &Value| list.get("sides").and_then(Value::as_str).is_some_and(|text| text.trim().is_empty());
    match lists.iter().all(empty) {
        true => lists.truncate(1),
        false => lists.retain(|list| !empty(list)),
    }
    Ok(())
}

fn label_of(list: &Value) -> Option<Basis> {
    list.get("certainty").and_then(Value::as_str).and_then(Basis::of)
}

/// Words in lines of a data file's width.
fn broken(words: &[&str]) -> String {
    words.chunks(11).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

/// The changes as sentences: of values only, not of their bases.
pub(super) fn changes(before: &Facts, after: &Facts, document: &Value) -> Vec<String> {
    let of_side = |fact: Option<&Fact>| fact.is_some_and(|fact| matches!(fact.at.spot, Spot::Side(_)));
    let told = |fact: Option<&Fact>, other: Option<&Fact>| match fact {
        Some(fact) => fact.value.clone(),
        None if of_side(other) => "not there".to_owned(),
        None => "nothing".to_owned(),
    };
    let changed = |d: &&Difference<'_>| !d.is_of_basis() && !d.here.or(d.there).is_some_and(Fact::is_table);
    let sentence = |d: &Difference<'_>| {
        let (now, before) = (told(d.there, d.here), told(d.here, d.there));
        format!("{}: {now}, before {before}", said(document, d.place))
    };
    compare(before, after).iter().filter(changed).map(sentence).collect()
}

/// A place with the name of its table instead of the id.
fn said(document: &Value, place: &str) -> String {
    let (table, rest) = place.split_once(", ").unwrap_or((place, ""));
    match table.split_once(' ').map(|(_, id)| (id, named(document, id))) {
        Some((id, name)) if id != name => format!("{name}, {rest}"),
        _ => place.to_owned(),
    }
}

/// The field of a table at the start of a place: of the table that is nearest to it.
pub(super) fn field_at(document: &Value, steps: &[Step], name: &str) -> Option<String> {
    let mut steps = steps;
    loop {
        if let Some(value) = follow(document, steps).and_then(|value| value.get(name)) {
            return match value {
                Value::String(text) => Some(text.clone()),
                Value::Bool(yes) => Some(if *yes { name.to_owned() } else { String::new() }),
                Value::Array(_) | Value::Object(_) | Value::Null => None,
                other => Some(other.to_string()),
            };
        }
        steps = steps.split_last()?.1;
    }
}

/// The name of the table of any list that has that id; else the id.
pub(super) fn named(document: &Value, id: &str) -> String {
    let lists =
        document.as_object().into_iter().flat_map(|object| object.values()).filter_map(Value::as_array);
    let tables = lists.flatten();
    let table = tables.into_iter().find(|table| table.get("id").and_then(Value::as_str) == Some(id));
    table.and_then(|table| table.get("name")?.as_str()).unwrap_or(id).to_owned()
}

/// The nearest table of a list above an address.
pub(super) fn item_of<'a>(document: &'a Value, steps: &[Step]) -> Option<&'a Value> {
    let item = steps.iter().rposition(|step| matches!(step, Step::Item(_)))?;
    follow(document, &steps[..=item])
}
