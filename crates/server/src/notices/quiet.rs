//! Hours of the day: when an account is told nothing, and when all is told at once.

use crate::store::Quiet;

const DAY: i64 = 24 * 3600;

/// The minutes of a day.
const MINUTES: i64 = 24 * 60;

impl Quiet {
    /// What is wrong with it.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if !(0..MINUTES).contains(&self.begins) || !(0..MINUTES).contains(&self.ends) {
            return Err("Quiet hours begin and end at a minute of the day.");
        }
        if !(-840..=840).contains(&self.east) {
            return Err("Midnight is at most 14 hours before that of UTC, or after it.");
        }
        Ok(())
    }

    /// When the quiet hours end in which a moment is; nothing if it is in none. In seconds since 1970.
    pub(super) fn ends_after(&self, now: i64) -> Option<i64> {
        let since = (now + self.east * 60 - self.begins * 60).rem_euclid(DAY);
        let long = (self.ends - self.begins).rem_euclid(MINUTES) * 60;
        (since < long).then_some(now - since + long)
    }
}

/// The next time that it is that hour where midnight is so many minutes before that of UTC.
pub(super) fn next_hour(now: i64, hour: u8, east: i64) -> i64 {
    let since = (now + east * 60 - i64::from(hour) * 3600).rem_euclid(DAY);
    now - since + DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDNIGHT: i64 = 20_000 * DAY;

    fn at(hour: i64, minute: i64) -> i64 {
        MIDNIGHT + hour * 3600 + minute * 60
    }

    #[test]
    fn quiet_hours_may_span_midnight_and_are_those_of_the_account() {
        let night = Quiet { begins: 22 * 60, ends: 7 * 60 + 30, east: 0 };
        assert_eq!(night.ends_after(at(21, 59)), None);
        assert_eq!(night.ends_after(at(22, 0)), Some(at(31, 30)));
        assert_eq!(night.ends_after(at(3, 0)), Some(at(7, 30)));
        assert_eq!(night.ends_after(at(7, 29)), Some(at(7, 30)));
        assert_eq!(night.ends_after(at(7, 30)), None);
        // In New York it is five hours earlier.
        let west = Quiet { east: -300, ..night };
        assert_eq!(west.ends_after(at(22, 0)), None);
        assert_eq!(west.ends_after(at(3, 0)), Some(at(12, 30)));
        // Hours that end as they begin are none.
        assert_eq!(Quiet { ends: night.begins, ..night }.ends_after(at(22, 0)), None);
        let noon = Quiet { begins: 12 * 60, ends: 13 * 60, east: 60 };
        assert_eq!(noon.ends_after(at(11, 15)), Some(at(12, 0)));
        assert_eq!(noon.ends_after(at(12, 0)), None);
    }

    #[test]
    fn an_hour_comes_once_a_day() {
        assert_eq!(next_hour(at(6, 59), 7, 0), at(7, 0));
        assert_eq!(next_hour(at(7, 0), 7, 0), at(31, 0));
        assert_eq!(next_hour(at(7, 0), 7, 60), at(30, 0));
        assert_eq!(next_hour(at(5, 0), 7, 60), at(6, 0));
    }

    #[test]
    fn what_is_no_time_of_day_is_refused() {
        let fine = Quiet { begins: 0, ends: 1439, east: 840 };
        assert_eq!(fine.check(), Ok(()));
        for wrong in [Quiet { begins: -1, ..fine }, Quiet { ends: 1440, ..fine }, Quiet { east: 841, ..fine }]
        {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
    }
}
