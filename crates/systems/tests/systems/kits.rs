//! What every scenario has for print.

use std::collections::BTreeMap;

use catalog::pack::{Pack, document, drafted};
use print::{Block, Booklet, Kit, Paper, Printing, Scale};
use render::{Face, MapOptions};
use serde_json::{Value, json};
use systems::KitAsked;

#[test]
fn every_scenario_has_a_booklet() {
    let library = systems::library().unwrap_or_else(|faults| panic!("{faults}"));
    for scenario in library.scenarios() {
        let asked = KitAsked {
            scenario: &scenario.id,
            pack: None,
            reference: library.reference(),
            read: &catalog::embedded::data,
        };
        let kit = systems::find_kit(&asked).unwrap_or_else(|faults| panic!("{faults}"));
        let (map, kit) = &kit.unwrap_or_else(|| panic!("{}: no kit", scenario.id));
        let printing = Printing {
            paper: Paper::A4,
            scale: Scale::percent(100),
            map: MapOptions { numbers: true, certainty: true, legend: true },
        };
        let booklet = Booklet::new(map, kit, &printing);
        let pdf = booklet.pdf().unwrap_or_else(|error| panic!("{}: {error}", scenario.id));
        assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"), "{}", scenario.id);
    }
}

/// The booklet of a scenario with these files over the program's own.
fn corrected(scenario: &str, documents: &BTreeMap<String, Value>) -> (hexmap::Map, Kit) {
    let (mut files, faults) = drafted(systems::registry(), None::<&Pack>, documents);
    assert!(faults.is_empty(), "{faults}");
    files.insert("pack.toml".to_owned(), "title = \"Corrected\"\n".to_owned());
    Pack::read(systems::registry(), files.clone()).unwrap_or_else(|faults| panic!("{faults}"));
    let read = |path: &str| files.get(path).cloned().or_else(|| catalog::embedded::data(path));
    let reference = catalog::Library::reference_of(systems::registry(), &read);
    let reference = reference.unwrap_or_else(|faults| panic!("{faults}"));
    let asked = KitAsked { scenario, pack: None, reference: &reference, read: &read };
    systems::find_kit(&asked).unwrap_or_else(|faults| panic!("{faults}")).expect("a kit")
}

/// The cells of the table whose title begins so, row by row.
fn cells(kit: &Kit, title: &str) -> Vec<String> {
    let table = kit.charts.iter().find_map(|block| match block {
        Block::Table(table) if table.title.starts_with(title) => Some(table),
        _ => None,
    });
    let rows = &table.unwrap_or_else(|| panic!("no table '{title}'")).rows;
    // Where a cell may be broken, and where not, says nothing of what it holds.
    let plain = |cell: &String| cell.replace('\u{200b}', "").replace(['\u{2011}', '\u{2013}'], "-");
    rows.iter().flatten().map(plain).collect()
}

#[test]
fn a_pack_corrects_map_counters_charts_chits_and_tracks() {
    let scenario = "kernstown-1-stone-wall";
    let file = |path: &str| {
        let path = format!("kernstown/{path}.toml");
        let text = catalog::embedded::data(&path).expect("it is part of the program");
        let document = document(&path, &text).unwrap_or_else(|faults| panic!("{faults}"));
        (path, document)
    };
    let mut documents: BTreeMap<String, Value> =
        ["map", "units-1862", "charts", "chits", "numbers", "scenario-1"].map(file).into();
    let mut change = |path: &str, place: &str, value: Value| {
        let document = documents.get_mut(&format!("kernstown/{path}.toml")).expect("a file");
        *document.pointer_mut(place).unwrap_or_else(|| panic!("{path} has no {place}")) = value;
    };
    change("map", "/wall/0/points_to", json!("1833"));
    change("units-1862", "/unit/0/fresh", json!("9-6"));
    change("units-1862", "/unit/0/worn", json!("6-5"));
    change("charts", "/combat/row/0/cells/0", json!("0/1/2"));
    change("charts", "/limits/panic-retreat/value", json!(5));
    change("charts", "/costs/woods/points/0", json!(3.5));
    change("charts", "/range/0/extreme", json!("3-7"));
    change("chits", "/command/1/rating", json!(6));
    change("chits", "/command/1/casualty", json!(5));
    change("chits", "/event/0/text", json!("Yells."));
    change("numbers", "/odds/odds-3-1/attackers", json!(5));
    change("scenario-1", "/times/0", json!("3:45"));
    change("scenario-1", "/victory/level/0/name", json!("Jackson's Day"));
    let tyler = documents["kernstown/chits.toml"]["command"][1]["id"].as_str().expect("an id").to_owned();
    let unit = documents["kernstown/units-1862.toml"]["unit"][0]["id"].as_str().expect("an id").to_owned();

    let (map, kit) = corrected(scenario, &documents);
    let wall = map.walls.first().expect("a wall");
    let points: Vec<&str> = wall.points_to.iter().map(|&hex| map.grid.number(hex)).collect();
    assert_eq!(points, ["1833"]);
    let counter = |id: &str| kit.counters.iter().find(|counter| counter.id == id);
    if let Some(own) = counter(&unit) {
        let (Face::Banded(front), Face::Banded(back)) = (&own.front, &own.back) else { panic!("two faces") };
        assert_eq!(
            (&*front.strength, &*front.cohesion, &*back.strength, &*back.cohesion),
            ("9", "6", "6", "5")
        );
    } else {
        panic!("{unit} is not in this scenario");
    }
    for (id, number) in [(format!("chit-{tyler}"), "6"), (format!("casualty-{tyler}"), "5")] {
        let Some(Face::Marker(face)) = counter(&id).map(|counter| &counter.front) else { panic!("no {id}") };
        assert_eq!(face.lines.last().map(String::as_str), Some(number), "{id}");
    }
    for (title, cell) in [
        ("Combat results", "0/1/2"),
        ("Movement points", "3½"),
        ("Weapon ranges", "3-7"),
        ("Event chits", "Yells."),
        ("Numbers in the text", "5"),
        ("Numbers in the text", "5:1"),
        ("Levels of victory", "Jackson's Day"),
    ] {
        let all = cells(&kit, title);
        assert!(all.iter().any(|one| one.starts_with(cell)), "{title}: {cell} in {all:?}");
    }
    let Some(Block::Track(turns)) = kit.charts.iter().find(|block| matches!(block, Block::Track(_))) else {
        panic!("no track");
    };
    assert_eq!(turns[0].number, "3:45");
}
