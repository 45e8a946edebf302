//! What `longroll serve` allows its clients.

use std::time::Duration;

use server::{Limit, Limits};

/// Handles that connections must leave free: for the database, for bots, for the log.
const RESERVE: usize = 128;

/// The number of handles requested from the system.
const HANDLES: u64 = 16_384;

/// Limits. Those by address do not hold for programs on this machine unless they are set. 0 is no
/// limit.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits (0: none; those by address pass this machine by unless they are set)")]
pub(crate) struct Allowed {
    /// Connections at once, in all [default: 4096, or fewer where the system gives fewer handles]
    #[arg(long, value_name = "N")]
    max_connections: Option<usize>,
    /// Connections at once from one address (of IPv6: from one /64) [default: 128]
    #[arg(long, value_name = "N")]
    connections_per_address: Option<u32>,
    /// WebSockets at once from one address [default: 48]
    #[arg(long, value_name = "N")]
    sockets_per_address: Option<u32>,
    /// Requests a second from one address, and ten times as many at once [default: 100]
    #[arg(long, value_name = "N")]
    requests_per_second: Option<u32>,
    /// Messages a second from one address over its WebSockets, and ten times as many at once
    /// [default: 50]
    #[arg(long, value_name = "N")]
    messages_per_second: Option<u32>,
    /// KiB a second that one address sends and fetches, and ten times as many at once
    /// [default: 4096]
    #[arg(long, value_name = "N")]
    kilobytes_per_second: Option<u32>,
    /// Questions a second from one address (previews, options, views, records, lists), and ten times
    /// as many at once [default: 30]
    #[arg(long, value_name = "N")]
    questions_per_second: Option<u32>,
    /// Games made in an hour from one address [default: 120]
    #[arg(long, value_name = "N")]
    games_per_hour: Option<u32>,
    /// Data packs made or loaded in an hour from one address [default: 120]
    #[arg(long, value_name = "N")]
    packs_per_hour: Option<u32>,
    /// Data packs checked, or opened for the editor, in a minute from one address [default: 60]
    #[arg(long, value_name = "N")]
    pack_checks_per_minute: Option<u32>,
    /// Data packs shared or withdrawn in an hour from one address [default: 20]
    #[arg(long, value_name = "N", requires = "shared_packs")]
    shares_per_hour: Option<u32>,
    /// Let every visitor share data packs with all others: who read what of a printed sheet, and how many
    /// agree
    #[arg(long)]
    shared_packs: bool,
    /// Data packs shared at once, in all
    #[arg(long, value_name = "N", default_value_t = 200, requires = "shared_packs")]
    max_shared_packs: u16,
    /// Requests for advice in an hour from one address [default: 240]
    #[arg(long, value_name = "N")]
    advice_per_hour: Option<u32>,
    /// Reviews of games, or of moments, asked for in an hour from one address [default: 240]
    #[arg(long, value_name = "N")]
    reviews_per_hour: Option<u32>,
    /// Seconds of work in a minute for one address: reading packs and records, drawing maps of packs [default: 30]
    #[arg(long, value_name = "N")]
    work_seconds_per_minute: Option<u32>,
    /// MiB in an hour that one address adds to records of games [default: 32]
    #[arg(long, value_name = "N")]
    record_megabytes_per_hour: Option<u32>,
    /// Games without an order, in all [default: 10000]
    #[arg(long, value_name = "N")]
    max_unstarted: Option<usize>,
    /// Games without an order, from one address [default: 200]
    #[arg(long, value_name = "N")]
    unstarted_per_address: Option<u32>,
    /// Delete a game without a single order after this many days; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 7)]
    unstarted_days: u32,
    /// Delete a finished game after this many days; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    finished_days: u32,
    /// Delete a started game after this many days without a change; 0: never
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    idle_days: u32,
}

impl Allowed {
    /// These limits, within what the system allows this process.
    pub(crate) fn limits(&self) -> Limits {
        self.within(handles())
    }

    fn within(&self, handles: usize) -> Limits {
        let usual = Limits::default();
        let room = handles.saturating_sub(RESERVE).max(handles / 2).max(1);
        let wanted = match self.max_connections {
            None => usual.connections,
            Some(0) => usize::MAX,
            Some(wanted) => wanted,
        };
        let connections = wanted.min(room);
        let chosen = |chosen: Option<u32>, usual: Limit| chosen.map_or(usual, Limit::set);
        let days = |days: u32| (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 3600));
        Limits {
            connections,
            // This leaves room for people who only look at a page beside all who play.
            sockets: (connections - connections / 4).max(1),
            connections_of: chosen(self.connections_per_address, usual.connections_of),
            sockets_of: chosen(self.sockets_per_address, usual.sockets_of),
            requests_of: chosen(self.requests_per_second, usual.requests_of),
            messages_of: chosen(self.messages_per_second, usual.messages_of),
            kilobytes_of: chosen(self.kilobytes_per_second, usual.kilobytes_of),
            questions_of: chosen(self.questions_per_second, usual.questions_of),
            games_of: chosen(self.games_per_hour, usual.games_of),
            packs_of: chosen(self.packs_per_hour, usual.packs_of),
            checks_of: chosen(self.pack_checks_per_minute, usual.checks_of),
            shared_packs: if self.shared_packs { usize::from(self.max_shared_packs) } else { 0 },
            shares_of: chosen(self.shares_per_hour, usual.shares_of),
            advice_of: chosen(self.advice_per_hour, usual.advice_of),
            reviews_of: chosen(self.reviews_per_hour, usual.reviews_of),
            work_of: chosen(self.work_seconds_per_minute, usual.work_of),
            records_of: chosen(self.record_megabytes_per_hour, usual.records_of),
            unstarted: self.max_unstarted.unwrap_or(usual.unstarted),
            unstarted_of: chosen(self.unstarted_per_address, usual.unstarted_of),
            unstarted_for: days(self.unstarted_days),
            finished_for: days(self.finished_days),
            idle_for: days(self.idle_days),
            ..usual
        }
    }
}

/// How many handles this process may have open, after requesting more.
fn handles() -> usize {
    #[cfg(unix)]
    let handles = rlimit::increase_nofile_limit(HANDLES).ok();
    #[cfg(not(unix))]
    let handles = Some(HANDLES);
    // The number that every Unix allows.
    usize::try_from(handles.unwrap_or(256)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        allowed: Allowed,
    }

    fn within(handles: usize, words: &[&str]) -> Limits {
        CommandLine::try_parse_from(["serve"].iter().chain(words)).unwrap().allowed.within(handles)
    }

    #[test]
    fn handles_are_left_for_the_database() {
        for (handles, words, connections) in [
            (16_384, &[][..], 4096),
            (1024, &[], 896),
            (1024, &["--max-connections", "100"], 100),
            (1024, &["--max-connections", "5000"], 896),
            (1024, &["--max-connections", "0"], 896),
            (200, &[], 100),
        ] {
            let limits = within(handles, words);
            assert_eq!(limits.connections, connections, "{handles} {words:?}");
            assert!(limits.sockets < connections);
        }
        assert!(handles() > RESERVE);
    }

    #[test]
    fn what_is_set_holds_for_this_machine_too() {
        assert_eq!(within(1024, &[]).games_of, Limits::default().games_of);
        assert_eq!(within(1024, &["--games-per-hour", "3"]).games_of, Limit::set(3));
        assert_eq!(within(1024, &["--unstarted-days", "0"]).unstarted_for, None);
    }

    #[test]
    fn games_are_kept_unless_whoever_runs_the_server_says_otherwise() {
        let usual = within(1024, &[]);
        assert_eq!((usual.finished_for, usual.idle_for), (None, None));
        let set = within(1024, &["--finished-days", "30", "--idle-days", "90"]);
        let days = |days: u64| Some(Duration::from_secs(days * 24 * 3600));
        assert_eq!((set.finished_for, set.idle_for), (days(30), days(90)));
    }
}
