//! Shares for each throw: an order is fixed, both players tell a link, and its dice fall.

use serde_json::{Value, json};
use tabletop::{
    AnyGame, AuditedDice, BySide, Dice, Failure, GameSystem, ShareMode, ShareState, Side, Verdict, chain,
    commitment,
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

/// A match whose players are bound: two entries.
fn bound() -> Box<dyn AnyGame> {
    let mut table = unbound();
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
    table.commit(side, hash, &commitment(&SECRET)).unwrap();
}

/// Both players tell their links of that number.
fn links(table: &mut dyn AnyGame, number: usize) {
    for side in Side::BOTH {
        table.seed(side, &link(side, number)).unwrap();
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
    assert!(table.commit(Union, &link(Confederate, 4), &commitment(&SECRET)).is_err(), "the other side's");
    let early = "no order waits for its dice: a link that was told now would tell them beforehand";
    assert_eq!(why(table.seed(Confederate, &link(Confederate, 3))), early);
    // An order that takes none needs no shares.
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(table.version(), 2);
    assert_eq!(
        view(&*table, None)["throw"],
        json!({ "next": { "union": null, "confederate": link(Confederate, 4) } })
    );
}

#[test]
fn an_order_is_fixed_before_the_links_for_its_dice_are_told() {
    let mut table = declared();
    let line = table.entries(2).remove(0);
    assert_eq!((&line["declared"], &line["side"], line.get("order")), (&throw(), &json!("union"), None));
    let next = json!({ "union": link(Union, 4), "confederate": link(Confederate, 4) });
    let owed = json!({ "next": next, "declared": 3, "owed": ["union", "confederate"] });
    assert_eq!(view(&*table, None)["throw"], owed);
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Asked));
    assert_eq!(
        waits(&mut *table, &take(1)),
        "an order is declared, and its dice wait for the Union player and the Confederate player to \
         give a share for it"
    );
    assert_eq!(why(table.undo(Union)), "an order is declared: its dice fall first");
    assert_eq!(why(table.seed(Union, &link(Union, 2))), "this is not the next link of this side's chain");
    assert_eq!(
        why(table.seed(Union, &link(Confederate, 3))),
        "this is not the next link of this side's chain"
    );
    table.seed(Union, &link(Union, 3)).unwrap();
    assert_eq!((table.version(), table.waiting()), (3, vec![Confederate]), "nobody is told it yet");
    assert_eq!(table.shares(), both(ShareState::Committed, ShareState::Asked));
    assert_eq!(view(&*table, None)["throw"]["owed"], json!(["confederate"]));
    assert_eq!(
        waits(&mut *table, &throw()),
        "an order is declared, and its dice wait for the Confederate player to give a share for it"
    );
    table.seed(Confederate, &link(Confederate, 3)).unwrap();
    let told = BySide::from_fn(|side| link(side, 3));
    let [links, order] = &table.entries(3)[..] else { panic!("both and the order") };
    assert_eq!((&links["links"], links.get("side")), (&json!(told), None));
    let die = AuditedDice::of_throw(SECRET, &told, 3).throw();
    assert_eq!((&order["order"], &order["side"], &order["dice"]), (&throw(), &json!("union"), &json!(1)));
    assert_eq!(order["events"][0]["die"], json!(die));
    assert_eq!((table.waiting(), table.asked()), (vec![], Some(Confederate)));
    assert_eq!(table.shares(), both(ShareState::Committed, ShareState::Committed));
    assert_eq!(view(&*table, None)["throw"], json!({ "next": told }));
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
    let die = AuditedDice::of_throw(SECRET, &BySide::from_fn(|side| link(side, 2)), 6).throw();
    assert_eq!(again.entries(7)[0]["events"][0]["die"], json!(die));
    assert_eq!(again.hash(), table.hash());
}

#[test]
fn a_throw_may_end_the_game() {
    let mut table = bound();
    by_turns(&mut *table, &[take(9)]);
    table.order(Confederate, &throw(), None).unwrap();
    links(&mut *table, 3);
    assert_eq!((table.asked(), table.waiting()), (None, vec![]));
    assert!(table.entries(6)[0]["reveal"].is_string() && table.version() == 7);
    let audit = audited(table.header(), table.entries(0), &[table.hash()]);
    assert_eq!((audit.verdict(), audit.notes, audit.unproved), (Verdict::Sound, vec![], vec![]));
    assert_eq!(why(table.commit(Union, &link(Union, 9), &commitment(&SECRET))), "the game is over");
}

#[test]
fn a_chain_begun_while_an_order_waits_is_not_bound() {
    let mut table = declared();
    table.seed(Union, &link(Union, 3)).unwrap();
    // The link that was told belongs to the chain before.
    let other = tabletop::share_hash("another");
    commit(&mut *table, Union, &other);
    assert_eq!(
        (table.waiting(), table.shares()),
        (vec![Union, Confederate], both(ShareState::Asked, ShareState::Asked))
    );
    table.seed(Confederate, &link(Confederate, 3)).unwrap();
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Committed));
    table.seed(Union, "another").unwrap();
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
    table.undo(Union).unwrap();
    assert!(table.may_redo(Union));
    table.order(Union, &throw(), None).unwrap();
    assert!(!table.may_redo(Union) && !table.may_undo(Union));
    assert_eq!(why(table.redo(Union)), "there is nothing to redo");
    links(&mut *table, 3);
    assert!(!table.may_redo(Union));
    assert_eq!(why(table.undo(Union)), "a die was thrown for the last order: it stands");
}

#[test]
fn a_typed_game_tells_the_index_of_the_new_entry() {
    let mut game = typed(&[]);
    game.set_each_throw();
    let promise = commitment(&SECRET);
    assert_eq!(game.commit(Union, &link(Union, 4), &promise), Ok(Some(0)));
    assert_eq!(game.commit(Union, &link(Union, 4), &promise), Ok(None), "as it is already");
    assert_eq!(game.commit(Confederate, &link(Confederate, 4), &promise), Ok(Some(1)));
    assert_eq!(game.order(Union, Order::Throw, None), Ok(2));
    assert_eq!(game.seed(Confederate, &link(Confederate, 3)), Ok(3));
    assert_eq!(game.seed(Union, &link(Union, 3)), Ok(3));
    assert_eq!(game.version(), 5);
}

#[test]
fn without_the_server_s_seed_no_dice_fall() {
    let table = declared();
    let mut blind = Toys.load(table.header(), &table.entries(0), None).unwrap();
    blind.seed(Union, &link(Union, 3)).unwrap();
    let sealed = "this order needs a die, and the secret of this record's dice is not known";
    assert_eq!(why(blind.seed(Confederate, &link(Confederate, 3))), sealed);
    assert_eq!(blind.entries(0), table.entries(0), "nothing is entered");
    let lines = &bound().entries(0);
    let mut blind = Toys.load(table.header(), lines, None).unwrap();
    assert_eq!(why(blind.order(Union, &throw(), None)), sealed);
    assert_eq!(blind.version(), 2);
}

#[test]
fn lines_about_throws_follow_on_each_other() {
    let table = declared();
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
    // Links and the dice for which they were told stand together.
    let mut lines = table.entries(0);
    lines.push(next(&*table, told));
    let audit = audited(&with_secret(table.header()), lines.clone(), &[]).broken.unwrap();
    let between = "the record ends between the links of an order and its dice";
    assert_eq!((audit.line, &*audit.what), (6, between));
    let half = loaded(table.header(), &lines).unwrap();
    let other = of_order(json!({ "commit": link(Union, 5) }));
    let expected = "the order whose links were told was expected here, with its dice";
    assert_eq!(fault(&*half, other), (6, expected.to_owned()));
    let mut whole = declared();
    links(&mut *whole, 3);
    let mut order = whole.entries(4).remove(0);
    let (die, says) = (order["events"][0]["die"].clone(), |what: &str| (6, what.to_owned()));
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
