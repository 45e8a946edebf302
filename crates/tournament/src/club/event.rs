//! A tournament as it stands: who takes part and what was played.

use std::cmp::Ordering;

use sha2::{Digest, Sha256};
use tabletop::{BySide, Side};
use unicode_normalization::UnicodeNormalization;

/// How it is decided who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number of rounds in which players of equal points meet.
    Swiss,
    /// Every player meets every other once.
    RoundRobin,
    /// The loser of a match is out.
    KnockOut,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Swiss, Kind::RoundRobin, Kind::KnockOut];

    pub fn word(self) -> &'static str {
        match self {
            Kind::Swiss => "swiss",
            Kind::RoundRobin => "round-robin",
            Kind::KnockOut => "knock-out",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entrant {
    /// The name; no two have the same.
    pub name: String,
    /// The rating by which the players are seeded; those without one come after all others.
    pub rating: Option<f64>,
    /// The first round that is played, from 1.
    pub enters: usize,
    /// The last round that was played before the player withdrew.
    pub withdrew: Option<usize>,
}

impl Entrant {
    /// Whether the player takes part in a round, counted from 1.
    pub fn plays_in(&self, round: usize) -> bool {
        self.enters <= round && self.withdrew.is_none_or(|last| round <= last)
    }
}

/// Whether two names are the same: an accent may be part of its letter (NFC) or a character of its own
/// (NFD, as macOS writes it).
pub(super) fn same_name(one: &str, other: &str) -> bool {
    one.nfc().eq(other.nfc())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// That side won at the table.
    Won(Side),
    Drawn,
    /// That side did not play it.
    Forfeited(Side),
    BothForfeited,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchGame {
    pub players: BySide<usize>,
    /// The result, once it is over.
    pub result: Option<GameResult>,
}

impl MatchGame {
    /// Whether it was played to its end at the table.
    pub fn was_played(&self) -> bool {
        matches!(self.result, Some(GameResult::Won(_) | GameResult::Drawn))
    }

    /// The half points of a player of it.
    fn halves(&self, player: usize) -> u32 {
        let winner = match self.result {
            Some(GameResult::Won(side)) => side,
            Some(GameResult::Forfeited(side)) => side.other(),
            Some(GameResult::Drawn) => return 1,
            Some(GameResult::BothForfeited) | None => return 0,
        };
        if self.players[winner] == player { 2 } else { 0 }
    }
}

/// Two players in a round: a match of one game or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    /// The two. The first has the Union in the first game.
    pub players: [usize; 2],
    pub games: Vec<MatchGame>,
    /// The player who goes on after an even match, in a knock-out.
    pub through: Option<usize>,
}

impl Contest {
    /// Whether all its games are over.
    pub fn is_over(&self) -> bool {
        !self.games.is_empty() && self.games.iter().all(|game| game.result.is_some())
    }

    /// Whether any of it was played at the table.
    pub fn was_played(&self) -> bool {
        self.games.iter().any(MatchGame::was_played)
    }

    /// The half points of the two for the match: 2 for winning it, 1 each if it is even. A match
    /// that neither played has none.
    pub fn halves(&self) -> [u32; 2] {
        let games = self.players.map(|player| self.games.iter().map(|game| game.halves(player)).sum::<u32>());
        match games[0].cmp(&games[1]) {
            Ordering::Greater => [2, 0],
            Ordering::Less => [0, 2],
            Ordering::Equal if games[0] == 0 => [0, 0],
            Ordering::Equal => [1, 1],
        }
    }

    /// The player who goes on in a knock-out: the winner, or the one named after an even match.
    pub fn winner(&self) -> Option<usize> {
        match self.halves() {
            _ if !self.is_over() => None,
            [2, _] => Some(self.players[0]),
            [_, 2] => Some(self.players[1]),
            _ => self.through,
        }
    }

    /// The other of the two, if that player is one of them.
    pub fn opponent(&self, player: usize) -> Option<usize> {
        let seat = self.players.iter().position(|seated| *seated == player)?;
        Some(self.players[1 - seat])
    }
}

/// A round that was drawn: who met and who had a bye.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    pub contests: Vec<Contest>,
    pub byes: Vec<usize>,
}

impl Round {
    pub fn contest_of(&self, player: usize) -> Option<&Contest> {
        self.contests.iter().find(|contest| contest.players.contains(&player))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// How it is decided who meets whom.
    pub kind: Kind,
    /// How many rounds a Swiss has; the others have as many as it takes.
    pub rounds: usize,
    /// The text that lots are drawn from.
    pub lots: String,
    /// The players, named by their places in this list, which mean nothing else.
    pub entrants: Vec<Entrant>,
    pub played: Vec<Round>,
}

impl Event {
    /// How many rounds there are in all.
    pub fn all_rounds(&self) -> usize {
        let players = self.entrants.len();
        match self.kind {
            Kind::Swiss => self.rounds,
            Kind::RoundRobin if players < 2 => 0,
            Kind::RoundRobin => players.next_multiple_of(2) - 1,
            Kind::KnockOut if players < 2 => 0,
            Kind::KnockOut => players.next_power_of_two().ilog2() as usize,
        }
    }

    /// The players by lot. It depends on their names and on the text of the lots alone, however
    /// accents are encoded in them.
    pub fn by_lot(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.entrants.len()).collect();
        all.sort_by_cached_key(|player| {
            let name: String = self.entrants[*player].name.nfc().collect();
            let lots: String = self.lots.nfc().collect();
            (Sha256::digest(format!("{lots}\0{name}")).to_vec(), name)
        });
        all
    }

    /// The players as they are seeded: by rating, those of equal rating or none by lot.
    pub fn seeds(&self) -> Vec<usize> {
        let mut all = self.by_lot();
        let rating = |player: &usize| self.entrants[*player].rating.unwrap_or(f64::NEG_INFINITY);
        all.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        all
    }

    /// The half points that a player has, from byes and from matches that are over.
    pub fn halves(&self, player: usize) -> u32 {
        self.played.iter().map(|round| self.halves_in(round, player).unwrap_or(0)).sum()
    }

    /// The half points that a player got in a round; none while the match goes on, or if the player
    /// took no part in it.
    pub(super) fn halves_in(&self, round: &Round, player: usize) -> Option<u32> {
        if round.byes.contains(&player) {
            return Some(if self.kind == Kind::RoundRobin { 0 } else { 2 });
        }
        let contest = round.contest_of(player).filter(|contest| contest.is_over())?;
        if self.kind == Kind::KnockOut {
            let winner = contest.winner()?;
            return Some(if winner == player { 2 } else { 0 });
        }
        let seat = usize::from(contest.players[1] == player);
        Some(contest.halves()[seat])
    }

    /// The matches of a player so far.
    pub(super) fn contests_of(&self, player: usize) -> impl Iterator<Item = &Contest> {
        self.played.iter().filter_map(move |round| round.contest_of(player))
    }
}
