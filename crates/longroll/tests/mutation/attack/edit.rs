//! Small changes to a text or a document. Each is drawn from its own seed, so that one can be left
//! out of a list without changing the others: that is how a failing input is made small.

use std::rc::Rc;

use ai::Chance;
use serde_json::{Map, Value, json};

/// One small change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// To bytes and lines.
    Text(u64),
    /// To keys and values.
    Tree(u64),
}

/// Numbers that often break programs.
const NUMBERS: [&str; 30] = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "-0",
    "7",
    "30",
    "100",
    "127",
    "128",
    "255",
    "256",
    "-128",
    "999",
    "32768",
    "65535",
    "65536",
    "1000000000",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "0.5",
    "-1.5",
    "1e308",
];

/// Strings that often break programs.
const STRINGS: [&str; 30] = [
    "",
    " ",
    "0000",
    "0001",
    "0100",
    "0101",
    "9999",
    "00000",
    "101",
    "-101",
    "\u{0661}\u{0660}\u{0661}\u{0660}",
    "ü",
    "é101",
    "0\u{e9}01",
    "\u{1f3b2}\u{1f3b2}\u{1f3b2}\u{1f3b2}",
    "a\u{0301}",
    "\u{202e}drawkcab",
    "\u{0}",
    "\n",
    "..",
    "../../etc/passwd",
    "/",
    "union",
    "Union",
    "confederate",
    "null",
    "<script>alert(1)</script>",
    "%s%n",
    "1-1",
    "99999999999999999999",
];

/// One of these.
pub fn pick<'a, T>(chance: &mut Chance, of: &'a [T]) -> &'a T {
    &of[chance.below(of.len())]
}

/// The words and numbers of a text, to replace others with.
pub fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || "-_./".contains(c)))
        .filter(|word| !word.is_empty() && word.len() < 60)
        .map(str::to_owned)
        .collect();
    words.sort();
    words.dedup();
    words
}

/// A string that has a meaning here, or one that is unexpected.
pub fn string(chance: &mut Chance, words: &[String]) -> String {
    match chance.below(20) {
        0..=8 if !words.is_empty() => pick(chance, words).clone(),
        9 => "x".repeat(1 + chance.below(100_000)),
        10 => "\u{1f3b2}".repeat(1 + chance.below(300)),
        _ => (*pick(chance, &STRINGS)).to_owned(),
    }
}

/// A number at the limit of a type.
fn number(chance: &mut Chance) -> Value {
    let text: &&str = pick(chance, &NUMBERS);
    serde_json::from_str(text).unwrap_or(Value::Null)
}

/// Changes some bytes.
pub fn text(bytes: &mut Vec<u8>, seed: u64, words: &[String]) {
    let chance = &mut Chance::new(seed);
    if bytes.is_empty() {
        bytes.extend_from_slice(string(chance, words).as_bytes());
        return;
    }
    let at = chance.below(bytes.len());
    let end = (at + 1 + chance.below(64)).min(bytes.len());
    match chance.below(18) {
        0 => bytes[at] ^= 1 << chance.below(8),
        1 => bytes[at] = chance.below(256) as u8,
        2 => drop(bytes.drain(at..end)),
        3 => {
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        4 if chance.one_in(3) => bytes.truncate(at),
        4 | 5 => drop(bytes.splice(at..at, string(chance, words).into_bytes())),
        6..=9 => lines(bytes, chance),
        10..=13 => {
            token(bytes, chance, at, |c| c.is_ascii_digit(), &|chance| (*pick(chance, &NUMBERS)).to_owned())
        }
        14..=16 => token(bytes, chance, at, |c| c.is_ascii_alphanumeric() || c == b'-', &|chance| {
            string(chance, words)
        }),
        _ => {
            let most = if chance.one_in(4) { 200_000 } else { 200 };
            let depth = 1 + chance.below(most);
            let what = *pick(chance, &["[", "{", "{\"a\":", "a.", "[[", "(", "{a="]);
            bytes.splice(at..at, what.repeat(depth).into_bytes());
        }
    }
}

/// Changes the order and the number of lines.
fn lines(bytes: &mut Vec<u8>, chance: &mut Chance) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, two) = (chance.below(lines.len()), chance.below(lines.len()));
    match chance.below(6) {
        0 => lines.swap(one, two),
        1 => drop(lines.remove(one)),
        2 => lines.insert(two, lines[one].clone()),
        3 => drop(lines.drain(one.min(two)..one.max(two).min(one.min(two) + 12))),
        4 => drop(lines[one].pop()),
        _ => {
            let most = if chance.one_in(8) { 3_000 } else { 5 };
            let copies = 1 + chance.below(most);
            let copy = lines[one].clone();
            lines.splice(two..two, std::iter::repeat_n(copy, copies));
        }
    }
    *bytes = lines.concat();
}

/// Replaces the first token at or after `at`.
fn token(
    bytes: &mut Vec<u8>,
    chance: &mut Chance,
    at: usize,
    part: impl Fn(u8) -> bool,
    new: &dyn Fn(&mut Chance) -> String,
) {
    let Some(start) = (at..bytes.len()).find(|i| part(bytes[*i])) else { return };
    let start = (0..start).rev().take_while(|i| part(bytes[*i])).last().unwrap_or(start);
    let end = (start..bytes.len()).find(|i| !part(bytes[*i])).unwrap_or(bytes.len());
    bytes.splice(start..end, new(chance).into_bytes());
}

/// A step down into a document.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    /// Shared: a key of a hundred thousand characters is part of every path below it.
    Key(Rc<str>),
    Index(usize),
}

/// The path to every value of a document.
fn ways(value: &Value, way: &mut Vec<Step>, ways_to: &mut Vec<Vec<Step>>) {
    ways_to.push(way.clone());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                way.push(Step::Key(key.as_str().into()));
                ways(value, way, ways_to);
                way.pop();
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                way.push(Step::Index(index));
                ways(value, way, ways_to);
                way.pop();
            }
        }
        _ => {}
    }
}

fn find<'a>(value: &'a mut Value, way: &[Step]) -> Option<&'a mut Value> {
    way.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(&**key),
        Step::Index(index) => value.get_mut(*index),
    })
}

/// Changes a document as a tree.
pub fn tree(document: &mut Value, seed: u64, words: &[String]) {
    let chance = &mut Chance::new(seed);
    let mut all = Vec::new();
    ways(document, &mut Vec::new(), &mut all);
    let way = pick(chance, &all).clone();
    let other = pick(chance, &all).clone();
    let Some((last, parent)) = way.split_last() else {
        // The whole document: there is seldom any point in replacing it with something that is not
        // an object.
        if chance.one_in(10) {
            *document = anything(chance, words, 2);
        } else if let Value::Object(fields) = document {
            fields.insert(string(chance, words), anything(chance, words, 2));
        }
        return;
    };
    match chance.below(16) {
        0 | 1 => drop(taken(document, parent, last)),
        2 => {
            if let (Some(value), Step::Key(key)) = (taken(document, parent, last), last)
                && let Some(Value::Object(fields)) = find(document, parent)
            {
                let name = match chance.below(4) {
                    0 => key.to_uppercase(),
                    1 => format!("{key}s"),
                    2 => key.chars().skip(1).collect(),
                    _ => string(chance, words),
                };
                fields.insert(name, value);
            }
        }
        3 | 4 => put(document, &way, number(chance)),
        5 | 6 => put(document, &way, json!(string(chance, words))),
        7 => put(document, &way, anything(chance, words, 2)),
        8 => {
            // Nesting deeper than any reader allows is written as text.
            let most = if chance.one_in(3) { 120 } else { 6 };
            let depth = 1 + chance.below(most);
            if let Some(value) = find(document, &way) {
                for _ in 0..depth {
                    let inner = value.take();
                    *value = if chance.one_in(2) { json!([inner]) } else { json!({ "a": inner }) };
                }
            }
        }
        9 | 10 => repeated(document, parent, last, chance),
        11 | 12 => {
            if let Some(copy) = find(document, &other).cloned()
                && !way.starts_with(&other)
            {
                put(document, &way, copy);
            }
        }
        13 => {
            if let Some(Value::Object(fields)) = find(document, parent) {
                fields.insert(string(chance, words), anything(chance, words, 1));
            }
        }
        _ => nearly(document, &way, chance),
    }
}

/// Removes a value from its parent and returns it.
fn taken(document: &mut Value, parent: &[Step], last: &Step) -> Option<Value> {
    match (find(document, parent)?, last) {
        (Value::Object(fields), Step::Key(key)) => fields.remove(&**key),
        (Value::Array(list), Step::Index(index)) if *index < list.len() => Some(list.remove(*index)),
        _ => None,
    }
}

fn put(document: &mut Value, way: &[Step], value: Value) {
    if let Some(there) = find(document, way) {
        *there = value;
    }
}

/// Repeats an entry of a list, sometimes very often; a value that is not in a list becomes a list
/// of copies.
fn repeated(document: &mut Value, parent: &[Step], last: &Step, chance: &mut Chance) {
    let most = if chance.one_in(12) { 100_000 } else { 3 };
    let copies = 1 + chance.below(most);
    match (find(document, parent), last) {
        (Some(Value::Array(list)), Step::Index(index)) if *index < list.len() => {
            let copy = list[*index].clone();
            let copies = copies.min(bearable(&copy));
            list.splice(*index..*index, std::iter::repeat_n(copy, copies));
        }
        (Some(Value::Object(fields)), Step::Key(key)) => {
            if let Some(value) = fields.get_mut(&**key) {
                let copy = value.take();
                let copies = copies.min(bearable(&copy));
                *value = Value::Array(std::iter::repeat_n(copy, copies).collect());
            }
        }
        _ => {}
    }
}

/// How many copies of a value fit in a message.
fn bearable(value: &Value) -> usize {
    match value {
        Value::Object(_) | Value::Array(_) => 300,
        Value::String(text) => 1_000_000 / (1 + text.len()) + 1,
        _ => usize::MAX,
    }
}

/// Changes a value slightly.
fn nearly(document: &mut Value, way: &[Step], chance: &mut Chance) {
    let Some(value) = find(document, way) else { return };
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *value = match chance.below(4) {
                0 => json!(number.wrapping_add(1)),
                1 => json!(number.wrapping_sub(1)),
                2 => json!(number as f64),
                _ => json!(number.to_string()),
            };
        }
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            if letters.is_empty() {
                return;
            }
            let at = chance.below(letters.len());
            match chance.below(5) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, letters[at]),
                2 => letters.truncate(at),
                3 => {
                    letters[at] = *pick(chance, &['0', '1', '9', 'x', ' ', '-', '/', '\n', 'ü', '\u{1f3b2}'])
                }
                _ => {
                    let digit = letters[at].to_digit(10).map_or(5, |digit| (digit + 1) % 10);
                    letters[at] = char::from_digit(digit, 10).unwrap_or('0');
                }
            }
            *text = letters.into_iter().collect();
        }
        Value::Array(list) => match chance.below(3) {
            0 => list.clear(),
            1 => list.reverse(),
            _ => list.truncate(list.len() / 2),
        },
        Value::Object(fields) => fields.clear(),
        Value::Bool(there) => *there = !*there,
        Value::Null => *value = json!(0),
    }
}

/// Any value.
pub fn anything(chance: &mut Chance, words: &[String], depth: u8) -> Value {
    match chance.below(if depth == 0 { 6 } else { 10 }) {
        0 => Value::Null,
        1 => json!(chance.one_in(2)),
        2 | 3 => number(chance),
        4 | 5 => json!(string(chance, words)),
        6 | 7 => (0..chance.below(4)).map(|_| anything(chance, words, depth - 1)).collect(),
        _ => {
            let mut fields = Map::new();
            for _ in 0..chance.below(4) {
                fields.insert(string(chance, words), anything(chance, words, depth - 1));
            }
            Value::Object(fields)
        }
    }
}

/// The seed of the `n`th item of this seed.
pub fn mixed(seed: u64, n: u64) -> u64 {
    // The finalizer of SplitMix64: neighbouring numbers give unrelated seeds.
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The shortest list of edits that still fails, found by leaving out one at a time.
pub fn smallest(edits: &[Edit], mut fails: impl FnMut(&[Edit]) -> bool) -> Vec<Edit> {
    let mut edits = edits.to_vec();
    let mut at = 0;
    while at < edits.len() {
        let mut fewer = edits.clone();
        fewer.remove(at);
        if fails(&fewer) {
            edits = fewer;
        } else {
            at += 1;
        }
    }
    edits
}
