//! Clocks of games between two people. What a clock shows follows from the record alone: its header
//! has the settings, and every entry the time at which it was made.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BySide, NoShow, Side};

/// Length of a day, in seconds.
const DAY: u64 = 24 * 60 * 60;

const WEEK: u64 = 7 * DAY;

/// The most seconds that a setting may name: ten years.
const MOST: u32 = 10 * 366 * 24 * 60 * 60;

/// Seconds after which clocks start though a player has not come, where a game lasts days.
const GRACE: u64 = 3 * DAY;

/// The same where it is played at one sitting: its banks are of less than a day.
const LIVE_GRACE: u64 = 2 * 60;

/// Seconds after the server is back during which no game can be lost on time.
const BACK: u64 = 60 * 60;

/// From when to when a server was down, in seconds since 1970: no time counts against players then. One of no
/// length is a start after an unknown time.
pub type Downtime = (u64, u64);

/// Whether these follow on each other.
pub(crate) fn is_in_order(away: &[Downtime]) -> bool {
    away.iter().all(|(from, to)| from <= to) && away.windows(2).all(|two| two[0].1 <= two[1].0)
}

/// The part of these that comes after `since`.
pub(crate) fn away_since(away: &[Downtime], since: u64) -> Vec<Downtime> {
    let past = away.partition_point(|(_, to)| *to <= since);
    away[past..].iter().map(|(from, to)| ((*from).max(since), *to)).collect()
}

/// A moment that players are given, with the time before it that the server was down added.
pub(crate) fn put_off(moment: u64, away: &[Downtime]) -> u64 {
    away.iter().fold(
        moment,
        |moment, (from, to)| {
            if *from < moment { moment.saturating_add(to - from) } else { moment }
        },
    )
}

/// Until when no game can be lost on time: players have an hour once the server is back.
pub(crate) fn spared_until(away: &[Downtime]) -> Option<u64> {
    away.last().map(|(_, to)| to.saturating_add(BACK))
}

/// The most days off that a game may name by their dates.
const MOST_DATES: usize = 400;

/// How a game's clocks are set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockSettings {
    /// Seconds that each player has from the start.
    pub bank: u32,
    /// Seconds that are added for each player-turn, where the game has none for each game-turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: u32,
    /// Seconds for questions out of turn, anew in every player-turn; what goes beyond them is taken
    /// from the bank.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub answers: u32,
    /// Days on which no time is counted: names of weekdays (`"sunday"`) and dates
    /// (`"2026-12-25"`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<String>,
    /// Minutes by which the players' midnight is before that of UTC: 60 for Paris in winter, -300
    /// for New York.
    #[serde(default, skip_serializing_if = "is_greenwich")]
    #[schemars(range(min = -840, max = 840))]
    pub east: i32,
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_none_away(seconds: &u64) -> bool {
    *seconds == 0
}

fn is_greenwich(minutes: &i32) -> bool {
    *minutes == 0
}

/// The weekdays, as settings name them; the first is the one on which 1970 began.
const WEEKDAYS: [&str; 7] = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"];

impl ClockSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// The field, and what was expected.
    pub fn check(&self) -> Result<(), String> {
        if self.bank == 0 {
            return Err("bank: at least one second was expected".to_owned());
        }
        for (name, seconds) in [("bank", self.bank), ("turn", self.turn), ("answers", self.answers)] {
            if seconds > MOST {
                return Err(format!("{name}: at most {MOST} seconds, ten years, were expected"));
            }
        }
        if !(-840..=840).contains(&self.east) {
            return Err("east: minutes from -840 to 840 were expected".to_owned());
        }
        if self.off.len() > MOST_DATES {
            return Err(format!("off: at most {MOST_DATES} days were expected"));
        }
        for (i, day) in self.off.iter().enumerate() {
            if !WEEKDAYS.contains(&day.as_str()) && day_of(day).is_none() {
                return Err(format!(
                    "off[{i}]: a weekday or a date like \"2026-12-25\" was expected, not {day:?}"
                ));
            }
        }
        if WEEKDAYS.iter().all(|day| self.off.iter().any(|off| off == day)) {
            return Err("off: one weekday at least has to count".to_owned());
        }
        Ok(())
    }

    /// How many seconds after both seats were taken a clock starts at the latest.
    pub fn grace(&self) -> u64 {
        if u64::from(self.bank) < DAY { LIVE_GRACE } else { GRACE }
    }
}

/// When no time is counted: read once, as a record may name many days and have many entries.
#[derive(Debug, PartialEq, Eq)]
struct DaysOff {
    /// Seconds by which the players' midnight is before that of UTC.
    east: i64,
    /// Indexed in the order of [`WEEKDAYS`].
    weekdays: [bool; 7],
    /// Days since 1970, in order, none of them on one of the weekdays.
    dates: Vec<u64>,
}

impl DaysOff {
    fn of(settings: &ClockSettings) -> DaysOff {
        let weekdays = WEEKDAYS.map(|weekday| settings.off.iter().any(|off| off == weekday));
        let mut dates: Vec<u64> = settings.off.iter().filter_map(|off| day_of(off)).collect();
        dates.retain(|day| !weekdays[(day % 7) as usize]);
        dates.sort_unstable();
        dates.dedup();
        DaysOff { east: i64::from(settings.east) * 60, weekdays, dates }
    }

    /// How many of the seconds between two moments count. However far apart they are: a record may
    /// say so.
    fn counted(&self, from: u64, to: u64) -> u64 {
        let (from, to) = (from.saturating_add_signed(self.east), to.saturating_add_signed(self.east));
        let whole = to.saturating_sub(from);
        if whole == 0 {
            return 0;
        }
        // How much of a day lies between a moment and the end.
        let within = |day: u64, from: u64| {
            let (begins, ends) = (day.saturating_mul(DAY), (day + 1).saturating_mul(DAY));
            ends.min(to).saturating_sub(begins.max(from))
        };
        // Each whole week has each weekday once, whichever it begins with.
        let weeks = whole / WEEK;
        let mut off = weeks * DAY * self.weekdays.iter().filter(|off| **off).count() as u64;
        let rest = from + weeks * WEEK;
        let weekdays = (rest / DAY..=to / DAY).filter(|day| self.weekdays[(day % 7) as usize]);
        off += weekdays.map(|day| within(day, rest)).sum::<u64>();
        let [first, last] = [from, to].map(|at| self.dates.partition_point(|day| *day < at / DAY));
        let dates = self.dates[first..].iter().take(last + 1 - first);
        off += dates.map(|day| within(*day, from)).sum::<u64>();
        whole - off
    }

    /// The first moment by which that many seconds count since another.
    fn after(&self, from: u64, seconds: u64) -> u64 {
        // One weekday at least counts, and a date takes a day that counts.
        let counting = seconds.saturating_add((self.dates.len() as u64).saturating_mul(DAY));
        let (mut first, mut last) = (seconds, counting.saturating_mul(7).saturating_add(2 * WEEK));
        while first < last {
            let middle = first + (last - first) / 2;
            if self.counted(from, from.saturating_add(middle)) >= seconds {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        from.saturating_add(first)
    }
}

/// The day of a date of the calendar, counted from the first of 1970.
fn day_of(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let digits = |text: &str, count| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    if !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
        return None;
    }
    let (year, month, day): (u64, u64, u64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if year < 1970 || !(1..=12).contains(&month) || day == 0 || day > days[month as usize - 1] {
        return None;
    }
    // The days before the first of a year, by the leap years among those before it.
    let before = |year: u64| year * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    Some(before(year) - before(1970) + days[..month as usize - 1].iter().sum::<u64>() + day - 1)
}

/// The side on the clock in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockTurn {
    pub number: u32,
    /// The side whose player-turn it is; `None` where both act in one game-turn.
    pub player: Option<Side>,
    /// The side whose turn it is to act: a question to the other side is out of turn. `None` where both may
    /// be asked.
    pub acting: Option<Side>,
}

/// The clocks of a game as its record leaves them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    settings: Arc<ClockSettings>,
    off: Arc<DaysOff>,
    /// Seconds that are left in the banks; below 0 since more was taken than was left.
    bank: BySide<i64>,
    /// The same of the time for questions out of turn; never below 0.
    answers: BySide<i64>,
    /// When the last entry was made.
    since: u64,
    until: u64,
    /// When they start though a player has made no entry, once both seats were taken.
    starts: Option<u64>,
    /// The sides that have made an entry.
    come: BySide<bool>,
    /// The player who keeps a match waiting while no clock runs, and from when on the other may end it.
    waits_for: Option<NoShow>,
    /// The side whose clock runs, and whether out of turn.
    running: Option<(Side, bool)>,
    /// The last game-turn for which a side was given time.
    given: BySide<u32>,
    /// The turn that the position is in.
    turn: Option<(u32, Option<Side>)>,
    /// When the server was down since the last entry.
    away: Vec<Downtime>,
    /// Seconds for which each player had kept the clocks running until the last entry.
    waited: BySide<u64>,
}

impl Clock {
    /// The clocks before the first entry.
    pub fn new(settings: ClockSettings) -> Clock {
        Clock {
            bank: BySide::from_fn(|_| i64::from(settings.bank)),
            answers: BySide::from_fn(|_| i64::from(settings.answers)),
            off: Arc::new(DaysOff::of(&settings)),
            settings: Arc::new(settings),
            since: 0,
            until: 0,
            starts: None,
            come: BySide::default(),
            waits_for: None,
            running: None,
            given: BySide::default(),
            turn: None,
            away: Vec::new(),
            waited: BySide::default(),
        }
    }

    /// Hands in when the server was down; what was before the last entry counts no more.
    pub(crate) fn tell_away(&mut self, away: &[Downtime]) {
        self.away = away_since(away, self.since);
    }

    /// When the server was down since the last entry.
    pub(crate) fn away(&self) -> &[Downtime] {
        &self.away
    }

    /// When the last entry was made, in seconds since 1970.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// Both seats were taken at that time: the other's clock can now start without a player arriving.
    pub(crate) fn seat(&mut self, at: u64) {
        self.starts = Some(at.saturating_add(self.settings.grace()));
    }

    /// An entry of that side was made at that time, and leaves the position in that turn with that
    /// side to be waited for. A clock starts once both players have made an entry; after both seats were
    /// taken, once the other player has made one, or after [`ClockSettings::grace`].
    pub(crate) fn enter(&mut self, at: u64, by: Option<Side>, turn: ClockTurn, waited: Option<Side>) {
        self.waited = self.waited_at(at);
        let (bank, answers) = self.left_at(at);
        (self.bank, self.answers) = (bank, answers);
        // An entry before the last one: the server's clock was put back, and what was dated in the future was
        // made before now.
        let latest = at.saturating_add(self.settings.grace());
        self.starts = self.starts.map(|starts| put_off(starts, &self.away).min(latest));
        if let Some(NoShow { from, side }) = self.waits_for {
            let from = put_off(from, &self.away).min(self.ends_wait(at));
            self.waits_for = Some(NoShow { from, side });
        }
        self.since = at;
        self.away.clear();
        if let Some(side) = by {
            self.come[side] = true;
        }
        if self.turn != Some((turn.number, turn.player)) {
            self.turn = Some((turn.number, turn.player));
            self.answers = BySide::from_fn(|_| i64::from(self.settings.answers));
            for side in Side::BOTH {
                // Once a turn, however often orders are taken back and given again.
                if turn.player.is_none_or(|player| player == side) && self.given[side] < turn.number {
                    self.given[side] = turn.number;
                    self.bank[side] += i64::from(self.settings.turn);
                }
            }
        }
        let begun = self.starts.is_some() || self.come.union && self.come.confederate;
        let out_of_turn = |side: Side| turn.acting.is_some_and(|acting| acting != side);
        self.running = waited.filter(|_| begun).map(|side| (side, out_of_turn(side)));
    }

    /// From that moment the match waits for that side, if any, and no clock runs. After the grace and a whole
    /// bank the other side may end the game.
    pub(crate) fn wait_for(&mut self, side: Option<Side>, at: u64) {
        let before = self.waits_for.filter(|waits| Some(waits.side) == side);
        self.waits_for = before.or_else(|| side.map(|side| NoShow { from: self.ends_wait(at), side }));
    }

    fn ends_wait(&self, begun: u64) -> u64 {
        self.off.after(begun, self.settings.grace() + u64::from(self.settings.bank))
    }

    /// The player who keeps the match waiting, and from when on the other may end it.
    pub(crate) fn waits_for(&self) -> Option<NoShow> {
        let NoShow { from, side } = self.waits_for?;
        let from = put_off(from, &self.away).max(self.until).max(self.spared_until().unwrap_or(0));
        Some(NoShow { from, side })
    }

    pub(crate) fn adjourn(&mut self, until: u64) {
        self.until = until;
    }

    /// When that side's clock starts, while the other player has made no entry.
    fn starts(&self, running: Side) -> Option<u64> {
        let starts = self.starts.filter(|_| !self.come[running.other()])?;
        Some(put_off(starts, &self.away))
    }

    /// Until when that side's clock stands still.
    fn stands_until(&self, running: Side) -> u64 {
        self.until.max(self.starts(running).unwrap_or_default())
    }

    /// How many of the seconds that count between two moments the server was down.
    fn down(&self, from: u64, to: u64) -> u64 {
        let down = self.away.iter().map(|(begun, ended)| self.off.counted(from.max(*begun), to.min(*ended)));
        down.fold(0, u64::saturating_add)
    }

    /// How many seconds count between two moments, without those in which the server was down.
    fn counted(&self, from: u64, to: u64) -> u64 {
        self.off.counted(from, to).saturating_sub(self.down(from, to))
    }

    /// How many seconds the running clock, which is that side's, has run since the last entry.
    fn run(&self, running: Side, at: u64) -> u64 {
        self.counted(self.since.max(self.stands_until(running)), at)
    }

    /// How many seconds each player has kept the clocks running, if nothing is entered until then. While one player
    /// has made no entry, that player keeps the other's clock running: dice may wait for the absent player.
    pub(crate) fn waited_at(&self, at: u64) -> BySide<u64> {
        let mut waited = self.waited;
        if let Some(NoShow { side, .. }) = self.waits_for {
            waited[side] = waited[side].saturating_add(self.counted(self.since.max(self.until), at));
        }
        let Some((running, _)) = self.running else { return waited };
        let by = match (self.come[running], self.come[running.other()]) {
            (_, true) => running,
            (true, false) => running.other(),
            (false, false) => return waited,
        };
        waited[by] = waited[by].saturating_add(self.run(running, at));
        waited
    }

    /// The rest of both banks, and of the time for questions out of turn, if nothing is entered until then.
    fn left_at(&self, at: u64) -> (BySide<i64>, BySide<i64>) {
        let (mut bank, mut answers) = (self.bank, self.answers);
        if let Some((side, out_of_turn)) = self.running {
            let mut counted = i64::try_from(self.run(side, at)).unwrap_or(i64::MAX);
            if out_of_turn {
                let drawn = counted.min(answers[side]);
                answers[side] -= drawn;
                counted -= drawn;
            }
            bank[side] = bank[side].saturating_sub(counted);
        }
        (bank, answers)
    }

    /// Until when the game cannot be lost on time, since the server was down after the last entry.
    pub(crate) fn spared_until(&self) -> Option<u64> {
        spared_until(&self.away)
    }

    /// The side whose time has run out by then.
    pub(crate) fn out_at(&self, at: u64) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left_at(at).0[side] < 0).then_some(side)
    }

    /// The side whose clock runs, and its seconds left at that time; below 0 where more was taken.
    pub(crate) fn left(&self, at: u64) -> Option<ClockLeft> {
        let (running, out_of_turn) = self.running?;
        let (bank, answers) = self.left_at(at);
        let answers = if out_of_turn { answers[running] } else { 0 };
        Some(ClockLeft { running, seconds: bank[running].saturating_add(answers) })
    }

    pub fn view(&self) -> ClockView<'_> {
        ClockView {
            answers: self.answers,
            away: self
                .running
                .map_or(0, |(side, _)| self.down(self.since.max(self.stands_until(side)), u64::MAX)),
            bank: self.bank,
            out_of_turn: self.running.is_some_and(|(_, out_of_turn)| out_of_turn),
            running: self.running.map(|(side, _)| side),
            settings: &self.settings,
            since: self.since,
            starts: self.running.and_then(|(side, _)| self.starts(side)),
            until: Some(self.running.map_or(self.until, |(side, _)| self.stands_until(side)))
                .filter(|until| *until > self.since),
        }
    }
}

/// The clock that runs, as lists of games tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClockLeft {
    /// The side whose clock is running.
    pub running: Side,
    /// Seconds that are left; below 0 where more was taken.
    pub seconds: i64,
}

/// The clocks of a game, as views tell them: as they stood when the last entry was made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ClockView<'a> {
    /// Seconds that each player has left for questions out of turn, in this player-turn.
    pub answers: BySide<i64>,
    /// Seconds since the last entry that would count, had the server not been down: to be taken off the time
    /// that has passed. Absent if it was not.
    #[serde(skip_serializing_if = "is_none_away")]
    pub away: u64,
    /// Seconds that each player has left; below 0 where more was taken.
    pub bank: BySide<i64>,
    /// Whether the question is out of turn: its time comes from `answers` first.
    pub out_of_turn: bool,
    /// Whose time runs; null while neither does.
    pub running: Option<Side>,
    pub settings: &'a ClockSettings,
    /// When the last entry was made, in seconds since 1970 (UTC).
    pub since: u64,
    /// When the running clock starts at the latest: the other player has made no entry yet. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<u64>,
    /// They stand still until then; absent if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(off: &[&str], east: i32) -> ClockSettings {
        let off = off.iter().map(|&day| day.to_owned()).collect();
        ClockSettings { bank: 100, turn: 10, answers: 5, off, east }
    }

    #[test]
    fn days_off_put_off_the_moment_from_which_a_waiting_match_may_be_ended() {
        let mut clock = Clock::new(settings(&["friday"], 0));
        // The first day was a Thursday: 20 of the 120 seconds of grace and the 100 of the bank are before Friday.
        clock.wait_for(Some(Union), DAY - 20);
        assert_eq!(clock.waits_for().map(|waits| waits.from), Some(2 * DAY + 200));
        // Fridays alone count, and of those three do not; and many days in a row.
        let but_friday: Vec<&str> = WEEKDAYS.into_iter().filter(|day| *day != "friday").collect();
        let fridays = [&but_friday[..], &["1970-01-02", "1970-01-09", "1970-01-16"]].concat();
        let dates: Vec<String> = (1..=28).map(|day| format!("1970-02-{day:02}")).collect();
        let row: Vec<&str> =
            ["saturday", "sunday"].into_iter().chain(dates.iter().map(String::as_str)).collect();
        for days in [&["friday"][..], &fridays, &row] {
            let off = DaysOff::of(&settings(days, 0));
            for (from, seconds) in [(0, 0), (5, DAY), (DAY + 7, 1), (2 * DAY, 300), (3 * DAY, 40 * DAY)] {
                let after = off.after(from, seconds);
                assert_eq!(off.counted(from, after), seconds, "{days:?} from {from}");
                assert!(seconds == 0 || off.counted(from, after - 1) < seconds, "the first such moment");
            }
        }
    }

    #[test]
    fn dates_are_counted_from_1970() {
        assert_eq!(day_of("1970-01-01"), Some(0));
        assert_eq!(day_of("1972-03-01"), Some(790));
        assert_eq!(day_of("2026-11-25"), Some(20_782));
        assert_eq!((day_of("2100-03-01"), day_of("9999-12-31")), (Some(47_541), Some(2_932_896)));
        for wrong in
            ["2026-02-29", "2026-13-01", "2026-00-01", "26-01-01", "2026-1-1", "2026-01-01-", "+026-01-01"]
        {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
        assert!(day_of("2028-02-29").is_some());
    }

    #[test]
    fn days_off_are_not_counted_by_the_players_midnight() {
        // The 25th of November 2026 is a Wednesday.
        let wednesday = 20_782 * DAY;
        let none = settings(&[], 0);
        assert_eq!(DaysOff::of(&none).counted(wednesday, wednesday + 3 * DAY), 3 * DAY);
        assert_eq!(
            DaysOff::of(&settings(&["wednesday"], 0)).counted(wednesday, wednesday + 3 * DAY),
            2 * DAY
        );
        assert_eq!(DaysOff::of(&settings(&["thursday"], 0)).counted(wednesday, wednesday + 7 * DAY), 6 * DAY);
        assert_eq!(
            DaysOff::of(&settings(&["2026-11-26"], 0)).counted(wednesday, wednesday + 7 * DAY),
            6 * DAY
        );
        assert_eq!(
            DaysOff::of(&settings(&["2026-11-26"], 0)).counted(wednesday + 10, wednesday + DAY + 10),
            DAY - 10
        );
        // In Paris Thursday begins an hour before it does in Greenwich.
        assert_eq!(DaysOff::of(&settings(&["thursday"], 60)).counted(wednesday, wednesday + DAY), DAY - 3600);
        assert_eq!(
            DaysOff::of(&settings(&["thursday"], -60)).counted(wednesday + DAY, wednesday + 2 * DAY),
            3600
        );
        assert_eq!(DaysOff::of(&none).counted(wednesday + 5, wednesday), 0);
    }

    fn day_by_day(settings: &ClockSettings, from: u64, to: u64) -> u64 {
        let local = |moment: u64| moment.saturating_add_signed(i64::from(settings.east) * 60);
        let (mut at, end, mut counted) = (local(from), local(to), 0);
        while at < end {
            let (day, next) = (at / DAY, ((at / DAY + 1) * DAY).min(end));
            let is_off = |off: &String| off == WEEKDAYS[(day % 7) as usize] || day_of(off) == Some(day);
            counted += if settings.off.iter().any(is_off) { 0 } else { next - at };
            at = next;
        }
        counted
    }

    #[test]
    fn weeks_at_once_come_to_the_same_as_day_by_day() {
        let all = ["saturday", "sunday", "2026-11-28", "2026-11-26", "2026-11-26", "2026-12-25"];
        let start = 20_780 * DAY;
        for days in 0..all.len() {
            for east in [0, 330, -840] {
                let settings = settings(&all[days..], east);
                for (from, to) in (0..60).map(|step| (start + step * 7_013, start + step * step * 1_217)) {
                    assert_eq!(
                        DaysOff::of(&settings).counted(from, to),
                        day_by_day(&settings, from, to),
                        "{from} to {to}"
                    );
                }
            }
        }
        // A record may name any time: it is not gone through day by day.
        let far = DaysOff::of(&settings(&all, 60)).counted(0, u64::MAX);
        assert!(far > u64::MAX / 7 * 4 && far < u64::MAX / 7 * 6, "{far}");
        assert_eq!(DaysOff::of(&settings(&all, 60)).counted(u64::MAX, u64::MAX), 0);
    }

    #[test]
    fn bad_settings_are_named() {
        let wrong = |settings: ClockSettings| settings.check().expect_err("it is wrong");
        assert_eq!(
            wrong(settings(&["sunday", "someday"], 0)),
            "off[1]: a weekday or a date like \"2026-12-25\" was expected, not \"someday\""
        );
        assert_eq!(wrong(settings(&WEEKDAYS, 0)), "off: one weekday at least has to count");
        assert_eq!(wrong(settings(&[], 900)), "east: minutes from -840 to 840 were expected");
        let bank = ClockSettings { bank: 0, ..settings(&[], 0) };
        assert_eq!(wrong(bank), "bank: at least one second was expected");
        let turn = ClockSettings { turn: u32::MAX, ..settings(&[], 0) };
        assert!(wrong(turn).starts_with("turn: at most "));
        assert_eq!(settings(&["saturday", "2026-12-25"], -300).check(), Ok(()));
    }

    fn turn(number: u32, side: Side) -> ClockTurn {
        ClockTurn { number, player: Some(side), acting: Some(side) }
    }

    use Side::{Confederate, Union};

    #[test]
    fn once_seats_are_taken_a_clock_starts_when_the_other_has_come_or_after_the_grace() {
        let mut clock = Clock::new(settings(&[], 0));
        clock.enter(500, Some(Confederate), turn(1, Union), Some(Union));
        assert_eq!(clock.view().running, None, "it is unknown whether the Union's seat is taken");
        clock.seat(1000);
        clock.enter(1000, None, turn(1, Union), Some(Union));
        assert_eq!(
            (clock.view().running, clock.view().starts, clock.view().until),
            (Some(Union), None, None)
        );
        assert_eq!((clock.out_at(1110), clock.out_at(1111)), (None, Some(Union)));

        // Neither player has come: banks of less than a day run two minutes later, others three days later.
        for (bank, grace) in [(100, 120), (u32::try_from(DAY).unwrap(), 3 * DAY)] {
            let mut clock = Clock::new(ClockSettings { bank, turn: 0, ..settings(&[], 0) });
            clock.seat(1000);
            clock.enter(1000, None, turn(1, Union), Some(Union));
            let starts = Some(1000 + grace);
            assert_eq!((clock.view().starts, clock.view().until), (starts, starts));
            let out = 1000 + grace + u64::from(bank);
            assert_eq!((clock.out_at(out), clock.out_at(out + 1)), (None, Some(Union)));
            // The player to move makes an order: the one who is asked then has an opponent who has come.
            clock.enter(1010, Some(Union), turn(1, Confederate), Some(Confederate));
            assert_eq!((clock.view().starts, clock.view().until), (None, None));
            let left = ClockLeft { running: Confederate, seconds: i64::from(bank) - 5 };
            assert_eq!(clock.left(1015), Some(left));
        }
    }

    #[test]
    fn time_is_taken_from_who_is_waited_for_once_both_have_come() {
        let mut clock = Clock::new(settings(&[], 0));
        clock.enter(1000, Some(Union), turn(1, Union), Some(Union));
        // The other player has not come yet: no clock runs.
        assert_eq!(clock.view().running, None);
        clock.enter(2000, Some(Confederate), turn(1, Union), Some(Union));
        assert_eq!(clock.view().bank, BySide { union: 110, confederate: 100 });
        clock.enter(2030, Some(Union), turn(1, Union), Some(Union));
        assert_eq!(clock.view().bank.union, 80);
        assert_eq!((clock.out_at(2110), clock.out_at(2111)), (None, Some(Union)));
        assert_eq!(clock.left(2100), Some(ClockLeft { running: Union, seconds: 10 }));
    }

    #[test]
    fn who_keeps_the_clocks_running_is_counted_through_all_turns() {
        let mut clock = Clock::new(settings(&[], 0));
        clock.seat(1000);
        clock.enter(1000, None, turn(1, Union), Some(Union));
        assert_eq!(clock.waited_at(1200), BySide::default(), "neither has come");
        clock.enter(1200, Some(Union), turn(1, Union), Some(Union));
        let absent = BySide { union: 0, confederate: 300 };
        assert_eq!(clock.waited_at(1500), absent, "the dice may wait for the Confederate player");
        clock.enter(1500, Some(Confederate), turn(1, Union), Some(Union));
        assert_eq!(clock.waited_at(1540), BySide { union: 40, confederate: 300 });
        clock.enter(1540, Some(Union), turn(1, Union), Some(Confederate));
        clock.enter(1550, Some(Confederate), turn(1, Confederate), Some(Confederate));
        assert_eq!(clock.waited_at(1551), BySide { union: 40, confederate: 311 });
        // Not while the clocks stand still, nor while the server was down.
        clock.adjourn(2000);
        clock.tell_away(&[(2005, 2015)]);
        assert_eq!(clock.waited_at(2000), BySide { union: 40, confederate: 310 });
        assert_eq!(clock.waited_at(2020), BySide { union: 40, confederate: 320 });
    }

    #[test]
    fn a_question_out_of_turn_has_a_little_time_of_its_own() {
        let mut clock = Clock::new(settings(&[], 0));
        clock.enter(0, Some(Confederate), turn(1, Union), Some(Union));
        clock.enter(0, Some(Union), turn(1, Union), Some(Confederate));
        assert!(clock.view().out_of_turn);
        clock.enter(3, Some(Confederate), turn(1, Union), Some(Confederate));
        assert_eq!((clock.view().answers.confederate, clock.view().bank.confederate), (2, 100));
        clock.enter(13, Some(Confederate), turn(1, Union), Some(Union));
        assert_eq!((clock.view().answers.confederate, clock.view().bank.confederate), (0, 92));
        // Anew in the next player-turn.
        clock.enter(14, Some(Union), turn(1, Confederate), Some(Confederate));
        assert_eq!((clock.view().answers.confederate, clock.view().bank.confederate), (5, 102));
        assert!(!clock.view().out_of_turn);
    }

    #[test]
    fn a_turn_gives_time_once_however_often_it_is_taken_back() {
        let mut clock = Clock::new(settings(&[], 0));
        for _ in 0..5 {
            clock.enter(0, Some(Union), turn(1, Union), Some(Union));
            clock.enter(0, Some(Union), turn(1, Confederate), Some(Confederate));
        }
        assert_eq!(clock.view().bank, BySide { union: 110, confederate: 110 });
        clock.enter(0, Some(Confederate), turn(2, Union), Some(Union));
        assert_eq!(clock.view().bank, BySide { union: 120, confederate: 110 });
        // Where both act in a game-turn both are given it.
        let mut both = Clock::new(settings(&[], 0));
        let shared = |number| ClockTurn { number, player: None, acting: None };
        both.enter(0, Some(Union), shared(1), Some(Union));
        both.enter(0, Some(Confederate), shared(2), Some(Union));
        assert_eq!(both.view().bank, BySide { union: 120, confederate: 120 });
    }

    #[test]
    fn adjourned_they_stand_still() {
        let mut clock = Clock::new(settings(&[], 0));
        clock.enter(0, Some(Confederate), turn(1, Union), Some(Union));
        clock.enter(10, Some(Union), turn(1, Union), Some(Union));
        clock.adjourn(500);
        assert_eq!(clock.view().until, Some(500));
        assert_eq!(clock.left(400), Some(ClockLeft { running: Union, seconds: 110 }));
        clock.enter(510, Some(Union), turn(1, Union), Some(Union));
        assert_eq!(clock.view().bank.union, 100);
        assert_eq!(clock.view().until, None);
    }
}
