//! What the kits of all systems have in common.

use catalog::Read;
use catalog::pack::About;
use hexmap::Map;
use print::{Block, Table};
use serde_json::Value;
use tabletop::ScenarioInfo;

/// The notice that goes with every copy of the program.
const NOTICE: &str = include_str!("../../../NOTICE");

/// The notes on a battle, its map and the pack it comes from.
pub(crate) fn about(info: &ScenarioInfo, map: &Map, pack: Option<&About>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("The battle".to_owned())];
    blocks.extend(paragraphs(&info.about));
    blocks.push(Block::Text(format!("{} game-turns; the {} moves first.", info.turns, info.first)));
    blocks.push(Block::Heading("The map".to_owned()));
    blocks.extend(paragraphs(&map.about));
    if let Some(About { title, author, about }) = pack {
        let by = author.as_ref().map_or_else(String::new, |author| format!(", by {author}"));
        blocks.push(Block::Heading("Data pack".to_owned()));
        blocks.push(Block::Text(format!("Printed from the data pack {title}{by}.")));
        blocks.extend(about.iter().flat_map(|about| paragraphs(about)));
    }
    if !info.notes.is_empty() {
        blocks.push(Block::Heading("Of this edition".to_owned()));
        blocks.extend(info.notes.iter().map(|note| Block::Text(note.clone())));
    }
    blocks
}

pub(crate) fn file(read: Read, file: &str) -> Option<toml::Table> {
    read(file).and_then(|text| text.parse::<toml::Table>().ok())
}

/// Where the facts of these files come from, and the notice of copyright.
pub(crate) fn notices(parts: &[(&'static str, String)], read: Read<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (what, path) in parts {
        for (of, source) in file(read, path).iter().flat_map(sources) {
            blocks.push(Block::Text(format!("{what}{of}: {source}")));
        }
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::Heading("Sources".to_owned()));
    }
    blocks.push(Block::Heading("Notice".to_owned()));
    blocks.extend(paragraphs(NOTICE));
    blocks.push(Block::Text(
        "Longroll and what it draws are licensed under MIT or Apache-2.0, at your choice.".to_owned(),
    ));
    blocks
}

/// What a data file says about its sources: those of the whole file, or of a part, `, terrain`.
fn sources(file: &toml::Table) -> Vec<(String, String)> {
    let said = |of: &str, table: &toml::Table| -> Vec<(String, String)> {
        let fields = ["source", "doubt"].iter().filter_map(|field| table.get(*field)?.as_str());
        fields.map(|text| (of.to_owned(), plain(text))).collect()
    };
    let mut all = said("", file);
    for (name, part) in file.iter().filter_map(|(name, part)| Some((name, part.as_table()?))) {
        all.extend(said(&format!(", {}", name.replace('-', " ")), part));
    }
    all
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

/// The table of a case, if it has one.
fn table(case: &Value) -> Option<Table> {
    let chart = case.get("table")?;
    let cells = |row: &Value| -> Option<Vec<String>> {
        row.as_array()?.iter().map(|cell| cell.as_str().map(str::to_owned)).collect()
    };
    Some(Table {
        title: format!("{} ({})", chart["title"].as_str()?, case["number"].as_str()?),
        head: cells(&chart["head"])?,
        rows: chart["rows"].as_array()?.iter().map(cells).collect::<Option<_>>()?,
    })
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

/// The head of a table.
pub(crate) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
