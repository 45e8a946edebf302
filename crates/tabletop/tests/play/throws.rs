//! Shares for each throw: an order is fixed, both players tell a link, and its dice fall.

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, AuditedDice, BySide, ClockSettings, Dice, Failure, GameSystem, Header, ShareMode,
    ShareState, Side, Verdict, chain, commitment,
};

use crate::table::*;
use crate::toy::{Order, Toys};

/// A match whose players are not bound yet.
fn unbound() -> Box<dyn AnyGame> {
    let mut table = begun();
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    table.set_each_throw();
    table
}

/// A match that was begun before the first link for an order was an entry.
fn before_links() -> Box<dyn AnyGame> {
    let header = Header { links: false, ..unbound().header().clone() };
    loaded(&header, &[]).unwrap()
}

/// A match whose players are bound: two entries.
fn bound() -> Box<dyn AnyGame> {
    bound_in(unbound())
}

fn bound_in(mut table: Box<dyn AnyGame>) -> Box<dyn AnyGame> {
    for side in Side::BOTH {
        commit(&mut *table, side, &link(side, 4));
    }
    table
}

/// The same, and an order of the Union's waits for its dice: three entries.
fn declared() -> Box<dyn AnyGame> {
    let mut table = bound();
    table.order(Union, &throw(), None).unwrap();
    table
}

fn commit(table: &mut dyn AnyGame, side: Side, hash: &str) {
    table.act(side, Act::Commit(hash, &commitment(&SECRET))).unwrap();
}

/// Both players tell their links of that number.
fn links(table: &mut dyn AnyGame, number: usize) {
    for side in Side::BOTH {
        table.act(side, Act::Seed(&link(side, number))).unwrap();
    }
}

fn both(union: ShareState, confederate: ShareState) -> Option<BySide<ShareState>> {
    Some(BySide { union, confederate })
}

fn waits(table: &mut dyn AnyGame, order: &Value) -> String {
    let failure = table.order(Union, order, None).unwrap_err();
    let Failure::Waits { message, sides } = failure else { panic!("{failure:?}") };
    assert_eq!(sides, table.waiting());
    message
}

#[test]
fn a_match_says_from_the_beginning_that_shares_are_given_for_each_throw() {
    let mut table = begun();
    let before = table.hash();
    table.set_each_throw();
    assert_eq!(table.header().shares, Some(ShareMode::EachThrow));
    assert!(table.hash() != before && table.hash() == chain::header_hash(&table.header().value()));
    let mut table = begun();
    by_turns(&mut *table, &[take(1)]);
    table.set_each_throw();
    assert_eq!((table.header().shares, view(&*table, None).get("throw")), (None, None), "it is too late");
}

#[test]
fn no_die_falls_before_both_players_are_bound() {
    let mut table = unbound();
    assert_eq!(
        (table.waiting(), table.shares()),
        (vec![Union, Confederate], both(ShareState::Awaited, ShareState::Awaited))
    );
    assert_eq!(
        waits(&mut *table, &throw()),
        "this order needs a die, and the dice wait for the Union player and the Confederate player to be \
         bound by a chain of shares"
    );
    table.come(Union);
    commit(&mut *table, Confederate, &link(Confederate, 4));
    assert_eq!(
        (table.waiting(), table.shares()),
        (vec![Union], both(ShareState::None, ShareState::Committed))
    );
    assert_eq!(
        waits(&mut *table, &throw()),
        "this order needs a die, and the dice wait for the Union player to be bound by a chain of shares"
    );
    assert!(
        table.act(Union, Act::Commit(&link(Confederate, 4), &commitment(&SECRET))).is_err(),
        "the other side's"
    );
    let early = "no order waits for its dice: a link that was told now would tell them beforehand";
    assert_eq!(why(table.act(Confederate, Act::Seed(&link(Confederate, 3)))), early);
    // An order that takes none needs no shares.
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(table.version(), 2);
    assert_eq!(
        view(&*table, None)["throw"],
        json!({ "next": { "union": null, "confederate": link(Confederate, 4) }, "recorded": true })
    );
}

#[test]
fn an_order_is_fixed_before_the_links_for_its_dice_are_told() {
    let mut table = declared();
    let line = table.entries(2).remove(0);
    assert_eq!((&line["declared"], &line["side"], line.get("order")), (&throw(), &json!("union"), None));
    let next = json!({ "union": link(Union, 4), "confederate": link(Confederate, 4) });
    let owed = json!({ "next": next, "declared": 3, "owed": ["union", "confederate"], "recorded": true });
    assert_eq!(view(&*table, None)["throw"], owed);
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Asked));
    assert_eq!(
        waits(&mut *table, &take(1)),
        "an order is declared, and its dice wait for the Union player and the Confederate player to \
         give a share for it"
    );
    assert_eq!(why(table.act(Union, Act::Undo)), "an order is declared: its dice fall first");
    assert_eq!(
        why(table.act(Union, Act::Seed(&link(Union, 2)))),
        "this is not the next link of this side's chain"
    );
    assert_eq!(
        why(table.act(Union, Act::Seed(&link(Confederate, 3)))),
        "this is not the next link of this side's chain"
    );
    table.act(Union, Act::Seed(&link(Union, 3))).unwrap();
    let line = table.entries(3).remove(0);
    assert_eq!((&line["link"], &line["side"]), (&json!(link(Union, 3)), &json!("union")));
    assert_eq!((table.version(), table.waiting()), (4, vec![Confederate]));
    table.act(Union, Act::Seed(&link(Union, 3))).unwrap();
    assert_eq!(table.version(), 4, "told again it is no second entry");
    assert_eq!(table.shares(), both(ShareState::Committed, ShareState::Asked));
    assert_eq!(view(&*table, None)["throw"]["owed"], json!(["confederate"]));
    assert_eq!(
        waits(&mut *table, &throw()),
        "an order is declared, and its dice wait for the Confederate player to give a share for it"
    );
    table.act(Confederate, Act::Seed(&link(Confederate, 3))).unwrap();
    let told = BySide::from_fn(|side| link(side, 3));
    let [links, order] = &table.entries(4)[..] else { panic!("both and the order") };
    assert_eq!((&links["links"], links.get("side")), (&json!(told), None));
    let die = AuditedDice::of_throw(SECRET, &told, 3).throw();
    assert_eq!((&order["order"], &order["side"], &order["dice"]), (&throw(), &json!("union"), &json!(1)));
    assert_eq!(order["events"][0]["die"], json!(die));
    assert_eq!((table.waiting(), table.asked()), (vec![], Some(Confederate)));
    assert_eq!(table.shares(), both(ShareState::Committed, ShareState::Committed));
    assert_eq!(view(&*table, None)["throw"], json!({ "next": told, "recorded": true }));
}

#[test]
fn every_throw_takes_the_next_links_and_goes_on_from_a_record() {
    let mut table = declared();
    links(&mut *table, 3);
    table.order(Confederate, &throw(), None).unwrap();
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    assert_eq!((again.waiting(), again.hash()), (vec![Union, Confederate], table.hash()));
    for table in [&mut table, &mut again] {
        links(&mut **table, 2);
        let audit = table.verify();
        assert_eq!((audit.broken, audit.dice, audit.orders, audit.notes.len()), (None, 2, 2, 0));
    }
    let die = AuditedDice::of_throw(SECRET, &BySide::from_fn(|side| link(side, 2)), 7).throw();
    assert_eq!(again.entries(9)[0]["events"][0]["die"], json!(die));
    assert_eq!(again.hash(), table.hash());
}

#[test]
fn a_throw_may_end_the_game() {
    let mut table = bound();
    by_turns(&mut *table, &[take(9)]);
    table.order(Confederate, &throw(), None).unwrap();
    links(&mut *table, 3);
    assert_eq!((table.asked(), table.waiting()), (None, vec![]));
    assert!(table.entries(7)[0]["reveal"].is_string() && table.version() == 8);
    let audit = audited(table.header(), table.entries(0), &[table.hash()]);
    assert_eq!((audit.verdict(), audit.notes, audit.unproved), (Verdict::Sound, vec![], vec![]));
    assert_eq!(why(table.act(Union, Act::Commit(&link(Union, 9), &commitment(&SECRET)))), "the game is over");
}

#[test]
fn no_chain_is_begun_while_an_order_waits() {
    let mut table = declared();
    let other = tabletop::share_hash("another");
    let begun = table.act(Union, Act::Commit(&other, &commitment(&SECRET)));
    assert_eq!(why(begun), "an order waits for its dice: a new chain can be begun once they have fallen");
    assert_eq!(
        fault(&*table, json!({ "side": "union", "commit": other })),
        (5, "an order waits for its dice: a new chain can be begun once they have fallen".to_owned())
    );
    links(&mut *table, 3);
    commit(&mut *table, Union, &other);
    assert_eq!(table.shares(), both(ShareState::Committed, ShareState::Committed));
}

type Play<'a> = (u64, Side, &'a dyn Fn(&mut dyn AnyGame, Side));

/// Plays entries at those times; whose clock runs after each.
fn running(table: &mut dyn AnyGame, plays: &[Play<'_>]) -> Vec<Value> {
    let played = plays.iter().map(|(at, side, play)| {
        table.tell_time(*at);
        play(table, *side);
        view(table, None)["clock"]["running"].clone()
    });
    played.collect()
}

#[test]
fn the_clock_of_the_player_who_owes_a_link_runs() {
    let settings = ClockSettings { bank: 60, turn: 0, answers: 0, off: vec![], east: 0 };
    let begun = |links: bool| {
        let mut table = unbound();
        table.set_clock(settings.clone()).unwrap();
        let header = Header { links, ..table.header().clone() };
        let mut table = loaded(&header, &[]).unwrap();
        table.tell_time(1000);
        table
    };
    let bind = |table: &mut dyn AnyGame, side| commit(table, side, &link(side, 4));
    let give = |table: &mut dyn AnyGame, side| table.act(side, Act::Seed(&link(side, 3))).unwrap();
    let order = |table: &mut dyn AnyGame, side| table.order(side, &throw(), None).unwrap();
    let mut table = begun(true);
    let told = running(
        &mut *table,
        &[
            (1000, Union, &bind),
            (1000, Confederate, &bind),
            (1010, Union, &order),
            (1020, Confederate, &give),
        ],
    );
    // Of two who owe a link it is the one who declared the order, who then is the only one.
    assert_eq!(told, [Value::Null, json!("union"), json!("union"), json!("union")]);
    assert_eq!(view(&*table, None)["clock"]["bank"], json!({ "union": 40, "confederate": 60 }));
    table.tell_time(1061);
    assert_eq!(why(table.act(Union, Act::Claim)), "the Confederate player's clock does not run");
    table.act(Confederate, Act::Claim).unwrap();
    let (header, lines) = (table.header().clone(), table.entries(0));
    assert_eq!(audited(&header, lines.clone(), &[table.hash()]).verdict(), Verdict::Sound);
    // By the law before, it was the other player who lost.
    let mut claim = lines[..3].to_vec();
    claim.push(json!({ "version": 4, "side": "union", "commit": link(Union, 6), "at": 1020, "prev": "" }));
    claim.push(json!({ "version": 5, "side": "union", "claim": true, "at": 1100, "prev": "" }));
    let old = Header { links: false, ..header.clone() };
    for (header, sound) in [(&old, true), (&header, false)] {
        let mut claim = claim.clone();
        chain::rebind(&header.value(), &mut claim);
        assert_eq!(audited(header, claim, &[]).broken.is_none(), sound);
    }

    // The other player's link, when the one who declared the order has given theirs.
    let mut table = begun(true);
    let told = running(
        &mut *table,
        &[(1000, Union, &bind), (1000, Confederate, &bind), (1010, Union, &order), (1020, Union, &give)],
    );
    assert_eq!(told[3], "confederate");
    table.tell_time(1081);
    table.act(Union, Act::Claim).unwrap();

    // A player who has no chain holds up the dice as well.
    let mut table = begun(true);
    let take = |table: &mut dyn AnyGame, side| table.order(side, &take(1), None).unwrap();
    let told = running(
        &mut *table,
        &[(1000, Union, &take), (1000, Confederate, &bind), (1010, Confederate, &take), (1020, Union, &bind)],
    );
    assert_eq!(told, [Value::Null, json!("union"), json!("union"), json!("union")]);

    // A match begun before goes on as it was: a new chain may be begun, and the other player's clock runs.
    let mut table = begun(false);
    let anew = |table: &mut dyn AnyGame, side| commit(table, side, &link(side, 6));
    let told = running(
        &mut *table,
        &[(1000, Union, &bind), (1000, Confederate, &bind), (1010, Union, &order), (1020, Union, &anew)],
    );
    assert_eq!(told[3], "confederate");
    assert_eq!(audited(table.header(), table.entries(0), &[]).broken, None);
    table.tell_time(1081);
    table.act(Union, Act::Claim).unwrap();
}

#[test]
fn in_a_match_begun_before_a_chain_begun_while_an_order_waits_is_not_bound() {
    let mut table = bound_in(before_links());
    table.order(Union, &throw(), None).unwrap();
    table.act(Union, Act::Seed(&link(Union, 3))).unwrap();
    // The link that was told belongs to the chain before.
    let other = tabletop::share_hash("another");
    commit(&mut *table, Union, &other);
    assert_eq!(
        (table.waiting(), table.shares()),
        (vec![Union, Confederate], both(ShareState::Asked, ShareState::Asked))
    );
    table.act(Confederate, Act::Seed(&link(Confederate, 3))).unwrap();
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Committed));
    table.act(Union, Act::Seed("another")).unwrap();
    assert_eq!(table.shares(), both(ShareState::Unbound, ShareState::Committed));
    let audit = table.verify();
    let note = "the Union player's share of the dice was not bound".to_owned();
    assert_eq!((audit.broken, audit.notes), (None, vec![note]));
    // To be bound as one is already is no entry.
    let version = table.version();
    commit(&mut *table, Confederate, &link(Confederate, 3));
    assert_eq!(table.version(), version);
}

#[test]
fn nothing_is_undone_nor_redone_while_an_order_waits() {
    let mut table = bound();
    table.order(Union, &take(1), None).unwrap();
    table.act(Union, Act::Undo).unwrap();
    assert!(may("redo", &*table, Union));
    table.order(Union, &throw(), None).unwrap();
    assert!(!may("redo", &*table, Union) && !may("undo", &*table, Union));
    assert_eq!(why(table.act(Union, Act::Redo)), "there is nothing to redo");
    links(&mut *table, 3);
    assert!(!may("redo", &*table, Union));
    assert_eq!(why(table.act(Union, Act::Undo)), "a die was thrown for the last order: it stands");
}

#[test]
fn a_typed_game_tells_the_index_of_the_new_entry() {
    let mut game = typed(&[]);
    game.set_each_throw();
    let promise = commitment(&SECRET);
    assert_eq!(game.act(Union, Act::Commit(&link(Union, 4), &promise)), Ok(0));
    assert_eq!(game.act(Union, Act::Commit(&link(Union, 4), &promise)), Ok(1), "as it is already");
    assert_eq!(game.act(Confederate, Act::Commit(&link(Confederate, 4), &promise)), Ok(1));
    assert_eq!(game.order(Union, Order::Throw, None), Ok(2));
    assert_eq!(game.act(Confederate, Act::Seed(&link(Confederate, 3))), Ok(3));
    assert_eq!(game.act(Union, Act::Seed(&link(Union, 3))), Ok(4));
    assert_eq!(game.version(), 6);
}

#[test]
fn without_the_server_s_seed_no_dice_fall() {
    let table = declared();
    let mut blind = Toys.load(table.header(), &table.entries(0), None).unwrap();
    blind.act(Union, Act::Seed(&link(Union, 3))).unwrap();
    let entries = blind.entries(0);
    let sealed = "this order needs a die, and the secret of this record's dice is not known";
    assert_eq!(why(blind.act(Confederate, Act::Seed(&link(Confederate, 3)))), sealed);
    assert_eq!(blind.entries(0), entries, "nothing is entered");
    let lines = &bound().entries(0);
    let mut blind = Toys.load(table.header(), lines, None).unwrap();
    assert_eq!(why(blind.order(Union, &throw(), None)), sealed);
    assert_eq!(blind.version(), 2);
}

#[test]
fn lines_about_throws_follow_on_each_other() {
    let mut table = declared();
    let shares = |union: &str, confederate: &str| json!({ "union": union, "confederate": confederate });
    let (union, confederate) = (link(Union, 3), link(Confederate, 3));
    let told = json!({ "links": shares(&union, &confederate) });
    let of_order = |mut line: Value| {
        line["side"] = json!("union");
        line
    };
    let gone = "an order is declared, and its dice wait for the Union player and the Confederate \
                player to give a share for it";
    for (says, line) in [
        ("this is not the next link of this side's chain", json!({ "links": shares(&union, &union) })),
        ("no link was told for this order: the first is an entry of its own", told.clone()),
        ("this is not the next link of this side's chain", of_order(json!({ "link": confederate }))),
        ("the side whose it is is missing", json!({ "link": union })),
        (gone, of_order(json!({ "declared": throw() }))),
        (gone, of_order(json!({ "order": take(1), "events": [] }))),
        (
            "in this match the players give a share for every order that takes dice",
            of_order(json!({ "seed": "x" })),
        ),
        ("this side is bound by this hash already", of_order(json!({ "commit": link(Union, 4) }))),
        ("the side whose it is is missing", json!({ "commit": link(Union, 5) })),
        ("an order is declared: its dice fall first", of_order(json!({ "undo": 1 }))),
    ] {
        assert_eq!(fault(&*table, line), (5, says.to_owned()));
    }
    let early = "no order waits for its dice: a link that was told now would tell them beforehand";
    assert_eq!(fault(&*bound(), told.clone()), (4, early.to_owned()));
    assert_eq!(fault(&*bound(), of_order(json!({ "link": union }))), (4, early.to_owned()));
    let before = bound_in(before_links());
    let none = "in this match both links stand in one entry";
    assert_eq!(fault(&*before, of_order(json!({ "link": union }))), (4, none.to_owned()));
    table.act(Union, Act::Seed(&union)).unwrap();
    let second = json!({ "side": "confederate", "link": confederate });
    assert_eq!(
        fault(&*table, second),
        (6, "a link was told for this order: the next entry has both links".to_owned())
    );
    // Links and the dice for which they were told stand together.
    let mut lines = table.entries(0);
    lines.push(next(&*table, told));
    let audit = audited(&with_secret(table.header()), lines.clone(), &[]).broken.unwrap();
    let between = "the record ends between the links of an order and its dice";
    assert_eq!((audit.line, &*audit.what), (7, between));
    let half = loaded(table.header(), &lines).unwrap();
    let other = of_order(json!({ "commit": link(Union, 5) }));
    let expected = "the order whose links were told was expected here, with its dice";
    assert_eq!(fault(&*half, other), (7, expected.to_owned()));
    let mut whole = declared();
    links(&mut *whole, 3);
    let mut order = whole.entries(5).remove(0);
    let (die, says) = (order["events"][0]["die"].clone(), |what: &str| (7, what.to_owned()));
    order["events"] = json!([]);
    let follows = json!({ "event": "thrown", "die": die, "text": format!("The die shows {die}.") });
    assert_eq!(
        fault(&*half, order.clone()),
        says(&format!("event 1 is recorded as nothing but follows as {follows}"))
    );
    // Without the seed the dice are taken as recorded, and there have to be as many as the order
    // needs.
    let mut lines = half.entries(0);
    lines.push(order);
    let short = audited(table.header(), lines, &[]).broken.unwrap();
    assert_eq!(short.what, "its events do not show as many dice as the order needs");
    assert_eq!(audited(table.header(), whole.entries(0), &[]).broken, None);
    let lines = &whole.entries(0);
    assert_eq!(audited(table.header(), lines[..3].to_vec(), &[]).broken, None, "declared and waiting");
}
