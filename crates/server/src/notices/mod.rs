//! Notices: whoever is asked something is told so where they are.

pub(crate) mod push;
