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
    /// Whose links it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Side>,
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
    declared: Option<u32>,
}

impl Links {
    /// A side binds itself to a chain by the hash of its last link.
    ///
    /// # Errors
    /// [`Failure::Malformed`] if it is no hash, or the other side's.
    pub fn commit(&mut self, side: Side, commit: &str) -> Result<(), Failure> {
        sound_hash(commit)?;
        if self.next[side.other()].as_deref() == Some(commit) {
            return Err(wrong(
                "commit: the other side is bound by this very hash; a chain of one's own was expected",
            ));
        }
        self.next[side] = Some(commit.to_owned());
        self.late[side] = self.declared.is_some();
        Ok(())
    }

    /// An order is fixed; its dice wait for a link of each side.
    ///
    /// # Errors
    /// [`Failure::Gone`] if one is fixed already, or a side is not bound.
    pub fn declare(&mut self, version: u32) -> Result<(), Failure> {
        if self.declared.is_some() {
            return Err(late("an order is declared: its dice fall first"));
        }
        if Side::BOTH.into_iter().any(|side| self.next[side].is_none()) {
            return Err(late("a side is not bound by a chain: no dice can be thrown"));
        }
        self.declared = Some(version);
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

    /// Both sides' links for the order that is fixed; gives the version it was fixed at.
    ///
    /// # Errors
    /// As [`Links::fits`].
    pub fn throw(&mut self, links: &BySide<String>) -> Result<u32, Failure> {
        for side in Side::BOTH {
            self.fits(side, &links[side])?;
        }
        for side in Side::BOTH {
            self.next[side] = Some(links[side].clone());
            self.loose[side] |= self.late[side];
            self.late[side] = false;
        }
        self.declared.take().ok_or_else(|| late("no order waits for its dice"))
    }

    /// The version at which an order was fixed that waits for its dice.
    pub fn declared(&self) -> Option<u32> {
        self.declared
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

    /// A chain: its links, the one told first last.
    fn chain(start: &str, length: usize) -> Vec<String> {
        std::iter::successors(Some(start.to_owned()), |link| Some(share_hash(link)))
            .take(length + 1)
            .collect()
    }

    #[test]
    fn every_throw_takes_the_next_link_of_both() {
        let (union, confederate) = (chain("x", 3), chain("y", 3));
        let mut links = Links::default();
        assert!(links.declare(1).is_err(), "nobody is bound");
        links.commit(Union, &union[3]).unwrap();
        assert!(links.commit(Confederate, &union[3]).is_err(), "the other side's");
        links.commit(Confederate, &confederate[3]).unwrap();
        assert!(links.fits(Union, &union[2]).is_err(), "before an order is fixed");
        for (version, at) in [(3, 2), (6, 1)] {
            links.declare(version).unwrap();
            assert!(links.declare(version + 1).is_err(), "one order at a time");
            assert!(links.fits(Union, &union[at - 1]).is_err(), "a link beyond the next");
            let both = BySide { union: union[at].clone(), confederate: confederate[at].clone() };
            assert_eq!(links.throw(&both).unwrap(), version);
            links.declare(version + 2).unwrap();
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
        links.declare(3).unwrap();
        links.commit(Confederate, &other[2]).unwrap();
        links.throw(&BySide { union: union[1].clone(), confederate: other[1].clone() }).unwrap();
        assert!(links.loose(Confederate) && !links.loose(Union));
    }
}
