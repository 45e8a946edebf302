//! Booklets: the map complete and to scale, every counter once on each side, the paper's size, the
//! same bytes every time.

use std::collections::BTreeMap;

use hexmap::Map;
use print::{Block, Booklet, Counter, Kit, Page, Paper, Printing, Role, Scale, Table, Turn};
use render::{Arm, Band, BandedFace, CounterFace, Face, Force, Geometry, MapOptions, MarkerFace, Status};

const BATTLES: [&str; 3] = ["chickamauga", "chattanooga", "training"];

fn sheet(battle: &str) -> Map {
    let file = format!("{}/../../data/blue-gray/{battle}/map.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("the map file is there");
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn printing(paper: Paper, percent: u16) -> Printing {
    Printing { paper, scale: Scale::percent(percent), map: MapOptions::default() }
}

fn counters(count: usize) -> Vec<Counter> {
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Train];
    (0..count)
        .map(|i| {
            let force = if i % 2 == 0 { Force::Union } else { Force::Confederate };
            let face = CounterFace {
                force,
                arm: arms[i % 4],
                values: format!("{i}-6"),
                designation: format!("{i}/<XIV> & \"Co\""),
                ineffective: false,
            };
            let back = match i % 3 {
                0 => Face::Unit(CounterFace { ineffective: true, ..face.clone() }),
                1 => Face::Blank(Some(force)),
                _ => Face::Marker(MarkerFace {
                    force: None,
                    lines: vec!["GAME".to_owned(), "TURN".to_owned()],
                }),
            };
            Counter { id: format!("unit-{i}"), front: Face::Unit(face), back }
        })
        .collect()
}

fn kit(count: usize) -> Kit {
    let turns = (1..=10).map(|n| Turn { number: n.to_string(), night: n == 5, notes: Vec::new() }).collect();
    let row = || vec!["1".to_owned(), "Ar".to_owned()];
    let head = vec!["Die".to_owned(), "Result".to_owned()];
    Kit {
        title: "A battle".to_owned(),
        subtitle: "some day in 1863".to_owned(),
        about: vec![Block::Heading("About".to_owned()), Block::Text("A battle & more. ".repeat(40))],
        notices: vec![Block::Text("Made up.".to_owned())],
        charts: vec![
            Block::Track(turns),
            Block::Table(Table {
                title: "Results".to_owned(),
                head,
                rows: (0..150).map(|_| row()).collect(),
            }),
        ],
        counters: counters(count),
    }
}

fn maps(booklet: &Booklet) -> Vec<&Page> {
    booklet.pages().iter().filter(|page| matches!(page.role, Role::Map(_))).collect()
}

#[test]
fn every_hex_is_on_the_glued_map_and_at_one_scale() {
    for battle in BATTLES {
        let map = sheet(battle);
        let geometry = Geometry::new(&map);
        for paper in Paper::ALL {
            let percents: &[u16] = if paper == Paper::A4 { &[50, 100, 137, 200] } else { &[100] };
            for &percent in percents {
                let printing = printing(paper, percent);
                let booklet = Booklet::new(&map, &kit(0), &printing);
                let pages = maps(&booklet);
                let windows: Vec<_> = pages.iter().map(|page| page.window.expect("a window")).collect();
                for (page, window) in pages.iter().zip(&windows) {
                    for (on, of) in [(window.on.width, window.of.width), (window.on.height, window.of.height)]
                    {
                        assert!((on / of * geometry.hex_width() - printing.scale.hex).abs() < 1e-6);
                    }
                    // Inside the printable area, and clear of label and page number.
                    assert!(window.on.at.x >= 8.0 && window.on.at.y >= 8.0);
                    assert!(window.on.at.x + window.on.width <= page.width - 8.0);
                    assert!(window.on.at.y + window.on.height <= page.height - 20.0);
                }
                for hex in map.grid.hexes() {
                    for point in geometry.corners(hex).into_iter().chain([geometry.centre(hex)]) {
                        let number = map.grid.number(hex);
                        assert!(windows.iter().any(|window| window.of.contains(point)), "{battle} {number}");
                    }
                }
                // Each sheet after the first begins 10 mm before its neighbour ends.
                for (a, b) in
                    windows.iter().zip(windows.iter().skip(1)).filter(|(a, b)| a.of.at.y == b.of.at.y)
                {
                    let shared = a.of.at.x + a.of.width - b.of.at.x;
                    assert!((shared * printing.scale.hex / geometry.hex_width() - 10.0).abs() < 1e-6);
                }
            }
        }
    }
}

#[test]
fn the_standard_maps_take_the_sheets_they_should() {
    let labels = |battle: &str, paper: Paper| -> Vec<String> {
        let booklet = Booklet::new(&sheet(battle), &kit(0), &printing(paper, 100));
        let label = |page: &Page| match &page.role {
            Role::Map(label) => Some(label.clone()),
            _ => None,
        };
        booklet.pages().iter().filter_map(label).collect()
    };
    assert_eq!(labels("chickamauga", Paper::A4), ["A1", "B1", "A2", "B2"]);
    assert_eq!(labels("chattanooga", Paper::A3).len(), 2);
    assert_eq!(labels("training", Paper::Tabloid), ["A1"]);
}

/// Where the counters of a page are, by id: the north-west corner in thousandths of a millimetre.
fn places(svg: &str, side: &str) -> BTreeMap<String, (i64, i64)> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}"));
    let mut places = BTreeMap::new();
    for node in document.descendants() {
        let Some(id) = node.attribute(side) else { continue };
        let transform = node.attribute("transform").expect("a place");
        let numbers =
            transform.strip_prefix("translate(").and_then(|rest| rest.split_once(')')).expect("a place").0;
        let (x, y) = numbers.split_once(' ').expect("two numbers");
        let thousandths = |text: &str| (text.parse::<f64>().expect("a number") * 1000.0).round() as i64;
        assert!(places.insert(id.to_owned(), (thousandths(x), thousandths(y))).is_none(), "{id} twice");
    }
    places
}

#[test]
fn every_counter_is_once_on_a_front_and_mirrored_on_its_back() {
    let map = sheet("training");
    for paper in Paper::ALL {
        for (percent, count) in [(100, 87), (100, 500), (200, 87), (50, 3)] {
            let kit = kit(count);
            let printing = printing(paper, percent);
            let booklet = Booklet::new(&map, &kit, &printing);
            let size = (printing.scale.counter * 1000.0).round() as i64;
            let pages: Vec<(&Page, String)> = booklet.pages().iter().zip(booklet.svgs()).collect();
            let mut seen = Vec::new();
            for (i, (page, svg)) in pages.iter().enumerate() {
                let Role::Fronts(sheet) = page.role else {
                    assert!(places(svg, "data-front").is_empty());
                    continue;
                };
                let (back, back_svg) = &pages[i + 1];
                assert_eq!(back.role, Role::Backs(sheet));
                let (fronts, backs) = (places(svg, "data-front"), places(back_svg, "data-back"));
                assert_eq!(fronts.keys().collect::<Vec<_>>(), backs.keys().collect::<Vec<_>>());
                let wide = (page.width * 1000.0).round() as i64;
                for (id, (x, y)) in &fronts {
                    let (over, level) = backs[id];
                    assert!(
                        (wide - x - size - over).abs() <= 2 && level == *y,
                        "{id}: {x} {y}, {over} {level}"
                    );
                    assert!(*x > 8000 && x + size < wide - 8000);
                    assert!(*y > 20_000 && *y + size < (page.height * 1000.0) as i64 - 15_000);
                }
                let all: Vec<_> = fronts.values().collect();
                for (n, a) in all.iter().enumerate() {
                    for b in &all[..n] {
                        assert!((a.0 - b.0).abs() > size || (a.1 - b.1).abs() > size, "counters overlap");
                    }
                }
                seen.extend(fronts.into_keys());
            }
            seen.sort();
            let mut expected: Vec<_> = kit.counters.iter().map(|counter| counter.id.clone()).collect();
            expected.sort();
            assert_eq!(seen, expected);
        }
    }
}

#[test]
fn pages_are_sound_svg_of_the_paper_s_size_numbered_in_order() {
    let map = sheet("training");
    for (paper, size) in [(Paper::A4, ("210mm", "297mm")), (Paper::Tabloid, ("279.4mm", "431.8mm"))] {
        let booklet = Booklet::new(&map, &kit(20), &printing(paper, 100));
        let count = booklet.pages().len();
        for (number, svg) in (1..).zip(booklet.svgs()) {
            let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}"));
            let root = document.root_element();
            let found = (root.attribute("width").unwrap_or(""), root.attribute("height").unwrap_or(""));
            assert!(found == size || found == (size.1, size.0), "{found:?}");
            assert!(svg.contains(&format!("page {number} of {count}")));
            assert!(!svg.contains("NaN") && !svg.contains("inf\""));
        }
    }
}

#[test]
fn the_title_page_names_the_pages_that_follow() {
    let booklet = Booklet::new(&sheet("training"), &kit(20), &printing(Paper::A4, 100));
    let first = booklet.svgs().next().expect("a page");
    for (what, is) in [
        ("Charts", (|role| *role == Role::Charts) as fn(&Role) -> bool),
        ("Map, ", |role| matches!(role, Role::Map(_))),
        ("Counters, one sheet", |role| matches!(role, Role::Fronts(_) | Role::Backs(_))),
    ] {
        let numbers: Vec<usize> =
            (1..).zip(booklet.pages()).filter(|(_, page)| is(&page.role)).map(|(number, _)| number).collect();
        let (low, high) = (numbers[0], numbers[numbers.len() - 1]);
        let range = if low == high { low.to_string() } else { format!("{low}-{high}") };
        assert!(first.contains(what) && first.contains(&format!(">{range}<")), "{what} {range}");
    }
}

#[test]
fn a_pdf_has_every_page_in_its_size_and_the_same_bytes_again() {
    let map = sheet("training");
    let booklet = Booklet::new(&map, &kit(20), &printing(Paper::Letter, 100));
    let pdf = booklet.pdf().unwrap_or_else(|e| panic!("{e}"));
    let text = String::from_utf8_lossy(&pdf);
    let sizes: Vec<(f32, f32)> = text
        .split("/MediaBox [0 0 ")
        .skip(1)
        .map(|rest| {
            let mut numbers = rest.split([' ', ']']).map(|number| number.parse().expect("a number"));
            (numbers.next().expect("a width"), numbers.next().expect("a height"))
        })
        .collect();
    let points = |page: &Page| ((page.width / 25.4 * 72.0) as f32, (page.height / 25.4 * 72.0) as f32);
    assert_eq!(sizes, booklet.pages().iter().map(points).collect::<Vec<_>>());
    assert!(sizes.iter().all(|&size| size == (612.0, 792.0) || size == (792.0, 612.0)), "{sizes:?}");
    // The map is in it once; every font is in it.
    assert!(text.contains("Gelasio") && text.contains("Arimo"));
    assert!(!text.contains("/CreationDate") && !text.contains("/ModDate"));
    assert!(Booklet::new(&map, &kit(20), &printing(Paper::Letter, 100)).pdf() == Ok(pdf.clone()));
}

#[test]
fn whoever_has_no_counters_and_no_charts_gets_map_and_title() {
    let bare = Kit { charts: Vec::new(), ..kit(0) };
    let booklet = Booklet::new(&sheet("training"), &bare, &printing(Paper::A3, 100));
    let roles: Vec<&Role> = booklet.pages().iter().map(|page| &page.role).collect();
    assert_eq!(roles, [&Role::Title, &Role::Map("A1".to_owned())]);
    assert!(booklet.pdf().is_ok());
}

fn banded() -> BandedFace {
    BandedFace {
        force: Force::Union,
        arm: Arm::Infantry,
        band: Band { name: "Tyler & <Co>".to_owned(), order: Some(0) },
        name: "7 OH-a".to_owned(),
        strength: "C".to_owned(),
        weapon: "Mx".to_owned(),
        cohesion: "4".to_owned(),
        mounted: false,
        sharpshooter: false,
        fragile: false,
        worn: false,
        markers: Vec::new(),
    }
}

#[test]
fn counters_under_a_band_are_laid_out_like_any_other() {
    let grid = hexmap::Grid::new(hexmap::Layout::PointyOddWest, hexmap::Numbering::ColumnRow, 5, 4, 0, 0);
    let map = hexmap::Map::blank("Map", grid);
    let counter = Counter {
        id: "u62-7oh-a".to_owned(),
        front: Face::Banded(banded()),
        back: Face::Banded(BandedFace { worn: true, strength: "2".to_owned(), ..banded() }),
    };
    let marker = Counter {
        id: "shaken-1".to_owned(),
        front: Face::Status(Status::Shaken),
        back: Face::Status(Status::Disrupted),
    };
    let kit = Kit {
        title: "A battle".to_owned(),
        subtitle: String::new(),
        about: vec![Block::Text("About.".to_owned())],
        notices: Vec::new(),
        charts: Vec::new(),
        counters: vec![counter, marker],
    };
    let printing = Printing { paper: Paper::A4, scale: Scale::percent(100), map: MapOptions::default() };
    let booklet = Booklet::new(&map, &kit, &printing);
    let pages: String = booklet.svgs().collect();
    for words in ["Union infantry 7 OH-a C-Mx-4", "Union infantry 7 OH-a 2-Mx-4", "Shaken", "Disrupted"] {
        assert!(pages.contains(&format!("<title>{words}")), "{words}");
    }
}
