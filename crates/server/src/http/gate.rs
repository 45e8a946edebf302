//! The gate: every connection with what it may cost, from the first moment to the last.
//!
//! There are so many places, in all, by network and by address. A connection that is not asked anything, or
//! does not take its answer, has to go after a while; if all places are taken, the one that was
//! idle longest goes at once, else one of the network that holds most. Requests under way and WebSockets have places
//! of their own: behind a proxy nobody has connections. What cannot be let in is told so in a sentence.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::visitor::Networks;
use crate::limits::{
    Client, Counted, Holder, Limits, Patience, Refusals, Room, Shares, Tally, is_unreserved,
};

/// How many are told at once that there is no room; others are not even told.
const TURNED_AWAY: usize = 64;

/// A WebSocket that nobody showed a token on or is signed in over, and that has been quiet so long, makes room
/// for others.
const QUIET: Duration = Duration::from_secs(30);

/// Who may come in.
pub(super) struct Gate {
    pub(super) limits: Limits,
    pub(super) proxies: Networks,
    of: Tally,
    open: Mutex<Open>,
    refusals: Arc<Refusals>,
    pub(super) turned_away: Arc<Semaphore>,
}

#[derive(Default)]
struct Open {
    next: u64,
    lines: HashMap<u64, Line>,
    /// Connections that are asked nothing, the longest idle first.
    idle: BTreeSet<(Instant, u64)>,
    /// WebSockets that give way to others, the longest quiet first.
    quiet: BTreeSet<(Instant, u64)>,
    /// All of them, by network.
    shares: Shares<u64, IpAddr>,
    /// Those over which requests are under way, and WebSockets, by the network of their client.
    busy: Shares<u64, IpAddr>,
    /// WebSockets alone.
    sockets: Shares<u64, IpAddr>,
    /// How many of these do not give way.
    staying: usize,
}

/// One connection.
struct Line {
    cut: CancellationToken,
    /// When the requests that are under way began, by number.
    under_way: HashMap<u64, Instant>,
    requests: u64,
    /// When it last became idle, or began.
    since: Instant,
    is_socket: bool,
    /// Somebody who holds a seat was heard over it, or is signed in: it does not give way to others.
    stays: bool,
}

/// Why somebody is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// All places are taken: so many there are.
    Games(usize),
    /// The part of its network of so many places is.
    Network(usize),
    /// Those of this address are: so many it may have.
    Address(u32),
}

impl Full {
    /// The name of the limit.
    pub(super) fn limit(self) -> &'static str {
        match self {
            Full::Games(_) | Full::Network(_) => "connections",
            Full::Address(_) => "connections-per-address",
        }
    }
}

impl Gate {
    pub(super) fn new(limits: Limits, proxies: Networks, refusals: Arc<Refusals>) -> Arc<Gate> {
        Arc::new(Gate {
            limits,
            proxies,
            of: Tally::default(),
            open: Mutex::default(),
            refusals,
            turned_away: Arc::new(Semaphore::new(TURNED_AWAY)),
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, if need be in place of one that was idle.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn enter(self: &Arc<Gate>, peer: IpAddr) -> Result<Pulse, Full> {
        self.let_in(peer).inspect_err(|full| self.refusals.note(full.limit(), Client::at(peer)))
    }

    fn let_in(self: &Arc<Gate>, peer: IpAddr) -> Result<Pulse, Full> {
        // A proxy brings many people, each of whom is counted by requests and sockets.
        let client = (!self.proxies.contain(peer)).then(|| Client::at(peer));
        let full = Full::Address(self.limits.connections_of.most());
        let enter = |client| self.of.enter(client, self.limits.connections_of).ok_or(full);
        let counted = client.map(enter).transpose()?;
        let (most, holder) = (self.limits.connections, client.and_then(Client::holder));
        let mut open = self.open();
        match open.shares.room(most, holder.as_ref()) {
            Room::Free => {}
            Room::None if open.lines.len() < most => return Err(Full::Network(most)),
            _ if open.make_room() => {}
            Room::Instead(largest) => open.cut(largest),
            Room::None => return Err(Full::Games(most)),
        }
        let number = open.next;
        open.next += 1;
        let now = Instant::now();
        let cut = CancellationToken::new();
        let line = Line {
            cut: cut.clone(),
            under_way: HashMap::new(),
            requests: 0,
            since: now,
            is_socket: false,
            stays: false,
        };
        open.lines.insert(number, line);
        open.idle.insert((now, number));
        open.shares.enter(number, holder);
        drop(open);
        let place = Place { gate: Arc::clone(self), number, _counted: counted };
        let (changed, read, forwards) = (Notify::new(), AtomicU64::new(0), OnceLock::new());
        let pulse = Inner { place, peer, cut, changed, read, forwards };
        Ok(Pulse(Arc::new(pulse)))
    }

    /// Ends the connection that has been idle longest, since there are no more handles.
    pub(super) fn make_room(&self) -> bool {
        self.open().make_room()
    }
}

impl Open {
    fn make_room(&mut self) -> bool {
        let idle = self.idle.first().map(|(_, number)| *number);
        let Some(number) = idle.or_else(|| self.longest_quiet()) else { return false };
        self.cut(number);
        true
    }

    fn longest_quiet(&self) -> Option<u64> {
        let (since, number) = self.quiet.first()?;
        (since.elapsed() >= QUIET).then_some(*number)
    }

    /// Makes room for one more among the `most` of these places.
    fn make_room_among(
        &mut self,
        places: impl Fn(&Open) -> &Shares<u64, IpAddr>,
        most: usize,
        holder: Option<&Holder<IpAddr>>,
    ) -> Result<(), Full> {
        let places = places(self);
        let instead = match places.room(most, holder) {
            Room::Free => return Ok(()),
            Room::Instead(largest) => Some(largest),
            Room::None if places.taken() < most => return Err(Full::Network(most)),
            // Nobody holds more than others: those who hold nothing yet come before what is quiet.
            Room::None if holder.is_none_or(|holder| self.sockets.held(holder) == 0) => self.longest_quiet(),
            Room::None => None,
        };
        self.cut(instead.ok_or(Full::Games(most))?);
        Ok(())
    }

    fn cut(&mut self, number: u64) {
        if let Some(line) = self.remove(number) {
            line.cut.cancel();
        }
    }

    fn remove(&mut self, number: u64) -> Option<Line> {
        let line = self.lines.remove(&number)?;
        self.idle.remove(&(line.since, number));
        self.quiet.remove(&(line.since, number));
        self.staying -= usize::from(line.stays);
        for places in [&mut self.shares, &mut self.busy, &mut self.sockets] {
            places.leave(&number);
        }
        Some(line)
    }
}

/// A place that is taken; it is free again when this is dropped.
struct Place {
    gate: Arc<Gate>,
    number: u64,
    _counted: Option<Counted>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.open().remove(self.number);
    }
}

/// How a connection fares; whoever has it keeps its place.
#[derive(Clone)]
pub(super) struct Pulse(Arc<Inner>);

struct Inner {
    place: Place,
    peer: IpAddr,
    cut: CancellationToken,
    changed: Notify,
    read: AtomicU64,
    /// Counts it for its proxy, which was not named; nothing if the proxy had all that it may have.
    forwards: OnceLock<Option<Counted>>,
}

/// A request that is under way until this is dropped.
pub(super) struct UnderWay {
    pulse: Pulse,
    number: u64,
}

impl Pulse {
    /// The address at the other end of the connection.
    pub(super) fn peer(&self) -> IpAddr {
        self.0.peer
    }

    /// A proxy that was not named forwards requests over it: from now on it counts as one of that address,
    /// even if that is this machine.
    ///
    /// # Errors
    /// That the address has all that it may have.
    pub(super) fn forwards(&self) -> Result<(), Full> {
        let gate = &self.0.place.gate;
        let client = Client::behind_proxy(self.0.peer);
        // One of another machine is counted already.
        let counts = Client::at(self.0.peer).is_exempt();
        let enter = || gate.of.enter(client, gate.limits.connections_of);
        let counted = self.0.forwards.get_or_init(|| counts.then(enter).flatten());
        if !counts || counted.is_some() {
            return Ok(());
        }
        let full = Full::Address(gate.limits.connections_of.most());
        gate.refusals.note(full.limit(), client);
        Err(full)
    }

    /// How long each stage may last.
    pub(super) fn patience(&self) -> Patience {
        self.0.place.gate.limits.patience
    }

    /// How many bytes have come over it.
    pub(super) fn read(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// Done when it has to go.
    pub(super) async fn cut(&self) {
        self.0.cut.cancelled().await;
    }

    fn with<T>(&self, change: impl FnOnce(&mut Open, u64) -> T) -> T {
        change(&mut self.0.place.gate.open(), self.0.place.number)
    }

    /// A request begins.
    pub(super) fn begin(&self) -> UnderWay {
        let number = self.with(|open, line| {
            let Some(found) = open.lines.get_mut(&line) else { return 0 };
            found.requests += 1;
            found.under_way.insert(found.requests, Instant::now());
            open.idle.remove(&(found.since, line));
            found.requests
        });
        self.0.changed.notify_one();
        UnderWay { pulse: self.clone(), number }
    }

    /// The request that is under way is this client's: it takes a place until it is answered.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn serves(&self, client: Client) -> Result<(), Full> {
        let most = self.0.place.gate.limits.connections;
        self.with(|open, number| {
            open.make_room_among(|open| &open.busy, most, client.holder().as_ref())?;
            if open.lines.contains_key(&number) {
                open.busy.enter(number, client.holder());
            }
            Ok(())
        })
    }

    /// It becomes a WebSocket of this client.
    ///
    /// # Errors
    /// Why there is no place for one.
    pub(super) fn upgrades(&self, client: Client) -> Result<(), Full> {
        let most = self.0.place.gate.limits.sockets;
        self.with(|open, number| {
            open.make_room_among(|open| &open.sockets, most, client.holder().as_ref())?;
            let Some(line) = open.lines.get_mut(&number) else { return Ok(()) };
            line.is_socket = true;
            line.since = Instant::now();
            open.quiet.insert((line.since, number));
            open.sockets.enter(number, client.holder());
            Ok(())
        })
    }

    /// Something was heard over the WebSocket; `known`: from somebody who holds a seat or is signed in. Such a one
    /// does not give way, but a reserve is left: anybody can begin a game and hold its seats, or make an account.
    pub(super) fn heard(&self, known: bool) {
        let most = self.0.place.gate.limits.sockets;
        self.with(|open, number| {
            let Some(line) = open.lines.get_mut(&number) else { return };
            open.quiet.remove(&(line.since, number));
            line.since = Instant::now();
            if known && !line.stays && is_unreserved(open.staying + 1, most) {
                line.stays = true;
                open.staying += 1;
            }
            if !line.stays {
                open.quiet.insert((line.since, number));
            }
            for places in [&mut open.busy, &mut open.sockets] {
                places.renew(&number, line.stays);
            }
        });
    }

    /// Until when it may go on as it does; `None` for ever (a WebSocket has times of its own).
    fn deadline(&self, patience: &Patience) -> Option<Instant> {
        self.with(|open, number| {
            let line = open.lines.get(&number)?;
            match line.under_way.values().min() {
                _ if line.is_socket => None,
                Some(began) => Some(*began + patience.answer),
                None if line.requests == 0 => Some(line.since + patience.head),
                None => Some(line.since + patience.idle),
            }
        })
    }

    /// Carries a connection on until it ends or has to go.
    pub(super) async fn keep<E>(
        &self,
        connection: impl Future<Output = Result<(), E>>,
    ) -> Result<(), Gone<E>> {
        let patience = self.patience();
        let mut connection = std::pin::pin!(connection);
        loop {
            let deadline = self.deadline(&patience);
            tokio::select! {
                biased;
                ended = &mut connection => return ended.map_err(Gone::Badly),
                () = self.cut() => return Err(Gone::ForOthers),
                () = self.0.changed.notified() => {}
                () = until(deadline) => {
                    if self.deadline(&patience).is_some_and(|deadline| deadline <= Instant::now()) {
                        return Err(Gone::TooSlow);
                    }
                }
            }
        }
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// How a connection ended.
#[derive(Debug)]
pub(super) enum Gone<E> {
    /// By a fault of the connection.
    Badly(E),
    /// It made room for others.
    ForOthers,
    /// Its time was over.
    TooSlow,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let number = self.number;
        self.pulse.with(|open, line| {
            let Some(found) = open.lines.get_mut(&line) else { return };
            found.under_way.remove(&number);
            if found.under_way.is_empty() && !found.is_socket {
                open.busy.leave(&line);
                found.since = Instant::now();
                open.idle.insert((found.since, line));
            }
        });
        self.pulse.0.changed.notify_one();
    }
}

/// A body that is under way until it is dropped.
pub(super) struct Body<B> {
    body: B,
    _under_way: UnderWay,
}

impl<B> Body<B> {
    pub(super) fn new(body: B, under_way: UnderWay) -> Body<B> {
        Body { body, _under_way: under_way }
    }
}

impl<B: http_body::Body + Unpin> http_body::Body for Body<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

/// A stream that is given up if the other end takes nothing for a while, and that knows how much
/// has come.
pub(super) struct Stream<S> {
    stream: S,
    pulse: Pulse,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Stream<S> {
    pub(super) fn new(stream: S, pulse: Pulse) -> Stream<S> {
        let patience = pulse.patience().taking;
        Stream { stream, pulse, patience, waiting: None }
    }

    /// Passes on what was taken; nothing for too long is an error.
    fn taken<T>(&mut self, cx: &mut Context<'_>, taken: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if taken.is_ready() {
            self.waiting = None;
            return taken;
        }
        let patience = self.patience;
        ready!(self.waiting.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "what is sent is not taken")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.pulse.0.read.fetch_add((buffer.filled().len() - before) as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let taken = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.taken(cx, taken)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let taken = Pin::new(&mut self.stream).poll_flush(cx);
        self.taken(cx, taken)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let taken = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.taken(cx, taken)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let taken = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.taken(cx, taken)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
