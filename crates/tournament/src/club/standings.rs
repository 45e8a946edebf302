//! The standings, with tie-breaks between players of equal points.

use std::cmp::Reverse;

use super::event::{Event, GameResult, Kind, Round};

/// Tie-breaks between players of equal points, all in quarters of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// The sum of all opponents' points.
    Buchholz,
    /// The same without the highest and the lowest.
    MedianBuchholz,
    /// The points of opponents who were beaten, and half of those of opponents who drew.
    SonnebornBerger,
    /// The points from matches among those who are equal so far, if all of them have met.
    DirectEncounter,
    /// Games won at the table.
    GamesWon,
}

impl TieBreak {
    pub const ALL: [TieBreak; 5] = [
        TieBreak::Buchholz,
        TieBreak::MedianBuchholz,
        TieBreak::SonnebornBerger,
        TieBreak::DirectEncounter,
        TieBreak::GamesWon,
    ];

    pub fn word(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "buchholz",
            TieBreak::MedianBuchholz => "median-buchholz",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::DirectEncounter => "direct-encounter",
            TieBreak::GamesWon => "games-won",
        }
    }

    /// Those that are used where a tournament names none.
    pub fn usual(kind: Kind) -> Vec<TieBreak> {
        match kind {
            Kind::Swiss => vec![TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::GamesWon],
            Kind::RoundRobin => {
                vec![TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::GamesWon]
            }
            Kind::KnockOut => Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub player: usize,
    /// Points scored, counted in half points.
    pub halves: u32,
    /// The tie-breaks that were asked for, in quarters of a point. A direct encounter has none where no
    /// players are equal, or where not all who are equal have met.
    pub tie_breaks: Vec<Option<u32>>,
    /// Games at the table that were won, drawn and lost.
    pub games: [u32; 3],
}

impl Event {
    /// The standings, from the first down. Players still equal after all tie-breaks are ordered by lot; in a
    /// knock-out, by seed.
    pub fn standings(&self, tie_breaks: &[TieBreak]) -> Vec<Place> {
        let players = if self.kind == Kind::KnockOut { self.seeds() } else { self.by_lot() };
        let mut places: Vec<Place> = players
            .into_iter()
            .map(|player| Place {
                player,
                halves: self.halves(player),
                tie_breaks: Vec::new(),
                games: self.games_of(player),
            })
            .collect();
        // All sorts keep those who are equal in their order.
        places.sort_by_key(|place| Reverse(place.halves));
        let key = |place: &Place| (place.halves, place.tie_breaks.clone());
        for tie_break in tie_breaks {
            let mut told = Vec::new();
            for equal in places.chunk_by(|a, b| key(a) == key(b)) {
                let group: Vec<usize> = equal.iter().map(|place| place.player).collect();
                told.extend(group.iter().map(|player| self.tie_break(*tie_break, *player, &group)));
            }
            for (place, value) in places.iter_mut().zip(told) {
                place.tie_breaks.push(value);
            }
            places.sort_by_key(|place| Reverse(key(place)));
        }
        places
    }

    fn games_of(&self, player: usize) -> [u32; 3] {
        let mut games = [0; 3];
        for game in self.contests_of(player).flat_map(|contest| &contest.games) {
            match game.result {
                Some(GameResult::Won(side)) if game.players[side] == player => games[0] += 1,
                Some(GameResult::Won(_)) => games[2] += 1,
                Some(GameResult::Drawn) => games[1] += 1,
                _ => {}
            }
        }
        games
    }

    fn tie_break(&self, tie_break: TieBreak, player: usize, equal: &[usize]) -> Option<u32> {
        let mut against = self.against(player);
        match tie_break {
            TieBreak::Buchholz => Some(against.iter().map(|(points, _)| 2 * points).sum()),
            TieBreak::MedianBuchholz => {
                against.sort_unstable();
                let inner = against.len().saturating_sub(2);
                Some(against.iter().skip(1).take(inner).map(|(points, _)| 2 * points).sum())
            }
            TieBreak::SonnebornBerger => Some(against.iter().map(|(points, own)| points * own).sum()),
            TieBreak::GamesWon => Some(4 * self.games_of(player)[0]),
            TieBreak::DirectEncounter => {
                let all_met = equal.len() > 1
                    && equal
                        .iter()
                        .enumerate()
                        .all(|(at, a)| equal[..at].iter().all(|b| self.have_met(*a, *b)));
                all_met.then(|| {
                    let among =
                        |opponent: Option<usize>| opponent.is_some_and(|other| equal.contains(&other));
                    let rounds = self.played.iter().filter(|round| {
                        round.contest_of(player).is_some_and(|contest| among(contest.opponent(player)))
                    });
                    rounds.filter_map(|round| self.halves_in(round, player)).map(|halves| 2 * halves).sum()
                })
            }
        }
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        self.contests_of(a).any(|contest| contest.opponent(a) == Some(b) && contest.is_over())
    }

    /// For every round that is over for a player: the half points of the opponent at the end, and those that
    /// the player got. In a Swiss a round without a game counts as played against an opponent with the
    /// player's own points, as in FIDE's rules for tie-breaks.
    fn against(&self, player: usize) -> Vec<(u32, u32)> {
        let swiss = self.kind == Kind::Swiss;
        let in_round = |round: &Round| match round.contest_of(player) {
            Some(contest) => {
                let own = self.halves_in(round, player)?;
                let opponent =
                    if swiss && !contest.was_played() { player } else { contest.opponent(player)? };
                Some((self.halves(opponent), own))
            }
            None if swiss => Some((self.halves(player), self.halves_in(round, player).unwrap_or(0))),
            None => None,
        };
        self.played.iter().filter_map(in_round).collect()
    }
}
