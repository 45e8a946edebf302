//! The Blue & Gray rules of 1975, one chapter a file:
//!
//! | chapter | file |
//! | --- | --- |
//! | 4 sequence of play | `sequence`, `execution` |
//! | 5 movement | `movement`; exclusive: `reinforcements`, `exits` |
//! | 6 zones of control, and what is owed | `zones` |
//! | 7 combat | `combat` (declaring, odds), `results` (exchange, advance), `retreat` |
//! | 8 artillery | `artillery` |
//! | 9 terrain | `terrain`, `tables` |
//! | 10 night | `movement` and `sequence`, where they ask for it |
//! | 11 attack effectiveness | `results`, `movement`, `zones` |
//! | victory | `victory` |
//!
//! A side's standing orders are in `standing_orders`.
//!
//! Exclusive rules are values of the [`Scenario`]; no chapter asks which game it is in.
//!
//! Pure: no clock, no files, no chance but the dice handed in.

#![warn(unreachable_pub)]

mod answers;
mod artillery;
mod battle;
mod changes;
mod charts;
mod combat;
mod describe;
mod editions;
mod ending;
mod event;
mod execution;
mod exits;
mod foreseeing;
mod interlude;
mod library;
mod looks;
mod modifiers;
mod movement;
mod notes;
mod numbers;
mod order;
mod phase;
mod preview;
mod printed;
mod reaching;
mod reasons;
mod reinforcements;
mod results;
mod retreat;
mod revision;
mod roads;
mod rules;
mod sandbox;
mod scenario;
mod scenario_file;
mod sequence;
mod standing_orders;
mod state;
mod tables;
mod targets;
mod terrain;
mod unit;
mod victory;
mod view;
mod zones;

pub use battle::{Battle, Opening, Options};
pub use combat::{Attack, Multiple, Target};
pub use describe::EventView;
pub use event::Event;
pub use exits::Departure;
pub use interlude::Interlude;
pub use library::{INDEX, Library, SYSTEM};
pub use movement::{Destination, March};
pub use order::{Ask, Order, Push};
pub use phase::Phase;
pub use preview::Preview;
pub use retreat::{Link, Ways};
pub use sandbox::{Position, SandboxUnit};
pub use scenario::{Scenario, VictoryLevel};
pub use standing_orders::{
    AdvanceRule, Answer, BatteryRule, BeforeCombatRule, Circumstances, ConditionalOrder, ExchangeRule,
    Instructions, OddsRange, PlannedRetreat, PlayerTurn, Reply, RetreatRule, UnitRetreat,
};
pub use state::{Combat, Marks, Place, Question, State};
pub use tables::{Column, CombatResult, Tables};
pub use targets::{Offered, Targets};
pub use terrain::{Aim, Field, Sight};
pub use unit::{Arm, Start, Traits, Unit, UnitId};
pub use victory::{Account, AccountEntry};
pub use view::View;

/// For this crate's own tests: within it they would compile all of it a second time.
#[doc(hidden)]
pub mod inside {
    pub use crate::editions::Editions;
    pub use crate::interlude::{left, share};
}
