//! The WebSocket: the protocol, one message a frame.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::sync::mpsc;

use super::Site;
use crate::house::{House, Wire};
use crate::protocol::{Call, Door, LONGEST_MESSAGE, Request, RpcError, response};

/// How often a quiet connection is asked whether it is still there.
const PULSE: Duration = Duration::from_secs(20);

/// How long a connection may be silent: two beats missed.
const SILENCE: Duration = Duration::from_secs(50);

/// How long one message may take to be taken by the other end.
const SENDING: Duration = Duration::from_secs(20);

/// How much of an overlong message is read all the same, so that it can be answered; beyond this the connection is cut.
const LONGEST_READ: usize = 2 * LONGEST_MESSAGE;

pub(super) async fn open(
    State(site): State<Site>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if !own_page(&headers) {
        return (StatusCode::FORBIDDEN, "Another site's page may not speak for you here.\n").into_response();
    }
    let Ok(permit) = Arc::clone(&site.sockets).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The house is full.\n").into_response();
    };
    upgrade.max_message_size(LONGEST_READ).max_frame_size(LONGEST_READ).on_upgrade(async move |socket| {
        converse(&site, socket).await;
        drop(permit);
    })
}

/// Whether a request comes from a page of this server, or from no page at all.
fn own_page(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    origin.is_some_and(|(_, origin)| host.is_some_and(|host| origin.eq_ignore_ascii_case(host)))
}

/// Hears and answers one connection until it ends.
async fn converse(site: &Site, socket: WebSocket) {
    let cut = site.closing.child_token();
    let (wire, messages) = Wire::new(cut.clone());
    let (sink, mut stream) = socket.split();
    let speaker = tokio::spawn(speak(sink, messages, cut.clone(), site.closing.clone()));
    loop {
        let heard = tokio::select! {
            heard = tokio::time::timeout(SILENCE, stream.next()) => heard,
            () = cut.cancelled() => break,
        };
        let Ok(Some(heard)) = heard else { break };
        if hear(&site.house, &wire, heard).await.is_break() {
            break;
        }
    }
    site.house.leave(&wire);
    drop(wire);
    // It ends when the last holder of the wire lets go of it or the cut is made, which `leave` did.
    let _ = speaker.await;
}

/// Answers one message.
async fn hear(house: &Arc<House>, wire: &Arc<Wire>, heard: Result<Message, axum::Error>) -> ControlFlow<()> {
    let text = match heard {
        Ok(Message::Text(text)) => text,
        Ok(Message::Binary(_)) => {
            let error = RpcError::new(RpcError::NO_REQUEST, "messages are text");
            wire.answer(response(&Value::Null, &Err(error))).await;
            return ControlFlow::Continue(());
        }
        Ok(Message::Ping(_) | Message::Pong(_)) => return ControlFlow::Continue(()),
        Ok(Message::Close(_)) => return ControlFlow::Break(()),
        Err(error) => {
            tracing::debug!(%error, "a connection ended badly");
            return ControlFlow::Break(());
        }
    };
    if text.len() > LONGEST_MESSAGE {
        let error =
            RpcError::new(RpcError::NO_REQUEST, format!("a message has at most {LONGEST_MESSAGE} bytes"));
        wire.answer(response(&Value::Null, &Err(error))).await;
        return ControlFlow::Continue(());
    }
    let request = match Request::read(text.as_bytes()) {
        Ok(request) => request,
        Err((id, error)) => {
            wire.answer(response(&id, &Err(error))).await;
            return ControlFlow::Continue(());
        }
    };
    let answer = match Call::read(Door::Server, &request.method, request.params) {
        Ok(call) => house.call(call, wire).await,
        Err(error) => Err(error),
    };
    if let Some(id) = request.id {
        wire.answer(response(&id, &answer)).await;
    }
    ControlFlow::Continue(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_page_of_this_server_may_speak() {
        let from = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("localhost:1863"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            own_page(&headers)
        };
        assert!(from(None));
        assert!(from(Some("http://localhost:1863")));
        assert!(!from(Some("http://localhost:1864")));
        assert!(!from(Some("https://example.org")));
        assert!(!from(Some("null")));
    }
}
