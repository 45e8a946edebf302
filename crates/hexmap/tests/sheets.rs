//! The shipped maps are sound.

fn read(battle: &str) -> hexmap::Map {
    let file = format!("{}/../../data/blue-gray/{battle}/map.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("the map file is there");
    hexmap::read_map(&file, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn chickamauga_is_a_sound_sheet() {
    let map = read("chickamauga");
    assert_eq!(map.grid.len(), 688);
    let hex = |n: &str| map.grid.parse(n).unwrap();
    assert!(map.side_between(hex("1922"), hex("2022")).unwrap().creek);
    assert_eq!(map.grid.distance(hex("0101"), hex("2528")), 39);
}

#[test]
fn chattanooga_is_a_sound_sheet() {
    let map = read("chattanooga");
    assert_eq!(map.grid.len(), 688);
}
