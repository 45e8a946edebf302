//! The six scenarios: set-up, arrivals, special rules and victory as chapter 20 gives them.

use std::collections::{BTreeMap, BTreeSet};

use blind_swords::{Arm, CommonEvent, Measure, Scenario, Start, Unit};
use hexmap::Hex;
use tabletop::Side;

use crate::data::scenario;

fn number(scenario: &Scenario, hex: Hex) -> &str {
    scenario.map.grid.number(hex)
}

/// A unit's start, by its id: hex and turn.
fn start(scenario: &Scenario, id: &str) -> (String, u8) {
    let at = scenario.units.iter().position(|u| u.id == id).unwrap();
    let start = scenario.starts[at];
    (number(scenario, start.hex).to_owned(), start.turn)
}

fn with_starts(scenario: &Scenario) -> impl Iterator<Item = (&Unit, &Start)> {
    scenario.units.iter().zip(&scenario.starts)
}

#[test]
fn the_set_ups_have_their_numbers() {
    // On the map and to come: Union, then Confederate.
    for (n, turns, union, confederate) in [
        (1, 11, (10, 0), (2, 7)),
        (2, 18, (19, 10), (19, 0)),
        (3, 18, (19, 13), (19, 1)),
        (4, 9, (47, 0), (60, 2)),
        (5, 16, (45, 2), (33, 29)),
        (6, 16, (45, 2), (33, 29)),
    ] {
        let scenario = scenario(n);
        assert_eq!(scenario.times.len(), turns, "scenario {n}");
        assert_eq!(scenario.info.turns as usize, turns);
        assert_eq!(scenario.starts.len(), scenario.units.len());
        let count = |side| {
            let of = |later: bool| {
                with_starts(&scenario).filter(|(u, s)| u.side == side && (s.turn > 0) == later).count()
            };
            (of(false), of(true))
        };
        assert_eq!((count(Side::Union), count(Side::Confederate)), (union, confederate), "scenario {n}");
    }
}

#[test]
fn the_set_ups_are_legal() {
    for n in 1..=6 {
        let scenario = scenario(n);
        let mut stacks: BTreeMap<Hex, Vec<(&Unit, &Start)>> = BTreeMap::new();
        for (unit, start) in with_starts(&scenario).filter(|(_, s)| s.turn == 0) {
            stacks.entry(start.hex).or_default().push((unit, start));
        }
        for (hex, stack) in stacks {
            let here = format!("scenario {n}, {}", number(&scenario, hex));
            assert!(stack.iter().all(|(u, _)| u.side == stack[0].0.side), "{here}");
            // 6.1 and 6.1a, in quarter points.
            let room = |(unit, _): &(&Unit, &Start)| {
                let strength = unit.faces.fresh.unwrap_or(unit.faces.worn).strength;
                match unit.arm {
                    Arm::Artillery => strength.floor() * i32::from(*scenario.tables.stacking.gun),
                    _ => (strength.number() * 4.0) as i32,
                }
            };
            let room: i32 = stack.iter().map(room).sum();
            assert!(room <= i32::from(*scenario.tables.stacking.limit), "{here}: {room} quarters");
            // 6.1b.
            assert!(stack.iter().all(|(_, s)| s.mounted == stack[0].1.mounted), "{here}");
        }
        for (unit, start) in with_starts(&scenario) {
            // K11, K108.
            assert_eq!(start.mounted, unit.arm == Arm::Cavalry, "{}", unit.id);
            assert_eq!(start.skirmish, unit.id == "u62-8oh-b", "{}", unit.id);
        }
    }
}

#[test]
fn kernstown_20_1_the_stone_wall() {
    let first = scenario(1);
    let area = first.area.as_ref().unwrap();
    assert_eq!(area.iter().count(), 207);
    for (inside, outside) in
        [("1026", "1025"), ("1830", "1829"), ("2734", "2733"), ("2740", "2834"), ("1041", "2934")]
    {
        assert!(area.contains(first.map.grid.parse(inside).unwrap()), "{inside}");
        assert!(!area.contains(first.map.grid.parse(outside).unwrap()), "{outside}");
    }
    assert_eq!(first.area_case.number(), "20.1a");
    assert_eq!((first.times[0].as_str(), first.times[10].as_str()), ("3:40", "7:00"));
    assert_eq!(start(&first, "c62-27va"), ("1834".to_owned(), 0));
    assert_eq!(start(&first, "u62-7oh-a"), ("1532".to_owned(), 0));
    assert_eq!(start(&first, "c62-21va"), ("2139".to_owned(), 2));
    assert_eq!(start(&first, "c62-33va"), ("2134".to_owned(), 3));
    assert_eq!(start(&first, "c62-2va"), ("2135".to_owned(), 4));
    let v = &first.victory;
    assert_eq!(v.measure, Measure::UnionHexes);
    let watched: Vec<&str> = v.control_hexes.iter().map(|w| number(&first, w.hex)).collect();
    assert_eq!(watched, ["1834", "1835", "1836", "1933"]);
    assert!(v.control_hexes.iter().all(|w| w.holder == Side::Confederate));
    let levels: Vec<(Option<i32>, Option<Side>)> = v.levels.iter().map(|l| (l.upto, l.winner)).collect();
    let (u, c) = (Some(Side::Union), Some(Side::Confederate));
    assert_eq!(levels, [(Some(0), c), (Some(1), c), (Some(2), u), (Some(3), u), (None, u)]);
    assert!(v.awards.is_empty() && v.casualties.union.is_none() && v.exits.union.is_none());
}

#[test]
fn kernstown_20_2_the_historical_battle() {
    let second = scenario(2);
    assert!(second.area.is_none());
    let frozen = second.frozen.as_ref().unwrap();
    let ids: BTreeSet<&str> = frozen.units.iter().map(|u| second.units[u.index()].id.as_str()).collect();
    assert_eq!(ids, BTreeSet::from(["c62-5va", "c62-42va", "c62-pleasants", "c62-lanier"]));
    assert_eq!(second.times[usize::from(frozen.until) - 1], "5:40");
    let release = second.release.unwrap();
    assert_eq!((number(&second, release.hex), release.distance, release.at_once), ("2423", 3, false));
    assert_eq!(second.brigades[release.brigade.index()].no_reserve.unwrap().number(), "20.2i");
    assert_eq!(second.brigades.iter().filter(|b| b.no_reserve.is_some()).count(), 1);
    assert_eq!(second.resupply.map(|(hex, _)| number(&second, hex)), Some("1014"));
    assert!((0..10).all(|i| second.starts[19 + i].turn == 2), "Tyler comes at 1:40");
    let v = &second.victory;
    assert_eq!(v.measure, Measure::ConfederateNet);
    assert_eq!(v.control_hexes.len(), 7);
    assert!(v.control_hexes.iter().all(|w| w.holder == Side::Union));
    // 20.2j: six hexes on the ridge, from 3:20, but not with Pritchard's Hill; 20.2l: the hill
    // itself.
    assert_eq!(v.awards.len(), 7);
    for award in &v.awards {
        if number(&second, award.hex) == "2423" {
            assert_eq!((award.points.union, award.points.confederate, award.from), (3, 2, 1));
            assert_eq!(award.unless, None);
        } else {
            assert_eq!((award.points.union, award.points.confederate), (0, 1));
            assert_eq!(second.times[usize::from(award.from) - 1], "3:20");
            assert_eq!(
                award.unless.map(|(side, hex)| (side, number(&second, hex))),
                Some((Side::Confederate, "2423"))
            );
        }
    }
    // 20.2k, 20.2l.
    let bonuses: Vec<_> = v.bonuses.iter().map(|b| (b.side, b.hexes.len(), b.points.clone())).collect();
    assert_eq!(bonuses, [(Side::Confederate, 6, vec![8, 12, 16, 20]), (Side::Confederate, 1, vec![20])]);
    assert!(v.bonuses.iter().all(|b| second.times[usize::from(b.turn) - 1] == "6:00"));
    assert!(v.bonuses[0].unless.is_some() && v.bonuses[1].unless.is_none());
    for side in Side::BOTH {
        assert_eq!(v.casualties[side].unwrap().divisor, 1);
        let exits = v.exits[side].unwrap();
        assert_eq!((exits.strength, exits.from, exits.retreats_count), (10, 1, false));
    }
    let bounds: Vec<Option<i32>> = v.levels.iter().map(|l| l.upto).collect();
    assert_eq!(bounds, [Some(-16), Some(14), Some(28), Some(39), Some(50), None]);
}

#[test]
fn kernstown_20_3_jackson_is_aware() {
    let (second, third) = (scenario(2), scenario(3));
    // K10: the same set-up and Tyler, and some more.
    for (unit, at) in with_starts(&second) {
        assert_eq!(start(&third, &unit.id), (number(&second, at.hex).to_owned(), at.turn), "{}", unit.id);
    }
    assert_eq!(start(&third, "u62-66oh"), ("1014".to_owned(), 5));
    assert_eq!(start(&third, "u62-7wv"), ("1014".to_owned(), 11));
    assert_eq!(start(&third, "u62-4oh"), ("1014".to_owned(), 11));
    assert_eq!(start(&third, "c62-48va"), ("4021".to_owned(), 11));
    let shaken: Vec<&str> =
        with_starts(&third).filter(|(_, s)| s.hits == 1).map(|(u, _)| u.id.as_str()).collect();
    assert_eq!(shaken, ["u62-7wv", "u62-4oh"]);
    assert_eq!(third.frozen, None);
    let release = third.release.unwrap();
    assert!(release.at_once);
    assert_eq!(third.brigades[release.brigade.index()].no_reserve.unwrap().number(), "20.3d");
    assert_eq!(third.victory, second.victory);
}

#[test]
fn kernstown_20_4_breckinridge_attacks() {
    let fourth = scenario(4);
    let opening = fourth.opening_attack.unwrap();
    assert_eq!((fourth.chits[opening.chit.index()].id.as_str(), opening.bonus), ("k64-breckinridge", 1));
    let silent = fourth.silent_batteries.unwrap();
    assert_eq!((silent.side, silent.chit), (Side::Union, opening.chit));
    assert!(fourth.common.union.is_none() && fourth.common.confederate.is_none());
    assert_eq!(start(&fourth, "c64-23-62va-cav"), ("1140".to_owned(), 6));
    let v = &fourth.victory;
    assert_eq!(v.measure, Measure::Difference);
    assert_eq!((v.casualties.union.unwrap().divisor, v.casualties.confederate.unwrap().divisor), (2, 1));
    let exits = v.exits.union.unwrap();
    assert_eq!((exits.strength, exits.retreats_count), (7, true));
    assert_eq!(fourth.times[usize::from(exits.from) - 1], "3:00");
    assert!(v.exits.confederate.is_none());
    assert_eq!((v.awards.len(), v.awards[0].points.union, v.awards[0].points.confederate), (1, 3, 2));
    assert_eq!(
        (v.bonuses.len(), v.bonuses[0].side, v.bonuses[0].points.as_slice()),
        (1, Side::Union, &[20][..])
    );
    assert_eq!(fourth.times[usize::from(v.bonuses[0].turn) - 1], "4:20");
    assert_eq!(v.control_hexes[0].holder, Side::Union);
    let bounds: Vec<Option<i32>> = v.levels.iter().map(|l| l.upto).collect();
    assert_eq!(bounds, [Some(0), Some(40), Some(99), None]);
    assert_eq!((v.start.union, v.start.confederate), (0, 0));
}

#[test]
fn enemies_touch_where_they_should_at_the_start_of_scenario_4() {
    let fourth = scenario(4);
    let mut touching = BTreeSet::new();
    for (union, at) in with_starts(&fourth).filter(|(u, s)| u.side == Side::Union && s.turn == 0) {
        for (enemy, there) in with_starts(&fourth).filter(|(u, s)| u.side == Side::Confederate && s.turn == 0)
        {
            if fourth.map.grid.adjacent(at.hex, there.hex) {
                touching.insert((number(&fourth, at.hex), number(&fourth, there.hex)));
                assert_ne!(union.side, enemy.side);
            }
        }
    }
    let expected = [("3016", "3015"), ("3123", "3124"), ("3223", "3323"), ("3320", "3421")];
    assert_eq!(touching, BTreeSet::from(expected));
}

#[test]
fn kernstown_20_5_historic_second_kernstown() {
    let fifth = scenario(5);
    let surprise = fifth.common.confederate.unwrap();
    let CommonEvent::SurpriseAttack { upto, chit, bonus } = surprise else { panic!("{surprise:?}") };
    assert_eq!((upto, fifth.chits[chit.index()].id.as_str(), bonus), (2, "k64-breckinridge", 1));
    let aware = fifth.common.union.unwrap();
    let CommonEvent::Aware { upto, chit } = aware else { panic!("{aware:?}") };
    assert_eq!((upto, fifth.chits[chit.index()].id.as_str()), (1, "k64-crook"));
    assert!(fifth.opening_attack.is_none() && fifth.silent_batteries.is_none());
    assert_eq!(fifth.victory.start.union, 15);
    assert_eq!(start(&fifth, "c64-mcclanahan"), ("4002".to_owned(), 5));
    assert_eq!(start(&fifth, "c64-17va-cav"), ("3901".to_owned(), 5));
    assert_eq!(start(&fifth, "c64-4-30nc"), ("4013".to_owned(), 4));
    // K8: as printed in scenario 4.
    assert_eq!(start(&scenario(4), "c64-mcclanahan"), ("4001".to_owned(), 0));
    assert_eq!(start(&fifth, "u64-1nylinc-b").0, "1238");
}

#[test]
fn kernstown_21_6_and_k10_what_if() {
    let (fifth, sixth) = (scenario(5), scenario(6));
    assert_eq!(sixth.starts, fifth.starts);
    assert_eq!(sixth.units, fifth.units);
    assert!(sixth.common.union.is_none() && sixth.common.confederate.is_none());
    assert!(sixth.opening_attack.is_none() && sixth.silent_batteries.is_none());
    // Scenario 4's victory: without the points the Union begins with in scenario 5.
    let mut victory = fifth.victory.clone();
    victory.start.union = 0;
    assert_eq!(sixth.victory, victory);
}

#[test]
fn scenarios_are_offered_with_their_options() {
    for n in 1..=6 {
        let info = &scenario(n).info;
        let options: Vec<&str> = info.options.iter().map(|o| o.id.as_str()).collect();
        assert_eq!(
            options,
            ["chew", "rare-events", "broken-stay-worn", "brisk", "ask-union", "ask-confederate"]
        );
        assert!(info.options.iter().all(|o| o.default == (o.id == "brisk")), "K107");
        assert_eq!(
            (info.system.as_str(), info.map.as_str(), info.first),
            ("kernstown", "kernstown", Side::Union)
        );
    }
    // The hash tells the data of one scenario from another's.
    let hashes: BTreeSet<String> = (1..=6).map(|n| scenario(n).data.clone()).collect();
    assert_eq!(hashes.len(), 6);
}
