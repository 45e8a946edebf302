//! Two readings of one file, fact by fact.

use std::collections::{BTreeSet, HashSet};

use super::{Fact, Facts, Spot};

/// A fact that two files do not have alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference<'a> {
    pub place: &'a str,
    /// As the one has it, if it does.
    pub here: Option<&'a Fact>,
    /// As the other has it, if it does.
    pub there: Option<&'a Fact>,
}

impl Difference<'_> {
    /// Whether only what the fact rests on differs.
    pub fn is_of_basis(&self) -> bool {
        matches!((self.here, self.there), (Some(here), Some(there)) if here.value == there.value)
    }

    /// Whether the other rests on something better, and both say on what.
    pub fn is_better_there(&self) -> bool {
        let basis = |fact: Option<&Fact>| fact.and_then(|fact| fact.basis);
        basis(self.here).zip(basis(self.there)).is_some_and(|(here, there)| there > here)
    }
}

/// Every fact in which the two differ. A table that one of them lacks (a unit, a road) is one difference.
pub fn compare<'a>(here: &'a Facts, there: &'a Facts) -> Vec<Difference<'a>> {
    let lone = |facts: &'a Facts, other: &Facts| {
        let tables = facts.iter().filter(|(_, fact)| fact.at.spot == Spot::Table);
        tables.map(|(place, _)| place).filter(|place| !other.contains_key(*place)).collect::<Vec<_>>()
    };
    let lone: HashSet<&str> =
        lone(here, there).into_iter().chain(lone(there, here)).map(String::as_str).collect();
    let within = |place: &str| place.match_indices(", ").any(|(end, _)| lone.contains(&place[..end]));
    let places: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let pairs = places.into_iter().map(|place| (place, here.get(place), there.get(place)));
    pairs
        .filter(|(place, _, _)| lone.is_empty() || !within(place))
        .filter(|(_, here, there)| match (here, there) {
            // Differences within a table are listed by field.
            (Some(a), Some(_)) if a.at.spot == Spot::Table => false,
            (Some(a), Some(b)) => (&a.value, a.basis) != (&b.value, b.basis),
            _ => true,
        })
        .map(|(place, here, there)| Difference { place, here, there })
        .collect()
}
