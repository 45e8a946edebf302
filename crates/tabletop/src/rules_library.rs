//! A library of games by one set of rules: from what it says of itself, everything that a server
//! asks of a system.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    AnyGame, Case, Charts, EditionCase, Failure, Game, GameSetup, GameSystem, Header, InterludeInfo,
    PackMark, Protocol, RuleChange, Rules, ScenarioInfo, Sequel, ServerSeed, Sources,
};

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

/// The scenarios of one set of rules.
pub trait RulesLibrary: Send + Sync {
    type Rules: Protocol;

    const SYSTEM: &'static str;

    fn infos(&self) -> Vec<ScenarioInfo>;

    /// The files a scenario was read from; `None` if there is no such scenario, or if it comes from
    /// no files.
    fn files(&self, scenario: &str) -> Option<Sources>;

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

    /// The data pack whose library it is.
    fn pack(&self) -> Option<&PackMark>;

    /// The rules of a game with these choices.
    ///
    /// # Errors
    /// What is malformed: unknown scenarios, options and hexes, impossible units.
    fn rules(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        begun: Begun,
    ) -> Result<Self::Rules, String>;

    /// The same, shared with other games of these choices where the library knows of any.
    ///
    /// # Errors
    /// As [`RulesLibrary::rules`].
    fn shared_rules(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        begun: Begun,
    ) -> Result<Arc<Self::Rules>, String> {
        self.rules(scenario, options, position, begun).map(Arc::new)
    }
}

impl<L: RulesLibrary> GameSystem for L {
    fn id(&self) -> &str {
        L::SYSTEM
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.infos()
    }

    fn sources(&self, scenario: &str) -> Option<Sources> {
        self.files(scenario)
    }

    fn changes(&self) -> &'static [RuleChange] {
        L::Rules::CHANGES
    }

    fn charts(&self) -> Charts {
        RulesLibrary::charts(self)
    }

    fn edition_numbers(&self, rulebook: &str, case: Case) -> Vec<EditionCase> {
        RulesLibrary::edition_numbers(self, rulebook, case)
    }

    fn interludes(&self) -> Vec<InterludeInfo> {
        RulesLibrary::interludes(self)
    }

    fn sequel(
        &self,
        interlude: &str,
        finished: &Value,
        chosen: &BTreeMap<String, i32>,
    ) -> Result<Sequel, String> {
        RulesLibrary::sequel(self, interlude, finished, chosen)
    }

    fn begin(
        &self,
        scenario: &str,
        options: &Map<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let begun = Begun::now::<L::Rules>();
        let rules = self.shared_rules(scenario, options, position, begun).map_err(Failure::Malformed)?;
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
            self.shared_rules(scenario, options, position.as_ref(), header.into())
        };
        Ok(Box::new(Game::resume_by(header, entries, secret, rules)?))
    }
}
