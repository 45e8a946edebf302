//! The players of both sides.

use std::convert::Infallible;
use std::fmt;
use std::time::Duration;

use ::protocol::seeds::{fresh_seed, seed_of};
use ai::{Budget, ComputerPlayer, Level};
use catalog::Library;
use server::bot::Bot;
use tabletop::{AnyGame, BySide, ServerSeed, Side, text};

use super::person::Person;
use crate::outcome::Stop;

/// The player of a side, as typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Seat {
    Person,
    Computer(Level),
    /// An outside program, with its arguments.
    Program(String),
}

impl Seat {
    pub(super) fn read(text: &str) -> Result<Seat, String> {
        if let Some(command) = text.strip_prefix("exec:") {
            text::SEAT.read_optional("exec", command)?;
            return Ok(Seat::Program(command.to_owned()));
        }
        match (text, Level::from_word(text)) {
            ("person", _) => Ok(Seat::Person),
            (_, Some(level)) => Ok(Seat::Computer(level)),
            _ => {
                Err("person, random, recruit, veteran, general, marshal or exec:PROGRAM was expected"
                    .to_owned())
            }
        }
    }

    /// The word for it in a record's header.
    pub(super) fn word(&self) -> String {
        match self {
            Seat::Person => "person".to_owned(),
            Seat::Computer(level) => level.word().to_owned(),
            Seat::Program(command) => format!("bot:{command}"),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.write_str("a person"),
            Seat::Computer(level) => write!(f, "{level}"),
            Seat::Program(command) => write!(f, "the program {command}"),
        }
    }
}

/// How long players may think, and which level decides when a program does not.
pub(super) struct Budgets {
    /// A computer's budget for a player-turn.
    pub thought: Budget,
    /// A program's time for an answer.
    pub answer: Duration,
    /// The level of the stand-in for programs.
    pub stand_in: Level,
    /// Whether programs are sent the whole record.
    pub trusts: bool,
    /// The weights files by which computers judge: name and text.
    pub weights: BySide<Option<(String, String)>>,
}

pub(super) enum Player {
    Person(Person),
    Computer(Computer),
    /// An outside program, and the computer that decides when it does not.
    Program(Box<Bot>, Computer),
}

/// A computer that gives its own orders.
pub(super) struct Computer {
    player: ComputerPlayer,
    budget: Budget,
}

impl Computer {
    /// Gives its order and the reason for it.
    pub(super) fn order(&mut self, table: &mut dyn AnyGame, side: Side) -> Result<(), Stop> {
        let ordered = self.player.order(table, self.budget);
        ordered.map_err(|why| Stop::because(format!("the {side} computer failed: {why}")))
    }
}

/// A seed as typed: a number for the game of that number, the same that `simulate`, `lab` and `league` play
/// with it, and any other text for a game of its own.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SeedText {
    Number(u64),
    Text(String),
}

impl SeedText {
    pub(super) fn read(text: &str) -> Result<SeedText, Infallible> {
        Ok(text.parse().map_or_else(|_| SeedText::Text(text.to_owned()), SeedText::Number))
    }

    /// The key of the game's dice.
    pub(super) fn dice(&self) -> ServerSeed {
        match self {
            SeedText::Number(number) => ai::dice_of(*number),
            SeedText::Text(text) => seed_of(text),
        }
    }

    /// The seed of a side's choices.
    fn choices(&self, side: Side) -> u64 {
        match self {
            SeedText::Number(number) => ai::seed_of(*number, side),
            SeedText::Text(text) => first(seed_of(&format!("{text}, commander of the {side} side"))),
        }
    }
}

/// A number of such a seed.
fn first(seed: ServerSeed) -> u64 {
    u64::from_le_bytes(*seed.first_chunk().unwrap_or(&[0; 8]))
}

/// Seats the players. The computers' choices come from `seed`, if there is one, and never from the
/// game's dice.
pub(super) fn players(
    library: &Library,
    table: &dyn AnyGame,
    seats: BySide<&Seat>,
    budgets: &Budgets,
    seed: Option<&SeedText>,
) -> Result<BySide<Player>, Stop> {
    let chance = |side: Side| -> Result<u64, Stop> {
        match seed {
            Some(seed) => Ok(seed.choices(side)),
            None => Ok(first(fresh_seed().map_err(|error| Stop::because(error.message))?)),
        }
    };
    let computer = |side: Side, level: Level, budget: Budget| -> Result<Computer, Stop> {
        let chance = chance(side)?;
        let player = match &budgets.weights[side] {
            Some(file) => library.seat_weighed(table, side, level, chance, file).map_err(Stop::because)?,
            None => library
                .seat(table, side, level, chance)
                .ok_or_else(|| Stop::because("there are no computer commanders for these rules"))?,
        };
        Ok(Computer { player, budget })
    };
    let player = |side: Side| -> Result<Player, Stop> {
        Ok(match seats[side] {
            Seat::Person => Player::Person(Person::default()),
            Seat::Computer(level) => Player::Computer(computer(side, *level, budgets.thought)?),
            Seat::Program(command) => {
                let mut bot = Bot::new(command, side, budgets.answer)
                    .map_err(|why| Stop::because(format!("--{}: {why}", side.word())))?;
                if budgets.trusts {
                    bot = bot.trusted(chance(side)?);
                }
                Player::Program(Box::new(bot), computer(side, budgets.stand_in, Budget::Own)?)
            }
        })
    };
    Ok(BySide { union: player(Side::Union)?, confederate: player(Side::Confederate)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_as_it_is_typed() {
        assert_eq!(Seat::read("person"), Ok(Seat::Person));
        assert_eq!(Seat::read("general"), Ok(Seat::Computer(Level::General)));
        assert_eq!(Seat::read("exec:./mybot --fast"), Ok(Seat::Program("./mybot --fast".to_owned())));
        for wrong in ["", "General", "exec", "mybot"] {
            assert!(Seat::read(wrong).is_err(), "{wrong}");
        }
    }
}
