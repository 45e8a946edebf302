//! Thinking as kinds of work that any worker over the database can do.

use std::sync::Arc;
use std::time::Duration;

use ai::Level;
use catalog::Library;
use protocol::ready::What;
use serde_json::Value;

use super::tables::{Tables, Unthought};
use super::{GIVES_WAY, LEASE, Topic, gone};
use crate::store::{Store, TakenJob};
use crate::work::{Piece, Unfinished, Work};

/// One of the kinds of thinking.
struct Thinking {
    kind: &'static str,
    tables: Arc<Tables>,
}

/// The kinds of thinking (computers' turns, advice, reviews), for the games of that database.
pub fn thinking(library: Arc<Library>, store: Store) -> Vec<Arc<dyn Work>> {
    let tables = Arc::new(Tables::new(library, store));
    let kind = |kind| Arc::new(Thinking { kind, tables: Arc::clone(&tables) }) as Arc<dyn Work>;
    What::KINDS.map(kind).to_vec()
}

impl Work for Thinking {
    fn kind(&self) -> &str {
        self.kind
    }

    fn lease(&self) -> Option<Duration> {
        Some(LEASE)
    }

    fn gives_way(&self, job: &TakenJob) -> Option<Duration> {
        let topic = serde_json::from_value::<Topic>(job.work.clone()).ok()?;
        Some(match topic.what {
            What::Turn { clock: None, level, .. } if level != Level::Marshal => GIVES_WAY,
            What::Lesson { .. } | What::Moment { .. } => GIVES_WAY,
            What::Turn { .. } | What::Advice { .. } => GIVES_WAY / 2,
        })
    }

    fn run(&self, piece: &Piece<'_>) -> Result<Value, Unfinished> {
        // A newer program asks for what this one does not know.
        let unknown = |_| Unfinished::Refused("it is asked for in words of another version".to_owned());
        let topic: Topic = serde_json::from_value(piece.job.work.clone()).map_err(unknown)?;
        match self.tables.think(&topic, piece.interrupt) {
            Ok(found) => Ok(found),
            Err(Unthought::Gone) => Ok(gone()),
            Err(Unthought::Failed(why)) => Err(Unfinished::Failed(why)),
            Err(Unthought::Unread(error)) => {
                tracing::warn!(%error, "a game that is to be thought about cannot be read");
                Err(Unfinished::Failed("its game cannot be read".to_owned()))
            }
        }
    }
}
