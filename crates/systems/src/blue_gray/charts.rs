//! The printed tables, made from the data so that no fact stands in two places.

use serde_json::{Value, json};
use toml::Table;

use catalog::{Charts, Read};
use hexmap::Faults;

/// Where the printed tables are.
const TABLES: &str = "blue-gray/tables.toml";

/// The tables of a data folder.
///
/// # Errors
/// Every fault of their file.
pub(super) fn charts(read: Read<'_>) -> Result<Charts, Faults> {
    let Some(text) = read(TABLES) else {
        let mut faults = Faults::default();
        faults.push(TABLES, 1, "there is no such file");
        return Err(faults);
    };
    let tables: Table = toml::from_str(&text).map_err(|e| Faults::from_toml(TABLES, &text, &e))?;
    Ok(Box::new(move |name| chart(name, &tables)))
}

/// The table of that name, `{title, head, rows}`; `None` if there is no such table or the data
/// lacks it.
fn chart(name: &str, tables: &Table) -> Option<Value> {
    match name {
        "combat-results" => combat_results(tables),
        "terrain-effects" => terrain_effects(tables),
        _ => None,
    }
}

fn combat_results(tables: &Table) -> Option<Value> {
    let results = tables.get("combat-results")?.as_table()?;
    let mut head = vec![json!("Die")];
    for column in results.get("columns")?.as_array()? {
        head.push(json!(column.as_str()?));
    }
    let rows: Option<Vec<Value>> = (1..)
        .zip(results.get("rows")?.as_array()?)
        .map(|(die, row)| {
            let mut cells = vec![json!(die.to_string())];
            for cell in row.as_array()? {
                cells.push(json!(cell.as_str()?));
            }
            Some(Value::Array(cells))
        })
        .collect();
    Some(json!({ "title": "Combat results", "head": head, "rows": rows? }))
}

fn terrain_effects(tables: &Table) -> Option<Value> {
    let mut rows = Vec::new();
    let kinds = tables.get("terrain")?.as_table()?;
    for (name, effects) in kinds.iter().filter_map(|(name, effects)| Some((name, effects.as_table()?))) {
        let cost = effects.get("cost").map_or("—".to_owned(), ToString::to_string);
        rows.push(row(name, &cost, effects));
    }
    let sides = tables.get("hexside")?.as_table()?;
    for (name, effects) in sides.iter().filter_map(|(name, effects)| Some((name, effects.as_table()?))) {
        let cost = match effects.get("cost").and_then(toml::Value::as_integer) {
            Some(0) => "no more".to_owned(),
            Some(cost) => format!("{cost} more"),
            None => "—".to_owned(),
        };
        rows.push(row(name, &cost, effects));
    }
    Some(json!({
        "title": "Terrain effects",
        "head": ["Terrain", "Movement points", "Defence", "Line of sight"],
        "rows": rows,
    }))
}

fn row(name: &str, cost: &str, effects: &Table) -> Value {
    let defence = match effects.get("multiple").and_then(toml::Value::as_integer) {
        Some(2) => "doubled".to_owned(),
        Some(3) => "tripled".to_owned(),
        Some(by) => format!("times {by}"),
        None => "—".to_owned(),
    };
    let blocks = effects.get("blocks").and_then(toml::Value::as_bool) == Some(true);
    json!([title(name), cost, defence, if blocks { "blocked" } else { "—" }])
}

/// `bombardment-over-water` as `Bombardment over water`.
fn title(name: &str) -> String {
    let words = match name {
        "forest-rough" => "forest & rough".to_owned(),
        other => other.replace('-', " "),
    };
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_data() {
        let text = catalog::embedded::data("blue-gray/tables.toml").expect("it is part of the program");
        let tables: Table = toml::from_str(&text).expect("it is sound");
        let results = chart("combat-results", &tables).expect("it is there");
        assert_eq!(results["head"][1], "1-5");
        assert_eq!(results["rows"][0][0], "1");
        assert_eq!(results["rows"].as_array().map(Vec::len), Some(6));
        let terrain = chart("terrain-effects", &tables).expect("it is there");
        let rows = terrain["rows"].as_array().expect("rows");
        assert!(rows.contains(&json!(["Forest & rough", "6", "doubled", "blocked"])));
        assert!(rows.contains(&json!(["Ford", "1 more", "doubled", "—"])));
        assert_eq!(chart("weather", &tables), None);
    }
}
