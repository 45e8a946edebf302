//! The scenario, read from its data.

use catalog::Read;
use hexmap::{Faults, Hex, Map, read_toml};
use serde::Deserialize;
use tabletop::BySide;

/// The file that names all others.
pub(crate) const INDEX: &str = "picket/index.toml";

/// The only scenario.
pub(crate) struct Scenario {
    pub title: String,
    pub about: String,
    pub map: Map,
    pub turns: u32,
    pub start: BySide<Hex>,
    pub goal: BySide<Hex>,
}

#[derive(Deserialize)]
struct Index {
    title: String,
    about: String,
    map: String,
    turns: u32,
    union: Way,
    confederate: Way,
}

#[derive(Deserialize)]
struct Way {
    start: String,
    goal: String,
}

impl Scenario {
    /// Reads the scenario.
    pub(crate) fn read(read: Read<'_>) -> Result<Scenario, Faults> {
        let fault = |what: String| {
            let mut faults = Faults::default();
            faults.push(INDEX, 1, what);
            faults
        };
        let text = read(INDEX).ok_or_else(|| fault("there is no such file".to_owned()))?;
        let index: Index = read_toml(INDEX, &text)?;
        let map = read(&index.map).ok_or_else(|| fault(format!("there is no file {}", index.map)))?;
        let map = hexmap::read_map(&index.map, &map)?;
        let hex = |number: &str| {
            map.grid.parse(number).ok_or_else(|| fault(format!("there is no hex {number} on the map")))
        };
        let ways = BySide { union: &index.union, confederate: &index.confederate };
        let start = BySide { union: hex(&ways.union.start)?, confederate: hex(&ways.confederate.start)? };
        let goal = BySide { union: hex(&ways.union.goal)?, confederate: hex(&ways.confederate.goal)? };
        Ok(Scenario { title: index.title, about: index.about, turns: index.turns, start, goal, map })
    }
}
