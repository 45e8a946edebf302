//! The library over HTTP: what stands in it, putting games in and taking them out, and records. The
//! same manners as for accounts (`accounts.rs`).

use std::collections::HashMap;

use axum::Extension;
use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use protocol::LONGEST_MESSAGE;
use serde::Deserialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::Site;
use super::accounts::{Asked, Desk, answer, desk, either, form, form_within, limited, may_work};
use crate::accounts::{Denied, Why};
use crate::club::library::Library;
use crate::games::{Connection, Games};
use crate::limits::Costly;

/// The addresses of the library; none where there are no accounts.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.accounts().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/library", get(super::pages::library))
        .route("/library.json", get(list))
        .route("/library/game/{game}", get(one))
        .route("/library/record/{game}", get(record))
        .route("/library/put", post(put))
        .route("/library/take-out", post(take_out))
        .route("/library/import", post(import))
}

impl Desk {
    pub(super) fn library<'a>(&'a self, site: &'a Site) -> Library<'a> {
        Library { games: &site.games, accounts: &self.accounts }
    }
}

async fn list(
    (State(site), Extension(client)): Asked,
    Query(asked): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let told = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let told = desk.library(&site).list(&asked).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(told.await)
}

async fn one(
    (State(site), Extension(client)): Asked,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let told = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let told = desk.library(&site).one(&game).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(told.await)
}

async fn record(
    (State(site), Extension(client)): Asked,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let told = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let shown = desk.library(&site).one(&game).await.map_err(Denied::into_response)?;
        if shown["source"].is_null() {
            let sentence = "This game is not in the library.";
            return Err(Denied::new(Why::Missing, sentence).into_response());
        }
        // Nobody hears over it: the game only has to know who asks.
        let (connection, _messages) = Connection::new(client, CancellationToken::new());
        let record = site.games.open_record(&game, &connection).await;
        let record = record.map_err(|error| Denied::from(error).into_response())?;
        let name = format!("attachment; filename=\"{game:.12}.jsonl\"");
        let headers = [
            (header::CONTENT_TYPE, "application/jsonl".to_owned()),
            (header::CACHE_CONTROL, "no-store".to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ];
        Ok((headers, record).into_response())
    };
    either(told.await)
}

/// A game, and the token of a seat of it if the account that is signed in holds none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneGame {
    game: String,
    #[serde(default)]
    token: Option<String>,
}

async fn put((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, OneGame { game, token }) = form(&site, client, request).await?;
        let who = desk.who().await?;
        may_work(&site, client).map_err(Denied::into_response)?;
        let put = desk.library(&site).put(who.as_ref(), &game, (token.as_deref(), client)).await;
        put.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

async fn take_out((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, OneGame { game, token }) = form(&site, client, request).await?;
        let who = desk.who().await?;
        may_work(&site, client).map_err(Denied::into_response)?;
        let out = desk.library(&site).take_out(who.as_ref(), &game, (token.as_deref(), client)).await;
        out.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// A record: JSON Lines. Of a game that was played here, the token of a seat if the account holds none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    record: String,
    #[serde(default)]
    token: Option<String>,
}

async fn import((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        // What is sent is read once it is known who sends it.
        let who =
            desk(&site, client, request.headers()).await.map_err(Denied::into_response)?.signed_in().await?;
        // A whole game is judged again for it.
        let allowed = site.allowances.may_work(client).and_then(|()| site.allowances.may_record(client));
        allowed
            .and_then(|()| site.allowances.spend(Costly::Game, client))
            .map_err(|reached| limited(&site, client, &reached).into_response())?;
        let (mut desk, Record { record, token }) =
            form_within(LONGEST_MESSAGE, &site, client, request).await?;
        // Records of other networks may be judged first: questions do not wait for that.
        desk.turn.release();
        let library = desk.library(&site);
        let brought = library.import(&who, record, token.as_deref(), client).await;
        let (game, found) = brought.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "game": game, "found": found })))
    };
    either(asked.await)
}
