//! Knock-out: the loser of a match is out, and the best seeds meet last.

use super::draw::{Draw, Drawn, NotDrawn};
use super::event::Event;

/// The seeds, from 1, in the order in which they stand beside each other; `size` is a power of two.
/// However far it is played as seeded, the numbers of two who meet add up to one more than those who
/// are left.
pub(super) fn bracket(size: usize) -> Vec<usize> {
    let mut seeds = vec![1];
    while seeds.len() < size {
        let sum = 2 * seeds.len() + 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, sum - seed]).collect();
    }
    seeds
}

/// Draws the next round: winners go on, and a place without a player is a bye, which goes to the best seeds.
/// A player who has withdrawn forfeits.
pub(super) fn draw(event: &Event) -> Result<Draw, NotDrawn> {
    let seeds = event.seeds();
    if seeds.len() < 2 {
        return Err(NotDrawn::TooFew);
    }
    let places = bracket(seeds.len().next_power_of_two());
    let mut left: Vec<Option<usize>> = places.iter().map(|seed| seeds.get(seed - 1).copied()).collect();
    for (index, round) in event.played.iter().enumerate() {
        let number = index + 1;
        let winner = |pair: &[Option<usize>]| match *pair {
            [Some(a), Some(b)] => {
                let met = round.contests.iter().find(|contest| contest.opponent(a) == Some(b));
                match met {
                    Some(contest) => {
                        let through = contest.winner();
                        // Two who both forfeited go nowhere.
                        let may_end = contest.halves() == [0, 0];
                        if through.is_none() && !may_end {
                            return Err(NotDrawn::Undecided(number, [a, b]));
                        }
                        Ok(through)
                    }
                    // Both had withdrawn: there was nothing to draw.
                    None if ![a, b].iter().any(|player| event.entrants[*player].plays_in(number)) => Ok(None),
                    None => Err(NotDrawn::Astray(number, [a, b])),
                }
            }
            [one, other] => Ok(one.or(other)),
            _ => Ok(pair.first().copied().flatten()),
        };
        left = left.chunks(2).map(winner).collect::<Result<_, _>>()?;
    }
    if left.len() < 2 || left.iter().flatten().count() < 2 {
        return Err(NotDrawn::Over);
    }
    let number = event.played.len() + 1;
    let stays = |player: usize| event.entrants[player].plays_in(number);
    let mut draw = Draw { number, matches: Vec::new(), byes: Vec::new(), repeated: 0 };
    for pair in left.chunks(2) {
        match *pair {
            [Some(a), Some(b)] => {
                let forfeits = match (stays(a), stays(b)) {
                    (true, true) => None,
                    (true, false) => Some(b),
                    (false, true) => Some(a),
                    (false, false) => continue,
                };
                let players = event.seated([a, b], draw.matches.len());
                draw.matches.push(Drawn { players, forfeits });
            }
            _ => draw.byes.extend(pair.iter().flatten().filter(|player| stays(**player))),
        }
    }
    Ok(draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_stand_as_in_printed_brackets() {
        assert_eq!(bracket(8), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(bracket(16), [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]);
    }
}
