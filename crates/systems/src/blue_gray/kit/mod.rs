//! Everything that is printed besides the map, gathered from the battle's data.

mod counters;
mod forces;
mod victory;

use blue_gray::Scenario;
use print::{Block, Kit};
use serde_json::Value;
use tabletop::Side;

use crate::{KitAsked, kit};

pub(super) fn kit(scenario: &Scenario, asked: &KitAsked<'_>) -> Kit {
    let info = &scenario.info;
    Kit {
        title: info.title.clone(),
        subtitle: format!("{} ({})", info.date, info.edition),
        about: kit::about(info, &scenario.field.map, asked.pack),
        notices: kit::notices(&scenario.credits),
        charts: charts(scenario, asked.reference),
        counters: counters::counters(scenario),
    }
}

fn charts(scenario: &Scenario, reference: &Value) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("Game-turns".to_owned()),
        forces::track(scenario),
        Block::Text("A square names how many units come on; the schedule tells which.".to_owned()),
    ];
    let ours = |system: &str| system == scenario.info.system || system == scenario.exclusive;
    blocks.extend(kit::printed(reference, &ours, &|_| true));
    blocks.extend(victory::points(scenario));
    blocks.extend(victory::levels(scenario));
    blocks.extend(victory::exclusive(scenario));
    blocks.extend(forces::reinforcements(scenario));
    blocks.extend(Side::BOTH.into_iter().filter_map(|side| forces::set_up(scenario, side)));
    blocks.extend(kit::doubts(&scenario.field.map));
    blocks
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use blue_gray::{Library, Start};
    use print::Table;
    use render::Face;

    use super::*;

    fn kits() -> Vec<(std::sync::Arc<Scenario>, Kit)> {
        let read = catalog::embedded::data;
        let reference = catalog::Library::reference_of(crate::registry(), &read)
            .unwrap_or_else(|faults| panic!("{faults}"));
        let rules = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
        ["chickamauga-1975", "chickamauga-2006", "chattanooga-1975", "chattanooga-2006", "training"]
            .into_iter()
            .map(|id| {
                let scenario = rules.scenario(id).expect("it is there");
                let asked = KitAsked { scenario: id, pack: None, reference: &reference, read: &read };
                let kit = kit(&scenario, &asked);
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
            if !victory.optional_levels.is_empty() {
                let optional = table(&kit, "Optional levels of victory");
                assert_eq!(optional.rows.len(), victory.optional_levels.len());
            }
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
            assert!(says(&kit::plain(&scenario.field.map.about)), "{}", scenario.info.id);
            assert!(scenario.info.notes.iter().all(|note| says(note)));
            assert!(says("Order of battle: ") && says("Tables, combat results: "));
            assert!(says("not made, licensed or endorsed") && says("Open Font License"));
        }
    }
}
