//! The computer opponents. So far one: the random commander, who plays any legal order. He is the yardstick for
//! the others, and he is how the rules are tested by the thousand.

mod blind_swords;
mod chance;
mod contest;
mod cover;
mod random;

pub use blind_swords::RandomBlindSwords;
pub use chance::Chance;
pub use contest::{Outcome, Played, Watch, contest, random_blind_swords, random_game};
pub use cover::{Cover, cover};
pub use random::RandomCommander;
