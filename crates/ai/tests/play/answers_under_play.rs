//! Laws of the answers under generated play: whatever either side asks, an answer without targets
//! gives a reason and its case; and what can be looked up at any time agrees with the rules.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::RandomCommander;
use blue_gray::{Battle, Library};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Map, Value, json};
use tabletop::{AnyGame, Failure, Game, GameSystem, Opening, Protocol, RuleCheck, Rules, Side, Viewer};

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

const VERBS: [&str; 12] = [
    "move",
    "exit",
    "retreat",
    "withdraw-battery",
    "retreat-before-combat",
    "attack",
    "advance",
    "lose",
    "end-movement",
    "end-combat",
    "hold",
    "stand",
];

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

/// A game after some orders, played at random. It stops before the end where the next question is
/// of a kind named by `until`.
fn game(scenario: &str, effectiveness: bool, seed: u64, orders: usize, until: Option<&str>) -> Game<Battle> {
    let mut options: Map<String, Value> =
        [("attack-effectiveness".to_owned(), json!(effectiveness))].into_iter().collect();
    if let Some(revised) = scenario.strip_suffix('*') {
        options.extend(REVISION.map(|id| (id.to_owned(), json!(true))));
        return played(revised, &options, seed, orders, until);
    }
    played(scenario, &options, seed, orders, until)
}

fn played(
    scenario: &str,
    options: &Map<String, Value>,
    seed: u64,
    orders: usize,
    until: Option<&str>,
) -> Game<Battle> {
    let battle = library().battle(scenario, options, None).unwrap();
    let header = library().begin(scenario, options, None, &[], [seed as u8; 32]).unwrap().header().clone();
    let mut game = Game::new(battle, header, Opening::new([seed as u8; 32]));
    let mut commander = RandomCommander::new(seed);
    for i in 0.. {
        let Some(side) = game.rules().asked(game.state()) else { break };
        let kind = game.state().question().map(|q| json!(q.ask));
        let there = until.is_none_or(|until| kind == Some(json!(until)));
        if i >= orders && there || i >= orders + 150 {
            break;
        }
        let order = commander.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    game
}

/// Whether there are targets; if not, there must be a reason with its case, its rulebook and a
/// sentence.
fn reasoned(game: &Game<Battle>, side: Side, verb: &str, subject: &Value) -> Result<bool, TestCaseError> {
    let answer = match AnyGame::targets(game, side, verb, subject) {
        Ok(answer) => answer,
        // An impossible chain of displacements is refused outright.
        Err(Failure::Refused { refusal, system, .. }) => {
            prop_assert!(!refusal.message.is_empty() && !system.is_empty());
            return Ok(false);
        }
        Err(other) => return Err(TestCaseError::fail(format!("{verb} {subject}: {other}"))),
    };
    let some = answer["targets"].as_array().is_some_and(|targets| !targets.is_empty());
    let reason = &answer["reason"];
    prop_assert_eq!(some, reason.is_null(), "{} {} of {}: {}", verb, subject, side, answer);
    if !some {
        let text = reason["text"].as_str().unwrap_or_default();
        prop_assert!(
            text.len() > 10 && text.ends_with('.') && !text.ends_with(".."),
            "{} {}: {}",
            verb,
            subject,
            reason
        );
        let case = tabletop::Case::new(reason["case"].as_str().unwrap_or_default());
        prop_assert_eq!(&reason["system"], &json!(game.rules().system_of(case)), "{}", reason);
    }
    Ok(some)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_empty_answer_says_why(
        scenario in prop::sample::select(&SCENARIOS[..]), effectiveness: bool, seed in 0_u64..1000, orders in 0_usize..300,
        until in prop::sample::select(vec![None, Some("retreat"), Some("withdraw-battery"), Some("exchange"), Some("advance"), Some("retreat-before-combat")]),
    ) {
        let game = game(scenario, effectiveness, seed, orders, until);
        let (battle, state) = (game.rules(), game.state());
        let grid = &battle.map().grid;
        let hexes: Vec<String> = grid.hexes().map(|h| grid.number(h).to_owned()).collect();
        for side in Side::BOTH {
            for verb in VERBS {
                for unit in battle.ids() {
                    let id = &battle.unit(unit).id;
                    // Cheap questions are asked for every unit, expensive ones for some.
                    let dear = matches!(verb, "move" | "attack" | "exit");
                    if dear && !(unit.index() as u64 + seed).is_multiple_of(5) {
                        continue;
                    }
                    let some = reasoned(&game, side, verb, &json!(id))?;
                    let offered = battle.verbs(state, side).into_iter().any(|(v, _, units)| v == verb && units.contains(&unit));
                    if matches!(verb, "move" | "exit" | "retreat" | "withdraw-battery" | "advance") && (offered != some) {
                        // A unit that may move may still have nowhere to go.
                        prop_assert!(verb == "move" && offered, "{} of {}", verb, id);
                    }
                }
                match verb {
                    "attack" => {
                        reasoned(&game, side, verb, &json!({}))?;
                        for (unit, _) in battle.on_map(state, side).filter(|(u, _)| (u.index() as u64 + seed).is_multiple_of(7)) {
                            let enemy = battle.on_map(state, side.other()).map(|(_, hex)| grid.number(hex)).nth(seed as usize % 20);
                            let defenders: Vec<&str> = enemy.into_iter().collect();
                            reasoned(&game, side, verb, &json!({"attackers": [battle.unit(unit).id], "defenders": defenders}))?;
                        }
                    }
                    "retreat" | "withdraw-battery" => {
                        for unit in battle.ids().filter(|u| (u.index() as u64 + seed).is_multiple_of(9)) {
                            let to = &hexes[(seed as usize * 31 + unit.index()) % hexes.len()];
                            reasoned(&game, side, verb, &json!({"unit": battle.unit(unit).id, "to": to}))?;
                        }
                    }
                    "lose" | "end-movement" | "end-combat" | "hold" | "stand" | "retreat-before-combat" => {
                        reasoned(&game, side, verb, &Value::Null)?;
                    }
                    _ => {}
                }
            }
            for verb in ["sight", "zones", "table", "foresee"] {
                let subject = if verb == "sight" { json!(hexes[seed as usize % hexes.len()]) } else { Value::Null };
                reasoned(&game, side, verb, &subject)?;
            }
            for unit in battle.ids() {
                reasoned(&game, side, "zones", &json!(battle.unit(unit).id))?;
            }
        }
        // Every unit of a retreat is mentioned, and none is eliminated that was not.
        if let Some(question) = state.question() {
            let options = AnyGame::options(&game, Viewer::Side(question.side));
            let stuck = options["question"]["stuck"].as_array().cloned().unwrap_or_default();
            let told = question.units.len() + stuck.len();
            if json!(question.ask) == "retreat" && !state.retreating.is_empty() {
                let due = state.retreating.iter().filter(|u| state.hex(**u).is_some()).count();
                prop_assert_eq!(told, due, "{}", options);
            }
            for no in &stuck {
                prop_assert!(no["text"].as_str().unwrap().len() > 10 && no["case"].is_string() && no["system"].is_string(), "{}", no);
            }
        }
    }

    #[test]
    fn what_is_looked_up_is_what_the_rules_go_by(
        scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000, orders in 0_usize..300, from in any::<prop::sample::Index>(),
    ) {
        let game = game(scenario, false, seed, orders, None);
        let (battle, state) = (game.rules(), game.state());
        let grid = &battle.map().grid;
        let ask = |side: Side, verb: &str, subject: Value| AnyGame::targets(&game, side, verb, &subject).unwrap();
        // Both seats get the same answer, whichever is asked.
        let hexes: Vec<_> = grid.hexes().collect();
        let from = hexes[from.index(hexes.len())];
        let subject = json!(grid.number(from));
        prop_assert_eq!(ask(Side::Union, "sight", subject.clone()), ask(Side::Confederate, "sight", subject.clone()));
        prop_assert_eq!(ask(Side::Union, "zones", Value::Null), ask(Side::Confederate, "zones", Value::Null));
        let sight = ask(Side::Union, "sight", subject);
        for &to in &hexes {
            let told = sight["targets"].as_array().unwrap().iter().find(|t| t["hex"] == grid.number(to));
            let range = grid.distance(from, to);
            prop_assert_eq!(told.is_some(), (1..=3).contains(&range));
            let Some(told) = told else { continue };
            prop_assert_eq!(&told["range"], &json!(range));
            match battle.aim(from, to) {
                Ok(aim) => {
                    prop_assert_eq!(&told["view"], &json!("clear"));
                    prop_assert_eq!(&told["bombardment"]["case"], &json!(aim.case));
                    prop_assert_eq!(&told["bombardment"]["over-water"], &json!(aim.over_water));
                }
                Err(no) => {
                    prop_assert!(told["bombardment"].is_null(), "{}", told);
                    let blocked = range > 1;
                    prop_assert_eq!(told["view"] == "blocked", blocked);
                    prop_assert_eq!(!told["by"].as_array().unwrap().is_empty(), blocked);
                    for by in told["by"].as_array().unwrap() {
                        prop_assert!(no.message.contains(by["hex"].as_str().unwrap()), "{} and {}", by, no);
                    }
                    let cases: Vec<&Value> = told["by"].as_array().unwrap().iter().map(|by| &by["case"]).collect();
                    prop_assert!(!blocked || cases.contains(&&json!(no.case)), "{} and {}", told, no);
                }
            }
        }
        for side in Side::BOTH {
            let all = ask(side, "zones", Value::Null);
            let one = ask(side, "zones", json!(side));
            for &hex in &hexes {
                let of = |answer: &Value| answer["targets"].as_array().unwrap().iter().find(|t| t["hex"] == grid.number(hex) && t["side"] == json!(side)).cloned();
                prop_assert_eq!(of(&all), of(&one));
                prop_assert_eq!(of(&all).map_or(0, |t| t["by"].as_array().unwrap().len()), usize::from(state.zone_count(side, hex)));
            }
            for stop in one["stopped"].as_array().unwrap() {
                let (a, b) = (grid.parse(stop["from"].as_str().unwrap()).unwrap(), grid.parse(stop["hex"].as_str().unwrap()).unwrap());
                prop_assert!(!battle.scenario.field.in_contact(a, b) && grid.adjacent(a, b), "{}", stop);
            }
        }
        // A bombardment is explained under one case, whichever way the question is put.
        let Some(side) = battle.asked(state).filter(|_| state.question().is_none()) else { return Ok(()) };
        for (gun, at) in battle.on_map(state, side) {
            for aim in battle.aims(state, gun).collect::<Vec<_>>() {
                let (id, hex) = (&battle.unit(gun).id, grid.number(aim.hex));
                let order = json!({"attack": {"attackers": [id], "defenders": [hex]}});
                let preview = AnyGame::preview(&game, side, &order).unwrap();
                if preview["legal"] != true || battle.scenario.field.in_contact(at, aim.hex) {
                    continue;
                }
                prop_assert_eq!(&preview["attackers"][0]["case"], &json!(aim.case));
                let mut rule_check = RuleCheck::noted();
                let order = battle.read_order(&order).unwrap();
                battle.judge(state, side, &order, &mut tabletop::LoadedDice::default(), &mut rule_check).unwrap();
                prop_assert!(rule_check.trail().iter().any(|a| a.case == aim.case));
                for draft in [json!(id), json!({"attackers": [id], "defenders": []})] {
                    let answer = ask(side, "attack", draft);
                    let target = answer["targets"].as_array().unwrap().iter().find(|t| t["hex"] == hex).unwrap().clone();
                    prop_assert_eq!((&target["case"], &target["range"]), (&json!(aim.case), &json!(aim.range)));
                }
                let answer = ask(side, "attack", json!({"attackers": [], "defenders": [hex]}));
                let joins = answer["attackers"].as_array().unwrap().iter().find(|a| a["unit"] == json!(id)).unwrap().clone();
                prop_assert_eq!(&joins["case"], &json!(aim.case));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Views are written by a shorter way than their types say, and are the same.
    #[test]
    fn a_view_is_written_as_its_type_says(
        scenario in prop::sample::select(&SCENARIOS[..]), effectiveness: bool, seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let game = game(scenario, effectiveness, seed, orders, None);
        let (battle, state) = (game.rules(), game.state());
        for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
            let situation = game.situation("1", seat.into());
            let mut written = Vec::new();
            battle.write_view(state, seat, &situation, &mut written);
            let view = serde_json::to_string(&battle.view(state, seat, &situation)).unwrap();
            prop_assert_eq!(String::from_utf8(written).unwrap(), view);
        }
    }
}
