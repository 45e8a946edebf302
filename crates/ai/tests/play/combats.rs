//! What commanders of Blue & Gray give up in combat phases that can be solved.

use std::path::Path;

use ai::{Budget, Chance, InformationSet, Level, RunOptions, combat_study};
use blue_gray::Library;
use tabletop::{BySide, Rules};

#[test]
fn commanders_give_up_little_in_combat_phases() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok());
    let library = library.unwrap_or_else(|faults| panic!("{faults}"));
    let battle = library.battle("chattanooga-1975", &serde_json::Map::new(), None).expect("it is there");
    let mut given_up = Vec::new();
    for seed in 1..=3 {
        let mut commanders = BySide::from_fn(|side| {
            ai::commander_with(Level::Recruit, ai::seed_of(seed, side), ai::BlueGrayWeights::default())
        });
        ai::contest(&battle, seed, Chance::new(seed).bytes(), RunOptions::default(), |battle, state| {
            let levels = [Level::General, Level::Veteran];
            if let Some(study) = combat_study(battle, state, &levels, seed, 400)
                && study.choices > 1
            {
                assert!(study.given_up.iter().all(|lost| *lost > -1e-6), "{study:?}: better than the best");
                given_up.push(study.given_up);
            }
            let side = battle.asked(state)?;
            let known = InformationSet::new(battle, state, side);
            Some(commanders[side].decide(known, Budget::Own)?.order)
        })
        .expect("the game is played to its end");
    }
    assert!(given_up.len() > 10, "{}", given_up.len());
    let mean = |level: usize| given_up.iter().map(|of| of[level]).sum::<f64>() / given_up.len() as f64;
    // The general solves phases as small as these.
    assert!(mean(0) <= 0.15 && mean(1) <= 0.5, "general {:.3}, veteran {:.3}", mean(0), mean(1));
}
