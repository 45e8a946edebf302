//! What an account does with its channels and its quiet hours.

use serde::{Deserialize, Serialize};

use super::mail::{Letter, counted, read_address};
use super::push::{LONGEST_SUBSCRIPTION, Subscription};
use super::send::Tried;
use super::text::Told;
use super::webhook::shown;
use super::{ChannelKind, Link, Notices, addresses};
use crate::accounts::{Denied, SignedIn, Why};
use crate::limits::AskTurn;
use crate::secrets::{fresh_secret, token_hash};
use crate::store::{Account, Channel, ChannelKept, ChannelTo, Quiet};

/// How many channels an account has.
const MOST_CHANNELS: usize = 10;

/// How often an account adds or tries channels within an hour.
const DONE_PER_HOUR: u32 = 30;

/// How often a mailbox is asked within an hour whether it is somebody's.
const ASKED_PER_HOUR: u32 = 3;

/// How often the mailboxes of a domain are, all together.
const ASKED_PER_DOMAIN: u32 = 60;

/// After so many seconds an address that nobody has confirmed is forgotten.
pub(super) const UNCONFIRMED: i64 = 7 * 24 * 3600;

/// How long an address may be.
const LONGEST: usize = 1000;

/// A channel that is to be added.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChannel {
    /// `webhook`, `discord`, `mail` or `push`.
    pub(crate) kind: String,
    /// The address; of `push` what the browser says of its subscription, as JSON.
    pub(crate) to: String,
    /// The hour at which all is told at once.
    #[serde(default)]
    pub(crate) hour: Option<u8>,
}

/// What is to be changed of a channel.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChannelChange {
    /// The channel.
    pub(crate) channel: String,
    /// Whether nothing goes there at present.
    pub(crate) paused: bool,
    /// The hour at which all is told at once.
    #[serde(default)]
    pub(crate) hour: Option<u8>,
}

/// A channel as its owner is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ChannelTold {
    pub(crate) channel: String,
    pub(crate) kind: String,
    /// The address; of a webhook as much as tells it from others.
    pub(crate) to: Option<String>,
    pub(crate) confirmed: bool,
    /// Whether a link for signing in may be sent there.
    pub(crate) opens: bool,
    pub(crate) paused: bool,
    pub(crate) hour: Option<u8>,
    pub(crate) created: i64,
    /// When something was accepted last.
    pub(crate) sent: Option<i64>,
    /// When something was not accepted, if nothing was since.
    pub(crate) failed: Option<i64>,
    /// Why not.
    pub(crate) error: Option<String>,
}

/// What an account is told of its notices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct NoticesKept {
    /// Whether mail can be sent.
    pub(crate) mail: bool,
    /// What a browser has to know that subscribes to Web Push: the server's public key.
    pub(crate) push: Option<String>,
    pub(crate) channels: Vec<ChannelTold>,
    pub(crate) quiet: Option<Quiet>,
}

/// A channel that was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ChannelAdded {
    pub(crate) channel: ChannelTold,
    /// What signs what goes there: it is told only now.
    pub(crate) secret: Option<String>,
}

impl ChannelTold {
    fn of(channel: &Channel) -> ChannelTold {
        let to = channel.to.as_ref().map(|to| match Subscription::of(&to.to) {
            Some(browser) => in_short(&browser.endpoint),
            None => in_short(&to.to),
        });
        let at = |moment: i64| (moment > 0).then_some(moment);
        ChannelTold {
            channel: channel.id.clone(),
            kind: channel.kind.clone(),
            to,
            confirmed: channel.confirmed,
            opens: channel.to.as_ref().is_some_and(|to| to.opens),
            paused: channel.paused,
            hour: channel.hour,
            created: channel.created,
            sent: at(channel.sent),
            failed: at(channel.failed),
            error: channel.error.clone(),
        }
    }
}

/// As much of an address as tells it from others: whoever looks over a shoulder cannot write there.
fn in_short(to: &str) -> String {
    let Ok(url) = url::Url::parse(to) else { return to.to_owned() };
    let tail: String = to.chars().rev().take(4).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{}…{tail}", url.host_str().unwrap_or_default())
}

fn check_hour(hour: Option<u8>) -> Result<(), Denied> {
    match hour {
        Some(24..) => Err(Denied::malformed("An hour of the day was expected, 0 to 23.")),
        _ => Ok(()),
    }
}

impl Notices {
    /// What an account has.
    pub(crate) async fn told(&self, who: &SignedIn) -> Result<NoticesKept, Denied> {
        let channels = self.store.channels(&who.account.id).await?;
        Ok(NoticesKept {
            mail: self.mailer.is_some(),
            push: self.push.as_ref().map(|key| key.public().to_owned()),
            channels: channels.iter().map(ChannelTold::of).collect(),
            quiet: self.store.quiet(&who.account.id).await?,
        })
    }

    /// What is kept of an account here, for whoever takes it along.
    pub(crate) async fn export(&self, who: &SignedIn) -> Result<serde_json::Value, Denied> {
        let channels = self.store.channels(&who.account.id).await?;
        let whole = |channel: &Channel| ChannelTold {
            to: channel.to.as_ref().map(|to| to.to.clone()),
            ..ChannelTold::of(channel)
        };
        let channels: Vec<ChannelTold> = channels.iter().map(whole).collect();
        Ok(serde_json::json!({ "channels": channels, "quiet": self.store.quiet(&who.account.id).await? }))
    }

    /// Counts one more thing that an account does.
    fn spend(&self, who: &SignedIn) -> Result<(), Denied> {
        let spent = self.done_by.spend(&who.account.id, DONE_PER_HOUR, self.clock.now());
        spent.map_err(|wait| Denied::too_often("Too many channels were added or tried", wait))
    }

    /// Adds a channel. An address of mail is asked first whether it is the account's.
    /// The turn is lent while other servers are waited for.
    pub(crate) async fn add(
        &self,
        turn: &mut AskTurn,
        who: &SignedIn,
        new: NewChannel,
    ) -> Result<ChannelAdded, Denied> {
        let expected = || Denied::malformed("kind: webhook, discord, mail or push was expected.");
        let kind = ChannelKind::from_word(&new.kind).ok_or_else(expected)?;
        check_hour(new.hour)?;
        let longest = if kind == ChannelKind::Push { LONGEST_SUBSCRIPTION } else { LONGEST };
        if new.to.len() > longest {
            return Err(Denied::malformed(format!("The address is longer than {longest} characters.")));
        }
        if new.hour.is_some() && kind != ChannelKind::Mail {
            return Err(Denied::malformed("Only mail is gathered until an hour of the day."));
        }
        self.spend(who)?;
        let to = match kind {
            ChannelKind::Webhook | ChannelKind::Discord => turn.lend(self.reachable(&new.to)).await?,
            ChannelKind::Push if self.push.is_none() => {
                return Err(Denied::malformed(
                    "This server was started without its key: it cannot tell browsers anything.",
                ));
            }
            ChannelKind::Push => {
                let browser = Subscription::of(&new.to).ok_or_else(|| {
                    Denied::malformed("to: what the browser says of its subscription was expected, as JSON.")
                })?;
                browser.check().map_err(|why| Denied::malformed(format!("to: {why}.")))?;
                turn.lend(self.reachable(&browser.endpoint)).await?;
                browser.text()
            }
            ChannelKind::Mail if self.mailer.is_none() => {
                return Err(Denied::malformed("Mail is not set up on this server."));
            }
            ChannelKind::Mail => {
                read_address(&new.to, self.settings.own_network).map_err(Denied::malformed)?
            }
        };
        let there = self.store.channels(&who.account.id).await?;
        let is_same = |one: &Channel| one.kind == new.kind && one.to.as_ref().is_some_and(|had| had.to == to);
        if there.iter().any(is_same) {
            return Err(Denied::new(Why::Taken, "You have this one already."));
        }
        let secret = fresh_secret()?;
        let channel = Channel {
            id: fresh_secret()?,
            account: who.account.id.clone(),
            kind: new.kind,
            to: Some(ChannelTo { to, secret: secret.clone(), opens: false }),
            confirmed: kind != ChannelKind::Mail,
            paused: false,
            hour: new.hour,
            created: self.clock.now(),
            sent: 0,
            failed: 0,
            error: None,
        };
        match self.store.add_channel(&channel, MOST_CHANNELS).await? {
            ChannelKept::Made => {}
            ChannelKept::TooMany => {
                let sentence = format!("An account has at most {MOST_CHANNELS} channels; remove one first.");
                return Err(Denied::new(Why::Taken, sentence));
            }
        }
        if kind == ChannelKind::Mail
            && let Err(denied) = turn.lend(self.ask_whose(who, &channel)).await
        {
            self.store.remove_channel(&channel.id).await?;
            return Err(denied);
        }
        let secret = (kind == ChannelKind::Webhook).then(|| shown(&secret));
        Ok(ChannelAdded { channel: ChannelTold::of(&channel), secret })
    }

    /// An address that may be asked, as it is kept.
    async fn reachable(&self, address: &str) -> Result<String, Denied> {
        let url = self.client.read(address).map_err(Denied::malformed)?;
        let port = url.port_or_known_default().unwrap_or(443);
        let host = url.host_str().unwrap_or_default();
        addresses::resolve(host, port, self.settings.own_network).await.map_err(Denied::malformed)?;
        Ok(url.to_string())
    }

    /// Sends mail that asks whether its reader wants notices.
    async fn ask_whose(&self, who: &SignedIn, channel: &Channel) -> Result<(), Denied> {
        let (Some(mailer), Some(to)) = (&self.mailer, &channel.to) else { return Ok(()) };
        let (mailbox, domain) = counted(&to.to);
        for (whose, most) in [(mailbox, ASKED_PER_HOUR), (domain, ASKED_PER_DOMAIN)] {
            let asked = self.asked_of.spend(&token_hash(&whose), most, self.clock.now());
            asked
                .map_err(|wait| Denied::too_often("This address or its domain was asked too often", wait))?;
        }
        let link = self.link_address(&channel.id, &to.secret, Link::Confirm);
        let text = format!(
            "{} wants notices of games on Longroll, at {}, to be sent to this address.\n\n\
             If that is you, confirm it here:\n{link}\n\n\
             If it is not, do nothing: nothing more will be sent.\n",
            who.account.name, self.settings.address
        );
        let letter = Letter {
            id: &channel.id,
            to: &to.to,
            subject: "Longroll: is this your address?",
            text,
            unsubscribe: None,
        };
        mailer.send(letter).await.map_err(|why| Denied::new(Why::Busy, why))
    }

    async fn own(&self, who: &SignedIn, channel: &str) -> Result<Channel, Denied> {
        let found = self.store.channel(channel).await?;
        let own = found.filter(|channel| channel.account == who.account.id);
        own.ok_or_else(|| Denied::new(Why::Missing, "This account has no such channel."))
    }

    /// Pauses a channel or lets it go on, and says when it is told.
    pub(crate) async fn change(&self, who: &SignedIn, change: ChannelChange) -> Result<NoticesKept, Denied> {
        check_hour(change.hour)?;
        let channel = self.own(who, &change.channel).await?;
        if change.hour.is_some() && channel.kind != ChannelKind::Mail.word() {
            return Err(Denied::malformed("Only mail is gathered until an hour of the day."));
        }
        let goes_on = channel.paused && !change.paused;
        let changed = Channel {
            paused: change.paused,
            hour: change.hour,
            failed: if goes_on { 0 } else { channel.failed },
            error: if goes_on { None } else { channel.error.clone() },
            ..channel
        };
        self.store.change_channel(&changed).await?;
        self.told(who).await
    }

    /// Sends something there at once: what the other side says to it. The turn is lent while it is sent.
    pub(crate) async fn trial(
        &self,
        turn: &mut AskTurn,
        who: &SignedIn,
        channel: &str,
    ) -> Result<NoticesKept, Denied> {
        let channel = self.own(who, channel).await?;
        if !channel.confirmed {
            return Err(Denied::new(Why::Taken, "This address is not confirmed yet: see your mail."));
        }
        let kind = ChannelKind::from_word(&channel.kind);
        let (Some(kind), Some(to)) = (kind, &channel.to) else {
            return Err(Denied::new(
                Why::Taken,
                "Its address is not as it was written: remove it and add it again.",
            ));
        };
        self.spend(who)?;
        let (id, told) = (fresh_secret()?, [Told::trial()]);
        let tried = turn.lend(self.try_once(kind, (&channel.id, to), &id, &told)).await;
        let failed = match tried {
            Tried::Accepted => None,
            Tried::Failed(why, _) | Tried::Closed(why) => Some(why),
        };
        self.store.note_trial(&channel, failed.as_deref(), self.clock.now()).await?;
        self.told(who).await
    }

    /// Whether mail can be sent.
    pub(crate) fn mails(&self) -> bool {
        self.mailer.is_some()
    }

    /// Says whether a link for signing in may be sent to an address of mail; that it is the owner who
    /// asks was shown before.
    pub(crate) async fn let_open(
        &self,
        who: &SignedIn,
        channel: &str,
        opens: bool,
    ) -> Result<NoticesKept, Denied> {
        let channel = self.own(who, channel).await?;
        if channel.kind != ChannelKind::Mail.word() || !channel.confirmed {
            let sentence = "Only an address of mail that you have confirmed may open your account.";
            return Err(Denied::new(Why::Taken, sentence));
        }
        let to = channel.to.clone().map(|to| ChannelTo { opens, ..to });
        self.store.set_channel_to(&Channel { to, ..channel }).await?;
        self.told(who).await
    }

    /// Sends a link for signing in to the addresses that may open an account.
    pub(crate) async fn mail_link(&self, account: &Account, secret: &str) -> Result<(), Denied> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        let link = format!("{}/account#link={secret}", self.settings.address);
        for channel in self.store.channels(&account.id).await? {
            let opens = channel.confirmed && channel.kind == ChannelKind::Mail.word();
            let Some(to) = channel.to.filter(|to| opens && to.opens) else { continue };
            let text = format!(
                "Somebody asked for a link that signs in to {} on Longroll, at {}.\n\n\
                 If that was you, here it is; it is good for 15 minutes, and once:\n{link}\n\n\
                 If it was not, do nothing: without this mail nobody gets in.\n",
                account.name, self.settings.address
            );
            let id = fresh_secret()?;
            let subject = "Longroll: your link for signing in";
            let letter = Letter { id: &id, to: &to.to, subject, text, unsubscribe: None };
            if let Err(why) = mailer.send(letter).await {
                tracing::warn!(why, "a link for signing in was not sent");
            }
        }
        Ok(())
    }

    /// Removes a channel.
    pub(crate) async fn remove(&self, who: &SignedIn, channel: &str) -> Result<NoticesKept, Denied> {
        let channel = self.own(who, channel).await?;
        self.store.remove_channel(&channel.id).await?;
        self.told(who).await
    }

    /// Sets the quiet hours.
    pub(crate) async fn set_quiet(&self, who: &SignedIn, quiet: Quiet) -> Result<NoticesKept, Denied> {
        quiet.check().map_err(Denied::malformed)?;
        self.store.set_quiet(&who.account.id, quiet).await?;
        self.told(who).await
    }
}
