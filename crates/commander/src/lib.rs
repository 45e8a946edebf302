//! The computer opponents. So far one: the random commander, who plays any legal order. He is the yardstick for
//! the others, and he is how the rules are tested by the thousand.

mod chance;
mod contest;
mod cover;
mod random;

pub use chance::Chance;
pub use contest::{Outcome, Watch, random_game};
pub use cover::{Cover, cover};
pub use random::RandomCommander;
