//! The schedule of victory points, and the values of the exclusive rules, one line each with its
//! case.

use blue_gray::{Scenario, VictoryLevel};
use hexmap::Hex;
use print::{Block, Table};
use tabletop::{Case, Side};

use crate::kit::words;

struct Rows<'a>(&'a Scenario, Vec<Vec<String>>);

impl Rows<'_> {
    fn points(&mut self, side: &str, points: i32, what: String, case: Case) {
        self.1.push(vec![side.to_owned(), points.to_string(), what, self.0.cited(case)]);
    }
}

/// The sources of victory points, how many, and for which side.
pub(super) fn points(scenario: &Scenario) -> Option<Block> {
    let victory = &scenario.victory;
    let watch = |i: usize| {
        let watch = &scenario.control_hexes[i];
        format!("{} ({})", watch.name, scenario.field.number(watch.hex))
    };
    let either = |side: Option<Side>| side.map_or_else(|| "either".to_owned(), |side| side.to_string());
    let mut rows = Rows(scenario, Vec::new());
    for rule in &victory.eliminated {
        let what = if rule.per_strength { "strength point" } else { "unit" };
        let what = format!("each {} {what} eliminated", rule.side.other());
        rows.points(&rule.side.to_string(), rule.points, what, rule.case);
    }
    for rule in &victory.exited {
        let road =
            if rule.needs_line { ", if a road from the exits is free of the enemy at the end" } else { "" };
        let what = format!("each {} strength point that left the map{road}", rule.side);
        rows.points(&rule.side.to_string(), rule.points, what, rule.case);
    }
    for rule in &victory.not_exited {
        let name = scenario.unit_named(&rule.unit).map(|unit| scenario.units[unit.index()].called());
        let what = format!("{} has not left the map by the end", name.as_ref().unwrap_or(&rule.unit));
        rows.points(&rule.side.to_string(), rule.points, what, rule.case);
    }
    for rule in &victory.held {
        rows.points(
            &either(rule.side),
            rule.points,
            format!("holds {} at the end", watch(rule.watch)),
            rule.case,
        );
    }
    for rule in &victory.taken {
        let what = format!("the first time it takes {}", watch(rule.watch));
        rows.points(&rule.side.to_string(), rule.points, what, rule.case);
    }
    for rule in &victory.town {
        let what = format!("each town hex in the zone of its {} at the end", rule.arm.word());
        rows.points(&rule.side.to_string(), rule.points, what, rule.case);
    }
    let head = words(&["Side", "Points", "For", "Case"]);
    let title = "Victory points".to_owned();
    (!rows.1.is_empty()).then_some(Block::Table(Table { title, head, rows: rows.1 }))
}

/// The levels of victory by the difference of points, and those that can be played instead.
pub(super) fn levels(scenario: &Scenario) -> impl Iterator<Item = Block> {
    let victory = &scenario.victory;
    let tables =
        [("Levels of victory", &victory.levels), ("Optional levels of victory", &victory.optional_levels)];
    tables.into_iter().filter_map(|(title, levels)| table(scenario, title, levels))
}

fn table(scenario: &Scenario, title: &str, levels: &[VictoryLevel]) -> Option<Block> {
    let mut least = 0;
    let mut rows = Vec::new();
    for level in levels {
        let range = match level.upto {
            Some(upto) if upto == least => format!("{least}"),
            Some(upto) => format!("{least} to {upto}"),
            None => format!("{least} and more"),
        };
        least = level.upto.map_or(least, |upto| upto + 1);
        rows.push(vec![range, level.name.clone(), scenario.cited(level.case)]);
    }
    let head = words(&["Lead in points", "Victory", "Case"]);
    let title = title.to_owned();
    (!rows.is_empty()).then_some(Block::Table(Table { title, head, rows }))
}

/// The values of this battle's exclusive rules that a player looks up during play.
pub(super) fn exclusive(scenario: &Scenario) -> Option<Block> {
    let number = |hex: &Hex| scenario.field.number(*hex).to_owned();
    let numbers = |hexes: &[Hex]| hexes.iter().map(number).collect::<Vec<_>>().join(", ");
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |what: String, case: Case| rows.push(vec![what, scenario.cited(case)]);
    if let Some(quota) = &scenario.quota {
        let mut what = format!("The {} moves at most {} units in a movement phase", quota.side, quota.limit);
        let mut case = quota.case;
        if let Some((watch, more, of)) = quota.more {
            let hex = &scenario.control_hexes[watch];
            what.push_str(&format!("; {more} more while it holds {} ({})", hex.name, number(&hex.hex)));
            case = of;
        }
        row(what, case);
    }
    for side in Side::BOTH {
        let night = scenario.night_rules[side];
        if !night.moves {
            row(format!("Night: {side} units do not move"), night.case);
        } else if night.leaves_zones {
            row(format!("Night: {side} units may leave enemy zones of control"), night.case);
        }
    }
    if let Some(exits) = &scenario.exits {
        let points = tabletop::counted(exits.cost, "point");
        row(format!("Units leave the map from {}, for {points}", numbers(&exits.hexes)), exits.case);
    }
    if let Some(line) = &scenario.victory.line {
        let what = format!(
            "{} exits count while a road from {} to {} is free of the enemy",
            line.side,
            numbers(&line.from),
            numbers(&line.to)
        );
        row(what, line.case);
    }
    if let Some(isolation) = &scenario.victory.isolation {
        let what = format!(
            "{} units count as eliminated if they cannot come within {} hexes of the road to {}",
            isolation.side,
            isolation.reach,
            numbers(&isolation.exits)
        );
        row(what, isolation.case);
    }
    if scenario.reinforcements.lost {
        row(
            "Reinforcements that do not come on in their game-turn are lost".to_owned(),
            scenario.reinforcements.late_case,
        );
    }
    let head = words(&["Of this battle", "Case"]);
    (!rows.is_empty()).then_some(Block::Table(Table { title: "Exclusive rules".to_owned(), head, rows }))
}
