//! Answers as they are taken. Until the last of one is, its request is under way, and what waits counts for the network
//! of whoever asked. Long parts are handed on in short ones, so that little waits beyond what is counted.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

use crate::limits::{Client, Counted, Unsent, Waiting};

/// How much is handed on at once, in bytes.
const PART: usize = 64 * 1024;

/// The body of an answer.
pub(super) struct Answered {
    body: Body,
    /// What has come out of it and is not handed on yet.
    rest: Bytes,
    unsent: Arc<Unsent>,
    client: Client,
    /// What waits; of a body whose length is known, all of it.
    waiting: Option<Waiting>,
    whole: bool,
    _under_way: Arc<Counted>,
}

impl Answered {
    /// That body, unless too much waits for the client's network already.
    pub(super) fn new(
        body: Body,
        unsent: &Arc<Unsent>,
        client: Client,
        under_way: Arc<Counted>,
    ) -> Option<Answered> {
        let length = body.size_hint().exact();
        let waiting = match length {
            Some(length) => Some(unsent.hold(client, usize::try_from(length).ok()?)?),
            None => None,
        };
        let unsent = Arc::clone(unsent);
        let (rest, whole) = (Bytes::new(), length.is_some());
        Some(Answered { body, rest, unsent, client, waiting, whole, _under_way: under_way })
    }
}

impl HttpBody for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let next = ready!(Pin::new(&mut self.body).poll_frame(cx)?);
            let Some(Ok(data)) = next.map(Frame::into_data) else { return Poll::Ready(None) };
            if !self.whole {
                self.waiting = None;
                self.waiting = self.unsent.hold(self.client, data.len());
                if self.waiting.is_none() {
                    let error = io::Error::other("too much waits for this network");
                    return Poll::Ready(Some(Err(axum::Error::new(error))));
                }
            }
            self.rest = data;
        }
        // Each part is copied: a slice would keep the whole in memory until the last of it is taken.
        let next = match self.rest.len() > PART {
            true => Bytes::copy_from_slice(&self.rest.split_to(PART)),
            false => std::mem::take(&mut self.rest),
        };
        Poll::Ready(Some(Ok(Frame::data(next))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        match self.body.size_hint().exact() {
            Some(length) => SizeHint::with_exact(length + self.rest.len() as u64),
            None => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{StreamExt as _, stream};

    use super::*;
    use crate::limits::{Limit, Tally};

    fn answered(body: Body, unsent: &Arc<Unsent>) -> Option<Body> {
        let client = Client::at([192, 0, 2, 1].into());
        let under_way = Tally::default().enter(client, Limit::usual(1)).expect("it is the first");
        Answered::new(body, unsent, client, Arc::new(under_way)).map(Body::new)
    }

    #[tokio::test]
    async fn a_long_answer_waits_for_its_network_until_the_last_part_of_it_is_taken() {
        let unsent = Arc::new(Unsent::default());
        let long = vec![b'x'; 2 * PART + 1];
        let body = answered(Body::from(long.clone()), &unsent).expect("nothing waits yet");
        assert_eq!(body.size_hint().exact(), Some(long.len() as u64));
        let (mut parts, mut taken) = (body.into_data_stream(), Vec::new());
        for length in [PART, PART, 1] {
            assert_eq!(unsent.bytes(), long.len());
            let part = parts.next().await.expect("more comes").expect("it is whole");
            assert_eq!(part.len(), length);
            taken.extend_from_slice(&part);
        }
        assert!(parts.next().await.is_none());
        drop(parts);
        assert_eq!((taken, unsent.bytes()), (long, 0));
    }

    #[tokio::test]
    async fn of_an_answer_of_unknown_length_what_has_come_out_waits() {
        let unsent = Arc::new(Unsent::default());
        let parts = stream::iter([10, 20, 30]).map(|length| Ok::<_, Infallible>(vec![b'x'; length]));
        let mut parts =
            answered(Body::from_stream(parts), &unsent).expect("nothing waits yet").into_data_stream();
        assert_eq!(unsent.bytes(), 0);
        for length in [10, 20] {
            assert_eq!(parts.next().await.expect("more comes").expect("it is whole").len(), length);
            assert_eq!(unsent.bytes(), length);
        }
        // It is cut off where the network holds too much.
        let _much = unsent.hold(Client::at([192, 0, 2, 2].into()), 63 << 20).expect("there is room");
        let _more = unsent.hold(Client::at([192, 0, 2, 2].into()), (1 << 20) - 20).expect("there is room");
        assert!(answered(Body::from("more"), &unsent).is_none());
        assert!(parts.next().await.expect("it says so").is_err());
    }
}
