//! Draws, resignations, positions gone back to, and clocks.

use std::sync::Arc;

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, BySide, ClockSettings, Downtime, EndedBy, Ending, Failure, GameSystem, Header, Offer, Side,
    Verdict, Viewer, commitment,
};

use crate::table::*;
use crate::toy::Toys;

fn gone<T>(text: &str) -> Result<T, Failure> {
    Err(Failure::Gone(text.to_owned()))
}

fn heap(table: &dyn AnyGame) -> u64 {
    view(table, None)["heap"].as_u64().unwrap()
}

fn two_people() -> Box<dyn AnyGame> {
    let mut table = begun();
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    table
}

/// Both agree to go back to the position after that version.
fn rewind(table: &mut dyn AnyGame, to: u32) {
    table.act(Union, Act::Offer(Offer::Rewind { to })).unwrap();
    let version = table.version();
    table.act(Confederate, Act::Accept(version)).unwrap();
}

/// That the record can be read to the same game, and that the audit finds it sound.
fn holds(table: &dyn AnyGame, verdict: Verdict) {
    let lines = table.entries(0);
    let again = loaded(&with_secret(table.header()), &lines).unwrap();
    for seat in [None, Some(Union), Some(Confederate)] {
        assert_eq!(view(&*again, seat), view(table, seat));
    }
    assert_eq!((again.hash(), again.ending()), (table.hash(), table.ending()));
    let audit = audited(&with_secret(table.header()), lines, &[table.hash()]);
    assert_eq!((audit.verdict(), audit.broken), (verdict, None));
}

#[test]
fn a_side_gives_the_game_up_and_the_other_has_won() {
    let mut table = two_people();
    by_turns(&mut *table, &[take(1)]);
    table.act(Union, Act::Resign).unwrap();
    let ending = Ending { by: EndedBy::Resignation, winner: Some(Confederate) };
    assert_eq!((table.asked(), table.ending()), (None, Some(ending)));
    let seen = view(&*table, None);
    assert_eq!(seen["ended"], json!({ "by": "resignation", "winner": "confederate" }));
    assert_eq!(seen["asked"], Value::Null);
    assert!(seen["revealed"].is_string(), "the server's seed is told when a game is over");
    assert_eq!(table.standing().phase, "over");
    // As it was before it goes on.
    let before: Value = serde_json::from_str(&table.view("the game", Viewer::Watcher, Some(1))).unwrap();
    assert_eq!((&before["ended"], &before["asked"]), (&Value::Null, &json!("confederate")));
    assert_eq!(log(&*table, None, 1)[0]["resign"], true);
    holds(&*table, Verdict::Sound);
    // Nothing follows.
    assert_eq!(table.order(Confederate, &take(1), None), gone("the game is over"));
    assert_eq!(table.act(Confederate, Act::Resign), gone("the game is over"));
    assert_eq!(table.act(Union, Act::Offer(Offer::Draw {})), gone("the game is over"));
    assert_eq!(table.act(Union, Act::Undo), gone("the game is over"));
    assert_eq!(table.act(Union, Act::Redo), gone("there is nothing to redo"));
    assert!(fault(&*table, json!({ "side": "union", "resign": true })).1.contains("nothing follows"));
}

#[test]
fn a_draw_is_offered_and_taken() {
    let mut table = two_people();
    table.act(Union, Act::Offer(Offer::Draw {})).unwrap();
    let offer = json!([{ "side": "union", "version": 1, "offer": { "draw": {} } }]);
    assert_eq!(view(&*table, None)["offers"], offer);
    let again = "this is offered already, and not answered yet";
    assert_eq!(table.act(Union, Act::Offer(Offer::Draw {})), gone(again));
    let none = "no such offer waits for an answer";
    assert_eq!(table.act(Union, Act::Accept(1)), gone(none), "nobody takes an offer of their own");
    assert_eq!(table.act(Confederate, Act::Accept(2)), gone(none));
    // It stands while the game goes on, and an order that was made before it is not stale.
    table.order(Union, &take(1), Some(0)).unwrap();
    table.act(Confederate, Act::Accept(1)).unwrap();
    assert_eq!(table.ending(), Some(Ending { by: EndedBy::Agreement, winner: None }));
    assert_eq!(view(&*table, None)["offers"], Value::Null);
    holds(&*table, Verdict::Sound);
}

#[test]
fn an_offer_is_declined_or_taken_back_or_gives_way_to_another() {
    let mut table = two_people();
    table.act(Union, Act::Offer(Offer::Draw {})).unwrap();
    table.act(Confederate, Act::Decline(1)).unwrap();
    assert_eq!(table.offers(), []);
    assert_eq!(table.act(Confederate, Act::Accept(1)), gone("no such offer waits for an answer"));
    table.act(Union, Act::Offer(Offer::Draw {})).unwrap();
    table.act(Union, Act::Decline(3)).unwrap();
    assert_eq!(table.offers(), []);
    assert_eq!(table.act(Union, Act::Decline(3)), gone("no such offer waits for an answer"));
    by_turns(&mut *table, &[take(1), take(1)]);
    table.act(Confederate, Act::Offer(Offer::Draw {})).unwrap();
    table.act(Confederate, Act::Offer(Offer::Rewind { to: 5 })).unwrap();
    assert_eq!(table.act(Union, Act::Accept(7)), gone("no such offer waits for an answer"));
    table.act(Union, Act::Accept(8)).unwrap();
    assert_eq!((heap(&*table), table.asked()), (9, Some(Confederate)));
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn the_game_goes_back_to_an_order_that_counts_and_its_dice_fall_as_they_fell() {
    let mut table = two_people();
    by_turns(&mut *table, &[throw(), throw()]);
    let (first, second) = (table.entries(0)[0].clone(), table.entries(0)[1].clone());
    let left = heap(&*table);
    assert!(left > 0, "the heap is not empty after two throws of this seed");
    rewind(&mut *table, 1);
    assert_eq!(table.asked(), Some(Confederate));
    assert_eq!(view(&*table, None)["thrown"], 1);
    table.order(Confederate, &throw(), None).unwrap();
    assert_eq!(table.entries(4)[0]["events"], second["events"]);
    assert_eq!(heap(&*table), left);
    // To the start, and by another way: the same dice all the same.
    rewind(&mut *table, 0);
    assert_eq!((heap(&*table), table.asked()), (10, Some(Union)));
    table.order(Union, &take(1), None).unwrap();
    table.order(Confederate, &throw(), None).unwrap();
    let die = |entry: &Value| entry["events"][0]["die"].clone();
    assert_eq!(die(&table.entries(8)[0]), die(&first));
    holds(&*table, Verdict::Unfinished);
    // What was seen then is still what is seen of then.
    let then: Value = serde_json::from_str(&table.view("the game", Viewer::Watcher, Some(2))).unwrap();
    assert_eq!((&then["heap"], &then["thrown"]), (&json!(left), &json!(2)));
    let mut walked = Vec::new();
    table.as_any().downcast_ref::<tabletop::Game<crate::toy::Heap>>().unwrap().walk(|version, _| {
        walked.push(version);
    });
    assert_eq!(walked, [0, 8, 9], "orders from which the game went back do not count");
}

#[test]
fn loaded_dice_fall_again_too() {
    let mut table = with_dice(&[1, 2, 3]);
    by_turns(&mut *table, &[throw(), throw()]);
    rewind(&mut *table, 1);
    table.order(Confederate, &throw(), None).unwrap();
    table.order(Union, &throw(), None).unwrap();
    let dice: Vec<Value> = table.entries(0).iter().map(|entry| entry["events"][0]["die"].clone()).collect();
    assert_eq!(dice, [json!(1), json!(2), Value::Null, Value::Null, json!(2), json!(3)]);
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn it_goes_back_to_no_order_that_does_not_count() {
    let mut table = two_people();
    assert_eq!(table.act(Union, Act::Offer(Offer::Rewind { to: 0 })), gone("the game stands there already"));
    by_turns(&mut *table, &[take(1), take(1)]);
    table.act(Confederate, Act::Undo).unwrap();
    let no_order =
        |version| gone(&format!("version {version} is no order that counts: name one, or 0 for the start"));
    for version in [2, 3, 99] {
        assert_eq!(
            table.act(Union, Act::Offer(Offer::Rewind { to: version })),
            no_order(version),
            "{version}"
        );
    }
    assert_eq!(table.act(Union, Act::Offer(Offer::Rewind { to: 1 })), gone("the game stands there already"));
    table.order(Confederate, &take(1), None).unwrap();
    table.act(Union, Act::Offer(Offer::Rewind { to: 1 })).unwrap();
    // Until it is taken the order may be taken back: then the game stands there already.
    table.act(Confederate, Act::Undo).unwrap();
    assert_eq!(table.act(Confederate, Act::Accept(5)), gone("the game stands there already"));
    // What was undone before the game went back cannot be given again after it.
    table.act(Confederate, Act::Redo).unwrap();
    table.act(Confederate, Act::Accept(5)).unwrap();
    assert_eq!(table.act(Confederate, Act::Redo), gone("there is nothing to redo"));
    assert_eq!((heap(&*table), table.asked()), (9, Some(Confederate)));
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn what_a_side_told_in_advance_stays_told() {
    let mut table = two_people();
    by_turns(&mut *table, &[take(1), take(1)]);
    table.order(Union, &plan("wait"), None).unwrap();
    rewind(&mut *table, 0);
    assert_eq!(view(&*table, Some(Union))["plan"], "wait");
    assert_eq!(view(&*table, Some(Confederate))["plan"], Value::Null);
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn a_share_of_the_dice_stays_given() {
    let mut table = two_people();
    table.act(Union, Act::Seed("mine")).unwrap();
    by_turns(&mut *table, &[throw()]);
    let die = table.entries(1)[0]["events"].clone();
    rewind(&mut *table, 0);
    let late = table.act(Confederate, Act::Seed("chosen when a die was seen"));
    assert!(matches!(late, Err(Failure::Gone(_))), "{late:?}");
    table.order(Union, &throw(), None).unwrap();
    assert_eq!(table.entries(4)[0]["events"], die);
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn with_a_share_for_each_throw_it_goes_back_to_the_last_throw_at_most() {
    let mut table = two_people();
    table.set_each_throw();
    for side in Side::BOTH {
        table.act(side, Act::Commit(&tabletop::share_hash(&link(side, 4)), &commitment(&SECRET))).unwrap();
    }
    table.order(Union, &throw(), None).unwrap();
    assert_eq!(
        table.act(Confederate, Act::Offer(Offer::Draw {})),
        gone("an order is declared: its dice fall first")
    );
    for side in Side::BOTH {
        table.act(side, Act::Seed(&link(side, 4))).unwrap();
    }
    let thrown = table.version();
    table.order(Confederate, &take(1), None).unwrap();
    let refused = table.act(Confederate, Act::Offer(Offer::Rewind { to: 0 })).unwrap_err();
    assert!(refused.to_string().contains("no further than the last order that took dice"), "{refused}");
    rewind(&mut *table, thrown);
    assert_eq!(table.asked(), Some(Confederate));
    // Whoever stays away can still be left: the game is given up while the dice wait.
    table.order(Confederate, &throw(), None).unwrap();
    table.act(Confederate, Act::Resign).unwrap();
    holds(&*table, Verdict::Sound);
}

#[test]
fn a_computer_plays_to_the_end() {
    let mut table = begun();
    table.seat(BySide { union: "person".to_owned(), confederate: "general".to_owned() });
    let text = "a computer commands the other side, and it plays to the end";
    assert_eq!(table.act(Union, Act::Offer(Offer::Draw {})), gone(text));
}

fn clocked(settings: ClockSettings) -> Box<dyn AnyGame> {
    let mut table = two_people();
    table.set_clock(settings).unwrap();
    table
}

fn minute() -> ClockSettings {
    ClockSettings { bank: 60, turn: 10, answers: 5, off: Vec::new(), east: 0 }
}

#[test]
fn the_record_bears_the_times_and_the_clocks_follow_from_it() {
    let mut table = clocked(minute());
    assert_eq!(table.entries(0), Vec::<Value>::new());
    let steps: [(u64, Side, u32); 4] =
        [(1000, Union, 1), (1007, Confederate, 1), (1010, Union, 3), (1030, Confederate, 1)];
    for (at, side, count) in steps {
        table.tell_time(at);
        table.order(side, &take(count), None).unwrap();
    }
    let times: Vec<Value> = table.entries(0).iter().map(|entry| entry["at"].clone()).collect();
    assert_eq!(times, [1000, 1007, 1010, 1030]);
    let clock = view(&*table, None)["clock"].clone();
    // Nobody's time runs before both have come, at 1007. The Union then took 3 s; the Confederate answer, out of
    // the Union's turn, 20 s, of which 5 from the time for answers, new with the second turn at 1010. Both turns
    // brought 10 s.
    assert_eq!(clock["bank"], json!({ "union": 77, "confederate": 65 }));
    assert_eq!(
        (&clock["running"], &clock["since"], &clock["out-of-turn"]),
        (&json!("union"), &json!(1030), &json!(false))
    );
    assert_eq!(log(&*table, None, 3)[0]["at"], 1030);
    holds(&*table, Verdict::Unfinished);
    // A clock that goes backwards takes no time.
    table.tell_time(900);
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(table.entries(4)[0]["at"], 900);
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn an_entry_dated_in_the_future_counts_as_made_now() {
    let mut table = clocked(minute());
    // The server's clock is a year ahead, and is put right.
    table.tell_time(40_000_000);
    by_turns(&mut *table, &[take(1), take(1)]);
    table.tell_time(1000);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 1 min left"));
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(view(&*table, None)["clock"]["since"], 1000);
    table.tell_time(1020);
    assert_eq!(table.clock_left().unwrap().seconds, 70 + 5 - 20);
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn no_clock_runs_while_the_server_is_down_and_players_have_an_hour_to_come_back() {
    const HOUR: u64 = 3600;
    let mut table = clocked(minute());
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1)]);
    // It goes down 20 seconds later, for a hundred, and again for ten.
    let away: Arc<[Downtime]> = Arc::from([(20, 120), (130, 140)]);
    table.tell_time(150);
    table.tell_away(&away);
    assert_eq!(table.clock_left().unwrap().seconds, 70 - 40);
    assert_eq!(view(&*table, None)["clock"]["away"], 110);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 30 s left"));
    table.tell_time(182);
    let spared = gone("the server was down: the Union player has 59 min left to come back");
    assert_eq!(table.act(Confederate, Act::Claim), spared);
    assert_eq!(table.act(Confederate, Act::Replace("veteran")), spared);
    let late = table.entries(0);
    table.tell_time(140 + HOUR);
    table.act(Confederate, Act::Claim).unwrap();
    assert_eq!(table.entries(2)[0]["away"], json!([[20, 120], [130, 140]]));
    assert_eq!(table.entries(3)[0]["away"], Value::Null, "it is told once");
    holds(&*table, Verdict::Sound);
    // An entry after the server came back takes what is left, and from then on there is nothing to come back from.
    let mut back = loaded(&with_secret(table.header()), &late).unwrap();
    back.tell_time(160);
    back.tell_away(&away);
    back.order(Union, &take(1), None).unwrap();
    assert_eq!(view(&*back, None)["clock"]["bank"]["union"], 70 - 50);
    back.tell_away(&away);
    back.order(Confederate, &take(1), None).unwrap();
    back.tell_time(181);
    back.act(Confederate, Act::Claim).unwrap();
    holds(&*back, Verdict::Sound);
    // What a record says of it is judged: a server cannot be down twice at a time.
    let mut twice = late.clone();
    twice[1]["away"] = json!([[20, 120], [110, 140]]);
    let error = loaded(&with_secret(table.header()), &twice).map(drop).unwrap_err();
    assert!(format!("{error:?}").contains("'away' is no list"), "{error:?}");
}

#[test]
fn the_grace_of_a_player_who_does_not_come_is_put_off_while_the_server_is_down() {
    const DAY: u64 = 24 * 3600;
    let away: Arc<[Downtime]> = Arc::from([(DAY, 3 * DAY)]);
    // With clocks: they start three days after the seats were taken, of which two were none.
    let mut table = clocked(ClockSettings { bank: 86_400, ..minute() });
    table.tell_time(0);
    table.take_seat(None);
    table.tell_time(3 * DAY);
    table.tell_away(&away);
    assert_eq!(view(&*table, None)["clock"]["starts"], 5 * DAY);
    table.tell_time(6 * DAY + 10);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 0 s left"));
    table.tell_time(6 * DAY + 11);
    table.act(Confederate, Act::Claim).unwrap();
    holds(&*table, Verdict::Sound);
    // Without: a week.
    let mut table = two_people();
    table.tell_time(0);
    table.take_seat(None);
    table.order(Union, &take(1), None).unwrap();
    table.tell_away(&away);
    table.tell_time(8 * DAY);
    assert_eq!(view(&*table, None)["no-show"]["from"], 9 * DAY);
    assert_eq!(
        table.act(Union, Act::Claim),
        gone("the Confederate player has 1 d 0 h left to make an entry")
    );
    table.tell_time(9 * DAY);
    table.act(Union, Act::Claim).unwrap();
    holds(&*table, Verdict::Sound);
}

#[test]
fn a_game_is_claimed_once_the_time_of_the_other_has_run_out() {
    let mut table = clocked(minute());
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1)]);
    assert_eq!(table.act(Union, Act::Claim), gone("the Confederate player's clock does not run"));
    table.tell_time(70);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 0 s left"));
    assert_eq!(table.asked(), Some(Union));
    table.tell_time(71);
    assert_eq!(
        table.act(Union, Act::Claim),
        gone("the Confederate player's clock does not run"),
        "nobody claims by their own clock"
    );
    // Whoever is late may still play on as long as the other does not claim.
    let late = table.entries(0);
    table.act(Confederate, Act::Claim).unwrap();
    assert_eq!(table.ending(), Some(Ending { by: EndedBy::Time, winner: Some(Confederate) }));
    holds(&*table, Verdict::Sound);
    let mut patient = loaded(&with_secret(table.header()), &late).unwrap();
    patient.tell_time(100);
    patient.order(Union, &take(1), None).unwrap();
    assert_eq!(view(&*patient, None)["clock"]["bank"]["union"], -30);
    assert_eq!(patient.act(Confederate, Act::Claim), gone("the Union player's clock does not run"));
    holds(&*patient, Verdict::Unfinished);
}

#[test]
fn a_game_without_clocks_ends_without_a_result_if_a_player_does_not_come_for_a_week() {
    const WEEK: u64 = 7 * 24 * 60 * 60;
    let none = gone("this game has no clocks");
    let mut table = two_people();
    table.order(Union, &take(1), None).unwrap();
    table.tell_time(1000);
    assert_eq!(table.act(Union, Act::Claim), none, "the other seat may not even be taken");
    table.take_seat(None);
    table.take_seat(None);
    assert_eq!(table.entries(1).len(), 1, "it is entered once");
    assert_eq!(table.entries(1)[0]["seated"], true);
    let no_show = json!({ "side": "confederate", "from": 1000 + WEEK });
    assert_eq!(view(&*table, Some(Union))["no-show"], no_show);
    table.tell_time(999 + WEEK);
    assert_eq!(table.act(Union, Act::Claim), gone("the Confederate player has 1 s left to make an entry"));
    table.tell_time(1000 + WEEK);
    assert_eq!(table.act(Confederate, Act::Claim), none, "the absent player ends nothing");
    holds(&*table, Verdict::Unfinished);

    // Any entry will do, and then it is never possible again.
    let before = table.entries(0);
    let mut late = loaded(&with_secret(table.header()), &before).unwrap();
    late.tell_time(1000 + WEEK);
    late.act(Confederate, Act::Offer(Offer::Draw {})).unwrap();
    assert_eq!(view(&*late, None)["no-show"], Value::Null);
    assert_eq!(late.act(Union, Act::Claim), none);
    holds(&*late, Verdict::Unfinished);

    table.act(Union, Act::Claim).unwrap();
    assert_eq!(table.ending(), Some(Ending { by: EndedBy::NoShow, winner: None }));
    assert_eq!(view(&*table, None)["no-show"], Value::Null);
    assert_eq!(table.entries(2)[0]["at"], 1000 + WEEK);
    holds(&*table, Verdict::Sound);
    // A claim that came too early is no game's.
    let mut forged = table.entries(0);
    forged[2]["at"] = json!(WEEK);
    assert!(loaded(&with_secret(table.header()), &forged).is_err());
}

#[test]
fn seats_are_taken_by_two_people_before_both_have_made_an_entry() {
    let mut table = two_people();
    table.tell_time(1000);
    by_turns(&mut *table, &[take(1), take(1)]);
    table.take_seat(None);
    assert_eq!(table.entries(0).len(), 2, "it makes no difference to anybody");
    let mut table = two_people();
    table.seat(BySide { union: "person".to_owned(), confederate: "general".to_owned() });
    table.take_seat(None);
    assert_eq!(table.entries(0), Vec::<Value>::new());
}

/// A match whose seats were taken at 1000, with a minute for each.
fn a_match() -> Box<dyn AnyGame> {
    let mut table = clocked(minute());
    table.record_coming();
    table.tell_time(1000);
    table.take_seat(None);
    table
}

fn running(table: &dyn AnyGame) -> Value {
    view(table, None)["clock"]["running"].clone()
}

fn commits(table: &mut dyn AnyGame, side: Side) {
    table.act(side, Act::Commit(&tabletop::share_hash(side.word()), &commitment(&SECRET))).unwrap();
}

#[test]
fn in_a_match_no_clock_runs_while_a_player_holds_a_share_of_the_dice_back() {
    const FROM: u64 = 1000 + 2 * 60 + 60;
    let mut table = a_match();
    commits(&mut *table, Confederate);
    commits(&mut *table, Union);
    assert_eq!(running(&*table), "union", "both are to tell theirs, and the Union is asked");
    table.act(Union, Act::Seed("union")).unwrap();
    let waits = json!({ "side": "confederate", "from": FROM });
    // Whoever is asked meanwhile: its own turns do not put off the end.
    for side in [Union, Confederate] {
        assert_eq!((running(&*table), &view(&*table, None)["no-show"]), (Value::Null, &waits));
        table.order(side, &take(1), None).unwrap();
    }
    let before = table.entries(0);
    table.tell_time(FROM - 1);
    let early = "the Confederate player has 1 s left to come, or to give a share of the dice";
    assert_eq!(table.act(Union, Act::Claim), gone(early));
    table.tell_time(FROM);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player's clock does not run"));
    assert!(
        table.act(Confederate, Act::Replace("recruit")).is_err()
            && table.act(Union, Act::Replace("recruit")).is_err()
    );
    assert_eq!(table.seconds_waited(), Some(BySide { union: 0, confederate: FROM - 1000 }));
    table.act(Union, Act::Claim).unwrap();
    assert_eq!(table.ending(), Some(Ending { by: EndedBy::NoShow, winner: None }));
    holds(&*table, Verdict::Sound);
    // Told however late, it costs no time; and once a die has fallen nobody owes any.
    let mut table = loaded(&with_secret(table.header()), &before).unwrap();
    table.tell_time(9000);
    table.act(Confederate, Act::Seed("confederate")).unwrap();
    let clock = view(&*table, None)["clock"].clone();
    assert_eq!(
        (&clock["running"], &clock["bank"]),
        (&json!("union"), &json!({ "union": 70, "confederate": 70 }))
    );
    assert_eq!(view(&*table, None)["no-show"], Value::Null);
    table.order(Union, &throw(), None).unwrap();
    assert_eq!(running(&*table), "confederate");
    holds(&*table, Verdict::Unfinished);
    // A match that was begun before keeps to what was the rule.
    let mut older = clocked(minute());
    for side in Side::BOTH {
        commits(&mut *older, side);
    }
    older.act(Union, Act::Seed("union")).unwrap();
    assert_eq!(running(&*older), "union");
}

#[test]
fn in_a_match_who_has_not_come_is_waited_for_and_does_not_lose() {
    const FROM: u64 = 1000 + 2 * 60 + 60;
    let no_show = Some(Ending { by: EndedBy::NoShow, winner: None });
    // The player to move has not come, and the other takes its seat at once.
    let mut table = a_match();
    commits(&mut *table, Confederate);
    let waits = json!({ "side": "union", "from": FROM });
    assert_eq!((running(&*table), &view(&*table, None)["no-show"]), (Value::Null, &waits));
    let before = table.entries(0);
    table.tell_time(FROM);
    table.act(Confederate, Act::Claim).unwrap();
    assert_eq!(table.ending(), no_show);
    holds(&*table, Verdict::Sound);
    // Whoever comes late has its whole bank.
    let mut table = loaded(&with_secret(table.header()), &before).unwrap();
    table.tell_time(FROM + 500);
    table.take_seat(Some(Union));
    table.tell_time(FROM + 570);
    assert!(table.act(Confederate, Act::Claim).is_err(), "its own share is still to be told");
    table.act(Confederate, Act::Seed("confederate")).unwrap();
    assert_eq!(view(&*table, None)["clock"]["bank"]["union"], 70);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 1 min left"));
    holds(&*table, Verdict::Unfinished);
    // The player to move has come, and the dice wait for the other: it is not the one whose time runs.
    let mut table = a_match();
    table.tell_time(1500);
    table.take_seat(Some(Union));
    table.take_seat(Some(Union));
    assert_eq!(log(&*table, None, 1).len(), 1, "it is entered once");
    assert_eq!(table.entries(1)[0]["side"], "union");
    table.tell_away(&Arc::from([(1600, 1700)]));
    let waits = json!({ "side": "confederate", "from": 1700 + 60 * 60 });
    assert_eq!(view(&*table, None)["no-show"], waits, "the server was down");
    table.tell_time(1700 + 60 * 60);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player's clock does not run"));
    table.act(Union, Act::Claim).unwrap();
    assert_eq!(table.ending(), no_show);
    holds(&*table, Verdict::Sound);
    // An order on its way does not come too late because the other comes.
    let mut table = a_match();
    table.take_seat(Some(Union));
    let made_for = table.version();
    table.take_seat(Some(Confederate));
    assert_eq!(table.order(Union, &take(1), Some(made_for)), Ok(()));
    // Once both have come it is as ever.
    let mut table = a_match();
    Side::BOTH.into_iter().for_each(|side| table.take_seat(Some(side)));
    table.tell_time(1071);
    table.act(Confederate, Act::Claim).unwrap();
    assert_eq!(table.ending(), Some(Ending { by: EndedBy::Time, winner: Some(Confederate) }));
    holds(&*table, Verdict::Sound);
    let each = Header { shares: Some(tabletop::ShareMode::EachThrow), ..a_match().header().clone() };
    assert!(each.check().unwrap_err().starts_with("coming: "));
}

#[test]
fn in_a_match_nobody_binds_themselves_after_they_came_without_a_share() {
    let mut table = a_match();
    table.take_seat(Some(Confederate));
    commits(&mut *table, Union);
    let refused = table.act(Confederate, Act::Commit(&tabletop::share_hash("mine"), &commitment(&SECRET)));
    assert_eq!(
        refused,
        gone("this side has come without a share of the dice, and binds itself to none any more")
    );
    // A share that was lost gives way to another.
    table.act(Union, Act::Commit(&tabletop::share_hash("another"), &commitment(&SECRET))).unwrap();
    table.act(Union, Act::Seed("another")).unwrap();
    table.order(Union, &throw(), None).unwrap();
    holds(&*table, Verdict::Unfinished);
}

#[test]
fn in_a_match_an_offer_to_go_back_ends_when_dice_fall() {
    for is_match in [true, false] {
        let mut table = if is_match { a_match() } else { two_people() };
        Side::BOTH.into_iter().for_each(|side| table.take_seat(Some(side)));
        by_turns(&mut *table, &[take(1), take(1)]);
        let to = table.version() - 1;
        table.act(Union, Act::Offer(Offer::Rewind { to })).unwrap();
        let offered = table.version();
        table.act(Confederate, Act::Offer(Offer::Draw {})).unwrap();
        table.order(Union, &throw(), None).unwrap();
        assert_eq!(table.act(Confederate, Act::Accept(offered)).is_err(), is_match);
        holds(&*table, Verdict::Unfinished);
    }
}

#[test]
fn a_computer_plays_on_for_a_player_whose_time_has_run_out() {
    let mut table = clocked(minute());
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1)]);
    table.act(Union, Act::Offer(Offer::Draw {})).unwrap();
    assert_eq!(table.act(Confederate, Act::Replace("veteran")), gone("the Union player has 1 min left"));
    table.tell_time(71);
    table.act(Confederate, Act::Replace("veteran")).unwrap();
    assert_eq!((table.replacement(Union), table.replacement(Confederate)), (Some("veteran"), None));
    assert_eq!(table.offers(), [], "what the player offered went with the player");
    let clock = |table: &dyn AnyGame| view(table, None)["clock"].clone();
    assert_eq!(clock(&*table)["running"], Value::Null, "a computer plays without a clock");
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player's clock does not run"));
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(clock(&*table)["running"], "confederate");
    let text = "a computer commands the other side, and it plays to the end";
    assert_eq!(table.act(Confederate, Act::Offer(Offer::Draw {})), gone(text));
    assert_eq!(log(&*table, None, 3)[0]["replace"], "veteran");
    holds(&*table, Verdict::Unfinished);
    // The dice no longer wait for somebody who is not there.
    let mut table = clocked(minute());
    table.expect(Confederate);
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1), take(1)]);
    table.act(Confederate, Act::Commit(&tabletop::share_hash("mine"), &commitment(&SECRET))).unwrap();
    assert_eq!(table.waiting(), [Confederate]);
    table.tell_time(1000);
    table.act(Union, Act::Replace("general")).unwrap();
    assert_eq!(table.waiting(), []);
    table.order(Confederate, &throw(), None).unwrap();
}

#[test]
fn no_computer_gives_shares_for_each_throw() {
    let mut table = two_people();
    table.set_clock(minute()).unwrap();
    table.set_each_throw();
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1)]);
    table.tell_time(71);
    let refused = table.act(Confederate, Act::Replace("veteran")).unwrap_err().to_string();
    assert!(refused.contains("which no computer can"), "{refused}");
    table.act(Confederate, Act::Claim).unwrap();
}

#[test]
fn adjourned_the_clocks_stand_still() {
    let mut table = clocked(minute());
    table.tell_time(0);
    by_turns(&mut *table, &[take(1), take(1)]);
    let adjourn = |until| Offer::Adjourn { until };
    assert_eq!(
        table.act(Union, Act::Offer(adjourn(0))),
        gone("the time until which the clocks would stand still is past")
    );
    assert_eq!(
        table.act(Union, Act::Offer(adjourn(101 * 86_400))),
        gone("a game is adjourned for at most 100 days at once")
    );
    table.act(Union, Act::Offer(adjourn(500))).unwrap();
    table.tell_time(10);
    table.act(Confederate, Act::Accept(3)).unwrap();
    table.tell_time(400);
    assert_eq!(table.act(Confederate, Act::Claim), gone("the Union player has 1 min left"));
    assert_eq!(view(&*table, None)["clock"]["until"], 500);
    holds(&*table, Verdict::Unfinished);
    let mut plain = two_people();
    assert_eq!(
        plain.act(Union, Act::Offer(adjourn(500))),
        gone("this game has no clocks that could stand still")
    );
    assert_eq!(plain.act(Union, Act::Claim), gone("this game has no clocks"));
}

#[test]
fn clocks_are_for_two_people_and_soundly_set() {
    let mut table = two_people();
    let wrong = ClockSettings { bank: 0, ..minute() };
    let says = "clock: bank: at least one second was expected";
    assert_eq!(table.set_clock(wrong), Err(Failure::Malformed(says.to_owned())));
    assert_eq!(table.header().clock, None);
    let clock = || Some(minute());
    let header = Header { clock: clock(), seats: None, ..table.header().clone() };
    let says = "clock: clocks are for two people, who have to stand in 'seats'";
    assert_eq!(header.check(), Err(says.to_owned()));
    let header = Header { clock: clock(), ..table.header().clone() };
    assert_eq!(header.check(), Ok(()));
    // A game that has begun gets none any more.
    table.order(Union, &take(1), None).unwrap();
    table.set_clock(minute()).unwrap();
    assert_eq!(table.header().clock, None);
}

#[test]
fn no_record_lies_about_times_and_agreements() {
    let mut table = clocked(minute());
    table.tell_time(1000);
    by_turns(&mut *table, &[take(1), take(1)]);
    let said = |line: Value| fault(&*table, line).1;
    let order = |at: Value| {
        let mut line = table.entries(0)[0].clone();
        line["at"] = at;
        line
    };
    let mut away = order(json!(1001));
    away["away"] = json!([[900, 1000]]);
    assert!(said(away.clone()).contains("it follows as"), "what was before the last entry is not told again");
    away["away"] = json!([[900, 800]]);
    assert!(said(away).contains("'away' is no list"));
    assert!(said(order(json!("noon"))).contains("'at' is no time in whole seconds"));
    let mut without = order(Value::Null);
    without.as_object_mut().unwrap().remove("at");
    assert!(said(without).contains("it follows as"));
    let lies: [(Value, &str); 7] = [
        (json!({ "side": "confederate", "claim": true, "at": 1001 }), "the Union player has 1 min left"),
        (json!({ "side": "confederate", "claim": 1, "at": 1001 }), "'claim' is not true"),
        (json!({ "side": "confederate", "accept": 2, "at": 1001 }), "no such offer waits for an answer"),
        (json!({ "resign": true, "at": 1001 }), "the side whose it is is missing"),
        (
            json!({ "side": "union", "offer": { "rewind": { "to": 7 } }, "at": 1001 }),
            "version 7 is no order that counts",
        ),
        (json!({ "side": "union", "offer": { "peace": {} }, "at": 1001 }), "'offer': "),
        (json!({ "side": "union", "decline": -1, "at": 1001 }), "'decline' is no version number"),
    ];
    for (line, what) in lies {
        let found = said(line.clone());
        assert!(found.contains(what), "{line}: {found}");
        // Nor is such a record read.
        let mut lines = table.entries(0);
        lines.push(next(&*table, line.clone()));
        assert!(Toys.load(table.header(), &lines, Some(SECRET)).is_err(), "{line}");
    }
}
