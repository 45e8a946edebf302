//! Connections: each is let in at the gate, carried on while it is used, and ended when the server
//! stops.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::gate::{Body, Full, Gate, Pulse, Stream};
use super::request_id;

/// How long open requests may take to end once the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long whoever is turned away may take to ask and to be told.
const TURNING_AWAY: Duration = Duration::from_secs(3);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;

/// How HTTP is spoken: HTTP/1.1 alone. A browser speaks HTTP/2 only over TLS, which a proxy ends.
fn builder(head: Duration) -> Builder {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(LONGEST_HEAD);
    builder
}

/// Accepts connections until `closing` is cancelled, then lets open requests end.
pub(super) async fn accept(
    listener: TcpListener,
    gate: Arc<Gate>,
    router: Router,
    closing: CancellationToken,
) -> io::Result<()> {
    // Each connection holds a sender: when all are dropped, all have ended.
    let (open, mut ended) = mpsc::channel(1);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // One caller gone already, or no more handles: the next may do better.
                    tracing::warn!(%error, "a connection could not be taken");
                    gate.make_room();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = closing.cancelled() => break,
        };
        // Small messages go out at once.
        let _ = stream.set_nodelay(true);
        take(&gate, stream, peer.ip(), &router, &open, &closing);
    }
    drop(listener);
    drop(open);
    let _ = tokio::time::timeout(FAREWELL, ended.recv()).await;
    Ok(())
}

/// Lets one connection in, or says why not. It holds `open` until it ends.
fn take<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    gate: &Arc<Gate>,
    stream: S,
    peer: IpAddr,
    router: &Router,
    open: &mpsc::Sender<Infallible>,
    closing: &CancellationToken,
) {
    match gate.enter(peer) {
        Ok(pulse) => {
            let connection = serve(stream, pulse, router.clone(), closing.clone());
            let open = open.clone();
            tokio::spawn(async move {
                connection.await;
                drop(open);
            });
        }
        Err(full) => {
            let Ok(permit) = Arc::clone(&gate.turned_away).try_acquire_owned() else { return };
            tokio::spawn(async move {
                let _ = tokio::time::timeout(TURNING_AWAY, turn_away(stream, full)).await;
                drop(permit);
            });
        }
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    pulse: Pulse,
    router: Router,
    closing: CancellationToken,
) {
    let stream = TokioIo::new(Stream::new(stream, pulse.clone()));
    let under = pulse.clone();
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let under_way = under.begin();
        request.extensions_mut().insert(under.clone());
        let response = router.call(request);
        async move { response.await.map(|response| response.map(|body| Body::new(body, under_way))) }
    });
    let builder = builder(pulse.patience().head);
    let connection = builder.serve_connection(stream, service).with_upgrades();
    let to_its_end = async {
        let mut connection = pin!(connection);
        tokio::select! {
            ended = connection.as_mut() => return ended,
            () = closing.cancelled() => connection.as_mut().graceful_shutdown(),
        }
        connection.await
    };
    let ended = pulse.keep(to_its_end).await;
    if let Err(how) = ended {
        tracing::debug!(?how, "a connection ended badly");
    }
}

/// Says that there is no room, and ends the connection.
pub(super) fn refusal(full: Full) -> Response {
    let (status, text) = match full {
        Full::Games(most) => (
            StatusCode::SERVICE_UNAVAILABLE,
            format!("This server has all {most} connections it can hold. Try again in a moment.\n"),
        ),
        Full::Network(most) => (
            StatusCode::TOO_MANY_REQUESTS,
            format!(
                "Your network has its part of the {most} connections that this server can hold. Try again in a moment.\n"
            ),
        ),
        Full::Address(most) => (
            StatusCode::TOO_MANY_REQUESTS,
            format!("Your address has all {most} connections that one may have. Close some of them.\n"),
        ),
    };
    (status, [(header::RETRY_AFTER, "5"), (header::CONNECTION, "close")], text).into_response()
}

/// Answers whatever is asked with why there is no room.
async fn turn_away<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(stream: S, full: Full) {
    let service = service_fn(move |_: Request<Incoming>| async move {
        let id = request_id::fresh();
        tracing::info!(id, ?full, "a connection is turned away");
        let mut response = refusal(full);
        request_id::mark(response.headers_mut(), &id);
        Ok::<_, Infallible>(response)
    });
    let builder = builder(TURNING_AWAY);
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::visitor::Networks;
    use crate::limits::{Client, Limit, Limits};
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::Instant;

    const ONE: [u8; 4] = [192, 0, 2, 1];
    const TWO: [u8; 4] = [198, 51, 100, 2];

    /// A gate without games behind it, and time that is handed in.
    struct Yard {
        gate: Arc<Gate>,
        router: Router,
        open: mpsc::Sender<Infallible>,
        ended: mpsc::Receiver<Infallible>,
        closing: CancellationToken,
    }

    impl Yard {
        fn new(limits: Limits) -> Yard {
            let router = Router::new()
                .route("/", get(|| async { "well\n" }))
                .route("/long", get(|| async { "x".repeat(1 << 20) }))
                .route("/never", get(std::future::pending::<&'static str>));
            let gate = Gate::new(limits, Networks::default(), Arc::default());
            let (open, ended) = mpsc::channel(1);
            Yard { gate, router, open, ended, closing: CancellationToken::new() }
        }

        fn connect(&self, peer: [u8; 4]) -> DuplexStream {
            let (near, far) = duplex(16 * 1024);
            take(&self.gate, far, peer.into(), &self.router, &self.open, &self.closing);
            near
        }
    }

    /// Everything that comes until the connection is closed, and how many seconds that took.
    async fn rest(stream: &mut DuplexStream) -> (String, u64) {
        let began = Instant::now();
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all).await;
        (String::from_utf8_lossy(&all).into_owned(), began.elapsed().as_secs())
    }

    /// One answer of the length of "well".
    async fn answer(stream: &mut DuplexStream) -> String {
        let mut all = Vec::new();
        while !all.ends_with(b"well\n") {
            let mut byte = [0; 1];
            assert_eq!(stream.read(&mut byte).await.unwrap(), 1);
            all.push(byte[0]);
        }
        String::from_utf8(all).unwrap()
    }

    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const NEVER: &[u8] = b"GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n";

    #[tokio::test(start_paused = true)]
    async fn three_hundred_that_say_nothing_are_closed() {
        let yard = Yard::new(Limits { connections_of: Limit::set(0), ..Limits::default() });
        let mut silent: Vec<_> = (0..300).map(|_| yard.connect(ONE)).collect();
        for stream in &mut silent {
            let (told, _) = rest(stream).await;
            assert_eq!(told, "");
        }
        let mut late = yard.connect(ONE);
        assert_eq!(rest(&mut late).await.1, 15);
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_drop_by_drop_is_not_waited_for() {
        let yard = Yard::new(Limits::default());
        for before in [0, 1] {
            let mut stream = yard.connect(ONE);
            for _ in 0..before {
                stream.write_all(GET).await.unwrap();
                answer(&mut stream).await;
            }
            let began = Instant::now();
            for byte in b"GET / HTTP/1.1\r\nX-Long: ".iter().chain(std::iter::repeat(&b'x')) {
                if stream.write_all(&[*byte]).await.is_err() {
                    break;
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            let took = began.elapsed().as_secs();
            assert!(took <= 17, "{before}: {took}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_asks_nothing_more_is_closed_and_whoever_asks_is_not() {
        let yard = Yard::new(Limits::default());
        let mut stream = yard.connect(ONE);
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_secs(14)).await;
            stream.write_all(GET).await.unwrap();
            assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        }
        let (told, took) = rest(&mut stream).await;
        assert!(told.is_empty() && took <= 60, "{told} {took}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_slowly_is_not_waited_for() {
        let yard = Yard::new(Limits::default());
        for head in ["Content-Length: 100000", "Transfer-Encoding: chunked"] {
            let mut stream = yard.connect(ONE);
            stream
                .write_all(format!("POST / HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n5\r\n").as_bytes())
                .await
                .unwrap();
            let (told, took) = rest(&mut stream).await;
            assert!(told.starts_with("HTTP/1.1 405") && took <= 60, "{told} {took}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_takes_is_given_up() {
        let yard = Yard::new(Limits::default());
        let mut stream = yard.connect(ONE);
        stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_secs(25)).await;
        let (told, _) = rest(&mut stream).await;
        assert!(told.starts_with("HTTP/1.1 200") && told.len() < 1 << 20, "{}", told.len());
        // Whoever takes a little now and then is not waited for either, for ever.
        let mut stream = yard.connect(ONE);
        stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let (began, mut taken) = (Instant::now(), 0);
        loop {
            tokio::time::sleep(Duration::from_secs(10)).await;
            match stream.read(&mut [0; 100]).await {
                Ok(0) | Err(_) => break,
                Ok(count) => taken += count,
            }
            assert!(began.elapsed().as_secs() < 3000, "{taken}");
        }
        // And what never comes is not waited for.
        let mut stream = yard.connect(ONE);
        stream.write_all(NEVER).await.unwrap();
        assert_eq!(rest(&mut stream).await.1, 120);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_begins_with_http_2_is_not_waited_for() {
        let yard = Yard::new(Limits::default());
        let mut stream = yard.connect(ONE);
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
        let (told, took) = rest(&mut stream).await;
        assert!(!told.contains(" 200") && took == 0, "{told} {took}");
    }

    #[tokio::test(start_paused = true)]
    async fn when_the_server_closes_the_idle_go_at_once_and_answers_under_way_are_sent() {
        let mut yard = Yard::new(Limits::default());
        let mut idle = yard.connect(ONE);
        idle.write_all(GET).await.unwrap();
        answer(&mut idle).await;
        let mut busy = yard.connect(TWO);
        busy.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
        yard.closing.cancel();
        assert_eq!(rest(&mut idle).await, (String::new(), 0));
        let (told, _) = rest(&mut busy).await;
        assert!(told.starts_with("HTTP/1.1 200") && told.len() > 1 << 20, "{}", told.len());
        drop(yard.open);
        assert!(yard.ended.recv().await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn when_all_places_are_taken_the_longest_idle_goes() {
        let yard = Yard::new(Limits { connections: 3, ..Limits::default() });
        let mut busy = yard.connect(ONE);
        busy.write_all(NEVER).await.unwrap();
        let mut idle = [yard.connect(TWO), yard.connect(TWO)];
        for stream in &mut idle {
            stream.write_all(GET).await.unwrap();
            answer(stream).await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // The first of them asked again, so the second has been idle longest.
        idle[0].write_all(GET).await.unwrap();
        answer(&mut idle[0]).await;
        let mut new = yard.connect(ONE);
        new.write_all(NEVER).await.unwrap();
        assert_eq!(rest(&mut idle[1]).await, (String::new(), 0));
        idle[0].write_all(NEVER).await.unwrap();
        tokio::task::yield_now().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
        // All of them are busy: a new one is told so.
        let mut late = yard.connect(TWO);
        late.write_all(GET).await.unwrap();
        let (told, _) = rest(&mut late).await;
        assert!(told.starts_with("HTTP/1.1 503") && told.contains("Try again in a moment."), "{told}");
        // A place is free again when a connection ends.
        drop(busy);
        tokio::time::sleep(Duration::from_millis(1)).await;
        let mut next = yard.connect(TWO);
        next.write_all(GET).await.unwrap();
        assert!(answer(&mut next).await.starts_with("HTTP/1.1 200"));
    }

    #[tokio::test(start_paused = true)]
    async fn one_network_leaves_places_to_others_and_gives_way() {
        let yard = Yard::new(Limits { connections: 16, ..Limits::default() });
        let busy = async |peer: [u8; 4]| {
            let mut stream = yard.connect(peer);
            stream.write_all(NEVER).await.unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
            stream
        };
        let mut flood = Vec::new();
        for last in 0..8 {
            flood.push(busy([192, 0, 2, last]).await);
        }
        let mut more = yard.connect([192, 0, 2, 8]);
        more.write_all(GET).await.unwrap();
        let (told, _) = rest(&mut more).await;
        assert!(told.starts_with("HTTP/1.1 429") && told.contains("Your network has its part"), "{told}");
        // Half of them are left to others, and then the flood gives up its oldest for each of them.
        let mut others = Vec::new();
        for n in 0..12 {
            others.push(busy([198, 51, n, 1]).await);
        }
        for stream in &mut flood[..6] {
            assert_eq!(rest(stream).await, (String::new(), 0));
        }
        let mut late = yard.connect([203, 0, 113, 1]);
        late.write_all(GET).await.unwrap();
        assert!(answer(&mut late).await.starts_with("HTTP/1.1 200"));
        for stream in &mut others {
            assert!(futures_util::poll!(Box::pin(stream.read_u8())).is_pending(), "it was there before");
        }
    }

    /// A WebSocket of each of that many networks, over one proxy.
    fn sockets(gate: &Arc<Gate>, networks: std::ops::Range<u8>) -> Vec<Result<Pulse, Full>> {
        networks
            .map(|network| {
                let pulse = gate.enter([127, 0, 0, 1].into())?;
                let client = Client::behind_proxy([198, 51, network, 1].into());
                let under_way = pulse.begin();
                let opened = pulse.serves(client).and_then(|()| pulse.upgrades(client));
                drop(under_way);
                opened.map(|()| pulse)
            })
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn whose_network_holds_as_much_as_any_takes_the_place_of_what_is_quiet() {
        let is_cut = |pulse: &Result<Pulse, Full>| {
            futures_util::FutureExt::now_or_never(pulse.as_ref().unwrap().cut()).is_some()
        };
        // Of those who hold a seat seven eighths stay.
        for (seated, gives_way) in [(0..0, 0), (0..3, 3), (0..16, 14)] {
            let gate = Gate::new(
                Limits { sockets: 16, ..Limits::default() },
                Networks::new([Networks::read("127.0.0.1").unwrap()]),
                Arc::default(),
            );
            let there = sockets(&gate, 0..16);
            let late = || sockets(&gate, 16..17).remove(0).map(drop);
            assert_eq!(late(), Err(Full::Games(16)), "none was quiet for long");
            there[seated].iter().for_each(|pulse| pulse.as_ref().unwrap().heard(true));
            tokio::time::advance(Duration::from_secs(60)).await;
            assert_eq!(sockets(&gate, 0..1).remove(0).map(drop), Err(Full::Games(16)), "it holds one");
            late().unwrap();
            let cut: Vec<usize> = (0..16).filter(|n| is_cut(&there[*n])).collect();
            assert_eq!(cut, [gives_way]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_takes_only_its_share() {
        let yard = Yard::new(Limits { connections_of: Limit::usual(2), ..Limits::default() });
        let (first, _second) = (yard.connect(ONE), yard.connect(ONE));
        let mut third = yard.connect(ONE);
        third.write_all(GET).await.unwrap();
        let (told, _) = rest(&mut third).await;
        assert!(told.starts_with("HTTP/1.1 429") && told.contains("Close some of them."), "{told}");
        let mut other = yard.connect(TWO);
        other.write_all(GET).await.unwrap();
        assert!(answer(&mut other).await.starts_with("HTTP/1.1 200"));
        drop(first);
        tokio::time::sleep(Duration::from_millis(1)).await;
        let mut again = yard.connect(ONE);
        again.write_all(GET).await.unwrap();
        assert!(answer(&mut again).await.starts_with("HTTP/1.1 200"));
        let own: Vec<_> = (0..5).map(|_| yard.connect([127, 0, 0, 1])).collect();
        let mut own_too = yard.connect([127, 0, 0, 1]);
        own_too.write_all(GET).await.unwrap();
        assert!(answer(&mut own_too).await.starts_with("HTTP/1.1 200"), "this machine's own pass");
        drop(own);
    }
}
