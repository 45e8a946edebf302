//! What accounts do with each other, over HTTP: challenges, matches, games to watch, notices. The
//! same manners as for accounts (`accounts.rs`).

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, extract::Request};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::accounts::{Asked, Desk, Nothing, answer, desk, either, form, may_work, spend};
use super::feed::{Entry, atom};
use crate::accounts::{Denied, SignedIn};
use crate::club::challenges::{Club, NewChallenge};
use crate::games::Games;
use crate::limits::Costly;

/// The addresses of a club; none where there are no accounts.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.accounts().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/club", get(super::pages::club))
        .route("/club/challenges", get(challenges))
        .route("/club/challenges/make", post(make))
        .route("/club/challenges/look", post(look))
        .route("/club/challenges/accept", post(accept))
        .route("/club/challenges/end", post(end))
        .route("/club/rematch", post(rematch))
        .route("/club/matches", get(matches))
        .route("/club/watch", get(watch))
        .route("/club/game/{game}", get(game))
        .route("/club/notices", get(notices).post(want_notices))
        .route("/club/seen", post(seen))
        .route("/club/feed/{file}", get(feed))
}

impl Desk {
    pub(super) fn club<'a>(&'a self, site: &'a Site) -> Club<'a> {
        Club { games: &site.games, accounts: &self.accounts }
    }

    /// Who is signed in, or nobody.
    async fn whoever(&self) -> Result<Option<SignedIn>, Response> {
        match &self.secret {
            Some(secret) => self.accounts.who(secret).await.map_err(Denied::into_response),
            None => Ok(None),
        }
    }
}

async fn challenges((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.whoever().await?;
        let told = desk.club(&site).challenges(who.as_ref()).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "challenges": told })))
    };
    either(asked.await)
}

async fn make((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<NewChallenge>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        // A match is set up, and its data pack may have to be read.
        may_work(&site, client).map_err(Denied::into_response)?;
        let made = desk.club(&site).challenge(client, &who, sent).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &made))
    };
    either(asked.await)
}

/// The secret of a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    link: String,
}

async fn look((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Link>(&site, client, request).await?;
        let who = desk.whoever().await?;
        let told = desk.club(&site).invitation(who.as_ref(), &sent.link).await;
        Ok(answer(StatusCode::OK, &told.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

/// A challenge, with the secret of its link if it has one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    challenge: String,
    #[serde(default)]
    link: Option<String>,
}

async fn accept((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Accepted>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        may_work(&site, client)
            .and_then(|()| spend(&site, Costly::Game, client))
            .map_err(Denied::into_response)?;
        let told = desk.club(&site).accept(client, &who, &sent.challenge, sent.link.as_deref()).await;
        Ok(answer(StatusCode::OK, &told.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

/// A challenge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneChallenge {
    challenge: String,
}

async fn end((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<OneChallenge>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.club(&site).end(&who, &sent.challenge).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// A match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneMatch {
    #[serde(rename = "match")]
    id: String,
}

async fn rematch((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<OneMatch>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        may_work(&site, client)
            .and_then(|()| spend(&site, Costly::Game, client))
            .map_err(Denied::into_response)?;
        let made = desk.club(&site).rematch(client, &who, &sent.id).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &made))
    };
    either(asked.await)
}

async fn matches((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let told = desk.club(&site).matches(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "matches": told })))
    };
    either(asked.await)
}

async fn watch((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let (going, over) = desk.club(&site).shown().await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "going": going, "over": over })))
    };
    either(asked.await)
}

async fn game(
    (State(site), Extension(client)): Asked,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.whoever().await?;
        let told = desk.club(&site).match_of(who.as_ref(), &game).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "match": told })))
    };
    either(asked.await)
}

async fn notices((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let told = desk.club(&site).notices(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

/// Whether notices are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    wanted: bool,
}

async fn want_notices((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Wanted>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let told = desk.club(&site).want_notices(&who, sent.wanted).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

async fn seen((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, Nothing {}) = form(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.club(&site).seen(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// The challenges of which an account has asked for notice, in Atom.
async fn feed(
    (State(site), Extension(client)): Asked,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let none = || (StatusCode::NOT_FOUND, "There is no such feed.\n").into_response();
    let Some(secret) = file.strip_suffix(".atom") else { return none() };
    let desk = match desk(&site, client, request.headers()).await {
        Ok(desk) => desk,
        Err(denied) => return denied.into_response(),
    };
    let found = match desk.club(&site).feed(secret).await {
        Ok(Some(found)) => found,
        Ok(None) => return none(),
        Err(denied) => return denied.into_response(),
    };
    let here = site.names.here(request.uri(), request.headers());
    let link = format!("{here}/club");
    let updated = found.entries.first().map_or(0, |entry| entry.at);
    let entries = found.entries.iter().map(|entry| Entry {
        id: format!("tag:longroll,2026:{}", entry.id),
        title: &entry.title,
        updated: entry.at,
        text: &entry.text,
    });
    let title = format!("Challenges for {}", found.name);
    let own = format!("{here}{}", request.uri().path());
    let text = atom(&own, &title, updated, &link, entries);
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
        (header::CONTENT_TYPE, HeaderValue::from_static("application/atom+xml; charset=utf-8")),
    ];
    (headers, text).into_response()
}
