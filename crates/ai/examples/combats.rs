//! What the general and the veteran give up in combat phases, against the exact solution:
//!
//!     cargo run --release --locked -p ai --example combats -- [PHASES] [POSITIONS] [SCENARIO…]
//!
//! Phases are taken from games between veterans, at the first declaration, where there is something
//! to choose and at most so many positions have to be looked at. Each scenario has a thread.

use std::path::Path;

use ai::{Budget, Chance, CombatStudy, InformationSet, Level, RunOptions, combat_study};
use blue_gray::{Battle, Library, Phase};
use tabletop::{BySide, Rules};

const LEVELS: [Level; 2] = [Level::General, Level::Veteran];

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |or: usize| arguments.next().map_or(Ok(or), |text| text.parse().map_err(|_| text));
    let (phases, most) = (number(300)?, number(2000)?);
    let mut scenarios: Vec<String> = arguments.collect();
    if scenarios.is_empty() {
        scenarios = ["chickamauga-1975", "chattanooga-1975", "training"].map(str::to_owned).to_vec();
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
        .map_err(|faults| faults.to_string())?;
    let share = phases.div_ceil(scenarios.len());
    let mut battles = Vec::new();
    for scenario in &scenarios {
        battles.push(library.battle(scenario, &serde_json::Map::new(), None)?);
    }
    let studied: Vec<Result<_, String>> = std::thread::scope(|scope| {
        let studies: Vec<_> =
            battles.iter().map(|battle| scope.spawn(|| studies(battle, share, most))).collect();
        studies
            .into_iter()
            .map(|studies| studies.join().unwrap_or_else(|_| Err("a game ended in a panic".to_owned())))
            .collect()
    });
    let (mut all, mut unsolved) = (Vec::new(), 0);
    for studied in studied {
        let (studies, others) = studied?;
        all.extend(studies);
        unsolved += others;
    }
    tell(&all, unsolved, most);
    Ok(())
}

/// So many phases of games of this battle, and how many others there were that are too large.
fn studies(battle: &Battle, share: usize, most: usize) -> Result<(Vec<CombatStudy>, usize), String> {
    let (mut all, mut unsolved) = (Vec::new(), 0);
    for seed in 1.. {
        if all.len() >= share {
            break;
        }
        let mut commanders = BySide::from_fn(|side| {
            ai::commander_with(Level::Veteran, ai::seed_of(seed, side), ai::BlueGrayWeights::default())
        });
        let mut seen = None;
        ai::contest(battle, seed, Chance::new(seed).bytes(), RunOptions::default(), |battle, state| {
            let now = (state.turn, state.phasing);
            let first = state.phase == Phase::Combat && state.question().is_none() && seen != Some(now);
            if first {
                seen = Some(now);
            }
            if first && all.len() < share && !battle.all_owing(state).is_empty() {
                match combat_study(battle, state, &LEVELS, seed, most as u32) {
                    Some(study) if study.choices > 1 => all.push(study),
                    Some(_) => {}
                    None => unsolved += 1,
                }
            }
            let side = battle.asked(state)?;
            let known = InformationSet::new(battle, state, side);
            Some(commanders[side].decide(known, Budget::Own)?.order)
        })?;
    }
    Ok((all, unsolved))
}

/// Prints the distribution of what was given up.
fn tell(all: &[CombatStudy], unsolved: usize, most: usize) {
    println!("{} phases; {unsolved} others have more than {most} positions, or too many units", all.len());
    let positions: f64 = all.iter().map(|study| f64::from(study.positions)).sum();
    println!("{:.0} positions a phase on average", positions / all.len().max(1) as f64);
    for (i, level) in LEVELS.iter().enumerate() {
        let mut lost: Vec<f64> = all.iter().map(|study| study.given_up[i].max(0.0)).collect();
        lost.sort_by(f64::total_cmp);
        let mean = lost.iter().sum::<f64>() / lost.len().max(1) as f64;
        let exact = lost.iter().filter(|lost| **lost < 1e-6).count();
        let at = |share: f64| lost.get(((lost.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0);
        println!(
            "{level}: gives up {mean:.3} points on average; nothing in {exact}; \
             quartiles {:.3}, {:.3}, {:.3}; 90 % {:.3}, 99 % {:.3}, most {:.3}",
            at(0.25),
            at(0.5),
            at(0.75),
            at(0.9),
            at(0.99),
            at(1.0)
        );
    }
}
