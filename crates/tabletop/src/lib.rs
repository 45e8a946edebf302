//! What every two-sided board wargame here shares: sides, cases, dice, orders, events, records and
//! undo.
//!
//! A rules crate implements [`Rules`] (what the game is) and [`Protocol`] (how it is described to clients);
//! [`Game`] then plays a game by them: it judges orders, keeps the record, undoes and redoes, and shows each
//! seat what that seat may know. [`AnyGame`] is the same game with its types hidden behind JSON, for servers
//! and the line protocol.

#![warn(unreachable_pub)]

mod agreement;
mod any_game;
mod audit;
mod begin;
mod branching;
mod case;
pub mod chain;
mod chart;
mod clock;
mod credit;
mod dice;
mod entry;
mod facts;
mod failure;
mod game;
mod info;
mod interlude;
mod links;
mod loader;
mod patch;
mod protocol;
mod reaching;
mod record;
mod rule_check;
mod rules;
mod rules_in_play;
mod scenario_library;
mod score;
mod shares;
mod side;
pub mod text;
mod viewer;
mod words;

pub use agreement::{EndedBy, Ending, NoShow, Offer, OpenOffer};
pub use any_game::{AnyGame, GameSystem, OptionBefore, OptionInfo, ScenarioInfo, Sources};
pub use audit::{Audit, Auditor, Chain, Verdict, audit, audit_while};
pub use begin::GameSetup;
pub use branching::{BranchingDice, every_way};
pub use case::{Case, EditionCase, PrintedCase};
pub use chart::{Chart, Charts};
pub use clock::{Clock, ClockLeft, ClockSettings, ClockTurn, ClockView, Downtime};
pub use credit::Credit;
pub use dice::{AuditedDice, Dice, LoadedDice, ServerSeed, commitment, hex_string};
pub use entry::{Action, Entry, UnnumberedOrder};
pub use facts::{AttackInfo, FACTS, Fact, FactKind, PlaceInfo};
pub use failure::{Failure, Refusal};
pub use game::{Act, Game, Ledger, Opening};
pub use info::{
    CheckInfo, Citation, DiceView, Explanation, LogEntry, LogEvent, Modifier, Modifiers, OptionsAnswer,
    PreviewAnswer, Reason, RefusalInfo, Situation, Standing, UnitInfo, UnnumberedInfo, VictoryInfo,
    VictoryLineInfo,
};
pub use interlude::{CarriedUnit, InterludeInfo, InterludeOption, Sequel};
pub use links::{Links, Throw};
pub use loader::{Loader, OptionToml, SketchedMap, choose_options, read_index};
pub use patch::patch;
pub use protocol::Protocol;
pub use reaching::{Comer, ReachTarget, can_be_told};
pub use record::{Fault, Header, Origin, PackMark, Record, ShareMode, read_entry};
pub use rule_check::{Asked, RuleCheck};
pub use rules::{RuleChange, Rules};
pub use rules_in_play::RulesInPlay;
pub use scenario_library::{Begun, ScenarioLibrary};
pub use score::Score;
pub use shares::{ShareState, Shares, share_hash};
pub use side::{BySide, Seat, Side};
pub use viewer::Viewer;
pub use words::{agree, capital, counted, listed, spelled};
