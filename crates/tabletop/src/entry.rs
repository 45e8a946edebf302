//! Entries of a game's record.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::clock::{Downtime, is_in_order};
use crate::info::{LogEntry, Modifiers, UnnumberedInfo};
use crate::{BySide, Offer, Protocol, Seat, Side};

/// One entry: who did what. Entries are only ever appended.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<O, E> {
    /// Number of the entry, from 1.
    pub version: u32,
    /// The side that did it; `None` if the program made the entry.
    pub side: Option<Side>,
    pub action: Action<O, E>,
    /// The hash of the line before it; records of form 1 have none.
    pub prev: Option<String>,
    /// Random text that keeps its contents from being guessed by its hash, while any are hidden from a seat.
    pub salt: Option<String>,
    /// When it was made, in seconds since 1970 (UTC): in a game with clocks, and where an entry is about time.
    pub at: Option<u64>,
    /// When the server was down since the entry before, where the game counts time: see [`Downtime`].
    pub away: Vec<Downtime>,
    /// Orders without a number that were given since the entry before: see
    /// [`Rules::stand`](crate::Rules::stand).
    pub standing: Vec<UnnumberedOrder<O, E>>,
}

/// An order that takes no number, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct UnnumberedOrder<O, E> {
    pub side: Side,
    pub order: O,
    pub events: Vec<E>,
}

impl<O, E> UnnumberedOrder<O, E> {
    pub(crate) fn value<R: Protocol<Order = O, Event = E>>(&self, rules: &R) -> Value {
        let events: Vec<Value> = self.events.iter().map(|event| rules.event_value(event)).collect();
        json!({ "side": self.side, "order": rules.order_value(&self.order), "events": events })
    }

    /// As a seat sees it; `None` if it is hidden from that seat.
    pub(crate) fn redact<R: Protocol<Order = O, Event = E>>(
        &self,
        rules: &R,
        seat: Seat,
    ) -> Option<UnnumberedInfo> {
        (!rules.keeps(&self.order, self.side, seat)).then(|| UnnumberedInfo {
            events: redacted(rules, &self.events, &Modifiers::default(), seat),
            order: rules.order_value(&self.order),
            side: self.side,
        })
    }

    /// Reads it as records write it.
    ///
    /// # Errors
    /// What is malformed, and what was expected.
    pub(crate) fn read<R: Protocol<Order = O, Event = E>>(
        rules: &R,
        value: &Value,
    ) -> Result<UnnumberedOrder<O, E>, String> {
        let fields = value.as_object().ok_or("an order of 'standing' is an object")?;
        const KNOWN: [&str; 3] = ["side", "order", "events"];
        if let Some(unknown) = fields.keys().find(|k| !KNOWN.contains(&k.as_str())) {
            return Err(format!("unknown field '{unknown}' in 'standing'"));
        }
        let side = fields.get("side").and_then(Value::as_str).and_then(Side::from_word);
        let order = fields.get("order").ok_or("'order' is missing in 'standing'")?;
        let events = fields.get("events").and_then(Value::as_array);
        Ok(UnnumberedOrder {
            side: side.ok_or("'side' of 'standing' is neither \"union\" nor \"confederate\"")?,
            order: rules.read_order(order)?,
            events: events
                .ok_or("'events' is missing in 'standing'")?
                .iter()
                .map(|event| rules.read_event(event))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Reads the orders of a field `standing`.
    ///
    /// # Errors
    /// What is malformed, and what was expected.
    pub(crate) fn read_all<R: Protocol<Order = O, Event = E>>(
        rules: &R,
        value: Option<&Value>,
    ) -> Result<Vec<UnnumberedOrder<O, E>>, String> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let orders = value.as_array().ok_or("'standing' is a list")?;
        orders.iter().map(|order| UnnumberedOrder::read(rules, order)).collect()
    }

    /// Whether it is what its side may order in that state without a number, and came to what is
    /// recorded.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn check<R: Protocol<Order = O, Event = E>>(
        &self,
        rules: &R,
        state: &R::State,
    ) -> Result<(), String>
    where
        E: PartialEq,
    {
        match rules.stand(state, self.side, &self.order) {
            Some(Ok(events)) if events == self.events => Ok(()),
            Some(Ok(_)) => Err("what came of an order without a number does not follow from it".to_owned()),
            Some(Err(refusal)) => Err(format!("an order without a number is not legal: {refusal}")),
            None => Err("an order in 'standing' should have a number".to_owned()),
        }
    }
}

/// The entries of a record, and apart from them the orders without a number that still waited for
/// the next one: a last line that has no number either.
pub(crate) fn waiting(lines: &[Value]) -> (&[Value], Option<&Value>) {
    match lines.split_last() {
        Some((Value::Object(last), entries)) if !last.contains_key("version") && last.len() == 1 => {
            last.get("standing").map_or((lines, None), |standing| (entries, Some(standing)))
        }
        _ => (lines, None),
    }
}

/// Whether a line holds orders without a number that wait for the next entry.
pub(crate) fn is_waiting(line: &Value) -> bool {
    waiting(std::slice::from_ref(line)).1.is_some()
}

#[derive(Debug, Clone, PartialEq)]
pub enum Action<O, E> {
    /// An order and everything that came of it.
    Order {
        order: O,
        events: Vec<E>,
        /// How many dice the order threw.
        dice: u32,
        /// Why, in a sentence, where a computer commander gave it and said so.
        reason: Option<String>,
    },
    /// The entry of that number no longer counts.
    Undo(u32),
    /// That entry, which was undone, counts again.
    Redo(u32),
    /// An order that is fixed and waits for its dice, in a match with shares for each throw.
    Declared(O),
    /// The first player's link for the dice of the order that is fixed.
    Link(String),
    /// Both players' links for the dice of the order that is fixed; the order follows.
    Links(BySide<String>),
    /// The hash of a player's share of the dice, in hexadecimal: it binds the side before the share is shown.
    Commit(String),
    /// A player's share of the dice.
    Seed(String),
    /// Something is offered to the other side.
    Offer(Offer),
    /// The offer of that version is accepted and carried out.
    Accept(u32),
    /// It is not taken, or taken back.
    Decline(u32),
    /// The side gives the game up.
    Resign,
    /// Both players have taken their seats, and not both have made an entry; or the side has come to the table
    /// without a share of the dice.
    Seated,
    /// The side claims the game, since the other's time has run out; without clocks it ends the game without a
    /// result, since the other has not come.
    Claim,
    /// The side lets a computer of that level play on for the other, whose time has run out.
    Replace(String),
    /// The server's seed, in hexadecimal: the last entry of a game.
    Reveal(String),
}

impl<O, E> Entry<O, E> {
    /// As the record writes it: nothing left out.
    pub fn record_value<R: Protocol<Order = O, Event = E>>(&self, rules: &R) -> Value {
        let mut value = Map::new();
        let mut write = |name: &str, field: Value| value.insert(name.to_owned(), field);
        write("version", json!(self.version));
        if let Some(side) = self.side {
            write("side", json!(side));
        }
        match &self.action {
            Action::Order { order, events, dice, reason } => {
                write("order", rules.order_value(order));
                if *dice > 0 {
                    write("dice", json!(dice));
                }
                if let Some(reason) = reason {
                    write("reason", json!(reason));
                }
                write("events", events.iter().map(|event| rules.event_value(event)).collect());
            }
            Action::Undo(version) => {
                write("undo", json!(version));
            }
            Action::Redo(version) => {
                write("redo", json!(version));
            }
            Action::Declared(order) => {
                write("declared", rules.order_value(order));
            }
            Action::Link(link) => {
                write("link", json!(link));
            }
            Action::Links(links) => {
                write("links", json!(links));
            }
            Action::Commit(commit) => {
                write("commit", json!(commit));
            }
            Action::Seed(seed) => {
                write("seed", json!(seed));
            }
            Action::Offer(offer) => {
                write("offer", json!(offer));
            }
            Action::Accept(version) => {
                write("accept", json!(version));
            }
            Action::Decline(version) => {
                write("decline", json!(version));
            }
            Action::Resign => {
                write("resign", json!(true));
            }
            Action::Seated => {
                write("seated", json!(true));
            }
            Action::Claim => {
                write("claim", json!(true));
            }
            Action::Replace(level) => {
                write("replace", json!(level));
            }
            Action::Reveal(seed) => {
                write("reveal", json!(seed));
            }
        }
        if let Some(at) = self.at {
            write("at", json!(at));
        }
        if !self.away.is_empty() {
            write("away", json!(self.away));
        }
        if !self.standing.is_empty() {
            write("standing", self.standing.iter().map(|order| order.value(rules)).collect());
        }
        for (name, text) in [("prev", &self.prev), ("salt", &self.salt)] {
            if let Some(text) = text {
                write(name, json!(text));
            }
        }
        Value::Object(value)
    }

    /// Whether anything in it is hidden from a seat or from watchers when it is made. A share of the dice
    /// always is: it is shown only once no player can still choose theirs. `state`: the position in which it
    /// was made.
    pub fn hides<R: Protocol<Order = O, Event = E>>(&self, rules: &R, state: &R::State) -> bool {
        if !self.standing.is_empty() {
            return true;
        }
        let (order, events, reason) = match &self.action {
            Action::Order { order, events, reason, .. } => (order, events, reason.is_some()),
            Action::Declared(order) => return self.side.is_some_and(|by| rules.keeps(order, by, None)),
            action => return matches!(action, Action::Seed(_)),
        };
        // A spectator sees least, so the first seat mostly decides.
        [None, Some(Side::Union), Some(Side::Confederate)].into_iter().any(|seat| {
            self.side.is_some_and(|by| {
                rules.keeps(order, by, seat) || reason && rules.keeps_reasons(state, by, seat)
            }) || events.iter().any(|event| {
                rules
                    .redact(event, &[], seat)
                    .is_none_or(|told| !covers(&written(told), &rules.event_value(event)))
            })
        })
    }

    /// Whether `told`, sent for this entry, has all of its events, its order and its reason.
    pub(crate) fn is_told_by(&self, told: &LogEntry) -> bool {
        let whole = match &self.action {
            Action::Order { events, reason, .. } => {
                told.order.is_some()
                    && told.events.as_ref().is_some_and(|told| told.len() == events.len())
                    && told.reason.is_some() == reason.is_some()
            }
            _ => true,
        };
        whole && told.standing.len() == self.standing.len()
    }

    /// As a seat sees it when the game has come to `state`: every event it may know with its sentence and its
    /// modifiers, and the order with its reason unless the rules hide them from this seat. The salt and the
    /// hash of the line before are sent to no one: with them a hidden entry could be guessed.
    pub fn told<R: Protocol<Order = O, Event = E>>(
        &self,
        rules: &R,
        state: &R::State,
        modifiers: &Modifiers,
        seat: Seat,
    ) -> LogEntry {
        let mut told = LogEntry::new(self.version, self.side);
        let keeps = |order: &O| self.side.is_some_and(|by| rules.keeps(order, by, seat));
        match &self.action {
            Action::Order { order, events, dice, reason } => {
                let kept = keeps(order);
                let quiet = kept || self.side.is_some_and(|by| rules.keeps_reasons(state, by, seat));
                told.order = (!kept).then(|| rules.order_value(order));
                told.dice = (*dice > 0).then_some(*dice);
                told.reason = reason.clone().filter(|_| !quiet);
                told.events = Some(redacted(rules, events, modifiers, seat));
            }
            Action::Declared(order) if keeps(order) => told.given = Some(true),
            Action::Declared(order) => told.declared = Some(rules.order_value(order)),
            Action::Undo(version) => told.undo = Some(*version),
            Action::Redo(version) => told.redo = Some(*version),
            Action::Link(link) => told.link = Some(link.clone()),
            Action::Links(links) => told.links = Some(links.clone()),
            Action::Commit(commit) => told.commit = Some(commit.clone()),
            Action::Seed(seed) => told.seed = Some(seed.clone()),
            Action::Offer(offer) => told.offer = Some(*offer),
            Action::Accept(version) => told.accept = Some(*version),
            Action::Decline(version) => told.decline = Some(*version),
            Action::Resign => told.resign = Some(true),
            Action::Seated => told.seated = Some(true),
            Action::Claim => told.claim = Some(true),
            Action::Replace(level) => told.replace = Some(level.clone()),
            Action::Reveal(seed) => told.reveal = Some(seed.clone()),
        }
        told.at = self.at;
        told.away.clone_from(&self.away);
        told.standing = self.standing.iter().filter_map(|order| order.redact(rules, seat)).collect();
        told
    }

    /// Reads an entry as the record writes it.
    ///
    /// # Errors
    /// What is malformed, and what was expected.
    pub fn read<R: Protocol<Order = O, Event = E>>(rules: &R, value: &Value) -> Result<Entry<O, E>, String> {
        let Value::Object(fields) = value else { return Err("an entry is an object".to_owned()) };
        const KNOWN: [&str; 26] = [
            "version", "side", "order", "dice", "reason", "events", "undo", "redo", "declared", "link",
            "links", "commit", "seed", "offer", "accept", "decline", "resign", "claim", "replace", "reveal",
            "prev", "salt", "at", "standing", "seated", "away",
        ];
        if let Some(unknown) = fields.keys().find(|k| !KNOWN.contains(&k.as_str())) {
            return Err(format!("unknown field '{unknown}'"));
        }
        let number = |name: &str| -> Result<Option<u32>, String> {
            fields
                .get(name)
                .map(|v| {
                    v.as_u64()
                        .and_then(|n| u32::try_from(n).ok())
                        .ok_or(format!("'{name}' is no version number"))
                })
                .transpose()
        };
        let text = |name: &str| -> Result<Option<String>, String> {
            fields
                .get(name)
                .map(|v| v.as_str().map(str::to_owned).ok_or(format!("'{name}' is no text")))
                .transpose()
        };
        let said = |name: &str| match fields.get(name) {
            None => Ok(false),
            Some(Value::Bool(true)) => Ok(true),
            Some(_) => Err(format!("'{name}' is not true, as was expected")),
        };
        let at =
            fields.get("at").map(|v| v.as_u64().ok_or("'at' is no time in whole seconds")).transpose()?;
        let away: Vec<Downtime> = match fields.get("away") {
            None => Vec::new(),
            Some(away) => Vec::deserialize(away)
                .ok()
                .filter(|away| is_in_order(away))
                .ok_or("'away' is no list of [from, to] in whole seconds, one after the other")?,
        };
        let version = number("version")?.ok_or("'version' is missing")?;
        let side = match fields.get("side") {
            None => None,
            Some(v) => Some(
                v.as_str()
                    .and_then(Side::from_word)
                    .ok_or("'side' is neither \"union\" nor \"confederate\"")?,
            ),
        };
        let action = if let Some(order) = fields.get("order") {
            let events = fields.get("events").and_then(Value::as_array).ok_or("'events' is missing")?;
            Action::Order {
                order: rules.read_order(order)?,
                events: events.iter().map(|e| rules.read_event(e)).collect::<Result<_, _>>()?,
                dice: number("dice")?.unwrap_or(0),
                reason: text("reason")?,
            }
        } else if let Some(version) = number("undo")? {
            Action::Undo(version)
        } else if let Some(version) = number("redo")? {
            Action::Redo(version)
        } else if let Some(order) = fields.get("declared") {
            Action::Declared(rules.read_order(order)?)
        } else if let Some(link) = text("link")? {
            Action::Link(link)
        } else if let Some(links) = fields.get("links") {
            Action::Links(
                serde_json::from_value(links.clone())
                    .map_err(|_| "'links' holds a text for each side".to_owned())?,
            )
        } else if let Some(commit) = text("commit")? {
            Action::Commit(commit)
        } else if let Some(seed) = text("seed")? {
            Action::Seed(seed)
        } else if let Some(offer) = fields.get("offer") {
            Action::Offer(
                Offer::deserialize(offer).map_err(|error| format!("'offer': {}", hexmap::misfit(error)))?,
            )
        } else if let Some(version) = number("accept")? {
            Action::Accept(version)
        } else if let Some(version) = number("decline")? {
            Action::Decline(version)
        } else if said("resign")? {
            Action::Resign
        } else if said("seated")? {
            Action::Seated
        } else if said("claim")? {
            Action::Claim
        } else if let Some(level) = text("replace")? {
            Action::Replace(level)
        } else if let Some(seed) = text("reveal")? {
            Action::Reveal(seed)
        } else {
            return Err(
                "an entry holds an order, undo, redo, declared, link, links, commit, seed, offer, accept, \
                        decline, resign, seated, claim, replace or reveal"
                    .to_owned(),
            );
        };
        Ok(Entry {
            version,
            side,
            action,
            prev: text("prev")?,
            salt: text("salt")?,
            at,
            away,
            standing: UnnumberedOrder::read_all(rules, fields.get("standing"))?,
        })
    }
}

/// The events that a seat sees, as it sees them.
fn redacted<R: Protocol>(rules: &R, events: &[R::Event], modifiers: &Modifiers, seat: Seat) -> Vec<Value> {
    let told = |(number, event)| rules.redact(event, modifiers.of(number), seat);
    events.iter().enumerate().filter_map(told).map(written).collect()
}

/// What is sent, as JSON. Writing cannot fail, since all keys are field names.
pub(crate) fn written(told: impl Serialize) -> Value {
    serde_json::to_value(told).unwrap_or_default()
}

/// Whether `told` contains all of `whole`; it may contain more.
fn covers(told: &Value, whole: &Value) -> bool {
    match (told, whole) {
        (Value::Object(told), Value::Object(whole)) => {
            whole.iter().all(|(name, value)| told.get(name).is_some_and(|told| covers(told, value)))
        }
        (Value::Array(told), Value::Array(whole)) => {
            told.len() == whole.len() && told.iter().zip(whole).all(|(told, whole)| covers(told, whole))
        }
        _ => told == whole,
    }
}
