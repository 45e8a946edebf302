//! Sheets with relief: levels and their contour lines, slopes, walls, ways of three kinds, streams
//! through hexes.

use std::io::Write as _;

use hexmap::{Grid, Ground, Hex, Layout, Map, Numbering, Slope, Stream, Wall};
use render::{Geometry, MapOptions, Point, map_svg};

/// The inks of contour lines, of slopes, of steep slopes, and of fieldstone.
const CONTOUR: &str = "#563518";
const BROWN: &str = "#74512f";
const CLIFF: &str = "#4b3220";
const STONE: &str = "#cfc4ae";

fn sheet(file: &str) -> Map {
    let file = format!("{}/../../data/{file}/map.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("the map file is there");
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn kernstown() -> Map {
    sheet("kernstown")
}

/// A figure of a few pointy-topped hexes, all on level 1.
fn figure() -> Map {
    let grid = Grid::new(Layout::PointyOddWest, Numbering::RowColumnFromEast, 7, 6, 0, 10);
    let mut map = Map::blank("", grid);
    for hex in map.grid.hexes() {
        map.set_ground(hex, Ground { level: 1, ..Ground::default() });
    }
    map
}

fn hex(map: &Map, number: &str) -> Hex {
    map.grid.parse(number).unwrap_or_else(|| panic!("{number} is on the sheet"))
}

fn raise(map: &mut Map, number: &str, level: u8) {
    let at = hex(map, number);
    map.set_ground(at, Ground { level, ..map.ground(at) });
}

fn lettering(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| node.descendants().filter_map(|n| n.text().filter(|_| n.is_text())).collect())
        .collect()
}

/// The data of all paths that are stroked in that ink, with the width of the stroke.
fn strokes(svg: &str, ink: &str) -> Vec<(f64, String)> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    document
        .descendants()
        .filter(|node| node.has_tag_name("path") && node.attribute("stroke") == Some(ink))
        .filter_map(|node| {
            Some((node.attribute("stroke-width")?.parse().ok()?, node.attribute("d")?.to_owned()))
        })
        .collect()
}

/// Where the pen is set down in path data.
fn starts(data: &str) -> Vec<Point> {
    data.split('M')
        .skip(1)
        .map(|part| {
            let end = part.find(|c: char| c.is_ascii_lowercase()).unwrap_or(part.len());
            // The second coordinate may begin right after the first with its sign.
            let pair = part[..end].replace('-', " -");
            let numbers: Vec<f64> = pair.split_whitespace().filter_map(|n| n.parse().ok()).collect();
            Point::new(numbers[0], numbers[1])
        })
        .collect()
}

/// How many contour lines a drawing has.
fn contours(map: &Map) -> usize {
    let svg = map_svg(map, &MapOptions::default());
    strokes(&svg, CONTOUR).iter().map(|(_, data)| starts(data).len()).sum()
}

#[test]
fn kernstown_is_a_sound_drawing_small_and_the_same_every_time() {
    let map = kernstown();
    for bits in 0..8_u8 {
        let options = MapOptions { numbers: bits & 1 != 0, certainty: bits & 2 != 0, legend: bits & 4 != 0 };
        let svg = map_svg(&map, &options);
        assert!(!svg.contains("NaN") && !svg.contains("inf\""));
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}"));
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let known: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), known.len());
        for target in document.descendants().filter_map(|n| n.attribute("href")) {
            assert!(known.contains(target.trim_start_matches('#')), "{target}");
        }
    }
    let options = MapOptions { numbers: true, certainty: true, legend: true };
    let svg = map_svg(&map, &options);
    assert_eq!(svg, map_svg(&kernstown(), &options));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(svg.as_bytes()).unwrap();
    assert!(packed.finish().unwrap().len() < 100_000);
}

#[test]
fn every_place_and_stream_of_kernstown_is_lettered() {
    let map = kernstown();
    let lettering = lettering(&map_svg(&map, &MapOptions::default()));
    // A long name is lettered in two lines, one after the other.
    let pairs: Vec<String> = lettering.windows(2).map(|w| format!("{} {}", w[0], w[1])).collect();
    for name in map.places.iter().map(|p| &p.name).chain(map.streams.iter().map(|s| &s.name)) {
        assert!(lettering.contains(name) || pairs.contains(name), "{name}");
    }
}

#[test]
fn the_key_names_what_a_sheet_with_relief_has() {
    let words = [
        "Orchard",
        "Angled",
        "Angled & woods",
        "Turnpike",
        "Lane",
        "Slope",
        "Steep slope",
        "Stream",
        "Wall",
        "Levels, with a contour line at each step",
    ];
    let (kernstown, chattanooga) = (
        lettering(&map_svg(&kernstown(), &MapOptions::default())),
        lettering(&map_svg(&sheet("blue-gray/chattanooga"), &MapOptions::default())),
    );
    for word in words {
        assert!(kernstown.iter().any(|t| t == word) && !chattanooga.iter().any(|t| t == word), "{word}");
    }
    for word in ["Trail", "Creek", "Rough", "Works"] {
        assert!(!kernstown.iter().any(|t| t == word), "{word}");
    }
}

/// Pieces of ground of one level each.
fn pieces(map: &Map, level: u8) -> Vec<std::collections::BTreeSet<Hex>> {
    let mut pieces: Vec<std::collections::BTreeSet<Hex>> = Vec::new();
    for hex in map.grid.hexes().filter(|&hex| map.ground(hex).level == level) {
        let near: Vec<Hex> = map.grid.neighbours(hex).map(|(_, next)| next).collect();
        let (touching, mut others): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|piece| near.iter().any(|next| piece.contains(next)));
        others.push(touching.into_iter().flatten().chain([hex]).collect());
        pieces = others;
    }
    pieces
}

#[test]
fn every_piece_of_ground_says_its_level_if_numbers_are_wanted_but_not_every_hex() {
    let map = kernstown();
    let count =
        |lettering: &[String], level: u8| lettering.iter().filter(|text| **text == level.to_string()).count();
    let drawn = |options: MapOptions| lettering(&map_svg(&map, &options));
    let bare = MapOptions { numbers: false, legend: false, certainty: false };
    let numbered = MapOptions { numbers: true, ..bare };
    let (none, numbers, key) = (drawn(bare), drawn(numbered), drawn(MapOptions { legend: true, ..numbered }));
    for level in 1..=13 {
        let hexes = map.grid.hexes().filter(|&hex| map.ground(hex).level == level).count();
        let said = count(&numbers, level);
        let pieces = pieces(&map, level).len();
        assert!((pieces..=pieces + hexes / 4).contains(&said), "{level}: {said} of {hexes} in {pieces}");
        assert_eq!(count(&none, level), 0, "{level}");
        // One more in the ladder of the key.
        assert_eq!(count(&key, level), said + 1, "{level}");
    }
}

#[test]
fn the_ladder_climbs_from_green_through_paper_to_earth_and_its_steps_can_be_told_apart() {
    let svg = map_svg(&kernstown(), &MapOptions::default());
    let document = roxmltree::Document::parse(&svg).unwrap();
    let tints: Vec<(i32, i32, i32)> = document
        .descendants()
        .filter(|n| n.has_tag_name("rect") && n.attribute("height") == Some("46"))
        .filter_map(|n| i32::from_str_radix(n.attribute("fill")?.strip_prefix('#')?, 16).ok())
        .map(|rgb| (rgb >> 16, (rgb >> 8) & 255, rgb & 255))
        .collect();
    assert_eq!(tints.len(), 13);
    for pair in tints.windows(2) {
        let ((r, g, b), (red, green, blue)) = (pair[0], pair[1]);
        assert!((r - red).abs() + (g - green).abs() + (b - blue).abs() >= 18, "{pair:?}");
        // Ever warmer.
        assert!(red - green >= r - g, "{pair:?}");
    }
    assert!(tints[0].1 > tints[0].0 && tints[12].0 > tints[12].1);
    assert!(tints[6].0 > 230 && tints[6].2 > 190, "{:?}", tints[6]);
}

#[test]
fn there_is_a_contour_line_for_every_level_between_two_hexes() {
    let mut map = figure();
    assert_eq!(contours(&map), 0);
    raise(&mut map, "1303", 2);
    assert_eq!(contours(&map), 1);
    raise(&mut map, "1303", 4);
    assert_eq!(contours(&map), 3);
    // Adjacent ground of one level is one hill.
    raise(&mut map, "1302", 4);
    assert_eq!(contours(&map), 3);
    // Another hill has lines of its own.
    raise(&mut map, "1105", 2);
    assert_eq!(contours(&map), 4);
}

#[test]
fn a_map_of_one_level_throughout_has_it_in_figures_and_no_contours() {
    let svg = map_svg(&figure(), &MapOptions::default());
    let said = lettering(&svg).iter().filter(|text| *text == "1").count();
    assert!(said > 0 && said < figure().grid.len(), "{said}");
    assert_eq!(contours(&figure()), 0);
}

#[test]
fn hachures_run_down_into_the_lower_hex_and_steep_ones_are_others() {
    for (up, down, ink) in [(Slope::Up, Slope::Down, BROWN), (Slope::SteepUp, Slope::SteepDown, CLIFF)] {
        let mut map = figure();
        let (lower, upper) = (hex(&map, "1303"), hex(&map, "1302"));
        assert!(map.change_side(lower, upper, |side, first| side.slope = if first { up } else { down }));
        let (geometry, svg) = (Geometry::new(&map), map_svg(&map, &MapOptions::default()));
        // The widest strokes are the hachures themselves.
        let rows = strokes(&svg, ink);
        let (width, data) = rows.iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("hachures");
        let at = starts(data)[0];
        assert!(at.distance(geometry.centre(lower)) < at.distance(geometry.centre(upper)));
        assert_eq!(*width > 12.0, ink == CLIFF);
        let other = if ink == BROWN { CLIFF } else { BROWN };
        assert!(strokes(&svg, other).is_empty());
    }
}

#[test]
fn a_wall_stands_in_its_hexes_beside_the_road_or_on_both_sides_of_it() {
    let drawn = |beside: Option<&str>, both_sides: bool| {
        let mut map = figure();
        let (at, next, behind) = (hex(&map, "1303"), hex(&map, "1302"), hex(&map, "1304"));
        map.change_side(at, next, |side, _| side.lane = true);
        map.change_side(at, behind, |side, _| side.lane = true);
        let beside = beside.map(|number| hex(&map, number));
        let wall =
            Wall { name: "Wall".to_owned(), hexes: vec![at], points_to: vec![next], beside, both_sides };
        map.walls.push(wall);
        let lines = strokes(&map_svg(&map, &MapOptions::default()), STONE);
        let from: Vec<Point> = lines.iter().flat_map(|(_, data)| starts(data)).collect();
        let centre = Geometry::new(&map).centre(at);
        from.into_iter().map(|p| (p.x - centre.x, p.y - centre.y)).collect::<Vec<_>>()
    };
    // It begins at the hexside it points through, half a hex to the east.
    let [(x, y)] = drawn(None, false)[..] else { panic!("one line") };
    assert!((x - 34.6).abs() < 0.2 && y.abs() < 0.2, "{x} {y}");
    let [(_, y)] = drawn(Some("1403"), false)[..] else { panic!("one line") };
    assert!(y > 10.0, "{y}");
    let [(_, left), (_, right)] = drawn(None, true)[..] else { panic!("two lines") };
    assert!(left * right < 0.0 && left.abs() > 6.0 && right.abs() > 6.0, "{left} {right}");
}

#[test]
fn a_wall_with_a_gap_is_drawn_on_both_sides_of_it() {
    let mut map = figure();
    let hexes: Vec<Hex> = ["1301", "1302", "1304"].iter().map(|number| hex(&map, number)).collect();
    let name = "Wall".to_owned();
    map.walls.push(Wall { name, hexes, points_to: Vec::new(), beside: None, both_sides: false });
    let lines = strokes(&map_svg(&map, &MapOptions::default()), STONE);
    assert_eq!(lines.iter().map(|(_, data)| starts(data).len()).sum::<usize>(), 2);
}

#[test]
fn a_turnpike_is_wider_than_a_road_and_a_road_than_a_lane() {
    let mut map = figure();
    for (from, to, kind) in [("1202", "1203", 0), ("1302", "1303", 1), ("1402", "1403", 2)] {
        let (from, to) = (hex(&map, from), hex(&map, to));
        map.change_side(from, to, |side, _| match kind {
            0 => (side.road, side.turnpike) = (true, true),
            1 => side.road = true,
            _ => side.lane = true,
        });
    }
    let svg = map_svg(&map, &MapOptions::default());
    let width = |number: &str| {
        let row = Geometry::new(&map).centre(hex(&map, number)).y;
        let ways = strokes(&svg, "#fbf3de");
        ways.iter().find(|(_, d)| starts(d).iter().any(|p| (p.y - row).abs() < 8.0)).expect("a way").0
    };
    assert!(width("1202") > width("1302") && width("1302") > width("1402"));
}

#[test]
fn a_stream_through_hexes_is_drawn_once_where_two_have_joined() {
    let mut map = figure();
    let through = |map: &Map, hexes: &[&str]| hexes.iter().map(|h| hex(map, h)).collect::<Vec<_>>();
    let water = |map: &Map| {
        let lines = strokes(&map_svg(map, &MapOptions::default()), "#a9c1ca");
        lines.iter().map(|(_, data)| data.matches('q').count() + data.len()).sum::<usize>()
    };
    let main = Stream { name: "Run".to_owned(), hexes: through(&map, &["1102", "1202", "1303", "1403"]) };
    map.streams.push(main.clone());
    let alone = water(&map);
    assert!(alone > 0);
    // Everything after the point where it meets the other stream belongs to the other.
    let branch = |end: &[&str]| {
        let mut with = map.clone();
        let all: Vec<&str> = ["1305", "1304"].iter().chain(end).copied().collect();
        with.streams.push(Stream { name: "Branch".to_owned(), hexes: through(&map, &all) });
        water(&with)
    };
    assert!(branch(&["1303"]) > alone);
    assert_eq!(branch(&["1303"]), branch(&["1303", "1403"]));
}

#[test]
fn the_scale_bar_fits_the_strip_whatever_the_ground() {
    let last = |map: &Map| {
        let words = lettering(&map_svg(map, &MapOptions::default()));
        words.into_iter().filter(|t| t.ends_with(" km") || t.ends_with(" mile")).collect::<Vec<_>>()
    };
    assert_eq!(last(&kernstown()), ["½ km", "¼ mile"]);
    assert!(
        last(&sheet("blue-gray/chickamauga"))
            .iter()
            .all(|text| text.starts_with(|c: char| c.is_ascii_digit()))
    );
    // Ground on which a mile is nothing has no bar.
    let mut vast = kernstown();
    vast.hex_metres = u32::MAX;
    assert_eq!(last(&vast), Vec::<String>::new());
}

/// The middles of the levels in figures, each with its level.
fn levels(svg: &str) -> Vec<(u8, Point)> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    let group = document.descendants().find(|node| node.attribute("class") == Some("map-levels"));
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
        node.attribute(name).expect(name).parse().expect("a number")
    };
    group
        .expect("the sheet has levels")
        .children()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| {
            let level = node.text().expect("a figure").parse().expect("a level");
            (level, Point::new(number(&node, "x"), number(&node, "y") - 4.0))
        })
        .collect()
}

#[test]
fn a_level_stands_on_its_contour_line_and_in_no_hex() {
    let mut map = figure();
    raise(&mut map, "1303", 2);
    let geometry = Geometry::new(&map);
    let all = levels(&map_svg(&map, &MapOptions::default()));
    let hill: Vec<_> = all.iter().filter(|(level, _)| *level == 2).collect();
    let [(_, at)] = hill[..] else { panic!("the hill says its level once: {all:?}") };
    let centre = geometry.centre(hex(&map, "1303"));
    let away = (at.x - centre.x).hypot(at.y - centre.y);
    let side = geometry.hex_width() / 2.0;
    assert!((side - 4.0..side).contains(&away), "it is {away} from the middle of its hex");
    assert!((at.y - centre.y).abs() < 1.0, "it stands beside the hex, where no number is");
}

#[test]
fn every_hex_of_a_sheet_with_levels_tells_its_own() {
    let mut map = figure();
    raise(&mut map, "1303", 2);
    let told = render::layout(&map).hexes;
    let of = |number: &str| told.iter().find(|place| place.hex == number).and_then(|place| place.level);
    assert_eq!((of("1303"), of("1302")), (Some(2), Some(1)));
    assert!(render::layout(&sheet("blue-gray/training")).hexes.iter().all(|place| place.level.is_none()));
}
