//! What a caller is told when a request comes to nothing.

use std::time::Duration;

use hexmap::brief;
use serde::Serialize;
use serde_json::{Value, json};
use tabletop::Failure;

/// A JSON-RPC error: see "Errors" in docs/protocol.md.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RpcError {
    /// One of the codes below.
    pub code: i32,
    /// One sentence for a person. What it quotes is cut where it is too long to be read.
    pub message: String,
    /// For a refusal by the rules: `{"case", "system"}`; for a pack, its id or its faults; for a
    /// limit, its name; for dice that wait, for whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl RpcError {
    /// The line is no JSON.
    pub const NO_JSON: i32 = -32700;
    /// It is JSON, but no request.
    pub const NO_REQUEST: i32 = -32600;
    /// There is no such method.
    pub const NO_METHOD: i32 = -32601;
    /// The parameters are malformed.
    pub const MALFORMED: i32 = -32602;
    /// A fault of ours.
    pub const OURS: i32 = -32603;
    /// Refused by the rules.
    pub const REFUSED: i32 = 1;
    /// No longer possible.
    pub const GONE: i32 = 2;
    /// No such game.
    pub const NO_GAME: i32 = 3;
    /// Not your seat.
    pub const NOT_YOURS: i32 = 4;

    /// There is no such data pack here.
    pub const NO_PACK: i32 = 5;
    /// A data pack is at fault.
    pub const PACK_AT_FAULT: i32 = 6;

    /// A limit of this server was reached.
    pub const LIMIT: i32 = 7;

    /// What kind of refusal it is, in a word for those who count them: of the rules it does not
    /// tell which.
    pub fn kind(&self) -> &'static str {
        match self.code {
            RpcError::REFUSED => "rules",
            RpcError::GONE => "too-late",
            RpcError::NO_GAME => "no-game",
            RpcError::NOT_YOURS => "not-yours",
            RpcError::NO_PACK => "no-pack",
            RpcError::PACK_AT_FAULT => "pack-at-fault",
            RpcError::LIMIT => "limit",
            RpcError::OURS => "fault",
            _ => "malformed",
        }
    }

    /// An error without data.
    pub fn new(code: i32, message: impl Into<String>) -> RpcError {
        RpcError { code, message: brief(message.into()), data: None }
    }

    /// Malformed parameters; the message names the field.
    pub fn malformed(message: impl Into<String>) -> RpcError {
        RpcError::new(RpcError::MALFORMED, message)
    }

    /// A fault of ours. What exactly went wrong is for the log, not for the caller.
    pub fn ours(message: impl Into<String>) -> RpcError {
        RpcError::new(RpcError::OURS, message)
    }

    /// A limit of that name was reached: so many there may be; `retry`: when it may be tried again.
    pub fn limit(limit: &str, most: usize, message: impl Into<String>, retry: Duration) -> RpcError {
        let data = json!({ "limit": limit, "most": most, "retry": seconds(retry) });
        RpcError { code: RpcError::LIMIT, message: message.into(), data: Some(data) }
    }

    /// The name of the limit that was reached, if that is the matter.
    pub fn reached(&self) -> Option<&str> {
        let data = self.data.as_ref().filter(|_| self.code == RpcError::LIMIT)?;
        data["limit"].as_str()
    }

    /// There is no game of that name.
    pub fn no_game() -> RpcError {
        RpcError::new(RpcError::NO_GAME, "there is no such game")
    }

    /// The token opens no seat of this game, or none was given.
    pub fn not_yours(message: impl Into<String>) -> RpcError {
        RpcError::new(RpcError::NOT_YOURS, message)
    }
}

/// The task ended without an answer.
pub fn lost() -> RpcError {
    RpcError::ours("the program failed at this; the game is as its record says")
}

/// A wait in whole seconds, at least one.
pub fn seconds(wait: Duration) -> u64 {
    u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1)
}

impl From<Failure> for RpcError {
    fn from(failure: Failure) -> RpcError {
        match failure {
            Failure::Malformed(message) => RpcError::malformed(message),
            Failure::Gone(message) => RpcError::new(RpcError::GONE, message),
            Failure::Waits { message, sides } => {
                RpcError { code: RpcError::GONE, message, data: Some(json!({ "waiting": sides })) }
            }
            Failure::Refused { refusal, system, printed } => {
                let mut data = json!({ "case": refusal.case, "system": system });
                if let Some(printed) = printed {
                    data["printed"] = json!(printed);
                }
                RpcError { code: RpcError::REFUSED, message: brief(refusal.message), data: Some(data) }
            }
        }
    }
}
