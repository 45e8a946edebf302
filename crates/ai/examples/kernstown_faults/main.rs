//! Plays games of a scenario of Kernstown and counts what nobody who knows the game would do:
//! `kernstown_faults [SCENARIO [UNION [CONFEDERATE [GAMES [SEED]]]]]`. By default generals play 20
//! games of scenario 1 from seed 1.

mod faults;

use std::path::Path;
use std::process::ExitCode;

use ai::{Budget, Chance, Commanded, InformationSet, Level, seed_of};
use blind_swords::{Battle, Library};
use faults::{Faults, Given};
use serde_json::Map;
use tabletop::{AuditedDice, BySide, RuleCheck, Rules, Side};

fn main() -> ExitCode {
    match counted(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn counted(arguments: &[String]) -> Result<(), String> {
    let argument = |at: usize, plain: &'static str| arguments.get(at).map_or(plain, String::as_str);
    let level = |word: &str| Level::from_word(word).ok_or(format!("no level is called '{word}'"));
    let number = |word: &str| word.parse::<u64>().map_err(|e| format!("'{word}': {e}"));
    let levels =
        BySide { union: level(argument(1, "general"))?, confederate: level(argument(2, "general"))? };
    let (games, first) = (number(argument(3, "20"))?, number(argument(4, "1"))?);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
        .map_err(|faults| faults.to_string())?;
    let battle = library.battle(argument(0, "kernstown-1-stone-wall"), &Map::new(), None)?;
    let mut faults = BySide::<Faults>::default();
    let (mut won, mut margin) = (BySide::<u32>::default(), 0.0);
    for seed in first..first + games {
        let score = play(&battle, seed, levels, &mut faults)?;
        margin += f64::from(score.margin(Side::Union)) / games as f64;
        if let Some(side) = score.winner {
            won[side] += 1;
        }
    }
    println!("{games} games, of which the Union won {} and the Confederates {}", won.union, won.confederate);
    println!("mean margin of the Union: {margin:.1}");
    for side in Side::BOTH {
        println!("{side}, {}:\n{}", levels[side], faults[side]);
    }
    Ok(())
}

fn play(
    battle: &Battle,
    seed: u64,
    levels: BySide<Level>,
    faults: &mut BySide<Faults>,
) -> Result<tabletop::Score, String> {
    let mut commanders = BySide::from_fn(|side| battle.commander(levels[side], seed_of(seed, side)));
    let mut dice = AuditedDice::new(Chance::new(seed).bytes(), []);
    let mut state = battle.start();
    while let Some(side) = battle.asked(&state) {
        let known = InformationSet::new(battle, &state, side);
        let decision = commanders[side].decide(known, Budget::Own).ok_or("nobody knows what to do")?;
        let before = state.clone();
        let events = battle
            .execute(&mut state, side, &decision.order, &mut dice, &mut RuleCheck::quiet())
            .map_err(|refusal| format!("seed {seed}: {refusal}"))?;
        let given = Given {
            before: &before,
            after: &state,
            order: &decision.order,
            reason: &decision.reason,
            events: &events,
        };
        for own in Side::BOTH {
            faults[own].see(battle, own, &given);
        }
    }
    for side in Side::BOTH {
        faults[side].end(battle, side, &state);
    }
    Ok(battle.score(&state))
}
