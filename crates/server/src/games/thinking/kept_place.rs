//! The place of a computer's turn between two of its decisions.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Kind, Party, Queue, State, Ticket};

/// The place of a turn whose decision is being carried out, for the next one. It is free if nobody takes it soon.
#[derive(Debug, Clone, Default)]
pub(in crate::games) struct KeptPlace(Arc<Mutex<Option<Ticket>>>);

impl KeptPlace {
    /// Of what has been thought over, if that was a turn that keeps its place: those that take milliseconds come one
    /// after another.
    pub(in crate::games) fn of(ticket: Option<Ticket>) -> KeptPlace {
        let Some(ticket) = ticket.filter(|ticket| ticket.queue.state().keep(ticket.number)) else {
            return KeptPlace::default();
        };
        ticket.queue.entered.notify_waiters();
        // A game in which an order takes longer keeps nobody waiting for it.
        let soon = ticket.queue.keeps / 5;
        let kept = KeptPlace(Arc::new(Mutex::new(Some(ticket))));
        let place = kept.clone();
        tokio::spawn(async move {
            tokio::time::sleep(soon).await;
            place.free();
        });
        kept
    }

    fn take(&self) -> Option<Ticket> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Nobody takes it any more.
    pub(in crate::games) fn free(&self) {
        drop(self.take());
    }

    /// The place for the next decision, if that is as urgent and asked by the same party: until the turn has had it for
    /// some seconds and others wait.
    pub(in crate::games) fn go_on(&self, kind: Kind, party: Option<Party>) -> Option<Ticket> {
        self.take().filter(|ticket| {
            let queue = &ticket.queue;
            queue.state().goes_on(ticket.number, (kind, party), queue)
        })
    }
}

impl State {
    /// Whether that is thought over, and is a turn that keeps its place, which is not in the way meanwhile.
    fn keep(&mut self, number: u64) -> bool {
        let own = self.thinking.iter_mut().find(|errand| errand.number == number);
        own.filter(|own| matches!(own.kind, Kind::Turn | Kind::Long))
            .map(|own| own.decides_since = None)
            .is_some()
    }

    /// Whether a turn keeps its place for its next decision: for less while many networks wait, but then beyond the time
    /// for one decision, since those that follow on a plan take little.
    fn goes_on(&self, number: u64, next: (Kind, Option<Party>), queue: &Queue) -> bool {
        let Some(own) = self.thinking.iter().find(|errand| errand.number == number) else { return false };
        let keeps = queue.keeps.min(2 * self.time_for(own, queue.places));
        let is_short = own.let_in.is_some_and(|began| began.elapsed() < keeps);
        (own.kind, own.party) == next && (is_short || self.waiting.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{KEEPS, queue_of, somebody};
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_turn_keeps_its_place_for_its_next_decisions_for_a_while() {
        let queue = queue_of(1);
        let decided = |ticket| KeptPlace::of(Some(ticket)).go_on(Kind::Turn, somebody(1));
        let mut own = queue.enter(Kind::Turn, "a", somebody(1)).unwrap();
        tokio::time::advance(10 * KEEPS).await;
        own = decided(own).expect("nobody waits");
        let other = queue.enter(Kind::Turn, "b", somebody(2)).unwrap();
        assert!(decided(own).is_none(), "it has had its time");
        assert_eq!(other.place(), 0);
        let mut own = queue.enter(Kind::Turn, "a", somebody(1)).unwrap();
        drop(other);
        let other = queue.enter(Kind::Turn, "b", somebody(2)).unwrap();
        for _ in 0..9 {
            tokio::time::advance(KEEPS / 10).await;
            own = decided(own).expect("it has not had its time");
            assert_eq!((own.place(), other.place()), (0, 1));
        }
        // The place is free if the decision is not carried out soon, and if another kind of turn follows or somebody
        // else has asked.
        let waits = KeptPlace::of(Some(own));
        tokio::time::sleep(KEEPS / 4).await;
        assert_eq!(other.place(), 0);
        assert!(waits.go_on(Kind::Turn, somebody(1)).is_none());
        assert!(KeptPlace::of(Some(other)).go_on(Kind::Turn, somebody(1)).is_none());
        for (kind, next) in [
            (Kind::Quick, Kind::Quick),
            (Kind::Turn, Kind::Quick),
            (Kind::Long, Kind::Turn),
            (Kind::Advice, Kind::Advice),
        ] {
            let own = queue.enter(kind, "a", somebody(1)).unwrap();
            assert!(KeptPlace::of(Some(own)).go_on(next, somebody(1)).is_none(), "{kind:?}");
            assert!(queue.lend().is_some());
        }
    }
}
