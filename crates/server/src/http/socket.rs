//! The WebSocket: the protocol, one message a frame.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{FuturesUnordered, SplitSink};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, sleep_until, timeout_at};

use super::Site;
use super::gate::Pulse;
use crate::games::{Connection, Games};
use crate::limits::{self, Client};
use crate::protocol::{Call, LONGEST_MESSAGE, Request, RpcError, Transport, notice, response};

/// How often a quiet connection is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(20);

/// How long a connection may be silent: two beats missed.
const SILENCE: Duration = Duration::from_secs(50);

/// How long one message may take to be taken by the other end.
const SENDING: Duration = Duration::from_secs(20);

/// How much of an overlong message is read all the same, so that it can be answered; beyond this
/// the connection is cut.
const LONGEST_READ: usize = 2 * LONGEST_MESSAGE;

/// How many messages of one connection may wait for their answers; then no more are read.
const MOST_WAITING: usize = 1024;

/// How many answers of one connection may be thought over while others are given.
const MOST_THOUGHT_OVER: usize = 4;

/// How often whoever waits for an answer hears that it is being worked out.
const BEAT: Duration = Duration::from_secs(5);

/// How many pings and pongs are heard between two of our own. Nobody who means well needs more.
const MOST_PINGS: u32 = 200;

/// So much of a message that is not whole yet is let lie; of more the rest must come in time.
const UNFINISHED: u64 = 64 * 1024;

pub(super) async fn open(
    State(site): State<Site>,
    Extension(pulse): Extension<Pulse>,
    Extension(client): Extension<Client>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if !site.names.own_page(&uri, &headers) {
        return (StatusCode::FORBIDDEN, "Another site's page may not speak for you here.\n").into_response();
    }
    let Some(counted) = site.sockets_of.enter(client, site.limits.sockets_of) else {
        let text = "Your address has as many WebSockets here as one may have. Close some of them.\n";
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "5")], text).into_response();
    };
    let Ok(permit) = Arc::clone(&site.sockets).try_acquire_owned() else {
        let text = "This server has as many WebSockets as it can hold. Try again in a moment.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], text).into_response();
    };
    upgrade.max_message_size(LONGEST_READ).max_frame_size(LONGEST_READ).on_upgrade(async move |socket| {
        pulse.upgraded();
        converse(&site, client, pulse, socket).await;
        drop((permit, counted));
    })
}

/// Something to be answered.
enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// One that is refused before it is read.
    Refused(RpcError),
    /// One too many, of which only the id is looked at.
    TooOften(Utf8Bytes, Duration),
}

impl Heard {
    fn len(&self) -> usize {
        match self {
            Heard::Text(text) | Heard::TooOften(text, _) => text.len(),
            Heard::Refused(_) => 0,
        }
    }
}

/// A message that has been read.
enum Read {
    /// It is refused at once: the answer, if it wants one, and whether it was a request.
    Refused { answer: Option<String>, request: bool },
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
async fn converse(site: &Site, client: Client, pulse: Pulse, socket: WebSocket) {
    let cut = site.closing.child_token();
    let (connection, messages) = Connection::new(client, cut.clone());
    let (sink, mut stream) = socket.split();
    let speaker = tokio::spawn(speak(sink, messages, cut.clone(), site.closing.clone()));
    let mut waiting: VecDeque<Heard> = VecDeque::new();
    let mut bytes = 0;
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
    loop {
        if work.is_none()
            && let Some(next) = waiting.pop_front()
        {
            bytes -= next.len();
            let read = read(next);
            let aside = read.takes_thought() && thoughts.len() < MOST_THOUGHT_OVER;
            let next: Work =
                Box::pin(answer(Arc::clone(&site.games), Arc::clone(&connection), pulse.clone(), read));
            beat.reset();
            if aside {
                thoughts.push(next);
            } else {
                work = Some(next);
            }
            continue;
        }
        let room = waiting.len() < MOST_WAITING && bytes < LONGEST_READ;
        tokio::select! {
            heard = timeout_at(silent_until, stream.next()), if room => {
                let Ok(Some(heard)) = heard else { break };
                silent_until = Instant::now() + SILENCE;
                let heard = match heard {
                    Ok(Message::Text(text)) => match site.messages.spend(client) {
                        Ok(()) => Heard::Text(text),
                        Err(wait) => Heard::TooOften(text, wait),
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
                    Ok(Message::Close(_)) => break,
                    Err(error) => {
                        tracing::debug!(%error, "a connection ended badly");
                        break;
                    }
                };
                (whole, since) = (pulse.read(), Instant::now());
                bytes += heard.len();
                waiting.push_back(heard);
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
                if pulse.read() - whole > UNFINISHED {
                    tracing::debug!("a message does not come to its end");
                    break;
                }
                since = Instant::now();
            }
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

async fn done(work: &mut Option<Work>) {
    match work {
        Some(work) => work.await,
        None => std::future::pending().await,
    }
}

/// Reads one message.
fn read(heard: Heard) -> Read {
    let refuse = |id: &Value, error: RpcError| Read::Refused {
        answer: Some(response(id, &Err(error))),
        request: false,
    };
    let (text, refused) = match heard {
        Heard::Refused(error) => return refuse(&Value::Null, error),
        Heard::Text(text) => (text, None),
        Heard::TooOften(text, wait) => {
            let often = format!("messages come too fast from your address: wait {}", limits::wait(wait));
            (text, Some(RpcError::limit("messages-per-second", often, Some(wait))))
        }
    };
    if text.len() > LONGEST_MESSAGE {
        let error =
            RpcError::new(RpcError::NO_REQUEST, format!("a message has at most {LONGEST_MESSAGE} bytes"));
        return refuse(&Value::Null, error);
    }
    let request = match Request::read(text.as_bytes()) {
        Ok(request) => request,
        Err((id, error)) => return refuse(&id, refused.unwrap_or(error)),
    };
    drop(text);
    let shown = request.params.get("token").is_some_and(Value::is_string);
    let called = match refused {
        Some(refused) => Err(refused),
        None => Call::read(Transport::Server, &request.method, request.params),
    };
    match (called, request.id) {
        (Ok(call), id) => Read::Call { call: Box::new(call), id, shown },
        (Err(error), id) => Read::Refused { answer: id.map(|id| response(&id, &Err(error))), request: true },
    }
}

/// Answers one message.
async fn answer(games: Arc<Games>, connection: Arc<Connection>, pulse: Pulse, read: Read) {
    let (call, id, shown) = match read {
        Read::Call { call, id, shown } => (*call, id, shown),
        Read::Refused { answer, request } => {
            if request {
                pulse.heard(false);
            }
            if let Some(answer) = answer {
                connection.answer(answer).await;
            }
            return;
        }
    };
    let answer = games.call(call, &connection).await;
    // A token that opens nothing is refused.
    pulse.heard(shown && answer.is_ok());
    if let Some(id) = id {
        connection.answer(response(&id, &answer)).await;
    }
}

/// Sends what is to be sent, and asks now and then whether anybody is there.
async fn speak(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Utf8Bytes>,
    cut: tokio_util::sync::CancellationToken,
    closing: tokio_util::sync::CancellationToken,
) {
    let mut pulse = tokio::time::interval(PULSE);
    loop {
        let message = tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(message) => Message::Text(message),
                None => break,
            },
            () = cut.cancelled() => break,
            _ = pulse.tick() => Message::Ping(Default::default()),
        };
        if !matches!(tokio::time::timeout(SENDING, sink.send(message)).await, Ok(Ok(()))) {
            cut.cancel();
            return;
        }
    }
    let goodbye = CloseFrame {
        code: if closing.is_cancelled() { close_code::AWAY } else { close_code::NORMAL },
        reason: Utf8Bytes::default(),
    };
    let _ = tokio::time::timeout(SENDING, sink.send(Message::Close(Some(goodbye)))).await;
}
