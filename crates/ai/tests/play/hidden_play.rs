//! What is hidden stays hidden while whole games of Kernstown are played: what a seat is shown, and
//! when it is asked, does not depend on anything it may not know.
//!
//! Beside each game other games are played that a seat cannot tell from it: the same orders, the
//! same dice, other hidden facts. What that seat is shown must be the same to the letter. There are
//! two exceptions: a side that is asked only when it can play a chit reveals something by being
//! asked, and a chit that is turned up is no longer hidden.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use ai::{Budget, Chance, Commanded, InformationSet, Level, RandomBlindSwords};
use blind_swords::{
    Asking, Battle, ChitKind, Event, Order, ReactionWindow, StandingOrder, StandingOrders, State,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, BySide, Game, GameSystem, Opening, Protocol, Record, RuleCheck, Rules, Seat, Side,
    Situation, Viewer,
};

use crate::kernstown::{SCENARIOS, battle, library, options};

const SEATS: [Seat; 3] = [None, Some(Side::Union), Some(Side::Confederate)];

/// After this many orders the hidden facts are drawn anew: at the end of a turn all chits return to
/// their owners.
const FRESH: u32 = 30;

/// Of so many orders that are offered one is previewed.
const PREVIEWED: usize = 12;

/// A scenario in which both sides are asked in every reaction window.
fn discreet(scenario: &str, rare: bool) -> Battle {
    let mut battle = battle(scenario, rare);
    battle.options.asking = BySide { union: Asking::EveryMoment, confederate: Asking::EveryMoment };
    battle
}

/// A game that the seat cannot tell from the real one.
struct Twin {
    seat: Seat,
    state: State,
    dice: Chance,
}

impl Twin {
    fn new(battle: &Battle, state: &State, seat: Seat, dice: &Chance, chance: &mut Chance) -> Twin {
        let mut other = state.clone();
        for side in seat.map_or(vec![Side::Union, Side::Confederate], |side| vec![side]) {
            other = battle.determinize(&other, side, chance);
        }
        // The seat's own chits that went into the cup unseen come out in its sight, so they stay as
        // they are.
        for chit in battle.chit_ids().filter(|&chit| battle.chit(chit).side == seat && seat.is_some()) {
            other.chits[chit.index()] = state.chits[chit.index()];
        }
        // A side's standing orders show in what it does.
        other.instructions = state.instructions.clone();
        Twin { seat, state: other, dice: dice.clone() }
    }
}

/// Everything that a seat can see, or find out by asking, while nothing happens.
fn seen(battle: &Battle, state: &State, seat: Seat) -> Vec<String> {
    let mut bytes = Vec::new();
    battle.write_view(state, seat, &Situation::default(), &mut bytes);
    let mut seen = vec![String::from_utf8(bytes).unwrap(), format!("{:?}", battle.standing(state))];
    let Some(side) = seat else { return seen };
    let options = json!(battle.options(state, side));
    seen.push(options.to_string());
    // Which orders are refused and why, in and out of turn, and every case that is checked.
    let own = battle.chit_ids().find(|&c| battle.chit(c).side == seat).map(|c| battle.chit(c).id.clone());
    let theirs = battle.chit_ids().find(|&c| battle.chit(c).side != seat).map(|c| battle.chit(c).id.clone());
    for order in [
        json!({ "pass": {} }),
        json!({ "hold": {} }),
        json!({ "common": {} }),
        json!({ "surprise": {} }),
        json!({ "end": {} }),
        json!({ "play": { "chit": own } }),
        json!({ "play": { "chit": theirs } }),
        json!({ "keys": { "chits": [] } }),
        json!({ "ask": { "when": "when-playable" } }),
    ] {
        let Ok(order) = battle.read_order(&order) else { continue };
        let mut rule_check = RuleCheck::noted();
        let verdict = battle.judge(state, side, &order, &mut Chance::new(1), &mut rule_check);
        let verdict =
            verdict.map(|events| told(battle, state, &events, seat)).map_err(|refusal| refusal.to_string());
        let asked: Vec<String> =
            rule_check.trail().iter().map(|a| format!("{} {}", a.text, a.passed)).collect();
        // A legal order throws dice and may turn up a chit: here only its legality counts.
        seen.push(format!("{:?} {asked:?}", verdict.map(|_| ())));
    }
    for verb in options["verbs"].as_array().into_iter().flatten().take(3) {
        let verb = verb["verb"].as_str().unwrap();
        let told = json!(battle.targets(state, side, verb, &Value::Null).unwrap());
        // What a march could meet, and what a fire could bring.
        for target in told["targets"].as_array().into_iter().flatten().step_by(PREVIEWED) {
            let order = battle.read_order(&target["order"]).unwrap();
            seen.push(json!(battle.preview(state, side, &order)).to_string());
        }
        seen.push(told.to_string());
    }
    seen
}

/// These events as a seat is told them, which happened in that position.
fn told(battle: &Battle, before: &State, events: &[Event], seat: Seat) -> Vec<Value> {
    let modifiers = battle.modifiers(before, events);
    let told = |(number, event)| battle.redact(event, modifiers.of(number), seat).map(|told| json!(told));
    events.iter().enumerate().filter_map(told).collect()
}

/// Whether these events turn up an Event chit that is not played: one drawn when the next is
/// negated (K46).
fn turned_up(battle: &Battle, events: &[Event]) -> bool {
    events.iter().any(|event| match event {
        Event::ChitDrawn { chit, negated: true, .. } => matches!(battle.chit(*chit).kind, ChitKind::Event(_)),
        _ => false,
    })
}

/// Compares a whole game with its twins; `choose` gives the orders. Returns how many steps of twins
/// were compared.
fn hold_law(
    battle: &Battle,
    seed: u64,
    every: u32,
    mut choose: impl FnMut(&Battle, &State, Side) -> Option<Order>,
) -> Result<u32, String> {
    let (mut dice, mut chance) = (Chance::new(seed), Chance::new(seed ^ 0x5eed));
    let mut state = battle.start();
    let mut twins: Vec<Twin> = Vec::new();
    let (mut number, mut compared) = (0_u32, 0);
    while let Some(side) = battle.asked(&state) {
        if number.is_multiple_of(FRESH) {
            twins.clear();
        }
        for seat in SEATS {
            if !twins.iter().any(|twin| twin.seat == seat) {
                twins.push(Twin::new(battle, &state, seat, &dice, &mut chance));
            }
        }
        let order = choose(battle, &state, side).ok_or("nobody knows what to do")?;
        let at = |seat: Seat, what: &str| {
            format!(
                "order {number}, {} of the {side} side, seen by {seat:?}: {what}",
                battle.order_value(&order)
            )
        };
        if number.is_multiple_of(every) {
            for twin in &twins {
                let (real, other) = (seen(battle, &state, twin.seat), seen(battle, &twin.state, twin.seat));
                // What its own order would do, and the order and reason of a commander in its
                // place.
                if twin.seat == Some(side) {
                    let preview = |state: &State| json!(battle.preview(state, side, &order)).to_string();
                    let advice = |state: &State| {
                        let mut commander = battle.commander(Level::Recruit, seed);
                        commander.decide(InformationSet::new(battle, state, side), Budget::Own)
                    };
                    let (real, other) = (preview(&state), preview(&twin.state));
                    if real != other {
                        let (real, other) = difference(&real, &other);
                        return Err(at(twin.seat, &format!("its preview {real}\nis told as\n{other}")));
                    }
                    let (real, other) = (advice(&state), advice(&twin.state));
                    if real != other {
                        return Err(at(twin.seat, &format!("its advice {real:?}\nis told as\n{other:?}")));
                    }
                }
                if let Some((real, other)) = real.iter().zip(&other).find(|(real, other)| real != other) {
                    return Err(at(
                        twin.seat,
                        &format!("{}\nis told as\n{}", difference(real, other).0, difference(real, other).1),
                    ));
                }
            }
        }
        let judge = |state: &State, dice: &mut Chance| {
            battle.judge(state, side, &order, dice, &mut RuleCheck::quiet())
        };
        let events = judge(&state, &mut dice).map_err(|refusal| at(None, &refusal.to_string()))?;
        let mut next = state.clone();
        for event in &events {
            battle.apply(&mut next, event);
        }
        let mut left = Vec::new();
        for mut twin in twins {
            let seat = twin.seat;
            let other = match judge(&twin.state, &mut twin.dice) {
                Ok(other) => other,
                // It plays a chit that it does not hold in the other game: from now on it is public
                // that it had it.
                Err(_) if seat != Some(side) && matches!(order, Order::Play { .. }) => continue,
                Err(refusal) => return Err(at(seat, &format!("is refused in the other game: {refusal}"))),
            };
            // A chit that is used as a Common Event, or turned up, is no longer hidden either.
            let common = seat != Some(side) && matches!(order, Order::Common {});
            if common || turned_up(battle, &events) || turned_up(battle, &other) {
                continue;
            }
            let (real, told_other) =
                (told(battle, &state, &events, seat), told(battle, &twin.state, &other, seat));
            if real != told_other {
                let (real, other) = (json!(real).to_string(), json!(told_other).to_string());
                let (real, other) = difference(&real, &other);
                return Err(at(seat, &format!("{real}\nis told as\n{other}")));
            }
            for event in &other {
                battle.apply(&mut twin.state, event);
            }
            if battle.asked(&twin.state) != battle.asked(&next) {
                return Err(at(seat, "somebody else is asked"));
            }
            compared += 1;
            left.push(twin);
        }
        twins = left;
        state = next;
        number += 1;
    }
    Ok(compared)
}

/// Where two texts begin to differ, and what follows there.
fn difference<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    let cut = |text: &'a str| {
        let from = (0..=at.saturating_sub(120)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        let to = (at + 200..text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len());
        &text[from..to]
    };
    (cut(a), cut(b))
}

/// Standing orders that answer for both sides.
fn instructed() -> StandingOrders {
    StandingOrders {
        no_chits_at: vec![ReactionWindow::OwnFireDeclared, ReactionWindow::EnemyCloseDeclared],
        pass_held: true,
        opportunity_fire: StandingOrder::Always,
        ..StandingOrders::default()
    }
}

#[test]
fn whole_games_of_recruits_tell_nothing_hidden() {
    for scenario in SCENARIOS {
        let battle = discreet(scenario, false);
        let mut commanders = BySide {
            union: battle.commander(Level::Recruit, 3),
            confederate: battle.commander(Level::Recruit, 4),
        };
        let compared = hold_law(&battle, 11, 17, |battle, state, side| {
            let decision = commanders[side].decide(InformationSet::new(battle, state, side), Budget::Own)?;
            Some(decision.order)
        });
        let compared = compared.unwrap_or_else(|what| panic!("{scenario}: {what}"));
        assert!(compared > 300, "{scenario}: only {compared} steps were compared");
    }
}

/// A game at random; `told`: begun with instructions.
fn at_random(scenario: &str, rare: bool, told: bool, seed: u64) -> Result<u32, String> {
    let mut battle = discreet(scenario, rare);
    battle.options.chew = rare;
    let mut chance = RandomBlindSwords::new(seed);
    let mut begun = !told;
    hold_law(&battle, seed, 23, |battle, state, _| {
        if !std::mem::replace(&mut begun, true) {
            return Some(Order::Instruct { instructions: instructed() });
        }
        chance.order(battle, state)
    })
}

/// Games in which something hidden was once revealed.
const ONCE_TOLD: [(&str, bool, bool, u64); 1] = [
    // The preview of a pass named the last chit of the cup, which was drawn next and negated.
    ("kernstown-2-historical", false, true, 56_676),
];

#[test]
fn what_was_once_told_is_told_no_more() {
    for (scenario, rare, told, seed) in ONCE_TOLD {
        at_random(scenario, rare, told, seed)
            .unwrap_or_else(|what| panic!("{scenario}, {rare}, {told}, seed {seed}: {what}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_games_at_random_tell_nothing_hidden(
        scenario in prop::sample::select(&SCENARIOS[..]), rare: bool, told: bool, seed in 0_u64..100_000,
    ) {
        let held = at_random(scenario, rare, told, seed);
        prop_assert!(held.is_ok(), "{scenario}, {rare}, seed {seed}: {}", held.unwrap_err());
    }
}

/// The exception: a side that is asked only when it can play something reveals that by being asked.
/// This test also shows that the law would detect it.
#[test]
fn a_side_that_is_asked_only_when_it_can_play_tells_something() {
    let tells = (0..6).any(|seed| {
        let mut chance = RandomBlindSwords::new(seed);
        hold_law(&battle(SCENARIOS[0], false), seed, 1, |battle, state, _| chance.order(battle, state))
            .is_err()
    });
    assert!(tells);
}

/// A game of that scenario at its start.
fn begin(scenario: &str, seed: u8) -> Game<Battle> {
    let header = library().begin(scenario, &options(false), None, &[], [seed; 32]).unwrap().header().clone();
    Game::new(battle(scenario, false), header, Opening::new([seed; 32]))
}

/// The sides whose reasons a seat is shown.
fn reasons(game: &Game<Battle>, seat: Seat, since: u32) -> Vec<Option<Side>> {
    let entries = game.log(seat.into(), since).into_iter();
    entries.filter(|entry| entry.reason.is_some()).map(|entry| entry.side).collect()
}

#[test]
fn a_reason_is_its_givers_own_until_the_game_is_over() {
    for scenario in [SCENARIOS[0], SCENARIOS[3]] {
        let mut game = begin(scenario, 1);
        let mut chance = RandomBlindSwords::new(1);
        let (mut given, mut secret) = (0, 0);
        while let Some(side) = game.rules().asked(game.state()) {
            let order = chance.order(game.rules(), game.state()).unwrap();
            let before = game.version();
            game.order_because(side, order.clone(), None, Some(format!("why {before}"))).unwrap();
            given += 1;
            secret += usize::from(matches!(order, Order::Keys { .. }));
            if game.rules().asked(game.state()).is_none() {
                break;
            }
            for seat in SEATS {
                let known = reasons(&game, seat, before);
                assert_eq!(
                    known.len(),
                    usize::from(seat == Some(side)),
                    "{seat:?} of a reason of the {side}"
                );
            }
        }
        // A finished game is open to everyone, except for what remains a secret order.
        for seat in SEATS {
            assert!(reasons(&game, seat, 0).len() >= given - secret, "{scenario}: {seat:?} when it is over");
        }
    }
}

/// What the other seat and a watcher could learn of a game.
fn outside(game: &Game<Battle>) -> Vec<String> {
    let told = |viewer| [AnyGame::view(game, "", viewer, None), json!(game.log(viewer, 0)).to_string()];
    [Viewer::Watcher, Viewer::Side(Side::Confederate)].into_iter().flat_map(told).collect()
}

#[test]
fn kernstown_k43_instructions_take_no_number_and_are_never_lost() {
    let instruct = |artillery: bool| {
        let instructions =
            StandingOrders { pass_artillery: artillery, pass_held: true, ..StandingOrders::default() };
        Order::Instruct { instructions }
    };
    let own = |game: &Game<Battle>| game.state().instructions.union.clone();
    let mut game = begin(SCENARIOS[0], 1);
    let mut chance = RandomBlindSwords::new(5);
    for _ in 0..12 {
        let side = game.rules().asked(game.state()).unwrap();
        let order = chance.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    let (before, entries) = (outside(&game), game.version());
    game.order(Side::Union, instruct(true), None).unwrap();
    game.order(Side::Union, instruct(false), None).unwrap();
    assert_eq!(game.version(), entries, "it has no number");
    assert_eq!(before, outside(&game), "nobody else notices");
    assert!(own(&game).pass_held && !own(&game).pass_artillery, "the last one counts at once");
    assert_eq!(game.pending().len(), 1);

    // A record taken at this moment contains it.
    let lines = game.record();
    let again = Game::read(game.rules().clone(), game.header().clone(), Opening::new([1; 32]), &lines[1..]);
    let again = again.unwrap();
    assert_eq!(own(&again), own(&game));
    assert_eq!(again.record(), lines);

    // It enters the record with the next entry, which shows it to no other seat.
    let side = game.rules().asked(game.state()).unwrap();
    let order = chance.order(game.rules(), game.state()).unwrap();
    game.order(side, order, None).unwrap();
    let last = AnyGame::entries(&game, entries).remove(0);
    assert_eq!(last["standing"][0]["order"]["instruct"]["instructions"]["pass-held"], true, "{last}");
    assert!(outside(&game).iter().all(|told| !told.contains("pass-held") && !told.contains("standing")));
    assert!(json!(game.log(Viewer::Side(Side::Union), entries)).to_string().contains("pass-held"));
    assert!(game.pending().is_empty());

    // Undoing that order does not lose it, nor does redoing it; earlier positions do not contain
    // it.
    let state = game.state().clone();
    if game.may_undo(side) {
        game.act(side, Act::Undo).unwrap();
        assert!(own(&game).pass_held);
        game.order(Side::Union, instruct(true), None).unwrap();
        game.act(side, Act::Redo).unwrap();
        assert!(own(&game).pass_artillery);
    } else {
        assert_eq!(own(&game), state.instructions.union);
    }
    assert_eq!(game.state_at(entries).instructions.union, StandingOrders::default());
    assert_eq!(game.verify().broken, None);

    // A forgery is found.
    let mut entries = AnyGame::entries(&game, 0);
    let forged = entries.iter_mut().find(|entry| entry["standing"].is_array()).unwrap();
    forged["standing"][0]["events"][0]["instructions"]["pass-held"] = json!(false);
    tabletop::chain::rebind(&game.header().value(), &mut entries);
    let record = Record::of(game.header().clone(), entries);
    let fault = tabletop::audit(&mut *AnyGame::auditor(&game, None), &record, &[]).broken.unwrap();
    assert!(fault.what.contains("an order without a number"), "{fault}");
}

/// Records from before standing orders had no number: an entry of its own, which answered the open
/// questions at once.
#[test]
fn kernstown_k43_numbered_instructions_of_old_records_are_read_and_verified() {
    let mut game = begin(SCENARIOS[0], 1);
    let mut chance = RandomBlindSwords::new(5);
    let mut lines = Vec::new();
    for turn in 0..40 {
        let Some(side) = game.rules().asked(game.state()) else { break };
        if turn == 20 {
            let order = Order::Instruct { instructions: instructed() };
            let events =
                game.rules().judge(game.state(), side, &order, &mut Chance::new(1), &mut RuleCheck::quiet());
            let events: Vec<Value> = events.unwrap().iter().map(|e| game.rules().event_value(e)).collect();
            lines = AnyGame::entries(&game, 0);
            lines.push(
                json!({ "version": lines.len() + 1, "side": side, "order": game.rules().order_value(&order),
                               "events": events }),
            );
            break;
        }
        let order = chance.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    // As written by programs that knew no hashes.
    let header = tabletop::Header { longroll: 1, ..game.header().clone() };
    for fields in lines.iter_mut().filter_map(Value::as_object_mut) {
        fields.remove("prev");
        fields.remove("salt");
    }
    let begun = Game::new(game.rules().clone(), header.clone(), Opening::new([1; 32]));
    let record = Record::of(header.clone(), lines.clone());
    assert_eq!(tabletop::audit(&mut *AnyGame::auditor(&begun, None), &record, &[]).broken, None);
    let again = Game::read(game.rules().clone(), header, Opening::new([1; 32]), &lines).unwrap();
    assert_eq!(again.version() as usize, lines.len());
    assert!(Side::BOTH.into_iter().any(|side| again.state().instructions[side].pass_held));
}
