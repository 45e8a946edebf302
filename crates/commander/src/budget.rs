//! How long a commander may think.

use std::time::{Duration, Instant};

/// How much thought a commander may spend on a player-turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    /// What his level spends by itself, counted in positions tried: the same game on every machine.
    Own,
    /// So many positions tried: the same game on every machine.
    Trials(u32),
    /// So long by the clock: as good as the machine is fast, and no two games alike.
    Time(Duration),
}

impl Budget {
    /// Begins to spend it; `own` is what the level spends by itself.
    pub fn begin(self, own: u32) -> Stopwatch {
        match self {
            Budget::Own => Stopwatch { left: Some(own), until: None },
            Budget::Trials(trials) => Stopwatch { left: Some(trials), until: None },
            Budget::Time(time) => Stopwatch { left: None, until: Some(Instant::now() + time) },
        }
    }

    /// A part of it, for one of the decisions of a player-turn: `share` of 1.
    pub fn part(self, share: f64) -> Budget {
        match self {
            Budget::Own => Budget::Own,
            Budget::Trials(trials) => Budget::Trials((f64::from(trials) * share) as u32),
            Budget::Time(time) => Budget::Time(time.mul_f64(share.clamp(0.0, 1.0))),
        }
    }
}

/// A budget being spent.
#[derive(Debug, Clone)]
pub struct Stopwatch {
    left: Option<u32>,
    until: Option<Instant>,
}

impl Stopwatch {
    /// Spends one trial, if there is one to spend.
    pub fn spend(&mut self) -> bool {
        if let Some(left) = &mut self.left {
            if *left == 0 {
                return false;
            }
            *left -= 1;
        }
        self.until.is_none_or(|until| Instant::now() < until)
    }

    /// Spends so many trials at once, if there are any left.
    pub fn spend_many(&mut self, trials: u32) -> bool {
        if !self.spend() {
            return false;
        }
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(trials.saturating_sub(1));
        }
        true
    }

    /// Takes a part of it for one task: so many trials of what is counted in trials, a fifth of what is left by the clock.
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
