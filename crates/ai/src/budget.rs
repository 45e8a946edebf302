//! How long a commander may think.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::interrupt::interrupted;

/// How much thought a commander may spend on a player-turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// The level's default, counted in trials: the same game on every machine.
    Own,
    /// This many trials: the same game on every machine.
    Trials(u32),
    /// This much time by the clock: the faster the machine, the better the play, and no two games
    /// alike.
    Time(Duration),
}

impl Budget {
    /// Starts spending it; `own` is the number of trials that the level spends by default.
    pub fn begin(self, own: u32) -> Stopwatch {
        match self {
            Budget::Own => Stopwatch { left: Some(own), until: None },
            Budget::Trials(trials) => Stopwatch { left: Some(trials), until: None },
            Budget::Time(time) => Stopwatch { left: None, until: Some(Instant::now() + time) },
        }
    }

    /// A fraction of it, `share` of 1, for one of the decisions of a player-turn.
    pub fn part(self, share: f64) -> Budget {
        match self {
            Budget::Own => Budget::Own,
            Budget::Trials(trials) => Budget::Trials((f64::from(trials) * share) as u32),
            Budget::Time(time) => Budget::Time(time.mul_f64(share.clamp(0.0, 1.0))),
        }
    }
}

/// Keeps account of the time spent, since a budget is given for a player-turn and a player-turn
/// takes many decisions.
#[derive(Debug, Clone, Default)]
pub(crate) struct TimeAccount {
    /// The turn that the time is spent on: any number that differs from one player-turn to the next.
    turn: u32,
    spent: Duration,
}

impl TimeAccount {
    /// The budget of one decision in that player-turn: the fraction `of_trials` of all trials, or
    /// the fraction `of_clock` of the time that is left.
    pub(crate) fn budget_for(&mut self, budget: Budget, turn: u32, of_trials: f64, of_clock: f64) -> Budget {
        if self.turn != turn {
            *self = TimeAccount { turn, spent: Duration::ZERO };
        }
        match budget {
            Budget::Time(time) => Budget::Time(time.saturating_sub(self.spent)).part(of_clock),
            other => other.part(of_trials),
        }
    }

    /// Records the time that a decision took.
    pub(crate) fn charge(&mut self, took: Duration) {
        self.spent += took;
    }
}

#[derive(Debug, Clone)]
pub struct Stopwatch {
    left: Option<u32>,
    until: Option<Instant>,
}

impl Stopwatch {
    /// Whether it goes by the clock: then only time limits the number of trials.
    pub fn is_timed(&self) -> bool {
        self.until.is_some()
    }

    /// Whether the time is over, or the thinking has been called off. Trials are not looked at.
    pub fn is_over(&self) -> bool {
        interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// How many of so many trials could be spent now.
    pub fn affords(&self, trials: usize) -> usize {
        if self.is_over() {
            return 0;
        }
        self.left.map_or(trials, |left| trials.min(left as usize))
    }

    /// Spends one trial. `false` if none is left or the thinking has been called off.
    pub fn spend(&mut self) -> bool {
        if self.affords(1) == 0 {
            return false;
        }
        if let Some(left) = &mut self.left {
            *left -= 1;
        }
        true
    }

    /// Spends this many trials at once. `false` if none is left.
    pub fn spend_many(&mut self, trials: u32) -> bool {
        if !self.spend() {
            return false;
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(trials.saturating_sub(1));
        }
        true
    }

    /// Sets a part of it aside for one task: this many trials if it counts trials, a fifth of the
    /// time left if it goes by the clock.
    pub fn share(&mut self, trials: u32) -> Stopwatch {
        let left = self.left.as_mut().map(|left| {
            let taken = trials.min(*left);
            *left -= taken;
            taken
        });
        let until = self.until.map(|until| {
            let now = Instant::now();
            now + until.saturating_duration_since(now) / 5
        });
        Stopwatch { left, until }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_for_all_decisions_of_a_player_turn_together() {
        let seconds = Duration::from_secs;
        let clock = Budget::Time(seconds(10));
        let mut account = TimeAccount::default();
        assert_eq!(account.budget_for(clock, 1, 1.0, 0.5), Budget::Time(seconds(5)));
        account.charge(seconds(4));
        assert_eq!(account.budget_for(clock, 1, 1.0, 0.5), Budget::Time(seconds(3)));
        account.charge(seconds(7));
        assert_eq!(account.budget_for(clock, 1, 1.0, 0.5), Budget::Time(Duration::ZERO));
        assert_eq!(account.budget_for(clock, 2, 1.0, 0.5), Budget::Time(seconds(5)), "the next has its own");
        assert!(!account.budget_for(clock, 2, 1.0, 0.0).begin(9).spend());
    }

    #[test]
    fn trials_are_shared_out_whatever_was_spent() {
        let mut account = TimeAccount::default();
        account.charge(Duration::from_secs(4));
        assert_eq!(account.budget_for(Budget::Trials(100), 0, 0.25, 0.5), Budget::Trials(25));
        assert_eq!(account.budget_for(Budget::Own, 0, 0.25, 0.5), Budget::Own);
    }
}
