//! Dice that fall every way they can: for forecasts that are made by the rules themselves.

use crate::Dice;

/// The faces of a die, each as likely as any other.
const FACES: u8 = 6;

/// Dice that fall one of all the ways they can: first every die shows a 1, and with each further
/// run the last die that can shows one more, as a counter would. How many dice there are is found
/// out as they are asked for.
#[derive(Debug, Default)]
pub struct BranchingDice {
    /// The faces of this way, first to last.
    faces: Vec<u8>,
    /// How many of them have been thrown in this run.
    thrown: usize,
}

impl BranchingDice {
    /// How many dice have been thrown in this run.
    pub fn thrown(&self) -> usize {
        self.thrown
    }

    /// The probability of that many dice falling just as they did.
    fn chance(&self) -> f64 {
        self.faces.iter().fold(1.0, |chance, _| chance / f64::from(FACES))
    }

    /// Moves to the next way; `false` if none is left.
    fn advance(&mut self) -> bool {
        self.faces.truncate(self.thrown);
        self.thrown = 0;
        while self.faces.last() == Some(&FACES) {
            self.faces.pop();
        }
        self.faces.last_mut().map(|last| *last += 1).is_some()
    }
}

impl Dice for BranchingDice {
    fn throw(&mut self) -> u8 {
        if self.thrown == self.faces.len() {
            self.faces.push(1);
        }
        self.thrown += 1;
        self.faces[self.thrown - 1]
    }
}

/// Runs something once for every way in which the dice that it throws can fall, and hands each end
/// over with its chance. The chances come to 1.
///
/// `run` must be the same whenever the dice are: what it throws next may hang on the dice alone.
pub fn every_way<T>(mut run: impl FnMut(&mut BranchingDice) -> T, mut end: impl FnMut(T, f64)) {
    let mut dice = BranchingDice::default();
    loop {
        let reached = run(&mut dice);
        end(reached, dice.chance());
        if !dice.advance() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn spread<T: Ord>(run: impl FnMut(&mut BranchingDice) -> T) -> BTreeMap<T, f64> {
        let mut ends = BTreeMap::new();
        every_way(run, |end, chance| *ends.entry(end).or_insert(0.0) += chance);
        ends
    }

    #[test]
    fn every_way_is_gone_once() {
        let mut ways = Vec::new();
        every_way(|dice| (dice.throw(), dice.throw()), |end, chance| ways.push((end, chance)));
        let all: Vec<(u8, u8)> = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).collect();
        assert_eq!(ways.iter().map(|(way, _)| *way).collect::<Vec<_>>(), all);
        assert!(ways.iter().all(|(_, chance)| (chance - 1.0 / 36.0).abs() < 1e-15));
    }

    #[test]
    fn what_throws_no_die_has_one_end() {
        assert_eq!(spread(|dice| dice.thrown()), BTreeMap::from([(0, 1.0)]));
    }

    #[test]
    fn a_die_may_hang_on_those_before_it() {
        // A six is thrown again, and a second time: the chances are those of a hand's reckoning.
        let ends = spread(|dice| {
            let mut sum = 0;
            while sum < 18 {
                let face = dice.throw();
                sum += face;
                if face < 6 {
                    break;
                }
            }
            (sum, dice.thrown())
        });
        assert_eq!(ends.len(), 16);
        assert!((ends.values().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((ends[&(5, 1)] - 1.0 / 6.0).abs() < 1e-15);
        assert!((ends[&(7, 2)] - 1.0 / 36.0).abs() < 1e-15);
        assert!((ends[&(18, 3)] - 1.0 / 216.0).abs() < 1e-15);
    }
}
