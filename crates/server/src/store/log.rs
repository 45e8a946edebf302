//! The write-ahead log, read without SQLite: SQLite takes what follows on a damaged frame for never
//! written, and forgets it without a word.
//!
//! Each frame carries a checksum over all frames before it. A kill or a loss of power may leave the
//! end of the last transaction unfinished, which nobody was told was done. A frame that does not
//! fit before another transaction began was whole once, since each is on disk before the next
//! begins; and one that a single bit sets right was whole as well.

use std::io::{self, Read};
use std::path::Path;

const HEADER: usize = 32;
const FRAME: usize = 24;

/// What is wrong with the log at that path; `None` if nothing is, or if there is none.
pub(super) fn wrong_with(log: &Path) -> io::Result<Option<String>> {
    // A server that runs may begin the log anew while it is read.
    for _ in 0..5 {
        let bytes = match std::fs::read(log) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let Some(what) = fault(&bytes) else { return Ok(None) };
        let mut head = Vec::new();
        std::fs::File::open(log)?.take(HEADER as u64).read_to_end(&mut head)?;
        if bytes.starts_with(&head) && head.len() == HEADER {
            return Ok(Some(what));
        }
    }
    Ok(None)
}

/// The big-endian word at that place.
fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|word| word.try_into().ok()).map_or(0, u32::from_be_bytes)
}

/// SQLite's checksum, gone on with: words in pairs, each sum taking in the other.
fn sum(bytes: &[u8], little: bool, from: (u32, u32)) -> (u32, u32) {
    let words = bytes.chunks_exact(4).map(|word| {
        let word = word.try_into().unwrap_or_default();
        if little { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) }
    });
    let (mut first, mut second) = from;
    for (number, word) in words.enumerate() {
        if number % 2 == 0 {
            first = first.wrapping_add(word).wrapping_add(second);
        } else {
            second = second.wrapping_add(word).wrapping_add(first);
        }
    }
    (first, second)
}

fn fault(bytes: &[u8]) -> Option<String> {
    if bytes.len() < HEADER + FRAME {
        return None;
    }
    let (header, frames) = bytes.split_at(HEADER);
    let little = match word(header, 0) {
        0x377f_0682 => true,
        0x377f_0683 => false,
        _ => return Some("its write-ahead log does not begin as one does".to_owned()),
    };
    let mut so_far = sum(&header[..24], little, (0, 0));
    let size = word(header, 8) as usize;
    if so_far != (word(header, 24), word(header, 28)) || !(512..=65536).contains(&size) {
        return Some("the head of its write-ahead log is not as it was written".to_owned());
    }
    let salts = (word(header, 16), word(header, 20));
    let frames: Vec<&[u8]> = frames.chunks_exact(FRAME + size).collect();
    let of_this_log = |frame: &[u8]| (word(frame, 8), word(frame, 12)) == salts;
    let ends_transaction = |frame: &[u8]| word(frame, 4) != 0;
    let summed = |frame: &[u8], so_far| sum(&frame[FRAME..], little, sum(&frame[..8], little, so_far));
    let mut sound = 0;
    for frame in &frames {
        let sums = summed(frame, so_far);
        if !of_this_log(frame) || sums != (word(frame, 16), word(frame, 20)) {
            break;
        }
        so_far = sums;
        sound += 1;
    }
    let (bad, later) = frames.get(sound..)?.split_first()?;
    let told = || Some(format!("frame {} of its write-ahead log is not as it was written", sound + 1));
    // A later transaction was begun: this one was on disk.
    let mut ended = ends_transaction(bad);
    for frame in later.iter().filter(|frame| of_this_log(frame)) {
        if ended {
            return told();
        }
        ended |= ends_transaction(frame);
    }
    let kept = (word(bad, 16), word(bad, 20));
    let sums = summed(bad, so_far);
    let apart = |a: (u32, u32), b: (u32, u32)| (a.0 ^ b.0).count_ones() + (a.1 ^ b.1).count_ones();
    let one_bit = match (of_this_log(bad), sums == kept) {
        (false, true) => apart((word(bad, 8), word(bad, 12)), salts) == 1,
        (true, false) => apart(sums, kept) == 1 || set_right(sums, kept, (8 + size) / 8),
        _ => false,
    };
    if one_bit { told() } else { None }
}

/// Whether a single bit in so many pairs of words makes this sum that one.
fn set_right(sums: (u32, u32), kept: (u32, u32), pairs: usize) -> bool {
    let missing = (kept.0.wrapping_sub(sums.0), kept.1.wrapping_sub(sums.1));
    // What one more in the first or second word of a pair adds to the sums; seen from the last pair
    // back.
    let mut adds = [(1_u32, 1_u32), (0, 1)];
    for _ in 0..pairs {
        for &(first, second) in &adds {
            for bit in 0..32 {
                let (first, second) = (first << bit, second << bit);
                if missing == (first, second) || missing == (first.wrapping_neg(), second.wrapping_neg()) {
                    return true;
                }
            }
        }
        for (first, second) in &mut adds {
            *first = first.wrapping_add(*second);
            *second = second.wrapping_add(*first);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log of so many transactions of three frames each.
    fn log(transactions: u32) -> Vec<u8> {
        let mut bytes: Vec<u8> = [0x377f_0682_u32, 3_007_000, 512, 0, 77, 0xdead_beef]
            .iter()
            .flat_map(|w| w.to_be_bytes())
            .collect();
        let mut sums = sum(&bytes, true, (0, 0));
        bytes.extend([sums.0, sums.1].iter().flat_map(|w| w.to_be_bytes()));
        for number in 0..3 * transactions {
            let commit = if number % 3 == 2 { 16 } else { 0 };
            let mut frame: Vec<u8> =
                [number + 1, commit].iter().flat_map(|w: &u32| w.to_be_bytes()).collect();
            let page: Vec<u8> = (0..512_u32).map(|i| (i * 31 + number * 7) as u8).collect();
            sums = sum(&page, true, sum(&frame, true, sums));
            frame.extend([77, 0xdead_beef, sums.0, sums.1].iter().flat_map(|w: &u32| w.to_be_bytes()));
            bytes.extend(frame);
            bytes.extend(page);
        }
        bytes
    }

    #[test]
    fn every_wrong_bit_of_a_log_is_seen() {
        let sound = log(2);
        assert_eq!(fault(&sound), None);
        for bit in 0..8 * sound.len() {
            let mut flipped = sound.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(fault(&flipped).is_some(), "byte {}, bit {}", bit / 8, bit % 8);
        }
    }

    #[test]
    fn what_a_kill_or_a_loss_of_power_leaves_is_no_damage() {
        let sound = log(3);
        for length in 0..sound.len() {
            assert_eq!(fault(&sound[..length]), None, "cut to {length} bytes");
        }
        // The frames of the last transaction reach the disk in any order, or in part.
        let frame = FRAME + 512;
        for lost in 6..9 {
            let mut torn = sound.clone();
            torn[HEADER + lost * frame..][..frame].fill(0);
            assert_eq!(fault(&torn), None, "frame {lost} is not there");
            torn = sound.clone();
            torn[HEADER + lost * frame + FRAME + 100..][..412].fill(0);
            assert_eq!(fault(&torn), None, "frame {lost} is half there");
        }
        // A log begun anew has frames of the one before behind its own.
        let mut anew = log(1);
        let rest = sound[anew.len()..].to_vec();
        anew.extend(rest.chunks(frame).flat_map(|old| {
            let mut old = old.to_vec();
            old[8..16].copy_from_slice(&[0, 0, 0, 76, 1, 2, 3, 4]);
            old
        }));
        assert_eq!(fault(&anew), None);
    }
}
