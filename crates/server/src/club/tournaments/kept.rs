//! A tournament as it is kept.

use serde::{Deserialize, Serialize};
use tabletop::{BySide, ClockSettings, Side};
use tournament::club::{Kind, PlayerRating};

use crate::club::matches::PlayedTo;
use crate::limits::Holder;

/// How far a tournament is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Players enter and leave.
    Open,
    /// It is played.
    Running,
    /// It was played to its end.
    Over,
    /// It never began.
    Cancelled,
}

/// A tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) title: String,
    /// `swiss`, `round-robin` or `knock-out`.
    pub(crate) kind: String,
    /// How many rounds a Swiss has; 0 where it is as many as it takes.
    pub(crate) rounds: usize,
    /// The scenarios of the rounds; after the last it begins anew.
    pub(crate) scenarios: Vec<String>,
    /// The system of rules of all of them.
    pub(crate) system: String,
    /// How many games a match has.
    pub(crate) games: u8,
    /// The clocks of games between two people.
    pub(crate) clock: Option<ClockSettings>,
    /// How many days a round has.
    pub(crate) days: u32,
    /// How many may enter.
    pub(crate) most: usize,
    /// The names of those who may enter; without any, everybody.
    pub(crate) invited: Vec<String>,
    /// When it begins by itself: seconds since 1970.
    pub(crate) begins: Option<i64>,
    /// The account that made it.
    pub(crate) maker: String,
    pub(crate) maker_name: String,
    /// The networks from which it was made, which its games count for; never told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) networks: Option<Holder<String>>,
    /// Seconds since 1970.
    pub(crate) made: i64,
    pub(crate) stage: Stage,
    /// When it was called off: seconds since 1970; not kept of those called off by older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cancelled: Option<i64>,
    /// The text that lots are drawn from: found when it began.
    pub(crate) lots: String,
    pub(crate) entrants: Vec<Entrant>,
    /// The accounts that its maker has removed, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) removed: Vec<String>,
    pub(crate) played: Vec<Round>,
}

/// Who takes part: an account or a commander.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entrant {
    pub(crate) name: String,
    /// The account.
    pub(crate) account: Option<String>,
    /// The level of a commander.
    pub(crate) commander: Option<String>,
    /// As it was when the tournament began.
    pub(crate) rating: Option<Rating>,
    /// The last round that was played before the player withdrew.
    pub(crate) withdrew: Option<usize>,
    /// The networks from which the account has entered, until the tournament begins; never told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) networks: Option<Holder<String>>,
}

/// A rating as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rating {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl From<PlayerRating> for Rating {
    /// Within what the file of a tournament can say.
    fn from(of: PlayerRating) -> Rating {
        Rating {
            rating: of.rating.clamp(0.0, 4000.0),
            deviation: of.deviation.clamp(10.0, 350.0),
            volatility: of.volatility.clamp(0.01, 0.2),
        }
    }
}

/// A round that was drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) scenario: String,
    /// When it was drawn, and when it was to end at the latest: seconds since 1970.
    pub(crate) drawn: i64,
    pub(crate) ends: i64,
    /// Who had nobody to play, by their places among the entrants.
    pub(crate) byes: Vec<usize>,
    pub(crate) contests: Vec<Contest>,
}

/// A match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Contest {
    /// What the match is called, if it is one of two accounts.
    pub(crate) id: String,
    /// The two; the first has the Union in the first game.
    pub(crate) players: [usize; 2],
    /// Its games are there, or need not be.
    pub(crate) begun: bool,
    pub(crate) games: Vec<Game>,
    /// Who goes on in a knock-out after a match that nobody won.
    pub(crate) through: Option<usize>,
}

/// A game of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// What it is called at the server; none before it was begun, and of one that is not played.
    pub(crate) game: Option<String>,
    /// Who plays the Union and who the Confederates.
    pub(crate) players: [usize; 2],
    /// As files of tournaments write it.
    pub(crate) result: Option<String>,
    /// How it came to its end, if it was played at the table.
    pub(crate) by: Option<PlayedTo>,
    /// The Union's points less the Confederacy's, if it was played at the table.
    pub(crate) margin: Option<i32>,
    /// When its result was noted: seconds since 1970.
    pub(crate) finished: Option<i64>,
    /// The hash of its record's last line, if it was played at the table.
    pub(crate) hash: Option<String>,
    /// How long each side has kept the other waiting: of an unfinished game between two people without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) waits: Option<Waits>,
}

/// How long a game has waited for each of its players.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Waits {
    /// The side that the game waits for; none before either player has come.
    pub(crate) side: Option<Side>,
    /// When the wait for that side began: seconds since 1970.
    pub(crate) since: i64,
    /// Seconds that the game had waited for each side by then.
    pub(crate) before: BySide<i64>,
    /// The hash of the last line of the record that was read to learn who has come.
    pub(crate) head: Option<String>,
    /// Whether both players have come and given their shares of the dice: from then on the game waits for the side
    /// that is asked, and its record is not read again.
    pub(crate) both_came: bool,
}

impl Waits {
    /// Seconds that the game has waited for each side until that moment. `up` is the uptime of servers between two
    /// moments, in seconds.
    pub(crate) fn waited_until(&self, at: i64, up: impl Fn(i64, i64) -> i64) -> BySide<i64> {
        let mut waited = self.before;
        if let Some(side) = self.side {
            waited[side] = waited[side].saturating_add(up(self.since, at));
        }
        waited
    }

    /// From that moment the game waits for that side.
    pub(crate) fn turn_to(&mut self, side: Option<Side>, at: i64, up: impl Fn(i64, i64) -> i64) {
        if self.side != side {
            self.before = self.waited_until(at, up);
            (self.side, self.since) = (side, at);
        }
    }
}

/// What is written for a side that forfeits.
pub(crate) fn forfeit(side: Side) -> &'static str {
    match side {
        Side::Union => "union forfeits",
        Side::Confederate => "confederate forfeits",
    }
}

impl Tournament {
    /// How it is decided who meets whom.
    pub(crate) fn kind(&self) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == self.kind)
    }

    /// Whether it still needs looking after.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Open | Stage::Running)
    }

    /// Calls it off.
    pub(crate) fn cancel(&mut self, now: i64) {
        self.stage = Stage::Cancelled;
        self.cancelled = Some(now);
    }

    /// The place of an account among the entrants.
    pub(crate) fn place_of(&self, account: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.account.as_deref() == Some(account))
    }

    /// Whether every game of every round has its result.
    pub(crate) fn is_settled(&self) -> bool {
        self.games().all(|game| game.result.is_some())
    }

    /// All games, in the order of the rounds.
    pub(crate) fn games(&self) -> impl Iterator<Item = &Game> {
        self.played.iter().flat_map(|round| &round.contests).flat_map(|contest| &contest.games)
    }

    /// A player withdraws: the rounds that were drawn are the last, and what is not over is forfeited.
    pub(crate) fn withdraw(&mut self, place: usize, now: i64) {
        let last = self.played.len();
        let Some(entrant) = self.entrants.get_mut(place) else { return };
        entrant.withdrew.get_or_insert(last);
        let contests = self.played.iter_mut().flat_map(|round| &mut round.contests);
        for game in contests.flat_map(|contest| &mut contest.games) {
            if game.result.is_none() && game.players.contains(&place) {
                let side = if game.players[0] == place { Side::Union } else { Side::Confederate };
                game.end(forfeit(side), now);
            }
        }
    }
}

impl Game {
    /// A game that is to be played.
    pub(crate) fn new(game: Option<String>, players: [usize; 2]) -> Game {
        Game { game, players, result: None, by: None, margin: None, finished: None, hash: None, waits: None }
    }

    /// It ends away from the table.
    pub(crate) fn end(&mut self, result: &str, now: i64) {
        self.waits = None;
        self.result = Some(result.to_owned());
        self.finished = Some(now);
    }

    /// Whether it was played to its end at the table.
    pub(crate) fn was_played(&self) -> bool {
        self.hash.is_some()
    }

    /// The player of a side.
    pub(crate) fn player(&self, side: Side) -> usize {
        self.players[usize::from(side == Side::Confederate)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_waits_for_one_side_at_a_time_while_servers_are_up() {
        let up = |from: i64, to: i64| (to - from).max(0);
        let mut waits = Waits { since: 100, ..Waits::default() };
        assert_eq!(waits.waited_until(200, up), BySide::default(), "nobody has come");
        waits.turn_to(Some(Side::Union), 200, up);
        waits.turn_to(Some(Side::Union), 230, up);
        assert_eq!(waits.waited_until(250, up), BySide { union: 50, confederate: 0 });
        waits.turn_to(Some(Side::Confederate), 260, up);
        assert_eq!(waits.waited_until(300, up), BySide { union: 60, confederate: 40 });
        assert_eq!(waits.waited_until(300, |_, _| 7), BySide { union: 60, confederate: 7 });
        waits.turn_to(Some(Side::Union), 310, up);
        assert_eq!(waits.waited_until(310, up), BySide { union: 60, confederate: 50 });
    }
}
