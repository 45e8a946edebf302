//! What has no door to the outside: fair picks, kept lines of sight, and stacks by hex.

use blind_swords::UnitId;
use blind_swords::inside::{Stacks, draw, passes, walk};
use hexmap::{Grid, Hex, Layout, Numbering, Sighting, sight_line};
use serde_json::json;

/// How likely each of these is to be drawn, all runs of picks taken together.
fn chances(picks: &mut Vec<usize>, likely: f64, of: &[u8], does: &dyn Fn(&u8) -> bool, sum: &mut [f64]) {
    let (mut given, mut left) = (picks.iter(), None);
    let drawn = draw(
        of.to_vec(),
        |count| {
            given.next().copied().unwrap_or_else(|| {
                left = Some(count);
                count
            })
        },
        does,
    );
    match (drawn, left) {
        (Some(drawn), None) => sum[usize::from(drawn)] += likely,
        (_, Some(count)) => (0..count).for_each(|pick| {
            picks.push(pick);
            chances(picks, likely / count as f64, of, does, sum);
            picks.pop();
        }),
        (None, None) => {}
    }
}

#[test]
fn whatever_will_do_is_drawn_equally_often() {
    let of: Vec<u8> = (0..6).collect();
    for wanted in [&[0, 3, 5][..], &[2], &[0, 1, 2, 3, 4, 5], &[]] {
        let mut sum = [0.0; 6];
        chances(&mut Vec::new(), 1.0, &of, &|drawn| wanted.contains(drawn), &mut sum);
        for (one, sum) in of.iter().zip(sum) {
            let fair = if wanted.contains(one) { 1.0 / wanted.len() as f64 } else { 0.0 };
            assert!((sum - fair).abs() < 1e-9, "{one} of {wanted:?}: {sum}");
        }
    }
}

/// What is kept agrees with what is followed anew, wherever on the sheet a line runs.
#[test]
fn kept_lines_are_those_that_are_followed_on_the_sheet_itself() {
    let grid = Grid::new(Layout::PointyOddWest, Numbering::RowColumnFromEast, 42, 31, 0, 10);
    let hexes: Vec<Hex> = grid.hexes().collect();
    let mut compared = 0;
    for (i, &from) in hexes.iter().enumerate().step_by(37) {
        for &to in hexes.iter().skip(i % 11).step_by(11).filter(|&&to| to != from) {
            let mut walked = Vec::new();
            walk(&grid, from, to, |hex, other| {
                walked.push((hex.min(other.unwrap_or(hex)), other.map(|o| o.max(hex))))
            });
            let followed: Vec<(Hex, Option<Hex>)> = sight_line(&grid, from, to)
                .into_iter()
                .map(|passed| match passed {
                    Sighting::Through(hex) => (hex, None),
                    Sighting::Along(hex, other) => (hex, other),
                })
                .collect();
            assert_eq!(walked, followed, "{} to {}", grid.number(from), grid.number(to));
            for hex in [walked.first(), walked.last()].into_iter().flatten().map(|&(hex, _)| hex) {
                assert!(passes(&grid, from, to, |h| h == hex));
            }
            assert!(!passes(&grid, from, to, |h| h == from || h == to));
            compared += followed.len();
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Whatever comes and goes, the stacks are those that lists by hex would be, and equal ones are
/// equal values.
#[test]
fn stacks_are_lists_by_hex() {
    let grid = Grid::new(Layout::PointyOddWest, Numbering::RowColumnFromEast, 4, 4, 1, 1);
    let all: Vec<Hex> = grid.hexes().collect();
    let mut stacks = Stacks::new(all.len());
    let mut lists: Vec<Vec<UnitId>> = vec![Vec::new(); all.len()];
    let mut at: Vec<Option<Hex>> = vec![None; 12];
    let mut number = 1_u32;
    for _ in 0..2_000 {
        // A fixed run of numbers that visits every case.
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (unit, hex) = ((number >> 8) as usize % at.len(), all[(number >> 16) as usize % all.len()]);
        let id: UnitId = serde_json::from_value(json!(format!("#u{unit}"))).unwrap();
        if let Some(before) = at[unit].take() {
            stacks.take(id, before);
            lists[before.index()].retain(|&u| u != id);
        }
        if !number.is_multiple_of(5) {
            stacks.put(id, hex);
            lists[hex.index()].push(id);
            at[unit] = Some(hex);
        }
        assert!(all.iter().all(|&h| stacks.of(h) == lists[h.index()]), "{stacks:?}");
        assert!(stacks.occupied().eq(all.iter().copied().filter(|h| !lists[h.index()].is_empty())));
    }
    let mut anew = Stacks::new(all.len());
    for &hex in all.iter().rev() {
        lists[hex.index()].iter().for_each(|&u| anew.put(u, hex));
    }
    assert_eq!(stacks, anew);
}
