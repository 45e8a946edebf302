//! What a caller is told when the program or its storage fails.

use std::time::Duration;

use protocol::RpcError;

use crate::store::StoreError;
use crate::thought::GIVES_WAY;
pub(crate) use protocol::error::lost;

/// What was called off for others.
pub(crate) fn overdue() -> RpcError {
    let most = GIVES_WAY.as_secs();
    let message =
        format!("this takes more than {most} seconds, and others wait for the computer: try again later");
    RpcError::limit("thinking-seconds", most as usize, message, GIVES_WAY)
}

/// A record that is brought could not be checked in the time there is for it.
pub(super) fn took_too_long(most: Duration) -> RpcError {
    let most = most.as_secs();
    let message = format!("checking this record took longer than {most} s; it is too long for this server");
    RpcError::limit("record-seconds", most as usize, message, Duration::from_secs(60))
}

/// Storage failed: the log says how, the caller what that means for the game.
pub(crate) fn broken(error: &StoreError) -> RpcError {
    let code = match error {
        StoreError::Stale | StoreError::NoKey => RpcError::GONE,
        StoreError::Unreadable { .. } | StoreError::Misfit { .. } => {
            tracing::error!(%error, "what is kept is damaged");
            RpcError::OURS
        }
        StoreError::Database { .. } | StoreError::Uncertain { .. } | StoreError::Locking(_) => {
            tracing::error!(%error, "the database failed");
            RpcError::OURS
        }
    };
    RpcError::new(code, error.told())
}
