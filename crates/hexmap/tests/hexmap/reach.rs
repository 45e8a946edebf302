//! The search for hexes in reach, compared with the simplest search possible.

use hexmap::{Direction, Grid, Hex, HexSet, Passages, Reach, Step};
use proptest::prelude::*;

use crate::common::{any_hex, blue_gray, hex, kernstown};

/// Generated ground: the cost of entering from each side, where entry is impossible, where a mover
/// must stop.
#[derive(Debug, Clone)]
struct Country {
    costs: Vec<u8>,
    stops: Vec<bool>,
}

impl Country {
    fn enter(&self, direction: Direction, to: Hex) -> Option<(u8, Step)> {
        let cost = self.costs[(to.index() * 6 + direction.index()) % self.costs.len()];
        let step = if self.stops[to.index() % self.stops.len()] { Step::Stop } else { Step::Through };
        (cost < 6).then_some((cost, step))
    }
}

fn country() -> impl Strategy<Value = Country> {
    (prop::collection::vec(1..8_u8, 97..400), prop::collection::vec(prop::bool::weighted(0.15), 31..200))
        .prop_map(|(costs, stops)| Country { costs, stops })
}

/// The least cost of every hex, found by repeating every step until no cost falls.
fn plainly(grid: &Grid, country: &Country, start: Hex, spent: u8, allowance: u8) -> Vec<Option<u8>> {
    let mut best: Vec<Option<u8>> = vec![None; grid.len()];
    best[start.index()] = Some(spent);
    loop {
        let mut changed = false;
        for from in grid.hexes() {
            let Some(so_far) = best[from.index()] else { continue };
            // A mover does not go on from a hex where it must stop, except from its start.
            if from != start && country.stops[from.index() % country.stops.len()] {
                continue;
            }
            for (direction, to) in grid.neighbours(from) {
                let Some((cost, _)) = country.enter(direction, to) else { continue };
                let total = so_far + cost;
                if to != start && total <= allowance && best[to.index()].is_none_or(|known| total < known) {
                    best[to.index()] = Some(total);
                    changed = true;
                }
            }
        }
        if !changed {
            best[start.index()] = None;
            return best;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn it_finds_what_the_plain_search_finds(
        country in country(), pointy: bool, start: prop::sample::Index, spent in 0..4_u8, allowance in 0..20_u8,
    ) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let start = any_hex(&grid, start.index(grid.len()));
        let mut reach = Reach::new();
        reach.search(&grid, start, spent, allowance, |_, direction, to, _| country.enter(direction, to));
        let expected =
            if spent > allowance { vec![None; grid.len()] } else { plainly(&grid, &country, start, spent, allowance) };
        for hex in grid.hexes() {
            prop_assert_eq!(reach.cost(hex), expected[hex.index()], "{}", grid.number(hex));
        }
        let mut listed = reach.hexes().to_vec();
        listed.sort();
        let within: Vec<Hex> = grid.hexes().filter(|h| expected[h.index()].is_some()).collect();
        prop_assert_eq!(listed, within);
    }

    /// By steps that were worked out before it finds the same hexes in the same order, and the same
    /// ways to them.
    #[test]
    fn by_passages_it_finds_the_same(
        country in country(), pointy: bool, start: prop::sample::Index, spent in 0..4_u8, allowance in 0..20_u8,
    ) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let start = any_hex(&grid, start.index(grid.len()));
        let (mut plain, mut by) = (Reach::new(), Reach::new());
        plain.search(&grid, start, spent, allowance, |_, direction, to, _| country.enter(direction, to));
        let passages = Passages::new(&grid, |_, direction, to| Some(country.enter(direction, to)?.0));
        let mut asked = 0;
        by.search_by(&passages, start, spent, allowance, |from, to, total| {
            asked += 1;
            assert!(grid.adjacent(from, to) && total <= allowance);
            let stops = country.stops[to.index() % country.stops.len()];
            Some(if stops { Step::Stop } else { Step::Through })
        });
        prop_assert!(asked >= by.hexes().len());
        prop_assert_eq!(by.hexes(), plain.hexes());
        for &hex in plain.hexes() {
            prop_assert_eq!(by.cost(hex), plain.cost(hex));
            prop_assert_eq!(by.path(start, hex), plain.path(start, hex));
        }
    }

    /// The neighbours of many hexes at once are those of each of them.
    #[test]
    fn next_to_many_is_next_to_each(of in prop::collection::vec(any::<prop::sample::Index>(), 0..40), pointy: bool) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let set: HexSet = of.iter().map(|one| any_hex(&grid, one.index(grid.len()))).collect();
        let mut expected = HexSet::new(grid.len());
        for hex in set.iter() {
            expected.extend(grid.neighbours(hex).map(|(_, near)| near));
        }
        prop_assert_eq!(grid.next_to(&set), expected);
    }

    #[test]
    fn every_path_can_be_walked_for_its_cost(
        country in country(), start: prop::sample::Index, spent in 0..4_u8, allowance in 4..16_u8,
    ) {
        let grid = blue_gray();
        let start = any_hex(&grid, start.index(grid.len()));
        let mut reach = Reach::new();
        reach.search(&grid, start, spent, allowance, |_, direction, to, _| country.enter(direction, to));
        for &end in reach.hexes() {
            let path = reach.path(start, end);
            prop_assert_eq!(path.last(), Some(&end));
            let (mut at, mut total) = (start, spent);
            for (i, &next) in path.iter().enumerate() {
                let direction = grid.direction(at, next).unwrap();
                let (cost, step) = country.enter(direction, next).unwrap();
                total += cost;
                prop_assert!(step == Step::Through || i + 1 == path.len());
                prop_assert!(next != start);
                at = next;
            }
            prop_assert_eq!(Some(total), reach.cost(end));
        }
        for hex in grid.hexes().filter(|&h| reach.cost(h).is_none()) {
            prop_assert_eq!(reach.path(start, hex), vec![]);
        }
    }

    /// Additional hexes in which a mover must stop do not change a path that enters none of them.
    #[test]
    fn a_path_past_nobody_stays_when_others_must_stop(
        country in country(), more in prop::collection::vec(prop::bool::weighted(0.2), 31..200), pointy: bool,
        start: prop::sample::Index, allowance in 4..16_u8,
    ) {
        let grid = if pointy { kernstown() } else { blue_gray() };
        let start = any_hex(&grid, start.index(grid.len()));
        let stops = |hex: Hex| more[hex.index() % more.len()];
        let (mut free, mut careful) = (Reach::new(), Reach::new());
        free.search(&grid, start, 0, allowance, |_, direction, to, _| country.enter(direction, to));
        for &end in free.hexes() {
            let path = free.path(start, end);
            if path.iter().any(|&hex| hex != end && stops(hex)) {
                continue;
            }
            let cost = free.cost(end).unwrap();
            careful.search_to(&grid, start, Some(end), 0, cost, |_, direction, to, _| {
                country.enter(direction, to).map(|(cost, step)| (cost, if stops(to) { Step::Stop } else { step }))
            });
            prop_assert_eq!(careful.cost(end), Some(cost));
            prop_assert_eq!(careful.path(start, end), path);
        }
    }

    #[test]
    fn a_search_leaves_no_trace_in_the_next(
        first in country(), second in country(), starts: [prop::sample::Index; 2], allowances in [0..20_u8, 0..20_u8],
    ) {
        // The larger sheet first: leftovers of it must not affect a search on the smaller.
        let (large, small) = (kernstown(), blue_gray());
        let mut used = Reach::new();
        let start = any_hex(&large, starts[0].index(large.len()));
        used.search(&large, start, 0, allowances[0], |_, d, to, _| first.enter(d, to));
        let start = any_hex(&small, starts[1].index(small.len()));
        used.search(&small, start, 0, allowances[1], |_, d, to, _| second.enter(d, to));
        let mut fresh = Reach::new();
        fresh.search(&small, start, 0, allowances[1], |_, d, to, _| second.enter(d, to));
        prop_assert_eq!(used.hexes(), fresh.hexes());
        for &hex in fresh.hexes() {
            prop_assert_eq!(used.cost(hex), fresh.cost(hex));
            prop_assert_eq!(used.path(start, hex), fresh.path(start, hex));
        }
    }
}

#[test]
fn on_open_ground_reach_is_distance() {
    let grid = blue_gray();
    let start = hex(&grid, "1214");
    let mut reach = Reach::new();
    reach.search(&grid, start, 0, 6, |_, _, _, _| Some((1, Step::Through)));
    for hex in grid.hexes().filter(|&h| h != start) {
        let distance = grid.distance(start, hex);
        assert_eq!(reach.cost(hex).map(u32::from), (distance <= 6).then_some(distance));
    }
    assert_eq!(reach.cost(start), None);
}

#[test]
fn the_mover_is_told_what_was_spent_before_each_step() {
    let grid = blue_gray();
    let start = hex(&grid, "0101");
    let mut reach = Reach::new();
    reach.search(&grid, start, 2, 5, |from, _, _, spent| {
        assert_eq!(u32::from(spent), 2 + grid.distance(start, from));
        Some((1, Step::Through))
    });
    assert_eq!(reach.cost(hex(&grid, "0104")), Some(5));
    assert_eq!(reach.cost(hex(&grid, "0105")), None);
}

#[test]
fn one_stops_in_a_zone_and_goes_round_it_if_that_is_possible() {
    let grid = blue_gray();
    let [start, zone, beyond] = ["1010", "1011", "1012"].map(|n| hex(&grid, n));
    let mut reach = Reach::new();
    reach.search(&grid, start, 0, 4, |_, _, to, _| {
        Some((1, if to == zone { Step::Stop } else { Step::Through }))
    });
    assert_eq!((reach.cost(zone), reach.cost(beyond)), (Some(1), Some(3)));
    assert!(!reach.path(start, beyond).contains(&zone));
}
