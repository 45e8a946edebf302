//! What every two-sided board wargame here shares: sides, cases, dice, orders, events, records and undo.
//!
//! A rules crate implements [`Rules`]; [`Match`] then plays a game by them: it judges orders, keeps the
//! record, undoes and redoes, and tells each seat what that seat may know. [`Table`] is the same game with its
//! types hidden behind JSON, for servers and the line protocol.

mod audit;
mod begin;
mod case;
pub mod chain;
mod dice;
mod entry;
mod failure;
mod inquiry;
mod links;
mod play;
mod record;
mod rules;
mod score;
mod shares;
mod side;
mod table;
mod words;

pub use audit::{Audit, Auditor, Chain, Verdict, audit};
pub use begin::Setting;
pub use case::Case;
pub use dice::{AuditedDice, Dice, LoadedDice, ServerSeed, commitment, hex_string};
pub use entry::{Deed, Entry, StandingOrder};
pub use failure::{Failure, Refusal};
pub use inquiry::{Asked, Inquiry};
pub use links::{Links, Throw};
pub use play::{Match, Opening};
pub use record::{Fault, Header, PackMark, Record, ShareMode, read_entry};
pub use rules::{Rules, Situation};
pub use score::Score;
pub use shares::{ShareState, Shares, share_hash};
pub use side::{BySide, Seat, Side};
pub use table::{GameSystem, OptionInfo, ScenarioInfo, Sources, Table};
pub use words::{capital, listed};
