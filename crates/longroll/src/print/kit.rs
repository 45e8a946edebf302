//! Everything that is printed besides the map, gathered from the battle's data.

use blue_gray::Scenario;
use cartographer::print::{Block, Kit, Table};
use hexmap::Map;
use serde_json::Value;
use server::pack::About;
use tabletop::{Chart, Credit, ScenarioInfo, Side};

use super::{counters, forces, victory};

/// The notice that goes with every copy of the program.
const NOTICE: &str = include_str!("../../../../NOTICE");

/// The kit of a scenario. `pack` describes the data pack that it comes from, `reference` is the
/// rules reference as the page reads it.
pub(super) fn kit(scenario: &Scenario, pack: Option<&About>, reference: &Value) -> Kit {
    let info = &scenario.info;
    Kit {
        title: info.title.clone(),
        subtitle: format!("{} ({})", info.date, info.edition),
        about: about(info, &scenario.field.map, pack),
        notices: notices(&scenario.credits),
        charts: charts(scenario, reference),
        counters: counters::counters(scenario),
    }
}

/// The notes on a battle, its map and the pack it comes from.
pub(super) fn about(info: &ScenarioInfo, map: &Map, pack: Option<&About>) -> Vec<Block> {
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

/// Where the facts come from, and the notice of copyright.
pub(super) fn notices(credits: &[Credit]) -> Vec<Block> {
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

fn charts(scenario: &Scenario, reference: &Value) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("Game-turns".to_owned()),
        forces::track(scenario),
        Block::Text("A square names how many units come on; the schedule tells which.".to_owned()),
    ];
    let ours = |system: &str| system == scenario.info.system || system == scenario.exclusive;
    blocks.extend(printed(reference, &ours, &|_| true));
    blocks.extend(victory::points(scenario));
    blocks.extend(victory::levels(scenario));
    blocks.extend(victory::exclusive(scenario));
    blocks.extend(forces::reinforcements(scenario));
    blocks.extend(Side::BOTH.into_iter().filter_map(|side| forces::set_up(scenario, side)));
    blocks.extend(doubts(&scenario.field.map));
    blocks
}

/// The tables of the rules, each with the text of its case: for the systems `ours`, and the cases
/// that are wanted.
pub(super) fn printed(
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
fn plain(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The values that the map's sources leave uncertain.
pub(super) fn doubts(map: &Map) -> Option<Block> {
    let rows: Vec<Vec<String>> = map
        .doubts
        .iter()
        .map(|doubt| {
            let hexes: Vec<&str> = doubt.hexes.iter().map(|hex| map.grid.number(*hex)).collect();
            vec![hexes.join(", "), plain(&doubt.kept), plain(&doubt.what)]
        })
        .collect();
    let head = forces::words(&["Hexes", "On this map", "What is doubtful"]);
    let title = "Doubtful on the map".to_owned();
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// Text with blank lines between its paragraphs.
fn paragraphs(text: &str) -> Vec<Block> {
    let paragraphs = text.split("\n\n").map(plain);
    paragraphs.filter(|words| !words.is_empty()).map(Block::Text).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use blue_gray::{Library, Start};
    use cartographer::print::Face;

    use super::*;

    fn kits() -> Vec<(std::sync::Arc<Scenario>, Kit)> {
        let read = server::embedded::data;
        let reference = server::Library::reference_of(&read).unwrap_or_else(|faults| panic!("{faults}"));
        let rules = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
        ["chickamauga-1975", "chickamauga-2006", "chattanooga-1975", "chattanooga-2006", "training"]
            .into_iter()
            .map(|id| {
                let scenario = rules.scenario(id).expect("it is there");
                let kit = kit(&scenario, None, &reference);
                (scenario, kit)
            })
            .collect()
    }

    fn table<'a>(kit: &'a Kit, title: &str) -> &'a Table {
        let tables = kit.charts.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let found: Vec<_> = tables.filter(|table| table.title.starts_with(title)).collect();
        assert_eq!(found.len(), 1, "{title}");
        found[0]
    }

    #[test]
    fn every_unit_has_its_counter_and_its_place_in_the_lists() {
        for (scenario, kit) in kits() {
            let ids: BTreeSet<&str> = kit.counters.iter().map(|counter| counter.id.as_str()).collect();
            assert_eq!(ids.len(), kit.counters.len());
            assert_eq!(ids.len(), scenario.units.len() + 1 + scenario.control_hexes.len());
            let rows = |title: &str| &table(&kit, title).rows;
            let reinforcements = rows("Reinforcements");
            for unit in &scenario.units {
                let counter = kit.counters.iter().find(|counter| counter.id == unit.id).expect("a counter");
                let Face::Unit(front) = &counter.front else { panic!("{} is a unit", unit.id) };
                assert_eq!(front.values, format!("{}-{}", unit.strength, unit.movement));
                match &counter.back {
                    Face::Unit(back) => assert!(back.ineffective && back.values == front.values),
                    _ => assert!(unit.traits.never_attacks.is_some(), "{} has a blank back", unit.id),
                }
                let listed = match &unit.start {
                    Start::At(hex) => {
                        let number = scenario.field.number(*hex);
                        let rows = rows(&format!("Set-up: {}", unit.side));
                        rows.iter().filter(|row| row[0] == number && row[1] == unit.name).count()
                    }
                    Start::Due { turn, .. } => {
                        let ours = |row: &&Vec<String>| {
                            row[0] == turn.to_string() && row[1] == unit.side.to_string()
                        };
                        let listed = reinforcements.iter().filter(ours).flat_map(|row| row[3].split("; "));
                        listed.filter(|words| *words == forces::line(unit)).count()
                    }
                };
                assert_eq!(listed, 1, "{} {}", scenario.info.id, unit.id);
            }
        }
    }

    #[test]
    fn the_charts_are_those_of_the_data() {
        for (scenario, kit) in kits() {
            let results = table(&kit, "Combat results");
            for (column, name) in results.head.iter().enumerate().skip(1) {
                let of = scenario.tables.column_named(name).expect("a column");
                for (die, row) in (1..).zip(&results.rows) {
                    assert_eq!(row[column], scenario.tables.result(of, die).word());
                }
            }
            assert!(table(&kit, "Terrain effects").rows.len() > 8);
            let Some(Block::Track(turns)) = kit.charts.iter().find(|block| matches!(block, Block::Track(_)))
            else {
                panic!("there is no track");
            };
            assert_eq!(turns.len(), usize::from(scenario.turns));
            for (turn, square) in (1..).zip(turns) {
                assert_eq!(square.night, scenario.is_night(turn));
            }
            let victory = &scenario.victory;
            let rules = victory.eliminated.len() + victory.exited.len() + victory.not_exited.len();
            let rules = rules + victory.held.len() + victory.taken.len() + victory.town.len();
            assert_eq!(table(&kit, "Victory points").rows.len(), rules);
            assert_eq!(table(&kit, "Levels of victory").rows.len(), victory.levels.len());
        }
    }

    #[test]
    fn the_title_page_says_what_the_map_is_and_whose_all_this_is() {
        for (scenario, kit) in kits() {
            let said: Vec<&str> = kit
                .about
                .iter()
                .chain(&kit.notices)
                .filter_map(|block| match block {
                    Block::Text(words) => Some(words.as_str()),
                    _ => None,
                })
                .collect();
            let says = |words: &str| said.iter().any(|text| text.contains(words));
            assert!(says(&plain(&scenario.field.map.about)), "{}", scenario.info.id);
            assert!(scenario.info.notes.iter().all(|note| says(note)));
            assert!(says("Order of battle: ") && says("Tables, combat results: "));
            assert!(says("not made, licensed or endorsed") && says("Open Font License"));
        }
    }
}
