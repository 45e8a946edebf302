//! Laws of Kernstown under generated play: whatever legal orders are given, the rules are
//! consistent, and what is hidden stays hidden.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use ai::{Chance, RandomBlindSwords, RunOptions, random_blind_swords};
use blind_swords::{Battle, Order, State, View};
use proptest::prelude::*;
use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, Game, GameSystem, LoadedDice, Opening, Protocol, Record, RuleCheck, Rules, Side, Situation,
    Viewer,
};

use crate::kernstown::{SCENARIOS, battle, library, options, with_other_secrets};

/// A game after some orders, played at random.
fn game(scenario: &str, rare: bool, seed: u64, orders: usize) -> (Game<Battle>, RandomBlindSwords) {
    let header =
        library().begin(scenario, &options(rare), None, &[], [seed as u8; 32]).unwrap().header().clone();
    let mut game = Game::new(battle(scenario, rare), header, Opening::new([seed as u8; 32]));
    let mut commander = RandomBlindSwords::new(seed);
    for _ in 0..orders {
        let Some(side) = game.rules().asked(game.state()) else { break };
        let order = commander.order(game.rules(), game.state()).unwrap();
        game.order(side, order, None).unwrap();
    }
    (game, commander)
}

fn view(battle: &Battle, state: &State, seat: Option<Side>) -> String {
    let mut bytes = Vec::new();
    battle.write_view(state, seat, &Situation::default(), &mut bytes);
    String::from_utf8(bytes).unwrap()
}

#[test]
fn random_games_break_no_invariant_never_stick_and_replay() {
    for scenario in SCENARIOS {
        for rare in [false, true] {
            let battle = battle(scenario, rare);
            for seed in 0..2 {
                random_blind_swords(&battle, seed, RunOptions { views: false, check: true })
                    .unwrap_or_else(|e| panic!("{scenario}: {e}"));
            }
        }
    }
}

/// 12.3: what made a fire what it was is told to everybody the same, as the game goes on and when it
/// is read from its record.
#[test]
fn the_log_tells_modifiers_to_all_and_again_when_a_record_is_read() {
    for scenario in SCENARIOS {
        let (game, _) = game(scenario, true, 3, 600);
        let fires = |game: &Game<Battle>, viewer: Viewer| -> Vec<Value> {
            let entries = game.log(viewer, 0).into_iter();
            let events = entries.filter_map(|entry| entry.events).flatten();
            events.filter(|event| event["event"] == "combat-thrown").collect()
        };
        let told = fires(&game, Viewer::Watcher);
        assert!(!told.is_empty() && told.iter().all(|event| event["modifiers"].is_array()), "{scenario}");
        for viewer in [Viewer::Both, Viewer::Side(Side::Union), Viewer::Side(Side::Confederate)] {
            assert_eq!(fires(&game, viewer), told, "{scenario}");
        }
        let (header, entries) = (game.header().clone(), AnyGame::entries(&game, 0));
        let again = Game::read(battle(scenario, true), header, Opening::new([3; 32]), &entries).unwrap();
        assert_eq!(fires(&again, Viewer::Watcher), told, "{scenario}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Everything offered is accepted from the side that is asked and from no other seat.
    /// Explaining and previewing it change nothing and agree with the verdict.
    #[test]
    fn what_is_offered_is_accepted(
        scenario in prop::sample::select(&SCENARIOS[..]), rare: bool, seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (game, _) = game(scenario, rare, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        let Some(side) = battle.asked(state) else { return Ok(()) };
        let offers = battle.offers(state);
        prop_assert!(!offers.is_empty(), "nobody can answer");
        // The first order of each verb and a sample of the others, to keep a case short.
        for (i, order) in offers.iter().enumerate() {
            let first = offers.iter().position(|o| o.verb() == order.verb()) == Some(i);
            if !first && !(i as u64 + seed).is_multiple_of(7) {
                continue;
            }
            let judge = |side: Side| {
                battle.judge(state, side, order, &mut LoadedDice::default(), &mut RuleCheck::quiet())
            };
            prop_assert!(judge(side).is_ok(), "{} was offered", battle.order_value(order));
            prop_assert!(judge(side.other()).is_err(), "{} by the other side", battle.order_value(order));
            let written = battle.order_value(order);
            prop_assert_eq!(&battle.read_order(&written).unwrap(), order);
            prop_assert_eq!(AnyGame::preview(&game, side, &written).unwrap()["legal"].as_bool(), Some(true));
            prop_assert!(AnyGame::explain(&game, side, &written).unwrap().legal);
        }
    }

    /// The parts together offer the same orders as all at once, in the same order, each under its
    /// part's verb.
    #[test]
    fn the_parts_are_what_is_offered(
        scenario in prop::sample::select(&SCENARIOS[..]), rare: bool, seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (game, _) = game(scenario, rare, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        let mut together = Vec::new();
        for part in battle.parts(state) {
            let orders = battle.orders_in(state, &part);
            prop_assert!(orders.iter().all(|order| order.verb() == part.verb()), "{:?}", part);
            together.extend(orders);
        }
        prop_assert_eq!(together, battle.offers(state));
    }

    /// Drawing from a part yields an offered order and can yield each of them: the first number
    /// picked can lead to any of them, whatever is picked after it.
    #[test]
    fn every_order_of_a_part_can_be_drawn_and_no_other(
        scenario in prop::sample::select(&SCENARIOS[..]), rare: bool, seed in 0_u64..1000, orders in 0_usize..400,
        then in 0_usize..100,
    ) {
        let (game, _) = game(scenario, rare, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        for part in battle.parts(state) {
            let offered = battle.orders_in(state, &part);
            let mut drawn = Vec::new();
            for first in 0.. {
                let (mut picks, mut choices) = (0, 0);
                let order = battle.order_in(state, &part, |count| {
                    picks += 1;
                    if picks == 1 {
                        choices = count;
                    }
                    if picks == 1 { first.min(count - 1) } else { then % count }
                });
                prop_assert_eq!(order.is_none(), offered.is_empty(), "{:?}", part);
                drawn.extend(order);
                if first + 1 >= choices {
                    break;
                }
            }
            prop_assert!(drawn.iter().all(|order| offered.contains(order)), "{part:?}: {drawn:?} of {offered:?}");
            prop_assert!(offered.iter().all(|order| drawn.contains(order)), "{part:?}: {drawn:?} of {offered:?}");
        }
    }

    /// The verdict on a line of sight is the same as following the line past everything in its way.
    #[test]
    fn a_line_is_open_if_nothing_in_its_way_blocks_it(
        scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (game, _) = game(scenario, false, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        for (_, from) in Side::BOTH.into_iter().flat_map(|side| battle.on_map(state, side)) {
            for to in battle.map().grid.within(from, 9).filter(|&to| to != from) {
                let open = battle.sight(state, from, to).view != View::Blocked;
                prop_assert_eq!(battle.sees(state, from, to), open, "{} {}", battle.number(from), battle.number(to));
            }
        }
    }

    /// Undo restores the same bytes, redo brings them back, and the record replays to the same view
    /// and passes its audit.
    #[test]
    fn undo_redo_and_replay_are_exact(
        scenario in prop::sample::select(&SCENARIOS[..]), rare: bool, seed in 0_u64..1000, orders in 0_usize..300,
    ) {
        let (mut game, mut commander) = game(scenario, rare, seed, orders);
        let seen = |game: &Game<Battle>| view(game.rules(), game.state(), Some(Side::Union));
        if let Some(side) = game.rules().asked(game.state()) {
            let before = seen(&game);
            let order = commander.order(game.rules(), game.state()).unwrap();
            game.order(side, order, None).unwrap();
            let after = seen(&game);
            if game.may_undo(side) {
                game.act(side, Act::Undo).unwrap();
                prop_assert_eq!(&before, &seen(&game));
                game.act(side, Act::Redo).unwrap();
                prop_assert_eq!(&after, &seen(&game));
            }
        }
        let entries = AnyGame::entries(&game, 0);
        let again = library().load(game.header(), &entries, Some([seed as u8; 32])).unwrap();
        prop_assert_eq!(again.entries(0), entries.clone(), "the record, written again");
        let audit = again.verify();
        prop_assert_eq!(audit.broken, None);
        // Without the seed the dice are taken as recorded, and everything else still follows.
        let record = Record::of(game.header().clone(), entries);
        let audit = tabletop::audit(&mut *again.auditor(None), &record, &[]);
        prop_assert_eq!(audit.broken.filter(|fault| fault.line <= record.entries.len()), None);
    }

    /// Views, options and offered orders reveal nothing that the seat may not know.
    #[test]
    fn what_is_hidden_changes_no_view(
        scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (game, _) = game(scenario, false, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        for seat in Side::BOTH {
            let other = with_other_secrets(battle, state, seat);
            prop_assert_eq!(view(battle, state, Some(seat)), view(battle, &other, Some(seat)));
            prop_assert_eq!(json!(battle.options(state, seat)).to_string(), json!(battle.options(&other, seat)).to_string());
        }
        // A watcher knows less than either.
        let other = with_other_secrets(battle, &with_other_secrets(battle, state, Side::Union), Side::Confederate);
        prop_assert_eq!(view(battle, state, None), view(battle, &other, None));
    }

    /// The position a commander is given looks to its seat like the real one, is sound, and does
    /// not depend on anything that the seat may not know.
    #[test]
    fn a_resampled_position_tells_nothing_hidden(
        scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..1000, orders in 0_usize..400,
    ) {
        let (game, _) = game(scenario, false, seed, orders);
        let (battle, state) = (game.rules(), game.state());
        for seat in Side::BOTH {
            let sample = battle.determinize(state, seat, &mut Chance::new(seed));
            prop_assert_eq!(view(battle, state, Some(seat)), view(battle, &sample, Some(seat)));
            prop_assert_eq!(json!(battle.options(state, seat)).to_string(), json!(battle.options(&sample, seat)).to_string());
            prop_assert_eq!(battle.faults(&sample), Vec::<String>::new());
            let other = with_other_secrets(battle, state, seat);
            prop_assert_eq!(&sample, &battle.determinize(&other, seat, &mut Chance::new(seed)));
        }
    }

    /// Whichever Key Chits a side chooses, the other side is shown the same.
    #[test]
    fn what_is_chosen_in_secret_is_not_told(scenario in prop::sample::select(&SCENARIOS[..]), seed in 0_u64..100) {
        let told = |which: usize| {
            let (mut game, _) = game(scenario, false, seed, 0);
            let side = game.rules().asked(game.state()).unwrap();
            let keys: Vec<Order> = game.rules().offers(game.state());
            game.order(side, keys[which % keys.len()].clone(), None).unwrap();
            (game.log(Viewer::Side(side.other()), 0), game.log(Viewer::Watcher, 0), view(game.rules(), game.state(), Some(side.other())))
        };
        prop_assert_eq!(told(0), told(1 + seed as usize));
    }
}
