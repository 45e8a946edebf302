//! Shares for each throw: every player is bound to the end of a chain of hashes, and tells one link
//! more of it for every order that takes dice, after that order is fixed.

use schemars::JsonSchema;
use serde::Serialize;

use crate::shares::{late, share_hash, sound_hash, wrong};
use crate::{BySide, Failure, Side};

/// How the throws of a match stand, as views tell it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Throw {
    /// The hash that each side's next link must have.
    #[schemars(with = "std::collections::BTreeMap<Side, Option<String>>")]
    pub next: BySide<Option<String>>,
    /// The entry of the order that waits for its dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<u32>,
    /// Sides whose links are still missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Side>,
    /// A chain is never replaced while an order waits for its dice: so it is in matches that were begun
    /// since the first link for an order is an entry.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub recorded: bool,
}

/// Both sides' chains, as the entries of a record go along them. Play and audit judge by the same.
#[derive(Debug, Clone, Default)]
pub struct Links {
    next: BySide<Option<String>>,
    /// The last commitment came when an order was waiting for its dice, whose other link the server
    /// may have known.
    late: BySide<bool>,
    /// Whether any throw rested on such a chain.
    loose: BySide<bool>,
    /// The side that declared the pending order, and the version.
    declared: Option<(Side, u32)>,
    /// The links given for that order.
    given: BySide<Option<String>>,
    /// The match is one whose first links are entries: see [`Header::links`](crate::Header::links).
    recorded: bool,
}

impl Links {
    /// Makes it a match whose first links are entries.
    pub(crate) fn record(&mut self) {
        self.recorded = true;
    }

    /// Whether the first link for an order is an entry.
    pub(crate) fn recorded(&self) -> bool {
        self.recorded
    }

    /// A side binds itself to a chain by the hash of its last link.
    ///
    /// # Errors
    /// [`Failure::Malformed`] if it is no hash, or the other side's; [`Failure::Gone`] while an order waits, in
    /// matches whose first links are entries.
    pub fn commit(&mut self, side: Side, commit: &str) -> Result<(), Failure> {
        sound_hash(commit)?;
        if self.next[side.other()].as_deref() == Some(commit) {
            return Err(wrong(
                "commit: the other side is bound by this very hash; a chain of one's own was expected",
            ));
        }
        if self.recorded && self.declared.is_some() {
            return Err(late("an order waits for its dice: a new chain can be begun once they have fallen"));
        }
        self.next[side] = Some(commit.to_owned());
        self.given[side] = None;
        self.late[side] = self.declared.is_some();
        Ok(())
    }

    /// An order is fixed; its dice wait for a link of each side.
    ///
    /// # Errors
    /// [`Failure::Gone`] if one is fixed already, or a side is not bound.
    pub fn declare(&mut self, side: Side, version: u32) -> Result<(), Failure> {
        if self.declared.is_some() {
            return Err(late("an order is declared: its dice fall first"));
        }
        if Side::BOTH.into_iter().any(|side| self.next[side].is_none()) {
            return Err(late("a side is not bound by a chain: no dice can be thrown"));
        }
        self.declared = Some((side, version));
        self.given = BySide::default();
        Ok(())
    }

    /// Whether this is the side's next link.
    ///
    /// # Errors
    /// [`Failure::Gone`] if no order waits for it, [`Failure::Malformed`] if it is another.
    pub fn fits(&self, side: Side, link: &str) -> Result<(), Failure> {
        if self.declared.is_none() {
            return Err(late(
                "no order waits for its dice: a link that was told now would tell them beforehand",
            ));
        }
        match &self.next[side] {
            Some(next) if *next == share_hash(link) => Ok(()),
            _ => Err(wrong("this is not the next link of this side's chain")),
        }
    }

    /// A side gives its link for the declared order, before the other side.
    ///
    /// # Errors
    /// As [`Links::fits`]; [`Failure::Gone`] if a link was given before.
    pub fn give(&mut self, side: Side, link: &str) -> Result<(), Failure> {
        self.fits(side, link)?;
        if Side::BOTH.into_iter().any(|side| self.given[side].is_some()) {
            return Err(late("a link was told for this order: the next entry has both links"));
        }
        self.given[side] = Some(link.to_owned());
        Ok(())
    }

    /// The link that a side has given for the declared order.
    pub fn given(&self, side: Side) -> Option<&str> {
        self.given[side].as_deref()
    }

    /// Whether the dice wait for something of that side: its link for the order that is fixed, or a chain if
    /// none is.
    pub fn owes(&self, side: Side) -> bool {
        if self.declared.is_some() { self.given[side].is_none() } else { self.next[side].is_none() }
    }

    /// Both sides' links for the order that is fixed; gives the version it was fixed at.
    ///
    /// # Errors
    /// As [`Links::fits`]; [`Failure::Gone`] if neither link is an entry and one should be.
    pub fn throw(&mut self, links: &BySide<String>) -> Result<u32, Failure> {
        for side in Side::BOTH {
            self.fits(side, &links[side])?;
        }
        if self.recorded && Side::BOTH.into_iter().all(|side| self.given[side].is_none()) {
            return Err(late("no link was told for this order: the first is an entry of its own"));
        }
        for side in Side::BOTH {
            self.next[side] = Some(links[side].clone());
            self.loose[side] |= self.late[side];
            self.late[side] = false;
        }
        self.given = BySide::default();
        let declared = self.declared.take().ok_or_else(|| late("no order waits for its dice"))?;
        Ok(declared.1)
    }

    /// The version at which an order was fixed that waits for its dice.
    pub fn declared(&self) -> Option<u32> {
        self.declared.map(|(_, version)| version)
    }

    pub fn declarer(&self) -> Option<Side> {
        self.declared.map(|(side, _)| side)
    }

    /// The hash that a side's next link must have.
    pub fn next(&self, side: Side) -> Option<&str> {
        self.next[side].as_deref()
    }

    /// Whether a throw rested on a chain that the side bound itself to when the order was fixed
    /// already.
    pub fn loose(&self, side: Side) -> bool {
        self.loose[side] || self.late[side]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Confederate, Union};

    /// A chain: its links, the one given first last.
    fn chain(start: &str, length: usize) -> Vec<String> {
        std::iter::successors(Some(start.to_owned()), |link| Some(share_hash(link)))
            .take(length + 1)
            .collect()
    }

    #[test]
    fn every_throw_takes_the_next_link_of_both() {
        let (union, confederate) = (chain("x", 3), chain("y", 3));
        let mut links = Links::default();
        assert!(links.declare(Union, 1).is_err(), "neither side is bound");
        links.commit(Union, &union[3]).unwrap();
        assert!(links.commit(Confederate, &union[3]).is_err(), "the other side's");
        links.commit(Confederate, &confederate[3]).unwrap();
        assert!(links.fits(Union, &union[2]).is_err(), "before an order is fixed");
        for (version, at) in [(3, 2), (6, 1)] {
            links.declare(Union, version).unwrap();
            assert!(links.declare(Union, version + 1).is_err(), "one order at a time");
            assert!(links.fits(Union, &union[at - 1]).is_err(), "a link beyond the next");
            let both = BySide { union: union[at].clone(), confederate: confederate[at].clone() };
            assert_eq!(links.throw(&both).unwrap(), version);
            links.declare(Union, version + 2).unwrap();
            assert!(links.throw(&both).is_err(), "the same once more");
            links.declared = None;
        }
        assert!(!links.loose(Union));
    }

    #[test]
    fn a_chain_begun_when_an_order_was_fixed_is_loose() {
        let (union, confederate, other) = (chain("x", 2), chain("y", 2), chain("z", 2));
        let mut links = Links::default();
        links.commit(Union, &union[2]).unwrap();
        links.commit(Confederate, &confederate[2]).unwrap();
        links.declare(Union, 3).unwrap();
        links.commit(Confederate, &other[2]).unwrap();
        links.throw(&BySide { union: union[1].clone(), confederate: other[1].clone() }).unwrap();
        assert!(links.loose(Confederate) && !links.loose(Union));
    }
}
