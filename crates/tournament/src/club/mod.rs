//! Tournaments of a club: people and commanders who meet round by round, and their ratings.
//!
//! It is pure: who plays whom follows from the players, the results so far and a text that lots are
//! drawn from, and from nothing else.

mod advantage;
mod draw;
mod event;
mod file;
mod knock_out;
mod ladder;
mod matching;
mod rating;
mod round_robin;
mod standings;
mod swiss;

pub use advantage::{Advantage, Advantages};
pub use draw::{Draw, Drawn, NotDrawn};
pub use event::{Contest, Entrant, Event, GameResult, Kind, MatchGame, Round};
pub use file::{BLANK, ClubFile, Ratings, RecordCheck, Unrated, Verified};
pub use ladder::{Ladder, LadderGame, PERIOD, Step};
pub use rating::{PlayerRating, RatedGame, rate};
pub use standings::{Place, TieBreak};

impl Event {
    /// Who meets whom in the next round.
    ///
    /// # Errors
    /// Why there is no next round.
    pub fn draw(&self) -> Result<Draw, NotDrawn> {
        let over = |contest: &Contest| contest.is_over();
        if !self.played.iter().all(|round| round.contests.iter().all(over)) {
            return Err(NotDrawn::Unfinished);
        }
        if self.kind != Kind::KnockOut && self.played.len() >= self.all_rounds() {
            return Err(NotDrawn::Over);
        }
        match self.kind {
            Kind::Swiss => swiss::draw(self),
            Kind::RoundRobin => round_robin::draw(self),
            Kind::KnockOut => knock_out::draw(self),
        }
    }
}
