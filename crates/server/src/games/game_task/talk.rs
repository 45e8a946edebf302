//! What is said about a game, and noted.
//!
//! Who plays hears the other player, who looks on the other watchers; what watchers say the players
//! read once the game is over. None of it is part of the game.

use std::sync::Arc;

use protocol::answer::{You, answer};
use protocol::talk::{
    NoteTold, NotesTold, ReadTalk, ReportSaid, Room, RoomTold, SaidTold, Say, SayMade, TalkCall, TalkNews,
    TalkTold, WriteNote,
};
use protocol::{Answer, RpcError, Viewer, notice};
use sha2::{Digest, Sha256};
use tabletop::{Side, hex_string, text};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tracing::Instrument;

use super::GameTask;
use crate::games::failure::{broken, lost};
use crate::games::message::Caller;
use crate::games::shared::Shared;
use crate::limits::Client;
use crate::secrets::SeatHash;
use crate::store::{
    MOST_IN_ROOM, MOST_NOTES, MOST_OF_ACCOUNT, NewSaid, Note, Report, Said, SaidKept, TalkSettings, now,
};

/// The most messages of one author in a game.
const MOST_SAID: usize = 500;

/// The longest name of a hex.
const LONGEST_HEX: usize = 8;

/// One who asks, and how they stand to the game.
struct Party {
    place: Viewer,
    /// Whether each side has a player of its own.
    apart: bool,
    over: bool,
    caller: Caller,
}

impl Party {
    /// Who says what they say in that room; or why they may neither read nor say anything there.
    fn author(&self, room: Room) -> Result<String, &'static str> {
        match (room, self.place) {
            (Room::Players, _) if !self.apart => Err("nobody sits on the other side of this game"),
            (Room::Players, Viewer::Side(side)) => Ok(side.word().to_owned()),
            (Room::Players, _) => Err("what the players say to each other is for them alone"),
            (Room::Watchers, place) if !self.over && (place != Viewer::Watcher || self.caller.plays) => {
                Err("what the watchers say is kept from the players until the game is over")
            }
            (Room::Watchers, _) => match &self.caller.name {
                Some(name) => Ok(name.clone()),
                None => Err("sign in to take part in what the watchers say"),
            },
        }
    }
}

/// How many messages of a room are told at once: whoever wants more asks again.
const MOST_TOLD: usize = 200;

/// One who reads what was said.
struct Reader {
    shared: Arc<Shared>,
    game: String,
    party: Party,
    own: TalkSettings,
    /// Whether the other player is at the table, and lets it be known.
    present: bool,
}

impl Reader {
    async fn read(&self, client: Option<Client>, known: &ReadTalk) -> Answer {
        let _place = self.shared.allowances.work().place(false).await;
        let TalkSettings { muted, shown } = self.own;
        let players = match self.party.apart {
            true => Some(self.room(Room::Players, known.players, muted).await?),
            false => None,
        };
        let watchers = self.room(Room::Watchers, known.watchers, false).await?;
        let told = TalkTold { players, watchers, muted, shown, present: self.present };
        self.shared.allowances.work().read(client, || answer(&told))
    }

    async fn room(&self, room: Room, since: u32, muted: bool) -> Result<RoomTold, RpcError> {
        let author = self.party.author(room);
        // Once the game is over everybody may read what was said of it.
        let public = room == Room::Watchers && self.party.over;
        if let (Err(why), false) = (&author, public) {
            let closed = Some((*why).to_owned());
            return Ok(RoomTold { messages: Vec::new(), more: false, closed, silent: None });
        }
        let own = author.as_deref().unwrap_or_default();
        let by = muted.then_some(own);
        let said = self.shared.store.said((&self.game, room.word()), since, by, MOST_TOLD).await;
        let (said, more) = said.map_err(|e| broken(&e))?;
        let messages = said.into_iter().map(|said| told(said, own)).collect();
        Ok(RoomTold { messages, more, closed: None, silent: author.err().map(str::to_owned) })
    }
}

fn refused(why: &str) -> RpcError {
    RpcError::not_yours(why)
}

fn read(name: &str, text: &str) -> Result<String, RpcError> {
    text::MESSAGE.read_optional(name, text).map(str::to_owned).map_err(RpcError::malformed)
}

fn told(said: Said, own: &str) -> SaidTold {
    let Said { number, at, author, text } = said;
    SaidTold { number, at, own: author == own, author, text }
}

impl GameTask {
    /// Answers what is asked about the talk of the game.
    pub(super) async fn talk(
        &mut self,
        (seat, caller): (Option<&SeatHash>, Caller),
        talk: TalkCall,
        reply: oneshot::Sender<Answer>,
    ) {
        let party = match self.party(seat, caller).await {
            Ok(party) => party,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let told = match talk {
            TalkCall::Read(known) => match self.reader(party).await {
                Ok(reader) => return self.read_beside(reader, known, reply),
                Err(error) => Err(error),
            },
            TalkCall::Say(say) => self.say(&party, &say).await,
            TalkCall::Mute(mute) => self.set(&party, |settings| settings.muted = mute.muted).await,
            TalkCall::Show(show) => self.set(&party, |settings| settings.shown = show.shown).await,
            TalkCall::Report(report) => self.report(&party, &report).await,
            TalkCall::Note(note) => self.note(party.place, &note).await,
            TalkCall::Notes(_) => self.notes(party.place).await,
        };
        let _ = reply.send(told);
    }

    async fn party(&mut self, seat: Option<&SeatHash>, caller: Caller) -> Result<Party, RpcError> {
        let open = self.open().await?;
        let (place, apart) = (open.place(seat)?, open.seats.len() == 2);
        Ok(Party { place, apart, over: open.table.asked().is_none(), caller })
    }

    async fn reader(&mut self, party: Party) -> Result<Reader, RpcError> {
        let (own, present) = match party.place {
            Viewer::Side(side) if party.apart => {
                let own = self.settings(side).await?;
                let other = self.settings(side.other()).await?;
                (own, other.shown && self.is_here(side.other()))
            }
            _ => (TalkSettings::default(), false),
        };
        Ok(Reader { shared: Arc::clone(&self.shared), game: self.game.clone(), party, own, present })
    }

    /// Reads the rooms beside the game, whose orders go on meanwhile.
    fn read_beside(&mut self, reader: Reader, known: ReadTalk, reply: oneshot::Sender<Answer>) {
        let (turn, client) = (std::mem::take(&mut self.turn), self.client);
        let reading = async move {
            let told = reader.read(client, &known).await;
            drop(turn);
            let _ = reply.send(told);
        };
        self.shared.at_work.spawn(reading.in_current_span());
    }

    /// How a side wants to talk; kept in mind, so that others are told when it comes and goes.
    async fn settings(&mut self, side: Side) -> Result<TalkSettings, RpcError> {
        let settings = self.shared.store.talk_settings(&self.game, side.word()).await;
        let settings = settings.map_err(|e| broken(&e))?;
        self.shown[side] = settings.shown;
        Ok(settings)
    }

    async fn set(&mut self, party: &Party, change: impl FnOnce(&mut TalkSettings)) -> Answer {
        party.author(Room::Players).map_err(refused)?;
        let Viewer::Side(side) = party.place else { return Err(lost()) };
        let mut settings = self.settings(side).await?;
        let before = settings;
        change(&mut settings);
        self.shared
            .store
            .keep_talk_settings(&self.game, side.word(), settings)
            .await
            .map_err(|e| broken(&e))?;
        self.shown[side] = settings.shown;
        if settings.shown != before.shown {
            self.tell_side(side.other());
        }
        answer(&serde_json::json!({}))
    }

    /// Whether a player looks at the game, as far as this server knows.
    fn is_here(&self, side: Side) -> bool {
        let here = Viewer::Side(side);
        self.watchers.iter().any(|watcher| watcher.place == here && watcher.connection.is_open())
    }

    /// Tells the other player that this one has come or gone, if that may be known.
    pub(super) fn tell_presence(&self, place: Viewer) {
        if let Viewer::Side(side) = place
            && self.shown[side]
        {
            self.tell_side(side.other());
        }
    }

    /// Lets a player know that something is to be read in their room.
    fn tell_side(&self, side: Side) {
        let news = talk_news(&self.game, Room::Players);
        let theirs = self.watchers.iter().filter(|watcher| watcher.place == Viewer::Side(side));
        theirs.for_each(|watcher| watcher.connection.tell_of(&self.game, news.clone()));
    }

    async fn say(&mut self, party: &Party, say: &Say) -> Answer {
        let author = party.author(say.room).map_err(refused)?;
        let text = read("text", &say.text)?;
        if text.is_empty() {
            return Err(RpcError::malformed("text: something to say was expected"));
        }
        let said =
            NewSaid { game: &self.game, room: say.room.word(), author: &author, text: &text, at: now() };
        let kept = self.shared.store.say(&said, MOST_SAID).await.map_err(|e| broken(&e))?;
        let number = match kept {
            SaidKept::Kept(number) => number,
            SaidKept::NoGame => return Err(RpcError::no_game()),
            SaidKept::Full => {
                let most = format!("text: one person says at most {MOST_SAID} things in a game");
                return Err(RpcError::malformed(most));
            }
            SaidKept::RoomFull => {
                let most = format!("text: at most {MOST_IN_ROOM} things are kept of a room");
                return Err(RpcError::malformed(most));
            }
            SaidKept::AccountFull => {
                let most =
                    format!("text: one account says at most {MOST_OF_ACCOUNT} things to watchers in all");
                return Err(RpcError::malformed(most));
            }
        };
        self.said.insert(say.room, number);
        self.tell_talk(say.room);
        answer(&SayMade { number })
    }

    async fn report(&mut self, party: &Party, report: &ReportSaid) -> Answer {
        let by = match (party.author(report.room), &party.caller.name) {
            (Ok(by), _) => by,
            (Err(_), Some(name)) if report.room == Room::Watchers && party.over => name.clone(),
            (Err(why), _) => return Err(refused(why)),
        };
        let why = read("why", &report.why)?;
        let said = self.shared.store.said_as(&self.game, report.room.word(), report.number).await;
        let said = said.map_err(|e| broken(&e))?;
        let said = said.ok_or_else(|| RpcError::malformed("number: there is no such message"))?;
        if let Some(client) = self.client {
            self.shared.allowances.recorded(client, said.text.len());
        }
        // The same message by the same one is one report.
        let mut id = Sha256::new();
        for part in [&*self.game, report.room.word(), &report.number.to_string(), &by] {
            id.update(part);
            id.update([0]);
        }
        let report = Report {
            id: hex_string(&id.finalize()[..16]),
            game: self.game.clone(),
            author: said.author,
            text: said.text,
            by,
            why,
            at: now(),
        };
        if !self.shared.store.report(&report).await.map_err(|e| broken(&e))? {
            return Err(RpcError::malformed("number: so much of this game is reported by you already"));
        }
        let (game, id) = (crate::secrets::for_logs(&self.game), &*report.id);
        tracing::warn!(game, report = id, "something that was said is reported: longroll admin reports");
        answer(&serde_json::json!({}))
    }

    async fn note(&mut self, place: Viewer, note: &WriteNote) -> Answer {
        let seat = own_seat(place)?;
        let hex = note.hex.clone().filter(|hex| !hex.is_empty());
        if hex.as_ref().is_some_and(|hex| hex.len() > LONGEST_HEX || !hex.chars().all(char::is_alphanumeric))
        {
            return Err(RpcError::malformed("hex: a hex of the map was expected"));
        }
        let note = Note { hex, text: read("text", &note.text)?, at: now() };
        match self.shared.store.keep_note(&self.game, seat, &note).await.map_err(|e| broken(&e))? {
            true => answer(&serde_json::json!({})),
            false => Err(RpcError::malformed(format!("hex: there are at most {MOST_NOTES} notes on a game"))),
        }
    }

    async fn notes(&mut self, place: Viewer) -> Answer {
        let seat = own_seat(place)?;
        let notes = self.shared.store.notes(&self.game, seat).await.map_err(|e| broken(&e))?;
        let notes = notes.into_iter().map(|Note { hex, text, at }| NoteTold { hex, text, at }).collect();
        answer(&NotesTold { notes })
    }

    /// Tells those who watch that something was said which they may read.
    fn tell_talk(&mut self, room: Room) {
        let Some(open) = &self.open else { return };
        let over = open.table.asked().is_none();
        let hears = |place| match room {
            Room::Players => matches!(place, Viewer::Side(_)),
            Room::Watchers => over || place == Viewer::Watcher,
        };
        let news = talk_news(&self.game, room);
        for watcher in self.watchers.iter().filter(|watcher| hears(watcher.place)) {
            watcher.connection.tell_of(&self.game, news.clone());
        }
    }

    /// Tells those who watch what another server was told to say.
    pub(super) async fn hear_talk(&mut self) {
        if self.watchers.is_empty() {
            return;
        }
        let Ok(last) = self.shared.store.last_said(&self.game).await else { return };
        if self.open().await.is_err() {
            return;
        }
        for room in Room::ALL {
            let Some((_, number)) = last.iter().find(|(word, _)| word == room.word()) else { continue };
            if self.said.insert(room, *number) != Some(*number) {
                self.tell_talk(room);
            }
        }
    }
}

fn talk_news(game: &str, room: Room) -> Utf8Bytes {
    notice("talk.news", &TalkNews { game: game.to_owned(), room }).into()
}

/// The seat whose notes are asked for.
fn own_seat(place: Viewer) -> Result<&'static str, RpcError> {
    match place {
        Viewer::Side(side) => Ok(side.word()),
        Viewer::Both => Ok(You::Both.word()),
        Viewer::Watcher => Err(refused("notes are a player's: the seat of one is needed")),
    }
}
