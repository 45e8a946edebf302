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

#[test]
fn advice_is_on_options_that_the_battle_has() {
    let library = systems::library().expect("the program's own data are sound");
    for battle in library.battles() {
        for advice in &battle.advice {
            for facts in &battle.scenarios {
                let scenario = library.scenario(&facts.id).expect("it is there");
                let known = scenario.options.iter().any(|option| option.id == advice.option);
                assert!(known, "{} has no option {}", facts.id, advice.option);
            }
            assert!(!advice.text.is_empty() && !advice.source.is_empty());
        }
    }
    let advised = |title: &str| {
        let battle = library.battles().iter().find(|battle| battle.title == title).expect("it is told of");
        battle
            .advice
            .iter()
            .find(|advice| advice.option == "attack-effectiveness")
            .expect("advice")
            .text
            .clone()
    };
    assert!(advised("Chickamauga").starts_with("Turn it on"));
    assert!(advised("Chattanooga").starts_with("Leave it off"));
}
