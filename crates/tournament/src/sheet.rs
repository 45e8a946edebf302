//! The results of a series in machine-readable form: its tally as JSON, its games as CSV.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tabletop::{BySide, Side};

use crate::interval::Interval;
use crate::series::{Finished, Series};
use crate::tally::{Count, Showing, Tally};

impl Series {
    /// The names of the two commanders: their levels, or, if these are equal, the sides they are
    /// listed under.
    pub fn names(&self) -> BySide<String> {
        let levels = BySide::from_fn(|side| self.seats[side].level);
        BySide::from_fn(|side| {
            if levels.union != levels.confederate {
                return levels[side].to_string();
            }
            match (self.swap, side) {
                (false, side) => format!("{side} {}", levels[side]),
                (true, Side::Union) => format!("{} A", levels[side]),
                (true, Side::Confederate) => format!("{} B", levels[side]),
            }
        })
    }

    /// The games as CSV: a header line, then one line per game; the last column is the fault, if any.
    pub fn csv(&self, games: &[Finished]) -> String {
        let names = self.names();
        let mut text =
            "game,seed,union,confederate,winner,level,union_points,confederate_points,turns,orders,\
                        union_seconds,confederate_seconds,fault\n"
                .to_owned();
        for (number, game) in games.iter().enumerate() {
            match game {
                Err(fault) => text.push_str(&format!("{number},,,,,,,,,,,,{}\n", quoted(fault))),
                Ok(game) => {
                    let duel = &game.duel;
                    let winner = duel.score.winner.map_or("", Side::word);
                    text.push_str(&format!(
                        "{number},{},{},{},{winner},{},{},{},{},{},{:.3},{:.3},\n",
                        game.seed,
                        quoted(&names[game.side_of(Side::Union)]),
                        quoted(&names[game.side_of(Side::Confederate)]),
                        quoted(&duel.score.level),
                        duel.score.points.union,
                        duel.score.points.confederate,
                        duel.turns,
                        duel.orders,
                        duel.thought.union.as_secs_f64(),
                        duel.thought.confederate.as_secs_f64(),
                    ));
                }
            }
        }
        text
    }
}

/// A CSV field, quoted where necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Tally {
    /// The tally as JSON. `names` are the names of the commanders. Only `seconds`, the thinking
    /// times, depends on the machine.
    pub fn value(&self, names: &BySide<String>) -> Value {
        let commanders: Vec<Value> =
            Side::BOTH.iter().map(|named| showing(&names[*named], &self.commanders[*named])).collect();
        let counts: Map<String, Value> = self
            .counts
            .iter()
            .map(|(name, count)| {
                let count =
                    json!({ "union": interval(count.union), "confederate": interval(count.confederate) });
                (name.clone(), count)
            })
            .collect();
        json!({
            "games": self.games,
            "turns": self.turns,
            "orders": self.orders,
            "view_bytes": self.view_bytes,
            "results": self.levels,
            "points": { "union": self.points.union, "confederate": self.points.confederate },
            "sides": { "union": count(self.sides.union), "confederate": count(self.sides.confederate) },
            "union_margin": interval(self.union_margin),
            "commanders": commanders,
            "pairs": self.pairs.as_ref().map(|pairs| {
                let mut value = count(pairs.count);
                value["of"] = json!(names.union);
                value["margin"] = interval(pairs.margin);
                value
            }),
            "counts": counts,
            "faults": self.faults,
        })
    }
}

/// JSON of an interval: `{estimate, low, high}` or null.
fn interval(of: Option<Interval>) -> Value {
    of.map_or(Value::Null, |of| json!({ "estimate": of.estimate, "low": of.low, "high": of.high }))
}

fn count(of: Count) -> Value {
    json!({ "won": of.won, "drawn": of.drawn, "lost": of.lost, "rate": interval(of.rate()) })
}

fn showing(name: &str, of: &Showing) -> Value {
    let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
    let mut value = count(of.count);
    value["name"] = json!(name);
    value["as"] = json!({ "union": count(of.on.union), "confederate": count(of.on.confederate) });
    value["margin"] = interval(of.margin);
    value["seconds"] = json!({ "turn": seconds(of.turn), "longest": seconds(of.longest) });
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use ai::Budget;
    use ai::Level;
    use ai::RunOptions;
    use ai::Seat;

    fn series(levels: [Level; 2], swap: bool) -> Series {
        let [union, confederate] = levels.map(|level| Seat { level, budget: Budget::Own });
        Series {
            seats: BySide { union, confederate },
            games: 2,
            seed: 1,
            swap,
            jobs: 1,
            run: RunOptions::default(),
        }
    }

    #[test]
    fn commanders_of_one_level_are_told_apart() {
        let names = |levels, swap| {
            let names = series(levels, swap).names();
            [names.union, names.confederate]
        };
        assert_eq!(names([Level::Veteran, Level::Recruit], true), ["veteran", "recruit"]);
        assert_eq!(names([Level::General, Level::General], true), ["general A", "general B"]);
        assert_eq!(names([Level::General, Level::General], false), ["Union general", "Confederate general"]);
    }

    #[test]
    fn a_fault_with_commas_stays_one_field() {
        let text = series([Level::Random; 2], true).csv(&[Err("seed 1, order 2: \"no\"".to_owned())]);
        let line = text.lines().nth(1).expect("a line");
        assert_eq!(line, "0,,,,,,,,,,,,\"seed 1, order 2: \"\"no\"\"\"");
        assert_eq!(text.lines().next().map(|names| names.matches(',').count()), Some(12));
    }
}
