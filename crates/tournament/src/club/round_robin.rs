//! Everyone against everyone: the tables of Berger, as FIDE's handbook prints them (C.05, Annex 1).

use super::draw::{Draw, Drawn, NotDrawn};
use super::event::Event;

/// A round of the table for an even number of players, numbered from 1; rounds from 1 to that
/// number less 1. All but the last stand in a circle that turns by a place each round; of each pair
/// the first is the first to choose a side. With an odd number of players the last is the bye.
pub(super) fn berger(players: usize, round: usize) -> Vec<[usize; 2]> {
    // Two in the circle meet when their numbers add up to the next round's, going round.
    let circle = players - 1;
    let of = |number: usize| (round + 1 + 2 * circle - number - 1) % circle + 1;
    let mut pairs = Vec::new();
    for number in 1..players {
        let other = of(number);
        if other == number {
            // No one is left in the circle: the opponent is the last player, who is in its middle.
            let pair = if number <= players / 2 { [number, players] } else { [players, number] };
            pairs.insert(0, pair);
        } else if number < other {
            let pair = if (number + other) % 2 == 1 { [number, other] } else { [other, number] };
            pairs.push(pair);
        }
    }
    pairs
}

/// Draws the next round. A player who has withdrawn forfeits.
pub(super) fn draw(event: &Event) -> Result<Draw, NotDrawn> {
    let number = event.played.len() + 1;
    let seeds = event.seeds();
    let stays = |player: usize| event.entrants[player].plays_in(number);
    if seeds.iter().filter(|player| stays(**player)).count() < 2 {
        return Err(NotDrawn::TooFew);
    }
    let mut draw = Draw { number, matches: Vec::new(), byes: Vec::new(), repeated: 0 };
    for pair in berger(seeds.len().next_multiple_of(2), number) {
        match pair.map(|number| seeds.get(number - 1).copied()) {
            [Some(a), Some(b)] => match (stays(a), stays(b)) {
                (true, true) => draw.matches.push(Drawn { players: [a, b], forfeits: None }),
                (true, false) => draw.matches.push(Drawn { players: [a, b], forfeits: Some(b) }),
                (false, true) => draw.matches.push(Drawn { players: [a, b], forfeits: Some(a) }),
                (false, false) => {}
            },
            [Some(alone), None] | [None, Some(alone)] => draw.byes.extend(stays(alone).then_some(alone)),
            [None, None] => {}
        }
    }
    Ok(draw)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// FIDE Handbook C.05, Annex 1, "Details of Berger Table".
    const PRINTED: [(usize, &str); 4] = [
        (4, "1-4 2-3, 4-3 1-2, 2-4 3-1"),
        (6, "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1"),
        (
            8,
            "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, \
             8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1",
        ),
        (
            10,
            "1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, \
             3-10 4-2 5-1 6-9 7-8, 10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, \
             5-10 6-4 7-3 8-2 9-1",
        ),
    ];

    #[test]
    fn the_printed_tables_come_out() {
        for (players, table) in PRINTED {
            for (index, printed) in table.split(", ").enumerate() {
                let mut printed: Vec<String> = printed.split(' ').map(str::to_owned).collect();
                let mut ours: Vec<String> =
                    berger(players, index + 1).iter().map(|[a, b]| format!("{a}-{b}")).collect();
                printed.sort();
                ours.sort();
                assert_eq!(ours, printed, "round {} of {players} players", index + 1);
            }
        }
    }

    proptest! {
        #[test]
        fn everyone_meets_everyone_once_and_sides_are_even(half in 1usize..30) {
            let players = 2 * half;
            let mut met = std::collections::BTreeSet::new();
            let mut balance = vec![0i32; players + 1];
            for round in 1..players {
                let pairs = berger(players, round);
                prop_assert_eq!(pairs.len(), half);
                for [first, second] in pairs {
                    prop_assert!(met.insert([first.min(second), first.max(second)]));
                    balance[first] += 1;
                    balance[second] -= 1;
                }
            }
            prop_assert_eq!(met.len(), half * (players - 1));
            prop_assert!(balance[1..].iter().all(|balance| balance.abs() == 1));
        }
    }
}
