//! Maps with relief: levels, slopes, walls, lanes and turnpikes, streams.

use hexmap::{Map, Slope, read_map};

const SOUND: &str = r#"
title = "Test"
about = "A test."
hex_metres = 128

[grid]
layout = "pointy-odd-west"
numbering = "row-column-from-east"
columns = 4
rows = 3
first_column = 0
first_row = 10

[ground]
legend = { "." = "clear", o = "orchard", a = "Angled", b = "Angled & light woods", f = "light woods" }
rows = """
.oab
-ff.
...."""

[levels]
legend = { 1 = "1", C = "12" }
rows = """
1123
-9AC
1111"""

[[turnpike]]
name = "Pike"
hexes = "1000 1100"

[[road]]
hexes = "1200 1201"

[[lane]]
hexes = "1001 1101"

[[stream]]
name = "Run"
hexes = "1003 1002 1102"

[[slope]]
sides = "1002/1001 1001/1000"

[[steep]]
sides = "1101/1100"

[[wall]]
name = "Fence"
hexes = "1002 1001"
points_to = "1000"
"#;

fn sound() -> Map {
    read_map("test.toml", SOUND).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Checks the map with `old` replaced by `new`: it has only this fault, `below` lines below the
/// line of `old`.
fn check(old: &str, new: &str, below: usize, says: &str) {
    let at = SOUND.find(old).unwrap_or_else(|| panic!("the sheet has no {old}"));
    let line = SOUND[..at].matches('\n').count() + 1 + below;
    match read_map("test.toml", &SOUND.replacen(old, new, 1)) {
        Ok(_) => panic!("{new} was accepted"),
        Err(faults) => {
            assert_eq!(faults.0.len(), 1, "{faults}");
            assert_eq!(faults.0[0].line, line, "{faults}");
            assert!(faults.0[0].what.contains(says), "{faults}");
        }
    }
}

#[test]
fn levels_and_ground_are_read_from_west_to_east() {
    let map = sound();
    let ground = |number: &str| map.ground(map.grid.parse(number).unwrap_or_else(|| panic!("{number}")));
    let level = |number: &str| ground(number).level;
    assert_eq!(
        [level("1003"), level("1000"), level("1102"), level("1101"), level("1100")],
        [1, 3, 9, 10, 12]
    );
    assert!(ground("1002").orchard && !ground("1003").orchard);
    assert!(ground("1001").angled && !ground("1001").woods);
    assert!(ground("1000").angled && ground("1000").woods);
    assert!(ground("1102").woods && !ground("1102").angled);
}

#[test]
fn slopes_are_seen_from_both_sides() {
    let map = sound();
    let slope = |from: &str, to: &str| {
        let hex = |number: &str| map.grid.parse(number).unwrap_or_else(|| panic!("{number}"));
        map.side_between(hex(from), hex(to)).map(|s| s.slope)
    };
    assert_eq!(slope("1002", "1001"), Some(Slope::Up));
    assert_eq!(slope("1001", "1002"), Some(Slope::Down));
    assert_eq!(slope("1101", "1100"), Some(Slope::SteepUp));
    assert_eq!(slope("1100", "1101"), Some(Slope::SteepDown));
    // A difference of levels that is not listed is gentle.
    assert_eq!(slope("1003", "1002"), Some(Slope::None));
    assert_eq!(slope("1102", "1101"), Some(Slope::None));
}

#[test]
fn roads_of_all_kinds_walls_and_streams() {
    let map = sound();
    let hex = |number: &str| map.grid.parse(number).unwrap_or_else(|| panic!("{number}"));
    let side = |from: &str, to: &str| map.side_between(hex(from), hex(to)).unwrap_or_default();
    assert!(side("1000", "1100").turnpike && side("1000", "1100").road && !side("1000", "1100").lane);
    assert!(side("1201", "1200").road && !side("1201", "1200").turnpike);
    assert!(side("1101", "1001").lane && !side("1101", "1001").road);
    assert_eq!(side("1003", "1002"), hexmap::Hexside::default(), "a stream is only drawn");
    assert_eq!(map.streams[0].hexes, [hex("1003"), hex("1002"), hex("1102")]);
    assert!(map.ground(hex("1002")).wall && map.ground(hex("1001")).wall && !map.ground(hex("1000")).wall);
    assert_eq!((map.walls[0].hexes.len(), map.walls[0].points_to.as_slice()), (2, &[hex("1000")][..]));
    assert_eq!((map.walls[0].beside, map.walls[0].both_sides), (None, false));
    let text =
        SOUND.replace("points_to = \"1000\"", "points_to = \"1000\"\nbeside = \"1102\"\nboth_sides = true");
    let map = read_map("test.toml", &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((map.walls[0].beside, map.walls[0].both_sides), (Some(hex("1102")), true));
}

#[test]
fn what_is_wrong_is_named_where_it_stands() {
    check("-9AC", "-9A0", 0, "'0' in 1100 is not a level");
    check("1002/1001 1001/1000", "1001/1002 1001/1000", 0, "1002 has level 1 and 1001 level 2");
    check("1101/1100", "1101/1201", 0, "here the second hex is to be 2 higher");
    check("1001/1000", "1003/1000", 0, "do not touch");
    check("1003 1002 1102", "1003 1002 1103", 0, "'1103' is not a hex of this sheet");
    check("points_to = \"1000\"", "points_to = \"1200\"", 0, "1200 touches no hex of this wall");
    let far = "points_to = \"1000\"\nbeside = \"1200\"";
    check("points_to = \"1000\"", far, 1, "1200 touches no hex of this wall");
    check("hexes = \"1002 1001\"", "hexes = \"1009 1001\"", 0, "'1009' is not a hex");
    check("name = \"Fence\"", "name = \"Fence\"\nheight = 2", 1, "unknown field `height`");
}
