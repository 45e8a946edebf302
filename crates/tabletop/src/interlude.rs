//! What lies between a finished battle and one that may be fought with what it has left.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Case, Side};

/// An interlude as it is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InterludeInfo {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What happens in it.
    pub about: String,
    /// Where its facts come from, and what of it is a ruling.
    pub source: String,
    /// The scenarios that it follows.
    pub from: Vec<String>,
    /// The scenario that follows it.
    pub to: String,
    /// The case that it rests on.
    pub case: Case,
    /// The rulebook of that case.
    pub system: String,
    /// What the players may choose.
    pub options: Vec<InterludeOption>,
}

/// Something that the players of a campaign may choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InterludeOption {
    /// The name in `options`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it does.
    pub text: String,
    /// Why it is there, and why its default is what it is.
    pub because: String,
    /// What its values are: `percent`, `units`, or `yes` for 0 and 1.
    pub unit: String,
    /// The values it may have, rising.
    pub values: Vec<i32>,
    /// The one that it has if nobody chooses.
    pub default: i32,
}

/// A battle that follows: what is left of the one before it, as data files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequel {
    pub scenario: String,
    /// A title for the data pack.
    pub title: String,
    /// The data files that the battle before changes, by their paths.
    pub files: BTreeMap<String, String>,
    /// The units whose strength has changed, or which took losses.
    pub units: Vec<CarriedUnit>,
    /// Other changes, a sentence each.
    pub lines: Vec<String>,
    pub options: BTreeMap<String, i32>,
}

/// A unit of the second battle, and what the first did to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CarriedUnit {
    /// Its id.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The strength that is printed.
    pub printed: u8,
    /// The strength that it has; 0 if it does not take part.
    pub strength: u8,
    /// Why, in a sentence.
    pub text: String,
}
