//! Games that were begun under earlier rules: they go on, and nobody who played them is a forger.
//!
//! By the later rules of the toy at most five are taken at once, and a throw takes one less than the
//! die shows.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tabletop::{
    Act, AnyGame, Audit, BySide, Fault, GameSystem, Header, Offer, Record, ServerSeed, Side, Verdict, audit,
    chain, commitment, hex_string, share_hash,
};

use crate::table::*;
use crate::toy::LaterToys;

/// The game of such a record by the later rules.
fn later(table: &dyn AnyGame) -> Box<dyn AnyGame> {
    let mut table_now = LaterToys.load(table.header(), &table.entries(0), Some(SECRET)).unwrap();
    table_now.wait(&table.pending()).unwrap();
    table_now
}

/// The audit of a record by the later rules.
fn audited_later(header: &Header, lines: Vec<Value>, held: &[String]) -> Audit {
    let record = Record::of(header.clone(), lines);
    let table = LaterToys.load(header, &[], None).unwrap();
    audit(&mut *table.auditor(record.seed()), &record, held)
}

/// The same, by the server's seed, of lines that were changed and bound anew.
fn forged(table: &dyn AnyGame, change: impl FnOnce(&mut Header, &mut Vec<Value>)) -> Audit {
    let (mut header, mut lines) = (with_secret(table.header()), table.entries(0));
    change(&mut header, &mut lines);
    chain::rebind(&header.value(), &mut lines);
    audited_later(&header, lines, &[])
}

fn broken(audit: &Audit) -> (usize, &str) {
    let fault = audit.broken.as_ref().unwrap_or_else(|| panic!("{audit:?}"));
    (fault.line, &fault.what)
}

/// What the die of an entry shows.
fn face(table: &dyn AnyGame, version: usize) -> u64 {
    table.entries(0)[version - 1]["events"][0]["die"].as_u64().unwrap()
}

#[test]
fn the_version_of_the_rules_is_in_the_header_and_its_hash() {
    let new = LaterToys.begin("heap", &Map::new(), None, &[], SECRET).unwrap();
    assert_eq!((new.header().rules, new.header().value()["rules"].clone()), (2, json!(2)));
    let old = begun();
    assert_eq!((old.header().rules, old.header().value().get("rules")), (0, None));
    let stripped = Header { rules: 0, ..new.header().clone() };
    assert_eq!(stripped, *old.header());
    assert_ne!(new.hash(), old.hash(), "its hash covers it");
    // The oldest version has one way to be written.
    let mut said = old.header().value();
    said["rules"] = json!(0);
    let text = format!("{said}\n");
    assert!(Record::read(text.as_bytes()).unwrap_err().what.contains("as Longroll writes it"));
    let first = Header { longroll: 1, rules: 1, ..old.header().clone() };
    assert_eq!(first.check().unwrap_err(), "rules: records of form 1 are of the oldest version");
}

#[test]
fn rules_of_a_newer_program_are_not_guessed_at() {
    let newer = Header { rules: 3, ..begun().header().clone() };
    let refused = "record: it was written by a newer program: it is played by version 3 of the rules 'heap', and this \
                   program knows them up to version 2";
    assert_eq!(why(LaterToys.load(&newer, &[], None).map(drop)), refused);
    assert_eq!(newer.check(), Ok(()), "there may be such a game");
}

#[test]
fn a_game_that_came_out_as_it_would_now_is_what_it_was() {
    let mut table = begun();
    by_turns(&mut *table, &[take(4), take(5), take(1)]);
    let held = [table.hash()];
    let audit = audited_later(table.header(), table.entries(0), &held);
    assert_eq!((audit.verdict(), audit.earlier), (Verdict::Sound, None));
    let part = table.entries(0)[..2].to_vec();
    assert_eq!(audited_later(table.header(), part, &[]).verdict(), Verdict::Unfinished);
}

#[test]
fn what_is_no_longer_legal_is_named_and_not_broken() {
    let table = over();
    let audit = audited_later(table.header(), table.entries(0), &[table.hash()]);
    let fault = Fault { line: 2, what: "At most five are taken at once. (heap 2.2)".to_owned() };
    assert_eq!(
        (audit.verdict(), audit.broken, audit.earlier),
        (Verdict::Unproved, None, Some(fault.clone()))
    );
    assert_eq!(audit.unproved, [format!("played under earlier rules, {fault}")]);
    assert_eq!(
        audit.notes,
        [
            "changed since it was begun: 2.2: At most five are taken at once.",
            "changed since it was begun: 2.3: Who throws a die takes one less than it shows."
        ]
    );
    assert_eq!((audit.orders, audit.over), (2, true));
    // It is not the rules of today that say so: the same record with their version is broken.
    let new = forged(&*table, |header, _| header.rules = 2);
    assert_eq!(broken(&new), (2, "At most five are taken at once. (heap 2.2)"));
    // One change of the rules is enough.
    assert_eq!(forged(&*table, |header, _| header.rules = 1).earlier.map(|fault| fault.line), Some(2));
    assert_eq!(later(&*table).verify().verdict(), Verdict::Unproved);
}

#[test]
fn a_game_goes_on_by_its_events_and_under_the_rules_of_today() {
    let mut old = with_header(|_| (), Some([7; 32]));
    old = {
        let header = Header { commitment: commitment(&SECRET), ..old.header().clone() };
        tabletop::GameSystem::load(&crate::toy::Toys, &header, &[], Some(SECRET)).unwrap()
    };
    by_turns(&mut *old, &[take(6)]);
    let mut table = later(&*old);
    assert_eq!((table.hash(), view(&*table, None)["heap"].clone()), (old.hash(), json!(4)));
    table.order(Confederate, &take(1), None).unwrap();
    table.order(Union, &take(3), None).unwrap();
    assert_eq!(table.asked(), None);
    assert_eq!(table.header(), old.header(), "it stays the game that was begun");
    let audit = audited_later(table.header(), table.entries(0), &[table.hash()]);
    assert_eq!((audit.verdict(), audit.earlier.map(|fault| fault.line)), (Verdict::Unproved, Some(2)));
    // And not under those of yesterday.
    let mut mountain = crate::toy::Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
    mountain.order(Union, &take(6), None).unwrap();
    let mut table = later(&*mountain);
    let refused = "At most five are taken at once. (heap 2.2)";
    assert_eq!(why(table.order(Confederate, &take(6), None)), refused);
}

#[test]
fn dice_are_followed_as_they_were_thrown() {
    let mut old = crate::toy::Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
    by_turns(&mut *old, &[throw(), take(1), throw(), throw()]);
    let audit = forged(&*old, |_, _| ());
    assert_eq!((audit.broken.clone(), audit.earlier.map(|fault| fault.line)), (None, Some(2)));
    assert_eq!((audit.dice, audit.dice_audited), (3, true));
    // What is thrown next is the next of the stream.
    let mut table = later(&*old);
    table.order(Union, &throw(), None).unwrap();
    old.order(Union, &throw(), None).unwrap();
    assert_eq!(face(&*table, 5), face(&*old, 5));
    assert_eq!(forged(&*table, |_, _| ()).broken, None);
}

#[test]
fn a_forged_die_is_broken_whatever_the_version() {
    let mut old = crate::toy::Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
    old.act(Union, Act::Seed("south")).unwrap();
    by_turns(&mut *old, &[throw(), take(9), throw(), throw()]);
    let faces = [2, 4, 5].map(|version| face(&*old, version));
    assert!(faces[0] != faces[1] && faces[1] != faces[2], "{faces:?}");
    for version in [2, 4, 5] {
        let shown = face(&*old, version);
        let other = shown % 6 + 1;
        let audit = forged(&*old, |_, lines| lines[version - 1]["events"][0]["die"] = json!(other));
        let what = format!("its die 1 shows {other}, and {shown} was thrown");
        assert_eq!(broken(&audit), (version + 1, &*what));
    }
    let more = |count: u32, faces: &[u64]| {
        let events: Vec<Value> = faces.iter().map(|die| json!({ "event": "thrown", "die": die })).collect();
        let audit = forged(&*old, |_, lines| {
            lines[2]["events"] = json!(events);
            lines[2]["dice"] = json!(count);
        });
        broken(&audit).1.to_owned()
    };
    assert_eq!(more(1, &[]), "1 dice are recorded, its events show 0");
    assert_eq!(more(2, &[1]), "2 dice are recorded, its events show 1");
    assert_eq!(more(1, &[7]), "a die has no face 7");
    // A die more, or one that is kept silent about, shifts all that are thrown after it.
    let next = faces[1];
    let audit = forged(&*old, |_, lines| {
        let die = json!({ "event": "thrown", "die": next });
        lines[2]["events"].as_array_mut().unwrap().insert(0, die);
        lines[2]["dice"] = json!(1);
    });
    assert!(broken(&audit).0 > 4, "all those after it are others");
    let audit = forged(&*old, |_, lines| {
        lines[1]["events"].as_array_mut().unwrap().remove(0);
        lines[1].as_object_mut().unwrap().remove("dice");
    });
    assert_eq!(broken(&audit).0, 5);
}

#[test]
fn what_no_rules_could_have_led_to_is_broken_whatever_the_version() {
    let mut old = begun();
    by_turns(&mut *old, &[take(6), take(1)]);
    let change = |at: usize, field: &str, value: Value| {
        let audit = forged(&*old, |_, lines| lines[at][field] = value);
        let (line, what) = broken(&audit);
        (line, what.to_owned())
    };
    let took = |count: i64| json!([{ "event": "took", "side": "union", "count": count }]);
    let fails = "its events cannot be carried out";
    assert_eq!(change(0, "events", took(11)), (2, fails.to_owned()));
    let wrong_side = "the union side is asked, not the confederate".replace("union", "Union");
    assert_eq!(
        change(0, "side", json!("confederate")),
        (2, wrong_side.replace("confederate", "Confederate"))
    );
    assert_eq!(change(0, "reason", json!("")), (2, "a reason was expected, or no field for one".to_owned()));
    assert_eq!(change(0, "events", json!([{ "event": "given" }])), (2, "there is no such event".to_owned()));
    assert_eq!(change(0, "dice", json!(0)), (2, "it is not written as Longroll writes it".to_owned()));
    let salted = "it has a salt, though everybody was told all of it".to_owned();
    assert_eq!(change(0, "salt", json!(chain::salt(&SECRET, 1))), (2, salted));
    assert_eq!(change(1, "note", json!("x")), (3, "unknown field 'note'".to_owned()));
    // Everything that does not rest on the rules is as it was.
    let added = |mut line: Value| {
        let version = old.version() + 1;
        line["version"] = json!(version);
        line["prev"] = json!("");
        let audit = forged(&*old, |_, lines| lines.push(line));
        let (at, what) = broken(&audit);
        assert_eq!(at, 4, "{what}");
        what.to_owned()
    };
    assert_eq!(
        added(json!({ "reveal": hex_string(&SECRET) })),
        "the server's seed is published before the game is over"
    );
    assert_eq!(added(json!({ "side": "union", "claim": true })), "this game has no clocks");
    assert_eq!(added(json!({ "side": "union", "undo": 1 })), "the last order was the other side's");
    assert!(added(json!({ "side": "confederate", "undo": 1 })).contains("undoes another"));
    assert_eq!(added(json!({ "side": "union", "redo": 1 })), "there is nothing to redo");
    assert_eq!(added(json!({ "side": "union", "accept": 1 })), "no such offer waits for an answer");
    let declared = added(json!({ "side": "union", "declared": throw() }));
    assert_eq!(declared, "a side is not bound by a chain: no dice can be thrown");
    // Nor does a game go on that is over.
    let on = json!({ "side": "union", "order": take(6), "events": [] });
    let ended = over();
    let mut line = next(&*ended, on);
    let audit = forged(&*ended, |_, lines| lines.push(line.clone()));
    assert_eq!(broken(&audit).0, 5);
    line["version"] = json!(3);
    let audit = forged(&*ended, |_, lines| {
        lines.truncate(2);
        lines.push(line);
    });
    assert_eq!(broken(&audit).0, 4);
}

#[test]
fn a_new_record_without_its_version_is_proved_by_no_hash_of_it() {
    let mut new = LaterToys.begin("heap", &Map::new(), None, &[], SECRET).unwrap();
    by_turns(&mut *new, &[take(5), take(4)]);
    let held = [new.hash()];
    // Whoever takes the version out has to bind every line anew.
    let header = Header { rules: 0, ..new.header().clone() };
    assert_eq!(broken(&audited_later(&header, new.entries(0), &[])).0, 2);
    let mut lines = new.entries(0);
    lines[1]["order"] = take(5);
    lines[1]["events"][0]["count"] = json!(5);
    lines[1]["events"][0]["text"] = json!("The Confederate takes 5.");
    chain::rebind(&header.value(), &mut lines);
    assert_eq!(audited_later(&header, lines.clone(), &held).verdict(), Verdict::Broken);
    assert_eq!(audited_later(&header, lines, &[]).broken, None, "without a hash nothing shows it");
}

#[test]
fn orders_are_taken_back_and_given_again_across_what_changed() {
    let mut old = begun();
    old.order(Union, &take(6), None).unwrap();
    old.act(Union, Act::Undo).unwrap();
    old.act(Union, Act::Redo).unwrap();
    old.act(Union, Act::Undo).unwrap();
    old.order(Union, &take(7), None).unwrap();
    let mut table = later(&*old);
    assert!(may("undo", &*table, Union));
    table.act(Union, Act::Undo).unwrap();
    assert_eq!(view(&*table, None)["heap"], json!(10));
    table.act(Union, Act::Redo).unwrap();
    assert_eq!(view(&*table, None)["heap"], json!(3));
    table.act(Confederate, Act::Offer(Offer::Rewind { to: 0 })).unwrap();
    let offer = table.version();
    table.act(Union, Act::Accept(offer)).unwrap();
    assert_eq!(view(&*table, None)["heap"], json!(10));
    assert_eq!(why(table.order(Union, &take(6), None)), "At most five are taken at once. (heap 2.2)");
    table.order(Union, &take(5), None).unwrap();
    let audit = forged(&*table, |_, _| ());
    assert_eq!((audit.broken, audit.earlier.map(|fault| fault.line)), (None, Some(2)));
    assert_eq!(later(&*table).hash(), table.hash());
    table.let_go(table.version());
    assert_eq!(view(&*table, None)["heap"], json!(5));
}

#[test]
fn a_game_for_practice_begins_under_the_rules_of_the_game_it_is_played_on_from() {
    let mut old = begun();
    by_turns(&mut *old, &[take(6), take(1)]);
    let table = later(&*old);
    let seats = BySide::from_fn(|_| "person".to_owned());
    let mut branch = table.branch(2, seats, [9; 32]).unwrap();
    assert_eq!(branch.header().rules, 0);
    branch.order(Union, &take(1), None).unwrap();
    let record = Record::of(branch.header().clone(), branch.entries(0));
    let audit = audit(&mut *branch.auditor(Some([9; 32])), &record, &[]);
    assert_eq!((audit.broken, audit.earlier.map(|fault| fault.line)), (None, Some(2)));
    assert_eq!(table.facts(), vec![]);
    assert_eq!(log(&*table, None, 0).len(), 2);
    assert!(table.view("x", None.into(), Some(1)).contains("\"heap\":4"));
}

#[test]
fn shares_for_each_throw_are_held_to_whatever_the_version() {
    let mut old = crate::toy::Toys.begin("mountain", &Map::new(), None, &[], SECRET).unwrap();
    old.seat(BySide::from_fn(|_| "person".to_owned()));
    old.set_each_throw();
    for side in Side::BOTH {
        old.act(side, Act::Commit(&link(side, 4), &commitment(&SECRET))).unwrap();
    }
    for (throw_number, side) in [(3, Union), (2, Confederate)] {
        old.order(side, &throw(), None).unwrap();
        for side in Side::BOTH {
            old.act(side, Act::Seed(&link(side, throw_number))).unwrap();
        }
    }
    let audit = forged(&*old, |_, _| ());
    assert_eq!((audit.broken, audit.earlier.map(|fault| fault.line), audit.dice), (None, Some(7), 2));
    let thrown = 6;
    assert!(old.entries(0)[thrown - 1]["dice"] == json!(1));
    let shown = face(&*old, thrown);
    let audit = forged(&*old, |_, lines| lines[thrown - 1]["events"][0]["die"] = json!(shown % 6 + 1));
    assert_eq!(broken(&audit), (7, &*format!("its die 1 shows {}, and {shown} was thrown", shown % 6 + 1)));
    let audit = forged(&*old, |_, lines| lines[thrown - 1]["order"] = take(6));
    assert_eq!(broken(&audit), (7, "it is not the order that was declared"));
    let audit = forged(&*old, |_, lines| lines[thrown - 2]["links"]["union"] = json!(share_hash("x")));
    assert_eq!(broken(&audit).0, 6);
    let audit = forged(&*old, |_, lines| {
        lines[thrown - 1]["events"] = json!([]);
        lines[thrown - 1].as_object_mut().unwrap().remove("dice");
    });
    assert_eq!(broken(&audit), (7, "links were told for its dice, and it shows none"));
    // Dice for which nobody gave a share.
    let audit = forged(&*old, |_, lines| {
        lines.remove(thrown - 2);
        lines.remove(thrown - 3);
        lines.remove(thrown - 4);
        for (line, version) in lines.iter_mut().zip(1..) {
            line["version"] = json!(version);
        }
    });
    assert_eq!(broken(&audit), (4, "its dice lack the players' shares"));
    // A declared order that is no longer legal.
    let mut lines = old.entries(0);
    lines.truncate(3);
    lines[2]["declared"] = take(6);
    let audit = forged(&*old, |_, entries| *entries = lines);
    assert_eq!((audit.broken, audit.earlier.map(|fault| fault.line)), (None, Some(4)));
}

#[test]
fn other_data_and_earlier_rules_are_told_apart() {
    let mut old = with_header(|header| header.data = "0123456789abcdef".to_owned(), Some(SECRET));
    by_turns(&mut *old, &[take(6), throw()]);
    let audit = forged(&*old, |_, _| ());
    assert_eq!((audit.broken, audit.astray, audit.earlier.map(|f| f.line)), (None, None, Some(2)));
    let shown = face(&*old, 2);
    let audit = forged(&*old, |_, lines| lines[1]["events"][0]["die"] = json!(shown % 6 + 1));
    assert_eq!(broken(&audit).0, 3, "the dice are the server's, whatever the data");
    // What this program's data do not bear is not followed any further.
    let events = json!([{ "event": "took", "side": "union", "count": 11 }]);
    let audit = forged(&*old, |_, lines| lines[0]["events"] = events);
    assert_eq!((audit.broken, audit.astray.map(|fault| fault.line)), (None, Some(2)));
}

fn attempt() -> impl Strategy<Value = (Side, Option<Value>)> {
    let side = prop::sample::select(&Side::BOTH[..]);
    let order = prop_oneof![
        4 => (1_u32..9).prop_map(|count| Some(take(count))),
        3 => Just(Some(throw())),
        1 => Just(Some(whisper("left"))),
        1 => Just(Some(plan("hold"))),
        2 => Just(None),
    ];
    (side, order)
}

/// Gives what can be given; nothing is taken back.
fn give(table: &mut dyn AnyGame, attempts: &[(Side, Option<Value>)]) {
    for (side, order) in attempts {
        let _ = match order {
            Some(order) => table.order(*side, order, None),
            None if may("undo", &*table, *side) => table.act(*side, Act::Undo),
            None => table.act(*side, Act::Redo),
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_game_of_yesterday_is_broken_and_no_die_of_one_is_forged(
        before in prop::collection::vec(attempt(), 1..30),
        after in prop::collection::vec(attempt(), 1..20),
        scenario in prop::sample::select(&["heap", "mountain"][..]),
    ) {
        let mut old = crate::toy::Toys.begin(scenario, &Map::new(), None, &[], SECRET).unwrap();
        give(&mut *old, &before);
        let mut table = later(&*old);
        prop_assert_eq!(view(&*table, Some(Union)), view(&*old, Some(Union)));
        give(&mut *table, &after);
        for game in [&*old, &*table] {
            for header in [game.header().clone(), with_secret(game.header())] {
                prop_assert_eq!(audited_later(&header, game.entries(0), &[]).broken, None);
            }
            let lines = game.entries(0);
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| line["dice"] == json!(1)) {
                let other = line["events"][0]["die"].as_u64().unwrap() % 6 + 1;
                let audit = forged(game, |_, lines| lines[at]["events"][0]["die"] = json!(other));
                prop_assert_eq!(audit.broken.map(|fault| fault.line), Some(at + 2));
            }
        }
    }
}

#[test]
fn without_the_secret_dice_are_taken_as_recorded() {
    let secret: Option<ServerSeed> = None;
    let mut old = begun();
    by_turns(&mut *old, &[throw()]);
    let table = LaterToys.load(old.header(), &old.entries(0), secret).unwrap();
    let audit = audited_later(table.header(), old.entries(0), &[]);
    assert_eq!((audit.verdict(), audit.dice_audited), (Verdict::Unproved, false));
}
