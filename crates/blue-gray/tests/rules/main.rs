//! The Blue & Gray rules, chapter by chapter: one binary, since linking twenty is what took long.

mod answers;
mod chapter_04_sequence;
mod chapter_05_movement;
mod chapter_05_stacking;
mod chapter_06_zones;
mod chapter_07_attacks;
mod chapter_07_combat;
mod chapter_07_displacement;
mod chapter_07_results;
mod chapter_07_retreat;
mod chapter_08_artillery;
mod chapter_09_terrain;
mod chapter_10_night;
mod chapter_11_effectiveness;
mod chattanooga;
mod check;
mod chickamauga;
mod conditional_orders;
mod data_files;
mod duties;
mod foreseeing;
mod revision;
mod rulings_under_play;
mod sandbox;
mod standing_orders;
mod two_battles;
