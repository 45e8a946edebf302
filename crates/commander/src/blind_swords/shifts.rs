//! The column shifts that a glance reckons with, looked up in the charts once a battle.

use blind_swords::{CloseShift, FireShift, Tables};

/// Columns, up or down.
pub(super) struct Shifts {
    pub fire: FireShifts,
    pub close: CloseShifts,
}

/// Of Fire Combat.
pub(super) struct FireShifts {
    pub cover: i32,
    pub wall: i32,
    pub cavalry: i32,
    pub skirmish: i32,
}

/// Of Close Combat.
pub(super) struct CloseShifts {
    /// From odds of 3 to 1 down to 1 to 3.
    pub three_one: i32,
    pub two_one: i32,
    pub three_two: i32,
    pub two_three: i32,
    pub one_two: i32,
    pub one_three: i32,
    pub flank: i32,
    pub guns: i32,
    pub better_attacker: i32,
    pub better_defender: i32,
    pub cavalry: i32,
    pub up_slope: i32,
    pub up_steep_slope: i32,
    pub wall: i32,
}

impl Shifts {
    pub fn new(tables: &Tables) -> Shifts {
        let fire = |shift| i32::from(*tables.fire_shift(shift).columns);
        let close = |shift| i32::from(*tables.close_shift(shift).columns);
        Shifts {
            fire: FireShifts {
                cover: fire(FireShift::TargetInCover),
                wall: fire(FireShift::StoneWall),
                cavalry: fire(FireShift::TargetCavalry),
                skirmish: fire(FireShift::TargetSkirmish),
            },
            close: CloseShifts {
                three_one: close(CloseShift::Odds31),
                two_one: close(CloseShift::Odds21),
                three_two: close(CloseShift::Odds32),
                two_three: close(CloseShift::Odds23),
                one_two: close(CloseShift::Odds12),
                one_three: close(CloseShift::Odds13),
                flank: close(CloseShift::FlankAttack),
                guns: close(CloseShift::DefendingGuns),
                better_attacker: close(CloseShift::BetterAttacker),
                better_defender: close(CloseShift::BetterDefender),
                cavalry: close(CloseShift::DefendingCavalry),
                up_slope: close(CloseShift::UpSlope),
                up_steep_slope: close(CloseShift::UpSteepSlope),
                wall: close(CloseShift::StoneWall),
            },
        }
    }
}

impl CloseShifts {
    /// What odds bring: attackers for one defender.
    pub fn of_odds(&self, odds: f64) -> i32 {
        match odds {
            odds if odds >= 3.0 => self.three_one,
            odds if odds >= 2.0 => self.two_one,
            odds if odds >= 1.5 => self.three_two,
            odds if odds <= 1.0 / 3.0 => self.one_three,
            odds if odds <= 0.5 => self.one_two,
            odds if odds <= 2.0 / 3.0 => self.two_three,
            _ => 0,
        }
    }
}
