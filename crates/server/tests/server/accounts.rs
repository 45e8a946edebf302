//! Accounts: names and passwords, sessions and seats, and whoever attacks them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use server::accounts::{Accounts, Clock, Cost, Settings};
use server::games::Games;
use server::notices::{NoticeSettings, Notices};
use server::store::{self, Store};
use server::{Front, Limit, Limits, Names, Networks};
use sha2::{Digest, Sha256};
use sqlx::Row;
use tempfile::tempdir;
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;

use crate::kept_in::Backend;
use crate::site::{Client, Site, hands, open_store, soon};
use crate::toy::Toys;

pub const ORIGIN: &str = "https://games.example";
pub const PASSWORD: &str = "drums at daybreak";
/// Some day.
pub const NOON: i64 = 1_800_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A server with accounts, whose time of day is handed in.
pub struct Club {
    pub site: Site,
    pub accounts: Arc<Accounts>,
    now: Arc<AtomicI64>,
}

/// Passwords that cost little, and limits that hold for this machine too.
pub fn settings() -> Settings {
    Settings {
        failures_of: Limit::set(1000),
        failures_for: 1000,
        accounts_of: Limit::set(1000),
        cost: Cost { memory: 64, passes: 1 },
        ..Settings::default()
    }
}

pub async fn over(store: Store, settings: Settings, url: &str) -> Club {
    over_within(store, settings, url, Limits::default()).await
}

pub async fn over_within(store: Store, settings: Settings, url: &str, limits: Limits) -> Club {
    let library = catalog::Library::new().with_system(Arc::new(Toys));
    over_library(store, settings, url, (limits, library)).await
}

pub async fn over_library(
    store: Store,
    settings: Settings,
    url: &str,
    (limits, library): (Limits, catalog::Library),
) -> Club {
    over_noticed(store, settings, url, (limits, library), None).await
}

/// The same, which tells accounts elsewhere that they are asked.
pub async fn over_noticed(
    store: Store,
    settings: Settings,
    url: &str,
    (limits, library): (Limits, catalog::Library),
    notices: Option<NoticeSettings>,
) -> Club {
    let front = Front { names: Names::new([url.parse().unwrap()]), ..Front::default() };
    over_front((store, settings, front), url, (limits, library), notices).await
}

/// The same behind a proxy on this machine.
pub async fn behind_a_proxy(store: Store, settings: Settings, limits: Limits) -> Club {
    let proxies = Networks::new([Networks::read("127.0.0.1").unwrap()]);
    let front = Front { names: Names::new([ORIGIN.parse().unwrap()]), proxies, ..Front::default() };
    let library = catalog::Library::new().with_system(Arc::new(Toys));
    over_front((store, settings, front), ORIGIN, (limits, library), None).await
}

/// The same, which tells accounts elsewhere that they are asked.
pub async fn behind_a_proxy_noticed(store: Store, settings: Settings, notices: NoticeSettings) -> Club {
    let proxies = Networks::new([Networks::read("127.0.0.1").unwrap()]);
    let front = Front { names: Names::new([ORIGIN.parse().unwrap()]), proxies, ..Front::default() };
    let library = catalog::Library::new().with_system(Arc::new(Toys));
    over_front((store, settings, front), ORIGIN, (Limits::default(), library), Some(notices)).await
}

async fn over_front(
    (store, settings, front): (Store, Settings, Front),
    url: &str,
    (limits, library): (Limits, catalog::Library),
    notices: Option<NoticeSettings>,
) -> Club {
    let now = Arc::new(AtomicI64::new(NOON));
    let clock = {
        let now = Arc::clone(&now);
        Clock::telling(move || now.load(Ordering::Relaxed))
    };
    let idle = Duration::from_secs(3600);
    let games = Games::with(Arc::new(library), store.clone(), idle, Default::default(), limits);
    let refusals = Arc::clone(games.allowances().refusals());
    let addresses = [url.parse().unwrap()];
    let accounts = Accounts::new(store.clone(), settings, clock.clone(), refusals, &addresses).unwrap();
    games.open_accounts(Arc::clone(&accounts));
    if let Some(notices) = notices {
        games.open_notices(Notices::new(store, clock, notices).unwrap());
    }
    Club { site: Site::of(games, front).await, accounts, now }
}

pub async fn open(folder: &Path) -> Club {
    open_with(folder, settings()).await
}

async fn open_with(folder: &Path, settings: Settings) -> Club {
    over(open_store(folder, store::Settings::default()).await, settings, ORIGIN).await
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: Value,
}

impl Answer {
    pub fn of(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = serde_json::from_str(body).unwrap_or(Value::Null);
        Answer { status, head: head.to_owned(), body }
    }

    /// The name and the value of the cookie that is set.
    pub fn cookie(&self) -> Option<String> {
        self.cookies().into_iter().next()
    }

    /// Of each cookie that is set.
    fn cookies(&self) -> Vec<String> {
        let set = self.head.lines().filter(|line| line.to_ascii_lowercase().starts_with("set-cookie:"));
        set.filter_map(|line| Some(line.split_once(':')?.1.trim().split(';').next()?.to_owned())).collect()
    }

    pub fn error(&self) -> &str {
        self.body["error"].as_str().unwrap_or_default()
    }

    /// Which session it is about, as its owner sees them.
    fn sessions(&self) -> &Vec<Value> {
        self.body["sessions"].as_array().unwrap()
    }
}

impl Club {
    async fn send(&self, path: &str, head: &str, body: &str) -> Answer {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/account/{path}") };
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        Answer::of(&self.site.raw(&request).await)
    }

    pub async fn post_with(&self, path: &str, cookie: &str, more: &str, body: Value) -> Answer {
        let head =
            format!("Origin: {ORIGIN}\r\nContent-Type: application/json\r\nCookie: {cookie}\r\n{more}");
        self.send(path, &head, &body.to_string()).await
    }

    pub async fn post(&self, path: &str, cookie: &str, body: Value) -> Answer {
        self.post_with(path, cookie, "", body).await
    }

    /// In the old HTTP, in which no answer comes in chunks.
    pub async fn get(&self, path: &str, cookie: &str) -> Answer {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/account/{path}") };
        let request = format!(
            "GET {path} HTTP/1.0\r\nHost: games.example\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
        );
        Answer::of(&self.site.raw(&request).await)
    }

    /// A new account: the cookie of its session.
    pub async fn join(&self, name: &str) -> String {
        let made = self.post("create", "", json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(made.status, 200, "{made:?}");
        assert_eq!(made.body["account"]["name"], name);
        made.cookie().unwrap()
    }

    pub async fn sign_in(&self, name: &str, password: &str) -> Answer {
        self.post("sign-in", "", json!({ "name": name, "password": password })).await
    }

    /// Who is signed in.
    pub async fn who(&self, cookie: &str) -> Value {
        let told = self.get("me", cookie).await;
        assert_eq!(told.status, 200);
        told.body["account"]["name"].clone()
    }

    /// A client at a WebSocket that a browser with that cookie opens.
    pub async fn client(&self, cookie: &str) -> Client {
        let request = upgrade(&self.site.address, cookie);
        let stream = TcpStream::connect(&self.site.address).await.unwrap();
        let stream = tokio_tungstenite::MaybeTlsStream::Plain(stream);
        let (socket, _) = soon(client_async(request, stream)).await.unwrap();
        Client::over(socket)
    }

    pub fn later(&self, seconds: i64) {
        self.now.fetch_add(seconds, Ordering::Relaxed);
    }
}

fn upgrade(address: &str, cookie: &str) -> http::Request<()> {
    http::Request::get(format!("ws://{address}/ws"))
        .header("Host", "games.example")
        .header("Origin", ORIGIN)
        .header("Cookie", cookie)
        .header("Connection", "Upgrade")
        .header("Upgrade", "websocket")
        .header("Sec-WebSocket-Version", "13")
        .header("Sec-WebSocket-Key", generate_key())
        .body(())
        .unwrap()
}

/// The server closes this client's line.
async fn closes(client: &mut Client) {
    while client.receive().await.is_some() {}
}

pub async fn an_account_is_made_signed_in_to_and_out_of(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    assert_eq!(club.site.client().await.ask("initialize", json!({})).await.unwrap()["accounts"], true);
    assert_eq!(club.who("").await, Value::Null);
    let made = club.post("create", "", json!({ "name": " Ann Lee ", "password": PASSWORD })).await;
    let told = json!({ "name": "Ann Lee", "created": NOON, "changed": NOON, "password": true });
    assert_eq!(made.body, json!({ "account": told, "mail": false, "passkeys": true }));
    let head = made.head.to_ascii_lowercase();
    for part in [
        "__host-longroll=",
        "; path=/;",
        "; httponly",
        "; samesite=strict",
        "; secure",
        "cache-control: no-store",
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
    assert!(!head.contains("domain="));
    let cookie = made.cookie().unwrap();
    assert_eq!(club.who(&cookie).await, "Ann Lee");
    assert_eq!(club.who(&format!("a=b; {cookie}; c=d")).await, "Ann Lee");
    // Of another name for the cookie nobody hears where all come by https.
    let secret = cookie.split_once('=').unwrap().1;
    assert_eq!(club.who(&format!("longroll-session={secret}")).await, Value::Null);
    let agent = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n";
    club.later(HOUR);
    let again =
        club.post_with("sign-in", "", agent, json!({ "name": "ann_lee", "password": PASSWORD })).await;
    assert_eq!((again.status, &again.body["account"]["name"]), (200, &json!("Ann Lee")));
    let second = again.cookie().unwrap();
    let seen = club.get("sessions", &second).await;
    let told: Vec<_> = seen.sessions().iter().map(|s| (&s["browser"], &s["created"], &s["this"])).collect();
    let (firefox, unknown) = (json!("Firefox on Linux"), json!("an unknown browser"));
    assert_eq!(
        told,
        [(&firefox, &json!(NOON + HOUR), &json!(true)), (&unknown, &json!(NOON), &json!(false)),]
    );
    assert!(!seen.body.to_string().contains(secret));
    // One ends the other.
    let other = json!({ "session": seen.sessions()[1]["session"] });
    assert_eq!(club.post("end-session", &second, other.clone()).await.status, 200);
    assert_eq!(club.who(&cookie).await, Value::Null);
    assert_eq!(club.post("end-session", &second, other).await.status, 404);
    let out = club.post("sign-out", &second, json!({})).await;
    assert!(out.head.contains("__Host-longroll=; Path=/; Max-Age=0;"), "{}", out.head);
    // Somebody who copied the cookie has nothing of it.
    assert_eq!(club.who(&second).await, Value::Null);
    for path in ["sessions", "export"] {
        let refused = club.get(path, &second).await;
        assert_eq!((refused.status, refused.error()), (401, "You are not signed in."));
    }
    club.site.close().await;
}

pub async fn sessions_run_out(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let cookie = club.join("Ann").await;
    for _ in 0..6 {
        club.later(59 * DAY);
        assert_eq!(club.who(&cookie).await, "Ann");
    }
    // A year is the most, however often it is seen.
    club.later(12 * DAY);
    assert_eq!(club.who(&cookie).await, Value::Null);
    let cookie = club.sign_in("Ann", PASSWORD).await.cookie().unwrap();
    let mut client = club.client(&cookie).await;
    assert_eq!(
        client.ask("game.list", json!({ "tokens": [], "account": true })).await.unwrap(),
        json!({ "games": [] })
    );
    club.later(60 * DAY);
    assert_eq!(club.who(&cookie).await, Value::Null);
    // Nobody has ended it: its line is cut when it is looked after.
    club.accounts.look_after_lines().await;
    closes(&mut client).await;
    club.accounts.sweep().await;
    let mut hands = hands(folder.path()).await;
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sessions").fetch_one(&mut hands).await.unwrap();
    assert_eq!(left, 0);
    club.site.close().await;
}

pub async fn a_session_whose_row_was_changed_signs_nobody_in(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben, cal) = (club.join("Ann").await, club.join("Ben").await, club.join("Cal").await);
    let mut client = club.client(&ann).await;
    let (game, tokens) = two(&mut client).await;
    let kept = club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await;
    assert_eq!(kept.body["kept"], 1);
    let mut line = club.client(&ben).await;
    let id = |name: &str| format!("(SELECT id FROM accounts WHERE name = '{name}')");
    for statement in [
        format!("UPDATE sessions SET account = {} WHERE account = {}", id("Ann"), id("Ben")),
        format!("UPDATE sessions SET until = until + 1 WHERE account = {}", id("Cal")),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut hands(folder.path()).await).await.unwrap();
    }
    assert_eq!((club.who(&ben).await, club.who(&cal).await), (Value::Null, Value::Null));
    // Nor does one whose row was bound anew by somebody without the server's key.
    let dan = club.join("Dan").await;
    let row = format!("SELECT hash, id, created, until FROM sessions WHERE account = {}", id("Dan"));
    let row = sqlx::query(sqlx::AssertSqlSafe(row)).fetch_one(&mut hands(folder.path()).await).await.unwrap();
    let anns = crate::matches::id_of(folder.path(), "Ann").await;
    let (hash, session): (String, String) = (row.get("hash"), row.get("id"));
    let (created, until): (i64, i64) = (row.get("created"), row.get("until"));
    let fields = json!([hash, session, anns, created, until]).to_string();
    let forged = tabletop::hex_string(&Sha256::digest(format!("longroll session 1\0{fields}")));
    let forge = sqlx::query("UPDATE sessions SET account = $1, seal = $2 WHERE hash = $3");
    let forge = forge.bind(&anns).bind(forged).bind(&hash);
    forge.execute(&mut hands(folder.path()).await).await.unwrap();
    assert_eq!(club.who(&dan).await, Value::Null);
    let view = json!({ "game": game, "token": of_account("union", &game) });
    assert_eq!(line.ask("game.view", view.clone()).await.unwrap_err()["code"], 4);
    assert_eq!(listed(&mut line, &[]).await, []);
    client.ask("game.view", view).await.unwrap();
    // A session that was seen again is bound as it is now.
    club.later(HOUR);
    assert_eq!(club.who(&ann).await, "Ann");
    assert_eq!(club.who(&ann).await, "Ann");
    club.site.close().await;
}

pub async fn another_password_ends_all_other_sessions(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let stolen = club.join("Ann").await;
    let mut thief = club.client(&stolen).await;
    let mine = club.sign_in("Ann", PASSWORD).await.cookie().unwrap();
    let wrong = json!({ "old": "not the password", "new": "fifes at sundown" });
    let refused = club.post("password", &mine, wrong).await;
    assert_eq!((refused.status, refused.error()), (401, "The password is wrong."));
    let short = club.post("password", &mine, json!({ "old": PASSWORD, "new": "fifes" })).await;
    assert_eq!((short.status, short.error()), (400, "A password must have at least 10 characters."));
    assert_eq!(club.who(&stolen).await, "Ann");
    club.later(HOUR);
    let set = club.post("password", &mine, json!({ "old": PASSWORD, "new": "fifes at sundown" })).await;
    let told = json!({ "name": "Ann", "created": NOON, "changed": NOON + HOUR, "password": true });
    assert_eq!(set.body["account"], told);
    closes(&mut thief).await;
    assert_eq!(club.who(&stolen).await, Value::Null);
    assert_eq!(club.who(&mine).await, Value::Null, "its secret is new");
    assert_eq!(club.who(&set.cookie().unwrap()).await, "Ann");
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 401);
    let again = club.sign_in("Ann", "fifes at sundown").await.cookie().unwrap();
    // And everywhere at once.
    let mut line = club.client(&again).await;
    assert_eq!(club.post("sign-out-everywhere", &again, json!({})).await.status, 200);
    closes(&mut line).await;
    assert_eq!(club.who(&set.cookie().unwrap()).await, Value::Null);
    club.site.close().await;
}

#[tokio::test]
async fn only_a_page_at_a_public_address_changes_anything() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let cookie = club.join("Ann").await;
    let body = json!({ "name": "Ben", "password": PASSWORD }).to_string();
    let json_head = format!("Content-Type: application/json\r\nCookie: {cookie}\r\n");
    let origins = [
        "",
        "Origin: null\r\n",
        "Origin: https://evil.example\r\n",
        "Origin: http://games.example\r\n",
        "Origin: https://games.example:444\r\n",
        "Origin: https://games.example.evil.example\r\n",
        "Origin: https://games.example\r\nOrigin: https://evil.example\r\n",
    ];
    for origin in origins {
        for path in [
            "create",
            "sign-in",
            "sign-out",
            "sign-out-everywhere",
            "end-session",
            "password",
            "delete",
            "seats/keep",
            "seats/let-go",
        ] {
            let refused = club.send(path, &format!("{origin}{json_head}"), &body).await;
            assert_eq!(refused.status, 403, "{path} {origin}");
            assert!(refused.error().contains("public address"), "{refused:?}");
        }
    }
    // A form of another page sends no JSON, nor is it read as such.
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
        let refused = club.send("sign-out", &format!("Origin: {ORIGIN}\r\n{kind}"), "{}").await;
        assert_eq!(refused.status, 415, "{kind}");
    }
    assert_eq!(club.who(&cookie).await, "Ann");
    // Nor does a page elsewhere speak over a WebSocket.
    let stream = TcpStream::connect(&club.site.address).await.unwrap();
    let mut request = upgrade(&club.site.address, &cookie);
    request.headers_mut().insert("Origin", http::HeaderValue::from_static("https://evil.example"));
    let refused = soon(client_async(request, stream)).await.unwrap_err();
    assert!(matches!(&refused, Error::Http(response) if response.status() == 403), "{refused}");
    club.site.close().await;
}

#[tokio::test]
async fn what_is_sent_is_bounded_and_never_repeated() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    club.join("Ann").await;
    let hashed = club.accounts.hashed();
    for (length, status) in [(256, 401), (257, 400), (10_000, 400), (20_000, 413)] {
        let answer = club.sign_in("Ann", &"x".repeat(length)).await;
        assert_eq!(answer.status, status, "{length}");
        assert!(answer.error().ends_with('.'), "{answer:?}");
    }
    assert_eq!(club.accounts.hashed() - hashed, 1, "what is too long is not hashed");
    for body in [
        json!({ "name": "Ann", "password": ["secret"] }),
        json!({ "name": "Ann" }),
        json!({ "name": "Ann", "password": "secret", "more": 1 }),
        json!("secret"),
    ] {
        let refused = club.post("sign-in", "", body).await;
        assert_eq!(refused.status, 400);
        assert!(!refused.error().contains("secret"), "{refused:?}");
    }
    for (name, password, why) in [
        ("Ben", "short", "at least 10 characters"),
        ("Ben", "aaaaaaaaaaaaaa", "5 different"),
        ("Ben", "Password123", "This password is too common"),
        ("Benjamin Franklin", "benjamin franklin", "besides the name"),
        ("B", PASSWORD, "at least 2"),
        ("Admin", PASSWORD, "reserved"),
        ("Ben\u{202e}", PASSWORD, "only letters"),
    ] {
        let refused = club.post("create", "", json!({ "name": name, "password": password })).await;
        assert_eq!(refused.status, 400);
        assert!(refused.error().contains(why), "{refused:?}");
    }
    club.site.close().await;
}

#[tokio::test]
async fn names_that_look_alike_are_taken() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    club.join("Ivan Cope").await;
    for name in ["ivan cope", "IvanCope", "lvan_Cope", "Ivan C0pe", "1van.cope"] {
        let refused = club.post("create", "", json!({ "name": name, "password": PASSWORD })).await;
        assert_eq!(refused.status, 409, "{name}");
        assert!(refused.error().contains("looks too much like"), "{refused:?}");
    }
    club.join("Ivan Copley").await;
    // Two at the very same time: one of them is first.
    let make = |name: &'static str| club.post("create", "", json!({ "name": name, "password": PASSWORD }));
    let (one, other) = tokio::join!(make("Otto"), make("0tto"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    club.site.close().await;
}

#[tokio::test]
async fn whether_a_name_exists_is_not_told_by_signing_in() {
    let folder = tempdir().unwrap();
    let limits = Settings { failures_for: 3, ..settings() };
    let club = open_with(folder.path(), limits).await;
    let joined = club.post("create", "", json!({ "name": "Ann", "password": PASSWORD })).await;
    let cookie = joined.cookie().unwrap();
    let mut answers = Vec::new();
    for name in ["Ann", "Nobody Here", "x", ""] {
        for _ in 0..5 {
            let hashed = club.accounts.hashed();
            let Answer { status, body, head } = club.sign_in(name, "not the password").await;
            let head: Vec<String> = head
                .lines()
                .filter(|l| !["x-request-id", "date"].iter().any(|own| l.starts_with(own)))
                .map(str::to_owned)
                .collect();
            answers.push((status, body, head, club.accounts.hashed() - hashed));
        }
    }
    let (first, rest) = answers.split_at(5);
    for other in rest.chunks(5) {
        assert_eq!(first, other);
    }
    assert_eq!(
        first.iter().map(|(status, _, _, hashed)| (*status, *hashed)).collect::<Vec<_>>(),
        [(401, 1), (401, 1), (401, 1), (429, 0), (429, 0),]
    );
    assert_eq!(first[0].1["error"], "The name or the password is wrong.");
    assert_eq!(
        first[3].1["error"],
        "Too many wrong passwords were given for this name; try again in 60 minutes."
    );
    // Not even the right one, until the hour is over.
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 429);
    // But for a browser in which its owner has signed in: there, too, only so often.
    let known = joined.cookies().pop().unwrap();
    let sign_in = async |name: &str, password: &str, known: &str| {
        club.post("sign-in", known, json!({ "name": name, "password": password })).await.status
    };
    assert_eq!(sign_in("Nobody Here", PASSWORD, &known).await, 429, "it is known to one owner");
    let (value, last) = known.split_at(known.len() - 1);
    assert_eq!(sign_in("Ann", PASSWORD, &format!("{value}{}", if last == "0" { 1 } else { 0 })).await, 429);
    assert_eq!(sign_in("ann", PASSWORD, &known).await, 200);
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(sign_in("Ann", "not the password", &known).await);
    }
    assert_eq!(statuses, [401, 401, 401, 429]);
    // Whoever is signed in is counted apart.
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let change = json!({ "old": "not the password", "new": "fifes at sundown" });
        statuses.push(club.post("password", &cookie, change).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429]);
    club.later(HOUR);
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 200);
    club.site.close().await;
}

#[tokio::test]
async fn another_password_voids_the_passes_of_all_browsers() {
    let folder = tempdir().unwrap();
    let club = open_with(folder.path(), Settings { failures_for: 2, ..settings() }).await;
    let joined = club.post("create", "", json!({ "name": "Ann", "password": PASSWORD })).await;
    let stolen = joined.cookies().pop().unwrap();
    let change = json!({ "old": PASSWORD, "new": "fifes at sundown" });
    let set = club.post("password", &joined.cookie().unwrap(), change).await;
    let mine = set.cookies().pop().unwrap();
    for _ in 0..2 {
        assert_eq!(club.sign_in("Ann", "not the password").await.status, 401);
    }
    let sign_in = async |pass: &str| {
        let right = json!({ "name": "Ann", "password": "fifes at sundown" });
        club.post("sign-in", pass, right).await.status
    };
    assert_eq!(sign_in(&stolen).await, 429, "it is counted with strangers");
    assert_eq!(sign_in(&mine).await, 200);
    club.site.close().await;
}

#[tokio::test]
async fn one_address_tries_only_so_many_passwords_and_makes_only_so_many_accounts() {
    let folder = tempdir().unwrap();
    let limits = Settings { failures_of: Limit::set(4), accounts_of: Limit::set(2), ..settings() };
    let club = open_with(folder.path(), limits).await;
    let cookie = club.join("Ann").await;
    club.join("Ben").await;
    let third = club.post("create", "", json!({ "name": "Cal", "password": PASSWORD })).await;
    assert_eq!(
        (third.status, third.error()),
        (429, "Too many accounts were made from your address; try again in 60 minutes.")
    );
    assert!(third.head.to_ascii_lowercase().contains("retry-after: 3600"), "{}", third.head);
    // Right ones are not counted.
    for _ in 0..8 {
        assert_eq!(club.sign_in("Ben", PASSWORD).await.status, 200);
    }
    // All at once are not more than one after the other.
    let tries = (0..24).map(|n| {
        let club = &club;
        async move { club.sign_in(&format!("Name {n}"), "not the password").await.status }
    });
    let statuses = futures_util::future::join_all(tries).await;
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 4, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 20);
    // Nor may a password be tried in another place.
    for (path, body) in [
        ("password", json!({ "old": "not the password", "new": "fifes at sundown" })),
        ("delete", json!({ "password": "not the password" })),
    ] {
        assert_eq!(club.post(path, &cookie, body).await.status, 429, "{path}");
    }
    let refused = club.site.games.limits_told().refused;
    assert!(
        refused.iter().any(|one| one.limit == "failed-sign-ins-per-hour" && one.times >= 20),
        "{refused:?}"
    );
    // Who is signed in plays on.
    assert_eq!(club.who(&cookie).await, "Ann");
    club.later(HOUR);
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 200);
    club.site.close().await;
}

#[tokio::test]
async fn a_flood_of_sign_ins_keeps_nobody_from_playing() {
    let folder = tempdir().unwrap();
    let slow = Cost { memory: 8 * 1024, passes: 2 };
    let limits = Settings { cost: slow, hashed_at_once: 1, waiting: 4, ..settings() };
    let club = open_with(folder.path(), limits).await;
    let cookie = club.join("Ann").await;
    let hashed = club.accounts.hashed();
    let mut client = club.client(&cookie).await;
    let flood = async {
        let tries = (0..64).map(|n| {
            let club = &club;
            async move { club.sign_in(&format!("Name {n}"), "not the password").await }
        });
        futures_util::future::join_all(tries).await
    };
    let play = async {
        let (game, tokens) = client.begin(json!({ "scenario": "mountain" })).await;
        for _ in 0..3 {
            client.take(&game, &tokens["both"], 1).await.unwrap();
        }
    };
    let (answers, ()) = tokio::join!(flood, play);
    let busy: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert!(!busy.is_empty(), "some are turned away");
    assert!(busy.iter().all(|answer| answer.error().starts_with("Many people are signing in")));
    let tried = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!(tried + busy.len(), 64);
    assert_eq!(club.accounts.hashed() - hashed, tried as u64);
    assert_eq!(club.sign_in("Ann", PASSWORD).await.status, 200, "and those turned away do not count");
    club.site.close().await;
}

#[tokio::test]
async fn where_people_come_by_http_the_cookie_says_so() {
    let folder = tempdir().unwrap();
    let store = open_store(folder.path(), store::Settings::default()).await;
    let club = over(store, settings(), "http://games.example").await;
    let head = "Origin: http://games.example\r\nContent-Type: application/json\r\n";
    let body = json!({ "name": "Ann", "password": PASSWORD }).to_string();
    let made = club.send("create", head, &body).await;
    let cookie = made.cookie().unwrap();
    assert!(cookie.starts_with("longroll-session=") && !made.head.contains("Secure"), "{}", made.head);
    assert_eq!(club.who(&cookie).await, "Ann");
    club.site.close().await;
}

/// A game on two links, and its tokens.
pub async fn two(client: &mut Client) -> (String, Value) {
    client.begin(json!({ "scenario": "mountain", "mode": "two" })).await
}

pub fn of_account(seat: &str, game: &str) -> Value {
    json!(format!("account:{seat}:{game}"))
}

/// The games of an account: each with its seat, and whether it is the account that holds it.
pub async fn listed(client: &mut Client, tokens: &[&Value]) -> Vec<(String, String, bool)> {
    let list = client.ask("game.list", json!({ "tokens": tokens, "account": true })).await.unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut games: Vec<_> = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (text(&game["game"]), text(&game["you"]), game["account"] == true))
        .collect();
    games.sort();
    games
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

pub async fn seats_of_an_account_are_played_wherever_it_is_signed_in(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut guest = club.client("").await;
    let (first, one) = two(&mut guest).await;
    let (second, other) = two(&mut guest).await;
    let tokens = json!({ "tokens": [one["union"], other["confederate"], "no token", one["union"]] });
    let kept = club.post("seats/keep", &ann, tokens).await;
    assert_eq!(kept.body, json!({ "kept": 3, "unknown": 1 }));
    // Another device: it knows no token, and is told none.
    let elsewhere = club.sign_in("Ann", PASSWORD).await.cookie().unwrap();
    let mut away = club.client(&elsewhere).await;
    let union = (first.clone(), "union".to_owned(), true);
    let confederate = (second.clone(), "confederate".to_owned(), true);
    assert_eq!(listed(&mut away, &[]).await, sorted(vec![union.clone(), confederate.clone()]));
    // What the browser holds besides is told once.
    let rebel = (first.clone(), "confederate".to_owned(), false);
    let all = listed(&mut away, &[&one["union"], &one["confederate"]]).await;
    assert_eq!(all, sorted(vec![union, confederate, rebel]));
    let view = json!({ "game": first, "token": of_account("union", &first) });
    assert_eq!(away.ask("game.watch", view.clone()).await.unwrap()["you"], "union");
    away.take(&first, &of_account("union", &first), 1).await.unwrap();
    // The side that the account does not hold it has not, nor the seat of another game by this one's name.
    for (seat, of, game) in
        [("confederate", &first, &first), ("union", &second, &first), ("both", &first, &first)]
    {
        let asked = json!({ "game": game, "token": of_account(seat, of) });
        let refused = away.ask("game.view", asked).await.unwrap_err();
        assert_eq!(refused["code"], 4, "{refused}");
    }
    // Guests and the opponent play by their links as before.
    guest.take(&first, &one["confederate"], 1).await.unwrap();
    guest.take(&first, &one["union"], 1).await.unwrap();
    // Over the shoulder there is nothing to be seen: no answer has a token in it.
    for path in ["me", "sessions", "export"] {
        let text = club.get(path, &elsewhere).await.body.to_string();
        for token in [&one["union"], &one["confederate"], &other["confederate"]] {
            assert!(!text.contains(token.as_str().unwrap()), "{path}");
        }
        assert!(!text.contains("argon2") && !text.contains("hash\":\"$"), "{path}");
    }
    let text = away.ask("game.list", json!({ "tokens": [], "account": true })).await.unwrap().to_string();
    assert!(!text.contains(one["union"].as_str().unwrap()));
    // A seat is let go of: the link still opens it.
    let seat = json!({ "game": first, "seat": "union" });
    assert_eq!(club.post("seats/let-go", &elsewhere, seat.clone()).await.status, 200);
    assert_eq!(club.post("seats/let-go", &elsewhere, seat).await.status, 404);
    assert_eq!(away.ask("game.view", view).await.unwrap_err()["code"], 4);
    guest.ask("game.view", json!({ "game": first, "token": one["union"] })).await.unwrap();
    club.site.close().await;
}

#[tokio::test]
async fn nobody_elses_account_opens_a_seat() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut guest = club.client("").await;
    let (game, tokens) = two(&mut guest).await;
    club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await;
    let asked = json!({ "game": game, "token": of_account("union", &game) });
    let mut thief = club.client(&ben).await;
    for client in [&mut thief, &mut guest] {
        for method in ["game.view", "game.watch", "game.options", "game.save"] {
            let refused = client.ask(method, asked.clone()).await.unwrap_err();
            assert_eq!(refused["code"], 4, "{method}: {refused}");
            assert!(refused["message"].as_str().unwrap().contains("sign in"), "{refused}");
        }
        assert!(client.take(&game, &of_account("union", &game), 1).await.is_err());
        assert_eq!(listed(client, &[]).await, []);
    }
    let seat = json!({ "game": game, "seat": "union" });
    assert_eq!(club.post("seats/let-go", &ben, seat).await.status, 404);
    let sessions = club.get("sessions", &ann).await;
    let session = json!({ "session": sessions.sessions()[0]["session"] });
    assert_eq!(club.post("end-session", &ben, session).await.status, 404);
    assert_eq!(club.who(&ann).await, "Ann");
    club.site.close().await;
}

#[tokio::test]
async fn a_revoked_session_plays_no_more() {
    let folder = tempdir().unwrap();
    let club = open(folder.path()).await;
    let ann = club.join("Ann").await;
    let mut guest = club.client("").await;
    let (game, tokens) = two(&mut guest).await;
    club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await;
    let stolen = club.sign_in("Ann", PASSWORD).await.cookie().unwrap();
    let mut thief = club.client(&stolen).await;
    let watch = json!({ "game": game, "token": of_account("union", &game) });
    thief.ask("game.watch", watch.clone()).await.unwrap();
    let sessions = club.get("sessions", &ann).await;
    let session = sessions.sessions().iter().find(|session| session["this"] == false).unwrap();
    let session = json!({ "session": session["session"] });
    assert_eq!(club.post("end-session", &ann, session).await.status, 200);
    closes(&mut thief).await;
    // Whoever comes back with the cookie is nobody.
    let mut thief = club.client(&stolen).await;
    assert_eq!(thief.ask("game.watch", watch.clone()).await.unwrap_err()["code"], 4);
    club.client(&ann).await.ask("game.watch", watch).await.unwrap();
    club.site.close().await;
}

pub async fn a_session_that_another_server_ends_plays_no_more(backend: Backend) {
    let folder = backend.folder();
    let here = open(folder.path()).await;
    let store = open_store(folder.path(), store::Settings::default()).await;
    let there = over(store, settings(), ORIGIN).await;
    let ann = here.join("Ann").await;
    let mut line = there.client(&ann).await;
    let (game, tokens) = two(&mut line).await;
    assert_eq!(here.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await.body["kept"], 1);
    let asked = json!({ "game": game, "token": of_account("union", &game) });
    line.ask("game.view", asked.clone()).await.unwrap();
    here.post("sign-out", &ann, json!({})).await;
    // It does nothing more at once; what it watches it hears until it is looked after.
    assert_eq!(line.ask("game.view", asked).await.unwrap_err()["code"], 4);
    there.accounts.look_after_lines().await;
    closes(&mut line).await;
    here.site.close().await;
    there.site.close().await;
}

pub async fn all_that_is_kept_is_exported_and_deleted(backend: Backend) {
    let folder = backend.folder();
    let club = open(folder.path()).await;
    let (ann, ben) = (club.join("Ann").await, club.join("Ben").await);
    let mut guest = club.client("").await;
    let (game, tokens) = two(&mut guest).await;
    club.post("seats/keep", &ann, json!({ "tokens": [tokens["union"]] })).await;
    club.post("seats/keep", &ben, json!({ "tokens": [tokens["confederate"]] })).await;
    guest.take(&game, &tokens["union"], 1).await.unwrap();
    let export = club.get("export", &ann).await;
    assert!(export.head.contains("attachment; filename=\"longroll-account.json\""));
    let told = &export.body;
    let account = json!({ "name": "Ann", "created": NOON, "changed": NOON, "password": true });
    assert_eq!(told["account"], account);
    assert_eq!(told["seats"], json!([{ "game": game, "seat": "union", "created": NOON }]));
    assert_eq!(told["sessions"].as_array().unwrap().len(), 1);
    let save = json!({ "game": game, "token": tokens["union"] });
    let saved = guest.ask("game.save", save).await.unwrap();
    let record = &saved["record"];
    let kept = json!([{ "game": game, "seat": "union", "said": [], "notes": [], "record": record }]);
    assert_eq!((&told["games"], &told["said"]), (&kept, &json!([])));
    // Much that was said comes in parts.
    let says = "INSERT INTO talk (game, room, number, at, author, text) WITH RECURSIVE n(i) AS \
                (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) \
                SELECT id, 'watchers', i, 7, 'Ann', 'well' FROM n, games";
    sqlx::query(says).execute(&mut hands(folder.path()).await).await.unwrap();
    let told = club.get("export", &ann).await.body;
    let numbers: Vec<u64> =
        told["said"].as_array().unwrap().iter().map(|said| said["number"].as_u64().unwrap()).collect();
    assert!(numbers.into_iter().eq(1..=1001) && told["games"] == kept && told["studies"] == json!([]));
    assert_eq!(club.site.games.store().said_by(None, "Ann", 0).await.unwrap().len(), 500);
    // Gone with its password only.
    let wrong = club.post("delete", &ann, json!({ "password": "not the password" })).await;
    assert_eq!((wrong.status, wrong.error()), (401, "The password is wrong."));
    let mut line = club.client(&ann).await;
    let gone = club.post("delete", &ann, json!({ "password": PASSWORD })).await;
    assert_eq!((gone.status, &gone.body["account"]), (200, &Value::Null));
    closes(&mut line).await;
    assert_eq!(club.who(&ann).await, Value::Null);
    let gone = club.sign_in("Ann", PASSWORD).await;
    assert_eq!((gone.status, gone.error()), (401, "The name or the password is wrong."));
    // The opponent's game is whole, and so is the link to the seat that was Ann's.
    let mut other = club.client(&ben).await;
    assert_eq!(listed(&mut other, &[]).await.len(), 1);
    guest.take(&game, &tokens["union"], 1).await.unwrap_err();
    other.take(&game, &of_account("confederate", &game), 1).await.unwrap();
    guest.take(&game, &tokens["union"], 1).await.unwrap();
    let mut hands = hands(folder.path()).await;
    for (table, left) in
        [("accounts", 1), ("sessions", 1), ("account_seats", 1), ("games", 1), ("account_names", 4)]
    {
        let query = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let count: i64 = sqlx::query_scalar(query).fetch_one(&mut hands).await.unwrap();
        assert_eq!(count, left, "{table}");
    }
    // The name rests for a year.
    let again = json!({ "name": "Ann", "password": PASSWORD });
    club.later(365 * DAY - 1);
    club.accounts.sweep().await;
    assert_eq!(club.post("create", "", again.clone()).await.status, 409);
    club.later(1);
    assert_eq!(club.post("create", "", again).await.status, 200);
    // A game that is deleted goes out of all accounts.
    let ben = club.sign_in("Ben", PASSWORD).await.cookie().unwrap();
    assert!(club.site.games.delete(&game).await.unwrap());
    assert_eq!(club.get("export", &ben).await.body["games"], json!([]));
    club.site.close().await;
}
