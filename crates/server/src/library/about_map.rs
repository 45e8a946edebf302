//! A map as the page reads it: the layout of its drawing, and in words what each hex is and what is doubtful.

use cartographer::layout;
use hexmap::{Crossing, Direction, Ground, Hex, Hexside, Map, Water};
use serde_json::{Value, json};

/// The layout with `title`, `about` and `doubts`, and for each hex `ground`, `name` and `text`.
pub(super) fn board(map: &Map) -> Result<Value, serde_json::Error> {
    let mut board = serde_json::to_value(layout(map))?;
    board["title"] = json!(map.title);
    board["about"] = json!(map.about);
    board["doubts"] = map
        .doubts
        .iter()
        .map(|doubt| {
            let hexes: Vec<&str> = doubt.hexes.iter().map(|hex| map.grid.number(*hex)).collect();
            json!({ "hexes": hexes, "kept": doubt.kept, "text": doubt.what })
        })
        .collect();
    if let Some(places) = board["hexes"].as_array_mut() {
        for (place, hex) in places.iter_mut().zip(map.grid.hexes()) {
            place["ground"] = json!(ground(map.ground(hex)));
            place["certainty"] = json!(map.certainty(hex).word());
            let names: Vec<&str> = map.places.iter().filter(|p| p.hex == hex).map(|p| &*p.name).collect();
            if !names.is_empty() {
                place["name"] = json!(names.join(", "));
            }
            let text = sides(map, hex);
            if !text.is_empty() {
                place["text"] = json!(text);
            }
        }
    }
    Ok(board)
}

/// The ground in the words of the terrain chart.
fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground { water: Water::River, .. } => "river",
        Ground { water: Water::Ferry, .. } => "river ferry",
        Ground { town: true, .. } => "town",
        Ground { woods: true, rough: true, .. } => "forest & rough",
        Ground { woods: true, .. } => "forest",
        Ground { rough: true, .. } => "rough",
        _ => "clear",
    }
}

/// What lies on its hexsides: `road to 0203, 0301; ford to 0102`.
fn sides(map: &Map, hex: Hex) -> String {
    type Has = fn(Hexside) -> bool;
    let features: [(&str, Has); 7] = [
        ("road to", |side| side.road),
        ("trail to", |side| side.trail),
        ("creek towards", |side| side.is_plain_creek()),
        ("bridge to", |side| side.creek && side.crossing == Crossing::Bridge),
        ("ford to", |side| side.creek && side.crossing == Crossing::Ford),
        ("works facing", |side| side.works),
        ("ferry to", |side| side.ferry),
    ];
    let mut parts = Vec::new();
    for (words, has) in features {
        let there: Vec<&str> = Direction::ALL
            .iter()
            .filter(|direction| has(map.side(hex, **direction)))
            .filter_map(|direction| map.grid.neighbour(hex, *direction))
            .map(|hex| map.grid.number(hex))
            .collect();
        if !there.is_empty() {
            parts.push(format!("{words} {}", there.join(", ")));
        }
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hex_is_told_in_words() {
        let file = "blue-gray/chickamauga/map.toml";
        let text = crate::embedded::data(file).expect("it is part of the program");
        let map = hexmap::read_map(file, &text).expect("it is sound");
        let board = board(&map).expect("it is JSON");
        let hex = |number: &str| {
            let hexes = board["hexes"].as_array().expect("a list");
            hexes.iter().find(|hex| hex["hex"] == number).expect("it is on the sheet").clone()
        };
        assert_eq!(hex("0101")["ground"], "clear");
        assert_eq!(hex("0501")["ground"], "forest & rough");
        assert!(hex("0101")["text"].as_str().is_some_and(|text| text.contains("road to 0201")));
        assert!(hex("2403")["text"].as_str().is_some_and(|text| text.contains("bridge to 2503")));
        assert_eq!(board["title"], "Chickamauga");
    }
}
