//! One of many tries that will do, each as likely as any other: for opponents.

/// One of those that will do: they are picked one after another until one does. Each of them is as
/// likely to be the first as any other, however many will not do.
pub fn draw<T>(
    mut tries: Vec<T>,
    mut pick: impl FnMut(usize) -> usize,
    does: impl Fn(&T) -> bool,
) -> Option<T> {
    while !tries.is_empty() {
        let at = pick(tries.len());
        if at >= tries.len() {
            return None;
        }
        let drawn = tries.swap_remove(at);
        if does(&drawn) {
            return Some(drawn);
        }
    }
    None
}
