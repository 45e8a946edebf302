//! The players' shares of the dice, one for the game: whom the dice wait for, and who is told what.

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, AuditedDice, BySide, Dice, Failure, ShareState, Viewer, commitment, share_hash,
};

use crate::table::*;
use crate::toy::Order;

/// A game in which the dice wait for both sides' players.
fn for_two() -> Box<dyn AnyGame> {
    let mut table = begun();
    table.expect(Union);
    table.expect(Confederate);
    table
}

fn commit(table: &mut dyn AnyGame, side: tabletop::Side, share: &str) {
    table.act(side, Act::Commit(&share_hash(share), &commitment(&SECRET))).unwrap();
}

fn both(union: ShareState, confederate: ShareState) -> Option<BySide<ShareState>> {
    Some(BySide { union, confederate })
}

/// What is said to the Union when it asks for a throw that has to wait.
fn waits(table: &mut dyn AnyGame, whom: &[tabletop::Side]) -> String {
    assert_eq!(table.waiting(), whom);
    let before = table.version();
    let failure = table.order(Union, &throw(), None).unwrap_err();
    assert_eq!(table.version(), before);
    let Failure::Waits { message, sides } = &failure else { panic!("{failure:?}") };
    assert_eq!(sides, whom);
    assert_eq!(failure.to_string(), *message);
    message.strip_prefix("this order needs a die, and the dice wait for the ").unwrap().to_owned()
}

#[test]
fn where_nobody_is_expected_the_dice_wait_for_nobody() {
    let mut table = begun();
    assert_eq!((table.shares(), table.waiting()), (None, vec![]));
    assert!(!table.come(Union), "a player who is not expected is no news");
    table.act(Union, Act::Seed("north")).unwrap();
    assert_eq!(table.shares(), both(ShareState::Unbound, ShareState::None));
    let mut other = begun();
    commit(&mut *other, Confederate, "south");
    other.act(Union, Act::Seed("north")).unwrap();
    assert_eq!(
        other.shares(),
        both(ShareState::Unbound, ShareState::Asked),
        "a bare share, and nobody's was told"
    );
    table.order(Union, &throw(), None).unwrap();
    assert_eq!(
        why(table.act(Confederate, Act::Seed("south"))),
        "a die has been thrown: the shares of the dice are settled"
    );
    assert_eq!(why(over().act(Union, Act::Seed("x"))), "the game is over");
    assert_eq!(
        why(over().act(Union, Act::Commit(&share_hash("x"), &commitment(&SECRET)))),
        "the game is over"
    );
}

#[test]
fn the_dice_wait_until_all_players_have_come_and_told_their_shares() {
    let mut table = for_two();
    assert_eq!(table.shares(), both(ShareState::Awaited, ShareState::Awaited));
    let come = "Union player and the Confederate player to come to the table";
    assert_eq!(waits(&mut *table, &[Union, Confederate]), come);
    assert!(view(&*table, None)["waiting"] == json!(["union", "confederate"]));
    // No order that needs none has to wait.
    table.order(Union, &whisper("x"), None).unwrap();
    assert_eq!(waits(&mut *table, &[Confederate]), "Confederate player to come to the table", "it has come");
    assert_eq!(table.shares(), both(ShareState::None, ShareState::Awaited));
    let mut table = for_two();
    commit(&mut *table, Confederate, "south");
    assert_eq!(table.shares(), both(ShareState::Awaited, ShareState::Committed));
    assert_eq!(waits(&mut *table, &[Union]), "Union player to come to the table");
    assert_eq!(
        why(table.act(Confederate, Act::Seed("south"))),
        "a player is not bound yet: a share of the dice shown now could be answered"
    );
    commit(&mut *table, Union, "north");
    assert!(!table.come(Union), "whoever has given a share has come");
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Asked));
    assert_eq!(
        waits(&mut *table, &[Union, Confederate]),
        "shares of the Union player and the Confederate player"
    );
    table.act(Confederate, Act::Seed("south")).unwrap();
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::Bound));
    assert_eq!(waits(&mut *table, &[Union]), "share of the Union player");
    table.act(Union, Act::Seed("north")).unwrap();
    assert_eq!((table.shares(), table.waiting()), (both(ShareState::Bound, ShareState::Bound), vec![]));
    table.order(Union, &throw(), None).unwrap();
    // Both shares go into the dice.
    let mut dice = AuditedDice::new(SECRET, []);
    dice.set_player_seed(Union, "north".to_owned());
    dice.set_player_seed(Confederate, "south".to_owned());
    let mut thrown = || json!(dice.throw());
    assert_eq!(table.entries(4)[0]["events"][0]["die"], thrown());
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    again.order(Confederate, &throw(), None).unwrap();
    assert_eq!(again.entries(5)[0]["events"][0]["die"], thrown());
    assert_eq!(again.verify().broken, None);
}

#[test]
fn whoever_comes_without_a_share_is_waited_for_no_longer() {
    let mut table = for_two();
    assert!(table.come(Union) && !table.come(Union), "it is news once");
    assert_eq!(table.waiting(), [Confederate]);
    assert!(table.come(Confederate));
    assert_eq!((table.waiting(), table.shares()), (vec![], both(ShareState::None, ShareState::None)));
    commit(&mut *table, Union, "north");
    assert_eq!(table.shares(), both(ShareState::Asked, ShareState::None));
    assert_eq!(waits(&mut *table, &[Union]), "share of the Union player");
    // One player alone, against a computer.
    let mut table = begun();
    table.expect(Confederate);
    assert_eq!(table.shares(), both(ShareState::None, ShareState::Awaited));
    commit(&mut *table, Confederate, "south");
    assert_eq!(
        (table.waiting(), table.shares()),
        (vec![Confederate], both(ShareState::None, ShareState::Asked))
    );
    commit(&mut *table, Union, "north");
    assert_eq!(table.waiting(), [Confederate], "a side that nobody is expected on is not waited for");
}

#[test]
fn nobody_is_waited_for_in_practice_nor_after_a_throw_nor_when_the_game_is_over() {
    let mut table = with_dice(&[3]);
    table.expect(Union);
    assert_eq!((table.waiting(), table.shares()), (vec![], both(ShareState::Awaited, ShareState::None)));
    table.order(Union, &throw(), None).unwrap();
    let mut table = begun();
    commit(&mut *table, Confederate, "south");
    table.order(Union, &throw(), None).unwrap();
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    again.expect(Union);
    again.expect(Confederate);
    assert_eq!((again.waiting(), again.shares()), (vec![], both(ShareState::None, ShareState::Committed)));
    // A side of which the record has nothing.
    let mut table = begun();
    table.order(Union, &throw(), None).unwrap();
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    again.expect(Confederate);
    assert_eq!((again.waiting(), again.shares()), (vec![], both(ShareState::None, ShareState::None)));
    assert!(again.come(Confederate));
    let mut table = over();
    table.expect(Union);
    assert_eq!(table.waiting(), []);
    let mut table = begun();
    by_turns(&mut *table, &[take(10)]);
    table.expect(Confederate);
    assert_eq!(table.waiting(), []);
}

#[test]
fn a_side_is_bound_once_by_a_hash_and_to_this_game() {
    let mut game = typed(&[]);
    let (hash, promise) = (share_hash("north"), commitment(&SECRET));
    let other = commitment(&[6; 32]);
    let says = format!(
        "commitment: the server's share of this game's dice is bound by {}…, not by {}…",
        &promise[..12],
        &other[..12]
    );
    assert_eq!(game.act(Union, Act::Commit(&hash, &other)), Err(Failure::Malformed(says)));
    assert_eq!(game.act(Union, Act::Commit(&hash, &promise)), Ok(0));
    assert_eq!(game.act(Union, Act::Commit(&hash, &promise)), Ok(1), "as it is already");
    assert_eq!(game.act(Confederate, Act::Commit(&share_hash("lost"), &promise)), Ok(1));
    assert_eq!(game.act(Confederate, Act::Commit(&share_hash("south"), &promise)), Ok(2), "another instead");
    assert!(game.act(Confederate, Act::Commit("no hash", &promise)).is_err());
    assert_eq!(game.act(Confederate, Act::Seed("south")), Ok(3));
    assert_eq!(game.act(Union, Act::Seed("north")), Ok(4));
    let seeds = BySide { union: "north".to_owned(), confederate: "south".to_owned() };
    assert_eq!(game.player_seeds(), seeds);
    assert_eq!(game.order(Union, Order::Throw, None), Ok(5));
    let lines: Vec<Value> = game.lines(0).collect();
    assert_eq!((&lines[0]["commit"], &lines[3]["seed"]), (&json!(hash), &json!("south")));
    assert!(lines[3]["salt"].is_string() && lines[0].get("salt").is_none(), "a share is told to some");
}

#[test]
fn a_share_is_withheld_until_nobody_can_answer_it() {
    let mut table = for_two();
    table.act(Union, Act::Seed("north")).unwrap();
    let told = |table: &dyn AnyGame, seat| log(table, seat, 0).remove(0);
    let shown = json!({ "version": 1, "side": "union", "seed": "north" });
    let held_back = json!({ "version": 1, "side": "union", "given": true });
    assert_eq!(told(&*table, Some(Union)), shown);
    for seat in [Some(Confederate), None] {
        assert_eq!(told(&*table, seat), held_back);
        assert!(table.withholds(seat.into()));
    }
    assert!(!table.withholds(Viewer::Side(Union)));
    table.come(Confederate);
    for seat in [Some(Union), Some(Confederate), None] {
        assert_eq!(told(&*table, seat), shown);
        assert!(!table.withholds(seat.into()));
    }
    // A hash is never withheld.
    let mut table = for_two();
    commit(&mut *table, Union, "north");
    assert!(!table.withholds(Viewer::Watcher) && table.log(Viewer::Watcher, 0)[0].commit.is_some());
}

#[test]
fn a_share_has_at_most_64_bytes() {
    assert_eq!(begun().act(Union, Act::Seed(&"x".repeat(64))), Ok(()));
    assert_eq!(
        why(begun().act(Union, Act::Seed(&"x".repeat(65)))),
        "a share of the dice has at most 64 bytes"
    );
}
