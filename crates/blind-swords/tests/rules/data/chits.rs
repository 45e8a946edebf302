//! The chits, and what each scenario has in the cup.

use blind_swords::{BrigadeOrder, Chit, ChitKind, Effect, ReactionWindow, Scenario};
use tabletop::Side;

use crate::data::scenario;

fn events(scenario: &Scenario, side: Side) -> Vec<&Chit> {
    let of = |c: &&Chit| c.side == Some(side) && matches!(c.kind, ChitKind::Event(_));
    scenario.chits.iter().filter(of).collect()
}

fn event<'a>(scenario: &'a Scenario, id: &str) -> &'a blind_swords::EventChit {
    match &scenario.chits.iter().find(|c| c.id == id).unwrap().kind {
        ChitKind::Event(event) => event,
        _ => panic!("{id} is not an Event chit"),
    }
}

#[test]
fn kernstown_20_1_ten_and_nine_event_chits_remain_of_twelve() {
    for (number, union, confederate) in
        [(1, 9, 10), (2, 11, 11), (3, 10, 10), (4, 11, 9), (5, 11, 9), (6, 11, 9)]
    {
        let scenario = scenario(number);
        assert_eq!(events(&scenario, Side::Union).len(), union, "scenario {number}");
        assert_eq!(events(&scenario, Side::Confederate).len(), confederate, "scenario {number}");
        assert!(!scenario.chits.iter().any(|c| c.id == "c-confident"), "used in no scenario (19.0)");
        for wild in [ChitKind::FortunesOfWar, ChitKind::FogOfWar] {
            assert_eq!(scenario.chits.iter().filter(|c| c.kind == wild && c.side.is_none()).count(), 1);
        }
    }
}

#[test]
fn kernstown_8_1_and_8_2_key_chits_and_random_ones() {
    let first = scenario(1);
    assert_eq!((first.keys.union, first.keys.confederate), (1, 2));
    assert_eq!((first.random.union, first.random.confederate), (2, 1));
    for number in 2..=6 {
        let scenario = scenario(number);
        for side in Side::BOTH {
            assert_eq!((scenario.keys[side], scenario.random[side]), (2, 3));
        }
    }
}

#[test]
fn kernstown_10_6_commanders() {
    let commanders = |number| {
        let scenario = scenario(number);
        let of = |c: &Chit| match c.kind {
            ChitKind::Commander { active_on, casualty, aware } => {
                Some((c.id.clone(), active_on, casualty, aware))
            }
            _ => None,
        };
        scenario.chits.iter().filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!(commanders(1), []);
    // No Union commander in 1862.
    assert_eq!(commanders(2), [("k62-jackson".to_owned(), 6, 5, None)]);
    let early = ("k64-early".to_owned(), 6, 5, None);
    let crook = |active_on| ("k64-crook".to_owned(), active_on, 2, Some(4));
    assert_eq!(commanders(4), [early.clone(), crook(1)]);
    assert_eq!(commanders(5), [early.clone(), crook(1)]);
    // 21.6c: no die is thrown for Crook.
    assert_eq!(commanders(6), [early, crook(6)]);
}

#[test]
fn kernstown_10_7_every_brigade_has_one_chit() {
    for number in 1..=6 {
        let scenario = scenario(number);
        let mut chits = vec![0; scenario.brigades.len()];
        for chit in &scenario.chits {
            if let ChitKind::Command { brigades, rating, casualty, .. } = &chit.kind {
                assert!((1..=6).contains(rating) && casualty <= rating);
                for brigade in brigades {
                    chits[brigade.index()] += 1;
                    assert_eq!(Some(scenario.brigades[brigade.index()].side), chit.side);
                }
            }
        }
        assert!(chits.iter().all(|&n| n == 1), "scenario {number}: {chits:?}");
    }
    let second = scenario(2);
    let sullivan = second.chits.iter().find(|c| c.id == "k62-sullivan").unwrap();
    // 20.2i.
    assert!(matches!(sullivan.kind, ChitKind::Command { rating: 1, released: Some(3), .. }));
    let fourth = scenario(4);
    let ransom = fourth.chits.iter().find(|c| c.id == "k64-ransom").unwrap();
    let ChitKind::Command { brigades, .. } = &ransom.kind else { panic!() };
    assert_eq!(brigades.len(), 5);
}

#[test]
fn kernstown_10_4a_events_and_their_moments() {
    let second = scenario(2);
    let confusion = event(&second, "u-command-confusion");
    // 10.9: a 1 is Regroup.
    let Effect::CommandConfusion { orders } = confusion.effect else { panic!() };
    assert_eq!(orders[0], Some(BrigadeOrder::Regroup));
    assert_eq!(confusion.reaction_windows, [ReactionWindow::EnemyOrderGiven]);
    assert_eq!(event(&second, "c-rebel-yell").effect, Effect::RebelYell { columns: 2 });
    assert_eq!(event(&second, "u-good-ground").effect, Effect::GoodGround { columns: -2 });
    // 18.1: these may wait for the end of the turn.
    for id in ["c-rebel-yell", "c-firefight", "u-firefight"] {
        assert!(event(&second, id).reaction_windows.contains(&ReactionWindow::EndTurn), "{id}");
    }
    for chit in second.chits.iter().filter(|c| matches!(c.kind, ChitKind::Event(_))) {
        assert!(!event(&second, &chit.id).text.is_empty());
        assert!(!event(&second, &chit.id).reaction_windows.is_empty(), "{}", chit.id);
    }
}

#[test]
fn kernstown_20_2_ammunition_counts_from_five_o_clock() {
    for (number, id, from) in [
        (1, "u-csa-low-ammo", 5),
        (2, "u-csa-low-ammo", 12),
        (2, "c-find-ammo", 12),
        (2, "c-union-low-ammo", 12),
        (3, "c-union-low-ammo", 12),
    ] {
        let scenario = scenario(number);
        let chit = event(&scenario, id);
        assert_eq!(chit.from_turn, from, "scenario {number}, {id}");
        assert_eq!(scenario.times[usize::from(from) - 1], "5:00");
        assert!(chit.from_case.is_some());
    }
    // 20.3b.
    let third = scenario(3);
    assert!(!third.chits.iter().any(|c| c.id == "u-csa-low-ammo" || c.id == "c-find-ammo"));
    assert_eq!(event(&scenario(2), "u-fatigue").from_turn, 1);
    // 20.1g.
    let first = scenario(1);
    assert_eq!(event(&first, "u-command-confusion").not_first_turn.unwrap().number(), "20.1g");
    assert_eq!(event(&first, "c-command-confusion").not_first_turn, None);
}
