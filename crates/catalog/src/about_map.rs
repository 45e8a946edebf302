//! A map as the page reads it: the layout of its drawing, and in words what each hex is and what is
//! doubtful.

use hexmap::{Crossing, Direction, Ground, Hex, Hexside, Map, Slope, Water};
use render::layout;
use serde_json::{Value, json};

/// The layout with `title`, `about` and `doubts`, and for each hex `ground`, `name` and `text`.
pub(crate) fn board(map: &Map) -> Result<Value, serde_json::Error> {
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
            let label = map.grid.label(hex);
            if label != map.grid.number(hex) {
                place["label"] = json!(label);
            }
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
        Ground { water: Water::Pontoon, .. } => "pontoon",
        Ground { town: true, .. } => "town",
        Ground { woods: true, angled: true, .. } => "Angled & light woods",
        Ground { angled: true, .. } => "Angled",
        Ground { orchard: true, .. } => "orchard",
        // Maps with levels have Light Woods, those without have forests.
        Ground { woods: true, level: 1.., .. } => "light woods",
        Ground { woods: true, rough: true, .. } => "forest & rough",
        Ground { woods: true, .. } => "forest",
        Ground { rough: true, .. } => "rough",
        _ => "clear",
    }
}

/// How high it lies, and what lies on its hexsides: `level 7; road to 0203, 0301; ford to 0102`.
fn sides(map: &Map, hex: Hex) -> String {
    type Has = fn(Hexside) -> bool;
    let features: [(&str, Has); 13] = [
        ("turnpike to", |side| side.turnpike),
        ("road to", |side| side.road && !side.turnpike),
        ("lane to", |side| side.lane),
        ("slope up to", |side| side.slope == Slope::Up),
        ("slope down to", |side| side.slope == Slope::Down),
        ("steep slope up to", |side| side.slope == Slope::SteepUp),
        ("steep slope down to", |side| side.slope == Slope::SteepDown),
        ("trail to", |side| side.trail),
        ("creek towards", |side| side.is_plain_creek()),
        ("bridge to", |side| side.creek && side.crossing == Crossing::Bridge),
        ("ford to", |side| side.creek && side.crossing == Crossing::Ford),
        ("works facing", |side| side.works),
        ("ferry to", |side| side.ferry),
    ];
    let here = map.ground(hex);
    let mut parts = Vec::new();
    if here.level > 0 {
        parts.push(format!("level {}", here.level));
    }
    if here.wall {
        parts.push("a wall".to_owned());
    }
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

    #[test]
    fn a_hex_of_kernstown_is_told_in_its_own_words() {
        let file = "kernstown/map.toml";
        let text = crate::embedded::data(file).expect("it is part of the program");
        let map = hexmap::read_map(file, &text).expect("it is sound");
        let board = board(&map).expect("it is JSON");
        let hexes = board["hexes"].as_array().expect("a list");
        let grounds: std::collections::BTreeSet<&str> =
            hexes.iter().filter_map(|hex| hex["ground"].as_str()).collect();
        let all = ["Angled", "Angled & light woods", "clear", "light woods", "orchard"];
        assert_eq!(grounds.into_iter().collect::<Vec<_>>(), all);
        let text = |number: &str| {
            let hex = hexes.iter().find(|hex| hex["hex"] == number).expect("it is on the sheet");
            hex["text"].as_str().unwrap_or_default().to_owned()
        };
        assert!(text("1834").contains("a wall"), "{}", text("1834"));
        assert!(text("3019").contains("turnpike to 2918, 3119"), "{}", text("3019"));
        assert!(text("1125").contains("steep slope down to 1124"), "{}", text("1125"));
    }
}
