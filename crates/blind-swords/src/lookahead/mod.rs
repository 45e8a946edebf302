//! What orders are likely to bring, in numbers, and how far it is: for previews and opponents.

pub(crate) mod approach;
pub(crate) mod chances;
pub(crate) mod close_prospects;
pub(crate) mod fate;
pub(crate) mod forecast;
pub(crate) mod forward;
pub(crate) mod march_prospects;
pub(crate) mod prospects;
