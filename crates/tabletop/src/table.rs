//! A game with its types hidden behind JSON: what servers and the line protocol hold.

use std::any::Any;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::record::Header;
use crate::{Audit, Entry, Failure, Inquiry, Match, Rules, Seat, Side};

/// An option of a scenario.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OptionInfo {
    /// The name in `options`.
    pub id: String,
    /// For people.
    pub title: String,
    /// What it does, in a sentence or two.
    pub text: String,
    /// The case it comes from, if it is of the rulebook.
    pub case: Option<String>,
    /// Whether it is on unless turned off.
    pub default: bool,
}

/// A scenario as it is offered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ScenarioInfo {
    /// The id, stable for good.
    pub id: String,
    /// The battle.
    pub title: String,
    /// The rules.
    pub system: String,
    /// The edition, for people.
    pub edition: String,
    /// What the battle was, in a few sentences.
    pub about: String,
    /// The date of the battle.
    pub date: String,
    /// Both sides.
    pub sides: [Side; 2],
    /// Who moves first.
    pub first: Side,
    /// How many game-turns.
    pub turns: u32,
    /// The sheet.
    pub map: String,
    /// What can be chosen.
    pub options: Vec<OptionInfo>,
    /// What a player should be told of this edition and its map.
    pub notes: Vec<String>,
}

/// The data files of a scenario, each by its path in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    /// The scenario's own.
    pub scenario: String,
    /// The map sheet.
    pub map: String,
    /// The order of battle.
    pub units: String,
    /// Files of its game's that it shares with other scenarios, by what they are: `charts`, `chits`.
    pub shared: Vec<(&'static str, String)>,
}

impl Sources {
    /// The path of every file.
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        [&self.map, &self.units, &self.scenario].into_iter().chain(self.shared.iter().map(|(_, path)| path))
    }
}

/// A game in play.
pub trait Table: Send + Sync {
    /// The scenario's id.
    fn scenario(&self) -> &str;
    /// How many entries the record has.
    fn version(&self) -> u32;
    /// Who is asked; nobody once the game is over.
    fn asked(&self) -> Option<Side>;
    /// The view of a seat as JSON; of an earlier version if one is named.
    fn view(&self, game: &str, seat: Seat, version: Option<u32>) -> String;
    /// See [`Rules::options`]; with whether the side may undo and redo.
    fn options(&self, side: Side) -> Value;
    /// See [`Rules::targets`].
    ///
    /// # Errors
    /// Malformed subjects.
    fn targets(&self, side: Side, verb: &str, subject: &Value) -> Result<Value, Failure>;
    /// What an order would do, or the refusal.
    ///
    /// # Errors
    /// Malformed orders.
    fn preview(&self, side: Side, order: &Value) -> Result<Value, Failure>;
    /// Every case asked of an order.
    ///
    /// # Errors
    /// Malformed orders.
    fn explain(&self, side: Side, order: &Value) -> Result<Value, Failure>;
    /// Carries out an order. The new entries begin after the version before.
    ///
    /// # Errors
    /// Any [`Failure`]; nothing has changed then.
    fn order(&mut self, side: Side, order: &Value, version: Option<u32>) -> Result<(), Failure>;
    /// The same, with the reason that a computer commander gives for it.
    ///
    /// # Errors
    /// As [`Table::order`].
    fn order_because(
        &mut self,
        side: Side,
        order: &Value,
        version: Option<u32>,
        reason: &str,
    ) -> Result<(), Failure>;
    /// Whether that side may take its last order back.
    fn may_undo(&self, side: Side) -> bool;
    /// Whether that side may redo what it undid.
    fn may_redo(&self, side: Side) -> bool;
    /// Takes the side's last order back.
    ///
    /// # Errors
    /// [`Failure::Gone`] with the reason.
    fn undo(&mut self, side: Side) -> Result<(), Failure>;
    /// Gives the order again that was last undone.
    ///
    /// # Errors
    /// [`Failure::Gone`] with the reason.
    fn redo(&mut self, side: Side) -> Result<(), Failure>;
    /// A player's share of the dice.
    ///
    /// # Errors
    /// [`Failure`] if it is too late or too long.
    fn seed(&mut self, side: Side, seed: &str) -> Result<(), Failure>;
    /// The entries after a version, as a seat is told them.
    fn log(&self, seat: Seat, since: u32) -> Vec<Value>;
    /// What the record begins with.
    fn header(&self) -> &Header;
    /// The entries after a version, as the record writes them.
    fn entries(&self, since: u32) -> Vec<Value>;
    /// Where turn and phase stand, for lists of games: `{turn, turns, phase}`.
    fn standing(&self) -> Value;
    /// Plays the record again and compares.
    fn verify(&self) -> Audit;
    /// The [`Match`] itself, for who knows by which rules it is played: computer commanders do.
    fn as_any(&self) -> &dyn Any;
}

/// A set of rules with its scenarios, as servers hold it.
pub trait GameSystem: Send + Sync {
    /// The system's id.
    fn id(&self) -> &str;
    /// What can be played.
    fn scenarios(&self) -> Vec<ScenarioInfo>;
    /// The files a scenario was read from; `None` if there is no such scenario, or if it comes from no files.
    fn sources(&self, _scenario: &str) -> Option<Sources> {
        None
    }
    /// A new game. `position` is the parameters of `game.position` for a sandbox. `seed` is the server's secret.
    ///
    /// # Errors
    /// [`Failure::Malformed`] for unknown scenarios and options, bad positions and bad dice.
    fn begin(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: crate::ServerSeed,
    ) -> Result<Box<dyn Table>, Failure>;
    /// A game from its record. `secret` is the server's seed where it is kept apart from the record.
    ///
    /// # Errors
    /// [`Failure::Malformed`] naming the entry.
    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<crate::ServerSeed>,
    ) -> Result<Box<dyn Table>, Failure>;
}

impl<R: Rules> Match<R> {
    fn read_order(&self, order: &Value) -> Result<R::Order, Failure> {
        self.rules().read_order(order).map_err(Failure::Malformed)
    }

    fn refusal_value(&self, refusal: &crate::Refusal) -> Value {
        json!({
            "case": refusal.case,
            "system": self.rules().system_of(refusal.case),
            "message": refusal.message,
        })
    }
}

impl<R: Rules> Table for Match<R> {
    fn scenario(&self) -> &str {
        &self.header().scenario
    }

    fn version(&self) -> u32 {
        Match::version(self)
    }

    fn asked(&self) -> Option<Side> {
        self.rules().asked(self.state())
    }

    fn view(&self, game: &str, seat: Seat, version: Option<u32>) -> String {
        let mut out = Vec::with_capacity(16 * 1024);
        match version {
            Some(version) if version < Match::version(self) => {
                let situation = self.situation_at(game, version);
                self.rules().write_view(&self.state_at(version), seat, &situation, &mut out);
            }
            _ => self.rules().write_view(self.state(), seat, &self.situation(game, seat), &mut out),
        }
        String::from_utf8(out).unwrap_or_default()
    }

    fn options(&self, side: Side) -> Value {
        let mut options = self.rules().options(self.state(), side);
        options["undo"] = json!(self.may_undo(side));
        options["redo"] = json!(self.may_redo(side));
        options
    }

    fn targets(&self, side: Side, verb: &str, subject: &Value) -> Result<Value, Failure> {
        self.rules().targets(self.state(), side, verb, subject)
    }

    fn preview(&self, side: Side, order: &Value) -> Result<Value, Failure> {
        let order = self.read_order(order)?;
        let mut dice = crate::LoadedDice::default();
        Ok(match self.rules().judge(self.state(), side, &order, &mut dice, &mut Inquiry::quiet()) {
            Err(refusal) => json!({ "legal": false, "refusal": self.refusal_value(&refusal) }),
            Ok(_) => {
                let mut preview = self.rules().preview(self.state(), side, &order);
                preview["legal"] = json!(true);
                preview
            }
        })
    }

    fn explain(&self, side: Side, order: &Value) -> Result<Value, Failure> {
        let order = self.read_order(order)?;
        let mut inquiry = Inquiry::noted();
        let verdict =
            self.rules().judge(self.state(), side, &order, &mut crate::LoadedDice::default(), &mut inquiry);
        let asked: Vec<Value> = inquiry
            .trail()
            .iter()
            .map(|a| {
                json!({ "case": a.case, "system": self.rules().system_of(a.case), "text": a.text, "passed": a.passed })
            })
            .collect();
        Ok(match verdict {
            Ok(_) => json!({ "legal": true, "asked": asked }),
            Err(refusal) => {
                json!({ "legal": false, "asked": asked, "refusal": self.refusal_value(&refusal) })
            }
        })
    }

    fn order(&mut self, side: Side, order: &Value, version: Option<u32>) -> Result<(), Failure> {
        let order = self.read_order(order)?;
        Match::order(self, side, order, version).map(|_| ())
    }

    fn order_because(
        &mut self,
        side: Side,
        order: &Value,
        version: Option<u32>,
        reason: &str,
    ) -> Result<(), Failure> {
        let order = self.read_order(order)?;
        let reason = (!reason.is_empty()).then(|| reason.to_owned());
        Match::order_because(self, side, order, version, reason).map(|_| ())
    }

    fn may_undo(&self, side: Side) -> bool {
        Match::may_undo(self, side)
    }

    fn may_redo(&self, side: Side) -> bool {
        Match::may_redo(self, side)
    }

    fn undo(&mut self, side: Side) -> Result<(), Failure> {
        Match::undo(self, side).map(|_| ())
    }

    fn redo(&mut self, side: Side) -> Result<(), Failure> {
        Match::redo(self, side).map(|_| ())
    }

    fn seed(&mut self, side: Side, seed: &str) -> Result<(), Failure> {
        Match::seed(self, side, seed).map(|_| ())
    }

    fn log(&self, seat: Seat, since: u32) -> Vec<Value> {
        Match::entries(self).iter().skip(since as usize).map(|e| e.told_value(self.rules(), seat)).collect()
    }

    fn header(&self) -> &Header {
        Match::header(self)
    }

    fn entries(&self, since: u32) -> Vec<Value> {
        let entries: &[Entry<R::Order, R::Event>] = Match::entries(self);
        entries.iter().skip(since as usize).map(|e| e.record_value(self.rules())).collect()
    }

    fn standing(&self) -> Value {
        self.rules().standing(self.state())
    }

    fn verify(&self) -> Audit {
        let entries = Table::entries(self, 0);
        crate::verify(self.rules(), Match::header(self), &entries)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
