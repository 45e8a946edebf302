//! Orders taken back and given again.

use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Failure, Game, GameSetup, Offer, Opening, Side, Viewer};

use crate::table::*;
use crate::toy::{Heap, Order};

fn heap(table: &dyn tabletop::AnyGame) -> u64 {
    view(table, None)["heap"].as_u64().unwrap()
}

fn gone<T>(text: &str) -> Result<T, Failure> {
    Err(Failure::Gone(text.to_owned()))
}

#[test]
fn the_last_order_is_taken_back_and_given_again_by_its_side() {
    let mut table = begun();
    assert_eq!(table.act(Union, Act::Undo), gone("there is nothing to take back"));
    by_turns(&mut *table, &[take(3), take(2)]);
    assert!(may("undo", &*table, Confederate) && !may("undo", &*table, Union));
    assert_eq!(table.act(Union, Act::Undo), gone("the last order was the other side's"));
    table.act(Confederate, Act::Undo).unwrap();
    assert_eq!((heap(&*table), table.asked()), (7, Some(Confederate)));
    assert_eq!(table.act(Confederate, Act::Undo), gone("the last order was the other side's"));
    table.act(Union, Act::Undo).unwrap();
    assert_eq!((heap(&*table), table.asked()), (10, Some(Union)));
    assert_eq!(table.act(Union, Act::Undo), gone("there is nothing to take back"));
    // The one that was undone last is the first to be given again.
    assert!(may("redo", &*table, Union) && !may("redo", &*table, Confederate));
    assert_eq!(table.act(Confederate, Act::Redo), gone("there is nothing to redo"));
    table.act(Union, Act::Redo).unwrap();
    assert_eq!(heap(&*table), 7);
    table.act(Confederate, Act::Redo).unwrap();
    assert_eq!((heap(&*table), table.asked()), (5, Some(Union)));
    assert_eq!(table.act(Confederate, Act::Redo), gone("there is nothing to redo"));
    // What was given again can be taken back again.
    table.act(Confederate, Act::Undo).unwrap();
    let done: Vec<Value> = table.entries(2);
    let done: Vec<_> = done.iter().map(|line| (&line["side"], &line["undo"], &line["redo"])).collect();
    let (union, confederate) = (&json!("union"), &json!("confederate"));
    let (none, first, second) = (&Value::Null, &json!(1), &json!(2));
    let expected = [
        (confederate, second, none),
        (union, first, none),
        (union, none, first),
        (confederate, none, second),
        (confederate, second, none),
    ];
    assert_eq!(done, expected);
    assert_eq!(table.verify().broken, None);
}

#[test]
fn a_new_order_ends_what_could_be_given_again() {
    let mut table = begun();
    by_turns(&mut *table, &[take(3)]);
    table.act(Union, Act::Undo).unwrap();
    by_turns(&mut *table, &[take(1)]);
    assert!(!may("redo", &*table, Union));
    assert_eq!(table.act(Union, Act::Redo), gone("there is nothing to redo"));
    assert_eq!(heap(&*table), 9);
}

#[test]
fn some_orders_stand() {
    let mut table = with_dice(&[2]);
    by_turns(&mut *table, &[throw()]);
    assert_eq!(table.act(Union, Act::Undo), gone("a die was thrown for the last order: it stands"));
    assert!(!may("undo", &*table, Union));
    // By the rules an oath stands unless the heap was whole before it.
    table.order(Confederate, &swear(), None).unwrap();
    assert_eq!(table.act(Confederate, Act::Undo), gone("by the options of this game that order stands"));
    let mut table = begun();
    by_turns(&mut *table, &[swear()]);
    table.act(Union, Act::Undo).unwrap();
    assert_eq!(over().act(Confederate, Act::Undo), gone("the game is over"));
    assert!(!may("undo", &*over(), Confederate));
}

#[test]
fn every_past_position_is_as_it_was() {
    let mut game = typed(&[]);
    let heap_at = |game: &tabletop::Game<_>, version| {
        let text = tabletop::AnyGame::view(game, "", Viewer::Watcher, Some(version));
        serde_json::from_str::<Value>(&text).unwrap()["heap"].as_u64().unwrap()
    };
    game.order(Union, Order::Take(3), None).unwrap();
    game.order(Confederate, Order::Take(2), None).unwrap();
    assert_eq!(game.act(Confederate, Act::Undo), Ok(2));
    assert_eq!(game.act(Union, Act::Undo), Ok(3));
    assert_eq!(game.act(Union, Act::Redo), Ok(4));
    assert_eq!(game.order(Confederate, Order::Take(4), None), Ok(5));
    let heaps: Vec<u64> = (0..7).map(|version| heap_at(&game, version)).collect();
    assert_eq!(heaps, [10, 7, 5, 7, 10, 7, 3]);
    for version in 0..7 {
        let then = game.state_at(version);
        assert_eq!(game.rules().heap - taken(&game, &then), heaps[version as usize] as u32);
    }
    // The walk passes through the orders that count, and no others.
    let mut walked = Vec::new();
    game.walk(|version, state| walked.push((version, taken(&game, state))));
    assert_eq!(walked, [(0, 0), (1, 3), (6, 7)]);
    let again = game.order(Union, Order::Take(1), Some(6)).unwrap();
    assert_eq!(again, 6);
    // After an order given anew, what was undone before it is not redone by the past either.
    assert_eq!(game.act(Union, Act::Undo), Ok(7));
    assert_eq!(heap_at(&game, 7), 2);
    assert_eq!(game.state_at(99), *game.state());
}

/// How many have been taken from the heap.
fn taken(game: &tabletop::Game<crate::toy::Heap>, state: &crate::toy::State) -> u32 {
    tabletop::Protocol::standing(game.rules(), state).turn
}

#[test]
fn a_record_that_takes_hundreds_of_orders_back_is_read_as_it_was_played() {
    let options = &serde_json::Map::new();
    let setup =
        GameSetup { system: "heap", scenario: "heap", options, position: None, dice: &[], pack: None };
    let mut game = Game::<Heap>::begin(Heap { heap: 1_000_000 }, setup, SECRET).unwrap();
    let mut words = 0;
    for (given, undone, redone) in [
        (300, 70, 70),
        (1, 1, 1),
        (70, 1, 0),
        (1, 230, 180),
        (0, 64, 0),
        (0, 1, 1),
        (200, 0, 0),
        (64, 128, 64),
    ] {
        for _ in 0..given {
            words += 1;
            game.order(Union, Order::Whisper(words.to_string()), None).unwrap();
        }
        game.order(Union, Order::Plan(words.to_string()), None).unwrap();
        (0..undone).for_each(|_| assert!(game.act(Union, Act::Undo).is_ok()));
        game.order(Confederate, Order::Plan(words.to_string()), None).unwrap();
        (0..redone).for_each(|_| assert!(game.act(Union, Act::Redo).is_ok()));
    }
    assert_eq!(*game.state(), game.state_at(game.version()));
    let (header, entries) = (game.header().clone(), AnyGame::entries(&game, 0));
    for read in 1..=entries.len() {
        if read % 97 == 0 || read == entries.len() {
            let rules = Heap { heap: 1_000_000 };
            let again =
                Game::<Heap>::read(rules, header.clone(), Opening::new(SECRET), &entries[..read]).unwrap();
            assert_eq!(*again.state(), game.state_at(read as u32), "after {read} entries");
        }
    }
}

#[test]
fn between_people_an_order_that_the_other_side_is_to_answer_is_taken_back_once() {
    let mut table = begun();
    Side::BOTH.into_iter().for_each(|side| table.expect(side));
    let once = "an order that the other side is to answer is taken back only once";
    by_turns(&mut *table, &[take(1)]);
    table.act(Union, Act::Undo).unwrap();
    table.order(Union, &take(2), None).unwrap();
    assert_eq!((may("undo", &*table, Union), table.act(Union, Act::Undo)), (false, gone(once)));
    // It is so after the record was read, which may hold more.
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    assert!(may("undo", &*again, Union), "one person at both sides takes back what they like");
    again.act(Union, Act::Undo).unwrap();
    again.act(Union, Act::Redo).unwrap();
    assert_eq!(again.verify().broken, None);
    Side::BOTH.into_iter().for_each(|side| again.expect(side));
    assert_eq!(again.act(Union, Act::Undo), gone(once));
    // Once more when the other side has answered.
    table.order(Confederate, &take(1), None).unwrap();
    table.order(Union, &take(1), None).unwrap();
    table.act(Union, Act::Undo).unwrap();
    table.act(Union, Act::Redo).unwrap();
    assert_eq!(table.act(Union, Act::Undo), gone(once));
    // Nobody is kept from taking back what nobody else is to answer.
    let whispers: Vec<_> = (0..3).map(|n| whisper(&n.to_string())).collect();
    table.order(Confederate, &take(1), None).unwrap();
    for _ in 0..3 {
        whispers.iter().for_each(|order| assert!(table.order(Union, order, None).is_ok()));
        whispers.iter().for_each(|_| assert!(table.act(Union, Act::Undo).is_ok()));
    }
}

#[test]
fn an_order_fits_if_what_came_before_it_was_taken_back_and_given_again() {
    let mut table = begun();
    by_turns(&mut *table, &[take(1)]);
    for _ in 0..3 {
        table.act(Union, Act::Undo).unwrap();
        assert!(table.order(Confederate, &take(1), Some(1)).is_err(), "it is not asked");
        assert!(table.order(Union, &take(1), Some(1)).is_err(), "it was made after an order that is gone");
        table.act(Union, Act::Redo).unwrap();
    }
    table.order(Confederate, &take(1), Some(1)).unwrap();
    let version = table.version();
    table.act(Confederate, Act::Undo).unwrap();
    table.order(Confederate, &take(2), None).unwrap();
    assert!(table.order(Union, &take(1), Some(version)).is_err(), "the order before it is another");
}

#[test]
fn an_order_that_was_given_again_stands_before_the_plan_that_came_between() {
    // Around the orders after which a state is remembered, with more taken back at once or after many others.
    for (before, often) in (60..66).flat_map(|before| [(before, true), (before, false)]).chain([(0, true)]) {
        let mut game = typed(&[]);
        let whisper = |game: &mut Game<Heap>, word: &str| {
            game.order(Union, Order::Whisper(word.to_owned()), None).unwrap();
        };
        (0..before).for_each(|_| whisper(&mut game, "a"));
        whisper(&mut game, "the plan");
        if often {
            // The plan comes with an offer, before the order is taken back.
            game.order(Union, Order::Plan("b".to_owned()), None).unwrap();
            game.act(Union, Act::Offer(Offer::Draw {})).unwrap();
        }
        assert!(game.act(Union, Act::Undo).is_ok());
        game.order(Union, Order::Plan("c".to_owned()), None).unwrap();
        assert!(game.act(Union, Act::Redo).is_ok());
        for _ in 0..70 {
            whisper(&mut game, "c");
            if often {
                whisper(&mut game, "d");
                assert!(game.act(Union, Act::Undo).is_ok());
            }
        }
        assert!(game.act(Union, Act::Undo).is_ok());
        let whole = game.state_at(game.version());
        assert_eq!(*game.state(), whole, "the order before the plan, after {before} others");
        let (header, entries) = (game.header().clone(), AnyGame::entries(&game, 0));
        let again = Game::<Heap>::read(Heap { heap: 10 }, header, Opening::new(SECRET), &entries).unwrap();
        assert_eq!(*again.state(), whole);
        assert_eq!(game.verify().broken, None);
    }
}
