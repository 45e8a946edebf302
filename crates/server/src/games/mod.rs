//! All games of a server, each with a task of its own.
//!
//! A game's task is its mailbox: it alone holds the table, answers one message after another,
//! writes entries to disk before it acknowledges them, and tells those who watch. It is started
//! when somebody asks for the game and ends when nobody has for a while. What goes wrong in one
//! game ends at most that task; the next message starts it anew from the record.

mod ai_player;
mod ai_seats;
#[cfg(feature = "club")]
mod arranged;
mod begin;
mod bots;
mod connection;
mod failure;
mod feed;
mod game_task;
#[cfg(feature = "club")]
mod library;
#[cfg(feature = "club")]
mod matches;
mod message;
#[cfg(feature = "club")]
mod notices;
mod packs;
mod packs_in_use;
mod patches;
mod processors;
mod retention;
mod review;
mod shared;
mod shared_packs;
mod thinkers;
mod thinking;
mod unstarted;
mod uptime;

use std::collections::{BTreeMap, HashSet};
#[cfg(feature = "club")]
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use catalog::Library;
use catalog::pack::Pack;
use protocol::answer::{Listed, Listing, Unlisted, Welcome, answer};
use protocol::talk::TalkCall;
use protocol::{Answer, Ask, Call, PackCall, RpcError, SharingCall, params};
use tabletop::ClockLeft;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

#[cfg(feature = "club")]
use crate::accounts::Accounts;
#[cfg(feature = "club")]
use crate::club::ratings::{Ratings, RatingsCache};
#[cfg(feature = "club")]
use crate::club::studies::Summary;
#[cfg(feature = "club")]
use crate::club::tournaments::Tournaments;
use crate::limits::{Allowances, Client, Costly, Limits, LimitsTold, Wanted, WorkTurn};
#[cfg(feature = "club")]
use crate::notices::Notices;
use crate::secrets::SeatHash;
use crate::store::{Held, News, Store, StoreError};

#[cfg(feature = "club")]
pub(crate) use arranged::{Arranged, Onlooker, Sitter};
pub use connection::Connection;
pub(crate) use connection::Untaken;
pub(crate) use failure::{broken, lost};
pub use feed::{Feed, News as FeedNews};
use game_task::GameTask;
#[cfg(feature = "club")]
pub(crate) use library::plays;
#[cfg(feature = "club")]
pub(crate) use matches::{MOST_SEATS, MOST_UNSTARTED};
pub(crate) use message::Caller;
#[cfg(feature = "club")]
pub(crate) use message::OnShelf;
use message::{Message, Turn};
use shared::Shared;
pub use shared::Thinking;
use thinking::Called;
#[cfg(feature = "club")]
pub(crate) use unstarted::BegunBy;
pub(crate) use uptime::tick;

/// How many seats one `game.list` may name.
const LONGEST_LIST: usize = 256;

/// For so many seats of a list it counts as one question.
const LISTED_AT_ONCE: usize = 16;

/// How many games one connection may watch.
const MOST_WATCHED: usize = 64;

/// Tells games what other servers have written to them, until this one closes.
async fn hear(shared: Arc<Shared>, mut news: mpsc::UnboundedReceiver<News>) {
    loop {
        let news = tokio::select! {
            news = news.recv() => news,
            () = shared.closing.cancelled() => return,
        };
        match news {
            Some(News::Changed(game)) => shared.changed(&game),
            Some(News::Missed) => shared.all_changed(),
            None => return,
        }
    }
}

/// The time between two looks at the other servers.
const LOOK: Duration = Duration::from_secs(5);

/// Has all games look whether they have gone on when another server has ended, which may not have told what it wrote
/// last; until this one closes.
async fn watch_servers(shared: Arc<Shared>) {
    let mut servers = None;
    loop {
        match shared.store.servers().await {
            Ok(found) => {
                if servers.is_none_or(|before: HashSet<String>| !before.is_subset(&found)) {
                    shared.all_changed();
                }
                servers = Some(found);
            }
            Err(error) => tracing::debug!(%error, "which servers there are could not be seen"),
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = shared.closing.cancelled() => return,
        }
    }
}

/// Calls the games in which computers may think now, until the server closes.
async fn call(shared: Weak<Shared>, closing: CancellationToken, mut calls: mpsc::UnboundedReceiver<Called>) {
    loop {
        let called = tokio::select! {
            called = calls.recv() => called,
            () = closing.cancelled() => return,
        };
        let (Some(Called { admission, client }), Some(shared)) = (called, shared.upgrade()) else { return };
        let game = admission.game().to_owned();
        shared.send_for(client, &game, Message::MayThink(admission));
    }
}

/// All games of a server.
pub struct Games {
    shared: Arc<Shared>,
    welcome: OnceLock<Answer>,
    #[cfg(feature = "club")]
    accounts: OnceLock<Arc<Accounts>>,
    #[cfg(feature = "club")]
    tournaments: OnceLock<Arc<Tournaments>>,
    #[cfg(feature = "club")]
    notices: OnceLock<Arc<Notices>>,
    #[cfg(feature = "club")]
    ratings: RatingsCache,
    /// Games that could not be put into the library, and those whose facts could not be found anew.
    #[cfg(feature = "club")]
    library_failures: tokio::sync::Mutex<(VecDeque<String>, VecDeque<String>)>,
    /// What lists tell of studies.
    #[cfg(feature = "club")]
    listed_studies: tokio::sync::Mutex<HashMap<String, Summary>>,
}

impl Games {
    /// The games in that store. A game nobody asked for in `idle` and nobody watches is put away.
    pub fn new(library: Arc<Library>, store: Store, idle: Duration) -> Arc<Games> {
        Games::with(library, store, idle, BTreeMap::new(), Limits::default())
    }

    /// The same, with outside programs that may command a side (by name, each as one would type it)
    /// and other limits.
    pub fn with(
        library: Arc<Library>,
        store: Store,
        idle: Duration,
        bots: BTreeMap<String, String>,
        limits: Limits,
    ) -> Arc<Games> {
        Games::thinking_so(library, store, idle, bots, limits, Thinking::default())
    }

    /// The same, with what takes thought done so.
    pub fn thinking_so(
        library: Arc<Library>,
        store: Store,
        idle: Duration,
        bots: BTreeMap<String, String>,
        limits: Limits,
        thinking: Thinking,
    ) -> Arc<Games> {
        let shared = Shared::new(library, store, idle, bots, limits, thinking, |shared, game, messages| {
            tokio::spawn(GameTask::new(shared, game, messages).run());
        });
        if let Some(news) = shared.store.news() {
            tokio::spawn(hear(Arc::clone(&shared), news));
            tokio::spawn(watch_servers(Arc::clone(&shared)));
        }
        if let Some(calls) = shared.thinking.calls() {
            tokio::spawn(call(Arc::downgrade(&shared), shared.closing.clone(), calls));
        }
        if let Some(thinkers) = shared.thinkers.clone() {
            tokio::spawn(Arc::clone(&thinkers).hear(shared.store.job_news()));
            tokio::spawn(Arc::clone(&thinkers).take_on(Arc::clone(&shared)));
            if shared.thinking.thinks() {
                shared.at_work.spawn(thinkers::lend(Arc::clone(&shared), thinkers));
            }
        }
        Arc::new(Games {
            welcome: OnceLock::new(),
            shared,
            #[cfg(feature = "club")]
            accounts: OnceLock::new(),
            #[cfg(feature = "club")]
            tournaments: OnceLock::new(),
            #[cfg(feature = "club")]
            notices: OnceLock::new(),
            #[cfg(feature = "club")]
            ratings: RatingsCache::default(),
            #[cfg(feature = "club")]
            library_failures: Default::default(),
            #[cfg(feature = "club")]
            listed_studies: Default::default(),
        })
    }

    /// What can be played.
    pub fn library(&self) -> &Arc<Library> {
        &self.shared.library
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    /// Games that could not be put into the library, and those whose facts could not be found anew.
    #[cfg(feature = "club")]
    pub(crate) fn library_failures(&self) -> &tokio::sync::Mutex<(VecDeque<String>, VecDeque<String>)> {
        &self.library_failures
    }

    /// What lists tell of studies, as far as they were asked for.
    #[cfg(feature = "club")]
    pub(crate) fn listed_studies(&self) -> &tokio::sync::Mutex<HashMap<String, Summary>> {
        &self.listed_studies
    }

    /// What is allowed here.
    pub fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// What each address may still do.
    pub fn allowances(&self) -> &Arc<Allowances> {
        &self.shared.allowances
    }

    /// Lets people have accounts here, from now on.
    #[cfg(feature = "club")]
    pub fn open_accounts(&self, accounts: Arc<Accounts>) {
        let tournaments = Tournaments::new(self.shared.store.clone(), accounts.clock().clone());
        // Whoever has opened them before has opened them.
        let _ = self.tournaments.set(tournaments);
        let _ = self.accounts.set(accounts);
    }

    /// The tournaments, if people can have accounts here.
    #[cfg(feature = "club")]
    pub(crate) fn tournaments(&self) -> Option<&Arc<Tournaments>> {
        self.tournaments.get()
    }

    /// Does what there is to do for tournaments: they begin at their dates, results are noted, rounds
    /// end and are drawn. It is to be called every few seconds.
    #[cfg(feature = "club")]
    pub async fn look_after_tournaments(self: &Arc<Games>) {
        if let Some(tournaments) = self.tournaments() {
            tournaments.look_after(self).await;
        }
    }

    /// The ratings as they are now.
    ///
    /// # Errors
    /// The database's own.
    #[cfg(feature = "club")]
    pub(crate) async fn ratings(&self) -> Result<Arc<Ratings>, RpcError> {
        self.ratings.now(self).await
    }

    /// How often ratings were computed: once for each change, however many ask.
    #[cfg(feature = "club")]
    pub fn ratings_computed(&self) -> u64 {
        self.ratings.computed()
    }

    /// Deletes tournaments that were called off some time ago.
    #[cfg(feature = "club")]
    pub async fn sweep_tournaments(&self) {
        if let Some(tournaments) = self.tournaments() {
            tournaments.sweep().await;
        }
    }

    /// The accounts, if people can have some here.
    #[cfg(feature = "club")]
    pub(crate) fn accounts(&self) -> Option<&Arc<Accounts>> {
        self.accounts.get()
    }

    /// The record of a game as a seat of it may see it.
    ///
    /// # Errors
    /// As of `game.save`.
    #[cfg(feature = "club")]
    pub(crate) async fn record_for(
        &self,
        game: &str,
        seat: SeatHash,
        connection: &Arc<Connection>,
    ) -> Answer {
        let (reply, told) = oneshot::channel();
        let connection = Arc::clone(connection);
        self.shared.send(game, Message::Ask { connection, seat: Some(seat), ask: Ask::Save, reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// How many games are in memory.
    pub fn open_games(&self) -> usize {
        self.shared.open_games()
    }

    /// Waits until no game is in memory.
    pub async fn none_open(&self) {
        self.shared.none_open().await;
    }

    /// What is allowed, who was refused something of late, and how long games are kept.
    pub fn limits_told(&self) -> LimitsTold {
        LimitsTold { kept: self.shared.kept_told(), ..self.shared.allowances.told() }
    }

    /// The names of the games that are open, in order.
    pub fn open_names(&self) -> Vec<String> {
        self.shared.open_names()
    }

    /// What is in the thinking queue, what is thought over first.
    #[cfg(unix)]
    pub fn errands(&self) -> Vec<crate::admin::Errand> {
        self.shared.thinking.errands()
    }

    /// Deletes a game, whoever plays it; whether there was one.
    ///
    /// # Errors
    /// The database's own.
    pub async fn delete(&self, game: &str) -> Result<bool, StoreError> {
        let found = self.shared.store.erase(game).await?;
        self.shared.close_for_good(game);
        if found {
            tracing::info!(
                game = crate::secrets::for_logs(game),
                "a game was deleted by whoever runs this server"
            );
        }
        Ok(found)
    }

    /// What is in the thinking queue: of each kind, how many wait, how many are thought over here,
    /// and how many elsewhere.
    pub fn thinking(&self) -> Vec<(&'static str, usize, usize, usize)> {
        self.shared.thinking.lengths()
    }

    /// How many things were thought over so far, `here` and `elsewhere` for games of this server.
    pub fn thought_over(&self) -> [(&'static str, u64); 2] {
        self.shared.counts.told()
    }

    /// The data pack of that id; `title` is what a record calls it.
    ///
    /// # Errors
    /// [`RpcError::NO_PACK`] if it is not here.
    pub async fn pack(&self, turn: &WorkTurn, id: &str, title: Option<&str>) -> Result<Arc<Pack>, RpcError> {
        self.shared.pack(turn, id, title).await
    }

    /// Does work away from the threads that answer orders, for whom that turn is.
    ///
    /// # Errors
    /// What the work says.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        turn: &WorkTurn,
        work: impl FnOnce(&Wanted) -> Result<T, RpcError> + Send + 'static,
    ) -> Result<T, RpcError> {
        self.shared.work(turn, work).await
    }

    /// Lets this client have more work done, if it has not used up its time.
    ///
    /// # Errors
    /// That it has.
    pub(crate) fn may_work(&self, client: Client) -> Result<(), RpcError> {
        Ok(self.shared.allowances.may_work(client)?)
    }

    /// The map that a game is played on and the data pack it is from; `None` where there is no such
    /// game, or it is a position of its own.
    pub async fn map_of(&self, client: Client, game: &str) -> Option<(String, Option<String>)> {
        self.shared.map_of(client, game).await
    }

    /// The news feed of the seat of a game that this secret is of.
    ///
    /// # Errors
    /// [`RpcError::NO_GAME`] if there is no such feed, or why the game cannot be read.
    pub async fn feed(&self, game: &str, secret: &str, client: Client) -> Result<Feed, RpcError> {
        let _turn = self.shared.allowances.work().turn_to_ask(client).await;
        let (reply, told) = oneshot::channel();
        self.shared.send_for(client, game, Message::Feed { secret: secret.to_owned(), reply });
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Notes that this server is up, and learns when none of its database was; `now` in seconds since 1970. It
    /// is to be called before anybody plays, every minute, and last of all.
    pub async fn note_up(&self, now: i64) {
        self.shared.uptime.note(&self.shared.store, now).await;
    }

    /// When so many seconds from that moment are over, not counting time in which no server was up.
    #[cfg(feature = "club")]
    pub(crate) fn ends(&self, from: i64, stay: i64) -> i64 {
        self.shared.uptime.after(from, stay)
    }

    /// How many seconds between two moments servers were up.
    #[cfg(feature = "club")]
    pub(crate) fn seconds_up(&self, from: i64, to: i64) -> i64 {
        self.shared.uptime.seconds_up(from, to)
    }

    /// Sets a game's time to now, and the times in which no server was up.
    #[cfg(feature = "club")]
    pub(crate) fn tell_time(&self, table: &mut dyn tabletop::AnyGame) {
        self.shared.tell_time(table);
    }

    /// Lets go of the games that have not changed for longer than they may stay: those without an
    /// order, and as the limits say those that are over and those that do not go on; `now` in
    /// seconds since 1970. A game that somebody watches stays. It is to be called every hour.
    pub async fn expire(&self, now: i64) {
        self.shared.expire(now).await;
    }

    /// Answers a call that came over that connection.
    ///
    /// # Errors
    /// Any [`RpcError`].
    pub async fn call(&self, call: Call, connection: &Arc<Connection>) -> Answer {
        let (client, allowances) = (connection.client(), &self.shared.allowances);
        let what = costly(&call);
        if let Some(what) = what {
            allowances.may_work(client)?;
            allowances.spend(what, client)?;
        }
        check_length(&call)?;
        let of_network = match what {
            None if matches!(call, Call::Of { .. }) => allowances.work().turn_to_move(client).await,
            // They are written as orders are.
            _ if matches!(call, Call::New(_) | Call::Position(_)) => {
                allowances.work().turn_to_move(client).await
            }
            // It is as much as a question for the whole record.
            _ if matches!(call, Call::Branch(..)) => allowances.work().turn_to_ask(client).await,
            Some(Costly::Question | Costly::Advice | Costly::Review) => {
                let turn = allowances.work().turn_to_ask(client).await;
                // What was asked before it has been charged by now.
                allowances.may_work(client)?;
                allowances.may_transfer(client)?;
                if !connection.is_open() {
                    return Err(lost());
                }
                turn
            }
            _ => None,
        };
        match call {
            Call::Initialize => self.welcome(),
            Call::New(new) => self.shared.begin_new(new, connection.client()).await,
            Call::Position(position) => self.shared.begin_position(position, connection.client()).await,
            Call::Load(load) => self.shared.begin_loaded(load, connection).await,
            Call::Branch(branch, who) => {
                let seat = self.seat_shown(&branch.game, who.token, connection).await?;
                self.shared.begin_branch(branch, seat, connection.client()).await
            }
            // It is no longer worked out once nobody waits for it.
            Call::Pack(call) => tokio::select! {
                told = self.shared.pack_call(call, connection.client()) => told,
                () = connection.ended() => Err(lost()),
            },
            Call::Sharing(call) => self.shared.sharing_call(call, connection.client()).await,
            Call::Of { game, who, ask } => {
                let thought = matches!(ask, Ask::Advice | Ask::Lesson(_) | Ask::Review(_));
                let seat = self.seat_shown(&game, who.token, connection).await?;
                let (reply, told) = oneshot::channel();
                let wire_of = Arc::clone(connection);
                let turn = Turn { _of_network: of_network, place: None };
                let message = Message::Ask { connection: wire_of, seat, ask, reply };
                self.shared.send_in_turn((None, turn), &game, message);
                tokio::select! {
                    told = told => told.unwrap_or_else(|_| Err(lost())),
                    // Whoever thinks for it sees that nobody waits any more.
                    () = connection.ended(), if thought => Err(lost()),
                }
            }
            Call::Watch(watch, who) => {
                if !connection.watch(&watch.game, MOST_WATCHED) {
                    let most = format!("game: one connection watches at most {MOST_WATCHED} games");
                    return Err(RpcError::malformed(most));
                }
                let (reply, told) = oneshot::channel();
                let game = watch.game.clone();
                let seat = match self.seat_shown(&game, who.token, connection).await {
                    Ok(seat) => seat,
                    Err(error) => {
                        connection.unwatch(&game);
                        return Err(error);
                    }
                };
                let turn = Turn { _of_network: of_network, place: None };
                let message = Message::Watch { connection: Arc::clone(connection), seat, watch, reply };
                self.shared.send_in_turn((None, turn), &game, message);
                let told = told.await.unwrap_or_else(|_| Err(lost()));
                if told.is_err() {
                    connection.unwatch(&game);
                }
                told
            }
            Call::Unwatch(one) => {
                if connection.unwatch(&one.game) {
                    self.shared.send(&one.game, Message::Unwatch { connection: connection.number() });
                }
                answer(&serde_json::json!({}))
            }
            Call::List(list) => self.list(&list, connection).await,
            Call::Talk(talk, who) => self.talk(talk, who.token, connection).await,
        }
    }

    /// Calls off all thinking, for the server closes; done when others can go on with it.
    pub async fn close(&self) {
        self.shared.closing.cancel();
        #[cfg(feature = "club")]
        if let Some(notices) = self.notices() {
            notices.close().await;
        }
        self.shared.at_work.close();
        self.shared.at_work.wait().await;
    }

    /// A connection has ended.
    pub fn leave(&self, connection: &Connection) {
        for game in connection.close() {
            self.shared.send(&game, Message::Unwatch { connection: connection.number() });
        }
    }

    /// What everybody is answered who comes: written once.
    fn welcome(&self) -> Answer {
        let written = || {
            answer(&Welcome {
                bots: self.shared.bots.keys().cloned().collect(),
                sharing: self.shared.limits.shared_packs > 0,
                accounts: self.has_accounts(),
                ..Welcome::to(&self.shared.library)
            })
        };
        self.welcome.get_or_init(written).clone()
    }

    async fn list(&self, list: &params::List, connection: &Arc<Connection>) -> Answer {
        if list.tokens.len() > LONGEST_LIST {
            return Err(RpcError::malformed(format!("tokens: at most {LONGEST_LIST} at once")));
        }
        let mut games: Vec<Listed> = Vec::new();
        let mut damaged = Vec::new();
        let mut shown: Vec<SeatHash> = Vec::new();
        for seat in list.tokens.iter().map(|token| SeatHash::of(token)) {
            if !shown.contains(&seat) {
                shown.push(seat);
            }
        }
        // A long list takes as much as many questions.
        for _ in 1..shown.len().div_ceil(LISTED_AT_ONCE) {
            self.shared.allowances.spend(Costly::Question, connection.client())?;
        }
        let of_account = if list.account { self.account_seats(connection).await? } else { Vec::new() };
        let only_there = of_account.iter().filter(|seat| !shown.contains(seat));
        for seat in shown.iter().chain(only_there) {
            let held = match self.held(seat, connection).await {
                Ok(Some(held)) => held,
                Ok(None) => continue,
                // The others are listed all the same.
                Err(StoreError::Unreadable { at, game, what }) => {
                    let error = broken(&StoreError::Unreadable { at, game: game.clone(), what });
                    damaged.push(Unlisted { game, message: error.message });
                    continue;
                }
                Err(error) => return Err(broken(&error)),
            };
            let over = held.standing.asked.is_none();
            let clock = if held.clocks && !over { self.clock_left(&held.id, connection).await } else { None };
            let goes = self.shared.goes(&held.id).await.map_err(|e| broken(&e))?;
            let title = held.title.unwrap_or_else(|| {
                self.shared
                    .library
                    .scenario(&held.scenario)
                    .map_or(held.scenario.clone(), |s| s.title.clone())
            });
            games.push(Listed {
                game: held.id,
                name: held.name,
                scenario: held.scenario,
                title,
                pack: held.pack,
                turn: held.standing.turn,
                turns: held.standing.turns,
                phase: held.standing.phase,
                over,
                clock,
                goes,
                asked: held.standing.asked,
                you: held.you,
                commanders: held.commanders,
                updated: held.updated,
                account: of_account.contains(seat),
            });
        }
        games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.game.cmp(&b.game)));
        answer(&Listing { games, damaged })
    }

    /// The clock that runs in a game.
    async fn clock_left(&self, game: &str, connection: &Connection) -> Option<ClockLeft> {
        let (reply, told) = oneshot::channel();
        self.shared.send_for(connection.client(), game, Message::Clock { reply });
        told.await.ok().flatten()
    }

    /// Answers what is asked about the talk of a game.
    async fn talk(&self, talk: TalkCall, token: Option<String>, connection: &Arc<Connection>) -> Answer {
        if !self.has_accounts() {
            return Err(RpcError::not_yours("people talk only on a server that was started with --club"));
        }
        let client = connection.client();
        if let Some(text) = talk.text() {
            self.shared.allowances.may_record(client)?;
            self.shared.allowances.recorded(client, text.len());
        }
        let game = talk.game().to_owned();
        let seat = self.seat_shown(&game, token, connection).await?;
        let caller = self.caller(&game, connection).await?;
        let (reply, told) = oneshot::channel();
        let talk = Message::Talk { seat, caller, talk, reply };
        self.shared.send_for(client, &game, talk);
        told.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Who is signed in at the other end.
    async fn caller(&self, game: &str, connection: &Connection) -> Result<Caller, RpcError> {
        #[cfg(feature = "club")]
        if let (Some(accounts), Some(session)) = (self.accounts.get(), connection.session()) {
            return accounts.caller(session, game).await;
        }
        #[cfg(not(feature = "club"))]
        let _ = (game, connection);
        Ok(Caller::default())
    }

    /// Whether people can have accounts here.
    fn has_accounts(&self) -> bool {
        #[cfg(feature = "club")]
        return self.accounts.get().is_some();
        #[cfg(not(feature = "club"))]
        false
    }

    /// The seat for which a token is shown, which may be one that the account holds that is signed in.
    async fn seat_shown(
        &self,
        game: &str,
        token: Option<String>,
        connection: &Connection,
    ) -> Result<Option<SeatHash>, RpcError> {
        #[cfg(not(feature = "club"))]
        let _ = (game, connection);
        let Some(token) = token else { return Ok(None) };
        #[cfg(feature = "club")]
        if let Some(accounts) = self.accounts.get()
            && let Some(seat) = crate::accounts::seat_named(&token)
        {
            return accounts.seat(connection.session(), game, seat).await.map(Some);
        }
        Ok(Some(SeatHash::of(&token)))
    }

    /// The seats of the account that is signed in, the newest first.
    async fn account_seats(&self, connection: &Connection) -> Result<Vec<SeatHash>, RpcError> {
        #[cfg(feature = "club")]
        if let (Some(accounts), Some(session)) = (self.accounts.get(), connection.session()) {
            return accounts.seats_in(session).await;
        }
        #[cfg(not(feature = "club"))]
        let _ = connection;
        Ok(Vec::new())
    }

    /// The game of the seat that this token opens. Where its standing is not kept as it was
    /// written, the game is read once, which mends that.
    async fn held(&self, seat: &SeatHash, connection: &Arc<Connection>) -> Result<Option<Held>, StoreError> {
        let held = self.shared.store.seated(seat.as_str()).await?;
        let Some(game) = held.as_ref().filter(|held| held.doubtful).map(|held| held.id.clone()) else {
            return Ok(held);
        };
        let (reply, told) = oneshot::channel();
        let ask = Ask::View(None);
        let connection = Arc::clone(connection);
        self.shared.send(&game, Message::Ask { connection, seat: Some(seat.clone()), ask, reply });
        match told.await {
            Ok(Ok(_)) => self.shared.store.seated(seat.as_str()).await,
            Ok(Err(error)) => Err(StoreError::Unreadable {
                at: self.shared.store.location().clone(),
                game,
                what: error.message,
            }),
            Err(_) => Ok(held),
        }
    }
}

/// The longest order: standing orders are the longest, and are written anew with each change.
const LONGEST_ORDER: usize = 16 << 10;

fn check_length(call: &Call) -> Result<(), RpcError> {
    match call {
        Call::Of { ask: Ask::Order { order, .. }, .. } if order.to_string().len() > LONGEST_ORDER => {
            Err(RpcError::malformed(format!("an order has at most {} KiB", LONGEST_ORDER >> 10)))
        }
        _ => Ok(()),
    }
}

/// What a call costs beyond a message, if anything. Whoever changes a game is asked for no more: the
/// rules say how often that can be done, and a message is counted in any case.
fn costly(call: &Call) -> Option<Costly> {
    match call {
        Call::Unwatch(_) => None,
        Call::Talk(..) => Some(Costly::Question),
        Call::New(_) | Call::Position(_) | Call::Load(_) | Call::Branch(..) => Some(Costly::Game),
        Call::Pack(PackCall::Keep(_) | PackCall::Load(_) | PackCall::After(_)) => Some(Costly::Pack),
        Call::Sharing(SharingCall::List | SharingCall::Readers(_)) => Some(Costly::Check),
        Call::Sharing(SharingCall::Share(_) | SharingCall::Withdraw(_)) => Some(Costly::Share),
        Call::Sharing(SharingCall::Agreed(_)) => Some(Costly::Pack),
        Call::Pack(
            PackCall::Check(_)
            | PackCall::Compare(_)
            | PackCall::Merge(_)
            | PackCall::Open(_)
            | PackCall::Read(_)
            | PackCall::Steps(_),
        ) => Some(Costly::Check),
        Call::Initialize | Call::Pack(PackCall::List(_)) | Call::List(_) | Call::Watch(..) => {
            Some(Costly::Question)
        }
        Call::Of { ask, .. } if ask.changes() => None,
        Call::Of { ask: Ask::Advice | Ask::Lesson(_), .. } => Some(Costly::Advice),
        Call::Of { ask: Ask::Review(_) | Ask::WholeReview, .. } => Some(Costly::Review),
        Call::Of { .. } => Some(Costly::Question),
    }
}
