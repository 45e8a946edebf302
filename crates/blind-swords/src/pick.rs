//! One of many tries that will do, each as likely as any other: for opponents.

/// One of those that will do: they are picked one after another until one does. Each of them is as
/// likely to be the first as any other, however many will not do.
pub(crate) fn draw<T>(
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How likely each of these is to be drawn, all runs of picks taken together.
    fn chances(picks: &mut Vec<usize>, likely: f64, of: &[u8], does: &dyn Fn(&u8) -> bool, sum: &mut [f64]) {
        let (mut given, mut left) = (picks.iter(), None);
        let drawn = draw(
            of.to_vec(),
            |count| {
                given.next().copied().unwrap_or_else(|| {
                    left = Some(count);
                    count
                })
            },
            does,
        );
        match (drawn, left) {
            (Some(drawn), None) => sum[usize::from(drawn)] += likely,
            (_, Some(count)) => (0..count).for_each(|pick| {
                picks.push(pick);
                chances(picks, likely / count as f64, of, does, sum);
                picks.pop();
            }),
            (None, None) => {}
        }
    }

    #[test]
    fn whatever_will_do_is_drawn_equally_often() {
        let of: Vec<u8> = (0..6).collect();
        for wanted in [&[0, 3, 5][..], &[2], &[0, 1, 2, 3, 4, 5], &[]] {
            let mut sum = [0.0; 6];
            chances(&mut Vec::new(), 1.0, &of, &|drawn| wanted.contains(drawn), &mut sum);
            for (one, sum) in of.iter().zip(sum) {
                let fair = if wanted.contains(one) { 1.0 / wanted.len() as f64 } else { 0.0 };
                assert!((sum - fair).abs() < 1e-9, "{one} of {wanted:?}: {sum}");
            }
        }
    }
}
