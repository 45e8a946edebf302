//! Accounts over HTTP, where cookies are. What comes and goes is JSON; what changes something is
//! believed only from a page at one of the server's public addresses.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::{StreamExt as _, stream};
use protocol::answer::You;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::Site;
use super::host::Names;
use super::{mailed, passkeys};
use crate::accounts::{Accounts, Asker, Denied, LONGEST, Opened, Proof, ShownPasskey, SignedIn, Why};
use crate::club::studies;
use crate::games::{Connection, Games, broken};
use crate::limits::{AskTurn, Client, Costly, LONG, LongMessage, Reached};
use crate::secrets::SeatHash;
use crate::store::AccountSeat;

/// The most that is sent to any of these addresses: tokens of all seats that a browser holds.
const LONGEST_BODY: usize = 16 * 1024;

/// How many tokens are shown at once.
const MOST_TOKENS: usize = 256;

/// The cookie where people come by https: browsers take one of this name only so, from no other
/// host, and for the whole site.
const SECURE: &str = "__Host-longroll";

/// The cookie elsewhere.
const PLAIN: &str = "longroll-session";

/// The cookie with the pass of a browser, by https and elsewhere.
const PASS: [&str; 2] = ["__Host-longroll-pass", "longroll-pass"];

/// The addresses of accounts; none where there are no accounts.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.accounts().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/account", get(super::pages::account))
        .route("/account/me", get(me))
        .route("/account/sessions", get(sessions))
        .route("/account/export", get(export))
        .route("/account/create", post(create))
        .route("/account/sign-in", post(sign_in))
        .route("/account/sign-out", post(sign_out))
        .route("/account/sign-out-everywhere", post(sign_out_everywhere))
        .route("/account/end-session", post(end_session))
        .route("/account/password", post(password))
        .route("/account/delete", post(delete))
        .merge(passkeys::routes())
        .merge(mailed::routes())
        .route("/account/seats/keep", post(keep_seats))
        .route("/account/seats/let-go", post(let_go))
}

/// The session that a WebSocket is opened in, which cuts it when it ends: the hash of the session's
/// secret, and what is to be held as long as the line stands.
pub(super) async fn line(
    site: &Site,
    headers: &HeaderMap,
    cut: &CancellationToken,
) -> (Option<String>, Option<Box<dyn Send + Sync>>) {
    let (Some(accounts), Some(secret)) = (site.games.accounts(), secret(&site.names, headers)) else {
        return (None, None);
    };
    match accounts.line(&secret, cut).await {
        Some(line) => (Some(line.session.clone()), Some(Box::new(line))),
        None => (None, None),
    }
}

/// The secret in the cookie of a request. Where all public addresses are of https, nobody is
/// believed with the cookie of other addresses, which some other program on this host could set.
fn secret(names: &Names, headers: &HeaderMap) -> Option<String> {
    sent(names, headers, [SECURE, PLAIN])
}

/// The first of these cookies, or the second where addresses without https are public.
fn sent(names: &Names, headers: &HeaderMap, [secure, plain]: [&str; 2]) -> Option<String> {
    let find = |wanted: &str| {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
    };
    find(secure).or_else(|| find(plain).filter(|_| names.any_plain()))
}

/// The header that lets a browser keep a secret, or forget it.
fn cookie(https: bool, [secure, plain]: [&str; 2], secret: &str, seconds: i64) -> HeaderValue {
    let (name, secure) = if https { (secure, "; Secure") } else { (plain, "") };
    let text = format!("{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    // It is made of hexadecimal digits and dashes.
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}

pub(super) fn answer(status: StatusCode, body: &impl Serialize) -> Response {
    let body = serde_json::to_string(body).unwrap_or_default();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        let status = match self.why {
            Why::Malformed => StatusCode::BAD_REQUEST,
            Why::SignedOut | Why::Wrong => StatusCode::UNAUTHORIZED,
            Why::Taken => StatusCode::CONFLICT,
            Why::Missing => StatusCode::NOT_FOUND,
            Why::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Why::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Why::Ours => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut response = answer(status, &json!({ "error": self.sentence }));
        let wait = match self.why {
            Why::TooOften(seconds) => Some(seconds),
            Why::Busy => Some(5),
            _ => None,
        };
        if let Some(wait) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.max(1).unsigned_abs()));
        }
        response
    }
}

/// Why a request is not even looked at.
fn refused(status: StatusCode, sentence: &str) -> Response {
    answer(status, &json!({ "error": sentence }))
}

/// What every one of these addresses needs.
pub(super) struct Desk {
    pub(super) accounts: Arc<Accounts>,
    pub(super) client: Client,
    /// Whether the page that asks came by https.
    https: bool,
    agent: String,
    pub(super) secret: Option<String>,
    pass: Option<String>,
    /// Whether links for signing in can be sent by mail.
    mails: bool,
    /// One request of a network is answered at a time.
    pub(super) turn: AskTurn,
    /// The place of a long body, until it is answered.
    place: Option<LongMessage>,
}

impl Desk {
    /// Waits until no other question of its network is being answered.
    async fn in_turn(mut self) -> Desk {
        self.turn.take().await;
        self
    }

    pub(super) fn asker(&self) -> Asker<'_> {
        Asker { client: self.client, agent: &self.agent, pass: self.pass.as_deref() }
    }

    pub(super) async fn signed_in(&self) -> Result<SignedIn, Response> {
        let who = match &self.secret {
            Some(secret) => self.accounts.who(secret).await.map_err(Denied::into_response)?,
            None => None,
        };
        who.ok_or_else(|| Denied::new(Why::SignedOut, "You are not signed in.").into_response())
    }

    /// Who is signed in, if anybody.
    pub(super) async fn who(&self) -> Result<Option<SignedIn>, Response> {
        match &self.secret {
            Some(secret) => self.accounts.who(secret).await.map_err(Denied::into_response),
            None => Ok(None),
        }
    }

    /// Who is signed in, and what there is to sign in with.
    pub(super) fn told(&self, who: Option<&SignedIn>) -> Value {
        let account = who.map(|SignedIn { account, .. }| {
            json!({
                "name": account.name,
                "created": account.created,
                "changed": account.changed,
                "password": account.password().is_some(),
            })
        });
        json!({ "account": account, "passkeys": self.accounts.takes_passkeys(), "mail": self.mails })
    }

    /// Tells who is signed in now, and lets the browser keep it.
    pub(super) fn opened(&self, opened: &Opened) -> Response {
        self.opened_with(opened, self.told(Some(&opened.who)))
    }

    /// Tells that, and lets the browser keep who is signed in now.
    pub(super) fn opened_with(&self, opened: &Opened, told: Value) -> Response {
        let mut response = answer(StatusCode::OK, &told);
        let session = cookie(self.https, [SECURE, PLAIN], &opened.secret, LONGEST);
        response.headers_mut().append(header::SET_COOKIE, session);
        if let Some(pass) = self.accounts.new_pass(&opened.who.account) {
            response.headers_mut().append(header::SET_COOKIE, cookie(self.https, PASS, &pass, LONGEST));
        }
        response
    }

    /// Nobody is signed in any more, and the browser forgets it.
    fn closed(&self) -> Response {
        let mut response = answer(StatusCode::OK, &self.told(None));
        response.headers_mut().insert(header::SET_COOKIE, cookie(self.https, [SECURE, PLAIN], "", 0));
        response
    }
}

/// For what only asks, once no other question of this network is being answered. Another site's page can make a browser
/// send it, but reads no answer.
pub(super) async fn desk(site: &Site, client: Client, headers: &HeaderMap) -> Result<Desk, Denied> {
    Ok(desk_of(site, client, headers)?.in_turn().await)
}

/// Charges a client for that.
pub(super) fn spend(site: &Site, what: Costly, client: Client) -> Result<(), Denied> {
    site.allowances.spend(what, client).map_err(|reached| limited(site, client, &reached))
}

/// Refuses a client that has used up its work.
pub(super) fn may_work(site: &Site, client: Client) -> Result<(), Denied> {
    site.allowances.may_work(client).map_err(|reached| limited(site, client, &reached))
}

/// The refusal of a client that has reached a limit.
pub(super) fn limited(site: &Site, client: Client, reached: &Reached) -> Denied {
    site.allowances.refusals().note(reached.limit, client);
    Denied::new(
        Why::TooOften(i64::try_from(reached.wait.as_secs()).unwrap_or(1)),
        format!("Too much comes from your address: {reached}."),
    )
}

/// Who asks, whatever else of their network is being answered.
fn desk_of(site: &Site, client: Client, headers: &HeaderMap) -> Result<Desk, Denied> {
    let Some(accounts) = site.games.accounts() else {
        return Err(Denied::new(Why::Missing, "There are no accounts here."));
    };
    spend(site, Costly::Question, client)?;
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Ok(Desk {
        accounts: Arc::clone(accounts),
        client,
        https: text(header::ORIGIN).starts_with("https:"),
        agent: text(header::USER_AGENT).to_owned(),
        secret: secret(&site.names, headers),
        pass: sent(&site.names, headers, PASS),
        mails: site.games.notices().is_some_and(|notices| notices.mails()),
        turn: AskTurn::of(site.allowances.work(), client),
        place: None,
    })
}

/// For what changes something: the desk, and what was sent.
pub(super) async fn form<T: DeserializeOwned>(
    site: &Site,
    client: Client,
    request: Request,
) -> Result<(Desk, T), Response> {
    form_within(LONGEST_BODY, site, client, request).await
}

/// The same, of so many bytes at most.
pub(super) async fn form_within<T: DeserializeOwned>(
    most: usize,
    site: &Site,
    client: Client,
    request: Request,
) -> Result<(Desk, T), Response> {
    let (head, body) = request.into_parts();
    if !site.names.public_page(&head.headers) {
        return Err(refused(
            StatusCode::FORBIDDEN,
            "Only a page at this server's public address may ask this: open the page there.",
        ));
    }
    let json = head.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if json.is_none_or(|kind| kind.split(';').next().map(str::trim) != Some("application/json")) {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "JSON was expected (application/json)."));
    }
    let mut desk = desk_of(site, client, &head.headers).map_err(Denied::into_response)?;
    let (body, place) = body_within(most, site, client, body).await?;
    desk.place = place;
    // What exactly was wrong may be a password: it is not repeated.
    let wrong = |_| refused(StatusCode::BAD_REQUEST, "This is not what docs/protocol.md says is sent here.");
    let sent = serde_json::from_slice(&body).map_err(wrong)?;
    // Nobody waits for a body that comes slowly.
    Ok((desk.in_turn().await, sent))
}

/// A body of so many bytes at most. One that may be long takes a place among the long messages before it is read.
async fn body_within(
    most: usize,
    site: &Site,
    client: Client,
    body: Body,
) -> Result<(Vec<u8>, Option<LongMessage>), Response> {
    let cut = CancellationToken::new();
    let place = match body.size_hint().upper().unwrap_or(u64::MAX).min(most as u64) > LONG {
        true => Some(Arc::clone(&site.long_messages).enter(client, cut.clone()).await),
        false => None,
    };
    let (mut body, mut read) = (body.into_data_stream(), Vec::new());
    loop {
        let next = tokio::select! {
            next = body.next() => next,
            () = cut.cancelled() => {
                let sentence = "This came too slowly while others waited: send it again.";
                return Err(refused(StatusCode::REQUEST_TIMEOUT, sentence));
            }
        };
        let Some(next) = next else { break };
        let next = next.map_err(|_| refused(StatusCode::BAD_REQUEST, "This did not come whole."))?;
        if read.len() + next.len() > most {
            let sentence = format!("At most {} KiB can be sent here.", most / 1024);
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, &sentence));
        }
        site.allowances.transferred(client, next.len());
        read.extend_from_slice(&next);
        if let Some(place) = &place {
            place.came(next.len() as u64);
        }
    }
    if let Some(place) = &place {
        place.is_answered();
    }
    Ok((read, place))
}

/// The answer, whichever it was.
pub(super) fn either(outcome: Result<Response, Response>) -> Response {
    outcome.unwrap_or_else(|refused| refused)
}

/// Who asks what site.
pub(super) type Asked = (State<Site>, Extension<Client>);

async fn me((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = match &desk.secret {
            Some(secret) => desk.accounts.who(secret).await.map_err(Denied::into_response)?,
            None => None,
        };
        Ok(answer(StatusCode::OK, &desk.told(who.as_ref())))
    };
    either(asked.await)
}

async fn sessions((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let sessions = desk.accounts.sessions(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "sessions": sessions })))
    };
    either(asked.await)
}

/// A name and a password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameAndPassword {
    name: String,
    password: String,
}

async fn create((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<NameAndPassword>(&site, client, request).await?;
        let opened = desk.accounts.create(&desk.asker(), &sent.name, &sent.password).await;
        Ok(desk.opened(&opened.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn sign_in((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<NameAndPassword>(&site, client, request).await?;
        let shown = (&*sent.name, &*sent.password);
        let opened = desk.accounts.sign_in(&desk.asker(), shown, desk.secret.as_deref()).await;
        Ok(desk.opened(&opened.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

/// Nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

async fn sign_out((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, Nothing {}) = form(&site, client, request).await?;
        // Whoever is signed out already is told the same.
        if let Ok(who) = desk.signed_in().await {
            desk.accounts.sign_out(&who).await.map_err(Denied::into_response)?;
        }
        Ok(desk.closed())
    };
    either(asked.await)
}

async fn sign_out_everywhere((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, Nothing {}) = form(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.accounts.sign_out_everywhere(&who).await.map_err(Denied::into_response)?;
        Ok(desk.closed())
    };
    either(asked.await)
}

/// A session.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneSession {
    session: String,
}

async fn end_session((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<OneSession>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.accounts.end_session(&who, &sent.session).await.map_err(Denied::into_response)?;
        if who.session.id == sent.session {
            Ok(desk.closed())
        } else {
            Ok(answer(StatusCode::OK, &json!({})))
        }
    };
    either(asked.await)
}

/// A password in place of another, or of none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passwords {
    old: Option<String>,
    passkey: Option<Box<ShownPasskey>>,
    link: Option<String>,
    new: String,
}

async fn password((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Passwords>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let proof = match (sent.old, sent.passkey, sent.link) {
            (Some(old), None, None) => Proof::Password(old),
            (None, Some(shown), None) => Proof::Passkey(shown),
            (None, None, Some(link)) => Proof::Link(link),
            _ => {
                let sentence = "Either the old password, a passkey or a link's proof was expected.";
                return Err(Denied::new(Why::Malformed, sentence).into_response());
            }
        };
        let opened = desk.accounts.change_password(&desk.asker(), &who, proof, &sent.new).await;
        Ok(desk.opened(&opened.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn delete((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Proof>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.accounts.confirm(client, &who, sent).await.map_err(Denied::into_response)?;
        desk.accounts.delete(&who).await.map_err(Denied::into_response)?;
        // Not before: until then another of its sessions could begin one more match.
        site.games.resign_abandoned(client).await;
        Ok(desk.closed())
    };
    either(asked.await)
}

/// Tokens of seats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    tokens: Vec<String>,
}

async fn keep_seats((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Tokens>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        if sent.tokens.len() > MOST_TOKENS {
            return Err(Denied::new(Why::Malformed, "At most 256 seats are kept at once.").into_response());
        }
        let kept = desk.accounts.keep_seats(&who, &sent.tokens).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &kept))
    };
    either(asked.await)
}

/// A seat of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    game: String,
    seat: String,
}

async fn let_go((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Seat>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let Some(you) = You::from_word(&sent.seat) else {
            let sentence = "A seat is union, confederate or both.";
            return Err(Denied::new(Why::Malformed, sentence).into_response());
        };
        desk.accounts.let_go(&who, &sent.game, you).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// All that is kept about the one who asks, as one JSON document. What was said comes in parts, and studies and the
/// records of games come one after the other, so that not all of them are in memory at once.
async fn export((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let sessions = desk.accounts.sessions(&who).await.map_err(Denied::into_response)?;
        let seats = desk.accounts.seats(&who).await.map_err(Denied::into_response)?;
        let held: Vec<Value> = seats
            .iter()
            .map(|seat| json!({ "game": seat.game, "seat": seat.you.word(), "created": seat.created }))
            .collect();
        let mut head = desk.told(Some(&who));
        head["sessions"] = json!(sessions);
        head["passkeys"] = json!(desk.accounts.passkeys_of(&who).await.map_err(Denied::into_response)?);
        head["seats"] = json!(held);
        if let Some(notices) = site.games.notices() {
            head["notices"] = notices.export(&who).await.map_err(Denied::into_response)?;
        }
        head["club"] = desk.club(&site).export(&who).await.map_err(Denied::into_response)?;
        head["library"] = desk.library(&site).export(&who).await.map_err(Denied::into_response)?;
        let mut head = head.to_string();
        head.pop();
        head.push_str(",\"said\":[");
        let studies = desk.studies(&site).of(&who).await.map_err(Denied::into_response)?;
        // Nobody hears over it: games only have to know who asks.
        let (connection, _messages) = Connection::new(client, CancellationToken::new());
        let rest = (studies.into_iter(), seats.into_iter(), who.account.name);
        let state = (site.clone(), connection, rest, Part::Head(head));
        let body = stream::unfold(state, |(site, connection, mut rest, part)| async move {
            let comma = |first: bool| if first { "" } else { "," };
            let (text, next) = match part {
                Part::Head(head) => (head, Part::Said(0)),
                Part::Said(from) => said(&site, &connection, &rest.2, from).await,
                Part::Study(first) => match rest.0.next() {
                    Some(id) => (format!("{}{}", comma(first), study(&site, &id).await), Part::Study(false)),
                    None => ("],\"games\":[".to_owned(), Part::Game(true)),
                },
                Part::Game(first) => match rest.1.next() {
                    Some(seat) => {
                        let record = record(&site, &connection, seat).await;
                        (format!("{}{record}", comma(first)), Part::Game(false))
                    }
                    None => ("]}\n".to_owned(), Part::Over),
                },
                Part::Over => return None,
            };
            site.allowances.transferred(connection.client(), text.len());
            Some((Ok::<_, std::convert::Infallible>(Bytes::from(text)), (site, connection, rest, next)))
        });
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"longroll-account.json\""),
        ];
        Ok((headers, Body::from_stream(body)).into_response())
    };
    either(asked.await)
}

/// What comes next of an export.
enum Part {
    Head(String),
    /// What they said as a watcher, from that message on; what they said as a player is told beside the game.
    Said(usize),
    /// A study, the first one or another.
    Study(bool),
    /// A game, the first one or another.
    Game(bool),
    Over,
}

/// What an account said to watchers from that message on, and what comes after it in an export.
async fn said(site: &Site, connection: &Arc<Connection>, name: &str, from: usize) -> (String, Part) {
    let _turn = site.allowances.work().turn_to_ask(connection.client()).await;
    let comma = if from == 0 { "" } else { "," };
    match site.games.store().said_by(None, name, from).await {
        Ok(said) if said.is_empty() => ("],\"studies\":[".to_owned(), Part::Study(true)),
        Ok(said) => {
            let texts: Vec<String> = said.iter().map(|one| json!(one).to_string()).collect();
            (format!("{comma}{}", texts.join(",")), Part::Said(from + said.len()))
        }
        Err(error) => {
            let error = json!({ "error": broken(&error).message });
            (format!("{comma}{error}],\"studies\":["), Part::Study(true))
        }
    }
}

/// A study, or why there is none.
async fn study(site: &Site, id: &str) -> Value {
    match studies::exported(&site.games, id).await {
        Ok(Some(told)) => told,
        Ok(None) => json!({ "study": id, "error": "it is gone" }),
        Err(error) => json!({ "study": id, "error": broken(&error).message }),
    }
}

/// A game's record as that seat may see it, or why there is none.
async fn record(site: &Site, connection: &Arc<Connection>, seat: AccountSeat) -> String {
    let AccountSeat { game, you, hash, .. } = seat;
    // Each is a question, between which others of this network are answered.
    let _turn = site.allowances.work().turn_to_ask(connection.client()).await;
    let saved = site.games.record_for(&game, SeatHash::kept(hash), connection).await;
    let mut told = json!({ "game": game, "seat": you.word() });
    let store = site.games.store();
    match (store.said_by(Some(&game), you.word(), 0).await, store.notes(&game, you.word()).await) {
        (Ok(said), Ok(notes)) => {
            told["said"] = json!(said);
            told["notes"] = json!(notes);
        }
        (Err(error), _) | (_, Err(error)) => told["error"] = json!(broken(&error).message),
    }
    match saved.map(|saved| serde_json::from_str::<Value>(saved.get())) {
        Ok(Ok(mut saved)) => told["record"] = saved["record"].take(),
        Ok(Err(_)) => told["error"] = json!("the record could not be read"),
        Err(error) => told["error"] = json!(error.message),
    }
    told.to_string()
}
