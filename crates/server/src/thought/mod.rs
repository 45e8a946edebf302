//! What is thought over, apart from who thinks it over and where: a computer's turn, advice, a
//! moment of a review. A [`Topic`] says in a few words which of them; with the table that it is
//! about it is [`Ready`](protocol::ready::Ready) to be thought over away from it. A server makes it ready from the game that
//! it has open, a worker from the one that it reads in the database (`tables.rs`).

mod kinds;
mod tables;
mod topic;

pub use kinds::thinking;
pub use topic::batch;
pub(crate) use topic::{GIVES_WAY, LEASE, Topic, gone};
