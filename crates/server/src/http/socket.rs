//! The WebSocket: the protocol, one message a frame.

use std::collections::VecDeque;
use std::io::Write;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use futures_util::stream::{FuturesUnordered, SplitSink};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use protocol::{Ask, Call, LONGEST_MESSAGE, Request, RpcError, Transport, may_be_long, notice, response};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, sleep_until, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::Site;
use super::frames::{Frames, Whole};
use super::gate::Pulse;
use crate::games::{Connection, Untaken};
use crate::limits::{Allowances, Client, Costly, Counted, LONG, LongMessage, Reached};

/// How often a quiet connection is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(20);

/// How long a connection may be silent: two beats missed.
const SILENCE: Duration = Duration::from_secs(50);

/// How long one message may take to be taken by the other end.
const SENDING: Duration = Duration::from_secs(20);

/// How much is read from a socket at a time, and kept for it while it is silent, in bytes.
const READ_AT_ONCE: usize = 1024;

/// How much of a message goes out in one frame: so much is kept for a socket while it is silent. What
/// an order changes in a view goes in one.
const SENT_AT_ONCE: usize = 2 * 1024 - 64;

/// From this length on an answer is compressed, if it may be, in bytes: shorter ones go in a packet or
/// two as they are.
const WORTH_COMPRESSING: usize = 2 * 1024;

/// A WebSocket. It is `axum` that looks whether it may be opened, but its own sends every message in
/// one frame, and keeps as much memory as its longest one took.
type WebSocket = WebSocketStream<Frames<TokioIo<Upgraded>>>;

/// How much of an overlong message is read all the same, so that it can be answered; beyond this
/// the connection is cut.
const LONGEST_READ: usize = 2 * LONGEST_MESSAGE;

/// How many messages of one connection may wait for their answers, and of how many bytes; then no more are read.
const MOST_WAITING: usize = 1024;
const MOST_BYTES_WAITING: usize = 256 * 1024;

/// Whoever has no more than so many bytes waiting is not cut off, however much of its network waits.
const FEW_BYTES_WAITING: usize = 16 * 1024;

/// How many answers of one connection may be thought over while others are given.
const MOST_THOUGHT_OVER: usize = 4;

/// How often whoever waits for an answer hears that it is being worked out.
const BEAT: Duration = Duration::from_secs(2);

/// How many pings and pongs are heard between two of our own. Nobody who means well needs more.
const MOST_PINGS: u32 = 200;

/// Once the server stops, what is on its way is heard until nothing has come for so long, and at
/// most for the time after that.
const LAST_WORDS: Duration = Duration::from_millis(100);
const LAST_WORDS_AT_MOST: Duration = Duration::from_secs(1);

pub(super) async fn open(
    State(site): State<Site>,
    Extension(pulse): Extension<Pulse>,
    (Extension(client), Extension(under_way)): (Extension<Client>, Extension<Arc<Counted>>),
    uri: Uri,
    headers: HeaderMap,
    line: Option<Extension<OnUpgrade>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(rejection) = upgrade {
        return rejection.into_response();
    }
    let (Some(Extension(line)), Some(key)) = (line, headers.get(header::SEC_WEBSOCKET_KEY)) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if !site.names.own_page(&uri, &headers) {
        return (StatusCode::FORBIDDEN, "Another site's page may not speak for you here.\n").into_response();
    }
    let refusals = site.allowances.refusals();
    let Some(counted) = site.sockets_of.enter(client, site.limits.sockets_of) else {
        refusals.note("sockets-per-address", client);
        let most = site.limits.sockets_of.most();
        let text = format!("Your address has all {most} WebSockets that one may have. Close some of them.\n");
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "5")], text).into_response();
    };
    if pulse.upgrades(client).is_err() {
        refusals.note("sockets", client);
        let most = site.limits.sockets;
        let text = format!("This server has all {most} WebSockets it can hold. Try again in a moment.\n");
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], text).into_response();
    }
    let cut = CancellationToken::new();
    let (session, in_session) = signed_in(&site, &headers, &cut).await;
    if in_session.is_some() {
        pulse.heard(true);
    }
    // Thousands of sockets are silent most of the time, and what they say is short.
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(0)
        .max_message_size(Some(LONGEST_READ))
        .max_frame_size(Some(LONGEST_READ));
    let accepted = derive_accept_key(key.as_bytes());
    let sockets = site.sockets.clone();
    let conversation = async move {
        // The line may have ended before the answer went out.
        let Ok(line) = line.await else { return };
        let long = Arc::clone(&site.long_messages);
        let (frames, long) = Frames::new(TokioIo::new(line), long, client, cut.clone());
        let socket = WebSocket::from_raw_socket(frames, Role::Server, Some(config)).await;
        let unsent = site.allowances.unsent();
        let (connection, messages) = Connection::in_session(client, cut.clone(), session, unsent);
        converse(&site, (connection, messages), cut, pulse, (socket, long)).await;
        drop((counted, under_way, in_session));
        tracing::debug!("a WebSocket has ended");
    };
    sockets.spawn(conversation.in_current_span());
    let upgraded = [
        (header::CONNECTION, "Upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, accepted.as_str()),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, upgraded).into_response()
}

/// What is held as long as a line stands.
type InSession = Option<Box<dyn Send + Sync>>;

/// The session in which a line is opened, which cuts it when it ends.
#[cfg(feature = "club")]
async fn signed_in(site: &Site, headers: &HeaderMap, cut: &CancellationToken) -> (Option<String>, InSession) {
    super::accounts::line(site, headers, cut).await
}

/// Without accounts nobody is signed in.
#[cfg(not(feature = "club"))]
async fn signed_in(_: &Site, _: &HeaderMap, _: &CancellationToken) -> (Option<String>, InSession) {
    (None, None)
}

/// Something to be answered.
enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// One that is refused before it is read.
    Refused(RpcError),
    /// One too many, of which only the id is looked at.
    TooMuch(Utf8Bytes, Box<Reached>),
}

impl Heard {
    fn len(&self) -> usize {
        match self {
            Heard::Text(text) | Heard::TooMuch(text, _) => text.len(),
            Heard::Refused(_) => 0,
        }
    }
}

/// A message that has been read.
enum Read {
    /// It is refused at once: the id of its answer, if it wants one, and whether it was a request.
    Refused { id: Option<Value>, error: RpcError, request: bool },
    /// A call, the id of its answer, and whether a token was shown.
    Call { call: Box<Call>, id: Option<Value>, shown: bool },
}

impl Read {
    fn takes_thought(&self) -> bool {
        matches!(self, Read::Call { call, .. } if call.takes_thought())
    }
}

/// An answer being worked out.
type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Hears and answers one connection until it ends. It is heard while it is answered, so that its
/// end is noticed.
async fn converse(
    site: &Site,
    (connection, messages): (Arc<Connection>, mpsc::Receiver<Message>),
    cut: CancellationToken,
    pulse: Pulse,
    (socket, long): (WebSocket, Whole),
) {
    let client = connection.client();
    let (sink, mut stream) = socket.split();
    let untaken = Arc::clone(connection.untaken());
    let speaker = tokio::spawn(speak(sink, (messages, untaken), cut.clone(), site.closing.clone()));
    let mut waiting: VecDeque<(Heard, Option<LongMessage>)> = VecDeque::new();
    let mut bytes = 0;
    let mut of_network = site.allowances.unsent().hold_none(client);
    let mut work: Option<Work> = None;
    // Answers that are thought over keep nobody waiting for the others.
    let mut thoughts: FuturesUnordered<Work> = FuturesUnordered::new();
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silent_until = Instant::now() + SILENCE;
    let patience = pulse.patience().message;
    // What had come when the last message was whole, and when that was.
    let (mut whole, mut since) = (pulse.read(), Instant::now());
    let (mut pings, mut counted_from) = (0, Instant::now());
    // Once the server stops: until when it listens, if nothing comes, and at most.
    let mut last_words: Option<(Instant, Instant)> = None;
    let mut deaf = false;
    loop {
        if work.is_none()
            && let Some((next, place)) = waiting.pop_front()
        {
            bytes -= next.len();
            of_network.fewer(next.len());
            if let Some(place) = &place {
                place.is_answered();
            }
            let read = read(next);
            if last_words.is_some() && read.takes_thought() {
                // Whoever comes back asks again.
                continue;
            }
            let aside = read.takes_thought() && thoughts.len() < MOST_THOUGHT_OVER;
            let answer = answer(site.clone(), Arc::clone(&connection), pulse.clone(), read);
            let next: Work = Box::pin(async move {
                answer.await;
                drop(place);
            });
            beat.reset();
            if aside {
                thoughts.push(next);
            } else {
                work = Some(next);
            }
            continue;
        }
        if deaf && work.is_none() {
            break;
        }
        let room = !deaf && waiting.len() < MOST_WAITING && bytes < MOST_BYTES_WAITING;
        tokio::select! {
            heard = timeout_at(silent_until, stream.next()), if room => {
                let Ok(Some(heard)) = heard else { break };
                silent_until = Instant::now() + SILENCE;
                let heard = match heard {
                    Ok(Message::Text(text)) => match may_send(&site.allowances, client, text.len()) {
                        Ok(()) => Heard::Text(text),
                        Err(reached) => Heard::TooMuch(text, Box::new(reached)),
                    },
                    Ok(Message::Binary(_)) => {
                        Heard::Refused(RpcError::new(RpcError::NO_REQUEST, "messages are text"))
                    }
                    Ok(Message::Ping(_) | Message::Pong(_)) => {
                        if counted_from.elapsed() >= PULSE {
                            (pings, counted_from) = (0, Instant::now());
                        }
                        pings += 1;
                        if pings > MOST_PINGS {
                            break;
                        }
                        continue;
                    }
                    // No frame is handed out alone.
                    Ok(Message::Close(_) | Message::Frame(_)) => break,
                    Err(error) => {
                        tracing::debug!(%error, "a connection ended badly");
                        break;
                    }
                };
                (whole, since) = (pulse.read(), Instant::now());
                if let Some((until, most)) = &mut last_words {
                    *until = (Instant::now() + LAST_WORDS).min(*most);
                }
                bytes += heard.len();
                if !of_network.more(heard.len()) && bytes > FEW_BYTES_WAITING {
                    site.allowances.refusals().note(super::UNTAKEN, client);
                    break;
                }
                let is_long = heard.len() as u64 > LONG;
                let place = is_long.then(|| long.lock().unwrap_or_else(PoisonError::into_inner).pop_front());
                waiting.push_back((heard, place.flatten()));
            }
            () = done(&mut work) => {
                work = None;
                // It was not heard while too much waited.
                silent_until = silent_until.max(Instant::now() + SENDING);
            }
            Some(()) = thoughts.next(), if !thoughts.is_empty() => {}
            // A slow answer is not a dead line.
            _ = beat.tick(), if work.is_some() => {
                connection.tell(notice("working", &serde_json::json!({})).into());
            }
            () = sleep_until(since + patience), if room => {
                if pulse.read() - whole > LONG {
                    tracing::debug!("a message does not come to its end");
                    break;
                }
                since = Instant::now();
            }
            () = site.closing.cancelled(), if last_words.is_none() => {
                let now = Instant::now();
                last_words = Some((now + LAST_WORDS, now + LAST_WORDS_AT_MOST));
                thoughts.clear();
            }
            () = reached(last_words), if last_words.is_some() && !deaf => deaf = true,
            () = pulse.cut() => break,
            () = cut.cancelled() => break,
        }
    }
    site.games.leave(&connection);
    drop(thoughts);
    // What is being carried out is carried out: it may be halfway to the disk. Whoever thinks for
    // it stops by itself.
    if let Some(work) = work {
        work.await;
    }
    drop(connection);
    // It ends when the last holder of the connection lets go of it or the cut is made, which
    // `leave` did.
    let _ = speaker.await;
}

async fn reached(last_words: Option<(Instant, Instant)>) {
    match last_words {
        Some((until, _)) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}

async fn done(work: &mut Option<Work>) {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// Whether one more message of that length may come.
fn may_send(allowances: &Allowances, client: Client, bytes: usize) -> Result<(), Reached> {
    allowances.spend(Costly::Message, client)?;
    allowances.may_transfer(client)?;
    allowances.transferred(client, bytes);
    Ok(())
}

/// Reads one message.
fn read(heard: Heard) -> Read {
    let refuse = |id: Value, error: RpcError| Read::Refused { id: Some(id), error, request: false };
    let (text, refused) = match heard {
        Heard::Refused(error) => return refuse(Value::Null, error),
        Heard::Text(text) => (text, None),
        Heard::TooMuch(text, reached) => (text, Some(RpcError::from(*reached))),
    };
    if text.len() > LONGEST_MESSAGE {
        let error =
            RpcError::new(RpcError::NO_REQUEST, format!("a message has at most {LONGEST_MESSAGE} bytes"));
        return refuse(Value::Null, error);
    }
    let request = match Request::read(text.as_bytes()) {
        Ok(request) => request,
        Err((id, error)) => return refuse(id, refused.unwrap_or(error)),
    };
    let is_long = text.len() as u64 > LONG;
    drop(text);
    if is_long && !may_be_long(&request.method) {
        let error = format!("a message of this method has at most {LONG} bytes");
        return Read::Refused { id: request.id, error: RpcError::malformed(error), request: true };
    }
    let shown = request.params.get("token").is_some_and(Value::is_string);
    let called = match refused {
        Some(refused) => Err(refused),
        None => Call::read(Transport::Server, &request.method, request.params),
    };
    match (called, request.id) {
        (Ok(call), id) => Read::Call { call: Box::new(call), id, shown },
        (Err(error), id) => Read::Refused { id, error, request: true },
    }
}

/// Counts what is refused.
fn refused(site: &Site, connection: &Connection, error: &RpcError) {
    site.metrics.refusal(error);
    if let Some(limit) = error.reached() {
        site.allowances.refusals().note(limit, connection.client());
    }
}

/// Answers one message.
async fn answer(site: Site, connection: Arc<Connection>, pulse: Pulse, read: Read) {
    let (call, id, shown) = match read {
        Read::Call { call, id, shown } => (*call, id, shown),
        Read::Refused { id, error, request } => {
            refused(&site, &connection, &error);
            if request {
                pulse.heard(false);
            }
            if let Some(id) = id {
                connection.answer(response(&id, &Err(error))).await;
            }
            return;
        }
    };
    let (watched, compress) = match &call {
        Call::Watch(watch, _) => (Some(watch.game.clone()), watch.compress),
        _ => (None, false),
    };
    let ordered = matches!(call, Call::Of { ask: Ask::Order { .. }, .. }).then(Instant::now);
    let answer = site.games.call(call, &connection).await;
    if let Some(began) = ordered {
        site.metrics.order(began.elapsed(), answer.is_ok());
    }
    if let Err(error) = &answer {
        refused(&site, &connection, error);
    }
    // A token that opens nothing is refused.
    pulse.heard(shown && answer.is_ok());
    if let Some(id) = id {
        let answer = response(&id, &answer);
        let compressed = match compress && answer.len() >= WORTH_COMPRESSING {
            true => compressed(&answer).await,
            false => None,
        };
        let length = compressed.as_ref().map_or(answer.len(), Bytes::len);
        site.allowances.transferred(connection.client(), length);
        match compressed {
            Some(compressed) => connection.answer_compressed(compressed).await,
            None => connection.answer(answer).await,
        }
    }
    if let Some(game) = watched {
        connection.release(&game);
    }
}

/// An answer as raw DEFLATE. It is made away from whoever answers others: the log of a long game takes
/// some milliseconds.
async fn compressed(answer: &str) -> Option<Bytes> {
    let answer = answer.to_owned();
    let compress = move || {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(answer.as_bytes()).ok()?;
        encoder.finish().ok().map(Bytes::from)
    };
    tokio::task::spawn_blocking(compress).await.ok().flatten()
}

/// Sends what is to be sent, and asks now and then whether anybody is there.
async fn speak(
    mut sink: SplitSink<WebSocket, Message>,
    (mut messages, untaken): (mpsc::Receiver<Message>, Arc<Untaken>),
    cut: CancellationToken,
    closing: CancellationToken,
) {
    let mut pulse = tokio::time::interval(PULSE);
    loop {
        let message = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(message) => Some(message),
                None => break,
            },
            () = cut.cancelled() => break,
            _ = pulse.tick() => None,
        };
        let length = message.as_ref().map_or(0, Message::len);
        let sent = async {
            match message {
                Some(message) => say(&mut sink, message).await,
                None => sink.send(Message::Ping(Bytes::new())).await,
            }
        };
        if !matches!(tokio::time::timeout(SENDING, sent).await, Ok(Ok(()))) {
            cut.cancel();
            return;
        }
        untaken.take(length);
    }
    let goodbye = CloseFrame {
        // 1012: come back in a moment.
        code: if closing.is_cancelled() { CloseCode::Restart } else { CloseCode::Normal },
        reason: Utf8Bytes::default(),
    };
    let _ = tokio::time::timeout(SENDING, sink.send(Message::Close(Some(goodbye)))).await;
}

/// Sends a message, a long one in several frames.
async fn say(sink: &mut SplitSink<WebSocket, Message>, message: Message) -> Result<(), Error> {
    if message.len() <= SENT_AT_ONCE {
        return sink.send(message).await;
    }
    let kind = if message.is_binary() { Data::Binary } else { Data::Text };
    let (mut rest, mut kind) = (message.into_data(), OpCode::Data(kind));
    while !rest.is_empty() {
        let part = rest.split_to(rest.len().min(SENT_AT_ONCE));
        sink.send(Message::Frame(Frame::message(part, kind, rest.is_empty()))).await?;
        kind = OpCode::Data(Data::Continue);
    }
    Ok(())
}
