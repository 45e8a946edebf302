//! What goes to a webhook: JSON that is signed as Standard Webhooks say, or a message that Discord
//! takes.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::text::Told;

/// What the secret of a webhook begins with.
const SECRET: &str = "whsec_";

/// How many characters Discord takes.
const MOST_CHARACTERS: usize = 2000;

/// The secret as its owner is shown it.
pub(super) fn shown(secret: &str) -> String {
    format!("{SECRET}{}", BASE64_STANDARD.encode(secret))
}

/// The signature of a body that is sent under a name at a moment.
pub(super) fn signature(secret: &str, id: &str, at: i64, body: &str) -> String {
    format!("v1,{}", BASE64_STANDARD.encode(mac(secret, &format!("{id}.{at}.{body}"))))
}

/// The code of a text under a secret.
pub(super) fn mac(secret: &str, text: &str) -> [u8; 32] {
    // Every length of key will do.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return [0; 32] };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

/// A notice as JSON.
pub(super) fn plain(id: &str, told: &Told, address: &str) -> Value {
    let mut body = json!({
        "type": told.kind.word(),
        "id": id,
        "url": told.url(address),
        "name": told.name,
        "title": told.title,
        "lines": told.lines,
    });
    if let Some(game) = &told.game {
        body["game"] = json!(game);
        body["version"] = json!(told.version);
    }
    body
}

/// A notice as a message that Discord shows. It calls nobody, whatever a game is called.
pub(super) fn discord(told: &Told, address: &str) -> Value {
    let head = format!("**{}**", escaped(&told.name));
    let tail = format!("{}\n<{}>", escaped(&told.title), told.url(address));
    let mut room = MOST_CHARACTERS.saturating_sub(length(&head) + length(&tail) + 1);
    // What has happened last is told first of all.
    let mut lines = Vec::new();
    for line in told.lines.iter().rev() {
        let line = escaped(line);
        let long = length(&line) + 1;
        if long > room {
            break;
        }
        room -= long;
        lines.push(line);
    }
    lines.push(head);
    lines.reverse();
    lines.push(tail);
    let content: String = lines.join("\n").chars().take(MOST_CHARACTERS).collect();
    json!({ "content": content, "allowed_mentions": { "parse": [] } })
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Text in which nothing is a mark for Discord.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.push(' ');
            continue;
        }
        if character.is_ascii_punctuation() && !".,:;!?'\"%&/-+=".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::text::Kind;

    fn told() -> Told {
        Told {
            kind: Kind::Asked,
            game: Some("abc".to_owned()),
            version: 7,
            name: "Friday @everyone [x](http://y): the Union side".to_owned(),
            title: "The Union side is asked: where to retreat?".to_owned(),
            lines: vec!["Bragg attacked 1216 at 3-1: De.".to_owned()],
        }
    }

    #[test]
    fn what_is_signed_is_as_the_standard_says() {
        // The worked example of the Standard Webhooks' own libraries.
        let secret = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        mac.update(b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");
        let expected = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(BASE64_STANDARD.encode(mac.finalize().into_bytes()), expected);
        // And ours is made so, with a secret that is text.
        let ours = signature("0123456789abcdef", "n1", 1_614_265_330, "{}");
        let mut mac = Hmac::<Sha256>::new_from_slice(b"0123456789abcdef").unwrap();
        mac.update(b"n1.1614265330.{}");
        assert_eq!(ours, format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())));
        assert_eq!(shown("0123456789abcdef"), "whsec_MDEyMzQ1Njc4OWFiY2RlZg==");
    }

    #[test]
    fn discord_calls_nobody_and_gets_no_more_than_it_takes() {
        let mut told = told();
        let sent = discord(&told, "https://games.example");
        assert_eq!(sent["allowed_mentions"], json!({ "parse": [] }));
        assert_eq!(
            sent["content"],
            "**Friday \\@everyone \\[x\\]\\(http://y\\): the Union side**\nBragg attacked 1216 at 3-1: De.\n\
             The Union side is asked: where to retreat?\n<https://games.example/game/abc>"
        );
        told.lines = (0..40).map(|n| format!("{n}: {}", "It happened. ".repeat(20))).collect();
        let content = discord(&told, "https://games.example")["content"].as_str().unwrap().to_owned();
        assert!(content.encode_utf16().count() <= 2000);
        assert!(content.contains("39: It") && !content.contains("\n0: It"), "{content}");
        assert!(content.ends_with("<https://games.example/game/abc>"));
    }

    #[test]
    fn json_tells_what_it_is_about() {
        assert_eq!(
            plain("n1", &told(), "https://games.example"),
            json!({
                "type": "seat.asked", "id": "n1", "url": "https://games.example/game/abc", "game": "abc", "version": 7,
                "name": "Friday @everyone [x](http://y): the Union side",
                "title": "The Union side is asked: where to retreat?",
                "lines": ["Bragg attacked 1216 at 3-1: De."],
            })
        );
    }
}
