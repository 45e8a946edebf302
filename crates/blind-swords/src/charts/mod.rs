//! The charts as players read them, made from [`Tables`], chits and scenarios: every value says
//! what it rests on. No number stands here.

mod chits;
mod combat;
mod movement;
mod victory;
mod words;

use std::collections::BTreeMap;

use tabletop::{Chart, Charts};

use crate::data::SYSTEM;
use crate::data::chit_file::ChitBook;
use crate::data::tables::Tables;
use crate::data::unit_file::Roster;
use crate::scenario::Scenario;

/// What the charts are made from.
pub(crate) struct ChartSources<'a> {
    /// The tables of each battle by its name; they differ in their generals alone.
    pub tables: &'a BTreeMap<String, Tables>,
    pub chits: &'a ChitBook,
    /// Each battle's name, with its units.
    pub rosters: &'a [(&'a str, &'a Roster)],
    /// The scenarios, each with the name of its file.
    pub scenarios: &'a [(&'a str, &'a Scenario)],
}

/// All charts, by names that begin with that of the system: `kernstown/combat`.
pub(crate) fn charts(sources: &ChartSources<'_>) -> Charts {
    let mut all: Vec<(String, Chart)> = Vec::new();
    if let Some(tables) = sources.tables.values().next() {
        let common = [
            ("limits", movement::stacking(&tables.stacking)),
            ("orders", movement::orders(&tables.orders)),
            ("costs", movement::costs(&tables.costs)),
            ("ranges", combat::ranges(&tables.ranges)),
            ("factors", combat::factors(&tables.factors)),
            ("fire-shifts", combat::shifts("Shifts of Fire Combat", &tables.fire_shifts)),
            ("close-shifts", combat::shifts("Shifts of Close Combat", &tables.close_shifts)),
            ("combat", combat::results(&tables.combat)),
            ("fire-test", combat::fire_tests(&tables.fire_tests)),
            ("close-test", combat::close_tests(&tables.close_tests)),
            ("break-test", combat::break_test(&tables.broken_box)),
            ("fog", chits::fog(&tables.fog)),
        ];
        all.extend(common.map(|(name, chart)| (name.to_owned(), chart)));
    }
    for (battle, tables) in sources.tables {
        all.push((format!("generals-{battle}"), chits::generals(battle, tables, sources.chits)));
    }
    all.push(("commanders".to_owned(), chits::commanders(sources.chits)));
    all.push(("leaders".to_owned(), chits::leaders(sources.chits, sources.rosters)));
    all.push(("events".to_owned(), chits::events(sources.chits)));
    for (file, scenario) in sources.scenarios {
        let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".toml");
        let name = name.strip_prefix("scenario-").unwrap_or(name);
        all.push((format!("victory-{name}"), victory::levels(&scenario.victory)));
    }
    all.into_iter().map(|(name, chart)| (format!("{SYSTEM}/{name}"), chart)).collect()
}
