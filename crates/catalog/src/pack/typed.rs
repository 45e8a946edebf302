//! Text typed into the files of a pack: names, titles and anything else that a page shows.

use hexmap::{Faults, Source};
use tabletop::text::{self, TextRule};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::LONGEST_LIST;
use super::{ABOUT, Files};

/// The fields of a pack's description.
const WORDS: [(&str, TextRule); 3] =
    [("title", text::TITLE), ("author", text::PERSON), ("about", text::ABOUT)];

/// Fields of data files that stand in lists and headings.
const NAMES: [&str; 3] = ["title", "name", "edition"];

/// The texts of new files that no page could show, and lists that are too long to be read. Packs that were kept
/// already are not asked.
pub fn typed_faults(files: &Files) -> Faults {
    let mut faults = Faults::default();
    for (path, text) in files {
        let (table, _) = DeTable::parse_recoverable(text);
        let mut reading = Reading { path, source: Source::new(path, text), faults: &mut faults };
        reading.table(table.get_ref());
    }
    faults
}

/// Whether any list or table of these files has more than [`LONGEST_LIST`] entries.
pub(super) fn has_long_list(files: &Files) -> bool {
    fn in_table(table: &DeTable<'_>) -> bool {
        table.len() > LONGEST_LIST || table.values().any(|value| in_value(value.get_ref()))
    }
    fn in_value(value: &DeValue<'_>) -> bool {
        match value {
            DeValue::Array(list) => {
                list.len() > LONGEST_LIST || list.iter().any(|value| in_value(value.get_ref()))
            }
            DeValue::Table(table) => in_table(table),
            _ => false,
        }
    }
    files.values().any(|text| in_table(DeTable::parse_recoverable(text).0.get_ref()))
}

fn too_long(what: &str, entries: usize) -> Result<(), String> {
    Err(format!("{what} has {entries} entries; at most {LONGEST_LIST} are allowed"))
}

struct Reading<'r, 't> {
    path: &'t str,
    source: Source<'t>,
    faults: &'r mut Faults,
}

impl Reading<'_, '_> {
    fn table(&mut self, table: &DeTable<'_>) {
        if let Some((key, _)) = table.iter().next().filter(|_| table.len() > LONGEST_LIST) {
            self.note(key.span().start, too_long("this table", table.len()));
        }
        for (key, value) in table {
            let typed = text::check_characters("the name of a field", key.get_ref(), false);
            self.note(key.span().start, typed);
            self.value(key.get_ref(), value);
        }
    }

    fn value(&mut self, field: &str, value: &Spanned<DeValue<'_>>) {
        match value.get_ref() {
            DeValue::String(text) => self.note(value.span().start, self.text(field, text)),
            DeValue::Array(list) if list.len() > LONGEST_LIST => {
                self.note(value.span().start, too_long(field, list.len()));
            }
            DeValue::Array(list) => list.iter().for_each(|value| self.value(field, value)),
            DeValue::Table(table) => self.table(table),
            _ => {}
        }
    }

    fn text(&self, field: &str, text: &str) -> Result<(), String> {
        let about = WORDS.iter().find(|(name, _)| self.path == ABOUT && *name == field);
        match about {
            Some(("title", rule)) => rule.read(field, text).map(drop),
            Some((_, rule)) => rule.read_optional(field, text).map(drop),
            None if NAMES.contains(&field) => text::TITLE.read_optional(field, text).map(drop),
            None => text::check_characters(field, text, true),
        }
    }

    fn note(&mut self, at: usize, typed: Result<(), String>) {
        if let Err(what) = typed {
            let fault = self.source.fault(at, what);
            self.faults.add(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    #[test]
    fn the_programs_own_files_can_be_shown() {
        let files =
            embedded::data_paths().filter_map(|path| Some((path.to_string(), embedded::data(&path)?)));
        let files: Files = files.collect();
        assert!(files.len() > 20);
        assert_eq!(typed_faults(&files), Faults::default());
    }

    #[test]
    fn every_text_that_cannot_be_shown_is_named_with_its_line() {
        let long = format!("[[unit]]\nid = \"a\"\nname = \"{}\"\n", "W".repeat(81));
        let about = "title = \" \"\nauthor = \"Everybody\"\nabout = \"\"\"\nOne.\nTwo\\u0000.\"\"\"\n";
        let files = Files::from([
            (ABOUT.to_owned(), about.to_owned()),
            ("a/units.toml".to_owned(), long),
            (
                "b.toml".to_owned(),
                "x = 1\n[more]\nlist = [\"fine\\n\", \"\\u202e\"]\n\"y\u{200b}\" = 2\n".to_owned(),
            ),
        ]);
        let faults: Vec<String> = typed_faults(&files).0.iter().map(ToString::to_string).collect();
        assert_eq!(
            faults,
            [
                "a/units.toml:3: name: at most 80 characters were expected, and these are 81",
                "b.toml:3: list: the character U+202E cannot be shown",
                "b.toml:4: the name of a field: the character U+200B cannot be shown",
                "pack.toml:3: about: the character U+0000 cannot be shown",
                "pack.toml:2: author: 'Everybody' is a name that the program itself uses",
                "pack.toml:1: title: text was expected, not nothing",
            ]
        );
    }
}
