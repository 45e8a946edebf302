//! A data file being read: it maps every offset to its line and its place in the document.

use std::cell::OnceCell;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::Fault;

/// The name and text of a file whose faults are to be located.
#[derive(Debug)]
pub struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// Every key and value with its dotted path; built at the first fault, since most files have
    /// none.
    places: OnceCell<Vec<(Range<usize>, String)>>,
}

impl<'a> Source<'a> {
    /// The file with that name and text.
    pub fn new(file: &'a str, text: &'a str) -> Source<'a> {
        Source { file, text, places: OnceCell::new() }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// A fault at the byte `offset`, with its line and its place.
    pub fn fault(&self, offset: usize, what: impl Into<String>) -> Fault {
        Fault {
            file: self.file.to_owned(),
            line: line_of(self.text, offset),
            place: self.place(offset),
            hex: None,
            what: what.into(),
        }
    }

    /// The dotted path of the innermost value or key at `offset`: `road.3.hexes`, lists counted
    /// from 0.
    fn place(&self, offset: usize) -> Option<String> {
        let places = self.places.get_or_init(|| {
            let mut places = Vec::new();
            let (table, _) = DeTable::parse_recoverable(self.text);
            note_table(&mut places, "", table.get_ref());
            places
        });
        let around = places.iter().filter(|(span, _)| span.contains(&offset));
        around
            .min_by_key(|(span, path)| (span.len(), std::cmp::Reverse(path.len())))
            .map(|(_, path)| path.clone())
    }
}

fn note_table(places: &mut Vec<(Range<usize>, String)>, path: &str, table: &DeTable<'_>) {
    for (key, value) in table {
        let path =
            if path.is_empty() { key.get_ref().to_string() } else { format!("{path}.{}", key.get_ref()) };
        places.push((key.span(), path.clone()));
        note(places, path, value);
    }
}

fn note(places: &mut Vec<(Range<usize>, String)>, path: String, value: &toml::Spanned<DeValue<'_>>) {
    match value.get_ref() {
        DeValue::Table(table) => note_table(places, &path, table),
        DeValue::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                note(places, format!("{path}.{i}"), value);
            }
        }
        _ => {}
    }
    places.push((value.span(), path));
}

/// The line, counted from 1, that contains the byte at `offset` of `text`.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|&&b| b == b'\n').count() + 1
}
