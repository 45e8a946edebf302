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

/// A message comes in as many frames at most: a longer one would be endless frames with nothing in them, which no
/// limit of bytes counts.
const MOST_FRAMES: u32 = 4096;

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
    /// In how many frames it has come so far.
    frames: u32,
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
            frames: 0,
            last: false,
            place: None,
            entering: None,
            whole: Arc::clone(&whole),
        };
        (frames, whole)
    }

    /// Lets the frame through whose head has come, as soon as its message has a place if it needs one.
    ///
    /// # Errors
    /// One frame too many.
    fn poll_enter(&mut self, head: &Head, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
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
            self.frames = if head.continues { self.frames.saturating_add(1) } else { 1 };
        }
        if self.frames > MOST_FRAMES {
            let told = format!("a message has at most {MOST_FRAMES} frames");
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, told)));
        }
        Poll::Ready(Ok(()))
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
                Some(head) => ready!(this.poll_enter(&head, cx))?,
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

    use super::*;

    fn somebody() -> Client {
        Client::at([192, 0, 2, 1].into())
    }

    /// A stream of frames, what it comes from, and the places that are left to its client.
    fn frames(messages: &Arc<LongMessages>) -> (DuplexStream, Frames<DuplexStream>, Whole) {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (frames, whole) = Frames::new(far, Arc::clone(messages), somebody(), CancellationToken::new());
        (near, frames, whole)
    }

    /// The head of a masked frame.
    fn head(first: u8, length: u64) -> Vec<u8> {
        let mut head = vec![first];
        match length {
            0..126 => head.push(0x80 | length as u8),
            126..65_536 => head.extend([&[0x80 | 126][..], &(length as u16).to_be_bytes()].concat()),
            _ => head.extend([&[0x80 | 127][..], &length.to_be_bytes()].concat()),
        }
        head.extend([0; 4]);
        head
    }

    const TEXT: u8 = 0x01;
    const NEXT: u8 = 0x00;
    const LAST: u8 = 0x80;
    const PING: u8 = 0x89;

    #[tokio::test]
    async fn nothing_of_a_long_message_comes_before_it_has_a_place() {
        let messages = Arc::new(LongMessages::default());
        let enter = || Arc::clone(&messages).enter(somebody(), CancellationToken::new());
        let (first, _second) = (enter().await, enter().await);
        let (mut near, mut frames, whole) = frames(&messages);
        let short = [head(TEXT | LAST, 3), b"abc".to_vec()].concat();
        let long = [head(TEXT | LAST, LONG + 1), vec![b'x'; LONG as usize + 1]].concat();
        near.write_all(&short).await.expect("there is room");
        near.write_all(&long).await.expect("there is room");
        let mut read = vec![0; short.len()];
        frames.read_exact(&mut read).await.expect("it has come");
        assert_eq!(read, short);
        assert!(whole.lock().expect("no panic").is_empty(), "a short message needs none");
        let mut read = vec![0; long.len()];
        {
            let mut reading = Box::pin(frames.read_exact(&mut read));
            assert!(futures_util::poll!(&mut reading).is_pending());
            drop(first);
            reading.await.expect("it has come");
        }
        assert_eq!(read, long);
        assert_eq!(whole.lock().expect("no panic").len(), 1);
        assert_eq!(messages.count(), 2);
        whole.lock().expect("no panic").clear();
        assert_eq!(messages.count(), 1);
    }

    #[tokio::test]
    async fn a_message_without_end_is_given_up() {
        let (mut near, mut frames, _whole) = frames(&Arc::default());
        let mut all = head(TEXT, 0);
        for _ in 1..MOST_FRAMES {
            all.extend(head(NEXT, 0));
        }
        let mut read = vec![0; all.len()];
        near.write_all(&all).await.expect("there is room");
        near.write_all(&[head(TEXT | LAST, 0), head(NEXT | LAST, 0)].concat()).await.expect("there is room");
        frames.read_exact(&mut read).await.expect("so many may be");
        frames.read_exact(&mut read[..12]).await.expect("another message is counted anew");
        for _ in 0..MOST_FRAMES {
            near.write_all(&head(NEXT, 0)).await.expect("there is room");
        }
        drop(near);
        let mut rest = Vec::new();
        let error = frames.read_to_end(&mut rest).await.expect_err("one too many");
        assert_eq!(error.to_string(), "a message has at most 4096 frames");
    }

    #[tokio::test]
    async fn a_message_in_many_frames_is_as_long_as_all_of_them() {
        let messages = Arc::new(LongMessages::default());
        let (mut near, mut frames, whole) = frames(&messages);
        let half = LONG as usize / 2 + 1;
        let parts = [
            [head(TEXT, half as u64), vec![b'x'; half]].concat(),
            head(PING, 0),
            [head(NEXT, half as u64), vec![b'x'; half]].concat(),
            head(NEXT | LAST, 0),
            [head(TEXT | LAST, half as u64), vec![b'x'; half]].concat(),
        ];
        for (part, (long, waits)) in parts.iter().zip([(0, 0), (0, 0), (1, 0), (1, 1), (1, 1)]) {
            near.write_all(part).await.expect("there is room");
            let mut read = vec![0; part.len()];
            frames.read_exact(&mut read).await.expect("it has come");
            assert_eq!(&read, part);
            assert_eq!((messages.count(), whole.lock().expect("no panic").len()), (long, waits));
        }
        drop(near);
        assert_eq!(frames.read(&mut [0; 8]).await.expect("it has ended"), 0);
    }
}
