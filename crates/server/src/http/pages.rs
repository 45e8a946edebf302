//! The pages, and everything else that is fetched by path.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Site;

pub(super) async fn lobby(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/index.html".to_owned(), &headers).await
}

/// The same page for every game: it asks for its game itself, and says so if there is none.
pub(super) async fn game(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/game.html".to_owned(), &headers).await
}

/// The battle page once more: at this address it teaches.
pub(super) async fn learn(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/game.html".to_owned(), &headers).await
}

pub(super) async fn rules(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/rules.html".to_owned(), &headers).await
}

/// The map and scenario editor: its address says which scenario it opens.
pub(super) async fn editor(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/editor.html".to_owned(), &headers).await
}

pub(super) async fn file(State(site): State<Site>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    site.assets.respond(format!("static/{path}"), &headers).await
}

/// What may stand behind a map's address.
#[derive(Deserialize)]
pub(super) struct Of {
    /// The data pack whose map it is; without one, the program's own.
    pack: Option<String>,
}

pub(super) async fn map(
    State(site): State<Site>,
    Path(file): Path<String>,
    Query(of): Query<Of>,
    headers: HeaderMap,
) -> Response {
    let Some(id) = of.pack else { return site.assets.respond(format!("maps/{file}"), &headers).await };
    match site.games.pack(&id, None).await {
        Ok(pack) => site.assets.respond_of(pack, file, &headers).await,
        Err(error) => (StatusCode::NOT_FOUND, format!("{}\n", error.message)).into_response(),
    }
}

pub(super) async fn reference(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("reference.json".to_owned(), &headers).await
}

pub(super) async fn tutorials(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("tutorials.json".to_owned(), &headers).await
}

pub(super) async fn tutorial(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("tutorial.json".to_owned(), &headers).await
}
