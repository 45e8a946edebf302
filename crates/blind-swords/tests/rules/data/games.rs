//! Games begun and read again through the library.

use std::collections::BTreeSet;

use serde_json::{Map, json};
use tabletop::{Failure, GameSystem, Viewer};

use crate::data::{LIBRARY, scenario};

#[test]
fn every_scenario_begins_and_is_read_again() {
    let library: &dyn GameSystem = &*LIBRARY;
    assert_eq!(library.id(), "kernstown");
    assert_eq!(library.scenarios().len(), 7);
    for info in library.scenarios() {
        let table = library.begin(&info.id, &Map::new(), None, &[], [7; 32]).unwrap();
        assert!(table.asked().is_some(), "{}", info.id);
        assert!(!table.header().practice);
        let again = library.load(table.header(), &table.entries(0), Some([7; 32])).unwrap();
        assert_eq!(
            again.view("g", Viewer::Watcher, None),
            table.view("g", Viewer::Watcher, None),
            "{}",
            info.id
        );
        let sources = library.sources(&info.id).unwrap();
        for file in [&sources.scenario, &sources.map, &sources.units] {
            assert!(crate::data::read(file).is_some(), "{file}");
        }
    }
    assert_eq!(library.sources("kernstown-7"), None);
}

#[test]
fn a_sandbox_is_practice_and_malformed_games_are_refused() {
    let library: &dyn GameSystem = &*LIBRARY;
    let begin = |position: serde_json::Value, dice: &[u8]| {
        library.begin("kernstown-2-historical", &Map::new(), Some(&position), dice, [7; 32])
    };
    let position = json!({ "turn": 3, "units": [{ "id": "c62-5va", "hex": "2428" }] });
    let table = begin(position.clone(), &[1, 6]).unwrap();
    assert!(table.header().practice);
    assert_eq!(table.standing().turn, 3);
    assert!(matches!(begin(position, &[7]), Err(Failure::Malformed(_))));
    assert!(matches!(begin(json!({ "units": 3 }), &[]), Err(Failure::Malformed(_))));
}

#[test]
fn no_id_means_two_things() {
    for number in 1..=6 {
        let scenario = scenario(number);
        let units = scenario.units.iter().map(|u| u.id.as_str());
        let brigades = scenario.brigades.iter().map(|b| b.id.as_str());
        let chits = scenario.chits.iter().map(|c| c.id.as_str());
        let hexes = scenario.map.grid.hexes().map(|h| scenario.map.grid.number(h));
        let ids: Vec<&str> = units.chain(brigades).chain(chits).chain(hexes).collect();
        let different: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), different.len(), "scenario {number}");
    }
}
