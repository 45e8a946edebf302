//! Playing on from an earlier position: what the new game begins with, and what it does not tell.

use serde_json::{Value, json};
use tabletop::{Act, AnyGame, BySide, Failure, Header, Offer, Origin, ServerSeed, Side, Viewer};

use crate::table::*;

const OTHER: ServerSeed = [9; 32];

fn people() -> BySide<String> {
    BySide::from_fn(|_| "person".to_owned())
}

fn branch(table: &dyn AnyGame, version: u32) -> Box<dyn AnyGame> {
    table.branch(version, people(), OTHER).unwrap()
}

/// What was ordered, with its events, of the orders in a record.
fn ordered(entries: &[Value]) -> Vec<(Value, Value)> {
    let orders = entries.iter().filter(|entry| entry.get("order").is_some());
    orders.map(|entry| (entry["order"].clone(), entry["events"].clone())).collect()
}

/// The heap as that version of a game left it.
fn heap(table: &dyn AnyGame, version: u32) -> Value {
    let view = table.view("g", Viewer::Watcher, Some(version));
    serde_json::from_str::<Value>(&view).unwrap()["heap"].clone()
}

#[test]
fn the_new_game_begins_with_what_was_played_and_says_where_it_comes_from() {
    let mut table = begun();
    by_turns(&mut *table, &[throw(), throw(), take(1)]);
    for version in 0..=3 {
        let new = branch(&*table, version);
        assert_eq!(new.version(), version);
        assert_eq!(ordered(&new.entries(0)), ordered(&table.entries(0)[..version as usize]));
        assert_eq!(heap(&*new, version), heap(&*table, version));
        let header = new.header();
        assert!(header.practice && header.check().is_ok());
        assert_eq!((header.dice.len(), header.seats.as_ref()), ((version as usize).min(2), Some(&people())));
        assert!(header.commitment != table.header().commitment);
        let hash = match version {
            0 => tabletop::chain::header_hash(&table.header().value()),
            _ if version == table.version() => table.hash(),
            _ => table.entries(0)[version as usize]["prev"].as_str().unwrap().to_owned(),
        };
        assert_eq!(header.from, Some(Origin { hash, version }));
        let audit = new.verify();
        assert_eq!((audit.broken, audit.dice_audited), (None, true));
    }
}

#[test]
fn the_dice_to_come_are_other_dice_and_those_of_the_old_game_are_not_told() {
    let mut table = begun();
    by_turns(&mut *table, &[throw(), throw()]);
    let faces = |table: &dyn AnyGame, seed: ServerSeed| {
        let mut new = table.branch(1, people(), seed).unwrap();
        let mut side = new.asked().unwrap();
        let mut events = Vec::new();
        for _ in 0..4 {
            if new.order(side, &throw(), None).is_err() {
                break;
            }
            side = side.other();
            events.push(new.entries(0).pop().unwrap()["events"].clone());
        }
        events
    };
    let old = &table.entries(0)[1]["events"];
    let seeds = (0..12).map(|number| faces(&*table, [number; 32])).collect::<Vec<_>>();
    assert!(seeds.iter().any(|events| events != &seeds[0]), "they hang on the seed of the new game");
    assert!(seeds.iter().any(|events| events.first() != Some(old)));
    // One die was thrown by then, and only that is in the new record.
    assert_eq!(branch(&*table, 1).header().dice.len(), 1);
}

#[test]
fn what_was_taken_back_or_agreed_on_is_left_out() {
    let mut table = begun();
    table.act(Union, Act::Seed("a share")).unwrap();
    by_turns(&mut *table, &[take(1)]);
    table.act(Union, Act::Undo).unwrap();
    by_turns(&mut *table, &[take(2), throw()]);
    table.act(Union, Act::Offer(Offer::Draw {})).unwrap();
    table.act(Confederate, Act::Decline(table.version())).unwrap();
    let played = ordered(&table.entries(0));
    let version = table.version();
    let new = branch(&*table, version);
    assert_eq!(ordered(&new.entries(0)), played[1..]);
    assert_eq!((new.version(), heap(&*new, 2)), (2, heap(&*table, version)));
    assert_eq!((new.offers(), new.verify().broken), (vec![], None));
    // Before it was taken back it counted.
    assert_eq!(ordered(&branch(&*table, 2).entries(0)), played[..1]);
    // A game that went back goes on from there.
    table.act(Union, Act::Offer(Offer::Rewind { to: 4 })).unwrap();
    table.act(Confederate, Act::Accept(table.version())).unwrap();
    let version = table.version();
    assert_eq!(ordered(&branch(&*table, version).entries(0)), played[1..2]);
}

#[test]
fn plans_are_kept_and_wait_as_they_waited() {
    let mut table = begun();
    table.order(Confederate, &plan("wait"), None).unwrap();
    table.order(Union, &take(1), None).unwrap();
    table.order(Union, &plan("rush"), None).unwrap();
    let new = branch(&*table, 1);
    assert_eq!(new.entries(0)[0]["standing"], table.entries(0)[0]["standing"]);
    assert_eq!(new.pending(), table.pending());
    assert_eq!(new.verify().broken, None);
    for side in Side::BOTH {
        assert_eq!(view(&*new, Some(side))["plan"], view(&*table, Some(side))["plan"]);
    }
    assert_eq!(branch(&*table, 0).pending(), Vec::<Value>::new());
}

#[test]
fn dice_of_which_each_had_a_share_are_found_again() {
    let mut table = begun();
    table.seat(people());
    table.set_each_throw();
    for side in Side::BOTH {
        table.act(side, Act::Commit(&link(side, 6), &table.header().commitment.clone())).unwrap();
    }
    for number in [5, 4] {
        let side = table.asked().unwrap();
        table.order(side, &throw(), None).unwrap();
        for side in Side::BOTH {
            table.act(side, Act::Seed(&link(side, number))).unwrap();
        }
    }
    let new = branch(&*table, table.version());
    assert_eq!(ordered(&new.entries(0)), ordered(&table.entries(0)));
    assert_eq!((new.header().shares, new.header().dice.len()), (None, 2));
    assert_eq!((new.verify().broken, new.waiting()), (None, vec![]));
}

#[test]
fn a_record_without_its_secret_goes_on_from_where_its_dice_are_known() {
    let mut table = begun();
    by_turns(&mut *table, &[throw(), take(1)]);
    let open = crate::toy::Toys;
    let header = table.header().clone();
    let of = |entries: &[Value]| tabletop::GameSystem::load(&open, &header, entries, None).unwrap();
    let sealed = of(&table.entries(0));
    assert_eq!(
        sealed.branch(2, people(), OTHER).map(|_| ()),
        Err(Failure::Gone("the dice up to that position are not known: the record has no secret".to_owned()))
    );
    assert_eq!(branch(&*sealed, 0).version(), 0);
    // Once it is over its seed stands in the record.
    table.act(Confederate, Act::Resign).unwrap();
    assert_eq!(ordered(&branch(&*of(&table.entries(0)), 2).entries(0)), ordered(&table.entries(0)));
}

#[test]
fn there_is_nothing_to_play_on_from_past_the_end() {
    let table = over();
    let refused = |version| why(table.branch(version, people(), OTHER).map(|_| ()));
    assert_eq!(refused(4), "version: 4 was asked for, the game is at 3");
    assert_eq!(refused(2), "the battle is over in that position: there is nothing to play on from");
    assert_eq!(branch(&*table, 1).asked(), Some(Confederate));
    // Who gave up has left a position that can be played on from.
    let mut table = begun();
    by_turns(&mut *table, &[take(1)]);
    table.act(Union, Act::Resign).unwrap();
    assert_eq!(branch(&*table, table.version()).asked(), Some(Confederate));
}

#[test]
fn only_a_game_for_practice_says_that_it_comes_from_another() {
    let header = branch(&*begun(), 0).header().clone();
    assert_eq!(header.check(), Ok(()));
    let unfit = |header: Header| header.check().unwrap_err();
    assert_eq!(
        unfit(Header { practice: false, ..header.clone() }),
        "from: a game that is played on from another is for practice"
    );
    let from = Some(Origin { hash: "short".to_owned(), version: 0 });
    assert_eq!(
        unfit(Header { from, ..header.clone() }),
        "from.hash: 64 digits of lower-case hexadecimal were expected"
    );
    let read: Header = serde_json::from_value(header.value()).unwrap();
    assert_eq!((read, header.value()["from"]["version"].clone()), (header, json!(0)));
}
