//! What players agree on, games given up, and time that has run out.

use std::sync::Arc;

use super::{Game, Proposal};
use crate::chain::header_hash;
use crate::clock::{Clock, Downtime, away_since, put_off, spared_until};
use crate::{
    Action, AuditedDice, BySide, ClockLeft, ClockSettings, EndedBy, Ending, Entry, Failure, NoShow, Offer,
    OpenOffer, Protocol, Side,
};

/// The longest that a game is adjourned at once, in seconds: a hundred days.
const LONGEST_ADJOURNMENT: u64 = 100 * 24 * 60 * 60;

/// Seconds after which a player who has made no entry cannot hold the other one any longer: a week.
const NO_SHOW_AFTER: u64 = 7 * 24 * 60 * 60;

impl<R: Protocol> Game<R> {
    /// How it ended, if it was not played to its end.
    pub fn ending(&self) -> Option<Ending> {
        self.ending_in(self.version())
    }

    /// The same as it was after that version.
    pub(super) fn ending_in(&self, version: u32) -> Option<Ending> {
        self.ending.filter(|(at, _)| *at <= version).map(|(_, ending)| ending)
    }

    /// The offers that wait for an answer.
    pub fn offers(&self) -> Vec<OpenOffer> {
        if self.asked().is_none() {
            return Vec::new();
        }
        Side::BOTH
            .into_iter()
            .filter_map(|side| self.offers[side])
            .filter(|open| !self.is_void(*open))
            .collect()
    }

    /// Whether nothing is left of what is offered: the order was taken back, or the time has passed.
    fn is_void(&self, open: OpenOffer) -> bool {
        match open.offer {
            Offer::Draw {} => false,
            Offer::Rewind { to } => to >= self.held_since() && self.can_go_back(to).is_err(),
            Offer::Adjourn { until } => self.clock.as_ref().is_none_or(|clock| until <= clock.since()),
        }
    }

    /// Gives the game clocks, which must be done before the first entry.
    ///
    /// # Errors
    /// [`Failure::Malformed`] with the setting that is wrong.
    pub fn set_clock(&mut self, settings: ClockSettings) -> Result<(), Failure> {
        settings.check().map_err(|what| Failure::Malformed(format!("clock: {what}")))?;
        if self.entries.is_empty() && self.header.longroll >= 2 {
            self.clock = Some(Clock::new(settings.clone()));
            self.header.clock = Some(settings);
            self.root = header_hash(&self.header.value());
        }
        Ok(())
    }

    /// Hands in what time it is, in seconds since 1970 (UTC): entries of a game with clocks bear
    /// it. One that is dated in the future counts as made now.
    pub fn tell_time(&mut self, now: u64) {
        self.now = now;
    }

    /// Hands in when the server was down, in order. No clock runs then, and an entry that is made after it
    /// says so.
    pub fn tell_away(&mut self, away: &Arc<[Downtime]>) {
        self.away = Arc::clone(away);
        if let Some(clock) = &mut self.clock {
            clock.tell_away(away);
        }
    }

    /// Takes over what an entry says of time.
    pub(crate) fn tell_time_of(&mut self, entry: &Entry<R::Order, R::Event>) {
        if let Some(at) = entry.at {
            self.tell_time(at);
        }
        self.tell_away(&Arc::from(&*entry.away));
    }

    /// The time, in a game with clocks.
    pub(super) fn time(&self) -> Option<u64> {
        self.clock.as_ref().map(|_| self.now)
    }

    /// The clock that runs, if the game has clocks and is not over.
    pub fn clock_left(&self) -> Option<ClockLeft> {
        self.asked()?;
        self.clock.as_ref()?.left(self.time()?)
    }

    /// How many seconds each player has kept the clocks running, if the game has clocks.
    pub fn seconds_waited(&self) -> Option<BySide<u64>> {
        Some(self.clock.as_ref()?.waited_at(self.now))
    }

    pub(super) fn goes_on(&self) -> Result<(), Failure> {
        if self.asked().is_none() {
            return Err(Failure::Gone("the game is over".to_owned()));
        }
        Ok(())
    }

    /// The level of the computer that plays on for that side's player, whose time has run out.
    pub fn replacement(&self, side: Side) -> Option<&str> {
        self.replaced[side].as_deref()
    }

    /// The computer or bot in that seat, if any.
    fn computer(&self, side: Side) -> Option<&str> {
        if let Some(level) = self.replacement(side) {
            return Some(level);
        }
        let seats = self.header.seats.as_ref()?;
        Some(seats[side].as_str()).filter(|seat| *seat != "person")
    }

    /// Whether an offer can be taken as things stand.
    fn can_be_taken(&self, offer: Offer, by: Side) -> Result<(), Failure> {
        let gone = |text: String| Err(Failure::Gone(text));
        self.goes_on()?;
        if self.chains.declared().is_some() {
            return gone("an order is declared: its dice fall first".to_owned());
        }
        match offer {
            Offer::Draw {} => match self.computer(by.other()) {
                None => Ok(()),
                Some(_) => gone("a computer commands the other side, and it plays to the end".to_owned()),
            },
            Offer::Rewind { to } => self.can_go_back(to),
            Offer::Adjourn { until } => {
                let Some(now) = self.time() else {
                    return gone("this game has no clocks that could stand still".to_owned());
                };
                if until <= now {
                    return gone("the time until which the clocks would stand still is past".to_owned());
                }
                if until - now > LONGEST_ADJOURNMENT {
                    return gone("a game is adjourned for at most 100 days at once".to_owned());
                }
                Ok(())
            }
        }
    }

    /// Whether the game can go back to the position after that version.
    fn can_go_back(&self, to: u32) -> Result<(), Failure> {
        let gone = |text: String| Err(Failure::Gone(text));
        let version = |&index: &usize| self.held_since() + index as u32 + 1;
        if to < self.held_since() {
            return gone(format!("the entries after version {to} are not at hand"));
        }
        let stays = self.line.partition_point(|index| version(index) <= to);
        if to != self.held_since() && self.line[..stays].last().map(version) != Some(to) {
            return gone(format!("version {to} is no order that counts: name one, or 0 for the start"));
        }
        if stays == self.line.len() {
            return gone("the game stands there already".to_owned());
        }
        let dice = |&index: &usize| self.order_at(index).is_some_and(|(_, dice)| dice > 0);
        if self.each_throw() && self.line[stays..].iter().any(dice) {
            return gone(
                "in this match the dice of an order come from shares given for it alone, and could not fall again as \
                 they fell: it goes back no further than the last order that took dice"
                    .to_owned(),
            );
        }
        Ok(())
    }

    pub(crate) fn propose_offer(&self, side: Side, offer: Offer) -> Result<Proposal<R>, Failure> {
        self.can_be_taken(offer, side)?;
        if self.offers[side].is_some_and(|open| open.offer == offer) {
            return Err(Failure::Gone("this is offered already, and not answered yet".to_owned()));
        }
        self.propose(Some(side), Action::Offer(offer))
    }

    /// The offer of that version that a side may answer.
    fn open_offer(&self, of: Side, version: u32) -> Result<OpenOffer, Failure> {
        let open = self.offers[of].filter(|open| open.version == version);
        open.ok_or_else(|| Failure::Gone("no such offer waits for an answer".to_owned()))
    }

    pub(crate) fn propose_accept(&self, side: Side, version: u32) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        let open = self.open_offer(side.other(), version)?;
        self.can_be_taken(open.offer, open.side)?;
        self.propose(Some(side), Action::Accept(version))
    }

    pub(crate) fn propose_decline(&self, side: Side, version: u32) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.open_offer(side, version).or_else(|_| self.open_offer(side.other(), version))?;
        self.propose(Some(side), Action::Decline(version))
    }

    pub(crate) fn propose_resign(&self, side: Side) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.propose(Some(side), Action::Resign)
    }

    /// Records when players arrive at the table, as every match that begins today does: see
    /// [`Header::coming`]. Call it before the first entry.
    ///
    /// [`Header::coming`]: crate::Header::coming
    pub fn record_coming(&mut self) {
        if self.entries.is_empty() {
            self.header.coming = true;
            self.root = header_hash(&self.header.value());
        }
    }

    /// Records, once and only in a match that does, that this player has come without a share of the dice.
    pub fn take_seat(&mut self, side: Side) {
        if self.header.coming
            && let Ok(proposal) = self.propose_seated(Some(side))
        {
            self.enter(proposal);
        }
    }

    /// Both players have taken their seats. Clocks then start for a player who does not come, and without
    /// clocks the other need not wait for ever. Enters nothing where that makes no difference: if both have made
    /// an entry, if it is entered already, or if the game is over or not between two people.
    pub fn take_seats(&mut self) {
        if let Ok(proposal) = self.propose_seated(None) {
            self.enter(proposal);
        }
    }

    /// # Errors
    /// [`Failure::Gone`] if it makes no difference.
    pub(crate) fn propose_seated(&self, side: Option<Side>) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        if let Some(side) = side {
            if !self.header.coming || self.entered[side] || self.is_replaced(side) {
                return Err(Failure::Gone("that player is known to have come".to_owned()));
            }
            return self.propose(Some(side), Action::Seated);
        }
        let seats = self.header.seats.as_ref();
        if !seats.is_some_and(|seats| Side::BOTH.into_iter().all(|side| seats[side] == "person")) {
            return Err(Failure::Gone("this game is not between two people".to_owned()));
        }
        if self.seated.is_some() || self.entered.union && self.entered.confederate {
            return Err(Failure::Gone("both players are known to have come".to_owned()));
        }
        self.propose(None, Action::Seated)
    }

    /// The player who has made no entry in a game without clocks; where neither has, it is the one who is
    /// waited for. In a match with clocks, the player who keeps it waiting.
    pub(super) fn no_show(&self) -> Option<NoShow> {
        let asked = self.asked()?;
        let in_match = self.clock.as_ref().and_then(Clock::waits_for);
        if in_match.is_some() {
            return in_match;
        }
        let seated = self.seated.filter(|_| self.clock.is_none())?.min(self.now);
        let away = away_since(&self.away, seated);
        let from = put_off(seated.saturating_add(NO_SHOW_AFTER), &away).max(spared_until(&away).unwrap_or(0));
        let side = [asked, asked.other()].into_iter().find(|side| !self.entered[*side])?;
        Some(NoShow { from, side })
    }

    pub(crate) fn propose_claim(&self, side: Side) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        match self.no_show() {
            Some(NoShow { from, side: absent }) if absent != side => {
                if self.now < from {
                    let what = match self.clock {
                        Some(_) => "come, or to give a share of the dice",
                        None => "make an entry",
                    };
                    let left = lasting(from - self.now);
                    return Err(Failure::Gone(format!("the {absent} player has {left} left to {what}")));
                }
            }
            _ => self.has_run_out(side.other())?,
        }
        self.propose(Some(side), Action::Claim)
    }

    pub(crate) fn propose_replace(&self, side: Side, level: &str) -> Result<Proposal<R>, Failure> {
        self.goes_on()?;
        self.has_run_out(side.other())?;
        if self.each_throw() {
            return Err(Failure::Gone(
                "in this match both players give a share for every order that takes dice, which no computer can: claim \
                 the game, or wait"
                    .to_owned(),
            ));
        }
        self.propose(Some(side), Action::Replace(level.to_owned()))
    }

    /// Whether that player's time has run out.
    pub(super) fn has_run_out(&self, other: Side) -> Result<(), Failure> {
        let (Some(clock), Some(now)) = (&self.clock, self.time()) else {
            return Err(Failure::Gone("this game has no clocks".to_owned()));
        };
        if clock.out_at(now) == Some(other) {
            return match clock.spared_until().filter(|until| *until > now) {
                Some(until) => Err(Failure::Gone(format!(
                    "the server was down: the {other} player has {} left to come back",
                    lasting(until - now)
                ))),
                None => Ok(()),
            };
        }
        Err(Failure::Gone(match clock.left(now).filter(|left| left.running == other) {
            Some(left) => {
                format!("the {other} player has {} left", lasting(left.seconds.max(0).cast_unsigned()))
            }
            None => format!("the {other} player's clock does not run"),
        }))
    }

    /// Applies an entry that was just appended to offers, the end of the game, and its clocks. The caller has
    /// validated it: nothing can fail here.
    pub(super) fn settle_agreement(&mut self, entry: &Entry<R::Order, R::Event>) {
        let version = entry.version;
        match (&entry.action, entry.side) {
            (Action::Offer(offer), Some(side)) => {
                self.offers[side] = Some(OpenOffer { side, version, offer: *offer });
            }
            (Action::Accept(_), Some(side)) => {
                let taken = self.offers[side.other()].take();
                match taken.map(|open| open.offer) {
                    Some(Offer::Draw {}) => {
                        self.ending = Some((version, Ending { by: EndedBy::Agreement, winner: None }));
                    }
                    Some(Offer::Rewind { to }) => self.go_back(to, entry),
                    Some(Offer::Adjourn { until }) => {
                        if let Some(clock) = &mut self.clock {
                            clock.adjourn(until);
                        }
                    }
                    None => {}
                }
            }
            (Action::Decline(declined), _) => {
                for side in Side::BOTH {
                    if self.offers[side].is_some_and(|open| open.version == *declined) {
                        self.offers[side] = None;
                    }
                }
            }
            (Action::Resign, Some(side)) => {
                let ending = Ending { by: EndedBy::Resignation, winner: Some(side.other()) };
                self.ending = Some((version, ending));
            }
            (Action::Claim, Some(side)) => {
                let ending = match &self.clock {
                    Some(clock) if clock.waits_for().is_none() => {
                        Ending { by: EndedBy::Time, winner: Some(side) }
                    }
                    _ => Ending { by: EndedBy::NoShow, winner: None },
                };
                self.ending = Some((version, ending));
            }
            (Action::Seated, None) => {
                self.seated = entry.at;
                if let (Some(clock), Some(at)) = (&mut self.clock, entry.at) {
                    clock.seat(at);
                }
            }
            (Action::Replace(level), Some(side)) => {
                self.replaced[side.other()] = Some(level.clone());
                self.offers = Default::default();
            }
            _ => {}
        }
    }

    /// An order has taken dice: in a match that cancels an offer to go back made before they were seen.
    pub(super) fn dice_fell(&mut self) {
        if self.header.coming {
            self.offers = BySide::from_fn(|side| {
                self.offers[side].filter(|open| !matches!(open.offer, Offer::Rewind { .. }))
            });
        }
    }

    /// Goes back to the position after that version; dice thrown since fall again as they fell. Standing
    /// orders stay, also those in `entry`, which is not appended yet.
    fn go_back(&mut self, to: u32, entry: &Entry<R::Order, R::Event>) {
        let stays = self.line.partition_point(|&index| self.held_since() + (index as u32) < to);
        self.line.truncate(stays);
        self.undone.clear();
        self.taken_back = BySide::default();
        self.offers = Default::default();
        self.state = self.go_back_to(stays);
        for event in entry.standing.iter().flat_map(|order| &order.events) {
            self.rules.apply(&mut self.state, event);
        }
        let thrown = self.thrown_by(&self.line);
        if let Some(dice) = &mut self.dice {
            *dice = AuditedDice::again(dice, &self.header.dice, thrown);
        }
    }

    /// Starts the clock of the player that the game waits for after that entry.
    pub(super) fn settle_clock(&mut self, at: Option<u64>, by: Option<Side>) {
        let asked = self.asked();
        let keeps_waiting = asked.and_then(|asked| self.keeps_waiting(asked));
        let waited = asked.filter(|_| keeps_waiting.is_none()).map(|asked| self.waited_player(asked));
        // A computer plays without a clock.
        let waited = waited.filter(|side| self.replaced[*side].is_none());
        let turn = self.rules.clock_turn(&self.state);
        if let (Some(clock), Some(at)) = (&mut self.clock, at) {
            clock.enter(at, by, turn, waited);
            clock.wait_for(keeps_waiting, at);
        }
    }

    /// The player a match waits for, which need not be the side asked: the one who has not come to the table,
    /// or the only one who has not given a share of the dice. If neither has come it is the side asked.
    fn keeps_waiting(&self, asked: Side) -> Option<Side> {
        if !self.header.coming {
            return None;
        }
        let is_there = |side: &Side| !self.is_replaced(*side);
        let absent = [asked, asked.other()].into_iter().filter(is_there).find(|side| !self.entered[*side]);
        let owing = |side: &Side| !self.shares.settled() && self.shares.owes(*side);
        let alone = |side: &Side| owing(side) && !owing(&side.other());
        absent.or_else(|| Side::BOTH.into_iter().filter(is_there).find(alone))
    }

    /// The side whose clock runs while that side is asked. In a match with shares for each throw it is the
    /// player for whom the dice wait; of two the one who declared the order, or is asked.
    fn waited_player(&self, asked: Side) -> Side {
        if !self.chains.recorded() {
            // As it was when both links stood in one entry: the clock of the player who did not declare.
            let declared = self.chains.declared().is_some().then(|| self.last_declared()).flatten();
            return declared.map_or(asked, Side::other);
        }
        let first = self.chains.declarer().unwrap_or(asked);
        [first, first.other()].into_iter().find(|side| self.chains.owes(*side)).unwrap_or(asked)
    }

    /// The side that declared the last order before the entry being appended.
    fn last_declared(&self) -> Option<Side> {
        let declared = self.entries.iter().rev().find(|entry| matches!(entry.action, Action::Declared(_)));
        declared.and_then(|entry| entry.side)
    }
}

/// A length of time in words.
fn lasting(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min"),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}
