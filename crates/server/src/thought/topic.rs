//! Topics of thinking as data.

use std::time::Duration;

use protocol::ready::What;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::secrets::{for_logs, token_hash};
use crate::store::NewJob;

/// For how long a topic is its thinker's without a sign of life: a game whose thinker is killed
/// stands still for no longer.
pub(crate) const LEASE: Duration = Duration::from_secs(4);

/// A turn that has been thought over for so long gives way to others, and so do lessons and reviews: there are positions
/// over which a general thinks for minutes. Advice, and turns that may take all their time, do so after half of it.
pub(crate) const GIVES_WAY: Duration = Duration::from_secs(10);

/// What a worker finds where nobody waits for it any more: the game has gone on.
pub(crate) fn gone() -> Value {
    json!({ "gone": true })
}

/// What the jobs of a game are a part of. Whoever knows a game's name may watch it, and what jobs
/// are called stands in logs.
pub fn batch(game: &str) -> String {
    format!("{}-{:.16}", for_logs(game), token_hash(game))
}

/// Something to be thought over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Topic {
    /// In which game.
    pub(crate) game: String,
    /// After so many entries.
    pub(crate) version: u32,
    /// What it is.
    pub(crate) what: What,
}

impl Topic {
    /// The topic as a job. There is one for each decision of a computer, whoever enters it; all
    /// else is asked by somebody, and told apart by `asker`.
    pub(crate) fn job(&self, urgency: i64, asker: &str) -> NewJob {
        let Topic { game, version, what } = self;
        let (kind, batch) = (what.kind(), batch(game));
        let key = match what {
            What::Turn { stood, .. } => {
                format!("{kind} {batch} {version}{}", if *stood { " again" } else { "" })
            }
            What::Advice { .. } => format!("{kind} {batch} {version} {asker}"),
            What::Lesson { side, turn } => {
                format!("{kind} {batch} {version} {} {turn} {asker}", side.word())
            }
            What::Moment { outlook, counsel } => {
                let part = match (outlook, counsel) {
                    (true, false) => "outlook",
                    (false, true) => "counsel",
                    _ => "whole",
                };
                format!("{kind} {batch} {version} {part} {asker}")
            }
        };
        NewJob { kind: kind.to_owned(), key, batch, urgency, work: json!(self), preferred: None }
    }
}

#[cfg(test)]
mod tests {
    use ai::Level;
    use tabletop::Side;

    use super::*;

    fn turn(seed: u64, stood: bool) -> Topic {
        let what = What::Turn { side: Side::Union, level: Level::General, clock: Some(9), seed, stood };
        Topic { game: "g".to_owned(), version: 7, what }
    }

    #[test]
    fn a_decision_has_one_name_whoever_enters_it() {
        assert_eq!(turn(1, false).job(1, "a").key, turn(2, false).job(2, "b").key);
        // After an order without a number the next decision is another one.
        assert_ne!(turn(1, false).job(1, "a").key, turn(1, true).job(1, "a").key);
        let advice = Topic { what: What::Advice { side: Side::Union }, ..turn(1, false) };
        assert_ne!(advice.job(1, "a").key, advice.job(1, "b").key, "who asks is answered");
    }

    #[test]
    fn a_topic_is_read_as_it_was_written() {
        let moment = What::Moment { outlook: true, counsel: false };
        let lesson = What::Lesson { side: Side::Confederate, turn: 3 };
        for what in [turn(u64::MAX, true).what, moment, lesson] {
            let topic = Topic { what, ..turn(0, false) };
            let written = topic.job(0, "").work.to_string();
            assert_eq!(serde_json::from_str::<Topic>(&written).unwrap(), topic);
        }
    }
}
