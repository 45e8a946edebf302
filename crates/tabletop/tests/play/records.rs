//! Records: how they are read and written, and which of them no game goes on from.

use serde_json::{Value, json};
use tabletop::{
    Act, AnyGame, Failure, Fault, Header, PackMark, Record, ShareMode, chain, commitment, hex_string,
    read_entry,
};

use crate::table::*;

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn faults(text: &str) -> (usize, String) {
    let fault = match Record::read(text.as_bytes()) {
        Ok(record) => record.fault.unwrap(),
        Err(fault) => fault,
    };
    (fault.line, fault.what)
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let table = over();
    let header = table.header().clone();
    let written = text(&[&[header.value()][..], &table.entries(0)].concat());
    let record = Record::read(written.as_bytes()).unwrap();
    assert_eq!(record, Record::of(header.clone(), table.entries(0)));
    let lines: Vec<usize> = record.entries.iter().map(|(line, _)| *line).collect();
    assert_eq!((lines, record.seed()), (vec![2, 3, 4], Some(SECRET)));
    // The seed may stand in the header instead, and counts only if it has the hash that was
    // published.
    let secret = |secret: String| Record::of(Header { secret: Some(secret), ..header.clone() }, []);
    assert_eq!(secret(hex_string(&SECRET)).seed(), Some(SECRET));
    for other in
        [hex_string(&[6; 32]), hex_string(&SECRET).replace('5', "٥"), hex_string(&SECRET)[..62].to_owned()]
    {
        assert_eq!(secret(other).seed(), None);
    }
    let revealed = |seed: &str| Record::of(header.clone(), [json!({ "reveal": seed }), json!({})]).seed();
    assert_eq!(revealed(&hex_string(&SECRET)), Some(SECRET));
    assert_eq!((revealed(&hex_string(&[6; 32])), Record::of(header, []).seed()), (None, None));
}

#[test]
fn a_header_tells_what_there_is_and_nothing_else() {
    let header = begun().header().clone();
    assert_eq!((header.seed(), with_secret(&header).seed()), (None, Some(SECRET)));
    for unsound in ["0", &"é".repeat(32), &"x".repeat(64)] {
        assert_eq!(Header { secret: Some((*unsound).to_owned()), ..header.clone() }.seed(), None);
    }
    let pack = PackMark { id: "p".to_owned(), title: "P".to_owned() };
    let seats = tabletop::BySide::from_fn(|_| "person".to_owned());
    let shares = Some(ShareMode::EachThrow);
    let full = Header { pack: Some(pack), seats: Some(seats), shares, ..header.clone() };
    let value = full.value();
    assert_eq!(
        (&value["shares"], &value["pack"]),
        (&json!("each-throw"), &json!({ "id": "p", "title": "P" }))
    );
    assert_eq!(serde_json::from_value::<Header>(value).unwrap(), full);
    assert_eq!((full.check(), with_secret(&full).check()), (Ok(()), Ok(())));
    assert_eq!(Header { dice: vec![1, 6], practice: true, ..header.clone() }.check(), Ok(()));
    assert_eq!(Header { longroll: 1, ..header.clone() }.check(), Ok(()));
    let of_form = |longroll| Header { longroll, ..header.clone() }.form_is_known();
    assert_eq!((of_form(1), of_form(2)), (Ok(()), Ok(())));
    for form in [0, 3] {
        let says = format!("this program reads forms 1 to 2, the record is of form {form}");
        assert_eq!(
            (of_form(form), Header { longroll: form, ..header.clone() }.check()),
            (Err(says.clone()), Err(says))
        );
    }
    let short = Header { commitment: commitment(&SECRET)[1..].to_owned(), ..header };
    assert_eq!(short.check().unwrap_err(), "commitment: 64 digits of lower-case hexadecimal were expected");
}

#[test]
fn of_a_record_that_cannot_be_read_the_line_is_named() {
    let table = over();
    let header = table.header().value();
    let lines = text(&table.entries(0));
    for nothing in ["", "\n", " \n\n"] {
        assert_eq!(faults(nothing), (1, "it is empty".to_owned()));
    }
    for wrong in ["x\n", "{}\n", "[]\n"] {
        let (line, what) = faults(wrong);
        assert_eq!((line, &what[..11]), (1, "no header: "), "{what}");
    }
    assert_eq!(faults(&format!("\n{header}\n")), (1, "a header was expected, not an empty line".to_owned()));
    let spaced = "it is not written as Longroll writes it: fields in order, each once, and no white space";
    assert_eq!(faults(&format!(" {header}\n")), (1, spaced.to_owned()));
    let mut default = header.clone();
    default["practice"] = json!(false);
    assert_eq!(faults(&text(&[default])), (1, "the header is not written as Longroll writes it".to_owned()));
    let ended = "it does not end with a line feed";
    assert_eq!(faults(&header.to_string()), (1, ended.to_owned()));
    assert_eq!(faults(&format!("{header}\n{}", lines.trim_end())), (4, format!("no entry: {ended}")));
    assert_eq!(faults(&format!("{header}\n{{}} \n{lines}")), (2, format!("no entry: {spaced}")));
    let (line, what) = faults(&format!("{header}\n{lines}\n"));
    assert!(line == 5 && what.starts_with("no entry: EOF"), "{what}");
    let broken = format!("{header}\n{{\"version\":1}}\nx\n{lines}");
    let record = Record::read(broken.as_bytes()).unwrap();
    assert_eq!(record.entries, [(2, json!({ "version": 1 }))], "what comes after the fault is left out");
    assert_eq!(record.fault.unwrap().line, 3);
    assert_eq!(Fault { line: 3, what: "no".to_owned() }.to_string(), "line 3: no");
    assert_eq!(read_entry(b"{\"a\":1}\n"), Ok(json!({ "a": 1 })));
    assert_eq!(read_entry(b"{\"a\":1}"), Err(ended.to_owned()));
}

#[test]
fn of_a_record_with_other_line_endings_or_a_byte_order_mark_that_is_named() {
    let table = over();
    let record = format!("{}\n{}", table.header().value(), text(&table.entries(0)));
    let windows = record.replace('\n', "\r\n");
    let (line, what) = faults(&windows);
    assert!(line == 1 && what.contains("CR LF"), "{what}");
    // Only from some line on.
    let (first, rest) = record.split_once('\n').unwrap();
    let (line, what) = faults(&format!("{first}\n{}", rest.replace('\n', "\r\n")));
    assert!(line == 2 && what.contains("CR LF"), "{what}");
    for text in [format!("\u{feff}{record}"), format!("\u{feff}{windows}"), format!("\u{feff}{}", old().1)] {
        let (line, what) = faults(&text);
        assert!(line == 1 && what.contains("byte order mark"), "{what}");
    }
    let (line, what) = faults("\u{feff}");
    assert!(line == 1 && what.contains("byte order mark"), "{what}");
    for wide in [u16::to_le_bytes, u16::to_be_bytes] {
        let text: Vec<u8> = format!("\u{feff}{record}").encode_utf16().flat_map(wide).collect();
        let what = Record::read(&text).unwrap_err().what;
        assert!(what.contains("UTF-16"), "{what}");
    }
}

/// A game of form 1 with two orders, spelled as such records may be.
fn old() -> (Header, String) {
    let mut header = begun().header().clone();
    header.longroll = 1;
    let took = |side: &str| {
        let text = format!("The {} takes 1.", if side == "union" { "Union" } else { "Confederate" });
        json!([{ "event": "took", "side": side, "count": 1, "text": text }])
    };
    let (first, second) = (took("union"), took("confederate"));
    let order = take(1);
    let lines = format!(
        "\n{}\n \n{{ \"version\": 1, \"side\": \"union\", \"order\": {order}, \"events\": {first} }}\r\n\n\
         {{\"version\":2,\"dice\":0,\"side\":\"confederate\",\"order\":{order},\"events\":{second}}}",
        header.value()
    );
    (header, lines)
}

#[test]
fn in_records_of_form_1_white_space_means_nothing() {
    let (header, lines) = old();
    let record = Record::read(lines.as_bytes()).unwrap();
    assert_eq!((record.header.clone(), &record.fault), (header, &None));
    assert_eq!(record.entries.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 6]);
    let entries: Vec<Value> = record.entries.iter().map(|(_, entry)| entry.clone()).collect();
    let mut table = loaded(&record.header, &entries).unwrap();
    // The lines stay as they were read, and the hashes are of these; what is entered now is
    // chained.
    assert_eq!((table.entries(0), view(&*table, None)["heap"].clone()), (entries.clone(), json!(8)));
    let hashes = entries
        .iter()
        .fold(chain::header_hash(&record.header.value()), |hash, line| chain::entry_hash(&hash, line));
    assert_eq!(table.hash(), hashes);
    by_turns(&mut *table, &[take(1)]);
    let more = table.entries(0);
    assert_eq!(more[2]["prev"], json!(hashes));
    assert_eq!(loaded(&record.header, &more).unwrap().hash(), table.hash());
    let mut loose = more.clone();
    loose.push(json!({ "version": 4, "side": "confederate", "order": take(1), "events": [] }));
    let missing = "record: entry 4: 'prev', the hash of the line before, is missing";
    assert_eq!(why(loaded(&record.header, &loose).map(|_| ())), missing);
    // A wrong hash is as wrong in such a record.
    loose[3]["prev"] = json!(hashes);
    let wrong = "record: entry 4: 'prev' is not the hash of the line before";
    assert_eq!(why(loaded(&record.header, &loose).map(|_| ())), wrong);
}

/// What is said of a record that is the game's with one more line.
fn refused(table: &dyn AnyGame, line: Value) -> String {
    let mut lines = table.entries(0);
    lines.push(next(table, line));
    let failure = loaded(table.header(), &lines).map(|_| ()).unwrap_err();
    let Failure::Malformed(text) = failure else { panic!("{failure:?}") };
    let at = format!("record: entry {}: ", table.version() + 1);
    text.strip_prefix(&at).unwrap().to_owned()
}

#[test]
fn a_line_that_is_no_entry_is_refused_by_its_field() {
    let table = begun();
    let took = |field: &str, value: Value| {
        let mut line = json!({ "side": "union", "order": take(1), "events": [] });
        line[field] = value;
        line
    };
    let holds = "an entry holds an order, undo, redo, declared, link, links, commit, seed, offer, accept, decline, resign, seated, \
             claim, replace or reveal";
    for (says, line) in [
        ("unknown field 'colour'", took("colour", json!(1))),
        ("'side' is neither \"union\" nor \"confederate\"", took("side", json!("csa"))),
        ("'events' is missing", took("events", json!(1))),
        ("there is no such event", took("events", json!([{}]))),
        ("an order has one key", took("order", json!(1))),
        ("'dice' is no version number", took("dice", json!(-1))),
        ("'reason' is no text", took("reason", json!(1))),
        ("'salt' is no text", took("salt", json!(1))),
        ("'standing' is a list", took("standing", json!(1))),
        ("'undo' is no version number", json!({ "undo": "x" })),
        ("'redo' is no version number", json!({ "redo": 4_294_967_296_u64 })),
        ("an order has one key", json!({ "side": "union", "declared": 1 })),
        ("'links' holds a text for each side", json!({ "links": { "union": "x" } })),
        ("'commit' is no text", json!({ "commit": 1 })),
        ("'seed' is no text", json!({ "seed": 1 })),
        ("'reveal' is no text", json!({ "reveal": 1 })),
        (holds, json!({ "side": "union" })),
    ] {
        assert_eq!(refused(&*table, line), says);
    }
    let one = |line: Value| why(loaded(table.header(), &[line]).map(|_| ()));
    assert_eq!(one(json!(1)), "record: entry 1: an entry is an object");
    assert_eq!(one(json!({ "side": "union" })), "record: entry 1: 'version' is missing");
    assert_eq!(one(json!({ "version": 1, "prev": 1, "undo": 1 })), "record: entry 1: 'prev' is no text");
}

#[test]
fn a_line_that_does_not_follow_is_refused() {
    let mut table = begun();
    by_turns(&mut *table, &[take(1), take(1)]);
    assert_eq!(
        refused(&*table, json!({ "side": "union", "undo": 1 })),
        "it undoes 1, which is not the last order"
    );
    let not_undone = "it redoes 2, which was not the last undone";
    assert_eq!(refused(&*table, json!({ "side": "confederate", "redo": 2 })), not_undone);
    table.act(Confederate, Act::Undo).unwrap();
    assert_eq!(
        refused(&*table, json!({ "side": "union", "undo": 2 })),
        "it undoes 2, which is not the last order"
    );
    assert_eq!(
        refused(&*table, json!({ "side": "union", "redo": 1 })),
        "it redoes 1, which was not the last undone"
    );
    assert_eq!(refused(&*table, json!({ "seed": "x" })), "a seed belongs to a side");
    let hash = tabletop::share_hash("x");
    assert_eq!(refused(&*table, json!({ "commit": hash })), "a commitment belongs to a side");
    assert_eq!(refused(&*table, json!({ "declared": throw() })), "a declared order belongs to a side");
    let long = json!({ "side": "union", "seed": "x".repeat(65) });
    assert_eq!(refused(&*table, long), "a share of the dice has at most 64 bytes");
    let no_hash = "commit: a SHA-256 in 64 lower-case hexadecimal digits was expected";
    assert_eq!(refused(&*table, json!({ "side": "union", "commit": "x" })), no_hash);
    let loose = "a side is not bound by a chain: no dice can be thrown";
    assert_eq!(refused(&*table, json!({ "side": "union", "declared": throw() })), loose);
    let links = json!({ "links": { "union": "x", "confederate": "y" } });
    assert!(refused(&*table, links).starts_with("no order waits for its dice"));
    let mut each = with_header(|header| header.shares = Some(ShareMode::EachThrow), Some(SECRET));
    assert_eq!(refused(&*each, json!({ "side": "union", "commit": "x" })), no_hash);
    each.act(Union, Act::Commit(&hash, &commitment(&SECRET))).unwrap();
    assert_eq!(
        view(&*loaded(each.header(), &each.entries(0)).unwrap(), None)["throw"]["next"]["union"],
        json!(hash)
    );
    let (own, other) =
        (json!({ "side": "union", "commit": hash }), json!({ "side": "confederate", "commit": hash }));
    let theirs = "commit: the other side is bound by this very hash; a chain of one's own was expected";
    assert_eq!(refused(&*each, other), theirs);
    let mut told = begun();
    told.act(Union, Act::Seed("x")).unwrap();
    assert_eq!(refused(&*told, own), "this side has given its share of the dice");
    // Numbers and hashes.
    let mut lines = table.entries(0);
    lines[1]["version"] = json!(3);
    assert_eq!(why(loaded(table.header(), &lines).map(|_| ())), "record: entry 2: it is numbered 3");
    let mut lines = table.entries(0);
    lines[1].as_object_mut().unwrap().remove("prev");
    let missing = "record: entry 2: 'prev', the hash of the line before, is missing";
    assert_eq!(why(loaded(table.header(), &lines).map(|_| ())), missing);
    lines[1]["prev"] = json!(table.hash());
    let wrong = "record: entry 2: 'prev' is not the hash of the line before";
    assert_eq!(why(loaded(table.header(), &lines).map(|_| ())), wrong);
}

#[test]
fn a_game_goes_on_from_every_kind_of_entry() {
    let mut table = begun();
    table.act(Union, Act::Commit(&tabletop::share_hash("north"), &commitment(&SECRET))).unwrap();
    table.act(Union, Act::Seed("north")).unwrap();
    by_turns(&mut *table, &[take(1), take(2)]);
    table.act(Confederate, Act::Undo).unwrap();
    table.act(Confederate, Act::Redo).unwrap();
    table.act(Confederate, Act::Undo).unwrap();
    for version in 0..=table.version() {
        let lines = &table.entries(0)[..version as usize];
        let again = loaded(table.header(), lines).unwrap();
        assert_eq!(again.entries(0), lines);
        for seat in [Some(Union), Some(Confederate)] {
            let mut then: Value = serde_json::from_str(&table.view("", seat.into(), Some(version))).unwrap();
            let mut now: Value = serde_json::from_str(&again.view("", seat.into(), None)).unwrap();
            for field in ["undo", "redo", "shares", "waiting", "throw", "commitment"] {
                then.as_object_mut().unwrap().remove(field);
                now.as_object_mut().unwrap().remove(field);
            }
            assert_eq!(then, now, "version {version}");
        }
    }
    let mut again = loaded(table.header(), &table.entries(0)).unwrap();
    assert!(may("redo", &*again, Confederate) && !may("undo", &*again, Confederate));
    again.act(Confederate, Act::Redo).unwrap();
    table.act(Confederate, Act::Redo).unwrap();
    assert_eq!((again.hash(), again.shares()), (table.hash(), table.shares()));
}

#[test]
fn salts_and_hashes_are_bound_to_their_place() {
    let salts = [chain::salt(&[5; 32], 1), chain::salt(&[5; 32], 2), chain::salt(&[6; 32], 1)];
    assert!(salts[0] != salts[1] && salts[0] != salts[2] && salts.iter().all(|salt| salt.len() == 32));
    let table = over();
    let mut lines = table.entries(0);
    chain::rebind(&table.header().value(), &mut lines);
    assert_eq!(lines, table.entries(0), "they were bound to this header already");
    let other = Header { scenario: "mountain".to_owned(), ..table.header().clone() };
    lines[1].as_object_mut().unwrap().remove("prev");
    chain::rebind(&other.value(), &mut lines);
    assert_eq!((&lines[0]["prev"], lines[1].get("prev")), (&json!(chain::header_hash(&other.value())), None));
    let first = chain::entry_hash(&chain::header_hash(&other.value()), &lines[0]);
    assert_eq!(lines[2]["prev"], json!(chain::entry_hash(&first, &lines[1])));
}
