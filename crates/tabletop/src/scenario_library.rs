//! A library of scenarios that were read from data files: what all such libraries have in common.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, Map};
use serde::de::DeserializeOwned;
use serde_json::{Map as Object, Value, json};

use crate::any_game::{AnyGame, GameSystem, ScenarioInfo, Sources};
use crate::begin::GameSetup;
use crate::case::{Case, EditionCase};
use crate::chart::Charts;
use crate::interlude::{InterludeInfo, Sequel};
use crate::loader::choose_options;
use crate::protocol::Protocol;
use crate::record::{Header, PackMark};
use crate::rules::{RuleChange, Rules};
use crate::rules_in_play::RulesInPlay;
use crate::{Failure, Game, ServerSeed};

/// How old a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begun {
    /// Its record has the first form.
    pub first_form: bool,
    /// The version of the rules it was begun under.
    pub rules: u32,
}

impl Begun {
    pub fn now<R: Rules>() -> Begun {
        Begun { first_form: false, rules: R::VERSION }
    }
}

impl From<&Header> for Begun {
    fn from(header: &Header) -> Begun {
        Begun { first_form: header.longroll == 1, rules: header.rules }
    }
}

/// Scenarios read from data files, with options, and positions set up by hand on their maps.
pub trait ScenarioLibrary: Sized + Send + Sync {
    type Rules: Protocol;
    /// A scenario as it was read.
    type Scenario: Send + Sync;
    type Options: Default;
    /// A position set up by hand.
    type Position: DeserializeOwned;

    const SYSTEM: &'static str;

    /// The file that names all others.
    const INDEX: &'static str;

    /// Reads everything that the index names. `read` gives the text of a data file.
    ///
    /// # Errors
    /// Every fault of every file, with file and line.
    fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Self, Faults>;

    /// The same library, as that of a data pack: its games' records say so.
    #[must_use]
    fn of_pack(self, pack: PackMark) -> Self;

    /// The data pack whose library it is.
    fn pack(&self) -> Option<&PackMark>;

    fn maps(&self) -> impl Iterator<Item = (&str, &Map)>;

    /// The charts, each by the name that the rules reference includes it by.
    fn charts(&self) -> Charts;

    /// The known numbers that a rulebook's editions print for one of its cases.
    fn edition_numbers(&self, _rulebook: &str, _case: Case) -> Vec<EditionCase> {
        Vec::new()
    }

    /// The interludes after which a finished battle may be gone on from.
    fn interludes(&self) -> Vec<InterludeInfo> {
        Vec::new()
    }

    /// The battle after an interlude; see [`GameSystem::sequel`](crate::GameSystem::sequel).
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

    /// All scenarios, in the order of the index.
    fn scenarios(&self) -> &[Arc<Self::Scenario>];

    /// The rules that its games are played by at the moment.
    fn in_play(&self) -> &RulesInPlay<Self::Rules>;

    /// A scenario's description, and the files that it was read from.
    fn info(scenario: &Self::Scenario) -> (&ScenarioInfo, &Sources);

    /// The same options with one, by its id, on or off; nothing if there is none of that id.
    fn option(options: &Self::Options, id: &str, on: bool) -> Option<Self::Options>;

    /// Whether an option is of no scenario but those that offer it.
    fn is_limited(_id: &str) -> bool {
        false
    }

    /// The battle as it is printed. `first_form` is whether its record has the first form.
    fn printed(scenario: Arc<Self::Scenario>, options: Self::Options, first_form: bool) -> Self::Rules;

    /// The battle of a position set up by hand.
    ///
    /// # Errors
    /// What is impossible, naming the field or the unit.
    fn sandbox(
        scenario: Arc<Self::Scenario>,
        options: Self::Options,
        position: &Self::Position,
        first_form: bool,
    ) -> Result<Self::Rules, String>;

    fn scenario(&self, id: &str) -> Option<Arc<Self::Scenario>> {
        self.scenarios().iter().find(|scenario| Self::info(scenario).0.id == id).cloned()
    }

    /// The battle of these choices.
    ///
    /// # Errors
    /// What is malformed: unknown scenarios, options and hexes, impossible units.
    fn battle(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        begun: Begun,
    ) -> Result<Self::Rules, String> {
        let scenario = self.scenario(scenario).ok_or_else(|| {
            let known: Vec<&str> =
                self.scenarios().iter().map(|scenario| Self::info(scenario).0.id.as_str()).collect();
            format!("scenario: '{scenario}' is none of {}", known.join(", "))
        })?;
        let offered = &Self::info(&scenario).0.options;
        let has = |id: &str| !Self::is_limited(id) || offered.iter().any(|option| option.id == id);
        let options = choose_options(offered, options, begun.rules, |chosen, id, on| {
            Self::option(chosen, id, on).filter(|_| has(id))
        })?;
        match position {
            None => Ok(Self::printed(scenario, options, begun.first_form)),
            Some(position) => {
                let position = serde_path_to_error::deserialize(position).map_err(hexmap::misfit)?;
                Self::sandbox(scenario, options, &position, begun.first_form)
            }
        }
    }

    /// The same, shared with other games of these choices, unless the position was set up by hand.
    ///
    /// # Errors
    /// As [`ScenarioLibrary::battle`].
    fn shared_battle(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        begun: Begun,
    ) -> Result<Arc<Self::Rules>, String> {
        let make = || self.battle(scenario, options, position, begun);
        if position.is_some() {
            return make().map(Arc::new);
        }
        let choices = json!([scenario, options, begun.first_form, begun.rules]);
        self.in_play().of(choices.to_string(), make)
    }
}

impl<L: ScenarioLibrary> GameSystem for L {
    fn id(&self) -> &str {
        L::SYSTEM
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        ScenarioLibrary::scenarios(self).iter().map(|scenario| L::info(scenario).0.clone()).collect()
    }

    fn sources(&self, scenario: &str) -> Option<Sources> {
        self.scenario(scenario).map(|scenario| L::info(&scenario).1.clone())
    }

    fn changes(&self) -> &'static [RuleChange] {
        L::Rules::CHANGES
    }

    fn charts(&self) -> Charts {
        ScenarioLibrary::charts(self)
    }

    fn edition_numbers(&self, rulebook: &str, case: Case) -> Vec<EditionCase> {
        ScenarioLibrary::edition_numbers(self, rulebook, case)
    }

    fn interludes(&self) -> Vec<InterludeInfo> {
        ScenarioLibrary::interludes(self)
    }

    fn sequel(
        &self,
        interlude: &str,
        finished: &Value,
        chosen: &BTreeMap<String, i32>,
    ) -> Result<Sequel, String> {
        ScenarioLibrary::sequel(self, interlude, finished, chosen)
    }

    fn begin(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let begun = Begun::now::<L::Rules>();
        let rules = self.shared_battle(scenario, options, position, begun).map_err(Failure::Malformed)?;
        let setup = GameSetup { system: L::SYSTEM, scenario, options, position, dice, pack: self.pack() };
        Ok(Box::new(Game::begin_by(rules, setup, seed)?))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let rules = || {
            let Header { scenario, options, position, .. } = header;
            self.shared_battle(scenario, options, position.as_ref(), header.into())
        };
        Ok(Box::new(Game::resume_by(header, entries, secret, rules)?))
    }
}
