//! Victory points and levels (18.2, 20, K96, K98, K99, K101).

use tabletop::{Case, Side};

use crate::battle::Battle;
use crate::event::Event;
use crate::points::Strength;
use crate::scenario::{Measure, VictoryLevel};
use crate::sequence::execution::Execution;
use crate::state::{Place, State};

/// `State::exited` is counted in these parts of a point of strength.
const EXITED_PARTS: i32 = 4;

impl Battle {
    /// The points of the turn that ends: for hexes held, then what comes once (K101).
    pub(crate) fn score_turn(&self, execution: &mut Execution) {
        let turn = execution.state.turn;
        let victory = &self.scenario.victory;
        for award in victory.awards.iter().filter(|a| turn >= a.from) {
            for side in Side::BOTH {
                let held = self.holds(&execution.state, side, award.hex)
                    && !self.bars(&execution.state, award.unless);
                score(
                    execution,
                    side,
                    if held { award.points[side] } else { 0 },
                    award.case,
                    Some(award.hex),
                );
            }
        }
        for bonus in victory.bonuses.iter().filter(|b| b.turn == turn) {
            let held =
                bonus.hexes.iter().filter(|&&hex| self.holds(&execution.state, bonus.side, hex)).count();
            let points = match held.checked_sub(1) {
                Some(at) if !self.bars(&execution.state, bonus.unless) => {
                    bonus.points.get(at).or(bonus.points.last()).copied().unwrap_or(0)
                }
                _ => 0,
            };
            let hex = bonus.hexes.first().copied().filter(|_| bonus.hexes.len() == 1);
            score(execution, bonus.side, points, bonus.case, hex);
        }
    }

    /// Whether an award falls away because a side holds another hex (20.2j).
    fn bars(&self, state: &State, unless: Option<(Side, hexmap::Hex)>) -> bool {
        unless.is_some_and(|(side, hex)| self.holds(state, side, hex))
    }

    /// After the last turn: losses, strength that left, and who has won.
    pub(crate) fn end_game(&self, execution: &mut Execution) {
        let victory = &self.scenario.victory;
        for side in Side::BOTH {
            if let Some(casualties) = victory.casualties[side] {
                let points = self.lost(&execution.state, side).floor() / casualties.divisor.max(1);
                score(execution, side.other(), points, casualties.case, None);
            }
        }
        for side in Side::BOTH {
            if let Some(exits) = victory.exits[side] {
                let points = execution.state.exited[side] / (EXITED_PARTS * exits.strength.max(1));
                score(execution, side, points, exits.case, None);
            }
        }
        let (level, winner) = self.level(&execution.state);
        let level = match (level, winner, victory.measure) {
            (Some(level), Some(side), Measure::Difference) => format!("{side} {}", level.name),
            (Some(level), ..) => level.name.clone(),
            (None, ..) => "no level".to_owned(),
        };
        let [union, confederate] = match victory.measure {
            Measure::UnionHexes => Side::BOTH.map(|side| self.watched(&execution.state, side)),
            _ => Side::BOTH.map(|side| execution.state.points[side]),
        };
        execution.apply(Event::GameEnded { union, confederate, level, case: victory.case });
    }

    /// The strength a side has on the Broken Track or eliminated, at the fresh printed SP; of
    /// Fragile units, whose only side is worn, at that (K15, K98).
    pub(super) fn lost(&self, state: &State, side: Side) -> Strength {
        self.ids()
            .filter(|&u| self.unit(u).side == side)
            .filter(|&u| matches!(state.unit(u).place, Place::Broken(_) | Place::Eliminated))
            .map(|u| {
                let faces = self.faces(state, u);
                faces.fresh.unwrap_or(faces.worn).strength
            })
            .sum()
    }

    /// How many of the watched hexes a side holds.
    fn watched(&self, state: &State, side: Side) -> i32 {
        state.holders.iter().filter(|&&holder| holder == side).count() as i32
    }

    /// The level as the points stand, and who has it.
    pub(super) fn level(&self, state: &State) -> (Option<&VictoryLevel>, Option<Side>) {
        let net = state.points.confederate - state.points.union;
        let victory = &self.scenario.victory;
        let measure = match victory.measure {
            Measure::UnionHexes => self.watched(state, Side::Union),
            Measure::ConfederateNet => net,
            Measure::Difference => net.abs(),
        };
        let level = victory.levels.iter().find(|level| level.upto.is_none_or(|upto| measure <= upto));
        let winner = match victory.measure {
            Measure::Difference if net == 0 => None,
            Measure::Difference if net > 0 => Some(Side::Confederate),
            Measure::Difference => Some(Side::Union),
            _ => level.and_then(|level| level.winner),
        };
        (level, winner)
    }
}

/// Points for a side, if there are any.
fn score(execution: &mut Execution, side: Side, points: i32, case: Case, hex: Option<hexmap::Hex>) {
    if points != 0 {
        execution.apply(Event::Scored { side, points, case, hex });
    }
}
