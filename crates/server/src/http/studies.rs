//! Studies over HTTP. The same manners as for accounts (`accounts.rs`).

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::accounts::{Asked, Desk, answer, desk, either, form, form_within, limited};
use crate::accounts::Denied;
use crate::club::studies::{self, Sent};
use crate::games::Games;

/// The longest study that is sent.
const LONGEST: usize = 512 * 1024;

/// The addresses of studies; none where there are no accounts.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.accounts().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/studies.json", get(list))
        .route("/study/{id}", get(super::pages::study))
        .route("/study/{id}/study.json", get(read))
        .route("/studies/keep", post(keep))
        .route("/studies/delete", post(delete))
}

impl Desk {
    pub(super) fn studies<'a>(&'a self, site: &'a Site) -> studies::Desk<'a> {
        studies::Desk { games: &site.games, accounts: &self.accounts }
    }
}

async fn list((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let told = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.who().await?;
        let told = desk.studies(&site).list(who.as_ref()).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(told.await)
}

async fn read(
    (State(site), Extension(client)): Asked,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let told = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.who().await?;
        let told = desk.studies(&site).read(who.as_ref(), &id).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(told.await)
}

async fn keep((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form_within::<Sent>(LONGEST, &site, client, request).await?;
        let who = desk.signed_in().await?;
        site.allowances
            .may_record(client)
            .map_err(|reached| limited(&site, client, &reached).into_response())?;
        let study = desk.studies(&site).keep(&who, sent, client).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "study": study })))
    };
    either(asked.await)
}

/// Which study.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneStudy {
    study: String,
}

async fn delete((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, OneStudy { study }) = form(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.studies(&site).delete(&who, &study).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}
