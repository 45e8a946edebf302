//! Laws under generated play: whatever legal orders are given, the rules are consistent.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::{RandomCommander, RunOptions, random_game};
use blue_gray::{Battle, Library, Order};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tabletop::{Act, AnyGame, Game, GameSystem, Opening, Record, RuleCheck, Rules, Side, Viewer};

/// Scenarios; with a star, by the options of 2006 too.
const SCENARIOS: [&str; 8] = [
    "chickamauga-1975",
    "chickamauga-2006",
    "chickamauga-2006*",
    "chattanooga-1975",
    "chattanooga-2006",
    "chattanooga-2006*",
    "two-battles",
    "training",
];

/// The options that the scenarios of 2006 alone have.
const REVISION: [&str; 4] = ["strategic-movement", "separate-bombardments", "bombardment-odds", "long-range"];

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// The id of a scenario that is named, and its options.
fn chosen(named: &str, effectiveness: bool) -> (&str, Map<String, Value>) {
    let mut options = Map::new();
    options.insert("attack-effectiveness".to_owned(), json!(effectiveness));
    let scenario = named.trim_end_matches('*');
    if scenario != named {
        options.extend(REVISION.map(|id| (id.to_owned(), json!(true))));
    }
    (scenario, options)
}

fn battle(scenario: &str, effectiveness: bool) -> Battle {
    let (scenario, options) = chosen(scenario, effectiveness);
    library().battle(scenario, &options, None).unwrap()
}

/// A game after some orders, played at random.
fn game(scenario: &str, effectiveness: bool, seed: u64, orders: usize) -> (Game<Battle>, RandomCommander) {
    let (scenario, options) = chosen(scenario, effectiveness);
    let battle = library().battle(scenario, &options, None).unwrap();
    let header = library().begin(scenario, &options, None, &[], [seed as u8; 32]).unwrap().header().clone();
    let mut game = Game::new(battle, header, Opening::new([seed as u8; 32]));
    let mut commander = RandomCommander::new(seed);
    for _ in 0..orders {
        let Some(side) = game.rules().asked(game.state()) else { break };
        let order = commander.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    (game, commander)
}

fn view(game: &Game<Battle>) -> String {
    AnyGame::view(game, "", Viewer::Watcher, None)
}

#[test]
fn random_games_break_no_invariant_never_stick_and_replay() {
    for scenario in SCENARIOS {
        for effectiveness in [false, true] {
            let battle = battle(scenario, effectiveness);
            for seed in 0..12 {
                random_game(&battle, seed, RunOptions { views: false, check: true })
                    .unwrap_or_else(|e| panic!("{scenario}: {e}"));
            }
        }
    }
}

/// A number of what is told.
fn number(of: &Value) -> f64 {
    of.as_f64().unwrap_or_else(|| panic!("{of} is no number"))
}

/// Whether the modifiers of an attack add up to its strengths and its column.
fn adds_up(event: &Value, attack: &Value, column: &Value) {
    let lines = event["modifiers"].as_array().unwrap_or_else(|| panic!("{event} has no modifiers"));
    let sum = |who: &str| -> f64 {
        let of_hex = |hex: &Value| {
            let times = lines.iter().filter(|one| one["hex"] == *hex).filter_map(|one| one["times"].as_f64());
            times.product::<f64>()
        };
        let brought = lines.iter().filter(|one| one[who].is_string() && one["strength"].is_number());
        brought.map(|one| number(&one["strength"]) * of_hex(&one["hex"])).sum()
    };
    if attack.is_object() {
        assert_eq!(sum("unit"), number(&attack["attack"]), "{event}");
        assert_eq!(sum("hex"), number(&attack["defence"]), "{event}");
    }
    let last = lines.iter().rev().find_map(|one| one["column"].as_str());
    assert_eq!(last, column.as_str(), "{event}");
    let lowered = lines.iter().any(|one| one["shift"].is_number());
    assert_eq!(lowered, lines.iter().filter(|one| one["column"].is_string()).count() > 1, "{event}");
    assert!(lines.iter().all(|one| one["case"].is_string() && one["text"].is_string()), "{event}");
}

/// 7.4, 7.6, 7.9: the log tells of every attack what its odds are made of, and tells the same when
/// the game is read from its record.
#[test]
fn modifiers_add_up_to_the_odds_of_every_attack() {
    for scenario in SCENARIOS {
        let (mut attacks, mut multiplied) = (0, 0);
        for seed in 0..6 {
            let (game, _) = game(scenario, false, seed, 5_000);
            let told: Vec<Value> = game.log(Viewer::Watcher, 0).iter().map(|entry| json!(entry)).collect();
            for entry in &told {
                let events = entry["events"].as_array().cloned().unwrap_or_default();
                let mut declared = Value::Null;
                for event in &events {
                    match event["event"].as_str() {
                        Some("attack-declared") => {
                            adds_up(event, event, &event["column"]);
                            attacks += 1;
                            multiplied += u32::from(event["modifiers"].to_string().contains("times"));
                            declared = event["column"].clone();
                        }
                        Some("die-thrown") if declared.is_null() => {
                            adds_up(event, &Value::Null, &event["column"]);
                        }
                        Some("die-thrown") => assert_eq!(event["column"], declared, "{event}"),
                        Some("withdrawal-thrown") => {
                            let upto = number(&event["modifiers"][0]["rating"]);
                            assert_eq!(number(&event["die"]) <= upto, event["succeeded"] == true, "{event}");
                        }
                        _ => assert!(event["modifiers"].is_null(), "{event}"),
                    }
                }
            }
            let rules = battle(scenario, false);
            let opening = Opening::new([seed as u8; 32]);
            let entries = AnyGame::entries(&game, 0);
            let again = Game::read(rules, game.header().clone(), opening, &entries).unwrap();
            let read: Vec<Value> = again.log(Viewer::Watcher, 0).iter().map(|entry| json!(entry)).collect();
            assert_eq!(read, told, "{scenario}");
        }
        assert!(attacks > 20 && multiplied > 0, "{scenario}: {attacks} attacks, {multiplied} multiplied");
    }
}

/// Seeds of games that once went wrong, with the fault.
#[test]
fn games_that_once_went_wrong() {
    for (scenario, effectiveness, seed) in [
        // A chain of displacements came back to the hex that the Train was retreating to (1975,
        // 7.82).
        ("chickamauga-1975", false, 4874),
        ("chickamauga-1975", false, 7151),
        ("chickamauga-1975", true, 5041),
    ] {
        let battle = battle(scenario, effectiveness);
        random_game(&battle, seed, RunOptions { views: false, check: true })
            .unwrap_or_else(|e| panic!("{scenario}: {e}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Every hex offered for a move is accepted and every other hex of the map refused; the same
    /// for retreats, exits, and verbs without a subject.
    #[test]
    fn what_is_offered_is_accepted_and_nothing_else(
        scenario in prop::sample::select(&SCENARIOS[..]), effectiveness: bool, seed in 0_u64..1000, orders in 0_usize..500,
    ) {
        let (game, _) = game(scenario, effectiveness, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        let accepted = |side: Side, order: &Order<_, _>| {
            let mut dice = tabletop::LoadedDice::default();
            battle.judge(state, side, order, &mut dice, &mut RuleCheck::quiet()).is_ok()
        };
        for side in Side::BOTH {
            let verbs = battle.verbs(state, side);
            let subjects = |verb: &str| verbs.iter().find(|(v, ..)| *v == verb).map(|(_, _, units)| units.clone());
            for (verb, order) in [
                ("end-movement", Order::EndMovement {}),
                ("end-combat", Order::EndCombat {}),
                ("hold", Order::Hold {}),
                ("stand", Order::Stand {}),
                ("retreat-before-combat", Order::RetreatBeforeCombat {}),
            ] {
                prop_assert_eq!(subjects(verb).is_some(), accepted(side, &order), "{} of {}", verb, side);
            }
            // A few units of each side, to keep a case short.
            for unit in battle.ids().filter(|u| (u.index() as u64 + seed).is_multiple_of(9)) {
                let moves = subjects("move").is_some_and(|units| units.contains(&unit));
                let offered: Vec<_> = if moves { battle.destinations(state, unit) } else { Vec::new() };
                let retreats = subjects("retreat").is_some_and(|units| units.contains(&unit));
                let ways = if retreats { battle.ways(state, unit) } else { Default::default() };
                for hex in battle.map().grid.hexes() {
                    let order = Order::Move { unit, to: Some(hex), path: None };
                    let target = offered.iter().find(|d| d.hex == hex);
                    prop_assert_eq!(target.is_some(), accepted(side, &order), "{} of {} to {}", battle.unit(unit).id, side, battle.number(hex));
                    if let Some(target) = target {
                        let order = Order::Move { unit, to: None, path: Some(target.path.clone()) };
                        prop_assert!(accepted(side, &order), "the path offered to {}", battle.number(hex));
                    }
                    let order = Order::Retreat { unit, to: hex, displace: Vec::new() };
                    prop_assert_eq!(ways.open.contains(&hex), accepted(side, &order), "retreat to {}", battle.number(hex));
                }
                let exits = subjects("exit").is_some_and(|units| units.contains(&unit));
                prop_assert_eq!(exits, accepted(side, &Order::Exit { unit, path: None }), "exit of {}", battle.unit(unit).id);
            }
        }
    }

    /// A preview and its order agree on the verdict, the column, and which results are possible.
    #[test]
    fn a_preview_is_the_order_it_previews(
        scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000, orders in 0_usize..500,
        attackers in prop::collection::vec(any::<prop::sample::Index>(), 1..4), defenders in prop::collection::vec(any::<prop::sample::Index>(), 1..3),
    ) {
        let (mut game, _) = game(scenario, false, seed, orders);
        let Some(side) = game.rules().asked(game.state()) else { return Ok(()) };
        let battle = game.rules();
        let ours: Vec<String> = battle.on_map(game.state(), side).map(|(u, _)| battle.unit(u).id.clone()).collect();
        let theirs: Vec<String> = battle.on_map(game.state(), side.other()).map(|(_, h)| battle.number(h).to_owned()).collect();
        prop_assume!(!ours.is_empty() && !theirs.is_empty());
        let order = json!({ "attack": {
            "attackers": attackers.iter().map(|i| i.get(&ours).clone()).collect::<Vec<_>>(),
            "defenders": defenders.iter().map(|i| i.get(&theirs).clone()).collect::<Vec<_>>(),
        } });
        let before = view(&game);
        let preview = AnyGame::preview(&game, side, &order).unwrap();
        let explained = AnyGame::explain(&game, side, &order).unwrap();
        prop_assert_eq!(&preview["legal"], &json!(explained.legal));
        prop_assert_eq!(&before, &view(&game), "looking changed something");
        let result = AnyGame::order(&mut game, side, &order, None);
        prop_assert_eq!(preview["legal"].as_bool(), Some(result.is_ok()));
        match result {
            Err(_) => prop_assert_eq!(before, view(&game), "a refused order changed something"),
            Ok(()) => {
                let entries = game.log(Viewer::Watcher, game.version() - 1);
                let thrown = entries[0].events.iter().flatten().find(|e| e["event"] == "die-thrown").cloned();
                if let Some(thrown) = thrown {
                    prop_assert_eq!(&thrown["column"], &preview["column"]);
                    let face = thrown["die"].as_u64().unwrap() as usize - 1;
                    prop_assert_eq!(&thrown["result"], &preview["results"][face]["result"]);
                }
            }
        }
    }

    /// Undo restores the same bytes, redo brings them back, and the record replays to the same view
    /// and passes its audit.
    #[test]
    fn undo_redo_and_replay_are_exact(
        scenario in prop::sample::select(&SCENARIOS[..]), effectiveness: bool, seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (mut game, mut commander) = game(scenario, effectiveness, seed, orders);
        let strip = |text: String| {
            let mut value: Value = serde_json::from_str(&text).unwrap();
            for field in ["version", "undo", "redo"] {
                value[field] = Value::Null;
            }
            value.to_string()
        };
        if let Some(side) = game.rules().asked(game.state()) {
            let before = strip(view(&game));
            let order = commander.order(game.rules(), game.state()).unwrap();
            game.order(side, order, None).unwrap();
            let after = strip(view(&game));
            if game.may_undo(side) {
                game.act(side, Act::Undo).unwrap();
                prop_assert_eq!(&before, &strip(view(&game)));
                game.act(side, Act::Redo).unwrap();
                prop_assert_eq!(&after, &strip(view(&game)));
            }
        }
        let entries = AnyGame::entries(&game, 0);
        let again = library().load(game.header(), &entries, Some([seed as u8; 32])).unwrap();
        prop_assert_eq!(view(&game), again.view("", Viewer::Watcher, None));
        prop_assert_eq!(again.entries(0), entries.clone(), "the record, written again");
        let audit = again.verify();
        prop_assert_eq!(audit.broken, None);
        // Without the seed the dice are taken as recorded, and everything else still follows.
        let record = Record::of(game.header().clone(), entries);
        let audit = tabletop::audit(&mut *again.auditor(None), &record, &[]);
        prop_assert_eq!(audit.broken.filter(|fault| fault.line <= record.entries.len()), None);
    }

    /// Both seats and watchers see the same position: these games hide nothing but future dice, and
    /// no view contains those.
    #[test]
    fn no_view_tells_the_dice_to_come(scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000) {
        // Two games with the same orders and different secrets, before any die is thrown.
        let (scenario, options) = chosen(scenario, false);
        let begin = |secret: u8| library().begin(scenario, &options, None, &[], [secret; 32]).unwrap();
        let strip = |text: String| {
            let mut value: Value = serde_json::from_str(&text).unwrap();
            value["dice"]["commitment"] = Value::Null;
            value.to_string()
        };
        let (a, b) = (begin(seed as u8), begin(seed as u8 ^ 255));
        for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
            prop_assert_eq!(strip(a.view("", seat.into(), None)), strip(b.view("", seat.into(), None)));
            prop_assert_eq!(a.options(Side::Union.into()), b.options(Side::Union.into()));
        }
    }
}
