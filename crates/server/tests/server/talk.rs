//! Talk: what players and watchers say to each other, and who may hear it; notes; reports.

use serde_json::{Value, json};
use server::store;
use tempfile::tempdir;

use crate::accounts::{Club, open, two};
use crate::kept_in::Backend;
use crate::site::{Client, hands};

/// Somebody at a game: a seat's token, or none.
struct Person {
    client: Client,
    game: String,
    token: Value,
}

impl Person {
    async fn at(club: &Club, cookie: &str, game: &str, token: &Value) -> Person {
        let client = club.client(cookie).await;
        let mut person = Person { client, game: game.to_owned(), token: token.clone() };
        person.ask("game.watch", json!({})).await.unwrap();
        person
    }

    async fn ask(&mut self, method: &str, mut params: Value) -> Result<Value, Value> {
        params["game"] = json!(self.game);
        if !self.token.is_null() {
            params["token"] = self.token.clone();
        }
        self.client.ask(method, params).await
    }

    async fn say(&mut self, room: &str, text: &str) -> Result<Value, Value> {
        self.ask("talk.say", json!({ "room": room, "text": text })).await
    }

    async fn talk(&mut self) -> Value {
        self.ask("talk.read", json!({})).await.unwrap()
    }

    /// The texts of a room, and why it is closed.
    async fn room(&mut self, room: &str) -> (Vec<String>, Option<String>) {
        let talk = self.talk().await;
        let told = &talk[room];
        let texts = told["messages"].as_array().unwrap().iter();
        let texts = texts.map(|said| said["text"].as_str().unwrap().to_owned()).collect();
        (texts, told["closed"].as_str().map(str::to_owned))
    }

    /// Where something was said, of which this one is told next.
    async fn news(&mut self) -> Value {
        loop {
            let notice = self.client.notice().await;
            if notice["method"] == "talk.news" {
                return notice["params"]["room"].clone();
            }
        }
    }

    /// What this one was told of and has not heard yet; whatever was told before is there by now.
    async fn heard_of(&mut self) -> usize {
        self.ask("game.view", json!({})).await.unwrap();
        let before = self.client.heard.len();
        self.client.heard.retain(|notice| notice["method"] != "talk.news");
        before - self.client.heard.len()
    }
}

/// A game of two: its name, its tokens, and both players at it.
async fn players(club: &Club) -> (String, Value, [Person; 2]) {
    let (game, tokens) = two(&mut club.client("").await).await;
    let union = Person::at(club, "", &game, &tokens["union"]).await;
    let confederate = Person::at(club, "", &game, &tokens["confederate"]).await;
    (game, tokens, [union, confederate])
}

fn refusal(answer: Result<Value, Value>) -> (i64, String) {
    let error = answer.unwrap_err();
    (error["code"].as_i64().unwrap(), error["message"].as_str().unwrap().to_owned())
}

const KEPT: &str = "what the watchers say is kept from the players until the game is over";

#[tokio::test]
async fn what_was_said_is_read_beside_the_game() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (_, _, [mut union, mut confederate]) = players(&club).await;
    confederate.say("players", "Good luck.").await.unwrap();
    // Others have what there is of processors for questions.
    let places = crate::costs::all_places(&club.site, false);
    let mut reads = Box::pin(union.talk());
    assert!(futures_util::poll!(&mut reads).is_pending());
    confederate.say("players", "To you as well.").await.unwrap();
    assert!(futures_util::poll!(&mut reads).is_pending());
    drop(places);
    assert_eq!(reads.await["players"]["messages"].as_array().unwrap().len(), 2);
    club.site.close().await;
}

#[tokio::test]
async fn players_hear_each_other_and_nobody_else_hears_them() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (game, tokens) = two(&mut club.client("").await).await;
    let cookie = club.join("Ann").await;
    let mut union = Person::at(&club, "", &game, &tokens["union"]).await;
    let mut confederate = Person::at(&club, "", &game, &tokens["confederate"]).await;
    let mut watcher = Person::at(&club, &cookie, &game, &Value::Null).await;
    assert_eq!(union.say("players", " Well met. ").await.unwrap(), json!({ "number": 1 }));
    assert_eq!(confederate.news().await, "players");
    let talk = confederate.talk().await;
    let said = &talk["players"]["messages"][0];
    assert_eq!(
        (&said["author"], &said["text"], &said["own"]),
        (&json!("union"), &json!("Well met."), &json!(false))
    );
    assert_eq!(talk["muted"], false);
    assert_eq!(confederate.say("players", "And you.").await.unwrap(), json!({ "number": 2 }));
    let since = union.ask("talk.read", json!({ "players": 1 })).await.unwrap();
    assert_eq!(since["players"]["messages"].as_array().unwrap().len(), 1);
    // Neither now nor when the game is over.
    for over in [false, true] {
        if over {
            union.ask("game.resign", json!({})).await.unwrap();
        }
        let closed = Some("what the players say to each other is for them alone".to_owned());
        assert_eq!(watcher.room("players").await, (vec![], closed));
        assert_eq!(refusal(watcher.say("players", "Hear, hear.").await).0, 4);
    }
    assert_eq!(watcher.heard_of().await, 0);
    club.site.close().await;
}

#[tokio::test]
async fn what_watchers_say_is_kept_from_players_until_the_end() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (game, tokens) = two(&mut club.client("").await).await;
    let (ann, ben, player) = (club.join("Ann").await, club.join("Ben").await, club.join("Cal").await);
    club.post("seats/keep", &player, json!({ "tokens": [tokens["union"]] })).await;
    let mut ann = Person::at(&club, &ann, &game, &Value::Null).await;
    let mut ben = Person::at(&club, &ben, &game, &Value::Null).await;
    let mut guest = Person::at(&club, "", &game, &Value::Null).await;
    let mut union = Person::at(&club, "", &game, &tokens["union"]).await;
    // One who plays looks on as if they did not.
    let mut peeping = Person::at(&club, &player, &game, &Value::Null).await;
    ann.say("watchers", "Union will hold the gap.").await.unwrap();
    assert_eq!(ben.news().await, "watchers");
    assert_eq!(ben.room("watchers").await, (vec!["Union will hold the gap.".to_owned()], None));
    assert_eq!(ben.talk().await["watchers"]["messages"][0]["author"], "Ann");
    let shut = |why: &str| (vec![], Some(why.to_owned()));
    assert_eq!(union.room("watchers").await, shut(KEPT));
    assert_eq!(peeping.room("watchers").await, shut(KEPT));
    assert_eq!(guest.room("watchers").await, shut("sign in to take part in what the watchers say"));
    for person in [&mut union, &mut peeping] {
        assert_eq!(refusal(person.say("watchers", "Who says so?").await), (4, KEPT.to_owned()));
    }
    assert_eq!(union.heard_of().await, 0);
    union.ask("game.resign", json!({})).await.unwrap();
    for person in [&mut union, &mut peeping, &mut guest] {
        assert_eq!(person.room("watchers").await.0, ["Union will hold the gap."]);
    }
    assert!(guest.talk().await["watchers"]["silent"].is_string());
    peeping.say("watchers", "It did not.").await.unwrap();
    assert_eq!(union.news().await, "watchers");
    club.site.close().await;
}

pub async fn one_who_is_muted_is_not_told(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (_, _, [mut union, mut confederate]) = players(&club).await;
    confederate.say("players", "Too slow!").await.unwrap();
    union.ask("talk.mute", json!({ "muted": true })).await.unwrap();
    union.say("players", "Farewell.").await.unwrap();
    confederate.say("players", "Can you hear me?").await.unwrap();
    assert_eq!(union.room("players").await.0, ["Farewell."]);
    assert_eq!(union.talk().await["muted"], true);
    let heard = confederate.talk().await;
    assert_eq!((heard["players"]["messages"].as_array().unwrap().len(), &heard["muted"]), (3, &json!(false)));
    union.ask("talk.mute", json!({ "muted": false })).await.unwrap();
    assert_eq!(union.room("players").await.0, ["Too slow!", "Farewell.", "Can you hear me?"]);
    club.site.close().await;
}

#[tokio::test]
async fn that_a_player_is_there_is_told_as_they_allow() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (game, tokens, [mut union, mut confederate]) = players(&club).await;
    let present = |talk: Value| talk.get("present").cloned();
    // Nobody has allowed anything, and neither coming nor going is told.
    assert_eq!(present(union.talk().await), None);
    confederate.ask("game.unwatch", json!({})).await.unwrap();
    confederate.ask("game.watch", json!({})).await.unwrap();
    assert_eq!(union.heard_of().await, 0);
    confederate.ask("talk.show", json!({ "shown": true })).await.unwrap();
    assert_eq!(union.news().await, "players");
    assert_eq!(present(union.talk().await), Some(json!(true)));
    let own = confederate.talk().await;
    assert_eq!((&own["shown"], own.get("present")), (&json!(true), None), "the other has not allowed it");
    let mut watcher = Person::at(&club, "", &game, &Value::Null).await;
    assert_eq!(present(watcher.talk().await), None);
    // Going and coming are told, however one goes.
    drop(confederate);
    assert_eq!(union.news().await, "players");
    assert_eq!(present(union.talk().await), None);
    let mut confederate = Person::at(&club, "", &game, &tokens["confederate"]).await;
    assert_eq!(union.news().await, "players");
    assert_eq!(present(union.talk().await), Some(json!(true)));
    confederate.ask("talk.mute", json!({ "muted": true })).await.unwrap();
    assert_eq!(confederate.talk().await["shown"], true, "the one says nothing of the other");
    confederate.ask("talk.show", json!({ "shown": false })).await.unwrap();
    assert_eq!(union.news().await, "players");
    assert_eq!(present(union.talk().await), None);
    assert_eq!(refusal(watcher.ask("talk.show", json!({ "shown": true })).await).0, 4);
    club.site.close().await;
}

pub async fn notes_are_the_seats_own(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (game, _, [mut union, mut confederate]) = players(&club).await;
    let mut watcher = Person::at(&club, "", &game, &Value::Null).await;
    for (hex, text) in
        [(json!("1216"), "Take it by turn 3."), (Value::Null, "A patient game."), (json!("0101"), "x")]
    {
        union.ask("talk.note", json!({ "hex": hex, "text": text })).await.unwrap();
    }
    union.ask("talk.note", json!({ "hex": "1216", "text": "Take it by turn 4." })).await.unwrap();
    union.ask("talk.note", json!({ "hex": "0101", "text": "  " })).await.unwrap();
    let notes = union.ask("talk.notes", json!({})).await.unwrap();
    let told: Vec<_> =
        notes["notes"].as_array().unwrap().iter().map(|n| (n["hex"].clone(), n["text"].clone())).collect();
    assert_eq!(told, [(Value::Null, json!("A patient game.")), (json!("1216"), json!("Take it by turn 4."))]);
    assert_eq!(confederate.ask("talk.notes", json!({})).await.unwrap(), json!({ "notes": [] }));
    let refused = refusal(watcher.ask("talk.notes", json!({})).await);
    assert_eq!(refused, (4, "notes are a player's: the seat of one is needed".to_owned()));
    let odd = refusal(union.ask("talk.note", json!({ "hex": "../etc", "text": "x" })).await);
    assert_eq!(odd.1, "hex: a hex of the map was expected");
    club.site.close().await;
}

pub async fn what_is_reported_is_for_whoever_runs_the_server(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (game, _, [mut union, mut confederate]) = players(&club).await;
    let mut watcher = Person::at(&club, "", &game, &Value::Null).await;
    confederate.say("players", "Something rude").await.unwrap();
    let report = json!({ "room": "players", "number": 1, "why": "It is rude." });
    // Twice is once.
    for _ in 0..2 {
        union.ask("talk.report", report.clone()).await.unwrap();
    }
    assert_eq!(refusal(watcher.ask("talk.report", report.clone()).await).0, 4);
    let none = refusal(union.ask("talk.report", json!({ "room": "players", "number": 7 })).await);
    assert_eq!(none.1, "number: there is no such message");
    let reports = club.site.games.store().reports().await.unwrap();
    let [store::Report { game: of, author, text, by, why, .. }] = &reports[..] else { panic!("{reports:?}") };
    assert_eq!(
        (of, &**author, &**text, &**by, &**why),
        (&game, "confederate", "Something rude", "union", "It is rude.")
    );
    // It outlives the game, and goes when it has been seen to.
    assert!(club.site.games.delete(&game).await.unwrap());
    assert!(club.site.games.store().end_report(&reports[0].id).await.unwrap());
    assert!(!club.site.games.store().end_report(&reports[0].id).await.unwrap());
    club.site.close().await;
}

#[tokio::test]
async fn there_is_nothing_to_say_where_nobody_is_to_hear_it_or_it_cannot_be_shown() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let mut client = club.client("").await;
    let (alone, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
    let mut alone = Person::at(&club, "", &alone, &tokens["both"]).await;
    assert_eq!(
        refusal(alone.say("players", "Hello?").await),
        (4, "nobody sits on the other side of this game".to_owned())
    );
    assert!(alone.talk().await.get("players").is_none());
    alone.ask("talk.note", json!({ "text": "Mine." })).await.unwrap();
    let (game, tokens) = two(&mut client).await;
    let mut union = Person::at(&club, "", &game, &tokens["union"]).await;
    for (text, why) in [
        ("  \n ".to_owned(), "text: something to say was expected"),
        ("x".repeat(1001), "text: at most 1000 characters were expected, and these are 1001"),
        ("\u{202e}abc".to_owned(), "text: the character U+202E cannot be shown"),
    ] {
        assert_eq!(refusal(union.say("players", &text).await).1, why);
    }
    for number in 1..=500 {
        assert_eq!(union.say("players", "Again.").await.unwrap()["number"], number);
    }
    let full = refusal(union.say("players", "Once more.").await);
    assert_eq!(full.1, "text: one person says at most 500 things in a game");
    // The other still can.
    let mut confederate = Person::at(&club, "", &game, &tokens["confederate"]).await;
    assert_eq!(confederate.say("players", "Enough.").await.unwrap()["number"], 501);
    // Who no longer hears the other is told their own words at once, however much the other has said before.
    for (muted, first, count, more) in [(true, 501, 1, Value::Null), (false, 1, 200, json!(true))] {
        confederate.ask("talk.mute", json!({ "muted": muted })).await.unwrap();
        let players = confederate.talk().await["players"].clone();
        let said = players["messages"].as_array().unwrap();
        assert_eq!((&said[0]["number"], said.len(), &players["more"]), (&json!(first), count, &more));
    }
    let unknown = json!({ "game": "0".repeat(32), "room": "players", "text": "x" });
    assert_eq!(client.ask("talk.say", unknown).await.unwrap_err()["code"], 3);
    club.site.close().await;
}

pub async fn a_room_an_account_and_reports_have_their_ends(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut client = club.client("").await;
    let (game, tokens) = two(&mut client).await;
    let (other, _) = two(&mut client).await;
    let mut watcher = Person::at(&club, &ann, &game, &Value::Null).await;
    let mut elsewhere = Person::at(&club, &ann, &other, &Value::Null).await;
    let mut hands = hands(folder.path()).await;
    // A room with one free place, one in which nobody has said more, then all but one of what an account says.
    let mut fill = async |game: &str, room: &str, author: &str, from: i64, to: i64| {
        let text = format!(
            "WITH RECURSIVE n (n) AS (SELECT CAST({from} AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < {to}) \
             INSERT INTO talk SELECT '{game}', '{room}', n, 0, {author}, 'Much.' FROM n"
        );
        sqlx::query(sqlx::AssertSqlSafe(text)).execute(&mut hands).await.unwrap();
    };
    fill(&game, "watchers", "'Ben'", 1, 1999).await;
    assert_eq!(watcher.say("watchers", "The last.").await.unwrap()["number"], 2000);
    assert_eq!(watcher.say("watchers", "One more.").await.unwrap()["number"], 2001);
    // It is told in ten parts.
    let (mut said, mut more) = (Vec::<Value>::new(), Vec::new());
    while more.last() != Some(&Value::Null) {
        let known = said.last().map_or(0, |last| last["number"].as_u64().unwrap());
        let talk = watcher.ask("talk.read", json!({ "watchers": known })).await.unwrap();
        said.extend_from_slice(talk["watchers"]["messages"].as_array().unwrap());
        more.push(talk["watchers"]["more"].clone());
        assert_eq!(said.len(), more.len() * 200);
    }
    assert_eq!((said.len(), &said[0]["number"], &said[1998]["text"]), (2000, &json!(2), &json!("The last.")));
    let (shared, _) = two(&mut client).await;
    // 499 have said four things each, and so has Ann.
    fill(&shared, "watchers", "'A' || (n / 4)", 4, 1999).await;
    fill(&shared, "watchers", "'Ann'", 2000, 2003).await;
    let mut third = Person::at(&club, &ann, &shared, &Value::Null).await;
    let full = refusal(third.say("watchers", "Too much.").await);
    assert_eq!(full.1, "text: at most 2000 things are kept of a room");
    let ben = club.join("Ben").await;
    let mut third = Person::at(&club, &ben, &shared, &Value::Null).await;
    assert_eq!(third.say("watchers", "The first.").await.unwrap()["number"], 2004);
    let mut union = Person::at(&club, "", &game, &tokens["union"]).await;
    union.say("players", "Another room.").await.unwrap();
    let (many, _) = two(&mut client).await;
    fill(&many, "watchers", "'Ann'", 1, 4993).await;
    elsewhere.say("watchers", "The last.").await.unwrap();
    let full = refusal(elsewhere.say("watchers", "Too much.").await);
    assert_eq!(full.1, "text: one account says at most 5000 things to watchers in all");
    for number in 2..=21 {
        watcher.ask("talk.report", json!({ "room": "watchers", "number": number })).await.unwrap();
    }
    let more = refusal(watcher.ask("talk.report", json!({ "room": "watchers", "number": 22 })).await);
    assert_eq!(more.1, "number: so much of this game is reported by you already");
    club.site.close().await;
}

pub async fn an_account_takes_along_what_it_said_and_leaves_no_name_behind(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (game, tokens) = two(&mut club.client("").await).await;
    let (other, _) = two(&mut club.client("").await).await;
    let ann = club.join("Ann").await;
    club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await;
    let mut union = Person::at(&club, "", &game, &tokens["union"]).await;
    union.say("players", "Well met.").await.unwrap();
    union.ask("talk.note", json!({ "hex": "1216", "text": "Hold." })).await.unwrap();
    let mut watching = Person::at(&club, &ann, &other, &Value::Null).await;
    watching.say("watchers", "A quiet morning.").await.unwrap();
    let export = club.get("export", &ann).await.body;
    assert_eq!(export["said"][0]["text"], "A quiet morning.");
    assert_eq!(export["games"][0]["said"][0]["text"], "Well met.");
    assert_eq!(export["games"][0]["notes"][0]["text"], "Hold.");
    let gone = club.post("delete", &ann, json!({ "password": crate::accounts::PASSWORD })).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    let ben = club.join("Ben").await;
    let mut ben = Person::at(&club, &ben, &other, &Value::Null).await;
    assert_eq!(ben.talk().await["watchers"]["messages"][0]["author"], "");
    club.site.close().await;
}

#[tokio::test]
async fn without_accounts_nobody_talks() {
    let folder = tempdir().unwrap();
    let site = crate::site::Site::open(folder.path()).await;
    let mut client = site.client().await;
    let (game, tokens) = client.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let say = json!({ "game": game, "token": tokens["union"], "room": "players", "text": "Hello" });
    let refused = refusal(client.ask("talk.say", say).await);
    assert_eq!(refused, (4, "people talk only on a server that was started with --club".to_owned()));
    site.close().await;
    let mut hands = hands(folder.path()).await;
    let kept: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM talk").fetch_one(&mut hands).await.unwrap();
    assert_eq!(kept, 0);
}
