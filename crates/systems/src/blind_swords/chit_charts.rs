//! The chits of Kernstown and the generals on them, as charts of the reference.

use serde_json::Value;
use toml::{Table, Value as Toml};

use super::charts::{each, figure, noted, of, rests, title, word};

/// The name on a chit; a dash for nobody.
fn chit(chits: &Table, id: &str) -> Option<String> {
    if id.is_empty() {
        return Some("—".to_owned());
    }
    let all = ["commander", "command"].into_iter().filter_map(|list| chits.get(list)?.as_array()).flatten();
    let mut all = all.filter_map(Toml::as_table);
    word(all.find(|chit| word(chit, "id").as_deref() == Some(id))?, "name")
}

/// Whom a General Casualty of that battle names.
pub(super) fn generals(year: &str, charts: &Table, chits: &Table) -> Option<Value> {
    let generals = charts.get("generals")?.as_table()?;
    let battle = generals.get("battle")?.get(year)?;
    let side = |side: &str| battle.get(side)?.as_array();
    let rows =
        (1..).zip(side("union")?.iter().zip(side("confederate")?)).map(|(die, (union, confederate))| {
            Some(vec![die.to_string(), chit(chits, union.as_str()?)?, chit(chits, confederate.as_str()?)?])
        });
    let hit = figure(generals.get("hit")?)?;
    let label = word(generals, "label")?;
    let note = format!("Hit on a white die up to {hit}, above it back if out. Rests on: {}.", rests(&label));
    noted(
        &format!("General Casualty, {year}"),
        &note,
        &["Colored die", "Union", "Confederate"],
        rows.collect(),
    )
}

/// When each commander is active.
pub(super) fn commanders(chits: &Table) -> Option<Value> {
    let rows = each(chits, "commander", |one| {
        let upto = |field: &str| match one.get(field)?.as_integer()? {
            6.. => Some("always".to_owned()),
            1 => Some("1".to_owned()),
            number => Some(format!("1–{number}")),
        };
        Some(vec![
            word(one, "name")?,
            title(&word(one, "side")?),
            upto("active-on")?,
            upto("casualty")?,
            upto("aware").unwrap_or_else(|| "—".to_owned()),
            rests(&word(one, "label")?).to_owned(),
        ])
    });
    let head = ["Commander", "Side", "Active on", "Replacement", "Aware (20.5)", "Rests on"];
    of("CIC chits", &head, rows)
}

/// The generals whose chits activate brigades.
pub(super) fn leaders(chits: &Table) -> Option<Value> {
    let rows = each(chits, "command", |one| {
        let battle = if one.contains_key("brigade") { "1862" } else { "1864" };
        Some(vec![
            word(one, "name")?,
            format!("{}, {battle}", title(&word(one, "side")?)),
            figure(one.get("rating")?)?,
            one.get("released").and_then(figure).unwrap_or_else(|| "—".to_owned()),
            figure(one.get("casualty")?)?,
            rests(&word(one, "label")?).to_owned(),
            rests(&word(one, "casualty-label")?).to_owned(),
        ])
    });
    let head = [
        "General",
        "Side",
        "Rating",
        "Released (20.2i)",
        "Replacement",
        "Rating rests on",
        "Replacement rests on",
    ];
    of("Command Ratings", &head, rows)
}

/// When a chit can be played, in words.
fn moment(name: &str) -> &str {
    match name {
        "on-draw" => "when drawn",
        "held-step" => "before a draw",
        "end-turn" => "at the end of the turn",
        "own-close-declared" => "when your Close Combat is declared",
        "enemy-close-declared" => "when an enemy Close Combat is declared",
        "own-fire-declared" => "when your fire is declared",
        "enemy-fire-declared" => "when enemy fire is declared",
        "own-order-given" => "when your brigade is given its order",
        "enemy-order-given" => "when an enemy brigade is given its order",
        "own-command-roll-failed" => "when your command roll has failed",
        "own-retreat-ordered" => "when your unit has to retreat",
        other => other,
    }
}

/// The Event chits of both sides.
pub(super) fn events(chits: &Table) -> Option<Value> {
    let rows = each(chits, "event", |one| {
        let moments = one.get("moments")?.as_array()?.iter().filter_map(Toml::as_str).map(moment);
        Some(vec![
            word(one, "name")?,
            title(&word(one, "side")?),
            word(one, "text")?,
            title(&moments.collect::<Vec<_>>().join(", ")),
            rests(&word(one, "name-label")?).to_owned(),
            rests(&word(one, "label")?).to_owned(),
        ])
    });
    let head = ["Chit", "Side", "What it does", "When", "Name rests on", "Effect rests on"];
    of("Event chits", &head, rows)
}
