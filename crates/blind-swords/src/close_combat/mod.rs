//! Close Combat (14), and the advance after it (15.8).

pub(crate) mod advance;
pub(crate) mod choices;
pub(crate) mod combat;
pub(crate) mod declaration;
pub(crate) mod odds;
