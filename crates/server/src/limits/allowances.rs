//! What each address may still have of everything that costs.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use protocol::RpcError;
use serde::Serialize;

use super::rate::Over;
use super::refusals::{Refusals, Refused};
use super::{Client, Limit, Limits, Rate, Unsent, WorkQueue, wait};

/// What an address may do only so often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Costly {
    /// A request over HTTP.
    Request,
    /// A message over a WebSocket.
    Message,
    /// A question about a game, or for a list.
    Question,
    /// A new game.
    Game,
    /// A data pack made or loaded.
    Pack,
    /// A data pack read through, or opened for the editor.
    Check,
    /// A data pack shared, or withdrawn.
    Share,
    /// Advice.
    Advice,
    /// A review, of a moment or a game.
    Review,
}

impl Costly {
    /// All of them.
    const ALL: [Costly; 9] = [
        Costly::Request,
        Costly::Message,
        Costly::Question,
        Costly::Game,
        Costly::Pack,
        Costly::Check,
        Costly::Share,
        Costly::Advice,
        Costly::Review,
    ];

    /// The name of its limit: that of the option that sets it.
    fn limit(self) -> &'static str {
        match self {
            Costly::Request => "requests-per-second",
            Costly::Message => "messages-per-second",
            Costly::Question => "questions-per-second",
            Costly::Game => "games-per-hour",
            Costly::Pack => "packs-per-hour",
            Costly::Check => "pack-checks-per-minute",
            Costly::Share => "shares-per-hour",
            Costly::Advice => "advice-per-hour",
            Costly::Review => "reviews-per-hour",
        }
    }

    fn allowed(self, limits: &Limits) -> Limit {
        match self {
            Costly::Request => limits.requests_of,
            Costly::Message => limits.messages_of,
            Costly::Question => limits.questions_of,
            Costly::Game => limits.games_of,
            Costly::Pack => limits.packs_of,
            Costly::Check => limits.checks_of,
            Costly::Share => limits.shares_of,
            Costly::Advice => limits.advice_of,
            Costly::Review => limits.reviews_of,
        }
    }

    fn rate(self, limit: Limit) -> Rate {
        match self {
            Costly::Request | Costly::Message | Costly::Question => Rate::a_second(limit),
            Costly::Check => Rate::a_minute(limit),
            Costly::Game | Costly::Pack | Costly::Share | Costly::Advice | Costly::Review => {
                Rate::an_hour(limit)
            }
        }
    }

    /// What an address or a network may do.
    fn sentence(self, who: &str, most: u32) -> String {
        match self {
            Costly::Request => format!("{who} may make {most} requests a second"),
            Costly::Message => format!("{who} may send {most} messages a second"),
            Costly::Question => format!("{who} may ask {most} questions a second"),
            Costly::Game => format!("{who} may make {most} games an hour"),
            Costly::Pack => format!("{who} may make or load {most} data packs an hour"),
            Costly::Check => format!("{who} may have {most} data packs checked a minute"),
            Costly::Share => format!("{who} may share or withdraw {most} data packs an hour"),
            Costly::Advice => format!("{who} may ask for advice {most} times an hour"),
            Costly::Review => format!("{who} may ask for {most} reviews an hour"),
        }
    }
}

/// The name of the limit on packs that are shared.
pub(crate) const SHARED_PACKS: &str = "max-shared-packs";

/// The name of the limit on bytes.
const KILOBYTES: &str = "kilobytes-per-second";

/// The name of the limit on work.
const WORK: &str = "work-seconds-per-minute";

/// The name of the limit on what records grow by.
const RECORDS: &str = "record-megabytes-per-hour";

/// A limit by address or network that was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The name of the limit.
    pub limit: &'static str,
    /// How many are allowed.
    pub most: u32,
    /// How long to wait.
    pub wait: Duration,
    sentence: String,
}

impl From<Reached> for RpcError {
    fn from(reached: Reached) -> RpcError {
        RpcError::limit(reached.limit, reached.most as usize, reached.to_string(), reached.wait)
    }
}

impl Reached {
    fn new(
        limit: &'static str,
        of_one: Limit,
        Over { wait, scope }: Over,
        sentence: impl Fn(&str, u32) -> String,
    ) -> Reached {
        let most = of_one.most.map_or(0, |most| scope.most(most).get());
        Reached { limit, most, wait, sentence: sentence(scope.name(), most) }
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: wait {}", self.sentence, wait(self.wait))
    }
}

/// What every address may still do, and who was refused something.
#[derive(Debug)]
pub struct Allowances {
    limits: Limits,
    rates: [Rate; Costly::ALL.len()],
    kilobytes: Rate,
    records: Rate,
    work: Arc<WorkQueue>,
    unsent: Arc<Unsent>,
    refusals: Arc<Refusals>,
    unnamed_proxy: OnceLock<IpAddr>,
}

impl Allowances {
    /// All that is allowed.
    pub fn new(limits: &Limits) -> Allowances {
        Allowances {
            limits: *limits,
            rates: Costly::ALL.map(|what| what.rate(what.allowed(limits))),
            kilobytes: Rate::a_second(limits.kilobytes_of),
            records: Rate::an_hour(limits.records_of),
            work: Arc::new(WorkQueue::new(ai::Threads::all().count().max(2), limits.work_of)),
            unsent: Arc::default(),
            refusals: Arc::default(),
            unnamed_proxy: OnceLock::new(),
        }
    }

    /// Lets this client do it once more.
    ///
    /// # Errors
    /// Which limit is reached.
    pub fn spend(&self, what: Costly, client: Client) -> Result<(), Reached> {
        self.rates[what as usize].spend(client).map_err(|over| {
            let sentence = |who: &str, most| what.sentence(who, most);
            Reached::new(what.limit(), what.allowed(&self.limits), over, sentence)
        })
    }

    /// Lets this client go on, if it has not sent and fetched too much.
    ///
    /// # Errors
    /// That it has.
    pub fn may_transfer(&self, client: Client) -> Result<(), Reached> {
        self.kilobytes.wait(client).map_or(Ok(()), |over| {
            let sentence = |who: &str, most| format!("{who} may send and fetch {most} KiB a second");
            Err(Reached::new(KILOBYTES, self.limits.kilobytes_of, over, sentence))
        })
    }

    /// This client has sent or fetched so many bytes.
    pub fn transferred(&self, client: Client, bytes: usize) {
        self.kilobytes.charge(client, bytes as f64 / 1024.0);
    }

    /// Lets this client have more work done, if it has not used up its time.
    ///
    /// # Errors
    /// That it has.
    pub fn may_work(&self, client: Client) -> Result<(), Reached> {
        self.work.wait(client).map_or(Ok(()), |over| {
            let sentence = |who: &str, most| format!("{who} may have {most} seconds of work a minute");
            Err(Reached::new(WORK, self.limits.work_of, over, sentence))
        })
    }

    /// Lets this client add to the record of a game, if it has not added too much to such records.
    ///
    /// # Errors
    /// That it has.
    pub(crate) fn may_record(&self, client: Client) -> Result<(), Reached> {
        self.records.wait(client).map_or(Ok(()), |over| {
            let sentence = |who: &str, most| format!("{who} may add {most} MiB to records of games an hour");
            Err(Reached::new(RECORDS, self.limits.records_of, over, sentence))
        })
    }

    /// By so many bytes a record has grown for this client.
    pub fn recorded(&self, client: Client, bytes: usize) {
        self.records.charge(client, bytes as f64 / f64::from(1 << 20));
    }

    /// Where work is done.
    pub fn work(&self) -> &Arc<WorkQueue> {
        &self.work
    }

    /// What waits to be taken.
    pub fn unsent(&self) -> &Arc<Unsent> {
        &self.unsent
    }

    /// A proxy at that address forwards requests, and was not named; whether it is the first.
    pub(crate) fn note_unnamed_proxy(&self, peer: IpAddr) -> bool {
        self.unnamed_proxy.set(peer).is_ok()
    }

    /// Who was refused something.
    pub fn refusals(&self) -> &Arc<Refusals> {
        &self.refusals
    }

    /// Forgets who has not been here for long.
    pub fn tidy(&self) {
        self.rates.iter().for_each(Rate::tidy);
        self.kilobytes.tidy();
        self.records.tidy();
        self.work.tidy();
        self.refusals.tidy();
    }

    /// What is in force, and who was refused something of late.
    pub fn told(&self) -> LimitsTold {
        let Limits { connections, sockets, connections_of, sockets_of, unstarted, unstarted_of, .. } =
            self.limits;
        let shared_packs = self.limits.shared_packs;
        let whole = |limit, most: usize| LimitTold {
            limit,
            most: u32::try_from(most).ok().filter(|most| *most > 0),
            by_address: false,
            this_machine: true,
        };
        let one = |limit, of: Limit| LimitTold {
            limit,
            most: of.most.map(u32::from),
            by_address: true,
            this_machine: of.loopback,
        };
        let mut limits = vec![
            whole("connections", connections),
            whole("sockets", sockets),
            whole("unstarted-games", unstarted),
            one("connections-per-address", connections_of),
            one("sockets-per-address", sockets_of),
            one("unstarted-per-address", unstarted_of),
        ];
        limits.extend(Costly::ALL.map(|what| one(what.limit(), what.allowed(&self.limits))));
        // Where none can be shared that is no limit.
        if shared_packs > 0 {
            limits.push(whole(SHARED_PACKS, shared_packs));
        }
        limits.push(one(KILOBYTES, self.limits.kilobytes_of));
        limits.push(one(WORK, self.limits.work_of));
        limits.push(one(RECORDS, self.limits.records_of));
        let unnamed_proxy = self.unnamed_proxy.get().copied();
        LimitsTold { limits, refused: self.refusals.list(), kept: Vec::new(), unnamed_proxy }
    }
}

/// What is in force, and who was refused something of late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LimitsTold {
    /// Every limit that can be set.
    pub limits: Vec<LimitTold>,
    /// Who was refused something in the last quarter of an hour.
    pub refused: Vec<Refused>,
    /// How long games are kept that nobody changes.
    pub kept: Vec<KeptTold>,
    /// The first proxy that forwarded a request and is not among the trusted ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unnamed_proxy: Option<IpAddr>,
}

/// How long games of a kind are kept that nobody changes, as it is told to whoever runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct KeptTold {
    /// Which: `unstarted`, `finished` or `idle`.
    pub games: &'static str,
    /// For how many days; nothing: for ever.
    pub days: Option<u64>,
    /// How many have gone since the server was started.
    pub gone: u64,
}

/// One limit as it is told to whoever runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LimitTold {
    /// Its name.
    pub limit: &'static str,
    /// How many; nothing: no limit.
    pub most: Option<u32>,
    /// Whether each address has its own.
    pub by_address: bool,
    /// Whether it holds for programs on this machine.
    pub this_machine: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_refusal_says_what_how_many_and_when_again() {
        let limits = Limits {
            requests_of: Limit::usual(1),
            messages_of: Limit::usual(1),
            questions_of: Limit::usual(1),
            games_of: Limit::usual(3),
            packs_of: Limit::usual(4),
            checks_of: Limit::usual(5),
            shares_of: Limit::usual(8),
            advice_of: Limit::usual(6),
            reviews_of: Limit::usual(7),
            ..Limits::default()
        };
        let allowances = Allowances::new(&limits);
        let client = Client::at([192, 0, 2, 1].into());
        let sentences: Vec<String> = Costly::ALL
            .iter()
            .map(|what| {
                let reached = (0..20).find_map(|_| allowances.spend(*what, client).err());
                let reached = reached.expect("it is reached");
                assert_eq!(allowances.told().limits.iter().filter(|l| l.limit == reached.limit).count(), 1);
                reached.to_string()
            })
            .collect();
        assert_eq!(
            sentences,
            [
                "one address may make 1 requests a second: wait 1 second",
                "one address may send 1 messages a second: wait 1 second",
                "one address may ask 1 questions a second: wait 1 second",
                "one address may make 3 games an hour: wait 20 minutes",
                "one address may make or load 4 data packs an hour: wait 15 minutes",
                "one address may have 5 data packs checked a minute: wait 12 seconds",
                "one address may share or withdraw 8 data packs an hour: wait 8 minutes",
                "one address may ask for advice 6 times an hour: wait 10 minutes",
                "one address may ask for 7 reviews an hour: wait 9 minutes",
            ]
        );
        let other = Client::at([192, 0, 2, 2].into());
        assert!(Costly::ALL.iter().all(|what| allowances.spend(*what, other).is_ok()));
        assert!(allowances.may_transfer(client).is_ok());
        allowances.transferred(client, 100 << 20);
        let reached = allowances.may_transfer(client).unwrap_err();
        assert_eq!(reached.to_string(), "one address may send and fetch 4096 KiB a second: wait 15 seconds");
        allowances.recorded(client, 32 << 20);
        assert!(allowances.may_record(client).is_ok());
        allowances.recorded(client, 8 << 20);
        let reached = allowances.may_record(client).unwrap_err();
        assert_eq!(
            reached.to_string(),
            "one address may add 32 MiB to records of games an hour: wait 15 minutes"
        );
    }
}
