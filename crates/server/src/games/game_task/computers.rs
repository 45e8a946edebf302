//! Computers' turns: they think, and their orders are given.

use protocol::RpcError;
use protocol::guarded;
use tabletop::Act;

use super::{Cause, GameTask, RETRIED, Unanswered, tried_again};
use crate::games::ai_seats::{AiSeats, has_stood};
use crate::games::message::Decided;
use crate::secrets::for_logs;

impl GameTask {
    /// Lets the computer whose side is asked think, and tells who watches when it is kept out of the queue, and when
    /// no more.
    pub(super) fn think(&mut self) {
        let before = self.ai_seats.outside;
        self.let_think();
        let now = self.ai_seats.outside;
        if now != before {
            self.tell_place(now.unwrap_or(0));
            self.ai_seats.place = now;
        }
    }

    /// Two computers play on only while somebody looks.
    fn let_think(&mut self) {
        let Some(open) = &self.open else { return };
        self.watchers.retain(|w| w.connection.is_open());
        // A computer's order might need a die too.
        if !open.table.waiting().is_empty() {
            return self.ai_seats.leave_queue();
        }
        let Some(kind) = open.turns(&self.watchers) else { return self.ai_seats.call_off() };
        let asker = (kind, self.asker());
        self.ai_seats.think(
            &self.shared,
            (&self.game, asker),
            (&*open.table, &open.library),
            &open.commanders,
        );
    }

    /// Gives the order that a computer has decided on, as everybody's orders are given. If the game
    /// has gone on in the meantime it is forgotten.
    pub(super) async fn execute(&mut self, decided: Decided) {
        let Decided { version, side, counsel, .. } = decided;
        if let Err(error) = self.open().await {
            self.owed = tried_again(&error);
            return;
        }
        self.wake();
        let Some(open) = &mut self.open else { return };
        if open.table.version() != version {
            return;
        }
        let key = AiSeats::key(&self.shared, &self.game, &*open.table, &open.commanders);
        let given = match &counsel {
            Some(counsel) if open.table.takes_no_number(&counsel.order) && has_stood(&*open.table, side) => {
                Err("it gives instructions again and decides nothing".to_owned())
            }
            None => Err("it came to no decision".to_owned()),
            Some(counsel) => {
                let is_made_up = open.is_made_up();
                let act =
                    Act::Order { order: &counsel.order, version: Some(version), reason: &counsel.reason };
                let order = || Ok(open.table.act(side, act)?);
                let given = match is_made_up {
                    true => self.shared.allowances.work().read(None, || guarded(order)),
                    false => guarded(order),
                };
                given.map_err(|error| format!("{} was refused: {}", counsel.order, error.message))
            }
        };
        if let Err(what) = given {
            tracing::error!(game = for_logs(&self.game), %side, version, what, "a commander failed");
            // Whatever went wrong, the table is as its record says.
            self.open = None;
            if !self.ai_seats.fail(version, side, &what) {
                return;
            }
            // The next to think is a stand-in.
            if let Err(error) = self.open().await {
                self.owed = tried_again(&error);
                return;
            }
        }
        // Where another server's computer was faster there is nothing left to do.
        if let Err(Unanswered::Refused(error)) = self.write(version, Cause::Decided(key)).await {
            self.owed = Some(RETRIED);
            tracing::error!(
                game = for_logs(&self.game),
                error = error.message,
                "a computer's order was not kept"
            );
        }
    }

    /// A computer's turn in this game was forgotten by whoever entered it into the queue: it is
    /// carried out here, or removed if nobody waits for it.
    pub(super) async fn take_on(&mut self) {
        let opened = self.open().await.map(|_| ());
        let gone = match &opened {
            Ok(()) => false,
            Err(error) if error.code == RpcError::NO_GAME => true,
            Err(error) => {
                let game = for_logs(&self.game);
                return tracing::error!(game, error = error.message, "a forgotten turn cannot be taken on");
            }
        };
        let kind = self.open.as_ref().filter(|_| !gone).and_then(|open| open.turns(&self.watchers));
        let wanted = self.open.as_ref().filter(|_| kind.is_some());
        let key =
            wanted.and_then(|open| AiSeats::key(&self.shared, &self.game, &*open.table, &open.commanders));
        // What has been thought over elsewhere is carried out, however many games wait here.
        if let Some(kind) = kind.filter(|_| key.is_some() && self.ai_seats.admission.is_none()) {
            self.ai_seats.admission = self.shared.thinking.admit(kind, &self.game, None).ok();
        }
        if let Err(error) = self.shared.store.withdraw_turns(&self.game, key.as_deref()).await {
            tracing::error!(game = for_logs(&self.game), %error, "forgotten turns could not be removed");
        }
    }
}
