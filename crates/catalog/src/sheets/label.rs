//! Where a data file says what a fact rests on.

use serde_json::{Map as Object, Value, json};

use crate::facts::{Address, Basis, Spot, Step, follow, follow_mut, label_names, own_label, write_letter};

/// The part of a map with letters for its levels alone.
const LEVELS: &str = "levels-certainty";

/// The word for what is read from the sheet, and its letter.
const PRINTED: (&str, char) = ("printed", 'p');

/// Where the label of a fact stands. Several facts may share one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    /// A letter of a text, by the keys to the text and its number.
    Letter(Vec<Step>, usize),
    /// Fields of a table of labels.
    Named(Vec<Step>, Vec<String>),
    Field(Vec<Step>, String),
    /// A letter of a map: the part that has the letters, the column and the row.
    Hex(&'static str, usize, usize),
    /// The list that contains a hexside.
    Side(String),
}

fn object<'a>(document: &'a Value, steps: &[Step]) -> Option<&'a Object<String, Value>> {
    follow(document, steps)?.as_object()
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

impl Label {
    /// Where the label of the fact at that address stands; `None` if the file has no room for one.
    pub(super) fn of(document: &Value, at: &Address) -> Option<Label> {
        match &at.spot {
            Spot::Letter(column, row) => {
                let levels = matches!(&at.steps[..], [Step::Key(part)] if part == "levels");
                Some(Label::Hex(if levels { LEVELS } else { "certainty" }, *column, *row))
            }
            Spot::Side(_) => match at.steps.first()? {
                Step::Key(kind) => Some(Label::Side(kind.clone())),
                _ => None,
            },
            Spot::Table => None,
            Spot::Value => Label::of_value(document, &at.steps),
        }
    }

    fn of_value(document: &Value, steps: &[Step]) -> Option<Label> {
        let mut above = steps;
        // The letter of an element.
        while let Some((Step::Index(index), list)) = above.split_last() {
            if let Some((Step::Key(name), table)) = list.split_last() {
                for labels in [format!("{name}-labels"), "labels".to_owned()] {
                    let at = [table, &[Step::Key(labels)]].concat();
                    let text = follow(document, &at).and_then(Value::as_str);
                    if text.is_some_and(|text| text.chars().nth(*index).is_some()) {
                        return Some(Label::Letter(at, *index));
                    }
                }
            }
            above = list;
        }
        while let Some((Step::Key(name), table)) = above.split_last() {
            let fields = object(document, table)?;
            if let Some(own) = own_label(fields, name) {
                return Some(Label::Field(table.to_vec(), own));
            }
            if let Some(labels) = fields.get("labels").and_then(Value::as_object) {
                let named: Vec<String> =
                    label_names(name).filter(|name| labels.contains_key(*name)).map(str::to_owned).collect();
                if !named.is_empty() {
                    return Some(Label::Named(table.to_vec(), named));
                }
            }
            let common = ["label", "certainty"]
                .into_iter()
                .find(|name| fields.get(*name).and_then(Value::as_str).and_then(Basis::of).is_some());
            if let Some(common) = common {
                return Some(Label::Field(table.to_vec(), common.to_owned()));
            }
            above = table;
            while let Some((Step::Item(_) | Step::Index(_), list)) = above.split_last() {
                above = list;
            }
        }
        // Nothing says it yet: a feature of a map may.
        let item = steps.iter().rposition(|step| matches!(step, Step::Item(_)))?;
        document.get("grid")?;
        Some(Label::Field(steps[..=item].to_vec(), "certainty".to_owned()))
    }

    /// Marks everything with this label as read from the sheet. For hexsides the caller moves them to the
    /// marked list.
    pub(super) fn write(&self, document: &mut Value) -> Option<()> {
        let (word, letter) = PRINTED;
        match self {
            Label::Letter(text, index) => write_letter(follow_mut(document, text)?, (*index, 0), letter),
            Label::Named(table, names) => {
                let labels = follow_mut(document, table)?.get_mut("labels")?.as_object_mut()?;
                for name in names {
                    labels.insert(name.clone(), json!(word));
                }
                // The reasons of estimates go with the last of them.
                if labels.values().all(|label| label == word) {
                    follow_mut(document, table)?.as_object_mut()?.remove("basis");
                }
                Some(())
            }
            Label::Field(table, name) => {
                let table = follow_mut(document, table)?.as_object_mut()?;
                table.insert(name.clone(), json!(word));
                if name == "label" {
                    table.remove("reason");
                }
                Some(())
            }
            Label::Hex(part, column, row) => {
                certainty_of_levels(document);
                write_letter(document.get_mut(*part)?.get_mut("rows")?, (*column, *row), letter)
            }
            Label::Side(_) => Some(()),
        }
    }

    /// The table whose field it is; `None` for letters and hexsides.
    pub(super) fn table(&self) -> Option<&[Step]> {
        match self {
            Label::Named(table, _) | Label::Field(table, _) => Some(table),
            _ => None,
        }
    }
}

/// Gives levels letters of their own, as soon as ground and levels are read apart.
fn certainty_of_levels(document: &mut Value) -> Option<()> {
    if document.get("levels").is_none() || document.get(LEVELS).is_some() {
        return None;
    }
    let (_, printed) = PRINTED;
    let rows = document.get("certainty")?.get("rows")?.as_str()?;
    let own = letters(rows, |letter| match letter {
        '-' => '-',
        letter if letter == printed => printed,
        _ => '.',
    });
    document[LEVELS] = json!({ "legend": legend(), "rows": own });
    Some(())
}

fn letters(rows: &str, of: impl Fn(char) -> char) -> String {
    rows.chars().map(|letter| if letter == '\n' { '\n' } else { of(letter) }).collect()
}

fn legend() -> Value {
    json!({ "p": "printed", ".": "drawn by estimate", "-": "no hex" })
}

/// The steps to a field of a table.
pub(super) fn field(table: &[Step], name: &str) -> Vec<Step> {
    [table, &[key(name)]].concat()
}
