//! Passkeys over HTTP: `docs/protocol.md` says what is sent.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::accounts::{Asked, Nothing, answer, desk, either, form};
use crate::accounts::{Denied, MadePasskey, Proof, ShownPasskey};

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/account/passkeys", get(list))
        .route("/account/passkeys/begin", post(begin))
        .route("/account/passkeys/add", post(add))
        .route("/account/passkeys/remove", post(remove))
        .route("/account/passkeys/begin-account", post(begin_account))
        .route("/account/passkeys/create-account", post(create_account))
        .route("/account/passkeys/ask", post(ask))
        .route("/account/passkeys/sign-in", post(sign_in))
}

async fn list((State(site), Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let passkeys = desk.accounts.passkeys_of(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({ "passkeys": passkeys })))
    };
    either(asked.await)
}

async fn begin((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, proof) = form::<Proof>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let begun = desk.accounts.begin_adding(client, &who, proof).await;
        Ok(answer(StatusCode::OK, &begun.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn add((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, made) = form::<MadePasskey>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.accounts.add_passkey(&who, &made).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// A passkey.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnePasskey {
    passkey: String,
}

async fn remove((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<OnePasskey>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        desk.accounts.remove_passkey(&who, &sent.passkey).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// A name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
}

async fn begin_account((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Name>(&site, client, request).await?;
        let begun = desk.accounts.begin_creating(&sent.name).await;
        Ok(answer(StatusCode::OK, &begun.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn create_account((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, made) = form::<MadePasskey>(&site, client, request).await?;
        let opened = desk.accounts.create_with(&desk.asker(), &made).await;
        Ok(desk.opened(&opened.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn ask((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, Nothing {}) = form(&site, client, request).await?;
        let begun = desk.accounts.ask_for_passkey();
        Ok(answer(StatusCode::OK, &begun.map_err(Denied::into_response)?))
    };
    either(asked.await)
}

async fn sign_in((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, shown) = form::<ShownPasskey>(&site, client, request).await?;
        let opened = desk.accounts.sign_in_with(&desk.asker(), &shown, desk.secret.as_deref()).await;
        Ok(desk.opened(&opened.map_err(Denied::into_response)?))
    };
    either(asked.await)
}
