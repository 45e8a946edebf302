//! Time in which no server was up: nothing is deleted for it, and nobody loses a game by it.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use server::Front;
use server::games::{Games, Thinking};
use server::store::Settings;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::agreements::long_ago;
use crate::kept_in::Backend;
use crate::retention::{DAY, games, limits, now, there};
use crate::site::{Client, Site, open_store};

pub async fn nothing_is_deleted_until_players_have_had_an_hour(backend: Backend) {
    let folder = backend.folder();
    let site = Site::open_limited(folder.path(), limits(), Front::default()).await;
    let games = games(&mut site.client().await).await;
    // A hundred days later the server is there again: the machine slept.
    let back = now() + 100 * DAY;
    site.games.note_up(back).await;
    for (later, left) in [
        (0, [true, true, true]),
        (3599, [true, true, true]),
        (6 * DAY, [true, true, true]),
        (8 * DAY, [true, true, false]),
        (9 * DAY, [true, true, false]),
        (11 * DAY, [false, true, false]),
        (19 * DAY, [false, true, false]),
        (21 * DAY, [false, false, false]),
    ] {
        site.games.expire(back + later).await;
        for ((game, _), left) in games.iter().zip(left) {
            assert_eq!(there(&site, game).await, left, "{later} seconds after it was back");
        }
    }
    site.close().await;
}

/// Loads a game whose clock ran out long ago, and claims it.
async fn claim(client: &mut Client) -> Result<Value, Value> {
    let loaded = client.ask("game.load", json!({ "record": long_ago(), "mode": "two" })).await.unwrap();
    let claim = json!({ "game": loaded["game"], "token": loaded["tokens"]["confederate"] });
    client.ask("game.claim", claim).await
}

/// A server of a folder in which another was up until then.
async fn after_another(backend: Backend, until: i64) -> (tempfile::TempDir, Site) {
    let folder = backend.folder();
    let other = open_store(folder.path(), Settings::default()).await;
    other.note_up(1_600_000_000, until).await.unwrap();
    other.close().await;
    let site = Site::open(folder.path()).await;
    (folder, site)
}

pub async fn nobody_claims_a_game_until_its_players_have_had_an_hour(backend: Backend) {
    let (_folder, site) = after_another(backend, now() - DAY).await;
    let mut client = site.client().await;
    let early = claim(&mut client).await.unwrap_err();
    let says = early["message"].as_str().unwrap();
    assert!(says.starts_with("the server was down: the Union player has "), "{early}");
    // A game that is begun now has had all its time.
    let (game, tokens) =
        client.begin(json!({ "scenario": "mountain", "mode": "two", "clock": { "bank": 60 } })).await;
    let own = json!({ "game": game, "token": tokens["union"] });
    let refused = client.ask("game.claim", own).await.unwrap_err();
    assert_eq!(refused["message"], "the Confederate player's clock does not run");
    site.close().await;
}

pub async fn while_another_server_was_up_no_server_was_down(backend: Backend) {
    let (_folder, site) = after_another(backend, now() + 60).await;
    let won = claim(&mut site.client().await).await.unwrap();
    assert_eq!(won["view"]["ended"]["by"], "time");
    site.close().await;
}

/// What is warned of.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    /// What was warned of since this was asked last.
    fn told(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Visit for Warnings {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0.lock().unwrap().push(format!("{value:?}"));
        }
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, of: &Metadata<'_>) -> bool {
        *of.level() == Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn a_jump_of_the_system_clock_of_more_than_a_day_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_store(folder.path(), Settings::default()).await;
    let (idle, limits, thinking) = (Duration::MAX, limits(), Thinking::default());
    let games = Games::thinking_so(Arc::default(), store, idle, Default::default(), limits, thinking);
    let warnings = Warnings::default();
    let _guard = tracing::subscriber::set_default(warnings.clone());
    let begun = now();
    for (at, days) in [(0, None), (DAY / 2, None), (3 * DAY, Some("2.5")), (DAY, Some("-2.0"))] {
        games.note_up(begun + at).await;
        let told = warnings.told();
        match days {
            Some(days) => {
                let says = format!("the system's clock has jumped by {days} days");
                assert!(told.len() == 1 && told[0].starts_with(&says), "{told:?}");
            }
            None => assert_eq!(told, Vec::<String>::new()),
        }
    }
}
