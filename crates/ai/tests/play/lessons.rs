//! What is to be learnt of a turn: plain blunders are named, bad luck is not.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::{OnceLock, mpsc};

use ai::{Budget, By, Commanded, InformationSet, Interrupt, Lesson, Level, Opponents, TakenTurn, Threads};
use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};
use tabletop::{Game, GameSystem, Opening, Protocol, Side};

use crate::kernstown;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// A Union phase of the training battle with these units, `"side strength hex"`, and these faces of
/// the dice first.
fn position(turn: u8, phase: &str, units: &[&str], faces: &[u8]) -> Game<Battle> {
    let units: Vec<Value> = units
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let words: Vec<&str> = text.split(' ').collect();
            let strength: u8 = words[1].parse().unwrap();
            json!({ "id": format!("x{i}"), "side": words[0], "type": "infantry", "strength": strength, "hex": words[2] })
        })
        .collect();
    let position = json!({ "units": units, "turn": turn, "side": "union", "phase": phase });
    let begun = library().begin("training", &Map::new(), Some(&position), faces, [1; 32]).unwrap();
    let battle = library().battle("training", &Map::new(), Some(&position)).unwrap();
    let opening = Opening { loaded: faces.to_vec(), ..Opening::new([1; 32]) };
    Game::new(battle, begun.header().clone(), opening)
}

/// Gives these orders of the Union, then lets recruits play on to the end of its turn.
fn played(mut game: Game<Battle>, orders: &[Value]) -> Game<Battle> {
    for order in orders {
        let order = game.rules().read_order(order).unwrap();
        game.order(Side::Union, order, None).unwrap_or_else(|failure| panic!("{failure}"));
    }
    let mut recruit = Side::BOTH.map(|side| game.rules().commander(Level::Recruit, side as u64));
    while game.rules().standing(game.state()).phasing == Some(Side::Union) {
        let Some(side) = tabletop::Rules::asked(game.rules(), game.state()) else { break };
        let known = InformationSet::new(game.rules(), game.state(), side);
        let decision = recruit[side as usize].decide(known, Budget::Own).unwrap();
        game.order(side, decision.order, None).unwrap();
    }
    game
}

fn turn(game: &Game<Battle>) -> TakenTurn {
    By::<Battle>::NEW.taken_turn(game, Some(Side::Union), None).unwrap().unwrap()
}

fn lesson(game: &Game<Battle>) -> Lesson {
    turn(game).lesson().unwrap()
}

/// The Union holds the Crossroads, an enemy is near: its unit marches away and leaves them open.
fn deserted() -> Game<Battle> {
    let game = position(4, "movement", &["union 5 0705", "union 2 0401", "confederate 4 1005"], &[]);
    played(game, &[json!({ "move": { "unit": "x0", "to": "0503" } }), json!({ "end-movement": {} })])
}

#[test]
fn ground_that_was_left_open_is_named_with_a_sound_alternative() {
    let lesson = lesson(&deserted());
    let mistake = lesson.mistake.unwrap_or_else(|| panic!("{}", lesson.text));
    assert_eq!(mistake.version, 1, "{}", lesson.text);
    assert_eq!(mistake.order["move"]["unit"], "x0");
    assert!(lesson.text.starts_with("Moving x0 from 0705 to 0503 cost about "), "{}", lesson.text);
    assert!(
        lesson.text.contains(" would have been better, to ") || lesson.text.contains("Crossroads"),
        "{}",
        lesson.text
    );
    assert!(mistake.cost > 3.0 * mistake.within / 1.96 && mistake.cost >= 0.5, "{mistake:?}");
    assert!(mistake.hexes.contains(&"0705".to_owned()), "{mistake:?}");
    assert_eq!((lesson.turn, lesson.side), (4, Side::Union));
    // What is called better can be done, and is no other move away from there.
    match &mistake.better {
        None => assert!(lesson.text.contains("leaving x0 in 0705 would have been better"), "{}", lesson.text),
        Some(order) => {
            let mut game =
                position(4, "movement", &["union 5 0705", "union 2 0401", "confederate 4 1005"], &[]);
            let order = game.rules().read_order(order).unwrap();
            game.order(Side::Union, order, None).unwrap();
        }
    }
}

#[test]
fn a_unit_that_should_have_moved_and_did_not_is_named() {
    // The Crossroads are open, and it is the last turn but one.
    let game = position(5, "movement", &["union 5 0605", "union 2 0401", "confederate 4 1201"], &[]);
    let lesson = lesson(&played(game, &[json!({ "end-movement": {} })]));
    let mistake = lesson.mistake.unwrap_or_else(|| panic!("{}", lesson.text));
    assert!(lesson.text.starts_with("Leaving x0 in 0605 cost about "), "{}", lesson.text);
    assert_eq!(mistake.order, json!({ "end-movement": {} }));
    assert_eq!(mistake.better.unwrap()["move"]["unit"], "x0");
}

#[test]
fn an_attack_at_low_odds_is_named_where_better_ones_could_be_had() {
    let units = ["union 4 0304", "union 4 0405", "confederate 2 0305"];
    let game = position(3, "combat", &units, &[6]);
    let attack = json!({ "attackers": ["x0", "x1"], "defenders": ["0305"], "column": "1-2" });
    let lesson = lesson(&played(game, &[json!({ "attack": attack })]));
    let mistake = lesson.mistake.unwrap_or_else(|| panic!("{}", lesson.text));
    assert_eq!(mistake.version, 1);
    assert!(lesson.text.starts_with("Attacking 0305 at 1-2 with "), "{}", lesson.text);
    assert!(lesson.text.contains("attacking 0305 at 4-1 with"), "{}", lesson.text);
}

#[test]
fn a_good_attack_that_failed_is_no_mistake() {
    let units = ["union 6 0304", "union 6 0405", "confederate 4 0305"];
    for face in 1..=6 {
        let game = position(3, "combat", &units, &[face]);
        let attack = json!({ "attackers": ["x0", "x1"], "defenders": ["0305"] });
        let lesson = lesson(&played(game, &[json!({ "attack": attack })]));
        let named = lesson.mistake.as_ref().map(|mistake| mistake.version);
        assert_ne!(named, Some(1), "with a {face}: {}", lesson.text);
    }
}

#[test]
fn the_same_turn_teaches_the_same_on_any_number_of_threads() {
    let turn = turn(&deserted());
    let told = turn.lesson();
    assert!(told.is_some());
    assert_eq!(Threads::new(2).over(|| turn.lesson()), told);
}

#[test]
fn what_is_called_off_ends_and_says_nothing() {
    let turn = turn(&deserted());
    let interrupt = Interrupt::new();
    interrupt.raise();
    assert_eq!(interrupt.over(|| turn.lesson()), None);
    // In the middle of it, or of one that follows.
    let interrupt = Interrupt::new();
    let caller = interrupt.clone();
    let (begin, begun) = mpsc::channel();
    let calls_off = std::thread::spawn(move || {
        begun.recv().unwrap();
        caller.raise();
    });
    interrupt.over(|| {
        begin.send(()).unwrap();
        while turn.lesson().is_some() {}
    });
    calls_off.join().unwrap();
}

#[test]
fn only_turns_that_have_ended_are_taught() {
    let game = position(4, "movement", &["union 5 0705", "confederate 4 1005"], &[]);
    let opponents = By::<Battle>::NEW;
    let none = |game: &Game<Battle>, side, turn| opponents.taken_turn(game, side, turn).unwrap().is_none();
    assert!(none(&game, Some(Side::Union), None));
    let game = played(game, &[json!({ "end-movement": {} })]);
    assert!(!none(&game, Some(Side::Union), None) && !none(&game, None, Some(4)));
    assert!(none(&game, Some(Side::Confederate), None) && none(&game, Some(Side::Union), Some(3)));
    // Rules that it does not know.
    assert!(By::<blind_swords::Battle>::NEW.taken_turn(&game, None, None).is_none());
}

#[test]
fn a_game_turn_of_kernstown_is_taught_to_both_sides() {
    let battle = kernstown::battle(kernstown::SCENARIOS[0], false);
    let options = kernstown::options(false);
    let begun = kernstown::library().begin(kernstown::SCENARIOS[0], &options, None, &[], [1; 32]).unwrap();
    let mut game = Game::new(battle, begun.header().clone(), Opening::new([1; 32]));
    let mut recruit = Side::BOTH.map(|side| game.rules().commander(Level::Recruit, side as u64));
    while game.rules().standing(game.state()).turn == 1 {
        let side = tabletop::Rules::asked(game.rules(), game.state()).unwrap();
        let known = InformationSet::new(game.rules(), game.state(), side);
        let decision = recruit[side as usize].decide(known, Budget::Own).unwrap();
        game.order(side, decision.order, None).unwrap();
    }
    for side in Side::BOTH {
        let taken = By::<blind_swords::Battle>::NEW.taken_turn(&game, Some(side), None).unwrap().unwrap();
        assert_eq!((taken.side(), taken.turn()), (side, 1));
        // One of them is enough of a wait.
        if side == Side::Union {
            let lesson = taken.lesson().unwrap();
            assert!(lesson.orders > 0 && lesson.text.ends_with('.'), "{lesson:?}");
        }
    }
}
