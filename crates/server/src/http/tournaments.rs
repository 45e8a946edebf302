//! Tournaments and ratings over HTTP: everybody may read them, and who has an account takes part.

use std::future::Future;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::TryStreamExt as _;
use protocol::RpcError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Site;
use super::accounts::{Asked, Desk, answer, desk, either, form, limited, spend};
use crate::accounts::{Denied, SignedIn, Why};
use crate::club::ratings::told as ratings;
use crate::club::tournaments::{Plan, Tournaments};
use crate::games::Games;
use crate::limits::{Client, Costly};

/// The addresses of tournaments and ratings; none where there are no accounts.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.tournaments().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/tournaments", get(super::pages::tournaments))
        .route("/tournaments.json", get(list))
        .route("/tournament/{id}", get(super::pages::tournament))
        .route("/tournament/{id}/state.json", get(state))
        .route("/tournament/{id}/tournament.toml", get(file))
        .route("/tournament/{id}/tournament.zip", get(archive))
        .route("/tournaments/make", post(make))
        .route("/tournaments/enter", post(enter))
        .route("/tournaments/leave", post(leave))
        .route("/tournaments/commander", post(commander))
        .route("/tournaments/remove", post(remove))
        .route("/tournaments/begin", post(begin))
        .route("/tournaments/cancel", post(cancel))
        .route("/ladder", get(super::pages::ladder))
        .route("/ladder.json", get(ladder))
        .route("/rated-games.json", get(rated_games))
        .route("/player", get(super::pages::player))
        .route("/player.json", get(player))
}

fn tournaments(site: &Site) -> Result<&Arc<Tournaments>, Denied> {
    let none = || Denied::new(Why::Missing, "There are no tournaments here.");
    site.games.tournaments().ok_or_else(none)
}

fn failed(error: &RpcError) -> Response {
    Denied::new(Why::Ours, format!("{}.", error.message)).into_response()
}

/// Answers what only asks, of whoever it is.
async fn told<F: Future<Output = Result<Value, Response>>>(
    (site, client, headers): (Site, Client, HeaderMap),
    tell: impl FnOnce(Site, Desk) -> F,
) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &tell(site, desk).await?))
    };
    either(asked.await)
}

async fn list((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let tell = async |site: Site, _: Desk| {
        tournaments(&site)
            .map_err(Denied::into_response)?
            .list(&site.games)
            .await
            .map_err(Denied::into_response)
    };
    told((site, client, headers), tell).await
}

async fn state(
    (State(site), Extension(client)): Asked,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let tell = async |site: Site, desk: Desk| {
        let who = desk.who().await?;
        tournaments(&site)
            .map_err(Denied::into_response)?
            .told(&site.games, &id, (who.as_ref(), client))
            .await
            .map_err(Denied::into_response)
    };
    told((site, client, headers), tell).await
}

async fn ladder((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let tell = async |site: Site, _: Desk| {
        let now = tournaments(&site).map_err(Denied::into_response)?.now();
        ratings::ladders(&site.games, now).await.map_err(|error| failed(&error))
    };
    told((site, client, headers), tell).await
}

/// From which one on.
#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    from: usize,
}

async fn rated_games(
    (State(site), Extension(client)): Asked,
    Query(of): Query<Page>,
    headers: HeaderMap,
) -> Response {
    let tell = async |site: Site, _: Desk| {
        ratings::rated_games(&site.games, of.from).await.map_err(|error| failed(&error))
    };
    told((site, client, headers), tell).await
}

/// Which player.
#[derive(Deserialize)]
struct Named {
    name: String,
}

async fn player(
    (State(site), Extension(client)): Asked,
    Query(of): Query<Named>,
    headers: HeaderMap,
) -> Response {
    let tell = async |site: Site, _: Desk| {
        let now = tournaments(&site).map_err(Denied::into_response)?.now();
        let found = ratings::player(&site.games, &of.name, now).await.map_err(|error| failed(&error))?;
        let none = || Denied::new(Why::Missing, "Nobody of this name has a rated game.").into_response();
        found.ok_or_else(none)
    };
    told((site, client, headers), tell).await
}

/// A file to be kept.
fn download(kind: &'static str, name: &str, body: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, body.into()).into_response()
}

async fn file(
    (State(site), Extension(client)): Asked,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let asked = async {
        let _desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let text = tournaments(&site)
            .map_err(Denied::into_response)?
            .file_of(&id)
            .await
            .map_err(Denied::into_response)?;
        Ok(download("text/plain; charset=utf-8", "tournament.toml", text))
    };
    either(asked.await)
}

async fn archive(
    (State(site), Extension(client)): Asked,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let asked = async {
        let _desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        // Many games are read for it.
        spend(&site, Costly::Check, client).map_err(Denied::into_response)?;
        site.allowances
            .may_work(client)
            .map_err(|reached| limited(&site, client, &reached).into_response())?;
        let parts = tournaments(&site)
            .map_err(Denied::into_response)?
            .archive(Arc::clone(&site.games), &id, client)
            .await
            .map_err(Denied::into_response)?;
        let parts =
            parts.inspect_ok(move |part| site.allowances.transferred(client, part.len())).map_err(|error| {
                tracing::error!(error = error.message, "the archive of a tournament is cut off");
                error.message
            });
        Ok(download("application/zip", "tournament.zip", Body::from_stream(parts)))
    };
    either(asked.await)
}

/// Does what somebody asks who is signed in.
async fn done<T: DeserializeOwned, F: Future<Output = Result<Value, Denied>>>(
    (site, client, request): (Site, Client, Request),
    does: impl FnOnce(Site, SignedIn, Arc<Tournaments>, T) -> F,
) -> Response {
    let asked = async {
        let (desk, sent) = form::<T>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let tournaments = Arc::clone(tournaments(&site).map_err(Denied::into_response)?);
        let done = does(site, who, tournaments, sent).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &done))
    };
    either(asked.await)
}

/// Which tournament.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    tournament: String,
}

async fn make((State(site), Extension(client)): Asked, request: Request) -> Response {
    let make = async |site: Site, who: SignedIn, of: Arc<Tournaments>, plan: Plan| {
        spend(&site, Costly::Game, client)?;
        let id = of.make(&site.games, (&who, client), plan).await?;
        Ok(json!({ "tournament": id }))
    };
    done((site, client, request), make).await
}

async fn enter((State(site), Extension(client)): Asked, request: Request) -> Response {
    let enter = async |_: Site, who: SignedIn, of: Arc<Tournaments>, sent: Which| {
        of.enter((&who, client), &sent.tournament).await.map(|()| json!({}))
    };
    done((site, client, request), enter).await
}

async fn leave((State(site), Extension(client)): Asked, request: Request) -> Response {
    let leave = async |site: Site, who: SignedIn, of: Arc<Tournaments>, sent: Which| {
        of.leave(&site.games, &who, &sent.tournament).await.map(|()| json!({}))
    };
    done((site, client, request), leave).await
}

/// A player who is to take part no more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    tournament: String,
    name: String,
}

async fn remove((State(site), Extension(client)): Asked, request: Request) -> Response {
    let remove = async |_: Site, who: SignedIn, of: Arc<Tournaments>, sent: Player| {
        of.remove(&who, &sent.tournament, &sent.name).await.map(|()| json!({}))
    };
    done((site, client, request), remove).await
}

/// A commander that is to take part, or not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Commander {
    tournament: String,
    level: String,
    on: bool,
}

async fn commander((State(site), Extension(client)): Asked, request: Request) -> Response {
    let seat = async |_: Site, who: SignedIn, of: Arc<Tournaments>, sent: Commander| {
        of.seat_commander(&who, &sent.tournament, (&sent.level, sent.on)).await.map(|()| json!({}))
    };
    done((site, client, request), seat).await
}

async fn begin((State(site), Extension(client)): Asked, request: Request) -> Response {
    let begin = async |site: Site, who: SignedIn, of: Arc<Tournaments>, sent: Which| {
        of.begin(&site.games, &who, &sent.tournament).await.map(|()| json!({}))
    };
    done((site, client, request), begin).await
}

async fn cancel((State(site), Extension(client)): Asked, request: Request) -> Response {
    let cancel = async |_: Site, who: SignedIn, of: Arc<Tournaments>, sent: Which| {
        of.cancel(&who, &sent.tournament).await.map(|()| json!({}))
    };
    done((site, client, request), cancel).await
}
