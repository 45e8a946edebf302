//! Where an account is told that it is asked, over HTTP: the same manners as for accounts
//! (`accounts.rs`). What a mail links to needs no signing in: it opens one thing each.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::Site;
use super::accounts::{Asked, answer, desk, either, form};
use crate::accounts::{Denied, Why};
use crate::games::Games;
use crate::notices::{ChannelChange, Link, NewChannel, Notices};
use crate::store::Quiet;

/// The addresses of notices; none where there are no notices.
pub(super) fn routes(games: &Games) -> Router<Site> {
    if games.notices().is_none() {
        return Router::new();
    }
    Router::new()
        .route("/service-worker.js", get(super::pages::service_worker))
        .route("/account/notices", get(told))
        .route("/account/notices/add", post(add))
        .route("/account/notices/change", post(change))
        .route("/account/notices/trial", post(trial))
        .route("/account/notices/remove", post(remove))
        .route("/account/notices/quiet", post(quiet))
        .route("/notices/{channel}/{link}/{code}", get(ask).post(follow))
}

/// The notices of a site that has some.
fn notices(site: &Site) -> Result<&Notices, Denied> {
    let none = || Denied::new(Why::Missing, "There are no notices here.");
    site.games.notices().map(|notices| &**notices).ok_or_else(none)
}

async fn told((State(site), axum::Extension(client)): Asked, headers: HeaderMap) -> Response {
    let asked = async {
        let desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let who = desk.signed_in().await?;
        let told =
            notices(&site).map_err(Denied::into_response)?.told(&who).await.map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

async fn add((State(site), axum::Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (mut desk, sent) = form::<NewChannel>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let added = notices(&site)
            .map_err(Denied::into_response)?
            .add(&mut desk.turn, &who, sent)
            .await
            .map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &added))
    };
    either(asked.await)
}

async fn change((State(site), axum::Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<ChannelChange>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let told = notices(&site)
            .map_err(Denied::into_response)?
            .change(&who, sent)
            .await
            .map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

/// A channel.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneChannel {
    channel: String,
}

async fn trial((State(site), axum::Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (mut desk, sent) = form::<OneChannel>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let told = notices(&site)
            .map_err(Denied::into_response)?
            .trial(&mut desk.turn, &who, &sent.channel)
            .await
            .map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

async fn remove((State(site), axum::Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<OneChannel>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let told = notices(&site)
            .map_err(Denied::into_response)?
            .remove(&who, &sent.channel)
            .await
            .map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

async fn quiet((State(site), axum::Extension(client)): Asked, request: Request) -> Response {
    let asked = async {
        let (desk, sent) = form::<Quiet>(&site, client, request).await?;
        let who = desk.signed_in().await?;
        let told = notices(&site)
            .map_err(Denied::into_response)?
            .set_quiet(&who, sent)
            .await
            .map_err(Denied::into_response)?;
        Ok(answer(StatusCode::OK, &told))
    };
    either(asked.await)
}

/// The parts of a link in a mail.
type Linked = Path<(String, String, String)>;

/// What a link leads to. Only a press of its button does anything: programs that read mail before
/// people do follow links.
async fn ask((State(site), axum::Extension(client)): Asked, path: Linked, headers: HeaderMap) -> Response {
    let asked = async {
        let _desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        linked(&site, path).await.map(|(_, link)| match link {
            Link::Confirm => page("Send notices to this address?", Some("Yes, send them")),
            Link::Stop => page("No more notices to this address?", Some("No more of them")),
        })
    };
    either(asked.await)
}

/// The button was pressed, or a program for mail has asked for it with one click (RFC 8058).
async fn follow((State(site), axum::Extension(client)): Asked, path: Linked, headers: HeaderMap) -> Response {
    let asked = async {
        let _desk = desk(&site, client, &headers).await.map_err(Denied::into_response)?;
        let (channel, link) = linked(&site, path).await?;
        let done = notices(&site).map_err(Denied::into_response)?.follow(channel, link).await;
        done.map_err(|error| Denied::from(error).into_response())?;
        Ok(match link {
            Link::Confirm => page("Notices will be sent to this address.", None),
            Link::Stop => page("No more notices will be sent to this address.", None),
        })
    };
    either(asked.await)
}

async fn linked(
    site: &Site,
    Path((channel, link, code)): Linked,
) -> Result<(crate::store::Channel, Link), Response> {
    let gone = || {
        let mut page = page("This link leads nowhere any more: the address is not kept here.", None);
        *page.status_mut() = StatusCode::NOT_FOUND;
        page
    };
    let link = Link::from_word(&link).ok_or_else(gone)?;
    let found = notices(site).map_err(Denied::into_response)?.linked(&channel, link, &code).await;
    let found = found.map_err(|error| Denied::from(error).into_response())?;
    Ok((found.ok_or_else(gone)?, link))
}

/// A page with one sentence, and a button if there is something to do.
fn page(sentence: &str, button: Option<&str>) -> Response {
    let button = button.map(|word| {
        format!("<form method=\"post\"><button class=\"primary\" type=\"submit\">{word}</button></form>")
    });
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
         <title>Longroll: notices</title>\n<meta name=\"color-scheme\" content=\"light dark\" />\n\
         <link rel=\"icon\" href=\"/static/icon.svg\" type=\"image/svg+xml\" />\n\
         <link rel=\"stylesheet\" href=\"/static/css/palette.css\" />\n\
         <link rel=\"stylesheet\" href=\"/static/css/type.css\" />\n\
         <link rel=\"stylesheet\" href=\"/static/css/base.css\" />\n\
         <link rel=\"stylesheet\" href=\"/static/css/lobby.css\" />\n\
         </head>\n<body class=\"lobby\">\n<header class=\"title-page\"><h1 class=\"mark\">Notices</h1>\
         <nav aria-label=\"Site\"><a href=\"/\">Longroll</a></nav></header>\n\
         <main><p>{sentence}</p>{}</main>\n</body>\n</html>\n",
        button.unwrap_or_default()
    );
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, text).into_response()
}
