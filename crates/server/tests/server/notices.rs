//! Notices: who is told elsewhere that they are asked, when, once, and nothing hidden.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use server::notices::{MailSettings, NoticeSettings};
use server::store;
use tempfile::tempdir;
use tokio::io::AsyncWriteExt;

use crate::accounts::{
    Club, NOON, ORIGIN, PASSWORD, behind_a_proxy_noticed, of_account, over_noticed, settings,
};
use crate::asked::{chosen, order};
use crate::kept_in::Backend;
use crate::mail_server::MailServer;
use crate::receiver::{Heard, Receiver};
use crate::site::{Client, hands, open_store, soon};
use crate::toy::Toys;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Longer than a notice settles.
pub const SETTLED: i64 = 20;

fn toys() -> catalog::Library {
    catalog::Library::new().with_system(Arc::new(Toys))
}

/// Notices to this machine, which every test's receiver is on.
pub fn own_network(mail: Option<&MailServer>) -> NoticeSettings {
    let mail =
        mail.map(|server| MailSettings::new(&server.address, "Longroll <games@games.example>").unwrap());
    NoticeSettings { address: ORIGIN.to_owned(), own_network: true, mail }
}

pub async fn open_with(folder: &Path, settings_of: store::Settings, notices: NoticeSettings) -> Club {
    let store = open_store(folder, settings_of).await;
    over_noticed(store, settings(), ORIGIN, (Default::default(), toys()), Some(notices)).await
}

async fn open(folder: &Path) -> Club {
    open_with(folder, store::Settings::default(), own_network(None)).await
}

impl Club {
    /// Adds a channel: what came back.
    async fn add(&self, cookie: &str, kind: &str, to: &str) -> crate::accounts::Answer {
        self.post("notices/add", cookie, json!({ "kind": kind, "to": to })).await
    }

    /// A webhook at this receiver: what it is called, and its secret.
    pub async fn hook(&self, cookie: &str, receiver: &Receiver) -> (String, String) {
        let added = self.add(cookie, "webhook", &format!("{}/hook", receiver.address)).await;
        assert_eq!(added.status, 200, "{added:?}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&added.body["channel"]["channel"]), text(&added.body["secret"]))
    }

    async fn kept(&self, cookie: &str) -> Value {
        let told = self.get("notices", cookie).await;
        assert_eq!(told.status, 200, "{told:?}");
        told.body
    }

    /// So many seconds later, what there is to do is done.
    pub async fn pass(&self, seconds: i64) {
        self.later(seconds);
        self.site.games.look_after_notices().await;
    }

    /// A game between these two accounts: the first has the Union, which begins.
    pub async fn game(&self, one: &str, other: &str, scenario: &str) -> String {
        let challenge = json!({ "terms": { "scenario": scenario }, "side": "union" });
        let made = self.post("/club/challenges/make", one, challenge).await;
        let sent = json!({ "challenge": made.body["challenge"] });
        let begun = self.post("/club/challenges/accept", other, sent).await;
        assert_eq!(begun.status, 200, "{begun:?}");
        begun.body["games"][0]["game"].as_str().unwrap().to_owned()
    }

    /// Takes one for a side of an account's.
    pub async fn take(&self, cookie: &str, game: &str, side: &str) {
        self.client(cookie).await.take(game, &of_account(side, game), 1).await.unwrap();
    }
}

fn ids(heard: &[Heard]) -> Vec<&str> {
    heard.iter().map(|one| &*one.headers["webhook-id"]).collect()
}

pub async fn a_webhook_is_told_until_it_accepts_under_one_id_and_never_again(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    let (channel, secret) = club.hook(&ben, &receiver).await;
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty(), "Ben is not asked yet");
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    assert!(receiver.heard().is_empty(), "it might be taken back");
    receiver.answer(&["500 Internal Server Error", "302 Found\r\nLocation: /elsewhere"]);
    club.pass(SETTLED).await;
    let first = receiver.heard();
    assert_eq!(first.len(), 1);
    let told = &first[0];
    assert_eq!(told.path, "/hook");
    assert_eq!(told.body["title"], "The Confederate side is asked.");
    assert_eq!(told.body["lines"], json!(["The Union takes 1."]));
    assert_eq!(told.body["url"], format!("{ORIGIN}/game/{game}"));
    assert_eq!(
        (&told.body["type"], &told.body["game"], &told.body["version"], &told.body["id"]),
        (&json!("seat.asked"), &json!(game), &json!(2), &json!(told.headers["webhook-id"]))
    );
    check_signature(told, &secret, NOON + 2 * SETTLED);
    let kept = club.kept(&ben).await;
    let one = &kept["channels"][0];
    assert_eq!((&one["error"], &one["failed"]), (&json!("It answered 500."), &json!(NOON + 2 * SETTLED)));
    // After a minute again, then after five.
    club.pass(59).await;
    assert!(receiver.heard().is_empty());
    club.pass(1).await;
    let second = receiver.heard();
    assert_eq!(ids(&second), ids(&first));
    check_signature(&second[0], &secret, NOON + 2 * SETTLED + 60);
    let why = club.kept(&ben).await["channels"][0]["error"].clone();
    assert!(why.as_str().unwrap().contains("leads elsewhere"), "{why}");
    club.pass(300).await;
    let third = receiver.heard();
    assert_eq!(ids(&third), ids(&first));
    let kept = club.kept(&ben).await;
    assert_eq!((&kept["channels"][0]["error"], &kept["channels"][0]["failed"]), (&Value::Null, &Value::Null));
    assert_eq!(kept["channels"][0]["sent"], NOON + 2 * SETTLED + 360);
    for _ in 0..3 {
        club.pass(DAY).await;
    }
    assert!(receiver.heard().is_empty(), "it was accepted");
    // Nobody hears the secret again, nor the whole address.
    let text = kept.to_string();
    assert!(!text.contains(&secret) && !text.contains("/hook\""), "{text}");
    // Nor does the database tell it.
    let locked: String = sqlx::query_scalar("SELECT locked FROM channels")
        .fetch_one(&mut hands(folder.path()).await)
        .await
        .unwrap();
    assert!(locked.starts_with("x1:") && !locked.contains("hook"), "{locked}");
    // Another order, and the end of the game.
    club.take(&ben, &game, "confederate").await;
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    let next = receiver.heard();
    assert_eq!((next.len(), &next[0].body["version"]), (1, &json!(4)));
    assert_ne!(ids(&next), ids(&first));
    club.client(&ann)
        .await
        .ask("game.resign", json!({ "game": game, "token": of_account("union", &game) }))
        .await
        .unwrap();
    club.pass(0).await;
    club.pass(SETTLED).await;
    let over = receiver.heard();
    assert_eq!(over[0].body["type"], "game.over");
    let says = "The game is over: the Union side gave it up, the Confederate side has won.";
    assert_eq!(over[0].body["title"], says);
    assert_eq!(over.len(), 1);
    // What is removed is told nothing.
    let one = json!({ "channel": channel });
    assert_eq!(club.post("notices/remove", &ben, one.clone()).await.body["channels"], json!([]));
    assert_eq!(club.post("notices/remove", &ben, one).await.status, 404);
    let metrics = crate::site::raw(&club.site.metrics, "GET /metrics HTTP/1.0\r\n\r\n").await;
    assert!(metrics.contains("longroll_notices_total{outcome=\"accepted\"} 3"), "{metrics}");
    assert!(metrics.contains("longroll_notices_total{outcome=\"failed\"} 2"), "{metrics}");
    assert!(metrics.contains("longroll_notices_waiting 0"), "{metrics}");
    club.site.close().await;
}

/// Checks a signature as the libraries of Standard Webhooks do.
fn check_signature(heard: &Heard, secret: &str, at: i64) {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use hmac::{Hmac, KeyInit, Mac};
    assert_eq!(heard.headers["webhook-timestamp"], at.to_string());
    let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{}.{at}.{}", heard.headers["webhook-id"], heard.text).as_bytes());
    let signature = format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()));
    assert_eq!(heard.headers["webhook-signature"], signature);
}

#[tokio::test]
async fn what_is_answered_meanwhile_is_told_no_more() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    // Answered before it settled; and while it was tried.
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.take(&ben, &game, "confederate").await;
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty());
    receiver.answer(&["503 Not Now\r\nRetry-After: 600"]);
    club.take(&ann, &game, "union").await;
    club.pass(SETTLED).await;
    club.pass(SETTLED).await;
    assert_eq!(receiver.heard().len(), 1);
    // It is waited as long as the other side wants.
    club.pass(500).await;
    assert!(receiver.heard().is_empty());
    club.take(&ben, &game, "confederate").await;
    club.pass(DAY).await;
    assert!(receiver.heard().is_empty());
    // And so where the account holds the seat no more, and of a game that is deleted.
    let kept = club.client(&ben).await.begin(json!({ "scenario": "mountain", "mode": "two" })).await;
    let (own, tokens) = kept;
    let seats = json!({ "tokens": [tokens["confederate"]] });
    assert_eq!(club.post("seats/keep", &ben, seats).await.body["kept"], 1);
    club.client("").await.take(&own, &tokens["union"], 1).await.unwrap();
    club.pass(0).await;
    let seat = json!({ "game": own, "seat": "confederate" });
    assert_eq!(club.post("seats/let-go", &ben, seat).await.status, 200);
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty());
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.site.games.delete(&game).await.unwrap();
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty());
    club.site.close().await;
}

#[tokio::test]
async fn whoever_is_at_the_table_is_told_only_if_still_asked_minutes_later() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    let mut there = club.client(&ben).await;
    there
        .ask("game.watch", json!({ "game": game, "token": of_account("confederate", &game) }))
        .await
        .unwrap();
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.pass(299).await;
    assert!(receiver.heard().is_empty());
    club.pass(1).await;
    assert_eq!(receiver.heard().len(), 1);
    // Whoever sees the end of a game need not be told.
    let resign = json!({ "game": game, "token": of_account("union", &game) });
    club.client(&ann).await.ask("game.resign", resign).await.unwrap();
    club.pass(0).await;
    club.pass(DAY).await;
    assert!(receiver.heard().is_empty());
    club.site.close().await;
}

#[tokio::test]
async fn addresses_that_notices_do_not_go_to_are_refused() {
    let folder = tempdir().unwrap();
    let notices = NoticeSettings { own_network: false, ..own_network(None) };
    let club = open_with(folder.path(), Default::default(), notices).await;
    let ann = club.join("Ann").await;
    for (kind, to, says) in [
        ("webhook", "https://localhost/hook", "no address of the internet"),
        ("webhook", "https://127.0.0.1:8443/hook", "no address of the internet"),
        ("webhook", "https://2130706433/hook", "no address of the internet"),
        ("webhook", "https://0x7f.1/hook", "no address of the internet"),
        ("discord", "https://[::ffff:10.0.0.1]/", "no address of the internet"),
        ("webhook", "https://169.254.169.254/latest/meta-data", "no address of the internet"),
        // A name that there is not says as much as one of the server's own network.
        ("webhook", "https://none.invalid/", "no address of the internet"),
        ("webhook", "https://example.org:22/", "443 or 8443"),
        ("webhook", "https://example.org:8080/", "443 or 8443"),
        ("webhook", "http://example.org/", "begin with https"),
        ("webhook", "file:///etc/passwd", "begin with https"),
        ("webhook", "https://me:secret@example.org/", "no password"),
        ("webhook", "no address", "An address was expected"),
        ("mail", "ann@example.org", "Mail is not set up"),
        ("pigeon", "home", "kind: "),
    ] {
        let refused = club.add(&ann, kind, to).await;
        assert_eq!(refused.status, 400, "{to}: {refused:?}");
        assert!(refused.error().contains(says), "{to}: {refused:?}");
    }
    let kept = club.kept(&ann).await;
    assert_eq!((&kept["mail"], &kept["channels"], &kept["quiet"]), (&json!(false), &json!([]), &Value::Null));
    let nobody = club.add("", "webhook", "https://example.org/").await;
    assert_eq!((nobody.status, nobody.error()), (401, "You are not signed in."));
    club.site.close().await;
    // What was allowed once is looked at again whenever something is sent.
    let receiver = Receiver::open().await;
    let club = open(folder.path()).await;
    let ben = club.join("Ben").await;
    let game = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    club.site.close().await;
    let notices = NoticeSettings { own_network: false, ..own_network(None) };
    let club = open_with(folder.path(), Default::default(), notices).await;
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty());
    assert_eq!(club.kept(&ben).await["channels"][0]["error"], "The address has to begin with https://.");
    club.site.close().await;
}

#[tokio::test]
async fn discord_is_told_in_its_form_and_a_webhook_that_is_no_more_rests() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    let added = club.add(&ben, "discord", &format!("{}/api/webhooks/1/x?wait=true", receiver.address)).await;
    assert_eq!((added.status, &added.body["secret"]), (200, &Value::Null));
    let channel = json!({ "channel": added.body["channel"]["channel"] });
    let tried = club.post("notices/trial", &ben, channel.clone()).await;
    assert_eq!((tried.status, &tried.body["channels"][0]["sent"]), (200, &json!(NOON)));
    let trial = receiver.heard();
    assert_eq!(trial[0].path, "/api/webhooks/1/x?wait=true");
    assert!(trial[0].body["content"].as_str().unwrap().contains("This is a trial"));
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    let heard = receiver.heard();
    assert_eq!(heard[0].body["allowed_mentions"], json!({ "parse": [] }));
    let content = heard[0].body["content"].as_str().unwrap();
    assert!(content.contains("The Union takes 1.\nThe Confederate side is asked."), "{content}");
    assert!(!heard[0].headers.contains_key("webhook-signature"));
    // It was deleted there.
    club.take(&ben, &game, "confederate").await;
    club.take(&ann, &game, "union").await;
    receiver.answer(&["404 Not Found"]);
    club.pass(0).await;
    club.pass(SETTLED).await;
    receiver.heard();
    let rests = club.kept(&ben).await["channels"][0].clone();
    assert_eq!(
        (&rests["paused"], &rests["error"]),
        (&json!(true), &json!("It answered 404: the webhook is no more."))
    );
    club.pass(DAY).await;
    assert!(receiver.heard().is_empty());
    receiver.answer(&["500 No"]);
    let failed = club.post("notices/trial", &ben, channel.clone()).await;
    assert_eq!(failed.body["channels"][0]["error"], "It answered 500.");
    // Whoever lets it go on is told what happens from then on.
    let mut resumed = channel.clone();
    resumed["paused"] = json!(false);
    let told = club.post("notices/change", &ben, resumed).await;
    assert_eq!(
        (&told.body["channels"][0]["paused"], &told.body["channels"][0]["error"]),
        (&json!(false), &Value::Null)
    );
    receiver.heard();
    club.pass(DAY).await;
    assert!(receiver.heard().is_empty(), "Ben has seen that he is asked");
    club.site.close().await;
}

#[tokio::test]
async fn a_browser_is_told_by_its_push_service_until_it_is_gone() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    let subscription = |endpoint: &str, auth: &str| {
        // The browser's key of RFC 8291's example.
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        json!({ "endpoint": endpoint, "keys": { "p256dh": point, "auth": auth } }).to_string()
    };
    let box_at = format!("{}/box/1", receiver.address);
    for (odd, why) in [
        (receiver.address.clone(), "to: what the browser says of its subscription was expected, as JSON."),
        (subscription("no address", "BTBZMqHH6r4Tts7J_aSIgg"), "to: the field endpoint is no address"),
        (subscription(&box_at, "BTBZ"), "to: the field keys.auth is no secret"),
    ] {
        let refused = club.add(&ben, "push", &odd).await;
        assert_eq!(refused.status, 400);
        assert!(refused.error().starts_with(why), "{refused:?}");
    }
    let added = club.add(&ben, "push", &subscription(&box_at, "BTBZMqHH6r4Tts7J_aSIgg")).await;
    assert_eq!((added.status, &added.body["secret"]), (200, &Value::Null), "{added:?}");
    let told = club.kept(&ben).await;
    assert_eq!(told["push"].as_str().unwrap().len(), 87, "what a browser subscribes with");
    assert!(!told.to_string().contains("BTBZ"));
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    receiver.answer(&["503 Busy"]);
    club.pass(SETTLED).await;
    let first = receiver.heard();
    club.pass(60).await;
    let second = receiver.heard();
    assert_eq!((first.len(), second.len(), &*second[0].path), (1, 1, "/box/1"));
    let topic = |heard: &[Heard]| heard[0].headers["topic"].clone();
    assert_eq!(topic(&first), topic(&second), "what is sent again takes the place of the first");
    assert!(!second[0].text.contains("Union"), "only the browser can read it");
    assert_eq!(second[0].headers["content-encoding"], "aes128gcm");
    club.take(&ben, &game, "confederate").await;
    club.take(&ann, &game, "union").await;
    receiver.answer(&["410 Gone"]);
    club.pass(0).await;
    club.pass(SETTLED).await;
    assert_eq!(receiver.heard().len(), 1);
    assert_eq!(club.kept(&ben).await["channels"], json!([]), "the browser is there no more");
    club.site.close().await;
}

pub async fn a_channel_is_given_up_after_three_days(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    receiver.answer(&["500 No"; 20]);
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    let mut waits = vec![SETTLED, 60, 300, 1800, 2 * HOUR, 6 * HOUR];
    waits.extend([DAY; 3]);
    let mut names = Vec::new();
    for wait in waits {
        club.pass(wait - 1).await;
        club.pass(1).await;
        let heard = receiver.heard();
        assert_eq!(heard.len(), 1, "after {wait}");
        names.push(heard[0].headers["webhook-id"].clone());
    }
    names.dedup();
    assert_eq!(names.len(), 1);
    let kept = club.kept(&ben).await["channels"][0].clone();
    assert_eq!((&kept["paused"], &kept["error"]), (&json!(true), &json!("It answered 500.")));
    club.pass(3 * DAY).await;
    assert!(receiver.heard().is_empty());
    club.site.close().await;
}

pub async fn in_quiet_hours_nothing_is_told_and_then_what_still_is_news(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    let other = club.game(&ann, &ben, "mountain").await;
    club.hook(&ben, &receiver).await;
    // From half an hour ago until in two hours, by the clocks of Paris in winter.
    let minute = (NOON / 60 + 60).rem_euclid(24 * 60);
    let (begins, ends) = ((minute - 30).rem_euclid(1440), (minute + 120).rem_euclid(1440));
    let quiet = json!({ "begins": begins, "ends": ends, "east": 60 });
    assert_eq!(club.post("notices/quiet", &ben, quiet.clone()).await.body["quiet"], quiet);
    for wrong in
        [json!({ "begins": 1440, "ends": 0, "east": 0 }), json!({ "begins": 0, "ends": 1, "east": 900 })]
    {
        assert_eq!(club.post("notices/quiet", &ben, wrong).await.status, 400);
    }
    club.take(&ann, &game, "union").await;
    club.take(&ann, &other, "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    club.pass(HOUR).await;
    assert!(receiver.heard().is_empty());
    club.take(&ben, &other, "confederate").await;
    club.pass(HOUR - SETTLED - 1).await;
    assert!(receiver.heard().is_empty());
    club.pass(61).await;
    let heard = receiver.heard();
    assert_eq!(heard.len(), 1);
    assert_eq!(heard[0].body["game"], *game);
    club.site.close().await;
}

#[tokio::test]
async fn an_account_learns_a_status_or_that_nothing_was_reached() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let receiver = Receiver::open().await;
    let (channel, _) = club.hook(&ann, &receiver).await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let to = format!("http://{}/hook", closed.local_addr().unwrap());
    drop(closed);
    let there = club.add(&ann, "webhook", &to).await.body["channel"]["channel"].clone();
    // One that listens and says nothing that is an answer.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = format!("http://{}/hook", silent.local_addr().unwrap());
    tokio::spawn(async move { while silent.accept().await.is_ok() {} });
    let dumb = club.add(&ann, "webhook", &to).await.body["channel"]["channel"].clone();
    receiver.answer(&["418 I'm a teapot"]);
    for (channel, error) in
        [(json!(channel), "It answered 418."), (there, "It was not reached."), (dumb, "It was not reached.")]
    {
        let tried = club.post("notices/trial", &ann, json!({ "channel": channel })).await;
        let of = tried.body["channels"].as_array().unwrap().iter().find(|one| one["channel"] == channel);
        assert_eq!(of.unwrap()["error"], error, "{tried:?}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn a_webhook_that_is_slow_to_take_a_trial_keeps_nothing_else_of_its_network_waiting() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = behind_a_proxy_noticed(store, settings(), own_network(None)).await;
    let ann = club.join("Ann").await;
    let slow = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = format!("http://{}/hook", slow.local_addr().unwrap());
    let added = club.add(&ann, "webhook", &to).await;
    let channel = json!({ "channel": added.body["channel"]["channel"] });
    let ask = async |path: &str, body: Value| {
        club.post_with(path, &ann, "X-Forwarded-For: 192.0.2.1\r\n", body).await
    };
    let trial = ask("notices/trial", channel.clone());
    let meanwhile = async {
        let (mut line, _) = soon(slow.accept()).await.unwrap();
        // The webhook has been reached, and does not answer until something else has been.
        let quiet = soon(ask("notices/quiet", json!({ "begins": 0, "ends": 60, "east": 0 }))).await;
        assert_eq!(quiet.status, 200, "{quiet:?}");
        line.write_all(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        line
    };
    let (tried, _line) = tokio::join!(trial, meanwhile);
    let of = &tried.body["channels"][0];
    assert_eq!((tried.status, &of["sent"], &of["error"]), (200, &json!(NOON), &Value::Null), "{tried:?}");
    assert_eq!(tried.body["quiet"]["ends"], 60);
    club.site.close().await;
}

#[tokio::test]
async fn mail_is_counted_by_mailbox_and_domain_and_goes_to_the_internet_alone() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let notices = NoticeSettings { own_network: false, ..own_network(Some(&server)) };
    let club = open_with(folder.path(), Default::default(), notices).await;
    let ann = club.join("Ann").await;
    for to in [
        "a@localhost",
        "a@mail",
        "a@127.0.0.1",
        "a@[127.0.0.1]",
        "a@[IPv6:::1]",
        "a@printer.local",
        "a@host.LAN",
        "a@db.internal",
        "a@router.home.arpa",
        "a@x.test",
    ] {
        assert_eq!(club.add(&ann, "mail", to).await.status, 400, "{to}");
    }
    // Case, dots, quotes and a tag make no other mailbox.
    let mut statuses = Vec::new();
    for to in [
        "victim@example.org",
        "vic.tim@example.org",
        "VICTIM+2@Example.org",
        "\"victim\"@example.org",
        "victim+3@example.org",
    ] {
        statuses.push(club.add(&ann, "mail", to).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    assert_eq!(server.accepted().len(), 3);
    club.later(HOUR);
    // And a domain has its measure, however many accounts ask.
    let mut sent = 0;
    for account in 0..4 {
        let cookie = club.join(&format!("Account {account}")).await;
        for number in 0..20 {
            let added = club.add(&cookie, "mail", &format!("a{account}-{number}@example.org")).await;
            sent += usize::from(added.status == 200);
            if let Some(channel) = added.body["channel"]["channel"].as_str() {
                club.post("notices/remove", &cookie, json!({ "channel": channel })).await;
            }
        }
    }
    assert_eq!((sent, server.accepted().len()), (60, 60));
    club.site.close().await;
}

#[tokio::test]
async fn mail_goes_to_whom_it_is_and_stops_with_one_click() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let club = open_with(folder.path(), Default::default(), own_network(Some(&server))).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    assert_eq!(club.kept(&ben).await["mail"], true);
    assert_eq!(club.add(&ben, "mail", "no address").await.status, 400);
    server.refuse(&["550 no such user"]);
    let refused = club.add(&ben, "mail", "nobody@example.org").await;
    assert_eq!((refused.status, refused.error()), (503, "The mail server refused it (550)."));
    assert_eq!(club.kept(&ben).await["channels"], json!([]));
    let added = club.add(&ben, "mail", "ben@example.org").await;
    assert_eq!((added.status, &added.body["channel"]["confirmed"]), (200, &json!(false)));
    let asked = server.accepted();
    assert_eq!((&*asked[0].from, &*asked[0].to), ("games@games.example", "ben@example.org"));
    let confirm = asked[0].link("/confirm/").strip_prefix(ORIGIN).unwrap().to_owned();
    // Until then nothing goes there.
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    assert!(server.accepted().is_empty());
    // To look at the link does nothing: programs that read mail do so.
    let page = read(&club, "GET", &confirm).await;
    assert!(
        page.contains("Send notices to this address?") && page.contains("<form method=\"post\">"),
        "{page}"
    );
    assert_eq!(club.kept(&ben).await["channels"][0]["confirmed"], false);
    let wrong = format!("{}0", &confirm[..confirm.len() - 1]);
    let other = if wrong == confirm { format!("{}1", &confirm[..confirm.len() - 1]) } else { wrong };
    assert!(read(&club, "POST", &other).await.starts_with("HTTP/1.1 404"));
    assert!(read(&club, "POST", &confirm).await.contains("will be sent to this address"));
    assert_eq!(club.kept(&ben).await["channels"][0]["confirmed"], true);

    club.take(&ben, &game, "confederate").await;
    club.take(&ann, &game, "union").await;
    server.refuse(&["451 try again"]);
    club.pass(0).await;
    club.pass(SETTLED).await;
    assert_eq!(club.kept(&ben).await["channels"][0]["error"], "The mail server refused it (451).");
    club.pass(60).await;
    let mail = server.accepted();
    assert_eq!(mail.len(), 1);
    let mail = &mail[0];
    assert!(mail.header("Subject").unwrap().ends_with("The Confederate side is asked."), "{}", mail.head);
    assert!(mail.text.contains("The Union takes 1."), "{}", mail.text);
    assert!(mail.text.contains(&format!("{ORIGIN}/game/{game}")), "{}", mail.text);
    assert!(mail.header("Message-ID").unwrap().ends_with("@games.example>"), "{}", mail.head);
    assert_eq!(mail.header("List-Unsubscribe-Post").unwrap(), "List-Unsubscribe=One-Click");
    assert_eq!(mail.header("Auto-Submitted").unwrap(), "auto-generated");
    let stop = mail.link("/stop/");
    assert_eq!(mail.header("List-Unsubscribe").unwrap(), format!("<{stop}>"));
    let stop = stop.strip_prefix(ORIGIN).unwrap().to_owned();
    // Each link does one thing.
    assert!(read(&club, "POST", &stop.replace("/stop/", "/confirm/")).await.starts_with("HTTP/1.1 404"));
    assert!(read(&club, "GET", &stop).await.contains("No more notices to this address?"));
    assert_eq!(club.kept(&ben).await["channels"].as_array().unwrap().len(), 1);
    // As a program for mail asks it: no cookie, no page, a form that says so.
    assert!(read(&club, "POST", &stop).await.contains("No more notices will be sent"));
    assert_eq!(club.kept(&ben).await["channels"], json!([]));
    assert!(read(&club, "POST", &stop).await.starts_with("HTTP/1.1 404"));
    club.site.close().await;
}

#[tokio::test]
async fn mail_does_not_wait_for_webhooks() {
    let folder = tempdir().unwrap();
    let server = MailServer::open().await;
    let club = Arc::new(open_with(folder.path(), Default::default(), own_network(Some(&server))).await);
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    // Nobody answers there.
    let slow = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hook = format!("http://{}/hook", slow.local_addr().unwrap());
    assert_eq!(club.add(&ben, "webhook", &hook).await.status, 200);
    assert_eq!(club.add(&ben, "mail", "ben@example.org").await.status, 200);
    let confirm = server.accepted()[0].link("/confirm/").strip_prefix(ORIGIN).unwrap().to_owned();
    assert!(read(&club, "POST", &confirm).await.contains("will be sent to this address"));
    club.take(&ann, &game, "union").await;
    club.pass(1).await;
    let passing = {
        let club = Arc::clone(&club);
        tokio::spawn(async move { club.pass(SETTLED).await })
    };
    let held = soon(slow.accept()).await.unwrap();
    let mail = soon(server.next()).await;
    assert!(mail.header("Subject").unwrap().ends_with("The Confederate side is asked."), "{}", mail.head);
    let leased = "SELECT c.kind FROM outbox o JOIN channels c ON c.id = o.channel WHERE o.lease IS NOT NULL";
    let leased: Vec<String> =
        sqlx::query_scalar(leased).fetch_all(&mut hands(folder.path()).await).await.unwrap();
    assert!(leased.iter().any(|kind| kind == "webhook"), "it is still waited for: {leased:?}");
    drop((held, slow));
    soon(passing).await.unwrap();
    Arc::into_inner(club).unwrap().site.close().await;
}

/// Asks for a link as a program for mail does.
async fn read(club: &Club, method: &str, path: &str) -> String {
    let body = if method == "POST" { "List-Unsubscribe=One-Click" } else { "" };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    club.site.raw(&request).await
}

pub async fn a_digest_comes_once_a_day_with_what_still_is_news(backend: Backend) {
    let folder = backend.folder();
    let server = MailServer::open().await;
    let club = open_with(folder.path(), Default::default(), own_network(Some(&server))).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(club.game(&ann, &ben, "mountain").await);
    }
    let hour = (NOON / HOUR + 2).rem_euclid(24);
    let mail = json!({ "kind": "mail", "to": "ben@example.org", "hour": hour });
    assert_eq!(club.post("notices/add", &ben, mail).await.status, 200);
    let confirm = server.accepted()[0].link("/confirm/");
    read(&club, "POST", confirm.strip_prefix(ORIGIN).unwrap()).await;
    for game in &games {
        club.take(&ann, game, "union").await;
    }
    club.pass(0).await;
    club.pass(HOUR).await;
    assert!(server.accepted().is_empty());
    // One is answered, and one is asked anew: of it the last is told.
    club.take(&ben, &games[0], "confederate").await;
    club.take(&ben, &games[1], "confederate").await;
    club.take(&ann, &games[1], "union").await;
    club.pass(0).await;
    let left = (NOON / HOUR + 2) * HOUR - NOON - HOUR;
    club.pass(left - 1).await;
    assert!(server.accepted().is_empty());
    server.refuse(&["421 later"]);
    club.pass(1).await;
    assert!(server.accepted().is_empty());
    club.pass(60).await;
    let mails = server.accepted();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].header("Subject").unwrap(), "Longroll: 2 notices");
    let asked: Vec<bool> = games.iter().map(|game| mails[0].text.contains(&**game)).collect();
    assert_eq!(asked, [false, true, true], "{}", mails[0].text);
    club.pass(DAY).await;
    assert!(server.accepted().is_empty());
    // At once from now on.
    let channel = club.kept(&ben).await["channels"][0].clone();
    let at_once = json!({ "channel": channel["channel"], "paused": false, "hour": null });
    assert_eq!(club.post("notices/change", &ben, at_once).await.status, 200);
    club.take(&ann, &games[0], "union").await;
    club.pass(0).await;
    club.pass(SETTLED).await;
    assert_eq!(server.accepted().len(), 1);
    club.site.close().await;
}

pub async fn a_challenge_by_name_is_told(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    club.hook(&ben, &receiver).await;
    let challenge = || json!({ "terms": { "scenario": "heap" }, "side": "union", "to": "Ben" });
    let made = club.post("/club/challenges/make", &ann, challenge()).await;
    club.pass(60).await;
    club.pass(SETTLED).await;
    let heard = receiver.heard();
    assert_eq!(heard.len(), 1);
    assert_eq!(heard[0].body["type"], "challenge");
    assert_eq!(heard[0].body["title"], "Ann challenges you: The heap");
    assert_eq!(heard[0].body["url"], format!("{ORIGIN}/club"));
    club.pass(DAY).await;
    assert!(receiver.heard().is_empty());
    // One that is gone is no news.
    let one = json!({ "challenge": made.body["challenge"] });
    club.post("/club/challenges/end", &ann, one).await;
    let made = club.post("/club/challenges/make", &ann, challenge()).await;
    club.pass(60).await;
    club.post("/club/challenges/end", &ann, json!({ "challenge": made.body["challenge"] })).await;
    club.pass(SETTLED).await;
    assert!(receiver.heard().is_empty());
    club.site.close().await;
}

pub async fn whoever_challenges_again_and_again_fills_nobody_s_mailbox(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    club.hook(&ben, &receiver).await;
    let challenge = || json!({ "terms": { "scenario": "heap" }, "side": "union", "to": "Ben" });
    for expected in [10, 0] {
        for _ in 0..12 {
            let made = club.post("/club/challenges/make", &ann, challenge()).await;
            assert_eq!(made.status, 200, "{made:?}");
        }
        club.pass(60).await;
        club.pass(SETTLED).await;
        assert_eq!(receiver.heard().len(), expected);
        let sent = club.get("/club/challenges", &ann).await.body["challenges"].clone();
        for one in sent.as_array().unwrap() {
            club.post("/club/challenges/end", &ann, json!({ "challenge": one["challenge"] })).await;
        }
    }
    club.post("/club/challenges/make", &ann, challenge()).await;
    club.pass(3600).await;
    club.pass(SETTLED).await;
    assert_eq!(receiver.heard().len(), 1, "an hour later it is told again");
    club.site.close().await;
}

pub async fn so_much_waits_for_a_channel_and_what_is_older_gives_way(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let game = club.game(&ann, &ben, "mountain").await;
    let (channel, _) = club.hook(&ben, &receiver).await;
    for number in 0..70 {
        let insert = format!(
            "INSERT INTO outbox (id, channel, about, seat, version, text, due, next, tries, until) \
             VALUES ('{number}', '{channel}', 'another', 'union', 1, '{{}}', {number}, {}, 1, 0)",
            NOON + 2 * DAY
        );
        sqlx::query(sqlx::AssertSqlSafe(insert)).execute(&mut hands(folder.path()).await).await.unwrap();
    }
    club.take(&ann, &game, "union").await;
    club.pass(0).await;
    assert_eq!(count(folder.path(), "outbox").await, 64);
    assert_eq!(count(folder.path(), "outbox WHERE due < 7").await, 0, "the oldest have gone");
    club.pass(SETTLED).await;
    assert_eq!(receiver.heard().len(), 1);
    club.site.close().await;
}

pub async fn an_account_has_ten_channels_of_its_own_and_takes_them_along(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let (channel, secret) = club.hook(&ann, &receiver).await;
    let again = club.add(&ann, "webhook", &format!("{}/hook", receiver.address)).await;
    assert_eq!((again.status, again.error()), (409, "You have this one already."));
    for number in 1..10 {
        assert_eq!(club.add(&ann, "webhook", &format!("{}/{number}", receiver.address)).await.status, 200);
    }
    let full = club.add(&ann, "webhook", &format!("{}/more", receiver.address)).await;
    assert_eq!(full.status, 409, "{full:?}");
    // Nobody else does anything with them.
    for path in ["trial", "remove"] {
        let refused = club.post(&format!("notices/{path}"), &ben, json!({ "channel": channel })).await;
        assert_eq!((refused.status, refused.error()), (404, "This account has no such channel."));
    }
    let change = json!({ "channel": channel, "paused": true });
    assert_eq!(club.post("notices/change", &ben, change).await.status, 404);
    // Nobody has the server try addresses all day.
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(club.post("notices/trial", &ann, json!({ "channel": channel })).await.status);
    }
    assert_eq!((statuses[0], statuses[29]), (200, 429));
    club.post("notices/quiet", &ann, json!({ "begins": 0, "ends": 60, "east": 0 })).await;
    let export = club.get("export", &ann).await;
    let kept = &export.body["notices"];
    let channels = kept["channels"].as_array().unwrap();
    let first = channels.iter().find(|one| one["channel"] == channel.as_str()).unwrap();
    assert_eq!(first["to"], format!("{}/hook", receiver.address));
    assert_eq!(kept["quiet"], json!({ "begins": 0, "ends": 60, "east": 0 }));
    assert!(!export.body.to_string().contains(&secret));
    // A notice waits when the account goes.
    let game = club.game(&ben, &ann, "mountain").await;
    club.take(&ben, &game, "union").await;
    club.pass(60).await;
    assert_eq!(count(folder.path(), "outbox").await, 10);
    assert_eq!(club.post("delete", &ann, json!({ "password": PASSWORD })).await.status, 200);
    for table in ["channels", "outbox", "quiet_hours"] {
        assert_eq!(count(folder.path(), table).await, 0, "{table}");
    }
    club.site.close().await;
}

async fn count(folder: &Path, table: &str) -> i64 {
    let text = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
    sqlx::query_scalar(text).fetch_one(&mut hands(folder).await).await.unwrap()
}

pub async fn of_two_servers_one_tells_and_one_takes_over(backend: Backend) {
    let folder = backend.folder();
    let key = store::KeyChoice::File(folder.path().join("longroll.key"));
    let with = || store::Settings { key: key.clone(), ..Default::default() };
    let here = open_with(folder.path(), with(), own_network(None)).await;
    let there = open_with(folder.path(), with(), own_network(None)).await;
    let receiver = Receiver::open().await;
    let (ann, ben) = (here.join("Ann").await, here.join("Ben").await);
    let game = here.game(&ann, &ben, "mountain").await;
    here.hook(&ben, &receiver).await;
    // That both seats are taken stands in the record already.
    let mut version = 1;
    for seconds in [SETTLED, 60, SETTLED, 60] {
        here.take(&ann, &game, "union").await;
        version += 1;
        for wait in [seconds, SETTLED, SETTLED] {
            here.later(wait);
            there.later(wait);
            tokio::join!(here.site.games.look_after_notices(), there.site.games.look_after_notices());
        }
        let heard = receiver.heard();
        assert_eq!(heard.len(), 1, "version {version}");
        assert_eq!(heard[0].body["version"], version);
        here.take(&ben, &game, "confederate").await;
        version += 1;
    }
    // One has entered it, and is gone: the other sends it.
    here.take(&ann, &game, "union").await;
    here.pass(0).await;
    here.site.close().await;
    there.pass(60).await;
    there.pass(SETTLED).await;
    assert_eq!(receiver.heard().len(), 1);
    there.site.close().await;
}

/// What the Confederate seat's account is told of a game in which the Union has chosen these chits,
/// without what differs from game to game; and all that a watcher reads in its log.
async fn told(club: &Club, receiver: &Receiver, cookie: &str, keys: &[&str]) -> Vec<Value> {
    let mut client: Client = club.client("").await;
    let (game, tokens) = client.begin(chosen(json!({}))).await;
    let kept = club.post("seats/keep", cookie, json!({ "tokens": [tokens["confederate"]] })).await;
    assert_eq!(kept.body["kept"], 1, "{kept:?}");
    // Both have come to the table.
    for side in ["union", "confederate"] {
        let mut player = club.client("").await;
        player.ask("game.watch", json!({ "game": game, "token": tokens[side] })).await.unwrap();
        player.ask("game.unwatch", json!({ "game": game })).await.unwrap();
    }
    let mut all = Vec::new();
    for _ in 0..40 {
        let view = client.ask("game.view", json!({ "game": game })).await.unwrap();
        let Some(side) = view["question"]["side"].as_str() else { break };
        let token = &tokens[side];
        let order = order(&mut client, &game, token, keys).await;
        let params = json!({ "game": game, "token": token, "order": order });
        client.ask("game.order", params).await.unwrap();
        club.pass(0).await;
        club.pass(SETTLED).await;
        for mut heard in receiver.heard() {
            for own in ["id", "game", "url"] {
                heard.body.as_object_mut().unwrap().remove(own);
            }
            all.push(heard.body);
        }
    }
    let log = client.ask("game.log", json!({ "game": game })).await.unwrap().to_string();
    for line in all.iter().flat_map(|told| told["lines"].as_array().unwrap()) {
        assert!(log.contains(&line.to_string()), "a watcher reads nothing of {line}");
    }
    all
}

#[tokio::test]
async fn kernstown_nothing_that_is_hidden_is_told() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), Default::default()).await;
    let library = (Default::default(), systems::library().unwrap());
    let club = over_noticed(store, settings(), ORIGIN, library, Some(own_network(None))).await;
    let receiver = Receiver::open().await;
    let ann = club.join("Ann").await;
    club.hook(&ann, &receiver).await;
    let one = told(&club, &receiver, &ann, &["u-take-aim"]).await;
    let other = told(&club, &receiver, &ann, &["u-rally"]).await;
    assert!(one.len() > 5, "the Confederates are asked often: {one:?}");
    assert_eq!(one, other, "whatever the Union holds, the same is told");
    club.site.close().await;
}
