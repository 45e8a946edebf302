//! Topics of thinking as data.

use std::time::Duration;

use ai::Budget;
use ai::Level;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tabletop::Side;

use crate::secrets::{for_logs, token_hash};
use crate::store::NewJob;

/// The kinds of jobs that topics are, as the queue calls them.
pub(crate) const TURN: &str = "turn";
const ADVICE: &str = "advice";
const LESSON: &str = "lesson";
const REVIEW: &str = "review";

/// All of them.
pub(crate) const KINDS: [&str; 4] = [TURN, ADVICE, LESSON, REVIEW];

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

/// What is thought over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// The next order of a computer.
    Turn {
        /// Its side.
        side: Side,
        /// How well it plays.
        level: Level,
        /// How many seconds it may take for a player-turn, if its game says so.
        clock: Option<u8>,
        /// Chance of its own, nothing to do with the dice of the game.
        seed: u64,
        /// It has given an order that takes no number, after this version.
        stood: bool,
    },
    /// What a general would do in the place of a side.
    Advice {
        /// The side.
        side: Side,
    },
    /// What is to be learnt of a turn that has ended.
    Lesson {
        /// The side whose turn it was.
        side: Side,
        /// Of which game-turn.
        turn: u32,
    },
    /// What is to be said of a moment of a game that is over.
    Moment {
        /// How it would have ended from there.
        outlook: bool,
        /// What a general would have done.
        counsel: bool,
    },
}

impl What {
    /// What the queue calls it.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            What::Turn { .. } => TURN,
            What::Advice { .. } => ADVICE,
            What::Lesson { .. } => LESSON,
            What::Moment { .. } => REVIEW,
        }
    }

    /// How long a computer may think.
    pub(crate) fn budget(clock: Option<u8>) -> Budget {
        clock.map_or(Budget::Own, |seconds| Budget::Time(Duration::from_secs(seconds.into())))
    }
}

impl Topic {
    /// The topic as a job. There is one for each decision of a computer, whoever enters it; all
    /// else is asked by somebody, and told apart by `asker`.
    pub(crate) fn job(&self, urgency: i64, asker: &str) -> NewJob {
        let Topic { game, version, what } = self;
        let batch = batch(game);
        let key = match what {
            What::Turn { stood, .. } => {
                format!("{TURN} {batch} {version}{}", if *stood { " again" } else { "" })
            }
            What::Advice { .. } => format!("{ADVICE} {batch} {version} {asker}"),
            What::Lesson { side, turn } => {
                format!("{LESSON} {batch} {version} {} {turn} {asker}", side.word())
            }
            What::Moment { outlook, counsel } => {
                let part = match (outlook, counsel) {
                    (true, false) => "outlook",
                    (false, true) => "counsel",
                    _ => "whole",
                };
                format!("{REVIEW} {batch} {version} {part} {asker}")
            }
        };
        NewJob { kind: what.kind().to_owned(), key, batch, urgency, work: json!(self), preferred: None }
    }
}

#[cfg(test)]
mod tests {
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
