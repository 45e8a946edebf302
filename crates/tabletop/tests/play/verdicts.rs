//! What an audit comes to, and the reasons that it gives.

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, Audit, Auditor, Chain, Fault, Header, Record, Verdict, audit, chain, commitment,
    hex_string, share_hash,
};

use crate::table::*;

const NO_HASH: &str = "no hash of it was given: the author of a record can make all its hashes, so \
                       only one noted in play shows that nothing was changed (--hash HASH)";

#[test]
fn an_audit_is_broken_unfinished_unproved_or_sound() {
    let fault = Fault { line: 2, what: "it is wrong".to_owned() };
    let broken = Audit::broken(fault.clone());
    assert_eq!((broken.verdict(), broken.broken.clone()), (Verdict::Broken, Some(fault.clone())));
    let over = Audit { over: true, ..Audit::default() };
    assert_eq!((Audit::default().verdict(), over.verdict()), (Verdict::Unfinished, Verdict::Sound));
    let unproved = Audit { unproved: vec!["no hash".to_owned()], ..over.clone() };
    assert_eq!(unproved.verdict(), Verdict::Unproved);
    assert_eq!(Audit { over: false, ..unproved }.verdict(), Verdict::Unfinished);
    assert_eq!(Audit { broken: Some(fault), ..over }.verdict(), Verdict::Broken);
}

#[test]
fn a_record_is_sound_up_to_the_line_whose_hash_is_held() {
    let table = over();
    let lines = table.entries(0);
    let held = |hashes: &[&Value]| {
        let hashes: Vec<String> = hashes.iter().map(|hash| hash.as_str().unwrap().to_owned()).collect();
        audited(table.header(), lines.clone(), &hashes)
    };
    let last = json!(table.hash());
    let sound = held(&[&last]);
    let expected = Audit {
        broken: None,
        astray: None,
        earlier: None,
        over: true,
        unproved: vec![],
        notes: vec![],
        orders: 2,
        dice: 0,
        dice_audited: true,
        hash: table.hash(),
    };
    assert_eq!((sound.verdict(), sound), (Verdict::Sound, expected));
    assert_eq!(held(&[]).unproved, [NO_HASH]);
    let early = "the hash that was given is that of line 2: as far as that it is the record whose hash \
                 is held, of lines 3 to 4 no hash was given";
    assert_eq!(held(&[&lines[1]["prev"]]).unproved, [early]);
    assert_eq!(held(&[&lines[1]["prev"], &last]).verdict(), Verdict::Sound);
    let missed = |line: usize, hash: &str| {
        let what = format!(
            "from here on it is not the record whose hash {hash} is held: no line has that hash, so \
             something was changed or cut off"
        );
        Some(Fault { line, what })
    };
    assert_eq!(held(&[&json!("x")]).broken, missed(1, "x"));
    assert_eq!(held(&[&lines[1]["prev"], &json!("x")]).broken, missed(3, "x"));
    assert_eq!(held(&[&json!("x"), &last]).broken, missed(5, "x"));
}

#[test]
fn an_unfinished_game_and_one_without_its_seed_are_told_apart() {
    let mut table = begun();
    by_turns(&mut *table, &[throw()]);
    let unfinished = audited(table.header(), table.entries(0), &[table.hash()]);
    assert_eq!((unfinished.verdict(), unfinished.orders, unfinished.dice), (Verdict::Unfinished, 1, 1));
    assert!(!unfinished.dice_audited && !unfinished.over && unfinished.unproved.is_empty());
    let notes = ["Union", "Confederate"].map(|side| format!("the {side} side gave no share of the dice"));
    assert_eq!(unfinished.notes, notes);
    let again = audited(&with_secret(table.header()), table.entries(0), &[table.hash()]);
    assert!(again.dice_audited && again.broken.is_none());
    let table = over();
    let short = audited(table.header(), table.entries(0)[..2].to_vec(), &[]);
    let sealed = "the server's seed is not in it: its dice are taken as recorded";
    assert_eq!(
        (short.verdict(), short.unproved),
        (Verdict::Unproved, vec![NO_HASH.to_owned(), sealed.to_owned()])
    );
    let cut = audited(&with_secret(table.header()), table.entries(0)[..2].to_vec(), &[]).broken.unwrap();
    assert_eq!(
        (cut.line, &*cut.what),
        (4, "the record ends without the server's seed, though the game is over")
    );
}

#[test]
fn a_share_that_was_told_without_a_hash_or_never_is_noted() {
    let mut table = begun();
    table.act(Union, Act::Seed("north")).unwrap();
    table.act(Confederate, Act::Commit(&share_hash("south"), &commitment(&SECRET))).unwrap();
    let before = audited(table.header(), table.entries(0), &[table.hash()]);
    let loose = "the Union player's share of the dice was not bound";
    assert_eq!((before.notes, before.unproved), (vec![loose.to_owned()], vec![]));
    table.order(Union, &throw(), None).unwrap();
    let after = audited(table.header(), table.entries(0), &[table.hash()]);
    let without = "the Confederate player was bound to a share of the dice, and they fell without it";
    assert_eq!((after.notes, after.unproved), (vec![loose.to_owned()], vec![without.to_owned()]));
    // As long as no die was thrown nobody need have given any.
    let mut table = begun();
    by_turns(&mut *table, &[take(1)]);
    assert_eq!(audited(table.header(), table.entries(0), &[]).notes, Vec::<String>::new());
}

#[test]
fn a_record_begun_on_other_data_is_followed_as_far_as_it_goes() {
    let mut table = with_header(|header| header.data = "0123456789abcdef".to_owned(), Some(SECRET));
    by_turns(&mut *table, &[take(1)]);
    let other = "it was begun on other data files (0123456789ab…) than this program's (…)";
    let same = audited(table.header(), table.entries(0), &[table.hash()]);
    assert_eq!((same.astray.clone(), same.unproved.clone()), (None, vec![other.to_owned()]));
    assert_eq!((same.verdict(), same.orders), (Verdict::Unfinished, 1));
    // By other data more may be taken than is there: from that line on only the chain counts.
    let line = next(&*table, json!({ "side": "confederate", "order": take(20), "events": [] }));
    let hash = chain::entry_hash(&table.hash(), &line);
    let mut lines = table.entries(0);
    lines.push(line);
    lines.push(json!({ "version": 3, "prev": hash, "side": "union", "order": take(30), "events": [] }));
    let hash = chain::entry_hash(&hash, &lines[2]);
    let astray = audited(&with_secret(table.header()), lines.clone(), std::slice::from_ref(&hash));
    let fault = Fault { line: 3, what: "The heap holds 9. (heap 2.1)".to_owned() };
    assert_eq!((astray.broken.clone(), astray.astray.clone()), (None, Some(fault)));
    assert_eq!(astray.unproved, [format!("{other}, by which line 3: The heap holds 9. (heap 2.1)")]);
    assert_eq!((astray.verdict(), astray.orders, &astray.hash), (Verdict::Unproved, 1, &hash));
    lines[2]["prev"] = json!("x");
    assert_eq!(audited(table.header(), lines.clone(), &[]).broken.unwrap().line, 4);
    // The same for a line of orders that wait, and for one that is only tried.
    lines.truncate(1);
    lines.push(json!({ "standing": 1 }));
    let waits = audited(table.header(), lines.clone(), &[]);
    let fault = Fault { line: 3, what: "'standing' is a list".to_owned() };
    assert_eq!((waits.broken, waits.astray, waits.over), (None, Some(fault), true));
    let mut auditor = table.auditor(Some(SECRET));
    assert_eq!(auditor.try_entry(&lines[1]), Ok(begun_hash(table.header())));
    lines[0]["events"] = json!([]);
    assert!(auditor.try_entry(&lines[0]).is_ok());
    assert!(
        begun()
            .auditor(Some(SECRET))
            .try_entry(&next(&*begun(), json!({ "undo": 1, "side": "union" })))
            .is_err()
    );
}

fn begun_hash(header: &Header) -> String {
    chain::header_hash(&header.value())
}

#[test]
fn a_chain_is_judged_without_rules() {
    let table = over();
    let lines = table.entries(0);
    let mut chain = Chain::new(table.header());
    assert_eq!(chain.audit(&[]).hash, begun_hash(table.header()));
    let says = |chain: &mut Chain, line: Value, what: &str| {
        assert_eq!(
            (chain.try_entry(&line), chain.entry(&line)),
            (Err(what.to_owned()), Err(what.to_owned()))
        );
    };
    says(&mut chain, lines[1].clone(), "it is numbered 2, 1 was expected");
    says(&mut chain, json!({}), "'version', its number, is missing");
    says(&mut chain, json!({ "version": 1 }), "'prev', the hash of the line before, is missing");
    let wrong = "'prev' is not the hash of the line before: one of the two is not as it was written";
    says(&mut chain, json!({ "version": 1, "prev": "x" }), wrong);
    for line in &lines {
        let hash = chain.try_entry(line).unwrap();
        chain.entry(line).unwrap();
        assert_eq!(chain.audit(&[]).hash, hash);
    }
    let whole = chain.audit(&[table.hash()]);
    assert_eq!(whole, Audit { over: true, hash: table.hash(), ..Audit::default() });
    assert_eq!(chain.audit(&["x".to_owned()]).verdict(), Verdict::Broken);
    // A record of form 1 has no chain; one that has begun goes on.
    let old = Header { longroll: 1, ..table.header().clone() };
    let mut chain = Chain::new(&old);
    chain.entry(&json!({ "version": 1 })).unwrap();
    let hash = chain.audit(&[]).hash;
    let no_chain = "it has no chain of hashes: it is of form 1, or began as such a record";
    assert_eq!(chain.audit(std::slice::from_ref(&hash)).unproved, [no_chain]);
    chain.entry(&json!({ "version": 2, "prev": hash })).unwrap();
    says(&mut chain, json!({ "version": 3 }), "'prev', the hash of the line before, is missing");
    let hash = chain.audit(&[]).hash;
    assert_eq!(chain.audit(&[hash]).unproved, [no_chain], "it began without");
}

#[test]
fn what_no_play_could_have_left_breaks_a_record() {
    let mut table = with_dice(&[2]);
    by_turns(&mut *table, &[throw()]);
    let order = |count: u32, field: &str, value: Value| {
        let text = format!("The Confederate takes {count}.");
        let took = json!({ "event": "took", "side": "confederate", "count": count, "text": text });
        let mut line = json!({ "side": "confederate", "order": take(count), "events": [took] });
        line[field] = value;
        line
    };
    let event = |count: u32| order(count, "version", json!(0))["events"][0].clone();
    let (one, two) = (event(1), event(2));
    let salt = chain::salt(&SECRET, 2);
    let seed = hex_string(&SECRET);
    for (says, line) in [
        (format!("event 1 is recorded as {two} but follows as {one}"), order(1, "events", json!([two]))),
        (format!("event 1 is recorded as nothing but follows as {one}"), order(1, "events", json!([]))),
        (
            format!("event 2 is recorded as {two} but follows as nothing"),
            order(1, "events", json!([one, two])),
        ),
        ("1 dice are recorded, 0 were needed".to_owned(), order(1, "dice", json!(1))),
        ("it has a salt, though everybody was told all of it".to_owned(), order(1, "salt", json!(salt))),
        ("a reason was expected, or no field for one".to_owned(), order(1, "reason", json!(""))),
        ("it is not written as Longroll writes it".to_owned(), order(1, "dice", json!(0))),
        ("The heap holds 8. (heap 2.1)".to_owned(), order(9, "dice", json!(0))),
        ("it is not written as Longroll writes it".to_owned(), {
            let mut more = one.clone();
            more["colour"] = json!("blue");
            order(1, "events", json!([more]))
        }),
        ("the server's seed is published before the game is over".to_owned(), json!({ "reveal": seed })),
        ("there is nothing to redo".to_owned(), json!({ "side": "union", "redo": 1 })),
        ("a die was thrown for the last order: it stands".to_owned(), json!({ "side": "union", "undo": 1 })),
        ("the side whose it is is missing".to_owned(), json!({ "undo": 1 })),
        (
            "a die has been thrown: the shares of the dice are settled".to_owned(),
            json!({ "side": "union", "seed": "x", "salt": salt }),
        ),
    ] {
        assert_eq!(fault(&*table, line), (3, says));
    }
    let mut undone = begun();
    by_turns(&mut *undone, &[take(1), take(1)]);
    let (line, what) = fault(&*undone, json!({ "side": "confederate", "undo": 1 }));
    assert!(line == 4 && what.starts_with("it follows as {") && what.contains("\"undo\":2"), "{what}");
    let hidden = json!({ "event": "whispered", "side": "union", "word": "x" });
    let spoken = |salt: Option<String>| {
        let mut line = json!({ "side": "union", "order": whisper("x"), "events": [hidden] });
        if let Some(salt) = salt {
            line["salt"] = json!(salt);
        }
        line
    };
    let missing = "'salt' is missing, though not everybody was told all of it";
    let other = "'salt' is not the one that the server's seed gives";
    assert_eq!(fault(&*begun(), spoken(None)), (2, missing.to_owned()));
    assert_eq!(fault(&*begun(), spoken(Some(salt.clone()))), (2, other.to_owned()));
    // Without the seed any salt may be the right one, if it is one.
    let blind = |salt: &str| {
        let line = next(&*begun(), spoken(Some(salt.to_owned())));
        audited(begun().header(), vec![line], &[]).broken.map(|fault| fault.what)
    };
    assert_eq!((blind(&salt), blind(&salt[1..])), (None, Some(other.to_owned())));
    assert_eq!(blind(&salt.replace(|c: char| c.is_ascii_digit(), "G")), Some(other.to_owned()));
}

#[test]
fn the_seed_that_ends_a_record_is_the_one_that_was_promised() {
    let table = over();
    let ends = |line: Value| {
        let mut lines = table.entries(0)[..2].to_vec();
        let before = loaded(table.header(), &lines).unwrap();
        lines.push(next(&*before, line));
        lines
    };
    let expected = "the game is over, and its server's seed was expected here".to_owned();
    let line = json!({ "side": "union", "seed": "x", "salt": chain::salt(&SECRET, 3) });
    let audit = audited(&with_secret(table.header()), ends(line), &[]);
    assert_eq!(audit.broken, Some(Fault { line: 4, what: expected }));
    let other = hex_string(&[6; 32]);
    let what = format!("the server's seed {}… does not have the hash that was published", &other[..12]);
    let audit = audited(table.header(), ends(json!({ "reveal": other })), &[]);
    assert_eq!(audit.broken, Some(Fault { line: 4, what }));
    let what = "nothing follows on the server's seed, which ends a record".to_owned();
    let more = json!({ "side": "union", "seed": "x", "salt": chain::salt(&SECRET, 4) });
    assert_eq!(fault(&*table, more), (5, what));
    for seed in [SECRET, [6; 32]] {
        let before = fault_without_secret(&*begun(), json!({ "reveal": hex_string(&seed) }));
        assert_eq!(before, "the server's seed is published before the game is over");
    }
}

fn fault_without_secret(table: &dyn AnyGame, line: Value) -> String {
    audited(table.header(), vec![next(table, line)], &[]).broken.unwrap().what
}

#[test]
fn dice_that_are_not_audited_have_to_be_as_many_as_were_needed() {
    let mut table = begun();
    let took = json!({ "event": "took", "side": "union", "count": 1, "text": "The Union takes 1." });
    let event = |value: Value| json!([value, took]);
    let die = |face: u32| json!({ "event": "thrown", "die": face, "text": format!("The die shows {face}.") });
    let line =
        |events: Value, order: Value| json!({ "side": "union", "order": order, "events": events, "dice": 1 });
    assert_eq!(audited(table.header(), vec![next(&*table, line(event(die(1)), throw()))], &[]).broken, None);
    let many = "its events do not show as many dice as the order needs";
    let twice = json!([die(1), die(2)]);
    assert_eq!(fault_without_secret(&*table, line(twice, throw())), many);
    assert_eq!(fault_without_secret(&*table, line(json!([]), throw())), many);
    assert_eq!(fault_without_secret(&*table, line(event(die(1)), take(1))), many);
    // With the seed they are thrown again.
    table.order(Union, &throw(), None).unwrap();
    let face = table.entries(0)[0]["events"][0]["die"].as_u64().unwrap() as u32;
    let (line, what) = fault(&*begun(), line(event(die(face % 6 + 1)), throw()));
    assert!(line == 2 && what.starts_with("event 1 is recorded as"), "{what}");
}

#[test]
fn lines_without_hashes_are_judged_as_they_were_written_then() {
    let mut old = with_header(|header| header.longroll = 1, Some(SECRET));
    let said = json!({ "event": "whispered", "side": "union", "word": "x", "colour": 1 });
    let line = json!({ "version": 1, "side": "union", "order": whisper("x"), "events": [said], "dice": 0 });
    let first = audited(old.header(), vec![line.clone()], &[]);
    assert_eq!((first.broken, first.orders), (None, 1), "they have no salt, and may be spelled otherwise");
    let planned = json!({ "event": "planned", "side": "union", "word": "x" });
    let numbered = json!({ "version": 1, "side": "union", "order": plan("x"), "events": [planned] });
    assert_eq!(audited(old.header(), vec![numbered], &[]).broken, None);
    old = loaded(old.header(), &[line]).unwrap();
    by_turns(&mut *old, &[take(1)]);
    assert_eq!(old.verify().broken, None);
    let mut with_fault = Record::of(old.header().clone(), old.entries(0));
    let cut = Fault { line: 9, what: "it cannot be read".to_owned() };
    with_fault.fault = Some(cut.clone());
    let found = audit(&mut *old.auditor(Some(SECRET)), &with_fault, &[]);
    assert_eq!(found, Audit::broken(cut), "what cannot be read comes after what does not follow");
}
