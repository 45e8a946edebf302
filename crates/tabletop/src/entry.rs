//! Entries of a game's record.

use serde_json::{Map, Value, json};

use crate::{Rules, Seat, Side};

/// One entry: who did what. Entries are only ever appended.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<O, E> {
    /// Counted from 1.
    pub version: u32,
    /// Who did it; nobody for what the program itself enters.
    pub side: Option<Side>,
    /// What was done.
    pub deed: Deed<O, E>,
}

/// What an entry holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed<O, E> {
    /// An order and everything that came of it.
    Order {
        /// As it was given.
        order: O,
        /// What happened.
        events: Vec<E>,
        /// How many dice it took.
        dice: u32,
        /// Why, in a sentence, where a computer commander gave it and said so.
        reason: Option<String>,
    },
    /// That entry no longer counts.
    Undo(u32),
    /// That entry, which was undone, counts again.
    Redo(u32),
    /// A player's share of the dice.
    Seed(String),
    /// The server's seed, in hexadecimal: the last entry of a game.
    Reveal(String),
}

impl<O, E> Entry<O, E> {
    /// As records write it, with `event` for how events are written.
    fn value_with<R: Rules<Order = O, Event = E>>(
        &self,
        rules: &R,
        mut event: impl FnMut(&E) -> Option<Value>,
    ) -> Value {
        let mut value = Map::new();
        value.insert("version".to_owned(), json!(self.version));
        if let Some(side) = self.side {
            value.insert("side".to_owned(), json!(side));
        }
        match &self.deed {
            Deed::Order { order, events, dice, reason } => {
                value.insert("order".to_owned(), rules.order_value(order));
                if *dice > 0 {
                    value.insert("dice".to_owned(), json!(dice));
                }
                if let Some(reason) = reason {
                    value.insert("reason".to_owned(), json!(reason));
                }
                value.insert(
                    "events".to_owned(),
                    Value::Array(events.iter().filter_map(&mut event).collect()),
                );
            }
            Deed::Undo(version) => {
                value.insert("undo".to_owned(), json!(version));
            }
            Deed::Redo(version) => {
                value.insert("redo".to_owned(), json!(version));
            }
            Deed::Seed(seed) => {
                value.insert("seed".to_owned(), json!(seed));
            }
            Deed::Reveal(seed) => {
                value.insert("reveal".to_owned(), json!(seed));
            }
        }
        Value::Object(value)
    }

    /// As the record writes it: nothing left out.
    pub fn record_value<R: Rules<Order = O, Event = E>>(&self, rules: &R) -> Value {
        self.value_with(rules, |event| Some(rules.event_value(event)))
    }

    /// As a seat is told it, every event it may know with its sentence, and the order with its reason unless the rules keep it
    /// from this seat.
    pub fn told_value<R: Rules<Order = O, Event = E>>(&self, rules: &R, seat: Seat) -> Value {
        let mut value = self.value_with(rules, |event| rules.told(event, seat));
        if let (Some(by), Deed::Order { order, .. }) = (self.side, &self.deed)
            && rules.keeps(order, by, seat)
            && let Value::Object(fields) = &mut value
        {
            fields.remove("order");
            fields.remove("reason");
        }
        value
    }

    /// Reads an entry as the record writes it.
    ///
    /// # Errors
    /// What is malformed, and what was expected.
    pub fn read<R: Rules<Order = O, Event = E>>(rules: &R, value: &Value) -> Result<Entry<O, E>, String> {
        let Value::Object(fields) = value else { return Err("an entry is an object".to_owned()) };
        const KNOWN: [&str; 10] =
            ["version", "side", "order", "dice", "reason", "events", "undo", "redo", "seed", "reveal"];
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
        let version = number("version")?.ok_or("'version' is missing")?;
        let side = match fields.get("side") {
            None => None,
            Some(v) => Some(
                v.as_str()
                    .and_then(Side::from_word)
                    .ok_or("'side' is neither \"union\" nor \"confederate\"")?,
            ),
        };
        let deed = if let Some(order) = fields.get("order") {
            let events = fields.get("events").and_then(Value::as_array).ok_or("'events' is missing")?;
            Deed::Order {
                order: rules.read_order(order)?,
                events: events.iter().map(|e| rules.read_event(e)).collect::<Result<_, _>>()?,
                dice: number("dice")?.unwrap_or(0),
                reason: text("reason")?,
            }
        } else if let Some(version) = number("undo")? {
            Deed::Undo(version)
        } else if let Some(version) = number("redo")? {
            Deed::Redo(version)
        } else if let Some(seed) = text("seed")? {
            Deed::Seed(seed)
        } else if let Some(seed) = text("reveal")? {
            Deed::Reveal(seed)
        } else {
            return Err("an entry holds an order, undo, redo, seed or reveal".to_owned());
        };
        Ok(Entry { version, side, deed })
    }
}
