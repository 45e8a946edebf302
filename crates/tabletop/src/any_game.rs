//! A game with its types hidden behind JSON: what servers and the line protocol hold.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::DerefMut;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::audit::Replay;
use crate::entry::written;
use crate::info::{
    CheckInfo, Explanation, LogEntry, OptionsAnswer, PreviewAnswer, RefusalInfo, Standing, UnitInfo,
    UnnumberedInfo, VictoryInfo,
};
use crate::record::{Header, Record};
use crate::{
    Act, Action, Audit, Auditor, BySide, Case, Charts, EditionCase, Fact, Failure, Game, InterludeInfo,
    Ledger, OpenOffer, PrintedCase, Protocol, RuleChange, RuleCheck, Sequel, Side, Viewer,
};

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OptionInfo {
    pub id: String,
    /// For people.
    pub title: String,
    /// What it does, in a sentence or two.
    pub text: String,
    /// The case it comes from, if it is of the rulebook.
    pub case: Option<String>,
    /// The rulebook of the case, if it is not the scenario's `system`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rulebook: Option<String>,
    /// What the edition of the scenario prints for the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// Whether it is on unless turned off.
    pub default: bool,
    /// It keeps what this side holds from being told by when the side is asked: where nobody
    /// chooses, people who play each other on a server have it on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hides: Option<Side>,
    /// The scenarios that have it; empty if all do.
    #[serde(skip)]
    pub scenarios: Vec<String>,
    /// What it is in a game begun under earlier rules that does not name it, if that is another than
    /// the default.
    #[serde(skip)]
    pub before: Option<OptionBefore>,
}

impl OptionInfo {
    pub fn is_of(&self, scenario: &str) -> bool {
        self.scenarios.is_empty() || self.scenarios.iter().any(|id| id == scenario)
    }

    /// Whether it is on unless it is named, in a game begun under that version of the rules.
    pub fn default_at(&self, rules: u32) -> bool {
        self.before.filter(|before| rules < before.rules).map_or(self.default, |before| before.on)
    }
}

/// How a game was played before there was an option for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionBefore {
    /// The version of the rules with which the option came.
    pub rules: u32,
    /// Whether games begun before that are played as if it were on.
    pub on: bool,
}

/// A scenario as it is offered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ScenarioInfo {
    /// The id, stable for good.
    pub id: String,
    pub title: String,
    pub system: String,
    /// The edition, for people.
    pub edition: String,
    /// What the battle was, in a few sentences.
    pub about: String,
    pub date: String,
    pub sides: [Side; 2],
    pub first: Side,
    pub turns: u32,
    pub map: String,
    pub options: Vec<OptionInfo>,
    /// What a player should be told of this edition and its map.
    pub notes: Vec<String>,
}

/// The data files of a scenario, each by its path in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources {
    pub scenario: String,
    pub map: String,
    pub units: String,
    /// Files of its game's that it shares with other scenarios, by what they are: `charts`,
    /// `chits`.
    pub shared: Vec<(&'static str, String)>,
}

impl Sources {
    pub fn paths(&self) -> impl Iterator<Item = &String> {
        [&self.map, &self.units, &self.scenario].into_iter().chain(self.shared.iter().map(|(_, path)| path))
    }
}

/// A game by any rules. What does not rest on them is in its [`Ledger`].
pub trait AnyGame: DerefMut<Target = Ledger> + Send + Sync {
    /// The view of the game, as JSON; of an earlier version if one is named.
    fn view(&self, game: &str, viewer: Viewer, version: Option<u32>) -> String;
    /// See [`Protocol::options`]; with whether anything may be undone and redone. At one screen, of
    /// the side that is asked; `null` for who commands no side now.
    fn options(&self, viewer: Viewer) -> Value;
    /// See [`Protocol::targets`].
    ///
    /// # Errors
    /// Malformed subjects.
    fn targets(&self, side: Side, verb: &str, subject: &Value) -> Result<Value, Failure>;
    /// The preview of an order, or the refusal.
    ///
    /// # Errors
    /// Malformed orders.
    fn preview(&self, side: Side, order: &Value) -> Result<Value, Failure>;
    /// Every case asked of an order.
    ///
    /// # Errors
    /// Malformed orders.
    fn explain(&self, side: Side, order: &Value) -> Result<Explanation, Failure>;
    /// What a player does: see [`Game::act`].
    ///
    /// # Errors
    /// Any [`Failure`]; nothing has changed then.
    fn act(&mut self, side: Side, act: Act<'_>) -> Result<(), Failure>;
    /// Carries out an order. The new entries begin after the version before.
    ///
    /// # Errors
    /// As [`AnyGame::act`].
    fn order(&mut self, side: Side, order: &Value, version: Option<u32>) -> Result<(), Failure> {
        self.act(side, Act::Order { order, version, reason: "" })
    }
    /// Records that a player has taken a seat, or that both have: see [`Game::take_seat`].
    fn take_seat(&mut self, side: Option<Side>);
    /// The offers that wait for an answer.
    fn offers(&self) -> Vec<OpenOffer>;
    /// The entries after a version, as they are sent. A screen shared by both sides shows no reason that only
    /// one of them may know.
    fn log(&self, viewer: Viewer, since: u32) -> Vec<LogEntry>;
    /// Whether the reasons that a side gives are kept from a viewer as the game stands: see
    /// [`Protocol::keeps_reasons`].
    fn keeps_reasons(&self, by: Side, viewer: Viewer) -> bool;
    /// Whether the record may hold something that is kept from a viewer as the game stands.
    fn keeps_anything(&self, viewer: Viewer) -> bool;
    /// The entries after a version, as the record writes them.
    fn entries(&self, since: u32) -> Vec<Value>;
    /// Whether an order tells nothing, not even by how long it took: see
    /// [`Protocol::tells_nothing`].
    fn tells_nothing(&self, order: &Value) -> bool;
    /// Whether an order takes no number in the record: see [`Rules::stand`](crate::Rules::stand).
    fn takes_no_number(&self, order: &Value) -> bool;
    /// Orders without a number that wait for the next entry, as records write them: see
    /// [`Rules::stand`](crate::Rules::stand).
    fn pending(&self) -> Vec<Value>;
    /// The same as they are sent.
    fn pending_info(&self, viewer: Viewer) -> Vec<UnnumberedInfo>;
    /// Appends entries made for this game elsewhere: see [`Game::follow`].
    ///
    /// # Errors
    /// [`Failure::Malformed`] with what does not follow; the game must not be used then.
    fn follow(&mut self, entries: &[Value]) -> Result<(), Failure>;
    /// Takes such orders back up, as [`AnyGame::pending`] gave them.
    ///
    /// # Errors
    /// [`Failure::Malformed`] with what is wrong with them.
    fn wait(&mut self, orders: &[Value]) -> Result<(), Failure>;
    /// Drops entries up to that version: see [`Game::let_go`].
    fn let_go(&mut self, until: u32);
    /// Loads the dropped entries again: see [`Game::recall`].
    ///
    /// # Errors
    /// [`Failure::Malformed`] if they are not those.
    fn recall(&mut self, entries: &[Value]) -> Result<(), Failure>;
    /// Where turn and phase stand, for lists of games.
    fn standing(&self) -> Standing;
    /// The points as they stand, with what they are for.
    fn victory(&self) -> VictoryInfo;
    /// The units, as far as a viewer sees them.
    fn units(&self, viewer: Viewer) -> Vec<UnitInfo>;
    fn verify(&self) -> Audit {
        let record = Record::of(self.header().clone(), self.entries(0));
        let seed = self.dice().map(|dice| *dice.server_seed());
        crate::audit(&mut *self.auditor(seed), &record, &[])
    }
    /// An auditor for records of this game's header: by its rules, and by the server's seed if it
    /// is known.
    fn auditor(&self, seed: Option<crate::ServerSeed>) -> Box<dyn Auditor>;
    /// The facts of the game, in order: see [`Game::facts`].
    fn facts(&self) -> Vec<Fact>;
    /// A new practice game that continues from that version of this one: see [`Game::branch`].
    ///
    /// # Errors
    /// [`Failure`] if there is nothing to play on from.
    fn branch(
        &self,
        version: u32,
        seats: BySide<String>,
        seed: crate::ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure>;
    /// The [`Game`] itself, for who knows by which rules it is played: computer commanders do.
    fn as_any(&self) -> &dyn Any;
}

/// A set of rules with its scenarios, as servers hold it.
pub trait GameSystem: Send + Sync {
    fn id(&self) -> &str;
    fn scenarios(&self) -> Vec<ScenarioInfo>;
    /// The files a scenario was read from; `None` if there is no such scenario, or if it comes from
    /// no files.
    fn sources(&self, _scenario: &str) -> Option<Sources> {
        None
    }
    /// Every change of its rules, the oldest first: see [`Rules::CHANGES`](crate::Rules::CHANGES).
    fn changes(&self) -> &'static [RuleChange] {
        &[]
    }
    /// The charts that players look things up in, made from the data.
    fn charts(&self) -> Charts {
        Charts::new()
    }
    /// The known numbers that a rulebook's editions print for one of its cases.
    fn edition_numbers(&self, _rulebook: &str, _case: Case) -> Vec<EditionCase> {
        Vec::new()
    }
    /// The interludes after which a finished battle may be gone on from.
    fn interludes(&self) -> Vec<InterludeInfo> {
        Vec::new()
    }
    /// The battle after an interlude. `finished` is a watcher's view of the battle before it, at its
    /// end; options that are not chosen have their defaults.
    ///
    /// # Errors
    /// What is unknown, in one sentence.
    fn sequel(
        &self,
        interlude: &str,
        _finished: &Value,
        _chosen: &BTreeMap<String, i32>,
    ) -> Result<Sequel, String> {
        Err(format!("interlude: there is none called '{interlude}'"))
    }
    /// A new game. `position` is the parameters of `game.position` for a sandbox. `seed` is the
    /// server's secret.
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
    ) -> Result<Box<dyn AnyGame>, Failure>;
    /// A game from its record. `secret` is the server's seed where it is kept apart from the
    /// record.
    ///
    /// # Errors
    /// [`Failure::Malformed`] naming the entry.
    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<crate::ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure>;
}

impl<R: Protocol> Game<R> {
    pub(crate) fn read_order(&self, order: &Value) -> Result<R::Order, Failure> {
        self.rules().read_order(order).map_err(Failure::Malformed)
    }

    fn refusal_info(&self, refusal: crate::Refusal) -> RefusalInfo {
        let (case, message) = (refusal.case, refusal.message);
        let system = self.rules().system_of(case).to_owned();
        RefusalInfo { case, message, printed: self.rules().printed(case), system }
    }

    /// Whether `may` holds for a viewer: at one screen, for either side while the game goes on.
    fn may(&self, viewer: Viewer, may: impl Fn(Side) -> bool) -> bool {
        match viewer {
            Viewer::Watcher => false,
            Viewer::Side(side) => may(side),
            Viewer::Both => self.asked().is_some() && Side::BOTH.into_iter().any(may),
        }
    }

    /// Whether a viewer may take the last order back.
    pub(crate) fn undoes(&self, viewer: Viewer) -> bool {
        self.may(viewer, |side| self.may_undo(side))
    }

    /// Whether a viewer may give again what was undone.
    pub(crate) fn redoes(&self, viewer: Viewer) -> bool {
        self.may(viewer, |side| self.may_redo(side))
    }
}

/// The error for an order in a game that its players have ended.
fn over() -> Failure {
    Failure::Gone("the game is over".to_owned())
}

impl<R: Protocol> AnyGame for Game<R> {
    fn view(&self, game: &str, viewer: Viewer, version: Option<u32>) -> String {
        let seat = viewer.seat(self.asked());
        let mut out = Vec::with_capacity(16 * 1024);
        match version {
            Some(version) if version < self.version() => {
                let situation = self.situation_at(game, version);
                self.rules().write_view(&self.state_at(version), seat, &situation, &mut out);
            }
            _ => self.rules().write_view(self.state(), seat, &self.situation(game, viewer), &mut out),
        }
        String::from_utf8(out).unwrap_or_default()
    }

    fn options(&self, viewer: Viewer) -> Value {
        let Some(side) = viewer.seat(self.asked()) else { return Value::Null };
        let mut answer = written(OptionsAnswer {
            offered: self.rules().options(self.state(), side),
            undo: self.undoes(viewer),
            redo: self.redoes(viewer),
        });
        // The rules would let it go on.
        if self.ending().is_some() {
            answer["verbs"] = Value::Array(Vec::new());
            if answer.get("question").is_some() {
                answer["question"] = Value::Null;
            }
        }
        answer
    }

    fn targets(&self, side: Side, verb: &str, subject: &Value) -> Result<Value, Failure> {
        if self.ending().is_none() {
            return self.rules().targets(self.state(), side, verb, subject).map(written);
        }
        // What is no order may still be asked, and by either side.
        let side = self.rules().asked(self.state()).map_or(side, Side::other);
        let answer = written(self.rules().targets(self.state(), side, verb, subject)?);
        if answer.get("reason").is_some() { Err(over()) } else { Ok(answer) }
    }

    fn preview(&self, side: Side, order: &Value) -> Result<Value, Failure> {
        let order = self.read_order(order)?;
        if self.ending().is_some() {
            return Err(over());
        }
        let mut dice = crate::LoadedDice::default();
        let judged = self.rules().judge(self.state(), side, &order, &mut dice, &mut RuleCheck::quiet());
        Ok(written(match judged {
            Err(refusal) => PreviewAnswer::refused(self.refusal_info(refusal)),
            Ok(_) => PreviewAnswer::legal(self.rules().preview(self.state(), side, &order)),
        }))
    }

    fn explain(&self, side: Side, order: &Value) -> Result<Explanation, Failure> {
        let order = self.read_order(order)?;
        if self.ending().is_some() {
            return Err(over());
        }
        let (mut dice, mut rule_check) = (crate::LoadedDice::default(), RuleCheck::noted());
        let judged = self.rules().judge(self.state(), side, &order, &mut dice, &mut rule_check);
        let told = |asked: crate::Asked| CheckInfo {
            case: asked.case,
            passed: asked.passed,
            printed: self.rules().printed(asked.case),
            system: self.rules().system_of(asked.case).to_owned(),
            text: asked.text,
        };
        Ok(Explanation {
            asked: rule_check.trail().into_iter().map(told).collect(),
            legal: judged.is_ok(),
            refusal: judged.err().map(|refusal| self.refusal_info(refusal)),
        })
    }

    fn act(&mut self, side: Side, act: Act<'_>) -> Result<(), Failure> {
        Game::act(self, side, act).map(drop)
    }

    fn take_seat(&mut self, side: Option<Side>) {
        Game::take_seat(self, side);
    }

    fn offers(&self) -> Vec<OpenOffer> {
        Game::offers(self)
    }

    fn log(&self, viewer: Viewer, since: u32) -> Vec<LogEntry> {
        let seat = viewer.seat(self.asked());
        let entries = self.entries_with_modifiers(since).map(|(entry, modifiers)| {
            let mut told = entry.told(self.rules(), self.state(), modifiers, seat);
            if matches!(entry.action, Action::Seed(_)) && self.withholds_share_of(entry.side, seat) {
                told.seed = None;
                told.given = Some(true);
            }
            if entry.side.is_some_and(|by| self.keeps_reasons(by, viewer)) {
                told.reason = None;
            }
            told
        });
        entries.collect()
    }

    fn keeps_reasons(&self, by: Side, viewer: Viewer) -> bool {
        let seat = match viewer {
            Viewer::Side(side) => Some(side),
            Viewer::Watcher | Viewer::Both => None,
        };
        self.rules().keeps_reasons(self.state(), by, seat)
    }

    fn keeps_anything(&self, viewer: Viewer) -> bool {
        if viewer == Viewer::Both || self.asked().is_none() {
            return false;
        }
        let seats = self.header().seats.as_ref();
        let may_stand =
            |side| viewer != Viewer::Side(side) && seats.is_none_or(|seats| seats[side] == "person");
        if self.rules().has_standing_orders() && Side::BOTH.into_iter().any(may_stand) {
            return true;
        }
        let told = AnyGame::log(self, viewer, 0);
        !Game::entries(self).iter().zip(&told).all(|(entry, told)| entry.is_told_by(told))
    }

    fn entries(&self, since: u32) -> Vec<Value> {
        self.lines(since).collect()
    }

    fn tells_nothing(&self, order: &Value) -> bool {
        self.read_order(order).is_ok_and(|order| self.rules().tells_nothing(self.state(), &order))
    }

    fn takes_no_number(&self, order: &Value) -> bool {
        let stands = |order| self.rules().stand(self.state(), Side::Union, &order).is_some();
        self.read_order(order).is_ok_and(stands)
    }

    fn pending(&self) -> Vec<Value> {
        Game::pending(self)
    }

    fn pending_info(&self, viewer: Viewer) -> Vec<UnnumberedInfo> {
        Game::pending_info(self, viewer.seat(self.asked()))
    }

    fn wait(&mut self, orders: &[Value]) -> Result<(), Failure> {
        Game::wait(self, &Value::Array(orders.to_vec())).map_err(Failure::Malformed)
    }

    fn follow(&mut self, entries: &[Value]) -> Result<(), Failure> {
        Game::follow(self, entries).map_err(Failure::Malformed)
    }

    fn let_go(&mut self, until: u32) {
        Game::let_go(self, until);
    }

    fn recall(&mut self, entries: &[Value]) -> Result<(), Failure> {
        Game::recall(self, entries).map_err(Failure::Malformed)
    }

    fn standing(&self) -> Standing {
        let standing = self.rules().standing(self.state());
        match self.ending() {
            Some(_) => Standing { phase: "over".to_owned(), ..standing },
            None => standing,
        }
    }

    fn victory(&self) -> VictoryInfo {
        self.rules().victory(self.state())
    }

    fn units(&self, viewer: Viewer) -> Vec<UnitInfo> {
        self.rules().unit_infos(self.state(), viewer.seat(self.asked()))
    }

    fn auditor(&self, seed: Option<crate::ServerSeed>) -> Box<dyn Auditor> {
        Box::new(Replay::new(self.shared_rules(), self.header(), seed))
    }

    fn facts(&self) -> Vec<Fact> {
        Game::facts(self)
    }

    fn branch(
        &self,
        version: u32,
        seats: BySide<String>,
        seed: crate::ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        Ok(Box::new(Game::branch(self, version, seats, seed)?))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
