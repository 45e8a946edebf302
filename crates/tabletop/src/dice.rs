//! Dice: the only source of chance.

use std::collections::VecDeque;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::{BySide, Side};

/// Something that throws six-sided dice. Rules take all their chance from one of these.
pub trait Dice {
    /// Throws one die: 1 to 6.
    fn throw(&mut self) -> u8;
}

/// The secret part of a game's dice. The server publishes its hash when the game begins and the
/// seed itself when it ends.
pub type ServerSeed = [u8; 32];

/// The published hash of a server seed, in hexadecimal.
pub fn commitment(seed: &ServerSeed) -> String {
    hex_string(&Sha256::digest(seed))
}

/// Writes bytes in lower-case hexadecimal digits.
pub fn hex_string(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, b| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{b:02x}");
        text
    })
}

/// Dice that both sides can audit: a ChaCha20 stream keyed from the server's seed and both
/// players'.
///
/// A die is `b mod 6 + 1` of the next byte `b` of the stream that is below 252; greater ones are
/// thrown away, so that all six faces are equally likely. Loaded faces, if any, come first.
#[derive(Debug, Clone)]
pub struct AuditedDice {
    server: ServerSeed,
    players: BySide<String>,
    loaded: VecDeque<u8>,
    stream: Option<Stream>,
    thrown: u32,
}

#[derive(Debug, Clone)]
struct Stream {
    cipher: ChaCha20Rng,
    block: [u8; 64],
    next: usize,
}

impl AuditedDice {
    /// Dice of that server seed, with both players' seeds still empty.
    pub fn new(server: ServerSeed, loaded: impl IntoIterator<Item = u8>) -> AuditedDice {
        AuditedDice {
            server,
            players: BySide::default(),
            loaded: loaded.into_iter().collect(),
            stream: None,
            thrown: 0,
        }
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u32 {
        self.thrown
    }

    pub fn server_seed(&self) -> &ServerSeed {
        &self.server
    }

    /// A player's share; counts only until the first die is thrown.
    pub fn set_player_seed(&mut self, side: Side, seed: String) {
        self.players[side] = seed;
        self.stream = None;
    }

    /// Skips dice that were already thrown, so that a loaded game continues where it was.
    pub fn skip(&mut self, count: u32) {
        for _ in 0..count {
            self.throw();
        }
    }

    /// The same dice, `loaded` first, as they were when that many had been thrown.
    pub fn again(dice: &AuditedDice, loaded: &[u8], thrown: u32) -> AuditedDice {
        let mut again = AuditedDice::new(dice.server, loaded.iter().copied());
        again.players.clone_from(&dice.players);
        again.skip(thrown);
        again
    }

    /// Dice for one order alone, keyed from the server's seed, a link of each player's chain, and
    /// the version at which the order was fixed.
    pub fn of_throw(server: ServerSeed, links: &BySide<String>, version: u32) -> AuditedDice {
        let mut hash = Sha256::new();
        hash.update(b"longroll dice 2\0");
        hash.update(server);
        hash.update(b"\0");
        hash.update(links.union.as_bytes());
        hash.update(b"\0");
        hash.update(links.confederate.as_bytes());
        hash.update(b"\0");
        hash.update(version.to_string());
        let mut dice = AuditedDice::new(server, []);
        dice.stream = Some(Stream::new(hash.finalize().into()));
        dice
    }

    fn stream(&mut self) -> &mut Stream {
        let (server, players) = (&self.server, &self.players);
        self.stream.get_or_insert_with(|| {
            let mut hash = Sha256::new();
            hash.update(b"longroll dice 1\0");
            hash.update(server);
            hash.update(b"\0");
            hash.update(players.union.as_bytes());
            hash.update(b"\0");
            hash.update(players.confederate.as_bytes());
            Stream::new(hash.finalize().into())
        })
    }
}

impl Stream {
    fn new(key: [u8; 32]) -> Stream {
        Stream { cipher: ChaCha20Rng::from_seed(key), block: [0; 64], next: 64 }
    }
}

impl Dice for AuditedDice {
    fn throw(&mut self) -> u8 {
        self.thrown += 1;
        if let Some(face) = self.loaded.pop_front() {
            return face;
        }
        let stream = self.stream();
        loop {
            if stream.next == stream.block.len() {
                stream.cipher.fill_bytes(&mut stream.block);
                stream.next = 0;
            }
            let byte = stream.block[stream.next];
            stream.next += 1;
            if byte < 252 {
                return byte % 6 + 1;
            }
        }
    }
}

/// Faces in a fixed order, then ones: for tests and puzzles that need a certain throw.
#[derive(Debug, Clone, Default)]
pub struct LoadedDice(pub VecDeque<u8>);

impl LoadedDice {
    pub fn new(faces: impl IntoIterator<Item = u8>) -> LoadedDice {
        LoadedDice(faces.into_iter().collect())
    }
}

impl Dice for LoadedDice {
    fn throw(&mut self) -> u8 {
        self.0.pop_front().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seeds_give_the_same_dice_and_any_other_seed_others() {
        let throw = |server: u8, player: &str| {
            let mut dice = AuditedDice::new([server; 32], []);
            dice.set_player_seed(Side::Union, player.to_owned());
            (0..64).map(|_| dice.throw()).collect::<Vec<_>>()
        };
        assert_eq!(throw(1, "a"), throw(1, "a"));
        assert_ne!(throw(1, "a"), throw(2, "a"));
        assert_ne!(throw(1, "a"), throw(1, "b"));
    }

    #[test]
    fn the_written_mapping_holds() {
        // The key and stream as docs/protocol.md writes them down, done the long way.
        let mut key = Sha256::new();
        key.update(b"longroll dice 1\0");
        key.update([7; 32]);
        key.update(b"\0north\0south");
        let mut cipher = ChaCha20Rng::from_seed(key.finalize().into());
        let mut bytes = [0; 256];
        cipher.fill_bytes(&mut bytes);
        let expected: Vec<u8> = bytes.iter().filter(|b| **b < 252).map(|b| b % 6 + 1).take(100).collect();
        let mut dice = AuditedDice::new([7; 32], []);
        dice.set_player_seed(Side::Union, "north".to_owned());
        dice.set_player_seed(Side::Confederate, "south".to_owned());
        let thrown: Vec<u8> = (0..100).map(|_| dice.throw()).collect();
        assert_eq!(thrown, expected);
        // The page throws the same: tests/browser/shares.test.js.
        assert_eq!(thrown[..20], [5, 2, 6, 2, 4, 2, 1, 5, 2, 2, 4, 4, 1, 3, 5, 5, 6, 6, 3, 4]);
    }

    #[test]
    fn two_equal_shares_do_not_cancel_out() {
        // Copying the other side's share gains nothing: both go into the hash one after the other.
        let throw = |server: u8, share: &str| {
            let mut dice = AuditedDice::new([server; 32], []);
            dice.set_player_seed(Side::Union, share.to_owned());
            dice.set_player_seed(Side::Confederate, share.to_owned());
            (0..64).map(|_| dice.throw()).collect::<Vec<_>>()
        };
        assert_ne!(throw(1, "a"), throw(1, "b"));
        assert_ne!(throw(1, "a"), throw(1, ""));
        assert_ne!(throw(1, "a"), throw(2, "a"));
    }

    #[test]
    fn the_dice_of_one_order_rest_on_both_links_and_its_version() {
        let throw = |server: u8, union: &str, confederate: &str, version: u32| {
            let links = BySide { union: union.to_owned(), confederate: confederate.to_owned() };
            let mut dice = AuditedDice::of_throw([server; 32], &links, version);
            (0..64).map(|_| dice.throw()).collect::<Vec<_>>()
        };
        let dice = throw(1, "a", "b", 3);
        assert_eq!(dice, throw(1, "a", "b", 3));
        for other in
            [throw(2, "a", "b", 3), throw(1, "b", "b", 3), throw(1, "a", "a", 3), throw(1, "a", "b", 4)]
        {
            assert_ne!(dice, other);
        }
        // The key and stream as docs/protocol.md writes them down, done the long way.
        let mut key = Sha256::new();
        key.update(b"longroll dice 2\0");
        key.update([1; 32]);
        key.update(b"\0a\0b\x003");
        let mut cipher = ChaCha20Rng::from_seed(key.finalize().into());
        let mut bytes = [0; 256];
        cipher.fill_bytes(&mut bytes);
        let written: Vec<u8> = bytes.iter().filter(|b| **b < 252).map(|b| b % 6 + 1).take(64).collect();
        assert_eq!(dice, written);
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        let mut dice = AuditedDice::new([3; 32], []);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(dice.throw()) - 1] += 1;
        }
        // Five standard deviations of a fair die's count are 456.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 456), "{counts:?}");
    }

    #[test]
    fn loaded_faces_come_first() {
        let mut dice = AuditedDice::new([3; 32], [6, 5]);
        assert_eq!((dice.throw(), dice.throw(), dice.thrown()), (6, 5, 2));
    }
}
