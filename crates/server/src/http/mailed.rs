//! Links for signing in, by mail: `docs/protocol.md` says what is sent.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::accounts::{Asked, answer, either, form};
use crate::accounts::{Denied, Proof, Why};
use crate::notices::Notices;

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/account/mail/ask", post(ask))
        .route("/account/mail/sign-in", post(sign_in))
        .route("/account/mail/let-open", post(let_open))
}

/// The notices of a site that sends mail.
fn mailing(site: &Site) -> Result<&Arc<Notices>, Denied> {
    let none = || Denied::new(Why::Missing, "Mail is not set up on this server.");
    site.games.notices().filter(|notices| notices.mails()).ok_or_else(none)
}

/// A name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
}

/// The answer is the same, and takes the same time, whether there is such an account or not: what is
/// to be done for it is done afterwards.
async fn ask((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, Name { name }) = form(&site, client, request).await?;
        let notices = Arc::clone(mailing(&site).map_err(Denied::into_response)?);
        desk.accounts.count_link(client, &name).map_err(Denied::into_response)?;
        let accounts = Arc::clone(&desk.accounts);
        tokio::spawn(async move {
            let sent = match accounts.make_link(&name).await {
                Ok(Some((account, secret))) => notices.mail_link(&account, &secret).await,
                Ok(None) => Ok(()),
                Err(denied) => Err(denied),
            };
            if let Err(denied) = sent {
                tracing::error!(error = denied.sentence, "a link for signing in was not sent");
            }
        });
        Ok(answer(StatusCode::OK, &json!({})))
    };
    either(asked.await)
}

/// The secret of a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneLink {
    link: String,
}

async fn sign_in((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, OneLink { link }) = form(&site, client, request).await?;
        let came = desk.accounts.sign_in_by_link(&desk.asker(), &link, desk.secret.as_deref()).await;
        let came = came.map_err(Denied::into_response)?;
        let mut told = desk.told(Some(&came.opened.who));
        told["proof"] = came.proof.into();
        Ok(desk.opened_with(&came.opened, told))
    };
    either(asked.await)
}

/// An address of mail, and what shows that it is the owner who lets it open the account; nothing if
/// it is to open it no longer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LetOpen {
    channel: String,
    proof: Option<Proof>,
}

async fn let_open((State(site), Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, LetOpen { channel, proof }) = form(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let notices = mailing(&site).map_err(Denied::into_response)?;
        let opens = proof.is_some();
        if let Some(proof) = proof {
            desk.accounts.confirm(client, &who, proof).await.map_err(Denied::into_response)?;
        }
        let told = notices.let_open(&who, &channel, opens).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}
