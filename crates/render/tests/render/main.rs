//! What is drawn.

mod banded;
mod counters;
mod drawing;
mod plots;
mod relief;
