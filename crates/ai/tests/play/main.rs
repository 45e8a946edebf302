//! What commanders do, and the laws of generated play: whole games of every scenario.

mod answers_under_play;
mod blue_gray_commanders;
mod blue_gray_positions;
mod combats;
mod conditional_play;
mod exploiters;
#[allow(dead_code, reason = "the end of a game is counted by the example alone")]
#[path = "../../examples/kernstown_faults/faults.rs"]
mod faults;
mod generated_play;
mod hidden_play;
mod kernstown;
mod kernstown_play;
mod lessons;
mod patched_views;
mod standing_play;
mod swords_commanders;
mod threads;
