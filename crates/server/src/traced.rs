//! Where the work of a request is done by another task or thread, its lines of the log say whose
//! it is.

use tracing::Span;

/// The same work, of the request that is at hand here.
pub(crate) fn of_this_request<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let span = Span::current();
    move || span.in_scope(work)
}
