//! Games to attack: played by random commanders through the orders of the protocol.

use ai::{Budget, Chance, ComputerPlayer, Level};
use catalog::{Library, Start};
use protocol::handlers::whole;
use serde_json::Value;
use tabletop::{AnyGame, ServerSeed, Side, hex_string};

/// A game with a random commander on each side.
pub struct Played {
    /// The game.
    pub table: Box<dyn AnyGame>,
    /// Its secret.
    pub seed: ServerSeed,
    players: [ComputerPlayer; 2],
}

impl Played {
    /// A new game.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin(library: &Library, scenario: &str, chance: &mut Chance) -> Result<Played, String> {
        let seed = chance.bytes();
        let start = Start { scenario, ..Start::default() };
        let table = library.begin(&start, seed).map_err(|failure| failure.to_string())?;
        Played::on(library, table, seed, chance)
    }

    /// A game that has already begun.
    ///
    /// # Errors
    /// There are no commanders for its rules.
    pub fn on(
        library: &Library,
        table: Box<dyn AnyGame>,
        seed: ServerSeed,
        chance: &mut Chance,
    ) -> Result<Played, String> {
        let [union, confederate] =
            Side::BOTH.map(|side| library.seat(&*table, side, Level::Random, chance.below(1_000_000) as u64));
        let players =
            [union.ok_or("nobody plays these rules")?, confederate.ok_or("nobody plays these rules")?];
        Ok(Played { table, seed, players })
    }

    /// A legal order of the side that is asked; `None` once the game is over.
    ///
    /// # Errors
    /// The side that is asked has no order.
    pub fn next(&mut self) -> Result<Option<(Side, Value)>, String> {
        let Some(side) = self.table.asked() else { return Ok(None) };
        let player = &mut self.players[side as usize];
        let position = player.copy(&*self.table).ok_or("the table is of other rules")?;
        match player.decide(&position, Budget::Trials(1)) {
            Some(counsel) => Ok(Some((side, counsel.order))),
            None => Err(format!("the {side} side is asked and has no order")),
        }
    }

    /// Plays this many orders, or to the end. Returns how many were played.
    ///
    /// # Errors
    /// An order that is refused, or a side without an order.
    pub fn play(&mut self, orders: usize) -> Result<usize, String> {
        for played in 0..orders {
            let Some((side, order)) = self.next()? else { return Ok(played) };
            let done = self.table.order(side, &order, None);
            done.map_err(|failure| format!("the {side} side's {order} was refused: {failure}"))?;
        }
        Ok(orders)
    }

    /// The record with its secret.
    pub fn record(&self) -> String {
        let mut header = self.table.header().clone();
        header.secret = Some(hex_string(&self.seed));
        let mut text = format!("{}\n", header.value());
        // Standing orders without a number wait in a last line of their own.
        for entry in whole(&*self.table) {
            text += &format!("{entry}\n");
        }
        text
    }
}
