//! The charts of Kernstown for the reference, made from its data, each saying what its values rest
//! on.

use catalog::{Charts, Read};
use hexmap::Faults;
use serde_json::{Value, json};
use toml::{Table, Value as Toml};

use super::chit_charts;

/// What the marks behind a cell mean.
const KEY: &str =
    "* stated by the rulebook, † published, ‡ read from the printed chart; everything else is reconstructed.";

/// Where the charts stand, each file by its short name; a folder may lack them.
const FILES: [(&str, &str); 5] = [
    ("charts", "kernstown/charts.toml"),
    ("chits", "kernstown/chits.toml"),
    ("scenario-1", "kernstown/scenario-1.toml"),
    ("scenario-2", "kernstown/scenario-2.toml"),
    ("scenario-4", "kernstown/scenario-4.toml"),
];

/// The charts of a data folder; their names begin with `kernstown/`.
///
/// # Errors
/// Every fault of their files.
pub(super) fn charts(read: Read<'_>) -> Result<Charts, Faults> {
    let (mut files, mut faults) = (Table::new(), Faults::default());
    for (short, name) in FILES {
        let Some(text) = read(name) else { continue };
        match toml::from_str(&text) {
            Ok(file) => drop(files.insert(short.to_owned(), Toml::Table(file))),
            Err(error) => faults.extend(Faults::from_toml(name, &text, &error)),
        }
    }
    faults.into_result(Box::new(move |name: &str| chart(name.strip_prefix("kernstown/")?, &files)))
}

/// The chart of that name, `{title, head, rows, note?}`, from the data files of Kernstown by their
/// short names.
fn chart(name: &str, files: &Table) -> Option<Value> {
    let charts = || files.get("charts")?.as_table();
    let chits = || files.get("chits")?.as_table();
    match name {
        "limits" => limits(charts()?),
        "orders" => orders(charts()?),
        "ranges" => ranges(charts()?),
        "costs" => costs(charts()?),
        "factors" => factors(charts()?),
        "fire-shifts" => shifts("Shifts of Fire Combat", charts()?, "fire-shift"),
        "close-shifts" => shifts("Shifts of Close Combat", charts()?, "close-shift"),
        "combat" => combat(charts()?),
        "fire-test" => tests("Cohesion Tests of Fire Combat", charts()?, "fire-test"),
        "close-test" => tests("Cohesion Tests of Close Combat", charts()?, "close-test"),
        "break-test" => break_test(charts()?),
        "fog" => fog(charts()?),
        "generals-1862" => chit_charts::generals("1862", charts()?, chits()?),
        "generals-1864" => chit_charts::generals("1864", charts()?, chits()?),
        "commanders" => chit_charts::commanders(chits()?),
        "leaders" => chit_charts::leaders(chits()?),
        "events" => chit_charts::events(chits()?),
        _ => victory(files.get(&format!("scenario-{}", name.strip_prefix("victory-")?))?.as_table()?),
    }
}

/// A chart of these rows.
pub(super) fn of(title: &str, head: &[&str], rows: Option<Vec<Vec<String>>>) -> Option<Value> {
    Some(json!({ "title": title, "head": head, "rows": rows? }))
}

/// A chart of these rows, with what is to be known of it in a sentence.
pub(super) fn noted(title: &str, note: &str, head: &[&str], rows: Option<Vec<Vec<String>>>) -> Option<Value> {
    Some(json!({ "title": title, "head": head, "rows": rows?, "note": note }))
}

/// A cell of dice or ratings, `0-1/2-3/4`, that a narrow column breaks behind its strokes only.
fn unbroken(cell: &str) -> String {
    cell.replace('-', "\u{2011}").replace('/', "/\u{200b}")
}

/// The tables of a list, one row each.
pub(super) fn each(
    file: &Table,
    list: &str,
    row: impl Fn(&Table) -> Option<Vec<String>>,
) -> Option<Vec<Vec<String>>> {
    file.get(list)?.as_array()?.iter().map(|one| row(one.as_table()?)).collect()
}

pub(super) fn word(table: &Table, field: &str) -> Option<String> {
    table.get(field)?.as_str().map(ToOwned::to_owned)
}

/// A number as it is said at the table: 0.5 is ½.
pub(super) fn figure(value: &Toml) -> Option<String> {
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    let part = match number.fract() {
        0.25 => "¼",
        0.5 => "½",
        0.75 => "¾",
        _ => return Some(number.to_string()),
    };
    Some(if number < 1.0 { part.to_owned() } else { format!("{}{part}", number.trunc()) })
}

/// Columns to the right or to the left.
fn shift(columns: i64) -> String {
    match columns {
        0.. => format!("{columns} right"),
        _ => format!("{} left", -columns),
    }
}

/// What a label means, in words.
pub(super) fn rests(label: &str) -> &str {
    match label {
        "rules" => "the rulebook",
        "printed" => "the printed chart",
        other => other,
    }
}

/// A cell with the mark of its label's letter.
fn marked(cell: &str, letter: Option<char>) -> String {
    match letter {
        Some('r') => format!("{cell} *"),
        Some('u') => format!("{cell} †"),
        Some('p') => format!("{cell} ‡"),
        _ => cell.to_owned(),
    }
}

/// The name of a field: `slope-up` as `Slope up`.
pub(super) fn title(name: &str) -> String {
    let mut letters = name.chars();
    let rest = |letters: std::str::Chars<'_>| letters.as_str().replace('-', " ");
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), rest(letters)))
}

fn limit(charts: &Table, name: &str, says: &str) -> Option<Vec<String>> {
    let limit = charts.get("limits")?.get(name)?.as_table()?;
    Some(vec![says.to_owned(), figure(limit.get("value")?)?, rests(&word(limit, "label")?).to_owned()])
}

fn limits(charts: &Table) -> Option<Value> {
    let rows = [("stacking", "Points in a hex"), ("gun", "A gun counts")];
    let rows = rows.iter().map(|(name, says)| limit(charts, name, says)).collect();
    of("Stacking", &["What", "Points", "Rests on"], rows)
}

fn orders(charts: &Table) -> Option<Value> {
    let yes = |order: &Table, field: &str| {
        let is = order.get(field)?.as_bool()?;
        Some(if is { "yes" } else { "no" }.to_owned())
    };
    let rows = each(charts, "order", |order| {
        let recovery = match order.get("recovers")?.as_integer()? {
            0 => "none",
            1 => "one hit",
            _ => "all hits",
        };
        Some(vec![
            title(&word(order, "order")?),
            figure(order.get("infantry")?)?,
            figure(order.get("cavalry")?)?,
            yes(order, "engages")?,
            yes(order, "fires")?,
            yes(order, "closes")?,
            yes(order, "marches")?,
            recovery.to_owned(),
            yes(order, "rebuilds")?,
        ])
    });
    let head =
        ["Order", "On foot", "Mounted", "Engages", "Fires", "Closes", "March Column", "Recovery", "Rebuild"];
    of("Brigade orders", &head, rows)
}

fn ranges(charts: &Table) -> Option<Value> {
    let rows = each(charts, "range", |range| {
        let arm = if range.get("battery")?.as_bool()? { "battery" } else { "infantry, cavalry" };
        let band = |name: &str| word(range, name).unwrap_or_else(|| "—".to_owned());
        Some(vec![
            format!("{}, {arm}", word(range, "weapon")?),
            band("canister"),
            band("effective"),
            band("long"),
            band("extreme"),
            rests(&word(range, "label")?).to_owned(),
            band("reason"),
        ])
    });
    let head = ["Weapon", "Canister", "Effective", "Long", "Extreme", "Rests on", "Reason"];
    of("Weapon ranges in hexes", &head, rows)
}

/// The costs by their names in the file, in the order of the chart.
const COSTS: [(&str, &str); 16] = [
    ("clear", "Clear"),
    ("woods", "Light woods"),
    ("orchard", "Orchard"),
    ("wall", "Wall, added"),
    ("angled", "Angled, added"),
    ("slope-up", "Slope up, added"),
    ("steep-up", "Steep Slope up, added"),
    ("steep-down", "Steep Slope down, added"),
    ("lane", "Along a lane"),
    ("road", "Along road or turnpike"),
    ("march", "The same in March Column"),
    ("skirmish-less", "In Skirmish Order, less for each hex"),
    ("skirmish-least", "In Skirmish Order, at least"),
    ("leave-skirmish", "Leaving Skirmish Order"),
    ("mount", "Mounting or dismounting"),
    ("exit", "Leaving the map"),
];

fn costs(charts: &Table) -> Option<Value> {
    let mut rows = Vec::new();
    for (name, says) in COSTS {
        let cost = charts.get("costs")?.get(name)?.as_table()?;
        let mut row = vec![says.to_owned()];
        if let Some(points) = cost.get("points")?.as_array() {
            let labels = word(cost, "labels")?;
            for (index, (points, letter)) in points.iter().zip(labels.chars()).enumerate() {
                // A battery climbs with all it has (9.5a).
                let whole = name == "steep-up" && index == 2;
                let cell = if whole { "whole allowance".to_owned() } else { figure(points)? };
                row.push(marked(&cell, Some(letter)));
            }
        } else {
            let letter = (word(cost, "label")? == "rules").then_some('r');
            let cell = marked(&figure(cost.get("points")?)?, letter);
            // Whom it concerns: foot, horse, guns.
            let concerns = match name {
                "exit" => [true, true, true],
                "mount" => [true, true, false],
                _ => [true, false, false],
            };
            row.extend(concerns.map(|concerned| if concerned { cell.clone() } else { "—".to_owned() }));
        }
        rows.push(row);
    }
    let head = ["Terrain", "On foot", "Mounted", "Battery"];
    noted("Movement points", KEY, &head, Some(rows))
}

/// The factors by their names in the file, in the order of the chart.
const FACTORS: [(&str, &str); 8] = [
    ("canister", "Canister"),
    ("effective", "Effective range"),
    ("long", "Long range"),
    ("extreme", "Extreme range"),
    ("opportunity-fire", "Opportunity Fire"),
    ("supporting-defensive-fire", "Supporting Defensive Fire"),
    ("battlefield-chaos", "In Battlefield Chaos, in defence"),
    ("low-ammo", "Low on ammunition"),
];

fn factors(charts: &Table) -> Option<Value> {
    let rows = FACTORS.iter().map(|(name, says)| {
        let factor = charts.get("factors")?.get(name)?.as_table()?;
        let label = word(factor, "label")?;
        Some(vec![(*says).to_owned(), figure(factor.get("factor")?)?, rests(&label).to_owned()])
    });
    of("Strength is multiplied by", &["Fire", "Factor", "Rests on"], rows.collect())
}

fn shifts(title: &str, charts: &Table, list: &str) -> Option<Value> {
    let rows = each(charts, list, |one| {
        Some(vec![
            word(one, "name")?,
            shift(one.get("columns")?.as_integer()?),
            word(one, "when")?,
            word(one, "case")?,
            rests(&word(one, "label")?).to_owned(),
        ])
    });
    of(title, &["Shift", "Columns", "When", "Case", "Rests on"], rows)
}

fn combat(charts: &Table) -> Option<Value> {
    let combat = charts.get("combat")?.as_table()?;
    let mut head = vec!["Dice"];
    for column in combat.get("columns")?.as_array()? {
        head.push(column.as_str()?);
    }
    let rows = each(combat, "row", |row| {
        let labels = word(row, "labels")?;
        let cells = row.get("cells")?.as_array()?.iter().zip(labels.chars());
        let cells = cells.map(|(cell, letter)| Some(marked(&unbroken(cell.as_str()?), Some(letter))));
        std::iter::once(word(row, "roll").map(|roll| unbroken(&roll))).chain(cells).collect()
    });
    let note = format!("Severe/Tough/Routine, each with the modified CRs that it is for. {KEY}");
    noted("Combat results", &note, &head, rows)
}

fn tests(title_of: &str, charts: &Table, name: &str) -> Option<Value> {
    let mut rows = Vec::new();
    for test in charts.get(name)?.get("test")?.as_array()? {
        let test = test.as_table()?;
        for (part, says) in [("depletion", "Depletion (colored)"), ("skedaddle", "Skedaddle (white)")] {
            let labels = word(test, &format!("{part}-labels"))?;
            let mut row = vec![format!("{}: {says}", title(&word(test, "test")?))];
            for (cell, letter) in test.get(part)?.as_array()?.iter().zip(labels.chars()) {
                row.push(marked(cell.as_str()?, Some(letter)));
            }
            rows.push(row);
        }
    }
    noted(title_of, KEY, &["Die", "1", "2", "3", "4", "5", "6"], Some(rows))
}

fn break_test(charts: &Table) -> Option<Value> {
    let mut rows = vec![vec![
        "the CR or less".to_owned(),
        "Shaken; if Shaken, Disrupted; if Disrupted, nothing".to_owned(),
        "the rulebook".to_owned(),
    ]];
    for number in 1..=3 {
        let limit = charts.get("limits")?.get(format!("broken-box-{number}"))?.as_table()?;
        let more = if number == 3 { " or more" } else { "" };
        rows.push(vec![
            format!("more by {}{more}", figure(limit.get("value")?)?),
            format!("Broken Box {number}, worn, without markers; a battery or Fragile unit is eliminated"),
            rests(&word(limit, "label")?).to_owned(),
        ]);
    }
    of("Break Test", &["Die", "Result", "Rests on"], Some(rows))
}

fn fog(charts: &Table) -> Option<Value> {
    let fog = charts.get("fog")?.as_table()?;
    let upto = figure(fog.get("union-general-upto")?)?;
    let labels = word(fog, "labels")?;
    let rows = (1..).zip(fog.get("dice")?.as_array()?.iter().zip(labels.chars()));
    let rows = rows.map(|(die, (result, letter))| {
        let says = match result.as_str()? {
            "union-chaos" => "Battlefield Chaos, Union".to_owned(),
            "confederate-chaos" => "Battlefield Chaos, Confederate".to_owned(),
            "union-wayward" => "Wayward Move, Union".to_owned(),
            "confederate-wayward" => "Wayward Move, Confederate".to_owned(),
            "general" => {
                format!("General Casualty: the Union's on a second die up to {upto}, else the Confederate's")
            }
            "rare" => "nothing, or by the option a rare event".to_owned(),
            other => title(other),
        };
        Some(vec![die.to_string(), marked(&says, Some(letter))])
    });
    noted("Fog of War", KEY, &["Die", "Result"], rows.collect())
}

fn victory(scenario: &Table) -> Option<Value> {
    let victory = scenario.get("victory")?.as_table()?;
    let mut over = None;
    let mut rows = Vec::new();
    for level in victory.get("level")?.as_array()?.iter().map(Toml::as_table) {
        let level = level?;
        let upto = level.get("upto").and_then(Toml::as_integer);
        let from = over.map(|over: i64| over + 1);
        let span = match (from, upto) {
            (Some(from), Some(upto)) if from == upto => upto.to_string(),
            (Some(from), Some(upto)) => format!("{from} to {upto}"),
            (None, Some(upto)) => format!("{upto} or less"),
            (Some(from), None) => format!("{from} or more"),
            (None, None) => "any".to_owned(),
        };
        rows.push(vec![span, word(level, "name")?]);
        over = upto;
    }
    of("Levels of victory", &["Points or hexes", "Level"], Some(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Table {
        let read = |name: &str| {
            let text =
                catalog::embedded::data(&format!("kernstown/{name}.toml")).expect("part of the program");
            Toml::Table(toml::from_str(&text).expect("it is sound"))
        };
        ["charts", "chits", "scenario-4"].map(|name| (name.to_owned(), read(name))).into_iter().collect()
    }

    #[test]
    fn a_chart_says_what_its_values_rest_on() {
        let files = files();
        let shown = |name: &str| chart(name, &files).unwrap_or_else(|| panic!("{name} is there"));
        let rows = |name: &str| shown(name)["rows"].as_array().expect("rows").clone();
        assert_eq!(rows("combat")[8][0], "51\u{2011}53");
        assert_eq!(rows("combat")[8][4], unbroken("-/0/1-3") + " *");
        assert_eq!(rows("combat")[8][5], unbroken("-/0-1/2-3"));
        assert!(rows("costs").contains(&json!(["Steep Slope up, added", "2", "2", "whole allowance *"])));
        assert!(rows("costs").contains(&json!(["The same in March Column", "½ *", "½ *", "½ *"])));
        assert_eq!(rows("factors")[0], json!(["Canister", "1½", "the rulebook"]));
        assert_eq!(rows("generals-1864")[0], json!(["1", "Crook", "Early"]));
        assert_eq!(rows("victory-4")[1], json!(["1 to 40", "Minor Victory"]));
        assert_eq!(rows("commanders")[2][2], "1");
        assert_eq!(chart("weather", &files), None);
        assert_eq!(chart("victory-9", &files), None);
    }
}
