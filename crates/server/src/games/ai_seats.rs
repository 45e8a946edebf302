//! The computer's seats in a game: which sides it plays, and the thinking that is done in other
//! threads.

use std::sync::Arc;
use std::time::Duration;

use ai::{Budget, Interrupt, Level};
use tabletop::{AnyGame, BySide, Side};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::ai_player::AiPlayer;
use super::message::{Decided, Message};
use super::shared::Shared;
use super::thinking::{Kind, Party};
use crate::aside::think_aside;
use crate::protocol::params::{self, Commanders};
use catalog::Library;

/// How long a computer always takes over an answer that tells nothing else: longer than it thinks
/// over most of them.
const STEADY: Duration = Duration::from_secs(1);

/// The commanders of one game, and whether one of them is thinking.
#[derive(Default)]
pub(super) struct AiSeats {
    players: BySide<Option<AiPlayer>>,
    /// Cancelled to call the thinking off.
    thinking: Option<CancellationToken>,
    /// Which place it has in the thinking queue, if it had to wait.
    pub(super) place: Option<usize>,
    /// At this version a commander has told the program in advance what it wants; next it has to
    /// decide.
    stood: Option<u32>,
    /// A commander failed at this version, so often: others stand in for this one decision.
    failed: Option<(u32, u32)>,
}

impl AiSeats {
    /// Whether somebody is thinking.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Calls the thinking off, if somebody is thinking: nobody waits for it.
    pub(super) fn call_off(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.cancel();
        }
    }

    /// Lets the commander of the side that is asked begin to think, if it has one and nobody thinks
    /// yet. What it decides comes as a message.
    pub(super) fn think(
        &mut self,
        shared: &Arc<Shared>,
        (game, (kind, asker)): (&str, (Kind, Option<Party>)),
        (table, library): (&dyn AnyGame, &Arc<Library>),
        commanders: &Commanders,
    ) {
        let Some(side) = table.asked() else { return self.dismiss(table) };
        let Some(commander) = commanders.of(side).filter(|_| !self.is_thinking()) else { return };
        if shared.closing.is_cancelled() {
            return;
        }
        let version = table.version();
        let failures = self.failed.filter(|(failed, _)| *failed == version).map_or(0, |(_, times)| times);
        let stands_in = failures > 0;
        let seated = || {
            let command = commander.bot.as_deref().and_then(|name| shared.bots.get(name));
            AiPlayer::new((library, table), side, commander, command.map(String::as_str))
        };
        let ai_player = if stands_in {
            AiPlayer::stand_in((library, table), side, commander, failures)
        } else {
            self.players[side].take().map_or_else(seated, Ok)
        };
        let mut ai_player = match ai_player {
            Ok(ai_player) => ai_player,
            Err(why) => return tracing::error!(%side, why, "a side has no commander"),
        };
        let Some(copy) = ai_player.copy(table, library) else { return };
        let budget = commander.clock.map_or(Budget::Own, |s| Budget::Time(Duration::from_secs(s.into())));
        // Turns are never refused.
        let Ok(mut ticket) = shared.thinking.enter(kind, game, asker) else { return };
        let called_off = shared.closing.child_token();
        self.thinking = Some(called_off.clone());
        let asked = Instant::now();
        let (shared, game) = (Arc::clone(shared), game.to_owned());
        tokio::spawn(async move {
            let tell = |place| shared.send(&game, Message::Place(place));
            let waited = tokio::select! {
                () = ticket.turn(None, tell) => true,
                () = called_off.cancelled() => false,
            };
            let decide = |counsel, ai_player, called_off| Decided {
                version,
                side,
                counsel,
                asked,
                waited: false,
                ai_player,
                called_off,
            };
            let decided = if waited {
                let interrupt = Interrupt::new();
                let over = interrupt.clone();
                let think = move || {
                    let counsel = over.over(|| ai_player.decide(&copy, budget));
                    (counsel, ai_player)
                };
                let mut thinking = think_aside(think);
                let decided = tokio::select! {
                    decided = &mut thinking => decided,
                    () = called_off.cancelled() => {
                        interrupt.raise();
                        thinking.await
                    }
                };
                match decided {
                    // What it planned in a hurry is forgotten with it; a bot was not hurried.
                    Ok((_, ai_player)) if interrupt.is_raised() => {
                        decide(None, ai_player.is_bot().then_some(ai_player), true)
                    }
                    Ok((counsel, ai_player)) => {
                        let keep = counsel.is_some() && !stands_in;
                        decide(counsel, keep.then_some(ai_player), false)
                    }
                    Err(_) => decide(None, None, false),
                }
            } else {
                decide(None, (!stands_in).then_some(ai_player), true)
            };
            drop(ticket);
            shared.send(&game, Message::Decided(Box::new(decided)));
        });
    }

    /// When a decision that tells nothing may be carried out; nothing if that is now.
    pub(super) fn due(decided: &Decided, table: &dyn AnyGame) -> Option<Instant> {
        let quiet = decided.counsel.as_ref().is_some_and(|counsel| table.tells_nothing(&counsel.order));
        (quiet && !decided.waited).then(|| steady(decided.asked, Instant::now()))
    }

    /// Whether somebody in command tells the program in advance what it wants a second time, and
    /// decides nothing.
    pub(super) fn stands_again(&mut self, version: u32) -> bool {
        self.stood.replace(version) == Some(version)
    }

    /// A commander has come to a decision: it waits for the next one.
    pub(super) fn decided(&mut self, decided: &mut Decided) {
        self.thinking = None;
        self.place = None;
        if let Some(ai_player) = decided.ai_player.take() {
            self.players[decided.side] = Some(ai_player);
        }
    }

    /// What was decided at this version could not be carried out. Next a stand-in tries; whether
    /// there is one left.
    pub(super) fn fail(&mut self, version: u32, side: Side, why: &str) -> bool {
        /// After a bot the commander of its seat, after that one that plays anything legal.
        const STAND_INS: u32 = 2;
        if let Some(ai_player) = &self.players[side] {
            ai_player.refused(version, why);
        }
        let before = self.failed.filter(|(failed, _)| *failed == version).map_or(0, |(_, times)| times);
        self.failed = Some((version, before + 1));
        before < STAND_INS
    }

    /// The game is over.
    fn dismiss(&mut self, table: &dyn AnyGame) {
        for side in Side::BOTH {
            if let Some(mut ai_player) = self.players[side].take() {
                ai_player.end(table);
            }
        }
    }
}

impl Decided {
    /// It is carried out at that time, and its seats count as thinking until then.
    pub(super) fn wait(mut self: Box<Self>, due: Instant, shared: &Arc<Shared>, game: &str) {
        self.waited = true;
        let (shared, game) = (Arc::clone(shared), game.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep_until(due).await;
            shared.send(&game, Message::Decided(self));
        });
    }
}

/// When an answer goes out that must not tell how hard it was: so long after it was asked for, or
/// if it took longer, after the next multiple of that.
fn steady(asked: Instant, now: Instant) -> Instant {
    let waits = now.duration_since(asked).as_nanos().div_ceil(STEADY.as_nanos()).max(1);
    asked + STEADY.saturating_mul(u32::try_from(waits).unwrap_or(u32::MAX))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_tells_nothing_goes_out_at_the_same_time_however_long_it_took() {
        let asked = Instant::now();
        for (thought, due) in [(0, 1000), (1, 1000), (999, 1000), (1000, 1000), (1001, 2000), (5500, 6000)] {
            let now = asked + Duration::from_millis(thought);
            assert_eq!(steady(asked, now), asked + Duration::from_millis(due), "after {thought} ms");
        }
    }
}
