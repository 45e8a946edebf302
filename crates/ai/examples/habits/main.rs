//! The habits of commanders of Blue & Gray, counted over games: whether the Train comes home, what
//! advances cost, who moves back and forth, which places are left open, at what odds they attack.
//!
//! `habits SCENARIO UNION CONFEDERATE [GAMES] [SEED] [TRIALS]`: two levels or exploiters; 20 games from seed 1
//! unless numbers are given; the trials are those of a general's or a veteran's player-turn.

mod observer;

use std::path::Path;
use std::process::ExitCode;

use ai::{Budget, Chance, Commanded, Commander, Exploiter, InformationSet, Level, seed_of};
use blue_gray::Battle;
use observer::{Counted, Watch};
use serde_json::Map;
use tabletop::{AuditedDice, BySide, RuleCheck, Rules, Side};

const USAGE: &str = "habits SCENARIO UNION CONFEDERATE [GAMES] [SEED] [TRIALS]";

fn main() -> ExitCode {
    match counted(&std::env::args().skip(1).collect::<Vec<String>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::from(2)
        }
    }
}

/// Who plays a side.
#[derive(Clone, Copy)]
enum Player {
    Level(Level),
    Exploiter(Exploiter),
}

impl Player {
    fn from_word(word: &str) -> Option<Player> {
        let level = Level::from_word(word).map(Player::Level);
        level.or_else(|| Exploiter::from_word(word).map(Player::Exploiter))
    }

    fn commander(self, battle: &Battle, seed: u64) -> Box<dyn Commander<Battle>> {
        match self {
            Player::Level(level) => battle.commander(level, seed),
            Player::Exploiter(idea) => {
                battle.exploiter(idea, seed).unwrap_or_else(|| battle.commander(Level::Veteran, seed))
            }
        }
    }
}

fn counted(args: &[String]) -> Result<(), String> {
    let [scenario, union, confederate, numbers @ ..] = args else { return Err(USAGE.to_owned()) };
    let player = |word: &str| Player::from_word(word).ok_or(USAGE);
    let players = BySide { union: player(union)?, confederate: player(confederate)? };
    let number = |at: usize, usual: u64| match numbers.get(at) {
        Some(word) => word.parse().map_err(|_| USAGE),
        None => Ok(usual),
    };
    let (games, seed) = (number(0, 20)?, number(1, 1)?);
    let budget = match number(2, 0)? {
        0 => Budget::Own,
        trials => Budget::Trials(trials as u32),
    };
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| std::fs::read_to_string(data.join(file)).ok();
    let library = blue_gray::Library::load(&read).map_err(|faults| faults.to_string())?;
    let battle = library.battle(scenario, &Map::new(), None)?;
    let mut counted = Counted::default();
    for seed in seed..seed + games {
        let mut commanders = BySide::from_fn(|side| players[side].commander(&battle, seed_of(seed, side)));
        let mut dice = AuditedDice::new(Chance::new(seed).bytes(), []);
        let mut state = battle.start();
        let mut watch = Watch::default();
        while let Some(side) = battle.asked(&state) {
            let known = InformationSet::new(&battle, &state, side);
            let decision = commanders[side].decide(known, budget).ok_or("nobody knows what to do")?;
            let events = battle
                .judge(&state, side, &decision.order, &mut dice, &mut RuleCheck::quiet())
                .map_err(|refusal| format!("seed {seed}: {refusal}"))?;
            for event in &events {
                watch.see(&battle, &state, event, &mut counted);
                battle.apply(&mut state, event);
            }
        }
        watch.ends(&battle, &state, &mut counted);
        let points = battle.score(&state).points;
        eprintln!("seed {seed}: {} to {}", points.union, points.confederate);
    }
    print(&counted);
    Ok(())
}

/// What is told, each as a count of another.
const TOLD: [(&str, &str); 19] = [
    ("games won", "games"),
    ("games drawn", "games"),
    ("home", "road home open"),
    ("Train home or kept off the map", "games with a Train"),
    ("two axes by the middle of the game", "games"),
    ("strength that left for nothing", "games"),
    ("strength that left", "games"),
    ("advances in the enemy's turn that cost it", "advances in the enemy's turn"),
    ("held in the enemy's turn and lost", "held in the enemy's turn"),
    ("advances that cost the unit", "advances"),
    ("moves back", "moves"),
    ("places left open and lost at the end", "games"),
    ("attacks at 1-1 or worse", "attacks"),
    ("attacks at 3-1 or better", "attacks"),
    ("guns alone in the line", "guns in the line"),
    ("games with exits that count nothing", "games with exits"),
    ("units that left by a barred road", "units that left"),
    ("strength lost at 1-1 or worse for want of a retreat", "strength lost attacking"),
    ("strength lost defending", "games"),
];

fn print(counted: &Counted) {
    println!("{:<52} {:>18} {:>18}", "", "union", "confederate");
    for (what, whole) in TOLD {
        let cell = |side: Side| {
            let (part, all) = (counted.of(what, side), counted.of(whole, side));
            if all == 0.0 { "-".to_owned() } else { format!("{part} of {all} ({:.1} %)", 100.0 * part / all) }
        };
        println!("{what:<52} {:>18} {:>18}", cell(Side::Union), cell(Side::Confederate));
    }
}
