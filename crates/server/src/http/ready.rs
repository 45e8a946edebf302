//! `/readyz`: whether whoever comes now can play here.

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::Site;
use crate::store::{Store, Unready};

/// What was found last: a write to the disk for whoever asks would be theirs to keep it busy with.
pub(super) struct Readiness {
    kept: Duration,
    last: Mutex<Option<(Instant, Result<(), Unready>)>>,
}

impl Readiness {
    /// What is found stands for that long.
    pub(super) fn new(kept: Duration) -> Readiness {
        Readiness { kept, last: Mutex::default() }
    }

    /// Those who ask at once wait for one answer.
    async fn of(&self, store: &Store) -> Result<(), Unready> {
        let mut last = self.last.lock().await;
        if let Some((when, found)) = &*last
            && when.elapsed() < self.kept
        {
            return found.clone();
        }
        let found = store.ready().await;
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

pub(super) async fn ready(State(site): State<Site>) -> Response {
    let found = if site.closing.is_cancelled() {
        Err("the server is being stopped".to_owned())
    } else {
        site.readiness.of(site.games.store()).await.map_err(|unready| unready.to_string())
    };
    let (status, text) = match found {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("Not ready: {why}.\n")),
    };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}
