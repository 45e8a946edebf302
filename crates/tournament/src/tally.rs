//! The statistics of a series.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tabletop::{BySide, Side};

use crate::interval::{Interval, mean, wilson};
use crate::series::{Finished, Game};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

impl Count {
    /// Counts a game for the player of that side.
    pub fn add(&mut self, winner: Option<Side>, side: Side) {
        match winner {
            None => self.drawn += 1,
            Some(winner) if winner == side => self.won += 1,
            Some(_) => self.lost += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of games won, a draw counted as half a win, with Wilson's interval.
    pub fn rate(&self) -> Option<Interval> {
        wilson(self.won as f64 + self.drawn as f64 / 2.0, self.games())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Showing {
    pub count: Count,
    pub on: BySide<Count>,
    /// By how many points it was ahead on average. If sides were swapped the two games of a seed
    /// count as one value, since they share their dice.
    pub margin: Option<Interval>,
    /// How long it thought about a game-turn, on average over all games.
    pub turn: Duration,
    /// The longest it thought about one game-turn.
    pub longest: Duration,
}

/// The results of the pairs of games with the same seed, scored as in duplicate bridge: the
/// commander with the better sum of both margins wins the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    /// Won, drawn and lost by the commander listed under the Union.
    pub count: Count,
    /// That commander's margin over both games of a pair.
    pub margin: Option<Interval>,
}

/// The statistics of all games of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    /// Number of games played to the end.
    pub games: u64,
    /// One fault per game that failed.
    pub faults: Vec<String>,
    /// How many games ended at each level of victory.
    pub levels: BTreeMap<String, u64>,
    /// The mean of each side's points.
    pub points: BySide<f64>,
    /// The results of each side, whichever commander played it.
    pub sides: BySide<Count>,
    /// By how many points the Union was ahead, whichever commander played it.
    pub union_margin: Option<Interval>,
    /// The commanders, each under the side that it plays when sides are not swapped.
    pub commanders: BySide<Showing>,
    /// The pairs, if sides were swapped.
    pub pairs: Option<Pairs>,
    /// The counts per game and side, on average.
    pub counts: BTreeMap<String, BySide<Option<Interval>>>,
    pub turns: u64,
    pub orders: u64,
    /// The bytes of their JSON views, if any were made.
    pub view_bytes: u64,
}

impl Tally {
    pub fn of(finished: &[Finished], swap: bool) -> Tally {
        let games: Vec<&Game> = finished.iter().filter_map(|game| game.as_ref().ok()).collect();
        let pairs = if swap { pairs(&games) } else { Vec::new() };
        let mut levels = BTreeMap::new();
        let mut sides = BySide::<Count>::default();
        for game in &games {
            *levels.entry(game.duel.score.level.clone()).or_default() += 1;
            for side in Side::BOTH {
                sides[side].add(game.duel.score.winner, side);
            }
        }
        let each = |value: &dyn Fn(&Game) -> f64| games.iter().map(|game| value(game)).collect::<Vec<_>>();
        let average = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let names: BTreeSet<&str> = games.iter().flat_map(|game| game.duel.counts.names()).collect();
        Tally {
            games: games.len() as u64,
            faults: finished.iter().filter_map(|game| game.as_ref().err().cloned()).collect(),
            levels,
            points: BySide::from_fn(|side| average(each(&|game| f64::from(game.duel.score.points[side])))),
            sides,
            union_margin: mean(&each(&|game| f64::from(game.duel.score.margin(Side::Union)))),
            commanders: BySide::from_fn(|named| showing(&games, &pairs, swap, named)),
            pairs: swap.then(|| {
                let mut count = Count::default();
                for sum in &pairs {
                    count.add(
                        (*sum != 0).then_some(if *sum > 0 { Side::Union } else { Side::Confederate }),
                        Side::Union,
                    );
                }
                let sums: Vec<f64> = pairs.iter().map(|sum| f64::from(*sum)).collect();
                Pairs { count, margin: mean(&sums) }
            }),
            counts: names
                .into_iter()
                .map(|name| {
                    (
                        name.to_owned(),
                        BySide::from_fn(|side| mean(&each(&|game| game.duel.counts.of(name, side)))),
                    )
                })
                .collect(),
            turns: games.iter().map(|game| u64::from(game.duel.turns)).sum(),
            orders: games.iter().map(|game| game.duel.orders).sum(),
            view_bytes: games.iter().map(|game| game.duel.view_bytes).sum(),
        }
    }
}

/// The margin over both games of the commander listed under the Union, for every complete pair.
fn pairs(games: &[&Game]) -> Vec<i32> {
    games
        .windows(2)
        .filter(|pair| pair[0].seed == pair[1].seed && !pair[0].swapped && pair[1].swapped)
        .map(|pair| pair[0].margin(Side::Union) + pair[1].margin(Side::Union))
        .collect()
}

fn showing(games: &[&Game], pairs: &[i32], swap: bool, named: Side) -> Showing {
    let mut showing = Showing {
        count: Count::default(),
        on: BySide::default(),
        margin: None,
        turn: Duration::ZERO,
        longest: Duration::ZERO,
    };
    let (mut thought, mut turns) = (Duration::ZERO, 0_u32);
    for game in games {
        let side = game.side_of(named);
        showing.count.add(game.duel.score.winner, side);
        showing.on[side].add(game.duel.score.winner, side);
        thought += game.duel.thought[side];
        turns = turns.saturating_add(game.duel.turns);
        showing.longest = showing.longest.max(game.duel.longest[side]);
    }
    showing.turn = thought / turns.max(1);
    let sign = if named == Side::Union { 1.0 } else { -1.0 };
    let margins: Vec<f64> = if swap {
        pairs.iter().map(|sum| sign * f64::from(*sum) / 2.0).collect()
    } else {
        games.iter().map(|game| f64::from(game.margin(named))).collect()
    };
    showing.margin = mean(&margins);
    showing
}

#[cfg(test)]
mod tests {
    use tabletop::Score;

    use super::*;
    use ai::Counts;
    use ai::Duel;

    /// A game with that seed and these points, won by the side with more.
    fn game(number: u64, seed: u64, swapped: bool, union: i32, confederate: i32) -> Finished {
        let winner = match union.cmp(&confederate) {
            std::cmp::Ordering::Greater => Some(Side::Union),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Side::Confederate),
        };
        let mut counts = Counts::default();
        counts.add("attacks", Side::Union, f64::from(union));
        let duel = Duel {
            score: Score { points: BySide { union, confederate }, level: "a level".to_owned(), winner },
            turns: 10,
            orders: 100,
            view_bytes: 0,
            thought: BySide { union: Duration::from_secs(10), confederate: Duration::from_secs(20) },
            longest: BySide { union: Duration::from_secs(2), confederate: Duration::from_secs(5) },
            counts,
        };
        Ok(Game { number, seed, swapped, duel })
    }

    #[test]
    fn commanders_are_followed_to_the_other_side() {
        let games = [
            game(0, 1, false, 10, 4),
            game(1, 1, true, 3, 8),
            game(2, 2, false, 5, 5),
            game(3, 2, true, 9, 2),
        ];
        let tally = Tally::of(&games, true);
        assert_eq!(tally.commanders.union.count, Count { won: 2, drawn: 1, lost: 1 });
        assert_eq!(tally.commanders.confederate.count, Count { won: 1, drawn: 1, lost: 2 });
        assert_eq!(tally.commanders.union.on.union, Count { won: 1, drawn: 1, lost: 0 });
        assert_eq!(tally.commanders.union.on.confederate, Count { won: 1, drawn: 0, lost: 1 });
        assert_eq!(tally.sides.union, Count { won: 2, drawn: 1, lost: 1 });
        // Pairs: 6 + 5 and 0 - 7.
        let pairs = tally.pairs.expect("sides were swapped");
        assert_eq!(pairs.count, Count { won: 1, drawn: 0, lost: 1 });
        assert_eq!(pairs.margin.map(|margin| margin.estimate), Some(2.0));
        assert_eq!(tally.commanders.confederate.margin.map(|margin| margin.estimate), Some(-1.0));
        // The first thinks 10, 20, 10, 20 seconds over 10 turns each.
        assert_eq!(tally.commanders.union.turn, Duration::from_millis(1500));
        assert_eq!(tally.commanders.union.longest, Duration::from_secs(5));
        assert_eq!(tally.counts["attacks"].union.map(|count| count.estimate), Some(6.75));
    }

    #[test]
    fn a_faulty_game_is_told_and_spoils_its_pair_alone() {
        let games = [
            game(0, 1, false, 4, 1),
            Err("seed 1: a fault".to_owned()),
            game(2, 2, false, 4, 1),
            game(3, 2, true, 4, 1),
        ];
        let tally = Tally::of(&games, true);
        assert_eq!((tally.games, tally.faults.len()), (3, 1));
        assert_eq!(tally.pairs.map(|pairs| pairs.count), Some(Count { won: 0, drawn: 1, lost: 0 }));
    }

    #[test]
    fn no_game_at_all_has_no_rate() {
        let tally = Tally::of(&[], false);
        assert_eq!((tally.games, tally.sides.union.rate(), tally.union_margin), (0, None, None));
    }
}
