//! What has become otherwise in play, as sentences.

use serde_json::Value;
use tabletop::{Chart, Charts};

use super::write::changes;
use crate::facts::Facts;

/// The changes: cells of the charts that the rules use, as they are printed and shown, and facts that are on
/// no chart.
pub fn effects(before: &Charts, after: &Charts, facts: &[(&Facts, &Facts, &Value)]) -> Vec<String> {
    let mut told = Vec::new();
    for (name, chart) in after {
        if let Some(old) = before.get(name) {
            cells(old, chart, &mut told);
        }
    }
    // A chart says it in the words of the table: the file's own would say it twice.
    if told.is_empty() {
        told.extend(facts.iter().flat_map(|(before, after, document)| changes(before, after, document)));
    }
    told
}

fn cells(before: &Chart, after: &Chart, told: &mut Vec<String>) {
    if before.head != after.head || before.rows.len() != after.rows.len() {
        told.push(format!("{} has other rows or columns now", after.title));
        return;
    }
    for (old, new) in before.rows.iter().zip(&after.rows) {
        let named = new.first().map(String::as_str).unwrap_or_default();
        for ((head, old), new) in after.head.iter().zip(old).zip(new).skip(1) {
            let (old, new, named) = (plain(old), plain(new), plain(named));
            if old != new && !is_about(head) {
                told.push(format!("{}: {named}, {head} now gives {new}, before {old}", after.title));
            }
        }
    }
}

/// Whether a column gives the basis of a row.
fn is_about(head: &str) -> bool {
    let head = head.to_lowercase();
    head.ends_with("rests on") || head == "reason"
}

/// A cell without the mark of what it rests on.
fn plain(cell: &str) -> String {
    let marked = [" *", " †", " ‡"].into_iter().find_map(|mark| cell.strip_suffix(mark));
    marked.unwrap_or(cell).replace('\u{2011}', "-").replace('\u{200b}', "")
}
