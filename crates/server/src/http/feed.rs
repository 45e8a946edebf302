//! `/feed/GAME/SECRET.atom`: the news of a seat, in Atom (RFC 4287).

use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::RpcError;

use super::Site;
use crate::games::Feed;
use crate::limits::{Client, Costly};

pub(super) async fn feed(
    State(site): State<Site>,
    Path((game, file)): Path<(String, String)>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Response {
    let none = || (StatusCode::NOT_FOUND, "There is no such feed.\n").into_response();
    let Some(secret) = file.strip_suffix(".atom") else { return none() };
    if let Err(reached) = site.allowances.spend(Costly::Question, client) {
        let retry = [(header::RETRY_AFTER, protocol::error::seconds(reached.wait).to_string())];
        return (StatusCode::TOO_MANY_REQUESTS, retry, format!("Too many questions: {reached}.\n"))
            .into_response();
    }
    let feed = match site.games.feed(&game, secret, client).await {
        Ok(feed) => feed,
        Err(error) if error.code == RpcError::NO_GAME => return none(),
        Err(error) => {
            let text = format!("The game cannot be read: {}.\n", error.message);
            return (StatusCode::INTERNAL_SERVER_ERROR, text).into_response();
        }
    };
    let tag = format!("\"{}-{}\"", feed.version, feed.updated);
    let known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|held| *held == tag);
    let tag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""));
    let headers = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/atom+xml; charset=utf-8")),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let here = site.names.here(request.uri(), request.headers());
    (headers, atom_of_seat(&feed, &here, request.uri().path())).into_response()
}

/// The feed of a seat as Atom; `here` is the address of this server.
fn atom_of_seat(feed: &Feed, here: &str, path: &str) -> String {
    let link = format!("{here}/game/{}", feed.game);
    let text = feed.news.as_ref().map(|news| news.lines.join("\n"));
    let entry = feed.news.as_ref().zip(text.as_ref()).map(|(news, text)| Entry {
        id: format!("tag:longroll,2026:{}:{}", feed.game, feed.version),
        title: &news.title,
        updated: feed.updated,
        text,
    });
    atom(&format!("{here}{path}"), &feed.title, feed.updated, &link, entry)
}

/// An entry of a feed.
pub(super) struct Entry<'a> {
    /// What no other entry is called.
    pub(super) id: String,
    /// In a sentence.
    pub(super) title: &'a str,
    /// Seconds since 1970.
    pub(super) updated: i64,
    /// What there is to say, as plain text.
    pub(super) text: &'a str,
}

/// A feed as Atom: its own address, its title, when it changed, what it and its entries lead to.
pub(super) fn atom<'a>(
    own: &str,
    title: &str,
    updated: i64,
    link: &str,
    entries: impl IntoIterator<Item = Entry<'a>>,
) -> String {
    let link = escaped(link);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>{0}</id>\n<title>{1}</title>\n<updated>{2}</updated>\n\
         <author><name>Longroll</name></author>\n<link rel=\"self\" href=\"{0}\"/>\n<link href=\"{link}\"/>\n",
        escaped(own),
        escaped(title),
        time_text(updated),
    );
    for Entry { id, title, updated, text } in entries {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
             <link href=\"{link}\"/>\n<content type=\"text\">{}</content>\n</entry>\n",
            escaped(&id),
            escaped(title),
            time_text(updated),
            escaped(text),
        );
    }
    out.push_str("</feed>\n");
    out
}

/// A time as Atom writes it.
fn time_text(seconds: i64) -> String {
    let since = Duration::from_secs(u64::try_from(seconds).unwrap_or_default());
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since).to_string()
}

/// Text as it stands in XML; characters that XML does not have are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::FeedNews as News;

    #[test]
    fn a_feed_says_what_is_news_and_no_text_becomes_markup() {
        let news = News {
            title: "The Union side is asked: where to?".to_owned(),
            lines: vec!["A & B <attack>.".to_owned(), "\u{1}\"1-1\": Ar.".to_owned()],
        };
        let mut feed = Feed {
            game: "abc".to_owned(),
            title: "<Friday>: the Union side".to_owned(),
            updated: 1_700_000_000,
            version: 7,
            news: Some(news),
        };
        let text = atom_of_seat(&feed, "https://games.example.org", "/feed/abc/123.atom");
        assert_eq!(
            text,
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
             <feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
             <id>https://games.example.org/feed/abc/123.atom</id>\n\
             <title>&lt;Friday&gt;: the Union side</title>\n\
             <updated>2023-11-14T22:13:20Z</updated>\n\
             <author><name>Longroll</name></author>\n\
             <link rel=\"self\" href=\"https://games.example.org/feed/abc/123.atom\"/>\n\
             <link href=\"https://games.example.org/game/abc\"/>\n\
             <entry>\n<id>tag:longroll,2026:abc:7</id>\n\
             <title>The Union side is asked: where to?</title>\n\
             <updated>2023-11-14T22:13:20Z</updated>\n\
             <link href=\"https://games.example.org/game/abc\"/>\n\
             <content type=\"text\">A &amp; B &lt;attack&gt;.\n&quot;1-1&quot;: Ar.</content>\n</entry>\n</feed>\n"
        );
        feed.news = None;
        assert!(!atom_of_seat(&feed, "http://localhost", "/feed/abc/123.atom").contains("<entry>"));
    }
}
