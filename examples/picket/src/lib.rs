//! A game of two rules, as an example of how a system is added: each side has one picket, moves it
//! a hex a turn (1.1), never into the enemy's hex (1.2), and wins by reaching the other end of the
//! lane first.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `data/` | a map, a scenario, the cases of the rules |
//! | `scenario.rs` | the scenario, read from its data |
//! | `position.rs` | a position, orders, events |
//! | `rules.rs` | the two rules |
//! | `told.rs` | what seats are told: the view, options, targets |
//! | `library.rs` | its games: new ones and those from records |
//! | `computer.rs` | a computer that plays at random |
//! | `system.rs` | all of this as one value for a registry |
//!
//! `tests/` seats it at the server, plays it in a tournament and makes an experiment with it.

#![warn(unreachable_pub)]

mod computer;
mod library;
mod position;
mod protocol;
mod rules;
mod scenario;
mod system;

pub use position::{Event, Order, State};
pub use rules::Lane;
pub use system::{Picket, find, read};
