//! What the kits of all systems have in common.

use catalog::pack::About;
use hexmap::Map;
use print::{Block, Table};
use serde_json::Value;
use tabletop::{Chart, Credit, ScenarioInfo};

/// The notice that goes with every copy of the program.
const NOTICE: &str = include_str!("../../../NOTICE");

/// The notes on a battle, its map and the pack it comes from.
pub(crate) fn about(info: &ScenarioInfo, map: &Map, pack: Option<&About>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("The battle".to_owned())];
    blocks.extend(paragraphs(&info.about));
    blocks.push(Block::Text(format!("{} game-turns; the {} moves first.", info.turns, info.first)));
    blocks.push(Block::Heading("The map".to_owned()));
    blocks.extend(paragraphs(&map.about));
    if let Some(About { title, author, about, .. }) = pack {
        let by = author.as_ref().map_or_else(String::new, |author| format!(", by {author}"));
        blocks.push(Block::Heading("Data pack".to_owned()));
        blocks.push(Block::Text(format!("Printed from the data pack {title}{by}.")));
        blocks.extend(about.iter().flat_map(|about| paragraphs(about)));
    }
    if !info.notes.is_empty() {
        blocks.push(Block::Heading("Notes on this edition".to_owned()));
        blocks.extend(info.notes.iter().map(|note| Block::Text(note.clone())));
    }
    blocks
}

/// Where the facts come from, and the notice of copyright.
pub(crate) fn notices(credits: &[Credit]) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !credits.is_empty() {
        blocks.push(Block::Heading("Sources".to_owned()));
    }
    blocks.extend(credits.iter().map(|Credit { of, text }| Block::Text(format!("{of}: {}", plain(text)))));
    blocks.push(Block::Heading("Notice".to_owned()));
    blocks.extend(paragraphs(NOTICE));
    blocks.push(Block::Text(
        "Longroll and what it draws are licensed under MIT or Apache-2.0, at your choice.".to_owned(),
    ));
    blocks
}

/// The tables of the rules, each with the text of its case: for the systems `ours`, and the cases
/// that are wanted.
pub(crate) fn printed(
    reference: &Value,
    ours: &dyn Fn(&str) -> bool,
    wanted: &dyn Fn(&str) -> bool,
) -> Vec<Block> {
    let systems = reference["systems"].as_array().into_iter().flatten();
    let systems = systems.filter(|system| system["system"].as_str().is_some_and(ours));
    let cases = systems.flat_map(|system| system["cases"].as_array().into_iter().flatten());
    let cases = cases.filter(|case| case["number"].as_str().is_some_and(wanted));
    let mut blocks = Vec::new();
    for case in cases {
        let Some(chart) = table(case) else { continue };
        blocks.push(Block::Table(chart));
        for (field, before) in [("text", ""), ("ruling", "Ruling: ")] {
            if let Some(words) = case[field].as_str() {
                blocks.push(Block::Text(format!("{before}{}", plain(words))));
            }
        }
    }
    blocks
}

/// The chart of a case, if it has one.
fn table(case: &Value) -> Option<Table> {
    let chart: Chart = serde_json::from_value(case.get("table")?.clone()).ok()?;
    let title = format!("{} ({})", chart.title, case["number"].as_str()?);
    Some(Table { title, head: chart.head, rows: chart.rows })
}

/// Text without the line breaks of its file.
pub(crate) fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The values that the map's sources leave uncertain.
pub(crate) fn doubts(map: &Map) -> Option<Block> {
    let rows: Vec<Vec<String>> = map
        .doubts
        .iter()
        .map(|doubt| {
            let hexes: Vec<&str> = doubt.hexes.iter().map(|hex| map.grid.number(*hex)).collect();
            vec![hexes.join(", "), plain(&doubt.kept), plain(&doubt.what)]
        })
        .collect();
    let head = words(&["Hexes", "On this map", "What is doubtful"]);
    let title = "Doubtful on the map".to_owned();
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// Text with blank lines between its paragraphs.
fn paragraphs(text: &str) -> Vec<Block> {
    let paragraphs = text.split("\n\n").map(plain);
    paragraphs.filter(|words| !words.is_empty()).map(Block::Text).collect()
}

pub(crate) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
