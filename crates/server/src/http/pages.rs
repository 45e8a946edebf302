//! The pages, and everything else that is fetched by path.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;

use super::Site;
use crate::limits::Client;

pub(super) async fn lobby(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/index.html".to_owned(), &headers).await
}

/// What opens the page's line to the server. Named first, it comes over the connection that brought
/// the page; one more would cost a round trip.
const EARLY: &str = "</static/js/common/early.js>; rel=preload; as=script";

/// The same page for every game: it asks for its game itself, and says so if there is none. Its map
/// is named in the header, so that it comes while the page's scripts do.
pub(super) async fn game(
    State(site): State<Site>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let map = site.games.map_of(client, &id).await;
    let mut page = battle_page(&site, &headers).await;
    for link in map.iter().flat_map(|(map, pack)| preloads(map, pack.as_deref())) {
        page.headers_mut().append(header::LINK, link);
    }
    page
}

async fn battle_page(site: &Site, headers: &HeaderMap) -> Response {
    let mut page = Arc::clone(&site.assets).respond("static/game.html".to_owned(), headers).await;
    page.headers_mut().append(header::LINK, HeaderValue::from_static(EARLY));
    page
}

/// Links to the drawing of a map and to its hexes, as the page asks for them; none for a name that
/// would have to be written another way in an address.
fn preloads(map: &str, pack: Option<&str>) -> Vec<HeaderValue> {
    let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if !plain(map) || !pack.is_none_or(plain) {
        return Vec::new();
    }
    let of = pack.map(|pack| format!("?pack={pack}")).unwrap_or_default();
    let link = |kind: &str| format!("</maps/{map}.{kind}{of}>; rel=preload; as=fetch; crossorigin");
    ["svg", "json"].into_iter().filter_map(|kind| HeaderValue::try_from(link(kind)).ok()).collect()
}

/// The battle page once more: at this address it teaches.
pub(super) async fn learn(State(site): State<Site>, headers: HeaderMap) -> Response {
    battle_page(&site, &headers).await
}

pub(super) async fn rules(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/rules.html".to_owned(), &headers).await
}

/// The map and scenario editor: its address says which scenario it opens.
pub(super) async fn editor(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/editor.html".to_owned(), &headers).await
}

/// Two packs compared: its address says which, and over which scenario.
pub(super) async fn compare(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/compare.html".to_owned(), &headers).await
}

/// The packs that this browser knows, and those that people share.
pub(super) async fn packs(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/packs.html".to_owned(), &headers).await
}

/// Signing in, and what goes with an account.
#[cfg(feature = "club")]
pub(super) async fn account(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/account.html".to_owned(), &headers).await
}

/// What shows notices in a browser while none of its pages is open. From here it may serve all pages.
#[cfg(feature = "club")]
pub(super) async fn service_worker(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/service-worker.js".to_owned(), &headers).await
}

/// Challenges, matches, and games to watch.
#[cfg(feature = "club")]
pub(super) async fn club(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/club.html".to_owned(), &headers).await
}

/// The tournaments, and making one.
#[cfg(feature = "club")]
pub(super) async fn tournaments(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/tournaments.html".to_owned(), &headers).await
}

/// One tournament: its address says which.
#[cfg(feature = "club")]
pub(super) async fn tournament(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/tournament.html".to_owned(), &headers).await
}

/// The ratings of all players.
#[cfg(feature = "club")]
pub(super) async fn ladder(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/ladder.html".to_owned(), &headers).await
}

/// The library: its address says what is looked for.
#[cfg(feature = "club")]
pub(super) async fn library(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/library.html".to_owned(), &headers).await
}

/// A study: its address says which.
#[cfg(feature = "club")]
pub(super) async fn study(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/study.html".to_owned(), &headers).await
}

/// A player: the address says who.
#[cfg(feature = "club")]
pub(super) async fn player(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/player.html".to_owned(), &headers).await
}

/// The pass through what is in doubt on the sheets: its address says of which scenario.
pub(super) async fn transcribe(State(site): State<Site>, headers: HeaderMap) -> Response {
    site.assets.respond("static/transcribe.html".to_owned(), &headers).await
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
    Extension(client): Extension<Client>,
    Path(file): Path<String>,
    Query(of): Query<Of>,
    headers: HeaderMap,
) -> Response {
    match of.pack {
        Some(pack) => site.assets.respond_of((&site.games, client), &pack, &file, &headers).await,
        None => site.assets.respond(format!("maps/{file}"), &headers).await,
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
