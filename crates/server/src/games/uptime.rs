//! When no server of this database was up. Time that players did not have does not count against them: no
//! game expires by it, and no clock runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabletop::Downtime;
use tokio::time::Instant;

use crate::store::{Store, UpTimes};

/// How often a server notes that it is up.
const TICK: Duration = Duration::from_secs(60);

/// The same where servers share a database: whoever starts learns from it that the others were up meanwhile.
const SHARED_TICK: Duration = Duration::from_secs(5);

/// Where servers share a database, a gap of so many seconds is no time in which none was up: one of them may not
/// have noted it yet.
const UNSURE: u64 = 10;

/// How often a server of that store notes that it is up.
pub(crate) fn tick(store: &Store) -> Duration {
    if store.is_shared() { SHARED_TICK } else { TICK }
}

/// A server that has noted nothing for so many seconds was not up: it slept, or its database was gone.
const MISSED: i64 = 180;

/// Seconds for which nothing is deleted once a server is back.
const BACK: i64 = 3600;

/// A system clock that jumps by more seconds than this is worth a warning.
const JUMP: i64 = 24 * 3600;

#[derive(Debug, Default)]
pub(super) struct Uptime(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// Since when this server has been up without a gap.
    begun: Option<i64>,
    /// When it noted that last, by the system's clock and by one that is never set.
    last: Option<(i64, Instant)>,
    down: Arc<[Downtime]>,
    /// It began over games of which it is not known since when no server was up.
    unknown: Option<i64>,
}

impl Uptime {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that this server is up, and learns when none was.
    pub(super) async fn note(&self, store: &Store, now: i64) {
        let begun = {
            let mut noted = self.noted();
            if let Some((then, since)) = noted.last {
                let went = now.saturating_sub(then);
                let passed = i64::try_from(since.elapsed().as_secs()).unwrap_or(i64::MAX);
                warn_of_jump(went.saturating_sub(passed));
                // Another gap, or a clock that was put back: a row of its own.
                if !(-MISSED..=MISSED).contains(&went) {
                    noted.begun = None;
                }
            }
            *noted.begun.get_or_insert(now)
        };
        match store.note_up(begun, now).await {
            Ok(times) => self.learn(&times, begun, now, if store.is_shared() { UNSURE } else { 0 }),
            Err(error) => {
                tracing::warn!(%error, "that this server is up could not be noted");
                let mut noted = self.noted();
                // Nothing is known of the time before: players are spared.
                if noted.last.is_none() {
                    noted.down = Arc::from([(seconds(begun), seconds(begun))]);
                }
            }
        }
    }

    fn learn(&self, times: &UpTimes, begun: i64, now: i64, unsure: u64) {
        let mut noted = self.noted();
        if noted.last.replace((now, Instant::now())).is_none() {
            let earlier = || times.rows.iter().filter(|row| **row != (begun, now));
            if times.any_games && earlier().next().is_none() {
                noted.unknown = Some(begun);
            }
            // What was noted last is in the future: the clock was put back since.
            let ahead = earlier().map(|(_, until)| until.saturating_sub(now)).max().unwrap_or(0);
            warn_of_jump(ahead.saturating_neg().min(0));
        }
        let mut down: Vec<Downtime> =
            noted.unknown.map(|at| (seconds(at), seconds(at))).into_iter().collect();
        down.extend(gaps(&times.rows, now).into_iter().filter(|(from, to)| to - from > unsure));
        down.sort_unstable();
        noted.down = down.into();
    }

    /// When no server was up, for a game that counts time at that moment.
    pub(super) fn down(&self, now: u64) -> Arc<[Downtime]> {
        let noted = self.noted();
        match noted.last {
            // It sleeps, or its clock has jumped: its next tick will say so.
            Some((last, _)) if now.saturating_sub(seconds(last)) > seconds(MISSED) => {
                noted.down.iter().copied().chain([(seconds(last), now)]).collect()
            }
            _ => Arc::clone(&noted.down),
        }
    }

    /// Whether players have had an hour at that time since a server is back.
    pub(super) fn is_back(&self, now: i64) -> bool {
        self.noted().down.last().is_none_or(|(_, to)| signed(*to).saturating_add(BACK) <= now)
    }

    /// The moment since which servers have been up for so many seconds.
    pub(super) fn before(&self, now: i64, stay: i64) -> i64 {
        let (mut at, mut left) = (now, stay);
        for (from, to) in self.noted().down.iter().rev().map(|(from, to)| (signed(*from), signed(*to))) {
            let up = at.saturating_sub(to).max(0);
            if up >= left {
                break;
            }
            left -= up;
            at = at.min(from);
        }
        at.saturating_sub(left)
    }

    /// How many seconds of the time between two moments servers were up.
    #[cfg(feature = "club")]
    pub(super) fn seconds_up(&self, from: i64, to: i64) -> i64 {
        let noted = self.noted();
        let down = noted.down.iter().map(|(begun, ended)| signed(*ended).min(to) - signed(*begun).max(from));
        let down = down.map(|down| down.max(0)).fold(0, i64::saturating_add);
        to.saturating_sub(from).saturating_sub(down).max(0)
    }

    /// When servers will have been up for so many seconds since that moment, if they stay up, and players have
    /// had their hour.
    pub(super) fn after(&self, from: i64, stay: i64) -> i64 {
        let noted = self.noted();
        let mut at = from.saturating_add(stay);
        for (begun, ended) in noted.down.iter().map(|(begun, ended)| (signed(*begun), signed(*ended))) {
            if ended > from && begun < at {
                at = at.saturating_add(ended - begun.max(from));
            }
        }
        at.max(noted.down.last().map_or(i64::MIN, |(_, to)| signed(*to).saturating_add(BACK)))
    }
}

/// Says that the system's clock has jumped by so many seconds.
fn warn_of_jump(seconds: i64) {
    if seconds.saturating_abs() > JUMP {
        let days = seconds as f64 / JUMP as f64;
        tracing::warn!(
            "the system's clock has jumped by {days:.1} days, or the machine slept: clocks of games, deadlines and \
             what is deleted after a while depend on it"
        );
    }
}

/// The times between those in which servers were up. One that began in the future, by a clock that has been
/// put back since, says nothing.
fn gaps(rows: &[(i64, i64)], now: i64) -> Vec<Downtime> {
    let mut gaps = Vec::new();
    let mut reached: Option<i64> = None;
    for (begun, until) in rows.iter().filter(|(begun, _)| *begun <= now) {
        if let Some(reached) = reached.filter(|reached| reached < begun) {
            gaps.push((seconds(reached), seconds(*begun)));
        }
        let until = (*until).min(now);
        reached = Some(reached.map_or(until, |reached| reached.max(until)));
    }
    gaps
}

fn seconds(time: i64) -> u64 {
    u64::try_from(time).unwrap_or_default()
}

fn signed(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(down: &[Downtime]) -> Uptime {
        Uptime(Mutex::new(Noted { down: down.into(), ..Noted::default() }))
    }

    #[test]
    fn it_was_down_while_no_server_was_up() {
        assert_eq!(gaps(&[(10, 20), (15, 40), (18, 25), (50, 60), (60, 70)], 100), [(40, 50)]);
        assert_eq!(gaps(&[(10, 20), (30, 500), (400, 500)], 100), [(20, 30)], "by a clock that was put back");
        assert_eq!(gaps(&[(10, 20)], 100), []);
    }

    #[test]
    fn what_is_kept_for_a_while_is_kept_for_a_while_of_uptime() {
        let none = with(&[]);
        assert_eq!((none.before(1000, 300), none.after(700, 300)), (700, 1000));
        let down = with(&[(500, 600), (800, 900)]);
        assert_eq!(down.before(1000, 100), 900);
        assert_eq!(down.before(1000, 101), 799);
        assert_eq!(down.before(1000, 350), 450);
        assert_eq!(down.after(450, 40), 900 + BACK);
        assert_eq!(down.after(450, 100_000), 450 + 100_000 + 200);
        assert_eq!(down.after(550, 100_000), 550 + 100_000 + 150);
        assert!(!down.is_back(900 + BACK - 1) && down.is_back(900 + BACK) && none.is_back(0));
    }

    #[cfg(feature = "club")]
    #[test]
    fn seconds_without_a_server_are_left_out() {
        let none = with(&[]);
        assert_eq!((none.seconds_up(700, 1000), none.seconds_up(1000, 700)), (300, 0));
        let down = with(&[(500, 600), (800, 900)]);
        let up = |from, to| down.seconds_up(from, to);
        assert_eq!((up(450, 1000), up(550, 850), up(810, 890)), (350, 200, 0));
    }
}
