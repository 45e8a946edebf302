//! How games begin: new ones, sandboxes, and those from a record.

use std::sync::Arc;

use ai::Level;
use protocol::answer::{Began, Tokens, You, answer};
use protocol::guarded;
use protocol::params::{BranchGame, Commanders, LoadGame, Mode, NewGame, Position};
use protocol::record::read_new_record;
use protocol::{Answer, RpcError, Viewer, handlers};
use serde_json::{Map, Value};
use tabletop::{
    Act, AnyGame, BySide, ClockSettings, Header, Record, ScenarioInfo, ServerSeed, ShareMode, Side,
    hex_string, text,
};
use tokio::sync::oneshot;

use super::connection::Connection;
use super::failure::{broken, lost};
use super::message::{Branched, Message};
use super::shared::{Shared, written_bytes};
use super::unstarted::{BegunBy, Noted};
use crate::limits::{Client, WorkTurn};
use crate::secrets::{SeatHash, for_logs, fresh_secret, token_hash};
use crate::store;
use catalog::{Library, Start};

/// The longest that a computer may think about a player-turn, in seconds.
const LONGEST_CLOCK: u8 = 60;

impl Shared {
    pub(super) async fn begin_new(self: &Arc<Shared>, new: NewGame, client: Client) -> Answer {
        self.may_begin(client).await?;
        // It has the turn of its network to move.
        let (table, header, seed, seating) = self.set_up(new, &WorkTurn::within(Some(client))).await?;
        self.keep(table, header, Some(seed), seating, client).await
    }

    /// A table for a new game, and who sits at it.
    pub(super) async fn set_up(&self, new: NewGame, turn: &WorkTurn) -> Result<SetUp, RpcError> {
        let seating = self.seating(new.mode, new.name, new.commanders, new.advice)?;
        let seating = Seating { shares: new.shares, clock: new.clock, ..seating };
        if seating.clock.is_some() && seating.mode != Mode::Two.word() {
            return Err(RpcError::malformed("clock: clocks are for games of two people"));
        }
        if new.shares.is_some() && (seating.mode != Mode::Two.word() || !new.dice.is_empty()) {
            return Err(RpcError::malformed(
                "shares: for each throw they are given in games of two people without loaded dice",
            ));
        }
        let mut options = new.options;
        if let Some(scenario) = self.library_of(turn, new.pack.as_deref()).await?.scenario(&new.scenario) {
            seating.hide(scenario, &mut options);
        }
        let start = Start { scenario: &new.scenario, options, position: None, dice: &new.dice };
        self.begin((turn, new.pack.as_deref()), &start, new.seed.as_deref(), seating).await
    }

    pub(super) async fn begin_position(self: &Arc<Shared>, position: Position, client: Client) -> Answer {
        self.may_begin(client).await?;
        let start = Start {
            scenario: &position.scenario,
            position: Some(position.setting()),
            options: position.options,
            dice: &position.dice,
        };
        let seating = self.seating(position.mode, position.name, position.commanders, position.advice)?;
        let turn = WorkTurn::within(Some(client));
        let begun =
            self.begin((&turn, position.pack.as_deref()), &start, position.seed.as_deref(), seating).await;
        let (table, header, seed, seating) = begun?;
        self.keep(table, header, Some(seed), seating, client).await
    }

    async fn begin(
        &self,
        (turn, pack): (&WorkTurn, Option<&str>),
        start: &Start<'_>,
        share: Option<&str>,
        seating: Seating,
    ) -> Result<SetUp, RpcError> {
        let seed = protocol::seeds::fresh_seed()?;
        let library = self.library_of(turn, pack).await?;
        let mut table =
            self.allowances.work().read(turn.client(), || guarded(|| Ok(library.begin(start, seed)?)))?;
        table.seat(BySide::from_fn(|side| seating.commanders.seat(side)));
        if seating.shares.is_some() {
            table.set_each_throw();
        }
        if let Some(clock) = &seating.clock {
            table.set_clock(clock.clone())?;
        }
        match (share, seating.seats.as_slice()) {
            (None, _) => {}
            // Whoever plays alone gives the one share there is, at one screen as the Union's.
            (Some(share), [You::Confederate]) => table.act(Side::Confederate, Act::Seed(share))?,
            (Some(share), [_]) => table.act(Side::Union, Act::Seed(share))?,
            (Some(_), _) => {
                return Err(RpcError::malformed(
                    "seed: each of two players gives their own share of the dice, with game.watch",
                ));
            }
        }
        let header = table.header().clone();
        Ok((table, header, seed, seating))
    }

    pub(super) async fn begin_loaded(self: &Arc<Shared>, load: LoadGame, connection: &Connection) -> Answer {
        let client = connection.client();
        self.allowances.may_record(client)?;
        let seating = self.seating(load.mode, load.name, load.commanders, load.advice)?;
        // The turn is held until the game is kept.
        let (_turn, table, header) = tokio::select! {
            loaded = self.judge_loaded(load.record, &seating, client) => loaded?,
            () = connection.ended() => return Err(lost()),
        };
        let secret = header.seed();
        self.keep(table, header, secret, seating, client).await
    }

    /// Judges the record of a game that is to go on.
    async fn judge_loaded(
        &self,
        record: String,
        seating: &Seating,
        client: Client,
    ) -> Result<(WorkTurn, Box<dyn AnyGame>, Header), RpcError> {
        let turn = self.turn_to_judge(client).await?;
        let (mut header, entries) = self.work(&turn, move |_| read_new_record(record)).await?;
        let secret = header.seed();
        // Whoever brings the secret along can foretell the dice: nothing one should play for
        // against another.
        let practice = seating.seats != [You::Both] && secret.is_some() && !header.practice;
        if header.clock.is_some() && seating.mode != Mode::Two.word() {
            return Err(RpcError::malformed("mode: this game has clocks; it goes on for two only"));
        }
        if header.shares.is_some() && seating.mode != Mode::Two.word() {
            return Err(RpcError::malformed(
                "mode: in this game both players give a share for each throw; it goes on for two only",
            ));
        }
        let library = self.library_for(&turn, &header).await?;
        let admitted = self.work(&turn, move |wanted| {
            let record = Record::of(header.clone(), entries);
            let (mut table, mut entries) = library.admit_while(record, secret, &|| wanted.is_wanted())?;
            if practice {
                // Its header is another from now on, and so are all hashes.
                header.practice = true;
                tabletop::chain::rebind(&header.value(), &mut entries);
                table = library.load(&header, &entries, secret)?;
            }
            Ok((table, header))
        });
        let (table, header) = admitted.await?;
        Ok((turn, table, header))
    }

    /// Begins a game for practice in a position of another.
    pub(super) async fn begin_branch(
        self: &Arc<Shared>,
        branch: BranchGame,
        seat: Option<SeatHash>,
        client: Client,
    ) -> Answer {
        self.allowances.may_record(client)?;
        if branch.mode == Some(Mode::Two) {
            return Err(RpcError::malformed(
                "mode: a game that is played on from another is for practice: at one screen, or against a computer",
            ));
        }
        let named = branch.name.as_ref().is_some_and(|name| !name.trim().is_empty());
        let mut seating = self.seating(branch.mode, branch.name, branch.commanders, branch.advice)?;
        let seats = BySide::from_fn(|side| seating.commanders.seat(side));
        let (reply, told) = oneshot::channel();
        let asked = Message::Branch { seat, version: branch.version, seats, reply };
        self.send_for(client, &branch.game, asked);
        let Branched { table, secret, of } = told.await.unwrap_or_else(|_| Err(lost()))?;
        let header = table.header().clone();
        if !named {
            let scenario = self.library.scenario(&header.scenario).map(|scenario| scenario.title.as_str());
            let of = if of.is_empty() { scenario.unwrap_or("another game") } else { &of };
            let name = format!("From turn {} of {of}", table.standing().turn);
            seating.name = text::TITLE.fit(&name);
        }
        self.keep(table, header, Some(secret), seating, client).await
    }

    /// Who sits at a new table.
    fn seating(
        &self,
        mode: Option<Mode>,
        name: Option<String>,
        commanders: Commanders,
        advice: Option<bool>,
    ) -> Result<Seating, RpcError> {
        for side in Side::BOTH {
            let bot = commanders.of(side).and_then(|commander| commander.bot.as_ref());
            if let Some(bot) = bot.filter(|bot| !self.bots.contains_key(*bot)) {
                let side = side.word();
                return Err(RpcError::malformed(format!(
                    "commanders.{side}.bot: this server knows no bot '{bot}'"
                )));
            }
        }
        Seating::new(mode, name, commanders, advice)
    }

    /// What is kept of a new game, and the tokens of its seats. Its pack is read in that turn.
    pub(super) async fn assemble(
        &self,
        turn: &WorkTurn,
        table: &dyn AnyGame,
        header: Header,
        secret: Option<ServerSeed>,
        seating: Seating,
    ) -> Result<(store::NewGame, Tokens), RpcError> {
        seating.may_begin(&self.library, table)?;
        if secret.is_some() && !self.store.has_key() {
            return Err(broken(&store::StoreError::NoKey));
        }
        let id = fresh_secret()?;
        let mut tokens = Tokens::default();
        let mut seats = Vec::new();
        for you in seating.seats {
            let token = fresh_secret()?;
            seats.push((you, token_hash(&token)));
            *tokens.of(you) = Some(token);
        }
        let written = || guarded(|| Ok((table.entries(0), store::Standing::of(table))));
        let (entries, standing) = self.allowances.work().read(turn.client(), written)?;
        let mut title = self.library.scenario(&header.scenario).map(|scenario| scenario.title.clone());
        if let Some(mark) = &header.pack {
            let pack = self.pack(turn, &mark.id, Some(&mark.title)).await?;
            title = pack.library().scenario(&header.scenario).map(|scenario| scenario.title.clone());
            // The game goes on when the server is started without that pack, too.
            self.store.keep_pack(&pack, None).await.map_err(|e| broken(&e))?;
        }
        let kept = store::NewGame {
            id,
            header: Header { secret: None, ..header },
            secret: secret.map(|seed| hex_string(&seed)),
            title: title.unwrap_or_default(),
            name: seating.name,
            mode: seating.mode,
            commanders: seating.commanders,
            advice: seating.advice,
            seats,
            entries,
            standing,
        };
        Ok((kept, tokens))
    }

    /// The bytes of its pack that a game makes stay: none if there is another game on it, or if the server was started
    /// with it.
    pub(super) async fn pack_added(&self, header: &Header) -> Result<usize, RpcError> {
        let Some(mark) = &header.pack else { return Ok(0) };
        let pack = self.packs.find(&mark.id).filter(|_| self.library.pack(&mark.id).is_none());
        match pack {
            Some(pack) if !self.store.is_played(&mark.id).await.map_err(|e| broken(&e))? => {
                Ok(pack.files().values().map(String::len).sum())
            }
            _ => Ok(0),
        }
    }

    async fn keep(
        self: &Arc<Shared>,
        table: Box<dyn AnyGame>,
        header: Header,
        secret: Option<ServerSeed>,
        seating: Seating,
        client: Client,
    ) -> Answer {
        self.allowances.may_record(client)?;
        let (kept, tokens) =
            self.assemble(&WorkTurn::within(Some(client)), &*table, header, secret, seating).await?;
        let id = kept.id.clone();
        // Whoever begins a game for one side, or for nobody, is told what that side may know, or who looks on,
        // whichever is asked.
        let viewer = match &*kept.seats {
            [] => Viewer::Watcher,
            [(you, _)] => Viewer::from(*you),
            _ => Viewer::Both,
        };
        let view = || guarded(|| handlers::view(&*table, &id, viewer, None));
        let view = self.allowances.work().read(Some(client), view)?;
        let (version, hash, pending) = (table.version(), table.hash(), table.pending());
        let begun = kept.entries.iter().any(|entry| entry.get("order").is_some());
        let pack_added = self.pack_added(&kept.header).await?;
        let noted = match begun {
            true => None,
            false => Some(self.note_unstarted(&kept.id, &BegunBy::Player(client)).await?),
        };
        let holder = self.store.holder(client).filter(|_| !begun);
        self.store.create(&kept, holder.as_ref()).await.map_err(|error| broken(&error))?;
        noted.into_iter().for_each(Noted::made);
        self.allowances.recorded(client, written_bytes(&kept.entries) + pack_added);
        if !pending.is_empty() {
            self.store.keep_standing(&id, version, &pending).await.map_err(|e| broken(&e))?;
        }
        tracing::info!(
            game = for_logs(&id),
            scenario = kept.header.scenario,
            mode = kept.mode,
            "a game begins"
        );
        answer(&Began { game: id, version, hash, view, tokens: Some(tokens) })
    }
}

/// A table for a new game, what its record begins with, the secret of its dice, and who sits at it.
type SetUp = (Box<dyn AnyGame>, Header, ServerSeed, Seating);

/// Who sits at a table.
pub(super) struct Seating {
    seats: Vec<You>,
    mode: &'static str,
    name: String,
    commanders: Commanders,
    advice: bool,
    shares: Option<ShareMode>,
    clock: Option<ClockSettings>,
}

impl Seating {
    /// How the seats are handed out: those that computers command are not.
    fn new(
        mode: Option<Mode>,
        name: Option<String>,
        commanders: Commanders,
        advice: Option<bool>,
    ) -> Result<Seating, RpcError> {
        let name = name.unwrap_or_default();
        let name = text::TITLE.read_optional("name", &name).map_err(RpcError::malformed)?.to_owned();
        for side in Side::BOTH {
            let clock = commanders.of(side).and_then(|commander| commander.clock);
            if clock.is_some_and(|clock| !(1..=LONGEST_CLOCK).contains(&clock)) {
                return Err(RpcError::malformed(format!(
                    "commanders.{}.clock: between 1 and {LONGEST_CLOCK} seconds were expected",
                    side.word()
                )));
            }
        }
        if commanders.is_empty() {
            let mode = mode.unwrap_or_default();
            let advice = advice.unwrap_or(false);
            if advice && mode == Mode::Two {
                return Err(RpcError::malformed("advice: between two people there is none"));
            }
            return Ok(Seating {
                seats: mode.seats().to_vec(),
                mode: mode.word(),
                name,
                commanders,
                advice,
                shares: None,
                clock: None,
            });
        }
        if mode.is_some() {
            return Err(RpcError::malformed(
                "mode: where a computer plays, the other side has the only seat",
            ));
        }
        let people = Side::BOTH.into_iter().filter(|&side| commanders.of(side).is_none());
        let seats = people.map(You::from).collect();
        Ok(Seating {
            seats,
            mode: "computer",
            name,
            commanders,
            advice: advice.unwrap_or(true),
            shares: None,
            clock: None,
        })
    }

    /// Nobody: everybody looks on.
    #[cfg(feature = "club")]
    pub(super) fn nobody() -> Seating {
        Seating {
            seats: Vec::new(),
            mode: Mode::Two.word(),
            name: String::new(),
            commanders: Commanders::default(),
            advice: false,
            shares: None,
            clock: None,
        }
    }

    /// Where nobody has chosen: a side that plays a person is not asked in a way that tells what it
    /// holds, be it a person's or a computer's.
    fn hide(&self, scenario: &ScenarioInfo, options: &mut Map<String, Value>) {
        // A person who plays a computer has nobody to hide from.
        let hides = |side: Side| self.commanders.of(side.other()).is_none();
        for option in scenario.options.iter().filter(|option| option.hides.is_some_and(hides)) {
            options.entry(&option.id).or_insert(Value::Bool(true));
        }
    }

    /// Whether there are commanders for the rules of this table, if they are asked for.
    fn may_begin(&self, library: &Library, table: &dyn AnyGame) -> Result<(), RpcError> {
        let known =
            self.commanders.is_empty() || library.seat(table, Side::Union, Level::Random, 0).is_some();
        if known {
            return Ok(());
        }
        Err(RpcError::malformed("commanders: there are none for the rules of this scenario"))
    }
}
