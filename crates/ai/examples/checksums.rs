//! Plays random games of every scenario and prints a checksum of each game's record. A change that
//! should not change any rule prints the same lines before and after. `checksums [GAMES]` plays
//! this many games of each scenario, 200 by default.
//!
//! The header and the hashes that chain the lines are left out, since they change whenever a data
//! file does.

use std::path::Path;
use std::process::ExitCode;

use ai::{RandomBlindSwords, RandomCommander};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tabletop::{Game, GameSystem, Protocol, hex_string};

fn main() -> ExitCode {
    let games = match std::env::args().nth(1).map(|games| games.parse()) {
        None => 200,
        Some(Ok(games)) => games,
        Some(Err(_)) => {
            eprintln!("a number of games was expected");
            return ExitCode::from(2);
        }
    };
    match played(games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn played(games: u64) -> Result<(), String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| std::fs::read_to_string(data.join(file)).ok();
    let library = blue_gray::Library::load(&read).map_err(|faults| faults.to_string())?;
    for scenario in library.scenarios() {
        for seed in 0..games {
            let battle = library.battle(&scenario.id, &Map::new(), None)?;
            let mut commander = RandomCommander::new(seed);
            let checksum = checksum(&library, battle, &scenario.id, seed, |b, s| commander.order(b, s))?;
            println!("{} {seed} {checksum}", scenario.id);
        }
    }
    let library = blind_swords::Library::load(&read).map_err(|faults| faults.to_string())?;
    for scenario in library.scenarios() {
        for seed in 0..games {
            let battle = library.battle(&scenario.id, &Map::new(), None)?;
            let mut commander = RandomBlindSwords::new(seed);
            let checksum = checksum(&library, battle, &scenario.id, seed, |b, s| commander.order(b, s))?;
            println!("{} {seed} {checksum}", scenario.id);
        }
    }
    Ok(())
}

/// Plays a game to its end and returns the checksum of its record.
fn checksum<R: Protocol>(
    library: &dyn GameSystem,
    rules: R,
    scenario: &str,
    seed: u64,
    mut order: impl FnMut(&R, &R::State) -> Option<R::Order>,
) -> Result<String, String> {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    let begun = library.begin(scenario, &Map::new(), None, &[], secret).map_err(|e| e.to_string())?;
    let mut game = Game::new(rules, begun.header().clone(), tabletop::Opening::new(secret));
    while let Some(side) = game.asked() {
        let given = order(game.rules(), game.state()).ok_or("nobody knows what to do")?;
        game.order(side, given, None).map_err(|e| format!("{scenario}, seed {seed}: {e}"))?;
    }
    let mut sum = Sha256::new();
    for mut line in game.lines(0) {
        if let Value::Object(fields) = &mut line {
            fields.remove("prev");
            fields.remove("salt");
        }
        sum.update(line.to_string());
        sum.update("\n");
    }
    let sum: [u8; 32] = sum.finalize().into();
    Ok(hex_string(&sum))
}
