//! Close Combat (14), and the advance after it (15.8).

pub(crate) mod advance;
pub(crate) mod close;
pub(crate) mod melee;
pub(crate) mod odds;
