//! Who thinks for a side: a computer commander, or an outside program with a commander to stand in
//! for it.

use std::sync::Arc;
use std::time::Duration;

use ai::{Advice, Budget, ComputerPlayer, Level, Position};
use protocol::guarded;
use protocol::handlers;
use protocol::params::Commander;
use protocol::ready::decide;
use serde_json::Value;
use tabletop::{AnyGame, Header, Side};

use crate::bot::Bot;
use catalog::Library;

/// How long a bot may take for an answer, if its game does not say.
const BOT_CLOCK: Duration = Duration::from_secs(10);

/// Somebody who commands a side.
pub(super) struct AiPlayer {
    player: ComputerPlayer,
    bot: Option<Bot>,
}

/// A game as it lies on the table, to be thought about elsewhere.
pub(super) struct TableCopy {
    position: Position,
    /// For bots, who speak the protocol: the record without the secret of its dice.
    record: Option<(Arc<Library>, Header, Vec<Value>)>,
    version: u32,
}

impl AiPlayer {
    /// Who commands a side of this table; `command` is the bot's, if it is one.
    ///
    /// # Errors
    /// Why nobody can.
    pub(super) fn new(
        (library, table): (&Library, &dyn AnyGame),
        side: Side,
        commander: &Commander,
        command: Option<&str>,
    ) -> Result<AiPlayer, String> {
        let clock = commander.clock.map_or(BOT_CLOCK, |seconds| Duration::from_secs(seconds.into()));
        let bot = command.map(|command| Bot::new(command, side, clock)).transpose()?;
        let player = AiPlayer::player((library, table), side, commander.level)?;
        Ok(AiPlayer { player, bot })
    }

    /// Somebody for one decision that others could not take, so many of them: for a bot the
    /// commander of its seat, for a commander one who plays anything legal.
    pub(super) fn stand_in(
        (library, table): (&Library, &dyn AnyGame),
        side: Side,
        commander: &Commander,
        failures: u32,
    ) -> Result<AiPlayer, String> {
        let level = if commander.bot.is_some() && failures < 2 { commander.level } else { Level::Random };
        Ok(AiPlayer { player: AiPlayer::player((library, table), side, level)?, bot: None })
    }

    fn player(
        (library, table): (&Library, &dyn AnyGame),
        side: Side,
        level: Level,
    ) -> Result<ComputerPlayer, String> {
        library
            .seat(table, side, level, seed())
            .ok_or_else(|| "there are no commanders for the rules of this game".to_owned())
    }

    /// Whether an outside program commands.
    pub(super) fn is_bot(&self) -> bool {
        self.bot.is_some()
    }

    /// What has to be copied of a table for this player to think about it.
    pub(super) fn copy(&self, table: &dyn AnyGame, library: &Arc<Library>) -> Option<TableCopy> {
        let record = || (Arc::clone(library), table.header().clone(), handlers::whole(table));
        Some(TableCopy {
            position: self.player.copy(table)?,
            record: self.bot.as_ref().map(|_| record()),
            version: table.version(),
        })
    }

    /// The next order. A bot that fails forfeits this decision to the commander of its seat.
    pub(super) fn decide(&mut self, copy: &TableCopy, budget: Budget) -> Option<Advice> {
        if let (Some(bot), Some((library, header, entries))) = (&mut self.bot, &copy.record) {
            let asked = guarded(|| Ok(library.load(header, entries, None)?))
                .map_err(|error| error.message)
                .and_then(|mut table| bot.ask(&mut *table));
            match asked {
                Ok(ordered) => {
                    let (order, reason) = (ordered.order, ordered.reason);
                    return Some(Advice { order, reason, strokes: Vec::new(), apart: false });
                }
                Err(why) => {
                    tracing::warn!(version = copy.version, why, "a bot forfeits a decision");
                }
            }
        }
        decide(&mut self.player, &copy.position, budget)
    }

    /// Tells a bot that what it ordered was refused.
    pub(super) fn refused(&self, version: u32, why: &str) {
        if let Some(bot) = &self.bot {
            bot.forfeit(version, why);
        }
    }

    /// Ends the program of a bot until it is asked again.
    pub(super) fn stop(&mut self) {
        if let Some(bot) = &mut self.bot {
            bot.stop();
        }
    }

    /// Tells a bot that the game is over, and lets it end.
    pub(super) fn end(&mut self, table: &dyn AnyGame) {
        if let Some(bot) = &mut self.bot {
            bot.end(table);
        }
    }
}

/// Chance of its own for a commander: nothing to do with the dice of the game.
pub(super) fn seed() -> u64 {
    protocol::seeds::fresh_seed()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8])))
}
