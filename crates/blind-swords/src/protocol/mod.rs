//! How the battle is told: views, events, questions, and what may be ordered where.

pub(crate) mod answers;
pub(crate) mod codec;
pub(crate) mod describe;
pub(crate) mod determinize;
pub(crate) mod looking;
pub(crate) mod modifiers;
pub(crate) mod offered;
pub(crate) mod parts;
pub(crate) mod preview;
pub(crate) mod question;
pub(crate) mod reaching;
pub(crate) mod reasons;
pub(crate) mod view;
