//! The frames of a WebSocket, looked at before they are put together: whoever does that sets memory aside as soon as
//! a frame says how long it is. A long message is let through once it has a place.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::CancellationToken;

use crate::limits::{Client, LONG, LongMessage, LongMessages};

/// The places of long messages that have come whole and are not answered yet, in the order in which they came.
pub(super) type Whole = Arc<Mutex<VecDeque<LongMessage>>>;

/// The head of a frame has at most 14 bytes; what is read beyond it is passed on with it.
const READ_AT_ONCE: usize = 1024;

/// A stream of frames, as RFC 6455 (5.2) lays them out.
pub(super) struct Frames<S> {
    stream: S,
    messages: Arc<LongMessages>,
    client: Client,
    cut: CancellationToken,
    /// What was read and not passed on yet.
    buffer: VecDeque<u8>,
    /// How much of a frame that was let through is still to be passed on.
    open: u64,
    /// The length of the message that is coming, as far as its frames have said it.
    length: u64,
    /// Whether the frame that is coming is its last.
    last: bool,
    place: Option<LongMessage>,
    entering: Option<Pin<Box<dyn Future<Output = LongMessage> + Send>>>,
    whole: Whole,
}

/// What a head says.
struct Head {
    /// Its own length and that of what follows.
    frame: u64,
    payload: u64,
    /// Whether it belongs to a message, and does not control the connection.
    data: bool,
    continues: bool,
    last: bool,
}

impl Head {
    /// `None` if not all of it has come.
    fn read(bytes: &VecDeque<u8>) -> Option<Head> {
        let (first, second) = (*bytes.front()?, *bytes.get(1)?);
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let payload = if extended == 0 {
            u64::from(second & 0x7f)
        } else {
            (0..extended).try_fold(0, |length, at| Some(length << 8 | u64::from(*bytes.get(2 + at)?)))?
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let opcode = first & 0x0f;
        Some(Head {
            frame: (2 + extended as u64 + mask).saturating_add(payload),
            payload,
            data: opcode < 8,
            continues: opcode == 0,
            last: first & 0x80 != 0,
        })
    }
}

impl<S> Frames<S> {
    pub(super) fn new(
        stream: S,
        messages: Arc<LongMessages>,
        client: Client,
        cut: CancellationToken,
    ) -> (Frames<S>, Whole) {
        let whole = Whole::default();
        let frames = Frames {
            stream,
            messages,
            client,
            cut,
            buffer: VecDeque::new(),
            open: 0,
            length: 0,
            last: false,
            place: None,
            entering: None,
            whole: Arc::clone(&whole),
        };
        (frames, whole)
    }

    /// Lets the frame through whose head has come, as soon as its message has a place if it needs one.
    fn poll_enter(&mut self, head: &Head, cx: &mut Context<'_>) -> Poll<()> {
        let length = if head.continues { self.length } else { 0 }.saturating_add(head.payload);
        if head.data && length > LONG && self.place.is_none() {
            let enter = || Arc::clone(&self.messages).enter(self.client, self.cut.clone());
            let entering = self.entering.get_or_insert_with(|| Box::pin(enter()));
            self.place = Some(ready!(entering.as_mut().poll(cx)));
            self.entering = None;
        }
        self.open = head.frame;
        self.last = head.data && head.last;
        if head.data {
            self.length = length;
        }
        Poll::Ready(())
    }

    /// So much of the open frame was passed on.
    fn passed(&mut self, bytes: usize) {
        self.open -= bytes as u64;
        if let Some(place) = &self.place {
            place.came(bytes as u64);
        }
        if self.open == 0
            && self.last
            && let Some(place) = self.place.take()
        {
            place.is_whole();
            self.whole.lock().unwrap_or_else(PoisonError::into_inner).push_back(place);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Frames<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.open == 0 {
            match Head::read(&this.buffer) {
                Some(head) => ready!(this.poll_enter(&head, cx)),
                None => {
                    let mut bytes = [0; READ_AT_ONCE];
                    let mut read = ReadBuf::new(&mut bytes);
                    ready!(Pin::new(&mut this.stream).poll_read(cx, &mut read))?;
                    if read.filled().is_empty() {
                        return Poll::Ready(Ok(()));
                    }
                    this.buffer.extend(read.filled());
                }
            }
        }
        let most = usize::try_from(this.open).unwrap_or(usize::MAX).min(out.remaining());
        let bytes = if this.buffer.is_empty() {
            let mut part = ReadBuf::new(out.initialize_unfilled_to(most));
            ready!(Pin::new(&mut this.stream).poll_read(cx, &mut part))?;
            let bytes = part.filled().len();
            out.advance(bytes);
            bytes
        } else {
            let bytes = most.min(this.buffer.len());
            let (front, back) = this.buffer.as_slices();
            let from_front = bytes.min(front.len());
            out.put_slice(&front[..from_front]);
            out.put_slice(&back[..bytes - from_front]);
            this.buffer.drain(..bytes);
            // Most sockets are silent most of the time: they keep nothing.
            if this.buffer.is_empty() {
                this.buffer = VecDeque::new();
            }
            bytes
        };
        this.passed(bytes);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Frames<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
