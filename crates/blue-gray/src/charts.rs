//! The printed tables as players read them: combat results (7.6) and terrain effects (9).

use tabletop::{Chart, Charts, capital};

use crate::tables::{Effect, Tables};

/// The mark of an empty cell.
const NOTHING: &str = "—";

/// All charts, by the names that the rules reference includes them by.
pub(crate) fn charts(tables: &Tables) -> Charts {
    let all = [("combat-results", combat_results(tables)), ("terrain-effects", terrain_effects(tables))];
    all.into_iter().map(|(name, chart)| (name.to_owned(), chart)).collect()
}

fn combat_results(tables: &Tables) -> Chart {
    let columns = || tables.columns_down(tables.last_column()).rev();
    let names = columns().map(|column| tables.column_name(column));
    let head: Vec<&str> = std::iter::once("Die").chain(names).collect();
    let rows = (1..=6).map(|die: u8| {
        let results = columns().map(|column| tables.result(column, die).word().to_owned());
        std::iter::once(die.to_string()).chain(results).collect()
    });
    Chart::new("Combat results", &head, rows.collect())
}

fn terrain_effects(tables: &Tables) -> Chart {
    let to_enter = |cost: Option<u8>| cost.map_or_else(|| NOTHING.to_owned(), |cost| cost.to_string());
    let added = |cost: Option<u8>| match cost {
        Some(0) => "no more".to_owned(),
        Some(cost) => format!("{cost} more"),
        None => NOTHING.to_owned(),
    };
    let grounds = tables.terrain_printed();
    let grounds = grounds.map(|(name, effect)| row(name, to_enter(effect.cost), effect));
    let sides = tables.hexsides_printed().into_iter();
    let sides = sides.map(|(name, effect)| row(name, added(effect.cost), effect));
    let head = ["Terrain", "Movement points", "Defence", "Line of sight"];
    Chart::new("Terrain effects", &head, grounds.chain(sides).collect())
}

fn row(name: &str, cost: String, effect: Effect) -> Vec<String> {
    let defence = match effect.multiple {
        1 => NOTHING.to_owned(),
        2 => "doubled".to_owned(),
        3 => "tripled".to_owned(),
        by => format!("times {by}"),
    };
    let sight = if effect.blocks { "blocked" } else { NOTHING };
    vec![capital(name), cost, defence, sight.to_owned()]
}
