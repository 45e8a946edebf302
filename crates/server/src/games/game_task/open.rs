//! A game in memory, read from the database.

use std::sync::Arc;

use ai::Level;
use catalog::Library;
use protocol::answer::You;
use protocol::guarded;
use protocol::params::Stake;
use protocol::{Ask, RpcError, Viewer, handlers, params};
use serde_json::Value;
use tabletop::{Act, AnyGame, BySide, Header, ShareState, Side};

use super::Watcher;
use crate::games::failure::broken;
use crate::games::packs_in_use::PackInUse;
use crate::games::shared::{InMemory, LONG_RECORD, Shared, written_bytes};
use crate::games::thinking::Kind;
use crate::limits::{Client, Limits, WorkTurn};
use crate::secrets::{SeatHash, for_logs};
use crate::store::{Kept, Present, Standing};

/// What a side has added to the record of a game.
#[derive(Debug, Clone, Copy, Default)]
struct Made {
    entries: usize,
    /// How long they are as they are written, but for the standing orders of the other side that stand in them.
    bytes: usize,
    /// Whether one of them is an order of the game, or fixes one whose dice have not fallen.
    ordered: bool,
}

impl Made {
    fn add(made: &mut BySide<Made>, entry: &Value) {
        let mut length = entry.to_string().len();
        for standing in entry["standing"].as_array().into_iter().flatten() {
            let of = standing.to_string().len();
            length = length.saturating_sub(of);
            if let Some(side) = standing["side"].as_str().and_then(Side::from_word) {
                made[side].bytes += of;
            }
        }
        if let Some(side) = entry["side"].as_str().and_then(Side::from_word) {
            made[side].entries += 1;
            made[side].bytes += length;
            made[side].ordered |= entry.get("order").or_else(|| entry.get("declared")).is_some();
        }
    }
}

/// A game that has been read from the database.
pub(super) struct Open {
    pub(super) table: Box<dyn AnyGame>,
    pub(super) library: Arc<Library>,
    pub(super) secret: Option<tabletop::ServerSeed>,
    pub(super) name: String,
    pub(super) seats: Vec<(You, String)>,
    pub(super) commanders: params::Commanders,
    pub(super) advice: bool,
    /// The orders without a number that are on disk.
    pub(super) pending: Vec<Value>,
    /// How long its entries are together as they are written.
    pub(super) bytes: usize,
    /// What each side has made of them.
    made: BySide<Made>,
    in_memory: InMemory,
    pack: Option<PackInUse>,
}

/// A game as the database keeps it. Of long records one is read at a time. No part of the
/// task: what its computer players think with stays with one thread at a time.
pub(super) async fn read(shared: &Shared, client: Option<Client>, game: &str) -> Result<Open, RpcError> {
    let work = shared.allowances.work();
    let written = shared.store.written(game).await.map_err(|e| broken(&e))?;
    let written = written.ok_or_else(RpcError::no_game)?;
    let _long = work.turn_to_read(written.bytes() >= LONG_RECORD).await;
    let kept = work.read(client, || shared.store.kept(game, &written)).map_err(|e| broken(&e))?;
    drop(written);
    let Kept { header, secret, name, seats, entries, bytes, commanders, advice, doubtful, .. } = kept;
    let secret = Header { secret, ..header.clone() }.seed();
    let (library, pack) = match &header.pack {
        None => (Arc::clone(&shared.library), None),
        Some(mark) => {
            let pack = shared.pack(&WorkTurn::within(client), &mark.id, Some(&mark.title)).await?;
            let is_offered = shared.library.pack(&mark.id).is_some();
            let in_use = (!is_offered).then(|| shared.packs_in_use.enter(client, &pack)).transpose()?;
            (Arc::clone(pack.library()), in_use)
        }
    };
    let pending = shared.store.standing(game, entries.len()).await.map_err(|e| broken(&e))?;
    let load = || {
        let mut table = library.load(&header, &entries, secret)?;
        table.wait(&pending)?;
        Ok(table)
    };
    let mut table = work.read(client, || guarded(load)).map_err(|error| {
        let at = shared.store.location();
        tracing::error!(game = for_logs(game), %at, error = error.message, "a record cannot be read");
        RpcError::ours(format!("the record of this game cannot be read: {}", error.message))
    })?;
    shared.tell_time(&mut *table);
    for side in seats.iter().filter_map(|(you, _)| handlers::player(Viewer::from(*you))) {
        table.expect(side);
    }
    if doubtful {
        // What is kept for lists was damaged: the table tells it anew.
        let game_told = for_logs(game);
        tracing::warn!(
            game = game_told,
            "where this game stands was not kept as it was written: it is written anew"
        );
        if let Err(error) = shared.store.restate(game, &Standing::of(&*table)).await {
            tracing::error!(game = game_told, %error, "where this game stands could not be written anew");
        }
    }
    let mut made = BySide::default();
    entries.iter().for_each(|entry| Made::add(&mut made, entry));
    let in_memory = shared.one_in_memory(client);
    let mut open = Open {
        table,
        library,
        secret,
        name,
        seats,
        commanders,
        advice,
        pending,
        bytes,
        made,
        in_memory,
        pack,
    };
    open.seat_replacements();
    Ok(open)
}

impl Open {
    /// Whether it is played in a position or with data that somebody made up: an order may take long then, and must
    /// not block a thread that answers others.
    pub(super) fn is_made_up(&self) -> bool {
        let header = self.table.header();
        header.position.is_some() || header.pack.is_some()
    }

    /// Whether whatever is worked out from its whole record takes long.
    pub(super) fn is_long(&self) -> bool {
        self.bytes >= LONG_RECORD
    }

    /// These entries have been added to what is kept; by how many bytes it has grown.
    pub(super) fn grown(&mut self, entries: &[Value]) -> usize {
        let bytes = written_bytes(entries);
        self.bytes += bytes;
        entries.iter().for_each(|entry| Made::add(&mut self.made, entry));
        bytes
    }

    /// Whether both sides have given an order of the game.
    #[cfg(feature = "club")]
    pub(super) fn is_played(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.made[side].ordered)
    }

    /// Whether it has to leave memory, since it and all others hold too much of their records, its network too many
    /// games, or their data packs too much. Entries are counted by their usual length.
    pub(super) fn is_crowded(&mut self) -> bool {
        if self.pack.as_ref().is_some_and(PackInUse::is_crowded) || self.in_memory.is_one_of_too_many() {
            return true;
        }
        let version = self.table.version() as usize;
        let held = version.saturating_sub(self.table.held_since() as usize);
        self.in_memory.holds(self.bytes / version.max(1) * held)
    }

    /// Whether a game that has come this far may go on with that, asked from that place. Of two players each has half
    /// of what a game may have: who fills it keeps the other from nothing. A share that the dice wait for is always
    /// taken: meanwhile the clock of whoever owes it runs.
    ///
    /// # Errors
    /// [`RpcError::GONE`].
    pub(super) fn room_for(&self, place: Viewer, ask: &Ask, limits: &Limits) -> Result<(), RpcError> {
        let (made, parts) = match place {
            Viewer::Side(side) => (self.made[side], 2),
            Viewer::Both | Viewer::Watcher => {
                let entries = self.table.version() as usize;
                (Made { entries, bytes: self.bytes, ..Made::default() }, 1)
            }
        };
        let full = |times: usize| {
            made.entries >= times.saturating_mul(limits.entries as usize) / parts
                || made.bytes >= times.saturating_mul(limits.record_bytes) / parts
        };
        let is_owed = || {
            let state =
                handlers::player(place).and_then(|side| self.table.shares().map(|shares| shares[side]));
            matches!(state, Some(ShareState::None | ShareState::Awaited | ShareState::Asked))
        };
        let may = match ask {
            Ask::Order { .. } => !full(2),
            ask => ask.ends() || !ask.changes() || !full(1) || (matches!(ask, Ask::Share(_)) && is_owed()),
        };
        if may {
            return Ok(());
        }
        let (entries, kib) = (made.entries, made.bytes / 1024);
        let whose = if parts == 2 { "your side of this game" } else { "this game" };
        let told = format!("{whose} has {entries} entries ({kib} KiB): it can only be played to its end now");
        Err(RpcError::new(RpcError::GONE, told))
    }

    /// How urgent a computer's turn is, if anybody waits for it: two computers play on only while
    /// somebody looks.
    pub(super) fn turns(&self, watchers: &[Watcher]) -> Option<Kind> {
        let played = !self.seats.is_empty();
        let watched = || watchers.iter().any(|watcher| watcher.connection.is_open());
        if played {
            let commander = self.table.asked().and_then(|side| self.commanders.of(side));
            let own = commander.filter(|commander| commander.bot.is_none());
            let kind = own.map(|own| kind_of(self.table.header(), own.level, own.clock));
            return Some(kind.unwrap_or(Kind::Long));
        }
        watched().then_some(Kind::Shown)
    }

    /// Seats the computers that play on for players whose time has run out.
    pub(super) fn seat_replacements(&mut self) {
        for side in Side::BOTH {
            if let Some(level) = self.table.replacement(side) {
                // A record may call it whatever it likes.
                let level = Level::from_word(level).unwrap_or(Level::Recruit);
                *self.commanders.of_mut(side) = Some(params::Commander { level, bot: None, clock: None });
            }
        }
    }

    /// Whether there are commanders for the rules of this game.
    pub(super) fn has_commanders(&self) -> Result<(), RpcError> {
        match self.library.seat(&*self.table, Side::Union, Level::Random, 0) {
            Some(_) => Ok(()),
            None => Err(RpcError::malformed("level: there are no commanders for the rules of this scenario")),
        }
    }

    /// Whoever holds this place has come to the table; whether that is news.
    pub(super) fn come(&mut self, place: Viewer) -> bool {
        handlers::player(place).is_some_and(|side| self.table.come(side))
    }

    /// Enters that both players have taken their seats, once they have: whoever comes without a share of the
    /// dice makes no entry.
    pub(super) fn take_seats(&mut self) {
        let of_two = |side: Side| self.seats.iter().any(|(you, _)| *you == You::from(side));
        if Side::BOTH.into_iter().all(|side| of_two(side) && self.table.has_come(side)) {
            self.table.take_seat(None);
        }
    }

    /// Another server says that this player is at the table.
    pub(super) fn seat(&mut self, present: &Present) {
        let Some(side) = Side::from_word(&present.seat) else { return };
        self.table.come(side);
        if let Some(share) = &present.share
            && self.table.version() == present.version
        {
            // One that does not fit is not of this throw.
            let _ = guarded(|| Ok(self.table.act(side, Act::Seed(share))?));
        }
    }

    /// How whoever has the seat of this token stands to the game.
    pub(super) fn place(&self, seat: Option<&SeatHash>) -> Result<Viewer, RpcError> {
        let Some(hash) = seat else { return Ok(Viewer::Watcher) };
        // Every seat is compared, so that the time does not tell which one it was.
        let seat =
            self.seats.iter().fold(None, |found, (you, kept)| if hash.is(kept) { Some(*you) } else { found });
        seat.map(Viewer::from).ok_or_else(|| RpcError::not_yours("this token opens no seat of this game"))
    }
}

/// How urgent the turn of a computer is in a game in which a person plays. In a position or on a map that somebody has
/// made, a veteran may think for seconds.
fn kind_of(header: &Header, level: Level, clock: Option<u8>) -> Kind {
    let is_printed = !header.practice && header.pack.is_none();
    match (level, clock) {
        (level, _) if level.answers_at_once() => Kind::Quick,
        (Level::Veteran, None) if is_printed => Kind::Quick,
        (Level::Veteran | Level::General, None) => Kind::Turn,
        _ => Kind::Long,
    }
}

/// A player's share of the dice, or what binds it, if it still can be taken: a page that comes back
/// offers it again.
pub(super) fn offer(table: &mut dyn AnyGame, place: Viewer, stake: &Stake) -> Result<(), RpcError> {
    let state = handlers::player(place).and_then(|side| table.shares().map(|shares| shares[side]));
    let held = !matches!(state, None | Some(ShareState::None | ShareState::Awaited));
    let passed_over = match stake {
        Stake::Commit(_, commitment) => held && *commitment == table.header().commitment,
        Stake::Share(_) => matches!(state, Some(ShareState::Committed | ShareState::Asked)),
    };
    if passed_over {
        return Ok(());
    }
    match handlers::stake_of(table, place, stake) {
        Err(error) if error.code == RpcError::GONE => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tabletop::PackMark;

    #[test]
    fn a_veteran_is_quick_in_the_printed_battles_alone() {
        let header = json!({
            "longroll": 2, "system": "blue-gray", "scenario": "training", "data": "", "options": {}, "commitment": "",
        });
        let printed: Header = serde_json::from_value(header).unwrap();
        let mark = PackMark { id: "0".repeat(64), title: "A pack".to_owned() };
        let made = [
            Header { pack: Some(mark), ..printed.clone() },
            // Every position that is set up by hand or played on from is for practice.
            Header { practice: true, ..printed.clone() },
        ];
        assert_eq!(kind_of(&printed, Level::Veteran, None), Kind::Quick);
        for header in &made {
            assert_eq!(kind_of(header, Level::Veteran, None), Kind::Turn);
            assert_eq!(kind_of(header, Level::Recruit, None), Kind::Quick);
            assert_eq!(kind_of(header, Level::General, None), Kind::Turn);
            assert_eq!(kind_of(header, Level::Veteran, Some(5)), Kind::Long);
        }
    }

    #[test]
    fn a_side_has_ordered_once_it_has_given_an_order_of_the_game() {
        let mut made = BySide::default();
        for more in [
            json!({ "side": "union", "commit": "0".repeat(64) }),
            json!({ "side": "union", "seed": "north" }),
            json!({ "side": "union", "offer": { "draw": {} } }),
            json!({ "seated": true }),
            json!({ "side": "union", "resign": true }),
        ] {
            Made::add(&mut made, &more);
            assert!(!made.union.ordered, "{more}");
        }
        // Orders whose dice have not fallen count, and those of the other side do not.
        Made::add(&mut made, &json!({ "side": "confederate", "declared": { "throw": {} } }));
        assert_eq!((made.union.ordered, made.confederate.ordered), (false, true));
        Made::add(&mut made, &json!({ "side": "union", "order": { "take": { "count": 1 } }, "events": [] }));
        assert!(made.union.ordered);
    }

    #[test]
    fn standing_orders_count_for_whoever_gave_them() {
        let standing =
            json!({ "side": "confederate", "order": { "instruct": "x".repeat(500) }, "events": [] });
        let entry = json!({ "version": 7, "side": "union", "order": { "take": { "count": 1 } }, "standing": [standing] });
        let mut made = BySide::default();
        Made::add(&mut made, &entry);
        assert_eq!((made.union.entries, made.confederate.entries), (1, 0));
        assert_eq!(made.confederate.bytes, standing.to_string().len());
        assert_eq!(made.union.bytes + made.confederate.bytes, entry.to_string().len());
        // Nobody has made what the server enters.
        Made::add(&mut made, &json!({ "version": 8, "links": {} }));
        assert_eq!(made.union.entries, 1);
    }
}
