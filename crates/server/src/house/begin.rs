//! How games begin: new ones, sandboxes, and those from a record.

use serde_json::Value;
use tabletop::{Header, ServerSeed, Side, Table, hex_string};

use super::keeper::{public, standing};
use super::{House, broken, lost};
use crate::library::{Start, read_record};
use crate::line::guarded;
use crate::protocol::answer::{Began, Tokens, You, answer};
use crate::protocol::params::{LoadGame, Mode, NewGame, Position};
use crate::protocol::{Answer, Place, RpcError, desk};
use crate::secrets::{fresh_secret, fresh_seed, token_hash};
use crate::store;

/// The longest name players may give a game, in characters.
const LONGEST_NAME: usize = 80;

impl House {
    pub(super) async fn begin_new(&self, new: NewGame) -> Answer {
        let start = Start { scenario: &new.scenario, options: new.options, position: None, dice: &new.dice };
        self.begin(new.pack.as_deref(), &start, new.seed.as_deref(), new.mode, new.name).await
    }

    pub(super) async fn begin_position(&self, position: Position) -> Answer {
        let start = Start {
            scenario: &position.scenario,
            position: Some(position.setting()),
            options: position.options,
            dice: &position.dice,
        };
        self.begin(position.pack.as_deref(), &start, position.seed.as_deref(), position.mode, position.name)
            .await
    }

    async fn begin(
        &self,
        pack: Option<&str>,
        start: &Start<'_>,
        share: Option<&str>,
        mode: Option<Mode>,
        name: Option<String>,
    ) -> Answer {
        let mode = mode.unwrap_or_default();
        let seed = fresh_seed()?;
        let library = self.library_of(pack).await?;
        let mut table = guarded(|| Ok(library.begin(start, seed)?))?;
        match (share, mode) {
            (None, _) => {}
            (Some(share), Mode::HotSeat) => table.seed(Side::Union, share)?,
            (Some(_), Mode::Two) => {
                return Err(RpcError::malformed(
                    "seed: each of two players gives their own share of the dice, with game.watch",
                ));
            }
        }
        let header = table.header().clone();
        self.keep(table, header, Some(seed), mode, name).await
    }

    pub(super) async fn begin_loaded(&self, load: LoadGame) -> Answer {
        let mode = load.mode.unwrap_or_default();
        let (mut header, entries) = read_record(&load.record)?;
        let secret = header.seed();
        // Whoever brings the secret along can foretell the dice: nothing one should play for against another.
        header.practice |= mode == Mode::Two && secret.is_some();
        let library = self.library_for(&header).await?;
        // Judging a whole game again takes long enough to be in the way of others.
        let admitted = tokio::task::spawn_blocking(move || {
            let table = guarded(|| Ok(library.admit(&header, &entries, secret)?))?;
            Ok((table, header))
        });
        let (table, header) = admitted.await.unwrap_or_else(|_| Err(lost()))?;
        self.keep(table, header, secret, mode, load.name).await
    }

    async fn keep(
        &self,
        table: Box<dyn Table>,
        header: Header,
        secret: Option<ServerSeed>,
        mode: Mode,
        name: Option<String>,
    ) -> Answer {
        let name = name.unwrap_or_default().trim().to_owned();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(RpcError::malformed(format!(
                "name: at most {LONGEST_NAME} characters, and none of them for control"
            )));
        }
        let id = fresh_secret()?;
        let mut tokens = Tokens::default();
        let mut seats = Vec::new();
        for you in Mode::seats(mode) {
            let token = fresh_secret()?;
            seats.push((*you, token_hash(&token)));
            *tokens.of(*you) = Some(token);
        }
        let (entries, standing, view) = guarded(|| {
            let entries: Vec<Value> = table.entries(0);
            Ok((entries, standing(&*table), desk::view(&*table, &id, Place::Both, None)?))
        })?;
        let version = table.version();
        let mut title = self.library.scenario(&header.scenario).map(|scenario| scenario.title.clone());
        if let Some(mark) = &header.pack {
            let pack = self.pack(&mark.id, Some(&mark.title)).await?;
            title = pack.library().scenario(&header.scenario).map(|scenario| scenario.title.clone());
            // The game goes on when the server is started without that pack, too.
            self.store.keep_pack(&pack).await.map_err(|e| broken(&e))?;
        }
        let kept = store::NewGame {
            id: id.clone(),
            header: Header { secret: None, ..header },
            secret: secret.map(|seed| hex_string(&seed)),
            title: title.unwrap_or_default(),
            name,
            mode: mode.word(),
            seats,
            entries,
            standing,
        };
        self.store.create(&kept).await.map_err(|e| broken(&e))?;
        tracing::info!(
            game = public(&id),
            scenario = kept.header.scenario,
            mode = kept.mode,
            "a game begins"
        );
        answer(&Began { game: id, version, view, tokens: Some(tokens) })
    }
}

impl Mode {
    fn seats(self) -> &'static [You] {
        match self {
            Mode::HotSeat => &[You::Both],
            Mode::Two => &[You::Union, You::Confederate],
        }
    }
}

impl Tokens {
    fn of(&mut self, you: You) -> &mut Option<String> {
        match you {
            You::Both => &mut self.both,
            You::Union => &mut self.union,
            You::Confederate => &mut self.confederate,
        }
    }
}
