//! The catalog: the data of all games, read, checked, merged with data packs and written again; the rules
//! reference and the tutorial. A registry ([`Systems`]) tells it which systems of rules there are.

#![warn(unreachable_pub)]

mod about_map;
mod after;
pub mod agreement;
mod battles;
mod diagram;
pub mod embedded;
pub mod facts;
mod library;
mod new_battle;
pub mod pack;
mod read;
mod reference;
mod shape;
pub mod sheets;
mod system;
mod tutorial;

pub use after::After;
pub use battles::{BadgeFacts, BadgeShape, BattleFacts, OptionAdvice, ScenarioFacts};
pub use library::{Library, Offered, Start, folder_reader};
pub use new_battle::new_battle;
pub use shape::{PositionField, Shape};
pub use system::{Loaded, PerSystem, Read, System, Systems};
