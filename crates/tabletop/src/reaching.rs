//! Where units could come with their next move: what the answers to the verb `reach` of
//! `game.targets` have in common, whichever the rules.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Case, Failure};

/// The most units in hexes in one answer. At the start of the shipped scenarios the longest answer has 4,971.
const MOST: usize = 20_000;

/// Whether that many units in hexes fit into one answer.
///
/// # Errors
/// A subject that has too many.
pub fn can_be_told(comers: usize) -> Result<(), Failure> {
    let told = "subject: these units could come to more hexes than are told at once: ask for one unit";
    if comers <= MOST { Ok(()) } else { Err(Failure::Malformed(told.to_owned())) }
}

/// A hex that units could come to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReachTarget<'a> {
    /// Who could come, those first that have the shortest way.
    pub by: Vec<Comer<'a>>,
    pub case: Case,
    pub hex: &'a str,
}

/// A unit that could come there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Comer<'a> {
    /// What its way costs as the rules of its game count inside: movement points, or halves of them.
    pub cost: u8,
    /// The movement points of its way.
    pub points: f64,
    pub unit: &'a str,
}
