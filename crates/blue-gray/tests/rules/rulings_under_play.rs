//! Rulings that promise something about every position: 5.32, stacking in passing never leads into
//! a dead end, and nothing is refused for its sake that could be cleared; 7.11 and 7.12, whoever
//! still owes an attack or is owed one can still have it; 7.81 and 7.82, the chains of displacement
//! are those that lead back and end.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use blue_gray::{Battle, Order, State, UnitId};
use hexmap::{Hex, Reach};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use tabletop::{AnyGame, Asked, RuleCheck, Rules, Viewer};

/// On the proving ground, with these units.
fn ground(units: &[String]) -> SetUp {
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    on("proving-ground").units(&units)
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

/// The units that the page would offer to move.
fn movers(table: &Table) -> Vec<String> {
    let options = AnyGame::options(&table.game, Viewer::Side(Union));
    let verbs = options["verbs"].as_array().cloned().unwrap_or_default();
    verbs.iter().find(|v| v["verb"] == "move").map(|v| list(&v["subjects"])).unwrap_or_default()
}

/// Whether every hex with more than two units can be brought down to two, by trying everything: of
/// the first such hex somebody must go, to anywhere it can reach or off the map. `left` is how many
/// more the quota lets move.
fn can_be_cleared(
    battle: &Battle,
    start: &State,
    places: &mut Vec<(UnitId, Option<Hex>, bool)>,
    left: Option<i32>,
    deep: &mut u32,
) -> bool {
    *deep += 1;
    let load =
        |places: &[(UnitId, Option<Hex>, bool)], hex| places.iter().filter(|p| p.1 == Some(hex)).count();
    let Some(crowd) = places.iter().filter_map(|p| p.1).find(|&hex| load(places, hex) > 2) else {
        return true;
    };
    if left.is_some_and(|left| left < 0) {
        return false;
    }
    for i in 0..places.len() {
        let (unit, at, moved) = places[i];
        let side = battle.unit(unit).side;
        if at != Some(crowd) || moved || battle.in_enemy_zone(start, side, crowd) {
            continue;
        }
        let counts = battle.unit(unit).traits.quota_exempt.is_none_or(|(until, _)| start.turn >= until);
        let after = left.map(|left| left - i32::from(counts));
        if after.is_some_and(|after| after < 0) {
            continue;
        }
        let mut reach = Reach::new();
        battle.search(start, unit, crowd, &mut reach);
        let exit = battle.map().grid.parse("2403").unwrap();
        let spent = if crowd == exit { Some(0) } else { reach.cost(exit) };
        let off = spent.is_some_and(|spent| spent < battle.unit(unit).movement)
            && !battle.in_enemy_zone(start, side, exit);
        let goals = reach.hexes().iter().copied().map(Some).chain(off.then_some(None));
        for to in goals.collect::<Vec<_>>() {
            if to.is_some_and(|to| load(places, to) >= 4) {
                continue;
            }
            places[i] = (unit, to, true);
            let cleared = can_be_cleared(battle, start, places, after, deep);
            places[i] = (unit, at, moved);
            if cleared {
                return true;
            }
            if *deep > 200_000 {
                return false;
            }
        }
    }
    false
}

/// Holds every search for hexes in reach against the walk hex by hex: it finds all that can be walked
/// to, and nothing else.
fn check_reach(table: &Table) -> Result<(), TestCaseError> {
    let (battle, state) = (table.game.rules(), table.game.state());
    let side = state.phasing;
    for (unit, at) in battle.on_map(state, side) {
        if battle.may_move(state, side, unit, &mut RuleCheck::quiet()).is_err() {
            continue;
        }
        let can_walk = |path: &[Hex]| {
            let mut noted = RuleCheck::noted();
            let _ = battle.march(state, side, unit, None, Some(path), &mut noted);
            let taken = |asked: &Asked| asked.passed && asked.text == "the step can be taken and paid for";
            noted.trail().iter().filter(|asked| taken(asked)).count() == path.len()
        };
        let mut reach = Reach::new();
        battle.search(state, unit, at, &mut reach);
        for &to in reach.hexes().iter().chain([&at]) {
            let path = reach.path(at, to);
            let number = battle.number(to);
            prop_assert!(to == at || can_walk(&path), "{} to {number}", battle.unit(unit).id);
            let stops = to != at && battle.in_enemy_zone(state, side, to);
            for (_, next) in battle.map().grid.neighbours(to).filter(|_| !stops) {
                let further = [&path[..], &[next]].concat();
                let within = next == at || reach.cost(next).is_some();
                prop_assert!(within || !can_walk(&further), "{} beyond {number}", battle.unit(unit).id);
            }
        }
    }
    Ok(())
}

/// Holds every move that the ground allows against trying everything.
fn check_stacking(table: &Table) -> Result<(), TestCaseError> {
    let (battle, state) = (table.game.rules(), table.game.state());
    let side = state.phasing;
    let left = battle.quota_limit(state).map(|limit| i32::from(limit) - i32::from(state.moved));
    for (unit, at) in battle.on_map(state, side) {
        if battle.may_move(state, side, unit, &mut RuleCheck::quiet()).is_err() {
            continue;
        }
        let mut reach = Reach::new();
        battle.search(state, unit, at, &mut reach);
        for &to in reach.hexes() {
            let mut places: Vec<(UnitId, Option<Hex>, bool)> =
                battle.on_map(state, side).map(|(u, h)| (u, Some(h), state.marks(u).moved)).collect();
            let mine = places.iter().position(|p| p.0 == unit).unwrap();
            places[mine] = (unit, Some(to), true);
            let counts = battle.unit(unit).traits.quota_exempt.is_none_or(|(until, _)| state.turn >= until);
            let left = left.map(|left| left - i32::from(counts));
            let mut deep = 0;
            let possible = can_be_cleared(battle, state, &mut places, left, &mut deep);
            if deep > 200_000 {
                continue;
            }
            let allowed = battle.may_stay(state, unit, to, &mut RuleCheck::quiet());
            prop_assert_eq!(
                possible,
                allowed.is_ok(),
                "{} to {}: {:?}",
                battle.unit(unit).id,
                battle.number(to),
                allowed
            );
        }
    }
    Ok(())
}

/// The chains of displacement by which the retreat of a unit into a full hex comes to an end:
/// everyone goes back, into no hex of the chain, and pushes on only if it has nowhere else to go.
/// `loose` lets it go back into those hexes.
fn chains(battle: &Battle, state: &State, hex: Hex, path: &[Hex], loose: bool) -> Vec<Vec<(UnitId, Hex)>> {
    let mut path = path.to_vec();
    path.push(hex);
    let mut all = Vec::new();
    for unit in state.stack(hex) {
        if state.retreating.contains(&unit) || path.len() > 5 {
            continue;
        }
        let side = battle.unit(unit).side;
        let near: Vec<Hex> = battle
            .map()
            .grid
            .neighbours(hex)
            .map(|(_, to)| to)
            .filter(|&to| (loose || !path.contains(&to)) && !battle.in_enemy_zone(state, side, to))
            .filter(|&to| state.holder(to) != Some(side.other()))
            .collect();
        let open: Vec<Hex> = near.iter().copied().filter(|&to| state.count(to) < 2).collect();
        all.extend(open.iter().map(|&to| vec![(unit, to)]));
        for to in near.into_iter().filter(|_| open.is_empty() || loose) {
            if state.count(to) < 2 {
                continue;
            }
            for rest in chains(battle, state, to, &path, loose) {
                all.push(std::iter::once((unit, to)).chain(rest).collect());
            }
        }
    }
    all
}

/// The chains that are offered, link by link.
fn offered(battle: &Battle, state: &State, unit: UnitId, to: Hex) -> Vec<Vec<(UnitId, Hex)>> {
    let mut all = Vec::new();
    let mut begun = vec![Vec::new()];
    while let Some(chain) = begun.pop() {
        for link in battle.next_links(state, unit, to, &chain).unwrap() {
            let mut next = chain.clone();
            next.push(blue_gray::Push { unit: link.unit, to: link.to });
            if link.on {
                begun.push(next);
            } else {
                all.push(next.iter().map(|p| (p.unit, p.to)).collect());
            }
        }
    }
    all
}

/// Stacks in the corner of the sheet, and enemies around them.
fn stacks() -> impl Strategy<Value = Vec<String>> {
    let hex = (1..=4_u8, 1..=3_u8);
    let enemy = (1..=6_u8, 3..=6_u8);
    (prop::collection::vec((hex, 1..=2_usize), 5..13), prop::collection::vec(enemy, 0..5)).prop_map(
        |(hexes, enemies)| {
            let mut there = std::collections::BTreeMap::new();
            let mut all =
                vec!["g union artillery 12 0104".to_owned(), "r confederate infantry 1 0101".to_owned()];
            there.extend([((1, 4), 1), ((1, 1), 1)]);
            for (i, (hex, count)) in hexes.into_iter().enumerate() {
                let count = if there.insert(hex, count).is_none() { count } else { 0 };
                let unit = |j| format!("c{i}{j} confederate infantry 1 {:02}{:02}", hex.0, hex.1);
                all.extend((0..count).map(unit));
            }
            for (i, hex) in enemies.into_iter().enumerate() {
                if there.insert(hex, 1).is_none() {
                    all.push(format!("u{i} union infantry 1 {:02}{:02}", hex.0, hex.1));
                }
            }
            all
        },
    )
}

/// Units crowded into the corner of the sheet, most of them slow, with an enemy or two close by:
/// `(column, row, movement)` each.
fn corner() -> impl Strategy<Value = Vec<String>> {
    let unit = (1..=3_u8, 1..=3_u8, prop_oneof![Just(0_u8), Just(1), Just(1), Just(2)]);
    let enemy = (4..=5_u8, 1..=4_u8);
    (prop::collection::vec(unit, 4..14), prop::collection::vec(enemy, 0..3)).prop_map(|(units, enemies)| {
        let mut there = std::collections::BTreeMap::new();
        let mut all = Vec::new();
        for (i, (column, row, movement)) in units.into_iter().enumerate() {
            let count = there.entry((column, row)).or_insert(0);
            if *count < 2 {
                *count += 1;
                all.push(format!("u{i} union infantry 1 {column:02}{row:02} movement={movement}"));
            }
        }
        for (i, (column, row)) in enemies.into_iter().enumerate() {
            if there.insert((column, row), 1).is_none() {
                all.push(format!("c{i} confederate infantry 1 {column:02}{row:02}"));
            }
        }
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Under touch-move, whatever is moved wherever it may: when nothing can move any more, the
    /// phase can be ended.
    #[test]
    fn case_5_32_whatever_is_moved_the_phase_can_be_ended(
        units in corner(),
        choices in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 14),
    ) {
        let mut table = ground(&units).option("touch-move").movement(Union).set();
        for (unit, hex) in choices {
            let able: Vec<(String, Vec<String>)> = movers(&table)
                .into_iter()
                .map(|u| { let hexes = table.hexes(Union, "move", &u); (u, hexes) })
                .filter(|(_, hexes)| !hexes.is_empty())
                .collect();
            if able.is_empty() {
                break;
            }
            let (unit, hexes) = &able[unit.index(able.len())];
            let hex = hexes[hex.index(hexes.len())].clone();
            table.moves(Union, unit, &hex);
        }
        // Fourteen choices are as many as there are units: nobody is left that could still go on.
        prop_assert!(table.legal(Union, json!({"end-movement": {}})), "{units:?}");
    }

    /// What 5.32 refuses could truly not be cleared, and what it allows can be: under a quota, with
    /// brigades outside it, and where units can leave the map.
    #[test]
    fn case_5_32_only_what_cannot_be_cleared_is_refused(
        units in corner(), quota: bool, east: bool, turn in 4..=5_u8,
        choices in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 5),
    ) {
        let (west, exit) = (["01", "02", "03", "04", "05"], ["24", "23", "22", "21", "20"]);
        let mut units: Vec<String> = units
            .into_iter()
            .map(|unit| {
                let mut words: Vec<String> = unit.split(' ').map(str::to_owned).collect();
                if east {
                    let column = west.iter().position(|c| words[4].starts_with(c)).unwrap();
                    let row = words[4][2..].to_owned();
                    words[4] = format!("{}{row}", exit[column]);
                }
                words.join(" ")
            })
            .collect();
        for (id, at) in [("u-1", "u0 "), ("u-guns", "u3 ")] {
            if let Some(unit) = units.iter_mut().find(|u| u.starts_with(at)) {
                let words: Vec<&str> = unit.split(' ').collect();
                *unit = format!("{id} {} {}", words[4], words[5]);
            }
        }
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = on(if quota { "proving-quota" } else { "proving-ground" })
            .units(&units).turn(turn).option("touch-move").movement(Union).set();
        check_reach(&table)?;
        check_stacking(&table)?;
        for (unit, hex) in choices {
            let able: Vec<(String, Vec<String>)> = movers(&table)
                .into_iter()
                .map(|u| { let hexes = table.hexes(Union, "move", &u); (u, hexes) })
                .filter(|(_, hexes)| !hexes.is_empty())
                .collect();
            if able.is_empty() {
                break;
            }
            let (unit, hexes) = &able[unit.index(able.len())];
            // Rather where others stand.
            let full = |hex: &&String| table.view()["units"].as_array().unwrap().iter().any(|u| u["hex"] == hex.as_str());
            let hexes: Vec<&String> = if hexes.iter().any(|h| full(&h)) { hexes.iter().filter(full).collect() } else { hexes.iter().collect() };
            let hex = hexes[hex.index(hexes.len())].clone();
            table.moves(Union, unit, &hex);
            check_reach(&table)?;
            check_stacking(&table)?;
        }
    }

    /// The chains of displacement offered, those accepted and those that lead back and end are the
    /// same.
    #[test]
    fn case_7_82_the_chains_offered_and_accepted_are_those_that_lead_back_and_end(units in stacks()) {
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = on("proving-ground").units(&units).combat(Union).dice(&[4]).set();
        if !table.legal(Union, attack(&["g"], &["0101"])) {
            return Ok(());
        }
        table.attacks(Union, &["g"], &["0101"]);
        let (battle, state) = (table.game.rules(), table.game.state());
        let Some(&unit) = state.question().and_then(|q| q.units.first()) else { return Ok(()) };
        let ways = battle.ways(state, unit);
        let from = state.hex(unit).unwrap();
        for &(to, _) in &ways.pushed {
            let mut sound = chains(battle, state, to, &[from], false);
            // Longer ones are not counted up.
            let mut told: Vec<_> = offered(battle, state, unit, to).into_iter().filter(|c| c.len() <= 5).collect();
            sound.sort_unstable();
            told.sort_unstable();
            prop_assert_eq!(&sound, &told, "into {}", battle.number(to));
            for chain in chains(battle, state, to, &[from], true) {
                let displace = chain.iter().map(|&(unit, to)| blue_gray::Push { unit, to }).collect();
                let order = Order::Retreat { unit, to, displace };
                let dice = &mut tabletop::LoadedDice::default();
                let accepted = battle.judge(state, Confederate, &order, dice, &mut RuleCheck::quiet()).is_ok();
                prop_assert_eq!(accepted, sound.contains(&chain), "{:?} into {}", chain, battle.number(to));
            }
        }
    }

    /// As long as anything is owed some attack is legal, and whatever is chosen, at the end
    /// everybody who owed an attack has made it and everybody who was owed one has had it.
    #[test]
    fn case_7_12_what_is_owed_can_always_be_paid(
        units in melee(),
        dice in prop::collection::vec(1..=6_u8, 40),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 40),
    ) {
        let mut table = ground(&units).combat(Union).dice(&dice).set();
        let (owing, owed) = table.owed();
        let view = table.view();
        let there = |hex: &str| -> Vec<String> {
            let all = view["units"].as_array().unwrap();
            all.iter().filter(|u| u["hex"] == hex).map(|u| u["id"].as_str().unwrap().to_owned()).collect()
        };
        let victims: Vec<String> = owed.iter().flat_map(|hex| there(hex)).collect();
        let mut choices = choices.into_iter();
        while table.owed() != (Vec::new(), Vec::new()) {
            let attacks = stars(&table);
            prop_assert!(!attacks.is_empty(), "{:?} is owed, and nothing is legal: {units:?}", table.owed());
            let Some(choice) = choices.next() else {
                return Err(TestCaseError::fail("more combats than forty units could fight"));
            };
            table.order(Union, attacks[choice.index(attacks.len())].clone());
            table.settle();
        }
        for unit in owing.iter().chain(&victims) {
            let fought = table.unit(unit)["attacked"] == true || table.at(unit) == "eliminated";
            prop_assert!(fought, "{unit} had no combat: {units:?}");
        }
        table.end_combat(Union);
    }
}

/// Both sides in one tangle, singly and in stacks.
fn melee() -> impl Strategy<Value = Vec<String>> {
    let hex = prop_oneof![Just(None), (any::<bool>(), 1..=9_u8, prop::option::of(1..=9_u8)).prop_map(Some)];
    prop::collection::vec(hex, 16).prop_map(|hexes| {
        let mut units = Vec::new();
        for (i, hex) in hexes.into_iter().enumerate() {
            let Some((union, first, second)) = hex else { continue };
            let (column, row) = (4 + i % 4, 4 + i / 4);
            let (side, mark) = if union { ("union", 'u') } else { ("confederate", 'c') };
            for (j, strength) in [Some(first), second].into_iter().flatten().enumerate() {
                units.push(format!("{mark}{i}{j} {side} infantry {strength} {column:02}{row:02}"));
            }
        }
        units
    })
}

/// Every legal attack of one hex on some of the enemies next to it, and of several hexes on one.
fn stars(table: &Table) -> Vec<Value> {
    let view = table.view();
    let mut stacks: std::collections::BTreeMap<String, (String, Vec<String>)> =
        std::collections::BTreeMap::new();
    for unit in view["units"].as_array().unwrap() {
        if let Some(hex) = unit["hex"].as_str() {
            let stack = stacks.entry(hex.to_owned()).or_default();
            stack.0 = unit["side"].as_str().unwrap().to_owned();
            stack.1.push(unit["id"].as_str().unwrap().to_owned());
        }
    }
    let grid = &library().map("proving-ground").unwrap().grid;
    let near = |hex: &str, side: &str| -> Vec<String> {
        grid.neighbours(grid.parse(hex).unwrap())
            .map(|(_, h)| grid.number(h).to_owned())
            .filter(|h| stacks.get(h).is_some_and(|(s, _)| s == side))
            .collect()
    };
    let subsets = |of: &[String]| -> Vec<Vec<String>> {
        (1_u32..1 << of.len())
            .map(|set| {
                of.iter().enumerate().filter(|(i, _)| set & (1 << i) != 0).map(|(_, h)| h.clone()).collect()
            })
            .collect()
    };
    let mut attacks = Vec::new();
    for (hex, (side, units)) in &stacks {
        if side == "union" {
            attacks.extend(
                subsets(&near(hex, "confederate"))
                    .into_iter()
                    .map(|hexes| json!({"attack": {"attackers": units, "defenders": hexes}})),
            );
        } else {
            attacks.extend(subsets(&near(hex, "union")).into_iter().filter(|f| f.len() > 1).map(|from| {
                let units: Vec<&String> = from.iter().flat_map(|h| &stacks[h].1).collect();
                json!({"attack": {"attackers": units, "defenders": [hex]}})
            }));
        }
    }
    attacks.retain(|order| table.legal(Union, order.clone()));
    attacks
}
