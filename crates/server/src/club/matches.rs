//! Matches: one game, or two with the sides changed, between two accounts.
//!
//! The server begins all games of a match at once and puts each seat into the right account, where its
//! player finds it; nobody is told a token. Games are the truth: how one ended is
//! noted beside the match when it ends, or later if that fails, so that the result outlasts the game.
//!
//! ```text
//! let terms = MatchTerms { rated: true, ..MatchTerms::of("training") };
//! games.begin_match("6f1c…", &terms, &BySide { union: ann, confederate: ben }, now).await?;
//! let found = games.the_match("6f1c…").await?;         // None: it has not begun
//! let results = games.finished_rated(Some(&ann)).await?;
//! ```
//!
//! Whoever begins a match chooses its name first ([`match_name`]) and keeps it: asked again with the
//! same name, after a crash or a failure of the database, the server begins no second one.

use protocol::RpcError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabletop::{BySide, ClockSettings, EndedBy, Ending, Side};

use crate::secrets::fresh_secret;
use crate::store::{GameNow, KeptMatch, KeptMatchGame};

/// How many games a match has at most.
pub const MOST_GAMES: u8 = 2;

/// The most points that can be bid.
const MOST_POINTS: u32 = 10_000;

/// On which terms a match is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchTerms {
    /// The scenario's id.
    pub scenario: String,
    /// The data pack to play it on; not in a rated match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// How the clocks are set; without it there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSettings>,
    /// 1, or 2: each player has each side once.
    #[serde(default = "one")]
    pub games: u8,
    /// Whether its games count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The points that the favoured side gives; only in a match of one game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    /// Whether others are shown its games.
    #[serde(default)]
    pub shown: bool,
}

fn one() -> u8 {
    1
}

/// Points that the favoured side gives: they are taken from its points when the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// The favoured side.
    pub side: Side,
    /// How many.
    pub points: u32,
}

impl MatchTerms {
    /// One game of that scenario, by its usual options and without clocks, rated for nobody.
    pub fn of(scenario: impl Into<String>) -> MatchTerms {
        MatchTerms {
            scenario: scenario.into(),
            pack: None,
            options: Map::new(),
            clock: None,
            games: 1,
            rated: false,
            bid: None,
            shown: false,
        }
    }

    /// What is wrong with them, as far as it can be said without the scenario.
    ///
    /// # Errors
    /// The field, and what was expected.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=MOST_GAMES).contains(&self.games) {
            return Err(format!("games: 1 or {MOST_GAMES} were expected"));
        }
        if self.rated && self.pack.is_some() {
            return Err("pack: a rated game is played with what the server itself offers".to_owned());
        }
        if let Some(bid) = self.bid {
            if self.games > 1 {
                return Err(
                    "bid: in a match of two games each player has each side once; there is none".to_owned()
                );
            }
            if !(1..=MOST_POINTS).contains(&bid.points) {
                return Err(format!("bid.points: between 1 and {MOST_POINTS} were expected"));
            }
        }
        match &self.clock {
            Some(clock) => clock.check().map_err(|what| format!("clock.{what}")),
            None => Ok(()),
        }
    }
}

/// How a game came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayedTo {
    /// By the rules.
    End,
    /// A player gave it up.
    Resignation,
    /// Both agreed on a draw.
    Agreement,
    /// A player's time had run out.
    Time,
    /// A player did not come, and the other ended it without a result.
    NoShow,
}

/// How a game ended, by the game alone: no bid is reckoned in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Outcome {
    /// Who won; nobody in a draw.
    pub(crate) winner: Option<Side>,
    /// The points of each side as they stood.
    pub(crate) points: BySide<i32>,
    /// The level of victory, if it was played to its end.
    pub(crate) level: Option<String>,
    /// How it ended.
    pub(crate) by: PlayedTo,
    /// It was broken off before both sides had given an order. Results that were noted before this was known count as
    /// played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unplayed: bool,
}

impl Outcome {
    /// That of a game that is over.
    pub(crate) fn of(ending: Option<Ending>, victory: &tabletop::VictoryInfo) -> Outcome {
        let points = victory.points;
        match ending {
            None => Outcome {
                winner: victory.leader,
                points,
                level: Some(victory.level.clone()),
                by: PlayedTo::End,
                unplayed: false,
            },
            Some(Ending { by, winner }) => {
                let by = match by {
                    EndedBy::Resignation => PlayedTo::Resignation,
                    EndedBy::Agreement => PlayedTo::Agreement,
                    EndedBy::Time => PlayedTo::Time,
                    EndedBy::NoShow => PlayedTo::NoShow,
                };
                Outcome { winner, points, level: None, by, unplayed: false }
            }
        }
    }
}

/// How a game of a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameResult {
    /// Which side won; neither in a draw. Where there is a bid and the game was played to its end,
    /// the side with more points after it; else as the rules or the players decided.
    pub winner: Option<Side>,
    /// The Union's points less the Confederacy's, as they stood at the end, after the bid.
    pub margin: i32,
    /// The level of victory as the rules name it, without the bid; none if the game was not played
    /// to its end.
    pub level: Option<String>,
    /// How it ended.
    pub by: PlayedTo,
    /// When: seconds since 1970.
    pub finished: i64,
    /// It was broken off before both sides had given an order: it counts for no rating.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unplayed: bool,
}

/// Where a game of a match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stand {
    /// It goes on.
    Going(GameNow),
    /// It is over.
    Over(GameResult),
    /// It was deleted before it was over: nobody went on with it, or whoever runs the server did it.
    Gone,
}

/// A game of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchGame {
    /// The game. It may be gone, though its result is known.
    pub game: String,
    /// Whether the game itself is still kept.
    pub kept: bool,
    /// The ids of the accounts that play the sides. They may be gone.
    pub players: BySide<String>,
    /// Where it stands.
    pub stand: Stand,
}

/// A match that has begun.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// What it is called.
    pub id: String,
    /// On which terms it is played.
    pub terms: MatchTerms,
    /// When it began: seconds since 1970.
    pub created: i64,
    /// Its games in their order.
    pub games: Vec<MatchGame>,
}

/// The result of a match for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Score {
    /// Two for a game won, one for a draw.
    pub halves: u32,
    /// The points by which this player was ahead, all games together.
    pub margin: i32,
}

impl Match {
    /// Whether all its games are over, or gone.
    pub fn is_over(&self) -> bool {
        self.games.iter().all(|game| !matches!(game.stand, Stand::Going(_)))
    }

    /// The two accounts: who had the Union in the first game, and the other.
    pub fn players(&self) -> Option<(&str, &str)> {
        self.games.first().map(|game| (&*game.players.union, &*game.players.confederate))
    }

    /// How an account has done in the games that are over.
    pub fn score(&self, account: &str) -> Score {
        let mut score = Score::default();
        for game in &self.games {
            let Some(result) = game.result() else { continue };
            let Some(side) = game.side(account) else { continue };
            score.halves += match result.winner {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
            score.margin += if side == Side::Union { result.margin } else { -result.margin };
        }
        score
    }
}

impl MatchGame {
    /// Its result, if it is over and has one.
    pub fn result(&self) -> Option<&GameResult> {
        match &self.stand {
            Stand::Over(result) if result.by != PlayedTo::NoShow => Some(result),
            _ => None,
        }
    }

    /// The side that an account plays.
    pub fn side(&self, account: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.players[*side] == account)
    }

    fn of(kept: KeptMatchGame, bid: Option<Bid>) -> Option<MatchGame> {
        let KeptMatchGame { game, players, finished, result, now, number: _ } = kept;
        let still = now.is_some();
        let stand = match (result, now) {
            (Some(text), _) => {
                let outcome: Outcome = serde_json::from_str(&text).ok()?;
                Stand::Over(outcome.with(bid, finished))
            }
            (None, Some(now)) => Stand::Going(now),
            (None, None) => Stand::Gone,
        };
        Some(MatchGame { game, kept: still, players, stand })
    }
}

impl Outcome {
    fn with(self, bid: Option<Bid>, finished: i64) -> GameResult {
        let Outcome { winner, points, level, by, unplayed } = self;
        let given = |side| match bid {
            Some(bid) if bid.side == side => i32::try_from(bid.points).unwrap_or(i32::MAX),
            _ => 0,
        };
        let left = |side: Side| points[side].saturating_sub(given(side));
        let margin = left(Side::Union).saturating_sub(left(Side::Confederate));
        let winner = match (bid, by) {
            (Some(_), PlayedTo::End) => match margin.signum() {
                1 => Some(Side::Union),
                -1 => Some(Side::Confederate),
                _ => None,
            },
            _ => winner,
        };
        GameResult { winner, margin, level, by, finished, unplayed }
    }
}

impl Match {
    /// From what is kept of it; nothing if that cannot be read.
    pub(crate) fn of(kept: KeptMatch) -> Option<Match> {
        let terms: MatchTerms = serde_json::from_str(&kept.terms).ok()?;
        let bid = terms.bid;
        let games = kept.games.into_iter().map(|game| MatchGame::of(game, bid)).collect::<Option<_>>()?;
        Some(Match { id: kept.id, terms, created: kept.created, games })
    }
}

/// A rated game that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    /// The match that it is of.
    pub of_match: String,
    /// The game.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The ids of the accounts that played the sides. They may be gone.
    pub players: BySide<String>,
    /// How it ended.
    pub result: GameResult,
}

/// What became of a match that was to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// It has begun.
    Now,
    /// It had begun before.
    Before,
}

/// Why a match does not begin.
#[derive(Debug, Clone, PartialEq)]
pub enum NoMatch {
    /// The challenge that it was to come of is no longer there.
    NoChallenge,
    /// One of the accounts is gone.
    NoAccount,
    /// This account holds as many seats as it can.
    Full(String),
    /// This account has as many games of challenges in which nobody has given an order as it can.
    Unstarted(String),
    /// The terms cannot be played, a limit was reached, or the program or its database failed.
    Refused(RpcError),
}

impl From<RpcError> for NoMatch {
    fn from(error: RpcError) -> NoMatch {
        NoMatch::Refused(error)
    }
}

/// A new name for a match.
///
/// # Errors
/// A fault of ours if the operating system gives no random bytes.
pub fn match_name() -> Result<String, RpcError> {
    fresh_secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(winner: Option<Side>, union: i32, confederate: i32, by: PlayedTo) -> Outcome {
        Outcome { winner, points: BySide { union, confederate }, level: None, by, unplayed: false }
    }

    #[test]
    fn a_result_of_an_older_program_is_of_a_game_that_was_played() {
        let noted = serde_json::json!({
            "winner": "union", "points": { "union": 0, "confederate": 0 }, "level": null, "by": "resignation",
        });
        let played: Outcome = serde_json::from_value(noted.clone()).unwrap();
        assert!(!played.unplayed);
        assert_eq!(serde_json::json!(played), noted, "older programs read it");
        let broken_off = Outcome { unplayed: true, ..played };
        let again: Outcome = serde_json::from_str(&serde_json::to_string(&broken_off).unwrap()).unwrap();
        assert!(again.with(None, 7).unplayed);
    }

    #[test]
    fn a_bid_is_taken_from_the_points_of_the_side_that_gives_it() {
        let bid = Some(Bid { side: Side::Union, points: 10 });
        for (union, winner, margin) in
            [(25, Some(Side::Union), 5), (20, None, 0), (19, Some(Side::Confederate), -1)]
        {
            let result = outcome(Some(Side::Union), union, 10, PlayedTo::End).with(bid, 7);
            assert_eq!((result.winner, result.margin, result.finished), (winner, margin, 7), "{union}");
        }
        // Whoever gave the game up has lost it, whatever the points say.
        let given_up = outcome(Some(Side::Confederate), 90, 10, PlayedTo::Resignation).with(bid, 7);
        assert_eq!((given_up.winner, given_up.margin), (Some(Side::Confederate), 70));
        // Without a bid the rules decide, and not the points alone.
        let close = outcome(None, 12, 10, PlayedTo::End).with(None, 7);
        assert_eq!((close.winner, close.margin), (None, 2));
    }

    #[test]
    fn terms_say_which_of_them_cannot_be() {
        let sound = MatchTerms::of("training");
        assert_eq!(sound.check(), Ok(()));
        let bid = Some(Bid { side: Side::Union, points: 5 });
        for (terms, field) in [
            (MatchTerms { games: 0, ..sound.clone() }, "games: "),
            (MatchTerms { games: 3, ..sound.clone() }, "games: "),
            (MatchTerms { rated: true, pack: Some("x".to_owned()), ..sound.clone() }, "pack: "),
            (MatchTerms { games: 2, bid, ..sound.clone() }, "bid: "),
            (MatchTerms { bid: Some(Bid { side: Side::Union, points: 0 }), ..sound.clone() }, "bid.points: "),
        ] {
            let what = terms.check().expect_err("it is wrong");
            assert!(what.starts_with(field), "{what}");
        }
    }
}
