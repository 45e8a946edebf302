//! What is due, sent: tried again under the same name until it is accepted, and never after that.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};

use serde_json::Value;
use tokio::task::JoinSet;

use super::enter::name;
use super::http::{Answered, headers};
use super::mail::{Letter, words};
use super::push::{self, Subscription};
use super::text::Told;
use super::webhook::{discord, plain, signature};
use super::{ChannelKind, Notices};
use crate::games::broken;
use crate::secrets::fresh_secret;
use crate::store::{ChannelTo, Lane, NoticeEnd, Parcel};

/// For how long a server holds what it sends, in seconds: longer than any try takes.
const LEASE: i64 = 180;

/// How many a pass sends: then others have their turn.
const MOST: usize = 500;

/// How long it is waited after each try, in seconds; after the last of these once a day.
const WAITS: [i64; 5] = [60, 300, 1800, 2 * 3600, 6 * 3600];
const DAY: i64 = 24 * 3600;

/// For how long a notice is tried, in seconds.
const TRIED: i64 = 3 * DAY;

/// What came of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tried {
    /// It was accepted.
    Accepted,
    /// It was not, for this reason; in how many seconds the other side wants to be asked again.
    Failed(String, Option<i64>),
    /// Nothing is accepted there any more, for this reason.
    Closed(String),
}

/// How many are on their way at once.
fn at_once(lane: Lane) -> usize {
    match lane {
        Lane::Mail => 8,
        Lane::Answering | Lane::Failing => 32,
    }
}

impl Notices {
    /// Sends all that is due.
    pub(crate) async fn send_due(self: &Arc<Notices>) {
        let [mail, answering, failing] = Lane::ALL.map(|lane| self.send_lane(lane));
        tokio::join!(mail, answering, failing);
    }

    /// Sends all that is due to these channels: none of them waits for those of another lane.
    pub(crate) async fn send_lane(self: &Arc<Notices>, lane: Lane) {
        let _one_at_a_time = self.sending[lane as usize].lock().await;
        if !self.store.has_key() {
            return;
        }
        let now = self.clock.now();
        match self.store.waiting(now).await {
            Ok((waiting, due)) => {
                self.waiting.store(waiting, Ordering::Relaxed);
                if due == 0 {
                    return;
                }
            }
            Err(error) => return drop(broken(&error)),
        }
        let mut under_way = JoinSet::new();
        for _ in 0..MOST {
            if self.closing.is_cancelled() {
                break;
            }
            if under_way.len() >= at_once(lane) {
                under_way.join_next().await;
            }
            let Ok(lease) = fresh_secret() else { break };
            match self.store.take_parcel(&lease, lane, (now, now + LEASE)).await {
                // Another server was faster.
                Ok(Some(parcel)) if parcel.notices.is_empty() => {}
                Ok(Some(parcel)) => drop(under_way.spawn(Arc::clone(self).deliver(parcel))),
                // Something may wait for the account of what is on its way.
                Ok(None) if !under_way.is_empty() => drop(under_way.join_next().await),
                Ok(None) => break,
                Err(error) => {
                    broken(&error);
                    break;
                }
            }
        }
        while under_way.join_next().await.is_some() {}
        if let Ok((waiting, _)) = self.store.waiting(now).await {
            self.waiting.store(waiting, Ordering::Relaxed);
        }
    }

    async fn deliver(self: Arc<Notices>, parcel: Parcel) {
        let now = self.clock.now();
        let ended = match parcel.quiet.and_then(|quiet| quiet.ends_after(now)) {
            Some(until) => NoticeEnd::Waits(until),
            None => self.try_parcel(&parcel, now).await,
        };
        match &ended {
            NoticeEnd::Accepted => {
                // Until it is noted: a failure of the database sends nothing twice.
                self.accepted().extend(parcel.notices.iter().map(|(id, _)| id.clone()));
            }
            NoticeEnd::Later(_, why) => tracing::info!(kind = parcel.kind, why, "a notice was not accepted"),
            NoticeEnd::GivenUp(why) => {
                tracing::warn!(kind = parcel.kind, why, "a channel of notices was given up");
            }
            NoticeEnd::Waits(_) | NoticeEnd::Gone => {}
        }
        match self.store.end_parcel(&parcel, &ended, now).await {
            Ok(()) => {
                let mut accepted = self.accepted();
                parcel.notices.iter().for_each(|(id, _)| {
                    accepted.remove(id);
                });
            }
            Err(error) => drop(broken(&error)),
        }
    }

    fn accepted(&self) -> MutexGuard<'_, std::collections::HashSet<String>> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn try_parcel(&self, parcel: &Parcel, now: i64) -> NoticeEnd {
        let is_accepted = |(id, _): &(String, String)| self.accepted().contains(id);
        if parcel.notices.iter().all(is_accepted) {
            return NoticeEnd::Accepted;
        }
        let texts = parcel.notices.iter().map(|(_, text)| serde_json::from_str(text));
        let (Some(to), Ok(told)) = (&parcel.to, texts.collect::<Result<Vec<Told>, _>>()) else {
            let why = "Its address is not as it was written: remove it and add it again.";
            return NoticeEnd::GivenUp(why.to_owned());
        };
        let Some(kind) = ChannelKind::from_word(&parcel.kind) else {
            // A newer program has entered it, and will send it.
            return NoticeEnd::Waits(now + DAY);
        };
        let id = match (parcel.digest, &*parcel.notices) {
            (false, [(id, _), ..]) => id.clone(),
            _ => name(&[&parcel.channel, "digest", &parcel.due.to_string()]),
        };
        let tried = self.try_once(kind, (&parcel.channel, to), &id, &told).await;
        match tried {
            Tried::Accepted => {
                self.sent.fetch_add(1, Ordering::Relaxed);
                NoticeEnd::Accepted
            }
            Tried::Closed(why) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                // A browser that has gone does not come back under this address.
                if kind == ChannelKind::Push { NoticeEnd::Gone } else { NoticeEnd::GivenUp(why) }
            }
            Tried::Failed(why, wanted) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                if now - parcel.due >= TRIED {
                    return NoticeEnd::GivenUp(why);
                }
                let step = usize::try_from(parcel.tries).ok().and_then(|tries| WAITS.get(tries));
                let wait = step.copied().unwrap_or(DAY).max(wanted.unwrap_or(0).min(DAY));
                NoticeEnd::Later(now + wait, why)
            }
        }
    }

    /// Tries once to have something accepted.
    pub(super) async fn try_once(
        &self,
        kind: ChannelKind,
        (channel, to): (&str, &ChannelTo),
        id: &str,
        told: &[Told],
    ) -> Tried {
        let address = &self.settings.address;
        match kind {
            ChannelKind::Webhook | ChannelKind::Discord => {
                // Of several at once each is sent by itself; under what it is called all are one.
                let bodies: Vec<Value> = told
                    .iter()
                    .map(|told| match kind {
                        ChannelKind::Discord => discord(told, address),
                        _ => plain(id, told, address),
                    })
                    .collect();
                for body in bodies {
                    match self.post(kind, to, id, &body.to_string()).await {
                        Tried::Accepted => {}
                        other => return other,
                    }
                }
                Tried::Accepted
            }
            ChannelKind::Push => {
                for told in told {
                    match self.push(&to.to, told).await {
                        Tried::Accepted => {}
                        other => return other,
                    }
                }
                Tried::Accepted
            }
            ChannelKind::Mail => {
                let Some(mailer) = &self.mailer else {
                    return Tried::Failed("Mail is not set up on this server.".to_owned(), None);
                };
                let stop = self.link_address(channel, &to.secret, super::Link::Stop);
                let (subject, text) = words(told, address, &stop);
                let letter = Letter { id, to: &to.to, subject: &subject, text, unsubscribe: Some(stop) };
                match mailer.send(letter).await {
                    Ok(()) => Tried::Accepted,
                    Err(why) => Tried::Failed(why, None),
                }
            }
        }
    }

    /// Asks a browser's push service to tell it something.
    async fn push(&self, to: &str, told: &Told) -> Tried {
        let (Some(key), Some(browser)) = (&self.push, Subscription::of(to)) else {
            let why = "This server was started without its key: it cannot tell browsers anything.";
            return Tried::Failed(why.to_owned(), None);
        };
        let address = &self.settings.address;
        let said = push::said(told, address);
        let topic = told.game.as_deref().unwrap_or(told.kind.word());
        let request = push::request(key, address, &browser, (said.as_bytes(), topic), self.clock.now());
        let request = match request {
            Ok(request) => request,
            Err(why) => return Tried::Failed(format!("It cannot be sent: {why}."), None),
        };
        match self.client.post(&request.service, request.headers, request.body).await {
            Ok(Answered { status: 200..=299, .. }) => Tried::Accepted,
            Ok(Answered { status: status @ (404 | 410), .. }) => {
                Tried::Closed(format!("It answered {status}: the browser takes no notices any more."))
            }
            Ok(Answered { status, retry_after }) => {
                Tried::Failed(format!("It answered {status}."), retry_after)
            }
            Err(why) => Tried::Failed(why, None),
        }
    }

    async fn post(&self, kind: ChannelKind, to: &ChannelTo, id: &str, body: &str) -> Tried {
        let now = self.clock.now();
        let url = match self.client.read(&to.to) {
            Ok(url) => url,
            Err(why) => return Tried::Failed(why, None),
        };
        let (at, signed) = (now.to_string(), signature(&to.secret, id, now, body));
        let json = ("content-type", "application/json");
        let sent = match kind {
            ChannelKind::Webhook => headers([
                json,
                ("webhook-id", id),
                ("webhook-timestamp", &at),
                ("webhook-signature", &signed),
            ]),
            _ => headers([json]),
        };
        match self.client.post(&url, sent, body.as_bytes().to_vec()).await {
            Ok(Answered { status: 200..=299, .. }) => Tried::Accepted,
            Ok(Answered { status: status @ 410, .. }) => Tried::Closed(format!("It answered {status}.")),
            // Discord says so of a webhook that was deleted.
            Ok(Answered { status: status @ 404, .. }) if kind == ChannelKind::Discord => {
                Tried::Closed(format!("It answered {status}: the webhook is no more."))
            }
            Ok(Answered { status: status @ 300..=399, .. }) => Tried::Failed(
                format!("It answered {status}: it leads elsewhere, which is not followed."),
                None,
            ),
            Ok(Answered { status, retry_after }) => {
                Tried::Failed(format!("It answered {status}."), retry_after)
            }
            Err(why) => Tried::Failed(why, None),
        }
    }
}
