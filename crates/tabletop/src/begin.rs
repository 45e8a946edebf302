//! How a game comes about: anew, as it is asked for, or from its record.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::dice::{ServerSeed, commitment};
use crate::record::{FORM, Header, PackMark};
use crate::{Failure, Game, Opening, Protocol};

/// The request for a new game.
#[derive(Debug, Clone, Copy)]
pub struct GameSetup<'a> {
    pub system: &'a str,
    pub scenario: &'a str,
    pub options: &'a Map<String, Value>,
    /// A position set up by hand.
    pub position: Option<&'a Value>,
    /// Die faces to be thrown first.
    pub dice: &'a [u8],
    /// The data pack, if it is not the program's own data.
    pub pack: Option<&'a PackMark>,
}

impl<R: Protocol> Game<R> {
    /// A new game by these rules, its header written and its dice ready.
    ///
    /// # Errors
    /// [`Failure::Malformed`] for loaded dice that are no faces.
    pub fn begin(rules: R, setting: GameSetup, seed: ServerSeed) -> Result<Game<R>, Failure> {
        Game::begin_by(Arc::new(rules), setting, seed)
    }

    /// The same by rules that other games are played by too.
    pub(crate) fn begin_by(rules: Arc<R>, setting: GameSetup, seed: ServerSeed) -> Result<Game<R>, Failure> {
        let GameSetup { system, scenario, options, position, dice, pack } = setting;
        if dice.iter().any(|d| !(1..=6).contains(d)) {
            return Err(Failure::Malformed("dice: faces from 1 to 6 were expected".to_owned()));
        }
        let header = Header {
            longroll: FORM,
            system: system.to_owned(),
            scenario: scenario.to_owned(),
            data: rules.data().to_owned(),
            rules: R::VERSION,
            options: options.clone(),
            commitment: commitment(&seed),
            practice: position.is_some() || !dice.is_empty(),
            dice: dice.to_vec(),
            position: position.cloned(),
            pack: pack.cloned(),
            seats: None,
            shares: None,
            links: false,
            coming: false,
            clock: None,
            from: None,
            secret: None,
        };
        let opening = Opening { loaded: dice.to_vec(), ..Opening::new(seed) };
        Ok(Game::by(rules, header, opening))
    }

    /// A game from its record. `make` gives the rules that the header asks for; the secret of the
    /// dice comes from the server, or else from the header.
    ///
    /// # Errors
    /// [`Failure::Malformed`] with what is wrong with the record.
    pub fn resume(
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
        make: impl FnOnce() -> Result<R, String>,
    ) -> Result<Game<R>, Failure> {
        Game::resume_by(header, entries, secret, || make().map(Arc::new))
    }

    /// The same by rules that other games are played by too.
    pub(crate) fn resume_by(
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
        make: impl FnOnce() -> Result<Arc<R>, String>,
    ) -> Result<Game<R>, Failure> {
        let malformed = |what: String| Failure::Malformed(format!("record: {what}"));
        header.form_is_known().map_err(malformed)?;
        header.rules_are_known(R::VERSION).map_err(malformed)?;
        let opening = Opening {
            seed: secret.or(header.seed()),
            commitment: header.commitment.clone(),
            loaded: header.dice.clone(),
        };
        let rules = make().map_err(malformed)?;
        Game::read_by(rules, header.clone(), opening, entries).map_err(malformed)
    }
}
