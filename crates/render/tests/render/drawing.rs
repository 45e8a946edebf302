//! The drawn sheets are valid SVG, always the same, complete, and small.

use std::io::Write as _;

use hexmap::{Crossing, Direction, Map};
use render::{MapOptions, layout, layout_json, map_svg};

const BATTLES: [&str; 2] = ["chickamauga", "chattanooga"];

fn sheet(battle: &str) -> Map {
    let file = format!("{}/../../data/blue-gray/{battle}/map.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("the map file is there");
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn everything() -> MapOptions {
    MapOptions { numbers: true, certainty: true, legend: true }
}

/// All lettering of a drawing, one string per `<text>`, in order.
fn lettering(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| node.descendants().filter_map(|n| n.text().filter(|_| n.is_text())).collect())
        .collect()
}

#[test]
fn the_same_map_is_the_same_drawing_to_the_byte() {
    for battle in BATTLES {
        assert_eq!(map_svg(&sheet(battle), &everything()), map_svg(&sheet(battle), &everything()));
    }
}

#[test]
fn every_option_gives_well_formed_xml_of_one_size_without_foreign_references() {
    for battle in BATTLES {
        let map = sheet(battle);
        let mut boxes = std::collections::BTreeSet::new();
        for bits in 0..8_u8 {
            let options =
                MapOptions { numbers: bits & 1 != 0, certainty: bits & 2 != 0, legend: bits & 4 != 0 };
            let svg = map_svg(&map, &options);
            let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{battle}: {e}"));
            boxes.insert(document.root_element().attribute("viewBox").unwrap().to_owned());
            let ids: std::collections::BTreeSet<&str> =
                document.descendants().filter_map(|n| n.attribute("id")).collect();
            assert_eq!(ids.len(), document.descendants().filter(|n| n.attribute("id").is_some()).count());
            for node in document.descendants() {
                assert!(!matches!(node.tag_name().name(), "script" | "image" | "foreignObject" | "filter"));
                for attribute in node.attributes() {
                    let value = attribute.value();
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
                    let target = value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
                    let target = target.or(value.strip_prefix('#').filter(|_| attribute.name() == "href"));
                    assert!(target.is_none_or(|id| ids.contains(id)), "{value} is not defined");
                    assert!(!value.contains("url(") || target.is_some(), "{value}");
                }
            }
        }
        let place = layout(&map);
        assert_eq!(boxes, [format!("0 0 {} {}", place.width, place.height)].into());
    }
}

#[test]
fn every_place_and_stream_is_lettered() {
    for battle in BATTLES {
        let map = sheet(battle);
        let lettering = lettering(&map_svg(&map, &MapOptions::default()));
        // A long name is lettered in two lines, one after the other.
        let pairs: Vec<String> = lettering.windows(2).map(|w| format!("{} {}", w[0], w[1])).collect();
        for name in map.places.iter().map(|p| &p.name).chain(map.streams.iter().map(|s| &s.name)) {
            assert!(name.is_empty() || lettering.contains(name) || pairs.contains(name), "{battle}: {name}");
        }
        assert!(lettering.contains(&map.title.to_uppercase()));
    }
}

#[test]
fn every_hex_is_numbered_if_numbers_are_wanted() {
    let map = sheet("chickamauga");
    let with = lettering(&map_svg(&map, &MapOptions::default()));
    let without = lettering(&map_svg(&map, &MapOptions { numbers: false, ..MapOptions::default() }));
    for hex in map.grid.hexes() {
        let number = map.grid.number(hex).to_owned();
        assert_eq!(with.iter().filter(|text| **text == number).count(), 1, "{number}");
        assert!(!without.contains(&number));
    }
}

#[test]
fn the_key_names_what_the_map_has_and_nothing_else() {
    let named = |battle: &str| lettering(&map_svg(&sheet(battle), &MapOptions::default()));
    let (chickamauga, chattanooga) = (named("chickamauga"), named("chattanooga"));
    for word in ["Clear", "Woods", "Rough", "Woods & rough", "Road", "Trail", "Creek", "Bridge"] {
        assert!(chickamauga.iter().any(|t| t == word) && chattanooga.iter().any(|t| t == word), "{word}");
    }
    for word in ["Town", "River", "Ferry", "Works"] {
        assert!(!chickamauga.iter().any(|t| t == word) && chattanooga.iter().any(|t| t == word), "{word}");
    }
}

#[test]
fn a_nameless_ford_is_lettered_as_one() {
    let map = sheet("chickamauga");
    let fords = map
        .grid
        .hexes()
        .flat_map(|hex| Direction::ALL.map(|d| map.side(hex, d).crossing))
        .filter(|crossing| *crossing == Crossing::Ford)
        .count()
        / 2;
    // One for each ford, and one in the key.
    let words =
        lettering(&map_svg(&map, &MapOptions::default())).iter().filter(|text| *text == "Ford").count();
    assert_eq!(words, fords + 1);
}

#[test]
fn a_sheet_stays_small_and_light() {
    for battle in BATTLES {
        let svg = map_svg(&sheet(battle), &everything());
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(svg.as_bytes()).unwrap();
        let size = packed.finish().unwrap().len();
        assert!(size < 90_000, "{battle}: {size} bytes packed");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let elements = document.descendants().filter(roxmltree::Node::is_element).count();
        assert!(elements < 3_000, "{battle}: {elements} elements");
    }
}

#[test]
fn names_cannot_break_the_drawing() {
    let mut map = sheet("chickamauga");
    let hex = map.grid.parse("1010").unwrap();
    map.title = "<&\"Fields\" \u{1}of fire>".to_owned();
    map.places.push(hexmap::Place { name: "Smith & <Sons>".to_owned(), hex, kind: "house".to_owned() });
    let lettering = lettering(&map_svg(&map, &MapOptions::default()));
    assert!(lettering.iter().any(|text| text == "Smith & <Sons>"));
}

#[test]
fn the_layout_says_where_hexes_lie_and_who_touches_whom() {
    let map = sheet("chickamauga");
    let board = layout(&map);
    assert_eq!(board.hexes.len(), 688);
    let place = |number: &str| board.hexes.iter().find(|h| h.hex == number).unwrap();
    let (first, below, east) = (place("0101"), place("0102"), place("0201"));
    assert_eq!((first.x, first.x), (below.x, board.origin.x + board.radius));
    // Even columns stand half a hex lower.
    assert!((east.y - (first.y + below.y) / 2.0).abs() < 0.11);
    assert_eq!(first.neighbours, [None, None, Some("0201".into()), Some("0102".into()), None, None]);
    assert_eq!(board.directions, ["N", "NE", "SE", "S", "SW", "NW"]);
    for hex in &board.hexes {
        for (i, corner) in board.corners.iter().enumerate() {
            // Every corner is inside the neat line, one radius from the centre.
            let (x, y) = (hex.x + corner.x, hex.y + corner.y);
            assert!(
                x > board.origin.x - 0.2
                    && x < board.end.x + 0.2
                    && y > board.origin.y - 0.2
                    && y < board.end.y + 0.2
            );
            assert!((corner.x.hypot(corner.y) - board.radius).abs() < 0.1);
            // The neighbour in direction i is beyond the side from corner i to the next.
            let next = board.corners[(i + 1) % 6];
            if let Some(neighbour) = &hex.neighbours[i] {
                let other = place(neighbour);
                assert!((other.x - hex.x - corner.x - next.x).abs() < 0.2, "{} {neighbour}", hex.hex);
                assert!((other.y - hex.y - corner.y - next.y).abs() < 0.2, "{} {neighbour}", hex.hex);
            }
        }
    }
}

#[test]
fn the_layout_travels_as_json() {
    let json = layout_json(&sheet("chattanooga")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["layout"], "flat-even-lower");
    assert_eq!(value["hexes"][0]["hex"], "0101");
    assert_eq!(value["hexes"][0]["neighbours"][2], "0201");
    assert_eq!(value["corners"].as_array().unwrap().len(), 6);
}

#[test]
fn a_pointy_topped_sheet_is_drawn_too() {
    let grid =
        hexmap::Grid::new(hexmap::Layout::PointyOddWest, hexmap::Numbering::RowColumnFromEast, 42, 31, 0, 10);
    let mut map = Map::blank("Pointy", grid);
    let woods = hexmap::Ground { woods: true, rough: true, ..Default::default() };
    for number in ["1000", "2020", "2021", "4041"] {
        map.set_ground(map.grid.parse(number).unwrap(), woods);
    }
    let board = layout(&map);
    let place = |number: &str| board.hexes.iter().find(|h| h.hex == number).unwrap();
    // Numbers rise to the west, and odd rows lie half a hex further west.
    assert!(place("1001").x < place("1000").x);
    assert!((place("1100").x - (place("1000").x + place("1001").x) / 2.0).abs() < 0.11);
    roxmltree::Document::parse(&map_svg(&map, &MapOptions::default())).unwrap();
}

#[test]
fn a_map_without_a_title_is_a_figure_of_hexes_alone() {
    let grid = || hexmap::Grid::new(hexmap::Layout::FlatEvenLower, hexmap::Numbering::ColumnRow, 5, 4, 1, 1);
    let (sheet, figure) = (Map::blank("Sheet", grid()), Map::blank("", grid()));
    let (large, small) = (layout(&sheet), layout(&figure));
    assert!(small.height < large.height - 200.0 && small.width < large.width - 60.0);
    // The line around it is close to the border of the drawing.
    assert!(small.width - small.end.x < 10.0 && small.height - small.end.y < 10.0);
    let lettering = lettering(&map_svg(&figure, &everything()));
    assert_eq!(lettering.len(), figure.grid.len(), "{lettering:?}");
}
