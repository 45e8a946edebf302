//! What turns one JSON text into another, as a JSON Patch (RFC 6902).

use std::collections::HashSet;
use std::fmt::Write as _;

/// The patch that turns `from` into `to`, two texts as `serde_json` writes them, without spaces. An object or a
/// list is replaced whole where that is shorter than its changes, or if its members come in another order.
pub fn patch(from: &str, to: &str) -> String {
    let mut patch = Patch { path: Vec::new(), out: "[".to_owned(), alike: (0, to.len()) };
    patch.compare(from, to);
    patch.out + "]"
}

struct Patch<'a> {
    path: Vec<Step<'a>>,
    out: String,
    /// How much longer `from` was than `to` where they were last found alike, and what of `to` comes after that.
    alike: (isize, usize),
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// A name as JSON has it, without the quotes.
    Name(&'a str),
    Place(usize),
}

impl Step<'_> {
    fn text(self) -> String {
        match self {
            Step::Name(name) => name.replace('~', "~0").replace('/', "~1"),
            Step::Place(place) => place.to_string(),
        }
    }
}

impl<'a> Patch<'a> {
    /// Compares the values with which two texts begin; returns their lengths.
    fn compare(&mut self, from: &'a str, to: &'a str) -> (usize, usize) {
        let alike = self.alike(from, to);
        let same = end(&to.as_bytes()[..alike]);
        if same < alike {
            return (same, same);
        }
        let before = self.out.len();
        let ends = match (first(from), first(to)) {
            (b'{', b'{') => self.compare_parts(from, to, b'}'),
            (b'[', b'[') => self.compare_parts(from, to, b']'),
            _ => {
                let ends = (end(from.as_bytes()), end(to.as_bytes()));
                if from[..ends.0] != to[..ends.1] {
                    self.write("replace", &to[..ends.1]);
                }
                return ends;
            }
        };
        let path: usize = self.path.iter().map(|step| step.text().len() + 1).sum();
        if self.out.len() - before > r#",{"op":"replace","path":"","value":}"#.len() + path + ends.1 {
            self.out.truncate(before);
            self.write("replace", &to[..ends.1]);
        }
        ends
    }

    /// How many bytes are the same from here on.
    fn alike(&mut self, from: &str, to: &str) -> usize {
        const CHUNK: usize = 32;
        let longer = from.len().wrapping_sub(to.len()).cast_signed();
        if self.alike.0 != longer || self.alike.1 >= to.len() {
            let (a, b) = (from.as_bytes(), to.as_bytes());
            let chunks =
                a.chunks_exact(CHUNK).zip(b.chunks_exact(CHUNK)).take_while(|(a, b)| a == b).count() * CHUNK;
            let rest = a[chunks..].iter().zip(&b[chunks..]).take_while(|(a, b)| a == b).count();
            self.alike = (longer, to.len() - chunks - rest);
        }
        to.len() - self.alike.1
    }

    /// The same for two objects or two lists.
    fn compare_parts(&mut self, from: &'a str, to: &'a str, close: u8) -> (usize, usize) {
        let before = self.out.len();
        let (mut old, mut new, mut place) = (1, 1, 0);
        let mut rests = None;
        loop {
            let (mut a, mut b) = (&from[old..], &to[new..]);
            let mut step = Step::Place(place);
            let (mut gone, mut added) = (first(b) == close, first(a) == close);
            if gone && added {
                return (old + 1, new + 1);
            }
            if close == b'}' {
                let (was, is) = (name(a), name(b));
                if was != is {
                    let (olds, news) = rests.get_or_insert_with(|| (names(a), names(b)));
                    gone |= !added && !news.contains(was);
                    added |= !gone && !olds.contains(is);
                    if !gone && !added {
                        self.out.truncate(before);
                        let ends = (end(from.as_bytes()), end(to.as_bytes()));
                        self.write("replace", &to[..ends.1]);
                        return ends;
                    }
                }
                step = Step::Name(if gone { was } else { is });
                (a, b) = (a.get(was.len() + 3..).unwrap_or(a), b.get(is.len() + 3..).unwrap_or(b));
            }
            self.path.push(step);
            let (x, y) = if gone {
                self.write("remove", "");
                (end(a.as_bytes()), 0)
            } else if added {
                let value = end(b.as_bytes());
                self.write("add", &b[..value]);
                (0, value)
            } else {
                self.compare(a, b)
            };
            self.path.pop();
            if !added {
                old = after(from, from.len() - a.len() + x);
            }
            if !gone {
                new = after(to, to.len() - b.len() + y);
                // Once an entry is removed the next has its place.
                place += 1;
            }
        }
    }

    fn write(&mut self, op: &str, value: &str) {
        let comma = if self.out.len() > 1 { "," } else { "" };
        // Writing to memory cannot fail.
        let _ = write!(self.out, r#"{comma}{{"op":"{op}","path":""#);
        for step in &self.path {
            let _ = write!(self.out, "/{}", step.text());
        }
        self.out.push('"');
        if !value.is_empty() {
            let _ = write!(self.out, r#","value":{value}"#);
        }
        self.out.push('}');
    }
}

fn first(text: &str) -> u8 {
    text.as_bytes().first().copied().unwrap_or_default()
}

/// Where the next part begins, or the bracket that closes the last.
fn after(text: &str, end: usize) -> usize {
    end + usize::from(text.as_bytes().get(end) == Some(&b','))
}

/// The name with which a text begins, without its quotes; nothing where there is none.
fn name(text: &str) -> &str {
    if first(text) == b'"' { &text[1..end(text.as_bytes()) - 1] } else { "" }
}

/// The names of the members that follow.
fn names(mut members: &str) -> HashSet<&str> {
    let mut names = HashSet::new();
    while first(members) == b'"' {
        let name = name(members);
        names.insert(name);
        let value = &members[name.len() + 3..];
        members = &value[after(value, end(value.as_bytes()))..];
    }
    names
}

/// Where the first value of a text ends.
fn end(bytes: &[u8]) -> usize {
    let (mut rest, mut depth) = (bytes.iter(), 0);
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => {
                while rest.find(|byte| matches!(byte, b'"' | b'\\')) == Some(&b'\\') {
                    rest.next();
                }
            }
            b'{' | b'[' => depth += 1,
            b',' | b':' | b'}' | b']' if depth == 0 => return bytes.len() - rest.len() - 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn it_turns_the_one_into_the_other_in_no_more_bytes_than_a_library_needs() {
        let values = [
            json!({}),
            json!([]),
            json!(null),
            json!({ "a": 1, "b": [1, 2, 3], "c": { "d": "e" } }),
            json!({ "a": 1, "b": [1, 2], "c": { "d": "f", "g": null } }),
            json!({ "b": [0, [], 2, 3, 4], "c": [], "h": { "i": {} } }),
            json!({ "a/b": { "c~d": 1, "\"e\\": "\u{e9}\n" }, "": { "": 0 } }),
            json!({ "a/b": { "c~d": 2, "\"e\\": "\u{e9}\t", "f,": 1.5 }, "": { "": [] } }),
            json!([{ "id": 1 }, { "id": 2, "at": "0101" }, { "id": 3 }]),
            json!([{ "id": 2, "at": "0101" }, { "id": 3 }]),
            json!([{ "id": 1 }, { "id": 2, "at": "]}0102\\" }, { "id": 3 }, [[1]], null]),
        ];
        for from in &values {
            for to in &values {
                let patch = super::patch(&from.to_string(), &to.to_string());
                let steps: json_patch::Patch = serde_json::from_str(&patch).expect("it is JSON");
                let mut made = from.clone();
                json_patch::patch(&mut made, &steps).expect("it applies");
                assert_eq!(&made, to, "{from} by {patch}");
                let library = json!(json_patch::diff(from, to)).to_string();
                assert!(patch.len() <= library.len(), "{patch} in place of {library}");
            }
        }
    }

    #[test]
    fn an_object_is_replaced_whose_members_come_in_another_order() {
        let patch = super::patch(r#"{"a":{"c":2,"d":3},"b":1}"#, r#"{"a":{"d":3,"c":4},"b":1}"#);
        assert_eq!(patch, r#"[{"op":"replace","path":"/a","value":{"d":3,"c":4}}]"#);
    }

    #[test]
    fn a_list_is_replaced_where_that_is_shorter() {
        let patch = super::patch(r#"{"a":[1,2,3],"b":true}"#, r#"{"a":[4,5,6],"b":true}"#);
        assert_eq!(patch, r#"[{"op":"replace","path":"/a","value":[4,5,6]}]"#);
    }
}
