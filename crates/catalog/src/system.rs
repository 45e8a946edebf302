//! What the catalog asks of a system of rules. A registry is a list of such values; only the program that
//! makes the list knows which systems there are.

use std::sync::Arc;

use ai::{Opponents, Weighed};
use hexmap::{Faults, Map};
use tabletop::{GameSystem, PackMark, ScenarioLibrary};

use crate::shape::{PositionField, Shape};

/// The text of a data file, by its path below the data folder; `None` if there is no such file.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

pub type Systems = &'static [&'static dyn System];

/// A system that was read from a data folder.
pub struct Loaded {
    pub system: Arc<dyn GameSystem>,
    pub maps: Vec<(String, Arc<Map>)>,
}

/// A system of rules: where its data stand, and what is made of them.
pub trait System: Send + Sync {
    /// The data file that names its others. A data folder without it holds nothing of the system.
    fn index(&self) -> &'static str;

    /// Reads its games. `pack` is the data pack whose folder it is.
    ///
    /// # Errors
    /// Every fault of every file.
    fn load(&self, read: Read<'_>, pack: Option<&PackMark>) -> Result<Loaded, Faults>;

    fn opponents(&self) -> &dyn Opponents;

    /// The files of its rules reference, in the order in which they are shown; a folder may lack
    /// some.
    fn reference(&self) -> &'static [&'static str] {
        &[]
    }

    /// The schemas of its orders, events and units in the protocol.
    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }

    /// The meaning of the fields of `game.position` to it.
    fn position(&self) -> Vec<PositionField> {
        Vec::new()
    }

    fn tutorial(&self) -> Option<&'static str> {
        None
    }

    /// The file that says in which order an owner is asked for what stands on the printed sheets.
    fn sheets(&self) -> Option<&'static str> {
        None
    }

    /// Built-in files of each kind, for the order of the keys in a new one.
    fn models(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A value made for each system from the type of its scenarios. A registry, which alone knows these
/// types, makes it without knowing what it is for.
pub trait PerSystem {
    /// The value for the system with these scenarios.
    fn of<L>() -> Self
    where
        L: ScenarioLibrary + 'static,
        L::Rules: Weighed + 'static;
}
