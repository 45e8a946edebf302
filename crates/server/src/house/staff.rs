//! The staff of a game: the computers that command its sides, and the thinking that is done away from the table.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use commander::{Aide, Budget, Counsel, Level, Position};
use tabletop::{BySide, Side, Table};

use super::{House, Letter};
use crate::protocol::params::{self, Commanders};
use crate::secrets::fresh_seed;

/// The commanders of one game, and whether one of them is thinking.
#[derive(Default)]
pub(super) struct Staff {
    aides: BySide<Option<Aide>>,
    thinking: bool,
    /// A commander failed at this version: somebody who only plays what is legal takes this one decision.
    failed: Option<u32>,
}

/// What a commander has decided.
pub(super) struct Decided {
    /// For which version of the game.
    pub(super) version: u32,
    /// For which side.
    pub(super) side: Side,
    /// His order; nothing if he failed.
    pub(super) counsel: Option<Counsel>,
    /// He himself, unless he failed.
    aide: Option<Aide>,
}

impl Staff {
    /// Whether somebody is thinking.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// Lets the commander of the side that is asked begin to think, if it has one and nobody thinks yet. What he decides
    /// comes as a letter.
    pub(super) fn think(
        &mut self,
        house: &Arc<House>,
        game: &str,
        table: &dyn Table,
        commanders: &Commanders,
    ) {
        let Some(side) = table.asked() else { return };
        let Some(commander) = commanders.of(side).filter(|_| !self.thinking) else { return };
        let version = table.version();
        let stand_in = self.failed == Some(version);
        let kept = self.aides[side].take().filter(|_| !stand_in);
        let level = if stand_in { Level::Random } else { commander.level.into() };
        let Some(mut aide) = kept.or_else(|| Aide::new(table, side, level, seed())) else { return };
        let Some(position) = aide.copy(table) else { return };
        let budget = commander.clock.map_or(Budget::Own, |s| Budget::Time(Duration::from_secs(s.into())));
        self.thinking = true;
        let (house, game) = (Arc::clone(house), game.to_owned());
        tokio::spawn(async move {
            let decided = match house.thinkers.acquire().await {
                Err(_) => return,
                Ok(_permit) => {
                    let think = move || {
                        let counsel = decide(&mut aide, &position, budget);
                        (counsel, aide)
                    };
                    tokio::task::spawn_blocking(think).await
                }
            };
            let (counsel, aide) = decided.map_or((None, None), |(counsel, aide)| {
                let keep = counsel.is_some() && !stand_in;
                (counsel, keep.then_some(aide))
            });
            house.post(&game, Letter::Decided(Box::new(Decided { version, side, counsel, aide })));
        });
    }

    /// A commander has come to a decision: he waits for the next one.
    pub(super) fn decided(&mut self, decided: &mut Decided) {
        self.thinking = false;
        self.aides[decided.side] = decided.aide.take();
    }

    /// What a commander decided at this version could not be carried out. The next one to try is a stand-in; whether
    /// there is still one to try.
    pub(super) fn fail(&mut self, version: u32) -> bool {
        let first = self.failed != Some(version);
        self.failed = Some(version);
        self.aides = BySide::default();
        first
    }
}

/// A panic of a commander is a decision he did not come to.
fn decide(aide: &mut Aide, position: &Position, budget: Budget) -> Option<Counsel> {
    catch_unwind(AssertUnwindSafe(|| aide.decide(position, budget))).ok().flatten()
}

/// Chance of his own for a commander: nothing to do with the dice of the game.
fn seed() -> u64 {
    fresh_seed().map_or(0, |bytes| u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])))
}

impl From<params::Level> for Level {
    fn from(level: params::Level) -> Level {
        match level {
            params::Level::Random => Level::Random,
            params::Level::Recruit => Level::Recruit,
            params::Level::Veteran => Level::Veteran,
            params::Level::General => Level::General,
        }
    }
}
