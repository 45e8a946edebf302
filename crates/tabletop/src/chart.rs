//! A chart of a game as rows of text, for the reference, the page and the print.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A chart. Every row has as many cells as the head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// A note on its cells, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The charts of a set of rules by the names that the rules reference includes them by.
pub type Charts = BTreeMap<String, Chart>;

impl Chart {
    pub fn new(title: impl Into<String>, head: &[&str], rows: Vec<Vec<String>>) -> Chart {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        Chart { title: title.into(), head, rows, note: None }
    }

    /// The same chart with a note.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Chart {
        Chart { note: Some(note.into()), ..self }
    }
}
