//! Going on from a finished game to another battle.

use std::collections::BTreeMap;

use serde_json::Value;
use tabletop::{AnyGame, Failure, InterludeInfo, Sequel, Viewer};

use crate::Library;
use crate::pack::{ABOUT, Files, Pack};

/// The battle that follows a finished game.
pub struct After {
    pub interlude: InterludeInfo,
    pub sequel: Sequel,
    /// The same as a data pack: a game that is begun on it is that battle.
    pub pack: Pack,
}

impl Library {
    /// The interludes after which finished games may be gone on from.
    pub fn interludes(&self) -> Vec<InterludeInfo> {
        self.games().iter().flat_map(|system| system.interludes()).collect()
    }

    /// The battle that follows this game: after the interlude of that id, or after the first that
    /// follows its scenario. `over` is the pack that the game is played on, whose files count for
    /// the second battle too.
    ///
    /// # Errors
    /// [`Failure::Malformed`]: games that nothing follows, or that are not over, and values that
    /// cannot be chosen.
    pub fn after(
        &self,
        game: &dyn AnyGame,
        interlude: Option<&str>,
        chosen: &BTreeMap<String, i32>,
        over: Option<&Pack>,
    ) -> Result<After, Failure> {
        let malformed = Failure::Malformed;
        let scenario = game.scenario();
        let fits = |info: &InterludeInfo| match interlude {
            Some(id) => info.id == id,
            None => info.from.iter().any(|from| from == scenario),
        };
        let found = self
            .games()
            .iter()
            .find_map(|system| Some((system, system.interludes().into_iter().find(fits)?)));
        let (system, info) = found.ok_or_else(|| {
            malformed(match interlude {
                Some(id) => format!("interlude: there is none called '{id}'"),
                None => format!("no battle follows {scenario}"),
            })
        })?;
        let view: Value = serde_json::from_str(&game.view("", Viewer::Watcher, None))
            .map_err(|error| malformed(format!("the game's view: {error}")))?;
        let sequel = system.sequel(&info.id, &view, chosen).map_err(malformed)?;
        let mut files: Files = over.map(|pack| pack.files().clone()).unwrap_or_default();
        files.extend(sequel.files.clone());
        let mut about = toml::Table::new();
        about.insert("title".to_owned(), sequel.title.clone().into());
        let chosen = sequel.options.iter().map(|(id, value)| format!("{id} {value}"));
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        let words = format!("What a game of {scenario} has left ({}). Chosen: {chosen}.", game.hash());
        about.insert("about".to_owned(), words.into());
        files.insert(ABOUT.to_owned(), about.to_string());
        let pack = Pack::read_kept(self.registry(), files).map_err(|faults| malformed(faults.to_string()))?;
        Ok(After { interlude: info, sequel, pack })
    }
}
