//! What is told of the battles before they are played: of every scenario, and of no other.

#[test]
fn every_scenario_is_told_of_once() {
    let library = systems::library().expect("the program's own data are sound");
    let mut told: Vec<&str> =
        library.battles().iter().flat_map(|battle| &battle.scenarios).map(|one| one.id.as_str()).collect();
    let mut known: Vec<&str> = library.scenarios().map(|scenario| scenario.id.as_str()).collect();
    told.sort_unstable();
    known.sort_unstable();
    assert_eq!(told, known);
}
