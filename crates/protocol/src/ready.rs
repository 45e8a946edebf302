//! Topics with all that it takes to think them over, away from the table.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ai::{Advice, Budget, ComputerPlayer, Interrupt, Level, Position, Study, TakenTurn};
use catalog::Library;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tabletop::{AnyGame, Side};

use crate::RpcError;
use crate::answer::{Advised, Counselled, LessonTold};

/// Games played on from a moment that is reviewed, at most.
const REVIEWED_BY: u32 = 32;

/// How long they may take: so long others wait for the processor.
const REVIEWED_WITHIN: Duration = Duration::from_secs(3);

/// What is thought over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
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
    /// The kinds, as a queue calls them.
    pub const TURN: &str = "turn";
    const ADVICE: &str = "advice";
    const LESSON: &str = "lesson";
    const REVIEW: &str = "review";

    /// All of them.
    pub const KINDS: [&str; 4] = [What::TURN, What::ADVICE, What::LESSON, What::REVIEW];

    /// What the queue calls it.
    pub fn kind(&self) -> &'static str {
        match self {
            What::Turn { .. } => What::TURN,
            What::Advice { .. } => What::ADVICE,
            What::Lesson { .. } => What::LESSON,
            What::Moment { .. } => What::REVIEW,
        }
    }

    /// How long a computer may think.
    pub fn budget(clock: Option<u8>) -> Budget {
        clock.map_or(Budget::Own, |seconds| Budget::Time(Duration::from_secs(seconds.into())))
    }
}

/// A topic that is ready to be thought over.
pub struct Ready(Task);

enum Task {
    Turn { player: ComputerPlayer, position: Position, budget: Budget },
    Advice { player: ComputerPlayer, position: Position, version: u32 },
    Lesson(TakenTurn),
    Moment { study: Study, version: u32, outlook: bool, counsel: bool },
}

impl Ready {
    /// That topic, of the game that lies on this table. A computer whose turn it is may have played
    /// it before, and remember what it planned.
    ///
    /// # Errors
    /// If it does not lie there so, or nobody can think about it.
    pub fn new(
        (version, what): (u32, &What),
        (library, table): (&Library, &dyn AnyGame),
        player: Option<ComputerPlayer>,
    ) -> Result<Ready, RpcError> {
        let asked = |side| match table.asked() == Some(side) && table.version() == version {
            true => Ok(()),
            false => Err(RpcError::new(RpcError::GONE, format!("the {side} side is not asked now"))),
        };
        let seat = |side, level, seed| library.seat(table, side, level, seed).ok_or_else(no_commander);
        let task = match *what {
            What::Turn { side, level, clock, seed, .. } => {
                asked(side)?;
                let player = player.map_or_else(|| seat(side, level, seed), Ok)?;
                let position = player.copy(table).ok_or_else(no_commander)?;
                Task::Turn { player, position, budget: What::budget(clock) }
            }
            What::Advice { side } => {
                asked(side)?;
                // The general's own chance: the same question gets the same advice.
                let player = seat(side, Level::General, u64::from(version))?;
                let position = player.copy(table).ok_or_else(no_commander)?;
                Task::Advice { player, position, version }
            }
            What::Lesson { side, turn } => Task::Lesson(taken_turn(library, table, Some(side), Some(turn))?),
            What::Moment { outlook, counsel } => {
                over(table)?;
                if version > table.version() {
                    let entries = table.version();
                    let message = format!("version: the game has only {entries} entries");
                    return Err(RpcError::malformed(message));
                }
                let study = library.study(table, version).ok_or_else(no_commander)?;
                Task::Moment { study, version, outlook, counsel }
            }
        };
        Ok(Ready(task))
    }

    /// Thinks it over: what was found, and the computer whose turn it was, to be asked again. A lesson or a review that
    /// is called off has found nothing: null.
    ///
    /// # Panics
    /// Where advice or a review fails; a computer that fails comes to no decision.
    pub fn think(self) -> (Value, Option<ComputerPlayer>) {
        match self.0 {
            Task::Turn { mut player, position, budget } => {
                let decided = decide(&mut player, &position, budget);
                let player = decided.is_some().then_some(player);
                let told = |Advice { order, reason, .. }| json!({ "order": order, "reason": reason });
                (decided.map_or(Value::Null, told), player)
            }
            Task::Advice { mut player, position, version } => {
                let counsel = player.plan(&position, Budget::Own, u64::from(version));
                (json!(Advised { version, would: counsel.into() }), None)
            }
            Task::Lesson(taken) => (json!(taken.lesson().map(LessonTold::from)), None),
            Task::Moment { study, version, outlook, counsel } => {
                let seed = u64::from(version);
                let mut found = json!({ "version": version });
                if outlook {
                    found["outlook"] = json!(study.outlook(REVIEWED_BY, REVIEWED_WITHIN, seed));
                }
                if counsel {
                    add(&mut found, Counselled::from(study.counsel(Budget::Own, seed)));
                }
                let is_called_off = Interrupt::current().is_some_and(|interrupt| interrupt.is_raised());
                (if is_called_off { Value::Null } else { found }, None)
            }
        }
    }
}

/// Adds what a general would have done to what was found of a moment.
pub fn add(found: &mut Value, would: Counselled) {
    if let (Value::Object(found), Value::Object(would)) = (found, json!(would)) {
        found.extend(would);
    }
}

/// The next order of a computer. A panic is a decision that it did not come to.
pub fn decide(player: &mut ComputerPlayer, position: &Position, budget: Budget) -> Option<Advice> {
    catch_unwind(AssertUnwindSafe(|| player.decide(position, budget))).ok().flatten()
}

/// A game is reviewed when nothing of it is to be decided any more.
pub fn over(table: &dyn AnyGame) -> Result<(), RpcError> {
    match table.asked() {
        Some(_) => Err(RpcError::not_yours("a game can be reviewed once it is over")),
        None => Ok(()),
    }
}

/// The last turn of that side that has ended, or that of that number.
///
/// # Errors
/// If there is none, or nobody teaches these rules.
pub fn taken_turn(
    library: &Library,
    table: &dyn AnyGame,
    side: Option<Side>,
    turn: Option<u32>,
) -> Result<TakenTurn, RpcError> {
    let taken = library.taken_turn(table, side, turn).ok_or_else(no_commander)?;
    taken.ok_or_else(|| {
        let whose = side.map_or_else(String::new, |side| format!(" of the {side} side"));
        RpcError::new(
            RpcError::GONE,
            match turn {
                Some(turn) => format!("no turn{whose} has ended in game-turn {turn}"),
                None => format!("no turn{whose} has ended yet"),
            },
        )
    })
}

pub fn no_commander() -> RpcError {
    RpcError::malformed("game: there are no computer commanders for its rules")
}

#[cfg(test)]
mod tests {
    use catalog::Start;
    use serde_json::Map;

    use super::*;

    #[test]
    fn a_lesson_or_a_review_that_is_called_off_has_found_nothing_and_advice_what_it_has() {
        let library = systems::library().expect("the data is sound");
        let start = Start { scenario: "training", options: Map::new(), position: None, dice: &[] };
        let mut table = library.begin(&start, [1; 32]).expect("it begins");
        let ready = |table: &dyn AnyGame, version, what| {
            Ready::new((version, &what), (&library, table), None)
                .unwrap_or_else(|error| panic!("{}", error.message))
        };
        let called_off = |ready: Ready| {
            let interrupt = Interrupt::new();
            interrupt.raise();
            interrupt.over(|| ready.think().0)
        };
        let asked = table.asked().expect("a side moves first");
        let advice = ready(&*table, 0, What::Advice { side: asked });
        assert_eq!(called_off(advice)["version"], 0);
        for order in ["end-movement", "end-combat"] {
            table.order(asked, &json!({ order: {} }), None).expect("it is legal");
        }
        let version = table.version();
        let lesson = || ready(&*table, version, What::Lesson { side: asked, turn: 1 });
        assert_eq!(called_off(lesson()), Value::Null);
        assert_ne!(lesson().think().0, Value::Null);
    }
}
