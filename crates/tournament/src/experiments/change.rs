//! Changes of data files: how a variant differs where the scenario has no option for it.

use std::collections::BTreeMap;

use catalog::pack::{Files, Pack};
use serde::Deserialize;
use tabletop::text;
use toml_edit::{DocumentMut, Item, Value};

use crate::matches::Systems;

/// A change of one data file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Path of the file, below `data`.
    pub file: String,
    /// The items removed, each by its keys joined by dots, entries of a list by their number from 0: `quota`,
    /// `victory.eliminated.1`.
    #[serde(default)]
    pub remove: Vec<String>,
    /// The values set, by the same keys.
    #[serde(default)]
    pub set: BTreeMap<String, toml::Value>,
}

impl Change {
    /// The text of the file after the change.
    fn applied(&self, text: &str) -> Result<String, String> {
        let at = |key: &str, what: &str| format!("{}: '{key}' {what}", self.file);
        let mut document: DocumentMut = text.parse().map_err(|error| format!("{}: {error}", self.file))?;
        // Entries of a list are removed from the end, so that the numbers of the others stay valid.
        let mut removed = self.remove.clone();
        removed.sort_by_key(|key| {
            std::cmp::Reverse(key.rsplit('.').next().and_then(|n| n.parse::<usize>().ok()))
        });
        for key in &removed {
            let (parents, last) = key.rsplit_once('.').unwrap_or(("", key));
            let parent = find(document.as_item_mut(), parents).ok_or_else(|| at(key, "is not there"))?;
            if !remove(parent, last) {
                return Err(at(key, "is not there"));
            }
        }
        for (key, value) in &self.set {
            let value: Value = value.to_string().parse().map_err(|_| at(key, "cannot be set to this"))?;
            let (parents, last) = key.rsplit_once('.').unwrap_or(("", key));
            let parent =
                find(document.as_item_mut(), parents).ok_or_else(|| at(key, "has no place to be set"))?;
            if !set(parent, last, value) {
                return Err(at(key, "has no place to be set"));
            }
        }
        Ok(document.to_string())
    }
}

fn find<'a>(item: &'a mut Item, keys: &str) -> Option<&'a mut Item> {
    let mut item = item;
    for key in keys.split('.').filter(|key| !key.is_empty()) {
        item = match key.parse::<usize>() {
            Ok(index) => item.get_mut(index)?,
            Err(_) => item.get_mut(key)?,
        };
    }
    Some(item)
}

fn remove(parent: &mut Item, key: &str) -> bool {
    match (key.parse::<usize>(), parent) {
        (Ok(index), Item::ArrayOfTables(tables)) if index < tables.len() => {
            tables.remove(index);
            true
        }
        (Ok(index), Item::Value(Value::Array(values))) if index < values.len() => {
            values.remove(index);
            true
        }
        (Err(_), parent) => parent.as_table_like_mut().and_then(|table| table.remove(key)).is_some(),
        _ => false,
    }
}

fn set(parent: &mut Item, key: &str, value: Value) -> bool {
    match (key.parse::<usize>(), parent) {
        (Ok(index), Item::Value(Value::Array(values))) if index < values.len() => {
            values.replace(index, value);
            true
        }
        (Err(_), parent) => match parent.as_table_like_mut() {
            Some(table) => {
                table.insert(key, Item::Value(value));
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// A data pack of the systems' files with these changes.
///
/// # Errors
/// A change that cannot be made, or every fault of the changed files.
pub(crate) fn pack(systems: &Systems, title: &str, changes: &[Change]) -> Result<Pack, String> {
    let mut files = Files::new();
    for change in changes {
        let text = files.get(&change.file).cloned().or_else(|| (systems.read)(&change.file));
        let text = text.ok_or_else(|| format!("there is no data file {}", change.file))?;
        files.insert(change.file.clone(), change.applied(&text)?);
    }
    let title = text::TITLE.fit(title);
    files.insert("pack.toml".to_owned(), format!("title = {}\n", toml::Value::String(title)));
    Pack::read_over(systems.data, systems.read, files).map_err(|faults| faults.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a = 1\n[quota]\nlimit = 11\n[[level]]\nupto = 5\n[[level]]\nupto = 15\n";

    fn change(remove: &[&str], set: &[(&str, i64)]) -> Result<String, String> {
        let change = Change {
            file: "f.toml".to_owned(),
            remove: remove.iter().map(|key| (*key).to_owned()).collect(),
            set: set.iter().map(|(key, value)| ((*key).to_owned(), toml::Value::Integer(*value))).collect(),
        };
        change.applied(TEXT)
    }

    #[test]
    fn tables_keys_and_entries_are_removed() {
        assert_eq!(
            change(&["quota"], &[]).as_deref(),
            Ok("a = 1\n[[level]]\nupto = 5\n[[level]]\nupto = 15\n")
        );
        assert_eq!(
            change(&["a", "level.0"], &[]).as_deref(),
            Ok("[quota]\nlimit = 11\n[[level]]\nupto = 15\n")
        );
        assert_eq!(change(&["level.0", "level.1"], &[]).as_deref(), Ok("a = 1\n[quota]\nlimit = 11\n"));
    }

    #[test]
    fn values_are_set_in_their_place() {
        let text = change(&[], &[("quota.limit", 20), ("level.1.upto", 16), ("b", 2)]).expect("it can be");
        let again: toml::Value = toml::from_str(&text).expect("it is TOML");
        assert_eq!(again["quota"]["limit"].as_integer(), Some(20));
        assert_eq!(again["level"][1]["upto"].as_integer(), Some(16));
        assert_eq!(again["b"].as_integer(), Some(2));
    }

    #[test]
    fn what_is_not_there_is_named() {
        assert_eq!(change(&["quot"], &[]), Err("f.toml: 'quot' is not there".to_owned()));
        assert_eq!(change(&["level.2"], &[]), Err("f.toml: 'level.2' is not there".to_owned()));
        assert_eq!(change(&[], &[("x.y", 1)]), Err("f.toml: 'x.y' has no place to be set".to_owned()));
    }
}
