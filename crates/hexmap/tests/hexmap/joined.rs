//! Maps of two sheets that lie on one another.

use hexmap::{Certainty, Grid, Laid, Map, Sketched, sketch_any};

use crate::common;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/");
const FILE: &str = "blue-gray/campaign/map.toml";
const CHATTANOOGA: &str = "blue-gray/chattanooga/map.toml";
const CHICKAMAUGA: &str = "blue-gray/chickamauga/map.toml";

fn shipped(path: &str) -> Option<String> {
    std::fs::read_to_string(format!("{DATA}{path}")).ok()
}

/// The joined map, with one text of one of its files replaced by another.
fn with(file: &str, old: &str, new: &str) -> Sketched {
    let read = |path: &str| {
        let text = shipped(path)?;
        if path != file {
            return Some(text);
        }
        assert!(text.contains(old), "{file} has no {old}");
        Some(text.replacen(old, new, 1))
    };
    sketch_any(FILE, &read(FILE).expect("it is shipped"), &read)
}

fn map(sketched: Sketched) -> Map {
    assert!(sketched.faults.is_empty(), "{}", sketched.faults);
    sketched.map.expect("it is sound")
}

fn joined() -> Map {
    map(with("", "", ""))
}

/// The one fault of a joined map that is not sound.
fn fault(file: &str, old: &str, new: &str) -> String {
    let sketched = with(file, old, new);
    assert!(sketched.map.is_none());
    assert_eq!(sketched.faults.0.len(), 1, "{}", sketched.faults);
    sketched.faults.0[0].to_string()
}

/// The sentences that say where a way ends, each with its hexes.
fn ends(map: &Map) -> Vec<(String, String)> {
    let ends = map.doubts.iter().filter(|doubt| doubt.kept.ends_with("ends here"));
    ends.map(|doubt| (map.grid.label(doubt.hexes[0]), doubt.kept.clone())).collect()
}

#[test]
fn every_hex_of_both_sheets_is_there_once_with_its_ground() {
    let joined = joined();
    let sheets = [(CHATTANOOGA, ""), (CHICKAMAUGA, "C")].map(|(file, prefix)| {
        (hexmap::read_map(file, &shipped(file).expect("it is shipped")).expect("it is sound"), prefix)
    });
    let both = sheets.iter().map(|(map, _)| map.grid.len()).sum::<usize>();
    let twice = joined.grid.hexes().filter(|hex| joined.grid.printed(*hex).len() == 2).count();
    assert_eq!((joined.grid.len(), twice), (both - twice, 18));
    for (map, prefix) in &sheets {
        for hex in map.grid.hexes() {
            let name = format!("{prefix}{}", map.grid.number(hex));
            let here = joined.grid.parse(&name).unwrap_or_else(|| panic!("{name} is on the map"));
            let covered = prefix.is_empty() && joined.grid.printed(here).len() == 2;
            if !covered {
                assert_eq!(joined.ground(here), map.ground(hex), "{name}");
                assert_eq!(joined.certainty(here), map.certainty(hex), "{name}");
            }
            for (direction, next) in map.grid.neighbours(hex) {
                let there = joined.grid.neighbour(here, direction).expect("it is on the map");
                assert_eq!(joined.grid.parse(&format!("{prefix}{}", map.grid.number(next))), Some(there));
            }
        }
    }
    let corner = joined.grid.parse("2025").expect("it is on the map");
    assert_eq!(joined.certainty(corner), Certainty::Printed, "Chickamauga counts where both lie");
}

#[test]
fn there_is_nothing_beside_the_sheets() {
    let map = joined();
    assert_eq!(map.grid.size(), (44, 52));
    let corner = map.grid.parse("C0701").expect("it is on the map");
    let around = map.grid.around(corner).map(|hex| hex.map(|hex| map.grid.number(hex).to_owned()));
    let expected = [None, None, Some("C0801"), Some("C0702"), Some("2526"), Some("2525")];
    assert_eq!(around, expected.map(|number| number.map(str::to_owned)));
    assert_eq!((map.grid.at(40, 10), map.grid.at(2, 40)), (None, None));
    for number in ["0129", "2601", "C2601", "C", "c0101", "K0101", ""] {
        assert_eq!(map.grid.parse(number), None, "{number}");
    }
    assert_eq!(map.grid.parse_on("Chickamauga", "0701"), Some(corner));
    assert_eq!(map.grid.parse_on("Chattanooga", "0701"), map.grid.parse("0701"));
    assert_eq!(map.grid.parse_on("Shiloh", "0701"), None);
}

#[test]
fn roads_go_on_where_the_sheets_have_them_and_the_map_says_where_not() {
    let map = joined();
    assert_eq!(ends(&map), []);
    let hex = |number: &str| map.grid.parse(number).expect("it is on the map");
    for (from, to) in [("2024", "2025"), ("2025", "2126"), ("2325", "2326"), ("2528", "C0704")] {
        assert!(map.side_between(hex(from), hex(to)).is_some_and(|side| side.road), "{from} {to}");
    }
    // A road that leaves one sheet for the other leaves the map no more; the others still do.
    let leaves = |number: &str| map.edge_exits.iter().any(|edge| edge.hex == hex(number));
    assert_eq!([leaves("2025"), leaves("2528"), leaves("2326")], [false; 3]);
    assert_eq!([leaves("C0111"), leaves("C2503"), leaves("0122"), leaves("2516")], [true; 4]);
    // Without the road that comes down to 2025, Chickamauga's ends there.
    let cut = self::map(with(CHATTANOOGA, "1922 2022 2023 2024 2025 2126 2226 2327 2328", "1922 2022 2023"));
    assert!(ends(&cut).contains(&("2025 (Chickamauga 0101)".to_owned(), "the road ends here".to_owned())));
    // Nor does one go on that comes to where the other sheet has none.
    let added = "[[road]]\nhexes = \"2319 2320";
    let road = "[[road]]\nhexes = \"2024 2125 2225\"\n\n[[road]]\nhexes = \"2319 2320";
    let more = self::map(with(CHATTANOOGA, added, road));
    assert!(ends(&more).contains(&("2225 (Chickamauga 0301)".to_owned(), "the road ends here".to_owned())));
}

#[test]
fn what_corrects_a_sheet_corrects_the_joined_map() {
    let changed = map(with(CHICKAMAUGA, "\n..f.h..fff", "\n..f.h.rfff"));
    let hex = changed.grid.parse("C0701").expect("it is on the map");
    assert!(changed.ground(hex).rough && !joined().ground(hex).rough);
    let sketched = with(CHICKAMAUGA, "\n..f.h..fff", "\n..f.h.xfff");
    assert!(sketched.map.is_none() && sketched.faults.0[0].file == CHICKAMAUGA, "{}", sketched.faults);
    assert_eq!(
        with("", "", "").sheets.iter().map(|(file, _)| file.as_str()).collect::<Vec<_>>(),
        [CHATTANOOGA, CHICKAMAUGA]
    );
}

#[test]
fn works_can_be_left_out_of_a_sheet() {
    let works = |map: &Map| {
        let sides = |hex| hexmap::Direction::ALL.map(|direction| map.side(hex, direction).works);
        map.grid.hexes().flat_map(sides).filter(|works| *works).count()
    };
    assert_eq!(works(&joined()), 0);
    let sheet =
        hexmap::read_map(CHATTANOOGA, &shipped(CHATTANOOGA).expect("it is shipped")).expect("it is sound");
    assert_eq!(works(&map(with(FILE, "without = [\"works\"]", ""))), works(&sheet));
    assert!(works(&sheet) > 0);
}

#[test]
fn sheets_that_do_not_fit_are_refused_with_the_reason() {
    for (file, old, new, said) in [
        (FILE, "2425/0501", "2425/0502", "would have to be turned, mirrored or stretched"),
        (FILE, "2425/0501", "2025/0101 1625/0501", "would have to be turned, mirrored or stretched"),
        (FILE, " 2425/0501", "", "two pairs of hexes were expected"),
        (FILE, "2425/0501", "2425", "two hexes that coincide"),
        (FILE, "2425/0501", "2625/0501", "'2625' is not a hex of Chattanooga"),
        (FILE, "prefix = \"C\"", "", "the prefixes must differ"),
        (FILE, "prefix = \"C\"", "prefix = \"c!\"", "two capital letters"),
        (FILE, "counts = \"Chickamauga\"", "counts = \"Shiloh\"", "'Shiloh' is not a sheet"),
        (FILE, "without = [\"works\"]", "without = [\"roads\"]", "'roads'; \"works\" was expected"),
        (FILE, CHICKAMAUGA, "blue-gray/shiloh/map.toml", "there is no file blue-gray/shiloh/map.toml"),
        (FILE, CHICKAMAUGA, FILE, "is not a sheet, but a joined map itself"),
        (FILE, "title", "titel", "unknown field `titel`"),
        (CHICKAMAUGA, "hex_metres = 400", "hex_metres = 300", "400 metres wide on Chattanooga and 300"),
    ] {
        let fault = fault(file, old, new);
        assert!(fault.starts_with("blue-gray/campaign/map.toml:") && fault.contains(said), "{new}: {fault}");
    }
}

#[test]
fn a_sheet_whose_hexes_stand_otherwise_would_have_to_be_turned() {
    let (flat, pointy) = (common::blue_gray(), common::kernstown());
    let laid = |name, grid| Laid { name, grid, prefix: if name == "flat" { "" } else { "K" } };
    let pairs = [(common::hex(&flat, "0101"), common::any_hex(&pointy, 0))];
    let refused = Grid::together(laid("flat", &flat), laid("pointy", &pointy), &pairs);
    assert_eq!(
        refused.expect_err("they do not fit"),
        "pointy would have to be turned: its hexes stand otherwise"
    );
    let none = Grid::together(laid("flat", &flat), laid("other", &flat), &[]);
    assert_eq!(none.expect_err("nothing says how"), "no two hexes coincide");
}

#[test]
fn sheets_may_lie_on_any_side_of_one_another() {
    for (grid, corners) in [
        (common::blue_gray(), [("0101", "2428"), ("2501", "0128"), ("0128", "2501"), ("2527", "0201")]),
        (common::kernstown(), [("1041", "4000"), ("1001", "4040"), ("4040", "1001"), ("4000", "1041")]),
    ] {
        for (one, other) in corners {
            let (Some(one), Some(other)) = (grid.parse(one), grid.parse(other)) else { continue };
            let laid = |name, prefix| Laid { name, grid: &grid, prefix };
            let Ok(together) = Grid::together(laid("a", ""), laid("b", "B"), &[(one, other)]) else {
                continue;
            };
            let joined = &together.grid;
            assert_eq!(together.first[one.index()], together.second[other.index()]);
            for (places, sheet) in [(&together.first, ""), (&together.second, "B")] {
                for hex in grid.hexes() {
                    let here = places[hex.index()];
                    assert_eq!(joined.parse(&format!("{sheet}{}", grid.number(hex))), Some(here));
                    let (column, row) = joined.place(here);
                    assert_eq!(joined.at(column, row), Some(here));
                    let (q, r) = joined.axial(here);
                    assert_eq!(joined.at_axial(q, r), Some(here));
                    for (direction, next) in grid.neighbours(hex) {
                        assert_eq!(joined.neighbour(here, direction), Some(places[next.index()]));
                    }
                }
            }
        }
    }
}
