//! The registry: every system of rules that there is, as one value that loads its data, seats its
//! commanders, describes its messages, and gives its tutorial and its kit for print. Its charts come
//! with its data.
//!
//! A system's own folder here is the only place, beside its rules, its commanders and its data,
//! that names it; everybody else asks [`registry`].

#![warn(unreachable_pub)]

mod blind_swords;
mod blue_gray;
mod kit;
mod library;

use catalog::pack::About;
use catalog::{Library, PerSystem, Read};
use hexmap::{Faults, Map};
use print::Kit;
use serde_json::Value;

/// Which kit is asked for, and what it is made from.
pub struct KitAsked<'a> {
    pub scenario: &'a str,
    /// The description of the data pack that it comes from.
    pub pack: Option<&'a About>,
    /// The rules reference as the page reads it.
    pub reference: &'a Value,
    /// Gives the text of a data file.
    pub read: Read<'a>,
}

static ALL: [&dyn catalog::System; 2] = [&blue_gray::BlueGray, &blind_swords::BlindSwords];

/// The systems as the catalog knows them.
pub fn registry() -> catalog::Systems {
    &ALL
}

/// The map of a scenario, and what is printed beside it; `None` if there is no such scenario.
///
/// # Errors
/// Every fault of its data.
pub fn find_kit(asked: &KitAsked<'_>) -> Result<Option<(Map, Kit)>, Faults> {
    match blue_gray::find_kit(asked)? {
        None => blind_swords::find_kit(asked),
        found => Ok(found),
    }
}

/// A value for each of them, such as its matches for the laboratory, in the same order.
pub fn each<T: PerSystem>() -> Vec<T> {
    vec![T::of::<::blue_gray::Library>(), T::of::<::blind_swords::Library>()]
}

/// The library that is part of the program.
///
/// # Errors
/// The faults of its data files, if one was changed for the worse and the program built from it all
/// the same.
pub fn library() -> Result<Library, Faults> {
    Library::embedded(registry())
}
