//! What goes on while servers come and go: games of two people, and games against a computer.

use std::sync::Arc;
use std::time::Duration;

use ai::{Budget, Level};
use catalog::Library;
use serde_json::{Value, json};
use tabletop::{BySide, Header, Side};
use tokio::time::{Instant, sleep_until};

use crate::play::Play;
use crate::seat::Seat;
use crate::times::{Times, Waited};

/// What a game came to.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    /// Orders that were acknowledged.
    pub acknowledged: u64,
    /// Orders that were found to be kept though nobody could say so.
    pub found: u64,
    /// Orders of computers.
    pub computers: u64,
}

impl Tally {
    /// Both together.
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            acknowledged: self.acknowledged + other.acknowledged,
            found: self.found + other.found,
            computers: self.computers + other.computers,
        }
    }

    fn count(&mut self, acknowledged: bool) {
        if acknowledged { self.acknowledged += 1 } else { self.found += 1 }
    }
}

/// What all games have in common.
#[derive(Clone)]
pub struct Round {
    pub nodes: Arc<[String]>,
    pub library: Arc<Library>,
    pub times: Times,
    /// How long from one order to the next.
    pub between: Duration,
    /// No order is given after that.
    pub until: Instant,
}

/// Two people at two servers play a game again that was played before.
///
/// # Errors
/// What is not as it must be.
pub async fn of_two(round: Round, number: usize, play: Arc<Play>) -> Result<Tally, String> {
    let seat = |at| Seat::new(Arc::clone(&round.nodes), at);
    let mut seats = BySide { union: seat(number), confederate: seat(number + 1) };
    let load = json!({ "record": play.record, "mode": "two" });
    let loaded = seats.union.ask("game.load", load).await?;
    for side in Side::BOTH {
        seats[side].sit(&loaded["game"], &loaded["tokens"][side.word()]).await?;
    }
    let (mut tally, mut done) = (Tally::default(), 0_u64);
    let mut due = Instant::now() + round.between.mul_f64((number % 16) as f64 / 16.0);
    for (side, order) in &play.orders {
        // Whoever waits for the other hears of what becomes of the server meanwhile.
        sleep_until(due).await;
        if Instant::now() >= round.until {
            break;
        }
        due += round.between;
        let began = Instant::now();
        tally.count(seats[*side].order(order, done).await?);
        round.times.waited(Waited::Answer, began);
        done += 1;
        let kept = Instant::now();
        seats[side.other()].until(done).await?;
        round.times.waited(Waited::News, kept);
    }
    // Each order once, in its place, and no other.
    let ask = json!({ "game": loaded["game"], "token": loaded["tokens"]["union"] });
    let log = seats.union.ask("game.log", ask).await?;
    let kept: Vec<&Value> = orders(&log).collect();
    let given: Vec<&Value> = play.orders.iter().take(done as usize).map(|(_, order)| order).collect();
    if kept != given {
        return Err(format!("of {} orders that were given {} are kept, or others", given.len(), kept.len()));
    }
    Ok(tally)
}

fn orders(log: &Value) -> impl Iterator<Item = &Value> {
    log["entries"].as_array().into_iter().flatten().map(|entry| &entry["order"])
}

/// Somebody who plays at random sits against a computer, in one game after another.
///
/// # Errors
/// What is not as it must be.
pub async fn against_a_computer(round: Round, number: usize) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let computer = Side::BOTH[number % 2];
    let mut seat = Seat::new(Arc::clone(&round.nodes), number);
    while Instant::now() < round.until {
        let new =
            json!({ "scenario": "training", "commanders": { computer.word(): { "level": "recruit" } } });
        let made = seat.ask("game.new", new).await?;
        let person = computer.other();
        let (game, token) = (&made["game"], &made["tokens"][person.word()]);
        seat.sit(game, token).await?;
        let mut given = Vec::new();
        while seat.view["phase"] != "over" && Instant::now() < round.until {
            let version = seat.version;
            if seat.view["question"]["side"] == computer.word() {
                let began = Instant::now();
                seat.until(version + 1).await?;
                round.times.waited(Waited::Computer, began);
                tally.computers += seat.version - version;
                continue;
            }
            let due = Instant::now() + round.between;
            let saved = seat.ask("game.save", json!({ "game": game, "token": token })).await?;
            let Some((at, order)) = any_order(&round.library, &saved, person, number as u64 + version)?
            else {
                continue;
            };
            let began = Instant::now();
            tally.count(seat.order(&order, at).await?);
            round.times.waited(Waited::Answer, began);
            seat.until(at + 1).await?;
            given.push((at, order));
            sleep_until(due.min(round.until)).await;
        }
        let log = seat.ask("game.log", json!({ "game": game, "token": token })).await?;
        let kept: Vec<&Value> = orders(&log).collect();
        for (at, order) in &given {
            if kept.get(*at as usize) != Some(&order) {
                return Err(format!("the order after version {at} is not where it was given"));
            }
        }
        let own = log["entries"].as_array().into_iter().flatten().filter(|e| e["side"] == person.word());
        if own.count() != given.len() {
            return Err("an order against a computer was doubled".to_owned());
        }
        seat = Seat::new(Arc::clone(&round.nodes), number);
    }
    Ok(tally)
}

/// An order of that side that is legal now, and the version that it follows on; nothing if it is not
/// asked there.
fn any_order(
    library: &Library,
    saved: &Value,
    side: Side,
    seed: u64,
) -> Result<Option<(u64, Value)>, String> {
    let record = saved["record"].as_str().ok_or("a record is no text")?;
    let mut lines = record.lines();
    let header: Header =
        serde_json::from_str(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
    let entries: Vec<Value> =
        lines.map(serde_json::from_str).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let table = library.load(&header, &entries, None).map_err(|error| error.to_string())?;
    if table.asked() != Some(side) {
        return Ok(None);
    }
    let mut player = library.seat(&*table, side, Level::Random, seed).ok_or("nobody plays these rules")?;
    let position = player.copy(&*table).ok_or("the table is of other rules")?;
    let decided = player.decide(&position, Budget::Trials(1)).ok_or("there is no legal order")?;
    Ok(Some((u64::from(table.version()), decided.order)))
}
