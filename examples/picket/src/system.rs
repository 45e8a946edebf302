//! All of this as one value for a registry.

use std::sync::Arc;

use ai::{By, Opponents};
use catalog::{Loaded, Read, Shape};
use hexmap::Faults;
use serde_json::{Map, Value};
use tabletop::PackMark;
use tournament::Match;

use crate::library::{Library, SCENARIO, SYSTEM};
use crate::position::{Event, Order};
use crate::rules::Lane;
use crate::scenario::{INDEX, Scenario};

/// The system.
pub struct Picket;

/// Its data, which is no part of the program: the text of a file.
pub fn read(path: &str) -> Option<String> {
    let text = match path {
        INDEX => include_str!("../data/index.toml"),
        "picket/map.toml" => include_str!("../data/map.toml"),
        "reference/picket.toml" => include_str!("../data/reference.toml"),
        _ => return None,
    };
    Some(text.to_owned())
}

fn library(read: Read<'_>, pack: Option<&PackMark>) -> Result<Library, Faults> {
    Ok(Library { scenario: Arc::new(Scenario::read(read)?), pack: pack.cloned() })
}

impl catalog::System for Picket {
    fn index(&self) -> &'static str {
        INDEX
    }

    fn load(&self, read: Read<'_>, pack: Option<&PackMark>) -> Result<Loaded, Faults> {
        let library = library(read, pack)?;
        let maps = vec![(SYSTEM.to_owned(), Arc::new(library.scenario.map.clone()))];
        Ok(Loaded { system: Arc::new(library), maps })
    }

    fn opponents(&self) -> &dyn Opponents {
        &By::<Lane>::NEW
    }

    fn reference(&self) -> &'static [&'static str] {
        &["reference/picket.toml"]
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = vec![
            Shape::of::<Order>("picket.order", "An order of the picket line"),
            Shape::of::<Event>("picket.event", "An event of the picket line"),
        ];
        shapes.extend(Shape::answers::<Lane>("picket", "the picket line"));
        shapes
    }
}

/// Finds its scenario, to be played by the hundred.
///
/// # Errors
/// The faults of the data, in words.
pub fn find(
    read: Read<'_>,
    scenario: &str,
    _: &Map<String, Value>,
) -> Result<Option<Box<dyn Match>>, String> {
    if scenario != SCENARIO || read(INDEX).is_none() {
        return Ok(None);
    }
    let library = library(read, None).map_err(|faults| faults.to_string())?;
    Ok(Some(Box::new(library.rules(scenario)?)))
}
