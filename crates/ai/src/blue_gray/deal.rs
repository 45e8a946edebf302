//! Dealt dice: the dice thrown when candidates are compared. Candidates are compared throw by
//! throw, so that luck decides as little as possible: what two candidates have in common throws the
//! same die in both, whatever differs before it; and over six rehearsals in a row each throw shows
//! every face once.

use tabletop::Dice;

use crate::chance::Chance;

const FACES: u64 = 6;

/// The dice of one of several rehearsals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deal {
    /// The seed shared by all rehearsals that are compared.
    pub seed: u64,
    /// The number of this rehearsal, from 0.
    pub round: u64,
}

impl Deal {
    /// The source of chance for the choices made in this rehearsal.
    pub(super) fn chance(self) -> Chance {
        Chance::new(self.seed.wrapping_add(self.round))
    }

    /// The dice for one occurrence in this rehearsal; `parts` distinguish it from all others.
    pub(super) fn dice(self, parts: impl IntoIterator<Item = u64>) -> Dealt {
        Dealt { key: parts.into_iter().fold(self.seed, mixed), round: self.round, thrown: 0 }
    }
}

/// The dice dealt to one occurrence.
#[derive(Debug)]
pub(super) struct Dealt {
    key: u64,
    round: u64,
    thrown: u64,
}

impl Dice for Dealt {
    fn throw(&mut self) -> u8 {
        self.thrown += 1;
        let mut chance = Chance::new([self.thrown, self.round / FACES].into_iter().fold(self.key, mixed));
        let mut faces: [u8; FACES as usize] = std::array::from_fn(|i| i as u8 + 1);
        for i in (1..faces.len()).rev() {
            faces.swap(i, chance.below(i + 1));
        }
        faces[(self.round % FACES) as usize]
    }
}

fn mixed(key: u64, part: u64) -> u64 {
    (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(deal: Deal, what: u64) -> Vec<u8> {
        let mut dice = deal.dice([what]);
        (0..20).map(|_| dice.throw()).collect()
    }

    #[test]
    fn in_six_rounds_each_throw_shows_every_face_once() {
        for block in [0, 1, 7] {
            let rounds: Vec<Vec<u8>> =
                (0..FACES).map(|i| throws(Deal { seed: 3, round: block * FACES + i }, 5)).collect();
            for throw in 0..20 {
                let mut faces: Vec<u8> = rounds.iter().map(|round| round[throw]).collect();
                faces.sort_unstable();
                assert_eq!(faces, [1, 2, 3, 4, 5, 6]);
            }
        }
    }

    #[test]
    fn the_same_thing_is_thrown_alike_and_another_is_not() {
        let deal = Deal { seed: 3, round: 2 };
        assert_eq!(throws(deal, 5), throws(deal, 5));
        let others =
            [throws(deal, 6), throws(Deal { seed: 4, ..deal }, 5), throws(Deal { round: 8, ..deal }, 5)];
        assert!(others.iter().all(|other| *other != throws(deal, 5)));
    }

    /// Two throws of one round are as independent as two dice: all 36 pairs come up, each about
    /// equally often.
    #[test]
    fn throws_are_independent_of_each_other() {
        let mut seen = [[0_u32; 6]; 6];
        for seed in 0..600 {
            for round in 0..FACES {
                let mut dice = Deal { seed, round }.dice([1]);
                seen[usize::from(dice.throw()) - 1][usize::from(dice.throw()) - 1] += 1;
            }
        }
        // 100 of each are expected; five standard deviations are 50.
        assert!(seen.iter().flatten().all(|count| (50..150).contains(count)), "{seen:?}");
    }
}
