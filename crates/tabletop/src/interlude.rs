//! What lies between a finished battle and one that may be fought with what it has left.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Case, Side};

/// An interlude as it is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InterludeInfo {
    pub id: String,
    pub title: String,
    pub about: String,
    /// Where its facts come from, and what of it is a ruling.
    pub source: String,
    /// Scenarios that the interlude may follow.
    pub from: Vec<String>,
    /// The scenario that comes after it.
    pub to: String,
    /// The case that it rests on.
    pub case: Case,
    /// The rulebook that contains the case.
    pub system: String,
    /// Choices that the players may make.
    pub options: Vec<InterludeOption>,
}

/// Something that the players of a campaign may choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InterludeOption {
    /// Name under which `options` lists it.
    pub id: String,
    pub title: String,
    /// What choosing it changes, in words.
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
    /// Other changes, one sentence for each.
    pub lines: Vec<String>,
    pub options: BTreeMap<String, i32>,
}

/// A unit of the second battle, and what the first did to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CarriedUnit {
    /// Id of the unit carried over.
    pub unit: String,
    pub name: String,
    pub side: Side,
    /// Strength as printed on the counter.
    pub printed: u8,
    /// The strength that it has; 0 if it does not take part.
    pub strength: u8,
    /// The reason, in one plain sentence.
    pub text: String,
}
