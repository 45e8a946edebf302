//! Mail: how it is sent, and what it says.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::Error;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use url::Url;

use super::text::Told;

/// How long the mail server may take for a message.
const PATIENCE: Duration = Duration::from_secs(20);

const LATE: &str = "The mail server did not answer in time.";

/// The most games that one message tells of at length.
const MOST_TOLD: usize = 20;

/// How mail is sent: the server, and from whom.
#[derive(Clone)]
pub struct MailSettings {
    server: Url,
    from: Mailbox,
}

impl fmt::Debug for MailSettings {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailSettings({}, {})", self.server.host_str().unwrap_or_default(), self.from)
    }
}

impl MailSettings {
    /// By its address (`smtps://user:password@host`; `smtp://host?tls=required` begins without
    /// encryption, `smtp://host` does without) and the sender (`Longroll <games@example.org>`).
    ///
    /// # Errors
    /// What was expected; the address is not repeated, it may hold a password.
    pub fn new(server: &str, from: &str) -> Result<MailSettings, String> {
        let wrong = || {
            "--mail: an address was expected as in smtps://user:password@mail.example.org, \
             smtp://user:password@mail.example.org?tls=required or smtp://localhost"
                .to_owned()
        };
        let server = Url::parse(server).map_err(|_| wrong())?;
        AsyncSmtpTransport::<Tokio1Executor>::from_url(server.as_str()).map_err(|_| wrong())?;
        let from = Mailbox::from_str(from).map_err(|_| {
            format!("--mail-from: a sender was expected as in \"Longroll <games@example.org>\", not {from:?}")
        })?;
        Ok(MailSettings { server, from })
    }
}

/// Sends mail.
pub(super) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// A message.
pub(super) struct Letter<'a> {
    /// What it is called; a message that is sent again is called the same.
    pub(super) id: &'a str,
    pub(super) to: &'a str,
    pub(super) subject: &'a str,
    pub(super) text: String,
    /// Where no more of them are asked for, in one click.
    pub(super) unsubscribe: Option<String>,
}

/// Last parts of names that belong to nobody on the internet: reserved ones (RFC 6761, 6762, 8375, 9476), and those
/// that networks use for themselves.
const NOT_PUBLIC: [&str; 16] = [
    "alt",
    "arpa",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "mail",
    "onion",
    "private",
    "test",
];

/// The address of a person, as it is written; of a domain of the internet, unless those of the server's own network
/// are allowed.
///
/// # Errors
/// In a sentence.
pub(super) fn read_address(text: &str, own_network: bool) -> Result<String, String> {
    let address = Address::from_str(text.trim()).map_err(|_| "A mail address was expected.".to_owned())?;
    if !own_network && !is_public(address.domain()) {
        return Err("A mail address at a domain of the internet was expected.".to_owned());
    }
    Ok(address.to_string())
}

/// Whether mail to that domain leaves the server's own network.
fn is_public(domain: &str) -> bool {
    let Some((name, last)) = domain.rsplit_once('.') else { return false };
    // No last part of a name is a number: an address of IPv4 is, and one of IPv6 stands in brackets.
    !name.is_empty()
        && !last.contains(']')
        && last.chars().any(|c| !c.is_ascii_digit())
        && !NOT_PUBLIC.contains(&&*last.to_ascii_lowercase())
}

/// The mailbox of an address and its domain, by which mail is counted: case, quotes, escapes, dots and a `+tag` make no
/// other mailbox. Only for limits: two accounts' addresses may be alike here.
pub(super) fn counted(address: &str) -> (String, String) {
    let address = address.to_lowercase();
    let (name, domain) = address.rsplit_once('@').unwrap_or_default();
    let mailbox = name.split_once('+').map_or(name, |(mailbox, _)| mailbox).replace(['.', '"', '\\'], "");
    (format!("{mailbox}@{domain}"), domain.to_owned())
}

impl Mailer {
    /// # Errors
    /// What is wrong with the settings.
    pub(super) fn new(settings: &MailSettings) -> Result<Mailer, String> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(settings.server.as_str());
        let builder = builder.map_err(|_| "the mail server's address cannot be used".to_owned())?;
        Ok(Mailer { transport: builder.timeout(Some(PATIENCE)).build(), from: settings.from.clone() })
    }

    /// Hands a message to the mail server.
    ///
    /// # Errors
    /// Why it was not accepted, in a sentence without the address.
    pub(super) async fn send(&self, letter: Letter<'_>) -> Result<(), String> {
        let message = self.write(letter)?;
        let sent = tokio::time::timeout(2 * PATIENCE, self.transport.send(message)).await;
        match sent {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(refused(&error)),
            Err(_) => Err(LATE.to_owned()),
        }
    }

    fn write(&self, letter: Letter<'_>) -> Result<Message, String> {
        let Letter { id, to, subject, text, unsubscribe } = letter;
        let to: Address = to.parse().map_err(|_| "This is no mail address.".to_owned())?;
        let subject: String = subject.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ));
        if let Some(address) = unsubscribe {
            for (name, value) in [
                (HeaderName::new_from_ascii_str("List-Unsubscribe"), format!("<{address}>")),
                (
                    HeaderName::new_from_ascii_str("List-Unsubscribe-Post"),
                    "List-Unsubscribe=One-Click".to_owned(),
                ),
            ] {
                message = message.raw_header(HeaderValue::new(name, value));
            }
        }
        message.body(text).map_err(|_| "This message cannot be written.".to_owned())
    }
}

/// What the mail server said, without addresses.
fn refused(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("The mail server refused it ({code})."),
        None if error.is_timeout() => LATE.to_owned(),
        None if error.is_tls() => "The mail server cannot be trusted.".to_owned(),
        None => "The mail server cannot be reached.".to_owned(),
    }
}

/// The subject and the text of one message with these notices.
pub(super) fn words(told: &[Told], address: &str, unsubscribe: &str) -> (String, String) {
    let subject = match told {
        [one] => format!("{}: {}", one.name, one.title),
        several => format!("Longroll: {} notices", several.len()),
    };
    let mut parts: Vec<String> = told.iter().take(MOST_TOLD).map(|one| one.plain(address)).collect();
    if told.len() > MOST_TOLD {
        parts.push(format!("And {} more: {address}/", told.len() - MOST_TOLD));
    }
    let text = parts.join("\n\n----\n\n");
    let end = format!(
        "-- \nYou get this since you asked for it at {address}/account\nNo more of it, with one click: {unsubscribe}\n"
    );
    (subject, format!("{text}\n\n{end}"))
}
