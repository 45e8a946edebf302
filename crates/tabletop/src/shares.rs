//! The players' shares of the dice: bound by a hash before any is shown, or not bound.

use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::dice::hex_string;
use crate::{BySide, Failure, Side};

/// Longest share of the dice that a player may give, in bytes.
const LONGEST: usize = 64;

/// SHA-256 of a share, taken of its text, in lower-case hexadecimal: what a player commits to.
pub fn share_hash(share: &str) -> String {
    hex_string(&Sha256::digest(share.as_bytes()))
}

/// How a seat's share of the dice stands, as views tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShareState {
    /// There is none: a computer's seat, or a player who came without one.
    #[default]
    None,
    /// The player has not come to the table yet.
    Awaited,
    /// Its hash was given. The share itself is not to be told before all players are bound.
    Committed,
    /// Its hash was given, all players are bound or have come without a share, and the share is to
    /// be told now.
    Asked,
    /// It was bound before the server knew the other side's, and fits its hash.
    Bound,
    /// It was given without a hash, or its hash came after the other side's share.
    Unbound,
}

#[derive(Debug, Clone, Default)]
struct Held {
    commit: Option<String>,
    /// The hash came when the other side's share was known to the server.
    late: bool,
    share: Option<String>,
    bound: bool,
}

/// Both sides' shares, as the entries of a record give them one after another. Play and audit judge
/// by the same.
#[derive(Debug, Clone, Default)]
pub struct Shares {
    held: BySide<Held>,
    settled: bool,
}

impl Shares {
    /// A side binds itself to a share by its hash. A later hash takes the place of an earlier one.
    ///
    /// # Errors
    /// [`Failure::Gone`] if the share was given or a die has been thrown, [`Failure::Malformed`] if
    /// it is no hash, or the other side's.
    pub fn commit(&mut self, side: Side, commit: &str) -> Result<(), Failure> {
        sound_hash(commit)?;
        self.open(side)?;
        let other = &self.held[side.other()];
        if other.commit.as_deref() == Some(commit) {
            return Err(wrong(
                "commit: the other side is bound by this very hash; a share of one's own was expected",
            ));
        }
        let late = other.share.is_some();
        self.held[side] = Held { commit: Some(commit.to_owned()), late, ..Held::default() };
        Ok(())
    }

    /// A side gives its share: the one it is bound to, or one without a hash.
    ///
    /// # Errors
    /// [`Failure::Gone`] if one was given, a die has been thrown, or it has no hash and the other
    /// side's bound share has been shown; [`Failure::Malformed`] if it is too long or does not fit its hash.
    pub fn give(&mut self, side: Side, share: &str) -> Result<(), Failure> {
        if share.len() > LONGEST {
            return Err(Failure::Malformed(format!("a share of the dice has at most {LONGEST} bytes")));
        }
        self.open(side)?;
        let (own, other) = (&self.held[side], &self.held[side.other()]);
        let bound = match &own.commit {
            Some(commit) if *commit != share_hash(share) => {
                return Err(wrong("this share does not have the hash that this side committed to"));
            }
            Some(_) => !own.late,
            // A player who knows the server's seed and the other side's share could choose the dice.
            None if other.commit.is_some() && other.share.is_some() => {
                return Err(late(
                    "the other side's bound share has been told: only a committed share counts now",
                ));
            }
            None => false,
        };
        let held = &mut self.held[side];
        (held.share, held.bound) = (Some(share.to_owned()), bound);
        Ok(())
    }

    /// A die has been thrown: nothing can be given any more.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// Whether a die has been thrown.
    pub fn settled(&self) -> bool {
        self.settled
    }

    fn open(&self, side: Side) -> Result<(), Failure> {
        if self.held[side].share.is_some() {
            return Err(late("this side has given its share of the dice"));
        }
        if self.settled {
            return Err(late("a die has been thrown: the shares of the dice are settled"));
        }
        Ok(())
    }

    /// The hash that a side committed to.
    pub fn committed(&self, side: Side) -> Option<&str> {
        self.held[side].commit.as_deref()
    }

    pub fn given(&self, side: Side) -> Option<&str> {
        self.held[side].share.as_deref()
    }

    /// Whether a side is bound by a hash and its share is still to come.
    pub fn owes(&self, side: Side) -> bool {
        self.held[side].commit.is_some() && self.held[side].share.is_none()
    }

    /// How a side's share stands, with `opened` if all players are bound or have come without a
    /// share.
    pub fn standing(&self, side: Side, opened: bool) -> ShareState {
        let held = &self.held[side];
        match (&held.share, &held.commit) {
            (Some(_), _) if held.bound => ShareState::Bound,
            (Some(_), _) => ShareState::Unbound,
            (None, Some(_)) if opened && !self.settled => ShareState::Asked,
            (None, Some(_)) => ShareState::Committed,
            (None, None) => ShareState::None,
        }
    }

    /// Whether any was given or committed to.
    pub fn any(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.held[side].commit.is_some() || self.held[side].share.is_some())
    }
}

/// Whether this is a hash as it is written here.
pub(crate) fn sound_hash(text: &str) -> Result<(), Failure> {
    if text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Ok(());
    }
    Err(wrong("commit: a SHA-256 in 64 lower-case hexadecimal digits was expected"))
}

pub(crate) fn late(why: &str) -> Failure {
    Failure::Gone(why.to_owned())
}

pub(crate) fn wrong(why: &str) -> Failure {
    Failure::Malformed(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Confederate, Union};

    #[test]
    fn shares_are_bound_before_either_is_told() {
        let mut shares = Shares::default();
        shares.commit(Union, &share_hash("north")).unwrap();
        shares.commit(Confederate, &share_hash("south")).unwrap();
        assert_eq!(shares.standing(Union, false), ShareState::Committed);
        assert_eq!(shares.standing(Union, true), ShareState::Asked);
        shares.give(Confederate, "south").unwrap();
        assert_eq!(shares.standing(Confederate, true), ShareState::Bound);
        assert!(shares.give(Union, "south").unwrap_err().to_string().contains("does not have the hash"));
        shares.give(Union, "north").unwrap();
        assert_eq!((shares.standing(Union, true), shares.given(Union)), (ShareState::Bound, Some("north")));
        assert!(shares.give(Union, "north").is_err() && shares.commit(Union, &share_hash("x")).is_err());
    }

    #[test]
    fn whoever_commits_when_the_other_share_is_known_is_not_bound() {
        let mut shares = Shares::default();
        shares.commit(Union, &share_hash("north")).unwrap();
        shares.commit(Confederate, &share_hash("lost")).unwrap();
        shares.give(Union, "north").unwrap();
        shares.commit(Confederate, &share_hash("south")).unwrap();
        shares.give(Confederate, "south").unwrap();
        assert_eq!(shares.standing(Union, true), ShareState::Bound);
        assert_eq!(shares.standing(Confederate, true), ShareState::Unbound);

        // While no share has been shown, a lost share can be replaced by another without harm.
        let mut shares = Shares::default();
        shares.commit(Union, &share_hash("lost")).unwrap();
        shares.commit(Union, &share_hash("north")).unwrap();
        shares.commit(Confederate, &share_hash("south")).unwrap();
        shares.give(Union, "north").unwrap();
        assert_eq!(shares.standing(Union, true), ShareState::Bound);
    }

    #[test]
    fn an_operator_who_tries_shares_comes_too_late() {
        let mut shares = Shares::default();
        shares.commit(Union, &share_hash("north")).unwrap();
        shares.give(Union, "north").unwrap();
        assert!(
            shares
                .give(Confederate, "tried 150,000 of them")
                .unwrap_err()
                .to_string()
                .contains("has been told")
        );
        assert_eq!(shares.given(Confederate), None);
        shares.settle();
        assert!(
            shares
                .commit(Confederate, &share_hash("x"))
                .unwrap_err()
                .to_string()
                .contains("a die has been thrown")
        );
    }

    #[test]
    fn a_bare_share_is_not_bound_and_binds_nobody_who_comes_after_it() {
        let mut shares = Shares::default();
        shares.give(Union, "bare").unwrap();
        shares.commit(Confederate, &share_hash("south")).unwrap();
        shares.give(Confederate, "south").unwrap();
        assert_eq!(shares.standing(Union, true), ShareState::Unbound);
        assert_eq!(shares.standing(Confederate, true), ShareState::Unbound);
    }

    #[test]
    fn nobody_commits_to_the_other_side_s_hash_nor_to_what_is_none() {
        let mut shares = Shares::default();
        shares.commit(Union, &share_hash("north")).unwrap();
        assert!(shares.commit(Confederate, &share_hash("north")).is_err());
        for wrong in ["", "abc", &share_hash("x").to_uppercase(), &format!("{}0", share_hash("x"))] {
            assert!(
                shares.commit(Confederate, wrong).unwrap_err().to_string().contains("64 lower-case"),
                "{wrong}"
            );
        }
        assert!(shares.give(Confederate, &"x".repeat(65)).unwrap_err().to_string().contains("64 bytes"));
        assert!(!shares.owes(Confederate) && shares.owes(Union));
    }
}
