//! The computer's seats in a game: which sides it plays, and the thinking that is done in other
//! threads, or by others.

use std::sync::Arc;
use std::time::Duration;

use ai::{Advice, Level};
use protocol::params::{Commander, Commanders};
use protocol::ready::What;
use serde_json::Value;
use tabletop::{AnyGame, BySide, Side};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::ai_player::{AiPlayer, seed};
use super::bots::RunningBot;
use super::message::{Decided, Message};
use super::shared::Shared;
use super::thinkers::{Came, Wanted};
use super::thinking::{Admission, KeptPlace, Kind, Party};
use crate::store::{NewJob, NextTurn};
use crate::thought::Topic;
use catalog::Library;

/// For so long a decision is left to the worker that took the last one, which remembers its plan.
const PREFERRED: Duration = Duration::from_millis(300);

/// For so long to the server that has just entered it, which has a place for it.
const RESERVED: Duration = Duration::from_secs(1);

/// The commanders of one game, and whether one of them is thinking.
#[derive(Default)]
pub(super) struct AiSeats {
    players: BySide<Option<AiPlayer>>,
    thinking: Option<Decision>,
    /// Which place it has in the thinking queue, if it had to wait.
    pub(super) place: Option<usize>,
    /// Its place there, once it has decided.
    pub(super) kept: KeptPlace,
    /// Kept while computers are asked in this game and may think.
    pub(super) admission: Option<Admission>,
    /// How many were ahead when a computer was kept out of the queue, until it is let in.
    pub(super) outside: Option<usize>,
    /// A commander failed at this version, so often: others stand in for this one decision.
    failed: Option<(u32, u32)>,
    /// The worker that took the last decision, if that was not this server.
    last_by: Option<String>,
    /// The game went back while one of them was thinking: what it planned is of no use.
    went_back: bool,
    /// Counts the bots of this game as long as they run.
    running: Option<RunningBot>,
    /// They are to stop once they have answered.
    stops: bool,
}

/// A decision that is being thought over.
struct Decision {
    version: u32,
    /// Its side has given an order without a number after that version.
    stood: bool,
    /// Cancelled to call it off.
    called_off: CancellationToken,
}

impl AiSeats {
    /// Whether somebody is thinking.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The game has gone back: what commanders planned is of no use. Bots plan for themselves.
    pub(super) fn forget_plans(&mut self) {
        for side in Side::BOTH {
            self.players[side] = self.players[side].take().filter(AiPlayer::is_bot);
        }
        self.went_back = self.thinking.is_some();
    }

    /// Whether bots run.
    pub(super) fn run_bots(&self) -> bool {
        self.running.is_some()
    }

    /// Stops the bots until they are asked again, at once or when they have answered.
    pub(super) fn stop_bots(&mut self) {
        self.stops = self.is_thinking();
        if !self.stops {
            for side in Side::BOTH {
                self.players[side].iter_mut().for_each(AiPlayer::stop);
            }
            self.running = None;
        }
    }

    /// Calls the thinking off, if somebody is thinking: nobody waits for it.
    pub(super) fn call_off(&mut self) {
        self.leave_queue();
        if let Some(decision) = &self.thinking {
            decision.called_off.cancel();
        }
    }

    /// No computer is asked, or it cannot go on: others may think.
    pub(super) fn leave_queue(&mut self) {
        (self.admission, self.outside) = (None, None);
    }

    /// The next decision of the side that is asked, if a computer has it and servers that share the
    /// database leave it to whoever takes it first. Bots stay with the server that knows them.
    fn topic(shared: &Shared, game: &str, table: &dyn AnyGame, commanders: &Commanders) -> Option<Topic> {
        let side = table.asked()?;
        let commander = commanders.of(side)?;
        let is_bot = commander.bot.as_ref().is_some_and(|name| shared.bots.contains_key(name));
        if shared.thinkers.is_none() || is_bot || !table.waiting().is_empty() {
            return None;
        }
        let (level, clock) = (commander.level, clock(commander, shared.marshal));
        let what = What::Turn { side, level, clock, seed: seed(), stood: has_stood(table, side) };
        Some(Topic { game: game.to_owned(), version: table.version(), what })
    }

    /// The key of that decision.
    pub(super) fn key(
        shared: &Shared,
        game: &str,
        table: &dyn AnyGame,
        commanders: &Commanders,
    ) -> Option<String> {
        AiSeats::topic(shared, game, table, commanders).map(|topic| topic.job(0, "").key)
    }

    /// The same as a job to be entered with the change that brought the table to where it is;
    /// `kind` says how urgent it is, if anybody waits for it.
    pub(super) fn next(
        &self,
        shared: &Shared,
        game: &str,
        (table, commanders): (&dyn AnyGame, &Commanders),
        (kind, asker): (Option<Kind>, Option<Party>),
    ) -> NextTurn {
        let topic = AiSeats::topic(shared, game, table, commanders);
        let (Some(thinkers), Some(topic), Some(kind)) = (&shared.thinkers, topic, kind) else {
            return NextTurn::default();
        };
        let job = topic.job(shared.thinking.urgency(kind, asker), "");
        let preferred = match &self.last_by {
            Some(worker) => Some((worker.clone(), PREFERRED)),
            None if shared.thinking.has_room(kind) => Some((thinkers.name.clone(), RESERVED)),
            None => None,
        };
        let told = preferred.as_ref().is_none_or(|(worker, _)| *worker != thinkers.name);
        NextTurn { job: Some(NewJob { preferred, ..job }), told, done: None }
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
        let (version, stood) = (table.version(), has_stood(table, side));
        if let Some(decision) = &self.thinking {
            // The game has gone on: what is thought over is of no use.
            if (decision.version, decision.stood) != (version, stood) {
                decision.called_off.cancel();
            }
            return;
        }
        let Some(commander) = commanders.of(side) else { return self.leave_queue() };
        if shared.closing.is_cancelled() {
            return;
        }
        self.admission.take_if(|admission| !admission.is_for(kind));
        if self.admission.is_none() && (shared.thinkers.is_some() || shared.thinking.thinks()) {
            match shared.thinking.admit(kind, game, asker) {
                Ok(admission) => self.admission = Some(admission),
                Err(place) => {
                    self.outside.get_or_insert(place);
                    return;
                }
            }
        }
        self.outside = None;
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
        let ai_player = match ai_player {
            Ok(ai_player) => ai_player,
            Err(why) => return tracing::error!(%side, why, "a side has no commander"),
        };
        let Some(copy) = ai_player.copy(table, library) else { return };
        if ai_player.is_bot() {
            // First it is counted no more as it was.
            self.running = None;
            let (running, stops) = shared.running_bots.enter(game, asker, shared.limits.bots);
            self.running = Some(running);
            stops.iter().for_each(|game| shared.send(game, Message::StopBots));
        }
        let budget = What::budget(clock(commander, shared.marshal));
        let topic = AiSeats::topic(shared, game, table, commanders).filter(|_| !stands_in);
        let job = topic.map(|topic| topic.job(shared.thinking.urgency(kind, asker), ""));
        // Where nothing is thought over but what must be, that waits for no place. Turns are never
        // refused.
        let ticket = (job.is_some() || shared.thinking.thinks()).then(|| {
            self.kept.go_on(kind, asker).map_or_else(|| shared.thinking.enter(kind, game, asker), Ok)
        });
        let Ok(ticket) = ticket.transpose() else { return };
        let called_off = shared.closing.child_token();
        self.thinking = Some(Decision { version, stood, called_off: called_off.clone() });
        let asked = Instant::now();
        let wanted = Wanted {
            job,
            claimed: true,
            ticket,
            called_off: called_off.clone(),
            spread: commander.level.searches(),
            reminded: false,
        };
        let (shared, game) = (Arc::clone(shared), game.to_owned());
        shared.clone().at_work.spawn(async move {
            let tell = |place| shared.send(&game, Message::Place(place));
            let decide = move |ai_player: &mut AiPlayer| ai_player.decide(&copy, budget);
            let (came, ai_player) = shared.think(wanted, ai_player, decide, tell).await;
            let ai_player = ai_player.filter(|_| !stands_in);
            let overtaken = !called_off.is_cancelled();
            let decide = |counsel, by, ai_player, called_off| Decided {
                version,
                side,
                counsel,
                by,
                asked,
                waited: false,
                place: KeptPlace::default(),
                ai_player,
                called_off,
                overtaken: called_off && overtaken,
            };
            let decided = match came {
                Came::Here(counsel, place) => {
                    let keep = counsel.is_some();
                    Decided { place, ..decide(counsel, None, ai_player.filter(|_| keep), false) }
                }
                // Its plan is with the worker.
                Came::Elsewhere(found, worker) => decide(decided(&found), Some(worker), None, false),
                Came::Failed => decide(None, None, None, false),
                // What it planned in a hurry is forgotten with it; a bot was not hurried.
                Came::CalledOff { begun } => {
                    decide(None, None, ai_player.filter(|ai_player| !begun || ai_player.is_bot()), true)
                }
            };
            shared.send(&game, Message::Decided(Box::new(decided)));
        });
    }

    /// When a decision that tells nothing may be carried out; nothing if that is now.
    pub(super) fn due(decided: &Decided, table: &dyn AnyGame, pause: Duration) -> Option<Instant> {
        let quiet = decided.counsel.as_ref().is_some_and(|counsel| table.tells_nothing(&counsel.order));
        (quiet && !decided.waited).then(|| steady(decided.asked, Instant::now(), pause))
    }

    /// A commander has come to a decision: it waits for the next one.
    pub(super) fn decided(&mut self, decided: &mut Decided) {
        self.thinking = None;
        self.place = None;
        if !decided.called_off {
            self.last_by.clone_from(&decided.by);
        }
        let forget = std::mem::take(&mut self.went_back);
        self.kept = std::mem::take(&mut decided.place);
        let ai_player = decided.ai_player.take();
        if let Some(ai_player) = ai_player.filter(|ai_player| !forget || ai_player.is_bot()) {
            self.players[decided.side] = Some(ai_player);
        }
        if self.stops {
            self.stop_bots();
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
        self.call_off();
        for side in Side::BOTH {
            if let Some(mut ai_player) = self.players[side].take() {
                ai_player.end(table);
            }
        }
        self.running = None;
    }
}

impl Decided {
    /// It is carried out at that time, and its seats count as thinking until then.
    pub(super) fn wait(mut self: Box<Self>, due: Instant, shared: &Arc<Shared>, game: &str) {
        self.waited = true;
        self.place.free();
        let (shared, game) = (Arc::clone(shared), game.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep_until(due).await;
            shared.send(&game, Message::Decided(self));
        });
    }
}

/// How many seconds a computer may think about a player-turn, if that is said: a marshal takes all
/// that there is, and that is no more than `most`.
fn clock(commander: &Commander, most: u8) -> Option<u8> {
    match commander.level {
        Level::Marshal => Some(commander.clock.map_or(most, |clock| clock.min(most))),
        _ => commander.clock,
    }
}

/// When an answer goes out that must not tell how hard it was: `pause` after it was asked for, or if
/// it took longer, after the next multiple of that.
fn steady(asked: Instant, now: Instant, pause: Duration) -> Instant {
    let waits = now.duration_since(asked).as_nanos().div_ceil(pause.as_nanos()).max(1);
    asked + pause.saturating_mul(u32::try_from(waits).unwrap_or(u32::MAX))
}

/// Whether the commander of a side has told the program in advance what it wants, after the last
/// entry: next it has to decide.
pub(super) fn has_stood(table: &dyn AnyGame, side: Side) -> bool {
    table.pending().iter().any(|order| order["side"] == side.word())
}

/// A decision as a worker found it.
fn decided(found: &Value) -> Option<Advice> {
    let order = found.get("order").filter(|order| !order.is_null())?.clone();
    let reason = found["reason"].as_str().unwrap_or_default().to_owned();
    Some(Advice { order, reason, strokes: Vec::new(), apart: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marshal_thinks_as_long_as_it_may_and_no_longer() {
        let of = |level, clock| super::clock(&Commander { level, bot: None, clock }, 20);
        assert_eq!(of(Level::Marshal, None), Some(20));
        assert_eq!(of(Level::Marshal, Some(5)), Some(5));
        assert_eq!(of(Level::Marshal, Some(60)), Some(20), "as whoever runs the server says");
        assert_eq!((of(Level::General, None), of(Level::General, Some(60))), (None, Some(60)));
    }

    #[test]
    fn an_answer_that_tells_nothing_goes_out_at_the_same_time_however_long_it_took() {
        let asked = Instant::now();
        for (thought, due) in [(0, 1000), (1, 1000), (999, 1000), (1000, 1000), (1001, 2000), (5500, 6000)] {
            let now = asked + Duration::from_millis(thought);
            assert_eq!(
                steady(asked, now, Duration::from_secs(1)),
                asked + Duration::from_millis(due),
                "after {thought} ms"
            );
        }
    }
}
