//! Hexes, maps and what is read of them.

mod common;
mod faults;
mod hexes;
mod joined;
mod reach;
mod relief;
mod sheets;
mod sight;
