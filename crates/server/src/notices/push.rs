//! Web Push: what a browser has to be told goes, encrypted so that only it can read it (RFC 8291),
//! to the push service that the browser named (RFC 8030), signed so that the service knows this
//! server again (VAPID, RFC 8292).

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use web_push_native::p256::PublicKey;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::{Auth, WebPushBuilder};

use super::text::Told;

/// For how long a push service keeps what it cannot deliver.
const KEPT: Duration = Duration::from_secs(3 * 24 * 3600);

/// For how long a signature holds, in seconds; RFC 8292 allows a day.
const SIGNED: i64 = 12 * 3600;

/// The most bytes of what is said: a push service must take 4,096 in all, of which encryption
/// takes 103.
const MOST_BYTES: usize = 3_900;

/// How many characters of what has happened are said: no browser shows more.
const MOST_CHARACTERS: usize = 500;

/// And how many of what the game is called.
const LONGEST_TITLE: usize = 100;

/// The most bytes of a subscription.
pub(super) const LONGEST_SUBSCRIPTION: usize = 4_096;

/// The most bytes of a push service's address.
const LONGEST_ADDRESS: usize = 2_048;

/// The key by which push services know this server.
pub(super) struct PushKey {
    signs: SigningKey,
    public: String,
}

impl PushKey {
    /// The key that these bytes stand for, which nobody else may know.
    pub(super) fn of(bytes: &[u8; 32]) -> PushKey {
        let mut bytes = *bytes;
        loop {
            // One in 2^32 is no key: the next is tried.
            if let Ok(signs) = SigningKey::from_slice(&bytes) {
                let point = signs.verifying_key().to_encoded_point(false);
                return PushKey { public: BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes()), signs };
            }
            bytes = Sha256::digest(bytes).into();
        }
    }

    /// What a browser must be told when it subscribes: the public key, in base64 for addresses.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// What a push service is shown, good for its address alone.
    fn authorization(&self, service: &Url, contact: &str, now: i64) -> String {
        let part = |value: &serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(&serde_json::json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = part(&serde_json::json!({
            "aud": service.origin().ascii_serialization(),
            "exp": now + SIGNED,
            "sub": contact,
        }));
        let said = format!("{head}.{claims}");
        let signature: Signature = self.signs.sign(said.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={said}.{signature}, k={}", self.public)
    }
}

/// Where a browser wants to be told, as it says so itself (`PushSubscription.toJSON`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subscription {
    /// The address at its push service.
    pub(super) endpoint: String,
    /// What is encrypted with.
    pub(super) keys: SubscriptionKeys,
}

/// What is encrypted for a browser with, each in base64 for addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SubscriptionKeys {
    /// Its public key, a point of P-256.
    pub(super) p256dh: String,
    /// A secret of 16 bytes that it shares with this server.
    pub(super) auth: String,
}

/// What is wrong with a subscription.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadSubscription {
    /// Its address.
    #[error("the field endpoint is no address of a push service: https://… was expected")]
    Endpoint,
    /// Its public key.
    #[error("the field keys.p256dh is no key: a point of P-256 in base64 was expected")]
    Key,
    /// Its secret.
    #[error("the field keys.auth is no secret: 16 bytes in base64 were expected")]
    Auth,
    /// What is to be said.
    #[error("{0} bytes are too many for a push service, which takes {MOST_BYTES}")]
    TooLong(usize),
}

/// A subscription that was read.
struct Browser {
    service: Url,
    uri: Uri,
    key: PublicKey,
    auth: Auth,
}

impl Subscription {
    /// From what a browser says of it; nothing if it is none.
    pub(super) fn of(text: &str) -> Option<Subscription> {
        serde_json::from_str(text).ok()
    }

    /// As it is kept: what else a browser has said is left out.
    pub(super) fn text(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Checks that it can be told something; whether its address may be reached is not asked here.
    ///
    /// # Errors
    /// [`BadSubscription`], which names the field.
    pub(super) fn check(&self) -> Result<(), BadSubscription> {
        self.read().map(|_| ())
    }

    fn read(&self) -> Result<Browser, BadSubscription> {
        let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let service = Some(&self.endpoint).filter(|address| address.len() <= LONGEST_ADDRESS);
        let service = service.and_then(|address| Url::parse(address).ok());
        let service = service
            .filter(|url| {
                matches!(url.scheme(), "https" | "http") && url.has_host() && url.username().is_empty()
            })
            .ok_or(BadSubscription::Endpoint)?;
        let uri = service.as_str().parse().map_err(|_| BadSubscription::Endpoint)?;
        let key = bytes(&self.keys.p256dh).and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
        let auth = bytes(&self.keys.auth).filter(|bytes| bytes.len() == 16);
        let auth = auth.ok_or(BadSubscription::Auth)?;
        Ok(Browser {
            service,
            uri,
            key: key.ok_or(BadSubscription::Key)?,
            auth: Auth::clone_from_slice(&auth),
        })
    }
}

/// What the page's service worker is told: it shows this.
pub(super) fn said(told: &Told, address: &str) -> String {
    let mut body: Vec<&str> = vec![&told.title];
    let mut room = MOST_CHARACTERS.saturating_sub(told.title.chars().count());
    // What has happened last is said first of all.
    for line in told.lines.iter().rev() {
        let Some(left) = room.checked_sub(line.chars().count() + 1) else { break };
        room = left;
        body.push(line);
    }
    body.reverse();
    let body: String = body.join("\n").chars().take(MOST_CHARACTERS).collect();
    let title: String = told.name.chars().take(LONGEST_TITLE).collect();
    let topic = told.game.as_deref().unwrap_or(told.kind.word());
    serde_json::json!({ "title": title, "body": body, "address": told.url(address), "topic": topic })
        .to_string()
}

/// What is sent to a push service.
#[derive(Debug)]
pub(super) struct PushRequest {
    pub(super) service: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// The request that tells a browser something. `contact` is an address at which whoever runs this
/// server can be reached (`https:` or `mailto:`); `topic` names what is told, of which a push
/// service delivers only the last; `now` is in seconds since 1970.
///
/// # Errors
/// [`BadSubscription`], and if it is too much to say.
pub(super) fn request(
    key: &PushKey,
    contact: &str,
    to: &Subscription,
    (said, topic): (&[u8], &str),
    now: i64,
) -> Result<PushRequest, BadSubscription> {
    if said.len() > MOST_BYTES {
        return Err(BadSubscription::TooLong(said.len()));
    }
    let browser = to.read()?;
    let authorization = key.authorization(&browser.service, contact, now);
    let push = WebPushBuilder::new(browser.uri, browser.key, browser.auth).with_valid_duration(KEPT);
    let request = push.build(said).map_err(|_| BadSubscription::TooLong(said.len()))?;
    let (mut head, body) = request.into_parts();
    // 32 characters of the alphabet for addresses, as RFC 8030 has it.
    let topic = BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(topic)[..24]);
    let value = |text: String| HeaderValue::try_from(text).map_err(|_| BadSubscription::Endpoint);
    head.headers.insert(header::AUTHORIZATION, value(authorization)?);
    head.headers.insert("topic", value(topic)?);
    Ok(PushRequest { service: browser.service, headers: head.headers, body })
}

#[cfg(test)]
mod tests {
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;
    use web_push_native::p256::ecdsa::VerifyingKey;
    use web_push_native::p256::ecdsa::signature::Verifier;

    use super::*;

    const NOW: i64 = 1_790_000_000;

    fn browser() -> (SecretKey, Subscription) {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        let point = secret.public_key().to_sec1_bytes();
        // The bytes of the uncompressed point, as browsers say it.
        let point = PublicKey::from_sec1_bytes(&point).unwrap();
        let point = web_push_native::p256::EncodedPoint::from(point);
        let keys = SubscriptionKeys {
            p256dh: BASE64_URL_SAFE_NO_PAD.encode(point.as_bytes()),
            auth: BASE64_URL_SAFE_NO_PAD.encode([9; 16]),
        };
        (secret, Subscription { endpoint: "https://push.example.org/box/1".to_owned(), keys })
    }

    #[test]
    fn the_browser_can_read_it_and_nobody_else() {
        let (secret, to) = browser();
        let key = PushKey::of(&[1; 32]);
        let sent =
            request(&key, "https://games.example.org", &to, (b"You are asked.", "game 7"), NOW).unwrap();
        assert_eq!(sent.service.as_str(), "https://push.example.org/box/1");
        assert_eq!(sent.headers["content-encoding"], "aes128gcm");
        assert_eq!(sent.headers["ttl"], "259200");
        assert_eq!(sent.headers["topic"].len(), 32);
        assert!(!sent.body.windows(5).any(|bytes| bytes == b"asked"));
        let auth = Auth::clone_from_slice(&[9; 16]);
        assert_eq!(decrypt(sent.body.clone(), &secret, &auth).unwrap(), b"You are asked.");
        let other = SecretKey::from_slice(&[8; 32]).unwrap();
        assert!(decrypt(sent.body.clone(), &other, &auth).is_err());
    }

    #[test]
    fn the_push_service_knows_the_server_again() {
        let (_, to) = browser();
        let key = PushKey::of(&[1; 32]);
        let sent = request(&key, "mailto:a@example.org", &to, (b"x", "t"), NOW).unwrap();
        let shown = sent.headers["authorization"].to_str().unwrap();
        let (token, public) =
            shown.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).unwrap();
        assert_eq!(public, key.public());
        let parts: Vec<&str> = token.split('.').collect();
        let [head, claims, signature] = parts[..] else { panic!("three parts were expected: {token}") };
        let read = |part: &str| -> serde_json::Value {
            serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
        };
        assert_eq!(read(head), serde_json::json!({ "typ": "JWT", "alg": "ES256" }));
        let expected = serde_json::json!({
            "aud": "https://push.example.org", "exp": NOW + 43_200, "sub": "mailto:a@example.org",
        });
        assert_eq!(read(claims), expected);
        let public = BASE64_URL_SAFE_NO_PAD.decode(public).unwrap();
        let verifies = VerifyingKey::from_sec1_bytes(&public).unwrap();
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
        let signature = Signature::from_slice(&signature).unwrap();
        verifies.verify(format!("{head}.{claims}").as_bytes(), &signature).unwrap();
        assert!(verifies.verify(format!("{head}.{head}").as_bytes(), &signature).is_err());
    }

    #[test]
    fn what_is_no_subscription_is_refused_by_its_field() {
        let (_, good) = browser();
        assert_eq!(good.check(), Ok(()));
        let bad = |change: &dyn Fn(&mut Subscription)| {
            let mut to = good.clone();
            change(&mut to);
            to.check().unwrap_err()
        };
        for endpoint in ["", "push.example.org", "file:///etc/passwd", "https://me@push.example.org/"] {
            assert_eq!(bad(&|to| to.endpoint = endpoint.to_owned()), BadSubscription::Endpoint, "{endpoint}");
        }
        let long = format!("https://push.example.org/{}", "a".repeat(2_048));
        assert_eq!(bad(&|to| to.endpoint.clone_from(&long)), BadSubscription::Endpoint);
        for key in ["", "AAAA", "no base64 !"] {
            assert_eq!(bad(&|to| to.keys.p256dh = key.to_owned()), BadSubscription::Key, "{key}");
        }
        assert_eq!(bad(&|to| to.keys.auth = "AAAA".to_owned()), BadSubscription::Auth);
        let key = PushKey::of(&[1; 32]);
        let most = vec![b'x'; MOST_BYTES];
        let sent = request(&key, "https://a.example", &good, (&most, "t"), NOW).unwrap();
        assert!(sent.body.len() <= 4_096, "{}", sent.body.len());
        let more = vec![b'x'; MOST_BYTES + 1];
        let refused = request(&key, "https://a.example", &good, (&more, "t"), NOW).unwrap_err();
        assert_eq!(refused, BadSubscription::TooLong(MOST_BYTES + 1));
    }

    #[test]
    fn what_is_said_is_short_and_says_what_has_happened_last() {
        let mut told = Told::trial();
        told.name = "Friday: the Union side".to_owned();
        told.title = "The Union side is asked: where to retreat?".to_owned();
        told.game = Some("abc".to_owned());
        told.lines = (0..40).map(|n| format!("{n}: {}", "It happened. ".repeat(5))).collect();
        let read: serde_json::Value = serde_json::from_str(&said(&told, "https://games.example")).unwrap();
        let body = read["body"].as_str().unwrap();
        assert!(
            body.chars().count() <= MOST_CHARACTERS && body.contains("39: It") && !body.contains("10: It")
        );
        assert!(body.ends_with("\nThe Union side is asked: where to retreat?"), "{body}");
        assert_eq!(read["title"], "Friday: the Union side");
        assert_eq!(
            (&read["address"], &read["topic"]),
            (&"https://games.example/game/abc".into(), &"abc".into())
        );
        told.name = "\u{1f0cf}".repeat(500);
        told.title = "\u{1f0cf}".repeat(5000);
        assert!(said(&told, "https://games.example").len() <= MOST_BYTES);
    }

    #[test]
    fn the_same_bytes_are_the_same_key_and_bytes_that_are_none_are_passed_over() {
        assert_eq!(PushKey::of(&[1; 32]).public(), PushKey::of(&[1; 32]).public());
        assert_ne!(PushKey::of(&[1; 32]).public(), PushKey::of(&[2; 32]).public());
        // Larger than the order of the curve.
        assert_eq!(PushKey::of(&[255; 32]).public().len(), 87);
    }
}
