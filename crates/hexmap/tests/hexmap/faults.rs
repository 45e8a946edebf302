//! Every fault of a map file is reported with its line, and none hides another.

use hexmap::{Crossing, Faults, brief, read_map, sketch_map};

/// A sound little map of four columns and four rows. Its lines are counted from 1.
const SOUND: &str = r#"title = "Test"
about = "A test."
hex_metres = 400

[grid]
layout = "flat-even-lower"
numbering = "column-row"
columns = 4
rows = 4
first_column = 1
first_row = 1

[ground]
legend = { "." = "clear" }
rows = """
.frh
t~=.
....
.-.-
"""

[certainty]
legend = { p = "printed" }
rows = """
pppp
rrso
hh..
p-p-
"""

[[road]]
hexes = "0101 0201 0301"

[[trail]]
hexes = """
0101 0102
0103 0104"""

[[creek]]
name = "Creek"
sides = "0101/0102 0102/0201"

[[bridge]]
name = "Bridge"
side = "0101/0102"

[[ford]]
side = "0201/0102"

[[works]]
sides = "0103/0104"

[[ferry]]
name = "Ferry"
hex = "0302"
banks = "0401 0303"

[[river]]
name = "River"
hexes = "0202 0302"

[[place]]
name = "House"
hex = "0303"
kind = "house"

[[edge]]
hex = "0101"
way = "road"
side = "west"

[[doubt]]
hexes = "0101 0102"
kept = "this"
what = "that"
"#;

/// The line of [`SOUND`] that contains these words.
fn line_with(text: &str, words: &str) -> usize {
    let mut found = text.lines().enumerate().filter(|(_, line)| line.contains(words));
    let (at, _) = found.next().unwrap_or_else(|| panic!("{words} is in the sheet"));
    assert!(found.next().is_none(), "{words} stands there once");
    at + 1
}

fn faults_of(text: &str) -> Faults {
    match read_map("test.toml", text) {
        Ok(_) => panic!("a fault was expected in\n{text}"),
        Err(faults) => faults,
    }
}

/// Checks that [`SOUND`] with `old` replaced by `new` has exactly one fault, on that line and with
/// these words.
#[track_caller]
fn check(old: &str, new: &str, line: usize, says: &str) {
    assert_eq!(SOUND.matches(old).count(), 1, "{old:?} stands there once");
    let faults = faults_of(&SOUND.replace(old, new));
    let [fault] = &faults.0[..] else { panic!("one fault was expected:\n{faults}") };
    assert_eq!((fault.file.as_str(), fault.line), ("test.toml", line), "{fault}");
    assert!(fault.what.contains(says), "{fault}");
}

#[test]
fn the_sheet_is_sound_as_it_stands() {
    let map = read_map("test.toml", SOUND).unwrap_or_else(|faults| panic!("{faults}"));
    let hex = |number: &str| map.grid.parse(number).unwrap();
    assert_eq!(map.side_between(hex("0102"), hex("0101")).unwrap().crossing, Crossing::Bridge);
    assert!(map.side_between(hex("0103"), hex("0104")).unwrap().works);
    assert!(!map.side_between(hex("0104"), hex("0103")).unwrap().works);
    assert!(map.side_between(hex("0102"), hex("0103")).unwrap().trail);
    assert!(map.has_road(hex("0101")) && !map.has_road(hex("0104")));
}

#[test]
fn letters_are_read_at_their_place() {
    let ground = line_with(SOUND, ".frh");
    check(".frh", ".fxh", ground, "'x' in 0301 is not a terrain letter");
    check("t~=.", "t~=", ground + 1, "row 2 has 3 letters; the grid has 4 columns");
    check("t~=.", "t~=..", ground + 1, "row 2 has 5 letters");
    check(
        ".-.-\n\"\"\"\n\n[certainty]",
        ".-..\n\"\"\"\n\n[certainty]",
        ground + 3,
        "'.' in column 4 where the sheet has no hex",
    );
    check(".frh", "-frh", ground, "'-' in 0101 is not a terrain letter");
    first_fault(".frh\n", "", ground, "3 rows of letters; the grid has 4");
    let certainty = line_with(SOUND, "pppp");
    check("rrso", "rrzo", certainty + 1, "'z' in 0302 is not a certainty letter");
    check("hh..", "hh.", certainty + 2, "row 3 has 3 letters");
}

/// Checks the first fault only: losing a row shifts those below it, which is one mistake to the
/// reader but several to the loader.
#[track_caller]
fn first_fault(old: &str, new: &str, line: usize, says: &str) {
    let faults = faults_of(&SOUND.replacen(old, new, 1));
    assert_eq!(faults.0[0].line, line, "{faults}");
    assert!(faults.0[0].what.contains(says), "{faults}");
}

#[test]
fn rows_may_begin_on_the_line_of_their_quotes() {
    let rows = "rows = \"\"\"\n.frh";
    first_fault(rows, "rows = \"\"\".fxh", line_with(SOUND, ".frh") - 1, "'x' in 0301");
}

#[test]
fn chains_are_checked_link_by_link() {
    check("0101 0201 0301", "0101 0301", line_with(SOUND, "0101 0201 0301"), "0101 and 0301 do not touch");
    // On the second line of its string.
    check(
        "0103 0104\"\"\"",
        "0103 0105\"\"\"",
        line_with(SOUND, "0103 0104\"\"\""),
        "'0105' is not a hex of this sheet",
    );
    check("0101 0102\n", "0101 01O2\n", line_with(SOUND, "0103 0104\"\"\"") - 1, "'01O2' is not a hex");
    check(
        "hexes = \"0202 0302\"",
        "hexes = \"0202 0204\"",
        line_with(SOUND, "0202 0302"),
        "'0204' is not a hex",
    );
}

#[test]
fn strings_may_be_written_with_either_quotes() {
    let text = SOUND.replace("\"0101 0201 0301\"", "'0101 0201 0301'");
    assert!(read_map("test.toml", &text).is_ok());
    check(
        "\"0101 0201 0301\"",
        "'0101 0301'",
        line_with(SOUND, "0101 0201 0301"),
        "0101 and 0301 do not touch",
    );
}

#[test]
fn hexsides_are_two_hexes_that_touch() {
    let line = line_with(SOUND, "0101/0102 0102/0201");
    check("0101/0102 0102/0201", "0101/0102 0102/0201 0102/0301", line, "0102 and 0301 do not touch");
    check("0101/0102 0102/0201", "0101/0102 0102/0201 0102", line, "'0102' is not a hexside");
    check("0101/0102 0102/0201", "0101/0102 0102/0201 0102/0909", line, "'0909' is not a hex");
    check("0103/0104", "0103/0104/0102", line_with(SOUND, "0103/0104"), "is not a hex");
}

#[test]
fn only_a_creek_can_be_crossed() {
    check(
        "side = \"0201/0102\"",
        "side = \"0201/0202\"",
        line_with(SOUND, "0201/0102"),
        "no creek runs along 0201/0202",
    );
    check(
        "side = \"0101/0102\"",
        "side = \"0103/0104\"",
        line_with(SOUND, "side = \"0101/0102\""),
        "no creek runs along",
    );
}

#[test]
fn a_ferry_joins_two_banks_of_a_ferry_hex() {
    let hex = line_with(SOUND, "hex = \"0302\"");
    let banks = line_with(SOUND, "banks =");
    check("0401 0303", "0401", banks, "a ferry has two banks");
    check("0401 0303", "0401 0103", banks, "0302 and 0103 do not touch");
    check("banks = \"0401 0303\"", "banks = \"0401 0909\"", banks, "'0909' is not a hex");
    check("t~=.", "t~~.", hex, "the ground of 0302 is not a ferry");
}

#[test]
fn places_edges_and_doubts_lie_on_the_sheet() {
    check("hex = \"0303\"", "hex = \"0505\"", line_with(SOUND, "hex = \"0303\""), "'0505' is not a hex");
    check("way = \"road\"", "way = \"railway\"", line_with(SOUND, "way ="), "'railway'");
    check("side = \"west\"", "side = \"left\"", line_with(SOUND, "side = \"west\""), "'left'");
    check(
        "hexes = \"0101 0102\"",
        "hexes = \"0101 7777\"",
        line_with(SOUND, "hexes = \"0101 0102\""),
        "'7777' is not a hex",
    );
}

#[test]
fn what_does_not_parse_is_named_where_it_stands() {
    check(
        "kind = \"house\"",
        "kind = \"house\"\ncolour = \"red\"",
        line_with(SOUND, "kind =") + 1,
        "unknown field `colour`",
    );
    check(
        "hex_metres = 400",
        "hex_metres = 400\nscale = 2",
        line_with(SOUND, "hex_metres") + 1,
        "unknown field `scale`",
    );
    check("title = \"Test\"", "title = \"Test", 1, "");
    check("rows = 4", "rows = = 4", line_with(SOUND, "rows = 4"), "");
    check("hex_metres = 400", "hex_metres = \"far\"", line_with(SOUND, "hex_metres"), "invalid type");
    check("columns = 4", "columns = 400", line_with(SOUND, "columns = 4"), "invalid value");
    check("flat-even-lower", "square", line_with(SOUND, "flat-even-lower"), "unknown variant `square`");
    check("kind = \"house\"\n", "", line_with(SOUND, "[[place]]"), "missing field `kind`");
}

#[test]
fn a_sheet_has_hexes_and_not_too_many() {
    let line = line_with(SOUND, "columns = 4");
    check("columns = 4", "columns = 0", line, "a grid of 0 by 4 hexes");
    check("columns = 4\nrows = 4", "columns = 65\nrows = 64", line, "a grid of 65 by 64 hexes");
}

#[test]
fn faults_do_not_hide_each_other() {
    let text = SOUND
        .replace(".frh", ".fxh")
        .replace("rrso", "rrzo")
        .replace("0101 0201 0301", "0101 0301 0909")
        .replace("side = \"0201/0102\"", "side = \"0301/0401\"")
        .replace("side = \"west\"", "side = \"left\"");
    let faults = faults_of(&text);
    let lines: Vec<usize> = faults.0.iter().map(|fault| fault.line).collect();
    let expected = [".frh", "rrso", "0101 0201 0301", "0101 0201 0301", "0201/0102", "side = \"west\""];
    assert_eq!(lines, expected.map(|words| line_with(SOUND, words)), "{faults}");
    // One line per fault, as editors expect.
    let shown = faults.to_string();
    assert_eq!(shown.lines().count(), 6);
    assert!(shown.lines().all(|line| line.starts_with("test.toml:")));
}

#[test]
fn damage_never_panics() {
    // Cut at every byte, and with every byte replaced.
    for at in 0..SOUND.len() {
        let _ = read_map("test.toml", &SOUND[..at]);
        for other in ["\"", "~", "9", "é", "\n", "/"] {
            let _ = read_map("test.toml", &format!("{}{other}{}", &SOUND[..at], &SOUND[at + 1..]));
        }
    }
}

/// The place and the hex of the only fault that this change makes.
#[track_caller]
fn place(old: &str, new: &str) -> (Option<String>, Option<String>) {
    assert_eq!(SOUND.matches(old).count(), 1, "{old:?} stands there once");
    let faults = faults_of(&SOUND.replace(old, new));
    let [fault] = &faults.0[..] else { panic!("one fault was expected:\n{faults}") };
    (fault.place.clone(), fault.hex.clone())
}

#[test]
fn a_fault_tells_its_place_in_the_document_and_its_hex() {
    let told = |place: &str, hex: Option<&str>| (Some(place.to_owned()), hex.map(str::to_owned));
    assert_eq!(place(".frh", ".fxh"), told("ground.rows", Some("0301")));
    assert_eq!(place("t~=.", "t~="), told("ground.rows", None));
    assert_eq!(place("columns = 4", "columns = 0"), told("grid.columns", None));
    assert_eq!(place("columns = 4", "columns = \"four\""), told("grid.columns", None));
    assert_eq!(place("columns = 4", "colums = 4"), told("grid.colums", None));
    // A file that does not parse has lines, but no places beyond what was read.
    let faults = faults_of("title = \"t\"\n[grid\n");
    assert_eq!((faults.0.len(), faults.0[0].line), (1, 2), "{faults}");
}

#[test]
fn a_map_with_faults_is_drawn_as_far_as_it_goes() {
    let (map, faults) = sketch_map("test.toml", SOUND);
    assert!(faults.is_empty(), "{faults}");
    let sound = map.unwrap();
    let (map, faults) = sketch_map("test.toml", &SOUND.replace(".frh", ".fxh"));
    assert_eq!(faults.0.len(), 1, "{faults}");
    let map = map.unwrap();
    let changed: Vec<&str> = map
        .grid
        .hexes()
        .filter(|hex| map.ground(*hex) != sound.ground(*hex))
        .map(|hex| map.grid.number(hex))
        .collect();
    assert_eq!(changed, ["0301"]);
    assert!(sketch_map("test.toml", "title = 7").0.is_none());
}

#[test]
fn more_than_any_sheet_has_is_refused() {
    let place = "[[place]]\nname = \"P\"\nhex = \"0101\"\nkind = \"farm\"\n";
    let (map, faults) = sketch_map("test.toml", &(SOUND.to_owned() + &place.repeat(301)));
    assert!(map.is_none() && faults.0[0].what.contains("at most 300"), "{faults}");
    let there = SOUND.matches("[[place]]").count();
    // As many as are allowed, not one more; there may be other faults (the places share a hex).
    let many = |faults: &hexmap::Faults| faults.0.iter().any(|fault| fault.what.contains("are possible"));
    assert!(!many(&sketch_map("test.toml", &(SOUND.to_owned() + &place.repeat(300 - there))).1));
    let creek = "[[creek]]\nname = \"C\"\nsides = \"0101/0102\"\n";
    let faults = faults_of(&(SOUND.to_owned() + &creek.repeat(51)));
    assert!(faults.0[0].what.contains("streams with a name; at most 50"), "{faults}");
    let faults = faults_of(&(SOUND.to_owned() + &place.replace('P', &"P".repeat(81))));
    assert_eq!(faults.0[0].place.as_deref(), Some("place"), "{faults}");
    let road = "[[road]]\nhexes = \"0101 9999\"\n";
    let faults = faults_of(&(SOUND.to_owned() + &road.repeat(900)));
    assert_eq!(faults.0.len(), 500);
    let faults = faults_of(&(SOUND.to_owned() + &road.repeat(1001)));
    assert!(faults.0[0].what.contains("road: 100"), "{faults}");
}

/// A fault may quote the file, and the quoted text may be of any length.
#[test]
fn a_fault_is_no_longer_than_anybody_reads() {
    for length in [0, 899, 900] {
        let text = "ü".repeat(length);
        assert_eq!(brief(text.clone()), text);
    }
    let text = format!("{}{}", "a".repeat(600), "b".repeat(301));
    assert_eq!(brief(text), format!("{} … {}", "a".repeat(600), "b".repeat(300)));

    let file = SOUND.replace("hex_metres = 400", &format!("{} = 400", "x".repeat(100_000)));
    let faults = read_map("map.toml", &file).expect_err("there is no such field");
    assert_eq!(faults.0[0].line, 3);
    assert!(faults.0[0].what.starts_with("unknown field `xxx"), "{faults:.100}");
    assert!(faults.0.iter().all(|fault| fault.what.chars().count() < 1_000));
}

#[test]
fn a_number_of_a_hex_has_two_digits_for_its_column_and_two_for_its_row() {
    // Four of each.
    for (field, line) in [("first_column", 10), ("first_row", 11)] {
        for (first, sound) in [(96, true), (97, false), (255, false)] {
            let file = SOUND.replace(&format!("{field} = 1"), &format!("{field} = {first}"));
            let faults = sketch_map("map.toml", &file).1;
            let said = |fault: &hexmap::Fault| fault.what.contains("at most 99") && fault.line == line;
            assert_eq!(faults.0.iter().any(said), !sound, "{field} {first}: {faults:.300}");
        }
    }
}

#[test]
fn faults_of_several_files_are_gathered_each_once() {
    let mut faults = hexmap::Faults::default();
    faults.push("a.toml", 3, "it is crooked");
    faults.push("a.toml", 3, "it is crooked");
    let mut others = hexmap::Faults::default();
    others.push("b.toml", 1, "it is empty");
    others.push("a.toml", 3, "it is crooked");
    faults.extend(others);
    let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["a.toml:3: it is crooked", "b.toml:1: it is empty"]);
    assert!(faults.into_result(()).is_err());
}
