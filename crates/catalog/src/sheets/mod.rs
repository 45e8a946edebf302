//! What an owner of the printed sheets is asked: everything that is in doubt, in the order of a plan,
//! and what the answers make of the files.
//!
//! A plan is a data file of a system. What stands in doubt is read from the labels of the facts, so
//! that nothing has to be listed twice, and whatever no plan speaks of is asked last.

mod effects;
mod label;
mod plan;
mod steps;
mod write;

pub use effects::effects;
pub use plan::{Form, Kind, Plan};
pub use steps::{Asked, Sheet, Step, Steps, Word, steps};
pub use write::{Answer, Refused, write};
