//! What is to be told, found and entered.

use std::collections::BTreeMap;

use protocol::RpcError;
use protocol::answer::You;
use sha2::{Digest, Sha256};
use tabletop::hex_string;

use super::quiet::next_hour;
use super::text::{Kind, Told};
use super::{ChannelKind, Notices};
use crate::club::challenges::Club;
use crate::games::{Games, broken};
use crate::secrets::for_logs;
use crate::store::{NewNotice, SeatToTell, StoreError};

/// How often all games are looked at, in seconds, besides those that have changed here: others may
/// have written, and gone.
const EVERYTHING: i64 = 60;

/// How long a notice waits at least, in seconds: an order that is taken back at once is no news.
const SETTLES: i64 = 15;

/// How long it waits for a player who is at the table, in seconds.
const ATTENDED: i64 = 300;

/// Of how many challenges an account is told in an hour.
const MOST_CHALLENGES: usize = 10;

impl Notices {
    /// Finds what is to be told, and enters it.
    pub(crate) async fn enter(&self, games: &Games) {
        let mut looked = self.looked.lock().await;
        if self.closing.is_cancelled() || !self.store.has_key() {
            return;
        }
        let now = self.clock.now();
        let changes = games.take_changes();
        for seat in changes.attended {
            looked.attended.entry(seat).or_insert(now);
        }
        let everything = looked.everything.is_none_or(|last| now - last >= EVERYTHING || now < last);
        let changed = changes.games.iter().map(String::as_str);
        match self.look(games, changed, everything, &mut looked.challenged).await {
            Ok(()) if everything => looked.everything = Some(now),
            Ok(()) => {}
            Err(error) => {
                broken(&error);
                // Whatever it was: everything is looked at again.
                looked.everything = None;
            }
        }
        // The server that has written enters the notice, and knows nothing of who is here.
        for ((game, seat), since) in &looked.attended {
            let Some(you) = You::from_word(seat) else { continue };
            if let Err(error) = self.store.put_off(game, you, since + ATTENDED).await {
                broken(&error);
            }
        }
        looked.attended.retain(|_, since| now - *since < 2 * SETTLES);
    }

    async fn look(
        &self,
        games: &Games,
        changed: impl Iterator<Item = &str>,
        everything: bool,
        challenged: &mut BTreeMap<String, Vec<i64>>,
    ) -> Result<(), StoreError> {
        let mut seats = Vec::new();
        if everything {
            seats = self.store.seats_to_tell(None).await?;
        } else {
            for game in changed {
                seats.extend(self.store.seats_to_tell(Some(game)).await?);
            }
        }
        for seat in seats {
            self.enter_seat(games, &seat).await?;
        }
        if everything {
            let now = self.clock.now();
            challenged.retain(|_, told| {
                told.retain(|at| now - at < 3600);
                !told.is_empty()
            });
            for (challenge, account) in self.store.challenges_to_tell(now).await? {
                let told = challenged.entry(account.clone()).or_default();
                // Whoever challenges and withdraws again and again fills nobody's mailbox.
                if told.len() < MOST_CHALLENGES {
                    told.push(now);
                    self.enter_challenge(games, &challenge, &account).await?;
                } else {
                    self.store.enter_challenge(&challenge, &[]).await?;
                }
            }
        }
        Ok(())
    }

    async fn enter_seat(&self, games: &Games, seat: &SeatToTell) -> Result<(), StoreError> {
        let news = match games.seat_news(&seat.game, seat.you).await {
            Ok(news) => news,
            // It was deleted meanwhile.
            Err(error) if error.code == RpcError::NO_GAME => return Ok(()),
            Err(error) => {
                // Others are told all the same.
                tracing::error!(
                    game = for_logs(&seat.game),
                    error = error.message,
                    "nobody can be told of this game"
                );
                return Ok(());
            }
        };
        if news.feed.version != seat.version {
            // It has gone on, or what another server wrote was not read here yet.
            games.look_again_for_notices(&seat.game);
            return Ok(());
        }
        let passed_over = news.attended && (news.over || news.alone);
        let wait = if news.attended { ATTENDED } else { SETTLES };
        let told = Told::of(news.feed, news.over).filter(|_| !passed_over);
        let notices = match &told {
            Some(told) => {
                let about = (&*seat.game, seat.you.word(), seat.version);
                self.notices_for(&seat.account, about, told, wait).await?
            }
            None => Vec::new(),
        };
        self.store.enter_notices(seat, &notices).await
    }

    async fn enter_challenge(&self, games: &Games, id: &str, account: &str) -> Result<(), StoreError> {
        let Some(accounts) = games.accounts() else { return Ok(()) };
        let Ok(Some(news)) = (Club { games, accounts }).challenge_in_words(id).await else { return Ok(()) };
        let told = Told {
            kind: Kind::Challenge,
            game: None,
            version: 0,
            name: "Longroll".to_owned(),
            title: news.title,
            lines: news.text.lines().map(str::to_owned).collect(),
        };
        let about = format!("challenge {id}");
        let notices = self.notices_for(account, (&about, "", 0), &told, SETTLES).await?;
        self.store.enter_challenge(id, &notices).await
    }

    /// What each channel of an account is to be sent. It is named by what it is about: two servers that
    /// enter it at the same time enter it once.
    async fn notices_for(
        &self,
        account: &str,
        (about, seat, version): (&str, &str, u32),
        told: &Told,
        wait: i64,
    ) -> Result<Vec<NewNotice>, StoreError> {
        let now = self.clock.now();
        let east = self.store.quiet(account).await?.map_or(0, |quiet| quiet.east);
        let channels = self.store.channels(account).await?;
        let live = channels.into_iter().filter(|channel| channel.confirmed && !channel.paused);
        let known = live.filter(|channel| ChannelKind::from_word(&channel.kind).is_some());
        let notice = |channel: crate::store::Channel| NewNotice {
            id: name(&[&channel.id, about, seat, &version.to_string()]),
            about: about.to_owned(),
            seat: seat.to_owned(),
            version,
            text: serde_json::json!(told).to_string(),
            due: channel.hour.map_or(now + wait, |hour| next_hour(now, hour, east)),
            channel: channel.id,
        };
        Ok(known.map(notice).collect())
    }
}

/// What a notice is called that is about this.
pub(super) fn name(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    hash.update(b"longroll notice 1\0");
    hash.update(parts.join("\0"));
    let mut name = hex_string(&hash.finalize());
    name.truncate(32);
    name
}
