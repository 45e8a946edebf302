//! Changed records: every byte changed, and forgeries with recomputed hashes.

use ai::{Budget, Level};
use catalog::{Library, Start};
use serde_json::{Map, Value, json};
use tabletop::{Act, AnyGame, Audit, Record, Side, Verdict, Viewer, chain, read_entry};
use testing::nightly;

/// The program's own games.
fn library() -> Library {
    systems::library().expect("the data is sound")
}

/// The lines of a record, the header first.
fn lines(table: &dyn AnyGame) -> Vec<Value> {
    std::iter::once(table.header().value()).chain(table.entries(0)).collect()
}

/// The lines as in a file.
fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A game between computers, of that many orders or to its end. Now and then what can be undone is
/// undone and redone.
pub fn played(
    library: &Library,
    start: &Start,
    level: Level,
    seed: u8,
    orders: Option<u32>,
) -> Box<dyn AnyGame> {
    let mut table = library.begin(start, [seed; 32]).expect("it begins");
    table.seat(tabletop::BySide::from_fn(|_| level.word().to_owned()));
    table.act(Side::Union, Act::Seed("one share")).expect("it is taken");
    let mut aides =
        Side::BOTH.map(|side| library.seat(&*table, side, level, u64::from(seed)).expect("rules it knows"));
    let mut given = 0;
    while let Some(side) = table.asked().filter(|_| orders.is_none_or(|most| given < most)) {
        let player = &mut aides[usize::from(side == Side::Confederate)];
        let position = player.copy(&*table).expect("rules it knows");
        let counsel = player.decide(&position, Budget::Own).expect("an order");
        table
            .act(side, Act::Order { order: &counsel.order, version: None, reason: &counsel.reason })
            .expect("it is legal");
        given += 1;
        if given % 7 == 0 && table.options(Viewer::Side(side))["undo"] == true {
            table.act(side, Act::Undo).expect("it may");
            table.act(side, Act::Redo).expect("it may");
        }
    }
    table
}

fn training() -> Start<'static> {
    Start { scenario: "training", ..Start::default() }
}

/// The entries with recomputed hashes, so that the chain holds.
fn rebound(mut lines: Vec<Value>) -> Vec<Value> {
    let (header, entries) = lines.split_first_mut().expect("a header");
    chain::rebind(header, entries);
    lines
}

fn judged(library: &Library, lines: &[Value], held: &[String]) -> Audit {
    library.audit(text(lines).as_bytes(), held)
}

/// Every line that one change of a byte can produce.
fn changes(line: &[u8], at: usize) -> Vec<Vec<u8>> {
    let byte = line[at];
    // The second change rotates: each is as good as the others at every byte.
    let second = [byte ^ 0x20, b'\n', byte | 0x80, b' '][at % 4];
    let mut all: Vec<Vec<u8>> = [byte ^ 1, second]
        .into_iter()
        .filter(|&other| other != byte)
        .map(|other| [&line[..at], &[other], &line[at + 1..]].concat())
        .collect();
    all.push([&line[..at], &line[at + 1..]].concat());
    all
}

/// Changes bytes of a record one by one: each change must be found. Of entries only every `step`th
/// byte is changed. Returns how many changes were tried.
fn every_change_is_found(library: &Library, lines: &[Value], step: usize) -> usize {
    let whole = text(lines);
    assert_eq!(library.audit(whole.as_bytes(), &[]).broken, None);
    let mut tried = 0;
    // All bytes of the header, but only up to the line after it.
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let (header, first) = (lines[0].as_bytes(), lines[1].as_bytes());
    for at in 0..header.len() {
        for other in changes(header, at) {
            let audit = library.audit(&[&other, first].concat(), &[]);
            assert_eq!(audit.verdict(), Verdict::Broken, "{}", String::from_utf8_lossy(&other));
            tried += 1;
        }
    }
    let record = Record::read(whole.as_bytes()).expect("a record");
    let mut auditor = library.auditor(&record).expect("its data are here");
    let mut at = 0;
    for (i, (_, entry)) in record.entries.iter().enumerate() {
        let line = lines[i + 1].as_bytes();
        while at < line.len() {
            for other in changes(line, at) {
                tried += 1;
                // A line feed more or less changes the division into lines.
                let end = other.iter().position(|&b| b == b'\n').map_or(other.len(), |end| end + 1);
                let Ok(value) = read_entry(&other[..end]) else { continue };
                if other[..end] == *line {
                    assert!(read_entry(&other[end..]).is_err(), "an empty line");
                    continue;
                }
                if let Ok(hash) = auditor.try_entry(&value) {
                    // The order is just as good by itself, but the hash in the next line belongs to
                    // another.
                    let next = record.entries.get(i + 1).expect("nothing in the last line can be changed");
                    assert_ne!(next.1["prev"], hash, "{}", String::from_utf8_lossy(&other));
                }
            }
            at += step;
        }
        at -= line.len();
        auditor.entry(entry).expect("it follows");
    }
    tried
}

#[test]
fn every_changed_byte_of_a_record_is_found() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let tried = every_change_is_found(&library, &lines(&*table), 1);
    assert!(tried > 100_000, "{tried}");
}

#[test]
fn a_sample_of_changed_bytes_of_a_long_record_is_found() {
    let library = library();
    for scenario in ["chickamauga-1975", "kernstown-1-stone-wall"] {
        let start = Start { scenario, ..Start::default() };
        let table = played(&library, &start, Level::Random, 4, None);
        let tried = every_change_is_found(&library, &lines(&*table), nightly(211, 21));
        assert!(tried > 1000, "{scenario}: {tried}");
    }
}

/// Audits a forgery with recomputed hashes: without a known hash it must get that verdict, with one
/// it must be broken.
fn forged(library: &Library, genuine: &[Value], forgery: Vec<Value>, verdict: Verdict, what: &str) -> Audit {
    let held = vec![judged(library, genuine, &[]).hash];
    let forgery = rebound(forgery);
    let audit = judged(library, &forgery, &[]);
    assert_eq!(audit.verdict(), verdict, "{what}: {audit:?}");
    let known = judged(library, &forgery, &held);
    assert_eq!(known.verdict(), Verdict::Broken, "{what}, with the hash: {known:?}");
    audit
}

#[test]
fn a_record_is_sound_only_by_its_hash() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let lines = lines(&*table);
    let alone = judged(&library, &lines, &[]);
    assert_eq!(alone.verdict(), Verdict::Unproved);
    assert!(alone.unproved[0].starts_with("no hash of it was given"), "{alone:?}");
    assert_eq!((alone.unproved.len(), alone.dice_audited), (1, true));
    assert_eq!(alone.hash, table.hash());
    assert_eq!(judged(&library, &lines, &[table.hash()]).verdict(), Verdict::Sound);
    // The hash of an earlier line proves the record up to that line.
    let earlier = judged(&library, &lines[..=20], &[]);
    assert_eq!(earlier.verdict(), Verdict::Unfinished);
    let part = judged(&library, &lines, std::slice::from_ref(&earlier.hash));
    assert_eq!(part.verdict(), Verdict::Unproved);
    assert!(part.unproved[0].contains("is that of line 21"), "{part:?}");
    assert_eq!(judged(&library, &lines, &[earlier.hash, table.hash()]).verdict(), Verdict::Sound);
    let other = judged(&library, &lines, &[table.hash(), "0".repeat(64)]);
    assert_eq!(other.broken.map(|fault| fault.line), Some(lines.len() + 1));
}

#[test]
fn forgeries_of_a_finished_game_are_found() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let genuine = lines(&*table);
    let last = genuine.len() - 1;
    let forge = |verdict, what: &str, change: &dyn Fn(&mut Vec<Value>)| {
        let mut forgery = genuine.clone();
        change(&mut forgery);
        forged(&library, &genuine, forgery, verdict, what)
    };
    let line = |audit: &Audit| audit.broken.as_ref().map(|fault| fault.line);
    let version = |at: usize| json!(at);

    let audit = forge(Verdict::Unproved, "no reveal", &|lines| drop(lines.pop()));
    assert!(audit.unproved.iter().any(|why| why.contains("seed is not in it")), "{audit:?}");
    let audit = forge(Verdict::Broken, "two reveals", &|lines| {
        let mut again = lines[last].clone();
        again["version"] = version(last + 1);
        lines.push(again);
    });
    assert_eq!(line(&audit), Some(last + 2));
    let audit = forge(Verdict::Unproved, "other data", &|lines| {
        lines[0]["data"] = json!("0".repeat(64));
    });
    assert!(audit.unproved.iter().any(|why| why.contains("other data files (000000000000…)")), "{audit:?}");
    forge(Verdict::Unproved, "seats", &|lines| lines[0]["seats"]["union"] = json!("person"));
    forge(Verdict::Unproved, "practice by a server's rule", &|lines| lines[0]["practice"] = json!(true));
    forge(Verdict::Unproved, "a reason", &|lines| {
        let reasoned = lines.iter_mut().find(|line| line["reason"].is_string()).expect("a reason");
        reasoned["reason"] = json!("Why not?");
    });
    let audit = forge(Verdict::Broken, "an empty reason", &|lines| lines[2]["reason"] = json!(""));
    assert_eq!(line(&audit), Some(3));
    forge(Verdict::Broken, "an option", &|lines| {
        lines[0]["options"] = json!({ "attack-effectiveness": "no" })
    });
    let audit = forge(Verdict::Broken, "commitment and seed", &|lines| {
        lines[0]["commitment"] = json!(tabletop::commitment(&[9; 32]));
        lines[last]["reveal"] = json!(tabletop::hex_string(&[9; 32]));
    });
    // The salt of the share reveals it at once.
    assert_eq!(line(&audit), Some(2));
    let audit = forge(Verdict::Broken, "a seed that was not promised", &|lines| {
        lines[last]["reveal"] = json!(tabletop::hex_string(&[9; 32]));
    });
    assert_eq!(line(&audit), Some(last + 1));
    let audit = forge(Verdict::Broken, "the side of a reveal", &|lines| lines[last]["side"] = json!("union"));
    assert_eq!(line(&audit), Some(last + 1));

    // Shares.
    forge(Verdict::Broken, "another share", &|lines| lines[1]["seed"] = json!("another"));
    forge(Verdict::Broken, "a share of nobody", &|lines| {
        drop(lines[1].as_object_mut().expect("fields").remove("side"))
    });
    forge(Verdict::Broken, "a share too long", &|lines| lines[1]["seed"] = json!("x".repeat(65)));
    forge(Verdict::Broken, "no salt", &|lines| {
        drop(lines[1].as_object_mut().expect("fields").remove("salt"))
    });
    forge(Verdict::Broken, "another salt", &|lines| lines[1]["salt"] = json!("0".repeat(32)));
    forge(Verdict::Broken, "a salt over nothing", &|lines| lines[2]["salt"] = json!("0".repeat(32)));

    // Orders.
    let thrown = genuine.iter().position(|line| line["dice"].is_u64()).expect("a die was thrown");
    let audit = forge(Verdict::Broken, "a die more", &|lines| {
        lines[thrown]["dice"] = json!(lines[thrown]["dice"].as_u64().expect("a number") + 1);
    });
    assert_eq!(line(&audit), Some(thrown + 1));
    let audit = forge(Verdict::Broken, "a die", &|lines| {
        let events = lines[thrown]["events"].as_array_mut().expect("events");
        let die = events.iter_mut().find(|event| event["die"].is_u64()).expect("the die");
        die["die"] = json!(die["die"].as_u64().expect("a face") % 6 + 1);
    });
    assert_eq!(line(&audit), Some(thrown + 1));
    let audit = forge(Verdict::Broken, "the side of an order", &|lines| {
        let other = if lines[thrown]["side"] == "union" { "confederate" } else { "union" };
        lines[thrown]["side"] = json!(other);
    });
    assert_eq!(line(&audit), Some(thrown + 1));
    let audit = forge(Verdict::Broken, "an event more", &|lines| {
        let events = lines[thrown]["events"].as_array_mut().expect("events");
        events.push(events[0].clone());
    });
    assert_eq!(line(&audit), Some(thrown + 1));
    forge(Verdict::Broken, "a field more", &|lines| lines[thrown]["note"] = json!("?"));
    forge(Verdict::Broken, "no dice by name", &|lines| lines[2]["dice"] = json!(0));

    // Cut off, with the seed that is known by then.
    for n in [1, 7, thrown, last - 2] {
        let audit = forge(Verdict::Broken, "cut off with a reveal", &|lines| {
            let mut reveal = lines[last].clone();
            lines.truncate(n + 1);
            reveal["version"] = version(n + 1);
            lines.push(reveal);
        });
        assert_eq!(line(&audit), Some(n + 2));
        forge(Verdict::Unfinished, "cut off", &|lines| lines.truncate(n + 1));
    }
}

#[test]
fn forgeries_of_orders_are_found() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let genuine = lines(&*table);
    let renumbered = |mut lines: Vec<Value>| {
        for (version, line) in lines.iter_mut().enumerate().skip(1) {
            line["version"] = json!(version);
        }
        lines
    };
    let held = [table.hash()];
    let free = |line: &Value| line["order"].is_object() && line["dice"].is_null();
    let mut verdicts = Vec::new();
    for at in (2..genuine.len() - 1).step_by(2) {
        let mut forgeries = Vec::new();
        let (a, b) = (&genuine[at], &genuine[at + 1]);
        if free(a) && free(b) && a["side"] == b["side"] {
            let mut exchanged = genuine.clone();
            exchanged.swap(at, at + 1);
            forgeries.push(("exchanged", exchanged));
            // The events alone: they never follow then, unless they are equal.
            if a["events"] != b["events"] {
                let mut events = genuine.clone();
                (events[at]["events"], events[at + 1]["events"]) = (b["events"].clone(), a["events"].clone());
                forgeries.push(("events", events));
            }
        }
        if free(a) {
            let mut without = genuine.clone();
            without.remove(at);
            forgeries.push(("removed", without));
            let mut twice = genuine.clone();
            twice.insert(at, genuine[at].clone());
            forgeries.push(("twice", twice));
        }
        for (what, forgery) in forgeries {
            let forgery = rebound(renumbered(forgery));
            let verdict = judged(&library, &forgery, &[]).verdict();
            assert!(matches!(verdict, Verdict::Broken | Verdict::Unproved), "{what} at {at}: {verdict:?}");
            assert!(what != "events" || verdict == Verdict::Broken, "{what} at {at}");
            verdicts.push((what, verdict));
            let known = judged(&library, &forgery, &held);
            assert_eq!(known.verdict(), Verdict::Broken, "{what} at {at}");
        }
    }
    // Two moves of unrelated units might have been made in either order.
    assert!(verdicts.contains(&("exchanged", Verdict::Unproved)), "{verdicts:?}");
    for what in ["exchanged", "removed", "twice"] {
        assert!(verdicts.contains(&(what, Verdict::Broken)), "{what}: {verdicts:?}");
    }
}

#[test]
fn a_record_made_one_of_the_old_form_proves_nothing() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let genuine = lines(&*table);
    let mut old = genuine.clone();
    old[0]["longroll"] = json!(1);
    let seats = forged(&library, &genuine, old.clone(), Verdict::Broken, "form 1 with seats");
    assert_eq!(seats.broken.map(|fault| fault.line), Some(1));
    for line in &mut old {
        for field in ["seats", "prev", "salt", "rules"] {
            line.as_object_mut().expect("fields").remove(field);
        }
    }
    let audit = forged(&library, &genuine, old.clone(), Verdict::Unproved, "form 1");
    assert!(audit.unproved[0].starts_with("it has no chain"), "{audit:?}");
    // Such a record can still be continued, and what is added is chained.
    let beginning: Vec<Value> = old[1..20].to_vec();
    let header: tabletop::Header = serde_json::from_value(old[0].clone()).expect("a header");
    let mut table = library.load(&header, &beginning, Some([3; 32])).expect("it is read");
    let next = &genuine[20];
    let side = Side::from_word(next["side"].as_str().expect("a side")).expect("a side");
    table.order(side, &next["order"], None).expect("it is legal");
    let mut on = lines(&*table);
    assert!(on[19]["prev"].is_null() && on[20]["prev"].is_string());
    assert_eq!(judged(&library, &on, &[table.hash()]).verdict(), Verdict::Unfinished);
    assert_eq!(library.load(&header, &on[1..], None).expect("it is read").hash(), table.hash());
    // From then on every line has a hash.
    table.act(side, Act::Undo).ok();
    on = lines(&*table);
    if on.len() > 21 {
        on[21].as_object_mut().expect("fields").remove("prev");
        assert_eq!(judged(&library, &on, &[]).verdict(), Verdict::Broken);
    }
    // White space, empty lines and the order of fields do not matter in the old form.
    let loose = text(&old).replace('\n', "\r\n\n").replace("{\"", "{ \"");
    let loose = library.audit(loose.as_bytes(), &[]);
    assert_eq!((loose.verdict(), loose.hash), (Verdict::Unproved, audit.hash));
}

#[test]
fn a_record_without_its_version_hides_no_die_and_has_another_hash() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let genuine = lines(&*table);
    let thrown = genuine.iter().position(|line| line["dice"] == 1).expect("a die was thrown");
    let without = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut forgery = genuine.clone();
        assert!(forgery[0].as_object_mut().expect("fields").remove("rules").is_some());
        change(&mut forgery);
        forgery
    };
    let audit = forged(&library, &genuine, without(&|_| ()), Verdict::Unproved, "the version");
    assert_eq!((audit.earlier, audit.unproved.len()), (None, 1), "everything in it follows today, too");
    let audit = forged(
        &library,
        &genuine,
        without(&|lines| {
            let events = lines[thrown]["events"].as_array_mut().expect("events");
            let die = events.iter_mut().find(|event| event["die"].is_u64()).expect("a die");
            die["die"] = json!(die["die"].as_u64().expect("a die") % 6 + 1);
        }),
        Verdict::Broken,
        "a die behind the version",
    );
    assert_eq!(audit.broken.map(|fault| fault.line), Some(thrown + 1));
    let is_move = |event: &Value| event["event"] == "moved";
    let moved =
        genuine.iter().position(|line| line["events"].as_array().is_some_and(|all| all.iter().any(is_move)));
    let moved = moved.expect("a unit moved");
    let audit = forged(
        &library,
        &genuine,
        without(&|lines| {
            let events = lines[moved]["events"].as_array_mut().expect("events");
            let event = events.iter_mut().find(|event| is_move(event)).expect("a move");
            event["cost"] = json!(event["cost"].as_u64().expect("a cost") + 1);
        }),
        Verdict::Unproved,
        "a result behind the version",
    );
    assert_eq!(audit.earlier.map(|fault| fault.line), Some(moved + 1), "it is named");
}

#[test]
fn practice_follows_from_dice_and_positions() {
    let library = library();
    let loaded = Start { scenario: "training", dice: &[6, 1], ..Start::default() };
    let table = played(&library, &loaded, Level::Random, 5, None);
    let genuine = lines(&*table);
    let mut forgery = genuine.clone();
    forgery[0].as_object_mut().expect("fields").remove("practice");
    let audit = forged(&library, &genuine, forgery.clone(), Verdict::Broken, "practice struck out");
    assert_eq!(audit.broken.map(|fault| fault.line), Some(1));
    forgery[0].as_object_mut().expect("fields").remove("dice");
    forged(&library, &genuine, forgery, Verdict::Broken, "dice struck out");
    let mut forgery = genuine.clone();
    forgery[0]["dice"] = json!([7, 1]);
    forged(&library, &genuine, forgery, Verdict::Broken, "a die with seven faces");
}

/// Undos and redos of each side: as play writes them, and as a forger might write them where play
/// refuses.
fn attempts(again: &dyn Fn() -> Box<dyn AnyGame>) -> Vec<(Value, bool)> {
    let mut all = Vec::new();
    let mut table = again();
    let entries = table.entries(0);
    let last = entries.iter().rev().find(|entry| entry["order"].is_object());
    for side in Side::BOTH {
        for verb in ["undo", "redo"] {
            let taken = if verb == "undo" { table.act(side, Act::Undo) } else { table.act(side, Act::Redo) };
            let version = match taken {
                Ok(()) => table.entries(table.version() - 1)[0][verb].clone(),
                Err(_) => last.map_or(json!(1), |entry| entry["version"].clone()),
            };
            all.push((json!({ "side": side, verb: version }), taken.is_ok()));
            if taken.is_ok() {
                table = again();
            }
        }
    }
    all
}

#[test]
fn nothing_is_taken_back_in_a_record_that_play_would_not_take_back() {
    let library = library();
    let touch = Map::from_iter([("touch-move".to_owned(), json!(true))]);
    let starts = [
        (training(), Level::Random),
        (Start { options: touch, ..training() }, Level::Random),
        (Start { scenario: "kernstown-1-stone-wall", ..Start::default() }, Level::Random),
    ];
    for (start, level) in starts {
        let mut refused = 0;
        let genuine = played(&library, &start, level, 6, None);
        let lines = lines(&*genuine);
        let record = Record::read(text(&lines).as_bytes()).expect("a record");
        let secret = Some([6; 32]);
        let mut auditor = library.auditor(&record).expect("its data are here");
        let mut judged = 0;
        for n in (1..lines.len() - 3).step_by(lines.len() / 10).chain(lines.len() - 3..lines.len()) {
            for line in &lines[judged + 1..=n] {
                auditor.entry(line).expect("it follows");
            }
            judged = n;
            let mut bound = lines[..=n].to_vec();
            bound.push(json!({ "version": n + 1, "prev": "" }));
            let hash = rebound(bound)[n + 1]["prev"].clone();
            let again = || library.load(&record.header, &lines[1..=n], secret).expect("it is read");
            for (mut entry, may) in attempts(&again) {
                entry["version"] = json!(n + 1);
                entry["prev"] = hash.clone();
                let tried = auditor.try_entry(&entry);
                assert_eq!(tried.is_ok(), may, "{}: {n}: {tried:?}", start.scenario);
                refused += usize::from(!may);
                // What is not sound cannot be loaded either. That judges every line once more.
                if n < 20 || start.scenario == "training" && n + 3 >= lines.len() {
                    let forgery: Vec<Value> = lines[1..=n].iter().cloned().chain([entry]).collect();
                    assert_eq!(library.admit(&record.header, &forgery, secret).is_ok(), may);
                }
            }
        }
        assert!(refused > 10, "{}: {refused}", start.scenario);
    }
}

#[test]
fn what_hides_something_is_salted_and_the_salt_is_told_to_nobody() {
    let library = library();
    let start = Start { scenario: "kernstown-1-stone-wall", ..Start::default() };
    let table = played(&library, &start, Level::Random, 2, Some(100));
    let salted = |entry: &Value| entry["salt"].is_string();
    let keys = |entry: &&Value| entry["order"]["keys"].is_object();
    let entries = table.entries(0);
    assert!(entries.iter().filter(keys).all(salted) && entries.iter().any(|entry| keys(&entry)));
    for seat in [None, Some(Side::Union), Some(Side::Confederate)] {
        for told in table.log(seat.into(), 0) {
            let told = json!(told);
            assert!(told["salt"].is_null() && told["prev"].is_null(), "{told}");
        }
    }
    // A game whose secret is not known continues with salts that nobody can know.
    let header = table.header().clone();
    let instruct = json!({ "instruct": { "instructions": { "advance": "never" } } });
    let free = |entry: &Value| entry["order"].is_object() && entry["dice"].is_null();
    let at = entries.iter().rposition(free).expect("an order without a die");
    let side = Side::from_word(entries[at]["side"].as_str().expect("a side")).expect("a side");
    let on = || {
        let mut table = library.load(&header, &entries[..at], None).expect("it is read");
        table.order(side, &instruct, None).expect("it takes no number");
        assert_eq!(table.version() as usize, at);
        table.order(side, &entries[at]["order"], None).expect("it needs no die");
        let line = table.entries(at as u32).remove(0);
        assert!(line["standing"].is_array(), "{line}");
        assert_eq!(table.verify().broken, None);
        line["salt"].as_str().expect("it hides something").to_owned()
    };
    assert_ne!(on(), on());
    // In Blue & Gray only the shares of the dice are hidden.
    let table = played(&library, &training(), Level::Random, 2, Some(50));
    for entry in table.entries(0) {
        assert_eq!(salted(&entry), entry["seed"].is_string(), "{entry}");
    }
}

/// The verdicts and their exit codes at a terminal.
#[test]
fn verify_tells_its_verdict_and_ends_with_its_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let verify = |text: &[u8], more: &[&str]| {
        std::fs::write(&file, text).expect("it is written");
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_longroll"))
            .args([&["verify", path], more].concat())
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&program.stdout).replace(path, "FILE");
        (program.status.code(), told + &String::from_utf8_lossy(&program.stderr))
    };
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let whole = text(&lines(&*table));
    let (code, told) = verify(whole.as_bytes(), &["--hash", &table.hash()]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with("FILE: sound: ") && told.contains("each as the seeds determine"), "{told}");
    let (code, told) = verify(whole.as_bytes(), &[]);
    assert_eq!(code, Some(4), "{told}");
    assert!(told.starts_with("FILE: cannot be proved, though everything follows: "), "{told}");
    assert!(told.contains("not proved: no hash of it was given") && told.contains(&table.hash()), "{told}");
    let part: String = whole.split_inclusive('\n').take(9).collect();
    let (code, told) = verify(part.as_bytes(), &[]);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.starts_with("FILE: unfinished: "), "{told}");
    let broken: [(Vec<u8>, &str); 9] = [
        (Vec::new(), "FILE: broken at line 1: it is empty"),
        (b"{}\n".to_vec(), "FILE: broken at line 1: no header: "),
        (b"not a record\n".to_vec(), "FILE: broken at line 1: no header: "),
        ([b"\xef\xbb\xbf", whole.as_bytes()].concat(), "FILE: broken at line 1: "),
        ([b"\n", whole.as_bytes()].concat(), "FILE: broken at line 1: "),
        (whole.replace('\n', "\r\n").into_bytes(), "FILE: broken at line 1: "),
        (part.replacen('\n', "\n\n", 1).into_bytes(), "FILE: broken at line 2: "),
        (part.trim_end().as_bytes().to_vec(), "FILE: broken at line 9: "),
        ([part.as_bytes(), b"\xff\n"].concat(), "FILE: broken at line 10: "),
    ];
    for (text, says) in broken {
        let (code, told) = verify(&text, &[]);
        assert_eq!(code, Some(5), "{told}");
        assert!(told.starts_with(says), "{told}");
    }
    assert_eq!(verify(whole.as_bytes(), &["--hash", "0"]).0, Some(2));
    std::fs::remove_file(&file).expect("it was there");
    let gone = std::process::Command::new(env!("CARGO_BIN_EXE_longroll")).args(["verify", path]).status();
    assert_eq!(gone.expect("it runs").code(), Some(1));
}

#[test]
fn what_was_begun_on_other_data_cannot_be_proved() {
    let library = library();
    let table = played(&library, &training(), Level::Recruit, 3, None);
    let genuine = lines(&*table);
    let thrown = genuine.iter().position(|line| line["dice"].is_u64()).expect("a die was thrown");
    // With other data it may have happened as recorded.
    let mut other = genuine.clone();
    other[0]["data"] = json!("0".repeat(64));
    other[thrown]["events"] = json!([]);
    let audit = forged(&library, &genuine, other.clone(), Verdict::Unproved, "other data and events");
    let line = format!("by which line {}: event 1 is recorded as nothing", thrown + 1);
    assert!(audit.unproved.iter().any(|why| why.contains(&line)), "{audit:?}");
    let other = rebound(other);
    let header: tabletop::Header = serde_json::from_value(other[0].clone()).expect("a header");
    assert!(library.admit(&header, &other[1..], None).is_err(), "nobody could play on");
    // Its numbers and its chain must still be right.
    let mut broken = other.clone();
    broken.remove(thrown + 4);
    assert_eq!(judged(&library, &broken, &[]).broken.map(|fault| fault.line), Some(thrown + 5));
    // A data pack that is not available: only the chain can be checked.
    let mut pack = genuine.clone();
    pack[0]["pack"] = json!({ "id": "0".repeat(64), "title": "Woods" });
    let audit = forged(&library, &genuine, pack.clone(), Verdict::Unproved, "a pack");
    assert!(audit.unproved.iter().any(|why| why.contains("the data pack 'Woods'")), "{audit:?}");
    let mut pack = rebound(pack);
    let hash = judged(&library, &pack, &[]).hash;
    assert_eq!(judged(&library, &pack, &[hash]).verdict(), Verdict::Unproved);
    pack[7]["side"] = json!("nobody");
    assert_eq!(judged(&library, &pack, &[]).broken.map(|fault| fault.line), Some(9));
}
