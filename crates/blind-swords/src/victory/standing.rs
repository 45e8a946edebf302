//! How the battle stands: points with their lines, and the level they would come to.

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{BySide, Case, Side, case};

use crate::battle::Battle;
use crate::scenario::Measure;
use crate::state::{Phase, State};

/// How a game stands or ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The points of each side; where hexes are counted, the hexes each holds.
    pub points: BySide<i32>,
    pub level: String,
    pub winner: Option<Side>,
}

/// The points as they stand, as views tell them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct VictoryView {
    /// The Confederacy's points; where hexes are counted, the hexes it holds.
    pub confederate: i32,
    /// Whose victory it would be; null of a draw.
    pub leader: Option<Side>,
    pub level: String,
    /// One line per source of points.
    pub lines: Vec<VictoryLine>,
    pub union: i32,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct VictoryLine {
    pub case: Case,
    pub points: i32,
    pub side: Side,
    /// The rulebook the case is of.
    pub system: &'static str,
    pub text: String,
}

impl Battle {
    /// The points a side would have for what is only counted at the end (20.2m, 20.2n, 20.4i), if
    /// it ended now.
    fn to_come(&self, state: &State) -> Vec<VictoryLine> {
        let mut lines = Vec::new();
        if state.phase == Phase::Over {
            return lines;
        }
        for side in Side::BOTH {
            if let Some(casualties) = self.scenario.victory.casualties[side] {
                let lost = self.lost(state, side);
                let points = lost.floor() / casualties.divisor.max(1);
                let text = format!("{lost} {side} SP broken or eliminated, counted at the end");
                lines.push(VictoryLine {
                    side: side.other(),
                    points,
                    case: casualties.case,
                    system: "kernstown",
                    text,
                });
            }
            if let Some(exits) = self.scenario.victory.exits[side] {
                let points = state.exited[side] / (4 * exits.strength.max(1));
                let text =
                    format!("{} SP have left by the home edges, counted at the end", state.exited[side] / 4);
                lines.push(VictoryLine { side, points, case: exits.case, system: "kernstown", text });
            }
        }
        lines
    }

    /// How the battle stands, with what is only counted at the end as if it ended now.
    pub fn standing_now(&self, state: &State) -> Standing {
        let mut as_if = state.clone();
        for line in self.to_come(state) {
            as_if.points[line.side] += line.points;
        }
        let (level, winner) = self.level(&as_if);
        let level = match (level, winner, self.scenario.victory.measure) {
            (Some(level), Some(side), Measure::Difference) => format!("{side} {}", level.name),
            (Some(level), ..) => level.name.clone(),
            (None, ..) => String::new(),
        };
        let points = match self.scenario.victory.measure {
            Measure::UnionHexes => {
                BySide::from_fn(|side| state.holders.iter().filter(|&&holder| holder == side).count() as i32)
            }
            _ => as_if.points,
        };
        Standing { points, level, winner }
    }

    /// The account as views tell it.
    pub(crate) fn victory_view(&self, state: &State) -> VictoryView {
        let standing = self.standing_now(state);
        let mut lines = self.to_come(state);
        if self.scenario.victory.measure == Measure::UnionHexes {
            for (watch, &side) in self.scenario.victory.control_hexes.iter().zip(&state.holders) {
                let text = format!("{} ({})", watch.name, self.number(watch.hex));
                lines.push(VictoryLine {
                    side,
                    points: 1,
                    case: self.scenario.victory.case,
                    system: "kernstown",
                    text,
                });
            }
        } else {
            for side in Side::BOTH {
                let points = state.points[side];
                let text = "counted so far".to_owned();
                lines.insert(0, VictoryLine { side, points, case: case!("18.2"), system: "kernstown", text });
            }
        }
        lines.retain(|line| line.points != 0);
        VictoryView {
            confederate: standing.points.confederate,
            leader: standing.winner,
            level: standing.level,
            lines,
            union: standing.points.union,
        }
    }
}
