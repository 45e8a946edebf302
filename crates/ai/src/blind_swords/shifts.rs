//! The column shifts used by the evaluation without search, looked up in the charts once per
//! battle.

use blind_swords::Tables;

/// Columns, up or down; 0 where the charts have no such shift.
pub(super) struct Shifts {
    pub fire: FireShifts,
    pub close: CloseShifts,
}

/// The shifts of Fire Combat.
pub(super) struct FireShifts {
    pub cover: i32,
    pub wall: i32,
    pub cavalry: i32,
    pub skirmish: i32,
}

/// The shifts of Close Combat.
pub(super) struct CloseShifts {
    /// For odds from 3 to 1 down to 1 to 3.
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
        let fire = |id| tables.fire_shift(id).map_or(0, |shift| i32::from(shift.columns));
        let close = |id| tables.close_shift(id).map_or(0, |shift| i32::from(shift.columns));
        Shifts {
            fire: FireShifts {
                cover: fire("target-in-cover"),
                wall: fire("stone-wall"),
                cavalry: fire("target-cavalry"),
                skirmish: fire("target-skirmish"),
            },
            close: CloseShifts {
                three_one: close("odds-3-1"),
                two_one: close("odds-2-1"),
                three_two: close("odds-3-2"),
                two_three: close("odds-2-3"),
                one_two: close("odds-1-2"),
                one_three: close("odds-1-3"),
                flank: close("flank-attack"),
                guns: close("defending-guns"),
                better_attacker: close("better-attacker"),
                better_defender: close("better-defender"),
                cavalry: close("defending-cavalry"),
                up_slope: close("up-slope"),
                up_steep_slope: close("up-steep-slope"),
                wall: close("stone-wall"),
            },
        }
    }
}

impl CloseShifts {
    /// The shift for these odds: attackers per defender.
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
