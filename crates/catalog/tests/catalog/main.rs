//! Facts of data files.

mod agreement;
mod facts;
