//! What lessons say of games: `cargo run --release --locked -p ai --example lessons -- SCENARIO LEVEL GAMES`.
//! Both sides are commanded by that level. Prints each turn's lesson with the time it took.

use std::path::Path;
use std::time::Instant;

use ai::{Budget, By, Commanded, InformationSet, Level, Opponents};
use serde_json::Map;
use tabletop::{Game, GameSystem, Opening, Side};

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let scenario = words.next().unwrap_or_else(|| "chickamauga-1975".to_owned());
    let level = words.next().and_then(|word| Level::from_word(&word)).unwrap_or(Level::Recruit);
    let games: u8 = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| std::fs::read_to_string(data.join(file)).ok();
    let lines = blue_gray::Library::load(&read).map_err(|faults| faults.to_string())?;
    let swords = blind_swords::Library::load(&read).map_err(|faults| faults.to_string())?;
    for seed in 1..=games {
        let options = Map::new();
        let opening = Opening::new([seed; 32]);
        if let Ok(battle) = lines.battle(&scenario, &options, None) {
            let begun =
                lines.begin(&scenario, &options, None, &[], [seed; 32]).map_err(|e| format!("{e:?}"))?;
            play(Game::new(battle, begun.header().clone(), opening), level, &By::<blue_gray::Battle>::NEW)?;
        } else {
            let battle = swords.battle(&scenario, &options, None).map_err(|e| format!("{e:?}"))?;
            let begun =
                swords.begin(&scenario, &options, None, &[], [seed; 32]).map_err(|e| format!("{e:?}"))?;
            play(
                Game::new(battle, begun.header().clone(), opening),
                level,
                &By::<blind_swords::Battle>::NEW,
            )?;
        }
    }
    Ok(())
}

fn play<R: Commanded>(mut game: Game<R>, level: Level, opponents: &dyn Opponents) -> Result<(), String> {
    let mut commanders = Side::BOTH.map(|side| game.rules().commander(level, side as u64));
    let mut turn = 1;
    loop {
        let now = game.rules().standing(game.state());
        let over = game.rules().asked(game.state()).is_none();
        if now.turn != turn || over {
            for side in Side::BOTH {
                let begun = Instant::now();
                let taken = opponents.taken_turn(&game, Some(side), Some(turn)).flatten();
                let Some(lesson) = taken.and_then(|taken| taken.lesson()) else { continue };
                println!(
                    "turn {turn}, {side}, {} orders, {:.2} s: {}",
                    lesson.orders,
                    begun.elapsed().as_secs_f64(),
                    lesson.text
                );
            }
            turn = now.turn;
        }
        let Some(side) = game.rules().asked(game.state()) else { return Ok(()) };
        let known = InformationSet::new(game.rules(), game.state(), side);
        let decision = commanders[side as usize].decide(known, Budget::Own).ok_or("no order")?;
        game.order(side, decision.order, None).map_err(|failure| format!("{failure:?}"))?;
    }
}
