//! The audit of a record: every line judged again by the code that judges it in play.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;

use crate::chain::{entry_hash, header_hash};
use crate::entry::is_waiting;
use crate::game::{Impossible, Proposal, caught};
use crate::record::{Fault, Header, Record, is_hex};
use crate::{Action, Dice, Entry, Game, Opening, Protocol, ServerSeed, ShareState, Side, UnnumberedOrder};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Everything follows, the game is over, its dice were thrown again, and it is the record whose
    /// hash is held.
    Sound,
    /// As far as it goes everything follows; the game is not over.
    Unfinished,
    /// Nothing contradicts it, and yet it need not be what was played: [`Audit::unproved`] says
    /// why.
    Unproved,
    /// No play could have left it: [`Audit::broken`] says where.
    Broken,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audit {
    /// The first line that no play could have left.
    pub broken: Option<Fault>,
    /// Of a record that was begun on other data: the first line that does not follow from this
    /// program's, if there is one.
    pub astray: Option<Fault>,
    /// Of a game that was begun under earlier rules: the first line that today's judge otherwise, if
    /// there is one.
    pub earlier: Option<Fault>,
    /// Whether the game is over, as far as is known.
    pub over: bool,
    /// Why it cannot be proved to be what was played, each in a sentence without its full stop.
    pub unproved: Vec<String>,
    pub notes: Vec<String>,
    /// How many orders were judged again.
    pub orders: u32,
    /// How many dice were thrown for them.
    pub dice: u32,
    /// Whether those dice were thrown again from the seeds; otherwise they were taken as recorded.
    pub dice_audited: bool,
    /// The hash of the last line.
    pub hash: String,
}

impl Audit {
    /// An audit that ended at that fault.
    pub fn broken(fault: Fault) -> Audit {
        Audit { broken: Some(fault), ..Audit::default() }
    }

    pub fn verdict(&self) -> Verdict {
        match self {
            Audit { broken: Some(_), .. } => Verdict::Broken,
            Audit { earlier: Some(_), .. } => Verdict::Unproved,
            Audit { over: false, .. } => Verdict::Unfinished,
            Audit { unproved, .. } if !unproved.is_empty() => Verdict::Unproved,
            _ => Verdict::Sound,
        }
    }
}

/// Judges a record line by line.
pub trait Auditor: Send {
    /// Judges the next entry. One that is refused changes nothing: another may be tried in its
    /// place.
    ///
    /// # Errors
    /// Why no play could have left it.
    fn entry(&mut self, line: &Value) -> Result<(), String>;

    /// The same without taking it: gives the hash of the last line if it were taken.
    ///
    /// # Errors
    /// As [`Auditor::entry`].
    fn try_entry(&mut self, line: &Value) -> Result<String, String>;

    /// The audit of the entries so far. `held` are hashes from elsewhere that the record must have.
    fn audit(&self, held: &[String]) -> Audit;
}

/// Judges a whole record, to the first line that is broken.
pub fn audit(auditor: &mut dyn Auditor, record: &Record, held: &[String]) -> Audit {
    audit_while(auditor, record, held, &|| true)
}

/// The same, as long as `goes_on` says so: asked before each line, whose judging may take a while.
pub fn audit_while(
    auditor: &mut dyn Auditor,
    record: &Record,
    held: &[String],
    goes_on: &dyn Fn() -> bool,
) -> Audit {
    for (line, entry) in &record.entries {
        if !goes_on() {
            return Audit::broken(Fault {
                line: *line,
                what: "judging the record takes too long".to_owned(),
            });
        }
        if let Err(what) = auditor.entry(entry) {
            return Audit::broken(Fault { line: *line, what });
        }
    }
    match &record.fault {
        Some(fault) => Audit::broken(fault.clone()),
        None => auditor.audit(held),
    }
}

/// Audits the chain alone, without the rules.
#[derive(Debug, Clone)]
pub struct Chain {
    /// The hash of every line, the header's first.
    hashes: Vec<String>,
    /// Whether the next line must have the hash of the one before.
    chained: bool,
    /// Whether every line has that hash.
    whole: bool,
    /// The last line was of orders without a number, which no hash covers yet.
    waits: bool,
}

impl Chain {
    /// The chain from that header on.
    pub fn new(header: &Header) -> Chain {
        let chained = header.longroll >= 2;
        Chain { hashes: vec![header_hash(&header.value())], chained, whole: chained, waits: false }
    }

    /// The hash of the last line.
    fn last(&self) -> &str {
        self.hashes.last().map_or("", |hash| hash)
    }

    /// Whether that line may come next.
    ///
    /// # Errors
    /// What is wrong with its number or with its hash of the line before.
    fn check(&self, line: &Value) -> Result<(), String> {
        if self.waits {
            return Err("nothing follows on orders that wait for the next entry".to_owned());
        }
        if is_waiting(line) {
            return Ok(());
        }
        let number = self.hashes.len();
        match line["version"].as_u64() {
            Some(version) if version == number as u64 => {}
            Some(version) => return Err(format!("it is numbered {version}, {number} was expected")),
            None => return Err("'version', its number, is missing".to_owned()),
        }
        match line.get("prev") {
            None if self.chained => Err("'prev', the hash of the line before, is missing".to_owned()),
            Some(prev) if prev != self.last() => {
                Err("'prev' is not the hash of the line before: one of the two is not as it was written"
                    .to_owned())
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, line: &Value) {
        if is_waiting(line) {
            self.waits = true;
            return;
        }
        let linked = line.get("prev").is_some();
        self.chained |= linked;
        self.whole &= linked;
        self.hashes.push(entry_hash(self.last(), line));
    }

    /// Holds the hashes against those of the record: what cannot be proved, or the first line from
    /// which one of them is missed.
    fn held(&self, held: &[String]) -> Result<Vec<String>, Fault> {
        let line_of = |hash: &String| self.hashes.iter().rposition(|own| own == hash).map(|line| line + 1);
        let proved = held.iter().filter_map(line_of).max();
        let last = self.hashes.len();
        if let Some(missed) = held.iter().find(|hash| line_of(hash).is_none()) {
            let from = proved.map_or(1, |line| line + 1);
            let what = format!(
                "from here on it is not the record whose hash {missed} is held: no line has that hash, so something was \
                 changed or cut off"
            );
            return Err(Fault { line: from, what });
        }
        let mut unproved = Vec::new();
        if !self.whole {
            unproved.push("it has no chain of hashes: it is of form 1, or began as such a record".to_owned());
        }
        match proved {
            Some(line) if line == last => {}
            Some(line) => unproved.push(format!(
                "the hash that was given is that of line {line}: as far as that it is the record whose hash is held, of \
                 lines {} to {last} no hash was given",
                line + 1
            )),
            None => unproved.push(
                "no hash of it was given: the author of a record can make all its hashes, so only one noted in play shows \
                 that nothing was changed (--hash HASH)"
                    .to_owned(),
            ),
        }
        Ok(unproved)
    }
}

impl Auditor for Chain {
    fn entry(&mut self, line: &Value) -> Result<(), String> {
        self.check(line)?;
        self.push(line);
        Ok(())
    }

    fn try_entry(&mut self, line: &Value) -> Result<String, String> {
        self.check(line)?;
        Ok(if is_waiting(line) { self.last().to_owned() } else { entry_hash(self.last(), line) })
    }

    fn audit(&self, held: &[String]) -> Audit {
        match self.held(held) {
            Err(fault) => Audit::broken(fault),
            Ok(unproved) => Audit { unproved, over: true, hash: self.last().to_owned(), ..Audit::default() },
        }
    }
}

/// A record played again: every line must be the one that play would have written in its place.
pub(crate) struct Replay<R: Protocol> {
    game: Game<R>,
    chain: Chain,
    /// By what else it was begun, if not by this program's data.
    other_data: Option<String>,
    /// On other data: the first line that does not follow from this program's, from which on only
    /// the chain is followed.
    astray: Option<Fault>,
    /// Of a game begun under earlier rules: the first line that today's judge otherwise. It is taken
    /// as it stands, and so is what the rules have against those after it.
    earlier: Option<Fault>,
    revealed: bool,
    orders: u32,
    dice: u32,
}

impl<R: Protocol> Replay<R> {
    /// The audit of a game of that header by these rules. Where `seed` is known every die is thrown
    /// again.
    pub(crate) fn new(rules: Arc<R>, header: &Header, seed: Option<ServerSeed>) -> Replay<R> {
        let other_data = (header.data != rules.data()).then(|| {
            format!(
                "it was begun on other data files ({:.12}…) than this program's ({:.12}…)",
                header.data,
                rules.data()
            )
        });
        let opening = Opening { seed, commitment: header.commitment.clone(), loaded: header.dice.clone() };
        let mut game = Game::by(rules, header.clone(), opening);
        // Without the seed salts may be any; those that are made here are never held against the
        // record's.
        game.salt_from([0; 32]);
        game.keep_waypoints();
        Replay {
            game,
            chain: Chain::new(header),
            other_data,
            astray: None,
            earlier: None,
            revealed: false,
            orders: 0,
            dice: 0,
        }
    }

    /// The entry that play would have written instead.
    fn again(&self, read: &Entry<R::Order, R::Event>) -> Result<Proposal<R>, String> {
        let side = || read.side.ok_or_else(|| "the side whose it is is missing".to_owned());
        let refused = |failure: crate::Failure| failure.to_string();
        if self.revealed {
            return Err("nothing follows on the server's seed, which ends a record".to_owned());
        }
        let game = &self.game;
        let owed = game.owes_reveal();
        match &read.action {
            Action::Reveal(seed) => {
                let Some(reveal) = owed else {
                    return Err(if game.asked().is_some() {
                        "the server's seed is published before the game is over".to_owned()
                    } else {
                        format!("the server's seed {seed:.12}… does not have the hash that was published")
                    });
                };
                Ok(reveal)
            }
            _ if owed.is_some() => {
                Err("the game is over, and its server's seed was expected here".to_owned())
            }
            Action::Order { reason: Some(reason), .. } if reason.is_empty() => Err(EMPTY_REASON.to_owned()),
            Action::Order { order, events, reason, .. } => {
                let mut faces = Recorded { faces: game.rules().faces(events).into(), missing: false };
                let proposal = if game.owes_throw().is_some() {
                    game.propose_thrown(&mut faces)
                } else {
                    let dice: Option<&mut dyn Dice> =
                        if game.dice().is_some() { None } else { Some(&mut faces) };
                    game.propose_order(side()?, order.clone(), reason.clone(), dice)
                };
                let proposal = proposal.map_err(refused)?;
                if faces.missing || game.dice().is_none() && !faces.faces.is_empty() {
                    return Err("its events do not show as many dice as the order needs".to_owned());
                }
                Ok(proposal)
            }
            _ if game.owes_throw().is_some() => {
                Err("the order whose links were told was expected here, with its dice".to_owned())
            }
            Action::Declared(order) => {
                let mut none = Recorded { faces: VecDeque::new(), missing: false };
                let dice: Option<&mut dyn Dice> = if game.dice().is_some() { None } else { Some(&mut none) };
                game.propose_order(side()?, order.clone(), None, dice).map_err(refused)
            }
            Action::Offer(offer) => game.propose_offer(side()?, *offer).map_err(refused),
            Action::Accept(version) => game.propose_accept(side()?, *version).map_err(refused),
            Action::Decline(version) => game.propose_decline(side()?, *version).map_err(refused),
            Action::Resign => game.propose_resign(side()?).map_err(refused),
            Action::Seated => game.propose_seated(read.side).map_err(refused),
            Action::Claim => game.propose_claim(side()?).map_err(refused),
            Action::Replace(level) => game.propose_replace(side()?, level).map_err(refused),
            Action::Link(link) => game.propose_link(side()?, link).map_err(refused),
            Action::Links(both) => game.propose_links(both).map_err(refused),
            Action::Commit(commit) => game.propose_commit(side()?, commit).map_err(refused),
            Action::Undo(_) => game.propose_undo(side()?).map_err(refused),
            Action::Redo(_) => game.propose_redo(side()?).map_err(refused),
            Action::Seed(seed) => game.propose_seed(side()?, seed).map_err(refused),
        }
    }

    /// How an entry differs from what play would have written.
    fn difference(
        &self,
        read: &Entry<R::Order, R::Event>,
        again: &Entry<R::Order, R::Event>,
    ) -> Result<(), String> {
        let rules = self.game.rules();
        if let (Action::Order { events, dice, .. }, Action::Order { events: followed, dice: thrown, .. }) =
            (&read.action, &again.action)
        {
            let pairs = events.iter().zip(followed);
            let same = pairs.take_while(|(a, b)| a == b).count();
            if same < events.len() || same < followed.len() {
                let told = |all: &[R::Event]| {
                    all.get(same).map_or("nothing".to_owned(), |event| rules.event_value(event).to_string())
                };
                return Err(format!(
                    "event {} is recorded as {} but follows as {}",
                    same + 1,
                    told(events),
                    told(followed)
                ));
            }
            if dice != thrown {
                return Err(format!("{dice} dice are recorded, {thrown} were needed"));
            }
        }
        if read.salt != again.salt {
            return Err(match (&read.salt, &again.salt) {
                (None, _) => "'salt' is missing, though not everybody was told all of it".to_owned(),
                (_, None) => "it has a salt, though everybody was told all of it".to_owned(),
                _ => "'salt' is not the one that the server's seed gives".to_owned(),
            });
        }
        if read != again {
            return Err(format!("it follows as {}", again.record_value(rules)));
        }
        Ok(())
    }

    /// Judges an entry whose place in the chain is right.
    fn judge(&mut self, line: &Value) -> Result<Judged<R>, Impossible> {
        let read = Entry::read(self.game.rules(), line).map_err(Impossible::HereOnly)?;
        self.game.tell_time_of(&read);
        if read.standing.is_empty() {
            return self.judge_under_any_rules(line, &read);
        }
        let before = self.game.state().clone();
        let stood = self.game.stand_all(&read.standing).map_err(Impossible::HereOnly);
        let judged = stood.and_then(|()| self.judge_under_any_rules(line, &read));
        if judged.is_err() {
            self.game.forget_waiting(before);
        }
        judged
    }

    /// Judges an entry by today's rules; if its game was begun under earlier ones, and today's have
    /// something against it, by everything else.
    fn judge_under_any_rules(
        &self,
        line: &Value,
        read: &Entry<R::Order, R::Event>,
    ) -> Result<Judged<R>, Impossible> {
        if !self.game.is_of_earlier_rules() {
            let proposal = self.judge_read(line, read).map_err(Impossible::HereOnly)?;
            return Ok(Judged { proposal, otherwise: None });
        }
        // A line may have led where today's rules never do, and fail.
        let otherwise = match caught(|| self.judge_read(line, read)) {
            Ok(Ok(proposal)) => return Ok(Judged { proposal, otherwise: None }),
            Ok(Err(what)) => what,
            Err(()) => "today's rules cannot judge it".to_owned(),
        };
        let rests_on_rules =
            matches!(read.action, Action::Order { .. } | Action::Declared(_) | Action::Undo(_));
        if !rests_on_rules || self.revealed {
            return Err(Impossible::HereOnly(otherwise));
        }
        let proposal = self.judge_recorded(line, read)?;
        Ok(Judged { proposal, otherwise: Some(otherwise) })
    }

    /// Judges orders without a number that wait for the next entry.
    fn judge_waiting(&mut self, line: &Value) -> Result<(), String> {
        let orders = UnnumberedOrder::read_all(self.game.rules(), line.get("standing"))?;
        let before = self.game.state().clone();
        let mut judged = self.game.stand_all(&orders);
        if judged.is_ok() && (orders.is_empty() || line["standing"] != Value::Array(self.game.pending())) {
            judged = Err(NOT_AS_WRITTEN.to_owned());
        }
        if judged.is_err() {
            self.game.forget_waiting(before);
        }
        judged
    }

    fn judge_read(&self, line: &Value, read: &Entry<R::Order, R::Event>) -> Result<Proposal<R>, String> {
        self.takes_a_number(read)?;
        let again = self.again(read)?;
        let again = self.as_bound(read, again)?;
        if read.prev.is_some() && again.entry.record_value(self.game.rules()) != *line {
            return Err(NOT_AS_WRITTEN.to_owned());
        }
        Ok(again)
    }

    /// The same by everything but the rules.
    fn judge_recorded(
        &self,
        line: &Value,
        read: &Entry<R::Order, R::Event>,
    ) -> Result<Proposal<R>, Impossible> {
        let by_any_rules = |what: String| Impossible::ByAnyRules(what);
        self.takes_a_number(read).map_err(by_any_rules)?;
        if matches!(&read.action, Action::Order { reason: Some(reason), .. } if reason.is_empty()) {
            return Err(by_any_rules(EMPTY_REASON.to_owned()));
        }
        let recorded = self.game.propose_recorded(read)?;
        let recorded = self.as_bound(read, recorded).map_err(by_any_rules)?;
        // Earlier programs may have written events in fewer fields.
        let frame = |line: &Value| {
            let mut line = line.clone();
            if let Value::Object(fields) = &mut line {
                fields.retain(|name, _| !["order", "declared", "events"].contains(&name.as_str()));
            }
            line
        };
        if read.prev.is_some() && frame(&recorded.entry.record_value(self.game.rules())) != frame(line) {
            return Err(by_any_rules(NOT_AS_WRITTEN.to_owned()));
        }
        Ok(recorded)
    }

    /// Whether its order is one that has an entry of its own.
    fn takes_a_number(&self, read: &Entry<R::Order, R::Event>) -> Result<(), String> {
        if let (Action::Order { order, .. } | Action::Declared(order), Some(side), Some(_)) =
            (&read.action, read.side, &read.prev)
            && self.game.rules().stand(self.game.state(), side, order).is_some()
        {
            return Err("such an order takes no number".to_owned());
        }
        Ok(())
    }

    /// The entry that play would have written, bound like the entry that was read, if it is the same.
    fn as_bound(
        &self,
        read: &Entry<R::Order, R::Event>,
        mut again: Proposal<R>,
    ) -> Result<Proposal<R>, String> {
        if read.prev.is_none() {
            // A line from before there was a chain.
            again.entry.prev = None;
            again.entry.salt = None;
        } else if self.game.dice().is_none() && again.entry.salt.is_some() {
            // The randomness it came from is unknown.
            if read.salt.as_deref().is_some_and(is_salt) {
                again.entry.salt.clone_from(&read.salt);
            }
        }
        self.difference(read, &again.entry)?;
        Ok(again)
    }
}

impl<R: Protocol> Auditor for Replay<R> {
    fn entry(&mut self, line: &Value) -> Result<(), String> {
        self.chain.check(line)?;
        let number = self.chain.hashes.len() + 1;
        if self.astray.is_none() {
            let judged = if is_waiting(line) {
                self.judge_waiting(line).map(|()| None).map_err(Impossible::HereOnly)
            } else {
                self.judge(line).map(Some)
            };
            match judged {
                Ok(None) => {}
                Ok(Some(Judged { proposal, otherwise })) => {
                    match &proposal.entry.action {
                        Action::Order { dice, .. } => {
                            self.orders += 1;
                            self.dice += dice;
                        }
                        Action::Reveal(_) => self.revealed = true,
                        _ => {}
                    }
                    if let Some(what) = otherwise.filter(|_| self.earlier.is_none()) {
                        self.earlier = Some(Fault { line: number, what });
                    }
                    self.game.accept(proposal, line);
                }
                // Of other data this program cannot tell what would follow.
                Err(Impossible::HereOnly(what)) if self.other_data.is_some() => {
                    self.astray = Some(Fault { line: number, what });
                }
                Err(Impossible::HereOnly(what) | Impossible::ByAnyRules(what)) => return Err(what),
            }
        }
        self.chain.push(line);
        Ok(())
    }

    fn try_entry(&mut self, line: &Value) -> Result<String, String> {
        let hash = self.chain.try_entry(line)?;
        if self.astray.is_none() {
            let standing = line.get("standing").map(|_| self.game.state().clone());
            let judged = if is_waiting(line) {
                self.judge_waiting(line).map_err(Impossible::HereOnly)
            } else {
                self.judge(line).map(|_| ())
            };
            match (judged, standing) {
                (Ok(()), Some(before)) => self.game.forget_waiting(before),
                (Ok(()), None) => {}
                (Err(Impossible::HereOnly(_)), _) if self.other_data.is_some() => {}
                (Err(Impossible::HereOnly(what) | Impossible::ByAnyRules(what)), _) => return Err(what),
            }
        }
        Ok(hash)
    }

    fn audit(&self, held: &[String]) -> Audit {
        let mut unproved = match self.chain.held(held) {
            Ok(unproved) => unproved,
            Err(fault) => return Audit::broken(fault),
        };
        let game = &self.game;
        let over = game.asked().is_none();
        let mut notes = Vec::new();
        if self.chain.waits {
            notes.push(
                "its last line is of orders that wait for a number: no hash covers them yet".to_owned(),
            );
        }
        if let Some(fault) = &self.earlier {
            unproved.push(format!("played under earlier rules, {fault}"));
            let since = R::CHANGES.iter().filter(|change| change.version > self.game.header().rules);
            notes.extend(
                since.map(|change| format!("changed since it was begun: {}: {}", change.case, change.what)),
            );
        }
        if let Some(other) = &self.other_data {
            unproved.push(match &self.astray {
                None => other.clone(),
                Some(fault) => format!("{other}, by which {fault}"),
            });
        }
        if self.astray.is_none() && game.owes_reveal().is_some() {
            let line = self.chain.hashes.len() + 1;
            let what = "the record ends without the server's seed, though the game is over".to_owned();
            return Audit::broken(Fault { line, what });
        }
        if over && game.dice().is_none() {
            unproved.push("the server's seed is not in it: its dice are taken as recorded".to_owned());
        }
        if self.astray.is_none() && game.owes_throw().is_some() {
            let line = self.chain.hashes.len() + 1;
            let what = "the record ends between the links of an order and its dice".to_owned();
            return Audit::broken(Fault { line, what });
        }
        for side in Side::BOTH {
            match game.share_of(side) {
                ShareState::Unbound => {
                    notes.push(format!("the {side} player's share of the dice was not bound"));
                }
                // The server waits for the share; to go on without it is the player's choice.
                ShareState::Committed if self.dice > 0 => unproved.push(format!(
                    "the {side} player was bound to a share of the dice, and they fell without it"
                )),
                ShareState::None if self.dice > 0 => {
                    notes.push(format!("the {side} side gave no share of the dice"));
                }
                _ => {}
            }
        }
        Audit {
            broken: None,
            astray: self.astray.clone(),
            earlier: self.earlier.clone(),
            over: over || self.astray.is_some(),
            unproved,
            notes,
            orders: self.orders,
            dice: self.dice,
            dice_audited: game.dice().is_some(),
            hash: self.chain.last().to_owned(),
        }
    }
}

/// Whether it is written like a salt: 128 bits in lower-case hexadecimal.
fn is_salt(text: &str) -> bool {
    is_hex(text, 32)
}

const EMPTY_REASON: &str = "a reason was expected, or no field for one";
const NOT_AS_WRITTEN: &str = "it is not written as Longroll writes it";

/// An entry that may replace it.
struct Judged<R: Protocol> {
    proposal: Proposal<R>,
    /// The objection of today's rules, if its game was begun under earlier ones.
    otherwise: Option<String>,
}

/// The faces that a record says were thrown.
struct Recorded {
    faces: VecDeque<u8>,
    /// Whether one was asked for that is not there.
    missing: bool,
}

impl Dice for Recorded {
    fn throw(&mut self) -> u8 {
        self.faces.pop_front().unwrap_or_else(|| {
            self.missing = true;
            1
        })
    }
}
