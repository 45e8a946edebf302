//! A review of a finished game: how it stood at each player-turn, and what a commander would have
//! done.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{AnyGame, BySide, Game, Protocol, Side};

use crate::budget::Budget;
use crate::commander::Commanded;
use crate::computer_player::{ComputerPlayer, Counsel, Position};
use crate::level::Level;
use crate::playout::playout;
use crate::strokes::Drawn;
use crate::turns::Turns;

/// A moment of a game at which a side begins its part of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Moment {
    /// The version of the record at this moment.
    pub version: u32,
    pub turn: u32,
    pub side: Side,
    /// The points each side would have if the game had ended here.
    pub points: BySide<i32>,
}

/// How a position is likely to end, estimated by playouts.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Outlook {
    /// How many playouts it rests on.
    pub games: u32,
    /// The mean of Union minus Confederate points at their ends.
    pub margin: f64,
    /// Half the width of the 95 % confidence interval of the mean.
    pub within: f64,
    /// How many of them each side won.
    pub won: BySide<u32>,
}

/// The commanders of the playouts: veterans, since recruits are too weak to tell how a game stood;
/// without search, since many games are to be played.
const AT_A_GLANCE: (Level, Budget) = (Level::Veteran, Budget::Trials(0));

/// A position of a finished game, to be studied on another thread.
pub struct Study(Box<dyn Student>);

trait Student: Send {
    fn outlook(&self, games: u32, time: Duration, seed: u64) -> Option<Outlook>;
    fn counsel(&self, budget: Budget, seed: u64) -> Counsel;
}

struct Of<R: Commanded + Drawn + Clone> {
    rules: R,
    state: R::State,
}

impl Study {
    /// Plays games on from the position, with veterans without search on both sides, until `games`
    /// have been played or `time` is up, but at least two.
    pub fn outlook(&self, games: u32, time: Duration, seed: u64) -> Option<Outlook> {
        self.0.outlook(games, time, seed)
    }

    /// The orders a general would have given here.
    pub fn counsel(&self, budget: Budget, seed: u64) -> Counsel {
        self.0.counsel(budget, seed)
    }
}

/// The moments of a game; `None` if it is played by other rules.
pub(crate) fn moments_of<R: Protocol>(table: &dyn AnyGame) -> Option<Vec<Moment>> {
    let game = table.as_any().downcast_ref::<Game<R>>()?;
    let rules = game.rules();
    let mut moments: Vec<Moment> = Vec::new();
    let mut turns = Turns::default();
    game.walk(|version, state| {
        let Some(side) = rules.asked(state) else { return };
        let standing = rules.standing(state);
        if turns.ended_at(&standing).is_some() {
            let points = rules.score(state).points;
            moments.push(Moment { version, turn: standing.turn, side, points });
        }
    });
    Some(moments)
}

/// A game as it was after that version; `None` if it is played by other rules.
pub(crate) fn study_of<R: Commanded + Drawn + Clone>(table: &dyn AnyGame, version: u32) -> Option<Study> {
    let game = table.as_any().downcast_ref::<Game<R>>()?;
    Some(Study(Box::new(Of { rules: game.rules().clone(), state: game.state_at(version) })))
}

impl<R: Commanded + Drawn + Clone> Student for Of<R> {
    fn outlook(&self, games: u32, time: Duration, seed: u64) -> Option<Outlook> {
        let mut stopwatch = Budget::Time(time).begin(0);
        let mut margins = Vec::new();
        let mut won = BySide::<u32>::default();
        for game in 0..games {
            if !stopwatch.spend() && margins.len() >= 2 {
                break;
            }
            let score = playout(&self.rules, &self.state, AT_A_GLANCE, seed.wrapping_add(u64::from(game)))?;
            margins.push(f64::from(score.margin(Side::Union)));
            if let Some(side) = score.winner {
                won[side] += 1;
            }
        }
        let count = margins.len().max(1) as f64;
        let margin = margins.iter().sum::<f64>() / count;
        let variance = margins.iter().map(|m| (m - margin).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Some(Outlook { games: margins.len() as u32, margin, within: 1.96 * (variance / count).sqrt(), won })
    }

    fn counsel(&self, budget: Budget, seed: u64) -> Counsel {
        let Some(side) = self.rules.asked(&self.state) else { return Counsel::default() };
        let mut player = ComputerPlayer::of(self.rules.clone(), side, Level::General, seed);
        player.plan(&Position::of(self.state.clone()), budget, seed)
    }
}
