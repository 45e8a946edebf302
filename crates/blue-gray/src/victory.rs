//! Victory: the account of points, at any moment and at the end.

use hexmap::Hex;
use tabletop::{BySide, Case, Side, case};

use crate::battle::Battle;
use crate::scenario::{ForTown, VictoryLevel};
use crate::state::{Place, State};
use crate::unit::UnitId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEntry {
    /// The side that scores the points.
    pub side: Side,
    /// How many; 0 for a line that says why something does not count.
    pub points: i32,
    pub case: Case,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Account {
    pub points: BySide<i32>,
    pub lines: Vec<AccountEntry>,
}

impl Account {
    fn add(&mut self, side: Side, points: i32, case: Case, text: String) {
        self.points[side] += points;
        self.lines.push(AccountEntry { side, points, case, text });
    }
}

impl Battle {
    /// The account of points as it would be if the game ended now.
    pub fn account(&self, state: &State) -> Account {
        let victory = &self.scenario.victory;
        let mut account = Account::default();
        let isolated = self.isolated(state);
        for rule in &victory.brought {
            account.add(rule.side, rule.points, rule.case, rule.text.clone());
        }
        let strength =
            |units: &[UnitId]| units.iter().map(|&u| i32::from(self.unit(u).strength)).sum::<i32>();
        let of = |side: Side, place: Place| -> Vec<UnitId> {
            self.ids().filter(|&u| self.unit(u).side == side && state.place(u) == place).collect()
        };
        for rule in &victory.eliminated {
            let victims = rule.side.other();
            for (units, why) in [
                (of(victims, Place::Eliminated), "eliminated"),
                (
                    isolated.iter().copied().filter(|&u| self.unit(u).side == victims).collect(),
                    "cut off from the exits",
                ),
            ] {
                if units.is_empty() {
                    continue;
                }
                let count = if rule.per_strength { strength(&units) } else { units.len() as i32 };
                let case = match &victory.isolation {
                    Some(i) if why != "eliminated" => i.case,
                    _ => rule.case,
                };
                let what = if rule.per_strength { "strength points" } else { "units" };
                account.add(rule.side, count * rule.points, case, format!("{count} {victims} {what} {why}"));
            }
        }
        for rule in &victory.exited {
            let points = strength(&of(rule.side, Place::Exited));
            if points == 0 {
                continue;
            }
            let blocked = victory
                .line
                .as_ref()
                .filter(|l| rule.needs_line && l.side == rule.side && !self.line_is_free(state));
            match blocked {
                None => account.add(
                    rule.side,
                    points * rule.points,
                    rule.case,
                    format!("{points} strength points left the map, {} each", rule.points),
                ),
                Some(line) => account.add(
                    rule.side,
                    0,
                    line.case,
                    format!("{points} strength points left the map, but no road from the exits is free of the enemy"),
                ),
            }
        }
        for rule in &victory.not_exited {
            if let Some(unit) = self.named(&rule.unit)
                && state.place(unit) != Place::Exited
            {
                account.add(
                    rule.side,
                    rule.points,
                    rule.case,
                    format!("{} has not left the map", self.unit(unit).called()),
                );
            }
        }
        for (side, points) in
            [(Side::Union, state.scored.union), (Side::Confederate, state.scored.confederate)]
        {
            if points > 0 {
                let taken: Vec<Hex> = victory
                    .taken
                    .iter()
                    .filter(|t| t.side == side && state.taken[t.watch])
                    .map(|t| self.scenario.control_hexes[t.watch].hex)
                    .collect();
                let case = victory.taken.first().map_or(case!("4.1"), |t| t.case);
                account.add(side, points, case, format!("taken once: {}", self.numbers(&taken)));
            }
        }
        for rule in &victory.held {
            let watch = &self.scenario.control_hexes[rule.watch];
            let holder = state.holders[rule.watch];
            if rule.side.is_none_or(|side| side == holder) {
                account.add(
                    holder,
                    rule.points,
                    rule.case,
                    format!("{} ({})", watch.name, self.number(watch.hex)),
                );
            }
        }
        for rule in &victory.town {
            let towns = self.towns_reached(state, rule);
            if !towns.is_empty() {
                let text =
                    format!("town hexes in the zones of its {}: {}", rule.arm.word(), self.numbers(&towns));
                account.add(rule.side, rule.points * towns.len() as i32, rule.case, text);
            }
        }
        account
    }

    /// The towns in the zones of units that a rule gives points for.
    fn towns_reached(&self, state: &State, rule: &ForTown) -> Vec<Hex> {
        let reaches = |near: Hex| {
            state.stack(near).any(|u| {
                let unit = self.unit(u);
                unit.side == rule.side && unit.arm == rule.arm && unit.traits.no_zone.is_none()
            })
        };
        // Zones are mutual over a hexside, so the town's own reach finds who reaches it.
        let field = &self.scenario.field;
        field.towns().iter().copied().filter(|&hex| field.zone(hex).any(reaches)).collect()
    }

    /// The levels of victory that are played.
    pub fn levels(&self) -> &[VictoryLevel] {
        let victory = &self.scenario.victory;
        match self.options.victory_levels && !victory.optional_levels.is_empty() {
            true => &victory.optional_levels,
            false => &victory.levels,
        }
    }

    /// The greatest lead in points that is a draw: the bound of the first level.
    pub fn drawn_up_to(&self) -> i32 {
        self.levels().first().and_then(|level| level.upto).unwrap_or(0)
    }

    /// The winner for a net of Union minus Confederate points; `None` for a draw.
    pub fn winner(&self, net: i32) -> Option<Side> {
        let ahead = if net > 0 { Side::Union } else { Side::Confederate };
        (net.abs() > self.drawn_up_to()).then_some(ahead)
    }

    /// The level of victory for a net of Union minus Confederate points.
    pub fn level(&self, net: i32) -> &VictoryLevel {
        let levels = self.levels();
        let fits = |l: &&VictoryLevel| l.upto.is_none_or(|upto| net.abs() <= upto);
        // The loader made sure that the last level has no bound.
        levels.iter().find(fits).unwrap_or(&levels[levels.len() - 1])
    }
}
