//! The audit takes what play takes, and nothing else; over a game small enough to try everything.

#[allow(dead_code)]
#[path = "../../server/tests/server/toy.rs"]
mod toy;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tabletop::{
    Act, AnyGame, Audit, BySide, GameSystem, Header, Record, ServerSeed, ShareMode, Side, Verdict, audit,
    audit_while, chain, commitment, hex_string, read_entry, share_hash,
};

const SECRET: ServerSeed = [5; 32];

/// What somebody may try.
#[derive(Debug, Clone)]
enum Attempt {
    Order(Side, Value),
    Undo(Side),
    Redo(Side),
    Seed(Side, String),
    Commit(Side, String),
}

impl Attempt {
    /// Tries it in play.
    fn play(&self, table: &mut dyn AnyGame) -> bool {
        match self {
            Attempt::Order(side, order) => table.order(*side, order, None).is_ok(),
            Attempt::Undo(side) => table.act(*side, Act::Undo).is_ok(),
            Attempt::Redo(side) => table.act(*side, Act::Redo).is_ok(),
            Attempt::Seed(side, seed) => table.act(*side, Act::Seed(seed)).is_ok(),
            Attempt::Commit(side, commit) => {
                table.act(*side, Act::Commit(commit, &commitment(&SECRET))).is_ok()
            }
        }
    }

    /// The line that a forger would write for it.
    fn forged(&self, table: &dyn AnyGame) -> Value {
        let entries = table.entries(0);
        let last = |verb: &str| {
            let found = entries.iter().rev().find(|entry| !entry[verb].is_null());
            found.map_or(json!(1), |entry| entry["version"].clone())
        };
        let mut line = match self {
            Attempt::Order(side, order) => {
                let count = &order["take"]["count"];
                let text = format!("The {side} takes {count}.");
                let took = json!({ "event": "took", "side": side, "count": count, "text": text });
                let events = if count.is_u64() { vec![took] } else { Vec::new() };
                json!({ "side": side, "order": order, "events": events })
            }
            Attempt::Undo(side) => json!({ "side": side, "undo": last("order") }),
            Attempt::Redo(side) => json!({ "side": side, "redo": last("order") }),
            Attempt::Seed(side, link) if table.header().links => json!({ "side": side, "link": link }),
            Attempt::Seed(side, seed) => {
                let salt = chain::salt(&SECRET, table.version() + 1);
                json!({ "side": side, "seed": seed, "salt": salt })
            }
            Attempt::Commit(side, commit) => json!({ "side": side, "commit": commit }),
        };
        line["version"] = json!(entries.len() + 1);
        line["prev"] = json!(table.hash());
        line
    }
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let side = prop::sample::select(&Side::BOTH[..]);
    let order = |weight: Value| move |side| Attempt::Order(side, weight.clone());
    prop_oneof![
        4 => (side.clone(), 0_u32..4).prop_map(|(side, n)| Attempt::Order(side, json!({ "take": { "count": n } }))),
        1 => side.clone().prop_map(order(json!({ "throw": {} }))),
        1 => side.clone().prop_map(order(json!({ "whisper": { "word": "left" } }))),
        3 => side.clone().prop_map(Attempt::Undo),
        2 => side.clone().prop_map(Attempt::Redo),
        1 => (side.clone(), 64_usize..66).prop_map(|(side, n)| Attempt::Seed(side, "z".repeat(n))),
        2 => (side.clone(), 0_u8..4).prop_map(|(side, n)| Attempt::Seed(side, n.to_string())),
        2 => (side.clone(), 0_u8..4).prop_map(|(side, n)| Attempt::Commit(side, share_hash(&n.to_string()))),
        1 => side.clone().prop_map(|side| Attempt::Commit(side, "no hash".to_owned())),
    ]
}

/// A link of a side's chain: the greater the number, the sooner it is told.
fn link(side: Side, n: usize) -> String {
    std::iter::successors(Some(side.word().to_owned()), |link| Some(share_hash(link)))
        .nth(n)
        .expect("it is endless")
}

/// What somebody may try in a match with shares for each throw.
fn attempt_in_a_match() -> impl Strategy<Value = Attempt> {
    let side = prop::sample::select(&Side::BOTH[..]);
    prop_oneof![
        2 => side.clone().prop_map(|side| Attempt::Order(side, json!({ "take": { "count": 1 } }))),
        4 => side.clone().prop_map(|side| Attempt::Order(side, json!({ "throw": {} }))),
        1 => side.clone().prop_map(Attempt::Undo),
        1 => side.clone().prop_map(Attempt::Redo),
        8 => (side.clone(), 1_usize..4).prop_map(|(side, n)| Attempt::Seed(side, link(side, n))),
        1 => (side.clone(), 4_usize..6).prop_map(|(side, n)| Attempt::Commit(side, link(side, n))),
    ]
}

fn begun() -> Box<dyn AnyGame> {
    toy::Toys.begin("heap", &Map::new(), None, &[], SECRET).expect("it begins")
}

/// Audits a record, by the seed that is in it if there is one.
fn audited(header: &Header, entries: Vec<Value>, held: &[String]) -> Audit {
    let record = Record::of(header.clone(), entries);
    let table = toy::Toys.load(header, &[], None).expect("its rules are known");
    audit(&mut *table.auditor(record.seed()), &record, held)
}

#[test]
fn a_record_is_judged_no_longer_than_it_may() {
    let mut table = begun();
    table.order(Side::Union, &json!({ "take": { "count": 1 } }), None).expect("it may");
    let record = Record::of(table.header().clone(), table.entries(0));
    let judged = |lines: usize| {
        let left = std::cell::Cell::new(lines);
        let goes_on = || left.replace(left.get().saturating_sub(1)) > 0;
        audit_while(&mut *table.auditor(None), &record, &[], &goes_on).broken
    };
    let count = record.entries.len();
    assert_eq!(judged(count), None);
    let fault = judged(count - 1).expect("it is stopped");
    assert_eq!(fault.to_string(), format!("line {}: judging the record takes too long", count + 1));
}

fn with_secret(header: &Header) -> Header {
    Header { secret: Some(hex_string(&SECRET)), ..header.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_audit_takes_what_play_takes_and_nothing_else(attempts in prop::collection::vec(attempt(), 1..40)) {
        let mut table = begun();
        for attempt in attempts {
            let before = table.entries(0);
            let forged = attempt.forged(&*table);
            let played = attempt.play(&mut *table);
            let lines = table.entries(0);
            for header in [table.header().clone(), with_secret(table.header())] {
                prop_assert_eq!(audited(&header, lines.clone(), &[]).broken, None);
            }
            // A forger's line is taken only if it is the one that play wrote.
            let mut forgery = before.clone();
            forgery.push(forged.clone());
            let wrote = lines.get(before.len()) == Some(&forged);
            let closed = table.asked().is_none() && played;
            let taken = audited(&with_secret(table.header()), forgery.clone(), &[]).broken.is_none();
            prop_assert_eq!(taken, wrote && !closed, "{:?}", forged);
            if !played {
                prop_assert!(audited(table.header(), forgery, &[]).broken.is_some(), "{:?}", forged);
                prop_assert_eq!(&lines, &before, "what is refused changes nothing");
            }
            // The server's seed ends a game that is over, and no other.
            if table.asked().is_some() {
                let mut early = lines.clone();
                let (version, prev) = (early.len() + 1, table.hash());
                early.push(json!({ "version": version, "prev": prev, "reveal": hex_string(&SECRET) }));
                let fault = audited(table.header(), early, &[]).broken.map(|fault| fault.line);
                prop_assert_eq!(fault, Some(version + 1));
            }
            let again = toy::Toys.load(table.header(), &lines, Some(SECRET)).expect("it is read");
            prop_assert_eq!(again.hash(), table.hash());
        }
    }

    #[test]
    fn a_match_with_shares_for_each_throw_is_audited_throw_by_throw(
        attempts in prop::collection::vec(attempt_in_a_match(), 1..60), at in any::<prop::sample::Index>(),
        links in any::<bool>(),
    ) {
        let mut table = begun();
        table.seat(BySide::from_fn(|_| "person".to_owned()));
        table.set_each_throw();
        let header = Header { links, ..table.header().clone() };
        let mut table = toy::Toys.load(&header, &[], Some(SECRET)).expect("it begins");
        for side in Side::BOTH {
            Attempt::Commit(side, link(side, 4)).play(&mut *table);
        }
        for attempt in attempts {
            let before = table.entries(0);
            let forged = attempt.forged(&*table);
            attempt.play(&mut *table);
            let lines = table.entries(0);
            for header in [table.header().clone(), with_secret(table.header())] {
                prop_assert_eq!(audited(&header, lines.clone(), &[]).broken, None);
            }
            let mut forgery = before.clone();
            forgery.push(forged.clone());
            let wrote = lines.get(before.len()) == Some(&forged);
            let closed = table.asked().is_none();
            let taken = audited(&with_secret(table.header()), forgery, &[]).broken.is_none();
            prop_assert_eq!(taken, wrote && !closed, "{:?}", forged);
        }
        // Links, dice or what was declared struck out or changed, and all behind it written anew.
        let lines = table.entries(0);
        for verb in ["declared", "link", "links"] {
            let held = |at: &usize| !lines[*at][verb].is_null();
            let found: Vec<usize> = (0..lines.len()).filter(held).collect();
            if found.is_empty() {
                continue;
            }
            let line = found[at.index(found.len())];
            let mut without = lines.clone();
            without.remove(line);
            let cut = lines[..=line].to_vec();
            let mut other = lines.clone();
            if verb == "links" {
                other[line]["links"]["union"] = json!("another");
                prop_assert!(audited(table.header(), cut, &[]).broken.is_some(), "its dice fall at once");
            } else if verb == "link" {
                other[line]["link"] = json!("another");
            } else {
                other[line]["declared"] = json!({ "take": { "count": 1 } });
            }
            for mut forgery in [without, other] {
                for (i, line) in forgery.iter_mut().enumerate() {
                    line["version"] = json!(i + 1);
                }
                chain::rebind(&table.header().value(), &mut forgery);
                // One that was declared last, and whose dice have not fallen, may as well never
                // have been.
                let header = with_secret(table.header());
                let told = |after: &Value| verb == "declared" && !after["link"].is_null();
                let fell = lines[line..].iter().any(|after| !after["links"].is_null() || told(after));
                let gone = !fell && forgery.len() < lines.len();
                prop_assert_eq!(audited(&header, forgery, &[]).broken.is_none(), gone, "{}", verb);
            }
        }
    }

    #[test]
    fn the_last_hash_covers_every_line(
        attempts in prop::collection::vec(attempt(), 1..40), at in any::<prop::sample::Index>(),
    ) {
        let mut table = begun();
        for attempt in attempts {
            attempt.play(&mut *table);
        }
        let held = [table.hash()];
        let mut lines = table.entries(0);
        prop_assert_eq!(audited(table.header(), lines.clone(), &held).broken, None);
        // One line left out, and all behind it written anew.
        if !lines.is_empty() {
            lines.remove(at.index(lines.len()));
            for (i, line) in lines.iter_mut().enumerate() {
                line["version"] = json!(i + 1);
            }
            chain::rebind(&table.header().value(), &mut lines);
            prop_assert_eq!(audited(table.header(), lines, &held).verdict(), Verdict::Broken);
        }
    }
}

#[test]
fn a_game_is_over_for_good() {
    let mut table = begun();
    table.act(Side::Union, Act::Seed("x")).expect("no die was thrown");
    table.order(Side::Union, &json!({ "take": { "count": 9 } }), None).expect("it is legal");
    table.order(Side::Confederate, &json!({ "take": { "count": 1 } }), None).expect("it is legal");
    assert!(
        table.asked().is_none() && table.entries(0).last().is_some_and(|entry| entry["reveal"].is_string())
    );
    // Not even a share of dice that were never thrown is taken any more.
    for refused in [
        table.act(Side::Confederate, Act::Seed("y")),
        table.act(Side::Confederate, Act::Undo),
        table.act(Side::Union, Act::Redo),
    ] {
        assert!(refused.is_err());
    }
    let header = table.header().clone();
    let whole = audited(&header, table.entries(0), &[table.hash()]);
    assert_eq!((whole.verdict(), whole.orders, whole.dice), (Verdict::Sound, 2, 0));
    for mut more in [
        json!({ "side": "confederate", "undo": 3 }),
        json!({ "side": "confederate", "seed": "y", "salt": chain::salt(&SECRET, 5) }),
        json!({ "reveal": hex_string(&SECRET) }),
    ] {
        let mut on = table.entries(0);
        more["version"] = json!(5);
        more["prev"] = json!(table.hash());
        on.push(more);
        assert_eq!(audited(&header, on, &[]).broken.map(|fault| fault.line), Some(6));
    }
    // Where the secret is at hand the seed has to be there; without it nobody can tell.
    let mut short = table.entries(0);
    short.pop();
    assert_eq!(audited(&with_secret(&header), short.clone(), &[]).broken.map(|fault| fault.line), Some(5));
    assert_eq!(audited(&header, short, &[]).verdict(), Verdict::Unproved);
}

#[test]
fn the_audit_says_whose_share_of_the_dice_was_bound() {
    let notes = |attempts: &[Attempt]| {
        let mut table = begun();
        for attempt in attempts {
            assert!(attempt.play(&mut *table), "{attempt:?}");
        }
        let audit = audited(&with_secret(table.header()), table.entries(0), &[]);
        assert_eq!(audit.broken, None);
        (audit.notes, audit.unproved.len())
    };
    let commit = |side, share| Attempt::Commit(side, share_hash(share));
    let seed = |side, share: &str| Attempt::Seed(side, share.to_owned());
    let throw = || Attempt::Order(Side::Union, json!({ "throw": {} }));
    let both = [commit(Side::Union, "a"), commit(Side::Confederate, "b")];
    let told = [seed(Side::Confederate, "b"), seed(Side::Union, "a"), throw()];
    // The one reason is that no hash is held.
    assert_eq!(notes(&[&both[..], &told].concat()), (vec![], 1));
    let loose = |side: &str| vec![format!("the {side} player's share of the dice was not bound")];
    let late = [commit(Side::Union, "a"), seed(Side::Union, "a"), commit(Side::Confederate, "b")];
    assert_eq!(
        notes(&[&late[..], &[seed(Side::Confederate, "b"), throw()]].concat()),
        (loose("Confederate"), 1)
    );
    let again = [commit(Side::Union, "c"), commit(Side::Union, "a"), commit(Side::Confederate, "b")];
    assert_eq!(notes(&[&again[..], &told].concat()), (vec![], 1), "a player who lost a share gives another");
    let bare = [seed(Side::Union, "a"), throw()];
    let alone = vec![loose("Union").remove(0), "the Confederate side gave no share of the dice".to_owned()];
    assert_eq!(notes(&bare), (alone, 1));
    // A committed share that the dice fell without.
    let (_, unproved) = notes(&[&both[..], &[seed(Side::Union, "a"), throw()]].concat());
    assert_eq!(unproved, 2);
}

#[test]
fn a_share_that_does_not_fit_its_commitment_breaks_the_record() {
    let mut table = begun();
    for (side, share) in [(Side::Union, "a"), (Side::Confederate, "b")] {
        assert!(Attempt::Commit(side, share_hash(share)).play(&mut *table));
    }
    for attempt in [
        Attempt::Seed(Side::Union, "c".to_owned()),
        Attempt::Commit(Side::Union, share_hash("a")),
        Attempt::Commit(Side::Union, share_hash("b")),
        Attempt::Commit(Side::Union, "A".repeat(64)),
    ] {
        let mut lines = table.entries(0);
        lines.push(attempt.forged(&*table));
        let fault = audited(table.header(), lines, &[]).broken.map(|fault| fault.line);
        assert_eq!(fault, Some(4), "{attempt:?}");
    }
    // Once told, it is neither told nor bound again.
    assert!(Attempt::Seed(Side::Union, "a".to_owned()).play(&mut *table));
    for attempt in [Attempt::Commit(Side::Union, share_hash("c")), Attempt::Seed(Side::Union, "a".to_owned())]
    {
        let mut lines = table.entries(0);
        lines.push(attempt.forged(&*table));
        assert!(audited(table.header(), lines, &[]).broken.is_some(), "{attempt:?}");
    }
}

#[test]
fn a_header_says_nothing_that_no_game_begins_with() {
    let header = begun().header().clone();
    let seats = BySide::from_fn(|_| "person".to_owned());
    let computers = BySide::from_fn(|_| "recruit".to_owned());
    let wrong: [(&str, Header); 9] = [
        ("forms 1 to 2", Header { longroll: 3, ..header.clone() }),
        ("commitment", Header { commitment: header.commitment.to_uppercase(), ..header.clone() }),
        ("no face 0", Header { dice: vec![0], practice: true, ..header.clone() }),
        ("practice", Header { dice: vec![1], ..header.clone() }),
        ("practice", Header { position: Some(json!({})), ..header.clone() }),
        ("secret", Header { secret: Some(hex_string(&[6; 32])), ..header.clone() }),
        ("seats", Header { longroll: 1, seats: Some(seats), ..header.clone() }),
        ("shares", Header { shares: Some(ShareMode::EachThrow), ..header.clone() }),
        ("shares", Header { shares: Some(ShareMode::EachThrow), seats: Some(computers), ..header.clone() }),
    ];
    assert_eq!((header.check(), &header.commitment), (Ok(()), &commitment(&SECRET)));
    for (says, header) in wrong {
        let why = header.check().expect_err(says);
        assert!(why.contains(says), "{why}");
    }
}

#[test]
fn there_is_one_way_to_write_a_line() {
    assert!(read_entry(b"{\"a\":1,\"b\":\"\xc3\xa9\"}\n").is_ok());
    for other in [
        &b"{\"a\":1}"[..],
        b"{\"a\":1}\r\n",
        b" {\"a\":1}\n",
        b"{\"a\": 1}\n",
        b"{\"a\":1} \n",
        b"{\"a\":1}x\n",
        b"{\"b\":1,\"a\":1}\n",
        b"{\"a\":1,\"a\":1}\n",
        b"{\"a\":2,\"a\":1}\n",
        b"{\"a\":1.0e0}\n",
        b"{\"a\":01}\n",
        b"{\"a\":\"\\u0041\"}\n",
        b"{\"a\":\"\\/\"}\n",
        b"{\"a\":\"\xff\"}\n",
        b"\xef\xbb\xbf{\"a\":1}\n",
        b"\n",
        b"",
    ] {
        assert!(read_entry(other).is_err(), "{}", String::from_utf8_lossy(other));
    }
}
