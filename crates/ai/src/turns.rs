//! Where the turns of a game begin: where sides move in turns every player-turn, elsewhere every
//! game-turn.

use tabletop::{Side, Standing};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub turn: u32,
    /// The side whose player-turn it is; `None` where both sides act in a game-turn.
    pub side: Option<Side>,
}

/// Follows a game from one turn to the next.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    now: Option<Turn>,
}

impl Turns {
    /// Whether a turn begins in this position: the one before, which has ended. At the start of the
    /// game none has.
    pub(crate) fn ended_at(&mut self, standing: &Standing) -> Option<Option<Turn>> {
        let moving = standing.phasing.filter(|_| standing.phase == "movement");
        let begins = match self.now {
            None => true,
            Some(now) => now.turn != standing.turn || moving.is_some() && now.side != moving,
        };
        begins.then(|| self.now.replace(Turn { turn: standing.turn, side: moving }))
    }

    pub(crate) fn now(&self) -> Option<Turn> {
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(turn: u32, phase: &str, phasing: Option<Side>) -> Standing {
        Standing { turn, turns: 9, phase: phase.to_owned(), phasing }
    }

    #[test]
    fn a_turn_ends_where_the_next_begins() {
        let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
        let mut turns = Turns::default();
        let turn = |turn, side| Some(Some(Turn { turn, side }));
        assert_eq!(turns.ended_at(&standing(1, "movement", union)), Some(None));
        assert_eq!(turns.ended_at(&standing(1, "combat", union)), None);
        assert_eq!(turns.ended_at(&standing(1, "movement", confederate)), turn(1, union));
        assert_eq!(turns.ended_at(&standing(2, "movement", union)), turn(1, confederate));
        // Where both sides act in a turn.
        let mut turns = Turns::default();
        assert_eq!(turns.ended_at(&standing(1, "activation", union)), Some(None));
        assert_eq!(turns.ended_at(&standing(1, "activation", confederate)), None);
        assert_eq!(turns.ended_at(&standing(2, "keys", union)), turn(1, None));
        assert_eq!(turns.now(), Some(Turn { turn: 2, side: None }));
    }
}
