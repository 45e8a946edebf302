//! What 8ab1443c answered is still answered, name by name: other programs rely on it.
//!
//! `wire/requests.jsonl` are scripts of the line, one after each empty line, with the code and the case of what was
//! refused; each game is played from its seed. `wire/names.txt` is what stood in the answers: a place a line, and what
//! stood there, a word as it is. Sentences may change, names and words may only become more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use protocol::Line;
use serde_json::{Value, json};

const REQUESTS: &str = include_str!("wire/requests.jsonl");
const NAMES: &str = include_str!("wire/names.txt");

/// By place, what stands there.
type Names = BTreeMap<String, BTreeSet<String>>;

fn is_name(text: &str, chars: fn(char) -> bool) -> bool {
    text.chars().all(|char| char.is_ascii_lowercase() || chars(char))
}

/// Whether a text is a word of the protocol, and no sentence, number or unit.
fn is_word(text: &str) -> bool {
    let starts = text.starts_with(|char: char| char.is_ascii_lowercase());
    let is_unit = text.get(1..2) == Some("-");
    starts && !is_unit && (3..=24).contains(&text.len()) && is_name(text, |char| char == '-')
}

/// Notes an answer's names. What is in many answers has one place for all; a field that is called by a hex or a unit is
/// `*`; a pack's files are data.
fn note(value: &Value, place: &str, names: &mut Names) {
    let stands = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "bool".to_owned(),
        Value::Number(_) => "number".to_owned(),
        Value::String(text) if is_word(text) => format!("{text:?}"),
        Value::String(_) => "text".to_owned(),
        Value::Array(items) => {
            items.iter().for_each(|item| note(item, &format!("{place}[]"), names));
            "list".to_owned()
        }
        Value::Object(fields) => {
            for (field, value) in fields {
                match &**field {
                    "files" => {}
                    "view" | "events" | "counsel" | "question" => note(value, field, names),
                    _ if is_name(field, |char| matches!(char, '_' | '-')) => {
                        note(value, &format!("{place}.{field}"), names);
                    }
                    _ => note(value, &format!("{place}.*"), names),
                }
            }
            "object".to_owned()
        }
    };
    names.entry(place.to_owned()).or_default().insert(stands);
}

/// What `told` lacks, a line each.
fn lacking(told: &Names) -> Vec<String> {
    let mut lacking = Vec::new();
    for line in NAMES.lines() {
        let (place, words) = line.split_once(' ').unwrap();
        let told = told.get(place);
        let missing = words.split(' ').filter(|word| told.is_none_or(|told| !told.contains(*word)));
        lacking.extend(missing.map(|word| format!("{place} {word}")));
    }
    lacking
}

#[test]
fn an_earlier_programs_scripts_are_answered_with_all_its_names() {
    let library = Arc::new(systems::library().unwrap());
    let mut told = Names::new();
    for script in REQUESTS.split("\n\n") {
        let mut line = Line::new(Arc::clone(&library));
        for request in script.lines() {
            let asked: Value = serde_json::from_str(request).unwrap();
            let (method, params) = (&asked["method"], &asked["params"]);
            let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
            let answer = line.hear(message.to_string().as_bytes()).unwrap();
            let answer: Value = serde_json::from_str(&answer).unwrap();
            let (error, of) = (&answer["error"], &asked["error"]);
            assert_eq!(&error["code"], of, "{request}\n{error}");
            assert_eq!(&error["data"]["case"], &asked["case"], "{request}\n{error}");
            if of.is_null() {
                note(&answer["result"], method.as_str().unwrap(), &mut told);
            }
        }
    }
    assert_eq!(lacking(&told), Vec::<String>::new());
    // A name that is gone, and one that is called otherwise, are noticed.
    told.remove("question.kind");
    assert_ne!(lacking(&told), Vec::<String>::new());
}
