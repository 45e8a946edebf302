//! Who meets whom in the next round.

use super::event::Event;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// Number of the draw, from 1.
    pub number: usize,
    pub matches: Vec<Drawn>,
    pub byes: Vec<usize>,
    /// How many of them could not be spared an opponent they had met, or a second bye.
    pub repeated: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The two. The first has the Union in the first game.
    pub players: [usize; 2],
    /// The one who has withdrawn and forfeits the match.
    pub forfeits: Option<usize>,
}

/// Why there is no next round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotDrawn {
    Unfinished,
    Over,
    /// Fewer than two players are left.
    TooFew,
    /// In that round of a knock-out these two should have met, and did not.
    Astray(usize, [usize; 2]),
    /// In that round of a knock-out this match had no winner, and no player was named to go on.
    Undecided(usize, [usize; 2]),
}

impl Event {
    /// The two in the order in which they take the sides: the Union in the first game goes to the player who
    /// was first of a match less often, then to the one who was first longer ago, then at every other table
    /// to the one named first.
    pub(super) fn seated(&self, two: [usize; 2], table: usize) -> [usize; 2] {
        let first = |player: usize| self.contests_of(player).map(move |contest| contest.players[0] == player);
        let balance = two.map(|player| self.balance(player));
        // The latest match in which the two had different turns decides.
        let turns = two.map(|player| first(player).collect::<Vec<bool>>());
        let latest = turns[0].iter().rev().zip(turns[1].iter().rev()).find(|(a, b)| a != b);
        let swap = match (balance[0].cmp(&balance[1]), latest) {
            (std::cmp::Ordering::Less, _) => false,
            (std::cmp::Ordering::Greater, _) => true,
            (_, Some((was_first, _))) => *was_first,
            (_, None) => table % 2 == 1,
        };
        if swap { [two[1], two[0]] } else { two }
    }

    /// How much more often a player was the first of a match than the second.
    pub(super) fn balance(&self, player: usize) -> i32 {
        self.contests_of(player).map(|contest| if contest.players[0] == player { 1 } else { -1 }).sum()
    }
}
