//! Notices: an account is told elsewhere than on the page that it is asked.
//!
//! Nothing is entered where games are written. What is to be told follows from where each game stands
//! and which version its seats were told of last, so that nothing is lost, whoever is killed: see
//! [`Notices::enter`]. What is entered waits in the database until it is accepted: see
//! [`Notices::send_due`]. A notice tells what the feed of its seat tells, which is what a watcher sees.

mod addresses;
mod desk;
mod enter;
mod http;
mod links;
mod mail;
mod push;
mod quiet;
mod send;
mod text;
mod webhook;

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex};

use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::accounts::Clock;
use crate::accounts::tries::Tries;
use crate::store::{Lane, Store};
pub(crate) use desk::{ChannelChange, NewChannel};
pub(crate) use links::Link;
pub use mail::MailSettings;

/// How notices are sent.
#[derive(Debug, Clone, Default)]
pub struct NoticeSettings {
    /// The address at which people reach the server, for links.
    pub address: String,
    /// Whether they may be sent to addresses of the server's own network, and without encryption.
    pub own_network: bool,
    /// How mail is sent, if it is.
    pub mail: Option<MailSettings>,
}

/// What kind of channel it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChannelKind {
    /// JSON, signed.
    Webhook,
    /// A message as Discord takes it.
    Discord,
    /// Mail.
    Mail,
    /// Web Push, to a browser.
    Push,
}

impl ChannelKind {
    fn word(self) -> &'static str {
        match self {
            ChannelKind::Webhook => "webhook",
            ChannelKind::Discord => "discord",
            ChannelKind::Mail => "mail",
            ChannelKind::Push => "push",
        }
    }

    fn from_word(word: &str) -> Option<ChannelKind> {
        [ChannelKind::Webhook, ChannelKind::Discord, ChannelKind::Mail, ChannelKind::Push]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// When notices looked at what last.
#[derive(Default)]
struct Looked {
    /// At all games.
    everything: Option<i64>,
    /// Since when it is known of seats that their players are at the table here, where another server
    /// has written.
    attended: BTreeMap<(String, &'static str), i64>,
    /// When accounts were told of challenges in the last hour.
    challenged: BTreeMap<String, Vec<i64>>,
}

/// The notices of a server.
pub struct Notices {
    store: Store,
    clock: Clock,
    settings: NoticeSettings,
    client: http::Client,
    mailer: Option<mail::Mailer>,
    /// The key by which push services know the server, if it has a key to make it of.
    push: Option<push::PushKey>,
    /// One looks at a time for what is to be told.
    looked: Mutex<Looked>,
    /// One sends at a time what is due in a lane; each pass sends several at once.
    sending: [Mutex<()>; Lane::ALL.len()],
    closing: CancellationToken,
    /// What was accepted, while that could not be noted in the database.
    accepted: StdMutex<HashSet<String>>,
    /// What accounts do here within an hour, by account.
    done_by: Tries<String>,
    /// Mail that asks whether an address is somebody's, by mailbox and by domain.
    asked_of: Tries<String>,
    sent: AtomicU64,
    failed: AtomicU64,
    waiting: AtomicUsize,
}

impl Notices {
    /// The notices of the accounts in that store.
    ///
    /// # Errors
    /// What notices cannot be sent with.
    pub fn new(store: Store, clock: Clock, settings: NoticeSettings) -> Result<Arc<Notices>, String> {
        let mailer = settings.mail.as_ref().map(mail::Mailer::new).transpose()?;
        let push = store.push_seed().map(|seed| push::PushKey::of(&seed));
        Ok(Arc::new(Notices {
            store,
            clock,
            client: http::Client::new(settings.own_network)?,
            push,
            mailer,
            settings,
            looked: Mutex::default(),
            sending: Default::default(),
            closing: CancellationToken::new(),
            accepted: StdMutex::default(),
            done_by: Tries::default(),
            asked_of: Tries::default(),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
        }))
    }

    /// Begins nothing any more; done when what is on its way has arrived, or has not.
    pub(crate) async fn close(&self) {
        self.closing.cancel();
        drop(self.looked.lock().await);
        for lane in &self.sending {
            drop(lane.lock().await);
        }
    }

    /// Forgets what nobody needs any more.
    pub(crate) async fn sweep(&self) {
        let now = self.clock.now();
        self.done_by.tidy(now);
        self.asked_of.tidy(now);
        if let Err(error) = self.store.forget_unconfirmed(now - desk::UNCONFIRMED).await {
            crate::games::broken(&error);
        }
    }

    /// How many parcels were accepted and how many were not since the program began, and how many
    /// notices waited when it was looked last.
    pub(crate) fn counts(&self) -> ([(&'static str, u64); 2], usize) {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        let sent = [("accepted", count(&self.sent)), ("failed", count(&self.failed))];
        (sent, self.waiting.load(Ordering::Relaxed))
    }
}
