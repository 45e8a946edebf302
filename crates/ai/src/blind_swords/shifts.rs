//! The column shifts used by the evaluation without search, looked up in the charts once per
//! battle.

use blind_swords::{CloseShift, FireShift, Numbers, Tables};

pub(super) struct Shifts {
    pub fire: FireShifts,
    pub close: CloseShifts,
}

pub(super) struct FireShifts {
    pub cover: i32,
    pub wall: i32,
    pub cavalry: i32,
    pub skirmish: i32,
}

pub(super) struct CloseShifts {
    /// The odds of attackers to defenders that each shift asks for, whether it favours the
    /// attackers, and its columns; of those that favour one side the best first.
    odds: [(f64, bool, i32); 6],
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
    pub(super) fn new(tables: &Tables, numbers: &Numbers) -> Shifts {
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
                odds: numbers.odds.map(|(shift, ratio)| {
                    let least = f64::from(ratio.attackers) / f64::from(ratio.defenders);
                    (least, ratio.favours_attackers(), close(shift))
                }),
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
    /// The shift for these odds: attackers per defender.
    pub(super) fn of_odds(&self, odds: f64) -> i32 {
        let reached = |&&(least, attackers, _): &&(f64, bool, i32)| {
            if attackers { odds >= least } else { odds <= least }
        };
        self.odds.iter().find(reached).map_or(0, |&(_, _, columns)| columns)
    }
}
