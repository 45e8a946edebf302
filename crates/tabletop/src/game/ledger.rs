//! What a game keeps beside its position, whatever its rules: the header and the chain of its record, the dice and the
//! players' shares, offers, the end, clocks.

use std::sync::Arc;

use serde_json::Value;

use crate::chain::header_hash;
use crate::clock::{Downtime, away_since, put_off, spared_until};
use crate::record::{Header, ShareMode};
use crate::{
    Action, AuditedDice, BySide, Clock, ClockLeft, ClockSettings, Ending, Failure, Links, NoShow, Offer,
    OpenOffer, Seat, ShareState, Shares, Side, Throw, Viewer,
};

/// Seconds after which a player who has made no entry cannot hold the other one any longer: a week.
const NO_SHOW_AFTER: u64 = 7 * 24 * 60 * 60;

pub struct Ledger {
    pub(super) header: Header,
    /// The hash of the header.
    pub(super) root: String,
    /// How many entries were dropped.
    pub(super) dropped: u32,
    /// Each entry's link in the chain, but of those.
    pub(super) links: Vec<Link>,
    pub(super) dice: Option<AuditedDice>,
    /// The source of salts where the secret of the dice is not known.
    pub(super) randomness: Option<[u8; 32]>,
    pub(super) shares: Shares,
    /// Of a match with shares for each throw: the chains.
    pub(super) chains: Links,
    /// The sides whose seats people hold on a server: the dice wait for them.
    pub(super) expected: BySide<bool>,
    /// Of these, those whose players have come to the table.
    pub(super) come: BySide<bool>,
    /// The side that the rules ask in this position.
    pub(super) asked: Option<Side>,
    /// Each side's open offer to the other.
    pub(super) offers: BySide<Option<OpenOffer>>,
    /// How it ended, if it was not played to its end, and at which version.
    pub(super) ending: Option<(u32, Ending)>,
    pub(super) clock: Option<Clock>,
    /// When both seats were taken, if the record says so.
    pub(super) seated: Option<u64>,
    /// The sides that have made an entry.
    pub(super) entered: BySide<bool>,
    /// The level of the computer that plays on for a player whose time has run out.
    pub(super) replaced: BySide<Option<String>>,
    /// The last time passed in: seconds since 1970.
    pub(super) now: u64,
    /// How often each side has taken back an order that the other side was to answer, since the other side's last order.
    pub(super) taken_back: BySide<u32>,
    /// When the server was down, as far as it was handed in.
    pub(super) away: Arc<[Downtime]>,
}

/// An entry's link in the chain of the record.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) hash: String,
    /// The line as it was read, if this program would write it otherwise: its hash is of that.
    pub(super) line: Option<Value>,
    /// Whose entry it is; the program's own is nobody's.
    pub(super) side: Option<Side>,
    pub(super) moves: Moves,
}

/// What an entry does to the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    /// Shares of the dice, offers and who comes change no position.
    Nothing,
    TakesBack,
    GivesAgain,
    Onward,
}

impl Moves {
    pub(super) fn of<O, E>(action: &Action<O, E>) -> Moves {
        match action {
            Action::Commit(_) | Action::Seed(_) | Action::Offer(_) | Action::Decline(_) | Action::Seated => {
                Moves::Nothing
            }
            Action::Undo(_) => Moves::TakesBack,
            Action::Redo(_) => Moves::GivesAgain,
            _ => Moves::Onward,
        }
    }
}

impl Ledger {
    pub(super) fn new(header: Header, dice: Option<AuditedDice>) -> Ledger {
        let mut chains = Links::default();
        if header.links {
            chains.record();
        }
        Ledger {
            root: header_hash(&header.value()),
            clock: header.clock.clone().map(Clock::new),
            header,
            dropped: 0,
            links: Vec::new(),
            dice,
            randomness: None,
            shares: Shares::default(),
            chains,
            expected: BySide::default(),
            come: BySide::default(),
            asked: None,
            offers: BySide::default(),
            ending: None,
            seated: None,
            entered: BySide::default(),
            replaced: BySide::default(),
            now: 0,
            taken_back: BySide::default(),
            away: Arc::default(),
        }
    }

    /// Records the players' seats, which must be done before the first entry. Records of form 1 do not have
    /// them.
    pub fn seat(&mut self, seats: BySide<String>) {
        if self.version() == 0 && self.header.longroll >= 2 {
            self.header.seats = Some(seats);
            self.root = header_hash(&self.header.value());
        }
    }

    /// Sets secret randomness, for the salts of a game whose secret is not known.
    pub fn salt_from(&mut self, randomness: [u8; 32]) {
        self.randomness = Some(randomness);
    }

    /// The hash of the last line of the record, which covers all before it.
    pub fn hash(&self) -> String {
        self.links.last().map_or(&self.root, |link| &link.hash).clone()
    }

    /// The side to act; `None` once the game is over.
    pub fn asked(&self) -> Option<Side> {
        if self.ending.is_some() { None } else { self.asked }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn scenario(&self) -> &str {
        &self.header.scenario
    }

    pub fn version(&self) -> u32 {
        self.dropped + self.links.len() as u32
    }

    /// The dice, unless the record came without its secret.
    pub fn dice(&self) -> Option<&AuditedDice> {
        self.dice.as_ref()
    }

    /// Whether what was made for that version is still timely; `None` always is.
    ///
    /// # Errors
    /// [`Failure::Gone`] if the game has gone on.
    pub fn fresh(&self, version: Option<u32>) -> Result<(), Failure> {
        match version {
            // Shares of the dice, offers and who comes change no position.
            Some(version) if version != self.version() && !self.unmoved_since(version) => Err(Failure::Gone(
                format!("the order was made for version {version}, the game is at {}", self.version()),
            )),
            _ => Ok(()),
        }
    }

    fn unmoved_since(&self, version: u32) -> bool {
        // An order still loaded comes after all dropped ones.
        let first = version.checked_sub(self.held_since());
        let fresh = first.and_then(|first| self.links.get(first as usize..));
        // An order that was taken back and given again has changed nothing either.
        let count = |fresh: &[Link], moves| fresh.iter().filter(|link| link.moves == moves).count();
        fresh.is_some_and(|fresh| {
            count(fresh, Moves::Onward) == 0
                && count(fresh, Moves::TakesBack) == count(fresh, Moves::GivesAgain)
        })
    }

    /// The side that made the last entry; `None` before the first, or if the program made it.
    pub fn last_side(&self) -> Option<Side> {
        self.links.last().and_then(|link| link.side)
    }

    /// The version after which the game holds its entries: 0 unless some were dropped. Questions about
    /// earlier versions need [`AnyGame::recall`](crate::AnyGame::recall) first.
    pub fn held_since(&self) -> u32 {
        self.dropped
    }

    /// How it ended, if it was not played to its end.
    pub fn ending(&self) -> Option<Ending> {
        self.ending_in(self.version())
    }

    /// The same as it was after that version.
    pub(super) fn ending_in(&self, version: u32) -> Option<Ending> {
        self.ending.filter(|(at, _)| *at <= version).map(|(_, ending)| ending)
    }

    /// Gives the game clocks, which must be done before the first entry.
    ///
    /// # Errors
    /// [`Failure::Malformed`] with the setting that is wrong.
    pub fn set_clock(&mut self, settings: ClockSettings) -> Result<(), Failure> {
        settings.check().map_err(|what| Failure::Malformed(format!("clock: {what}")))?;
        if self.version() == 0 && self.header.longroll >= 2 {
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

    /// The time, in a game with clocks.
    pub(super) fn time(&self) -> Option<u64> {
        self.clock.as_ref().map(|_| self.now)
    }

    /// The clock that runs, if the game has clocks and is not over.
    pub fn clock_left(&self) -> Option<ClockLeft> {
        self.asked()?;
        self.clock.as_ref()?.left(self.now)
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
    pub(super) fn computer(&self, side: Side) -> Option<&str> {
        if let Some(level) = self.replacement(side) {
            return Some(level);
        }
        let seats = self.header.seats.as_ref()?;
        Some(seats[side].as_str()).filter(|seat| *seat != "person")
    }

    /// Records when players arrive at the table, as every match that begins today does: see
    /// [`Header::coming`]. Call it before the first entry.
    ///
    /// [`Header::coming`]: crate::Header::coming
    pub fn record_coming(&mut self) {
        if self.version() == 0 {
            self.header.coming = true;
            self.root = header_hash(&self.header.value());
        }
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

    /// An order has taken dice: in a match that cancels an offer to go back made before they were seen.
    pub(super) fn dice_fell(&mut self) {
        if self.header.coming {
            self.offers = BySide::from_fn(|side| {
                self.offers[side].filter(|open| !matches!(open.offer, Offer::Rewind { .. }))
            });
        }
    }

    /// The player a match waits for, which need not be the side asked: the one who has not come to the table,
    /// or the only one who has not given a share of the dice. If neither has come it is the side asked.
    pub(super) fn keeps_waiting(&self, asked: Side) -> Option<Side> {
        if !self.header.coming {
            return None;
        }
        let is_there = |side: &Side| !self.is_replaced(*side);
        let absent = [asked, asked.other()].into_iter().filter(is_there).find(|side| !self.entered[*side]);
        let owing = |side: &Side| !self.shares.settled() && self.shares.owes(*side);
        let alone = |side: &Side| owing(side) && !owing(&side.other());
        absent.or_else(|| Side::BOTH.into_iter().filter(is_there).find(alone))
    }

    /// The hash that a side's share, or its next link, must have.
    pub(super) fn bound_by(&self, side: Side) -> Option<&str> {
        if self.each_throw() { self.chains.next(side) } else { self.shares.committed(side) }
    }

    /// Makes both players give a share for every order that takes dice. Call it before the first entry.
    pub fn set_each_throw(&mut self) {
        if self.version() == 0 {
            self.header.shares = Some(ShareMode::EachThrow);
            self.header.links = true;
            self.chains.record();
            self.root = header_hash(&self.header.value());
        }
    }

    pub(super) fn each_throw(&self) -> bool {
        self.header.shares.is_some()
    }

    /// How a side's share of the dice stands by what is in the record.
    pub(crate) fn share_of(&self, side: Side) -> ShareState {
        if !self.each_throw() {
            return self.shares.standing(side, false);
        }
        match self.chains.next(side) {
            None => ShareState::None,
            Some(_) if self.chains.loose(side) => ShareState::Unbound,
            Some(_) => ShareState::Bound,
        }
    }

    /// A person holds this side's seat: the dice wait until it has come, and for the share that it
    /// is bound to.
    pub fn expect(&mut self, side: Side) {
        self.expected[side] = true;
    }

    /// The player of this side has come to the table; whether that is news.
    pub fn come(&mut self, side: Side) -> bool {
        let news = self.expected[side] && !self.come[side];
        self.come[side] = true;
        news
    }

    /// Whether the player of this side has come to the table.
    pub fn has_come(&self, side: Side) -> bool {
        self.come[side]
    }

    /// Whether a computer plays on for that side's player, who gives no share any more.
    pub(super) fn is_replaced(&self, side: Side) -> bool {
        self.replacement(side).is_some()
    }

    /// Whether every player is bound or has come without a share, so that shares may be shown.
    pub(super) fn opened(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.expected[side] || self.come[side] || self.is_replaced(side))
    }

    /// The sides whose players the dice wait for: none once a die was thrown, nor in a game for practice.
    pub fn waiting(&self) -> Vec<Side> {
        if self.asked().is_none() {
            return Vec::new();
        }
        if self.each_throw() {
            return Side::BOTH.into_iter().filter(|side| self.chains.owes(*side)).collect();
        }
        if self.shares.settled() || self.header.practice {
            return Vec::new();
        }
        let waited = |side: &Side| {
            let owes = !self.come[*side] || self.shares.owes(*side);
            self.expected[*side] && owes && !self.is_replaced(*side)
        };
        let waited: Vec<Side> = Side::BOTH.into_iter().filter(waited).collect();
        let absent: Vec<Side> = waited.iter().copied().filter(|&side| !self.come[side]).collect();
        // No share may be given before all players have come.
        if absent.is_empty() { waited } else { absent }
    }

    pub(super) fn waits(&self, sides: Vec<Side>) -> Failure {
        let names: Vec<String> = sides.iter().map(|side| format!("the {side} player")).collect();
        let whom = names.join(" and ");
        let message = if self.chains.declared().is_some() {
            format!("an order is declared, and its dice wait for {whom} to give a share for it")
        } else if self.each_throw() {
            format!("this order needs a die, and the dice wait for {whom} to be bound by a chain of shares")
        } else if sides.iter().any(|&side| !self.come[side]) {
            format!("this order needs a die, and the dice wait for {whom} to come to the table")
        } else {
            let shares = if sides.len() > 1 { "shares" } else { "share" };
            format!("this order needs a die, and the dice wait for the {shares} of {whom}")
        };
        Failure::Waits { message, sides }
    }

    /// How both sides' shares of the dice stand; nothing where none is expected and none was given.
    pub fn shares(&self) -> Option<BySide<ShareState>> {
        let expected = Side::BOTH.into_iter().any(|side| self.expected[side]);
        let standing = |side: Side| {
            if self.each_throw() {
                return self.chain_state(side);
            }
            let awaited = self.expected[side] && !self.come[side] && !self.shares.settled();
            if awaited { ShareState::Awaited } else { self.shares.standing(side, self.opened()) }
        };
        (expected || self.each_throw() || self.shares.any()).then(|| BySide::from_fn(standing))
    }

    fn chain_state(&self, side: Side) -> ShareState {
        let asked = self.chains.declared().is_some() && self.chains.owes(side);
        match self.chains.next(side) {
            None if self.come[side] => ShareState::None,
            None => ShareState::Awaited,
            Some(_) if asked => ShareState::Asked,
            Some(_) if self.chains.loose(side) => ShareState::Unbound,
            Some(_) => ShareState::Committed,
        }
    }

    /// How the throws stand, in a match with shares for each.
    pub(super) fn throw(&self) -> Option<Throw> {
        let declared = self.chains.declared();
        let next = BySide::from_fn(|side| self.chains.next(side).map(str::to_owned));
        let owed = if declared.is_some() { self.waiting() } else { Vec::new() };
        self.each_throw().then_some(Throw { next, declared, owed, recorded: self.chains.recorded() })
    }

    /// Whether a share of the dice is kept from a seat for now: all but its own are, until no player can be bound any
    /// more. Once the game is over it decides nothing.
    pub(crate) fn withholds_share_of(&self, side: Option<Side>, seat: Seat) -> bool {
        self.asked().is_some() && !self.opened() && (seat.is_none() || side != seat)
    }

    /// Whether the record holds such a share.
    pub fn withholds(&self, viewer: Viewer) -> bool {
        let seat = viewer.seat(self.asked());
        let given = |side: &Side| self.shares.given(*side).is_some();
        Side::BOTH.into_iter().filter(given).any(|side| self.withholds_share_of(Some(side), seat))
    }
}

/// A length of time in words.
pub(super) fn lasting(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min"),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}
