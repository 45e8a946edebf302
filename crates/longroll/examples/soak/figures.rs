//! What comes out, a line for each number of games.

use std::fmt;
use std::time::Duration;

use crate::player::Measured;
use crate::process::load;

/// Of a disk that is no slower than this, the answers are to come within the time below.
const QUICK_DISK: Duration = Duration::from_millis(4);
const BAR: [Duration; 2] = [Duration::from_millis(3), Duration::from_millis(10)];

/// With computers at work, all but one in a hundred are to come within that.
const BAR_AT_WORK: Duration = Duration::from_millis(20);

/// The figures of one run.
#[derive(Debug, Default)]
pub struct Figures {
    games: usize,
    /// What a game cost in memory, in bytes: when all were open, and at the end.
    memory: [f64; 2],
    /// What each of the second half of them cost: without what the server holds however many there
    /// are, such as the database's cache, but they may use what the first half left free.
    further: f64,
    /// How many games were in memory when all were open.
    open: usize,
    /// How long each write of a bystander to the same disk took.
    disk: Vec<Duration>,
    answered: Vec<Duration>,
    /// Processor time an order.
    processor: Duration,
    /// Orders a second.
    rate: f64,
    /// Bytes an order and seat.
    bytes: f64,
    /// What a seat is told first, in bytes.
    first: f64,
    /// How many games between computers there were besides, and how many orders these gave a second.
    at_work: Option<(u16, f64)>,
}

/// The time that so many of a thousand are within.
fn within(sorted: &[Duration], thousandths: usize) -> Duration {
    sorted
        .get((sorted.len() * thousandths / 1000).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

impl Figures {
    /// What stands above the lines.
    pub const HEADER: &'static str = " games  orders/s |  answered within (ms)   | disk's fsync  | processor |   bytes an | \
                                      KB a game   | load\n                  |   p50    p95    p99    max |   p50    \
                                      p99 |  an order | order, seat | open   end  | (processors)";

    /// Of so many games, each of which cost so many bytes when all were open, each further one so
    /// many, so many of them in memory, and in which so many bytes were told first to both players.
    pub fn new(games: usize, (memory, further, open): (f64, f64, usize), first: f64) -> Figures {
        let memory = [memory, f64::NAN];
        Figures { games, memory, further, open, first: first / 2.0, ..Figures::default() }
    }

    /// Takes in what players and disk measured in that time, and what the server used then.
    pub fn measured(
        &mut self,
        (measured, disk): (Measured, Vec<Duration>),
        (memory, processor): (f64, Duration),
        time: Duration,
    ) {
        (self.memory[1], self.disk) = (memory, disk);
        let orders = measured.answered.len().max(1) as u32;
        self.answered = measured.answered;
        self.answered.sort_unstable();
        self.disk.sort_unstable();
        self.processor = processor / orders;
        self.rate = f64::from(orders) / time.as_secs_f64();
        self.bytes = measured.bytes as f64 / f64::from(orders) / 2.0;
    }

    /// So many games between computers went on besides, at so many orders a second.
    pub fn at_work(&mut self, games: u16, orders: f64) {
        self.at_work = Some((games, orders));
    }

    /// Whether the answers come as they should, by how fast the disk is.
    fn judged(&self) -> String {
        let (p50, p99) = (within(&self.answered, 500), within(&self.answered, 990));
        let disk = within(&self.disk, 990);
        let most = if disk <= QUICK_DISK { BAR[1] } else { 2 * disk + Duration::from_millis(2) };
        let met = |met| if met { "met" } else { "missed" };
        if let Some((games, orders)) = self.at_work {
            return format!(
                "{games} games between computers besides, {orders:.1} orders a second: p99 of {} ms {}",
                BAR_AT_WORK.as_millis(),
                met(p99 <= BAR_AT_WORK)
            );
        }
        format!(
            "p50 of 3 ms {}, p99 of {:.1} ms {}",
            met(p50 <= BAR[0]),
            most.as_secs_f64() * 1000.0,
            met(p99 <= most)
        )
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let answered = |thousandths| ms(within(&self.answered, thousandths));
        let disk = |thousandths| ms(within(&self.disk, thousandths));
        let [open, end] = self.memory.map(|memory| memory / 1024.0);
        let (load, processors) = load();
        write!(f, "{:6} {:9.1} | ", self.games, self.rate)?;
        write!(
            f,
            "{:5.1} {:6.1} {:6.1} {:6.1} | ",
            answered(500),
            answered(950),
            answered(990),
            answered(1000)
        )?;
        write!(
            f,
            "{:5.1} {:6.1} | {:6.2} ms | {:11.0} | ",
            disk(500),
            disk(990),
            ms(self.processor),
            self.bytes
        )?;
        write!(f, "{open:5.1} {end:5.1} | {load} ({processors})")?;
        let further = self.further / 1024.0;
        write!(f, "\n       each further game: {further:.1} KB; {} games in memory; ", self.open)?;
        write!(f, "told first: {:.0} bytes a seat", self.first)?;
        if self.answered.is_empty() { Ok(()) } else { write!(f, "; {}", self.judged()) }
    }
}
