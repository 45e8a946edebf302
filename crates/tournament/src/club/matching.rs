//! Pairs in a graph: as many as can be, and the best that leave a pair for everyone else.

use std::collections::VecDeque;

const NO_VERTEX: usize = usize::MAX;

/// A graph without directions, by whether two vertices are joined.
pub(super) struct Graph {
    joined: Vec<Vec<bool>>,
}

impl Graph {
    /// The graph of that many vertices in which two are joined if `joined` says so.
    pub(super) fn new(size: usize, joined: impl Fn(usize, usize) -> bool) -> Graph {
        let row = |a: usize| (0..size).map(|b| a != b && joined(a.min(b), a.max(b))).collect();
        Graph { joined: (0..size).map(row).collect() }
    }
}

/// Pairs of joined vertices among those that are left, no vertex in two, and as many as can be.
///
/// They are found by Edmonds' algorithm, which lengthens a path of pairs and gaps until none can be,
/// and takes a round of an odd number of vertices (a blossom) for one vertex.
#[derive(Clone)]
struct Pairs<'a> {
    graph: &'a Graph,
    left: Vec<bool>,
    mate: Vec<usize>,
}

impl<'a> Pairs<'a> {
    /// The most pairs among these vertices.
    fn among(graph: &'a Graph, vertices: &[usize]) -> Pairs<'a> {
        let size = graph.joined.len();
        let mut pairs = Pairs { graph, left: vec![false; size], mate: vec![NO_VERTEX; size] };
        vertices.iter().for_each(|vertex| pairs.left[*vertex] = true);
        pairs.complete();
        pairs
    }

    /// The most pairs without these two: few of those that were found have to be looked for again.
    fn without(&self, two: [usize; 2]) -> Pairs<'a> {
        let mut pairs = self.clone();
        for vertex in two {
            pairs.left[vertex] = false;
            let mate = std::mem::replace(&mut pairs.mate[vertex], NO_VERTEX);
            if mate != NO_VERTEX {
                pairs.mate[mate] = NO_VERTEX;
            }
        }
        pairs.complete();
        pairs
    }

    /// How many pairs are missing until everyone who is left has one.
    fn missing(&self) -> usize {
        self.left.iter().zip(&self.mate).filter(|(left, mate)| **left && **mate == NO_VERTEX).count() / 2
    }

    /// Finds those that are missing, as far as there are any.
    fn complete(&mut self) {
        let size = self.mate.len();
        let free = |pairs: &Pairs<'_>, vertex: usize| pairs.left[vertex] && pairs.mate[vertex] == NO_VERTEX;
        // What is obvious first, which leaves little to search for.
        for a in 0..size {
            let obvious = |b: &usize| free(self, *b) && self.graph.joined[a][*b];
            if free(self, a)
                && let Some(b) = (0..size).find(obvious)
            {
                (self.mate[a], self.mate[b]) = (b, a);
            }
        }
        for root in 0..size {
            if free(self, root) {
                Search::new(self).lengthen(root);
            }
        }
    }
}

struct Search<'p, 'a> {
    pairs: &'p mut Pairs<'a>,
    /// From where a vertex was come to that a gap leads to.
    from: Vec<usize>,
    /// The vertex for which a vertex of a blossom stands.
    base: Vec<usize>,
    /// Whether paths go on from it.
    reached: Vec<bool>,
}

impl<'p, 'a> Search<'p, 'a> {
    fn new(pairs: &'p mut Pairs<'a>) -> Search<'p, 'a> {
        let size = pairs.mate.len();
        Search { pairs, from: vec![NO_VERTEX; size], base: (0..size).collect(), reached: vec![false; size] }
    }

    fn mate(&self, vertex: usize) -> usize {
        self.pairs.mate[vertex]
    }

    /// Finds a path from a vertex without a mate to another, and gives both one.
    fn lengthen(&mut self, root: usize) {
        let size = self.base.len();
        self.reached[root] = true;
        let mut waiting = VecDeque::from([root]);
        while let Some(at) = waiting.pop_front() {
            for to in 0..size {
                let joined = self.pairs.left[to] && self.pairs.graph.joined[at][to];
                if !joined || self.base[at] == self.base[to] || self.mate(at) == to {
                    continue;
                }
                let mate = self.mate(to);
                if to == root || mate != NO_VERTEX && self.from[mate] != NO_VERTEX {
                    for vertex in self.blossom(at, to) {
                        if !std::mem::replace(&mut self.reached[vertex], true) {
                            waiting.push_back(vertex);
                        }
                    }
                } else if self.from[to] == NO_VERTEX {
                    self.from[to] = at;
                    if mate == NO_VERTEX {
                        return self.exchange(to);
                    }
                    self.reached[mate] = true;
                    waiting.push_back(mate);
                }
            }
        }
    }

    /// Takes the odd round that two joined vertices close for one vertex, and gives its vertices.
    fn blossom(&mut self, a: usize, b: usize) -> Vec<usize> {
        let stem = self.stem(a, b);
        let mut inside = vec![false; self.base.len()];
        for (mut at, mut next) in [(a, b), (b, a)] {
            while self.base[at] != stem {
                let mate = self.mate(at);
                inside[self.base[at]] = true;
                inside[self.base[mate]] = true;
                self.from[at] = next;
                next = mate;
                at = self.from[mate];
            }
        }
        let vertices: Vec<usize> = (0..self.base.len()).filter(|vertex| inside[self.base[*vertex]]).collect();
        for vertex in &vertices {
            self.base[*vertex] = stem;
        }
        vertices
    }

    /// Where the ways of two vertices back to the root meet.
    fn stem(&self, a: usize, b: usize) -> usize {
        let back = |at: usize| {
            let mate = self.mate(at);
            if mate == NO_VERTEX { None } else { Some(self.base[self.from[mate]]) }
        };
        let way: Vec<usize> = std::iter::successors(Some(self.base[a]), |at| back(*at)).collect();
        let mut other = std::iter::successors(Some(self.base[b]), |at| back(*at));
        other.find(|at| way.contains(at)).unwrap_or(a)
    }

    /// Exchanges pairs and gaps on the way from a vertex back to the root.
    fn exchange(&mut self, end: usize) {
        let mut at = end;
        while at != NO_VERTEX {
            let before = self.from[at];
            let next = self.mate(before);
            (self.pairs.mate[at], self.pairs.mate[before]) = (before, at);
            at = next;
        }
    }
}

/// Pairs all vertices, whose number is even, with as few pairs as can be that are not joined.
///
/// The vertices of `order` choose one after another: each gets the first of its `choices` among
/// those who are left that leaves a pairing for the rest. Besides the pairs it gives how many of
/// them are not joined.
pub(super) fn pair_all(
    graph: &Graph,
    order: &[usize],
    choices: impl Fn(usize, &[usize]) -> Vec<usize>,
) -> (Vec<[usize; 2]>, usize) {
    let mut most = Pairs::among(graph, order);
    let least = most.missing();
    let (mut left, mut spare, mut chosen) = (order.to_vec(), least, Vec::new());
    while let Some(chooser) = left.first().copied() {
        left.remove(0);
        let possible = choices(chooser, &left).into_iter().find_map(|other| {
            let spare = spare.checked_sub(usize::from(!graph.joined[chooser][other]))?;
            let rest = most.without([chooser, other]);
            (rest.missing() <= spare).then_some((other, rest, spare))
        });
        // There always is one: the rest was paired with as few before.
        let Some((other, rest, spared)) = possible else { break };
        (most, spare) = (rest, spared);
        left.retain(|vertex| *vertex != other);
        chosen.push([chooser, other]);
    }
    (chosen, least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The most pairs, by trying all.
    fn tried(graph: &Graph, left: &[usize]) -> usize {
        let Some((first, rest)) = left.split_first() else { return 0 };
        let without = tried(graph, rest);
        let with = rest.iter().filter(|other| graph.joined[*first][**other]).map(|other| {
            let rest: Vec<usize> = rest.iter().copied().filter(|vertex| vertex != other).collect();
            1 + tried(graph, &rest)
        });
        with.fold(without, usize::max)
    }

    fn graph(size: usize, edges: &[bool]) -> Graph {
        Graph::new(size, |a, b| edges[a * size + b])
    }

    #[test]
    fn two_odd_rounds_on_a_bridge_are_paired_across_it() {
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)];
        let graph = Graph::new(6, |a, b| edges.contains(&(a, b)));
        assert_eq!(Pairs::among(&graph, &[0, 1, 2, 3, 4, 5]).missing(), 0);
        // The first to choose prefers a partner whose choice would leave others unpaired.
        let (pairs, unjoined) = pair_all(&graph, &[2, 0, 1, 3, 4, 5], |_, left| left.to_vec());
        assert_eq!((pairs, unjoined), (vec![[2, 3], [0, 1], [4, 5]], 0));
    }

    #[test]
    fn what_cannot_be_spared_is_as_little_as_can_be() {
        // A star: one pair is joined, the other four vertices are not.
        let graph = Graph::new(6, |a, _| a == 0);
        let (pairs, unjoined) = pair_all(&graph, &[0, 1, 2, 3, 4, 5], |_, left| left.to_vec());
        assert_eq!((pairs.len(), unjoined), (3, 2));
    }

    proptest! {
        #[test]
        fn no_more_pairs_are_found_by_trying_all(
            size in 0usize..10,
            edges in prop::collection::vec(prop::bool::weighted(0.3), 100),
        ) {
            let graph = graph(size, &edges);
            let all: Vec<usize> = (0..size).collect();
            prop_assert_eq!(Pairs::among(&graph, &all).missing(), (size - 2 * tried(&graph, &all)) / 2);
        }

        #[test]
        fn everyone_is_paired_once_with_as_few_repetitions_as_can_be(
            half in 0usize..5,
            edges in prop::collection::vec(prop::bool::weighted(0.4), 100),
        ) {
            let graph = graph(2 * half, &edges);
            let all: Vec<usize> = (0..2 * half).collect();
            let (pairs, unjoined) = pair_all(&graph, &all, |_, left| left.iter().rev().copied().collect());
            let mut paired: Vec<usize> = pairs.iter().flatten().copied().collect();
            paired.sort_unstable();
            prop_assert_eq!(&paired, &all);
            prop_assert_eq!(pairs.iter().filter(|[a, b]| !graph.joined[*a][*b]).count(), unjoined);
            prop_assert_eq!(unjoined, half - tried(&graph, &all));
        }
    }
}
