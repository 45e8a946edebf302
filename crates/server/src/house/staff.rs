//! The staff of a game: those who command its sides in place of people, and the thinking that is done away from the table.

use std::sync::Arc;
use std::time::Duration;

use commander::{Budget, Counsel, Level};
use tabletop::{BySide, Side, Table};

use super::mind::Mind;
use super::{House, Letter};
use crate::Library;
use crate::protocol::params::{self, Commanders};

/// The commanders of one game, and whether one of them is thinking.
#[derive(Default)]
pub(super) struct Staff {
    minds: BySide<Option<Mind>>,
    thinking: bool,
    /// A commander failed at this version, so often: others stand in for this one decision.
    failed: Option<(u32, u32)>,
}

/// What a commander has decided.
pub(super) struct Decided {
    /// For which version of the game.
    pub(super) version: u32,
    /// For which side.
    pub(super) side: Side,
    /// His order; nothing if he failed.
    pub(super) counsel: Option<Counsel>,
    /// He himself, unless he failed or only stood in.
    mind: Option<Mind>,
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
        (table, library): (&dyn Table, &Arc<Library>),
        commanders: &Commanders,
    ) {
        let Some(side) = table.asked() else { return self.dismiss(table) };
        let Some(commander) = commanders.of(side).filter(|_| !self.thinking) else { return };
        let version = table.version();
        let failures = self.failed.filter(|(failed, _)| *failed == version).map_or(0, |(_, times)| times);
        let stands_in = failures > 0;
        let seated = || {
            let command = commander.bot.as_deref().and_then(|name| house.bots.get(name));
            Mind::new(table, side, commander, command.map(String::as_str))
        };
        let mind = if stands_in {
            Mind::stand_in(table, side, commander, failures)
        } else {
            self.minds[side].take().map_or_else(seated, Ok)
        };
        let mut mind = match mind {
            Ok(mind) => mind,
            Err(why) => return tracing::error!(%side, why, "a side has no commander"),
        };
        let Some(sheet) = mind.copy(table, library) else { return };
        let budget = commander.clock.map_or(Budget::Own, |s| Budget::Time(Duration::from_secs(s.into())));
        self.thinking = true;
        let (house, game) = (Arc::clone(house), game.to_owned());
        tokio::spawn(async move {
            let Ok(_permit) = house.thinkers.acquire().await else { return };
            let think = move || {
                let counsel = mind.decide(&sheet, budget);
                (counsel, mind)
            };
            let decided = tokio::task::spawn_blocking(think).await;
            let (counsel, mind) = decided.map_or((None, None), |(counsel, mind)| {
                let keep = counsel.is_some() && !stands_in;
                (counsel, keep.then_some(mind))
            });
            house.post(&game, Letter::Decided(Box::new(Decided { version, side, counsel, mind })));
        });
    }

    /// A commander has come to a decision: he waits for the next one.
    pub(super) fn decided(&mut self, decided: &mut Decided) {
        self.thinking = false;
        if let Some(mind) = decided.mind.take() {
            self.minds[decided.side] = Some(mind);
        }
    }

    /// What was decided at this version could not be carried out. Next a stand-in tries; whether there is one left.
    pub(super) fn fail(&mut self, version: u32, side: Side, why: &str) -> bool {
        /// After a bot the commander of its seat, after him somebody who plays anything legal.
        const STAND_INS: u32 = 2;
        if let Some(mind) = &self.minds[side] {
            mind.refused(version, why);
        }
        let before = self.failed.filter(|(failed, _)| *failed == version).map_or(0, |(_, times)| times);
        self.failed = Some((version, before + 1));
        before < STAND_INS
    }

    /// The game is over.
    fn dismiss(&mut self, table: &dyn Table) {
        for side in Side::BOTH {
            if let Some(mut mind) = self.minds[side].take() {
                mind.end(table);
            }
        }
    }
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
