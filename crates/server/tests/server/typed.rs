//! Text that people type: every entrance has the one rule of `tabletop::text`, and what is refused is
//! not kept.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use catalog::pack::{Files, Pack, write_zip};
use serde_json::{Map, Value, json};
use server::Limits;
use server::store::{self, KeptTournament, NewSaid, NewTournament, Studies};
use tabletop::{BySide, GameSystem, PackMark, Record, Side};
use tempfile::{TempDir, tempdir};

use crate::accounts::{Answer, Club, ORIGIN, PASSWORD, over_library, settings};
use crate::matches::count;
use crate::site::{Client, open_store};
use crate::toy::Toys;

const BATTLE: &str = "blue-gray/training/battle.toml";

/// Where text comes in.
struct Entrance {
    /// The method or the address.
    to: &'static str,
    /// The field, as a refusal names it.
    field: &'static str,
    /// The most characters; none where the text is one of a file that has a limit as a whole.
    longest: Option<usize>,
    /// Whether it may have several lines.
    lines: bool,
    /// Whether it is the name of a person.
    person: bool,
}

const fn line(to: &'static str, field: &'static str, longest: usize) -> Entrance {
    Entrance { to, field, longest: Some(longest), lines: false, person: false }
}

const fn lines(to: &'static str, field: &'static str, longest: usize) -> Entrance {
    Entrance { lines: true, ..line(to, field, longest) }
}

const fn person(to: &'static str, field: &'static str) -> Entrance {
    Entrance { person: true, ..line(to, field, 80) }
}

const ENTRANCES: [Entrance; 35] = [
    line("game.new", "name", 80),
    line("game.position", "name", 80),
    line("game.load", "name", 80),
    line("game.branch", "name", 80),
    line("game.load", "system", 80),
    line("game.load", "scenario", 80),
    line("game.load", "pack.title", 80),
    line("game.load", "seats.union", 1000),
    line("game.load", "seats.confederate", 1000),
    line("/library/import", "system", 80),
    line("/library/import", "scenario", 80),
    line("/library/import", "pack.title", 80),
    line("/library/import", "seats.union", 1000),
    line("/library/import", "seats.confederate", 1000),
    line("pack.after", "seats.union", 1000),
    lines("talk.say", "text", 1000),
    lines("talk.note", "text", 1000),
    lines("talk.report", "why", 1000),
    line("pack.keep", "title", 80),
    person("pack.keep", "author"),
    lines("pack.keep", "about", 2000),
    // The title of a battle in a file of the pack, and a text in another that is not listed.
    line("pack.keep of a battle", "title", 80),
    Entrance { longest: None, ..lines("pack.keep of a battle", "about", 0) },
    line("pack.load", "title", 80),
    person("pack.load", "author"),
    lines("pack.load", "about", 2000),
    person("pack.share", "author"),
    line("pack.share", "note", 500),
    line("pack.agreed", "title", 80),
    line("/tournaments/make", "title", 80),
    person("/tournaments/make", "invited[1]"),
    line("/studies/keep", "title", 80),
    lines("/studies/keep", "about", 4000),
    lines("/studies/keep", "moments[0].comment", 4000),
    line("/account/passkeys/add", "name", 80),
];

/// The tables in which text is kept.
const TABLES: [&str; 12] = [
    "accounts",
    "games",
    "library",
    "notes",
    "packs",
    "passkeys",
    "reports",
    "shared_packs",
    "studies",
    "talk",
    "tournaments",
    "entries",
];

/// A server, and what somebody needs who types something into each entrance.
struct Typist {
    folder: TempDir,
    club: Club,
    client: Client,
    ann: String,
    /// A game of two that goes on, its token, and a message in it that may be reported.
    game: String,
    token: Value,
    /// A finished game of one.
    over: String,
    pack: Value,
    files: Value,
}

impl Typist {
    async fn new() -> Typist {
        let folder = tempdir().unwrap();
        let store = open_store(folder.path(), store::Settings::default()).await;
        let library = systems::library().unwrap().with_system(Arc::new(Toys));
        let limits = Limits { shared_packs: 20, ..Limits::default() };
        let club = over_library(store, settings(), ORIGIN, (limits, library)).await;
        let ann = club.join("Ann").await;
        let mut client = club.client(&ann).await;
        let (game, tokens) = client.begin(json!({ "scenario": "heap", "mode": "two" })).await;
        let said =
            json!({ "game": game, "token": tokens["confederate"], "room": "players", "text": "Well!" });
        client.ask("talk.say", said).await.unwrap();
        let (over, alone) = client.begin(json!({ "scenario": "heap" })).await;
        client.take(&over, &alone["both"], 10).await.unwrap();
        let opened = client.ask("pack.open", json!({ "scenario": "training" })).await.unwrap();
        let files = json!({ BATTLE: opened["files"][BATTLE] });
        let kept = client.ask("pack.keep", json!({ "files": files, "title": "A pack" })).await.unwrap();
        let (token, pack) = (tokens["union"].clone(), kept["pack"].clone());
        Typist { folder, club, client, ann, game, token, over, pack, files }
    }

    /// Types a text there: what it is refused with, if it is.
    async fn types(&mut self, entrance: &Entrance, text: &str) -> Result<(), String> {
        let (to, field) = (entrance.to, entrance.field);
        let (game, token) = (self.game.clone(), self.token.clone());
        let own = |more: Value| {
            let mut params = json!({ "game": game, "token": token });
            params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            params
        };
        let params = match to {
            "game.new" => json!({ "scenario": "heap", "name": text }),
            "game.position" => json!({ "scenario": "heap", "units": [1, 2], "name": text }),
            "game.branch" => json!({ "game": self.over, "version": 0, "name": text }),
            "game.load" if field == "name" => json!({ "record": record(|_| ()), "name": text }),
            "game.load" | "pack.after" => json!({ "record": record_with(field, text) }),
            "talk.say" => own(json!({ "room": "players", "text": text })),
            "talk.note" => own(json!({ "text": text })),
            "talk.report" => own(json!({ "room": "players", "number": 1, "why": text })),
            "pack.keep" => {
                let mut kept = json!({ "files": self.files, "title": "Another" });
                kept[field] = json!(text);
                kept
            }
            "pack.keep of a battle" => {
                let mut files = self.files.clone();
                files[BATTLE][field] = json!(text);
                json!({ "files": files, "title": "Another" })
            }
            "pack.load" => json!({ "zip": zip(field, text) }),
            "pack.share" if field == "note" => json!({ "pack": self.pack, "author": "Ben", "note": text }),
            "pack.share" => json!({ "pack": self.pack, "author": text }),
            "pack.agreed" => json!({ "scenario": "training", "title": text }),
            address => {
                let answer = self.posts(address, field, text).await;
                return if answer.status == 200 { Ok(()) } else { Err(answer.error().to_owned()) };
            }
        };
        let method = to.split(' ').next().unwrap();
        let answer = self.client.ask(method, params).await;
        answer.map(drop).map_err(|error| error["message"].as_str().unwrap().to_owned())
    }

    async fn posts(&self, address: &str, field: &str, text: &str) -> Answer {
        let body = match (address, field) {
            ("/library/import", _) => json!({ "record": record_with(field, text) }),
            ("/tournaments/make", _) => {
                let (title, invited) = if field == "title" { (text, "Ben") } else { ("Cup", text) };
                let plan = json!({
                    "title": title, "kind": "swiss", "rounds": 3, "scenarios": ["training"], "games": 2, "days": 7,
                    "most": 12, "invited": ["Ann", invited],
                });
                let made = self.club.post(address, &self.ann, plan).await;
                if made.status == 200 {
                    // So that there is room for the next.
                    self.club.post("/tournaments/cancel", &self.ann, made.body.clone()).await;
                }
                return made;
            }
            ("/account/passkeys/add", _) => {
                let begun =
                    self.club.post("passkeys/begin", &self.ann, json!({ "password": PASSWORD })).await;
                let mut made = crate::passkeys::made_up(&begun.body["ceremony"]);
                made["name"] = json!(text);
                made
            }
            ("/studies/keep", _) => {
                let moment = json!({ "game": self.over, "version": 1 });
                let mut study = json!({ "shown": "open", "title": "Taking", "moments": [moment] });
                match field {
                    "moments[0].comment" => study["moments"][0]["comment"] = json!(text),
                    field => study[field] = json!(text),
                }
                study
            }
            _ => panic!("{address}"),
        };
        self.club.post(address, &self.ann, body).await
    }

    /// How much is kept.
    async fn kept(&self) -> Vec<(&'static str, i64)> {
        let mut kept = Vec::new();
        for table in TABLES {
            kept.push((table, count(self.folder.path(), table).await));
        }
        kept
    }
}

/// The record of a finished game whose header was changed before anything was written, so that every
/// hash of it fits.
fn record(change: impl FnOnce(&mut tabletop::Header)) -> String {
    let mut table = Toys.begin("heap", &Map::new(), None, &[], [7; 32]).unwrap();
    table.seat(BySide { union: "general".to_owned(), confederate: "bot:my bot".to_owned() });
    table.order(Side::Union, &json!({ "take": { "count": 10 } }), None).unwrap();
    let (mut header, mut entries) = (table.header().clone(), table.entries(0));
    change(&mut header);
    tabletop::chain::rebind(&header.value(), &mut entries);
    let lines = std::iter::once(header.value()).chain(entries);
    lines.map(|line| format!("{line}\n")).collect()
}

fn record_with(field: &str, text: &str) -> String {
    let text = text.to_owned();
    record(|header| match field {
        "system" => header.system = text,
        "scenario" => header.scenario = text,
        "pack.title" => header.pack = Some(PackMark { id: "ab".repeat(32), title: text }),
        "seats.union" => header.seats.as_mut().unwrap().union = format!("bot:{text}"),
        "seats.confederate" => header.seats.as_mut().unwrap().confederate = format!("bot:{text}"),
        field => panic!("{field}"),
    })
}

fn zip(field: &str, text: &str) -> String {
    let battle = catalog::embedded::data(BATTLE).unwrap();
    let mut about = toml::Table::from_iter([("title".to_owned(), toml::Value::from("Another"))]);
    about.insert(field.to_owned(), text.into());
    let files = [("pack.toml".to_owned(), about.to_string()), (BATTLE.to_owned(), battle)];
    BASE64_STANDARD.encode(write_zip(&Files::from(files)).unwrap())
}

#[tokio::test]
async fn every_entrance_refuses_what_no_page_could_show_and_keeps_nothing_of_it() {
    let mut typist = Typist::new().await;
    let before = typist.kept().await;
    for entrance in &ENTRANCES {
        let at = format!("{} {}", entrance.to, entrance.field);
        let mut cases = Vec::new();
        for c in
            ['\0', '\u{1b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{200b}', '\u{feff}', '\u{ad}', '\u{200d}']
        {
            let text = format!("A{c}nn");
            cases.push((text, format!("the character U+{:04X} cannot be shown", u32::from(c))));
        }
        if let Some(longest) = entrance.longest {
            let why = format!("at most {longest} characters were expected, and these are {}", longest + 1);
            cases.push(("W".repeat(longest + 1), why));
        }
        if !entrance.lines {
            cases.push(("A\nnn".to_owned(), "one line was expected".to_owned()));
        }
        if entrance.person {
            let name = "Somebody who has LEFT";
            cases.push((name.to_owned(), format!("'{name}' is a name that the program itself uses")));
        }
        for (text, why) in cases {
            let told = typist.types(entrance, &text).await.expect_err(&at);
            assert!(told.contains(&format!("{}: {why}", entrance.field)), "{at}: {told}");
        }
    }
    assert_eq!(typist.kept().await, before);
    typist.club.site.close().await;
}

#[tokio::test]
async fn every_entrance_takes_ordinary_text_in_any_script() {
    let mut typist = Typist::new().await;
    for (at, text) in [
        "\u{5d0}\u{5d1}\u{5e8}\u{5d4}\u{5dd}",
        "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
        "\u{930}\u{94d}\u{200d}\u{92f} \u{1f469}\u{200d}\u{1f33e}\u{2764}\u{fe0f}",
        "Zoe\u{308} \u{8fbb}",
    ]
    .into_iter()
    .enumerate()
    {
        for entrance in &ENTRANCES {
            // A record says what is played by which rules on which pack; there is nothing to choose.
            let told = typist.types(entrance, text).await;
            match (entrance.to, entrance.field) {
                (_, "system" | "scenario" | "pack.title")
                | ("pack.after" | "pack.agreed" | "/account/passkeys/add", _) => {
                    let told = told.unwrap_err();
                    assert!(!told.contains("cannot be shown"), "{} {}: {told}", entrance.to, entrance.field);
                }
                // The same reader shares a pack once.
                ("pack.share", "note") if at > 0 => assert!(told.unwrap_err().contains("already")),
                (to, field) => assert_eq!(told, Ok(()), "{to} {field}: {text}"),
            }
        }
    }
    typist.club.site.close().await;
}

#[tokio::test]
async fn a_seat_is_a_persons_a_computers_or_a_bots() {
    let mut typist = Typist::new().await;
    for (seat, why) in [
        ("W".repeat(3_900_000), "seats.union: at most 80 characters were expected, and these are 3900000"),
        ("general\u{202e}".to_owned(), "seats.union: the character U+202E cannot be shown"),
        (
            "somebody who has left".to_owned(),
            "seats.union: 'somebody who has left': person, a computer's level or bot:NAME was expected",
        ),
        (String::new(), "seats.union: text was expected, not nothing"),
    ] {
        let record = record(|header| header.seats.as_mut().unwrap().union = seat);
        let told = typist.client.ask("game.load", json!({ "record": record })).await.unwrap_err();
        assert_eq!(told["message"], format!("record, line 1: {why}"));
        let told = typist.club.post("/library/import", &typist.ann, json!({ "record": record })).await;
        assert_eq!((told.status, told.error()), (400, &*format!("Record, line 1: {why}.")));
    }
    for seat in
        ["person", "random", "recruit", "veteran", "general", "marshal", "bot:python3 my_bot.py --deep"]
    {
        let record = record(|header| header.seats.as_mut().unwrap().union = seat.to_owned());
        assert!(Record::read(record.as_bytes()).is_ok());
        let mode = if seat == "person" { json!("hot-seat") } else { Value::Null };
        typist.client.ask("game.load", json!({ "record": record, "mode": mode })).await.unwrap();
    }
    typist.club.site.close().await;
}

#[tokio::test]
async fn an_account_has_no_name_that_cannot_be_shown_or_is_the_programs() {
    let typist = Typist::new().await;
    let before = typist.kept().await;
    let long = "W".repeat(25);
    for name in
        ["Ben\0", "Ben\u{202e}", "B\u{200b}en", &long, "Somebody who has left", "somebody-who-has-1eft"]
    {
        for path in ["create", "passkeys/begin-account"] {
            let mut sent = json!({ "name": name });
            if path == "create" {
                sent["password"] = json!(PASSWORD);
            }
            let refused = typist.club.post(path, "", sent).await;
            assert_eq!(refused.status, 400, "{path} {name:?}: {refused:?}");
        }
    }
    assert_eq!(typist.kept().await, before);
    typist.club.site.close().await;
}

#[tokio::test]
async fn what_an_earlier_program_kept_is_still_read() {
    let mut typist = Typist::new().await;
    let odd = "Ann\u{200b}\u{202e}";
    typist.types(&line("/studies/keep", "title", 80), "Sound").await.unwrap();
    typist.types(&line("/tournaments/make", "title", 80), "Sound").await.unwrap();
    let store = typist.club.site.games.store().clone();
    let (id, _) = store.studies(Studies::Open(1)).await.unwrap().remove(0);
    let mut study = store.study(&id).await.unwrap().unwrap();
    study.line["title"] = json!(odd);
    assert!(store.keep_study(&study, 1).await.unwrap());
    let mut kept = store.tournaments().await.unwrap().remove(0);
    kept.line["title"] = json!(odd);
    let KeptTournament { id, version, line, .. } = &kept;
    let new = NewTournament { id, version: *version, open: true, line, games: &[] };
    assert!(store.keep_tournament(&new).await.unwrap());
    let said = NewSaid { game: &typist.game, room: "players", author: "confederate", text: odd, at: 0 };
    store.say(&said, 9).await.unwrap();
    let files =
        [("pack.toml".to_owned(), toml::Table::from_iter([("title".to_owned(), odd.into())]).to_string())];
    let pack = Pack::read_kept(systems::registry(), Files::from(files)).unwrap();
    store.keep_pack(&pack, None).await.unwrap();

    let read = json!({ "game": typist.game, "token": typist.token });
    let talk = typist.client.ask("talk.read", read).await.unwrap();
    assert_eq!(talk["players"]["messages"][1]["text"], odd);
    for path in
        ["/studies.json".to_owned(), "/tournaments.json".to_owned(), format!("/tournament/{id}/state.json")]
    {
        let told = typist.club.get(&path, &typist.ann).await.body.to_string();
        assert!(told.contains(odd), "{path}: {told}");
    }
    let list = json!({ "packs": [pack.mark().id] });
    assert_eq!(typist.client.ask("pack.list", list).await.unwrap()["packs"][0]["title"], odd);
    typist.club.site.close().await;
}
